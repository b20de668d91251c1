//! What one mail may cost, whoever wrote it.
//!
//! Readers count what they do and stop at these bounds; they have no clock, so the same mail always ends in the same way.
//! Whoever runs into a bound is told what was read, why it stops there, and what to write instead.
//!
//! | bound | what is counted | beyond it |
//! |---|---|---|
//! | `server.largest_mail_kib`, at most [`mail::read::LARGEST_MAIL`] | octets of a mail | only its header block is read, and its sender is told |
//! | [`TEXT`] | characters of its text, and of each file with it | not read; who enters games so is told |
//! | [`HTML`] | octets of its HTML | not read |
//! | [`LINES`] | lines of its text | taken for quoted; who enters games so is told |
//! | [`ATTRIBUTIONS`] | lines, or groups of them, that end as "Bob wrote:" does | taken for words of the player |
//! | [`LINES_SCANNED`] | lines that may be orders | orders are told, the rest is talk |
//! | [`LINE`] | octets of one of them | talk |
//! | [`CHALLENGES`] | challenges, in one line or several | not made, and it is said |
//! | [`LINES_SEARCHED`], [`LINE_SEARCHED`] | lines in which an order is looked for that stands below other words, and their octets | not asked about |
//! | [`WORDS_UNPROVEN`], [`LINES_UNPROVEN`] | octets and lines of own words, of a mail that shows no code of its sender's | not read, and it is said; games go on to their end |
//! | [`SENTENCES`] | octets of the player's words, where a move is looked for in what they say | none is found |
//! | [`FENS`] | positions that are compared with the game | not compared |
//! | [`SCORE`] | octets of the games in PGN that are the player's move | they are no move |
//! | [`SCORE_MOVES`] | moves in them | the same, and it is said |
//! | [`SCORE_UNPROVEN`], [`SCORE_MOVES_UNPROVEN`] | the same of a mail that shows no code of the game | the same |
//! | [`SCORE_LINES`] | lines of a typed score | what stands before counts |
//! | [`CONDITION_LINES`] | lines that begin with "if", or stand below "if:" | no conditional move of the mail is kept, and it is said |
//! | [`MOVETEXT`] | octets below "if:" | the same |
//! | [`VARIATIONS_DEEP`] | variations within variations below "if:" | the same |
//! | [`PREPARED_MOVES`] | moves of all lines of play; what lines have in common counts in each | the same |
//! | [`LINES_OF_PLAY`] | lines of play of one tree | the first ones are kept, and it is said |
//! | [`LINE_OF_PLAY`] | plies of one line of play | what stands before is kept, and it is said |
//! | [`GAMES`] | games that are entered into the archive | refused, each with its line |
//! | [`GAME_MOVES`] | moves of all of them | refused, with the line and the move |
//! | [`TALK`], [`TALK_LINES`] | characters and lines of words that are passed on | cut, and the reader is told |
//!
//! Answers have bounds too; how many of them leave us on one day stands in `robot/allowances.rs`.
//!
//! | bound | what is counted | beyond it |
//! |---|---|---|
//! | [`FAULTS_TOLD`] | faults of entered games that one answer tells of | the first ones are told |
//! | [`GAMES_FOUND`] | games of the archive that one answer brings | the first ones are brought, and it is said |
//! | [`PGN_OF_A_LETTER`] | octets of those games; octets of one game that is entered | it is said which are left out, and how to get them; such a game is refused |
//!
//! Whatever is within these bounds takes at most 200 milliseconds on the machine of the README, and 100 MB: `benches/reading.rs`
//! measures it. Should a reader not hold them, [`robot::reader`] ends it, and the mail is laid aside.
//!
//! [`mail::read::LARGEST_MAIL`]: crate::mail::read::LARGEST_MAIL
//! [`robot::reader`]: crate::robot::reader

/// Faults of games that one answer tells of.
pub const FAULTS_TOLD: usize = 20;

/// Games of the archive that one answer brings.
pub const GAMES_FOUND: usize = 25;

/// Octets of PGN from the archive that one letter brings, before they are encoded.
pub const PGN_OF_A_LETTER: usize = 256 * 1024;

/// Characters of the text of a mail, and of each file attached to it.
pub const TEXT: usize = 512 * 1024;

/// Octets of HTML: the player's own words stand at one of the ends of a mail, and the far end of half a megabyte is a
/// quotation.
pub const HTML: usize = 512 * 1024;

/// Lines of a mail; further ones are taken for quoted.
pub const LINES: usize = 5_000;

/// Lines, or groups of up to four, that are looked at for who wrote what is quoted below them.
pub const ATTRIBUTIONS: usize = 200;

/// Own lines that are looked at for orders, blank ones not counted.
pub const LINES_SCANNED: usize = 10;

/// Challenges in one mail, each to somebody else or not.
pub const CHALLENGES: usize = 10;

/// Octets of a line with orders; longer ones are talk.
pub const LINE: usize = 500;

/// Positions in the player's words that are compared with the game.
pub const FENS: usize = 10;

/// Own lines among which an order is looked for that the player may have meant, where there is none above them.
pub const LINES_SEARCHED: usize = 200;

/// Octets of a line that is looked at so.
pub const LINE_SEARCHED: usize = 120;

/// Octets of own words that are read of a mail that shows no code of its sender's: enough for all that could be passed on,
/// and for a game in PGN.
pub const WORDS_UNPROVEN: usize = 20 * 1024;

/// Lines of them, blank ones not counted.
pub const LINES_UNPROVEN: usize = 150;

/// Octets of words in which a move is looked for that is said in a sentence.
pub const SENTENCES: usize = 4_000;

/// Games that one mail may enter into the archive.
pub const GAMES: usize = 100;

/// Characters of the name of the collection in which they are filed, as in the database.
pub const COLLECTION: usize = 80;

/// Moves in all games of one mail, those of variations included.
pub const GAME_MOVES: usize = 20_000;

/// Octets of the games in PGN with which a mail plays a move.
pub const SCORE: usize = 64 * 1024;

/// Moves in those games.
pub const SCORE_MOVES: usize = 4_000;

/// Octets of the games in PGN with which a mail plays a move that no code says is its player's.
pub const SCORE_UNPROVEN: usize = 16 * 1024;

/// Moves in those games.
pub const SCORE_MOVES_UNPROVEN: usize = 1_000;

/// Lines of a score that is typed, beside those of a mail's other orders.
pub const SCORE_LINES: usize = 300;

/// Lines of conditional moves in one mail, "if …" or below "if:".
pub const CONDITION_LINES: usize = 200;

/// Octets of movetext below "if:".
pub const MOVETEXT: usize = 32 * 1024;

/// How deep variations may stand within variations, below "if:".
pub const VARIATIONS_DEEP: usize = 20;

/// Moves in all lines of play of one mail. Lines that begin alike each count what they have in common.
pub const PREPARED_MOVES: usize = 10_000;

/// Lines in one tree of conditional moves.
pub const LINES_OF_PLAY: usize = 50;

/// Plies of one line of conditional moves.
pub const LINE_OF_PLAY: usize = 60;

/// Characters of a message that is passed on.
pub const TALK: usize = 2_000;

/// Lines of it.
pub const TALK_LINES: usize = 40;
