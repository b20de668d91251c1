//! Brackets of knock-outs: when one is to be looked at, and what follows from it.

use super::Transaction;
use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// A knock-out of which something has changed since its bracket was looked at, or that is to be looked at again; and how often it
/// was.
pub(super) async fn due(tx: &mut Transaction<'_>) -> sqlx::Result<Option<(i64, i32)>> {
    let found = sqlx::query!(
        "select id, bracket_step from tournament
         where state = 'playing' and system = 'knock-out'
           and (next_round_at <= now() or bracket_seen is distinct from bracket_stands(id))
         order by id limit 1"
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(found.map(|row| (row.id, row.bracket_step)))
}

/// All from which the bracket of a knock-out follows, as one word, and how often it has been looked at. To be asked for before
/// its games are: what changes meanwhile is looked at once more then.
///
/// # Errors
///
/// When the database fails.
pub async fn stands(
    tx: &mut Transaction<'_>,
    tournament: i64,
) -> sqlx::Result<Option<(String, i32)>> {
    let found = sqlx::query!(
        r#"select bracket_stands(id) as "stands!", bracket_step from tournament
           where id = $1 and system = 'knock-out'"#,
        tournament
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(found.map(|row| (row.stands, row.bracket_step)))
}

/// The bracket of a knock-out has been looked at when it stood so; so many rounds have games now, and it is looked at again at
/// this instant in any case.
///
/// # Errors
///
/// When the database fails.
pub async fn note_step(
    tx: &mut Transaction<'_>,
    tournament: i64,
    stood: &str,
    (rounds, again_at): (i32, Option<DateTime<Utc>>),
) -> sqlx::Result<()> {
    sqlx::query!(
        "update tournament set bracket_step = bracket_step + 1, bracket_seen = $2,
                paired_rounds = greatest(paired_rounds, $3), next_round_at = $4
         where id = $1",
        tournament,
        stood,
        rounds,
        again_at
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Notes in which round somebody is told to be out of a knock-out; none where they are in again.
///
/// # Errors
///
/// When the database fails.
pub async fn note_told_out(
    tx: &mut Transaction<'_>,
    tournament: i64,
    (player, round): (i64, Option<i32>),
) -> sqlx::Result<()> {
    sqlx::query!(
        "update tournament_player set told_out = $3 where tournament_id = $1 and player_id = $2",
        tournament,
        player,
        round
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Notes which round of a knock-out somebody is told to have reached; none where they have not.
///
/// # Errors
///
/// When the database fails.
pub async fn note_told_through(
    tx: &mut Transaction<'_>,
    tournament: i64,
    (player, round): (i64, Option<i32>),
) -> sqlx::Result<()> {
    sqlx::query!(
        "update tournament_player set told_through = $3 where tournament_id = $1 and player_id = $2",
        tournament,
        player,
        round
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Who of the two of a game of a knock-out has begun the next round, if one has; with the title of the tournament.
///
/// # Errors
///
/// When the database fails.
pub async fn gone_on_from(pool: &PgPool, game: i64) -> sqlx::Result<Option<(String, String)>> {
    let found = sqlx::query!(
        "select title, player.name from game join tournament_game on game_id = game.id
                join tournament on tournament.id = tournament_id
                join player on player.id in (challenger_id, opponent_id)
         where game.id = $1 and system = 'knock-out'
           and (exists (select from tournament_bye
                        where tournament_bye.tournament_id = tournament.id and player_id = player.id
                          and tournament_bye.round = tournament_game.round + 1)
                or exists (select from tournament_game as later join game as theirs on theirs.id = later.game_id
                           where later.tournament_id = tournament.id and later.round = tournament_game.round + 1
                             and player.id in (theirs.challenger_id, theirs.opponent_id)))
         limit 1",
        game
    )
    .fetch_optional(pool)
    .await?;
    Ok(found.map(|row| (row.title, row.name)))
}
