//! One game in the import format (standard, 3.1), or what is wrong with it.
//!
//! The rules of the game decide what is a move: the letters of the standard first, then whatever a person may have
//! written that has exactly one legal meaning, such as `0-0`, `exd` or `e8Q`. What has two is a fault.

use super::encoding::{self, Unsure};
use super::fault::{Fault, Place, Reason};
use super::headings;
use super::oddity::Oddity;
use super::record::{Aside, Line, OF_OPENING, Played, Record, number_of};
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
        // With those that are filled in afterwards a game that was taken is taken again.
        let own = self
            .tags
            .iter()
            .filter(|tag| !OF_OPENING.contains(&tag.name.as_str()));
        if own.count() >= MOST_TAGS && !OF_OPENING.contains(&name) {
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
        self.play(&written, length, branch)
    }

    /// Plays the move that is written here in so many octets.
    fn play(
        &mut self,
        written: &str,
        length: usize,
        branch: &mut Branch,
    ) -> Option<Option<Outcome>> {
        let Some(left) = self.moves_left.checked_sub(1) else {
            return self.fail_at(branch, Reason::TooManyMoves);
        };
        *self.moves_left = left;
        let played = match read_move(&branch.position, written, self.letters) {
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
mod tests;
