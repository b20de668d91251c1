//! What moves are charged, and when flags fall, where clocks were stopped.

use super::table::Table;
use crate::bed;
use crate::correspondence::{ANN, BOB};
use chrono::TimeDelta;
use penpawn::db::clock_faults::Kind;
use penpawn::game::clock::ClockRuling;
use penpawn::robot::Fault;
use uuid::Uuid;

fn none() -> Vec<String> {
    Vec::new()
}

#[tokio::test]
async fn t7_an_outage_is_credited_to_the_second_and_told_once() {
    let mut table = Table::with("session 10/3d").await;
    // Two days and twelve hours, then six hours and a half for which nobody looks, then six hours and a half.
    table.passes(60 * 60).await;
    table.desk.nobody_looks_for(TimeDelta::minutes(390)).await;
    table.passes(390).await;
    let told = table.answers(BOB, "e5").await;
    assert_eq!(table.charged().await, (48, vec!["outage".to_owned()]));
    // To both of them, to each once.
    assert_eq!(
        told.matches("This server was out of order.").count(),
        2,
        "{told}"
    );
    assert_eq!(told.matches(": 6 hours 30 minutes").count(), 2, "{told}");
    table.desk.send_all().await;
    let told = table.answers(ANN, "Nf3").await;
    assert!(!told.contains("out of order"), "{told}");
}

#[tokio::test]
async fn t7_the_flag_falls_so_much_later() {
    let mut table = Table::with("session 10/3d").await;
    // Both have moved, so that no first move is waited for: it is Ann's turn.
    table.answers(BOB, "e5").await;
    table.desk.send_all().await;
    table.passes(60 * 60).await;
    table.desk.nobody_looks_for(TimeDelta::minutes(390)).await;
    // Four days, and the hour of grace; without the outage the flag falls here.
    table.passes((96 - 60) * 60 - 390 + 61).await;
    assert_eq!(table.ending().await, None);
    table.passes(385).await;
    assert_eq!(table.ending().await, None);
    table.passes(10).await;
    assert_eq!(table.ending().await.as_deref(), Some("time forfeit"));
}

#[tokio::test]
async fn t8_a_letter_that_came_back_stops_the_clock_until_a_later_one_is_accepted() {
    let mut table = Table::told_again_after_a_return().await;
    table.passes(60).await;
    table.answers(BOB, "e5").await;
    // 48 hours, of which 47 are nobody's.
    assert_eq!(table.charged().await, (1, vec!["bounce".to_owned()]));
}

#[tokio::test]
async fn a_letter_that_is_refused_for_good_stops_the_clock_from_then_on() {
    for fault in [Fault::Address, Fault::Other] {
        let mut table = Table::before_the_letter("per-move 3d").await;
        match fault {
            Fault::Address => {
                table.desk.refused("bob@players.test").await;
            }
            Fault::Other => {
                let claim = Uuid::new_v4();
                let due = penpawn::db::outbox::claim(&table.desk.pool, claim, 1000)
                    .await
                    .expect("due");
                let lost = table.desk.newest_to("bob@players.test").id;
                let sent: Vec<_> = due
                    .iter()
                    .map(|one| one.id)
                    .filter(|id| *id != lost)
                    .map(|id| (id, claim))
                    .collect();
                penpawn::db::outbox::mark_sent(&table.desk.pool, &sent)
                    .await
                    .expect("sent");
                table
                    .desk
                    .robot
                    .give_up(claim, lost, "552 5.3.4 too large", fault)
                    .await
                    .expect("given up");
                table.desk.collect().await;
            }
        }
        // Ten days on it stands still, although three are all that Bob has.
        table.passes(10 * 24 * 60).await;
        assert_eq!(table.ending().await, None, "{fault:?}");
        table.answers(BOB, "show 1").await;
        table.desk.send_all().await;
        table.passes(60).await;
        table.answers(BOB, "e5").await;
        assert_eq!(
            table.charged().await,
            (1, vec!["bounce".to_owned()]),
            "{fault:?}"
        );
    }
}

#[tokio::test]
async fn a_full_mailbox_is_no_shield_beyond_fourteen_days() {
    let mut table = Table::with("per-move 3d").await;
    table.answers(BOB, "e5").await;
    table.desk.send_all().await;
    table.answers(ANN, "Nf3").await;
    table.desk.send_all().await;
    table.desk.comes_back("bob@players.test", "qmail").await;
    table.passes(16 * 24 * 60).await;
    assert_eq!(table.ending().await, None);
    table.passes(25 * 60).await;
    assert_eq!(table.ending().await.as_deref(), Some("time forfeit"));
}

#[tokio::test]
async fn what_comes_back_late_or_is_only_delayed_changes_nothing() {
    let mut table = Table::with("per-move 3d").await;
    table.passes(6 * 60).await;
    table
        .desk
        .comes_back("bob@players.test", "postfix-delayed")
        .await;
    table.passes(6 * 60).await;
    let late = table.desk.returned("bob@players.test", "qmail");
    table.answers(BOB, "e5").await;
    assert_eq!(table.charged().await, (12, none()));
    table.desk.send_all().await;
    table.desk.deliver(&late).await;
    let stops = bed::count(&table.desk.pool, "select count(*) from clock_stop").await;
    assert_eq!(stops, 0);
}

#[tokio::test]
async fn stop_is_no_shield() {
    let mut table = Table::with("per-move 3d").await;
    table.answers(BOB, "e5").await;
    table.desk.send_all().await;
    table.answers(BOB, "stop").await;
    table.desk.send_all().await;
    table.answers(ANN, "Nf3").await;
    table.desk.send_all().await;
    table.passes(72 * 60 + 50).await;
    assert_eq!(table.ending().await, None);
    table.passes(20).await;
    assert_eq!(table.ending().await.as_deref(), Some("time forfeit"));
}

#[tokio::test]
async fn the_administrator_pauses_a_game_and_lets_it_go_on() {
    let mut table = Table::with("per-move 3d").await;
    table.passes(6 * 60).await;
    assert_eq!(table.rule(ClockRuling::Paused).await.expect("paused"), 2);
    let again = table.rule(ClockRuling::Paused).await.expect_err("twice");
    assert!(again.to_string().contains("paused already"), "{again}");
    for (reader, whose) in [(BOB, "Your"), (ANN, "Bob's")] {
        let told = table.newest_to(reader);
        let stands = format!("{whose} time stands still until further notice.");
        assert!(told.contains(&stands), "{told}");
        assert!(!told.contains("Answer before"), "{told}");
    }
    table.passes(20 * 24 * 60).await;
    assert_eq!(table.ending().await, None);
    assert_eq!(table.rule(ClockRuling::Resumed).await.expect("resumed"), 2);
    let told = table.newest_to(BOB);
    assert!(told.contains("Your time runs; you have 2 days"), "{told}");
    assert!(told.contains(&table.deadline().await), "{told}");
    let told = table.newest_to(ANN);
    assert!(told.contains("Bob has until"), "{told}");
    table.rule(ClockRuling::Resumed).await.expect_err("twice");
    table.passes(6 * 60).await;
    table.answers(BOB, "e5").await;
    assert_eq!(table.charged().await, (12, vec!["pause".to_owned()]));
    let kinds: i64 = sqlx::query_scalar(
        "select count(*) from event where kind = 'clock ruled' and reason <> ''",
    )
    .fetch_one(&table.desk.pool)
    .await
    .expect("events");
    assert_eq!(kinds, 2);
}

/// A pause would tell both that no clock runs, and an hour later the flag would fall.
#[tokio::test]
async fn a_game_is_not_paused_when_time_was_over_in_it() {
    let mut table = Table::with("per-move 3d").await;
    table.passes(72 * 60 + 30).await;
    let refused = table.rule(ClockRuling::Paused).await.expect_err("refused");
    assert!(
        refused.to_string().contains("a pause does not undo that"),
        "{refused}"
    );
    let now = chrono::Utc::now();
    let (from, until) = (now - TimeDelta::hours(2), now);
    table
        .rule(ClockRuling::Credited { from, until })
        .await
        .expect("credited");
    assert_eq!(table.rule(ClockRuling::Paused).await.expect("paused"), 2);
    table.passes(10 * 24 * 60).await;
    assert_eq!(table.ending().await, None);
}

/// Players end what they agreed upon, and not what the administrator decided.
#[tokio::test]
async fn a_pause_that_is_agreed_upon_ends_none_of_the_administrator_s() {
    let mut table = Table::with("per-move 3d").await;
    table.rule(ClockRuling::Paused).await.expect("paused");
    table.passes(60).await;
    table.answers(ANN, "pause 1 week").await;
    let told = table.answers(BOB, "accept pause").await;
    assert!(told.contains("is paused: you have agreed"), "{told}");
    assert!(!told.contains("Answer before"), "{told}");
    table.passes(20 * 24 * 60).await;
    assert_eq!(table.ending().await, None);
}

#[tokio::test]
async fn the_administrator_credits_what_only_they_know() {
    let mut table = Table::with("per-move 3d").await;
    table.passes(24 * 60).await;
    let now = chrono::Utc::now();
    let (from, until) = (now - TimeDelta::hours(10), now - TimeDelta::hours(4));
    let credited = ClockRuling::Credited { from, until };
    assert_eq!(table.rule(credited).await.expect("credited"), 2);
    let told = table.newest_to(BOB);
    assert!(told.contains(&table.deadline().await), "{told}");
    for (from, until, why) in [
        (now, now + TimeDelta::days(30_000), "has not passed yet"),
        (
            now - TimeDelta::days(3),
            now - TimeDelta::days(2),
            "no clock of game 1 ran then",
        ),
    ] {
        let refused = table.rule(ClockRuling::Credited { from, until }).await;
        let refused = refused.expect_err("refused").to_string();
        assert!(refused.contains(why), "{refused}");
    }
    // All games; what both say counts once.
    let robot = table.desk.robot.clone();
    let from = now - TimeDelta::hours(12);
    robot
        .credit_all(Uuid::new_v4(), from, until, "no mail came in")
        .await
        .expect("credited");
    let soon = now + TimeDelta::hours(4);
    robot
        .credit_all(Uuid::new_v4(), now, soon, "x")
        .await
        .expect_err("it has not passed");
    let told = table.answers(BOB, "e5").await;
    assert_eq!(table.charged().await, (16, vec!["outage".to_owned()]));
    assert_eq!(
        told.matches("The reason that was given: no mail came in.")
            .count(),
        2,
        "{told}"
    );
}

/// It is Bob's turn, and two of three days are used, when a copy is made. So much later the database is restored from it: what
/// came meanwhile is lost.
async fn restored_after(lost: TimeDelta) -> Table {
    restored(TimeDelta::hours(48), lost).await
}

/// The same, with so much of Bob's three days gone by when the copy was made.
async fn restored(thought: TimeDelta, lost: TimeDelta) -> Table {
    let mut table = Table::with("per-move 3d").await;
    table.answers(BOB, "e5").await;
    table.desk.send_all().await;
    table.answers(ANN, "Nf3").await;
    table.desk.send_all().await;
    table.passes(thought.num_minutes()).await;
    crate::passing::nobody_looks_for(&table.desk.pool, lost).await;
    sqlx::query("delete from clock_stop")
        .execute(&table.desk.pool)
        .await
        .expect("restored");
    sqlx::query("update mailbox set seen_until = now() - $1 * interval '1 second'")
        .bind(lost.as_seconds_f64())
        .execute(&table.desk.pool)
        .await
        .expect("restored");
    penpawn::db::clock_faults::note(&table.desk.pool, Kind::Restore, "x")
        .await
        .expect("noted");
    sqlx::query("update mailbox set seen_until = now()")
        .execute(&table.desk.pool)
        .await
        .expect("another daemon looks");
    table
}

/// To whom it goes that time goes on after a restore.
async fn told_after_a_restore(table: &mut Table) -> Vec<String> {
    let resumed = table.desk.robot.resume_time(&[Kind::Restore]).await;
    resumed.expect("resumed");
    let letters = table.desk.collect().await.into_iter().map(|letter| {
        let text = letter.mail.text.unwrap_or_default();
        assert!(
            text.contains("This server had to be restored from a backup"),
            "{text}"
        );
        letter.recipient
    });
    letters.collect()
}

/// Nobody knows what became of what was due meanwhile.
#[tokio::test]
async fn after_a_restore_both_are_told_once_how_a_game_stands_in_which_something_was_due() {
    for (lost, expected) in [
        (
            TimeDelta::hours(96),
            vec!["ann@players.test", "bob@players.test"],
        ),
        (TimeDelta::hours(1), vec![]),
    ] {
        let mut table = restored_after(lost).await;
        assert_eq!(told_after_a_restore(&mut table).await, expected, "{lost}");
        // Time goes on already.
        assert_eq!(told_after_a_restore(&mut table).await, [""; 0], "{lost}");
        let told: Vec<String> = sqlx::query_scalar(
            "select recipient from outbox where occasion = 'restored' order by id",
        )
        .fetch_all(&table.desk.pool)
        .await
        .expect("letters");
        assert_eq!(told, expected, "{lost}");
    }
}

/// While no flag may fall, a daemon that looks at the game puts its flag off: it was due all the same.
#[tokio::test]
async fn after_a_restore_both_are_told_also_when_a_daemon_has_put_off_what_was_due() {
    let mut table = restored_after(TimeDelta::hours(96)).await;
    table.desk.do_what_is_due().await;
    assert_eq!(
        told_after_a_restore(&mut table).await,
        ["ann@players.test", "bob@players.test"]
    );
}

/// Its flag may have fallen in the time that was lost, an hour after it was over, and both were told.
#[tokio::test]
async fn after_a_restore_time_that_was_over_before_the_copy_has_its_last_day_again() {
    let thought = TimeDelta::hours(72) + TimeDelta::minutes(30);
    let mut table = restored(thought, TimeDelta::hours(96)).await;
    assert_eq!(
        told_after_a_restore(&mut table).await,
        ["ann@players.test", "bob@players.test"]
    );
    let told = table.newest_to(BOB);
    assert!(told.contains(&table.deadline().await), "{told}");
    for (hours, ending) in [(0, None), (23, None), (3, Some("time forfeit"))] {
        table.passes(hours * 60).await;
        sqlx::query("update game set due_at = now() where told_at is not null")
            .execute(&table.desk.pool)
            .await
            .expect("due");
        table.desk.do_what_is_due().await;
        assert_eq!(table.ending().await.as_deref(), ending, "{hours}");
    }
}

#[tokio::test]
async fn after_a_restore_no_flag_falls_and_the_lost_time_is_credited() {
    let mut table = restored_after(TimeDelta::hours(96)).await;
    table.desk.do_what_is_due().await;
    assert_eq!(table.ending().await, None, "no flag falls now");
    assert!(
        table
            .desk
            .robot
            .resume_time(&[Kind::Restore])
            .await
            .expect("resumed")
    );
    assert!(
        !table
            .desk
            .robot
            .resume_time(&[Kind::Restore])
            .await
            .expect("asked")
    );
    sqlx::query("update game set due_at = now()")
        .execute(&table.desk.pool)
        .await
        .expect("due");
    table.desk.do_what_is_due().await;
    assert_eq!(table.ending().await, None, "a day is left");
    for letter in table.desk.collect().await {
        let told = letter.mail.text.unwrap_or_default();
        assert!(
            told.contains("This server was restored from a backup"),
            "{told}"
        );
    }
    table.passes(24 * 60 - 10).await;
    table.answers(BOB, "Nc6").await;
    assert_eq!(table.charged_in_turn(4).await.1, ["outage"]);
    assert_eq!(table.ending().await, None);
}
