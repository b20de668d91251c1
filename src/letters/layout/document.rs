//! The blocks of which a letter is made.

use crate::letters::Language;
use std::ops::Range;

/// A letter without its reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::letters) struct Document {
    pub(super) blocks: Vec<Block>,
}

/// A part of a letter, as small as a writer may want it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// An empty line.
    Gap,
    /// Prose, its words parted by blanks.
    Paragraph(String),
    /// A line that keeps its place, with the blanks before it: of a list, or of a letter that is shown in this one.
    Line(String),
    /// A line of a board, with the blanks before it.
    Board(String),
    /// The whole line with a FEN.
    Fen(String),
    /// A line of what a player wrote, with the blanks before it, and whether the player began a line there.
    Message { line: String, begins: bool },
    /// The tag of a PGN.
    Tag(String),
    /// The moves of a game, parted by blanks.
    Moves(String),
}

/// Where the board of a game stands in a letter.
pub(super) struct Place {
    /// Where what leads to it begins: its FEN, and the line that says who sits below.
    pub(super) lead: usize,
    /// Its first line.
    pub(super) start: usize,
    /// Behind its last one.
    pub(super) end: usize,
}

impl Document {
    /// Where this board stands first, as [`indented`] has made it of the lines.
    pub(super) fn board(&self, board: &str) -> Option<Place> {
        let lines: Vec<String> = indented(board).lines().map(str::to_owned).collect();
        let is_line = |(block, line): (&Block, &String)| matches!(block, Block::Board(shown) if shown == line);
        let found = |blocks: &[Block]| blocks.iter().zip(&lines).all(is_line);
        let windows = (0_usize..).zip(self.blocks.windows(lines.len().max(1)));
        let start = windows
            .into_iter()
            .find_map(|(at, blocks)| found(blocks).then_some(at))?;
        let leads = self.blocks.get(..start)?.iter().rev();
        let lead = leads
            .take_while(|block| match block {
                Block::Gap | Block::Fen(_) => true,
                Block::Paragraph(text) => says_who_sits_below(text),
                Block::Line(_)
                | Block::Board(_)
                | Block::Message { .. }
                | Block::Tag(_)
                | Block::Moves(_) => false,
            })
            .count();
        Some(Place {
            lead: start - lead,
            start,
            end: start + lines.len(),
        })
    }

    /// The same letter with the position in words in the place of its board.
    pub(in crate::letters) fn in_words(mut self, board: &str, words: &[String]) -> Document {
        let Some(place) = self.board(board) else {
            return self;
        };
        let said = |line: &String| Block::Line(format!("  {line}"));
        let lead = self.blocks.get(place.lead..place.start).unwrap_or_default();
        let kept = lead
            .iter()
            .filter(|block| !matches!(block, Block::Paragraph(_)));
        let kept: Vec<Block> = kept.cloned().chain(words.iter().map(said)).collect();
        let replaced: Range<usize> = place.lead..place.end;
        self.blocks.splice(replaced, kept);
        self
    }
}

/// Whether a paragraph goes with the board below it, which is one of letters.
fn says_who_sits_below(text: &str) -> bool {
    Language::wordings().any(|wording| text.starts_with(wording.board)) && text.ends_with(':')
}

/// The lines moved two columns to the right, where they are left as they are.
pub(in crate::letters) fn indented(lines: &str) -> String {
    let lines = lines.lines().map(|line| format!("  {}", line.trim_end()));
    lines.collect::<Vec<_>>().join("\n")
}
