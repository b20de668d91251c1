//! What the administrator or a director decides in a tournament. What it does to a game is an event of that game; all else is a
//! row of the tournament's record, with the reason.

use super::batch::Batch;
use super::rulings::{self, LONGEST_REASON, Ruling, TakenOut};
use super::storage::{Needs, TournamentNeeds};
use super::tournaments::teams_allow;
use super::{Robot, is_of_database, substitution};
use crate::db::Transaction;
use crate::db::causes::{self, Cause};
use crate::db::tournament_admin::{self, Decided};
use crate::db::tournaments::{self, EntryRow, PlayedRow, TournamentRow};
use crate::game::{CauseId, GameNumber, Phase, PlayerNumber, Result};
use crate::letters::{Occasion, TournamentName, clean_talk, one_line, reason_of_withdrawal};
use crate::tournaments::table::{Counted, Withdrawal};
use crate::tournaments::{Decision, Obstacle, State};
use anyhow::{Context, bail, ensure};
use shakmaty::Color;
use uuid::Uuid;

/// The longest announcement, in characters.
pub(super) const LONGEST_WORDS: usize = 1_800;

/// What the administrator or a director decides in a tournament.
#[derive(Clone, Debug)]
pub enum TournamentRuling {
    /// Players may sign up.
    Open,
    /// Nobody may any more.
    Close,
    /// It begins as soon as what is due is looked for.
    Begin,
    /// All who take part are told this.
    Announce {
        /// In these words.
        words: String,
    },
    /// A player who takes part is told this.
    Tell {
        /// The player.
        player: PlayerNumber,
        /// In these words.
        words: String,
    },
    /// A player leaves it: their open games in it are lost.
    Withdraw {
        /// The player.
        player: PlayerNumber,
        /// Why; the commands take none that is empty.
        reason: String,
    },
    /// A player takes the place of another one: their games in it that go on are the other one's.
    Substitute {
        /// Whose place it is.
        gone: PlayerNumber,
        /// Who takes it.
        taker: PlayerNumber,
        /// Why; may be empty.
        reason: String,
    },
    /// These play for a team, the first board first; its others come behind them.
    LineUp {
        /// The team, from 1.
        team: i32,
        /// What it is called.
        name: String,
        /// Its players.
        players: Vec<PlayerNumber>,
    },
    /// A game of it that goes on is over.
    Award {
        /// Its number.
        game: GameNumber,
        /// With this result.
        result: Result,
        /// Why; the commands take none that is empty.
        reason: String,
    },
    /// It is given up before it has begun.
    Cancel {
        /// Why; the commands take none that is empty.
        reason: String,
    },
}

impl TournamentRuling {
    pub(super) fn words(&self) -> &str {
        match self {
            TournamentRuling::Open
            | TournamentRuling::Close
            | TournamentRuling::Begin
            | TournamentRuling::LineUp { .. } => "",
            TournamentRuling::Announce { words } | TournamentRuling::Tell { words, .. } => {
                words.trim()
            }
            TournamentRuling::Withdraw { reason, .. }
            | TournamentRuling::Substitute { reason, .. }
            | TournamentRuling::Award { reason, .. }
            | TournamentRuling::Cancel { reason } => reason.trim(),
        }
    }

    fn decision(&self) -> Decision {
        match self {
            TournamentRuling::Open => Decision::Open,
            TournamentRuling::Close => Decision::Close,
            TournamentRuling::Begin => Decision::Begin,
            TournamentRuling::Announce { .. } | TournamentRuling::Tell { .. } => Decision::Announce,
            TournamentRuling::Withdraw { .. } => Decision::Withdraw,
            TournamentRuling::Substitute { .. } => Decision::Substitute,
            TournamentRuling::LineUp { .. } => Decision::LineUp,
            TournamentRuling::Award { .. } => Decision::Award,
            TournamentRuling::Cancel { .. } => Decision::Cancel,
        }
    }

    /// Who comes in by it.
    fn taker(&self) -> Option<PlayerNumber> {
        match self {
            TournamentRuling::Substitute { taker, .. } => Some(*taker),
            TournamentRuling::Open
            | TournamentRuling::Close
            | TournamentRuling::Begin
            | TournamentRuling::Announce { .. }
            | TournamentRuling::Tell { .. }
            | TournamentRuling::Withdraw { .. }
            | TournamentRuling::LineUp { .. }
            | TournamentRuling::Award { .. }
            | TournamentRuling::Cancel { .. } => None,
        }
    }

    /// Which game it decides.
    fn awarded(&self) -> Option<GameNumber> {
        match self {
            TournamentRuling::Award { game, .. } => Some(*game),
            TournamentRuling::Open
            | TournamentRuling::Close
            | TournamentRuling::Begin
            | TournamentRuling::Announce { .. }
            | TournamentRuling::Tell { .. }
            | TournamentRuling::Withdraw { .. }
            | TournamentRuling::LineUp { .. }
            | TournamentRuling::Substitute { .. }
            | TournamentRuling::Cancel { .. } => None,
        }
    }

    pub(super) fn longest(&self) -> usize {
        match self {
            TournamentRuling::Announce { .. } | TournamentRuling::Tell { .. } => LONGEST_WORDS,
            TournamentRuling::Open
            | TournamentRuling::Close
            | TournamentRuling::Begin
            | TournamentRuling::LineUp { .. }
            | TournamentRuling::Award { .. }
            | TournamentRuling::Withdraw { .. }
            | TournamentRuling::Substitute { .. }
            | TournamentRuling::Cancel { .. } => LONGEST_REASON,
        }
    }
}

/// A tournament while something is decided in it.
pub(super) struct Loaded {
    pub(super) id: i64,
    pub(super) name: TournamentName,
    pub(super) has_begun: bool,
    /// Who takes part in it, or waits for a seat.
    pub(super) players: Vec<PlayerNumber>,
    /// The games that end by what is decided, or go on with somebody else.
    pub(super) games: Vec<GameNumber>,
}

/// Who has decided something in a tournament, and by what.
#[derive(Clone, Debug)]
pub(super) struct Decider<'n> {
    /// The director; none where it was the administrator.
    pub(super) director: Option<(PlayerNumber, &'n str)>,
    pub(super) cause: CauseId,
}

/// What was decided, as it is to be written down.
#[derive(Clone, Debug)]
pub(super) struct Ruled {
    pub(super) tournament: i64,
    pub(super) has_begun: bool,
    pub(super) ruling: TournamentRuling,
    /// The director; none where it was the administrator.
    pub(super) director: Option<PlayerNumber>,
    pub(super) cause: CauseId,
}

impl Robot {
    /// Carries out what the administrator decides in a tournament, records it, and tells whom it concerns, in one transaction.
    /// Returns how many letters say so. A decision that is tried a second time under the same `id` is not carried out again.
    ///
    /// # Errors
    ///
    /// When the database fails, there is no such tournament, or it does not stand so that this can be done; nothing has
    /// happened then.
    pub async fn rule_tournament(
        &self,
        id: Uuid,
        name: &str,
        ruling: &TournamentRuling,
    ) -> anyhow::Result<i64> {
        let (length, longest) = (ruling.words().chars().count(), ruling.longest());
        if length > longest {
            bail!("that is {length} characters: more than {longest} are not sent");
        }
        let cause = Cause::TournamentRuling { id };
        match self.try_tournament_ruling(&cause, name, ruling).await {
            // Whether it was carried out nobody knows, and a second try does no harm.
            Err(failure) if is_of_database(&failure) => {
                self.try_tournament_ruling(&cause, name, ruling).await?;
            }
            tried => tried?,
        }
        Ok(causes::letters(&self.pool, &cause).await?)
    }

    async fn try_tournament_ruling(
        &self,
        cause: &Cause,
        name: &str,
        ruling: &TournamentRuling,
    ) -> anyhow::Result<()> {
        let mut tx = self.pool.begin().await?;
        // Before anything else: who has a seat may change by this.
        tournaments::lock(&mut tx).await?;
        let tournament = tournament_admin::lock(&mut tx, name).await?;
        let tournament = tournament.with_context(|| format!("there is no tournament {name}"))?;
        // What it was tried for has happened, and it may stand otherwise by that.
        if causes::is_known(&mut tx, cause).await? {
            return Ok(());
        }
        let loaded = load(&mut tx, &tournament, ruling).await?;
        let needs = Needs {
            games: loaded.games.iter().copied().collect(),
            tournaments: TournamentNeeds {
                all_of: Some(loaded.id),
                directors: true,
                ..TournamentNeeds::default()
            },
            told: loaded
                .players
                .iter()
                .copied()
                .chain(ruling.taker())
                .collect(),
            ..Needs::default()
        };
        let decide = |batch: &mut Batch<'_>, cause| {
            let by = Decider {
                director: None,
                cause,
            };
            decide(batch, &by, &loaded, ruling)?;
            Ok(cause)
        };
        let done = self.carry_out_once(&mut tx, cause, needs, decide).await?;
        if let Some(done) = done {
            let ruled = Ruled {
                tournament: loaded.id,
                has_begun: loaded.has_begun,
                ruling: ruling.clone(),
                director: None,
                cause: done.decided,
            };
            write_down(&mut tx, &ruled).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}

impl Loaded {
    /// Whom and which games a decision concerns.
    pub(super) fn of(
        tournament: &TournamentRow,
        entries: &[EntryRow],
        games: &[PlayedRow],
        ruling: &TournamentRuling,
    ) -> Loaded {
        let ends = |game: &PlayedRow| match ruling {
            TournamentRuling::Withdraw { player, .. }
            | TournamentRuling::Substitute { gone: player, .. } => game.has(player.0),
            TournamentRuling::Award { game: awarded, .. } => game.game_id == awarded.0,
            TournamentRuling::Open
            | TournamentRuling::Close
            | TournamentRuling::Begin
            | TournamentRuling::Announce { .. }
            | TournamentRuling::Tell { .. }
            | TournamentRuling::LineUp { .. }
            | TournamentRuling::Cancel { .. } => false,
        };
        let games = games.iter().filter(|game| game.playing && ends(game));
        let players = entries.iter().filter(|entry| entry.takes_part(tournament));
        Loaded {
            id: tournament.id,
            has_begun: tournament.started_at.is_some(),
            name: TournamentName {
                name: tournament.name.clone(),
                title: tournament.title.clone(),
            },
            players: players.map(|one| PlayerNumber(one.player_id)).collect(),
            games: games.map(|game| GameNumber(game.game_id)).collect(),
        }
    }
}

/// Whom and which games a decision of the administrator's concerns, if it can be made.
async fn load(
    tx: &mut Transaction<'_>,
    tournament: &TournamentRow,
    ruling: &TournamentRuling,
) -> anyhow::Result<Loaded> {
    let state = State::from_word(&tournament.state).context("its state")?;
    if let Some(obstacle) = state.obstacle(ruling.decision()) {
        bail!(in_words(obstacle, ruling, &tournament.name));
    }
    let entries = tournaments::entries(tx, &[tournament.id]).await?;
    let games = tournaments::games(tx, &[tournament.id]).await?;
    if let TournamentRuling::Withdraw { player, .. }
    | TournamentRuling::Substitute { gone: player, .. } = ruling
    {
        takes_part(tournament, &entries, *player)?;
    }
    teams_allow(tournament, &entries, ruling)?;
    let loaded = Loaded::of(tournament, &entries, &games, ruling);
    if matches!(ruling, TournamentRuling::Announce { .. }) && loaded.players.is_empty() {
        bail!(
            "nobody takes part in {}: nobody would be told",
            tournament.name
        );
    }
    Ok(loaded)
}

fn takes_part(
    tournament: &TournamentRow,
    entries: &[EntryRow],
    player: PlayerNumber,
) -> anyhow::Result<()> {
    let entry = entries.iter().find(|one| one.player_id == player.0);
    match entry {
        Some(entry) if entry.takes_part(tournament) => Ok(()),
        Some(entry) if entry.has_left() => {
            bail!("{} has left {} already", entry.name, tournament.name)
        }
        Some(_) | None => bail!(
            "player {} does not take part in {}; `penpawn tournaments show {}` lists who does",
            player.0,
            tournament.name,
            tournament.name
        ),
    }
}

/// Why the administrator cannot decide this in the tournament of this name.
fn in_words(obstacle: Obstacle, ruling: &TournamentRuling, name: &str) -> String {
    match (obstacle, ruling.decision()) {
        (Obstacle::OpenAlready, _) => format!("{name} is open already"),
        (Obstacle::ClosedAlready, _) => format!("{name} is closed already"),
        (Obstacle::NotOpenYet, _) => format!(
            "{name} is not open yet: `penpawn tournaments open {name}` lets players sign up"
        ),
        (Obstacle::Cancelled, _) => format!("{name} was cancelled"),
        (Obstacle::Over, _) => format!("all games of {name} are over"),
        (Obstacle::NotBegun, _) => format!("{name} has not begun, and has no games"),
        (Obstacle::Begun, Decision::Cancel) => format!(
            "{name} has begun, and games belong to their players: end single ones by `penpawn games adjudicate`, or take a \
             player out by `penpawn tournaments withdraw`"
        ),
        (
            Obstacle::Begun,
            Decision::Open
            | Decision::Close
            | Decision::Begin
            | Decision::Announce
            | Decision::Withdraw
            | Decision::Substitute
            | Decision::LineUp
            | Decision::Award,
        ) => format!("{name} has begun: nobody can sign up any more"),
    }
}

/// Ends the games that it ends, and writes to whom it concerns.
pub(super) fn decide(
    batch: &mut Batch<'_>,
    by: &Decider<'_>,
    loaded: &Loaded,
    ruling: &TournamentRuling,
) -> anyhow::Result<()> {
    let cause = by.cause;
    let tournament = loaded.name.clone();
    let director = by.director.map(|(_, name)| name.to_owned());
    match ruling {
        TournamentRuling::Open | TournamentRuling::Close | TournamentRuling::Begin => {}
        TournamentRuling::LineUp { team, players, .. } => {
            let by = (director.as_deref(), cause);
            batch.tell_of_boards(loaded.id, (*team, players), by);
        }
        TournamentRuling::Announce { words } => {
            let words = clean_talk(words).context("the announcement says nothing")?;
            let occasion = Occasion::TournamentAnnounced {
                tournament,
                director,
                words,
            };
            tell(batch, cause, &loaded.players, &occasion);
        }
        TournamentRuling::Tell { player, words } => {
            let words = clean_talk(words).context("the director says nothing")?;
            let occasion = Occasion::DirectorWrites {
                tournament,
                director: director.context("only a director writes to a player")?,
                words,
            };
            tell(batch, cause, &[*player], &occasion);
        }
        TournamentRuling::Cancel { reason } => {
            give_up(batch, cause, loaded, one_line(reason.trim()));
        }
        TournamentRuling::Award {
            game,
            result,
            reason,
        } => award(batch, by, loaded, (*game, *result, reason))?,
        TournamentRuling::Withdraw { player, reason } => {
            withdraw(batch, by, loaded, (*player, one_line(reason.trim())))?;
        }
        TournamentRuling::Substitute {
            gone,
            taker,
            reason,
        } => {
            let change = substitution::Change {
                gone: *gone,
                taker: *taker,
                reason: &one_line(reason.trim()),
            };
            substitution::substitute(batch, by, loaded, change)?;
        }
    }
    Ok(())
}

/// Ends a game of it.
fn award(
    batch: &mut Batch<'_>,
    by: &Decider<'_>,
    loaded: &Loaded,
    (game, result, reason): (GameNumber, Result, &str),
) -> anyhow::Result<()> {
    let name = &loaded.name.name;
    ensure!(
        loaded.games.contains(&game),
        "game {game} is none of {name} that goes on"
    );
    let ruling = Ruling::Adjudicate {
        result,
        reason: reason.to_owned(),
    };
    rulings::decide(batch, &by.in_a_game(Counted::Yes), game, &ruling)?;
    Ok(())
}

impl<'n> Decider<'n> {
    fn in_a_game(&self, counted: Counted) -> rulings::Decider<'n> {
        rulings::Decider {
            director: self.director.map(|(_, name)| name),
            cause: self.cause,
            counted,
            taken_out: None,
        }
    }
}

/// Takes a player out, who loses the games.
fn withdraw(
    batch: &mut Batch<'_>,
    by: &Decider<'_>,
    loaded: &Loaded,
    (player, reason): (PlayerNumber, String),
) -> anyhow::Result<()> {
    let tournament = loaded.name.clone();
    let out_of_it = TakenOut {
        title: &tournament.title,
        reason: &reason,
    };
    let one = batch.tournaments.numbered(loaded.id);
    let left = one.and_then(|one| one.if_left(player, batch.now));
    let annulled = left == Some(Withdrawal::Annulled);
    let out = one.and_then(|one| one.out_if_left(player, batch.now));
    let mut lost = Vec::new();
    for number in &loaded.games {
        if loses(batch, by, *number, player, &out_of_it)? {
            lost.push(number.0);
        }
    }
    let occasion = Occasion::TakenOutOfTournament {
        tournament,
        director: by.director.map(|(_, name)| name.to_owned()),
        reason,
        lost,
        annulled,
        out,
    };
    tell(batch, by.cause, &[player], &occasion);
    if !loaded.has_begun {
        take_off(batch, by.cause, loaded, player);
    }
    Ok(())
}

/// Takes a player off the list; whoever has a seat or another board by that is told.
fn take_off(batch: &mut Batch<'_>, cause: CauseId, loaded: &Loaded, player: PlayerNumber) {
    let moved = batch.tournaments.remove(loaded.id, player);
    let moved = moved.map(|moved| (loaded.id, moved));
    batch.tell_of_seats(moved.as_slice(), cause);
}

/// Ends a game against a player, where it goes on. Returns whether it did.
fn loses(
    batch: &mut Batch<'_>,
    by: &Decider<'_>,
    number: GameNumber,
    player: PlayerNumber,
    out_of_it: &TakenOut<'_>,
) -> anyhow::Result<bool> {
    let loaded = batch.games.get(&number);
    let game = &loaded.context("a game is not there")?.game;
    if game.phase() != Phase::Playing {
        return Ok(false);
    }
    let result = match game.player(Color::White) == Some(player) {
        true => Result::Black,
        false => Result::White,
    };
    let ruling = Ruling::Adjudicate {
        result,
        reason: reason_of_withdrawal(out_of_it.title, out_of_it.reason),
    };
    let counted = batch.tournaments.counted(number, player, batch.now);
    let decider = rulings::Decider {
        taken_out: Some(out_of_it.clone()),
        ..by.in_a_game(counted)
    };
    rulings::decide(batch, &decider, number, &ruling)?;
    Ok(true)
}

/// Tells all who take part, and those who direct it, that it is given up.
fn give_up(batch: &mut Batch<'_>, cause: CauseId, loaded: &Loaded, reason: String) {
    let tournament = loaded.name.clone();
    let occasion = Occasion::TournamentGivenUp { tournament, reason };
    tell(batch, cause, &loaded.players, &occasion);
    let one = batch.tournaments.numbered(loaded.id);
    let directors = one.map(|one| one.directors_beside(&loaded.players));
    tell(batch, cause, &directors.unwrap_or_default(), &occasion);
}

/// Writes to these players, as far as they may be written to.
fn tell(batch: &mut Batch<'_>, cause: CauseId, players: &[PlayerNumber], occasion: &Occasion) {
    for &player in players {
        batch.tell_of_tournament(player, occasion.clone(), cause);
    }
}

/// Writes down how the tournament stands then, and what was decided.
pub(super) async fn write_down(tx: &mut Transaction<'_>, ruled: &Ruled) -> anyhow::Result<()> {
    let id = ruled.tournament;
    let (kind, player) = match &ruled.ruling {
        TournamentRuling::Open => {
            tournament_admin::set_state(tx, id, State::Open).await?;
            ("opened", None)
        }
        TournamentRuling::Close => {
            tournament_admin::set_state(tx, id, State::Closed).await?;
            ("closed", None)
        }
        TournamentRuling::Begin => {
            tournaments::begin_now(tx, id).await?;
            ("to begin", None)
        }
        TournamentRuling::Announce { .. } => ("announced", None),
        TournamentRuling::Tell { player, .. } => ("told", Some(player.0)),
        TournamentRuling::Award { .. } => ("awarded", None),
        TournamentRuling::Cancel { .. } => {
            tournament_admin::set_state(tx, id, State::Cancelled).await?;
            ("cancelled", None)
        }
        TournamentRuling::Withdraw { player, .. } => {
            // Else their name is off the list already, by what was decided.
            if ruled.has_begun {
                tournament_admin::withdraw(tx, id, player.0).await?;
            }
            ("withdrawn", Some(player.0))
        }
        TournamentRuling::LineUp { team, players, .. } => {
            let players: Vec<i64> = players.iter().map(|player| player.0).collect();
            tournament_admin::line_up(tx, id, (*team, &players)).await?;
            ("lined up", None)
        }
        TournamentRuling::Substitute { gone, taker, .. } => {
            tournament_admin::substitute(tx, id, (gone.0, taker.0)).await?;
            ("substituted", Some(gone.0))
        }
    };
    let decided = Decided {
        cause: ruled.cause.other(),
        director: ruled.director.map(|player| player.0),
        kind,
        player,
        substitute: ruled.ruling.taker().map(|taker| taker.0),
        game: ruled.ruling.awarded().map(|game| game.0),
        words: &ruled.noted(),
    };
    tournament_admin::record(tx, id, decided).await?;
    Ok(())
}

impl Ruled {
    /// What the record says of it, beside its kind.
    fn noted(&self) -> String {
        match &self.ruling {
            TournamentRuling::Award {
                game,
                result,
                reason,
            } => {
                let result = result.token();
                format!("game {game}, {result}: {}", reason.trim())
            }
            TournamentRuling::LineUp { name, .. } => name.clone(),
            TournamentRuling::Open
            | TournamentRuling::Close
            | TournamentRuling::Begin
            | TournamentRuling::Announce { .. }
            | TournamentRuling::Tell { .. }
            | TournamentRuling::Withdraw { .. }
            | TournamentRuling::Substitute { .. }
            | TournamentRuling::Cancel { .. } => self.ruling.words().to_owned(),
        }
    }
}
