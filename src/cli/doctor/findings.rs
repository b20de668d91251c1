//! What was found, told line by line as it is found.

use crate::cli::print;
use std::fmt::Write;

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Ok,
    /// Games can be played, and something should be mended.
    Warning,
    /// Games cannot be played, or not safely.
    Failed,
}

/// Tells findings, and remembers whether one of them was a failure.
#[derive(Debug, Default)]
pub(super) struct Findings {
    failed: usize,
    warnings: usize,
}

impl Findings {
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
    pub(super) fn conclude(&self) -> anyhow::Result<bool> {
        let verdict = match (self.failed, self.warnings) {
            (0, 0) => "All is well.".to_owned(),
            (0, 1) => "It works; 1 thing should be mended.".to_owned(),
            (0, warnings) => format!("It works; {warnings} things should be mended."),
            (1, _) => "1 check failed.".to_owned(),
            (failed, _) => format!("{failed} checks failed."),
        };
        print(&format!("{verdict}\n"))?;
        Ok(self.failed == 0)
    }

    fn tell(&mut self, state: State, what: &str, saw: &str, advice: &str) -> anyhow::Result<()> {
        print(&line(state, what, saw, advice))?;
        match state {
            State::Ok => {}
            State::Warning => self.warnings += 1,
            State::Failed => self.failed += 1,
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
