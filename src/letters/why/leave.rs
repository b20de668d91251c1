//! Leave that is not to be had.

use crate::language::NoSuchPeriod;
use crate::letters::day_in_words;
use crate::letters::{InWords, Sentence, sentence};
use crate::players::NoLeave;

impl InWords for NoLeave {
    fn in_words(&self) -> Sentence {
        match self {
            NoLeave::None => sentence!("this server gives no leave"),
            NoLeave::TooFar => sentence!("leave is for this year and the next one"),
            NoLeave::Overlaps(days) => sentence!(
                "you have leave from {{ first }} to {{ last }} already; that one is ended, or taken back, with \"back\"",
                first = day_in_words(days.first()),
                last = day_in_words(days.last())
            ),
            NoLeave::Quota {
                days,
                year,
                wanted,
                left,
            } => {
                let (first, last) = (day_in_words(days.first()), day_in_words(days.last()));
                match left {
                    0 => sentence!(
                        "from {{ first }} to {{ last }} it takes {{ wanted }} {{ wanted|count(\"day\", \"days\") }} of your leave of {{ year }}, of which none is left",
                        first,
                        last,
                        wanted,
                        year
                    ),
                    1 => sentence!(
                        "from {{ first }} to {{ last }} it takes {{ wanted }} {{ wanted|count(\"day\", \"days\") }} of your leave of {{ year }}, of which one is left",
                        first,
                        last,
                        wanted,
                        year
                    ),
                    left => sentence!(
                        "from {{ first }} to {{ last }} it takes {{ wanted }} {{ wanted|count(\"day\", \"days\") }} of your leave of {{ year }}, of which {{ left }} are left",
                        first,
                        last,
                        wanted,
                        year,
                        left
                    ),
                }
            }
            NoLeave::NotOnLeave => sentence!("you are not on leave, and have announced none"),
        }
    }
}

impl InWords for NoSuchPeriod {
    fn in_words(&self) -> Sentence {
        match self {
            NoSuchPeriod::NoSuchDay(day) => sentence!("the calendar has no {{ day }}", day),
            NoSuchPeriod::Backwards => sentence!("its last day is before its first one"),
            NoSuchPeriod::Past => sentence!(
                "it begins before today, and a clock that has run is not turned back; write for example \
                 \"leave until 30 November\""
            ),
        }
    }
}
