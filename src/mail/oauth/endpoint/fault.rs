//! Why a token endpoint brings no token.

use crate::mail::tls::ConnectError;
use std::io;
use std::path::{Path, PathBuf};

/// Why a token endpoint brings no token. What is secret stands in none.
#[derive(Debug, thiserror::Error)]
pub enum EndpointFault {
    /// A file with a secret cannot be read.
    #[error("{key}: {} cannot be read", path.display())]
    File {
        /// The setting that names it.
        key: &'static str,
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        #[source]
        source: io::Error,
    },
    /// There is something else in it.
    #[error("{key}: {} {why}", path.display())]
    Content {
        /// The setting that names it.
        key: &'static str,
        /// The file.
        path: PathBuf,
        /// What is wrong with it, in words.
        why: &'static str,
    },
    /// There is no connection, or no trust in it.
    #[error("no connection to the token endpoint {url}")]
    Connect {
        /// Of the endpoint.
        url: String,
        /// Why.
        #[source]
        source: ConnectError,
    },
    /// It takes too long.
    #[error("the token endpoint {url} did not answer within {seconds} s")]
    Slow {
        /// Of the endpoint.
        url: String,
        /// How long we waited.
        seconds: u64,
    },
    /// The line broke, or what came is no HTTP, or too much.
    #[error("the token endpoint {url} gave no whole answer: {reason}")]
    Lost {
        /// Of the endpoint.
        url: String,
        /// What happened.
        reason: String,
    },
    /// What came is not what a token endpoint says.
    #[error("{url} answers with status {status} and not as a token endpoint does: {why}")]
    Strange {
        /// Of the endpoint.
        url: String,
        /// Of HTTP.
        status: u16,
        /// In words.
        why: &'static str,
    },
    /// It gives none, and says why (RFC 6749 section 5.2).
    #[error("the token endpoint {url} refuses: {code}{}", after(description))]
    Refused {
        /// Of the endpoint.
        url: String,
        /// Its word for it.
        code: String,
        /// Its further words, without secrets; often empty.
        description: String,
        /// How many seconds our clock is ahead of its own, where that is why.
        ahead: Option<i64>,
    },
    /// The consent for the refresh token has ended or was taken back: nobody but a person can give it anew.
    #[error(
        "the token endpoint {url} refuses: invalid_grant{}; somebody must consent anew, and write the new refresh token into {}",
        after(description),
        file.display()
    )]
    ConsentOver {
        /// Of the endpoint.
        url: String,
        /// Its further words, without secrets; often empty.
        description: String,
        /// Where the refresh token stands.
        file: PathBuf,
    },
}

impl EndpointFault {
    /// What this setting names is another file than it should be.
    pub(super) fn unfit(file: &Path, key: &'static str, why: &'static str) -> EndpointFault {
        EndpointFault::Content {
            key,
            path: file.to_owned(),
            why,
        }
    }

    /// Whether nobody but an administrator can help. Otherwise waiting may.
    #[must_use]
    pub fn needs_administrator(&self) -> bool {
        match self {
            EndpointFault::File { .. }
            | EndpointFault::Content { .. }
            | EndpointFault::ConsentOver { .. } => true,
            EndpointFault::Connect { source, .. } => source.needs_administrator(),
            EndpointFault::Slow { .. } | EndpointFault::Lost { .. } => false,
            // A machine before it answers so when it is down (RFC 9110 section 15.6), or asked too often.
            EndpointFault::Strange { status, .. } => !is_passing(*status),
            EndpointFault::Refused { code, .. } => !PASSING.contains(&code.as_str()),
        }
    }
}

/// RFC 6749 section 4.1.2.1, which some use here as well.
const PASSING: [&str; 3] = ["temporarily_unavailable", "server_error", "slow_down"];

/// Whether an answer with this status of HTTP is another one later.
fn is_passing(status: u16) -> bool {
    matches!(status, 408 | 429 | 500..)
}

/// What is said behind a word, if anything.
fn after(description: &str) -> String {
    match description {
        "" => String::new(),
        description => format!(": {description}"),
    }
}
