//! Time goes by in a database: all that has an instant or a day has an earlier one. So nothing has to be waited for.

use chrono::TimeDelta;
use penpawn::db::mailboxes::seen;
use sqlx::{PgPool, Postgres, Transaction};
use std::collections::BTreeMap;

/// Further than any two instants of a test lie apart.
const FAR: &str = "interval '36500 days'";

/// "3 days", "5 hours", "30 minutes", "1 second".
pub(crate) fn amount(text: &str) -> Option<TimeDelta> {
    let (number, unit) = text.split_once(' ')?;
    let number: i64 = number.parse().ok()?;
    match unit.strip_suffix('s').unwrap_or(unit) {
        "day" => Some(TimeDelta::days(number)),
        "hour" => Some(TimeDelta::hours(number)),
        "minute" => Some(TimeDelta::minutes(number)),
        "second" => Some(TimeDelta::seconds(number)),
        _ => None,
    }
}

/// Everything in the database is so much longer ago, and the mailboxes were looked into all the time.
pub(crate) async fn time_passes(pool: &PgPool, time: TimeDelta) {
    move_back(pool, time).await;
    sqlx::query("update mailbox set seen_until = now() where retired_at is null")
        .execute(pool)
        .await
        .expect("seen");
}

/// So much time goes by, and nobody looks into a mailbox; then somebody does.
pub(crate) async fn nobody_looks_for(pool: &PgPool, time: TimeDelta) {
    sqlx::query("update mailbox set seen_until = now() where retired_at is null")
        .execute(pool)
        .await
        .expect("seen");
    move_back(pool, time).await;
    for (mailbox, _) in seen::read(pool).await.expect("mailboxes") {
        let began = seen::begin_look(pool, mailbox).await.expect("begun");
        seen::end_look(pool, mailbox, began).await.expect("ended");
    }
    // Without the moment that the test took.
    sqlx::query(sqlx::AssertSqlSafe(format!(
        "update clock_stop set since = until - interval '{} seconds' where kind = 'outage' and since >= now() - interval '{} seconds'",
        time.num_seconds(),
        time.num_seconds() + 600
    )))
    .execute(pool)
    .await
    .expect("whole seconds");
}

/// Everything in the database is so much longer ago. Days move by whole days.
async fn move_back(pool: &PgPool, time: TimeDelta) {
    let mut tx = pool.begin().await.expect("a transaction");
    let moved = move_back_in(&mut tx, time, &[]).await;
    moved.unwrap_or_else(|error| panic!("{error}"));
    tx.commit().await.expect("moved");
}

/// The same while daemons work, for whom nothing may change between: they looked into the mailboxes all the time, and what
/// they have claimed stays theirs.
///
/// # Errors
///
/// When they are in the way, or the database fails; nothing has changed then.
#[allow(dead_code, reason = "the chaos uses it")]
pub(crate) async fn time_passes_beside_daemons(pool: &PgPool, time: TimeDelta) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    move_back_in(&mut tx, time, &["claim_until", "run_after"]).await?;
    sqlx::query("update mailbox set seen_until = now() where retired_at is null")
        .execute(&mut *tx)
        .await?;
    tx.commit().await
}

/// The same while a daemon looks into the mailboxes: until when it saw them, it has to say itself.
///
/// # Errors
///
/// When it is in the way, or the database fails; nothing has changed then.
#[allow(dead_code, reason = "the chaos has daemons that are down")]
pub(crate) async fn time_passes_beside_a_daemon_that_looks(
    pool: &PgPool,
    time: TimeDelta,
) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    let by_the_daemon = ["claim_until", "run_after", "seen_until", "looked_at"];
    move_back_in(&mut tx, time, &by_the_daemon).await?;
    tx.commit().await
}

async fn move_back_in(
    tx: &mut Transaction<'_, Postgres>,
    time: TimeDelta,
    but: &[&str],
) -> sqlx::Result<()> {
    let columns: Vec<(String, String, String)> = sqlx::query_as(
        "select c.table_name::text, c.column_name::text, c.data_type::text
         from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
         where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
           and c.data_type in ('timestamp with time zone', 'date') and c.table_name not like '\\_sqlx%'
           and c.column_name <> all($1)
         order by 1, 2",
    )
    .bind(but)
    .fetch_all(&mut **tx)
    .await?;
    assert!(columns.len() > 20, "{columns:?}");
    for statement in statements(columns, time) {
        sqlx::query(sqlx::AssertSqlSafe(statement))
            .execute(&mut **tx)
            .await?;
    }
    Ok(())
}

/// What moves these columns.
fn statements(columns: Vec<(String, String, String)>, time: TimeDelta) -> Vec<String> {
    let mut run = Vec::new();
    // What has happened cannot be changed but by the tests.
    run.push("alter table event disable trigger event_append_only".to_owned());
    let mut tables: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (table, column, kind) in columns {
        tables.entry(table).or_default().push((column, kind));
    }
    for (table, columns) in tables {
        // There and back, so that no row comes where another one is still; all of a row together, since they belong together.
        for back in [false, true] {
            let set = columns.iter().map(|(column, kind)| {
                let days = kind == "date";
                let amount = match days {
                    true => format!("interval '{days_gone} days'", days_gone = time.num_days()),
                    false => format!("interval '{} seconds'", time.num_seconds()),
                };
                let moved = match back {
                    true => format!("{column} + {FAR}"),
                    false => format!("{column} - {amount} - {FAR}"),
                };
                let moved = if days {
                    format!("({moved})::date")
                } else {
                    moved
                };
                format!("{column} = case when isfinite({column}) then {moved} else {column} end")
            });
            let set: Vec<String> = set.collect();
            run.push(format!("update {table} set {}", set.join(", ")));
        }
    }
    // The last day of a pause stands in the event alone.
    run.push(format!(
        "update event set detail = jsonb_set(detail, '{{last}}', to_jsonb(((detail->>'last')::date - {})::text))
         where detail ? 'last'",
        time.num_days()
    ));
    run.push("alter table event enable trigger event_append_only".to_owned());
    // What was tried before is known by the day that it had.
    run.push(
        "update cause set known_by = known_by || ' before' where kind = 'held invitation'"
            .to_owned(),
    );
    run
}
