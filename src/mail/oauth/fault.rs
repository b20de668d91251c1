//! Why there is no token.

use super::endpoint::EndpointFault;
use std::io;
use std::process::ExitStatus;

/// Why there is no token. What the program printed to its standard output is in none but [`TokenFault::Failed`], and
/// there without all that could be a token.
#[derive(Debug, thiserror::Error)]
pub enum TokenFault {
    /// There is no such program, or we may not run it.
    #[error("the token command {program} cannot be run")]
    NotRun {
        /// Without its arguments, which may be secret.
        program: String,
        /// What the operating system said.
        #[source]
        source: io::Error,
    },
    /// We are root, and nobody knows whom to run it as: what it writes as root, the daemon could not write again.
    #[error(
        "the token command {program} was not run: this is root, and nothing says as which account the daemon runs"
    )]
    NotAsRoot {
        /// Without its arguments.
        program: String,
    },
    /// It was ended, since it did not end by itself.
    #[error(
        "the token command {program} did not end within {seconds} s{}",
        after(complaint)
    )]
    Slow {
        /// Without its arguments.
        program: String,
        /// How long we waited.
        seconds: u64,
        /// The end of what it wrote to its standard error until then, on one line.
        complaint: String,
    },
    /// It ended with an exit status that is not 0.
    #[error("the token command {program} failed, {status}{}", after(complaint))]
    Failed {
        /// Without its arguments.
        program: String,
        /// With what it ended.
        status: ExitStatus,
        /// The end of what it wrote to its standard error, on one line; where that is nothing, the beginning of what it
        /// printed.
        complaint: String,
    },
    /// Its first line is empty.
    #[error("the token command {program} printed no token{}", after(complaint))]
    Nothing {
        /// Without its arguments.
        program: String,
        /// The end of what it wrote to its standard error, on one line.
        complaint: String,
    },
    /// Its first line can be no token.
    #[error("the token command {program} printed what is no token: {why}")]
    NoToken {
        /// Without its arguments.
        program: String,
        /// In words.
        why: &'static str,
    },
    /// The token endpoint brings none.
    #[error(transparent)]
    Endpoint(#[from] EndpointFault),
}

impl TokenFault {
    /// Whether nobody but an administrator can help. Otherwise waiting may.
    #[must_use]
    pub fn needs_administrator(&self) -> bool {
        match self {
            TokenFault::Endpoint(fault) => fault.needs_administrator(),
            // Whether the command or who issues tokens is at fault, nobody else can see.
            TokenFault::NotRun { .. }
            | TokenFault::NotAsRoot { .. }
            | TokenFault::Slow { .. }
            | TokenFault::Failed { .. }
            | TokenFault::Nothing { .. }
            | TokenFault::NoToken { .. } => true,
        }
    }
}

/// What is said behind a fault, if anything.
fn after(complaint: &str) -> String {
    match complaint {
        "" => String::new(),
        complaint => format!(": {complaint}"),
    }
}
