//! Numbers that look random: games are made from them, keys of positions, and tests. Equal seeds give equal numbers everywhere and for ever, because
//! committed files depend on them.

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014).
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The numbers of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub const fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u32) -> u32 {
        ((u128::from(self.number()) * u128::from(end)) >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the seed 1234567 in the table of tests of Rosetta Code, "Pseudo-random numbers/Splitmix64".
    #[test]
    fn makes_the_published_numbers() {
        let mut numbers = SplitMix64::new(1_234_567);
        let found = [(); 3].map(|()| numbers.number());
        assert_eq!(found, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
