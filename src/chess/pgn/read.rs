//! One game in the import format (standard, 3.1), or what is wrong with it.
//!
//! The rules of the game decide what is a move: the letters of the standard first, then whatever a person may have
//! written that has exactly one legal meaning, such as `0-0`, `exd` or `e8Q`. What has two is a fault.

use super::encoding::{self, Unsure};
use super::fault::{Fault, Place, Reason};
use super::headings;
use super::oddity::Oddity;
use super::record::{Aside, Line, Played, Record, number_of};
use super::split::{GameText, LONGEST_GAME};
use super::tag_pair::{Form, TagPair};
use super::text::{LONGEST_VALUE, clean_comment, clean_value};
use crate::chess::listed::{all_of, any_of};
use crate::chess::notation::{self, Letters, Reading};
use crate::chess::position::GivenPosition;
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, Move, Outcome, Position};
use std::borrow::Cow;

/// Variations within variations; more is no analysis but an attack on our stack.
const DEEPEST: usize = 100;
/// A game has about ten tags, and never so many.
const MOST_TAGS: usize = 200;
/// After so many faults nobody wants to read more.
const MOST_FAULTS: usize = 20;
/// No move is longer, with all that can be written around it.
const LONGEST_MOVE: usize = 40;

/// A game that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadGame {
    /// The game. Its tags are in the standard's form where they have one, and no value is empty but as it was written.
    pub record: Record,
    /// Tags that say something that they should not; they are kept as they are.
    pub doubts: Vec<Fault>,
}

/// Reads one game.
///
/// # Errors
///
/// Its faults, at least one: all those of the tags, and the first of the moves.
pub fn read_pgn(game: &GameText) -> Result<ReadGame, Vec<Fault>> {
    let mut all = usize::MAX;
    read_pgn_within(game, &mut all)
}

/// Reads one game as [`read_pgn`] does, but no more moves than are left, variations included; they are taken off.
///
/// # Errors
///
/// As above, and [`Reason::TooManyMoves`].
pub fn read_pgn_within(game: &GameText, moves_left: &mut usize) -> Result<ReadGame, Vec<Fault>> {
    let attempt = attempt(game, Letters::English, moves_left);
    match attempt.record {
        Some(record) if attempt.faults.is_empty() => Ok(ReadGame {
            record,
            doubts: attempt.doubts,
        }),
        _ => Err(attempt.faults),
    }
}

/// Reads one game that somebody enters by hand, who is asked to mend what a file of thousands may keep: with all tags of the
/// seven tag roster, and good values in all tags. Where its moves cannot be read by the letters of the standard, those of the
/// writer are tried.
///
/// # Errors
///
/// All its faults at once, by their lines; moves in them are in the writer's letters.
pub fn read_entry(
    game: &GameText,
    letters: Letters,
    moves_left: &mut usize,
) -> Result<ReadGame, Vec<Fault>> {
    let mut best = attempt(game, Letters::English, moves_left);
    if letters != Letters::English && !best.faults.is_empty() {
        let theirs = attempt(game, letters, moves_left);
        if theirs.faults.is_empty() || theirs.moves >= best.moves {
            best = theirs;
        }
    }
    let (doubts, wrong): (Vec<Fault>, Vec<Fault>) = best
        .doubts
        .into_iter()
        .partition(|doubt| doubt.reason.is_lenient());
    let mut faults = best.faults;
    faults.extend(wrong);
    let nothing = |fault: &Fault| matches!(fault.reason, Reason::Empty | Reason::TooLong(_));
    if !faults.iter().any(nothing) {
        faults.extend(missing(game.line, &best.names));
    }
    faults.sort_by_key(|fault| fault.place.line);
    match best.record {
        Some(record) if faults.is_empty() => Ok(ReadGame { record, doubts }),
        _ => Err(faults),
    }
}

/// The tags of the roster that are not there; the result follows from the moves.
fn missing(line: u64, names: &[String]) -> Option<Fault> {
    let missing: Vec<(&'static str, &'static str)> = headings::ROSTER
        .into_iter()
        .filter(|(name, _)| *name != "Result" && !names.iter().any(|known| known == name))
        .collect();
    let (first, unknown) = *missing.first()?;
    let names: Vec<&str> = missing.iter().map(|(name, _)| *name).collect();
    let reason = Reason::Missing {
        names: all_of(&names),
        first,
        unknown,
    };
    Some(Fault::new(Place::line(line), reason))
}

/// What came of reading a game.
struct Attempt {
    record: Option<Record>,
    faults: Vec<Fault>,
    doubts: Vec<Fault>,
    /// The names of its tags.
    names: Vec<String>,
    /// Moves that could be read.
    moves: usize,
}

fn attempt(game: &GameText, letters: Letters, moves_left: &mut usize) -> Attempt {
    if game.too_long {
        let reason = Reason::TooLong(LONGEST_GAME / 1024);
        return Attempt {
            record: None,
            faults: vec![Fault::new(Place::line(game.line), reason)],
            doubts: Vec::new(),
            names: Vec::new(),
            moves: 0,
        };
    }
    let (text, unsure) = encoding::decoded(&game.bytes);
    let unsure = match unsure {
        Unsure::No if game.guessed => Unsure::MayBe,
        other => other,
    };
    let mut reader = Reader {
        text: &text,
        at: 0,
        line: game.line,
        unsure,
        tags: Vec::new(),
        faults: Vec::new(),
        doubts: Vec::new(),
        moves_left,
        letters,
        moves: 0,
        names: Vec::new(),
    };
    let record = reader.game();
    Attempt {
        record,
        faults: reader.faults,
        doubts: reader.doubts,
        names: reader.names,
        moves: reader.moves,
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    line: u64,
    /// Whether nobody can say how the letters of the text are encoded.
    unsure: Unsure,
    tags: Vec<Tag>,
    faults: Vec<Fault>,
    doubts: Vec<Fault>,
    moves_left: &'t mut usize,
    /// The piece letters of the moves.
    letters: Letters,
    /// Moves that were read.
    moves: usize,
    /// The names of the tags that were read.
    names: Vec<String>,
}

/// A tag, and the line on which it stands.
struct Tag {
    name: String,
    value: String,
    line: u64,
}

/// A line of play that is being read.
struct Branch {
    line: Line,
    /// Marks that stand before the move that they belong to, as "better is" does in a variation.
    pending: Vec<u8>,
    position: Chess,
    /// The position before the last move, where a variation of that move begins.
    before: Option<Chess>,
    /// Where its parenthesis stands.
    opened: u64,
}

impl Branch {
    fn at(position: Chess, opened: u64) -> Branch {
        Branch {
            line: Line::default(),
            pending: Vec::new(),
            position,
            before: None,
            opened,
        }
    }

    fn comment(&mut self, comment: &str) {
        let comment = clean_comment(comment);
        if comment.is_empty() {
            return;
        }
        match self.line.moves.last_mut() {
            Some(last) => last.asides.push(Aside::Comment(comment)),
            None => self.line.before.push(comment),
        }
    }
}

impl<'t> Reader<'t> {
    /// The game, or `None` when a fault kept it from being read to its end.
    fn game(&mut self) -> Option<Record> {
        let mut comments = Vec::new();
        let begin = self.line;
        loop {
            self.skip_blanks();
            match self.next() {
                Some(b'[') => self.tag(),
                Some(b'{' | b';') => comments.push(self.comment()?),
                Some(_) if self.heading() => {}
                _ => break,
            }
            if self.faults.len() >= MOST_FAULTS {
                return None;
            }
        }
        if self.tags.is_empty() && self.next().is_none() && comments.is_empty() {
            return self.fail(Place::line(begin), Reason::Empty);
        }
        let start = self.start()?;
        let mut trunk = Branch::at(start.clone(), begin);
        for comment in comments {
            trunk.comment(comment);
        }
        let (line, result, ending) = self.movetext(trunk)?;
        if let Some(Tag { value, .. }) = self.tags.iter().find(|tag| tag.name == "Result")
            && !value.is_empty()
            && *value != result.to_string()
        {
            let reason = Reason::ResultDiffers {
                moves: result.to_string(),
                tag: value.clone(),
            };
            return self.fail(Place::line(ending), reason);
        }
        // What the record says by itself.
        let in_chess960 = start.castles().mode() == CastlingMode::Chess960;
        self.tags.retain(|tag| match tag.name.as_str() {
            "Result" | "SetUp" | "FEN" => false,
            "Variant" => !in_chess960,
            _ => true,
        });
        Some(Record {
            tags: self
                .tags
                .drain(..)
                .map(|tag| (tag.name, tag.value))
                .collect(),
            start,
            line,
            result,
        })
    }

    // ---- tags

    fn tag(&mut self) {
        let line = self.line;
        let rest = self.rest();
        let end_of_line = rest.find('\n').unwrap_or(rest.len());
        let on_line = rest.get(..end_of_line).unwrap_or_default();
        let Some(read) = TagPair::at_the_beginning_of(rest) else {
            self.at += end_of_line;
            self.fault(line, Reason::TagForm(shown(on_line)));
            return;
        };
        self.at += read.length;
        self.line += read.lines;
        match read.form {
            Form::Standard => {}
            Form::BareQuotes => self.doubt(line, Oddity::BareQuotes(shown(&read.name))),
            Form::Wrapped => self.doubt(line, Oddity::TagWrapped(shown(&read.name))),
        }
        self.keep_tag(line, &read.name, &read.value);
    }

    /// A heading as people write it, `White: Ann` on a line of its own; whether there is one here.
    fn heading(&mut self) -> bool {
        let rest = self.rest();
        let on_line = rest.lines().next().unwrap_or_default();
        let Some((name, value)) = headings::without_brackets(on_line) else {
            return false;
        };
        let line = self.line;
        self.at += on_line.len();
        // All of them are told in one sentence.
        let others = self
            .doubts
            .iter_mut()
            .find_map(|doubt| match &mut doubt.reason {
                Reason::Odd(Oddity::TagWithoutBrackets(names)) => Some(names),
                _ => None,
            });
        match others {
            Some(names) => names.push(name),
            None => self.doubt(line, Oddity::TagWithoutBrackets(vec![name])),
        }
        self.keep_tag(line, name, value);
        true
    }

    fn keep_tag(&mut self, line: u64, name: &str, written: &str) {
        if written.chars().count() > LONGEST_VALUE {
            self.fault(line, Reason::TagTooLong(shown(name)));
            return;
        }
        if self.tags.iter().any(|tag| tag.name == name) {
            self.fault(line, Reason::TagTwice(shown(name)));
            return;
        }
        if self.tags.len() >= MOST_TAGS {
            self.fault(line, Reason::TooManyTags(MOST_TAGS));
            self.at = self.text.len();
            return;
        }
        let clean = clean_value(written);
        if self.unsure.is_of(&clean) {
            self.doubt(line, Oddity::Letters(name.to_owned(), shown(&clean)));
        }
        let value = headings::mended(name, &clean);
        if headings::is_odd(name, &clean) && value != clean {
            let reason = Oddity::ReadAs {
                tag: name.to_owned(),
                value: clean,
                meant: value.clone(),
            };
            self.doubt(line, reason);
        }
        if let Some(why) = headings::fault(name, &value) {
            let reason = Reason::Tag {
                tag: name.to_owned(),
                value: value.clone(),
                why: why.to_owned(),
            };
            if headings::is_grave(name) {
                self.fault(line, reason);
            } else {
                self.doubt(line, reason);
            }
        }
        self.names.push(name.to_owned());
        self.tags.push(Tag {
            name: name.to_owned(),
            value,
            line,
        });
    }

    fn fault(&mut self, line: u64, reason: Reason) {
        self.faults.push(Fault::new(Place::line(line), reason));
    }

    fn doubt(&mut self, line: u64, reason: impl Into<Reason>) {
        self.doubts
            .push(Fault::new(Place::line(line), reason.into()));
    }

    /// The first position, after the tags `SetUp`, `FEN` (9.7) and `Variant`.
    fn start(&mut self) -> Option<Chess> {
        let tag = |name: &str| {
            self.tags
                .iter()
                .find(|tag| tag.name == name && !tag.value.is_empty())
                .map(|tag| (tag.line, tag.value.as_str()))
        };
        let started = start(tag("Variant"), tag("SetUp"), tag("FEN"));
        match started {
            Ok(position) => Some(position),
            Err(fault) => {
                self.faults.push(fault);
                None
            }
        }
    }

    // ---- movetext

    /// The moves, the result, and on which line it stands.
    fn movetext(&mut self, trunk: Branch) -> Option<(Line, Outcome, u64)> {
        let mut branch = trunk;
        let mut below: Vec<Branch> = Vec::new();
        loop {
            self.skip_blanks();
            let Some(next) = self.next() else {
                if let Some(result) = self.result_of_tag(&branch, &below) {
                    let line = self.line;
                    return Some((branch.line, result, line));
                }
                return self.over_without_result(&branch, &below);
            };
            match next {
                b'{' | b';' => {
                    let comment = self.comment()?;
                    branch.comment(comment);
                }
                b'(' => self.open(&mut branch, &mut below)?,
                b')' => self.close(&mut branch, &mut below)?,
                b'$' | b'!' | b'?' => self.mark(&mut branch)?,
                b'.' => self.at += 1,
                b'[' => return self.fail_at(&branch, Reason::TagAmongMoves),
                b'}' => return self.fail_at(&branch, Reason::CommentNotOpen),
                b'<' | b'>' | b']' | b'"' => {
                    let reason = Reason::Unreadable(char::from(next).to_string());
                    return self.fail_at(&branch, reason);
                }
                _ if !below.is_empty() && is_null_move(self.token_here()) => {
                    let threat = self.rest_of_variation(&branch)?;
                    branch.comment(&threat);
                }
                _ => {
                    if let Some(result) = self.token(&mut branch)? {
                        if !below.is_empty() {
                            return self.fail_at(&branch, Reason::ResultInVariation);
                        }
                        if let Some(glyph) = branch.pending.first() {
                            let reason = Reason::MarkWithoutMove(format!("${glyph}"));
                            return self.fail_at(&branch, reason);
                        }
                        let line = self.line;
                        self.behind_result(&mut branch)?;
                        return Some((branch.line, result, line));
                    }
                }
            }
        }
    }

    /// The result that the tag says, where the moves end without one.
    fn result_of_tag(&mut self, branch: &Branch, below: &[Branch]) -> Option<Outcome> {
        let said = self.tags.iter().find(|tag| tag.name == "Result")?;
        if !below.is_empty() || branch.line.moves.is_empty() || !branch.pending.is_empty() {
            return None;
        }
        let result = said.value.parse().ok()?;
        let reason = Oddity::ResultInTag(said.value.clone());
        self.doubts.push(Fault::new(
            Place::due(self.line, &branch.position),
            reason.into(),
        ));
        Some(result)
    }

    fn over_without_result<T>(&mut self, branch: &Branch, below: &[Branch]) -> Option<T> {
        if below.is_empty() {
            return self.fail_at(branch, Reason::NoResult);
        }
        let place = Place {
            line: branch.opened,
            at: Some(number_of(&branch.position)),
        };
        self.fail(place, Reason::VariationNotClosed)
    }

    fn behind_result(&mut self, branch: &mut Branch) -> Option<()> {
        loop {
            self.skip_blanks();
            match self.next() {
                None => return Some(()),
                Some(b'{' | b';') => {
                    let comment = self.comment()?;
                    branch.comment(comment);
                }
                Some(_) => {
                    let rest = self.rest();
                    let first = shown(rest.lines().next().unwrap_or_default());
                    if !is_prose(rest) {
                        return self.fail(Place::line(self.line), Reason::BehindResult(first));
                    }
                    self.doubt(self.line, Oddity::WordsBelow(first));
                    branch.comment(rest);
                    self.at = self.text.len();
                    return Some(());
                }
            }
        }
    }

    fn open(&mut self, branch: &mut Branch, below: &mut Vec<Branch>) -> Option<()> {
        if below.len() >= DEEPEST {
            return self.fail_at(branch, Reason::TooNested(DEEPEST));
        }
        let Some(before) = branch.before.clone() else {
            return self.fail_at(branch, Reason::VariationFirst);
        };
        self.at += 1;
        let variation = Branch::at(before, self.line);
        below.push(std::mem::replace(branch, variation));
        Some(())
    }

    fn close(&mut self, branch: &mut Branch, below: &mut Vec<Branch>) -> Option<()> {
        let Some(outer) = below.pop() else {
            return self.fail_at(branch, Reason::VariationNotOpen);
        };
        if let Some(glyph) = branch.pending.first() {
            let reason = Reason::MarkWithoutMove(format!("${glyph}"));
            return self.fail_at(branch, reason);
        }
        if branch.line.moves.is_empty() && branch.line.before.is_empty() {
            return self.fail_at(branch, Reason::VariationEmpty);
        }
        self.at += 1;
        let variation = std::mem::replace(branch, outer).line;
        if let Some(last) = branch.line.moves.last_mut() {
            last.asides.push(if variation.moves.is_empty() {
                Aside::Comment(format!("({})", variation.before.join(" ")))
            } else {
                Aside::Variation(variation)
            });
        }
        Some(())
    }

    /// What stands from here to the end of the variation, in words. Annotators show a threat by letting one side pass: no
    /// move of the game, and worth keeping.
    fn rest_of_variation(&mut self, branch: &Branch) -> Option<String> {
        let mut words = String::new();
        let mut deep = 0_usize;
        loop {
            match self.next() {
                None => return self.fail_at(branch, Reason::VariationNotClosed),
                Some(b')') if deep == 0 => return Some(words),
                Some(b'{' | b';') => {
                    let comment = self.comment()?;
                    words.extend([comment, " "]);
                    continue;
                }
                Some(b'(') => deep += 1,
                Some(b')') => deep -= 1,
                Some(b'\n') => self.line += 1,
                Some(_) => {}
            }
            let sign = self.rest().chars().next()?;
            words.push(sign);
            self.at += sign.len_utf8();
        }
    }

    /// `$n`, or one of the six suffixes that are short for `$1` to `$6` (8.2.3.8).
    fn mark(&mut self, branch: &mut Branch) -> Option<()> {
        let rest = self.rest();
        let (written, glyph) = match rest.strip_prefix('$') {
            Some(number) => {
                let figures = number.bytes().take_while(u8::is_ascii_digit).count();
                let written = rest.get(..figures + 1).unwrap_or_default();
                let number = number.get(..figures).unwrap_or_default();
                (written, number.parse::<u8>().ok())
            }
            None => {
                let signs = rest
                    .bytes()
                    .take_while(|sign| matches!(sign, b'!' | b'?'))
                    .count();
                let written = rest.get(..signs).unwrap_or_default();
                let suffixes = ["!", "?", "!!", "??", "!?", "?!"];
                let number = suffixes.iter().position(|suffix| *suffix == written);
                (written, number.and_then(|at| u8::try_from(at + 1).ok()))
            }
        };
        let Some(glyph) = glyph else {
            let reason = match next_byte(written) {
                Some(b'$') => Reason::Glyph(shown(written)),
                _ => Reason::Suffix(shown(written)),
            };
            return self.fail_at(branch, reason);
        };
        let glyphs = match branch.line.moves.last_mut() {
            Some(last) => &mut last.glyphs,
            None => &mut branch.pending,
        };
        if !glyphs.contains(&glyph) {
            glyphs.push(glyph);
        }
        self.at += written.len();
        Some(())
    }

    /// A number, a move, or the result. `None` is a fault, `Some(None)` no result.
    fn token(&mut self, branch: &mut Branch) -> Option<Option<Outcome>> {
        let rest = self.rest();
        if rest.starts_with('*') {
            self.at += 1;
            return Some(Some(Outcome::Unknown));
        }
        let mut token = self.token_here();
        if next_byte(token).is_some_and(|first| first.is_ascii_digit() || first == 0xc2) {
            match token {
                "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½" => {
                    self.at += token.len();
                    let result = headings::mended("Result", token);
                    return Some(result.parse().ok());
                }
                _ => {}
            }
            let figures = token.bytes().take_while(u8::is_ascii_digit).count();
            let behind = token.get(figures..).unwrap_or_default();
            if behind.is_empty() || next_byte(behind).is_some_and(|sign| sign.is_ascii_alphabetic())
            {
                return self.number(token.get(..figures).unwrap_or_default(), branch);
            }
        }
        if token == "ep" || rest.starts_with("e.p") {
            self.at += if token == "ep" { 2 } else { 3 };
            return Some(None);
        }
        let mut length = token.len();
        // "exd6e.p." in one word.
        let behind = rest.get(length..).unwrap_or_default();
        if behind.starts_with(".p")
            && let Some(shorter) = token.strip_suffix('e')
        {
            token = shorter;
            length += 2;
        }
        let promoted = promotion_in_brackets(token, rest.get(length..).unwrap_or_default());
        let written = match promoted {
            Some(piece) => {
                length += 3;
                let behind = rest.get(length..).unwrap_or_default();
                length += behind.len() - behind.trim_start_matches(['+', '#']).len();
                let written = format!("{token}={piece}");
                let reason = Oddity::PromotionInBrackets(shown(&written));
                let place = Place::due(self.line, &branch.position);
                self.doubts.push(Fault::new(place, reason.into()));
                Cow::Owned(written)
            }
            None => Cow::Borrowed(token),
        };
        let Some(left) = self.moves_left.checked_sub(1) else {
            return self.fail_at(branch, Reason::TooManyMoves);
        };
        *self.moves_left = left;
        let played = match read_move(&branch.position, &written, self.letters) {
            Ok(played) => played,
            Err(reason) => return self.fail_at(branch, reason),
        };
        self.at += length;
        self.moves += 1;
        branch.before = Some(branch.position.clone());
        branch.position.play_unchecked(played);
        let mut at = Played::new(played);
        at.glyphs.append(&mut branch.pending);
        branch.line.moves.push(at);
        Some(None)
    }

    /// Numbers with dots mean nothing (8.2.2.1). One without a dot might be a move in figures, as `5254` is, and must
    /// not be lost.
    fn number(&mut self, figures: &str, branch: &Branch) -> Option<Option<Outcome>> {
        let behind = self.rest().get(figures.len()..).unwrap_or_default();
        let due = branch.position.fullmoves().get();
        let fits = figures.parse() == Ok(due) || behind.trim_start().starts_with('.');
        if !fits {
            return self.fail_at(branch, Reason::Number(shown(figures)));
        }
        self.at += figures.len();
        Some(None)
    }

    // ---- the text

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn token_here(&self) -> &'t str {
        let rest = self.rest();
        rest.get(..rest.bytes().take_while(|sign| is_in_token(*sign)).count())
            .unwrap_or_default()
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Goes over white space, and over lines that begin with a percent sign (section 6).
    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            let at_line_start = || {
                self.at
                    .checked_sub(1)
                    .is_none_or(|before| bytes.get(before) == Some(&b'\n'))
            };
            match byte {
                b'\n' => self.line += 1,
                b'%' if at_line_start() => {
                    let rest = bytes.get(self.at..).unwrap_or_default();
                    let end = rest.iter().position(|&byte| byte == b'\n');
                    self.at += end.unwrap_or(rest.len());
                    continue;
                }
                _ if byte.is_ascii_whitespace() || byte == 0 || byte == 0x0b => {}
                _ => return,
            }
            self.at += 1;
        }
    }

    /// The text of the comment that begins here, from `{` to `}` or from `;` to the end of the line.
    fn comment(&mut self) -> Option<&'t str> {
        let inside = self.rest().get(1..).unwrap_or_default();
        let whole_line = self.next() == Some(b';');
        let end = inside.find(if whole_line { '\n' } else { '}' });
        match end {
            Some(end) => {
                let comment = inside.get(..end).unwrap_or_default();
                self.at += end + if whole_line { 1 } else { 2 };
                let lines = comment.bytes().filter(|&byte| byte == b'\n').count();
                self.line += u64::try_from(lines).unwrap_or(0) + u64::from(whole_line);
                Some(comment)
            }
            None if whole_line => {
                self.at = self.text.len();
                Some(inside)
            }
            None => self.fail(Place::line(self.line), Reason::CommentNotClosed),
        }
    }

    fn fail<T>(&mut self, place: Place, reason: Reason) -> Option<T> {
        self.faults.push(Fault::new(place, reason));
        None
    }

    fn fail_at<T>(&mut self, branch: &Branch, reason: Reason) -> Option<T> {
        self.fail(Place::due(self.line, &branch.position), reason)
    }
}

/// The position that the tags `Variant`, `SetUp` and `FEN` make, each with its line; the fault is on the line of the one
/// that is wrong.
fn start(
    variant: Option<(u64, &str)>,
    setup: Option<(u64, &str)>,
    fen: Option<(u64, &str)>,
) -> Result<Chess, Fault> {
    let fault = |tag: &str, (line, value): (u64, &str), why: &str| {
        let (tag, value, why) = (tag.to_owned(), value.to_owned(), why.to_owned());
        Fault::new(Place::line(line), Reason::Tag { tag, value, why })
    };
    let named = variant.unwrap_or((0, "?"));
    let mode = match named.1.to_ascii_lowercase().as_str() {
        "standard" | "normal" | "chess" | "from position" | "?" => CastlingMode::Standard,
        "chess960" | "chess 960" | "960" | "fischerandom" | "fischerrandom" | "fischer random"
        | "freestyle" | "freestyle chess" => CastlingMode::Chess960,
        _ => {
            return Err(fault(
                "Variant",
                named,
                "only chess and Chess960 are known here",
            ));
        }
    };
    let Some(fen) = fen else {
        return match (setup, mode) {
            (Some(setup @ (_, "1")), _) => Err(fault("SetUp", setup, "there is no FEN with it")),
            (_, CastlingMode::Standard) => Ok(Chess::default()),
            (_, CastlingMode::Chess960) => Err(fault(
                "Variant",
                (named.0, "Chess960"),
                "there is no FEN of the start position",
            )),
        };
    };
    let position = GivenPosition::read(fen.1)
        .and_then(|given| given.to_chess(mode))
        .map_err(|error| fault("FEN", fen, &error.to_string()))?;
    match setup {
        Some(setup @ (_, "0")) if position != Chess::default() => {
            Err(fault("SetUp", setup, "the FEN is not the usual start"))
        }
        _ => Ok(position),
    }
}

/// The move that is written here, where it is legal and can be no other.
fn read_move(position: &Chess, token: &str, letters: Letters) -> Result<Move, Reason> {
    let bytes = token.as_bytes();
    let end = bytes
        .iter()
        .rposition(|sign| !matches!(sign, b'+' | b'#'))
        .map_or(0, |last| last + 1);
    let bare = bytes.get(..end).unwrap_or_default();
    if letters == Letters::English
        && let Ok(san) = San::from_ascii(bare)
        && let Ok(played) = san.to_move(position)
    {
        return Ok(played);
    }
    let typed = || shown(token);
    if is_null_move(token) {
        return Err(Reason::NullMove(typed()));
    }
    if token.len() > LONGEST_MOVE {
        return Err(Reason::Unreadable(typed()));
    }
    let spellings = notation::read_moves(token, letters).unwrap_or_default();
    let [spelling] = spellings.as_slice() else {
        return Err(Reason::Unreadable(typed()));
    };
    match spelling.resolve(position) {
        Reading::One(played) => Ok(played),
        Reading::Several(moves) => {
            let moves: Vec<String> = moves
                .iter()
                .map(|m| letters.of_san(&notation::san(position, *m)))
                .collect();
            Err(Reason::Ambiguous {
                typed: typed(),
                choices: any_of(&moves),
            })
        }
        Reading::Impossible(impossible) => Err(Reason::Move {
            typed: typed(),
            why: impossible.reason.to_string(),
        }),
    }
}

/// How programs write that a side passes.
fn is_null_move(token: &str) -> bool {
    matches!(token, "--" | "Z0" | "null" | "pass" | "@@@@")
}

/// The piece of "a8(Q)", which stands in brackets behind a pawn's move to the last rank.
fn promotion_in_brackets(token: &str, behind: &str) -> Option<char> {
    let mut signs = behind.chars();
    let (opened, piece, closed) = (signs.next()?, signs.next()?, signs.next()?);
    let piece = piece.to_ascii_uppercase();
    let at_last = token.ends_with(['1', '8'])
        && token.starts_with(|first: char| ('a'..='h').contains(&first));
    (opened == '(' && closed == ')' && at_last && matches!(piece, 'Q' | 'R' | 'B' | 'N'))
        .then_some(piece)
}

/// Whether a text is words, and no moves: nothing in it looks like a move, a number of one, a tag or a comment.
fn is_prose(text: &str) -> bool {
    !text.contains(['{', '}', '[', ']'])
        && text.split_whitespace().all(|word| {
            let bare = word.trim_matches(|sign: char| !sign.is_alphanumeric());
            let numbered = bare
                .trim_start_matches(|sign: char| sign.is_ascii_digit())
                .strip_prefix('.')
                .is_some_and(|rest| rest.len() < bare.len() - 1);
            let number = word.ends_with('.') && bare.bytes().all(|sign| sign.is_ascii_digit());
            let variation = word.starts_with(['(', '$', ';']);
            let chess = numbered || number || variation || San::from_ascii(bare.as_bytes()).is_ok();
            !chess
        })
}

fn is_in_token(sign: u8) -> bool {
    !sign.is_ascii_whitespace()
        && !matches!(
            sign,
            0 | 0x0b
                | b'{'
                | b'}'
                | b'('
                | b')'
                | b'['
                | b']'
                | b'<'
                | b'>'
                | b';'
                | b'$'
                | b'!'
                | b'?'
                | b'"'
                | b'.'
                | b'*'
        )
}

fn next_byte(text: &str) -> Option<u8> {
    text.bytes().next()
}

/// As much of it as fits into a sentence.
fn shown(text: &str) -> String {
    let mut shown: String = clean_value(text).chars().take(LONGEST_MOVE).collect();
    if shown.len() < text.trim().len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::pgn::write_pgn;

    fn read(text: &str) -> Result<ReadGame, Vec<String>> {
        read_bytes(text.as_bytes())
    }

    fn read_bytes(bytes: &[u8]) -> Result<ReadGame, Vec<String>> {
        let game = GameText {
            line: 1,
            bytes: bytes.to_vec(),
            too_long: false,
            guessed: false,
        };
        read_pgn(&game).map_err(|faults| faults.iter().map(Fault::to_string).collect())
    }

    /// The movetext of the game as we write it.
    fn movetext(text: &str) -> String {
        let game = read(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        let written = write_pgn(&game.record);
        let again = read(&written).unwrap_or_else(|faults| panic!("{written}: {faults:?}"));
        assert_eq!(again.record.line, game.record.line, "{written}");
        assert_eq!(write_pgn(&again.record), written);
        written.split_once("\n\n").unwrap().1.trim_end().to_owned()
    }

    #[test]
    fn no_more_moves_are_read_than_are_left() {
        let game = |text: &str| GameText {
            line: 1,
            bytes: text.as_bytes().to_vec(),
            too_long: false,
            guessed: false,
        };
        let mut left = 5;
        assert!(read_pgn_within(&game("1. e4 (1. d4) e5 *"), &mut left).is_ok());
        assert_eq!(left, 2);
        let faults = read_pgn_within(&game("1. e4 (1. d4) e5 *"), &mut left).unwrap_err();
        assert_eq!(faults[0].reason, Reason::TooManyMoves);
        assert_eq!(left, 0);
    }

    #[test]
    fn what_is_written_by_hand_comes_out_in_the_export_format() {
        let table = [
            ("*", "*"),
            ("e4 e5 1-0", "1. e4 e5 1-0"),
            ("1 e4 e5 2 Nf3 *", "1. e4 e5 2. Nf3 *"),
            ("1.e4 1...e5 2 . Nf3 2. ... Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"),
            ("1e4 e5 2Nf3*", "1. e4 e5 2. Nf3 *"),
            ("1. e4\n\n\te5\r\n 1/2", "1. e4 e5 1/2-1/2"),
            // marks
            (
                "1. e4! e5?! 2. Nf3 $14 $1 $14 *",
                "1. e4 $1 1... e5 $6 2. Nf3 $14 $1 *",
            ),
            (
                "1. e4 !? e5 ?? 2. d4!! d5? *",
                "1. e4 $5 1... e5 $4 2. d4 $3 2... d5 $2 *",
            ),
            // marks before their move
            ("$1 1. e4 *", "1. e4 $1 *"),
            (
                "1. e4 e5 ($142 1... c5 $6 2. Nf3) ({or} $1 c6) 2. d4 *",
                "1. e4 e5 (1... c5 $142 $6 2. Nf3) ({or} 1... c6 $1) 2. d4 *",
            ),
            // comments
            (
                "{start} 1. e4 {a\n  b} {c}e5 ; d } e\n *",
                "{start} 1. e4 {a b} {c} 1... e5 {d ) e} *",
            ),
            ("1. e4 {} e5 {  } *", "1. e4 e5 *"),
            ("1. e4\n% 1... Nothing {\ne5 *", "1. e4 e5 *"),
            (
                "1. e4 e5 1-0 {Black resigns.}",
                "1. e4 e5 {Black resigns.} 1-0",
            ),
            // variations
            (
                "1. e4 (1. d4 d5 (1... Nf6) {x} 2. c4) e5 *",
                "1. e4 (1. d4 d5 (1... Nf6) {x} 2. c4) 1... e5 *",
            ),
            (
                "1. e4 (d4)(c4 {good}) {or} (f4) e5 (c5) *",
                "1. e4 (1. d4) (1. c4 {good}) {or} (1. f4) 1... e5 (1... c5) *",
            ),
            (
                "1. e4 e5 ({at once} 1... c5 $1) 2. Nf3 *",
                "1. e4 e5 ({at once} 1... c5 $1) 2. Nf3 *",
            ),
            (
                "1. e4 e5 2. Nf3 (2. d3 Nc6 3. -- {a pass} (3. a3\n{no}) d5) 2... d6 *",
                "1. e4 e5 2. Nf3 (2. d3 Nc6 {-- a pass (3. a3 no ) d5}) 2... d6 *",
            ),
            ("1. e4 e5 ( Z0 2. Qh5 ) *", "1. e4 e5 {(Z0 2. Qh5)} *"),
            // spellings
            (
                "e4 d5 exd Qxd5 Nc3 Qa5 Nf3 Nf6 Be2 Bg4 0-0 *",
                "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. Nf3 Nf6 5. Be2 Bg4 6. O-O *",
            ),
            ("e4 Nf6 e5 d5 exd6 e.p. *", "1. e4 Nf6 2. e5 d5 3. exd6 *"),
            (
                "e4 Nf6 e5 d5 exd6e.p. exd6 *",
                "1. e4 Nf6 2. e5 d5 3. exd6 exd6 *",
            ),
            (
                "e4 Nf6 e5 d5 exd6 ep exd6 *",
                "1. e4 Nf6 2. e5 d5 3. exd6 exd6 *",
            ),
            (
                "e2-e4 e7e5 Ng1-f3 Nb8c6 Bb5+ *",
                "1. e4 e5 2. Nf3 Nc6 3. Bb5 *",
            ),
            ("1. f3 e5 2. g4 Qh4 0-1", "1. f3 e5 2. g4 Qh4# 0-1"),
            ("1. ♘f3 ♞f6 *", "1. Nf3 Nf6 *"),
            (
                "[SetUp \"1\"]\n[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\na8Q+ *",
                "1. a8=Q+ *",
            ),
            // the other knight is pinned
            (
                "[FEN \"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1\"]\n1. Nge2 *",
                "1. Ne2 *",
            ),
            (
                "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 5 39\"]\n39... Kd7 40. e4 *",
                "39... Kd7 40. e4 *",
            ),
            (
                "[Variant \"Fischerandom\"]\n[FEN \"nrbkqnrb/pppppppp/8/8/8/8/PPPPPPPP/NRBKQNRB w KQkq - 0 1\"]\n1. b3 b6 2. Bb2 Bb7 3. O-O-O 0-0-0 *",
                "1. b3 b6 2. Bb2 Bb7 3. O-O-O O-O-O *",
            ),
        ];
        for (typed, written) in table {
            assert_eq!(movetext(typed), written, "{typed}");
        }
    }

    #[test]
    fn each_fault_is_told_with_its_line_its_move_and_its_reason() {
        let table: &[(&str, &[&str])] = &[
            ("", &["line 1: there is no game here"]),
            (
                "1. e4 e5",
                &["line 1, move 2.: the moves do not end with a result: 1-0, 0-1, 1/2-1/2 or *"],
            ),
            (
                "1. e4\ne5\n2. Nf6 *",
                &["line 3, move 2.: Nf6: there is no knight that can reach f6"],
            ),
            (
                "1. e4 Ke6 *",
                &["line 1, move 1...: Ke6: there is no king that can reach e6"],
            ),
            (
                "1. Nf3 d5 2. d3 d4 3. Nd2 *",
                &["line 1, move 3.: Nd2 can be Nbd2 or Nfd2; write which one"],
            ),
            (
                "1. e4 -- 2. d4 *",
                &[
                    "line 1, move 1...: --: a move that leaves the board as it is is not legal in chess",
                ],
            ),
            (
                "1. e4 5254 *",
                &["line 1, move 1...: 5254 is neither a move nor the number of this one"],
            ),
            (
                "1. e4 $ *",
                &["line 1, move 1...: $: a mark is $ and a number up to 255"],
            ),
            (
                "1. e4 $256 *",
                &["line 1, move 1...: $256: a mark is $ and a number up to 255"],
            ),
            (
                "1. e4!!! *",
                &["line 1, move 1...: !!! is none of ! ? !! ?? !? ?!"],
            ),
            (
                "1. e4 e5 ($1) *",
                &["line 1, move 1...: $1 stands before any move"],
            ),
            (
                "1. e4\n{oh\nno *",
                &["line 2: the comment that begins here with { has no }"],
            ),
            ("1. e4 } *", &["line 1, move 1...: } without {"]),
            (
                "1. e4\n(1. d4\nd5 *",
                &["line 3, move 2.: a result within a variation"],
            ),
            (
                "1. e4\n(1. d4\nd5",
                &["line 2, move 2.: a variation that begins with ( has no )"],
            ),
            (
                "1. e4\n(--\nd5",
                &["line 3, move 1.: a variation that begins with ( has no )"],
            ),
            ("1. e4 ) *", &["line 1, move 1...: ) without ("]),
            (
                "1. e4 () *",
                &["line 1, move 1.: a variation without a move"],
            ),
            (
                "(1. e4) *",
                &[
                    "line 1, move 1.: a variation before the first move; it stands behind the move that it replaces",
                ],
            ),
            (
                "1. e4 <x> *",
                &["line 1, move 1...: < means nothing in PGN"],
            ),
            (
                "1. e4 hello *",
                &["line 1, move 1...: hello means nothing in PGN"],
            ),
            ("1. e4 * e5", &["line 1: e5 stands behind the result"]),
            (
                "1. e4 [Event \"x\"] *",
                &["line 1, move 1...: a tag stands among the moves"],
            ),
            (
                "[Event x]\n[Event]\n[Event \"a\n[_a \"b\"]\n\n*",
                &[
                    "line 1: a tag is written [Name \"value\"], on one line; this is [Event x]",
                    "line 2: a tag is written [Name \"value\"], on one line; this is [Event]",
                    "line 3: a tag is written [Name \"value\"], on one line; this is [Event \"a",
                    "line 4: a tag is written [Name \"value\"], on one line; this is [_a \"b\"]",
                ],
            ),
            (
                "[Event \"a\"]\n[Site \"b\"]\n[Event \"a\"]\n*",
                &["line 3: the tag Event stands twice"],
            ),
            (
                "[Date \"1992.02.30\"]\n[Result \"won\"]\n\n*",
                &[
                    "line 2: Result \"won\": a result is 1-0, 0-1, 1/2-1/2 or *",
                    "line 4: the moves end with *, and the tag Result says won",
                ],
            ),
            (
                "[Result \"1-0\"]\n\n1. e4 e5 0-1\n\n",
                &["line 3: the moves end with 0-1, and the tag Result says 1-0"],
            ),
            (
                "[Event \"x\"]\n[SetUp \"1\"]\n*",
                &["line 2: SetUp \"1\": there is no FEN with it"],
            ),
            (
                "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n[SetUp \"0\"]\n*",
                &["line 3: SetUp \"0\": the FEN is not the usual start"],
            ),
            (
                "[Event \"x\"]\n[Site \"y\"]\n[Variant \"Atomic\"]\n*",
                &["line 3: Variant \"Atomic\": only chess and Chess960 are known here"],
            ),
            (
                "[Event \"x\"] [Variant \"Chess960\"]\n*",
                &["line 1: Variant \"Chess960\": there is no FEN of the start position"],
            ),
            (
                "[Event \"x\"]\n\n[FEN \"4k3/8/8/8/8/8/4P3/8 w - - 0 1\"]\n[Site \"y\"]\n*",
                &[
                    "line 3: FEN \"4k3/8/8/8/8/8/4P3/8 w - - 0 1\": pieces (field 1): White has no king",
                ],
            ),
            (
                "[Result \"1-0\"]\n\n1. e4 (1. d4",
                &["line 3, move 1...: a variation that begins with ( has no )"],
            ),
            (
                "[Result \"*\"]\n\n",
                &["line 3, move 1.: the moves do not end with a result: 1-0, 0-1, 1/2-1/2 or *"],
            ),
            (
                "1. e4 *\nsee 2. d4",
                &["line 2: see 2. d4 stands behind the result"],
            ),
            (
                "1. e4 e5 (1... c5 2. c3) $142 1-0 hello { x",
                &["line 1: hello { x stands behind the result"],
            ),
            (
                "1. e4 e5 12 Nf3 *",
                &["line 1, move 2.: 12 is neither a move nor the number of this one"],
            ),
        ];
        for (text, expected) in table.iter().copied() {
            let faults = read(text).err().unwrap_or_default();
            assert_eq!(faults, expected, "{text}");
        }
    }

    #[test]
    fn headings_are_kept_mended_or_doubted() {
        let game = read(
            "[White \"a \\\"b\\\" \\\\ \\c\"] [Black \" Ann\t\"]\n[Date \"1992-11-04\"]\n[WhiteElo \"high\"]\n\
             [Termination \"Normal\"]\n[Unheard_of \"\"]\n[SetUp \"0\"]\n\n*",
        )
        .unwrap();
        assert_eq!(game.record.tag("White"), Some("a \"b\" \\ \\c"));
        assert_eq!(game.record.tag("Black"), Some("Ann"));
        assert_eq!(game.record.tag("Date"), Some("1992.11.04"));
        assert_eq!(game.record.tag("Termination"), Some("normal"));
        assert_eq!(game.record.tag("WhiteElo"), Some("high"));
        assert_eq!(game.record.tag("Unheard_of"), Some(""));
        let doubts: Vec<String> = game.doubts.iter().map(Fault::to_string).collect();
        assert_eq!(
            doubts,
            ["line 3: WhiteElo \"high\": a rating is a number of at most four figures, or -"]
        );
        assert!(write_pgn(&game.record).contains("[White \"a \\\"b\\\" \\\\ \\\\c\"]\n"));
    }

    /// Each way of writing that the standard does not know: what is read, and what is told.
    #[test]
    fn what_loses_nothing_is_read_and_told() {
        let table = [
            (
                "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5",
                "1. e4 e5 1-0",
                "line 4, move 2.: the moves do not end with a result; that of the tag Result was taken, 1-0",
            ),
            (
                "[Event \"The \"Big\" One\"] [Site \"y\"]\n*",
                "[Event \"The \\\"Big\\\" One\"]\n[Site \"y\"]",
                "line 1: the value of Event has quotation marks in it; before each of them belongs a backslash",
            ),
            (
                "[White \"O\"Neil\"]\n*",
                "[White \"O\\\"Neil\"]",
                "line 1: the value of White has quotation marks in it; before each of them belongs a backslash",
            ),
            (
                "[Site \"y\"]\n[Event \"A long\nname of \n an event\"]\n[White \"Ann\"]\n*",
                "[Event \"A long name of an event\"]",
                "line 2: the tag Event goes on in the next line; it belongs on one",
            ),
            (
                "[Date \"25.11.1992\"]\n*",
                "[Date \"1992.11.25\"]",
                "line 1: Date \"25.11.1992\" was read as 1992.11.25",
            ),
            (
                "[Date \"04.11.1992\"]\n*",
                "[Date \"04.11.1992\"]",
                "line 1: Date \"04.11.1992\": a date is YYYY.MM.DD, with ? for each figure that is not known",
            ),
            (
                "[Site \"y\"]\nwhite: Ann\n\n1. e4 *",
                "[White \"Ann\"]",
                "line 2: no brackets stand around White; a heading is written [White \"...\"]",
            ),
            (
                "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q) *",
                "1. a8=Q+ *",
                "line 3, move 1.: a promotion is written a8=Q, without brackets",
            ),
            (
                "[FEN \"1n5k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. axb8(n)+ Kg8 *",
                "1. axb8=N Kg8 *",
                "line 3, move 1.: a promotion is written axb8=N, without brackets",
            ),
            (
                "1. e4 1-0\n\nBest wishes, Ann!\nwww.example.org",
                "1. e4 {Best wishes, Ann! www.example.org} 1-0",
                "line 3: \"Best wishes, Ann!\" stands below the game; it was kept as a comment",
            ),
        ];
        for (text, kept, told) in table {
            let game = read(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
            let written = write_pgn(&game.record);
            assert!(written.contains(kept), "{text}: {written}");
            let doubts: Vec<String> = game.doubts.iter().map(Fault::to_string).collect();
            assert_eq!(doubts, [told], "{text}");
            assert!(game.doubts[0].reason.is_lenient(), "{told}");
            let again = read(&written).unwrap_or_else(|faults| panic!("{written}: {faults:?}"));
            assert_eq!(write_pgn(&again.record), written);
            assert!(
                again.doubts.is_empty() || told.contains("04.11"),
                "{:?}",
                again.doubts
            );
        }
    }

    #[test]
    fn the_line_is_counted_behind_what_goes_on_in_the_next_one() {
        let faults = read("[Event \"a\nb\"]\n[SetUp \"1\"]\n\n*").unwrap_err();
        assert_eq!(faults, ["line 3: SetUp \"1\": there is no FEN with it"]);
        let two = read("[Event \"a\nb\"] [Site \"c\"]\n*").unwrap();
        assert_eq!(two.record.tag("Event"), Some("a b"));
        assert_eq!(two.record.tag("Site"), Some("c"));
        let four = read("[Event \"a\nb\nc\nd\ne\"]\n*").unwrap_err();
        assert!(four[0].starts_with("line 1: a tag is written"), "{four:?}");
    }

    /// Somebody who mends one fault at a time would send a mail for each.
    #[test]
    fn all_faults_of_an_entry_are_told_at_once_in_the_letters_of_its_writer() {
        let entered = |text: &str, letters| {
            let game = GameText {
                line: 1,
                bytes: text.as_bytes().to_vec(),
                too_long: false,
                guessed: false,
            };
            let mut moves_left = usize::MAX;
            read_entry(&game, letters, &mut moves_left)
                .map_err(|faults| faults.iter().map(Fault::to_string).collect::<Vec<_>>())
        };
        let bad = "[Event x]\n[Site \"y\"]\n[WhiteElo \"high\"]\n[Result \"1-0\"]\n[Date \"25.11.1992\"]\n\n1. Sf3 d5 2. d3 d4 3. Sd2 1-0\n";
        assert_eq!(
            entered(bad, Letters::German).unwrap_err(),
            [
                "line 1: a tag is written [Name \"value\"], on one line; this is [Event x]",
                "line 1: a game needs Event, Round, White and Black as well; what is not known is written [Event \"?\"]",
                "line 3: WhiteElo \"high\": a rating is a number of at most four figures, or -",
                "line 7, move 3.: Sd2 can be Sbd2 or Sfd2; write which one",
            ]
        );
        let heads = "[Event \"x\"]\n[Site \"y\"]\n[Date \"1992.11.25\"]\n[Round \"1\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\n";
        for (moves, letters, read) in [
            ("1. Sf3 d5 2. Dd2", Letters::German, false),
            ("1. Sf3 Sc6 2. g3 1/2-1/2", Letters::German, true),
            ("1. Nf3 Nc6 2. g3 1/2-1/2", Letters::German, true),
            ("1. Sf3 Sc6 2. g3 1/2-1/2", Letters::English, false),
            ("1. Cf3 Cc6 2. g3 1/2-1/2", Letters::French, true),
        ] {
            let game = entered(&format!("{heads}{moves}"), letters);
            assert_eq!(game.is_ok(), read, "{moves}: {game:?}");
            if let Ok(game) = game {
                assert!(write_pgn(&game.record).contains("1. Nf3 Nc6 2. g3 1/2-1/2"));
            }
        }
        let lenient = entered(
            &heads
                .replace("1992.11.25", "25.11.1992")
                .replace("\n\n", "\n[Result \"1-0\"]\n\n1. e4"),
            Letters::English,
        )
        .unwrap();
        assert_eq!(lenient.doubts.len(), 2, "{:?}", lenient.doubts);
        let nothing = entered("\n", Letters::English).unwrap_err();
        assert_eq!(nothing, ["line 1: there is no game here"]);
    }

    #[test]
    fn octets_that_are_no_utf_8_are_read_as_the_standard_says() {
        let game = read_bytes(b"[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n} *").unwrap();
        assert_eq!(game.record.tag("White"), Some("Müller"));
        let game = read_bytes(b"[White \"\x8am\xedd \x96 \x93Jan\x94\"]\n\n*").unwrap();
        assert_eq!(game.record.tag("White"), Some("Šmíd – “Jan”"));
        assert!(game.doubts.is_empty());
        let game = read_bytes(b"[Event \"x\"]\n[White \"Micha\xb3\"]\n\n*").unwrap();
        assert_eq!(
            game.doubts[0].to_string(),
            "line 2: the letters of White may be wrong: Micha³; the text is not in UTF-8, and was read as Windows-1252"
        );
        let game = read("[White \"Müller\"]\n\n1. e4 {schön} *").unwrap();
        assert!(write_pgn(&game.record).contains("1. e4 {schön} *"));
    }

    #[test]
    fn what_is_made_to_hurt_is_refused_in_time() {
        let nested = format!("1. e4 {}", "(1. d4 ".repeat(200_000));
        assert_eq!(
            read(&nested).unwrap_err(),
            ["line 1, move 1...: variations are nested deeper than 100"]
        );
        let deep = format!("1. e4 {}{} *", "(1. d4 ".repeat(100), ")".repeat(100));
        movetext(&deep);
        let tags: String = (0..100_000).map(|at| format!("[A{at} \"\"]\n")).collect();
        assert_eq!(
            read(&tags).unwrap_err()[0],
            "line 201: a game has at most 200 tags here"
        );
        assert!(read(&"[\n".repeat(1_000_000)).unwrap_err().len() <= 20);
        let word = "e4".repeat(1_000_000);
        assert!(read(&word).unwrap_err()[0].len() < 200);
        let long = GameText {
            line: 7,
            bytes: b"*".to_vec(),
            too_long: true,
            guessed: false,
        };
        let fault = read_pgn(&long).unwrap_err().remove(0);
        assert_eq!(
            fault.to_string(),
            "line 7: the game is longer than 4096 KiB"
        );
    }
}
