//! The form of a letter with a drawn board.

use super::layout::{Document, Seen, as_html};
use super::{Asks, Occasion};
use crate::chess::Picture;
use sha2::{Digest, Sha256};

/// A letter as HTML, with its picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// The HTML, its lines ended by `\n`.
    pub html: String,
    /// The board in it.
    pub picture: Picture,
    /// The `Content-ID` by which the HTML shows it, without angle brackets; it ends with the domain that is given.
    pub content_id: String,
}

/// The letter with its board drawn, where its reader is to move and it shows the board at all.
pub(super) fn face(
    document: &Document,
    occasion: &Occasion,
    reference: Option<&str>,
    domain: &str,
) -> Option<Face> {
    let asks = match occasion.kind().asks {
        Asks::Whose => true,
        Asks::Nothing => false,
    };
    // Whose mail it was is asked in text alone.
    let game = occasion
        .shown_game()
        .filter(|game| game.your_turn && !asks)?;
    let picture = game.drawn.picture();
    let content_id = format!("board.{}@{domain}", short_name(&picture));
    let html = as_html(
        document,
        &Seen {
            board: &game.board,
            content_id: &content_id,
            words: &game.drawn.in_words(game.last_move.as_deref()),
            reference,
        },
    )?;
    Some(Face {
        html,
        picture,
        content_id,
    })
}

/// What no other picture is called: mail programs keep pictures by their ids.
fn short_name(picture: &Picture) -> String {
    let hash = Sha256::digest(picture.to_string());
    let octets = hash.iter().take(8);
    octets.map(|octet| format!("{octet:02x}")).collect()
}

#[cfg(test)]
mod tests;
