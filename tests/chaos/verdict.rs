//! The books that are compared when everything has come to rest, and what must be true in them.
//!
//! Each thing is looked up where it counts: what a player sent in what they sent, what they were told in their mailbox,
//! what happened in the database, and how chess goes in python-chess. `effects` has what became of the players' mails,
//! `letters` what came to their mailboxes.

use crate::daemons::Daemons;
use crate::effects;
use crate::letters;
use crate::maker::Made;
use crate::players::Players;
use sqlx::PgPool;
use std::collections::HashMap;
use std::fmt;

#[derive(sqlx::FromRow)]
pub(crate) struct Mail {
    pub(crate) id: i64,
    pub(crate) state: String,
    pub(crate) reason: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) attempts: i32,
    pub(crate) player_id: Option<i64>,
    pub(crate) raw: Option<Vec<u8>>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct Posted {
    pub(crate) id: i64,
    pub(crate) cause_inbox_id: Option<i64>,
    pub(crate) cause_id: Option<i64>,
    pub(crate) occasion: String,
    pub(crate) recipient: String,
    pub(crate) game_id: Option<i64>,
    pub(crate) nth: i32,
    pub(crate) message_id: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) state: String,
    pub(crate) attempts: i32,
}

#[derive(sqlx::FromRow)]
pub(crate) struct Event {
    pub(crate) game_id: i64,
    pub(crate) number: i32,
    pub(crate) kind: String,
    pub(crate) ply: Option<i32>,
    pub(crate) san: Option<String>,
    pub(crate) uci: Option<String>,
    pub(crate) inbox_id: Option<i64>,
}

#[derive(sqlx::FromRow)]
pub(crate) struct Game {
    pub(crate) id: i64,
    pub(crate) phase: String,
    pub(crate) ply: i32,
    pub(crate) moves: String,
    pub(crate) fen: String,
    pub(crate) result: String,
    pub(crate) events: i32,
}

/// How much there was.
#[derive(Default)]
pub(crate) struct Figures {
    pub(crate) sent: usize,
    pub(crate) letters: usize,
    pub(crate) games: usize,
    pub(crate) moves: usize,
    pub(crate) taken_again: usize,
    pub(crate) sent_again: usize,
    pub(crate) delivered_again: usize,
    pub(crate) mails_again: usize,
    pub(crate) fens: usize,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "mails of players: {}, and {} of them stored again as duplicates",
            self.sent, self.mails_again
        )?;
        writeln!(f, "letters to players: {}", self.letters)?;
        writeln!(f, "  claimed more than once: {}", self.taken_again)?;
        writeln!(
            f,
            "  sent a second time, byte for byte the same: {}",
            self.sent_again
        )?;
        writeln!(
            f,
            "  delivered a second time by the MTA itself: {}",
            self.delivered_again
        )?;
        write!(
            f,
            "games: {}, with {} moves; positions told and compared with python-chess: {}",
            self.games, self.moves, self.fens
        )
    }
}

/// All that is compared.
pub(crate) struct Books<'a> {
    pub(crate) players: &'a Players,
    pub(crate) daemons: &'a Daemons,
    pub(crate) mails: Vec<Mail>,
    pub(crate) posted: Vec<Posted>,
    pub(crate) events: Vec<Event>,
    pub(crate) games: Vec<Game>,
    /// The letters that a mail brought about.
    pub(crate) caused: HashMap<i64, Vec<usize>>,
    /// The events that a mail brought about.
    pub(crate) happened: HashMap<i64, Vec<usize>>,
    pub(crate) violations: Vec<String>,
    pub(crate) figures: Figures,
}

/// Compares all books. Returns what is wrong, and how much there was.
pub(crate) async fn judge(
    pool: &PgPool,
    players: &Players,
    daemons: &Daemons,
    made: &[Made],
) -> (Vec<String>, Figures) {
    let mut books = Books {
        players,
        daemons,
        mails: all(pool, "select id, state, reason, error, attempts, player_id, raw from inbox order by id").await,
        posted: all(
            pool,
            "select id, cause_inbox_id, cause_id, occasion, recipient, game_id, nth, message_id, bytes, state, attempts
             from outbox order by id",
        )
        .await,
        events: all(
            pool,
            "select game_id, number, kind, (detail->>'ply')::integer as ply, detail->>'san' as san, detail->>'uci' as uci,
                    inbox_id
             from event order by game_id, number",
        )
        .await,
        games: all(pool, "select id, phase, ply, moves, fen, result, events from game order by id").await,
        caused: HashMap::new(),
        happened: HashMap::new(),
        violations: Vec::new(),
        figures: Figures::default(),
    };
    for (at, letter) in books.posted.iter().enumerate() {
        if let Some(cause) = letter.cause_inbox_id {
            books.caused.entry(cause).or_default().push(at);
        }
    }
    for (at, event) in books.events.iter().enumerate() {
        if let Some(cause) = event.inbox_id {
            books.happened.entry(cause).or_default().push(at);
        }
    }
    books.figures.sent = players.sent.len();
    books.figures.letters = books.posted.len();
    books.figures.taken_again = books
        .posted
        .iter()
        .filter(|letter| letter.attempts > 1)
        .count();
    books.figures.games = books.games.len();
    effects::compare(&mut books);
    letters::compare(&mut books, made);
    (books.violations, books.figures)
}

async fn all<T>(pool: &PgPool, sql: &'static str) -> Vec<T>
where
    T: for<'r> sqlx::FromRow<'r, sqlx::postgres::PgRow> + Send + Unpin,
{
    // The pool may hold connections that a fault has cut; each shows itself once.
    for _ in 0..10 {
        if let Ok(rows) = sqlx::query_as(sql).fetch_all(pool).await {
            return rows;
        }
    }
    panic!("the database does not answer: {sql}");
}

impl Books<'_> {
    /// What happened last in a game, for whoever looks for the cause of something.
    pub(crate) fn story(&self, game: u64) -> String {
        let letters = self
            .posted
            .iter()
            .filter(|letter| letter.game_id.and_then(|id| u64::try_from(id).ok()) == Some(game));
        let mut lines: Vec<String> = letters
            .rev()
            .take(8)
            .map(|letter| {
                let cause = letter.cause_inbox_id.unwrap_or(0);
                let log = self.daemons.logged(&format!("mail={cause} "));
                format!(
                    "\n  letter {} ({}) to {}: {}, {} tries, because of mail {cause}: {}",
                    letter.id,
                    letter.occasion,
                    letter.recipient,
                    letter.state,
                    letter.attempts,
                    log.join("; ")
                )
            })
            .collect();
        lines.reverse();
        lines.concat()
    }
}
