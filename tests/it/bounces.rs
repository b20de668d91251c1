//! Bounces as mail servers write them: `tests/bounces/*.eml`, and what penpawn reads in each, `tests/bounces/read.txt`.
//!
//! In the mails `BOUNCE-ADDRESS` stands for the envelope sender of the letter that came back, and `ORIGINAL-ID` for its
//! Message-ID. The letter went to ann@players.test. `BLESS=1` writes the list anew: read the difference before you commit
//! it.

use crate::bed;
use crate::correspondence::{self, ANN, BOB, Correspondence, address_of, answer, new_mail, server};
use crate::daemon::Setup;
use penpawn::db::outbox;
use penpawn::mail::automatic::{Nature, OurNames, nature};
use penpawn::mail::read::read;
use penpawn::robot::server::{Server, Subaddress};
use std::fmt::Write as _;
use std::fs;
use std::time::Duration;
use uuid::Uuid;

/// A bounce of that name, about a letter with this envelope sender and Message-ID.
pub(crate) fn bounce(name: &str, envelope_from: &str, message_id: &str) -> Vec<u8> {
    let path = bed::root().join(format!("tests/bounces/{name}.eml"));
    fs::read_to_string(&path)
        .unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
        .replace("BOUNCE-ADDRESS", envelope_from)
        .replace("ORIGINAL-ID", message_id)
        .replace('\n', "\r\n")
        .into_bytes()
}

fn names() -> Vec<String> {
    let folder = bed::root().join("tests/bounces");
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("tests/bounces")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "eml"))
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    names
}

fn read_as(name: &str) -> String {
    let ours = OurNames {
        separators: &['+', '-'],
        domain_of_ids: "penpawn.chess.test".to_owned(),
        addresses: vec!["chess@chess.test".to_owned()],
        loop_mark: "chess@chess.test".to_owned(),
    };
    let raw = bounce(
        name,
        "chess+b.nonce@chess.test",
        "t.nonce@penpawn.chess.test",
    );
    let mail = read(&raw).expect("a mail");
    match nature(&mail, &ours) {
        Nature::Bounce(report) => {
            let verdict = match report.verdict_about("ann@players.test") {
                Some(verdict) => verdict.word().to_owned(),
                None => format!(
                    "about others: {}",
                    report
                        .verdict_about_the_only_one()
                        .map_or("several", |verdict| verdict.word())
                ),
            };
            let original = match report.original_message_id.as_deref() {
                Some("t.nonce@penpawn.chess.test") => ", names our letter",
                Some(_) => ", names another letter",
                None => "",
            };
            format!("{verdict}{original}")
        }
        Nature::Automatic(signal) | Nature::Soft(signal) => format!("no bounce: {signal}"),
        other => format!("no bounce: {other:?}"),
    }
}

/// The RFC 3464 forms with what servers make of them, and those that follow no standard.
#[test]
fn hazard_09_bounces_of_all_makes_are_read_as_the_list_beside_them_says() {
    let mut found = String::new();
    for name in names() {
        writeln!(found, "{name:<32}{}", read_as(&name)).expect("a line");
    }
    let path = bed::root().join("tests/bounces/read.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &found).expect("a writable list");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected);
}

/// A game in which Bob, with Black, has been told that it is their move.
async fn game() -> Correspondence {
    let mut desk = correspondence::game().await;
    let e4 = answer(desk.newest_to(address_of(ANN)), ANN, 4, "", "e4");
    desk.deliver(&e4).await;
    desk
}

async fn score(desk: &Correspondence, address: &str) -> i32 {
    sqlx::query_scalar("select bounce_score from address where key = $1")
        .bind(address)
        .fetch_one(&desk.pool)
        .await
        .expect("an address")
}

async fn rests(desk: &Correspondence) -> Vec<(String, String, bool)> {
    sqlx::query_as(
        "select p.name, r.reason, r.until is null from rest r join player p on p.id = r.player_id order by r.id",
    )
    .fetch_all(&desk.pool)
    .await
    .expect("rests")
}

async fn told(desk: &Correspondence, occasion: &str) -> Vec<String> {
    sqlx::query_scalar("select recipient from outbox where occasion = $1 order by id")
        .bind(occasion)
        .fetch_all(&desk.pool)
        .await
        .expect("letters")
}

/// Every make of bounce, to the address that one letter to Ann has for it.
#[tokio::test]
async fn hazard_08_a_bounce_counts_for_the_letter_that_came_back_and_what_is_delayed_counts_nothing()
 {
    for name in names() {
        let read = read_as(&name);
        let counts = read.starts_with("permanent")
            || read == "unknown"
            || read == "about others: permanent, names our letter";
        let mut desk = game().await;
        if read.contains("Complaint(") {
            continue;
        }
        let (letters, fate) = desk.comes_back("ann@players.test", &name).await;
        assert_eq!(fate.state, "dropped", "{name}");
        assert!(letters.is_empty(), "{name}: a bounce is answered");
        let points = score(&desk, "ann@players.test").await;
        assert_eq!(points, i32::from(counts), "{name}: {fate:?}");
        assert_eq!(score(&desk, "bob@players.test").await, 0, "{name}");
    }
}

#[tokio::test]
async fn hazard_08_five_bounces_on_one_day_are_one_and_on_five_days_the_address_rests() {
    let mut desk = game().await;
    for _ in 0..5 {
        desk.comes_back("bob@players.test", "qmail").await;
    }
    assert_eq!(score(&desk, "bob@players.test").await, 1);
    for day in 2..=5 {
        assert!(rests(&desk).await.is_empty(), "before day {day}");
        desk.days_pass(1).await;
        desk.comes_back("bob@players.test", "qmail").await;
    }
    assert_eq!(
        rests(&desk).await,
        [("Bob".to_owned(), "bounces".to_owned(), true)]
    );
    desk.days_pass(1).await;
    desk.comes_back("bob@players.test", "yahoo").await;
    assert_eq!(
        told(&desk, "opponent_away").await,
        ["ann@players.test"],
        "once"
    );
    // What Ann does reaches them when they can be reached.
    let take = answer(desk.newest_to("ann@players.test"), ANN, 10, "", "resign");
    desk.deliver(&take).await;
    assert_eq!(
        desk.kept().await,
        [("bob@players.test".to_owned(), "over".to_owned())]
    );
    let due = outbox::claim(&desk.pool, Uuid::new_v4(), 100)
        .await
        .expect("due");
    assert!(
        due.iter()
            .all(|letter| letter.recipient != "bob@players.test")
    );
}

#[tokio::test]
async fn hazard_08_points_go_stale_and_any_mail_of_his_takes_them_away() {
    let mut desk = game().await;
    for _ in 0..4 {
        desk.comes_back("bob@players.test", "qmail").await;
        desk.days_pass(1).await;
    }
    assert_eq!(score(&desk, "bob@players.test").await, 4);
    desk.days_pass(7).await;
    desk.comes_back("bob@players.test", "qmail").await;
    assert_eq!(score(&desk, "bob@players.test").await, 1, "a week later");
    let hello = answer(desk.newest_to("bob@players.test"), BOB, 10, "", "show");
    desk.deliver(&hello).await;
    assert_eq!(score(&desk, "bob@players.test").await, 0, "he is there");
}

#[tokio::test]
async fn hazard_08_a_mail_of_theirs_wakes_them_and_one_in_their_name_does_not() {
    let mut desk = game().await;
    let old = answer(desk.newest_to("bob@players.test"), BOB, 9, "", "show");
    for _ in 0..5 {
        desk.comes_back("bob@players.test", "qmail").await;
        desk.days_pass(1).await;
    }
    let talk = answer(
        desk.newest_to("ann@players.test"),
        ANN,
        10,
        "",
        "say Hello?",
    );
    desk.deliver(&talk).await;
    assert_eq!(desk.kept().await.len(), 1);
    sqlx::query("update rest set since = now() - interval '3 days'")
        .execute(&desk.pool)
        .await
        .expect("three days");
    // Somebody writes in their name: that does not wake them.
    desk.deliver(&new_mail(BOB, 11, "", "resign game 1")).await;
    assert!(rests(&desk).await[0].2);
    let (letters, _) = desk.deliver(&old).await;
    let readers: Vec<&str> = letters.iter().map(|one| one.recipient.as_str()).collect();
    assert_eq!(
        readers, ["bob@players.test"; 3],
        "the message, the news, the game"
    );
    assert!(desk.kept().await.is_empty());
    assert_eq!(told(&desk, "awake").await, ["bob@players.test"]);
}

/// It was on its way when the rest began, and says nothing about whether they can be reached now.
#[tokio::test]
async fn hazard_08_a_mail_from_before_the_rest_does_not_end_it() {
    let mut desk = game().await;
    for _ in 0..5 {
        desk.comes_back("bob@players.test", "qmail").await;
        desk.days_pass(1).await;
    }
    for (number, hours, lasts) in [(9, 1, true), (10, 0, false)] {
        let show = answer(desk.newest_to("bob@players.test"), BOB, number, "", "show");
        desk.store(&show).await;
        sqlx::query(
            "update inbox set arrived_at = arrived_at - $1 * interval '1 hour' where state = 'new'",
        )
        .bind(f64::from(hours))
        .execute(&desk.pool)
        .await
        .expect("earlier");
        desk.work().await;
        assert_eq!(rests(&desk).await[0].2, lasts, "{hours} h before");
        assert_eq!(told(&desk, "awake").await.is_empty(), lasts);
    }
}

/// Every letter to an address that gives letters back is one too many; a look-up would bring ten a day.
#[tokio::test]
async fn hazard_08_who_rests_is_only_asked_whether_a_mail_without_a_code_is_his() {
    let mut desk = game().await;
    for _ in 0..5 {
        desk.comes_back("bob@players.test", "qmail").await;
        desk.days_pass(1).await;
    }
    let mut letters = Vec::new();
    for number in 20..23 {
        let mail = new_mail(BOB, number, "", "games");
        letters.extend(desk.deliver(&mail).await.0);
    }
    assert_eq!(letters.len(), 1, "one question, and no list of games");
    assert_eq!(letters[0].recipient, "bob@players.test");
    assert_eq!(told(&desk, "confirm_orders").await, ["bob@players.test"]);
}

/// Nobody knows what it says: it may wear an address down, and never out.
#[tokio::test]
async fn hazard_09_a_bounce_that_cannot_be_read_is_counted_and_never_fatal_alone() {
    let mut desk = game().await;
    for _ in 0..9 {
        desk.comes_back("bob@players.test", "cannot-be-read").await;
        desk.days_pass(1).await;
    }
    assert_eq!(score(&desk, "bob@players.test").await, 4);
    assert!(rests(&desk).await.is_empty());
    let kept: i64 = sqlx::query_scalar("select count(*) from bounce where kind = 'unknown'")
        .fetch_one(&desk.pool)
        .await
        .expect("reports");
    assert_eq!(kept, 9);
    desk.comes_back("bob@players.test", "qmail").await;
    assert_eq!(rests(&desk).await.len(), 1);
}

#[tokio::test]
async fn hazard_10_forged_bounces_and_complaints_count_nothing() {
    let mut desk = game().await;
    desk.deliver(&new_mail(
        "Eve <eve@players.test>",
        20,
        "",
        "challenge carl@players.test",
    ))
    .await;
    let yes = answer(
        desk.newest_to("eve@players.test"),
        "Eve <eve@players.test>",
        21,
        "",
        "yes",
    );
    desk.deliver(&yes).await;
    let eves = desk.newest_to("eve@players.test").envelope_from.clone();
    let eves_id = desk.newest_to("eve@players.test").mail.message_id.clone();
    let eves_id = eves_id.unwrap_or_default();
    let anns = desk.newest_to("ann@players.test").clone();
    let guessed = "chess+b.aaaaaaaaaaaaaaaaaaaaaaaaaa@chess.test";
    let id = anns.mail.message_id.clone().unwrap_or_default();
    let other_nonce = id.replace('.', ".a");
    let mut number = 0;
    for (sender, original) in [
        // The bare address, a guessed one, and one that belongs to a letter to Eve herself.
        ("chess@chess.test", ""),
        (guessed, ""),
        (guessed, other_nonce.as_str()),
        (eves.as_str(), ""),
        (eves.as_str(), id.as_str()),
        // Ann's own one, about a letter that is not Ann's.
        (anns.envelope_from.as_str(), eves_id.as_str()),
    ] {
        for name in [
            "postfix-no-such-user",
            "qmail",
            "amazon-bounce",
            "complaint",
            "hotmail-complaint",
            "amazon-complaint",
        ] {
            if sender == eves && name.contains("complaint") {
                // That would be hers to make.
                continue;
            }
            if sender == anns.envelope_from && name != "postfix-no-such-user" {
                // Only this one names the letter that came back.
                continue;
            }
            for _ in 0..6 {
                number += 1;
                let raw = bounce(name, sender, original);
                let raw = String::from_utf8_lossy(&raw)
                    .replace("20261121091403", &format!("2026112109{number}"));
                let (letters, fate) = desk.deliver(raw.as_bytes()).await;
                assert_eq!(fate.state, "dropped");
                assert!(letters.is_empty());
                desk.days_pass(1).await;
            }
        }
    }
    for key in ["ann@players.test", "bob@players.test", "eve@players.test"] {
        assert_eq!(score(&desk, key).await, 0, "{key}");
    }
    assert!(rests(&desk).await.is_empty());
    let silenced: i64 = sqlx::query_scalar("select count(*) from silence")
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
    assert_eq!(silenced, 0);
}

#[tokio::test]
async fn hazard_11_a_complaint_stops_all_mail_to_him_at_once_and_the_reporter_is_not_answered() {
    // By the address that the letter has for it, and by the Message-ID alone; in the standard's form and in those of Hotmail
    // and Amazon.
    for (name, to) in [
        ("complaint", None),
        ("complaint", Some("chess@chess.test")),
        ("hotmail-complaint", None),
        ("hotmail-complaint", Some("chess@chess.test")),
        ("amazon-complaint", None),
        ("amazon-complaint", Some("chess@chess.test")),
    ] {
        let mut desk = game().await;
        let letter = desk.newest_to("bob@players.test").clone();
        let id = letter.mail.message_id.clone().unwrap_or_default();
        let raw = bounce(name, to.unwrap_or(&letter.envelope_from), &id);
        let waiting: i64 = sqlx::query_scalar(
            "select count(*) from outbox where recipient = 'bob@players.test' and state = 'queued'",
        )
        .fetch_one(&desk.pool)
        .await
        .expect("a count");
        assert!(waiting > 0);
        let (letters, fate) = desk.deliver(&raw).await;
        assert_eq!(fate.reason.as_deref(), Some("complaint: abuse"));
        let readers: Vec<&str> = letters.iter().map(|one| one.recipient.as_str()).collect();
        assert_eq!(
            readers,
            ["ann@players.test"],
            "Ann is told, and nobody else"
        );
        let again = String::from_utf8_lossy(&raw).replace("20261121091403", "20261122091403");
        let (letters, _) = desk.deliver(again.as_bytes()).await;
        assert!(letters.is_empty(), "once");
        let talk = answer(desk.newest_to("ann@players.test"), ANN, 30, "", "resign");
        desk.deliver(&talk).await;
        let due = outbox::claim(&desk.pool, Uuid::new_v4(), 100)
            .await
            .expect("due");
        assert!(
            due.iter()
                .all(|letter| letter.recipient != "bob@players.test")
        );
        assert_eq!(rests(&desk).await[0].1, "complaint");
        // Only their own word brings it back.
        let show = answer(&letter, BOB, 31, "", "show");
        let (letters, fate) = desk.deliver(&show).await;
        assert_eq!(
            (letters.len(), fate.reason.as_deref()),
            (0, Some("silenced"))
        );
        let start = answer(&letter, BOB, 32, "", "start");
        let (letters, _) = desk.deliver(&start).await;
        assert!(!letters.is_empty());
        assert!(!rests(&desk).await[0].2, "the rest has ended");
    }
}

/// Their opponent knows already that they hear nothing.
/// The type is the mail's own word, and what became of a mail stands in the log.
#[tokio::test]
async fn hazard_11_a_complaint_may_name_no_type_and_a_code_in_its_place_is_not_logged() {
    let code = "Feedback-Type: g42c22d20778.a7zq3k5vwj2hmtx6pd4bl\r\n";
    for (kind, reason) in [
        ("", "complaint: abuse"),
        (code, "complaint: (code removed)"),
    ] {
        let mut desk = game().await;
        desk.send_all().await;
        let raw = desk.returned("bob@players.test", "complaint");
        let text = String::from_utf8_lossy(&raw).replace("Feedback-Type: abuse\r\n", kind);
        let (letters, fate) = desk.deliver(text.as_bytes()).await;
        assert_eq!(fate.reason.as_deref(), Some(reason));
        assert_eq!(letters.len(), 1, "the opponent is told: {reason}");
        let kept: Vec<String> = sqlx::query_scalar("select words from bounce")
            .fetch_all(&desk.pool)
            .await
            .expect("words");
        assert_eq!(kept, [reason.trim_start_matches("complaint: ")]);
    }
}

/// They are shown to whoever keeps the server.
#[tokio::test]
async fn what_is_kept_of_a_bounce_and_of_a_refusal_shows_no_code() {
    let code = "g42c22d20778.a7zq3k5vwj2hmtx6pd4bl";
    let mut desk = game().await;
    let claim = Uuid::new_v4();
    let due = outbox::claim(&desk.pool, claim, 1000).await.expect("due");
    let letter = due.iter().map(|letter| letter.id).max().expect("a letter");
    let words = format!("550 5.1.1 no such player {code}");
    desk.robot
        .give_up(claim, letter, &words, penpawn::robot::Fault::Address)
        .await
        .expect("given up");
    desk.send_all().await;
    let raw = desk.returned("ann@players.test", "postfix-no-such-user");
    let text = String::from_utf8_lossy(&raw).replace(
        "Diagnostic-Code: smtp; ",
        &format!("Diagnostic-Code: smtp; {code} "),
    );
    desk.deliver(text.as_bytes()).await;
    let kept: Vec<String> = sqlx::query_scalar("select words from bounce order by id")
        .fetch_all(&desk.pool)
        .await
        .expect("words");
    assert_eq!(kept.len(), 2);
    for words in kept {
        assert!(words.contains("(code removed)"), "{words}");
    }
}

#[tokio::test]
async fn hazard_11_a_complaint_of_somebody_who_said_stop_himself_changes_nothing() {
    let mut desk = game().await;
    let letter = desk.newest_to("bob@players.test").clone();
    desk.deliver(&answer(&letter, BOB, 20, "", "stop")).await;
    let before = desk.letters.len();
    let id = letter.mail.message_id.clone().unwrap_or_default();
    let raw = bounce("complaint", &letter.envelope_from, &id);
    let (letters, fate) = desk.deliver(&raw).await;
    assert_eq!(fate.reason.as_deref(), Some("complaint: abuse"));
    assert!(letters.is_empty() && desk.letters.len() == before);
    assert!(rests(&desk).await.is_empty());
}

#[tokio::test]
async fn hazard_11_that_a_mail_is_no_spam_is_no_complaint() {
    let mut desk = game().await;
    desk.send_all().await;
    let raw = desk.returned("bob@players.test", "complaint");
    let raw =
        String::from_utf8_lossy(&raw).replace("Feedback-Type: abuse", "Feedback-Type: not-spam");
    let (letters, fate) = desk.deliver(raw.as_bytes()).await;
    assert_eq!(fate.reason.as_deref(), Some("feedback: not-spam"));
    assert!(letters.is_empty());
    assert!(rests(&desk).await.is_empty());
}

/// Where mail servers take only our bare address, no letter has an address of its own for bounces.
#[tokio::test]
async fn hazard_08_without_addresses_of_their_own_letters_are_known_by_their_message_id() {
    let mut desk = Correspondence::of_server(
        bed::database().await,
        Server {
            subaddress: Subaddress::Unavailable,
            ..server()
        },
    )
    .await;
    desk.deliver(&new_mail(ANN, 1, "", "challenge bob@players.test"))
        .await;
    let yes = answer(desk.newest_to("ann@players.test"), ANN, 2, "", "yes");
    desk.deliver(&yes).await;
    let (_, fate) = desk
        .comes_back("ann@players.test", "postfix-text-only")
        .await;
    assert_eq!(fate.reason.as_deref(), Some("bounce of no letter of ours"));
    desk.comes_back("ann@players.test", "postfix-no-such-user")
        .await;
    assert_eq!(score(&desk, "ann@players.test").await, 1);
    // Two that come back at once are told apart.
    let carl = "Carl <carl@players.test>";
    desk.deliver(&new_mail(carl, 3, "", "join")).await;
    let yes = answer(desk.newest_to("carl@players.test"), carl, 4, "", "yes");
    desk.deliver(&yes).await;
    desk.days_pass(1).await;
    desk.send_all().await;
    for reader in ["carl@players.test", "ann@players.test"] {
        let returned = desk.returned(reader, "postfix-no-such-user");
        desk.store(&returned).await;
    }
    desk.work().await;
    assert_eq!(score(&desk, "ann@players.test").await, 2);
    assert_eq!(score(&desk, "carl@players.test").await, 1);
}

#[tokio::test]
async fn hazard_08_a_refusal_of_the_recipient_by_the_relay_counts_like_a_bounce() {
    let mut desk = game().await;
    for day in 0..5 {
        let claim = Uuid::new_v4();
        let due = outbox::claim(&desk.pool, claim, 100).await.expect("due");
        let to_bob = due
            .iter()
            .find(|letter| letter.recipient == "bob@players.test")
            .unwrap_or_else(|| panic!("nothing is due on day {day}"));
        desk.robot
            .give_up(
                claim,
                to_bob.id,
                "550 5.1.1 no such player",
                penpawn::robot::Fault::Address,
            )
            .await
            .expect("given up");
        // It is told once; a second word about it is nobody's.
        desk.robot
            .give_up(
                claim,
                to_bob.id,
                "550 5.1.1 no such player",
                penpawn::robot::Fault::Address,
            )
            .await
            .expect("nothing to do");
        assert_eq!(score(&desk, "bob@players.test").await, day + 1);
        desk.days_pass(1).await;
        let say = answer(
            desk.newest_to("ann@players.test"),
            ANN,
            40 + day as usize,
            "",
            "say Hello?",
        );
        desk.deliver(&say).await;
    }
    assert_eq!(told(&desk, "opponent_away").await, ["ann@players.test"]);
    // The letter that tipped the scales is not lost, and neither is the one that came after it.
    assert_eq!(desk.kept().await.len(), 2);
}

/// The refusal after which nothing is sent to Bob any more: Ann gets one letter about it, which is true of the refused
/// one as well.
#[tokio::test]
async fn hazard_08_the_refusal_that_makes_an_address_rest_brings_the_opponent_one_letter() {
    let mut desk = game().await;
    sqlx::query("update address set bounce_score = 4, bounced_on = current_date - 1 where key = 'bob@players.test'")
        .execute(&desk.pool)
        .await
        .expect("four days");
    let say = answer(
        desk.newest_to("ann@players.test"),
        ANN,
        20,
        "",
        "say Hello?",
    );
    desk.deliver(&say).await;
    let claim = Uuid::new_v4();
    let due = outbox::claim(&desk.pool, claim, 100).await.expect("due");
    let to_bob: Vec<i64> = due
        .iter()
        .filter(|letter| letter.recipient == "bob@players.test")
        .map(|letter| letter.id)
        .collect();
    assert!(
        to_bob.len() >= 2,
        "the move and the message are on their way"
    );
    sqlx::query(
        "update outbox set first_refused_at = now() - interval '9 days' where id = any($1)",
    )
    .bind(&to_bob)
    .execute(&desk.pool)
    .await
    .expect("greylisted before");
    let before = desk.collect().await;
    assert!(before.is_empty(), "{before:?}");
    for id in &to_bob {
        desk.robot
            .give_up(
                claim,
                *id,
                "550 5.1.1 no such player",
                penpawn::robot::Fault::Address,
            )
            .await
            .expect("given up");
    }
    let letters = desk.collect().await;
    let readers: Vec<&str> = letters.iter().map(|one| one.recipient.as_str()).collect();
    assert_eq!(readers, ["ann@players.test"], "{letters:?}");
    assert_eq!(told(&desk, "opponent_away").await, ["ann@players.test"]);
    assert_eq!(desk.kept().await.len(), to_bob.len());
    // They are there again, and get them; what the relay said before is forgotten.
    let show = answer(desk.newest_to("bob@players.test"), BOB, 21, "", "show");
    desk.deliver(&show).await;
    assert!(desk.kept().await.is_empty());
    let due = outbox::claim(&desk.pool, Uuid::new_v4(), 100)
        .await
        .expect("due");
    let again: Vec<(i64, i32, bool)> = due
        .iter()
        .filter(|letter| to_bob.contains(&letter.id))
        .map(|letter| (letter.id, letter.attempts, letter.refused_for > 0.0))
        .collect();
    let expected: Vec<(i64, i32, bool)> = to_bob.iter().map(|&id| (id, 1, false)).collect();
    assert_eq!(again, expected);
}

/// A question that reaches nobody is not kept: when its reader is back, what it asks about has been given up.
#[tokio::test]
async fn a_question_that_is_refused_when_the_rest_begins_is_not_sent_afterwards() {
    for (order, question) in [("draw", "confirm_orders"), ("forget me", "confirm_leaving")] {
        let mut desk = game().await;
        sqlx::query("update address set bounce_score = 4, bounced_on = current_date - 1 where key = 'bob@players.test'")
            .execute(&desk.pool)
            .await
            .expect("four days");
        desk.deliver(&new_mail(BOB, 30, "", order)).await;
        let claim = Uuid::new_v4();
        let due = outbox::claim(&desk.pool, claim, 100).await.expect("due");
        let asked: i64 = sqlx::query_scalar("select id from outbox where occasion = $1")
            .bind(question)
            .fetch_one(&desk.pool)
            .await
            .unwrap_or_else(|fault| panic!("{order}: no {question}: {fault}"));
        assert!(due.iter().any(|letter| letter.id == asked));
        desk.robot
            .give_up(
                claim,
                asked,
                "550 5.1.1 no such player",
                penpawn::robot::Fault::Address,
            )
            .await
            .expect("given up");
        assert_eq!(rests(&desk).await.len(), 1, "{order}");
        let kept = desk.kept().await;
        assert!(
            kept.iter().all(|(_, occasion)| occasion != question),
            "{order}: {kept:?}"
        );
    }
}

/// A letter that was being sent when the rest began and is wanted later by the relay waits like the others.
#[tokio::test]
async fn a_letter_that_was_on_its_way_when_the_rest_began_is_kept_when_it_must_wait() {
    let mut desk = game().await;
    let claim = Uuid::new_v4();
    let due = outbox::claim(&desk.pool, claim, 100).await.expect("due");
    for _ in 0..5 {
        let raw = desk.returned("bob@players.test", "qmail");
        desk.deliver(&raw).await;
        desk.days_pass(1).await;
    }
    assert!(desk.kept().await.is_empty());
    for letter in &due {
        outbox::put_back(&desk.pool, claim, letter.id, Duration::ZERO, "451 later")
            .await
            .expect("put back");
    }
    let to_bob = due
        .iter()
        .filter(|letter| letter.recipient == "bob@players.test");
    assert_eq!(desk.kept().await.len(), to_bob.count());
}

#[tokio::test]
async fn the_administrator_sees_who_rests_and_can_wake_him() {
    let mut desk = game().await;
    for _ in 0..5 {
        desk.comes_back("bob@players.test", "qmail").await;
        desk.days_pass(1).await;
    }
    let say = answer(
        desk.newest_to("ann@players.test"),
        ANN,
        50,
        "",
        "say Hello?",
    );
    desk.deliver(&say).await;
    assert_eq!(desk.kept().await.len(), 1);
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    let said = |arguments: &[&str]| {
        let output = setup.penpawn(arguments);
        let both = [output.stdout, output.stderr].concat();
        (
            output.status.success(),
            String::from_utf8_lossy(&both).into_owned(),
        )
    };
    let (_, list) = said(&["players", "list"]);
    assert!(list.contains("resting   Bob"), "{list}");
    let (_, shown) = said(&["players", "show", "bob@players.test"]);
    for words in [
        "rests:     since",
        "on 5 days",
        "permanent  counted",
        "no mailbox here",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let (done, words) = said(&["players", "wake", "Bob"]);
    assert!(done, "{words}");
    assert!(desk.kept().await.is_empty());
    assert_eq!(score(&desk, "bob@players.test").await, 0);
    let (done, words) = said(&["players", "wake", "bob"]);
    assert!(!done && words.contains("does not rest"), "{words}");
    let (done, words) = said(&["players", "show", "Carl"]);
    assert!(
        !done && words.contains("there is no player Carl"),
        "{words}"
    );
}
