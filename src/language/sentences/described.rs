//! Moves that a mail describes without writing them down: "knight takes", "I'll take your bishop", "bishop back to e2".

use super::named::standing;
use super::tables::{CAPTURES, POSSESSIVES, WITH, pieces_named};
use super::wording::ARTICLES;
use super::words::words_of;
use crate::chess::Description;
use shakmaty::{Role, Square};

/// Words of the longest sentence that describes a move.
const MOST_WORDS: usize = 40;

/// So many sentences are looked at.
const MOST_DESCRIBED: usize = 4;

/// Letters of the shortest name of a piece that is no other word in some language.
const SHORTEST: usize = 4;

/// What the first sentences of [`super::spoken_lines`] say of moves, those apart that rule something out.
pub(in crate::language) fn described(spoken: &[String]) -> Vec<Description> {
    let sentences = spoken
        .iter()
        .flat_map(|line| line.split(['.', '!', '?', '…', ';']));
    sentences
        .filter_map(of_sentence)
        .filter(Description::says_enough)
        .take(MOST_DESCRIBED)
        .collect()
}

fn of_sentence(sentence: &str) -> Option<Description> {
    let words: Vec<String> = standing(sentence)
        .iter()
        .flat_map(|clause| words_of(clause))
        .collect();
    if words.is_empty() || words.len() > MOST_WORDS {
        return None;
    }
    let takes = (0..words.len()).find(|&at| {
        let rest = words.get(at..).unwrap_or_default();
        CAPTURES.begins(rest, None).is_some()
    });
    let mut described = Description {
        takes: takes.is_some(),
        ..Description::default()
    };
    for (at, word) in words.iter().enumerate() {
        described.squares.extend(word.parse::<Square>());
        let Some(role) = piece(word) else {
            continue;
        };
        let before = words.get(..at).unwrap_or_default();
        let place = match before.last() {
            Some(last) if !POSSESSIVES.languages(last).is_empty() => Part::Taken,
            _ if is_with(before) => Part::Moves,
            // "Knight takes", but "I take the knight".
            _ if takes.is_some_and(|takes| at > takes) => Part::Taken,
            _ => Part::Moves,
        };
        match place {
            Part::Moves if described.piece.is_none() => described.piece = Some(role),
            Part::Taken if takes.is_some() && described.taken.is_none() => {
                described.taken = Some(role);
            }
            Part::Moves | Part::Taken => {}
        }
    }
    Some(described)
}

/// What a piece is in a move.
enum Part {
    Moves,
    Taken,
}

/// Whether the words before a piece end with "with", and perhaps an article.
fn is_with(before: &[String]) -> bool {
    let article = |word: &String| ARTICLES.contains(&word.as_str());
    let without = match before.split_last() {
        Some((last, rest)) if article(last) => rest,
        _ => before,
    };
    WITH.ends(without).is_some()
}

/// The piece that a word names in whatever language, where it can be one alone.
fn piece(word: &str) -> Option<Role> {
    match word {
        "pawn" => return Some(Role::Pawn),
        "knight" | "horse" => return Some(Role::Knight),
        "bishop" => return Some(Role::Bishop),
        "rook" => return Some(Role::Rook),
        "queen" => return Some(Role::Queen),
        "king" => return Some(Role::King),
        _ => {}
    }
    let mut roles = pieces_named(word).iter().map(|(_, role)| *role);
    let first = roles.next().filter(|_| word.chars().count() >= SHORTEST)?;
    roles.all(|role| role == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_move_is_found_in_its_sentence() {
        let of = |text: &str| described(&[text.to_owned()]);
        let takes = |piece, taken, squares| Description {
            piece,
            takes: true,
            taken,
            squares,
        };
        let goes = |piece, squares| Description {
            piece: Some(piece),
            squares,
            ..Description::default()
        };
        for (text, described) in [
            ("knight takes", takes(Some(Role::Knight), None, vec![])),
            (
                "Hi Colin, bishop takes knight. Sorry about that!",
                takes(Some(Role::Bishop), Some(Role::Knight), vec![]),
            ),
            (
                "I'll take your bishop first, with check.",
                takes(None, Some(Role::Bishop), vec![]),
            ),
            (
                "Der Springer vom Damenflügel schlägt auf d2.",
                takes(Some(Role::Knight), None, vec![Square::D2]),
            ),
            (
                "Ich nehme den Springer",
                takes(None, Some(Role::Knight), vec![]),
            ),
            (
                "I take the bishop with the knight",
                takes(Some(Role::Knight), Some(Role::Bishop), vec![]),
            ),
            (
                "Schlage mit dem Springer auf d2",
                takes(Some(Role::Knight), None, vec![Square::D2]),
            ),
            (
                "bishop back to e2 please",
                goes(Role::Bishop, vec![Square::E2]),
            ),
            (
                "The knight from b1 goes to c3, not the other one",
                goes(Role::Knight, vec![Square::B1, Square::C3]),
            ),
        ] {
            assert_eq!(of(text), vec![described], "{text}");
        }
        for text in [
            "I like your knight.",
            "Do not take my queen!",
            "What do you take me for",
            "The king is dead.",
            "",
        ] {
            assert_eq!(of(text), Vec::new(), "{text}");
        }
    }
}
