//! How new mail is heard of, also when the server does not tell.

use super::{ANN, Robot, Rule, asks, many, wait_for};
use std::time::Duration;
use tokio::time::sleep;

#[tokio::test]
async fn hazard_41_a_line_that_dies_silently_is_noticed_and_leaves_no_connection_behind() {
    let mut robot = Robot::with(&[]).await;
    robot.setup.set("imap.idle_seconds", "2");
    let daemon = robot.setup.serve().await;
    robot.receives(&[asks(ANN, 1)]).await;
    robot.has_answered(1).await;
    for round in 2..=3 {
        robot.is_quiet().await;
        robot.wire.forget_connections();
        robot.receives(&[asks(ANN, round)]).await;
        robot.has_answered(round).await;
    }
    robot.is_quiet().await;
    assert_eq!(robot.wire.opened(), 3);
    wait_for(
        "the dead connections to be closed",
        &robot.setup,
        async || robot.wire.open() == 1,
    )
    .await;
    assert_eq!(sockets_to(daemon.id(), robot.wire.port), 1);
}

#[tokio::test]
async fn hazard_42_no_mail_is_slept_over_that_comes_at_a_bad_moment() {
    let robot = Robot::with(&[]).await;
    // Were one of them slept over, it would wait for the end of an IDLE of five minutes, and the test in vain.
    let _daemon = robot.setup.serve().await;
    let mut number = 0;
    // Players of one domain get no more than two hundred answers a day to mails without a token.
    while number <= 196 {
        let mut octets = [0; 2];
        getrandom::fill(&mut octets).expect("randomness");
        let at_once = usize::from(octets[0] % 4) + 1;
        robot.receives(&many(number..number + at_once)).await;
        number += at_once;
        sleep(Duration::from_millis(u64::from(octets[1]))).await;
    }
    robot.has_answered(number).await;
}

#[tokio::test]
async fn hazard_43_a_server_without_idle_is_asked_now_and_then() {
    let mut robot = Robot::with(&[Rule::Without(" IDLE")]).await;
    robot.setup.set("imap.poll_seconds", "1");
    let _daemon = robot.setup.serve().await;
    for number in 1..=3 {
        robot.receives(&[asks(ANN, number)]).await;
        robot.has_answered(number).await;
    }
    assert_eq!(robot.wire.heard("IDLE"), 0);
    assert_eq!(robot.wire.opened(), 1, "{}", robot.setup.logged());
}

#[tokio::test]
async fn hazard_43_a_server_that_offers_idle_and_says_nothing_is_found_out() {
    let mut robot = Robot::with(&[Rule::Hide("EXISTS")]).await;
    robot.setup.set("imap.idle_seconds", "5");
    robot.setup.set("imap.poll_seconds", "1");
    let _daemon = robot.setup.serve().await;
    robot.is_quiet().await;
    robot.receives(&[asks(ANN, 1)]).await;
    robot.has_answered(1).await;
    let logged = robot.setup.logged();
    assert!(logged.contains("does not tell of new mail"), "{logged}");
    // From now on as with a server that offers no IDLE.
    let looks = robot.wire.heard("UID SEARCH");
    let began = std::time::Instant::now();
    wait_for("three looks", &robot.setup, async || {
        robot.wire.heard("UID SEARCH") >= looks + 3
    })
    .await;
    assert!(began.elapsed() < Duration::from_secs(10));
}

/// Also where no mail comes for a long time: `penpawn status` asks whether anybody looks.
#[tokio::test]
async fn a_quiet_mailbox_is_noted_as_looked_into() {
    let mut robot = Robot::with(&[]).await;
    robot.setup.set("imap.idle_seconds", "1");
    let _daemon = robot.setup.serve().await;
    for _ in 0..2 {
        sqlx::query("update mailbox set looked_at = now() - interval '1 hour'")
            .execute(&robot.pool)
            .await
            .expect("an hour");
        wait_for("a look", &robot.setup, async || {
            sqlx::query_scalar::<_, bool>(
                "select coalesce(bool_and(looked_at > now() - interval '1 minute'), false) from mailbox",
            )
            .fetch_one(&robot.pool)
            .await
            .expect("the mailbox")
        })
        .await;
    }
}

/// How many TCP connections of a process lead to this port of ours, in whatever state.
fn sockets_to(process: u32, port: u16) -> usize {
    let table = std::fs::read_to_string(format!("/proc/{process}/net/tcp")).expect("a table");
    let inodes: Vec<&str> = table
        .lines()
        .filter_map(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let to = fields.get(2)?.rsplit_once(':')?.1;
            (u16::from_str_radix(to, 16) == Ok(port)).then(|| fields.get(9).copied())?
        })
        .collect();
    std::fs::read_dir(format!("/proc/{process}/fd"))
        .expect("open files")
        .filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok())
        .filter(|file| {
            inodes
                .iter()
                .any(|inode| file.to_string_lossy() == format!("socket:[{inode}]"))
        })
        .count()
}
