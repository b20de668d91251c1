//! What a browser shows: public games become files that any web server can hand out.
//!
//! The room is pure: games go in, files come out, and the same games make the same files. Nothing in them needs a program on
//! the server, comes from elsewhere, or asks the browser to keep anything.
//!
//! - [`open_record`]: a game without what is nobody's business.
//! - [`Heading`]: what the lists tell of a game.
//! - [`game_page`]: the page of a game.
//! - `lists`: the front page, players, openings, years, and the feed.
//! - [`tournaments`]: the tables of tournaments, and the list of them.
//! - [`Shelf`]: games that are looked for.
//! - [`fen_page`]: whether something is a FEN.
//! - [`entered`]: a game that somebody enters by a form.
//! - [`secretary_page`]: the running games, for who has a secret link.
//! - [`notice()`]: why there is no page.
//! - [`assets`]: what all pages need.
//! - [`chessboard()`]: a board to move men on, and the starts of Chess960.

mod board;
mod chessboard;
mod entry;
mod escape;
mod feed;
mod fen;
mod frame;
mod game;
mod heading;
mod in_words;
mod lists;
mod notice;
mod opened;
mod positions;
mod score;
mod search;
mod secretary;
mod site;
mod source;
mod spelled_out;
mod tournament;

pub use chessboard::chessboard;
pub use entry::{
    ENTRY_STYLE, Entry, NotKept, Typed, WantedEntry, entered, entry_page, not_kept, waits,
};
pub use fen::{FenPart, FenReport, fen_page, fen_report};
pub use game::{OpenGame, game_page};
pub use heading::Heading;
pub use lists::lists;
pub use notice::notice;
pub use opened::open_record;
pub use search::{MOST_AS_PGN, MOST_WITH_POSITION, OnBoard, Search, Shelf, StoodIn};
pub use secretary::{RunningGame, Silence, secretary_page};
pub use site::{Page, Site};
pub use source::Source;
pub use tournament::{State, Substitute, Tournament, tournaments};

use sha2::{Digest, Sha256};

/// What all pages need: how they look, how a game is stepped through, and what the board does.
pub fn assets() -> Vec<Page> {
    let assets = [
        ("style.css", include_str!("pages/html/style.css")),
        ("game.js", include_str!("pages/html/game.js")),
    ];
    let assets = assets.into_iter().chain(chessboard::FILES);
    assets.map(|(path, text)| Page::of(path, text)).collect()
}

/// What the page of a game depends on beside the game: this program, by what it makes of a game that has everything, and whose
/// site it is. A page whose game and whose form are as they were need not be made again.
pub fn form(site: &Site) -> [u8; 32] {
    let mut form = Sha256::new();
    form.update(env!("CARGO_PKG_VERSION"));
    if let Some(game) = game::example() {
        form.update(game_page(&game, site).text);
    }
    form.finalize().into()
}

#[cfg(test)]
mod tests;
