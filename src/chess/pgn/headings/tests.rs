use super::*;

#[test]
fn each_heading_of_the_entry_form_takes_what_the_standard_allows() {
    let table: [(&str, &[&str], &[&str]); 9] = [
        (
            "Date",
            &[
                "1992.11.04",
                "1992.11.??",
                "1992.??.??",
                "????.??.??",
                "????.02.29",
                "199?.1?.0?",
                "2000.02.29",
                "",
            ],
            &[
                "1992",
                "1992.13.01",
                "1992.00.01",
                "1993.02.29",
                "1992.11.31",
                "92.11.04",
                "1992.11.04 ",
                "0000.01.01",
            ],
        ),
        (
            "Result",
            &["1-0", "0-1", "1/2-1/2", "*"],
            &["1:0", "draw", "1-1", "0-0"],
        ),
        (
            "ECO",
            &["A00", "E99", "C42/07", "?"],
            &["F00", "c42", "C4", "C423", "C42/7", "C42/007", "B90a"],
        ),
        (
            "Time",
            &["00:00:00", "23:59:59", "??:??:??"],
            &["24:00:00", "1:00:00", "12:60:00", "12:00", "12.00.00"],
        ),
        (
            "TimeControl",
            &[
                "?",
                "-",
                "40/7200",
                "300",
                "300+5",
                "*180",
                "40/7200:3600",
                "40/7200:20/3600:900+10",
                "1/86400",
                "40/7200+30:900",
            ],
            &[
                "3 days", "5+", "+5", "/7200", "40/", "0/7200", "*", "40:", ":40", "40/7200:",
                "-300", "90 min",
            ],
        ),
        (
            "WhiteElo",
            &["2785", "-", "?", "0"],
            &["27850", "abc", "1500?", "-5"],
        ),
        ("BlackUSCF", &["2785"], &["high"]),
        ("Termination", &TERMINATIONS, &["Normal", "resigned"]),
        ("SetUp", &["0", "1"], &["2", "yes"]),
    ];
    for (name, good, bad) in table {
        for value in good {
            assert_eq!(fault(name, value), None, "{name} {value}");
            assert_eq!(mended(name, value), *value, "{name} {value}");
        }
        for value in bad {
            assert!(fault(name, value).is_some(), "{name} {value}");
        }
    }
    assert_eq!(fault("WhiteNA", "anything at all"), None);
    assert_eq!(fault("Whites", "anything at all"), None);
}

#[test]
fn what_can_mean_one_thing_only_is_mended() {
    let table = [
        ("Date", "1992", "1992.??.??"),
        ("Date", "1992.11", "1992.11.??"),
        ("Date", "1992-11-04", "1992.11.04"),
        ("Date", "1992/1/4", "1992.01.04"),
        ("Date", "?", "????.??.??"),
        ("Date", "04.11.1992", "04.11.1992"),
        ("Date", "11/04/92", "11/04/92"),
        ("Date", "25.11.1992", "1992.11.25"),
        ("Date", "11/25/1992", "1992.11.25"),
        ("Date", "04.04.1992", "1992.04.04"),
        ("Date", "4 Nov 1992", "1992.11.04"),
        ("Date", "November 4, 1992", "1992.11.04"),
        ("Date", "31 Feb 1992", "31 Feb 1992"),
        ("Date", "1992.13.40", "1992.13.40"),
        ("Termination", "Time forfeit", "time forfeit"),
        ("Result", "½-½", "1/2-1/2"),
        ("Event", "1992", "1992"),
    ];
    for (name, written, meant) in table {
        assert_eq!(mended(name, written), meant, "{name} {written}");
    }
    // Without a fault nothing would have to be told.
    assert!(fault("Date", &mended("Date", "04.11.1992")).is_some());
}
