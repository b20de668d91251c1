//! The signs of which links and addresses are made, and those that look like them.

use super::look_alike::latin_twin;
use super::signs::{is_unseen, narrow};

/// The text sign for sign, with the plain dot, slash or colon in place of each sign that somebody reads as one.
///
/// What a computer takes for a dot is one anywhere. What only looks like one is a dot beside a letter that looks Latin:
/// elsewhere it belongs to its script, as in 约翰·史密斯 and 你好。再见; and as in the l·l of Catalan.
pub(super) fn plain_signs(text: &str) -> Vec<char> {
    let mut plain = Vec::with_capacity(text.len());
    let mut before = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let sign = match resembled(character) {
            Some(sign) if counts(before, character, next_seen(characters.as_str())) => sign,
            _ => narrow_sign(character),
        };
        plain.push(sign);
        if !is_unseen(character) {
            before = Some(sign);
        }
    }
    plain
}

/// The next character that is seen; not looked for far, as there can be as many rows of others as there are signs.
fn next_seen(rest: &str) -> Option<char> {
    rest.chars().take(8).find(|&next| !is_unseen(next))
}

fn counts(before: Option<char>, sign: char, behind: Option<char>) -> bool {
    let is_l = |letter: Option<char>| matches!(letter, Some('l' | 'L'));
    let catalan = sign == '·' && is_l(before) && is_l(behind);
    let looks_latin =
        |letter: Option<char>| letter.is_some_and(|l| latin_twin(l).is_ascii_alphanumeric());
    // The second slash of a link stands behind the first one.
    let goes_on = matches!(before, Some('.' | '/' | ':'));
    !catalan && (goes_on || looks_latin(before) || looks_latin(behind))
}

/// What is the plain sign itself to every mail program (Unicode's forms of compatibility).
fn narrow_sign(character: char) -> char {
    match character {
        '。' | '｡' => character,
        _ => narrow(character),
    }
}

/// The sign of a link that a character looks like: by Unicode's Technical Standard 39, and two full stops that browsers or
/// readers take for a dot.
fn resembled(character: char) -> Option<char> {
    Some(match character {
        '。' | '｡' | '\u{6d4}' => '.',
        '·' | '\u{2d1}' | '\u{387}' | '\u{660}' | '\u{6f0}' | '\u{701}' | '\u{702}' | '\u{830}'
        | '\u{a76}' | '\u{1427}' | '\u{16eb}' | '\u{2022}' | '\u{2024}' | '\u{2027}'
        | '\u{2219}' | '\u{22c5}' | '\u{2e31}' | '\u{30fb}' | '\u{a4f8}' | '\u{a60e}'
        | '\u{a78f}' | '\u{abec}' | '\u{fe52}' | '\u{ff0e}' | '\u{ff65}' | '\u{10101}'
        | '\u{1091f}' | '\u{111c7}' | '\u{10a50}' | '\u{11174}' | '\u{115c4}' | '\u{116b9}'
        | '\u{12562}' | '\u{1d16d}' | '\u{1ecae}' => '.',
        '\u{1735}' | '\u{2041}' | '\u{2044}' | '\u{2215}' | '\u{2571}' | '\u{27cb}'
        | '\u{29f8}' | '\u{2cc6}' | '\u{2cc7}' | '\u{2f03}' | '\u{3033}' | '\u{30ce}'
        | '\u{31d2}' | '\u{31d3}' | '\u{4e3f}' | '\u{ff0f}' | '\u{ff89}' | '\u{1d23a}' => '/',
        '\u{2d0}' | '\u{2f8}' | '\u{589}' | '\u{5c3}' | '\u{703}' | '\u{704}' | '\u{831}'
        | '\u{903}' | '\u{a83}' | '\u{1361}' | '\u{1393}' | '\u{16ec}' | '\u{1803}'
        | '\u{1809}' | '\u{205a}' | '\u{2236}' | '\u{a4fd}' | '\u{a789}' | '\u{fe13}'
        | '\u{fe30}' | '\u{fe55}' | '\u{ff1a}' | '\u{1015b}' | '\u{10af5}' | '\u{11002}'
        | '\u{11082}' | '\u{11182}' | '\u{1123a}' | '\u{115be}' | '\u{116ac}' | '\u{11838}'
        | '\u{11dd9}' | '\u{1d108}' => ':',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_security::confusable_detection::skeleton;

    #[test]
    fn each_sign_that_unicode_calls_confusable_with_one_of_a_link_is_known() {
        let mut unknown = Vec::new();
        for character in '\u{80}'..=char::MAX {
            let seen: String = skeleton(&character.to_string()).collect();
            let sign = match seen.as_str() {
                "." | "·" => Some('.'),
                "/" => Some('/'),
                ":" => Some(':'),
                _ => continue,
            };
            if resembled(character) != sign {
                unknown.push((character, seen));
            }
        }
        assert_eq!(unknown, []);
    }

    #[test]
    fn what_belongs_to_a_script_stays() {
        for text in [
            "约翰·史密斯",
            "你好。再见",
            "ジョン・スミス",
            "木ノ下",
            "Gal·la",
            "दुःख",
            "ᐊᐧᐱ",
        ] {
            assert_eq!(plain_signs(text), text.chars().collect::<Vec<_>>());
        }
        for (text, plain) in [
            ("example․com", "example.com"),
            ("exampleꓸcom", "example.com"),
            ("example。com", "example.com"),
            ("example\u{200d}·\u{200d}com", "example\u{200d}.\u{200d}com"),
            ("httpː⁄⁄a", "http://a"),
            ("例子．中国", "例子.中国"),
        ] {
            assert_eq!(plain_signs(text).into_iter().collect::<String>(), plain);
        }
    }
}
