//! Where access tokens come from.

use super::command::TokenCommand;
use super::endpoint::TokenEndpoint;
use super::fault::TokenFault;
use secrecy::SecretString;

/// Where access tokens come from.
#[derive(Clone, Debug)]
pub enum TokenSource {
    /// A program of the administrator's prints them.
    Command(TokenCommand),
    /// An authorization server issues them to us.
    Endpoint(TokenEndpoint),
}

impl TokenSource {
    /// A token to be shown to a mail server.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub async fn token(&self) -> Result<SecretString, TokenFault> {
        match self {
            TokenSource::Command(command) => command.token().await,
            TokenSource::Endpoint(endpoint) => Ok(endpoint.token().await?),
        }
    }

    /// Notes that a mail server does not take this token.
    pub async fn was_refused(&self, token: &SecretString) {
        match self {
            // What keeps its tokens is itself.
            TokenSource::Command(_) => {}
            TokenSource::Endpoint(endpoint) => endpoint.was_refused(token).await,
        }
    }
}

impl From<TokenCommand> for TokenSource {
    fn from(command: TokenCommand) -> TokenSource {
        TokenSource::Command(command)
    }
}

impl From<TokenEndpoint> for TokenSource {
    fn from(endpoint: TokenEndpoint) -> TokenSource {
        TokenSource::Endpoint(endpoint)
    }
}
