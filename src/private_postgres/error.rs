//! Why there is no private Postgres.

use std::io;
use std::path::{Path, PathBuf};

/// Why there is no private Postgres.
#[derive(Debug, thiserror::Error)]
pub enum PrivateError {
    /// Postgres is not installed, or not the right one.
    #[error("{0}")]
    Programs(String),
    /// Postgres refuses to run as root, and there is nobody else to run it.
    #[error(
        "Postgres does not run as root, and this machine has no account named postgres or nobody to run it: \
         start penpawn as an ordinary user"
    )]
    Account,
    /// The account that runs Postgres cannot get to the data folder.
    #[error(
        "the account {account} runs Postgres but may not enter {}: choose a data folder below /var/lib, or open that \
         folder with chmod o+x",
        .folder.display()
    )]
    Locked {
        /// Name or number of the account.
        account: String,
        /// The first folder on the way that is closed to it.
        folder: PathBuf,
    },
    /// A file or folder could not be made or read.
    #[error("cannot use {}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the operating system said.
        #[source]
        source: io::Error,
    },
    /// A program of Postgres failed.
    #[error("{program} failed: {reason}")]
    Failed {
        /// Which.
        program: &'static str,
        /// Its own last words, or where to find them.
        reason: String,
    },
    /// Somebody else is starting or stopping the server for too long, or it does not come up.
    #[error("the private Postgres in {} was not ready within {seconds} s: {reason}", .folder.display())]
    Late {
        /// `<data folder>/postgres`.
        folder: PathBuf,
        /// How long we waited, in seconds.
        seconds: u64,
        /// What we waited for.
        reason: String,
    },
    /// There is no cluster in the data folder, and none is to be made.
    #[error(
        "there is no database in {} yet; `penpawn serve` and `penpawn migrate` make one there. If yours lies elsewhere, \
         set data_folder in the settings",
        .folder.display()
    )]
    NotYet {
        /// The data folder.
        folder: PathBuf,
    },
    /// This account may not use the data folder.
    #[error(
        "this account may not use {}: run penpawn as root or as the account that runs `penpawn serve`, or set data_folder \
         in the settings to a folder of this account's",
        .path.display()
    )]
    Forbidden {
        /// The file or folder that is closed.
        path: PathBuf,
    },
    /// The server runs, but its database could not be made.
    #[error("cannot create the database in the private Postgres")]
    Database(#[from] sqlx::Error),
}

pub(super) fn in_file(path: &Path) -> impl FnOnce(io::Error) -> PrivateError {
    move |source| {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::PermissionDenied => PrivateError::Forbidden { path },
            _ => PrivateError::File { path, source },
        }
    }
}
