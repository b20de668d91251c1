//! The file of a refresh token. Some servers replace the token at each use, and the one before is good no longer, so that a
//! new one is written whole or not at all, and no two processes show the same one.

use crate::whole_file::{clear, create_secret, folder_of, put_in_place, with_ending};
use secrecy::{ExposeSecret, SecretString};
use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::time::{Instant, sleep};
use tracing::info;

/// How often it is looked whether another process is done.
const LOOK: Duration = Duration::from_millis(50);

/// A refresh token that came and could not be written.
#[derive(Debug)]
pub(super) struct Unsaved {
    /// The one that stands in the file.
    pub(super) instead_of: SecretString,
    pub(super) token: SecretString,
}

/// The right to use a refresh token, as long as this lives.
pub(super) struct Turn(#[expect(dead_code, reason = "its lock ends with it")] File);

/// Waits until no other process uses the token in this file, but no longer than this; then, and where nothing can be locked,
/// it is used without. What is locked is the folder: the file is another one after each writing.
pub(super) async fn turn(file: &Path, limit: Duration) -> Option<Turn> {
    let folder = File::open(folder_of(&file.canonicalize().ok()?)).ok()?;
    let until = Instant::now() + limit;
    loop {
        match folder.try_lock() {
            Ok(()) => return Some(Turn(folder)),
            Err(TryLockError::WouldBlock) if Instant::now() < until => sleep(LOOK).await,
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => return None,
        }
    }
}

/// Puts the token in place whose writing was whole when a crash came, before it had its name: the one in the file may be good
/// no longer. Only for who has the turn.
pub(super) fn finish(file: &Path) {
    let Ok(file) = file.canonicalize() else {
        return;
    };
    let new = unfinished(&file);
    // Where that fails, the token in the file is shown, as without it.
    if is_newer(&new, &file).unwrap_or(false) && put_in_place(&new, &file).is_ok() {
        info!(file = %file.display(), "a new refresh token was found beside its file, and put in place");
    }
}

/// Whether a whole token was written after the one in the file, by the same account. Who has consented anew since has written
/// a newer one.
fn is_newer(new: &Path, file: &Path) -> io::Result<bool> {
    let (found, before) = (new.symlink_metadata()?, fs::metadata(file)?);
    let is_ours = found.is_file() && found.uid() == before.uid();
    let is_later = found.modified()? >= before.modified()?;
    Ok(is_ours && is_later && fs::read_to_string(new)?.ends_with('\n'))
}

/// Puts another token into the file, which keeps its owner and its mode. After a crash it holds the one or the other.
///
/// # Errors
///
/// Whatever the operating system says; then it holds what it has held.
pub(super) fn rewrite(file: &Path, token: &SecretString) -> io::Result<()> {
    // A link stays one.
    let file = file.canonicalize()?;
    let new = unfinished(&file);
    clear(&new)?;
    let written = write(&file, &new, token);
    if written.is_err() {
        // It would be in the way of nobody; what it holds should lie nowhere else.
        let _ = fs::remove_file(&new);
    }
    written
}

fn write(file: &Path, new: &Path, token: &SecretString) -> io::Result<()> {
    let before = fs::metadata(file)?;
    let mut opened = create_secret(new)?;
    let ours = opened.metadata()?;
    if (ours.uid(), ours.gid()) != (before.uid(), before.gid()) {
        // Root writes for the account of the daemon.
        fchown(&opened, Some(before.uid()), Some(before.gid()))?;
    }
    opened.set_permissions(Permissions::from_mode(before.mode() & 0o777))?;
    opened.write_all(token.expose_secret().as_bytes())?;
    opened.write_all(b"\n")?;
    opened.sync_all()?;
    put_in_place(new, file)
}

/// Beside it, under a name that a crash leaves behind for the next writing.
fn unfinished(file: &Path) -> PathBuf {
    with_ending(file, "new")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[tokio::test]
    async fn a_token_is_replaced_whole_and_its_file_keeps_its_mode_and_its_links() {
        let name = format!("penpawn-refresh-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let (file, link) = (folder.join("token"), folder.join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        // What a crash has left.
        fs::write(folder.join("token.new"), "half").unwrap();
        rewrite(&link, &"new".to_owned().into()).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new\n");
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o640);
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert!(!folder.join("token.new").exists());
        // Written whole, and not named yet; what was not whole, or is older, is not put in place.
        fs::write(folder.join("token.new"), "newest\n").unwrap();
        finish(&link);
        assert_eq!(fs::read_to_string(&file).unwrap(), "newest\n");
        assert!(link.symlink_metadata().unwrap().is_symlink());
        fs::write(folder.join("token.new"), "hal").unwrap();
        finish(&file);
        let older = File::create(folder.join("token.new")).unwrap();
        (&older).write_all(b"older\n").unwrap();
        older.set_modified(std::time::UNIX_EPOCH).unwrap();
        finish(&file);
        assert_eq!(fs::read_to_string(&file).unwrap(), "newest\n");
        rewrite(&file, &"new".to_owned().into()).unwrap();
        // Somebody else's file in the way.
        fs::create_dir(folder.join("token.new")).unwrap();
        assert!(rewrite(&file, &"newer".to_owned().into()).is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new\n");
        let limit = Duration::from_millis(100);
        let first = turn(&file, limit).await;
        assert!(first.is_some());
        assert!(turn(&link, limit).await.is_none(), "it is in use");
        drop(first);
        assert!(turn(&link, limit).await.is_some());
        fs::remove_dir_all(&folder).unwrap();
    }
}
