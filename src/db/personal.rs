//! All that is known of one player: for handing it to them, and for forgetting it.

use super::{Transaction, archive};
use crate::letters::{NameKey, OF_DIRECTION};
use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// A player, as they are handed their data.
#[derive(Clone, Debug)]
pub struct Person {
    /// Their number.
    pub id: i64,
    /// Their name.
    pub name: String,
    /// `invited` or `active`.
    pub state: String,
    /// The language of their piece letters.
    pub letters: String,
    /// The time zone in which they live, by its name in the IANA data base.
    pub zone: Option<String>,
    /// When they are reminded of a move: usual, off, or at how many seconds left.
    pub reminders: String,
    /// How often the list of their games is sent to them.
    pub digest: String,
    /// When they were first heard of.
    pub created_at: DateTime<Utc>,
    /// When they first answered with a valid token.
    pub active_at: Option<DateTime<Utc>>,
}

/// An address of theirs.
#[derive(Clone, Debug)]
pub struct PersonAddress {
    /// As they wrote it.
    pub spelling: String,
    /// Whether their mail goes there.
    pub main: bool,
    /// When an answer came from it.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// Since when it said "stop", if it did.
    pub silent_since: Option<DateTime<Utc>>,
}

/// A mail of theirs or a letter to them, without its text.
#[derive(Clone, Debug)]
pub struct PersonMail {
    /// Its row.
    pub id: i64,
    /// What became of it.
    pub state: String,
    /// Why, or on what occasion it was written.
    pub about: Option<String>,
    /// When it came or was written.
    pub at: DateTime<Utc>,
}

/// What was erased.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forgotten {
    /// Mails of theirs.
    pub mails: u64,
    /// Letters to them, and letters to others in their games.
    pub letters: u64,
}

/// The player with this number. Who was forgotten is not found.
///
/// # Errors
///
/// When the database fails.
pub async fn find(pool: &PgPool, number: i64) -> sqlx::Result<Option<Person>> {
    sqlx::query_as!(
        Person,
        "select id, name, state, letters, zone, reminders, digest, created_at, active_at from player
         where id = $1 and forgotten_at is null",
        number
    )
    .fetch_optional(pool)
    .await
}

/// Their addresses, the one that their mail goes to first.
///
/// # Errors
///
/// When the database fails.
pub async fn addresses(pool: &PgPool, player: i64) -> sqlx::Result<Vec<PersonAddress>> {
    sqlx::query_as!(
        PersonAddress,
        r#"select spelling, main, confirmed_at,
                  (select since from silence where silence.key = address.key) as "silent_since?"
           from address where player_id = $1 order by main desc, key"#,
        player
    )
    .fetch_all(pool)
    .await
}

/// The mails that came from them.
///
/// # Errors
///
/// When the database fails.
pub async fn mails(pool: &PgPool, player: i64) -> sqlx::Result<Vec<PersonMail>> {
    sqlx::query_as!(
        PersonMail,
        "select id, state, reason as about, arrived_at as at from inbox
         where player_id = $1 or sender in (select key from address where player_id = $1) order by id",
        player
    )
    .fetch_all(pool)
    .await
}

/// The letters to them. `key_of` gives the key of an address.
///
/// # Errors
///
/// When the database fails.
pub async fn letters(
    pool: &PgPool,
    player: i64,
    key_of: fn(&str) -> String,
) -> sqlx::Result<Vec<PersonMail>> {
    let keys: Vec<String> =
        sqlx::query_scalar!("select key from address where player_id = $1", player)
            .fetch_all(pool)
            .await?;
    let recipients = sqlx::query_scalar!("select distinct recipient from outbox")
        .fetch_all(pool)
        .await?;
    let spellings = spellings(recipients, &keys, key_of);
    sqlx::query_as!(
        PersonMail,
        "select id, state, occasion as about, created_at as at from outbox
         where player_id = $1 or recipient = any($2) order by id",
        player,
        &spellings
    )
    .fetch_all(pool)
    .await
}

/// What is known of them beside their name, addresses, mails and games: a JSON object with an array for each table that
/// holds something of the kind, named after it, also where it is empty. `counted_as` gives the key under which letters to
/// one of their addresses are counted.
///
/// # Errors
///
/// When the database fails.
pub async fn records(
    pool: &PgPool,
    player: i64,
    counted_as: fn(&str) -> String,
) -> sqlx::Result<String> {
    let keys = keys_of(pool, player).await?;
    let counted: Vec<String> = keys.iter().map(|key| counted_as(key)).collect();
    sqlx::query_scalar!(
        r#"select jsonb_pretty(jsonb_build_object(
               'player', (select jsonb_agg(jsonb_build_object(
                       'blocked_at', blocked_at,
                       'language', language, 'format', format, 'receipts', receipts, 'pgn_files', pgn_files, 'calendar', calendar, 'subjects', subjects, 'links', links, 'public', public, 'listed', listed, 'automatic_leave', automatic_leave,
                       'digest_due', digest_due)) from player where id = $1),
               'leave', (select coalesce(jsonb_agg(jsonb_build_object(
                       'first', first_day, 'last', last_day, 'announced', announced_at, 'ended', ended_at)
                       order by first_day), '[]')
                   from leave where player_id = $1),
               'absence_note', (select coalesce(jsonb_agg(jsonb_build_object(
                       'first', first_day, 'last', last_day, 'came', came_at, 'told', told_at) order by first_day), '[]')
                   from absence_note where player_id = $1),
               'name_look', (select coalesce(jsonb_agg(jsonb_build_object(
                       'look', look, 'held_until', held_until) order by held_until, look), '[]')
                   from name_look where player_id = $1),
               'calendar_entry', (select coalesce(jsonb_agg(jsonb_build_object(
                       'game', game_id, 'sequence', sequence, 'written', written_at, 'deadline', deadline, 'stands', stands)
                       order by game_id), '[]')
                   from calendar_entry where player_id = $1),
               'calendar_link', (select coalesce(jsonb_agg(jsonb_build_object('since', since) order by since), '[]')
                   from calendar_link where player_id = $1),
               'nudge', (select coalesce(jsonb_agg(jsonb_build_object('game', game_id, 'at', at) order by game_id), '[]')
                   from nudge where player_id = $1),
               'note', (select coalesce(jsonb_agg(jsonb_build_object(
                       'game', game_id, 'ply', ply, 'glyph', glyph, 'text', text) order by game_id, ply), '[]')
                   from note where player_id = $1),
               'conditional', (select coalesce(jsonb_agg(jsonb_build_object(
                       'game', game_id, 'ply', ply, 'lines', lines) order by game_id), '[]')
                   from conditional where player_id = $1),
               'held_move', (select coalesce(jsonb_agg(jsonb_build_object(
                       'game', game_id, 'turn', turn, 'move', move, 'draw', draw_offered, 'words', talk, 'until', until)
                       order by game_id), '[]')
                   from held_move where player_id = $1),
               'question', (select coalesce(jsonb_agg(jsonb_build_object(
                       'game', game_id, 'turn', turn, 'choices', choices) order by game_id), '[]')
                   from question where player_id = $1),
               'confirmation', (select coalesce(jsonb_agg(jsonb_build_object(
                       'asked', purpose, 'address', address_spelling, 'other_address', alias_spelling, 'mail', inbox_id,
                       'at', created_at, 'answered', used_at, 'language', language) order by created_at), '[]')
                   from confirmation where player_id = $1 or address_key = any($2) or alias_key = any($2)),
               'block', (select coalesce(jsonb_agg(jsonb_build_object('player', name, 'since', since) order by since), '[]')
                   from block join player other on other.id = blocked_id where player_id = $1),
               'bounce', (select coalesce(jsonb_agg(jsonb_build_object(
                       'letter', outbox_id, 'kind', kind, 'words', words, 'counted', counted, 'at', at)
                       order by bounce.id), '[]')
                   from bounce join outbox on outbox.id = outbox_id where player_id = $1),
               'rest', (select coalesce(jsonb_agg(jsonb_build_object(
                       'reason', reason, 'since', since, 'until', until) order by since), '[]')
                   from rest where player_id = $1),
               'held_invitation', (select coalesce(jsonb_agg(jsonb_build_object(
                       'game', game_id, 'due', due_on) order by game_id), '[]')
                   from held_invitation
                   where game_id in (select game_id from had_side where player_id = $1)),
               'letter_count', (select coalesce(jsonb_agg(jsonb_build_object(
                       'day', day, 'kind', kind, 'count', count) order by day, kind), '[]')
                   from letter_count where key = any($3)),
               'event', (select coalesce(jsonb_agg(jsonb_build_object(
                       'game', game_id, 'kind', kind, 'reason', reason, 'at', decided_at) order by game_id, number), '[]')
                   from event where reason <> ''
                                and game_id in (select game_id from had_side where player_id = $1)),
               'clock_stop', (select coalesce(jsonb_agg(jsonb_build_object(
                       'game', game_id, 'kind', kind, 'own clock alone', player_id = $1, 'turn', turn,
                       'since', since, 'until', until, 'reason', reason) order by id), '[]')
                   from clock_stop where game_id in (select game_id from had_side where player_id = $1)),
               'clock_stop_told', (select coalesce(jsonb_agg(jsonb_build_object(
                       'game', game_id, 'stop', stop_id) order by game_id, stop_id), '[]')
                   from clock_stop_told where player_id = $1),
               'rating_change', (select coalesce(jsonb_agg(jsonb_build_object(
                       'game', game_id, 'pool', pool, 'at', finished_at, 'rating', points, 'deviation', deviation,
                       'volatility', volatility) order by finished_at, game_id), '[]')
                   from rating_change where player_id = $1),
               'seek', (select coalesce(jsonb_agg(jsonb_build_object(
                       'number', id, 'control', control, 'stake', stake, 'variant', variant, 'colour', colour, 'least', least,
                       'most', most, 'opened', opened_at, 'closed', closed_at, 'ending', ending, 'game', game_id)
                       order by id), '[]')
                   from seek where player_id = $1),
               'tournament_player', (select coalesce(jsonb_agg(jsonb_build_object(
                       'tournament', title, 'signed_up_at', signed_up_at, 'number', number, 'rating', rating,
                       'withdrawn', withdrawn_at, 'told out', told_out, 'told through', told_through,
                       'given up', given_up, 'given up at', given_up_at, 'team', teams[team], 'board', board) order by tournament_id), '[]')
                   from tournament_player join tournament on tournament.id = tournament_id where player_id = $1),
               'tournament_record', (select coalesce(jsonb_agg(jsonb_build_object(
                       'tournament', title, 'at', at, 'kind', kind, 'words', words) order by tournament_record.id), '[]')
                   from tournament_record join tournament on tournament.id = tournament_id
                   where $1 in (player_id, director_id, substitute_id)
                      or game_id in (select game_id from had_side where player_id = $1)),
               'tournament_bye', (select coalesce(jsonb_agg(jsonb_build_object(
                       'tournament', title, 'round', round) order by tournament_id, round), '[]')
                   from tournament_bye join tournament on tournament.id = tournament_id where player_id = $1),
               'tournament_director', (select coalesce(jsonb_agg(jsonb_build_object('tournament', title) order by title), '[]')
                   from tournament_director join tournament on tournament.id = tournament_id where player_id = $1),
               'watch', (select coalesce(jsonb_agg(jsonb_build_object(
                       'tournament', title, 'game', game_id, 'since', since) order by watch.id), '[]')
                   from watch left join tournament on tournament.id = tournament_id where player_id = $1),
               'watch_told', (select coalesce(jsonb_agg(jsonb_build_object('game', game_id, 'at', at) order by game_id), '[]')
                   from watch_told where player_id = $1),
               'archive_game', (select coalesce(jsonb_agg(jsonb_build_object(
                       'number', id, 'collection', collection, 'entered', entered_at) order by id), '[]')
                   from archive_game where player_id = $1))) as "records!""#,
        player,
        &keys,
        &counted
    )
    .fetch_one(pool)
    .await
}

async fn keys_of(pool: &PgPool, player: i64) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("select key from address where player_id = $1", player)
        .fetch_all(pool)
        .await
}

/// The text of a mail, unless it was erased.
///
/// # Errors
///
/// When the database fails.
pub async fn mail_text(pool: &PgPool, id: i64) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!("select raw from inbox where id = $1", id)
        .fetch_one(pool)
        .await
}

/// The text of a letter, unless it was erased.
///
/// # Errors
///
/// When the database fails.
pub async fn letter_text(pool: &PgPool, id: i64) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!("select bytes from outbox where id = $1", id)
        .fetch_one(pool)
        .await
}

/// Locks the mails, the open games and the row of a player who is to be forgotten, so that none of their mails is
/// handled meanwhile, and whoever writes to them or about them has either done so already or
/// [waits](super::players::hold) until they are forgotten. Returns their open games: the number, and whether it is on,
/// or a challenge of theirs, or one that waits for their answer.
///
/// # Errors
///
/// When the database fails.
pub async fn lock(tx: &mut Transaction<'_>, player: i64) -> sqlx::Result<Vec<(i64, OpenGame)>> {
    sqlx::query!(
        "select id from inbox
         where player_id = $1 or sender in (select key from address where player_id = $1) order by id for update",
        player
    )
    .fetch_all(&mut **tx)
    .await?;
    lock_games(tx, player).await?;
    sqlx::query!("select id from player where id = $1 for update", player)
        .fetch_optional(&mut **tx)
        .await?;
    // Once more: somebody may have challenged them before their row was ours.
    lock_games(tx, player).await
}

async fn lock_games(tx: &mut Transaction<'_>, player: i64) -> sqlx::Result<Vec<(i64, OpenGame)>> {
    let rows = sqlx::query!(
        r#"select id, phase = 'playing' as "playing!", challenger_id = $1 as "challenger!" from game
           where phase in ('offered', 'playing') and $1 in (challenger_id, opponent_id) order by id for update"#,
        player
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let kind = match (row.playing, row.challenger) {
                (true, _) => OpenGame::Playing,
                (false, true) => OpenGame::Challenged,
                (false, false) => OpenGame::Invited,
            };
            (row.id, kind)
        })
        .collect())
}

/// How a game of somebody who leaves stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenGame {
    /// It goes on.
    Playing,
    /// They have challenged, and nobody has answered.
    Challenged,
    /// They were challenged, and have not answered.
    Invited,
}

/// How addresses are known, which this room does not know.
#[derive(Clone, Copy, Debug)]
pub struct Keyed {
    /// The key of an address.
    pub address: fn(&str) -> String,
    /// The key under which letters to an address are counted.
    pub counted: fn(&str) -> String,
}

/// Those of these recipients of letters whose keys these are, as they were written.
fn spellings(recipients: Vec<String>, keys: &[String], key_of: fn(&str) -> String) -> Vec<String> {
    recipients
        .into_iter()
        .filter(|recipient| keys.contains(&key_of(recipient)))
        .collect()
}

/// Erases all that is known of a player but their games, which stay under a pseudonym. That one of their addresses said
/// "stop" is kept: it is the wish never to hear of us.
///
/// # Errors
///
/// When the database fails.
pub async fn forget(
    tx: &mut Transaction<'_>,
    player: i64,
    keyed: Keyed,
) -> sqlx::Result<Forgotten> {
    let keys: Vec<String> =
        sqlx::query_scalar!("select key from address where player_id = $1", player)
            .fetch_all(&mut **tx)
            .await?;
    let recipients = sqlx::query_scalar!("select distinct recipient from outbox")
        .fetch_all(&mut **tx)
        .await?;
    let spellings = spellings(recipients, &keys, keyed.address);
    let pseudonym = pseudonym(tx, player).await?;
    let small = pseudonym.to_ascii_lowercase();
    if let Some(name) = sqlx::query_scalar!("select name from player where id = $1", player)
        .fetch_optional(&mut **tx)
        .await?
    {
        archive::rename_in_entered(tx, player, &NameKey::of(&name), &pseudonym).await?;
    }
    let mails = erase_mails(tx, player, &keys, &small).await?;
    let letters = erase_letters(tx, player, &spellings, &small).await?;
    let counted: Vec<String> = keys
        .iter()
        .flat_map(|key| [key.clone(), (keyed.counted)(key), format!("from:{key}")])
        .collect();
    sqlx::query!("delete from letter_count where key = any($1)", &counted)
        .execute(&mut **tx)
        .await?;
    erase_words_to_directors(tx, player).await?;
    erase_sent_to_watchers(tx, player).await?;
    forget_reach(tx, player).await?;
    delete_kept(tx, player, &keys).await?;
    call_otherwise(tx, player, &pseudonym).await?;
    Ok(Forgotten { mails, letters })
}

/// Erases the mails of a player, and whom they are from. Returns how many.
async fn erase_mails(
    tx: &mut Transaction<'_>,
    player: i64,
    keys: &[String],
    small: &str,
) -> sqlx::Result<u64> {
    let erased = sqlx::query!(
        "update inbox set raw = null, erased_at = now(), stays = false, sender = $3, line = $3, error = null,
                state = case when state in ('done', 'dropped') then state else 'dropped' end,
                reason = case when state in ('done', 'dropped') then reason else 'forgotten' end,
                claim = null, claim_until = '-infinity'
         where player_id = $1 or sender = any($2)",
        player,
        keys,
        small
    )
    .execute(&mut **tx)
    .await?
    .rows_affected();
    Ok(erased)
}

/// Erases the letters to a player, and those to their opponents that are sent. Returns how many.
async fn erase_letters(
    tx: &mut Transaction<'_>,
    player: i64,
    spellings: &[String],
    small: &str,
) -> sqlx::Result<u64> {
    // What is still to be sent to others goes out: it tells them that the game is over.
    let erased = sqlx::query!(
        "update outbox set bytes = null, error = null, claim = null, claim_until = '-infinity',
                recipient = case when mine then $3 || ' ' || outbox.id else recipient end,
                state = case when mine and state not in ('sent', 'failed') then 'superseded' else state end
         from (select id, player_id is not distinct from $1 or recipient = any($2) as mine from outbox
               where player_id = $1 or recipient = any($2)
                  or (state in ('sent', 'failed', 'superseded') and (game_id is null or game_id in (select game_id from had_side where had_side.player_id = $1))
                      and player_id in (select other.player_id from had_side other join had_side own using (game_id)
                                        where own.player_id = $1))) as his
         where outbox.id = his.id and not outbox.farewell",
        player,
        spellings,
        small
    )
    .execute(&mut **tx)
    .await?
    .rows_affected();
    // What is still to be sent to others tells them that a game is over, in whose name, and perhaps what was written to
    // them before: nothing of it is left when it is sent, as of a farewell.
    sqlx::query!(
        "update outbox set farewell = true
         where state in ('queued', 'held') and not farewell and player_id is distinct from $1
           and (game_id is null or game_id in (select game_id from had_side where had_side.player_id = $1))
           and player_id in (select other.player_id from had_side other join had_side own using (game_id)
                             where own.player_id = $1)",
        player
    )
    .execute(&mut **tx)
    .await?;
    Ok(erased)
}

/// Erases what a player wrote to the directors of tournaments, or as one of these to a player, there where it was sent; what is still to be sent is erased then.
async fn erase_words_to_directors(tx: &mut Transaction<'_>, player: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update outbox set farewell = farewell or state in ('queued', 'held'),
                bytes = case when state in ('sent', 'failed', 'superseded') then null else bytes end
         where occasion = any($2) and cause_inbox_id in (select id from inbox where player_id = $1)",
        player,
        &OF_DIRECTION.map(str::to_owned)
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Erases the letters that brought games of a player to who watches them, in the same way.
async fn erase_sent_to_watchers(tx: &mut Transaction<'_>, player: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update outbox set farewell = farewell or outbox.state in ('queued', 'held'),
                bytes = case when outbox.state in ('sent', 'failed', 'superseded') then null else bytes end
         from cause, watch_told told join had_side on had_side.game_id = told.game_id
         where outbox.cause_id = cause.id and cause.kind = 'watched'
           and cause.known_by = 'player ' || told.player_id || ' game ' || told.game_id
           and had_side.player_id = $1",
        player
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Forgets how mail to a player fared.
async fn forget_reach(tx: &mut Transaction<'_>, player: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update bounce set words = null where outbox_id in (select id from outbox where player_id = $1)",
        player
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update rest set until = now() where player_id = $1 and until is null",
        player
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Deletes what was kept for a player beside their games.
async fn delete_kept(tx: &mut Transaction<'_>, player: i64, keys: &[String]) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from confirmation where player_id = $1 or address_key = any($2) or alias_key = any($2)",
        player,
        keys
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from block where $1 in (player_id, blocked_id)",
        player
    )
    .execute(&mut **tx)
    .await?;
    // Nobody could read the name from what is kept of it, and nobody keeps it then: it is free.
    sqlx::query!("delete from name_look where player_id = $1", player)
        .execute(&mut **tx)
        .await?;
    sqlx::query!("delete from absence_note where player_id = $1", player)
        .execute(&mut **tx)
        .await?;
    sqlx::query!("delete from leave where player_id = $1", player)
        .execute(&mut **tx)
        .await?;
    sqlx::query!("delete from seek where player_id = $1", player)
        .execute(&mut **tx)
        .await?;
    sqlx::query!("delete from watch where player_id = $1", player)
        .execute(&mut **tx)
        .await?;
    sqlx::query!("delete from watch_told where player_id = $1", player)
        .execute(&mut **tx)
        .await?;
    forget_in_tournaments(tx, player).await?;
    sqlx::query!("delete from nudge where player_id = $1", player)
        .execute(&mut **tx)
        .await?;
    sqlx::query!("delete from calendar_entry where player_id = $1", player)
        .execute(&mut **tx)
        .await?;
    sqlx::query!("delete from calendar_link where player_id = $1", player)
        .execute(&mut **tx)
        .await?;
    sqlx::query!("delete from note where player_id = $1", player)
        .execute(&mut **tx)
        .await?;
    sqlx::query!("delete from conditional where player_id = $1", player)
        .execute(&mut **tx)
        .await?;
    sqlx::query!("delete from held_move where player_id = $1", player)
        .execute(&mut **tx)
        .await?;
    sqlx::query!("delete from question where player_id = $1", player)
        .execute(&mut **tx)
        .await?;
    sqlx::query!("delete from address where player_id = $1", player)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Takes a player off the lists of tournaments that have not begun; in the others their number stays, as their games do.
async fn forget_in_tournaments(tx: &mut Transaction<'_>, player: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from tournament_player where player_id = $1 and number is null and given_up is null",
        player
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from tournament_director where player_id = $1",
        player
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update tournament_record set words = '' where $1 in (player_id, director_id, substitute_id) and words <> ''",
        player
    )
    .execute(&mut **tx)
    .await?;
    // Which game was awarded, and how it ended, stays: "game 15, 1-0".
    sqlx::query!(
        "update tournament_record set words = split_part(words, ':', 1)
         where game_id in (select game_id from had_side where player_id = $1)",
        player
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Gives a player a name that says nothing, in their games as well.
async fn call_otherwise(
    tx: &mut Transaction<'_>,
    player: i64,
    pseudonym: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update player set name = $2, name_key = $3, letters = 'en', language = 'en', format = 'text', receipts = 'short', pgn_files = true, calendar = false, subjects = 'plain', links = 'plain', public = false, listed = false, automatic_leave = false, zone = null, reminders = 'usual', digest = 'off',
                digest_due = null, forgotten_at = now()
         where id = $1",
        player,
        pseudonym,
        NameKey::of(pseudonym).into_string()
    )
    .execute(&mut **tx)
    .await?;
    // Others than who is forgotten may be meant, but nobody can tell that from them.
    sqlx::query!(
        "update event set reason = ''
         where game_id in (select game_id from had_side where player_id = $1) and reason <> ''",
        player
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update clock_stop set reason = null
         where game_id in (select game_id from had_side where player_id = $1) and reason is not null",
        player
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A name that says nothing: `Player 17`, unless somebody else calls themselves so.
async fn pseudonym(tx: &mut Transaction<'_>, player: i64) -> sqlx::Result<String> {
    let plain = format!("Player {player}");
    let taken = sqlx::query_scalar!(
        r#"select exists (select from player where name_key = $1 and id <> $2) as "taken!""#,
        NameKey::of(&plain).into_string(),
        player
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(if taken {
        let mut octets = [0_u8; 4];
        getrandom::fill(&mut octets).map_err(|fault| sqlx::Error::Io(fault.into()))?;
        format!("Former player {player} {}", u32::from_be_bytes(octets))
    } else {
        plain
    })
}
