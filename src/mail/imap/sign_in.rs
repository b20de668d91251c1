//! Signing in: by a password (LOGIN), or by an access token (AUTHENTICATE; RFC 7628, RFC 4959).

use secrecy::{ExposeSecret, SecretString};
use tokio::time::sleep;

use super::connection::{Connection, Step, clean, of_login};
use super::opening::capabilities;
use super::{ImapError, Login};
use crate::mail::oauth::{Credential, MOMENT, Mechanism, TokenCommand, status_in};

/// What errors and logs say.
const NAME: &str = "AUTHENTICATE";

/// A connection that is encrypted as the settings say, and signed in. A token that is refused may have run out on its
/// way: another one is asked for, once.
pub(super) async fn signed_in(login: &Login) -> Result<Connection, ImapError> {
    match &login.credential {
        Credential::Password(password) => {
            let mut connection = Connection::open(login).await?;
            connection.log_in(&login.user, password).await?;
            Ok(connection)
        }
        Credential::Token(command) => match signed_in_by_token(login, command).await {
            Err(ImapError::RefusedLogin { reply }) => {
                tracing::info!(
                    reply,
                    "the mail server refused the token; asking for another one"
                );
                sleep(MOMENT).await;
                signed_in_by_token(login, command).await
            }
            other => other,
        },
    }
}

async fn signed_in_by_token(
    login: &Login,
    command: &TokenCommand,
) -> Result<Connection, ImapError> {
    let mut connection = Connection::open(login).await?;
    let offers = capabilities(&mut connection).await?;
    let ways = offers.iter().filter_map(|offer| {
        let (kind, name) = offer.split_once('=')?;
        kind.eq_ignore_ascii_case("AUTH").then_some(name)
    });
    let Some(mechanism) = Mechanism::among(ways.clone()) else {
        let ways: Vec<String> = ways.map(|name| format!("AUTH={name}")).collect();
        let offered = match ways.as_slice() {
            [] => "nothing of the kind".to_owned(),
            ways => clean(&ways.join(", ")),
        };
        return Err(ImapError::TakesNoToken { offered });
    };
    // Not before the server is there: where it is not, the one who issues tokens hardly is.
    let token = command.token().await?;
    let server = (login.host.as_str(), login.port);
    let response = mechanism.response(server, &login.user, &token);
    connection
        .authenticate(mechanism, &response, &offers)
        .await?;
    Ok(connection)
}

impl Connection {
    /// AUTHENTICATE (RFC 3501 section 6.2.2), in one line where the server takes that (RFC 4959).
    async fn authenticate(
        &mut self,
        mechanism: Mechanism,
        response: &SecretString,
        offers: &[String],
    ) -> Result<(), ImapError> {
        self.begin(NAME).await?;
        let tag = self.next_tag();
        let command = format!("{tag} {NAME} {}", mechanism.name());
        let in_one_line = offers
            .iter()
            .any(|offer| offer.eq_ignore_ascii_case("SASL-IR"));
        let words: SecretString = if in_one_line {
            format!("{command} {}\r\n", response.expose_secret()).into()
        } else {
            self.write(NAME, format!("{command}\r\n").as_bytes())
                .await?;
            self.go_ahead(NAME, &tag).await?;
            format!("{}\r\n", response.expose_secret()).into()
        };
        self.write(NAME, words.expose_secret().as_bytes()).await?;
        match self.next_step(NAME, &tag).await.map_err(of_login)? {
            Step::Done => Ok(()),
            Step::More(error) => {
                let assent = format!("{}\r\n", mechanism.assent());
                self.write(NAME, assent.as_bytes()).await?;
                let end = self.finish(NAME, &tag, |_| ()).await;
                end.map_err(|refusal| with_status(of_login(refusal), &status_in(&error)))
            }
        }
    }
}

/// A refusal, with the status that stood in the server's error before it.
fn with_status(refusal: ImapError, status: &str) -> ImapError {
    match refusal {
        ImapError::RefusedLogin { reply } if !status.is_empty() => ImapError::RefusedLogin {
            reply: format!("{status}: {reply}"),
        },
        other => other,
    }
}
