//! The parts of a time control: how time is counted, and what is agreed beside it.

use super::tokens::Token;
use crate::game::clock::{CarryOver, Counting, DAY};

/// Time as it is written, in seconds; nothing says yet that a clock can be made of it.
pub(super) type Seconds = u64;

/// A part of a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// "without clock"
    Without,
    /// "3 days a move"
    PerMove(Seconds),
    /// "10 moves in 50 days"
    Session(u64, Seconds),
    /// "30 days + 1 day"
    Fischer(Seconds, Seconds),
    /// "triple block"
    Triple,
    /// "60 days in all"
    Countdown(Seconds),
    /// "3 days", and nothing says for what.
    Time(Seconds),
    /// "10 moves", and nothing says in what time.
    Moves,
    /// "3 months"
    Unit,
    /// "weekends free"
    FreeWeekends,
    /// "loss on time must be claimed"
    ClaimedFlags,
    /// "no move longer than 40 days"
    Longest(Seconds),
    /// "at most 45 days"
    Cap(Seconds),
    /// "days beyond 20 on a move count double"; nothing: no doubling.
    Double(Option<Seconds>),
    /// "unused time is lost"
    CarryOver(CarryOver),
    /// "to the second"
    Counting(Counting),
    /// "a clock of 50 days"
    Clock(Seconds),
    /// "a bank of 75 days"
    Bank(Seconds),
    /// "1 day more after each of the first 50 moves"
    Increment(Seconds, u64),
    /// "never less than 3 days after them"
    Floor(Seconds),
}

impl Part {
    /// Whether it says by itself how time is counted.
    pub(super) fn is_whole(self) -> bool {
        match self {
            Part::Without
            | Part::PerMove(_)
            | Part::Session(..)
            | Part::Fischer(..)
            | Part::Triple
            | Part::Countdown(_) => true,
            Part::Time(_)
            | Part::Moves
            | Part::Unit
            | Part::FreeWeekends
            | Part::ClaimedFlags
            | Part::Longest(_)
            | Part::Cap(_)
            | Part::Double(_)
            | Part::CarryOver(_)
            | Part::Counting(_)
            | Part::Clock(_)
            | Part::Bank(_)
            | Part::Increment(..)
            | Part::Floor(_) => false,
        }
    }

    /// Whether it looks like a time control, and something is missing.
    pub(super) fn is_half(self) -> bool {
        matches!(self, Part::Time(_) | Part::Moves | Part::Unit)
    }

    /// Whether nobody is called so.
    pub(super) fn is_plain(self) -> bool {
        matches!(
            self,
            Part::FreeWeekends | Part::ClaimedFlags | Part::Longest(_) | Part::Cap(_)
        )
    }
}

const WITHOUT: &str = "without a clock|without clock|without clocks|without any clock|without time limit|without a time limit|\
    without any time limit|without time control|without a time control|without limit|no clock|no clocks|no time limit|\
    no time limits|no time control|no limit|unlimited time|unlimited|untimed|ohne uhr|ohne bedenkzeit|ohne zeitlimit|\
    ohne zeitbegrenzung|ohne zeitbeschränkung|keine uhr";
const TRIPLE: &str =
    "the triple block|triple block|tripleblock|triple bloc|tripleblock system|dreifachblock";
const EACH_MOVE: &str = "a move|per move|each move|for each move|for every move|every move|for a move|/ move|a turn|per turn|\
    each|after each move|more after each move|on a move|on one move|for one move|on each move|pro zug|je zug|für jeden zug|\
    für einen zug|den zug|/ zug";
const IN: &str = "in|within|per|for|every|each|/|in the time of|pro|je|für|innerhalb von";
const PER: &str = "for|per|for every|for each|each|every|/|pro|je|für";
const MOVES: &str = "moves|move|züge|zügen|zug";
const IN_ALL: &str = "in all|in total|altogether|all in all|for the game|for the whole game|for the entire game|for all moves|\
    for each player|a player|per player|per game|a game|countdown|insgesamt|für die partie|für die ganze partie|für alle züge|\
    je spieler|pro spieler";
const COUNTDOWN: &str = "countdown of|countdown|a countdown of|all moves in|all moves within|the whole game in|alle züge in";
const PLUS: &str = "+|plus|and|und";
const AT_MOST: &str = "at most|not more than|no more than|never more than|max|max.|maximum|max .|maximal|up to|capped at|cap|with a cap of|\
    höchstens|bis zu";
const FREE_WEEKENDS: &str = "weekends free|weekends are free|free weekends|weekends off|weekend free|free weekend|\
    weekends do not count|weekends don't count|without weekends|no weekends|saturdays and sundays free|\
    saturdays and sundays are free|wochenenden frei|wochenende frei|freie wochenenden";
const CLAIMED: &str = "loss on time must be claimed|losses on time must be claimed|flags claimed|claimed flags|\
    flags must be claimed|flags are claimed|time must be claimed";
const LONGEST: &str = "no move longer than|no single move longer than|no move over|no move more than|no move may take longer than|\
    no move may take more than|no single move may take longer than|longest move of|longest move|longest|\
    kein zug länger als|kein zug über";
const DOUBLE_AFTER: &str = "with doubling after|with doubling beyond|doubling after|doubling beyond|doubling over|doubling from|double after|double beyond|double over|\
    doubled after|doubled beyond|counts double after|count double after|verdopplung nach|verdoppelung nach|\
    verdopplung ab|verdoppelung ab|doppelt nach|doppelt ab";
const BEYOND: &str = "days beyond|days over|days after|days above|time beyond|time over|time after|time above|more than|beyond|\
    tage über|tage nach|mehr als|über";
const COUNT_DOUBLE: &str = "count double|counts double|count twice|counts twice|are doubled|is doubled|double|zählen doppelt|\
    zählt doppelt";
const DOUBLING: &str = "with doubling|doubling|iccf rules|iccf|mit verdopplung|mit verdoppelung";
const NO_DOUBLING: &str =
    "without doubling|no doubling|not doubled|ohne verdopplung|ohne verdoppelung";
const KEPT: &str = "with carry over|carry over|carried over|unused time is kept|unused days are kept|unused time carries over|\
    unused days carry over|with carryover|cumulative|mit übertrag";
const LOST: &str = "without carry over|no carry over|not carried over|unused time is lost|unused days are lost|\
    unused time does not carry over|without carryover|no carryover|not cumulative|ohne übertrag";
const EXACT: &str = "to the second|to the minute|second exact|minute exact|exact|exactly|exact time|sekundengenau|auf die sekunde";
const WHOLE_DAYS: &str = "in whole days|whole days|first day free|the first day is free|first day is free|the first day free|ganze tage|\
    in ganzen tagen|erster tag frei";
const MORE: &str = "more after each of the first|more for each of the first|for each of the first|after each of the first";
const NEVER_LESS: &str = "never less than|never below|not less than";
const MONTHS: &str = "month|months|year|years|monat|monate|monaten|jahr|jahre";
const LATER: &str = "after them|after that|later|afterwards|then";

/// The part that begins with this word, and where it ends.
pub(super) fn part(tokens: &[Token<'_>], at: usize) -> Option<(Part, usize)> {
    beside(tokens, at)
        .or_else(|| of_triple(tokens, at))
        .or_else(|| kind(tokens, at))
}

/// How time is counted.
fn kind(tokens: &[Token<'_>], at: usize) -> Option<(Part, usize)> {
    if let Some(end) = one_of(tokens, at, WITHOUT) {
        return Some((Part::Without, end));
    }
    if let Some(end) = one_of(tokens, at, TRIPLE) {
        return Some((Part::Triple, end));
    }
    if let Some(next) = one_of(tokens, at, COUNTDOWN)
        && let Some((time, end)) = amount(tokens, next)
    {
        return Some((Part::Countdown(time), end));
    }
    with_moves(tokens, at)
        .or_else(|| with_time(tokens, at))
        .or_else(|| in_figures(tokens, at))
        .or_else(|| {
            let (_, next) = number(tokens, at)?;
            let next = one_of(tokens, next, MONTHS)?;
            let end = one_of(tokens, next, EACH_MOVE).or_else(|| one_of(tokens, next, IN_ALL));
            Some((Part::Unit, end.unwrap_or(next)))
        })
}

/// "10 moves in 50 days"
fn with_moves(tokens: &[Token<'_>], at: usize) -> Option<(Part, usize)> {
    let (moves, next) = figures(tokens, at).or_else(|| number_word(tokens, at))?;
    let next = one_of(tokens, next, MOVES)?;
    let timed = one_of(tokens, next, IN).and_then(|next| amount_or_days(tokens, next));
    Some(match timed {
        Some((time, end)) => (Part::Session(moves, time), end),
        None => (Part::Moves, next),
    })
}

/// "3 days a move", "50 days for 10 moves", "30 days + 1 day", "60 days in all", or only "3 days".
fn with_time(tokens: &[Token<'_>], at: usize) -> Option<(Part, usize)> {
    let (time, next) = amount(tokens, at)?;
    if let Some(next) = one_of(tokens, next, PER)
        && let Some((moves, next)) = number(tokens, next)
        && let Some(end) = one_of(tokens, next, "moves|züge|zügen")
    {
        return Some((Part::Session(moves, time), end));
    }
    if let Some(next) = one_of(tokens, next, PLUS)
        && let Some((increment, next)) = amount_or_days(tokens, next)
    {
        let end = one_of(tokens, next, EACH_MOVE).unwrap_or(next);
        return Some((Part::Fischer(time, increment), end));
    }
    if let Some(end) = one_of(tokens, next, IN_ALL) {
        return Some((Part::Countdown(time), end));
    }
    Some(match one_of(tokens, next, EACH_MOVE) {
        Some(end) => (Part::PerMove(time), end),
        None => (Part::Time(time), next),
    })
}

/// "10/50", "30+1": days where nothing else is said.
fn in_figures(tokens: &[Token<'_>], at: usize) -> Option<(Part, usize)> {
    let (first, next) = figures(tokens, at)?;
    if let Some(next) = one_of(tokens, next, "/") {
        let (time, end) = amount_or_days(tokens, next)?;
        return Some((Part::Session(first, time), end));
    }
    let next = one_of(tokens, next, "+")?;
    let (second, next) = figures(tokens, next)?;
    let (unit, next) = unit(tokens, next).unwrap_or((DAY, next));
    let end = one_of(tokens, next, EACH_MOVE).unwrap_or(next);
    let fischer = Part::Fischer(first.saturating_mul(unit), second.saturating_mul(unit));
    Some((fischer, end))
}

/// What is agreed beside a time control.
fn beside(tokens: &[Token<'_>], at: usize) -> Option<(Part, usize)> {
    if let Some(end) = one_of(tokens, at, FREE_WEEKENDS) {
        return Some((Part::FreeWeekends, end));
    }
    if let Some(end) = one_of(tokens, at, CLAIMED) {
        return Some((Part::ClaimedFlags, end));
    }
    if let Some(next) = one_of(tokens, at, LONGEST)
        && let Some((time, next)) = amount_or_days(tokens, next)
    {
        return Some((Part::Longest(time), next));
    }
    if let Some(next) = one_of(tokens, at, AT_MOST)
        && let Some((time, next)) = amount_or_days(tokens, next)
    {
        return Some(match one_of(tokens, next, EACH_MOVE) {
            Some(end) => (Part::Longest(time), end),
            None => (Part::Cap(time), next),
        });
    }
    doubling(tokens, at).or_else(|| {
        let table = [
            (LOST, Part::CarryOver(CarryOver::Lost)),
            (KEPT, Part::CarryOver(CarryOver::Kept)),
            (EXACT, Part::Counting(Counting::Exact)),
            (WHOLE_DAYS, Part::Counting(Counting::WholeDays)),
        ];
        let said = |(spellings, part)| Some((part, one_of(tokens, at, spellings)?));
        table.into_iter().find_map(said)
    })
}

/// Whether, and beyond how much, time counts double; of ICCF's own it is twenty days (ICCF Rules 2.4.2).
fn doubling(tokens: &[Token<'_>], at: usize) -> Option<(Part, usize)> {
    if let Some(end) = one_of(tokens, at, NO_DOUBLING) {
        return Some((Part::Double(None), end));
    }
    if let Some(next) = one_of(tokens, at, DOUBLE_AFTER)
        && let Some((limit, next)) = amount_or_days(tokens, next)
    {
        let end = one_of(tokens, next, EACH_MOVE).unwrap_or(next);
        return Some((Part::Double(Some(limit)), end));
    }
    if let Some(next) = one_of(tokens, at, BEYOND)
        && let Some((limit, next)) = amount_or_days(tokens, next)
    {
        let next = one_of(tokens, next, EACH_MOVE).unwrap_or(next);
        if let Some(end) = one_of(tokens, next, COUNT_DOUBLE) {
            return Some((Part::Double(Some(limit)), end));
        }
    }
    let end = one_of(tokens, at, DOUBLING)?;
    Some((Part::Double(Some(20 * DAY)), end))
}

/// The amounts of a triple block.
fn of_triple(tokens: &[Token<'_>], at: usize) -> Option<(Part, usize)> {
    if let Some(next) = one_of(tokens, at, "a clock of|clock of")
        && let Some((time, end)) = amount_or_days(tokens, next)
    {
        return Some((Part::Clock(time), end));
    }
    if let Some(next) = one_of(tokens, at, "a bank of|bank of|bank")
        && let Some((time, end)) = amount_or_days(tokens, next)
    {
        return Some((Part::Bank(time), end));
    }
    if let Some(next) = one_of(tokens, at, NEVER_LESS)
        && let Some((time, next)) = amount_or_days(tokens, next)
    {
        let end = one_of(tokens, next, LATER).unwrap_or(next);
        return Some((Part::Floor(time), end));
    }
    let (time, next) = amount(tokens, at)?;
    let next = one_of(tokens, next, MORE)?;
    let (moves, next) = number(tokens, next)?;
    let end = one_of(tokens, next, MOVES)?;
    Some((Part::Increment(time, moves), end))
}

/// "3 days", "1 day 12 hours", in seconds.
fn amount(tokens: &[Token<'_>], at: usize) -> Option<(Seconds, usize)> {
    let (number_of, next) = number(tokens, at)?;
    let (each, mut end) = unit(tokens, next)?;
    let mut sum = number_of.saturating_mul(each);
    while let Some((number_of, next)) = figures(tokens, end)
        && let Some((smaller, next)) = unit(tokens, next).filter(|(smaller, _)| *smaller < each)
    {
        sum = sum.saturating_add(number_of.saturating_mul(smaller));
        end = next;
    }
    Some((sum, end))
}

/// The same, or a bare number of days.
fn amount_or_days(tokens: &[Token<'_>], at: usize) -> Option<(Seconds, usize)> {
    amount(tokens, at).or_else(|| {
        let (days, next) = figures(tokens, at).or_else(|| number_word(tokens, at))?;
        Some((days.saturating_mul(DAY), next))
    })
}

/// The seconds of a unit.
fn unit(tokens: &[Token<'_>], at: usize) -> Option<(Seconds, usize)> {
    let units = [
        ("days|day|d|tage|tagen|tag", DAY),
        ("weeks|week|wochen|woche|w", 7 * DAY),
        ("hours|hour|h|stunden|stunde|std", 3600),
        ("minutes|minute|min|minuten", 60),
        ("seconds|second|sec|sekunden|sekunde", 1),
    ];
    let said = |(spellings, seconds)| Some((seconds, one_of(tokens, at, spellings)?));
    units.into_iter().find_map(said)
}

fn number(tokens: &[Token<'_>], at: usize) -> Option<(u64, usize)> {
    Some((tokens.get(at)?.number()?, at + 1))
}

/// A number in figures.
fn figures(tokens: &[Token<'_>], at: usize) -> Option<(u64, usize)> {
    let token = tokens.get(at)?;
    let in_figures = token.word.bytes().all(|sign| sign.is_ascii_digit());
    number(tokens, at).filter(|_| in_figures)
}

/// A number as a word that is not "a": "a move" is no number of moves.
fn number_word(tokens: &[Token<'_>], at: usize) -> Option<(u64, usize)> {
    let is_article = matches!(tokens.get(at)?.word.as_str(), "a" | "an");
    number(tokens, at).filter(|_| !is_article)
}

/// Where the longest of these phrases ends that stands here.
fn one_of(tokens: &[Token<'_>], at: usize, phrases: &str) -> Option<usize> {
    let ends = phrases.split('|').filter_map(|phrase| {
        let mut end = at;
        for word in phrase.split(' ') {
            if tokens.get(end)?.word != word {
                return None;
            }
            end += 1;
        }
        Some(end)
    });
    ends.max()
}
