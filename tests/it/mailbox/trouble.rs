//! A mail server that refuses us or is full, mails that are too large, and mails in the wrong folder.

use super::{ANN, BOB, Robot, Rule, append, ask, asks, known_player, wait_for};
use crate::correspondence::{Correspondence, answer, new_mail};
use crate::daemon::Setup;
use crate::{bed, player, servers};
use chrono::Utc;
use penpawn::db::mailboxes::{self, Arrival, Shown};
use penpawn::mail::identity::{content_key, sender};
use std::fs;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;

const REFUSED: &str = "TAG NO [AUTHENTICATIONFAILED] password expired\r\n";

/// What the daemon logs at the level "error".
fn alerts(setup: &Setup) -> usize {
    setup.logged().matches(" ERROR ").count()
}

/// That mails go out although the mailbox cannot be read: a mail that is stored already is answered.
async fn mail_goes_out(robot: &Robot) {
    let name = format!("Eve {}", robot.wire.port);
    let address = format!("{}@players.test", name.to_lowercase().replace(' ', "."));
    known_player(&robot.pool, &address.replace("@players.test", "")).await;
    let raw = asks(&format!("Eve <{address}>"), 1);
    let place = mailboxes::open(&robot.pool, "elsewhere", 1)
        .await
        .expect("a mailbox");
    let arrival = Arrival {
        uid: 1,
        content_key: content_key(&raw),
        sender: sender(&raw),
        shown: Shown::Nothing,
        arrived_at: Utc::now(),
        size: raw.len() as u64,
        oversized: false,
        raw,
    };
    mailboxes::store(&robot.pool, place.mailbox, 1, &[arrival], 2)
        .await
        .expect("stored");
    wait_for("the answer to arrive", &robot.setup, async || {
        let said = ask(&address, &["STATUS INBOX (MESSAGES)"]).await;
        said.contains("(MESSAGES 1)")
    })
    .await;
}

#[tokio::test]
async fn hazard_44_a_server_that_refuses_the_login_is_not_stormed() {
    let robot = Robot::with(&[]).await;
    let _daemon = robot.setup.serve().await;
    robot.is_quiet().await;
    robot.wire.add(Rule::AnswerAlways("LOGIN", REFUSED));
    robot.wire.add(Rule::Cut("EXISTS".to_owned()));
    robot.receives(&[asks(ANN, 1)]).await;
    wait_for("the first refusal", &robot.setup, async || {
        robot.wire.opened() == 2
    })
    .await;
    let began = Instant::now();
    wait_for("the second one", &robot.setup, async || {
        robot.wire.opened() == 3
    })
    .await;
    // Ten seconds, less a quarter at the most; later more, see the unit test of the waits.
    assert!(
        began.elapsed() > Duration::from_secs(7),
        "{:?}",
        began.elapsed()
    );
    robot.wire.heal();
    robot.has_answered(1).await;
}

#[tokio::test]
async fn hazard_47a_a_password_that_expires_is_told_once_and_sending_goes_on() {
    let robot = Robot::with(&[]).await;
    let _daemon = robot.setup.serve().await;
    robot.is_quiet().await;
    robot.wire.add(Rule::AnswerAlways("LOGIN", REFUSED));
    robot.wire.add(Rule::Cut("EXISTS".to_owned()));
    robot.receives(&[asks(ANN, 1)]).await;
    mail_goes_out(&robot).await;
    wait_for("two refusals", &robot.setup, async || {
        robot.wire.opened() >= 3
    })
    .await;
    wait_for("them to be logged", &robot.setup, async || {
        robot.setup.logged().matches("password expired").count() >= 2
    })
    .await;
    assert_eq!(alerts(&robot.setup), 1, "{}", robot.setup.logged());
    robot.wire.heal();
    wait_for("the mailbox", &robot.setup, async || {
        robot.setup.logged().contains("is read again")
    })
    .await;
    // The next outage is told again.
    robot.wire.add(Rule::AnswerAlways("LOGIN", REFUSED));
    robot.wire.add(Rule::Cut("EXISTS".to_owned()));
    robot.receives(&[asks(BOB, 2)]).await;
    wait_for("another alert", &robot.setup, async || {
        alerts(&robot.setup) == 2
    })
    .await;
}

#[tokio::test]
async fn a_password_that_the_server_repeats_is_told_nobody() {
    let robot = Robot::with(&[]).await;
    robot.setup.serve().await.stop().await;
    let file = robot.setup.file.with_file_name("password");
    fs::write(&file, "correct-horse-battery").expect("a password");
    let reply = "TAG NO bad word correct-horse-battery!\r\n";
    robot.wire.add(Rule::AnswerAlways("LOGIN", reply));
    let daemon = robot.setup.start();
    wait_for("an alert", &robot.setup, async || {
        let logged = robot.setup.logged();
        logged.contains("mailbox needs an administrator")
    })
    .await;
    let status = robot.setup.penpawn(&["status", "--json"]);
    let told = String::from_utf8_lossy(&status.stdout).into_owned();
    assert!(told.contains("bad word (secret)!"), "{told}");
    let logged = robot.setup.logged();
    assert!(logged.contains("bad word (secret)!"), "{logged}");
    daemon.stop().await;
}

#[tokio::test]
async fn hazard_47a_a_server_that_is_down_at_the_start_and_then_has_no_valid_certificate() {
    let mut robot = Robot::with(&[]).await;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    drop(listener);
    robot.setup.set("imap.host", "localhost");
    robot.setup.set("imap.port", &port.to_string());
    robot.setup.set("imap.security", "tls");
    let _daemon = robot.setup.start();
    mail_goes_out(&robot).await;
    assert_eq!(alerts(&robot.setup), 0, "it may pass");
    let listener = TcpListener::bind(("127.0.0.1", port))
        .await
        .expect("a port");
    servers::serve_tls(listener, "expired");
    wait_for("the certificate to be refused", &robot.setup, async || {
        robot.setup.logged().matches("certificate").count() >= 3
    })
    .await;
    assert_eq!(alerts(&robot.setup), 1, "{}", robot.setup.logged());
    assert!(!robot.setup.logged().contains("mailbox open"));
}

// The server works while the test waits for the end of the process.
#[tokio::test(flavor = "multi_thread")]
async fn hazard_47a_a_certificate_that_is_wrong_at_the_start_ends_it() {
    let mut robot = Robot::with(&[]).await;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    servers::serve_tls(listener, "expired");
    robot.setup.set("imap.host", "localhost");
    robot.setup.set("imap.port", &port.to_string());
    robot.setup.set("imap.security", "tls");
    let ended = robot.setup.penpawn(&["serve"]);
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(
        !ended.status.success() && said.contains("certificate"),
        "{said}"
    );
}

#[tokio::test]
async fn hazard_47a_a_mailbox_that_is_nearly_full_is_told() {
    let mut robot = Robot::with(&[]).await;
    let user = format!("small-{}", robot.setup.address);
    robot.setup.set("imap.user", &user);
    let fill = |octets: usize| {
        let text = "x".repeat(70) + "\r\n";
        let mut mail = b"From: nobody@players.test\r\n\r\n".to_vec();
        mail.extend(text.repeat(octets / 72).into_bytes());
        mail
    };
    append(&user, "INBOX", None, &[fill(40_000)]).await;
    let daemon = robot.setup.serve().await;
    robot.is_quiet().await;
    assert!(
        !robot.setup.logged().contains("nearly full"),
        "two thirds are not"
    );
    daemon.stop().await;
    append(&user, "INBOX", None, &[fill(24_000)]).await;
    let _daemon = robot.setup.serve().await;
    robot.is_quiet().await;
    let logged = robot.setup.logged();
    assert!(
        logged.contains("nearly full") && logged.contains("per_cent=9"),
        "{logged}"
    );
    let said = robot.setup.penpawn(&["status"]);
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(
        !said.status.success() && text.contains("% full: when it is, players' mails are refused"),
        "{text}"
    );
    assert!(!text.contains("has not been looked into"), "{text}");
}

#[tokio::test]
async fn hazard_45_of_a_large_mail_the_body_is_never_fetched() {
    let robot = Robot::with(&[]).await;
    let daemon = robot.setup.serve().await;
    robot.receives(&[asks(BOB, 1)]).await;
    robot.has_answered(1).await;
    robot.is_quiet().await;
    let (octets, memory) = (robot.wire.octets(), peak_memory(daemon.id()));
    let line = "x".repeat(76) + "\r\n";
    let mut large = asks(ANN, 2);
    large.extend(line.repeat(40 * 1024 * 1024 / line.len()).into_bytes());
    // And one that has all of it in its header.
    let mut header = format!("From: {BOB}\r\nMessage-ID: <3@mail.players.test>\r\n").into_bytes();
    header.extend(format!("X-Padding: {line}").repeat(100_000).into_bytes());
    header.extend(b"\r\ngames\r\n");
    robot.receives(&[large, header]).await;
    robot.has_answered(3).await;
    let told: i64 = sqlx::query_scalar("select count(*) from outbox where occasion = 'too_large'")
        .fetch_one(&robot.pool)
        .await
        .expect("a count");
    assert_eq!(told, 2);
    let octets = robot.wire.octets() - octets;
    assert!(octets < 150_000, "{octets} octets were fetched");
    let grown = peak_memory(daemon.id()).saturating_sub(memory);
    assert!(grown < 8 * 1024, "memory grew by {grown} KiB");
}

/// The most memory that a process ever had, in KiB.
fn peak_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("its status");
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .expect("VmHWM");
    let number = line.split_whitespace().nth(1).expect("a number");
    number.parse().expect("a number")
}

#[tokio::test]
async fn hazard_46_in_the_junk_folder_only_mails_with_our_tokens_are_read() {
    let mut desk = Correspondence::begin().await;
    let bob = "bob@players.test";
    desk.deliver(&new_mail(ANN, 1, "", &format!("challenge {bob} as white")))
        .await;
    let question = desk.newest_to("ann@players.test").clone();
    let user = player::fresh_address("robot");
    let mut setup = Setup::with_database(&bed::url_of(&desk.pool));
    setup.set("server.address", "chess@chess.test");
    setup.set("imap.user", &user);
    setup.set("imap.junk_folder", "Junk");
    setup.set("imap.idle_seconds", "1");
    ask(&user, &["CREATE Junk"]).await;
    let junk = [
        new_mail(
            "Eve <eve@players.test>",
            2,
            "",
            "challenge bob@players.test",
        ),
        // The answer to a question of ours, with its one-time token.
        answer(&question, ANN, 3, "", "yes"),
        new_mail(ANN, 4, "", "games"),
    ];
    append(&user, "Junk", None, &junk).await;
    let _daemon = setup.serve().await;
    wait_for("the invitation", &setup, async || {
        desk.collect().await;
        desk.letters.iter().any(|letter| letter.recipient == bob)
    })
    .await;
    let accept = answer(desk.newest_to(bob), BOB, 5, "", "accept");
    append(&user, "Junk", None, &[accept]).await;
    wait_for("the game", &setup, async || {
        desk.collect().await;
        let to_ann = desk.newest_to("ann@players.test");
        to_ann
            .mail
            .text
            .as_deref()
            .unwrap_or_default()
            .contains("It is your move")
    })
    .await;
    let e4 = answer(desk.newest_to("ann@players.test"), ANN, 6, "", "e4");
    append(&user, "Junk", None, &[e4]).await;
    wait_for("the move", &setup, async || {
        sqlx::query_scalar::<_, i64>("select count(*) from event where kind = 'moved'")
            .fetch_one(&desk.pool)
            .await
            .expect("a count")
            == 1
    })
    .await;
    // Handled ones are filed; the others stay, unread, and are in no table of ours.
    wait_for("the mails to be filed", &setup, async || {
        let left = ask(&user, &["SELECT Junk", "UID SEARCH NOT SEEN"]).await;
        left.contains("* SEARCH 1 3\r\n")
    })
    .await;
    let said = ask(&user, &["STATUS Processed (MESSAGES)"]).await;
    assert!(said.contains("(MESSAGES 3)"), "{said}");
    let (mails, answered): (i64, i64) = sqlx::query_as(
        "select (select count(*) from inbox),
                (select count(*) from outbox where recipient = 'eve@players.test' or occasion = 'games')",
    )
    .fetch_one(&desk.pool)
    .await
    .expect("a count");
    assert_eq!((mails, answered), (4, 0), "the challenge and three answers");
    let junk: Vec<String> = sqlx::query_scalar("select name from mailbox where junk")
        .fetch_all(&desk.pool)
        .await
        .expect("folders");
    assert!(junk.len() == 1 && junk[0].ends_with("Junk"), "{junk:?}");
}

#[tokio::test]
async fn hazard_46_a_junk_folder_that_is_not_there_is_told_and_costs_no_mail() {
    let mut robot = Robot::with(&[]).await;
    robot.setup.set("imap.junk_folder", "Nowhere");
    robot.setup.set("imap.idle_seconds", "1");
    let _daemon = robot.setup.serve().await;
    for number in 1..=3 {
        robot.receives(&[asks(ANN, number)]).await;
        robot.has_answered(number).await;
        robot.is_quiet().await;
    }
    let logged = robot.setup.logged();
    assert!(logged.contains("junk_folder cannot be opened"), "{logged}");
    assert_eq!(robot.wire.opened(), 1);
}
