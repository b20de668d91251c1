//! Tournaments as the administrator and their directors see and change them.

use super::Transaction;
use super::tournaments::TournamentRow;
use crate::tournaments::State;
use chrono::{DateTime, Utc};
use sqlx::{PgExecutor, PgPool};

/// A tournament that is to be.
#[derive(Clone, Debug)]
pub struct NewTournament {
    /// By which it is called in orders: one word.
    pub name: String,
    /// What letters and PGN call it.
    pub title: String,
    /// `round-robin`, `double-round-robin`, `swiss`, `knock-out`, `scheveningen` or `team-boards`.
    pub system: String,
    /// How many rounds a Swiss has.
    pub rounds: Option<i32>,
    /// How many days after one of them the next is paired.
    pub round_days: Option<i32>,
    /// How time is counted, as in `game.control`.
    pub control: String,
    /// `casual` or `rated`.
    pub stake: String,
    /// The position all games begin from, as a FEN; none: the usual one.
    pub start: Option<String>,
    /// So many take part at least.
    pub least_players: i32,
    /// … and at the most.
    pub most_players: i32,
    /// `forbidden` or `allowed`.
    pub engines: String,
    /// `never`, `game` or `tournament`.
    pub publication: String,
    /// When it begins by itself.
    pub begins_at: Option<DateTime<Utc>>,
    /// What its teams are called; empty where it has none.
    pub teams: Vec<String>,
    /// On how many boards each of them plays.
    pub boards: Option<i32>,
    /// What counts first among them: `match-points` or `board-points`.
    pub ranking: Option<&'static str>,
}

/// What was decided in it.
#[derive(Clone, Debug)]
pub struct RecordLine {
    /// When.
    pub at: DateTime<Utc>,
    /// What: `created`, `opened` and so on.
    pub kind: String,
    /// Whom it concerns, if anybody alone.
    pub player: Option<String>,
    /// Who took their place.
    pub substitute: Option<String>,
    /// The words or the reason.
    pub words: String,
    /// The director who decided it; none where it was the administrator, or nobody.
    pub director: Option<String>,
}

/// Prepares a tournament, and returns its row; `None` when one is called so already.
///
/// # Errors
///
/// When the database fails.
pub async fn create(tx: &mut Transaction<'_>, new: &NewTournament) -> sqlx::Result<Option<i64>> {
    let id = sqlx::query_scalar!(
        "insert into tournament (name, title, system, rounds, round_days, control, stake, start, least_players,
                                 most_players, engines, publication, state, begins_at, created_at, teams, boards,
                                 ranking)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'prepared', $13, now(), $14, $15, $16)
         on conflict (name) do nothing returning id",
        new.name,
        new.title,
        new.system,
        new.rounds,
        new.round_days,
        new.control,
        new.stake,
        new.start,
        new.least_players,
        new.most_players,
        new.engines,
        new.publication,
        new.begins_at,
        &new.teams,
        new.boards,
        new.ranking
    )
    .fetch_optional(&mut **tx)
    .await?;
    if let Some(id) = id {
        let created = Decided {
            cause: None,
            director: None,
            kind: "created",
            player: None,
            substitute: None,
            game: None,
            words: "",
        };
        record(tx, id, created).await?;
    }
    Ok(id)
}

/// Which tournaments are wanted.
#[derive(Clone, Copy, Debug)]
enum Wanted<'n> {
    All,
    Named(&'n str),
}

/// All tournaments, the newest first.
///
/// # Errors
///
/// When the database fails.
pub async fn list(tx: &mut Transaction<'_>) -> sqlx::Result<Vec<TournamentRow>> {
    select(&mut **tx, Wanted::All).await
}

/// The tournament of this name.
///
/// # Errors
///
/// When the database fails.
pub async fn find(
    database: impl PgExecutor<'_>,
    name: &str,
) -> sqlx::Result<Option<TournamentRow>> {
    Ok(select(database, Wanted::Named(name)).await?.pop())
}

async fn select(
    database: impl PgExecutor<'_>,
    wanted: Wanted<'_>,
) -> sqlx::Result<Vec<TournamentRow>> {
    let name = match wanted {
        Wanted::All => None,
        Wanted::Named(name) => Some(name),
    };
    sqlx::query_as!(
        TournamentRow,
        "select id, name, title, system, rounds, round_days, control, stake, start, least_players, most_players, engines,
                publication, state, begins_at, paired_rounds, next_round_at, created_at, started_at, ended_at, teams, boards, ranking
         from tournament
         where $1::text is null or name = $1
         order by id desc",
        name
    )
    .fetch_all(database)
    .await
}

/// The same, and whoever else changes it waits until we are done.
///
/// # Errors
///
/// When the database fails.
pub async fn lock(tx: &mut Transaction<'_>, name: &str) -> sqlx::Result<Option<TournamentRow>> {
    sqlx::query!("select id from tournament where name = $1 for update", name)
        .fetch_optional(&mut **tx)
        .await?;
    find(&mut **tx, name).await
}

/// What was decided in it, the oldest first.
///
/// # Errors
///
/// When the database fails.
pub async fn record_of(tx: &mut Transaction<'_>, tournament: i64) -> sqlx::Result<Vec<RecordLine>> {
    sqlx::query_as!(
        RecordLine,
        r#"select at, kind, player.name as "player?", substitute.name as "substitute?", words,
                  director.name as "director?"
           from tournament_record left join player on player.id = player_id
                left join player as director on director.id = director_id
                left join player as substitute on substitute.id = substitute_id
           where tournament_id = $1 order by tournament_record.id"#,
        tournament
    )
    .fetch_all(&mut **tx)
    .await
}

/// What is written down of what was decided.
#[derive(Clone, Copy, Debug)]
pub struct Decided<'w> {
    /// What brought it about, where that is no mail and wrote letters.
    pub cause: Option<i64>,
    /// The director who decided it; none where it was the administrator.
    pub director: Option<i64>,
    /// What was decided, in one word.
    pub kind: &'w str,
    /// Whom it concerns, if anybody alone.
    pub player: Option<i64>,
    /// Who took their place.
    pub substitute: Option<i64>,
    /// Which game it is about, if about one.
    pub game: Option<i64>,
    /// The words or the reason.
    pub words: &'w str,
}

/// Writes down what was decided.
///
/// # Errors
///
/// When the database fails.
pub async fn record(
    tx: &mut Transaction<'_>,
    tournament: i64,
    decided: Decided<'_>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into tournament_record (tournament_id, cause_id, at, kind, player_id, words, director_id, substitute_id,
                                        game_id)
         values ($1, $2, now(), $3, $4, $5, $6, $7, $8)",
        tournament,
        decided.cause,
        decided.kind,
        decided.player,
        decided.words,
        decided.director,
        decided.substitute,
        decided.game
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// It is in this state from now on: `open`, `closed` or `cancelled`.
///
/// # Errors
///
/// When the database fails.
pub async fn set_state(
    tx: &mut Transaction<'_>,
    tournament: i64,
    state: State,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update tournament set state = $2, ended_at = case when $2 = 'cancelled' then now() else ended_at end
         where id = $1",
        tournament,
        state.word()
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Notes that a player has left one that has begun.
///
/// # Errors
///
/// When the database fails.
pub async fn withdraw(tx: &mut Transaction<'_>, tournament: i64, player: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update tournament_player set withdrawn_at = now() where tournament_id = $1 and player_id = $2",
        tournament,
        player
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Notes that a player has the place of another one, who has it no longer. The ratings with which it began are those of who began.
///
/// # Errors
///
/// When the database fails.
pub async fn substitute(
    tx: &mut Transaction<'_>,
    tournament: i64,
    (gone, taker): (i64, i64),
) -> sqlx::Result<()> {
    let number = sqlx::query_scalar!(
        "update tournament_player set given_up = number, given_up_at = now(), number = null
         where tournament_id = $1 and player_id = $2 and number is not null returning given_up",
        tournament,
        gone
    )
    .fetch_one(&mut **tx)
    .await?;
    sqlx::query!(
        "insert into tournament_player (tournament_id, player_id, signed_up_at, number, team)
         select $1, $2, now(), $3, team from tournament_player where tournament_id = $1 and player_id = $4
         on conflict (tournament_id, player_id) do update set number = excluded.number, team = excluded.team",
        tournament,
        taker,
        number,
        gone
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// These players of a team, from 1, play on its boards in this order; its others come behind them as they signed up.
///
/// # Errors
///
/// When the database fails.
pub async fn line_up(
    tx: &mut Transaction<'_>,
    tournament: i64,
    (team, players): (i32, &[i64]),
) -> sqlx::Result<()> {
    sqlx::query!(
        "update tournament_player set board = array_position($3::bigint[], player_id)
         where tournament_id = $1 and team = $2 and number is null",
        tournament,
        team,
        players
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Lets a player direct it. Returns whether they did not before.
///
/// # Errors
///
/// When the database fails.
pub async fn name_director(pool: &PgPool, tournament: i64, player: i64) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "insert into tournament_director (tournament_id, player_id) values ($1, $2) on conflict do nothing",
        tournament,
        player
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Lets a player direct it no longer. Returns whether they did.
///
/// # Errors
///
/// When the database fails.
pub async fn dismiss_director(pool: &PgPool, tournament: i64, player: i64) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "delete from tournament_director where tournament_id = $1 and player_id = $2",
        tournament,
        player
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() > 0)
}
