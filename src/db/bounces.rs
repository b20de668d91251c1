//! Letters that came back, and players whose addresses rest.

use super::{Transaction, clock_stops};
use chrono::{DateTime, Utc};
use sqlx::PgPool;
use uuid::Uuid;

/// The reports by which a letter will never arrive (RFC 3463, 5.x.x). One that is only late may arrive yet.
const LOST: [&str; 2] = ["permanent", "refused"];

/// A letter of ours that a report is about.
#[derive(Clone, Debug)]
pub struct ReturnedLetter {
    /// Its row.
    pub id: i64,
    /// Without angle brackets.
    pub message_id: String,
    /// RFC 5321 MAIL FROM.
    pub envelope_from: String,
    /// RFC 5321 RCPT TO.
    pub recipient: String,
    /// Whom it went to, when they are a player.
    pub player_id: Option<i64>,
}

/// A report about a letter, to be kept.
#[derive(Clone, Debug)]
pub struct ReportRow {
    /// The letter.
    pub letter: i64,
    /// The mail that says so, unless the relay said it.
    pub mail: Option<i64>,
    /// What it says, a word of the table.
    pub kind: &'static str,
    /// The status code and the other server's words.
    pub words: Option<String>,
    /// Whether it added a point to the address.
    pub counted: bool,
}

/// A report in a list.
#[derive(Clone, Debug)]
pub struct ReportLine {
    /// When it came.
    pub at: DateTime<Utc>,
    /// What it says.
    pub kind: String,
    /// The status code and the other server's words.
    pub words: Option<String>,
    /// Whether it added a point to the address.
    pub counted: bool,
    /// The occasion of the letter.
    pub occasion: String,
}

/// Whether a letter of which that is said, a word of the table, will never arrive.
pub fn is_lost(kind: &str) -> bool {
    LOST.contains(&kind)
}

/// The letters that went out with these envelope senders or bear these Message-IDs.
///
/// # Errors
///
/// When the database fails.
pub async fn letters(
    tx: &mut Transaction<'_>,
    envelope_senders: &[String],
    message_ids: &[String],
) -> sqlx::Result<Vec<ReturnedLetter>> {
    sqlx::query_as!(
        ReturnedLetter,
        "select id, message_id, envelope_from, recipient, player_id from outbox
         where (envelope_from = any($1) and envelope_from <> '') or message_id = any($2)",
        envelope_senders,
        message_ids
    )
    .fetch_all(&mut **tx)
    .await
}

/// The letter that a deliverer has claimed, locked; `None` when it is theirs no more.
///
/// # Errors
///
/// When the database fails.
pub async fn claimed_letter(
    tx: &mut Transaction<'_>,
    claim: Uuid,
    id: i64,
) -> sqlx::Result<Option<ReturnedLetter>> {
    sqlx::query_as!(
        ReturnedLetter,
        "select id, message_id, envelope_from, recipient, player_id from outbox
         where id = $2 and claim = $1 and state = 'queued' for update",
        claim,
        id
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Keeps reports; of letters to somebody who was forgotten since, not what they say.
///
/// # Errors
///
/// When the database fails.
pub async fn keep(tx: &mut Transaction<'_>, reports: &[ReportRow]) -> sqlx::Result<()> {
    for report in reports {
        sqlx::query!(
            "insert into bounce (outbox_id, inbox_id, kind, words, counted)
             select $1, $2, $3,
                    case when not exists (select from outbox o join player p on p.id = o.player_id
                                          where o.id = $1 and p.forgotten_at is not null) then $4 end, $5",
            report.letter,
            report.mail,
            report.kind,
            report.words,
            report.counted
        )
        .execute(&mut **tx)
        .await?;
        if is_lost(report.kind) {
            clock_stops::letter_lost(tx, report.letter).await?;
        }
    }
    Ok(())
}

/// Writes down how many points the main addresses of these players have; `today` for those that got one just now.
///
/// # Errors
///
/// When the database fails.
pub async fn score(tx: &mut Transaction<'_>, scores: &[(i64, i32, bool)]) -> sqlx::Result<()> {
    for (player, score, today) in scores {
        sqlx::query!(
            "update address set bounce_score = $2,
                    bounced_on = case when $3 then (now() at time zone 'utc')::date else bounced_on end
             where player_id = $1 and main",
            player,
            score,
            today
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// Lets a player rest: what waits for them is held back. A rest that lasts goes on under the new reason.
///
/// # Errors
///
/// When the database fails.
pub async fn begin_rest(tx: &mut Transaction<'_>, player: i64, reason: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into rest (player_id, reason) values ($1, $2)
         on conflict (player_id) where until is null do update set reason = excluded.reason",
        player,
        reason
    )
    .execute(&mut **tx)
    .await?;
    // A letter that is being sent is not held up; when the relay wants it later, it is held then.
    sqlx::query!(
        "update outbox set state = 'held' where player_id = $1 and state = 'queued' and claim is null",
        player
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Ends a player's rest: what was held back goes out, and their points are gone.
///
/// # Errors
///
/// When the database fails.
pub async fn end_rest(tx: &mut Transaction<'_>, player: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update rest set until = now() where player_id = $1 and until is null",
        player
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update address set bounce_score = 0 where player_id = $1 and main",
        player
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        // What the relay said before is long ago: a first try again, with all its time.
        "update outbox set state = 'queued', run_after = '-infinity', first_refused_at = null, attempts = 0
         where player_id = $1 and state = 'held'",
        player
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Ends a player's rest by hand. Returns whether they rested because letters came back.
///
/// # Errors
///
/// When the database fails.
pub async fn wake(pool: &PgPool, player: i64) -> sqlx::Result<bool> {
    let mut tx = pool.begin().await?;
    let rests = sqlx::query_scalar!(
        r#"select exists (select from rest where player_id = $1 and until is null and reason = 'bounces') as "rests!""#,
        player
    )
    .fetch_one(&mut *tx)
    .await?;
    if rests {
        end_rest(&mut tx, player).await?;
    }
    tx.commit().await?;
    Ok(rests)
}

/// The newest reports about letters to a player, at most twenty.
///
/// # Errors
///
/// When the database fails.
pub async fn of_player(pool: &PgPool, player: i64) -> sqlx::Result<Vec<ReportLine>> {
    sqlx::query_as!(
        ReportLine,
        "select b.at, b.kind, b.words, b.counted, o.occasion
         from bounce b join outbox o on o.id = b.outbox_id
         where o.player_id = $1 order by b.id desc limit 20",
        player
    )
    .fetch_all(pool)
    .await
}
