//! How far the two bounds are apart, as a number that people can read.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

/// A share of the money: `numerator / 2^power`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The numerator.
    pub numerator: BigUint,
    /// The exponent of 2.
    pub power: usize,
}

/// Two decimal digits, rounded up, such as `3.1e-91`: the gap is at most that.
impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.numerator.is_zero() {
            return f.write_str("0");
        }
        let one = BigUint::from(1u32) << self.power;
        // The least exponent with 10^exponent · gap ≥ 1. To begin with, less: lg 2 > 0.301.
        let zeros = (self.power as u64).saturating_sub(self.numerator.bits());
        let mut exponent = zeros * 301 / 1000;
        let mut scaled = &self.numerator * BigUint::from(10u32).pow(exponent as u32);
        while scaled < one {
            scaled *= 10u32;
            exponent += 1;
        }
        let tenths = (scaled * 10u32).div_ceil(&one).to_u64().unwrap_or(u64::MAX);
        let (tenths, exponent) =
            if tenths == 100 { (10, -(exponent as i64) + 1) } else { (tenths, -(exponent as i64)) };
        write!(f, "{}.{}e{exponent}", tenths / 10, tenths % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(numerator: u32, power: usize) -> String {
        Gap { numerator: numerator.into(), power }.to_string()
    }

    #[test]
    fn rounds_up_to_two_digits() {
        assert_eq!(shown(1, 0), "1.0e0");
        assert_eq!(shown(1, 1), "5.0e-1");
        assert_eq!(shown(1, 3), "1.3e-1");
        assert_eq!(shown(1, 4), "6.3e-2");
        assert_eq!(shown(1023, 10), "1.0e0");
        assert_eq!(shown(1, 10), "9.8e-4");
        assert_eq!(shown(0, 7), "0");
    }

    #[test]
    fn exponents_are_those_of_the_exact_powers() {
        for exponent in 1..60u32 {
            // 10^-exponent, cut off and rounded up at 2^-400.
            let one = BigUint::from(1u32) << 400u32;
            let below = &one / BigUint::from(10u32).pow(exponent);
            let above = &below + 1u32;
            assert_eq!(Gap { numerator: below, power: 400 }.to_string(), format!("1.0e-{exponent}"));
            assert_eq!(Gap { numerator: above, power: 400 }.to_string(), format!("1.1e-{exponent}"));
        }
    }
}
