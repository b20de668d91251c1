//! `penpawn backup`: a copy of the database in a file, checked before it is called one.

pub(super) mod manifest;
pub(super) mod restore;

use super::client::Client;
use super::store::{As, Store};
use super::terminal::print;
use crate::db::backup::{self, Contents};
use crate::settings::Settings;
use crate::whole_file::{self, with_ending};
use anyhow::{Context, bail};
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use clap::Args;
use manifest::{Manifest, beside};
use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::process::Command;

/// How a backup in a folder is named, by strftime(3).
const NAME: &str = "penpawn-%Y%m%dT%H%M%SZ.backup";

#[derive(Debug, Args)]
pub(super) struct Backup {
    /// The file to make; or a folder, in which it is named by the instant: penpawn-20261125T031500Z.backup
    file: PathBuf,
    /// In a folder: how many are kept; the oldest go when the new one is whole
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    keep: Option<u32>,
}

/// Makes a backup, and says what is in it.
pub(super) async fn run(settings: &Settings, wanted: &Backup) -> anyhow::Result<()> {
    let store = Store::open_as(settings, As::Owner).await?;
    let outcome = make(&store, settings, wanted).await;
    store.close().await.and(outcome)
}

async fn make(store: &Store, settings: &Settings, wanted: &Backup) -> anyhow::Result<()> {
    if wanted.keep.is_some() {
        make_folder(&wanted.file)?;
    }
    let folder = wanted.file.is_dir();
    let file = if folder {
        wanted.file.join(named_by(Utc::now()))
    } else {
        wanted.file.clone()
    };
    for new in [&file, &beside(&file)] {
        // A link counts as well, wherever it leads.
        if new.symlink_metadata().is_ok() {
            let new = new.display();
            bail!("{new} is there already; nothing is written over");
        }
    }
    let client = Client::of(store, settings, As::Owner).await?;
    let unfinished = with_ending(&file, "unfinished");
    let outcome = write(store, &client, &unfinished, &file).await;
    if outcome.is_err() {
        // Why it is not whole is the reason to tell.
        let _ = fs::remove_file(&unfinished);
    }
    let manifest = outcome?;
    print(&format!(
        "{} is whole: {}.\n",
        file.display(),
        manifest.words()
    ))?;
    match (wanted.keep, folder) {
        (Some(keep), true) => remove_oldest(&wanted.file, &file, usize::try_from(keep)?),
        _ => Ok(()),
    }
}

/// The folder in which backups are kept, for nobody else to read.
fn make_folder(folder: &Path) -> anyhow::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if folder.exists() {
        bail!("--keep is for a folder, and {} is none", folder.display());
    }
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .with_context(|| format!("the folder {} cannot be made", folder.display()))
}

/// Dumps into a file of another name, reads it back, and puts it in place: after a crash at any moment there is a whole
/// backup or none.
async fn write(
    store: &Store,
    client: &Client,
    unfinished: &Path,
    file: &Path,
) -> anyhow::Result<Manifest> {
    // What a run before us left when it was cut off.
    let _ = fs::remove_file(unfinished);
    let contents = dump(store, client, unfinished).await?;
    let manifest = Manifest::of(unfinished, &contents)?;
    manifest.write(&beside(file))?;
    whole_file::put_in_place(unfinished, file)
        .with_context(|| format!("{} cannot be written", unfinished.display()))?;
    Ok(manifest)
}

/// Dumps the database into a file that is not there yet, and reads that to its end. Returns what is in it.
pub(super) async fn dump(store: &Store, client: &Client, file: &Path) -> anyhow::Result<Contents> {
    let cannot = || format!("{} cannot be written", file.display());
    // In it are mails, addresses and the keys of the tokens.
    let target = whole_file::create_secret(file).with_context(cannot)?;
    let into = target.try_clone().with_context(cannot)?;
    let (contents, ()) = backup::in_one_sight(&store.pool, async |sight| {
        let mut dump = client.command("pg_dump");
        dump.args(["--format=custom", "--no-password", "--snapshot", sight])
            .stdout(Stdio::from(into));
        succeed("pg_dump", &mut dump).await
    })
    .await?;
    // A dump that cannot be read to its end is no backup.
    let mut read = client.command("pg_restore");
    read.args(["--file", "/dev/null"]).arg(file);
    succeed("pg_restore", &mut read).await?;
    target.sync_all().with_context(cannot)?;
    Ok(contents)
}

/// Runs a program of Postgres to its end.
///
/// # Errors
///
/// With its own words, when it fails.
pub(super) async fn succeed(name: &str, command: &mut Command) -> anyhow::Result<()> {
    let child = command
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("{name} cannot be run"))?;
    let output = child.wait_with_output().await?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("{name} failed, {}: {}", output.status, said.trim());
    }
    Ok(())
}

/// Removes the oldest of those that were named by their instants; what has another name is not ours to remove, and the new
/// one stays whatever the clock says.
fn remove_oldest(folder: &Path, new: &Path, keep: usize) -> anyhow::Result<()> {
    let cannot = || format!("{} cannot be read", folder.display());
    let mut backups = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let entry = entry.with_context(cannot)?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.strip_suffix(".unfinished").is_some_and(was_given_up) {
            // Left by a run that was killed, with all that is in the database.
            let _ = fs::remove_file(entry.path());
        }
        let made_at = instant_of(&name);
        if let Some(made_at) = made_at
            && entry.path() != new
            && entry.file_type().with_context(cannot)?.is_file()
        {
            backups.push((made_at, entry.path()));
        }
    }
    backups.sort();
    for (_, old) in backups.iter().rev().skip(keep - 1) {
        fs::remove_file(old).with_context(|| format!("{} cannot be removed", old.display()))?;
        let _ = fs::remove_file(beside(old));
        print(&format!("{} is removed.\n", old.display()))?;
    }
    Ok(())
}

/// Whether a backup of this name was begun so long ago that nobody works on it any more.
fn was_given_up(name: &str) -> bool {
    let begun = instant_of(name);
    begun.is_some_and(|begun| Utc::now().naive_utc() - begun > TimeDelta::days(2))
}

/// The name of a backup that is made in a folder at this instant.
fn named_by(instant: DateTime<Utc>) -> String {
    instant.format(NAME).to_string()
}

/// When a backup was made that has such a name.
fn instant_of(name: &str) -> Option<NaiveDateTime> {
    let instant = NaiveDateTime::parse_from_str(name, NAME).ok()?;
    // What is read is more than what is written: spaces, fewer digits.
    (named_by(instant.and_utc()) == name).then_some(instant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_backup_would_be_named_is_one() {
        let name = "penpawn-20261125T031500Z.backup";
        let instant = instant_of(name).unwrap();
        assert_eq!(named_by(instant.and_utc()), name);
        assert!(was_given_up("penpawn-20200101T000000Z.backup"));
        assert!(!was_given_up(&named_by(Utc::now())));
        for other in [
            "penpawn-before-upgrade.backup",
            "penpawn-2020-handmade.backup",
            "penpawn-20261125T031500Z.backup.json",
            "penpawn-20261125T031500Z.backup.unfinished",
            "penpawn-20261325T031500Z.backup",
            "penpawn- 0261125T031500Z.backup",
            "my-penpawn-20261125T031500Z.backup",
        ] {
            assert_eq!(instant_of(other), None, "{other}");
        }
    }
}
