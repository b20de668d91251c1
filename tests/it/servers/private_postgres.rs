//! The Postgres of those who have none.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use penpawn::private_postgres::{PrivateError, PrivatePostgres};
use sqlx::{ConnectOptions, Connection};

use super::number;

#[tokio::test]
async fn it_is_made_used_and_stopped() {
    let folder = new_folder("pg");
    let server = PrivatePostgres::start(&folder).await.expect("a server");
    let mode = std::fs::metadata(folder.join("postgres"))
        .expect("a folder")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o700);
    assert_eq!(count(&server).await, 0);
    let process = process_in(&folder).expect("a process");
    server.stop().await.expect("stopped");
    assert!(!is_alive(process));
    assert_eq!(process_in(&folder), None);

    let server = PrivatePostgres::start(&folder).await.expect("a server");
    assert_eq!(count(&server).await, 1, "what was written is still there");
    let mut connection = sqlx::PgConnection::connect(&server.url())
        .await
        .expect("the URL works too");
    let address: String = sqlx::query_scalar("show listen_addresses")
        .fetch_one(&mut connection)
        .await
        .expect("an answer");
    assert_eq!(address, "", "nothing listens on the network");
    server
        .stop()
        .await
        .expect("stopped, although somebody is connected");
    remove(&folder);
}

#[tokio::test]
async fn two_share_it_and_the_last_one_stops_it() {
    let folder = new_folder("two");
    // At the same time, on a folder that is not there yet.
    let (one, two) = tokio::join!(
        PrivatePostgres::start(&folder),
        PrivatePostgres::start(&folder)
    );
    let (one, two) = (one.expect("a server"), two.expect("the same server"));
    let process = process_in(&folder).expect("a process");
    one.stop().await.expect("left");
    assert!(is_alive(process));
    assert_eq!(count(&two).await, 0);
    two.stop().await.expect("stopped");
    assert!(!is_alive(process));
    remove(&folder);
}

#[tokio::test]
async fn after_a_crash_of_ours_it_is_found_again() {
    let folder = new_folder("crash");
    drop(PrivatePostgres::start(&folder).await.expect("a server"));
    let process = process_in(&folder).expect("a process");
    assert!(is_alive(process));
    let server = PrivatePostgres::start(&folder).await.expect("the same");
    assert_eq!(process_in(&folder), Some(process));
    assert_eq!(count(&server).await, 0);
    server.stop().await.expect("stopped");
    assert!(!is_alive(process));
    remove(&folder);
}

#[tokio::test]
async fn after_a_crash_of_its_own_it_is_started_again() {
    let folder = new_folder("kill");
    let first = PrivatePostgres::start(&folder).await.expect("a server");
    assert_eq!(count(&first).await, 0);
    let process = process_in(&folder).expect("a process");
    kill(process);
    let second = PrivatePostgres::start(&folder).await.expect("a new server");
    assert_ne!(process_in(&folder), Some(process));
    assert_eq!(count(&second).await, 1);
    first.stop().await.expect("left");
    second.stop().await.expect("stopped");
    remove(&folder);
}

#[tokio::test]
async fn a_server_that_an_administrator_started_is_left_alone() {
    let folder = new_folder("theirs");
    let server = PrivatePostgres::start(&folder).await.expect("a server");
    std::fs::write(folder.join("postgres/started"), "1").expect("a file");
    let process = process_in(&folder).expect("a process");
    server.stop().await.expect("left");
    assert!(is_alive(process));
    std::fs::write(folder.join("postgres/started"), process.to_string()).expect("a file");
    let server = PrivatePostgres::start(&folder).await.expect("a server");
    server.stop().await.expect("stopped");
    assert!(!is_alive(process));
    remove(&folder);
}

#[tokio::test]
async fn a_long_path_and_odd_characters_are_no_obstacle() {
    let folder = new_folder("long");
    let long = folder.join(format!("a, \"b\" c'd é {}", "x".repeat(100)));
    let server = PrivatePostgres::start(&long).await.expect("a server");
    assert_eq!(count(&server).await, 0);
    let mut connection = sqlx::PgConnection::connect(&server.url())
        .await
        .expect("by URL");
    let folders: String = sqlx::query_scalar("show unix_socket_directories")
        .fetch_one(&mut connection)
        .await
        .expect("an answer");
    drop(connection);
    server.stop().await.expect("stopped");
    assert!(!Path::new(&folders).exists(), "{folders}");
    remove(&folder);
}

#[tokio::test]
async fn root_is_told_when_the_account_cannot_get_there() {
    if !is_root() {
        return;
    }
    let folder = new_folder("locked");
    let closed = folder.join("closed");
    std::fs::create_dir(&closed).expect("a folder");
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o700)).expect("closed");
    let error = PrivatePostgres::start(&closed.join("data"))
        .await
        .expect_err("no way in");
    assert!(matches!(error, PrivateError::Locked { .. }), "{error:?}");
    assert!(error.to_string().contains("closed"), "{error}");
    remove(&folder);
}

/// The tests above run as whoever runs the tests. When that is root, an ordinary user runs one of
/// them again.
#[tokio::test]
async fn an_ordinary_user_needs_no_root() {
    if !is_root() {
        return;
    }
    let folder = new_folder("ordinary");
    std::os::unix::fs::chown(&folder, Some(65_534), Some(65_534)).expect("given away");
    // The account may not be able to get to the program where it lies.
    let program = folder.join("tests");
    let ourselves = std::env::current_exe().expect("our own path");
    std::fs::copy(ourselves, &program).expect("a copy");
    let output = Command::new(&program)
        .args([
            "private_postgres::it_is_made",
            "private_postgres::two_share",
        ])
        .env("TMPDIR", &folder)
        .current_dir("/")
        .uid(65_534)
        .gid(65_534)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("2 passed"), "{said}");
    remove(&folder);
}

/// How often this was called before.
async fn count(server: &PrivatePostgres) -> i64 {
    let mut connection = server.options().connect().await.expect("a connection");
    sqlx::raw_sql("create table if not exists visits (at timestamptz default now())")
        .execute(&mut connection)
        .await
        .expect("a table");
    let before: i64 = sqlx::query_scalar("select count(*) from visits")
        .fetch_one(&mut connection)
        .await
        .expect("a number");
    sqlx::query("insert into visits default values")
        .execute(&mut connection)
        .await
        .expect("a row");
    connection.close().await.expect("closed");
    before
}

fn new_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!(
        "penpawn-{name}-{}-{}",
        std::process::id(),
        number()
    ));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).expect("open");
    folder
}

fn remove(folder: &Path) {
    std::fs::remove_dir_all(folder).expect("the folder is removed");
}

fn process_in(folder: &Path) -> Option<u32> {
    let text = std::fs::read_to_string(folder.join("postgres/data/postmaster.pid")).ok()?;
    text.lines().next()?.parse().ok()
}

fn is_alive(process: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{process}/stat"))
        .is_ok_and(|stat| !stat.contains(") Z "))
}

fn kill(process: u32) {
    let killed = Command::new("kill")
        .args(["-9", &process.to_string()])
        .status()
        .expect("kill runs");
    assert!(killed.success());
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|found| found.uid() == 0)
}
