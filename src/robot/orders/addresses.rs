//! A player's addresses, and whom they do not want to hear from.
//!
//! Their mail goes to one address, the main one; they may write from others too, each of which they confirmed once.
//! Another main address is confirmed twice: at the old one, where they are asked about the mail that wants it, and at
//! the new one. Who cannot read at the old one any more writes from another address of theirs and makes that the main
//! one; they are asked there. The old one is told, keeps counting as theirs, and cannot be taken away from them for
//! thirty days, so that whoever got hold of an old address of a player does not get hold of the player.

use super::{Effects, Execution};
use crate::db::confirmations::{Asked, ConfirmationRow};
use crate::db::players::AddressChange;
use crate::db::silence::Hearing;
use crate::game::{CauseId, GameNumber, PlayerNumber};
use crate::language::{Command, Order};
use crate::letters::{NameKey, NoAddress, NoMove, NotDone, Occasion, one_line};
use crate::mail::address;
use crate::mail::token::OneTime;
use crate::mail::write::is_sendable;
use crate::robot::allowances::{Allowance, Cause, Kind, Scope, Unasked, domain_of};
use crate::robot::batch::Batch;
use crate::robot::draft::{Draft, Recipient};
use crate::robot::reading::Content;

/// The other address of this player from which a mail came that does nothing but make it their main one; they are asked
/// there.
pub(in crate::robot) fn is_recovery(
    batch: &Batch<'_>,
    content: &Content,
    player: PlayerNumber,
) -> Option<String> {
    let [order] = content.message.orders.as_slice() else {
        return None;
    };
    let Command::Address(wanted) = &order.command else {
        return None;
    };
    let from = content.sender_key();
    let main = address::key(&batch.players.get(&player)?.address);
    let his = batch.by_address.get(&from) == Some(&player);
    (his && from == address::key(wanted) && from != main).then(|| address::deliverable(wanted))
}

/// The player's mail goes to this address from now on; it is told at both. Where no mail brings it about it is the
/// administrator who does it.
pub(in crate::robot) fn make_main(
    batch: &mut Batch<'_>,
    player: PlayerNumber,
    spelling: &str,
    cause: CauseId,
) {
    let key = address::key(spelling);
    let now = address::deliverable(spelling);
    let Some(known) = batch.players.get_mut(&player) else {
        return;
    };
    let before = std::mem::replace(&mut known.address, now.clone());
    batch.by_address.insert(key.clone(), player);
    batch.new_addresses.push(AddressChange {
        key,
        player_id: player.0,
        spelling: now.clone(),
        main: true,
        confirmed: true,
    });
    let readers = [
        (Recipient::Player(player), false),
        (
            Recipient::PlayerAt {
                player,
                address: before.clone(),
            },
            true,
        ),
    ];
    for (to, to_the_old_one) in readers {
        let occasion = Occasion::AddressChanged {
            now: now.clone(),
            before: before.clone(),
            to_the_old_one,
            by_administrator: matches!(cause, CauseId::Other(_)),
        };
        batch.drafts.push(Draft::about_no_game(occasion, to, cause));
    }
}

impl Execution<'_, '_, '_> {
    pub(super) fn list_addresses(&mut self) {
        let me = self.sender.player.0;
        let main = self.address();
        let others = self
            .batch
            .own_addresses
            .iter()
            .filter(|own| own.player_id == me && !own.main)
            .map(|own| own.spelling.clone())
            .collect();
        self.inform(Occasion::Addresses { main, others }, None);
    }

    /// Only after the sender confirmed it, see [`super::wants_confirmation`].
    pub(super) fn change_address(&mut self, order: &Order, wanted: &str) -> anyhow::Result<()> {
        let me = self.sender.player;
        if let Some(why) = self.why_not_main(wanted) {
            self.refuse(order, why, None);
            return Ok(());
        }
        if is_recovery(self.batch, self.content, me).is_some() {
            make_main(self.batch, me, wanted, self.read.cause());
            return Ok(());
        }
        let letter = Unasked {
            kind: Kind::Invitation,
            to: wanted,
            cause: Cause::Player(domain_of(&self.address())),
        };
        let spent = self
            .batch
            .spend_unasked(wanted, Allowance::Stranger, &letter);
        if let Err(scope) = spent {
            let why = if scope == Scope::Reader {
                NoAddress::AskedToday
            } else {
                NoAddress::TooManyAsked
            };
            self.refuse(order, why, None);
            return Ok(());
        }
        self.ask_new_address(wanted)
    }

    /// Why no mail of the sender's can go to an address.
    fn why_not_main(&self, wanted: &str) -> Option<NoAddress> {
        let key = address::key(wanted);
        let holder = self.batch.by_address.get(&key).copied();
        if self.batch.server.owns(wanted) {
            Some(NoAddress::Servers)
        } else if !is_sendable(wanted) {
            Some(NoAddress::NotOne)
        } else if self.batch.is_silenced(wanted) {
            Some(NoAddress::Silenced)
        } else if key == address::key(&self.address()) {
            Some(NoAddress::MainAlready)
        } else if holder.is_some_and(|holder| holder != self.sender.player) {
            // Whose it is, and that it is somebody's, is nobody's business.
            Some(NoAddress::Unusable)
        } else {
            None
        }
    }

    /// Asks, at an address to which the sender's mail is to go, whether it is theirs.
    fn ask_new_address(&mut self, wanted: &str) -> anyhow::Result<()> {
        let me = self.sender.player;
        let spelling = address::deliverable(wanted);
        let token = OneTime::new(self.batch.randomness.draw(self.read.mail.id)?);
        self.batch.asked.push(ConfirmationRow {
            token_hash: token.hash.clone(),
            asked: Asked::Change,
            address_key: address::key(wanted),
            address_spelling: spelling.clone(),
            name: self.batch.name(me).to_owned(),
            player_id: Some(me.0),
            inbox_id: self.read.mail.id,
            game_id: None,
            turn: None,
            alias_key: None,
            alias_spelling: None,
            named: None,
            passed_over: Vec::new(),
            language: self.batch.language(me).code().to_owned(),
            used: false,
            expired: false,
        });
        self.batch.drafts.push(Draft {
            occasion: Occasion::ConfirmNewAddress,
            to: Recipient::Stranger {
                address: spelling.clone(),
            },
            game: None,
            turn: 0,
            event: None,
            cause: self.read.cause(),
            answers: None,
            one_time: Some(token),
            turns: Vec::new(),
        });
        self.tell(Occasion::AddressAsked { address: spelling }, None);
        Ok(())
    }

    pub(super) fn remove_address(&mut self, order: &Order, which: &str) {
        let me = self.sender.player;
        let key = address::key(which);
        let own = self
            .batch
            .own_addresses
            .iter()
            .find(|own| own.player_id == me.0 && own.key == key);
        let why = match own {
            None => Some(NoAddress::NotTheirs),
            Some(_) if key == address::key(&self.address()) => Some(NoAddress::Main),
            Some(own) if own.lately_main => Some(NoAddress::LatelyMain),
            Some(_) => None,
        };
        if let Some(why) = why {
            self.refuse(order, why, None);
            return;
        }
        self.batch.by_address.remove(&key);
        self.batch.own_addresses.retain(|own| own.key != key);
        self.batch.removed_addresses.push(key);
        let address = one_line(which);
        self.tell(Occasion::AddressRemoved { address }, None);
    }

    pub(super) fn block(&mut self, order: &Order, name: &str, hearing: Hearing) {
        let me = self.sender.player;
        let other = self.batch.by_name.get(&NameKey::of(name)).copied();
        let Some(other) = other.filter(|&other| other != me) else {
            self.refuse(order, NotDone::NoOtherPlayer, None);
            return;
        };
        match hearing {
            Hearing::Refused => self.batch.blocks.insert((me, other)),
            Hearing::Allowed => self.batch.blocks.remove(&(me, other)),
        };
        self.batch.changed_blocks.push((me, other, hearing));
        let name = self.batch.name(other).to_owned();
        let lifted = hearing == Hearing::Allowed;
        self.tell(Occasion::Blocked { name, lifted }, None);
    }

    /// Takes out words that the other player does not want to hear.
    pub(super) fn take_unheard(
        &mut self,
        number: GameNumber,
        effects: &mut Effects,
    ) -> Option<(String, NoMove)> {
        let me = self.sender.player;
        let other = self.batch.games.get(&number)?.game.other(me);
        if self.batch.hears(other, me) {
            return None;
        }
        let words = effects.talk.take()?;
        Some((words, NoMove::WordsNotTaken))
    }

    /// Takes out words beside what was done, where no mail goes to the other player. Alone they are refused as what they are.
    pub(super) fn take_unreached(
        &mut self,
        number: GameNumber,
        effects: &mut Effects,
    ) -> Option<(String, NoMove)> {
        let other = self
            .batch
            .games
            .get(&number)?
            .game
            .other(self.sender.player);
        let reached = !self.batch.is_active(other) || self.batch.may_write_to(other);
        if reached || effects.mine.is_none() {
            return None;
        }
        let words = effects.talk.take()?;
        Some((words, NoMove::WordsToNobody))
    }

    /// Words that were not passed on are not lost silently.
    pub(super) fn tell_unheard(&mut self, number: GameNumber, words: &str, why: NoMove) {
        let refused = Occasion::Refused {
            also: Vec::new(),
            read: one_line(words.lines().next().unwrap_or_default()),
            why: why.into(),
            instead: Vec::new(),
            piece_moves: Vec::new(),
            game: self.mine(number),
        };
        self.inform(refused, Some(number));
    }
}
