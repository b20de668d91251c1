//! Secret links to pages that are not for everybody, and what their pages show. The role that serves the pages reaches the latter by
//! functions of the schema `web`, which want to know what stands in a link: of itself it can ask about nobody.

use super::Transaction;
use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// How many links to their calendar a player has at the most, one for each program that fetches it.
pub const MOST_CALENDAR_LINKS: i64 = 5;

/// What becomes of the links that a player had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Older {
    /// The newest of them stay, up to [`MOST_CALENDAR_LINKS`] with the new one.
    Stay,
    /// None holds any more.
    Void,
}

/// Writes down a player's new link to their calendar, by the SHA-256 of what stands in it, if there is a new one, and what becomes of
/// the older ones.
///
/// # Errors
///
/// When the database fails.
pub async fn save_calendar_link(
    tx: &mut Transaction<'_>,
    player: i64,
    token_hash: Option<&[u8]>,
    older: Older,
) -> sqlx::Result<()> {
    let left = match older {
        Older::Stay => MOST_CALENDAR_LINKS - 1,
        Older::Void => 0,
    };
    sqlx::query!(
        "delete from calendar_link where player_id = $1
           and token_hash not in (select token_hash from calendar_link where player_id = $1
                                  order by since desc, token_hash limit $2)",
        player,
        left
    )
    .execute(&mut **tx)
    .await?;
    // A mail that is handled once more brings the same one.
    if let Some(token_hash) = token_hash {
        sqlx::query!(
            "insert into calendar_link (token_hash, player_id) values ($2, $1) on conflict (token_hash) do nothing",
            player,
            token_hash
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// A deadline in the calendar of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadlineRow {
    /// The game.
    pub game_id: i64,
    /// The name of their opponent.
    pub opponent: String,
    /// When their time for this move is over.
    pub ends_at: DateTime<Utc>,
    /// Since when it is that instant.
    pub reckoned_at: DateTime<Utc>,
}

/// The calendar of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadlineRows {
    /// Whose it is.
    pub player_id: i64,
    /// The code of the language of their letters.
    pub language: String,
    /// What is due, by the number of the game.
    pub deadlines: Vec<DeadlineRow>,
}

/// The calendar to which a link with this in it leads; nothing where nobody has such a link.
///
/// # Errors
///
/// When the database fails.
pub async fn deadlines(pool: &PgPool, token: &str) -> sqlx::Result<Option<DeadlineRows>> {
    let rows = sqlx::query!(
        r#"select player_id as "player_id!", language as "language!", game_id, opponent, ends_at, reckoned_at
           from web.deadlines($1)"#,
        token
    )
    .fetch_all(pool)
    .await?;
    let Some((player_id, language)) = rows
        .first()
        .map(|first| (first.player_id, first.language.clone()))
    else {
        return Ok(None);
    };
    let deadlines = rows.into_iter().filter_map(|row| {
        Some(DeadlineRow {
            game_id: row.game_id?,
            opponent: row.opponent?,
            ends_at: row.ends_at?,
            reckoned_at: row.reckoned_at?,
        })
    });
    Ok(Some(DeadlineRows {
        player_id,
        language,
        deadlines: deadlines.collect(),
    }))
}

/// A link to the page of the club's secretary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretaryLink {
    /// As the administrator calls who has it.
    pub name: String,
    /// Since when it leads there.
    pub since: DateTime<Utc>,
}

/// Writes down a link for who is called so, by the SHA-256 of what stands in it. Returns whether there was none of that name.
///
/// # Errors
///
/// When the database fails.
pub async fn create_secretary_link(
    pool: &PgPool,
    name: &str,
    token_hash: &[u8],
) -> sqlx::Result<bool> {
    let made = sqlx::query!(
        "insert into secretary_link (name, token_hash) values ($1, $2) on conflict (name) do nothing",
        name,
        token_hash
    )
    .execute(pool)
    .await?;
    Ok(made.rows_affected() > 0)
}

/// The links to the page of the secretary, by name.
///
/// # Errors
///
/// When the database fails.
pub async fn secretary_links(pool: &PgPool) -> sqlx::Result<Vec<SecretaryLink>> {
    sqlx::query_as!(
        SecretaryLink,
        "select name, since from secretary_link order by name"
    )
    .fetch_all(pool)
    .await
}

/// Makes the link of this name void. Returns whether there was one.
///
/// # Errors
///
/// When the database fails.
pub async fn revoke_secretary_link(pool: &PgPool, name: &str) -> sqlx::Result<bool> {
    let gone = sqlx::query!("delete from secretary_link where name = $1", name)
        .execute(pool)
        .await?;
    Ok(gone.rows_affected() > 0)
}

/// A game that goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningRow {
    /// Its number.
    pub id: i64,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// What its tournament is called, and the round.
    pub event: Option<(String, i32)>,
    /// How time is counted.
    pub control: String,
    /// What is left of both.
    pub clock: Option<String>,
    /// How many plies have been played.
    pub plies: i32,
    /// `white` or `black`: who is to move.
    pub side: String,
    /// Since when they are.
    pub turned_at: DateTime<Utc>,
    /// Since when their time runs.
    pub told_at: Option<DateTime<Utc>>,
    /// When it is over.
    pub ends_at: Option<DateTime<Utc>>,
}

/// Mails of somebody that have no answer, or letters to somebody that are not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SilenceRow {
    /// Why, as the function says it.
    pub reason: String,
    /// Whose; nothing where the sender is no player of ours.
    pub player: Option<String>,
    /// How many mails or letters.
    pub mails: i64,
    /// Since when.
    pub since: Option<DateTime<Utc>>,
}

/// What the secretary sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretaryRows {
    /// When it was so.
    pub now: DateTime<Utc>,
    /// The games that go on, those first whose time is over first.
    pub games: Vec<RunningRow>,
    /// Who is left without an answer, or without our mail.
    pub silences: Vec<SilenceRow>,
}

/// What a link with this in it shows to a secretary; nothing where none has such a link.
///
/// # Errors
///
/// When the database fails.
pub async fn for_secretary(pool: &PgPool, token: &str) -> sqlx::Result<Option<SecretaryRows>> {
    let asked = sqlx::query!(
        r#"select web.secretary($1) is not null as "known!", now() as "now!""#,
        token
    )
    .fetch_one(pool)
    .await?;
    if !asked.known {
        return Ok(None);
    }
    let games = sqlx::query!(
        r#"select id as "id!", white as "white!", black as "black!", event, round, control as "control!", clock,
                  plies as "plies!", side as "side!", turned_at as "turned_at!", told_at, ends_at
           from web.running_games($1)"#,
        token
    )
    .fetch_all(pool)
    .await?;
    let games = games.into_iter().map(|row| RunningRow {
        id: row.id,
        white: row.white,
        black: row.black,
        event: row.event.zip(row.round),
        control: row.control,
        clock: row.clock,
        plies: row.plies,
        side: row.side,
        turned_at: row.turned_at,
        told_at: row.told_at,
        ends_at: row.ends_at,
    });
    let silences = sqlx::query_as!(
        SilenceRow,
        r#"select reason as "reason!", player, mails as "mails!", since from web.silences($1)"#,
        token
    )
    .fetch_all(pool)
    .await?;
    Ok(Some(SecretaryRows {
        now: asked.now,
        games: games.collect(),
        silences,
    }))
}
