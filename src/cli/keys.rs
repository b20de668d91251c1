//! `penpawn keys list|rotate|retire`

use super::terminal::{Consent, instant, print, print_json};
use crate::db::keys::{self, KeyLine};
use crate::mail::token::version_letter;
use anyhow::{Context, bail};
use clap::Subcommand;
use serde_json::json;
use sqlx::PgPool;

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// List the keys in use, the newest first: the letter that names it in a token, when it was made, its use
    ///
    /// A token in a reply address looks like g42c22.ALONGCODE; the code begins with the letter of its key.
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },

    /// Make a new key for all mails that are written from now on
    ///
    /// The key before it still proves answers to mails that were written under it; an older one is erased. Who answers
    /// a mail from before that is asked whether it was them, and their next answer is taken as ever. Running daemons
    /// use the new key with the next mail. After z comes a again.
    Rotate {
        #[command(flatten)]
        consent: Consent,
    },

    /// Erase a key and all older ones, when somebody may have seen it: at once, everywhere
    ///
    /// Who answers a mail that was written under it is asked whether it was them. The newest key cannot be retired;
    /// rotate first.
    Retire {
        /// The letter that `penpawn keys list` shows
        letter: char,
        #[command(flatten)]
        consent: Consent,
    },
}

pub(super) async fn run(pool: &PgPool, verb: Verb) -> anyhow::Result<()> {
    let present = keys::list(pool).await?;
    match verb {
        Verb::List { json } => list(&present, json),
        Verb::Rotate { consent } => rotate(pool, &present, consent).await,
        Verb::Retire { letter, consent } => {
            retire(pool, &present, letter.to_ascii_lowercase(), consent).await
        }
    }
}

fn list(present: &[KeyLine], json: bool) -> anyhow::Result<()> {
    let mut shown = Vec::new();
    for (place, key) in present.iter().enumerate() {
        let used = match place {
            0 => "makes and proves tokens",
            1 => "proves tokens in answers to older mails",
            _ => "not accepted any more",
        };
        if json {
            shown.push(json!({ "letter": letter(key)?, "created_at": instant(key.created_at), "use": used }));
            continue;
        }
        print(&format!(
            "{}  {}  {used}\n",
            letter(key)?,
            key.created_at.format("%Y-%m-%d %H:%M:%S")
        ))?;
    }
    if json { print_json(&shown) } else { Ok(()) }
}

async fn rotate(pool: &PgPool, before: &[KeyLine], consent: Consent) -> anyhow::Result<()> {
    if let Some(older) = before.get(1) {
        consent.to(&format!("Key {} will be erased.", letter(older)?))?;
    }
    keys::rotate(pool).await?;
    let now = keys::list(pool).await?;
    let newest = now.first().context("there is no key")?;
    let mut said = format!("Key {} makes all tokens from now on.", letter(newest)?);
    if let Some(second) = now.get(1) {
        said.push_str(&format!(
            " Answers to mails that were written under key {} are still taken.",
            letter(second)?
        ));
    }
    if let Some(erased) = before.get(1) {
        said.push_str(&format!(
            " Key {} is erased: who answers a mail that is older than {} UTC is asked whether it was them.",
            letter(erased)?,
            // It made tokens until the one after it was made.
            before
                .first()
                .unwrap_or(erased)
                .created_at
                .format("%Y-%m-%d %H:%M")
        ));
    }
    said.push_str(
        " Take a backup now: after a restore from an older one, answers to mails from now on prove nothing until their senders have said yes.",
    );
    print(&format!("{said}\n"))
}

async fn retire(
    pool: &PgPool,
    present: &[KeyLine],
    wanted: char,
    consent: Consent,
) -> anyhow::Result<()> {
    let place = present
        .iter()
        .position(|key| letter(key).is_ok_and(|known| known == wanted));
    let key = match place.and_then(|place| Some((place, present.get(place)?))) {
        None => bail!("there is no key {wanted}; `penpawn keys list` shows them"),
        Some((0, _)) => {
            bail!("key {wanted} is the newest; run `penpawn keys rotate` first")
        }
        Some((_, key)) => key,
    };
    consent.to(&format!(
        "Key {wanted} and all older ones will be erased, and answers to mails that were written under them asked about."
    ))?;
    keys::retire(pool, key.version).await?;
    print(&format!(
        "Key {wanted} is erased. Who answers a mail that was written under it is asked whether it was them.\n"
    ))
}

fn letter(key: &KeyLine) -> anyhow::Result<char> {
    u32::try_from(key.version)
        .ok()
        .and_then(version_letter)
        .context("a key without a version")
}
