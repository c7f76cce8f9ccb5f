//! The limits: beyond them a file is declined, never rejected, before the memory or the time is spent.
//!
//! Responsible for: every number that bounds what a file can make the checker do, each with its reason. Left to others:
//! everything that decides whether a statement is true.
//!
//! The limits bound what a file can cost, but not to little. What files that were made to do harm took in memory when they were measured:
//!
//! * One huge number or text: 3 times the file's size, 200 MB for one of 64 MiB, since a file is decoded and spelt again before its
//!   numbers are measured (`BitsOfNumber`, `OddPartWork`, `MemberWork`).
//! * Many small ones: up to 30 times the file's size. A number of 2 bytes takes 60, a value of 4 bytes 70, a member of 11 bytes 290.
//! * Odd parts that one value and one record use each: 250 bytes for the 24 in the file, until their common denominator is too large.
//!   When all lists are as long as they may be, a file of 0.8 GB takes 8.4 GB. We know of none that takes more.

use std::fmt;

use crate::failure::Decline;

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Bytes of a file: 1 GiB. Measured need 80 MB for bounds of four men on 8x8; exact values of as many positions, with some
    /// thousand bits each, take most of it.
    FileBytes,
    /// Elements of a list: 2^25. Measured need 5.7 million records, for three men and a pawn on 8x8, margin ×6. An element takes up
    /// to 64 bytes of memory, 2 GiB for a list that is made to do harm.
    ListLength,
    /// Men of an endgame. A player then has at most two men beside the king; a king in the corner has three neighbouring squares,
    /// so that nobody ever has to pass. The letters of a signature are counted before it is read.
    Men,
    /// Lists of squares of an endgame: squares to the power of men. One number of 4 bytes is kept for each, 64 MiB in all.
    /// Four men on 8x8 and three on 16x16 are the largest that fit; both reach the limit exactly.
    ListsOfSquares,
    /// Bits of a numerator, of a bound's denominator, of an odd part, of a power of two, and of the common denominator of all values. Measured need
    /// 5,300, margin ×12; a fraction of that size still prints in 40,000 digits. Tried when the file has been decoded.
    BitsOfNumber,
    /// Bits of all values, own and imported, when each is written on the common denominator: 1.5 GiB. That is 1.9 million values,
    /// one for each position of four men on 8x8, of 6,700 bits.
    BitsOfTable,
    /// Sum of the squares of the odd parts' sizes in bits, since the time of a greatest common divisor grows with the
    /// square: about a minute.
    OddPartWork,
    /// Members of a bound: 2^22. Each takes about 300 bytes of memory when it has few men, 1.2 GB in all.
    Members,
    /// Sum of the squares of the members' lengths in bytes, twice the number of pieces and the bytes of the bound, since the time
    /// of a member's moves grows with the square of the pieces: a few minutes. Tried when the file has been decoded.
    MemberWork,
    /// Bytes of the file of a game: 256 MiB, that is two million positions of 60 bytes with three options of 20 bytes each. Files that were made
    /// to do harm took up to 9 times their size in memory, 2.4 GB for one list of nothing but empty texts, of 3 bytes each.
    GameBytes,
    /// Positions of a game: 2^22. Measured: each takes 300 bytes beside its options, names of 8 letters and all, while the file is read, 1.4 GB in all;
    /// 1.9 GB with two options each.
    GamePositions,
    /// Options of all positions of a game together: 2^25. Measured: each takes 27 bytes in a long list while the file is read, 0.9 GB in all, and 4
    /// afterwards; 16 more when one of them is refused and its line is looked for.
    GameOptions,
    /// Digits of a number in the file of a game: the decimal digits of the longest number that `BitsOfNumber` admits.
    GameDigits,
}

impl Limit {
    /// The most that is not declined.
    pub const fn most(self) -> u64 {
        match self {
            Self::FileBytes => 1 << 30,
            Self::ListLength => 1 << 25,
            Self::Men => 4,
            Self::ListsOfSquares => 1 << 24,
            Self::BitsOfNumber => 1 << 16,
            Self::BitsOfTable => 3 << 32,
            Self::OddPartWork => 1 << 40,
            Self::Members => 1 << 22,
            Self::MemberWork => 1 << 34,
            Self::GameBytes => 1 << 28,
            Self::GamePositions => 1 << 22,
            Self::GameOptions => 1 << 25,
            Self::GameDigits => 19_729,
        }
    }

    /// What is counted, in words that follow the number of them.
    const fn unit(self) -> &'static str {
        match self {
            Self::FileBytes => "bytes of a file",
            Self::ListLength => "elements of a list",
            Self::Men => "letters of a signature, one for each man",
            Self::ListsOfSquares => "lists of squares, one square for each man",
            Self::BitsOfNumber => "bits of a number or of a common denominator",
            Self::BitsOfTable => "bits of all values on their common denominator",
            Self::OddPartWork => {
                "for the sum of the squares of the sizes in bits of all denominators, or of their odd parts"
            }
            Self::Members => "members of a bound",
            Self::MemberWork => "for the sum of the squares of the sizes in bytes of all members",
            Self::GameBytes => "bytes of a game's file",
            Self::GamePositions => "positions of a game",
            Self::GameOptions => "options of all positions of a game together",
            Self::GameDigits => "digits of a number in a game's file",
        }
    }

    /// Declines more than that.
    pub(crate) fn admit(self, found: impl TryInto<u64>) -> Result<(), Decline> {
        let found = found.try_into().unwrap_or(u64::MAX);
        match found <= self.most() {
            true => Ok(()),
            false => Err(Decline::Limit { limit: self, found, most: self.most() }),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.unit())
    }
}
