//! The archive of entered games.

use super::Transaction;
use super::names::players_key;
use super::structures::as_array;
use crate::chess::Material;
use crate::chess::pgn::{BoardKeys, Filed, GameText, read_pgn};
use crate::letters::NameKey;
use futures::StreamExt;
use futures::stream::BoxStream;
use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, PgPool};
use std::collections::HashMap;
use std::time::Duration;

/// Who entered games, where they are filed, and what changes them later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Where they are filed, at most 80 characters.
    pub collection: String,
    /// SHA-256 of the edit password; without one only the administrator changes them.
    pub password_hash: Option<Vec<u8>>,
    /// The player who entered them.
    pub player_id: Option<i64>,
    /// The mail in which they did.
    pub inbox_id: Option<i64>,
}

/// Which entered games are wanted. What is `None` does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveFilter {
    /// Only this one.
    pub number: Option<i64>,
    /// Filed here, in any case.
    pub collection: Option<String>,
    /// A part of the name of one of the players, in any case.
    pub player: Option<String>,
    /// The beginning of its code, or a part of its name in any case.
    pub opening: Option<String>,
    /// The result token.
    pub result: Option<String>,
    /// Begun on this day or later, `YYYY.MM.DD`; where parts of the day are not known, it may have been.
    pub since: Option<String>,
    /// Begun on this day or earlier.
    pub until: Option<String>,
    /// The keys of a board that stood in the game; hardly a game is found that has not had it.
    pub board: Option<BoardKeys>,
    /// The men that were left in the game at some time, for either side.
    pub material: Option<Material>,
}

/// A game of the archive, as it is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedGame {
    /// Its number.
    pub id: i64,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The day as PGN writes it.
    pub played_on: String,
    /// The result token.
    pub result: String,
    /// The game in the export format.
    pub pgn: String,
}

/// What a search finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// How many games.
    pub total: i64,
    /// The first of them, by number.
    pub games: Vec<Hit>,
}

/// A game that a search finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Its number.
    pub id: i64,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The day as PGN writes it.
    pub played_on: String,
    /// The result token.
    pub result: String,
    /// The game in the export format; `None` where there is no room for it.
    pub pgn: Option<String>,
}

/// How much a search may take.
#[derive(Clone, Copy, Debug)]
pub struct SearchBudget {
    /// Games that are told of.
    pub games: usize,
    /// Octets of PGN that are fetched.
    pub octets: usize,
    /// How long each of its two statements may take.
    pub time: Duration,
}

/// The SQLSTATE of a statement that was ended, by its time limit or by an administrator (`query_canceled`).
const ENDED: &str = "57014";

/// Looks for games. `None` when that was not done in the time that it may take.
///
/// Nothing else may be locked meanwhile: it may look at each game of the archive.
///
/// # Errors
///
/// When the database fails.
pub async fn search(
    pool: &PgPool,
    filter: &ArchiveFilter,
    budget: SearchBudget,
) -> sqlx::Result<Option<Hits>> {
    match search_within(pool, filter, budget).await {
        Ok(hits) => Ok(Some(hits)),
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(ENDED) => Ok(None),
        Err(failure) => Err(failure),
    }
}

async fn search_within(
    pool: &PgPool,
    filter: &ArchiveFilter,
    budget: SearchBudget,
) -> sqlx::Result<Hits> {
    let code = filter.opening.as_deref().map(str::to_ascii_uppercase);
    let material = material(filter);
    let mut tx = begin_search(pool, budget.time).await?;
    let rows = sqlx::query!(
        r#"with hit as materialized (
               select id, count(*) over () as total from archive_game
               where ($1::bigint is null or id = $1)
                 and ($2::text is null or collection_key = $2)
                 and ($3::text is null or position($3 in players_key) > 0)
                 and ($4::text is null or starts_with(eco, $10) or position($4 in opening_key) > 0)
                 and ($5::text is null or result = $5)
                 and ($6::text is null or (played_on not like '?%' and translate(played_on, '?', '9') >= $6))
                 and ($7::text is null or (played_on not like '?%' and translate(played_on, '?', '0') <= $7))
                 and ($8::bytea is null or structures @> array[$11::int] and position($8 in placements) > 0)
                 and ($12::int[] is null or structures && $12)
               order by id limit $9)
           select g.id, white, black, played_on, result, octet_length(pgn) as "octets!", total as "total!"
           from hit join archive_game g using (id) order by g.id"#,
        filter.number,
        key(filter.collection.as_deref()),
        key(filter.player.as_deref()),
        key(filter.opening.as_deref()),
        filter.result,
        filter.since,
        filter.until,
        placement(filter),
        i64::try_from(budget.games).unwrap_or(i64::MAX),
        code,
        structure(filter),
        material.as_ref().map(<[i32; 2]>::as_slice)
    )
    .fetch_all(&mut *tx)
    .await?;
    let sizes = rows.iter().map(|row| (row.id, row.octets));
    let fitting = that_fit(sizes, budget.octets);
    let mut texts = texts_of(&mut tx, &fitting).await?;
    tx.commit().await?;
    Ok(Hits {
        total: rows.first().map_or(0, |row| row.total),
        games: rows
            .into_iter()
            .map(|row| Hit {
                pgn: texts.remove(&row.id),
                id: row.id,
                white: row.white,
                black: row.black,
                played_on: row.played_on,
                result: row.result,
            })
            .collect(),
    })
}

/// A transaction in which no statement takes longer than this.
async fn begin_search(pool: &PgPool, time: Duration) -> sqlx::Result<Transaction<'static>> {
    let mut tx = pool.begin().await?;
    sqlx::query_scalar!(
        "select set_config('statement_timeout', $1, true)",
        time.as_millis().to_string()
    )
    .fetch_one(&mut *tx)
    .await?;
    plan_each_time(&mut tx).await?;
    Ok(tx)
}

/// Each statement of this transaction is planned with its values: what is not looked for decides by which index the rest is
/// found.
pub(super) async fn plan_each_time(tx: &mut Transaction<'_>) -> sqlx::Result<()> {
    sqlx::query!("set local plan_cache_mode = force_custom_plan")
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The games' texts in PGN, by their numbers.
async fn texts_of(tx: &mut Transaction<'_>, games: &[i64]) -> sqlx::Result<HashMap<i64, String>> {
    let rows = sqlx::query!("select id, pgn from archive_game where id = any($1)", games)
        .fetch_all(&mut **tx)
        .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.pgn)).collect())
}

/// The games of these, each with its octets, whose texts have room in so many octets together.
fn that_fit(sizes: impl Iterator<Item = (i64, i32)>, octets: usize) -> Vec<i64> {
    let mut room = octets;
    let mut fitting = Vec::new();
    for (id, octets) in sizes {
        let octets = usize::try_from(octets).unwrap_or(usize::MAX);
        if let Some(left) = room.checked_sub(octets) {
            room = left;
            fitting.push(id);
        }
    }
    fitting
}

/// Draws numbers for new games.
///
/// # Errors
///
/// When the database fails.
pub async fn reserve(tx: &mut Transaction<'_>, count: i32) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select nextval('archive_number') as "number!" from generate_series(1, $1)"#,
        count
    )
    .fetch_all(&mut **tx)
    .await
}

/// Files games that are not there yet, under these numbers or, without any, the next ones; those that are there use up no
/// number. Returns the digests of those that were filed. No two of the games may have the same digest.
///
/// # Errors
///
/// When the database fails.
pub async fn file(
    tx: &mut Transaction<'_>,
    games: &[Filed],
    numbers: Option<&[i64]>,
    entry: &Entry,
) -> sqlx::Result<Vec<Vec<u8>>> {
    let numbers: Vec<Option<i64>> = match numbers {
        Some(numbers) => numbers.iter().copied().map(Some).collect(),
        None => vec![None; games.len()],
    };
    let white: Vec<&str> = games.iter().map(|game| game.white.as_str()).collect();
    let black: Vec<&str> = games.iter().map(|game| game.black.as_str()).collect();
    let played_on: Vec<&str> = games.iter().map(|game| game.played_on.as_str()).collect();
    let result: Vec<&str> = games.iter().map(|game| game.result.as_str()).collect();
    let eco: Vec<&str> = games.iter().map(|game| game.eco.as_str()).collect();
    let opening: Vec<&str> = games.iter().map(|game| game.opening.as_str()).collect();
    let pgn: Vec<&str> = games.iter().map(|game| game.pgn.as_str()).collect();
    let digest: Vec<&[u8]> = games.iter().map(|game| game.digest.as_slice()).collect();
    let placements: Vec<Vec<u8>> = games.iter().map(Filed::placements).collect();
    let structures: Vec<String> = games.iter().map(structures_of).collect();
    let players: Vec<String> = games.iter().map(key_of_players).collect();
    let openings: Vec<String> = games.iter().map(opening_key).collect();
    sqlx::query_scalar!(
        "insert into archive_game (id, collection, white, black, played_on, result, eco, opening, pgn, digest,
                                   placements, password_hash, player_id, inbox_id, collection_key, players_key,
                                   opening_key, structures)
         select coalesce(number, nextval('archive_number')), $11, white, black, played_on, result, eco, opening, pgn,
                digest, placements, $12, $13, $14, $15, players, opening_key,
                structures::int[]
         from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                     $9::bytea[], $10::bytea[], $16::text[], $17::text[], $18::text[])
              as entered (number, white, black, played_on, result, eco, opening, pgn, digest, placements, players,
                          opening_key, structures)
         where not exists (select from archive_game there where there.digest = entered.digest)
         on conflict (digest) do nothing
         returning digest",
        &numbers as &[Option<i64>],
        &white as &[&str],
        &black as &[&str],
        &played_on as &[&str],
        &result as &[&str],
        &eco as &[&str],
        &opening as &[&str],
        &pgn as &[&str],
        &digest as &[&[u8]],
        &placements,
        entry.collection,
        entry.password_hash,
        entry.player_id,
        entry.inbox_id,
        NameKey::of(&entry.collection).into_string(),
        &players,
        &openings,
        &structures
    )
    .fetch_all(&mut **tx)
    .await
}

/// Which of these digests games of the archive have, and their numbers.
///
/// # Errors
///
/// When the database fails.
pub async fn known(
    tx: &mut Transaction<'_>,
    digests: &[Vec<u8>],
) -> sqlx::Result<Vec<(Vec<u8>, i64)>> {
    let rows = sqlx::query!(
        "select digest, id from archive_game where digest = any($1)",
        digests
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.digest, row.id)).collect())
}

/// The hashes of the edit passwords of these games, locked until the transaction ends.
///
/// # Errors
///
/// When the database fails.
pub async fn passwords(
    tx: &mut Transaction<'_>,
    numbers: &[i64],
) -> sqlx::Result<Vec<(i64, Option<Vec<u8>>)>> {
    let rows = sqlx::query!(
        "select id, password_hash from archive_game where id = any($1) order by id for update",
        numbers
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.id, row.password_hash))
        .collect())
}

/// Puts another game in the place of this one.
///
/// # Errors
///
/// When the database fails, or the archive has the other game under another number.
pub async fn overwrite(tx: &mut Transaction<'_>, number: i64, game: &Filed) -> sqlx::Result<()> {
    sqlx::query!(
        "update archive_game
         set white = $2, black = $3, played_on = $4, result = $5, eco = $6, opening = $7, pgn = $8, digest = $9,
             placements = $10, players_key = $11, opening_key = $12, structures = $13, changed_at = now()
         where id = $1",
        number,
        game.white,
        game.black,
        game.played_on,
        game.result,
        game.eco,
        game.opening,
        game.pgn,
        game.digest.as_slice(),
        game.placements(),
        key_of_players(game),
        opening_key(game),
        &game.structures()
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Writes another name wherever a tag of the games that a player has entered bears this one, `First Last` or `Last, First`:
/// as that of a player, an annotator, or whoever entered it. Games with that name that others have entered stay as they
/// were published.
///
/// # Errors
///
/// When the database fails.
pub(super) async fn rename_in_entered(
    tx: &mut Transaction<'_>,
    player: i64,
    name: &NameKey,
    instead: &str,
) -> sqlx::Result<()> {
    let rows = sqlx::query!(
        "select id, pgn from archive_game where player_id = $1 order by id for update",
        player
    )
    .fetch_all(&mut **tx)
    .await?;
    for row in rows {
        let text = GameText::of(row.pgn);
        // It was written by us, so it can be read.
        let Ok(mut game) = read_pgn(&text) else {
            continue;
        };
        let mut found = false;
        for (_, value) in &mut game.record.tags {
            let turned = value
                .split_once(',')
                .map(|(last, first)| NameKey::of(&format!("{first} {last}")));
            if NameKey::of(value) == *name || turned.as_ref() == Some(name) {
                instead.clone_into(value);
                found = true;
            }
        }
        if !found {
            continue;
        }
        let mut filed = Filed::of(&game.record);
        let taken = known(tx, &[filed.digest.to_vec()]).await?;
        if taken.iter().any(|(_, other)| *other != row.id) {
            // The same game of somebody who calls themselves so: nobody is kept from being forgotten by it.
            let mut other = Sha256::new();
            other.update(filed.digest);
            other.update(row.id.to_be_bytes());
            filed.digest = other.finalize().into();
        }
        overwrite(tx, row.id, &filed).await?;
    }
    Ok(())
}

/// How many entered games a filter finds.
///
/// # Errors
///
/// When the database fails.
pub async fn count(database: impl PgExecutor<'_>, filter: &ArchiveFilter) -> sqlx::Result<i64> {
    let code = filter.opening.as_deref().map(str::to_ascii_uppercase);
    let material = material(filter);
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from archive_game
           where ($1::bigint is null or id = $1)
             and ($2::text is null or collection_key = $2)
             and ($3::text is null or position($3 in players_key) > 0)
             and ($4::text is null or starts_with(eco, $9) or position($4 in opening_key) > 0)
             and ($5::text is null or result = $5)
             and ($6::text is null or (played_on not like '?%' and translate(played_on, '?', '9') >= $6))
             and ($7::text is null or (played_on not like '?%' and translate(played_on, '?', '0') <= $7))
             and ($8::bytea is null or structures @> array[$10::int] and position($8 in placements) > 0)
             and ($11::int[] is null or structures && $11)"#,
        filter.number,
        key(filter.collection.as_deref()),
        key(filter.player.as_deref()),
        key(filter.opening.as_deref()),
        filter.result,
        filter.since,
        filter.until,
        placement(filter),
        code,
        structure(filter),
        material.as_ref().map(<[i32; 2]>::as_slice)
    )
    .fetch_one(database)
    .await
}

/// The games that a filter finds, by number, one after the other as they come from the database.
pub fn games<'a>(
    database: impl PgExecutor<'a> + 'a,
    filter: &'a ArchiveFilter,
) -> BoxStream<'a, sqlx::Result<ArchivedGame>> {
    let code = filter.opening.as_deref().map(str::to_ascii_uppercase);
    let material = material(filter);
    sqlx::query_as!(
        ArchivedGame,
        r#"select id, white, black, played_on, result, pgn from archive_game
           where ($1::bigint is null or id = $1)
             and ($2::text is null or collection_key = $2)
             and ($3::text is null or position($3 in players_key) > 0)
             and ($4::text is null or starts_with(eco, $9) or position($4 in opening_key) > 0)
             and ($5::text is null or result = $5)
             and ($6::text is null or (played_on not like '?%' and translate(played_on, '?', '9') >= $6))
             and ($7::text is null or (played_on not like '?%' and translate(played_on, '?', '0') <= $7))
             and ($8::bytea is null or structures @> array[$10::int] and position($8 in placements) > 0)
             and ($11::int[] is null or structures && $11)
           order by id"#,
        filter.number,
        key(filter.collection.as_deref()),
        key(filter.player.as_deref()),
        key(filter.opening.as_deref()),
        filter.result,
        filter.since,
        filter.until,
        placement(filter),
        code,
        structure(filter),
        material.as_ref().map(<[i32; 2]>::as_slice)
    )
    .fetch(database)
    .boxed()
}

/// The key of a name, or of a part of it, that is looked for.
fn key(name: Option<&str>) -> Option<String> {
    name.map(|name| NameKey::of(name).into_string())
}

fn placement(filter: &ArchiveFilter) -> Option<&[u8]> {
    filter
        .board
        .as_ref()
        .map(|board| board.placement.as_slice())
}

fn structure(filter: &ArchiveFilter) -> Option<i32> {
    filter.board.map(|board| board.structure)
}

fn material(filter: &ArchiveFilter) -> Option<[i32; 2]> {
    filter.material.map(Material::keys)
}

fn structures_of(game: &Filed) -> String {
    as_array(&game.structures())
}

fn key_of_players(game: &Filed) -> String {
    players_key(&game.white, &game.black)
}

fn opening_key(game: &Filed) -> String {
    NameKey::of(&game.opening).into_string()
}
