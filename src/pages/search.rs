//! Games that are looked for: by who played, how they opened, what came of it and when, and what stood on the board.

use super::frame::filled_below;
use super::heading::Heading;
use super::lists::{Game, counted, line};
use super::site::Site;
use super::source::Source;
use crate::chess::pgn::BoardKeys;
use crate::chess::{GivenPosition, Material};
use crate::letters::NameKey;
use form_urlencoded::Serializer;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashSet;

/// Games on one page.
const A_PAGE: usize = 50;
/// Games that are handed out as PGN at once.
pub const MOST_AS_PGN: usize = 200;
/// The most characters that are read of one thing that is asked for.
const LONGEST: usize = 100;

/// Games in the order in which they are found, the latest first, and what they are found by.
#[derive(Clone, Debug, Default)]
pub struct Shelf(Vec<Found>);

#[derive(Clone, Debug)]
struct Found {
    heading: Heading,
    white: String,
    black: String,
    opening: String,
    event: String,
}

/// In which games of the archive stood what is looked for. It is asked of the database, since there may be a million of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoodIn {
    /// The numbers of the games, at most [`MOST_WITH_POSITION`].
    pub numbers: HashSet<i64>,
}

/// Games of the archive with what stood on the board that are looked through, those that were entered last.
pub const MOST_WITH_POSITION: usize = 10_000;

/// What is looked for, as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Search {
    /// A part of a player's name.
    pub player: String,
    /// Which side that one had: `white`, `black` or nothing.
    pub colour: String,
    /// The beginning of the opening's code, or a part of its name.
    pub opening: String,
    /// The result token.
    pub result: String,
    /// A year, month or day.
    pub from: String,
    /// A year, month or day.
    pub to: String,
    /// A part of what the event is called.
    pub event: String,
    /// What stood on the board, as FEN; its other fields do not matter.
    pub position: String,
    /// Which men were left, for either side: `KRP-KR`.
    pub material: String,
    /// Which page of what is found, from 1.
    pub page: String,
}

/// What is wrong with each of the same, where something is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
struct Faults {
    colour: Option<&'static str>,
    result: Option<&'static str>,
    from: Option<&'static str>,
    to: Option<&'static str>,
    position: Option<String>,
    material: Option<&'static str>,
    page: Option<&'static str>,
}

#[derive(Serialize)]
struct Shown<'a> {
    title: &'static str,
    asked: &'a Search,
    faults: Faults,
    searched: bool,
    counted: String,
    number: usize,
    pages: usize,
    before: Option<String>,
    after: Option<String>,
    pgn: String,
    all_as_pgn: bool,
    only_newest: Option<usize>,
    most_as_pgn: usize,
    games: Vec<Game<'a>>,
}

impl Found {
    /// By what games are put in order, the latest last.
    fn when(&self) -> (&str, Reverse<Source>, i64) {
        let heading = &self.heading;
        (&heading.date, Reverse(heading.source), heading.number)
    }
}

impl Shelf {
    /// Puts these games in order.
    pub fn of(headings: Vec<Heading>) -> Shelf {
        let mut found: Vec<Found> = headings
            .into_iter()
            .map(|heading| Found {
                white: key(&heading.white),
                black: key(&heading.black),
                opening: key(&heading.opening),
                event: key(&heading.event),
                heading,
            })
            .collect();
        found.sort_by(|one, other| other.when().cmp(&one.when()));
        Shelf(found)
    }

    /// The games that are looked for, the latest first; none where something in it cannot be read.
    pub fn games(&self, asked: &Search, stood: &StoodIn) -> Vec<(Source, i64)> {
        let (wanted, faults) = asked.read();
        if faults != Faults::default() || asked.is_nothing() {
            return Vec::new();
        }
        let found = self.0.iter().filter(|it| wanted.has(it, stood));
        found
            .map(|it| (it.heading.source, it.heading.number))
            .collect()
    }

    /// The page with the form and what is found.
    pub fn page(&self, asked: &Search, stood: &StoodIn, site: &Site) -> String {
        let (wanted, mut faults) = asked.read();
        let searched = faults == Faults::default() && !asked.is_nothing();
        let found: Vec<&Found> = match searched {
            true => self.0.iter().filter(|it| wanted.has(it, stood)).collect(),
            false => Vec::new(),
        };
        let pages = found.len().div_ceil(A_PAGE).max(1);
        if wanted.page > pages {
            faults.page = Some("There are not so many pages.");
        }
        let number = wanted.page.min(pages);
        let beside = |number: usize| {
            (1..=pages)
                .contains(&number)
                .then(|| format!("search?{}", asked.at_page(number)))
        };
        let games = found.iter().skip((number - 1) * A_PAGE).take(A_PAGE);
        let shown = Shown {
            title: "Search for games",
            asked,
            faults,
            searched,
            counted: counted(found.len()),
            number,
            pages,
            before: beside(number - 1),
            after: beside(number + 1),
            pgn: format!("search.pgn?{}", asked.query()),
            all_as_pgn: found.len() <= MOST_AS_PGN,
            most_as_pgn: MOST_AS_PGN,
            only_newest: (stood.numbers.len() >= MOST_WITH_POSITION).then_some(MOST_WITH_POSITION),
            games: games.map(|it| line(&it.heading)).collect(),
        };
        filled_below("search", site, "/", shown)
    }
}

/// What is looked for, as it is compared.
struct Wanted {
    player: String,
    colour: Colour,
    opening: String,
    code: String,
    result: String,
    from: Option<String>,
    to: Option<String>,
    event: String,
    on_board: OnBoard,
    page: usize,
}

/// What is looked for on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnBoard {
    /// A position.
    pub board: Option<BoardKeys>,
    /// Men, as either side may have them.
    pub material: Option<[i32; 2]>,
}

impl OnBoard {
    fn stood_in(&self, boards: &[BoardKeys]) -> bool {
        let has = |wanted: &BoardKeys| boards.contains(wanted);
        let had = |wanted: &[i32; 2]| boards.iter().any(|it| wanted.contains(&it.material));
        self.board.as_ref().is_none_or(has) && self.material.as_ref().is_none_or(had)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Colour {
    Either,
    White,
    Black,
}

impl Search {
    /// Reads what stands behind the question mark; what is not known there is passed over.
    pub fn of(query: &str) -> Search {
        let mut asked = Search::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let value = value.trim().chars().filter(|sign| !sign.is_control());
            let value: String = value.take(LONGEST).collect();
            let place = match name.as_ref() {
                "player" => &mut asked.player,
                "colour" => &mut asked.colour,
                "opening" => &mut asked.opening,
                "result" => &mut asked.result,
                "from" => &mut asked.from,
                "to" => &mut asked.to,
                "event" => &mut asked.event,
                "position" => &mut asked.position,
                "material" => &mut asked.material,
                "page" => &mut asked.page,
                _ => continue,
            };
            *place = value;
        }
        asked
    }

    /// Whether nothing is looked for yet.
    fn is_nothing(&self) -> bool {
        let named = [
            &self.player,
            &self.opening,
            &self.result,
            &self.from,
            &self.to,
            &self.event,
            &self.position,
            &self.material,
        ];
        named.iter().all(|it| it.is_empty())
    }

    fn read(&self) -> (Wanted, Faults) {
        let mut faults = Faults::default();
        let colour = match self.colour.as_str() {
            "" => Colour::Either,
            "white" => Colour::White,
            "black" => Colour::Black,
            _ => {
                faults.colour = Some("It is white, black, or left open.");
                Colour::Either
            }
        };
        if !["", "1-0", "0-1", "1/2-1/2", "*"].contains(&self.result.as_str()) {
            faults.result = Some("A result is 1-0, 0-1, 1/2-1/2 or *.");
        }
        const DAY: &str = "Write a year, a month or a day: 1999, 1999-02 or 1999-02-13.";
        let from = bound(&self.from, "00");
        let to = bound(&self.to, "99");
        faults.from = from.is_err().then_some(DAY);
        faults.to = to.is_err().then_some(DAY);
        if let (Ok(Some(from)), Ok(Some(to))) = (&from, &to)
            && from > to
        {
            faults.to = Some("That is before the begin.");
        }
        let board = self.given_position();
        faults.position = board.as_ref().err().cloned();
        let material = self.given_material();
        faults.material = material.err();
        let page = match self.page.as_str() {
            "" => Some(1),
            page => page.parse().ok().filter(|page| *page > 0),
        };
        if page.is_none() {
            faults.page = Some("Pages are counted from 1.");
        }
        let wanted = Wanted {
            player: key(&self.player),
            colour,
            opening: key(&self.opening),
            code: self.opening.to_ascii_uppercase(),
            result: self.result.clone(),
            from: from.unwrap_or_default(),
            to: to.unwrap_or_default(),
            event: key(&self.event),
            on_board: OnBoard {
                board: board.unwrap_or_default(),
                material: material.unwrap_or_default(),
            },
            page: page.unwrap_or(1),
        };
        (wanted, faults)
    }

    /// The games in which this stood, a FEN.
    pub(super) fn of_position(fen: String) -> Search {
        Search {
            position: fen,
            ..Search::default()
        }
    }

    /// What stands behind the question mark of the first page.
    pub(super) fn query(&self) -> String {
        self.at_page(1)
    }

    /// What is looked for on the board; `None` where nothing is, or something cannot be read.
    pub fn on_board(&self) -> Option<OnBoard> {
        let (wanted, faults) = self.read();
        let is_any = wanted.on_board != OnBoard::default() && faults == Faults::default();
        is_any.then_some(wanted.on_board)
    }

    fn given_material(&self) -> Result<Option<[i32; 2]>, &'static str> {
        if self.material.is_empty() {
            return Ok(None);
        }
        let material = Material::read(&self.material)
            .ok_or("Write the men of White and of Black, as in KRP-KR.")?;
        Ok(Some(material.keys()))
    }

    fn given_position(&self) -> Result<Option<BoardKeys>, String> {
        if self.position.is_empty() {
            return Ok(None);
        }
        let given = GivenPosition::read(&self.position).map_err(|fault| fault.to_string())?;
        Ok(Some(BoardKeys::of(given.board())))
    }

    /// The same, another page of it.
    fn at_page(&self, number: usize) -> String {
        let number = match number {
            1 => String::new(),
            later => later.to_string(),
        };
        let mut query = Serializer::new(String::new());
        for (name, value) in [
            ("player", &self.player),
            ("colour", &self.colour),
            ("opening", &self.opening),
            ("result", &self.result),
            ("from", &self.from),
            ("to", &self.to),
            ("event", &self.event),
            ("position", &self.position),
            ("material", &self.material),
            ("page", &number),
        ] {
            if !value.is_empty() {
                query.append_pair(name, value);
            }
        }
        query.finish()
    }
}

impl Wanted {
    fn has(&self, game: &Found, stood: &StoodIn) -> bool {
        let white = || game.white.contains(&self.player);
        let black = || game.black.contains(&self.player);
        let played = match self.colour {
            Colour::Either => white() || black(),
            Colour::White => white(),
            Colour::Black => black(),
        };
        let heading = &game.heading;
        let opened = || {
            self.opening.is_empty()
                || heading.eco.starts_with(&self.code)
                || game.opening.contains(&self.opening)
        };
        let stood = || {
            self.on_board == OnBoard::default()
                || match heading.source {
                    Source::Played => self.on_board.stood_in(&heading.boards),
                    Source::Archive => stood.numbers.contains(&heading.number),
                }
        };
        // Where parts of the day are not known, it may have been one that is wanted.
        let dated = || !heading.date.starts_with('?');
        let late = |from: &String| dated() && heading.date.replace('?', "9") >= *from;
        let early = |to: &String| dated() && heading.date.replace('?', "0") <= *to;
        played
            && opened()
            && (self.result.is_empty() || heading.result == self.result)
            && self.from.as_ref().is_none_or(late)
            && self.to.as_ref().is_none_or(early)
            && game.event.contains(&self.event)
            && stood()
    }
}

/// The first or the last day that is meant, as PGN writes it; none where nothing is.
fn bound(words: &str, rest: &str) -> Result<Option<String>, ()> {
    if words.is_empty() {
        return Ok(None);
    }
    let parts: Vec<&str> = words.split(['-', '.', '/']).collect();
    let is_number = |part: &str, figures: usize| {
        part.len() == figures && part.bytes().all(|it| it.is_ascii_digit())
    };
    let is_in = |part: &str, largest: &str| {
        is_number(part, 2) && (part == rest || ("01"..=largest).contains(&part))
    };
    let (year, month, day) = match parts.as_slice() {
        [year] => (*year, rest, rest),
        [year, month] => (*year, *month, rest),
        [year, month, day] => (*year, *month, *day),
        _ => return Err(()),
    };
    match is_number(year, 4) && is_in(month, "12") && is_in(day, "31") {
        true => Ok(Some(format!("{year}.{month}.{day}"))),
        false => Err(()),
    }
}

fn key(words: &str) -> String {
    NameKey::of(words).into_string()
}

#[cfg(test)]
mod tests;
