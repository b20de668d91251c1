//! A line with moves on it: what may stand beside them without changing them, and what makes them a question.

use crate::chess::notation::{Letters, Spelling, read_moves};

use super::command::Command;
use super::line::{Words, strip_politeness, strip_word};
use super::phrases::{ABOUT_THE_ORDER, DECLINES_A_DRAW, LEADS, TAILS, phrase};

/// What a line with moves on it says.
pub(super) enum Moves {
    Read(Vec<Command>),
    Alternatives,
    None,
}

pub(super) fn with_moves(text: &str, letters: Letters) -> Moves {
    let text = text.trim();
    if let Some(reading) = only_moves(text, letters) {
        return reading;
    }
    let lower = text.to_lowercase();
    for lead in LEADS.split('|') {
        if lower.starts_with(lead)
            && let Some(rest) = text.get(lead.len()..)
            && rest.starts_with([' ', ':'])
            && let Some(reading) = moves_and_tail(rest.trim_start_matches([' ', ':']), letters)
        {
            return reading;
        }
    }
    moves_and_tail(text, letters).unwrap_or(Moves::None)
}

/// What is said to the opponent behind the moves of a line, as typed: "good luck!" in "e4 good luck!". What is about the
/// order itself is nothing that is said.
pub(super) fn words_behind(line: &str, letters: Letters) -> Option<String> {
    let typed = super::printable(line);
    let text = without_lead(typed.trim());
    if read_moves(text, letters).is_some() {
        return None;
    }
    let cuts: Vec<usize> = text
        .char_indices()
        .filter(|(_, c)| c.is_whitespace() || matches!(c, ',' | ';' | '(' | '-' | '–' | '.'))
        .map(|(at, _)| at)
        .take(60)
        .collect();
    let split = |at: usize| {
        let (head, tail) = text.split_at_checked(at)?;
        let head = head.trim_end_matches([' ', ',', ';', '-', '–', '(', '.']);
        Some((read_moves(head, letters)?, tail))
    };
    let (moves, _) = cuts.iter().rev().find_map(|&at| split(at))?;
    // "Bb5, your" is read as the move alone: what stands behind it begins where the same moves end first.
    let same = |read: &[Spelling]| {
        let pairs = read.iter().zip(&moves);
        read.len() == moves.len() && pairs.into_iter().all(|(one, other)| one.means(other))
    };
    let (_, tail) = cuts
        .iter()
        .filter_map(|&at| split(at))
        .find(|(read, _)| same(read))?;
    let said = tail.trim_matches([' ', ',', ';', '-', '–', '(', ')', '.']);
    let words = Words::of(said).joined;
    let said_before = if tail.contains('(') {
        said
    } else {
        tail.trim_start_matches([' ', ',', ';', '-', '–', '.'])
    };
    (!ABOUT_THE_ORDER.split('|').any(|about| about == words)
        && draw_word(tail).is_none()
        && !said.is_empty())
    .then(|| said_before.trim_end().to_owned())
}

fn without_lead(text: &str) -> &str {
    let lower = text.to_lowercase();
    LEADS
        .split('|')
        .filter(|lead| lower.starts_with(lead))
        .find_map(|lead| {
            let rest = text.get(lead.len()..)?;
            rest.starts_with([' ', ':'])
                .then(|| rest.trim_start_matches([' ', ':']))
        })
        .unwrap_or(text)
}

/// The text is moves and nothing else, perhaps more than one to choose from.
fn only_moves(text: &str, letters: Letters) -> Option<Moves> {
    let mut moves = read_moves(text, letters)?;
    // "0-0, kurze Rochade" says one thing twice.
    moves.dedup_by(|next, first| next.move_number().is_none() && next.means(first));
    // A move that is struck out stands beside the one that replaces it, or does not.
    // In "e4 o d4" the "o" is no pawn of the Dutch.
    let or = moves.len() > 1 && moves.iter().any(|one| one.typed().starts_with("o "));
    if or || text.contains("~~") {
        return Some(Moves::Alternatives);
    }
    // "e4? d4!", "e4, d4", "e4/d4": a choice. "12. Nf3 Nc6 13. Bb5" is a line of play.
    let unnumbered = moves
        .iter()
        .all(|spelling| spelling.move_number().is_none());
    if moves.len() > 1 && unnumbered && text.contains(['?', ',', ';', '/', '|']) {
        return Some(Moves::Alternatives);
    }
    Some(Moves::Read(vec![Command::Moves(moves)]))
}

/// Moves, and behind them a draw offer, a word about a draw, or politeness.
fn moves_and_tail(text: &str, letters: Letters) -> Option<Moves> {
    if let Some(reading) = only_moves(text, letters) {
        return Some(reading);
    }
    // "Nf3 +=" says who is better, as annotators do, and offers nothing.
    if text.ends_with("+=") || text.ends_with("=+") {
        return None;
    }
    let cuts: Vec<(&str, &str)> = text
        .char_indices()
        .filter(|(_, c)| c.is_whitespace() || matches!(c, ',' | ';' | '(' | '-' | '–' | '=' | '.'))
        .filter_map(|(at, _)| text.split_at_checked(at))
        .take(60)
        .collect();
    let about_draw = may_name_a_draw(text);
    if about_draw && let Some(reading) = draw_before_move(&cuts, letters) {
        return Some(reading);
    }
    for (head, tail) in cuts.iter().rev() {
        let head = head.trim_end_matches([' ', ',', ';', '-', '–', '(', ':', '.']);
        let Some(reading) = only_moves(head, letters) else {
            continue;
        };
        let Moves::Read(mut commands) = reading else {
            return Some(reading);
        };
        if adds_nothing(tail) {
            return Some(Moves::Read(commands));
        }
        if about_draw && let Some(draw) = draw_word(tail) {
            push_beside_a_move(draw, &mut commands);
            return Some(Moves::Read(commands));
        }
    }
    joins_moves(text, letters).then_some(Moves::Alternatives)
}

/// Whether a phrase about a draw may stand in it: every one has one of these.
fn may_name_a_draw(text: &str) -> bool {
    let lower = text.to_lowercase();
    [
        "draw",
        "remi",
        "=",
        "claim",
        "fold",
        "repetition",
        "fifty",
        "50",
        "nulle",
        "le nul",
        "tablas",
        "patta",
        "empate",
    ]
    .iter()
    .any(|word| lower.contains(word))
}

/// A draw offer before the move: "draw, Nf3".
fn draw_before_move(cuts: &[(&str, &str)], letters: Letters) -> Option<Moves> {
    cuts.iter().find_map(|(head, tail)| {
        let draw = draw_word(head)?;
        let tail = tail.trim_start_matches([' ', ',', ';', ':', '-', '–', '.', '&', '+']);
        let joined = ["and", "und", "et", "y", "e", "en", "but", "aber", "mais"];
        let tail = joined
            .iter()
            .find_map(|word| strip_word(tail, word))
            .unwrap_or(tail);
        let tail = ["spiele", "je joue", "juego", "gioco", "ik speel"]
            .iter()
            .find_map(|word| strip_word(tail, word))
            .unwrap_or_else(|| without_lead(tail));
        let Some(Moves::Read(mut commands)) = only_moves(tail, letters) else {
            return None;
        };
        push_beside_a_move(draw, &mut commands);
        Some(Moves::Read(commands))
    })
}

/// Adds what is said of a draw beside a move. A move declines an offer by itself, and says so.
fn push_beside_a_move(draw: Command, commands: &mut Vec<Command>) {
    if draw != Command::DeclineDraw {
        commands.push(draw);
    }
}

/// Whether what stands behind a move is politeness, praise or ornament.
fn adds_nothing(tail: &str) -> bool {
    let bare = tail.trim_matches([' ', ',', ';', '-', '–', '(', ')', '.', '!', '&', '+', ':']);
    let joined = Words::of(bare).joined;
    let joined = ["and ", "with ", "plus ", "but "]
        .iter()
        .fold(joined.as_str(), |text, word| {
            text.strip_prefix(word).unwrap_or(text)
        });
    joined.is_empty() && !tail.contains('=')
        || TAILS.split('|').any(|tail| tail == joined)
        || is_ornament(tail)
}

/// Whether there are moves on both sides of a word: "e4 or d4". Whatever joins them, that is a choice.
fn joins_moves(text: &str, letters: Letters) -> bool {
    [
        " or ",
        " oder ",
        " ou ",
        " of ",
        " eller ",
        " o ",
        "/",
        " vs ",
        " or maybe ",
    ]
    .iter()
    .filter_map(|separator| text.split_once(separator))
    .any(|(left, right)| {
        only_moves(left.trim(), letters).is_some()
            && only_moves(right.trim_matches(['?', ' ', '!']), letters).is_some()
    })
}

/// Words between a move and what is said of a draw: "Nf3 und Remis", "Nf3 with a draw offer", "Cf3 con oferta de tablas". An
/// article is the last.
const BESIDE: [&str; 29] = [
    "and", "but", "und", "et", "y", "e", "en", "och", "og", "i", "with", "mit", "avec", "con",
    "com", "met", "also", "plus", "then", "dazu", "the", "an", "a", "einem", "une", "una", "um",
    "een", "ein",
];

/// A word about a draw that stands beside a move.
fn draw_word(text: &str) -> Option<Command> {
    let trimmed = text.trim_matches([' ', ',', ';', '-', '–', '.', '!', '&', '+', ':']);
    if matches!(trimmed, "(=)" | "=" | "(=") {
        return Some(Command::OfferDraw);
    }
    let bare = trimmed.trim_matches(['(', ')', ' ']);
    let words = Words::of(bare);
    let whole = words.joined.as_str();
    let rest = BESIDE
        .iter()
        .fold(whole, |text, word| strip_word(text, word).unwrap_or(text));
    // "I hereby claim a draw" begins as what stands beside something.
    draw_phrase(whole).or_else(|| draw_phrase(rest))
}

/// What these words say of a draw.
fn draw_phrase(joined: &str) -> Option<Command> {
    if DECLINES_A_DRAW.split('|').any(|phrase| phrase == joined) {
        return Some(Command::DeclineDraw);
    }
    match phrase(strip_politeness(joined)) {
        Some(command @ (Command::OfferDraw | Command::DeclineDraw | Command::ClaimDraw(_))) => {
            Some(command)
        }
        _ => None,
    }
}

/// Emoji and the like behind a move.
fn is_ornament(text: &str) -> bool {
    let trimmed = text.trim();
    !trimmed.is_empty()
        && trimmed.chars().all(|c| {
            c.is_whitespace()
                || matches!(c, '\u{2600}'..='\u{2653}' | '\u{2660}'..='\u{27BF}' | '\u{FE0F}' | '\u{200D}')
                || c >= '\u{1F300}'
        })
}

#[cfg(test)]
mod tests;
