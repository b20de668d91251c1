//! What becomes of a mail, and the answers that do not depend on why.

use crate::db::inbox::Outcome;
use crate::game::{GameNumber, PlayerNumber};
use crate::letters::{NoAnswer, NotDone, Occasion, one_line};
use crate::mail::token::{Purpose, Seat};
use crate::robot::allowances::{Allowance, Cause, Kind, Unasked, enough_for_today};
use crate::robot::batch::Batch;
use crate::robot::doors;
use crate::robot::draft::{Answering, Draft, Recipient};
use crate::robot::reading::{Content, Read};

/// What becomes of a mail: the outcome, the reason, and whose it is.
pub(super) type Verdict = (Outcome, Option<String>, Option<PlayerNumber>);

pub(super) fn dropped(reason: impl Into<String>) -> Verdict {
    (Outcome::Dropped, Some(reason.into()), None)
}

pub(super) fn answered(reason: Option<String>, player: PlayerNumber) -> Verdict {
    match reason {
        None => (Outcome::Done, None, Some(player)),
        Some(reason) => (Outcome::Dropped, Some(reason), Some(player)),
    }
}

/// The player to whom we wrote the mail that this token stood in. Who was forgotten has no tokens any more: whoever shows
/// one is a stranger.
pub(super) fn holder_of(batch: &Batch<'_>, purpose: Purpose) -> Option<PlayerNumber> {
    let holder = match purpose {
        Purpose::Game { game, seat, .. } => {
            let game = &batch.games.get(&game)?.game;
            match seat {
                Seat::Challenger => game.challenger(),
                Seat::Opponent => game.opponent(),
            }
        }
        Purpose::Player { player, .. } => batch.players.contains_key(&player).then_some(player)?,
    };
    (!batch.is_forgotten(holder)).then_some(holder)
}

/// Tells a player that their mail was not read: it is too large, or broken.
pub(super) fn not_read(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
) -> Verdict {
    let Some(address) = batch
        .players
        .get(&player)
        .map(|known| known.address.clone())
    else {
        return dropped("unknown player");
    };
    let (occasion, reason) = match &content.fault {
        Some(why) => (
            Occasion::Unreadable {
                why: NotDone::Broken(why.clone()).into(),
            },
            format!("unreadable: {why}"),
        ),
        None => {
            let limit_kib = batch.server.largest_mail / 1024;
            (Occasion::TooLarge { limit_kib }, "too large".to_owned())
        }
    };
    // Without a token anybody can have written it in their name, so that few of these are answered in a day.
    let proven = |code| holder_of(batch, code) == Some(player) && doors::is_live(batch, code);
    let may_answer = if content.evidence.purpose.is_some_and(proven) {
        batch.spend(&address, Allowance::Information)
    } else {
        let letter = Unasked {
            kind: Kind::Player,
            to: &address,
            cause: Cause::of(read, content),
        };
        batch
            .spend_unasked(&address, Allowance::LookUp, &letter)
            .is_ok()
    };
    if !may_answer {
        return dropped(enough_for_today(format!(
            "answers to this player; {reason}"
        )));
    }
    reply(batch, read, content, player, occasion, None);
    (Outcome::Done, Some(reason), Some(player))
}

/// Tells a player who said "stop" and writes again that nothing of their mail is done, once in a week.
pub(super) fn still_stopped(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
) -> Verdict {
    // Whoever called a letter of ours spam, and whom none reaches, gets none: not even one that says so.
    if batch.rests(player) {
        return dropped("silenced");
    }
    let address = batch
        .players
        .get(&player)
        .map(|known| known.address.clone());
    let told = address.is_some_and(|address| batch.spend(&address, Allowance::StillStopped));
    if !told {
        return dropped("silenced, and told before");
    }
    let proven = |code| holder_of(batch, code) == Some(player) && doors::is_live(batch, code);
    let words = content
        .evidence
        .purpose
        .is_some_and(proven)
        .then(|| first_words(content));
    let occasion = Occasion::StillStopped { read: words };
    reply(batch, read, content, player, occasion, None);
    let reason = "silenced, told that nothing is done".to_owned();
    (Outcome::Done, Some(reason), Some(player))
}

pub(super) fn refuse(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
    why: NoAnswer,
) {
    let occasion = Occasion::Refused {
        also: Vec::new(),
        read: first_words(content),
        why: why.into(),
        instead: Vec::new(),
        piece_moves: Vec::new(),
        game: None,
    };
    reply(batch, read, content, player, occasion, None);
}

/// What the mail says first, for quoting it.
pub(super) fn first_words(content: &Content) -> String {
    let order = content.message.orders.first();
    let unread = content.message.unread.as_ref();
    order
        .map(|order| order.typed.as_str())
        .or(unread.map(|unread| unread.line.as_str()))
        .map(one_line)
        .unwrap_or_default()
}

/// Answers the mail to a player's own address.
pub(super) fn reply(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
    occasion: Occasion,
    game: Option<GameNumber>,
) {
    let turn = game
        .and_then(|number| batch.games.get(&number))
        .map_or(0, |loaded| loaded.game.turn());
    batch.drafts.push(Draft {
        occasion,
        to: Recipient::Player(player),
        game,
        turn,
        event: None,
        cause: read.cause(),
        answers: Some(Answering {
            message_id: content.incoming.message_id.clone(),
        }),
        one_time: None,
        turns: Vec::new(),
    });
}
