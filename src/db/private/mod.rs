//! Postgres for those who have none: a private server in the data folder, run from the programs on
//! this machine.
//!
//! It listens on a Unix socket only, in a folder that nobody else may enter, and whoever may enter
//! it is trusted. Several processes share one server (`penpawn games list` while `penpawn serve`
//! runs): the first one starts it, the last one stops it, whichever that is. After `kill -9` it
//! goes on running, and the next process finds it.
//!
//! ```text
//! <data folder>/postgres/         mode 0700, of the account that runs the server
//!     data/                       the cluster, made by initdb
//!     postgres.log
//!     start.lock                  held while somebody starts or stops the server
//!     users.lock                  held, shared, by everybody who uses it
//!     started                     process id of the server that we started
//!     .s.PGSQL.5432               the socket, unless the path is too long for one
//! ```

mod account;
mod programs;
mod running;

use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use sqlx::{ConnectOptions, Connection};
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep, timeout};

use crate::plain_file;

use self::account::Account;
use self::programs::Programs;
use self::running::ServerState;

/// The database, and the role that owns everything in it.
const NAME: &str = "penpawn";
/// The role under which penpawn works on it, with no more rights than that needs.
pub const DAEMON_ROLE: &str = "penpawn_daemon";
/// Only a part of the socket's name: nothing listens on the network.
const PORT: u16 = 5432;
/// A Unix socket's path, with the byte 0 at its end, fits into 108 bytes on Linux and 104 on BSD
/// and macOS.
const LONGEST_SOCKET_PATH: usize = 103;
/// How long a server may take to start; after a crash it reads its log first.
const START_LIMIT: Duration = Duration::from_secs(120);
/// How long a server may take to stop.
const STOP_LIMIT: Duration = Duration::from_secs(60);
/// A larger log is put aside when the server starts, in bytes.
const LARGEST_LOG: u64 = 4 * 1024 * 1024;
/// How often we look.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Why there is no private Postgres.
#[derive(Debug, thiserror::Error)]
pub enum PrivateError {
    /// Postgres is not installed, or not the right one.
    #[error("{0}")]
    Programs(String),
    /// Postgres refuses to run as root, and there is nobody else to run it.
    #[error(
        "Postgres does not run as root, and this machine has no account named postgres or nobody to run it: \
         start penpawn as an ordinary user"
    )]
    Account,
    /// The account that runs Postgres cannot get to the data folder.
    #[error(
        "the account {account} runs Postgres but may not enter {}: choose a data folder below /var/lib, or open that \
         folder with chmod o+x",
        .folder.display()
    )]
    Locked {
        /// Name or number of the account.
        account: String,
        /// The first folder on the way that is closed to it.
        folder: PathBuf,
    },
    /// A file or folder could not be made or read.
    #[error("cannot use {}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the operating system said.
        #[source]
        source: io::Error,
    },
    /// A program of Postgres failed.
    #[error("{program} failed: {reason}")]
    Failed {
        /// Which.
        program: &'static str,
        /// Its own last words, or where to find them.
        reason: String,
    },
    /// Somebody else is starting or stopping the server for too long, or it does not come up.
    #[error("the private Postgres in {} was not ready within {seconds} s: {reason}", .folder.display())]
    Late {
        /// `<data folder>/postgres`.
        folder: PathBuf,
        /// How long we waited, in seconds.
        seconds: u64,
        /// What we waited for.
        reason: String,
    },
    /// There is no cluster in the data folder, and none is to be made.
    #[error(
        "there is no database in {} yet; `penpawn serve` and `penpawn migrate` make one there. If yours lies elsewhere, \
         set data_folder in the settings",
        .folder.display()
    )]
    NotYet {
        /// The data folder.
        folder: PathBuf,
    },
    /// This account may not use the data folder.
    #[error(
        "this account may not use {}: run penpawn as root or as the account that runs `penpawn serve`, or set data_folder \
         in the settings to a folder of this account's",
        .path.display()
    )]
    Forbidden {
        /// The file or folder that is closed.
        path: PathBuf,
    },
    /// The server runs, but its database could not be made.
    #[error("cannot create the database in the private Postgres")]
    Database(#[from] sqlx::Error),
}

/// A running private server, in use by this process.
#[derive(Debug)]
pub struct PrivatePostgres {
    folder: PathBuf,
    socket_folder: PathBuf,
    programs: Programs,
    account: Account,
    /// Shared lock on `users.lock`: as long as it is held, nobody stops the server.
    using: File,
    /// The server, if it is our child; kept so that it can be reaped.
    child: Option<Child>,
}

/// Whether there is a cluster in this data folder.
///
/// # Errors
/// [`PrivateError::Forbidden`] and [`PrivateError::File`], where nobody can tell.
pub fn has_cluster(data_folder: &Path) -> Result<bool, PrivateError> {
    let path = data_folder.join("postgres/data/PG_VERSION");
    match fs::metadata(&path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(in_file(data_folder)(error)),
    }
}

/// Whether this machine has what it takes to make a cluster.
///
/// # Errors
/// [`PrivateError::Programs`]
pub async fn can_be_made() -> Result<(), PrivateError> {
    Programs::find(None).await.map(drop)
}

impl PrivatePostgres {
    /// Finds the server of this data folder, or starts it. Where there is no cluster yet, none is made.
    ///
    /// # Errors
    /// Every [`PrivateError`].
    pub async fn open(data_folder: &Path) -> Result<PrivatePostgres, PrivateError> {
        if !has_cluster(data_folder)? {
            return Err(PrivateError::NotYet {
                folder: data_folder.to_owned(),
            });
        }
        PrivatePostgres::start(data_folder).await
    }

    /// Finds the server of this data folder, or makes and starts it, and creates the database
    /// `penpawn` in it.
    ///
    /// Root may call this as well. The server then runs as the owner of the folder if that is not
    /// root, else as `postgres` or `nobody`, and the subfolder `postgres` belongs to that account.
    ///
    /// # Errors
    /// Every [`PrivateError`] but [`PrivateError::NotYet`].
    pub async fn start(data_folder: &Path) -> Result<PrivatePostgres, PrivateError> {
        fs::create_dir_all(data_folder).map_err(in_file(data_folder))?;
        let data_folder = data_folder.canonicalize().map_err(in_file(data_folder))?;
        let folder = data_folder.join("postgres");
        let account = Account::choose(&data_folder, &folder)?;
        make_folder(&folder, &account)?;
        account.check_way_to(&folder)?;

        let starting = lock_start(&folder, &account).await?;
        let using = open_lock(&folder.join("users.lock"), &account)?;
        // Nobody holds it alone without holding start.lock too.
        using
            .lock_shared()
            .map_err(in_file(&folder.join("users.lock")))?;

        let data = folder.join("data");
        let programs = match made_by(&data) {
            Some(major) => Programs::find(Some(major)).await?,
            None => {
                let programs = Programs::find(None).await?;
                make_cluster(&programs, &account, &folder).await?;
                programs
            }
        };
        let (socket_folder, child) = bring_up(&programs, &account, &folder).await?;
        let server = PrivatePostgres {
            folder,
            socket_folder,
            programs,
            account,
            using,
            child,
        };
        let made = make_database(&server.socket_folder).await;
        drop(starting);
        match made {
            Ok(()) => Ok(server),
            Err(error) => {
                // The reason for stopping is the one to tell.
                let _ = server.stop().await;
                Err(error.into())
            }
        }
    }

    /// How to connect as the owner of everything in it.
    #[must_use]
    pub fn options(&self) -> PgConnectOptions {
        options(&self.socket_folder, NAME)
    }

    /// How to connect for daily work, as [`DAEMON_ROLE`]; the owner makes it and gives it its rights. It guards against
    /// faults of ours, not against who can enter the folder: he can connect as the owner too.
    #[must_use]
    pub fn daemon_options(&self) -> PgConnectOptions {
        self.options().username(DAEMON_ROLE)
    }

    /// The same as a URL, for `psql` and for people.
    #[must_use]
    pub fn url(&self) -> String {
        let mut host = String::new();
        for byte in self.socket_folder.to_string_lossy().bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                    host.push(char::from(byte));
                }
                _ => host.push_str(&format!("%{byte:02X}")),
            }
        }
        format!("postgres:///{NAME}?host={host}&port={PORT}&user={NAME}")
    }

    /// Stops the server if nobody else uses it and if penpawn started it. Without this call, as
    /// after a crash, it goes on running until the last of the next processes stops it. Connections
    /// that are still open are cut.
    ///
    /// # Errors
    /// [`PrivateError::File`], [`PrivateError::Failed`] and [`PrivateError::Late`].
    pub async fn stop(mut self) -> Result<(), PrivateError> {
        let _stopping = lock_start(&self.folder, &self.account).await?;
        let path = self.folder.join("users.lock");
        self.using.unlock().map_err(in_file(&path))?;
        match self.using.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(()),
            Err(TryLockError::Error(source)) => return Err(PrivateError::File { path, source }),
        }
        let data = self.folder.join("data");
        let started = self.folder.join("started");
        let ours = fs::read_to_string(&started)
            .ok()
            .and_then(|pid| pid.trim().parse::<u32>().ok());
        if ours.is_none() || ours != running::process_in(&data) {
            return Ok(());
        }
        let mut command = self.account.command(&self.programs.pg_ctl);
        command
            .args(["stop", "--mode=fast", "--wait", "--silent"])
            .arg(format!("--timeout={}", STOP_LIMIT.as_secs()))
            .arg("-D")
            .arg(&data);
        run("pg_ctl", command).await?;
        // The server removes its file a moment before it ends.
        let deadline = Instant::now() + STOP_LIMIT;
        while let Some(pid) = ours
            && running::is_server_in(pid, &data)
            && Instant::now() < deadline
        {
            sleep(LOOK_AGAIN).await;
        }
        if let Some(child) = &mut self.child {
            // It has ended, and only waits to be counted.
            let _ = timeout(STOP_LIMIT, child.wait()).await;
        }
        let _ = fs::remove_file(&started);
        if self.socket_folder != self.folder {
            let _ = fs::remove_dir(&self.socket_folder);
        }
        Ok(())
    }
}

/// Finds the running server or starts one; returns the folder of its socket.
async fn bring_up(
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
fn remember(folder: &Path, pid: u32, account: &Account) -> Result<(), PrivateError> {
    let path = folder.join("started");
    let mut options = OpenOptions::new();
    options.create(true).truncate(true).write(true);
    open(&path, &mut options, account)?
        .write_all(pid.to_string().as_bytes())
        .map_err(in_file(&path))
}

/// Starts the server.
fn launch(programs: &Programs, account: &Account, folder: &Path) -> Result<Child, PrivateError> {
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
async fn make_cluster(
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

async fn make_database(socket_folder: &Path) -> sqlx::Result<()> {
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

fn options(socket_folder: &Path, database: &str) -> PgConnectOptions {
    // PGPASSFILE and the like are about other servers.
    PgConnectOptions::new_without_pgpass()
        .socket(socket_folder)
        .port(PORT)
        .username(NAME)
        .database(database)
        .ssl_mode(PgSslMode::Disable)
}

/// The major version that made a cluster, if there is one.
fn made_by(data: &Path) -> Option<u32> {
    let version = fs::read_to_string(data.join("PG_VERSION")).ok()?;
    version.trim().parse().ok()
}

/// The socket lies in the folder itself, unless its path is too long or means something else to
/// Postgres, which separates folders by commas.
fn choose_socket_folder(folder: &Path, account: &Account) -> Result<PathBuf, PrivateError> {
    let path = folder.join(format!(".s.PGSQL.{PORT}"));
    let text = path.to_string_lossy();
    if text.len() <= LONGEST_SOCKET_PATH && !text.contains([',', '"', '\n']) {
        return Ok(folder.to_owned());
    }
    for attempt in 0..100 {
        let short = PathBuf::from(format!("/tmp/penpawn-{}-{attempt}", std::process::id()));
        match fs::DirBuilder::new().mode(0o700).create(&short) {
            Ok(()) => {
                let made = plain_file::open_folder(&short).map_err(in_file(&short))?;
                account.give(&made, &short)?;
                return Ok(short);
            }
            // Never one that another user may have put there.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(source) => {
                return Err(PrivateError::File {
                    path: short,
                    source,
                });
            }
        }
    }
    Err(PrivateError::File {
        path: PathBuf::from("/tmp"),
        source: io::Error::new(io::ErrorKind::AlreadyExists, "a hundred folders are taken"),
    })
}

fn make_folder(folder: &Path, account: &Account) -> Result<(), PrivateError> {
    match fs::DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => account.give(
            &plain_file::open_folder(folder).map_err(in_file(folder))?,
            folder,
        ),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            // Everybody who gets in is trusted, so nobody else gets in. A link in its place may be anybody's, and lead
            // to a folder of root's.
            let opened = plain_file::open_folder(folder).map_err(in_file(folder))?;
            opened
                .set_permissions(Permissions::from_mode(0o700))
                .map_err(in_file(folder))
        }
        Err(source) => Err(PrivateError::File {
            path: folder.to_owned(),
            source,
        }),
    }
}

/// Waits for our turn to start or stop the server.
async fn lock_start(folder: &Path, account: &Account) -> Result<File, PrivateError> {
    let path = folder.join("start.lock");
    let file = open_lock(&path, account)?;
    let limit = START_LIMIT + STOP_LIMIT;
    let deadline = Instant::now() + limit;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(source)) => return Err(PrivateError::File { path, source }),
            Err(TryLockError::WouldBlock) if Instant::now() > deadline => {
                return Err(PrivateError::Late {
                    folder: folder.to_owned(),
                    seconds: limit.as_secs(),
                    reason: "another penpawn is starting or stopping it".to_owned(),
                });
            }
            Err(TryLockError::WouldBlock) => sleep(LOOK_AGAIN).await,
        }
    }
}

fn open_lock(path: &Path, account: &Account) -> Result<File, PrivateError> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    open(path, &mut options, account)
}

/// Opens or makes a file of the account's.
fn open(path: &Path, options: &mut OpenOptions, account: &Account) -> Result<File, PrivateError> {
    // We may be root here, and the folder is another account's: its links must not lead us elsewhere, neither one that is
    // there nor one that comes while we look.
    let options = options.mode(0o600);
    let file = match plain_file::open(path, options) {
        Err(_) if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) => {
            fs::remove_file(path).map_err(in_file(path))?;
            plain_file::open(path, options)
        }
        opened => opened,
    }
    .map_err(in_file(path))?;
    account.give(&file, path)?;
    Ok(file)
}

/// Runs a program to its end.
async fn run(program: &'static str, mut command: Command) -> Result<(), PrivateError> {
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
fn last_words(log: &Path) -> String {
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

fn in_file(path: &Path) -> impl FnOnce(io::Error) -> PrivateError {
    move |source| {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::PermissionDenied => PrivateError::Forbidden { path },
            _ => PrivateError::File { path, source },
        }
    }
}
