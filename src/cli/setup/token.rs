//! How the server signs in: by a password, or by access tokens; and where those come from.

use super::arguments::Setup;
use super::desk::{Before, Desk, Setting};
use super::question::Asked;
use super::words::{Auth, Origin};
use crate::cli::sign_in;
use crate::mail::oauth::{Credential, TokenCommand, TokenSource};
use toml::Value;

/// Which of the two it is.
pub(super) fn auth(asked: Asked, setup: &Setup, proposed: Auth) -> anyhow::Result<Auth> {
    let said = match (&setup.auth, names_origin(setup), &setup.password_file) {
        (Some(auth), _, _) => Some(*auth),
        (None, true, _) => Some(Auth::Oauth),
        (None, false, Some(_)) => Some(Auth::Password),
        // Where passwords are taken, nobody is asked about anything else.
        (None, false, None) if proposed == Auth::Password => Some(Auth::Password),
        (None, false, None) => None,
    };
    let question = "How it logs in: \"oauth\" by access tokens, or \"password\"";
    asked.value(question, "--auth", said.as_ref(), Some(proposed))
}

/// Whether the arguments say where tokens come from.
pub(super) fn names_origin(setup: &Setup) -> bool {
    setup.token_command.is_some() || setup.oauth_grant.is_some()
}

impl Desk<'_> {
    /// Where the tokens of this user come from, asked where it was not said.
    pub(super) fn source(&self, user: &str, before: &mut Before) -> anyhow::Result<Credential> {
        let said = match self.given.of(&self.setup.token_command) {
            Some(_) => Some(&Origin::Command),
            None => self.given.of(&self.setup.oauth_grant),
        };
        let question = "Where its tokens come from: \"client_credentials\", \"refresh_token\", \"jwt\" or \"command\" (docs/administrators/oauth.md)";
        let usual = self.known.provider.token_origin(self.known.domain());
        let proposed = before.origin.unwrap_or(usual);
        let origin = self
            .asked
            .value(question, "--oauth-grant", said, Some(proposed))?;
        before.origin = Some(origin);
        let source = match origin {
            Origin::Command => self.command(before)?,
            Origin::ClientCredentials | Origin::RefreshToken | Origin::Jwt => {
                self.endpoint(origin, user, before)?.into()
            }
        };
        sign_in::as_daemon(&self.setup.settings()?, Credential::Token(source))
    }

    /// The command; it is run as it will be by the daemon.
    fn command(&self, before: &mut Before) -> anyhow::Result<TokenSource> {
        let question = "The command that prints an access token (docs/administrators/oauth.md)";
        let said = self.given.of(&self.setup.token_command);
        let proposed = before.command.take();
        let words = self
            .asked
            .value(question, "--token-command", said, proposed)?;
        before.command = Some(words.clone());
        let (program, arguments) = match words.as_slice() {
            [program, arguments @ ..] => (program.clone(), arguments.to_vec()),
            // No such words are read.
            [] => (String::new(), Vec::new()),
        };
        Ok(TokenCommand::new(program, arguments).into())
    }
}

/// The settings by which both servers are shown tokens from this source.
pub(super) fn values(source: &TokenSource) -> Vec<Setting> {
    let auth = || Value::from(Auth::Oauth.to_string());
    let mut values = vec![("imap", "auth", auth()), ("smtp", "auth", auth())];
    match source {
        TokenSource::Command(command) => {
            let words: Vec<Value> = command.words().map(Value::from).collect();
            values.push(("oauth", "command", words.into()));
        }
        TokenSource::Endpoint(endpoint) => values.extend(super::endpoint::values(endpoint)),
    }
    values
}
