//! Moves beside very many games in which something is due at once: how long their letters take, without them and with them.

use crate::bed::{self, Daemon, Scratch, Sink};
use crate::games;
use anyhow::ensure;
use chrono::{DateTime, Utc};
use sqlx::PgPool;
use std::fs;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// How often is looked how far it is.
const LOOK: Duration = Duration::from_millis(100);

/// How long all flags may take.
const PATIENCE: Duration = Duration::from_secs(3600);

/// What was measured.
pub(crate) struct Beside {
    /// Milliseconds from when a mail with a move is in the database until the relay has both letters, with nothing due.
    pub(crate) alone: f64,
    /// The same while flags fall.
    pub(crate) beside: f64,
    /// How many flags fell, each once.
    pub(crate) flags: i64,
    /// In how many seconds.
    pub(crate) took: f64,
}

/// Has two daemons play moves, first alone, and then while time is over in so many games.
pub(crate) async fn measure(
    pool: &PgPool,
    due: usize,
    sink: &Sink,
    scratch: &Scratch,
) -> anyhow::Result<Beside> {
    let answers = games::next_answers(pool).await?.into_iter();
    let mails: Vec<Vec<u8>> = answers.map(|(_, mail)| mail).collect();
    let half = (mails.len() / 2).min(100);
    let smtp = format!("port = {}\nlogin = false", sink.port);
    let mut daemons = Vec::new();
    for _ in 0..2 {
        daemons.push(Daemon::start(games::ROBOT, "moves", &smtp, scratch)?);
    }
    let alone = waits(pool, &mails[..half], scratch).await?;
    begin_due(pool, i64::try_from(due)?).await?;
    let began = Instant::now();
    while fallen(pool).await? == 0 {
        ensure!(began.elapsed() < PATIENCE, "no flag falls");
        sleep(LOOK).await;
    }
    let fell = Instant::now();
    let beside = waits(pool, &mails[half..2 * half], scratch).await?;
    let before_the_end = fallen(pool).await?;
    ensure!(
        before_the_end < i64::try_from(due)?,
        "all flags had fallen before the moves were played; more games must be due"
    );
    while fallen(pool).await? < i64::try_from(due)? || queued(pool).await? > 0 {
        ensure!(fell.elapsed() < PATIENCE, "the flags do not end");
        sleep(Duration::from_millis(200)).await;
    }
    let took = fell.elapsed().as_secs_f64();
    let (flags, told): (i64, i64) = sqlx::query_as(
        "select (select count(*) from event where kind = 'time forfeit'),
                (select count(*) from outbox where occasion = 'time_forfeit' and state = 'sent')",
    )
    .fetch_one(pool)
    .await?;
    ensure!(
        (flags, told) == (i64::try_from(due)?, 2 * i64::try_from(due)?),
        "{due} games were due: {flags} flags, and {told} letters tell of them"
    );
    Ok(Beside {
        alone,
        beside,
        flags,
        took,
    })
}

/// The median of how long the letters of these moves take, from the mail's row in our database to the relay's 250.
async fn waits(pool: &PgPool, mails: &[Vec<u8>], scratch: &Scratch) -> anyhow::Result<f64> {
    let start: DateTime<Utc> = sqlx::query_scalar("select now()").fetch_one(pool).await?;
    let folder = scratch.0.join("beside");
    for (number, mail) in mails.iter().enumerate() {
        fs::create_dir_all(&folder)?;
        fs::write(
            folder.join(format!("1795262500.M{number:06}P2.bench")),
            mail,
        )?;
        bed::preload(games::ROBOT, &folder)?;
        fs::remove_dir_all(&folder)?;
    }
    let began = Instant::now();
    loop {
        let (done, median): (i64, Option<f64>) = sqlx::query_as(
            "select count(*), percentile_cont(0.5) within group (order by took) from (
                 select extract(epoch from max(o.sent_at) - i.stored_at)::float8 * 1000 as took
                 from inbox i join outbox o on o.cause_inbox_id = i.id
                 where i.stored_at >= $1 and o.state = 'sent'
                 group by i.id having count(*) = 2) as waits",
        )
        .bind(start)
        .fetch_one(pool)
        .await?;
        if usize::try_from(done)? == mails.len() {
            return Ok(median.unwrap_or_default());
        }
        ensure!(
            began.elapsed() < PATIENCE,
            "the letters of {done} moves were sent, of {}",
            mails.len()
        );
        sleep(LOOK).await;
    }
}

/// So many games, all alike, in which the time of the side to move is over.
async fn begin_due(pool: &PgPool, games: i64) -> anyhow::Result<()> {
    for statement in [
        "insert into game (id, challenger_id, opponent_id, wish, phase, white_id, black_id, ply, turn, moves, fen, events,
                           started_at, control, clock, told_at)
         select 2000000000 + n, challenger_id, opponent_id, wish, 'playing', white_id, black_id, ply, turn, moves, fen, events,
                started_at, 'per-move 3d', jsonb_build_object(
                    'white', jsonb_build_array(ply / 2, 259200, 0, 0), 'black', jsonb_build_array(ply / 2, 259200, 0, 0),
                    'plies', (select jsonb_agg('[0, 5, 259200, 0, 0, 5, 259200, 0, 0]'::jsonb) from generate_series(1, ply))),
                now() - interval '4 days'
         from generate_series(1, $1) as n cross join (select * from game order by id limit 1) as g",
        "update mailbox set seen_until = now() where $1 > 0",
        "update game set due_at = now() - interval '1 hour' where id > 2000000000 and $1 > 0",
    ] {
        sqlx::query(statement).bind(games).execute(pool).await?;
    }
    Ok(())
}

async fn fallen(pool: &PgPool) -> anyhow::Result<i64> {
    let fallen = "select count(*) from game where id > 2000000000 and phase = 'over'";
    Ok(sqlx::query_scalar(fallen).fetch_one(pool).await?)
}

async fn queued(pool: &PgPool) -> anyhow::Result<i64> {
    let queued = "select count(*) from outbox where state = 'queued'";
    Ok(sqlx::query_scalar(queued).fetch_one(pool).await?)
}
