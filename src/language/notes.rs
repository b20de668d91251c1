//! Sealed notes: "note: the pawn is poisoned", "note 12: !? better was Nd5".

use super::command::Note;

/// The suffixes that annotators put behind a move, and their numbers.
const GLYPHS: [(&str, u8); 6] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
];

/// How a note begins, in English and in German.
const NOTES: [&str; 2] = ["note", "notiz"];

/// Reads the first line of a note; `None` when it is none. A colon is wanted before a text, since "note that …" is talk.
pub(super) fn note(line: &str) -> Option<Note> {
    let (head, text) = line.split_once(':').unwrap_or((line, ""));
    let mut words = head.split_whitespace();
    let first = words.next()?;
    if !NOTES.iter().any(|word| first.eq_ignore_ascii_case(word)) {
        return None;
    }
    let move_number = match words.next() {
        None => None,
        Some(number) => Some(number.trim_end_matches('.').parse().ok()?),
    };
    if words.next().is_some() {
        return None;
    }
    let text = text.trim();
    let (glyph, text) = glyph(text);
    Some(Note {
        move_number,
        glyph,
        text: text.to_owned(),
    })
}

/// The glyph in front of the text: a suffix as in PGN standard 8.2.3.8, or `$n` (PGN standard 10).
fn glyph(text: &str) -> (Option<u8>, &str) {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let read = match first.strip_prefix('$') {
        Some(number) => number.parse().ok(),
        None => GLYPHS
            .iter()
            .find(|(suffix, _)| *suffix == first)
            .map(|(_, glyph)| *glyph),
    };
    match read {
        Some(glyph) => (Some(glyph), rest.trim_start()),
        None => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_name_a_move_and_a_glyph() {
        let read = |line: &str| note(line).map(|note| (note.move_number, note.glyph, note.text));
        let text = |text: &str| text.to_owned();
        assert_eq!(read("note: poisoned"), Some((None, None, text("poisoned"))));
        assert_eq!(
            read("Note 12: !? Nd5"),
            Some((Some(12), Some(5), text("Nd5")))
        );
        assert_eq!(read("note 3.: $19"), Some((Some(3), Some(19), text(""))));
        assert_eq!(read("note: ?"), Some((None, Some(2), text(""))));
        assert_eq!(
            read("Notiz 12: ?! Sd5"),
            Some((Some(12), Some(6), text("Sd5")))
        );
        assert_eq!(read("Note"), Some((None, None, text(""))));
        assert_eq!(read("note 12."), Some((Some(12), None, text(""))));
        assert_eq!(read("note that the pawn: hangs"), None);
        assert_eq!(read("notes: a"), None);
        assert_eq!(read("note to self"), None);
    }
}
