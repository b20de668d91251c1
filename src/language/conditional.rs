//! Conditional moves as people write them: "if Nc6 then Bb5", chains of it, and movetext with variations below "if:".
//!
//! What is read here is secret from the opponent. So a line that looks like one of these and cannot be read is never
//! talk: it is asked about.

use super::german;
use super::line::Words;
use super::mended;
use crate::budget::{CONDITION_LINES, LINES_OF_PLAY, MOVETEXT, PREPARED_MOVES, VARIATIONS_DEEP};
use crate::chess::notation::{Letters, Spelling, read_moves};

/// What a line says about moves to come.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Condition {
    /// Lines of play; in each the opponent's move and the answer to it alternate.
    Lines(Vec<Vec<Spelling>>),
    /// "if:" alone: movetext stands below.
    Below,
    /// It begins like a condition and cannot be read.
    Doubtful(Unreadable),
}

/// Why conditional moves cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// They are no moves, or do not add up.
    Unclear,
    /// They are more than one mail may hold.
    TooMany,
}

/// Lines of play, those to come counted before they are made.
#[derive(Default)]
struct Lines {
    lines: Vec<Vec<Spelling>>,
    moves: usize,
}

impl Lines {
    /// Adds a line. Beyond those that can be kept, of which the game tells, lines are left out.
    fn add(&mut self, line: &[Spelling]) -> Result<(), Unreadable> {
        if self.lines.len() > LINES_OF_PLAY {
            return Ok(());
        }
        self.moves += line.len();
        if self.moves > PREPARED_MOVES {
            return Err(Unreadable::TooMany);
        }
        self.lines.push(line.to_vec());
        Ok(())
    }
}

/// Reads one line; `None` when it is about something else.
pub(super) fn condition(line: &str, letters: Letters) -> Option<Condition> {
    condition_as_written(line, letters)
        .or_else(|| behind_and(line, letters))
        .or_else(|| {
            mended::is_condition(line, letters).then_some(Condition::Doubtful(Unreadable::Unclear))
        })
}

/// "And if he plays e5, I play Nf3": where it can be read. Else it begins as many a sentence does.
fn behind_and(line: &str, letters: Letters) -> Option<Condition> {
    let (and, rest) = line.split_once(' ')?;
    let joins = matches!(Words::of(and).joined.as_str(), "and" | "und");
    let read = joins.then(|| condition_as_written(rest, letters)).flatten();
    read.filter(|read| matches!(read, Condition::Lines(_)))
}

/// The same of a line that begins with "if".
pub(super) fn condition_as_written(line: &str, letters: Letters) -> Option<Condition> {
    if is_heading(line) {
        return Some(Condition::Below);
    }
    let rest = behind_if(line)?;
    let clauses = clauses(rest);
    match alternating(&clauses, letters) {
        // "If d5 then Nf3. If Nf6 then c4": one behind the other, or one instead of the other.
        Ok(_) if begins_anew(rest) => return Some(Condition::Doubtful(Unreadable::Unclear)),
        Ok(lines) => return Some(Condition::Lines(lines)),
        Err(Unreadable::TooMany) => return Some(Condition::Doubtful(Unreadable::TooMany)),
        Err(Unreadable::Unclear) => {}
    }
    let moves = clauses
        .iter()
        .flat_map(|clause| clause.text.split_whitespace())
        .filter(|word| is_move(word, letters))
        .count();
    let then = Words::of(rest)
        .joined
        .split(' ')
        .any(|word| matches!(word, "then" | "than" | "dann" | "->" | "=>" | "→"));
    (moves >= 2 || moves == 1 && then).then_some(Condition::Doubtful(Unreadable::Unclear))
}

/// Whether a sentence ends in a text and the next one is a condition as well.
fn begins_anew(text: &str) -> bool {
    let begins_with_if = |next: &str| {
        let first = next.split_whitespace().next();
        first.is_some_and(|first| mended::is_if(&first.to_lowercase()))
    };
    text.split(['.', ';']).skip(1).any(begins_with_if)
}

/// Whether a line says that conditional moves stand below it.
fn is_heading(line: &str) -> bool {
    line.len() <= LONGEST_HEADING
        && matches!(
            Words::of(line).joined.as_str(),
            "if" | "wenn"
                | "falls"
                | "conditional"
                | "conditional moves follow"
                | "my conditional moves are"
        )
}

/// Octets of the longest such line, with the marks and blanks that may stand in it.
const LONGEST_HEADING: usize = 200;

/// What stands behind "if", in English or in German. "Falls" is an English word, too, where a line is wrapped: "falls apart after
/// Nf3 and Bb5". Nobody prepares an answer to a move of their own: "Wenn ich e4 spiele".
fn behind_if(line: &str) -> Option<&str> {
    let mut heads = german::BEFORE_CONDITION.into_iter().chain(["if"]);
    heads.find_map(|known| {
        let (head, rest) = line.split_at_checked(known.len())?;
        if !head.eq_ignore_ascii_case(known) || !rest.starts_with([' ', ':']) {
            return None;
        }
        let words = Words::of(rest).joined;
        let meant = (known != "falls" || words.contains(" dann ")) && !words.starts_with("ich ");
        meant.then_some(rest)
    })
}

/// Whether a word is a move and could be nothing else: it has a digit, or is castling.
pub(super) fn is_move(word: &str, letters: Letters) -> bool {
    let lower = word.to_lowercase();
    let castling = lower.contains("o-o") || lower.starts_with("castle");
    (castling || word.contains(|c: char| c.is_ascii_digit())) && read_moves(word, letters).is_some()
}

/// What may stand between two moves and says nothing, in English and in lower case.
pub(super) const FILLS: [&str; 26] = [
    "if", "and", "i", "i'll", "will", "he", "she", "you", "they", "white", "black", "plays",
    "play", "goes", "does", "answer", "answers", "reply", "replies", "with", "my", "is", "please",
    "pls", "plz", "just",
];

/// Words between two moves, or the choice between them.
struct Clause {
    text: String,
    /// It stands behind "or".
    or: bool,
}

fn clauses(line: &str) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let mut open = false;
    let mut or = false;
    let spaced = line
        .replace("->", " then ")
        .replace("=>", " then ")
        .replace('→', " then ")
        .replace([',', ';', ':'], " then ");
    for word in spaced.split_whitespace() {
        let bare = word.to_lowercase();
        let bare = bare.trim_matches(['.', '!']);
        match bare {
            "then" => open = false,
            word if FILLS.contains(&word) => open = false,
            word if german::IN_CONDITIONS.contains(&word) => open = false,
            "or" | "oder" => {
                open = false;
                or = true;
            }
            _ => match clauses.last_mut() {
                Some(clause) if open => {
                    clause.text.push(' ');
                    clause.text.push_str(word);
                }
                _ => {
                    clauses.push(Clause {
                        text: word.to_owned(),
                        or,
                    });
                    open = true;
                    or = false;
                }
            },
        }
    }
    clauses
}

/// Clauses as lines of play. "Nc6 or d6" in the place of the opponent's move makes two lines of one.
fn alternating(clauses: &[Clause], letters: Letters) -> Result<Vec<Vec<Spelling>>, Unreadable> {
    let read = |clause: &Clause| {
        read_moves(clause.text.trim_end_matches('.'), letters).ok_or(Unreadable::Unclear)
    };
    let mut lines: Vec<Vec<Spelling>> = vec![Vec::new()];
    let mut at = 0;
    while let Some(clause) = clauses.get(at) {
        let choices = clauses
            .iter()
            .skip(at + 1)
            .take_while(|clause| clause.or)
            .count();
        if choices == 0 {
            let moves = read(clause)?;
            for line in &mut lines {
                line.extend(moves.iter().cloned());
            }
        } else {
            // A choice of one's own answers is none.
            if lines.iter().any(|line| line.len() % 2 == 1) {
                return Err(Unreadable::Unclear);
            }
            // Choice after choice multiplies the lines.
            if lines.len() * (choices + 1) > LINES_OF_PLAY {
                return Err(Unreadable::TooMany);
            }
            let mut replies = Vec::new();
            for clause in clauses.iter().skip(at).take(choices + 1) {
                let moves = read(clause)?;
                let [reply] = moves.as_slice() else {
                    return Err(Unreadable::Unclear);
                };
                replies.push(reply.clone());
            }
            lines = lines
                .iter()
                .flat_map(|line| {
                    replies.iter().map(|reply| {
                        let mut longer = line.clone();
                        longer.push(reply.clone());
                        longer
                    })
                })
                .collect();
        }
        at += choices + 1;
    }
    lines.retain(|line| !line.is_empty());
    if lines.is_empty() {
        return Err(Unreadable::Unclear);
    }
    Ok(lines)
}

/// The movetext below "if:", up to a blank line, and how many lines it takes. Its variations become lines of their own:
/// each takes the place of the move before it (PGN standard 8.2.5).
///
/// # Errors
///
/// Why it cannot be read.
pub(super) fn movetext(
    below: &[String],
    letters: Letters,
) -> Result<(usize, Vec<Vec<Spelling>>), Unreadable> {
    let mut text = String::new();
    let mut taken = 0;
    let mut octets = 0;
    for line in below {
        octets += line.len();
        if octets > MOVETEXT {
            return Err(Unreadable::TooMany);
        }
        let plain = super::printable(line);
        let plain = plain.trim();
        let tag = plain.starts_with('[') && plain.ends_with(']');
        // A whole PGN has its tags and a blank line above the moves.
        if plain.is_empty() && !text.trim().is_empty() {
            break;
        }
        taken += 1;
        // What is not read here is never passed on as talk.
        if taken > CONDITION_LINES {
            return Err(Unreadable::TooMany);
        }
        if !tag {
            // A comment to the end of the line (PGN standard 5).
            text.push_str(plain.split(';').next().unwrap_or_default());
            text.push('\n');
        }
    }
    Ok((taken, variations(&text, letters)?))
}

/// A variation that is open: how long the line around it is, and its last move, whose place the variation takes.
struct Open {
    length: usize,
    replaced: Spelling,
}

/// One path is kept from the first move to the present one, whatever variations it goes through, so that the cost of
/// reading grows with the text alone.
fn variations(text: &str, letters: Letters) -> Result<Vec<Vec<Spelling>>, Unreadable> {
    let mut finished = Lines::default();
    let mut outer: Vec<Open> = Vec::new();
    let mut path: Vec<Spelling> = Vec::new();
    let mut words = String::new();
    let mut comment = false;
    for character in text.chars() {
        match character {
            '}' if comment => comment = false,
            _ if comment => {}
            '{' => comment = true,
            '(' => {
                path.extend(moves_in(&words, letters)?);
                words.clear();
                if outer.len() >= VARIATIONS_DEEP {
                    return Err(Unreadable::TooMany);
                }
                let length = path.len();
                let replaced = path.pop().ok_or(Unreadable::Unclear)?;
                outer.push(Open { length, replaced });
            }
            ')' => {
                path.extend(moves_in(&words, letters)?);
                words.clear();
                let open = outer.pop().ok_or(Unreadable::Unclear)?;
                finished.add(&path)?;
                // A variation may hold less than one move.
                path.truncate(open.length - 1);
                path.push(open.replaced);
            }
            other => words.push(other),
        }
    }
    path.extend(moves_in(&words, letters)?);
    if !outer.is_empty() || comment || path.is_empty() {
        return Err(Unreadable::Unclear);
    }
    // The main line first, whatever is beyond the bound.
    finished.lines.truncate(LINES_OF_PLAY);
    finished.add(&path)?;
    finished.lines.rotate_right(1);
    Ok(finished.lines)
}

fn moves_in(words: &str, letters: Letters) -> Result<Vec<Spelling>, Unreadable> {
    let moves: Vec<&str> = words
        .split_whitespace()
        .filter(|word| !word.starts_with('$') && !matches!(*word, "*" | "1-0" | "0-1" | "1/2-1/2"))
        .collect();
    if moves.is_empty() {
        return Ok(Vec::new());
    }
    read_moves(&moves.join(" "), letters).ok_or(Unreadable::Unclear)
}

#[cfg(test)]
mod tests;
