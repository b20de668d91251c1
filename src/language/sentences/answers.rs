//! A move that is said beside the opponent's last one, or beside a line of play that begins with it.

use super::in_line::{Said, in_line};
use super::moves::{first_move, mentions, move_at};
use super::parts::{Because, Parts, Reaches};
use super::tables::THEIRS;
use super::wording::Language;
use super::words::{MOST_WORDS, stops};
use crate::chess::notation::{Letters, Spelling, read_moves};

/// The move that is said below this line, where the line says nothing of moves but the opponent's last one, or begins with the
/// same move: "Your move: e4", and below it "My move: e5".
pub(super) fn answering(line: &str, said: Said, language: &Language) -> Option<Said> {
    if begins_alike(line, &said, language) {
        return Some(said);
    }
    let theirs = theirs(line, language)
        .or_else(|| of_other_side(line, &said, language))
        .or_else(|| behind_own(line, &said, language))?;
    Some(said.behind(theirs))
}

/// "17. Rfd1 Rfd8 18. Kf1 is my main line": it begins with the numbered move that is played below it.
pub(super) fn begins_alike(line: &str, said: &Said, language: &Language) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(MOST_WORDS).collect();
    let begun = move_at(&words, 0, language).and_then(|(moves, _)| moves.into_iter().next());
    begun.is_some_and(|begun| {
        begun.move_number().is_some() && said.moves.iter().all(|played| played.means(&begun))
    })
}

/// The move of the other side, as a score names it: "White: 1. e4", above "Black: 1... e6".
pub(super) fn of_other_side(line: &str, said: &Said, language: &Language) -> Option<Spelling> {
    let above = in_line(line, language)?;
    let [theirs] = above.moves.as_slice() else {
        return None;
    };
    let sides = above.side.zip(said.side);
    (sides.is_some_and(|(one, other)| one != other) && !above.offers_draw).then(|| theirs.clone())
}

/// The move of the opponent behind the writer's own earlier one: "White: 23. Nf5, yours: gxf5", above "Mine: 24. exf5".
pub(super) fn behind_own(line: &str, said: &Said, language: &Language) -> Option<Spelling> {
    let words: Vec<&str> = line.split_whitespace().take(MOST_WORDS).collect();
    let cut = words
        .iter()
        .position(|word| word.ends_with([',', ';']) || stops(word))?;
    let (own, theirs_again) = words.split_at_checked(cut + 1)?;
    let own = in_line(&own.join(" "), language)?;
    let number = |moves: &[Spelling]| Some(moves.first()?.move_number()?.fullmove);
    let before = number(&own.moves)?.checked_add(1) == number(&said.moves);
    theirs(&theirs_again.join(" "), language).filter(|_| before)
}

/// The move of the opponent that a text says again, where it says nothing else of moves: "Your move: e4".
pub(super) fn theirs(text: &str, language: &Language) -> Option<Spelling> {
    let words: Vec<&str> = text.split_whitespace().take(MOST_WORDS + 1).collect();
    if words.len() > MOST_WORDS || mentions(text, language) != 1 {
        return None;
    }
    let (place, spelling) = first_move(&words, language)?;
    let parts = Parts::around(&words, &place);
    let theirs = THEIRS.ends(&parts.before).is_some()
        || parts.before.is_empty() && THEIRS.begins(&parts.behind, None).is_some();
    (theirs && !parts.asked).then_some(spelling)
}

/// A line that says the move of the opponent again and then the answer: "Yours 5254. Mine 5755."
pub(super) fn with_theirs(line: &str, language: &Language) -> Option<Said> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let cut = words
        .iter()
        .position(|word| stops(word) || word.ends_with(';'))?
        + 1;
    let (said_again, answer) = words.split_at_checked(cut)?;
    let theirs = theirs(&said_again.join(" "), language)?;
    Some(in_line(&answer.join(" "), language)?.behind(theirs))
}

/// A line that is two numbered moves and nothing else; the game tells whether they are its last one and the answer.
pub(super) fn of_a_score(line: &str, letters: Letters) -> Option<Said> {
    let moves = read_moves(line.trim(), letters)?;
    let numbered = moves.first()?.move_number().is_some();
    let questioned = moves.iter().any(Spelling::is_questioned);
    (numbered && !questioned && moves.len() == 2).then_some(Said {
        moves,
        theirs: None,
        line: 0,
        with_words: false,
        side: None,
        offers_draw: false,
        takes_back: false,
        leads: false,
        reaches: Reaches {
            above: true,
            below: true,
        },
        because: Because::Unsaid,
        jested: Vec::new(),
        plan: None,
        in_clauses: false,
    })
}
