//! `penpawn mailboxes list|retire|rename`

use super::terminal::{instant, print, print_json};
use crate::db::mailboxes::seen::{self, Retirement, Seen};
use crate::settings::Settings;
use anyhow::bail;
use clap::Subcommand;
use serde_json::{Value, json};
use sqlx::PgPool;

#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// List the mailboxes that are read, or were, a line each: name, until when all mails in it are known (UTC)
    ///
    /// No flag falls before every mailbox was seen past it: a move that came in time may lie in one of them.
    List {
        /// Print JSON, for programs: a list of objects
        ///
        /// Each holds `name`, `state` ("read", or "retired"), `seen_until` (until when all mails in it are known, or null
        /// before the first look) and `retired_at` (or null).
        #[arg(long)]
        json: bool,
    },
    /// Say that a mailbox is read no more, so that no flag waits for it
    ///
    /// For one that no settings name any more. Mails that still lie there are not looked for. If it is read again one day, it
    /// counts again from then on.
    Retire {
        /// Its name, as `mailboxes list` shows it
        name: String,
    },
    /// Say that a mailbox is the one that the settings name, whose server is called otherwise now
    ///
    /// With `penpawn serve` stopped. All folders of the account that were read go on under the new name, and nothing in them is
    /// read anew.
    Rename {
        /// The name that it had, as `mailboxes list` shows it
        name: String,
    },
}

pub(super) async fn run(pool: &PgPool, settings: &Settings, verb: Verb) -> anyhow::Result<()> {
    match verb {
        Verb::List { json: true } => {
            print_json(&seen::all(pool).await?.iter().map(told).collect::<Vec<_>>())
        }
        Verb::List { json: false } => {
            for mailbox in seen::all(pool).await? {
                let until = match (mailbox.retired_at, mailbox.seen_until) {
                    (Some(at), _) => format!("retired on {}", at.format("%Y-%m-%d %H:%M")),
                    (None, Some(until)) => until.format("%Y-%m-%d %H:%M:%S").to_string(),
                    (None, None) => "not looked into yet".to_owned(),
                };
                print(&format!("{}  {until}\n", mailbox.name))?;
            }
            Ok(())
        }
        Verb::Rename { name } => rename(pool, settings, &name).await,
        Verb::Retire { name } => {
            if names(settings, &name) {
                bail!(
                    "the settings name {name}: take it out of them first, and restart the daemon"
                );
            }
            match seen::retire(pool, &name).await? {
                Retirement::Done => {
                    print(&format!("{name} is read no more: no flag waits for it.\n"))
                }
                Retirement::Unknown => {
                    bail!("no mailbox {name} was ever read; see `penpawn mailboxes list`")
                }
                Retirement::StillRead => bail!(
                    "somebody has looked into {name} within the last ten minutes: stop the daemon that reads it first"
                ),
            }
        }
    }
}

async fn rename(pool: &PgPool, settings: &Settings, name: &str) -> anyhow::Result<()> {
    let login = settings.login()?;
    let account = name
        .strip_prefix(&format!("{}@", login.user))
        .and_then(|rest| rest.split_once('/'))
        .map(|(host, _)| format!("{}@{host}/", login.user));
    let Some(from) = account else {
        bail!(
            "{name} is no mailbox of {}, whom the settings name",
            login.user
        );
    };
    let to = login.mailbox("");
    if from == to {
        bail!("the settings name {name} already");
    }
    match seen::rename(pool, &from, &to).await? {
        Some(0) => bail!("no mailbox {name} was ever read; see `penpawn mailboxes list`"),
        Some(_) => print(&format!(
            "{name} is known as {}{} now.\n",
            to,
            folder_of(name, &from)
        )),
        None => bail!(
            "a mailbox of {to} was read already, so that this is another one; see `penpawn mailboxes list`"
        ),
    }
}

/// What stands behind the name of the account.
fn folder_of<'n>(name: &'n str, account: &str) -> &'n str {
    name.strip_prefix(account).unwrap_or_default()
}

/// A mailbox in `mailboxes list --json`.
fn told(mailbox: &Seen) -> Value {
    let state = match mailbox.retired_at {
        Some(_) => "retired",
        None => "read",
    };
    json!({
        "name": mailbox.name,
        "state": state,
        "seen_until": mailbox.seen_until.map(instant),
        "retired_at": mailbox.retired_at.map(instant),
    })
}

/// Whether it is one that these settings have the daemon read.
fn names(settings: &Settings, name: &str) -> bool {
    let Ok(login) = settings.login() else {
        return false;
    };
    let junk = settings.junk_folder().ok().flatten();
    let folders = [Some(login.folder.clone()), junk];
    folders
        .into_iter()
        .flatten()
        .any(|folder| login.mailbox(&folder) == name)
}
