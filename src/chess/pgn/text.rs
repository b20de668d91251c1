//! What texts may hold in a tag or a comment. Reading and writing clean them alike, so that nothing changes on the way.

use std::borrow::Cow;

/// Longest value of a tag: strings have at most 255 characters (standard, section 7).
pub(super) const LONGEST_VALUE: usize = 255;

/// A tag's value: control characters become blanks (section 7 allows printing characters only), no blanks around it.
pub(super) fn clean_value(value: &str) -> String {
    if value.len() <= LONGEST_VALUE
        && !value.chars().any(is_control)
        && value.trim().len() == value.len()
    {
        return value.to_owned();
    }
    let clean: String = value
        .chars()
        .map(|character| {
            if is_control(character) {
                ' '
            } else {
                character
            }
        })
        .collect();
    let cut: String = clean.trim().chars().take(LONGEST_VALUE).collect();
    cut.trim_end().to_owned()
}

/// A comment: in one line with single blanks, since line breaks mean nothing in it. It cannot hold its own end, nor a
/// second beginning, which some programs count (section 5).
pub(super) fn clean_comment(comment: &str) -> String {
    let mut clean = String::with_capacity(comment.len());
    for character in comment.chars() {
        match character {
            '}' => clean.push(')'),
            '{' => clean.push('('),
            _ if character.is_whitespace() || is_control(character) => {
                if !clean.is_empty() && !clean.ends_with(' ') {
                    clean.push(' ');
                }
            }
            _ => clean.push(character),
        }
    }
    if clean.ends_with(' ') {
        clean.pop();
    }
    clean
}

/// A text in PGN with the signs of the standard in the place of those that mail programs and word processors make of them:
/// quotation marks around the values of tags, and the dashes of results. What stands in values and comments stays.
pub fn with_standard_signs(pgn: &str) -> Cow<'_, str> {
    if pgn.is_ascii() {
        return Cow::Borrowed(pgn);
    }
    let mut standard = String::with_capacity(pgn.len());
    let mut inside_comment = false;
    for line in pgn.split_inclusive('\n') {
        if inside_comment || !line.trim_start().starts_with('[') {
            for word in line.split_inclusive(char::is_whitespace) {
                inside_comment = match (word.rfind('{'), word.rfind('}')) {
                    (Some(opened), Some(closed)) => opened > closed,
                    (Some(_), None) => true,
                    (None, Some(_)) => false,
                    (None, None) => inside_comment,
                };
                match standard_result(word.trim_end()).filter(|_| !inside_comment) {
                    Some(result) => {
                        standard.push_str(result);
                        standard.push_str(word.get(word.trim_end().len()..).unwrap_or_default());
                    }
                    None => standard.push_str(word),
                }
            }
        } else {
            standard.push_str(&tag_with_standard_signs(line));
        }
    }
    Cow::Owned(standard)
}

fn tag_with_standard_signs(line: &str) -> String {
    const MARKS: [char; 8] = ['“', '”', '„', '‟', '«', '»', '″', '"'];
    let marks = || line.char_indices().filter(|(_, mark)| MARKS.contains(mark));
    let (Some((first, opening)), Some((last, closing))) = (marks().next(), marks().next_back())
    else {
        return line.to_owned();
    };
    let value = line
        .get(first + opening.len_utf8()..last)
        .unwrap_or_default();
    let (name, rest) = (
        line.get(..first).unwrap_or_default(),
        line.get(last + closing.len_utf8()..).unwrap_or_default(),
    );
    if first == last || !rest.trim().starts_with(']') {
        return line.to_owned();
    }
    let value = standard_result(value).unwrap_or(value);
    format!("{name}\"{value}\"{rest}")
}

fn standard_result(word: &str) -> Option<&'static str> {
    Some(match word {
        "1–0" | "1—0" | "1−0" | "1‐0" | "1‑0" => "1-0",
        "0–1" | "0—1" | "0−1" | "0‐1" | "0‑1" => "0-1",
        "1/2–1/2" | "1/2—1/2" | "1/2−1/2" | "1/2‑1/2" | "½-½" | "½–½" | "½—½" | "½−½" | "½" => {
            "1/2-1/2"
        }
        _ => return None,
    })
}

/// Also those that turn the direction of writing, with which a text can be made to look like another one.
fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests;
