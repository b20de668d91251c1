//! The README says what the program does.

use crate::bed;
use penpawn::letters::{Answers, Letter, Occasion, Templates, TimeRules};
use std::collections::BTreeMap;

/// The line above the help text in the README.
const MARK: &str =
    "<!-- help: tests/it/readme.rs compares it with what the server sends -->\n```\n";

#[test]
fn the_help_in_the_readme_is_what_the_server_sends() {
    let path = bed::root().join("README.md");
    let readme = std::fs::read_to_string(&path).expect("README.md");
    let (before, rest) = readme.split_once(MARK).expect("the help in README.md");
    let (written, after) = rest.split_once("```\n").expect("the end of the help");
    let sent = Templates::new(BTreeMap::new())
        .expect("our own templates")
        .render(&Letter {
            occasion: Occasion::Help {
                topic: Some("all".to_owned()),
                time: TimeRules::default(),
            },
            reader: "Ann".to_owned(),
            reference: None,
            links_to: None,
            answers: Answers::Proven,
            absence: None,
            rating: None,
            server: "chess@example.net".to_owned(),
            stopped_time: Vec::new(),
        })
        .expect("the help")
        .body;
    if written != sent && std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, format!("{before}{MARK}{sent}```\n{after}")).expect("written");
        return;
    }
    assert_eq!(written, sent, "BLESS=1 writes the help into README.md");
}
