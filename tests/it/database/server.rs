//! A Postgres of a test's own, which may be killed, filled up or followed by a standby; and a proxy before it.

use crate::bed;
use std::net::Ipv4Addr;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

pub(crate) struct Postgres {
    pub(crate) folder: PathBuf,
    pub(crate) port: u16,
    process: Option<Child>,
}

/// An empty folder that the account of the bed may write to; Postgres does not run as root.
pub(crate) fn new_folder() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("penpawn-db-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let account = std::fs::metadata(&bed::up().ca_file).expect("the bed's file");
    let us = std::fs::metadata("/proc/self").expect("ourselves").uid();
    if us != account.uid() {
        chown(&folder, Some(account.uid()), Some(account.gid())).expect("given away");
    }
    folder
}

/// A program of Postgres, run as the account of the bed; it dies with the thread that began it.
pub(crate) fn program(name: &str) -> Command {
    let account = std::fs::metadata(&bed::up().ca_file).expect("the bed's file");
    let us = std::fs::metadata("/proc/self").expect("ourselves").uid();
    let mut command = Command::new("setpriv");
    if us != account.uid() {
        command
            .arg(format!("--reuid={}", account.uid()))
            .arg(format!("--regid={}", account.gid()))
            .arg("--clear-groups");
    }
    command
        .args(["--pdeathsig", "QUIT", "--"])
        .arg(programs().join(name))
        .stdin(Stdio::null())
        .current_dir("/");
    command
}

fn programs() -> PathBuf {
    let newest = std::fs::read_dir("/usr/lib/postgresql")
        .expect("Postgres is installed")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok())
        .max()
        .expect("a version");
    Path::new("/usr/lib/postgresql")
        .join(newest.to_string())
        .join("bin")
}

pub(crate) fn succeed(command: &mut Command) {
    let output = command.output().expect("it runs");
    assert!(
        output.status.success(),
        "{command:?}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

impl Postgres {
    /// A new cluster in this folder, running.
    pub(crate) async fn start_in(folder: PathBuf) -> Postgres {
        let data = folder.join("data");
        succeed(
            program("initdb")
                .args([
                    "-U",
                    "chess",
                    "-A",
                    "trust",
                    "-E",
                    "UTF8",
                    "--locale=C",
                    "--no-sync",
                ])
                // As small as it can be, for small disks.
                .args(["--wal-segsize", "1", "-D"])
                .arg(&data),
        );
        let mut server = Postgres {
            folder,
            port: bed::free_port(),
            process: None,
        };
        server.run().await;
        server
    }

    pub(crate) async fn start() -> Postgres {
        Postgres::start_in(new_folder()).await
    }

    /// A standby that follows this server, running.
    pub(crate) async fn standby(&self) -> Postgres {
        self.standby_on(bed::free_port()).await
    }

    /// The same, on this port.
    pub(crate) async fn standby_on(&self, port: u16) -> Postgres {
        let folder = new_folder();
        succeed(
            program("pg_basebackup")
                .args([
                    "-h",
                    "127.0.0.1",
                    "-U",
                    "chess",
                    "-X",
                    "stream",
                    "-c",
                    "fast",
                    "-R",
                    "-p",
                ])
                .arg(self.port.to_string())
                .arg("-D")
                .arg(folder.join("data")),
        );
        let mut standby = Postgres {
            folder,
            port,
            process: None,
        };
        standby.run().await;
        standby
    }

    pub(crate) async fn run(&mut self) {
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(self.folder.join("log"))
            .expect("a log");
        let process = program("postgres")
            .arg("-D")
            .arg(self.folder.join("data"))
            .args(["-p", &self.port.to_string()])
            .args([
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
            ])
            .args([
                "-c",
                "min_wal_size=2MB",
                "-c",
                "max_wal_size=8MB",
                "-c",
                "max_connections=40",
            ])
            .args(["-c", "shared_buffers=8MB", "-c", "restart_after_crash=on"])
            .stderr(log)
            .spawn()
            .expect("Postgres");
        self.process = Some(process);
        let began = Instant::now();
        loop {
            let ready = program("pg_isready")
                .args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()])
                .status()
                .expect("it runs");
            if ready.success() {
                return;
            }
            assert!(
                began.elapsed() < crate::player::PATIENCE,
                "Postgres does not start: {}",
                std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// As `pg_ctl` does it: fast, immediate, or with a SIGKILL of the whole server.
    pub(crate) fn end(&mut self, signal: &str) {
        if let Some(mut process) = self.process.take() {
            if signal == "KILL" {
                // The postmaster alone; its children notice and go.
                process.kill().expect("killed");
            } else {
                succeed(Command::new("kill").args(["-s", signal, &process.id().to_string()]));
            }
            process.wait().expect("an end");
        }
    }

    pub(crate) fn promote(&self) {
        succeed(
            program("pg_ctl")
                .args(["promote", "-w", "-D"])
                .arg(self.folder.join("data")),
        );
    }

    pub(crate) fn url(&self) -> String {
        url_at(self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = Command::new("kill")
                .args(["-s", "QUIT", &process.id().to_string()])
                .status();
            let _ = process.wait();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

pub(crate) fn url_at(port: u16) -> String {
    format!("postgres://chess@127.0.0.1:{port}/postgres")
}

/// What stands between the daemon and its database.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    target: Arc<AtomicU16>,
    /// Which of the next answers to COMMIT is to be swallowed, counted from 1; 0 is none.
    swallow: Arc<AtomicU8>,
    swallowed: Arc<AtomicU8>,
    connections: Arc<Mutex<JoinSet<()>>>,
    made: Arc<AtomicU32>,
}

impl Proxy {
    pub(crate) async fn before(target: u16) -> Proxy {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .expect("a port");
        let proxy = Proxy {
            port: listener.local_addr().expect("an address").port(),
            target: Arc::new(AtomicU16::new(target)),
            swallow: Arc::default(),
            swallowed: Arc::default(),
            connections: Arc::default(),
            made: Arc::default(),
        };
        let (target, swallow, swallowed) = (
            Arc::clone(&proxy.target),
            Arc::clone(&proxy.swallow),
            Arc::clone(&proxy.swallowed),
        );
        let (connections, made) = (Arc::clone(&proxy.connections), Arc::clone(&proxy.made));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                made.fetch_add(1, Ordering::Relaxed);
                let (swallow, swallowed) = (Arc::clone(&swallow), Arc::clone(&swallowed));
                let port = target.load(Ordering::Relaxed);
                if port == 0 {
                    continue;
                }
                connections.lock().expect("connections").spawn(async move {
                    if let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await {
                        carry(client, server, &swallow, &swallowed).await;
                    }
                });
            }
        });
        proxy
    }

    /// The next connections lead here, or nowhere when it is 0; those that are open are cut.
    pub(crate) fn lead_to(&self, port: u16) {
        self.target.store(port, Ordering::Relaxed);
        self.connections.lock().expect("connections").abort_all();
    }

    /// The answer to this one of the next COMMITs is swallowed, and the line cut.
    pub(crate) fn swallow_commit(&self, nth: u8) {
        self.swallow.store(nth, Ordering::Relaxed);
    }

    pub(crate) fn swallowed(&self) -> u8 {
        self.swallowed.load(Ordering::Relaxed)
    }

    /// How many connections were asked for.
    pub(crate) fn connections(&self) -> u32 {
        self.made.load(Ordering::Relaxed)
    }
}

async fn carry(client: TcpStream, server: TcpStream, swallow: &AtomicU8, swallowed: &AtomicU8) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let (mut asked, mut told) = (vec![0; 64 * 1024], vec![0; 64 * 1024]);
    let mut commits = false;
    loop {
        tokio::select! {
            read = from_client.read(&mut asked) => {
                let Ok(count @ 1..) = read else { return };
                commits = asked[..count].windows(6).any(|word| word == b"COMMIT");
                if to_server.write_all(&asked[..count]).await.is_err() {
                    return;
                }
            }
            read = from_server.read(&mut told) => {
                let Ok(count @ 1..) = read else { return };
                let done = told[..count].windows(6).any(|word| word == b"COMMIT");
                let wanted = || {
                    let counted = swallow
                        .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
                    counted == Ok(1)
                };
                if commits && done && wanted() {
                    swallowed.fetch_add(1, Ordering::Relaxed);
                    return;
                }
                if to_client.write_all(&told[..count]).await.is_err() {
                    return;
                }
            }
        }
    }
}
