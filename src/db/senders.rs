//! Who the senders of mails are, looked up by their keys before anything is locked.

use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// What a mail says of its sender before its words are read.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    /// The key of the address in From.
    pub key: String,
    /// The game of the code that it shows, and whether that is the challenger's.
    pub game: Option<(i64, bool)>,
    /// The player of a code that is about no game.
    pub player: Option<i64>,
}

/// Who that is.
#[derive(Clone, Debug)]
pub struct Sender {
    /// The player whose address stands in From.
    pub player_id: Option<i64>,
    /// The language of their piece letters.
    pub letters: Option<String>,
    /// Where their mail goes, as they wrote it.
    pub main: Option<String>,
    /// Whether the administrator lets them neither write nor get mail.
    pub blocked: bool,
    /// The turn of the game of the code, while it is open.
    pub turn: Option<i32>,
    /// The player to whom we wrote the code.
    pub holder_id: Option<i64>,
    /// Whether the administrator lets that one neither write nor get mail.
    pub holder_blocked: bool,
    /// The time, by the database's clock.
    pub now: DateTime<Utc>,
}

/// The senders of mails, in the order of the mails. Nothing is locked.
///
/// # Errors
///
/// When the database fails.
pub async fn of(pool: &PgPool, claims: &[Claim]) -> sqlx::Result<Vec<Sender>> {
    let keys: Vec<&str> = claims.iter().map(|claim| claim.key.as_str()).collect();
    let games: Vec<Option<i64>> = claims
        .iter()
        .map(|claim| claim.game.map(|(game, _)| game))
        .collect();
    let challengers: Vec<Option<bool>> = claims
        .iter()
        .map(|claim| claim.game.map(|(_, challenger)| challenger))
        .collect();
    let players: Vec<Option<i64>> = claims.iter().map(|claim| claim.player).collect();
    sqlx::query_as!(
        Sender,
        r#"select s.id as "player_id?", s.letters as "letters?", main.spelling as "main?",
                  coalesce(s.blocked_at is not null, false) as "blocked!",
                  case when g.phase in ('offered', 'playing') then g.turn end as "turn?",
                  h.id as "holder_id?", coalesce(h.blocked_at is not null, false) as "holder_blocked!", now() as "now!"
           from unnest($1::text[], $2::bigint[], $3::bool[], $4::bigint[])
                with ordinality as mail (key, game, challenger, player, place)
           left join address a on a.key = mail.key
           left join player s on s.id = a.player_id
           left join address main on main.player_id = s.id and main.main
           left join game g on g.id = mail.game
           left join player h on h.id = coalesce(mail.player,
                                                 case when mail.challenger then g.challenger_id else g.opponent_id end)
           order by mail.place"#,
        &keys as &[&str],
        &games as &[Option<i64>],
        &challengers as &[Option<bool>],
        &players as &[Option<i64>]
    )
    .fetch_all(pool)
    .await
}

/// How many answers of this kind were written on this day for this counting key.
///
/// # Errors
///
/// When the database fails.
pub async fn answers_today(
    pool: &PgPool,
    counting_key: &str,
    kind: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<i32> {
    let count = sqlx::query_scalar!(
        "select count from letter_count where key = $1 and kind = $2 and day = $3",
        counting_key,
        kind,
        now.date_naive()
    )
    .fetch_optional(pool)
    .await?;
    Ok(count.unwrap_or(0))
}

/// Whether a question with the token of this hash was asked at this address.
///
/// # Errors
///
/// When the database fails.
pub async fn was_asked(pool: &PgPool, token_hash: &[u8], key: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from confirmation where token_hash = $1 and address_key = $2) as "asked!""#,
        token_hash,
        key
    )
    .fetch_one(pool)
    .await
}
