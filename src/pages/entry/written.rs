//! The PGN of a form, and which line of it comes from which field.

use super::fields::{NEEDED, OTHERS};
use super::typed::{Sheet, Typed};
use crate::chess::GivenPosition;
use crate::chess::pgn::headings;
use shakmaty::CastlingMode;

/// The PGN of a form.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    pub(super) text: String,
    /// The field of each line, and the number of the line in it, from 1.
    lines: Vec<(&'static str, u64)>,
}

impl Written {
    /// What was typed, as PGN.
    pub(super) fn of(typed: &Typed) -> Written {
        let mut written = Written::default();
        if typed.sheet() == Sheet::Pgn {
            written.lines_of("pgn", typed.value("pgn"));
            return written;
        }
        for field in NEEDED {
            if field.name == "Round" {
                written.heading("Date", &typed.date());
            }
            written.heading(field.name, &typed.line(field.name));
        }
        for field in OTHERS {
            let value = typed.line(field.name);
            if field.name == "FEN" && !value.is_empty() {
                written.rules_of(&value, typed.value("others"));
            }
            written.heading(field.name, &value);
        }
        written.other_headings(typed.value("others"));
        written.line("moves", 1, "");
        written.lines_of("moves", typed.value("moves"));
        written
    }

    /// Where a line comes from: the field, and the number of the line in it. What is said of the end, or of the whole, belongs to
    /// the moves.
    pub(super) fn origin(&self, line: u64) -> (&'static str, u64) {
        let at = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
        let last = self.lines.last().copied();
        self.lines.get(at).copied().or(last).unwrap_or(("moves", 1))
    }

    fn line(&mut self, field: &'static str, number: u64, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
        self.lines.push((field, number));
    }

    fn lines_of(&mut self, field: &'static str, text: &str) {
        for (number, line) in (1..).zip(text.lines()) {
            self.line(field, number, line);
        }
    }

    /// A heading; none where nothing stands in its field.
    fn heading(&mut self, name: &'static str, value: &str) {
        if !value.is_empty() {
            self.line(name, 1, &tag_pair(name, value));
        }
    }

    /// By which rules a position is one, unless that is said.
    fn rules_of(&mut self, fen: &str, others: &str) {
        if is_chess960_alone(fen) && !others.contains("Variant") {
            self.line("FEN", 1, &tag_pair("Variant", "Chess960"));
        }
    }

    /// Headings as they were typed, one a line: in brackets, or `Name: value`.
    fn other_headings(&mut self, others: &str) {
        for (number, line) in (1..).zip(others.lines()) {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let named = line
                .split_once(':')
                .filter(|(name, _)| is_name(name.trim()));
            match named {
                Some((name, value)) if !line.starts_with('[') => {
                    let pair = tag_pair(name.trim(), value.trim().trim_matches('"'));
                    self.line("others", number, &pair);
                }
                // What is no heading is told as one that is written wrongly, and not taken for a move.
                _ if !line.starts_with('[') => self.line("others", number, &format!("[{line}")),
                _ => self.line("others", number, line),
            }
        }
    }
}

fn is_chess960_alone(fen: &str) -> bool {
    GivenPosition::read(fen).is_ok_and(|given| {
        given.to_chess(CastlingMode::Standard).is_err()
            && given.to_chess(CastlingMode::Chess960).is_ok()
    })
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

fn tag_pair(name: &str, value: &str) -> String {
    let value = headings::mended(name, value);
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]")
}
