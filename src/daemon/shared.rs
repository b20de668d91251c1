//! What the loops share.

use super::systemd::Systemd;
use crate::db::copies::Strangers;
use crate::mail::imap::{ImapError, Inbox, Login};
use crate::mail::smtp::Relay;
use crate::robot::Robot;
use sqlx::PgPool;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::time::sleep;

/// How often a loop looks for work that nobody told it of: of another daemon, or put back for later.
pub(super) const LOOK: Duration = Duration::from_secs(2);

/// Why a daemon does not serve on a database that was restored.
#[derive(Debug, thiserror::Error)]
#[error(
    "the mailbox holds mails that were dealt with and that the database does not know: if it was restored from a copy, run \
     `penpawn mails reread` first; if a second database reads this mailbox, stop one of the two for good"
)]
pub(super) struct Restored;

/// All that the daemon works with.
pub struct Daemon {
    /// The database.
    pub pool: PgPool,
    /// Who decides.
    pub robot: Robot,
    /// The mailbox.
    pub login: Login,
    /// The way out.
    pub relay: Relay,
    /// How many batches are decided at the same time.
    pub workers: u32,
    /// How often to look into the mailbox when the server does not tell of new mail.
    pub poll: Duration,
    /// How long to wait at most until the server tells of new mail. What is done now and then is done in multiples of it.
    pub idle: Duration,
    /// A folder into which the mail server puts what it takes for junk. Only mails with a token of ours are read in it.
    pub junk_folder: Option<String>,
    /// Larger mails are not read, in octets.
    pub largest_mail: u64,
    /// How many mails a minute are sent at the most; 0 means no limit.
    pub mails_per_minute: u32,
    /// How many mails all daemons together send in 24 hours at the most; 0 means no limit.
    pub mails_per_day: u32,
    /// For how long a mail is tried that the relay does not take yet.
    pub retry_for: Duration,
    /// For how many days the texts of mails are kept after they were handled; `None`: for ever.
    pub keep_days: Option<i32>,
    /// How many octets the texts of dropped mails may take that prove nothing; `None`: no bound.
    pub keep_dropped: Option<i64>,
    /// Whether handled mails are erased in the mailbox as well, after their texts were erased in the database.
    pub erase_done: bool,
    /// Whether that is done also with mails of nobody we know that were not answered.
    pub strangers: Strangers,
    /// What becomes of mails that lie in the folder before it is read for the first time.
    pub lying: Lying,
    /// Who has started it, and wants to know how it does.
    pub systemd: Systemd,
}

/// What becomes of mails that lie in the folder before it is read for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lying {
    /// The daemon does not start.
    Ask,
    /// They are never fetched, moved, marked or erased.
    Leave,
    /// They are handled like all others.
    Read,
}

/// What the loops tell each other.
#[derive(Debug, Default)]
pub(super) struct Hints {
    /// Mails were stored.
    pub(super) arrived: Notify,
    /// Mails were handled: letters may be due, and IMAP wants to be told.
    pub(super) handled: Notify,
    /// Mails were handled, for the loop that looks after the mailbox.
    pub(super) mirror: Notify,
}

/// What the first look at the mailbox brought.
pub(super) struct First {
    pub(super) inbox: Result<Inbox, ImapError>,
    /// Whether somebody has looked whether the database was restored from a copy.
    pub(super) looked: bool,
}

/// Waits, unless the daemon is told to stop.
pub(super) async fn sleep_unless(wait: Duration, stop: &mut watch::Receiver<bool>) {
    tokio::select! {
        () = sleep(wait) => {}
        _ = stop.wait_for(|stopping| *stopping) => {}
    }
}
