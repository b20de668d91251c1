//! How the time of a game stands, as one of its players is told.

use super::{Batch, LoadedGame, of_mover};
use crate::game::clock::{Flags, Left, MoveTime, Reason, Reminders, Turn, end_at};
use crate::game::{Detail, GameNumber, Phase, PlayerNumber, Zone};
use crate::letters::{GameView, LineTime, Running, Spent, TimeStands, TimeView, Whose};
use chrono::{DateTime, Utc};
use shakmaty::{Color, Position};

/// The sums by which time was over: once it is, nobody's time runs any more.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct LostTime {
    late: Option<TimeView>,
    waiting: Option<TimeView>,
}

impl LostTime {
    /// The game with them, for whose time it was or for the other.
    pub(in crate::robot) fn told_in(&self, game: GameView, yours: bool) -> GameView {
        let time = if yours { &self.late } else { &self.waiting };
        GameView {
            time: time.clone(),
            ..game
        }
    }
}

impl Batch<'_> {
    /// How the time of a game stands for this reader; nothing without a clock, and before the game has begun.
    pub(super) fn time_view(&self, loaded: &LoadedGame, reader: PlayerNumber) -> Option<TimeView> {
        let flag_waits = self.waiting_flags.contains(&loaded.game.number());
        self.time_view_as(loaded, reader, flag_waits)
    }

    /// The same, where a flag waits or can be claimed.
    fn time_view_as(
        &self,
        loaded: &LoadedGame,
        reader: PlayerNumber,
        flag_waits: bool,
    ) -> Option<TimeView> {
        let game = &loaded.game;
        let begun = matches!(game.phase(), Phase::Playing | Phase::Over(_));
        if !begun || !game.control().has_clock() {
            return None;
        }
        let side = game.side_of(reader)?;
        let known = self.players.get(&reader)?;
        let moves = self.moves_told(game.number());
        // Nobody is reminded of a move that is made already.
        let held = self.held_move(game.number());
        let held = held.is_some_and(|held| held.player == reader);
        let opponent = self.name(game.other(reader));
        Some(TimeView::of(&TimeStands {
            clocks: game.clocks(),
            reader: side,
            opponent,
            to_move: (game.phase() == Phase::Playing).then(|| game.position().turn()),
            running: self.running_for(loaded, Some(reader)),
            spent: spent(loaded, &moves, side, opponent),
            zone: known.zone,
            reminders: if held {
                &Reminders::Off
            } else {
                &known.reminders
            },
            flag_waits,
            claim_gives: (game.control().flags() == Flags::Claimed)
                .then(|| game.result_on_time(game.position().turn())),
            now: self.now,
        }))
    }

    /// The sums by which the time of the side to move is over, before that ends the game.
    pub(in crate::robot) fn lost_time(&self, number: GameNumber) -> LostTime {
        let sums = || {
            let loaded = self.games.get(&number)?;
            let late = loaded.game.player(loaded.game.position().turn())?;
            let view = |reader| self.time_view_as(loaded, reader, true);
            Some(LostTime {
                late: view(late),
                waiting: view(loaded.game.other(late)),
            })
        };
        sums().unwrap_or_default()
    }

    /// When the time of the side to move ends; as if the letter that tells of its turn were delivered now, where it is not
    /// yet. Nothing without a clock, and where it has no end.
    pub(in crate::robot) fn time_ends(&self, loaded: &LoadedGame) -> Option<DateTime<Utc>> {
        self.time_ends_for(loaded, None)
    }

    /// The same as a letter to this reader says it, which reaches them.
    pub(in crate::robot) fn time_ends_for(
        &self,
        loaded: &LoadedGame,
        reader: Option<PlayerNumber>,
    ) -> Option<DateTime<Utc>> {
        let game = &loaded.game;
        if !game.is_on_clock() {
            return None;
        }
        let running = self.running_for(loaded, reader);
        game.clocks().end(game.position().turn(), running.turn())
    }

    /// The time of a game on its line of a list; nothing without a clock, and before it has begun.
    pub(super) fn line_time(&self, loaded: &LoadedGame, zone: Option<Zone>) -> Option<LineTime> {
        let game = &loaded.game;
        if !game.is_on_clock() {
            return None;
        }
        let since = loaded.times.turned_at;
        let (clocks, side) = (game.clocks(), game.position().turn());
        let running = self.running_for(loaded, None);
        let turn = running.turn();
        let Some(ends) = clocks.end(side, turn) else {
            return Some(LineTime::still(since, self.now));
        };
        let ahead = clocks.not_counted_between(side, turn, (self.now, ends));
        let not_counted = ahead.iter().map(|one| one.seconds).sum();
        let stands = clocks.stands_until(side, turn, self.now, ends);
        Some(LineTime::of(
            ends,
            (not_counted, stands),
            since,
            (self.now, zone),
        ))
    }

    /// The time of the side to move. A letter to its player ends what stood because letters came back: as if it were
    /// delivered now.
    fn running_for(&self, loaded: &LoadedGame, reader: Option<PlayerNumber>) -> Running {
        let game = &loaded.game;
        let reaches = reader.is_some() && reader == game.player(game.position().turn());
        let mut stretches = of_mover(&self.stretches, game);
        if reaches {
            end_at(self.now, &mut stretches, |one| {
                one.reason == Reason::Bounce && one.span.is_open()
            });
        }
        match loaded.times.told_at {
            Some(told) => Running::Told(Turn::new(told, stretches)),
            None => Running::Untold(Turn::new(self.now, stretches)),
        }
    }

    /// The moves in a game that the mail has brought about which is decided just now, each with its time.
    fn moves_told(&self, number: GameNumber) -> Vec<&MoveTime> {
        let of_game = self.events.iter().filter(|(game, _)| *game == number);
        let Some((_, last)) = of_game.clone().next_back() else {
            return Vec::new();
        };
        // What one mail brings about has one instant, and each mail another one.
        let of_mail = of_game.filter(|(_, event)| event.at.recorded_at == last.at.recorded_at);
        let times = of_mail.filter_map(|(_, event)| {
            if let Detail::Moved { time, .. } = &event.detail {
                time.as_ref()
            } else {
                None
            }
        });
        times.collect()
    }
}

/// These moves, the last ones of the game, with the clock of their side before and after each.
fn spent<'a>(
    loaded: &LoadedGame,
    moves: &[&'a MoveTime],
    reader: Color,
    opponent: &'a str,
) -> Vec<Spent<'a>> {
    let game = &loaded.game;
    let mut side = !game.position().turn();
    let mut spent = Vec::new();
    for (back, time) in moves.iter().rev().enumerate() {
        let Some(before) = game.time().before(back) else {
            break;
        };
        let of_side = |left: shakmaty::ByColor<Left>| *left.get(side);
        let whose = if side == reader {
            Whose::Yours
        } else {
            Whose::Theirs(opponent)
        };
        spent.push(Spent {
            whose,
            time,
            before: of_side(before),
            after: of_side(time.left()),
        });
        side = !side;
    }
    spent.reverse();
    spent
}
