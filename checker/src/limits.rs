//! Limits: how much memory and time a file may cost. Each is tried before the memory is spent. Beyond one, a file is
//! *declined*. Further games have theirs in their own modules.

/// What is limited, and to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Limit {
    /// What is counted, in words that follow the number of them.
    pub of: &'static str,
    /// The most that is not declined.
    pub most: u64,
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
    /// Bytes of a certificate: 1 GiB. Measured need 254 MB (11x11 KNk).
    pub const FILE_BYTES: Self = Self { of: "bytes of a file", most: 1 << 30 };
    /// Men of an endgame: as many as a list of squares has room for. More have too many places on every board but small
    /// ones.
    pub const MEN: Self = Self { of: "men of an endgame", most: 16 };
    /// Lists of squares for the anchors: 2^23. A list takes 4 bytes, and less than a microsecond. Two kings have 2^16
    /// at most, five equal men on 8x8 7.6 million.
    pub const LISTS: Self = Self { of: "lists of squares for the anchors", most: 1 << 23 };
    /// Places without a right: 2^27, about as many as 8x8 has with five men. A place takes 16 to 45 bytes of memory,
    /// and at least a byte of the slices. Those with a right are at most a third of them for each pawn: a pawn that
    /// seems to have stepped twice could as well stand on either square behind it.
    pub const PLACES: Self = Self { of: "places of an endgame", most: 1 << 27 };
    /// Numbers of an endgame, with those that are no places because two men would share a square: 2^29, of 2 bits each.
    /// On 8x8 five men have 2^27.
    pub const NUMBERS: Self =
        Self { of: "numbers of an endgame, with those at which men share a square", most: 1 << 29 };
    /// Bits of a numerator and of a common denominator. Measured need 12,000, margin ×5.
    pub const BITS: Self = Self { of: "bits of a number or of a common denominator", most: 1 << 16 };
    /// Bits of all values on their common denominator, beyond 4 for each bit in which they are written: 96 MiB.
    /// Measured need: 1.3 for each bit where they take 30 MB or more (games, 10x10 KNk), else 5 MB in all.
    pub const TABLE_BITS: Self =
        Self { of: "bits of all values on their common denominator, beyond 4 for each that is written", most: 3 << 28 };
    /// Sum of the squares of the sizes in bits of the denominators that change the common denominator, since the time
    /// of a greatest common divisor grows with the square: about ten seconds.
    pub const DIVISOR_WORK: Self =
        Self { of: "for the sum of the squares of the sizes in bits of the denominators", most: 1 << 37 };
    /// Values beyond one for each 8 bytes of the head: 2^20. A value of 2 bytes takes 70 bytes of memory; real ones are
    /// longer.
    pub const SHORT_VALUES: Self = Self { of: "values that take less than 8 bytes each", most: 1 << 20 };
    /// Bytes of the body of a statement: 2^24. A list of 2^17 members of 30 men takes half of them; 8 million members
    /// without men take 270 MB.
    pub const STATEMENT_BYTES: Self = Self { of: "bytes of the body of a statement", most: 1 << 24 };
    /// Members of a plan: 2^17, of some 200 bytes each if they have 30 men.
    pub const MEMBERS: Self = Self { of: "positions of a list", most: 1 << 17 };
    /// Sum of the squares of the members' numbers of pieces, since the time of their moves grows with the square: about
    /// a minute.
    pub const MEMBER_WORK: Self = Self { of: "for the sum of the squares of the numbers of pieces", most: 1 << 28 };
    /// Bytes of a game's file: 256 MiB, two million positions with three options each.
    pub const GAME_BYTES: Self = Self { of: "bytes of a game's file", most: 1 << 28 };
    /// Positions of a game: 2^22.
    pub const GAME_POSITIONS: Self = Self { of: "positions of a game", most: 1 << 22 };
    /// Options of all positions of a game together: 2^25.
    pub const GAME_OPTIONS: Self = Self { of: "options of all positions of a game together", most: 1 << 25 };
    /// Decimal digits of a number in a game's file: those of the longest number that `BITS` admits.
    pub const GAME_DIGITS: Self = Self { of: "digits of a number in a game's file", most: 19_729 };

    /// Gives the number back, or declines it.
    pub fn admit(self, found: impl TryInto<u64>) -> Result<u64, TooMuch> {
        let found = found.try_into().map_err(|_| TooMuch { limit: self, found: u64::MAX })?;
        if found <= self.most { Ok(found) } else { Err(TooMuch { limit: self, found }) }
    }
}
