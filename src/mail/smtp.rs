//! Handing mails to a mail server (RFC 5321): a few kept connections, and what became of each mail.
//!
//! [`Turn::send`] tries once. Trying again later is for the caller, who must remember it even when
//! the program is killed.
//!
//! - `verdict`: what a refusal means
//! - `sign_in`: by a password, or by an access token
//! - `starttls`: the unencrypted beginning of a connection
//! - `survey`: what `penpawn doctor` asks
//!
//! lettre speaks SMTP, but its own pool is not used: it waits 40 ms a mail for want of TCP_NODELAY,
//! and knows one time limit for everything.

mod begun;
mod delivery;
mod sign_in;
mod starttls;
mod survey;
mod verdict;

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lettre::Address;
use lettre::transport::smtp::client::{AsyncSmtpConnection, AsyncTokioStream};
use lettre::transport::smtp::commands::{Data, Mail, Quit, Rcpt, Rset};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Response;
use tokio::sync::{Semaphore, SemaphorePermit, watch};
use tokio::time::timeout;

use self::begun::{Begun, refusal_in, told};
pub use self::delivery::{Delivery, Remedy};
pub use self::survey::Survey;
use self::verdict::{Step, judge};
use super::oauth::{Credential, TokenFault};
use super::tls::{self, ConnectError, Line, Security};

/// How many connections are kept where nothing else is set.
pub const DEFAULT_CONNECTIONS: usize = 4;

/// How long a server may take for its answer to a command. RFC 5321 section 4.5.3.2 asks for five
/// minutes, meant for strangers far away; this is the administrator's own relay.
const COMMAND_LIMIT: Duration = Duration::from_secs(60);
/// How long a mail may take, from its first byte to the answer to the final dot (RFC 5321 section
/// 4.5.3.2.6). Whoever gives up earlier sends the mail twice.
const MAIL_LIMIT: Duration = Duration::from_secs(10 * 60);
/// A connection that rested for longer is not used again: the server may be about to close it, and
/// a router may have forgotten it.
const LONGEST_REST: Duration = Duration::from_secs(60);
/// Why a mail was not tried at the end.
const STOPPED: &str = "sending was stopped";
/// For how long one accepted mail proves that the relay takes our mails.
const PROVEN_FOR: Duration = Duration::from_secs(10 * 60);

/// Where mails are handed over.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Name or address of the relay; also the name that its certificate must bear.
    pub host: String,
    /// Usually 465 for [`Security::Tls`], 587 for [`Security::StartTls`], 25 for a server on this
    /// machine.
    pub port: u16,
    /// How the connection is protected.
    pub security: Security,
    /// The user and what proves that it is us, if the relay wants that.
    pub credentials: Option<(String, Credential)>,
    /// PEM file with a private certificate authority, trusted besides those of the system.
    pub ca_file: Option<PathBuf>,
    /// How many connections there may be at once; at least one is used. See
    /// [`DEFAULT_CONNECTIONS`].
    pub connections: usize,
    /// The name we give in EHLO; the machine's own where it is `None`.
    pub hello: Option<String>,
}

/// The way out: keeps up to [`Submission::connections`] connections to one relay, and opens them
/// when needed.
///
/// Callers share it by reference. Each mail has a connection to itself, so that a relay that thinks
/// long about one recipient holds up nobody else, as long as there are as many connections as
/// callers.
#[derive(Debug)]
pub struct Relay {
    submission: Submission,
    free: Semaphore,
    /// Whether nobody gets a turn any more.
    over: watch::Sender<bool>,
    command_limit: Duration,
    mail_limit: Duration,
    resting: Mutex<Vec<Resting>>,
    last_accepted: Mutex<Option<Instant>>,
    /// When and why no connection could be made for the last time.
    last_fault: Mutex<Option<(Instant, Delivery)>>,
}

/// The right to use one connection.
#[derive(Debug)]
pub struct Turn<'a> {
    relay: &'a Relay,
    asked: Instant,
    _permit: SemaphorePermit<'a>,
}

/// A connection that waits for its next mail.
struct Resting {
    connection: AsyncSmtpConnection,
    since: Instant,
}

/// How one attempt ended.
enum Outcome {
    /// With this, and the connection may be used again.
    Done(Delivery),
    /// With this, and the connection is gone.
    Lost(Delivery),
    /// The relay went away before it had the whole mail: nothing happened.
    Nothing { reason: String },
}

impl Relay {
    /// Connects to nobody yet.
    #[must_use]
    pub fn new(submission: Submission) -> Relay {
        Relay {
            free: Semaphore::new(submission.connections.max(1)),
            submission,
            over: watch::Sender::new(false),
            command_limit: COMMAND_LIMIT,
            mail_limit: MAIL_LIMIT,
            resting: Mutex::new(Vec::new()),
            last_accepted: Mutex::new(None),
            last_fault: Mutex::new(None),
        }
    }

    /// The same relay, with other limits than RFC 5321 section 4.5.3.2 asks for: of one command, and of a whole mail.
    #[must_use]
    pub fn with_limits(mut self, command: Duration, mail: Duration) -> Relay {
        (self.command_limit, self.mail_limit) = (command, mail);
        self
    }

    /// Connects and logs in, so that a wrong setting is found before the first mail; the connection is kept.
    ///
    /// # Errors
    ///
    /// When there is no connection.
    pub async fn check(&self) -> Result<(), Unconnected> {
        let connection = self.connect().await?;
        lock(&self.resting).push(Resting {
            connection,
            since: Instant::now(),
        });
        Ok(())
    }

    /// Waits until a connection may be used. `None` after [`Relay::begin_no_more`].
    pub async fn turn(&self) -> Option<Turn<'_>> {
        let asked = Instant::now();
        let permit = self.free.acquire().await.ok()?;
        Some(Turn {
            relay: self,
            asked,
            _permit: permit,
        })
    }

    /// Waits for a turn, and sends: see [`Turn::send`].
    pub async fn send(
        &self,
        envelope_from: Option<&str>,
        recipient: &str,
        bytes: &[u8],
    ) -> Delivery {
        match self.turn().await {
            Some(turn) => turn.send(envelope_from, recipient, bytes).await,
            None => Delivery::Untried {
                reason: STOPPED.to_owned(),
            },
        }
    }

    /// From now on nobody gets a turn. Mails under way are not touched.
    pub fn begin_no_more(&self) {
        self.free.close();
        self.over.send_replace(true);
    }

    /// Waits until nobody gets a turn any more.
    async fn ended(&self) {
        let mut over = self.over.subscribe();
        // We hold the other end.
        let _ = over.wait_for(|over| *over).await;
    }

    /// Hands over one mail, on a kept connection or on a new one.
    async fn send_in_turn(
        &self,
        asked: Instant,
        sender: Option<&Address>,
        recipient: &Address,
        bytes: &[u8],
    ) -> Delivery {
        // A kept connection may have been closed meanwhile, or is closed now because it has carried
        // enough mails (Exim says 421 after 1000). That is no news about the mail, so a new
        // connection gets it.
        if let Some(mut connection) = self.take_resting() {
            let outcome = self
                .hand_over(&mut connection, sender, recipient, bytes)
                .await;
            if let Some(delivery) = self.conclude(connection, outcome) {
                return delivery;
            }
        }
        if let Some(delivery) = self.fault_since(asked) {
            return delivery;
        }
        let mut connection = match self.connect().await {
            Ok(connection) => connection,
            Err(Unconnected { delivery, .. }) => {
                *lock(&self.last_fault) = Some((Instant::now(), delivery.clone()));
                return delivery;
            }
        };
        let outcome = match self
            .hand_over(&mut connection, sender, recipient, bytes)
            .await
        {
            Outcome::Nothing { reason } => Outcome::Lost(Delivery::Retry { reason }),
            outcome => outcome,
        };
        self.conclude(connection, outcome)
            .unwrap_or_else(|| Delivery::Retry {
                reason: "the relay went away".to_owned(),
            })
    }

    /// Says good-bye on the resting connections. Mails under way are not touched.
    pub async fn close(&self) {
        let resting = std::mem::take(&mut *lock(&self.resting));
        for Resting { connection, .. } in resting {
            say_goodbye(connection).await;
        }
    }

    /// The connection that was used last, if it is fresh enough.
    fn take_resting(&self) -> Option<AsyncSmtpConnection> {
        let mut resting = lock(&self.resting);
        let stale: Vec<Resting> = resting
            .extract_if(.., |resting| resting.since.elapsed() > LONGEST_REST)
            .collect();
        let newest = resting.pop();
        drop(resting);
        for Resting { connection, .. } in stale {
            tokio::spawn(say_goodbye(connection));
        }
        newest.map(|resting| resting.connection)
    }

    /// Keeps or drops the connection. `None` if nothing happened, and the mail wants another one.
    fn conclude(&self, connection: AsyncSmtpConnection, outcome: Outcome) -> Option<Delivery> {
        let delivery = match outcome {
            Outcome::Done(delivery) => {
                lock(&self.resting).push(Resting {
                    connection,
                    since: Instant::now(),
                });
                delivery
            }
            Outcome::Lost(delivery) => delivery,
            Outcome::Nothing { .. } => return None,
        };
        if matches!(delivery, Delivery::Sent { .. }) {
            *lock(&self.last_accepted) = Some(Instant::now());
        }
        Some(delivery)
    }

    /// The fault that made another mail fail while this one waited for its turn. A hundred mails in a
    /// row with a wrong password would lock the account, and a hundred time-outs take an hour.
    fn fault_since(&self, asked: Instant) -> Option<Delivery> {
        match &*lock(&self.last_fault) {
            Some((at, fault @ Delivery::Ours { .. })) if *at >= asked => Some(fault.clone()),
            _ => None,
        }
    }

    /// True if the relay took a mail of ours not long ago, so that a refusal is hardly about us.
    fn is_proven(&self) -> bool {
        lock(&self.last_accepted).is_some_and(|at| at.elapsed() < PROVEN_FOR)
    }

    /// One SMTP transaction.
    async fn hand_over(
        &self,
        connection: &mut AsyncSmtpConnection,
        sender: Option<&Address>,
        recipient: &Address,
        bytes: &[u8],
    ) -> Outcome {
        let parameters = match parameters(connection, sender, recipient, bytes) {
            Ok(parameters) => parameters,
            Err(delivery) => return Outcome::Done(delivery),
        };
        let from = Mail::new(sender.cloned(), parameters);
        let to = Rcpt::new(recipient.clone(), Vec::new());
        let steps = [
            (Step::Sender, from.to_string()),
            (Step::Recipient, to.to_string()),
            (Step::Content, Data.to_string()),
        ];
        for (step, command) in steps {
            if let Err(outcome) = self.step(connection, step, command).await {
                return outcome;
            }
        }
        self.hand_over_content(connection, bytes).await
    }

    /// One command of an SMTP transaction.
    ///
    /// # Errors
    ///
    /// With what that means for the mail, when the server does not agree.
    async fn step(
        &self,
        connection: &mut AsyncSmtpConnection,
        step: Step,
        command: String,
    ) -> Result<(), Outcome> {
        let error = match timeout(self.command_limit, connection.command(command)).await {
            Ok(Ok(_)) => return Ok(()),
            Ok(Err(error)) => error,
            Err(_) => {
                let reason = format!(
                    "the relay did not answer within {} s",
                    self.command_limit.as_secs()
                );
                // Not on another connection: a recipient about whom the relay thinks for ever
                // would cost as much there.
                return Err(Outcome::Lost(Delivery::Retry { reason }));
            }
        };
        Err(match refusal_in(&error) {
            Some(refusal) if refusal.closes_the_line() => Outcome::Nothing {
                reason: refusal.to_string(),
            },
            Some(refusal) => {
                let delivery = judge(step, &refusal, self.is_proven());
                match timeout(self.command_limit, connection.command(Rset)).await {
                    Ok(Ok(_)) => Outcome::Done(delivery),
                    Ok(Err(_)) | Err(_) => Outcome::Lost(delivery),
                }
            }
            None => Outcome::Nothing {
                reason: told(&error),
            },
        })
    }

    /// The mail itself, from its first byte to the answer to the final dot.
    async fn hand_over_content(
        &self,
        connection: &mut AsyncSmtpConnection,
        bytes: &[u8],
    ) -> Outcome {
        // lettre ends a mail with CRLF, dot, CRLF whatever stands before; a blank line more would
        // not be what we rendered.
        let bytes = bytes.strip_suffix(b"\r\n").unwrap_or(bytes);
        match timeout(self.mail_limit, connection.message(bytes)).await {
            Ok(Ok(response)) => Outcome::Done(Delivery::Sent {
                reply: words_of(&response),
            }),
            Ok(Err(error)) => match refusal_in(&error) {
                Some(refusal) => {
                    let delivery = judge(Step::Content, &refusal, self.is_proven());
                    if refusal.closes_the_line() {
                        Outcome::Lost(delivery)
                    } else {
                        Outcome::Done(delivery)
                    }
                }
                None => Outcome::Lost(Delivery::Retry {
                    reason: format!(
                        "the line was lost after the mail was handed over, before the answer: {}",
                        told(&error)
                    ),
                }),
            },
            Err(_) => Outcome::Lost(Delivery::Retry {
                reason: format!(
                    "the relay did not take the mail within {} s",
                    self.mail_limit.as_secs()
                ),
            }),
        }
    }

    /// A new connection, encrypted as the settings say, to a relay that has been greeted.
    async fn begin(&self) -> Result<AsyncSmtpConnection, Unconnected> {
        let Submission {
            host,
            port,
            security,
            ca_file,
            ..
        } = &self.submission;
        let hello = self.hello();
        let line = Line::connect(host, *port, *security)
            .await
            .map_err(unreachable)?;
        let line = match security {
            Security::Plain => line,
            Security::Tls => {
                let trust = tls::trust(ca_file.as_deref()).map_err(unreachable)?;
                line.encrypt(host, trust).await.map_err(unreachable)?
            }
            Security::StartTls => {
                let line = self.in_time(starttls::begin(line, &hello)).await?;
                let trust = tls::trust(ca_file.as_deref()).map_err(unreachable)?;
                line.encrypt(host, trust)
                    .await
                    .map_err(unreachable)?
                    .preceded_by(starttls::GREETING)
            }
        };
        let connecting = AsyncSmtpConnection::connect_with_transport(Box::new(line), &hello);
        self.in_time(connecting).await
    }

    fn hello(&self) -> ClientId {
        match &self.submission.hello {
            Some(name) => ClientId::Domain(name.clone()),
            None => ClientId::default(),
        }
    }

    /// Waits for a part of the beginning of a conversation.
    async fn in_time<T, E: Into<Begun>>(
        &self,
        part: impl Future<Output = Result<T, E>>,
    ) -> Result<T, Unconnected> {
        match timeout(self.command_limit, part).await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) => Err(match error.into() {
                Begun::Refused(refusal) => Unconnected {
                    reason: refusal.to_string(),
                    token: None,
                    delivery: judge(Step::Greeting, &refusal, self.is_proven()),
                },
                Begun::Failed(reason) => Unconnected::ours(reason, Remedy::Waiting),
            }),
            Err(_) => Err(silent(self.command_limit)),
        }
    }
}

impl Turn<'_> {
    /// Hands over one mail to one recipient. `bytes` are the whole mail with CRLF line ends, as
    /// rendered; `envelope_from` is where bounces go, `None` for the null sender `<>`.
    ///
    /// Takes about fifteen minutes at the very worst. If the future is dropped, nobody knows whether
    /// the mail went out.
    pub async fn send(
        self,
        envelope_from: Option<&str>,
        recipient: &str,
        bytes: &[u8],
    ) -> Delivery {
        let sender = match envelope_from.map(str::parse::<Address>).transpose() {
            Ok(sender) => sender,
            Err(error) => {
                let reason = format!("our envelope sender is no mail address: {error}");
                let remedy = Remedy::Administrator;
                return Delivery::Ours { reason, remedy };
            }
        };
        let recipient = match recipient.parse::<Address>() {
            Ok(recipient) => recipient,
            Err(error) => {
                let reason = format!("this is no mail address: {error}");
                return Delivery::Failed { reason };
            }
        };
        self.relay
            .send_in_turn(self.asked, sender.as_ref(), &recipient, bytes)
            .await
    }
}

/// Why there is no connection.
#[derive(Clone, Debug)]
pub struct Unconnected {
    /// What happened.
    pub reason: String,
    /// Why there was no token to sign in with, where that is what happened.
    pub token: Option<Arc<TokenFault>>,
    delivery: Delivery,
}

impl Unconnected {
    fn ours(reason: String, remedy: Remedy) -> Unconnected {
        Unconnected {
            delivery: Delivery::Ours {
                reason: reason.clone(),
                remedy,
            },
            reason,
            token: None,
        }
    }

    /// What brings tokens brought none.
    fn without_token(fault: TokenFault) -> Unconnected {
        let remedy = match fault.needs_administrator() {
            true => Remedy::Administrator,
            false => Remedy::Waiting,
        };
        let unconnected = Unconnected::ours(told(&fault), remedy);
        Unconnected {
            token: Some(Arc::new(fault)),
            ..unconnected
        }
    }

    /// We end.
    fn stopped() -> Unconnected {
        let reason = STOPPED.to_owned();
        Unconnected {
            delivery: Delivery::Untried {
                reason: reason.clone(),
            },
            ..Unconnected::ours(reason, Remedy::Waiting)
        }
    }

    /// Whether only an administrator can help.
    pub fn needs_administrator(&self) -> bool {
        matches!(
            self.delivery,
            Delivery::Ours {
                remedy: Remedy::Administrator,
                ..
            }
        )
    }

    /// The same, in other words.
    fn reworded(mut self, change: impl Fn(&str) -> String) -> Unconnected {
        self.reason = change(&self.reason);
        if let Delivery::Ours { reason, .. } = &mut self.delivery {
            self.reason.clone_into(reason);
        }
        self
    }
}

impl fmt::Debug for Resting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resting")
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}

impl AsyncTokioStream for Line {
    fn peer_addr(&self) -> std::io::Result<SocketAddr> {
        self.peer_address()
    }
}

/// What MAIL FROM says beyond the sender (RFC 6531, RFC 6152).
///
/// # Errors
///
/// With what becomes of the mail, when the server cannot take such a one.
fn parameters(
    connection: &AsyncSmtpConnection,
    sender: Option<&Address>,
    recipient: &Address,
    bytes: &[u8],
) -> Result<Vec<MailParameter>, Delivery> {
    let mut parameters = Vec::new();
    let server = connection.server_info();
    let international = !AsRef::<str>::as_ref(recipient).is_ascii()
        || sender.is_some_and(|sender| !AsRef::<str>::as_ref(sender).is_ascii());
    if international {
        if !server.supports_feature(Extension::SmtpUtfEight) {
            return Err(Delivery::Failed {
                reason: "the relay takes no addresses beyond ASCII (SMTPUTF8)".to_owned(),
            });
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !bytes.is_ascii() && server.supports_feature(Extension::EightBitMime) {
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    Ok(parameters)
}

fn unreachable(error: ConnectError) -> Unconnected {
    let remedy = if error.needs_administrator() {
        Remedy::Administrator
    } else {
        Remedy::Waiting
    };
    Unconnected::ours(told(&error), remedy)
}

fn silent(limit: Duration) -> Unconnected {
    let reason = format!("the relay did not answer within {} s", limit.as_secs());
    Unconnected::ours(reason, Remedy::Waiting)
}

async fn say_goodbye(mut connection: AsyncSmtpConnection) {
    let _ = timeout(Duration::from_secs(5), connection.command(Quit)).await;
}

fn words_of(response: &Response) -> String {
    let words: Vec<&str> = response.message().collect();
    verdict::clean(&words.join(" "))
}

/// What is behind these locks is whole even if somebody panicked while holding one.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
