use super::*;
use crate::chess::notation::Letters;
use crate::language::{own_words, read};

/// What stands beside the help that is asked for in a mail of these words.
fn beside(text: &str, subject: &str) -> Option<FirstWords> {
    let own = own_words(text, None);
    let message = read(&own, subject, Letters::English);
    beside_help(&message.orders, &own, subject)
}

#[test]
fn help_alone_is_told_from_help_beside_something() {
    for (text, subject, expected) in [
        ("help", "", Some(FirstWords::Nothing)),
        ("?", "", Some(FirstWords::Nothing)),
        ("Help please!", "chess", Some(FirstWords::Nothing)),
        ("help draw", "", Some(FirstWords::Nothing)),
        ("", "help", Some(FirstWords::Nothing)),
        ("help\n\nAnn Smith", "", Some(FirstWords::Greeting)),
        (
            "help\n\nI would like to play chess.",
            "",
            Some(FirstWords::OfChess),
        ),
        ("help", "Your invoice", Some(FirstWords::Other)),
        (
            "help\n\nCheap pills at www.pills.test",
            "",
            Some(FirstWords::Other),
        ),
        ("help wanted", "", None),
        ("help\njoin", "", None),
        ("help\nchallenge bob@example.org", "", None),
        ("games", "", None),
        ("hello", "", None),
    ] {
        assert_eq!(beside(text, subject), expected, "{text:?} {subject:?}");
    }
}

#[test]
fn the_subjects_are_those_of_the_page() {
    let page = include_str!("../../../templates/en/help.txt");
    for subject in SUBJECTS {
        assert!(page.contains(&format!("\"{subject}\"")), "{subject}");
    }
}
