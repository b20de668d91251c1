//! Open questions whether an address, or a mail, is what it says.

use super::Transaction;
use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// What a confirmation asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Asked {
    /// An unknown address: is it yours, and did you write to us?
    Address,
    /// A player: did you write this mail?
    Orders,
    /// An address that a player wants their mail sent to: is it yours?
    Change,
    /// A player: did you write that you leave?
    Leaving,
}

/// An open question whether an address, or a mail, is what it says.
#[derive(Clone, Debug)]
pub struct ConfirmationRow {
    /// SHA-256 of its token.
    pub token_hash: Vec<u8>,
    /// What is asked.
    pub asked: Asked,
    /// Whom we asked.
    pub address_key: String,
    /// The same as it was written.
    pub address_spelling: String,
    /// The name a new player will have.
    pub name: String,
    /// The player who was asked, unless they are new.
    pub player_id: Option<i64>,
    /// The mail that waits.
    pub inbox_id: i64,
    /// The game that it is about, as far as one is known, and its turn.
    pub game_id: Option<i64>,
    /// See `game_id`.
    pub turn: Option<i32>,
    /// The address, so far nobody's, from which the mail came; with the "yes" it becomes another one of the player's.
    pub alias_key: Option<String>,
    /// The same as mail is sent to it.
    pub alias_spelling: Option<String>,
    /// What the question names, an item each as we spell it; `None` where nothing waits for the answer, or it was asked
    /// before this was kept.
    pub named: Option<Vec<String>>,
    /// What further mails from the address asked for since, in our words.
    pub passed_over: Vec<String>,
    /// In which language it was asked, by its code.
    pub language: String,
    /// Whether it was answered.
    pub used: bool,
    /// Whether it is too late.
    pub expired: bool,
}

/// The confirmations with these token hashes, and those which are still to be answered by one of these addresses; locked.
///
/// # Errors
///
/// When the database fails.
pub async fn confirmations(
    tx: &mut Transaction<'_>,
    hashes: &[Vec<u8>],
    addresses: &[String],
) -> sqlx::Result<Vec<ConfirmationRow>> {
    // In one statement, so that all are locked in one order.
    sqlx::query_as!(
        ConfirmationRow,
        r#"select token_hash, purpose as "asked: Asked", address_key, address_spelling, name, player_id, inbox_id, game_id,
                  turn, alias_key, alias_spelling, named, passed_over, language, used_at is not null as "used!",
                  expires_at < now() as "expired!"
           from confirmation
           where token_hash = any($1)
              or (address_key = any($2) and purpose = 'address' and used_at is null and expires_at >= now())
           order by token_hash for update"#,
        hashes,
        addresses
    )
    .fetch_all(&mut **tx)
    .await
}

/// What was named to whoever confirmed a mail.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// The mail.
    pub inbox_id: i64,
    /// What was asked.
    pub asked: Asked,
    /// See [`ConfirmationRow::named`].
    pub named: Option<Vec<String>>,
    /// See [`ConfirmationRow::passed_over`].
    pub passed_over: Vec<String>,
    /// When it was asked, by the clock by which turns begin.
    pub asked_at: DateTime<Utc>,
}

/// What was named to those who confirmed these mails, by their last "yes" to each.
///
/// # Errors
///
/// When the database fails.
pub async fn confirmed(tx: &mut Transaction<'_>, mails: &[i64]) -> sqlx::Result<Vec<Confirmed>> {
    sqlx::query_as!(
        Confirmed,
        r#"select distinct on (inbox_id) inbox_id, purpose as "asked: Asked", named, passed_over,
                  created_at as asked_at
           from confirmation where inbox_id = any($1) and purpose <> 'change' and used_at is not null
           order by inbox_id, used_at desc, created_at desc"#,
        mails
    )
    .fetch_all(&mut **tx)
    .await
}

/// Whether this is the hash of a token that we once asked for.
///
/// # Errors
///
/// When the database fails.
pub async fn knows_confirmation(pool: &PgPool, hash: &[u8]) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from confirmation where token_hash = $1) as "known!""#,
        hash
    )
    .fetch_one(pool)
    .await
}

/// Adds open confirmations, each asked at its instant; they hold for three days, as Mailman's do.
///
/// # Errors
///
/// When the database fails.
pub async fn ask(
    tx: &mut Transaction<'_>,
    asked: &[(&ConfirmationRow, DateTime<Utc>)],
) -> sqlx::Result<()> {
    for (row, asked_at) in asked {
        sqlx::query!(
            "insert into confirmation (token_hash, purpose, address_key, address_spelling, name, player_id, inbox_id,
                                       game_id, turn, alias_key, alias_spelling, named, passed_over, expires_at,
                                       created_at, language)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now() + interval '3 days', $14, $15)",
            row.token_hash,
            row.asked as Asked,
            row.address_key,
            row.address_spelling,
            row.name,
            row.player_id,
            row.inbox_id,
            row.game_id,
            row.turn,
            row.alias_key,
            row.alias_spelling,
            row.named.as_deref(),
            &row.passed_over,
            asked_at,
            row.language
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// Writes down that another mail waits for the answer to these questions than when they were asked, and what was passed
/// over.
///
/// # Errors
///
/// When the database fails.
pub async fn ask_about_later(
    tx: &mut Transaction<'_>,
    asked: &[ConfirmationRow],
) -> sqlx::Result<()> {
    for row in asked {
        sqlx::query!(
            "update confirmation set inbox_id = $2, named = $3, passed_over = $4
             where token_hash = $1 and used_at is null",
            row.token_hash,
            row.inbox_id,
            row.named.as_deref(),
            &row.passed_over
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// Notes that confirmations were answered, and with them those that asked the same about the same mail.
///
/// # Errors
///
/// When the database fails.
pub async fn use_up(tx: &mut Transaction<'_>, hashes: &[Vec<u8>]) -> sqlx::Result<()> {
    sqlx::query!(
        "update confirmation set used_at = now()
         where used_at is null
           and (token_hash = any($1)
                or (inbox_id, purpose) in (select inbox_id, purpose from confirmation where token_hash = any($1)))",
        hashes
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
