//! Moves that a clause names and does not play: of which it speaks as of a square, that it rules out, that are to come later.

use crate::language::sentences::clauses::{Clause, Mention};
use crate::language::sentences::spoken::ON;
use crate::language::sentences::tables::{DECISIONS, LATERS, LEADS, REJECTED};
use crate::language::sentences::words::words_of;

/// Whether what looks like a pawn's move is a square: "the bishop on b5 only ends up swapped off", "das Feld d4 wird schwach",
/// "hitting c7". A square behind "on" at the beginning of a clause may be one upon which something is played.
pub(super) fn is_of_a_square(mention: &Mention) -> bool {
    let square = mention.typed.parse::<shakmaty::Square>().is_ok();
    let [before @ .., last] = mention.before.as_slice() else {
        return false;
    };
    let leads = DECISIONS.ends(&mention.before).is_some() || LEADS.ends(&mention.before).is_some();
    // "I looked at d4" speaks of a move.
    let on = ON.contains(&last.as_str()) && last != "at" && !before.is_empty() && !leads;
    square && (on || SQUARES.contains(&last.as_str()))
}

/// Words right before a square that is no move.
const SQUARES: [&str; 20] = [
    "square",
    "squares",
    "field",
    "hitting",
    "hits",
    "attacking",
    "attacks",
    "controls",
    "controlling",
    "covers",
    "covering",
    "eyeing",
    "eyes",
    "feld",
    "felder",
    "case",
    "casilla",
    "casa",
    "veld",
    "weakens",
];

/// Whether a clause says that its writer does not play its move: "I'm not going to play Bb4".
pub(super) fn rejects(clause: &Clause) -> bool {
    clause
        .mentions
        .iter()
        .all(|mention| REJECTED.stands_in(&mention.before, None))
}

/// Whether a clause behind a move that is played speaks of what its writer wants to play later: "then c3 and Re1", "with Be7 and
/// b5 to come". "e4 and then d4" may be two moves to choose from.
pub(super) fn intends(clause: &Clause) -> bool {
    if clause.mentions.is_empty() || !LATERS.stands_in(&clause.words, None) {
        return false;
    }
    let typed: usize = clause
        .mentions
        .iter()
        .map(|mention| words_of(&mention.typed).len())
        .sum();
    clause.mentions.len() > 1 || clause.words.len() >= typed + SHORTEST_INTENTION
}

/// Words beside the only move of such a clause.
const SHORTEST_INTENTION: usize = 4;
