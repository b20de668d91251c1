//! Signing in: by a password (LOGIN), or by an access token (AUTHENTICATE; RFC 7628, RFC 4959).

use secrecy::{ExposeSecret, SecretString};
use tokio::time::sleep;

use super::connection::{Connection, Step, clean, of_login};
use super::opening::capabilities;
use super::{ImapError, Login};
use crate::mail::oauth::{
    Credential, MOMENT, Mechanism, Shown, TokenSource, status_in, takes_tokens_alone,
};

/// What errors and logs say.
const NAME: &str = "AUTHENTICATE";

/// A connection that is encrypted as the settings say, and signed in. A token that is refused may have run out on its
/// way: another one is asked for, once.
pub(super) async fn signed_in(login: &Login) -> Result<Connection, ImapError> {
    match &login.credential {
        Credential::Password(password) => {
            let mut connection = Connection::open(login).await?;
            let shown = password.to_show();
            let refusal = match connection.log_in(&login.user, &shown).await {
                Ok(()) => return Ok(connection),
                Err(ImapError::RefusedLogin { reply }) => {
                    password.was_refused();
                    refused_password(&mut connection, reply).await
                }
                Err(other) => other,
            };
            Err(without(refusal, &Shown::new(&shown, &shown)))
        }
        Credential::Token(source) => match signed_in_by_token(login, source).await {
            Err(ImapError::RefusedLogin { reply }) => {
                tracing::info!(
                    reply,
                    "the mail server refused the token; asking for another one"
                );
                sleep(MOMENT).await;
                signed_in_by_token(login, source).await
            }
            other => other,
        },
    }
}

/// A password that was refused; where the server takes none at all, that is said.
async fn refused_password(connection: &mut Connection, reply: String) -> ImapError {
    // Whatever comes of that, the login is refused.
    let offers = capabilities(connection).await.unwrap_or_default();
    let ways: Vec<&str> = ways(&offers).collect();
    let disabled = offers
        .iter()
        .any(|offer| offer.eq_ignore_ascii_case("LOGINDISABLED"));
    let reply = match takes_tokens_alone(&ways) || (disabled && !ways.is_empty()) {
        true => format!(
            "{reply} (it takes no passwords, and offers {})",
            named(&ways)
        ),
        false => reply,
    };
    ImapError::RefusedLogin { reply }
}

/// The ways to sign in among what a server offers.
fn ways(offers: &[String]) -> impl Iterator<Item = &str> + Clone {
    offers.iter().filter_map(|offer| {
        let (kind, name) = offer.split_once('=')?;
        kind.eq_ignore_ascii_case("AUTH").then_some(name)
    })
}

fn named(ways: &[&str]) -> String {
    let ways: Vec<String> = ways.iter().map(|name| format!("AUTH={name}")).collect();
    clean(&ways.join(", "))
}

async fn signed_in_by_token(login: &Login, source: &TokenSource) -> Result<Connection, ImapError> {
    let mut connection = Connection::open(login).await?;
    let offers = capabilities(&mut connection).await?;
    let Some(mechanism) = Mechanism::among(ways(&offers)) else {
        let offered = match ways(&offers).collect::<Vec<_>>().as_slice() {
            [] => "nothing of the kind".to_owned(),
            ways => named(ways),
        };
        return Err(ImapError::TakesNoToken { offered });
    };
    // Not before the server is there: where it is not, the one who issues tokens hardly is.
    let token = source.token().await?;
    let server = (login.host.as_str(), login.port);
    let response = mechanism.response(server, &login.user, &token);
    match connection.authenticate(mechanism, &response, &offers).await {
        Ok(()) => Ok(connection),
        Err(fault) => {
            if matches!(fault, ImapError::RefusedLogin { .. }) {
                source.was_refused(&token).await;
            }
            Err(without(fault, &Shown::new(&token, &response)))
        }
    }
}

/// A fault, in whose words nothing stands of what the server was shown: some repeat what they do not understand.
fn without(fault: ImapError, shown: &Shown) -> ImapError {
    match fault {
        ImapError::RefusedLogin { reply } => ImapError::RefusedLogin {
            reply: shown.taken_out_of(&reply),
        },
        ImapError::RefusedCommand { command, reply } => ImapError::RefusedCommand {
            command,
            reply: shown.taken_out_of(&reply),
        },
        ImapError::Connection { reason } => ImapError::Connection {
            reason: shown.taken_out_of(&reason),
        },
        ImapError::Protocol { reason } => ImapError::Protocol {
            reason: shown.taken_out_of(&reason),
        },
        ImapError::Connect(_)
        | ImapError::Token(_)
        | ImapError::TakesNoToken { .. }
        | ImapError::Timeout { .. } => fault,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_fault_repeats_the_token_whatever_the_server_says() {
        let token = "ya29.vF9dft4qmTc2Nvb3RlckBhdHRhdmlzdGEuY29tCg";
        let shown = Shown::new(&token.to_owned().into(), &"dXNlcj1zb21l".to_owned().into());
        let said = || format!("[AUTH] {token} or dXNlcj1zb21l");
        let command = NAME;
        for fault in [
            ImapError::RefusedLogin { reply: said() },
            ImapError::RefusedCommand {
                command,
                reply: said(),
            },
            ImapError::Connection { reason: said() },
            ImapError::Protocol { reason: said() },
        ] {
            let told = without(fault, &shown).to_string();
            assert!(told.ends_with("[AUTH] (secret) or (secret)"), "{told}");
        }
    }
}
