//! What the role of `penpawn web` can see: what everybody may read, and nothing else.

use super::{ROLE, start, url_for_web};
use crate::bed;
use crate::daemon::Setup;
use crate::site::{self, Place};
use penpawn::db::{for_reading_alone, rights};
use penpawn::private_postgres::PrivatePostgres;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, PgPool};
use std::process::Command;

async fn names(pool: &PgPool, sql: &'static str) -> Vec<String> {
    let names = sqlx::query_scalar(sql).fetch_all(pool).await;
    names.expect("names")
}

/// All columns of all views. Another one is looked at here before it is shown to everybody.
const COLUMNS: [&str; 6] = [
    "bye: tournament_id player_id round",
    "entered: id white black played_on result eco opening pgn entered_at changed_at version \
     placements structures",
    "entrant: tournament_id player_id name signed_up_at number withdrawn_at given_up given_up_at team",
    "pairing: tournament_id game_id round board white_id black_id result playing finished_at contested",
    "played: id challenger_id opponent_id challenger opponent wish stake variant start phase white_id moves fen turn rewound \
     result ending events started_at finished_at turned_at control clock tournament round version \
     substitutions white_team black_team team_board",
    "tournament: id name title system rounds round_days control stake start least_players most_players engines publication state \
     begins_at paired_rounds next_round_at created_at started_at ended_at teams boards ranking",
];

/// All functions, with what they want to know and what they tell. Those about a secret link want to know what stands in it.
const FUNCTIONS: [&str; 6] = [
    "deadlines(token text): TABLE(player_id bigint, language text, game_id bigint, opponent text, ends_at timestamp with time zone, \
     reckoned_at timestamp with time zone)",
    "keep_entry(bytea, text, text, bigint, bytea): boolean",
    "running_games(token text): TABLE(id bigint, white text, black text, event text, round integer, control text, clock text, \
     plies integer, side text, turned_at timestamp with time zone, told_at timestamp with time zone, ends_at timestamp with time zone)",
    "secretary(token text): text",
    "silences(token text): TABLE(reason text, player text, mails bigint, since timestamp with time zone)",
    "without_addresses(words text): text",
];

#[tokio::test]
async fn the_functions_tell_nothing_to_who_has_no_secret_link() {
    let owner = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&owner));
    let url = url_for_web(&setup).await;
    let web = PgPool::connect(&url).await.expect("the role of the web");
    let functions = names(
        &web,
        "select proname || '(' || pg_get_function_arguments(oid) || '): ' || pg_get_function_result(oid)
         from pg_proc where pronamespace = 'web'::regnamespace order by 1",
    )
    .await;
    assert_eq!(functions, FUNCTIONS);
    for sql in [
        "insert into player (name, name_key, state, active_at) values ('Ann', 'ann', 'active', now())",
        "insert into calendar_link (token_hash, player_id) select sha256('abc'), min(id) from player",
        "insert into secretary_link (name, token_hash) values ('Zoë', sha256('def'))",
    ] {
        sqlx::query(sql).execute(&owner).await.expect(sql);
    }
    let told = async |sql: &str| -> i64 {
        let sql = AssertSqlSafe(format!("select count(*) from {sql}"));
        let told = sqlx::query_scalar(sql).fetch_one(&web).await;
        told.expect("an answer")
    };
    assert_eq!(told("web.deadlines('abc')").await, 1);
    assert_eq!(
        told("web.secretary('def') it where it is not null").await,
        1
    );
    for nobody in [
        "''",
        "null",
        "'def'",
        "'ABC'",
        "encode(sha256('abc'), 'hex')",
    ] {
        let none = told(&format!("web.deadlines({nobody})")).await;
        assert_eq!(none, 0, "{nobody}");
    }
    for nobody in [
        "''",
        "null",
        "'abc'",
        "'Zoë'",
        "encode(sha256('def'), 'hex')",
    ] {
        let none = told(&format!("web.secretary({nobody}) it where it is not null")).await;
        assert_eq!(none, 0, "{nobody}");
    }
}

#[tokio::test]
async fn the_views_hold_nothing_that_is_not_for_everybody() {
    let desk = site::three_games().await;
    let setup = Setup::beside(&desk);
    let place = Place::new("web-views");
    let file = site::archive(&place);
    setup.penpawn(&["import", file.to_str().expect("a path")]);
    let url = url_for_web(&setup).await;
    let web = PgPool::connect(&url).await.expect("the role of the web");
    let columns = names(
        &web,
        "select c.relname || ': ' || string_agg(attname, ' ' order by attnum) from pg_class c join pg_attribute on attrelid = c.oid
         where relnamespace = 'web'::regnamespace and relkind = 'v' and attnum > 0 group by c.relname order by c.relname",
    )
    .await;
    assert_eq!(columns, COLUMNS);
    let mut whole = String::new();
    for view in [
        "bye",
        "entered",
        "entrant",
        "pairing",
        "played",
        "tournament",
    ] {
        let rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(format!(
            "select row_to_json({view})::text from web.{view}"
        )))
        .fetch_all(&web)
        .await
        .expect("rows");
        whole.extend(rows);
    }
    assert!(whole.contains("\"challenger\":\"Ann\"") && whole.contains("onerror=alert(2)"));
    for closed in ["players.test", "@evil.example", "tel-739-1186", "Mausi"] {
        assert!(!whole.contains(closed), "{closed}");
    }
    // Only the first of the three games was wanted by both.
    let games: i64 = sqlx::query_scalar("select sum(id)::bigint from web.played")
        .fetch_one(&web)
        .await
        .expect("a number");
    assert_eq!(games, 1);
    for code in names(&desk.pool, "select encode(secret, 'hex') from token_key").await {
        assert!(!whole.contains(&code));
    }
}

/// Each of these reads what is not for everybody, or changes something.
const FORBIDDEN: [&str; 12] = [
    "create or replace function web.secretary(text) returns text language sql as 'select null'",
    "insert into public.secretary_link (name, token_hash) values ('x', sha256('x'))",
    "insert into web.entered (id) values (7)",
    "insert into public.entry_waiting (key_hash, collection, pgn) values (sha256('x'), 'x', 'x')",
    "create or replace function web.keep_entry(bytea, text, text, bigint, bytea) returns boolean language sql as 'select true'",
    "update web.tournament set title = 'x'",
    "delete from web.played",
    "create table other (id int)",
    "create table web.other (id int)",
    "create view web.other as select 1",
    "drop view web.played",
    "alter view web.played owner to current_user",
];

async fn nothing_else_is_possible(web: &PgPool, owner: &PgPool) {
    let tables = names(
        owner,
        "select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p', 'm')",
    )
    .await;
    assert!(tables.len() > 20, "{tables:?}");
    let reading = tables
        .iter()
        .map(|table| format!("select from public.\"{table}\""));
    let writing = FORBIDDEN.iter().map(|sql| (*sql).to_owned());
    for sql in reading.chain(writing) {
        let refused = sqlx::query(AssertSqlSafe(sql.clone())).execute(web).await;
        let refused = refused.expect_err(&sql);
        let code = refused.as_database_error().and_then(|it| it.code());
        // insufficient_privilege, a view that nobody can write to at all, or no schema in which it could be made
        assert!(
            matches!(code.as_deref(), Some("42501" | "55000" | "3F000")),
            "{sql}: {refused}"
        );
    }
    assert_eq!(rights::beyond_views(web).await.expect("an answer"), [""; 0]);
}

#[tokio::test]
async fn its_role_reads_the_views_and_can_do_nothing_else() {
    let owner = bed::database().await;
    let mut setup = Setup::with_database(&bed::url_of(&owner));
    let url = url_for_web(&setup).await;
    let web = PgPool::connect(&url).await.expect("the role of the web");
    nothing_else_is_possible(&web, &owner).await;
    let options: PgConnectOptions = url.parse().expect("a URL");
    let reading = PgPool::connect_with(for_reading_alone(options))
        .await
        .expect("the role of the web");
    let written = sqlx::query("create temporary table other (id int)")
        .execute(&reading)
        .await;
    assert!(written.is_err(), "nothing is written, not even for itself");

    // A role that may do more is refused.
    let place = Place::new("web-rights");
    let serving = start(&mut setup, &place).await;
    serving.process.stop().await;
    for (url, words) in [
        (
            bed::url_of(&owner),
            "can write into tables, can read tables",
        ),
        (bed::owner_url_of(&owner), "can make tables"),
        (String::new(), "web.database_url is not set"),
    ] {
        setup.set("web.database_url", &url);
        let said = setup.complains(&["web"]);
        assert!(said.contains(words), "{said}");
    }
    let said = sqlx::query(AssertSqlSafe(format!("grant select on player to {ROLE}")))
        .execute(&owner)
        .await;
    said.expect("granted");
    setup.set("web.database_url", &url);
    let said = setup.complains(&["web"]);
    assert!(said.contains("can read tables"), "{said}");
}

#[tokio::test]
async fn the_private_postgres_has_such_a_role_also_after_a_restore() {
    let place = Place::new("web-private");
    let data = place.0.join("data");
    let backup = place.0.join("backup");
    let backup = backup.to_str().expect("a path");
    for arguments in [
        &["migrate"] as &[&str],
        &["backup", backup],
        &["restore", "--replace", "--yes", backup],
        &["games", "list"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .args(arguments)
            .env("PENPAWN__DATA_FOLDER", &data)
            .output()
            .expect("penpawn runs");
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }
    let private = PrivatePostgres::start(&data).await.expect("a server");
    let owner = PgPool::connect_with(private.options())
        .await
        .expect("the owner");
    let web = PgPool::connect_with(private.web_options())
        .await
        .expect("the role of the web");
    let games: i64 = sqlx::query_scalar("select count(*) from web.played")
        .fetch_one(&web)
        .await
        .expect("a number");
    assert_eq!(games, 0);
    nothing_else_is_possible(&web, &owner).await;
    web.close().await;
    owner.close().await;
    private.stop().await.expect("stopped");
}
