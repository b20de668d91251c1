//! Signing in with an access token of OAuth 2.0 (RFC 6750) in the place of a password.
//!
//! - `source`: where the token comes from
//! - `command`: the administrator's program that prints it
//! - `running`: how it is run, with all that it starts
//! - `endpoint`: a server that issues it (RFC 6749)
//! - `fault`: why there is none
//! - `concealed`: tokens in the words of others
//! - `sasl`: what is said to the server, and what it says when it refuses (RFC 7628, and XOAUTH2)
//!
//! A token is asked for at each sign-in, and is written nowhere: one that runs out ends a session at the most, and the next
//! sign-in brings a new one.

mod command;
mod concealed;
mod endpoint;
mod fault;
mod running;
mod sasl;
mod source;

use super::password::Password;
pub use command::{RunAs, TokenCommand};
pub(super) use concealed::Shown;
pub use endpoint::{
    Client, EndpointFault, Grant, Issued, NoTokenUrl, TokenEndpoint, TokenUrl, token_uri,
};
pub use fault::TokenFault;
pub(super) use sasl::{Mechanism, status_in, takes_tokens_alone};
pub use source::TokenSource;
use std::time::Duration;

/// How long we wait before a server that refused a token is shown another one: the clocks of who issues it and of who
/// takes it may be apart by as much.
pub(super) const MOMENT: Duration = Duration::from_secs(2);

/// The longest token, in octets; those of Microsoft have two to four thousand. In base64 it still fits into the 12,288
/// octets that a line of SMTP's AUTH may have (RFC 4954 section 4).
const LONGEST_TOKEN: usize = 8 * 1024;

/// Whether this has the form of a token (b64token of RFC 6750 section 2.1), and is not too long. What ends a field of SASL,
/// and so could add another one, is not in it.
fn is_token(words: &[u8]) -> bool {
    let padding = words.iter().rev().take_while(|&&octet| octet == b'=');
    let core = words.get(..words.len() - padding.count());
    let belongs = |octet: &u8| octet.is_ascii_alphanumeric() || b"-._~+/".contains(octet);
    words.len() <= LONGEST_TOKEN
        && core.is_some_and(|core| !core.is_empty() && core.iter().all(belongs))
}

/// What proves to a mail server that an account is ours.
#[derive(Clone, Debug)]
pub enum Credential {
    /// Its password. Never printed or logged.
    Password(Password),
    /// Access tokens for it, from this source.
    Token(TokenSource),
}

impl From<String> for Credential {
    fn from(password: String) -> Credential {
        Credential::Password(Password::typed(password.into()))
    }
}
