//! What a question names of a mail, an item each, in our own spelling.
//!
//! Its words are stored with the question, and whoever answers it with yes has said yes to them: a mail is done as far as it
//! is named by the same words then.

use super::control_in_words;
use crate::budget::CHALLENGES;
use crate::chess::any_of;
use crate::game::GameNumber;
use crate::game::clock::Control;
use crate::language::StakeWish;
use shakmaty::Color;
use std::fmt;

/// Something that a mail asks for, or says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A command that needs no more than its word.
    Word(&'static str),
    /// A command with what stands behind it.
    With(&'static str, Behind),
    /// An order in a game.
    InGame(InGame, GameNumber),
    /// An order in a game that is none of theirs.
    InNoGame(&'static str, i64),
    /// An order in a game, and nothing says which.
    SomeGame(&'static str),
    /// The words below the orders.
    Words {
        /// How many.
        extent: Extent,
        /// For whom.
        whom: Vec<String>,
        /// Who of them gets none.
        but: But,
    },
    /// So many lines below all that is read.
    Unread(usize),
    /// So many challenges beyond what one mail may order.
    Beyond(usize),
    /// To a newcomer: the words below their orders.
    WordsBelow,
    /// To a newcomer: what is not read of their mail.
    RestOfMail,
}

/// How much somebody's free words are. They are not shown, since anybody may have written them; but of two mails that ask
/// for the same, one of them forged, whoever wrote the other can tell which is theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    lines: usize,
    characters: usize,
}

impl Extent {
    /// Of these words.
    pub fn of(words: &str) -> Extent {
        Extent {
            lines: words.lines().count(),
            characters: words.chars().filter(|sign| *sign != '\n').count(),
        }
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = counted(self.lines);
        match self.characters {
            1 => write!(f, "{lines} of 1 character"),
            count => write!(f, "{lines} of {count} characters"),
        }
    }
}

/// Who gets no words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum But {
    /// Everybody gets them.
    Nobody,
    /// Addresses that are no player's do not.
    Strangers,
}

/// What stands behind the word of a command that is about no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Behind {
    /// Whom a challenge is for, with which colour, from where, and on which terms.
    Challenge(Somebody, Option<Color>, Begins, Terms),
    /// A name, cleaned.
    Name(String),
    /// The code of a language.
    Language(&'static str),
    /// A language that nobody knows.
    NoLanguage,
    /// A form of letters.
    Format(&'static str),
    /// A form of letters that there is not.
    NoFormat,
    /// What is set, in our own words; none where nothing can be set by it.
    Setting(Option<String>),
    /// An address or a player.
    Somebody(Somebody),
    /// A tournament to withdraw from, and what goes with it.
    Withdrawal(String, Loses),
    /// Games for the archive.
    Games(Games),
    /// A game in the place of the one of this number in the archive.
    GameOfArchive(i64, Games),
    /// Days of leave, as they are read.
    Leave(String),
    /// A position, by the placement of its men; none where it cannot be read.
    Position(Option<String>),
}

/// What somebody loses who withdraws from a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loses {
    /// It has not begun.
    Nothing,
    /// All of their games in it that go on.
    OpenGames,
}

/// Where a challenge wants its game to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begins {
    /// As usual.
    Usual,
    /// From a start position of Chess960 that is drawn by lot.
    Chess960,
    /// From that of this number.
    Chess960Number(u16),
    /// Behind this word from this position, as a FEN; none where no game can begin from it.
    Position(&'static str, Option<String>),
}

/// On which terms a challenge wants the game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How time is to be counted.
    pub timed: Timed,
    /// What is to be at stake.
    pub stake: StakeWish,
}

/// How a challenge wants time to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timed {
    /// It says nothing of it.
    Usual,
    /// In this way.
    So(Control),
    /// In a way that cannot be read.
    Unread,
}

/// Somebody, as far as we know them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Somebody {
    /// By an address, whole.
    Address(String),
    /// By what is no address.
    NoAddress,
    /// A player, by the name that they have.
    Player(String),
    /// By a name that no player has.
    Unknown,
}

/// What a mail brings for the archive; whatever stands in it is somebody's free words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Games {
    /// So many lines.
    Lines(usize),
    /// So many files.
    Files(usize),
}

/// Something in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InGame {
    /// A command that needs no more than its word.
    Word(&'static str),
    /// A command and how much or until when, in our own words: "give 3 days".
    Spelled(String),
    /// This move, in numbered SAN.
    Move(String),
    /// This move and a draw offer.
    MoveAndDraw(String),
    /// A move of which nothing more can be said.
    SomeMove,
    /// A move that answers an older mail.
    EarlierMove,
    /// A move on the opponent's turn.
    OthersTurn,
    /// A move that can be any of these, in SAN.
    Several(Vec<String>),
    /// Moves that are not those of the game.
    NotFitting,
    /// A move with a number that is not that of the next one.
    OtherNumber {
        /// As it was written.
        written: u32,
        /// That of the next move.
        next: u32,
    },
    /// A move that is not legal.
    Illegal,
    /// A game in PGN that brings no move.
    NoMoveInScore,
    /// The answer of this number to a question that is not open.
    Choice(u8),
    /// These conditional moves, a line each.
    Conditions(Vec<String>),
    /// Conditional moves none of which can be kept.
    NoConditions,
    /// So many lines of conditional moves that they are not shown, and so not kept.
    TooManyConditions(usize),
    /// Conditional moves of which nothing more can be said.
    SomeConditions,
    /// A note about the move of this number, or about the last one.
    Note(Option<u32>, NoteIs),
    /// A message to this player, or to whoever is the opponent.
    Message(Extent, Option<String>),
}

/// What a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteIs {
    /// To be taken back.
    TakenBack,
    /// A mark without words.
    Mark,
    /// A line of words.
    Words(Extent),
}

impl Named {
    /// Whether a "yes" does it; what is too long to be shown is not done.
    pub fn is_shown(&self) -> bool {
        !matches!(self, Named::InGame(InGame::TooManyConditions(_), _))
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Named::Word(word) => f.write_str(word),
            Named::With(word, Behind::NoLanguage) => {
                write!(f, "{word}, of a language that is not known")
            }
            Named::With(word, behind) => write!(f, "{word} {behind}"),
            Named::InGame(what, number) => write!(f, "{what} in game {number}"),
            Named::InNoGame(word, number) => write!(f, "{word} in game {number}"),
            Named::SomeGame(word) => write!(f, "{word} in a game that it does not name"),
            Named::Words { extent, whom, but } => {
                let whom = whom.join(" and ");
                write!(f, "the words below, {extent}, for {whom}")?;
                f.write_str(match but {
                    But::Nobody => "",
                    But::Strangers => "; an address that is no player's gets none of them",
                })
            }
            Named::Unread(1) => f.write_str("1 more line, which is not read and so not done"),
            Named::Unread(lines) => {
                write!(f, "{lines} more lines, which are not read and so not done")
            }
            Named::Beyond(count) => {
                match count {
                    1 => f.write_str("1 more challenge, which is not made,")?,
                    count => write!(f, "{count} more challenges, which are not made,")?,
                }
                write!(f, " since one mail makes {CHALLENGES} at the most")
            }
            Named::WordsBelow => f.write_str("the words below it"),
            Named::RestOfMail => f.write_str("what stands below its first lines"),
        }
    }
}

impl fmt::Display for Behind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Behind::Challenge(whom, colour, begins, terms) => {
                let colour = match colour {
                    Some(Color::White) => " as white",
                    Some(Color::Black) => " as black",
                    None => "",
                };
                write!(f, "{whom}{colour}{begins}{terms}")
            }
            Behind::Name(name) => f.write_str(name),
            Behind::Language(code) => f.write_str(code),
            Behind::NoLanguage => f.write_str("a language that is not known"),
            Behind::Format(word) => f.write_str(word),
            Behind::NoFormat => f.write_str("that there is not"),
            Behind::Setting(Some(words)) => f.write_str(words),
            Behind::Setting(None) => f.write_str("with something behind it that cannot be set"),
            Behind::Somebody(somebody) => somebody.fmt(f),
            Behind::Withdrawal(name, Loses::Nothing) => f.write_str(name),
            Behind::Withdrawal(name, Loses::OpenGames) => {
                write!(
                    f,
                    "{name}, by which all your games in it that go on are lost"
                )
            }
            Behind::Games(games) => write!(f, "games into the archive, {games}"),
            Behind::GameOfArchive(number, games) => {
                write!(f, "game {number} of the archive, {games}")
            }
            Behind::Leave(period) => f.write_str(period),
            Behind::Position(Some(placement)) => f.write_str(placement),
            Behind::Position(None) => f.write_str("of a position that cannot be read"),
        }
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.timed.fmt(f)?;
        match &self.stake {
            StakeWish::Unsaid => Ok(()),
            StakeWish::Said { stake, .. } => write!(f, ", {}", stake.word()),
            StakeWish::Both => f.write_str(", rated and casual"),
        }
    }
}

impl fmt::Display for Timed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Timed::Usual => Ok(()),
            Timed::So(control) => write!(f, ", {}", control_in_words(*control)),
            Timed::Unread => f.write_str(", with a time control that cannot be read"),
        }
    }
}

impl fmt::Display for Begins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Begins::Usual => Ok(()),
            Begins::Chess960 => f.write_str(" chess960"),
            Begins::Chess960Number(number) => write!(f, " chess960 {number}"),
            Begins::Position(word, Some(fen)) => write!(f, " {word} {fen}"),
            Begins::Position(word, None) => {
                write!(f, " {word}, with a position from which no game can begin")
            }
        }
    }
}

impl fmt::Display for Somebody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Somebody::Address(address) => address,
            Somebody::NoAddress => "an address that is none",
            Somebody::Player(name) => name,
            Somebody::Unknown => "a player whom nobody knows",
        })
    }
}

impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Games::Lines(lines) => f.write_str(&counted(*lines)),
            Games::Files(1) => f.write_str("1 file"),
            Games::Files(files) => write!(f, "{files} files"),
        }
    }
}

impl fmt::Display for InGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InGame::Word(word) => word,
            InGame::Spelled(spelled) => spelled,
            InGame::Move(played) => played,
            InGame::SomeMove => "a move",
            InGame::EarlierMove => "a move for an earlier position",
            InGame::OthersTurn => "a move, although it is not yours to move,",
            InGame::NotFitting => "moves that do not fit the game",
            InGame::Illegal => "a move that is not legal",
            InGame::NoMoveInScore => "a game in PGN that brings no move",
            InGame::NoConditions => "conditional moves that cannot be played",
            InGame::SomeConditions => "conditional moves",
            InGame::MoveAndDraw(played) => return write!(f, "{played} and draw"),
            InGame::Several(sans) => {
                return write!(f, "a move that can be read as {}", any_of(sans));
            }
            InGame::OtherNumber { written, next } => {
                return write!(f, "a move with the number {written}, not {next},");
            }
            InGame::Choice(number) => return write!(f, "the answer {number} to a question"),
            InGame::Conditions(lines) => {
                return write!(f, "conditional moves {}", lines.join("; "));
            }
            InGame::TooManyConditions(lines) => {
                return write!(
                    f,
                    "conditional moves, {lines} lines, too many to be shown and so not kept,"
                );
            }
            InGame::Note(number, is) => return note(f, *number, *is),
            InGame::Message(extent, whom) => {
                let whom = whom.as_deref().unwrap_or("your opponent");
                return write!(f, "a message of {extent} to {whom}");
            }
        })
    }
}

fn note(f: &mut fmt::Formatter<'_>, number: Option<u32>, is: NoteIs) -> fmt::Result {
    let which = number.map_or_else(String::new, |number| format!(" about move {number}"));
    match is {
        NoteIs::TakenBack => write!(f, "the note{which} to be taken back"),
        NoteIs::Mark => write!(f, "a note of a mark{which}"),
        NoteIs::Words(extent) => write!(f, "a note of {extent}{which}"),
    }
}

/// "1 line", "3 lines".
fn counted(lines: usize) -> String {
    match lines {
        1 => "1 line".to_owned(),
        count => format!("{count} lines"),
    }
}
