//! Letters whose lines are the same whatever day it is: "1 Dec 2026" is shorter than "30 Nov 2026", and what stands behind
//! it is wrapped elsewhere.

use crate::relative::relative;
use chrono::Utc;

/// The width to which lines are filled, in columns, as in letters.
const LINE: usize = 72;

/// The lines of a text, each as `shown` has it. A paragraph that names an instant or an amount of time is filled anew with
/// what is shown for it.
pub(crate) fn shown_lines(text: &str, shown: fn(&str) -> String) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let now = Utc::now();
    let mut out = Vec::new();
    for paragraph in lines.chunk_by(|before, line| goes_on(before, line)) {
        let words: Vec<&str> = paragraph.iter().map(|line| line.trim()).collect();
        let joined = format!("{}{}", indent(paragraph, 0), words.join(" "));
        if relative(&joined, now) == joined {
            out.extend(paragraph.iter().map(|line| shown(line)));
        } else {
            let rest = indent(paragraph, 1);
            out.extend(filled(&shown(&joined), rest));
        }
    }
    out
}

/// Whether a line is of the same paragraph as the one before it, or of the same entry of a list.
fn goes_on(before: &str, line: &str) -> bool {
    let is_prose = blanks(before) == 0 && blanks(line) == 0;
    is_prose && is_text(before) && is_text(line) || entry_goes_on(before, line)
}

/// Whether a line is of the same entry of a list as the one before it, and stands below it.
pub(crate) fn entry_goes_on(before: &str, line: &str) -> bool {
    let (outer, inner) = (blanks(before), blanks(line));
    let deeper = outer > 0 && inner > outer || outer > 2 && inner == outer;
    deeper && is_text(before) && is_text(line)
}

/// Whether a line may be one of a paragraph: no row of a board, no tag, no list of what is attached.
pub(crate) fn is_text(line: &str) -> bool {
    let line = line.trim_start();
    let begins = line.starts_with(|sign: char| sign.is_alphanumeric() || "\"'“„«(".contains(sign));
    let listed = line.starts_with("(attached") || line.starts_with("(links");
    begins && !listed && line.split(' ').any(|word| word.chars().count() > 1)
}

/// Whether a line begins with an instant as it is shown, "(in 3 days)", or in brackets.
fn is_instant(line: &str) -> bool {
    let word = line
        .strip_prefix('(')
        .and_then(|rest| rest.split(' ').next());
    word.is_some_and(|word| {
        matches!(word, "in" | "now)" | "hh:mm")
            || word.starts_with(|sign: char| sign.is_ascii_digit())
    })
}

fn blanks(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The blanks before that line of a paragraph, or before its last one.
fn indent<'a>(paragraph: &[&'a str], number: usize) -> &'a str {
    let line = paragraph.get(number).or(paragraph.last());
    line.map_or("", |line| &line[..blanks(line)])
}

/// The words of a line on as many as they need, all but the first behind `rest`. An instant is not broken.
fn filled(line: &str, rest: &str) -> Vec<String> {
    let words: Vec<&str> = line.trim_start().split(' ').collect();
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let closes = |word: &&str| word.contains(')');
        let inside = words[at..].iter().position(closes).unwrap_or_default();
        let used = if is_instant(word) { inside + 1 } else { 1 };
        let together = words[at..at + used].join(" ");
        at += used;
        match out.last_mut() {
            None => out.push(format!("{}{together}", &line[..blanks(line)])),
            Some(last) if last.chars().count() + 1 + together.chars().count() <= LINE => {
                last.push(' ');
                last.push_str(&together);
            }
            Some(_) => out.push(format!("{rest}{together}")),
        }
    }
    out
}

#[test]
fn lines_are_the_same_whatever_day_it_is() {
    let in_days = |days: i64| {
        let at = Utc::now() + chrono::TimeDelta::days(days);
        // The day is written with one figure and with two.
        [
            at.format("%d %b %Y %H:%M:%S"),
            at.format("%-d %b %Y %-H:%M:%S"),
        ]
        .map(|at| at.to_string())
    };
    let shown = |text: &str| shown_lines(text, |line| relative(line, Utc::now())).join("\n");
    for days in [1, 12] {
        let [long, short] = in_days(days);
        for instant in [long, short] {
            for broken in [
                "Bob gets it\non {at} UTC. What",
                "Bob gets it on\n{at} UTC.\nWhat",
            ] {
                let text = format!(
                    "Held:\n\n{}\ngoes with it goes with it, too.",
                    broken.replace("{at}", &instant)
                );
                let days = if days == 1 { "1 day" } else { "12 days" };
                assert_eq!(
                    shown(&text),
                    format!(
                        "Held:\n\nBob gets it on (in {days}) UTC. What goes with it goes with it, too."
                    )
                );
            }
        }
    }
    let untouched = "  8  r n b q\n  7  p p p p\n\nA line\nand another.\n  - one\n  - two";
    assert_eq!(shown(untouched), untouched);
}
