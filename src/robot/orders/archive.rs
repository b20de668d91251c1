//! The archive by mail: entering played games, changing them, finding them.

use super::Execution;
use crate::budget::{COLLECTION, FAULTS_TOLD, GAME_MOVES, GAMES, PGN_OF_A_LETTER, TEXT};
use crate::chess::pgn::{
    BoardKeys, Entered, Fault, Filed, GameText, NotFiled, Splitter, feed_pasted, headings, stood_in,
};
use crate::chess::{GivenPosition, Letters, Material};
use crate::db::archive::{ArchiveFilter, Entry, Hit, Hits};
use crate::language::Order;
use crate::letters::{
    FiledGame, NoEntry, NoOverwriting, NoSearch, NotEntered, NotWanted, Occasion, key_hash,
    one_line, pgn_without_codes, pgn_without_links, typed_key,
};
use crate::mail::read::Decoded;
use crate::robot::allowances::{Allowance, enough_for_today};
use crate::robot::batch::Filing;
use crate::robot::reading::Content;
use shakmaty::Board;

/// A game with its number in the archive.
type Numbered = (i64, Filed);

/// What came of the search of a mail.
#[derive(Clone, Debug)]
pub(in crate::robot) enum Searched {
    /// So much was found.
    Found(Found),
    /// It was not done in the time that it may take.
    TooLong,
    /// It was not done: no answer can be written today.
    NotToday,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct Found {
    /// How many there are.
    total: i64,
    /// The first of them, as far as the letter may bring them.
    games: Vec<FiledGame>,
    /// The same, as PGN.
    pgn: String,
    /// Those among the first for which the letter has no room.
    left_out: Vec<FiledGame>,
}

/// What is told of what was found: games that had the board, if one is wanted, as many as a letter has room for.
pub(in crate::robot) fn found(hits: Hits, wanted: &Wanted) -> Found {
    let mut found = Found {
        total: hits.total,
        ..Found::default()
    };
    for hit in hits.games {
        let title = title_of(&hit);
        match hit.pgn {
            Some(pgn) if wanted.fits(&pgn) => {
                found.games.push(title);
                // Whoever entered it is not whoever gets it: what leads somewhere would be an advertisement.
                found.pgn.push_str(&pgn_without_links(&pgn));
            }
            Some(_) => {}
            None => found.left_out.push(title),
        }
    }
    found
}

fn title_of(hit: &Hit) -> FiledGame {
    FiledGame::of(
        hit.id,
        [&hit.white, &hit.black, &hit.played_on, &hit.result],
    )
}

/// The words of the first search in a mail, which is the one that is done.
pub(in crate::robot) fn search_of(content: &Content) -> Option<&str> {
    searches(content).next()
}

fn searches(content: &Content) -> impl Iterator<Item = &str> {
    content
        .message
        .orders
        .iter()
        .filter_map(|order| order.command.searched())
}

/// What came in a mail to be entered.
#[derive(Clone, Debug, Default)]
pub(in crate::robot) struct Brought {
    pub(in crate::robot) good: Vec<Filed>,
    /// What of them was not written as the standard says, one sentence each.
    pub(in crate::robot) doubts: Vec<String>,
    /// Why the others are not.
    pub(in crate::robot) refused: Vec<NotEntered>,
}

/// The games in a text that was written by a program.
pub(in crate::robot) fn brought_as_text(text: &str) -> Brought {
    let mut brought = Brought::default();
    brought.read([(text, Decoded::Known)].into_iter(), Letters::English);
    brought
}

/// The games in a mail: those that are attached, and those below the order.
pub(in crate::robot) fn brought(content: &Content, pasted: &str) -> Brought {
    let attached = content
        .incoming
        .attachments
        .iter()
        .filter(|attachment| attachment.is_pgn())
        .filter_map(|attachment| Some((attachment.text.as_deref()?, attachment.letters)));
    // Who attaches their games may write a few words to go with them.
    let note_only = attached.clone().next().is_some() && !looks_like_pgn(pasted);
    let pasted = (!note_only).then_some((pasted, Decoded::Known));
    let mut brought = Brought::default();
    // A game that is lost at the end of what is read would be missed by nobody.
    if pasted.is_some() && content.message.cut {
        brought.refused.push(NotEntered::RestOfMail);
    }
    if attached
        .clone()
        .any(|(text, _)| text.len() >= TEXT && text.chars().count() >= TEXT)
    {
        brought.refused.push(NotEntered::RestOfFile);
    }
    brought.read(attached.chain(pasted), content.letters);
    brought
}

impl Brought {
    /// Reads the games in these texts.
    fn read<'a>(&mut self, texts: impl Iterator<Item = (&'a str, Decoded)>, of_moves: Letters) {
        let mut seen = Vec::new();
        let mut moves_left = GAME_MOVES;
        for (source, letters) in texts {
            let mut splitter = splitter_of(source, letters);
            while let Some(text) = splitter.next_game() {
                if self.good.len() + self.refused.len() >= GAMES {
                    let line = text.line;
                    self.refused.push(NotEntered::OneTooMany { line });
                    return;
                }
                match checked(&text, of_moves, &mut moves_left) {
                    Ok((game, _)) if seen.contains(&game.digest) => {}
                    Ok((game, doubts)) => {
                        seen.push(game.digest);
                        self.good.push(game);
                        self.doubts.extend(doubts);
                    }
                    Err(why) => self.refused.extend(why),
                }
            }
        }
    }
}

/// Splits a text into its games.
fn splitter_of(source: &str, letters: Decoded) -> Splitter {
    let mut splitter = match letters {
        Decoded::Known => Splitter::default(),
        Decoded::Guessed => Splitter::of_guessed_letters(),
    };
    feed_pasted(&mut splitter, &pgn_without_codes(source));
    splitter
}

/// Whether a text has a tag, a result, or the number of a move, without which no game is entered by mistake.
fn looks_like_pgn(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with('['))
        || text
            .split_whitespace()
            .any(|word| ["1-0", "0-1", "1/2-1/2"].contains(&word) || word.starts_with("1."))
}

/// A game for the archive, and what of it is not written as the standard says.
fn checked(
    text: &GameText,
    letters: Letters,
    moves_left: &mut usize,
) -> Result<(Filed, Vec<String>), Vec<NotEntered>> {
    let said = |faults: Vec<Fault>| -> Vec<String> {
        faults
            .iter()
            .map(|fault| one_line(&fault.to_string()))
            .collect()
    };
    match Entered::read(text, letters, moves_left) {
        Ok(game) => Ok((game.filed, said(game.doubts))),
        Err(NotFiled::Faults(faults)) => Err(Vec::from_iter(
            said(faults).into_iter().map(NotEntered::Fault),
        )),
        Err(NotFiled::TooLong) => Err(vec![NotEntered::TooLong { line: text.line }]),
    }
}

fn title(number: i64, game: &Filed) -> FiledGame {
    FiledGame::of(
        number,
        [&game.white, &game.black, &game.played_on, &game.result],
    )
}

/// What a player looks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::robot) struct Wanted {
    pub(in crate::robot) filter: ArchiveFilter,
    /// The board that the key in the filter stands for.
    board: Option<Board>,
}

impl Wanted {
    /// Whether a game that was found had the board.
    fn fits(&self, pgn: &str) -> bool {
        self.board.as_ref().is_none_or(|board| stood_in(pgn, board))
    }
}

/// What a player looks for, from the words behind `search`.
///
/// # Errors
///
/// Why that cannot be looked for.
pub(in crate::robot) fn wanted(words: &str) -> Result<Wanted, NotWanted> {
    let mut wanted = Wanted::default();
    let mut keyword = "player";
    let mut value: Vec<&str> = Vec::new();
    let mut any = false;
    for word in words.split_whitespace().chain(["player"]) {
        let next = match word.trim_end_matches(':').to_lowercase().as_str() {
            "player" | "by" | "of" => "player",
            "opening" | "eco" => "opening",
            "result" => "result",
            "since" | "from" | "after" => "since",
            "until" | "to" | "before" => "until",
            "position" | "fen" => "position",
            "material" => "material",
            "collection" | "in" => "collection",
            "number" | "game" => "number",
            _ => {
                value.push(word);
                continue;
            }
        };
        if !value.is_empty() {
            any = true;
            set(&mut wanted, keyword, &value.join(" "))?;
            value.clear();
        } else if any && keyword != "player" {
            return Err(NotWanted::NothingBehind(keyword));
        }
        keyword = next;
    }
    if wanted == Wanted::default() {
        return Err(NotWanted::Nothing);
    }
    Ok(wanted)
}

fn set(wanted: &mut Wanted, keyword: &str, value: &str) -> Result<(), NotWanted> {
    let filter = &mut wanted.filter;
    let day = || {
        let day = headings::mended("Date", value);
        match headings::fault("Date", &day) {
            None => Ok(day),
            Some(_) => Err(NotWanted::NoDay(value.to_owned())),
        }
    };
    match keyword {
        "player" => filter.player = Some(value.to_owned()),
        "opening" => filter.opening = Some(value.to_owned()),
        "collection" => filter.collection = Some(value.to_owned()),
        "result" => {
            let result = headings::mended("Result", &value.replace(' ', ""));
            if headings::fault("Result", &result).is_some() {
                return Err(NotWanted::NoResult(value.to_owned()));
            }
            filter.result = Some(result);
        }
        "since" => filter.since = Some(day()?.replace('?', "0")),
        "until" => filter.until = Some(day()?.replace('?', "9")),
        "material" => {
            let material = Material::read(value);
            filter.material =
                Some(material.ok_or_else(|| NotWanted::NoMaterial(value.to_owned()))?);
        }
        "number" => {
            let number = value.parse();
            let number = number.map_err(|_| NotWanted::NoNumber(value.to_owned()))?;
            filter.number = Some(number);
        }
        _ => {
            let given = GivenPosition::read(value)
                .map_err(|fault| NotWanted::Position(fault.to_string()))?;
            filter.board = Some(BoardKeys::of(given.board()));
            wanted.board = Some(given.board().clone());
        }
    }
    Ok(())
}

/// The name of a collection, as the database takes it.
pub(super) fn named(collection: &str) -> String {
    let name = one_line(collection);
    name.chars().take(COLLECTION).collect()
}

impl Execution<'_, '_, '_> {
    pub(super) fn enter(&mut self, order: &Order, collection: &str) -> anyhow::Result<()> {
        let collection = named(collection);
        if collection.trim().is_empty() {
            self.refuse(order, NoEntry::NoCollection, None);
            return Ok(());
        }
        let Some(brought) = self.read.slow_work.brought.clone() else {
            anyhow::bail!("the games of the mail were not read");
        };
        if brought.good.is_empty() && brought.refused.is_empty() {
            let name = collection.trim().to_lowercase();
            // Whoever brings no game may want to enter the tournament of that name.
            match self.batch.tournaments.find(&name) {
                Some(_) => self.ask_to_sign_up(order, &name),
                None => self.refuse(order, NoEntry::NoGame, None),
            }
            return Ok(());
        }
        self.enter_brought(order, &collection, brought)?;
        Ok(())
    }

    /// Enters these games. Returns whether it is told what became of each.
    pub(super) fn enter_brought(
        &mut self,
        order: &Order,
        collection: &str,
        brought: Brought,
    ) -> anyhow::Result<bool> {
        let Brought {
            good,
            mut doubts,
            mut refused,
        } = brought;
        let address = self.address();
        if !good.is_empty() && !self.batch.spend(&address, Allowance::Entry) {
            self.refuse(order, NoEntry::EnoughToday, None);
            return Ok(false);
        }
        let (filed, twice) = self.number_entered(good)?;
        let games = filed
            .iter()
            .map(|(number, game)| title(*number, game))
            .collect();
        let password = if filed.is_empty() {
            None
        } else {
            Some(self.file(filed, collection)?)
        };
        refused.truncate(FAULTS_TOLD);
        doubts.truncate(FAULTS_TOLD);
        let entered = Occasion::Entered {
            collection: self.quoted(collection),
            password,
            games,
            twice,
            doubts,
            refused,
        };
        self.become_player();
        self.inform(entered, None);
        Ok(true)
    }

    /// Gives each game a number of its own. Returns also those that the archive has already.
    fn number_entered(
        &mut self,
        games: Vec<Filed>,
    ) -> anyhow::Result<(Vec<Numbered>, Vec<FiledGame>)> {
        let mut filed = Vec::new();
        let mut twice = Vec::new();
        let archive = &mut self.batch.archive;
        for game in games {
            if let Some(&number) = archive.digests.get(game.digest.as_slice()) {
                twice.push(title(number, &game));
                continue;
            }
            let Some(number) = archive.spare.take(self.read.mail.id) else {
                anyhow::bail!("no number was reserved for a game of the archive");
            };
            archive.digests.insert(game.digest.to_vec(), number);
            filed.push((number, game));
        }
        Ok((filed, twice))
    }

    /// Files games in a collection. Returns the password with which they can be changed.
    fn file(&mut self, games: Vec<Numbered>, collection: &str) -> anyhow::Result<String> {
        let password = typed_key(self.batch.randomness.draw(self.read.mail.id)?);
        self.batch.archive.filings.push(Filing {
            games,
            entry: Entry {
                collection: collection.to_owned(),
                password_hash: Some(key_hash(&password)),
                player_id: Some(self.sender.player.0),
                inbox_id: Some(self.read.mail.id),
            },
        });
        Ok(password)
    }

    pub(super) fn overwrite(
        &mut self,
        order: &Order,
        number: i64,
        password: &str,
    ) -> anyhow::Result<()> {
        let Some(brought) = self.read.slow_work.brought.clone() else {
            anyhow::bail!("the game of the mail was not read");
        };
        self.overwrite_knowing(order, number, &key_hash(password), brought);
        Ok(())
    }

    /// Puts what is brought in the place of a game, where this is the hash of its password. Returns whether that was done.
    pub(super) fn overwrite_knowing(
        &mut self,
        order: &Order,
        number: i64,
        hash: &[u8],
        brought: Brought,
    ) -> bool {
        let known = self.batch.archive.passwords.get(&number);
        if known.is_none_or(|known| known.as_deref() != Some(hash)) {
            // A wrong password and a number that does not exist are not told apart.
            let address = self.address();
            // Counted with what needs no proof: few guesses a day.
            if self.batch.spend(&address, Allowance::NotUnderstood) {
                self.refuse(order, NoOverwriting::WrongPassword { number }, None);
            } else {
                self.refused_to_answer = Some(enough_for_today("wrong passwords"));
            }
            return false;
        }
        let why = match (brought.good.as_slice(), brought.refused.first()) {
            ([game], None) => return self.overwrite_with(order, number, game),
            (_, Some(why)) => NoOverwriting::NotEntered(why.clone()),
            ([], None) => NoOverwriting::NoGame,
            _ => NoOverwriting::Several,
        };
        self.refuse(order, why, None);
        false
    }

    fn overwrite_with(&mut self, order: &Order, number: i64, game: &Filed) -> bool {
        let archive = &mut self.batch.archive;
        let holder = archive.digests.get(game.digest.as_slice()).copied();
        if let Some(number) = holder.filter(|other| *other != number) {
            self.refuse(order, NoOverwriting::Known { number }, None);
            return false;
        }
        archive.digests.insert(game.digest.to_vec(), number);
        archive.overwritten.push((number, game.clone()));
        let overwritten = Occasion::Overwritten {
            game: title(number, game),
            pgn: game.pgn.clone(),
        };
        self.inform(overwritten, None);
        true
    }

    pub(super) fn search(&mut self, order: &Order, words: &str) -> anyhow::Result<()> {
        match searches(self.content).position(|other| other == words) {
            Some(0) => {}
            Some(1) => {
                self.refuse(order, NoSearch::OneAMail, None);
                return Ok(());
            }
            // That was said of the second one.
            Some(_) | None => return Ok(()),
        }
        if let Err(why) = wanted(words) {
            let why = why.quoted(|written| self.quoted(written));
            self.refuse(order, NoSearch::Unreadable(why), None);
            return Ok(());
        }
        match self.read.slow_work.searched.clone() {
            Some(Searched::Found(found)) => {
                let occasion = Occasion::Found {
                    words: self.quoted(words),
                    total: found.total,
                    games: found.games,
                    pgn: found.pgn,
                    left_out: found.left_out,
                    most_kib: PGN_OF_A_LETTER / 1024,
                };
                self.inform(occasion, None);
            }
            Some(Searched::TooLong) => {
                self.refuse(order, NoSearch::TooLong, None);
            }
            Some(Searched::NotToday) => {
                self.refuse_to_answer();
            }
            None => anyhow::bail!("the search of the mail was not done"),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
