//! `penpawn postgres upgrade`: the private database in a cluster of a newer major version.

use super::backup::{self, restore};
use super::client::Client;
use super::store::{self, As, Store};
use super::terminal::{counted, print};
use crate::db::backup::{Contents, contents};
use crate::private_postgres::{PrivatePostgres, Versions, put_in_place, versions};
use crate::settings::Settings;
use anyhow::{Context, bail};
use clap::Subcommand;
use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, chown};
use std::path::Path;

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Convert the private database to the newest major version of Postgres on this machine
    ///
    /// With `penpawn serve` stopped, and the server programs of both versions installed (Debian: postgresql-15 and
    /// postgresql-17). All is copied into a new cluster and counted; only then does that one take the place of the old one,
    /// which is kept beside it. Wherever it breaks off, the one or the other is whole and in place.
    Upgrade,
}

pub(super) async fn run(settings: &Settings, verb: Verb) -> anyhow::Result<()> {
    match verb {
        Verb::Upgrade => upgrade(settings).await,
    }
}

async fn upgrade(settings: &Settings) -> anyhow::Result<()> {
    if !settings.database.url.is_empty() {
        bail!(
            "database.url is set, so there is no private Postgres: yours is upgraded as its own manual says"
        );
    }
    let folder = settings.data_folder();
    let Versions { cluster, newest } = versions(&folder).await?;
    if cluster == newest {
        return print(&format!(
            "The private database is of Postgres {cluster}, and no newer one is on this machine.\n"
        ));
    }
    let work = folder.join("postgres-upgrade");
    make_empty(&work, &folder)?;
    let outcome = convert(settings, &folder, &work).await;
    // What a failure leaves is of no use to anybody, and why it failed is the reason to tell.
    let _ = fs::remove_dir_all(&work);
    let contents = outcome?;
    let old = folder.join("postgres/data.old");
    print(&format!(
        "The private database is of Postgres {newest} now: {}, {} with {}.\n\
         The old one, of {cluster}, is kept in {}; remove it when all is well.\n\
         Start `penpawn serve`.\n",
        counted(contents.players, "player"),
        counted(contents.games, "game"),
        counted(contents.events, "event"),
        old.display()
    ))
}

/// A folder for what is made, of the owner of the data folder and as open as that: its Postgres runs as the same account.
fn make_empty(work: &Path, folder: &Path) -> anyhow::Result<()> {
    let cannot = || format!("{} cannot be made", work.display());
    if work.symlink_metadata().is_ok() {
        // Of an upgrade that was broken off.
        fs::remove_dir_all(work).with_context(cannot)?;
    }
    DirBuilder::new()
        .mode(0o700)
        .create(work)
        .with_context(cannot)?;
    let owner = fs::metadata(folder).with_context(cannot)?;
    fs::set_permissions(work, owner.permissions()).with_context(cannot)?;
    let made = fs::metadata(work).with_context(cannot)?;
    if (owner.uid(), owner.gid()) != (made.uid(), made.gid()) {
        chown(work, Some(owner.uid()), Some(owner.gid())).with_context(cannot)?;
    }
    Ok(())
}

async fn convert(settings: &Settings, folder: &Path, work: &Path) -> anyhow::Result<Contents> {
    let dump = work.join("dump");
    let mut old = owned(PrivatePostgres::open(folder).await?).await?;
    let written = written_out(&mut old, settings, &dump).await;
    old.pool.close().await;
    let Some(private) = old.private else {
        bail!("there is no private Postgres");
    };
    // Nobody can start it again from here on, and so nobody can write what was not copied.
    let held = private.stop_and_hold().await?;
    let before = written?;
    let Some(held) = held else {
        bail!("somebody else uses the database: stop `penpawn serve` and `penpawn web` first");
    };
    let new = owned(PrivatePostgres::start(work).await?).await?;
    let read = read_in(&new, settings, &dump).await;
    new.close().await?;
    let after = read?;
    if !before.as_much_as(&after) {
        bail!(
            "the new cluster holds something else than the old one: {after:?} instead of {before:?}"
        );
    }
    put_in_place(&held, work)?;
    Ok(after)
}

/// The database of a private server, as its owner.
async fn owned(private: PrivatePostgres) -> anyhow::Result<Store> {
    let pool = match store::bring_up(&private, As::Owner, 1).await {
        Ok(pool) => pool,
        Err(failure) => {
            // The reason for stopping is the one to tell.
            let _ = private.stop().await;
            return Err(failure);
        }
    };
    Ok(Store {
        pool,
        private: Some(private),
    })
}

async fn written_out(
    store: &mut Store,
    settings: &Settings,
    dump: &Path,
) -> anyhow::Result<Contents> {
    restore::by_one_connection(store).await?;
    restore::nobody_else(store).await?;
    let client = Client::of(store, settings, As::Owner).await?;
    backup::dump(store, &client, dump).await
}

async fn read_in(store: &Store, settings: &Settings, dump: &Path) -> anyhow::Result<Contents> {
    let client = Client::of(store, settings, As::Owner).await?;
    restore::load(&client, dump).await?;
    store::bring_up_to_date(settings, store).await?;
    Ok(contents(&store.pool).await?)
}
