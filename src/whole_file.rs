//! Files that are written under another name first, and put in place when they are whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// `games.pgn.part` for `games.pgn` and `part`.
pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// Makes room for a file: what an earlier run left, or somebody has put there. A link would lead elsewhere.
pub(crate) fn clear(unfinished: &Path) -> io::Result<()> {
    unless_missing(fs::remove_file(unfinished))
}

/// Success as well where the file is not there.
pub(crate) fn unless_missing(outcome: io::Result<()>) -> io::Result<()> {
    match outcome {
        Err(fault) if fault.kind() != ErrorKind::NotFound => Err(fault),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Makes a file that is for nobody else to read.
pub(crate) fn create_secret(unfinished: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(unfinished)
}

/// The folder in which a file lies.
pub(crate) fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().filter(|it| !it.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Gives a file its name, also after a crash. What is in it was written to the disk before.
pub(crate) fn put_in_place(unfinished: &Path, file: &Path) -> io::Result<()> {
    fs::rename(unfinished, file)?;
    File::open(folder_of(file))?.sync_all()
}
