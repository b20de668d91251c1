//! The pictures in letters, each stored once, whatever number of letters show it.

use sqlx::PgPool;

/// A picture as it is stored.
#[derive(Clone, Debug)]
pub struct Stored {
    /// What it shows, as the name of a picture.
    pub name: String,
    /// The file.
    pub png: Vec<u8>,
}

/// Those of these pictures that are stored.
///
/// # Errors
///
/// When the database fails.
pub async fn stored(pool: &PgPool, names: &[String]) -> sqlx::Result<Vec<Stored>> {
    sqlx::query_as!(
        Stored,
        "select name, png from picture where name = any($1)",
        names
    )
    .fetch_all(pool)
    .await
}

/// Stores pictures. One that another daemon has stored meanwhile stays as it is.
///
/// # Errors
///
/// When the database fails.
pub async fn store(pool: &PgPool, pictures: &[Stored]) -> sqlx::Result<()> {
    // In one order, so that two daemons that store the same ones do not wait for each other.
    let mut ordered: Vec<&Stored> = pictures.iter().collect();
    ordered.sort_by(|one, other| one.name.cmp(&other.name));
    let names: Vec<String> = ordered.iter().map(|one| one.name.clone()).collect();
    let files: Vec<Vec<u8>> = ordered.iter().map(|one| one.png.clone()).collect();
    sqlx::query!(
        "insert into picture (name, png) select name, png from unnest($1::text[], $2::bytea[]) as p (name, png)
         on conflict (name) do nothing",
        &names,
        &files
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// For how many days a picture is kept. No letter is tried that long.
const DAYS: i32 = 30;

/// Erases up to `at_most` pictures that were made long ago. Returns how many.
///
/// # Errors
///
/// When the database fails.
pub async fn erase(pool: &PgPool, at_most: i64) -> sqlx::Result<u64> {
    let erased = sqlx::query!(
        "delete from picture where name in (select name from picture
                                            where made_at < now() - $1 * interval '1 day' limit $2)",
        f64::from(DAYS),
        at_most
    )
    .execute(pool)
    .await?;
    Ok(erased.rows_affected())
}
