//! Rows of long fixed-point numbers in [0, 1].
//!
//! A number of `w` limbs of 64 bits, the most significant first, stands for itself divided by `2^(64·w − 1)`: the top bit is the unit,
//! so that 1 has a representation. All numbers of a table have the same `w`, which grows with the number of steps.

use std::cmp::Ordering;

use num_bigint::BigUint;

/// Numbers of one length, one after the other.
#[derive(Clone, Debug)]
pub struct Table {
    limbs: Vec<u64>,
    width: usize,
}

impl Table {
    /// So many numbers, all 0.
    pub fn new(numbers: usize, width: usize) -> Self {
        Self { limbs: vec![0; numbers * width], width }
    }

    /// Limbs of a number.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Binary places after the unit.
    pub fn places(&self) -> usize {
        64 * self.width - 1
    }

    /// The limbs of a number.
    pub fn row(&self, number: usize) -> &[u64] {
        &self.limbs[number * self.width..(number + 1) * self.width]
    }

    /// The limbs of a number, to be changed.
    pub fn row_mut(&mut self, number: usize) -> &mut [u64] {
        &mut self.limbs[number * self.width..(number + 1) * self.width]
    }

    /// Compares two numbers.
    pub fn compare(&self, a: usize, b: usize) -> Ordering {
        self.row(a).cmp(self.row(b))
    }

    /// Makes a number 1.
    pub fn set_one(&mut self, number: usize) {
        let row = self.row_mut(number);
        row.fill(0);
        row[0] = 1 << 63;
    }

    /// The same numbers with more limbs.
    pub fn widened(&self, width: usize) -> Self {
        let mut wide = Self::new(self.limbs.len() / self.width, width);
        for (to, from) in wide.limbs.chunks_exact_mut(width).zip(self.limbs.chunks_exact(self.width)) {
            to[..from.len()].copy_from_slice(from);
        }
        wide
    }

    /// Sets a number to `⌊p · 2^places / q⌋`, for `p ≤ q`.
    pub fn set_fraction(&mut self, number: usize, p: &BigUint, q: &BigUint) {
        let places = self.places();
        let digits = ((p << places) / q).to_u64_digits();
        let row = self.row_mut(number);
        row.fill(0);
        for (limb, digit) in row.iter_mut().rev().zip(digits) {
            *limb = digit;
        }
    }
}

/// Writes half the sum of two numbers; the last binary place of the sum is 0.
pub fn mean(a: &[u64], b: &[u64], mean: &mut [u64]) {
    let mut carry = false;
    let mut lower = 0u64;
    for place in (0..mean.len()).rev() {
        let (sum, first) = a[place].overflowing_add(b[place]);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        carry = first || second;
        if place + 1 < mean.len() {
            mean[place + 1] = lower >> 1 | sum << 63;
        }
        lower = sum;
    }
    mean[0] = lower >> 1 | u64::from(carry) << 63;
}

/// `2·x − a − b` in units of the last place where that is between −2 and 2; nothing where it is beyond.
pub fn small_defect(x: &[u64], a: &[u64], b: &[u64]) -> Option<i32> {
    // From the top down: what is left over above a place counts 2^64 at the next one, and only small leftovers can come
    // to nothing in the end.
    let mut above: i128 = 0;
    for place in 0..x.len() {
        let here = 2 * i128::from(x[place]) - i128::from(a[place]) - i128::from(b[place]);
        above = (above << 64) + here;
        // What follows changes this by less than 2 units of this place.
        if above.abs() > 4 {
            return None;
        }
    }
    (above.abs() <= 2).then_some(above as i32)
}

/// `high − low`, both cut off after as many limbs as it takes to see at least 60 bits of the difference, or all; in units of the last
/// of these limbs. Gives how many limbs these are, too.
pub fn difference(low: &[u64], high: &[u64]) -> (u128, usize) {
    let mut difference = 0u128;
    for (limb, (low, high)) in low.iter().zip(high).enumerate() {
        difference = (difference << 64) + u128::from(*high) - u128::from(*low);
        if difference >> 60 != 0 {
            return (difference, limb + 1);
        }
    }
    (difference, low.len())
}

/// The number of the first `bits` bits after the unit: `⌊x · 2^bits⌋`.
pub fn leading(row: &[u64], bits: usize) -> BigUint {
    let limbs = (bits + 1).div_ceil(64).min(row.len());
    let words: Vec<u32> = row[..limbs].iter().rev().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect();
    BigUint::new(words) >> (64 * limbs - 1 - bits)
}
