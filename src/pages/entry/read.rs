//! The games of a form, and what is wrong with each of its fields: the same as by mail, in the same words.

use super::fields::{NEEDED, unknown};
use super::typed::{Sheet, Typed};
use super::written::Written;
use crate::budget::{COLLECTION, FAULTS_TOLD, GAME_MOVES, GAMES, TEXT};
use crate::chess::Letters;
use crate::chess::pgn::{
    Entered, Fault, GameText, NotFiled, Reason, Splitter, feed_pasted, headings,
};
use crate::letters::{NotEntered, one_line, pgn_without_codes};
use std::collections::BTreeMap;

/// What a form says.
#[derive(Clone, Debug, Default)]
pub(super) struct Read {
    pub(super) games: Vec<Entered>,
    /// What of them is not written as the standard says, and is taken; one sentence each.
    pub(super) doubts: Vec<String>,
    /// What is wrong with each field.
    pub(super) faults: BTreeMap<&'static str, Vec<String>>,
    /// The number of the game whose place this one is to take.
    pub(super) overwrites: Option<i64>,
}

impl Read {
    /// Reads what was typed.
    pub(super) fn of(typed: &Typed) -> Read {
        let mut read = Read::default();
        read.where_to(typed);
        if typed.sheet() == Sheet::Headings {
            read.needed(typed);
        }
        read.signs(typed);
        read.games_of(typed);
        read
    }

    /// The part of the form into which the games are typed.
    fn body(typed: &Typed) -> &'static str {
        match typed.sheet() {
            Sheet::Headings => "moves",
            Sheet::Pgn => "pgn",
        }
    }

    fn fault(&mut self, field: &'static str, words: impl Into<String>) {
        let faults = self.faults.entry(field).or_default();
        let words = words.into();
        if faults.len() < FAULTS_TOLD && !faults.contains(&words) {
            faults.push(words);
        }
    }

    /// Where the games are filed, or which game they replace.
    fn where_to(&mut self, typed: &Typed) {
        let (collection, number) = (typed.line("collection"), typed.line("number"));
        let password = typed.line("password");
        if number.is_empty() && password.is_empty() {
            if collection.is_empty() {
                self.fault(
                    "collection",
                    "it does not say where the games are to be filed; write for example: Club championship 1992",
                );
            }
        } else {
            self.overwrites = number.parse().ok().filter(|number| *number > 0);
            if self.overwrites.is_none() {
                self.fault(
                    "number",
                    "it is the number that the game has in the archive",
                );
            }
            if password.is_empty() {
                self.fault(
                    "password",
                    "it came with the mail when the game was entered",
                );
            }
        }
        if collection.chars().count() > COLLECTION {
            self.fault(
                "collection",
                format!("it has at most {COLLECTION} characters"),
            );
        }
    }

    /// The headings that every game has.
    fn needed(&mut self, typed: &Typed) {
        for field in NEEDED {
            if typed.line(field.name).is_empty() && field.name != "Result" {
                let missing = Reason::Missing {
                    names: field.name.to_owned(),
                    first: field.name,
                    unknown: unknown(field.name),
                };
                self.fault(field.name, missing.to_string());
            }
        }
        // A file may keep a day that is none; whoever types it can mend it.
        let day = headings::mended("Date", &typed.date());
        if let Some(why) = headings::fault("Date", &day) {
            self.fault("Date", why);
        }
    }

    /// Signs that were lost on the way.
    fn signs(&mut self, typed: &Typed) {
        for (name, value) in typed.all() {
            if value.contains(char::REPLACEMENT_CHARACTER) {
                self.fault(
                    name,
                    "some of its letters cannot be read, and stand as \u{fffd}; write them anew",
                );
            }
        }
    }

    fn games_of(&mut self, typed: &Typed) {
        let body = Read::body(typed);
        let written = Written::of(typed);
        let text = pgn_without_codes(&written.text);
        if text.len() > TEXT {
            self.too_long(body);
            return;
        }
        let mut splitter = Splitter::default();
        feed_pasted(&mut splitter, &text);
        let mut moves_left = GAME_MOVES;
        let mut seen = 0;
        while let Some(game) = splitter.next_game() {
            if seen == GAMES {
                let why = NotEntered::OneTooMany { line: game.line };
                self.fault(body, why.to_string());
                return;
            }
            seen += 1;
            self.game(&game, &written, &mut moves_left);
        }
        // With all that the standard wants to be written it is longer than it was.
        if self
            .games
            .iter()
            .map(|game| game.filed.pgn.len() + 1)
            .sum::<usize>()
            > TEXT
        {
            self.too_long(body);
        }
        let is_good = self.faults.is_empty();
        if self.games.is_empty() && is_good {
            self.fault(body, Reason::Empty.to_string());
        }
        if self.games.len() > 1 && self.overwrites.is_some() {
            self.fault(
                body,
                "it brings several games, and one is overwritten by one",
            );
        }
    }

    fn too_long(&mut self, body: &'static str) {
        let most = TEXT / 1024;
        let words = format!("it has more than {most} KiB; enter the games in several parts");
        self.fault(body, words);
    }

    fn game(&mut self, text: &GameText, written: &Written, moves_left: &mut usize) {
        match Entered::read(text, Letters::English, moves_left) {
            Ok(game) => {
                let doubts = game
                    .doubts
                    .iter()
                    .map(|doubt| one_line(&doubt.reason.to_string()));
                self.doubts.extend(doubts);
                self.doubts.truncate(FAULTS_TOLD);
                let is_known = |known: &Entered| known.filed.digest == game.filed.digest;
                if !self.games.iter().any(is_known) {
                    self.games.push(game);
                }
            }
            Err(NotFiled::TooLong) => {
                let (field, line) = written.origin(text.line);
                let field = if field == "pgn" { "pgn" } else { "moves" };
                self.fault(field, NotEntered::TooLong { line }.to_string());
            }
            Err(NotFiled::Faults(faults)) => {
                for fault in faults {
                    self.fault_of_game(fault, text.line, written);
                }
            }
        }
    }

    /// A fault at the field in which it was made.
    fn fault_of_game(&mut self, mut fault: Fault, begins: u64, written: &Written) {
        let (field, line) = written.origin(fault.place.line);
        let is_pasted = matches!(field, "pgn" | "moves" | "others");
        // Of the headings that have fields of their own it is said there.
        if matches!(fault.reason, Reason::Missing { .. }) && begins == 1 && field != "pgn" {
            return;
        }
        fault.place.line = line;
        let words = match is_pasted {
            true => fault.to_string(),
            false => fault.reason.to_string(),
        };
        self.fault(field, one_line(&words));
    }
}
