//! Postgres's programs on this machine.

use std::fs;
use std::path::{Path, PathBuf};

use tokio::process::Command;

use super::error::PrivateError;

/// Programs of one version.
#[derive(Debug, Clone)]
pub(super) struct Programs {
    pub(super) initdb: PathBuf,
    pub(super) postgres: PathBuf,
    pub(super) pg_ctl: PathBuf,
    major: u32,
}

impl Programs {
    /// The newest on this machine; or those of one major version, because data made by another
    /// cannot be read.
    pub(super) async fn find(major: Option<u32>) -> Result<Programs, PrivateError> {
        let mut found: Vec<Programs> = Vec::new();
        for folder in folders() {
            if let Some(programs) = Programs::in_folder(&folder).await {
                found.push(programs);
            }
        }
        found.sort_by_key(|programs| programs.major);
        let versions: Vec<String> = found.iter().map(|it| it.major.to_string()).collect();
        let right = found
            .into_iter()
            .rev()
            .find(|programs| major.is_none_or(|major| programs.major == major));
        right.ok_or_else(|| PrivateError::Programs(advice(major, &versions)))
    }

    /// Their major version.
    pub(super) fn major(&self) -> u32 {
        self.major
    }

    async fn in_folder(folder: &Path) -> Option<Programs> {
        let [initdb, postgres, pg_ctl] =
            ["initdb", "postgres", "pg_ctl"].map(|name| folder.join(name));
        if ![&initdb, &postgres, &pg_ctl]
            .iter()
            .all(|program| program.is_file())
        {
            return None;
        }
        let output = Command::new(&postgres)
            .arg("--version")
            .output()
            .await
            .ok()?;
        let major = read_major(&String::from_utf8_lossy(&output.stdout))?;
        Some(Programs {
            initdb,
            postgres,
            pg_ctl,
            major,
        })
    }
}

/// The folder of psql, pg_dump and pg_restore of this version; of a newer one where that is all there is, since an older
/// pg_dump refuses.
pub(super) async fn client_folder(major: u32) -> Result<PathBuf, PrivateError> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found: Vec<(u32, PathBuf)> = Vec::new();
    for folder in folders().into_iter().chain(std::env::split_paths(&path)) {
        let all = ["psql", "pg_dump", "pg_restore"].map(|name| folder.join(name));
        if !all.iter().all(|program| program.is_file()) {
            continue;
        }
        let [_, dump, _] = &all;
        let output = Command::new(dump).arg("--version").output().await;
        let version = output
            .ok()
            .and_then(|output| read_major(&String::from_utf8_lossy(&output.stdout)));
        if let Some(version) = version.filter(|version| *version >= major) {
            found.push((version, folder));
        }
    }
    let nearest = found.into_iter().min_by_key(|(version, _)| *version);
    nearest.map(|(_, folder)| folder).ok_or_else(|| {
        PrivateError::Programs(format!(
            "psql, pg_dump and pg_restore of Postgres {major} or newer are not on this machine: install them (Debian and \
             Ubuntu: apt-get install postgresql-client-{major})"
        ))
    })
}

/// Where distributions put them, then the PATH.
fn folders() -> Vec<PathBuf> {
    // Debian and Ubuntu; Alpine; Red Hat's and PostgreSQL's own packages; Homebrew on both kinds of
    // Mac.
    let mut folders = Vec::new();
    for (parent, beginning, rest) in [
        ("/usr/lib/postgresql", "", "bin"),
        ("/usr/libexec", "postgresql", ""),
        ("/usr", "pgsql-", "bin"),
        ("/opt/homebrew/opt", "postgresql@", "bin"),
        ("/usr/local/opt", "postgresql@", "bin"),
    ] {
        for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(beginning) {
                folders.push(entry.path().join(rest));
            }
        }
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    for folder in std::env::split_paths(&path) {
        // initdb looks for postgres beside itself, but a link in the PATH may be a lone one.
        if let Ok(initdb) = folder.join("initdb").canonicalize()
            && let Some(folder) = initdb.parent()
        {
            folders.push(folder.to_owned());
        }
    }
    folders.sort();
    folders.dedup();
    folders
}

/// 15 in "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)", 18 in "postgres (PostgreSQL)
/// 18beta1".
fn read_major(said: &str) -> Option<u32> {
    let (_, version) = said.split_once("(PostgreSQL) ")?;
    let end = version
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(version.len());
    version.get(..end)?.parse().ok()
}

/// What the administrator can do.
fn advice(major: Option<u32>, versions: &[String]) -> String {
    match major {
        None => "Postgres is not on this machine: install it (Debian and Ubuntu: apt-get install postgresql), \
                 or set the address of a database elsewhere"
            .to_owned(),
        Some(major) if versions.is_empty() => format!(
            "the data were made by Postgres {major}, which is not on this machine any more: install it \
             (Debian and Ubuntu: apt-get install postgresql-{major})"
        ),
        Some(major) => format!(
            "the data were made by Postgres {major}, but this machine has only version {}: install the package \
             postgresql-{major} too, or move the data with pg_dump",
            versions.join(" and ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read_from_what_postgres_says() {
        for (said, major) in [
            (
                "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n",
                Some(15),
            ),
            ("postgres (PostgreSQL) 18beta1\n", Some(18)),
            ("postgres (PostgreSQL) 9.6.24\n", Some(9)),
            ("bash: no such thing\n", None),
        ] {
            assert_eq!(read_major(said), major, "{said}");
        }
    }

    #[test]
    fn a_missing_program_is_named_by_its_package() {
        assert!(advice(None, &[]).contains("apt-get install postgresql)"));
        assert!(advice(Some(14), &[]).contains("postgresql-14"));
        let other = advice(Some(14), &["15".to_owned(), "17".to_owned()]);
        assert!(other.contains("postgresql-14") && other.contains("15 and 17"));
    }
}
