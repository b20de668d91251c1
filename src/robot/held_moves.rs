//! Moves that are made and sent later, as their players want it.
//!
//! A held move goes out by itself, as flags fall, and not as if its mail came then: it was checked when that came. It is
//! charged until the instant at which it was to go out, whenever we do it, so that it never comes too late.

use super::Robot;
use super::act::{AsOf, Work};
use super::alarm::{self, AFTER_A_FAULT};
use super::batch::{Batch, Came, HeldMove, Randomness, Running, end_of_time};
use super::made_move::{Follow, StandingOffers, numbered_move, standing_offers};
use super::orders::grounds;
use super::storage::{self, Needs};
use crate::db::{self, Transaction, causes, clock_faults, held_moves};
use crate::game::{By, CauseId, GameNumber, Manner, Phase, PlayerNumber};
use crate::letters::{Addition, NoMove, Occasion, Parting, Why, instant_in_words};
use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};

/// When a held move is looked at again while the clocks cannot be trusted.
const AGAIN: TimeDelta = TimeDelta::minutes(5);

/// Under which word the sending of a held move is known again.
const CAUSE: &str = "held move";

/// A held move that is to go out, and when.
struct GoingOut {
    game: GameNumber,
    turn: u32,
    mail: i64,
    at: DateTime<Utc>,
}

/// A held move that was sent, and what came of it.
struct Sent {
    held: HeldMove,
    /// The other player.
    other: PlayerNumber,
    /// What the other player is told of its words.
    talk: Option<String>,
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
            let cause = alarm::cause(game, turn, CAUSE);
            match causes::begin(tx, &cause).await? {
                Some(id) => fresh.push((game, CauseId::Other(id))),
                None => known.push((game.0, Some(now + AFTER_A_FAULT))),
            }
        }
        self.in_each(
            tx,
            &fresh,
            |game| *game,
            |batch, &game, cause| send(batch, game, cause),
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
        for one in self.going_out_before(instant).await? {
            let mut tx = self.pool.begin().await?;
            let cause = alarm::cause(one.game, one.turn, CAUSE);
            let Some(id) = causes::begin(&mut tx, &cause).await? else {
                continue;
            };
            let keys = self.keys().await?;
            let work = Work {
                needs: Needs {
                    games: [one.game].into(),
                    ..Needs::default()
                },
                as_of: AsOf::Replayed {
                    mail: one.mail,
                    arrived_at: one.at,
                },
                randomness: Randomness::default(),
                keys: &keys,
            };
            self.carry_out(&mut tx, work, |batch| {
                send(batch, one.game, CauseId::Other(id))
            })
            .await?;
            tx.commit().await?;
        }
        Ok(())
    }

    /// The moves that were to go out before this instant.
    async fn going_out_before(&self, instant: DateTime<Utc>) -> anyhow::Result<Vec<GoingOut>> {
        let mut tx = self.pool.begin().await?;
        let games = held_moves::all(&mut tx).await?;
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let loaded_games = storage::load_games(&mut tx, &games).await?;
        let now = db::clock(&mut tx).await?;
        let stretches = storage::load_stretches(&mut tx, &loaded_games, now).await?;
        let held = storage::load_held_moves(&mut tx, &loaded_games).await?;
        let going_out = games.into_iter().filter_map(|game| {
            let game = GameNumber(game);
            let (held, loaded) = (held.get(&game)?, loaded_games.get(&game)?);
            let at = held.goes_out(end_of_time(loaded, &stretches));
            (at <= instant).then_some(GoingOut {
                game,
                turn: held.turn,
                mail: held.mail,
                at,
            })
        });
        Ok(going_out.collect())
    }
}

/// Plays the move that is held in this game, and tells both players.
fn send(batch: &mut Batch<'_>, number: GameNumber, cause: CauseId) -> anyhow::Result<()> {
    let sent = play(batch, number)?;
    let loaded = batch.games.get(&number).context("it is not there")?;
    if let Phase::Over(_) = loaded.game.phase() {
        tell_the_end(batch, number, &sent, cause);
    } else {
        tell_the_move(batch, number, sent, cause);
    }
    Ok(())
}

fn play(batch: &mut Batch<'_>, number: GameNumber) -> anyhow::Result<Sent> {
    let ends = batch.end_of_time(number);
    let held = batch.held_moves.take(number).context("no move is held")?;
    let player = held.player;
    let came = Came::at(held.goes_out(ends));
    let running = batch.running(number, came);
    let loaded = batch.games.get_mut(&number).context("it is not there")?;
    let other = loaded.game.other(player);
    let played = numbered_move(loaded.game.position(), held.played);
    let standing = standing_offers(&loaded.game);
    let spent = Running::spent(running.as_ref());
    let event = loaded.game.play_in(player, held.played, spent)?;
    let goes_on = loaded.game.phase() == Phase::Playing;
    let ended = batch.ended_offers(number, standing);
    let by = By {
        player: Some(player),
        cause: Some(CauseId::Mail(held.mail)),
    };
    let at = batch.record(number, &event, Manner::default(), by, came);
    let no_offer = (held.draw_offered && goes_on)
        .then(|| batch.offer_draw_beside(number, player, by, came))
        .flatten();
    let draw_offered = batch.offers_draw(number, player);
    let follow = batch.follow(number, player, held.played, came);
    // Who does not want to hear from the player any more is told of the move alone.
    let talk = held.talk.clone().filter(|_| batch.hears(other, player));
    Ok(Sent {
        other,
        talk,
        played,
        draw_offered,
        no_offer,
        follow: follow.unwrap_or_default(),
        ended,
        at,
        held,
    })
}

/// Tells both players of the move, in a game that goes on.
fn tell_the_move(batch: &mut Batch<'_>, number: GameNumber, sent: Sent, cause: CauseId) {
    let (me, other) = (sent.held.player, sent.other);
    let [of_mine, of_theirs] =
        [me, other].map(|reader| batch.followed(me, &sent.follow, &sent.ended, reader));
    let reached = batch.may_write_to(other) && batch.is_active(other);
    let mut notes = vec![Addition::WasHeld {
        since: instant_in_words(sent.held.came),
    }];
    if sent.talk.is_none() && sent.held.talk.is_some() {
        notes.push(Addition::WordsNotPassedOn(NoMove::WordsNotTaken.into()));
    }
    batch.write_about(number, me, sent.follow.theirs_at, cause, |game| {
        Occasion::MovePlayed {
            game,
            played: sent.played.clone(),
            draw_offered: sent.draw_offered,
            claim: Vec::new(),
            no_offer: sent.no_offer,
            position_confirmed: false,
            ignored: Vec::new(),
            followed: of_mine,
            words_go_along: sent.talk.is_some() && reached,
            prepared: None,
            notes,
        }
    });
    let at = sent.follow.mine_at.or(sent.at);
    batch.write_about(number, other, at, cause, |game| Occasion::YourMove {
        game,
        played: sent.played,
        draw_offered: sent.draw_offered,
        claim: Vec::new(),
        followed: of_theirs,
        beside: Vec::new(),
        talk: sent.talk,
    });
}

/// Tells both players that the move, or what followed it, has ended the game.
fn tell_the_end(batch: &mut Batch<'_>, number: GameNumber, sent: &Sent, cause: CauseId) {
    let me = sent.held.player;
    let by_other = sent.follow.ends_with_other();
    let loaded = batch.games.get(&number);
    let why = loaded.and_then(|loaded| grounds(&loaded.game));
    let at = sent.follow.mine_at.or(sent.at);
    for (reader, event, talk) in [
        (me, sent.follow.theirs_at, None),
        (sent.other, at, sent.talk.clone()),
    ] {
        batch.write_about(number, reader, event, cause, |game| Occasion::Over {
            followed: sent.follow.line.clone(),
            played: game.last_move.clone(),
            game,
            grounds: why.clone(),
            agreed: false,
            by_you: (reader == me) != by_other,
            parting: Parting::Game,
            annulled: false,
            talk,
        });
    }
}
