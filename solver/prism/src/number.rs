//! Exact numbers: fractions, quick while they are short.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, Pow as _, Signed as _, ToPrimitive as _};

/// A fraction in lowest terms. It is short if numerator and denominator fit into 64 bits; a number has one form only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// Numerator, and a denominator above 0.
    Short(i64, i64),
    /// One that is not short.
    Long(Box<BigRational>),
}

/// So many bits a number may have that a power makes.
const MOST_BITS: u64 = 1 << 20;

impl Number {
    /// Zero.
    pub const ZERO: Self = Self::Short(0, 1);
    /// One.
    pub const ONE: Self = Self::Short(1, 1);

    /// A whole number.
    #[must_use]
    pub fn whole(number: i64) -> Self {
        Self::Short(number, 1)
    }

    fn short(numerator: i128, denominator: i128) -> Self {
        if denominator == 1
            && let Ok(number) = i64::try_from(numerator)
        {
            return Self::Short(number, 1);
        }
        let common = numerator.gcd(&denominator);
        let common = if denominator < 0 { -common } else { common };
        let (numerator, denominator) = (numerator / common, denominator / common);
        match (i64::try_from(numerator), i64::try_from(denominator)) {
            (Ok(numerator), Ok(denominator)) => Self::Short(numerator, denominator),
            _ => Self::Long(Box::new(BigRational::new_raw(numerator.into(), denominator.into()))),
        }
    }

    /// Both, if both are short.
    fn pair<'a>(&'a self, other: &'a Self) -> Option<[i128; 4]> {
        match (self, other) {
            (Self::Short(a, b), Self::Short(c, d)) => Some([*a, *b, *c, *d].map(i128::from)),
            _ => None,
        }
    }

    /// The fraction.
    #[must_use]
    pub fn fraction(&self) -> BigRational {
        match self {
            Self::Short(a, b) => BigRational::new_raw((*a).into(), (*b).into()),
            Self::Long(number) => (**number).clone(),
        }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        match self.pair(other) {
            // Products of two numbers of 64 bits have 127 at most, their sum 128: it fits if one bit is free.
            Some([a, b, c, d]) => match (a * d).checked_add(c * b) {
                Some(sum) => Self::short(sum, b * d),
                None => (self.fraction() + other.fraction()).into(),
            },
            None => (self.fraction() + other.fraction()).into(),
        }
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(&self) -> Self {
        self.times(&Self::whole(-1))
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        match self.pair(other) {
            Some([a, b, c, d]) => Self::short(a * c, b * d),
            None => (self.fraction() * other.fraction()).into(),
        }
    }

    /// The quotient; none by zero.
    #[must_use]
    pub fn over(&self, other: &Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        Some(match self.pair(other) {
            Some([a, b, c, d]) => Self::short(a * d, b * c),
            None => (self.fraction() / other.fraction()).into(),
        })
    }

    /// The power with a whole exponent; none of zero with a negative one, or if it is longer than 2^20 bits.
    #[must_use]
    pub fn to_the(&self, exponent: &Self) -> Option<Self> {
        let exponent = exponent.as_whole()?;
        if self.is_zero() {
            return if exponent > 0 { Some(Self::ZERO) } else { (exponent == 0).then_some(Self::ONE) };
        }
        let base = self.fraction();
        let bits = base.numer().bits().max(base.denom().bits());
        let is_unit = base.is_integer() && base.abs().is_one();
        if !is_unit && bits.saturating_mul(exponent.unsigned_abs()) > MOST_BITS {
            return None;
        }
        let exponent = if is_unit { exponent % 2 } else { exponent };
        Some(base.pow(i32::try_from(exponent).ok()?).into())
    }

    /// The logarithm to a base, if it is a fraction.
    #[must_use]
    pub fn log(&self, base: &Self) -> Option<Self> {
        let one = BigRational::one();
        let (number, base) = (self.fraction(), base.fraction());
        if !number.is_positive() || !base.is_positive() || base.is_one() {
            return None;
        }
        let above = |x: BigRational| if x < one { (x.recip(), true) } else { (x, false) };
        let ((mut x, x_flips), (mut y, y_flips)) = (above(number), above(base));
        // As Euclid does with exponents: x = a^m and y = a^n if any a does. `x` is X^p·Y^q, as `xs` says.
        let (mut xs, mut ys) = ([1_i64, 0], [0_i64, 1]);
        for _ in 0..4096 {
            if x.is_one() {
                // X^p·Y^q = 1, so that log_Y X = -q/p.
                let value = Self::short((-xs[1]).into(), xs[0].into());
                return Some(if x_flips == y_flips { value } else { value.negated() });
            }
            if x < y {
                (x, y, xs, ys) = (y, x, ys, xs);
            }
            if y.is_one() {
                (x, y, xs, ys) = (y, x, ys, xs);
                continue;
            }
            x /= &y;
            xs = [xs[0].checked_sub(ys[0])?, xs[1].checked_sub(ys[1])?];
            if x.numer().bits() > 1 << 16 {
                return None;
            }
        }
        None
    }

    /// The greatest whole number that is not above it.
    #[must_use]
    pub fn floor(&self) -> Self {
        match self {
            Self::Short(a, b) => Self::whole(a.div_floor(b)),
            Self::Long(number) => number.floor().into(),
        }
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self, Self::Short(0, _))
    }

    /// Whether it is below 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match self {
            Self::Short(a, _) => *a < 0,
            Self::Long(number) => number.is_negative(),
        }
    }

    /// The whole number that it is, if it is one below 2^63.
    #[must_use]
    pub fn as_whole(&self) -> Option<i64> {
        match self {
            Self::Short(a, 1) => Some(*a),
            _ => None,
        }
    }

    /// The number that digits, perhaps with a point and an exponent, write; none if the exponent is beyond 10,000.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (digits, exponent) = match text.split_once(['e', 'E']) {
            Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok().filter(|number| number.abs() <= 10_000)?),
            None => (text, 0),
        };
        let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
        let number: BigInt = format!("{before}{after}").parse().ok()?;
        let places = exponent - i32::try_from(after.len()).ok()?;
        let ten = BigInt::from(10).pow(places.unsigned_abs());
        let number = if places < 0 { BigRational::new(number, ten) } else { BigRational::from(number * ten) };
        Some(number.into())
    }
}

impl From<BigRational> for Number {
    fn from(number: BigRational) -> Self {
        match (number.numer().to_i64(), number.denom().to_i64()) {
            (Some(numerator), Some(denominator)) => Self::Short(numerator, denominator),
            _ => Self::Long(Box::new(number)),
        }
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match self.pair(other) {
            Some([a, b, c, d]) => (a * d).cmp(&(c * b)),
            None => self.fraction().cmp(&other.fraction()),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Short(a, b) => (*a, *b).hash(state),
            Self::Long(number) => number.hash(state),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short(a, 1) => write!(f, "{a}"),
            Self::Short(a, b) => write!(f, "{a}/{b}"),
            Self::Long(number) => write!(f, "{number}"),
        }
    }
}
