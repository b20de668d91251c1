//! Who runs the server: Postgres refuses root.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, fchown};
use std::path::Path;

use tokio::net::UnixStream;
use tokio::process::Command;

use super::cluster::has_cluster;
use super::error::{PrivateError, in_file};

/// The account that runs the server and owns its files.
#[derive(Debug, Clone)]
pub(super) struct Account {
    name: String,
    /// User and group, when we are root and must become somebody else; `None` when we are that
    /// account.
    become_: Option<(u32, u32)>,
}

impl Account {
    /// Ourselves; or, if we are root: the owner of the server's folder, or of the data folder, or
    /// `postgres`, or `nobody`.
    pub(super) fn choose(data_folder: &Path, folder: &Path) -> Result<Account, PrivateError> {
        let ourselves = user_id().map_err(in_file(data_folder))?;
        if ourselves != 0 {
            return Ok(Account {
                name: ourselves.to_string(),
                become_: None,
            });
        }
        let owner_of = |path: &Path| {
            let found = fs::metadata(path).ok()?;
            (found.uid() != 0).then(|| (found.uid().to_string(), found.uid(), found.gid()))
        };
        let accounts = fs::read_to_string("/etc/passwd").unwrap_or_default();
        owner_of(folder)
            .or_else(|| owner_of(data_folder))
            .or_else(|| find(&accounts, "postgres"))
            .or_else(|| find(&accounts, "nobody"))
            .map(|(name, user, group)| Account {
                name,
                become_: Some((user, group)),
            })
            .ok_or(PrivateError::Account)
    }

    /// A command that will run as this account.
    pub(super) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        // Our own folder may be closed to the account, and variables such as PGDATA are about
        // another server.
        command.current_dir("/").env_clear().env("LC_ALL", "C");
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        if let Some((user, group)) = self.become_ {
            command.uid(user).gid(group);
        }
        command
    }

    /// Makes a file or folder that we have opened, at this path, the account's own.
    pub(super) fn give(&self, opened: &File, path: &Path) -> Result<(), PrivateError> {
        match self.become_ {
            // What is open, and not what may stand there by now: the account owns the folder around it.
            Some((user, group)) => fchown(opened, Some(user), Some(group)).map_err(in_file(path)),
            None => Ok(()),
        }
    }

    /// Checks that the account may enter every folder above `folder`, because Postgres itself says
    /// it badly.
    pub(super) fn check_way_to(&self, folder: &Path) -> Result<(), PrivateError> {
        let Some((user, group)) = self.become_ else {
            return Ok(());
        };
        for above in folder.ancestors().skip(1) {
            let found = fs::metadata(above).map_err(in_file(above))?;
            let enter = if found.uid() == user {
                0o100
            } else if found.gid() == group {
                0o010
            } else {
                0o001
            };
            if found.mode() & enter == 0 {
                return Err(PrivateError::Locked {
                    account: self.name.clone(),
                    folder: above.to_owned(),
                });
            }
        }
        Ok(())
    }
}

/// As which account the daemon of a data folder runs, as far as its files tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfDaemon {
    /// As ours, or we are none who could become another one.
    Ours,
    /// As this one; we are root.
    Other {
        /// Its number.
        user: u32,
        /// The number of its group.
        group: u32,
        /// Its name and its home folder, where it has them.
        named: Option<(String, String)>,
    },
    /// We are root, and the files do not tell.
    Unknown,
}

/// As which account the daemon of this data folder runs: the one that owns it. One that belongs to root tells it only when
/// the daemon has made a server of its own in it.
///
/// # Errors
/// When our own account cannot be told.
pub fn of_daemon(data_folder: &Path) -> std::io::Result<OfDaemon> {
    if user_id()? != 0 {
        return Ok(OfDaemon::Ours);
    }
    Ok(match fs::metadata(data_folder) {
        Ok(found) if found.uid() != 0 => {
            let accounts = fs::read_to_string("/etc/passwd").unwrap_or_default();
            let (group, named) = match of_user(&accounts, found.uid()) {
                Some((group, named)) => (group, Some(named)),
                None => (found.gid(), None),
            };
            OfDaemon::Other {
                user: found.uid(),
                group,
                named,
            }
        }
        Ok(_) if matches!(has_cluster(data_folder), Ok(true)) => OfDaemon::Ours,
        Ok(_) | Err(_) => OfDaemon::Unknown,
    })
}

/// Group, and name and home folder, of the account with this number in the text of `/etc/passwd`.
fn of_user(accounts: &str, user: u32) -> Option<(u32, (String, String))> {
    let mut entries = accounts.lines().filter_map(Entry::read);
    let found = entries.find(|entry| entry.user == user)?;
    Some((found.group, (found.name.to_owned(), found.home?.to_owned())))
}

/// Our effective user id, without unsafe code: the other end of a pair of sockets is ours as well.
fn user_id() -> std::io::Result<u32> {
    let (one, _other) = UnixStream::pair()?;
    Ok(one.peer_cred()?.uid())
}

/// Name, user and group of an account in the text of `/etc/passwd`; never root.
fn find(accounts: &str, name: &str) -> Option<(String, u32, u32)> {
    let mut entries = accounts.lines().filter_map(Entry::read);
    let found = entries.find(|entry| entry.name == name && entry.user != 0)?;
    Some((found.name.to_owned(), found.user, found.group))
}

/// A line of `/etc/passwd` (passwd(5)).
struct Entry<'a> {
    name: &'a str,
    user: u32,
    group: u32,
    home: Option<&'a str>,
}

impl<'a> Entry<'a> {
    fn read(line: &'a str) -> Option<Entry<'a>> {
        let mut fields = line.split(':');
        Some(Entry {
            name: fields.next()?,
            user: fields.nth(1)?.parse().ok()?,
            group: fields.next()?.parse().ok()?,
            home: fields.nth(1),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_found_by_its_whole_name_and_root_never() {
        let accounts = "root:x:0:0:root:/root:/bin/bash\n\
                        postgres2:x:7:7::/:/bin/sh\n\
                        postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash\n\
                        broken\n";
        assert_eq!(
            find(accounts, "postgres"),
            Some(("postgres".to_owned(), 101, 104))
        );
        assert_eq!(find(accounts, "root"), None);
        let home = "/var/lib/postgresql".to_owned();
        assert_eq!(
            of_user(accounts, 101),
            Some((104, ("postgres".to_owned(), home)))
        );
        assert_eq!(of_user(accounts, 5), None);
        assert_eq!(find(accounts, "broken"), None);
        assert_eq!(find(accounts, "nobody"), None);
    }
}
