//! What came to the players' mailboxes: every letter, as it was written, once in substance; and python-chess agrees.

use crate::mailboxes::Letter;
use crate::maker::Made;
use crate::players::{self, Meaning};
use crate::referee;
use crate::verdict::{Books, Game};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::time::Duration;

/// What a letter is for, and nothing but it: cause, occasion, recipient, game, number.
type Effect<'a> = ([Option<i64>; 2], &'a str, &'a str, Option<i64>, i32);

/// Compares letters, mailboxes and positions.
pub(crate) fn compare(books: &mut Books<'_>, made: &[Made]) {
    books.letters_arrived(made);
    books.players_were_told_once();
    books.referee_agrees();
}

impl Books<'_> {
    /// Every letter that was sent is in the mailbox, as it was written, and a second copy has a fault for its cause.
    fn letters_arrived(&mut self, made: &[Made]) {
        let mut wrong = Vec::new();
        let mut arrived: HashMap<&str, Vec<&Letter>> = HashMap::new();
        for letter in &self.players.letters {
            arrived.entry(&letter.message_id).or_default().push(letter);
        }
        let mut effects: BTreeMap<Effect<'_>, usize> = BTreeMap::new();
        for posted in &self.posted {
            let effect = (
                [posted.cause_inbox_id, posted.cause_id],
                posted.occasion.as_str(),
                posted.recipient.as_str(),
                posted.game_id,
                posted.nth,
            );
            *effects.entry(effect).or_default() += 1;
            let copies = arrived
                .remove(posted.message_id.as_str())
                .unwrap_or_default();
            if copies.is_empty() && posted.state == "sent" {
                wrong.push(format!(
                    "letter {} ({}) to {} was sent and did not arrive",
                    posted.id, posted.occasion, posted.recipient
                ));
            }
            let written = unix_lines(&posted.bytes);
            for copy in &copies {
                let file = unix_lines(&fs::read(&copy.file).expect("a mail file"));
                if !file.ends_with(&written) {
                    wrong.push(format!(
                        "letter {} to {} arrived with other bytes in {}",
                        posted.id,
                        posted.recipient,
                        copy.file.display()
                    ));
                }
                if self.players.addresses[copy.player] != posted.recipient {
                    wrong.push(format!(
                        "letter {} to {} arrived elsewhere",
                        posted.id, posted.recipient
                    ));
                }
            }
            let handed_over: BTreeSet<&str> =
                copies.iter().map(|copy| copy.mta_id.as_str()).collect();
            self.figures.delivered_again += copies.len() - handed_over.len();
            if handed_over.len() > 1 {
                self.figures.sent_again += handed_over.len() - 1;
                let first = copies
                    .iter()
                    .map(|copy| copy.accepted)
                    .min()
                    .expect("copies");
                let last = copies
                    .iter()
                    .map(|copy| copy.accepted)
                    .max()
                    .expect("copies");
                // Known to the second.
                let second = Duration::from_secs(1);
                let excused = made
                    .iter()
                    .any(|made| made.from <= last + second && made.until + second >= first);
                if !excused || posted.attempts < 2 {
                    wrong.push(format!(
                        "letter {} to {} was sent {} times, and nothing had gone wrong",
                        posted.id,
                        posted.recipient,
                        handed_over.len()
                    ));
                }
            }
        }
        for (message_id, letters) in arrived {
            wrong.push(format!(
                "{} has a letter {message_id} that is in no book: {:.80}",
                self.players.addresses[letters[0].player], letters[0].words
            ));
        }
        for (effect, times) in effects {
            if times > 1 {
                wrong.push(format!("{times} letters for one effect: {effect:?}"));
            }
        }
        self.violations.append(&mut wrong);
    }

    /// As the players see it, without the books: no move, end or word was told in two different letters.
    fn players_were_told_once(&mut self) {
        let mut wrong = Vec::new();
        let mut told: BTreeMap<(usize, u64, u32, &str), BTreeSet<&str>> = BTreeMap::new();
        for letter in &self.players.letters {
            let Some(game) = letter.game else {
                continue;
            };
            let opening: String = letter.words.chars().take(200).collect();
            let what = if opening.contains("has played") && opening.contains("It is your move with")
            {
                "move"
            } else if opening.starts_with("Your move") && opening.contains("is played") {
                "own move"
            } else if opening.contains(&format!("Game {game} is over")) {
                "end"
            } else if opening.contains(&format!("Game {game} begins")) {
                "beginning"
            } else {
                continue;
            };
            let at = (letter.player, game, letter.ply().unwrap_or(0), what);
            told.entry(at).or_default().insert(&letter.message_id);
        }
        for ((player, game, ply, what), letters) in told {
            if letters.len() > 1 {
                wrong.push(format!(
                    "{} was told of one {what} in {} letters (game {game}, ply {ply}): {letters:?}{}",
                    self.players.names[player],
                    letters.len(),
                    self.story(game)
                ));
            }
        }
        let mut said: HashMap<&str, Vec<&Letter>> = HashMap::new();
        for letter in &self.players.letters {
            for words in players::words_in(&letter.words) {
                said.entry(words).or_default().push(letter);
            }
        }
        for sent in &self.players.sent {
            let Some(words) = &sent.words else {
                continue;
            };
            let rival = matches!(sent.meaning, Meaning::Move { rivals: true, .. });
            let said_in = said.get(words.as_str()).into_iter().flatten();
            let letters: BTreeSet<&str> = said_in
                .filter(|letter| letter.player != sent.player)
                .map(|letter| letter.message_id.as_str())
                .collect();
            if letters.len() > 1 || (letters.is_empty() && !rival) {
                wrong.push(format!(
                    "{}: its words {words:?} reached the other in {} letters",
                    sent.id,
                    letters.len()
                ));
            }
        }
        self.violations.append(&mut wrong);
    }

    /// python-chess plays all games again and reads the export.
    fn referee_agrees(&mut self) {
        let mut wrong = Vec::new();
        let sans: Vec<String> = self
            .games
            .iter()
            .map(|game| {
                let events = self.events.iter().filter(|event| event.game_id == game.id);
                let sans: Vec<&str> = events.filter_map(|event| event.san.as_deref()).collect();
                sans.join(" ")
            })
            .collect();
        let positions: HashMap<u64, Vec<String>> = self
            .games
            .iter()
            .map(|game| u64::try_from(game.id).expect("a number"))
            .zip(referee::positions(&sans))
            .collect();
        for game in &self.games {
            let told = &positions[&u64::try_from(game.id).expect("a number")];
            if told.last() != Some(&game.fen)
                || told.len() != usize::try_from(game.ply).expect("a number") + 1
            {
                wrong.push(format!(
                    "game {}: stands at {}, and for python-chess at {:?}",
                    game.id,
                    game.fen,
                    told.last()
                ));
            }
        }
        for letter in &self.players.letters {
            let (Some(game), Some(fen), Some(ply)) = (letter.game, &letter.fen, letter.ply())
            else {
                continue;
            };
            let position = positions
                .get(&game)
                .and_then(|told| told.get(usize::try_from(ply).ok()?));
            self.figures.fens += 1;
            if position != Some(fen) {
                wrong.push(format!(
                    "{} was told {fen} in game {game}, and for python-chess it is {position:?}: {}",
                    self.players.names[letter.player],
                    letter.file.display()
                ));
            }
        }
        let over: BTreeMap<String, &Game> = self
            .games
            .iter()
            .filter(|game| game.phase == "over")
            .map(|game| (format!("chess.test-{}", game.id), game))
            .collect();
        let exported = referee::read_pgns(&self.daemons.penpawn(&["export"]));
        if exported.len() != over.len() {
            wrong.push(format!(
                "{} games are over, and {} are exported",
                over.len(),
                exported.len()
            ));
        }
        for (name, read) in exported {
            let agrees = over.get(&name).is_some_and(|game| {
                read.result == game.result
                    && read.fen == game.fen
                    && i32::try_from(read.plies) == Ok(game.ply)
            });
            if !agrees {
                wrong.push(format!(
                    "{name} is exported with {} after {} plies",
                    read.result, read.plies
                ));
            }
        }
        self.violations.append(&mut wrong);
    }
}

fn unix_lines(bytes: &[u8]) -> Vec<u8> {
    bytes
        .iter()
        .copied()
        .filter(|&octet| octet != b'\r')
        .collect()
}
