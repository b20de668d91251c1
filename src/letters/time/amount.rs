//! Amounts of time in words.

use crate::game::clock::DAY;

/// So many seconds, to the last one, so that sums can be checked: "24 days 1 hour", "24 days 1 h 3 min 12 s".
pub fn in_words(seconds: u64) -> String {
    let days = match seconds / DAY {
        0 => None,
        1 => Some("1 day".to_owned()),
        days => Some(format!("{days} days")),
    };
    let part = |count: u64, unit: &str| (count > 0).then(|| format!("{count} {unit}"));
    let hours = match (seconds % DAY / 3_600, seconds % 3_600) {
        (1, 0) => Some("1 hour".to_owned()),
        (hours @ 2.., 0) => Some(format!("{hours} hours")),
        (hours, _) => part(hours, "h"),
    };
    let parts = [
        days,
        hours,
        part(seconds % 3_600 / 60, "min"),
        part(seconds % 60, "s"),
    ];
    let words: Vec<String> = parts.into_iter().flatten().collect();
    if words.is_empty() {
        "nothing".to_owned()
    } else {
        words.join(" ")
    }
}

/// The same of what is left now, which nobody adds up: without the seconds where it is a day or more, and so never more than
/// it is.
pub(super) fn in_words_to_the_minute(seconds: u64) -> String {
    if seconds < DAY {
        in_words(seconds)
    } else {
        in_words(seconds - seconds % 60)
    }
}

/// So many seconds in words, given where each move has its own time: nothing of it is left for a later one.
pub fn in_words_for_one_move(seconds: u64) -> String {
    format!("{} for one move", in_words(seconds))
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
            assert_eq!(in_words(seconds), words);
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
            assert_eq!(in_words_to_the_minute(seconds), words);
        }
    }
}
