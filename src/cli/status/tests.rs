use super::mailboxes::{LEFT, line};
use super::*;
use crate::db::status::Mailbox;

#[test]
fn what_waits_too_long_or_went_wrong_is_a_problem() {
    let mut status = Status {
        mailboxes: vec![mailbox("chess", Some(1.0))],
        ..Status::default()
    };
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

#[test]
fn mails_without_an_answer_are_told_by_their_cause() {
    let mut status = Status::default();
    status.mails.handled_today = 9;
    status.mails.enough_for_today = 3;
    let text = text(&status, &[]);
    let told = text
        .lines()
        .skip(2)
        .map(str::trim)
        .take(4)
        .collect::<Vec<&str>>();
    assert_eq!(told[0], "9 handled today; of them without an answer");
    assert!(
        told[1].starts_with("3 since enough was sent on that day"),
        "{text}"
    );
    assert!(told[2].starts_with("0 of players for no reason"), "{text}");
    assert!(told[3].starts_with("0 with a player's code"), "{text}");
}

fn mailbox(name: &str, last_look: Option<f64>) -> Mailbox {
    Mailbox {
        name: name.to_owned(),
        last_look,
        ..Mailbox::default()
    }
}

fn problems_of(mailboxes: &[Mailbox]) -> Vec<String> {
    problems(&Status {
        mailboxes: mailboxes.to_vec(),
        ..Status::default()
    })
}

#[test]
fn a_mailbox_that_nobody_looks_into_is_a_problem_unless_it_was_left() {
    let none = Vec::<String>::new();
    assert_eq!(problems_of(&[mailbox("chess", Some(599.0))]), none);
    let told = problems_of(&[mailbox("chess", Some(721.0))]);
    assert!(
        told.len() == 1 && told[0].contains("chess has not been looked into for 12 min"),
        "{told:?}"
    );
    let told = problems_of(&[mailbox("chess", None)]);
    assert!(told[0].contains("not been looked into yet"), "{told:?}");
    let told = problems_of(&[]);
    assert!(told[0].starts_with("No mailbox"), "{told:?}");
    // Each of several daemons has its own.
    let other = mailbox("other", Some(3.0));
    let told = problems_of(&[mailbox("chess", Some(721.0)), other.clone()]);
    assert_eq!(told.len(), 1, "{told:?}");
    for left in [None, Some(LEFT + 1.0)] {
        assert_eq!(problems_of(&[mailbox("chess", left), other.clone()]), none);
        assert_eq!(problems_of(&[mailbox("chess", left)]).len(), 1);
    }
}

/// A mailbox that a daemon could not read so many seconds ago.
fn with_fault(kind: &str, last_look: f64, fault_age: f64) -> Mailbox {
    Mailbox {
        fault: Some("the mail server says no".to_owned()),
        fault_kind: Some(kind.to_owned()),
        fault_age: Some(fault_age),
        ..mailbox("chess", Some(last_look))
    }
}

#[test]
fn what_only_an_administrator_can_mend_is_told_at_once_and_what_may_pass_after_ten_minutes() {
    let none = Vec::<String>::new();
    let told = problems_of(&[with_fault("lasting", 3.0, 1.0)]);
    assert!(
        told.len() == 1
            && told[0].starts_with(
                "chess cannot be read, and that does not pass by itself: the mail server says no."
            ),
        "{told:?}"
    );
    let away = with_fault("passing", 3.0, 1.0);
    assert_eq!(problems_of(std::slice::from_ref(&away)), none);
    let told = line(&away);
    assert!(
        told.contains("which may pass by itself: the mail server says no"),
        "{told}"
    );
    let told = problems_of(&[with_fault("passing", 721.0, 1.0)]);
    assert!(
        told.len() == 1
            && told[0]
                .starts_with("chess has not been looked into for 12 min: the mail server says no."),
        "{told:?}"
    );
    // One that lasts is told once, however long it does.
    assert_eq!(problems_of(&[with_fault("lasting", 721.0, 1.0)]).len(), 1);
    // Of a daemon that ended long ago nothing is known but that.
    let told = problems_of(&[with_fault("lasting", 721.0, 700.0)]);
    assert!(
        told.len() == 1 && told[0].contains("is `penpawn serve` running"),
        "{told:?}"
    );
    assert_eq!(problems_of(&[with_fault("lasting", 3.0, 700.0)]), none);
}

#[test]
fn a_mailbox_that_is_nearly_full_is_a_problem() {
    let mut chess = mailbox("chess", Some(1.0));
    chess.fullness = Some(94);
    assert_eq!(problems_of(&[chess.clone()]), Vec::<String>::new());
    chess.fullness = Some(95);
    let told = problems_of(&[chess]);
    assert!(told.len() == 1 && told[0].contains("95 % full"), "{told:?}");
}
