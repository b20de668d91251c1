//! Leave of players, and what it does to the clocks of their games.

use super::Desk;
use crate::db::leave::AbsenceNote;
use crate::game::clock::{Days, Reason, Span, Stretch};
use crate::game::{GameNumber, PlayerNumber};
use crate::letters::{Deadline, minute_in_words};
use crate::players::Leaves;
use std::collections::{BTreeSet, HashMap};

/// The leave of a player, as it was laid out and as it is now.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct LaidLeave {
    pub(in crate::robot) before: Leaves,
    pub(in crate::robot) now: Leaves,
}

/// Leave, where it matters, and what changes of it.
#[derive(Debug, Default)]
pub(in crate::robot) struct LeaveOnDesk {
    /// That of those who write.
    pub(in crate::robot) laid: HashMap<PlayerNumber, LaidLeave>,
    /// Games of which the flags fall at other instants now.
    pub(in crate::robot) looked_at_again: BTreeSet<GameNumber>,
    /// What holiday notes name, where their players are to be told.
    pub(in crate::robot) notes: HashMap<PlayerNumber, Days>,
    /// Who is told of that.
    pub(in crate::robot) told: Vec<(PlayerNumber, Days)>,
    /// What holiday notes name that have come.
    pub(in crate::robot) came: Vec<AbsenceNote>,
}

impl Desk<'_> {
    /// Leave of this player stops their clocks for another time than before, and with it their flags fall at other instants.
    /// Where a move has ended it in a game, nothing changes.
    pub(in crate::robot) fn leave_changes(
        &mut self,
        player: PlayerNumber,
        before: Option<Span>,
        now: Option<Span>,
    ) {
        let of = |span| Stretch {
            reason: Reason::Leave,
            span,
        };
        for number in self.running_games(player) {
            let stretches = self.stretches.entry(number).or_default();
            let at = before.and_then(|span| stretches.iter().position(|one| *one == of(span)));
            if let Some(at) = at {
                stretches.remove(at);
            }
            if before.is_none() || at.is_some() {
                stretches.extend(now.map(of));
            }
            self.leave.looked_at_again.insert(number);
        }
    }

    /// Until when this player must answer in each of their games with a clock where it is their move.
    pub(in crate::robot) fn deadlines(&self, player: PlayerNumber) -> Vec<Deadline> {
        let running = self.running_games(player);
        let deadline = |number: GameNumber| {
            let game = &self.tables.get(&number)?.game;
            Some(Deadline {
                game: number.0,
                opponent: self.name(game.other(player)).to_owned(),
                at: self.end_of_time(number).map(minute_in_words),
            })
        };
        running.into_iter().filter_map(deadline).collect()
    }

    /// The games in which this player's time runs.
    fn running_games(&self, player: PlayerNumber) -> Vec<GameNumber> {
        let running = self.tables.values().filter(|table| {
            table.game.awaits(player)
                && table.game.control().has_clock()
                && table.times.told_at.is_some()
        });
        running.map(|table| table.game.number()).collect()
    }
}
