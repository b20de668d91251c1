//! What everybody may read: games, and the tables of tournaments. All of it stands in the views of the schema `web`, which say
//! what that is.

use super::Transaction;
use super::archive::plan_each_time;
use super::games::GameRow;
use super::listing::NamedGame;
use super::tournaments::{ByeRow, EntryRow, PlayedRow, TournamentRow};
use crate::chess::pgn::BoardKeys;
use crate::letters::TeamsOfGame;
use chrono::{DateTime, Utc};
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use sqlx::{PgConnection, PgExecutor, PgPool};

/// A game of the archive with what its page and the lists of pages tell of it.
#[derive(Clone, Debug)]
pub struct EnteredGame {
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
    /// The code of the opening, or nothing.
    pub eco: String,
    /// Its name, or nothing.
    pub opening: String,
    /// The game in the export format.
    pub pgn: String,
    /// When it was entered.
    pub entered_at: DateTime<Utc>,
}

/// Some of the games, of each kind by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Those with larger numbers than this.
    pub above: i64,
    /// At most so many of them.
    pub at_most: i64,
}

impl Range {
    /// All there are.
    pub const ALL: Range = Range {
        above: 0,
        at_most: i64::MAX,
    };

    /// Only the one of this number.
    pub fn only(number: i64) -> Range {
        Range {
            above: number.saturating_sub(1),
            at_most: 1,
        }
    }
}

/// Begins to read: whatever is asked in this transaction is told as it stands now.
///
/// # Errors
///
/// When the database fails.
pub async fn snapshot(pool: &PgPool) -> sqlx::Result<Transaction<'static>> {
    let mut tx = pool.begin().await?;
    sqlx::query!("set transaction isolation level repeatable read, read only")
        .execute(&mut *tx)
        .await?;
    // Writing the pages of a large archive takes as long as it takes, and reading lasts as long.
    sqlx::query!("set local statement_timeout = 0")
        .execute(&mut *tx)
        .await?;
    sqlx::query!("set local idle_in_transaction_session_timeout = 0")
        .execute(&mut *tx)
        .await?;
    Ok(tx)
}

/// The games played here that are public, by number.
pub fn played(database: &mut PgConnection, range: Range) -> BoxStream<'_, sqlx::Result<NamedGame>> {
    sqlx::query!(
        r#"select id as "id!", challenger_id as "challenger_id!", opponent_id as "opponent_id!",
                  challenger as "challenger!", opponent as "opponent!", wish as "wish!", stake as "stake!",
                  variant as "variant!", start as "start!", phase as "phase!", white_id, moves as "moves!", fen as "fen!",
                  turn as "turn!", rewound, result as "result!", ending, events as "events!", started_at, finished_at,
                  turned_at as "turned_at!", control as "control!", clock, tournament, round, substitutions, white_team,
                  black_team, team_board
           from web.played where id > $1 order by id limit $2"#,
        range.above,
        range.at_most
    )
    .fetch(database)
    .map_ok(|row| NamedGame {
        game: GameRow {
            id: row.id,
            challenger_id: row.challenger_id,
            opponent_id: row.opponent_id,
            wish: row.wish,
            stake: row.stake,
            variant: row.variant,
            start: row.start,
            phase: row.phase,
            white_id: row.white_id,
            moves: row.moves,
            fen: row.fen,
            turn: row.turn,
            rewound: row.rewound,
            result: row.result,
            ending: row.ending,
            events: row.events,
            started_at: row.started_at,
            finished_at: row.finished_at,
            turned_at: row.turned_at,
            control: row.control,
            clock: row.clock,
            // What they offered each other is nobody else's business, and when they were told.
            draw_offer: None,
            draw_offers: String::new(),
            takeback_offer: None,
            takeback_offers: String::new(),
            abort_offer: None,
            abort_offers: String::new(),
            pause_offer: None,
            pause_last_day: None,
            pause_offers: String::new(),
            told_at: None,
        },
        challenger: row.challenger,
        opponent: row.opponent,
        notes: Vec::new(),
        tournament: row.tournament.zip(row.round),
        substitutions: row.substitutions,
        teams: TeamsOfGame::of(row.white_team, row.black_team, row.team_board),
    })
    .boxed()
}

/// The games of the archive, by number.
pub fn entered(
    database: &mut PgConnection,
    range: Range,
) -> BoxStream<'_, sqlx::Result<EnteredGame>> {
    sqlx::query_as!(
        EnteredGame,
        r#"select id as "id!", white as "white!", black as "black!", played_on as "played_on!", result as "result!",
                  eco as "eco!", opening as "opening!", pgn as "pgn!", entered_at as "entered_at!"
           from web.entered where id > $1 order by id limit $2"#,
        range.above,
        range.at_most
    )
    .fetch(database)
    .boxed()
}

/// The games of the archive in which a board stood, or one of these [`BoardKeys::material`], or both; those that were entered
/// last, at most so many.
///
/// # Errors
///
/// When the database fails.
pub async fn entered_with(
    pool: &PgPool,
    board: Option<BoardKeys>,
    material: Option<[i32; 2]>,
    at_most: i64,
) -> sqlx::Result<Vec<i64>> {
    let mut tx = pool.begin().await?;
    plan_each_time(&mut tx).await?;
    let numbers = sqlx::query_scalar!(
        r#"select id as "id!" from web.entered
           where ($1::int is null or structures @> array[$1::int] and position($2::bytea in placements) > 0)
             and ($3::int[] is null or structures && $3)
           order by id desc limit $4"#,
        board.map(|it| it.structure),
        board.as_ref().map(|it| it.placement.as_slice()),
        material.as_ref().map(<[i32; 2]>::as_slice),
        at_most
    )
    .fetch_all(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(numbers)
}

/// Words that change whenever a game played here does; none where it is not public.
///
/// # Errors
///
/// When the database fails.
pub async fn played_version(
    database: impl PgExecutor<'_>,
    number: i64,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        r#"select version as "version!" from web.played where id = $1"#,
        number
    )
    .fetch_optional(database)
    .await
}

/// The same of a game of the archive.
///
/// # Errors
///
/// When the database fails.
pub async fn entered_version(
    database: impl PgExecutor<'_>,
    number: i64,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        r#"select version as "version!" from web.entered where id = $1"#,
        number
    )
    .fetch_optional(database)
    .await
}

/// Words that change whenever something does that pages tell of.
///
/// # Errors
///
/// When the database fails.
pub async fn stamp(database: impl PgExecutor<'_>) -> sqlx::Result<String> {
    sqlx::query_scalar!(
        r#"select concat_ws(';',
               (select string_agg(id || ' ' || version, ',' order by id) from web.played),
               (select concat_ws(' ', count(*), sum(id), max(id)) from web.entered),
               (select max(changed_at) from web.entered where changed_at is not null),
               (select string_agg(tournament::text, ',' order by id) from web.tournament),
               (select string_agg(entrant::text, ',' order by tournament_id, player_id) from web.entrant),
               (select string_agg(pairing::text, ',' order by game_id) from web.pairing),
               (select string_agg(bye::text, ',' order by tournament_id, player_id, round) from web.bye)) as "stamp!""#
    )
    .fetch_one(database)
    .await
}

/// The tournaments that everybody may look at, the newest first.
///
/// # Errors
///
/// When the database fails.
pub async fn tournaments(tx: &mut Transaction<'_>) -> sqlx::Result<Vec<TournamentRow>> {
    sqlx::query_as!(
        TournamentRow,
        r#"select id as "id!", name as "name!", title as "title!", system as "system!", rounds, round_days,
                  control as "control!", stake as "stake!", start, least_players as "least_players!",
                  most_players as "most_players!", engines as "engines!", publication as "publication!", state as "state!",
                  begins_at, paired_rounds as "paired_rounds!", next_round_at, created_at as "created_at!", started_at,
                  ended_at, teams as "teams!", boards, ranking
           from web.tournament order by id desc"#
    )
    .fetch_all(&mut **tx)
    .await
}

/// Who has a number in one of these, or had one, in the order of the draw. Ratings are not told, nor whom mail reaches.
///
/// # Errors
///
/// When the database fails.
pub async fn entrants(tx: &mut Transaction<'_>, tournament: i64) -> sqlx::Result<Vec<EntryRow>> {
    sqlx::query_as!(
        EntryRow,
        r#"select tournament_id as "tournament_id!", player_id as "player_id!", name as "name!",
                  signed_up_at as "signed_up_at!", number, null::int as rating, withdrawn_at,
                  null::int as told_out, null::int as told_through, given_up, given_up_at, team, null::int as board,
                  true as "reached!"
           from web.entrant where tournament_id = $1 order by number"#,
        tournament
    )
    .fetch_all(&mut **tx)
    .await
}

/// Its games, by round and board.
///
/// # Errors
///
/// When the database fails.
pub async fn pairings(tx: &mut Transaction<'_>, tournament: i64) -> sqlx::Result<Vec<PlayedRow>> {
    sqlx::query_as!(
        PlayedRow,
        r#"select tournament_id as "tournament_id!", game_id as "game_id!", round as "round!", board as "board!",
                  white_id as "white_id!", black_id as "black_id!", result as "result!", playing as "playing!", finished_at,
                  contested as "contested!"
           from web.pairing where tournament_id = $1 order by round, board"#,
        tournament
    )
    .fetch_all(&mut **tx)
    .await
}

/// The points without a game in it, by round.
///
/// # Errors
///
/// When the database fails.
pub async fn byes(tx: &mut Transaction<'_>, tournament: i64) -> sqlx::Result<Vec<ByeRow>> {
    sqlx::query_as!(
        ByeRow,
        r#"select tournament_id as "tournament_id!", player_id as "player_id!", round as "round!"
           from web.bye where tournament_id = $1 order by round, player_id"#,
        tournament
    )
    .fetch_all(&mut **tx)
    .await
}
