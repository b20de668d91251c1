//! `penpawn mails reread`

use super::{print, robot};
use crate::db::inbox::{self, Replay};
use crate::mail::identity;
use crate::mail::imap::{Acknowledge, Inbox};
use crate::settings::Settings;
use anyhow::{Context, bail};
use chrono::{DateTime, Duration, Utc};
use sqlx::PgPool;

/// How many mails are fetched at once.
const FETCH: usize = 200;

/// Reads mails again that were dealt with and that the database does not know.
pub(super) async fn reread(
    pool: &PgPool,
    settings: &Settings,
    since: Option<DateTime<Utc>>,
    skip: bool,
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
    if skip {
        let skipped = inbox::skip_replays(pool).await?;
        return print(&format!(
            "{found} mails were dealt with since {}; {skipped} of them were not known here, and are only noted.\n",
            since.format("%Y-%m-%d %H:%M:%S UTC")
        ));
    }
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

/// How many of the newest finished mails are looked at before the daemon starts.
const LOOKED_AT: usize = 20;

/// Fails when the mailbox holds finished mails that the database does not know: it was restored from a copy then, and
/// must not go on with old positions.
pub(super) async fn refuse_after_restore(pool: &PgPool, settings: &Settings) -> anyhow::Result<()> {
    if inbox::newest(pool).await?.is_none() {
        // A new database may well begin on an old mailbox.
        return Ok(());
    }
    let (mut folder, moved) = finished_folder(settings).await?;
    if !moved && !folder.marks_by_keyword() {
        // People read mails too.
        return Ok(());
    }
    let uids = finished_uids(&mut folder, moved).await?;
    let newest = uids.len().saturating_sub(LOOKED_AT);
    let newest = uids.get(newest..).unwrap_or_default();
    let found = fetch(&mut folder, newest, settings, DateTime::UNIX_EPOCH).await?;
    folder.logout().await;
    let keys: Vec<Vec<u8>> = found.into_iter().map(|mail| mail.content_key).collect();
    if inbox::unknown(pool, &keys).await? > 0 {
        bail!(
            "the mailbox holds mails that were dealt with and that the database does not know: if it was restored \
             from a copy, run `penpawn mails reread` first"
        );
    }
    Ok(())
}

/// The folder with finished mails, and whether it holds nothing else.
async fn finished_folder(settings: &Settings) -> anyhow::Result<(Inbox, bool)> {
    let mut login = settings.login()?;
    let moved = match &login.done {
        Acknowledge::Move { folder } => Some(folder.clone()),
        Acknowledge::Flag => None,
    };
    if moved.is_some() {
        // The first session after the installation makes the folder.
        Inbox::open(&login)
            .await
            .context("the mailbox cannot be opened")?
            .logout()
            .await;
    }
    if let Some(folder) = &moved {
        login.folder.clone_from(folder);
        login.done = Acknowledge::Flag;
    }
    let folder = Inbox::open(&login)
        .await
        .context("the mailbox cannot be opened")?;
    Ok((folder, moved.is_some()))
}

async fn finished_uids(folder: &mut Inbox, moved: bool) -> anyhow::Result<Vec<u32>> {
    Ok(if moved {
        folder.uids_from(1).await?
    } else {
        folder.uids_done().await?
    })
}

/// The mails that were dealt with, from where they lie.
async fn finished_mails(settings: &Settings, since: DateTime<Utc>) -> anyhow::Result<Vec<Replay>> {
    let (mut folder, moved) = finished_folder(settings).await?;
    let uids = finished_uids(&mut folder, moved).await?;
    let replays = fetch(&mut folder, &uids, settings, since).await?;
    folder.logout().await;
    Ok(replays)
}

async fn fetch(
    folder: &mut Inbox,
    uids: &[u32],
    settings: &Settings,
    since: DateTime<Utc>,
) -> anyhow::Result<Vec<Replay>> {
    let largest = settings.house()?.largest_mail;
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
    Ok(replays)
}
