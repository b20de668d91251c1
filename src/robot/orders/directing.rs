//! What the director of a tournament decides by mail. It is what the administrator decides there, carried out by the same code,
//! and never before it was confirmed: anybody can write in a director's name, and games end by it.

use super::{Confirmed, Execution, Sender};
use crate::game::{GameNumber, Phase, PlayerNumber};
use crate::language::{Command, Directive, Missing, Order};
use crate::letters::{
    Directed, Extent, NameKey, NoDirecting, NoTournament, Occasion, Somebody, TournamentName, Why,
    one_line,
};
use crate::robot::batch::Batch;
use crate::robot::tournament_rulings::{Decider, Loaded, Ruled, TournamentRuling, decide};
use crate::robot::tournaments::{Change, Tournament};

/// Whether the sender of an order decides something by it in a tournament that they direct.
pub(in crate::robot) fn directs(batch: &Batch<'_>, order: &Order, sender: &Sender) -> bool {
    let Command::Direct(name, what) = &order.command else {
        return false;
    };
    let directed = directed_by(batch, sender.player, name);
    let decides = !matches!(what, Directive::Unread(_));
    directed.is_some() && decides
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
fn entered(one: &Tournament, called: &str) -> Option<(PlayerNumber, String)> {
    let key = NameKey::of(called);
    let mut entries = one.entries.iter();
    let entry = entries.find(|entry| NameKey::of(&entry.name) == key)?;
    Some((PlayerNumber(entry.player_id), entry.name.clone()))
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
        let loaded = concerned(&one, &ruling);
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
        let name = one.row.name.clone();
        let state = one.row.state.as_str();
        if state == "cancelled" {
            return Err(NoDirecting::Cancelled);
        }
        match (what, state) {
            (Directive::Unread(missing), _) => {
                let missing = *missing;
                Err(NoDirecting::Unread { name, missing })
            }
            (Directive::Open, "open") => Err(NoDirecting::OpenAlready),
            (Directive::Close, "closed") => Err(NoDirecting::ClosedAlready),
            (Directive::Close | Directive::Begin, "prepared") => {
                Err(NoDirecting::NotOpenYet { name })
            }
            (Directive::Open, "prepared" | "closed") => Ok(TournamentRuling::Open),
            (Directive::Close, "open") => Ok(TournamentRuling::Close),
            (Directive::Begin, "open" | "closed") => self.beginning(one),
            (Directive::Open | Directive::Close | Directive::Begin, _) => Err(NoDirecting::Begun),
            (Directive::Announce(words), _) => self.announcement(one, words),
            (Directive::Withdraw { .. } | Directive::Award { .. }, "finished") => {
                Err(NoDirecting::Over)
            }
            (Directive::Withdraw { player, reason }, _) => self.withdrawal(one, player, reason),
            (Directive::Award { .. }, "prepared" | "open" | "closed") => Err(NoDirecting::NotBegun),
            (
                Directive::Award {
                    game,
                    result,
                    reason,
                },
                _,
            ) => {
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
        let players = one
            .entries
            .iter()
            .map(|entry| PlayerNumber(entry.player_id));
        let there = players
            .filter(|player| self.batch.can_be_paired(*player))
            .take(one.seats())
            .count();
        let needed = usize::try_from(one.row.least_players).unwrap_or(usize::MAX);
        if there < needed {
            return Err(NoDirecting::TooFew { there, needed });
        }
        Ok(TournamentRuling::Begin)
    }

    fn announcement(&self, one: &Tournament, words: &str) -> Result<TournamentRuling, NoDirecting> {
        if takes_part(one).next().is_none() {
            return Err(NoDirecting::NobodyTold);
        }
        let words = self.for_the_other(words);
        let words = words.ok_or_else(|| NoDirecting::Unread {
            name: one.row.name.clone(),
            missing: Missing::Words,
        })?;
        Ok(TournamentRuling::Announce { words })
    }

    fn withdrawal(
        &self,
        one: &Tournament,
        called: &str,
        reason: &str,
    ) -> Result<TournamentRuling, NoDirecting> {
        let me = self.sender.player;
        let name = || one.row.name.clone();
        let (player, _) =
            entered(one, called).ok_or_else(|| NoDirecting::NotIn { name: name() })?;
        if player == me {
            return Err(NoDirecting::Yourself { name: name() });
        }
        if !takes_part(one).any(|other| other == player) {
            return Err(NoDirecting::Left);
        }
        let mine = one.open_games_of(me);
        if one
            .open_games_of(player)
            .iter()
            .any(|game| mine.contains(game))
        {
            return Err(self.own_game());
        }
        Ok(TournamentRuling::Withdraw {
            player,
            reason: self.reason(reason),
        })
    }

    fn awarded(&self, one: &Tournament, number: GameNumber) -> Result<GameNumber, NoDirecting> {
        if !one.games.iter().any(|game| game.game_id == number.0) {
            return Err(NoDirecting::OtherGame);
        }
        let loaded = self.batch.games.get(&number);
        let game = &loaded.ok_or(NoDirecting::OtherGame)?.game;
        if game.has(self.sender.player) {
            return Err(self.own_game());
        }
        match game.phase() {
            Phase::Playing => Ok(number),
            Phase::Offered | Phase::Declined | Phase::Withdrawn | Phase::Over(_) => {
                Err(NoDirecting::GameOver)
            }
        }
    }

    fn own_game(&self) -> NoDirecting {
        NoDirecting::OwnGame {
            contact: self.batch.server.contact.clone(),
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
            TournamentRuling::Open => known.row.state = "open".to_owned(),
            TournamentRuling::Close => known.row.state = "closed".to_owned(),
            TournamentRuling::Cancel { .. } => known.row.state = "cancelled".to_owned(),
            TournamentRuling::Begin => known.row.begins_at = Some(now),
            TournamentRuling::Withdraw { player, .. } => {
                let mut entries = known.entries.iter_mut();
                if let Some(entry) = entries.find(|entry| entry.player_id == player.0) {
                    entry.withdrawn_at = Some(now);
                }
            }
            TournamentRuling::Announce { .. } | TournamentRuling::Award { .. } => {}
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
            Directive::Withdraw { player, reason } => {
                let one = directed_by(self.batch, self.sender.player, name);
                let entered = one.and_then(|one| entered(one, player));
                let player = entered.map_or(Somebody::Unknown, |(_, name)| Somebody::Player(name));
                Directed::Withdraw(player, Extent::of(&self.reason(reason)))
            }
            Directive::Award {
                game,
                result,
                reason,
            } => Directed::Award(*game, *result, Extent::of(&self.reason(reason))),
            Directive::Unread(Missing::Words) => Directed::Unread("announce"),
            Directive::Unread(Missing::Withdrawal) => Directed::Unread("withdraw"),
            Directive::Unread(Missing::Award) => Directed::Unread("award"),
        }
    }
}

/// Who takes part, or waits for a seat.
fn takes_part(one: &Tournament) -> impl Iterator<Item = PlayerNumber> {
    let begun = one.has_begun();
    let entries = one.entries.iter().filter(move |entry| {
        let seated = !begun || entry.number.is_some();
        seated && entry.withdrawn_at.is_none()
    });
    entries.map(|entry| PlayerNumber(entry.player_id))
}

/// Whom and which games it concerns.
fn concerned(one: &Tournament, ruling: &TournamentRuling) -> Loaded {
    let games = match ruling {
        TournamentRuling::Withdraw { player, .. } => one.open_games_of(*player),
        TournamentRuling::Award { game, .. } => vec![*game],
        TournamentRuling::Open
        | TournamentRuling::Close
        | TournamentRuling::Begin
        | TournamentRuling::Announce { .. }
        | TournamentRuling::Cancel { .. } => Vec::new(),
    };
    Loaded {
        id: one.row.id,
        name: TournamentName {
            name: one.row.name.clone(),
            title: one.row.title.clone(),
        },
        has_begun: one.has_begun(),
        players: takes_part(one).collect(),
        games,
    }
}
