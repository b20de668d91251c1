//! What a move cost, so that whoever was told the instants can check it with pencil and paper.

use super::amount::in_words;
use super::instant::{Clockface, instant};
use crate::game::clock::{
    Control, Counting, DAY, Deduction, Kind, Left, MoveTime, Reason, Session,
};
use crate::letters::{Sentence, sentence};
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
    fn turn(self, since: Sentence, until: Sentence) -> Sentence {
        match self {
            Whose::Yours => sentence!("Your turn: {{ since }} to {{ until }},", since, until),
            Whose::Theirs(name) => sentence!(
                "{{ name }}'s turn: {{ since }} to {{ until }},",
                name,
                since,
                until
            ),
        }
    }

    fn came_ahead(self) -> Sentence {
        match self {
            Whose::Yours => sentence!("Your move was sent ahead: nothing is charged."),
            Whose::Theirs(name) => sentence!(
                "{{ name }}'s move was sent ahead: nothing is charged.",
                name
            ),
        }
    }
}

impl Spent<'_> {
    /// The sums, a line each: from when to when, what is taken away and why, what counts, what is left.
    pub fn lines(&self, control: Control, after_it: AfterIt) -> Vec<Sentence> {
        let mut lines = Vec::new();
        match self.time.since {
            Some(since) => {
                lines.push(self.whose.turn(
                    instant(since, Clockface::Seconds),
                    instant(after(since, self.time.elapsed), Clockface::Seconds),
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
    fn last_account(&self, control: Control) -> Sentence {
        let had = on_clock(control, self.before);
        let charged = in_words(self.time.charged);
        match (control.kind(), self.whose) {
            (Kind::PerMove(_), Whose::Yours) => sentence!("You had {{ had }}.", had),
            (Kind::PerMove(_), Whose::Theirs(name)) => {
                sentence!("{{ name }} had {{ had }}.", name, had)
            }
            (
                Kind::Without
                | Kind::Session(_)
                | Kind::Fischer(_)
                | Kind::Triple(_)
                | Kind::Countdown(_),
                Whose::Yours,
            ) => sentence!(
                "You had {{ had }}, and are charged {{ charged }}.",
                had,
                charged
            ),
            (
                Kind::Without
                | Kind::Session(_)
                | Kind::Fischer(_)
                | Kind::Triple(_)
                | Kind::Countdown(_),
                Whose::Theirs(name),
            ) => sentence!(
                "{{ name }} had {{ had }}, and is charged {{ charged }}.",
                name,
                had,
                charged
            ),
        }
    }

    /// "Bob had 4 days, gets 1 day and has 5 days."
    fn got_ahead(&self, control: Control) -> Sentence {
        let now = left_in_words(control, self.after);
        let more = added(control, self.after).filter(|_| self.before.clock() != self.after.clock());
        let Some(more) = more else {
            return has_left(self.whose, control, self.after);
        };
        let had = on_clock(control, self.before);
        match self.whose {
            Whose::Yours => sentence!(
                "You had {{ had }}, get {{ more }} and have {{ now }}.",
                had,
                more,
                now
            ),
            Whose::Theirs(name) => {
                sentence!(
                    "{{ name }} had {{ had }}, gets {{ more }} and has {{ now }}.",
                    name,
                    had,
                    more,
                    now
                )
            }
        }
    }

    /// "24 days 1 hour, less 14 days of leave: 10 days 1 hour used, 10 days count."
    fn used(&self, control: Control) -> Sentence {
        let elapsed = in_words(self.time.elapsed);
        let taken = Sentence::all_of(self.time.deductions.iter().map(taken_away));
        let seconds = self.time.used();
        let counts = match control.kind() {
            Kind::Session(session) => counted(&session, seconds, self.time.charged),
            Kind::Without
            | Kind::PerMove(_)
            | Kind::Fischer(_)
            | Kind::Triple(_)
            | Kind::Countdown(_) => None,
        };
        let used = in_words(seconds);
        match (self.time.deductions.is_empty(), counts) {
            (true, None) => sentence!("{{ elapsed }} used.", elapsed),
            (true, Some(counts)) => sentence!("{{ elapsed }} used; {{ counts }}.", elapsed, counts),
            (false, None) => {
                sentence!(
                    "{{ elapsed }}, less {{ taken }}: {{ used }} used.",
                    elapsed,
                    taken,
                    used
                )
            }
            (false, Some(counts)) => sentence!(
                "{{ elapsed }}, less {{ taken }}: {{ used }} used; {{ counts }}.",
                elapsed,
                taken,
                used,
                counts
            ),
        }
    }

    /// "Bob had 37 days, is charged 10 days and has 27 days for 3 moves."
    fn account(&self, control: Control) -> Sentence {
        if let Kind::PerMove(time) = control.kind() {
            return self.next_of_each(time.in_seconds());
        }
        let had = on_clock(control, self.before);
        let charged = in_words(self.time.charged);
        let now = left_in_words(control, self.after);
        let lost = self.lost(control).map(in_words);
        match (added(control, self.after), lost, self.whose) {
            (None, _, Whose::Yours) => sentence!(
                "You had {{ had }}, are charged {{ charged }} and have {{ now }}.",
                had,
                charged,
                now
            ),
            (None, _, Whose::Theirs(name)) => sentence!(
                "{{ name }} had {{ had }}, is charged {{ charged }} and has {{ now }}.",
                name,
                had,
                charged,
                now
            ),
            (Some(more), None, Whose::Yours) => sentence!(
                "You had {{ had }}, are charged {{ charged }}, get {{ more }} and have {{ now }}.",
                had,
                charged,
                more,
                now
            ),
            (Some(more), None, Whose::Theirs(name)) => sentence!(
                "{{ name }} had {{ had }}, is charged {{ charged }}, gets {{ more }} and has {{ now }}.",
                name,
                had,
                charged,
                more,
                now
            ),
            (Some(more), Some(lost), Whose::Yours) => sentence!(
                "You had {{ had }}, are charged {{ charged }}, lose the other {{ lost }}, get {{ more }} and have {{ now }}.",
                had,
                charged,
                lost,
                more,
                now
            ),
            (Some(more), Some(lost), Whose::Theirs(name)) => sentence!(
                "{{ name }} had {{ had }}, is charged {{ charged }}, loses the other {{ lost }}, gets {{ more }} and has {{ now }}.",
                name,
                had,
                charged,
                lost,
                more,
                now
            ),
        }
    }

    /// "Bob had 3 days, and has 3 days again for the next move."
    fn next_of_each(&self, each: u64) -> Sentence {
        let again = self.before.clock() == each;
        let (had, next) = (in_words(self.before.clock()), in_words(each));
        match (self.whose, again) {
            (Whose::Yours, true) => {
                sentence!(
                    "You had {{ had }}, and have {{ next }} again for the next move.",
                    had,
                    next
                )
            }
            (Whose::Yours, false) => {
                sentence!(
                    "You had {{ had }}, and have {{ next }} for the next move.",
                    had,
                    next
                )
            }
            (Whose::Theirs(name), true) => sentence!(
                "{{ name }} had {{ had }}, and has {{ next }} again for the next move.",
                name,
                had,
                next
            ),
            (Whose::Theirs(name), false) => {
                sentence!(
                    "{{ name }} had {{ had }}, and has {{ next }} for the next move.",
                    name,
                    had,
                    next
                )
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
pub(super) fn has_left(whose: Whose<'_>, control: Control, left: Left) -> Sentence {
    let left = left_in_words(control, left);
    match whose {
        Whose::Yours => sentence!("You have {{ left }}.", left),
        Whose::Theirs(name) => sentence!("{{ name }} has {{ left }}.", name, left),
    }
}

/// What a side had when its turn began: "41 days for 3 moves", "3 days".
pub(super) fn left_at_turn(control: Control, left: Left) -> Sentence {
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
pub fn left_in_words(control: Control, left: Left) -> Sentence {
    let on_clock = on_clock(control, left);
    match control.kind() {
        Kind::Session(session) => {
            let moves = session.moves() - left.moves() % session.moves();
            sentence!(
                "{{ on_clock }} for {{ moves }} {{ moves|count(\"move\", \"moves\") }}",
                on_clock,
                moves
            )
        }
        Kind::PerMove(_) => sentence!("{{ on_clock }} for each move", on_clock),
        Kind::Countdown(_) => sentence!("{{ on_clock }} for the rest of the game", on_clock),
        Kind::Without | Kind::Fischer(_) | Kind::Triple(_) => on_clock,
    }
}

fn on_clock(control: Control, left: Left) -> Sentence {
    let clock = in_words(left.clock());
    match control.kind() {
        Kind::Triple(_) => {
            sentence!(
                "{{ clock }} and a bank of {{ bank }}",
                clock,
                bank = in_words(left.bank())
            )
        }
        Kind::Without
        | Kind::PerMove(_)
        | Kind::Session(_)
        | Kind::Fischer(_)
        | Kind::Countdown(_) => clock,
    }
}

/// What a move adds, after which so much is left.
fn added(control: Control, after: Left) -> Option<Sentence> {
    match control.kind() {
        Kind::Without | Kind::PerMove(_) | Kind::Countdown(_) => None,
        Kind::Session(session) => {
            let full = after.moves() > 0 && after.moves().is_multiple_of(session.moves());
            full.then(|| {
                sentence!(
                    "{{ time }} more",
                    time = in_words(session.time().in_seconds())
                )
            })
        }
        Kind::Fischer(fischer) => {
            let more = in_words(fischer.increment().in_seconds());
            Some(match fischer.cap() {
                Some(cap) if cap.in_seconds() == after.clock() => {
                    sentence!(
                        "{{ more }}, up to {{ cap }},",
                        more,
                        cap = in_words(cap.in_seconds())
                    )
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
fn counted(session: &Session, used: u64, charged: u64) -> Option<Sentence> {
    let time = in_words(charged);
    let double = session
        .double_after()
        .filter(|limit| used > limit.in_seconds());
    let doubled = double.filter(|limit| charged > limit.in_seconds());
    match (session.counting(), doubled) {
        (Counting::WholeDays, Some(limit)) => Some(sentence!(
            "only whole days count, those beyond {{ limit }} double: {{ time }}",
            limit = limit.in_seconds() / DAY,
            time
        )),
        (Counting::WholeDays, None) => Some(sentence!("only whole days count: {{ time }}", time)),
        (Counting::Exact, Some(limit)) => Some(sentence!(
            "time beyond {{ limit }} counts double: {{ time }}",
            limit = in_words(limit.in_seconds()),
            time
        )),
        (Counting::Exact, None) => None,
    }
}

pub(super) fn taken_away(deduction: &Deduction) -> Sentence {
    let time = in_words(deduction.seconds);
    match deduction.reason {
        Reason::Pause => sentence!("{{ time }} of pause", time),
        Reason::Outage => sentence!("{{ time }} of outage of this server", time),
        Reason::Leave => sentence!("{{ time }} of leave", time),
        Reason::Weekend => sentence!("{{ time }} of weekend", time),
        Reason::Bounce => sentence!("{{ time }} of mail that came back", time),
    }
}

fn after(since: DateTime<Utc>, seconds: u64) -> DateTime<Utc> {
    let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
    let later = TimeDelta::try_seconds(seconds).and_then(|more| since.checked_add_signed(more));
    later.unwrap_or(DateTime::<Utc>::MAX_UTC)
}

#[cfg(test)]
mod tests;
