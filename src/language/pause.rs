//! What players say about the clocks of their game: "pause until 12 Aug", "give 3 days".

use super::amounts::amount;
use super::command::Command;
use super::leave::{NoPeriod, period_in};

/// How a line begins that asks for a pause.
const PAUSE: &str = "\
    pause|pause the game|pause this game|pause our game|a pause|offer a pause|i offer a pause|propose a pause|i propose a pause|\
    let us pause|let's pause|i'd like a pause|i would like a pause|i'd like to pause|i would like to pause|\
    ask for a pause|i ask for a pause";

/// How a line begins that gives the opponent time.
const GIVE: &str = "\
    give|i give|i give you|give you|give my opponent|i give my opponent|give the opponent|give them|give him|give her|\
    give my opponent another|i give you another|give another";

/// What a line wants about the clocks of a game, if that is what it is about.
pub(super) fn about_clocks(plain: &str) -> Option<Command> {
    let line = plain.trim_end_matches(['!', '?', ' ']);
    let lower = line.to_lowercase();
    if let Some(rest) = behind(PAUSE, &lower) {
        return about_pause(rest);
    }
    let rest = behind(GIVE, lower.trim_end_matches('.'))?;
    let rest = ["more", "extra"]
        .iter()
        .fold(rest, |rest, word| rest.strip_suffix(word).unwrap_or(rest));
    match amount(rest) {
        Some(time) => Some(Command::GiveTime(Some(time))),
        None => names_time(rest).then_some(Command::GiveTime(None)),
    }
}

/// "Pause" with the day until which it is to last, or how long it is. Other words behind it are talk: "pause for thought".
fn about_pause(rest: &str) -> Option<Command> {
    match period_in(rest) {
        Ok(period) => Some(Command::OfferPause(Ok(period))),
        Err(NoPeriod::Nothing) => Some(Command::OfferPause(Err(NoPeriod::Nothing))),
        Err(why @ NoPeriod::TwoWays(..)) => Some(Command::OfferPause(Err(why))),
        Err(NoPeriod::Unread) => {
            let counted = rest.split_whitespace().count() <= 5
                && rest.chars().any(|sign| sign.is_ascii_digit());
            counted.then_some(Command::OfferPause(Err(NoPeriod::Unread)))
        }
    }
}

/// What stands behind the longest of these beginnings.
pub(super) fn behind<'a>(beginnings: &str, line: &'a str) -> Option<&'a str> {
    let rest = |start: &str| {
        let rest = line.strip_prefix(start)?;
        (rest.is_empty() || rest.starts_with([' ', ':'])).then(|| rest.trim_matches([' ', ':']))
    };
    let found = beginnings.split('|').filter_map(rest);
    found.min_by_key(|rest| rest.len())
}

/// A number and a unit of time, which is none of ours: "3 months".
fn names_time(words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    let [number, unit] = words.as_slice() else {
        return false;
    };
    number.chars().all(|sign| sign.is_ascii_digit())
        && [
            "minute", "minutes", "month", "months", "year", "years", "hour", "hours", "day", "days",
        ]
        .contains(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> String {
        match about_clocks(line) {
            Some(Command::OfferPause(Ok(period))) => format!("pause {period}"),
            Some(Command::OfferPause(Err(why))) => format!("pause, {why:?}"),
            Some(Command::GiveTime(Some(time))) => format!("give {} s", time.in_seconds()),
            Some(Command::GiveTime(None)) => "give, unread".to_owned(),
            Some(other) => format!("{other:?}"),
            None => "nothing".to_owned(),
        }
    }

    #[test]
    fn pauses_and_gifts_are_read_in_many_words() {
        for (line, meant) in [
            ("pause until 12 Aug", "pause today - 12 August"),
            ("Pause until 12.8.", "pause today - 12 August"),
            ("pause 2 weeks", "pause from today for 14 days"),
            ("pause for 10 days", "pause from today for 10 days"),
            (
                "Let's pause until 12 August 2027",
                "pause today - 12 August 2027",
            ),
            ("I offer a pause until 3 Jan.", "pause today - 3 January"),
            ("pause", "pause, Nothing"),
            (
                "pause until 5/8",
                "pause, TwoWays(Date { day: 5, month: 8, year: None }, Date { day: 8, month: 5, year: None })",
            ),
            ("pause 5 minutes", "pause, Unread"),
            ("pause for thought", "nothing"),
            ("pausing is fine with me", "nothing"),
            ("give 3 days", "give 259200 s"),
            ("I give you 3 days more!", "give 259200 s"),
            ("give my opponent a week.", "give 604800 s"),
            ("give 1 day and 12 hours", "give 129600 s"),
            ("give 3 months", "give, unread"),
            ("give 0 days", "give, unread"),
            ("give me 3 days", "nothing"),
            ("give up", "nothing"),
            ("give check", "nothing"),
            ("give 3 pawns for it", "nothing"),
        ] {
            assert_eq!(read(line), meant, "{line}");
        }
    }
}
