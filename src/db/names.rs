//! The keys by which names are found: of rows from before there were any, and free ones for namesakes.

use super::Transaction;
use crate::letters::{NameKey, NameLook};
use sqlx::PgPool;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The migration that adds the columns of the keys.
pub(super) const KEYS_BEGIN: i64 = 20;
/// The migration that demands a key of each row.
pub(super) const KEYS_COMPLETE: i64 = 27;
/// The longest name, in characters, as the table has it.
const LONGEST: usize = 40;
/// Numbers behind names are looked for up to this one.
const LARGEST_NUMBER: i64 = 99_999;
/// How many games of the archive get their keys in one transaction.
const GAMES_AT_ONCE: i64 = 5_000;

/// A name as a namesake gets it: `Ann 2`. The name is shortened where both would be longer than a name may be.
pub fn numbered(name: &str, number: i64) -> String {
    let digits = number.to_string();
    let stem: String = name
        .chars()
        .take(LONGEST - 1 - digits.len().max(5))
        .collect();
    format!("{} {digits}", stem.trim_end())
}

/// The key of a name to which [`numbered`] puts a number of at most five digits.
pub fn stem_key(name: &str) -> NameKey {
    let stem: String = name.chars().take(LONGEST - 6).collect();
    NameKey::of(&stem)
}

/// The lowest numbers that are free behind these [`stem_key`]s, as many as are wanted of each, in ascending order.
///
/// Whoever asks has the numbers to themselves until the transaction ends: another one that wants a number behind the
/// same name waits here, and sees which were taken.
///
/// # Errors
///
/// When the database fails.
pub async fn free_numbers(
    tx: &mut Transaction<'_>,
    wanted: &BTreeMap<NameKey, i64>,
) -> sqlx::Result<HashMap<NameKey, Vec<i64>>> {
    if wanted.is_empty() {
        return Ok(HashMap::new());
    }
    let stems: Vec<String> = wanted.keys().map(|key| key.as_str().to_owned()).collect();
    let counts: Vec<i64> = wanted.values().copied().collect();
    // In one order, so that two who want several names wait for each other, and not each for the other. A lock for the
    // name alone: nothing else of ours takes locks of two numbers with this first one.
    sqlx::query!(
        "select pg_advisory_xact_lock(20, hashtext(stem))
           from (select stem from unnest($1::text[]) as s (stem) order by hashtext(stem)) as ordered",
        &stems
    )
    .fetch_all(&mut **tx)
    .await?;
    // Of the first numbers, one more than are taken and as many as are wanted, so many are free.
    let rows = sqlx::query!(
        r#"select s.stem as "stem!", free.number as "number!"
           from unnest($1::text[], $2::bigint[]) as s (stem, wanted)
           cross join lateral (
               select count(*) as taken from player
               where name_key > (s.stem || ' ') collate "C" and name_key < (s.stem || '!') collate "C") as namesakes
           cross join lateral (
               select number from generate_series(2, least($3, 1 + s.wanted + taken)) as number
               where not exists (select from player where name_key = (s.stem || ' ' || number) collate "C")
               order by number limit s.wanted) as free
           order by free.number"#,
        &stems,
        &counts,
        LARGEST_NUMBER
    )
    .fetch_all(&mut **tx)
    .await?;
    let mut free: HashMap<NameKey, Vec<i64>> = HashMap::new();
    for row in rows {
        free.entry(NameKey::of(&row.stem))
            .or_default()
            .push(row.number);
    }
    Ok(free)
}

/// Gives all rows their keys that have none yet. Players whose names are one by their keys keep them in the order in which
/// they came, who has answered before who has not; the later ones get a number behind theirs.
///
/// # Errors
///
/// When the database fails. What is done stays done, and the next call goes on.
pub(super) async fn fill_in(pool: &PgPool) -> sqlx::Result<()> {
    fill_in_players(pool).await?;
    while fill_in_games(pool).await? > 0 {}
    Ok(())
}

/// Gives the looks of their names to all players that have none yet.
///
/// # Errors
///
/// When the database fails.
pub(super) async fn fill_in_looks(pool: &PgPool) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    let rows = sqlx::query!(
        "select id, name from player
         where forgotten_at is null and not exists (select from name_look where player_id = player.id)"
    )
    .fetch_all(&mut *tx)
    .await?;
    let (mut looks, mut players) = (Vec::new(), Vec::new());
    for row in rows {
        for look in NameLook::all_of(&row.name) {
            looks.push(look.as_str().to_owned());
            players.push(row.id);
        }
    }
    sqlx::query!(
        "insert into name_look (look, player_id) select look, player from unnest($1::text[], $2::bigint[]) as l (look, player)
         on conflict do nothing",
        &looks,
        &players
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}

async fn fill_in_players(pool: &PgPool) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    sqlx::query!("lock table player in share row exclusive mode")
        .execute(&mut *tx)
        .await?;
    let rows = sqlx::query!(
        "select id, name from player where name_key is null order by state = 'active' desc, id"
    )
    .fetch_all(&mut *tx)
    .await?;
    let present =
        sqlx::query!(r#"select name_key as "key!" from player where name_key is not null"#)
            .fetch_all(&mut *tx)
            .await?;
    let mut taken: HashSet<NameKey> = present
        .into_iter()
        .map(|row| NameKey::of(&row.key))
        .collect();
    let mut next: HashMap<NameKey, i64> = HashMap::new();
    let (mut ids, mut names, mut keys) = (Vec::new(), Vec::new(), Vec::new());
    // Whose name is nobody else's keeps it, even where a namesake before them would get it with a number.
    let mut later = Vec::new();
    for row in rows {
        let key = NameKey::of(&row.name);
        if taken.insert(key.clone()) {
            ids.push(row.id);
            names.push(row.name);
            keys.push(key.into_string());
        } else {
            later.push((row.id, row.name));
        }
    }
    for (id, name) in later {
        let number = next.entry(NameKey::of(&name)).or_insert(2);
        let (new, key) = with_free_number(&name, number, &mut taken);
        tracing::warn!(
            player = id,
            "a player's name is another player's in another spelling; there is a number behind it now"
        );
        ids.push(id);
        names.push(new);
        keys.push(key.into_string());
    }
    sqlx::query!(
        "update player set name = keyed.name, name_key = keyed.key
         from unnest($1::bigint[], $2::text[], $3::text[]) as keyed (id, name, key) where player.id = keyed.id",
        &ids,
        &names,
        &keys
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}

/// The name with the first number from this one on with which nobody has it; it is taken then.
fn with_free_number(
    name: &str,
    number: &mut i64,
    taken: &mut HashSet<NameKey>,
) -> (String, NameKey) {
    loop {
        let new = numbered(name, *number);
        let key = NameKey::of(&new);
        *number += 1;
        if taken.insert(key.clone()) {
            return (new, key);
        }
    }
}

/// Returns how many games got their keys.
async fn fill_in_games(pool: &PgPool) -> sqlx::Result<u64> {
    let rows = sqlx::query!(
        "select id, white, black, collection, opening from archive_game where players_key is null limit $1",
        GAMES_AT_ONCE
    )
    .fetch_all(pool)
    .await?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let players: Vec<String> = rows
        .iter()
        .map(|row| players_key(&row.white, &row.black))
        .collect();
    let key = |name: &str| NameKey::of(name).into_string();
    let collections: Vec<String> = rows.iter().map(|row| key(&row.collection)).collect();
    let openings: Vec<String> = rows.iter().map(|row| key(&row.opening)).collect();
    let filled = sqlx::query!(
        "update archive_game set players_key = keyed.players, collection_key = keyed.collection,
                opening_key = keyed.opening
         from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as keyed (id, players, collection, opening)
         where archive_game.id = keyed.id",
        &ids,
        &players,
        &collections,
        &openings
    )
    .execute(pool)
    .await?;
    Ok(filled.rows_affected())
}

/// The keys of both players of an archived game, in which parts of names are looked for.
pub(super) fn players_key(white: &str, black: &str) -> String {
    format!("{}\n{}", NameKey::of(white), NameKey::of(black))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_number_is_no_longer_than_a_name_may_be() {
        let long = "Ö".repeat(40);
        for number in [2, 99_999, i64::MAX] {
            for name in ["Ann", long.as_str()] {
                let numbered = numbered(name, number);
                assert!(numbered.chars().count() <= LONGEST, "{numbered}");
                assert!(numbered.ends_with(&number.to_string()), "{numbered}");
            }
        }
        for number in [2, 150, 99_999] {
            let key = NameKey::of(&numbered(&long, number));
            assert_eq!(stem_key(&long).numbered(number), key);
        }
    }
}
