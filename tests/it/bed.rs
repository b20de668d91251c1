//! The private servers of this test run, see `tests/bed/bed`.

use penpawn::db::{MIGRATIONS, keys, rights};
use sqlx::AssertSqlSafe;
use sqlx::postgres::{PgConnectOptions, PgPool};
use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::str::FromStr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::OnceCell;

/// Where the servers are.
#[derive(Debug)]
pub(crate) struct Bed {
    pub(crate) imap: u16,
    pub(crate) imaps: u16,
    pub(crate) smtp: u16,
    pub(crate) submission: u16,
    /// The same without SMTPUTF8.
    #[allow(dead_code, reason = "the chaos writes to nobody beyond ASCII")]
    pub(crate) submission_ascii: u16,
    pub(crate) ca_file: PathBuf,
    pub(crate) password: String,
    pub(crate) database_url: String,
    /// The bed's folder, by which its other verbs find it.
    #[allow(dead_code, reason = "the chaos uses it")]
    pub(crate) folder: PathBuf,
    /// The servers live as long as this pipe; it closes when the process ends, by whatever end.
    _alive: ChildStdin,
}

/// Starts the servers, once in a process.
pub(crate) fn up() -> &'static Bed {
    static BED: OnceLock<Bed> = OnceLock::new();
    BED.get_or_init(start)
}

/// The role under which penpawn works in the tests, as it does in earnest: with no more rights than the daemon needs.
pub(crate) const DAEMON_ROLE: &str = "penpawn_daemon";

/// A new, empty database with our tables on the bed's Postgres, and a connection to it as the owner, who may do what the
/// daemon may not. A copy of one that was made the usual way, which takes a tenth of the time; its token key is its own.
pub(crate) async fn database() -> PgPool {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    let template = TEMPLATE
        .get_or_init(|| async {
            let pool = new_database("template template0").await;
            MIGRATIONS.run(&pool).await.expect("our tables");
            rights::make_role(&pool, DAEMON_ROLE).await.expect("a role");
            rights::grant(&pool, DAEMON_ROLE)
                .await
                .expect("the daemon's rights");
            let name = pool.connect_options().get_database().map(str::to_owned);
            // Nobody may be connected to what is copied.
            pool.close().await;
            name.expect("a name")
        })
        .await;
    let pool = new_database(&format!("template {template}")).await;
    keys::ensure_one(&pool).await.expect("a key");
    pool
}

/// A new database of this description, and a connection to it as its owner.
pub(crate) async fn new_database(description: &str) -> PgPool {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let name = format!("test_{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let options = PgConnectOptions::from_str(&up().database_url).expect("the bed's database");
    let admin = PgPool::connect_with(options.clone())
        .await
        .expect("the bed's Postgres");
    sqlx::query(AssertSqlSafe(format!(
        "create database {name} {description}"
    )))
    .execute(&admin)
    .await
    .expect("a new database");
    admin.close().await;
    penpawn::db::connect(options.database(&name), 5)
        .await
        .expect("the new database")
}

/// A port that nobody uses, TCP and UDP, below those that the kernel gives to clients and those of the bed: a server that stops finds
/// it free when it starts again.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    const FIRST: u32 = 10_000;
    const HOW_MANY: u32 = 10_000;
    // Runs of the tests beside each other begin elsewhere.
    let own = std::process::id().wrapping_mul(97);
    let free = |port: &u16| {
        let place = ("127.0.0.1", *port);
        std::net::TcpListener::bind(place).is_ok() && std::net::UdpSocket::bind(place).is_ok()
    };
    (0..HOW_MANY)
        .map(|_| FIRST + own.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % HOW_MANY)
        .filter_map(|port| u16::try_from(port).ok())
        .find(free)
        .expect("a free port")
}

/// What a query counts.
pub(crate) async fn count(pool: &PgPool, sql: &'static str) -> i64 {
    let counted = sqlx::query_scalar(sql).fetch_one(pool).await;
    counted.expect("a count")
}

/// A connection to the same database with the daemon's rights.
pub(crate) async fn as_daemon(pool: &PgPool) -> PgPool {
    let options = PgConnectOptions::clone(&pool.connect_options()).username(DAEMON_ROLE);
    penpawn::db::connect(options, 5)
        .await
        .expect("the daemon's role")
}

/// The URL of a database of the bed, with the daemon's rights.
pub(crate) fn url_of(pool: &PgPool) -> String {
    let owner = owner_url_of(pool);
    let (_, place) = owner.split_once('@').expect("a URL");
    format!("postgres://{DAEMON_ROLE}@{place}")
}

/// The same for its owner.
pub(crate) fn owner_url_of(pool: &PgPool) -> String {
    let options = pool.connect_options();
    let name = options.get_database().expect("a database");
    let (server, _) = up().database_url.rsplit_once('/').expect("a URL");
    format!("{server}/{name}")
}

/// Runs a verb of `tests/bed/bed` on the servers of this test run.
pub(crate) fn run(arguments: &[&str]) {
    let done = Command::new(root().join("tests/bed/bed"))
        .args(arguments)
        .env("BED_DIR", &up().folder)
        .stdin(Stdio::null())
        .status()
        .expect("tests/bed/bed must be runnable");
    assert!(done.success(), "bed {arguments:?}: {done}");
}

/// The folder of this checkout.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

// Nobody waits for the guard: it ends after this process.
#[allow(clippy::zombie_processes)]
fn start() -> Bed {
    let mut guard = Command::new(root().join("tests/bed/bed"))
        .arg("guard")
        .env("BED_FSYNC", "off")
        // A guard makes a bed of its own, since it destroys what it guards.
        .env_remove("BED_DIR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("tests/bed/bed must be runnable");
    let alive = guard.stdin.take().expect("a pipe");
    // The guard closes its output when all is up.
    let mut out = String::new();
    guard
        .stdout
        .take()
        .expect("a pipe")
        .read_to_string(&mut out)
        .expect("the bed's words");
    let values: HashMap<&str, &str> = out
        .lines()
        .filter_map(|line| line.split_once('='))
        .collect();
    let value = |name: &str| {
        values.get(name).map_or_else(
            || {
                panic!(
                    "the test servers did not start ({name} is missing); run tests/bed/install test"
                )
            },
            |value| (*value).to_owned(),
        )
    };
    let port = |name: &str| {
        let place = value(name);
        let (_, port) = place.rsplit_once(':').expect("a port");
        port.parse().expect("a port")
    };
    Bed {
        imap: port("BED_IMAP"),
        imaps: port("BED_IMAPS"),
        smtp: port("BED_SMTP"),
        submission: port("BED_SUBMIT"),
        submission_ascii: port("BED_SUBMIT_ASCII"),
        ca_file: value("BED_CA").into(),
        password: value("BED_PASSWORD"),
        database_url: value("BED_DATABASE_URL"),
        folder: value("BED_DIR").into(),
        _alive: alive,
    }
}
