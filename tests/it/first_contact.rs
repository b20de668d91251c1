//! Whom a mail without an order is answered: tried on unwanted mail that people collected.
//!
//! `PENPAWN_MBOX=FILE cargo test --test it -- --ignored unwanted --nocapture`: FILE is an mbox, such as those that the
//! sources of spam filters bring for their own tests.

use crate::bed;
use crate::correspondence::{Correspondence, answer, new_mail};
use penpawn::robot::server::Server;

/// The mails of an mbox (RFC 4155), without the lines that part them.
fn mails_in(mbox: &[u8]) -> Vec<Vec<u8>> {
    let mut mails: Vec<Vec<u8>> = Vec::new();
    for line in mbox.split_inclusive(|&octet| octet == b'\n') {
        if line.starts_with(b"From ") {
            mails.push(Vec::new());
        } else if let Some(mail) = mails.last_mut() {
            mail.extend_from_slice(line);
        }
    }
    mails
}

#[test]
fn an_mbox_is_taken_apart() {
    let mbox = b"From a\nSubject: 1\n\nx\n\nFrom b\nSubject: 2\n\ny\n";
    let mails = mails_in(mbox);
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[1], b"Subject: 2\n\ny\n");
}

const CHESS: &str = "I want to play chess";

/// What becomes of a first mail about chess that was stored in this way.
async fn answers_when(sql: &'static str) -> usize {
    let mut desk = Correspondence::begin().await;
    desk.store(&new_mail("Ann <ann@newcomers.test>", 1, "", CHESS))
        .await;
    sqlx::raw_sql(sql)
        .execute(&desk.pool)
        .await
        .expect("changed");
    desk.work().await;
    desk.collect().await.len()
}

#[tokio::test]
async fn nobody_is_answered_whose_mail_is_old_or_lay_among_the_junk() {
    assert_eq!(answers_when("select 1").await, 1);
    assert_eq!(answers_when("update inbox set old = true").await, 0);
    assert_eq!(answers_when("update mailbox set junk = true").await, 0);
}

/// Whoever an invitation was forwarded to writes a greeting, in a mail that was changed like this in the inbox.
async fn answers_to_a_greeting_by_invitation_when(sql: &'static str) -> usize {
    let mut desk = Correspondence::begin().await;
    let ann = "Ann <ann@players.test>";
    desk.deliver(&new_mail(ann, 1, "", "challenge bob@newcomers.test"))
        .await;
    let yes = answer(desk.newest_to("ann@players.test"), ann, 2, "", "yes");
    desk.deliver(&yes).await;
    let invitation = desk.newest_to("bob@newcomers.test").clone();
    desk.store(&answer(
        &invitation,
        "Bob <bob@elsewhere.test>",
        3,
        "",
        "Hello Ann!",
    ))
    .await;
    sqlx::raw_sql(sql)
        .execute(&desk.pool)
        .await
        .expect("changed");
    desk.work().await;
    desk.collect().await.len()
}

/// The code of an invitation that nobody has answered tells that the mail is not done yet, and not who is a person.
#[tokio::test]
async fn an_old_mail_is_no_first_contact_though_it_shows_an_invitation() {
    let answers = answers_to_a_greeting_by_invitation_when("select 1").await;
    assert_eq!(answers, 1);
    let sql = "update inbox set old = true where state = 'new'";
    assert_eq!(answers_to_a_greeting_by_invitation_when(sql).await, 0);
}

/// What a mail in this dress is answered, where a border vouches for its sender or none does.
async fn answers_to(vouched: bool, headers: &str, words: &str) -> usize {
    let mut server = Server::at("chess@chess.test");
    server.authserv_ids = vec!["mx.chess.test".to_owned()];
    let mut desk = Correspondence::of_server(bed::database().await, server).await;
    penpawn::db::borders::note_border(&desk.pool, "mx.chess.test", true)
        .await
        .expect("noted");
    let pass = "Authentication-Results: mx.chess.test; dmarc=pass header.from=newcomers.test\n";
    let headers = format!("{}{headers}", if vouched { pass } else { "" });
    let mail = new_mail("Ann <ann@newcomers.test>", 1, &headers, words);
    desk.deliver(&mail).await.0.len()
}

#[tokio::test]
async fn nobody_is_answered_whose_mail_cannot_be_read_or_is_for_somebody_else() {
    let disowned = "Authentication-Results: mx.chess.test; dmarc=fail header.from=newcomers.test\n";
    let sealed = "Content-Type: multipart/encrypted; boundary=b\n";
    let nested = "Content-Type: multipart/mixed; boundary=b\n";
    let deep = "--b\nContent-Type: multipart/mixed; boundary=b\n\n".repeat(201);
    for (what, vouched, headers, words, answers) in [
        ("a pass", true, "", "What can I do here?", 1),
        ("no pass", false, "", CHESS, 1),
        ("a name alone", false, "", "Bob", 0),
        (
            "a name below an order in the subject",
            false,
            "Subject: challenge bob@example.test\n",
            "Bob",
            1,
        ),
        ("disowned", false, disowned, CHESS, 0),
        ("encrypted", true, sealed, "What can I do here?", 0),
        ("nested", true, nested, deep.as_str(), 0),
        ("nested, without a pass", false, nested, deep.as_str(), 0),
        ("to another", true, "To: other@chess.test\n", CHESS, 0),
        (
            "to another, without a pass",
            false,
            "To: other@chess.test\n",
            CHESS,
            0,
        ),
    ] {
        assert_eq!(answers_to(vouched, headers, words).await, answers, "{what}");
    }
}

#[tokio::test]
async fn somebody_is_told_how_to_begin_once_in_ninety_days() {
    let mut desk = Correspondence::begin().await;
    let mut told = Vec::new();
    for (number, days) in [(1, 0), (2, 1), (3, 88), (4, 1)] {
        desk.days_pass(days).await;
        let mail = new_mail("Ann <ann@newcomers.test>", number, "", CHESS);
        told.push(desk.deliver(&mail).await.0.len());
    }
    assert_eq!(told, [1, 0, 0, 1]);
    // The question whether the address is theirs says the same.
    let order = new_mail("Bob <bob@newcomers.test>", 5, "", "join");
    assert_eq!(desk.deliver(&order).await.0.len(), 1);
    desk.days_pass(1).await;
    let mail = new_mail("Bob <bob@newcomers.test>", 6, "", CHESS);
    assert_eq!(desk.deliver(&mail).await.0.len(), 0);
}

#[tokio::test]
async fn fifty_are_told_how_to_begin_on_one_day_and_the_questions_are_not_fewer_for_it() {
    let mut desk = Correspondence::begin().await;
    let mut told = 0;
    for number in 1..=53 {
        let from = format!("Eve <victim@victims{number}.test>");
        let mail = new_mail(&from, number, "", CHESS);
        told += desk.deliver(&mail).await.0.len();
    }
    assert_eq!(told, 50);
    let order = new_mail("Eve <victim@victims53.test>", 60, "", "join");
    assert_eq!(desk.deliver(&order).await.0.len(), 1);
}

#[tokio::test]
#[ignore = "needs a collection of unwanted mail"]
async fn unwanted_mail_is_not_answered() {
    let file = std::env::var("PENPAWN_MBOX").expect("PENPAWN_MBOX names an mbox");
    let mails = mails_in(&std::fs::read(file).expect("an mbox"));
    assert!(!mails.is_empty(), "there is no mail in it");
    let mut desk = Correspondence::begin_on(bed::database().await).await;
    let mut answered = Vec::new();
    let count = mails.len();
    for mail in mails {
        // As if it had come to us.
        let mut raw = b"To: chess@chess.test\n".to_vec();
        raw.extend_from_slice(&mail);
        let (letters, fate) = desk.deliver(&raw).await;
        if !letters.is_empty() {
            answered.push((fate, String::from_utf8_lossy(&mail).into_owned()));
        }
    }
    println!("{} of {count} would be answered", answered.len());
    for (fate, mail) in &answered {
        println!(
            "--- {fate:?}\n{}",
            mail.chars().take(1500).collect::<String>()
        );
    }
    assert!(answered.is_empty());
}
