//! Numbers as `solve stats` and `solve graph` write them.

use ::prism::{Found, Number, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};
use session::position::Interval;
use session::{claims, fraction};

/// A label, which may be infinite.
pub fn label(label: Option<u32>) -> String {
    label.map_or("infinite".to_owned(), |label| label.to_string())
}

/// An exact fraction, with a decimal hint where it is long.
pub fn with_decimals(value: &BigRational) -> String {
    let exact = value.to_string();
    if value.denom().is_one() || exact.len() <= 7 {
        return exact;
    }
    format!("{exact} (about {})", decimals(value))
}

/// Six digits, cut off, from integers: the same on every machine.
pub fn decimals(value: &BigRational) -> String {
    let digits = (value.numer().abs() * BigInt::from(1_000_000) / value.denom()).to_u64().unwrap_or(0);
    let sign = if value.is_negative() { "-" } else { "" };
    format!("{sign}{}.{:06}", digits / 1_000_000u64, digits % 1_000_000)
}

/// Digits after the point of bounds in a table.
const DIGITS: u32 = 12;

/// Bounds in units of 2^-bits as decimal fractions, the lower one rounded down, the upper one up.
pub fn bounds(bits: u8, [low, high]: [u64; 2]) -> [String; 2] {
    let ten = 10u128.pow(DIGITS);
    let one = 1u128 << bits;
    let text = |number: u128| format!("{}.{:0width$}", number / ten, number % ten, width = DIGITS as usize);
    // At most 2^62 · 10^12, which is below 2^102.
    [text(u128::from(low) * ten / one), text((u128::from(high) * ten).div_ceil(one))]
}

/// A number, as the crate of the language knows it.
pub fn value(number: BigRational) -> Found {
    Found::Value(Value::Number(number.into()))
}

/// Bounds; a value if they are the same.
pub fn between(low: BigRational, high: Option<BigRational>) -> Found {
    match high {
        Some(high) if low == high => value(low),
        high => Found::Between(low.into(), high.map(Number::from)),
    }
}

/// What is known of a state: a number with its decimals, or the ends between which it is, rounded outwards.
pub fn shown(found: &Found) -> String {
    let between = |[low, high]: [&Number; 2]| {
        let [low, high] = [low, high].map(Number::fraction);
        claims::models::probability(&Interval { low, high })
    };
    match found {
        Found::Value(Value::Number(number)) => between([number; 2]),
        Found::Between(low, Some(high)) => between([low, high]),
        Found::Between(low, None) => format!("{} or more", fraction::decimal(&low.fraction(), DIGITS)),
        other => other.to_string(),
    }
}
