//! What came before time was over is done, however late it is handled, and ends the game as it would have then.

use crate::clock_stops::Table;
use crate::correspondence::{ANN, BOB};

/// How the game has ended, and with which result.
async fn outcome(table: &Table) -> (Option<String>, String) {
    sqlx::query_as("select ending, result from game")
        .fetch_one(&table.desk.pool)
        .await
        .expect("a game")
}

/// After these moves Ann, who has an hour left, writes this; it is handled four days later. Returns how the game ended.
async fn ended_by(moves: &[&str], text: &str) -> (Option<String>, String) {
    let mut table = Table::with("per-move 3d").await;
    for (at, typed) in moves.iter().enumerate() {
        table.answers([BOB, ANN][at % 2], typed).await;
        table.desk.send_all().await;
    }
    table.passes(71 * 60).await;
    let raw = table.answer_of(ANN, text);
    let mail = table.desk.store(&raw).await;
    table.passes(100 * 60).await;
    table.desk.work().await;
    assert_eq!(table.desk.fate(mail).await.state, "done");
    table.passes(3 * 60).await;
    outcome(&table).await
}

#[tokio::test]
async fn a_mate_a_resignation_and_a_right_claim_that_came_in_time_end_the_game_instead_of_the_flag()
{
    let before_mate = ["e5", "Bc4", "Nc6", "Qh5", "Nf6"];
    let repeated = ["e5", "Nf3", "Nc6", "Ng1", "Nb8", "Nf3", "Nc6", "Ng1", "Nb8"];
    let mut ended = Vec::new();
    for (moves, text) in [
        (before_mate.as_slice(), "Qxf7#"),
        (&before_mate, "resign"),
        (&repeated, "claim draw"),
    ] {
        ended.push(ended_by(moves, text).await);
    }
    let expected = [
        ("checkmate", "1-0"),
        ("resignation", "0-1"),
        ("threefold repetition", "1/2-1/2"),
    ];
    let expected = expected.map(|(ending, result)| (Some(ending.to_owned()), result.to_owned()));
    assert_eq!(ended, expected);
}
