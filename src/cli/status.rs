//! `penpawn status`

mod mailboxes;
mod prometheus;
mod time;

use super::duration::duration;
use super::terminal::print;
use super::told;
use crate::db::status::{self, Club, Status};
use crate::letters::Templates;
use crate::settings::Settings;
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
pub(super) async fn run(pool: &PgPool, settings: &Settings, show: &Show) -> anyhow::Result<bool> {
    let status = status::status(pool).await?;
    let mut problems = problems(&status);
    problems.extend(templates(settings));
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

/// What is wrong with the administrator's texts, a sentence each.
fn templates(settings: &Settings) -> Vec<String> {
    let templates = settings
        .template_overrides()
        .and_then(|overrides| Ok(Templates::new(overrides)?));
    match templates {
        Ok(templates) => templates
            .faults()
            .iter()
            .map(|fault| format!("A text of yours: {fault}."))
            .collect(),
        Err(fault) => vec![format!("The texts of yours: {}.", told(&fault))],
    }
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
        problems.push(
            "No mailbox has been looked into yet: is `penpawn serve` running? `penpawn doctor` tries each step."
                .to_owned(),
        );
    }
    for mailbox in &status.mailboxes {
        problems.extend(mailboxes::problems(mailbox, &status.mailboxes));
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
         senders, their domains or in all\n         {} of players for no reason, which is a fault\n         {} with a player's code and words of \
         their own in the answer of a calendar\n         {} KiB of dropped mails are kept\nletters  {} queued{}\n         {} \
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
        mails.own_words,
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
        text.push_str(&mailboxes::line(mailbox));
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

#[cfg(test)]
mod tests;
