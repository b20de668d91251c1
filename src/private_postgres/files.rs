//! The folders and files of a server: the account's that runs it, and closed to all others.

use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tokio::time::{Instant, sleep};

use super::account::Account;
use super::connect::PORT;
use super::error::{PrivateError, in_file};
use super::limits::{LOOK_AGAIN, START_LIMIT, STOP_LIMIT};
use crate::plain_file;

/// A Unix socket's path, with the byte 0 at its end, fits into 108 bytes on Linux and 104 on BSD
/// and macOS.
const LONGEST_SOCKET_PATH: usize = 103;

/// The major version that made a cluster, if there is one.
pub(super) fn made_by(data: &Path) -> Option<u32> {
    let version = fs::read_to_string(data.join("PG_VERSION")).ok()?;
    version.trim().parse().ok()
}

/// The socket lies in the folder itself, unless its path is too long or means something else to
/// Postgres, which separates folders by commas.
pub(super) fn choose_socket_folder(
    folder: &Path,
    account: &Account,
) -> Result<PathBuf, PrivateError> {
    let path = folder.join(format!(".s.PGSQL.{PORT}"));
    let text = path.to_string_lossy();
    if text.len() <= LONGEST_SOCKET_PATH && !text.contains([',', '"', '\n']) {
        return Ok(folder.to_owned());
    }
    for attempt in 0..100 {
        let short = PathBuf::from(format!("/tmp/penpawn-{}-{attempt}", std::process::id()));
        match fs::DirBuilder::new().mode(0o700).create(&short) {
            Ok(()) => {
                let made = plain_file::open_folder(&short).map_err(in_file(&short))?;
                account.give(&made, &short)?;
                return Ok(short);
            }
            // Never one that another user may have put there.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(source) => {
                return Err(PrivateError::File {
                    path: short,
                    source,
                });
            }
        }
    }
    Err(PrivateError::File {
        path: PathBuf::from("/tmp"),
        source: io::Error::new(io::ErrorKind::AlreadyExists, "a hundred folders are taken"),
    })
}

pub(super) fn make_folder(folder: &Path, account: &Account) -> Result<(), PrivateError> {
    match fs::DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => account.give(
            &plain_file::open_folder(folder).map_err(in_file(folder))?,
            folder,
        ),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            // Everybody who gets in is trusted, so nobody else gets in. A link in its place may be anybody's, and lead
            // to a folder of root's.
            let opened = plain_file::open_folder(folder).map_err(in_file(folder))?;
            opened
                .set_permissions(Permissions::from_mode(0o700))
                .map_err(in_file(folder))
        }
        Err(source) => Err(PrivateError::File {
            path: folder.to_owned(),
            source,
        }),
    }
}

/// Waits for our turn to start or stop the server.
pub(super) async fn lock_start(folder: &Path, account: &Account) -> Result<File, PrivateError> {
    let path = folder.join("start.lock");
    let file = open_lock(&path, account)?;
    let limit = START_LIMIT + STOP_LIMIT;
    let deadline = Instant::now() + limit;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(source)) => return Err(PrivateError::File { path, source }),
            Err(TryLockError::WouldBlock) if Instant::now() > deadline => {
                return Err(PrivateError::Late {
                    folder: folder.to_owned(),
                    seconds: limit.as_secs(),
                    reason: "another penpawn is starting or stopping it".to_owned(),
                });
            }
            Err(TryLockError::WouldBlock) => sleep(LOOK_AGAIN).await,
        }
    }
}

pub(super) fn open_lock(path: &Path, account: &Account) -> Result<File, PrivateError> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    open(path, &mut options, account)
}

/// Opens or makes a file of the account's.
pub(super) fn open(
    path: &Path,
    options: &mut OpenOptions,
    account: &Account,
) -> Result<File, PrivateError> {
    // We may be root here, and the folder is another account's: its links must not lead us elsewhere, neither one that is
    // there nor one that comes while we look.
    let options = options.mode(0o600);
    let file = match plain_file::open(path, options) {
        Err(_) if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) => {
            fs::remove_file(path).map_err(in_file(path))?;
            plain_file::open(path, options)
        }
        opened => opened,
    }
    .map_err(in_file(path))?;
    account.give(&file, path)?;
    Ok(file)
}
