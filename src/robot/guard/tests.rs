//! The table of what keeps a flag from falling, row by row.

use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("an instant")
}

const FLAG: &str = "2026-06-05T14:30:00Z";

/// One mailbox, seen past the flag, and these mails.
fn with_mails(mails: &[(Fate, Sign)]) -> Facts {
    let mails = (1..)
        .zip(mails)
        .map(|(id, &(fate, sign))| Undecided { id, fate, sign });
    Facts {
        stopped: false,
        mailboxes: vec![(1, Some(at("2026-06-05T14:30:01Z")))],
        mails: mails.collect(),
    }
}

fn with_mailboxes(seen: &[Option<&str>]) -> Facts {
    let mailboxes = (1..).zip(seen).map(|(id, seen)| (id, seen.map(at)));
    Facts {
        mailboxes: mailboxes.collect(),
        ..Facts::default()
    }
}

fn falls_at(now: &str, facts: &Facts) -> Result<(), Waits> {
    falls(at(FLAG), at(now), facts)
}

#[test]
fn it_falls_an_hour_after_its_time_and_no_second_before() {
    let facts = with_mails(&[]);
    assert_eq!(falls_at("2026-06-05T15:29:59Z", &facts), Err(Waits::Grace));
    assert_eq!(falls_at("2026-06-05T15:30:00Z", &facts), Ok(()));
}

#[test]
fn it_waits_until_every_mailbox_was_seen_past_it() {
    let past = Some("2026-06-05T14:30:01Z");
    let until_then = Some(FLAG);
    for (seen, expected) in [
        (vec![past, past], Ok(())),
        (vec![past, until_then], Err(Waits::Unseen(Some(2)))),
        (vec![None, past], Err(Waits::Unseen(Some(1)))),
        (vec![], Err(Waits::Unseen(None))),
    ] {
        let facts = with_mailboxes(&seen);
        assert_eq!(
            falls_at("2026-06-20T00:00:00Z", &facts),
            expected,
            "{seen:?}"
        );
    }
}

#[test]
fn it_waits_while_no_flag_may_fall_at_all() {
    let facts = Facts {
        stopped: true,
        ..with_mails(&[])
    };
    assert_eq!(
        falls_at("2026-06-20T00:00:00Z", &facts),
        Err(Waits::Stopped)
    );
}

#[test]
fn it_waits_for_a_mail_of_the_players_that_is_not_decided() {
    let day = |text: &str| at(&format!("2026-06-{text}Z"));
    let (held, dead) = (
        Fate::Held(day("04T12:00:00")),
        Fate::Dead(day("04T12:00:00")),
    );
    let rows = [
        // new or in work: as long as it takes
        ("30T00:00:00", Fate::New, Sign::Code, Err(Waits::New(1))),
        ("30T00:00:00", Fate::New, Sign::Pass, Err(Waits::New(1))),
        // held for "was it you?": three days
        (
            "07T11:59:59",
            held,
            Sign::Code,
            Err(Waits::Held(1, day("07T12:00:00"))),
        ),
        (
            "07T11:59:59",
            held,
            Sign::Pass,
            Err(Waits::Held(1, day("07T12:00:00"))),
        ),
        ("07T12:00:00", held, Sign::Pass, Ok(())),
        // laid aside: seven
        (
            "11T11:59:59",
            dead,
            Sign::Code,
            Err(Waits::Dead(1, day("11T12:00:00"))),
        ),
        ("11T12:00:00", dead, Sign::Code, Ok(())),
        // what everybody can write: never
        ("05T16:00:00", Fate::New, Sign::Nothing, Ok(())),
        ("05T16:00:00", held, Sign::Nothing, Ok(())),
        ("05T16:00:00", dead, Sign::Nothing, Ok(())),
    ];
    for (now, fate, sign, expected) in rows {
        let facts = with_mails(&[(fate, sign)]);
        let decided = falls(at(FLAG), day(now), &facts);
        assert_eq!(decided, expected, "{now} {fate:?} {sign:?}");
    }
}

#[test]
fn what_needs_an_administrator_is_told_before_what_passes_by_itself() {
    let since = at("2026-06-05T12:00:00Z");
    let facts = with_mails(&[
        (Fate::New, Sign::Code),
        (Fate::Dead(since), Sign::Code),
        (Fate::Held(since), Sign::Pass),
    ]);
    assert_eq!(
        falls_at("2026-06-05T16:00:00Z", &facts),
        Err(Waits::Dead(2, at("2026-06-12T12:00:00Z")))
    );
}
