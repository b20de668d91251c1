//! What is written before a move neither stops the clock nor costs anything: the whole time is the move's.

use super::{running, still};
use crate::clock_stops::Table;
use crate::correspondence::{ANN, BOB};

#[tokio::test]
async fn offers_words_and_mistakes_before_a_move_are_charged_with_it_and_cost_nothing_more() {
    let mut table = Table::with("countdown 30d").await;
    for (from, text) in [
        (BOB, "e5"),
        (ANN, "Nf3"),
        (BOB, "Nc6"),
        (ANN, "d3"),
        (BOB, "Nf6"),
    ] {
        table.answers(from, text).await;
        table.desk.send_all().await;
    }
    for (text, answered) in [
        ("draw", "You have offered Bob a draw"),
        ("say How is the weather?", "has been passed on to Bob"),
        ("claim draw", "without right, so the game goes on"),
        ("Ke5", "no king that can reach e5"),
        ("show", "Your turn began"),
        // Either knight.
        ("Nd2", "can be read in 2 ways"),
    ] {
        let told = table.answers_after(24, ANN, text).await;
        assert!(told.contains(answered), "{text}: {told}");
        assert_eq!(table.stand().await, running([3, 3], [720, 720]), "{text}");
    }
    table.answers_after(24, ANN, "1").await;
    assert_eq!(table.charged_in_turn(7).await, (7 * 24, Vec::new()));
    assert_eq!(table.stand().await, still([4, 3], [720 - 7 * 24, 720]));
}
