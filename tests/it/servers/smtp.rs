//! Handing mails over, to a real SMTP server.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use penpawn::mail::imap::Inbox;
use penpawn::mail::smtp::{Delivery, Relay, Submission};
use penpawn::mail::tls::Security;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::time::sleep;

use super::{deliver, listen, login, mail, new_user, port_of, relay, submission};
use crate::bed;

#[tokio::test]
async fn what_becomes_of_a_mail_is_told_by_the_reply() {
    let relay = relay();
    for (name, expected) in [
        ("ann", "sent"),
        ("reject-ann", "failed"),
        ("defer-ann", "retry"),
        ("full-ann", "retry"),
        ("bob", "sent"),
    ] {
        let to = format!("{name}@players.test");
        let delivery = relay
            .send(Some("chess@chess.test"), &to, &mail("hello"))
            .await;
        assert_eq!(kind(&delivery), expected, "{name}: {delivery:?}");
    }
    let delivery = relay
        .send(None, "ann@players.test", &mail("a null sender"))
        .await;
    assert_eq!(kind(&delivery), "sent", "{delivery:?}");
    let delivery = relay.send(None, "no address", &mail("x")).await;
    assert_eq!(kind(&delivery), "failed", "{delivery:?}");
    relay.close().await;
}

#[tokio::test]
async fn a_relay_that_refuses_us_is_no_fault_of_the_recipient() {
    let bed = bed::up();
    let trusted = Some(bed.ca_file.clone());
    let with = |password: &str| Some(("chess@chess.test".to_owned(), password.to_owned().into()));
    let plain = submission();
    let starttls = Submission {
        host: "localhost".to_owned(),
        port: bed.submission,
        security: Security::StartTls,
        credentials: with(&bed.password),
        ca_file: trusted.clone(),
        ..submission()
    };
    for (what, submission, expected) in [
        ("good", starttls.clone(), "sent"),
        (
            "wrong password",
            Submission {
                credentials: with("wrong"),
                ..starttls.clone()
            },
            "ours",
        ),
        (
            "no password",
            Submission {
                credentials: None,
                ..starttls.clone()
            },
            "ours",
        ),
        (
            "unknown authority",
            Submission {
                ca_file: None,
                ..starttls.clone()
            },
            "ours",
        ),
        (
            "TLS on a port without",
            Submission {
                security: Security::Tls,
                ..starttls.clone()
            },
            "ours",
        ),
        (
            "unencrypted to another machine",
            Submission {
                host: "192.0.2.1".to_owned(),
                ..plain.clone()
            },
            "ours",
        ),
        ("nobody there", Submission { port: 1, ..plain }, "ours"),
    ] {
        let relay = Relay::new(submission);
        let delivery = relay
            .send(Some("chess@chess.test"), "ann@players.test", &mail(what))
            .await;
        assert_eq!(kind(&delivery), expected, "{what}: {delivery:?}");
        assert!(!format!("{relay:?}").contains(&format!("\"{}\"", bed.password)));
    }
    // Relaying denied, before and after the relay has shown that it takes our mails.
    let relay = relay();
    let outside = "someone@elsewhere.test";
    let delivery = relay.send(None, outside, &mail("out")).await;
    assert_eq!(kind(&delivery), "ours", "{delivery:?}");
    let delivery = relay.send(None, "ann@players.test", &mail("in")).await;
    assert_eq!(kind(&delivery), "sent", "{delivery:?}");
    let delivery = relay.send(None, outside, &mail("out")).await;
    assert_eq!(kind(&delivery), "retry", "{delivery:?}");
}

#[tokio::test]
async fn a_slow_recipient_holds_up_nobody_else() {
    let relay = Arc::new(relay());
    let slow = tokio::spawn({
        let relay = relay.clone();
        async move {
            relay
                .send(None, "slow-ann@players.test", &mail("slow"))
                .await
        }
    });
    sleep(Duration::from_millis(100)).await;
    let began = Instant::now();
    for _ in 0..5 {
        let delivery = relay.send(None, "bob@players.test", &mail("quick")).await;
        assert_eq!(kind(&delivery), "sent", "{delivery:?}");
    }
    assert!(began.elapsed() < Duration::from_secs(10));
    assert!(!slow.is_finished());
    slow.abort();
}

#[tokio::test]
async fn eleven_hundred_mails_go_over_one_connection_although_the_server_closes_it_after_a_thousand()
 {
    let user = new_user("many");
    let relay = Relay::new(Submission {
        connections: 1,
        ..submission()
    });
    for number in 1..=1_100 {
        let delivery = relay
            .send(Some("chess@chess.test"), &user, &mail("one of many"))
            .await;
        assert_eq!(kind(&delivery), "sent", "mail {number}: {delivery:?}");
    }
    relay.close().await;
    let mut inbox = Inbox::open(&login(&user)).await.expect("a mailbox");
    for _ in 0..200 {
        if inbox.uids_from(1).await.expect("a search").len() >= 1_100 {
            break;
        }
        sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(inbox.uids_from(1).await.expect("a search").len(), 1_100);
}

#[tokio::test]
async fn a_mail_arrives_as_it_was_rendered() {
    let user = new_user("exact");
    let text = "Subject: dots\r\n\r\n.\r\n..\r\n.e4\r\nlast line\r\n";
    deliver(&user, text.as_bytes()).await;
    let mut inbox = Inbox::open(&login(&user)).await.expect("a mailbox");
    let fetched = inbox.bodies(&[1]).await.expect("a body");
    let raw = String::from_utf8_lossy(&fetched[0].raw).into_owned();
    assert!(
        raw.ends_with("\r\n\r\n.\r\n..\r\n.e4\r\nlast line\r\n"),
        "{raw}"
    );
}

#[tokio::test]
async fn a_server_that_went_away_meanwhile_is_met_again() {
    let (port, server) = short_lived_relay().await;
    let relay = Relay::new(Submission {
        port,
        connections: 1,
        ..submission()
    });
    for _ in 0..4 {
        let delivery = relay.send(None, "ann@players.test", &mail("x")).await;
        assert_eq!(kind(&delivery), "sent", "{delivery:?}");
    }
    server.abort();
    let _ = server.await;
    let delivery = relay.send(None, "ann@players.test", &mail("x")).await;
    assert_eq!(kind(&delivery), "ours", "{delivery:?}");
}

#[tokio::test]
async fn many_mails_at_once_do_not_knock_at_a_closed_door_one_after_another() {
    let listener = listen().await;
    let port = port_of(&listener);
    let knocks = Arc::new(AtomicU32::new(0));
    let server = tokio::spawn({
        let knocks = Arc::clone(&knocks);
        async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                knocks.fetch_add(1, Ordering::Relaxed);
                sleep(Duration::from_millis(50)).await;
                let _ = stream.write_all(b"554 go away\r\n").await;
            }
        }
    });
    let relay = Relay::new(Submission {
        port,
        ..submission()
    });
    let mail = mail("x");
    let sending = (0..50).map(|_| relay.send(None, "ann@players.test", &mail));
    for delivery in futures::future::join_all(sending).await {
        assert_eq!(kind(&delivery), "ours", "{delivery:?}");
    }
    assert!(knocks.load(Ordering::Relaxed) <= 2, "{knocks:?}");
    // The next one tries again.
    let delivery = relay.send(None, "ann@players.test", &mail).await;
    assert_eq!(kind(&delivery), "ours", "{delivery:?}");
    assert_eq!(knocks.load(Ordering::Relaxed), 3);
    server.abort();
}

fn kind(delivery: &Delivery) -> &'static str {
    match delivery {
        Delivery::Sent { .. } => "sent",
        Delivery::Retry { .. } => "retry",
        Delivery::Failed { .. } => "failed",
        Delivery::Rejected { .. } => "rejected",
        Delivery::Untried { .. } => "untried",
        Delivery::Ours { .. } => "ours",
    }
}

/// Takes one mail on each connection, then hangs up without a word.
async fn short_lived_relay() -> (u16, tokio::task::JoinHandle<()>) {
    let listener = listen().await;
    let port = port_of(&listener);
    let server = tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut stream = BufReader::new(stream);
            let _ = stream.write_all(b"220 hello\r\n").await;
            let mut line = String::new();
            let mut in_mail = false;
            while stream
                .read_line(&mut line)
                .await
                .is_ok_and(|length| length > 0)
            {
                let answer = match (in_mail, line.trim_end()) {
                    (true, ".") => "250 taken\r\n",
                    (true, _) => "",
                    (false, "DATA") => {
                        in_mail = true;
                        "354 go on\r\n"
                    }
                    (false, _) => "250 yes\r\n",
                };
                let _ = stream.write_all(answer.as_bytes()).await;
                if answer.starts_with("250 taken") {
                    break;
                }
                line.clear();
            }
        }
    });
    (port, server)
}

#[tokio::test]
async fn hazard_53_silence_after_the_final_dot_is_no_answer() {
    use crate::outgoing::relay::{Answer, FakeRelay};
    let fake = FakeRelay::begin(|said| match said.verb {
        "." => Answer::Silence,
        _ => Answer::Yes,
    })
    .await;
    let relay = Relay::new(Submission {
        port: fake.port,
        ..submission()
    })
    .with_limits(Duration::from_secs(60), Duration::from_millis(200));
    let delivery = relay.send(None, "ann@players.test", &mail("x")).await;
    assert_eq!(kind(&delivery), "retry", "{delivery:?}");
    assert_eq!(
        fake.taken().len(),
        1,
        "the relay has it, and we do not know"
    );
}
