//! The program that prints an access token, as mutt, msmtp and others run theirs.

use secrecy::SecretString;
use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;
use tokio::sync::Mutex;
use tokio::time::timeout;

/// How long it may take: it may have to fetch a new token from far away.
const LIMIT: Duration = Duration::from_secs(30);
/// The longest token, in octets; those of Microsoft have two to four thousand. In base64 it still fits into the 12,288
/// octets that a line of SMTP's AUTH may have (RFC 4954 section 4).
const LONGEST_TOKEN: usize = 8 * 1024;
/// How many characters of what it complains about go into an error.
const LONGEST_COMPLAINT: usize = 200;

/// Such programs write down what they were given last, and none minds another one of its kind.
static ONE_AT_A_TIME: Mutex<()> = Mutex::const_new(());

/// A program and its arguments, run without a shell. The first line that it prints is the token.
#[derive(Clone, Debug)]
pub struct TokenCommand {
    program: String,
    arguments: Vec<String>,
    limit: Duration,
}

/// Why there is no token. Nothing that the program printed to its standard output is in it.
#[derive(Debug, thiserror::Error)]
pub enum TokenFault {
    /// There is no such program, or we may not run it.
    #[error("the token command {program} cannot be run")]
    NotRun {
        /// Without its arguments, which may be secret.
        program: String,
        /// What the operating system said.
        #[source]
        source: io::Error,
    },
    /// It was ended, since it did not end by itself.
    #[error("the token command {program} did not end within {seconds} s")]
    Slow {
        /// Without its arguments.
        program: String,
        /// How long we waited.
        seconds: u64,
    },
    /// It ended with an exit status that is not 0.
    #[error("the token command {program} failed, {status}{}", after(complaint))]
    Failed {
        /// Without its arguments.
        program: String,
        /// With what it ended.
        status: ExitStatus,
        /// The beginning of what it wrote to its standard error, on one line.
        complaint: String,
    },
    /// Its first line is empty.
    #[error("the token command {program} printed no token{}", after(complaint))]
    Nothing {
        /// Without its arguments.
        program: String,
        /// The beginning of what it wrote to its standard error, on one line.
        complaint: String,
    },
    /// Its first line can be no token.
    #[error("the token command {program} printed what is no token: {why}")]
    NoToken {
        /// Without its arguments.
        program: String,
        /// In words.
        why: &'static str,
    },
}

impl TokenFault {
    /// Whether waiting will not help. One that fails may only not reach who issues tokens.
    #[must_use]
    pub fn needs_administrator(&self) -> bool {
        match self {
            TokenFault::NotRun { .. } | TokenFault::Nothing { .. } | TokenFault::NoToken { .. } => {
                true
            }
            TokenFault::Failed { .. } | TokenFault::Slow { .. } => false,
        }
    }
}

impl TokenCommand {
    /// Of this program with these arguments.
    #[must_use]
    pub fn new(program: String, arguments: Vec<String>) -> TokenCommand {
        TokenCommand {
            program,
            arguments,
            limit: LIMIT,
        }
    }

    /// The same, but it may take only so long; by default 30 seconds.
    #[must_use]
    pub fn with_limit(mut self, limit: Duration) -> TokenCommand {
        self.limit = limit;
        self
    }

    /// Runs it, and takes the token.
    ///
    /// # Errors
    ///
    /// When it fails, or prints none.
    pub async fn token(&self) -> Result<SecretString, TokenFault> {
        let _turn = ONE_AT_A_TIME.lock().await;
        let program = self.program.clone();
        let ran = match timeout(self.limit, self.run()).await {
            Ok(ran) => ran.map_err(|source| TokenFault::NotRun {
                program: program.clone(),
                source,
            })?,
            Err(_) => {
                let seconds = self.limit.as_secs();
                return Err(TokenFault::Slow { program, seconds });
            }
        };
        let complaint = one_line(&ran.complaint);
        if !ran.status.success() {
            return Err(TokenFault::Failed {
                program,
                status: ran.status,
                complaint,
            });
        }
        match first_line(&ran.printed) {
            Ok("") => Err(TokenFault::Nothing { program, complaint }),
            Ok(token) => Ok(token.to_owned().into()),
            Err(why) => Err(TokenFault::NoToken { program, why }),
        }
    }

    async fn run(&self) -> io::Result<Ran> {
        let mut child = Command::new(&self.program)
            .args(&self.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let (printed, complaint) = (child.stdout.take(), child.stderr.take());
        let (printed, complaint, status) = tokio::join!(
            // Its line end, and one octet by which a longer one is known.
            beginning(printed, LONGEST_TOKEN + 2),
            // Four octets are the longest character.
            beginning(complaint, 4 * LONGEST_COMPLAINT),
            child.wait()
        );
        Ok(Ran {
            printed: printed?,
            complaint: complaint?,
            status: status?,
        })
    }
}

/// A program that has ended.
struct Ran {
    printed: Vec<u8>,
    complaint: Vec<u8>,
    status: ExitStatus,
}

/// As much of what comes; the rest is read too, so that nobody waits who writes it.
async fn beginning(pipe: Option<impl AsyncRead + Unpin>, most: usize) -> io::Result<Vec<u8>> {
    let mut octets = Vec::with_capacity(most);
    if let Some(mut pipe) = pipe {
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        (&mut pipe).take(most).read_to_end(&mut octets).await?;
        tokio::io::copy(&mut pipe, &mut tokio::io::sink()).await?;
    }
    Ok(octets)
}

/// The first line, without blanks around it.
///
/// # Errors
///
/// When it can be no token, with the reason.
fn first_line(printed: &[u8]) -> Result<&str, &'static str> {
    let line = printed.split(|&octet| octet == b'\n').next();
    let line = line.unwrap_or_default().trim_ascii();
    if line.len() > LONGEST_TOKEN {
        return Err("its first line is longer than 8 KiB");
    }
    // What ends a field of SASL, and so could add another one, is not among these.
    if !line.iter().all(u8::is_ascii_graphic) {
        return Err("there is a blank in its first line, or something else than printable ASCII");
    }
    std::str::from_utf8(line).map_err(|_| "its first line is no ASCII")
}

/// The beginning of a complaint, fit for one line of a log.
fn one_line(complaint: &[u8]) -> String {
    let words = String::from_utf8_lossy(complaint);
    let plain = words.trim().chars().map(|c| match c.is_control() {
        true => ' ',
        false => c,
    });
    plain.take(LONGEST_COMPLAINT).collect()
}

/// What is said behind a fault, if anything.
fn after(complaint: &str) -> String {
    match complaint {
        "" => String::new(),
        complaint => format!(": {complaint}"),
    }
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

    #[tokio::test]
    async fn a_command_that_brings_no_token_is_named_with_what_it_complains_about_and_never_with_what_it_prints()
     {
        for (script, told) in [
            (
                "echo secret; echo 'invalid_grant:\nsign in anew' >&2; exit 3",
                "the token command /bin/sh failed, exit status: 3: invalid_grant: sign in anew",
            ),
            (
                "kill -9 $$",
                "the token command /bin/sh failed, signal: 9 (SIGKILL)",
            ),
            (
                "echo; echo secret; echo 'no account' >&2",
                "the token command /bin/sh printed no token: no account",
            ),
            ("exit 0", "the token command /bin/sh printed no token"),
            (
                "echo 'secret secret'",
                "the token command /bin/sh printed what is no token: there is a blank in its first line, or something else than printable ASCII",
            ),
            (
                "printf 'secret\\001auth=other'",
                "the token command /bin/sh printed what is no token: there is a blank in its first line, or something else than printable ASCII",
            ),
            (
                "printf 'secret%08192d' 7",
                "the token command /bin/sh printed what is no token: its first line is longer than 8 KiB",
            ),
        ] {
            let fault = shell(script).token().await.unwrap_err();
            assert_eq!(fault.to_string(), told, "{script}");
            assert!(!format!("{fault:?}").contains("secret"), "{fault:?}");
            let failed = matches!(fault, TokenFault::Failed { .. });
            assert_eq!(fault.needs_administrator(), !failed, "{script}");
        }
        let fault = shell("printf '%0300d' 7 >&2; exit 1").token().await;
        let told = fault.unwrap_err().to_string();
        let (_, complaint) = told.rsplit_once(": ").unwrap();
        assert_eq!(complaint, "0".repeat(LONGEST_COMPLAINT));
    }

    #[tokio::test]
    async fn a_command_that_cannot_be_run_or_does_not_end_is_told_as_such() {
        let command = TokenCommand::new("/nowhere/oauth".to_owned(), vec!["secret".to_owned()]);
        let fault = command.token().await.unwrap_err();
        assert_eq!(
            fault.to_string(),
            "the token command /nowhere/oauth cannot be run"
        );
        assert!(fault.needs_administrator());
        let command = shell("exec sleep 600").with_limit(Duration::from_millis(200));
        let fault = command.token().await.unwrap_err();
        assert!(matches!(fault, TokenFault::Slow { .. }), "{fault:?}");
        assert!(!fault.needs_administrator());
    }
}
