//! Letters that tell a player of their turn and do not reach them: their clock stands until one does, fourteen days in a game at
//! most.

use super::table::Table;
use crate::bed;
use crate::correspondence::{ANN, BOB};

/// Bob has moved, and mail to him comes back on five days: his address rests, and Ann is to move.
async fn with_bob_at_rest() -> Table {
    let mut table = Table::with("per-move 3d").await;
    table.answers(BOB, "e5").await;
    for _ in 0..5 {
        table.desk.comes_back("bob@players.test", "qmail").await;
        table.desk.days_pass(1).await;
    }
    let rests: Vec<String> = sqlx::query_scalar("select reason from rest where until is null")
        .fetch_all(&table.desk.pool)
        .await
        .expect("rests");
    assert_eq!(rests, ["bounces"]);
    table
}

#[tokio::test]
async fn who_is_not_told_because_their_address_rests_is_charged_nothing_until_they_can_be() {
    let mut table = with_bob_at_rest().await;
    table.answers(ANN, "Nf3").await;
    assert_eq!(
        table.desk.kept().await,
        [("bob@players.test".to_owned(), "your_move".to_owned())]
    );
    // Three days are all that Bob has.
    table.passes(5 * 24 * 60).await;
    assert_eq!(table.ending().await, None);
    // They write, and what was held back goes out.
    let told = table.answers(BOB, "show 1").await;
    assert!(told.contains("2. Nf3"), "{told}");
    assert!(table.desk.kept().await.is_empty());
    table.desk.send_all().await;
    table.passes(2 * 60).await;
    table.answers(BOB, "Nc6").await;
    assert_eq!(
        table.charged_in_turn(4).await,
        (2, vec!["bounce".to_owned()])
    );
}

#[tokio::test]
async fn an_address_that_rests_is_no_shield_beyond_fourteen_days() {
    let mut table = with_bob_at_rest().await;
    table.answers(ANN, "Nf3").await;
    table.passes(16 * 24 * 60).await;
    assert_eq!(table.ending().await, None);
    table.passes(25 * 60).await;
    assert_eq!(table.ending().await.as_deref(), Some("time forfeit"));
}

#[tokio::test]
async fn the_second_letter_of_a_turn_that_comes_back_as_well_stops_the_clock_again() {
    let mut table = Table::told_again_after_a_return().await;
    // What answered them is the first letter that was accepted since, and it does not reach them either.
    table.passes(5 * 60).await;
    table.desk.comes_back("bob@players.test", "qmail").await;
    table.passes(25 * 60).await;
    table.answers(BOB, "show 1").await;
    table.desk.send_all().await;
    table.passes(60).await;
    table.answers(BOB, "e5").await;
    // 78 hours, of which 77 are nobody's: no letter had reached them before the last.
    assert_eq!(table.charged().await, (1, vec!["bounce".to_owned()]));
    let stops = bed::count(&table.desk.pool, "select count(*) from clock_stop").await;
    assert_eq!(stops, 1, "one that went on");
}

/// Whoever has a letter can say that it came back.
#[tokio::test]
async fn a_letter_that_was_answered_or_followed_by_another_one_comes_back_in_vain() {
    for late in [false, true] {
        let mut table = Table::with("per-move 3d").await;
        let minutes = if late { 3 * 24 * 60 + 10 } else { 60 };
        table.passes(minutes).await;
        let forged = table.desk.returned("bob@players.test", "qmail");
        let answered = if late { "e5" } else { "say thinking" };
        table.answers(BOB, answered).await;
        for sent in [false, true] {
            if sent {
                table.desk.send_all().await;
            }
            let raw = String::from_utf8(forged.clone()).expect("text");
            let raw = raw.replace("qmail", if sent { "xmail" } else { "ymail" });
            let (letters, _) = table.desk.deliver(raw.as_bytes()).await;
            assert!(letters.is_empty(), "{letters:?}");
        }
        let stops = bed::count(&table.desk.pool, "select count(*) from clock_stop").await;
        assert_eq!(stops, 0, "late: {late}");
    }
}

#[tokio::test]
async fn who_waits_is_told_that_a_clock_stands_with_the_time_that_it_then_has() {
    let mut table = Table::with("per-move 3d").await;
    table.passes(3 * 24 * 60 - 30).await;
    let raw = table.desk.returned("bob@players.test", "qmail");
    let (letters, _) = table.desk.deliver(&raw).await;
    let told: Vec<&str> = letters.iter().map(|one| one.recipient.as_str()).collect();
    assert_eq!(told, ["ann@players.test"]);
    let told = table.newest_to(ANN);
    assert!(told.contains("Their clock stands"), "{told}");
    let deadline = table.deadline().await;
    let until = deadline.trim_start_matches("Answer before");
    assert!(told.contains(&format!("and is over on{until}")), "{told}");
}
