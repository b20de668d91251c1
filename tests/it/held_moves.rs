//! Moves that are sent later: once, however many daemons look; when they went out before a database was lost, there again; and
//! not while the clocks cannot be trusted.

use crate::alarms::{another, game};
use crate::bed;
use crate::correspondence::{ANN, BOB, Correspondence, answer, new_mail};
use crate::passing;
use crate::reread::{Copy, as_owner};
use chrono::{DateTime, TimeDelta, Utc};
use penpawn::db::inbox::{self, Replay};
use penpawn::mail::identity::{content_key, sender};
use sqlx::PgPool;

async fn moves(pool: &PgPool) -> String {
    sqlx::query_scalar("select moves from game")
        .fetch_one(pool)
        .await
        .expect("the game")
}

async fn held(pool: &PgPool) -> i64 {
    sqlx::query_scalar("select count(*) from held_move")
        .fetch_one(pool)
        .await
        .expect("a count")
}

/// Ann's answer with this number.
fn by_ann(desk: &Correspondence, number: usize, text: &str) -> Vec<u8> {
    answer(desk.newest_to("ann@players.test"), ANN, number, "", text)
}

#[tokio::test]
async fn a_held_move_is_sent_once_by_two_daemons_and_another_one_takes_its_place() {
    let mut desk = game("per-move 3d").await;
    for (number, text) in [(6, "Nf3\nhold 1 day"), (7, "Nc3\nhold 1 day")] {
        let raw = by_ann(&desk, number, text);
        desk.deliver(&raw).await;
    }
    assert_eq!(held(&desk.pool).await, 1);
    let other = another(&desk).await;
    passing::time_passes(&desk.pool, TimeDelta::hours(25)).await;
    let (one, two) = tokio::join!(desk.robot.do_what_is_due(), other.do_what_is_due());
    one.and(two).expect("done");
    while desk.robot.do_what_is_due().await.expect("done") > 0 {}
    assert_eq!(moves(&desk.pool).await, "e2e4 e7e5 b1c3");
    assert_eq!(held(&desk.pool).await, 0);
    let letters = desk.collect().await;
    let readers: Vec<&str> = letters.iter().map(|one| one.recipient.as_str()).collect();
    assert_eq!(readers, ["ann@players.test", "bob@players.test"]);
}

#[tokio::test]
async fn a_held_move_waits_while_the_clocks_cannot_be_trusted() {
    let mut desk = game("per-move 3d").await;
    let raw = by_ann(&desk, 6, "Nf3\nhold 1 day");
    desk.deliver(&raw).await;
    sqlx::query("insert into clock_fault (kind, words) values ('jump', 'x')")
        .execute(&desk.pool)
        .await
        .expect("a fault");
    passing::time_passes(&desk.pool, TimeDelta::hours(80)).await;
    while desk.robot.do_what_is_due().await.expect("done") > 0 {}
    assert_eq!(moves(&desk.pool).await, "e2e4 e7e5");
    sqlx::query("delete from clock_fault")
        .execute(&desk.pool)
        .await
        .expect("trusted again");
    sqlx::query("update game set due_at = now()")
        .execute(&desk.pool)
        .await
        .expect("due");
    while desk.robot.do_what_is_due().await.expect("done") > 0 {}
    // Eight hours after the flag: it was made when its mail came.
    assert_eq!(moves(&desk.pool).await, "e2e4 e7e5 g1f3");
}

#[tokio::test]
async fn a_held_move_that_went_out_before_the_database_was_lost_goes_out_there_again() {
    let mut desk = game("per-move 3d").await;
    let copy = Copy::of(&as_owner(&bed::url_of(&desk.pool)));
    let hold = by_ann(&desk, 6, "Nf3\nhold 1 day\n\nSlowly.");
    desk.deliver(&hold).await;
    let day = TimeDelta::minutes(25 * 60 + 10);
    desk.time_passes(day).await;
    // He answers the letter that only the lost database has sent.
    let reply = answer(desk.newest_to("bob@players.test"), BOB, 7, "", "Nc6");
    desk.deliver(&reply).await;
    assert_eq!(moves(&desk.pool).await, "e2e4 e7e5 g1f3 b8c6");

    let url = copy.restored(&desk.pool, &bed::url_of(&desk.pool)).await;
    let pool = PgPool::connect(&as_owner(&url)).await.expect("restored");
    passing::time_passes(&pool, day).await;
    let restored = Correspondence::begin_on(pool).await;
    let replay = |raw: &[u8], arrived_at: DateTime<Utc>| Replay {
        content_key: content_key(raw).to_vec(),
        sender: sender(raw),
        arrived_at,
        size: i64::try_from(raw.len()).expect("a size"),
        oversized: false,
        raw: raw.to_vec(),
    };
    let now = Utc::now();
    let replays = [replay(&hold, now - day), replay(&reply, now)];
    inbox::store_replays(&restored.pool, 1, &replays)
        .await
        .expect("stored");
    restored.robot.replay().await.expect("replayed");
    assert_eq!(moves(&restored.pool).await, "e2e4 e7e5 g1f3 b8c6");
    assert_eq!(held(&restored.pool).await, 0);
    // With the letters that were sent then, and are not sent again.
    let letters =
        "select array_agg(recipient || ' ' || occasion order by recipient, occasion) from outbox
         where occasion in ('move_played', 'your_move', 'move_held')";
    let of = async |pool: &PgPool| -> Vec<String> {
        sqlx::query_scalar(letters)
            .fetch_one(pool)
            .await
            .expect("letters")
    };
    assert_eq!(of(&restored.pool).await, of(&desk.pool).await);
    let sent: i64 = sqlx::query_scalar(
        "select count(*) from outbox where state = 'queued' and occasion <> 'restored'",
    )
    .fetch_one(&restored.pool)
    .await
    .expect("a count");
    assert_eq!(sent, 0);
}

#[tokio::test]
async fn a_longer_hold_that_is_confirmed_late_counts_from_when_the_move_came() {
    let mut desk = game("per-move 3d").await;
    let nf3 = by_ann(&desk, 7, "Nf3\nhold 2 days");
    // It shows no code, and waits for her yes.
    let (_, fate) = desk
        .deliver(&new_mail(ANN, 6, "", "game 1 hold 1 hour"))
        .await;
    assert_eq!(fate.state, "held");
    let yes = by_ann(&desk, 8, "yes");
    passing::time_passes(&desk.pool, TimeDelta::hours(3)).await;
    for raw in [nf3, yes] {
        let (_, fate) = desk.deliver(&raw).await;
        assert_eq!(fate.state, "done");
    }
    let left: f64 =
        sqlx::query_scalar("select extract(epoch from until - came_at)::float8 from held_move")
            .fetch_one(&desk.pool)
            .await
            .expect("a held move");
    assert!((left - 3_600.0).abs() < 1.0, "{left}");
}
