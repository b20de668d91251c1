//! A player leaves for good: they give their games up, and may be forgotten. Never before they were told what that
//! means and said yes to it, see [`super::wants_confirmation`].

use super::{Effects, Execution};
use crate::game::clock::Reminders;
use crate::game::{GameNumber, Phase, PlayerNumber};
use crate::language::{Command, Leaving, Order};
use crate::letters::{Digest, NotDone, Occasion, Parting};
use crate::mail::address;
use crate::robot::batch::Batch;
use crate::robot::draft::{Answering, Draft, Recipient};
use crate::robot::reading::Content;

/// How somebody wants to leave for good, if that is the one thing that their mail asks for.
pub(in crate::robot) fn leaving(content: &Content) -> Option<Leaving> {
    match content.message.orders.as_slice() {
        &[
            Order {
                command: Command::Leave(how),
                ..
            },
        ] => Some(how),
        _ => None,
    }
}

impl Execution<'_, '_, '_> {
    pub(super) fn leave(&mut self, order: &Order, how: Leaving) {
        if !self.read.mail.leaves || leaving(self.content) != Some(how) {
            self.refuse(order, NotDone::LeavingAlone, None);
            return;
        }
        let me = self.sender.player;
        let address = self.address();
        let open = self.batch.open_games(me);
        let resigned = open
            .iter()
            .filter(|number| self.give_up(**number, order))
            .count();
        let challenges = open.len() - resigned;
        self.batch.seeks.given_up.push(me);
        let cause = self.read.cause();
        let seats = self.batch.tournaments.leave(me, cause);
        self.batch.tell_of_seats(&seats, cause);
        if how == Leaving::Remembered {
            self.tell(
                Occasion::Left {
                    resigned,
                    challenges,
                },
                None,
            );
            self.batch.stop.push(address::key(&address));
            return;
        }
        forget_at_once(self.batch, me);
        let occasion = Occasion::Forgotten {
            resigned,
            challenges,
        };
        let to = Recipient::Stranger { address };
        self.batch.drafts.push(Draft {
            answers: Some(Answering {
                message_id: self.content.incoming.message_id.clone(),
            }),
            ..Draft::about_no_game(occasion, to, self.read.cause())
        });
    }

    /// Ends a game or a challenge of somebody who leaves; returns whether it was a game. The other player is told; they
    /// themselves get one letter about all.
    fn give_up(&mut self, number: GameNumber, order: &Order) -> bool {
        let me = self.sender.player;
        let Some(game) = self.batch.games.get(&number).map(|loaded| &loaded.game) else {
            return false;
        };
        let (playing, mine) = (game.phase() == Phase::Playing, game.challenger() == me);
        let mut effects = Effects::default();
        // Nothing else of theirs follows in this game.
        let _ = if playing {
            self.resign(number, order, &mut effects)
        } else if mine {
            self.withdraw(number, order, &mut effects)
        } else {
            self.decline(number, order, &mut effects)
        };
        effects.mine = None;
        if let Some((Occasion::Over { parting, .. }, _)) = &mut effects.theirs {
            *parting = Parting::Server;
        }
        self.say_if_annulled(number, &mut effects);
        self.post(number, effects);
        playing
    }
}

/// What follows in this batch finds nobody any more under their name and their addresses, and with it all that is known of
/// them is erased.
pub(in crate::robot) fn forget_at_once(batch: &mut Batch<'_>, player: PlayerNumber) {
    batch.by_address.retain(|_, holder| *holder != player);
    batch.by_name.retain(|_, holder| *holder != player);
    batch.by_look.retain(|(_, holder)| *holder != player);
    batch.changed_players.remove(&player);
    if let Some(known) = batch.players.get_mut(&player) {
        known.address = String::new();
        known.name = format!("Player {}", player.0);
        known.zone = None;
        known.reminders = Reminders::Usual;
        known.digest = Digest::Off;
        known.digest_due = None;
    }
    batch.forgotten.push(player);
}
