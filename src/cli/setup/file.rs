//! The settings file: the commented default, with what was answered in its place.

use crate::settings::{DEFAULT, Settings};
use crate::whole_file::{
    clear, create_secret, folder_of, put_in_place, unless_missing, with_ending,
};
use anyhow::{Context, bail};
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{PermissionsExt, fchown};
use std::path::{Path, PathBuf};
use toml::Value;

/// The default file with these values, by table and key, in the place of its own. Its comments stay.
///
/// # Errors
///
/// When it has no such key, which would be a fault of ours.
pub(super) fn with_values<T: AsRef<str>>(
    default: &str,
    values: &[(T, T, Value)],
) -> anyhow::Result<String> {
    let mut lines: Vec<String> = default.lines().map(str::to_owned).collect();
    for (table, key, value) in values {
        let (table, key) = (table.as_ref(), key.as_ref());
        let mut inside = table.is_empty();
        let place = lines.iter_mut().find(|line| {
            if line.starts_with('[') {
                inside = **line == format!("[{table}]");
            }
            inside && line.starts_with(&format!("{key} = "))
        });
        match place {
            Some(line) => *line = format!("{key} = {value}"),
            None => bail!("there is no setting {table}.{key}"),
        }
    }
    Ok(lines.join("\n") + "\n")
}

/// What of these settings is not as in the default file, by table and key, and was not answered: the environment sets it, and a
/// service has another one. The owner of the tables is given to `penpawn migrate` alone.
pub(super) fn set_elsewhere(
    settings: &Settings,
    answered: &[(&str, &str, Value)],
) -> anyhow::Result<Vec<(String, String, Value)>> {
    let default = by_key(DEFAULT.parse()?);
    let mut set = by_key(toml::Table::try_from(settings)?);
    set.retain(|one| {
        let (table, key, _) = one;
        let is_answered = answered
            .iter()
            .any(|(other, name, _)| (*other, *name) == (table, key));
        let is_owner = (table.as_str(), key.as_str()) == ("database", "owner_url");
        !default.contains(one) && !is_answered && !is_owner
    });
    Ok(set)
}

/// Each value with its table, none at the top, and its key.
fn by_key(tables: toml::Table) -> Vec<(String, String, Value)> {
    let mut values = Vec::new();
    for (name, value) in tables {
        match value {
            Value::Table(keys) => {
                values.extend(
                    keys.into_iter()
                        .map(|(key, value)| (name.clone(), key, value)),
                );
            }
            value => values.push((String::new(), name, value)),
        }
    }
    values
}

/// Whether nobody has written anything in it: so a package brings it.
pub(super) fn is_default(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|text| text == DEFAULT)
}

/// Writes a file that holds what is not everybody's, whole or not at all. What somebody has written there is kept beside it.
pub(super) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    write_whole(path, text).with_context(|| format!("{} cannot be written", path.display()))
}

fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    let new = with_ending(path, "new");
    clear(&new)?;
    let mut file = create_secret(&new)?;
    file.write_all(text.as_bytes())?;
    let_the_daemon_read(&file)?;
    file.sync_all()?;
    if !is_default(path) {
        unless_missing(fs::rename(path, free_name(path)))?;
    }
    put_in_place(&new, path)
}

/// `penpawn.toml.old`, or `.old.2` and so on: what was kept before stays.
fn free_name(path: &Path) -> PathBuf {
    let further = (2_u32..).map(|number| format!("old.{number}"));
    let mut endings = std::iter::once("old".to_owned()).chain(further);
    let free = endings.find_map(|ending| {
        let name = with_ending(path, &ending);
        name.symlink_metadata().is_err().then_some(name)
    });
    free.unwrap_or_else(|| with_ending(path, "old"))
}

/// Root writes for the account of the daemon, where there is one: its group may read the file, and nobody else.
fn let_the_daemon_read(file: &File) -> std::io::Result<()> {
    let groups = fs::read_to_string("/etc/group").unwrap_or_default();
    let Some(group) = group_of_daemon(&groups) else {
        return Ok(());
    };
    match fchown(file, None, Some(group)) {
        Ok(()) => file.set_permissions(fs::Permissions::from_mode(0o640)),
        Err(fault) if fault.kind() == ErrorKind::PermissionDenied => Ok(()),
        Err(fault) => Err(fault),
    }
}

/// The number of the group `penpawn`, by group(5).
fn group_of_daemon(groups: &str) -> Option<u32> {
    groups.lines().find_map(|line| {
        let rest = line.strip_prefix("penpawn:")?;
        rest.split(':').nth(1)?.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::{group_of_daemon, with_values};
    use crate::settings::{DEFAULT, Settings};
    use std::path::Path;

    #[test]
    fn the_default_keeps_its_comments_and_each_value_stands_in_its_own_table() {
        let values = [
            ("server", "address", "chess@club.test".into()),
            ("imap", "host", "a \"quoted\" host".into()),
            ("smtp", "port", 587.into()),
        ];
        let text = with_values(DEFAULT, &values).unwrap();
        assert_eq!(text.matches('#').count(), DEFAULT.matches('#').count());
        assert_eq!(text.lines().count(), DEFAULT.lines().count());
        let settings = Settings::from(Some((Path::new("f"), &text))).unwrap();
        assert_eq!(settings.server.address, "chess@club.test");
        assert_eq!(settings.imap.host, "a \"quoted\" host");
        assert_eq!((settings.imap.port, settings.smtp.port), (993, 587));
        assert!(with_values(DEFAULT, &[("imap", "hots", 1.into())]).is_err());
    }

    #[test]
    fn the_group_of_the_daemon_is_found_by_its_whole_name() {
        let groups = "root:x:0:\npenpawn-web:x:998:\npenpawn:x:997:ann\n";
        assert_eq!(group_of_daemon(groups), Some(997));
        assert_eq!(group_of_daemon("root:x:0:penpawn\n"), None);
    }
}
