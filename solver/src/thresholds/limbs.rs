//! Long numbers in rows of one flat array, and the few operations on them that the method spends its time in.
//!
//! A number is a row of 64-bit limbs, least significant limb first. Rows of one array have one width, which grows for all
//! of them at once. Nothing here allocates except to grow.

use std::cmp::Ordering;

use num_bigint::BigUint;

/// Bits of a limb.
pub const LIMB_BITS: usize = 64;

/// Numbers of one width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    width: usize,
    limbs: Vec<u64>,
}

impl Numbers {
    /// So many zeros of so many limbs.
    #[must_use]
    pub fn zeros(count: usize, width: usize) -> Self {
        Self { width, limbs: vec![0; count * width] }
    }

    /// Limbs of a number.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The limbs of a number.
    #[must_use]
    pub fn row(&self, number: usize) -> &[u64] {
        &self.limbs[number * self.width..][..self.width]
    }

    /// The limbs of a number.
    #[must_use]
    pub fn row_mut(&mut self, number: usize) -> &mut [u64] {
        &mut self.limbs[number * self.width..][..self.width]
    }

    /// Gives every number so many more limbs below its own, and so many above, all zero.
    pub fn widen(&mut self, below: usize, above: usize) {
        let width = self.width + below + above;
        let mut limbs = Vec::with_capacity(self.limbs.len() / self.width * width);
        for row in self.limbs.chunks_exact(self.width) {
            limbs.resize(limbs.len() + below, 0);
            limbs.extend_from_slice(row);
            limbs.resize(limbs.len() + above, 0);
        }
        *self = Self { width, limbs };
    }

    /// Sets a number.
    ///
    /// # Panics
    ///
    /// Where the number does not fit the width.
    pub fn set(&mut self, number: usize, value: &BigUint) {
        let digits = value.to_u64_digits();
        let row = self.row_mut(number);
        row.fill(0);
        row[..digits.len()].copy_from_slice(&digits);
    }

    /// A number.
    #[must_use]
    pub fn get(&self, number: usize) -> BigUint {
        to_integer(self.row(number))
    }
}

/// The integer with these limbs.
#[must_use]
pub fn to_integer(limbs: &[u64]) -> BigUint {
    BigUint::from_slice(&limbs.iter().flat_map(|&limb| [limb as u32, (limb >> 32) as u32]).collect::<Vec<_>>())
}

/// The limbs without the zeros at the top.
#[must_use]
pub fn trimmed(limbs: &[u64]) -> &[u64] {
    let length = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |last| last + 1);
    &limbs[..length]
}

/// The order of two numbers of one width.
#[must_use]
pub fn order(a: &[u64], b: &[u64]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// `mean = (a + b) / 2`, for numbers of one width; a half is dropped.
pub fn mean(a: &[u64], b: &[u64], mean: &mut [u64]) {
    let (mut below, mut carry) = (0, 0);
    let width = mean.len();
    let (a, b) = (&a[..width], &b[..width]);
    for limb in 0..width {
        let sum = u128::from(a[limb]) + u128::from(b[limb]) + u128::from(carry);
        if limb > 0 {
            mean[limb - 1] = (below >> 1) | ((sum as u64) << 63);
        }
        below = sum as u64;
        carry = (sum >> LIMB_BITS) as u64;
    }
    mean[width - 1] = (below >> 1) | (carry << 63);
}

/// `a += b`, for numbers of one width.
///
/// # Panics
///
/// Where the sum does not fit.
pub fn add(a: &mut [u64], b: &[u64]) {
    let mut carry = 0;
    for (a, &b) in a.iter_mut().zip(b) {
        let sum = u128::from(*a) + u128::from(b) + u128::from(carry);
        *a = sum as u64;
        carry = (sum >> LIMB_BITS) as u64;
    }
    assert_eq!(carry, 0, "the sum fits");
}

/// `product = a · b`, of as many limbs as the two have together.
pub fn multiply(a: &[u64], b: &[u64], product: &mut Vec<u64>) {
    product.clear();
    product.resize(a.len() + b.len(), 0);
    for (place, &factor) in a.iter().enumerate() {
        let mut carry = 0;
        for (sum, &limb) in product[place..].iter_mut().zip(b) {
            let term = u128::from(factor) * u128::from(limb) + u128::from(*sum) + u128::from(carry);
            *sum = term as u64;
            carry = (term >> LIMB_BITS) as u64;
        }
        product[place + b.len()] = carry;
    }
}

/// The order of `numerator / denominator` and a binary fraction. The fraction is `value / 2^(64·width − 1)`: its first bit
/// counts ones. `depth` is how many of its upper limbs to look at first, and in the end how many were needed.
///
/// Let `v` be the upper `k` limbs as an integer. The fraction lies in the half-open interval from `v` to `v + 1`, in units
/// of `2^(1 − 64·k)`, and with `d = numerator·2^(64·k − 1) − denominator·v`
///
/// * `d < 0` says that the quotient is less than the fraction;
/// * `d ≥ denominator` says that it is greater;
/// * anything between says so only of all limbs, where the fraction is `v` itself: then `d = 0` says that they are equal.
pub fn compare(
    numerator: &[u64],
    denominator: &[u64],
    value: &[u64],
    depth: &mut usize,
    product: &mut Vec<u64>,
) -> Ordering {
    let (numerator, denominator) = (trimmed(numerator), trimmed(denominator));
    for attempt in 0.. {
        *depth = (*depth).clamp(1, value.len());
        multiply(denominator, &value[value.len() - *depth..], product);
        if subtract_from_shifted(numerator, *depth, product) {
            return Ordering::Less;
        }
        let difference = trimmed(product);
        if *depth == value.len() {
            return if difference.is_empty() { Ordering::Equal } else { Ordering::Greater };
        }
        let lengths = difference.len().cmp(&denominator.len());
        if lengths.then_with(|| order(difference, denominator)).is_ge() {
            return Ordering::Greater;
        }
        // Mostly one more limb is enough; the end of an exactly equal fraction is reached soon all the same.
        *depth = if attempt == 0 { *depth + 1 } else { *depth * 2 };
    }
    unreachable!("all limbs decide")
}

/// `number = minuend·2^(64·limbs − 1) − number`, modulo the width of the number; whether it is negative.
fn subtract_from_shifted(minuend: &[u64], limbs: usize, number: &mut [u64]) -> bool {
    let limb_of = |place: usize| minuend.get(place).copied().unwrap_or(0);
    let (lower, upper) = number.split_at_mut(limbs - 1);
    let mut borrow = false;
    for limb in lower {
        (*limb, borrow) = 0u64.borrowing(*limb, borrow);
    }
    let mut before = 0;
    for (place, limb) in upper.iter_mut().enumerate() {
        let shifted = (before >> 1) | (limb_of(place) << 63);
        before = limb_of(place);
        (*limb, borrow) = shifted.borrowing(*limb, borrow);
    }
    borrow
}

/// Subtraction with a borrow in and out.
trait Borrowing: Sized {
    /// `self − other − borrow` modulo 2^64, and whether it is negative.
    fn borrowing(self, other: Self, borrow: bool) -> (Self, bool);
}

impl Borrowing for u64 {
    fn borrowing(self, other: Self, borrow: bool) -> (Self, bool) {
        let (difference, first) = self.overflowing_sub(other);
        let (difference, second) = difference.overflowing_sub(Self::from(borrow));
        (difference, first || second)
    }
}
