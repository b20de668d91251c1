//! What becomes of mails that were dealt with: they are moved or flagged, and it is told where they lie then, so that they
//! can be erased later.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use async_imap::imap_proto::rfc4315::UidSetMember;
use async_imap::imap_proto::{MailboxDatum, Response, ResponseCode};

use super::opening::select;
use super::spelling::{quote, uid_sets};
use super::{DONE_KEYWORD, ImapError, Inbox};

/// Where mails lie that were dealt with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filed {
    /// The folder to which they were moved, in the server's spelling; `None`: they stay where they were read.
    pub folder: Option<String>,
    /// Those of which the server said where they are. It says so in the response code COPYUID (RFC 4315 section 3, for
    /// MOVE RFC 6851 section 4.3), and only of mails that were still there to be moved.
    pub copies: Vec<Copied>,
}

/// A mail that was dealt with, and its number since then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Its UID where it was read.
    pub uid: u32,
    /// UIDVALIDITY of the folder in which it lies now.
    pub uidvalidity: u32,
    /// Its UID there.
    pub filed_uid: u32,
}

impl Inbox {
    /// Shows in the mailbox that these mails were dealt with, as [`Login::done`](super::Login::done) says, and returns
    /// where they lie now. Mails that are gone do no harm, and neither does doing it twice.
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login.
    pub async fn acknowledge(&mut self, uids: &[u32]) -> Result<Filed, ImapError> {
        let mut filed = Filed {
            folder: self.done.clone(),
            copies: Vec::new(),
        };
        for set in uid_sets(uids) {
            if let Some(folder) = &filed.folder {
                let copies = self.move_to(&set, folder).await?;
                // Its own words are believed only about what it was asked.
                filed.copies.extend(
                    uids.iter()
                        .filter_map(|uid| copies.get(uid))
                        .copied()
                        .collect::<Vec<Copied>>(),
                );
                continue;
            }
            let keyword = if self.selected.keywords {
                format!(" {DONE_KEYWORD}")
            } else {
                String::new()
            };
            let command = format!("UID STORE {set} +FLAGS.SILENT (\\Seen{keyword})");
            self.connection
                .checked("UID STORE", &command, |_| ())
                .await?;
        }
        if filed.folder.is_none() {
            let uidvalidity = self.selected.uidvalidity;
            filed.copies.extend(uids.iter().map(|&uid| Copied {
                uid,
                uidvalidity,
                filed_uid: uid,
            }));
        }
        Ok(filed)
    }

    /// The folder for finished mails, in the server's spelling; `None` where they are flagged.
    #[must_use]
    pub fn done_folder(&self) -> Option<&str> {
        self.done.as_deref()
    }

    /// As [`go_to`](Self::go_to), for a folder in the server's spelling.
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login.
    pub async fn go_to_filed(&mut self, folder: &str) -> Result<(), ImapError> {
        self.selected = select(&mut self.connection, folder).await?;
        Ok(())
    }

    /// The UIDs of all mails in the folder that have this RFC822.SIZE, in octets, in ascending order (RFC 3501 section
    /// 6.4.4, LARGER and SMALLER).
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login.
    pub async fn uids_of_size(&mut self, size: u32) -> Result<Vec<u32>, ImapError> {
        let larger = size.saturating_sub(1);
        let command = match size.checked_add(1) {
            Some(smaller) => format!("UID SEARCH LARGER {larger} SMALLER {smaller}"),
            None => format!("UID SEARCH LARGER {larger}"),
        };
        let mut uids = Vec::new();
        self.connection
            .checked("UID SEARCH", &command, |response| {
                if let Response::MailboxData(MailboxDatum::Search(found)) = response {
                    uids.extend_from_slice(found);
                }
            })
            .await?;
        uids.sort_unstable();
        uids.dedup();
        Ok(uids)
    }

    /// True if single mails can be erased (UIDPLUS, RFC 4315). Without it there is only EXPUNGE, which also takes what
    /// others have marked.
    #[must_use]
    pub fn offers_erasing(&self) -> bool {
        self.offers.uidplus
    }

    /// Erases these mails from the folder, and no other one, whatever is marked as deleted there: UID EXPUNGE names them
    /// (RFC 4315 section 2.1). Mails that are gone do no harm.
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login; [`ImapError::RefusedCommand`] also where the server
    /// [cannot](Self::offers_erasing) do it, before it is asked.
    pub async fn erase(&mut self, uids: &[u32]) -> Result<(), ImapError> {
        if !self.offers.uidplus {
            return Err(ImapError::RefusedCommand {
                command: "UID EXPUNGE",
                reply: "it is not offered".to_owned(),
            });
        }
        for set in uid_sets(uids) {
            let mark = format!("UID STORE {set} +FLAGS.SILENT (\\Deleted \\Seen)");
            self.connection.checked("UID STORE", &mark, |_| ()).await?;
            let expunge = format!("UID EXPUNGE {set}");
            self.connection
                .checked("UID EXPUNGE", &expunge, |_| ())
                .await?;
        }
        Ok(())
    }

    /// Moves one UID set; creates the folder again if somebody removed it. Returns where the mails are, by their UIDs.
    async fn move_to(
        &mut self,
        set: &str,
        folder: &str,
    ) -> Result<HashMap<u32, Copied>, ImapError> {
        let quoted = quote(folder);
        let (name, command) = if self.offers.moving {
            ("UID MOVE", format!("UID MOVE {set} {quoted}"))
        } else {
            ("UID COPY", format!("UID COPY {set} {quoted}"))
        };
        let mut copies = HashMap::new();
        let mut note = |response: &Response<'_>| read_copied(response, &mut copies);
        match self.connection.checked(name, &command, &mut note).await {
            Ok(()) => {}
            Err(ImapError::RefusedCommand { .. }) => {
                // The folder may be gone. If that was not the reason, CREATE is refused, and the
                // second try too.
                let create = format!("CREATE {quoted}");
                let _ = self.connection.checked("CREATE", &create, |_| ()).await;
                self.connection.checked(name, &command, note).await?;
            }
            Err(error) => return Err(error),
        }
        if self.offers.moving {
            return Ok(copies);
        }
        let command = format!("UID STORE {set} +FLAGS.SILENT (\\Deleted)");
        self.connection
            .checked("UID STORE", &command, |_| ())
            .await?;
        if self.offers.uidplus {
            let command = format!("UID EXPUNGE {set}");
            self.connection
                .checked("UID EXPUNGE", &command, |_| ())
                .await?;
        } else {
            self.expunge_only(set).await?;
        }
        Ok(copies)
    }

    /// A plain EXPUNGE removes what anybody marked as deleted. It is used only when nothing but our
    /// own mails is marked; otherwise they stay, marked, which does no harm.
    pub(super) async fn expunge_only(&mut self, set: &str) -> Result<(), ImapError> {
        let mut strangers = 0_usize;
        self.connection
            .checked(
                "UID SEARCH",
                &format!("UID SEARCH DELETED NOT UID {set}"),
                |response| {
                    if let Response::MailboxData(MailboxDatum::Search(found)) = response {
                        strangers += found.len();
                    }
                },
            )
            .await?;
        if strangers > 0 {
            return Ok(());
        }
        self.connection.checked("EXPUNGE", "EXPUNGE", |_| ()).await
    }
}

/// Notes where mails have gone, if the response says so: with the tagged answer, or before it.
fn read_copied(response: &Response<'_>, copies: &mut HashMap<u32, Copied>) {
    let (Response::Done { outcome, .. } | Response::Data { outcome, .. }) = response else {
        return;
    };
    let Some(ResponseCode::CopyUid(uidvalidity, sources, targets)) = &outcome.code else {
        return;
    };
    let pairs = uids(sources).zip(uids(targets));
    copies.extend(pairs.take(MOST).map(|(uid, filed_uid)| {
        let copied = Copied {
            uid,
            uidvalidity: *uidvalidity,
            filed_uid,
        };
        (uid, copied)
    }));
}

/// No set of ours names more mails; a server that says "1:4294967295" shall not fill the memory.
const MOST: usize = 100_000;

/// The UIDs of a set, in the order in which they stand there.
fn uids(set: &[UidSetMember]) -> impl Iterator<Item = u32> {
    set.iter().flat_map(|member| -> RangeInclusive<u32> {
        match member {
            UidSetMember::UidRange(range) => range.clone(),
            UidSetMember::Uid(uid) => *uid..=*uid,
        }
    })
}
