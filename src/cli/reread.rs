//! `penpawn mails reread`

use super::robot::robot;
use super::sign_in;
use super::terminal::print;
use crate::daemon::finished::Finished;
use crate::db::clock_faults::{self, FORGOTTEN, Kind};
use crate::db::{inbox, mailboxes};
use crate::robot::Replayed;
use crate::settings::Settings;
use anyhow::Context;
use chrono::{DateTime, Duration, Utc};
use sqlx::PgPool;

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
    let largest = settings.server()?.largest_mail;
    let login = sign_in::login(settings)?;
    let robot = robot(settings, pool).await?;
    let dealt_with = Finished::open(&login)
        .await
        .context("the mailbox cannot be opened")?
        .since(pool, since, largest)
        .await?;
    // Others may have put mails there, or have read some that are none for us.
    let mut replays = robot.only_ours(dealt_with).await?;
    // The server's clock counts seconds; within one, the order in which they lie there is the order of their coming.
    replays.sort_by_key(|replay| replay.arrived_at);
    let found = replays.len();
    let mailbox = mailboxes::number_of(pool, &login.mailbox(&login.folder)).await?;
    let unknown = inbox::store_replays(pool, mailbox, &replays).await?;
    if unknown > 0 {
        // Until the last of them is done, what came in time may be among them.
        clock_faults::note(pool, Kind::Restore, FORGOTTEN).await?;
    }
    if skip {
        let skipped = inbox::skip_replays(pool).await?;
        robot.resume_time(&[Kind::Restore]).await?;
        return print(&format!(
            "Mails that were dealt with since {}: {found}; {skipped} of them were not known here, and are only noted.\n",
            since.format("%Y-%m-%d %H:%M:%S UTC")
        ));
    }
    let replayed = robot.replay().await?;
    let mut report = format!(
        "Mails that were dealt with since {}: {found}; {unknown} of them are not known here.\n",
        since.format("%Y-%m-%d %H:%M:%S UTC")
    );
    report.push_str(&told(pool, &replayed).await?);
    print(&report)
}

/// What the replay came to.
async fn told(pool: &PgPool, replayed: &Replayed) -> anyhow::Result<String> {
    let mut report = format!(
        "Handled once more: {}. Open games whose players are told how they stand: {}.\n",
        replayed.mails, replayed.games
    );
    for (state, reason, count) in inbox::replayed(pool).await? {
        report.push_str(&format!("{count:>6}  {state}  {reason}\n"));
    }
    if replayed.asked > 0 {
        report.push_str(&format!(
            "Senders of mails that wait are asked once more whether they wrote them: {}.\n",
            replayed.asked
        ));
    }
    if !replayed.missing.is_empty() {
        let missing: Vec<String> = replayed.missing.iter().map(ToString::to_string).collect();
        report.push_str(&format!(
            "Mails name games that were not made again: {}. Their challenges may have been deleted from the mailbox.\n",
            missing.join(", ")
        ));
    }
    Ok(report)
}
