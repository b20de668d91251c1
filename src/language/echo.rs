//! Our own words coming back: the stored mail that is being answered is subtracted from the answer.
//!
//! Quotations come back without marks, wrapped at other columns, in bold or with links written out. So the two texts
//! are compared as streams of words, without regard to lines: a run of words that stands in the mail we sent, long
//! enough or reaching over a line end, is ours.

use crate::chess::notation::{Letters, read_moves};
use std::collections::{HashMap, HashSet};

/// Words in a row that make a run; three stop "12. Nf3 Nc6" typed by hand from counting by themselves, since a run
/// must also be long or reach over a line end.
const SHORTEST_RUN: usize = 3;
/// A run inside one line must be this many words long,
const LONG_RUN_WORDS: usize = 7;
/// or this many characters.
const LONG_RUN_CHARACTERS: usize = 40;
/// Places of one triple of words that are tried: a board is full of ". . .".
const MOST_PLACES: usize = 32;

/// What a line of the answer has to do with the mail that is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// The player wrote it.
    Own,
    /// We wrote it.
    Ours,
    /// It continues what we wrote, but is so short that the player may have written it.
    Doubtful,
}

/// Judges each line of an answer; `sent` is the text of the mail that it answers.
pub(super) fn origins(lines: &[&str], sent: &str) -> Vec<Origin> {
    let ours = Stream::of(&sent.lines().collect::<Vec<_>>());
    let theirs = Stream::of(lines);
    let runs = find_runs(&theirs, &ours, &said_again(&ours));

    // For each line: its words, how many of them are ours, and whether a run begins or ends in it.
    let mut words = vec![0_usize; lines.len()];
    let mut echoed = vec![0_usize; lines.len()];
    let mut edge = vec![false; lines.len()];
    for word in &theirs.words {
        if let Some(count) = words.get_mut(word.line) {
            *count += 1;
        }
    }
    for run in &runs {
        let Some(inside) = theirs.words.get(run.start..run.start + run.length) else {
            continue;
        };
        for word in inside {
            if let Some(count) = echoed.get_mut(word.line) {
                *count += 1;
            }
        }
        for end in [inside.first(), inside.last()].into_iter().flatten() {
            if let Some(flag) = edge.get_mut(end.line) {
                *flag = true;
            }
        }
    }
    words
        .iter()
        .zip(&echoed)
        .zip(&edge)
        .zip(lines)
        .map(|(((&words, &echoed), &edge), line)| {
            if words == 0 && (1..=4).contains(&line.trim().chars().count()) {
                // Nothing but marks, such as the bold of an empty line.
                Origin::Ours
            } else if words == 0 || echoed == 0 {
                Origin::Own
            } else if echoed == words {
                if edge && words <= 2 {
                    Origin::Doubtful
                } else {
                    Origin::Ours
                }
            } else if words > 8 && echoed * 10 >= words * 6 && !is_score(line) {
                // A long line of ours in which a link or an address was changed on the way.
                Origin::Ours
            } else {
                Origin::Own
            }
        })
        .collect()
}

/// Of each of these pairs, a marked line and the one right below it, whether the lower goes on with the upper, word for word as
/// in the mail that we sent.
pub(super) fn go_on(pairs: &[(&str, &str)], sent: &str) -> Vec<bool> {
    if pairs.is_empty() {
        return Vec::new();
    }
    let ours = Stream::of(&[sent]);
    let ours: Vec<&str> = ours.words.iter().map(|word| word.text).collect();
    let goes_on = |(above, line): &(&str, &str)| {
        let (above, line) = (Stream::of(&[above]), Stream::of(&[line]));
        // The last words above, and all below.
        let end = above.words.len().saturating_sub(SHORTEST_RUN - 1);
        let above = above.words.iter().skip(end);
        let run: Vec<&str> = above.chain(&line.words).map(|word| word.text).collect();
        !line.words.is_empty()
            && run.len() >= SHORTEST_RUN
            && ours.windows(run.len()).any(|words| words == run)
    };
    pairs.iter().map(goes_on).collect()
}

/// Whether a line is moves: the score of our mail, in which something is new when not all of it is ours.
fn is_score(line: &str) -> bool {
    let open = line.trim_end().trim_end_matches('*');
    read_moves(open, Letters::English).is_some()
}

struct Word<'a> {
    text: &'a str,
    line: usize,
}

struct Stream<'a> {
    words: Vec<Word<'a>>,
}

impl<'a> Stream<'a> {
    fn of(lines: &[&'a str]) -> Stream<'a> {
        let mut words = Vec::new();
        for (line, text) in lines.iter().enumerate() {
            for word in text.split_whitespace() {
                // Outlook writes a link's target behind its text.
                let word = match word.split_once('<') {
                    Some((before, after)) if is_target(after) => before,
                    _ => word,
                };
                let word = word.trim_matches(['*', '_', '>', '|', '<']);
                if !word.is_empty() {
                    words.push(Word { text: word, line });
                }
            }
        }
        Stream { words }
    }

    fn text(&self, at: usize) -> Option<&'a str> {
        self.words.get(at).map(|word| word.text)
    }

    fn triple(&self, at: usize) -> Option<[&'a str; SHORTEST_RUN]> {
        Some([self.text(at)?, self.text(at + 1)?, self.text(at + 2)?])
    }
}

/// Whether this is what Outlook puts in angle brackets behind a linked word.
fn is_target(text: &str) -> bool {
    text.starts_with("mailto:") || text.starts_with("http")
}

struct Run {
    start: usize,
    length: usize,
}

/// Which words of a mail of ours are those of its reader, said again between marks: "Your mail says "I'd say Qxd7. What do you think?"".
/// Whoever writes these words alone writes them anew; what comes back of ours has others around them.
fn said_again(ours: &Stream<'_>) -> Vec<bool> {
    let mut again = vec![false; ours.words.len()];
    let mut at = 0;
    while let Some(word) = ours.text(at) {
        let ends = |word: &str| {
            word.trim_end_matches([',', '.', ';', ':', '?', '!'])
                .ends_with('"')
        };
        let last = (at..ours.words.len())
            .take(LONGEST_SAID_AGAIN)
            .find(|&last| ours.text(last).is_some_and(ends));
        let Some(last) = last.filter(|_| word.starts_with('"')) else {
            at += 1;
            continue;
        };
        if let Some(said) = again.get_mut(at..=last) {
            said.fill(true);
        }
        at = last + 1;
    }
    again
}

/// Words of the longest such saying.
const LONGEST_SAID_AGAIN: usize = 60;

fn find_runs(theirs: &Stream<'_>, ours: &Stream<'_>, said_again: &[bool]) -> Vec<Run> {
    if theirs.words.len() < SHORTEST_RUN {
        return Vec::new();
    }
    // Most answers have few unmarked words, and of our mail only what stands in them is worth remembering.
    let few = theirs.words.len() < ours.words.len();
    let wanted: Option<HashSet<_>> = few.then(|| {
        let triples = (0..theirs.words.len()).filter_map(|at| theirs.triple(at));
        triples.collect()
    });
    let is_wanted = |triple: &_| wanted.as_ref().is_none_or(|wanted| wanted.contains(triple));
    let mut places: HashMap<[&str; SHORTEST_RUN], Vec<usize>> = HashMap::new();
    for at in 0..ours.words.len() {
        if let Some(triple) = ours.triple(at).filter(is_wanted) {
            let known = places.entry(triple).or_default();
            if known.len() < MOST_PLACES {
                known.push(at);
            }
        }
    }
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some(triple) = theirs.triple(at) {
        let length = places
            .get(&triple)
            .into_iter()
            .flatten()
            .map(|place| (*place, common_length(theirs, at, ours, *place)))
            .filter(|&(place, length)| {
                let mut run = said_again.iter().skip(place).take(length);
                run.any(|again| !again)
            })
            .map(|(_, length)| length)
            .max()
            .unwrap_or(0);
        if length >= SHORTEST_RUN && is_enough(theirs, at, length) {
            runs.push(Run { start: at, length });
            at += length;
        } else {
            at += 1;
        }
    }
    runs
}

/// How many words from `at` on stand in our mail from `place` on. A word of ours may have been broken in two by a
/// program that wraps without looking.
fn common_length(theirs: &Stream<'_>, at: usize, ours: &Stream<'_>, place: usize) -> usize {
    let mut length = 0;
    for our in ours.words.iter().skip(place) {
        let Some(their) = theirs.text(at + length) else {
            break;
        };
        if their == our.text {
            length += 1;
        } else if our
            .text
            .strip_prefix(their)
            .is_some_and(|rest| theirs.text(at + length + 1) == Some(rest))
        {
            length += 2;
        } else {
            break;
        }
    }
    length
}

fn is_enough(theirs: &Stream<'_>, at: usize, length: usize) -> bool {
    let Some(run) = theirs.words.get(at..at + length) else {
        return false;
    };
    let first = run.first().map(|word| word.line);
    let last = run.last().map(|word| word.line);
    let characters: usize = run.iter().map(|word| word.text.chars().count()).sum();
    first != last || length >= LONG_RUN_WORDS || characters >= LONG_RUN_CHARACTERS
}

#[cfg(test)]
mod tests;
