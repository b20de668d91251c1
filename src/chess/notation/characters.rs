//! Characters as they arrive from keyboards, telephones and web pages, made plain.

use shakmaty::Role;

/// One word of a text: as it was typed, and with its look-alikes folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// As typed, without the characters that print nothing.
    pub(super) typed: String,
    /// ASCII where the character has an ASCII look-alike; a figurine is one of [`FIGURINES`].
    pub(super) folded: String,
    /// The Russian piece whose Cyrillic letter was folded into a Latin one that means another.
    pub(super) russian: Option<Role>,
}

/// Folded figurines in the order of [`Role::ALL`]. The black ones of Unicode stand for both
/// colours, because people use whichever their keyboard offers.
pub(super) const FIGURINES: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];

/// The folded figurine of a piece. A piece written as a figurine or as a word is beyond doubt,
/// which a letter is not: `b` is a file as well.
pub(super) fn figurine(role: Role) -> char {
    match role {
        Role::Pawn => '♟',
        Role::Knight => '♞',
        Role::Bishop => '♝',
        Role::Rook => '♜',
        Role::Queen => '♛',
        Role::King => '♚',
    }
}

/// The piece of a folded figurine.
pub(super) fn figurine_role(character: char) -> Option<Role> {
    FIGURINES
        .into_iter()
        .zip(Role::ALL)
        .find_map(|(own, role)| (own == character).then_some(role))
}

/// The words of a text, folded. Blanks of every kind separate words.
pub(super) fn words(text: &str) -> impl Iterator<Item = Word> {
    text.split(is_blank)
        .map(|part| {
            let typed: String = part
                .chars()
                .filter(|character| !is_invisible(*character))
                .collect();
            let mut folded = String::with_capacity(typed.len());
            for character in typed.chars() {
                fold(character, &mut folded);
            }
            let russian = typed.chars().find_map(|character| match character {
                'К' | 'к' => Some(Role::Knight),
                'С' => Some(Role::Bishop),
                _ => None,
            });
            Word {
                typed,
                folded,
                russian,
            }
        })
        .filter(|word| !word.folded.is_empty())
}

fn is_blank(character: char) -> bool {
    // The blank Braille pattern and the Hangul fillers print as nothing but have a width.
    character.is_whitespace()
        || matches!(character, '\u{2800}' | '\u{3164}' | '\u{115f}' | '\u{1160}')
}

/// Characters that print nothing: controls, soft hyphen, zero-width and direction marks, variation
/// selectors, accents that stand alone.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{180b}'..='\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{0300}'..='\u{036f}' | '\u{20d0}'..='\u{20ff}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Appends the plain form of one character.
fn fold(character: char, out: &mut String) {
    let plain = match character {
        // Full-width forms (East Asian keyboards) lie at a fixed distance from ASCII.
        '\u{ff01}'..='\u{ff5e}' => {
            let code = u32::from(character).saturating_sub(0xfee0);
            char::from_u32(code).unwrap_or(character)
        }
        // Letters of the "bold" and "script" fonts: 13 alphabets of 52 letters each.
        '\u{1d400}'..='\u{1d6a3}' => {
            let place = u32::from(character).saturating_sub(0x1d400) % 52;
            letter_of_alphabet(place).unwrap_or(character)
        }
        '\u{1d7ce}'..='\u{1d7ff}' => {
            let value = u32::from(character).saturating_sub(0x1d7ce) % 10;
            char::from_digit(value, 10).unwrap_or(character)
        }
        '\u{0660}'..='\u{0669}' => digit_after(character, 0x0660),
        '\u{06f0}'..='\u{06f9}' => digit_after(character, 0x06f0),
        '\u{0966}'..='\u{096f}' => digit_after(character, 0x0966),
        '\u{2074}'..='\u{2079}' => digit_after(character, 0x2070),
        '\u{2080}'..='\u{2089}' => digit_after(character, 0x2080),
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '\u{2010}'..='\u{2015}'
        | '\u{2043}'
        | '\u{2212}'
        | '\u{2500}'
        | '\u{2501}'
        | '\u{2e3a}'
        | '\u{2e3b}'
        | '\u{fe58}'
        | '\u{fe63}'
        | '\u{30fc}'
        | '\u{301c}' => '-',
        '×' | '✕' | '✖' | '✗' | '✘' | '⨯' | '╳' | 'х' | 'Х' | 'χ' | 'Χ' => 'x',
        // Cyrillic and Greek letters that look like Latin ones.
        'а' | 'α' => 'a',
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'с' | 'ϲ' => 'c',
        'С' | 'Ϲ' => 'C',
        'ԁ' => 'd',
        'е' | 'ε' | 'є' => 'e',
        'Е' | 'Ε' => 'E',
        'ɡ' => 'g',
        'һ' => 'h',
        'Н' | 'Η' => 'H',
        'к' | 'κ' => 'k',
        'К' | 'Κ' => 'K',
        'Ν' => 'N',
        'о' | 'ο' => 'o',
        'О' | 'Ο' => 'O',
        'р' | 'ρ' => 'p',
        'Р' | 'Ρ' => 'P',
        'ԛ' => 'q',
        'Ԛ' => 'Q',
        'ѕ' => 's',
        'Ѕ' => 'S',
        'Т' | 'Τ' => 'T',
        'Ø' | 'ø' => '0',
        '†' | '✝' | '✚' | '➕' | '⁺' => '+',
        '‡' | '≠' => '#',
        '❗' | '❕' | '¡' => '!',
        '❓' | '❔' | '¿' => '?',
        '∶' | '︓' | '꞉' => ':',
        '⁼' | '═' => '=',
        '․' | '。' | '｡' | '·' => '.',
        '、' | '،' | '‚' => ',',
        '⁄' | '∕' => '/',
        '‘' | '’' | 'ʼ' | '´' | '′' | '‛' => '\'',
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' => '"',
        '♔' | '♚' | '🤴' => '♚',
        '♕' | '♛' | '👸' => '♛',
        '♖' | '♜' | '🏰' => '♜',
        '♗' | '♝' => '♝',
        '♘' | '♞' | '🐴' | '🐎' => '♞',
        '♙' | '♟' => '♟',
        '…' => {
            out.push_str("...");
            return;
        }
        '‥' => {
            out.push_str("..");
            return;
        }
        '‼' => {
            out.push_str("!!");
            return;
        }
        '⁇' => {
            out.push_str("??");
            return;
        }
        '⁈' => {
            out.push_str("?!");
            return;
        }
        '⁉' => {
            out.push_str("!?");
            return;
        }
        other => other,
    };
    out.push(plain);
}

fn digit_after(character: char, zero: u32) -> char {
    char::from_digit(u32::from(character).saturating_sub(zero), 10).unwrap_or(character)
}

fn letter_of_alphabet(place: u32) -> Option<char> {
    ('A'..='Z')
        .chain('a'..='z')
        .nth(usize::try_from(place).ok()?)
}

#[cfg(test)]
mod tests;
