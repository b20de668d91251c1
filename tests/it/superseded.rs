//! Letters that wait for days are not sent when a later one says all that they say.

use crate::correspondence::{self, ANN, BOB, Correspondence, Letter, answer};
use penpawn::db::outbox;
use std::time::Duration;
use uuid::Uuid;

/// Ann, with White, has been told that her game begins. Everything so far has been sent.
async fn game() -> Correspondence {
    let desk = correspondence::game().await;
    desk.send_all().await;
    desk
}

/// Somebody answers this letter; the relay takes none of what that brings about yet.
async fn write(desk: &mut Correspondence, letter: &Letter, from: &str, number: usize, text: &str) {
    let raw = answer(letter, from, number, "", text);
    let (_, fate) = desk.deliver(&raw).await;
    assert_eq!(fate.state, "done", "{text}: {fate:?}");
    greylist(desk).await;
}

/// The relay wants all letters later.
async fn greylist(desk: &Correspondence) {
    let claim = Uuid::new_v4();
    for letter in outbox::claim(&desk.pool, claim, 100).await.expect("due") {
        outbox::put_back(
            &desk.pool,
            claim,
            letter.id,
            Duration::from_secs(86_400),
            "451 4.7.1 greylisted",
        )
        .await
        .expect("put back");
    }
}

/// What became of the letters to a reader: occasion and state, in the order in which they were written.
async fn fates(desk: &Correspondence, reader: &str) -> Vec<String> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "select occasion, state from outbox where recipient = $1 and state <> 'sent' order by id",
    )
    .bind(reader)
    .fetch_all(&desk.pool)
    .await
    .expect("letters");
    rows.into_iter()
        .map(|(occasion, state)| format!("{occasion} {state}"))
        .collect()
}

#[tokio::test]
async fn hazard_57_a_letter_whose_position_has_passed_is_not_sent_after_days_of_greylisting() {
    let mut desk = game().await;
    let to_ann = desk.newest_to("ann@players.test").clone();
    let to_bob = desk.newest_to("bob@players.test").clone();
    write(&mut desk, &to_ann, ANN, 10, "e4").await;
    assert_eq!(fates(&desk, "bob@players.test").await, ["your_move queued"]);
    // Bob has not got the letter yet, and asks how the game stands.
    write(&mut desk, &to_bob, BOB, 11, "show").await;
    let shown = desk.newest_to("bob@players.test").clone();
    write(&mut desk, &shown, BOB, 12, "e5").await;
    // That Ann has played e4 they know by now, and the letter on their own move shows both. Ann sees both too.
    assert_eq!(
        fates(&desk, "bob@players.test").await,
        ["your_move superseded", "show queued", "move_played queued"]
    );
    assert_eq!(
        fates(&desk, "ann@players.test").await,
        ["move_played superseded", "your_move queued"]
    );
    let newest = desk.newest_to("ann@players.test").mail.text.clone();
    assert!(newest.unwrap_or_default().contains("1. e4 e5 *"));
    // Days later.
    sqlx::query("update outbox set run_after = '-infinity'")
        .execute(&desk.pool)
        .await
        .expect("days");
    let sent = outbox::claim(&desk.pool, Uuid::new_v4(), 100)
        .await
        .expect("due");
    assert_eq!(sent.len(), 3);
}

#[tokio::test]
async fn hazard_57_a_letter_that_is_being_sent_is_left_alone() {
    let mut desk = game().await;
    let to_ann = desk.newest_to("ann@players.test").clone();
    let to_bob = desk.newest_to("bob@players.test").clone();
    desk.deliver(&answer(&to_ann, ANN, 10, "", "e4")).await;
    let claim = Uuid::new_v4();
    let being_sent = outbox::claim(&desk.pool, claim, 100).await.expect("due");
    desk.deliver(&answer(&to_bob, BOB, 11, "", "show")).await;
    let shown = desk.newest_to("bob@players.test").clone();
    desk.deliver(&answer(&shown, BOB, 12, "", "e5")).await;
    let sent: Vec<(i64, Uuid)> = being_sent.iter().map(|due| (due.id, claim)).collect();
    outbox::mark_sent(&desk.pool, &sent).await.expect("sent");
    assert_eq!(
        fates(&desk, "bob@players.test").await,
        ["show queued", "move_played queued"]
    );
    assert_eq!(fates(&desk, "ann@players.test").await, ["your_move queued"]);
}

/// Words of the opponent, what was not done, what was asked, and how a game began or ended: each is said in every case.
#[tokio::test]
async fn hazard_57_what_a_player_must_know_is_never_lost() {
    let mut desk = game().await;
    let to_ann = desk.newest_to("ann@players.test").clone();
    let to_bob = desk.newest_to("bob@players.test").clone();
    write(&mut desk, &to_ann, ANN, 10, "say Good luck!").await;
    write(&mut desk, &to_ann, ANN, 11, "Ke5").await;
    write(&mut desk, &to_ann, ANN, 12, "1. e4 e5 2. Nf3").await;
    write(&mut desk, &to_bob, BOB, 13, "show").await;
    let shown = desk.newest_to("bob@players.test").clone();
    write(&mut desk, &shown, BOB, 14, "e5\n\nI know this one.").await;
    let to_ann = desk.newest_to("ann@players.test").clone();
    write(&mut desk, &to_ann, ANN, 15, "Nf3 draw").await;
    let to_bob = desk.newest_to("bob@players.test").clone();
    write(&mut desk, &to_bob, BOB, 16, "accept draw").await;
    assert_eq!(
        fates(&desk, "ann@players.test").await,
        [
            "talk_sent queued",
            "refused queued",
            // It says that 1...e5 2. Nf3 was not played.
            "move_played queued",
            // With Bob's words.
            "your_move queued",
            "move_played superseded",
            "over queued",
        ]
    );
    assert_eq!(
        fates(&desk, "bob@players.test").await,
        [
            "talk queued",
            "your_move superseded",
            "show queued",
            "move_played superseded",
            "your_move superseded",
            "over queued",
        ]
    );
}

#[tokio::test]
async fn hazard_57_letters_of_another_game_are_left_alone() {
    let mut desk = game().await;
    let first = desk.newest_to("ann@players.test").clone();
    let to_bob = desk.newest_to("bob@players.test").clone();
    desk.deliver(&answer(&first, ANN, 10, "", "challenge Bob as white"))
        .await;
    let accept = answer(desk.newest_to("bob@players.test"), BOB, 11, "", "accept");
    desk.deliver(&accept).await;
    desk.send_all().await;
    let second = desk.newest_to("ann@players.test").clone();
    write(&mut desk, &first, ANN, 12, "e4").await;
    write(&mut desk, &second, ANN, 13, "d4").await;
    write(&mut desk, &to_bob, BOB, 14, "show 1").await;
    let shown = desk.newest_to("bob@players.test").clone();
    write(&mut desk, &shown, BOB, 15, "e5").await;
    assert_eq!(
        fates(&desk, "bob@players.test").await,
        [
            "your_move superseded",
            "your_move queued",
            "show queued",
            "move_played queued"
        ]
    );
    assert_eq!(
        fates(&desk, "ann@players.test").await,
        [
            "move_played superseded",
            "move_played queued",
            "your_move queued"
        ]
    );
}
