//! The picture of a letter, put in when the letter is sent.
//!
//! A letter is stored without its picture, with a line in its place: many letters show the same one, and making it takes
//! longer than all the rest of a letter. What is stored is a whole mail nevertheless.

use data_encoding::BASE64;
use lettre::message::Body;
use lettre::message::header::ContentTransferEncoding;

/// What stands in the place of a picture: no picture, so that a letter that went out with it would show none.
const PLACEHOLDER: &[u8] = b"the picture is put in here when the letter is sent";

/// Octets of base64 on a line (RFC 2045 6.8).
const LINE: usize = 76;

/// The content of a picture that is put in later.
pub(super) fn placeholder() -> Body {
    // In base64 from the beginning, as the picture will be.
    let text = PLACEHOLDER.to_vec();
    Body::new_with_encoding(text, ContentTransferEncoding::Base64).unwrap_or_else(Body::new)
}

/// The letter with its picture, or with none where there is none to be had: then what the HTML says in words stands in its
/// place. A letter without a place for one stays as it is.
pub fn with_picture(letter: Vec<u8>, picture: Option<&[u8]>) -> Vec<u8> {
    let Some((before, after)) = parts(&letter) else {
        return letter;
    };
    match picture {
        Some(picture) => [before, in_lines(picture).as_bytes(), after].concat(),
        None => without_part(before, after).unwrap_or(letter),
    }
}

/// What stands before the place of the picture, and behind it.
fn parts(letter: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = format!("\r\n\r\n{}\r\n", BASE64.encode(PLACEHOLDER));
    let at = letter
        .windows(line.len())
        .rposition(|window| window == line.as_bytes())?;
    // The empty line stays with the fields above it, and the line end with the boundary below.
    Some((letter.get(..at + 4)?, letter.get(at + line.len() - 2..)?))
}

/// The letter without the part between two boundaries in which the picture would stand.
fn without_part(before: &[u8], after: &[u8]) -> Option<Vec<u8>> {
    let begin = before.windows(4).rposition(|window| window == b"\r\n--")?;
    let end = after.windows(4).position(|window| window == b"\r\n--")?;
    Some([before.get(..begin)?, after.get(end..)?].concat())
}

fn in_lines(picture: &[u8]) -> String {
    let encoded = BASE64.encode(picture);
    let mut lines = String::with_capacity(encoded.len() + encoded.len() / 32);
    let mut rest = encoded.as_str();
    while let Some((line, following)) = rest.split_at_checked(LINE).filter(|(_, f)| !f.is_empty()) {
        lines.push_str(line);
        lines.push_str("\r\n");
        rest = following;
    }
    lines.push_str(rest);
    lines
}

#[cfg(test)]
mod tests;
