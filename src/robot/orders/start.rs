//! Where a game begins: start positions of Chess960, and positions that players give.

use super::Execution;
use crate::chess::start::{CHESS960_STARTS, chess960_number, why_no_chess960_start};
use crate::chess::{self, FenError, GivenPosition, Start, Variant};
use crate::language::{Order, Setup};
use crate::letters::{NoChallenge, Occasion};
use shakmaty::Color;

/// Why no game can begin as somebody wants it to.
pub(super) enum NoStart {
    /// There is no start position of that number.
    Number,
    /// The position is none to play from.
    Position {
        /// As it was written.
        fen: String,
        /// What is wrong with it, a sentence each.
        faults: Vec<String>,
        /// Whether it is one of Chess960.
        chess960_helps: bool,
    },
}

impl From<NoStart> for NoChallenge {
    fn from(no_start: NoStart) -> NoChallenge {
        match no_start {
            NoStart::Number => NoChallenge::NoStartNumber,
            NoStart::Position { fen, faults, .. } => NoChallenge::NoStart { fen, faults },
        }
    }
}

impl Execution<'_, '_, '_> {
    /// The start that a challenge asks for.
    pub(super) fn start_wanted(&mut self, setup: &Setup) -> anyhow::Result<Result<Start, NoStart>> {
        let (fen, variant) = match setup {
            Setup::Usual => return Ok(Ok(Start::default())),
            Setup::Chess960(None) => return self.drawn_by_lot().map(Ok),
            Setup::Chess960(Some(which)) if is_number(which) => {
                return Ok(numbered_start(which).ok_or(NoStart::Number));
            }
            Setup::Chess960(Some(fen)) => (fen, Variant::Chess960),
            Setup::Fen(fen) => (fen, Variant::Standard),
        };
        Ok(Start::from_fen(fen, variant).map_err(|error| {
            let chess960_helps =
                variant == Variant::Standard && Start::from_fen(fen, Variant::Chess960).is_ok();
            NoStart::Position {
                fen: self.quoted(fen),
                faults: self.all_quoted(sentences(&error)),
                chess960_helps,
            }
        }))
    }

    /// Shows a start position of Chess960 with its number, or finds the number of one.
    pub(super) fn show_start(&mut self, order: &Order, which: Option<&str>) -> anyhow::Result<()> {
        let start = match which {
            None => Some(self.drawn_by_lot()?),
            Some(which) if is_number(which) => match numbered_start(which) {
                Some(start) => Some(start),
                None => {
                    self.refuse(order, NoChallenge::NoStartNumber, None);
                    None
                }
            },
            Some(given) => self.found_start(given),
        };
        if let Some(start) = start
            && let Some(number) = start.number()
        {
            let occasion = Occasion::StartPosition {
                number,
                fen: start.fen(),
                board: chess::text_board(start.position(), Color::White),
                drawn: which.is_none(),
            };
            self.inform(occasion, None);
        }
        Ok(())
    }

    pub(super) fn drawn_by_lot(&mut self) -> anyhow::Result<Start> {
        // 128 random bits: the remainder favours no number by more than one in 10^35.
        let lot = u128::from_be_bytes(self.batch.randomness.draw(self.read.mail.id)?)
            % u128::from(CHESS960_STARTS);
        let start = u16::try_from(lot).ok().and_then(Start::chess960);
        start.ok_or_else(|| anyhow::anyhow!("there is no start position {lot}"))
    }

    /// The start position that somebody gave by its pieces.
    fn found_start(&mut self, given: &str) -> Option<Start> {
        let faults = match GivenPosition::read(given) {
            Ok(read) => match chess960_number(read.board()) {
                Some(number) => return Start::chess960(number),
                None => why_no_chess960_start(read.board())
                    .iter()
                    .map(ToString::to_string)
                    .collect(),
            },
            Err(error) => sentences(&error),
        };
        self.inform(
            Occasion::NoStartPosition {
                fen: self.quoted(given),
                faults: self.all_quoted(faults),
            },
            None,
        );
        None
    }
}

/// The start position of this number, if there is one.
fn numbered_start(number: &str) -> Option<Start> {
    number.parse().ok().and_then(Start::chess960)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

/// Each fault with the name of its field.
fn sentences(error: &FenError) -> Vec<String> {
    error
        .faults()
        .iter()
        .map(|fault| format!("{}: {fault}", fault.field()))
        .collect()
}
