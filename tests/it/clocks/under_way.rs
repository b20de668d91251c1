//! What is under way is nobody's time.

use super::{running, still};
use crate::clock_stops::Table;
use crate::correspondence::{ANN, BOB};

#[tokio::test]
async fn a_letter_that_lies_in_the_outbox_for_a_day_costs_nobody_anything() {
    let mut table = Table::before_the_letter("countdown 30d").await;
    assert_eq!(table.stand().await, still([1, 0], [720, 720]));
    table.letters_wait_for(24).await;
    // That Ann knows of their own move begins nothing.
    table.desk.send_to("ann@players.test").await;
    table.letters_wait_for(24).await;
    assert_eq!(table.stand().await, still([1, 0], [720, 720]));
    table.desk.send_to("bob@players.test").await;
    assert_eq!(table.stand().await, running([1, 0], [720, 720]));
    table.answers_after(1, BOB, "e5").await;
    assert_eq!(table.charged_in_turn(2).await, (1, Vec::new()));
    assert_eq!(table.stand().await, still([1, 1], [720, 719]));
    // Nor does it cost the other one anything.
    table.letters_wait_for(24).await;
    table.answers_after(3, ANN, "Nf3").await;
    assert_eq!(table.charged_in_turn(3).await, (3, Vec::new()));
    assert_eq!(table.stand().await, still([2, 1], [717, 719]));
}

#[tokio::test]
async fn no_flag_falls_while_the_letter_waits_that_tells_of_the_turn() {
    let mut table = Table::with("per-move 3d").await;
    table.answers(BOB, "e5").await;
    table.letters_wait_for(10 * 24).await;
    assert_eq!(table.ending().await, None);
    table.desk.send_all().await;
    table.passes(72 * 60 + 30).await;
    assert_eq!(table.ending().await, None);
    table.passes(40).await;
    assert_eq!(table.ending().await.as_deref(), Some("time forfeit"));
}
