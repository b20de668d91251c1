//! `penpawn mails reread`

use super::{print, robot};
use crate::db::inbox::{self, Replay};
use crate::mail::identity;
use crate::mail::imap::{Acknowledge, Inbox};
use crate::settings::Settings;
use anyhow::Context;
use chrono::{DateTime, Duration, Utc};
use sqlx::PgPool;

/// How many mails are fetched at once.
const FETCH: usize = 200;

/// Reads mails again that were dealt with and that the database does not know.
pub(super) async fn reread(
    pool: &PgPool,
    settings: &Settings,
    since: Option<DateTime<Utc>>,
) -> anyhow::Result<()> {
    let since = match since {
        Some(since) => since,
        None => inbox::newest(pool)
            .await?
            .map_or(DateTime::UNIX_EPOCH, |newest| newest - Duration::days(1)),
    };
    let mut replays = finished_mails(settings, since).await?;
    // The server's clock counts seconds; within one, the order in which they lie there is the order of their coming.
    replays.sort_by_key(|replay| replay.arrived_at);
    let found = replays.len();
    let unknown = inbox::store_replays(pool, &replays).await?;
    let replayed = robot(settings, pool).await?.replay().await?;
    let mut report = format!(
        "{found} mails were dealt with since {}; {unknown} of them are not known here.\n\
         Handled once more: {}. Open games whose players are told how they stand: {}.\n",
        since.format("%Y-%m-%d %H:%M:%S UTC"),
        replayed.mails,
        replayed.games
    );
    for (state, reason, count) in inbox::replayed(pool).await? {
        report.push_str(&format!("{count:>6}  {state}  {reason}\n"));
    }
    if !replayed.missing.is_empty() {
        let missing: Vec<String> = replayed.missing.iter().map(ToString::to_string).collect();
        report.push_str(&format!(
            "Mails name games that were not made again: {}. Their challenges may have been deleted from the mailbox.\n",
            missing.join(", ")
        ));
    }
    print(&report)
}

/// The mails that were dealt with, from where they lie.
async fn finished_mails(settings: &Settings, since: DateTime<Utc>) -> anyhow::Result<Vec<Replay>> {
    let largest = settings.house()?.largest_mail;
    let mut login = settings.login()?;
    let moved = match &login.done {
        Acknowledge::Move { folder } => Some(folder.clone()),
        Acknowledge::Flag => None,
    };
    if let Some(folder) = &moved {
        login.folder.clone_from(folder);
        login.done = Acknowledge::Flag;
    }
    let mut folder = Inbox::open(&login)
        .await
        .context("the folder with finished mails cannot be opened")?;
    let uids = match moved {
        Some(_) => folder.uids_from(1).await?,
        None => folder.uids_done().await?,
    };
    let mut replays = Vec::new();
    for batch in uids.chunks(FETCH) {
        let mut listed = folder.sizes(batch).await?;
        listed.retain(|mail| mail.arrived >= since);
        let is_large = |size: u32| u64::from(size) > largest;
        let select = |large: bool| -> Vec<u32> {
            let fitting = listed.iter().filter(|mail| is_large(mail.size) == large);
            fitting.map(|mail| mail.uid).collect()
        };
        let mut fetched = folder.bodies(&select(false)).await?;
        fetched.extend(folder.headers(&select(true)).await?);
        fetched.sort_by_key(|mail| mail.uid);
        for mail in fetched {
            let Some(known) = listed.iter().find(|known| known.uid == mail.uid) else {
                continue;
            };
            replays.push(Replay {
                content_key: identity::content_key(&mail.raw).to_vec(),
                order_key: identity::order_key(&mail.raw),
                arrived_at: known.arrived,
                size: i64::from(known.size),
                oversized: is_large(known.size),
                raw: mail.raw,
            });
        }
    }
    folder.logout().await;
    Ok(replays)
}
