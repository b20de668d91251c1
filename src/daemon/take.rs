//! Takes mails out of a folder into the database: those that are not there yet and that are for us.

use super::portions::portions;
use super::receive::Place;
use super::shared::{Daemon, Hints};
use super::trouble::Trouble;
use crate::db::left_alone::{self, Foreign, Numbered};
use crate::db::mailboxes::{self, Arrival, Shown};
use crate::mail::identity;
use crate::mail::imap::{Fetched, ImapError, Inbox, Listed, Part};
use std::collections::{HashMap, HashSet};
use tracing::{debug, info, warn};

/// What is known of listed mails.
struct Sorted {
    wanted: Vec<Listed>,
    /// The numbers of those that are done with.
    done: HashSet<u32>,
}

impl Daemon {
    /// Stores those of these mails that are not stored yet, and raises the watermark past all that are done with.
    /// Returns how many were new.
    pub(super) async fn take(
        &self,
        inbox: &mut Inbox,
        place: &mut Place,
        batch: &[u32],
        hints: &Hints,
        trouble: &mut Trouble,
    ) -> anyhow::Result<u64> {
        let Sorted { wanted, mut done } = self.sort(inbox, place, batch).await?;
        let (bad, good): (Vec<_>, Vec<_>) = wanted
            .into_iter()
            .partition(|mail| trouble.breaks_lines(mail.uid));
        let mut new = 0;
        for portion in portions(&good).chain(bad.chunks(1)) {
            let mut fetched = Vec::new();
            let outcome = self.fetch(inbox, portion, &mut fetched).await;
            done.extend(fetched.iter().map(|mail| mail.uid));
            if let Err(failure) = &outcome {
                let suspect = portion.iter().find(|mail| !done.contains(&mail.uid));
                if let Some(uid) = suspect.map(|mail| mail.uid) {
                    *trouble.broken_at.entry(uid).or_default() += 1;
                    warn!(error = %failure, uid, "fetching broke off");
                }
            }
            let arrivals = self.wanted_arrivals(place, portion, fetched).await?;
            if !place.held && batch.iter().all(|uid| done.contains(uid)) {
                place.next = place.next.max(past(batch));
            }
            new += self.store(place, &arrivals).await?;
            hints.arrived.notify_waiters();
            hints.arrived.notify_one();
            outcome?;
        }
        if !place.held && place.next < past(batch) {
            self.pass_missing(inbox, place, batch, &done).await?;
        }
        Ok(new)
    }

    /// Which of these mails are not stored yet.
    async fn sort(
        &self,
        inbox: &mut Inbox,
        place: &Place,
        batch: &[u32],
    ) -> anyhow::Result<Sorted> {
        let listed = inbox.sizes(batch).await?;
        let numbered: Vec<Numbered> = listed.iter().map(Numbered::from).collect();
        let house_key = self.robot.house_key();
        let (mailbox, validity) = (place.mailbox, place.validity);
        let unknown =
            mailboxes::unknown(&self.pool, mailbox, validity, &numbered, &house_key).await?;
        let unknown: HashSet<u32> = unknown.into_iter().collect();
        let (wanted, stored): (Vec<_>, Vec<_>) = listed
            .into_iter()
            .partition(|mail| unknown.contains(&mail.uid));
        let done = stored.iter().map(|mail| mail.uid).collect();
        Ok(Sorted { wanted, done })
    }

    /// Those of the fetched mails that are stored in this place, with what they show.
    async fn wanted_arrivals(
        &self,
        place: &Place,
        portion: &[Listed],
        fetched: Vec<Fetched>,
    ) -> anyhow::Result<Vec<Arrival>> {
        let arrivals = self.arrivals(portion, fetched);
        if place.only_proven {
            self.proven(arrivals).await
        } else {
            self.ours(place, arrivals).await
        }
    }

    /// Stores mails and how far the folder is read. Returns how many were new.
    async fn store(&self, place: &Place, arrivals: &[Arrival]) -> anyhow::Result<u64> {
        let (mailbox, validity, next) = (place.mailbox, place.validity, place.next);
        let new = mailboxes::store(&self.pool, mailbox, validity, arrivals, next).await?;
        debug!(mails = arrivals.len(), new, "mails stored");
        Ok(new)
    }

    /// Raises the watermark past mails of the batch that were not given out, as far as they have gone since it was listed.
    /// One that is refused to us holds it.
    async fn pass_missing(
        &self,
        inbox: &mut Inbox,
        place: &mut Place,
        batch: &[u32],
        done: &HashSet<u32>,
    ) -> anyhow::Result<()> {
        let mut missing = batch.iter().copied().filter(|uid| !done.contains(uid));
        place.next = match missing.next() {
            Some(first) => {
                let present = inbox.uids_again_from(first).await?;
                let missing = std::iter::once(first).chain(missing);
                match missing.filter(|uid| present.contains(uid)).min() {
                    Some(waits) => {
                        warn!(
                            uid = waits,
                            "the mail server lists a mail and does not give it out"
                        );
                        place.held = true;
                        place.next.max(waits)
                    }
                    None => past(batch),
                }
            }
            None => past(batch),
        };
        let (mailbox, validity, next) = (place.mailbox, place.validity, place.next);
        mailboxes::store(&self.pool, mailbox, validity, &[], next).await?;
        Ok(())
    }

    /// Fetches the bodies of short mails and the headers of long ones. A mail that the server refuses keeps no other one
    /// back: after a refusal each is asked for alone.
    async fn fetch(
        &self,
        inbox: &mut Inbox,
        portion: &[Listed],
        fetched: &mut Vec<Fetched>,
    ) -> Result<(), ImapError> {
        for (part, large) in [(Part::Whole, false), (Part::Header, true)] {
            let uids: Vec<u32> = portion
                .iter()
                .filter(|mail| self.is_large(mail.size) == large)
                .map(|mail| mail.uid)
                .collect();
            match inbox.fetch(&uids, part, fetched).await {
                Ok(()) => {}
                Err(ImapError::RefusedCommand { command, reply }) => {
                    warn!(command, reply, "fetching each mail by itself");
                    let had: HashSet<u32> = fetched.iter().map(|mail| mail.uid).collect();
                    for uid in uids.into_iter().filter(|uid| !had.contains(uid)) {
                        match inbox.fetch(&[uid], part, fetched).await {
                            Ok(()) | Err(ImapError::RefusedCommand { .. }) => {}
                            Err(other) => return Err(other),
                        }
                    }
                }
                Err(other) => return Err(other),
            }
        }
        Ok(())
    }

    fn arrivals(&self, portion: &[Listed], fetched: Vec<Fetched>) -> Vec<Arrival> {
        let listed: HashMap<u32, &Listed> = portion.iter().map(|mail| (mail.uid, mail)).collect();
        let mut arrivals: Vec<Arrival> = fetched
            .into_iter()
            .filter_map(|mail| {
                let listed = listed.get(&mail.uid)?;
                Some(Arrival {
                    uid: mail.uid,
                    content_key: identity::content_key(&mail.raw),
                    sender: identity::sender(&mail.raw),
                    shown: Shown::Nothing,
                    arrived_at: listed.arrived,
                    size: u64::from(listed.size),
                    oversized: self.is_large(listed.size),
                    raw: mail.raw,
                })
            })
            .collect();
        arrivals.sort_by_key(|mail| mail.uid);
        arrivals
    }

    fn is_large(&self, size: u32) -> bool {
        u64::from(size) > self.largest_mail
    }

    /// Those mails that carry a token of ours.
    async fn proven(&self, arrivals: Vec<Arrival>) -> anyhow::Result<Vec<Arrival>> {
        let mut proven = Vec::new();
        for arrival in arrivals {
            if self.robot.shows_token(&arrival.raw).await? {
                proven.push(arrival);
            }
        }
        let raws: Vec<&[u8]> = proven.iter().map(|mail| mail.raw.as_slice()).collect();
        let shown = self.robot.shown(&raws).await?;
        for (arrival, shown) in proven.iter_mut().zip(shown) {
            arrival.shown = shown;
        }
        Ok(proven)
    }

    /// Those mails that are for us. Of the others only the numbers and hashes are kept: they stay as they are.
    async fn ours(&self, place: &Place, arrivals: Vec<Arrival>) -> anyhow::Result<Vec<Arrival>> {
        let raws: Vec<&[u8]> = arrivals.iter().map(|mail| mail.raw.as_slice()).collect();
        let concern = self.robot.concern_us(&raws).await?;
        let (mut ours, mut others) = (Vec::new(), Vec::new());
        for (arrival, concern) in arrivals.into_iter().zip(concern) {
            match concern {
                Some(shown) => ours.push(Arrival { shown, ..arrival }),
                None => others.push(arrival),
            }
        }
        if !others.is_empty() {
            let foreign: Vec<Foreign> = others.iter().map(Foreign::from).collect();
            let (mailbox, validity) = (place.mailbox, place.validity);
            let house_key = self.robot.house_key();
            left_alone::pass_over(&self.pool, mailbox, validity, &foreign, &house_key).await?;
            info!(
                mails = foreign.len(),
                "mails in the folder are not for us; they are left alone"
            );
        }
        Ok(ours)
    }
}

impl From<&Listed> for Numbered {
    fn from(mail: &Listed) -> Numbered {
        Numbered {
            uid: mail.uid,
            size: mail.size,
            arrived_at: mail.arrived,
        }
    }
}

impl From<&Arrival> for Foreign {
    fn from(mail: &Arrival) -> Foreign {
        Foreign {
            listed: Numbered {
                uid: mail.uid,
                size: u32::try_from(mail.size).unwrap_or(u32::MAX),
                arrived_at: mail.arrived_at,
            },
            content_key: mail.content_key,
        }
    }
}

/// The first UID after these, which are in ascending order.
fn past(batch: &[u32]) -> u32 {
    batch.last().map_or(1, |&last| last.saturating_add(1))
}
