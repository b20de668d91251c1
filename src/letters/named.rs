//! What a question names of a mail, an item each, in our own spelling.
//!
//! Its words are stored with the question, and whoever answers it with yes has said yes to them: a mail is done as far as it
//! is named by the same words then.

use super::{InWords, Sentence, control_in_words, says_its_words, sentence};
use crate::budget::CHALLENGES;
use crate::game::GameNumber;
use crate::game::clock::Control;
use crate::language::StakeWish;
use shakmaty::Color;

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

impl InWords for Extent {
    fn in_words(&self) -> Sentence {
        let lines = counted(self.lines);
        match self.characters {
            1 => sentence!("{{ lines }} of 1 character", lines),
            count => sentence!("{{ lines }} of {{ count }} characters", lines, count),
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
    /// What the director of a tournament decides, in words.
    Directed(Sentence),
    /// Words to the directors of this tournament, or of the only one that can be meant.
    ToDirectors(Option<String>, Extent),
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

impl InWords for Named {
    fn in_words(&self) -> Sentence {
        match self {
            Named::Word(word) => Sentence::from(*word),
            Named::With(word, Behind::NoLanguage) => {
                sentence!("{{ word }}, of a language that is not known", word)
            }
            Named::With(word, behind) => sentence!("{{ word }} {{ behind }}", word, behind),
            Named::InGame(what, number) => {
                sentence!("{{ what }} in game {{ number }}", what, number)
            }
            Named::InNoGame(word, number) => {
                sentence!("{{ word }} in game {{ number }}", word, number)
            }
            Named::SomeGame(word) => sentence!("{{ word }} in a game that it does not name", word),
            Named::Words { extent, whom, but } => {
                let whom = whom.iter().map(InWords::in_words);
                let whom =
                    whom.reduce(|first, last| sentence!("{{ first }} and {{ last }}", first, last));
                let whom = whom.unwrap_or_else(Sentence::nothing);
                match but {
                    But::Nobody => sentence!(
                        "the words below, {{ extent }}, for {{ whom }}",
                        extent,
                        whom
                    ),
                    But::Strangers => sentence!(
                        "the words below, {{ extent }}, for {{ whom }}; an address that is no player's gets none of them",
                        extent,
                        whom
                    ),
                }
            }
            Named::Unread(1) => sentence!("1 more line, which is not read and so not done"),
            Named::Unread(lines) => sentence!(
                "{{ lines }} more lines, which are not read and so not done",
                lines
            ),
            Named::Beyond(1) => sentence!(
                "1 more challenge, which is not made, since one mail makes {{ most }} at the most",
                most = CHALLENGES
            ),
            Named::Beyond(count) => sentence!(
                "{{ count }} more challenges, which are not made, since one mail makes {{ most }} at the most",
                count,
                most = CHALLENGES
            ),
            Named::WordsBelow => sentence!("the words below it"),
            Named::RestOfMail => sentence!("what stands below its first lines"),
        }
    }
}

impl InWords for Behind {
    fn in_words(&self) -> Sentence {
        match self {
            Behind::Challenge(whom, colour, begins, terms) => {
                // The words of the order, which are the same in every language.
                let colour = match colour {
                    Some(Color::White) => " as white",
                    Some(Color::Black) => " as black",
                    None => "",
                };
                let parts = [
                    whom.in_words(),
                    Sentence::from(colour),
                    begins.in_words(),
                    terms.in_words(),
                ];
                Sentence::joined(parts, "")
            }
            Behind::Name(name) => Sentence::from(name),
            Behind::Language(code) => Sentence::from(*code),
            Behind::NoLanguage => sentence!("a language that is not known"),
            Behind::Format(word) => Sentence::from(*word),
            Behind::NoFormat => sentence!("that there is not"),
            Behind::Setting(Some(words)) => Sentence::from(words),
            Behind::Setting(None) => sentence!("with something behind it that cannot be set"),
            Behind::Somebody(somebody) => somebody.in_words(),
            Behind::Withdrawal(name, Loses::Nothing) => Sentence::from(name),
            Behind::Withdrawal(name, Loses::OpenGames) => sentence!(
                "{{ name }}, by which all your games in it that go on are lost",
                name
            ),
            Behind::Directed(what) => what.clone(),
            Behind::ToDirectors(Some(name), words) => {
                sentence!("{{ name }}: {{ words }}", name, words)
            }
            Behind::ToDirectors(None, words) => sentence!(": {{ words }}", words),
            Behind::Games(games) => sentence!("games into the archive, {{ games }}", games),
            Behind::GameOfArchive(number, games) => sentence!(
                "game {{ number }} of the archive, {{ games }}",
                number,
                games
            ),
            Behind::Leave(period) => Sentence::from(period),
            Behind::Position(Some(placement)) => Sentence::from(placement),
            Behind::Position(None) => sentence!("of a position that cannot be read"),
        }
    }
}

impl InWords for Terms {
    fn in_words(&self) -> Sentence {
        let stake = match &self.stake {
            StakeWish::Unsaid => Sentence::nothing(),
            StakeWish::Said { stake, .. } => Sentence::from(format!(", {}", stake.word())),
            StakeWish::Both => sentence!(", rated and casual"),
        };
        Sentence::joined([self.timed.in_words(), stake], "")
    }
}

impl InWords for Timed {
    fn in_words(&self) -> Sentence {
        match self {
            Timed::Usual => Sentence::nothing(),
            // As it is written in an order.
            Timed::So(control) => Sentence::from(format!(", {}", control_in_words(*control))),
            Timed::Unread => sentence!(", with a time control that cannot be read"),
        }
    }
}

impl InWords for Begins {
    fn in_words(&self) -> Sentence {
        match self {
            Begins::Usual => Sentence::nothing(),
            Begins::Chess960 => Sentence::from(" chess960"),
            Begins::Chess960Number(number) => Sentence::from(format!(" chess960 {number}")),
            Begins::Position(word, Some(fen)) => Sentence::from(format!(" {word} {fen}")),
            Begins::Position(word, None) => sentence!(
                " {{ word }}, with a position from which no game can begin",
                word
            ),
        }
    }
}

impl InWords for Somebody {
    fn in_words(&self) -> Sentence {
        match self {
            Somebody::Address(address) => Sentence::from(address),
            Somebody::NoAddress => sentence!("an address that is none"),
            Somebody::Player(name) => Sentence::from(name),
            Somebody::Unknown => sentence!("a player whom nobody knows"),
        }
    }
}

impl InWords for Games {
    fn in_words(&self) -> Sentence {
        match self {
            Games::Lines(lines) => counted(*lines),
            Games::Files(1) => sentence!("1 file"),
            Games::Files(files) => sentence!("{{ files }} files", files),
        }
    }
}

impl InWords for InGame {
    fn in_words(&self) -> Sentence {
        match self {
            InGame::Word(word) => Sentence::from(*word),
            InGame::Spelled(spelled) => Sentence::from(spelled),
            InGame::Move(played) => Sentence::from(played),
            InGame::SomeMove => sentence!("a move"),
            InGame::EarlierMove => sentence!("a move for an earlier position"),
            InGame::OthersTurn => sentence!("a move, although it is not yours to move,"),
            InGame::NotFitting => sentence!("moves that do not fit the game"),
            InGame::Illegal => sentence!("a move that is not legal"),
            InGame::NoMoveInScore => sentence!("a game in PGN that brings no move"),
            InGame::NoConditions => sentence!("conditional moves that cannot be played"),
            InGame::SomeConditions => sentence!("conditional moves"),
            InGame::MoveAndDraw(played) => sentence!("{{ played }} and draw", played),
            InGame::Several(sans) => sentence!(
                "a move that can be read as {{ moves }}",
                moves = Sentence::any_of(sans)
            ),
            InGame::OtherNumber { written, next } => sentence!(
                "a move with the number {{ written }}, not {{ next }},",
                written,
                next
            ),
            InGame::Choice(number) => sentence!("the answer {{ number }} to a question", number),
            InGame::Conditions(lines) => {
                sentence!("conditional moves {{ lines }}", lines = lines.join("; "))
            }
            InGame::TooManyConditions(lines) => sentence!(
                "conditional moves, {{ lines }} lines, too many to be shown and so not kept,",
                lines
            ),
            InGame::Note(number, is) => note(*number, *is),
            InGame::Message(extent, whom) => match whom {
                Some(whom) => sentence!("a message of {{ extent }} to {{ whom }}", extent, whom),
                None => sentence!("a message of {{ extent }} to your opponent", extent),
            },
        }
    }
}

fn note(number: Option<u32>, is: NoteIs) -> Sentence {
    match (is, number) {
        (NoteIs::TakenBack, None) => sentence!("the note to be taken back"),
        (NoteIs::TakenBack, Some(number)) => {
            sentence!("the note about move {{ number }} to be taken back", number)
        }
        (NoteIs::Mark, None) => sentence!("a note of a mark"),
        (NoteIs::Mark, Some(number)) => {
            sentence!("a note of a mark about move {{ number }}", number)
        }
        (NoteIs::Words(extent), None) => sentence!("a note of {{ extent }}", extent = &extent),
        (NoteIs::Words(extent), Some(number)) => sentence!(
            "a note of {{ extent }} about move {{ number }}",
            extent = &extent,
            number
        ),
    }
}

/// "1 line", "3 lines".
fn counted(lines: usize) -> Sentence {
    sentence!("{{ lines }} {{ lines|count(\"line\", \"lines\") }}", lines)
}

says_its_words!(Named, InGame, Somebody, Begins, Terms);
