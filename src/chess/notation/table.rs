//! The table of spellings, `spellings.txt`, walked line by line. A misread move becomes a line.

use shakmaty::{CastlingMode, Chess};

use super::{Letters, Reading, read_moves, uci};
use crate::chess::GivenPosition;

const TABLE: &str = include_str!("spellings.txt");

/// One expectation of the table and where it stands.
struct Row {
    line: usize,
    position: Chess,
    letters: Letters,
    typed: String,
    expected: String,
}

fn rows() -> Vec<Row> {
    let mut position = Chess::default();
    let mut letters = Letters::English;
    let mut rows = Vec::new();
    for (index, line) in TABLE.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with("##") {
            continue;
        }
        if let Some(fen) = line.strip_prefix("position ") {
            let (mode, fen) = match fen.strip_prefix("960 ") {
                Some(rest) => (CastlingMode::Chess960, rest),
                None => (CastlingMode::Standard, fen),
            };
            position = GivenPosition::read(fen)
                .and_then(|given| given.to_chess(mode))
                .unwrap_or_else(|error| panic!("line {}: {error}", index + 1));
            letters = Letters::English;
        } else if let Some(name) = line.strip_prefix("letters ") {
            letters = name.parse().unwrap();
        } else {
            let (typed, expected) = line
                .rsplit_once("  =  ")
                .unwrap_or_else(|| panic!("line {} has no \"  =  \"", index + 1));
            rows.push(Row {
                line: index + 1,
                position: position.clone(),
                letters,
                typed: unescape(typed.trim_end()),
                expected: expected.trim().to_owned(),
            });
        }
    }
    rows
}

/// `\u{200b}` for characters that nobody could see in the table.
fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\\u{") {
        let (code, tail) = after.split_once('}').unwrap();
        plain.push_str(before);
        plain.push(char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap());
        rest = tail;
    }
    plain.push_str(rest);
    plain
}

/// What the reader makes of a row, in the words of the table.
fn found(row: &Row) -> String {
    let Some(spellings) = read_moves(&row.typed, row.letters) else {
        return "prose".to_owned();
    };
    if row.expected.starts_with("moves ") {
        let list: Vec<String> = spellings
            .iter()
            .map(|spelling| {
                let number = spelling.move_number().map_or(String::new(), |number| {
                    let dots = if number.side.is_some() { "..." } else { "." };
                    format!("{}{dots}", number.fullmove)
                });
                format!("{number}{}", spelling.typed())
            })
            .collect();
        return format!("moves {}", list.join(" | "));
    }
    let [spelling] = spellings.as_slice() else {
        return format!("{} moves", spellings.len());
    };
    let names = |moves: &[shakmaty::Move]| {
        moves
            .iter()
            .map(|m| uci(&row.position, *m))
            .collect::<Vec<String>>()
            .join(" ")
    };
    match spelling.resolve(&row.position) {
        Reading::One(m) => {
            let mut text = uci(&row.position, m);
            for remark in spelling.remarks(&row.position, m) {
                text.push_str(&format!(" ({remark})"));
            }
            text
        }
        Reading::Several(moves) => format!("? {}", names(&moves)),
        Reading::Impossible(impossible) => {
            assert!(impossible.candidates.len() <= 6, "line {}", row.line);
            let candidates = names(&impossible.candidates);
            if candidates.is_empty() {
                format!("! {}", impossible.reason)
            } else {
                format!("! {} -> {candidates}", impossible.reason)
            }
        }
    }
}

#[test]
fn every_spelling_of_the_table_is_read_as_it_says() {
    let rows = rows();
    assert!(rows.len() >= 200, "only {} rows", rows.len());
    let mut wrong = String::new();
    for row in &rows {
        let found = found(row);
        if found != row.expected {
            wrong.push_str(&format!(
                "line {}: {:?}\n  expected {}\n  found    {found}\n",
                row.line, row.typed, row.expected
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
