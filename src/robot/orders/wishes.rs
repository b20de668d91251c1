//! What a mail wishes in its sentences that orders nothing: what would change something is asked about before it is done.

use super::asking::named_moves;
use super::which_game::could_mean;
use crate::chess::{Reading, Spelling};
use crate::game::{Game, PlayerNumber};
use crate::language::{Command, Effect, Matter, Message, Order, Wish, Wished};
use crate::mail::address;
use crate::mail::token::Purpose;
use crate::robot::batch::Batch;
use crate::robot::reading::Content;

/// The mail with the order that it wishes, in an answer to a letter of a game in which that can be done. `None` where it orders
/// something, wishes nothing, or speaks of a move that can be asked about.
pub(super) fn wished(
    batch: &Batch<'_>,
    content: &Content,
    player: PlayerNumber,
) -> Option<Message> {
    let message = &content.message;
    let wished = message
        .wished
        .as_ref()
        .filter(|_| message.orders.is_empty())?;
    if content.evidence.one_time.is_some() {
        return None;
    }
    let (command, first_move) = match content.evidence.purpose {
        Some(Purpose::Game { game, turn, .. }) => {
            let loaded = batch.games.get(&game)?;
            let game = &loaded.game;
            let elsewhere = speaks_of_tournaments(wished) && loaded.tournament.is_none();
            if elsewhere || speaks_of_a_move(message, game, player) {
                return None;
            }
            let command = meant(wished, content, (game, turn), player)?;
            let accepts = command == Command::Accept;
            (
                command,
                accepts.then(|| first_move(message, game)).flatten(),
            )
        }
        Some(Purpose::Player { .. }) | None => (without_a_game(wished)?, None),
    };
    if command.challenged().is_some() && !invites(batch, content, &command) {
        return None;
    }
    // Whoever is invited and has not answered is told with which words they can; nothing waits for them.
    if !batch.is_active(player) && command.properties().effect == Effect::Changes {
        return None;
    }
    let mut message = with_wish(message, Order::plain(command, &wished.typed));
    message.orders.extend(first_move);
    Some(message)
}

/// The only move that is written beside an agreement to an invitation: "Yes please! e5".
fn first_move(message: &Message, game: &Game) -> Option<Order> {
    let position = game.position();
    let legal = |spelling: &&Spelling| matches!(spelling.resolve(position), Reading::One(_));
    let only = message.named.iter().find(legal)?;
    let one = named_moves(message, position).len() == 1;
    one.then(|| Order::plain(Command::Moves(vec![only.clone()]), only.typed()))
}

/// The mail of somebody unknown with the invitation that it wishes.
pub(in crate::robot) fn invitation_wished(batch: &Batch<'_>, content: &Content) -> Option<Content> {
    let order = content.message.order_wished()?;
    invites(batch, content, &order.command).then(|| Content {
        message: with_wish(&content.message, order),
        ..content.clone()
    })
}

/// What is about a game goes to the opponent in the words in which it was wished; all else is said to us alone.
fn with_wish(message: &Message, order: Order) -> Message {
    let properties = order.command.properties();
    let of_a_game = properties.matter == Matter::Game && properties.effect == Effect::Changes;
    Message {
        unread: None,
        surmised: true,
        orders: vec![order],
        talk: message.talk.clone().filter(|_| of_a_game),
        ..message.clone()
    }
}

/// Whether this invites somebody else: their own address, and ours, stand in mails for other reasons.
fn invites(batch: &Batch<'_>, content: &Content, command: &Command) -> bool {
    command.challenged().is_some_and(|opponent| {
        address::key(opponent) != content.sender_key() && !batch.server.owns(opponent)
    })
}

/// The order that is wished; whoever agrees or refuses speaks of the one thing that the letter answered offers, as long as that
/// is open.
fn meant(
    wished: &Wished,
    content: &Content,
    (game, turn): (&Game, u32),
    player: PlayerNumber,
) -> Option<Command> {
    let offered = || match content.offers.as_slice() {
        [only] if game.turn() == turn => Some(only),
        [] | [_, ..] => None,
    };
    let command = match &wished.wish {
        Wish::Order(command) => (**command).clone(),
        Wish::Agree => offered()?.clone(),
        Wish::Refuse => offered()?.refusal(),
    };
    let of_a_game = command.properties().matter == Matter::Game;
    (!of_a_game || could_mean(&command, game, player)).then_some(command)
}

/// Whether something of a tournament is wished: beside a game of none it may be one that is played elsewhere.
fn speaks_of_tournaments(wished: &Wished) -> bool {
    matches!(&wished.wish, Wish::Order(command) if **command == Command::Tournaments)
}

/// Without a game how all this is done can be wished, what tournaments there are, no more mail, and an invitation.
fn without_a_game(wished: &Wished) -> Option<Command> {
    match &wished.wish {
        Wish::Order(command) => {
            let tells = matches!(
                **command,
                Command::Help(_) | Command::Tournaments | Command::Games | Command::Stop
            );
            (tells || command.challenged().is_some()).then(|| (**command).clone())
        }
        Wish::Agree | Wish::Refuse => None,
    }
}

/// Whether the mail names a move that its writer could make now.
fn speaks_of_a_move(message: &Message, game: &Game, player: PlayerNumber) -> bool {
    game.awaits(player) && !named_moves(message, game.position()).is_empty()
}
