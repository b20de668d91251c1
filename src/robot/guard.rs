//! Whether a flag may fall: a decision from what was seen of mailboxes and mails.
//!
//! Nobody loses on time while a mail of theirs that came in time may lie somewhere. A flag at F falls an hour after F at the
//! earliest, when every mailbox was seen past F, and when no mail from before F waits that may be the player's own: one that
//! shows a code of theirs, or comes from an address of theirs with the pass of a border that we believe. A mail that shows
//! neither holds nothing up, since everybody can write it.

use crate::game::clock::GRACE;
use chrono::{DateTime, Duration, Utc};

/// For how long a flag waits for a mail that is held for its sender's "yes". Whoever can hold mails could hold off flags.
const HELD_AT_MOST: Duration = Duration::days(3);

/// For how long a flag waits for a mail that was laid aside, so that an administrator can give it back.
const DEAD_AT_MOST: Duration = Duration::days(7);

/// What is known when the time of a side is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// Whether no flag may fall now, whosever it is: the database's clock jumped, or mails may have been forgotten.
    pub(super) stopped: bool,
    /// Each mailbox that is read, and until when it was seen.
    pub(super) mailboxes: Vec<(i64, Option<DateTime<Utc>>)>,
    /// The mails from before the flag that may be the player's.
    pub(super) mails: Vec<Undecided>,
}

/// A mail of which nothing is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Undecided {
    /// Its row.
    pub(super) id: i64,
    pub(super) fate: Fate,
    pub(super) sign: Sign,
}

/// What becomes of a mail at present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is to be handled, or is in work.
    New,
    /// It waits for its sender's "yes" since then.
    Held(DateTime<Utc>),
    /// It was laid aside then.
    Dead(DateTime<Utc>),
}

/// What a mail shows of being the player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// A code of theirs.
    Code,
    /// An address of theirs, and the border's pass.
    Pass,
    /// Nothing that not everybody can write.
    Nothing,
}

/// Why a flag does not fall yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waits {
    /// The hour after it is not over.
    Grace,
    /// No flag falls now.
    Stopped,
    /// This mailbox was not seen past it; none at all where there is no mailbox.
    Unseen(Option<i64>),
    /// This mail is to be handled.
    New(i64),
    /// This mail waits for its sender's "yes"; until then at most.
    Held(i64, DateTime<Utc>),
    /// This mail was laid aside; until then at most.
    Dead(i64, DateTime<Utc>),
}

impl Waits {
    /// What the database calls it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Waits::Grace => "grace",
            Waits::Stopped => "stopped",
            Waits::Unseen(_) => "unseen",
            Waits::New(_) => "waiting",
            Waits::Held(..) => "held",
            Waits::Dead(..) => "dead",
        }
    }

    /// The mailbox for which it waits.
    pub(super) fn mailbox(self) -> Option<i64> {
        match self {
            Waits::Unseen(mailbox) => mailbox,
            Waits::Grace | Waits::Stopped | Waits::New(_) | Waits::Held(..) | Waits::Dead(..) => {
                None
            }
        }
    }

    /// The mail for which it waits.
    pub(super) fn mail(self) -> Option<i64> {
        match self {
            Waits::New(mail) | Waits::Held(mail, _) | Waits::Dead(mail, _) => Some(mail),
            Waits::Grace | Waits::Stopped | Waits::Unseen(_) => None,
        }
    }
}

/// Whether the flag of a side falls whose time was over at this instant; if not, why.
///
/// # Errors
///
/// What it waits for, the longest wait first.
pub(super) fn falls(flag: DateTime<Utc>, now: DateTime<Utc>, facts: &Facts) -> Result<(), Waits> {
    if now < flag + GRACE {
        return Err(Waits::Grace);
    }
    if facts.stopped {
        return Err(Waits::Stopped);
    }
    let unseen = |(_, seen): &&(i64, Option<DateTime<Utc>>)| seen.is_none_or(|seen| seen <= flag);
    match facts.mailboxes.iter().find(unseen) {
        Some((mailbox, _)) => return Err(Waits::Unseen(Some(*mailbox))),
        None if facts.mailboxes.is_empty() => return Err(Waits::Unseen(None)),
        None => {}
    }
    let theirs = facts.mails.iter().filter(|mail| match mail.sign {
        Sign::Code | Sign::Pass => true,
        Sign::Nothing => false,
    });
    let before = |until: DateTime<Utc>, waits: fn(i64, DateTime<Utc>) -> Waits, mail| {
        (now < until).then(|| waits(mail, until))
    };
    let held_up = theirs.filter_map(|mail| match mail.fate {
        Fate::New => Some(Waits::New(mail.id)),
        Fate::Held(since) => before(since + HELD_AT_MOST, Waits::Held, mail.id),
        Fate::Dead(since) => before(since + DEAD_AT_MOST, Waits::Dead, mail.id),
    });
    let rank = |waits: &Waits| match waits {
        Waits::Dead(..) => 2,
        Waits::Held(..) => 1,
        Waits::New(_) | Waits::Grace | Waits::Stopped | Waits::Unseen(_) => 0,
    };
    held_up.max_by_key(rank).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests;
