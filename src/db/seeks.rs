//! Seeks: games that players offer to whoever wants to take them.

use super::Transaction;
use chrono::{DateTime, NaiveDate, Utc};

/// An open seek.
#[derive(Clone, Debug)]
pub struct SeekRow {
    /// Its number.
    pub id: i64,
    /// Whose it is.
    pub player_id: i64,
    /// How time is to be counted.
    pub control: String,
    /// `casual` or `rated`.
    pub stake: String,
    /// `standard` or `chess960`.
    pub variant: String,
    /// `white`, `black` or `random`.
    pub colour: String,
    /// The ratings of those who may take it, both or neither.
    pub least: Option<i32>,
    /// See [`SeekRow::least`].
    pub most: Option<i32>,
    /// Since when it can be taken.
    pub opened_at: DateTime<Utc>,
}

/// How a seek has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Its player has taken it back.
    Withdrawn,
    /// This game began by it.
    Paired(i64),
    /// Nobody took it in time.
    Expired,
}

/// All games of one player with another one that have begun.
#[derive(Clone, Copy, Debug)]
pub struct Met {
    /// The player.
    pub player_id: i64,
    /// The other one.
    pub other_id: i64,
    /// How many there are.
    pub games: i64,
    /// In how many of them the player had White.
    pub whites: i64,
    /// Whether the player had White in the last of them.
    pub white_last: bool,
    /// When that began, and its number.
    pub last_at: DateTime<Utc>,
    /// See [`Met::last_at`].
    pub last_game: i64,
}

/// Whoever opens, takes or ends a seek waits here for others who do: of two who take the same one at once the second finds it
/// taken, and of two that match the second sees the first. It is taken before any game or player is locked, and by
/// nobody who has locked one.
///
/// # Errors
///
/// When the database fails.
pub async fn lock(tx: &mut Transaction<'_>) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(82, 1)")
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// New numbers for seeks.
///
/// # Errors
///
/// When the database fails.
pub async fn reserve(tx: &mut Transaction<'_>, how_many: i32) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select nextval('seek_number') as "id!" from generate_series(1, $1)"#,
        how_many
    )
    .fetch_all(&mut **tx)
    .await
}

/// All that are open, the oldest first.
///
/// # Errors
///
/// When the database fails.
pub async fn open(tx: &mut Transaction<'_>) -> sqlx::Result<Vec<SeekRow>> {
    sqlx::query_as!(
        SeekRow,
        "select id, player_id, control, stake, variant, colour, least, most, opened_at from seek
         where closed_at is null order by opened_at, id"
    )
    .fetch_all(&mut **tx)
    .await
}

/// Whether there was a seek of this number, of those asked for; of whoever was forgotten there is none.
///
/// # Errors
///
/// When the database fails.
pub async fn ended(tx: &mut Transaction<'_>, numbers: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select id from seek where id = any($1) and closed_at is not null",
        numbers
    )
    .fetch_all(&mut **tx)
    .await
}

/// Whom these players have played with, each with the colours.
///
/// # Errors
///
/// When the database fails.
pub async fn met(tx: &mut Transaction<'_>, players: &[i64]) -> sqlx::Result<Vec<Met>> {
    sqlx::query_as!(
        Met,
        r#"select distinct on (played.player_id, other_id)
                  played.player_id as "player_id!", other_id as "other_id!", white_last as "white_last!",
                  started_at as "last_at!", game_id as "last_game!",
                  count(*) over pair as "games!", count(*) filter (where white_last) over pair as "whites!"
           from (select asked.id as player_id, game.id as game_id, started_at, white_id = asked.id as white_last,
                        case when white_id = asked.id then black_id else white_id end as other_id
                 from unnest($1::bigint[]) as asked (id)
                 join game on (challenger_id = asked.id or opponent_id = asked.id) and white_id is not null
                      and (phase = 'playing' or result <> '*')) as played
           window pair as (partition by played.player_id, other_id)
           order by played.player_id, other_id, started_at desc, game_id desc"#,
        players
    )
    .fetch_all(&mut **tx)
    .await
}

/// Those of these players who are on leave on this day (UTC).
///
/// # Errors
///
/// When the database fails.
pub async fn on_leave(
    tx: &mut Transaction<'_>,
    players: &[i64],
    day: NaiveDate,
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select distinct player_id from leave
         where player_id = any($1) and $2 between first_day and last_day and ended_at is null",
        players,
        day
    )
    .fetch_all(&mut **tx)
    .await
}

/// Writes down seeks that are new.
///
/// # Errors
///
/// When the database fails.
pub async fn save(tx: &mut Transaction<'_>, rows: &[SeekRow]) -> sqlx::Result<()> {
    for row in rows {
        sqlx::query!(
            "insert into seek (id, player_id, control, stake, variant, colour, least, most, opened_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            row.id,
            row.player_id,
            row.control,
            row.stake,
            row.variant,
            row.colour,
            row.least,
            row.most,
            row.opened_at
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// Writes down how a seek has ended, and when. Returns whether it was open.
///
/// # Errors
///
/// When the database fails.
pub async fn close(
    tx: &mut Transaction<'_>,
    number: i64,
    ending: Ending,
    at: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let (word, game) = match ending {
        Ending::Withdrawn => ("withdrawn", None),
        Ending::Paired(game) => ("paired", Some(game)),
        Ending::Expired => ("expired", None),
    };
    let closed = sqlx::query!(
        "update seek set closed_at = $2, ending = $3, game_id = $4 where id = $1 and closed_at is null",
        number,
        at,
        word,
        game
    )
    .execute(&mut **tx)
    .await?;
    Ok(closed.rows_affected() == 1)
}

/// All seeks of a player who leaves end.
///
/// # Errors
///
/// When the database fails.
pub async fn give_up(tx: &mut Transaction<'_>, player: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update seek set closed_at = $2, ending = 'withdrawn' where player_id = $1 and closed_at is null",
        player,
        at
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The open seek that is due for the longest time of those that were opened before this instant: its number, and whose it is.
///
/// # Errors
///
/// When the database fails.
pub async fn next_due(
    tx: &mut Transaction<'_>,
    opened_before: DateTime<Utc>,
) -> sqlx::Result<Option<(i64, i64)>> {
    let row = sqlx::query!(
        "select id, player_id from seek where closed_at is null and opened_at <= $1 order by opened_at, id limit 1",
        opened_before
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row.map(|row| (row.id, row.player_id)))
}
