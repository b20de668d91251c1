//! Letters that came back, and complaints: whose they are, what they count, and when an address rests.
//!
//! Each letter to a player has an envelope sender of its own, so what comes to that address is about that letter, and
//! nobody who has not seen the letter can say something about it. Where mail servers take only our bare address, the
//! Message-ID of the returned mail says the same. Without one of them a bounce is a claim of anybody, and counts nothing.
//!
//! An address that gives letters back gets a point a day. With enough of them it rests: letters to its player are written
//! and held back, and their opponents are told. Their next authenticated mail takes the points away and lets all of
//! them go.

use super::allowances::Allowance;
use super::batch::Batch;
use super::draft::{Draft, Recipient};
use super::reading::{Content, Read};
use super::storage::Needs;
use crate::db::bounces::{self, ReportRow as Kept, ReturnedLetter};
use crate::game::clock::{Reason, Span, Stretch};
use crate::game::{CauseId, GameNumber, Phase, PlayerNumber};
use crate::letters::{Occasion, Untold, without_codes};
use crate::mail::address;
use crate::mail::automatic::Nature;
use crate::mail::report::{Report, Verdict};
use std::collections::BTreeMap;

/// After so many days without a new one, the points of an address are forgotten.
const STALE_DAYS: i32 = 7;

/// What is to be loaded for the reports among these mails.
pub(super) fn need(content: &Content, needs: &mut Needs) {
    let (Nature::Bounce(report) | Nature::Complaint(report)) = &content.nature else {
        return;
    };
    let recipients = content.incoming.recipients.iter();
    needs.returned_to.extend(
        recipients
            .map(|recipient| &recipient.address)
            .chain(&report.original_sender)
            .map(|address| address.to_lowercase()),
    );
    needs.returned.extend(report.original_message_id.clone());
}

/// A bounce, or what looks like one.
pub(super) fn bounced(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    report: &Report,
) -> (String, Option<PlayerNumber>) {
    let Some(letter) = letter_of(batch, content, report) else {
        return ("bounce of no letter of ours".to_owned(), None);
    };
    let names_it = report.original_message_id.as_deref() == Some(letter.message_id.as_str());
    let names_another = report.original_message_id.as_deref().is_some_and(|id| {
        id != letter.message_id
            && id
                .rsplit_once('@')
                .is_some_and(|(_, domain)| domain.eq_ignore_ascii_case(&batch.server.id_domain()))
    });
    if names_another {
        return ("bounce of another letter".to_owned(), None);
    }
    let verdict = match report.verdict_about(&letter.recipient) {
        Some(verdict) => verdict,
        // Their address forwards: the letter that came back is theirs, and the address is not.
        None if names_it => report
            .verdict_about_the_only_one()
            .unwrap_or(Verdict::Unknown),
        None => return ("bounce about another address".to_owned(), None),
    };
    let words = report
        .recipients
        .iter()
        .find(|one| one.is_about(&letter.recipient))
        .or_else(|| report.recipients.first())
        .map(|one| {
            let parts = [one.status.as_deref(), one.diagnostic.as_deref()];
            let words: Vec<&str> = parts.into_iter().flatten().collect();
            without_codes(&words.join(" "))
                .chars()
                .take(300)
                .collect::<String>()
        })
        .filter(|words| !words.is_empty());
    let player = letter.player_id.map(PlayerNumber);
    let counted = count(batch, &letter, verdict, read.cause(), words);
    tell_that_the_clock_stands(batch, &letter, verdict, read.cause());
    let counted = if counted { ", counted" } else { "" };
    (format!("bounce: {}{counted}", verdict.word()), player)
}

/// Who waits for the reader's move is told that the reader does not know of it, once in a turn; of who rests from now on they
/// hear more.
fn tell_that_the_clock_stands(
    batch: &mut Batch<'_>,
    letter: &ReturnedLetter,
    verdict: Verdict,
    cause: CauseId,
) {
    let stopped = batch.returned.stopped.get(&letter.id);
    let stopped = stopped.cloned().unwrap_or_default();
    let Some(reader) = letter.player_id.map(PlayerNumber) else {
        return;
    };
    if !bounces::is_lost(verdict.word()) || batch.rests(reader) {
        return;
    }
    for number in stopped {
        tell_that_it_stands(batch, number, reader, cause);
    }
}

fn tell_that_it_stands(
    batch: &mut Batch<'_>,
    number: GameNumber,
    reader: PlayerNumber,
    cause: CauseId,
) {
    let Some(loaded) = batch.games.get(&number) else {
        return;
    };
    let other = loaded.game.other(reader);
    // Letters count with it.
    if let Some(told) = loaded.times.told_at {
        let (reason, span) = (Reason::Bounce, Span::since(told));
        let stretches = batch.stretches.entry((number, reader)).or_default();
        stretches.push(Stretch { reason, span });
    }
    batch.write_about(number, other, None, cause, |game| Occasion::Undelivered {
        game,
        untold: Untold::Deed,
    });
}

/// A relay has refused a letter for good, by fault of its recipient.
pub(super) fn refused(batch: &mut Batch<'_>, letter: &ReturnedLetter, cause: CauseId, words: &str) {
    let words = without_codes(words).chars().take(300).collect();
    count(batch, letter, Verdict::Permanent, cause, Some(words));
}

/// Whether a letter is for the address of a player to whom nothing is sent now.
pub(super) fn is_of_resting(batch: &Batch<'_>, letter: &ReturnedLetter) -> bool {
    letter.player_id.map(PlayerNumber).is_some_and(|player| {
        batch.rests(player)
            && batch
                .players
                .get(&player)
                .is_some_and(|known| known.address.eq_ignore_ascii_case(&letter.recipient))
    })
}

/// A complaint: the recipient's provider says that they called a letter of ours spam.
pub(super) fn complained(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    report: &Report,
) -> (String, Option<PlayerNumber>) {
    let kind = report.feedback_type.as_deref().unwrap_or("abuse");
    // That it is no spam (RFC 6430), or that our signature broke (RFC 6591), is no complaint.
    if matches!(kind, "not-spam" | "auth-failure" | "dmarc") {
        return (format!("feedback: {kind}"), None);
    }
    let Some(letter) = letter_of(batch, content, report) else {
        return ("complaint about no letter of ours".to_owned(), None);
    };
    batch.returned.reports.push(Kept {
        letter: letter.id,
        mail: Some(read.mail.id),
        kind: "complaint",
        words: Some(without_codes(kind).chars().take(100).collect()),
        counted: false,
    });
    let was_silenced = batch.is_silenced(&letter.recipient);
    batch.stop.push(address::key(&letter.recipient));
    let player = letter.player_id.map(PlayerNumber);
    if let Some(player) = player
        && let Some(known) = batch.players.get(&player)
    {
        batch.stop.push(address::key(&known.address));
        if !was_silenced {
            rest(batch, player, "complaint", read.cause());
        }
    }
    (format!("complaint: {kind}"), player)
}

/// A mail of theirs has come that is proven to be from them: whatever was wrong with their mailbox, they are there.
/// Only a mail that came after the rest began says so.
pub(super) fn heard_from(batch: &mut Batch<'_>, player: PlayerNumber, read: &Read) {
    let Some(known) = batch.players.get_mut(&player) else {
        return;
    };
    let rested = known.reached.rests_since;
    if rested.is_some_and(|since| read.mail.arrived_at < since) {
        return;
    }
    if known.reached.score > 0 {
        known.reached.score = 0;
        batch.returned.scored.entry(player).or_insert(false);
    }
    if rested.is_none() {
        return;
    }
    let complained = std::mem::take(&mut known.reached.complained);
    known.reached.rests_since = None;
    batch.returned.rests.remove(&player);
    batch.returned.woken.insert(player);
    if complained {
        // They asked for mail again, and that is answered.
        return;
    }
    let open = batch.open_games(player);
    let games = batch.lines(&open, player);
    let occasion = Occasion::Awake { games };
    let draft = Draft::about_no_game(occasion, Recipient::Player(player), read.cause());
    batch.drafts.push(draft);
}

/// Whether a player who rests may be asked, once a day, if a mail in their name is theirs: their answer would wake
/// them.
pub(super) fn may_ask(batch: &mut Batch<'_>, player: PlayerNumber) -> bool {
    let Some(address) = batch
        .players
        .get(&player)
        .map(|known| known.address.clone())
    else {
        return false;
    };
    !batch.rests(player) || batch.spend(&address, Allowance::Resting)
}

/// The letter that a report is about, as far as it proves that its writer has seen it.
fn letter_of(batch: &Batch<'_>, content: &Content, report: &Report) -> Option<ReturnedLetter> {
    let letters = &batch.returned.letters;
    let recipients = content.incoming.recipients.iter();
    recipients
        .map(|recipient| &recipient.address)
        .chain(&report.original_sender)
        .filter(|address| is_bounce_address(batch, address))
        .find_map(|address| {
            letters
                .iter()
                .find(|letter| letter.envelope_from.eq_ignore_ascii_case(address))
        })
        .or_else(|| {
            let id = report.original_message_id.as_ref()?;
            letters.iter().find(|letter| letter.message_id == *id)
        })
        .cloned()
}

/// Our bare address is the envelope sender of all letters where addresses cannot carry a token; it proves nothing.
fn is_bounce_address(batch: &Batch<'_>, address: &str) -> bool {
    batch
        .server
        .extension_of(address)
        .and_then(|extension| extension.get(..2))
        .is_some_and(|mark| mark.eq_ignore_ascii_case("b."))
}

/// Keeps the report, and gives the address its point. Returns whether it got one.
fn count(
    batch: &mut Batch<'_>,
    letter: &ReturnedLetter,
    verdict: Verdict,
    cause: CauseId,
    words: Option<String>,
) -> bool {
    let limit = batch.server.bounces;
    let player = letter.player_id.map(PlayerNumber);
    // They have another address by now: about that one this says nothing.
    let known = player
        .and_then(|player| batch.players.get_mut(&player))
        .filter(|known| known.address.eq_ignore_ascii_case(&letter.recipient));
    let mut counted = false;
    let mut worn_out = false;
    if let Some(known) = known {
        let reached = &mut known.reached;
        let fresh = reached.days_ago.is_some_and(|days| days <= STALE_DAYS);
        let before = if fresh { reached.score } else { 0 };
        let after = match verdict {
            Verdict::Permanent => before + 1,
            // Nobody knows what it says: it may wear an address down, but not out.
            Verdict::Unknown => (before + 1).min(limit - 1),
            Verdict::Refused | Verdict::Temporary | Verdict::Delayed | Verdict::Delivered => before,
        };
        // Who rests already cannot fall deeper.
        let rests = reached.rests_since.is_some();
        if after > before && reached.days_ago != Some(0) && !rests {
            reached.score = after;
            reached.days_ago = Some(0);
            counted = true;
            worn_out = after >= limit;
        }
    }
    batch.returned.reports.push(Kept {
        letter: letter.id,
        mail: cause.mail(),
        kind: verdict.word(),
        words,
        counted,
    });
    if let Some(player) = player.filter(|_| counted) {
        batch.returned.scored.insert(player, true);
        if worn_out {
            rest(batch, player, "bounces", cause);
        }
    }
    counted
}

/// From now on nothing is sent to this player. Who plays with them is told, once.
fn rest(batch: &mut Batch<'_>, player: PlayerNumber, reason: &'static str, cause: CauseId) {
    let now = batch.now;
    let Some(known) = batch.players.get_mut(&player) else {
        return;
    };
    let told = known.reached.rests_since.is_some();
    known.reached.rests_since = Some(now);
    known.reached.complained = reason == "complaint";
    let name = known.name.clone();
    batch.returned.woken.remove(&player);
    batch.returned.rests.insert(player, reason);
    if told {
        return;
    }
    let mut opponents: BTreeMap<PlayerNumber, Vec<GameNumber>> = BTreeMap::new();
    for loaded in batch.games.values() {
        let open = matches!(loaded.game.phase(), Phase::Offered | Phase::Playing);
        if open && loaded.game.has(player) {
            let other = loaded.game.other(player);
            opponents
                .entry(other)
                .or_default()
                .push(loaded.game.number());
        }
    }
    for (other, numbers) in opponents {
        if !batch.is_active(other) || !batch.may_write_to(other) {
            continue;
        }
        let games = batch.lines(&numbers, other);
        let only = match numbers.as_slice() {
            [only] => Some(*only),
            _ => None,
        };
        let turn = only
            .and_then(|number| batch.games.get(&number))
            .map_or(0, |loaded| loaded.game.turn());
        batch.drafts.push(Draft {
            occasion: Occasion::OpponentAway {
                opponent: name.clone(),
                games,
                wants_none: reason == "complaint",
            },
            to: Recipient::Player(other),
            game: only,
            turn,
            event: None,
            cause,
            answers: None,
            one_time: None,
            turns: Vec::new(),
        });
    }
}
