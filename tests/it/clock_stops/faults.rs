//! Clocks of machines that are wrong: the database's, as long as nobody has looked after it, and the mail server's.

use crate::alarms::game;
use crate::bed;
use crate::correspondence::{Correspondence, new_mail};
use crate::daemon::Setup;
use chrono::TimeDelta;
use penpawn::db::clock_faults::{self, Kind};

/// It would tell of time that may not have gone by.
#[tokio::test]
async fn nobody_is_reminded_while_the_clocks_cannot_be_trusted_and_everybody_is_afterwards() {
    for kind in [Kind::Jump, Kind::Restore] {
        let mut desk = game("per-move 3d").await;
        desk.collect().await;
        let noted = clock_faults::note(&desk.pool, kind, "x").await;
        assert!(noted.expect("noted"));
        // At half of the time there is a reminder.
        let letters = desk.time_passes(TimeDelta::hours(37)).await;
        assert!(letters.is_empty(), "{letters:?}");
        let soon: bool = sqlx::query_scalar("select due_at < now() + interval '1 hour' from game")
            .fetch_one(&desk.pool)
            .await
            .expect("a game");
        assert!(soon, "the reminder is put off, and not until the flag");
        sqlx::query("delete from clock_fault")
            .execute(&desk.pool)
            .await
            .expect("all is right");
        for expected in [1, 0] {
            sqlx::query("update game set due_at = now()")
                .execute(&desk.pool)
                .await
                .expect("due");
            let letters = desk.do_what_is_due().await;
            assert_eq!(letters.len(), expected, "{letters:?}");
            for letter in letters {
                assert_eq!(letter.recipient, "ann@players.test");
            }
        }
        let told: Vec<String> =
            sqlx::query_scalar("select recipient from outbox where occasion = 'reminder'")
                .fetch_all(&desk.pool)
                .await
                .expect("letters");
        assert_eq!(told, ["ann@players.test"]);
    }
}

/// Moves are charged by when the mail server says that they came.
#[tokio::test]
async fn a_mail_server_whose_clock_is_more_than_a_minute_ahead_is_told() {
    let mut desk = Correspondence::begin().await;
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    desk.deliver(&new_mail("Ann <ann@players.test>", 1, "", "join"))
        .await;
    for (ahead, stored, said) in [
        ("1 minute", "1 hour", None),
        (
            "2 minutes",
            "1 hour",
            Some("was 2 min ahead of the database's when it took a mail today"),
        ),
        (
            "2 hours",
            "23 hours",
            Some("was 2 h 0 min ahead of the database's when it took a mail today"),
        ),
        ("2 hours", "25 hours", None),
    ] {
        sqlx::query(
            "update inbox set stored_at = now() - $2::interval, arrived_at = now() - $2::interval + $1::interval",
        )
        .bind(ahead)
        .bind(stored)
        .execute(&desk.pool)
        .await
        .expect("ahead");
        let status = setup.penpawn(&["status"]);
        let told = String::from_utf8_lossy(&status.stdout).into_owned();
        match said {
            Some(said) => assert!(told.contains(said), "{ahead}: {told}"),
            None => assert!(!told.contains("ahead"), "{ahead}: {told}"),
        }
    }
}
