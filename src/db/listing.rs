//! Lists for administrators, and the export.

use chrono::{DateTime, NaiveDate, Utc};
use futures::stream::BoxStream;
use sqlx::{PgExecutor, PgPool};

use super::games::GameRow;
use super::players::Who;
use crate::letters::{Annotation, NameKey, TeamsOfGame};

/// A game with its players' names, for a list or a PGN.
#[derive(Clone, Debug)]
pub struct NamedGame {
    /// The game.
    pub game: GameRow,
    /// The name of who made the challenge.
    pub challenger: String,
    /// The name of who was challenged.
    pub opponent: String,
    /// What the players noted, in the order of the moves.
    pub notes: Vec<Annotation>,
    /// The tournament that it belongs to: what that is called, and the round.
    pub tournament: Option<(String, i32)>,
    /// Who has taken places in it, as its PGN says.
    pub substitutions: Option<String>,
    /// For which teams they play in it.
    pub teams: Option<TeamsOfGame>,
}

/// Which games are wanted.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// Of this player.
    pub player: Option<Who>,
    /// Begun at or after this instant.
    pub since: Option<DateTime<Utc>>,
    /// Begun before this instant.
    pub until: Option<DateTime<Utc>>,
    /// Only finished ones.
    pub finished: bool,
    /// With this result token.
    pub result: Option<String>,
    /// With this opening: the beginning of its code, or a part of its name. The database does not know it; whoever
    /// replays the game does.
    pub opening: Option<String>,
    /// Only this one.
    pub number: Option<i64>,
}

/// A player in a list.
#[derive(Clone, Debug)]
pub struct PlayerLine {
    /// Their number.
    pub id: i64,
    /// Their name.
    pub name: String,
    /// `invited` or `active`.
    pub state: String,
    /// Their main address.
    pub address: String,
    /// The language of their piece letters.
    pub letters: String,
    /// The time zone that they have said, as IANA calls it.
    pub zone: Option<String>,
    /// When they are reminded of moves, as they set it.
    pub reminders: String,
    /// How often they get the list of their games.
    pub digest: String,
    /// Whether leave of theirs begins by itself when their time is over.
    pub automatic_leave: bool,
    /// Their leave that is not over, "2026-11-27 - 2026-12-10, 2026-12-24 - 2026-12-26".
    pub leave: Option<String>,
    /// Whether their address said "stop".
    pub silenced: bool,
    /// On how many days letters to their address came back lately.
    pub bounce_score: i32,
    /// Whether the administrator lets them neither write nor get mail.
    pub blocked: bool,
    /// Whether they were forgotten: only their games are left, and they have no address.
    pub gone: bool,
    /// Since when nothing is sent to them.
    pub rests_since: Option<DateTime<Utc>>,
    /// Why: `bounces` or `complaint`.
    pub rest_reason: Option<String>,
    /// How many of their games go on.
    pub playing: i64,
    /// How many of their games are over.
    pub finished: i64,
}

/// A mail in a list.
#[derive(Clone, Debug)]
pub struct MailLine {
    /// Its row.
    pub id: i64,
    /// `new`, `held`, `done`, `dropped` or `dead`.
    pub state: String,
    /// Why.
    pub reason: Option<String>,
    /// The last error that handling it met.
    pub error: Option<String>,
    /// When our mail server took it.
    pub arrived_at: DateTime<Utc>,
    /// Its sender as written, in lower case.
    pub sender: String,
    /// Octets.
    pub size: i64,
    /// How often it was tried.
    pub attempts: i32,
}

/// A letter in a list.
#[derive(Clone, Debug)]
pub struct LetterLine {
    /// Its row.
    pub id: i64,
    /// The occasion.
    pub occasion: String,
    /// `queued`, `sent`, `failed` or `superseded`.
    pub state: String,
    /// To whom.
    pub recipient: String,
    /// How often it was tried.
    pub attempts: i32,
    /// The last answer of the relay that was not an acceptance.
    pub error: Option<String>,
}

/// How many games a filter finds.
///
/// # Errors
///
/// When the database fails.
pub async fn count_games(pool: &PgPool, filter: &GameFilter) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from game
           where ($1::boolean is false or exists (
                     select from player where player.id in (game.challenger_id, game.opponent_id)
                       and (player.id = $7 or player.name_key = $8
                            or exists (select from address where player_id = player.id and key = $9))))
             and ($2::timestamptz is null or game.started_at >= $2)
             and ($3::timestamptz is null or game.started_at < $3)
             and (not $4 or game.phase = 'over')
             and ($5::bigint is null or game.id = $5)
             and ($6::text is null or game.result = $6)"#,
        filter.player.is_some(),
        filter.since,
        filter.until,
        filter.finished,
        filter.number,
        filter.result,
        filter.player.as_ref().and_then(|who| who.number),
        filter.player.as_ref().and_then(|who| who.name.as_ref()).map(NameKey::as_str),
        filter.player.as_ref().and_then(|who| who.address.as_deref())
    )
    .fetch_one(pool)
    .await
}

/// The games that a filter finds, by number, one after the other as they come from the database.
pub fn games<'a>(
    database: impl PgExecutor<'a> + 'a,
    filter: &'a GameFilter,
) -> BoxStream<'a, sqlx::Result<NamedGame>> {
    use futures::{StreamExt, TryStreamExt};
    sqlx::query_as!(
        ListedGame,
        r#"select game.id, challenger_id, opponent_id, wish, stake, variant, start, phase, white_id, moves, fen,
                  draw_offer, draw_offers, turn, rewound, takeback_offer, takeback_offers, abort_offer,
                  abort_offers, pause_offer, pause_last_day, pause_offers, result, ending, events, started_at,
                  finished_at, turned_at, control, clock, told_at, c.name as challenger,
                  o.name as opponent,
                  coalesce(noted.plies, '{}') as "plies!", coalesce(noted.glyphs, '{}') as "glyphs!",
                  coalesce(noted.texts, '{}') as "texts!", within.title as "tournament?", within.round as "round?",
                  substitution.words as "substitutions?", white_team as "white_team?", black_team as "black_team?",
                  team_board as "team_board?"
           from game join player c on c.id = challenger_id join player o on o.id = opponent_id
           left join substitution on substitution.game_id = game.id
           left join teams_of_game on teams_of_game.game_id = game.id
           left join lateral (
               select title, round from tournament_game join tournament on tournament.id = tournament_id
               where tournament_game.game_id = game.id) within on true
           left join lateral (
               select array_agg(note.ply order by note.ply) as plies,
                      array_agg(coalesce(note.glyph, -1) order by note.ply) as glyphs,
                      array_agg(note.text order by note.ply) as texts
               from note where note.game_id = game.id) noted on true
           where ($1::boolean is false or exists (
                     select from player where player.id in (game.challenger_id, game.opponent_id)
                       and (player.id = $7 or player.name_key = $8
                            or exists (select from address where player_id = player.id and key = $9))))
             and ($2::timestamptz is null or game.started_at >= $2)
             and ($3::timestamptz is null or game.started_at < $3)
             and (not $4 or game.phase = 'over')
             and ($5::bigint is null or game.id = $5)
             and ($6::text is null or game.result = $6)
           order by game.id"#,
        filter.player.is_some(),
        filter.since,
        filter.until,
        filter.finished,
        filter.number,
        filter.result,
        filter.player.as_ref().and_then(|who| who.number),
        filter.player.as_ref().and_then(|who| who.name.as_ref()).map(NameKey::as_str),
        filter.player.as_ref().and_then(|who| who.address.as_deref())
    )
    .fetch(database)
    .map_ok(NamedGame::from)
    .boxed()
}

/// A row of [`games`]: a [`GameRow`], and what belongs to it in other tables.
struct ListedGame {
    id: i64,
    challenger_id: i64,
    opponent_id: i64,
    wish: String,
    stake: String,
    variant: String,
    start: String,
    phase: String,
    white_id: Option<i64>,
    moves: String,
    fen: String,
    draw_offer: Option<String>,
    draw_offers: String,
    turn: i32,
    rewound: Option<i32>,
    takeback_offer: Option<String>,
    takeback_offers: String,
    abort_offer: Option<String>,
    abort_offers: String,
    pause_offer: Option<String>,
    pause_last_day: Option<NaiveDate>,
    pause_offers: String,
    result: String,
    ending: Option<String>,
    events: i32,
    started_at: Option<DateTime<Utc>>,
    finished_at: Option<DateTime<Utc>>,
    turned_at: DateTime<Utc>,
    control: String,
    clock: Option<String>,
    told_at: Option<DateTime<Utc>>,
    challenger: String,
    opponent: String,
    plies: Vec<i32>,
    glyphs: Vec<i32>,
    texts: Vec<String>,
    tournament: Option<String>,
    round: Option<i32>,
    substitutions: Option<String>,
    white_team: Option<String>,
    black_team: Option<String>,
    team_board: Option<i32>,
}

impl From<ListedGame> for NamedGame {
    fn from(row: ListedGame) -> NamedGame {
        NamedGame {
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
                draw_offer: row.draw_offer,
                draw_offers: row.draw_offers,
                turn: row.turn,
                rewound: row.rewound,
                takeback_offer: row.takeback_offer,
                takeback_offers: row.takeback_offers,
                abort_offer: row.abort_offer,
                abort_offers: row.abort_offers,
                pause_offer: row.pause_offer,
                pause_last_day: row.pause_last_day,
                pause_offers: row.pause_offers,
                result: row.result,
                ending: row.ending,
                events: row.events,
                started_at: row.started_at,
                finished_at: row.finished_at,
                turned_at: row.turned_at,
                control: row.control,
                clock: row.clock,
                told_at: row.told_at,
            },
            challenger: row.challenger,
            opponent: row.opponent,
            tournament: row.tournament.zip(row.round),
            substitutions: row.substitutions,
            teams: TeamsOfGame::of(row.white_team, row.black_team, row.team_board),
            notes: row
                .plies
                .into_iter()
                .zip(row.glyphs)
                .zip(row.texts)
                .filter_map(|((ply, glyph), text)| {
                    Some(Annotation {
                        ply: u32::try_from(ply).ok()?,
                        glyph: u8::try_from(glyph).ok(),
                        text,
                    })
                })
                .collect(),
        }
    }
}

/// Players by name: all, or the one with this number.
///
/// # Errors
///
/// When the database fails.
pub async fn players(pool: &PgPool, number: Option<i64>) -> sqlx::Result<Vec<PlayerLine>> {
    sqlx::query_as!(
        PlayerLine,
        r#"select p.id, p.name, p.state, p.letters, p.zone, p.reminders, p.digest, p.automatic_leave,
                  (select string_agg(first_day || ' - ' || last_day, ', ' order by first_day) from leave
                   where player_id = p.id and ended_at is null and last_day >= (now() at time zone 'UTC')::date) as leave,
                  coalesce(a.spelling, '') as "address!",
                  coalesce(a.bounce_score, 0) as "bounce_score!", p.blocked_at is not null as "blocked!",
                  p.forgotten_at is not null as "gone!",
                  r.since as "rests_since?", r.reason as "rest_reason?",
                  exists (select from silence where silence.key = a.key) as "silenced!",
                  (select count(*) from game where p.id in (challenger_id, opponent_id) and phase = 'playing')
                      as "playing!",
                  (select count(*) from game where p.id in (challenger_id, opponent_id) and phase = 'over')
                      as "finished!"
           from player p left join address a on a.player_id = p.id and a.main
           left join rest r on r.player_id = p.id and r.until is null
           where $1::bigint is null or p.id = $1
           order by p.name_key"#,
        number
    )
    .fetch_all(pool)
    .await
}

/// The newest mails, of one state if that is asked for.
///
/// # Errors
///
/// When the database fails.
pub async fn mails(
    pool: &PgPool,
    state: Option<&str>,
    at_most: i64,
) -> sqlx::Result<Vec<MailLine>> {
    sqlx::query_as!(
        MailLine,
        "select id, state, reason, error, arrived_at, sender, size, attempts from inbox
         where $1::text is null or state = $1 order by id desc limit $2",
        state,
        at_most
    )
    .fetch_all(pool)
    .await
}

/// One mail with its bytes.
///
/// # Errors
///
/// When the database fails.
pub async fn mail(pool: &PgPool, id: i64) -> sqlx::Result<Option<(MailLine, Option<Vec<u8>>)>> {
    let row = sqlx::query!(
        "select id, state, reason, error, arrived_at, sender, size, attempts, raw from inbox where id = $1",
        id
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| {
        let line = MailLine {
            id: row.id,
            state: row.state,
            reason: row.reason,
            error: row.error,
            arrived_at: row.arrived_at,
            sender: row.sender,
            size: row.size,
            attempts: row.attempts,
        };
        (line, row.raw)
    }))
}

/// The letters that a mail brought about, and those that tell of one of them that never arrives.
///
/// # Errors
///
/// When the database fails.
pub async fn letters_of(pool: &PgPool, mail: i64) -> sqlx::Result<Vec<LetterLine>> {
    sqlx::query_as!(
        LetterLine,
        "select id, occasion, state, recipient, attempts, error from outbox
         where cause_inbox_id = $1
            or cause_id in (select cause.id from cause
                            join outbox lost on cause.known_by like 'letter ' || lost.id || ' %'
                            where cause.kind = 'undelivered' and lost.cause_inbox_id = $1)
         order by id",
        mail
    )
    .fetch_all(pool)
    .await
}
