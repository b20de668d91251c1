//! A gate between the daemon and one of its servers: it lets everything through until one certain thing is said, and from
//! then on nothing. So the daemon stands still at a point that no clock would hit, and can be killed there.

use crate::player;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;

/// Who says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    Daemon,
    Server,
}

/// What must be said on one connection, one after the other; the last of it is held back.
pub(crate) type Steps = &'static [(By, &'static str)];

/// The gate, open until its time has come.
pub(crate) struct Gate {
    pub(crate) port: u16,
    closed: watch::Receiver<bool>,
}

/// One connection through it.
#[derive(Clone)]
struct Passage {
    steps: Steps,
    /// How many of the steps were said on this connection.
    at: Arc<Mutex<usize>>,
    closed: Arc<watch::Sender<bool>>,
}

impl Gate {
    /// A gate before the server on this port.
    pub(crate) async fn before(server: u16, steps: Steps) -> Gate {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (close, closed) = watch::channel(false);
        let close = Arc::new(close);
        tokio::spawn(async move {
            while let Ok((daemon, _)) = listener.accept().await {
                let server = TcpStream::connect((Ipv4Addr::LOCALHOST, server))
                    .await
                    .expect("the server");
                let (from_daemon, to_daemon) = daemon.into_split();
                let (from_server, to_server) = server.into_split();
                let passage = Passage {
                    steps,
                    at: Arc::default(),
                    closed: Arc::clone(&close),
                };
                let other = passage.clone();
                tokio::spawn(async move {
                    // Who goes takes the other with them: a server must see that the daemon is gone.
                    tokio::select! {
                        () = passage.carry(By::Daemon, from_daemon, to_server) => {}
                        () = other.carry(By::Server, from_server, to_daemon) => {}
                    }
                });
            }
        });
        Gate { port, closed }
    }

    /// Waits until it has closed.
    pub(crate) async fn reached(&mut self) {
        let closed = timeout(player::PATIENCE, self.closed.wait_for(|&closed| closed)).await;
        closed
            .expect("the daemon never comes to this point")
            .expect("the gate stands");
    }
}

impl Passage {
    async fn carry(&self, by: By, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let mut said = Vec::new();
        let mut chunk = vec![0; 64 * 1024];
        while let Ok(length) = from.read(&mut chunk).await
            && length > 0
        {
            said.extend_from_slice(&chunk[..length]);
            self.listen(by, &mut said);
            // What is held back is lost when the daemon dies, as it is on a real line.
            if !*self.closed.borrow() && to.write_all(&chunk[..length]).await.is_err() {
                return;
            }
        }
    }

    /// Looks for the next steps in what was said, and keeps only what may be the beginning of one.
    fn listen(&self, by: By, said: &mut Vec<u8>) {
        let mut at = self.at.lock().expect("no panic");
        while let Some((_, words)) = self.steps.get(*at).filter(|(who, _)| *who == by) {
            let words = words.as_bytes();
            let Some(place) = said.windows(words.len()).position(|window| window == words) else {
                break;
            };
            said.drain(..place + words.len());
            *at += 1;
            if *at == self.steps.len() {
                self.closed.send_replace(true);
            }
        }
        let longest = self
            .steps
            .iter()
            .map(|(_, words)| words.len())
            .max()
            .unwrap_or(0);
        said.drain(..said.len().saturating_sub(longest));
    }
}
