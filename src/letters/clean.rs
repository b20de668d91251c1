//! Text by players that other players will read, made harmless.
//!
//! A name stands in headers, in PGN tags and in sentences of ours; a message stands in a mail of ours. Neither may
//! forge a line of ours, carry a link to somebody who has not asked for it, show a code of ours, or steer a terminal.

use super::codes::{REMOVED, without_begun_code, without_codes, without_unsplit_codes};
use super::link_signs::plain_signs;
use super::look_alike::with_alphabet;
use super::signs::{
    NO_BREAK_SPACE, is_blank, is_combining, is_invisible, is_joiner, is_line_break, is_unseen,
    marks_at_most, narrow,
};
use crate::budget::{TALK, TALK_LINES};
use std::borrow::Cow;

/// The longest name, in characters.
const LONGEST_NAME: usize = 40;
/// What stands for a player who has told no name.
pub const NAMELESS: &str = "A player";
/// What stands below a message that was too long.
const CUT: &str = "(The rest of the message was cut.)";

/// Octets of a name, a note or a message that are looked at: several times what may be kept of the longest.
const LOOKED_AT: usize = 64 * 1024;

/// A name that can stand anywhere: one line of at most 40 characters without quotes, brackets, colons, links,
/// addresses, or characters that cannot be seen.
///
/// An address becomes its local part, `bob@club.org` → `bob`; a dot inside a word gets a blank behind it, so that no
/// mail program makes a link of it, `evil.example` → `evil. example`. Nothing left becomes "A player".
pub fn clean_name(name: &str) -> String {
    let name = without_codes(beginning(name)).replace(REMOVED, " ");
    let name = without_begun_code(&name);
    let mut plain = String::new();
    let mut marks = 0;
    for character in name.chars().take(1_000).map(narrow) {
        // Letters with towers of accents would grow over the lines above and below.
        let most = marks_at_most(character);
        marks = match most {
            Some(_) => marks + 1,
            // What is not seen parts no tower.
            None if is_unseen(character) => marks,
            None => 0,
        };
        if is_line_break(character)
            || character.is_control()
            || character.is_whitespace()
            || is_blank(character)
        {
            plain.push(' ');
        } else if !is_invisible(character) && most.is_none_or(|most| marks <= most) {
            plain.push(character);
        }
    }
    let words: Vec<String> = plain
        .split(' ')
        .filter_map(without_link)
        .map(|word| {
            word.chars()
                .map(|c| if hurts_a_name(c) { ' ' } else { c })
                .collect()
        })
        .collect();
    let mut name = String::new();
    for word in words.iter().flat_map(|word| word.split_whitespace()) {
        let blank = usize::from(!name.is_empty());
        let free = LONGEST_NAME.saturating_sub(name.chars().count() + blank);
        if word.chars().count() > free && !name.is_empty() {
            break;
        }
        if !name.is_empty() {
            name.push(' ');
        }
        name.extend(word.chars().take(free));
    }
    // What was cut, or has lost a sign, can end like a code only now.
    let name = without_begun_code(&name);
    if name.chars().any(char::is_alphanumeric) {
        with_alphabet(name, LONGEST_NAME)
    } else {
        NAMELESS.to_owned()
    }
}

/// A note as it can become a comment of a PGN: at most 1,000 characters on one line, no control characters, no braces
/// (PGN standard 5: a comment ends with the first one), no escape of a first column.
pub fn clean_note(note: &str) -> String {
    let line: String = clean_line(&without_codes(beginning(note)))
        .chars()
        .map(|character| match character {
            '{' => '(',
            '}' => ')',
            other => other,
        })
        .take(1000)
        .collect();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A message that can be passed on: at most 2,000 characters on 40 lines, no control characters, no empty lines in a
/// row, no forged reference line. `None` when nothing is left. A message that was too long says so at its end.
pub fn clean_talk(talk: &str) -> Option<String> {
    let begins = beginning(talk);
    let mut cut = begins.len() < talk.len();
    let talk = without_codes(begins).replace("\r\n", "\n");
    let mut kept: Vec<String> = Vec::new();
    let mut characters = 0;
    for line in talk.split(is_line_break) {
        let line = clean_line(line);
        let line = line.trim_end();
        let full = kept.len() == TALK_LINES;
        let begins_or_repeats = kept.last().is_none_or(String::is_empty);
        if line.is_empty() && (full || begins_or_repeats) {
            continue;
        }
        if full {
            cut = true;
            break;
        }
        let length = line.chars().count() + 1;
        if characters + length > TALK {
            let rest: String = line.chars().take(TALK.saturating_sub(characters)).collect();
            kept.push(rest.trim_end().to_owned());
            cut = true;
            break;
        }
        characters += length;
        kept.push(line.to_owned());
    }
    while kept.last().is_some_and(String::is_empty) {
        kept.pop();
    }
    if kept.is_empty() {
        return None;
    }
    let mut talk = defuse_references(&kept.join("\n"));
    if cut {
        talk.push('\n');
        talk.push_str(CUT);
    }
    Some(talk)
}

/// What of these words is looked at.
fn beginning(words: &str) -> &str {
    words
        .get(..words.floor_char_boundary(LOOKED_AT))
        .unwrap_or(words)
}

/// What of a message that can be passed on is its writer's.
pub fn own_talk(talk: &str) -> &str {
    talk.strip_suffix(CUT).unwrap_or(talk).trim_end()
}

/// The text without links and addresses, for readers who have not agreed to hear from its writer.
pub fn without_links(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let words = line.split(' ').map(|word| {
            if word.is_empty() {
                return String::new();
            }
            without_link(word).unwrap_or_else(|| "(link removed)".to_owned())
        });
        words.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The text without links in the comments of a PGN, `{…}`, which players have written.
pub(super) fn comments_without_links(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (comment, after) = behind.split_once('}').unwrap_or((behind, ""));
        shown.push_str(before);
        shown.push('{');
        shown.push_str(&without_links(comment));
        shown.push('}');
        rest = after;
    }
    shown.push_str(rest);
    shown
}

/// A PGN without links in the values of its headings and in its comments, which are what somebody has written; what
/// [`without_links`] puts in their place is neither quote nor brace, so it stays the same game.
pub fn pgn_without_links(pgn: &str) -> String {
    pgn_with(pgn, str::to_owned, without_links)
}

/// A PGN without codes of ours: each value of a heading and each comment by itself, so that none takes with it what stands
/// behind its quote or its brace.
pub fn pgn_without_codes(pgn: &str) -> String {
    pgn_with(
        pgn,
        |between| without_unsplit_codes(between).into_owned(),
        |words| without_codes(words).into_owned(),
    )
}

/// A PGN with its values and comments changed in one way, and in another what stands between them.
fn pgn_with(
    pgn: &str,
    between: impl Fn(&str) -> String,
    changed: impl Fn(&str) -> String,
) -> String {
    let mut shown = String::with_capacity(pgn.len());
    let mut rest = pgn;
    while let Some(at) = rest.find(['"', '{', ';']) {
        let (before, opened) = rest.split_at(at);
        shown.push_str(&between(before));
        let mut signs = opened.chars();
        let opening = signs.next().unwrap_or_default();
        shown.push(opening);
        let words = signs.as_str();
        let end = match opening {
            '"' => end_of_value(words),
            '{' => words.find('}'),
            _ => words.find('\n'),
        };
        let (words, behind) = words.split_at(end.unwrap_or(words.len()));
        shown.push_str(&changed(words));
        // The quote that closes a value opens none.
        let closing = usize::from(opening == '"' && !behind.is_empty());
        let (closing, behind) = behind.split_at(closing);
        shown.push_str(closing);
        rest = behind;
    }
    shown.push_str(&between(rest));
    shown
}

/// Where the quote stands that closes the value of a heading; a backslash takes the sign behind it (PGN standard 7).
fn end_of_value(value: &str) -> Option<usize> {
    let mut escaped = false;
    value.char_indices().find_map(|(at, sign)| {
        let closes = sign == '"' && !escaped;
        escaped = sign == '\\' && !escaped;
        closes.then_some(at)
    })
}

/// The text on one line, with a blank for each line break and control character; for values inside a sentence.
pub fn one_line(text: &str) -> String {
    harmless(&without_codes(text)).into_owned()
}

/// The same for text in which words of ours stand beside those of others, which were cleaned before. Most text is harmless
/// already and is not copied.
pub(super) fn harmless(text: &str) -> Cow<'_, str> {
    match without_unsplit_codes(text) {
        Cow::Borrowed(text) => without_signs_that_steer(text),
        Cow::Owned(text) => Cow::Owned(without_signs_that_steer(&text).into_owned()),
    }
}

/// The text on one line and without a forged reference, where its codes are taken out already. Its no-break spaces stay.
pub(super) fn without_signs_that_steer(text: &str) -> Cow<'_, str> {
    let plain = |octet: u8| (b' '..=b'~').contains(&octet) && octet != b'[';
    if text.bytes().all(plain) {
        Cow::Borrowed(text)
    } else {
        let kept = |character| match character {
            NO_BREAK_SPACE => Some(character),
            other => without_steering(other),
        };
        Cow::Owned(defuse_references(
            &text.chars().filter_map(kept).collect::<String>(),
        ))
    }
}

/// The text with a round bracket in place of the square one wherever a reference of ours, `[ref …]`, could be read.
///
/// The reference in a quoted mail says who answers it; a second one, written by the opponent, would spoil it.
fn defuse_references(text: &str) -> String {
    let mut defused = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let opens = matches!(character, '[' | '［' | '﹇' | '【' | '〔' | '⟦');
        if opens && begins_with_ref(rest.as_str()) {
            defused.push('(');
        } else {
            defused.push(character);
        }
    }
    defused
}

/// How many columns the text takes on a terminal.
pub(super) fn columns(text: &str) -> usize {
    if text.bytes().all(|octet| (b' '..=b'~').contains(&octet)) {
        text.len()
    } else {
        text.chars().map(width).sum()
    }
}

/// One column for most characters, two for East Asian and pictures, none for marks that stand on another one.
pub(super) fn width(character: char) -> usize {
    match character {
        ' '..='~' => 1,
        _ if is_combining(character) || is_invisible(character) || is_joiner(character) => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f680}'..='\u{1f6ff}'
        | '\u{1f900}'..='\u{1f9ff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

/// Without characters that cannot be seen; a blank for each that breaks or steers.
fn clean_line(line: &str) -> String {
    line.chars().filter_map(without_steering).collect()
}

/// Nothing for a character that cannot be seen, and a blank for one that breaks or steers.
fn without_steering(character: char) -> Option<char> {
    if is_invisible(character) {
        return None;
    }
    let steers = is_line_break(character) || character.is_control() || is_blank(character);
    Some(if steers { ' ' } else { character })
}

/// The word if it is no link, an address's local part, a name with a dot taken apart; `None` for a link. Signs that look
/// like those of a link are those.
fn without_link(word: &str) -> Option<String> {
    let seen = plain_signs(word);
    let lower = seen.iter().collect::<String>().to_lowercase();
    let trimmed = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    let has_path = seen.contains(&'/') && seen.contains(&'.');
    let is_link = lower.contains("://")
        || trimmed.starts_with("www.")
        || trimmed.starts_with("mailto:")
        || has_path;
    if is_link {
        return None;
    }
    // Both have as many characters.
    let both: Vec<(char, char)> = word.chars().zip(seen).collect();
    let mut parts = both.splitn(2, |&(_, sign)| sign == '@');
    let local = parts.next().unwrap_or_default();
    let domain = parts.next().unwrap_or_default();
    if local.iter().any(|(written, _)| written.is_alphanumeric()) || domain.is_empty() {
        return Some(apart(local));
    }
    let domain: Vec<(char, char)> = domain
        .iter()
        .map(|&(written, sign)| {
            if sign == '@' {
                (' ', ' ')
            } else {
                (written, sign)
            }
        })
        .collect();
    Some(apart(&domain))
}

/// A word with a blank behind each dot inside it that could be one of a domain; of each character as it was written, and as
/// the sign that it is or looks like.
fn apart(word: &[(char, char)]) -> String {
    let mut apart = String::with_capacity(word.len() + 4);
    let mut rest = word;
    while let [(written, sign), behind @ ..] = rest {
        let inside = !apart.is_empty();
        apart.push(*written);
        // The last part of a domain has two letters at least; "e.g." and "J.R." stay together.
        let mut seen = behind
            .iter()
            .take(8)
            .map(|(written, _)| *written)
            .filter(|&next| !is_unseen(next));
        let domain = seen.next().is_some_and(char::is_alphabetic)
            && seen.next().is_some_and(char::is_alphanumeric);
        if *sign == '.' && inside && domain {
            apart.push(' ');
        }
        rest = behind;
    }
    apart
}

/// Whether the text goes on with `ref`, blanks before it or not, in any case and width.
fn begins_with_ref(text: &str) -> bool {
    let letters = text
        .chars()
        .filter(|&character| !is_invisible(character) && !is_joiner(character))
        .skip_while(|character| character.is_whitespace())
        .map(narrow)
        .map(|character| character.to_ascii_lowercase());
    letters.take(3).eq("ref".chars())
}

/// Quotes and brackets belong to PGN tags and mail headers, a colon parts the players of a team (PGN standard 8.1.1.5).
fn hurts_a_name(character: char) -> bool {
    matches!(
        character,
        '"' | '\\'
            | '`'
            | '['
            | ']'
            | '{'
            | '}'
            | '('
            | ')'
            | '<'
            | '>'
            | ';'
            | ':'
            | '|'
            | '/'
            | '%'
            | '“'
            | '”'
            | '„'
            | '«'
            | '»'
    )
}

/// Characters of a challenger's words that an invitation shows.
const INVITATION_WORDS: usize = 500;

/// What an invitation shows of a challenger's words, which are clean; they say so where they are cut.
pub fn words_of_invitation(talk: &str) -> String {
    match talk.char_indices().nth(INVITATION_WORDS) {
        None => talk.to_owned(),
        Some((end, _)) => {
            let begin = talk.get(..end).unwrap_or_default();
            format!("{}\n[cut here]", begin.trim_end())
        }
    }
}

#[cfg(test)]
mod tests;
