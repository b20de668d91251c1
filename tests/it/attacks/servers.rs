//! The way of an attack's mails: over SMTP to the MTA, into a mailbox, by IMAP to the daemon, which is a process of its
//! own; and that of its letters: over SMTP to the MTA, and into a mailbox.
//!
//! Each attack has a mailbox, a daemon and a database to itself. This daemon may write to anybody, and all that it hands
//! over to the MTA comes to one mailbox, whomever it is for (`world-NAME` in `tests/bed/bed`). So the letters are those
//! that a victim gets; and what the MTA notes that it took is compared with them, so that nobody got anything else.

use crate::bed;
use crate::correspondence::{Fate, Written, server};
use crate::daemon::{Daemon, Setup};
use crate::mailbox::append_as_it_is;
use crate::player::{self, PATIENCE, login};
use penpawn::mail::imap::Inbox;
use penpawn::mail::read::read;
use penpawn::mail::smtp::{Delivery, Relay, Submission};
use penpawn::mail::tls::Security;
use penpawn::mail::write::is_sendable;
use penpawn::robot::server::{InvitationWords, Server, Strangers};
use sqlx::PgPool;
use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Fields that the servers put above a mail.
const TRACES: [&str; 4] = ["return-path", "delivered-to", "received", "envelope-to"];

/// Fields that the MTA takes away before: only itself may write them.
const TAKEN_AWAY: [&str; 3] = ["return-path", "envelope-to", "delivery-date"];

/// The daemon of an attack.
pub(super) struct Servers {
    setup: Setup,
    daemon: Daemon,
    pool: PgPool,
    /// The MTA as everybody meets it.
    relay: Relay,
    /// Whom the daemon logs in as at the MTA, and where all comes that it hands over.
    world: String,
    inbox: Inbox,
    next_uid: u32,
    /// What came there, by Message-ID.
    arrived: BTreeMap<String, Arrived>,
    /// The newest letter before the attack.
    first: i64,
    /// The letters since then that have been collected: Message-ID and recipient, by row.
    collected: BTreeMap<i64, (String, String)>,
}

/// A mail's row.
#[derive(sqlx::FromRow)]
struct Handled {
    state: String,
    reason: Option<String>,
    error: Option<String>,
    raw: Option<Vec<u8>>,
}

/// A letter as it came into a mailbox.
#[derive(Clone)]
struct Arrived {
    recipient: String,
    envelope_from: String,
    bytes: Vec<u8>,
}

impl Servers {
    /// A daemon of this house on this database.
    pub(super) async fn start(pool: &PgPool, server: &Server) -> Servers {
        let mut setup = Setup::with_database(&bed::url_of(pool));
        let world = format!("world-{}", setup.address);
        setup.set("server.address", &server.address);
        setup.set("smtp.user", &world);
        match server.invitation_words {
            InvitationWords::Withheld => {}
            InvitationWords::Shown => setup.set("server.invitation_words", "shown"),
        }
        match server.strangers {
            Strangers::Answer => {}
            Strangers::Ask => setup.set("server.strangers", "ask"),
            Strangers::Ignore => setup.set("server.strangers", "ignore"),
        }
        let ids = format!(
            "authserv_ids = {:?}\nstrangers_of_a_domain = {}\n",
            server.authserv_ids, server.strangers_of_a_domain
        );
        setup.change("strangers_of_a_domain = 0\n", &ids);
        let first = sqlx::query_scalar("select coalesce(max(id), 0) from outbox")
            .fetch_one(pool)
            .await
            .expect("a number");
        Servers {
            daemon: setup.serve().await,
            setup,
            pool: pool.clone(),
            relay: Relay::new(player::submission()),
            inbox: Inbox::open(&login(&world)).await.expect("a mailbox"),
            world,
            next_uid: 1,
            arrived: BTreeMap::new(),
            first,
            collected: BTreeMap::new(),
        }
    }

    /// Hands mails over, and waits until nothing is left to do. Returns what became of each. Of many, the daemon finds
    /// all at once.
    pub(super) async fn deliver(&self, mails: &[Vec<u8>]) -> Vec<Fate> {
        let before = self.newest_mail().await;
        let left_before = self.left_alone().await;
        if mails.len() > 1 {
            self.daemon.signal("STOP");
            let mailbox = login(&self.setup.address);
            let mut inbox = Inbox::open(&mailbox).await.expect("a mailbox");
            // What was there before may still be moved away.
            let first = inbox.uid_next().expect("UIDNEXT");
            for (mail, number) in mails.iter().zip(1..) {
                self.hand_over(mail).await;
                self.wait_for("the mailbox", async || {
                    inbox.uids_from(first).await.expect("a search").len() == number
                })
                .await;
            }
            self.daemon.signal("CONT");
        } else {
            for mail in mails {
                self.hand_over(mail).await;
            }
        }
        self.rest(before, left_before, mails.len()).await;
        if self.left_alone().await > left_before {
            // Which of several it was nobody can tell: nothing is kept of it.
            assert_eq!(mails.len(), 1, "a mail that is none for us comes alone");
            return vec![Fate {
                state: "left alone".to_owned(),
                reason: Some("it is none for us".to_owned()),
            }];
        }
        let rows: Vec<Handled> =
            sqlx::query_as("select state, reason, error, raw from inbox where id > $1 order by id")
                .bind(before)
                .fetch_all(&self.pool)
                .await
                .expect("the mails' rows");
        let mut fates = Vec::new();
        for (row, mail) in rows.into_iter().zip(mails) {
            assert_eq!(row.error, None, "the robot stumbled over a mail");
            // What somebody wrote who is forgotten is gone.
            if let Some(raw) = row.raw {
                arrived_as_it_stands(&raw, mail);
            }
            let (state, reason) = (row.state, row.reason);
            fates.push(Fate { state, reason });
        }
        fates
    }

    /// The newest mail as it lay in the mailbox.
    pub(super) async fn newest_raw(&self) -> Vec<u8> {
        sqlx::query_scalar("select raw from inbox where id = $1")
            .bind(self.newest_mail().await)
            .fetch_one(&self.pool)
            .await
            .expect("a mail")
    }

    /// How many mails in the mailbox were found to be none for us.
    async fn left_alone(&self) -> i64 {
        sqlx::query_scalar("select count(*) from left_alone")
            .fetch_one(&self.pool)
            .await
            .expect("a number")
    }

    /// The number of the newest mail that is stored; 0 before the first one.
    async fn newest_mail(&self) -> i64 {
        sqlx::query_scalar("select coalesce(max(id), 0) from inbox")
            .fetch_one(&self.pool)
            .await
            .expect("a number")
    }

    /// Gives a mail to the MTA as everybody does; or puts it into the mailbox, where it has been there before, or this MTA
    /// would not pass it on as it stands. Another one may.
    async fn hand_over(&self, mail: &[u8]) {
        let mailbox = &self.setup.address;
        if !passes(mail) {
            append_as_it_is(mailbox, "INBOX", None, &[mail.to_vec()]).await;
            return;
        }
        let sender = envelope_sender(mail);
        let delivery = self.relay.send(sender.as_deref(), mailbox, mail).await;
        assert!(matches!(delivery, Delivery::Sent { .. }), "{delivery:?}");
    }

    /// Waits until so many mails that came after this one are handled, as far as they are due, and all letters sent.
    async fn rest(&self, before: i64, left_before: i64, mails: usize) {
        self.wait_for("the daemon", async || {
            // What is put off stays so, however slow this machine is.
            sqlx::query(
                "update inbox set run_after = run_after + interval '1 day'
                 where state = 'new' and attempts = 0 and run_after > stored_at and run_after < now() + interval '1 hour'",
            )
            .execute(&self.pool)
            .await
            .expect("put off");
            sqlx::query_scalar(
                "select (select count(*) from inbox where id > $1) + (select count(*) from left_alone) - $3 = $2
                        and not exists (select from inbox i where i.state = 'new' and not exists (
                                select from inbox first
                                where first.line = i.line and first.state = 'new' and first.id <= i.id
                                  and first.run_after > now()))
                        and not exists (select from outbox where state = 'queued')",
            )
            .bind(before)
            .bind(mails as i64)
            .bind(left_before)
            .fetch_one(&self.pool)
            .await
            .expect("an answer")
        })
        .await;
    }

    /// The letters that have been sent since the last time, in the order in which they were written, as they arrived.
    pub(super) async fn collect(&mut self) -> Vec<Written> {
        let rows: Vec<(i64, String, String, Option<Vec<u8>>)> = sqlx::query_as(
            "select id, message_id, occasion, bytes from outbox where state = 'sent' and id > $1 order by id",
        )
        .bind(self.first)
        .fetch_all(&self.pool)
        .await
        .expect("letters");
        let mut letters = Vec::new();
        for (id, message_id, occasion, written) in rows {
            if self.collected.contains_key(&id) {
                continue;
            }
            let Arrived {
                recipient,
                envelope_from,
                bytes,
            } = self.arrival(&message_id).await;
            // Of a letter to somebody who is forgotten nothing is kept.
            if let Some(written) = written {
                assert!(bytes == written, "a letter changed on its way");
            }
            self.collected.insert(id, (message_id, recipient.clone()));
            letters.push(Written {
                id,
                recipient,
                occasion,
                envelope_from,
                bytes,
            });
        }
        letters
    }

    /// Waits for the letter with this Message-ID.
    async fn arrival(&mut self, message_id: &str) -> Arrived {
        let began = Instant::now();
        loop {
            if let Some(arrived) = self.arrived.get(message_id) {
                return arrived.clone();
            }
            assert!(began.elapsed() < PATIENCE, "a letter never arrives");
            let uids = self.inbox.uids_from(self.next_uid).await.expect("a search");
            if uids.is_empty() {
                sleep(Duration::from_millis(10)).await;
            }
            for mail in self.inbox.bodies(&uids).await.expect("letters") {
                self.next_uid = mail.uid + 1;
                let (id, arrived) = open(&mail.raw);
                self.arrived.insert(id, arrived);
            }
        }
    }

    /// Ends the daemon. Returns what is wrong: that it logged somebody's address, or that the MTA took anything from it
    /// but the letters that were collected.
    pub(super) async fn stop(self) -> Vec<String> {
        self.daemon.stop().await;
        let mut faults = Vec::new();
        let logged = self.setup.logged();
        for line in logged.lines().filter(|line| line.contains('@')) {
            if !line.contains("penpawn serves") {
                faults.push(format!("an address stands in the log: {line}"));
            }
        }
        let log = fs::read(bed::up().folder.join("log/exim-mainlog")).expect("the MTA's log");
        let log = String::from_utf8_lossy(&log);
        let login = format!(" A=plain:{} ", self.world);
        let mut taken: Vec<(String, String)> = log
            .lines()
            .filter(|line| line.contains(" <= ") && line.contains(&login))
            .map(|line| {
                let (_, rest) = line.split_once(" id=").unwrap_or_default();
                let (id, recipients) = rest.split_once(" for ").unwrap_or_default();
                (id.to_owned(), recipients.to_owned())
            })
            .collect();
        let mut missing = Vec::new();
        for letter in self.collected.into_values() {
            match taken.iter().position(|one| *one == letter) {
                Some(at) => drop(taken.swap_remove(at)),
                None => missing.push(letter),
            }
        }
        for (id, recipients) in taken {
            faults.push(format!("another letter went to {recipients}: {id}"));
        }
        for (id, recipient) in missing {
            faults.push(format!("a letter to {recipient} came past the MTA: {id}"));
        }
        faults
    }

    /// Waits until something is so.
    async fn wait_for(&self, what: &str, mut is_so: impl AsyncFnMut() -> bool) {
        let began = Instant::now();
        while !is_so().await {
            assert!(
                began.elapsed() < PATIENCE,
                "waited for {what} in vain:\n{}",
                self.setup.logged()
            );
            sleep(Duration::from_millis(20)).await;
        }
    }
}

/// A letter that leaves the MTA and that the outbox does not know is noticed, and so is one that leaves twice.
#[tokio::test]
async fn a_letter_beside_those_of_the_outbox_is_noticed() {
    let pool = bed::database().await;
    let servers = Servers::start(&pool, &server()).await;
    let relay = Relay::new(Submission {
        host: "localhost".to_owned(),
        port: bed::up().submission,
        security: Security::StartTls,
        credentials: Some((servers.world.clone(), bed::up().password.clone().into())),
        ca_file: Some(bed::up().ca_file.clone()),
        ..player::submission()
    });
    for victim in [
        "victim@victims.test",
        "victim@victims.test",
        "ann@players.test",
    ] {
        let letter =
            b"From: chess@chess.test\r\nMessage-ID: <x@penpawn.chess.test>\r\n\r\nhello\r\n";
        let delivery = relay.send(Some("chess@chess.test"), victim, letter).await;
        assert!(matches!(delivery, Delivery::Sent { .. }), "{delivery:?}");
    }
    let faults = servers.stop().await;
    assert_eq!(faults.len(), 3, "{faults:?}");
    let servers = Servers::start(&pool, &server()).await;
    assert_eq!(servers.stop().await, Vec::<String>::new());
}

/// Whether a mail has yet to be delivered, and Exim passes it on as it stands, which it does unless there is a NUL in it or
/// a line that does not end with CRLF.
fn passes(mail: &[u8]) -> bool {
    let text = String::from_utf8_lossy(mail).replace("\r\n", "");
    let (traces, _) = without_traces(mail);
    !text.contains(['\r', '\n', '\0']) && !fields(traces).any(|(name, _)| name == "delivered-to")
}

/// Who hands a mail over: who stands in Return-Path where there is one, else the author, if that is an address with which
/// a mail can be handed over. `None` is the null sender; to Dovecot Exim gives one beyond ASCII as that, which would make
/// the mail a bounce.
fn envelope_sender(mail: &[u8]) -> Option<String> {
    let attacker = || Some("eve@evil.test".to_owned());
    let Ok(mail) = read(mail) else {
        return attacker();
    };
    match (mail.return_path, mail.from) {
        (Some(sender), _) => sender,
        (None, Some(author)) if author.address.is_ascii() && is_sendable(&author.address) => {
            Some(author.address)
        }
        (None, _) => attacker(),
    }
}

/// That a mail came to the daemon as it stands in the file, with the servers' own fields above it. Of a large one the
/// daemon reads the header only; and IMAP cannot say NUL (RFC 9051 section 4.3), so that Dovecot says 0x80 for it.
fn arrived_as_it_stands(raw: &[u8], mail: &[u8]) {
    let (_, raw) = without_traces(raw);
    let expected = if passes(mail) {
        let (header, body) = split(mail);
        let kept: Vec<&[u8]> = fields(header)
            .filter(|(name, _)| !TAKEN_AWAY.contains(&name.as_str()))
            .map(|(_, field)| field)
            .collect();
        [&kept.concat(), body].concat()
    } else {
        let (_, mail) = without_traces(mail);
        let said = |&octet: &u8| if octet == 0 { 0x80 } else { octet };
        mail.iter().map(said).collect()
    };
    // A mail may begin with traces of its own, which cannot be told from the servers'.
    let (_, expected) = without_traces(&expected);
    assert!(
        raw == expected || !raw.is_empty() && raw.len() > 60_000 && expected.starts_with(raw),
        "the servers changed the mail:\n{}\n\n{}",
        String::from_utf8_lossy(raw),
        String::from_utf8_lossy(expected)
    );
}

/// A letter and its Message-ID, from what lies in a mailbox.
fn open(raw: &[u8]) -> (String, Arrived) {
    let (traces, bytes) = without_traces(raw);
    let field = |wanted: &str| {
        let (_, field) = fields(traces)
            .find(|(name, _)| name == wanted)
            .unwrap_or_else(|| panic!("no {wanted}"));
        let field = String::from_utf8_lossy(field).into_owned();
        let (_, value) = field.split_once(": ").expect("a field");
        value.trim_end().trim_matches(['<', '>']).to_owned()
    };
    let mail = read(bytes).expect("our own mail");
    let arrived = Arrived {
        recipient: field("envelope-to"),
        envelope_from: field("return-path"),
        bytes: bytes.to_vec(),
    };
    (mail.message_id.expect("a Message-ID"), arrived)
}

/// The fields that servers have put above a mail, and the mail.
fn without_traces(raw: &[u8]) -> (&[u8], &[u8]) {
    let (header, _) = split(raw);
    let length = fields(header)
        .take_while(|(name, _)| TRACES.contains(&name.as_str()))
        .map(|(_, field)| field.len())
        .sum();
    raw.split_at(length)
}

/// The header, and all from the blank line on.
fn split(mail: &[u8]) -> (&[u8], &[u8]) {
    let end = mail.windows(4).position(|four| four == b"\r\n\r\n");
    mail.split_at(end.map_or(mail.len(), |end| end + 2))
}

/// The fields of a header: their names in lower case, and their octets with the line end.
fn fields(header: &[u8]) -> impl Iterator<Item = (String, &[u8])> {
    let mut rest = header;
    std::iter::from_fn(move || {
        let ends = rest.windows(2).enumerate();
        let end = ends
            .filter(|(_, two)| two == b"\r\n")
            .map(|(at, _)| at + 2)
            .find(|&end| !matches!(rest.get(end), Some(b' ' | b'\t')))
            .unwrap_or(rest.len());
        let (field, after) = rest.split_at(end);
        rest = after;
        let name = field.split(|&octet| octet == b':').next()?;
        (!field.is_empty()).then(|| (String::from_utf8_lossy(name).to_lowercase(), field))
    })
}
