//! Conditional moves: answers that a player has prepared to moves of their opponent ("if Nc6 then Bb5").
//!
//! They form a tree. At its root the opponent is to move; a branch is a move of theirs, the answer to it, and the tree
//! that stands after both. The opponent never sees it. When they play a move that the tree knows, the answer is played
//! at once and what follows it stands; when they play another one, the whole tree is void, since it was made for
//! another game.

use crate::budget::{LINE_OF_PLAY, LINES_OF_PLAY};
use crate::chess::{self, Reading, Spelling, WhyNot};
use shakmaty::{Chess, Color, Move, Position};

/// Prepared answers for a position in which the opponent is to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditional {
    branches: Vec<Branch>,
}

/// An answer to one move of the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Branch {
    reply: Move,
    answer: Move,
    then: Conditional,
}

/// Where a line that the player wrote ends earlier than they wrote it, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The line as far as it was read, in numbered SAN; empty when nothing of it was.
    pub read: String,
    /// The move at which it ends, as typed.
    pub typed: String,
    /// Why.
    pub reason: StopReason,
}

/// Why a line ends where it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The move is not legal there.
    Illegal(WhyNot),
    /// The move could be any of these, in SAN.
    Several(Vec<String>),
    /// The number before the move is not that of the move.
    WrongNumber {
        /// The number that the move has: "12." or "12...".
        expected: String,
    },
    /// A question mark stands behind it.
    Questioned,
    /// The line ends with a move of the opponent, to which no answer is given.
    NoAnswer,
    /// Two lines answer the same move of the opponent differently: these, in SAN. Neither is kept.
    TwoAnswers(String, String),
    /// The line is longer than is kept: [`LINE_OF_PLAY`] plies.
    TooLong,
    /// There are more lines than are kept: [`LINES_OF_PLAY`].
    TooMany,
}

impl Conditional {
    /// The tree that these lines describe, and where a line is shorter in it than it was written.
    ///
    /// In `position` the opponent is to move; each line is their move, the answer, their next move, and so on. Every
    /// move is checked here and now. Lines may begin alike. What is doubtful is left out and named: a prepared move is
    /// played without another question, so nothing in the tree is a guess.
    pub fn read(position: &Chess, lines: &[Vec<Spelling>]) -> (Conditional, Vec<Stop>) {
        let mut reader = Reader {
            tree: Conditional::default(),
            stops: Vec::new(),
            contradicted: Vec::new(),
        };
        for (at, line) in lines.iter().enumerate() {
            if at >= LINES_OF_PLAY {
                reader.stop(String::new(), line.first(), StopReason::TooMany);
                break;
            }
            reader.add(position, line);
        }
        for path in &reader.contradicted {
            reader.tree.cut(path);
        }
        (reader.tree, reader.stops)
    }

    /// The tree that [`Conditional::stored`] wrote, or `None` where it does not fit this position.
    pub fn restore(position: &Chess, stored: &str) -> Option<Conditional> {
        let mut tree = Conditional::default();
        for line in stored.lines() {
            let mut board = position.clone();
            let mut plies = Vec::new();
            for uci in line.split_ascii_whitespace() {
                let played = chess::read_uci(&board, uci)?;
                board.play_unchecked(played);
                plies.push(played);
            }
            tree.insert(&plies).ok()?;
        }
        Some(tree)
    }

    /// The tree as text: a line for each branch to its end, moves in coordinate notation parted by blanks.
    pub fn stored(&self, position: &Chess) -> String {
        let written: Vec<String> = self
            .lines()
            .iter()
            .map(|line| {
                let mut board = position.clone();
                let mut words = Vec::new();
                for &played in line {
                    words.push(chess::uci(&board, played));
                    board.play_unchecked(played);
                }
                words.join(" ")
            })
            .collect();
        written.join("\n")
    }

    /// The tree for people: a line for each branch to its end, in numbered SAN: `12...Nc6 13. Bb5 a6 14. Ba4`.
    pub fn shown(&self, position: &Chess) -> Vec<String> {
        self.lines()
            .iter()
            .map(|line| numbered_line(position, line))
            .collect()
    }

    /// Whether no answer is prepared.
    pub fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// To how many moves of the opponent there is an answer now.
    pub fn covered(&self) -> usize {
        self.branches.len()
    }

    /// The prepared answer to this move of the opponent.
    pub fn answer(&self, reply: Move) -> Option<Move> {
        self.branch(reply).map(|branch| branch.answer)
    }

    /// What stands after the opponent's move and the player's answer to it, by the tree or by hand; empty when the tree
    /// does not know them.
    pub fn after(&self, reply: Move, answer: Move) -> Conditional {
        self.branch(reply)
            .filter(|branch| branch.answer == answer)
            .map(|branch| branch.then.clone())
            .unwrap_or_default()
    }

    fn branch(&self, reply: Move) -> Option<&Branch> {
        self.branches.iter().find(|branch| branch.reply == reply)
    }

    /// All lines from the root to an end, as alternating replies and answers.
    fn lines(&self) -> Vec<Vec<Move>> {
        let mut lines = Vec::new();
        for branch in &self.branches {
            let head = vec![branch.reply, branch.answer];
            if branch.then.is_empty() {
                lines.push(head);
                continue;
            }
            for tail in branch.then.lines() {
                lines.push(head.iter().copied().chain(tail).collect());
            }
        }
        lines
    }

    /// Adds a line of whole pairs. When it contradicts the tree, the length of the path to the contradicted reply, that
    /// reply included, and the answer that was known.
    fn insert(&mut self, plies: &[Move]) -> Result<(), (usize, Move)> {
        let mut tree = self;
        for (depth, pair) in plies.chunks_exact(2).enumerate() {
            let [reply, answer] = *pair else {
                return Ok(());
            };
            let known = tree
                .branches
                .iter()
                .position(|branch| branch.reply == reply);
            let at = known.unwrap_or_else(|| {
                tree.branches.push(Branch {
                    reply,
                    answer,
                    then: Conditional::default(),
                });
                tree.branches.len() - 1
            });
            let Some(branch) = tree.branches.get_mut(at) else {
                return Ok(());
            };
            if branch.answer != answer {
                return Err((depth * 2 + 1, branch.answer));
            }
            tree = &mut branch.then;
        }
        Ok(())
    }

    /// Takes out the branch that this path ends with, a reply.
    fn cut(&mut self, path: &[Move]) {
        match *path {
            [] => {}
            [reply] => self.branches.retain(|branch| branch.reply != reply),
            [reply, answer, ref rest @ ..] => {
                if let Some(branch) = self
                    .branches
                    .iter_mut()
                    .find(|branch| branch.reply == reply && branch.answer == answer)
                {
                    branch.then.cut(rest);
                }
            }
        }
    }
}

struct Reader {
    tree: Conditional,
    stops: Vec<Stop>,
    /// Paths to replies that two lines answer differently. They are cut out at the end, so that a third line that agrees
    /// with one of the two does not bring it back.
    contradicted: Vec<Vec<Move>>,
}

impl Reader {
    fn add(&mut self, position: &Chess, line: &[Spelling]) {
        let mut board = position.clone();
        let mut plies = Vec::new();
        let mut stopped = None;
        for spelling in line {
            let reason = if plies.len() >= LINE_OF_PLAY {
                Some(StopReason::TooLong)
            } else {
                match read_ply(&board, spelling) {
                    Ok(played) => {
                        board.play_unchecked(played);
                        plies.push(played);
                        None
                    }
                    Err(reason) => Some(reason),
                }
            };
            if let Some(reason) = reason {
                stopped = Some((spelling, reason));
                break;
            }
        }
        let whole = plies.len() - plies.len() % 2;
        let pairs = plies.get(..whole).unwrap_or_default();
        let read = numbered_line(position, pairs);
        if let Some((spelling, reason)) = stopped {
            self.stop(read, Some(spelling), reason);
        } else if whole < plies.len() {
            self.stop(read, line.last(), StopReason::NoAnswer);
        }
        if let Err((length, known)) = self.tree.insert(pairs) {
            let path = pairs.get(..length).unwrap_or_default().to_vec();
            let mut before = position.clone();
            for &played in &path {
                before.play_unchecked(played);
            }
            let other = pairs.get(length).copied().unwrap_or(known);
            let two =
                StopReason::TwoAnswers(chess::san(&before, known), chess::san(&before, other));
            self.stop(numbered_line(position, &path), line.get(length), two);
            self.contradicted.push(path);
        }
    }

    fn stop(&mut self, read: String, spelling: Option<&Spelling>, reason: StopReason) {
        self.stops.push(Stop {
            read,
            typed: spelling
                .map(|spelling| spelling.typed().to_owned())
                .unwrap_or_default(),
            reason,
        });
    }
}

fn read_ply(board: &Chess, spelling: &Spelling) -> Result<Move, StopReason> {
    if let Some(wrote) = spelling.move_number() {
        let turn = board.turn();
        // "12. Nf6" for Black's twelfth move is what many people write; "12...Nf6" on White's turn is not.
        let side_fits = wrote
            .side
            .is_none_or(|side| side == turn || side == Color::White);
        if wrote.fullmove != board.fullmoves().get() || !side_fits {
            return Err(StopReason::WrongNumber {
                expected: number(board),
            });
        }
    }
    if spelling.is_questioned() {
        return Err(StopReason::Questioned);
    }
    match spelling.resolve(board) {
        Reading::One(played) => Ok(played),
        Reading::Several(choices) => Err(StopReason::Several(
            choices
                .iter()
                .map(|&choice| chess::san(board, choice))
                .collect(),
        )),
        Reading::Impossible(impossible) => Err(StopReason::Illegal(impossible.reason)),
    }
}

/// `12.` for White, `12...` for Black.
fn number(board: &Chess) -> String {
    format!("{}{}", board.fullmoves(), board.turn().fold_wb(".", "..."))
}

/// Moves from this position in SAN, numbered: `12...Nc6 13. Bb5 a6`.
pub fn numbered_line(position: &Chess, plies: &[Move]) -> String {
    let mut board = position.clone();
    let mut words = Vec::new();
    for (at, &played) in plies.iter().enumerate() {
        let san = chess::san(&board, played);
        words.push(match board.turn() {
            Color::White => format!("{} {san}", number(&board)),
            Color::Black if at == 0 => format!("{}{san}", number(&board)),
            Color::Black => san,
        });
        board.play_unchecked(played);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests;
