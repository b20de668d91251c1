//! A server that does not run is started, and one that is not there is made first.

use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use sqlx::{ConnectOptions, Connection};
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep};

use super::account::Account;
use super::connect::{NAME, PORT, options};
use super::error::{PrivateError, in_file};
use super::files::{choose_socket_folder, open};
use super::limits::{LOOK_AGAIN, START_LIMIT};
use super::programs::Programs;
use super::running::{self, ServerState};
use crate::plain_file;

/// A larger log is put aside when the server starts, in bytes.
const LARGEST_LOG: u64 = 4 * 1024 * 1024;

/// Finds the running server or starts one; returns the folder of its socket.
pub(super) async fn bring_up(
    programs: &Programs,
    account: &Account,
    folder: &Path,
) -> Result<(PathBuf, Option<Child>), PrivateError> {
    let data = folder.join("data");
    let deadline = Instant::now() + START_LIMIT;
    let mut child: Option<Child> = None;
    loop {
        let waiting_for = match running::look(&data) {
            ServerState::Ready { socket_folder } => return Ok((socket_folder, child)),
            ServerState::Busy => "it is starting or stopping",
            ServerState::Leftover => "processes of an earlier server are still there",
            ServerState::Absent if child.is_some() => "it has not begun",
            ServerState::Absent => {
                let started = launch(programs, account, folder)?;
                if let Some(pid) = started.id() {
                    remember(folder, pid, account)?;
                }
                child = Some(started);
                "it has not begun"
            }
        };
        if let Some(child) = &mut child
            && let Some(status) = child.try_wait().map_err(in_file(&programs.postgres))?
        {
            return Err(PrivateError::Failed {
                program: "postgres",
                reason: format!("{status}: {}", last_words(&folder.join("postgres.log"))),
            });
        }
        if Instant::now() > deadline {
            return Err(PrivateError::Late {
                folder: folder.to_owned(),
                seconds: START_LIMIT.as_secs(),
                reason: waiting_for.to_owned(),
            });
        }
        sleep(LOOK_AGAIN).await;
    }
}

/// Writes down which server is ours to stop.
pub(super) fn remember(folder: &Path, pid: u32, account: &Account) -> Result<(), PrivateError> {
    let path = folder.join("started");
    let mut options = OpenOptions::new();
    options.create(true).truncate(true).write(true);
    open(&path, &mut options, account)?
        .write_all(pid.to_string().as_bytes())
        .map_err(in_file(&path))
}

/// Starts the server.
pub(super) fn launch(
    programs: &Programs,
    account: &Account,
    folder: &Path,
) -> Result<Child, PrivateError> {
    let log_path = folder.join("postgres.log");
    if fs::metadata(&log_path).is_ok_and(|log| log.len() > LARGEST_LOG) {
        let _ = fs::rename(&log_path, folder.join("postgres.log.old"));
    }
    let log = open(
        &log_path,
        OpenOptions::new().create(true).append(true),
        account,
    )?;
    let socket_folder = choose_socket_folder(folder, account)?;
    let mut command = account.command(&programs.postgres);
    command
        .arg("-D")
        .arg(folder.join("data"))
        .arg("-k")
        .arg(&socket_folder)
        .args(["-p", &PORT.to_string()])
        .args([
            "-c",
            "listen_addresses=",
            "-c",
            "unix_socket_permissions=0700",
            "-c",
            "logging_collector=off",
            "-c",
            "log_destination=stderr",
            "-c",
            "cluster_name=penpawn",
        ])
        // Compiling our small queries takes longer than running them.
        .args(["-c", "jit=off"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        // Control-C at the terminal is for us. We stop the server when we have finished with it.
        .process_group(0);
    command.spawn().map_err(in_file(&programs.postgres))
}

/// Makes the cluster, in a folder of another name first, so that one that was interrupted is not
/// taken for whole.
pub(super) async fn make_cluster(
    programs: &Programs,
    account: &Account,
    folder: &Path,
) -> Result<(), PrivateError> {
    let unfinished = folder.join("data.unfinished");
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).map_err(in_file(&unfinished))?;
    }
    let mut command = account.command(&programs.initdb);
    command
        .arg("-D")
        .arg(&unfinished)
        // Trust is for those who can enter the folder. Text is sorted by bytes: the order never
        // changes with a new version of the system's locales, which would spoil indexes.
        .args(["-U", NAME, "-A", "trust", "-E", "UTF8", "--locale=C"]);
    run("initdb", command).await?;
    let data = folder.join("data");
    fs::rename(&unfinished, &data).map_err(in_file(&data))
}

pub(super) async fn make_database(socket_folder: &Path) -> sqlx::Result<()> {
    let mut connection = options(socket_folder, "postgres").connect().await?;
    let known: Option<i32> = sqlx::query_scalar("select 1 from pg_database where datname = $1")
        .bind(NAME)
        .fetch_optional(&mut connection)
        .await?;
    if known.is_none() {
        sqlx::query("create database penpawn")
            .execute(&mut connection)
            .await?;
    }
    connection.close().await
}

/// Runs a program to its end.
pub(super) async fn run(program: &'static str, mut command: Command) -> Result<(), PrivateError> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .await
        .map_err(|error| PrivateError::Failed {
            program,
            reason: error.to_string(),
        })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(PrivateError::Failed {
        program,
        reason: format!("{}: {}", output.status, said.trim()),
    })
}

/// The last lines of a log.
pub(super) fn last_words(log: &Path) -> String {
    let mut bytes = Vec::new();
    let read = plain_file::open(log, OpenOptions::new().read(true))
        .and_then(|log| log.take(2 * LARGEST_LOG).read_to_end(&mut bytes));
    if read.is_err() {
        return String::new();
    }
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().rev().take(3).collect();
    lines.into_iter().rev().collect::<Vec<_>>().join(" / ")
}
