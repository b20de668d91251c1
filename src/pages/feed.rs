//! The newest games as a feed (Atom, RFC 4287).

use super::frame::filled;
use super::heading::{Heading, newest};
use super::site::{Page, Site};
use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;

/// Games in the feed.
const FED: usize = 30;

#[derive(Serialize)]
struct Feed<'a> {
    updated: String,
    games: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: String,
    href: String,
    called: String,
    white: &'a str,
    black: &'a str,
    result: &'a str,
    opening: &'a str,
    since: String,
}

pub(super) fn feed(games: &[Heading], site: &Site) -> Page {
    let games: Vec<&Heading> = newest(games, FED).collect();
    let updated = games
        .first()
        .map_or(DateTime::UNIX_EPOCH, |game| game.since);
    let entries = games.into_iter().map(|game| Entry {
        id: format!("{}/{}", game.source.folder(), game.number),
        href: game.path(),
        called: game.source.called(game.number),
        white: &game.white,
        black: &game.black,
        result: &game.result,
        opening: &game.opening,
        since: instant(game.since),
    });
    let shown = Feed {
        updated: instant(updated),
        games: entries.collect(),
    };
    Page {
        path: "feed.xml".to_owned(),
        text: filled("feed", site, 0, shown),
    }
}

fn instant(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}
