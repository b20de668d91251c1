//! Moves that were prepared take no time, and time runs from the letter that tells of them.

use super::{running, still};
use crate::clock_stops::Table;
use crate::correspondence::{ANN, BOB};

#[tokio::test]
async fn a_prepared_move_is_charged_nothing_and_counted_and_the_letter_with_both_begins_the_next_turn()
 {
    let mut table = Table::with("countdown 30d").await;
    table.answers_after(24, BOB, "e5\nif Nf3 then Nc6").await;
    assert_eq!(table.stand().await, still([1, 1], [720, 696]));
    let told = table.answers_after(48, ANN, "Nf3").await;
    assert!(told.contains("2...Nc6"), "{told}");
    assert_eq!(table.charged_in_turn(3).await, (48, Vec::new()));
    assert_eq!(table.charged_in_turn(4).await, (0, Vec::new()));
    assert_eq!(table.stand().await, still([2, 2], [672, 696]));
    table.letters_wait_for(24).await;
    // That Bob is told of both begins nothing: it is Ann's move.
    table.desk.send_to("bob@players.test").await;
    assert_eq!(table.stand().await, still([2, 2], [672, 696]));
    table.desk.send_to("ann@players.test").await;
    assert_eq!(table.stand().await, running([2, 2], [672, 696]));
    table.answers_after(12, ANN, "Bb5").await;
    assert_eq!(table.charged_in_turn(5).await, (12, Vec::new()));
    assert_eq!(table.stand().await, still([3, 2], [660, 696]));
}

/// What a control adds for a move is added for one that was prepared, too.
#[tokio::test]
async fn a_prepared_move_has_the_time_that_each_move_adds() {
    let mut table = Table::with("fischer 30d+1d max 45d").await;
    table.answers_after(24, BOB, "e5\nif Nf3 then Nc6").await;
    assert_eq!(table.stand().await, still([1, 1], [744, 720]));
    table.answers_after(48, ANN, "Nf3").await;
    assert_eq!(table.stand().await, still([2, 2], [720, 744]));
}
