//! format=flowed text made whole again (RFC 3676).

/// Joins the soft-broken lines of a flowed text, removes space-stuffing, and writes the quote depth as `>` marks.
///
/// With `delete_space` (the `DelSp=yes` parameter) the blank at a soft break is not part of the text. A line of
/// text that begins with `>` after unstuffing keeps its stuffed blank, so that it is not taken for a quotation.
pub fn unwrap(text: &str, delete_space: bool) -> String {
    let mut whole = String::with_capacity(text.len());
    // The quote depth of the paragraph that is still open.
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let content = line.trim_start_matches('>');
        let depth = line.len() - content.len();
        let unstuffed = content.strip_prefix(' ').unwrap_or(content);
        // The signature line is fixed although it ends in a blank (section 4.3).
        let signature = unstuffed == "-- ";
        let soft = !signature && unstuffed.ends_with(' ');
        let continues = open == Some(depth) && !signature;
        if !continues {
            if open.is_some() {
                whole.push('\n');
            }
            for _ in 0..depth {
                whole.push('>');
            }
            let looks_quoted = depth == 0 && unstuffed.starts_with('>');
            if depth > 0 || looks_quoted {
                whole.push(' ');
            }
        }
        let kept = if soft && delete_space {
            unstuffed.strip_suffix(' ').unwrap_or(unstuffed)
        } else {
            unstuffed
        };
        whole.push_str(kept);
        if soft {
            open = Some(depth);
        } else {
            whole.push('\n');
            open = None;
        }
    }
    if open.is_some() {
        whole.push('\n');
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flowed_lines_are_joined() {
        let table = [
            ("a \nb\nc\n", false, "a b\nc\n"),
            ("a \nb\n", true, "ab\n"),
            // A move is never split in two by DelSp=no: the blank stays.
            ("e8= \nQ\n", false, "e8= Q\n"),
            ("> a \n> b\nc\n", false, "> a b\nc\n"),
            ("> a \n>> b\n", false, "> a \n>> b\n"),
            (" >e4\n", false, " >e4\n"),
            (" From here\n", false, "From here\n"),
            ("text \n-- \nBob\n", false, "text \n-- \nBob\n"),
            ("no end ", false, "no end \n"),
            ("a \r\nb\r\n", false, "a b\n"),
            ("", false, ""),
        ];
        for (flowed, delete_space, expected) in table {
            assert_eq!(unwrap(flowed, delete_space), expected, "{flowed:?}");
        }
    }
}
