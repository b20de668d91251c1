//! The answers to our questions.

use super::questions::{WhyAsked, ask_address, ask_player, request_in};
use super::verdict::{Verdict, answered, dropped, first_words, refuse, reply};
use crate::db::confirmations::{Asked, ConfirmationRow};
use crate::db::inbox::{Outcome, Released};
use crate::game::{GameNumber, PlayerNumber};
use crate::language::{Answer, Command, Consent, is_courtesy_with_signature};
use crate::letters::{FirstRequest, Language, NoAnswer, Occasion};
use crate::mail::token::OneTime;
use crate::robot::allowances::{Allowance, enough_for_today};
use crate::robot::batch::Batch;
use crate::robot::bounces;
use crate::robot::doors::only_asks;
use crate::robot::draft::{Draft, Recipient};
use crate::robot::orders::{self, Confirmed, Sender};
use crate::robot::people::{
    MailTurn, Writes, activate, add_alias, adopt, decline_invitations, enrol, tell_opponents,
    writes,
};
use crate::robot::reading::{Content, Read};

/// What the mail answers to the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reply {
    Yes,
    /// "Yes", and below it words that may take it back: "I meant no, sorry".
    YesAndMore,
    No,
    /// Never write to this address again.
    Stop,
    /// Something else.
    Other,
}

impl Reply {
    fn of(content: &Content, row: &ConfirmationRow) -> Reply {
        let first = content.message.orders.first().map(|order| &order.command);
        match first {
            Some(Command::Yes) => match row.asked {
                // "Yes", and below it "just kidding".
                Asked::Change if content.message.undone => Reply::Other,
                Asked::Orders | Asked::Leaving if content.message.undone || says_more(content) => {
                    Reply::YesAndMore
                }
                Asked::Address | Asked::Orders | Asked::Leaving | Asked::Change => Reply::Yes,
            },
            Some(Command::No) => Reply::No,
            Some(Command::Stop) => Reply::Stop,
            Some(_) => Reply::Other,
            None => Reply::in_words(content, row),
        }
    }

    /// "Ja", "ok", "yes, it is mine", in answer to the very letter that asks it. Only whose an address is is agreed to so;
    /// what ends a game or moves an address takes the word that the question names, or that word in the language of its letter.
    fn in_words(content: &Content, row: &ConfirmationRow) -> Reply {
        match (content.message.owned, row.asked) {
            _ if !content.asked_for_yes => Reply::Other,
            (Some(Consent::Yes { .. }), Asked::Address) => Reply::Yes,
            (
                Some(Consent::Yes { in_so_many_words }),
                Asked::Orders | Asked::Leaving | Asked::Change,
            ) => match in_so_many_words {
                true => Reply::Yes,
                false => Reply::Other,
            },
            (Some(Consent::No), _) => Reply::No,
            (None, _) => Reply::Other,
        }
    }
}

/// Whether words stand below the answer that are more than thanks, a closing, a name or a signature.
fn says_more(content: &Content) -> bool {
    let talk = content.message.talk.as_deref();
    talk.is_some_and(|talk| !orders::takes_leave(talk) && !is_courtesy_with_signature(talk))
}

/// A mail that answers our question whether an address, or a mail, is what it says.
pub(super) fn confirm(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    row: &ConfirmationRow,
) -> anyhow::Result<Verdict> {
    let key = content.sender_key();
    let answered_already = row.used || row.expired || batch.used_up.contains(&row.token_hash);
    if key != row.address_key {
        // Somebody else has seen the mail, or they read their mail elsewhere.
        if !answered_already {
            tell_of_other_address(batch, read, content, row)?;
        }
        return Ok(dropped("confirmation from another address"));
    }
    batch.unproven.remove(&read.mail.id);
    let reply = Reply::of(content, row);
    if reply == Reply::Stop {
        return Ok(silence(batch, read, row));
    }
    let comes_back = batch.is_silenced(&key);
    // Who has themselves forgotten need not let our mails come again before.
    let returns = orders::starts(content) && may_come_back(batch, row, player_of(batch, row));
    let leaves = row.asked == Asked::Leaving && !answered_already;
    if comes_back && !returns && !leaves {
        return Ok(dropped("silenced"));
    }
    let player = player_of(batch, row);
    if !still_speaks_for(batch, row) {
        lay_aside(batch, row, why::NO_MORE_HIS);
        return Ok(dropped(
            "confirmation from an address that is not the player's",
        ));
    }
    if let Some(player) = player {
        bounces::heard_from(batch, player, read);
    }
    if comes_back && row.asked != Asked::Leaving {
        batch.start.push(key);
        return let_back(batch, read, content, row, player);
    }
    let only_late = row.asked == Asked::Address && row.expired && !row.used;
    if only_late && !batch.used_up.contains(&row.token_hash) && reply != Reply::No {
        return let_in_late(batch, read, content, row, player);
    }
    if answered_already {
        return answered_again(batch, read, content, row, player);
    }
    match reply {
        Reply::YesAndMore => Ok(yes_and_more(batch, read, content, player)),
        _ if row.asked == Asked::Change => Ok(confirm_change(batch, read, row, reply)),
        Reply::Yes => agree(batch, read, content, row, player),
        Reply::No => disown(batch, read, content, row, player),
        Reply::Stop | Reply::Other => answer_with_orders(batch, read, content, row, player),
    }
}

/// "Yes", and words that may take it back: nothing is done, and the question stays open.
fn yes_and_more(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    player: Option<PlayerNumber>,
) -> Verdict {
    if let Some(player) = player {
        refuse(batch, read, content, player, NoAnswer::YesAndMore);
    }
    (Outcome::Done, Some("yes, and more".to_owned()), player)
}

/// The question is settled, or too old. Who asks for something and orders nothing is answered as everywhere.
fn answered_again(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    row: &ConfirmationRow,
    player: Option<PlayerNumber>,
) -> anyhow::Result<Verdict> {
    let active = player.filter(|&player| batch.is_active(player));
    if let Some(player) = active.filter(|_| only_asks(content))
        && let Some(verdict) = also(batch, read, content, player)?
    {
        return Ok(verdict);
    }
    Ok(too_late(batch, read, content, row, player))
}

/// The player whom a question is about, or whose address was asked.
fn player_of(batch: &Batch<'_>, row: &ConfirmationRow) -> Option<PlayerNumber> {
    let asked = row.player_id.map(PlayerNumber);
    asked.or_else(|| batch.by_address.get(&row.address_key).copied())
}

/// Whether a "start" in answer to this question brings back somebody who said "stop" before they ever played: it was asked
/// whose the address is, and nothing about a player.
fn may_come_back(batch: &Batch<'_>, row: &ConfirmationRow, player: Option<PlayerNumber>) -> bool {
    row.asked == Asked::Address && !player.is_some_and(|player| batch.is_active(player))
}

/// They are let in, and nothing else of that mail is done: the question may have been answered long ago.
fn let_back(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    row: &ConfirmationRow,
    player: Option<PlayerNumber>,
) -> anyhow::Result<Verdict> {
    let player = speak_for_without_alias(batch, read, row, player)?;
    activate(batch, player, Some(row.name.clone()), writes(content));
    lay_aside(batch, row, why::OTHER_ORDERS);
    let mut start = content.clone();
    start
        .message
        .orders
        .retain(|order| matches!(order.command, Command::Start));
    let confirmed = (Outcome::Done, Some("confirmed".to_owned()), Some(player));
    Ok(also(batch, read, &start, player)?.unwrap_or(confirmed))
}

/// Why a mail that waited is not done, as the administrator reads it.
mod why {
    pub(super) const NO_MORE_HIS: &str = "the address is not the player's any more";
    pub(super) const STOPPED: &str = "its question was answered with stop";
    pub(super) const LATE: &str = "confirmed too late";
    pub(super) const MOVED_ON: &str = "confirmed when the game had moved on";
    pub(super) const DISOWNED: &str = "disowned";
    pub(super) const OTHER_ORDERS: &str = "its question was answered with other orders";
}

/// The question is settled, and the mail that it was about is not done.
fn lay_aside(batch: &mut Batch<'_>, row: &ConfirmationRow, why: &'static str) {
    batch.used_up.push(row.token_hash.clone());
    batch.laid_aside.entry(why).or_default().push(row.inbox_id);
}

/// The question is answered with "stop".
fn silence(batch: &mut Batch<'_>, read: &Read, row: &ConfirmationRow) -> Verdict {
    let owner = batch.by_address.get(&row.address_key).copied();
    match owner {
        Some(player) if batch.is_active(player) => {
            tell_opponents(batch, player, read.cause(), MailTurn::Stop);
        }
        Some(player) => decline_invitations(batch, player, read),
        None => {}
    }
    batch.stop.push(row.address_key.clone());
    lay_aside(batch, row, why::STOPPED);
    (
        Outcome::Done,
        Some("silenced".to_owned()),
        row.player_id.map(PlayerNumber),
    )
}

fn too_late(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    row: &ConfirmationRow,
    player: Option<PlayerNumber>,
) -> Verdict {
    let why = if row.expired && !row.used {
        NoAnswer::TooLate
    } else {
        NoAnswer::Answered
    };
    let Some(player) = player.filter(|&player| batch.is_active(player)) else {
        return dropped("late confirmation");
    };
    refuse(batch, read, content, player, why);
    (Outcome::Done, None, Some(player))
}

/// The question about an address is answered after its time. Whoever reads there is let in all the same, and their
/// answer is obeyed; the mail that waited is not done any more, which they are told.
fn let_in_late(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    row: &ConfirmationRow,
    player: Option<PlayerNumber>,
) -> anyhow::Result<Verdict> {
    let says_nothing = content.message.orders.is_empty() && Reply::of(content, row) == Reply::Other;
    if says_nothing || player.is_some_and(|player| batch.is_active(player)) {
        return Ok(too_late(batch, read, content, row, player));
    }
    let player = speak_for_without_alias(batch, read, row, player)?;
    lay_aside(batch, row, why::LATE);
    if let Some(verdict) = also(batch, read, content, player)? {
        return Ok(verdict);
    }
    let undone = match row.named.as_deref() {
        Some([_, item, ..]) => vec![item.clone()],
        Some(_) | None => Vec::new(),
    };
    let occasion = Occasion::Welcome {
        undone,
        passed_over: row.passed_over.clone(),
    };
    reply(batch, read, content, player, occasion, None);
    Ok((Outcome::Done, Some("confirmed".to_owned()), Some(player)))
}

/// What was named is done, and what else the answer says.
fn agree(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    row: &ConfirmationRow,
    player: Option<PlayerNumber>,
) -> anyhow::Result<Verdict> {
    if let (Some(game), Some(player)) = (moved_on(batch, row), player) {
        lay_aside(batch, row, why::MOVED_ON);
        let occasion = Occasion::Refused {
            also: Vec::new(),
            read: first_words(content),
            why: NoAnswer::MovedOn.into(),
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: batch.view(game, player),
        };
        reply(batch, read, content, player, occasion, Some(game));
        return Ok((Outcome::Done, None, Some(player)));
    }
    let request = row.named.as_deref().and_then(request_in);
    if row.asked == Asked::Address && request == Some(FirstRequest::Stop) {
        return Ok(silence(batch, read, row));
    }
    let player = speak_for(batch, read, row, player)?;
    batch.used_up.push(row.token_hash.clone());
    batch.released.push(Released {
        id: row.inbox_id,
        player: player.0,
        leaves: row.asked == Asked::Leaving,
    });
    // The waiting mail is answered now; this one needs an answer only for what it says beside its "yes".
    let confirmed = (Outcome::Done, Some("confirmed".to_owned()), Some(player));
    Ok(also(batch, read, content, player)?.unwrap_or(confirmed))
}

/// The mail that waits was not theirs; what else the answer says is.
fn disown(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    row: &ConfirmationRow,
    player: Option<PlayerNumber>,
) -> anyhow::Result<Verdict> {
    lay_aside(batch, row, why::DISOWNED);
    let says_more = content.message.orders.len() > 1;
    if says_more {
        let player = speak_for_without_alias(batch, read, row, player)?;
        if let Some(verdict) = also(batch, read, content, player)? {
            return Ok(verdict);
        }
    }
    if let Some(player) = player.filter(|&player| batch.is_active(player)) {
        reply(batch, read, content, player, Occasion::Disowned, None);
    }
    Ok((Outcome::Done, Some("disowned".to_owned()), player))
}

/// So many orders of a question are named again where its answer is neither yes nor no.
const MOST_NAMED_AGAIN: usize = 3;

/// Neither yes nor no. Who answers with an order has shown that they read there, and what they want: it is done, but
/// for what is always asked about. A question to a player stays open beside it.
fn answer_with_orders(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    row: &ConfirmationRow,
    player: Option<PlayerNumber>,
) -> anyhow::Result<Verdict> {
    if !content.message.orders.is_empty() {
        let player = speak_for_without_alias(batch, read, row, player)?;
        if row.asked == Asked::Address {
            lay_aside(batch, row, why::OTHER_ORDERS);
        }
        if let Some(again) = named_again(batch, read, content, row, player) {
            return end_the_game(batch, read, &again, row, player);
        }
        if let Some(verdict) = also(batch, read, content, player)? {
            return Ok(verdict);
        }
    }
    // Ask once more, within the day's allowance.
    if !batch.spend(&row.address_key, Allowance::NotUnderstood) {
        return Ok(dropped(enough_for_today(
            "answers that are neither yes nor no",
        )));
    }
    match player.filter(|&player| batch.is_active(player)) {
        Some(player) => {
            let named = row.named.iter().flatten().cloned();
            let asked = match row.asked {
                Asked::Orders => named.take(MOST_NAMED_AGAIN).collect(),
                Asked::Address | Asked::Change | Asked::Leaving => Vec::new(),
            };
            refuse(
                batch,
                read,
                content,
                player,
                NoAnswer::NeitherYesNorNo { asked },
            );
        }
        None => ask_address(batch, row.clone(), content, read.mail.id)?,
    }
    Ok((Outcome::Done, Some("neither yes nor no".to_owned()), player))
}

/// The answer, where it says "resign" or "abort" and nothing else to the question whether that is meant in its game.
fn named_again(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    row: &ConfirmationRow,
    player: PlayerNumber,
) -> Option<Content> {
    if row.asked != Asked::Orders || moved_on(batch, row).is_some() {
        return None;
    }
    let mut again = content.clone();
    let order = again.message.orders.first_mut()?;
    let ends = matches!(
        order.command,
        Command::Resign | Command::Abort(Answer::Offer)
    );
    if !ends || order.game.is_some() && order.game != row.game_id {
        return None;
    }
    order.game = Some(row.game_id?);
    let language = batch.language(player);
    let unmistakable = orders::is_unmistakable(&again, again.message.orders.first()?, language);
    let mut only = again.clone();
    only.message.talk = None;
    let asked = orders::asked_for(batch, read, &only, Some(&answering(player)));
    let named = row.named.as_deref().unwrap_or_default();
    (unmistakable && asked.is_among(named)).then_some(again)
}

/// Ends a game as the answer says. What else the question named is not done.
fn end_the_game(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    row: &ConfirmationRow,
    player: PlayerNumber,
) -> anyhow::Result<Verdict> {
    lay_aside(batch, row, why::OTHER_ORDERS);
    let reason = orders::carry_out(batch, read, content, &answering(player))?;
    Ok(answered(reason, player))
}

/// Who answers a question of ours.
fn answering(player: PlayerNumber) -> Sender {
    Sender {
        player,
        proof: None,
        confirmed: Confirmed::Answers,
    }
}

/// Carries out what an answer says beside its "yes" or "no"; `None` when that is nothing. It was written by whoever reads
/// there, but what is asked about in every case is asked about here too.
fn also(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    player: PlayerNumber,
) -> anyhow::Result<Option<Verdict>> {
    let mut more = content.clone();
    more.message
        .orders
        .retain(|order| !matches!(order.command, Command::Yes | Command::No));
    if more.message.orders.is_empty() {
        return Ok(None);
    }
    let sender = answering(player);
    if orders::wants_confirmation(batch, &more, &sender) {
        return ask_player(batch, read, &more, player, WhyAsked::Guarded).map(Some);
    }
    let reason = orders::carry_out(batch, read, &more, &sender)?;
    Ok(Some(answered(reason, player)))
}

/// The player for whom the answer speaks: it makes one of a stranger, and theirs of an address.
fn speak_for(
    batch: &mut Batch<'_>,
    read: &Read,
    row: &ConfirmationRow,
    player: Option<PlayerNumber>,
) -> anyhow::Result<PlayerNumber> {
    let player = speak_for_without_alias(batch, read, row, player)?;
    // Who leaves needs no other address.
    if row.asked != Asked::Leaving {
        add_alias(batch, player, row);
    }
    Ok(player)
}

fn speak_for_without_alias(
    batch: &mut Batch<'_>,
    read: &Read,
    row: &ConfirmationRow,
    player: Option<PlayerNumber>,
) -> anyhow::Result<PlayerNumber> {
    let player = match player {
        Some(player) => player,
        None => match enrol(
            batch,
            read.mail.id,
            (&row.address_spelling, &row.name),
            Language::from_code(&row.language).unwrap_or_default(),
        ) {
            Some(player) => player,
            None => anyhow::bail!("no number is left for a new player"),
        },
    };
    adopt(batch, player, row);
    if makes_a_player(row) {
        let writes = read
            .content
            .as_ref()
            .map_or(Writes::default(), |content| writes(content));
        activate(batch, player, Some(row.name.clone()), writes);
    }
    Ok(player)
}

/// Who declines or leaves becomes no player by it.
fn makes_a_player(row: &ConfirmationRow) -> bool {
    match row.asked {
        Asked::Address => match row.named.as_deref().and_then(request_in) {
            Some(FirstRequest::Decline | FirstRequest::Stop | FirstRequest::Leave) => false,
            Some(FirstRequest::Join | FirstRequest::Invite | FirstRequest::Accept) | None => true,
        },
        Asked::Orders => true,
        Asked::Change | Asked::Leaving => false,
    }
}

/// An answer from another address does not count. Who was asked is told, since many read at one address and write from
/// another.
fn tell_of_other_address(
    batch: &mut Batch<'_>,
    read: &Read,
    content: &Content,
    row: &ConfirmationRow,
) -> anyhow::Result<()> {
    let says_nothing = content.message.orders.is_empty() && Reply::of(content, row) == Reply::Other;
    let holder = batch.by_address.get(&row.address_key).copied();
    let unwelcome = batch.is_silenced(&row.address_key)
        || holder.is_some_and(|player| batch.is_blocked(player))
        || !still_speaks_for(batch, row);
    // The address that somebody wants their mail sent to is nobody's yet.
    if says_nothing || unwelcome || row.asked == Asked::Change {
        return Ok(());
    }
    if !batch.spend(&row.address_key, Allowance::NotUnderstood) {
        return Ok(());
    }
    let token = OneTime::new(batch.randomness.draw(read.mail.id)?);
    let mut again = row.clone();
    again.token_hash.clone_from(&token.hash);
    let address = row.address_spelling.clone();
    let to = match row.player_id.map(PlayerNumber) {
        Some(player) if holder == Some(player) => Recipient::PlayerAt { player, address },
        Some(_) | None => Recipient::Stranger { address },
    };
    let named = match row.asked {
        Asked::Orders | Asked::Leaving => row.named.clone().unwrap_or_default(),
        Asked::Address | Asked::Change => Vec::new(),
    };
    batch.drafts.push(Draft {
        occasion: Occasion::AnsweredElsewhere { named },
        to,
        game: None,
        turn: 0,
        event: None,
        cause: read.cause(),
        answers: None,
        one_time: Some(token),
        turns: Vec::new(),
    });
    batch.asked.push(again);
    Ok(())
}

/// Whether the address that was asked about a player can answer for them now. Days may lie between: they may have
/// removed it, or it may have become somebody else's. Who answers an invitation from elsewhere speaks for the invited
/// player only while nobody else has answered it.
fn still_speaks_for(batch: &Batch<'_>, row: &ConfirmationRow) -> bool {
    let Some(player) = row.player_id.map(PlayerNumber) else {
        return true;
    };
    match (row.asked, batch.by_address.get(&row.address_key)) {
        // The question makes it theirs.
        (Asked::Change, _) => true,
        (_, Some(&holder)) => holder == player,
        (Asked::Address, None) => !batch.is_active(player),
        (Asked::Orders | Asked::Leaving, None) => false,
    }
}

/// The answer from an address that a player wants their mail sent to.
fn confirm_change(
    batch: &mut Batch<'_>,
    read: &Read,
    row: &ConfirmationRow,
    reply: Reply,
) -> Verdict {
    let Some(player) = row.player_id.map(PlayerNumber) else {
        return dropped("nobody's address");
    };
    let taken = batch.by_address.get(&row.address_key);
    if reply == Reply::Yes && taken.is_none_or(|&holder| holder == player) {
        batch.used_up.push(row.token_hash.clone());
        orders::make_main(batch, player, &row.address_spelling, read.cause());
        return (Outcome::Done, Some("confirmed".to_owned()), Some(player));
    }
    if reply == Reply::No {
        batch.used_up.push(row.token_hash.clone());
    }
    // Whoever reads there is nobody whom we know, and need not be answered.
    dropped("address not confirmed")
}

/// The game that a waiting mail is about, when it stands at another position than when the mail came.
fn moved_on(batch: &Batch<'_>, row: &ConfirmationRow) -> Option<GameNumber> {
    let loaded = batch.games.get(&GameNumber(row.game_id?))?;
    let turn = u32::try_from(row.turn?).ok()?;
    (loaded.game.turn() != turn).then(|| loaded.game.number())
}
