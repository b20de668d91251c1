//! Leave of players.

use super::Transaction;
use chrono::{DateTime, NaiveDate, Utc};

/// Leave of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaveRow {
    /// Whose.
    pub player_id: i64,
    /// The first day (UTC).
    pub first_day: NaiveDate,
    /// The last day (UTC).
    pub last_day: NaiveDate,
    /// When the mail came that announced it.
    pub announced_at: DateTime<Utc>,
    /// When its player came back, if that was before its end.
    pub ended_at: Option<DateTime<Utc>>,
    /// Whether their opponents were told of it, and so are told of its end.
    pub told: bool,
}

/// Leave of a player in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaveInGame {
    /// The game.
    pub game_id: i64,
    /// The leave.
    pub leave: LeaveRow,
    /// When its player moved in the game meanwhile, which ended it there. What they had prepared ends nothing.
    pub moved_at: Option<DateTime<Utc>>,
}

/// The leave of these players that is not over before this day. Their rows are locked, so that no other mail of theirs
/// takes the same days.
///
/// # Errors
///
/// When the database fails.
pub async fn of_players(
    tx: &mut Transaction<'_>,
    players: &[i64],
    from: NaiveDate,
) -> sqlx::Result<Vec<LeaveRow>> {
    sqlx::query!(
        "select id from player where id = any($1) order by id for no key update",
        players
    )
    .fetch_all(&mut **tx)
    .await?;
    sqlx::query_as!(
        LeaveRow,
        "select player_id, first_day, last_day, announced_at, ended_at, told from leave
         where player_id = any($1) and last_day >= $2 order by player_id, first_day, announced_at",
        players,
        from
    )
    .fetch_all(&mut **tx)
    .await
}

/// The leave of each of these players in the game beside them that is not over before the day beside them.
///
/// # Errors
///
/// When the database fails.
pub async fn in_games(
    tx: &mut Transaction<'_>,
    games: &[i64],
    players: &[i64],
    from: &[NaiveDate],
) -> sqlx::Result<Vec<LeaveInGame>> {
    let rows = sqlx::query!(
        r#"select asked.game_id as "game_id!", leave.player_id, first_day, last_day, announced_at, ended_at, told,
                  (select min(arrived_at) from event
                   where event.game_id = asked.game_id and event.player_id = leave.player_id
                     and arrived_at > greatest(announced_at, first_day::timestamp at time zone 'UTC')
                     and kind = 'moved' and not coalesce((detail ->> 'prepared')::boolean, false)
                  ) as moved_at
           from unnest($1::bigint[], $2::bigint[], $3::date[]) as asked (game_id, player_id, since)
           join leave on leave.player_id = asked.player_id and last_day >= since
           order by game_id, leave.player_id, first_day, announced_at"#,
        games,
        players,
        from
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| LeaveInGame {
            game_id: row.game_id,
            leave: LeaveRow {
                player_id: row.player_id,
                first_day: row.first_day,
                last_day: row.last_day,
                announced_at: row.announced_at,
                ended_at: row.ended_at,
                told: row.told,
            },
            moved_at: row.moved_at,
        })
        .collect())
}

/// Writes down leave that is new or has changed.
///
/// # Errors
///
/// When the database fails.
pub async fn save(tx: &mut Transaction<'_>, rows: &[LeaveRow]) -> sqlx::Result<()> {
    let players: Vec<i64> = rows.iter().map(|row| row.player_id).collect();
    let first: Vec<NaiveDate> = rows.iter().map(|row| row.first_day).collect();
    let last: Vec<NaiveDate> = rows.iter().map(|row| row.last_day).collect();
    let announced: Vec<DateTime<Utc>> = rows.iter().map(|row| row.announced_at).collect();
    let ended: Vec<Option<DateTime<Utc>>> = rows.iter().map(|row| row.ended_at).collect();
    let told: Vec<bool> = rows.iter().map(|row| row.told).collect();
    sqlx::query!(
        "insert into leave (player_id, first_day, last_day, announced_at, ended_at, told)
         select * from unnest($1::bigint[], $2::date[], $3::date[], $4::timestamptz[], $5::timestamptz[], $6::boolean[])
         on conflict (player_id, first_day, announced_at) do update
         set last_day = excluded.last_day, ended_at = excluded.ended_at, told = excluded.told",
        &players,
        &first,
        &last,
        &announced,
        &ended as &[Option<DateTime<Utc>>],
        &told
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Takes leave back that has not begun.
///
/// # Errors
///
/// When the database fails.
pub async fn take_back(tx: &mut Transaction<'_>, rows: &[LeaveRow]) -> sqlx::Result<()> {
    for row in rows {
        sqlx::query!(
            "delete from leave where player_id = $1 and first_day = $2 and announced_at = $3",
            row.player_id,
            row.first_day,
            row.announced_at
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// A holiday note that shows a code of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbsenceNote {
    /// To whom the letter with that code went.
    pub to: NotedBy,
    /// The first day that it names (UTC).
    pub first_day: NaiveDate,
    /// The last one.
    pub last_day: NaiveDate,
    /// When it came.
    pub came_at: DateTime<Utc>,
}

/// Whose letter a holiday note answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotedBy {
    /// A player's.
    Player(i64),
    /// That to the challenger in a game.
    Challenger(i64),
    /// That to the opponent in a game.
    Opponent(i64),
}

/// Keeps what holiday notes name, each period once.
///
/// # Errors
///
/// When the database fails.
pub async fn note_absence(tx: &mut Transaction<'_>, notes: &[AbsenceNote]) -> sqlx::Result<()> {
    for note in notes {
        let (player, challenger, opponent) = match note.to {
            NotedBy::Player(player) => (Some(player), None, None),
            NotedBy::Challenger(game) => (None, Some(game), None),
            NotedBy::Opponent(game) => (None, None, Some(game)),
        };
        sqlx::query!(
            "insert into absence_note (player_id, first_day, last_day, came_at)
             select player.id, $4, $5, $6 from player
             where forgotten_at is null
               and player.id = coalesce($1, (select challenger_id from game where id = $2),
                                        (select opponent_id from game where id = $3))
             on conflict do nothing",
            player,
            challenger,
            opponent,
            note.first_day,
            note.last_day,
            note.came_at
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// What holiday notes of these players name that they were not told of, where it is not over: the earliest of each.
///
/// # Errors
///
/// When the database fails.
pub async fn untold_notes(
    tx: &mut Transaction<'_>,
    players: &[i64],
    today: NaiveDate,
) -> sqlx::Result<Vec<(i64, NaiveDate, NaiveDate)>> {
    let rows = sqlx::query!(
        "select distinct on (player_id) player_id, first_day, last_day from absence_note
         where player_id = any($1) and told_at is null and last_day >= $2
         order by player_id, first_day, last_day",
        players,
        today
    )
    .fetch_all(&mut **tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| (row.player_id, row.first_day, row.last_day))
        .collect())
}

/// These players were told of what the notes name.
///
/// # Errors
///
/// When the database fails.
pub async fn told_of_notes(
    tx: &mut Transaction<'_>,
    told: &[(i64, NaiveDate, NaiveDate)],
) -> sqlx::Result<()> {
    for (player, first, last) in told {
        sqlx::query!(
            "update absence_note set told_at = now() where player_id = $1 and first_day = $2 and last_day = $3",
            player,
            first,
            last
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}
