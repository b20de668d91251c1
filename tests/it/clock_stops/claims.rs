//! Time that is over and has to be claimed: until somebody does, moves are played; and who waits does not wait for ever.

use crate::alarms::game;
use crate::clocks::left_of_both;
use crate::correspondence::{ANN, BOB, Correspondence, Letter, answer};
use chrono::{DateTime, TimeDelta, Utc};

/// To whom these letters went, and what about.
async fn about(desk: &Correspondence, letters: &[Letter]) -> Vec<(String, String)> {
    let ids: Vec<i64> = letters.iter().map(|letter| letter.id).collect();
    sqlx::query_as("select recipient, occasion from outbox where id = any($1) order by recipient")
        .bind(ids)
        .fetch_all(&desk.pool)
        .await
        .expect("letters")
}

fn to_both(occasion: &str) -> [(String, String); 2] {
    ["ann@players.test", "bob@players.test"].map(|to| (to.to_owned(), occasion.to_owned()))
}

/// How the game ended, and when it is looked at again, in whole hours from now.
async fn stand(desk: &Correspondence) -> (Option<String>, Option<i64>) {
    let (ending, due_at): (Option<String>, Option<DateTime<Utc>>) =
        sqlx::query_as("select ending, due_at from game")
            .fetch_one(&desk.pool)
            .await
            .expect("a game");
    let minutes = due_at.map(|due| (due - Utc::now()).num_minutes());
    (ending, minutes.map(|minutes| (minutes + 30) / 60))
}

#[tokio::test]
async fn time_that_nobody_claims_for_sixty_days_ends_the_game_then_and_not_before() {
    let mut desk = game("per-move 3d flags claimed").await;
    let letters = desk.time_passes(TimeDelta::hours(74)).await;
    assert_eq!(about(&desk, &letters).await, to_both("time_to_claim"));
    // It was over two hours ago, and sixty days from then it is looked at again.
    assert_eq!(stand(&desk).await, (None, Some(60 * 24 - 2)));
    // Somebody sets it due once more, as each delivered letter does: nobody is told twice, and the right instant is found.
    sqlx::query("update game set due_at = now()")
        .execute(&desk.pool)
        .await
        .expect("due");
    let letters = desk.do_what_is_due().await;
    assert_eq!(about(&desk, &letters).await, []);
    assert_eq!(stand(&desk).await, (None, Some(60 * 24 - 2)));
    let letters = desk.time_passes(TimeDelta::days(59)).await;
    assert_eq!(about(&desk, &letters).await, []);
    assert_eq!(stand(&desk).await, (None, Some(22)));
    let letters = desk.time_passes(TimeDelta::days(1)).await;
    assert_eq!(about(&desk, &letters).await, to_both("time_forfeit"));
    let over = Some("time forfeit".to_owned());
    assert_eq!(stand(&desk).await, (over, None));
    let result: Option<String> = sqlx::query_scalar("select result from game")
        .fetch_one(&desk.pool)
        .await
        .expect("a game");
    assert_eq!(result.as_deref(), Some("0-1"));
}

/// What is left on White's clock, by the row of the game, in seconds.
async fn left_of_white(desk: &Correspondence) -> u64 {
    let (control, clock): (String, String) = sqlx::query_as("select control, clock from game")
        .fetch_one(&desk.pool)
        .await
        .expect("a game");
    let [white, _] = left_of_both(&control, &clock);
    white.clock()
}

#[tokio::test]
async fn a_late_move_that_comes_before_a_claim_is_played_and_time_goes_on_at_nothing() {
    // Whether it was told that time may be claimed or not: eleven days, or half an hour, beyond ten.
    for (time, told) in [
        (TimeDelta::days(11), true),
        (TimeDelta::days(10) + TimeDelta::minutes(30), false),
    ] {
        let mut desk = game("countdown 10d flags claimed").await;
        let letters = desk.time_passes(time).await;
        let to_claim = about(&desk, &letters).await;
        assert_eq!(
            to_claim.contains(&to_both("time_to_claim")[1]),
            told,
            "{to_claim:?}"
        );
        assert!(left_of_white(&desk).await > 9 * 86_400);
        let letter = desk.newest_about_a_game_to("ann@players.test").clone();
        desk.deliver(&answer(&letter, ANN, 6, "", "Nf3")).await;
        let (moves, charged): (String, i64) = sqlx::query_as(
            "select moves, (select (detail->'time'->>'charged')::bigint from event where detail->>'turn' = '3') from game",
        )
        .fetch_one(&desk.pool)
        .await
        .expect("a game");
        assert_eq!(moves, "e2e4 e7e5 g1f3", "{time}");
        assert!(
            (time.num_seconds()..time.num_seconds() + 600).contains(&charged),
            "{charged}"
        );
        assert_eq!(left_of_white(&desk).await, 0, "{time}");
        // Bob answers, and nothing is left for Ann's next move.
        desk.send_all().await;
        let letter = desk.newest_about_a_game_to("bob@players.test").clone();
        desk.deliver(&answer(&letter, BOB, 7, "", "Nc6")).await;
        let letters = desk.time_passes(TimeDelta::minutes(61)).await;
        assert_eq!(
            about(&desk, &letters).await,
            to_both("time_to_claim"),
            "{time}"
        );
        let letter = desk.newest_about_a_game_to("bob@players.test").clone();
        desk.deliver(&answer(&letter, BOB, 8, "", "claim time"))
            .await;
        let over = Some("time forfeit".to_owned());
        assert_eq!(stand(&desk).await.0, over, "{time}");
    }
}
