//! Numbers of units, of 4 bytes or of 8, as processors like to work on them.

use std::ops::BitAnd;

use crate::slices::layout::LANES;

/// A number of units.
pub trait Units: Copy + Ord + Default + Send + Sync + std::fmt::Debug + BitAnd<Output = Self> + 'static {
    /// Greater than every number. With a number added to it, it is still within the type.
    const MOST: Self;
    /// All bits, for masks.
    const ALL: Self;
    /// From 64 bits.
    fn from_u64(number: u64) -> Self;
    /// To 64 bits.
    fn to_u64(self) -> u64;
    /// The greatest number that is not above the mean of two, and one less where these are equal, but 0 stays 0; or the least number that is not below the mean.
    fn mean<const STRICT: bool>(self, other: Self) -> Self;
    /// The greater one.
    fn greater(self, other: Self) -> Self;
    /// The lesser one.
    fn lesser(self, other: Self) -> Self;
    /// How much less the other is; it is not greater.
    fn above(self, other: Self) -> Self;
    /// The other one where a mask has all bits, this one where it has none.
    fn pick(self, other: Self, mask: Self) -> Self;
    /// The mask of one lane. It is loaded, because what is chosen by a number is compiled to branches.
    fn only(lane: usize) -> &'static [Self; LANES];
}

macro_rules! units {
    ($($type:ty, $signed:ty),*) => {$(
        impl Units for $type {
            const MOST: Self = Self::MAX / 2;
            const ALL: Self = Self::MAX;
            fn from_u64(number: u64) -> Self {
                Self::try_from(number).expect("within the units")
            }
            fn to_u64(self) -> u64 {
                u64::from(self)
            }
            // Sums of two numbers, and of one and the most, are within the type: nothing wraps. Checked additions would keep the loops from
            // being done for many numbers at a time.
            #[inline(always)]
            fn mean<const STRICT: bool>(self, other: Self) -> Self {
                let sum = self.wrapping_add(other);
                // One less where it is quiet.
                let less = Self::from(self == other);
                if STRICT { sum.max(less).wrapping_sub(less) / 2 } else { sum.wrapping_add(1) / 2 }
            }
            // Comparing with a sign is what processors have; all numbers are less than half of what the type holds.
            #[inline(always)]
            fn greater(self, other: Self) -> Self {
                if (self as $signed) > (other as $signed) { self } else { other }
            }
            #[inline(always)]
            fn lesser(self, other: Self) -> Self {
                if (self as $signed) < (other as $signed) { self } else { other }
            }
            #[inline(always)]
            fn above(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn pick(self, other: Self, mask: Self) -> Self {
                (self & !mask) | (other & mask)
            }
            #[inline(always)]
            fn only(lane: usize) -> &'static [Self; LANES] {
                static MASKS: [[$type; LANES]; LANES] = {
                    let mut masks = [[0; LANES]; LANES];
                    let mut lane = 0;
                    while lane < LANES {
                        masks[lane][lane] = <$type>::MAX;
                        lane += 1;
                    }
                    masks
                };
                &MASKS[lane]
            }
        }
    )*};
}
units!(u32, i32, u64, i64);

/// So many numbers, which are worked on together. They lie as processors like to load them: not across lines of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Lanes<T>(pub [T; LANES]);

impl<T: Copy> Lanes<T> {
    /// One number everywhere.
    #[inline(always)]
    pub fn all(number: T) -> Self {
        Self([number; LANES])
    }
}
