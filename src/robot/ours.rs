//! Which mails in our folder are for us.
//!
//! The folder should be penpawn's own. Where it is not, a private mail must not be stored, filed or erased because it lies
//! beside ours. A mail is for us when
//!
//! - one of our addresses stands in a field that says where it went: To, Cc, or what mail servers add, so that blind copies
//!   count;
//! - it carries a code of ours, or the Message-ID of one of our letters as its own or as one that it answers;
//! - it is a returned letter of ours, or a complaint about one.
//!
//! Who wrote it does not count: a player may write to the owner of the mailbox about something else.

use super::Robot;
use super::lines::shown_by;
use super::reading;
use super::server::{Evidence, Server};
use crate::db::inbox::Replay;
use crate::db::mailboxes::Shown;
use crate::db::{confirmations, keys};
use crate::mail::automatic::{Nature, nature};
use crate::mail::read::{self, Incoming, Unreadable};
use crate::mail::token::Keys;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Fields in which some providers (Fastmail, Gmail where it forwards, Yahoo) say to whom they deliver.
const MORE_TRACES: [&str; 4] = [
    "x-delivered-to",
    "x-forwarded-to",
    "x-forwarded-for",
    "x-apparently-to",
];

/// What a mail shows of being for us.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Sign {
    /// It is.
    Ours,
    /// It is if we made the one-time code with this hash.
    Question(Vec<u8>),
    /// Nothing says so.
    Nothing,
}

impl Robot {
    /// Whose token each of these mails shows by its header fields; `None` for those that are none for us.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn concern_us(&self, mails: &[&[u8]]) -> anyhow::Result<Vec<Option<Shown>>> {
        if mails.is_empty() {
            return Ok(Vec::new());
        }
        let keys = Arc::new(Keys::new(keys::load(&self.pool).await?));
        let mut concern = Vec::with_capacity(mails.len());
        for &raw in mails {
            // Every mail comes through here: its fields are read once for all that they say.
            let fields = read::headers_only(raw);
            let ours = match fields_say(&fields, &self.server) {
                Some(ours) => ours,
                None => self.body_is_ours(raw, &keys).await?,
            };
            concern.push(ours.then(|| shown_by(&fields, &self.server, &keys)));
        }
        Ok(concern)
    }

    /// Whether a mail is for us that does not say so in its fields. Only few mails come here: their bodies cost most, and some
    /// more than they may.
    async fn body_is_ours(&self, raw: &[u8], keys: &Arc<Keys>) -> anyhow::Result<bool> {
        if self.stopped(raw).await?.is_some() {
            return Ok(false);
        }
        let (server, keys, raw) = (Arc::clone(&self.server), Arc::clone(keys), raw.to_vec());
        let sign = tokio::task::spawn_blocking(move || body_says(&raw, &server, &keys)).await?;
        Ok(match sign {
            Sign::Ours => true,
            Sign::Question(hash) => confirmations::knows_confirmation(&self.pool, &hash).await?,
            Sign::Nothing => false,
        })
    }

    /// Those of these mails that are for us.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn only_ours(&self, mails: Vec<Replay>) -> anyhow::Result<Vec<Replay>> {
        let raws: Vec<&[u8]> = mails.iter().map(|mail| mail.raw.as_slice()).collect();
        let concern = self.concern_us(&raws).await?;
        let ours = mails.into_iter().zip(concern);
        let ours = ours.filter(|(_, shown)| shown.is_some());
        Ok(ours.map(|(mail, _)| mail).collect())
    }

    /// What changes when other addresses become ours: a mail that was none for us may be for us then.
    pub fn house_key(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        for address in self.server.addresses() {
            hash.update(address.as_bytes());
            hash.update(b"\n");
        }
        hash.update(self.server.address_with("x").as_bytes());
        hash.finalize().into()
    }
}

/// Whether the header fields alone say that a mail is for us, or that it is none; `None`: the body may say it.
fn fields_say(fields: &Result<Incoming, Unreadable>, server: &Server) -> Option<bool> {
    match fields {
        Ok(fields) if is_addressed_to(fields, server) || is_of_a_thread_of(fields, server) => {
            Some(true)
        }
        Ok(_) => None,
        // Every mail that came through a mail server has some.
        Err(Unreadable::NoHeaders) => Some(false),
        // Better one too many than one that is lost.
        Err(Unreadable::TooLarge(_) | Unreadable::TooNested(_) | Unreadable::Parser) => Some(true),
    }
}

/// What a mail says whose header fields do not say that it is for us.
fn body_says(raw: &[u8], server: &Server, keys: &Keys) -> Sign {
    let Ok(mail) = read::read(raw).or_else(|_| read::headers_only(raw)) else {
        return Sign::Nothing;
    };
    if is_return_to(&mail, server) {
        return Sign::Ours;
    }
    match reading::evidence_in(&mail, server, keys) {
        Evidence {
            purpose: Some(_), ..
        } => Sign::Ours,
        Evidence {
            one_time: Some(token),
            ..
        } => Sign::Question(token.hash),
        Evidence { .. } => Sign::Nothing,
    }
}

fn is_addressed_to(mail: &Incoming, server: &Server) -> bool {
    let told = MORE_TRACES
        .iter()
        .flat_map(|name| mail.values(name))
        .flat_map(|value| value.split([' ', ',', ';', '<', '>']));
    let mut addresses = mail
        .recipients
        .iter()
        .map(|recipient| recipient.address.as_str())
        .chain(told);
    addresses.any(|address| server.owns(address))
}

/// Whether it is a letter of ours, or answers one. That the answered one was ever written is not asked: what has the form
/// goes the usual way, on which nothing is believed either.
fn is_of_a_thread_of(mail: &Incoming, server: &Server) -> bool {
    let own = mail.message_id.iter();
    own.chain(&mail.in_reply_to)
        .chain(&mail.references)
        .any(|id| is_id_of(id, server))
}

fn is_return_to(mail: &Incoming, server: &Server) -> bool {
    let (Nature::Bounce(report) | Nature::Complaint(report)) =
        nature(mail, &reading::our_names(server))
    else {
        return false;
    };
    let names_id = report
        .original_message_id
        .is_some_and(|id| is_id_of(&id, server));
    let names_sender = report
        .original_sender
        .is_some_and(|address| server.owns(&address));
    // Reports that follow no standard quote the letter somewhere.
    let mark = format!("@{}", server.id_domain().to_ascii_lowercase());
    let quotes = |text: &str| text.to_ascii_lowercase().contains(&mark);
    let texts = mail
        .attachments
        .iter()
        .filter_map(|part| part.text.as_deref());
    names_id || names_sender || mail.text.as_deref().into_iter().chain(texts).any(quotes)
}

fn is_id_of(id: &str, server: &Server) -> bool {
    id.rsplit_once('@')
        .is_some_and(|(_, domain)| domain.eq_ignore_ascii_case(&server.id_domain()))
}

#[cfg(test)]
mod tests;
