//! What players may want, as values.

use crate::chess::notation::Spelling;
use crate::game::Claim;

/// What a player wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Play: one move, or several of which the first is to be played now.
    Moves(Vec<Spelling>),
    /// Play the move with which this game in PGN goes on from the game as it stands.
    Score(String),
    /// Answers prepared to moves of the opponent: lines of play in each of which a move of his and the answer to it
    /// alternate. All of a mail together replace what was prepared before.
    Prepare(Vec<Vec<Spelling>>),
    /// Show the answers that are prepared.
    Prepared,
    /// Forget the answers that are prepared.
    DropPrepared,
    /// A note about a move, sealed until the game is over.
    Note(Note),
    /// Show one's notes.
    Notes,
    /// Offer a draw, alone or with a move on the same line.
    OfferDraw,
    /// Claim a draw, for the position on the board or with a move on the same line.
    ClaimDraw(Claim),
    /// Accept the draw that was offered.
    AcceptDraw,
    /// Decline the draw that was offered.
    DeclineDraw,
    /// Accept a challenge.
    Accept,
    /// Decline a challenge.
    Decline,
    /// Withdraw a challenge of one's own.
    Withdraw,
    /// Resign.
    Resign,
    /// Take back one's own last move.
    Takeback(Answer),
    /// End the game without a result.
    Abort(Answer),
    /// Challenge somebody.
    Challenge {
        /// An address, or a player's name, as written.
        opponent: String,
        /// The colour that the challenger wants.
        colour: Colour,
        /// Where the game is to begin.
        setup: Setup,
    },
    /// Challenge the opponent of a finished game again, with colours turned and the same beginning.
    Rematch,
    /// Show a start position of Chess960: by its number or drawn by lot, or the number of one that is given.
    Chess960(Option<String>),
    /// List one's games.
    Games,
    /// Show a game.
    Show,
    /// Send a game as PGN.
    Pgn,
    /// Draw a board: of the game, or of the FEN given, which may be malformed.
    Board(Option<String>),
    /// Explain, everything or one topic.
    Help(Option<String>),
    /// Tell the opponent this.
    Say(String),
    /// Send no more mail.
    Stop,
    /// Send mail again.
    Start,
    /// Give all open games up, and be a player no more.
    Leave {
        /// Erase all that is known of him as well.
        forget: bool,
    },
    /// Change one's name.
    Name(String),
    /// The language of one's piece letters, as written.
    Letters(String),
    /// List one's addresses.
    Addresses,
    /// Have one's mail sent to this address, as written.
    Address(String),
    /// Write from this address no more, as written.
    RemoveAddress(String),
    /// Hear no more from the player of this name.
    Block(String),
    /// Hear from the player of this name again.
    Unblock(String),
    /// Yes, to what was asked.
    Yes,
    /// No, to what was asked.
    No,
    /// The answer to a numbered question, 1 to 99.
    Choice(u8),
    /// Become a player.
    Join,
    /// Enter games that were played elsewhere into the archive.
    Enter {
        /// Where they are to be filed, as written.
        collection: String,
        /// What was pasted below the order.
        pgn: String,
    },
    /// Put another game in the place of one of the archive.
    Overwrite {
        /// Its number.
        number: i64,
        /// The edit password, as written.
        password: String,
        /// What was pasted below the order.
        pgn: String,
    },
    /// Look for games of the archive, as written.
    Search(String),
}

/// What holds of a command wherever it is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Properties {
    /// What it is about.
    pub matter: Matter,
    /// Whether anything is changed by it.
    pub effect: Effect,
    /// Whether somebody who writes a letter could have put it on a line of its own without meaning it.
    pub reading: ReadAs,
}

/// What a command is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matter {
    /// One game, named or meant.
    Game,
    /// No game, or none that is played yet.
    Other,
}

/// What a command brings about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing changes, and it costs next to nothing: it is answered to the player's own address, a few times a day, even if
    /// nothing proves that he has asked.
    Shows,
    /// Nothing changes; but it is work for us, or brings words of whoever asked.
    Informs,
    /// Something changes.
    Changes,
}

/// How sure it is that a line in the middle of a letter is meant as the command that it spells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadAs {
    /// Nobody writes such a line by chance.
    Order,
    /// It may be a part of what the letter says.
    Words,
}

impl Command {
    /// What holds of this command: one row for each, so that a new one has to say all of it.
    pub fn properties(&self) -> Properties {
        use Effect::{Changes, Informs, Shows};
        use Matter::{Game, Other};
        use ReadAs::{Order, Words};
        let (matter, effect, reading) = match self {
            Command::Moves(_) => (Game, Changes, Words),
            Command::Score(_) => (Game, Changes, Words),
            Command::Choice(_) => (Game, Changes, Words),
            Command::Prepare(_) => (Game, Changes, Words),
            Command::Prepared => (Game, Informs, Words),
            Command::DropPrepared => (Game, Changes, Words),
            Command::Note(_) => (Game, Changes, Words),
            Command::Notes => (Game, Informs, Words),
            Command::OfferDraw => (Game, Changes, Order),
            Command::ClaimDraw(_) => (Game, Changes, Order),
            Command::AcceptDraw => (Game, Changes, Order),
            Command::DeclineDraw => (Game, Changes, Order),
            Command::Accept => (Game, Changes, Order),
            Command::Decline => (Game, Changes, Order),
            Command::Withdraw => (Game, Changes, Words),
            Command::Resign => (Game, Changes, Order),
            Command::Takeback(_) => (Game, Changes, Order),
            Command::Abort(_) => (Game, Changes, Order),
            Command::Say(_) => (Game, Changes, Words),
            Command::Show => (Game, Shows, Words),
            Command::Pgn => (Game, Shows, Words),
            Command::Board(None) => (Game, Shows, Words),
            Command::Board(Some(_)) => (Other, Informs, Words),
            Command::Challenge { .. } => (Other, Changes, Order),
            Command::Rematch => (Game, Changes, Words),
            Command::Chess960(_) => (Other, Informs, Words),
            Command::Games => (Other, Shows, Words),
            Command::Help(_) => (Other, Shows, Words),
            Command::Join => (Other, Informs, Words),
            Command::Stop => (Other, Changes, Words),
            Command::Start => (Other, Changes, Words),
            Command::Leave { .. } => (Other, Changes, Words),
            Command::Name(_) => (Other, Changes, Words),
            Command::Letters(_) => (Other, Changes, Words),
            Command::Addresses => (Other, Informs, Words),
            Command::Address(_) => (Other, Changes, Words),
            Command::RemoveAddress(_) => (Other, Changes, Words),
            Command::Block(_) => (Other, Changes, Words),
            Command::Unblock(_) => (Other, Changes, Words),
            Command::Yes => (Other, Changes, Words),
            Command::No => (Other, Changes, Words),
            Command::Enter { .. } => (Other, Changes, Words),
            Command::Overwrite { .. } => (Other, Changes, Words),
            Command::Search(_) => (Other, Informs, Words),
        };
        Properties {
            matter,
            effect,
            reading,
        }
    }
}

/// What is said about something that takes both players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It is asked for.
    Offer,
    /// What the other asked for is granted.
    Accept,
    /// It is not.
    Decline,
}

/// A sealed note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The number of the player's own move that it is about; his latest when none is given.
    pub move_number: Option<u32>,
    /// The numeric annotation glyph that stands before the text (PGN standard 10).
    pub glyph: Option<u8>,
    /// The text, in printable characters, on one line.
    pub text: String,
}

/// The colour that a challenger wants for himself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
    /// Drawn by lot; also when nothing was said.
    #[default]
    Random,
}

/// Where a challenger wants the game to begin.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Setup {
    /// As usual; also when nothing was said.
    #[default]
    Usual,
    /// Chess960: a number or a position as written, or none: drawn by lot.
    Chess960(Option<String>),
    /// A position, as written; it may be malformed.
    Fen(String),
}

/// A command, and the game it names.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// The game named on the line, if one is.
    pub game: Option<i64>,
    /// The number stood bare before a move, `12 Nf3`: it may be the move number instead. Whoever knows the game
    /// decides: if the game being answered is at that move, it is.
    pub may_be_move_number: bool,
    /// What is to be done.
    pub command: Command,
    /// The line as typed, in printable characters.
    pub typed: String,
}
