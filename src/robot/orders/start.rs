//! Where a game begins: start positions of Chess960, and positions that players give.

use super::Clerk;
use crate::chess::start::{CHESS960_STARTS, chess960_number, why_no_chess960_start};
use crate::chess::{self, FenError, GivenPosition, Start, Variant};
use crate::language::{Order, Setup};
use crate::letters::Occasion;
use shakmaty::Color;

impl Clerk<'_, '_, '_> {
    /// The start that a challenge asks for; `None` when it was answered why there is none.
    pub(super) fn start_wanted(
        &mut self,
        order: &Order,
        setup: &Setup,
    ) -> anyhow::Result<Option<Start>> {
        let (fen, variant) = match setup {
            Setup::Usual => return Ok(Some(Start::default())),
            Setup::Chess960(None) => return self.drawn_by_lot().map(Some),
            Setup::Chess960(Some(which)) if is_number(which) => {
                return Ok(self.numbered_start(order, which));
            }
            Setup::Chess960(Some(fen)) => (fen, Variant::Chess960),
            Setup::Fen(fen) => (fen, Variant::Standard),
        };
        Ok(match Start::from_fen(fen, variant) {
            Ok(start) => Some(start),
            Err(error) => {
                let chess960_helps =
                    variant == Variant::Standard && Start::from_fen(fen, Variant::Chess960).is_ok();
                self.inform(
                    Occasion::NoStart {
                        fen: self.quoted(fen),
                        faults: self.all_quoted(sentences(&error)),
                        chess960_helps,
                    },
                    None,
                );
                None
            }
        })
    }

    /// Shows a start position of Chess960 with its number, or finds the number of one.
    pub(super) fn show_start(&mut self, order: &Order, which: Option<&str>) -> anyhow::Result<()> {
        let start = match which {
            None => Some(self.drawn_by_lot()?),
            Some(which) if is_number(which) => self.numbered_start(order, which),
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

    fn drawn_by_lot(&mut self) -> anyhow::Result<Start> {
        // 128 random bits: the remainder favours no number by more than one in 10^35.
        let lot = u128::from_be_bytes(self.desk.chance.draw(self.read.mail.id)?)
            % u128::from(CHESS960_STARTS);
        let start = u16::try_from(lot).ok().and_then(Start::chess960);
        start.ok_or_else(|| anyhow::anyhow!("there is no start position {lot}"))
    }

    fn numbered_start(&mut self, order: &Order, number: &str) -> Option<Start> {
        let start = number.parse().ok().and_then(Start::chess960);
        if start.is_none() {
            let why = format!(
                "the start positions of Chess960 are numbered from 0 to {}",
                CHESS960_STARTS - 1
            );
            self.refuse(order, &why, None);
        }
        start
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
