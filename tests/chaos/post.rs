//! What players send: through the MTA, tried until it says that it has the mail, as a mail program does.

use crate::bed;
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufStream};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// Whoever waits longer for the MTA tries again; it may have the mail already, and then it comes twice.
const PATIENCE: Duration = Duration::from_secs(15);

/// A mail with its envelope.
#[derive(Clone, Debug)]
pub(crate) struct Envelope {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) bytes: Vec<u8>,
}

/// The mails that are under way to the MTA.
pub(crate) struct Post {
    waiting: AtomicUsize,
    lines: Semaphore,
}

impl Post {
    pub(crate) fn new() -> Arc<Post> {
        Arc::new(Post {
            waiting: AtomicUsize::new(0),
            lines: Semaphore::new(8),
        })
    }

    /// How many mails the MTA has not taken yet.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    pub(crate) fn send(self: &Arc<Self>, mail: Envelope) {
        self.send_after(mail, Duration::ZERO);
    }

    /// Sends a mail of somebody who thinks for so long.
    pub(crate) fn send_after(self: &Arc<Self>, mail: Envelope, thinking: Duration) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let post = Arc::clone(self);
        tokio::spawn(async move {
            sleep(thinking).await;
            loop {
                let line = post.lines.acquire().await.expect("never closed");
                let taken = timeout(PATIENCE, hand_over(&mail)).await;
                drop(line);
                if matches!(taken, Ok(Ok(()))) {
                    break;
                }
                sleep(Duration::from_millis(500)).await;
            }
            post.waiting.fetch_sub(1, Ordering::Relaxed);
        });
    }
}

async fn hand_over(mail: &Envelope) -> io::Result<()> {
    let line = TcpStream::connect((Ipv4Addr::LOCALHOST, bed::up().smtp)).await?;
    line.set_nodelay(true)?;
    let mut line = BufStream::new(line);
    hear(&mut line, "220").await?;
    for (command, answer) in [
        ("EHLO players.test".to_owned(), "250"),
        (format!("MAIL FROM:<{}>", mail.from), "250"),
        (format!("RCPT TO:<{}>", mail.to), "250"),
        ("DATA".to_owned(), "354"),
    ] {
        line.write_all(format!("{command}\r\n").as_bytes()).await?;
        line.flush().await?;
        hear(&mut line, answer).await?;
    }
    for text in mail.bytes.split_inclusive(|&octet| octet == b'\n') {
        if text.starts_with(b".") {
            line.write_all(b".").await?;
        }
        line.write_all(text).await?;
    }
    line.write_all(b".\r\n").await?;
    line.flush().await?;
    hear(&mut line, "250").await?;
    line.write_all(b"QUIT\r\n").await?;
    line.flush().await
}

async fn hear(line: &mut BufStream<TcpStream>, wanted: &str) -> io::Result<()> {
    loop {
        let mut said = String::new();
        if line.read_line(&mut said).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if !said.starts_with(wanted) {
            return Err(io::Error::other(said));
        }
        if said.as_bytes().get(3) != Some(&b'-') {
            return Ok(());
        }
    }
}
