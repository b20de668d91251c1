//! A player with a real mailbox: sends through the MTA, reads by IMAP.

use crate::bed;
use penpawn::mail::imap::{Acknowledge, Inbox, Login};
use penpawn::mail::read::{Incoming, read};
use penpawn::mail::smtp::{Delivery, Relay, Submission};
use penpawn::mail::tls::Security;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Long enough for any machine; nothing waits for it that goes well.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// Somebody with an address.
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) address: String,
    relay: Relay,
    inbox: Inbox,
    seen: u32,
    sent: u32,
    /// The mails that came, in order.
    pub(crate) letters: Vec<Incoming>,
}

/// An address that no other test uses.
pub(crate) fn fresh_address(name: &str) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{}.{number}@players.test", name.to_lowercase())
}

/// The login of an address of the bed.
pub(crate) fn login(address: &str) -> Login {
    Login {
        host: "127.0.0.1".to_owned(),
        port: bed::up().imap,
        security: Security::Plain,
        user: address.to_owned(),
        credential: bed::up().password.clone().into(),
        ca_file: None,
        folder: "INBOX".to_owned(),
        done: Acknowledge::Flag,
    }
}

/// The bed's MTA.
pub(crate) fn submission() -> Submission {
    Submission {
        host: "127.0.0.1".to_owned(),
        port: bed::up().smtp,
        security: Security::Plain,
        credentials: None,
        ca_file: None,
        connections: 4,
        hello: Some("players.test".to_owned()),
    }
}

impl Player {
    pub(crate) async fn called(name: &str) -> Player {
        let address = fresh_address(name);
        Player {
            name: name.to_owned(),
            inbox: Inbox::open(&login(&address)).await.expect("a mailbox"),
            address,
            relay: Relay::new(submission()),
            seen: 0,
            sent: 0,
            letters: Vec::new(),
        }
    }

    /// A new mail.
    pub(crate) async fn write(&mut self, to: &str, text: &str) {
        self.send(to, "Subject: chess\n", text).await;
    }

    /// An answer to the newest mail, above its quotation.
    pub(crate) async fn answer(&mut self, text: &str) {
        let letter = self.letters.last().expect("a mail to answer").clone();
        let to = letter
            .values("reply-to")
            .next()
            .expect("Reply-To")
            .to_owned();
        let (_, to) = to.rsplit_once(' ').unwrap_or(("", &to));
        let to = to.trim_matches(['<', '>']).to_owned();
        let id = letter.message_id.clone().expect("Message-ID");
        let headers = format!(
            "Subject: Re: {}\nIn-Reply-To: <{id}>\nReferences: <{id}>\n",
            letter.subject
        );
        let quoted: String = letter
            .text
            .as_deref()
            .unwrap_or_default()
            .lines()
            .map(|line| format!("> {line}\n"))
            .collect();
        let text = format!("{text}\n\nOn Saturday penpawn wrote:\n{quoted}");
        self.send(&to, &headers, &text).await;
    }

    async fn send(&mut self, to: &str, headers: &str, text: &str) {
        self.sent += 1;
        let mail = format!(
            "From: {} <{address}>\nTo: {to}\nMessage-ID: <{}.{address}>\n\
             Date: Sat, 21 Nov 2026 12:00:00 +0000\n{headers}\n{text}\n",
            self.name,
            self.sent,
            address = self.address,
        )
        .replace('\n', "\r\n");
        let delivery = self
            .relay
            .send(Some(&self.address), to, mail.as_bytes())
            .await;
        assert!(matches!(delivery, Delivery::Sent { .. }), "{delivery:?}");
    }

    /// Waits for the next mail.
    pub(crate) async fn receive(&mut self) -> &Incoming {
        let began = Instant::now();
        loop {
            let uids = self.inbox.uids_from(self.seen + 1).await.expect("a search");
            if let Some(&uid) = uids.first() {
                self.seen = uid;
                let mails = self.inbox.bodies(&[uid]).await.expect("a mail");
                let mail = mails.first().expect("a mail");
                self.letters.push(read(&mail.raw).expect("a readable mail"));
                return self.letters.last().expect("just pushed");
            }
            assert!(began.elapsed() < PATIENCE, "{} waits for a mail", self.name);
            self.inbox
                .wait(Duration::from_secs(5))
                .await
                .expect("the mailbox");
        }
    }

    /// Waits for mails until one says this.
    pub(crate) async fn receive_saying(&mut self, words: &str) -> String {
        loop {
            let text = self.receive().await.text.clone().unwrap_or_default();
            if text.contains(words) {
                return text;
            }
        }
    }
}
