//! Conditional moves as people write them: "if Nc6 then Bb5", chains of it, and movetext with variations below "if:".
//!
//! What is read here is secret from the opponent. So a line that looks like one of these and cannot be read is never
//! talk: it is asked about.

use super::line::Words;
use crate::chess::notation::{Letters, Spelling, read_moves};

/// The most lines that are looked for below "if:".
const LONGEST_BLOCK: usize = 200;

/// The deepest nesting of variations.
const DEEPEST: usize = 20;

/// What a line says about moves to come.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Condition {
    /// Lines of play; in each the opponent's move and the answer to it alternate.
    Lines(Vec<Vec<Spelling>>),
    /// "if:" alone: movetext stands below.
    Below,
    /// It begins like a condition and cannot be read.
    Doubtful,
}

/// Reads one line; `None` when it is about something else.
pub(super) fn condition(line: &str, letters: Letters) -> Option<Condition> {
    if matches!(
        Words::of(line).joined.as_str(),
        "if" | "conditional" | "conditional moves follow" | "my conditional moves are"
    ) {
        return Some(Condition::Below);
    }
    let (head, rest) = line.split_at_checked(2)?;
    if !head.eq_ignore_ascii_case("if") || !rest.starts_with([' ', ':']) {
        return None;
    }
    let clauses = clauses(rest);
    if let Some(lines) = alternating(&clauses, letters) {
        return Some(Condition::Lines(lines));
    }
    let moves = clauses
        .iter()
        .flat_map(|clause| clause.text.split_whitespace())
        .filter(|word| word.contains(|c: char| c.is_ascii_digit()))
        .filter(|word| read_moves(word, letters).is_some())
        .count();
    let then = Words::of(rest)
        .joined
        .split(' ')
        .any(|word| matches!(word, "then" | "than" | "->" | "=>" | "→"));
    (moves >= 2 || moves == 1 && then).then_some(Condition::Doubtful)
}

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
            "then" | "if" | "and" | "i" | "i'll" | "will" | "he" | "she" | "you" | "they"
            | "white" | "black" | "plays" | "play" | "answer" | "reply" | "with" | "my" | "is" => {
                open = false
            }
            "or" => {
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
fn alternating(clauses: &[Clause], letters: Letters) -> Option<Vec<Vec<Spelling>>> {
    let mut lines: Vec<Vec<Spelling>> = vec![Vec::new()];
    let mut at = 0;
    while let Some(clause) = clauses.get(at) {
        let choices = clauses
            .iter()
            .skip(at + 1)
            .take_while(|clause| clause.or)
            .count();
        let first = read_moves(clause.text.trim_end_matches('.'), letters)?;
        if choices == 0 {
            for line in &mut lines {
                line.extend(first.iter().cloned());
            }
        } else {
            // A choice of one's own answers is none.
            if lines.iter().any(|line| line.len() % 2 == 1) {
                return None;
            }
            let mut replies = Vec::new();
            for clause in clauses.iter().skip(at).take(choices + 1) {
                let moves = read_moves(clause.text.trim_end_matches('.'), letters)?;
                let [reply] = moves.as_slice() else {
                    return None;
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
                .take(LONGEST_BLOCK)
                .collect();
        }
        at += choices + 1;
    }
    lines.retain(|line| !line.is_empty());
    (!lines.is_empty()).then_some(lines)
}

/// The movetext below "if:", up to a blank line, and how many lines it takes. Its variations become lines of their own:
/// each takes the place of the move before it (PGN standard 8.2.5). `None` when it cannot be read.
pub(super) fn movetext(below: &[String], letters: Letters) -> (usize, Option<Vec<Vec<Spelling>>>) {
    let mut text = String::new();
    let mut taken = 0;
    for line in below.iter().take(LONGEST_BLOCK) {
        let plain = super::printable(line);
        let plain = plain.trim();
        let tag = plain.starts_with('[') && plain.ends_with(']');
        // A whole PGN has its tags and a blank line above the moves.
        if plain.is_empty() && !text.trim().is_empty() {
            break;
        }
        taken += 1;
        if !tag {
            // A comment to the end of the line (PGN standard 5).
            text.push_str(plain.split(';').next().unwrap_or_default());
            text.push('\n');
        }
    }
    (taken, variations(&text, letters))
}

fn variations(text: &str, letters: Letters) -> Option<Vec<Vec<Spelling>>> {
    let mut finished = Vec::new();
    let mut outer: Vec<Vec<Spelling>> = Vec::new();
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
                if outer.len() >= DEEPEST {
                    return None;
                }
                outer.push(path.clone());
                path.pop()?;
            }
            ')' => {
                path.extend(moves_in(&words, letters)?);
                words.clear();
                finished.push(path);
                path = outer.pop()?;
            }
            other => words.push(other),
        }
    }
    path.extend(moves_in(&words, letters)?);
    if !outer.is_empty() || comment || path.is_empty() {
        return None;
    }
    finished.insert(0, path);
    Some(finished)
}

fn moves_in(words: &str, letters: Letters) -> Option<Vec<Spelling>> {
    let moves: Vec<&str> = words
        .split_whitespace()
        .filter(|word| !word.starts_with('$') && !matches!(*word, "*" | "1-0" | "0-1" | "1/2-1/2"))
        .collect();
    if moves.is_empty() {
        return Some(Vec::new());
    }
    read_moves(&moves.join(" "), letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lines: &[Vec<Spelling>]) -> Vec<String> {
        lines
            .iter()
            .map(|line| {
                let typed: Vec<&str> = line.iter().map(Spelling::typed).collect();
                typed.join(" ")
            })
            .collect()
    }

    fn lines(line: &str) -> Vec<String> {
        match condition(line, Letters::English) {
            Some(Condition::Lines(lines)) => shown(&lines),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn conditions_in_words() {
        for (line, read) in [
            ("if Nc6 then Bb5", vec!["Nc6 Bb5"]),
            ("If Nc6, then Bb5.", vec!["Nc6 Bb5"]),
            ("if Nc6 Bb5", vec!["Nc6 Bb5"]),
            ("if Nc6, Bb5", vec!["Nc6 Bb5"]),
            ("IF nc6 THEN bb5", vec!["nc6 bb5"]),
            ("if Nc6 -> Bb5", vec!["Nc6 Bb5"]),
            ("if you play Nc6 I play Bb5", vec!["Nc6 Bb5"]),
            ("if Nc6 then Bb5 if a6 then Ba4", vec!["Nc6 Bb5 a6 Ba4"]),
            (
                "if Nc6 then Bb5, and if a6 then Ba4",
                vec!["Nc6 Bb5 a6 Ba4"],
            ),
            ("if 2... Nc6 3. Bb5 a6 4. Ba4", vec!["Nc6 Bb5 a6 Ba4"]),
            ("if Nc6 or d6 then d4", vec!["Nc6 d4", "d6 d4"]),
            (
                "if Nc6 then Bb5 if a6 or Nf6 then Ba4",
                vec!["Nc6 Bb5 a6 Ba4", "Nc6 Bb5 Nf6 Ba4"],
            ),
            ("if: Nc6 then Bb5", vec!["Nc6 Bb5"]),
        ] {
            assert_eq!(lines(line), read, "{line}");
        }
    }

    #[test]
    fn what_looks_like_a_condition_and_cannot_be_read_is_no_talk() {
        for line in [
            "if Nc6 then Bb5 or Bc4",
            "if Nc6 than probably Bb5",
            "if Nc6 my plan was Bb5",
            "if anything then Bb5",
        ] {
            assert_eq!(
                condition(line, Letters::English),
                Some(Condition::Doubtful),
                "{line}"
            );
        }
        for line in [
            "If you have time, look at this.",
            "if only I had seen Nc6",
            "iffy: Nc6 Bb5",
            "if I may ask: where do you live?",
        ] {
            assert_eq!(condition(line, Letters::English), None, "{line}");
        }
        assert_eq!(condition("if:", Letters::English), Some(Condition::Below));
    }

    fn below(text: &str) -> (usize, Option<Vec<String>>) {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let (taken, read) = movetext(&lines, Letters::English);
        (taken, read.map(|lines| shown(&lines)))
    }

    #[test]
    fn movetext_with_variations_becomes_lines() {
        let (taken, read) = below(
            "2... Nc6 (2... d6 3. d4 exd4 (3... Nf6 4. Nc3)\n4. Nxd4 {usual}) 3. Bb5 $1 a6 ; the main line\n4. Ba4 *\n\nCheers",
        );
        assert_eq!(taken, 3);
        assert_eq!(
            read.unwrap(),
            ["Nc6 Bb5 a6 Ba4", "d6 d4 Nf6 Nc3", "d6 d4 exd4 Nxd4",]
        );
        let (taken, read) = below("[Event \"?\"]\n[Site \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n");
        assert_eq!((taken, read.unwrap().len()), (4, 1));
    }

    #[test]
    fn movetext_that_does_not_add_up_is_not_read() {
        for text in [
            "2... Nc6 (3. Bb5",
            "2... Nc6) 3. Bb5",
            "(2... Nc6",
            "Nc6 {open",
            "hello there",
            "",
        ] {
            assert_eq!(below(text).1, None, "{text}");
        }
    }
}
