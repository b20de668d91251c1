//! The player's own words: what is left of a mail without quotations, signatures, banners and footers.
//!
//! Each line gets a class, and the classes in their order decide, as Discourse's email_reply_trimmer does it. What
//! is put away without certainty (under a signature mark, below an unmarked quotation) is kept as doubtful: no order
//! is ever taken from it, but a move that stands there can be asked about.

use crate::budget::{ATTRIBUTIONS, LINES, TEXT};
use crate::chess::position::find_fens;

use super::echo::{self, Origin};
use super::lines::{self, Attribution, Look};
use super::links::{Target, of_links, without_targets};
use super::pasted::is_tag;
use super::pictures::in_place_of_pictures;
use super::{is_an_order, orders_games, resigns};
use std::cell::Cell;

/// So many lines are looked at that stand right below a marked one.
const WRAPPED_ENDS: usize = 64;

/// Lines are wrapped by nobody that are shorter than so many characters.
const WRAPPED_AT: usize = 50;

/// The parts of a mail's text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnWords {
    /// What the player wrote, line by line, without blank lines at the ends.
    pub lines: Vec<String>,
    /// What was quoted, marked or not.
    pub quoted: Vec<QuotedLine>,
    /// Lines that were put away, though the player may have written them: signatures, text below an unmarked
    /// quotation, short lines that also stand in our mail.
    pub doubtful: Vec<String>,
    /// Whether the mail goes on where we read no further.
    pub cut: bool,
}

/// A quoted line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotedLine {
    /// How many quote marks stood before it; 0 when it was recognised without marks.
    pub depth: usize,
    /// The line without its marks.
    pub text: String,
}

/// Finds the player's own words in the text of a mail. `answered` is the text that we sent and that is being
/// answered, where it is known: every line of it that comes back is subtracted.
pub fn own_words(text: &str, answered: Option<&str>) -> OwnWords {
    let unarmoured = strip_pgp(text);
    let (plain, linked) = without_targets(&unarmoured);
    let mut lines = plain.lines();
    let marks = lines::rarer_quote_mark(plain.lines().take(LINES));
    let of = |line| Line::of(line, marks);
    let all: Vec<Line<'_>> = lines.by_ref().take(LINES).map(of).collect();
    let cut = lines.next().is_some() || text.len() >= TEXT && text.chars().count() >= TEXT;
    let enters = all
        .iter()
        .find(|line| !line.is_blank())
        .is_some_and(|line| orders_games(line.text));
    let mut origins = match answered {
        // Marked lines take part as blank ones, so that runs do not reach over them. So does a line that is a FEN and
        // nothing else: in our mail a label stands before it, and a player confirms a position by copying it. And so do
        // the headings of a game that is entered: a form of ours comes back filled in, and not every heading is known.
        Some(sent) => echo::origins(
            &all.iter()
                .map(|line| {
                    let copied = is_bare_fen(line.text) || enters && is_tag(line.text.trim());
                    if line.depth == 0 && !copied {
                        line.text
                    } else {
                        ""
                    }
                })
                .collect::<Vec<_>>(),
            sent,
        ),
        None => vec![Origin::Own; all.len()],
    };
    take_out_pictures(&all, &mut origins);
    keep_first_orders(&all, &mut origins);
    take_out_links(&all, &linked, &mut origins);
    doubt_wrapped_ends(&all, &mut origins, answered.unwrap_or_default());
    doubt_copied_resignation(&all, &mut origins, answered.unwrap_or_default());
    let mut sorter = Sorter {
        all: &all,
        origins: &origins,
        words: OwnWords {
            cut,
            ..OwnWords::default()
        },
        section: Section::Own,
        attributions: Cell::new(0),
    };
    let mut at = 0;
    while at < all.len() {
        at += sorter.sort(at).max(1);
    }
    let mut words = sorter.words;
    while words.lines.last().is_some_and(|line| line.is_empty()) {
        words.lines.pop();
    }
    words
}

/// Lines that are looked at for a resignation that is copied from our letter; what stands below them is no order alone.
const COPIED_ORDERS: usize = 40;
/// Octets of a line that resigns.
const LONGEST_RESIGNATION: usize = 60;

/// What a mail program writes in the place of our picture is ours.
fn take_out_pictures(all: &[Line<'_>], origins: &mut [Origin]) {
    let unmarked = all
        .iter()
        .map(|line| if line.depth == 0 { line.text } else { "" });
    let places = in_place_of_pictures(&unmarked.collect::<Vec<_>>());
    for (origin, _) in origins.iter_mut().zip(places).filter(|(_, place)| *place) {
        *origin = Origin::Ours;
    }
}

/// What is left of the links in our letter is ours, also where a line of it is one move or one command.
fn take_out_links(all: &[Line<'_>], linked: &[Option<Target>], origins: &mut [Origin]) {
    let unmarked = all
        .iter()
        .map(|line| if line.depth == 0 { line.text } else { "" });
    let links = of_links(&unmarked.collect::<Vec<_>>(), linked);
    for (origin, _) in origins.iter_mut().zip(links).filter(|(_, link)| *link) {
        *origin = Origin::Ours;
    }
}

/// A line that is one move or one command, above everything that is quoted, is the player's, even where our mail has the
/// same words in the same place: his answer stands right above the part of it that he left.
fn keep_first_orders(all: &[Line<'_>], origins: &mut [Origin]) {
    for (line, origin) in all.iter().zip(origins) {
        if line.is_blank() {
            continue;
        }
        if line.depth > 0 {
            return;
        }
        if *origin == Origin::Own {
            // What may be the end of an attribution is taken for one here: below it, nothing is so sure.
            if lines::ends_attribution(line.text) {
                return;
            }
            continue;
        }
        if !is_an_order(line.text) {
            return;
        }
        *origin = Origin::Own;
    }
}

/// The opponent can choose a line of our letter, "resign", and a line that is copied from it without a mark ends no game.
fn doubt_copied_resignation(all: &[Line<'_>], origins: &mut [Origin], sent: &str) {
    let first = all.iter().zip(origins);
    let first = first.filter(|(line, _)| line.depth == 0 && !line.is_blank());
    for (line, origin) in first.take(COPIED_ORDERS) {
        let text = line.text.trim();
        let copied = || {
            let mut lines = sent.lines();
            lines.any(|line| line.trim().eq_ignore_ascii_case(text))
        };
        if text.len() <= LONGEST_RESIGNATION && copied() && resigns(text) {
            *origin = Origin::Doubtful;
        }
    }
}

/// A program that wraps what it quotes leaves the end of a line below it, without a mark. The opponent can choose what
/// that is: `> … you should rather` and below it `resign`.
fn doubt_wrapped_ends(all: &[Line<'_>], origins: &mut [Origin], sent: &str) {
    let below_marks = (1..all.len()).zip(all.windows(2)).filter(|(_, pair)| {
        matches!(pair, [above, line] if above.depth > 0 && line.depth == 0 && !line.is_blank())
    });
    let below_marks: Vec<(usize, &[Line<'_>])> = below_marks.take(WRAPPED_ENDS).collect();
    let pairs: Vec<(&str, &str)> = below_marks
        .iter()
        .filter_map(|(_, pair)| Some((pair.first()?.text, pair.get(1)?.text)))
        .collect();
    for ((at, pair), goes_on) in below_marks.iter().zip(echo::go_on(&pairs, sent)) {
        let marked_below = all.get(at + 1).is_some_and(|line| line.depth > 0);
        let wrapped = goes_on || marked_below && looks_wrapped(pair);
        if let Some(origin) = origins.get_mut(*at)
            && *origin == Origin::Own
            && wrapped
        {
            *origin = Origin::Doubtful;
        }
    }
}

/// Whether a marked line is so long, and ends in the middle of a sentence, that the word or two right below it may be its end.
fn looks_wrapped(pair: &[Line<'_>]) -> bool {
    let [above, line] = pair else {
        return false;
    };
    let text = above.text.trim_end();
    text.chars().count() >= WRAPPED_AT
        && !text.ends_with(['.', '!', '?', ':'])
        && line.text.split_whitespace().count() <= 2
}

/// Whether the line is a FEN and nothing else.
fn is_bare_fen(line: &str) -> bool {
    let line = line.trim();
    line.matches('/').count() == 7 && find_fens(line) == [line]
}

/// A line of the mail, its quote marks counted and taken off.
#[derive(Debug, Clone, Copy)]
struct Line<'a> {
    depth: usize,
    text: &'a str,
    look: Look,
}

impl<'a> Line<'a> {
    /// A line of a mail that marks quotations by `mark` where it does not by `>`.
    fn of(raw: &'a str, mark: Option<char>) -> Line<'a> {
        let mut depth = 0;
        let mut text = raw;
        while let Some(rest) = text.strip_prefix('>') {
            depth += 1;
            text = rest;
            // "> > text": a blank between marks, and one after the last.
            if let Some(rest) = text.strip_prefix(' ')
                && (rest.starts_with('>') || !text.starts_with("  >"))
            {
                text = rest;
            }
        }
        if depth == 0
            && let Some(rest) = lines::strip_foreign_quote_mark(raw)
                .or_else(|| lines::strip_rarer_quote_mark(raw, mark?))
        {
            depth = 1;
            text = rest;
        }
        let text = text.trim_end();
        Line {
            depth,
            text,
            look: Look::of(text),
        }
    }

    fn is_blank(&self) -> bool {
        self.text
            .chars()
            .all(|character| character.is_whitespace() || lines::is_invisible(character))
    }
}

/// Where in the mail the sorter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    /// In the player's words.
    Own,
    /// Under a signature mark, up to the next quotation.
    Signature,
    /// Below an unmarked quotation or a footer, up to the end.
    Rest,
}

struct Sorter<'a> {
    all: &'a [Line<'a>],
    origins: &'a [Origin],
    words: OwnWords,
    section: Section,
    /// How often lines were looked at that end as an attribution does.
    attributions: Cell<usize>,
}

impl Sorter<'_> {
    /// Sorts the line at `at`, and those that belong to it; returns how many.
    fn sort(&mut self, at: usize) -> usize {
        let Some(line) = self.all.get(at).copied() else {
            return 1;
        };
        if line.depth > 0 {
            self.quote_marked(line);
            return 1;
        }
        if line.is_blank() {
            if self.section == Section::Own && !self.words.lines.is_empty() {
                self.words.lines.push(String::new());
            }
            return 1;
        }
        match self.origins.get(at).copied().unwrap_or(Origin::Own) {
            Origin::Ours => {
                self.quote_marked(line);
                return 1;
            }
            Origin::Doubtful => {
                self.quote(line);
                self.doubt(line);
                return 1;
            }
            Origin::Own => {}
        }
        if self.section == Section::Rest {
            self.quote(line);
            self.doubt(line);
            return 1;
        }
        self.attribution(at)
            .or_else(|| self.header_block(at))
            .unwrap_or_else(|| {
                self.sort_alone(at, line);
                1
            })
    }

    /// Sorts a line that nobody else wrote and that begins no quotation of several lines.
    fn sort_alone(&mut self, at: usize, line: Line<'_>) {
        if lines::is_forward_mark(line.text) || lines::is_reply_marker(line.text) {
            self.quote(line);
            // What is forwarded with marks ends where they end.
            self.section = match self.next_line(at + 1) {
                Some(next) if next.depth > 0 => Section::Own,
                _ => Section::Rest,
            };
            return;
        }
        if lines::is_signature_mark(line.text) {
            self.section = Section::Signature;
            return;
        }
        if lines::is_rule(line.text) || lines::begins_footer(line.text) {
            self.doubt(line);
            self.section = Section::Signature;
            return;
        }
        if lines::is_phone_signature(line.text) || lines::is_banner(line.text) {
            return;
        }
        match self.section {
            Section::Own => self.words.lines.push(line.text.to_owned()),
            Section::Signature | Section::Rest => self.doubt(line),
        }
    }

    /// A line of a quotation, below which a signature has ended.
    fn quote_marked(&mut self, line: Line<'_>) {
        self.quote(line);
        if self.section == Section::Signature {
            self.section = Section::Own;
        }
    }

    /// The first line from `at` on that is not blank.
    fn next_line(&self, at: usize) -> Option<Line<'_>> {
        self.all
            .iter()
            .skip(at)
            .find(|line| !line.is_blank())
            .copied()
    }

    /// An attribution ("On ..., Bob wrote:"), folded over up to four lines.
    fn attribution(&mut self, at: usize) -> Option<usize> {
        let (length, quoted_after) = (1..=4).find_map(|length| {
            let attribution = self.as_attribution(at, length)?;
            let after = (at + length..self.all.len())
                .find(|next| self.all.get(*next).is_some_and(|line| !line.is_blank()));
            let quoted_after = match after {
                None => attribution == Attribution::Certain,
                Some(next) => {
                    self.all.get(next).is_some_and(|line| line.depth > 0)
                        || self.origins.get(next) == Some(&Origin::Ours)
                }
            };
            (quoted_after || attribution == Attribution::Certain).then_some((length, quoted_after))
        })?;
        if let Some(first) = self.all.get(at)
            && let Some(start) = self
                .joined(at, length)
                .and_then(|joined| lines::attribution_behind_words(&joined))
            && let Some(words) = first.text.trim().get(..start)
        {
            self.words
                .lines
                .push(words.trim_end_matches([' ', '-']).to_owned());
        }
        for line in self.all.iter().skip(at).take(length) {
            self.quote(*line);
        }
        self.section = if quoted_after {
            Section::Own
        } else {
            Section::Rest
        };
        Some(length)
    }

    fn as_attribution(&self, at: usize, length: usize) -> Option<Attribution> {
        // Asked of every line, so what is quickly seen is asked first.
        let last = self.all.get(at + length - 1);
        if !last.is_some_and(|line| lines::ends_attribution(line.text)) {
            return None;
        }
        self.attributions.set(self.attributions.get() + 1);
        if self.attributions.get() > ATTRIBUTIONS {
            return None;
        }
        if length > 1 && !self.is_beginning(at, 1) {
            return None;
        }
        lines::attribution(&self.joined(at, length)?)
    }

    /// Whether the lines from `at` are the beginning of an attribution that goes on below them.
    fn is_beginning(&self, at: usize, length: usize) -> bool {
        let next = self.all.get(at + length).map_or("", |line| line.text);
        self.joined(at, length)
            .is_some_and(|joined| lines::begins_attribution(&joined, next))
    }

    /// Unmarked, non-blank lines joined by blanks; `None` when there are fewer.
    fn joined(&self, at: usize, length: usize) -> Option<String> {
        let part = self.all.get(at..at + length)?;
        if part.iter().any(|line| line.depth > 0 || line.is_blank()) {
            return None;
        }
        let texts: Vec<&str> = part.iter().map(|line| line.text.trim()).collect();
        let joined = texts.join(" ");
        (joined.chars().count() <= 400).then_some(joined)
    }

    /// The header block that Outlook puts above what it quotes without marks.
    fn header_block(&mut self, at: usize) -> Option<usize> {
        let start = match self.all.get(at) {
            Some(line) if lines::is_rule(line.text) || lines::is_forward_mark(line.text) => (at + 1
                ..self.all.len().min(at + 4))
                .find(|next| self.all.get(*next).is_some_and(|line| !line.is_blank()))?,
            _ => at,
        };
        let block: Vec<Look> = self
            .all
            .iter()
            .skip(start)
            .take(lines::LONGEST_BLOCK)
            .take_while(|line| line.depth == 0)
            .map(|line| line.look)
            .collect();
        let length = lines::header_block_length(&block)?;
        let total = start - at + length;
        for line in self.all.iter().skip(at).take(total) {
            self.quote(*line);
        }
        self.section = Section::Rest;
        Some(total)
    }

    fn quote(&mut self, line: Line<'_>) {
        if !line.is_blank() {
            self.words.quoted.push(QuotedLine {
                depth: line.depth,
                text: line.text.trim().to_owned(),
            });
        }
    }

    fn doubt(&mut self, line: Line<'_>) {
        self.words.doubtful.push(line.text.trim().to_owned());
    }
}

/// Takes off the armour of an inline PGP signature (RFC 9580 section 7) and its dash escapes.
fn strip_pgp(text: &str) -> String {
    const BEGIN: &str = "-----BEGIN PGP SIGNED MESSAGE-----";
    if !text.contains(BEGIN) {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    #[derive(PartialEq)]
    enum Part {
        Outside,
        Armour,
        Signed,
        Signature,
    }
    let mut part = Part::Outside;
    for line in text.lines() {
        let bare = line.trim_end();
        match part {
            Part::Outside if bare == BEGIN => part = Part::Armour,
            Part::Armour => {
                if bare.is_empty() {
                    part = Part::Signed;
                }
            }
            Part::Signed if bare == "-----BEGIN PGP SIGNATURE-----" => part = Part::Signature,
            Part::Signature => {
                if bare == "-----END PGP SIGNATURE-----" {
                    part = Part::Outside;
                }
            }
            Part::Signed => {
                plain.push_str(line.strip_prefix("- ").unwrap_or(line));
                plain.push('\n');
            }
            Part::Outside => {
                plain.push_str(line);
                plain.push('\n');
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests;
