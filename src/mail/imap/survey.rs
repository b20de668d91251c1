//! What `penpawn doctor` asks of a mailbox beyond what the daemon needs: what the server can do, how full the mailbox is,
//! and one mail that is looked for by name.

use async_imap::imap_proto::rfc2087::QuotaResourceName;
use async_imap::imap_proto::{MailboxDatum, Response};

use super::connection::Connection;
use super::opening::{ask_offers, capabilities, find_or_create, identify, select};
use super::sign_in::signed_in;
use super::spelling::{encode_folder, quote, uid_sets};
use super::{Acknowledge, ImapError, Inbox, Login};

/// A mailbox, looked at.
#[derive(Clone, Debug)]
pub struct Survey {
    /// What the server announces after the login.
    pub capabilities: Vec<String>,
    /// The folder for finished mails in the server's spelling. `None` where mails are flagged, as [`Login::done`] wants it
    /// or because the folder cannot be made.
    pub done_folder: Option<String>,
    /// What the server said when the folder for junk was to be opened; `None`: it was, or there is none.
    pub junk_refused: Option<String>,
    /// How many mails lie in the folder that is read.
    pub mails: usize,
    /// Used and allowed KiB of the fullest quota (RFC 9208 section 4.1), where the server tells.
    pub quota: Option<(u64, u64)>,
    /// For how many days the server's certificate will still be good, at most [`Survey::DAYS`]; `None` without TLS.
    pub good_for_days: Option<u32>,
}

impl Survey {
    /// How far ahead certificates are looked at.
    pub const DAYS: u32 = 60;

    /// Logs in, looks, and logs out. The folder for finished mails is made if it is missing, as the daemon would; `junk`
    /// is a folder that is looked into as well.
    ///
    /// # Errors
    /// Every [`ImapError`].
    pub async fn of(login: &Login, junk: Option<&str>) -> Result<Survey, ImapError> {
        let mut connection = signed_in(login).await?;
        let good_for_days = match connection.line() {
            Some(line) => line.good_for_days(&login.host, login.ca_file.as_deref(), Self::DAYS)?,
            None => None,
        };
        let capabilities = capabilities(&mut connection).await?;
        if ask_offers(&mut connection).await?.identification {
            identify(&mut connection).await?;
        }
        let done_folder = match &login.done {
            Acknowledge::Move { folder } => find_or_create(&mut connection, folder).await?,
            Acknowledge::Flag => None,
        };
        let junk_refused = match junk {
            Some(folder) => refusal_of(&mut connection, folder).await?,
            None => None,
        };
        select(&mut connection, &encode_folder(&login.folder)).await?;
        let mails = count(&mut connection).await?;
        let tells_quota = capabilities
            .iter()
            .any(|name| name.to_ascii_uppercase().starts_with("QUOTA"));
        let quota = if tells_quota {
            fullest_quota(&mut connection, &login.folder).await?
        } else {
            None
        };
        let _ = connection.checked("LOGOUT", "LOGOUT", |_| ()).await;
        Ok(Survey {
            capabilities,
            done_folder,
            junk_refused,
            mails,
            quota,
            good_for_days,
        })
    }

    /// Whether the server announces this.
    pub fn offers(&self, capability: &str) -> bool {
        self.capabilities
            .iter()
            .any(|name| name.eq_ignore_ascii_case(capability))
    }
}

/// What the server says against opening this folder, if it does.
async fn refusal_of(
    connection: &mut Connection,
    folder: &str,
) -> Result<Option<String>, ImapError> {
    match select(connection, &encode_folder(folder)).await {
        Ok(_) => Ok(None),
        Err(ImapError::RefusedCommand { reply, .. }) => Ok(Some(reply)),
        Err(other) => Err(other),
    }
}

/// How many mails lie in the folder that is open.
async fn count(connection: &mut Connection) -> Result<usize, ImapError> {
    let mut mails = 0;
    connection
        .checked("UID SEARCH", "UID SEARCH ALL", |response| {
            if let Response::MailboxData(MailboxDatum::Search(found)) = response {
                mails += found.len();
            }
        })
        .await?;
    Ok(mails)
}

/// Used and allowed KiB of the fullest quota of a folder.
async fn fullest_quota(
    connection: &mut Connection,
    folder: &str,
) -> Result<Option<(u64, u64)>, ImapError> {
    let mut quota: Option<(u64, u64)> = None;
    let command = format!("GETQUOTAROOT {}", quote(folder));
    let asked = connection
        .checked("GETQUOTAROOT", &command, |response| {
            let Response::Quota(told) = response else {
                return;
            };
            for resource in &told.resources {
                let fuller = quota.is_none_or(|(used, allowed)| {
                    resource.usage.saturating_mul(allowed) > used.saturating_mul(resource.limit)
                });
                if resource.name == QuotaResourceName::Storage && fuller {
                    quota = Some((resource.usage, resource.limit));
                }
            }
        })
        .await;
    match asked {
        Ok(()) | Err(ImapError::RefusedCommand { .. }) => Ok(quota),
        Err(error) => Err(error),
    }
}

impl Inbox {
    /// The UIDs of the mails with this Message-ID, given without angle brackets (RFC 3501 section 6.4.4, HEADER).
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login.
    pub async fn with_message_id(&mut self, id: &str) -> Result<Vec<u32>, ImapError> {
        let command = format!("UID SEARCH HEADER Message-ID {}", quote(id));
        let mut uids = Vec::new();
        self.connection
            .checked("UID SEARCH", &command, |response| {
                if let Response::MailboxData(MailboxDatum::Search(found)) = response {
                    uids.extend_from_slice(found);
                }
            })
            .await?;
        Ok(uids)
    }

    /// Removes these mails for good, where the server can remove single ones; elsewhere they are at least marked.
    ///
    /// # Errors
    /// Every [`ImapError`] but that of the login.
    pub async fn remove(&mut self, uids: &[u32]) -> Result<(), ImapError> {
        if self.offers_erasing() {
            return self.erase(uids).await;
        }
        for set in uid_sets(uids) {
            let mark = format!("UID STORE {set} +FLAGS.SILENT (\\Deleted \\Seen)");
            self.connection.checked("UID STORE", &mark, |_| ()).await?;
            self.expunge_only(&set).await?;
        }
        Ok(())
    }
}
