//! Tournaments as they are loaded, and what happens in them by itself: they begin, their rounds are paired, and they are
//! over.

use super::batch::{Batch, Came, PlayedIn, Randomness};
use super::draft::{Draft, Recipient};
use super::storage::{Needs, TournamentNeeds};
use super::{Robot, is_of_database};
use crate::chess::Start;
use crate::db::causes::{Cause, TournamentDeed};
use crate::db::tournaments::{self, Due, EntryRow, PairedRow, PlayedRow, TournamentRow};
use crate::game::clock::Control;
use crate::game::rating::{Pool, Rating, Stake};
use crate::game::{By, CauseId, Game, GameNumber, Manner, PlayerNumber, Result, Wish};
use crate::letters::{
    BegunGame, Clockface, Occasion, TournamentView, annuls, control_in_words, has_lost, instant_of,
    system_in_words, table_in_lines,
};
use crate::tournaments::berger::{double_round_robin, round_robin};
use crate::tournaments::draw::{self, Entrant};
use crate::tournaments::table::{Record, Table, Withdrawal, Withdrawn, table};
use crate::tournaments::{self as pairing, Contested, Number, Pairing, System};
use anyhow::{Context, bail};
use shakmaty::Color;
use std::collections::HashMap;
use tracing::error;

/// Under which the numbers of new games are reserved that no mail makes.
pub(super) const NO_MAIL: i64 = 0;

/// Tournaments, and what changes in them.
#[derive(Clone, Debug, Default)]
pub(super) struct LoadedTournaments {
    /// Those that are open, closed or played, and those that are named.
    pub(super) known: Vec<Tournament>,
    /// Where players of one that is to begin stand.
    pub(super) ratings: HashMap<(PlayerNumber, Pool), Rating>,
    /// In the order in which they were decided.
    pub(super) changes: Vec<Change>,
}

/// A tournament that is loaded.
#[derive(Clone, Debug)]
pub(super) struct Tournament {
    pub(super) row: TournamentRow,
    pub(super) system: System,
    pub(super) control: Control,
    pub(super) stake: Stake,
    pub(super) start: Start,
    /// In the order of the draw; before it in that of the list.
    pub(super) entries: Vec<EntryRow>,
    pub(super) games: Vec<PlayedRow>,
}

/// Something that changes in a tournament.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Somebody signs up.
    SignedUp {
        tournament: i64,
        player: PlayerNumber,
    },
    /// Somebody takes part no more in one that has not begun, or in any.
    SignedOff {
        tournament: Option<i64>,
        player: PlayerNumber,
    },
    /// Somebody has left one that goes on, or all.
    Withdrawn {
        tournament: Option<i64>,
        player: PlayerNumber,
        cause: CauseId,
    },
    /// It begins.
    Begun(NewGames),
    /// It is over, or was given up.
    Ended {
        tournament: i64,
        turned: tournaments::Turned,
        cause: CauseId,
    },
}

/// With what a tournament begins.
#[derive(Clone, Debug)]
pub(super) struct NewGames {
    pub(super) tournament: i64,
    pub(super) cause: CauseId,
    /// The players in the order of their numbers, each with the rating.
    pub(super) players: Vec<(PlayerNumber, Option<i32>)>,
    pub(super) games: Vec<PairedRow>,
    /// The event by which each of them has begun.
    began: HashMap<i64, u32>,
    pub(super) rounds: i32,
}

/// What is done where fewer have signed up than are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooFew {
    /// It is cancelled.
    Cancel,
    /// Nothing: whoever begins it is told so.
    Refuse,
}

/// What came of a try to begin a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It has begun, with so many players.
    Now {
        /// How many.
        players: usize,
    },
    /// Too few have signed up, and it is cancelled.
    Cancelled,
    /// It has begun, or was cancelled, before.
    Before,
}

impl Tournament {
    /// The number of those who have a seat.
    pub(super) fn seats(&self) -> usize {
        usize::try_from(self.row.most_players).unwrap_or(usize::MAX)
    }

    /// Whether it has begun.
    pub(super) fn has_begun(&self) -> bool {
        self.row.started_at.is_some()
    }

    pub(super) fn entry(&self, player: PlayerNumber) -> Option<&EntryRow> {
        self.entries
            .iter()
            .find(|entry| entry.player_id == player.0)
    }

    /// The place of somebody on the list, from 1.
    pub(super) fn place(&self, player: PlayerNumber) -> Option<usize> {
        let mut entries = self.entries.iter();
        entries
            .position(|entry| entry.player_id == player.0)
            .map(|at| at + 1)
    }

    /// The number in the draw.
    fn number(&self, player: i64) -> Option<Number> {
        let entry = self
            .entries
            .iter()
            .find(|entry| entry.player_id == player)?;
        u16::try_from(entry.number?).ok().map(Number)
    }

    /// The games of a player: how many were over when they withdrew, and all.
    fn games_of(&self, entry: &EntryRow) -> (u16, u16) {
        let own = self
            .games
            .iter()
            .filter(|game| [game.white_id, game.black_id].contains(&entry.player_id));
        let over = own
            .clone()
            .filter(|game| game.finished_at < entry.withdrawn_at && game.finished_at.is_some());
        let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        (count(over.count()), count(own.count()))
    }

    /// What becomes in the table of the games of somebody who has withdrawn.
    pub(super) fn withdrawal(&self, entry: &EntryRow) -> Withdrawal {
        let (over, all) = self.games_of(entry);
        Withdrawal::after(over, all, self.system)
    }

    /// Its table, and the names of those in it, by their numbers; of one that has begun.
    pub(super) fn table(&self) -> (Table, Vec<String>) {
        let seated = self.entries.iter().filter(|entry| entry.number.is_some());
        let names: Vec<String> = seated.clone().map(|entry| entry.name.clone()).collect();
        let withdrawn: Vec<Withdrawn> = seated
            .filter(|entry| entry.withdrawn_at.is_some())
            .filter_map(|entry| {
                Some(Withdrawn {
                    player: self.number(entry.player_id)?,
                    games: self.withdrawal(entry),
                })
            })
            .collect();
        let games: Vec<pairing::Game> = self
            .games
            .iter()
            .filter_map(|game| self.game_in_table(game))
            .collect();
        let table = table(&Record {
            system: self.system,
            players: u16::try_from(names.len()).unwrap_or(u16::MAX),
            withdrawn: &withdrawn,
            games: &games,
            byes: &[],
        });
        (table, names)
    }

    fn game_in_table(&self, game: &PlayedRow) -> Option<pairing::Game> {
        let result = Result::from_token(&game.result)?;
        // What the administrator has ended without a result counts for nobody, and does not go on.
        if result == Result::Unknown && !game.playing {
            return None;
        }
        let contested = match game.contested {
            true => Contested::Yes,
            false => Contested::No,
        };
        Some(pairing::Game {
            pairing: Pairing {
                round: u16::try_from(game.round).ok()?,
                white: self.number(game.white_id)?,
                black: self.number(game.black_id)?,
            },
            result,
            contested,
        })
    }

    /// How many games everybody plays at the most.
    fn most_games(&self) -> i32 {
        let others = self.row.most_players - 1;
        match self.system {
            System::RoundRobin => others,
            System::DoubleRoundRobin => 2 * others,
            System::Swiss { rounds } => i32::from(rounds),
        }
    }
}

impl LoadedTournaments {
    pub(super) fn find(&self, name: &str) -> Option<&Tournament> {
        self.known.iter().find(|one| one.row.name == name)
    }

    fn numbered(&self, number: i64) -> Option<&Tournament> {
        self.known.iter().find(|one| one.row.id == number)
    }

    /// Somebody is at the end of the list of this one.
    pub(super) fn add(&mut self, tournament: i64, player: PlayerNumber, name: &str) {
        let known = self.known.iter_mut().find(|one| one.row.id == tournament);
        if let Some(known) = known {
            known.entries.push(EntryRow {
                tournament_id: tournament,
                player_id: player.0,
                name: name.to_owned(),
                number: None,
                rating: None,
                withdrawn_at: None,
            });
        }
        self.changes.push(Change::SignedUp { tournament, player });
    }

    /// Somebody is on the list of this one no more. Returns who has a seat now and had none before.
    pub(super) fn remove(&mut self, tournament: i64, player: PlayerNumber) -> Option<PlayerNumber> {
        self.changes.push(Change::SignedOff {
            tournament: Some(tournament),
            player,
        });
        let known = self.known.iter_mut().find(|one| one.row.id == tournament)?;
        let seats = known.seats();
        let place = known.place(player)?;
        known.entries.retain(|entry| entry.player_id != player.0);
        let next = known.entries.get(seats.checked_sub(1)?)?;
        (place <= seats).then_some(PlayerNumber(next.player_id))
    }

    /// Somebody leaves for good: they are on no list any more, and have left what goes on.
    pub(super) fn leave(&mut self, player: PlayerNumber, cause: CauseId) {
        self.changes.push(Change::SignedOff {
            tournament: None,
            player,
        });
        self.changes.push(Change::Withdrawn {
            tournament: None,
            player,
            cause,
        });
    }
}

impl Batch<'_> {
    /// A tournament as this reader is told of it.
    pub(super) fn tournament_view(&self, one: &Tournament, reader: PlayerNumber) -> TournamentView {
        let row = &one.row;
        let zone = self.players.get(&reader).and_then(|known| known.zone);
        let seated = match one.has_begun() {
            true => one
                .entries
                .iter()
                .filter(|entry| entry.number.is_some())
                .count(),
            false => one.entries.len().min(one.seats()),
        };
        TournamentView {
            name: row.name.clone(),
            title: row.title.clone(),
            state: row.state.clone(),
            system: system_in_words(one.system),
            rounds: match one.system {
                System::Swiss { rounds } => Some(rounds),
                System::RoundRobin | System::DoubleRoundRobin => None,
            },
            clock: one
                .control
                .has_clock()
                .then(|| control_in_words(one.control)),
            stake: row.stake.clone(),
            start: row.start.clone(),
            engines: row.engines.clone(),
            publication: row.publication.clone(),
            begins: row
                .begins_at
                .map(|at| instant_of(at, Clockface::Minutes, zone)),
            least: row.least_players,
            most: row.most_players,
            games: one.most_games(),
            seated,
            waiting: one.entries.len().saturating_sub(one.seats()),
            going_on: one.games.iter().filter(|game| game.playing).count(),
            yours: one
                .entry(reader)
                .is_some_and(|entry| entry.withdrawn_at.is_none()),
        }
    }

    /// Its table as this reader is told it; before it begins, who has signed up.
    pub(super) fn tournament_table(&self, one: &Tournament, reader: PlayerNumber) -> Occasion {
        let tournament = self.tournament_view(one, reader);
        let by_itself = false;
        if !one.has_begun() {
            let names = one.entries.iter().zip(1..);
            let table = names
                .map(|(entry, place)| format!("  {place:>2} {}\n", entry.name))
                .collect();
            return Occasion::TournamentTable {
                tournament,
                table,
                annulled: false,
                withdrawn: false,
                by_itself,
            };
        }
        let (table, names) = one.table();
        Occasion::TournamentTable {
            tournament,
            annulled: annuls(&table),
            withdrawn: has_lost(&table),
            table: table_in_lines(one.system, &table, &names),
            by_itself,
        }
    }

    /// Writes to somebody who takes part, where they may be written to.
    fn tell_of_tournament(&mut self, player: PlayerNumber, occasion: Occasion, cause: CauseId) {
        if self.is_active(player) && self.may_write_to(player) {
            let draft = Draft::about_no_game(occasion, Recipient::Player(player), cause);
            self.drafts.push(draft);
        }
    }
}

impl Robot {
    /// Does what is due in tournaments for the longest time. Returns whether there was something.
    ///
    /// # Errors
    ///
    /// When the database fails; nothing has changed then.
    pub async fn go_on_with_tournaments(&self) -> anyhow::Result<bool> {
        let mut tx = self.pool.begin().await?;
        let Some(due) = tournaments::next_due(&mut tx).await? else {
            return Ok(false);
        };
        tx.rollback().await?;
        let done = match due {
            Due::Begin(number) => self
                .begin_tournament(number, TooFew::Cancel)
                .await
                .map(|_| ()),
            Due::Round(number) => self.pair_round(number).await,
            Due::Finish(number) => self.finish_tournament(number).await,
        };
        match done {
            Ok(()) => {}
            Err(failure) if is_of_database(&failure) => return Err(failure),
            // One that cannot go on holds up no other.
            Err(failure) => {
                error!(?due, error = %format!("{failure:#}"), "a tournament cannot go on");
                let mut tx = self.pool.begin().await?;
                tournaments::put_off(&mut tx, due).await?;
                tx.commit().await?;
            }
        }
        Ok(true)
    }

    /// Begins a tournament: numbers are drawn, all games that can be paired begin, and each of its players gets one letter.
    /// However many try at the same moment, it begins once.
    ///
    /// # Errors
    ///
    /// When the database fails, there is none, it cannot be paired, or too few have signed up and that is to be refused;
    /// nothing has changed then.
    pub async fn begin_tournament(&self, number: i64, too_few: TooFew) -> anyhow::Result<Begun> {
        let deed = TournamentDeed::Begin;
        let decide = |batch: &mut Batch<'_>, cause: CauseId| begin(batch, cause, number, too_few);
        let begun = self.in_tournament(number, deed, decide).await?;
        Ok(begun.unwrap_or(Begun::Before))
    }

    /// Pairs the next round of a tournament that is played in rounds.
    async fn pair_round(&self, number: i64) -> anyhow::Result<()> {
        bail!("tournament {number} has no system that pairs round after round")
    }

    async fn finish_tournament(&self, number: i64) -> anyhow::Result<()> {
        let decide = |batch: &mut Batch<'_>, cause: CauseId| finish(batch, cause, number);
        self.in_tournament(number, TournamentDeed::Finish, decide)
            .await?;
        Ok(())
    }

    /// Does something in a tournament once; `None` where it was done before.
    async fn in_tournament<T: Send>(
        &self,
        number: i64,
        what: TournamentDeed,
        decide: impl FnOnce(&mut Batch<'_>, CauseId) -> anyhow::Result<T> + Send,
    ) -> anyhow::Result<Option<T>> {
        let mut tx = self.pool.begin().await?;
        // Before the cause: whoever waits for that must hold nothing.
        tournaments::lock(&mut tx).await?;
        let keys = self.keys().await?;
        let randomness = Randomness::of_cause(&format!("tournament {number} {what:?}"), &keys);
        let needs = Needs {
            tournaments: TournamentNeeds {
                all_of: Some(number),
                lock: true,
                ..TournamentNeeds::default()
            },
            ..Needs::default()
        };
        let decide = |batch: &mut Batch<'_>, cause| {
            batch.randomness = randomness;
            decide(batch, cause)
        };
        let cause = Cause::Tournament {
            tournament: number,
            what,
        };
        let done = self.carry_out_once(&mut tx, &cause, needs, decide).await?;
        tx.commit().await?;
        Ok(done.map(|done| done.decided))
    }
}

fn begin(
    batch: &mut Batch<'_>,
    cause: CauseId,
    number: i64,
    too_few: TooFew,
) -> anyhow::Result<Begun> {
    let known = batch.tournaments.numbered(number);
    let one = known
        .with_context(|| format!("there is no tournament {number}"))?
        .clone();
    match one.row.state.as_str() {
        "open" | "closed" => {}
        _ => return Ok(Begun::Before),
    }
    // Whom our letters do not reach cannot play.
    let reached = |entry: &&EntryRow| {
        let player = PlayerNumber(entry.player_id);
        batch.is_active(player) && batch.may_write_to(player) && !batch.rests(player)
    };
    let there: Vec<PlayerNumber> = one
        .entries
        .iter()
        .filter(reached)
        .map(|entry| PlayerNumber(entry.player_id))
        .collect();
    let seated: Vec<PlayerNumber> = there.iter().copied().take(one.seats()).collect();
    let least = usize::try_from(one.row.least_players)
        .unwrap_or(usize::MAX)
        .max(2);
    if seated.len() < least {
        return match too_few {
            TooFew::Refuse => bail!(
                "{} players could play, and {least} are needed",
                seated.len()
            ),
            TooFew::Cancel => {
                cancel(batch, cause, &one, (&there, seated.len()));
                Ok(Begun::Cancelled)
            }
        };
    }
    let begun = pair_all(batch, cause, &one, &seated)?;
    tell_begun(batch, cause, &one, &begun)?;
    leave_out(batch, cause, &one, (&there, &seated));
    batch.tournaments.changes.push(Change::Begun(begun));
    Ok(Begun::Now {
        players: seated.len(),
    })
}

/// Whoever is not drawn is on no list any more; those who could have played are told.
fn leave_out(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    (there, seated): (&[PlayerNumber], &[PlayerNumber]),
) {
    let entries = one
        .entries
        .iter()
        .map(|entry| PlayerNumber(entry.player_id));
    for player in entries.filter(|player| !seated.contains(player)) {
        if there.contains(&player) {
            let tournament = batch.tournament_view(one, player);
            batch.tell_of_tournament(player, Occasion::NoSeat { tournament }, cause);
        }
        let tournament = Some(one.row.id);
        let signed_off = Change::SignedOff { tournament, player };
        batch.tournaments.changes.push(signed_off);
    }
}

fn cancel(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    (there, seated): (&[PlayerNumber], usize),
) {
    for &player in there {
        let mut tournament = batch.tournament_view(one, player);
        tournament.seated = seated;
        batch.tell_of_tournament(player, Occasion::TournamentCancelled { tournament }, cause);
    }
    let (tournament, turned) = (one.row.id, tournaments::Turned::Cancelled);
    batch.tournaments.changes.push(Change::Ended {
        tournament,
        turned,
        cause,
    });
}

/// Who plays whom when it begins.
fn first_pairings(system: System, players: usize) -> anyhow::Result<Vec<Pairing>> {
    let players = u16::try_from(players)?;
    match system {
        System::RoundRobin => Ok(round_robin(players)),
        System::DoubleRoundRobin => Ok(double_round_robin(players)),
        System::Swiss { .. } => bail!("a Swiss cannot be paired yet"),
    }
}

/// Draws numbers, and begins the games.
fn pair_all(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    seated: &[PlayerNumber],
) -> anyhow::Result<NewGames> {
    let mut entrants = Vec::new();
    for &player in seated {
        let lot = batch.randomness.draw(None)?;
        let ahead = batch.seeks.whites_ahead(player);
        entrants.push(Entrant { player, ahead, lot });
    }
    let drawn = draw::order(entrants);
    let pairings = first_pairings(one.system, drawn.len())?;
    let (mut games, mut boards, mut began) = (Vec::new(), HashMap::new(), HashMap::new());
    for pairing in &pairings {
        let holder = |number: Number| drawn.get(usize::from(number.0).checked_sub(1)?).copied();
        let both = holder(pairing.white).zip(holder(pairing.black));
        let (white, black) = both.context("a number that nobody has is paired")?;
        let round = i32::from(pairing.round);
        let (game_id, event) = open_game(batch, cause, one, ([white, black], round))?;
        began.insert(game_id, event);
        let board = boards.entry(round).or_insert(0);
        *board += 1;
        games.push(PairedRow {
            game_id,
            round,
            board: *board,
        });
    }
    let pool = Pool::of(&one.start);
    let rating = |player: PlayerNumber| {
        let known = batch.tournaments.ratings.get(&(player, pool?))?;
        // Between bounds that a float holds exactly.
        Some(known.points.round().clamp(0.0, 1e6) as i32)
    };
    Ok(NewGames {
        tournament: one.row.id,
        cause,
        players: drawn
            .iter()
            .map(|&player| (player, rating(player)))
            .collect(),
        began,
        rounds: games.iter().map(|game| game.round).max().unwrap_or(0),
        games,
    })
}

/// Begins one game: as one to which White has challenged Black, and which was accepted.
fn open_game(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    ([white, black], round): ([PlayerNumber; 2], i32),
) -> anyhow::Result<(i64, u32)> {
    let number = batch.spare.games.take(NO_MAIL).map(GameNumber);
    let number = number.context("no number is left for a new game")?;
    let (start, control, stake) = (one.start.clone(), one.control, one.stake);
    let (game, challenged) =
        Game::challenge_for(number, white, black, Wish::White, start, control, stake);
    batch.add_game(game);
    let by = By {
        player: None,
        cause: Some(cause),
    };
    let came = Came::at(batch.now);
    batch.record(number, &challenged, Manner::default(), by, came);
    let loaded = batch
        .games
        .get_mut(&number)
        .context("a game that was opened is not there")?;
    loaded.belongs_to(PlayedIn {
        name: one.row.name.clone(),
        title: one.row.title.clone(),
        round,
    });
    let accepted = loaded.game.accept(black, true)?;
    let event = batch.record(number, &accepted, Manner::default(), by, came);
    Ok((
        number.0,
        event.context("a game that was opened is not there")?,
    ))
}

/// One letter to each player, about all their games.
fn tell_begun(
    batch: &mut Batch<'_>,
    cause: CauseId,
    one: &Tournament,
    begun: &NewGames,
) -> anyhow::Result<()> {
    let mut one = one.clone();
    one.row.state = "playing".to_owned();
    for (player, _) in &begun.players {
        let mut tournament = batch.tournament_view(&one, *player);
        tournament.seated = begun.players.len();
        let (mut games, mut turns) = (Vec::new(), Vec::new());
        for paired in &begun.games {
            let number = GameNumber(paired.game_id);
            let game = &batch
                .games
                .get(&number)
                .context("a game that was opened is not there")?
                .game;
            let Some(side) = game.side_of(*player) else {
                continue;
            };
            let event = begun.began.get(&number.0).filter(|_| game.awaits(*player));
            turns.extend(event.map(|event| (number, *event)));
            games.push(BegunGame {
                number: number.0,
                side: side.fold_wb("White", "Black"),
                opponent: batch.name(game.other(*player)).to_owned(),
                round: u16::try_from(paired.round)?,
            });
        }
        games.sort_by_key(|game| {
            (
                game.side != Color::White.fold_wb("White", "Black"),
                game.number,
            )
        });
        let leave_days = one.control.has_clock().then_some(batch.server.leave.0);
        let occasion = Occasion::TournamentBegun {
            tournament,
            games,
            leave_days,
        };
        let draft = Draft::about_no_game(occasion, Recipient::Player(*player), cause);
        batch.drafts.push(Draft { turns, ..draft });
    }
    Ok(())
}

fn finish(batch: &mut Batch<'_>, cause: CauseId, number: i64) -> anyhow::Result<()> {
    let known = batch.tournaments.numbered(number);
    let mut one = known
        .with_context(|| format!("there is no tournament {number}"))?
        .clone();
    // One that was set back goes on; it is looked at again when that is over.
    if one.row.state != "playing" || one.games.iter().any(|game| game.playing) {
        bail!("tournament {number} goes on");
    }
    one.row.state = "finished".to_owned();
    for entry in &one.entries {
        let player = PlayerNumber(entry.player_id);
        let mut told = batch.tournament_table(&one, player);
        if let Occasion::TournamentTable { by_itself, .. } = &mut told {
            *by_itself = true;
        }
        batch.tell_of_tournament(player, told, cause);
    }
    let turned = tournaments::Turned::Finished;
    batch.tournaments.changes.push(Change::Ended {
        tournament: number,
        turned,
        cause,
    });
    Ok(())
}
