//! What is asked of the database before a flag falls, and which flags wait.

use super::Transaction;
use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// A mail that came before a flag fell and of which nothing is decided, as far as it may be that player's: it waits in their
/// line, or in that of an address of theirs.
#[derive(Clone, Debug)]
pub struct Undecided {
    /// Its row.
    pub id: i64,
    /// Whose it may be.
    pub player: i64,
    /// Whether it waits for its sender's confirmation.
    pub held: bool,
    /// Whether it was laid aside for the administrator.
    pub dead: bool,
    /// When it came.
    pub came: DateTime<Utc>,
    /// Since when it is held or laid aside; of one that is to be handled, when it was stored.
    pub since: DateTime<Utc>,
    /// Whether it shows a code of the player in its header.
    pub proven: bool,
    /// Whether only the header block was stored.
    pub oversized: bool,
    /// The mail, of one that shows no code there; `None` when it was erased.
    pub raw: Option<Vec<u8>>,
}

/// A flag whose time has come and that waits, as `penpawn status` tells it.
#[derive(Clone, Debug, serde::Serialize)]
pub struct HeldFlag {
    /// The game.
    pub game: i64,
    /// How long ago the time was over, in seconds.
    pub over_for: f64,
    /// A word of the table.
    pub why: String,
    /// The mail for which it waits.
    pub mail: Option<i64>,
    /// The mailbox for which it waits.
    pub mailbox: Option<String>,
}

/// The mails that may be those of players and of which nothing is decided, as far as they came before the latest instant given
/// for that player.
///
/// # Errors
///
/// When the database fails.
pub async fn undecided(
    tx: &mut Transaction<'_>,
    flags: &[(i64, DateTime<Utc>)],
) -> sqlx::Result<Vec<Undecided>> {
    let (players, flags): (Vec<i64>, Vec<DateTime<Utc>>) = flags.iter().copied().unzip();
    sqlx::query_as!(
        Undecided,
        // Each state by itself, since each has an index of its own.
        r#"with flag as (
               select player, max(flag) as flag from unnest($1::bigint[], $2::timestamptz[]) as f (player, flag)
               group by player
           ), line as (
               select player, flag, 'player ' || player::text as line from flag
               union select f.player, f.flag, a.key from flag f join address a on a.player_id = f.player
           ), mail as (
               select line.player, line.flag, i.* from line join inbox i on i.line = line.line where i.state = 'new'
               union all
               select line.player, line.flag, i.* from line join inbox i on i.line = line.line
               where i.state in ('held', 'dead')
           )
           select id as "id!", player as "player!", state = 'held' as "held!", state = 'dead' as "dead!",
                  least(arrived_at, stored_at) as "came!", coalesce(handled_at, stored_at) as "since!",
                  proven as "proven!", oversized as "oversized!", case when not proven then raw end as raw
           from mail where least(arrived_at, stored_at) < flag order by id"#,
        &players,
        &flags
    )
    .fetch_all(&mut **tx)
    .await
}

/// Notes that a flag waits, and for what: a word of the table, and the mailbox or mail.
///
/// # Errors
///
/// When the database fails.
pub async fn note_held(
    tx: &mut Transaction<'_>,
    game: i64,
    turn: i32,
    flag: DateTime<Utc>,
    why: &str,
    mailbox: Option<i64>,
    mail: Option<i64>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into held_flag (game_id, turn, flag_at, why, mailbox_id, inbox_id) values ($1, $2, $3, $4, $5, $6)
         on conflict (game_id) do update
         set turn = excluded.turn, flag_at = excluded.flag_at, why = excluded.why, mailbox_id = excluded.mailbox_id,
             inbox_id = excluded.inbox_id, noted_at = now()",
        game,
        turn,
        flag,
        why,
        mailbox,
        mail
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The flags that wait.
///
/// # Errors
///
/// When the database fails.
pub async fn held(pool: &PgPool) -> sqlx::Result<Vec<HeldFlag>> {
    sqlx::query_as!(
        HeldFlag,
        r#"select h.game_id as game, extract(epoch from now() - h.flag_at)::float8 as "over_for!", h.why,
                  h.inbox_id as mail, m.name as "mailbox?"
           from held_flag h join game g on g.id = h.game_id left join mailbox m on m.id = h.mailbox_id
           where g.phase = 'playing' and g.turn = h.turn order by h.game_id"#
    )
    .fetch_all(pool)
    .await
}
