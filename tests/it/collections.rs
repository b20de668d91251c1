//! Mails that other programs are tested with, read by us: bounces of flufl.bounce (Mailman's reader of bounces), answers
//! with quotations of talon, quotequail and email-reply-parser, mails of all kinds of mail-parser, which Cargo has.
//!
//! The others are in `target/venv/collections`, fetched by `tests/bed/install referee`; where they could not be had, a test says
//! so and is skipped.

use crate::{bed, referee};
use penpawn::chess::Letters;
use penpawn::language::{self, Command, own_words};
use penpawn::mail::automatic::{Nature, OurNames, nature};
use penpawn::mail::read::read;
use penpawn::mail::report::Verdict;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of a package, `None` after a word about it where there is none.
fn package(name: &str) -> Option<PathBuf> {
    let folder = bed::root().join("target/venv/collections").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("SKIPPED: {name} is not there; tests/bed/install referee fetches it");
    None
}

/// What flufl.bounce says of its mails: file name, `temporary` or `permanent`, address.
fn bounces_as_flufl_reads_them() -> BTreeMap<(String, String), String> {
    let program = "import email, glob, os\n\
                   from flufl.bounce import all_failures\n\
                   for path in sorted(glob.glob('target/venv/collections/flufl_bounce-*/tests/data/*.txt')):\n\
                   \x20   with open(path, 'rb') as file:\n\
                   \x20       mail = email.message_from_binary_file(file)\n\
                   \x20   for verdict, addresses in zip(('temporary', 'permanent'), all_failures(mail)):\n\
                   \x20       for address in sorted(addresses):\n\
                   \x20           print(os.path.basename(path), address.decode('latin-1'), verdict)\n";
    referee::ask(program, "")
        .lines()
        .map(|line| {
            let mut words = line.split(' ').map(str::to_owned);
            let mut next = || words.next().expect("three words");
            ((next(), next()), next())
        })
        .collect()
}

/// Where we say something else of all addresses in a mail, on purpose: what, why, and in which mails.
const OTHERWISE: [(&str, &str, &str); 5] = [
    (
        "temporary",
        "the mailbox is full: it may be emptied tomorrow",
        "hotpop_01 newmailru_01 postfix_04 qmail_02 qmail_06 qmail_07 simple_01 simple_07 simple_09 simple_14 simple_45 \
         yahoo_02 yahoo_04",
    ),
    (
        "temporary",
        "given up for now, with a code of class 4: RFC 3463 calls it a persistent transient failure",
        "dsn_02 simple_44 yahoo_01",
    ),
    (
        "refused",
        "the mail or its sender is not wanted, which says nothing about the address",
        "aol_01 simple_42",
    ),
    (
        "no bounce",
        "a receipt (RFC 8098), which says that the mail was thrown away, and nothing about the address",
        "simple_38",
    ),
    (
        "another address",
        "it names a local part alone, and other addresses in its explanations",
        "yale_01",
    ),
];

/// What we mean to say of a mail of which flufl.bounce says this.
fn meant<'a>(name: &str, theirs: &'a str) -> &'a str {
    let name = name.trim_end_matches(".txt");
    OTHERWISE
        .iter()
        .find(|(_, _, mails)| mails.split_whitespace().any(|one| one == name))
        .map_or(theirs, |(ours, _, _)| ours)
}

/// What we read of an address in a bounce that came to the envelope sender of a letter.
fn as_we_read_it(raw: &[u8], address: &str) -> String {
    let ours = OurNames {
        separators: &['+', '-'],
        domain_of_ids: "penpawn.chess.test".to_owned(),
        addresses: vec!["chess@chess.test".to_owned()],
        loop_mark: "chess@chess.test".to_owned(),
    };
    let mut whole = b"Return-Path: <>\r\nDelivered-To: chess+b.nonce@chess.test\r\n".to_vec();
    // Some are taken from an mbox file, with the line that stands before each mail there.
    let from_line = raw.starts_with(b"From ");
    whole.extend(
        raw.iter()
            .skip_while(|byte| from_line && **byte != b'\n')
            .skip(usize::from(from_line)),
    );
    let mail = read(&whole).expect("a mail");
    match nature(&mail, &ours) {
        Nature::Bounce(report) => match report.verdict_about(address) {
            Some(Verdict::Delayed) => "temporary".to_owned(),
            Some(verdict) => verdict.word().to_owned(),
            None => format!("another address: {:?}", report.recipients),
        },
        other => format!("no bounce: {other:?}"),
    }
}

#[test]
fn bounces_are_read_as_mailmans_reader_reads_them() {
    let Some(folder) = package("flufl_bounce-6.0.0") else {
        return;
    };
    let mut differences = Vec::new();
    let said = bounces_as_flufl_reads_them();
    assert!(said.len() > 100, "{} addresses", said.len());
    for ((name, address), theirs) in &said {
        let raw = fs::read(folder.join("tests/data").join(name)).expect("a mail");
        let ours = as_we_read_it(&raw, address);
        if !ours.starts_with(meant(name, theirs)) {
            differences.push(format!("{name} {address}: {theirs}, we: {ours}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// An answer of a test of another program, and what that test takes for its writer's own words.
struct Answered {
    from: String,
    text: String,
    own: String,
}

/// The answers in the tests of talon and quotequail. `answers.py` runs them with a reader in the place of theirs.
fn answers() -> Vec<Answered> {
    referee::ask(include_str!("collections/answers.py"), "")
        .lines()
        .map(|line| {
            let [from, text, own] = serde_json::from_str(line).expect("three strings");
            Answered { from, text, own }
        })
        .collect()
}

/// Tests whose expectation is not ours, and why.
const NOT_OURS: [(&str, &str); 8] = [
    (
        "talon test_dont_parse_quotations_for_forwarded_messages",
        "what is forwarded is not its sender's",
    ),
    (
        "talon test_link_breaks_quotation_markers_sequence",
        "a line without a mark between marked ones is an answer",
    ),
    (
        "talon test_link_closed_with_quotation_marker_on_new_line",
        "a single field is no header block; its address is taken out",
    ),
    (
        "talon test_pattern_on_date_polymail",
        "an attribution with blank lines in it is not known; its address is taken out",
    ),
    (
        "talon test_quotation_marker_false_positive",
        "a line with marks before it is quoted",
    ),
    (
        "talon test_standard_replies",
        "a signature belongs to nobody",
    ),
    (
        "talon test_too_many_lines",
        "it is made for mails of one line",
    ),
    ("quotequail test_unwrap 10", "a signature belongs to nobody"),
];

/// The words without regard to lines and blanks.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn answers_are_read_as_the_tests_of_talon_and_quotequail_ask() {
    if package("talon-1.4.4").is_none() || package("quotequail-0.5.4").is_none() {
        return;
    }
    let answers = answers();
    assert!(answers.len() > 60, "{} answers", answers.len());
    let mut differences = Vec::new();
    for answer in &answers {
        if NOT_OURS.iter().any(|(from, _)| *from == answer.from) {
            continue;
        }
        let own = own_words(&answer.text, None).lines.join("\n");
        if words(&own) != words(&answer.own) {
            differences.push(format!(
                "=== {}\n{}\n--- they: {:?}\n--- we: {own:?}",
                answer.from, answer.text, answer.own
            ));
        }
    }
    assert!(
        differences.is_empty(),
        "{} of {}\n{}",
        differences.len(),
        answers.len(),
        differences.join("\n")
    );
}

/// What talon's tests take for the answer in their HTML mails.
const IN_HTML: &str = "Hi. I am fine.\n\nThanks,\nAlex";

#[test]
fn whole_mails_of_talon_are_read_as_its_tests_ask() {
    let Some(folder) = package("talon-1.4.4") else {
        return;
    };
    let mails = |of: &str, ending: &str| -> Vec<PathBuf> {
        let mut found: Vec<PathBuf> = fs::read_dir(folder.join("tests/fixtures").join(of))
            .expect("a folder")
            .map(|entry| entry.expect("a file").path())
            .filter(|path| path.extension().is_some_and(|known| known == ending))
            .collect();
        found.sort();
        assert!(found.len() > 8, "{of}: {found:?}");
        found
    };
    let own = |raw: &[u8]| {
        let text = read(raw).expect("a mail").text.unwrap_or_default();
        own_words(&text, None).lines.join("\n")
    };
    let mut differences = Vec::new();
    for path in mails("standard_replies", "eml") {
        let own = own(&fs::read(&path).expect("a mail"));
        if own != "Hello" {
            differences.push(format!("{}: {own:?}", path.display()));
        }
    }
    for path in mails("html_replies", "html") {
        let mut raw =
            b"From: alex@example.org\r\nContent-Type: text/html; charset=utf-8\r\n\r\n".to_vec();
        raw.extend(fs::read(&path).expect("a page"));
        let own = own(&raw);
        if words(&own) != words(IN_HTML) {
            differences.push(format!("{}: {own:?}", path.display()));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// What is read in the text of a mail by which a game would go on or end; nothing where it plays nothing.
fn deeds_in(text: &str, subject: &str) -> Vec<String> {
    let mut deeds = Vec::new();
    for letters in Letters::ALL {
        let message = language::read(&own_words(text, None), subject, letters);
        deeds.extend(
            message
                .orders
                .iter()
                .filter_map(|order| match &order.command {
                    Command::Moves(_)
                    | Command::Score(_)
                    | Command::Prepare(_)
                    | Command::Resign
                    | Command::AcceptDraw
                    | Command::OfferDraw
                    | Command::ClaimDraw(_)
                    | Command::Takeback(_)
                    | Command::Abort(_)
                    | Command::Challenge { .. }
                    | Command::Seek(_)
                    | Command::Take(_)
                    | Command::Rematch => Some(format!("{}: {:?}", order.typed, order.command)),
                    _ => None,
                }),
        );
    }
    deeds
}

/// The files below a folder with one of these endings, by name.
fn files_below(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            found.extend(files_below(&path, endings));
        } else if path
            .extension()
            .is_some_and(|known| endings.iter().any(|ending| known == *ending))
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The mails that Cargo fetched with mail-parser.
fn mails_of_mail_parser() -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))?;
    // Other versions may have been fetched for other programs, with other mails.
    let lock = include_str!("../../Cargo.lock");
    let (_, version) = lock.split_once("name = \"mail-parser\"\nversion = \"")?;
    let package_name = format!("mail-parser-{}", version.split_once('"')?.0);
    let found = fs::read_dir(home.join("registry/src"))
        .ok()?
        .find_map(|index| {
            let mut packages = fs::read_dir(index.ok()?.path()).ok()?;
            packages.find_map(|package| {
                let path = package.ok()?.path();
                let named = path.file_name()?.to_str()? == package_name;
                let mails = path.join("resources/eml");
                (named && mails.is_dir()).then_some(mails)
            })
        });
    if found.is_none() {
        eprintln!("SKIPPED: the mails of mail-parser are not where Cargo unpacks packages");
    }
    found
}

#[test]
fn no_game_is_played_by_mails_that_are_about_none() {
    let mut wrong = Vec::new();
    let mut look = |name: String, text: &str, subject: &str| {
        let deeds = deeds_in(text, subject);
        if !deeds.is_empty() {
            wrong.push(format!("{name}: {deeds:?}"));
        }
    };
    let folders = [
        package("flufl_bounce-6.0.0").map(|folder| (folder.join("tests/data"), vec!["txt"], 100)),
        package("talon-1.4.4").map(|folder| (folder.join("tests/fixtures"), vec!["eml"], 8)),
        mails_of_mail_parser().map(|folder| (folder, vec!["eml"], 100)),
    ];
    for (folder, endings, least) in folders.into_iter().flatten() {
        let files = files_below(&folder, &endings);
        assert!(
            files.len() >= least,
            "{}: {}",
            folder.display(),
            files.len()
        );
        println!("{} mails in {}", files.len(), folder.display());
        for path in files {
            if let Ok(mail) = read(&fs::read(&path).expect("a mail")) {
                let text = mail.text.unwrap_or_default();
                look(path.display().to_string(), &text, &mail.subject);
            }
        }
    }
    if let Some(folder) = package("email-reply-parser-1.2.6") {
        let files = files_below(&folder, &["txt"]);
        assert!(files.len() > 40, "{}", files.len());
        for path in files {
            let text = fs::read(&path).expect("a text");
            look(
                path.display().to_string(),
                &String::from_utf8_lossy(&text),
                "",
            );
        }
    }
    if package("talon-1.4.4").is_some() && package("quotequail-0.5.4").is_some() {
        for answer in answers() {
            look(answer.from, &answer.text, "");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_bounce_passes_for_a_persons_mail() {
    let Some(folder) = package("flufl_bounce-6.0.0") else {
        return;
    };
    let ours = OurNames {
        separators: &['+', '-'],
        domain_of_ids: "penpawn.chess.test".to_owned(),
        addresses: vec!["chess@chess.test".to_owned()],
        loop_mark: "chess@chess.test".to_owned(),
    };
    // Some tell by nothing but the empty envelope sender, with which every bounce comes, that they are none.
    for (envelope, unknown) in [
        ("Return-Path: <>\r\n", ""),
        (
            "",
            "bounce_02 groupwise_03 simple_15 simple_20 simple_22 simple_24 simple_36 simple_43",
        ),
    ] {
        let mut human = Vec::new();
        for path in files_below(&folder.join("tests/data"), &["txt"]) {
            let raw = fs::read(&path).expect("a mail");
            let from_line = raw.starts_with(b"From ");
            let mut whole = envelope.as_bytes().to_vec();
            whole.extend(
                raw.iter()
                    .skip_while(|byte| from_line && **byte != b'\n')
                    .skip(usize::from(from_line)),
            );
            let nature = read(&whole).map(|mail| nature(&mail, &ours));
            if matches!(nature, Ok(Nature::Human)) {
                let name = path.file_stem().expect("a name").to_string_lossy();
                human.push(name.into_owned());
            }
        }
        assert_eq!(human.join(" "), unknown, "{envelope:?}");
    }
}
