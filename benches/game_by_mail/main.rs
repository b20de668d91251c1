//! How many moves a second, and how long a player waits: `make bench`.
//!
//! Everything runs on this machine: Dovecot, Exim, Postgres (all writing through to the disk), the daemon as a process,
//! and whoever measures. What the parts can do alone is measured in the same run, since only the ratio of two numbers of
//! one run says something on a machine that has other work.
//!
//! settings (environment):
//!   PENPAWN_BENCH_MAILS   how many games, with one move mail each; default 2000
//!   PENPAWN_BENCH_MOVES   how many moves for the waits, at most 105; default 100; 0: not measured
//!   PENPAWN_BENCH_FORMAT  in which form all players get their letters: board, text, words or pgn; default: text
//!   PENPAWN_BENCH_WAITING how many games with a clock wait while it is looked what is due; default 100000
//!   PENPAWN_BENCH_DUE     in how many games time is over at once while moves are played; default 100000; 0: not measured
//!   PENPAWN_BENCH_LOG     the daemon's log filter; default "info"
//!   PENPAWN_BENCH_KEEP    where the daemon's log is copied to

// A benchmark may fail by a panic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

mod bed;
mod beside;
mod clocked;
mod due;
mod games;
#[path = "../../tests/it/player.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod player;
mod waiting;

use anyhow::{Context, ensure};
use bed::{Daemon, Scratch, Sink};
use penpawn::mail::imap::{Inbox, Login};
use penpawn::mail::smtp::{Delivery, Relay, Submission};
use penpawn::mail::tls::Security;
use sqlx::PgPool;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// After this the daemon stands still, whatever the machine is.
const PATIENCE: Duration = Duration::from_secs(180);

/// As many as the daemon uses unless it is told otherwise.
const CONNECTIONS: usize = penpawn::mail::smtp::DEFAULT_CONNECTIONS;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mails = number("PENPAWN_BENCH_MAILS", 2000)?;
    let moves = number("PENPAWN_BENCH_MOVES", 100)?;
    ensure!(mails >= 3, "at least three games");
    ensure!(
        moves <= games::MOVES.split_whitespace().count(),
        "the game has no more moves"
    );
    eprintln!("bench: starting servers, preparing {mails} games");
    bed::up();
    let scratch = Scratch::new("moves")?;
    let folder = scratch.0.join("mails");
    std::fs::create_dir_all(&folder)?;
    let pool = bed::database("moves").await?;
    let decided = games::prepare(&pool, mails, &folder).await?.as_secs_f64();
    if let Ok(format) = std::env::var("PENPAWN_BENCH_FORMAT") {
        let all = sqlx::query("update player set format = $1");
        all.bind(format).execute(&pool).await?;
    }
    bed::preload(games::ROBOT, &folder)?;
    let sink = Sink::open(&scratch)?;

    eprintln!("bench: the daemon");
    checkpoint(&pool).await?;
    let seconds = serve(&pool, &sink, &scratch).await?.as_secs_f64();
    let letters = games::check(&pool, mails).await?;
    let taken = sink.taken()?;
    ensure!(
        taken == letters,
        "{letters} letters, {taken} taken by the sink"
    );

    eprintln!("bench: the parts alone");
    let (fetched, fetching) = fetch(mails).await?;
    let sending = send(&pool, &sink).await?.as_secs_f64();
    let many = number("PENPAWN_BENCH_DUE", 100_000)?;
    let beside = match many {
        0 => None,
        many => {
            eprintln!("bench: moves while time is over in {many} games");
            Some(beside::measure(&pool, many, &sink, &scratch).await?)
        }
    };
    eprintln!("bench: moves with and without a clock");
    let clocked = clocked::measure(&pool).await?;
    eprintln!("bench: time runs out in all games");
    let waiting_games = number("PENPAWN_BENCH_WAITING", 100_000)?;
    let due = due::measure(&pool, waiting_games).await?;
    checkpoint(&pool).await?;
    pool.close().await;
    let transactions = bed::pgbench(5).await?;
    let waiting = match moves {
        0 => None,
        moves => {
            eprintln!("bench: one game, {moves} moves, each a little more than a second");
            Some(waiting::play(moves).await?)
        }
    };

    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (mails, letters) = (mails as f64, letters as f64);
    println!(
        "\n{mails} move mails in the mailbox, two answers to each; everything on one machine with {cores} cores, fsync on"
    );
    row(
        "moves a second, read, decided, answered and committed",
        mails / seconds,
    );
    row(
        "mails a second: one in and two out for each move",
        3.0 * mails / seconds,
    );
    println!("beside it, in the same run, the parts alone:");
    row(
        "IMAP fetch of the same mails, 200 at a time, mails/s",
        fetched / fetching,
    );
    let title = format!("the same letters into the same sink, {CONNECTIONS} connections, mails/s");
    row(&title, letters / sending);
    row("pgbench -N -c 8, transactions a second", transactions);
    println!(
        "{:<72}{:>8.2}",
        "  moves for each such transaction",
        mails / seconds / transactions
    );
    tell_clocked(&clocked);
    tell_due(&due, decided / mails);
    if let Some(beside) = beside {
        tell_beside(&beside);
    }
    if let Some(waiting) = waiting {
        println!(
            "{moves} moves of one game, through the MTA, with IDLE on both ends, milliseconds:     median     99 %"
        );
        let waits = |title: &str, waits: &waiting::Waits| {
            let (median, late) = (waits.percentile(50), waits.percentile(99));
            println!("  {title:<70}{median:>8.0}{late:>8.0}");
        };
        waits(
            "from the MTA's 250 until the player sees the answer",
            &waiting.seen,
        );
        waits(
            "of that, from the mail's row in our database to the MTA's 250",
            &waiting.ours,
        );
        println!(
            "  Dovecot tells of a new mail 500 ms after it came, twice in each of these waits."
        );
    }
    println!(
        "Absolute numbers change with the machine and with what else it does; compare ratios."
    );
    Ok(())
}

fn tell_clocked(clocked: &clocked::Clocked) {
    println!("moves decided and committed a second, one daemon, without IMAP and SMTP:");
    let (with, without) = (clocked.with.rate(), clocked.without.rate());
    row("in games without a clock", without);
    row("in games with one", with);
    println!(
        "{:<72}{:>8.2}",
        "  with one, for each without",
        with / without
    );
}

/// `decided` is how many seconds a move took from the database, without IMAP and SMTP.
fn tell_due(due: &due::Due, decided: f64) {
    println!("what is due by itself, without IMAP and SMTP:");
    row(
        "moves decided and committed a second, one daemon",
        1.0 / decided,
    );
    let alone = due.alone as f64 / due.alone_took;
    row("flags a second, one daemon", alone);
    row(
        "flags a second, two daemons, each once",
        due.shared as f64 / due.shared_took,
    );
    println!("{:<72}{:>8.2}", "  a flag, in moves", 1.0 / alone / decided);
    let title = format!(
        "pages read to see that nothing is due, {} games waiting",
        due.waiting
    );
    row(&title, due.buffers as f64);
}

fn tell_beside(beside: &beside::Beside) {
    println!(
        "two daemons, moves while {} flags fall, each once, in {:.0} s with all their letters:",
        beside.flags, beside.took
    );
    row(
        "both letters of a move are at the relay, median, ms",
        beside.beside,
    );
    row("the same with nothing due, ms", beside.alone);
    println!(
        "{:<72}{:>8.2}",
        "  as many times as long",
        beside.beside / beside.alone
    );
}

fn row(title: &str, value: f64) {
    println!("  {title:<70}{value:>8.0}");
}

fn number(name: &str, default: usize) -> anyhow::Result<usize> {
    match std::env::var(name) {
        Ok(text) => text.parse().with_context(|| format!("{name}={text}")),
        Err(_) => Ok(default),
    }
}

/// So that nobody pays for what was written before they began.
async fn checkpoint(pool: &PgPool) -> anyhow::Result<()> {
    sqlx::query("checkpoint").execute(pool).await?;
    Ok(())
}

/// From the daemon's start until all that the mails bring about is stored, sent, and noted as sent.
async fn serve(pool: &PgPool, sink: &Sink, scratch: &Scratch) -> anyhow::Result<Duration> {
    let smtp = format!(
        "port = {}\nlogin = false\nconnections = {CONNECTIONS}",
        sink.port
    );
    let mails = i64::try_from(std::fs::read_dir(scratch.0.join("mails"))?.count())?;
    let began = Instant::now();
    let daemon = Daemon::start(games::ROBOT, "moves", &smtp, scratch)?;
    loop {
        let done: bool = sqlx::query_scalar(
            "select exists (select from mailbox where name <> 'before' and next_uid > $1)
                and not exists (select from inbox where state = 'new')
                and not exists (select from outbox where state = 'queued')",
        )
        .bind(mails)
        .fetch_one(pool)
        .await?;
        if done {
            break;
        }
        ensure!(
            began.elapsed() < PATIENCE,
            "the daemon does not finish:\n{}",
            daemon.logged()
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let took = began.elapsed();
    // Filing in the mailbox is the last thing, and nobody waits for it; but the parts are measured alone.
    while sqlx::query_scalar("select exists (select from inbox where not mirrored)")
        .fetch_one(pool)
        .await?
    {
        ensure!(
            began.elapsed() < PATIENCE,
            "the mails are not filed:\n{}",
            daemon.logged()
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    if let Ok(place) = std::env::var("PENPAWN_BENCH_KEEP") {
        std::fs::write(place, daemon.logged())?;
    }
    Ok(took)
}

/// Fetches the same mails, where they were filed. Returns how many, and the seconds it took.
async fn fetch(mails: usize) -> anyhow::Result<(f64, f64)> {
    let login = Login {
        folder: "Processed".to_owned(),
        ..player::login(games::ROBOT)
    };
    let mut inbox = Inbox::open(&login).await?;
    let began = Instant::now();
    let uids = inbox.uids_from(1).await?;
    ensure!(uids.len() == mails, "{} mails are filed", uids.len());
    let mut fetched = 0;
    for batch in uids.chunks(200) {
        fetched += inbox.bodies(batch).await?.len();
    }
    ensure!(fetched == mails, "{fetched} mails are given out");
    let took = began.elapsed();
    inbox.logout().await;
    Ok((fetched as f64, took.as_secs_f64()))
}

/// Sends the letters of the measured moves once more, by our own relay.
async fn send(pool: &PgPool, sink: &Sink) -> anyhow::Result<Duration> {
    let letters: Vec<(String, String, Vec<u8>)> = sqlx::query_as(
        "select o.envelope_from, o.recipient, o.bytes
         from outbox o join inbox i on i.id = o.cause_inbox_id join mailbox m on m.id = i.mailbox_id
         where m.name <> 'before'",
    )
    .fetch_all(pool)
    .await?;
    let relay = Arc::new(Relay::new(Submission {
        host: "127.0.0.1".to_owned(),
        port: sink.port,
        security: Security::Plain,
        credentials: None,
        ca_file: None,
        connections: CONNECTIONS,
        hello: None,
    }));
    let (letters, next) = (Arc::new(letters), Arc::new(AtomicUsize::new(0)));
    let began = Instant::now();
    let mut senders = JoinSet::new();
    for _ in 0..CONNECTIONS {
        let (relay, letters, next) = (Arc::clone(&relay), Arc::clone(&letters), Arc::clone(&next));
        senders.spawn(async move {
            while let Some((from, to, bytes)) = letters.get(next.fetch_add(1, Ordering::Relaxed)) {
                let delivery = relay.send(Some(from), to, bytes).await;
                assert!(matches!(delivery, Delivery::Sent { .. }), "{delivery:?}");
            }
        });
    }
    while let Some(ended) = senders.join_next().await {
        ended?;
    }
    let took = began.elapsed();
    relay.close().await;
    Ok(took)
}
