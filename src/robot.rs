//! From a cause to its effect: one decision, one transaction, letters out.
//!
//! Most causes are mails, and this module tells how they come to be carried out; `act` is the door through which each cause
//! goes, whatever it is. A batch of mails is claimed in a transaction of its own, so that an attempt is counted before anybody looks at a
//! byte. Then the mails are read without any lock, and decided and written down in one transaction: the games, the
//! letters with their complete bytes, and the mails' own rows. When a batch fails, each of its mails is tried alone, so
//! that one bad mail holds up no other; a mail that fails alone is tried again later and laid aside after three times. What
//! failed because two daemons met is tried again as well, and not counted.
//!
//! - [`server`]: who we are, and where tokens stand in a mail.
//! - `act`: carries causes out: loads, decides, renders and writes down.
//! - `lines`: whose line a mail waits in.
//! - `standing`: what a mail has shown of its sender, and how much is done for it.
//! - `ours`: which mails in our folder are for us.
//! - `reading`: the bytes of a mail, reduced to what can be decided on.
//! - [`reader`]: a process of its own that reads a mail before we do.
//! - `slow_work`: what may take long: searches of the archive, and games that mails bring.
//! - `bounces`: letters that came back, and addresses that rest.
//! - `allowances`: how many letters leave us on one day.
//! - `batch`: all that some causes need, and all that they change, in memory.
//! - `conflict`: two daemons met.
//! - `decide`: whose mail it is, and what they may do.
//! - `doors`: what the code of each letter opens.
//! - `people`: addresses become players.
//! - `orders`: what a player's commands do.
//! - `draft` and `letter`: letters that were decided on, and from an occasion to the bytes of a mail.
//! - `alarm`: what is due by itself in games with a clock.
//! - `rulings`, `elsewhere`, `undelivered`, `replay`, `forget`, `invitations`: the causes that are no mails: what the
//!   administrator decides in a game, an address that they change, a letter that never arrives, mails that were handled by a
//!   database that was lost, a player whom the administrator forgets, an invitation that waited.
//! - `tournaments`: how they begin and end by themselves.
//! - `credits`: time that is credited to all clocks at once.
//! - `ratings`: what games that end make of ratings.
//! - `made_move`: what follows a move that was made, and ends with it.
//! - `undo`: what goes with moves that are taken back.
//! - `guard` and `flags`: whether a flag may fall, and what is asked of mailboxes and mails before it does.
//! - `held_moves`: moves that are made and sent later.
//! - `storage`: a batch loaded from the database and saved.

// A kind of value that is forgotten somewhere must not compile. Tests ask for what they look for.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

pub mod reader;
pub mod server;

mod act;
mod alarm;
mod allowances;
mod automatic_leave;
mod batch;
mod bounces;
mod calendar;
mod clocks;
mod conflict;
mod credits;
mod decide;
mod digests;
mod doors;
mod draft;
mod elsewhere;
mod flags;
mod forget;
mod guard;
mod held_moves;
mod invitations;
mod letter;
mod lines;
mod made_move;
mod orders;
mod ours;
mod people;
mod ratings;
mod reading;
mod reminders;
mod replay;
mod rulings;
mod seeks;
mod slow_work;
mod standing;
mod storage;
mod substitution;
mod tournament_rulings;
mod tournaments;
mod undelivered;
mod undo;
mod waiting_flags;
mod watching;

pub use clocks::{RunningClock, running_clock};
pub use flags::{Fallen, Held};
pub use replay::Replayed;
pub use rulings::Ruling;
pub use tournament_rulings::TournamentRuling;
pub use tournaments::{Begun, Standings, Substitute, TooFew, drawn_teams, ranking, substitutes};
pub use undelivered::Fault;

use crate::db::inbox::{self, Claimed, Handled};
use crate::db::outbox;
use crate::db::senders::{self, Claim};
use crate::db::{self, Transaction};
use crate::db::{borders, confirmations};
use crate::letters::Templates;
use crate::mail::identity;
use crate::mail::token::Keys;
use act::{AsOf, Work};
use anyhow::bail;
use batch::{Batch, Randomness};
use conflict::Conflict;
use reader::{NoReader, Raw, Reader, Rehearsed};
use reading::{Depth, Read};
use server::{Evidence, Server};
use sqlx::PgPool;
use standing::Standing;
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tracing::{debug, error, warn};
use uuid::Uuid;

/// How many mails are claimed at once. Beyond this a batch gains nothing, and its locks are held longer.
pub const BATCH: i64 = 200;

/// How long those mails of a batch may take together that take long. What is left then waits for its turn beside the mails
/// that have come meanwhile.
const SLOW_WORK: Duration = Duration::from_secs(10);

/// Octets of a batch of mails: what is read of all of them is in memory at once.
pub const BATCH_OCTETS: i64 = 16 * 1024 * 1024;

/// All that handling a mail needs beside the mail.
#[derive(Clone)]
pub struct Robot {
    pool: PgPool,
    server: Arc<Server>,
    templates: Arc<Templates>,
    reader: Arc<Reader>,
    /// Claims of mails that could not be handled because the database failed. They are taken back, uncounted, when it
    /// answers again; a mail is not laid aside as dead for the database's sake.
    unreturned: Arc<Mutex<Vec<Uuid>>>,
}

/// Under which the log says how long games were locked.
const LOCKS: &str = "penpawn::locks";

/// What a try of a mail would have brought about.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What the mail's row would say.
    pub outcome: String,
    /// The mails that would be sent, complete.
    pub letters: Vec<Vec<u8>>,
}

impl Robot {
    /// A robot for this server.
    pub fn new(pool: PgPool, server: Server, templates: Templates, reader: Reader) -> Robot {
        Robot {
            pool,
            server: Arc::new(server),
            templates: Arc::new(templates),
            reader: Arc::new(reader),
            unreturned: Arc::default(),
        }
    }

    /// Claims mails and handles them. Returns how many were claimed; none means that there is nothing to do now.
    ///
    /// # Errors
    ///
    /// When the database fails. Claimed mails are free again then, at the latest after two minutes.
    pub async fn work(&self) -> anyhow::Result<usize> {
        self.return_claims().await?;
        // A line goes on only behind its first mail, so one that is tried again must not wait until nobody writes.
        Ok(self.work_on_fresh().await? + self.work_on_retried().await?)
    }

    async fn work_on_fresh(&self) -> anyhow::Result<usize> {
        let claim = Uuid::new_v4();
        let mut fresh = match inbox::claim_fresh(&self.pool, claim, BATCH, BATCH_OCTETS).await {
            Ok(fresh) => fresh,
            // The claim may have been committed, and only the answer lost.
            Err(failure) => {
                self.keep(claim);
                return Err(failure.into());
            }
        };
        fresh.sort_by_key(|mail| mail.id);
        let claimed = fresh.len();
        if claimed > 1 {
            match self.handle_quick(claim, &fresh).await {
                Ok(slow) => {
                    fresh.retain(|mail| slow.contains(&mail.id));
                }
                Err(failure) if is_lost(&failure) => {
                    self.keep(claim);
                    return Err(failure);
                }
                Err(failure) => {
                    warn!(mails = claimed, error = %format!("{failure:#}"), "batch failed, trying its mails one by one");
                }
            }
        }
        let begin = Instant::now();
        for mail in &fresh {
            if begin.elapsed() > SLOW_WORK {
                inbox::give_back(&self.pool, claim).await?;
                break;
            }
            self.handle_alone(claim, mail).await?;
        }
        Ok(claimed)
    }

    /// Reads, decides and renders a mail that is in no mailbox, and changes nothing.
    ///
    /// # Errors
    ///
    /// When the database fails or the mail cannot be handled.
    pub async fn try_mail(&self, raw: &[u8]) -> anyhow::Result<Trial> {
        let claim = Uuid::new_v4();
        let mut tx = self.pool.begin().await?;
        // A key of its own, so that a mail that was handled before can be tried again.
        let mut key = identity::content_key(raw).to_vec();
        key.extend_from_slice(claim.as_bytes());
        let mail = inbox::store_for_trial(&mut tx, claim, raw, &key, "trial").await?;
        let keys = self.keys().await?;
        if let Some(why) = self.stopped(raw).await? {
            tx.rollback().await?;
            let (outcome, letters) = (format!("dead: {why}"), Vec::new());
            return Ok(Trial { outcome, letters });
        }
        let reads = self.read_alone(&mail, &keys).await?;
        if let Some(why) = reads.iter().find_map(|read| read.stopped.clone()) {
            tx.rollback().await?;
            let (outcome, letters) = (format!("dead: {why}"), Vec::new());
            return Ok(Trial { outcome, letters });
        }
        let outcome = self.settle(&mut tx, claim, reads, &keys).await?;
        let letters = outbox::caused_by(&mut tx, mail.id).await?;
        tx.rollback().await?;
        Ok(Trial { outcome, letters })
    }

    /// Whether a mail carries a token of ours: one of a game or a player, or one that we asked for.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn shows_token(&self, raw: &[u8]) -> anyhow::Result<bool> {
        let keys = self.keys().await?;
        if self.stopped(raw).await?.is_some() {
            return Ok(false);
        }
        let (server, raw) = (Arc::clone(&self.server), raw.to_vec());
        let evidence =
            tokio::task::spawn_blocking(move || reading::evidence_of(&raw, &server, &keys)).await?;
        match evidence {
            Some(evidence) if evidence.purpose.is_some() => Ok(true),
            Some(Evidence {
                one_time: Some(token),
                ..
            }) => Ok(confirmations::knows_confirmation(&self.pool, &token.hash).await?),
            Some(_) | None => Ok(false),
        }
    }

    async fn work_on_retried(&self) -> anyhow::Result<usize> {
        let claim = Uuid::new_v4();
        let mail = match inbox::claim_retried(&self.pool, claim).await {
            Ok(Some(mail)) => mail,
            Ok(None) => return Ok(0),
            Err(failure) => {
                self.keep(claim);
                return Err(failure.into());
            }
        };
        if mail.attempts > inbox::ATTEMPTS {
            inbox::bury(&self.pool, claim, mail.id).await?;
            error!(
                mail = mail.id,
                attempts = mail.attempts - 1,
                "mail laid aside as dead"
            );
        } else {
            self.handle_alone(claim, &mail).await?;
        }
        Ok(1)
    }

    async fn handle_alone(&self, claim: Uuid, mail: &Claimed) -> anyhow::Result<()> {
        let Err(failure) = self.handle(claim, mail).await else {
            return Ok(());
        };
        if is_of_database(&failure) {
            self.keep(claim);
            return Err(failure);
        }
        if let Some(conflict) = Conflict::behind(&failure) {
            inbox::put_off(&self.pool, claim, mail.id).await?;
            warn!(mail = mail.id, %conflict, "two daemons met, mail will be tried again");
            return Ok(());
        }
        let reason = format!("{failure:#}");
        let dead = inbox::fail(&self.pool, claim, mail.id, &reason).await?;
        if dead {
            error!(mail = mail.id, error = %reason, "mail laid aside as dead");
        } else {
            warn!(mail = mail.id, attempts = mail.attempts, error = %reason, "mail will be tried again");
        }
        Ok(())
    }

    /// Takes back claims that could not be taken back when the database failed.
    async fn return_claims(&self) -> anyhow::Result<()> {
        loop {
            let claim = self.unreturned.lock().ok().and_then(|mut kept| kept.pop());
            let Some(claim) = claim else {
                return Ok(());
            };
            if let Err(failure) = inbox::give_back(&self.pool, claim).await {
                self.keep(claim);
                return Err(failure.into());
            }
        }
    }

    fn keep(&self, claim: Uuid) {
        if let Ok(mut kept) = self.unreturned.lock() {
            kept.push(claim);
        }
    }

    async fn handle(&self, claim: Uuid, mail: &Claimed) -> anyhow::Result<()> {
        let mails = self
            .lay_aside_unreadable(claim, std::slice::from_ref(mail))
            .await?;
        let keys = self.keys().await?;
        for mail in mails.iter() {
            let reads = self.read_alone(mail, &keys).await?;
            let reads = self.without_stopped(claim, reads).await?;
            self.commit(claim, reads, &keys).await?;
        }
        Ok(())
    }

    /// Handles those mails of a batch that take no time. Returns the others.
    async fn handle_quick(&self, claim: Uuid, mails: &[Claimed]) -> anyhow::Result<HashSet<i64>> {
        let mails = self.lay_aside_unreadable(claim, mails).await?;
        let keys = self.keys().await?;
        let reads = self.read(&mails, &keys).await?;
        let reads = self.without_stopped(claim, reads).await?;
        let (slow, quick): (Vec<Read>, Vec<Read>) = reads.into_iter().partition(slow_work::is_slow);
        self.commit(claim, quick, &keys).await?;
        Ok(slow.iter().map(|read| read.mail.id).collect())
    }

    async fn commit(&self, claim: Uuid, reads: Vec<Read>, keys: &Keys) -> anyhow::Result<()> {
        if reads.is_empty() {
            return Ok(());
        }
        let (begun, mails) = (Instant::now(), reads.len());
        let mut tx = self.pool.begin().await?;
        self.settle(&mut tx, claim, reads, keys).await?;
        tx.commit().await?;
        // The games of the batch were locked no longer than this.
        let held_ms = begun.elapsed().as_millis();
        debug!(target: LOCKS, mails, held_ms, "games are locked no more");
        Ok(())
    }

    /// Lays aside those of the mails that cannot be opened within their bounds, and returns the others.
    async fn lay_aside_unreadable<'a>(
        &self,
        claim: Uuid,
        mails: &'a [Claimed],
    ) -> anyhow::Result<Cow<'a, [Claimed]>> {
        let raw: Vec<Raw<'_>> = mails.iter().map(Raw::of).collect();
        let outcomes = self.reader.rehearse(&raw, Depth::Opened).await?;
        let mut readable = Cow::Borrowed(mails);
        for (mail, outcome) in mails.iter().zip(outcomes) {
            if let Rehearsed::Stopped(why) = outcome {
                self.lay_aside(claim, mail.id, &why).await?;
                readable.to_mut().retain(|other| other.id != mail.id);
            }
        }
        Ok(readable)
    }

    /// Lays aside those that could be opened, and read no further; returns the others.
    async fn without_stopped(&self, claim: Uuid, reads: Vec<Read>) -> anyhow::Result<Vec<Read>> {
        for read in &reads {
            if let Some(why) = &read.stopped {
                self.lay_aside(claim, read.mail.id, why).await?;
            }
        }
        let good = reads.into_iter().filter(|read| read.stopped.is_none());
        Ok(good.collect())
    }

    async fn lay_aside(&self, claim: Uuid, mail: i64, why: &str) -> anyhow::Result<()> {
        inbox::lay_aside(&self.pool, claim, mail, why).await?;
        error!(mail, error = %why, "mail laid aside as dead");
        Ok(())
    }

    /// Why a mail that is not claimed cannot be opened within its bounds.
    async fn stopped(&self, octets: &[u8]) -> anyhow::Result<Option<String>> {
        let raw = Raw {
            octets,
            header_only: false,
        };
        let outcomes = self.reader.rehearse(&[raw], Depth::Opened).await?;
        Ok(outcomes.into_iter().find_map(Rehearsed::stopped))
    }

    /// The keys of the tokens as they are now. Asked for with each batch, so that a key that was made or retired counts
    /// at once, in every daemon, without a restart.
    async fn keys(&self) -> anyhow::Result<Arc<Keys>> {
        let keys = Keys::new(db::keys::load(&self.pool).await?);
        if keys.newest().is_none() {
            bail!("the database holds no key for tokens; run `penpawn migrate`");
        }
        Ok(Arc::new(keys))
    }

    /// Reads one mail, and does what may take long for it.
    async fn read_alone(&self, mail: &Claimed, keys: &Arc<Keys>) -> anyhow::Result<Vec<Read>> {
        let mut reads = self.read(std::slice::from_ref(mail), keys).await?;
        for read in &mut reads {
            self.do_slow_work(read, mail).await?;
        }
        Ok(reads)
    }

    /// Reads mails without any lock: their MIME, the mails of ours that they answer, and the player's own words.
    async fn read(&self, mails: &[Claimed], keys: &Arc<Keys>) -> anyhow::Result<Vec<Read>> {
        let (server, keys) = (Arc::clone(&self.server), Arc::clone(keys));
        let bytes = mails.to_vec();
        let mut opened = tokio::task::spawn_blocking(move || {
            bytes
                .into_iter()
                .map(|mail| reading::open(mail, &server, &keys))
                .collect::<Vec<_>>()
        })
        .await?;
        self.know(&mut opened).await?;
        self.rehearse_words(&mut opened, mails).await?;
        let mut answered = Vec::new();
        let ids = reading::answered(&opened);
        if !ids.is_empty() {
            answered = outbox::answered(&self.pool, &ids).await?;
        }
        let tokens = reading::tokens(&opened);
        if !tokens.is_empty() {
            answered.extend(outbox::with_tokens(&self.pool, &tokens).await?);
        }
        Ok(tokio::task::spawn_blocking(move || {
            for mail in &mut opened {
                reading::understand(mail, &answered);
            }
            opened
        })
        .await?)
    }

    /// Has the words of those who are heard gone through.
    async fn rehearse_words(&self, reads: &mut [Read], mails: &[Claimed]) -> Result<(), NoReader> {
        let heard = reads
            .iter_mut()
            .zip(mails)
            .filter(|(read, _)| read.known.standing != Standing::Unheard);
        let (reads, raw): (Vec<&mut Read>, Vec<Raw<'_>>) =
            heard.map(|(read, mail)| (read, Raw::of(mail))).unzip();
        let outcomes = self.reader.rehearse(&raw, Depth::Understood).await?;
        for (read, outcome) in reads.into_iter().zip(outcomes) {
            read.stopped = outcome.stopped();
        }
        Ok(())
    }

    /// Looks up who has sent these mails.
    async fn know(&self, reads: &mut [Read]) -> anyhow::Result<()> {
        let claims: Vec<Claim> = reads.iter().map(standing::claim_of).collect();
        let senders = senders::of(&self.pool, &claims).await?;
        let borders = standing::borders(reads);
        let mut believed = HashSet::new();
        if !borders.is_empty() {
            believed.extend(borders::stripping_borders(&self.pool, &borders).await?);
        }
        for (read, sender) in reads.iter_mut().zip(&senders) {
            if standing::is_disguised(read) {
                warn!(
                    mail = read.mail.id,
                    "an Authentication-Results field names one of server.authserv_ids in another spelling: it is taken for forged, and no pass in this mail is believed"
                );
            }
            read.known = standing::known(read, sender, &believed);
        }
        Ok(())
    }

    /// Carries out mails that this claim still holds, in the caller's transaction. Returns the last one's outcome in words.
    async fn settle(
        &self,
        tx: &mut Transaction<'_>,
        claim: Uuid,
        reads: Vec<Read>,
        keys: &Keys,
    ) -> anyhow::Result<String> {
        let ids: Vec<i64> = reads.iter().map(|read| read.mail.id).collect();
        let ours = inbox::lock_claimed(tx, claim, &ids).await?;
        let reads: Vec<Read> = reads
            .into_iter()
            .filter(|read| ours.contains(&read.mail.id))
            .collect();
        // A mail that is replayed is always alone.
        let as_of = reads
            .first()
            .map_or(AsOf::Now, |read| AsOf::of_mail(&read.mail));
        let work = Work {
            needs: decide::needs(&self.server, &reads),
            as_of,
            randomness: Randomness::of(reads.iter().map(|read| &read.mail), keys),
            keys,
        };
        let settled = self.carry_out(tx, work, move |batch| {
            for read in &reads {
                batch.take_up(read.mail.id);
                decide::decide(batch, read)?;
            }
            Ok(last_outcome(batch))
        });
        Ok(settled.await?.decided)
    }
}

/// What became of the mail that was decided last, in words.
fn last_outcome(batch: &Batch<'_>) -> String {
    let words = |handled: &Handled| {
        let reason = handled.reason.as_deref().unwrap_or("answered");
        format!("{:?}: {reason}", handled.outcome).to_lowercase()
    };
    batch.handled.last().map(words).unwrap_or_default()
}

/// Whether the connection to the database is gone, or no process can be had that reads mails: then nothing about the mails is at fault, and trying them one by one
/// would only take longer.
fn is_lost(failure: &anyhow::Error) -> bool {
    failure.chain().any(|cause| {
        cause.is::<NoReader>()
            || matches!(
                cause.downcast_ref::<sqlx::Error>(),
                Some(
                    sqlx::Error::Io(_)
                        | sqlx::Error::Tls(_)
                        | sqlx::Error::Protocol(_)
                        | sqlx::Error::PoolTimedOut
                        | sqlx::Error::PoolClosed
                        | sqlx::Error::WorkerCrashed
                )
            )
    })
}

/// Whether the database failed, and not the mail: connections (SQLSTATE class 08), a server that only reads (25006),
/// rollbacks of serialization and deadlock (40), resources (53), locks not had in time (55P03), an operator's
/// intervention or a statement's time limit (57), a disk that fails (58).
fn is_of_database(failure: &anyhow::Error) -> bool {
    let passing = |cause: &(dyn std::error::Error + 'static)| {
        let code = cause
            .downcast_ref::<sqlx::Error>()
            .and_then(sqlx::Error::as_database_error)
            .and_then(|error| error.code());
        code.is_some_and(|code| passes(&code))
    };
    is_lost(failure) || failure.chain().any(passing)
}

/// Whether an error with this SQLSTATE has nothing to do with what was asked for.
fn passes(code: &str) -> bool {
    ["08", "25006", "40", "53", "55P03", "57", "58"]
        .iter()
        .any(|class| code.starts_with(class))
}

#[cfg(test)]
mod tests {
    use super::{is_of_database, passes};
    use crate::db::players::NotSaved;

    #[test]
    fn a_connection_that_is_lost_while_players_are_saved_is_the_databases_fault() {
        let lost = NotSaved::Database(sqlx::Error::PoolTimedOut);
        assert!(is_of_database(&anyhow::Error::new(lost)));
        assert!(!is_of_database(&anyhow::Error::new(NotSaved::NameTaken)));
    }

    #[test]
    fn hazard_58_what_is_the_databases_fault_counts_against_no_mail() {
        for (code, expected) in [
            ("08006", true),  // connection failure
            ("25006", true),  // read-only, after a failover to a server that is not promoted yet
            ("40001", true),  // serialization failure
            ("40P01", true),  // deadlock
            ("53100", true),  // disk full
            ("55P03", true),  // lock not available
            ("57014", true),  // statement time limit
            ("57P01", true),  // shutdown
            ("58030", true),  // input or output error
            ("22021", false), // a character that does not fit
            ("23505", false), // unique violation
            ("25P02", false), // in a transaction that failed
        ] {
            assert_eq!(passes(code), expected, "{code}");
        }
    }
}
