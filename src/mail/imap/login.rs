//! Which mailbox is read, and what happens in it.

use crate::mail::oauth::Credential;
use crate::mail::tls::Security;
use std::path::PathBuf;

/// Where the mailbox is and how to get in.
#[derive(Clone, Debug)]
pub struct Login {
    /// Name or address of the server; also the name that its certificate must bear.
    pub host: String,
    /// Usually 993 for [`Security::Tls`], 143 otherwise.
    pub port: u16,
    /// How the connection is protected.
    pub security: Security,
    /// The account.
    pub user: String,
    /// What proves that it is ours.
    pub credential: Credential,
    /// PEM file with a private certificate authority, trusted besides those of the system.
    pub ca_file: Option<PathBuf>,
    /// The folder that is read, as people write it, usually `INBOX`.
    pub folder: String,
    /// What happens to a mail that was dealt with.
    pub done: Acknowledge,
}

impl Login {
    /// The name under which a folder of this account is known: `user@host/folder`, however the host is spelled.
    #[must_use]
    pub fn mailbox(&self, folder: &str) -> String {
        let host = self.host.trim().trim_end_matches('.').to_lowercase();
        format!("{}@{host}/{folder}", self.user)
    }
}

/// What happens in the mailbox to a mail that was dealt with. It is a mirror for people who look
/// into the mailbox; it decides nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Acknowledge {
    /// The mail moves to this folder, which is created if it is missing.
    Move {
        /// The folder as people write it.
        folder: String,
    },
    /// The mail stays, is marked as read (`\Seen`), and carries the keyword [`DONE_KEYWORD`] where
    /// the server lets us invent keywords.
    Flag,
}

/// The keyword on mails that were dealt with, for [`Acknowledge::Flag`].
pub const DONE_KEYWORD: &str = "$PenpawnDone";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailbox_has_one_name_however_its_server_is_spelled() {
        let named = |host: &str| {
            let login = Login {
                host: host.to_owned(),
                port: 993,
                security: Security::Tls,
                user: "Chess".to_owned(),
                credential: "secret".to_owned().into(),
                ca_file: None,
                folder: "INBOX".to_owned(),
                done: Acknowledge::Flag,
            };
            login.mailbox("In")
        };
        for host in ["mail.example.org", "Mail.Example.ORG", "mail.example.org."] {
            assert_eq!(named(host), "Chess@mail.example.org/In");
        }
    }
}
