//! Games that everybody may read.

use super::Transaction;
use super::listing::{self, GameFilter, NamedGame};
use chrono::{DateTime, Utc};
use futures::StreamExt;
use futures::stream::BoxStream;
use sqlx::{PgConnection, PgPool};

/// A game of the archive with what its page and the lists of pages tell of it.
#[derive(Clone, Debug)]
pub struct EnteredGame {
    /// Its number.
    pub id: i64,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The day as PGN writes it.
    pub played_on: String,
    /// The result token.
    pub result: String,
    /// The code of the opening, or nothing.
    pub eco: String,
    /// Its name, or nothing.
    pub opening: String,
    /// The game in the export format.
    pub pgn: String,
    /// When it was entered.
    pub entered_at: DateTime<Utc>,
}

/// Which games played here are public: those that ended while both players wanted it, as long as both want it; and those of
/// tournaments whose players knew it when they signed up, until one of them is forgotten.
const PUBLIC: GameFilter = GameFilter {
    player: None,
    since: None,
    until: None,
    finished: true,
    result: None,
    opening: None,
    number: None,
    public: true,
};

/// Begins to read: whatever is asked in this transaction is told as it stands now.
///
/// # Errors
///
/// When the database fails.
pub async fn snapshot(pool: &PgPool) -> sqlx::Result<Transaction<'static>> {
    let mut tx = pool.begin().await?;
    sqlx::query!("set transaction isolation level repeatable read, read only")
        .execute(&mut *tx)
        .await?;
    // Writing the pages of a large archive takes as long as it takes, and reading lasts as long.
    sqlx::query!("set local statement_timeout = 0")
        .execute(&mut *tx)
        .await?;
    sqlx::query!("set local idle_in_transaction_session_timeout = 0")
        .execute(&mut *tx)
        .await?;
    Ok(tx)
}

/// The games played here that are public, by number.
pub fn played(database: &mut PgConnection) -> BoxStream<'_, sqlx::Result<NamedGame>> {
    listing::games(database, &PUBLIC)
}

/// All games of the archive, by number.
pub fn entered(database: &mut PgConnection) -> BoxStream<'_, sqlx::Result<EnteredGame>> {
    sqlx::query_as!(
        EnteredGame,
        "select id, white, black, played_on, result, eco, opening, pgn, entered_at from archive_game order by id"
    )
    .fetch(database)
    .boxed()
}
