//! A batch: all that its causes need, loaded before the first is decided, and all that changes by them.
//!
//! Deciding only reads and writes here, in memory; so it needs no database in its tests, and a batch of two hundred
//! mails costs as many round trips as a single one. [`super::storage`] loads it and saves it.

mod archive;
mod calendars;
mod counts;
mod games;
mod instants;
mod invitations;
mod leave;
mod loaded;
mod names;
mod people;
mod questions;
mod randomness;
mod returned;
mod spare;
mod stops;
mod times;
mod turns;
mod views;

pub(super) use archive::{Archive, Filing};
pub(super) use calendars::{CalendarLink, Calendars};
pub(super) use counts::Flood;
pub(super) use instants::{Came, day, microseconds};
pub(super) use leave::{LeaveRows, LoadedLeave};
pub(super) use loaded::{
    CalendarTold, HeldInvitation, HeldMove, HeldMoves, KeptNote, LoadedGame, LoadedReminders,
    Nudged, Plan, PlayedIn, Player, Question, Reminded, Went,
};
pub(super) use people::days_after;
pub(super) use randomness::Randomness;
pub(super) use returned::{Reached, Returned};
pub(super) use spare::{Spare, SpareNumbers};
pub(super) use stops::{LoadedStops, Pause, Untold};
pub(super) use turns::{Running, end_of_time, of_mover, thinking, turn_of};

use super::draft::Draft;
use super::ratings::LoadedRatings;
use super::seeks::LoadedSeeks;
use super::server::Server;
use super::storage::Stretches;
use super::tournaments::LoadedTournaments;
use crate::chess::LetterCase;
use crate::db::confirmations::{ConfirmationRow, Confirmed};
use crate::db::inbox::{Handled, Released};
use crate::db::players::{AddressChange, OwnAddress};
use crate::db::silence::Hearing;
use crate::game::{GameNumber, PlayerNumber, Recorded};
use crate::letters::{NameKey, NameLook};
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What is loaded for some causes, and what they have changed.
pub(super) struct Batch<'a> {
    pub(super) server: &'a Server,
    /// As of when everything is decided; of a mail that is replayed, when it came.
    pub(super) now: DateTime<Utc>,
    /// What the database's clock showed when all games were locked, and a microsecond more for each mail: what changes and
    /// what is listed in one batch stands in the order in which it was decided.
    pub(super) clock: DateTime<Utc>,
    /// Where it stood at each mail.
    pub(super) instants: HashMap<i64, DateTime<Utc>>,
    pub(super) randomness: Randomness,
    pub(super) players: HashMap<PlayerNumber, Player>,
    /// By address in lower case.
    pub(super) by_address: HashMap<String, PlayerNumber>,
    /// By name in lower case.
    pub(super) by_name: HashMap<NameKey, PlayerNumber>,
    /// Whose names look, or looked until lately, like those that somebody wants.
    pub(super) by_look: BTreeSet<(NameLook, PlayerNumber)>,
    /// Numbers that are free behind names which new players want, by the key of the name, in ascending order.
    pub(super) free_numbers: HashMap<NameKey, Vec<i64>>,
    pub(super) silenced: HashMap<String, DateTime<Utc>>,
    /// By [`super::allowances::Bound::key`] and [`super::allowances::Bound::word`].
    pub(super) counts: HashMap<(String, String), i32>,
    pub(super) games: BTreeMap<GameNumber, LoadedGame>,
    /// What is taken away of the time of those who are to move, and would be of the others, in games with a clock.
    pub(super) stretches: Stretches,
    /// Games in which time that is over must be claimed, and cannot be yet: a mail of the late player may wait.
    pub(super) waiting_flags: HashSet<GameNumber>,
    pub(super) questions: HashMap<(GameNumber, PlayerNumber), Question>,
    pub(super) plans: HashMap<(GameNumber, PlayerNumber), Plan>,
    /// Moves that are made and sent later, and the games in which that has changed.
    pub(super) held_moves: HeldMoves,
    pub(super) calendars: Calendars,
    /// Who is reminded of moves, and was, where it matters.
    pub(super) reminders: LoadedReminders,
    /// How the letters of pieces were written in earlier moves, where it matters.
    pub(super) piece_letters: HashSet<(GameNumber, PlayerNumber, LetterCase)>,
    /// By the ply that they are about, counted from 1.
    pub(super) notes: BTreeMap<(GameNumber, u32), KeptNote>,
    /// By the hash of the token.
    pub(super) confirmations: HashMap<Vec<u8>, ConfirmationRow>,
    /// What was named to those who confirmed mails, by mail.
    pub(super) confirmed: HashMap<i64, Confirmed>,
    /// The challenges whose invitations have not gone out, or had not when they were loaded, and what becomes of them.
    pub(super) held_invitations: BTreeMap<GameNumber, HeldInvitation>,
    /// Leave, where it matters, and what changes of it.
    pub(super) leave: LoadedLeave,
    /// All addresses of the players, where an order asks for them.
    pub(super) own_addresses: Vec<OwnAddress>,
    /// How many mails of a line wait, this one included, where it matters.
    pub(super) waiting: HashMap<String, i64>,
    /// Mails of this batch that have shown nothing to be what they say; what answers them brings nobody's files and links.
    pub(super) unproven: HashSet<i64>,
    /// What the mail that is decided is one of, when so many wait.
    pub(super) flood: Option<Flood>,
    /// Whether the administrator has this mail handled anew: they want it answered, whatever the day's numbers are.
    pub(super) retried: bool,
    /// Who does not want to hear from whom, where it matters.
    pub(super) blocks: HashSet<(PlayerNumber, PlayerNumber)>,
    pub(super) archive: Archive,
    /// Numbers reserved for new games and new players.
    pub(super) spare: SpareNumbers,

    /// What happened, in the order in which it did.
    pub(super) events: Vec<(GameNumber, Recorded)>,
    pub(super) drafts: Vec<Draft>,
    pub(super) handled: Vec<Handled>,
    pub(super) changed_players: BTreeSet<PlayerNumber>,
    pub(super) new_addresses: Vec<AddressChange>,
    pub(super) removed_addresses: Vec<String>,
    /// Who does not want to hear from whom any more, or does again.
    pub(super) changed_blocks: Vec<(PlayerNumber, PlayerNumber, Hearing)>,
    pub(super) asked: Vec<ConfirmationRow>,
    /// Open questions for whose answer another mail waits now.
    pub(super) asked_about_later: Vec<ConfirmationRow>,
    pub(super) used_up: Vec<Vec<u8>>,
    /// Held mails that go on.
    pub(super) released: Vec<Released>,
    /// Who left and wants to be forgotten.
    pub(super) forgotten: Vec<PlayerNumber>,
    /// Held mails that are not done, by the reason.
    pub(super) laid_aside: BTreeMap<&'static str, Vec<i64>>,
    pub(super) stop: Vec<String>,
    pub(super) start: Vec<String>,
    /// Letters to be counted: [`super::allowances::Bound::key`], [`super::allowances::Bound::word`], and how many of them there may be today.
    pub(super) counted: Vec<(String, String, i32)>,
    /// What is counted anew: address and [`super::allowances::Allowance::word`]. Before all that is counted.
    pub(super) uncounted: Vec<(String, String)>,
    /// Letters that came back.
    pub(super) returned: Returned,
    pub(super) stops: LoadedStops,
    pub(super) ratings: LoadedRatings,
    pub(super) seeks: LoadedSeeks,
    pub(super) tournaments: LoadedTournaments,
}

impl<'a> Batch<'a> {
    /// A batch for which nothing is loaded yet.
    pub(super) fn bare(server: &'a Server, now: DateTime<Utc>, clock: DateTime<Utc>) -> Batch<'a> {
        Batch {
            server,
            now,
            clock,
            instants: HashMap::new(),
            randomness: Randomness::default(),
            players: HashMap::new(),
            by_address: HashMap::new(),
            by_name: HashMap::new(),
            by_look: BTreeSet::new(),
            free_numbers: HashMap::new(),
            silenced: HashMap::new(),
            counts: HashMap::new(),
            games: BTreeMap::new(),
            stretches: Stretches::new(),
            waiting_flags: HashSet::new(),
            questions: HashMap::new(),
            plans: HashMap::new(),
            held_moves: HeldMoves::default(),
            calendars: Calendars::default(),
            reminders: LoadedReminders::default(),
            piece_letters: HashSet::new(),
            notes: BTreeMap::new(),
            confirmations: HashMap::new(),
            confirmed: HashMap::new(),
            leave: LoadedLeave::default(),
            own_addresses: Vec::new(),
            waiting: HashMap::new(),
            unproven: HashSet::new(),
            flood: None,
            retried: false,
            blocks: HashSet::new(),
            archive: Archive::default(),
            spare: SpareNumbers::default(),
            events: Vec::new(),
            drafts: Vec::new(),
            handled: Vec::new(),
            changed_players: BTreeSet::new(),
            new_addresses: Vec::new(),
            removed_addresses: Vec::new(),
            changed_blocks: Vec::new(),
            held_invitations: BTreeMap::new(),
            asked: Vec::new(),
            asked_about_later: Vec::new(),
            used_up: Vec::new(),
            released: Vec::new(),
            forgotten: Vec::new(),
            laid_aside: BTreeMap::new(),
            stop: Vec::new(),
            start: Vec::new(),
            counted: Vec::new(),
            uncounted: Vec::new(),
            returned: Returned::default(),
            stops: LoadedStops::default(),
            ratings: LoadedRatings::default(),
            seeks: LoadedSeeks::default(),
            tournaments: LoadedTournaments::default(),
        }
    }
}

#[cfg(test)]
mod tests;
