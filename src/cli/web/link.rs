//! `penpawn web link create|list|revoke`: secret links to the page of the running games, for a club's secretary.

use crate::cli::site;
use crate::cli::terminal::{harmless, instant, print, print_json};
use crate::db::secret_links;
use crate::letters::{NameKey, clean_name, link_token, link_token_hash};
use crate::settings::Settings;
use anyhow::bail;
use clap::Subcommand;
use serde_json::json;
use sqlx::PgPool;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Verb {
    /// Make a secret link, and print it: it is shown this once, and cannot be shown again
    ///
    /// Whoever has it sees on one page who plays whom, whose move it is and since when, when time is over, and whose mails are left
    /// without an answer, and why. No address stands there, no move, no code and no words of anybody.
    Create {
        /// Who gets it, by which it is listed and revoked
        name: String,
    },
    /// List the links that hold, a line each: since when, and who has it
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Make a link void, at once
    Revoke {
        /// Who has it, as `penpawn web link list` shows
        name: String,
    },
}

pub(in crate::cli) async fn run(
    pool: &PgPool,
    settings: &Settings,
    verb: Verb,
) -> anyhow::Result<()> {
    match verb {
        Verb::Create { name } => create(pool, settings, &name).await,
        Verb::List { json } => list(pool, json).await,
        Verb::Revoke { name } => revoke(pool, &name).await,
    }
}

async fn create(pool: &PgPool, settings: &Settings, name: &str) -> anyhow::Result<()> {
    let web = site::whose(settings)?.web;
    if web.is_empty() {
        bail!(
            "web.address is not set: the address under which others reach `penpawn web`, with which the link begins"
        );
    }
    // A cleaned name is never empty.
    if NameKey::of(name).as_str().is_empty() {
        bail!("say who gets the link: it is listed and revoked by that");
    }
    let name = clean_name(name);
    let mut random = [0; 16];
    getrandom::fill(&mut random)?;
    let token = link_token(random);
    if !secret_links::create_secretary_link(pool, &name, &link_token_hash(&token)).await? {
        bail!(
            "{name} has a link already, which cannot be shown again: `penpawn web link revoke` makes it void, or take another name"
        );
    }
    print(&format!("{web}secretary/{token}\n"))
}

async fn list(pool: &PgPool, json: bool) -> anyhow::Result<()> {
    let links = secret_links::secretary_links(pool).await?;
    if json {
        let links = links
            .iter()
            .map(|link| json!({ "name": link.name, "since": instant(link.since) }));
        return print_json(&links.collect::<Vec<_>>());
    }
    let lines = links.iter().map(|link| {
        let since = link.since.format("%Y-%m-%d %H:%M:%S");
        format!("{since}  {}\n", harmless(&link.name))
    });
    print(&lines.collect::<String>())
}

async fn revoke(pool: &PgPool, name: &str) -> anyhow::Result<()> {
    let name = clean_name(name);
    if !secret_links::revoke_secretary_link(pool, &name).await? {
        bail!("{name} has no link; `penpawn web link list` shows who has one");
    }
    print(&format!("The link of {name} is void.\n"))
}
