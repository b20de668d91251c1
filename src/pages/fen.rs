//! Is this a FEN, and what is wrong with it? A page without a script, and the same for programs.

use super::board::{board, pieces};
use super::chessboard::anchor;
use super::frame::filled_below;
use super::search::Search;
use super::site::Site;
use crate::chess::{FenError, FenField, GivenPosition, Start, Variant, words};
use serde::Serialize;
use shakmaty::Color;

/// What a FEN is, or what is wrong with it. The words are those of the mails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FenReport {
    /// What was given, at most 500 characters of it.
    pub given: String,
    /// Whether a game can begin from it.
    pub playable: bool,
    /// Whether that takes the rules of Chess960.
    pub chess960: bool,
    /// The FEN as it is written here, where it is one.
    pub fen: Option<String>,
    /// Its six fields.
    pub fields: Vec<FenPart>,
    /// What is wrong with no field alone.
    pub faults: Vec<String>,
}

/// A field of a FEN.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FenPart {
    /// What it is called: `castling (field 3)`.
    pub name: String,
    /// What was given for it, or nothing.
    pub given: String,
    /// What is wrong with it, each in a sentence.
    pub faults: Vec<String>,
}

#[derive(Serialize)]
struct Shown<'a> {
    title: &'static str,
    asked: bool,
    report: &'a FenReport,
    pieces: &'static str,
    board: String,
    words: String,
    anchor: String,
    search: String,
}

/// The fields in their order.
const FIELDS: [FenField; 6] = [
    FenField::Placement,
    FenField::SideToMove,
    FenField::Castling,
    FenField::EnPassant,
    FenField::HalfmoveClock,
    FenField::MoveNumber,
];

/// The most characters that are shown of what was given.
const MOST: usize = 500;

/// What this is, or what is wrong with it.
pub fn fen_report(given: &str) -> FenReport {
    let given: String = given.trim().chars().take(MOST).collect();
    let (start, error) = start(&given);
    let faults = error.as_ref().map_or(&[][..], FenError::faults);
    let parts: Vec<&str> = given
        .split(|sign: char| sign.is_whitespace() || sign == '_')
        .filter(|part| !part.is_empty())
        .collect();
    let fields = FIELDS.into_iter().enumerate().map(|(nth, field)| FenPart {
        name: field.to_string(),
        given: parts.get(nth).copied().unwrap_or_default().to_owned(),
        faults: of(faults, field),
    });
    let fields = fields.collect();
    FenReport {
        fields,
        faults: of(faults, FenField::Whole),
        playable: start.is_some(),
        chess960: start
            .as_ref()
            .is_some_and(|start| start.variant() == Variant::Chess960),
        fen: start.as_ref().map(Start::fen),
        given,
    }
}

/// The start that this is, by the usual rules or else by those of Chess960; or what is wrong with it by the usual ones.
fn start(given: &str) -> (Option<Start>, Option<FenError>) {
    match Start::from_fen(given, Variant::Standard) {
        Ok(start) => (Some(start), None),
        Err(error) => match Start::from_fen(given, Variant::Chess960) {
            Ok(start) => (Some(start), None),
            Err(_) => (None, Some(error)),
        },
    }
}

fn of(faults: &[crate::chess::FenFault], field: FenField) -> Vec<String> {
    let faults = faults.iter().filter(|fault| fault.field() == field);
    faults.map(ToString::to_string).collect()
}

/// The page with the question and, where something was given, what it is.
pub fn fen_page(given: Option<&str>, site: &Site) -> String {
    let report = fen_report(given.unwrap_or_default());
    let (start, _) = start(&report.given);
    let seen = GivenPosition::read(&report.given).ok();
    let drawn = seen.as_ref().map_or_else(String::new, |seen| {
        board(seen.board(), &[], "board", "The pieces of this FEN")
    });
    let shown = Shown {
        title: "Is this a FEN?",
        asked: given.is_some(),
        report: &report,
        pieces: pieces(),
        board: drawn,
        words: start
            .as_ref()
            .map_or_else(String::new, |start| words(start.position(), Color::White)),
        anchor: start
            .as_ref()
            .map_or_else(String::new, |start| anchor(start.position())),
        search: start.as_ref().map_or_else(String::new, |start| {
            Search::of_position(start.fen()).query()
        }),
    };
    filled_below("fen", site, "/", shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_stands_at_its_field() {
        let report = fen_report("8/8/8 x KQzq e9");
        assert!(!report.playable && report.fen.is_none());
        let faulty = |nth: usize| !report.fields.get(nth).unwrap().faults.is_empty();
        assert!((0..4).all(faulty), "{report:?}");
        assert_eq!(report.fields.get(2).unwrap().given, "KQzq");
        let kings = fen_report("8/8/8/8/8/8/8/8 w - - 0 1");
        assert!(!kings.playable);
        let usual = fen_report(" rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1 ");
        assert!(usual.playable && !usual.chess960, "{usual:?}");
        assert_eq!(
            usual.fen.as_deref(),
            Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        );
        let other = fen_report("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1");
        assert!(other.playable && other.chess960, "{other:?}");
        assert!(!fen_report("").playable);
    }

    #[test]
    fn what_was_typed_is_kept_and_is_text() {
        let site = Site {
            name: "x".to_owned(),
            address: String::new(),
            contact: String::new(),
            web: String::new(),
        };
        let page = fen_page(Some("\"><script>alert(1)</script> w"), &site);
        assert!(page.contains("&lt;script&gt;") && !page.contains("<script>"));
        assert!(page.contains("form-action 'self'"));
        let long = fen_page(Some(&"8/".repeat(100_000)), &site);
        assert!(long.len() < 30_000, "{}", long.len());
        assert!(fen_page(None, &site).ends_with("</html>"));
        let good = fen_page(Some("8/8/8/8/8/k7/7R/K7 w - - 0 1"), &site);
        assert!(good.contains("href=\"/board.html#fen=8/8/8/8/8/k7/7R/K7_w_-_-_0_1\""));
    }
}
