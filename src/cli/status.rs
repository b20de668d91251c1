//! `penpawn status`

use super::print;
use crate::db::status::{self, Status};
use clap::Args;
use serde::Serialize;
use sqlx::PgPool;

/// How long a mail may wait to be handled, and a letter to be sent for the first time, in seconds.
const PATIENCE: f64 = 600.0;

#[derive(Debug, Args)]
pub(super) struct Show {
    /// Print JSON; ages are in seconds
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Shown<'a> {
    fine: bool,
    problems: &'a [String],
    #[serde(flatten)]
    status: &'a Status,
}

/// Prints how it stands. Returns whether all is fine.
pub(super) async fn run(pool: &PgPool, show: &Show) -> anyhow::Result<bool> {
    let status = status::status(pool).await?;
    let problems = problems(&status);
    if show.json {
        let shown = Shown {
            fine: problems.is_empty(),
            problems: &problems,
            status: &status,
        };
        print(&format!("{}\n", serde_json::to_string_pretty(&shown)?))?;
    } else {
        print(&text(&status, &problems))?;
    }
    Ok(problems.is_empty())
}

/// What needs an administrator, a sentence each.
fn problems(status: &Status) -> Vec<String> {
    let mut problems = Vec::new();
    let waits_long = |age: Option<f64>| age.filter(|&age| age > PATIENCE).map(duration);
    if let Some(age) = waits_long(status.mails.oldest_new) {
        problems.push(format!(
            "A mail has waited for {age} to be handled: is `penpawn serve` running?"
        ));
    }
    if let Some(age) = waits_long(status.letters.oldest_untried) {
        problems.push(format!(
            "A letter has waited for {age} to be sent: is `penpawn serve` running, and does the relay take our mail?"
        ));
    }
    if status.mails.dead > 0 {
        problems.push(format!(
            "Mails that could not be handled: {}. See `penpawn mails list --state dead`.",
            status.mails.dead
        ));
    }
    if status.mails.unanswered > 0 {
        problems.push(format!(
            "Mails of players that were handled today and not answered: {}. Please report it.",
            status.mails.unanswered
        ));
    }
    problems
}

fn text(status: &Status, problems: &[String]) -> String {
    let Status {
        mails,
        letters,
        club,
        mailboxes,
    } = status;
    let age = |age: Option<f64>| {
        age.map_or_else(String::new, |age| {
            format!(", the oldest for {}", duration(age))
        })
    };
    let mut text = format!(
        "mails    {} new{}; {} of them tried before\n         {} held{}; {} dead; {} handled today, {} of players \
         without an answer\nletters  {} queued{}; {} wanted later by the relay{}\n         {} sent today; {} given up \
         in all\nclub     {} players, {} games going on\n",
        mails.new,
        age(mails.oldest_new),
        mails.retried,
        mails.held,
        age(mails.oldest_held),
        mails.dead,
        mails.handled_today,
        mails.unanswered,
        letters.queued,
        age(letters.oldest_untried),
        letters.deferred,
        age(letters.oldest_deferred),
        letters.sent_today,
        letters.failed,
        club.players,
        club.games,
    );
    for mailbox in mailboxes {
        text.push_str(&format!(
            "mailbox  {}, read up to UID {}\n",
            mailbox.name,
            mailbox.next_uid - 1
        ));
    }
    if problems.is_empty() {
        text.push_str("All is well.\n");
    }
    for problem in problems {
        text.push_str(&format!("! {problem}\n"));
    }
    text
}

/// Seconds in words: the two largest units are enough for people.
fn duration(seconds: f64) -> String {
    // Ages are counts of seconds since some year, far below what fits.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let seconds = seconds.max(0.0) as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min", seconds / 60),
        3_600..86_400 => format!("{} h {} min", seconds / 3_600, seconds / 60 % 60),
        _ => format!("{} d {} h", seconds / 86_400, seconds / 3_600 % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_too_long_or_went_wrong_is_a_problem() {
        let mut status = Status::default();
        assert_eq!(problems(&status), Vec::<String>::new());
        status.mails.oldest_new = Some(599.0);
        status.letters.oldest_untried = Some(599.0);
        status.letters.oldest_deferred = Some(300_000.0);
        status.mails.held = 3;
        assert_eq!(problems(&status), Vec::<String>::new());
        status.mails.oldest_new = Some(601.0);
        status.letters.oldest_untried = Some(90_061.0);
        status.mails.dead = 1;
        status.mails.unanswered = 2;
        let problems = problems(&status);
        assert_eq!(problems.len(), 4, "{problems:?}");
        assert!(problems[0].contains("10 min"), "{problems:?}");
        assert!(problems[1].contains("1 d 1 h"), "{problems:?}");
    }
}
