//! Addresses beyond ASCII, on a real Exim: one port offers SMTPUTF8 (RFC 6531), and one does not.

use super::{assert_told_of_undelivered, moved, serve_with, setup, states, until};
use crate::bed;
use crate::doctor::doctor;
use crate::player::login;
use penpawn::mail::address::domain_key;
use penpawn::mail::imap::Inbox;
use penpawn::mail::read::read;
use std::sync::atomic::{AtomicU32, Ordering};

/// The ports of the relay: whether SMTPUTF8 is offered on it.
fn ports() -> [(u16, bool); 2] {
    [
        (bed::up().submission, true),
        (bed::up().submission_ascii, false),
    ]
}

/// A number that no other address of these tests has.
fn number() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The texts of what lies in this mailbox.
async fn texts_in(mailbox: &str) -> Vec<String> {
    let mut inbox = Inbox::open(&login(mailbox)).await.expect("a mailbox");
    let uids = inbox.uids_from(1).await.expect("a search");
    let mails = inbox.bodies(&uids).await.expect("mails");
    inbox.logout().await;
    mails
        .iter()
        .map(|mail| read(&mail.raw).expect("a mail").text.unwrap_or_default())
        .collect()
}

async fn arrives(mailbox: &str) {
    until("the letter", async || {
        let texts = texts_in(mailbox).await;
        texts.iter().any(|text| text.contains("has played 1. e4"))
    })
    .await;
}

#[tokio::test]
async fn a_local_part_beyond_ascii_gets_its_letter_where_smtputf8_is_offered_and_else_it_is_undeliverable()
 {
    for (port, offered) in ports() {
        let number = number();
        let bob = format!("jürgen{number}@players.test");
        // Where the bed keeps what comes to it.
        let mailbox = format!("{}@players.test", domain_key(&format!("jürgen{number}")));
        let desk = moved(&bob).await;
        let setup = setup(&desk);
        let port = port.to_string();
        let daemon = serve_with(&setup, &[("PENPAWN__SMTP__PORT", port.as_str())]);
        if !offered {
            assert_told_of_undelivered(&desk).await;
        }
        until("an end of all letters", async || {
            let last = states(&desk).await;
            last.iter().all(|(_, state, _)| state != "queued")
        })
        .await;
        let his: Vec<(String, Option<String>)> = sqlx::query_as(
            "select state, error from outbox where recipient = $1 order by id desc limit 1",
        )
        .bind(&bob)
        .fetch_all(&desk.pool)
        .await
        .expect("letters");
        if offered {
            assert_eq!(his, [("sent".to_owned(), None)]);
            arrives(&mailbox).await;
        } else {
            let why = "the relay takes no addresses beyond ASCII (SMTPUTF8)".to_owned();
            assert_eq!(his, [("failed".to_owned(), Some(why))]);
            assert_eq!(texts_in(&mailbox).await, Vec::<String>::new());
        }
        daemon.stop().await;
        assert!(!setup.logged().contains("ERROR"), "{}", setup.logged());
    }
}

/// A domain goes out as A-labels (RFC 5890), which any relay takes.
#[tokio::test]
async fn a_domain_beyond_ascii_gets_its_letter_from_any_relay() {
    for (port, _) in ports() {
        let number = number();
        let desk = moved(&format!("bob{number}@bücher.test")).await;
        let setup = setup(&desk);
        let port = port.to_string();
        let daemon = serve_with(&setup, &[("PENPAWN__SMTP__PORT", port.as_str())]);
        arrives(&format!("bob{number}@xn--bcher-kva.test")).await;
        until("all letters", async || {
            let last = states(&desk).await;
            last.iter().all(|(_, state, _)| state == "sent")
        })
        .await;
        daemon.stop().await;
    }
}

#[tokio::test]
async fn the_doctor_tells_that_a_relay_without_smtputf8_cannot_reach_everybody() {
    let desk = moved("bob@players.test").await;
    for (port, offered) in ports() {
        let setup = setup(&desk);
        setup.change(
            &format!("port = {}", bed::up().submission),
            &format!("port = {port}"),
        );
        let said = doctor(&setup, &["--wait", "0"]).await;
        let good = "ok       smtp: addresses beyond ASCII can be written to";
        assert_eq!(said.text.contains(good), offered, "{}", said.text);
        let bad =
            "warning  smtp: the relay does not offer SMTPUTF8\n         -> Players whose address";
        assert_eq!(said.text.contains(bad), !offered, "{}", said.text);
        assert!(said.passed, "{}", said.text);
    }
}
