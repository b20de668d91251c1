//! All SQL of penpawn, one function for each statement or for one set of rows.
//!
//! The robot works on batches: it loads what a batch of mails needs, decides, and saves what changed. So most functions
//! here take and return many rows at once; a batch of two hundred moves costs as many round trips as a single one.
//!
//! Row locks are taken in one order: inbox, then games by number, then players by number, then the rest.

pub mod archive;
pub mod bounces;
pub mod conditional;
pub mod copies;
pub mod doctor;
pub mod erasure;
pub mod games;
pub mod inbox;
pub mod keys;
pub mod left_alone;
pub mod listing;
pub mod mailboxes;
pub mod names;
pub mod outbox;
pub mod personal;
pub mod players;
pub mod rights;
pub mod senders;
pub mod status;

use chrono::{DateTime, Utc};
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use std::borrow::Cow;
use std::collections::BTreeSet;
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
        // That a table exists already is nobody's news, and would stand in the log at each start.
        ("client_min_messages", "warning"),
    ]);
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(20))
        // A broken connection shows itself in the next statement, and every statement of ours may run twice.
        .test_before_acquire(false)
        .connect_with(options)
        .await
}

/// What time it is: by the database's clock, which all daemons share. That of the machine on which a daemon runs may be
/// wrong. It is that of now and not of the beginning of the transaction, which may have waited for a lock since.
///
/// # Errors
///
/// When the database fails.
pub async fn clock(tx: &mut Transaction<'_>) -> sqlx::Result<DateTime<Utc>> {
    sqlx::query_scalar!(r#"select clock_timestamp() as "now!""#)
        .fetch_one(&mut **tx)
        .await
}

/// Brings the schema up to date, and makes the first token key.
///
/// # Errors
///
/// When a migration fails, or the database is newer than this program.
pub async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    if !applied(pool).await?.contains(&names::KEYS_COMPLETE) {
        // What Rust alone can fill in comes between those that make the columns and the one that demands their values.
        let begun = MIGRATIONS
            .iter()
            .filter(|known| known.version <= names::KEYS_BEGIN);
        let begun = Migrator {
            migrations: Cow::Owned(begun.cloned().collect()),
            ignore_missing: true,
            ..Migrator::DEFAULT
        };
        begun.run(pool).await?;
        names::fill_in(pool).await?;
    }
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
    let present = applied(pool).await?;
    if present.is_empty() {
        return Ok(Some(
            "the database has no tables yet; run `penpawn migrate`".to_owned(),
        ));
    }
    let known: BTreeSet<i64> = MIGRATIONS.iter().map(|m| m.version).collect();
    let newer = present.difference(&known).last();
    let missing = known.difference(&present).next();
    Ok(match (newer, missing) {
        (Some(version), _) => Some(format!(
            "the database has schema version {version}, which this program does not know; update the program"
        )),
        (None, Some(version)) => Some(format!(
            "the database lacks schema version {version} of this program; run `penpawn migrate`"
        )),
        (None, None) => None,
    })
}

/// The versions of the schema that the database has been brought to; none when it has no tables yet.
async fn applied(pool: &PgPool) -> sqlx::Result<BTreeSet<i64>> {
    let migrated =
        sqlx::query_scalar::<_, bool>("select to_regclass('_sqlx_migrations') is not null")
            .fetch_one(pool)
            .await?;
    if !migrated {
        return Ok(BTreeSet::new());
    }
    let present =
        sqlx::query_scalar::<_, i64>("select version from _sqlx_migrations where success")
            .fetch_all(pool)
            .await?;
    Ok(present.into_iter().collect())
}
