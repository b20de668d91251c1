//! The structures of games that were entered before there were any.

use crate::chess::pgn::{Filed, GameText, read_pgn};
use sqlx::PgPool;

/// How many games get theirs in one transaction.
const AT_ONCE: i64 = 1_000;

/// Gives all games of the archive their structures that have none yet.
///
/// # Errors
///
/// When the database fails. What is done stays done, and the next call goes on.
pub(super) async fn fill_in(pool: &PgPool) -> sqlx::Result<()> {
    let mut last = i64::MIN;
    loop {
        let rows = sqlx::query!(
            "select id, pgn from archive_game where structures is null and id > $1 order by id limit $2",
            last,
            AT_ONCE
        )
        .fetch_all(pool)
        .await?;
        let Some(highest) = rows.last().map(|row| row.id) else {
            return Ok(());
        };
        last = highest;
        let (mut ids, mut structures) = (Vec::new(), Vec::new());
        for row in rows {
            let text = GameText::of(row.pgn);
            // It was written by us, so it can be read; one that cannot is found by all but its positions.
            let filed = read_pgn(&text).map(|read| Filed::of(&read.record));
            ids.push(row.id);
            structures.push(as_array(
                &filed.map(|it| it.structures()).unwrap_or_default(),
            ));
        }
        sqlx::query!(
            "update archive_game set structures = keyed.structures::int[]
             from unnest($1::bigint[], $2::text[]) as keyed (id, structures)
             where archive_game.id = keyed.id and archive_game.structures is null",
            &ids,
            &structures
        )
        .execute(pool)
        .await?;
    }
}

/// As Postgres writes an array: arrays in an array must be of one length there.
pub(super) fn as_array(structures: &[i32]) -> String {
    let each: Vec<String> = structures.iter().map(i32::to_string).collect();
    format!("{{{}}}", each.join(","))
}

#[cfg(test)]
mod tests {
    use super::as_array;

    #[test]
    fn arrays_are_written_as_postgres_reads_them() {
        assert_eq!(as_array(&[]), "{}");
        assert_eq!(as_array(&[7]), "{7}");
        assert_eq!(as_array(&[7, 1_048_575]), "{7,1048575}");
    }
}
