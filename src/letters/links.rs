//! Links in the HTML of a letter that open an answer with a command in it, which its reader then sends or does not.
//!
//! They are `mailto:` links (RFC 6068): what they open has no quotation and names no mail that it answers, so the address
//! has the code of the letter in it, or the text has where our address can carry none. Such a code is worth what that of the
//! letter is worth. None of them gives up anything by a slip: nothing is done before the mail is sent, and no link resigns.

use super::{GameView, Language, Links};
use crate::chess::{Letters, PIECES};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::fmt::Write;

/// Where the links of a letter lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinksTo {
    /// The address that answers go to, with the code of the letter where addresses can carry one.
    pub address: String,
    /// The line with the code, where the address cannot carry it.
    pub reference: Option<String>,
    /// The piece letters in which the reader's moves are read.
    pub letters: Letters,
}

/// The commands that are links where a sentence of a letter names them between quotation marks. None that gives up a game,
/// a challenge or mail: `resign`, `abort`, `withdraw` and `stop` are written by hand.
const COMMANDS: [&str; 13] = [
    "accept",
    "decline",
    "draw",
    "accept draw",
    "decline draw",
    "accept takeback",
    "decline takeback",
    "accept abort",
    "decline abort",
    "accept pause",
    "decline pause",
    "claim time",
    "rematch",
];

/// More legal moves than this get no links: nobody looks through so many.
const MOST_MOVES: usize = 60;

/// A piece of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    Words(&'t str),
    Command(&'t str),
}

/// A sentence in pieces: the commands that are links, and what stands between them.
pub(super) fn pieces(sentence: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    // What stands between two quotation marks is every second part, unless one of them stands alone.
    let mut from = 0;
    let marks: Vec<usize> = sentence.match_indices('"').map(|(at, _)| at).collect();
    for pair in marks.windows(2) {
        let &[opens, closes] = pair else {
            continue;
        };
        let command = sentence.get(opens + 1..closes).unwrap_or_default();
        let before = sentence.get(..opens).unwrap_or_default();
        if COMMANDS.contains(&command) && !repeats(before) {
            pieces.push(Piece::Words(sentence.get(from..=opens).unwrap_or_default()));
            pieces.push(Piece::Command(command));
            from = closes;
        }
    }
    pieces.push(Piece::Words(sentence.get(from..).unwrap_or_default()));
    pieces
}

/// Whether what stands behind these words is what the reader wrote, and what was not done.
fn repeats(before: &str) -> bool {
    Language::wordings().any(|wording| before.ends_with(wording.repeats))
}

impl LinksTo {
    /// The target of a link that opens an answer with these words in it, as it stands in an attribute of HTML.
    pub(super) fn target(&self, game: i64, language: Language, words: &str) -> String {
        // A line of its own, since some programs set a signature right behind it.
        let mut body = format!("{words}\r\n");
        if let Some(reference) = &self.reference {
            // Marked as quoted: a reference among somebody's own words proves nothing.
            let _ = write!(body, "\r\n> {reference}\r\n");
        }
        let (local, domain) = self.address.rsplit_once('@').unwrap_or_default();
        format!(
            "mailto:{}@{}?subject={}&amp;body={}",
            encoded(local),
            encoded(domain),
            encoded(&format!("{}{game}", language.wording().answers_game)),
            encoded(&body)
        )
    }

    /// The link itself; its words are plain ASCII without signs of HTML.
    pub(super) fn link(&self, game: i64, language: Language, shown: &str, words: &str) -> String {
        let target = self.target(game, language, words);
        format!("<a href=\"{target}\">{shown}</a>")
    }

    /// The lines of links that stand in the HTML alone, in groups: of each legal move, where the reader wants them; to offer a
    /// draw, where no sentence of the letter names that; and to get the first.
    pub(super) fn beside(&self, game: &GameView, language: Language, wanted: Links) -> Vec<String> {
        let words = language.wording().links;
        let mut groups = Vec::new();
        let time_over = game.time.as_ref().is_some_and(|time| time.over);
        if game.phase != "playing" || !game.your_turn || time_over {
            return groups;
        }
        if wanted == Links::Moves {
            groups.extend(self.moves(game, language));
        }
        let named = game.is_young && game.held_move.is_none();
        if game.draw_offer.is_none() && !named {
            groups.push(format!(
                "{} {}",
                words.to_offer,
                self.link(game.number, language, "draw", "draw")
            ));
        }
        if wanted == Links::Plain && game.is_young {
            let order = "links moves";
            let link = self.link(game.number, language, order, order);
            groups.push(format!("{} {link}", words.to_get));
        }
        groups
    }

    fn moves(&self, game: &GameView, language: Language) -> Vec<String> {
        let words = language.wording().links;
        if game.drawn.legal() > MOST_MOVES {
            return vec![words.too_many.to_owned()];
        }
        let moves = game.drawn.moves(self.letters);
        let mut groups = vec![words.each_move.to_owned()];
        let number = match game.turn {
            "White" => format!("{}. ", game.move_number),
            _ => format!("{}...", game.move_number),
        };
        for (piece, kind) in PIECES.into_iter().zip(words.kinds) {
            let of_kind = moves.iter().filter(|playable| playable.piece == piece);
            let links: Vec<String> = of_kind
                .map(|playable| {
                    let typed = format!("{number}{}", playable.typed);
                    self.link(game.number, language, &playable.san, &typed)
                })
                .collect();
            if !links.is_empty() {
                // Two blanks, of which one lets the line end: a finger needs room between two links.
                groups.push(format!("{kind}: {}", links.join("&#160; ")));
            }
        }
        groups.push(words.not_yet.to_owned());
        groups
    }
}

/// All but what is never reserved (RFC 3986 2.3). A `+` as well, which some programs take for a blank.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

#[cfg(test)]
mod tests;
