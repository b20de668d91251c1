use super::*;
use crate::chess::Start;
use crate::chess::pgn::{GameText, headings, read_pgn, write_pgn};
use crate::game::clock::{Amount, DAY, Spent, Turn};
use crate::game::{Event, Found, Game, GameNumber, PlayerNumber, Wish};
use chrono::{DateTime, TimeDelta, Utc};

const CONTROLS: [(&str, &str); 10] = [
    ("per-move 3d", "1/259200"),
    ("per-move 12h weekends free", "1/43200"),
    ("session 10/50d", "10/4320000"),
    ("session 3/50d double 20d lost longest 40d", "3/4320000"),
    ("session 4/30d exact double 15d", "4/2592000"),
    ("fischer 30d+1d", "2592000+86400"),
    ("fischer 30d+1d max 45d", "2592000+86400"),
    ("triple 50d bank 75d +1d/5 floor 3d", "?"),
    ("countdown 60d", "5184000"),
    ("countdown 60d longest 20d flags claimed", "5184000"),
];

/// Numbers that look random (xorshift).
struct Lot(u64);

impl Lot {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }
}

/// One of both takes back their last move, where they have one, after the side to move has thought for a while.
fn take_back(game: &mut Game, now: DateTime<Utc>, lot: &mut Lot) {
    let (by, other) = match lot.below(2) {
        0 => (PlayerNumber(1), PlayerNumber(2)),
        _ => (PlayerNumber(2), PlayerNumber(1)),
    };
    let turn = Turn::new(now, Vec::new());
    let arrived = now + TimeDelta::seconds(i64::try_from(lot.below(DAY)).unwrap());
    let running = Spent::Thought {
        turn: &turn,
        arrived,
    };
    if game.offer_takeback(by).is_ok() {
        game.accept_takeback(other, running).unwrap();
    }
}

/// A game of as many moves as White and Black make in forty plies, or until it is over.
fn played(control: Control, lot: &mut Lot) -> Game {
    let (ann, bob) = (PlayerNumber(1), PlayerNumber(2));
    let start = Start::default();
    let (mut game, _) = Game::challenge(GameNumber(1), ann, bob, Wish::White, start, control);
    game.apply(&Event::Accepted { white: ann }).unwrap();
    let mut now = DateTime::from_timestamp(1_800_000_000, 0).unwrap();
    for _ in 0..lot.below(40) {
        let legal = game.position().legal_moves();
        if legal.is_empty() || game.position().is_game_over() {
            break;
        }
        if lot.below(6) == 0 {
            let giver = if lot.below(2) == 0 { ann } else { bob };
            let given = Amount::seconds(1 + lot.below(5 * DAY)).unwrap();
            game.give_time(giver, given).ok();
        }
        if lot.below(8) == 0 {
            take_back(&mut game, now, lot);
            continue;
        }
        let played = legal[usize::try_from(lot.below(legal.len() as u64)).unwrap()];
        let turn = Turn::new(now, Vec::new());
        let arrived = now + TimeDelta::seconds(i64::try_from(lot.below(3 * DAY)).unwrap());
        let spent = match lot.below(5) {
            0 => Spent::Nothing,
            _ => Spent::Thought {
                turn: &turn,
                arrived,
            },
        };
        let side = game.position().turn();
        let time = super::super::MoveTime::of(game.clocks(), side, spent);
        let found = Found::Nothing;
        let event = Event::Moved {
            played,
            found,
            time,
        };
        if game.apply(&event).is_err() {
            break;
        }
        now = arrived + TimeDelta::seconds(90);
    }
    game
}

fn record_of(game: &Game) -> Record {
    let start = game.start().position().clone();
    let outcome = shakmaty::Outcome::Unknown;
    let mut record = Record::new(Vec::new(), start, game.moves(), outcome);
    record.set_tag("TimeControl", &time_control_tag(game.control()));
    write_times(&mut record, game.time());
    record
}

fn read_again(pgn: &str) -> Record {
    let read = read_pgn(&GameText::of(pgn)).unwrap();
    assert!(read.doubts.is_empty(), "{:?}", read.doubts);
    read.record
}

#[test]
fn times_that_are_written_are_read_again() {
    let mut lot = Lot(20_261_125);
    let mut charged = 0;
    for round in 0..200 {
        for (text, tag) in CONTROLS {
            let control: Control = text.parse().unwrap();
            let game = played(control, &mut lot);
            let pgn = write_pgn(&record_of(&game));
            let record = read_again(&pgn);
            assert_eq!(record.tag("TimeControl"), Some(tag));
            assert_eq!(headings::fault("TimeControl", tag), None);
            let times = read_times(&record).unwrap_or_else(|| panic!("round {round}: {pgn}"));
            assert_eq!(times.control, control);
            assert_eq!(times.moves.len(), game.moves().len());
            for side in [Color::White, Color::Black] {
                let left = game.clocks().left(side);
                let read = times.left.get(side);
                assert_eq!(read.clock, left.clock(), "{text}: {pgn}");
                assert_eq!(read.bank, left.bank(), "{text}: {pgn}");
            }
            for (at, read) in times.moves.iter().enumerate() {
                let side = Color::from_white(at.is_multiple_of(2));
                let (spent, left) = game.time().noted(at, side).unwrap();
                assert_eq!((read.charged, read.left.clock), (spent, left.clock()));
                charged += spent;
            }
        }
    }
    assert!(charged > 0);
}

#[test]
fn hours_are_of_any_width() {
    for (seconds, text) in [
        (0, "0:00:00"),
        (59, "0:00:59"),
        (3_661, "1:01:01"),
        (50 * DAY, "1200:00:00"),
        (3_650 * DAY, "87600:00:00"),
    ] {
        assert_eq!(in_hours(seconds), text);
        let comment = format!("[%clk {text}] and more");
        assert_eq!(command_in(&comment, "clk"), Some(seconds));
    }
    for text in [
        "[%clk 1:00]",
        "[%clk 1:60:00]",
        "[%clk -1:00:00]",
        "[%emt 1:00:00]",
        "[%clk 1:00:00",
    ] {
        assert_eq!(command_in(text, "clk"), None, "{text}");
    }
}

#[test]
fn a_game_without_a_clock_has_no_word_of_it() {
    let game = played(Control::without(), &mut Lot(7));
    let record = record_of(&game);
    assert_eq!(record.tag("TimeControl"), Some("-"));
    assert_eq!(record.tag(CLOCK_RULES), None);
    assert!(!write_pgn(&record).contains('{'));
    assert_eq!(read_times(&record), None);
}
