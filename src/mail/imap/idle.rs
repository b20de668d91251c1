//! Waiting for mail: IDLE (RFC 2177) where it is offered, asking now and then where it is not.

use std::time::Duration;

use async_imap::imap_proto::{Response, Status};
use tokio::time::Instant;

use super::connection::{Connection, State, said_bye};
use super::{ImapError, Woken};

/// The longest IDLE. The standard allows 29 minutes, but a line may be cut silently by a router
/// after five or six, and nobody notices until we speak.
const LONGEST_IDLE: Duration = Duration::from_secs(5 * 60);
/// How long the server may take to end an IDLE; a line that was cut silently shows here.
const DONE_LIMIT: Duration = Duration::from_secs(15);
/// The longest time between two questions to a server without IDLE: a player should not wait longer
/// for an answer.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);

impl Connection {
    /// Idles until the folder grows or time is up.
    pub(super) async fn idle(&mut self, at_most: Duration) -> Result<Woken, ImapError> {
        if self.has_grown() {
            return Ok(Woken::Mail);
        }
        let until = Instant::now() + at_most.min(LONGEST_IDLE);
        self.begin("IDLE").await?;
        let tag = self.next_tag();
        // From here on this future may be dropped: the next command ends the IDLE.
        self.set_state(State::Idling { tag: tag.clone() });
        self.write("IDLE", format!("{tag} IDLE\r\n").as_bytes())
            .await?;
        self.go_ahead("IDLE", &tag).await?;
        // A server that never stops talking is no news either.
        while !self.has_grown() && Instant::now() < until {
            let heard = self
                .read_within(until - Instant::now(), |response| match response {
                    Response::Data {
                        status: Status::Bye,
                        outcome,
                    } => Err(said_bye(outcome)),
                    Response::Done { .. } | Response::Continue(_) => Err(ImapError::Protocol {
                        reason: "the server ended an IDLE by itself".to_owned(),
                    }),
                    // "OK still here", EXPUNGE, FETCH with flags, RECENT: nothing that we wait for.
                    _ => Ok(()),
                })
                .await?;
            match heard {
                None => break,
                Some(Ok(())) => {}
                Some(Err(error)) => return Err(self.broken(error)),
            }
        }
        self.stop_idling(&tag).await?;
        Ok(self.woken())
    }

    /// Sleeps, then asks.
    pub(super) async fn poll(&mut self, at_most: Duration) -> Result<Woken, ImapError> {
        if self.has_grown() {
            return Ok(Woken::Mail);
        }
        tokio::time::sleep(at_most.min(LONGEST_SLEEP)).await;
        self.begin("NOOP").await?;
        let tag = self.next_tag();
        self.write("NOOP", format!("{tag} NOOP\r\n").as_bytes())
            .await?;
        self.set_state(State::Ending {
            name: "NOOP",
            tag: tag.clone(),
        });
        self.finish("NOOP", &tag, |_| ()).await?;
        Ok(self.woken())
    }

    /// Ends an IDLE.
    pub(super) async fn stop_idling(&mut self, tag: &str) -> Result<(), ImapError> {
        let ending = async {
            self.write("IDLE", b"DONE\r\n").await?;
            // Dropped from here on, the next command hears the end of the IDLE, and does not say DONE again.
            self.set_state(State::Ending {
                name: "IDLE",
                tag: tag.to_owned(),
            });
            self.finish("IDLE", tag, |_| ()).await
        };
        match tokio::time::timeout(DONE_LIMIT, ending).await {
            Ok(outcome) => outcome,
            Err(_) => Err(self.broken(ImapError::Timeout {
                command: "IDLE",
                seconds: DONE_LIMIT.as_secs(),
            })),
        }
    }

    fn woken(&self) -> Woken {
        if self.has_grown() {
            Woken::Mail
        } else {
            Woken::Quiet
        }
    }
}
