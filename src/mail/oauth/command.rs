//! The program that prints an access token, as mutt, msmtp and others run theirs.

use super::concealed::{INSTEAD, SHORTEST, is_told, reasons_in, without_unknown};
use super::fault::TokenFault;
use super::running::{End, Heard, Kept, run};
use super::{LONGEST_TOKEN, is_token};
use secrecy::SecretString;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::process::Command;
use tokio::time::timeout;

/// How long it may take: it may have to fetch a new token from far away.
const LIMIT: Duration = Duration::from_secs(30);
/// How many characters of what it complains about go into an error.
const LONGEST_COMPLAINT: usize = 400;
/// What is kept of what it writes.
const KEPT: Kept = Kept {
    // Its line end, and one octet by which a longer one is known.
    printed: LONGEST_TOKEN + 3,
    // Four octets are the longest character.
    complaint: 4 * LONGEST_COMPLAINT,
};
/// What variables begin with that hold settings of ours, the password of the database perhaps: none of its business.
const OUR_VARIABLES: &str = "PENPAWN__";
/// The folders in which systemd lets a service find programs.
const SERVICE_PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// Such programs write down what they were given last, and none minds another one of its kind.
static ONE_AT_A_TIME: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// A program and its arguments, run without a shell. The first line that it prints is the token.
#[derive(Clone, Debug)]
pub struct TokenCommand {
    program: String,
    arguments: Vec<String>,
    limit: Duration,
    run_as: RunAs,
    /// How long it took when it brought a token for the last time.
    took: Arc<Mutex<Option<Duration>>>,
}

/// Who runs it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RunAs {
    /// We ourselves.
    #[default]
    Ourselves,
    /// Another account; only root can do that.
    Account {
        /// Its number.
        user: u32,
        /// The number of its group.
        group: u32,
        /// Its name, and its home folder, where it has them.
        named: Option<(String, String)>,
    },
    /// Nobody: it is not known who would.
    Nobody,
}

impl TokenCommand {
    /// Of this program with these arguments.
    #[must_use]
    pub fn new(program: String, arguments: Vec<String>) -> TokenCommand {
        TokenCommand {
            program,
            arguments,
            limit: LIMIT,
            run_as: RunAs::Ourselves,
            took: Arc::default(),
        }
    }

    /// The same, but it may take only so long; by default 30 seconds.
    #[must_use]
    pub fn with_limit(mut self, limit: Duration) -> TokenCommand {
        self.limit = limit;
        self
    }

    /// The same, but run by somebody else.
    #[must_use]
    pub fn run_as(mut self, who: RunAs) -> TokenCommand {
        self.run_as = who;
        self
    }

    /// The program, and its arguments.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.program)
            .chain(&self.arguments)
            .map(String::as_str)
    }

    /// ` as penpawn`, where that is somebody else than we.
    #[must_use]
    pub fn run_by(&self) -> String {
        match &self.run_as {
            RunAs::Ourselves | RunAs::Nobody => String::new(),
            RunAs::Account { user, named, .. } => match named {
                Some((name, _)) => format!(" as {name}"),
                None => format!(" as the account {user}"),
            },
        }
    }

    /// How long it took when it brought a token for the last time; `None` when it has brought none.
    #[must_use]
    pub fn took(&self) -> Option<Duration> {
        *self.took.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs it, and takes the token. When the future is dropped, it is killed with all that it has started.
    ///
    /// # Errors
    ///
    /// When it fails, or prints none.
    pub async fn token(&self) -> Result<SecretString, TokenFault> {
        let _turn = ONE_AT_A_TIME.lock().await;
        let program = self.program.clone();
        let Some(command) = self.command() else {
            return Err(TokenFault::NotAsRoot { program });
        };
        let (began, mut heard) = (Instant::now(), Heard::default());
        let end = match timeout(self.limit, run(command, KEPT, &mut heard)).await {
            Ok(Ok(end)) => end,
            Ok(Err(source)) => return Err(TokenFault::NotRun { program, source }),
            Err(_) => {
                return Err(TokenFault::Slow {
                    program,
                    seconds: self.limit.as_secs(),
                    complaint: complaint(&heard),
                });
            }
        };
        let no_token = |why| {
            Err(TokenFault::NoToken {
                program: program.clone(),
                why,
            })
        };
        let token = match end {
            End::LongLine => return no_token(TOO_LONG),
            End::Endless => return no_token("it writes more than 1 MiB"),
            End::Exit(status) if !status.success() => return Err(failed(program, status, &heard)),
            End::Exit(_) => match first_line(&heard.printed) {
                Ok("") => {
                    let complaint = complaint(&heard);
                    return Err(TokenFault::Nothing { program, complaint });
                }
                Ok(token) => token.to_owned().into(),
                Err(why) => return no_token(why),
            },
        };
        *self.took.lock().unwrap_or_else(PoisonError::into_inner) = Some(began.elapsed());
        Ok(token)
    }

    /// What is to be run; `None` where nobody runs it.
    fn command(&self) -> Option<Command> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        match &self.run_as {
            RunAs::Ourselves => {
                for (name, _) in std::env::vars_os() {
                    if name.to_string_lossy().starts_with(OUR_VARIABLES) {
                        command.env_remove(name);
                    }
                }
            }
            RunAs::Account { user, group, named } => {
                // As systemd runs a service; what root has is not what the daemon has.
                command
                    .env_clear()
                    .env("PATH", SERVICE_PATH)
                    .current_dir("/");
                if let Some((name, home)) = named {
                    command
                        .env("USER", name)
                        .env("LOGNAME", name)
                        .env("HOME", home);
                }
                command.uid(*user).gid(*group);
            }
            RunAs::Nobody => return None,
        }
        Some(command)
    }
}

/// One that ended with another status than 0. Programs differ in where they say why.
fn failed(program: String, status: ExitStatus, heard: &Heard) -> TokenFault {
    let complaint = match complaint(heard) {
        nothing if nothing.is_empty() => {
            let reasons = reasons_in(&String::from_utf8_lossy(&heard.printed));
            plain(&reasons).chars().take(LONGEST_COMPLAINT).collect()
        }
        complaint => complaint,
    };
    TokenFault::Failed {
        program,
        status,
        complaint,
    }
}

const TOO_LONG: &str = "its first line is longer than 8 KiB";

/// The first line, without blanks around it.
///
/// # Errors
///
/// When it can be no token, with the reason.
fn first_line(printed: &[u8]) -> Result<&str, &'static str> {
    let line = printed.split(|&octet| octet == b'\n').next();
    let line = line.unwrap_or_default().trim_ascii();
    if line.len() > LONGEST_TOKEN {
        return Err(TOO_LONG);
    }
    if line.starts_with(b"{") {
        return Err("it is JSON, and the token alone must stand on its first line");
    }
    if !line.is_empty() && !is_token(line) {
        return Err(
            "there is a character in its first line that no token has: those have letters, digits and -._~+/ with = at the end",
        );
    }
    std::str::from_utf8(line).map_err(|_| "its first line is no ASCII")
}

/// The end of what it complains about, fit for one line of a log, and without what it was not to say there.
fn complaint(heard: &Heard) -> String {
    let words = plain(&String::from_utf8_lossy(&heard.complaint));
    let printed = String::from_utf8_lossy(&heard.printed);
    let words = match printed.lines().next().map(str::trim) {
        Some(token) if token.len() >= SHORTEST && !is_told(token) => words.replace(token, INSTEAD),
        Some(_) | None => words,
    };
    let words = without_unknown(&words);
    let excess = words.chars().count().saturating_sub(LONGEST_COMPLAINT);
    match excess {
        0 => words,
        excess => format!("…{}", words.chars().skip(excess).collect::<String>()),
    }
}

/// On one line.
fn plain(words: &str) -> String {
    let spaced = words.split(|character: char| character.is_control() || character == ' ');
    let words: Vec<&str> = spaced.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::ExposeSecret;

    fn shell(script: &str) -> TokenCommand {
        TokenCommand::new(
            "/bin/sh".to_owned(),
            vec!["-c".to_owned(), script.to_owned()],
        )
    }

    #[tokio::test]
    async fn the_first_line_that_is_printed_is_the_token() {
        for script in [
            "echo ya29.token",
            "printf ya29.token",
            "printf '  ya29.token\\r\\n'",
            "echo ya29.token; echo 'expires in an hour'; echo warning >&2",
            // More than a pipe holds.
            "echo ya29.token; head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2",
        ] {
            let token = shell(script).token().await.unwrap();
            assert_eq!(token.expose_secret(), "ya29.token", "{script}");
        }
        let longest = format!("printf '%0{LONGEST_TOKEN}d\\r\\n' 7");
        let token = shell(&longest).token().await.unwrap();
        assert_eq!(token.expose_secret().len(), LONGEST_TOKEN);
    }

    const NO_CHARACTER: &str = "there is a character in its first line that no token has: those have letters, digits and -._~+/ with = at the end";

    #[tokio::test]
    async fn a_command_that_brings_no_token_is_named_with_what_it_complains_about_and_never_with_what_it_prints()
     {
        let json = "it is JSON, and the token alone must stand on its first line";
        for (script, told) in [
            (
                "echo secret; echo 'invalid_grant:\nsign in anew' >&2; exit 3",
                "failed, exit status: 3: invalid_grant: sign in anew",
            ),
            // What it was to print does not get out by the other pipe.
            (
                "echo secret; echo 'not good: secret' >&2; exit 3",
                "failed, exit status: 3: not good: (secret)",
            ),
            ("kill -9 $$", "failed, signal: 9 (SIGKILL)"),
            (
                "echo; echo secret; echo 'no account' >&2",
                "printed no token: no account",
            ),
            ("exit 0", "printed no token"),
            ("echo 'secret secret'", NO_CHARACTER),
            ("printf 'secret\\001auth=other'", NO_CHARACTER),
            ("echo '\"secret\"'", NO_CHARACTER),
            ("echo 'access_token:secret'", NO_CHARACTER),
            ("echo 'secret==secret'", NO_CHARACTER),
            ("echo '{\"access_token\":\"secret\"}'", json),
            ("echo '{'; echo ' \"access_token\": \"secret\"}'", json),
            ("printf 'secret%08192d' 7", TOO_LONG),
        ] {
            let fault = shell(script).token().await.unwrap_err();
            let whole = fault.to_string();
            let rest = whole.strip_prefix("the token command /bin/sh ").unwrap();
            let rest = rest
                .strip_prefix("printed what is no token: ")
                .unwrap_or(rest);
            assert_eq!(rest, told, "{script}");
            let all = format!("{fault:?}").replace("(secret)", "");
            assert!(!all.contains("secret"), "{all}");
        }
    }

    #[tokio::test]
    async fn where_nothing_is_complained_about_a_command_that_fails_is_told_with_what_it_prints_unless_that_is_a_token()
     {
        for (script, told) in [
            // As mutt_oauth2.py does.
            (
                "echo invalid_grant; echo 'AADSTS70008: The refresh token has expired.'; echo 'Try \"--authorize\"'; exit 1",
                ": invalid_grant AADSTS70008: The refresh token has expired. Try \"--authorize\"",
            ),
            ("echo ya29.TokenOfMine; exit 1", ""),
            ("echo secret; exit 1", ""),
            ("echo '{\"access_token\":\"secret\"}'; exit 1", ""),
            (
                "echo 'token: ya29.a0AfB_byDk3jQm-T expired'; exit 1",
                ": token: (secret) expired",
            ),
        ] {
            let fault = shell(script).token().await.unwrap_err().to_string();
            let expected = format!("the token command /bin/sh failed, exit status: 1{told}");
            assert_eq!(fault, expected, "{script}");
        }
    }

    #[tokio::test]
    async fn of_a_long_complaint_the_end_is_told_where_python_says_what_it_was() {
        let script = "for n in $(seq 200); do echo \"  File line $n in this\" >&2; done; echo 'KeyError: token' >&2; exit 1";
        let told = shell(script).token().await.unwrap_err().to_string();
        assert!(told.ends_with("KeyError: token"), "{told}");
        assert!(told.contains(": …"), "{told}");
        assert!(told.len() < LONGEST_COMPLAINT + 100, "{told}");
    }

    #[tokio::test]
    async fn a_command_that_cannot_be_run_or_does_not_end_is_told_as_such() {
        let command = TokenCommand::new("/nowhere/oauth".to_owned(), vec!["secret".to_owned()]);
        let fault = command.token().await.unwrap_err();
        assert_eq!(
            fault.to_string(),
            "the token command /nowhere/oauth cannot be run"
        );
        let script = "echo 'Enter passphrase:' >&2; exec sleep 600";
        let command = shell(script).with_limit(Duration::from_millis(500));
        let fault = command.token().await.unwrap_err();
        assert!(matches!(fault, TokenFault::Slow { .. }), "{fault:?}");
        assert!(
            fault.to_string().ends_with(": Enter passphrase:"),
            "{fault}"
        );
        let nobody = shell("echo ya29.token").run_as(RunAs::Nobody);
        let fault = nobody.token().await.unwrap_err();
        assert!(matches!(fault, TokenFault::NotAsRoot { .. }), "{fault:?}");
    }

    /// Whether a process is there, and not only not buried yet.
    fn lives(process: &str) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat"));
        stat.is_ok_and(|stat| !stat.contains(") Z "))
    }

    async fn until_dead(process: &str) {
        while lives(process) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    #[tokio::test]
    async fn a_command_that_hangs_ends_with_all_that_it_has_started() {
        let folder = std::env::temp_dir().join(format!("penpawn-token-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("child");
        let script = format!(
            "sleep 600 & echo $! >{0}.new; mv {0}.new {0}; wait",
            file.display()
        );
        let child = async || loop {
            match std::fs::read_to_string(&file) {
                Ok(number) => return number.trim().to_owned(),
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        };
        // It takes too long.
        let command = shell(&script).with_limit(Duration::from_secs(2));
        let fault = command.token().await.unwrap_err();
        assert!(matches!(fault, TokenFault::Slow { .. }), "{fault:?}");
        until_dead(&child().await).await;
        std::fs::remove_file(&file).unwrap();
        // Nobody waits for it any more, since the daemon ends.
        let command = shell(&script);
        let process = tokio::select! {
            token = command.token() => panic!("{token:?}"),
            process = child() => process,
        };
        until_dead(&process).await;
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[tokio::test]
    async fn a_command_that_has_ended_is_not_waited_for_where_a_child_of_it_lives_on() {
        let command = shell("sleep 20 & echo ya29.token").with_limit(Duration::from_secs(15));
        let token = command.token().await.unwrap();
        assert_eq!(token.expose_secret(), "ya29.token");
        assert!(command.took().is_some());
    }

    #[tokio::test]
    async fn a_command_that_writes_without_an_end_is_ended() {
        for script in ["yes", "tr '\\0' x </dev/zero", "yes >&2"] {
            let fault = shell(script).token().await.unwrap_err();
            assert!(matches!(fault, TokenFault::NoToken { .. }), "{fault:?}");
        }
    }
}
