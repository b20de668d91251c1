//! Attacks: `tests/attacks/*.txt`, each walked through real servers: over SMTP to an MTA, into a mailbox, to the daemon as
//! a process of its own on a Postgres, and back the same way to whoever gets a letter. See [`servers`].
//!
//! A file says in its head what the attacker tries, what must not happen, and what the victim sees of it. Then mails to
//! the robot and what they bring about alternate, as in `tests/dialogues`; see there for `writes` and `answers`, and `set_up`
//! for what stands before the attack. What is more:
//!
//! ```text
//! # Attack: …
//! # Must not: …
//! # Victim: …
//! # Server: authserv_ids mx.chess.test        settings of this robot; several lines may stand
//!
//! == the attack                   from here on all is counted, and every mail is shown
//! == 1000 times Eve <eve@evil.test> writes
//! == raw                          the whole mail as it stands
//! == again                        the same mail sent once more
//! == again from a restored mailbox      … as it lay in the mailbox, with what the servers had put above it
//! == again with a new Message-ID
//!
//! !! game 1 is unchanged          what must hold after the mail above, see `claims`
//! ```
//!
//! In a mail stand `{to Ann}`, `{id Ann}`, `{token Ann}` for the reply address, the Message-ID and the token of the newest
//! letter to Ann, `{to Ann 2}` of the one two before it, `{to Ann @2}` of the one two before the newest when the attack began; `{aged 61 Ann 2}` is the reply address of that letter had it been
//! written 61 days earlier, `{hidden wide Ann}` the token in a disguise, see [`stage`]; `{x 500 abc}` is a repetition, `{n}` the number of a mail among
//! many, `{cr}`, `{lf}` and `{byte ff}` are what cannot be written here. Long letters are shown by their beginning.
//!
//! What is before the attack is put into the inbox by hand. What belongs to it is handed to the MTA by who stands in
//! Return-Path or else in From; a mail that our MTA would not pass on as it stands, as with a bare CR, is put into the
//! mailbox by IMAP, since another MTA may. Of many mails in one section the daemon finds all at once.
//!
//! A file that claims nothing, or whose attack the robot has never read, fails; and so does one in which anything left the
//! MTA but the letters that the claims are about. `BLESS=1 ATTACK=name` writes the letters and fates anew; claims it never
//! touches.

mod claims;
mod servers;
mod stage;

use crate::bed;
use crate::dialogues::first_difference;
use crate::record::rows_that_differ;
use futures::{FutureExt, StreamExt, stream};
use stage::Stage;
use std::fmt::Write;
use std::fs;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};

/// How many are walked at once. Most of the time each of them waits for a server.
const AT_ONCE: usize = 6;

/// So many there are at least; a file that vanishes is noticed.
const AT_LEAST: usize = 80;

#[tokio::test]
async fn attacks_fail() {
    let files = files();
    let only = std::env::var("ATTACK").unwrap_or_default();
    let chosen: Vec<&PathBuf> = files
        .iter()
        .filter(|path| name_of(path).contains(&only))
        .collect();
    assert!(!chosen.is_empty(), "no attack is called {only:?}");
    // One that breaks does not hide the others.
    let walks = chosen.iter().map(|path| {
        let text = fs::read_to_string(path).expect("an attack");
        async move {
            let walked = AssertUnwindSafe(walk(&text)).catch_unwind().await;
            (*path, text, walked)
        }
    });
    let mut walks = stream::iter(walks).buffered(AT_ONCE);
    let mut faults = Vec::new();
    while let Some((path, text, walked)) = walks.next().await {
        let name = name_of(path);
        let Ok(walked) = walked else {
            faults.push(format!("{name} broke, see above"));
            continue;
        };
        for fault in walked.faults {
            faults.push(format!("{name}: {fault}"));
        }
        if walked.text != text {
            if std::env::var_os("BLESS").is_some() {
                fs::write(path, walked.text).expect("written");
            } else {
                faults.push(format!(
                    "{name} went otherwise: {}",
                    first_difference(&text, &walked.text)
                ));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert!(files.len() >= AT_LEAST, "there are {} attacks", files.len());
}

/// A claim that does not hold, and a file without an attack, are noticed.
#[tokio::test]
async fn an_attack_that_proves_nothing_fails() {
    let head = "# Attack: x\n# Must not: x\n# Victim: x\n\n== a game\n\n== the attack\n";
    let mail = "\n== Eve <eve@evil.test> writes\ne4\n";
    for (what, text) in [
        (
            "no head",
            format!("\n== a game\n\n== the attack\n{mail}\n!! game 1 is unchanged\n"),
        ),
        ("no claim", format!("{head}{mail}")),
        ("no mail", format!("{head}\n!! game 1 is unchanged\n")),
        (
            "a wrong claim",
            format!("{head}{mail}\n!! game 1 has 1 move\n"),
        ),
        (
            "a wrong count",
            format!("{head}{mail}\n!! no mail to eve@evil.test\n"),
        ),
        (
            "a text that is there",
            format!("{head}{mail}\n!! no \"so we ask first\" in any mail\n"),
        ),
        ("no such claim", format!("{head}{mail}\n!! all is well\n")),
    ] {
        assert!(!walk(&text).await.faults.is_empty(), "{what}");
    }
    let good = format!("{head}{mail}\n!! game 1 is unchanged\n!! 1 mail to eve@evil.test\n");
    assert_eq!(walk(&good).await.faults, Vec::<String>::new());
}

fn files() -> Vec<PathBuf> {
    let folder = bed::root().join("tests/attacks");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("tests/attacks")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    files.sort();
    files
}

fn name_of(path: &Path) -> String {
    path.file_stem()
        .expect("a name")
        .to_string_lossy()
        .into_owned()
}

/// What came of a file.
struct Walked {
    /// The file with what really happened.
    text: String,
    faults: Vec<String>,
}

/// A heading, what stands below it, and what is claimed after it.
#[derive(Default)]
struct Section {
    head: String,
    body: String,
    claims: Vec<String>,
}

async fn walk(text: &str) -> Walked {
    let head: Vec<&str> = text
        .lines()
        .take_while(|line| line.starts_with('#'))
        .collect();
    let mut faults = Vec::new();
    for what in ["# Attack: ", "# Must not: ", "# Victim: "] {
        if !head.iter().any(|line| line.starts_with(what)) {
            faults.push(format!("no line {what}"));
        }
    }
    let mut out: String = head.iter().map(|line| format!("{line}\n")).collect();
    let mut stage = Stage::set(&head).await;
    let (mut mails, mut claimed) = (0, 0);
    for section in sections(text) {
        write!(out, "\n== {}\n{}", section.head, section.body).expect("text");
        if stage.prepare(&section.head).await {
            if !section.claims.is_empty() {
                faults.push(format!("claims before the attack: {}", section.head));
            }
        } else {
            mails += 1;
            out.push_str(&stage.act(&section.head, &section.body).await);
        }
        if !section.claims.is_empty() {
            out.push('\n');
        }
        for claim in section.claims {
            claimed += 1;
            writeln!(out, "!! {claim}").expect("text");
            if let Err(why) = stage.check(&claim).await {
                faults.push(format!("\"{claim}\" does not hold: {why}"));
            }
        }
    }
    if mails == 0 {
        faults.push("there is no attack in it".to_owned());
    }
    if claimed == 0 {
        faults.push("it claims nothing".to_owned());
    }
    let pool = stage.correspondence.pool.clone();
    faults.extend(stage.end(mails).await);
    faults.extend(rows_that_differ(&pool).await);
    Walked { text: out, faults }
}

fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("== ") {
            sections.push(Section {
                head: head.to_owned(),
                ..Section::default()
            });
            inside = true;
        } else if let Some(section) = sections.last_mut() {
            if let Some(claim) = line.strip_prefix("!! ") {
                section.claims.push(claim.to_owned());
                inside = false;
            } else if line.starts_with("-> ") || line.starts_with("-- ") && inside && is_fate(line)
            {
                inside = false;
            } else if inside {
                section.body.push_str(line);
                section.body.push('\n');
            }
        }
    }
    for section in &mut sections {
        let end = section.body.trim_end().len();
        section.body.truncate(end);
        if !section.body.is_empty() {
            section.body.push('\n');
        }
    }
    sections
}

/// A line that says what became of a mail, and is no signature mark.
fn is_fate(line: &str) -> bool {
    line.strip_prefix("-- ").is_some_and(|rest| {
        ["done", "dropped", "held", "new", "dead", "left alone"]
            .iter()
            .any(|state| rest.starts_with(state))
    })
}
