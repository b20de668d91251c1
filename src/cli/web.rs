//! `penpawn web`: the pages that `penpawn site` writes, by HTTP.
//!
//! The lists and whatever else is no game are held in memory and made anew when something has changed, which is looked for every
//! few seconds. A game is read from the database each time it is asked for, so who wants it to be gone sees it gone at once.

mod catalogue;
mod download;
mod entries;
mod kept;
mod link;
mod secret;

use super::site;
use super::store::Store;
use crate::pages::Site;
use crate::settings::Settings;
use crate::web::{self, Forms, Listener, Pace, Place, Proxies, Server};
use anyhow::{Context, bail};
use catalogue::Catalogue;
use clap::{Args, Subcommand};
use std::sync::{Arc, Mutex};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tracing::info;

/// What is done about the pages that are shown by HTTP.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Web {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Look after the secret links to the page of the running games, for a club's secretary
    #[command(subcommand)]
    Link(link::Verb),
}

pub(super) async fn run(settings: &Settings, wanted: Web) -> anyhow::Result<()> {
    match wanted.verb {
        None => show(settings).await,
        Some(Verb::Link(verb)) => {
            let store = Store::open(settings).await?;
            let outcome = link::run(&store.pool, settings, verb).await;
            store.close().await.and(outcome)
        }
    }
}

async fn show(settings: &Settings) -> anyhow::Result<()> {
    // Whatever is wrong with the settings is told before anything is started.
    let (place, proxies, site) = checked(settings)?;
    let store = Store::open_for_web(settings).await?;
    let outcome = serve(settings, &store, (&place, proxies), site).await;
    store.close().await.and(outcome)
}

/// Where it listens, whom it believes, and whose pages they are.
///
/// # Errors
///
/// When one of the settings cannot be read.
pub(super) fn checked(settings: &Settings) -> anyhow::Result<(Place, Proxies, Site)> {
    let place: Place = settings.web.listen.parse().context("web.listen")?;
    let proxies = match Proxies::read(&settings.web.trusted_proxies) {
        Ok(proxies) => proxies,
        Err(word) => bail!(
            "web.trusted_proxies: {word:?} is no address, no network as \"10.0.0.0/8\", and not \"unix\""
        ),
    };
    Ok((place, proxies, site::whose(settings)?))
}

async fn serve(
    settings: &Settings,
    store: &Store,
    (place, proxies): (&Place, Proxies),
    site: Site,
) -> anyhow::Result<()> {
    let catalogue = Arc::new(Catalogue::read(settings, &store.pool).await?);
    // Whoever can connect may also stop it.
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let listener = Listener::at(place)
        .await
        .with_context(|| format!("web.listen: {} cannot be listened to", settings.web.listen))?;
    info!(at = listener.shown()?, "penpawn shows its pages");
    let a_minute = settings.web.requests_a_minute;
    // Without a word of theirs all would be one: the web server in front.
    let counted = a_minute > 0 && !proxies.is_empty();
    let server = Arc::new(Server {
        site,
        pages: Arc::clone(&catalogue),
        proxies,
        pace: counted.then(|| Mutex::new(Pace::new(a_minute))),
        forms: match counted {
            true => Forms::counted(),
            false => Forms::uncounted(),
        },
    });
    let mut renewing = tokio::spawn(async move { catalogue.keep_fresh().await });
    let (stop, stopping) = watch::channel(false);
    let serving = web::serve(listener, server, stopping);
    let ended = async {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        info!("stopping: what is begun is finished");
        // Whoever serves has ended by itself otherwise.
        let _ = stop.send(true);
    };
    let whole = async { tokio::join!(serving, ended) };
    tokio::select! {
        _ = whole => {
            renewing.abort();
            Ok(())
        }
        ended = &mut renewing => match ended {
            Ok(fault) => Err(fault.context("the games could not be read for two minutes; it ends, to be started again")),
            // Nobody would see what changes.
            Err(fault) => Err(fault).context("the lists are no longer made anew"),
        },
    }
}
