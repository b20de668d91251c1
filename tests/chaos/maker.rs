//! The fault maker: how each fault is made with the real daemons and servers.

use crate::bed;
use crate::daemons::{Daemons, ROBOT};
use crate::dice::Dice;
use crate::faults::{Fault, Service};
use crate::passing;
use chrono::TimeDelta;
use sqlx::PgPool;
use std::fs;
use std::net::Ipv4Addr;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::Command;
use tokio::time::{sleep, timeout};

/// A fault that was made.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) fault: Fault,
    pub(crate) from: SystemTime,
    pub(crate) until: SystemTime,
}

/// Makes faults.
pub(crate) struct Maker {
    pub(crate) daemons: Arc<Mutex<Daemons>>,
    /// What was made, in the order of its end.
    pub(crate) made: Mutex<Vec<Made>>,
    /// Nobody starts what another one holds down.
    services: [tokio::sync::Mutex<()>; 3],
    /// Likewise for each daemon.
    hands: Vec<tokio::sync::Mutex<()>>,
    /// Where chance is needed that no plan can hold: which of the processes there are.
    dice: Mutex<Dice>,
    /// The database of the daemons.
    database: String,
    pool: PgPool,
    /// How many minutes have passed at once.
    pub(crate) passed: AtomicU64,
}

impl Maker {
    pub(crate) fn new(
        seed: u64,
        daemons: Arc<Mutex<Daemons>>,
        database: &str,
        pool: PgPool,
    ) -> Arc<Maker> {
        let count = daemons.lock().expect("no panic").count();
        Arc::new(Maker {
            daemons,
            made: Mutex::default(),
            services: Default::default(),
            hands: (0..count).map(|_| tokio::sync::Mutex::default()).collect(),
            dice: Mutex::new(Dice::new(seed, u64::MAX - 1)),
            database: database.to_owned(),
            pool,
            passed: AtomicU64::new(0),
        })
    }

    /// Makes one fault, and mends what is to be mended again. `redeliver` sends some old mails once more.
    pub(crate) async fn make(&self, fault: Fault, redeliver: impl FnOnce(usize)) {
        let from = SystemTime::now();
        match fault {
            Fault::DaemonKilled { daemon, dead_for } => {
                let _hand = self.hands[daemon].lock().await;
                self.daemons().kill(daemon, Duration::from_millis(dead_for));
            }
            Fault::DaemonStopped { daemon } => {
                let _hand = self.hands[daemon].lock().await;
                self.daemons().stop(daemon);
            }
            Fault::DaemonStalled { daemon, for_ms }
            | Fault::DaemonStalledBeyondLease { daemon, for_ms }
            | Fault::DaemonStalledBeyondAllLeases { daemon, for_ms } => {
                let _hand = self.hands[daemon].lock().await;
                self.daemons().pause(daemon);
                sleep(Duration::from_millis(for_ms)).await;
                self.daemons().go_on(daemon);
            }
            Fault::DaemonKilledWhileWaiting {
                daemon,
                service,
                after,
            } => {
                let _hold = self.hold(service).await;
                bed_says(&["pause", service.word()]).await;
                sleep(Duration::from_millis(after)).await;
                {
                    let _hand = self.hands[daemon].lock().await;
                    self.daemons().kill(daemon, Duration::ZERO);
                }
                bed_says(&["continue", service.word()]).await;
            }
            Fault::DaemonStalledWhileWaiting {
                daemon,
                service,
                after,
                for_ms,
            } => {
                let hold = self.hold(service).await;
                bed_says(&["pause", service.word()]).await;
                sleep(Duration::from_millis(after)).await;
                let _hand = self.hands[daemon].lock().await;
                self.daemons().pause(daemon);
                bed_says(&["continue", service.word()]).await;
                drop(hold);
                sleep(Duration::from_millis(for_ms)).await;
                self.daemons().go_on(daemon);
            }
            Fault::AllKilled => {
                let _hold = self.hold(Service::Postgres).await;
                let count = self.daemons().count();
                for daemon in 0..count {
                    let _hand = self.hands[daemon].lock().await;
                    self.daemons().kill(daemon, Duration::from_secs(1));
                }
                bed_says(&["kill9", "pg"]).await;
                bed_says(&["start", "pg"]).await;
            }
            Fault::Killed { service, down_for } => {
                let _hold = self.hold(service).await;
                bed_says(&["kill9", service.word()]).await;
                sleep(Duration::from_millis(down_for)).await;
                bed_says(&["start", service.word()]).await;
            }
            Fault::Restarted { service, down_for } => {
                let _hold = self.hold(service).await;
                bed_says(&["stop", service.word()]).await;
                sleep(Duration::from_millis(down_for)).await;
                bed_says(&["start", service.word()]).await;
            }
            Fault::Delayed { service, for_ms } => {
                let _hold = self.hold(service).await;
                bed_says(&["pause", service.word()]).await;
                sleep(Duration::from_millis(for_ms)).await;
                bed_says(&["continue", service.word()]).await;
            }
            Fault::DatabaseConnectionsCut { one_in } => {
                let _hold = self.hold(Service::Postgres).await;
                let cut = format!(
                    "select pg_terminate_backend(pid) from pg_stat_activity \
                     where application_name = 'penpawn' and pid <> pg_backend_pid() and pid % {one_in} = 0"
                );
                bed_says(&["psql", "-qtAXc", &cut]).await;
            }
            Fault::DatabaseProcessKilled => {
                let _hold = self.hold(Service::Postgres).await;
                let ours = format!(" {} ", self.database);
                self.kill_one_in(1, &processes("pg/postmaster.pid", &ours), 1)
                    .await;
            }
            Fault::ImapProcessesKilled { one_in } => {
                let _hold = self.hold(Service::Dovecot).await;
                let sessions = processes("run/dovecot/master.pid", "dovecot/imap");
                self.kill_one_in(one_in, &sessions, usize::MAX).await;
            }
            Fault::FlagsRemoved => {
                in_mailbox(&[
                    "SELECT INBOX",
                    "UID STORE 1:* -FLAGS.SILENT (\\Seen $PenpawnDone)",
                ])
                .await;
            }
            Fault::ReadByHuman => {
                in_mailbox(&["SELECT INBOX", "UID STORE 1:* +FLAGS.SILENT (\\Seen)"]).await;
            }
            Fault::RestoredFromBackup => {
                // Where handled mails are filed they come back; where they stay there are two of each.
                in_mailbox(&[
                    "SELECT Processed",
                    "MOVE 1:60 INBOX",
                    "SELECT INBOX",
                    "COPY 1:30 INBOX",
                ])
                .await;
            }
            Fault::Renumbered => {
                let _hold = self.hold(Service::Dovecot).await;
                bed_says(&["stop", "dovecot"]).await;
                bed_says(&["uidreset", ROBOT]).await;
                bed_says(&["start", "dovecot"]).await;
            }
            Fault::Redelivered { mails } => redeliver(mails),
            Fault::TimePasses { minutes } => self.let_time_pass(minutes).await,
        }
        let until = SystemTime::now();
        self.made
            .lock()
            .expect("no panic")
            .push(Made { fault, from, until });
    }

    /// Daemons that are in the way are no error, and neither is a database that is down: then no time passes.
    async fn let_time_pass(&self, minutes: u64) {
        let time = TimeDelta::minutes(i64::try_from(minutes).expect("a few hours"));
        for _ in 0..5 {
            if passing::time_passes_beside_daemons(&self.pool, time)
                .await
                .is_ok()
            {
                self.passed.fetch_add(minutes, Ordering::Relaxed);
                return;
            }
        }
    }

    /// Nothing is held down any more.
    pub(crate) async fn heal(&self) {
        for service in Service::ALL {
            let _hold = self.hold(service).await;
            bed_says(&["continue", service.word()]).await;
            bed_says(&["start", service.word()]).await;
        }
        for (daemon, hand) in self.hands.iter().enumerate() {
            let _hand = hand.lock().await;
            self.daemons().go_on(daemon);
        }
    }

    fn daemons(&self) -> std::sync::MutexGuard<'_, Daemons> {
        self.daemons.lock().expect("no panic")
    }

    async fn hold(&self, service: Service) -> tokio::sync::MutexGuard<'_, ()> {
        let at = Service::ALL.iter().position(|&one| one == service);
        self.services[at.expect("one of them")].lock().await
    }

    async fn kill_one_in(&self, one_in: usize, processes: &[u32], at_most: usize) {
        let chosen: Vec<String> = {
            let mut dice = self.dice.lock().expect("no panic");
            let chosen = processes.iter().filter(|_| dice.once_in(one_in));
            chosen.take(at_most).map(u32::to_string).collect()
        };
        if !chosen.is_empty() {
            let mut kill = Command::new("kill");
            kill.arg("-KILL").args(chosen).stderr(Stdio::null());
            let _ = kill.status().await;
        }
    }
}

/// A verb of `tests/bed/bed`. That a service is in no state for it is no error.
pub(crate) async fn bed_says(arguments: &[&str]) -> String {
    let mut bed = Command::new(bed::root().join("tests/bed/bed"));
    bed.args(arguments)
        .env("BED_DIR", &bed::up().folder)
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    let said = timeout(Duration::from_secs(90), bed.output()).await;
    let said = said
        .expect("the bed takes too long")
        .expect("tests/bed/bed");
    String::from_utf8_lossy(&said.stdout).into_owned()
}

/// The robot's mailbox as somebody else uses it; that the server does not answer is no error.
async fn in_mailbox(commands: &[&str]) {
    let mut words = format!("a LOGIN {ROBOT} {}\r\n", bed::up().password);
    for command in commands {
        words.push_str(&format!("b {command}\r\n"));
    }
    words.push_str("c LOGOUT\r\n");
    let talk = async {
        let mut line = TcpStream::connect((Ipv4Addr::LOCALHOST, bed::up().imap)).await?;
        line.write_all(words.as_bytes()).await?;
        let mut said = Vec::new();
        line.read_to_end(&mut said).await
    };
    let _ = timeout(Duration::from_secs(10), talk).await;
}

/// The children of the process in this file of the bed whose command line says this.
fn processes(main: &str, saying: &str) -> Vec<u32> {
    let main = fs::read_to_string(bed::up().folder.join(main)).unwrap_or_default();
    let Some(main) = main
        .lines()
        .next()
        .and_then(|line| line.trim().parse::<u32>().ok())
    else {
        return Vec::new();
    };
    let Ok(all) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let mut found: Vec<u32> = all
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|&pid: &u32| {
            let read = |name: &str| fs::read(format!("/proc/{pid}/{name}")).unwrap_or_default();
            let status = String::from_utf8_lossy(&read("status")).into_owned();
            let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"));
            let words = String::from_utf8_lossy(&read("cmdline")).replace('\0', " ");
            parent.is_some_and(|parent| parent.trim() == main.to_string()) && words.contains(saying)
        })
        .collect();
    found.sort_unstable();
    found
}
