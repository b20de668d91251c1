//! The fault maker: a schedule that follows from the seed, and how each fault is made with the real servers.

use crate::bed;
use crate::daemons::{Daemons, ROBOT};
use crate::dice::Dice;
use std::fmt;
use std::fs;
use std::net::Ipv4Addr;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::Command;
use tokio::time::{sleep, timeout};

/// Leases are cut to this in the chaos's database, so that a stall can outlast them.
pub(crate) const LEASE_SECONDS: u64 = 8;

/// What goes wrong. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    DaemonKilled {
        daemon: usize,
        dead_for: u64,
    },
    DaemonStopped {
        daemon: usize,
    },
    DaemonStalled {
        daemon: usize,
        for_ms: u64,
    },
    DaemonStalledBeyondLease {
        daemon: usize,
        for_ms: u64,
    },
    DaemonKilledWhileWaiting {
        daemon: usize,
        service: Service,
        after: u64,
    },
    AllKilled,
    Killed {
        service: Service,
        down_for: u64,
    },
    Restarted {
        service: Service,
        down_for: u64,
    },
    Delayed {
        service: Service,
        for_ms: u64,
    },
    DatabaseConnectionsCut {
        one_in: usize,
    },
    DatabaseProcessKilled,
    ImapProcessesKilled {
        one_in: usize,
    },
    FlagsRemoved,
    ReadByHuman,
    RestoredFromBackup,
    Renumbered,
    Redelivered {
        mails: usize,
    },
}

/// The servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Service {
    Postgres,
    Dovecot,
    Exim,
}

impl Service {
    pub(crate) const ALL: [Service; 3] = [Service::Postgres, Service::Dovecot, Service::Exim];

    /// As the bed calls it.
    fn word(self) -> &'static str {
        match self {
            Service::Postgres => "pg",
            Service::Dovecot => "dovecot",
            Service::Exim => "exim",
        }
    }
}

impl Fault {
    /// Its kind, for counting.
    pub(crate) fn kind(self) -> String {
        let of = |what: &str, service: Service| format!("{} {what}", service.word());
        match self {
            Fault::DaemonKilled { .. } => "daemon kill -9".to_owned(),
            Fault::DaemonStopped { .. } => "daemon SIGTERM".to_owned(),
            Fault::DaemonStalled { .. } => "daemon stalled".to_owned(),
            Fault::DaemonStalledBeyondLease { .. } => "daemon stalled beyond its leases".to_owned(),
            Fault::DaemonKilledWhileWaiting { service, .. } => {
                format!("daemon kill -9 while it waits for {}", service.word())
            }
            Fault::AllKilled => "all daemons and pg kill -9".to_owned(),
            Fault::Killed { service, .. } => of("kill -9", service),
            Fault::Restarted { service, .. } => of("restarted", service),
            Fault::Delayed { service, .. } => of("stalled", service),
            Fault::DatabaseConnectionsCut { .. } => "pg connections cut".to_owned(),
            Fault::DatabaseProcessKilled => "pg process kill -9".to_owned(),
            Fault::ImapProcessesKilled { .. } => "imap processes kill -9".to_owned(),
            Fault::FlagsRemoved => "mailbox flags removed".to_owned(),
            Fault::ReadByHuman => "mailbox read by a human".to_owned(),
            Fault::RestoredFromBackup => "mailbox restored".to_owned(),
            Fault::Renumbered => "mailbox renumbered".to_owned(),
            Fault::Redelivered { .. } => "mails redelivered".to_owned(),
        }
    }
}

/// A fault and when it begins, counted from the beginning of the faults.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planned {
    pub(crate) at: Duration,
    pub(crate) fault: Fault,
}

impl fmt::Display for Planned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:8.2} s  {:?}", self.at.as_secs_f64(), self.fault)
    }
}

/// What goes wrong in this many seconds.
pub(crate) fn schedule(
    seed: u64,
    length: Duration,
    pace: Duration,
    daemons: usize,
) -> Vec<Planned> {
    let mut dice = Dice::new(seed, u64::MAX);
    let mut plan = Vec::new();
    let mut at = Duration::ZERO;
    let pace = usize::try_from(pace.as_millis())
        .expect("a short time")
        .max(1);
    loop {
        // Sometimes two at once, sometimes a quiet while.
        at += Duration::from_millis(u64::try_from(dice.below(2 * pace)).expect("a short time"));
        if at >= length {
            return plan;
        }
        let fault = draw(&mut dice, daemons);
        plan.push(Planned { at, fault });
    }
}

fn draw(dice: &mut Dice, daemons: usize) -> Fault {
    let daemon = dice.below(daemons);
    let service = *dice.pick(&Service::ALL);
    let mut between = |least: usize, most: usize| -> u64 {
        u64::try_from(least + dice.below(most - least)).expect("a short time")
    };
    let (short, long) = (between(100, 3000), between(500, 6000));
    let beyond = LEASE_SECONDS * 1000 + between(1000, 6000);
    match between(0, 100) {
        0..=15 => Fault::DaemonKilled {
            daemon,
            dead_for: short,
        },
        16..=21 => Fault::DaemonStopped { daemon },
        22..=27 => Fault::DaemonStalled {
            daemon,
            for_ms: short,
        },
        28..=33 => Fault::DaemonStalledBeyondLease {
            daemon,
            for_ms: beyond,
        },
        34..=45 => Fault::DaemonKilledWhileWaiting {
            daemon,
            service,
            after: short,
        },
        46 => Fault::AllKilled,
        47..=52 => Fault::Killed {
            service,
            down_for: short,
        },
        53..=58 => Fault::Restarted {
            service,
            down_for: short,
        },
        59..=66 => Fault::Delayed {
            service,
            for_ms: long,
        },
        67..=74 => Fault::DatabaseConnectionsCut {
            one_in: dice.below(4) + 1,
        },
        75..=76 => Fault::DatabaseProcessKilled,
        77..=82 => Fault::ImapProcessesKilled {
            one_in: dice.below(3) + 1,
        },
        83..=85 => Fault::FlagsRemoved,
        86..=88 => Fault::ReadByHuman,
        89..=91 => Fault::RestoredFromBackup,
        92..=93 => Fault::Renumbered,
        _ => Fault::Redelivered {
            mails: dice.below(5) + 1,
        },
    }
}

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
}

impl Maker {
    pub(crate) fn new(seed: u64, daemons: Arc<Mutex<Daemons>>, database: &str) -> Arc<Maker> {
        let count = daemons.lock().expect("no panic").count();
        Arc::new(Maker {
            daemons,
            made: Mutex::default(),
            services: Default::default(),
            hands: (0..count).map(|_| tokio::sync::Mutex::default()).collect(),
            dice: Mutex::new(Dice::new(seed, u64::MAX - 1)),
            database: database.to_owned(),
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
            | Fault::DaemonStalledBeyondLease { daemon, for_ms } => {
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
        }
        let until = SystemTime::now();
        self.made
            .lock()
            .expect("no panic")
            .push(Made { fault, from, until });
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
