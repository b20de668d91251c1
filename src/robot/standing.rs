//! How a mail stands before its words are read: what it has shown decides how much work is done for it.
//!
//! That follows from its header fields, the code in it and one look-up by key; nothing is locked for it.
//!
//! | standing   | what is done for it                                                                                   |
//! |------------|-------------------------------------------------------------------------------------------------------|
//! | `Unheard`  | nothing; not a word is read: it is a robot's, a report, or from somebody who is shut out               |
//! | `Unproven` | the first part of its words is read, as a question about them needs that; no search, and no game that it brings |
//! | `Answer`   | the same; only if our question was asked where it comes from, all that its orders want                |
//! | `Vouched`  | also whatever only informs: a border that we believe stands for the domain in From, not for the player |
//! | `Proven`   | all that its orders want                                                                              |
//!
//! What may take long is done by [`super::slow_work`], after this and before anything is locked. Whether a mail proves what it
//! says is decided once more with everything locked.

use super::doors::{is_fresh, is_worth_work};
use super::reading::{Content, Read};
use crate::db::senders::{Claim, Sender};
use crate::mail::authentication::Dmarc;
use crate::mail::automatic::Nature;
use crate::mail::token::{Purpose, Seat};
use crate::mail::write::is_sendable;
use chrono::{DateTime, Utc};
use std::collections::HashSet;

/// What a mail has shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nothing is done for it.
    #[default]
    Unheard,
    /// It shows nothing, or what is somebody else's.
    Unproven,
    /// It shows the code of a question of ours.
    Answer,
    /// It names a player, and a border that we believe stands for their domain.
    Vouched,
    /// It shows a code together with the address of the player to whom we wrote it, or its sender has confirmed it.
    Proven,
}

/// What is known of a mail's sender before it is read.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) standing: Standing,
    /// What it shows by itself, whether its sender has confirmed it or not: by that it is read, and so in the same way
    /// when they are asked and when it is done.
    pub(super) shown: Standing,
    /// Whether a border that we believe stands for the domain in From.
    pub(super) vouched: bool,
    /// Whether what it shows is too old for whatever takes work. That of a game still opens "start".
    pub(super) too_old: bool,
    /// Whether the administrator has shut out who is named in From, or whose code it shows.
    pub(super) blocked: bool,
    /// The language of their piece letters; `None` of a stranger.
    pub(super) letters: Option<String>,
    /// Where their mail goes, as they wrote it; `None` of a stranger.
    pub(super) main: Option<String>,
    /// When that was looked up.
    pub(super) at: DateTime<Utc>,
}

/// What has to be looked up of a mail's sender.
pub(super) fn claim_of(read: &Read) -> Claim {
    let Ok(content) = &read.content else {
        return Claim::default();
    };
    let (game, player) = match content.evidence.purpose {
        Some(Purpose::Game { game, seat, .. }) => (Some((game.0, seat == Seat::Challenger)), None),
        Some(Purpose::Player { player, .. }) => (None, Some(player.0)),
        None => (None, None),
    };
    Claim {
        key: content.sender_key(),
        game,
        player,
    }
}

/// The authserv-ids of which one has to be believed for a mail.
pub(super) fn borders(reads: &[Read]) -> Vec<String> {
    reads
        .iter()
        .filter_map(|read| match &read.content.as_ref().ok()?.dmarc {
            Dmarc::Pass(authserv_id) => Some(authserv_id.clone()),
            Dmarc::Fail | Dmarc::Disguised | Dmarc::Unknown => None,
        })
        .collect()
}

/// Whether somebody has written our border's name in a way in which it does not write it.
pub(super) fn is_disguised(read: &Read) -> bool {
    matches!(&read.content, Ok(content) if content.dmarc == Dmarc::Disguised)
}

/// What is known of the sender; `believed` are those authserv-ids of ours whose "pass" nobody else can have written.
pub(super) fn known(read: &Read, sender: &Sender, believed: &HashSet<String>) -> Known {
    let Ok(content) = &read.content else {
        return Known::default();
    };
    let vouched = match &content.dmarc {
        Dmarc::Pass(authserv_id) => believed.contains(authserv_id),
        Dmarc::Fail | Dmarc::Disguised | Dmarc::Unknown => false,
    };
    let shown = standing(content, sender, vouched);
    let standing = if read.mail.confirmed_as.is_some() {
        Standing::Proven
    } else {
        shown
    };
    let code = content.evidence.purpose;
    let too_old = code.is_some_and(|code| !is_worth_work(code, sender.turn, sender.now));
    Known {
        standing,
        shown,
        vouched,
        too_old: too_old && read.mail.confirmed_as.is_none(),
        blocked: sender.blocked || sender.holder_blocked,
        letters: sender.letters.clone(),
        main: sender.main.clone(),
        at: sender.now,
    }
}

fn standing(content: &Content, sender: &Sender, vouched: bool) -> Standing {
    let soft = match content.nature {
        Nature::Human => false,
        Nature::Soft(_) => true,
        Nature::Automatic(_) | Nature::Bounce(_) | Nature::Complaint(_) | Nature::Loop(_) => {
            return Standing::Unheard;
        }
    };
    let sendable = |content: &Content| {
        let from = content.incoming.from.as_ref();
        from.is_some_and(|from| is_sendable(&from.address))
    };
    if !sendable(content) || sender.blocked || sender.holder_blocked {
        return Standing::Unheard;
    }
    let fresh = content
        .evidence
        .purpose
        .is_some_and(|purpose| is_fresh(purpose, sender.now));
    let holds = sender.player_id.is_some() && sender.holder_id == sender.player_id;
    if holds && fresh && content.dmarc != Dmarc::Fail {
        return Standing::Proven;
    }
    // With signs of a robot only a code counts.
    if soft {
        return Standing::Unheard;
    }
    if content.evidence.one_time.is_some() {
        return Standing::Answer;
    }
    if vouched && sender.player_id.is_some() {
        return Standing::Vouched;
    }
    Standing::Unproven
}
