//! What the daemon's role may not do. That it may do all it has to is shown by every other test that has a robot or a
//! process of ours in it: they work with the same rights.

use crate::bed;
use crate::daemon::Setup;
use penpawn::db::rights;
use penpawn::private_postgres::PrivatePostgres;
use sqlx::{PgPool, Row};
use std::process::Command;

/// Each of these would undo what happened, forge it, or change what the tables are.
const FORBIDDEN: [&str; 20] = [
    "delete from event",
    "update event set detail = '{}'",
    "update event set inbox_id = null",
    "truncate event",
    "drop table event",
    "alter table event disable trigger all",
    "alter table event drop column detail",
    "drop trigger event_append_only on event",
    "create or replace function event_is_append_only() returns trigger language plpgsql as 'begin return old; end'",
    "create table other (id int)",
    "create index on event (kind)",
    "delete from game",
    "delete from player",
    "delete from inbox",
    "delete from outbox",
    "delete from cause",
    "update cause set known_by = 'another'",
    "update event set cause_id = null",
    "insert into token_key (version, secret) values (99, '\\x00')",
    "delete from _sqlx_migrations",
];

#[tokio::test]
async fn the_daemons_role_can_neither_change_the_schema_nor_what_happened() {
    let owner = bed::database().await;
    let daemon = bed::as_daemon(&owner).await;
    all_is_refused(&daemon).await;
    assert_eq!(rights::excess(&daemon).await.expect("an answer"), [""; 0]);
    assert!(!rights::excess(&owner).await.expect("an answer").is_empty());
}

#[tokio::test]
async fn the_private_postgres_is_used_with_the_same_rights() {
    let folder = std::env::temp_dir().join(format!("penpawn-rights-{}", std::process::id()));
    // The last needs the owner's rights, and finds what the first has made.
    for arguments in [
        &["migrate"] as &[&str],
        &["games", "list"],
        &["keys", "rotate"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .args(arguments)
            .env("PENPAWN__DATA_FOLDER", &folder)
            .output()
            .expect("penpawn runs");
        assert!(output.status.success(), "{output:?}");
    }
    let private = PrivatePostgres::start(&folder).await.expect("a server");
    let daemon = PgPool::connect_with(private.daemon_options())
        .await
        .expect("the daemon's role");
    all_is_refused(&daemon).await;
    daemon.close().await;
    private.stop().await.expect("stopped");
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[tokio::test]
async fn migrate_grants_the_rights_on_tables_that_came_later_and_names_a_missing_role() {
    let owner = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&owner));
    sqlx::query("create table later (id int)")
        .execute(&owner)
        .await
        .expect("a table");
    let missing = async || {
        rights::missing(&owner, bed::DAEMON_ROLE)
            .await
            .expect("an answer")
    };
    let role = bed::DAEMON_ROLE;
    assert_eq!(
        missing().await,
        [format!(
            "grant delete, insert, select, update on table later to {role}"
        )]
    );
    let output = setup.penpawn(&["migrate"]);
    assert!(output.status.success(), "{output:?}");
    // What is granted is what is looked for, to the last table.
    assert_eq!(missing().await, [""; 0]);
    let daemon = bed::as_daemon(&owner).await;
    let row = sqlx::query("insert into later values (7) returning id")
        .fetch_one(&daemon)
        .await
        .expect("a row");
    assert_eq!(row.get::<i32, _>("id"), 7);

    let settings = std::fs::read_to_string(&setup.file).expect("settings");
    let (role, other) = (format!("//{}@", bed::DAEMON_ROLE), "//nobody_yet@");
    std::fs::write(&setup.file, settings.replacen(&role, other, 1)).expect("settings");
    let output = setup.penpawn(&["migrate"]);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success());
    assert!(
        complaint.contains("there is no role nobody_yet"),
        "{complaint}"
    );
}

async fn all_is_refused(daemon: &PgPool) {
    for sql in FORBIDDEN {
        let error = sqlx::query(sql).execute(daemon).await.expect_err(sql);
        let code = error
            .as_database_error()
            .and_then(|error| error.code())
            .map(|code| code.into_owned());
        // insufficient_privilege: the trigger that guards events is the second line of defence.
        assert_eq!(code.as_deref(), Some("42501"), "{sql}: {error}");
    }
}
