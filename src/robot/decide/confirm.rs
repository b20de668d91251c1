//! The answers to our questions.

use super::questions::{ask_address, ask_player};
use super::{Verdict, answered, dropped, first_words, refuse, reply};
use crate::db::inbox::{Outcome, Released};
use crate::db::players::{Asked, ConfirmationRow};
use crate::game::{GameNumber, PlayerNumber};
use crate::language::Command;
use crate::letters::Occasion;
use crate::robot::bounces;
use crate::robot::desk::{Allowance, Desk};
use crate::robot::orders::{self, Sender};
use crate::robot::people::{activate, add_alias, adopt, enrol, tell_opponents};
use crate::robot::reading::{Content, Read};

/// A mail that answers our question whether an address, or a mail, is what it says.
pub(super) fn confirm(
    desk: &mut Desk<'_>,
    read: &Read,
    content: &Content,
    row: &ConfirmationRow,
) -> anyhow::Result<Verdict> {
    let key = content.sender_key();
    if key != row.address_key {
        // The question was asked at one address and is answered from another: somebody else has seen the mail.
        return Ok(dropped("confirmation from another address"));
    }
    let says = |wanted: fn(&Command) -> bool| {
        content
            .message
            .orders
            .first()
            .is_some_and(|order| wanted(&order.command))
    };
    if says(|command| matches!(command, Command::Stop)) {
        let owner = desk.by_address.get(&key).copied();
        if let Some(player) = owner.filter(|&player| desk.is_active(player)) {
            tell_opponents(desk, player, read.mail.id, false);
        }
        desk.stop.push(key);
        desk.used_up.push(row.token_hash.clone());
        desk.disowned.push(row.inbox_id);
        return Ok((
            Outcome::Done,
            Some("silenced".to_owned()),
            row.player_id.map(PlayerNumber),
        ));
    }
    if desk.is_silenced(&key) {
        return Ok(dropped("silenced"));
    }
    let player = row
        .player_id
        .map(PlayerNumber)
        .or_else(|| desk.by_address.get(&key).copied());
    if !still_speaks_for(desk, row) {
        desk.used_up.push(row.token_hash.clone());
        desk.disowned.push(row.inbox_id);
        return Ok(dropped(
            "confirmation from an address that is not the player's",
        ));
    }
    if let Some(player) = player {
        bounces::heard_from(desk, player, read);
    }
    if row.used || row.expired || desk.used_up.contains(&row.token_hash) {
        let why = if row.expired && !row.used {
            "this question is more than three days old; please write your mail again"
        } else {
            "this question has been answered already"
        };
        let Some(player) = player.filter(|&player| desk.is_active(player)) else {
            return Ok(dropped("late confirmation"));
        };
        refuse(desk, read, content, player, why);
        return Ok((Outcome::Done, None, Some(player)));
    }
    if row.asked == Asked::Change {
        return Ok(confirm_change(
            desk,
            read,
            row,
            says(|command| matches!(command, Command::Yes)),
            says(|command| matches!(command, Command::No)),
        ));
    }
    if says(|command| matches!(command, Command::No)) {
        desk.used_up.push(row.token_hash.clone());
        desk.disowned.push(row.inbox_id);
        if let Some(player) = player.filter(|&player| desk.is_active(player)) {
            reply(desk, read, content, player, Occasion::Disowned, None);
        }
        return Ok((Outcome::Done, Some("disowned".to_owned()), player));
    }
    if let Some(game) = moved_on(desk, row)
        && let Some(player) = player
        && says(|command| matches!(command, Command::Yes))
    {
        desk.used_up.push(row.token_hash.clone());
        desk.disowned.push(row.inbox_id);
        let occasion = Occasion::Refused {
            read: first_words(content),
            why: "the game has moved on since that mail was written".to_owned(),
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: desk.view(game, player),
        };
        reply(desk, read, content, player, occasion, Some(game));
        return Ok((Outcome::Done, None, Some(player)));
    }
    let agrees = says(|command| matches!(command, Command::Yes));
    // Who answers the question about his address with an order has shown that he reads there, and what he wants.
    let orders_at_once =
        row.asked == Asked::Address && !agrees && !content.message.orders.is_empty();
    if agrees || orders_at_once {
        let player = match player {
            Some(player) => player,
            None => match enrol(desk, read.mail.id, &row.address_spelling, &row.name) {
                Some(player) => player,
                None => anyhow::bail!("no number is left for a new player"),
            },
        };
        adopt(desk, player, row);
        // Who leaves needs no other address, and becomes no player by it.
        if row.asked != Asked::Leaving {
            add_alias(desk, player, row);
            activate(desk, player, Some(row.name.clone()));
        }
        desk.used_up.push(row.token_hash.clone());
        if agrees {
            desk.released.push(Released {
                id: row.inbox_id,
                player: player.0,
                leaves: row.asked == Asked::Leaving,
            });
            // The waiting mail is answered now; this one needs no answer of its own.
            return Ok((Outcome::Done, Some("confirmed".to_owned()), Some(player)));
        }
        desk.disowned.push(row.inbox_id);
        if orders::leaving(content).is_some() {
            return ask_player(desk, read, content, player);
        }
        let sender = Sender {
            player,
            proof: None,
            confirmed: true,
        };
        return Ok(answered(
            orders::carry_out(desk, read, content, &sender)?,
            player,
        ));
    }
    // Neither yes nor no: ask once more, within the day's allowance.
    if !desk.spend(&key, Allowance::NotUnderstood) {
        return Ok(dropped("neither yes nor no, too often"));
    }
    match player.filter(|&player| desk.is_active(player)) {
        Some(player) => {
            let why = "the question was answered neither with yes nor with no";
            refuse(desk, read, content, player, why);
        }
        None => ask_address(desk, row.clone(), content, read.mail.id)?,
    }
    Ok((Outcome::Done, Some("neither yes nor no".to_owned()), player))
}

/// Whether the address that was asked about a player can answer for him now. Days may lie between: he may have removed
/// it, or it may have become somebody else's. Who answers an invitation from elsewhere speaks for the invited player only
/// while nobody else has answered it.
fn still_speaks_for(desk: &Desk<'_>, row: &ConfirmationRow) -> bool {
    let Some(player) = row.player_id.map(PlayerNumber) else {
        return true;
    };
    match (row.asked, desk.by_address.get(&row.address_key)) {
        // The question makes it his.
        (Asked::Change, _) => true,
        (_, Some(&holder)) => holder == player,
        (Asked::Address, None) => !desk.is_active(player),
        (Asked::Orders | Asked::Leaving, None) => false,
    }
}

/// The answer from an address that a player wants his mail sent to.
fn confirm_change(
    desk: &mut Desk<'_>,
    read: &Read,
    row: &ConfirmationRow,
    yes: bool,
    no: bool,
) -> Verdict {
    let Some(player) = row.player_id.map(PlayerNumber) else {
        return dropped("nobody's address");
    };
    let taken = desk.by_address.get(&row.address_key);
    if yes && taken.is_none_or(|&holder| holder == player) {
        desk.used_up.push(row.token_hash.clone());
        orders::make_main(desk, player, &row.address_spelling, read.mail.id);
        return (Outcome::Done, Some("confirmed".to_owned()), Some(player));
    }
    if no {
        desk.used_up.push(row.token_hash.clone());
    }
    // Whoever reads there is nobody whom we know, and need not be answered.
    dropped("address not confirmed")
}

/// The game that a waiting mail is about, when it stands at another position than when the mail came.
fn moved_on(desk: &Desk<'_>, row: &ConfirmationRow) -> Option<GameNumber> {
    let table = desk.tables.get(&GameNumber(row.game_id?))?;
    let turn = u32::try_from(row.turn?).ok()?;
    (table.game.turn() != turn).then(|| table.game.number())
}
