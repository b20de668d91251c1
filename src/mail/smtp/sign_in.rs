//! Signing in to the relay (RFC 4954): by a password, or by an access token (RFC 7628, XOAUTH2).
//!
//! lettre presents a token too, but loses what the server says when it refuses one, and knows no OAUTHBEARER.

use lettre::transport::smtp::authentication::{Credentials, Mechanism as PasswordMechanism};
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::Ehlo;
use lettre::transport::smtp::response::Response;
use secrecy::{ExposeSecret, SecretString};
use std::fmt::Display;
use tokio::time::{sleep, timeout};

use super::begun::told;
use super::verdict::clean;
use super::{Relay, Remedy, Unconnected, say_goodbye, silent};
use crate::mail::oauth::{
    Credential, MOMENT, Mechanism, Shown, TokenSource, status_in, takes_tokens_alone,
};
use crate::mail::password::Password;

/// The longest command, with its line end; what would not fit into it is said when the server asks for it (RFC 5321
/// section 4.5.3.1.4, RFC 4954 section 4).
const LONGEST_COMMAND: usize = 512;

/// Why a token brought us nowhere.
enum Fault {
    /// The relay does not take it. Another one may do.
    Refused(Unconnected),
    Other(Unconnected),
}

impl Fault {
    /// The same, in whose words nothing stands of what the relay was shown: some repeat what they do not understand.
    fn without(self, shown: &Shown) -> Fault {
        match self {
            Fault::Refused(fault) => Fault::Refused(fault.reworded(|it| shown.taken_out_of(it))),
            Fault::Other(fault) => Fault::Other(fault.reworded(|it| shown.taken_out_of(it))),
        }
    }
}

impl Relay {
    /// A new connection, encrypted and signed in. A token that is refused may have run out on its way: another one is
    /// asked for, once.
    pub(super) async fn connect(&self) -> Result<AsyncSmtpConnection, Unconnected> {
        let mut connection = self.begin().await?;
        let (user, source) = match &self.submission.credentials {
            None => return Ok(connection),
            Some((user, Credential::Password(password))) => {
                self.log_in(&mut connection, user, password).await?;
                return Ok(connection);
            }
            Some((user, Credential::Token(source))) => (user, source),
        };
        match self.present_token(&mut connection, user, source).await {
            Ok(()) => return Ok(connection),
            Err(Fault::Other(fault)) => return Err(fault),
            Err(Fault::Refused(Unconnected { reason, .. })) => {
                tracing::info!(reason, "asking for another token");
            }
        }
        say_goodbye(connection).await;
        sleep(MOMENT).await;
        let mut connection = self.begin().await?;
        match self.present_token(&mut connection, user, source).await {
            Ok(()) => Ok(connection),
            Err(Fault::Refused(fault) | Fault::Other(fault)) => Err(fault),
        }
    }

    async fn log_in(
        &self,
        connection: &mut AsyncSmtpConnection,
        user: &str,
        password: &Password,
    ) -> Result<(), Unconnected> {
        let shown = password.to_show().expose_secret().to_owned();
        let credentials = Credentials::new(user.to_owned(), shown);
        let mechanisms = [PasswordMechanism::Plain, PasswordMechanism::Login];
        let said = connection.auth(&mechanisms, &credentials);
        match timeout(self.command_limit, said).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => match refused(&error, "") {
                Fault::Refused(fault) | Fault::Other(fault) => {
                    password.was_refused();
                    Err(self.refused_password(connection, fault).await)
                }
            },
            Err(_) => Err(silent(self.command_limit)),
        }
    }

    /// A password that was refused; where the relay takes none at all, that is said.
    async fn refused_password(
        &self,
        connection: &mut AsyncSmtpConnection,
        fault: Unconnected,
    ) -> Unconnected {
        // Whatever comes of that, the login is refused.
        let Ok(said) = self.say(connection, Ehlo::new(self.hello()), "").await else {
            return fault;
        };
        let ways: Vec<&str> = said.message().find_map(ways_to_sign_in).unwrap_or_default();
        match takes_tokens_alone(&ways) {
            true => fault.reworded(|reason| {
                let ways = clean(&ways.join(" "));
                format!("{reason} (it takes no passwords, and offers AUTH {ways})")
            }),
            false => fault,
        }
    }

    async fn present_token(
        &self,
        connection: &mut AsyncSmtpConnection,
        user: &str,
        source: &TokenSource,
    ) -> Result<(), Fault> {
        // lettre has asked this before, but remembers only what it knows itself.
        let said = self.say(connection, Ehlo::new(self.hello()), "").await?;
        let ways: Vec<&str> = said.message().find_map(ways_to_sign_in).unwrap_or_default();
        let Some(mechanism) = Mechanism::among(ways.iter().copied()) else {
            return Err(Fault::Other(takes_no_token(&ways)));
        };
        // Not before the relay is there: where it is not, the one who issues tokens hardly is.
        let token = tokio::select! {
            token = source.token() => token,
            // One that hangs does not hold up who ends.
            () = self.ended() => return Err(Fault::Other(Unconnected::stopped())),
        };
        let token = token.map_err(|fault| Fault::Other(Unconnected::without_token(fault)))?;
        let server = (self.submission.host.as_str(), self.submission.port);
        let response = mechanism.response(server, user, &token);
        let shown = Shown::new(&token, &response);
        let answered = self.answer(connection, mechanism, &response).await;
        if matches!(answered, Err(Fault::Refused(_))) {
            source.was_refused(&token).await;
        }
        answered.map_err(|fault| fault.without(&shown))
    }

    /// Says what is to be said, and hears what the relay says to it.
    async fn answer(
        &self,
        connection: &mut AsyncSmtpConnection,
        mechanism: Mechanism,
        response: &SecretString,
    ) -> Result<(), Fault> {
        let response = response.expose_secret();
        let auth = format!("AUTH {}", mechanism.name());
        let whole: SecretString = format!("{auth} {response}\r\n").into();
        let said = if whole.expose_secret().len() <= LONGEST_COMMAND {
            self.say(connection, whole.expose_secret(), "").await?
        } else {
            self.say(connection, format!("{auth}\r\n"), "").await?;
            self.say(connection, format!("{response}\r\n"), "").await?
        };
        if said.has_code(334) {
            let status = status_in(said.first_word().unwrap_or_default());
            let assent = format!("{}\r\n", mechanism.assent());
            self.say(connection, assent, &status).await?;
        }
        Ok(())
    }

    /// Says something, to which the relay must agree. `status` is what it has said against the token before.
    async fn say(
        &self,
        connection: &mut AsyncSmtpConnection,
        words: impl Display,
        status: &str,
    ) -> Result<Response, Fault> {
        match timeout(self.command_limit, connection.command(words)).await {
            Ok(Ok(said)) => Ok(said),
            Ok(Err(error)) => Err(refused(&error, status)),
            Err(_) => Err(Fault::Other(silent(self.command_limit))),
        }
    }
}

/// The ways to sign in that a line of the answer to EHLO names: `AUTH PLAIN XOAUTH2`.
fn ways_to_sign_in(line: &str) -> Option<Vec<&str>> {
    let mut words = line.split_whitespace();
    let keyword = words.next()?;
    keyword
        .eq_ignore_ascii_case("AUTH")
        .then(|| words.collect())
}

fn takes_no_token(ways: &[&str]) -> Unconnected {
    let offered = match ways {
        [] => "nothing of the kind".to_owned(),
        ways => clean(&format!("AUTH {}", ways.join(" "))),
    };
    let reason = format!(
        "the relay takes no access tokens (AUTH OAUTHBEARER or XOAUTH2); it offers {offered}"
    );
    Unconnected::ours(reason, Remedy::Administrator)
}

/// What is wrong when the relay does not agree.
fn refused(error: &lettre::transport::smtp::Error, status: &str) -> Fault {
    let words = match status {
        "" => told(error),
        status => format!("{status}: {}", told(error)),
    };
    let reason = format!("the relay refused the login: {words}");
    if error.is_transient() {
        return Fault::Other(Unconnected::ours(reason, Remedy::Waiting));
    }
    let fault = Unconnected::ours(reason, Remedy::Administrator);
    match error.is_permanent() {
        true => Fault::Refused(fault),
        false => Fault::Other(fault),
    }
}
