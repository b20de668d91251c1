//! A game without what is nobody's business.

use crate::chess::pgn::{Aside, Line, Record};
use crate::letters::{one_line, without_links};

/// Headings that are not for everybody: addresses, and what counts for ratings.
const CLOSED: [&str; 4] = ["WhiteNA", "BlackNA", "Rated", "Ended"];

/// Headings whose values are of a form that no address has, and that stay as they are.
const FORMAL: [&str; 7] = [
    "Date",
    "Result",
    "Round",
    "TimeControl",
    "CmailGameName",
    "ECO",
    "UTCDate",
];

/// The game as everybody may read it: without addresses of players, and without whatever looks like an address, a link or a
/// code of ours in headings and comments. Its moves are the same.
pub fn open_record(record: &Record) -> Record {
    let mut open = record.clone();
    open.tags
        .retain(|(name, _)| !CLOSED.contains(&name.as_str()));
    for (name, value) in &mut open.tags {
        // The site of a game that was played here is the domain of this server.
        let formal = FORMAL.contains(&name.as_str()) && !value.contains('@');
        let domain = name == "Site" && is_domain(value);
        if !formal && !domain {
            *value = open_text(value);
        }
    }
    open_line(&mut open.line);
    open
}

/// A text of somebody as everybody may read it, on one line.
pub(super) fn open_text(text: &str) -> String {
    without_links(&one_line(text)).trim().to_owned()
}

fn open_line(line: &mut Line) {
    for comment in &mut line.before {
        *comment = open_comment(comment);
    }
    for at in &mut line.moves {
        for aside in &mut at.asides {
            match aside {
                Aside::Comment(comment) => *comment = open_comment(comment),
                Aside::Variation(variation) => open_line(variation),
            }
        }
    }
}

/// What programs read in a comment, `[%clk 1:00:00]`, is kept: only figures and squares stand in it.
fn open_comment(comment: &str) -> String {
    let mut open = String::new();
    let mut rest = comment;
    while let Some((before, behind)) = rest.split_once("[%") {
        let Some((command, after)) = behind.split_once(']') else {
            break;
        };
        push_words(&mut open, before);
        let plain = |sign: char| sign.is_ascii_alphanumeric() || " :.,-+#".contains(sign);
        if command.chars().all(plain) {
            push(&mut open, &format!("[%{command}]"));
        }
        rest = after;
    }
    push_words(&mut open, rest);
    open
}

fn push_words(open: &mut String, words: &str) {
    push(open, &open_text(words));
}

fn push(open: &mut String, words: &str) {
    if !open.is_empty() && !words.is_empty() {
        open.push(' ');
    }
    open.push_str(words);
}

fn is_domain(value: &str) -> bool {
    value
        .bytes()
        .all(|octet| octet.is_ascii_alphanumeric() || matches!(octet, b'.' | b'-'))
}
