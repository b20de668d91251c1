//! How many letters of each kind were written in a day: what keeps us from writing too much.

use super::Transaction;
use chrono::NaiveDate;

/// How many mails of each kind these keys have had on this day; of some kinds, in so many days up to this one.
///
/// # Errors
///
/// When the database fails.
pub async fn letter_counts(
    tx: &mut Transaction<'_>,
    keys: &[String],
    day: NaiveDate,
    lasting: &[(&str, i32)],
) -> sqlx::Result<Vec<(String, String, i32)>> {
    let (kinds, days): (Vec<String>, Vec<i32>) = lasting
        .iter()
        .map(|&(kind, days)| (kind.to_owned(), days))
        .unzip();
    let rows = sqlx::query!(
        r#"select c.key, c.kind, sum(c.count)::int as "count!"
           from letter_count c left join unnest($3::text[], $4::int[]) as lasting (kind, days) on lasting.kind = c.kind
           where c.key = any($1) and c.day <= $2 and c.day > $2::date - coalesce(lasting.days, 1)
           group by c.key, c.kind"#,
        keys,
        day,
        &kinds,
        &days
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.key, row.kind, row.count))
        .collect())
}

/// Counts the mails of these keys and kinds on this day anew.
///
/// # Errors
///
/// When the database fails.
pub async fn forget_counts(
    tx: &mut Transaction<'_>,
    counts: &[(String, String)],
    day: NaiveDate,
) -> sqlx::Result<()> {
    let (keys, kinds): (Vec<String>, Vec<String>) = counts.iter().cloned().unzip();
    sqlx::query!(
        "delete from letter_count
         where day = $3 and (key, kind) in (select * from unnest($1::text[], $2::text[]))",
        &keys,
        &kinds,
        day
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Counts one more mail for each of these: key, kind, and how many there may be on the day. `false` when there would be
/// more, since somebody else has counted meanwhile; the transaction must be rolled back then.
///
/// # Errors
///
/// When the database fails.
pub async fn count_letters(
    tx: &mut Transaction<'_>,
    counted: &[(String, String, i32)],
    day: NaiveDate,
) -> sqlx::Result<bool> {
    let keys: Vec<String> = counted.iter().map(|(key, _, _)| key.clone()).collect();
    let kinds: Vec<String> = counted.iter().map(|(_, kind, _)| kind.clone()).collect();
    let limits: Vec<i32> = counted.iter().map(|(_, _, limit)| *limit).collect();
    // In one order, so that two who count for the same addresses wait for each other, and not each for the other.
    let over = sqlx::query_scalar!(
        r#"with wanted as (
               select key, kind, count(*)::int as count, min(most) as most
               from unnest($1::text[], $2::text[], $4::int[]) as c (key, kind, most)
               group by key, kind order by key, kind),
           counted as (
               insert into letter_count (key, day, kind, count)
               select key, $3, kind, count from wanted
               on conflict (key, day, kind) do update set count = letter_count.count + excluded.count
               returning key, kind, count)
           select count(*) as "over!" from counted join wanted using (key, kind)
           where counted.count > wanted.most"#,
        &keys,
        &kinds,
        day,
        &limits
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(over == 0)
}
