//! Questions on a terminal; without one, what was given or proposed is taken.

use crate::cli::terminal::print;
use anyhow::{Context, bail};
use secrecy::SecretString;
use std::fmt::Display;
use std::io::{BufRead, IsTerminal, Write};
use std::process::{Command, Stdio};
use std::str::FromStr;

/// Whether there is somebody to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// On this terminal.
    Person,
    /// The arguments are all there is.
    Nobody,
}

impl Asked {
    /// Who there is.
    pub(super) fn who() -> Asked {
        match std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            true => Asked::Person,
            false => Asked::Nobody,
        }
    }

    /// The value that was given with the command; else what the person answers, an empty line for what is proposed; else
    /// what is proposed. `argument` is how it is given.
    ///
    /// # Errors
    ///
    /// When there is neither, or the answers end.
    pub(super) fn value<T: FromStr + Display + Clone>(
        self,
        question: &str,
        argument: &str,
        given: Option<&T>,
        proposed: Option<T>,
    ) -> anyhow::Result<T> {
        match (given, self) {
            (Some(given), _) => Ok(given.clone()),
            (None, Asked::Nobody) => {
                proposed.with_context(|| format!("say {argument}: {question}"))
            }
            (None, Asked::Person) => answered(question, proposed),
        }
    }

    /// Whether the person says yes; without one, no.
    pub(super) fn agrees(self, question: &str) -> anyhow::Result<bool> {
        if self == Asked::Nobody {
            return Ok(false);
        }
        let answer = answer(&format!("{question} [y/N] "))?.to_lowercase();
        Ok(answer == "y" || answer == "yes")
    }

    /// A word that is not shown; `argument` is how it is given where there is nobody to ask.
    pub(super) fn secret(self, question: &str, argument: &str) -> anyhow::Result<SecretString> {
        if self == Asked::Nobody {
            bail!("say {argument}: {question}");
        }
        let hidden = echo("-echo");
        let line = answer(&format!("{question}: "));
        if hidden {
            echo("echo");
            print("\n")?;
        }
        line.map(SecretString::from)
    }
}

/// Asks until the answer is one.
fn answered<T: FromStr + Display + Clone>(
    question: &str,
    proposed: Option<T>,
) -> anyhow::Result<T> {
    let shown = proposed
        .as_ref()
        .map_or_else(String::new, |it| format!(" [{it}]"));
    loop {
        let answer = answer(&format!("{question}{shown}: "))?;
        match (answer.as_str(), &proposed) {
            ("", Some(proposed)) => return Ok(proposed.clone()),
            ("", None) => {}
            (answer, _) => match answer.parse() {
                Ok(value) => return Ok(value),
                Err(_) => print(&format!("{answer:?} is no answer to that.\n"))?,
            },
        }
    }
}

/// Asks, and reads a line.
fn answer(question: &str) -> anyhow::Result<String> {
    print(question)?;
    std::io::stdout().flush()?;
    let mut line = String::new();
    if std::io::stdin().lock().read_line(&mut line)? == 0 {
        bail!("the answers ended; nothing was written");
    }
    Ok(line.trim().to_owned())
}

/// Has the terminal show what is typed, or not. The system's own program does it, since that takes no unsafe code.
fn echo(word: &str) -> bool {
    Command::new("stty")
        .arg(word)
        .stdin(Stdio::inherit())
        .status()
        .is_ok_and(|status| status.success())
}
