//! The club list: the players who have agreed to be listed.

use super::Transaction;
use super::ratings::last_rating;
use crate::game::rating::Rating;
use chrono::{DateTime, Utc};

/// A player on the list, as one who asks for it sees them.
#[derive(Clone, Debug)]
pub struct ListedPlayer {
    /// Who asks.
    pub asker_id: i64,
    /// The place from which on they ask, from 1.
    pub from: i64,
    /// Who is listed.
    pub player_id: i64,
    /// Their name.
    pub name: String,
    /// How many are listed for whoever asks.
    pub total: i64,
    /// In points; `None` without a game that has counted.
    pub points: Option<f64>,
    /// In points, when the last of them ended.
    pub deviation: Option<f64>,
    /// How much it changes.
    pub volatility: Option<f64>,
    /// When the last of them ended.
    pub rated_at: Option<DateTime<Utc>>,
    /// How many games of theirs have ended with a result.
    pub games: i64,
    /// When they last made a move themselves.
    pub moved_at: Option<DateTime<Utc>>,
}

/// Up to `most` of the list as this player sees it, the best rating first and who has none last, from this place on, counted
/// from 1. Only who takes part and gets our mail is on it, and nobody who does not hear from whoever asks, or from whom they do
/// not.
///
/// # Errors
///
/// When the database fails.
pub async fn listed(
    tx: &mut Transaction<'_>,
    asker: i64,
    (from, most): (i64, i64),
) -> sqlx::Result<Vec<ListedPlayer>> {
    sqlx::query_as!(
        ListedPlayer,
        r#"select $1::bigint as "asker_id!", $2::bigint as "from!", listed.id as "player_id!", listed.name as "name!",
                  listed.total as "total!", points as "points?", deviation as "deviation?", volatility as "volatility?",
                  rated_at as "rated_at?",
                  (select count(*) from game
                   where listed.id in (challenger_id, opponent_id) and phase = 'over' and result <> '*') as "games!",
                  (select max(event.recorded_at) from game join event on event.game_id = game.id
                   where listed.id in (challenger_id, opponent_id) and event.player_id = listed.id and event.kind = 'moved'
                     and not coalesce((event.detail->>'prepared')::boolean, false)) as moved_at
           from (select player.id, player.name, player.name_key, points, deviation, volatility, rated_at, count(*) over () as total
                 from player left join lateral (
                     select points, deviation, volatility, finished_at as rated_at from rating_change
                     where rating_change.player_id = player.id and pool = 'standard'
                     order by finished_at desc, game_id desc limit 1) standing on true
                 where listed and player.state = 'active' and player.blocked_at is null and player.forgotten_at is null
                   and exists (select from address where address.player_id = player.id and main
                                 and not exists (select from silence where silence.key = address.key))
                   and not exists (select from rest where rest.player_id = player.id and until is null)
                   and not exists (select from block where (block.player_id = player.id and blocked_id = $1)
                                                        or (block.player_id = $1 and blocked_id = player.id))
                 order by points desc nulls last, name_key, player.id
                 offset $2::bigint - 1 limit $3) listed
           order by points desc nulls last, name_key, listed.id"#,
        asker,
        from,
        most
    )
    .fetch_all(&mut **tx)
    .await
}

impl ListedPlayer {
    /// The rating as the last game has left it, and when that ended.
    pub fn rating(&self) -> Option<(Rating, DateTime<Utc>)> {
        last_rating(
            (self.points, self.deviation, self.volatility),
            self.rated_at,
        )
    }
}
