//! Invitations of addresses that are nobody's: what bounds them, and those that wait since their inviter has invited enough
//! people on one day. Such a one is a challenge like any other; only its letter goes out later. Then all else that keeps an
//! address from being written to is looked at anew.

use super::Robot;
use super::allowances::{Allowance, Cause as Because, Kind, Scope, Unasked, domain_of};
use super::batch::{Batch, Came, Randomness};
use super::draft::{Draft, Recipient};
use super::is_of_database;
use super::storage::Needs;
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
    WholeServer,
}

/// Whether this player may invite this address, which is nobody's, today; if so it is counted.
///
/// # Errors
///
/// When it may not: whose limit is reached. What the inviter's own one holds back may be sent later.
pub(super) fn may_invite(batch: &mut Batch<'_>, inviter: &str, address: &str) -> Result<(), Limit> {
    if !may_be_invited(batch, address) {
        return Err(Limit::Address);
    }
    if batch.is_spent(inviter, Allowance::Invitation) {
        return Err(Limit::Inviter);
    }
    let letter = Unasked {
        kind: Kind::Invitation,
        to: address,
        cause: Because::Player(domain_of(inviter)),
    };
    batch
        .spend_unasked(address, Allowance::InvitationTo, &letter)
        .map_err(|scope| match scope {
            Scope::Reader => Limit::Address,
            Scope::ReadersDomain => Limit::Domain,
            Scope::CausesDomain | Scope::Total => Limit::WholeServer,
        })?;
    batch.spend(address, Allowance::InvitationsTo);
    batch.spend(inviter, Allowance::Invitation);
    Ok(())
}

/// An address that is nobody's gets one invitation a day and few in a month, from whomever, and none after a decline or
/// a "stop".
fn may_be_invited(batch: &Batch<'_>, address: &str) -> bool {
    let enough = [
        Allowance::InvitationTo,
        Allowance::InvitationsTo,
        Allowance::Declined,
    ];
    !batch.is_silenced(address)
        && !enough
            .into_iter()
            .any(|allowance| batch.is_spent(address, allowance))
}

/// The day on which an invitation that this player may not send today goes out; `None` when too many of theirs wait already.
pub(super) fn held_until(batch: &Batch<'_>, inviter: PlayerNumber) -> Option<NaiveDate> {
    let may_wait = batch.waiting_invitations(inviter).count() < MOST_HELD;
    may_wait.then(|| tomorrow(batch)).flatten()
}

fn tomorrow(batch: &Batch<'_>) -> Option<NaiveDate> {
    batch.now.date_naive().checked_add_days(Days::new(1))
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
        let randomness = Randomness::of_cause(&name, &keys);
        let needs = Needs {
            games: [challenge].into(),
            blocks: true,
            ..Needs::default()
        };
        let cause = Cause::HeldInvitation {
            game: game_id,
            due_on,
        };
        let decide = |batch: &mut Batch<'_>, cause| {
            batch.randomness = randomness;
            decide(batch, cause, challenge)
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

fn decide(batch: &mut Batch<'_>, cause: CauseId, challenge: GameNumber) -> anyhow::Result<()> {
    let loaded = batch.games.get(&challenge).context("it is not there")?;
    let game = &loaded.game;
    let (inviter, invited) = (game.challenger(), game.opponent());
    // Answered, or taken back.
    if game.phase() != Phase::Offered {
        batch.hold_invitation(challenge, Fate::NeverSent);
        return Ok(());
    }
    // They would not see the answer.
    if !batch.may_write_to(inviter) {
        return withdraw(batch, cause, challenge, Inviter::WantsNoMail);
    }
    if batch.rests(inviter) {
        return put_off(batch, challenge);
    }
    let unwanted =
        !batch.may_write_to(invited) || batch.rests(invited) || !batch.hears(invited, inviter);
    if unwanted {
        return withdraw(batch, cause, challenge, Inviter::IsTold);
    }
    if batch.is_active(invited) {
        return send(batch, cause, challenge);
    }
    let address = |player| {
        let known = batch.players.get(&player);
        known.map(|known| known.address.clone()).unwrap_or_default()
    };
    let (inviter, invited) = (address(inviter), address(invited));
    match may_invite(batch, &inviter, &invited) {
        Ok(()) => send(batch, cause, challenge),
        Err(Limit::Address) => withdraw(batch, cause, challenge, Inviter::IsTold),
        Err(Limit::Domain | Limit::Inviter | Limit::WholeServer) => put_off(batch, challenge),
    }
}

/// Lets it wait for another day.
fn put_off(batch: &mut Batch<'_>, challenge: GameNumber) -> anyhow::Result<()> {
    let day = tomorrow(batch).context("there is no other day")?;
    batch.hold_invitation(challenge, Fate::Waits(day));
    Ok(())
}

/// Sends the letter that waited. Who has become a player meanwhile gets a challenge, as every player.
fn send(batch: &mut Batch<'_>, cause: CauseId, challenge: GameNumber) -> anyhow::Result<()> {
    let loaded = batch.games.get(&challenge).context("it is not there")?;
    let (invited, turn) = (loaded.game.opponent(), loaded.game.turn());
    let game = batch
        .view(challenge, invited)
        .context("it cannot be shown")?;
    let occasion = if batch.is_active(invited) {
        Occasion::Challenge { game, talk: None }
    } else {
        let game = game.for_stranger(batch.language(invited));
        Occasion::Invitation { game, talk: None }
    };
    batch.drafts.push(Draft {
        occasion,
        to: Recipient::Player(invited),
        game: Some(challenge),
        turn,
        event: Some(0),
        cause,
        answers: None,
        one_time: None,
        turns: Vec::new(),
    });
    batch.hold_invitation(challenge, Fate::Sent);
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
    batch: &mut Batch<'_>,
    cause: CauseId,
    challenge: GameNumber,
    told: Inviter,
) -> anyhow::Result<()> {
    let loaded = batch.games.get_mut(&challenge);
    let game = &mut loaded.context("it is not there")?.game;
    let inviter = game.challenger();
    let event = game.withdraw(inviter)?;
    let by = By {
        player: Some(inviter),
        cause: Some(cause),
    };
    let came = Came::at(batch.now);
    let at = batch.record(challenge, &event, Manner::default(), by, came);
    batch.hold_invitation(challenge, Fate::NeverSent);
    match told {
        Inviter::IsTold => {
            batch.write_about(challenge, inviter, at, cause, |game| {
                Occasion::InvitationNotSent { game }
            });
        }
        Inviter::WantsNoMail => {}
    }
    Ok(())
}
