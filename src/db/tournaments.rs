//! Tournaments: which there are, who takes part, what their games have come to, and what happens in them by itself.

use super::{Transaction, brackets};
use chrono::{DateTime, Utc};

/// A tournament.
#[derive(Clone, Debug)]
pub struct TournamentRow {
    /// Its number.
    pub id: i64,
    /// By which it is called in orders.
    pub name: String,
    /// What letters and PGN call it.
    pub title: String,
    /// `round-robin`, `double-round-robin`, `swiss`, `knock-out`, `scheveningen` or `team-boards`.
    pub system: String,
    /// How many rounds a Swiss has.
    pub rounds: Option<i32>,
    /// How many days after a round of a Swiss the next one is paired.
    pub round_days: Option<i32>,
    /// How time is counted.
    pub control: String,
    /// `casual` or `rated`.
    pub stake: String,
    /// The position all games begin from, where it is not the usual one.
    pub start: Option<String>,
    /// So many take part at least.
    pub least_players: i32,
    /// So many take part at the most.
    pub most_players: i32,
    /// `forbidden` or `allowed`.
    pub engines: String,
    /// `never`, `game` or `tournament`.
    pub publication: String,
    /// `prepared`, `open`, `closed`, `playing`, `finished` or `cancelled`.
    pub state: String,
    /// When it begins by itself.
    pub begins_at: Option<DateTime<Utc>>,
    /// How many rounds have been paired.
    pub paired_rounds: i32,
    /// When the next one is.
    pub next_round_at: Option<DateTime<Utc>>,
    /// When it was prepared.
    pub created_at: DateTime<Utc>,
    /// When it has begun.
    pub started_at: Option<DateTime<Utc>>,
    /// When it was over, or given up.
    pub ended_at: Option<DateTime<Utc>>,
    /// What its teams are called, in the order in which they were named; empty where it has none.
    pub teams: Vec<String>,
    /// On how many boards each of them plays.
    pub boards: Option<i32>,
    /// What counts first among them: `match-points` or `board-points`.
    pub ranking: Option<String>,
}

/// Somebody who takes part, or waits for a seat.
#[derive(Clone, Debug)]
pub struct EntryRow {
    /// In which tournament.
    pub tournament_id: i64,
    /// Who.
    pub player_id: i64,
    /// As they are called now.
    pub name: String,
    /// When they signed up.
    pub signed_up_at: DateTime<Utc>,
    /// The number in the draw, once it has begun.
    pub number: Option<i32>,
    /// In whole points, when it began.
    pub rating: Option<i32>,
    /// When they left it, after it had begun.
    pub withdrawn_at: Option<DateTime<Utc>>,
    /// The round of a knock-out of which they were told that they are out in it.
    pub told_out: Option<i32>,
    /// The round of a knock-out of which they were told that they have reached it.
    pub told_through: Option<i32>,
    /// The number in the draw that they had until somebody took their place.
    pub given_up: Option<i32>,
    /// When somebody did.
    pub given_up_at: Option<DateTime<Utc>>,
    /// For which of its teams they play, or wait to, from 1.
    pub team: Option<i32>,
    /// On which board before it begins, where that was said.
    pub board: Option<i32>,
    /// Whether mail goes to them, so that they would play if it began now.
    pub reached: bool,
}

impl EntryRow {
    /// The number in the draw that they have, or had until somebody took their place: whose row of the table their games are in.
    pub fn ever_numbered(&self) -> Option<i32> {
        self.number.or(self.given_up)
    }

    /// Whether they take part in this one, theirs, or wait for a seat: who got none does not, once it has begun.
    pub fn takes_part(&self, tournament: &TournamentRow) -> bool {
        let seated = tournament.started_at.is_none() || self.number.is_some();
        seated && self.withdrawn_at.is_none()
    }

    /// Whether they have played in it and do so no longer.
    pub fn has_left(&self) -> bool {
        self.withdrawn_at.is_some() || self.given_up.is_some()
    }

    /// Whether they have signed up for one that has begun, to take a place in it should one be free.
    pub fn waits_for_a_place(&self, tournament: &TournamentRow) -> bool {
        tournament.started_at.is_some() && self.ever_numbered().is_none()
    }
}

/// Somebody who directs a tournament.
#[derive(Clone, Debug)]
pub struct DirectorRow {
    /// Which.
    pub tournament_id: i64,
    /// Who.
    pub player_id: i64,
    /// As they are called now.
    pub name: String,
}

/// A game of a tournament, as far as its table is concerned.
#[derive(Clone, Debug)]
pub struct PlayedRow {
    /// In which tournament.
    pub tournament_id: i64,
    /// Its number.
    pub game_id: i64,
    /// In which round, from 1.
    pub round: i32,
    /// On which board of it, from 1.
    pub board: i32,
    /// Who has White.
    pub white_id: i64,
    /// Who has Black.
    pub black_id: i64,
    /// The result token.
    pub result: String,
    /// Whether it goes on.
    pub playing: bool,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// Whether both have moved.
    pub contested: bool,
}

impl PlayedRow {
    /// Whether this player plays it.
    pub fn has(&self, player: i64) -> bool {
        [self.white_id, self.black_id].contains(&player)
    }
}

/// A point without a game.
#[derive(Clone, Copy, Debug)]
pub struct ByeRow {
    /// In which tournament.
    pub tournament_id: i64,
    /// Whose.
    pub player_id: i64,
    /// In which round.
    pub round: i32,
}

/// A game that belongs to a tournament.
#[derive(Clone, Debug)]
pub struct MemberRow {
    /// Its number.
    pub game_id: i64,
    /// By which the tournament is called in orders.
    pub name: String,
    /// What letters and PGN call it.
    pub title: String,
    /// In which round.
    pub round: i32,
    /// Of a knock-out: how many play in it.
    pub knocks_out: Option<i64>,
    /// Who has taken places in it, as its PGN says.
    pub substitutions: Option<String>,
    /// Of teams: for which White plays.
    pub white_team: Option<String>,
    /// For which Black plays.
    pub black_team: Option<String>,
    /// On which board of the match.
    pub team_board: Option<i32>,
}

/// A game that is paired.
#[derive(Clone, Copy, Debug)]
pub struct PairedRow {
    /// Its number.
    pub game_id: i64,
    /// In which round.
    pub round: i32,
    /// On which board of it.
    pub board: i32,
}

/// What happens in tournaments by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// This one is to begin.
    Begin(i64),
    /// This round is to be paired, or no further one can be.
    Round {
        /// Of which tournament.
        tournament: i64,
        /// Its number.
        round: i32,
    },
    /// The bracket of a knock-out is to be looked at: something has changed that it follows from.
    Bracket {
        /// Of which tournament.
        tournament: i64,
        /// How often it was looked at before.
        step: i32,
    },
    /// All games of this one are over.
    Finish {
        /// Which.
        tournament: i64,
        /// How often they were before.
        ended_before: i64,
    },
}

/// Whoever signs up, withdraws or leaves, and whatever begins a tournament, waits here for others that do: who has a seat
/// when it begins is known then. It is taken before any game or player is locked, and by nobody who has locked one.
///
/// # Errors
///
/// When the database fails.
pub async fn lock(tx: &mut Transaction<'_>) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(95, 1)")
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Those that are open, closed or played, and those of these names or this number, whatever has become of them; one that is
/// being prepared is the business of those alone who direct it, and there where its name is among `directed`. In the order in which they were made.
///
/// # Errors
///
/// When the database fails.
pub async fn shown(
    tx: &mut Transaction<'_>,
    names: &[String],
    directed: &[String],
    number: Option<i64>,
) -> sqlx::Result<Vec<TournamentRow>> {
    sqlx::query_as!(
        TournamentRow,
        "select id, name, title, system, rounds, round_days, control, stake, start, least_players, most_players, engines,
                publication, state, begins_at, paired_rounds, next_round_at, created_at, started_at, ended_at, teams, boards, ranking
         from tournament
         where state in ('open', 'closed', 'playing') or state <> 'prepared' and (name = any($1) or id = $3)
            or name = any($2)
         order by id",
        names,
        directed,
        number
    )
    .fetch_all(&mut **tx)
    .await
}

/// Who takes part in these tournaments, or waits: in the order of the draw, and before it in that in which seats are given.
///
/// # Errors
///
/// When the database fails.
pub async fn entries(tx: &mut Transaction<'_>, tournaments: &[i64]) -> sqlx::Result<Vec<EntryRow>> {
    sqlx::query_as!(
        EntryRow,
        r#"select tournament_id, player_id, name, signed_up_at, number, rating, withdrawn_at, told_out, told_through, given_up,
                  given_up_at, team, board,
                  player.state = 'active' and blocked_at is null
                  and not exists (select from rest where rest.player_id = player.id and until is null)
                  and not exists (select from address join silence using (key) where address.player_id = player.id and main)
                      as "reached!"
           from tournament_player join player on player.id = player_id
           where tournament_id = any($1) order by tournament_id, number, signed_up_at, player_id"#,
        tournaments
    )
    .fetch_all(&mut **tx)
    .await
}

/// The games of these tournaments, by round and board.
///
/// # Errors
///
/// When the database fails.
pub async fn games(tx: &mut Transaction<'_>, tournaments: &[i64]) -> sqlx::Result<Vec<PlayedRow>> {
    sqlx::query_as!(
        PlayedRow,
        r#"select tournament_id, game_id, round, board, white_id as "white_id!",
                  challenger_id + opponent_id - white_id as "black_id!", result, phase = 'playing' as "playing!", finished_at,
                  moves like '% %' as "contested!"
           from tournament_game join game on game.id = game_id
           where tournament_id = any($1) order by tournament_id, round, board"#,
        tournaments
    )
    .fetch_all(&mut **tx)
    .await
}

/// The points without a game in these tournaments, by round.
///
/// # Errors
///
/// When the database fails.
pub async fn byes(tx: &mut Transaction<'_>, tournaments: &[i64]) -> sqlx::Result<Vec<ByeRow>> {
    sqlx::query_as!(
        ByeRow,
        "select tournament_id, player_id, round from tournament_bye
         where tournament_id = any($1) order by tournament_id, round, player_id",
        tournaments
    )
    .fetch_all(&mut **tx)
    .await
}

/// Those of these games that belong to tournaments.
///
/// # Errors
///
/// When the database fails.
pub async fn of_games(tx: &mut Transaction<'_>, games: &[i64]) -> sqlx::Result<Vec<MemberRow>> {
    sqlx::query_as!(
        MemberRow,
        r#"select tournament_game.game_id, name, title, round, substitution.words as "substitutions?",
                white_team as "white_team?", black_team as "black_team?", team_board as "team_board?",
                case when system = 'knock-out'
                     then (select count(*) from tournament_player
                           where tournament_player.tournament_id = tournament.id and number is not null) end as knocks_out
         from tournament_game join tournament on tournament.id = tournament_id
              left join substitution on substitution.game_id = tournament_game.game_id
              left join teams_of_game on teams_of_game.game_id = tournament_game.game_id
         where tournament_game.game_id = any($1)"#,
        games
    )
    .fetch_all(&mut **tx)
    .await
}

/// Who directs these tournaments, by tournament and name.
///
/// # Errors
///
/// When the database fails.
pub async fn directors(
    tx: &mut Transaction<'_>,
    tournaments: &[i64],
) -> sqlx::Result<Vec<DirectorRow>> {
    sqlx::query_as!(
        DirectorRow,
        "select tournament_id, player_id, name from tournament_director join player on player.id = player_id
         where tournament_id = any($1) order by tournament_id, name_key",
        tournaments
    )
    .fetch_all(&mut **tx)
    .await
}

/// It begins as soon as somebody looks for what is due.
///
/// # Errors
///
/// When the database fails.
pub async fn begin_now(tx: &mut Transaction<'_>, tournament: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update tournament set begins_at = now() where id = $1 and state in ('open', 'closed')",
        tournament
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Puts somebody on the list; of a team, where it has teams.
///
/// # Errors
///
/// When the database fails.
pub async fn sign_up(
    tx: &mut Transaction<'_>,
    tournament: i64,
    (player, team): (i64, Option<i32>),
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into tournament_player (tournament_id, player_id, signed_up_at, team) values ($1, $2, $3, $4)",
        tournament,
        player,
        at,
        team
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Takes somebody off the list who has no number in the draw, and had none; off all lists where none is named.
///
/// # Errors
///
/// When the database fails.
pub async fn sign_off(
    tx: &mut Transaction<'_>,
    tournament: Option<i64>,
    player: i64,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from tournament_player
         where player_id = $2 and number is null and given_up is null and ($1::bigint is null or tournament_id = $1)",
        tournament,
        player
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Notes that somebody has left this tournament, or all, that go on.
///
/// # Errors
///
/// When the database fails.
pub async fn withdraw(
    tx: &mut Transaction<'_>,
    tournament: Option<i64>,
    player: i64,
    (at, cause): (DateTime<Utc>, Option<i64>),
) -> sqlx::Result<()> {
    sqlx::query!(
        "with gone as (
             update tournament_player set withdrawn_at = $3 from tournament
             where tournament.id = tournament_id and state = 'playing' and player_id = $2 and number is not null
               and withdrawn_at is null and ($1::bigint is null or tournament_id = $1)
             returning tournament_id)
         insert into tournament_record (tournament_id, cause_id, at, kind, player_id)
         select tournament_id, $4, $3, 'withdrawn', $2 from gone",
        tournament,
        player,
        at,
        cause
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Gives somebody their number in the draw, with their rating as it is.
///
/// # Errors
///
/// When the database fails.
pub async fn seat(
    tx: &mut Transaction<'_>,
    tournament: i64,
    (player, number, rating): (i64, i32, Option<i32>),
) -> sqlx::Result<()> {
    sqlx::query!(
        "update tournament_player set number = $3, rating = $4 where tournament_id = $1 and player_id = $2",
        tournament,
        player,
        number,
        rating
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Adds games that are paired.
///
/// # Errors
///
/// When the database fails.
pub async fn add_games(
    tx: &mut Transaction<'_>,
    tournament: i64,
    games: &[PairedRow],
) -> sqlx::Result<()> {
    let (numbers, rounds): (Vec<i64>, Vec<i32>) =
        games.iter().map(|game| (game.game_id, game.round)).unzip();
    let boards: Vec<i32> = games.iter().map(|game| game.board).collect();
    sqlx::query!(
        "insert into tournament_game (game_id, tournament_id, round, board)
         select game, $1, round, board from unnest($2::bigint[], $3::int[], $4::int[]) as paired (game, round, board)",
        tournament,
        &numbers,
        &rounds,
        &boards
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Adds a point without a game.
///
/// # Errors
///
/// When the database fails.
pub async fn add_bye(tx: &mut Transaction<'_>, bye: ByeRow) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into tournament_bye (tournament_id, player_id, round) values ($1, $2, $3)",
        bye.tournament_id,
        bye.player_id,
        bye.round
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// So many rounds are paired now, and the next one is at this instant; in the record as well.
///
/// # Errors
///
/// When the database fails.
pub async fn note_round(
    tx: &mut Transaction<'_>,
    tournament: i64,
    (rounds, next_round_at): (i32, Option<DateTime<Utc>>),
    (at, cause): (DateTime<Utc>, Option<i64>),
) -> sqlx::Result<()> {
    sqlx::query!(
        "with paired as (update tournament set paired_rounds = $2, next_round_at = $3 where id = $1)
         insert into tournament_record (tournament_id, cause_id, at, kind, words)
         values ($1, $5, $4, 'round', $2::int::text)",
        tournament,
        rounds,
        next_round_at,
        at,
        cause
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// No further round is paired, since none can be; in the record as well, with this round.
///
/// # Errors
///
/// When the database fails.
pub async fn note_last_round(
    tx: &mut Transaction<'_>,
    tournament: i64,
    round: i32,
    (at, cause): (DateTime<Utc>, Option<i64>),
) -> sqlx::Result<()> {
    sqlx::query!(
        "with paired as (update tournament set next_round_at = null where id = $1)
         insert into tournament_record (tournament_id, cause_id, at, kind, words)
         values ($1, $4, $3, 'no pairing', 'round ' || $2::int)",
        tournament,
        round,
        at,
        cause
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// What a tournament has become, and its record.
///
/// # Errors
///
/// When the database fails.
pub async fn turn_into(
    tx: &mut Transaction<'_>,
    tournament: i64,
    turn: Turned,
    (at, cause): (DateTime<Utc>, Option<i64>),
) -> sqlx::Result<()> {
    let (state, kind, rounds, next_round_at) = match turn {
        Turned::Playing {
            rounds,
            next_round_at,
        } => ("playing", "started", Some(rounds), next_round_at),
        Turned::Finished => ("finished", "finished", None, None),
        Turned::Cancelled => ("cancelled", "cancelled", None, None),
    };
    sqlx::query!(
        "with turned as (
             update tournament set state = $2, paired_rounds = coalesce($3, paired_rounds),
                    next_round_at = $7,
                    started_at = case when $2 = 'playing' then $4 else started_at end,
                    ended_at = case when $2 = 'playing' then ended_at else $4 end
             where id = $1)
         insert into tournament_record (tournament_id, cause_id, at, kind) values ($1, $5, $4, $6)",
        tournament,
        state,
        rounds,
        at,
        cause,
        kind,
        next_round_at
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Lets the tournament of this game go on that was over: moves of the game stand no longer. When it is over once more, its
/// players are told.
///
/// # Errors
///
/// When the database fails.
pub async fn reopen(tx: &mut Transaction<'_>, game: i64, cause: Option<i64>) -> sqlx::Result<()> {
    sqlx::query!(
        "with reopened as (
             update tournament set state = 'playing', ended_at = null
             where state = 'finished' and id = (select tournament_id from tournament_game where game_id = $1)
             returning id)
         insert into tournament_record (tournament_id, cause_id, at, kind)
         select id, $2, now(), 'reopened' from reopened",
        game,
        cause
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// What a tournament becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    /// It has begun, with so many rounds paired.
    Playing {
        /// How many.
        rounds: i32,
        /// When the next one is.
        next_round_at: Option<DateTime<Utc>>,
    },
    /// All its games are over.
    Finished,
    /// It was given up before it began.
    Cancelled,
}

/// What is due for the longest time; `None` where nothing is.
///
/// # Errors
///
/// When the database fails.
pub async fn next_due(tx: &mut Transaction<'_>) -> sqlx::Result<Option<Due>> {
    let timed = sqlx::query!(
        r#"select id, state = 'playing' as "playing!", paired_rounds from tournament
           where state in ('open', 'closed', 'playing') and coalesce(next_round_at, begins_at) <= now()
             and (state <> 'playing' or next_round_at is not null and system <> 'knock-out')
           order by coalesce(next_round_at, begins_at), id limit 1"#
    )
    .fetch_optional(&mut **tx)
    .await?;
    if let Some(row) = timed {
        return Ok(Some(match row.playing {
            true => Due::Round {
                tournament: row.id,
                round: row.paired_rounds + 1,
            },
            false => Due::Begin(row.id),
        }));
    }
    if let Some((tournament, step)) = brackets::due(tx).await? {
        return Ok(Some(Due::Bracket { tournament, step }));
    }
    if let Some(due) = deserted(tx).await? {
        return Ok(Some(due));
    }
    let over = sqlx::query!(
        r#"select id, (select count(*) from tournament_record
                       where tournament_id = tournament.id and kind = 'finished') as "ended_before!"
           from tournament
           where state = 'playing' and next_round_at is null
             and (system <> 'knock-out' or bracket_seen = bracket_stands(id))
             and not exists (select from tournament_game join game on game.id = game_id
                             where tournament_id = tournament.id and phase = 'playing')
           order by id limit 1"#
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(over.map(|row| Due::Finish {
        tournament: row.id,
        ended_before: row.ended_before,
    }))
}

/// A tournament with a round to come in which not even two players are left: nobody waits for the day of that round.
async fn deserted(tx: &mut Transaction<'_>) -> sqlx::Result<Option<Due>> {
    let found = sqlx::query!(
        "select id, paired_rounds from tournament
         where state = 'playing' and next_round_at is not null and system <> 'knock-out'
           and (select count(*) from tournament_player
                where tournament_id = tournament.id and number is not null and withdrawn_at is null) < 2
         order by id limit 1"
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(found.map(|row| Due::Round {
        tournament: row.id,
        round: row.paired_rounds + 1,
    }))
}

/// What cannot be done now is tried in an hour again; what is only to be told is not told.
///
/// # Errors
///
/// When the database fails.
pub async fn put_off(tx: &mut Transaction<'_>, due: Due) -> sqlx::Result<()> {
    match due {
        Due::Begin(id) => {
            sqlx::query!(
                "update tournament set begins_at = now() + interval '1 hour'
                 where id = $1 and state in ('open', 'closed')",
                id
            )
            .execute(&mut **tx)
            .await?;
        }
        Due::Round { tournament, round } => {
            sqlx::query!(
                "update tournament set next_round_at = now() + interval '1 hour'
                 where id = $1 and paired_rounds + 1 = $2 and next_round_at is not null",
                tournament,
                round
            )
            .execute(&mut **tx)
            .await?;
        }
        Due::Bracket { tournament, .. } => {
            sqlx::query!(
                "update tournament set bracket_seen = bracket_stands(id), next_round_at = now() + interval '1 hour'
                 where id = $1 and state = 'playing'",
                tournament
            )
            .execute(&mut **tx)
            .await?;
        }
        Due::Finish { tournament, .. } => {
            sqlx::query!(
                "update tournament set state = 'finished', ended_at = now() where id = $1 and state = 'playing'
                   and not exists (select from tournament_game join game on game.id = game_id
                                   where tournament_id = tournament.id and phase = 'playing')",
                tournament
            )
            .execute(&mut **tx)
            .await?;
        }
    }
    Ok(())
}
