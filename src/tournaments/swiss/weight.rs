//! Whole numbers of a fixed, large width: what a pairing is worth, with one criterion above the other.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Sub, SubAssign};

const LIMB: usize = u64::BITS as usize;

/// A number with a sign of N times 64 bits, its least significant part first, in two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weight<const N: usize>([u64; N]);

impl<const N: usize> Weight<N> {
    /// Adds a value from this bit on.
    pub(super) fn add_at(&mut self, bit: usize, value: i64) {
        if value == 0 {
            return;
        }
        let shifted = i128::from(value) << (bit % LIMB);
        let mut rest = shifted;
        let mut limbs = [0; N];
        for limb in limbs.iter_mut().skip(bit / LIMB) {
            *limb = low(rest);
            rest >>= LIMB;
        }
        *self += Self(limbs);
    }

    /// The half of an even number.
    pub(super) fn half(mut self) -> Self {
        let mut above = self.0.last().map_or(0, |top| top & (1 << (LIMB - 1)));
        for limb in self.0.iter_mut().rev() {
            let carried = *limb << (LIMB - 1);
            *limb = *limb >> 1 | above;
            above = carried;
        }
        self
    }

    pub(super) fn is_zero(self) -> bool {
        self.0.iter().all(|limb| *limb == 0)
    }
}

/// The lowest 64 bits.
fn low(value: i128) -> u64 {
    (value & i128::from(u64::MAX)) as u64
}

impl<const N: usize> Default for Weight<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Ord for Weight<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        let signs = |weight: &Self| weight.0.last().map(|top| top.cast_signed());
        signs(self)
            .cmp(&signs(other))
            .then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl<const N: usize> PartialOrd for Weight<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> AddAssign for Weight<N> {
    fn add_assign(&mut self, other: Self) {
        let mut carry = false;
        for (limb, added) in self.0.iter_mut().zip(other.0) {
            (*limb, carry) = limb.carrying_add(added, carry);
        }
    }
}

impl<const N: usize> SubAssign for Weight<N> {
    fn sub_assign(&mut self, other: Self) {
        let mut borrow = false;
        for (limb, taken) in self.0.iter_mut().zip(other.0) {
            (*limb, borrow) = limb.borrowing_sub(taken, borrow);
        }
    }
}

impl<const N: usize> Add for Weight<N> {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const N: usize> Sub for Weight<N> {
    type Output = Self;
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

#[cfg(test)]
mod tests;
