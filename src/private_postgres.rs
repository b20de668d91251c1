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
//!     data.old/                   that of an older Postgres, after an upgrade
//!     postgres.log
//!     start.lock                  held while somebody starts or stops the server
//!     users.lock                  held, shared, by everybody who uses it
//!     started                     process id of the server that we started
//!     .s.PGSQL.5432               the socket, unless the path is too long for one
//! ```

mod account;
mod cluster;
mod connect;
mod error;
mod files;
mod limits;
mod programs;
mod running;
mod start;
mod upgrade;

pub use account::{OfDaemon, of_daemon};
pub use cluster::has_cluster;
pub use error::PrivateError;
pub use upgrade::{Held, Versions, put_in_place, versions};

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use sqlx::postgres::PgConnectOptions;
use tokio::process::Child;
use tokio::time::{Instant, sleep, timeout};

use self::account::Account;
use self::connect::{NAME, PORT, options};
use self::error::in_file;
use self::files::{lock_start, made_by, make_folder, open_lock};
use self::limits::{LOOK_AGAIN, STOP_LIMIT};
use self::programs::Programs;
use self::start::{bring_up, make_cluster, make_database, run};

/// The role under which penpawn works on it, with no more rights than that needs.
pub const DAEMON_ROLE: &str = "penpawn_daemon";

/// The role that reads what everybody may read, for the pages that are served.
pub const WEB_ROLE: &str = "penpawn_web";

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

/// The folder of psql, pg_dump and pg_restore of this major version, or of the next newer one on this machine.
///
/// # Errors
/// [`PrivateError::Programs`]
pub async fn client_folder(major: u32) -> Result<PathBuf, PrivateError> {
    programs::client_folder(major).await
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
        upgrade::put_back(&data)?;
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
    /// faults of ours, not against who can enter the folder: they can connect as the owner too.
    #[must_use]
    pub fn daemon_options(&self) -> PgConnectOptions {
        self.options().username(DAEMON_ROLE)
    }

    /// How to connect for pages, as [`WEB_ROLE`].
    #[must_use]
    pub fn web_options(&self) -> PgConnectOptions {
        self.options().username(WEB_ROLE)
    }

    /// The same for psql and its like, in the variables of libpq, as this role.
    #[must_use]
    pub fn variables(&self, role: &str) -> Vec<(&'static str, String)> {
        vec![
            ("PGHOST", self.socket_folder.display().to_string()),
            ("PGPORT", PORT.to_string()),
            ("PGDATABASE", NAME.to_owned()),
            ("PGUSER", role.to_owned()),
        ]
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
        self.stop_locked().await.map(drop)
    }

    /// The same, and nobody else starts it again as long as what is returned is kept; `None` where somebody else uses it.
    ///
    /// # Errors
    /// As of [`PrivatePostgres::stop`].
    pub async fn stop_and_hold(mut self) -> Result<Option<Held>, PrivateError> {
        let lock = lock_start(&self.folder, &self.account).await?;
        let stopped = self.stop_locked().await?;
        let running = running::process_in(&self.folder.join("data")).is_some();
        Ok((stopped == Stopped::Ours && !running).then(|| Held::new(lock, self.folder)))
    }

    /// Stops it while we hold the lock for that.
    async fn stop_locked(&mut self) -> Result<Stopped, PrivateError> {
        let path = self.folder.join("users.lock");
        self.using.unlock().map_err(in_file(&path))?;
        match self.using.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(Stopped::Used),
            Err(TryLockError::Error(source)) => return Err(PrivateError::File { path, source }),
        }
        let data = self.folder.join("data");
        let started = self.folder.join("started");
        let ours = fs::read_to_string(&started)
            .ok()
            .and_then(|pid| pid.trim().parse::<u32>().ok());
        if ours.is_none() || ours != running::process_in(&data) {
            return Ok(Stopped::Another);
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
        Ok(Stopped::Ours)
    }
}

/// What became of a server that was to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stopped {
    /// It stopped.
    Ours,
    /// Somebody else uses it, and stops it later.
    Used,
    /// Somebody else started it, or it was not running.
    Another,
}
