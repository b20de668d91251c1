//! The private servers of this run, and a daemon on them; see `tests/bed/bed`. Nothing of it outlives this process.

use anyhow::{Context, ensure};
use sqlx::AssertSqlSafe;
use sqlx::postgres::{PgConnectOptions, PgPool};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::str::FromStr;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Where the servers are. Both the mail servers and Postgres write through to the disk, as for real.
#[derive(Debug)]
pub(crate) struct Bed {
    pub(crate) imap: u16,
    pub(crate) smtp: u16,
    pub(crate) submission: u16,
    pub(crate) ca_file: PathBuf,
    pub(crate) password: String,
    /// The folder of the bed, for its other verbs.
    folder: String,
    /// The URL of a database, through the Unix socket.
    database_url: String,
    /// The folder of Postgres's programs.
    programs: PathBuf,
    /// The servers live as long as this pipe; it closes when this process ends, by whatever end.
    _alive: ChildStdin,
}

/// Starts the servers, once in a process.
pub(crate) fn up() -> &'static Bed {
    static BED: OnceLock<Bed> = OnceLock::new();
    BED.get_or_init(|| start().expect("tests/bed/bed must start; run tests/bed/install test bench"))
}

/// The folder of this checkout.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

// Nobody waits for the guard: it ends after this process.
#[allow(clippy::zombie_processes)]
fn start() -> anyhow::Result<Bed> {
    let mut guard = Command::new(root().join("tests/bed/bed"))
        .arg("guard")
        // Whoever measures with fsync off measures another machine.
        .env("BED_FSYNC", "on")
        // A guard makes a bed of its own, since it destroys what it guards.
        .env_remove("BED_DIR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let alive = guard.stdin.take().context("a pipe")?;
    // The guard closes its output when all is up.
    let mut out = String::new();
    guard
        .stdout
        .take()
        .context("a pipe")?
        .read_to_string(&mut out)?;
    let values: HashMap<&str, &str> = out
        .lines()
        .filter_map(|line| line.split_once('='))
        .collect();
    let value = |name: &str| {
        let value = values.get(name).map(|value| (*value).to_owned());
        value.with_context(|| format!("{name} is missing"))
    };
    let port = |name: &str| -> anyhow::Result<u16> {
        let place = value(name)?;
        let (_, port) = place.rsplit_once(':').context("a port")?;
        Ok(port.parse()?)
    };
    Ok(Bed {
        imap: port("BED_IMAP")?,
        smtp: port("BED_SMTP")?,
        submission: port("BED_SUBMIT")?,
        ca_file: value("BED_CA")?.into(),
        password: value("BED_PASSWORD")?,
        folder: value("BED_DIR")?,
        database_url: value("BED_DATABASE_URL_UNIX")?,
        programs: value("BED_PG_BIN")?.into(),
        _alive: alive,
    })
}

/// A new database with our tables.
pub(crate) async fn database(name: &str) -> anyhow::Result<PgPool> {
    let options = create(name).await?;
    let pool = penpawn::db::connect(options.database(name), 8).await?;
    penpawn::db::migrate(&pool).await?;
    Ok(pool)
}

async fn create(name: &str) -> anyhow::Result<PgConnectOptions> {
    let options = PgConnectOptions::from_str(&up().database_url)?;
    let admin = PgPool::connect_with(options.clone()).await?;
    sqlx::query(AssertSqlSafe(format!("create database {name}")))
        .execute(&admin)
        .await?;
    admin.close().await;
    Ok(options)
}

/// Puts the files of a folder into a mailbox, as if they had been delivered.
pub(crate) fn preload(user: &str, folder: &Path) -> anyhow::Result<()> {
    let mut tar = Command::new("tar")
        .arg("-C")
        .arg(folder)
        .args(["-cf", "-", "."])
        .stdout(Stdio::piped())
        .spawn()
        .context("tar")?;
    let files = tar.stdout.take().context("a pipe")?;
    let status = Command::new(root().join("tests/bed/bed"))
        .args(["preload", user])
        .env("BED_DIR", &up().folder)
        .stdin(files)
        .status()?;
    ensure!(
        status.success() && tar.wait()?.success(),
        "the mails cannot be laid into the mailbox"
    );
    Ok(())
}

/// Transactions a second of `pgbench -N -c 8`: a small update, select and insert each, committed one by one.
pub(crate) async fn pgbench(seconds: u32) -> anyhow::Result<f64> {
    create("pgbench").await?;
    let run = |arguments: &[&str]| -> anyhow::Result<String> {
        let (server, _) = up().database_url.rsplit_once('/').context("a URL")?;
        let out = Command::new(up().programs.join("pgbench"))
            .args(arguments)
            .arg(format!("{server}/pgbench"))
            .stdin(Stdio::null())
            .output()
            .context("pgbench; run tests/bed/install bench")?;
        let told = String::from_utf8_lossy(&out.stderr);
        ensure!(out.status.success(), "pgbench: {told}");
        Ok(String::from_utf8(out.stdout)?)
    };
    run(&["-i", "-q", "-s", "10"])?;
    let seconds = seconds.to_string();
    let told = run(&["-N", "-c", "8", "-T", &seconds])?;
    let tps = told.lines().find_map(|line| line.strip_prefix("tps = "));
    let (tps, _) = tps
        .and_then(|rest| rest.split_once(' '))
        .context("pgbench tells no tps")?;
    Ok(tps.parse()?)
}

/// A folder that is removed at the end.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> anyhow::Result<Scratch> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("bench-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Scratch(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A program that ends with us, however we end: a shell between us waits for the end of a pipe.
pub(crate) struct Process {
    shell: Child,
    leash: Option<ChildStdin>,
}

/// Ctrl-C reaches the shell too; it must not go before the program that it looks after.
const LEASH: &str = r#"trap : INT TERM HUP; "$@" & read -r _; kill $! 2>/dev/null; wait $!"#;

impl Process {
    pub(crate) fn start(command: &[&str], out: File, errors: File) -> anyhow::Result<Process> {
        let mut shell = Command::new("sh")
            .args(["-c", LEASH, "sh"])
            .args(command)
            .current_dir(root())
            .stdin(Stdio::piped())
            .stdout(out)
            .stderr(errors)
            .spawn()?;
        let leash = shell.stdin.take();
        Ok(Process { shell, leash })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(mut leash) = self.leash.take() {
            let _ = leash.write_all(b"\n");
        }
        let _ = self.shell.wait();
    }
}

/// Postfix's smtp-sink: takes every mail and forgets it.
pub(crate) struct Sink {
    pub(crate) port: u16,
    told: PathBuf,
    _process: Process,
}

impl Sink {
    pub(crate) fn open(scratch: &Scratch) -> anyhow::Result<Sink> {
        let free = std::net::TcpListener::bind("127.0.0.1:0")?;
        let port = free.local_addr()?.port();
        drop(free);
        let program = root().join("target/tools/smtp-sink");
        let program = program.to_str().context("a path")?;
        let told = scratch.0.join("sink");
        let place = format!("127.0.0.1:{port}");
        let command = [program, "-c", "-h", "sink.test", &place, "100"];
        let errors = File::create(scratch.0.join("sink.errors"))?;
        let process = Process::start(&command, File::create(&told)?, errors)?;
        let began = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            ensure!(
                began.elapsed() < Duration::from_secs(10),
                "target/tools/smtp-sink does not start; run tests/bed/install bench"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(Sink {
            port,
            told,
            _process: process,
        })
    }

    /// How many mails it has taken.
    pub(crate) fn taken(&self) -> anyhow::Result<u64> {
        let told = fs::read_to_string(&self.told)?;
        let newest = told.rsplit("mesg=").next().unwrap_or_default();
        // nothing was told before the first mail
        Ok(newest.trim().parse().unwrap_or(0))
    }
}

/// `penpawn serve`.
pub(crate) struct Daemon {
    log: PathBuf,
    _process: Process,
}

impl Daemon {
    /// Starts it for this address, whose login is the same, on this database; `smtp` is its section of the settings.
    pub(crate) fn start(
        address: &str,
        database: &str,
        smtp: &str,
        scratch: &Scratch,
    ) -> anyhow::Result<Daemon> {
        let password = scratch.0.join("password");
        fs::write(&password, &up().password)?;
        let (server, _) = up().database_url.rsplit_once('/').context("a URL")?;
        let settings = format!(
            "[server]\naddress = \"{address}\"\n\
             [imap]\nhost = \"127.0.0.1\"\nport = {imap}\nsecurity = \"plain\"\nuser = \"{address}\"\n\
             password_file = \"{password}\"\n\
             [smtp]\nhost = \"127.0.0.1\"\nsecurity = \"plain\"\n{smtp}\n\
             [database]\nurl = \"{server}/{database}\"\n\
             [log]\nfilter = \"{filter}\"\n",
            imap = up().imap,
            password = password.display(),
            filter = std::env::var("PENPAWN_BENCH_LOG").unwrap_or_else(|_| "info".to_owned()),
        );
        let file = scratch.0.join("penpawn.toml");
        fs::write(&file, settings)?;
        let file = file.to_str().context("a path")?;
        let log = scratch.0.join("log");
        let errors = File::create(&log)?;
        let program = env!("CARGO_BIN_EXE_penpawn");
        let command = [program, "--config", file, "serve", "--read-all"];
        Ok(Daemon {
            _process: Process::start(&command, errors.try_clone()?, errors)?,
            log,
        })
    }

    /// What the daemon has logged so far.
    pub(crate) fn logged(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }
}
