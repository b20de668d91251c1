//! What the daemon as a process does for clocks: it says until when it saw its mailbox, lets flags fall, and finds out that the
//! database's clock was set back.

use crate::daemon::Setup;
use crate::game_by_mail::players_of_a_game;
use crate::outgoing::until;
use crate::{bed, passing};
use chrono::TimeDelta;
use penpawn::db::mailboxes;

/// Nobody but the daemon says here that the mailbox was looked into, without which no flag may fall.
#[tokio::test]
async fn the_daemon_lets_a_flag_fall_when_it_has_seen_its_mailbox_past_it() {
    let pool = bed::database().await;
    let mut setup = Setup::with_database(&bed::url_of(&pool));
    setup.set("time.usual", "3 days a move");
    let daemon = setup.serve().await;
    let (mut ann, mut bob) = players_of_a_game(&setup.address).await;
    ann.answer("e4").await;
    bob.receive_saying("It is your move").await;
    bob.answer("e5").await;
    ann.receive_saying("1...e5").await;
    until("it is noted that Ann was told", async || {
        let told =
            "select count(*) from event where detail->>'turn' = '2' and delivered_at is not null";
        bed::count(&pool, told).await == 1
    })
    .await;
    // Three days, the hour of grace, and one more.
    until("nobody is in the way", async || {
        passing::time_passes_beside_a_daemon_that_looks(&pool, TimeDelta::hours(74))
            .await
            .is_ok()
    })
    .await;
    let told = ann.receive_saying("no move had come").await;
    assert!(told.contains("Bob has won on time."), "{told}");
    let told = bob.receive_saying("no move had come").await;
    assert!(told.contains("You have won on time."), "{told}");
    let letters = "select count(*) from outbox where occasion = 'time_forfeit'";
    assert_eq!(bed::count(&pool, letters).await, 2);
    let outages = "select count(*) from clock_stop";
    assert_eq!(bed::count(&pool, outages).await, 0);
    daemon.stop().await;
}

#[tokio::test]
async fn a_clock_that_was_set_back_while_no_daemon_ran_is_found_at_the_start_and_told() {
    let pool = bed::database().await;
    mailboxes::open(&pool, "test", 1).await.expect("a mailbox");
    let setup = Setup::with_database(&bed::url_of(&pool));
    let status = || {
        let output = setup.penpawn(&["status"]);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for (seen_until, faults) in [("30 minutes", 0), ("150 minutes", 1)] {
        sqlx::query("update mailbox set seen_until = now() + $1::interval where name = 'test'")
            .bind(seen_until)
            .execute(&pool)
            .await
            .expect("seen");
        let daemon = setup.serve().await;
        let lasting = "select count(*) from clock_fault where kind = 'jump' and until is null";
        if faults > 0 {
            until("a fault is noted", async || {
                bed::count(&pool, lasting).await > 0
            })
            .await;
        }
        daemon.stop().await;
        assert_eq!(bed::count(&pool, lasting).await, faults, "{seen_until}");
        assert_eq!(
            status().contains("No flag falls and no reminder goes out since "),
            faults > 0,
            "{}",
            status()
        );
    }
    let told = status();
    assert!(
        told.contains(" UTC: the database's clock went back by 0 d 2 h "),
        "{told}"
    );
    let resumed = setup.penpawn(&["clocks", "resume"]);
    assert!(resumed.status.success(), "{resumed:?}");
    let told = status();
    assert!(!told.contains("No flag falls"), "{told}");
    let ahead = "select count(*) from mailbox where seen_until > now()";
    assert_eq!(bed::count(&pool, ahead).await, 0);
}
