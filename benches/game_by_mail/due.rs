//! What happens by itself: how dear it is beside a move, that it happens once, and what it costs to look whether something is
//! due. The games of low numbers are those that were played; the others are there to be many.

use crate::games;
use anyhow::{Context, ensure};
use penpawn::letters::Templates;
use penpawn::robot::Robot;
use penpawn::robot::reader::{Limits, Reader};
use penpawn::robot::server::Server;
use sqlx::PgPool;
use std::collections::BTreeMap;
use std::time::Instant;

/// What was measured.
pub(crate) struct Due {
    /// Games in which a flag fell, looked at by one daemon.
    pub(crate) alone: i64,
    /// Seconds for that.
    pub(crate) alone_took: f64,
    /// Games in which one fell, looked at by two at once.
    pub(crate) shared: i64,
    /// Seconds for that.
    pub(crate) shared_took: f64,
    /// Games that wait.
    pub(crate) waiting: i64,
    /// Pages of the database that are read to find that nothing is due among them.
    pub(crate) buffers: i64,
}

/// Lets time run out in all games: in half of them one daemon looks, in the others two.
pub(crate) async fn measure(pool: &PgPool, waiting: usize) -> anyhow::Result<Due> {
    begin_clocks(pool, "true").await?;
    let one = robot(pool)?;
    let alone = make_due(pool, "id % 2 = 0").await?;
    let began = Instant::now();
    while one.do_what_is_due().await? > 0 {}
    let alone_took = began.elapsed().as_secs_f64();
    fell_once(pool, alone).await?;
    let other = robot(pool)?;
    let shared = make_due(pool, "id % 2 = 1").await?;
    let began = Instant::now();
    let ring = async |robot: &Robot| -> anyhow::Result<()> {
        while robot.do_what_is_due().await? > 0 {}
        Ok(())
    };
    tokio::try_join!(ring(&one), ring(&other))?;
    let shared_took = began.elapsed().as_secs_f64();
    fell_once(pool, alone + shared).await?;
    let waiting = wait_for(pool, i64::try_from(waiting)?).await?;
    Ok(Due {
        alone,
        alone_took,
        shared,
        shared_took,
        waiting,
        buffers: buffers(pool).await?,
    })
}

/// A robot as daemons have it.
pub(crate) fn robot(pool: &PgPool) -> anyhow::Result<Robot> {
    let reader = Reader::of(env!("CARGO_BIN_EXE_penpawn"), Limits::default());
    let templates = Templates::new(BTreeMap::new())?;
    Ok(Robot::new(
        pool.clone(),
        Server::at(games::ROBOT),
        templates,
        reader,
    ))
}

/// These games have a clock of three days a move, as if they had begun with it.
pub(crate) async fn begin_clocks(pool: &PgPool, which: &'static str) -> anyhow::Result<()> {
    let sql = format!(
        "update game set control = 'per-move 3d', clock = '0/259200 0/259200' || coalesce((
             select string_agg(case n % 2 when 1 then ' w5' else ' b5' end, '' order by n) from generate_series(1, ply) as n), '')
         where id < 1000000000 and {which}"
    );
    sqlx::query(sqlx::AssertSqlSafe(sql)).execute(pool).await?;
    Ok(())
}

/// In these games the time of the side to move was over long ago.
async fn make_due(pool: &PgPool, which: &'static str) -> anyhow::Result<i64> {
    let sql = format!(
        "update game set told_at = now() - interval '4 days', due_at = now() - interval '1 hour'
         where phase = 'playing' and id < 1000000000 and {which}"
    );
    let done = sqlx::query(sqlx::AssertSqlSafe(sql)).execute(pool).await?;
    sqlx::query("update mailbox set seen_until = now()")
        .execute(pool)
        .await?;
    Ok(i64::try_from(done.rows_affected())?)
}

/// Sees that each of so many games ended once, and both players were told of it once.
async fn fell_once(pool: &PgPool, games: i64) -> anyhow::Result<()> {
    let (over, fallen, told): (i64, i64, i64) = sqlx::query_as(
        "select (select count(*) from game where ending = 'time forfeit' and id < 1000000000),
                (select count(*) from event where kind = 'time forfeit' and game_id < 1000000000),
                (select count(*) from outbox where occasion = 'time_forfeit' and game_id < 1000000000)",
    )
    .fetch_one(pool)
    .await?;
    ensure!(
        (over, fallen, told) == (games, games, 2 * games),
        "{games} games were due: {over} are over, by {fallen} flags, and {told} letters tell of it"
    );
    Ok(())
}

/// So many games wait whose time is over later.
async fn wait_for(pool: &PgPool, games: i64) -> anyhow::Result<i64> {
    sqlx::query(
        "insert into game (id, challenger_id, opponent_id, wish, phase, white_id, black_id, ply, turn, moves, fen, events,
                           started_at, control, clock, told_at, due_at)
         select 1000000000 + n, challenger_id, opponent_id, wish, 'playing', white_id, black_id, ply, turn, moves, fen, events,
                started_at, control, clock, now(), now() + n * interval '1 second' + interval '1 hour'
         from generate_series(1, $1) as n cross join (select * from game order by id limit 1) as g",
    )
    .bind(games)
    .execute(pool)
    .await?;
    sqlx::query("vacuum analyze game").execute(pool).await?;
    Ok(games)
}

/// How many pages the query reads by which daemons look for what is due, where nothing is.
async fn buffers(pool: &PgPool) -> anyhow::Result<i64> {
    let plan: serde_json::Value = sqlx::query_scalar(
        "explain (analyze, buffers, format json)
         select id from game where due_at <= now() order by due_at limit 100 for no key update skip locked",
    )
    .fetch_one(pool)
    .await?;
    let pages = |name: &str| plan[0]["Plan"][name].as_i64();
    let hit = pages("Shared Hit Blocks").context("a plan with buffers")?;
    Ok(hit + pages("Shared Read Blocks").unwrap_or_default())
}
