//! A database that an older penpawn has filled is brought up to date, and nobody who plays in it notices.

use crate::bed;
use crate::correspondence::{BOB, Correspondence, Letter, answer};
use crate::record::rows_that_differ;
use penpawn::db::{self, MIGRATIONS, rights};
use penpawn::game::clock::{Control, TimeSheet};
use penpawn::mail::read::read;
use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, PgPool};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;

/// The last migration that the older penpawn knew.
const OLDER: i64 = 9;

/// The last before events were told whole.
const COLUMNS: i64 = 37;

/// The last that kept the times of a game as JSON.
const JSON_TIMES: i64 = 66;

/// An event with all that it said in columns of its own; with what it says now in its details.
const IN_COLUMNS: &str = "select game_id || '.' || number || ' ' || jsonb_strip_nulls(jsonb_build_object(
        'kind', kind, 'player', player_id, 'mail', inbox_id, 'reason', reason, 'arrived', arrived_at, 'told', delivered_at,
        'wish', wish, 'variant', variant, 'start', start, 'white', white_id, 'ply', ply, 'turn', turn, 'san', san, 'uci', uci,
        'found', found, 'letter', piece_letter, 'prepared', nullif(prepared, false), 'grounds', grounds, 'left', left_plies,
        'result', result)) from event order by game_id, number";
const IN_DETAIL: &str = "select game_id || '.' || number || ' ' || (jsonb_strip_nulls(jsonb_build_object(
        'player', player_id, 'mail', inbox_id, 'reason', reason, 'arrived', arrived_at, 'told', delivered_at))
        || (detail - 'by' - 'challenger' - 'opponent')) from event order by game_id, number";

/// A database with rows in every table, as the penpawn left it of which this was the last migration.
async fn filled(last: i64) -> PgPool {
    let pool = bed::new_database("template template0").await;
    let known = MIGRATIONS.iter().filter(|known| known.version <= last);
    let older = Migrator {
        migrations: Cow::Owned(known.cloned().collect()),
        ..Migrator::DEFAULT
    };
    older.run(&pool).await.expect("the older tables");
    let rows = bed::root().join(format!("tests/migrations/{last:04}.sql"));
    let rows = fs::read_to_string(rows).expect("the rows");
    sqlx::raw_sql(AssertSqlSafe(rows))
        .execute(&pool)
        .await
        .expect("the rows");
    pool
}

/// How many rows each of our tables has.
async fn rows_of(pool: &PgPool) -> BTreeMap<String, i64> {
    let tables: Vec<String> = sqlx::query_scalar(
        "select tablename::text from pg_tables where schemaname = 'public' and tablename <> '_sqlx_migrations'",
    )
    .fetch_all(pool)
    .await
    .expect("tables");
    let mut rows = BTreeMap::new();
    for table in tables {
        let count = format!("select count(*) from {table}");
        let count: i64 = sqlx::query_scalar(AssertSqlSafe(count))
            .fetch_one(pool)
            .await
            .expect("a count");
        rows.insert(table, count);
    }
    rows
}

async fn text(pool: &PgPool, sql: &'static str) -> String {
    sqlx::query_scalar(sql)
        .fetch_one(pool)
        .await
        .expect("a text")
}

#[tokio::test]
async fn a_database_of_an_older_penpawn_is_brought_up_to_date_and_its_games_go_on() {
    let pool = filled(OLDER).await;
    let before = rows_of(&pool).await;
    let empty: Vec<&String> = before
        .iter()
        .filter(|(_, rows)| **rows == 0)
        .map(|(table, _)| table)
        .collect();
    assert!(empty.is_empty(), "no rows to be migrated: {empty:?}");
    db::migrate(&pool).await.expect("up to date");
    assert_eq!(db::schema_fault(&pool).await.expect("an answer"), None);
    let after = rows_of(&pool).await;
    for (table, rows) in &before {
        assert_eq!(after.get(table), Some(rows), "{table}");
    }
    assert_eq!(rows_that_differ(&pool).await, [""; 0]);
    rights::make_role(&pool, bed::DAEMON_ROLE)
        .await
        .expect("a role");
    rights::grant(&pool, bed::DAEMON_ROLE)
        .await
        .expect("the daemon's rights");

    // Bob answers a letter from before: its token is for the turn that its ply has become. Ann's answer was prepared.
    let mut desk = Correspondence::begin_on(pool).await;
    let (envelope_from, recipient, bytes): (String, String, Vec<u8>) =
        sqlx::query_as("select envelope_from, recipient, bytes from outbox where id = 1")
            .fetch_one(&desk.pool)
            .await
            .expect("the letter");
    let letter = Letter {
        id: 1,
        mail: read(&bytes).expect("our own mail"),
        html: None,
        recipient,
        envelope_from,
    };
    let uid = desk.store(&answer(&letter, BOB, 20, "", "e5")).await;
    desk.work().await;
    assert_eq!(desk.fate(uid).await.state, "done");
    let moves = "select moves || ' turn ' || turn from game where id = 1";
    assert_eq!(
        text(&desk.pool, moves).await,
        "e2e4 e7e5 g1f3 turn 3",
        "played, and answered"
    );
    // The same letter does not play again: its code has no day, and its turn is over, so they are asked.
    let uid = desk.store(&answer(&letter, BOB, 21, "", "d5")).await;
    desk.work().await;
    assert_eq!(desk.fate(uid).await.state, "held");
    assert_eq!(text(&desk.pool, moves).await, "e2e4 e7e5 g1f3 turn 3");

    // They say at last that the mail was theirs, about which they were asked: it was meant for a turn that is over.
    let mut asked = letter.clone();
    let token = "y.aaaqeayeaudaocajbifqydiob4";
    asked.mail.headers.retain(|(name, _)| name != "reply-to");
    let reply_to = format!("chess+{token}@chess.test");
    asked.mail.headers.push(("reply-to".to_owned(), reply_to));
    asked.mail.message_id = Some(format!("{token}.nonce@penpawn.chess.test"));
    asked.mail.text = None;
    let uid = desk.store(&answer(&asked, BOB, 22, "", "yes")).await;
    desk.work().await;
    assert_eq!(desk.fate(uid).await.state, "done");
    let held = "select state || ': ' || reason from inbox where id = 5";
    assert_eq!(
        text(&desk.pool, held).await,
        "dropped: confirmed when the game had moved on"
    );
    assert_eq!(
        text(&desk.pool, moves).await,
        "e2e4 e7e5 g1f3 turn 3",
        "and not played"
    );
    let answers: Vec<String> = sqlx::query_scalar(
        "select occasion from outbox where id > 2 and player_id = 2 order by id",
    )
    .fetch_all(&desk.pool)
    .await
    .expect("letters");
    assert_eq!(answers.last().map(String::as_str), Some("refused"));

    // What is over can still be exported, with its notes.
    let pgn = crate::daemon::Setup::with_database(&bed::url_of(&desk.pool));
    let pgn = pgn.penpawn(&["games", "pgn", "2"]);
    let pgn = String::from_utf8_lossy(&pgn.stdout).into_owned();
    assert!(pgn.contains("I did not see the queen."), "{pgn}");
}

#[tokio::test]
async fn events_that_stood_in_columns_tell_their_games_whole() {
    let pool = filled(COLUMNS).await;
    let mut before: Vec<String> = sqlx::query_scalar(IN_COLUMNS)
        .fetch_all(&pool)
        .await
        .expect("events");
    db::migrate(&pool).await.expect("up to date");
    let after: Vec<String> = sqlx::query_scalar(IN_DETAIL)
        .fetch_all(&pool)
        .await
        .expect("events");
    // Nobody had agreed to this one, and its player had moved: that was told by no column.
    let alone = before
        .iter_mut()
        .find(|event| event.starts_with("4.7 "))
        .expect("an end");
    *alone = alone.replace("\"aborted\"", "\"aborted in absence\"");
    assert_eq!(after, before);
    assert_eq!(rows_that_differ(&pool).await, [""; 0]);
    assert_eq!(
        text(
            &pool,
            "select (detail->>'challenger') || (detail->>'opponent') || (detail->>'by' is null) from event
             where game_id = 6 and number = 0"
        )
        .await,
        "21true"
    );
    // The mail of the first event was seen seven seconds after it had arrived; the letter waits for the event still.
    let seen = "select (seen_at - '2026-10-01 10:00+00'::timestamptz)::text from event where game_id = 1 and number = 1";
    assert_eq!(text(&pool, seen).await, "00:00:07");
    // What no mail brought about has a cause, by which it is known again.
    let causes: Vec<String> = sqlx::query_scalar(
        "select kind || ', ' || known_by || ': ' || what from cause
         join (select cause_id, 'event ' || kind as what, 0 as letter from event
               union all select cause_id, occasion, id from outbox) as caused on cause_id = cause.id
         order by cause.id, letter",
    )
    .fetch_all(&pool)
    .await
    .expect("causes");
    let expected = [
        "ruling, game 5 event 5: event adjudicated",
        "ruling, game 5 event 5: adjudicated",
        "ruling, game 5 event 6: event corrected",
        "replay, game 12 mail 12: restored",
        "replay, game 12 mail 12: restored",
    ];
    assert_eq!(causes, expected);
    let of_a_mail = "select count(*) || '' from outbox where cause_inbox_id is not null";
    assert_eq!(text(&pool, of_a_mail).await, "1");
    sqlx::query("update outbox set event_number = 99")
        .execute(&pool)
        .await
        .expect_err("there is no such event");
}

#[tokio::test]
async fn times_that_were_kept_as_json_are_the_same_in_few_words() {
    let pool = filled(JSON_TIMES).await;
    db::migrate(&pool).await.expect("up to date");
    let kept: Vec<(String, String)> = sqlx::query_as("select control, clock from game order by id")
        .fetch_all(&pool)
        .await
        .expect("games");
    let words: Vec<&str> = kept.iter().map(|(_, clock)| clock.as_str()).collect();
    let expected = [
        "0/432000 0/432000",
        "0/432000 0/432000 w86400:0,0,0,0,0,7200 b60 w0",
        "0/864000 0/864000 w86400 b172800:-86400 w345600:-259200",
        "0/2591995 0/2591900 +1b86400 +1w5 b87300:-900,0,0,5",
        "0/4320000/6480000 0/4320000/6480000 w86400 b4406400:0,-86400",
    ];
    assert_eq!(words, expected);
    for (control, clock) in kept {
        let control: Control = control.parse().expect("a time control");
        let read = TimeSheet::read(control, Some(&clock)).expect("times");
        assert_eq!(read.kept(), Some(clock), "and written so since");
    }
}
