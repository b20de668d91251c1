//! What may take long: searching the archive, and reading the games that a mail brings. It is done for those alone who
//! have shown that they may want it, one mail at a time, after the others of their batch, and with nothing locked.

use super::Robot;
use super::allowances::Allowance;
use super::orders::archive::{self as archive_orders, Searched};
use super::orders::waiting_entries::Waited;
use super::reader::{Raw, Rehearsed};
use super::reading::{Content, Depth, Read, SlowWork};
use super::standing::Standing;
use crate::budget::{GAMES_FOUND, PGN_OF_A_LETTER};
use crate::db::archive::{self, SearchBudget};
use crate::db::inbox::Claimed;
use crate::db::{senders, waiting_entries};
use crate::letters::key_hash;
use crate::mail::address;
use std::time::Duration;

/// How long the archive is searched for one mail.
const SEARCH: Duration = Duration::from_secs(5);

/// What of a mail may take long.
enum Slow<'a> {
    /// The words of its first search.
    Search(&'a str),
    /// The text in which games are to be found, beside those that are attached.
    Games(&'a str),
    /// What the games wait under that it enters.
    Waiting(&'a str),
}

/// What of this mail may take long, as far as its sender may want it.
fn slow_parts(read: &Read) -> Vec<Slow<'_>> {
    let Ok(content) = &read.content else {
        return Vec::new();
    };
    let (searches, files) = match read.known.standing {
        Standing::Unheard | Standing::Unproven => (false, false),
        // The domain stands for it, and not the player: what changes something is asked about first.
        Standing::Vouched => (true, false),
        Standing::Answer => (true, true),
        Standing::Proven => (!read.known.too_old, !read.known.too_old),
    };
    let mut slow_parts = Vec::new();
    slow_parts.extend(
        archive_orders::search_of(content)
            .filter(|_| searches)
            .map(Slow::Search),
    );
    slow_parts.extend(games_of(content).filter(|_| files).map(Slow::Games));
    slow_parts.extend(waiting_in(content).filter(|_| files).map(Slow::Waiting));
    slow_parts
}

/// The text below the first order that brings games.
fn games_of(content: &Content) -> Option<&str> {
    content
        .message
        .orders
        .iter()
        .find_map(|order| order.command.pasted())
}

/// What the first order names that enters games which wait.
fn waiting_in(content: &Content) -> Option<&str> {
    let mut orders = content.message.orders.iter();
    orders.find_map(|order| order.command.waiting())
}

/// Whether something is to be done for this mail that may take long.
pub(super) fn is_slow(read: &Read) -> bool {
    !slow_parts(read).is_empty()
}

impl Robot {
    /// Does what may take long for one mail, of which these are the bytes.
    ///
    /// # Errors
    ///
    /// When the database fails. That a search takes too long is no error.
    pub(super) async fn do_slow_work(&self, read: &mut Read, mail: &Claimed) -> anyhow::Result<()> {
        if read.stopped.is_some() || !self.may_have_slow_work(read).await? {
            return Ok(());
        }
        let mut slow_work = SlowWork::default();
        let mut stopped = None;
        for part in slow_parts(read) {
            match part {
                Slow::Search(words) => slow_work.searched = Some(self.search(read, words).await?),
                Slow::Games(pasted) => {
                    let (Ok(content), pasted) = (read.content.clone(), pasted.to_owned()) else {
                        continue;
                    };
                    let games = [Raw::of(mail)];
                    let outcomes = self.reader.rehearse(&games, Depth::Games).await?;
                    stopped = outcomes.into_iter().find_map(Rehearsed::stopped);
                    if stopped.is_some() {
                        break;
                    }
                    let games = move || archive_orders::brought(&content, &pasted);
                    slow_work.brought = Some(tokio::task::spawn_blocking(games).await?);
                }
                Slow::Waiting(key) => match self.waited(key.to_owned()).await? {
                    Ok(waited) => slow_work.waited = Some(waited),
                    Err(why) => {
                        stopped = Some(why);
                        break;
                    }
                },
            }
        }
        read.slow_work = slow_work;
        read.stopped = stopped;
        Ok(())
    }

    /// The code of a question proves something only where the question was asked.
    async fn may_have_slow_work(&self, read: &Read) -> sqlx::Result<bool> {
        match (&read.known.standing, &read.content) {
            (Standing::Answer, Ok(content)) => match &content.evidence.one_time {
                Some(token) => {
                    senders::was_asked(&self.pool, &token.hash, &content.sender_key()).await
                }
                None => Ok(false),
            },
            (Standing::Unheard | Standing::Unproven, _) | (_, Err(_)) => Ok(false),
            (Standing::Vouched | Standing::Proven, Ok(_)) => Ok(true),
        }
    }

    /// What waits under this key, or why it cannot be read.
    async fn waited(&self, key: String) -> anyhow::Result<Result<Waited, String>> {
        let entry = waiting_entries::find(&self.pool, &key_hash(&key)).await?;
        if let Some(entry) = &entry {
            // As a mail that brings the same.
            let mail = format!(
                "From: a@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nenter x\n\n{}",
                entry.pgn
            );
            let games = [Raw {
                octets: mail.as_bytes(),
                header_only: false,
            }];
            let outcomes = self.reader.rehearse(&games, Depth::Games).await?;
            if let Some(why) = outcomes.into_iter().find_map(Rehearsed::stopped) {
                return Ok(Err(why));
            }
        }
        let read = move || Waited::of(key, entry);
        Ok(Ok(tokio::task::spawn_blocking(read).await?))
    }

    async fn search(&self, read: &Read, words: &str) -> anyhow::Result<Searched> {
        let Ok(wanted) = archive_orders::wanted(words) else {
            return Ok(Searched::NotToday);
        };
        // Whoever gets no answer any more today needs no search.
        if let Some(main) = &read.known.main {
            let key = address::counting_key(main);
            let kind = Allowance::Information.word();
            let today = senders::answers_today(&self.pool, &key, kind, read.known.at).await?;
            if today >= Allowance::Information.a_day() {
                return Ok(Searched::NotToday);
            }
        }
        let budget = SearchBudget {
            games: GAMES_FOUND,
            octets: PGN_OF_A_LETTER,
            time: SEARCH,
        };
        let Some(hits) = archive::search(&self.pool, &wanted.filter, budget).await? else {
            return Ok(Searched::TooLong);
        };
        let found =
            tokio::task::spawn_blocking(move || archive_orders::found(hits, &wanted)).await?;
        Ok(Searched::Found(found))
    }
}
