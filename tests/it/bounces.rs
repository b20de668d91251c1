//! Bounces as mail servers write them: `tests/bounces/*.eml`, and what penpawn reads in each, `tests/bounces/read.txt`.
//!
//! In the mails `BOUNCE-ADDRESS` stands for the envelope sender of the letter that came back, and `ORIGINAL-ID` for its
//! Message-ID. The letter went to ann@players.test. `BLESS=1` writes the list anew: read the difference before you commit
//! it.

use crate::bed;
use penpawn::mail::automatic::{Nature, OurNames, nature};
use penpawn::mail::read::read;
use std::fmt::Write as _;
use std::fs;

/// A bounce of that name, about a letter with this envelope sender and Message-ID.
pub(crate) fn bounce(name: &str, envelope_from: &str, message_id: &str) -> Vec<u8> {
    let path = bed::root().join(format!("tests/bounces/{name}.eml"));
    fs::read_to_string(&path)
        .unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
        .replace("BOUNCE-ADDRESS", envelope_from)
        .replace("ORIGINAL-ID", message_id)
        .replace('\n', "\r\n")
        .into_bytes()
}

fn names() -> Vec<String> {
    let folder = bed::root().join("tests/bounces");
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("tests/bounces")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "eml"))
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    names
}

fn read_as(name: &str) -> String {
    let ours = OurNames {
        domain_of_ids: "penpawn.chess.test".to_owned(),
        addresses: vec!["chess@chess.test".to_owned()],
        loop_mark: "chess@chess.test".to_owned(),
    };
    let raw = bounce(
        name,
        "chess+b.nonce@chess.test",
        "t.nonce@penpawn.chess.test",
    );
    let mail = read(&raw).expect("a mail");
    match nature(&mail, &ours) {
        Nature::Bounce(report) => {
            let verdict = match report.verdict_about("ann@players.test") {
                Some(verdict) => verdict.word().to_owned(),
                None => format!(
                    "about others: {}",
                    report
                        .verdict_about_the_only_one()
                        .map_or("several", |verdict| verdict.word())
                ),
            };
            let original = match report.original_message_id.as_deref() {
                Some("t.nonce@penpawn.chess.test") => ", names our letter",
                Some(_) => ", names another letter",
                None => "",
            };
            format!("{verdict}{original}")
        }
        Nature::Automatic(signal) | Nature::Soft(signal) => format!("no bounce: {signal}"),
        other => format!("no bounce: {other:?}"),
    }
}

/// The RFC 3464 forms with what servers make of them, and those that follow no standard.
#[test]
fn hazard_09_bounces_of_all_makes_are_read_as_the_list_beside_them_says() {
    let mut found = String::new();
    for name in names() {
        writeln!(found, "{name:<32}{}", read_as(&name)).expect("a line");
    }
    let path = bed::root().join("tests/bounces/read.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &found).expect("a writable list");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected);
}
