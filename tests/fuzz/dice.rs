//! Randomness that comes out the same for the same seed.

/// SplitMix64 of Steele, Lea and Flood.
pub(crate) struct Dice(u64);

impl Dice {
    /// The dice for one input of a run.
    pub(crate) fn new(seed: u64, input: u64) -> Dice {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ input.rotate_left(32));
        dice.next();
        dice
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    }

    /// A number below `sides`; 0 when there are none.
    pub(crate) fn below(&mut self, sides: usize) -> usize {
        let sides = u64::try_from(sides.max(1)).unwrap();
        usize::try_from(self.next() % sides).unwrap()
    }

    /// One of several.
    pub(crate) fn pick<'a, T>(&mut self, several: &'a [T]) -> &'a T {
        &several[self.below(several.len())]
    }

    /// Whether a thing that happens once in `times` happens.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}
