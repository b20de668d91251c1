//! Games: what stands of them after their events, and open questions about moves.

use super::Transaction;
use super::ratings::Place;
use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgPool;

/// What stands of a game after its events, as it is stored: [`GameRow::of`] makes it of the game that [`super::events`] tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The number that players write.
    pub id: i64,
    /// Who made the challenge.
    pub challenger_id: i64,
    /// Who was challenged.
    pub opponent_id: i64,
    /// The colour the challenger asked for.
    pub wish: String,
    /// What both play for: `casual` or `rated`.
    pub stake: String,
    /// The rules of castling: `standard` or `chess960`.
    pub variant: String,
    /// The position in which it begins, as FEN.
    pub start: String,
    /// Where it stands.
    pub phase: String,
    /// Who has White, once that is settled.
    pub white_id: Option<i64>,
    /// The moves in coordinate notation, separated by blanks.
    pub moves: String,
    /// The position (PGN standard 16.1).
    pub fen: String,
    /// The side whose draw offer stands.
    pub draw_offer: Option<String>,
    /// The draw offers of one side since the other last offered.
    pub draw_offers: String,
    /// How many times the position has changed.
    pub turn: i32,
    /// The turn that began when moves were last taken back.
    pub rewound: Option<i32>,
    /// The side whose offer to take back its last move stands.
    pub takeback_offer: Option<String>,
    /// Such offers, as the draw offers.
    pub takeback_offers: String,
    /// The side whose offer to end the game without a result stands.
    pub abort_offer: Option<String>,
    /// Such offers, as the draw offers.
    pub abort_offers: String,
    /// The side whose offer of a pause stands: `white` or `black`.
    pub pause_offer: Option<String>,
    /// The last day of that pause (UTC).
    pub pause_last_day: Option<NaiveDate>,
    /// The offers of a pause that count towards the limit, as [`crate::game::Offers`] writes them.
    pub pause_offers: String,
    /// The result token.
    pub result: String,
    /// How it ended.
    pub ending: Option<String>,
    /// When the present turn began, by the database's clock.
    pub turned_at: DateTime<Utc>,
    /// How many events it has.
    pub events: i32,
    /// When the challenge was accepted.
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// How time is counted.
    pub control: String,
    /// What is left of both, and was before each ply, as [`crate::game::clock::TimeSheet::kept`] writes it; nothing without a clock.
    pub clock: Option<String>,
    /// When the letter that tells the side to move of its turn was accepted for delivery; nothing while nobody's clock runs.
    pub told_at: Option<DateTime<Utc>>,
}

/// An open numbered question.
#[derive(Clone, Debug)]
pub struct QuestionRow {
    /// The game.
    pub game_id: i64,
    /// Who was asked.
    pub player_id: i64,
    /// The turn of the game when it was asked.
    pub turn: i32,
    /// The readings in coordinate notation, separated by blanks.
    pub choices: String,
}

/// Rows of games, all columns of them, with what stands behind the table's name.
macro_rules! game_rows {
    ($behind:tt, $($bound:expr),+) => {
        sqlx::query_as!(
            GameRow,
            "select id, challenger_id, opponent_id, wish, stake, variant, start, phase, white_id, moves, fen, draw_offer, draw_offers,
                    turn, rewound, takeback_offer, takeback_offers, abort_offer, abort_offers, pause_offer, pause_last_day,
                    pause_offers, result, ending, events, started_at, finished_at, turned_at, control, clock, told_at
             from game " + $behind,
            $($bound),+
        )
    };
}

/// The games with these numbers, and those of `own` in which one of `players` takes part; locked, in the order of their
/// numbers.
///
/// # Errors
///
/// When the database fails.
pub async fn lock(
    tx: &mut Transaction<'_>,
    ids: &[i64],
    own: &[i64],
    players: &[i64],
) -> sqlx::Result<Vec<GameRow>> {
    game_rows!(
        "where id = any($1) or id = any($2) and (challenger_id = any($3) or opponent_id = any($3))
         order by id for update",
        ids,
        own,
        players
    )
    .fetch_all(&mut **tx)
    .await
}

/// The games that both play for ratings and that are over, from this place on, in the order in which they count.
///
/// # Errors
///
/// When the database fails.
pub async fn rated_from(tx: &mut Transaction<'_>, from: Place) -> sqlx::Result<Vec<GameRow>> {
    game_rows!(
        "where phase = 'over' and stake = 'rated' and (finished_at, id) >= ($1, $2)
         order by finished_at, id",
        from.0,
        from.1
    )
    .fetch_all(&mut **tx)
    .await
}

/// The players of these games.
///
/// # Errors
///
/// When the database fails.
pub async fn players_of(tx: &mut Transaction<'_>, games: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select unnest(array[challenger_id, opponent_id]) as "player!" from game where id = any($1)"#,
        games
    )
    .fetch_all(&mut **tx)
    .await
}

/// The numbers of the open games and challenges of these players.
///
/// # Errors
///
/// When the database fails.
pub async fn open_of(tx: &mut Transaction<'_>, players: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select id from game
         where phase in ('offered', 'playing') and (challenger_id = any($1) or opponent_id = any($1))
         order by id",
        players
    )
    .fetch_all(&mut **tx)
    .await
}

/// Who among these players has challenged whom among them that has never answered us. Challenges of which their readers were
/// never told do not count.
///
/// # Errors
///
/// When the database fails.
pub async fn challenges_to_inactive(
    tx: &mut Transaction<'_>,
    players: &[i64],
) -> sqlx::Result<Vec<(i64, i64)>> {
    let rows = sqlx::query!(
        "select distinct game.challenger_id, game.opponent_id
         from game join player on player.id = game.opponent_id and player.state = 'invited'
         where game.opponent_id = any($1)
           and not exists (select from held_invitation where held_invitation.game_id = game.id)",
        players
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.challenger_id, row.opponent_id))
        .collect())
}

/// New numbers for games.
///
/// # Errors
///
/// When the database fails.
pub async fn reserve(tx: &mut Transaction<'_>, how_many: i32) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select nextval('game_number') as "id!" from generate_series(1, $1)"#,
        how_many
    )
    .fetch_all(&mut **tx)
    .await
}

/// Writes down games, new ones and changed ones.
///
/// # Errors
///
/// When the database fails.
pub async fn save(tx: &mut Transaction<'_>, games: &[GameRow]) -> sqlx::Result<()> {
    // In the order of the columns.
    sqlx::query!(
        r#"insert into game (id, challenger_id, opponent_id, wish, phase, white_id, black_id, ply, moves, fen,
                             draw_offer, result, ending, events, started_at, finished_at, variant, start, draw_offers,
                             turn, rewound, takeback_offer, takeback_offers, abort_offer, abort_offers, turned_at, control,
                             clock, told_at, pause_offer, pause_last_day, pause_offers, stake, public_at_end)
           select id, challenger_id, opponent_id, wish, phase, white_id, black_id, ply, moves, fen, draw_offer, result, ending,
                  events, started_at, finished_at, variant, start, draw_offers, turn, rewound, takeback_offer,
                  takeback_offers, abort_offer, abort_offers, turned_at, control, clock, told_at, pause_offer, pause_last_day,
                  pause_offers, stake, phase = 'over' and (select count(*) = 2 from player p where p.id in (challenger_id, opponent_id) and p.public)
           from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
                                $8::int[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::int[],
                                $15::timestamptz[], $16::timestamptz[], $17::text[], $18::text[], $19::text[], $20::int[],
                                $21::int[], $22::text[], $23::text[], $24::text[], $25::text[], $26::timestamptz[],
                                $27::text[], $28::text[], $29::timestamptz[], $30::text[], $31::date[], $32::text[], $33::text[])
                as g (id, challenger_id, opponent_id, wish, phase, white_id, black_id, ply, moves, fen, draw_offer, result,
                      ending, events, started_at, finished_at, variant, start, draw_offers, turn, rewound, takeback_offer,
                      takeback_offers, abort_offer, abort_offers, turned_at, control, clock, told_at, pause_offer,
                      pause_last_day, pause_offers, stake)
           on conflict (id) do update set challenger_id = excluded.challenger_id, opponent_id = excluded.opponent_id,
                  stake = excluded.stake, phase = excluded.phase, white_id = excluded.white_id,
                  black_id = excluded.black_id, ply = excluded.ply, moves = excluded.moves, fen = excluded.fen,
                  draw_offer = excluded.draw_offer, draw_offers = excluded.draw_offers, turn = excluded.turn,
                  rewound = excluded.rewound, takeback_offer = excluded.takeback_offer,
                  takeback_offers = excluded.takeback_offers, abort_offer = excluded.abort_offer,
                  abort_offers = excluded.abort_offers, result = excluded.result, ending = excluded.ending,
                  events = excluded.events, started_at = excluded.started_at, finished_at = excluded.finished_at,
                  turned_at = excluded.turned_at, clock = excluded.clock, told_at = excluded.told_at,
                  pause_offer = excluded.pause_offer, pause_last_day = excluded.pause_last_day,
                  pause_offers = excluded.pause_offers,
                  public_at_end = case when excluded.phase = 'over' and game.phase = 'over' then game.public_at_end
                                       else excluded.public_at_end end,
                  due_at = case when excluded.told_at is not null then now() end,
                  -- of another turn, until it is looked at
                  time_ends_at = case when excluded.phase = 'playing' and excluded.turn = game.turn then game.time_ends_at end,
                  time_reckoned_at = case when excluded.phase = 'playing' and excluded.turn = game.turn then game.time_reckoned_at end"#,
        &column(games, |g| g.id),
        &column(games, |g| g.challenger_id),
        &column(games, |g| g.opponent_id),
        &column(games, |g| g.wish.clone()),
        &column(games, |g| g.phase.clone()),
        &column(games, |g| g.white_id) as &[Option<i64>],
        &column(games, |g| g.black_id()) as &[Option<i64>],
        &column(games, |g| g.ply()),
        &column(games, |g| g.moves.clone()),
        &column(games, |g| g.fen.clone()),
        &column(games, |g| g.draw_offer.clone()) as &[Option<String>],
        &column(games, |g| g.result.clone()),
        &column(games, |g| g.ending.clone()) as &[Option<String>],
        &column(games, |g| g.events),
        &column(games, |g| g.started_at) as &[Option<DateTime<Utc>>],
        &column(games, |g| g.finished_at) as &[Option<DateTime<Utc>>],
        &column(games, |g| g.variant.clone()),
        &column(games, |g| g.start.clone()),
        &column(games, |g| g.draw_offers.clone()),
        &column(games, |g| g.turn),
        &column(games, |g| g.rewound) as &[Option<i32>],
        &column(games, |g| g.takeback_offer.clone()) as &[Option<String>],
        &column(games, |g| g.takeback_offers.clone()),
        &column(games, |g| g.abort_offer.clone()) as &[Option<String>],
        &column(games, |g| g.abort_offers.clone()),
        &column(games, |g| g.turned_at),
        &column(games, |g| g.control.clone()),
        &column(games, |g| g.clock.clone()) as &[Option<String>],
        &column(games, |g| g.told_at) as &[Option<DateTime<Utc>>],
        &column(games, |g| g.pause_offer.clone()) as &[Option<String>],
        &column(games, |g| g.pause_last_day) as &[Option<NaiveDate>],
        &column(games, |g| g.pause_offers.clone()),
        &column(games, |g| g.stake.clone())
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

fn column<T>(games: &[GameRow], of: impl Fn(&GameRow) -> T) -> Vec<T> {
    games.iter().map(of).collect()
}

/// The open questions in these games.
///
/// # Errors
///
/// When the database fails.
pub async fn questions(tx: &mut Transaction<'_>, games: &[i64]) -> sqlx::Result<Vec<QuestionRow>> {
    sqlx::query_as!(
        QuestionRow,
        "select game_id, player_id, turn, choices from question where game_id = any($1)",
        games
    )
    .fetch_all(&mut **tx)
    .await
}

/// Asks a question, in the place of an earlier one.
///
/// # Errors
///
/// When the database fails.
pub async fn ask(tx: &mut Transaction<'_>, questions: &[QuestionRow]) -> sqlx::Result<()> {
    for question in questions {
        sqlx::query!(
            "insert into question (game_id, player_id, turn, choices) values ($1, $2, $3, $4)
             on conflict (game_id, player_id) do update set turn = excluded.turn, choices = excluded.choices",
            question.game_id,
            question.player_id,
            question.turn,
            question.choices
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

impl GameRow {
    /// Who has Black, once that is settled.
    fn black_id(&self) -> Option<i64> {
        if self.white_id? == self.challenger_id {
            Some(self.opponent_id)
        } else if self.white_id? == self.opponent_id {
            Some(self.challenger_id)
        } else {
            None
        }
    }

    /// How many plies have been played.
    pub fn ply(&self) -> i32 {
        i32::try_from(self.moves.split_ascii_whitespace().count()).unwrap_or(i32::MAX)
    }
}

/// Those of these game numbers that are no game's.
///
/// # Errors
///
/// When the database fails.
pub async fn unknown(pool: &PgPool, numbers: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select n as "number!" from unnest($1::bigint[]) as n
           where not exists (select from game where id = n) order by n"#,
        numbers
    )
    .fetch_all(pool)
    .await
}
