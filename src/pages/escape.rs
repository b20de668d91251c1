//! Text as HTML and XML.

use std::fmt::{self, Display};

/// A text that stands in HTML as it is, between tags or within the quotes of an attribute.
pub(super) struct Text<T>(pub(super) T);

impl<T: AsRef<str>> Display for Text<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.0.as_ref();
        while let Some(at) = rest.find(is_changed) {
            let (before, behind) = rest.split_at(at);
            out.write_str(before)?;
            let mut signs = behind.chars();
            out.write_str(match signs.next() {
                Some('&') => "&amp;",
                Some('<') => "&lt;",
                Some('>') => "&gt;",
                Some('"') => "&quot;",
                Some('\'') => "&#39;",
                _ => "",
            })?;
            rest = signs.as_str();
        }
        out.write_str(rest)
    }
}

/// What has a meaning there, and what may not stand in XML at all (XML 1.0, 2.2).
fn is_changed(sign: char) -> bool {
    let steers = sign.is_ascii_control() && !matches!(sign, '\t' | '\n' | '\r');
    matches!(sign, '&' | '<' | '>' | '"' | '\'' | '\u{fffe}' | '\u{ffff}') || steers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sign_of_html_is_left() {
        let text = Text("<script>alert(\"1\" & '2')</script>é").to_string();
        assert_eq!(
            text,
            "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;é"
        );
        assert_eq!(Text("a\u{fffe}b\u{0}c\td\u{ffff}").to_string(), "abc\td");
    }
}
