//! The tables: whether they are those of this program, and how they become so.

use super::{keys, names, structures};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The schema's history, built in.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

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
    names::fill_in_looks(pool).await?;
    structures::fill_in(pool).await?;
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
