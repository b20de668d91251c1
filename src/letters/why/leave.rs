//! Leave that is not to be had.

use crate::language::NoSuchPeriod;
use crate::letters::day_in_words;
use crate::players::NoLeave;
use std::fmt;

impl fmt::Display for NoLeave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoLeave::None => f.write_str("this server gives no leave"),
            NoLeave::TooFar => f.write_str("leave is for this year and the next one"),
            NoLeave::Overlaps(days) => write!(
                f,
                "you have leave from {} to {} already; that one is ended, or taken back, with \"back\"",
                day_in_words(days.first()),
                day_in_words(days.last())
            ),
            NoLeave::Quota {
                days,
                year,
                wanted,
                left,
            } => {
                let (first, last) = (day_in_words(days.first()), day_in_words(days.last()));
                let left = match left {
                    0 => "none is".to_owned(),
                    1 => "one is".to_owned(),
                    left => format!("{left} are"),
                };
                let unit = if *wanted == 1 { "day" } else { "days" };
                write!(
                    f,
                    "from {first} to {last} it takes {wanted} {unit} of your leave of {year}, of which {left} left"
                )
            }
            NoLeave::NotOnLeave => f.write_str("you are not on leave, and have announced none"),
        }
    }
}

impl fmt::Display for NoSuchPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSuchPeriod::NoSuchDay(day) => write!(f, "the calendar has no {day}"),
            NoSuchPeriod::Backwards => f.write_str("its last day is before its first one"),
            NoSuchPeriod::Past => f.write_str(
                "it begins before today, and a clock that has run is not turned back; write for example \
                 \"leave until 30 November\"",
            ),
        }
    }
}
