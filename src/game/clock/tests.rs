mod edges;
mod examples;
mod reference;

use super::*;
use chrono::{DateTime, Utc};
use shakmaty::Color;

/// An instant as "2026-03-01 12:00:00", by UTC.
fn at(text: &str) -> DateTime<Utc> {
    format!("{}Z", text.replace(' ', "T")).parse().unwrap()
}

/// So many days and hundredths of them, in seconds.
fn days(hundredths: u64) -> u64 {
    hundredths * DAY / 100
}

fn amount(days: u32) -> Amount {
    Amount::days(days).unwrap()
}

/// So many moves in so many days as ICCF counts: whole days, beyond 20 double, and what is left is kept.
fn iccf(moves: u32, time: u32) -> Clocks {
    let time = amount(time);
    let double = Some(amount(20));
    let session = Session::new(moves, time, Counting::WholeDays, double, CarryOver::Kept).unwrap();
    Clocks::at_start(Control::new(Kind::Session(session)))
}

/// White's move that used so many seconds, with nothing taken away.
fn move_of(clocks: &Clocks, used: u64) -> Charged {
    let start = at("2026-01-01 00:00:00");
    let arrived = start + chrono::TimeDelta::seconds(used.try_into().unwrap());
    clocks.charge(Color::White, &Turn::new(start, Vec::new()), arrived)
}

/// A stretch from then until then.
fn stretch(reason: Reason, from: &str, until: &str) -> Stretch {
    let span = Span::new(at(from), at(until)).unwrap();
    Stretch { reason, span }
}

/// White's clock after moves that were charged nothing but the days given, one move each.
fn with_left(clocks: Clocks, used: &[u64]) -> Clocks {
    used.iter()
        .fold(clocks, |clocks, days| move_of(&clocks, days * DAY).after)
}
