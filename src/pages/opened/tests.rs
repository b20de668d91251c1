use super::*;

const HIDDEN: [&str; 22] = [
    "bob@club.org",
    "bob@club.example",
    "bob&#64;club.org",
    "bob&#x40;club.org",
    "bob&commat;club.org",
    "bob&amp;#64;club.org",
    "<bob&#64;club.org>",
    "bob%40club.org",
    "bob%2540club.org",
    "bob=40club.org",
    "bob\\x40club.org",
    "bob\\u0040club.org",
    "bob＠club.org",
    "bob％40club.org",
    "bob (at) club (dot) org",
    "bob[at]club[.]org",
    "bob at club dot org",
    "bob at club.org",
    "bob-at-club.org",
    "http://club.org/a",
    "http&#58;//club.org",
    "www%2Eclub%2Eorg/x",
];

fn assert_open(shown: &str, written: &str) {
    let read = shown.to_lowercase();
    assert!(
        !read.contains("club.") && !read.contains("club%"),
        "{written:?}: {shown:?}"
    );
    for sign in ["@", "&#", "%40", "=40", "x40", "u0040", "commat", "http"] {
        assert!(!read.contains(sign), "{written:?}: {shown:?}");
    }
}

#[test]
fn no_address_is_left_however_it_is_written() {
    for written in HIDDEN {
        assert_open(&open_text(written), written);
        assert_open(&open_text(&format!("Ask {written} please")), written);
        // A command ends with its first bracket.
        if written.contains(']') {
            continue;
        }
        assert_open(
            &open_comment(&format!("good [%clk {written}] move")),
            written,
        );
        assert_open(
            &open_comment(&format!("[%eml {written}]{written}[%x")),
            written,
        );
    }
    for command in [
        "[%eml bob at club]",
        "[%clk bob]",
        "[%cal Gbob-club]",
        "[%url club]",
    ] {
        assert_eq!(open_comment(command), "", "{command}");
    }
}

#[test]
fn every_heading_is_opened() {
    for name in [
        "Event",
        "Site",
        "Round",
        "UTCDate",
        "UTCTime",
        "CmailGameName",
        "TimeControl",
        "ECO",
        "Opening",
        "Annotator",
        "Source",
        "Whatever",
        "WhiteTeam",
        "WhiteTitle",
        "Mode",
        "Termination",
    ] {
        for written in HIDDEN.iter().filter(|it| !it.contains('\\')) {
            for source in [Source::Played, Source::Archive] {
                // Of a game that was played here, both are ours.
                if source == Source::Played
                    && matches!(name, "Site" | "CmailGameName")
                    && is_domain(written)
                {
                    continue;
                }
                let mut record = crate::pages::game::example().unwrap().record;
                record.tags = vec![(name.to_owned(), (*written).to_owned())];
                let open = open_record(&record, source);
                for (_, value) in &open.tags {
                    assert_open(value, written);
                }
            }
        }
    }
}

#[test]
fn what_is_no_address_stays() {
    for words in [
        "Casual game",
        "2026.11.26",
        "1/86400",
        "40/7200:3600",
        "B00",
        "Sicilian Defense: Najdorf",
        "1.2",
        "1-0",
        "Black was better here; 50% of all games are drawn",
        "Ann & Bob played on",
        "the pawn at e4 is weak",
    ] {
        assert_eq!(open_text(words), words);
    }
    for command in [
        "[%clk 1:23:45]",
        "[%clk 1:23:45.6]",
        "[%emt 0:00:05]",
        "[%eval -1.25]",
        "[%eval #-3]",
        "[%eval 0.17,22]",
        "[%csl Ra4,Gb5]",
        "[%cal Re2e4,Gd1h5]",
    ] {
        assert_eq!(open_comment(command), command);
    }
}
