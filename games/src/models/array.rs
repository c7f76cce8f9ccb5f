//! A file of an archive as the checker keeps it: its digest, and its numbers in less room than its bytes.
//!
//! Left to others: what the numbers mean (`umb`).

use std::collections::BTreeMap;
use std::ops::Range;

use num_integer::Integer as _;

use checker::certificate::Digest;
use checker::numbers::at;

/// A number: a numerator with a sign, and a denominator.
pub type Amount = (i128, u64);

/// A file of an archive.
#[derive(Clone, Debug)]
pub struct Array {
    /// Its SHA-256.
    pub(super) digest: Digest,
    /// How many bytes it has.
    pub(super) length: usize,
    kept: Kept,
}

/// The same bytes, in one of these ways.
#[derive(Clone, Debug)]
enum Kept {
    Bytes(Vec<u8>),
    /// Numbers of 8 bytes, all below 2^32.
    Short(Vec<u32>),
    /// The numbers of 8 bytes from 0 on, each its own place.
    Places,
    /// Pairs of numbers of 8 bytes, of which few differ: those that do, the fractions that they are, and which one stands where.
    Pairs(Vec<([u64; 2], Option<Amount>)>, Vec<u16>),
}

/// So many pairs may differ at most; and so many slots have the one that was met last.
const MOST: usize = 1 << 12;
const SLOTS: usize = 1 << 12;

/// Which of few pairs each one is; none if too many differ.
fn pairs(bytes: &[u8]) -> Option<Kept> {
    let (mut known, mut places) = (vec![([0; 2], None)], BTreeMap::from([([0; 2], 0_u16)]));
    let mut slots = vec![0_u16; SLOTS];
    let mut which = Vec::with_capacity(bytes.len() / 16);
    for place in 0..bytes.len() / 16 {
        let pair = [2 * place, 2 * place + 1].map(|part| entry(bytes, part));
        let mixed = u128::from(pair[0] ^ pair[1].rotate_left(32)) * 0x9e37_79b9_7f4a_7c15;
        let slot = &mut slots[at((mixed >> 52) & 0xfff)];
        if known[usize::from(*slot)].0 != pair {
            *slot = *places.entry(pair).or_insert_with(|| {
                known.push((pair, rational(pair)));
                u16::try_from(known.len() - 1).expect("few are known")
            });
            if known.len() > MOST {
                return None;
            }
        }
        which.push(*slot);
    }
    Some(Kept::Pairs(known, which))
}

impl From<&[u8]> for Array {
    fn from(bytes: &[u8]) -> Self {
        let (digest, length) = (Digest::of(bytes), bytes.len());
        let words = || (0..length / 8).map(|place| entry(bytes, place));
        let is_own = |(place, word): (usize, u64)| u64::try_from(place) == Ok(word);
        let kept = match () {
            () if length == 0 || !length.is_multiple_of(8) => Kept::Bytes(bytes.to_vec()),
            () if words().enumerate().all(is_own) => Kept::Places,
            // Texts and sets have some number of 2^32 or more soon.
            () => {
                match (length.is_multiple_of(16).then(|| pairs(bytes)).flatten(), words().all(|word| word >> 32 == 0)) {
                    (Some(kept), _) => kept,
                    (None, true) => Kept::Short(words().map(|word| u32::try_from(word).expect("below 2^32")).collect()),
                    (None, false) => Kept::Bytes(bytes.to_vec()),
                }
            }
        };
        Self { digest, length, kept }
    }
}

impl From<Vec<u8>> for Array {
    fn from(bytes: Vec<u8>) -> Self {
        Self::from(&bytes[..])
    }
}

/// The number of 8 bytes at a place.
fn entry(bytes: &[u8], place: usize) -> u64 {
    u64::from_le_bytes(bytes[8 * place..][..8].try_into().expect("8 bytes"))
}

/// A rational number as it is written: in lowest terms, if it has a denominator. The numerator has a sign.
fn rational([numerator, denominator]: [u64; 2]) -> Option<Amount> {
    let numerator = numerator.cast_signed();
    let divisor = numerator.unsigned_abs().gcd(&denominator);
    (denominator > 0).then(|| (i128::from(numerator) / i128::from(divisor), denominator / divisor))
}

impl Array {
    /// The numbers from 0 on, of which no file is needed.
    pub(super) fn places() -> Self {
        Self { digest: Digest::of(&[]), length: 0, kept: Kept::Places }
    }

    /// The number of 8 bytes at a place.
    #[inline(always)]
    pub(super) fn number(&self, place: usize) -> u64 {
        match &self.kept {
            Kept::Bytes(bytes) => entry(bytes, place),
            Kept::Short(all) => all[place].into(),
            Kept::Places => u64::try_from(place).expect("a place"),
            Kept::Pairs(known, which) => known[usize::from(which[place / 2])].0[place % 2],
        }
    }

    /// From the number at a place to the one behind it.
    #[inline(always)]
    pub(super) fn range(&self, place: usize) -> Range<usize> {
        match &self.kept {
            Kept::Short(all) => at(all[place])..at(all[place + 1]),
            Kept::Places => place..place + 1,
            _ => at(self.number(place))..at(self.number(place + 1)),
        }
    }

    /// The rational number of 16 bytes at a place: in lowest terms, if it has a denominator.
    #[inline(always)]
    pub(super) fn rational(&self, place: usize) -> Option<Amount> {
        match &self.kept {
            Kept::Pairs(known, which) => known[usize::from(which[place])].1,
            _ => rational([2 * place, 2 * place + 1].map(|part| self.number(part))),
        }
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        match &self.kept {
            Kept::Bytes(bytes) => bytes.clone(),
            _ => (0..self.length / 8).flat_map(|place| self.number(place).to_le_bytes()).collect(),
        }
    }
}

/// Natural numbers, in 4 bytes each if that suffices for all.
#[derive(Debug)]
pub(super) enum Weights {
    Short(Vec<u32>),
    Long(Vec<u64>),
}

impl Weights {
    /// None yet, with room for so many.
    pub(super) fn with_capacity(count: usize) -> Self {
        Self::Short(Vec::with_capacity(count))
    }

    /// Adds these.
    pub(super) fn extend(&mut self, numbers: &[u64]) {
        if let Self::Short(all) = self {
            let before = all.len();
            all.extend(numbers.iter().map_while(|&number| u32::try_from(number).ok()));
            if all.len() == before + numbers.len() {
                return;
            }
            *self = Self::Long(all[..before].iter().copied().map(u64::from).collect());
        }
        if let Self::Long(all) = self {
            all.extend(numbers);
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> u64 {
        match self {
            Self::Short(all) => all[place].into(),
            Self::Long(all) => all[place],
        }
    }
}
