//! What the tests of this room and of those above it make their positions and their luck of.

use super::GivenPosition;
use shakmaty::{CastlingMode, Chess};

/// The position of a FEN of standard chess.
pub(crate) fn position(fen: &str) -> Chess {
    GivenPosition::read(fen)
        .unwrap()
        .to_chess(CastlingMode::Standard)
        .unwrap()
}

/// A generator of our own (SplitMix64), so that what failed can be done again.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number from 0 on, below the limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((value ^ (value >> 31)) % limit as u64).unwrap()
    }
}
