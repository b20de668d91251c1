//! Addresses become players.

use super::allowances::Allowance;
use super::desk::{Came, Desk, Player, Reached, days_after};
use super::house::House;
use super::reading::Read;
use crate::db::confirmations::ConfirmationRow;
use crate::db::players::AddressChange;
use crate::game::clock::Reminders;
use crate::game::{By, CauseId, Manner, Phase, PlayerNumber};
use crate::letters::{Digest, Format, NAMELESS, Occasion, Preferences, clean_name, reserved};
use crate::mail::address;
use crate::mail::incoming::Incoming;

/// Makes a player of an address, because of this mail. `None` when no number is left, which is a fault of ours.
pub(super) fn enrol(
    desk: &mut Desk<'_>,
    mail: i64,
    address: &str,
    name: &str,
) -> Option<PlayerNumber> {
    let number = PlayerNumber(desk.spare.players.take(mail)?);
    let name = desk.free_name(name, number);
    let key = address::key(address);
    let address = address::deliverable(address);
    desk.is_called(number, &name);
    desk.by_address.insert(key.clone(), number);
    desk.players.insert(
        number,
        Player {
            name,
            active: false,
            letters: "en".to_owned(),
            prefers: Preferences::usual(Format::Text),
            zone: None,
            reminders: Reminders::Usual,
            digest: Digest::Off,
            digest_due: None,
            automatic_leave: false,
            address: address.clone(),
            blocked: false,
            reached: Reached::default(),
        },
    );
    desk.changed_players.insert(number);
    desk.new_addresses.push(AddressChange {
        key,
        player_id: number.0,
        spelling: address,
        main: true,
        confirmed: false,
    });
    Some(number)
}

/// The player has shown that they read mail at their address. With their first answer they get the name that they sign
/// with, and letters in the form in which they write.
pub(super) fn activate(
    desk: &mut Desk<'_>,
    player: PlayerNumber,
    signs_as: Option<String>,
    writes: Format,
) {
    let name = signs_as.map(|name| desk.free_name(&name, player));
    let Some(known) = desk.players.get_mut(&player) else {
        return;
    };
    if known.active {
        return;
    }
    known.active = true;
    known.prefers.format = writes;
    if let Some(name) = name {
        known.name.clone_from(&name);
        desk.is_called(player, &name);
    }
    desk.changed_players.insert(player);
}

/// The form of letters that fits how a mail is written: who writes HTML reads it.
pub(super) fn writes(incoming: &Incoming) -> Format {
    match incoming.has_html {
        true => Format::Board,
        false => Format::Text,
    }
}

/// The name to begin with: what stands before the address, else the address's local part, the first of them that one may
/// take on this server; else none.
pub(super) fn display_name(house: &House, name: Option<&str>, address: &str) -> String {
    let local = address.split_once('@').map_or(address, |(local, _)| local);
    let local = local.split_once('+').map_or(local, |(base, _)| base);
    name.into_iter()
        .chain([local])
        .filter(|name| !name.trim().is_empty())
        .map(clean_name)
        .find(|name| reserved(name, &house.names()).is_none())
        .unwrap_or_else(|| NAMELESS.to_owned())
}

/// An invited player has answered from another address than the one they were invited at: it is theirs from now on.
pub(super) fn adopt(desk: &mut Desk<'_>, player: PlayerNumber, row: &ConfirmationRow) {
    if desk.by_address.contains_key(&row.address_key) {
        return;
    }
    if let Some(known) = desk.players.get_mut(&player) {
        known.address.clone_from(&row.address_spelling);
    }
    desk.by_address.insert(row.address_key.clone(), player);
    desk.new_addresses.push(AddressChange {
        key: row.address_key.clone(),
        player_id: player.0,
        spelling: row.address_spelling.clone(),
        main: true,
        confirmed: true,
    });
}

/// A player has confirmed a mail that came from an address of nobody's: it is another one of theirs from now on. Their
/// mail goes where it went.
pub(super) fn add_alias(desk: &mut Desk<'_>, player: PlayerNumber, row: &ConfirmationRow) {
    let (Some(key), Some(spelling)) = (&row.alias_key, &row.alias_spelling) else {
        return;
    };
    if desk.by_address.contains_key(key) {
        return;
    }
    desk.by_address.insert(key.clone(), player);
    desk.new_addresses.push(AddressChange {
        key: key.clone(),
        player_id: player.0,
        spelling: spelling.clone(),
        main: false,
        confirmed: true,
    });
}

/// Who was invited and never joined wants no mail: they will not answer, and whoever waits for that is told once.
pub(super) fn decline_invitations(desk: &mut Desk<'_>, player: PlayerNumber, read: &Read) {
    if desk.is_active(player) {
        return;
    }
    for number in desk.open_games(player) {
        let Some(table) = desk.tables.get_mut(&number) else {
            continue;
        };
        let challenger = table.game.challenger();
        // A challenge of their own is declined by nobody.
        let Ok(event) = table.game.decline(player) else {
            continue;
        };
        let by = By {
            player: Some(player),
            cause: Some(read.cause()),
        };
        let at = desk.record(
            number,
            &event,
            Manner::default(),
            by,
            Came::with(&read.mail),
        );
        desk.write_about(number, challenger, at, read.cause(), |game| {
            Occasion::Declined {
                game,
                by_you: false,
                talk: None,
            }
        });
    }
}

/// Whether a player ends their mail, or begins it anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MailTurn {
    Stop,
    Start,
}

/// Tells the opponents of a player in each of their games that they want no more mail, or get mail again: they would
/// wait for their moves in vain, or would not know that they can move. Who changes their mind all day long is told of
/// three times: the last that they hear is that they are gone, which their next move corrects.
pub(super) fn tell_opponents(
    desk: &mut Desk<'_>,
    player: PlayerNumber,
    cause: CauseId,
    turn: MailTurn,
) {
    let Some(address) = desk.players.get(&player).map(|known| known.address.clone()) else {
        return;
    };
    if !desk.spend(&address, Allowance::Notice) {
        return;
    }
    let back = turn == MailTurn::Start;
    let abort_from = (!back)
        .then(|| desk.may_be_left_from(player).or(days_after(desk.now)))
        .flatten()
        .map(|day| day.format("%Y-%m-%d").to_string());
    for number in desk.open_games(player) {
        let Some(table) = desk.tables.get(&number) else {
            continue;
        };
        if table.game.phase() == Phase::Playing {
            let other = table.game.other(player);
            let clock = table.game.control().has_clock();
            desk.write_about(number, other, None, cause, |game| {
                Occasion::OpponentStopped {
                    game,
                    back,
                    clock,
                    abort_from: abort_from.clone(),
                }
            });
        }
    }
}
