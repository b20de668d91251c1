//! What `penpawn status` says about the clocks of games.

use crate::cli::duration::duration;
use crate::db::flags::HeldFlag;
use crate::db::status::{Mailbox, Status};
use std::collections::BTreeMap;

/// For how long a mailbox may be looked into without a look that ends with nothing left to store, in seconds.
const UNSEEN: f64 = 3_600.0;

/// What needs an administrator, a sentence each.
pub(super) fn problems(status: &Status) -> Vec<String> {
    let time = &status.time;
    let mut problems: Vec<String> = Vec::new();
    for fault in &time.faults {
        problems.push(format!(
            "No flag falls and no reminder goes out since {} UTC: {}. When all is right again: `penpawn clocks resume`.",
            fault.since, fault.words
        ));
    }
    let mut unseen: BTreeMap<&str, usize> = BTreeMap::new();
    for flag in &time.held_flags {
        match (flag.why.as_str(), flag.mailbox.as_deref()) {
            ("unseen", Some(mailbox)) => *unseen.entry(mailbox).or_default() += 1,
            _ => problems.extend(held(flag)),
        }
    }
    for (mailbox, flags) in unseen {
        problems.push(format!(
            "Flags that wait until {mailbox} was looked into: {flags}. If it is read no more: `penpawn mailboxes retire {mailbox}`."
        ));
    }
    if let Some(since) = time.overdue_for {
        problems.push(format!(
            "What was due in games by itself (flags, reminders) is not done since {}: {}. Does `penpawn serve` run, and what does its log say?",
            duration(since),
            time.overdue
        ));
    }
    problems.extend(status.mailboxes.iter().filter_map(not_given_out));
    if let Some(ahead) = time.arrivals_ahead {
        problems.push(format!(
            "The mail server's clock was {} ahead of the database's when it took a mail today: set both right.",
            duration(ahead)
        ));
    }
    problems
}

/// A flag that waits for what an administrator can do something about.
fn held(flag: &HeldFlag) -> Option<String> {
    let mail = flag.mail?;
    let why = match flag.why.as_str() {
        "held" => format!("mail {mail} waits for its sender to say that it is theirs"),
        "dead" => format!(
            "mail {mail} could not be handled. See `penpawn mails show {mail}`, and have it handled anew by `penpawn mails retry {mail}`"
        ),
        // It is handled in its turn.
        _ => return None,
    };
    Some(format!(
        "The time in game {} has been over for {}, and the flag waits: {why}.",
        flag.game,
        duration(flag.over_for)
    ))
}

/// That a mailbox is looked into, and no look has ended with all mails stored.
fn not_given_out(mailbox: &Mailbox) -> Option<String> {
    let looked = mailbox.last_look.is_some_and(|age| age < UNSEEN);
    let behind = mailbox.last_whole_look.is_some_and(|age| age > UNSEEN);
    (looked && behind && !mailbox.retired).then(|| {
        format!(
            "{} holds a mail that the mail server does not give out, for {}: no flag falls until it does, or the mail is gone.",
            mailbox.name,
            duration(mailbox.last_whole_look.unwrap_or_default())
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::clock_faults::Fault;

    fn flag(game: i64, why: &str) -> HeldFlag {
        HeldFlag {
            game,
            over_for: 7_260.0,
            why: why.to_owned(),
            mail: (why != "unseen").then_some(17),
            mailbox: (why == "unseen").then(|| "chess@club/INBOX".to_owned()),
        }
    }

    #[test]
    fn a_flag_that_waits_for_an_administrator_is_a_problem_and_one_that_waits_for_its_turn_is_none()
    {
        let mut status = Status::default();
        status.time.held_flags = ["held", "dead", "waiting", "unseen", "unseen"]
            .iter()
            .zip(42..)
            .map(|(why, game)| flag(game, why))
            .collect();
        let told = problems(&status);
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(
            told[0].starts_with(
                "The time in game 42 has been over for 2 h 1 min, and the flag waits: mail 17 waits"
            ),
            "{told:?}"
        );
        assert!(
            told[1].contains("game 43") && told[1].contains("`penpawn mails retry 17`"),
            "{told:?}"
        );
        assert!(
            told[2].contains("chess@club/INBOX was looked into: 2."),
            "{told:?}"
        );
    }

    #[test]
    fn what_stops_all_flags_is_told_with_the_way_out() {
        let mut status = Status::default();
        status.time.faults = vec![Fault {
            kind: "jump".to_owned(),
            words: "the database's clock went back by 0 d 2 h 0 min".to_owned(),
            since: "2026-06-01 08:00".to_owned(),
        }];
        status.time.arrivals_ahead = Some(125.0);
        (status.time.overdue, status.time.overdue_for) = (3, Some(1_260.0));
        let told = problems(&status);
        assert!(
            told[0].contains("since 2026-06-01 08:00 UTC: the database's clock went back"),
            "{told:?}"
        );
        assert!(told[0].contains("`penpawn clocks resume`"), "{told:?}");
        assert!(told[1].contains("since 21 min: 3."), "{told:?}");
        assert!(told[2].contains("2 min ahead"), "{told:?}");
    }

    #[test]
    fn a_mailbox_with_a_mail_that_is_not_given_out_stops_flags_and_is_told() {
        let mailbox = |last_look, whole, retired| Mailbox {
            name: "chess".to_owned(),
            last_look: Some(last_look),
            last_whole_look: Some(whole),
            retired,
            ..Mailbox::default()
        };
        assert!(not_given_out(&mailbox(5.0, 3_599.0, false)).is_none());
        assert!(not_given_out(&mailbox(5.0, 7_200.0, false)).is_some());
        assert!(not_given_out(&mailbox(5.0, 7_200.0, true)).is_none());
        // Nobody looks at all: that is told elsewhere.
        assert!(not_given_out(&mailbox(7_200.0, 7_200.0, false)).is_none());
    }
}
