//! Whether anything is still moving.

use crate::bed;
use crate::daemons::ROBOT;
use crate::players::Players;
use crate::post::Post;
use penpawn::mail::imap::{Acknowledge, Inbox, Login};
use penpawn::mail::tls::Security;
use sqlx::PgPool;
use std::fs;
use std::sync::Mutex;

/// What is not done yet, in words; nothing when all is at rest.
pub(crate) async fn unfinished(pool: &PgPool, players: &Mutex<Players>, post: &Post) -> String {
    let sent = players.lock().expect("no panic").sent.len();
    let mut left = Vec::new();
    let mut add = |count: i64, what: &str| {
        if count > 0 {
            left.push(format!("{count} {what}"));
        }
    };
    add(
        count(post.waiting()),
        "mails of players that the MTA has not taken",
    );
    add(count(queued_by_the_mta()), "mails in the MTA's queue");
    let books: sqlx::Result<(i64, i64, i64, i64)> = sqlx::query_as(
        "select (select count(*) from inbox where reason is distinct from 'duplicate'),
                (select count(*) from inbox where state = 'new'),
                (select count(*) from outbox where state = 'queued'),
                (select count(*) from inbox i join mailbox m on m.id = i.mailbox_id
                 where not i.mirrored and i.uidvalidity = m.uidvalidity)",
    )
    .fetch_one(pool)
    .await;
    match books {
        Ok((stored, new, queued, unmirrored)) => {
            add(
                count(sent) - stored,
                "mails of players that were not stored",
            );
            add(new, "mails that were not handled");
            add(queued, "letters that were not sent");
            add(unmirrored, "mails of which IMAP was not told");
        }
        Err(failure) => left.push(format!("a database that does not answer: {failure}")),
    }
    if left.is_empty() {
        match unread(pool).await {
            Ok(0) => {}
            Ok(unread) => left.push(format!("{unread} mails in the mailbox that were not read")),
            Err(failure) => left.push(format!("a mailbox that does not answer: {failure:#}")),
        }
    }
    left.join(", ")
}

/// How many mails in the robot's mailbox stand above the watermark.
async fn unread(pool: &PgPool) -> anyhow::Result<usize> {
    let login = Login {
        host: "127.0.0.1".to_owned(),
        port: bed::up().imap,
        security: Security::Plain,
        user: ROBOT.to_owned(),
        credential: bed::up().password.clone().into(),
        ca_file: None,
        folder: "INBOX".to_owned(),
        done: Acknowledge::Flag,
    };
    let mut inbox = Inbox::open(&login).await?;
    let (validity, next): (Option<i64>, i64) =
        sqlx::query_as("select uidvalidity, next_uid from mailbox")
            .fetch_one(pool)
            .await?;
    let known = validity == Some(i64::from(inbox.uidvalidity()));
    let first = if known { u32::try_from(next)? } else { 1 };
    let unread = inbox.uids_from(first).await?.len();
    inbox.logout().await;
    Ok(unread)
}

/// How many mails lie in Exim's spool. Each has two files there; an Exim that is killed while it removes them, or while it
/// writes them, leaves one.
fn queued_by_the_mta() -> usize {
    let input = bed::up().folder.join("spool/exim/input");
    fs::read_dir(&input).map_or(0, |files| {
        files
            .flatten()
            .filter_map(|file| Some(file.file_name().to_str()?.strip_suffix("-H")?.to_owned()))
            .filter(|name| input.join(format!("{name}-D")).exists())
            .count()
    })
}

fn count(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}
