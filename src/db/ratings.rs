//! Ratings: what each rated game has made of them.

use super::Transaction;
use crate::game::PlayerNumber;
use crate::game::rating::{Change, Pool, Rating, Standing};
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgPool;

/// A place in the order in which games count: when a game ended, and its number.
pub type Place = (DateTime<Utc>, i64);

/// Where a player stands in one pool, as the administrator sees it.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The player.
    pub player_id: i64,
    /// Their name.
    pub name: String,
    /// `standard` or `chess960`.
    pub pool: String,
    /// In points.
    pub points: f64,
    /// In points, when the last of their games ended.
    pub deviation: f64,
    /// How much it changes.
    pub volatility: f64,
    /// How many games have counted.
    pub games: i32,
    /// When the last of them ended.
    pub rated_at: DateTime<Utc>,
}

/// What a player may know of an opponent, or of themselves.
#[derive(Clone, Debug)]
pub struct Known {
    /// Who asks.
    pub asker_id: i64,
    /// Of whom.
    pub player_id: i64,
    /// Their name.
    pub name: String,
    /// Rated games between the two that the one who asks has won.
    pub won: i64,
    /// Games between them that are drawn.
    pub drawn: i64,
    /// Games between them that they have lost.
    pub lost: i64,
    /// `standard` or `chess960`; `None` where no game of theirs has counted.
    pub pool: Option<String>,
    /// In points.
    pub points: Option<f64>,
    /// In points, when the last of their games ended.
    pub deviation: Option<f64>,
    /// How much it changes.
    pub volatility: Option<f64>,
    /// How many games have counted.
    pub games: Option<i32>,
    /// When the last of them ended.
    pub rated_at: Option<DateTime<Utc>>,
}

/// Whoever changes ratings waits here for others who do. One lock for all: a game that is corrected changes the ratings of
/// whoever has played since with either player, and with those, so that nobody can tell beforehand which rows to lock. It is
/// taken last, when games and players are held; who has it waits for nothing that another one who waits for it may hold.
///
/// # Errors
///
/// When the database fails.
pub async fn lock(tx: &mut Transaction<'_>) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(76, 1)")
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The first place at which one of these games has counted.
///
/// # Errors
///
/// When the database fails.
pub async fn first_place(tx: &mut Transaction<'_>, games: &[i64]) -> sqlx::Result<Option<Place>> {
    let row = sqlx::query!(
        "select finished_at, game_id from rating_change where game_id = any($1) order by finished_at, game_id limit 1",
        games
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.map(|row| (row.finished_at, row.game_id)))
}

/// Where these players stand before this place.
///
/// # Errors
///
/// When the database fails.
pub async fn standings_before(
    tx: &mut Transaction<'_>,
    players: &[i64],
    from: Place,
) -> sqlx::Result<Vec<(Pool, PlayerNumber, Standing)>> {
    let rows = sqlx::query!(
        "select distinct on (player_id, pool) player_id, pool, points, deviation, volatility, games, finished_at, late_at
         from rating_change
         where player_id = any($1) and (finished_at, game_id) < ($2, $3)
         order by player_id, pool, finished_at desc, game_id desc",
        players,
        from.0,
        from.1
    )
    .fetch_all(&mut **tx)
    .await?;
    let mut standings = Vec::new();
    for row in rows {
        let Some(pool) = Pool::from_word(&row.pool) else {
            return Err(sqlx::Error::Decode("a pool that is unknown".into()));
        };
        let standing = Standing {
            rating: Rating {
                points: row.points,
                deviation: row.deviation,
                volatility: row.volatility,
            },
            games: u32::try_from(row.games).unwrap_or(0),
            rated_at: row.finished_at,
            late_at: row.late_at,
        };
        standings.push((pool, PlayerNumber(row.player_id), standing));
    }
    Ok(standings)
}

/// When a player last made a move, in any game, at this instant or before, and after `since`. Moves that were prepared are
/// made without them.
///
/// # Errors
///
/// When the database fails.
pub async fn last_moved(
    tx: &mut Transaction<'_>,
    player: PlayerNumber,
    since: DateTime<Utc>,
    until: DateTime<Utc>,
) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "select max(event.recorded_at) from game join event on event.game_id = game.id
         where (game.challenger_id = $1 or game.opponent_id = $1)
           and (game.phase = 'playing' or game.phase = 'over' and game.finished_at >= $2)
           and event.player_id = $1 and event.kind = 'moved' and event.recorded_at > $2 and event.recorded_at <= $3
           and not coalesce((event.detail->>'prepared')::boolean, false)",
        player.0,
        since,
        until
    )
    .fetch_one(&mut **tx)
    .await
}

/// Writes down what games have made of ratings, in the place of all that was written from this place on.
///
/// # Errors
///
/// When the database fails.
pub async fn replace(
    tx: &mut Transaction<'_>,
    from: Place,
    changes: &[Change],
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from rating_change where (finished_at, game_id) >= ($1, $2)",
        from.0,
        from.1
    )
    .execute(&mut **tx)
    .await?;
    let numbers = |of: fn(&Change) -> f64| -> Vec<f64> { changes.iter().map(of).collect() };
    let games: Vec<i64> = changes.iter().map(|one| one.game.0).collect();
    let players: Vec<i64> = changes.iter().map(|one| one.player.0).collect();
    let pools: Vec<String> = changes
        .iter()
        .map(|one| one.pool.word().to_owned())
        .collect();
    let finished: Vec<DateTime<Utc>> = changes.iter().map(|one| one.after.rated_at).collect();
    let counted: Vec<i32> = changes
        .iter()
        .map(|one| i32::try_from(one.after.games).unwrap_or(i32::MAX))
        .collect();
    let late: Vec<Option<DateTime<Utc>>> = changes.iter().map(|one| one.after.late_at).collect();
    sqlx::query!(
        "insert into rating_change (game_id, finished_at, player_id, pool, points_before, deviation_before, volatility_before,
                                    points, deviation, volatility, games, late_at)
         select * from unnest($1::bigint[], $2::timestamptz[], $3::bigint[], $4::text[], $5::float8[], $6::float8[],
                              $7::float8[], $8::float8[], $9::float8[], $10::float8[], $11::int[], $12::timestamptz[])",
        &games,
        &finished,
        &players,
        &pools,
        &numbers(|one| one.before.points),
        &numbers(|one| one.before.deviation),
        &numbers(|one| one.before.volatility),
        &numbers(|one| one.after.rating.points),
        &numbers(|one| one.after.rating.deviation),
        &numbers(|one| one.after.rating.volatility),
        &counted,
        &late as &[Option<DateTime<Utc>>]
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// All ratings, the best first, those of each pool by themselves. Who was forgotten is not among them.
///
/// # Errors
///
/// When the database fails.
pub async fn list(pool: &PgPool) -> sqlx::Result<Vec<Listed>> {
    sqlx::query_as!(
        Listed,
        r#"select player_id as "player_id!", name as "name!", pool as "pool!", points as "points!", deviation as "deviation!",
                  volatility as "volatility!", games as "games!", finished_at as "rated_at!"
           from (select distinct on (player_id, pool) * from rating_change
                 order by player_id, pool, finished_at desc, game_id desc) standing
           join player on player.id = player_id
           where player.forgotten_at is null
           order by pool desc, points desc, player_id"#
    )
    .fetch_all(pool)
    .await
}

/// What these players may know of ratings: their own, and those of whom they have played a game with that has begun, each
/// with the score between the two; a row for each pool.
///
/// # Errors
///
/// When the database fails.
pub async fn known_to(tx: &mut Transaction<'_>, players: &[i64]) -> sqlx::Result<Vec<Known>> {
    sqlx::query_as!(
        Known,
        r#"with met as (
               select asker.id as asker_id,
                      case when game.white_id = asker.id then game.black_id else game.white_id end as player_id,
                      count(*) filter (where counts and game.result = case when game.white_id = asker.id then '1-0' else '0-1' end) as won,
                      count(*) filter (where counts and game.result = '1/2-1/2') as drawn,
                      count(*) filter (where counts and game.result = case when game.white_id = asker.id then '0-1' else '1-0' end) as lost
               from unnest($1::bigint[]) as asker (id)
               join game on (game.challenger_id = asker.id or game.opponent_id = asker.id) and game.white_id is not null
                            -- both have moved: nobody is seen by whoever only agreed to a game with them
                            and game.ply >= 2
               cross join lateral (
                   select exists (select from rating_change where rating_change.game_id = game.id) as counts) as rated
               group by 1, 2
               union all
               select id, id, 0, 0, 0 from unnest($1::bigint[]) as asker (id))
           select met.asker_id as "asker_id!", met.player_id as "player_id!", player.name as "name!", met.won as "won!",
                  met.drawn as "drawn!", met.lost as "lost!", standing.pool as "pool?", standing.points as "points?",
                  standing.deviation as "deviation?", standing.volatility as "volatility?", standing.games as "games?",
                  standing.finished_at as "rated_at?"
           from met join player on player.id = met.player_id and player.forgotten_at is null
           left join lateral (
               select distinct on (pool) * from rating_change where rating_change.player_id = met.player_id
               order by pool, finished_at desc, game_id desc) standing on true
           order by met.asker_id, standing.points desc nulls last, player.id"#,
        players
    )
    .fetch_all(&mut **tx)
    .await
}

impl Listed {
    /// The rating as the last game has left it.
    pub fn rating(&self) -> Rating {
        Rating {
            points: self.points,
            deviation: self.deviation,
            volatility: self.volatility,
        }
    }
}

/// A rating of points, deviation and volatility, and when the game ended that has left it so; `None` where none has counted.
pub(super) fn last_rating(
    (points, deviation, volatility): (Option<f64>, Option<f64>, Option<f64>),
    rated_at: Option<DateTime<Utc>>,
) -> Option<(Rating, DateTime<Utc>)> {
    let rating = Rating {
        points: points?,
        deviation: deviation?,
        volatility: volatility?,
    };
    Some((rating, rated_at?))
}

impl Known {
    /// The rating as the last game has left it, and when that ended.
    pub fn rating(&self) -> Option<(Rating, DateTime<Utc>)> {
        last_rating(
            (self.points, self.deviation, self.volatility),
            self.rated_at,
        )
    }
}

/// The first of all places.
pub const BEGINNING: Place = (DateTime::UNIX_EPOCH, 0);

/// How long before a loss on time a move must have been recorded to have been seen by who counted the loss: what others write
/// at the same moment is not there yet.
pub const SEEN: TimeDelta = TimeDelta::hours(1);
