//! What the director of a tournament decides by mail. It is what the administrator decides there, carried out by the same code,
//! and never before it was confirmed: anybody can write in a director's name, and games end by it.

use super::{Confirmed, Execution, Sender};
use crate::db::tournaments::EntryRow;
use crate::game::{GameNumber, Phase, PlayerNumber};
use crate::language::{Command, Directive, Missing, Order};
use crate::letters::{
    Directed, Extent, NameKey, NoDirecting, NoSubstitution, NoTournament, Occasion, Somebody, Why,
    one_line,
};
use crate::robot::batch::Batch;
use crate::robot::reading::Content;
use crate::robot::substitution;
use crate::robot::tournament_rulings::{Decider, Loaded, Ruled, TournamentRuling, decide};
use crate::robot::tournaments::{Change, NoLineUp, Tournament, may_line_up};
use crate::tournaments::{Decision, State};

/// Whether the sender of an order decides something by it in a tournament that they direct. What no "yes" can mean is refused
/// without a question: where nobody there is called so, no team is, no such game goes on, it is not theirs to decide, or another
/// order of the same mail says otherwise.
pub(in crate::robot) fn directs(
    batch: &Batch<'_>,
    content: &Content,
    order: &Order,
    sender: &Sender,
) -> bool {
    let Command::Direct(name, what) = &order.command else {
        return false;
    };
    let Some(one) = directed_by(batch, sender.player, name) else {
        return false;
    };
    let decides = !matches!(what, Directive::Unread(_));
    decides
        && !is_in_vain(one, what)
        && !decides_own_games(one, what, sender.player)
        && said_otherwise(one, content, what).is_none()
}

/// Whom these orders of a director put on a board, and no mail goes to: they would not play.
pub(in crate::robot) fn unreached(
    batch: &Batch<'_>,
    content: &Content,
    sender: &Sender,
) -> Vec<String> {
    let mut found = Vec::new();
    for order in &content.message.orders {
        let Command::Direct(name, Directive::Team { players, .. }) = &order.command else {
            continue;
        };
        let Some(one) = directed_by(batch, sender.player, name) else {
            continue;
        };
        let named = players.iter().filter_map(|player| entered(one, player));
        let unreached = named.filter(|entry| !entry.reached);
        found.extend(unreached.map(|entry| entry.name.clone()));
    }
    found
}

/// Whether it decides games of a tournament in which the director plays, or has played.
fn decides_own_games(one: &Tournament, what: &Directive, director: PlayerNumber) -> bool {
    let decided = matches!(
        decision(what),
        Decision::Withdraw | Decision::Substitute | Decision::Award
    );
    decided && plays_in(one, director)
}

fn plays_in(one: &Tournament, player: PlayerNumber) -> bool {
    let entry = one.entry(player);
    entry.and_then(EntryRow::ever_numbered).is_some()
}

/// Whether it names somebody who is not on the list, a team that there is not, or no game of it that goes on.
fn is_in_vain(one: &Tournament, what: &Directive) -> bool {
    let unknown = |player: &String| entered(one, player).is_none();
    match what {
        Directive::Tell { player, .. } | Directive::Withdraw { player, .. } => unknown(player),
        Directive::Substitute { gone, taker, .. } => unknown(gone) || unknown(taker),
        Directive::Team { team, players } => {
            one.team_called(team).is_none() || players.iter().any(unknown)
        }
        Directive::Open
        | Directive::Close
        | Directive::Begin
        | Directive::Announce(_)
        | Directive::Unread(_) => false,
        Directive::Award { game, .. } => {
            let mut games = one.games.iter();
            !games.any(|played| played.game_id == *game && played.playing)
        }
    }
}

/// Which order among those of the mail, from 0, sets the boards of the same team otherwise, if one does.
fn said_otherwise(one: &Tournament, content: &Content, what: &Directive) -> Option<usize> {
    let Directive::Team { team, players } = what else {
        return None;
    };
    let set = one.team_called(team)?;
    let keys = |players: &[String]| -> Vec<NameKey> {
        players.iter().map(|player| NameKey::of(player)).collect()
    };
    let mut orders = content.message.orders.iter();
    orders.position(|order| {
        let Command::Direct(
            name,
            Directive::Team {
                team,
                players: other,
            },
        ) = &order.command
        else {
            return false;
        };
        let same = *name == one.row.name && one.team_called(team) == Some(set);
        same && keys(other) != keys(players)
    })
}

/// The tournament of this name, where this player directs it.
fn directed_by<'b>(
    batch: &'b Batch<'_>,
    player: PlayerNumber,
    name: &str,
) -> Option<&'b Tournament> {
    let mut known = batch.tournaments.known.iter();
    let found = known.find(|one| one.row.name == name)?;
    let mut directors = found.directors.iter();
    let directs = directors.any(|director| director.player_id == player.0);
    directs.then_some(found)
}

/// Somebody who takes part, or waits, by the name that they have.
fn entered<'t>(one: &'t Tournament, called: &str) -> Option<&'t EntryRow> {
    let key = NameKey::of(called);
    let mut entries = one.entries.iter();
    entries.find(|entry| NameKey::of(&entry.name) == key)
}

/// What an order decides. One that is not whole is refused as that wherever anything could be decided.
fn decision(what: &Directive) -> Decision {
    match what {
        Directive::Open => Decision::Open,
        Directive::Close => Decision::Close,
        Directive::Begin => Decision::Begin,
        Directive::Announce(_) | Directive::Tell { .. } | Directive::Unread(_) => {
            Decision::Announce
        }
        Directive::Withdraw { .. } => Decision::Withdraw,
        Directive::Substitute { .. } => Decision::Substitute,
        Directive::Team { .. } => Decision::LineUp,
        Directive::Award { .. } => Decision::Award,
    }
}

impl Execution<'_, '_, '_> {
    /// Does what the director of a tournament decides.
    pub(super) fn direct(
        &mut self,
        order: &Order,
        name: &str,
        what: &Directive,
    ) -> anyhow::Result<()> {
        let (one, ruling) = match self.may_direct(name, what) {
            Ok(decided) => decided,
            Err(Why::Directing(NoDirecting::SaidOtherwise { .. }))
                if self.is_told_before(order, what) =>
            {
                return Ok(());
            }
            Err(why) => {
                self.refuse(order, why, None);
                return Ok(());
            }
        };
        let me = self.sender.player;
        let called = self.batch.name(me).to_owned();
        let by = Decider {
            director: Some((me, &called)),
            cause: self.read.cause(),
        };
        // Before they are on no list any more.
        let done = self.directed(name, what);
        let loaded = Loaded::of(&one.row, &one.entries, &one.games, &ruling);
        let before = self.batch.drafts.len();
        decide(self.batch, &by, &loaded, &ruling)?;
        let told = self.batch.drafts.len().saturating_sub(before);
        self.stands_now(&one, &ruling);
        let tournament = loaded.name;
        let occasion = Occasion::TournamentDirected {
            tournament,
            done,
            told,
        };
        self.tell(occasion, None);
        self.batch.tournaments.changes.push(Change::Ruled(Ruled {
            tournament: loaded.id,
            has_begun: loaded.has_begun,
            ruling,
            director: Some(me),
            cause: by.cause,
        }));
        Ok(())
    }

    /// Whether an order stands above this one that says otherwise: both are refused there, in one letter.
    fn is_told_before(&self, order: &Order, what: &Directive) -> bool {
        let Command::Direct(name, _) = &order.command else {
            return false;
        };
        let one = directed_by(self.batch, self.sender.player, name);
        let other = one.and_then(|one| said_otherwise(one, self.content, what));
        let mut orders = self.content.message.orders.iter();
        let own = orders.position(|one| std::ptr::eq(one, order));
        other.zip(own).is_some_and(|(other, own)| other < own)
    }

    /// What the order decides, if the sender may decide it.
    fn may_direct(
        &self,
        name: &str,
        what: &Directive,
    ) -> Result<(Tournament, TournamentRuling), Why> {
        let me = self.sender.player;
        let Some(one) = directed_by(self.batch, me, name) else {
            return Err(match self.batch.tournaments.find(name) {
                Some(_) => NoDirecting::NotDirector.into(),
                None => NoTournament::NoSuch {
                    open: self.open_tournaments(),
                }
                .into(),
            });
        };
        let ruling = self.ruling(one, what)?;
        if let (Directive::Withdraw { .. }, "") = (what, ruling.words()) {
            let (name, missing) = (name.to_owned(), Missing::Withdrawal);
            return Err(NoDirecting::Unread { name, missing }.into());
        }
        if let (Directive::Award { .. }, "") = (what, ruling.words()) {
            let (name, missing) = (name.to_owned(), Missing::Award);
            return Err(NoDirecting::Unread { name, missing }.into());
        }
        let (length, longest) = (ruling.words().chars().count(), ruling.longest());
        if length > longest {
            return Err(NoDirecting::TooLong { length, longest }.into());
        }
        if self.sender.confirmed != Confirmed::Waited {
            return Err(NoDirecting::ToBeConfirmed.into());
        }
        Ok((one.clone(), ruling))
    }

    fn ruling(&self, one: &Tournament, what: &Directive) -> Result<TournamentRuling, NoDirecting> {
        let name = || one.row.name.clone();
        if let Some(obstacle) = one.state.obstacle(decision(what)) {
            return Err(NoDirecting::of(obstacle, name()));
        }
        match what {
            Directive::Unread(missing) => Err(NoDirecting::Unread {
                name: name(),
                missing: *missing,
            }),
            Directive::Open => Ok(TournamentRuling::Open),
            Directive::Close => {
                whole(one, &one.listed())?;
                Ok(TournamentRuling::Close)
            }
            Directive::Begin => self.beginning(one),
            Directive::Announce(words) => self.announcement(one, words),
            Directive::Tell { player, words } => self.telling(one, player, words),
            Directive::Withdraw { player, reason } => self.withdrawal(one, player, reason),
            Directive::Substitute {
                gone,
                taker,
                reason,
            } => self.substitution(one, (gone, taker), reason),
            Directive::Team { team, players } => {
                self.may_line_up(one)?;
                if said_otherwise(one, self.content, what).is_some() {
                    let team = known_team(one, team).unwrap_or_default();
                    return Err(NoDirecting::SaidOtherwise { team });
                }
                line_up(one, team, players)
            }
            Directive::Award {
                game,
                result,
                reason,
            } => {
                let game = self.awarded(one, GameNumber(*game))?;
                Ok(TournamentRuling::Award {
                    game,
                    result: *result,
                    reason: self.reason(reason),
                })
            }
        }
    }

    /// Words of a director on one line, as players get them.
    fn reason(&self, words: &str) -> String {
        one_line(&self.for_the_other(words).unwrap_or_default())
    }

    fn beginning(&self, one: &Tournament) -> Result<TournamentRuling, NoDirecting> {
        let there = self.batch.reached(one);
        whole(one, &there)?;
        let (there, needed) = (there.len(), one.least());
        if there < needed {
            return Err(NoDirecting::TooFew { there, needed });
        }
        Ok(TournamentRuling::Begin)
    }

    fn announcement(&self, one: &Tournament, words: &str) -> Result<TournamentRuling, NoDirecting> {
        if !one.entries.iter().any(|entry| entry.takes_part(&one.row)) {
            return Err(NoDirecting::NobodyTold);
        }
        let words = self.for_the_other(words);
        let words = words.ok_or_else(|| NoDirecting::Unread {
            name: one.row.name.clone(),
            missing: Missing::Words,
        })?;
        Ok(TournamentRuling::Announce { words })
    }

    fn telling(
        &self,
        one: &Tournament,
        called: &str,
        words: &str,
    ) -> Result<TournamentRuling, NoDirecting> {
        let me = self.sender.player;
        let words = self.for_the_other(words);
        let words = words.ok_or_else(|| NoDirecting::Unread {
            name: one.row.name.clone(),
            missing: Missing::Telling,
        })?;
        let entry = self.other_entry(one, called, || NoDirecting::ToYourself)?;
        // Who has left it may have asked why.
        if !entry.takes_part(&one.row) && !entry.has_left() {
            let name = one.row.name.clone();
            return Err(NoDirecting::NotIn { name });
        }
        let player = PlayerNumber(entry.player_id);
        let reached = self.batch.is_active(player) && self.batch.may_write_to(player);
        // Who wants to hear nothing from them may be told by another director, or by the administrator.
        if !reached || !self.batch.hears(player, me) {
            return Err(NoDirecting::NotReached {
                contact: self.batch.server.contact.clone(),
            });
        }
        Ok(TournamentRuling::Tell { player, words })
    }

    /// Who is called so, has signed up at some time, and is not the director.
    fn other_entry<'t>(
        &self,
        one: &'t Tournament,
        called: &str,
        own: impl FnOnce() -> NoDirecting,
    ) -> Result<&'t EntryRow, NoDirecting> {
        let entry = entered(one, called).ok_or_else(|| NoDirecting::NotIn {
            name: one.row.name.clone(),
        })?;
        match PlayerNumber(entry.player_id) == self.sender.player {
            true => Err(own()),
            false => Ok(entry),
        }
    }

    /// The same of those who take part, or wait for a seat.
    fn other_entrant(
        &self,
        one: &Tournament,
        called: &str,
        own: impl FnOnce() -> NoDirecting,
    ) -> Result<PlayerNumber, NoDirecting> {
        let entry = self.other_entry(one, called, own)?;
        if entry.takes_part(&one.row) {
            return Ok(PlayerNumber(entry.player_id));
        }
        // Who waits to take a place has none.
        Err(match entry.has_left() {
            true => NoDirecting::Left,
            false => NoDirecting::NotIn {
                name: one.row.name.clone(),
            },
        })
    }

    fn withdrawal(
        &self,
        one: &Tournament,
        called: &str,
        reason: &str,
    ) -> Result<TournamentRuling, NoDirecting> {
        let name = || one.row.name.clone();
        let player = self.other_entrant(one, called, || NoDirecting::Yourself { name: name() })?;
        self.may_decide_games(one)?;
        Ok(TournamentRuling::Withdraw {
            player,
            reason: self.reason(reason),
        })
    }

    fn substitution(
        &self,
        one: &Tournament,
        (gone, taker): (&str, &str),
        reason: &str,
    ) -> Result<TournamentRuling, NoDirecting> {
        let me = self.sender.player;
        let contact = || self.batch.server.contact.clone();
        let name = || one.row.name.clone();
        let gone = self.other_entrant(one, gone, || NoDirecting::Yourself { name: name() })?;
        // Who has not signed up has not said that they want to play.
        let taker = entered(one, taker)
            .ok_or_else(|| NoSubstitution::NotSignedUp { name: name() })
            .map_err(NoDirecting::NoSubstitution)?;
        let taker = PlayerNumber(taker.player_id);
        if taker == me {
            let why = NoSubstitution::ByYourself { contact: contact() };
            return Err(NoDirecting::NoSubstitution(why));
        }
        self.may_decide_games(one)?;
        let possible = substitution::possible(self.batch, one, (gone, taker));
        possible.map_err(NoDirecting::NoSubstitution)?;
        Ok(TournamentRuling::Substitute {
            gone,
            taker,
            reason: self.reason(reason),
        })
    }

    fn awarded(&self, one: &Tournament, number: GameNumber) -> Result<GameNumber, NoDirecting> {
        if !one.games.iter().any(|game| game.game_id == number.0) {
            return Err(NoDirecting::OtherGame);
        }
        self.may_decide_games(one)?;
        let loaded = self.batch.games.get(&number);
        let game = &loaded.ok_or(NoDirecting::OtherGame)?.game;
        match game.phase() {
            Phase::Playing => Ok(number),
            Phase::Offered | Phase::Declined | Phase::Withdrawn | Phase::Over(_) => {
                Err(NoDirecting::GameOver)
            }
        }
    }

    /// Who has signed up for a team does not set the boards: by them it is known who meets whom.
    fn may_line_up(&self, one: &Tournament) -> Result<(), NoDirecting> {
        match one.entry(self.sender.player) {
            None => Ok(()),
            Some(_) => Err(NoDirecting::OwnTeam {
                contact: self.batch.server.contact.clone(),
            }),
        }
    }

    /// Whoever plays in a tournament, or has played in it, decides about none of its games: each of them counts in the table in
    /// which they stand.
    fn may_decide_games(&self, one: &Tournament) -> Result<(), NoDirecting> {
        match plays_in(one, self.sender.player) {
            false => Ok(()),
            true => Err(NoDirecting::OwnTournament {
                contact: self.batch.server.contact.clone(),
            }),
        }
    }

    /// For what follows in this batch.
    fn stands_now(&mut self, one: &Tournament, ruling: &TournamentRuling) {
        let now = self.batch.now;
        let mut known = self.batch.tournaments.known.iter_mut();
        let Some(known) = known.find(|known| known.row.id == one.row.id) else {
            return;
        };
        match ruling {
            TournamentRuling::Open => known.state = State::Open,
            TournamentRuling::Close => known.state = State::Closed,
            TournamentRuling::Cancel { .. } => known.state = State::Cancelled,
            TournamentRuling::Begin => known.row.begins_at = Some(now),
            TournamentRuling::Withdraw { player, .. } => {
                let mut entries = known.entries.iter_mut();
                if let Some(entry) = entries.find(|entry| entry.player_id == player.0) {
                    entry.withdrawn_at = Some(now);
                }
            }
            TournamentRuling::LineUp { team, players, .. } => known.line_up(*team, players),
            TournamentRuling::Announce { .. }
            | TournamentRuling::Tell { .. }
            // What was decided has noted it.
            | TournamentRuling::Substitute { .. }
            | TournamentRuling::Award { .. } => {}
        }
    }

    /// What a director orders, in our own spelling.
    pub(super) fn directed(&self, name: &str, what: &Directive) -> Directed {
        match what {
            Directive::Open => Directed::Open,
            Directive::Close => Directed::Close,
            Directive::Begin => Directed::Begin,
            Directive::Announce(words) => {
                let words = self.for_the_other(words).unwrap_or_default();
                Directed::Announce(Extent::of(&words))
            }
            Directive::Tell { player, words } => {
                let words = self.for_the_other(words).unwrap_or_default();
                Directed::Tell(self.somebody_in(name, player), Extent::of(&words))
            }
            Directive::Withdraw { player, reason } => {
                let player = self.somebody_in(name, player);
                Directed::Withdraw(player, Extent::of(&self.reason(reason)))
            }
            Directive::Substitute {
                gone,
                taker,
                reason,
            } => {
                let [gone, taker] = [gone, taker].map(|player| self.somebody_in(name, player));
                let reason = Some(self.reason(reason)).filter(|reason| !reason.is_empty());
                let reason = reason.map(|reason| Extent::of(&reason));
                Directed::Substitute(gone, taker, reason)
            }
            Directive::Team { team, players } => {
                let one = directed_by(self.batch, self.sender.player, name);
                let known = one.and_then(|one| known_team(one, team));
                let players = players.iter().map(|player| self.somebody_in(name, player));
                Directed::Team(known, players.collect())
            }
            Directive::Award {
                game,
                result,
                reason,
            } => Directed::Award {
                game: *game,
                players: self.players_of(name, *game),
                result: *result,
                reason: Extent::of(&self.reason(reason)),
            },
            Directive::Unread(Missing::Words) => Directed::Unread("announce"),
            Directive::Unread(Missing::Telling) => Directed::Unread("tell"),
            Directive::Unread(Missing::Withdrawal) => Directed::Unread("withdraw"),
            Directive::Unread(Missing::Substitution) => Directed::Unread("substitute"),
            Directive::Unread(Missing::Team) => Directed::Unread("team"),
            Directive::Unread(Missing::Award) => Directed::Unread("award"),
        }
    }

    /// Who plays this game of the tournament of this name, White first.
    fn players_of(&self, name: &str, game: i64) -> Option<[Somebody; 2]> {
        let one = directed_by(self.batch, self.sender.player, name)?;
        let mut games = one.games.iter();
        let played = games.find(|played| played.game_id == game)?;
        let called = |player| {
            let entry = one.entry(PlayerNumber(player));
            entry.map_or(Somebody::Unknown, |entry| {
                Somebody::Player(entry.name.clone())
            })
        };
        Some([played.white_id, played.black_id].map(called))
    }

    /// Somebody who takes part in the tournament of this name, by the name that they have.
    fn somebody_in(&self, name: &str, called: &str) -> Somebody {
        let one = directed_by(self.batch, self.sender.player, name);
        let entered = one.and_then(|one| entered(one, called));
        entered.map_or(Somebody::Unknown, |entry| {
            Somebody::Player(entry.name.clone())
        })
    }
}

/// What a team is called that somebody has named.
fn known_team(one: &Tournament, called: &str) -> Option<String> {
    let at = usize::try_from(one.team_called(called)?)
        .ok()?
        .checked_sub(1)?;
    one.row.teams.get(at).cloned()
}

/// Whether each team has as many of these as it has boards.
fn whole(one: &Tournament, players: &[PlayerNumber]) -> Result<(), NoDirecting> {
    match one.is_whole(players) {
        true => Ok(()),
        false => Err(NoDirecting::NotWhole {
            name: one.row.name.clone(),
            boards: one.system.boards().unwrap_or(0),
            teams: one.teams_of(players),
        }),
    }
}

/// Who plays for a team, by board.
fn line_up(
    one: &Tournament,
    called: &str,
    players: &[String],
) -> Result<TournamentRuling, NoDirecting> {
    let name = || one.row.name.clone();
    let teams = || one.row.teams.clone();
    let Some((team, called)) = one.team_called(called).zip(known_team(one, called)) else {
        return Err(NoDirecting::NoSuchTeam { teams: teams() });
    };
    let players: Vec<Option<PlayerNumber>> = players
        .iter()
        .map(|player| entered(one, player).map(|entry| PlayerNumber(entry.player_id)))
        .collect();
    match may_line_up(&one.entries, team, &players) {
        Ok(players) => Ok(TournamentRuling::LineUp {
            team,
            name: called,
            players,
        }),
        Err(NoLineUp::NotOfTeam(place)) => Err(NoDirecting::NotOfTeam {
            place,
            team: called,
            name: name(),
        }),
        Err(NoLineUp::Twice(place)) => Err(NoDirecting::NamedTwice { place }),
    }
}
