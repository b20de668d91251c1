//! Signing in with an access token of OAuth 2.0 (RFC 6750) in the place of a password.
//!
//! - `command`: the administrator's program that prints the token
//! - `running`: how it is run, with all that it starts
//! - `fault`: why it brought none
//! - `concealed`: tokens in the words of others
//! - `sasl`: what is said to the server, and what it says when it refuses (RFC 7628, and XOAUTH2)
//!
//! A token is asked for at each sign-in and kept nowhere: one that runs out ends a session at the most, and the next
//! sign-in brings a new one.

mod command;
mod concealed;
mod fault;
mod running;
mod sasl;

use super::password::Password;
pub use command::{RunAs, TokenCommand};
pub(super) use concealed::Shown;
pub use fault::TokenFault;
pub(super) use sasl::{Mechanism, status_in, takes_tokens_alone};
use std::time::Duration;

/// How long we wait before a server that refused a token is shown another one: the clocks of who issues it and of who
/// takes it may be apart by as much.
pub(super) const MOMENT: Duration = Duration::from_secs(2);

/// What proves to a mail server that an account is ours.
#[derive(Clone, Debug)]
pub enum Credential {
    /// Its password. Never printed or logged.
    Password(Password),
    /// What prints an access token for it.
    Token(TokenCommand),
}

impl From<String> for Credential {
    fn from(password: String) -> Credential {
        Credential::Password(Password::typed(password.into()))
    }
}
