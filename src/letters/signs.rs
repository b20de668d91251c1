//! What kind of sign a character is, as an eye sees it.

use unicode_normalization::char::is_combining_mark;

/// The ASCII twin of a full-width character, or the character itself.
pub(super) fn narrow(character: char) -> char {
    match character {
        '\u{ff01}'..='\u{ff5e}' => u32::from(character)
            .checked_sub(0xfee0)
            .and_then(char::from_u32)
            .unwrap_or(character),
        '﹫' => '@',
        '。' | '｡' | '․' | '﹒' => '.',
        _ => character,
    }
}

pub(super) fn is_line_break(character: char) -> bool {
    matches!(
        character,
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// The blank at which no line ends, by which a text of ours holds words together, as French does before a colon.
pub(super) const NO_BREAK_SPACE: char = '\u{a0}';

/// Every blank that is not to be kept as it is; the ideographic one keeps its width. Some letters are blanks: the fillers
/// of Hangul, two vowels of Khmer that are not written, the Braille pattern without dots, the empty note head.
pub(super) fn is_blank(character: char) -> bool {
    match character {
        '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{2800}' | '\u{3164}'
        | '\u{ffa0}' | '\u{1d159}' => true,
        '\u{3000}' => false,
        _ => character.is_whitespace(),
    }
}

/// Characters without a shape: soft hyphens, direction marks, tags, and the like. Joiners shape letters, see
/// [`is_joiner`].
pub(super) fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{fdd0}'..='\u{fdef}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Whether a character shows nothing of its own: two names that differ in it alone look the same.
pub(super) fn is_unseen(character: char) -> bool {
    is_invisible(character) || is_joiner(character)
}

/// Joiners and variation selectors, which shape the letters or pictures beside them.
pub(super) fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

pub(super) fn is_combining(character: char) -> bool {
    matches!(
        character,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}'
    )
}

/// How many marks may stand on a letter up to this one; `None` of what is no mark. Three are enough for Vietnamese, Thai,
/// Devanagari, Arabic and Hebrew; letters of Tibetan and Burmese are built of more.
pub(super) fn marks_at_most(character: char) -> Option<usize> {
    match character {
        '\u{f18}'..='\u{fbc}' | '\u{102b}'..='\u{109d}' | '\u{1a55}'..='\u{1a7c}'
            if is_combining_mark(character) =>
        {
            Some(6)
        }
        _ => (is_combining(character) || is_combining_mark(character)).then_some(3),
    }
}

/// The letter that a figure or a sign stands for among letters.
pub(super) fn letter_of(sign: char) -> char {
    match sign {
        '0' => 'o',
        '1' | '!' => 'l',
        '3' | '€' => 'e',
        '4' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        '8' => 'b',
        _ => sign,
    }
}
