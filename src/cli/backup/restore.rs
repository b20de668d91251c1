//! `penpawn restore`: the database as a backup has it, all of it or nothing.

use super::manifest::{Manifest, newest_schema};
use super::succeed;
use crate::cli::client::Client;
use crate::cli::store::{Absent, As, Store, bring_up_to_date};
use crate::cli::terminal::{Consent, counted, harmless, print};
use crate::db::clock_faults::{self, FORGOTTEN, Kind};
use crate::db::secret_links::{self, SecretaryLink};
use crate::db::{self, backup};
use crate::settings::Settings;
use anyhow::{Context, bail};
use clap::Args;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::process::Child;
use tokio::time::{Instant, sleep};

/// A connection that was closed is seen by others for a moment.
const GOING: Duration = Duration::from_secs(3);

#[derive(Debug, Args)]
pub(in crate::cli) struct Restore {
    /// A file that `penpawn backup` made
    file: PathBuf,
    /// Also over a database in which there are players, games or mails: they are gone then, but for what the backup has
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    consent: Consent,
}

/// Puts a backup in the place of what the database holds.
pub(in crate::cli) async fn run(settings: &Settings, wanted: &Restore) -> anyhow::Result<()> {
    let file = &wanted.file;
    let found = std::fs::metadata(file).with_context(|| file.display().to_string())?;
    if !found.is_file() {
        bail!("{} is no file", file.display());
    }
    // Before a database is made for it.
    if !is_dump(file)? {
        bail!("{} is no backup, or is damaged", file.display());
    }
    let manifest = Manifest::checked(file)?;
    if let Some(manifest) = &manifest
        && manifest.schema > newest_schema()
    {
        bail!(
            "{} was made by a newer penpawn, {} with schema version {}: restore it with that one",
            file.display(),
            manifest.penpawn,
            manifest.schema
        );
    }
    let mut store = Store::connect(settings, As::Owner, Absent::Make).await?;
    by_one_connection(&mut store).await?;
    let outcome = replace(&store, settings, wanted, manifest.as_ref()).await;
    store.close().await.and(outcome)
}

/// Whether a file begins as those of pg_dump do in their custom format.
fn is_dump(file: &Path) -> anyhow::Result<bool> {
    let mut begins = [0; DUMP.len()];
    let mut opened = File::open(file).with_context(|| file.display().to_string())?;
    match opened.read_exact(&mut begins) {
        Ok(()) => Ok(begins == *DUMP),
        Err(fault) if fault.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(fault) => Err(fault).with_context(|| file.display().to_string()),
    }
}

const DUMP: &[u8; 5] = b"PGDMP";

/// Works by one connection from here on, so that every other one is somebody else's.
pub(in crate::cli) async fn by_one_connection(store: &mut Store) -> anyhow::Result<()> {
    let options = store.pool.connect_options();
    store.pool.close().await;
    store.pool = db::connect((*options).clone(), 1).await?;
    Ok(())
}

async fn replace(
    store: &Store,
    settings: &Settings,
    wanted: &Restore,
    manifest: Option<&Manifest>,
) -> anyhow::Result<()> {
    let file = &wanted.file;
    let foreign = backup::foreign_tables(&store.pool).await?;
    if !foreign.is_empty() {
        bail!(
            "the database has tables that are not of penpawn, and a restore would drop them: {}. Give penpawn a database \
             of its own in database.url",
            foreign.join(", ")
        );
    }
    let holds_records = backup::holds_records(&store.pool).await?;
    if holds_records && !wanted.replace {
        bail!(
            "there are players, games or mails in the database; to put the backup in their place, say --replace"
        );
    }
    nobody_else(store).await?;
    let client = Client::of(store, settings, As::Owner).await?;
    let mut read = client.command("pg_restore");
    read.args(["--file", "/dev/null"]).arg(file);
    succeed("pg_restore", &mut read)
        .await
        .with_context(|| format!("{} is no backup, or is damaged", file.display()))?;
    if holds_records {
        wanted.consent.to(
            "The games, players and mails in the database will be replaced by those of the backup.",
        )?;
    }
    load(&client, file).await?;
    bring_up_to_date(settings, store).await?;
    // Until what came since is read again nobody loses on time.
    clock_faults::note(&store.pool, Kind::Restore, FORGOTTEN).await?;
    let found = backup::contents(&store.pool).await?;
    if let Some(manifest) = manifest
        && !manifest.counts(&found)
    {
        bail!(
            "the database holds something else than the backup should: {found:?} instead of {}",
            manifest.words()
        );
    }
    say_restored(store, manifest, &found).await
}

/// What the database holds now, and what is to be done next.
async fn say_restored(
    store: &Store,
    manifest: Option<&Manifest>,
    found: &backup::Contents,
) -> anyhow::Result<()> {
    let besides = match manifest {
        Some(manifest) => format!(", as of {}", manifest.made_at),
        None => ". There was no file of its name with .json beside it, so it was not compared with what it should be".to_owned(),
    };
    let links = secret_links::secretary_links(&store.pool).await?;
    print(&format!(
        "Restored: {}, {} with {}{besides}.\n{}\
         Run `penpawn mails reread` now: it does once more what came by mail since then. Until it has ended, or you say \
         `penpawn clocks resume`, no flag falls and no reminder goes out. Then start `penpawn serve`.\n",
        counted(found.players, "player"),
        counted(found.games, "game"),
        counted(found.events, "event"),
        links_in_words(&links)
    ))
}

/// Which links to the page of the running games hold now; those too that were revoked after the copy was made.
fn links_in_words(links: &[SecretaryLink]) -> String {
    if links.is_empty() {
        return String::new();
    }
    let names = links.iter().map(|link| {
        let since = link.since.format("%Y-%m-%d");
        format!("{}, since {since}", harmless(&link.name))
    });
    let names: Vec<String> = names.collect();
    format!(
        "These secret links to the page of the running games hold again, whatever was revoked after the copy was made: {}. Make \
         one void by `penpawn web link revoke` and its name.\n",
        names.join("; ")
    )
}

/// Whoever works on the database while it is replaced would write into one that is gone.
pub(in crate::cli) async fn nobody_else(store: &Store) -> anyhow::Result<()> {
    let began = Instant::now();
    while backup::is_used_by_others(&store.pool).await? {
        if began.elapsed() > GOING {
            bail!(
                "somebody else is connected to the database: stop `penpawn serve` and `penpawn web` on every machine first"
            );
        }
        sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

/// In one transaction: what was there goes only when what comes is whole. Owner and rights are those of here.
pub(in crate::cli) async fn load(client: &Client, file: &Path) -> anyhow::Result<()> {
    let (mut source, mut target) = begin(client, file)?;
    let (mut from, mut into) = match (source.stdout.take(), target.stdin.take()) {
        (Some(from), Some(into)) => (from, into),
        _ => bail!("there is no pipe between pg_restore and psql"),
    };
    let copy = async move {
        into.write_all(backup::MAKE_PLACE.as_bytes()).await?;
        tokio::io::copy(&mut from, &mut into).await?;
        // A dump whose end is missing must not be committed: psql hears of the end only from a reader that came to it.
        anyhow::Ok(into)
    };
    let (copied, source) = tokio::join!(copy, source.wait_with_output());
    let Ok(into) = copied else {
        // Psql has ended before, and its own words say why.
        let output = target.wait_with_output().await?;
        let said = String::from_utf8_lossy(&output.stderr);
        bail!(
            "the backup cannot be loaded, and nothing was changed: {}",
            said.trim()
        );
    };
    let source = source?;
    if !source.status.success() {
        // Before it hears the end: so it ends without a commit.
        target.start_kill()?;
        let said = String::from_utf8_lossy(&source.stderr);
        bail!(
            "pg_restore failed, and nothing was changed: {}",
            said.trim()
        );
    }
    drop(into);
    let output = target.wait_with_output().await?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!(
            "the backup cannot be loaded, and nothing was changed: {}",
            said.trim()
        );
    }
    Ok(())
}

/// Who reads the dump, and who writes it into the database.
fn begin(client: &Client, file: &Path) -> anyhow::Result<(Child, Child)> {
    let source = client
        .command("pg_restore")
        .args(["--no-owner", "--no-privileges", "--file", "-"])
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .context("pg_restore cannot be run")?;
    let target = client
        .command("psql")
        .args([
            "--no-psqlrc",
            "--quiet",
            "--single-transaction",
            "--set=ON_ERROR_STOP=1",
        ])
        .args(["--no-password", "--file", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .context("psql cannot be run")?;
    Ok((source, target))
}
