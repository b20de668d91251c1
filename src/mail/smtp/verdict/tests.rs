use super::*;

#[derive(Debug, PartialEq)]
enum Fate {
    Retry,
    Failed,
    Rejected,
    Ours,
}

fn fate(step: Step, code: u16, text: &str, proven: bool) -> Fate {
    match judge(step, &Refusal::new(code, text), proven) {
        Delivery::Sent { .. } | Delivery::Untried { .. } => {
            unreachable!("a refusal is what a try came to")
        }
        Delivery::Rejected { .. } => Fate::Rejected,
        Delivery::Retry { .. } => Fate::Retry,
        Delivery::Failed { .. } => Fate::Failed,
        Delivery::Ours { .. } => Fate::Ours,
    }
}

#[test]
fn hazard_54_a_refusal_is_about_the_recipient_the_mail_or_us_or_temporary() {
    for (step, code, text, expected) in [
        (Step::Recipient, 550, "5.1.1 no such player", Fate::Failed),
        (Step::Recipient, 550, "no such user here", Fate::Failed),
        (Step::Recipient, 553, "5.1.3 bad address", Fate::Failed),
        (Step::Recipient, 550, "5.2.1 mailbox disabled", Fate::Failed),
        (Step::Recipient, 551, "user not local", Fate::Failed),
        (
            Step::Recipient,
            451,
            "4.7.1 greylisted, come back",
            Fate::Retry,
        ),
        (Step::Recipient, 452, "4.2.2 mailbox full", Fate::Retry),
        (Step::Recipient, 552, "5.2.2 over quota", Fate::Retry),
        (
            Step::Recipient,
            552,
            "mailbox full, says an old server",
            Fate::Retry,
        ),
        (
            Step::Recipient,
            550,
            "5.5.0 misconfigured for a while",
            Fate::Retry,
        ),
        (
            Step::Recipient,
            550,
            "5.7.1 relay not permitted",
            Fate::Ours,
        ),
        (Step::Recipient, 530, "authentication required", Fate::Ours),
        (
            Step::Recipient,
            550,
            "5.4.5 Daily user sending limit exceeded",
            Fate::Ours,
        ),
        (
            Step::Sender,
            530,
            "5.7.0 Authentication required",
            Fate::Ours,
        ),
        (
            Step::Sender,
            553,
            "sender address rejected: not owned",
            Fate::Ours,
        ),
        (Step::Sender, 451, "local error", Fate::Retry),
        (
            Step::Content,
            554,
            "5.6.0 this looks odd to me",
            Fate::Rejected,
        ),
        (Step::Content, 554, "transaction failed", Fate::Rejected),
        (Step::Content, 552, "5.3.4 message too big", Fate::Rejected),
        (Step::Content, 550, "5.1.1 no such player", Fate::Failed),
        (Step::Content, 554, "5.7.1 spam", Fate::Ours),
        (Step::Content, 421, "4.3.2 shutting down", Fate::Retry),
        (Step::Greeting, 554, "no SMTP service for you", Fate::Ours),
        (Step::Greeting, 421, "too many connections", Fate::Ours),
    ] {
        assert_eq!(
            fate(step, code, text, false),
            expected,
            "{step:?} {code} {text}"
        );
    }
}

#[test]
fn a_relay_that_takes_other_mails_is_not_angry_with_us() {
    for (step, code, text, expected) in [
        (
            Step::Recipient,
            550,
            "5.7.1 not from strangers",
            Fate::Retry,
        ),
        (Step::Content, 554, "5.7.1 spam", Fate::Retry),
        (Step::Greeting, 421, "too many connections", Fate::Retry),
        (Step::Recipient, 550, "5.1.1 no such player", Fate::Failed),
    ] {
        assert_eq!(
            fate(step, code, text, true),
            expected,
            "{step:?} {code} {text}"
        );
    }
}

#[test]
fn a_reason_is_one_line() {
    let refusal = Refusal::new(550, "5.1.1 no\r\nsuch\u{7} player");
    assert_eq!(refusal.to_string(), "550 5.1.1 no  such  player");
}
