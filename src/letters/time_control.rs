//! A time control in words: "10 moves in 50 days; days beyond 20 on a move count double".
//!
//! What is said here is read back as the same time control when a player writes it.

use super::{InWords, Sentence, sentence};
use crate::game::clock::{
    Amount, CarryOver, Control, Counting, DAY, Fischer, Flags, Kind, Session, Triple, Weekends,
};
use serde::Serialize;

/// How time is counted on a server, in the words of its help.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TimeRules {
    /// The time control of games whose challenge does not say one; nothing where that is none.
    pub usual: Option<Sentence>,
    /// Those that a challenge may have; none where all are allowed.
    pub allowed: Vec<Sentence>,
}

/// A time control as it is written in an order, which is in English, without a full stop. It is read back as the same one.
pub fn control_in_words(control: Control) -> String {
    control.in_words().to_string()
}

/// Without a full stop.
impl InWords for Control {
    fn in_words(&self) -> Sentence {
        let kind = match self.kind() {
            Kind::Without => sentence!("without clock"),
            Kind::PerMove(time) => sentence!("{{ time }} a move", time = in_days(time)),
            Kind::Session(session) => session_in_words(&session),
            Kind::Fischer(fischer) => fischer_in_words(&fischer),
            Kind::Triple(triple) => triple_in_words(&triple),
            Kind::Countdown(time) => sentence!("{{ time }} in all", time = in_days(time)),
        };
        let longest = self
            .longest_move()
            .map(|longest| sentence!("no move longer than {{ time }}", time = in_days(longest)));
        let weekends = match self.weekends() {
            Weekends::Count => None,
            Weekends::Free => Some(sentence!("weekends free")),
        };
        let flags = match self.flags() {
            Flags::Automatic => None,
            Flags::Claimed => Some(sentence!("loss on time must be claimed")),
        };
        let all = [Some(kind), longest, weekends, flags];
        Sentence::joined(all.into_iter().flatten(), "; ")
    }
}

fn session_in_words(session: &Session) -> Sentence {
    let (moves, time) = (session.moves(), in_days(session.time()));
    let counting = session.counting();
    let session_is = match counting {
        Counting::WholeDays => {
            sentence!(
                "{{ moves }} {{ moves|count(\"move\", \"moves\") }} in {{ time }}",
                moves,
                time
            )
        }
        Counting::Exact => sentence!(
            "{{ moves }} {{ moves|count(\"move\", \"moves\") }} in {{ time }}, to the second",
            moves,
            time
        ),
    };
    let double = session.double_after().map(|limit| match counting {
        Counting::WholeDays => {
            let days = limit.in_seconds() / DAY;
            sentence!("days beyond {{ days }} on a move count double", days)
        }
        Counting::Exact => {
            sentence!(
                "time beyond {{ time }} on a move counts double",
                time = in_days(limit)
            )
        }
    });
    let carried = match session.carry_over() {
        CarryOver::Kept => None,
        CarryOver::Lost => Some(sentence!("unused time is lost")),
    };
    let all = [Some(session_is), double, carried];
    Sentence::joined(all.into_iter().flatten(), "; ")
}

fn fischer_in_words(fischer: &Fischer) -> Sentence {
    let (base, increment) = (in_days(fischer.base()), in_days(fischer.increment()));
    match fischer.cap().map(in_days) {
        None => sentence!("{{ base }} + {{ increment }} a move", base, increment),
        Some(cap) => sentence!(
            "{{ base }} + {{ increment }} a move, at most {{ cap }}",
            base,
            increment,
            cap
        ),
    }
}

fn triple_in_words(triple: &Triple) -> Sentence {
    let moves = triple.increment_moves();
    let (clock, bank) = (in_days(triple.clock()), in_days(triple.bank()));
    let more = in_days(triple.increment());
    match triple.floor().map(in_days) {
        None => sentence!(
            "triple block: a clock of {{ clock }}, a bank of {{ bank }}, {{ more }} more after each of the first {{ moves }} \
             {{ moves|count(\"move\", \"moves\") }}",
            clock,
            bank,
            more,
            moves
        ),
        Some(floor) => sentence!(
            "triple block: a clock of {{ clock }}, a bank of {{ bank }}, {{ more }} more after each of the first {{ moves }} \
             {{ moves|count(\"move\", \"moves\") }}, and never less than {{ floor }} after them",
            clock,
            bank,
            more,
            moves,
            floor
        ),
    }
}

/// "1 day 12 hours"
fn in_days(amount: Amount) -> Sentence {
    long_units(amount.in_seconds())
}

/// So many seconds in whole words, "1 day 12 hours"; nothing for none.
pub(super) fn long_units(seconds: u64) -> Sentence {
    let (days, hours) = (seconds / DAY, seconds % DAY / 3600);
    let (minutes, seconds) = (seconds % 3600 / 60, seconds % 60);
    let parts = [
        (days > 0).then(|| sentence!("{{ days }} {{ days|count(\"day\", \"days\") }}", days)),
        (hours > 0).then(|| sentence!("{{ hours }} {{ hours|count(\"hour\", \"hours\") }}", hours)),
        (minutes > 0).then(|| {
            sentence!(
                "{{ minutes }} {{ minutes|count(\"minute\", \"minutes\") }}",
                minutes
            )
        }),
        (seconds > 0).then(|| {
            sentence!(
                "{{ seconds }} {{ seconds|count(\"second\", \"seconds\") }}",
                seconds
            )
        }),
    ];
    Sentence::joined(parts.into_iter().flatten(), " ")
}
