//! Moves that are made and sent later, as their players want it.
//!
//! A held move goes out by itself, as flags fall, and not as if its mail came then: it was checked when that came. It is
//! charged until the instant at which it was to go out, whenever we do it, so that it never comes too late.

use super::Robot;
use super::act::{AsOf, Work};
use super::alarm::{self, AFTER_A_FAULT};
use super::desk::{Came, Chance, Desk, HeldMove, Running};
use super::ledger::Needs;
use super::made_move::{Follow, StandingOffers, numbered_move, standing_offers};
use super::orders::grounds;
use crate::db::causes;
use crate::db::{Transaction, clock_faults, held_moves};
use crate::game::{By, CauseId, GameNumber, Manner, Phase, PlayerNumber, Refusal};
use crate::letters::{Addition, NoMove, Occasion, Why, instant_in_words};
use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};

/// When a held move is looked at again while the clocks cannot be trusted.
const AGAIN: TimeDelta = TimeDelta::minutes(5);

/// A held move that was sent, and what came of it.
struct Sent {
    player: PlayerNumber,
    held: HeldMove,
    /// The move with its number.
    played: String,
    draw_offered: bool,
    no_offer: Option<Why>,
    follow: Follow,
    ended: StandingOffers,
    /// The event that the other player is told of.
    at: Option<u32>,
}

impl Robot {
    /// Sends the moves that are held in these games, which are due. Returns those in which that must wait, or which must be
    /// looked at by somebody, and when to look at them again.
    pub(super) async fn send_held_moves(
        &self,
        tx: &mut Transaction<'_>,
        due: Vec<(GameNumber, u32)>,
        now: DateTime<Utc>,
    ) -> anyhow::Result<Vec<(i64, Option<DateTime<Utc>>)>> {
        if due.is_empty() {
            return Ok(Vec::new());
        }
        if clock_faults::any(&mut **tx).await? {
            let later = |(game, _): (GameNumber, u32)| (game.0, Some(now + AGAIN));
            return Ok(due.into_iter().map(later).collect());
        }
        let (mut fresh, mut known) = (Vec::new(), Vec::new());
        for (game, turn) in due {
            let cause = alarm::cause(game, turn, "held move");
            match causes::begin(tx, &cause).await? {
                Some(id) => fresh.push((game, CauseId::Other(id))),
                None => known.push((game.0, Some(now + AFTER_A_FAULT))),
            }
        }
        self.in_each(
            tx,
            &fresh,
            |game| *game,
            |desk, &game, cause| send(desk, game, cause),
        )
        .await?;
        Ok(known)
    }

    /// Sends, one by one, the moves that were to go out before this instant: so they did in the database that was lost, and
    /// their letters were sent.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub(super) async fn replay_held_moves(&self, instant: DateTime<Utc>) -> anyhow::Result<()> {
        let mut tx = self.pool.begin().await?;
        let games = held_moves::all(&mut tx).await?;
        tx.commit().await?;
        for game in games {
            self.replay_held_move(GameNumber(game), instant).await?;
        }
        Ok(())
    }

    async fn replay_held_move(
        &self,
        game: GameNumber,
        instant: DateTime<Utc>,
    ) -> anyhow::Result<()> {
        let needs = || Needs {
            games: [game].into(),
            ..Needs::default()
        };
        let keys = self.keys().await?;
        let work = |as_of| Work {
            needs: needs(),
            as_of,
            chance: Chance::default(),
            keys: &keys,
        };
        let mut tx = self.pool.begin().await?;
        // As of when it is sent is known once it has been looked at.
        let looked = self.carry_out(&mut tx, work(AsOf::Now), |desk| {
            let ends = desk.end_of_time(game);
            let held = desk.held_moves.get(game);
            Ok(held.map(|held| {
                (
                    held.mail,
                    desk.tables.get(&game).map(|table| table.game.turn()),
                    held.goes_out(ends),
                )
            }))
        });
        let Some((mail, Some(turn), arrived_at)) = looked.await?.decided else {
            return Ok(());
        };
        if arrived_at > instant {
            return Ok(());
        }
        let cause = alarm::cause(game, turn, "held move");
        let Some(id) = causes::begin(&mut tx, &cause).await? else {
            return Ok(());
        };
        let as_of = AsOf::Replayed { mail, arrived_at };
        self.carry_out(&mut tx, work(as_of), |desk| {
            send(desk, game, CauseId::Other(id))
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Plays the move that is held in this game, and tells both players.
fn send(desk: &mut Desk<'_>, number: GameNumber, cause: CauseId) -> anyhow::Result<()> {
    let ends = desk.end_of_time(number);
    let held = desk.held_moves.take(number);
    let held = held.context("no move is held")?;
    let sent = play(desk, number, held, ends)?;
    let over = desk
        .tables
        .get(&number)
        .is_some_and(|table| matches!(table.game.phase(), Phase::Over(_)));
    let table = desk.tables.get(&number).context("it is not there")?;
    let (me, other) = (sent.player, table.game.other(sent.player));
    if over {
        tell_the_end(desk, number, &sent, other, cause);
        return Ok(());
    }
    let followed = |desk: &Desk<'_>, reader| desk.followed(me, &sent.follow, &sent.ended, reader);
    let (of_mine, of_theirs) = (followed(desk, me), followed(desk, other));
    // Who does not want to hear from the player any more is told of the move alone.
    let heard = !desk.blocks.contains(&(other, me));
    let talk = sent.held.talk.clone().filter(|_| heard);
    let reached = desk.may_write_to(other) && desk.is_active(other);
    let mut notes = vec![Addition::WasHeld {
        since: instant_in_words(sent.held.came),
    }];
    if !heard && sent.held.talk.is_some() {
        notes.push(Addition::WordsNotPassedOn(NoMove::WordsNotTaken.into()));
    }
    desk.write_about(number, me, sent.follow.theirs_at, cause, |game| {
        Occasion::MovePlayed {
            game,
            played: sent.played.clone(),
            draw_offered: sent.draw_offered,
            claim: Vec::new(),
            no_offer: sent.no_offer.clone(),
            position_confirmed: false,
            ignored: Vec::new(),
            followed: of_mine,
            words_go_along: talk.is_some() && reached,
            prepared: None,
            notes,
        }
    });
    let at = sent.follow.mine_at.or(sent.at);
    desk.write_about(number, other, at, cause, |game| Occasion::YourMove {
        game,
        played: sent.played.clone(),
        draw_offered: sent.draw_offered,
        claim: Vec::new(),
        followed: of_theirs,
        beside: Vec::new(),
        talk,
    });
    Ok(())
}

fn play(
    desk: &mut Desk<'_>,
    number: GameNumber,
    held: HeldMove,
    ends: Option<DateTime<Utc>>,
) -> anyhow::Result<Sent> {
    let player = held.player;
    let came = Came::at(held.goes_out(ends));
    let running = desk.running(number, came);
    let table = desk.tables.get_mut(&number).context("it is not there")?;
    let played = numbered_move(table.game.position(), held.played);
    let standing = standing_offers(&table.game);
    let event = table
        .game
        .play_in(player, held.played, Running::spent(running.as_ref()))?;
    let ended = desk.ended_offers(number, standing);
    let by = By {
        player: Some(player),
        cause: Some(CauseId::Mail(held.mail)),
    };
    let at = desk.record(number, &event, Manner::default(), by, came);
    let no_offer = offer_draw(desk, number, &held, by, came);
    let draw_offered = desk.offers_draw(number, player);
    let follow = desk.follow(number, player, held.played, came);
    Ok(Sent {
        player,
        played,
        draw_offered,
        no_offer,
        follow: follow.unwrap_or_default(),
        ended,
        at,
        held,
    })
}

/// Offers the draw that goes with the move, where the game goes on. Returns why it cannot be offered.
fn offer_draw(
    desk: &mut Desk<'_>,
    number: GameNumber,
    held: &HeldMove,
    by: By,
    came: Came,
) -> Option<Why> {
    let table = desk.tables.get_mut(&number)?;
    if !held.draw_offered || table.game.phase() != Phase::Playing {
        return None;
    }
    match table.game.offer_draw(held.player) {
        Ok(event) => {
            desk.record(number, &event, Manner::default(), by, came);
            None
        }
        // It stands beside the move all the same.
        Err(Refusal::DrawAlreadyOffered) => None,
        Err(refusal) => Some(refusal.into()),
    }
}

/// Tells both players that the move, or what followed it, has ended the game.
fn tell_the_end(
    desk: &mut Desk<'_>,
    number: GameNumber,
    sent: &Sent,
    other: PlayerNumber,
    cause: CauseId,
) {
    let by_other = sent.follow.ends_with_other();
    let why = desk
        .tables
        .get(&number)
        .and_then(|table| grounds(&table.game));
    let at = sent.follow.mine_at.or(sent.at);
    let heard = !desk.blocks.contains(&(other, sent.player));
    let talk = sent.held.talk.clone().filter(|_| heard);
    for (reader, event, talk) in [
        (sent.player, sent.follow.theirs_at, None),
        (other, at, talk),
    ] {
        desk.write_about(number, reader, event, cause, |game| Occasion::Over {
            followed: sent.follow.line.clone(),
            played: game.last_move.clone(),
            game,
            grounds: why.clone(),
            agreed: false,
            by_you: (reader == sent.player) != by_other,
            left: false,
            talk,
        });
    }
}
