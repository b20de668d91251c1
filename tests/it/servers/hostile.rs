//! Servers that mean harm: they talk without end, announce what nobody can hold, or show certificates of others.
//!
//! No real server does so on demand. How much a fake one could say before we hung up is what we took in.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use penpawn::mail::imap::{Acknowledge, ImapError, Inbox, Login};
use penpawn::mail::smtp::{Delivery, Relay, Submission};
use penpawn::mail::tls::Security;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::{listen, login, mail, new_user, port_of, submission, tls_server};
use crate::bed;
use crate::daemon::Setup;
use crate::outgoing::{serve_with, until};

/// What lies in sockets between a fake server and us, at most.
const UNDER_WAY: u64 = 8 * MEBIBYTE;
const MEBIBYTE: u64 = 1024 * 1024;

/// A server that speaks until it is hung up on.
#[derive(Clone, Default)]
struct Talker {
    said: Arc<AtomicU64>,
    connections: Arc<AtomicU32>,
    /// It is as any other server now: what is said to it goes to the real one.
    healed: Arc<AtomicBool>,
}

impl Talker {
    /// Says the beginning once, and then the rest for ever.
    async fn talk(&self, stream: &mut (impl AsyncWriteExt + Unpin), beginning: &str, rest: &str) {
        let mut more = rest.repeat(64 * 1024 / rest.len()).into_bytes();
        if stream.write_all(beginning.as_bytes()).await.is_err() {
            return;
        }
        while stream.write_all(&more).await.is_ok() {
            self.said.fetch_add(more.len() as u64, Ordering::Relaxed);
            // Who never hung up would never end.
            if self.said.load(Ordering::Relaxed) > 1024 * MEBIBYTE {
                more.clear();
                return;
            }
        }
    }

    fn said(&self) -> u64 {
        self.said.load(Ordering::Relaxed)
    }

    /// An IMAP server that speaks so when this is asked of it, or as its greeting where that is asked for.
    async fn imap(
        &self,
        command: &'static str,
        beginning: &'static str,
        rest: &'static str,
    ) -> u16 {
        self.listens(bed::up().imap, move |talker, stream| async move {
            talker.be_imap(stream, command, beginning, rest).await;
        })
        .await
    }

    /// A port where a server listens that is so to each connection, and once healed passes it on to the real one.
    async fn listens<F>(
        &self,
        real: u16,
        be: impl Fn(Self, TcpStream) -> F + Clone + Send + 'static,
    ) -> u16
    where
        F: Future<Output = ()> + Send,
    {
        let listener = listen().await;
        let port = port_of(&listener);
        let talker = self.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (talker, be) = (talker.clone(), be.clone());
                talker.connections.fetch_add(1, Ordering::Relaxed);
                tokio::spawn(async move {
                    if talker.healed.load(Ordering::Relaxed) {
                        pass_on(stream, real).await;
                    } else {
                        be(talker, stream).await;
                    }
                });
            }
        });
        port
    }

    async fn be_imap(&self, stream: TcpStream, command: &str, beginning: &str, rest: &str) {
        let mut stream = BufReader::new(stream);
        if command.is_empty() {
            return self.talk(&mut stream, beginning, rest).await;
        }
        if stream.write_all(b"* OK hello\r\n").await.is_err() {
            return;
        }
        let mut line = String::new();
        while stream
            .read_line(&mut line)
            .await
            .is_ok_and(|length| length > 0)
        {
            let (tag, words) = line.split_once(' ').unwrap_or(("DONE", ""));
            if words.contains(command) {
                return self.talk(&mut stream, beginning, rest).await;
            }
            let data = match words.split_whitespace().next() {
                Some("CAPABILITY") => "* CAPABILITY IMAP4rev1 IDLE\r\n",
                Some("SELECT") => "* 3 EXISTS\r\n* OK [UIDVALIDITY 42] ok\r\n",
                Some("IDLE") => "+ idling\r\n",
                _ => "",
            };
            let answer = format!("{data}{tag} OK done\r\n");
            if stream.write_all(answer.as_bytes()).await.is_err() {
                return;
            }
            line.clear();
        }
    }

    /// A relay that speaks so instead of answering this verb, or of greeting where none is given.
    async fn relay(&self, verb: &'static str, beginning: &'static str, rest: &'static str) -> u16 {
        self.listens(bed::up().smtp, move |talker, stream| async move {
            talker.be_relay(stream, verb, beginning, rest).await;
        })
        .await
    }

    async fn be_relay(&self, stream: TcpStream, verb: &str, beginning: &str, rest: &str) {
        let mut stream = BufReader::new(stream);
        if verb.is_empty() {
            return self.talk(&mut stream, beginning, rest).await;
        }
        if stream.write_all(b"220 hello\r\n").await.is_err() {
            return;
        }
        let (mut line, mut in_mail) = (String::new(), false);
        while stream
            .read_line(&mut line)
            .await
            .is_ok_and(|length| length > 0)
        {
            let words = line.trim_end();
            if words.starts_with(verb) && (!in_mail || words == ".") {
                return self.talk(&mut stream, beginning, rest).await;
            }
            let answer = match (in_mail, words) {
                (true, ".") => {
                    in_mail = false;
                    "250 taken\r\n"
                }
                (true, _) => "",
                (false, "DATA") => {
                    in_mail = true;
                    "354 go on\r\n"
                }
                (false, _) => "250 yes\r\n",
            };
            if stream.write_all(answer.as_bytes()).await.is_err() {
                return;
            }
            line.clear();
        }
    }
}

async fn pass_on(mut ours: TcpStream, port: u16) {
    let mut theirs = TcpStream::connect(("127.0.0.1", port))
        .await
        .expect("the real server");
    let _ = tokio::io::copy_bidirectional(&mut ours, &mut theirs).await;
}

/// The most memory that a process ever had, in octets.
fn most_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
    kib.and_then(|kib| kib.trim().parse::<u64>().ok())
        .expect("its memory")
        * 1024
}

const CHATTER: &str = "* OK xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n";

#[tokio::test]
async fn an_imap_server_that_never_ends_is_hung_up_on() {
    for (command, beginning, rest, most) in [
        // lines without end: as a greeting, and as an answer
        ("", "", "x", 1),
        ("", "* OK ", "x", 1),
        ("LOGIN", "* OK ", "x", 1),
        ("CAPABILITY", "* CAPABILITY", " IMAP4rev1", 1),
        ("SELECT", "* OK [ALERT] ", "x", 1),
        ("FETCH", "* 1 FETCH (UID 1 FLAGS (", "\\Seen ", 1),
        // literals that nobody can hold, announced and sent
        ("LIST", "* LIST () \"/\" {4294967295}\r\n", "x", 1),
        ("FETCH", "* 1 FETCH (UID 1 BODY[] {4294967295}\r\n", "x", 1),
        ("FETCH", "* 1 FETCH (UID 1 BODY[] {500000000}\r\n", "x", 1),
        ("SEARCH", "* 1 FETCH (UID 1 BODY[] {99999999}\r\n", "x", 1),
        // responses without end
        ("LOGIN", "", CHATTER, 32),
        ("SELECT", "", CHATTER, 32),
        ("SEARCH", "", CHATTER, 32),
        ("FETCH", "", "* 9 FETCH (UID 9 FLAGS ())\r\n", 32),
        ("FETCH", "", "* 1 FETCH (UID 1 BODY[] {2000}\r\n", 32),
        ("STORE", "", CHATTER, 32),
    ] {
        let talker = Talker::default();
        let port = talker.imap(command, beginning, rest).await;
        let login = Login {
            port,
            done: if command == "LIST" {
                Acknowledge::Move {
                    folder: "Done".to_owned(),
                }
            } else {
                Acknowledge::Flag
            },
            ..login("fake")
        };
        let outcome = async {
            let mut inbox = Inbox::open(&login).await?;
            match command {
                "SEARCH" => inbox.uids_from(1).await.map(drop),
                "STORE" => inbox.acknowledge(&[1]).await.map(drop),
                _ => inbox.bodies(&[1]).await.map(drop),
            }
        }
        .await;
        let what = format!("{command}: {beginning}{rest}");
        let error = outcome.expect_err(&what);
        assert!(
            matches!(
                error,
                ImapError::Protocol { .. } | ImapError::Connection { .. }
            ),
            "{what}: {error:?}"
        );
        let said = talker.said();
        assert!(said <= most * MEBIBYTE + UNDER_WAY, "{what}: {said} octets");
    }
}

/// It may say that it is still there as often as it likes; the wait ends all the same.
#[tokio::test]
async fn a_server_that_talks_all_the_time_ends_no_wait_late() {
    let talker = Talker::default();
    let port = talker
        .imap("IDLE", "+ idling\r\n", "* OK still here\r\n")
        .await;
    let login = Login {
        port,
        done: Acknowledge::Flag,
        ..login("fake")
    };
    let mut inbox = Inbox::open(&login).await.expect("a mailbox");
    let error = inbox
        .wait(Duration::from_millis(300))
        .await
        .expect_err("it does not even end the IDLE");
    assert!(
        matches!(
            error,
            ImapError::Protocol { .. } | ImapError::Timeout { .. }
        ),
        "{error:?}"
    );
}

/// Lines that say that another one follows.
const MORE: [&str; 3] = [
    "220-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n",
    "250-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n",
    "354-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\r\n",
];

#[tokio::test]
async fn a_relay_that_never_ends_is_hung_up_on() {
    for verb in ["", "EHLO", "MAIL", "RCPT", "DATA", "."] {
        for (beginning, rest) in [
            ("", "x"),
            ("250 ", "x"),
            ("550 ", "x"),
            ("250-", "x"),
            ("", MORE[0]),
            ("", MORE[1]),
            ("", MORE[2]),
        ] {
            let talker = Talker::default();
            let port = talker.relay(verb, beginning, rest).await;
            let relay = Relay::new(Submission {
                port,
                ..submission()
            });
            let delivery = relay
                .send(Some("chess@chess.test"), "ann@players.test", &mail("x"))
                .await;
            let what = format!("{verb}: {beginning}{rest}");
            assert!(
                matches!(delivery, Delivery::Ours { .. } | Delivery::Retry { .. }),
                "{what}: {delivery:?}"
            );
            assert!(
                talker.said() <= UNDER_WAY,
                "{what}: {} octets",
                talker.said()
            );
        }
    }
}

#[tokio::test]
async fn a_relay_with_a_bad_certificate_gets_nothing() {
    for bad in ["wronghost", "expired", "selfsigned"] {
        let relay = Relay::new(Submission {
            host: "localhost".to_owned(),
            port: tls_server(bad).await,
            security: Security::Tls,
            ca_file: Some(bed::up().ca_file.clone()),
            ..submission()
        });
        let fault = relay.check().await.expect_err(bad);
        assert!(fault.needs_administrator(), "{bad}: {fault:?}");
        assert!(fault.reason.contains("certificate"), "{bad}: {fault:?}");
        let delivery = relay.send(None, "ann@players.test", &mail("x")).await;
        assert!(
            matches!(delivery, Delivery::Ours { .. }),
            "{bad}: {delivery:?}"
        );
    }
}

/// The daemon lives on beside both, small and quiet, tells its log, and works when they are healed.
#[tokio::test]
async fn a_daemon_outlives_servers_that_never_end() {
    let (imap, relay) = (Talker::default(), Talker::default());
    let imap_port = imap
        .imap("SEARCH", "* 1 FETCH (UID 1 BODY[] {4294967295}\r\n", "x")
        .await
        .to_string();
    let relay_port = relay.relay("", "220 ", "x").await.to_string();
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let environment = [
        ("PENPAWN__IMAP__HOST", "127.0.0.1"),
        ("PENPAWN__IMAP__PORT", imap_port.as_str()),
        ("PENPAWN__IMAP__SECURITY", "plain"),
        ("PENPAWN__SMTP__HOST", "127.0.0.1"),
        ("PENPAWN__SMTP__PORT", relay_port.as_str()),
        ("PENPAWN__SMTP__SECURITY", "plain"),
        ("PENPAWN__SMTP__LOGIN", "false"),
    ];
    let sender = new_user("hostile");
    let written = format!(
        "From: <{sender}>\r\nTo: <{to}>\r\nMessage-ID: <1.{sender}>\r\nSubject: x\r\n\
         Date: Sat, 21 Nov 2026 12:00:00 +0000\r\n\r\njoin\r\n",
        to = setup.address
    );
    let sent = super::relay()
        .send(Some(&sender), &setup.address, written.as_bytes())
        .await;
    assert!(matches!(sent, Delivery::Sent { .. }), "{sent:?}");
    let daemon = serve_with(&setup, &environment);
    until("it has tried thrice", async || {
        imap.connections.load(Ordering::Relaxed) >= 3
    })
    .await;
    assert!(
        setup
            .logged()
            .contains("mailbox cannot be opened yet, will try again"),
        "{}",
        setup.logged()
    );
    let memory = most_memory(daemon.id());
    assert!(memory < 200 * MEBIBYTE, "{memory} octets");
    // A line of 16 MiB each time, and no more.
    let tries = u64::from(imap.connections.load(Ordering::Relaxed));
    assert!(
        imap.said() <= tries * (16 * MEBIBYTE + UNDER_WAY),
        "{}",
        imap.said()
    );
    imap.healed.store(true, Ordering::Relaxed);
    until("the relay was tried", async || {
        relay.connections.load(Ordering::Relaxed) >= 1 && relay.said() > 0
    })
    .await;
    relay.healed.store(true, Ordering::Relaxed);
    until("the answer is sent", async || {
        let sent: i64 = sqlx::query_scalar("select count(*) from outbox where state = 'sent'")
            .fetch_one(&pool)
            .await
            .expect("a count");
        sent == 1
    })
    .await;
    daemon.stop().await;
}
