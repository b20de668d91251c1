//! A game in PGN among the player's words.
//!
//! Chess programs send the whole game with one move more, and people paste what their program shows. It is told from
//! words by its tags.

use std::ops::Range;

/// Lines that a pasted game may take.
const MOST_LINES: usize = 400;

/// Whether the first of these lines begins a game.
pub(super) fn begins(lines: &[String]) -> bool {
    begins_game(lines, 0)
}

/// Where games in PGN stand among these lines, from the first to the last of them.
pub(super) fn games(lines: &[String]) -> Option<Range<usize>> {
    let begin = (0..lines.len().min(MOST_LINES)).find(|&at| begins_game(lines, at))?;
    let mut end = end_of_game(lines, begin)?;
    // Several games one behind the other are one file.
    while let Some(next) = (end..lines.len()).find(|&at| !is_blank(lines, at))
        && begins_game(lines, next)
        && let Some(further) = end_of_game(lines, next)
    {
        end = further;
    }
    Some(begin..end)
}

fn line(lines: &[String], at: usize) -> &str {
    lines.get(at).map_or("", |line| line.trim())
}

fn is_blank(lines: &[String], at: usize) -> bool {
    line(lines, at).is_empty()
}

/// Whether a game begins with this line: a tag, or the drawing of a board that XBoard puts above it. Moves without a tag
/// are what our own mails end with.
fn begins_game(lines: &[String], at: usize) -> bool {
    let text = line(lines, at);
    let tagged = is_tag(text)
        || is_drawing(text)
            && after_drawing(lines, at).is_some_and(|next| is_tag(line(lines, next)));
    tagged && end_of_game(lines, at).is_some()
}

/// The line behind the game that begins with this one.
fn end_of_game(lines: &[String], begin: usize) -> Option<usize> {
    let mut at = if is_drawing(line(lines, begin)) {
        after_drawing(lines, begin)?
    } else {
        begin
    };
    let last = lines.len().min(begin + MOST_LINES);
    while at < last && (is_tag(line(lines, at)) || is_blank(lines, at)) {
        at += 1;
    }
    let mut moves = at;
    let mut any = false;
    // A comment of a program may have blank lines in it.
    let mut inside_comment = false;
    while moves < lines.len() && moves < begin + MOST_LINES {
        let text = line(lines, moves);
        let opened = text.rfind('{');
        let closed = text.rfind('}');
        inside_comment = match (opened, closed) {
            (Some(opened), Some(closed)) => opened > closed,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => inside_comment,
        };
        if is_tag(text) || text.is_empty() && !inside_comment {
            break;
        }
        moves += 1;
        any = true;
        if ends_with_result(text) && !inside_comment {
            break;
        }
    }
    any.then_some(moves)
}

/// `[White "Ann"]`, with quotation marks of any kind.
pub(super) fn is_tag(text: &str) -> bool {
    let Some(inside) = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
    else {
        return false;
    };
    let Some((name, value)) = inside.split_once(char::is_whitespace) else {
        return false;
    };
    let value = value.trim();
    let marks = ['"', '“', '”', '„', '«', '»'];
    !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && value.chars().count() > 1
        && value.starts_with(marks)
        && value.ends_with(marks)
}

/// The first line of the board that XBoard draws: `{--------------`.
fn is_drawing(text: &str) -> bool {
    text.starts_with("{---")
}

fn after_drawing(lines: &[String], at: usize) -> Option<usize> {
    let end = (at..lines.len())
        .take(20)
        .find(|&next| line(lines, next).ends_with('}'))?;
    let mut below = (end + 1..lines.len()).take(MOST_LINES);
    below.find(|&next| !is_blank(lines, next))
}

fn ends_with_result(text: &str) -> bool {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    matches!(
        last,
        "*" | "1-0" | "0-1" | "1/2-1/2" | "1–0" | "0–1" | "1/2–1/2" | "½-½" | "½–½"
    )
}

#[cfg(test)]
mod tests;
