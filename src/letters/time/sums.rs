//! What a move cost, so that whoever was told the instants can check it with pencil and paper.

use super::amount::in_words;
use super::instant::{Clockface, instant};
use crate::game::clock::{
    Control, Counting, DAY, Deduction, Kind, Left, MoveTime, Reason, Session,
};
use chrono::{DateTime, TimeDelta, Utc};

/// Whose move it was, as the reader sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose<'a> {
    /// The reader's.
    Yours,
    /// That of the player of this name.
    Theirs(&'a str),
}

/// A move, its time, and the clock of its side before and after it.
#[derive(Clone, Copy, Debug)]
pub struct Spent<'a> {
    /// Whose it was.
    pub whose: Whose<'a>,
    /// What it took.
    pub time: &'a MoveTime,
    /// What was left of its side before it.
    pub before: Left,
    /// What is left after it.
    pub after: Left,
}

/// Whether there is anything after a move for which its side could have time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterIt {
    /// The game goes on.
    Moves,
    /// It has ended.
    Nothing,
}

impl Whose<'_> {
    fn turn(self) -> String {
        match self {
            Whose::Yours => "Your turn".to_owned(),
            Whose::Theirs(name) => format!("{name}'s turn"),
        }
    }

    fn came_ahead(self) -> String {
        match self {
            Whose::Yours => "Your move was sent ahead: nothing is charged.".to_owned(),
            Whose::Theirs(name) => {
                format!("{name}'s move was sent ahead: nothing is charged.")
            }
        }
    }

    fn had(self) -> String {
        match self {
            Whose::Yours => "You had".to_owned(),
            Whose::Theirs(name) => format!("{name} had"),
        }
    }

    fn have(self) -> String {
        match self {
            Whose::Yours => "You have".to_owned(),
            Whose::Theirs(name) => format!("{name} has"),
        }
    }

    fn loses(self) -> &'static str {
        match self {
            Whose::Yours => "lose",
            Whose::Theirs(_) => "loses",
        }
    }

    /// "are charged" and "have" of the reader, "is charged" and "has" of the other.
    fn verbs(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Whose::Yours => ("are", "get", "have"),
            Whose::Theirs(_) => ("is", "gets", "has"),
        }
    }
}

impl Spent<'_> {
    /// The sums, a line each: from when to when, what is taken away and why, what counts, what is left.
    pub fn lines(&self, control: Control, after_it: AfterIt) -> Vec<String> {
        let mut lines = Vec::new();
        match self.time.since {
            Some(since) => {
                lines.push(format!(
                    "{}: {} to {},",
                    self.whose.turn(),
                    instant(since, Clockface::Seconds),
                    instant(after(since, self.time.elapsed), Clockface::Seconds)
                ));
                lines.push(self.used(control));
            }
            None => {
                lines.push(self.whose.came_ahead());
                if after_it == AfterIt::Moves {
                    lines.push(self.got_ahead(control));
                }
                return lines;
            }
        }
        lines.push(match after_it {
            AfterIt::Moves => self.account(control),
            AfterIt::Nothing => self.last_account(control),
        });
        lines
    }

    /// "Bob had 37 days, is charged 10 days.": what is left is for no move any more.
    fn last_account(&self, control: Control) -> String {
        let (is, ..) = self.whose.verbs();
        let had = format!("{} {}", self.whose.had(), on_clock(control, self.before));
        match control.kind() {
            Kind::PerMove(_) => format!("{had}."),
            Kind::Without
            | Kind::Session(_)
            | Kind::Fischer(_)
            | Kind::Triple(_)
            | Kind::Countdown(_) => {
                format!("{had}, and {is} charged {}.", in_words(self.time.charged))
            }
        }
    }

    /// "Bob had 4 days, gets 1 day and has 5 days."
    fn got_ahead(&self, control: Control) -> String {
        let (_, gets, has) = self.whose.verbs();
        let now = left_in_words(control, self.after);
        match added(control, self.after) {
            Some(more) if self.before.clock() != self.after.clock() => {
                let had = on_clock(control, self.before);
                format!("{} {had}, {gets} {more} and {has} {now}.", self.whose.had())
            }
            Some(_) | None => has_left(self.whose, control, self.after),
        }
    }

    /// "24 days 1 hour, less 14 days of leave: 10 days 1 hour used, 10 days count."
    fn used(&self, control: Control) -> String {
        let mut line = in_words(self.time.elapsed);
        if !self.time.deductions.is_empty() {
            let taken: Vec<String> = self.time.deductions.iter().map(taken_away).collect();
            line = format!("{line}, less {}", all_of(&taken));
        }
        let used = self.time.used();
        let counts = match control.kind() {
            Kind::Session(session) => counted(&session, used, self.time.charged),
            Kind::Without
            | Kind::PerMove(_)
            | Kind::Fischer(_)
            | Kind::Triple(_)
            | Kind::Countdown(_) => None,
        };
        let counts = counts.map_or(String::new(), |counts| format!("; {counts}"));
        match self.time.deductions.is_empty() {
            true => format!("{line} used{counts}."),
            false => format!("{line}: {} used{counts}.", in_words(used)),
        }
    }

    /// "Bob had 37 days, is charged 10 days and has 27 days for 3 moves."
    fn account(&self, control: Control) -> String {
        let (is, gets, has) = self.whose.verbs();
        let charged = in_words(self.time.charged);
        if let Kind::PerMove(time) = control.kind() {
            let (each, before) = (time.in_seconds(), self.before.clock());
            let (had, again) = (in_words(before), if before == each { " again" } else { "" });
            return format!(
                "{} {had}, and {has} {}{again} for the next move.",
                self.whose.had(),
                in_words(each)
            );
        }
        let had = format!("{} {}", self.whose.had(), on_clock(control, self.before));
        let now = left_in_words(control, self.after);
        match added(control, self.after) {
            None => format!("{had}, {is} charged {charged} and {has} {now}."),
            Some(more) => {
                let lost = self.lost(control).map_or(String::new(), |lost| {
                    let loses = self.whose.loses();
                    format!(" {loses} the other {},", in_words(lost))
                });
                format!("{had}, {is} charged {charged},{lost} {gets} {more} and {has} {now}.")
            }
        }
    }

    /// What is lost of the clock at the end of a session, where nothing is carried over.
    fn lost(&self, control: Control) -> Option<u64> {
        let Kind::Session(session) = control.kind() else {
            return None;
        };
        let rest = self.before.clock().saturating_sub(self.time.charged);
        let all = rest.saturating_add(session.time().in_seconds());
        let lost = all.saturating_sub(self.after.clock());
        (lost > 0).then_some(lost)
    }
}

/// What is left of a side that has not moved just now: "You have 41 days for 3 moves."
pub(super) fn has_left(whose: Whose<'_>, control: Control, left: Left) -> String {
    format!("{} {}.", whose.have(), left_in_words(control, left))
}

/// What a side had when its turn began: "41 days for 3 moves", "3 days".
pub(super) fn left_at_turn(control: Control, left: Left) -> String {
    match control.kind() {
        Kind::PerMove(_) => in_words(left.clock()),
        Kind::Without
        | Kind::Session(_)
        | Kind::Fischer(_)
        | Kind::Triple(_)
        | Kind::Countdown(_) => left_in_words(control, left),
    }
}

/// What is left, and for how many moves: "41 days for 3 moves".
pub fn left_in_words(control: Control, left: Left) -> String {
    let on_clock = on_clock(control, left);
    match control.kind() {
        Kind::Session(session) => {
            let made = left.moves() % session.moves();
            match session.moves() - made {
                1 => format!("{on_clock} for 1 move"),
                moves => format!("{on_clock} for {moves} moves"),
            }
        }
        Kind::PerMove(_) => format!("{on_clock} for each move"),
        Kind::Countdown(_) => format!("{on_clock} for the rest of the game"),
        Kind::Without | Kind::Fischer(_) | Kind::Triple(_) => on_clock,
    }
}

fn on_clock(control: Control, left: Left) -> String {
    let clock = in_words(left.clock());
    match control.kind() {
        Kind::Triple(_) => format!("{clock} and a bank of {}", in_words(left.bank())),
        Kind::Without
        | Kind::PerMove(_)
        | Kind::Session(_)
        | Kind::Fischer(_)
        | Kind::Countdown(_) => clock,
    }
}

/// What a move adds, after which so much is left.
fn added(control: Control, after: Left) -> Option<String> {
    match control.kind() {
        Kind::Without | Kind::PerMove(_) | Kind::Countdown(_) => None,
        Kind::Session(session) => {
            let full = after.moves() > 0 && after.moves().is_multiple_of(session.moves());
            full.then(|| format!("{} more", in_words(session.time().in_seconds())))
        }
        Kind::Fischer(fischer) => {
            let more = in_words(fischer.increment().in_seconds());
            Some(match fischer.cap() {
                Some(cap) if cap.in_seconds() == after.clock() => {
                    format!("{more}, up to {},", in_words(cap.in_seconds()))
                }
                Some(_) | None => more,
            })
        }
        Kind::Triple(triple) => {
            let gets = after.moves() <= triple.increment_moves();
            gets.then(|| in_words(triple.increment().in_seconds()))
        }
    }
}

/// What of a session's move counts: "10 days count", "days beyond 20 count double: 26 days".
fn counted(session: &Session, used: u64, charged: u64) -> Option<String> {
    let words = in_words(charged);
    let double = session
        .double_after()
        .filter(|limit| used > limit.in_seconds());
    let doubled = double.filter(|limit| charged > limit.in_seconds());
    match (session.counting(), doubled) {
        (Counting::WholeDays, Some(limit)) => Some(format!(
            "only whole days count, those beyond {} double: {words}",
            limit.in_seconds() / DAY
        )),
        (Counting::WholeDays, None) => Some(match charged {
            0 => "only whole days count: nothing".to_owned(),
            _ => format!("only whole days count: {words}"),
        }),
        (Counting::Exact, Some(limit)) => Some(format!(
            "time beyond {} counts double: {words}",
            in_words(limit.in_seconds())
        )),
        (Counting::Exact, None) => None,
    }
}

pub(super) fn taken_away(deduction: &Deduction) -> String {
    let why = match deduction.reason {
        Reason::Pause => "pause",
        Reason::Outage => "outage of this server",
        Reason::Leave => "leave",
        Reason::Weekend => "weekend",
        Reason::Bounce => "mail that came back",
    };
    format!("{} of {why}", in_words(deduction.seconds))
}

/// "a, b and c"
pub(super) fn all_of(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn after(since: DateTime<Utc>, seconds: u64) -> DateTime<Utc> {
    let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
    let later = TimeDelta::try_seconds(seconds).and_then(|more| since.checked_add_signed(more));
    later.unwrap_or(DateTime::<Utc>::MAX_UTC)
}

#[cfg(test)]
mod tests;
