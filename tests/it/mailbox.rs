//! The mailbox as a source of faults: the daemon as a process, real servers, and a line between them that fails.

mod daemons;
mod erasing;
mod numbers;
mod private;
mod reading;

mod trouble;
mod waiting;
pub(crate) mod wire;

use crate::daemon::Setup;
use crate::player::PATIENCE;
use crate::servers::{ask, erase_in_inbox, log_in};
use crate::{bed, correspondence};
use sqlx::PgPool;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::sleep;

use wire::{Rule, Wire};

/// Players who only ask for the list of their games: each of their mails is answered by one letter.
const ANN: &str = "Ann <ann@players.test>";
const BOB: &str = "Bob <bob@players.test>";

/// How many players there are beside them: nobody gets more than ten answers a day to mails without a token.
const MANY: usize = 25;

/// A robot, its database, and the line to its mailbox.
struct Robot {
    setup: Setup,
    pool: PgPool,
    wire: Wire,
}

impl Robot {
    /// A robot that knows these players. Handled mails stay in its mailbox and are flagged.
    async fn with(rules: &[Rule]) -> Robot {
        let pool = bed::database().await;
        for name in ["Ann", "Bob"] {
            known_player(&pool, name).await;
        }
        for number in 0..MANY {
            known_player(&pool, &format!("player{number}")).await;
        }
        let mut setup = Setup::with_database(&bed::url_of(&pool));
        let wire = Wire::lay(rules).await;
        setup.set("imap.host", "127.0.0.1");
        setup.set("imap.port", &wire.port.to_string());
        setup.set("imap.security", "plain");
        setup.set("imap.done", "flag");
        Robot { setup, pool, wire }
    }

    /// Puts mails into the mailbox.
    async fn receives(&self, mails: &[Vec<u8>]) {
        append(&self.setup.address, "INBOX", None, mails).await;
    }

    /// Waits until this many mails have been handled, and checks that each was answered once and none twice.
    async fn has_answered(&self, mails: usize) {
        wait_for("the mails to be handled", &self.setup, async || {
            handled(&self.pool).await == mails
        })
        .await;
        self.answered_each_once(mails).await;
    }

    /// That this many mails were answered so far, and none twice.
    async fn answered_each_once(&self, mails: usize) {
        let (letters, causes): (i64, i64) =
            sqlx::query_as("select count(*), count(distinct cause_inbox_id) from outbox")
                .fetch_one(&self.pool)
                .await
                .expect("a count");
        assert_eq!(
            (letters, causes),
            (mails as i64, mails as i64),
            "letters and mails they answer\n{}",
            self.setup.logged()
        );
    }

    /// Waits until the daemon has heard all that the mailbox says and waits for more.
    async fn is_quiet(&self) {
        let idles = self.wire.heard("IDLE");
        wait_for("an IDLE", &self.setup, async || {
            self.wire.heard("IDLE") > idles
        })
        .await;
    }
}

/// A player who has confirmed their address.
async fn known_player(pool: &PgPool, name: &str) {
    let key = format!("{}@players.test", name.to_lowercase());
    sqlx::query(
        "with player as (insert into player (name, name_key, state, active_at) values ($1, $1, 'active', now()) returning id)
         insert into address (key, player_id, spelling, confirmed_at) select $2, id, $2, now() from player",
    )
    .bind(name)
    .bind(key)
    .execute(pool)
    .await
    .expect("a player");
}

/// A mail that asks for the list of games.
fn asks(from: &str, number: usize) -> Vec<u8> {
    correspondence::new_mail(
        from,
        number,
        &format!("Subject: number {number}\n"),
        "games",
    )
}

/// Mails from these numbers, each from another player than the one before.
fn many(numbers: std::ops::Range<usize>) -> Vec<Vec<u8>> {
    numbers
        .map(|number| asks(&format!("player{}@players.test", number % MANY), number))
        .collect()
}

/// How many mails have been handled, other than as second copies.
async fn handled(pool: &PgPool) -> usize {
    let count: i64 = sqlx::query_scalar(
        "select count(*) from inbox where state <> 'new' and reason is distinct from 'duplicate'",
    )
    .fetch_one(pool)
    .await
    .expect("a count");
    usize::try_from(count).expect("a small number")
}

/// Waits until something is so.
async fn wait_for(what: &str, setup: &Setup, mut is_so: impl AsyncFnMut() -> bool) {
    let began = Instant::now();
    while !is_so().await {
        assert!(
            began.elapsed() < PATIENCE,
            "waited for {what} in vain:\n{}",
            setup.logged()
        );
        sleep(Duration::from_millis(20)).await;
    }
}

/// Puts mails into a folder by IMAP, with this time of arrival, as a mail server would that delivers to this user.
pub(crate) async fn append(user: &str, folder: &str, arrived: Option<&str>, mails: &[Vec<u8>]) {
    let delivered = format!("Delivered-To: {user}\r\n");
    let mails: Vec<Vec<u8>> = mails
        .iter()
        .map(|mail| [delivered.as_bytes(), mail].concat())
        .collect();
    append_as_it_is(user, folder, arrived, &mails).await;
}

/// The same for mails as they are.
pub(crate) async fn append_as_it_is(
    user: &str,
    folder: &str,
    arrived: Option<&str>,
    mails: &[Vec<u8>],
) {
    let mut stream = log_in(user).await;
    let date = arrived.map_or(String::new(), |date| format!("\"{date}\" "));
    let mut words = Vec::new();
    for mail in mails {
        words.extend(format!("a APPEND {folder} {date}{{{}+}}\r\n", mail.len()).into_bytes());
        words.extend(mail);
        words.extend(b"\r\n");
    }
    words.extend(b"c LOGOUT\r\n");
    stream.write_all(&words).await.expect("written");
    let mut said = String::new();
    stream.read_to_string(&mut said).await.expect("answers");
    let taken = said.lines().filter(|line| line.starts_with("a OK")).count();
    assert_eq!(taken, mails.len(), "{said}");
}
