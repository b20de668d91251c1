//! Reading a mailbox over IMAP (RFC 3501): one logged-in session on one folder.
//!
//! The database is the truth and the mailbox only a source: nothing here sets `\Seen`, everything
//! is addressed by UID, and every command is checked to its end, so that a refusal never looks like
//! an empty mailbox. What must not be asked of this room: which mails were read before. The caller
//! keeps (UIDVALIDITY, UID) of each.
//!
//! - `sign_in`: by a password, or by an access token
//! - `opening`: what is asked once, after the login
//! - `connection`: sends a command, reads answers until the tagged one, knows time limits
//! - `filing`: what becomes of mails that were dealt with, and their erasure
//! - `idle`: waits for mail
//! - `spelling`: UID sets, folder names, arguments and dates as IMAP writes them
//! - `survey`: what `penpawn doctor` asks

mod connection;
mod error;
mod filing;
mod idle;
mod login;
mod opening;
mod sign_in;
mod spelling;
mod survey;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::time::Duration;

use async_imap::imap_proto::{AttributeValue, MailboxDatum, Response};
use chrono::{DateTime, Utc};

use self::connection::Connection;
pub use self::error::ImapError;
pub use self::filing::{Copied, Filed};
pub use self::login::{Acknowledge, DONE_KEYWORD, Login};
use self::opening::{Offers, Selected, ask_offers, find_or_create, identify, select};
use self::sign_in::signed_in;
use self::spelling::{encode_folder, read_internal_date, uid_sets};
pub use self::survey::Survey;
use super::hearing::Allowance;

/// A mail in the folder, not read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its number, unique as long as UIDVALIDITY stays the same.
    pub uid: u32,
    /// RFC822.SIZE, in bytes. It never changes for a UID (RFC 9051 section 2.3.4).
    pub size: u32,
    /// INTERNALDATE: when the mail reached the server, which is the only clock a sender cannot set.
    pub arrived: DateTime<Utc>,
}

/// A mail, or the header of a mail, as it lies on the server.
#[derive(Clone, PartialEq, Eq)]
pub struct Fetched {
    /// Its number, unique as long as UIDVALIDITY stays the same.
    pub uid: u32,
    /// The bytes.
    pub raw: Vec<u8>,
}

impl fmt::Debug for Fetched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What people write does not belong into a log.
        f.debug_struct("Fetched")
            .field("uid", &self.uid)
            .field("bytes", &self.raw.len())
            .finish()
    }
}

/// How a [`wait`](Inbox::wait) ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// The folder has grown: look into it.
    Mail,
    /// Nothing was heard. Look into the folder all the same: some servers forget to tell.
    Quiet,
}

/// A folder, open for reading.
///
/// All commands may be dropped while they wait (as `select!` does), but only a dropped
/// [`wait`](Inbox::wait) leaves the session usable; after any other one the next command says
/// [`ImapError::Protocol`].
#[derive(Debug)]
pub struct Inbox {
    connection: Connection,
    selected: Selected,
    offers: Offers,
    /// The folder for finished mails, in the spelling of this server; without it they are flagged.
    done: Option<String>,
    /// The sizes of mails, as the server told them last.
    announced: HashMap<u32, u32>,
}

/// What a mail may have of whose size the server has said nothing, in octets.
const UNANNOUNCED: u32 = 1024 * 1024;
/// How much of a header is fetched, in octets.
const LONGEST_HEADER: u32 = 64 * 1024;

/// Which part of a mail is fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// The header, and no more of it than 64 KiB: that is not longer than a mail that is read whole.
    Header,
}

impl Part {
    /// As FETCH writes it. PEEK, since FETCH marks a mail as read otherwise (RFC 3501 section 6.4.5).
    fn item(self) -> &'static str {
        match self {
            Part::Whole => "BODY.PEEK[]",
            Part::Header => "BODY.PEEK[HEADER]<0.65536>",
        }
    }
}

impl Inbox {
    /// Connects, logs in, creates the folder for finished mails if it is missing, and selects the
    /// folder.
    ///
    /// # Errors
    /// Every [`ImapError`].
    pub async fn open(login: &Login) -> Result<Inbox, ImapError> {
        let mut connection = signed_in(login).await?;
        let offers = ask_offers(&mut connection).await?;
        if offers.identification {
            identify(&mut connection).await?;
        }
        let done = match &login.done {
            Acknowledge::Move { folder } => find_or_create(&mut connection, folder).await?,
            Acknowledge::Flag => None,
        };
        let selected = select(&mut connection, &encode_folder(&login.folder)).await?;
        // How many mails there are is no news at the beginning: nobody waits before looking.
        connection.forget_growth();
        Ok(Inbox {
            connection,
            selected,
            offers,
            done,
            announced: HashMap::new(),
        })
    }

    /// Goes to another folder, as people write it, on the same connection. After a refusal no folder is open (RFC 3501
    /// section 6.3.1): go to one that is there. The next [`wait`](Self::wait) ends at once, since nobody told of mails
    /// in a folder that was not open.
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login.
    pub async fn go_to(&mut self, folder: &str) -> Result<(), ImapError> {
        self.selected = select(&mut self.connection, &encode_folder(folder)).await?;
        Ok(())
    }

    /// UIDVALIDITY: when it changes, all UIDs known from before mean nothing any more (RFC 3501
    /// section 2.3.1.1).
    #[must_use]
    pub fn uidvalidity(&self) -> u32 {
        self.selected.uidvalidity
    }

    /// UIDNEXT when the folder was opened: above all UIDs that were ever given in it (RFC 9051 section 2.3.1.1). Some
    /// servers do not tell it.
    #[must_use]
    pub fn uid_next(&self) -> Option<u32> {
        self.selected.uid_next
    }

    /// True if the server can tell us of new mail (RFC 2177); otherwise [`wait`](Self::wait) asks
    /// now and then.
    #[must_use]
    pub fn offers_idle(&self) -> bool {
        self.offers.idle
    }

    /// The UIDs of all mails in the folder from `first` on, in ascending order.
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login.
    pub async fn uids_from(&mut self, first: u32) -> Result<Vec<u32>, ImapError> {
        self.connection.forget_growth();
        self.uids_again_from(first).await
    }

    /// As [`uids_from`](Self::uids_from), for who does not look at mails that came since the last search: they stay
    /// news, so that the next [`wait`](Self::wait) ends at once.
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login.
    pub async fn uids_again_from(&mut self, first: u32) -> Result<Vec<u32>, ImapError> {
        let first = first.max(1);
        let mut uids = Vec::new();
        self.connection
            .checked_within(
                Allowance::NEW_NUMBERS,
                "UID SEARCH",
                &format!("UID SEARCH UID {first}:*"),
                |response| {
                    if let Response::MailboxData(MailboxDatum::Search(found)) = response {
                        uids.extend_from_slice(found);
                    }
                },
            )
            .await?;
        // "n:*" always matches the last mail, even if its UID is below n (RFC 3501 section 6.4.8).
        uids.retain(|&uid| uid >= first);
        uids.sort_unstable();
        uids.dedup();
        Ok(uids)
    }

    /// True if finished mails are known by a keyword of ours, and not only as read.
    #[must_use]
    pub fn marks_by_keyword(&self) -> bool {
        self.done.is_none() && self.selected.keywords
    }

    /// The UIDs of all mails in the folder that carry our mark, in ascending order; where the server knows no keywords,
    /// those that were read.
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login.
    pub async fn uids_done(&mut self) -> Result<Vec<u32>, ImapError> {
        let criterion = if self.done.is_none() && self.selected.keywords {
            format!("KEYWORD {DONE_KEYWORD}")
        } else {
            "SEEN".to_owned()
        };
        let mut uids = Vec::new();
        let command = format!("UID SEARCH {criterion}");
        self.connection
            .checked_within(Allowance::ALL_NUMBERS, "UID SEARCH", &command, |response| {
                if let Response::MailboxData(MailboxDatum::Search(found)) = response {
                    uids.extend_from_slice(found);
                }
            })
            .await?;
        uids.sort_unstable();
        uids.dedup();
        Ok(uids)
    }

    /// Size and time of arrival of these mails, in ascending order. A mail that is gone is not in
    /// the answer.
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login.
    pub async fn sizes(&mut self, uids: &[u32]) -> Result<Vec<Listed>, ImapError> {
        let wanted: BTreeSet<u32> = uids.iter().copied().collect();
        let mut listed: BTreeMap<u32, Listed> = BTreeMap::new();
        for set in uid_sets(uids) {
            self.connection
                .checked(
                    "UID FETCH",
                    &format!("UID FETCH {set} (UID RFC822.SIZE INTERNALDATE)"),
                    |response| {
                        if let Some(mail) = read_listed(response)
                            && wanted.contains(&mail.uid)
                        {
                            listed.insert(mail.uid, mail);
                        }
                    },
                )
                .await?;
        }
        self.announced = listed.values().map(|mail| (mail.uid, mail.size)).collect();
        Ok(listed.into_values().collect())
    }

    /// These mails whole, in ascending order, without marking them as read. A mail that is gone is
    /// not in the answer.
    ///
    /// Everything asked for is in memory at once: ask [`sizes`](Self::sizes) first. A server that sends much more than it
    /// said there is hung up on.
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login.
    pub async fn bodies(&mut self, uids: &[u32]) -> Result<Vec<Fetched>, ImapError> {
        let mut fetched = Vec::new();
        self.fetch(uids, Part::Whole, &mut fetched).await?;
        Ok(fetched)
    }

    /// The headers of these mails, as [`bodies`](Self::bodies); for mails that are too large to be
    /// fetched.
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login.
    pub async fn headers(&mut self, uids: &[u32]) -> Result<Vec<Fetched>, ImapError> {
        let mut fetched = Vec::new();
        self.fetch(uids, Part::Header, &mut fetched).await?;
        Ok(fetched)
    }

    /// As [`bodies`](Self::bodies) and [`headers`](Self::headers), but after an error `fetched` holds what had come
    /// whole until then.
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login.
    pub async fn fetch(
        &mut self,
        uids: &[u32],
        part: Part,
        fetched: &mut Vec<Fetched>,
    ) -> Result<(), ImapError> {
        let wanted: BTreeSet<u32> = uids.iter().copied().collect();
        let announced = |uid| match part {
            Part::Whole => self.announced.get(uid).copied().unwrap_or(UNANNOUNCED),
            Part::Header => LONGEST_HEADER,
        };
        let allowance =
            Allowance::of_mails(wanted.iter().map(|uid| u64::from(announced(uid))).sum());
        let mut found = BTreeMap::new();
        let mut outcome = Ok(());
        for set in uid_sets(uids) {
            let command = format!("UID FETCH {set} (UID {})", part.item());
            outcome = self
                .connection
                .checked_within(allowance, "UID FETCH", &command, |response| {
                    // A server may tell of other mails at any time (RFC 9051 section 7.5.2).
                    if let Some(mail) = read_fetched(response)
                        && wanted.contains(&mail.uid)
                    {
                        found.insert(mail.uid, mail);
                    }
                })
                .await;
            if outcome.is_err() {
                break;
            }
        }
        fetched.extend(found.into_values());
        outcome
    }

    /// How full the mailbox is, in per cent of the space or of the number of mails that its owner may have, whichever is
    /// nearer to its end (RFC 9208). `None` where the server does not tell, or sets no limit.
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login and that of a refusal.
    pub async fn fullness(&mut self) -> Result<Option<u64>, ImapError> {
        if !self.offers.quota {
            return Ok(None);
        }
        let mut fullest = None;
        let asked = self
            .connection
            .checked("GETQUOTAROOT", "GETQUOTAROOT INBOX", |response| {
                if let Response::Quota(quota) = response {
                    for resource in quota.resources.iter().filter(|found| found.limit > 0) {
                        let per_cent = resource.usage.saturating_mul(100) / resource.limit;
                        fullest = fullest.max(Some(per_cent));
                    }
                }
            })
            .await;
        match asked {
            Ok(()) => Ok(fullest),
            Err(ImapError::RefusedCommand { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Waits until the folder grows, at most `at_most`, and never longer than five minutes where the
    /// server can tell us, one minute where it must be asked.
    ///
    /// # Errors Every [`ImapError`] but that of the login. Any oddity of the server while it idles
    /// is an error.
    pub async fn wait(&mut self, at_most: Duration) -> Result<Woken, ImapError> {
        if self.offers.idle {
            self.connection.idle(at_most).await
        } else {
            self.connection.poll(at_most).await
        }
    }

    /// Says good-bye. Dropping the inbox is as good for us and less polite.
    pub async fn logout(mut self) {
        // Whatever it answers, we are gone.
        let _ = self.connection.checked("LOGOUT", "LOGOUT", |_| ()).await;
    }
}

fn read_listed(response: &Response<'_>) -> Option<Listed> {
    let Response::Fetch(_, attributes) = response else {
        return None;
    };
    let (mut uid, mut size, mut arrived) = (None, None, None);
    for attribute in attributes {
        match attribute {
            AttributeValue::Uid(number) => uid = Some(*number),
            AttributeValue::Rfc822Size(number) => size = Some(*number),
            AttributeValue::InternalDate(text) => arrived = Some(text),
            _ => {}
        }
    }
    let (uid, size, text) = (uid?, size?, arrived?);
    let arrived = read_internal_date(text).unwrap_or_else(|| {
        // A mail is not lost for an odd date. "Now" is the reading in the player's favour least
        // often wrong: we fetch mail as it comes in.
        tracing::warn!(uid, "INTERNALDATE cannot be read");
        Utc::now()
    });
    Some(Listed { uid, size, arrived })
}

fn read_fetched(response: &Response<'_>) -> Option<Fetched> {
    let Response::Fetch(_, attributes) = response else {
        return None;
    };
    let (mut uid, mut raw) = (None, None);
    for attribute in attributes {
        match attribute {
            AttributeValue::Uid(number) => uid = Some(*number),
            // NIL is no mail to be proud of, but one that must not be passed over.
            AttributeValue::BodySection { data, .. } => {
                raw = Some(data.as_deref().unwrap_or_default().to_vec());
            }
            _ => {}
        }
    }
    Some(Fetched {
        uid: uid?,
        raw: raw?,
    })
}
