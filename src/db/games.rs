//! Games: their present state, their events, and open questions about moves.

use super::Transaction;
use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// A game as it is stored.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// The number that players write.
    pub id: i64,
    /// Who made the challenge.
    pub challenger_id: i64,
    /// Who was challenged.
    pub opponent_id: i64,
    /// The colour the challenger asked for.
    pub wish: String,
    /// The rules of castling: `standard` or `chess960`.
    pub variant: String,
    /// The position in which it begins, as FEN.
    pub start: String,
    /// The subject of all its mails.
    pub subject: String,
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
}

/// An event as it is stored.
#[derive(Clone, Debug)]
pub struct EventRow {
    /// The game.
    pub game_id: i64,
    /// Counted from 0 within the game.
    pub number: i32,
    /// What happened.
    pub kind: &'static str,
    /// Who did it; nobody for what the administrator decided.
    pub player_id: Option<i64>,
    /// `white` or `black`, once the colours are settled.
    pub side: Option<&'static str>,
    /// Of a challenge: the colour asked for.
    pub wish: Option<&'static str>,
    /// Of a challenge: the rules of castling.
    pub variant: Option<&'static str>,
    /// Of a challenge: the position in which the game is to begin, as FEN.
    pub start: Option<String>,
    /// Of a draw that was claimed: what gave the right to it.
    pub grounds: Option<&'static str>,
    /// Of an acceptance: who has White.
    pub white_id: Option<i64>,
    /// Of a move: which ply it is, counted from 1.
    pub ply: Option<i32>,
    /// Of a move.
    pub san: Option<String>,
    /// Of a move.
    pub uci: Option<String>,
    /// Of a move: how its player wrote the letter of the piece, `large` or `small`.
    pub piece_letter: Option<&'static str>,
    /// Of a move: what was found of the position after it, `dead position`.
    pub found: Option<&'static str>,
    /// Of a move: it was prepared in an earlier mail.
    pub prepared: bool,
    /// Of what changed the position: the turn that it began.
    pub turn: Option<i32>,
    /// Of moves that are taken back and of a correction: how many plies of the game are left.
    pub left_plies: Option<i32>,
    /// Of an adjudication.
    pub result: Option<&'static str>,
    /// Of what the administrator decided: why.
    pub reason: Option<String>,
    /// The mail that brought it about; none for what the administrator decided.
    pub inbox_id: Option<i64>,
    /// When that mail arrived.
    pub arrived_at: DateTime<Utc>,
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
    sqlx::query_as!(
        GameRow,
        "select id, challenger_id, opponent_id, wish, variant, start, subject, phase, white_id, moves, fen, draw_offer, draw_offers,
                turn, rewound, takeback_offer, takeback_offers, abort_offer, abort_offers, result, ending, events, started_at, finished_at,
                turned_at
         from game
         where id = any($1) or id = any($2) and (challenger_id = any($3) or opponent_id = any($3))
         order by id for update",
        ids,
        own,
        players
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

/// Who among these players has challenged whom among them that has never answered us.
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
         where game.opponent_id = any($1)",
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
    let ids: Vec<i64> = games.iter().map(|g| g.id).collect();
    let challengers: Vec<i64> = games.iter().map(|g| g.challenger_id).collect();
    let opponents: Vec<i64> = games.iter().map(|g| g.opponent_id).collect();
    let wishes: Vec<String> = games.iter().map(|g| g.wish.clone()).collect();
    let variants: Vec<String> = games.iter().map(|g| g.variant.clone()).collect();
    let starts: Vec<String> = games.iter().map(|g| g.start.clone()).collect();
    let subjects: Vec<String> = games.iter().map(|g| g.subject.clone()).collect();
    let phases: Vec<String> = games.iter().map(|g| g.phase.clone()).collect();
    let whites: Vec<Option<i64>> = games.iter().map(|g| g.white_id).collect();
    let plies: Vec<i32> = games.iter().map(GameRow::ply).collect();
    let moves: Vec<String> = games.iter().map(|g| g.moves.clone()).collect();
    let fens: Vec<String> = games.iter().map(|g| g.fen.clone()).collect();
    let offers: Vec<Option<String>> = games.iter().map(|g| g.draw_offer.clone()).collect();
    let all_offers: Vec<String> = games.iter().map(|g| g.draw_offers.clone()).collect();
    let turns: Vec<i32> = games.iter().map(|g| g.turn).collect();
    let rewound: Vec<Option<i32>> = games.iter().map(|g| g.rewound).collect();
    let takebacks: Vec<Option<String>> = games.iter().map(|g| g.takeback_offer.clone()).collect();
    let all_takebacks: Vec<String> = games.iter().map(|g| g.takeback_offers.clone()).collect();
    let aborts: Vec<Option<String>> = games.iter().map(|g| g.abort_offer.clone()).collect();
    let all_aborts: Vec<String> = games.iter().map(|g| g.abort_offers.clone()).collect();
    let results: Vec<String> = games.iter().map(|g| g.result.clone()).collect();
    let endings: Vec<Option<String>> = games.iter().map(|g| g.ending.clone()).collect();
    let events: Vec<i32> = games.iter().map(|g| g.events).collect();
    let started: Vec<Option<DateTime<Utc>>> = games.iter().map(|g| g.started_at).collect();
    let finished: Vec<Option<DateTime<Utc>>> = games.iter().map(|g| g.finished_at).collect();
    let turned: Vec<DateTime<Utc>> = games.iter().map(|g| g.turned_at).collect();
    sqlx::query!(
        r#"insert into game (id, challenger_id, opponent_id, wish, subject, phase, white_id, black_id, ply, moves, fen,
                             draw_offer, result, ending, events, started_at, finished_at, variant, start, draw_offers,
                             turn, rewound, takeback_offer, takeback_offers, abort_offer, abort_offers, turned_at)
           select g.id, g.challenger, g.opponent, g.wish, g.subject, g.phase, g.white,
                  case when g.white = g.challenger then g.opponent when g.white = g.opponent then g.challenger end,
                  g.ply, g.moves, g.fen, g.draw_offer, g.result, g.ending, g.events, g.started_at, g.finished_at,
                  g.variant, g.start, g.draw_offers, g.turn, g.rewound, g.takeback_offer, g.takeback_offers,
                  g.abort_offer, g.abort_offers, g.turned_at
           from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[],
                       $8::int[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::int[],
                       $15::timestamptz[], $16::timestamptz[], $17::text[], $18::text[], $19::text[],
                       $20::int[], $21::int[], $22::text[], $23::text[], $24::text[], $25::text[], $26::timestamptz[])
                as g (id, challenger, opponent, wish, subject, phase, white, ply, moves, fen, draw_offer, result,
                      ending, events, started_at, finished_at, variant, start, draw_offers, turn, rewound,
                      takeback_offer, takeback_offers, abort_offer, abort_offers, turned_at)
           on conflict (id) do update set phase = excluded.phase, white_id = excluded.white_id,
                  black_id = excluded.black_id, ply = excluded.ply, moves = excluded.moves, fen = excluded.fen,
                  draw_offer = excluded.draw_offer, draw_offers = excluded.draw_offers, turn = excluded.turn,
                  rewound = excluded.rewound, takeback_offer = excluded.takeback_offer,
                  takeback_offers = excluded.takeback_offers, abort_offer = excluded.abort_offer,
                  abort_offers = excluded.abort_offers, result = excluded.result, ending = excluded.ending,
                  events = excluded.events, started_at = excluded.started_at, finished_at = excluded.finished_at,
                  turned_at = excluded.turned_at"#,
        &ids,
        &challengers,
        &opponents,
        &wishes,
        &subjects,
        &phases,
        &whites as &[Option<i64>],
        &plies,
        &moves,
        &fens,
        &offers as &[Option<String>],
        &results,
        &endings as &[Option<String>],
        &events,
        &started as &[Option<DateTime<Utc>>],
        &finished as &[Option<DateTime<Utc>>],
        &variants,
        &starts,
        &all_offers,
        &turns,
        &rewound as &[Option<i32>],
        &takebacks as &[Option<String>],
        &all_takebacks,
        &aborts as &[Option<String>],
        &all_aborts,
        &turned
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Appends events.
///
/// # Errors
///
/// When the database fails, or an event with that number, or one that began that turn, exists already.
pub async fn append(tx: &mut Transaction<'_>, events: &[EventRow]) -> sqlx::Result<()> {
    let games: Vec<i64> = events.iter().map(|e| e.game_id).collect();
    let numbers: Vec<i32> = events.iter().map(|e| e.number).collect();
    let kinds: Vec<String> = events.iter().map(|e| e.kind.to_owned()).collect();
    let players: Vec<Option<i64>> = events.iter().map(|e| e.player_id).collect();
    let sides: Vec<Option<String>> = events.iter().map(|e| e.side.map(str::to_owned)).collect();
    let wishes: Vec<Option<String>> = events.iter().map(|e| e.wish.map(str::to_owned)).collect();
    let variants: Vec<Option<String>> = events
        .iter()
        .map(|e| e.variant.map(str::to_owned))
        .collect();
    let grounds: Vec<Option<String>> = events
        .iter()
        .map(|e| e.grounds.map(str::to_owned))
        .collect();
    let starts: Vec<Option<String>> = events.iter().map(|e| e.start.clone()).collect();
    let whites: Vec<Option<i64>> = events.iter().map(|e| e.white_id).collect();
    let plies: Vec<Option<i32>> = events.iter().map(|e| e.ply).collect();
    let sans: Vec<Option<String>> = events.iter().map(|e| e.san.clone()).collect();
    let ucis: Vec<Option<String>> = events.iter().map(|e| e.uci.clone()).collect();
    let prepared: Vec<bool> = events.iter().map(|e| e.prepared).collect();
    let turns: Vec<Option<i32>> = events.iter().map(|e| e.turn).collect();
    let left: Vec<Option<i32>> = events.iter().map(|e| e.left_plies).collect();
    let results: Vec<Option<String>> = events.iter().map(|e| e.result.map(str::to_owned)).collect();
    let reasons: Vec<Option<String>> = events.iter().map(|e| e.reason.clone()).collect();
    let piece_letters: Vec<Option<String>> = events
        .iter()
        .map(|e| e.piece_letter.map(str::to_owned))
        .collect();
    let found: Vec<Option<String>> = events.iter().map(|e| e.found.map(str::to_owned)).collect();
    let mails: Vec<Option<i64>> = events.iter().map(|e| e.inbox_id).collect();
    let arrivals: Vec<DateTime<Utc>> = events.iter().map(|e| e.arrived_at).collect();
    sqlx::query!(
        r#"insert into event (game_id, number, kind, player_id, side, wish, white_id, ply, san, uci, inbox_id,
                              arrived_at, variant, start, prepared, grounds, turn, left_plies, result, reason, piece_letter,
                              found, decided_at)
           select e.game, e.number, e.kind, e.player, e.side, e.wish, e.white, e.ply, e.san, e.uci, e.mail, e.arrived,
                  e.variant, e.start, e.prepared, e.grounds, e.turn, e.left_plies, e.result, e.reason,
                  e.piece_letter, e.found, clock_timestamp()
           from unnest($1::bigint[], $2::int[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[],
                       $8::int[], $9::text[], $10::text[], $11::bigint[], $12::timestamptz[], $13::text[], $14::text[],
                       $15::bool[], $16::text[], $17::int[], $18::int[], $19::text[], $20::text[], $21::text[],
                       $22::text[])
                as e (game, number, kind, player, side, wish, white, ply, san, uci, mail, arrived, variant, start,
                      prepared, grounds, turn, left_plies, result, reason, piece_letter, found)"#,
        &games,
        &numbers,
        &kinds,
        &players as &[Option<i64>],
        &sides as &[Option<String>],
        &wishes as &[Option<String>],
        &whites as &[Option<i64>],
        &plies as &[Option<i32>],
        &sans as &[Option<String>],
        &ucis as &[Option<String>],
        &mails as &[Option<i64>],
        &arrivals,
        &variants as &[Option<String>],
        &starts as &[Option<String>],
        &prepared,
        &grounds as &[Option<String>],
        &turns as &[Option<i32>],
        &left as &[Option<i32>],
        &results as &[Option<String>],
        &reasons as &[Option<String>],
        &piece_letters as &[Option<String>],
        &found as &[Option<String>]
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Who has written the letters of pieces in these games, large or small, each once: game, player, and `large` or `small`.
///
/// # Errors
///
/// When the database fails.
pub async fn piece_letters(
    tx: &mut Transaction<'_>,
    games: &[i64],
) -> sqlx::Result<Vec<(i64, i64, String)>> {
    let rows = sqlx::query!(
        r#"select distinct game_id, player_id as "player_id!", piece_letter as "piece_letter!" from event
           where game_id = any($1) and piece_letter is not null and player_id is not null"#,
        games
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.game_id, row.player_id, row.piece_letter))
        .collect())
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
    /// How many plies have been played.
    pub fn ply(&self) -> i32 {
        i32::try_from(self.moves.split_ascii_whitespace().count()).unwrap_or(i32::MAX)
    }
}

/// Notes of events that replayed mails brought about that the other player was told of them when they happened.
///
/// # Errors
///
/// When the database fails.
pub async fn note_told(tx: &mut Transaction<'_>, mail: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update event set delivered_at = arrived_at where inbox_id = $1 and delivered_at is null",
        mail
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Open games in which replayed mails did something, each with the last of these mails.
///
/// # Errors
///
/// When the database fails.
pub async fn replayed(pool: &PgPool) -> sqlx::Result<Vec<(i64, i64)>> {
    let rows = sqlx::query!(
        r#"select e.game_id, max(e.inbox_id) as "mail!" from event e
           join inbox i on i.id = e.inbox_id join game g on g.id = e.game_id
           where i.replayed and g.phase in ('offered', 'playing')
           group by 1 order by 1"#
    )
    .fetch_all(pool)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.game_id, row.mail))
        .collect())
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
