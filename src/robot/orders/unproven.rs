//! What may be done for a mail in a player's name without a token.

use super::scores::{Brought, brought_to};
use crate::game::{Game, GameNumber, PlayerNumber};
use crate::language::{Command, Effect, Order, StakeWish, TimeWish, game_in_subject};
use crate::robot::batch::Batch;
use crate::robot::reading::Content;
use shakmaty::Position;

/// Whether the order is answered, to the player's main address, whoever wrote it: what is cheap and tells them nothing
/// that they have not asked for before. The rest of what only informs is answered where a border vouches for their
/// domain.
pub(in crate::robot) fn is_answered_unproven(order: &Order, vouched: bool) -> bool {
    match order.command.properties().effect {
        Effect::Shows => true,
        Effect::Informs => vouched,
        Effect::Changes => false,
    }
}

/// Whether the mail orders nothing but games with somebody on terms that nobody can read: whoever wrote it, nothing can come
/// of it, and a "yes" to the question whether it was they would be for nothing.
pub(in crate::robot) fn cannot_be_read(content: &Content) -> bool {
    let orders = &content.message.orders;
    let unread = |time: &Option<TimeWish>, stake: &StakeWish| {
        *stake == StakeWish::Both || time.as_ref().is_some_and(|time| time.read.is_err())
    };
    let is_vain = |order: &Order| {
        if let Command::Seek(wish) = &order.command {
            unread(&wish.time, &wish.stake)
        } else if let Command::Challenge { time, stake, .. } = &order.command {
            unread(time, stake)
        } else {
            false
        }
    };
    !orders.is_empty() && orders.iter().all(is_vain)
}

/// Whether the mail is one move in the only game that waits for this player, and says which game or which move it is.
///
/// A fresh mail may have been written in sight of any position, and a genuine one may be sent again by somebody else; a
/// number ties it to this one.
pub(in crate::robot) fn may_be_played_unproven(
    batch: &Batch<'_>,
    content: &Content,
    player: PlayerNumber,
) -> bool {
    let message = &content.message;
    let [order] = message.orders.as_slice() else {
        return false;
    };
    if message.unread.is_some() || message.from_subject {
        return false;
    }
    let mut waiting = batch
        .games
        .values()
        .map(|loaded| &loaded.game)
        .filter(|game| game.awaits(player));
    let (Some(game), None) = (waiting.next(), waiting.next()) else {
        return false;
    };
    let in_subject = game_in_subject(&content.incoming.subject).map(GameNumber);
    let mut named = order.game.map(GameNumber).into_iter().chain(in_subject);
    // Where moves were taken back, the number of a move and that of the game tie a mail to no position any more.
    if game.rewound().is_some() {
        return false;
    }
    if !named.clone().all(|number| number == game.number()) {
        return false;
    }
    named.next().is_some() && is_one_move(order)
        || names_the_move(order, game)
        || is_whole_game(order, game, content)
}

/// Whether the order is the game up to now, move by move, and one move more, which says more than any number.
fn is_whole_game(order: &Order, game: &Game, content: &Content) -> bool {
    order.command.score().is_some()
        && matches!(brought_to(game, &content.scores), Brought::Next(..))
}

fn is_one_move(order: &Order) -> bool {
    matches!(&order.command, Command::Moves(moves) if moves.len() == 1)
}

/// Whether the order is a move with the number of the one that is due.
fn names_the_move(order: &Order, game: &Game) -> bool {
    let Command::Moves(moves) = &order.command else {
        return false;
    };
    let [only] = moves.as_slice() else {
        return false;
    };
    only.move_number().is_some_and(|number| {
        let side_fits = number
            .side
            .is_none_or(|side| side == game.position().turn());
        number.fullmove == game.position().fullmoves().get() && side_fits
    })
}
