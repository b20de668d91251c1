//! A line as it is shown, and as it is read.

use super::lines;

/// A line in printable characters: no controls, nothing invisible, blanks of every kind made plain.
pub(crate) fn printable(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    for character in line.chars() {
        match character {
            // Variation selectors and joiners belong to emoji; the move reader knows what to do with them.
            '\u{FE0E}' | '\u{FE0F}' | '\u{200D}' => text.push(character),
            other if lines::is_invisible(other) => {}
            other if other.is_whitespace() || other.is_control() => text.push(' '),
            other => text.push(other),
        }
    }
    text.truncate(text.trim_end().len());
    text
}

/// The same line with plain quotation marks in the place of those that mail programs make of them, character by character.
/// It is for reading; what is passed on stays as it was written.
pub(crate) fn with_plain_marks(printable: &str) -> String {
    printable
        .chars()
        .map(|character| match character {
            '\u{2018}' | '\u{2019}' => '\'',
            '\u{201C}' | '\u{201D}' => '"',
            other => other,
        })
        .collect()
}
