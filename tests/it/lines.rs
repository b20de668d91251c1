//! Whose line a mail waits in, and who goes first.

use crate::correspondence::{ANN, BOB, Correspondence, answer, game, new_mail, server};
use crate::robots::robot_on;
use chrono::Utc;
use penpawn::db::inbox::{self, Claimed};
use penpawn::db::mailboxes::{self, A_MINUTE, Arrival, Shown};
use penpawn::mail::identity::{content_key, sender};
use penpawn::robot::BATCH_OCTETS;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// The line of the mail with this UID, and whether a token says so.
async fn line_of(desk: &Correspondence, uid: u32) -> (String, bool) {
    sqlx::query_as("select line, proven from inbox where uid = $1")
        .bind(i64::from(uid))
        .fetch_one(&desk.pool)
        .await
        .expect("a mail")
}

/// The player's mails wait in this line.
async fn line_of_player(desk: &Correspondence, address: &str) -> String {
    let player: i64 = sqlx::query_scalar("select player_id from address where key = $1")
        .bind(address)
        .fetch_one(&desk.pool)
        .await
        .expect("a player");
    format!("player {player}")
}

async fn state_of(desk: &Correspondence, uid: u32) -> String {
    desk.fate(uid).await.state
}

async fn waiting(desk: &Correspondence) -> i64 {
    sqlx::query_scalar("select count(*) from inbox where state = 'new'")
        .fetch_one(&desk.pool)
        .await
        .expect("a count")
}

async fn run(desk: &Correspondence, sql: &'static str) {
    sqlx::raw_sql(sql).execute(&desk.pool).await.expect("done");
}

/// As many mails at once as one sender gets through a minute, and one more.
async fn flood(desk: &mut Correspondence, mail: impl Fn(usize) -> Vec<u8>) {
    for number in 0..=usize::try_from(A_MINUTE).expect("a number") {
        desk.store(&mail(1000 + number)).await;
    }
}

#[tokio::test]
async fn hazard_17a_the_line_is_that_of_the_token_and_not_of_the_name() {
    let mut desk = game().await;
    let ann = line_of_player(&desk, "ann@players.test").await;
    let bob = line_of_player(&desk, "bob@players.test").await;
    let to_ann = desk.newest_to("ann@players.test").clone();
    let to_bob = desk.newest_to("bob@players.test").clone();
    let anns = "ann@players.test".to_owned();
    // A question to somebody who is no player yet, and one to Ann.
    desk.deliver(&new_mail("Carl <carl@players.test>", 10, "", "games"))
        .await;
    let to_carl = desk.newest_to("carl@players.test").clone();
    desk.deliver(&new_mail(ANN, 11, "", "resign")).await;
    let asked = desk.newest_to("ann@players.test").clone();
    let row: i64 = sqlx::query_scalar("select id from inbox where sender = 'carl@players.test'")
        .fetch_one(&desk.pool)
        .await
        .expect("his mail");
    let reply = |letter: &crate::correspondence::Letter, from: &str, number: usize| {
        String::from_utf8_lossy(&answer(letter, from, number, "", "e4")).into_owned()
    };
    // A one-time token that we never made, in the form of one.
    let token = asked
        .mail
        .message_id
        .clone()
        .and_then(|id| Some(id.split('.').nth(1)?.to_owned()))
        .expect("a one-time token");
    let both = format!(
        "Cc: {}\n",
        crate::correspondence::address_of(
            to_bob.mail.values("reply-to").next().expect("a Reply-To")
        )
    );
    for (what, raw, expected) in [
        ("her own", reply(&to_ann, ANN, 20), (ann.clone(), true)),
        ("another name", reply(&to_ann, BOB, 21), (ann.clone(), true)),
        ("his token, her name", reply(&to_bob, ANN, 22), (bob, true)),
        (
            "her name alone",
            as_text(&new_mail(ANN, 23, "", "e4")),
            (anns.clone(), false),
        ),
        (
            "two tokens",
            as_text(&answer(&to_ann, ANN, 24, &both, "e4")),
            (anns, false),
        ),
        (
            "her answer to a question",
            reply(&asked, ANN, 25),
            (ann, true),
        ),
        (
            "his answer to the first question",
            reply(&to_carl, "Carl <carl@players.test>", 26),
            (format!("question {row}"), true),
        ),
        (
            "a question that we never asked",
            reply(&asked, "Eve <eve@evil.test>", 27).replace(&token, &"a".repeat(26)),
            ("eve@evil.test".to_owned(), false),
        ),
    ] {
        let uid = desk.store(raw.as_bytes()).await;
        assert_eq!(line_of(&desk, uid).await, expected, "{what}:\n{raw}");
    }
    for raw in [
        "",
        "\n\n",
        "From: player 1\n\ne4\n",
        "From: \"player 1\"\n\ne4\n",
    ] {
        let uid = desk.store(raw.as_bytes()).await;
        let (line, proven) = line_of(&desk, uid).await;
        assert!(!proven && !line.contains("player"), "{raw:?}: {line}");
    }
}

fn as_text(raw: &[u8]) -> String {
    String::from_utf8_lossy(raw).into_owned()
}

#[tokio::test]
async fn hazard_17a_a_thousand_mails_in_a_players_name_put_off_none_of_his_own() {
    let mut desk = game().await;
    let letter = desk.newest_to("ann@players.test").clone();
    for number in 0..1000 {
        desk.store(&new_mail(ANN, 1000 + number, "", "resign"))
            .await;
    }
    let e4 = desk.store(&answer(&letter, ANN, 10, "", "e4")).await;
    desk.robot.work().await.expect("the robot works");
    assert_eq!(state_of(&desk, e4).await, "done");
    let answered: Vec<String> = desk
        .collect()
        .await
        .iter()
        .filter(|letter| letter.recipient == "ann@players.test")
        .filter_map(|letter| letter.mail.text.clone())
        .collect();
    let confirmed = |text: &String| text.contains("Your move 1. e4 in game 1 is played");
    assert!(answered.iter().any(confirmed), "{answered:?}");
    assert!(waiting(&desk).await > 900);
}

#[tokio::test]
async fn hazard_17a_later_mails_do_not_pass_those_that_are_put_off() {
    let mut desk = game().await;
    let letter = desk.newest_to("ann@players.test").clone();
    flood(&mut desk, |number| answer(&letter, ANN, number, "", "show")).await;
    let move_of_ann = desk.store(&answer(&letter, ANN, 10, "", "e4")).await;
    // However slow this machine is.
    run(
        &desk,
        "update inbox set run_after = run_after + interval '1 day' where state = 'new' and run_after > stored_at",
    )
    .await;
    desk.work().await;
    assert_eq!(waiting(&desk).await, 2, "the rest is put off");
    // Hardly anything waits any more, and still the newest is the last.
    let later = desk.store(&answer(&letter, ANN, 11, "", "show")).await;
    desk.work().await;
    assert_eq!(waiting(&desk).await, 3);
    assert_eq!(state_of(&desk, later).await, "new");
    run(
        &desk,
        "update inbox set run_after = now() where state = 'new'",
    )
    .await;
    desk.work().await;
    assert_eq!(waiting(&desk).await, 0);
    assert_eq!(state_of(&desk, move_of_ann).await, "done");
    let handled: Vec<i64> =
        sqlx::query_scalar("select uid from inbox order by handled_at desc limit 2")
            .fetch_all(&desk.pool)
            .await
            .expect("mails");
    assert_eq!(handled, [i64::from(later), i64::from(move_of_ann)]);
}

#[tokio::test]
async fn a_mail_that_is_tried_again_is_passed_by_none_of_its_line_and_holds_up_no_other() {
    let mut desk = game().await;
    let (to_ann, to_bob) = (
        desk.newest_to("ann@players.test").clone(),
        desk.newest_to("bob@players.test").clone(),
    );
    let first = desk.store(&answer(&to_ann, ANN, 10, "", "e4")).await;
    // It failed once, as after an error.
    run(
        &desk,
        "update inbox set attempts = 1, run_after = now() + interval '1 day' where state = 'new'",
    )
    .await;
    let second = desk.store(&answer(&to_ann, ANN, 11, "", "show")).await;
    let his = desk.store(&answer(&to_bob, BOB, 12, "", "show")).await;
    desk.work().await;
    assert_eq!(state_of(&desk, his).await, "done");
    assert_eq!(state_of(&desk, first).await, "new");
    assert_eq!(state_of(&desk, second).await, "new");
    // Its time comes while others go on writing: they keep the robot busy, and it is not forgotten.
    run(
        &desk,
        "update inbox set run_after = now() where state = 'new' and attempts = 1",
    )
    .await;
    desk.store(&answer(&to_bob, BOB, 13, "", "show")).await;
    desk.robot.work().await.expect("the robot works");
    assert_eq!(state_of(&desk, first).await, "done");
    assert_eq!(state_of(&desk, second).await, "new");
    desk.work().await;
    assert_eq!(state_of(&desk, second).await, "done");
}

#[tokio::test]
async fn hazard_17a_robots_that_work_at_the_same_time_keep_the_order_of_each_line() {
    let mut desk = game().await;
    let (to_ann, to_bob) = (
        desk.newest_to("ann@players.test").clone(),
        desk.newest_to("bob@players.test").clone(),
    );
    for number in 0..12 {
        desk.store(&answer(&to_ann, ANN, 100 + number, "", "show"))
            .await;
        desk.store(&answer(&to_bob, BOB, 200 + number, "", "show"))
            .await;
        desk.store(&answer(&to_bob, ANN, 300 + number, "", "show"))
            .await;
        desk.store(&new_mail(ANN, 400 + number, "", "show 1")).await;
    }
    let robots = [
        robot_on(&desk, server()).await,
        robot_on(&desk, server()).await,
        robot_on(&desk, server()).await,
    ];
    let [one, two, three] = &robots;
    while waiting(&desk).await > 0 {
        let (one, two, three) = tokio::join!(one.work(), two.work(), three.work());
        one.and(two).and(three).expect("the robots work");
    }
    // Each was handled in a transaction that began after that of the one before it.
    let overtaken: Vec<(String, i64)> = sqlx::query_as(
        "select a.line, a.id from inbox a join inbox b on a.line = b.line and a.id < b.id
         where a.handled_at >= b.handled_at",
    )
    .fetch_all(&desk.pool)
    .await
    .expect("mails");
    assert!(overtaken.is_empty(), "{overtaken:?}");
    let lines: i64 = sqlx::query_scalar("select count(distinct line) from inbox where uid > 3")
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
    assert_eq!(lines, 3, "hers, his, and that of her name");
}

/// The claimed mails, by line.
fn lines_in(claimed: &[Claimed]) -> BTreeMap<&str, Vec<i64>> {
    let mut lines: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for mail in claimed {
        lines.entry(&mail.line).or_default().push(mail.id);
    }
    lines
}

#[tokio::test]
async fn hazard_17a_who_shows_a_token_goes_before_any_number_of_strangers_and_they_get_their_share()
{
    let mut desk = game().await;
    for number in 0..300 {
        let from = format!("Eve <eve{number}@evil.test>");
        desk.store(&new_mail(&from, 1000 + number, "", "help"))
            .await;
    }
    let letter = desk.newest_to("ann@players.test").clone();
    desk.store(&answer(&letter, ANN, 10, "", "e4")).await;
    let claimed = inbox::claim_fresh(&desk.pool, Uuid::new_v4(), 40, BATCH_OCTETS)
        .await
        .expect("a claim");
    assert_eq!(claimed.len(), 40);
    assert_eq!(claimed.iter().filter(|mail| mail.proven).count(), 1);
    // As many lines of players as you like, each with as many mails as it may have: all of them have their turn, and
    // strangers too.
    run(
        &desk,
        "update inbox set state = 'dropped', claim = null;
         insert into inbox (content_key, sender, line, proven, arrived_at, size)
         select convert_to(p || ' ' || n, 'utf8'), 'x', 'player ' || p, true, now(), 0
         from generate_series(1000, 1059) p, generate_series(1, 3) n",
    )
    .await;
    for number in 0..30 {
        let from = format!("Eve <eve{number}@evil.test>");
        desk.store(&new_mail(&from, 2000 + number, "", "help"))
            .await;
    }
    let claimed = inbox::claim_fresh(&desk.pool, Uuid::new_v4(), 40, BATCH_OCTETS)
        .await
        .expect("a claim");
    assert_eq!(claimed.iter().filter(|mail| mail.proven).count(), 30);
    assert_eq!(claimed.iter().filter(|mail| !mail.proven).count(), 10);
    let lines = lines_in(&claimed);
    assert!(lines.values().all(|mails| mails.len() == 1), "{lines:?}");
}

/// All that is stored at once, so that nothing is told by the clock.
#[tokio::test]
async fn hazard_17a_who_writes_little_goes_before_the_later_mails_of_those_who_write_much() {
    let desk = game().await;
    let place = mailboxes::open(&desk.pool, "elsewhere", 1)
        .await
        .expect("a mailbox");
    let mut senders: Vec<String> = (0..45).map(|n| format!("eve{}@evil.test", n % 5)).collect();
    senders.push("dan@players.test".to_owned());
    let arrivals: Vec<Arrival> = (1..)
        .zip(&senders)
        .map(|(uid, from)| {
            let raw = new_mail(from, usize::try_from(uid).expect("a number"), "", "help");
            Arrival {
                uid,
                content_key: content_key(&raw),
                sender: sender(&raw),
                shown: Shown::Nothing,
                arrived_at: Utc::now(),
                size: raw.len() as u64,
                oversized: false,
                raw,
            }
        })
        .collect();
    mailboxes::store(&desk.pool, place.mailbox, 1, &arrivals, 100)
        .await
        .expect("stored");
    let order: Vec<String> =
        sqlx::query_scalar("select sender from inbox where state = 'new' order by run_after, id")
            .fetch_all(&desk.pool)
            .await
            .expect("mails");
    assert_eq!(order.len(), senders.len());
    let first: BTreeSet<&str> = order.iter().take(6).map(String::as_str).collect();
    assert_eq!(first.len(), 6, "{order:?}");
    assert!(first.contains("dan@players.test"), "{order:?}");
}

#[tokio::test]
async fn large_mails_are_claimed_a_few_at_a_time() {
    let desk = game().await;
    run(
        &desk,
        "insert into inbox (content_key, sender, line, proven, arrived_at, size, raw)
         select convert_to('large ' || n, 'utf8'), 'x', 'line ' || n, n <= 30, now(), 1048576,
                convert_to(repeat('x', 1048576), 'utf8')
         from generate_series(1, 60) n",
    )
    .await;
    let mut claimed = Vec::new();
    loop {
        let batch = inbox::claim_fresh(&desk.pool, Uuid::new_v4(), 200, BATCH_OCTETS)
            .await
            .expect("a claim");
        let octets: usize = batch
            .iter()
            .filter_map(|mail| Some(mail.raw.as_ref()?.len()))
            .sum();
        assert!(octets <= 18 * 1024 * 1024, "{octets}");
        if batch.is_empty() {
            break;
        }
        claimed.extend(batch.into_iter().map(|mail| mail.id));
    }
    assert_eq!(claimed.len(), 60, "each has its turn");
}
