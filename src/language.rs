//! What players write: their own words out of a mail, then orders out of their words.
//!
//! Pure: text in, values out. The way through: [`own_words()`] leaves only what the player typed into this mail;
//! [`read`] takes orders from its first lines, one command a line, commands before prose; the first line that is
//! neither ends the orders and begins the talk to the opponent. Nothing is guessed: whatever could be meant in two
//! ways is an [`Unread`] that the robot asks about.
//!
//! - [`Message`]: what a mail says, as values; `setting`: a language of the piece letters that it sets; `printable`: a line as
//!   it is shown, and as it is read.
//! - `reader`: orders out of the lines.
//! - `own_words`: the sorting of lines; `lines`: what a line is by its looks, in many languages; `echo`: our own
//!   mail, subtracted; `pictures`, `links`: what programs make of those in it.
//! - `line`: one line and its orders; `arguments`: names, addresses, topics; `called`: names as our letters write them;
//!   `several`: opponents behind one `challenge`; `colours`: one for each of them; `play`: moves and what stands beside
//!   them; `near`: slips of the pen; `phrases`: the words of the language; [`Command`]: what they mean.
//! - `tournament`: signing up, withdrawing, and the table; `directing`: what the director of one orders.
//! - `to_director`: words to who directs a tournament; `watch`: what somebody watches who does not play it.
//! - `time_control`: how time is to be counted, cut out of a challenge first.
//! - `pasted`: a game in PGN among the words.
//! - `consent`: agreeing, refusing and giving up in the words of people; `courtesy`: words that ask for nothing.
//! - `mended`: conditional moves with a slip of the pen.
//! - `below`: what stands below the orders and an empty line.
//! - `leave`: days of leave.
//! - `conditional`: moves prepared for moves of the opponent; `notes`: sealed notes.
//! - `sentences`: a move in a sentence, with its tables of words in many languages.
//! - `german`: orders in German; `translated`: in French, Spanish, Dutch and Italian.
//! - `foreign`: a move by the letters of the language in which the mail is written.
//! - `subject`: the subject line; `first_words`: what is no order, of somebody who writes for the first time; `help_alone`:
//!   who asks for nothing but help.

// A kind of value that is forgotten somewhere must not compile. Tests ask for what they look for.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod amounts;
mod any_of;
mod arguments;
mod below;
mod called;
mod colours;
mod command;
mod conditional;
mod consent;
mod courtesy;
mod directing;
mod echo;
mod first_words;
mod foreign;
mod german;
mod help_alone;
mod hold;
mod leave;
mod line;
mod lines;
mod links;
mod mended;
mod message;
mod near;
mod notes;
mod own_words;
mod pasted;
mod pause;
mod phrases;
mod pictures;
mod play;
mod portion;
mod printable;
mod reader;
mod seek;
mod sentences;
mod setting;
mod several;
mod slips;
mod stake;
mod subject;
mod time_control;
mod to_director;
mod tongue;
mod tournament;
mod translated;
mod watch;
mod zones;

pub use amounts::reminders;
pub use called::called;
pub use command::{
    Answer, Asked, Colour, Command, Deed, Effect, Leaving, Loads, Matter, MeantIn, Note,
    OfAStranger, Order, Preference, Properties, ReadAs, Setup, When,
};
pub use consent::Consent;
pub use courtesy::{is_courtesy, is_courtesy_with_signature};
pub use directing::{Directive, Missing};
pub use first_words::{FirstWords, asks, first_words, words_key};
pub use help_alone::beside_help;
pub use leave::{Day, MONTHS, NoPeriod, NoSuchPeriod, Period, period_in_note};
pub use line::numbered_choice;
pub use lines::{looks_like_header, without_addresses};
pub use links::{
    DUTCH_LINKS, ENGLISH_LINKS, FRENCH_LINKS, GERMAN_LINKS, ITALIAN_LINKS, LinkWords, SPANISH_LINKS,
};
pub use message::{AlsoUnread, Doubt, Message, RefusalAbove, Unread, Wish, Wished};
pub use own_words::{OwnWords, QuotedLine, own_words};
pub use portion::Portion;
pub(crate) use printable::{printable, with_plain_marks};
pub use seek::SeekWish;
pub use several::names_in;
pub use slips::{mended, named_in};
pub use stake::StakeWish;
pub use subject::{CALENDAR_SUMMARIES, game_in_subject};
pub use time_control::{NoControl, TimeWish, nearly_control, time_control};
pub use tongue::written_in;
pub use tournament::{is_read_as_team, is_read_as_tournament};
pub use watch::Watched;
pub use zones::near_zones;

use crate::chess::notation::{Letters, read_moves};
use line::Reading;
use reader::{is_an_order, orders_games, resigns};
use setting::{Setting, setting, without_moves};

/// Questions offer no more answers than this.
pub const MOST_CHOICES: u8 = 30;

/// Whether a text is a single move, by the English piece letters.
pub fn is_a_move(text: &str) -> bool {
    read_moves(text, Letters::English).is_some_and(|moves| moves.len() == 1)
}

/// What a game in PGN is called where an order is quoted.
pub const GAME_IN_PGN: &str = "a game in PGN";

/// Whether a line of these words is an order, moves excepted.
pub fn is_order(words: &str) -> bool {
    match line::read_line(words, Letters::default()) {
        Reading::Orders(orders) => orders
            .iter()
            .any(|order| !matches!(order.command, Command::Moves(_))),
        Reading::Say(..)
        | Reading::Conditions(..)
        | Reading::ConditionsBelow(_)
        | Reading::ConditionsUnread(_)
        | Reading::Note(..) => true,
        Reading::Position
        | Reading::Alternatives
        | Reading::Near(_)
        | Reading::Thanks
        | Reading::Greeting
        | Reading::Prose => false,
    }
}

/// Reads the player's own words; `letters` is the language of his piece letters.
///
/// A language that the mail itself sets counts for the whole mail, wherever it stands in it. The subject counts only when
/// the mail has no words of its own. A subject that carries a mark of an answer (`Re:`) yields moves only, for the rest of
/// it may be ours or older than this mail. A move that is none by the player's letters is read by those of the language in which
/// the mail is written.
pub fn read(own: &OwnWords, subject: &str, letters: Letters) -> Message {
    let first = reader::read(own, subject, letters);
    match setting(&first) {
        Setting::None => {
            foreign::by_its_own_letters(own, subject, &first, letters).unwrap_or(first)
        }
        Setting::One(set) if set == letters => first,
        Setting::One(set) => {
            let again = reader::read(own, subject, set);
            if setting(&again) == Setting::One(set) {
                again
            } else {
                without_moves(first)
            }
        }
        Setting::Unclear => without_moves(first),
    }
}

#[cfg(test)]
mod tests;
