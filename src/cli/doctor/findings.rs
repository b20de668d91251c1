//! What was found, told line by line as it is found, or as one object at the end.

use crate::cli::terminal::print;
use serde::Serialize;
use std::fmt::Write;

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum State {
    Ok,
    /// Games can be played, and something should be mended.
    Warning,
    /// Games cannot be played, or not safely.
    Failed,
}

/// Tells findings, and remembers whether one of them was a failure.
#[derive(Debug)]
pub(in crate::cli) struct Findings {
    /// Whether they are told as one JSON object at the end.
    json: bool,
    told: Told,
}

/// What `--json` prints.
#[derive(Debug, Default, Serialize)]
struct Told {
    /// Whether nothing failed: the exit code in words.
    passed: bool,
    failed: usize,
    warnings: usize,
    checks: Vec<Check>,
}

/// One line of the findings.
#[derive(Debug, Serialize)]
struct Check {
    state: State,
    /// What was looked at: settings, database, imap, …
    check: String,
    saw: String,
    /// What is to be done; null when all is well.
    advice: Option<String>,
}

impl Findings {
    /// Nothing is found yet.
    pub(in crate::cli) fn new(json: bool) -> Findings {
        Findings {
            json,
            told: Told::default(),
        }
    }

    /// All is well with `what`; `saw` is what was looked at.
    pub(super) fn ok(&mut self, what: &str, saw: &str) -> anyhow::Result<()> {
        self.tell(State::Ok, what, saw, "")
    }

    /// Something should be mended, and how.
    pub(super) fn warning(&mut self, what: &str, saw: &str, advice: &str) -> anyhow::Result<()> {
        self.tell(State::Warning, what, saw, advice)
    }

    /// Something must be mended, and how.
    pub(super) fn failed(&mut self, what: &str, saw: &str, advice: &str) -> anyhow::Result<()> {
        self.tell(State::Failed, what, saw, advice)
    }

    /// A last line, and whether nothing failed.
    pub(super) fn conclude(&mut self) -> anyhow::Result<bool> {
        let told = &mut self.told;
        told.passed = told.failed == 0;
        if self.json {
            print(&format!("{}\n", serde_json::to_string_pretty(told)?))?;
            return Ok(told.passed);
        }
        let verdict = match (told.failed, told.warnings) {
            (0, 0) => "All is well.".to_owned(),
            (0, 1) => "It works; 1 thing should be mended.".to_owned(),
            (0, warnings) => format!("It works; {warnings} things should be mended."),
            (1, _) => "1 check failed.".to_owned(),
            (failed, _) => format!("{failed} checks failed."),
        };
        print(&format!("{verdict}\n"))?;
        Ok(told.passed)
    }

    fn tell(&mut self, state: State, what: &str, saw: &str, advice: &str) -> anyhow::Result<()> {
        if self.json {
            self.told.checks.push(Check {
                state,
                check: what.to_owned(),
                saw: plain(saw),
                advice: (!advice.is_empty()).then(|| advice.to_owned()),
            });
        } else {
            print(&line(state, what, saw, advice))?;
        }
        match state {
            State::Ok => {}
            State::Warning => self.told.warnings += 1,
            State::Failed => self.told.failed += 1,
        }
        Ok(())
    }
}

fn line(state: State, what: &str, saw: &str, advice: &str) -> String {
    let word = match state {
        State::Ok => "ok",
        State::Warning => "warning",
        State::Failed => "FAILED",
    };
    let mut line = format!("{word:<8} {what}: {}\n", plain(saw));
    if !advice.is_empty() {
        // What is to be done stands out from what was found.
        let _ = writeln!(line, "         -> {advice}");
    }
    line
}

/// What a server said must not move the cursor of a terminal.
fn plain(words: &str) -> String {
    words
        .chars()
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .collect()
}
