//! Several `penpawn serve` on one database and one mailbox, each started again when it ends, as a service manager does.

use crate::bed;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The robot's address; the bed delivers it and all its sub-addresses into one mailbox.
pub(crate) const ROBOT: &str = "chess@chess.test";

/// What the daemon logs when it watches the mailbox: from then on it must not end by itself.
const OPEN: &str = "mailbox open";

/// Longer than a clean stop may take.
const STOPPING: Duration = Duration::from_secs(60);

/// All daemons.
pub(crate) struct Daemons {
    settings: PathBuf,
    daemons: Vec<Daemon>,
    /// Whether nobody is started again.
    retired: bool,
    /// What no daemon may ever do.
    pub(crate) violations: Vec<String>,
    /// How often one ended at once because a server could not be reached at its start.
    pub(crate) refused_starts: usize,
}

struct Daemon {
    log: PathBuf,
    life: Option<Life>,
    not_before: Instant,
}

struct Life {
    process: Child,
    log_from: u64,
    told_to_stop: Option<Instant>,
    paused: bool,
}

impl Daemons {
    /// `done` is what becomes of handled mails: "flag" or "move".
    pub(crate) fn start(count: usize, folder: &Path, database: &str, done: &str) -> Daemons {
        let password = folder.join("password");
        fs::write(&password, &bed::up().password).expect("a password file");
        let settings = folder.join("penpawn.toml");
        fs::write(
            &settings,
            format!(
                // All players are of one domain, and join at once.
                "[server]\naddress = \"{ROBOT}\"\nstrangers_of_a_domain = 0\n\
                 [imap]\nhost = \"127.0.0.1\"\nport = {imap}\nsecurity = \"plain\"\nuser = \"{ROBOT}\"\n\
                 password_file = \"{password}\"\ndone = \"{done}\"\n\
                 [smtp]\nhost = \"127.0.0.1\"\nport = {submission}\nsecurity = \"plain\"\n\
                 [database]\nurl = \"{database}\"\n\
                 [time]\nusual = \"30 hours in all\"\n\
                 [log]\nfilter = \"info,penpawn::locks=debug\"\n",
                imap = bed::up().imap,
                submission = bed::up().submission,
                password = password.display(),
            ),
        )
        .expect("a settings file");
        let daemons = (1..=count)
            .map(|number| Daemon {
                log: folder.join(format!("daemon-{number}.log")),
                life: None,
                not_before: Instant::now(),
            })
            .collect();
        let mut all = Daemons {
            settings,
            daemons,
            retired: false,
            violations: Vec::new(),
            refused_starts: 0,
        };
        all.tend();
        all
    }

    /// Runs `penpawn` with these arguments to its end, and returns what it wrote.
    pub(crate) fn penpawn(&self, arguments: &[&str]) -> String {
        let ended = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .arg("--config")
            .arg(&self.settings)
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .expect("penpawn runs");
        assert!(ended.status.success(), "penpawn {arguments:?}: {ended:?}");
        String::from_utf8(ended.stdout).expect("text")
    }

    /// Starts those that have ended, and judges their ends.
    pub(crate) fn tend(&mut self) {
        let settings = &self.settings;
        for (number, daemon) in (1..).zip(&mut self.daemons) {
            if let Some(life) = &mut daemon.life {
                if let Some(status) = life.process.try_wait().expect("a child") {
                    let log = read_from(&daemon.log, life.log_from);
                    let verdict = judge(life, status, &log);
                    match verdict {
                        End::AsTold => {}
                        End::RefusedStart => self.refused_starts += 1,
                        End::Fault(fault) => {
                            self.violations
                                .push(format!("daemon {number}: {fault}\n{}", tail(&log)));
                        }
                    }
                    daemon.life = None;
                    daemon.rest(Duration::from_millis(500));
                } else if life
                    .told_to_stop
                    .is_some_and(|told| told.elapsed() > STOPPING && !life.paused)
                {
                    self.violations.push(format!(
                        "daemon {number} does not stop within {} s",
                        STOPPING.as_secs()
                    ));
                    daemon.kill();
                }
            }
            if daemon.life.is_none() && !self.retired && daemon.not_before <= Instant::now() {
                daemon.live(settings);
            }
        }
    }

    /// SIGKILL; it stays dead for a while.
    pub(crate) fn kill(&mut self, number: usize, dead_for: Duration) {
        let daemon = self.one(number);
        daemon.kill();
        daemon.rest(dead_for);
    }

    /// SIGSTOP.
    pub(crate) fn pause(&mut self, number: usize) {
        self.one(number).signal("STOP");
    }

    /// SIGCONT.
    pub(crate) fn go_on(&mut self, number: usize) {
        self.one(number).signal("CONT");
    }

    /// SIGTERM.
    pub(crate) fn stop(&mut self, number: usize) {
        self.one(number).signal("TERM");
    }

    pub(crate) fn count(&self) -> usize {
        self.daemons.len()
    }

    /// SIGTERM for all, and their ends; none is started again.
    pub(crate) fn end(&mut self) {
        for daemon in &mut self.daemons {
            daemon.signal("CONT");
            daemon.signal("TERM");
        }
        self.retired = true;
        let began = Instant::now();
        while self.daemons.iter().any(|daemon| daemon.life.is_some())
            && began.elapsed() < STOPPING * 2
        {
            self.tend();
            std::thread::sleep(Duration::from_millis(50));
        }
        for (number, daemon) in (1..).zip(&self.daemons) {
            if read_from(&daemon.log, 0).contains("panicked at") {
                self.violations.push(format!("daemon {number} panicked"));
            }
        }
    }

    /// For how many milliseconds games were locked, batch by batch, in ascending order. Faults that stall the daemon or the
    /// database are in it.
    pub(crate) fn locked(&self) -> Vec<u64> {
        let logs = self.daemons.iter().map(|daemon| read_from(&daemon.log, 0));
        let mut locked: Vec<u64> = logs
            .flat_map(|log| {
                log.lines()
                    .filter_map(|line| {
                        let (_, held) = line.split_once("held_ms=")?;
                        held.split(' ').next()?.trim().parse().ok()
                    })
                    .collect::<Vec<u64>>()
            })
            .collect();
        locked.sort_unstable();
        locked
    }

    /// The last log lines that contain these words.
    pub(crate) fn logged(&self, words: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, daemon) in (1..).zip(&self.daemons) {
            let log = read_from(&daemon.log, 0);
            let found: Vec<&str> = log.lines().filter(|line| line.contains(words)).collect();
            let from = found.len().saturating_sub(10);
            lines.extend(
                found[from..]
                    .iter()
                    .map(|line| format!("daemon {number}: {line}")),
            );
        }
        lines
    }

    fn one(&mut self, number: usize) -> &mut Daemon {
        let count = self.daemons.len();
        &mut self.daemons[number % count]
    }
}

enum End {
    AsTold,
    RefusedStart,
    Fault(String),
}

fn judge(life: &Life, status: ExitStatus, log: &str) -> End {
    let opened = log.contains(OPEN);
    match (life.told_to_stop, opened) {
        (Some(_), _) if status.success() => End::AsTold,
        // Told before it could listen.
        (Some(_), false) => End::AsTold,
        (Some(_), true) => End::Fault(format!("told to stop, it ended with {status}")),
        (None, false) if status.signal().is_none() => End::RefusedStart,
        (None, _) => End::Fault(format!("it ended by itself with {status}")),
    }
}

impl Daemon {
    fn live(&mut self, settings: &Path) {
        let log = File::options()
            .create(true)
            .append(true)
            .open(&self.log)
            .expect("a log file");
        // It is not to outlive us, however we end.
        let process = Command::new("setpriv")
            .args(["--pdeathsig", "KILL", env!("CARGO_BIN_EXE_penpawn")])
            .arg("--config")
            .arg(settings)
            .args(["serve", "--read-all"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log.try_clone().expect("the same file"))
            .spawn()
            .expect("penpawn serves");
        self.life = Some(Life {
            process,
            log_from: log.metadata().expect("a file").len(),
            told_to_stop: None,
            paused: false,
        });
    }

    fn kill(&mut self) {
        if let Some(mut life) = self.life.take() {
            let _ = life.process.kill();
            let _ = life.process.wait();
        }
    }

    fn rest(&mut self, wait: Duration) {
        self.not_before = Instant::now() + wait;
    }

    fn signal(&mut self, name: &str) {
        let Some(life) = &mut self.life else {
            return;
        };
        if name == "TERM" && life.told_to_stop.is_some() {
            // A second one means "at once".
            return;
        }
        match name {
            "TERM" => life.told_to_stop = Some(Instant::now()),
            "STOP" => life.paused = true,
            _ => life.paused = false,
        }
        let told = Command::new("kill")
            .arg(format!("-{name}"))
            .arg(life.process.id().to_string())
            .stderr(Stdio::null())
            .status();
        told.expect("kill");
    }
}

impl Drop for Daemons {
    fn drop(&mut self) {
        for daemon in &mut self.daemons {
            daemon.kill();
        }
    }
}

fn read_from(log: &Path, from: u64) -> String {
    let mut text = Vec::new();
    if let Ok(mut file) = File::open(log) {
        let _ = file.seek(SeekFrom::Start(from));
        let _ = file.read_to_end(&mut text);
    }
    String::from_utf8_lossy(&text).into_owned()
}

fn tail(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(15)..].join("\n")
}
