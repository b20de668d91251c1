use super::*;

fn read(line: &str) -> String {
    match about_leave(line) {
        Some(Command::TakeLeave(Ok(period))) => period.to_string(),
        Some(Command::TakeLeave(Err(NoPeriod::Nothing))) => "which?".to_owned(),
        Some(Command::TakeLeave(Err(NoPeriod::Unread))) => "unread".to_owned(),
        Some(Command::TakeLeave(Err(NoPeriod::TwoWays(one, other)))) => {
            format!("{one} or {other}?")
        }
        Some(other) => format!("{other:?}"),
        None => "said".to_owned(),
    }
}

#[test]
fn days_of_leave_are_read_in_the_words_of_people() {
    let table = [
        ("leave 5 Aug - 18 Aug", "5 August - 18 August"),
        ("leave 5 Aug – 18 Aug", "5 August - 18 August"),
        ("Leave: 5 August to 18 August.", "5 August - 18 August"),
        ("leave 5.-18.8.", "5 August - 18 August"),
        ("leave 5. - 18.8.", "5 August - 18 August"),
        ("leave 5.8.-18.8.", "5 August - 18 August"),
        ("leave 5.8. - 18.8", "5 August - 18 August"),
        (
            "leave 05.08.2026 - 18.08.2026",
            "5 August 2026 - 18 August 2026",
        ),
        ("leave 5.8.26 - 18.8.26", "5 August 2026 - 18 August 2026"),
        (
            "leave 2026-08-05 to 2026-08-18",
            "5 August 2026 - 18 August 2026",
        ),
        (
            "leave 2026-08-05 - 2026-08-18",
            "5 August 2026 - 18 August 2026",
        ),
        (
            "leave from 2026-08-05 until 2026-08-18",
            "5 August 2026 - 18 August 2026",
        ),
        ("leave 5-18 August", "5 August - 18 August"),
        ("leave Aug 5-18", "5 August - 18 August"),
        ("leave Aug 5 - Aug 18, 2027", "5 August - 18 August 2027"),
        (
            "leave from August 5th to August 18th",
            "5 August - 18 August",
        ),
        (
            "leave from the 5th of August until the 18th of August",
            "5 August - 18 August",
        ),
        ("leave between 5 Aug and 18 Aug", "5 August - 18 August"),
        ("leave 3.-10. August", "3 August - 10 August"),
        ("Urlaub vom 3. bis 10. August", "3 August - 10 August"),
        (
            "Urlaub vom 3. März bis zum 10. März 2027",
            "3 March - 10 March 2027",
        ),
        ("Urlaub bis 10. Dezember", "today - 10 December"),
        ("Urlaub ab morgen für 2 Wochen", "from tomorrow for 14 days"),
        ("leave 28 Dec - 3 Jan", "28 December - 3 January"),
        ("leave 2 weeks", "from today for 14 days"),
        ("leave for two weeks", "from today for 14 days"),
        ("leave for a week", "from today for 7 days"),
        ("leave a fortnight", "from today for 14 days"),
        ("leave 1 day", "from today for 1 day"),
        ("leave 10 days from tomorrow", "from tomorrow for 10 days"),
        (
            "leave from tomorrow for 10 days",
            "from tomorrow for 10 days",
        ),
        ("leave from 5 Aug for 2 weeks", "from 5 August for 14 days"),
        ("leave today to 18 Aug", "today - 18 August"),
        ("vacation until 18 Aug", "today - 18 August"),
        ("I am on leave until 18 August", "today - 18 August"),
        ("holidays 5-18 Aug", "5 August - 18 August"),
        ("leave 18/8 - 20/8", "18 August - 20 August"),
        (
            "leave 8/18/2026 - 8/20/2026",
            "18 August 2026 - 20 August 2026",
        ),
        ("leave 8/8 - 9/9", "8 August - 9 September"),
        ("leave 30 Feb - 3 Mar", "30 February - 3 March"),
        (
            "leave 5.13. - 6.13.",
            "day 5 of month 13 - day 6 of month 13",
        ),
    ];
    for (line, expected) in table {
        assert_eq!(read(line), expected, "{line}");
    }
}

#[test]
fn what_names_no_period_is_asked_about_or_said() {
    let table = [
        ("leave", "which?"),
        ("Leave.", "which?"),
        ("leave?", "which?"),
        ("vacation", "which?"),
        ("Urlaub", "which?"),
        ("leave 5/8 - 18/8", "5 August or 8 May?"),
        ("leave until 5/8", "5 August or 8 May?"),
        ("leave 5 Aug", "unread"),
        ("leave tomorrow", "unread"),
        ("leave 5 - 18", "unread"),
        ("leave from 5 Aug", "unread"),
        ("leave next week", "unread"),
        ("leave du 5 au 18 août", "unread"),
        ("leave 2 months", "unread"),
        ("leave until Easter", "unread"),
        ("leave 0 days", "unread"),
        ("leave 5 Aug - 18 Aug - 20 Aug", "unread"),
        ("leave 42", "unread"),
        (
            "vacation until my boss calls me on the 18 of August, I think",
            "said",
        ),
        ("leave your knight there", "said"),
        ("Leave:", "said"),
        ("leave me alone", "said"),
        ("Leave the rook, it is poisoned", "said"),
        ("I am on leave, see you", "said"),
        ("leaves are falling", "said"),
        ("holiday greetings to you", "said"),
        ("automatic leave", "said"),
    ];
    for (line, expected) in table {
        assert_eq!(read(line), expected, "{line}");
    }
}

/// What a question shows of an order is read as the same order when it comes back.
#[test]
fn a_period_reads_back_as_it_is_written() {
    for line in [
        "leave 5.-18.8.2026",
        "leave 2 weeks",
        "leave until 18 Aug",
        "leave 1 day",
    ] {
        let Some(Command::TakeLeave(Ok(period))) = about_leave(line) else {
            panic!("{line} is not read");
        };
        let again = about_leave(&format!("leave {period}"));
        assert_eq!(again, Some(Command::TakeLeave(Ok(period))), "{line}");
    }
}

/// Years are those of the calendar, days those that it has.
#[test]
fn a_date_without_a_year_is_the_next_such() {
    let table = [
        (
            "2026-08-01",
            "leave 5 Aug - 18 Aug",
            "2026-08-05 2026-08-18",
        ),
        (
            "2026-08-05",
            "leave 5 Aug - 18 Aug",
            "2026-08-05 2026-08-18",
        ),
        (
            "2026-11-25",
            "leave 5 Aug - 18 Aug",
            "2027-08-05 2027-08-18",
        ),
        (
            "2026-11-25",
            "leave 28 Dec - 3 Jan",
            "2026-12-28 2027-01-03",
        ),
        (
            "2026-11-25",
            "leave 28 Dec - 3 Jan 2027",
            "2026-12-28 2027-01-03",
        ),
        (
            "2026-11-25",
            "leave 28 Dec 2026 - 3 Jan",
            "2026-12-28 2027-01-03",
        ),
        ("2026-11-25", "leave 2 weeks", "2026-11-25 2026-12-08"),
        (
            "2026-11-25",
            "leave from tomorrow for 10 days",
            "2026-11-26 2026-12-05",
        ),
        (
            "2026-11-25",
            "vacation until 2 Dec",
            "2026-11-25 2026-12-02",
        ),
        ("2026-11-25", "leave until 25 Nov", "2026-11-25 2026-11-25"),
        ("2026-11-25", "leave until 24 Nov", "2026-11-25 2027-11-24"),
        ("2026-11-25", "leave 24 Nov - 30 Nov", "Past"),
        ("2027-01-02", "leave 28 Dec - 3 Jan", "Past"),
        ("2026-11-25", "leave 5 Aug 2026 - 18 Aug 2026", "Past"),
        ("2026-11-25", "leave 2026-12-18 - 2026-12-05", "Backwards"),
        ("2026-11-25", "leave until 24 Nov 2026", "Backwards"),
        (
            "2026-11-25",
            "leave 29 Feb - 3 Mar",
            "NoSuchDay 29 February",
        ),
        (
            "2027-11-25",
            "leave 29 Feb - 3 Mar",
            "2028-02-29 2028-03-03",
        ),
        (
            "2026-11-25",
            "leave 30 Feb - 3 Mar",
            "NoSuchDay 30 February",
        ),
        (
            "2026-11-25",
            "leave 1 Dec - 31.11.",
            "NoSuchDay 31 November",
        ),
        (
            "2026-11-25",
            "leave 5.13. - 6.13.",
            "NoSuchDay day 5 of month 13",
        ),
        (
            "2026-11-25",
            "leave until 2027-02-29",
            "NoSuchDay 29 February 2027",
        ),
    ];
    for (today, line, expected) in table {
        let Some(Command::TakeLeave(Ok(period))) = about_leave(line) else {
            panic!("{line} is not read");
        };
        let days = match period.days(today.parse().unwrap()) {
            Ok(days) => format!("{} {}", days.first(), days.last()),
            Err(NoSuchPeriod::NoSuchDay(day)) => format!("NoSuchDay {day}"),
            Err(other) => format!("{other:?}"),
        };
        assert_eq!(days, expected, "{line} on {today}");
    }
}
