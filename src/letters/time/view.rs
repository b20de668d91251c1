//! How the time of a game stands, as one of its players is told.

use super::amount::{in_words, in_words_to_the_minute};
use super::instant::{Clockface, instant, instant_of, seconds, shortly};
use super::sums::{AfterIt, Spent, Whose, has_left, left_at_turn, taken_away};
use crate::game::clock::{
    Clocks, Counting, DAY, Deduction, FirstMove, Flags, GRACE, Kind, Reason, Reminders, Session,
    Turn,
};
use crate::game::{Result, Zone};
use crate::letters::{InWords, Sentence, sentence};
use chrono::{DateTime, Utc};
use serde::Serialize;
use shakmaty::Color;

/// How the time of a game stands, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TimeView {
    /// How time is counted, "10 moves in 50 days".
    pub control: Sentence,
    /// Until when the reader has to answer, where it is their move and their time runs to an end: "26 Dec 2026 13:02 UTC".
    pub deadline: Option<Sentence>,
    /// Whether the reader's time is over, in a game that ends by that: no move counts any more.
    pub over: bool,
    /// The sums, a line each.
    pub lines: Vec<Sentence>,
}

/// What is known of the time of a game when a letter is written.
#[derive(Clone, Debug)]
pub struct TimeStands<'a> {
    /// What is left of both.
    pub clocks: &'a Clocks,
    /// The reader's side.
    pub reader: Color,
    /// The other player's name.
    pub opponent: &'a str,
    /// Whose move it is; nobody's in a game that does not go on.
    pub to_move: Option<Color>,
    /// The time of that move.
    pub running: Running,
    /// The moves that the letter tells of, in order.
    pub spent: Vec<Spent<'a>>,
    /// Where the reader lives.
    pub zone: Option<Zone>,
    /// When they are reminded.
    pub reminders: &'a Reminders,
    /// Whether a mail that came before may still save the side whose time is over: nobody can claim it then.
    pub flag_waits: bool,
    /// What a claim of that time gives; nothing where nobody has to claim.
    pub claim_gives: Option<Result>,
    /// When the letter is written.
    pub now: DateTime<Utc>,
}

/// The time of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Running {
    /// It runs since a letter was delivered.
    Told(Turn),
    /// It will run from when this letter is delivered, or that to the other player: as if it were now.
    Untold(Turn),
}

impl Running {
    /// The turn itself.
    pub fn turn(&self) -> &Turn {
        match self {
            Running::Told(turn) | Running::Untold(turn) => turn,
        }
    }
}

impl TimeView {
    /// How it stands.
    pub fn of(stands: &TimeStands<'_>) -> TimeView {
        let control = stands.clocks.control();
        let mut lines: Vec<Sentence> = Vec::new();
        let after_it = match stands.to_move {
            Some(_) => AfterIt::Moves,
            None => AfterIt::Nothing,
        };
        for spent in &stands.spent {
            lines.extend(spent.lines(control, after_it));
        }
        if stands.to_move.is_some() {
            lines.extend(stands.others_left());
            lines.extend(stands.had_left());
            lines.extend(stands.running());
        }
        let flag = stands.own_flag();
        let over = flag.is_some_and(|flag| flag <= stands.now);
        let own = flag.filter(|flag| *flag > stands.now);
        TimeView {
            control: control.in_words(),
            deadline: own.map(|flag| instant_of(flag, Clockface::Minutes, stands.zone)),
            over: over && control.flags() == Flags::Automatic,
            lines,
        }
    }
}

impl TimeStands<'_> {
    fn whose(&self, side: Color) -> Whose<'_> {
        if side == self.reader {
            Whose::Yours
        } else {
            Whose::Theirs(self.opponent)
        }
    }

    /// When the reader's flag falls, where it is their move.
    fn own_flag(&self) -> Option<DateTime<Utc>> {
        let side = self.to_move.filter(|side| *side == self.reader)?;
        self.clocks.end(side, self.running.turn())
    }

    /// What is left of those of whose moves the letter does not tell.
    fn others_left(&self) -> Vec<Sentence> {
        let control = self.clocks.control();
        if let Kind::PerMove(_) = control.kind() {
            return Vec::new();
        }
        [self.reader, !self.reader]
            .into_iter()
            .filter(|side| self.begun(*side).is_none())
            .map(|side| (self.whose(side), side))
            .filter(|(whose, _)| self.spent.iter().all(|spent| spent.whose != *whose))
            .map(|(whose, side)| has_left(whose, control, self.clocks.left(side)))
            .collect()
    }

    /// When the turn of this side began, if its time runs.
    fn begun(&self, side: Color) -> Option<DateTime<Utc>> {
        match &self.running {
            Running::Told(turn) if self.to_move == Some(side) => Some(turn.since()),
            Running::Told(_) | Running::Untold(_) => None,
        }
    }

    /// What the side to move had when its turn began: what is left now is less. Two lines, so that neither is ever too long.
    fn had_left(&self) -> Vec<Sentence> {
        let Some((side, began)) = self
            .to_move
            .and_then(|side| Some((side, self.begun(side)?)))
        else {
            return Vec::new();
        };
        let began = instant(began, Clockface::Seconds);
        let had = left_at_turn(self.clocks.control(), self.clocks.left(side));
        match self.whose(side) {
            Whose::Yours => vec![
                sentence!("Your turn began on {{ began }}.", began),
                sentence!("You had {{ had }} then.", had),
            ],
            Whose::Theirs(name) => vec![
                sentence!("{{ name }}'s turn began on {{ began }}.", name, began),
                sentence!("{{ name }} had {{ had }} then.", name, had),
            ],
        }
    }

    /// Since when the time of the side to move runs, for how long, and when the reader is reminded.
    fn running(&self) -> Vec<Sentence> {
        let Some(side) = self.to_move else {
            return Vec::new();
        };
        let mine = side == self.reader;
        let turn = self.running.turn();
        let flag = self.clocks.end(side, turn);
        let Some(flag) = flag else {
            return vec![self.stands_still(mine)];
        };
        let ahead = self.ahead(side, flag);
        let mut lines = vec![self.runs(side, flag, &ahead)];
        if flag <= self.now {
            lines.extend(self.why_over(side, flag));
            lines.extend(self.what_to_claim(side, flag));
            return lines;
        }
        lines.extend(self.why_so_long(side));
        lines.extend(self.not_counted(&ahead, flag));
        // Where 14 days end it sooner than the clock, that says it.
        let begins =
            self.clocks.left(side).moves() == 0 && self.clocks.first_move() == FirstMove::Awaited;
        if begins && self.clocks.flag(side, turn) == Some(flag) {
            lines.push(sentence!("Without a first move by then there is no game."));
        }
        if mine {
            lines.extend(self.reminders(side));
        }
        lines
    }

    /// What of the time that is over did not count, and why it was less than what was on the clock.
    fn why_over(&self, side: Color, flag: DateTime<Utc>) -> Vec<Sentence> {
        let mut lines = Vec::new();
        let control = self.clocks.control();
        let limit = self.clocks.limit(side);
        let longest = control.longest_move().map(|longest| longest.in_seconds());
        if let Some(limit) = limit.filter(|limit| longest == Some(*limit)) {
            lines.push(sentence!(
                "No move may take longer than {{ limit }}.",
                limit = in_words(limit)
            ));
        } else if let Kind::Triple(_) = control.kind() {
            lines.push(sentence!(
                "The bank fills the clock up after a move, and not before it."
            ));
        }
        let past = self.clocks.not_counted(side, self.running.turn(), flag);
        if !past.is_empty() {
            let told = Sentence::all_of(past.iter().map(taken_away));
            lines.push(sentence!("Not counted until then: {{ told }}.", told));
        }
        lines
    }

    /// How the reader takes the game whose opponent's time is over, where it does not end by itself and they can now.
    fn what_to_claim(&self, side: Color, flag: DateTime<Utc>) -> Option<Sentence> {
        let begun = self.clocks.left(side).moves() > 0;
        let can = begun && !self.flag_waits && self.now >= flag + GRACE;
        match self.clocks.control().flags() {
            Flags::Claimed if can && side != self.reader => Some(match self.claim_gives {
                Some(Result::Draw) => sentence!(
                    "To draw by that, since you cannot mate any more, answer this mail with \"claim time\"."
                ),
                Some(Result::White | Result::Black | Result::Unknown) | None => {
                    sentence!("To win by that, answer this mail with \"claim time\".")
                }
            }),
            Flags::Claimed | Flags::Automatic => None,
        }
    }

    fn stands_still(&self, mine: bool) -> Sentence {
        let opponent = self.opponent;
        match mine {
            true => sentence!("Your time stands still until further notice."),
            false => sentence!(
                "{{ opponent }}'s time stands still until further notice.",
                opponent
            ),
        }
    }

    /// Since when the time of this side runs, and for how long: what is not counted is not in it.
    fn runs(&self, side: Color, flag: DateTime<Utc>, ahead: &[Deduction]) -> Sentence {
        let mine = side == self.reader;
        let zone = self.zone;
        let opponent = self.opponent;
        if flag <= self.now {
            let over = instant_of(flag, Clockface::Seconds, zone);
            return match mine {
                true => sentence!("Your time was over on {{ over }}.", over),
                false => sentence!(
                    "{{ opponent }}'s time was over on {{ over }}.",
                    opponent,
                    over
                ),
            };
        }
        let left = self.counted(flag, ahead);
        let turn = match &self.running {
            Running::Told(turn) => turn,
            Running::Untold(_) => {
                let left = in_words(left);
                return match mine {
                    true => sentence!("You have {{ left }} from when this mail was sent.", left),
                    false => sentence!(
                        "{{ opponent }} has {{ left }} from when our mail to them is sent.",
                        opponent,
                        left
                    ),
                };
            }
        };
        let left = in_words_to_the_minute(left);
        let until = instant_of(flag, Clockface::Minutes, zone);
        let stands = self.clocks.stands_until(side, turn, self.now, flag);
        let stands = stands.map(|end| instant_of(end, Clockface::Minutes, zone));
        match (stands, mine) {
            (None, true) => sentence!("Your time runs; you have {{ left }} left.", left),
            (None, false) => sentence!("{{ opponent }} has until {{ until }}.", opponent, until),
            (Some(end), true) => {
                sentence!(
                    "Your time stands still until {{ end }}; then you have {{ left }} left.",
                    end,
                    left
                )
            }
            (Some(end), false) => {
                sentence!(
                    "{{ opponent }}'s time stands still until {{ end }}, and is over on {{ until }}.",
                    opponent,
                    end,
                    until
                )
            }
        }
    }

    /// How many seconds count between now and the fall of the flag.
    fn counted(&self, flag: DateTime<Utc>, ahead: &[Deduction]) -> u64 {
        let not_counted: u64 = ahead.iter().map(|one| one.seconds).sum();
        seconds(self.now.max(self.running.turn().since()), flag).saturating_sub(not_counted)
    }

    /// What is not counted between now and the fall of the flag.
    fn ahead(&self, side: Color, flag: DateTime<Utc>) -> Vec<Deduction> {
        let between = (self.now, flag);
        self.clocks
            .not_counted_between(side, self.running.turn(), between)
    }

    /// Why a side may think for longer, or shorter, than what is left on its clock says.
    fn why_so_long(&self, side: Color) -> Option<Sentence> {
        let control = self.clocks.control();
        let left = self.clocks.left(side);
        let limit = self.clocks.limit(side)?;
        let longest = control.longest_move().map(|longest| longest.in_seconds());
        let turn = self.running.turn();
        let flag = self.clocks.flag(side, turn)?;
        let why = match control.kind() {
            _ if self.clocks.end(side, turn) < Some(flag) => {
                sentence!("a first move is due within 14 days, or there is no game")
            }
            _ if longest == Some(limit) => return Some(sentence!("No move may take longer.")),
            Kind::Session(session) => way_of_counting(&session, left.clock(), limit)?,
            Kind::Without
            | Kind::PerMove(_)
            | Kind::Fischer(_)
            | Kind::Triple(_)
            | Kind::Countdown(_) => return None,
        };
        Some(sentence!("In that, {{ why }}.", why))
    }

    /// Which time until the flag does not count, and why: "4 days of leave until 5 Dec 2026 00:00 UTC".
    fn not_counted(&self, ahead: &[Deduction], flag: DateTime<Utc>) -> Option<Sentence> {
        let turn = self.running.turn();
        let told = ahead.iter().map(|one| {
            let end = match one.reason {
                Reason::Leave | Reason::Pause => turn.stands_until(one.reason, flag),
                Reason::Outage | Reason::Weekend | Reason::Bounce => None,
            };
            let taken = taken_away(one);
            match end.filter(|end| *end > self.now) {
                Some(end) => {
                    let end = instant(end, Clockface::Minutes);
                    sentence!("{{ taken }} until {{ end }}", taken, end)
                }
                None => taken,
            }
        });
        let told = Sentence::all_of(told);
        (!ahead.is_empty()).then(|| sentence!("Not counted in that: {{ told }}.", told))
    }

    fn reminders(&self, side: Color) -> Option<Sentence> {
        let turn = self.running.turn();
        let instants = self.reminders.of_turn(self.clocks, side, turn, self.zone);
        let ahead: Vec<Sentence> = instants
            .into_iter()
            .filter(|at| *at > self.now)
            .map(|at| shortly(at, self.now))
            .collect();
        (!ahead.is_empty()).then(|| {
            let instants = Sentence::all_of(ahead);
            sentence!("We remind you on {{ instants }} UTC.", instants)
        })
    }
}

/// Why a move of a session may take so many seconds, where that is not what is left on the clock.
fn way_of_counting(session: &Session, clock: u64, limit: u64) -> Option<Sentence> {
    let double = session.double_after().map(|double| double.in_seconds());
    let double = double.filter(|double| clock > *double);
    match (session.counting(), double) {
        (Counting::WholeDays, Some(double)) => Some(sentence!(
            "only whole days count, those beyond {{ days }} double",
            days = double / DAY
        )),
        (Counting::Exact, Some(double)) => Some(sentence!(
            "time beyond {{ time }} counts double",
            time = in_words(double)
        )),
        (Counting::WholeDays | Counting::Exact, None) => {
            let longer = limit.is_multiple_of(DAY) && limit / DAY > clock / DAY;
            longer.then(|| sentence!("only whole days count, and the last one when it is full"))
        }
    }
}
