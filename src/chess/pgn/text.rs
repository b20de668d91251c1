//! What texts may hold in a tag or a comment. Reading and writing clean them alike, so that nothing changes on the way.

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

/// Also those that turn the direction of writing, with which a text can be made to look like another one.
fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cleaning_twice_changes_nothing_more() {
        let texts = [
            "",
            " a ",
            "a\r\nb",
            "{a} {b}",
            "\u{202e}abc",
            "a\u{a0}b  c",
            &"x ".repeat(300),
            &format!("{} y", "x".repeat(254)),
        ];
        for text in texts {
            let value = clean_value(text);
            assert_eq!(clean_value(&value), value);
            assert!(value.chars().count() <= LONGEST_VALUE);
            let comment = clean_comment(text);
            assert_eq!(clean_comment(&comment), comment);
        }
        assert_eq!(clean_comment(" {best}\n by\t test "), "(best) by test");
        assert_eq!(clean_value("a\tb"), "a b");
    }
}
