//! What was typed into the form.

use super::fields::{NEEDED, OTHERS, unknown};
use std::collections::BTreeMap;

/// What was typed, by the names of the fields; nothing of it is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed(BTreeMap<&'static str, String>);

/// The fields that are no headings.
const BESIDE: [&str; 10] = [
    "collection",
    "year",
    "month",
    "day",
    "others",
    "moves",
    "pgn",
    "number",
    "password",
    "from",
];

/// What is wanted with a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// To see it on a board.
    Look,
    /// To change it.
    Change,
    /// To take it away as PGN.
    TakeAway,
    /// To enter it.
    Enter,
}

/// Which of the two forms it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sheet {
    /// The one with a field for each heading.
    Headings,
    /// The one into which PGN is pasted.
    Pgn,
}

impl Typed {
    /// What stands in the forms before anybody types.
    pub(super) fn nothing() -> Typed {
        let blank = NEEDED.iter().map(|field| field.name);
        Typed(blank.map(|name| (name, unknown(name).to_owned())).collect())
    }

    /// Reads what a browser sends, and what is wanted with it. What is not known there is passed over.
    pub(super) fn read(form: &[u8]) -> (Typed, Wish) {
        let mut typed = Typed(BTreeMap::new());
        let mut wish = Wish::Look;
        for (name, value) in form_urlencoded::parse(form) {
            if name == "wish" {
                wish = match value.as_ref() {
                    "change" => Wish::Change,
                    "pgn" => Wish::TakeAway,
                    "enter" => Wish::Enter,
                    _ => Wish::Look,
                };
            } else if let Some(known) = names().find(|known| *known == name) {
                typed.0.insert(known, clean(&value));
            }
        }
        (typed, wish)
    }

    /// What stands in a field.
    pub(super) fn value(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// What stands in a field of one line, without blanks around it.
    pub(super) fn line(&self, name: &str) -> String {
        let words = self.value(name).split_whitespace();
        words.collect::<Vec<_>>().join(" ")
    }

    /// All that is not empty.
    pub(super) fn all(&self) -> &BTreeMap<&'static str, String> {
        &self.0
    }

    pub(super) fn sheet(&self) -> Sheet {
        match self.value("from") {
            "pgn" => Sheet::Pgn,
            _ => Sheet::Headings,
        }
    }

    /// The day as PGN writes it, with question marks for what is not known.
    pub(super) fn date(&self) -> String {
        let part = |name: &str, figures: usize| {
            let typed = self.line(name);
            match typed.chars().all(|sign| sign == '?') {
                true => "?".repeat(figures),
                false => typed,
            }
        };
        let (year, month, day) = (part("year", 4), part("month", 2), part("day", 2));
        format!("{year}.{month:0>2}.{day:0>2}")
    }
}

/// The names of all fields.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let headings = NEEDED.iter().chain(&OTHERS).map(|field| field.name);
    headings.chain(BESIDE)
}

/// As it stands on a page: with the line ends of this house, and without signs that no page may have.
fn clean(value: &str) -> String {
    let may_stand = |sign: &char| {
        matches!(sign, '\n' | '\t')
            || !sign.is_control() && !matches!(sign, '\u{fffe}' | '\u{ffff}')
    };
    let value = value.replace("\r\n", "\n").replace('\r', "\n");
    value.chars().filter(may_stand).collect()
}
