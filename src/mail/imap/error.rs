//! Why a mailbox cannot be read.

use crate::mail::oauth::TokenFault;
use crate::mail::tls::ConnectError;

/// Why the mailbox cannot be read. After anything but [`ImapError::RefusedCommand`] the session is
/// over: open a new one.
#[derive(Debug, thiserror::Error)]
pub enum ImapError {
    /// There is no connection, or no trust in it.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// Wrong user name, password or token, or an account that may not use IMAP: an administrator must act.
    #[error("the mail server refused the login: {reply}")]
    RefusedLogin {
        /// What the server said.
        reply: String,
    },
    /// There is no token to sign in with.
    #[error(transparent)]
    Token(#[from] TokenFault),
    /// The server takes no tokens.
    #[error(
        "the mail server takes no access tokens (AUTH=OAUTHBEARER or AUTH=XOAUTH2); it offers {offered}"
    )]
    TakesNoToken {
        /// The ways to sign in that it offers, or `nothing of the kind`.
        offered: String,
    },
    /// The server answered NO or BAD.
    #[error("the mail server refused {command}: {reply}")]
    RefusedCommand {
        /// Name of the command.
        command: &'static str,
        /// What the server said.
        reply: String,
    },
    /// The connection was lost, or the server said BYE.
    #[error("the connection to the mail server is lost: {reason}")]
    Connection {
        /// What happened.
        reason: String,
    },
    /// The server says nothing.
    #[error("the mail server did not answer {command} within {seconds} s")]
    Timeout {
        /// Name of the command.
        command: &'static str,
        /// How long we waited, in seconds.
        seconds: u64,
    },
    /// The server said something that is no sensible IMAP.
    #[error("the mail server said something that cannot be understood: {reason}")]
    Protocol {
        /// What was wrong, without any content of a mail.
        reason: String,
    },
}
