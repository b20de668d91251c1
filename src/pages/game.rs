//! The page of a game.

use super::board::{board, pieces};
use super::chessboard::anchor;
use super::frame::filled;
use super::heading::{Heading, day, player_page};
use super::in_words::taken_in_words;
use super::positions::positions;
use super::score::score;
use super::site::{Page, Site};
use super::source::Source;
use crate::chess::pgn::{GameText, Record, read_pgn};
use crate::chess::words;
use chrono::DateTime;
use serde::Serialize;
use shakmaty::{Chess, Color, Move, Position};

/// A game with all that its page shows; it is open to everybody ([`super::open_record`]).
#[derive(Clone, Debug)]
pub struct OpenGame {
    /// What the lists tell of it.
    pub heading: Heading,
    /// The game.
    pub record: Record,
}

/// Headings of a PGN that the page says otherwise, or that say something to programs alone.
const ELSEWHERE: [&str; 12] = [
    "White",
    "Black",
    "Result",
    "Date",
    "ECO",
    "Opening",
    "Variation",
    "SetUp",
    "FEN",
    "Mode",
    "CmailGameName",
    "PlyCount",
];

#[derive(Serialize)]
struct Shown<'a> {
    title: String,
    called: String,
    subject: String,
    white: &'a str,
    black: &'a str,
    white_href: Option<String>,
    black_href: Option<String>,
    result: &'a str,
    date: String,
    ended: Option<String>,
    opening: Option<String>,
    opening_href: Option<String>,
    facts: Vec<(String, String)>,
    #[serde(flatten)]
    stepped: Stepped,
    pgn: String,
}

/// A game that is stepped through: the last position on a board, the moves, and every position.
#[derive(Serialize)]
pub(super) struct Stepped {
    pieces: &'static str,
    board: String,
    result_in_words: &'static str,
    score: String,
    taken: [String; 2],
    positions: String,
    anchor: String,
}

impl Stepped {
    /// The same of this game, which is open to everybody.
    pub(super) fn of(record: &Record) -> Stepped {
        let (last, moves) = played(record);
        let marked = moves.last().map(|(_, last)| {
            let from = last.from();
            from.into_iter().chain([last.to()]).collect::<Vec<_>>()
        });
        let in_words = words(&last, Color::White).replace('\n', " ");
        let about = format!("The last position. {}", in_words.trim());
        let result = record.result.to_string();
        Stepped {
            pieces: pieces(),
            board: board(last.board(), &marked.unwrap_or_default(), "board", &about),
            result_in_words: result_in_words(&result),
            score: score(record, &result),
            taken: [Color::White, Color::Black].map(|by| taken_in_words(&moves, by)),
            positions: positions(record),
            anchor: anchor(&last),
        }
    }
}

/// The page of a game: the last position, all moves, and every position in words and as FEN.
pub fn game_page(game: &OpenGame, site: &Site) -> Page {
    let Heading { white, black, .. } = &game.heading;
    let heading = &game.heading;
    let source = heading.source;
    let date = day(&heading.date);
    let year = heading.year().map(|year| format!(", {year}"));
    let shown = Shown {
        title: format!(
            "{white} – {black}{} {}",
            year.unwrap_or_default(),
            heading.result
        ),
        called: source.called(heading.number),
        subject: subject(&source.called(heading.number)),
        white,
        black,
        white_href: player_page(source, white),
        black_href: player_page(source, black),
        result: &heading.result,
        date,
        ended: (source == Source::Played).then(|| heading.since.format("%Y-%m-%d").to_string()),
        opening: opening(heading),
        opening_href: heading.code().map(|code| format!("openings/{code}.html")),
        facts: facts(&game.record),
        stepped: Stepped::of(&game.record),
        pgn: format!("{}.pgn", heading.number),
    };
    Page {
        path: heading.path(),
        text: filled("game", site, 1, shown),
    }
}

/// The last position, and the moves that led to it with who made them.
fn played(record: &Record) -> (Chess, Vec<(Color, Move)>) {
    let mut position = record.start.clone();
    let mut moves = Vec::with_capacity(record.line.moves.len());
    for at in &record.line.moves {
        moves.push((position.turn(), at.played));
        position.play_unchecked(at.played);
    }
    (position, moves)
}

/// The subject of a mail that asks for its removal, as it stands in a link.
fn subject(called: &str) -> String {
    format!("This must go: {called}").replace(' ', "%20")
}

pub(super) fn opening(heading: &Heading) -> Option<String> {
    match (heading.opening.as_str(), heading.eco.as_str()) {
        ("" | "?", "" | "?") => None,
        ("" | "?", code) => Some(code.to_owned()),
        (name, "" | "?") => Some(name.to_owned()),
        (name, code) => Some(format!("{name} ({code})")),
    }
}

pub(super) fn facts(record: &Record) -> Vec<(String, String)> {
    let said = record.tags.iter().filter(|(name, value)| {
        !ELSEWHERE.contains(&name.as_str()) && !matches!(value.as_str(), "" | "?" | "-")
    });
    said.map(|(name, value)| (apart(name), value.clone()))
        .collect()
}

/// "Time Control" of `TimeControl`.
fn apart(name: &str) -> String {
    let mut apart = String::new();
    let mut small = false;
    for sign in name.chars() {
        if small && sign.is_ascii_uppercase() {
            apart.push(' ');
        }
        small = sign.is_ascii_lowercase();
        apart.push(sign);
    }
    apart
}

fn result_in_words(result: &str) -> &'static str {
    match result {
        "1-0" => "White won",
        "0-1" => "Black won",
        "1/2-1/2" => "A draw",
        _ => "No result",
    }
}

/// A game that has everything that a page can show.
pub(super) fn example() -> Option<OpenGame> {
    let pgn = "[White \"Ann & <Bob>\"]\n[Black \"Cid\"]\n[Result \"1/2-1/2\"]\n[WhiteElo \"2000\"]\n\n\
               {Before} 1. e4 $1 {[%clk 1:00:00] See `8/8/8/8/8/8/8/K1k5 w - - 0 1`} (1. d4 d5 {Or} (1... f5 $14)) f5 \
               2. exf5 g5 3. fxg6 Nh6 4. g7 Nf7 5. gxh8=Q Nxh8 6. Qh5+ Ng6 7. Nf3 $77 d6 8. Be2 Be6 9. O-O 1/2-1/2\n";
    let text = GameText::of(pgn);
    let record = read_pgn(&text).ok()?.record;
    let heading = Heading {
        source: Source::Played,
        number: 1,
        white: "Ann & <Bob>".to_owned(),
        black: "Cid".to_owned(),
        event: "Club".to_owned(),
        date: "2026.11.??".to_owned(),
        result: "1/2-1/2".to_owned(),
        eco: "B00".to_owned(),
        opening: "King's Pawn Game".to_owned(),
        since: DateTime::UNIX_EPOCH,
        digest: [0; 32],
        boards: Vec::new(),
    };
    Some(OpenGame { heading, record })
}
