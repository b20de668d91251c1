//! The daemon as a process of its own, on the bed's servers.

use crate::correspondence::Correspondence;
use crate::{bed, player};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

/// Settings for one robot with a mailbox and a database of its own.
pub(crate) struct Setup {
    pub(crate) address: String,
    pub(crate) file: PathBuf,
    pub(crate) log: PathBuf,
    folder: PathBuf,
    /// What `serve` is told of mails that lie in the folder at the first start. Most tests put theirs there before.
    pub(crate) lying: Option<&'static str>,
    /// Settings that override those of the file, as `PENPAWN__…` variables.
    environment: Vec<(String, String)>,
}

/// `penpawn serve`, running.
pub(crate) struct Daemon {
    process: Child,
}

impl Setup {
    /// Settings whose database is this one.
    pub(crate) fn with_database(url: &str) -> Setup {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("robot-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let address = player::fresh_address("robot");
        let password = folder.join("password");
        fs::write(&password, &bed::up().password).expect("a password file");
        fs::set_permissions(&password, fs::Permissions::from_mode(0o600)).expect("its mode");
        let file = folder.join("penpawn.toml");
        let settings = format!(
            r#"[server]
address = "{address}"
# The people of the tests are of one domain, all of them.
strangers_of_a_domain = 0
[imap]
host = "127.0.0.1"
port = {imap}
security = "starttls"
ca_file = "{ca}"
user = "{address}"
password_file = "{password}"
[smtp]
host = "localhost"
port = {submission}
security = "starttls"
[database]
url = "{url}"
owner_url = "{owner}"
"#,
            // As bed::url_of made it.
            owner = url.replace(&format!("{}@", bed::DAEMON_ROLE), "chess@"),
            imap = bed::up().imap,
            submission = bed::up().submission,
            ca = bed::up().ca_file.display(),
            password = password.display(),
        );
        fs::write(&file, settings).expect("a settings file");
        Setup {
            address,
            file,
            log: folder.join("log"),
            folder,
            lying: Some("--read-all"),
            environment: Vec::new(),
        }
    }

    /// Changes the settings file: what stood there, once, and what stands there from now on.
    pub(crate) fn change(&self, old: &str, new: &str) {
        let settings = fs::read_to_string(&self.file).expect("settings");
        assert_eq!(settings.matches(old).count(), 1, "{old} in\n{settings}");
        fs::write(&self.file, settings.replace(old, new)).expect("settings");
    }

    /// Settings for commands on the database of this desk, whose letters come from the same house.
    pub(crate) fn beside(desk: &Correspondence) -> Setup {
        let mut setup = Setup::with_database(&bed::url_of(&desk.pool));
        setup.set("server.address", "chess@chess.test");
        setup
    }

    /// Overrides a setting, `imap.port` for example.
    pub(crate) fn set(&mut self, key: &str, value: &str) {
        let name = format!("PENPAWN__{}", key.to_uppercase().replace('.', "__"));
        self.environment.push((name, value.to_owned()));
    }

    /// Gives the processes that are started from now on a variable.
    pub(crate) fn variable(&mut self, name: &str, value: &str) {
        self.environment.push((name.to_owned(), value.to_owned()));
    }

    /// Runs `penpawn` with these arguments to its end.
    pub(crate) fn penpawn(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .arg("--config")
            .arg(&self.file)
            .args(arguments)
            .envs(self.environment.iter().cloned())
            .stdin(Stdio::null())
            .output()
            .expect("penpawn runs")
    }

    /// The same where it succeeds, and what it prints.
    pub(crate) fn says(&self, arguments: &[&str]) -> String {
        let output = self.penpawn(arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The same where it fails, and what it complains of.
    pub(crate) fn complains(&self, arguments: &[&str]) -> String {
        let output = self.penpawn(arguments);
        assert!(!output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// Starts the daemon and waits until it watches the mailbox.
    pub(crate) async fn serve(&self) -> Daemon {
        let before = self.logged().matches(OPEN).count();
        let daemon = self.start();
        let began = Instant::now();
        while self.logged().matches(OPEN).count() == before {
            assert!(
                began.elapsed() < player::PATIENCE,
                "the daemon does not come up:\n{}",
                self.logged()
            );
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        daemon
    }

    /// Starts the daemon.
    pub(crate) fn start(&self) -> Daemon {
        self.begin(&["serve"], self.lying)
    }

    /// Starts what goes on until it is ended; what it logs is with what the daemon does.
    pub(crate) fn begin(&self, arguments: &[&str], more: Option<&str>) -> Daemon {
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(&self.log)
            .expect("a log file");
        let process = Command::new(env!("CARGO_BIN_EXE_penpawn"))
            .arg("--config")
            .arg(&self.file)
            .args(arguments)
            .args(more)
            .envs(self.environment.iter().cloned())
            .stdin(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("penpawn serves");
        Daemon { process }
    }

    /// What the daemon has logged so far.
    pub(crate) fn logged(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }
}

/// Addresses, the server's own apart, and tokens in a log: more people read it than mailboxes.
fn indiscretions(log: &str, own: &str) -> Vec<String> {
    let is_token = |word: &str| {
        let mut parts = word.split('.');
        let (head, code) = (parts.next().unwrap_or_default(), parts.next());
        head.starts_with(['g', 'p', 'y'])
            && code.is_some_and(|code| {
                code.len() >= 21
                    && code
                        .chars()
                        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
            })
    };
    log.split(|c: char| c.is_whitespace() || matches!(c, '"' | '=' | '<' | '>' | '+' | '/' | ','))
        .filter(|word| !word.eq_ignore_ascii_case(own))
        .filter(|word| word.contains("@players.test") || word.split('@').any(is_token))
        .map(str::to_owned)
        .collect()
}

#[test]
fn an_address_and_a_token_in_a_log_are_found() {
    let log = "INFO penpawn serves address=\"robot.1@players.test\"\nINFO sent to=<ann@players.test>\n\
               WARN Message-ID g2o1.aor7uho3b5ehlj4mogbjr.bp@penpawn.chess.test";
    let found = indiscretions(log, "robot.1@players.test");
    assert_eq!(found.len(), 2, "{found:?}");
}

/// What the daemon logs when it watches the mailbox.
const OPEN: &str = "mailbox open";

impl Daemon {
    /// SIGTERM, as `systemctl stop` does; waits for the end. What stands between the daemon and its servers in this
    /// process goes on meanwhile: the daemon has something to finish.
    pub(crate) async fn stop(self) {
        self.signal("TERM");
        let ended = self.end().await;
        assert!(ended.success(), "the daemon ended with {ended}");
    }

    /// Waits for its end.
    pub(crate) async fn end(mut self) -> ExitStatus {
        loop {
            if let Some(ended) = self.process.try_wait().expect("an end") {
                return ended;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Sends it a signal: TERM, STOP, CONT.
    pub(crate) fn signal(&self, name: &str) {
        let told = Command::new("kill")
            .args([&format!("-{name}"), &self.process.id().to_string()])
            .status()
            .expect("kill");
        assert!(told.success());
    }

    /// SIGKILL.
    pub(crate) fn kill(mut self) {
        self.process.kill().expect("kill");
        self.process.wait().expect("an end");
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Setup {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let indiscreet = indiscretions(&self.logged(), &self.address);
            assert!(
                indiscreet.is_empty(),
                "this stands in a log: {indiscreet:?}"
            );
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}
