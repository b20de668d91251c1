//! The three servers penpawn talks to, real ones: an IMAP server, an SMTP server, and a private
//! Postgres.
//!
//! What no real server says on demand is said by a fake one of a few lines.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use penpawn::mail::imap::{Acknowledge, Login};
use penpawn::mail::smtp::{Delivery, Relay, Submission};
use penpawn::mail::tls::Security;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

use crate::bed;

mod hostile;
mod imap;
mod private_postgres;
mod smtp;

fn number() -> u32 {
    static LAST: AtomicU32 = AtomicU32::new(0);
    LAST.fetch_add(1, Ordering::Relaxed)
}

/// An address that nobody had before, at which every name is a mailbox.
fn new_user(name: &str) -> String {
    format!("{name}-{}-{}@players.test", std::process::id(), number())
}

fn login(user: &str) -> Login {
    let bed = bed::up();
    Login {
        host: "127.0.0.1".to_owned(),
        port: bed.imap,
        security: Security::Plain,
        user: user.to_owned(),
        credential: bed.password.clone().into(),
        ca_file: None,
        folder: "INBOX".to_owned(),
        done: Acknowledge::Move {
            folder: "Done".to_owned(),
        },
    }
}

fn submission() -> Submission {
    Submission {
        host: "127.0.0.1".to_owned(),
        port: bed::up().smtp,
        security: Security::Plain,
        credentials: None,
        ca_file: None,
        connections: 2,
        hello: Some("chess.test".to_owned()),
    }
}

fn relay() -> Relay {
    Relay::new(submission())
}

fn mail(text: &str) -> Vec<u8> {
    format!("From: chess@chess.test\r\nSubject: a test\r\n\r\n{text}\r\n").into_bytes()
}

/// Hands a mail over and waits until it lies in the mailbox.
async fn deliver(user: &str, bytes: &[u8]) {
    let before = messages(user).await;
    let delivery = relay().send(Some("chess@chess.test"), user, bytes).await;
    assert!(matches!(delivery, Delivery::Sent { .. }), "{delivery:?}");
    for _ in 0..200 {
        if messages(user).await > before {
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("the mail never arrived");
}

async fn deliver_many(user: &str, count: usize) {
    for _ in 0..count {
        deliver(user, &mail("one of some")).await;
    }
}

async fn messages(user: &str) -> u32 {
    let said = ask(user, &["STATUS INBOX (MESSAGES)"]).await;
    let (_, rest) = said.split_once("(MESSAGES ").expect("a STATUS");
    let (number, _) = rest.split_once(')').expect("a number");
    number.parse().expect("a number")
}

/// Another client of the mailbox: says these commands and returns all that the server says.
pub(crate) async fn ask(user: &str, commands: &[&str]) -> String {
    let mut stream = log_in(user).await;
    let mut words = String::new();
    for command in commands {
        words.push_str(&format!("b {command}\r\n"));
    }
    words.push_str("c LOGOUT\r\n");
    stream.write_all(words.as_bytes()).await.expect("written");
    let mut said = String::new();
    stream.read_to_string(&mut said).await.expect("answers");
    said
}

/// Another client of the mailbox erases these mails of its INBOX, by a set of UIDs.
pub(crate) async fn erase_in_inbox(user: &str, uids: &str) {
    let delete = format!("UID STORE {uids} +FLAGS (\\Deleted)");
    ask(user, &["SELECT INBOX", &delete, "EXPUNGE"]).await;
}

/// A connection of a client that has logged in.
pub(crate) async fn log_in(user: &str) -> TcpStream {
    let bed = bed::up();
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, bed.imap))
        .await
        .expect("a connection");
    stream.set_nodelay(true).expect("an option");
    let login = format!("a LOGIN \"{user}\" {}\r\n", bed.password);
    stream.write_all(login.as_bytes()).await.expect("written");
    let mut said = Vec::new();
    while !String::from_utf8_lossy(&said).contains("\na OK") {
        let mut more = [0; 4096];
        let read = stream.read(&mut more).await.expect("an answer");
        assert!(read > 0, "{}", String::from_utf8_lossy(&said));
        said.extend_from_slice(&more[..read]);
    }
    stream
}

async fn listen() -> TcpListener {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .await
        .expect("a port")
}

fn port_of(listener: &TcpListener) -> u16 {
    listener.local_addr().expect("an address").port()
}

/// The real IMAP server, but some of its abilities are not announced.
pub(crate) async fn poorer_server(hidden: &'static [&'static str]) -> u16 {
    let listener = listen().await;
    let port = port_of(&listener);
    tokio::spawn(async move {
        while let Ok((ours, _)) = listener.accept().await {
            let theirs = TcpStream::connect((Ipv4Addr::LOCALHOST, bed::up().imap))
                .await
                .expect("the real server");
            let (their_reader, mut their_writer) = theirs.into_split();
            let (mut our_reader, mut our_writer) = ours.into_split();
            tokio::spawn(async move { tokio::io::copy(&mut our_reader, &mut their_writer).await });
            tokio::spawn(async move {
                let mut reader = BufReader::new(their_reader);
                let mut line = Vec::new();
                while reader
                    .read_until(b'\n', &mut line)
                    .await
                    .is_ok_and(|length| length > 0)
                {
                    if line.starts_with(b"* CAPABILITY") {
                        let kept: Vec<String> = String::from_utf8_lossy(&line)
                            .split_whitespace()
                            .filter(|word| !hidden.contains(word))
                            .map(str::to_owned)
                            .collect();
                        line = format!("{}\r\n", kept.join(" ")).into_bytes();
                    }
                    if our_writer.write_all(&line).await.is_err() {
                        break;
                    }
                    line.clear();
                }
            });
        }
    });
    port
}

/// A server with one of the bed's bad certificates. It never comes to say anything.
pub(crate) async fn tls_server(certificate: &str) -> u16 {
    let listener = listen().await;
    let port = port_of(&listener);
    serve_tls(listener, certificate);
    port
}

/// The same, on this port.
pub(crate) fn serve_tls(listener: TcpListener, certificate: &str) {
    let acceptor = acceptor(certificate);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            if let Ok(mut stream) = acceptor.accept(stream).await {
                let _ = stream.write_all(b"* OK hello\r\n").await;
            }
        }
    });
}

/// What answers a TLS handshake with this certificate of the bed.
pub(crate) fn acceptor(certificate: &str) -> tokio_rustls::TlsAcceptor {
    use tokio_rustls::rustls::pki_types::pem::PemObject;
    use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
    let file = |ending| {
        bed::up()
            .ca_file
            .with_file_name(format!("{certificate}.{ending}"))
    };
    let chain = CertificateDer::pem_file_iter(file("pem"))
        .expect("a certificate")
        .collect::<Result<Vec<_>, _>>()
        .expect("a certificate");
    let key = PrivateKeyDer::from_pem_file(file("key")).expect("a key");
    let config = tokio_rustls::rustls::ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .expect("a configuration");
    tokio_rustls::TlsAcceptor::from(Arc::new(config))
}

/// An IMAP server that says yes to everything, but `answer` to one command. With `said` it says
/// only that; then, unless a `TAG` (which becomes the command's own) is in it, it hangs up. It
/// announces IDLE when that is the command.
async fn fake_server(
    command: &'static str,
    answer: &'static str,
    said: Option<&'static str>,
) -> u16 {
    let listener = listen().await;
    let port = port_of(&listener);
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("a client");
        let mut stream = BufReader::new(stream);
        stream.write_all(b"* OK hello\r\n").await.expect("written");
        let mut line = String::new();
        while stream
            .read_line(&mut line)
            .await
            .is_ok_and(|length| length > 0)
        {
            let (tag, words) = line.split_once(' ').expect("a tag");
            let answer = if words.contains(command) {
                if let Some(said) = said {
                    let words = said.replace("TAG", tag);
                    stream.write_all(words.as_bytes()).await.expect("written");
                    if !said.contains("TAG") {
                        break;
                    }
                    line.clear();
                    continue;
                }
                answer
            } else {
                "OK done"
            };
            let data = match words.split_whitespace().next() {
                Some("CAPABILITY") if command == "IDLE" => "* CAPABILITY IMAP4rev1 IDLE\r\n",
                Some("CAPABILITY") => "* CAPABILITY IMAP4rev1\r\n",
                Some("SELECT") => "* 3 EXISTS\r\n* OK [UIDVALIDITY 42] ok\r\n",
                _ => "",
            };
            let words = format!("{data}{tag} {answer}\r\n");
            stream.write_all(words.as_bytes()).await.expect("written");
            line.clear();
        }
    });
    port
}
