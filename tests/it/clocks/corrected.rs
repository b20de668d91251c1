//! What becomes of the clocks of a game that the administrator sets back or ends, or that its players give up together.

use super::{running, still};
use crate::clock_stops::Table;
use crate::correspondence::{ANN, BOB};
use penpawn::game::Result;
use penpawn::robot::Ruling;

/// Bob has answered after two days, Ann after three and Bob after one; Ann's time runs.
async fn game() -> Table {
    let mut table = Table::with("countdown 30d").await;
    for (hours, from, text) in [(48, BOB, "e5"), (72, ANN, "Nf3"), (24, BOB, "Nc6")] {
        table.answers_after(hours, from, text).await;
    }
    assert_eq!(table.stand().await, still([2, 2], [648, 648]));
    table.desk.send_all().await;
    assert_eq!(table.stand().await, running([2, 2], [648, 648]));
    table
}

fn corrected(left: u32) -> Ruling {
    let reason = "a slip of the pen".to_owned();
    Ruling::Correct { left, reason }
}

fn adjudicated(result: Result) -> Ruling {
    let reason = "the club decides".to_owned();
    Ruling::Adjudicate { result, reason }
}

#[tokio::test]
async fn who_is_set_back_has_what_was_left_then_and_their_time_runs_from_the_letter() {
    let mut table = game().await;
    // What Ann has thought since counts no longer either.
    table.passes(36 * 60).await;
    table.decide(&corrected(2)).await.expect("corrected");
    assert_eq!(table.stand().await, still([1, 1], [720, 672]));
    table.letters_wait_for(30).await;
    assert_eq!(table.stand().await, still([1, 1], [720, 672]));
    // That Bob knows of it begins nothing: it is Ann's move.
    table.desk.send_to("bob@players.test").await;
    assert_eq!(table.stand().await, still([1, 1], [720, 672]));
    table.desk.send_to("ann@players.test").await;
    assert_eq!(table.stand().await, running([1, 1], [720, 672]));
    table.answers_after(20, ANN, "Nc3").await;
    // Four moves, the correction, and this one.
    assert_eq!(table.charged_in_turn(6).await, (20, Vec::new()));
    assert_eq!(table.stand().await, still([2, 1], [700, 672]));
}

#[tokio::test]
async fn the_flag_of_who_is_set_back_falls_by_the_time_that_was_left_then() {
    let mut table = game().await;
    table.decide(&corrected(3)).await.expect("corrected");
    table.desk.send_all().await;
    // It is Bob's move, who had 28 days before 2...Nc6.
    assert_eq!(table.stand().await, running([2, 1], [648, 672]));
    table.passes(672 * 60 - 30).await;
    assert_eq!(table.ending().await, None);
    table.passes(30 + 70).await;
    assert_eq!(table.ending().await.as_deref(), Some("time forfeit"));
}

#[tokio::test]
async fn a_clock_ends_with_an_adjudicated_game_and_begins_again_when_that_is_opened() {
    let mut table = game().await;
    table.passes(36 * 60).await;
    table
        .decide(&adjudicated(Result::Black))
        .await
        .expect("adjudicated");
    assert_eq!(table.stand().await, still([2, 2], [648, 648]));
    let letters = table.desk.letters.len();
    table.passes(60 * 24 * 60).await;
    assert_eq!(table.stand().await, still([2, 2], [648, 648]));
    assert_eq!(table.desk.letters.len(), letters, "nobody is reminded");
    table.decide(&corrected(4)).await.expect("opened");
    table.letters_wait_for(30).await;
    assert_eq!(table.stand().await, still([2, 2], [648, 648]));
    table.answers_after(20, ANN, "Bb5").await;
    assert_eq!(table.stand().await, still([3, 2], [628, 648]));
}

#[tokio::test]
async fn a_clock_ends_with_a_game_that_both_abort() {
    let mut table = game().await;
    table.answers_after(36, ANN, "abort").await;
    assert_eq!(table.stand().await, running([2, 2], [648, 648]));
    table.answers(BOB, "accept abort").await;
    assert_eq!(table.ending().await.as_deref(), Some("aborted"));
    assert_eq!(table.stand().await, still([2, 2], [648, 648]));
    let letters = table.desk.letters.len();
    table.passes(60 * 24 * 60).await;
    assert_eq!(table.stand().await, still([2, 2], [648, 648]));
    assert_eq!(table.desk.letters.len(), letters, "nobody is reminded");
    assert_eq!(table.ending().await.as_deref(), Some("aborted"));
}
