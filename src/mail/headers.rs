//! The header block of a mail as a linear scan: every field, in order, as it stands.
//!
//! mail-parser answers with the last field of a name when a mail has several, which lets a second `From` or a
//! forged `Authentication-Results` win. Here the order is kept and nothing is merged; mail-parser only decodes
//! single values (RFC 2047 words, addresses).

use crate::chess::pgn::utf_16;
use mail_parser::{Addr, Address, HeaderValue, decoders::charsets::map::charset_decoder};
use mail_parser::{decoders::html::add_html_token, parsers::MessageStream};

/// Longest value of a header field that is kept, in characters; the rest is cut off.
pub const LONGEST_VALUE: usize = 8 * 1024;

/// One header field as it stands in the mail: name and value in raw bytes, the value still folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RawField<'a> {
    /// The name before the colon, without blanks.
    pub name: &'a [u8],
    /// Everything after the colon up to the line end that ends the field, folds included.
    pub value: &'a [u8],
    /// Whether every program finds this field, and by this name: nothing stands between name and colon (RFC 5322 section
    /// 4.5.8 lets old mails have blanks there), no line of it or above it can be taken for the end of the block or for no
    /// field at all, and all lines end in one way. What a border did not see it did not take away, so a field that
    /// speaks for the sender is believed only where this holds; what speaks against them counts in any spelling.
    pub plain_to_all: bool,
}

impl RawField<'_> {
    /// Whether the field has this name; letter case does not count (RFC 5322 section 1.2.2).
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// The name in lower case.
    pub fn lower_name(&self) -> String {
        String::from_utf8_lossy(self.name).to_ascii_lowercase()
    }

    /// The value unfolded, with RFC 2047 words decoded, and cleaned by [`clean_header`].
    pub fn decoded(&self) -> String {
        let unfolded = unfold(self.value);
        if !unfolded.contains("=?") {
            return clean_header(&unfolded);
        }
        let line = format!("{unfolded}\n");
        match MessageStream::new(line.as_bytes()).parse_unstructured() {
            HeaderValue::Text(text) => clean_header(&text),
            _ => clean_header(&unfolded),
        }
    }

    /// The value unfolded and cleaned, but with encoded words left as they are.
    pub fn plain(&self) -> String {
        clean_header(&unfold(self.value))
    }

    /// Every mailbox of an address field (RFC 5322 section 3.4), groups opened, in order: display name, address.
    pub fn mailboxes(&self) -> Vec<(Option<String>, String)> {
        let line = format!("{}\n", unfold(self.value));
        let HeaderValue::Address(address) = MessageStream::new(line.as_bytes()).parse_address()
        else {
            return Vec::new();
        };
        let owned = |one: &Addr<'_>| {
            let name = one
                .name
                .as_deref()
                .map(clean_header)
                .filter(|n| !n.is_empty());
            (
                name,
                clean_header(one.address.as_deref().unwrap_or_default()),
            )
        };
        match address {
            Address::List(list) => list.iter().map(owned).collect(),
            Address::Group(groups) => groups
                .iter()
                .flat_map(|group| group.addresses.iter().map(owned))
                .collect(),
        }
    }

    /// The message ids of the field without their angle brackets; a value without brackets is split at blanks
    /// and commas, since Exchange and iOS write lists with commas.
    pub fn message_ids(&self) -> Vec<String> {
        let value = self.plain();
        let mut ids = Vec::new();
        let mut rest = value.as_str();
        while let Some((_, after)) = rest.split_once('<') {
            let Some((id, left)) = after.split_once('>') else {
                break;
            };
            // `<[x]>` and `<<x>>` are seen in the wild.
            let id = id.trim_matches(|c: char| c == '<' || c == '[' || c == ']' || c == ' ');
            if !id.is_empty() {
                ids.push(id.to_owned());
            }
            rest = left;
        }
        if ids.is_empty() {
            ids.extend(
                value
                    .split([' ', ',', '\t'])
                    .filter(|word| word.contains('@'))
                    .map(str::to_owned),
            );
        }
        ids
    }
}

/// Splits a mail into its header fields, in order, and the body after the blank line.
///
/// Lines may end in CRLF or LF. A line before the blank line that is no field (an mbox `From ` line, rubbish) is
/// skipped.
pub fn split(raw: &[u8]) -> (Vec<RawField<'_>>, &[u8]) {
    let mut fields = Vec::new();
    let mut rest = raw;
    let mut plain_so_far = true;
    let ends_in_crlf = raw
        .iter()
        .position(|byte| *byte == b'\n')
        .is_some_and(|end| raw.get(..end).is_some_and(|line| line.ends_with(b"\r")));
    loop {
        let (line, after) = field_end(rest);
        let bare = strip_line_end(line);
        if bare.is_empty() {
            return (fields, after);
        }
        plain_so_far &= is_plain(line, ends_in_crlf);
        let mut is_field = false;
        if let Some(colon) = bare.iter().position(|byte| *byte == b':') {
            let (written, value) = bare.split_at(colon);
            let name = written.trim_ascii();
            is_field = !name.is_empty() && !name.iter().any(|byte| *byte <= b' ');
            if is_field {
                fields.push(RawField {
                    name,
                    value: value.get(1..).unwrap_or_default(),
                    plain_to_all: plain_so_far && name == written,
                });
            }
        }
        // The separator of mbox stands above the block.
        plain_so_far &= is_field || fields.is_empty() && bare.starts_with(b"From ");
        if after.is_empty() {
            return (fields, after);
        }
        rest = after;
    }
}

/// Makes a text from a mail safe to print in one line: every control character, line or paragraph separator and
/// bidirectional control becomes a blank, runs of blanks become one, and the length is limited.
pub fn clean_header(value: &str) -> String {
    let mut clean = String::with_capacity(value.len().min(LONGEST_VALUE));
    let mut blank = true;
    for character in value.chars().take(LONGEST_VALUE) {
        if is_unprintable(character) || character == ' ' {
            if !blank {
                clean.push(' ');
            }
            blank = true;
        } else {
            clean.push(character);
            blank = false;
        }
    }
    clean.truncate(clean.trim_end().len());
    clean
}

/// A structured value without its comments in parentheses, which may nest (RFC 5322 section 3.2.2).
pub fn strip_comments(value: &str) -> String {
    let mut depth = 0_usize;
    value
        .chars()
        .filter(|character| {
            match character {
                '(' => depth += 1,
                ')' if depth > 0 => {
                    depth -= 1;
                    return false;
                }
                _ => {}
            }
            depth == 0
        })
        .collect()
}

/// Whether a character has no business in a line of text: controls, separators, bidirectional controls.
pub fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{2028}' | '\u{2029}' | '\u{061C}' | '\u{200E}' | '\u{200F}'
            | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FFF9}'..='\u{FFFB}')
}

/// Bytes as text: UTF-8 when they are, windows-1252 when not (which gives every byte a meaning).
pub fn decode_loosely(bytes: &[u8]) -> String {
    if let Some(wide) = utf_16(bytes) {
        return wide.decode(bytes).0.into_owned();
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => match charset_decoder(b"windows-1252") {
            Some(decode) => decode(bytes),
            None => String::from_utf8_lossy(bytes).into_owned(),
        },
    }
}

/// The text of one HTML entity, `&amp;` or `&#9816;`, with its ampersand and semicolon; unknown ones stay as they are.
pub(super) fn decode_entity(entity: &str, into: &mut String) {
    add_html_token(into, entity.as_bytes(), false);
}

/// The first field of `text` with its folded lines and line end, and what follows it.
fn field_end(text: &[u8]) -> (&[u8], &[u8]) {
    let mut start = 0;
    while let Some(found) = text
        .get(start..)
        .and_then(|rest| rest.iter().position(|byte| *byte == b'\n'))
    {
        let next = start + found + 1;
        let empty = strip_line_end(text.get(..next).unwrap_or_default()).is_empty();
        match text.get(next) {
            // A fold, unless this was the blank line that ends the block.
            Some(b' ' | b'\t') if !empty => start = next,
            _ => return text.split_at(next),
        }
    }
    (text, &[])
}

/// Whether a field with its folds is lines to every program alike.
fn is_plain(field: &[u8], ends_in_crlf: bool) -> bool {
    field.split_inclusive(|byte| *byte == b'\n').all(|line| {
        let bare = strip_line_end(line);
        let ending = line.get(bare.len()..).unwrap_or_default();
        let wanted: &[u8] = if ends_in_crlf { b"\r\n" } else { b"\n" };
        !bare.contains(&b'\r')
            && !bare.contains(&0)
            && !bare.trim_ascii().is_empty()
            && (ending == wanted || ending.is_empty())
    })
}

fn strip_line_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// A folded value in one line (RFC 5322 section 2.2.3); bytes that are not UTF-8 are taken as windows-1252.
fn unfold(value: &[u8]) -> String {
    let limit = value.len().min(4 * LONGEST_VALUE);
    let text = decode_loosely(value.get(..limit).unwrap_or_default());
    let unfolded: String = text
        .chars()
        .filter_map(|character| match character {
            '\r' => None,
            '\n' => Some(' '),
            other => Some(other),
        })
        .collect();
    unfolded.trim().to_owned()
}

#[cfg(test)]
mod tests;
