//! Invitations of addresses that are nobody's: what bounds them, and those that wait since their inviter has invited enough
//! people on one day. Such a one is a challenge like any other; only its letter goes out later. Then all else that keeps an
//! address from being written to is looked at anew.

use super::Robot;
use super::allowances::{Allowance, Cause as Because, Kind, Scope, Unasked, domain_of};
use super::desk::{Came, Chance, Desk};
use super::draft::{Draft, Reader};
use super::is_of_database;
use super::ledger::Needs;
use crate::db::causes::Cause;
use crate::db::held_invitations::{self, Fate, HeldInvitation};
use crate::game::{By, CauseId, GameNumber, Manner, Phase, PlayerNumber};
use crate::letters::Occasion;
use anyhow::Context;
use chrono::{Days, NaiveDate};
use tracing::error;

/// So many invitations of one player wait: as many as may go out on the next day.
const MOST_HELD: usize = 10;

/// Whose limit an invitation meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// That of the address: it was invited lately, has declined, or said "stop".
    Address,
    /// That of its domain, which gets no more today.
    Domain,
    /// The inviter's, who has invited enough people today.
    Inviter,
    /// Ours: all that we send of the kind, or because of the inviter's domain.
    House,
}

/// Whether this player may invite this address, which is nobody's, today; if so it is counted.
///
/// # Errors
///
/// When it may not: whose limit is reached. What the inviter's own one holds back may be sent later.
pub(super) fn may_invite(desk: &mut Desk<'_>, inviter: &str, address: &str) -> Result<(), Limit> {
    if !may_be_invited(desk, address) {
        return Err(Limit::Address);
    }
    if desk.is_spent(inviter, Allowance::Invitation) {
        return Err(Limit::Inviter);
    }
    let letter = Unasked {
        kind: Kind::Invitation,
        to: address,
        cause: Because::Player(domain_of(inviter)),
    };
    desk.spend_unasked(address, Allowance::InvitationTo, &letter)
        .map_err(|scope| match scope {
            Scope::Reader => Limit::Address,
            Scope::ReadersDomain => Limit::Domain,
            Scope::CausesDomain | Scope::Total => Limit::House,
        })?;
    desk.spend(address, Allowance::InvitationsTo);
    desk.spend(inviter, Allowance::Invitation);
    Ok(())
}

/// An address that is nobody's gets one invitation a day and few in a month, from whomever, and none after a decline or
/// a "stop".
fn may_be_invited(desk: &Desk<'_>, address: &str) -> bool {
    let enough = [
        Allowance::InvitationTo,
        Allowance::InvitationsTo,
        Allowance::Declined,
    ];
    !desk.is_silenced(address)
        && !enough
            .into_iter()
            .any(|allowance| desk.is_spent(address, allowance))
}

/// The day on which an invitation that this player may not send today goes out; `None` when too many of theirs wait already.
pub(super) fn held_until(desk: &Desk<'_>, inviter: PlayerNumber) -> Option<NaiveDate> {
    let may_wait = desk.waiting_invitations(inviter).count() < MOST_HELD;
    may_wait.then(|| tomorrow(desk)).flatten()
}

fn tomorrow(desk: &Desk<'_>) -> Option<NaiveDate> {
    desk.now.date_naive().checked_add_days(Days::new(1))
}

impl Robot {
    /// Sends the invitation that is due for the longest time, or finds that it cannot be sent. Returns whether one was due.
    ///
    /// # Errors
    ///
    /// When the database fails; nothing has changed then.
    pub async fn send_held_invitation(&self) -> anyhow::Result<bool> {
        let mut tx = self.pool.begin().await?;
        let Some(held) = held_invitations::next_due(&mut tx).await? else {
            return Ok(false);
        };
        let HeldInvitation { game_id, due_on } = held;
        let challenge = GameNumber(game_id);
        let name = format!("held invitation {game_id}");
        let keys = self.keys().await?;
        let chance = Chance::of_cause(&name, &keys);
        let needs = Needs {
            games: [challenge].into(),
            blocks: true,
            ..Needs::default()
        };
        let cause = Cause::HeldInvitation {
            game: game_id,
            due_on,
        };
        let decide = |desk: &mut Desk<'_>, cause| {
            desk.chance = chance;
            decide(desk, cause, challenge)
        };
        match self.carry_out_once(&mut tx, &cause, needs, decide).await {
            Ok(Some(_)) => tx.commit().await?,
            // Known before, and due all the same: it was restored, or set back by hand.
            Ok(None) => {
                tx.rollback().await?;
                held_invitations::put_off(&self.pool, game_id).await?;
            }
            Err(failure) if is_of_database(&failure) => return Err(failure),
            // One that cannot be decided holds up no other.
            Err(failure) => {
                error!(game = game_id, error = %format!("{failure:#}"), "an invitation that waited cannot be sent");
                tx.rollback().await?;
                held_invitations::put_off(&self.pool, game_id).await?;
            }
        }
        Ok(true)
    }
}

fn decide(desk: &mut Desk<'_>, cause: CauseId, challenge: GameNumber) -> anyhow::Result<()> {
    let table = desk.tables.get(&challenge).context("it is not there")?;
    let game = &table.game;
    let (inviter, invited) = (game.challenger(), game.opponent());
    // Answered, or taken back.
    if game.phase() != Phase::Offered {
        desk.hold_invitation(challenge, Fate::NeverSent);
        return Ok(());
    }
    // They would not see the answer.
    if !desk.may_write_to(inviter) {
        return withdraw(desk, cause, challenge, Inviter::WantsNoMail);
    }
    if desk.rests(inviter) {
        return put_off(desk, challenge);
    }
    let unwanted =
        !desk.may_write_to(invited) || desk.rests(invited) || !desk.hears(invited, inviter);
    if unwanted {
        return withdraw(desk, cause, challenge, Inviter::IsTold);
    }
    if desk.is_active(invited) {
        return send(desk, cause, challenge);
    }
    let address = |player| {
        let known = desk.players.get(&player);
        known.map(|known| known.address.clone()).unwrap_or_default()
    };
    let (inviter, invited) = (address(inviter), address(invited));
    match may_invite(desk, &inviter, &invited) {
        Ok(()) => send(desk, cause, challenge),
        Err(Limit::Address) => withdraw(desk, cause, challenge, Inviter::IsTold),
        Err(Limit::Domain | Limit::Inviter | Limit::House) => put_off(desk, challenge),
    }
}

/// Lets it wait for another day.
fn put_off(desk: &mut Desk<'_>, challenge: GameNumber) -> anyhow::Result<()> {
    let day = tomorrow(desk).context("there is no other day")?;
    desk.hold_invitation(challenge, Fate::Waits(day));
    Ok(())
}

/// Sends the letter that waited. Who has become a player meanwhile gets a challenge, as every player.
fn send(desk: &mut Desk<'_>, cause: CauseId, challenge: GameNumber) -> anyhow::Result<()> {
    let table = desk.tables.get(&challenge).context("it is not there")?;
    let (invited, turn) = (table.game.opponent(), table.game.turn());
    let game = desk
        .view(challenge, invited)
        .context("it cannot be shown")?;
    let occasion = if desk.is_active(invited) {
        Occasion::Challenge { game, talk: None }
    } else {
        let game = game.for_stranger();
        Occasion::Invitation { game, talk: None }
    };
    desk.drafts.push(Draft {
        occasion,
        to: Reader::Player(invited),
        game: Some(challenge),
        turn,
        event: Some(0),
        cause,
        answers: None,
        one_time: None,
    });
    desk.hold_invitation(challenge, Fate::Sent);
    Ok(())
}

/// Whether the inviter hears that an invitation was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inviter {
    IsTold,
    WantsNoMail,
}

/// Takes the challenge back, whose invitation never goes out.
fn withdraw(
    desk: &mut Desk<'_>,
    cause: CauseId,
    challenge: GameNumber,
    told: Inviter,
) -> anyhow::Result<()> {
    let table = desk.tables.get_mut(&challenge);
    let game = &mut table.context("it is not there")?.game;
    let inviter = game.challenger();
    let event = game.withdraw(inviter)?;
    let by = By {
        player: Some(inviter),
        cause: Some(cause),
    };
    let came = Came::at(desk.now);
    let at = desk.record(challenge, &event, Manner::default(), by, came);
    desk.hold_invitation(challenge, Fate::NeverSent);
    match told {
        Inviter::IsTold => {
            desk.write_about(challenge, inviter, at, cause, |game| {
                Occasion::InvitationNotSent { game }
            });
        }
        Inviter::WantsNoMail => {}
    }
    Ok(())
}
