//! Time that goes back with a move that is taken back.

use super::{running, still};
use crate::clock_stops::Table;
use crate::correspondence::{ANN, BOB};

#[tokio::test]
async fn who_takes_back_loses_what_they_spent_the_other_nothing_and_time_runs_from_the_letter_that_grants_it()
 {
    let mut table = Table::with("countdown 10d").await;
    table.answers(BOB, "e5").await;
    table.answers_after(4 * 24, ANN, "Nf3").await;
    assert_eq!(table.stand().await, still([2, 1], [144, 240]));
    table.answers_after(5 * 24, ANN, "takeback").await;
    assert_eq!(table.stand().await, running([2, 1], [144, 240]));
    table.answers(BOB, "accept takeback").await;
    assert_eq!(table.stand().await, still([1, 1], [144, 240]));
    table.letters_wait_for(30).await;
    table.desk.send_to("bob@players.test").await;
    assert_eq!(table.stand().await, still([1, 1], [144, 240]));
    table.desk.send_to("ann@players.test").await;
    assert_eq!(table.stand().await, running([1, 1], [144, 240]));
    table.answers_after(24, ANN, "Nc3").await;
    // Three moves, the takeback, and this one.
    assert_eq!(table.charged_in_turn(5).await, (24, Vec::new()));
    assert_eq!(table.stand().await, still([2, 1], [120, 240]));
}

#[tokio::test]
async fn who_is_to_move_again_and_takes_two_plies_back_has_spent_what_they_thought_meanwhile() {
    let mut table = Table::with("countdown 10d").await;
    table.answers(BOB, "e5").await;
    table.answers_after(4 * 24, ANN, "Nf3").await;
    table.answers_after(24, BOB, "Nc6").await;
    assert_eq!(table.stand().await, still([2, 2], [144, 216]));
    table.answers_after(24, ANN, "takeback").await;
    assert_eq!(table.stand().await, running([2, 2], [144, 216]));
    table.answers_after(2 * 24, BOB, "accept takeback").await;
    // Four days on the move and three since; what Bob spent on the answer is theirs again.
    assert_eq!(table.stand().await, still([1, 1], [72, 240]));
}

/// The other side would choose the moment at which it loses.
#[tokio::test]
async fn no_move_is_taken_back_that_would_leave_next_to_nothing() {
    let mut table = Table::with("fischer 2d+2d").await;
    table.answers(BOB, "e5").await;
    table.answers_after(3 * 24 + 22, ANN, "Nf3").await;
    table.answers(BOB, "Nc6").await;
    let stood = table.stand().await;
    let told = table.answers_after(30, ANN, "takeback").await;
    let why = "what you have spent stays spent, and you would have less than an hour left";
    assert!(told.contains(why), "{told}");

    let mut table = Table::with("fischer 2d+2d").await;
    table.answers(BOB, "e5").await;
    table.answers_after(3 * 24 + 20, ANN, "Nf3").await;
    table.answers(BOB, "Nc6").await;
    assert_ne!(table.stand().await, stood);
    let told = table.answers_after(1, ANN, "takeback").await;
    assert!(told.contains("asks you for a takeback"), "{told}");
    let told = table.answers_after(3, BOB, "accept takeback").await;
    let why =
        "what your opponent has spent stays spent, and they would have less than an hour left";
    assert!(told.contains(why), "{told}");
    let (plies, offers): (i32, bool) =
        sqlx::query_as("select ply, takeback_offer is not null from game")
            .fetch_one(&table.desk.pool)
            .await
            .expect("a game");
    assert_eq!((plies, offers), (4, true));
}
