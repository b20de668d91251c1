//! `penpawn backup`: a copy of the database in a file, checked before it is called one.

pub(super) mod manifest;
pub(super) mod restore;

use super::client::Client;
use super::store::{As, Store};
use super::terminal::print;
use super::whole_file::{self, with_ending};
use crate::db::backup;
use crate::settings::Settings;
use anyhow::{Context, bail};
use clap::Args;
use manifest::{Manifest, beside};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::process::Command;

/// What stands behind the name of a backup in a folder.
const ENDING: &str = "backup";

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
    let folder = wanted.file.is_dir();
    if wanted.keep.is_some() && !folder {
        bail!(
            "--keep is for a folder, and {} is none",
            wanted.file.display()
        );
    }
    let file = if folder {
        let instant = chrono::Utc::now().format("%Y%m%dT%H%M%SZ");
        wanted.file.join(format!("penpawn-{instant}.{ENDING}"))
    } else {
        wanted.file.clone()
    };
    if file.exists() {
        bail!(
            "{} is there already; nothing is written over",
            file.display()
        );
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
        (Some(keep), true) => remove_oldest(&wanted.file, usize::try_from(keep)?),
        _ => Ok(()),
    }
}

/// Dumps into a file of another name, reads it back, and puts it in place: after a crash at any moment there is a whole
/// backup or none.
async fn write(
    store: &Store,
    client: &Client,
    unfinished: &Path,
    file: &Path,
) -> anyhow::Result<Manifest> {
    let cannot = || format!("{} cannot be written", unfinished.display());
    // What a run before us left when it was cut off.
    let _ = fs::remove_file(unfinished);
    // In it are mails, addresses and the keys of the tokens.
    let target = whole_file::create_secret(unfinished).with_context(cannot)?;
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
    read.args(["--file", "/dev/null"]).arg(unfinished);
    succeed("pg_restore", &mut read).await?;
    target.sync_all().with_context(cannot)?;
    let manifest = Manifest::of(unfinished, &contents)?;
    manifest.write(&beside(file))?;
    whole_file::put_in_place(unfinished, file).with_context(cannot)?;
    Ok(manifest)
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

/// Removes all but the newest; their names are in the order of time.
fn remove_oldest(folder: &Path, keep: usize) -> anyhow::Result<()> {
    let cannot = || format!("{} cannot be read", folder.display());
    let mut backups = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.starts_with("penpawn-") && name.ends_with(".backup")) {
            backups.push(path);
        }
    }
    backups.sort();
    for old in backups.iter().rev().skip(keep) {
        fs::remove_file(old).with_context(|| format!("{} cannot be removed", old.display()))?;
        let _ = fs::remove_file(beside(old));
        print(&format!("{} is removed.\n", old.display()))?;
    }
    Ok(())
}
