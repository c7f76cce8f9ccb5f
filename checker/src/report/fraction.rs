//! Fractions as programs and people use them: in lowest terms, compared by cross-multiplication, cut where they are long.
//!
//! The order and the equality of `num_rational` recurse on the continued fractions; those of two long numbers overflow the stack. Whoever holds
//! numbers of a certificate compares them with [`compare`] and [`same`].

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::numbers::Fraction;

/// A fraction is written whole if its denominator has at most so many digits.
pub const WHOLE_DIGITS: u32 = 96;
/// Otherwise it is cut after so many decimals.
const DECIMALS: u32 = 12;

/// A fraction in lowest terms.
pub fn rational(Fraction { numerator, denominator }: Fraction) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// A fraction that is in lowest terms, as those of exact certificates are.
pub fn in_lowest_terms(Fraction { numerator, denominator }: Fraction) -> BigRational {
    BigRational::new_raw(numerator.into(), denominator.into())
}

/// Half of a number in lowest terms.
pub fn half(number: BigRational) -> BigRational {
    let (numerator, denominator) = number.into_raw();
    match numerator.is_even() {
        true => BigRational::new_raw(numerator / 2, denominator),
        false => BigRational::new_raw(numerator, denominator * 2),
    }
}

/// How two fractions compare.
pub fn compare(a: &BigRational, b: &BigRational) -> Ordering {
    (a.numer() * b.denom()).cmp(&(b.numer() * a.denom()))
}

/// Whether two fractions in lowest terms are equal.
pub fn same(a: &BigRational, b: &BigRational) -> bool {
    a.numer() == b.numer() && a.denom() == b.denom()
}

/// A fraction as it is written in a sentence: whole, or cut to a decimal with `…` if it is long.
///
/// # Examples
///
/// ```
/// use checker::report::fraction::text;
/// use num_rational::BigRational;
///
/// assert_eq!(text(&BigRational::new(5.into(), 8.into())), "5/8");
/// let long = BigRational::new(1.into(), num_bigint::BigInt::from(3).pow(300));
/// assert_eq!(text(&long), "0.000000000000…");
/// ```
pub fn text(fraction: &BigRational) -> String {
    let ten = BigInt::from(10);
    if *fraction.denom() < ten.pow(WHOLE_DIGITS) {
        return fraction.to_string();
    }
    let cut = (fraction.numer().abs() * ten.pow(DECIMALS)) / fraction.denom();
    let (whole, decimals) = (&cut / ten.pow(DECIMALS), (&cut % ten.pow(DECIMALS)).to_string());
    let sign = if fraction.is_negative() { "-" } else { "" };
    let zeros = "0".repeat(usize::try_from(DECIMALS).expect("small") - decimals.len());
    format!("{sign}{whole}.{zeros}{decimals}…")
}

/// The first decimals of a number, cut off, with `…` if more follow.
///
/// # Examples
///
/// ```
/// use checker::report::fraction::decimal;
/// use num_rational::BigRational;
///
/// assert_eq!(decimal(&BigRational::new((-2).into(), 3.into()), 6), "-0.666666…");
/// assert_eq!(decimal(&BigRational::new(21.into(), 32.into()), 6), "0.65625");
/// ```
pub fn decimal(number: &BigRational, places: u32) -> String {
    let (scaled, rest) = (number.numer().abs() * BigInt::from(10).pow(places)).div_rem(number.denom());
    let more = if rest.is_zero() { "" } else { "…" };
    let sign = if number.is_negative() { "-" } else { "" };
    format!("{sign}{}{more}", point(&scaled, places, rest.is_zero()))
}

/// A number from 0 to 1 in per cent, with so many decimals, rounded down or up; zeros at the end are left out.
pub fn percent(number: &BigRational, places: u32, up: bool) -> String {
    let (mut scaled, rest) = (number.numer() * BigInt::from(10).pow(places + 2)).div_rem(number.denom());
    if up && !rest.is_zero() {
        scaled += 1;
    }
    format!("{} %", point(&scaled, places, true))
}

/// A whole number with the point set before its last digits; zeros at the end may be left out.
fn point(scaled: &BigInt, places: u32, trim: bool) -> String {
    let places = usize::try_from(places).expect("few places");
    let digits = scaled.to_string();
    let digits = format!("{}{digits}", "0".repeat((places + 1).saturating_sub(digits.len())));
    let (whole, decimals) = digits.split_at(digits.len() - places);
    let decimals = if trim { decimals.trim_end_matches('0') } else { decimals };
    if decimals.is_empty() { whole.to_owned() } else { format!("{whole}.{decimals}") }
}

/// The same, and as a power of 2 beside it if it is one.
pub fn text_with_power(fraction: &BigRational) -> String {
    let denominator = fraction.denom().magnitude();
    match denominator.trailing_zeros() {
        Some(power) if power > 0 && fraction.numer().is_one() && denominator.count_ones() == 1 => {
            format!("{} = 2^-{power}", text(fraction))
        }
        _ => text(fraction),
    }
}

/// The mean of numbers with their weights.
pub fn mean(numbers: &[(u32, BigRational)]) -> BigRational {
    let weights: u64 = numbers.iter().map(|&(weight, _)| u64::from(weight)).sum();
    let weighted = |(weight, number): &(u32, BigRational)| number * BigInt::from(*weight);
    let zero = BigRational::from_integer(0.into());
    numbers.iter().map(weighted).fold(zero, |sum, number| sum + number) / BigInt::from(weights)
}
