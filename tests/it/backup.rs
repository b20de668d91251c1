//! `penpawn backup` and `penpawn restore`: the whole way on a private Postgres, and what must not be done on another.

use crate::bed;
use crate::correspondence::{self, new_mail};
use crate::daemon::Setup;
use crate::player::Player;
use sqlx::PgPool;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Output;

/// A file that is not there yet, of a folder that is this test's alone.
fn fresh(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("penpawn-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr[..]].concat()).into_owned()
}

fn done(setup: &Setup, arguments: &[&str]) -> String {
    let output = setup.penpawn(arguments);
    let said = said(&output);
    assert!(output.status.success(), "{arguments:?}: {said}");
    said
}

fn refused(setup: &Setup, arguments: &[&str]) -> String {
    let output = setup.penpawn(arguments);
    let said = said(&output);
    assert!(!output.status.success(), "{arguments:?}: {said}");
    said
}

/// The disk is gone, and the game goes on: from the backup, and from the mailbox for what came since.
#[tokio::test]
async fn a_game_is_played_on_after_the_disk_was_lost() {
    let folder = fresh("backup");
    let data = folder.join("data");
    let mut setup = Setup::with_database("");
    setup.change("url = \"\"\nowner_url = \"\"\n", "");
    let line = format!("data_folder = \"{}\"\n[server]\n", data.display());
    setup.change("[server]\n", &line);
    let daemon = setup.serve().await;
    let (mut ann, mut bob) = (Player::called("Ann").await, Player::called("Bob").await);
    let challenge = format!("challenge {} as white", bob.address);
    ann.write(&setup.address, &challenge).await;
    ann.receive_saying("ask first").await;
    ann.answer("yes").await;
    ann.receive_saying("is on its way").await;
    bob.receive_saying("invites you").await;
    bob.answer("accept").await;
    bob.receive_saying("Game 1 begins").await;
    ann.receive_saying("It is your move.").await;

    setup.set("web.address", "https://chess.test/");
    done(&setup, &["web", "link", "create", "Zoë"]);
    let file = folder.join("backup");
    let backup = file.display().to_string();
    // The daemon goes on meanwhile.
    let made = done(&setup, &["backup", &backup]);
    assert!(
        made.contains("is whole: 2 players, 1 game with 2 events"),
        "{made}"
    );
    for path in [&file, &folder.join("backup.json")] {
        let mode = fs::metadata(path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", path.display());
    }
    assert!(refused(&setup, &["backup", &backup]).contains("is there already"));

    done(&setup, &["web", "link", "revoke", "Zoë"]);
    ann.answer("e4").await;
    ann.receive().await;
    bob.receive_saying("has played 1. e4").await;
    daemon.stop().await;
    fs::remove_dir_all(&data).expect("lost");

    let restored = done(&setup, &["restore", &backup]);
    assert!(
        restored.contains("Restored: 2 players, 1 game with 2 events, as of "),
        "{restored}"
    );
    assert!(
        restored.contains("Run `penpawn mails reread` now"),
        "{restored}"
    );
    assert!(
        restored.contains("hold again") && restored.contains(": Zoë, since "),
        "{restored}"
    );
    let told = refused(&setup, &["status"]);
    assert!(
        told.contains("the database was restored from a copy"),
        "until then no flag may fall: {told}"
    );
    let shown = done(&setup, &["games", "show", "1"]);
    assert!(shown.contains("Plies: 0"), "{shown}");
    let reread = done(&setup, &["mails", "reread"]);
    assert!(reread.contains("1 of them are not known here"), "{reread}");
    let daemon = setup.serve().await;
    bob.receive_saying("had to be restored").await;
    bob.answer("e5").await;
    bob.receive_saying("1...e5").await;
    daemon.stop().await;
    fs::remove_dir_all(folder).expect("removed");
}

#[tokio::test]
async fn games_are_replaced_only_when_that_is_said_and_only_by_a_whole_backup() {
    let mut desk = correspondence::game().await;
    let setup = Setup::with_database(&bed::url_of(&desk.pool));
    let folder = fresh("replace");
    let place = folder.display().to_string();
    done(&setup, &["backup", "--keep", "1", &place]);
    let backups = || -> Vec<PathBuf> {
        let files = fs::read_dir(&folder).expect("a folder");
        let paths = files.map(|file| file.expect("a file").path());
        let mut paths: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|it| it == "backup"))
            .collect();
        paths.retain(|path| !path.ends_with("penpawn-before-upgrade.backup"));
        paths.sort();
        paths
    };
    let first = backups().pop().expect("a backup");
    // Somebody's own, behind ours in the order of names.
    let own = folder.join("penpawn-before-upgrade.backup");
    fs::write(&own, "a copy").expect("written");
    let backup = first.display().to_string();
    desk.deliver(&new_mail("Cid <cid@players.test>", 90, "", "join"))
        .await;
    let before = bed::count(&desk.pool, "select count(*) from inbox").await;
    let mails = async || bed::count(&desk.pool, "select count(*) from inbox").await;

    let told = refused(&setup, &["restore", &backup]);
    assert!(told.contains("say --replace"), "{told}");
    // The pool of this test is somebody who works on it.
    let told = refused(&setup, &["restore", "--replace", &backup]);
    assert!(told.contains("somebody else is connected"), "{told}");
    assert_eq!(mails().await, before);

    // A copy that lost an octet, with and without what says so.
    let damaged = folder.join("damaged");
    let bytes = fs::read(&first).expect("a backup");
    fs::write(&damaged, &bytes[..bytes.len() - 200]).expect("written");
    let damaged_name = damaged.display().to_string();
    let manifest = folder.join("damaged.json");
    fs::copy(format!("{backup}.json"), &manifest).expect("copied");
    let told = refused(&setup, &["restore", "--replace", &damaged_name]);
    assert!(told.contains("It is damaged; take another one"), "{told}");
    fs::remove_file(&manifest).expect("removed");
    let options = desk.pool.connect_options();
    let (_, name) = bed::owner_url_of(&desk.pool)
        .rsplit_once('/')
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .expect("a name");
    desk.pool.close().await;
    drop(desk);
    // The robot of this test has connections of its own.
    let other = bed::database().await;
    sqlx::query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1")
        .bind(name)
        .execute(&other)
        .await
        .expect("ended");
    let told = refused(&setup, &["restore", "--replace", &damaged_name]);
    assert!(told.contains("is no backup, or is damaged"), "{told}");
    let told = done(&setup, &["restore", "--replace", &backup]);
    assert!(told.contains("1 game"), "{told}");
    let pool = PgPool::connect_with((*options).clone())
        .await
        .expect("the database");
    assert_eq!(
        bed::count(&pool, "select count(*) from inbox").await,
        before - 1
    );
    // The daemon's role has its rights again.
    let listed = done(&setup, &["games", "list"]);
    assert!(listed.contains("playing"), "{listed}");

    // Names are of seconds.
    while backups().len() < 2 {
        let again = setup.penpawn(&["backup", &place]);
        assert!(
            again.status.success() || said(&again).contains("is there already"),
            "{again:?}"
        );
    }
    let mut kept = String::new();
    while !kept.contains("is removed") {
        let output = setup.penpawn(&["backup", "--keep", "1", &place]);
        kept = said(&output);
    }
    assert_eq!(backups().len(), 1);
    assert_ne!(backups(), [first]);
    assert!(own.exists());
    // What lies beside a backup is written over no less.
    fs::write(folder.join("mine.json"), "{}").expect("written");
    let mine = folder.join("mine").display().to_string();
    let told = refused(&setup, &["backup", &mine]);
    assert!(told.contains("mine.json is there already"), "{told}");
    fs::remove_dir_all(folder).expect("removed");
}

/// A database that holds something else, or records without a game.
#[tokio::test]
async fn nothing_of_others_is_dropped_and_no_record_without_a_word() {
    let desk = correspondence::game().await;
    let folder = fresh("foreign");
    let backup = folder.join("backup").display().to_string();
    done(
        &Setup::with_database(&bed::url_of(&desk.pool)),
        &["backup", &backup],
    );

    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let owner = PgPool::connect(&bed::owner_url_of(&pool))
        .await
        .expect("the owner");
    sqlx::query("create table invoices as select 1 as number")
        .execute(&owner)
        .await
        .expect("a table");
    for arguments in [
        &["restore", &backup][..],
        &["restore", "--replace", &backup],
    ] {
        let told = refused(&setup, arguments);
        assert!(told.contains("would drop them: invoices."), "{told}");
    }
    assert_eq!(bed::count(&owner, "select count(*) from invoices").await, 1);
    sqlx::query("drop table invoices")
        .execute(&owner)
        .await
        .expect("dropped");
    // An address that said "stop" is a record, too.
    sqlx::query("insert into silence (key) values ('cid@players.test')")
        .execute(&owner)
        .await
        .expect("a record");
    let told = refused(&setup, &["restore", &backup]);
    assert!(told.contains("say --replace"), "{told}");
    assert_eq!(bed::count(&owner, "select count(*) from silence").await, 1);
    owner.close().await;
    fs::remove_dir_all(folder).expect("removed");
}

#[tokio::test]
async fn psql_reaches_the_database_of_the_settings_and_ends_as_it_does() {
    let pool = bed::database().await;
    let setup = Setup::with_database(&bed::url_of(&pool));
    let ask = |owner: &[&str], sql: &str| {
        let arguments = [&["psql"], owner, &["--", "-XAtc", sql]].concat();
        setup.penpawn(&arguments)
    };
    let role = ask(&[], "select current_user");
    assert_eq!(said(&role).trim(), "penpawn_daemon");
    assert!(!ask(&[], "drop table event").status.success());
    let role = ask(&["--owner"], "select current_user");
    assert_eq!(said(&role).trim(), "chess");
}
