//! "Sure!", "ok, agreed", "no thanks" in an answer to a letter that offers one thing: they take it, or refuse it; "yes" in an
//! answer to one that asks whether a move is meant plays it.

use super::said_above;
use super::which_game::{could_mean, offered_to};
use super::wishes::wished;
use crate::game::PlayerNumber;
use crate::language::{Command, Consent, Message, Order, RefusalAbove};
use crate::mail::token::Purpose;
use crate::robot::batch::Batch;
use crate::robot::reading::{AskedForMove, Content};

/// The mail with the order that its words are for this player of theirs, by what the letter says that it answers. `None` where they
/// are read as everywhere.
pub(in crate::robot) fn understood(
    batch: &Batch<'_>,
    content: &Content,
    player: PlayerNumber,
) -> Option<Content> {
    consented(batch, content, player)
        .or_else(|| chosen_by_yes(batch, content, player))
        .or_else(|| wished(batch, content, player))
        .map(|message| Content {
            message,
            ..content.clone()
        })
}

/// The mail with the order that its words are, where the letter that it answers offers one thing that is still open and the
/// game stands as it did. `None` where they are read as everywhere.
fn consented(batch: &Batch<'_>, content: &Content, player: PlayerNumber) -> Option<Message> {
    let Some(Purpose::Game { game, turn, .. }) = content.evidence.purpose else {
        return None;
    };
    let loaded = batch.games.get(&game)?;
    let [offered] = content.offers.as_slice() else {
        return None;
    };
    if content.evidence.one_time.is_some()
        || loaded.game.turn() != turn
        || !could_mean(offered, &loaded.game, player)
    {
        return None;
    }
    answered_beside_a_move(&content.message, offered)
        .or_else(|| taken_or_refused(&content.message, offered))
}

/// The mail that answers what is offered, and plays on or may do so, in words of which neither is an order.
fn answered_beside_a_move(message: &Message, offered: &Command) -> Option<Message> {
    // Who refuses an invitation has no game to play in.
    if *offered == Command::Accept {
        return None;
    }
    taken_beside_a_move(message).or_else(|| played_below_a_refusal(message, offered))
}

/// The mail with the order that its first line is for what is offered, before the moves that it makes.
fn taken_or_refused(message: &Message, offered: &Command) -> Option<Message> {
    let consent = message.consent?;
    let mut message = message.clone();
    let moves: Vec<Order> = message
        .orders
        .iter()
        .filter(|order| plays(order))
        .cloned()
        .collect();
    // "Accepted. e4" takes an invitation; whoever plays on has taken no draw and given nothing back.
    let beside_a_move = !moves.is_empty();
    let typed = first_line(&message);
    // "Yes and d4" takes a draw, a takeback or a pause, or plays on: which, is asked.
    if beside_a_move && *offered != Command::Accept && consent != Consent::No {
        message.orders.insert(0, Order::plain(Command::Yes, typed));
        return Some(message);
    }
    if beside_a_move && (*offered != Command::Accept || consent == Consent::No) {
        return None;
    }
    let command = match consent {
        Consent::No => offered.refusal(),
        // A draw ends the game for good, and "ok" may be said to anything.
        Consent::Yes {
            in_so_many_words: false,
        } if *offered == Command::AcceptDraw => {
            if !message.orders.is_empty() {
                return None;
            }
            // As of a "yes", they are told what takes the draw.
            Command::Yes
        }
        Consent::Yes { .. } => offered.clone(),
    };
    leave_out_the_answer(&mut message, &typed, &command);
    if !beside_a_move {
        message.unread = None;
    }
    message.orders = vec![Order::plain(command, typed)];
    message.orders.extend(moves);
    Some(message)
}

/// The mail with the move that its "yes" plays: the letter that it answers asks whether that one is meant, no other was asked
/// about at this turn, and nothing is offered that a "yes" could take as well.
fn chosen_by_yes(batch: &Batch<'_>, content: &Content, player: PlayerNumber) -> Option<Message> {
    let words = content.message.says_yes.as_deref()?;
    let Some(Purpose::Game { game, turn, .. }) = content.evidence.purpose else {
        return None;
    };
    let loaded = batch.games.get(&game)?;
    let question = batch.questions.get(&(game, player))?;
    if content.evidence.one_time.is_some()
        || content.asked_for_move != AskedForMove::Yes
        || loaded.game.turn() != turn
        || question.turn != turn
        || question.choices.len() != 1
        || !offered_to(&loaded.game, player).is_empty()
    {
        return None;
    }
    let mut message = content.message.clone();
    let typed = first_line(&message);
    message.orders.retain(|order| order.command != Command::Yes);
    message
        .orders
        .insert(0, Order::plain(Command::Choice(1), typed));
    if content.message.orders.is_empty() {
        message.talk = (!words.is_empty()).then(|| words.to_owned());
    }
    message.unread = None;
    Some(message)
}

/// The mail where it plays on, and words below the move take what is offered: "c4", and below it "I gladly take your draw". Which of
/// the two is meant is asked: the move would decline the draw, the takeback or the pause.
fn taken_beside_a_move(message: &Message) -> Option<Message> {
    let typed = message.agrees_below.clone()?;
    if !message
        .orders
        .iter()
        .all(|order| plays(order) && order.game.is_none())
    {
        return None;
    }
    let mut message = message.clone();
    message.orders.insert(0, Order::plain(Command::Yes, typed));
    Some(message)
}

/// The mail that refuses what is offered in words that are no order, and plays on below them: "No, rather not", and below it "E5".
fn played_below_a_refusal(message: &Message, offered: &Command) -> Option<Message> {
    let RefusalAbove { typed, mut below } = (**message.refusal_above.as_ref()?).clone();
    below.talk = Some(said_above(&typed, below.talk.take()));
    let command = offered.refusal();
    leave_out_the_answer(&mut below, &typed, &command);
    below.orders.insert(0, Order::plain(command, typed));
    Some(below)
}

fn plays(order: &Order) -> bool {
    matches!(order.command, Command::Moves(_))
}

/// Leaves out of the words for the opponent what is no more than the answer.
fn leave_out_the_answer(message: &mut Message, typed: &str, command: &Command) {
    let Some(talk) = message.talk.as_deref() else {
        return;
    };
    let (first, below) = talk.split_once('\n').unwrap_or((talk, ""));
    let says_more = first.split_whitespace().count() > SHORTEST_SAYING;
    if first == typed && (*command == Command::Yes || !says_more) {
        let below = below.trim();
        message.talk = (!below.is_empty()).then(|| below.to_owned());
    }
}

/// Words of a line that says more than yes or no.
const SHORTEST_SAYING: usize = 2;

fn first_line(message: &Message) -> String {
    let order = message.orders.first().map(|order| order.typed.clone());
    let talk = || {
        let talk = message.talk.as_deref()?;
        talk.lines().next().map(str::to_owned)
    };
    order.or_else(talk).unwrap_or_default()
}
