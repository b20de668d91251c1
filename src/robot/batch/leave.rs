//! Leave of players, and what it does to the clocks of their games.

use super::Batch;
use crate::db::leave::AbsenceNote;
use crate::game::clock::{Days, Flags, Reason, Span, Stretch};
use crate::game::{GameNumber, Phase, PlayerNumber};
use crate::letters::{Deadline, GameLine, LeaveDays, Occasion, in_zone_as_well, minute_in_words};
use crate::players::{Cost, Leave, Leaves};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The leave of a player, as it was loaded and as it is now.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct LeaveRows {
    pub(in crate::robot) before: Leaves,
    pub(in crate::robot) now: Leaves,
}

/// Leave, where it matters, and what changes of it.
#[derive(Debug, Default)]
pub(in crate::robot) struct LoadedLeave {
    /// That of those who write.
    pub(in crate::robot) loaded: HashMap<PlayerNumber, LeaveRows>,
    /// Games of which the flags fall at other instants now.
    pub(in crate::robot) looked_at_again: BTreeSet<GameNumber>,
    /// What holiday notes name, where their players are to be told.
    pub(in crate::robot) notes: HashMap<PlayerNumber, Days>,
    /// Who is told of that.
    pub(in crate::robot) told: Vec<(PlayerNumber, Days)>,
    /// What holiday notes name that have come.
    pub(in crate::robot) came: Vec<AbsenceNote>,
}

const A_SECOND: TimeDelta = TimeDelta::seconds(1);

/// Leave that has begun by itself.
#[derive(Clone, Debug)]
pub(in crate::robot) struct BegunByItself {
    pub(in crate::robot) leave: Leave,
    /// What it takes of which year.
    pub(in crate::robot) taken: Vec<Cost>,
}

impl Batch<'_> {
    /// Leave of this player begins by itself when their time is over, where they want that and have days left. It was loaded
    /// where it could matter.
    pub(in crate::robot) fn begin_leave_by_itself(
        &mut self,
        player: PlayerNumber,
        over: DateTime<Utc>,
    ) -> Option<BegunByItself> {
        self.players
            .get(&player)
            .filter(|known| known.automatic_leave)?;
        let quota = self.server.leave;
        let at = over - A_SECOND;
        let leaves = &mut self.leave.loaded.entry(player).or_default().now;
        let before = leaves.running(at).and_then(Leave::span);
        // At the flag's instant all time is used: the last second of it is kept.
        let (leave, taken) = leaves.announce_automatically(at, quota)?;
        self.leave_changes(player, before, before.and_then(|span| span.ended_at(at)));
        self.leave_changes(player, None, leave.span());
        Some(BegunByItself { leave, taken })
    }

    /// Whom leave of this player concerns that was announced at an instant, and what they are told of it: once, of all games
    /// together.
    pub(in crate::robot) fn opponents_on_leave(
        &self,
        (player, at): (PlayerNumber, DateTime<Utc>),
        leave: &LeaveDays,
    ) -> Vec<(PlayerNumber, Occasion)> {
        self.tell_opponents((player, at), |opponent, games| Occasion::OpponentOnLeave {
            opponent,
            leave: leave.clone(),
            games,
        })
    }

    /// The same where leave of this player ends before its time, or is taken back.
    pub(in crate::robot) fn opponents_of_who_is_back(
        &self,
        (player, at): (PlayerNumber, DateTime<Utc>),
        leave: &LeaveDays,
    ) -> Vec<(PlayerNumber, Occasion)> {
        self.tell_opponents((player, at), |opponent, games| Occasion::OpponentBack {
            opponent,
            leave: leave.clone(),
            games,
        })
    }

    /// What each of those is told with whom this player plays and who may be written to.
    fn tell_opponents(
        &self,
        (player, at): (PlayerNumber, DateTime<Utc>),
        occasion: impl Fn(String, Vec<GameLine>) -> Occasion,
    ) -> Vec<(PlayerNumber, Occasion)> {
        let told = self.games_with_opponents(player, at).map(|(other, games)| {
            let name = self.name(player).to_owned();
            (other, occasion(name, games))
        });
        told.collect()
    }

    /// Those with whom this player plays at an instant and who may be written to, and their games.
    fn games_with_opponents(
        &self,
        player: PlayerNumber,
        at: DateTime<Utc>,
    ) -> impl Iterator<Item = (PlayerNumber, Vec<GameLine>)> {
        let mut games: BTreeMap<PlayerNumber, Vec<GameNumber>> = BTreeMap::new();
        // Where their time is over nothing stands, and that is told when it is seen.
        let lost = self.time_over(player, at);
        let open = self.open_games(player).into_iter();
        let open = open.filter(|number| lost.iter().all(|(game, _)| game != number));
        for number in open {
            let Some(loaded) = self.games.get(&number) else {
                continue;
            };
            let other = loaded.game.other(player);
            let reached = self.may_write_to(other) && self.is_active(other);
            if loaded.game.phase() == Phase::Playing && reached {
                games.entry(other).or_default().push(number);
            }
        }
        games
            .into_iter()
            .map(|(other, numbers)| (other, self.lines(&numbers, other)))
    }

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
        for number in self.clocked_games(player) {
            let stretches = self.stretches.entry((number, player)).or_default();
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
        let zone = self.players.get(&player).and_then(|known| known.zone);
        let deadline = |number: GameNumber| {
            let game = &self.games.get(&number)?.game;
            // It is made already.
            if self
                .held_moves
                .get(number)
                .is_some_and(|held| held.stands(game))
            {
                return None;
            }
            let end = self.end_of_time(number);
            Some(Deadline {
                game: number.0,
                opponent: self.name(game.other(player)).to_owned(),
                at: end.map(|end| in_zone_as_well(minute_in_words(end), end, zone)),
                over: end.is_some_and(|end| end <= self.now),
            })
        };
        running.into_iter().filter_map(deadline).collect()
    }

    /// The games that this player loses on time, unless a mail of theirs waits, since it was over by this instant; and when it
    /// was over.
    pub(in crate::robot) fn time_over(
        &self,
        player: PlayerNumber,
        by: DateTime<Utc>,
    ) -> Vec<(GameNumber, DateTime<Utc>)> {
        let running = self.running_games(player).into_iter();
        let over = running.filter_map(|number| {
            let over = self.end_of_time(number).filter(|over| *over <= by)?;
            let game = &self.games.get(&number)?.game;
            (game.control().flags() == Flags::Automatic).then_some((number, over))
        });
        over.collect()
    }

    /// The games of this player that go on with a clock.
    fn clocked_games(&self, player: PlayerNumber) -> Vec<GameNumber> {
        let open = self.open_games(player).into_iter();
        open.filter(|number| {
            let loaded = self.games.get(number);
            loaded.is_some_and(|loaded| loaded.game.is_on_clock())
        })
        .collect()
    }

    /// The games in which this player's time runs.
    fn running_games(&self, player: PlayerNumber) -> Vec<GameNumber> {
        let running = self.games.values().filter(|loaded| {
            loaded.game.awaits(player)
                && loaded.game.control().has_clock()
                && loaded.times.told_at.is_some()
        });
        running.map(|loaded| loaded.game.number()).collect()
    }
}
