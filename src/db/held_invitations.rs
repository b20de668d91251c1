//! Invitations that wait, since their inviter has invited enough people on one day.

use super::Transaction;
use chrono::NaiveDate;
use sqlx::PgPool;

/// An invitation that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldInvitation {
    /// The challenge.
    pub game_id: i64,
    /// The day (UTC) on which it is sent.
    pub due_on: NaiveDate,
}

/// What became of an invitation that waited, or that is to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is sent on this day (UTC).
    Waits(NaiveDate),
    /// It has gone out.
    Sent,
    /// It never goes out.
    NeverSent,
}

/// Those of these challenges whose invitations wait, and until when.
///
/// # Errors
///
/// When the database fails.
pub async fn of_games(
    tx: &mut Transaction<'_>,
    games: &[i64],
) -> sqlx::Result<Vec<HeldInvitation>> {
    sqlx::query_as!(
        HeldInvitation,
        r#"select game_id, due_on as "due_on!" from held_invitation
           where game_id = any($1) and due_on is not null"#,
        games
    )
    .fetch_all(&mut **tx)
    .await
}

/// The invitation that is due for the longest time, locked; `None` when none is due that nobody else is sending.
///
/// # Errors
///
/// When the database fails.
pub async fn next_due(tx: &mut Transaction<'_>) -> sqlx::Result<Option<HeldInvitation>> {
    sqlx::query_as!(
        HeldInvitation,
        r#"select game_id, due_on as "due_on!" from held_invitation
           where due_on <= (now() at time zone 'utc')::date
           order by due_on, game_id limit 1 for update skip locked"#
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Writes down what became of the invitation of this challenge.
///
/// # Errors
///
/// When the database fails.
pub async fn save(tx: &mut Transaction<'_>, game: i64, fate: Fate) -> sqlx::Result<()> {
    let due_on = match fate {
        Fate::Sent => {
            sqlx::query!("delete from held_invitation where game_id = $1", game)
                .execute(&mut **tx)
                .await?;
            return Ok(());
        }
        Fate::Waits(day) => Some(day),
        Fate::NeverSent => None,
    };
    sqlx::query!(
        "insert into held_invitation (game_id, due_on) values ($1, $2)
         on conflict (game_id) do update set due_on = excluded.due_on",
        game,
        due_on
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Puts an invitation off to the day after today (UTC).
///
/// # Errors
///
/// When the database fails.
pub async fn put_off(pool: &PgPool, game: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update held_invitation set due_on = (now() at time zone 'utc')::date + 1
         where game_id = $1 and due_on is not null",
        game
    )
    .execute(pool)
    .await?;
    Ok(())
}
