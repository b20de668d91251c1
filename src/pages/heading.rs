//! What the lists tell of a game.

use super::opened::open_text;
use super::source::Source;
use crate::chess::pgn::{BoardKeys, Filed, Record};
use crate::letters::NameKey;
use chrono::{DateTime, Utc};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::cmp::Reverse;

/// What the lists tell of a game, open to everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Where it comes from.
    pub source: Source,
    /// Its number there.
    pub number: i64,
    /// White's name, `?` where it is not known.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// What the event is called, or `?`.
    pub event: String,
    /// The day on which it began, `YYYY.MM.DD` with question marks.
    pub date: String,
    /// The result token.
    pub result: String,
    /// The code of the opening, or nothing.
    pub eco: String,
    /// Its name, or nothing.
    pub opening: String,
    /// When it ended, or was entered.
    pub since: DateTime<Utc>,
    /// SHA-256 of all that its page is made of.
    pub digest: [u8; 32],
    /// The boards of a game that was played here. Those of the archive are as many as a database is made for.
    pub boards: Vec<BoardKeys>,
}

impl Heading {
    /// That of a game as it is filed, which ended, or was entered, then.
    pub fn of(
        (source, number): (Source, i64),
        (record, filed): (&Record, Filed),
        since: DateTime<Utc>,
        digest: [u8; 32],
    ) -> Heading {
        Heading {
            source,
            number,
            white: filed.white,
            black: filed.black,
            event: record.tag("Event").unwrap_or("?").to_owned(),
            date: filed.played_on,
            result: filed.result,
            eco: filed.eco,
            opening: filed.opening,
            since,
            digest,
            boards: filed.boards,
        }
    }

    /// A heading of what others wrote: what looks like an address is taken out.
    #[must_use]
    pub fn opened(mut self) -> Heading {
        for words in [
            &mut self.white,
            &mut self.black,
            &mut self.event,
            &mut self.date,
            &mut self.result,
            &mut self.eco,
            &mut self.opening,
        ] {
            *words = open_text(words);
        }
        self
    }

    /// Where its page lies, from the folder of the site.
    pub fn path(&self) -> String {
        format!("{}/{}.html", self.source.folder(), self.number)
    }

    /// Where its PGN lies.
    pub fn pgn_path(&self) -> String {
        format!("{}/{}.pgn", self.source.folder(), self.number)
    }

    /// The year in which it began, where that is known.
    pub(super) fn year(&self) -> Option<&str> {
        let year = self.date.get(..4)?;
        year.bytes().all(|it| it.is_ascii_digit()).then_some(year)
    }

    /// The code of its opening, where it is one: a letter from A to E and two figures.
    pub(super) fn code(&self) -> Option<&str> {
        let code = self.eco.get(..3)?;
        match code.as_bytes() {
            [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9'] => Some(code),
            _ => None,
        }
    }
}

/// The games that ended, or were entered, last.
pub(super) fn newest(games: &[Heading], at_most: usize) -> impl Iterator<Item = &Heading> {
    let mut newest: Vec<&Heading> = games.iter().collect();
    newest.sort_by_key(|game| Reverse((game.since, Reverse(game.source), game.number)));
    newest.into_iter().take(at_most)
}

/// The day as people read it: "2026-11-26", with what is not known left out.
pub(super) fn day(date: &str) -> String {
    let known = date.split('.').take_while(|part| !part.contains('?'));
    known.collect::<Vec<_>>().join("-")
}

/// Where the page of a player lies, from the folder of the site; none where nobody is named. Its name is what can be read of
/// theirs, and what no other name has. Players of this server and of the archive are not taken for each other, whatever they are
/// called.
pub(super) fn player_page(source: Source, name: &str) -> Option<String> {
    let key = NameKey::of(name);
    if matches!(key.as_str(), "" | "?" | "-") {
        return None;
    }
    let mut hash = Sha256::new();
    hash.update(source.folder());
    hash.update([0]);
    hash.update(key.as_str());
    let hash = hash.finalize();
    let hash = HEXLOWER.encode(hash.get(..5).unwrap_or_default());
    let letters = key.as_str().chars().map(|sign| match sign {
        'a'..='z' | '0'..='9' => sign,
        _ => '-',
    });
    let letters: String = letters.take(30).collect();
    let words = letters.split('-').filter(|word| !word.is_empty());
    let words: Vec<&str> = words.chain([hash.as_str()]).collect();
    Some(format!("players/{}.html", words.join("-")))
}
