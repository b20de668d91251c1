//! What one mail may cost, whoever wrote it.
//!
//! Readers count what they do and stop at these bounds; they have no clock, so the same mail always ends in the same way.
//! Whoever runs into a bound is told what was read, why it stops there, and what to write instead.
//!
//! | bound | what is counted | beyond it |
//! |---|---|---|
//! | [`SCORE`] | octets of the games in PGN that are the player's move | they are no move |
//! | [`SCORE_MOVES`] | moves in them | the same, and it is said |
//! | [`SCORE_LINES`] | lines of a typed score | what stands before counts |
//! | [`CONDITION_LINES`] | lines of a mail that begin with "if", or stand below "if:" | no conditional move of the mail is kept |
//! | [`MOVETEXT`] | octets below "if:" | the same |
//! | [`VARIATIONS_DEEP`] | variations within variations below "if:" | the same |
//! | [`PREPARED_MOVES`] | moves of all lines of play, those included in which lines begin alike | the same |
//! | [`LINES_OF_PLAY`] | lines of play of one tree | the first ones are kept, and it is said |
//! | [`LINE_OF_PLAY`] | plies of one line of play | what stands before is kept, and it is said |
//!
//! Answers have bounds too; how many of them leave us on one day stands in `robot::allowances`.
//!
//! | bound | what is counted | beyond it |
//! |---|---|---|
//! | [`FAULTS_TOLD`] | faults of entered games that one answer tells of | the first ones are told |
//! | [`GAMES_FOUND`] | games of the archive that one answer brings | the first ones are brought, and it is said |
//! | [`PGN_OF_A_LETTER`] | octets of those games; octets of one game that is entered | it is said which are left out, and how to get them; such a game is refused |

/// Faults of games that one answer tells of.
pub const FAULTS_TOLD: usize = 20;

/// Games of the archive that one answer brings.
pub const GAMES_FOUND: usize = 25;

/// Octets of PGN from the archive that one letter brings, before they are encoded.
pub const PGN_OF_A_LETTER: usize = 256 * 1024;

/// Own lines among which an order is looked for that the player may have meant, where there is none above them.
pub const LINES_SEARCHED: usize = 200;

/// Octets of a line that is looked at so.
pub const LINE_SEARCHED: usize = 120;

/// Games that one mail may enter into the archive.
pub const GAMES: usize = 100;

/// Moves in all games of one mail, those of variations included.
pub const GAME_MOVES: usize = 20_000;

/// Octets of the games in PGN with which a mail plays a move.
pub const SCORE: usize = 64 * 1024;

/// Moves in those games.
pub const SCORE_MOVES: usize = 4_000;

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
