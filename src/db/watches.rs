//! Spectators: who watches which tournaments and games, and what is to be sent to them.

use super::Transaction;
use chrono::{DateTime, Utc};

/// Something that a player watches.
#[derive(Clone, Debug)]
pub struct WatchRow {
    /// Who.
    pub player_id: i64,
    /// By which the tournament is called in orders, and in letters.
    pub name: Option<String>,
    /// See [`WatchRow::name`].
    pub title: Option<String>,
    /// Whose games are published when: `game` or `tournament`.
    pub publication: Option<String>,
    /// The number of the game, where it is one.
    pub game_id: Option<i64>,
    /// Who plays it, and with whom.
    pub challenger: Option<String>,
    /// See [`WatchRow::challenger`].
    pub opponent: Option<String>,
}

/// A game that goes on and that players may watch who do not play it.
#[derive(Clone, Debug)]
pub struct WatchableRow {
    /// Its number.
    pub id: i64,
    /// Who plays it.
    pub challenger_id: i64,
    /// With whom.
    pub opponent_id: i64,
    /// The same by their names.
    pub challenger: String,
    /// See [`WatchableRow::challenger`].
    pub opponent: String,
}

/// A game that is to be sent to somebody who watches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueGame {
    /// To whom.
    pub player_id: i64,
    /// The game.
    pub game_id: i64,
}

/// What these players watch of what goes on or is to begin, in the order in which they have said so.
///
/// # Errors
///
/// When the database fails.
pub async fn of_players(tx: &mut Transaction<'_>, players: &[i64]) -> sqlx::Result<Vec<WatchRow>> {
    sqlx::query_as!(
        WatchRow,
        r#"select watch.player_id, tournament.name as "name?", title as "title?", publication as "publication?", game_id,
                  c.name as "challenger?", o.name as "opponent?"
           from watch left join tournament on tournament.id = tournament_id
           left join game on game.id = game_id
           left join player c on c.id = challenger_id left join player o on o.id = opponent_id
           where watch.player_id = any($1)
             and (tournament.state in ('open', 'closed', 'playing') or game.phase = 'playing')
           order by watch.id"#,
        players
    )
    .fetch_all(&mut **tx)
    .await
}

/// Those of these games that go on and that will be public when they have ended, as far as that is known: both of their players
/// want it, or they belong to a tournament that publishes its games.
///
/// # Errors
///
/// When the database fails.
pub async fn watchable(tx: &mut Transaction<'_>, games: &[i64]) -> sqlx::Result<Vec<WatchableRow>> {
    sqlx::query_as!(
        WatchableRow,
        "select game.id, challenger_id, opponent_id, c.name as challenger, o.name as opponent
         from game join player c on c.id = challenger_id join player o on o.id = opponent_id
         where game.id = any($1) and phase = 'playing'
           and (c.public and o.public
                or exists (select from tournament_game join tournament on tournament.id = tournament_id
                           where game_id = game.id and publication <> 'never'))",
        games
    )
    .fetch_all(&mut **tx)
    .await
}

/// Who watches this tournament.
///
/// # Errors
///
/// When the database fails.
pub async fn watchers(tx: &mut Transaction<'_>, tournament: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select player_id from watch where tournament_id = $1 order by id",
        tournament
    )
    .fetch_all(&mut **tx)
    .await
}

/// A player watches this tournament, or this game, from now on.
///
/// # Errors
///
/// When the database fails.
pub async fn add(
    tx: &mut Transaction<'_>,
    player: i64,
    (tournament, game): (Option<i64>, Option<i64>),
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into watch (player_id, tournament_id, game_id, since) values ($1, $2, $3, $4) on conflict do nothing",
        player,
        tournament,
        game,
        at
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A player watches the tournament of this name, or this game, no more.
///
/// # Errors
///
/// When the database fails.
pub async fn remove(
    tx: &mut Transaction<'_>,
    player: i64,
    (tournament, game): (Option<&str>, Option<i64>),
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from watch where player_id = $1
           and (game_id = $3 or tournament_id = (select id from tournament where name = $2))",
        player,
        tournament,
        game
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The game that is to be sent to somebody for the longest time: it has ended, everybody may read it, it was not sent to them,
/// they do not play it, our mail reaches them, and fewer than `most` were sent to them within a day.
///
/// # Errors
///
/// When the database fails.
pub async fn next_due(tx: &mut Transaction<'_>, most: i64) -> sqlx::Result<Option<DueGame>> {
    sqlx::query_as!(
        DueGame,
        r#"select watch.player_id, game.id as "game_id!"
           from watch
           join lateral (select watch.game_id as id where watch.game_id is not null
                         union all
                         select tournament_game.game_id from tournament_game
                         where tournament_game.tournament_id = watch.tournament_id) watched on true
           join game on game.id = watched.id
           join player c on c.id = challenger_id join player o on o.id = opponent_id
           join player on player.id = watch.player_id
           left join lateral (
               select publication, tournament.state from tournament_game join tournament on tournament.id = tournament_id
               where tournament_game.game_id = game.id) within on true
           where game.phase = 'over' and watch.player_id not in (challenger_id, opponent_id)
             and (finished_at >= since or within.publication = 'tournament')
             and (public_at_end and c.public and o.public
                     and not exists (select from had_side join player had on had.id = had_side.player_id
                                     where had_side.game_id = game.id and not had.public)
                  or c.forgotten_at is null and o.forgotten_at is null
                     and (within.publication = 'game' or within.publication = 'tournament' and within.state = 'finished'))
             and player.state = 'active' and player.blocked_at is null
             and exists (select from address where address.player_id = player.id and main
                           and not exists (select from silence where silence.key = address.key))
             and not exists (select from rest where rest.player_id = player.id and until is null)
             and not exists (select from watch_told told where told.player_id = player.id and told.game_id = game.id)
             and (select count(*) from watch_told told
                  where told.player_id = player.id and at > now() - interval '1 day') < $1
           order by finished_at, game.id, watch.id limit 1"#,
        most
    )
    .fetch_optional(&mut **tx)
    .await
}

/// The game was sent to them, or is not to be any more.
///
/// # Errors
///
/// When the database fails.
pub async fn note_told(tx: &mut Transaction<'_>, due: DueGame) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into watch_told (player_id, game_id, at)
         select $1, $2, now() where exists (select from watch where player_id = $1) on conflict do nothing",
        due.player_id,
        due.game_id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
