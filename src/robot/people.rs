//! Addresses become players.

use super::desk::{Desk, Player};
use crate::db::players::ConfirmationRow;
use crate::game::PlayerNumber;
use crate::letters::clean_name;

/// Makes a player of an address, because of this mail. `None` when no number is left, which is a fault of ours.
pub(super) fn enrol(
    desk: &mut Desk<'_>,
    mail: i64,
    address: &str,
    name: &str,
) -> Option<PlayerNumber> {
    let number = PlayerNumber(desk.spare_players.take(mail)?);
    let name = desk.free_name(name, None);
    let key = address.to_lowercase();
    desk.by_name.insert(name.to_lowercase(), number);
    desk.by_address.insert(key.clone(), number);
    desk.players.insert(
        number,
        Player {
            name,
            active: false,
            letters: "en".to_owned(),
            address: address.to_owned(),
        },
    );
    desk.changed_players.insert(number);
    desk.new_addresses.push((key, number, address.to_owned()));
    Some(number)
}

/// The player has shown that he reads mail at his address. With his first answer he gets the name that he signs with.
pub(super) fn activate(desk: &mut Desk<'_>, player: PlayerNumber, signs_as: Option<String>) {
    let name = signs_as.map(|name| desk.free_name(&name, Some(player)));
    let Some(known) = desk.players.get_mut(&player) else {
        return;
    };
    if known.active {
        return;
    }
    known.active = true;
    if let Some(name) = name {
        desk.by_name.insert(name.to_lowercase(), player);
        known.name = name;
    }
    desk.changed_players.insert(player);
}

/// The name to begin with: what stands before the address, else the address's local part.
pub(super) fn display_name(name: Option<&str>, address: &str) -> String {
    let local = address.split_once('@').map_or(address, |(local, _)| local);
    let local = local.split_once('+').map_or(local, |(base, _)| base);
    clean_name(name.filter(|name| !name.trim().is_empty()).unwrap_or(local))
}

/// An invited player has answered from another address than the one he was invited at: it is his from now on.
pub(super) fn adopt(desk: &mut Desk<'_>, player: PlayerNumber, row: &ConfirmationRow) {
    if desk.by_address.contains_key(&row.address_key) {
        return;
    }
    if let Some(known) = desk.players.get_mut(&player) {
        known.address.clone_from(&row.address_spelling);
    }
    desk.by_address.insert(row.address_key.clone(), player);
    desk.new_addresses.push((
        row.address_key.clone(),
        player,
        row.address_spelling.clone(),
    ));
}
