//! Whose mail it is, and what they may do.
//!
//! A sender's name on a mail proves nothing. What counts is a token of ours: who shows it has read the mail it stood
//! in. It opens what that mail was about, see [`super::doors`]; for all else, and when it is too old, it counts as no
//! token. So there are five cases:
//!
//! | evidence                                         | what happens                                                  |
//! |--------------------------------------------------|---------------------------------------------------------------|
//! | token, and From is an address of its player      | the orders are carried out, dangerous ones if unmistakable    |
//! | token, but another From                          | the mail waits; its player is asked at their own address, and |
//! |                                                  | with their "yes" the other one is theirs as well              |
//! | From is a player's address, no token, and our    | a move is played if it names its game or its number and no    |
//! | border vouches for the domain in From            | other game waits for them; all else as in the next row        |
//! | From is a player's address, no token             | what only informs is answered to their main address; orders   |
//! |                                                  | wait, and they are asked there                                |
//! | neither                                          | an unknown sender who wrote an order is asked once a day      |
//! |                                                  | whether the address is theirs; a person who wrote none is told |
//! |                                                  | how to begin, once; all else is not answered                  |
//!
//! Where our border says that the domain in From disowns the mail (`dmarc=fail`), a token in it does not count: its
//! player is asked, once a day at the most, and a stranger is not answered. Only the answer to our own question is
//! believed then, since it shows that the question was read.
//!
//! Mails of robots are dropped before any of this, token or not: an absence note carries the token of the mail that it
//! answers.
//!
//! - `judge`: what a mail proves, and what is done by that.
//! - `needs`: what these mails need on the desk.
//! - `questions`: who is asked what, where a mail proves too little.
//! - `first_contact`: whom we do not know, and who orders nothing.
//! - `several`: names side by side, of one player or several.
//! - `confirm`: the answers to our questions; `waited`: the mails that waited for them.

mod confirm;
mod first_contact;
mod judge;
mod needs;
mod questions;
mod several;
mod waited;

pub(super) use needs::needs;

use judge::judge;
use several::each_alone;

use super::allowances::{Allowance, Cause, Kind, Unasked, enough_for_today};
use super::desk::Desk;
use super::doors;
use super::draft::{Answering, Draft, Reader};
use super::reading::{Content, Read};
use crate::db::inbox::{Handled, Outcome};
use crate::game::{GameNumber, PlayerNumber};
use crate::letters::{NoAnswer, NotDone, Occasion, one_line, without_codes};
use crate::mail::token::{Purpose, Seat};

/// Decides one mail: every mail leaves here with exactly one row of what became of it.
///
/// # Errors
///
/// Only by a fault of ours or of the operating system; what a player does wrong is an answer.
pub(super) fn decide(desk: &mut Desk<'_>, read: &Read) -> anyhow::Result<()> {
    let (outcome, reason, player) = match &read.content {
        Err(fault) => (Outcome::Dropped, Some(format!("unreadable: {fault}")), None),
        Ok(content) => {
            desk.retried = read.mail.is_retried();
            desk.flood = desk.flood_of(&read.mail);
            // Until it has shown that it is.
            desk.unproven.insert(read.mail.id);
            let content = each_alone(desk, content);
            judge(desk, read, &content)?
        }
    };
    desk.handled.push(Handled {
        id: read.mail.id,
        outcome,
        // It stands in the log, and some reasons name what the mail says.
        reason: reason.map(|reason| without_codes(&reason).into_owned()),
        player: player.map(|number| number.0),
    });
    Ok(())
}

type Verdict = (Outcome, Option<String>, Option<PlayerNumber>);

fn dropped(reason: impl Into<String>) -> Verdict {
    (Outcome::Dropped, Some(reason.into()), None)
}

fn answered(reason: Option<String>, player: PlayerNumber) -> Verdict {
    match reason {
        None => (Outcome::Done, None, Some(player)),
        Some(reason) => (Outcome::Dropped, Some(reason), Some(player)),
    }
}

/// The player to whom we wrote the mail that this token stood in. Who was forgotten has no tokens any more: whoever shows
/// one is a stranger.
fn holder_of(desk: &Desk<'_>, purpose: Purpose) -> Option<PlayerNumber> {
    let holder = match purpose {
        Purpose::Game { game, seat, .. } => {
            let game = &desk.tables.get(&game)?.game;
            match seat {
                Seat::Challenger => game.challenger(),
                Seat::Opponent => game.opponent(),
            }
        }
        Purpose::Player { player, .. } => desk.players.contains_key(&player).then_some(player)?,
    };
    (!desk.is_forgotten(holder)).then_some(holder)
}

/// Tells a player that their mail was not read: it is too large, or broken.
fn not_read(desk: &mut Desk<'_>, read: &Read, content: &Content, player: PlayerNumber) -> Verdict {
    let Some(address) = desk.players.get(&player).map(|known| known.address.clone()) else {
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
            let limit_kib = desk.house.largest_mail / 1024;
            (Occasion::TooLarge { limit_kib }, "too large".to_owned())
        }
    };
    // Without a token anybody can have written it in their name, so that few of these are answered in a day.
    let proven = |code| holder_of(desk, code) == Some(player) && doors::is_live(desk, code);
    let may_answer = if content.evidence.purpose.is_some_and(proven) {
        desk.spend(&address, Allowance::Information)
    } else {
        let letter = Unasked {
            kind: Kind::Player,
            to: &address,
            cause: Cause::of(read, content),
        };
        desk.spend_unasked(&address, Allowance::LookUp, &letter)
            .is_ok()
    };
    if !may_answer {
        return dropped(enough_for_today(format!(
            "answers to this player; {reason}"
        )));
    }
    reply(desk, read, content, player, occasion, None);
    (Outcome::Done, Some(reason), Some(player))
}

fn refuse(
    desk: &mut Desk<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
    why: NoAnswer,
) {
    let occasion = Occasion::Refused {
        read: first_words(content),
        why: why.into(),
        instead: Vec::new(),
        piece_moves: Vec::new(),
        game: None,
    };
    reply(desk, read, content, player, occasion, None);
}

/// What the mail says first, for quoting it.
fn first_words(content: &Content) -> String {
    let order = content.message.orders.first();
    let unread = content.message.unread.as_ref();
    order
        .map(|order| order.typed.as_str())
        .or(unread.map(|unread| unread.line.as_str()))
        .map(one_line)
        .unwrap_or_default()
}

/// Answers the mail to a player's own address.
fn reply(
    desk: &mut Desk<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
    occasion: Occasion,
    game: Option<GameNumber>,
) {
    let turn = game
        .and_then(|number| desk.tables.get(&number))
        .map_or(0, |table| table.game.turn());
    desk.drafts.push(Draft {
        occasion,
        to: Reader::Player(player),
        game,
        turn,
        event: None,
        cause: read.cause(),
        answers: Some(Answering {
            message_id: content.incoming.message_id.clone(),
        }),
        one_time: None,
    });
}
