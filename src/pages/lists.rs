//! The pages that lead to games: the front page, players, openings, years.

use super::feed::feed;
use super::frame::filled;
use super::heading::{Heading, day, newest, player_page};
use super::site::{Page, Site};
use super::source::Source;
use crate::letters::NameKey;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Games on one page of a list.
const A_PAGE: usize = 400;
/// Games on the front page.
const NEWEST: usize = 20;

#[derive(Serialize)]
pub(super) struct Game<'a> {
    href: String,
    white: &'a str,
    black: &'a str,
    result: &'a str,
    date: String,
    opening: &'a str,
}

#[derive(Serialize)]
struct GameList<'a> {
    title: &'a str,
    note: &'a str,
    counted: String,
    number: usize,
    pages: usize,
    before: Option<String>,
    after: Option<String>,
    games: Vec<Game<'a>>,
}

#[derive(Serialize)]
struct NameList<'a> {
    title: &'a str,
    parts: Vec<Part>,
}

#[derive(Serialize)]
struct Part {
    title: &'static str,
    names: Vec<Name>,
}

#[derive(Serialize)]
struct Name {
    href: String,
    name: String,
    counted: String,
}

#[derive(Serialize)]
struct Front<'a> {
    counted: String,
    games: Vec<Game<'a>>,
}

/// Games that have something in common, and the page that lists them.
struct Group<'a> {
    /// Its file without the ending: `years/2026`.
    file: String,
    title: String,
    note: &'static str,
    games: Vec<&'a Heading>,
}

/// All pages that lead to these games, and the feed of the newest.
pub fn lists(games: &[Heading], site: &Site) -> Vec<Page> {
    let mut latest: Vec<&Heading> = games.iter().collect();
    latest.sort_by(|one, other| {
        let key = |it: &Heading| (it.date.clone(), Reverse(it.source), it.number);
        key(other).cmp(&key(one))
    });
    let mut pages = vec![feed(games, site)];
    let players = players(&latest);
    let openings = openings(&latest);
    let years = years(&latest);
    let [here, elsewhere] = [Source::Played, Source::Archive].map(|source| {
        let of = players.iter().filter(move |((from, _), _)| *from == source);
        of.map(|(_, group)| named(group)).collect::<Vec<_>>()
    });
    let parts = [
        ("Players of this server", here),
        ("Of the archive", elsewhere),
    ];
    pages.push(names("players", "Players", parts.into(), site));
    let codes = openings.iter().map(named).collect();
    pages.push(names("openings", "Openings", vec![("", codes)], site));
    let all = years.iter().map(named).collect();
    pages.push(names("years", "Years", vec![("", all)], site));
    let groups = players.values().chain(&openings).chain(&years);
    pages.extend(groups.flat_map(|group| listed(group, site)));
    pages.push(front(games, site));
    pages
}

fn front(games: &[Heading], site: &Site) -> Page {
    let shown = Front {
        counted: counted(games.len()),
        games: newest(games, NEWEST).map(|game| line(game)).collect(),
    };
    Page {
        path: "index.html".to_owned(),
        text: filled("front", site, 0, shown),
    }
}

/// By where they played and the key of their name.
fn players<'a>(games: &[&'a Heading]) -> BTreeMap<(Source, String), Group<'a>> {
    let mut players: BTreeMap<(Source, String), Group<'a>> = BTreeMap::new();
    for &game in games {
        for (nth, name) in [&game.white, &game.black].into_iter().enumerate() {
            let Some(path) = player_page(game.source, name) else {
                continue;
            };
            let key = NameKey::of(name);
            // Who played both sides is one player.
            if nth == 1 && key == NameKey::of(&game.white) {
                continue;
            }
            let group = players.entry((game.source, key.into_string()));
            let group = group.or_insert_with(|| Group {
                file: path.trim_end_matches(".html").to_owned(),
                title: name.clone(),
                note: match game.source {
                    Source::Played => "Games that were played on this server.",
                    Source::Archive => {
                        "Games of the archive under this name; others may have had the same."
                    }
                },
                games: Vec::new(),
            });
            group.games.push(game);
        }
    }
    players
}

fn openings<'a>(games: &[&'a Heading]) -> Vec<Group<'a>> {
    let mut codes: BTreeMap<&str, Vec<&Heading>> = BTreeMap::new();
    for &game in games {
        if let Some(code) = game.code() {
            codes.entry(code).or_default().push(game);
        }
    }
    let groups = codes.into_iter().map(|(code, games)| {
        // What all of them are called, or the shortest of their names.
        let names = games.iter().map(|game| game.opening.as_str());
        let name = names
            .filter(|name| !name.is_empty())
            .min_by_key(|name| (name.chars().count(), *name));
        Group {
            file: format!("openings/{code}"),
            title: name.map_or_else(|| code.to_owned(), |name| format!("{code}: {name}")),
            note: "",
            games,
        }
    });
    groups.collect()
}

fn years<'a>(games: &[&'a Heading]) -> Vec<Group<'a>> {
    let mut years: BTreeMap<Reverse<Option<&str>>, Vec<&Heading>> = BTreeMap::new();
    for &game in games {
        years.entry(Reverse(game.year())).or_default().push(game);
    }
    let groups = years.into_iter().map(|(Reverse(year), games)| Group {
        file: format!("years/{}", year.unwrap_or("unknown")),
        title: year.unwrap_or("Year not known").to_owned(),
        note: "",
        games,
    });
    groups.collect()
}

fn named(group: &Group<'_>) -> Name {
    Name {
        href: format!("{}.html", group.file),
        name: group.title.clone(),
        counted: counted(group.games.len()),
    }
}

/// A page of names, each of which leads to its games.
fn names(file: &str, title: &str, parts: Vec<(&'static str, Vec<Name>)>, site: &Site) -> Page {
    let parts = parts.into_iter().filter(|(_, names)| !names.is_empty());
    let shown = NameList {
        title,
        parts: parts.map(|(title, names)| Part { title, names }).collect(),
    };
    Page {
        path: format!("{file}.html"),
        text: filled("names", site, 0, shown),
    }
}

/// The games of a group, on as many pages as they need.
fn listed(group: &Group<'_>, site: &Site) -> Vec<Page> {
    let pages = group.games.len().div_ceil(A_PAGE);
    let file = |number: usize| match number {
        1 => format!("{}.html", group.file),
        later => format!("{}-{later}.html", group.file),
    };
    let beside = |number: usize| {
        let there = (1..=pages).contains(&number);
        let path = there.then(|| file(number))?;
        path.rsplit_once('/').map(|(_, name)| name.to_owned())
    };
    let chunks = (1..).zip(group.games.chunks(A_PAGE));
    chunks
        .map(|(number, games)| {
            let shown = GameList {
                title: &group.title,
                note: group.note,
                counted: counted(group.games.len()),
                number,
                pages,
                before: beside(number - 1),
                after: beside(number + 1),
                games: games.iter().map(|game| line(game)).collect(),
            };
            Page {
                path: file(number),
                text: filled("games", site, 1, shown),
            }
        })
        .collect()
}

pub(super) fn line(game: &Heading) -> Game<'_> {
    Game {
        href: game.path(),
        white: &game.white,
        black: &game.black,
        result: &game.result,
        date: day(&game.date),
        opening: match game.opening.as_str() {
            "?" => "",
            name => name,
        },
    }
}

pub(super) fn counted(games: usize) -> String {
    match games {
        1 => "1 game".to_owned(),
        more => format!("{more} games"),
    }
}
