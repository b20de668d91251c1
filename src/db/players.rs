//! Players, their addresses, and what keeps us from writing too much.

use super::Transaction;
use crate::letters::{NameKey, NameLook};
use chrono::{DateTime, NaiveDate, Utc};
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
}

/// What a confirmation asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Asked {
    /// An unknown address: is it yours, and did you write to us?
    Address,
    /// A player: did you write this mail?
    Orders,
    /// An address that a player wants their mail sent to: is it yours?
    Change,
    /// A player: did you write that you leave?
    Leaving,
}

/// An open question whether an address, or a mail, is what it says.
#[derive(Clone, Debug)]
pub struct ConfirmationRow {
    /// SHA-256 of its token.
    pub token_hash: Vec<u8>,
    /// What is asked.
    pub asked: Asked,
    /// Whom we asked.
    pub address_key: String,
    /// The same as it was written.
    pub address_spelling: String,
    /// The name a new player will have.
    pub name: String,
    /// The player who was asked, unless they are new.
    pub player_id: Option<i64>,
    /// The mail that waits.
    pub inbox_id: i64,
    /// The game that it is about, as far as one is known, and its turn.
    pub game_id: Option<i64>,
    /// See `game_id`.
    pub turn: Option<i32>,
    /// The address, so far nobody's, from which the mail came; with the "yes" it becomes another one of the player's.
    pub alias_key: Option<String>,
    /// The same as mail is sent to it.
    pub alias_spelling: Option<String>,
    /// What the question names, an item each as we spell it; `None` where nothing waits for the answer, or it was asked
    /// before this was kept.
    pub named: Option<Vec<String>>,
    /// What further mails from the address asked for since, in our words.
    pub passed_over: Vec<String>,
    /// Whether it was answered.
    pub used: bool,
    /// Whether it is too late.
    pub expired: bool,
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
                  exists (select from rest where rest.player_id = address.player_id and until is null) as "rests!"
           from address where key = any($1)"#,
        keys
    )
    .fetch_all(&mut **tx)
    .await
}

/// Keeps these players from being forgotten until the transaction ends, after waiting for whoever forgets one of them just
/// now: what is read of them from here on stays true, and who is forgotten later is forgotten with all that this
/// transaction writes to them. It is the lock that a foreign key takes (key share): it stands in the way of
/// [`forgetting`](super::personal::lock) alone, and of no other change.
///
/// # Errors
///
/// When the database fails.
pub async fn hold(tx: &mut Transaction<'_>, ids: &[i64]) -> sqlx::Result<()> {
    sqlx::query_scalar!(
        "select id from player where id = any($1) order by id for key share",
        ids
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(())
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
                  p.letters as "letters!", coalesce(a.spelling, '') as "address!",
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

/// Adds new players and changes known ones.
///
/// # Errors
///
/// When the database fails, or a name was taken in between.
pub async fn save(
    tx: &mut Transaction<'_>,
    players: &[PlayerChange],
    addresses: &[AddressChange],
) -> sqlx::Result<()> {
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

async fn save_player(tx: &mut Transaction<'_>, player: &PlayerChange) -> sqlx::Result<()> {
    let looks: Vec<String> = NameLook::all_of(&player.name)
        .into_iter()
        .map(|look| look.as_str().to_owned())
        .collect();
    hold_former_names(tx, player.id, &looks).await?;
    sqlx::query!(
        "insert into player (id, name, name_key, state, active_at, letters) overriding system value
         values ($1, $2, $5, case when $3 then 'active' else 'invited' end, case when $3 then now() end, $4)
         on conflict (id) do update set name = excluded.name, name_key = excluded.name_key, state = excluded.state,
                letters = excluded.letters, active_at = coalesce(player.active_at, excluded.active_at)",
        player.id,
        player.name,
        player.active,
        player.letters,
        NameKey::of(&player.name).into_string()
    )
    .execute(&mut **tx)
    .await?;
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

async fn save_address(tx: &mut Transaction<'_>, address: &AddressChange) -> sqlx::Result<()> {
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
        return Err(sqlx::Error::RowNotFound);
    }
    Ok(())
}

/// Those among these address keys that said "stop", and since when they want no mail.
///
/// # Errors
///
/// When the database fails.
pub async fn silenced(
    tx: &mut Transaction<'_>,
    keys: &[String],
) -> sqlx::Result<Vec<(String, DateTime<Utc>)>> {
    let rows = sqlx::query!("select key, since from silence where key = any($1)", keys)
        .fetch_all(&mut **tx)
        .await?;
    Ok(rows.into_iter().map(|row| (row.key, row.since)).collect())
}

/// Addresses that say "stop" and addresses that say "start".
///
/// # Errors
///
/// When the database fails.
pub async fn save_silence(
    tx: &mut Transaction<'_>,
    stop: &[String],
    start: &[String],
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into silence (key) select unnest($1::text[]) on conflict do nothing",
        stop
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("delete from silence where key = any($1)", start)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

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

/// The confirmations with these token hashes, and those which are still to be answered by one of these addresses; locked.
///
/// # Errors
///
/// When the database fails.
pub async fn confirmations(
    tx: &mut Transaction<'_>,
    hashes: &[Vec<u8>],
    addresses: &[String],
) -> sqlx::Result<Vec<ConfirmationRow>> {
    // In one statement, so that all are locked in one order.
    sqlx::query_as!(
        ConfirmationRow,
        r#"select token_hash, purpose as "asked: Asked", address_key, address_spelling, name, player_id, inbox_id, game_id,
                  turn, alias_key, alias_spelling, named, passed_over, used_at is not null as "used!",
                  expires_at < now() as "expired!"
           from confirmation
           where token_hash = any($1)
              or (address_key = any($2) and purpose = 'address' and used_at is null and expires_at >= now())
           order by token_hash for update"#,
        hashes,
        addresses
    )
    .fetch_all(&mut **tx)
    .await
}

/// What was named to whoever confirmed a mail.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// The mail.
    pub inbox_id: i64,
    /// What was asked.
    pub asked: Asked,
    /// See [`ConfirmationRow::named`].
    pub named: Option<Vec<String>>,
    /// See [`ConfirmationRow::passed_over`].
    pub passed_over: Vec<String>,
    /// When it was asked, by the clock by which turns begin.
    pub asked_at: DateTime<Utc>,
}

/// What was named to those who confirmed these mails, by their last "yes" to each.
///
/// # Errors
///
/// When the database fails.
pub async fn confirmed(tx: &mut Transaction<'_>, mails: &[i64]) -> sqlx::Result<Vec<Confirmed>> {
    sqlx::query_as!(
        Confirmed,
        r#"select distinct on (inbox_id) inbox_id, purpose as "asked: Asked", named, passed_over,
                  created_at as asked_at
           from confirmation where inbox_id = any($1) and purpose <> 'change' and used_at is not null
           order by inbox_id, used_at desc, created_at desc"#,
        mails
    )
    .fetch_all(&mut **tx)
    .await
}

/// Whether this is the hash of a token that we once asked for.
///
/// # Errors
///
/// When the database fails.
pub async fn knows_confirmation(pool: &PgPool, hash: &[u8]) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from confirmation where token_hash = $1) as "known!""#,
        hash
    )
    .fetch_one(pool)
    .await
}

/// Adds open confirmations, each asked at its instant; they hold for three days, as Mailman's do.
///
/// # Errors
///
/// When the database fails.
pub async fn ask(
    tx: &mut Transaction<'_>,
    asked: &[(&ConfirmationRow, DateTime<Utc>)],
) -> sqlx::Result<()> {
    for (row, asked_at) in asked {
        sqlx::query!(
            "insert into confirmation (token_hash, purpose, address_key, address_spelling, name, player_id, inbox_id,
                                       game_id, turn, alias_key, alias_spelling, named, passed_over, expires_at,
                                       created_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now() + interval '3 days', $14)",
            row.token_hash,
            row.asked as Asked,
            row.address_key,
            row.address_spelling,
            row.name,
            row.player_id,
            row.inbox_id,
            row.game_id,
            row.turn,
            row.alias_key,
            row.alias_spelling,
            row.named.as_deref(),
            &row.passed_over,
            asked_at
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// Writes down that another mail waits for the answer to these questions than when they were asked, and what was passed
/// over.
///
/// # Errors
///
/// When the database fails.
pub async fn ask_about_later(
    tx: &mut Transaction<'_>,
    asked: &[ConfirmationRow],
) -> sqlx::Result<()> {
    for row in asked {
        sqlx::query!(
            "update confirmation set inbox_id = $2, named = $3, passed_over = $4
             where token_hash = $1 and used_at is null",
            row.token_hash,
            row.inbox_id,
            row.named.as_deref(),
            &row.passed_over
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// Notes that confirmations were answered, and with them those that asked the same about the same mail.
///
/// # Errors
///
/// When the database fails.
pub async fn use_up(tx: &mut Transaction<'_>, hashes: &[Vec<u8>]) -> sqlx::Result<()> {
    sqlx::query!(
        "update confirmation set used_at = now()
         where used_at is null
           and (token_hash = any($1)
                or (inbox_id, purpose) in (select inbox_id, purpose from confirmation where token_hash = any($1)))",
        hashes
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Those of these authserv-ids, in lower case, of which it was tried out that our border takes forged ones away.
///
/// # Errors
///
/// When the database fails.
pub async fn stripping_borders(
    pool: &PgPool,
    authserv_ids: &[String],
) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select authserv_id from border_check where authserv_id = any($1) and strips",
        authserv_ids
    )
    .fetch_all(pool)
    .await
}

/// Notes whether our border takes away an Authentication-Results field that a sender forged with this authserv-id, as it
/// was just tried out; until it does, no mail is believed for such a field. The id is kept in lower case.
///
/// # Errors
///
/// When the database fails.
pub async fn note_border(pool: &PgPool, authserv_id: &str, strips: bool) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into border_check (authserv_id, strips) values ($1, $2)
         on conflict (authserv_id) do update set strips = excluded.strips, checked_at = now()",
        authserv_id.to_lowercase(),
        strips
    )
    .execute(pool)
    .await?;
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

/// Who among these players does not want to hear from whom.
///
/// # Errors
///
/// When the database fails.
pub async fn blocks(tx: &mut Transaction<'_>, players: &[i64]) -> sqlx::Result<Vec<(i64, i64)>> {
    let rows = sqlx::query!(
        "select player_id, blocked_id from block where player_id = any($1) and blocked_id = any($1)",
        players
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.player_id, row.blocked_id))
        .collect())
}

/// Whether a player wants to hear from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hearing {
    /// They do, as everybody does who has said nothing.
    Allowed,
    /// They do not.
    Refused,
}

/// Writes down, or strikes out, that a player does not want to hear from another one.
///
/// # Errors
///
/// When the database fails.
pub async fn save_blocks(
    tx: &mut Transaction<'_>,
    changed: &[(i64, i64, Hearing)],
) -> sqlx::Result<()> {
    for (player, other, hearing) in changed {
        match hearing {
            Hearing::Refused => {
                sqlx::query!(
                    "insert into block (player_id, blocked_id) values ($1, $2) on conflict do nothing",
                    player,
                    other
                )
                .execute(&mut **tx)
                .await?;
            }
            Hearing::Allowed => {
                sqlx::query!(
                    "delete from block where player_id = $1 and blocked_id = $2",
                    player,
                    other
                )
                .execute(&mut **tx)
                .await?;
            }
        }
    }
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

/// The player who is meant, and their name; one with that number before one with that name.
///
/// # Errors
///
/// When the database fails.
pub async fn find(pool: &PgPool, who: &Who) -> sqlx::Result<Option<(i64, String)>> {
    let row = sqlx::query!(
        "select p.id, p.name from player p
         where p.id = $1 or p.name_key = $2
            or exists (select from address a where a.player_id = p.id and a.key = $3)
         order by p.id is not distinct from $1 desc limit 1",
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
