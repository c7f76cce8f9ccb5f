//! `--precision`: how exact values shall be, in the same words for each command.

use std::fmt;
use std::str::FromStr;

use num_traits::ToPrimitive as _;

use crate::output::Failed;

/// How exact values shall be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Precision {
    /// Exact values, or a failure.
    Exact,
    /// Bounds in units of 2^-bits, 1 to 62.
    Bits(u8),
    /// Bounds that are so far apart at most, a number between 0 and 1.
    Within(f64),
    /// Bounds in units of 2^-bits, 1 to 62, and what is sharp because of them.
    Sharp(u8),
}

/// The units of bounds that make positions sharp, if nobody chose: 2^-50.
pub const SHARP: u8 = 50;
/// The finest units: 2^-62.
pub const FINEST: u8 = 62;

impl FromStr for Precision {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bits = |text: &str| text.parse().ok().filter(|bits| (1..=FINEST).contains(bits));
        let width = || report::fraction::read(text)?.to_f64().filter(|width| *width > 0.0 && *width < 1.0);
        match text {
            "exact" => Some(Self::Exact),
            "sharp" => Some(Self::Sharp(SHARP)),
            _ => match text.strip_prefix("sharp:") {
                Some(units) => bits(units).map(Self::Sharp),
                None => bits(text).map(Self::Bits).or_else(|| width().map(Self::Within)),
            },
        }
        .ok_or_else(|| {
            "required `exact`, a number of bits from 1 to 62, a width between 0 and 1 such as 1e-6, `sharp`, or `sharp:BITS`".to_owned()
        })
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Exact => write!(f, "exact"),
            Self::Bits(bits) => write!(f, "{bits}"),
            Self::Within(width) => write!(f, "{width}"),
            Self::Sharp(bits) => write!(f, "sharp:{bits}"),
        }
    }
}

impl Precision {
    /// That it cannot be given here, and what is required instead.
    pub fn refused(self, required: &str) -> Failed {
        Failed::usage(format!("--precision: found {self}, required {required}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_each_precision_and_nothing_else() {
        for (text, read) in [
            ("exact", Precision::Exact),
            ("1", Precision::Bits(1)),
            ("62", Precision::Bits(62)),
            ("1e-6", Precision::Within(1e-6)),
            ("1/1000", Precision::Within(1e-3)),
            ("sharp", Precision::Sharp(50)),
            ("sharp:62", Precision::Sharp(62)),
        ] {
            assert_eq!(text.parse(), Ok(read), "{text}");
        }
        for wrong in ["", "0", "63", "1.5", "-1", "sharp:", "sharp:63", "sharp:1e-6", "Exact", "all"] {
            assert!(wrong.parse::<Precision>().is_err_and(|error| error.contains("sharp:BITS")), "{wrong}");
        }
    }
}
