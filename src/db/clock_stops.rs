//! What stops clocks and is no leave of a player's: outages, what the administrator credits and pauses, letters that came back.

use super::Transaction;
use chrono::{DateTime, Utc};
use sqlx::PgPool;

/// A clock that runs.
#[derive(Clone, Copy, Debug)]
pub struct Running {
    /// The game.
    pub game: i64,
    /// Who is to move.
    pub player: i64,
    /// The turn of the game.
    pub turn: i32,
    /// Since when it runs.
    pub told_at: DateTime<Utc>,
}

/// What stops the clock of a game.
#[derive(Clone, Debug)]
pub struct Stop {
    /// The game.
    pub game: i64,
    /// Whose clock.
    pub player: i64,
    /// A word of the table.
    pub kind: String,
    /// From when.
    pub since: DateTime<Utc>,
    /// Until when; `None` while nobody knows.
    pub until: Option<DateTime<Utc>>,
}

/// One in the list of a game.
#[derive(Clone, Debug)]
pub struct StopLine {
    /// A word of the table.
    pub kind: String,
    /// Whose clock, where it is one player's.
    pub player: Option<i64>,
    /// From when.
    pub since: DateTime<Utc>,
    /// Until when; `None` while nobody knows.
    pub until: Option<DateTime<Utc>>,
    /// The administrator's words; of what concerns one game they stand in its event, and go with that.
    pub reason: Option<String>,
}

/// What stops these clocks, as far as it has not ended before they began to run, or would begin.
///
/// # Errors
///
/// When the database fails.
pub async fn of_running(tx: &mut Transaction<'_>, running: &[Running]) -> sqlx::Result<Vec<Stop>> {
    let games: Vec<i64> = running.iter().map(|one| one.game).collect();
    let players: Vec<i64> = running.iter().map(|one| one.player).collect();
    let turns: Vec<i32> = running.iter().map(|one| one.turn).collect();
    let told: Vec<DateTime<Utc>> = running.iter().map(|one| one.told_at).collect();
    sqlx::query_as!(
        Stop,
        r#"with running as (
               select * from unnest($1::bigint[], $2::bigint[], $3::int[], $4::timestamptz[])
                   as r (game, player, turn, told))
           select r.game as "game!", r.player as "player!", s.kind as "kind!", s.since as "since!", s.until
           from running r join clock_stop s on s.game_id = r.game
           where (s.until is null or s.until > r.told)
             and (s.kind <> 'bounce' or s.player_id = r.player and s.turn = r.turn)
           union all
           select r.game, r.player, s.kind, s.since, s.until
           from running r join clock_stop s on s.game_id is null and s.until > r.told"#,
        &games,
        &players,
        &turns,
        &told
    )
    .fetch_all(&mut **tx)
    .await
}

/// What stopped the clock of a game, and a player of it who was not told.
#[derive(Clone, Debug)]
pub struct UntoldStop {
    /// Its row.
    pub id: i64,
    /// The game.
    pub game: i64,
    /// Who was not told.
    pub player: i64,
    /// A word of the table.
    pub kind: String,
    /// From when.
    pub since: DateTime<Utc>,
    /// Until when.
    pub until: DateTime<Utc>,
    /// The administrator's words.
    pub reason: Option<String>,
}

/// What stopped all clocks while those of these games ran, and their players who were not told of that.
///
/// # Errors
///
/// When the database fails.
pub async fn untold(
    tx: &mut Transaction<'_>,
    running: &[Running],
) -> sqlx::Result<Vec<UntoldStop>> {
    let games: Vec<i64> = running.iter().map(|one| one.game).collect();
    let told: Vec<DateTime<Utc>> = running.iter().map(|one| one.told_at).collect();
    sqlx::query_as!(
        UntoldStop,
        r#"select s.id, g.id as game, p.player as "player!", s.kind, s.since, s.until as "until!", s.reason
           from unnest($1::bigint[], $2::timestamptz[]) as r (game, told)
           join clock_stop s on s.game_id is null and s.until > r.told
           join game g on g.id = r.game
           cross join lateral (values (g.challenger_id), (g.opponent_id)) as p (player)
           where not exists (select from clock_stop_told t
                             where t.game_id = g.id and t.player_id = p.player and t.stop_id = s.id)
           order by s.since, s.id"#,
        &games,
        &told
    )
    .fetch_all(&mut **tx)
    .await
}

/// Notes who was told of which stops: row of the stop, game, player.
///
/// # Errors
///
/// When the database fails.
pub async fn note_told(tx: &mut Transaction<'_>, told: &[(i64, i64, i64)]) -> sqlx::Result<()> {
    if told.is_empty() {
        return Ok(());
    }
    let stops: Vec<i64> = told.iter().map(|one| one.0).collect();
    let games: Vec<i64> = told.iter().map(|one| one.1).collect();
    let players: Vec<i64> = told.iter().map(|one| one.2).collect();
    sqlx::query!(
        "insert into clock_stop_told (stop_id, game_id, player_id)
         select * from unnest($1::bigint[], $2::bigint[], $3::bigint[]) on conflict do nothing",
        &stops,
        &games,
        &players
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Pauses a game. Returns whether it was not paused before.
///
/// # Errors
///
/// When the database fails.
pub async fn pause(tx: &mut Transaction<'_>, game: i64, cause: Option<i64>) -> sqlx::Result<bool> {
    let paused = sqlx::query!(
        "insert into clock_stop (kind, game_id, since, cause_id) values ('pause', $1, now(), $2)
         on conflict (game_id) where kind = 'pause' and until is null do nothing",
        game,
        cause
    )
    .execute(&mut **tx)
    .await?;
    look_at(tx, game).await?;
    Ok(paused.rows_affected() > 0)
}

/// Ends the administrator's pause of a game: what its players have agreed upon stays. Returns whether there was one.
///
/// # Errors
///
/// When the database fails.
pub async fn resume(tx: &mut Transaction<'_>, game: i64) -> sqlx::Result<bool> {
    // One that began with this transaction's clock still ends later.
    let resumed = sqlx::query!(
        "update clock_stop set until = greatest(now(), since + interval '1 microsecond')
         where kind = 'pause' and game_id = $1 and until is null",
        game
    )
    .execute(&mut **tx)
    .await?;
    look_at(tx, game).await?;
    Ok(resumed.rows_affected() > 0)
}

/// Writes down pauses that players have agreed upon: game, from when, until when. What they agreed upon before ends with it.
///
/// # Errors
///
/// When the database fails.
pub async fn agree_on_pauses(
    tx: &mut Transaction<'_>,
    pauses: &[(i64, DateTime<Utc>, DateTime<Utc>)],
) -> sqlx::Result<()> {
    for (game, from, until) in pauses {
        sqlx::query!(
            "update clock_stop set until = greatest($2, since + interval '1 microsecond')
             where kind = 'pause' and game_id = $1 and until > $2",
            game,
            from
        )
        .execute(&mut **tx)
        .await?;
        sqlx::query!(
            "insert into clock_stop (kind, game_id, since, until) values ('pause', $1, $2, $3)",
            game,
            from,
            until
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// Credits the time between two instants: to a game, or to all.
///
/// # Errors
///
/// When the database fails.
pub async fn credit(
    tx: &mut Transaction<'_>,
    game: Option<i64>,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
    reason: Option<&str>,
    cause: Option<i64>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into clock_stop (kind, game_id, since, until, reason, cause_id) values ('credit', $1, $2, $3, $4, $5)",
        game,
        from,
        until,
        reason,
        cause
    )
    .execute(&mut **tx)
    .await?;
    reckon_anew(tx, game).await
}

/// The turn that goes on and of which a letter told its reader.
struct LostTurn {
    letter: i64,
    game: i64,
    turn: i32,
    player: i64,
    event: Option<i32>,
    sent_at: Option<DateTime<Utc>>,
    /// Whether it was the letter that told of the turn, and not a later one in it.
    tells: bool,
    /// Whether their clock has stood in this turn before, since a letter did not reach them.
    stood: bool,
}

/// The turns in which the readers of these letters cannot move because they will never arrive. None where a later one was
/// accepted before, or they have written to us since: they are there, and anybody who has the letter can say that it came back.
async fn lost_turns(tx: &mut Transaction<'_>, letters: &[i64]) -> sqlx::Result<Vec<LostTurn>> {
    sqlx::query_as!(
        LostTurn,
        // Whose move it is follows from the position; numbers of players are added, since only two take part.
        r#"select o.id as "letter!", g.id as game, g.turn, o.player_id as "player!", o.event_number as "event?", o.sent_at,
                  coalesce(e.kind in ('accepted', 'moved', 'taken back', 'corrected', 'substituted')
                           and coalesce((e.detail->>'turn')::integer, 0) = g.turn, false) as "tells!",
                  exists (select from clock_stop s where s.kind = 'bounce' and s.game_id = g.id and s.player_id = o.player_id
                                                     and s.turn = g.turn) as "stood!"
           from (select id, player_id, sent_at, cause_inbox_id, game_id, event_number from outbox where id = any($1)
                 union all
                 select outbox.id, player_id, sent_at, cause_inbox_id, turn.game_id, turn.event_number
                 from outbox join outbox_turn turn on turn.outbox_id = outbox.id where outbox.id = any($1)) o
           join game g on g.id = o.game_id
           left join event e on e.game_id = o.game_id and e.number = o.event_number
           where g.control <> 'without' and g.phase = 'playing'
             and not exists (select from outbox later
                             where later.id > o.id and later.game_id = o.game_id and later.player_id = o.player_id
                               and later.state = 'sent')
             and not exists (select from inbox i
                             where i.id > o.cause_inbox_id and i.player_id = o.player_id and i.state = 'done'
                               and i.arrived_at > o.sent_at)
             and o.player_id = case when split_part(g.fen, ' ', 2) = 'w' then g.white_id
                                    else g.challenger_id + g.opponent_id - g.white_id end"#,
        letters
    )
    .fetch_all(&mut **tx)
    .await
}

/// Those of these letters with their games whose clocks stand, for the first time in their turn, once [`letter_lost`] is said
/// of them.
///
/// # Errors
///
/// When the database fails.
pub async fn stopped_by(
    tx: &mut Transaction<'_>,
    letters: &[i64],
) -> sqlx::Result<Vec<(i64, i64)>> {
    let turns = lost_turns(tx, letters).await?;
    let first = turns.iter().filter(|turn| turn.tells && !turn.stood);
    Ok(first.map(|turn| (turn.letter, turn.game)).collect())
}

/// A letter will never arrive: the clock of its reader stands from when it told them of their turn, if they have not moved
/// since, until a later letter of the game is accepted for delivery. One that was never accepted is taken as told now.
///
/// # Errors
///
/// When the database fails.
pub async fn letter_lost(tx: &mut Transaction<'_>, letter: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "select g.id from game g
         where g.id = (select game_id from outbox where id = $1)
            or g.id in (select game_id from outbox_turn where outbox_id = $1)
         order by g.id for no key update of g",
        letter
    )
    .fetch_all(&mut **tx)
    .await?;
    for turn in lost_turns(tx, &[letter]).await? {
        lose_turn(tx, &turn).await?;
    }
    Ok(())
}

async fn lose_turn(tx: &mut Transaction<'_>, turn: &LostTurn) -> sqlx::Result<()> {
    // Was it the letter with which a clock had run again that stood before?
    let again = sqlx::query!(
        "update clock_stop set until = null
         where kind = 'bounce' and game_id = $1 and player_id = $2 and turn = $3 and until = $4
           and not exists (select from clock_stop o where o.kind = 'bounce' and o.game_id = $1 and o.player_id = $2
                                                      and o.turn = $3 and o.until is null)",
        turn.game,
        turn.player,
        turn.turn,
        turn.sent_at
    )
    .execute(&mut **tx)
    .await?;
    if again.rows_affected() == 0 && turn.tells {
        begin(tx, turn.game, turn.event.unwrap_or_default()).await?;
        stand(tx, turn.game, turn.player).await?;
    }
    look_at(tx, turn.game).await
}

/// Nobody is told of these turns by a letter now: since their readers want none, their clocks run from now on; those whose
/// letters are held back, because mail to them comes back, stand until one is accepted for delivery.
///
/// # Errors
///
/// When the database fails.
pub async fn run_untold(
    tx: &mut Transaction<'_>,
    turns: &[(i64, i32, i64, Reach)],
) -> sqlx::Result<()> {
    for &(game, event, player, reach) in turns {
        begin(tx, game, event).await?;
        match reach {
            Reach::WantsNone => {}
            Reach::HeldBack => stand(tx, game, player).await?,
        }
        look_at(tx, game).await?;
    }
    Ok(())
}

/// Why no letter goes to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// They want none: that is no shield.
    WantsNone,
    /// It waits until mail to them does not come back any more.
    HeldBack,
}

/// The clock of the side to move runs from now on, if it does not run yet.
async fn begin(tx: &mut Transaction<'_>, game: i64, event: i32) -> sqlx::Result<()> {
    sqlx::query!(
        "with told as (
             update event set delivered_at = now() where game_id = $1 and number = $2 and delivered_at is null
             returning game_id)
         update game set told_at = now() from told where game.id = told.game_id and game.told_at is null",
        game,
        event
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The clock of this player stands in this turn since they were told of it: that letter has not reached them. Once a turn: what
/// comes back late, when a later letter has gone out, changes nothing.
async fn stand(tx: &mut Transaction<'_>, game: i64, player: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into clock_stop (kind, game_id, player_id, turn, since)
         select 'bounce', g.id, $2, g.turn, g.told_at from game g
         where g.id = $1 and g.told_at is not null
           and not exists (select from clock_stop s where s.kind = 'bounce' and s.game_id = g.id and s.player_id = $2
                                                      and s.turn = g.turn)",
        game,
        player
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Has somebody reckon anew when time is over in this game, or in all, to which time was credited. One that is being decided is
/// looked at by whoever decides it. What is due stays as it is: after a restore it says what nobody may know any more.
///
/// # Errors
///
/// When the database fails.
pub async fn reckon_anew(tx: &mut Transaction<'_>, game: Option<i64>) -> sqlx::Result<()> {
    sqlx::query!(
        "update game set reckon_anew = true
         where id in (select id from game
                      where told_at is not null and phase = 'playing' and ($1::bigint is null or id = $1)
                      for no key update skip locked)",
        game
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Has somebody look when something is due in this game.
async fn look_at(tx: &mut Transaction<'_>, game: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update game set due_at = now() where id = $1 and told_at is not null and phase = 'playing'",
        game
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// What stopped the clocks of a game since it began, in order.
///
/// # Errors
///
/// When the database fails.
pub async fn of_game(pool: &PgPool, game: i64) -> sqlx::Result<Vec<StopLine>> {
    sqlx::query_as!(
        StopLine,
        r#"select s.kind, s.player_id as player, s.since,
                  -- of a letter that came back: until its turn was over, in which alone it stops anything
                  coalesce(s.until, (select min(e.recorded_at) from event e
                                     where e.game_id = g.id and (e.detail->>'turn')::int > s.turn)) as until,
                  coalesce(s.reason, (select e.reason from event e where e.game_id = g.id and e.cause_id = s.cause_id
                                      order by e.number limit 1)) as reason
           from game g join clock_stop s on s.game_id = g.id or s.game_id is null
           where g.id = $1 and g.control <> 'without' and g.started_at is not null
             and (s.until is null or s.until > g.started_at)
             and s.since < coalesce(g.finished_at, 'infinity')
           order by s.since, s.id"#,
        game
    )
    .fetch_all(pool)
    .await
}
