//! When a mail counts as come: when our mail server took it, and when we first saw it where that was earlier.

use crate::alarms::game;
use crate::correspondence::{ANN, Correspondence, answer};
use chrono::{TimeDelta, Utc};

/// A mail of Ann's with their move, which our mail server says it took so many minutes after now, or before.
async fn move_that_came(desk: &mut Correspondence, minutes: i64) -> u32 {
    let letter = desk.newest_to("ann@players.test").clone();
    let raw = answer(&letter, ANN, 6, "", "Nf3");
    let arrived_at = Utc::now() + TimeDelta::minutes(minutes);
    desk.store_that_came(&raw, arrived_at).await
}

/// Why the flag of the game waits.
async fn waits(desk: &Correspondence) -> Option<String> {
    sqlx::query_scalar("select why from held_flag where game_id = 1")
        .fetch_optional(&desk.pool)
        .await
        .expect("a flag")
}

/// The mail is handled. Ann's move is played, and is charged so many minutes.
async fn is_played_and_charged(desk: &mut Correspondence, mail: u32, minutes: i64) {
    desk.work().await;
    assert_eq!(desk.fate(mail).await.state, "done");
    let (moves, ending): (String, Option<String>) =
        sqlx::query_as("select moves, ending from game")
            .fetch_one(&desk.pool)
            .await
            .expect("a game");
    assert_eq!((moves.as_str(), ending), ("e2e4 e7e5 g1f3", None));
    let charged: i64 = sqlx::query_scalar(
        "select (detail->'time'->>'charged')::bigint from event where detail->>'turn' = '3'",
    )
    .fetch_one(&desk.pool)
    .await
    .expect("its time");
    let expected = minutes * 60..(minutes + 10) * 60;
    assert!(expected.contains(&charged), "{charged}: {expected:?}");
}

#[tokio::test]
async fn a_mail_that_waited_in_junk_until_the_flag_had_fallen_came_when_our_server_took_it() {
    let mut desk = game("per-move 3d").await;
    desk.time_passes(TimeDelta::minutes(72 * 60 + 30)).await;
    let mail = move_that_came(&mut desk, -45).await;
    is_played_and_charged(&mut desk, mail, 71 * 60 + 45).await;
}

#[tokio::test]
async fn a_flag_waits_for_a_mail_that_waited_in_junk() {
    let mut desk = game("per-move 3d").await;
    desk.time_passes(TimeDelta::minutes(72 * 60 + 30)).await;
    let mail = move_that_came(&mut desk, -45).await;
    desk.time_passes(TimeDelta::hours(2)).await;
    assert_eq!(waits(&desk).await.as_deref(), Some("waiting"));
    is_played_and_charged(&mut desk, mail, 71 * 60 + 45).await;
}

#[tokio::test]
async fn a_mail_that_our_server_took_in_the_future_came_when_we_first_saw_it() {
    let mut desk = game("per-move 3d").await;
    desk.time_passes(TimeDelta::hours(71)).await;
    let mail = move_that_came(&mut desk, 2 * 60).await;
    is_played_and_charged(&mut desk, mail, 71 * 60).await;
}

#[tokio::test]
async fn a_flag_waits_for_a_mail_that_our_server_took_in_the_future() {
    let mut desk = game("per-move 3d").await;
    desk.time_passes(TimeDelta::hours(71)).await;
    let mail = move_that_came(&mut desk, 2 * 60).await;
    desk.time_passes(TimeDelta::hours(4)).await;
    assert_eq!(waits(&desk).await.as_deref(), Some("waiting"));
    is_played_and_charged(&mut desk, mail, 71 * 60).await;
}
