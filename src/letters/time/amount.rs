//! Amounts of time in words.

use crate::game::clock::DAY;
use crate::letters::{Sentence, sentence};

/// So many seconds, to the last one, so that sums can be checked: "24 days 1 hour", "24 days 1 h 3 min 12 s".
pub fn in_words(seconds: u64) -> Sentence {
    let (days, rest) = (seconds / DAY, seconds % DAY);
    let (hours, minutes, seconds) = (rest / 3_600, rest % 3_600 / 60, rest % 60);
    let whole_hours = rest.is_multiple_of(3_600);
    let parts = [
        (days > 0).then(|| days_in_words(days)),
        (hours > 0 && whole_hours)
            .then(|| sentence!("{{ hours }} {{ hours|count(\"hour\", \"hours\") }}", hours)),
        (hours > 0 && !whole_hours).then(|| hours_shortly(hours)),
        (minutes > 0).then(|| minutes_shortly(minutes)),
        (seconds > 0).then(|| sentence!("{{ seconds }} s", seconds)),
    ];
    let parts: Vec<Sentence> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        true => sentence!("nothing"),
        false => Sentence::joined(parts, " "),
    }
}

/// "1 day", "2 days"
pub(super) fn days_in_words(days: u64) -> Sentence {
    sentence!("{{ days }} {{ days|count(\"day\", \"days\") }}", days)
}

/// "3 h"
pub(super) fn hours_shortly(hours: u64) -> Sentence {
    sentence!("{{ hours }} h", hours)
}

/// "20 min"
pub(super) fn minutes_shortly(minutes: u64) -> Sentence {
    sentence!("{{ minutes }} min", minutes)
}

/// The same of what is left now, which nobody adds up: without the seconds where it is a day or more, and so never more than
/// it is.
pub(super) fn in_words_to_the_minute(seconds: u64) -> Sentence {
    if seconds < DAY {
        in_words(seconds)
    } else {
        in_words(seconds - seconds % 60)
    }
}

/// So many seconds in words, given where each move has its own time: nothing of it is left for a later one.
pub fn in_words_for_one_move(seconds: u64) -> Sentence {
    sentence!("{{ time }} for one move", time = in_words(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_said_to_the_second() {
        for (seconds, words) in [
            (0, "nothing"),
            (59, "59 s"),
            (3_600, "1 hour"),
            (DAY, "1 day"),
            (24 * DAY + 3_600, "24 days 1 hour"),
            (DAY + 7_200, "1 day 2 hours"),
            (2 * DAY + 3_792, "2 days 1 h 3 min 12 s"),
            (DAY - 1, "23 h 59 min 59 s"),
        ] {
            assert_eq!(in_words(seconds).to_string(), words);
        }
    }

    #[test]
    fn what_is_left_is_said_to_the_minute_from_a_day_on() {
        for (seconds, words) in [
            (DAY - 1, "23 h 59 min 59 s"),
            (DAY, "1 day"),
            (DAY + 59, "1 day"),
            (27 * DAY - 1, "26 days 23 h 59 min"),
            (2 * DAY + 3_600 + 1, "2 days 1 hour"),
        ] {
            assert_eq!(in_words_to_the_minute(seconds).to_string(), words);
        }
    }
}
