//! How the server signs in: by a password, or by access tokens that a command prints.

use super::arguments::Setup;
use super::question::Asked;
use super::words::{Auth, Words};
use crate::cli::sign_in;
use crate::mail::oauth::{Credential, TokenCommand};
use toml::Value;

/// Which of the two it is.
pub(super) fn auth(asked: Asked, setup: &Setup, proposed: Auth) -> anyhow::Result<Auth> {
    let said = match (&setup.auth, &setup.token_command, &setup.password_file) {
        (Some(auth), _, _) => Some(*auth),
        (None, Some(_), _) => Some(Auth::Oauth),
        (None, None, Some(_)) => Some(Auth::Password),
        // Where passwords are taken, nobody is asked about anything else.
        (None, None, None) if proposed == Auth::Password => Some(Auth::Password),
        (None, None, None) => None,
    };
    let question = "How it logs in: \"oauth\" by access tokens, or \"password\"";
    asked.value(question, "--auth", said.as_ref(), Some(proposed))
}

/// The command, asked where it was not said; it is run as it will be by the daemon. `before`: what was answered, and failed.
pub(super) fn command(
    asked: Asked,
    setup: &Setup,
    said: Option<&Words>,
    before: &mut Option<Words>,
) -> anyhow::Result<Credential> {
    let question = "The command that prints an access token (docs/administrators/oauth.md)";
    let words = asked.value(question, "--token-command", said, before.take())?;
    *before = Some(words.clone());
    let (program, arguments) = match words.as_slice() {
        [program, arguments @ ..] => (program.clone(), arguments.to_vec()),
        // No such words are read.
        [] => (String::new(), Vec::new()),
    };
    let command = Credential::Token(TokenCommand::new(program, arguments));
    sign_in::as_daemon(&setup.settings()?, command)
}

/// The settings by which both servers are shown what this command prints.
pub(super) fn values(command: &TokenCommand) -> [(&'static str, &'static str, Value); 3] {
    let auth = || Value::from(Auth::Oauth.to_string());
    let words: Vec<Value> = command.words().map(Value::from).collect();
    [
        ("imap", "auth", auth()),
        ("smtp", "auth", auth()),
        ("oauth", "command", words.into()),
    ]
}
