//! What root can get at, and the account of the daemon cannot.

use crate::private_postgres::{OfDaemon, of_daemon};
use crate::settings::Settings;
use anyhow::Context;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Permission bits of one class: of the owner, the group, or all others.
const READ: u32 = 0o4;
const ENTER: u32 = 0o1;
pub(super) const WRITE_AND_ENTER: u32 = 0o3;

/// As whom config/penpawn.service runs it.
const SERVICE: &str = "penpawn";

/// The account as which the daemon runs, where we are root and it is another one.
pub(in crate::cli) struct DaemonAccount {
    user: u32,
    group: u32,
    /// Its name, or that it has none.
    pub(in crate::cli) who: String,
}

impl DaemonAccount {
    /// That of the service, by its unit and the package: with a data folder of somebody else's root may serve itself.
    ///
    /// # Errors
    ///
    /// When our own account cannot be told.
    pub(in crate::cli) fn of_service(settings: &Settings) -> anyhow::Result<Option<DaemonAccount>> {
        let other = DaemonAccount::other(settings)?;
        Ok(other.filter(|account| account.who == SERVICE))
    }

    /// # Errors
    ///
    /// When our own account cannot be told.
    pub(super) fn other(settings: &Settings) -> anyhow::Result<Option<DaemonAccount>> {
        let account = of_daemon(&settings.data_folder()).context("which account this is")?;
        let OfDaemon::Other { user, group, named } = account else {
            return Ok(None);
        };
        let who = named.map_or_else(|| format!("the account {user}"), |(name, _)| name);
        Ok(Some(DaemonAccount { user, group, who }))
    }

    /// Whether it has these rights to a file or folder.
    pub(super) fn may(&self, path: &Path, bits: u32) -> bool {
        std::fs::metadata(path).is_ok_and(|found| {
            let mode = match (found.uid() == self.user, found.gid() == self.group) {
                (true, _) => found.mode() >> 6,
                (false, true) => found.mode() >> 3,
                (false, false) => found.mode(),
            };
            mode & bits == bits
        })
    }

    /// Whether it gets to a file, and may read it. One that is not there is nobody's to read, and told of elsewhere.
    pub(in crate::cli) fn reads(&self, file: &Path) -> bool {
        let Ok(file) = file.canonicalize() else {
            return true;
        };
        let mut folders = file.ancestors().skip(1);
        folders.all(|folder| self.may(folder, ENTER)) && self.may(&file, READ)
    }
}

#[cfg(test)]
mod tests {
    use super::DaemonAccount;
    use std::fs;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    #[test]
    fn a_file_is_read_by_its_owner_its_group_or_all_others() {
        let folder = std::env::temp_dir().join(format!("penpawn-account-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        let file = folder.join("password");
        fs::write(&file, "secret").unwrap();
        let found = fs::metadata(&file).unwrap();
        let account = |user, group| DaemonAccount {
            user,
            group,
            who: "penpawn".to_owned(),
        };
        let others = (found.uid() + 1, found.gid() + 1);
        for (mode, owner, group, other) in [
            (0o600, true, false, false),
            (0o640, true, true, false),
            (0o644, true, true, true),
        ] {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(
                account(found.uid(), others.1).reads(&file),
                owner,
                "{mode:o}"
            );
            assert_eq!(
                account(others.0, found.gid()).reads(&file),
                group,
                "{mode:o}"
            );
            assert_eq!(account(others.0, others.1).reads(&file), other, "{mode:o}");
        }
        // A folder above it is closed.
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).unwrap();
        assert!(!account(others.0, others.1).reads(&file));
        fs::remove_dir_all(&folder).unwrap();
    }
}
