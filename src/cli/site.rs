//! `penpawn site FOLDER`: the public games as plain files, for any web server.
//!
//! First all games are read and the whole site is planned: which files it has, and for each a digest of what it is made of.
//! What is there with the same digest stays. Then the others are written, the pages of games as they come from the database
//! once more; what is no longer due is removed before. All of it is read in one transaction, so it fits together.

mod folder;
mod games;
mod tournaments;

use super::store::Store;
use super::terminal::counted;
use crate::db::Transaction;
use crate::db::public_games::{self, Range};
use crate::pages::{self, Heading, OpenGame, Page, Site, game_page};
use crate::settings::Settings;
use clap::Args;
use folder::{Digest, Folder, Plan, digest_of};
use futures::TryStreamExt;
pub(super) use games::{entered, pgn, played};
use sqlx::PgPool;
use std::path::PathBuf;

/// Where the site is written.
#[derive(Debug, Args)]
pub(super) struct WriteSite {
    /// The folder; it is made. One that holds other files, and no site yet, is refused
    folder: PathBuf,
}

/// The file with all games.
pub(super) const ALL: &str = "all.pgn";

/// Whose pages these are.
///
/// # Errors
///
/// When `web.address` is none by which pages can be linked to.
pub(super) fn whose(settings: &Settings) -> anyhow::Result<Site> {
    Ok(Site {
        name: settings.server.name.clone(),
        address: settings.server.address.trim().to_lowercase(),
        contact: settings.server.contact.trim().to_owned(),
        web: settings.web_address()?,
    })
}

/// All pages but those of games.
pub(super) struct Lists {
    /// The games.
    pub(super) headings: Vec<Heading>,
    /// The pages.
    pub(super) pages: Vec<Page>,
}

/// All pages but those of games.
///
/// # Errors
///
/// When the database fails, or holds what is no game or tournament.
pub(super) async fn lists(
    tx: &mut Transaction<'_>,
    settings: &Settings,
    site: &Site,
) -> anyhow::Result<Lists> {
    let headings = headings(tx, settings, site).await?;
    let tournaments = tournaments::public(tx, &headings).await?;
    // Many pages of many games take their time, and others have something to do meanwhile.
    let pages = tokio::task::block_in_place(|| {
        let mut pages = pages::assets();
        pages.extend(pages::chessboard(site));
        pages.extend(pages::lists(&headings, site));
        pages.extend(pages::tournaments(&tournaments, site));
        pages
    });
    Ok(Lists { headings, pages })
}

pub(super) async fn run(settings: &Settings, wanted: &WriteSite) -> anyhow::Result<()> {
    let store = Store::open(settings).await?;
    let outcome = write(&store.pool, settings, wanted).await;
    store.close().await.and(outcome)
}

async fn write(pool: &PgPool, settings: &Settings, wanted: &WriteSite) -> anyhow::Result<()> {
    let site = whose(settings)?;
    let mut folder = Folder::open(&wanted.folder)?;
    let mut tx = public_games::snapshot(pool).await?;
    let Lists {
        headings,
        pages: lists,
    } = lists(&mut tx, settings, &site).await?;
    let plan = planned(&headings, &lists);
    folder.announce(&plan)?;
    folder.remove_over(&plan)?;
    if headings.iter().any(|game| is_stale(game, &folder)) {
        write_games(&mut tx, settings, &site, &mut folder).await?;
    }
    for page in &lists {
        let digest = digest_of(page.text.as_bytes());
        folder.write(&page.path, digest, page.text.as_bytes())?;
    }
    let parts = headings.iter().map(Heading::pgn_path);
    folder.join(ALL, digest_of_all(&headings), parts)?;
    let done = folder.finish()?;
    eprintln!(
        "{} in {}: {} written, {} removed; the others were as they are",
        counted(u64::try_from(plan.len()).unwrap_or_default(), "file"),
        wanted.folder.display(),
        done.written,
        done.removed
    );
    Ok(())
}

/// What the lists tell of all games that are public, those that were played here first.
async fn headings(
    tx: &mut Transaction<'_>,
    settings: &Settings,
    site: &Site,
) -> anyhow::Result<Vec<Heading>> {
    let form = pages::form(site);
    let mut headings = Vec::new();
    let mut played = public_games::played(tx, Range::ALL);
    while let Some(named) = played.try_next().await? {
        headings.extend(games::played(&named, settings, &form).map(|game| game.heading));
    }
    drop(played);
    let mut entered = public_games::entered(tx, Range::ALL);
    while let Some(game) = entered.try_next().await? {
        headings.push(games::heading_of_entered(&game, &form));
    }
    Ok(headings)
}

/// All files that the site is to have.
fn planned(headings: &[Heading], lists: &[Page]) -> Plan {
    let pages = headings
        .iter()
        .flat_map(|game| [(game.path(), game.digest), (game.pgn_path(), game.digest)]);
    let lists = lists
        .iter()
        .map(|page| (page.path.clone(), digest_of(page.text.as_bytes())));
    let all = (ALL.to_owned(), digest_of_all(headings));
    pages.chain(lists).chain([all]).collect()
}

/// Of what all games are made.
pub(super) fn digest_of_all(headings: &[Heading]) -> Digest {
    let digests: Vec<u8> = headings.iter().flat_map(|game| game.digest).collect();
    digest_of(&digests)
}

fn is_stale(game: &Heading, folder: &Folder) -> bool {
    !folder.has(&game.path(), game.digest) || !folder.has(&game.pgn_path(), game.digest)
}

/// Writes the pages of games that are not there as they should be.
async fn write_games(
    tx: &mut Transaction<'_>,
    settings: &Settings,
    site: &Site,
    folder: &mut Folder,
) -> anyhow::Result<()> {
    let form = pages::form(site);
    let mut played = public_games::played(tx, Range::ALL);
    while let Some(named) = played.try_next().await? {
        if let Some(game) = games::played(&named, settings, &form) {
            write_game(&game, site, folder)?;
        }
    }
    drop(played);
    let mut entered = public_games::entered(tx, Range::ALL);
    while let Some(game) = entered.try_next().await? {
        if is_stale(&games::heading_of_entered(&game, &form), folder) {
            write_game(&games::entered(&game, &form)?, site, folder)?;
        }
    }
    Ok(())
}

fn write_game(game: &OpenGame, site: &Site, folder: &mut Folder) -> anyhow::Result<()> {
    let heading = &game.heading;
    if is_stale(heading, folder) {
        let page = game_page(game, site);
        folder.write(&page.path, heading.digest, page.text.as_bytes())?;
        let pgn = games::pgn(game);
        folder.write(&heading.pgn_path(), heading.digest, pgn.as_bytes())?;
    }
    Ok(())
}
