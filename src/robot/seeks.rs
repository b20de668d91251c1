//! Seeks as they are loaded: who may take which, and the question to those whose seek nobody has taken.

use super::Robot;
use super::batch::{Batch, Randomness, Spare};
use super::draft::{Draft, Recipient};
use super::is_of_database;
use super::storage::Needs;
use crate::db;
use crate::db::causes::Cause;
use crate::db::seeks::{self, Ending, Met};
use crate::game::rating::{Pool, Rating, periods};
use crate::game::{CauseId, GameNumber, PlayerNumber, Wish};
use crate::letters::{InWords, Occasion, SeekLine, Shown, seek_in_words};
use crate::players::colours::{White, white_without_wishes};
use crate::players::seek::{Between, DAYS_OPEN, Seek, Side};
use chrono::{DateTime, Utc};
use shakmaty::Color;
use std::collections::{HashMap, HashSet};
use tracing::error;

/// Seeks, what is known of those whom they concern, and what changes.
#[derive(Clone, Debug, Default)]
pub(super) struct LoadedSeeks {
    /// Those that are open, the oldest first.
    pub(super) open: Vec<Seek>,
    /// The numbers of those that somebody names and that have ended.
    pub(super) ended: HashSet<i64>,
    /// The games with others that have begun, of those who seek and of those in whose challenges the colours are open.
    pub(super) met: HashMap<PlayerNumber, HashMap<PlayerNumber, Met>>,
    /// Where players stand as the last of their games has left them, and when that ended.
    pub(super) ratings: HashMap<(PlayerNumber, Pool), (Rating, DateTime<Utc>)>,
    /// Who rests from play today.
    pub(super) on_leave: HashSet<PlayerNumber>,
    /// Numbers reserved for new ones.
    pub(super) spare: Spare,
    /// New ones.
    pub(super) opened: Vec<Seek>,
    /// Those that have ended, and how.
    pub(super) closed: Vec<(i64, Ending)>,
    /// Players who leave: all of theirs end.
    pub(super) given_up: Vec<PlayerNumber>,
}

impl LoadedSeeks {
    /// Those of a player that are open.
    pub(super) fn of(&self, player: PlayerNumber) -> Vec<&Seek> {
        let open = self.open.iter();
        open.filter(|seek| seek.player == player).collect()
    }

    /// The open one of this number.
    pub(super) fn find(&self, number: i64) -> Option<&Seek> {
        self.open.iter().find(|seek| seek.number == number)
    }

    pub(super) fn begin(&mut self, seek: Seek) {
        self.opened.push(seek.clone());
        self.open.push(seek);
    }

    pub(super) fn end(&mut self, number: i64, ending: Ending) {
        self.open.retain(|seek| seek.number != number);
        self.ended.insert(number);
        self.closed.push((number, ending));
    }

    /// A game has begun, so that it counts for what follows in the same batch of mails.
    pub(super) fn have_met(
        &mut self,
        [white, black]: [PlayerNumber; 2],
        at: DateTime<Utc>,
        game: GameNumber,
    ) {
        for (player, other, had_white) in [(white, black, true), (black, white, false)] {
            let others = self.met.entry(player).or_default();
            let met = others.entry(other).or_insert(Met {
                player_id: player.0,
                other_id: other.0,
                games: 0,
                whites: 0,
                white_last: had_white,
                last_at: at,
                last_game: game.0,
            });
            met.games += 1;
            met.whites += i64::from(had_white);
            (met.white_last, met.last_at, met.last_game) = (had_white, at, game.0);
        }
    }

    /// The games of a player with another one.
    fn met_with(&self, player: PlayerNumber, other: PlayerNumber) -> Option<&Met> {
        self.met.get(&player)?.get(&other)
    }

    /// By how many games a player had White more often than Black.
    pub(super) fn whites_ahead(&self, player: PlayerNumber) -> i64 {
        let met = self.met.get(&player).into_iter().flat_map(HashMap::values);
        met.map(|met| 2 * met.whites - met.games).sum()
    }

    fn last_opponent(&self, player: PlayerNumber) -> Option<i64> {
        let met = self.met.get(&player).into_iter().flat_map(HashMap::values);
        let last = met.max_by_key(|met| (met.last_at, met.last_game))?;
        Some(last.other_id)
    }
}

impl Batch<'_> {
    /// Whether a seek is offered at present: its player takes mail, which reaches them, and is not on leave.
    pub(super) fn is_offered(&self, seek: &Seek) -> bool {
        let player = seek.player;
        self.is_active(player)
            && self.may_write_to(player)
            && !self.rests(player)
            && !self.seeks.on_leave.contains(&player)
    }

    /// What of a player matters where they meet somebody in games of this pool.
    pub(super) fn side(&self, player: PlayerNumber, pool: Pool) -> Side {
        let known = self.seeks.ratings.get(&(player, pool));
        let rating = known.map_or(Rating::UNKNOWN, |(rating, _)| *rating);
        Side {
            // Between bounds that a float holds exactly.
            rating: rating.points.round().clamp(0.0, 1e6) as i32,
            whites_ahead: self.seeks.whites_ahead(player),
        }
    }

    /// What there was between two.
    pub(super) fn between(&self, first: PlayerNumber, second: PlayerNumber) -> Between {
        let last =
            |of: PlayerNumber, other: PlayerNumber| self.seeks.last_opponent(of) == Some(other.0);
        let met = self.seeks.met_with(first, second);
        Between {
            blocked: !self.hears(first, second) || !self.hears(second, first),
            met_last: last(first, second) || last(second, first),
            first_had_white: met.map(|met| met.white_last),
        }
    }

    /// Who has White when a challenge is accepted in which nobody wishes for a colour.
    pub(super) fn white_without_wishes(&self, first: PlayerNumber, second: PlayerNumber) -> White {
        let met = self.seeks.met_with(first, second);
        let ahead = [first, second].map(|player| self.seeks.whites_ahead(player));
        white_without_wishes(ahead, met.map(|met| met.white_last))
    }

    /// This game has begun: it counts for the colours of what follows in the same batch of mails.
    pub(super) fn note_meeting(&mut self, number: GameNumber) {
        let Some(game) = self.games.get(&number).map(|loaded| &loaded.game) else {
            return;
        };
        let mut players = [game.challenger(), game.opponent()];
        if game.side_of(game.challenger()) == Some(Color::Black) {
            players.reverse();
        }
        self.seeks.have_met(players, self.clock, number);
    }

    /// A seek as it stands in letters, to its own player or to others.
    pub(super) fn seek_line(&self, seek: &Seek) -> SeekLine {
        let terms = &seek.terms;
        let known = self.seeks.ratings.get(&(seek.player, terms.pool()));
        let rating =
            known.map(|(rating, at)| Shown(rating.idle(periods(*at, self.now))).to_string());
        let colours = match terms.colour {
            Wish::White => Some(["White", "Black"]),
            Wish::Black => Some(["Black", "White"]),
            Wish::Random => None,
        };
        SeekLine {
            number: seek.number,
            player: self.name(seek.player).to_owned(),
            rating,
            clock: terms.control.has_clock().then(|| terms.control.in_words()),
            stake: terms.stake.word(),
            variant: terms.variant.word(),
            colour: colours.map(|[own, _]| own),
            left: colours.map(|[_, left]| left),
            range: terms.range.map(|(least, most)| format!("{least}-{most}")),
            days: (self.now - seek.opened_at).num_days(),
            hidden: self.seeks.on_leave.contains(&seek.player),
            order: seek_in_words(terms),
        }
    }
}

impl Robot {
    /// Ends the seek that was open for longest, where it was for long enough, and asks its player whether they still look.
    /// Returns whether there was one.
    ///
    /// # Errors
    ///
    /// When the database fails; nothing has changed then.
    pub async fn end_seek(&self) -> anyhow::Result<bool> {
        let mut tx = self.pool.begin().await?;
        let now = db::clock(&mut tx).await?;
        let before = now.checked_sub_days(DAYS_OPEN).unwrap_or(now);
        let Some((number, player)) = seeks::next_due(&mut tx, before).await? else {
            return Ok(false);
        };
        let cause = Cause::SeekExpired { seek: number };
        let keys = self.keys().await?;
        let randomness = Randomness::of_cause(&format!("seek {number}"), &keys);
        let needs = Needs {
            seeks: true,
            open_games_of_players: [PlayerNumber(player)].into(),
            ..Needs::default()
        };
        let decide = |batch: &mut Batch<'_>, cause| {
            batch.randomness = randomness;
            expire(batch, cause, number);
            Ok(())
        };
        match self.carry_out_once(&mut tx, &cause, needs, decide).await {
            Ok(Some(_)) => tx.commit().await?,
            // Ended before, and open all the same.
            Ok(None) => {
                tx.rollback().await?;
                self.close_silently(number).await?;
            }
            Err(failure) if is_of_database(&failure) => return Err(failure),
            // One that cannot be written holds up no other.
            Err(failure) => {
                error!(seek = number, error = %format!("{failure:#}"), "a seek cannot be ended with a letter");
                tx.rollback().await?;
                self.close_silently(number).await?;
            }
        }
        Ok(true)
    }

    async fn close_silently(&self, number: i64) -> anyhow::Result<()> {
        let mut tx = self.pool.begin().await?;
        seeks::lock(&mut tx).await?;
        let now = db::clock(&mut tx).await?;
        seeks::close(&mut tx, number, Ending::Expired, now).await?;
        tx.commit().await?;
        Ok(())
    }
}

fn expire(batch: &mut Batch<'_>, cause: CauseId, number: i64) {
    let Some(seek) = batch.seeks.find(number).cloned() else {
        return;
    };
    batch.seeks.end(number, Ending::Expired);
    // Who wants no mail has said so, and looks for no game.
    if !batch.is_active(seek.player) || !batch.may_write_to(seek.player) {
        return;
    }
    let seek_line = batch.seek_line(&seek);
    let occasion = Occasion::SeekExpired { seek: seek_line };
    let draft = Draft::about_no_game(occasion, Recipient::Player(seek.player), cause);
    batch.drafts.push(draft);
}
