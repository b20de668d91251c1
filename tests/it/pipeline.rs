//! A mail has its effect once, whatever happens on its way.

use crate::correspondence::{Correspondence, address_of, answer, new_mail};
use penpawn::db::inbox;
use penpawn::db::mailboxes;
use penpawn::db::outbox;
use penpawn::robot::BATCH_OCTETS;
use std::time::Duration;
use uuid::Uuid;

const ANN: &str = "Ann <ann@players.test>";
const BOB: &str = "Bob <bob@players.test>";

/// A game in which Ann, with White, is to move.
async fn game() -> Correspondence {
    let mut desk = Correspondence::begin().await;
    begin_game(&mut desk, ANN, BOB, 0).await;
    desk
}

async fn begin_game(desk: &mut Correspondence, ann: &str, bob: &str, number: usize) {
    let (ann_at, bob_at) = (address_of(ann), address_of(bob));
    desk.deliver(&new_mail(
        ann,
        number * 100,
        "",
        &format!("challenge {bob_at} as white"),
    ))
    .await;
    let yes = answer(desk.newest_to(ann_at), ann, number * 100 + 1, "", "yes");
    desk.deliver(&yes).await;
    let accept = answer(desk.newest_to(bob_at), bob, number * 100 + 2, "", "accept");
    desk.deliver(&accept).await;
}

async fn count(desk: &Correspondence, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql)
        .fetch_one(&desk.pool)
        .await
        .expect("a count")
}

const MOVES: &str = "select count(*) from event where kind = 'moved'";
const LETTERS: &str = "select count(*) from outbox";

#[tokio::test]
async fn hazard_52_a_worker_that_died_with_a_claim_is_replaced_and_the_move_is_played_once() {
    let mut desk = game().await;
    let e4 = answer(desk.newest_to("ann@players.test"), ANN, 10, "", "e4");
    desk.store(&e4).await;
    // A worker claims the mail, and dies.
    let dead = Uuid::new_v4();
    let claimed = inbox::claim_fresh(&desk.pool, dead, 10, BATCH_OCTETS)
        .await
        .expect("a claim");
    assert_eq!(claimed.len(), 1);
    desk.work().await;
    assert_eq!(count(&desk, MOVES).await, 0, "the lease still runs");
    expire_leases(&desk).await;
    desk.work().await;
    assert_eq!(count(&desk, MOVES).await, 1);
    // Should the first one wake up now, its claim is worth nothing.
    let mut tx = desk.pool.begin().await.expect("a transaction");
    let ids: Vec<i64> = claimed.iter().map(|mail| mail.id).collect();
    let locked = inbox::lock_claimed(&mut tx, dead, &ids)
        .await
        .expect("a look");
    assert!(locked.is_empty());
}

#[tokio::test]
async fn hazard_52_a_worker_that_slept_over_its_lease_does_nothing_when_it_wakes() {
    let mut desk = game().await;
    let e4 = answer(desk.newest_to("ann@players.test"), ANN, 10, "", "e4");
    desk.store(&e4).await;
    let letters = count(&desk, LETTERS).await;
    // The worker claims the mail and wants to look at the letter that it answers: there it is stopped.
    let mut gate = desk.pool.begin().await.expect("a transaction");
    sqlx::query("lock table outbox in access exclusive mode")
        .execute(&mut *gate)
        .await
        .expect("the gate is shut");
    let slow = desk.robot.clone();
    let slow = tokio::spawn(async move { slow.work().await });
    while count(
        &desk,
        "select count(*) from inbox where claim is not null and attempts = 1",
    )
    .await
        == 0
    {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Meanwhile its lease ran out, and another one has taken the mail over and done it.
    sqlx::query("update inbox set state = 'done', claim = null, claim_until = '-infinity' where claim is not null")
        .execute(&desk.pool)
        .await
        .expect("done by another one");
    gate.rollback().await.expect("the gate is open");
    slow.await.expect("no panic").expect("the robot works");
    assert_eq!(count(&desk, MOVES).await, 0);
    assert_eq!(count(&desk, LETTERS).await, letters);
}

#[tokio::test]
async fn hazard_51_a_mail_that_ends_the_process_each_time_is_laid_aside_and_others_go_on() {
    let mut desk = game().await;
    let poison = new_mail(
        "Eve <eve@players.test>",
        20,
        "",
        "challenge bob@players.test",
    );
    let uid = desk.store(&poison).await;
    for _ in 0..inbox::ATTEMPTS {
        // The process claims, and is gone before it can write anything.
        let fresh = inbox::claim_fresh(&desk.pool, Uuid::new_v4(), 1, BATCH_OCTETS)
            .await
            .expect("a claim");
        if fresh.is_empty() {
            let retried = inbox::claim_retried(&desk.pool, Uuid::new_v4())
                .await
                .expect("a claim");
            assert!(retried.is_some());
        }
        expire_leases(&desk).await;
    }
    let e4 = answer(desk.newest_to("ann@players.test"), ANN, 21, "", "e4");
    desk.store(&e4).await;
    desk.work().await;
    assert_eq!(
        count(&desk, MOVES).await,
        1,
        "Ann's mail does not wait for Eve's"
    );
    let (state, error, kept): (String, String, bool) =
        sqlx::query_as("select state, error, raw is not null from inbox where uid = $1")
            .bind(i64::from(uid))
            .fetch_one(&desk.pool)
            .await
            .expect("the mail");
    assert_eq!((state.as_str(), kept), ("dead", true));
    assert!(error.contains("process ended"), "{error}");
}

#[tokio::test]
async fn a_mailbox_that_is_numbered_anew_brings_nothing_twice() {
    let mut desk = game().await;
    let e4 = answer(desk.newest_to("ann@players.test"), ANN, 10, "", "e4");
    desk.deliver(&e4).await;
    let letters = count(&desk, LETTERS).await;
    let watermark = mailboxes::open(&desk.pool, "test", 2)
        .await
        .expect("a mailbox");
    assert!(watermark.renumbered);
    assert_eq!(watermark.next_uid, 1);
    desk.renumbered_to(2);
    let (new, fate) = desk.deliver(&e4).await;
    assert_eq!(fate.reason.as_deref(), Some("duplicate"));
    assert!(new.is_empty());
    assert_eq!(count(&desk, LETTERS).await, letters);
    assert_eq!(count(&desk, MOVES).await, 1);
}

/// > A mail has its effect once.
#[tokio::test]
async fn several_robots_share_the_work_and_each_move_is_played_once() {
    let mut desk = Correspondence::begin().await;
    let players: Vec<(String, String)> = (1..=12)
        .map(|n| {
            (
                format!("Ann <ann{n}@players.test>"),
                format!("Bob <bob{n}@players.test>"),
            )
        })
        .collect();
    for (number, (ann, bob)) in (1..).zip(&players) {
        begin_game(&mut desk, ann, bob, number).await;
    }
    for (number, (ann, _)) in (1..).zip(&players) {
        let letter = desk.newest_to(address_of(ann)).clone();
        // The move, the same mail once more, and another move that comes too late.
        let e4 = answer(&letter, ann, number * 1000, "", "e4");
        let d4 = answer(&letter, ann, number * 1000 + 1, "", "d4");
        for mail in [&e4, &e4, &d4] {
            desk.store(mail).await;
        }
    }
    let mut robots = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let robot = desk.robot.clone();
        robots.spawn(async move {
            let mut idle = 0;
            while idle < 3 {
                if robot.work().await.expect("the robot works") == 0 {
                    idle += 1;
                    tokio::task::yield_now().await;
                }
            }
        });
    }
    robots.join_all().await;
    desk.work().await;
    assert_eq!(count(&desk, MOVES).await, 12);
    let played: Vec<String> =
        sqlx::query_scalar("select distinct detail->>'san' from event where kind = 'moved'")
            .fetch_all(&desk.pool)
            .await
            .expect("moves");
    assert_eq!(played, ["e4"], "mails of one sender keep their order");
    assert_eq!(
        count(&desk, "select count(*) from inbox where state = 'new'").await,
        0
    );
    // Each player heard of the move once; each Ann was told that her second one came too late.
    assert_eq!(
        count(
            &desk,
            "select count(*) from outbox where occasion = 'your_move'"
        )
        .await,
        12
    );
    assert_eq!(
        count(
            &desk,
            "select count(*) from outbox where occasion = 'move_played'"
        )
        .await,
        12
    );
    assert_eq!(
        count(
            &desk,
            "select count(*) from outbox where occasion = 'stale'"
        )
        .await,
        12
    );
}

#[tokio::test]
async fn a_letter_is_sent_again_byte_for_byte_when_nobody_noted_that_it_went_out() {
    let desk = game().await;
    let claim = Uuid::new_v4();
    let first = outbox::claim(&desk.pool, claim, 100)
        .await
        .expect("letters");
    assert!(!first.is_empty());
    // The deliverer sends, and dies before it can say so.
    sqlx::query("update outbox set claim_until = '-infinity'")
        .execute(&desk.pool)
        .await
        .expect("expired");
    let second = outbox::claim(&desk.pool, Uuid::new_v4(), 100)
        .await
        .expect("letters");
    let bytes = |due: &[outbox::Due]| -> Vec<Vec<u8>> {
        due.iter().map(|letter| letter.bytes.clone()).collect()
    };
    assert_eq!(bytes(&first), bytes(&second));
    // The first one's word does not count any more.
    let ids: Vec<(i64, Uuid)> = first.iter().map(|letter| (letter.id, claim)).collect();
    outbox::mark_sent(&desk.pool, &ids).await.expect("marked");
    assert_eq!(
        count(&desk, "select count(*) from outbox where state = 'sent'").await,
        0
    );
}

#[tokio::test]
async fn a_letter_put_back_waits_and_one_given_up_is_kept() {
    let desk = game().await;
    let claim = Uuid::new_v4();
    let due = outbox::claim(&desk.pool, claim, 100)
        .await
        .expect("letters");
    let (first, second) = (due[0].id, due[1].id);
    outbox::put_back(
        &desk.pool,
        claim,
        first,
        Duration::from_secs(600),
        "451 later",
    )
    .await
    .expect("put back");
    desk.robot
        .give_up(
            claim,
            second,
            "550 no such player",
            penpawn::robot::Fault::Address,
        )
        .await
        .expect("given up");
    let again = outbox::claim(&desk.pool, Uuid::new_v4(), 100)
        .await
        .expect("letters");
    assert!(
        again.iter().all(|letter| letter.id > due[due.len() - 1].id),
        "nothing is due now but what tells of the lost letter"
    );
    assert_eq!(
        count(
            &desk,
            "select count(*) from outbox where state = 'failed' and error like '550%'"
        )
        .await,
        1
    );
}

#[tokio::test]
async fn a_mail_that_is_too_large_is_told_so_to_a_player_and_to_nobody_else() {
    let mut desk = game().await;
    let mail = answer(desk.newest_to("ann@players.test"), ANN, 10, "", "e4");
    let stranger = new_mail(
        "Eve <eve@players.test>",
        11,
        "",
        "challenge bob@players.test",
    );
    // An order in the subject is worth no question either.
    let titled = new_mail(
        "Eve <eve@players.test>",
        12,
        "Subject: challenge bob@players.test\n",
        "",
    );
    let elsewhere = answer(
        desk.newest_to("ann@players.test"),
        "Eve <eve@elsewhere.test>",
        13,
        "Subject: resign\n",
        "",
    );
    for (mail, state, letters) in [
        (mail, "done", 1),
        (stranger, "dropped", 0),
        (titled, "dropped", 0),
        (elsewhere, "dropped", 0),
    ] {
        let text = String::from_utf8(mail).expect("text");
        let (headers, _) = text.split_once("\r\n\r\n").expect("headers");
        let uid = desk
            .store_of_size(format!("{headers}\r\n\r\n").as_bytes(), 40_000_000)
            .await;
        desk.work().await;
        assert_eq!(desk.fate(uid).await.state, state);
        let new = desk.collect().await;
        assert_eq!(new.len(), letters);
        for letter in new {
            let text = letter.mail.text.unwrap_or_default();
            assert!(text.contains("256"), "{text}");
        }
    }
    assert_eq!(count(&desk, MOVES).await, 0);
}

#[tokio::test]
async fn a_mail_that_cannot_be_read_is_told_so_to_its_player() {
    let mut desk = game().await;
    let mail = answer(desk.newest_to("ann@players.test"), ANN, 10, "", "e4");
    let text = String::from_utf8(mail).expect("text");
    let (headers, body) = text.split_once("\r\n\r\n").expect("headers");
    let headers = headers.replace(
        "text/plain; charset=utf-8",
        "multipart/mixed; boundary=\"part0\"",
    );
    let nested: String = (0..5000)
        .map(|depth| {
            let inner = depth + 1;
            format!(
                "--part{depth}\r\nContent-Type: multipart/mixed; boundary=\"part{inner}\"\r\n\r\n"
            )
        })
        .collect();
    let bomb = format!("{headers}\r\n\r\n{nested}{body}");
    let (letters, fate) = desk.deliver(bomb.as_bytes()).await;
    assert_eq!(fate.state, "done");
    let reason = fate.reason.unwrap_or_default();
    assert!(reason.starts_with("unreadable"), "{reason}");
    let type_of_parts = "Content-Type: multipart/mixed; boundary=\"part0\"\n";
    let without_code = new_mail(ANN, 11, type_of_parts, &nested.replace('\r', ""));
    let (told, fate) = desk.deliver(&without_code).await;
    assert_eq!(told.len(), 1);
    let reason = fate.reason.unwrap_or_default();
    assert!(reason.starts_with("unreadable"), "{reason}");
    assert_eq!(letters.len(), 1);
    assert_eq!(letters[0].recipient, "ann@players.test");
    let told = letters[0].mail.text.clone().unwrap_or_default();
    assert!(
        told.contains("could not be read") || told.contains("cannot be read"),
        "{told}"
    );
    assert_eq!(count(&desk, MOVES).await, 0);
}

#[tokio::test]
async fn events_cannot_be_changed_or_deleted() {
    let mut desk = game().await;
    let e4 = answer(desk.newest_to("ann@players.test"), ANN, 10, "", "e4");
    desk.deliver(&e4).await;
    for sql in [
        "update event set detail = detail || '{\"san\": \"d4\"}' where kind = 'moved'",
        "delete from event",
        "update event set delivered_at = now(), detail = detail || '{\"san\": \"d4\"}' where kind = 'moved'",
    ] {
        let refused = sqlx::query(sql).execute(&desk.pool).await;
        assert!(refused.is_err(), "{sql}");
    }
}

async fn expire_leases(desk: &Correspondence) {
    sqlx::query("update inbox set claim_until = '-infinity'")
        .execute(&desk.pool)
        .await
        .expect("expired");
}
