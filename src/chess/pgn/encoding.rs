//! Octets into letters. PGN is written in ISO 8859-1 by the standard (section 4), in UTF-8 by most programs, in Windows-1252
//! by those of Windows, and in UTF-16 by some editors.

use encoding_rs::{Decoder, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;
use std::fmt;

/// Octets at the beginning of a text that are enough to know UTF-16 by.
const ENOUGH: usize = 4;

/// Makes UTF-8 of a text that comes piece by piece, where it is in UTF-16, with a byte order mark or without; other texts are
/// passed on as they are.
#[derive(Default)]
pub(super) struct Wide {
    /// The beginning, until it is known what it is.
    begun: Vec<u8>,
    form: Form,
}

/// What stands behind a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    More,
    End,
}

#[derive(Default)]
enum Form {
    #[default]
    Unknown,
    Octets,
    Utf16(Decoder),
}

impl Wide {
    /// The next piece as octets that can be cut into lines.
    pub(super) fn take<'a>(&mut self, piece: &'a [u8]) -> Cow<'a, [u8]> {
        self.take_until(piece, Until::More)
    }

    /// What is left as octets when the text is over.
    pub(super) fn end(&mut self) -> Vec<u8> {
        self.take_until(&[], Until::End).into_owned()
    }

    fn take_until<'a>(&mut self, piece: &'a [u8], until: Until) -> Cow<'a, [u8]> {
        let last = until == Until::End;
        if matches!(self.form, Form::Octets) {
            return Cow::Borrowed(piece);
        }
        let mut piece = Cow::Borrowed(piece);
        if matches!(self.form, Form::Unknown) {
            self.begun.extend_from_slice(&piece);
            if self.begun.len() < ENOUGH && !last {
                return Cow::Borrowed(&[]);
            }
            piece = Cow::Owned(std::mem::take(&mut self.begun));
            self.form = match utf_16(&piece) {
                Some(encoding) => Form::Utf16(encoding.new_decoder_with_bom_removal()),
                None => Form::Octets,
            };
        }
        let Form::Utf16(decoder) = &mut self.form else {
            return piece;
        };
        let room = decoder.max_utf8_buffer_length(piece.len()).unwrap_or(0);
        let mut text = String::with_capacity(room);
        let _ = decoder.decode_to_string(&piece, &mut text, last);
        Cow::Owned(text.into_bytes())
    }
}

impl fmt::Debug for Wide {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self.form {
            Form::Unknown => "Wide(unknown)",
            Form::Octets => "Wide(octets)",
            Form::Utf16(_) => "Wide(UTF-16)",
        })
    }
}

/// UTF-16 is known by its mark, or by the zeros beside the first letters, which every PGN has in ASCII.
pub fn utf_16(text: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    match text {
        [0xff, 0xfe, ..] => Some(UTF_16LE),
        [0xfe, 0xff, ..] => Some(UTF_16BE),
        [a, 0, b, 0, ..] if *a > 0 && *b > 0 => Some(UTF_16LE),
        [0, a, 0, b, ..] if *a > 0 && *b > 0 => Some(UTF_16BE),
        _ => None,
    }
}

/// Whether the letters of a text may be others than those that were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unsure {
    /// It is UTF-8.
    No,
    /// It is something else: words of it may look wrong.
    MayBe,
    /// It has octets that Windows-1252 does not know either.
    Yes,
}

impl Unsure {
    /// Whether this value, of a text like that, looks as if its letters were others: it has signs of money, fractions and the
    /// like at its letters, as Polish and Czech read so have, or hardly anything but letters with marks, as Russian has.
    pub(super) fn is_of(self, value: &str) -> bool {
        match self {
            Unsure::No => false,
            Unsure::Yes => !value.is_ascii(),
            Unsure::MayBe => looks_wrong(value),
        }
    }
}

fn looks_wrong(value: &str) -> bool {
    const SIGNS: &str = "¡¢£¤¥¦§¨©¬¯°±²³µ¶¸¹»¼½¾×÷‰†‡";
    let signs: Vec<char> = value.chars().collect();
    let is_letter = |at: Option<&char>| at.is_some_and(|sign| sign.is_alphabetic());
    let sign_at_letter = signs.iter().enumerate().any(|(at, sign)| {
        let before = at.checked_sub(1).and_then(|before| signs.get(before));
        SIGNS.contains(*sign) && (is_letter(before) || is_letter(signs.get(at + 1)))
    });
    let foreign_run = signs.windows(3).any(|run| {
        run.iter()
            .all(|sign| sign.is_alphabetic() && !sign.is_ascii())
    });
    sign_at_letter || foreign_run
}

/// A text, and how sure its letters are.
pub(super) fn decoded(bytes: &[u8]) -> (Cow<'_, str>, Unsure) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (Cow::Borrowed(text), Unsure::No);
    }
    // Five octets mean nothing in it.
    let unknown = bytes
        .iter()
        .any(|byte| matches!(byte, 0x81 | 0x8d | 0x8f | 0x90 | 0x9d));
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    let unsure = if unknown { Unsure::Yes } else { Unsure::MayBe };
    (text, unsure)
}

#[cfg(test)]
mod tests;
