//! What a backup is known by, and what a restore must know of the database before it.

use super::MIGRATIONS;
use chrono::{DateTime, Utc};
use sqlx::{AssertSqlSafe, PgPool};
use std::collections::BTreeSet;

/// Makes place for what is restored, in the transaction in which that comes. The schemas are ours alone.
pub const MAKE_PLACE: &str = "drop schema if exists public, web cascade;\ncreate schema public;\n";

/// How much there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Players, forgotten ones too.
    pub players: i64,
    /// Games, whatever their state.
    pub games: i64,
    /// What happened in them.
    pub events: i64,
    /// Mails that came in.
    pub mails: i64,
    /// Mails that went out or are to.
    pub letters: i64,
    /// By the database's clock.
    pub at: DateTime<Utc>,
}

impl Contents {
    /// Whether there is as much of everything, at whatever time it was counted.
    pub fn as_much_as(&self, other: &Contents) -> bool {
        let other = Contents {
            at: self.at,
            ..*other
        };
        *self == other
    }
}

/// Counts in a transaction whose sight is exported, and hands it to `dump` meanwhile: what is dumped is what was counted.
///
/// # Errors
///
/// When the database fails, or `dump` does.
pub async fn in_one_sight<T>(
    pool: &PgPool,
    dump: impl AsyncFnOnce(&str) -> anyhow::Result<T>,
) -> anyhow::Result<(Contents, T)> {
    let mut tx = pool.begin().await?;
    sqlx::query!("set transaction isolation level repeatable read, read only")
        .execute(&mut *tx)
        .await?;
    // The dump may take longer than a transaction of ours may be idle.
    sqlx::query!("set local idle_in_transaction_session_timeout = 0")
        .execute(&mut *tx)
        .await?;
    let sight = sqlx::query_scalar!(r#"select pg_export_snapshot() as "sight!""#)
        .fetch_one(&mut *tx)
        .await?;
    let contents = counted(&mut *tx).await?;
    let dumped = dump(&sight).await?;
    tx.rollback().await?;
    Ok((contents, dumped))
}

/// Counts now.
///
/// # Errors
///
/// When the database fails.
pub async fn contents(pool: &PgPool) -> sqlx::Result<Contents> {
    counted(pool).await
}

async fn counted(database: impl sqlx::PgExecutor<'_>) -> sqlx::Result<Contents> {
    sqlx::query_as!(
        Contents,
        r#"select (select count(*) from player) as "players!", (select count(*) from game) as "games!",
                  (select count(*) from event) as "events!", (select count(*) from inbox) as "mails!",
                  (select count(*) from outbox) as "letters!",
                  clock_timestamp() as "at!""#
    )
    .fetch_one(database)
    .await
}

/// The major version of the server.
///
/// # Errors
///
/// When the database fails.
pub async fn major(pool: &PgPool) -> sqlx::Result<i32> {
    sqlx::query_scalar!(r#"select current_setting('server_version_num')::int / 10000 as "major!""#)
        .fetch_one(pool)
        .await
}

/// Whether somebody else is connected to this database; its own cleaners have no role.
///
/// # Errors
///
/// When the database fails.
pub async fn is_used_by_others(pool: &PgPool) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from pg_stat_activity
                          where datname = current_database() and usesysid is not null
                            and pid <> pg_backend_pid()) as "used!""#
    )
    .fetch_one(pool)
    .await
}

/// Tables and views of the schema that is ours alone which no migration makes, by name.
///
/// # Errors
///
/// When the database fails.
pub async fn foreign_tables(pool: &PgPool) -> sqlx::Result<Vec<String>> {
    let own: Vec<String> = own_tables().into_iter().map(str::to_owned).collect();
    sqlx::query_scalar!(
        r#"select c.relname::text as "name!" from pg_class c
           where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p', 'f', 'v', 'm')
             and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
             and c.relname::text <> all($1) order by 1"#,
        &own
    )
    .fetch_all(pool)
    .await
}

/// All tables and views that migrations have ever made.
fn own_tables() -> BTreeSet<&'static str> {
    let mut own = BTreeSet::from(["_sqlx_migrations"]);
    for migration in MIGRATIONS.iter() {
        let words: Vec<&str> = migration.sql.as_str().split_ascii_whitespace().collect();
        let named = words.windows(3).filter_map(|words| match words {
            ["create" | "rename", "table" | "view" | "to", name] => Some(*name),
            _ => None,
        });
        let named = named.map(|name| name.trim_end_matches(['(', ';']));
        // What stands in another schema of ours is none of this one.
        own.extend(named.filter(|name| !name.contains('.')));
    }
    own
}

/// Whether somebody's records are in the database: players, games, mails. It may be empty, or of an older schema.
///
/// # Errors
///
/// When the database fails.
pub async fn holds_records(pool: &PgPool) -> sqlx::Result<bool> {
    for table in [
        "player",
        "game",
        "archive_game",
        "inbox",
        "outbox",
        "silence",
    ] {
        // Not checked by the compiler, which knows the tables of today alone.
        let holds = format!("select exists (select from {table})");
        let is_there =
            sqlx::query_scalar!(r#"select to_regclass($1) is not null as "there!""#, table);
        if is_there.fetch_one(pool).await?
            && sqlx::query_scalar(AssertSqlSafe(holds))
                .fetch_one(pool)
                .await?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::own_tables;

    #[test]
    fn what_migrations_make_is_ours() {
        let own = own_tables();
        for table in ["player", "game", "event", "game_rest", "_sqlx_migrations"] {
            assert!(own.contains(table), "{table}: {own:?}");
        }
        assert!(
            own.iter()
                .all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '_')),
            "{own:?}"
        );
    }
}
