//! The first look at a folder that holds mails already: nobody's private mail is swept because a wrong mailbox was named.

use super::shared::{Daemon, Lying};
use crate::db::left_alone::{self, Begun, Numbered};
use crate::db::mailboxes::seen;
use crate::mail::imap::{ImapError, Inbox};
use tracing::info;

/// How many mails are listed at once.
const LISTED: usize = 1000;

/// There are such mails, and nobody has said what is to become of them.
#[derive(Debug, thiserror::Error)]
pub(super) enum Undecided {
    /// At the first look.
    #[error(
        "{folder} of {user} holds {mails}, and this database has never read it. penpawn wants a mailbox of its own, in \
         which it answers, files and erases what comes. If this one is meant, start it once with `penpawn serve --leave`, \
         which leaves alone for ever what lies there, or with `penpawn serve --read-all`, which handles it"
    )]
    First {
        /// The folder.
        folder: String,
        /// Whose it is.
        user: String,
        /// How many lie there, in words.
        mails: String,
    },
    /// This database has read one that looks the same.
    #[error(
        "{folder} of {user} was never read under this name, and is numbered (UIDVALIDITY) as {known} is: this looks like that \
         mailbox under another name of its server. If it is, run `penpawn mailboxes rename {known}` once, and start it again. If \
         it is another one, start it once with `penpawn serve --leave`, which leaves alone for ever what lies there, or with \
         `penpawn serve --read-all`, which handles it"
    )]
    Alike {
        /// The folder.
        folder: String,
        /// Whose it is.
        user: String,
        /// The name of the one that was read.
        known: String,
    },
    /// They were left alone, and cannot be told from others any more.
    #[error(
        "{folder} of {user} was numbered anew (UIDVALIDITY), and nothing in it ({mails}) has the size and time of one of \
         those that are to be left alone. Start it once with `penpawn serve --leave`, which leaves all that lies there now \
         alone for ever, or with `penpawn serve --read-all`, which handles it"
    )]
    Renumbered {
        /// The folder.
        folder: String,
        /// Whose it is.
        user: String,
        /// How many lie there, in words.
        mails: String,
    },
}

impl Daemon {
    /// Sees to it that nothing is read in the open folder, which is ours, that is to be left alone.
    ///
    /// # Errors
    ///
    /// [`Undecided`], and when the mail server or the database fails.
    pub(super) async fn begin(&self, inbox: &mut Inbox) -> anyhow::Result<()> {
        let name = self.login.mailbox(&self.login.folder);
        match left_alone::begun(&self.pool, &name).await? {
            None => self.begin_first(inbox, &name).await,
            Some(begun) if begun.uidvalidity == Some(inbox.uidvalidity()) => Ok(()),
            Some(begun) => self.begin_again(inbox, &name, begun).await,
        }
    }

    async fn begin_first(&self, inbox: &mut Inbox, name: &str) -> anyhow::Result<()> {
        let login = &self.login;
        let whose = (login.user.as_str(), login.folder.as_str());
        let alike = seen::alike(&self.pool, whose, inbox.uidvalidity()).await?;
        if let (Lying::Ask, Some(known)) = (self.lying, alike.into_iter().next()) {
            return Err(Undecided::Alike {
                folder: login.folder.clone(),
                user: login.user.clone(),
                known,
            }
            .into());
        }
        let lying = list(inbox).await?;
        if lying.is_empty() {
            return Ok(());
        }
        match self.lying {
            Lying::Ask => Err(Undecided::First {
                folder: self.login.folder.clone(),
                user: self.login.user.clone(),
                mails: counted(lying.len()),
            }
            .into()),
            Lying::Leave => self.leave(inbox, name, &lying).await,
            Lying::Read => Ok(()),
        }
    }

    /// All numbers are new: finds the mails that are to be left alone.
    async fn begin_again(&self, inbox: &mut Inbox, name: &str, begun: Begun) -> anyhow::Result<()> {
        if begun.left_there == 0 {
            return Ok(());
        }
        let lying = list(inbox).await?;
        let validity = inbox.uidvalidity();
        let found = left_alone::renumber(&self.pool, begun.mailbox, validity, &lying).await?;
        if found > 0 || lying.is_empty() {
            info!(
                mails = found,
                "mails that are to be left alone were found again"
            );
            return Ok(());
        }
        match self.lying {
            Lying::Ask => Err(Undecided::Renumbered {
                folder: self.login.folder.clone(),
                user: self.login.user.clone(),
                mails: counted(lying.len()),
            }
            .into()),
            Lying::Leave => self.leave(inbox, name, &lying).await,
            Lying::Read => Ok(left_alone::forget(&self.pool, begun.mailbox).await?),
        }
    }

    async fn leave(&self, inbox: &Inbox, name: &str, lying: &[Numbered]) -> anyhow::Result<()> {
        let next = lying.iter().map(|mail| mail.uid).max().unwrap_or_default();
        let next = next.saturating_add(1);
        left_alone::leave(&self.pool, name, inbox.uidvalidity(), lying, next).await?;
        info!(
            mails = lying.len(),
            "the mails that lie in the folder are left alone"
        );
        Ok(())
    }
}

/// All mails of the open folder, as the server lists them: none is fetched.
async fn list(inbox: &mut Inbox) -> Result<Vec<Numbered>, ImapError> {
    let uids = inbox.uids_again_from(1).await?;
    let mut lying = Vec::with_capacity(uids.len());
    for batch in uids.chunks(LISTED) {
        let listed = inbox.sizes(batch).await?;
        lying.extend(listed.iter().map(Numbered::from));
    }
    Ok(lying)
}

fn counted(mails: usize) -> String {
    match mails {
        1 => "1 mail".to_owned(),
        many => format!("{many} mails"),
    }
}
