//! Puts the pictures into letters that are about to be sent: those that are stored, and those that are made now.

use crate::chess::Picture;
use crate::db::outbox::Due;
use crate::db::pictures::{self, Stored};
use crate::mail::picture::with_picture;
use sqlx::PgPool;
use std::collections::{BTreeSet, HashMap};
use tracing::error;

/// Completes these letters. One whose picture cannot be made goes without it.
///
/// # Errors
///
/// When the database fails.
pub async fn complete(pool: &PgPool, due: &mut [Due]) -> sqlx::Result<()> {
    let wanted: BTreeSet<String> = due
        .iter()
        .filter_map(|letter| letter.picture.clone())
        .collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let files = files(pool, wanted.into_iter().collect()).await?;
    for letter in due {
        if let Some(name) = &letter.picture {
            let file = files.get(name).map(Vec::as_slice);
            letter.bytes = with_picture(std::mem::take(&mut letter.bytes), file);
        }
    }
    Ok(())
}

/// The files of these pictures, as far as they can be made.
async fn files(pool: &PgPool, names: Vec<String>) -> sqlx::Result<HashMap<String, Vec<u8>>> {
    let mut files = by_name(pictures::stored(pool, &names).await?);
    let missing: Vec<String> = names
        .into_iter()
        .filter(|name| !files.contains_key(name))
        .collect();
    if missing.is_empty() {
        return Ok(files);
    }
    let made = tokio::task::spawn_blocking({
        let missing = missing.clone();
        move || missing.iter().filter_map(|name| make(name)).collect()
    });
    let made: Vec<Stored> = made.await.unwrap_or_else(|failure| {
        error!(error = %failure, "pictures could not be made");
        Vec::new()
    });
    pictures::store(pool, &made).await?;
    // Another daemon may have stored one before us: then that one is sent by both.
    files.extend(by_name(pictures::stored(pool, &missing).await?));
    Ok(files)
}

fn make(name: &str) -> Option<Stored> {
    let made = name.parse::<Picture>().and_then(|picture| picture.png());
    match made {
        Ok(png) => Some(Stored {
            name: name.to_owned(),
            png,
        }),
        Err(failure) => {
            error!(picture = name, error = %failure, "picture could not be made, the letter goes without it");
            None
        }
    }
}

fn by_name(pictures: Vec<Stored>) -> HashMap<String, Vec<u8>> {
    let named = pictures.into_iter();
    named.map(|picture| (picture.name, picture.png)).collect()
}
