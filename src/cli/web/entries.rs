//! The entry form: what was typed is read here as the daemon reads it from a mail, and waits in the database until its writer says
//! by mail that it is to be entered. To nobody is written because of what is typed here.

use crate::db::waiting_entries::{self, WaitingEntry};
use crate::letters::{key_hash, typed_key};
use crate::pages::{Entry, NotKept, Site, Typed, WantedEntry, entered, not_kept, waits};
use crate::web::{Document, Fault, Kind, Outcome, Taken};
use sqlx::PgPool;
use tokio::task::block_in_place;
use tracing::{error, info, warn};

/// Where the form stands, and where it is sent to.
pub(super) const ENTRY: &str = "enter";

/// What comes of a form.
pub(super) async fn take(pool: &PgPool, site: &Site, form: &[u8]) -> Result<Taken, Fault> {
    // Many games take their time, and others have something to do meanwhile.
    let (typed, entry) = block_in_place(|| entered(form, site));
    let (outcome, kind, text) = match entry {
        Entry::Form(page) | Entry::Seen(page) => (Outcome::Good, Kind::Html, page),
        Entry::Faulty(page) => (Outcome::Faulty, Kind::Html, page),
        Entry::Pgn(pgn) => (Outcome::Good, Kind::Pgn, pgn),
        Entry::Wanted(wanted) => {
            let (outcome, page) = keep(pool, site, &typed, wanted).await;
            (outcome, Kind::Html, page)
        }
    };
    Ok(Taken {
        outcome,
        document: Document::of(kind, text),
    })
}

/// Lets it wait; returns what is shown.
async fn keep(pool: &PgPool, site: &Site, typed: &Typed, wanted: WantedEntry) -> (Outcome, String) {
    let why = match kept(pool, wanted).await {
        Ok(Some(key)) => return (Outcome::Good, waits(&key, site)),
        Ok(None) => {
            warn!("an entry of the form does not wait, since too many do");
            NotKept::Full
        }
        Err(fault) => {
            error!(
                fault = format!("{fault:#}"),
                "an entry of the form cannot be kept"
            );
            NotKept::Fault
        }
    };
    (
        Outcome::NotNow,
        block_in_place(|| not_kept(typed, why, site)),
    )
}

/// The key under which it waits; `None` where there is no room.
async fn kept(pool: &PgPool, wanted: WantedEntry) -> anyhow::Result<Option<String>> {
    let mut random = [0; 16];
    getrandom::fill(&mut random)?;
    let key = typed_key(random);
    let octets = wanted.pgn.len();
    let entry = WaitingEntry {
        collection: wanted.collection,
        pgn: wanted.pgn,
        // Nobody but the writer needs to have it as it was typed.
        overwrites: wanted
            .overwrites
            .map(|(number, password)| (number, key_hash(&password))),
    };
    let is_kept = waiting_entries::keep(pool, &key_hash(&key), &entry).await?;
    if is_kept {
        info!(octets, "an entry of the form waits to be confirmed");
    }
    Ok(is_kept.then_some(key))
}
