//! The numbers of `penpawn status` as Prometheus reads them (text format 0.0.4): for the textfile collector of
//! node_exporter, without a port. They come from the database, so they are those of all daemons together.

use super::mailboxes::{Fault, fault_of};
use crate::db::status::{Letters, Mailbox, Mails, Status};
use std::fmt::Write;

/// A metric, and its values by their labels.
struct Metric {
    name: &'static str,
    help: &'static str,
    values: Vec<(String, f64)>,
}

/// Text, from which nothing can be told that `fine` does not: whether no administrator is needed.
pub(super) fn text(status: &Status, fine: bool) -> String {
    let mut text = String::new();
    for metric in metrics(status, fine) {
        let Metric { name, help, values } = metric;
        // A number that nobody has is left out, and not told as 0.
        if values.is_empty() {
            continue;
        }
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge");
        for (labels, value) in values {
            let _ = writeln!(text, "{name}{labels} {value}");
        }
    }
    text
}

fn metrics(status: &Status, fine: bool) -> Vec<Metric> {
    let club = &status.club;
    let mut metrics = vec![
        Metric {
            name: "penpawn_build_info",
            help: "The version of the program that says this.",
            values: vec![(label("version", env!("CARGO_PKG_VERSION")), 1.0)],
        },
        Metric {
            name: "penpawn_fine",
            help: "1 when no administrator is needed, as the exit code of penpawn status.",
            values: vec![(String::new(), f64::from(u8::from(fine)))],
        },
        one(
            "penpawn_players",
            "Players who have answered a mail of ours.",
            club.players,
        ),
        one("penpawn_games", "Games that are played now.", club.games),
        one(
            "penpawn_invitations_waiting",
            "Invitations that wait for another day.",
            club.invitations,
        ),
    ];
    metrics.extend(mails(&status.mails));
    metrics.extend(letters(&status.letters));
    metrics.extend(mailboxes(status));
    metrics
}

fn mails(mails: &Mails) -> Vec<Metric> {
    vec![
        by_state(
            "penpawn_mails",
            "Mails that came in and wait: new to be handled, held for a yes of their senders, dead after three tries.",
            &[
                ("new", mails.new),
                ("retried", mails.retried),
                ("slowed", mails.slowed),
                ("held", mails.held),
                ("dead", mails.dead),
            ],
        ),
        ages(
            "penpawn_mail_oldest_seconds",
            "How long the oldest of them has waited.",
            &[("new", mails.oldest_new), ("held", mails.oldest_held)],
        ),
        one(
            "penpawn_mails_handled_last_day",
            "Mails that were handled in the last day.",
            mails.handled_today,
        ),
        by_state(
            "penpawn_mails_without_answer_last_day",
            "Mails of the last day without an answer: limited, since enough was sent; limited_players, those of players among them; fault, of players for no reason; calendar, answers of calendars with a player's code and own words.",
            &[
                ("limited", mails.enough_for_today),
                ("limited_players", mails.players_limited),
                ("fault", mails.unanswered),
                ("calendar", mails.own_words),
            ],
        ),
        one(
            "penpawn_dropped_bytes",
            "What the texts of dropped mails take.",
            mails.dropped_octets,
        ),
    ]
}

fn letters(letters: &Letters) -> Vec<Metric> {
    vec![
        by_state(
            "penpawn_letters",
            "Letters that were not sent: queued, deferred by the relay, held for players who rest, failed for good.",
            &[
                ("queued", letters.queued),
                ("deferred", letters.deferred),
                ("held", letters.held),
                ("failed", letters.failed),
            ],
        ),
        ages(
            "penpawn_letter_oldest_seconds",
            "How long the oldest of them has waited.",
            &[
                ("queued", letters.oldest_untried),
                ("deferred", letters.oldest_deferred),
                ("held", letters.oldest_held),
            ],
        ),
        one(
            "penpawn_letters_sent_last_day",
            "Letters that were sent in the last day.",
            letters.sent_today,
        ),
    ]
}

fn mailboxes(status: &Status) -> [Metric; 4] {
    let each = |value: fn(&Mailbox) -> Option<f64>| {
        let boxes = status.mailboxes.iter();
        boxes
            .filter_map(|mailbox| Some((label("mailbox", &mailbox.name), value(mailbox)?)))
            .collect()
    };
    [
        Metric {
            name: "penpawn_mailbox_last_look_seconds",
            help: "How long ago a daemon last looked into it.",
            values: each(|mailbox| mailbox.last_look),
        },
        Metric {
            name: "penpawn_mailbox_fault",
            help: "Why it could not be read at the last try: 0 for no reason, 1 for one that may pass by itself, 2 for one that an administrator must mend.",
            values: each(|mailbox| Some(f64::from(fault(mailbox)))),
        },
        Metric {
            name: "penpawn_mailbox_full_percent",
            help: "How full it is, where the mail server tells.",
            values: each(|mailbox| mailbox.fullness.map(f64::from)),
        },
        Metric {
            name: "penpawn_mailbox_left_alone",
            help: "Mails in it that are not for us.",
            values: each(|mailbox| Some(number(mailbox.left + mailbox.foreign))),
        },
    ]
}

fn fault(mailbox: &Mailbox) -> u8 {
    match fault_of(mailbox) {
        Fault::None => 0,
        Fault::Passing(_) => 1,
        Fault::Lasting(_) => 2,
    }
}

fn one(name: &'static str, help: &'static str, value: i64) -> Metric {
    Metric {
        name,
        help,
        values: vec![(String::new(), number(value))],
    }
}

fn by_state(name: &'static str, help: &'static str, values: &[(&str, i64)]) -> Metric {
    let values = values.iter();
    Metric {
        name,
        help,
        values: values
            .map(|&(state, value)| (label("state", state), number(value)))
            .collect(),
    }
}

/// 0 where nothing waits, so that an alert can compare it.
fn ages(name: &'static str, help: &'static str, values: &[(&str, Option<f64>)]) -> Metric {
    let values = values.iter();
    Metric {
        name,
        help,
        values: values
            .map(|&(state, age)| (label("state", state), age.unwrap_or_default().round()))
            .collect(),
    }
}

// Every number of Prometheus is one; counts are far below what it holds exactly.
#[allow(clippy::cast_precision_loss)]
fn number(value: i64) -> f64 {
    value as f64
}

fn label(name: &str, value: &str) -> String {
    let value = value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("{{{name}=\"{value}\"}}")
}

#[cfg(test)]
mod tests {
    use super::text;
    use crate::db::status::{Mailbox, Status};

    #[test]
    fn every_number_stands_below_its_help_and_type() {
        let mut status = Status::default();
        status.mails.dead = 3;
        status.mails.oldest_new = Some(61.4);
        status.mailboxes.push(Mailbox {
            name: "a\"b\\c".to_owned(),
            last_look: Some(12.0),
            ..Mailbox::default()
        });
        let text = text(&status, false);
        for line in [
            "penpawn_fine 0",
            "penpawn_mails{state=\"dead\"} 3",
            "penpawn_mail_oldest_seconds{state=\"new\"} 61",
            "penpawn_mail_oldest_seconds{state=\"held\"} 0",
            "penpawn_mailbox_last_look_seconds{mailbox=\"a\\\"b\\\\c\"} 12",
        ] {
            assert!(text.lines().any(|told| told == line), "{line}\n{text}");
        }
        // What the mail server does not tell is not told.
        assert!(!text.contains("full_percent"), "{text}");
        let mut told = "";
        for line in text.lines() {
            match line.strip_prefix("# TYPE ") {
                Some(kind) => told = kind.strip_suffix(" gauge").unwrap(),
                None if line.starts_with("# HELP ") => {}
                None => assert_eq!(line.split(['{', ' ']).next(), Some(told), "{line}"),
            }
        }
    }

    #[test]
    fn a_fault_is_told_by_who_can_mend_it() {
        let fault = |kind: Option<&str>| Mailbox {
            name: "a".to_owned(),
            fault: kind.map(|_| "no".to_owned()),
            fault_kind: kind.map(str::to_owned),
            fault_age: kind.map(|_| 3.0),
            ..Mailbox::default()
        };
        for (kind, number) in [(None, 0), (Some("passing"), 1), (Some("lasting"), 2)] {
            let mut status = Status::default();
            status.mailboxes.push(fault(kind));
            let told = format!("penpawn_mailbox_fault{{mailbox=\"a\"}} {number}\n");
            assert!(text(&status, false).contains(&told), "{told}");
        }
    }

    /// An alert on a number that nobody prints never comes.
    #[test]
    fn the_alerts_are_about_numbers_that_are_printed() {
        let mut status = Status::default();
        status.mailboxes.push(Mailbox {
            last_look: Some(1.0),
            fullness: Some(1),
            ..Mailbox::default()
        });
        let printed = text(&status, true);
        let alerts = include_str!("../../../config/penpawn-alerts.yml");
        let belongs = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let named: Vec<&str> = alerts
            .lines()
            .filter(|line| line.trim_start().starts_with("expr:"))
            .flat_map(|line| line.split(|c| !belongs(c)))
            .filter(|word| word.starts_with("penpawn_"))
            .collect();
        assert!(named.len() > 5, "{named:?}");
        for name in named {
            assert!(printed.contains(&format!("# TYPE {name} gauge")), "{name}");
        }
    }
}
