//! What a mail says, as values.

use super::command::{Command, Note, Order};
use super::consent::Consent;
use super::directing::Directive;
use crate::chess::Description;
use crate::chess::notation::Spelling;
use shakmaty::Color;

/// What a player's mail says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Message {
    /// What is to be done, in the order of the lines.
    pub orders: Vec<Order>,
    /// What is for the opponent: the lines below the orders, and a greeting above them. Text after `say` is an
    /// order of its own, [`Command::Say`].
    pub talk: Option<String>,
    /// What could not be read and should be mentioned in the answer. Orders beside it are safe to carry out: where
    /// a doubt touches them, they are left out.
    pub unread: Option<Unread>,
    /// Lines right below it that were not done either, the first few.
    pub also_unread: Vec<AlsoUnread>,
    /// Positions in the player's words, as written, to be compared with the game; that of a `board` command is not
    /// among them.
    pub fens: Vec<String>,
    /// What the first line agrees to or refuses, where it orders nothing else, or a move behind it. It counts only in an answer to
    /// the letter that asks for it, and beside a move only where that is an invitation.
    pub consent: Option<Consent>,
    /// A first line that refuses, where the mail begins with a move below it: "No, rather not", and below it "E5". It counts only in
    /// an answer to a letter that offers what can be refused beside a move.
    pub refusal_above: Option<Box<RefusalAbove>>,
    /// What the first line answers to the question whether an address is its writer's, where nothing below it says the
    /// contrary. It counts only in an answer to the letter that asks it.
    pub owned: Option<Consent>,
    /// Words below a first line that says yes, where nothing in them says the contrary or speaks of a move. It counts only in an
    /// answer to the letter that asks whether a move is meant.
    pub says_yes: Option<String>,
    /// What stands below a "yes" takes it back or makes a condition of it, for a question whose "yes" does something.
    pub undone: bool,
    /// The line below a "yes" or a number by which it may not stand.
    pub unsettled: Option<String>,
    /// The moves that a mail speaks of which orders none, for the question whether one of them is meant.
    pub named: Vec<Spelling>,
    /// What it says of moves without writing them down, for the same question.
    pub described: Vec<Description>,
    /// What the mail wishes in its sentences, where it orders nothing. It is done after it was asked about.
    pub wished: Option<Wished>,
    /// Words below a move by which something is agreed to, if there are any.
    pub agrees_below: Option<String>,
    /// The orders are what it wishes in its sentences.
    pub surmised: bool,
    /// The orders stood in the subject, because the mail says nothing.
    pub from_subject: bool,
    /// The order is a move that is said in a sentence, perhaps with a draw offer. It counts only for who is known to play.
    pub in_a_sentence: bool,
    /// The side that the mail says to play the move: "White: e4".
    pub said_of: Option<Color>,
    /// The move of the opponent that the mail says again before its own; it counts only where that was the last one.
    pub said_again: Option<Spelling>,
    /// The move takes back what the opponent has just taken: "I'll take it back with my c pawn". It counts only where that was
    /// the last move.
    pub takes_back: bool,
    /// The mail goes on where we read no further.
    pub cut: bool,
    /// So many lines stand below what is read of a mail that shows nothing, blank ones not counted; see [`super::Portion`].
    pub unread_lines: usize,
    /// Who was named twice in one line that challenges several, as written.
    pub twice: Vec<String>,
    /// Who was to be challenged beyond what one mail may order, as written.
    pub beyond: Vec<String>,
}

/// A line that refuses in words that are no order, and what stands below it.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusalAbove {
    /// The line, as written.
    pub typed: String,
    /// The mail as it reads below that line.
    pub below: Message,
}

impl Message {
    /// The order that it wishes, where it orders nothing.
    pub fn order_wished(&self) -> Option<Order> {
        let wished = self.wished.as_ref().filter(|_| self.orders.is_empty())?;
        match &wished.wish {
            Wish::Order(command) => Some(Order::plain((**command).clone(), &wished.typed)),
            Wish::Agree | Wish::Refuse => None,
        }
    }

    /// Everything in it that other players may read, now or when the game is over.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let said = self.orders.iter().filter_map(|order| {
            if let Command::Say(text)
            | Command::ToDirector(_, text)
            | Command::Note(Note { text, .. }) = &order.command
            {
                Some(text.as_str())
            } else {
                order.command.directive().and_then(Directive::words)
            }
        });
        self.talk.as_deref().into_iter().chain(said)
    }
}

/// What somebody wishes in a sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Wished {
    /// What it may be.
    pub wish: Wish,
    /// The sentence, in printable characters, shortened.
    pub typed: String,
}

/// What may be wished in a sentence.
#[derive(Debug, Clone, PartialEq)]
pub enum Wish {
    /// What this command does.
    Order(Box<Command>),
    /// What is offered to them.
    Agree,
    /// Not that.
    Refuse,
}

/// A line that was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// The line, in printable characters, shortened.
    pub line: String,
    /// What the player may have meant, to be typed on a line of its own.
    pub did_you_mean: Option<String>,
    /// The word by which it cannot be read, where it is one.
    pub word: Option<String>,
    /// Why it was not read.
    pub reason: Doubt,
}

/// A line below another one that was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlsoUnread {
    /// The line, in printable characters, shortened.
    pub line: String,
    /// What may be written instead; nothing for an order that can be read.
    pub did_you_mean: Option<String>,
}

/// Why a line was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// Talk only: no order in it.
    Prose,
    /// More than one move to choose from.
    Alternatives,
    /// A move or another order stands below other words.
    BelowProse,
    /// An order stands where signatures or quotations stand.
    OutsideOwnWords,
    /// A word that is nearly a command, or a move with words around it.
    Near,
    /// It looks like conditional moves, which the opponent must not see.
    Conditional,
    /// Conditional moves, or words about moves to come; nothing tells which.
    ConditionOrWords,
    /// Conditional moves beyond what one mail may hold.
    TooManyConditions,
    /// A note, which the opponent must not see, below other words or more lines than are looked at, or with its text
    /// apart from it.
    NoteBelow,
    /// An order below as many others as one mail may hold.
    OneTooMany,
    /// One order for several games.
    OneALine,
    /// One order for several tournaments.
    OneTournament,
    /// A seek of which something cannot be read.
    Seek,
    /// An invitation behind whose address something cannot be read.
    Invitation,
    /// What is no number of a seek.
    SeekNumber,
    /// A move, in a mail that does not say clearly by which piece letters it is to be read.
    Letters,
    /// A line below what is read of a mail that shows nothing.
    TooLong,
    /// A line that says that the mail does not count, or is not its writer's.
    Undone,
}
