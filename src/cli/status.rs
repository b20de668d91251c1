//! `penpawn status`

mod prometheus;
mod time;

use super::duration::duration;
use super::terminal::print;
use crate::db::mailboxes::NEARLY_FULL;
use crate::db::status::{self, Club, Mailbox, Status};
use clap::Args;
use serde::Serialize;
use sqlx::PgPool;

/// How long a mail may wait to be handled, and a letter to be sent for the first time, in seconds.
const PATIENCE: f64 = 600.0;

/// How long a mailbox may go without being looked into: twice the longest time for which the daemon listens.
const LOOKED_INTO: f64 = 600.0;

/// After how long a mailbox is taken for one that is not read any more, if another one is read, in seconds.
const LEFT: f64 = 7.0 * 86_400.0;

#[derive(Debug, Args)]
pub(super) struct Show {
    /// Print JSON; ages are in seconds
    #[arg(long)]
    json: bool,
    /// Print the numbers as Prometheus reads them, for the textfile collector of node_exporter
    ///
    /// config/penpawn-alerts.yml has alerts on them, and says how they are written there.
    #[arg(long, conflicts_with = "json")]
    prometheus: bool,
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
    if show.prometheus {
        print(&prometheus::text(&status, problems.is_empty()))?;
    } else if show.json {
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
    if status.mailboxes.is_empty() {
        problems
            .push("No mailbox has been looked into yet: is `penpawn serve` running?".to_owned());
    }
    for mailbox in &status.mailboxes {
        problems.extend(neglected(mailbox, &status.mailboxes));
        if let Some(fullness) = mailbox.fullness.filter(|&full| full >= NEARLY_FULL) {
            problems.push(format!(
                "{} is {fullness} % full: when it is, players' mails are refused. Remove old ones.",
                mailbox.name
            ));
        }
    }
    problems.extend(time::problems(status));
    if status.mails.dead > 0 {
        problems.push(format!(
            "Mails that could not be handled: {}. See `penpawn mails list --state dead`.",
            status.mails.dead
        ));
    }
    if status.mails.players_limited > 0 {
        problems.push(format!(
            "Mails of players that were not answered today, since enough was sent on that day: {}. See `penpawn mails list --state dropped`; \
             `penpawn mails retry NUMBER` answers one.",
            status.mails.players_limited
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

/// That nobody looks into a mailbox, unless it was left for another one.
fn neglected(mailbox: &Mailbox, all: &[Mailbox]) -> Option<String> {
    let is_read = |one: &Mailbox| one.last_look.is_some_and(|age| age <= LOOKED_INTO);
    if mailbox.retired {
        return None;
    }
    let was_left = mailbox.last_look.is_none_or(|age| age > LEFT) && all.iter().any(is_read);
    if is_read(mailbox) || was_left {
        return None;
    }
    let since = match mailbox.last_look {
        Some(age) => format!("for {}", duration(age)),
        None => "yet".to_owned(),
    };
    Some(format!(
        "{} has not been looked into {since}: is `penpawn serve` running, and does the mail server let it in?",
        mailbox.name
    ))
}

fn text(status: &Status, problems: &[String]) -> String {
    let Status {
        mails,
        letters,
        club,
        mailboxes,
        time: _,
    } = status;
    let age = |age: Option<f64>| {
        age.map_or_else(String::new, |age| {
            format!(", the oldest for {}", duration(age))
        })
    };
    let mut text = format!(
        "mails    {} new{}; {} of them tried before, {} waiting for their turn\n         {} waiting for their senders' \
         yes{}; {} dead\n         {} handled today; of them without an answer\n         {} since enough was sent on that day to their \
         senders, their domains or in all\n         {} of players for no reason, which is a fault\n         {} KiB of dropped mails are kept\nletters  {} queued{}\n         {} \
         wanted later by the relay{}\n         {} held back for players who rest{}\n         {} sent today; {} given \
         up in all\nclub     {} players, {} games going on{}\n",
        mails.new,
        age(mails.oldest_new),
        mails.retried,
        mails.slowed,
        mails.held,
        age(mails.oldest_held),
        mails.dead,
        mails.handled_today,
        mails.enough_for_today,
        mails.unanswered,
        mails.dropped_octets / 1024,
        letters.queued,
        age(letters.oldest_untried),
        letters.deferred,
        age(letters.oldest_deferred),
        letters.held,
        age(letters.oldest_held),
        letters.sent_today,
        letters.failed,
        club.players,
        club.games,
        invitations(club),
    );
    for mailbox in mailboxes {
        text.push_str(&line(mailbox));
    }
    if problems.is_empty() {
        text.push_str("All is well.\n");
    }
    for problem in problems {
        text.push_str(&format!("! {problem}\n"));
    }
    text
}

/// The invitations that wait, if there are any.
fn invitations(club: &Club) -> String {
    let Some(day) = &club.next_invitation else {
        return String::new();
    };
    format!(
        "\n         invitations that wait for another day: {}, the first for {day}",
        club.invitations
    )
}

/// A mailbox in a line.
fn line(mailbox: &Mailbox) -> String {
    let mut line = format!(
        "mailbox  {}, read up to UID {}",
        mailbox.name,
        mailbox.next_uid - 1
    );
    if mailbox.retired {
        line.push_str(", retired");
    }
    match mailbox.last_look {
        Some(age) => line.push_str(&format!(", looked into {} ago", duration(age))),
        None => line.push_str(", not looked into yet"),
    }
    if let (Some(fullness), Some(age)) = (mailbox.fullness, mailbox.fullness_age) {
        line.push_str(&format!(", {fullness} % full as of {} ago", duration(age)));
    }
    if mailbox.copies > 0 {
        line.push_str(&format!(
            ", mails in it whose texts were erased here: {}",
            mailbox.copies
        ));
    }
    let alone = mailbox.left + mailbox.foreign;
    if alone > 0 {
        line.push_str(&format!(
            ", mails in it that are not for us and are left alone: {alone} ({} of them from before the first start)",
            mailbox.left
        ));
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests;
