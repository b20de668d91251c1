//! The rights of the role under which the daemon works: it reads and writes rows, changes no table, and cannot alter or
//! delete what happened.
//!
//! Tables belong to another role, the owner, under which `penpawn migrate` runs. The rights are granted anew after each
//! migration, so that they fit the tables that came with it.

use anyhow::Context;
use sqlx::PgPool;

/// What is granted; `{role}` is the quoted name. One string, so that Postgres takes it as one transaction: a daemon at
/// work never meets a moment without rights. The lock lets two that grant at once wait for each other.
const GRANTS: &str = "
select pg_advisory_xact_lock(7163, 1);
revoke create on schema public from public, {role};
grant usage on schema public to {role};
revoke all on all tables in schema public from {role};
grant select, insert, update, delete on all tables in schema public to {role};
grant usage, select on all sequences in schema public to {role};
-- What happened stays: only when a player was told of it is noted later, and the administrator's words about a player are
-- taken out with him.
revoke update, delete on event from {role};
grant update (delivered_at, reason) on event to {role};
-- Rows that others refer to are changed, never removed.
revoke delete on player, game, mailbox, inbox, outbox from {role};
-- By what a cause is known again stays as it is, or it would bring its effect about a second time.
revoke update, delete on cause from {role};
-- Keys are made and retired by the administrator; the schema's history is written by the owner.
revoke insert, update, delete on token_key, _sqlx_migrations from {role};
";

/// What everybody may read is granted to everybody who can connect: see the migration that made the views. Nothing is written
/// where that is so.
const OPEN: &str = "
do $$ begin
  if not has_schema_privilege('public', 'web', 'usage')
     or exists (select from pg_class where relnamespace = 'web'::regnamespace and relkind = 'v'
                  and not has_table_privilege('public', oid, 'select')) then
    grant usage on schema web to public;
    grant select on all tables in schema web to public;
  end if;
end $$;
";

/// Grants what everybody may read to whoever can connect; a database that was restored has lost that.
///
/// # Errors
///
/// When the database fails, or we do not own the views.
pub async fn open_views(pool: &PgPool) -> anyhow::Result<()> {
    sqlx::raw_sql(OPEN)
        .execute(pool)
        .await
        .context("the views of the web cannot be opened")?;
    Ok(())
}

/// Whether the database has the views of the web.
///
/// # Errors
///
/// When the database fails.
pub async fn has_views(pool: &PgPool) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select to_regclass('web.played') is not null as "there!""#)
        .fetch_one(pool)
        .await
}

/// What the role of this connection may do beyond reading the views of the web, in words.
///
/// # Errors
///
/// When the database fails.
pub async fn beyond_views(pool: &PgPool) -> sqlx::Result<Vec<String>> {
    let row = sqlx::query!(
        r#"select (select rolsuper from pg_roles where rolname = current_user) as "superuser!",
                  has_schema_privilege('public', 'create') or has_schema_privilege('web', 'create') as "creates!",
                  exists (select from pg_class
                          where relnamespace in ('public'::regnamespace, 'web'::regnamespace)
                            and relkind in ('r', 'v', 'm', 'p')
                            and (pg_has_role(relowner, 'member')
                                 or has_any_column_privilege(oid, 'insert') or has_any_column_privilege(oid, 'update')
                                 or has_table_privilege(oid, 'delete') or has_table_privilege(oid, 'truncate')))
                      as "writes!",
                  exists (select from pg_class
                          where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')
                            and has_any_column_privilege(oid, 'select')) as "reads!""#
    )
    .fetch_one(pool)
    .await?;
    let found = [
        (row.superuser, "is a superuser"),
        (row.creates, "can make tables"),
        (row.writes, "can write into tables"),
        (row.reads, "can read tables"),
    ];
    Ok(found
        .into_iter()
        .filter(|(may, _)| *may)
        .map(|(_, words)| words.to_owned())
        .collect())
}

/// Whether there is a role of this name.
///
/// # Errors
///
/// When the database fails.
pub async fn role_exists(pool: &PgPool, role: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from pg_roles where rolname = $1) as "exists!""#,
        role
    )
    .fetch_one(pool)
    .await
}

/// Makes a role that may log in; harmless when it is there.
///
/// # Errors
///
/// When the database fails or we may not make roles.
pub async fn make_role(pool: &PgPool, role: &str) -> anyhow::Result<()> {
    if !role_exists(pool, role).await? {
        let quoted = quoted(pool, role).await?;
        let made = sqlx::raw_sql(sqlx::AssertSqlSafe(format!("create role {quoted} login")))
            .execute(pool)
            .await;
        // Another process may have made it meanwhile.
        if made.is_err() && role_exists(pool, role).await? {
            return Ok(());
        }
        made.with_context(|| format!("the role {role} cannot be made"))?;
    }
    Ok(())
}

/// Grants the daemon's rights to this role, and takes all others on our tables from it.
///
/// # Errors
///
/// When the database fails, the role does not exist, or we do not own the tables.
pub async fn grant(pool: &PgPool, role: &str) -> anyhow::Result<()> {
    let quoted = quoted(pool, role).await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(GRANTS.replace("{role}", &quoted)))
        .execute(pool)
        .await
        .with_context(|| format!("the rights of {role} cannot be granted"))?;
    Ok(())
}

/// The statements that would give this role what it lacks of the rights above, a table or sequence each.
///
/// # Errors
///
/// When the database fails.
pub async fn missing(pool: &PgPool, role: &str) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"with wanted (place, privilege, object, has) as (
             select c.relname::text, p, 'table ' || quote_ident(c.relname), has_table_privilege($1::name, c.oid, p)
             from pg_class c cross join unnest(array['select', 'insert', 'update', 'delete']) p
             where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
               and not (p <> 'select' and c.relname in ('token_key', '_sqlx_migrations'))
               and not (p in ('update', 'delete') and c.relname in ('event', 'cause'))
               and not (p = 'delete' and c.relname in ('player', 'game', 'mailbox', 'inbox', 'outbox'))
             union all
             select 'event', 'update (' || quote_ident(attname) || ')', 'table event',
                    has_column_privilege($1::name, attrelid, attnum, 'update')
             from pg_attribute
             where attrelid = 'public.event'::regclass and attname in ('delivered_at', 'reason')
             union all
             select c.relname::text, p, 'sequence ' || quote_ident(c.relname), has_sequence_privilege($1::name, c.oid, p)
             from pg_class c cross join unnest(array['usage', 'select']) p
             where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
             union all
             select '', 'usage', 'schema public', has_schema_privilege($1::name, 'public', 'usage')
           )
           select format('grant %s on %s to %I', string_agg(privilege, ', ' order by privilege), object, $1::text)
               as "statement!"
           from wanted where not has group by place, object order by place, object"#,
        role
    )
    .fetch_all(pool)
    .await
}

/// The role of this connection.
///
/// # Errors
///
/// When the database fails.
pub async fn own_role(pool: &PgPool) -> sqlx::Result<String> {
    sqlx::query_scalar!(r#"select current_user::text as "role!""#)
        .fetch_one(pool)
        .await
}

/// What the role of this connection may do and should not, in words.
///
/// # Errors
///
/// When the database fails.
pub async fn excess(pool: &PgPool) -> sqlx::Result<Vec<String>> {
    let row = sqlx::query!(
        r#"select (select rolsuper from pg_roles where rolname = current_user) as "superuser!",
                  has_schema_privilege('public', 'create') as "creates!",
                  exists (select from pg_class
                          where relnamespace = 'public'::regnamespace and relkind = 'r'
                            and pg_has_role(relowner, 'member')) as "owns!",
                  has_table_privilege('event', 'delete') as "deletes!",
                  has_table_privilege('event', 'update') as "alters!",
                  has_table_privilege('token_key', 'insert') as "makes_keys!""#
    )
    .fetch_one(pool)
    .await?;
    let found = [
        (row.superuser, "is a superuser"),
        (row.creates, "can make tables"),
        (row.owns, "owns the tables"),
        (row.deletes, "can delete events"),
        (row.alters, "can alter events"),
        (row.makes_keys, "can make keys"),
    ];
    Ok(found
        .into_iter()
        .filter(|(may, _)| *may)
        .map(|(_, words)| words.to_owned())
        .collect())
}

async fn quoted(pool: &PgPool, role: &str) -> sqlx::Result<String> {
    sqlx::query_scalar!(r#"select quote_ident($1) as "quoted!""#, role)
        .fetch_one(pool)
        .await
}
