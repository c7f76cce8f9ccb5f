//! The limits: beyond them a file is declined, never rejected, before the memory or the time is spent.
//!
//! Responsible for: every number that bounds what a file can make the checker do, each with its reason. "Measured
//! need" is that of the knight against the bare king on 10x10, the largest table this version is meant for. Left to
//! others: everything that decides whether a statement is true.

use crate::failure::Decline;

/// Bytes of a file: 128 MiB. Measured need 80 MB, margin ×1.6. Reading takes about 3 bytes of memory for each byte of an
/// honest file; up to 40, when the numbers are as short as can be, for one that is made to do harm.
pub const FILE_BYTES: usize = 1 << 27;

/// Men of an endgame. With this version's materials, White then has at most two men beside the king; a king in the corner
/// has three neighbouring squares, so that nobody ever has to pass.
pub const MEN: usize = 4;

/// Lists of squares of an endgame: squares to the power of men. One number of 4 bytes is kept for each, 64 MiB in all.
/// Four men on 8x8 and three on 16x16 are the largest that fit; both reach the limit exactly.
pub const LISTS: usize = 1 << 24;

/// Bits of a numerator, of an odd part, of a power of two, and of the common denominator of all values. Measured need
/// 5,300, margin ×12; a fraction of that size still prints in 40,000 digits.
pub const NUMBER_BITS: u64 = 1 << 16;

/// Bits of all values, own and imported, when each is written on the common denominator: 256 MiB. Measured need
/// 126,000 × 5,300 bits, margin ×3.
pub const TABLE_BITS: u64 = 1 << 31;

/// Sum of the squares of the odd parts' sizes in bits, since the time of a greatest common divisor grows with the
/// square: about a minute.
pub const ODD_PART_WORK: u64 = 1 << 40;

/// Declines what was found beyond a limit.
pub(crate) fn within<T: PartialOrd>(
    found: T,
    limit: T,
    way: fn(T) -> Decline,
) -> Result<(), Decline> {
    if found > limit {
        Err(way(found))
    } else {
        Ok(())
    }
}

/// Declines a number of too many bits.
pub(crate) fn number(bits: u64) -> Result<(), Decline> {
    within(bits, NUMBER_BITS, |found| Decline::NumberBits { found })
}

/// Declines so many values on a denominator of so many bits.
pub(crate) fn table(bits: u64, values: usize) -> Result<(), Decline> {
    let values = u64::try_from(values).unwrap_or(u64::MAX);
    within(bits.saturating_mul(values), TABLE_BITS, |found| {
        Decline::TableBits { found }
    })
}
