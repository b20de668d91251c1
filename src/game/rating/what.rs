//! Which games are rated, and for whom they count.

use crate::chess::{Start, Variant};
use crate::game::stake::Stake;
use crate::game::words::kept_under_words;
use crate::game::{Ending, Game, GameNumber, Phase, PlayerNumber, Result};
use chrono::{DateTime, TimeDelta, Utc};
use shakmaty::Color;

kept_under_words! {
    /// Games whose ratings are counted together.
    #[derive(Hash, PartialOrd, Ord)]
    pub enum Pool {
        /// Those that begin in the usual position.
        Standard = "standard",
        /// Those that begin in one of Chess960.
        Chess960 = "chess960",
    }
}

/// The most days from a loss on time that counts to others that do not.
pub const SERIES_DAYS: i64 = 7;

/// Plies of which a side must have made this many for a game to count.
const LEAST_EACH: u32 = 2;

/// Why a game is not rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// Both play for nothing.
    Casual,
    /// It begins in a position of somebody's own.
    OwnPosition,
    /// It goes on, or never began.
    NotOver,
    /// It ended without a result.
    NoResult,
    /// One side has made fewer than two moves.
    TooShort,
}

/// All of a game that its rating hangs on. That both had joined follows from its having been accepted; who has left since
/// was there when it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its number.
    pub number: GameNumber,
    /// What both play for.
    pub stake: Stake,
    /// The ratings that it would count for; `None` from a position of somebody's own.
    pub pool: Option<Pool>,
    /// Who has the white pieces, and who the black ones.
    pub players: Option<[PlayerNumber; 2]>,
    /// How many plies stand.
    pub plies: u32,
    /// How it ended; `None` where it goes on or never began.
    pub ending: Option<Ending>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// When the loser on time last made a move, in any game, an hour or more before this one ended, as far as that is not
    /// longer ago than [`SERIES_DAYS`].
    pub last_moved_at: Option<DateTime<Utc>>,
}

/// A game that counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated {
    /// Its number.
    pub number: GameNumber,
    /// The ratings that it counts for.
    pub pool: Pool,
    /// When it ended.
    pub finished_at: DateTime<Utc>,
    /// Who has the white pieces, and who the black ones.
    pub players: [PlayerNumber; 2],
    /// What White scores: 1, 0.5 or 0.
    pub score: f64,
    /// Who lost it on time.
    pub late: Option<Color>,
    /// See [`Ended::last_moved_at`].
    pub last_moved_at: Option<DateTime<Utc>>,
}

/// For whom a game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// For both.
    Both,
    /// For the winner alone: it is one of a series that the loser lost on time, without a move in any game since its first.
    Winner,
}

impl Pool {
    /// The ratings for which games from here count.
    pub fn of(start: &Start) -> Option<Pool> {
        match start.variant() {
            Variant::Standard if start.is_usual() => Some(Pool::Standard),
            Variant::Standard => None,
            Variant::Chess960 => start.number().map(|_| Pool::Chess960),
        }
    }
}

impl Ended {
    /// What is known of this game alone.
    pub fn of(game: &Game, finished_at: Option<DateTime<Utc>>) -> Ended {
        let ending = match game.phase() {
            Phase::Over(ending) => Some(ending),
            Phase::Offered | Phase::Declined | Phase::Withdrawn | Phase::Playing => None,
        };
        let white = game.player(Color::White);
        Ended {
            number: game.number(),
            stake: game.stake(),
            pool: Pool::of(game.start()),
            players: white.zip(game.player(Color::Black)).map(<[_; 2]>::from),
            plies: game.ply(),
            ending,
            finished_at,
            last_moved_at: None,
        }
    }

    /// Who lost it on time.
    pub fn late(&self) -> Option<Color> {
        match self.ending? {
            Ending::TimeForfeit { winner } => winner.map(|winner| !winner),
            Ending::Checkmate { .. }
            | Ending::Stalemate
            | Ending::InsufficientMaterial
            | Ending::DeadPosition
            | Ending::FivefoldRepetition
            | Ending::SeventyFiveMoves
            | Ending::Claimed(_)
            | Ending::DrawAgreed
            | Ending::Resignation { .. }
            | Ending::Aborted
            | Ending::Adjudicated(_) => None,
        }
    }
}

/// What counts of a game.
///
/// # Errors
///
/// Why it is not rated.
pub fn rated(game: &Ended) -> std::result::Result<Rated, Unrated> {
    match game.stake {
        Stake::Casual => return Err(Unrated::Casual),
        Stake::Rated => {}
    }
    let pool = game.pool.ok_or(Unrated::OwnPosition)?;
    let (Some(players), Some(ending), Some(finished_at)) =
        (game.players, game.ending, game.finished_at)
    else {
        return Err(Unrated::NotOver);
    };
    let score = match ending.result() {
        Result::White => 1.0,
        Result::Draw => 0.5,
        Result::Black => 0.0,
        Result::Unknown => return Err(Unrated::NoResult),
    };
    // White begins wherever games are rated.
    if game.plies < 2 * LEAST_EACH {
        return Err(Unrated::TooShort);
    }
    Ok(Rated {
        number: game.number,
        pool,
        finished_at,
        players,
        score,
        late: game.late(),
        last_moved_at: game.last_moved_at,
    })
}

impl Rated {
    /// For whom it counts, when the loser's last loss on time that counts for them was then.
    pub fn counts(&self, late_before: Option<DateTime<Utc>>) -> Counts {
        let Some(first) = late_before.filter(|_| self.late.is_some()) else {
            return Counts::Both;
        };
        let in_series = self.finished_at - first <= TimeDelta::days(SERIES_DAYS);
        let has_moved = self.last_moved_at.is_some_and(|moved| moved > first);
        if in_series && !has_moved {
            Counts::Winner
        } else {
            Counts::Both
        }
    }
}

#[cfg(test)]
mod tests;
