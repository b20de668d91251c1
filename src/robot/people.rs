//! Addresses become players.

use super::allowances::Allowance;
use super::batch::{Batch, Came, Player, Reached, days_after};
use super::reading::{Content, Read};
use super::server::Server;
use crate::db::confirmations::ConfirmationRow;
use crate::db::players::AddressChange;
use crate::game::clock::Reminders;
use crate::game::{By, CauseId, Manner, Phase, PlayerNumber};
use crate::letters::{
    Digest, Format, Language, NAMELESS, Occasion, Preferences, clean_name, day_in_figures, reserved,
};
use crate::mail::address;

/// Makes a player of an address, because of this mail, with letters in this language. `None` when no number is left, which is a fault of ours.
pub(super) fn enrol(
    batch: &mut Batch<'_>,
    mail: i64,
    (address, name): (&str, &str),
    language: Language,
) -> Option<PlayerNumber> {
    let number = PlayerNumber(batch.spare.players.take(mail)?);
    let name = batch.free_name(name, number);
    let key = address::key(address);
    let address = address::deliverable(address);
    batch.is_called(number, &name);
    batch.by_address.insert(key.clone(), number);
    batch.players.insert(
        number,
        Player {
            name,
            active: false,
            letters: "en".to_owned(),
            prefers: Preferences {
                language,
                ..Preferences::usual(Format::Text)
            },
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
    batch.changed_players.insert(number);
    batch.new_addresses.push(AddressChange {
        key,
        player_id: number.0,
        spelling: address,
        main: true,
        confirmed: false,
    });
    Some(number)
}

/// The player has shown that they read mail at their address. With their first answer they get the name that they sign
/// with, and letters in the form and the language in which they write.
pub(super) fn activate(
    batch: &mut Batch<'_>,
    player: PlayerNumber,
    signs_as: Option<String>,
    writes: Writes,
) {
    let name = signs_as.map(|name| batch.free_name(&name, player));
    let Some(known) = batch.players.get_mut(&player) else {
        return;
    };
    if known.active {
        return;
    }
    known.active = true;
    known.prefers.format = writes.format;
    if let Some(language) = writes.language {
        known.prefers.language = language;
    }
    if let Some(name) = name {
        known.name.clone_from(&name);
        batch.is_called(player, &name);
    }
    batch.changed_players.insert(player);
}

/// The letters that fit how somebody writes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Writes {
    /// In which form.
    format: Format,
    /// In which language, where that is known.
    language: Option<Language>,
}

/// The letters that fit how a mail is written: who writes HTML reads it.
pub(super) fn writes(content: &Content) -> Writes {
    Writes {
        format: match content.incoming.has_html {
            true => Format::Board,
            false => Format::Text,
        },
        language: content.language,
    }
}

/// The name to begin with: what stands before the address, else the address's local part, the first of them that one may
/// take on this server; else none.
pub(super) fn display_name(server: &Server, name: Option<&str>, address: &str) -> String {
    let local = address.split_once('@').map_or(address, |(local, _)| local);
    let local = local.split_once('+').map_or(local, |(base, _)| base);
    name.into_iter()
        .chain([local])
        .filter(|name| !name.trim().is_empty())
        .map(clean_name)
        .find(|name| reserved(name, &server.names()).is_none())
        .unwrap_or_else(|| NAMELESS.to_owned())
}

/// An invited player has answered from another address than the one they were invited at: it is theirs from now on.
pub(super) fn adopt(batch: &mut Batch<'_>, player: PlayerNumber, row: &ConfirmationRow) {
    if batch.by_address.contains_key(&row.address_key) {
        return;
    }
    if let Some(known) = batch.players.get_mut(&player) {
        known.address.clone_from(&row.address_spelling);
    }
    batch.by_address.insert(row.address_key.clone(), player);
    batch.new_addresses.push(AddressChange {
        key: row.address_key.clone(),
        player_id: player.0,
        spelling: row.address_spelling.clone(),
        main: true,
        confirmed: true,
    });
}

/// A player has confirmed a mail that came from an address of nobody's: it is another one of theirs from now on. Their
/// mail goes where it went.
pub(super) fn add_alias(batch: &mut Batch<'_>, player: PlayerNumber, row: &ConfirmationRow) {
    let (Some(key), Some(spelling)) = (&row.alias_key, &row.alias_spelling) else {
        return;
    };
    if batch.by_address.contains_key(key) {
        return;
    }
    batch.by_address.insert(key.clone(), player);
    batch.new_addresses.push(AddressChange {
        key: key.clone(),
        player_id: player.0,
        spelling: spelling.clone(),
        main: false,
        confirmed: true,
    });
}

/// Who was invited and never joined wants no mail: they will not answer, and whoever waits for that is told once.
pub(super) fn decline_invitations(batch: &mut Batch<'_>, player: PlayerNumber, read: &Read) {
    if batch.is_active(player) {
        return;
    }
    for number in batch.open_games(player) {
        let Some(loaded) = batch.games.get_mut(&number) else {
            continue;
        };
        let challenger = loaded.game.challenger();
        // A challenge of their own is declined by nobody.
        let Ok(event) = loaded.game.decline(player) else {
            continue;
        };
        let by = By {
            player: Some(player),
            cause: Some(read.cause()),
        };
        let at = batch.record(
            number,
            &event,
            Manner::default(),
            by,
            Came::with(&read.mail),
        );
        batch.write_about(number, challenger, at, read.cause(), |game| {
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
    batch: &mut Batch<'_>,
    player: PlayerNumber,
    cause: CauseId,
    turn: MailTurn,
) {
    let Some(address) = batch
        .players
        .get(&player)
        .map(|known| known.address.clone())
    else {
        return;
    };
    if !batch.spend(&address, Allowance::Notice) {
        return;
    }
    let back = turn == MailTurn::Start;
    let abort_from = (!back)
        .then(|| batch.may_be_left_from(player).or(days_after(batch.now)))
        .flatten()
        .map(day_in_figures);
    for number in batch.open_games(player) {
        let Some(loaded) = batch.games.get(&number) else {
            continue;
        };
        if loaded.game.phase() == Phase::Playing {
            let other = loaded.game.other(player);
            let clock = loaded.game.control().has_clock();
            // A game of a tournament is ended by its clock, or by whoever directs that.
            let abort_from = abort_from.clone().filter(|_| loaded.tournament.is_none());
            batch.write_about(number, other, None, cause, |game| {
                Occasion::OpponentStopped {
                    game,
                    back,
                    clock,
                    abort_from,
                }
            });
        }
    }
}
