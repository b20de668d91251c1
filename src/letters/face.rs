//! The form of a letter as HTML: with a drawn board for who is to move, with links for who can answer in a word.

use super::layout::{Around, Document, Seen, with_links, with_picture};
use super::{Asks, GameView, Language, Links, LinksTo, Occasion, Opens};
use crate::chess::Picture;
use sha2::{Digest, Sha256};

/// A letter as HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// The HTML, its lines ended by `\n`.
    pub html: String,
    /// The board in it, where one is drawn.
    pub board: Option<DrawnBoard>,
}

/// The board in a letter as HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnBoard {
    /// What is drawn.
    pub picture: Picture,
    /// The `Content-ID` by which the HTML shows it, without angle brackets; it ends with the domain that is given.
    pub content_id: String,
}

/// What the HTML of a letter is made of, beside its document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told<'a> {
    /// What the letter is about.
    pub(super) occasion: &'a Occasion,
    /// The last line of the letter.
    pub(super) reference: Option<&'a str>,
    /// Where its links lead, if it may have some.
    pub(super) links_to: Option<&'a LinksTo>,
    /// Which of them its reader wants.
    pub(super) links: Links,
    /// What the ids of pictures end with.
    pub(super) domain: &'a str,
    /// The language of the letter.
    pub(super) language: Language,
}

/// The letter as HTML: where its reader is to move and it shows the board, with that drawn; where it has links, with those.
pub(super) fn face(document: &Document, told: &Told<'_>) -> Option<Face> {
    let game = told
        .occasion
        .shown_game()
        .filter(|_| may_be_html(told.occasion))?;
    let links_to = told.links_to.filter(|_| told.links != Links::Off);
    let links = links_to.map_or(Vec::new(), |links_to| {
        links_to.beside(game, told.language, told.links)
    });
    let around = Around {
        reference: told.reference,
        links_to: links_to.map(|links_to| (links_to, game.number)),
        links: &links,
        language: told.language,
    };
    drawn(document, game, &around, told.domain).or_else(|| {
        let html = with_links(document, &around)?;
        Some(Face { html, board: None })
    })
}

/// Whose mail it was is asked in text alone, and so are those invited of whom nothing was heard yet.
fn may_be_html(occasion: &Occasion) -> bool {
    let kind = occasion.kind();
    let asks = match kind.asks {
        Asks::Whose => true,
        Asks::Nothing => false,
    };
    let first = match kind.opens {
        Opens::Invitation | Opens::OneAnswer => true,
        Opens::Game | Opens::List | Opens::Beginning | Opens::Archive | Opens::Settings => false,
    };
    !asks && !first
}

/// The letter with its board drawn, where its reader is to move.
fn drawn(document: &Document, game: &GameView, around: &Around<'_>, domain: &str) -> Option<Face> {
    if !game.your_turn {
        return None;
    }
    let picture = game.drawn.picture();
    let content_id = format!("board.{}@{domain}", short_name(&picture));
    let seen = Seen {
        board: &game.board,
        content_id: &content_id,
        words: &around
            .language
            .say(&game.drawn.in_words(game.last_move.as_deref())),
    };
    let html = with_picture(document, &seen, around)?;
    Some(Face {
        html,
        board: Some(DrawnBoard {
            picture,
            content_id,
        }),
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
