//! A game without what is nobody's business.

use super::source::Source;
use super::spelled_out::spelled_out;
use crate::chess::pgn::{Aside, Line, Record};
use crate::letters::{one_line, undone_texts, without_links};

/// Headings that are not for everybody: addresses, and what counts for ratings.
const CLOSED: [&str; 4] = ["WhiteNA", "BlackNA", "Rated", "Ended"];

/// Commands that programs write in comments and read there: clocks, evaluations, arrows and coloured squares.
const COMMANDS: [&str; 12] = [
    "clk", "emt", "egt", "mct", "mat", "eval", "evp", "depth", "wdl", "cal", "csl", "tqu",
];

/// The game as everybody may read it: without addresses of players, and without whatever looks like an address, a link or a
/// code of ours in headings and comments. Its moves are the same.
pub fn open_record(record: &Record, source: Source) -> Record {
    let mut open = record.clone();
    open.tags
        .retain(|(name, _)| !CLOSED.contains(&name.as_str()));
    for (name, value) in &mut open.tags {
        // Of a game that was played here, both begin with the domain of this server.
        let ours = source == Source::Played
            && matches!(name.as_str(), "Site" | "CmailGameName")
            && is_domain(value);
        if !ours {
            *value = open_text(value);
        }
    }
    open_line(&mut open.line);
    open
}

/// A text of somebody as everybody may read it, on one line: pages, the feed and PGN show nothing else of what players write.
pub(super) fn open_text(text: &str) -> String {
    let open = without_addresses(text);
    // What a reader, or a program that collects addresses, finds in it once it is decoded.
    let hidden = undone_texts(&one_line(text)).find(|undone| {
        let spelled = spelled_out(undone);
        holds_address(&spelled) || is_link(&spelled)
    });
    hidden.map_or(open, |undone| {
        let open = without_addresses(&undone);
        open.replace(['@', '&', '%', '\\'], " ")
    })
}

fn without_addresses(text: &str) -> String {
    let line = one_line(text);
    without_links(&spelled_out(&line)).trim().to_owned()
}

/// Whether an address stands in it: somebody, the sign, and a domain with a dot. The sign alone may be what was made of a score,
/// `+5 =40 -3`.
fn holds_address(text: &str) -> bool {
    text.match_indices('@').any(|(at, sign)| {
        let before = text.get(..at).unwrap_or_default();
        let behind = text.get(at + sign.len()..).unwrap_or_default();
        let end = behind.find(|sign: char| !sign.is_alphanumeric() && sign != '.' && sign != '-');
        let domain = behind
            .get(..end.unwrap_or(behind.len()))
            .unwrap_or_default();
        let top = domain.trim_end_matches('.').rsplit_once('.');
        before.ends_with(char::is_alphanumeric)
            && top.is_some_and(|(name, top)| {
                !name.is_empty() && top.chars().count() > 1 && top.chars().all(char::is_alphabetic)
            })
    })
}

fn is_link(text: &str) -> bool {
    let text = text.to_lowercase();
    ["://", "www.", "mailto:"]
        .iter()
        .any(|begins| text.contains(begins))
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

/// What programs read in a comment, `[%clk 1:00:00]`, is kept where only figures and squares stand in it.
fn open_comment(comment: &str) -> String {
    let mut open = String::new();
    let mut rest = comment;
    while let Some((before, behind)) = rest.split_once("[%") {
        let Some((command, after)) = behind.split_once(']') else {
            break;
        };
        push_words(&mut open, before);
        if is_command(command) {
            push(&mut open, &format!("[%{command}]"));
        }
        rest = after;
    }
    push_words(&mut open, rest);
    open
}

fn is_command(command: &str) -> bool {
    let (name, values) = command.split_once(' ').unwrap_or((command, ""));
    let is_number = |value: &str| value.bytes().all(|it| b"0123456789:.,+-#/".contains(&it));
    // A colour and one square, or two.
    let is_drawn = |value: &str| {
        let squares = value.get(1..).unwrap_or_default().as_bytes();
        let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
        value.starts_with(|colour: char| colour.is_ascii_uppercase())
            && matches!(squares.len(), 2 | 4)
            && squares.chunks(2).all(is_square)
    };
    COMMANDS.contains(&name)
        && values
            .split([' ', ','])
            .all(|value| is_number(value) || is_drawn(value))
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

#[cfg(test)]
mod tests;
