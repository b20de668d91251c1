//! Whose mail it is, and what he may do.
//!
//! A sender's name on a mail proves nothing. What counts is a token of ours: who shows it has read the mail it stood
//! in. It opens what that mail was about, see [`super::doors`]; for all else, and when it is too old, it counts as no
//! token. So there are five cases:
//!
//! | evidence                                         | what happens                                                  |
//! |--------------------------------------------------|---------------------------------------------------------------|
//! | token, and From is an address of its player      | the orders are carried out, dangerous ones if unmistakable    |
//! | token, but another From                          | the mail waits; its player is asked at his own address, and   |
//! |                                                  | with his "yes" the other one is his as well                   |
//! | From is a player's address, no token, and our    | a move is played if it names its game or its number and no    |
//! | border vouches for the domain in From            | other game waits for him; all else as in the next row         |
//! | From is a player's address, no token             | what only informs is answered to his main address; orders     |
//! |                                                  | wait, and he is asked there                                   |
//! | neither                                          | an unknown sender who wrote an order is asked once a day      |
//! |                                                  | whether the address is his; a person who wrote none is told   |
//! |                                                  | how to begin, once; all else is not answered                  |
//!
//! Where our border says that the domain in From disowns the mail (`dmarc=fail`), a token in it does not count: its
//! player is asked, once a day at the most, and a stranger is not answered. Only the answer to our own question is
//! believed then, since it shows that the question was read.
//!
//! Mails of robots are dropped before any of this, token or not: an absence note carries the token of the mail that it
//! answers.
//!
//! - `needs`: what these mails need on the desk.
//! - `questions`: who is asked what, where a mail proves too little.
//! - `first_contact`: whom we do not know, and who orders nothing.
//! - `several`: names side by side, of one player or several.
//! - `confirm`: the answers to our questions; `waited`: the mails that waited for them.

mod confirm;
mod first_contact;
mod needs;
mod questions;
mod several;
mod waited;

pub(super) use needs::needs;

use confirm::confirm;
use questions::{WhyAsked, ask_player, ask_stranger};
use several::each_alone;
use waited::carry_out_confirmed;

use super::allowances::{Allowance, Cause, Kind, Unasked, enough_for_today};
use super::bounces;
use super::desk::Desk;
use super::doors;
use super::draft::{Answering, Draft, Reader};
use super::orders::{self, Confirmed, Sender};
use super::reading::{Content, Read};
use super::standing::Standing;
use crate::db::inbox::{Handled, Outcome};
use crate::game::{GameNumber, PlayerNumber};
use crate::language::Command;
use crate::letters::{Occasion, one_line, without_codes};
use crate::mail::authentication::Dmarc;
use crate::mail::automatic::Nature;
use crate::mail::token::{Purpose, Seat};
use crate::mail::write::is_sendable;

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

fn judge(desk: &mut Desk<'_>, read: &Read, content: &Content) -> anyhow::Result<Verdict> {
    // A mail whose sender confirmed it passed all of this before.
    if let Some(player) = read.mail.confirmed_as.map(PlayerNumber) {
        desk.unproven.remove(&read.mail.id);
        return carry_out_confirmed(desk, read, content, player);
    }
    if read.mail.old && !answers_present_position(desk, content) {
        return Ok(dropped("old, and its mailbox was new to us"));
    }
    let soft = match &content.nature {
        Nature::Human => None,
        Nature::Soft(signal) => Some(format!("automatic: {signal}")),
        Nature::Automatic(signal) => return Ok(dropped(format!("automatic: {signal}"))),
        Nature::Loop(signal) => return Ok(dropped(format!("loop: {signal}"))),
        Nature::Bounce(report) => {
            let (reason, player) = bounces::bounced(desk, read, content, report);
            return Ok((Outcome::Dropped, Some(reason), player));
        }
        Nature::Complaint(report) => {
            let (reason, player) = bounces::complained(desk, read, content, report);
            return Ok((Outcome::Dropped, Some(reason), player));
        }
    };
    let Some(from) = &content.incoming.from else {
        return Ok(dropped("no single sender"));
    };
    if !is_sendable(&from.address) {
        return Ok(dropped("unusable sender address"));
    }
    let key = content.sender_key();
    let known = desk.by_address.get(&key).copied();
    if read.known.blocked || known.is_some_and(|player| desk.is_blocked(player)) {
        return Ok(dropped("blocked by the administrator"));
    }
    if let Some(token) = &content.evidence.one_time
        && soft.is_none()
        && let Some(row) = desk.confirmations.get(&token.hash).cloned()
    {
        return confirm(desk, read, content, &row);
    }
    let holder = content
        .evidence
        .purpose
        .and_then(|purpose| holder_of(desk, purpose));
    if holder.is_some_and(|player| desk.is_blocked(player)) {
        return Ok(dropped("blocked by the administrator"));
    }
    // What carries his name and is disowned by his domain may be a mail of his that somebody got hold of.
    let holder = holder.filter(|_| content.dmarc != Dmarc::Fail || holder != known);
    if let Some(signal) = soft {
        // Humans' mails carry such signs by accident; so they count only for who proves himself and wants something.
        let proven = holder.is_some() && holder == known && !content.message.orders.is_empty();
        if !proven {
            return Ok(dropped(signal));
        }
    }
    let silenced = desk.is_silenced(&key) || known.is_some_and(|player| !desk.may_write_to(player));
    let comes_back = starts(content) && holder.is_some() && holder == known;
    let live = content
        .evidence
        .purpose
        .is_some_and(|code| doors::is_live(desk, code));
    let himself = holder.is_some() && holder == known;
    let erases = orders::leaving(content) == Some(true) && himself && live;
    if silenced && !comes_back && !erases {
        return Ok(dropped("silenced"));
    }
    if let Some(player) = known.filter(|_| holder == known && live || read.known.vouched) {
        bounces::heard_from(desk, player, read);
    }
    match (known, holder, content.evidence.purpose) {
        (Some(player), Some(holder), Some(code))
            if player == holder && doors::opens(desk, content, player, code) =>
        {
            // Tried again, with all that his orders need.
            if read.known.standing != Standing::Proven {
                anyhow::bail!("the sender became a player at the same moment");
            }
            desk.unproven.remove(&read.mail.id);
            let sender = Sender {
                player,
                proof: Some(code),
                confirmed: Confirmed::No,
            };
            if read.mail.oversized || content.fault.is_some() {
                return Ok(not_read(desk, read, content, player));
            }
            let agreed = orders::consented(desk, content, player).map(|message| Content {
                message,
                ..content.clone()
            });
            let content = agreed.as_ref().unwrap_or(content);
            if orders::wants_confirmation(desk, content, &sender) {
                return ask_player(desk, read, content, player, WhyAsked::Guarded);
            }
            Ok(answered(
                orders::carry_out(desk, read, content, &sender)?,
                player,
            ))
        }
        // A code that opens something else is no better than none.
        (Some(player), Some(holder), _) if player == holder => {
            let invited = Some(holder).filter(|_| live);
            without_code(desk, read, content, player, invited)
        }
        // An invitation that was forwarded, or came to an alias, and is answered from where it is read.
        (None, Some(holder), _) if !desk.is_active(holder) => {
            ask_stranger(desk, read, content, Some(holder).filter(|_| live))
        }
        (None, Some(holder), _) => ask_player(desk, read, content, holder, WhyAsked::Unproven),
        (Some(_), Some(holder), _) if live => {
            ask_player(desk, read, content, holder, WhyAsked::Unproven)
        }
        (Some(player), _, _) => without_code(desk, read, content, player, None),
        (None, None, _) => ask_stranger(desk, read, content, None),
    }
}

/// Whether the mail asks for mail again.
fn starts(content: &Content) -> bool {
    let mut orders = content.message.orders.iter();
    orders.any(|order| matches!(order.command, Command::Start))
}

/// A mail from an address of this player's that shows no code for what it asks. `invited` is he where it answers an
/// invitation to him all the same.
fn without_code(
    desk: &mut Desk<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
    invited: Option<PlayerNumber>,
) -> anyhow::Result<Verdict> {
    // Nothing is sent to him but the question whether it is he who writes.
    if desk.rests(player) || orders::leaving(content).is_some() && invited.is_some() {
        return ask_player(desk, read, content, player, WhyAsked::Unproven);
    }
    if !desk.is_active(player) {
        return ask_stranger(desk, read, content, invited);
    }
    if read.mail.oversized || content.fault.is_some() {
        return Ok(not_read(desk, read, content, player));
    }
    let vouched = read.known.vouched;
    let mut orders = content.message.orders.iter();
    if vouched {
        desk.unproven.remove(&read.mail.id);
    }
    let harmless = doors::only_asks(content)
        && orders.all(|order| orders::is_answered_unproven(order, vouched));
    if harmless || vouched && orders::may_be_played_unproven(desk, content, player) {
        let sender = Sender {
            player,
            proof: None,
            confirmed: Confirmed::No,
        };
        return Ok(answered(
            orders::carry_out(desk, read, content, &sender)?,
            player,
        ));
    }
    ask_player(desk, read, content, player, WhyAsked::Unproven)
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

/// Whether the mail carries a token of a game in which nothing was moved since. Of a mail that may be from a time of which
/// nothing is known here (its mailbox was numbered anew, restored or moved) nothing else says that it is not answered yet.
fn answers_present_position(desk: &Desk<'_>, content: &Content) -> bool {
    match content.evidence.purpose {
        Some(Purpose::Game { game, turn, .. }) => desk
            .tables
            .get(&game)
            .is_some_and(|table| table.game.turn() == turn),
        Some(Purpose::Player { .. }) | None => false,
    }
}

/// Tells a player that his mail was not read: it is too large, or broken.
fn not_read(desk: &mut Desk<'_>, read: &Read, content: &Content, player: PlayerNumber) -> Verdict {
    let Some(address) = desk.players.get(&player).map(|known| known.address.clone()) else {
        return dropped("unknown player");
    };
    let (occasion, reason) = match &content.fault {
        Some(why) => (
            Occasion::Unreadable { why: why.clone() },
            format!("unreadable: {why}"),
        ),
        None => {
            let limit_kib = desk.house.largest_mail / 1024;
            (Occasion::TooLarge { limit_kib }, "too large".to_owned())
        }
    };
    // Without a token anybody can have written it in his name, so that few of these are answered in a day.
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

fn refuse(desk: &mut Desk<'_>, read: &Read, content: &Content, player: PlayerNumber, why: &str) {
    let occasion = Occasion::Refused {
        read: first_words(content),
        why: why.to_owned(),
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
