//! Files and folders opened where others may write: never through a link, and looked at only when they are open.
//!
//! Who runs as root among the files of another account would otherwise be led elsewhere by a link that is put there between
//! a look and the opening.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

/// Opens a file that nobody else may have made something else of: no link, no folder, no pipe, and under this name alone.
///
/// # Errors
///
/// Whatever the operating system says; [`io::ErrorKind::InvalidInput`] where it is no plain file.
pub(crate) fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Opening a pipe would wait for who writes into it.
    let file = options
        .custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK)
        .open(path)?;
    let found = file.metadata()?;
    if found.is_file() && found.nlink() <= 1 {
        Ok(file)
    } else {
        Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is no plain file of its own",
        ))
    }
}

/// Makes a file that is not there yet. A link of that name counts as there.
///
/// # Errors
///
/// Whatever the operating system says.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .custom_flags(libc::O_NOFOLLOW)
        .open(path)
}

/// Opens a folder, to look at it and to change its owner and mode; a link to one is none.
///
/// # Errors
///
/// Whatever the operating system says.
pub(crate) fn open_folder(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NOFOLLOW | libc::O_DIRECTORY)
        .open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    #[test]
    fn nothing_is_opened_through_a_link() {
        let folder = std::env::temp_dir().join(format!("penpawn-plain-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("inner")).unwrap();
        let at = |name: &str| folder.join(name);
        fs::write(at("victim"), "secret").unwrap();
        fs::write(at("own"), "mine").unwrap();
        symlink(at("victim"), at("link")).unwrap();
        symlink(at("nowhere"), at("dangling")).unwrap();
        symlink(at("inner"), at("folder link")).unwrap();
        fs::hard_link(at("victim"), at("second name")).unwrap();
        assert!(
            Command::new("mkfifo")
                .arg(at("pipe"))
                .status()
                .unwrap()
                .success()
        );
        for name in [
            "link",
            "dangling",
            "second name",
            "inner",
            "pipe",
            "folder link",
        ] {
            let mut options = OpenOptions::new();
            let opened = open(
                &at(name),
                options
                    .read(true)
                    .write(name == "dangling")
                    .create(name == "dangling"),
            );
            assert!(opened.is_err(), "{name}");
            assert!(create(&at(name)).is_err(), "{name}");
        }
        assert!(open(&at("own"), OpenOptions::new().read(true)).is_ok());
        assert!(create(&at("own")).is_err());
        assert!(create(&at("new")).is_ok());
        assert!(open_folder(&at("inner")).is_ok());
        for name in ["folder link", "link", "own"] {
            assert!(open_folder(&at(name)).is_err(), "{name}");
        }
        assert!(!at("nowhere").exists());
        assert_eq!(fs::read_to_string(at("victim")).unwrap(), "secret");
        fs::remove_dir_all(&folder).unwrap();
    }
}
