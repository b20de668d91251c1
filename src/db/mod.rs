//! All SQL of penpawn, one function for each statement or for one set of rows.
//!
//! The robot works on batches: it loads what a batch of mails needs, decides, and saves what changed. So most functions
//! here take and return many rows at once; a batch of two hundred moves costs as many round trips as a single one.
//!
//! Row locks are taken in one order: inbox, then games by number, then the rest.

pub mod games;
pub mod inbox;
pub mod keys;
pub mod listing;
pub mod mailboxes;
pub mod outbox;
pub mod players;
pub mod private;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use std::time::Duration;

/// The schema's history, built in.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// A transaction on our database.
pub type Transaction<'a> = sqlx::Transaction<'a, sqlx::Postgres>;

/// Opens a pool of at most `connections` connections.
///
/// # Errors
///
/// When the first connection cannot be made.
pub async fn connect(options: PgConnectOptions, connections: u32) -> sqlx::Result<PgPool> {
    // Limits on the server's side, so that a daemon that stalls in a transaction cannot stop the others for ever.
    let options = options.application_name("penpawn").options([
        ("lock_timeout", "5s"),
        ("statement_timeout", "60s"),
        ("idle_in_transaction_session_timeout", "60s"),
    ]);
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(20))
        // A broken connection shows itself in the next statement, and every statement of ours may run twice.
        .test_before_acquire(false)
        .connect_with(options)
        .await
}

/// Brings the schema up to date, and makes the first token key.
///
/// # Errors
///
/// When a migration fails, or the database is newer than this program.
pub async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    MIGRATIONS.run(pool).await?;
    keys::ensure_one(pool).await?;
    Ok(())
}

/// What is wrong with the schema for this program, or `None` when it fits.
///
/// # Errors
///
/// When the database cannot be asked.
pub async fn schema_fault(pool: &PgPool) -> sqlx::Result<Option<String>> {
    let known = MIGRATIONS.iter().map(|m| m.version).max().unwrap_or(0);
    let migrated =
        sqlx::query_scalar::<_, bool>("select to_regclass('_sqlx_migrations') is not null")
            .fetch_one(pool)
            .await?;
    let present = if migrated {
        sqlx::query_scalar::<_, Option<i64>>(
            "select max(version) from _sqlx_migrations where success",
        )
        .fetch_one(pool)
        .await?
    } else {
        None
    };
    Ok(match present {
        Some(version) if version == known => None,
        Some(version) if version > known => Some(format!(
            "the database has schema version {version}, newer than the {known} of this program; update the program"
        )),
        Some(version) => Some(format!(
            "the database has schema version {version}, this program needs {known}; run `penpawn migrate`"
        )),
        None => Some("the database has no tables yet; run `penpawn migrate`".to_owned()),
    })
}
