//! What happened in games. Events are only ever appended, and are what is true of a game.

use super::Transaction;
use super::game_row::BadRow;
use crate::game::{
    By, CauseId, Detail, GameNumber, Instants, PlayerNumber, Recorded, RecordedGame, Unreadable,
};
use chrono::{DateTime, Utc};
use sqlx::PgPool;
use std::collections::BTreeMap;

/// Why the events of a game do not tell it.
#[derive(Debug, thiserror::Error)]
pub enum Damaged {
    /// What happened is written in a way that this program does not know.
    #[error("event {number} cannot be read: {fault}")]
    Unknown {
        /// The event.
        number: i32,
        /// What is wrong with it.
        fault: serde_json::Error,
    },
    /// Each can be read, and they do not fit together.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
}

/// Why a game cannot be told: neither by its row nor by its events.
#[derive(Debug, thiserror::Error)]
#[error("game {game} cannot be read: {row}, and {events}")]
pub struct Lost {
    /// Its number.
    pub game: i64,
    /// What is wrong with its row.
    pub row: BadRow,
    /// What is wrong with its events.
    pub events: Damaged,
}

/// Appends events.
///
/// # Errors
///
/// When the database fails, or an event with that number, or one that began that turn, exists already.
pub async fn append(
    tx: &mut Transaction<'_>,
    events: &[(GameNumber, Recorded)],
) -> sqlx::Result<()> {
    let games: Vec<i64> = events.iter().map(|(game, _)| game.0).collect();
    let column = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
    let numbers: Vec<i32> = events.iter().map(|(_, e)| column(e.number)).collect();
    let details: Vec<String> = events
        .iter()
        .map(|(_, e)| serde_json::to_string(&e.detail))
        .collect::<Result<_, _>>()
        .map_err(|fault| sqlx::Error::Encode(fault.into()))?;
    let players: Vec<Option<i64>> = events
        .iter()
        .map(|(_, e)| e.by.player.map(|player| player.0))
        .collect();
    let caused = |of: fn(CauseId) -> Option<i64>| -> Vec<Option<i64>> {
        events
            .iter()
            .map(|(_, e)| e.by.cause.and_then(of))
            .collect()
    };
    let reasons: Vec<Option<String>> = events.iter().map(|(_, e)| e.reason.clone()).collect();
    let instants = |of: fn(&Instants) -> DateTime<Utc>| -> Vec<DateTime<Utc>> {
        events.iter().map(|(_, e)| of(&e.at)).collect()
    };
    sqlx::query!(
        r#"insert into event (game_id, number, detail, player_id, inbox_id, cause_id, reason, arrived_at, seen_at, decided_at,
                              recorded_at)
           select e.game, e.number, e.detail::jsonb, e.player, e.mail, e.cause, e.reason, e.arrived, e.seen, e.decided,
                  e.recorded
           from unnest($1::bigint[], $2::int[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[],
                       $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[])
                as e (game, number, detail, player, mail, cause, reason, arrived, seen, decided, recorded)"#,
        &games,
        &numbers,
        &details,
        &players as &[Option<i64>],
        &caused(CauseId::mail) as &[Option<i64>],
        &caused(CauseId::other) as &[Option<i64>],
        &reasons as &[Option<String>],
        &instants(|at| at.arrived_at),
        &instants(|at| at.seen_at),
        &instants(|at| at.decided_at),
        &instants(|at| at.recorded_at)
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The events of these games in the order in which they happened; of a game that holds one which cannot be read, that.
///
/// # Errors
///
/// When the database fails.
pub async fn of(
    tx: &mut Transaction<'_>,
    games: &[i64],
) -> sqlx::Result<BTreeMap<i64, Result<Vec<Recorded>, Damaged>>> {
    let rows = sqlx::query!(
        r#"select game_id, number, detail::text as "detail!", player_id, inbox_id, cause_id, reason, arrived_at, seen_at,
                  decided_at, recorded_at, delivered_at
           from event where game_id = any($1) order by game_id, number"#,
        games
    )
    .fetch_all(&mut **tx)
    .await?;
    let mut told = BTreeMap::new();
    for row in rows {
        let events = told.entry(row.game_id).or_insert_with(|| Ok(Vec::new()));
        let Ok(known) = events else {
            continue;
        };
        let number = row.number;
        let unknown = |fault| Damaged::Unknown { number, fault };
        match serde_json::from_str::<Detail>(&row.detail).map_err(unknown) {
            Ok(detail) => known.push(Recorded {
                number: u32::try_from(number).unwrap_or(u32::MAX),
                detail,
                by: By {
                    player: row.player_id.map(PlayerNumber),
                    cause: row
                        .inbox_id
                        .map(CauseId::Mail)
                        .or(row.cause_id.map(CauseId::Other)),
                },
                reason: row.reason,
                at: Instants {
                    arrived_at: row.arrived_at,
                    seen_at: row.seen_at,
                    decided_at: row.decided_at,
                    recorded_at: row.recorded_at,
                    delivered_at: row.delivered_at,
                },
            }),
            Err(damaged) => *events = Err(damaged),
        }
    }
    Ok(told)
}

/// The game that its events tell.
///
/// # Errors
///
/// When the database fails; [`Damaged`] when they tell none.
pub async fn fold(
    tx: &mut Transaction<'_>,
    game: i64,
) -> sqlx::Result<Result<RecordedGame, Damaged>> {
    let told = of(tx, &[game]).await?.remove(&game);
    let fold = |events: Vec<Recorded>| RecordedGame::fold(GameNumber(game), &events);
    Ok(told
        .unwrap_or_else(|| Ok(Vec::new()))
        .and_then(|events| fold(events).map_err(Damaged::from)))
}

/// Who has written the letters of pieces in these games, large or small, each once: game, player, and `large` or `small`.
///
/// # Errors
///
/// When the database fails.
pub async fn piece_letters(
    tx: &mut Transaction<'_>,
    games: &[i64],
) -> sqlx::Result<Vec<(i64, i64, String)>> {
    let rows = sqlx::query!(
        r#"select distinct game_id, player_id as "player_id!", detail->>'letter' as "letter!" from event
           where game_id = any($1) and detail->>'letter' is not null and player_id is not null"#,
        games
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.game_id, row.player_id, row.letter))
        .collect())
}

/// Notes of events that replayed mails brought about that the other player was told of them when they happened.
///
/// # Errors
///
/// When the database fails.
pub async fn note_told(tx: &mut Transaction<'_>, mail: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "with told as (
             update event set delivered_at = arrived_at where inbox_id = $1 and delivered_at is null
             returning game_id, kind, coalesce((detail->>'turn')::integer, 0) as turn, delivered_at)
         update game set told_at = told.delivered_at, due_at = now() from told
         where game.id = told.game_id and game.control <> 'without' and game.phase = 'playing' and told.turn = game.turn
           and told.kind in ('accepted', 'moved', 'taken back', 'corrected', 'substituted')",
        mail
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Open games in which replayed mails did something, each with the last of these mails.
///
/// # Errors
///
/// When the database fails.
pub async fn replayed(pool: &PgPool) -> sqlx::Result<Vec<(i64, i64)>> {
    let rows = sqlx::query!(
        r#"select e.game_id, max(e.inbox_id) as "mail!" from event e
           join inbox i on i.id = e.inbox_id join game g on g.id = e.game_id
           where i.replayed and g.phase in ('offered', 'playing')
           group by 1 order by 1"#
    )
    .fetch_all(pool)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.game_id, row.mail))
        .collect())
}
