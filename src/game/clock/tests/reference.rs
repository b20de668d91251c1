//! A second clock, told from the rules tick by tick, against the first in random games. A tick is a second, or an hour
//! where days are counted. `CLOCK_GAMES` says how many games, `CLOCK_SEED` which,
//! when this is compiled: this room reads no environment.

use super::*;

const HOUR: u64 = 3600;

/// Numbers that look random (xorshift).
struct Lot(u64);

impl Lot {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }
}

/// A control in ticks, as the reference knows it.
#[derive(Clone, Copy, Debug)]
enum Plain {
    Without,
    PerMove(u64),
    Session {
        moves: u64,
        time: u64,
        whole: bool,
        double: u64,
        kept: bool,
    },
    Fischer {
        base: u64,
        inc: u64,
        cap: u64,
    },
    Triple {
        clock: u64,
        bank: u64,
        inc: u64,
        inc_moves: u64,
        floor: u64,
    },
    Countdown(u64),
}

#[derive(Clone, Copy, Debug)]
struct Game {
    tick: u64,
    unit: u64,
    plain: Plain,
    longest: Option<u64>,
    weekends: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Side {
    moves: u64,
    clock: u64,
    bank: u64,
    bounced: u64,
}

const NEVER: u64 = u64::MAX;

fn drawn(lot: &mut Lot) -> Game {
    let days = lot.one_in(2);
    let (tick, unit) = if days { (HOUR, 24) } else { (1, 1) };
    let mut some = |most| (1 + lot.below(most)) * unit;
    let (time, more, other) = (some(60), some(5), some(40));
    let most = if lot.one_in(2) {
        NEVER
    } else {
        time.max(more) + lot.below(3) * unit
    };
    let double = if lot.one_in(3) {
        NEVER
    } else {
        (1 + lot.below(20)) * unit
    };
    let plain = match lot.below(6) {
        0 => Plain::Without,
        1 => Plain::PerMove(more * 3),
        2 => {
            let (moves, kept) = (1 + lot.below(5), lot.one_in(2));
            Plain::Session {
                moves,
                time,
                whole: days,
                double,
                kept,
            }
        }
        3 => Plain::Fischer {
            base: time,
            inc: more,
            cap: most,
        },
        4 => {
            let (inc_moves, floor) = (1 + lot.below(5), time.min(lot.below(4) * unit));
            Plain::Triple {
                clock: time,
                bank: other,
                inc: more,
                inc_moves,
                floor,
            }
        }
        _ => Plain::Countdown(time * 2),
    };
    let clocked = !matches!(plain, Plain::Without);
    let limited = clocked && !matches!(plain, Plain::PerMove(_)) && lot.one_in(3);
    let longest = limited.then(|| (1 + lot.below(40)) * unit);
    let weekends = clocked && lot.one_in(3);
    Game {
        tick,
        unit,
        plain,
        longest,
        weekends,
    }
}

impl Game {
    fn control(self) -> Control {
        let amount = |ticks: u64| Amount::seconds(ticks * self.tick).unwrap();
        let some = |ticks: u64| (ticks != NEVER && ticks != 0).then(|| amount(ticks));
        let kind = match self.plain {
            Plain::Without => Kind::Without,
            Plain::PerMove(time) => Kind::PerMove(amount(time)),
            Plain::Session {
                moves,
                time,
                whole,
                double,
                kept,
            } => {
                let counting = if whole {
                    Counting::WholeDays
                } else {
                    Counting::Exact
                };
                let carry = if kept {
                    CarryOver::Kept
                } else {
                    CarryOver::Lost
                };
                let moves = moves.try_into().unwrap();
                let session = Session::new(moves, amount(time), counting, some(double), carry);
                Kind::Session(session.unwrap())
            }
            Plain::Fischer { base, inc, cap } => {
                Kind::Fischer(Fischer::new(amount(base), amount(inc), some(cap)).unwrap())
            }
            Plain::Triple {
                clock,
                bank,
                inc,
                inc_moves,
                floor,
            } => {
                let moves = inc_moves.try_into().unwrap();
                let (clock, bank, inc) = (amount(clock), amount(bank), amount(inc));
                Kind::Triple(Triple::new(clock, bank, inc, moves, some(floor)).unwrap())
            }
            Plain::Countdown(time) => Kind::Countdown(amount(time)),
        };
        let mut control = Control::new(kind);
        if let Some(longest) = self.longest {
            control = control.with_longest_move(amount(longest)).unwrap();
        }
        if self.weekends {
            control = control.with_free_weekends().unwrap();
        }
        control
    }

    fn start(self) -> Side {
        let (clock, bank) = match self.plain {
            Plain::Without => (0, 0),
            Plain::PerMove(time) | Plain::Session { time, .. } => (time, 0),
            Plain::Fischer { base, .. } => (base, 0),
            Plain::Triple { clock, bank, .. } => (clock, bank),
            Plain::Countdown(time) => (time, 0),
        };
        Side {
            clock,
            bank,
            ..Side::default()
        }
    }

    /// What so many ticks of thinking cost: each unit that is full, beyond the limit twice.
    fn cost(self, ticks: u64) -> u64 {
        match self.plain {
            Plain::Without => 0,
            Plain::Session { whole, double, .. } => {
                let unit = if whole { self.unit } else { 1 };
                let units = 1..=ticks / unit;
                units
                    .map(|n| if n * unit > double { 2 * unit } else { unit })
                    .sum()
            }
            Plain::PerMove(_)
            | Plain::Fischer { .. }
            | Plain::Triple { .. }
            | Plain::Countdown(_) => ticks,
        }
    }

    /// Has the flag fallen after so many ticks of thinking?
    fn fallen(self, side: Side, ticks: u64) -> bool {
        let cost = self.cost(ticks);
        let by_clock = match self.plain {
            Plain::Without => false,
            Plain::Session { whole: true, .. } => cost > side.clock,
            _ => cost >= side.clock,
        };
        by_clock || self.longest.is_some_and(|longest| ticks >= longest)
    }

    /// A side after its move.
    fn moved(self, mut side: Side, cost: u64) -> Side {
        side.moves += 1;
        side.clock = side.clock.saturating_sub(cost);
        match self.plain {
            Plain::Without | Plain::Countdown(_) => {}
            Plain::PerMove(time) => side.clock = time,
            Plain::Session {
                moves, time, kept, ..
            } => {
                if side.moves.is_multiple_of(moves) {
                    side.clock = if kept { side.clock + time } else { time };
                }
            }
            Plain::Fischer { inc, cap, .. } => side.clock = cap.min(side.clock + inc),
            Plain::Triple {
                clock,
                inc,
                inc_moves,
                floor,
                ..
            } => {
                if side.moves <= inc_moves {
                    side.clock += inc;
                }
                if side.clock > clock {
                    side.bank += side.clock - clock;
                    side.clock = clock;
                }
                let fill = side.bank.min(clock - side.clock);
                side.clock += fill;
                side.bank -= fill;
                if side.moves > inc_moves && side.clock < floor {
                    side.clock = floor;
                }
            }
        }
        side
    }
}

/// From this tick until that, for a reason; none: without an end.
type Taken = (Reason, u64, Option<u64>);

fn taken(lot: &mut Lot, since: u64, unit: u64) -> Vec<Taken> {
    let reasons = [Reason::Pause, Reason::Outage, Reason::Leave, Reason::Bounce];
    let number = lot.below(5);
    let one = |_| {
        let reason = reasons[usize::try_from(lot.below(4)).unwrap()];
        let from = since + lot.below(20 * unit) - 5 * unit;
        // A bounce without an end is over after fourteen days, which are too many seconds to walk.
        let endless = lot.one_in(12) && (unit > 1 || reason != Reason::Bounce);
        let until = (!endless).then(|| from + 1 + lot.below(15 * unit));
        (reason, from, until)
    };
    (0..number).map(one).collect()
}

/// The instant of a tick, counted from a Monday.
fn instant(game: Game, tick: u64) -> DateTime<Utc> {
    at("2026-01-05 00:00:00") + chrono::TimeDelta::seconds((tick * game.tick).try_into().unwrap())
}

/// Why this tick is nobody's.
fn reason(game: Game, stretches: &[Taken], tick: u64, bounces: u64) -> Option<Reason> {
    let holds = |wanted| {
        let covers = |(reason, from, until): &Taken| {
            *reason == wanted && *from <= tick && until.is_none_or(|until| tick < until)
        };
        stretches.iter().any(covers)
    };
    let weekday = tick * game.tick / DAY % 7;
    [Reason::Pause, Reason::Outage, Reason::Leave]
        .into_iter()
        .find(|one| holds(*one))
        .or((game.weekends && weekday >= 5).then_some(Reason::Weekend))
        .or(
            (holds(Reason::Bounce) && bounces * game.tick < BOUNCES_AT_MOST)
                .then_some(Reason::Bounce),
        )
}

/// One turn, tick by tick: used and taken away (by reason) until the arrival, and the tick of the flag.
fn turn(
    game: Game,
    side: Side,
    since: u64,
    arrived: u64,
    stretches: &[Taken],
) -> (u64, [u64; 5], Option<u64>) {
    let (mut net, mut away, mut flag) = (0, [0; 5], None);
    let (mut bounces, mut told) = (side.bounced, (0, away));
    for tick in since..since + 20_000 {
        if flag.is_none() && game.fallen(side, net) {
            flag = Some(tick);
        }
        if tick <= arrived {
            told = (net, away);
        }
        let endless = matches!(game.plain, Plain::Without);
        if tick >= arrived && (flag.is_some() || endless) {
            break;
        }
        match reason(game, stretches, tick, bounces) {
            Some(one) => {
                away[Reason::ALL.iter().position(|all| *all == one).unwrap()] += 1;
                bounces += u64::from(one == Reason::Bounce);
            }
            None => net += 1,
        }
    }
    (told.0, told.1, flag)
}

fn play(lot: &mut Lot) {
    let game = drawn(lot);
    let mut clocks = Clocks::at_start(game.control());
    let mut sides = [game.start(); 2];
    let mut now = 10 * game.unit;
    for ply in 0..16 {
        let color = Color::from_white(ply % 2 == 0);
        let side = &mut sides[ply % 2];
        if lot.one_in(8) {
            clocks = clocks.after_prepared(color);
            *side = game.moved(*side, 0);
        } else {
            let arrived = now + lot.below(12 * game.unit + 1);
            let stretches = taken(lot, now, game.unit);
            let (net, away, flag) = turn(game, *side, now, arrived, &stretches);
            let spans = stretches.iter().map(|(reason, from, until)| Stretch {
                reason: *reason,
                span: until.map_or(Span::since(instant(game, *from)), |until| {
                    Span::new(instant(game, *from), instant(game, until)).unwrap()
                }),
            });
            let first = Turn::new(instant(game, now), spans.collect());
            let made = clocks.charge(color, &first, instant(game, arrived));
            let about = format!("{game:?} {side:?} {now}..{arrived} {stretches:?}");
            assert_eq!(
                clocks.flag(color, &first),
                flag.map(|tick| instant(game, tick)),
                "{about}"
            );
            assert_eq!(made.used.net, net * game.tick, "{about}");
            let deductions = Reason::ALL
                .into_iter()
                .zip(away)
                .filter(|(_, ticks)| *ticks > 0);
            let deductions = deductions.map(|(reason, ticks)| Deduction {
                reason,
                seconds: ticks * game.tick,
            });
            assert_eq!(
                made.used.deductions,
                deductions.collect::<Vec<_>>(),
                "{about}"
            );
            let cost = game.cost(net);
            assert_eq!(made.charged, cost * game.tick, "{about}");
            let late = flag.is_some_and(|flag| flag <= arrived);
            assert_eq!(made.punctuality == Punctuality::Late, late, "{about}");
            side.bounced += away[4];
            *side = game.moved(*side, cost);
            clocks = made.after;
            now = arrived + lot.below(2 * game.unit);
        }
        let left = clocks.left(color);
        let shown = (left.clock(), left.bank(), left.bounced());
        let same = [side.clock, side.bank, side.bounced].map(|ticks| ticks * game.tick);
        assert_eq!(shown, same.into(), "{game:?}");
    }
}

#[test]
fn two_clocks_agree() {
    let number = |given: Option<&str>, default| {
        given.map_or(default, |value| value.parse().expect("a number"))
    };
    let mut lot = Lot(number(option_env!("CLOCK_SEED"), 20_261_123).max(1));
    for _ in 0..number(option_env!("CLOCK_GAMES"), 200) {
        play(&mut lot);
    }
}
