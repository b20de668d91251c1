//! What a clock costs: moves of games with one beside those of games without, decided and committed, without IMAP and SMTP.

use crate::{due, games};
use anyhow::{Context, ensure};
use penpawn::db::mailboxes;
use penpawn::robot::Robot;
use sqlx::PgPool;
use std::time::Instant;

/// How many moves are played in each game.
const ROUNDS: u32 = 4;

/// Those whose moves have a clock are as many as those that have none, and stand alike.
const WITH: &str = "id / 2 % 2 = 0";

/// Moves, and how long they took.
#[derive(Default)]
pub(crate) struct Moves {
    moves: usize,
    seconds: f64,
}

impl Moves {
    /// Moves a second.
    pub(crate) fn rate(&self) -> f64 {
        self.moves as f64 / self.seconds
    }
}

/// What was measured.
#[derive(Default)]
pub(crate) struct Clocked {
    pub(crate) with: Moves,
    pub(crate) without: Moves,
}

/// Plays some moves in all games, by turns in those with a clock and in those without one.
pub(crate) async fn measure(pool: &PgPool) -> anyhow::Result<Clocked> {
    due::begin_clocks(pool, WITH).await?;
    let robot = due::robot(pool)?;
    let mailbox = mailboxes::open(pool, "clocked", 1).await?.mailbox;
    let mut measured = Clocked::default();
    let mut uid = 1;
    for round in 0..ROUNDS {
        // As if the letters had been delivered two hours ago: time has run since.
        sqlx::query(
            "update game set told_at = now() - interval '2 hours' where control <> 'without' and id < 1000000000",
        )
        .execute(pool)
        .await?;
        let (with, without): (Vec<_>, Vec<_>) = games::next_answers(pool)
            .await?
            .into_iter()
            .partition(|(game, _)| game / 2 % 2 == 0);
        // Whoever is first finds other caches.
        let mut turns = [(with, &mut measured.with), (without, &mut measured.without)];
        if round % 2 == 1 {
            turns.reverse();
        }
        for (mails, moves) in turns {
            let arrivals: Vec<_> = (uid..)
                .zip(&mails)
                .map(|(uid, (_, raw))| games::arrival(uid, raw))
                .collect();
            uid += mails.len();
            mailboxes::store(pool, mailbox, 1, &arrivals, u32::MAX).await?;
            moves.add(&robot, mails.len()).await?;
        }
    }
    check(pool, &measured).await?;
    Ok(measured)
}

impl Moves {
    async fn add(&mut self, robot: &Robot, mails: usize) -> anyhow::Result<()> {
        let began = Instant::now();
        while robot.work().await? > 0 {}
        self.seconds += began.elapsed().as_secs_f64();
        self.moves += mails;
        Ok(())
    }
}

/// Sees that each mail made a move, and that those with a clock, and no others, were charged for theirs.
async fn check(pool: &PgPool, measured: &Clocked) -> anyhow::Result<()> {
    let (moved, charged): (i64, i64) = sqlx::query_as(
        "select count(*), count(*) filter (where (e.detail->'time'->>'charged')::bigint >= 7200)
         from event e join inbox i on i.id = e.inbox_id join mailbox m on m.id = i.mailbox_id
         where m.name = 'clocked' and e.kind = 'moved'",
    )
    .fetch_one(pool)
    .await
    .context("moves with a clock")?;
    let (with, without) = (measured.with.moves, measured.without.moves);
    ensure!(
        (moved, charged) == (i64::try_from(with + without)?, i64::try_from(with)?),
        "{with} moves with a clock and {without} without: {moved} were made, {charged} charged"
    );
    Ok(())
}
