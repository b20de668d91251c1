//! Players, and their addresses.

use super::Transaction;
use crate::letters::{NameKey, NameLook};
use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// A player with the address that their mail goes to.
#[derive(Clone, Debug)]
pub struct PlayerRow {
    /// Their number.
    pub id: i64,
    /// As others see them.
    pub name: String,
    /// Whether they ever answered with a valid token.
    pub active: bool,
    /// The language of their piece letters.
    pub letters: String,
    /// The language of their letters, by its code.
    pub language: String,
    /// In which form they want the letters about their games.
    pub format: String,
    /// What they get for a move of their own, in the database's word.
    pub receipts: String,
    /// Whether the game comes as a file with each letter of a move.
    pub pgn_files: bool,
    /// Whether the deadlines of their moves come for their calendar.
    pub calendar: bool,
    /// What the subjects of their games' letters say, in the database's word.
    pub subjects: String,
    /// Which links stand in their letters, in the database's word.
    pub links: String,
    /// Whether their finished games may be published.
    pub public: bool,
    /// Whether they are on the list of players.
    pub listed: bool,
    /// Whether their leave begins by itself when their time is over.
    pub automatic_leave: bool,
    /// The time zone in which they live, by its name in the IANA data base.
    pub zone: Option<String>,
    /// When they are reminded, in the database's words.
    pub reminders: String,
    /// How often the list of their games is sent to them, in the database's word.
    pub digest: String,
    /// When it is sent next.
    pub digest_due: Option<DateTime<Utc>>,
    /// Their main address as they wrote it; empty when they were forgotten.
    pub address: String,
    /// Whether the administrator lets them neither write nor get mail.
    pub blocked: bool,
    /// The points of that address for letters that came back.
    pub bounce_score: i32,
    /// Days (UTC) since it got the last one.
    pub bounced_days_ago: Option<i32>,
    /// Since when letters to them are held back.
    pub rests_since: Option<DateTime<Utc>>,
    /// Whether that is because of a complaint.
    pub complained: bool,
}

/// An address of a player, for their own list.
#[derive(Clone, Debug)]
pub struct OwnAddress {
    /// Its key.
    pub key: String,
    /// Whose it is.
    pub player_id: i64,
    /// As mail is sent to it.
    pub spelling: String,
    /// Whether their mail goes there.
    pub main: bool,
    /// Whether their mail went there until less than thirty days ago.
    pub lately_main: bool,
}

/// An address of a player.
#[derive(Clone, Debug)]
pub struct AddressRow {
    /// In lower case.
    pub key: String,
    /// Whose it is.
    pub player_id: i64,
    /// Whether letters to them are held back.
    pub rests: bool,
    /// Whether their leave begins by itself when their time is over.
    pub automatic_leave: bool,
}

/// A new player or one whose data changed.
#[derive(Clone, Debug)]
pub struct PlayerChange {
    /// Their number.
    pub id: i64,
    /// As others see them.
    pub name: String,
    /// Whether they have answered with a valid token.
    pub active: bool,
    /// The language of their piece letters.
    pub letters: String,
    /// The language of their letters, by its code.
    pub language: &'static str,
    /// In which form they want the letters about their games.
    pub format: &'static str,
    /// What they get for a move of their own, in the database's word.
    pub receipts: &'static str,
    /// Whether the game comes as a file with each letter of a move.
    pub pgn_files: bool,
    /// Whether the deadlines of their moves come for their calendar.
    pub calendar: bool,
    /// What the subjects of their games' letters say, in the database's word.
    pub subjects: &'static str,
    /// Which links stand in their letters, in the database's word.
    pub links: &'static str,
    /// Whether their finished games may be published.
    pub public: bool,
    /// Whether they are on the list of players.
    pub listed: bool,
    /// The time zone in which they live, by its name in the IANA data base.
    pub zone: Option<String>,
    /// When they are reminded, in the database's words.
    pub reminders: String,
    /// How often the list of their games is sent to them, in the database's word.
    pub digest: String,
    /// When it is sent next.
    pub digest_due: Option<DateTime<Utc>>,
    /// Whether their leave begins by itself when their time is over.
    pub automatic_leave: bool,
}

/// A new address.
#[derive(Clone, Debug)]
pub struct AddressChange {
    /// In lower case.
    pub key: String,
    /// Whose it is.
    pub player_id: i64,
    /// As they wrote it.
    pub spelling: String,
    /// Whether their mail goes there from now on.
    pub main: bool,
    /// Whether they have shown that they read there, or said so where they do.
    pub confirmed: bool,
}

/// The addresses among these keys that belong to players.
///
/// # Errors
///
/// When the database fails.
pub async fn by_addresses(
    tx: &mut Transaction<'_>,
    keys: &[String],
) -> sqlx::Result<Vec<AddressRow>> {
    sqlx::query_as!(
        AddressRow,
        r#"select key, player_id,
                  exists (select from rest where rest.player_id = address.player_id and until is null) as "rests!",
                  exists (select from player where player.id = player_id and automatic_leave) as "automatic_leave!"
           from address where key = any($1)"#,
        keys
    )
    .fetch_all(&mut **tx)
    .await
}

/// Those of these players whose leave begins by itself when their time is over.
///
/// # Errors
///
/// When the database fails.
pub async fn with_automatic_leave(tx: &mut Transaction<'_>, ids: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select id from player where id = any($1) and automatic_leave",
        ids
    )
    .fetch_all(&mut **tx)
    .await
}

/// Keeps these players from being forgotten until the transaction ends, after waiting for whoever forgets one of them just
/// now: what is read of them from here on stays true, and who is forgotten later is forgotten with all that this
/// transaction writes to them. It is the lock that a foreign key takes (key share): it stands in the way of
/// [`forgetting`](super::personal::lock) alone, and of no other change. Returns those of whose holiday notes
/// something is to be told.
///
/// # Errors
///
/// When the database fails.
pub async fn hold(tx: &mut Transaction<'_>, ids: &[i64]) -> sqlx::Result<Vec<i64>> {
    let rows = sqlx::query!(
        r#"select id, exists (select from absence_note where player_id = player.id and told_at is null) as "noted!"
           from player where id = any($1) order by id for key share"#,
        ids
    )
    .fetch_all(&mut **tx)
    .await?;
    let noted = rows.into_iter().filter(|row| row.noted);
    Ok(noted.map(|row| row.id).collect())
}

/// Players by number.
///
/// # Errors
///
/// When the database fails.
pub async fn by_ids(tx: &mut Transaction<'_>, ids: &[i64]) -> sqlx::Result<Vec<PlayerRow>> {
    sqlx::query_as!(
        PlayerRow,
        r#"select p.id as "id!", p.name as "name!", p.state = 'active' and p.forgotten_at is null as "active!",
                  p.letters as "letters!", p.language as "language!", p.format as "format!", p.receipts as "receipts!", p.pgn_files as "pgn_files!", p.calendar as "calendar!",
                  p.subjects as "subjects!", p.links as "links!", p.public as "public!", p.listed as "listed!", p.automatic_leave as "automatic_leave!", p.zone, p.reminders as "reminders!", p.digest as "digest!", p.digest_due,
                  coalesce(a.spelling, '') as "address!",
                  p.blocked_at is not null as "blocked!", coalesce(a.bounce_score, 0) as "bounce_score!",
                  (now() at time zone 'utc')::date - a.bounced_on as bounced_days_ago,
                  r.since as "rests_since?", coalesce(r.reason = 'complaint', false) as "complained!"
           from player p
           left join address a on a.player_id = p.id and a.main
           left join rest r on r.player_id = p.id and r.until is null
           where p.id = any($1)"#,
        ids
    )
    .fetch_all(&mut **tx)
    .await
}

/// The numbers of the players with these names.
///
/// # Errors
///
/// When the database fails.
pub async fn by_names(
    tx: &mut Transaction<'_>,
    names: &[NameKey],
) -> sqlx::Result<Vec<(NameKey, i64)>> {
    let names: Vec<String> = names.iter().map(|key| key.as_str().to_owned()).collect();
    let rows = sqlx::query!(
        "select name_key, id from player where name_key = any($1)",
        &names
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (NameKey::of(&row.name_key), row.id))
        .collect())
}

/// The players whose names have these looks, or had until lately. Whoever asks has the looks to themselves until the
/// transaction ends: another one that wants a name like it waits here.
///
/// # Errors
///
/// When the database fails.
pub async fn by_looks(
    tx: &mut Transaction<'_>,
    looks: &[NameLook],
) -> sqlx::Result<Vec<(NameLook, i64)>> {
    let looks: Vec<String> = looks.iter().map(|look| look.as_str().to_owned()).collect();
    // In one order, as the numbers of namesakes, and behind them.
    sqlx::query!(
        "select pg_advisory_xact_lock(35, hash)
           from (select distinct hashtext(look) as hash from unnest($1::text[]) as l (look) order by 1) as ordered",
        &looks
    )
    .fetch_all(&mut **tx)
    .await?;
    let rows = sqlx::query!(
        "select look, player_id from name_look
         where look = any($1) and (held_until is null or held_until > now())",
        &looks
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (NameLook::kept(row.look), row.player_id))
        .collect())
}

/// New numbers for players.
///
/// # Errors
///
/// When the database fails.
pub async fn reserve(tx: &mut Transaction<'_>, how_many: i32) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select nextval(pg_get_serial_sequence('player', 'id')) as "id!" from generate_series(1, $1)"#,
        how_many
    )
    .fetch_all(&mut **tx)
    .await
}

/// How many names that they have given up stay a player's; of more, the ones given up last. Who takes one name after the
/// other keeps no more from others.
const FORMER_NAMES: i64 = 3;

/// For how many days they do.
const FORMER_NAMES_DAYS: i32 = 90;

/// What a player is called until now stays theirs for a while where it looks like none of these; unless they were only
/// invited, and called so by us.
async fn hold_former_names(
    tx: &mut Transaction<'_>,
    player: i64,
    looks: &[String],
) -> sqlx::Result<()> {
    let given_up = sqlx::query!(
        "update name_look set held_until = now() + case when active_at is null then interval '0' else $3 * interval '1 day' end
         from player
         where player_id = $1 and id = $1 and held_until is null and look <> all($2)",
        player,
        looks,
        f64::from(FORMER_NAMES_DAYS)
    )
    .execute(&mut **tx)
    .await?
    .rows_affected();
    if given_up > 0 {
        sqlx::query!(
            "delete from name_look
             where player_id = $1 and held_until is not null
               and (held_until <= now()
                    or held_until not in (select distinct held_until from name_look
                                          where player_id = $1 and held_until is not null
                                          order by held_until desc limit $2))",
            player,
            FORMER_NAMES
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// Why players could not be written down.
#[derive(Debug, thiserror::Error)]
pub enum NotSaved {
    /// Another player has got the name in between.
    #[error("a name was taken in between")]
    NameTaken,
    /// Another player has got the address in between.
    #[error("an address was taken in between")]
    AddressTaken,
    /// The database failed. Not transparent: whether it was the database's fault is asked of the chain.
    #[error("players could not be written down")]
    Database(#[from] sqlx::Error),
}

/// Adds new players and changes known ones.
///
/// # Errors
///
/// When the database fails, or a name or an address was taken in between.
pub async fn save(
    tx: &mut Transaction<'_>,
    players: &[PlayerChange],
    addresses: &[AddressChange],
) -> Result<(), NotSaved> {
    for player in players {
        save_player(tx, player).await?;
    }
    for address in addresses {
        save_address(tx, address).await?;
    }
    // An address is confirmed with its player: only an answer from it makes them active.
    let active: Vec<i64> = players.iter().filter(|p| p.active).map(|p| p.id).collect();
    sqlx::query!(
        "update address set confirmed_at = now() where player_id = any($1) and confirmed_at is null",
        &active
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn save_player(tx: &mut Transaction<'_>, player: &PlayerChange) -> Result<(), NotSaved> {
    let looks: Vec<String> = NameLook::all_of(&player.name)
        .into_iter()
        .map(|look| look.as_str().to_owned())
        .collect();
    hold_former_names(tx, player.id, &looks).await?;
    sqlx::query!(
        "insert into player (id, name, name_key, state, active_at, letters, format, zone, reminders, digest, digest_due,
                receipts, pgn_files, subjects, automatic_leave, calendar, links, public, language, listed)
                overriding system value
         values ($1, $2, $5, case when $3 then 'active' else 'invited' end, case when $3 then now() end, $4, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
         on conflict (id) do update set name = excluded.name, name_key = excluded.name_key, state = excluded.state,
                letters = excluded.letters, format = excluded.format, zone = excluded.zone, reminders = excluded.reminders,
                digest = excluded.digest, digest_due = excluded.digest_due, receipts = excluded.receipts,
                pgn_files = excluded.pgn_files, subjects = excluded.subjects,
                automatic_leave = excluded.automatic_leave, calendar = excluded.calendar, links = excluded.links, public = excluded.public,
                language = excluded.language, listed = excluded.listed,
                active_at = coalesce(player.active_at, excluded.active_at)",
        player.id,
        player.name,
        player.active,
        player.letters,
        NameKey::of(&player.name).into_string(),
        player.format,
        player.zone,
        player.reminders,
        player.digest,
        player.digest_due,
        player.receipts,
        player.pgn_files,
        player.subjects,
        player.automatic_leave,
        player.calendar,
        player.links,
        player.public,
        player.language,
        player.listed
    )
    .execute(&mut **tx)
    .await
    .map_err(|failure| {
        let constraint = failure.as_database_error().and_then(|error| error.constraint());
        if constraint == Some("player_name_key") {
            NotSaved::NameTaken
        } else {
            NotSaved::Database(failure)
        }
    })?;
    sqlx::query!(
        "insert into name_look (look, player_id) select look, $1 from unnest($2::text[]) as l (look)
         on conflict (look, player_id) do update set held_until = null",
        player.id,
        &looks
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn save_address(tx: &mut Transaction<'_>, address: &AddressChange) -> Result<(), NotSaved> {
    if address.main {
        sqlx::query!(
            "update address set main = false, main_until = now() where player_id = $1 and main and key <> $2",
            address.player_id,
            address.key
        )
        .execute(&mut **tx)
        .await?;
    }
    // One of their other addresses can become the main one; one that somebody else got meanwhile is not touched.
    let written = sqlx::query!(
        "insert into address (key, player_id, spelling, main, confirmed_at)
         values ($1, $2, $3, $4, case when $5 then now() end)
         on conflict (key) do update set main = address.main or excluded.main,
                spelling = case when excluded.main then excluded.spelling else address.spelling end,
                confirmed_at = coalesce(address.confirmed_at, excluded.confirmed_at)
                where address.player_id = excluded.player_id",
        address.key,
        address.player_id,
        address.spelling,
        address.main,
        address.confirmed
    )
    .execute(&mut **tx)
    .await?
    .rows_affected();
    if written == 0 {
        return Err(NotSaved::AddressTaken);
    }
    Ok(())
}

/// All addresses of these players.
///
/// # Errors
///
/// When the database fails.
pub async fn addresses_of(
    tx: &mut Transaction<'_>,
    players: &[i64],
) -> sqlx::Result<Vec<OwnAddress>> {
    sqlx::query_as!(
        OwnAddress,
        r#"select key, player_id, spelling, main,
                  coalesce(main_until > now() - interval '30 days', false) as "lately_main!"
           from address where player_id = any($1) order by created_at, key"#,
        players
    )
    .fetch_all(&mut **tx)
    .await
}

/// Takes addresses from their players; a main one is never taken.
///
/// # Errors
///
/// When the database fails.
pub async fn remove_addresses(tx: &mut Transaction<'_>, keys: &[String]) -> sqlx::Result<()> {
    sqlx::query!("delete from address where key = any($1) and not main", keys)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Whom an administrator means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Who {
    /// By number.
    pub number: Option<i64>,
    /// By name.
    pub name: Option<NameKey>,
    /// By the key of an address.
    pub address: Option<String>,
}

/// The player who is meant, and their name, whether they were forgotten or not: the one with that number, else with that
/// address, else with that name. Every command that names a player asks here.
///
/// # Errors
///
/// When the database fails.
pub async fn find(pool: &PgPool, who: &Who) -> sqlx::Result<Option<(i64, String)>> {
    let row = sqlx::query!(
        "select p.id, p.name from player p
         where p.id = $1 or p.name_key = $2
            or exists (select from address a where a.player_id = p.id and a.key = $3)
         order by p.id is not distinct from $1 desc,
                  exists (select from address a where a.player_id = p.id and a.key = $3) desc limit 1",
        who.number,
        who.name.as_ref().map(NameKey::as_str),
        who.address
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| (row.id, row.name)))
}

/// Whether a player may write and get mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// They may.
    Open,
    /// The administrator lets them do neither.
    Blocked,
}

/// Lets a player neither write nor get mail, or lets them again. Returns whether that was a change.
///
/// # Errors
///
/// When the database fails.
pub async fn set_access(pool: &PgPool, player: i64, access: Access) -> sqlx::Result<bool> {
    let rows = sqlx::query!(
        "update player set blocked_at = case when $2 then now() end
         where id = $1 and (blocked_at is not null) <> $2",
        player,
        access == Access::Blocked
    )
    .execute(pool)
    .await?
    .rows_affected();
    Ok(rows > 0)
}
