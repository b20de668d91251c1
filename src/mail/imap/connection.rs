//! One command, and its answers to the tagged one.
//!
//! async-imap reads the responses; its own session is not used. There a `NO` to FETCH, SEARCH or
//! STORE looks like an empty answer, a server that hangs up during IDLE looks like an interrupt,
//! and every command, LOGIN with its password too, is written to the log at trace level.

use std::io;
use std::time::Duration;

use async_imap::Client;
use async_imap::imap_proto::{MailboxDatum, Outcome, Response, Status};
use secrecy::{ExposeSecret, SecretString};
use tokio::io::AsyncWriteExt;
use tokio::time::{Instant, timeout};

use super::spelling::{fits_in_quotes, quote};
use super::{ImapError, Login};
use crate::mail::hearing::{Allowance, TooMuch};
use crate::mail::tls::{self, Line, Security};

/// How long a server may take for one response, and for taking one command.
const ANSWER_LIMIT: Duration = Duration::from_secs(60);
/// How long a server may take for all of its answer to a command. The largest is a portion of mails over a slow line.
const WHOLE_ANSWER_LIMIT: Duration = Duration::from_secs(15 * 60);
/// No more of a server's words than this goes into an error.
const LONGEST_REPLY: usize = 200;

/// A line to an IMAP server.
#[derive(Debug)]
pub(super) struct Connection {
    /// `None` when the line was dropped after an error.
    client: Option<Client<Line>>,
    last_tag: u64,
    state: State,
    /// The folder was announced to hold more mails since the last search.
    grown: bool,
}

/// Where a conversation stands; anything but `Free` at the beginning of a command means that
/// somebody dropped a future.
#[derive(Debug)]
pub(super) enum State {
    Free,
    Asking,
    Idling {
        tag: String,
    },
    /// All was said, and the answer to this is awaited.
    Ending {
        name: &'static str,
        tag: String,
    },
}

/// How a command goes on.
pub(super) enum Step {
    /// The server asks for more, with these words.
    More(String),
    Done,
}

impl Connection {
    /// Connects and reads the greeting, encrypted as the settings say.
    pub(super) async fn open(login: &Login) -> Result<Connection, ImapError> {
        let line = Line::connect(&login.host, login.port, login.security).await?;
        let line = match login.security {
            Security::Tls => {
                let trust = tls::trust(login.ca_file.as_deref())?;
                line.encrypt(&login.host, trust).await?
            }
            Security::StartTls | Security::Plain => line,
        };
        let mut connection = Connection {
            client: Some(Client::new(line)),
            last_tag: 0,
            state: State::Free,
            grown: false,
        };
        connection.greeting().await?;
        if login.security == Security::StartTls {
            connection.checked("STARTTLS", "STARTTLS", |_| ()).await?;
            let client = connection.client.take().ok_or_else(closed)?;
            let trust = tls::trust(login.ca_file.as_deref())?;
            // What a stranger on the way may have sent before the handshake stays behind in the old
            // client's buffer.
            let line = client.into_inner().encrypt(&login.host, trust).await?;
            connection.client = Some(Client::new(line));
        }
        Ok(connection)
    }

    /// LOGIN (RFC 3501 section 6.2.3).
    pub(super) async fn log_in(
        &mut self,
        user: &str,
        password: &SecretString,
    ) -> Result<(), ImapError> {
        self.begin("LOGIN").await?;
        let tag = self.next_tag();
        let mut words = format!("{tag} LOGIN");
        for argument in [user, password.expose_secret()] {
            words.push(' ');
            if fits_in_quotes(argument) {
                words.push_str(&quote(argument));
                continue;
            }
            words.push_str(&format!("{{{}}}\r\n", argument.len()));
            self.write("LOGIN", words.as_bytes()).await?;
            self.go_ahead("LOGIN", &tag).await?;
            words.clear();
            words.push_str(argument);
        }
        words.push_str("\r\n");
        self.write("LOGIN", words.as_bytes()).await?;
        match self.finish("LOGIN", &tag, |_| ()).await {
            Err(error) => Err(of_login(error)),
            Ok(()) => Ok(()),
        }
    }

    /// Sends a command and reads until its tagged answer; `each` sees every response. `name` is
    /// what errors and logs say.
    pub(super) async fn checked(
        &mut self,
        name: &'static str,
        command: &str,
        each: impl FnMut(&Response<'_>) + Send,
    ) -> Result<(), ImapError> {
        self.checked_within(Allowance::ANSWER, name, command, each)
            .await
    }

    /// As [`checked`](Self::checked), for an answer that may be longer than most.
    pub(super) async fn checked_within(
        &mut self,
        allowance: Allowance,
        name: &'static str,
        command: &str,
        each: impl FnMut(&Response<'_>) + Send,
    ) -> Result<(), ImapError> {
        self.begin(name).await?;
        self.allow(allowance);
        let tag = self.next_tag();
        self.write(name, format!("{tag} {command}\r\n").as_bytes())
            .await?;
        self.finish(name, &tag, each).await
    }

    /// The line itself, while there is one.
    pub(super) fn line(&mut self) -> Option<&Line> {
        self.client.as_mut().map(|client| &*client.get_mut())
    }

    fn allow(&mut self, allowance: Allowance) {
        if let Some(client) = self.client.as_mut() {
            client.get_mut().allow(allowance);
        }
    }

    pub(super) fn has_grown(&self) -> bool {
        self.grown
    }

    pub(super) fn forget_growth(&mut self) {
        self.grown = false;
    }

    pub(super) fn set_state(&mut self, state: State) {
        self.state = state;
    }

    pub(super) fn next_tag(&mut self) -> String {
        self.last_tag += 1;
        format!("P{}", self.last_tag)
    }

    /// Makes sure that no other conversation is under way.
    pub(super) async fn begin(&mut self, name: &'static str) -> Result<(), ImapError> {
        self.allow(Allowance::ANSWER);
        match std::mem::replace(&mut self.state, State::Asking) {
            State::Free => Ok(()),
            State::Idling { tag } => {
                self.stop_idling(&tag).await?;
                self.state = State::Asking;
                Ok(())
            }
            State::Ending { name, tag } => {
                match self.finish(name, &tag, |_| ()).await {
                    Ok(()) | Err(ImapError::RefusedCommand { .. }) => {}
                    Err(error) => return Err(error),
                }
                self.state = State::Asking;
                Ok(())
            }
            State::Asking => Err(self.broken(ImapError::Protocol {
                reason: format!("a command was given up before {name}"),
            })),
        }
    }

    /// Reads until the tagged answer.
    pub(super) async fn finish(
        &mut self,
        name: &'static str,
        tag: &str,
        mut each: impl FnMut(&Response<'_>) + Send,
    ) -> Result<(), ImapError> {
        let until = Instant::now() + WHOLE_ANSWER_LIMIT;
        loop {
            if Instant::now() >= until {
                return Err(self.broken(timed_out(name, WHOLE_ANSWER_LIMIT)));
            }
            let end = self
                .read(name, |response| match response {
                    Response::Done {
                        tag: answered,
                        status,
                        outcome,
                    } if answered.0 == tag => match status {
                        Status::Ok => {
                            each(response);
                            Some(Ok(()))
                        }
                        Status::No | Status::Bad => Some(Err(refused(name, outcome))),
                        Status::PreAuth | Status::Bye => Some(Err(ImapError::Protocol {
                            reason: format!("{status:?} came as the answer to {name}"),
                        })),
                    },
                    Response::Done { .. } => Some(Err(ImapError::Protocol {
                        reason: format!("the answer to another command came for {name}"),
                    })),
                    Response::Data {
                        status: Status::Bye,
                        outcome,
                    } if name != "LOGOUT" => Some(Err(said_bye(outcome))),
                    // A wait that was dropped at once has not read its "+ idling".
                    Response::Continue(_) if name != "IDLE" => Some(Err(ImapError::Protocol {
                        reason: format!("the server waits for more of {name}"),
                    })),
                    _ => {
                        each(response);
                        None
                    }
                })
                .await?;
            if let Some(end) = end {
                return self.conclude(end);
            }
        }
    }

    /// Reads until the server asks for the rest of a command.
    pub(super) async fn go_ahead(
        &mut self,
        name: &'static str,
        tag: &str,
    ) -> Result<(), ImapError> {
        match self.next_step(name, tag).await? {
            Step::More(_) => Ok(()),
            Step::Done => Err(self.broken(ImapError::Protocol {
                reason: format!("{name} ended before it began"),
            })),
        }
    }

    /// Reads until the server asks for more of a command, or ends it.
    pub(super) async fn next_step(
        &mut self,
        name: &'static str,
        tag: &str,
    ) -> Result<Step, ImapError> {
        loop {
            let end = self
                .read(name, |response| match response {
                    Response::Continue(outcome) => {
                        let words = outcome.information.as_deref().unwrap_or_default();
                        Some(Ok(Step::More(words.to_owned())))
                    }
                    Response::Done {
                        tag: answered,
                        status: Status::No | Status::Bad,
                        outcome,
                    } if answered.0 == tag => Some(Err(refused(name, outcome))),
                    Response::Done {
                        tag: answered,
                        status: Status::Ok,
                        ..
                    } if answered.0 == tag => Some(Ok(Step::Done)),
                    Response::Done { .. } => Some(Err(ImapError::Protocol {
                        reason: format!("{name} ended before it began"),
                    })),
                    Response::Data {
                        status: Status::Bye,
                        outcome,
                    } => Some(Err(said_bye(outcome))),
                    _ => None,
                })
                .await?;
            match end {
                None => {}
                Some(Ok(more @ Step::More(_))) => return Ok(more),
                Some(Ok(Step::Done)) => return self.conclude(Ok(())).map(|()| Step::Done),
                Some(Err(error)) => return self.conclude(Err(error)).map(|()| Step::Done),
            }
        }
    }

    /// Writes; what cannot be written within the limit ends the session.
    pub(super) async fn write(
        &mut self,
        name: &'static str,
        bytes: &[u8],
    ) -> Result<(), ImapError> {
        let client = self.client.as_mut().ok_or_else(closed)?;
        let line = client.get_mut();
        let writing = async {
            line.write_all(bytes).await?;
            line.flush().await
        };
        match timeout(ANSWER_LIMIT, writing).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(self.broken(ImapError::Connection {
                reason: error.to_string(),
            })),
            Err(_) => Err(self.broken(timed_out(name, ANSWER_LIMIT))),
        }
    }

    /// Reads one response and looks at it; whatever goes wrong ends the session.
    async fn read<T>(
        &mut self,
        name: &'static str,
        look: impl FnOnce(&Response<'_>) -> T,
    ) -> Result<T, ImapError> {
        match self.read_within(ANSWER_LIMIT, look).await? {
            Some(seen) => Ok(seen),
            None => Err(self.broken(timed_out(name, ANSWER_LIMIT))),
        }
    }

    /// Reads one response and looks at it; `None` if nothing came in time. Dropping the future
    /// loses nothing.
    pub(super) async fn read_within<T>(
        &mut self,
        limit: Duration,
        look: impl FnOnce(&Response<'_>) -> T,
    ) -> Result<Option<T>, ImapError> {
        let client = self.client.as_mut().ok_or_else(closed)?;
        let error = match timeout(limit, client.read_response()).await {
            Err(_) => return Ok(None),
            Ok(Ok(Some(response))) => {
                let response = response.parsed();
                // A server may say so at any time, asked or not (RFC 3501 section 7.3.1).
                self.grown |= matches!(response, Response::MailboxData(MailboxDatum::Exists(_)));
                return Ok(Some(look(response)));
            }
            Ok(Ok(None)) => ImapError::Connection {
                reason: "the server hung up".to_owned(),
            },
            Ok(Err(error)) => fault_of_reading(&error),
        };
        Err(self.broken(error))
    }

    /// After a command: a refusal leaves the session as it was, any other error ends it.
    fn conclude(&mut self, end: Result<(), ImapError>) -> Result<(), ImapError> {
        match end {
            Ok(()) | Err(ImapError::RefusedCommand { .. }) => {
                self.state = State::Free;
                end
            }
            Err(error) => Err(self.broken(error)),
        }
    }

    /// Ends the session and hands the error on.
    pub(super) fn broken(&mut self, error: ImapError) -> ImapError {
        self.client = None;
        self.state = State::Free;
        error
    }

    async fn greeting(&mut self) -> Result<(), ImapError> {
        let end = self
            .read("the greeting", |response| match response {
                Response::Data {
                    status: Status::Ok, ..
                } => Ok(()),
                Response::Data {
                    status: Status::Bye,
                    outcome,
                } => Err(said_bye(outcome)),
                // PREAUTH as well: we came to log in, and before STARTTLS it is an attack (RFC 9051
                // section 11.1).
                _ => Err(ImapError::Protocol {
                    reason: "it does not greet as an IMAP server".to_owned(),
                }),
            })
            .await?;
        self.conclude(end)
    }
}

fn refused(command: &'static str, outcome: &Outcome<'_>) -> ImapError {
    ImapError::RefusedCommand {
        command,
        reply: reply_of(outcome),
    }
}

/// BYE and its reason.
pub(super) fn said_bye(outcome: &Outcome<'_>) -> ImapError {
    ImapError::Connection {
        reason: format!("the server says good-bye: {}", reply_of(outcome)),
    }
}

fn timed_out(command: &'static str, limit: Duration) -> ImapError {
    ImapError::Timeout {
        command,
        seconds: limit.as_secs(),
    }
}

fn closed() -> ImapError {
    ImapError::Connection {
        reason: "it was closed after an earlier error".to_owned(),
    }
}

fn fault_of_reading(error: &io::Error) -> ImapError {
    if let Some(too_much) = error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<TooMuch>())
    {
        ImapError::Protocol {
            reason: too_much.to_string(),
        }
    } else if error.kind() == io::ErrorKind::Other {
        // async-imap wraps what it cannot parse, with all the bytes in its buffer: mails perhaps.
        ImapError::Protocol {
            reason: "a response is not IMAP".to_owned(),
        }
    } else {
        ImapError::Connection {
            reason: error.to_string(),
        }
    }
}

/// The refusal of a command that was to sign in.
pub(super) fn of_login(error: ImapError) -> ImapError {
    match error {
        ImapError::RefusedCommand { reply, .. } if is_about_the_account(&reply) => {
            ImapError::RefusedLogin { reply }
        }
        other => other,
    }
}

/// RFC 5530: these codes say that the server, not the account, is in trouble.
fn is_about_the_account(reply: &str) -> bool {
    !["[UNAVAILABLE]", "[INUSE]", "[LIMIT]", "[SERVERBUG]"]
        .iter()
        .any(|code| reply.to_ascii_uppercase().contains(code))
}

fn reply_of(outcome: &Outcome<'_>) -> String {
    let words = outcome.information.as_deref().unwrap_or_default();
    match &outcome.code {
        Some(code) => clean(&format!("[{code:?}] {words}")),
        None => clean(words),
    }
}

/// A server's words, fit for one line of a log.
pub(super) fn clean(words: &str) -> String {
    words
        .chars()
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .take(LONGEST_REPLY)
        .collect::<String>()
        .trim()
        .to_owned()
}
