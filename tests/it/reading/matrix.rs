//! The same move above, below and between the quotation, in the mail of every program below `tests/mails`.
//!
//! The mails are taken apart by what they answer (`sent.txt`): attribution, marks and containers stay as the program
//! made them, the player's words are taken out, and `Ba4` is put in each of the three places. Some programs leave no
//! place below or inside a quotation that could be told from it; there the move is asked about, never another played.

use mail_parser::{MessageParser, PartType};
use penpawn::chess::notation::Letters;
use penpawn::language::{self, Command, own_words};
use penpawn::mail::html;
use penpawn::mail::read::{TextKind, read};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// How the mail begins that is quoted, and how it ends.
const BEGINS: &str = "Ann has played";
const ENDS: &str = "[ref m42";
/// Where in the quotation the answer between stands.
const MIDDLE: &str = "FEN: ";

/// What is read where: a line for each program and form of its mail.
const MATRIX: &str = include_str!("matrix.txt");

#[test]
fn the_same_move_is_read_above_below_and_between_in_every_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mails");
    let sent = fs::read_to_string(folder.join("sent.txt")).expect("tests/mails/sent.txt");
    let mut found = String::new();
    let mut wrong = String::new();
    let mut count = 0;
    for path in mails(&folder) {
        let name = path
            .strip_prefix(&folder)
            .expect("below")
            .with_extension("");
        for (form, places) in forms(&path) {
            let mut line = format!("{} {form}:", name.display());
            for (place, text) in places {
                for (answered, known) in [(Some(sent.as_str()), ""), (None, " unknown")] {
                    let read = read_in(&text, answered);
                    if read != "Ba4" && (read != "asked" || place == "above") {
                        let _ = writeln!(wrong, "{line} {place}{known}: {read}\n{text}");
                    }
                    if read == "asked" {
                        let _ = write!(line, " asked {place}{known};");
                    }
                    count += 1;
                }
            }
            found.push_str(&line);
            found.push('\n');
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 300, "only {count} places");
    if std::env::var_os("BLESS").is_some() {
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/reading/matrix.txt");
        fs::write(beside, &found).expect("written");
    } else {
        assert_eq!(found, MATRIX, "BLESS=1 writes it anew");
    }
}

fn read_in(text: &str, answered: Option<&str>) -> String {
    let message = language::read(&own_words(text, answered), "", Letters::English);
    let moves: Vec<&str> = message
        .orders
        .iter()
        .map(|order| match &order.command {
            Command::Moves(moves) => moves.first().map_or("", |spelling| spelling.typed()),
            _ => "another order",
        })
        .collect();
    match moves.as_slice() {
        [] => "asked".to_owned(),
        _ => moves.join(", "),
    }
}

type Places = [(&'static str, String); 3];

/// The plain form of a mail and its HTML form, each with the move in three places.
fn forms(path: &Path) -> Vec<(&'static str, Places)> {
    let raw = fs::read(path).expect("a mail");
    let told = fs::read_to_string(path.with_extension("txt")).expect("what is read in it");
    let own: Vec<&str> = told
        .lines()
        .filter_map(|line| line.strip_prefix("own:"))
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let mut forms = Vec::new();
    let mail = read(&raw).expect("a mail");
    if mail.text_kind == TextKind::Plain {
        let text = mail.text.unwrap_or_default();
        forms.extend(in_text(&text, &own).map(|places| ("plain", places)));
    }
    let message = MessageParser::default().parse(&raw).expect("a mail");
    let html = message.html_bodies().find_map(|part| match &part.body {
        PartType::Html(html) => Some(html.to_string()),
        _ => None,
    });
    if let Some(html) = html {
        forms.extend(in_html(&html, &own).map(|places| ("HTML", places)));
    }
    forms
}

fn in_text(text: &str, own: &[&str]) -> Option<Places> {
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !own.contains(&line.trim()))
        .collect();
    let begins = lines.iter().position(|line| line.contains(BEGINS))?;
    let middle = lines.iter().position(|line| line.contains(MIDDLE))?;
    let ends = lines.iter().rposition(|line| line.contains(ENDS))?;
    assert!(begins < middle && middle < ends);
    let put = |at: usize| {
        let (before, after) = lines.split_at(at);
        format!("{}\n\nBa4\n\n{}\n", before.join("\n"), after.join("\n"))
    };
    Some([
        ("above", put(0)),
        ("below", put(ends + 1)),
        ("between", put(middle)),
    ])
}

fn in_html(html: &str, own: &[&str]) -> Option<Places> {
    let begins = html.find(BEGINS)?;
    let (mut head, rest) = (html.get(..begins)?.to_owned(), html.get(begins..)?);
    for line in own {
        head = head.replacen(&format!(">{line}"), ">", 1);
    }
    let mut rest = rest.to_owned();
    if let Some((quoted, tail)) = rest.clone().rsplit_once(ENDS) {
        let tail = own.iter().fold(tail.to_owned(), |tail, line| {
            tail.replacen(&format!(">{line}"), ">", 1)
        });
        rest = format!("{quoted}{ENDS}{tail}");
    }
    for line in own {
        // An answer between stands in a block of its own.
        rest = rest.replacen(&format!("<div>{line}</div>"), "<div></div>", 1);
    }
    let whole = format!("{head}{rest}");
    let text = |html: &str| html::to_text(html);
    let put = |at: usize, what: &str| {
        let (before, after) = whole.split_at(at);
        text(&format!("{before}{what}{after}"))
    };
    let typed = "<div>Ba4</div><div><br></div>";
    let top = whole
        .find("<body")
        .and_then(|body| whole.get(body..)?.find('>').map(|end| body + end + 1))
        .unwrap_or(0);
    let middle = whole.find(MIDDLE)?;
    let end = whole.rfind(ENDS)?;
    let after_end = |mark: &str| {
        let found = whole.get(end..)?.find(mark)?;
        Some(end + found)
    };
    // The container that is open where the quotation begins, if it is one that programs split.
    let container = head.rfind("<blockquote").and_then(|at| {
        let tag = head.get(at..)?;
        Some(tag.split_inclusive('>').next()?.to_owned())
    });
    let (below, between) = match &container {
        Some(tag) => (
            put(after_end("</blockquote>")? + "</blockquote>".len(), typed),
            put(middle, &format!("</blockquote>{typed}{tag}")),
        ),
        None => (
            put(after_end("<").unwrap_or(whole.len()), typed),
            put(middle, typed),
        ),
    };
    Some([
        ("above", put(top, typed)),
        ("below", below),
        ("between", between),
    ])
}

/// The mails of programs in which a player quotes what they answer.
fn mails(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .expect("tests/mails")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir() && !path.ends_with("robots") && !path.ends_with("bare"))
        .flat_map(|program| fs::read_dir(program).expect("a folder"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "eml"))
        // What is struck out there is the player's, and is not taken out of it.
        .filter(|path| !path.ends_with("struck-out.eml"))
        .collect();
    found.sort();
    found
}
