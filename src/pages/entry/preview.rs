//! What was typed, on a board, before it is entered.

use super::read::Read;
use super::typed::Typed;
use crate::chess::pgn::Entered;
use crate::pages::frame::filled_below;
use crate::pages::game::{Stepped, facts, opening};
use crate::pages::heading::{Heading, day};
use crate::pages::site::Site;
use crate::pages::{Source, open_record};
use chrono::DateTime;
use serde::Serialize;
use std::collections::BTreeMap;

/// Why a game that was looked at is not entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotKept {
    /// Too many wait already.
    Full,
    /// It cannot be written down.
    Fault,
}

#[derive(Serialize)]
struct Seen<'a> {
    title: String,
    heading: Lines,
    #[serde(flatten)]
    stepped: Stepped,
    facts: Vec<(String, String)>,
    opening: Option<String>,
    others: Vec<Lines>,
    doubts: &'a [String],
    collection: String,
    overwrites: Option<i64>,
    not_kept: Option<&'static str>,
    typed: &'a BTreeMap<&'static str, String>,
}

/// Who played, when, and what came of it.
#[derive(Serialize)]
struct Lines {
    white: String,
    black: String,
    date: String,
    result: String,
}

/// The first game on a board, as everybody will see it, and the others by their players; nothing where there is
/// none.
pub(super) fn preview(
    typed: &Typed,
    read: &Read,
    not_kept: Option<NotKept>,
    site: &Site,
) -> Option<String> {
    let (first, others) = read.games.split_first()?;
    let heading = heading_of(first);
    let record = open_record(&first.record, Source::Archive);
    let seen = Seen {
        title: format!(
            "{} – {}, before it is entered",
            heading.white, heading.black
        ),
        facts: facts(&record),
        opening: opening(&heading),
        stepped: Stepped::of(&record),
        heading: lines(&heading),
        others: others.iter().map(|game| lines(&heading_of(game))).collect(),
        doubts: &read.doubts,
        collection: typed.line("collection"),
        overwrites: read.overwrites,
        not_kept: not_kept.map(words),
        typed: typed.all(),
    };
    Some(filled_below("enter_seen", site, "/", seen))
}

fn words(why: NotKept) -> &'static str {
    match why {
        NotKept::Full => {
            "It does not wait: too many games wait here already. Take it away as PGN, and send it by mail, or try again tomorrow."
        }
        NotKept::Fault => {
            "It does not wait: the database cannot be written to now. Nothing of what you typed is lost; try again in a minute, or take it away as PGN, and send it by mail."
        }
    }
}

/// What the lists would tell of it.
fn heading_of(game: &Entered) -> Heading {
    let game = (&game.record, game.filed.clone());
    Heading::of((Source::Archive, 0), game, DateTime::UNIX_EPOCH, [0; 32]).opened()
}

fn lines(heading: &Heading) -> Lines {
    Lines {
        white: heading.white.clone(),
        black: heading.black.clone(),
        date: day(&heading.date),
        result: heading.result.clone(),
    }
}
