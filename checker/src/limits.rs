//! Limits: how much memory and time a file may cost. Each is tried before the memory is spent. Beyond one, a file is *declined*.

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    /// Bytes of a certificate: 1 GiB. Measured need 254 MB (11x11 KNk).
    FileBytes,
    /// Men of an endgame. Five need a numbering without a table of all lists of squares.
    Men,
    /// Lists of squares, one square for each man: 2^24, of 4 bytes each, and at most half as many positions of 8 bytes: 134 MB.
    /// 8x8 with four men and 16x16 with three reach it exactly.
    Squares,
    /// Bits of a numerator, of an odd part, of a power of two and of a common denominator. Measured need 12,000, margin ×5.
    Bits,
    /// Bits of all values on their common denominator: 1.5 GiB.
    TableBits,
    /// Sum of the squares of the sizes in bits of the odd parts that change the common denominator, since the time of a greatest common
    /// divisor grows with the square: about ten seconds.
    DivisorWork,
    /// Values beyond one for each 8 bytes of the head: 2^20. A value of 2 bytes takes 70 bytes of memory; real ones are longer.
    ShortValues,
    /// Members of a plan: 2^17, of about a kilobyte each with their options.
    Members,
    /// Sum of the squares of the members' numbers of pieces, since the time of their moves grows with the square: about a minute.
    MemberWork,
    /// Bytes of a game's file: 256 MiB, two million positions with three options each.
    GameBytes,
    /// Positions of a game: 2^22.
    GamePositions,
    /// Options of all positions of a game together: 2^25.
    GameOptions,
    /// Decimal digits of a number in a game's file: those of the longest number that `Bits` admits.
    GameDigits,
}

/// A limit that was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch {
    /// Which one.
    pub limit: Limit,
    /// How much there was, at least.
    pub found: u64,
}

impl Limit {
    /// The most that is not declined.
    pub const fn most(self) -> u64 {
        match self {
            Self::FileBytes => 1 << 30,
            Self::Men => 4,
            Self::Squares => 1 << 24,
            Self::Bits => 1 << 16,
            Self::TableBits => 3 << 32,
            Self::DivisorWork => 1 << 37,
            Self::ShortValues => 1 << 20,
            Self::Members => 1 << 17,
            Self::MemberWork => 1 << 28,
            Self::GameBytes => 1 << 28,
            Self::GamePositions => 1 << 22,
            Self::GameOptions => 1 << 25,
            Self::GameDigits => 19_729,
        }
    }

    /// Gives the number back, or declines it.
    pub(crate) fn admit(self, found: impl TryInto<u64>) -> Result<u64, TooMuch> {
        let found = found.try_into().map_err(|_| TooMuch { limit: self, found: u64::MAX })?;
        if found <= self.most() { Ok(found) } else { Err(TooMuch { limit: self, found }) }
    }
}
