//! What lies beside a backup: by what it is known to be whole, and how much is in it.

use crate::cli::terminal::{counted, instant};
use crate::db::MIGRATIONS;
use crate::db::backup::Contents;
use crate::whole_file::{create_secret, with_ending};
use anyhow::{Context, bail};
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The file beside a backup, as JSON.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Manifest {
    /// When it was made, by the database's clock (RFC 3339).
    pub(super) made_at: String,
    /// The program that made it.
    pub(super) penpawn: String,
    /// The newest migration in it.
    pub(super) schema: i64,
    /// Octets of the backup.
    pub(super) octets: u64,
    /// SHA-256 of the backup, in hexadecimal digits.
    pub(super) sha256: String,
    pub(super) players: i64,
    pub(super) games: i64,
    pub(super) events: i64,
    pub(super) mails: i64,
    pub(super) letters: i64,
}

/// The newest migration that this program knows.
pub(super) fn newest_schema() -> i64 {
    let versions = MIGRATIONS.iter().map(|migration| migration.version);
    versions.max().unwrap_or_default()
}

/// Where it lies.
pub(super) fn beside(backup: &Path) -> PathBuf {
    with_ending(backup, "json")
}

impl Manifest {
    /// Of a file that holds this.
    pub(super) fn of(file: &Path, contents: &Contents) -> anyhow::Result<Manifest> {
        let (octets, sha256) = digest(file)?;
        Ok(Manifest {
            made_at: instant(contents.at),
            penpawn: env!("CARGO_PKG_VERSION").to_owned(),
            // A backup is made only of tables that are those of this program.
            schema: newest_schema(),
            octets,
            sha256,
            players: contents.players,
            games: contents.games,
            events: contents.events,
            mails: contents.mails,
            letters: contents.letters,
        })
    }

    pub(super) fn write(&self, path: &Path) -> anyhow::Result<()> {
        let cannot = || format!("{} cannot be written", path.display());
        let mut file = create_secret(path).with_context(cannot)?;
        let text = serde_json::to_string_pretty(self)? + "\n";
        file.write_all(text.as_bytes()).with_context(cannot)?;
        file.sync_all().with_context(cannot)
    }

    /// That of a backup; `None` where there is none beside it. The backup is read whole, and is what it says.
    pub(super) fn checked(backup: &Path) -> anyhow::Result<Option<Manifest>> {
        let path = beside(backup);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(fault) if fault.kind() == ErrorKind::NotFound => return Ok(None),
            Err(fault) => {
                return Err(fault).with_context(|| format!("{} cannot be read", path.display()));
            }
        };
        let manifest: Manifest = serde_json::from_str(&text)
            .with_context(|| format!("{} cannot be understood", path.display()))?;
        let (octets, sha256) = digest(backup)?;
        if (octets, &sha256) != (manifest.octets, &manifest.sha256) {
            bail!(
                "{} is not what {} says: {octets} octets and SHA-256 {sha256}, not {} and {}. It is damaged; take another one",
                backup.display(),
                path.display(),
                manifest.octets,
                manifest.sha256
            );
        }
        Ok(Some(manifest))
    }

    pub(super) fn words(&self) -> String {
        format!(
            "{}, {} with {}, {} and {}, as of {}; {} KiB",
            counted(self.players, "player"),
            counted(self.games, "game"),
            counted(self.events, "event"),
            counted(self.mails, "mail"),
            counted(self.letters, "letter"),
            self.made_at,
            self.octets.div_ceil(1024)
        )
    }

    /// Whether a database holds as much.
    pub(super) fn counts(&self, found: &Contents) -> bool {
        (
            self.players,
            self.games,
            self.events,
            self.mails,
            self.letters,
        ) == (
            found.players,
            found.games,
            found.events,
            found.mails,
            found.letters,
        )
    }
}

/// Octets and SHA-256 of a file.
fn digest(path: &Path) -> anyhow::Result<(u64, String)> {
    let cannot = || format!("{} cannot be read", path.display());
    let mut file = File::open(path).with_context(cannot)?;
    let (mut octets, mut sha256) = (0, Sha256::new());
    let mut portion = vec![0; 64 * 1024];
    loop {
        let read = file.read(&mut portion).with_context(cannot)?;
        let Some(portion) = portion.get(..read).filter(|portion| !portion.is_empty()) else {
            return Ok((octets, HEXLOWER.encode(&sha256.finalize())));
        };
        octets += u64::try_from(read)?;
        sha256.update(portion);
    }
}
