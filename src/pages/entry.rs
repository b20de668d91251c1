//! The entry form: a played game is typed in, or pasted as PGN, looked at on a board, and then waits until its writer says by mail
//! that it is to be entered. Pages without a script; nothing typed is lost, and every fault stands at its field.

mod fields;
mod preview;
mod read;
mod typed;
mod written;

use super::frame::filled_below;
use super::site::Site;
use fields::{Field, NEEDED, OTHERS, blank};
use preview::preview;
use read::Read;
use serde::Serialize;
use std::collections::BTreeMap;
use typed::{Sheet, Wish, names};

pub use preview::NotKept;
pub use typed::Typed;

/// What comes of what was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The form, with all that was typed, to be gone on with.
    Form(String),
    /// The same; what is wrong stands at its fields.
    Faulty(String),
    /// The game on a board.
    Seen(String),
    /// The game as PGN.
    Pgn(String),
    /// It is to be entered.
    Wanted(WantedEntry),
}

/// Games that somebody wants to enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedEntry {
    /// Where they are to be filed.
    pub collection: String,
    /// The games, in the export format.
    pub pgn: String,
    /// The number of the game whose place this one is to take, and its edit password as typed.
    pub overwrites: Option<(i64, String)>,
}

#[derive(Serialize)]
struct Shown<'a> {
    title: &'static str,
    needed: &'static [Field],
    others: &'static [Field],
    /// Of every field, and so are the faults.
    typed: BTreeMap<&'static str, &'a str>,
    faults: BTreeMap<&'static str, &'a [String]>,
    faulty: bool,
    pgn: String,
    pasted: bool,
}

#[derive(Serialize)]
struct Waits<'a> {
    title: &'static str,
    key: &'a str,
    order: String,
    link: String,
}

/// How the form looks.
pub const ENTRY_STYLE: &str = include_str!("html/enter.css");

/// The form, before anybody has typed anything.
pub fn entry_page(site: &Site) -> String {
    form(&Typed::nothing(), &Read::default(), site)
}

/// What comes of a form, as a browser sends it.
pub fn entered(sent: &[u8], site: &Site) -> (Typed, Entry) {
    let (typed, wish) = Typed::read(sent);
    if wish == Wish::Change {
        let page = form(&typed, &Read::default(), site);
        return (typed, Entry::Form(page));
    }
    let read = Read::of(&typed);
    if !read.faults.is_empty() {
        let page = form(&typed, &read, site);
        return (typed, Entry::Faulty(page));
    }
    let entry = match wish {
        Wish::Look | Wish::Change => match preview(&typed, &read, None, site) {
            Some(page) => Entry::Seen(page),
            None => Entry::Form(form(&typed, &read, site)),
        },
        Wish::TakeAway => Entry::Pgn(pgn(&read)),
        Wish::Enter => Entry::Wanted(WantedEntry {
            collection: typed.line("collection"),
            pgn: pgn(&read),
            overwrites: read
                .overwrites
                .map(|number| (number, typed.line("password"))),
        }),
    };
    (typed, entry)
}

/// The game on a board once more, with why it does not wait now.
pub fn not_kept(typed: &Typed, why: NotKept, site: &Site) -> String {
    let read = Read::of(typed);
    preview(typed, &read, Some(why), site).unwrap_or_else(|| form(typed, &read, site))
}

/// What is to be done now, where a game waits under this key.
pub fn waits(key: &str, site: &Site) -> String {
    let order = format!("enter waiting {key}");
    let link = format!(
        "mailto:{}?subject=Enter%20a%20game&body={}",
        site.address.replace('+', "%2B"),
        order.replace(' ', "%20")
    );
    let shown = Waits {
        title: "One mail, and it is entered",
        key,
        order,
        link,
    };
    filled_below("enter_waits", site, "/", shown)
}

fn pgn(read: &Read) -> String {
    let games: Vec<&str> = read
        .games
        .iter()
        .map(|game| game.filed.pgn.as_str())
        .collect();
    games.join("\n")
}

fn form(typed: &Typed, read: &Read, site: &Site) -> String {
    let pasted = typed.sheet() == Sheet::Pgn;
    let faults = |name| read.faults.get(name).map_or(&[][..], Vec::as_slice);
    let shown = Shown {
        title: "Enter a game that was played elsewhere",
        needed: &NEEDED,
        others: &OTHERS,
        typed: names().map(|name| (name, typed.value(name))).collect(),
        faults: names()
            .chain(["Date"])
            .map(|name| (name, faults(name)))
            .collect(),
        faulty: !read.faults.is_empty(),
        pgn: match pasted {
            true => typed.value("pgn").to_owned(),
            false => blank(),
        },
        pasted,
    };
    filled_below("enter", site, "/", shown)
}

#[cfg(test)]
mod tests;
