//! Fractions as programs and people use them: in lowest terms, compared by cross-multiplication, cut where they are long.
//!
//! The order and the equality of `num_rational` recurse on the continued fractions; those of two long numbers overflow the stack. Whoever holds
//! numbers of a certificate compares them with [`compare`] and [`same`].

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::LazyLock;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::{BigRational, Ratio};
use num_traits::{One, Signed, Zero};

use checker::numbers::{Fraction, Fractions};

/// A fraction is written whole if its denominator has at most so many digits.
pub const WHOLE_DIGITS: u32 = 96;
/// Otherwise it is cut after so many decimals.
const DECIMALS: u32 = 12;

/// A fraction in lowest terms.
pub fn rational(Fraction { numerator, denominator }: Fraction) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// The length in bits of the longest denominator of these fractions, each in lowest terms; 0 if there are none.
pub fn longest_denominator(all: &Fractions) -> u64 {
    // The common divisors of those that were reduced. Where one divides a numerator, too, the denominator is no longer than it was there.
    let (mut divisors, mut longest) = (Vec::<BigUint>::new(), 0);
    for numerator in &all.numerators {
        if divisors.iter().all(|divisor| !(numerator % divisor).is_zero()) {
            let divisor = numerator.gcd(&all.denominator);
            longest = longest.max((&all.denominator / &divisor).bits());
            divisors.retain(|other| !(other % &divisor).is_zero());
            divisors.push(divisor);
        }
    }
    longest
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
    let by_leading_bits = || {
        let [x, y] = [product(a.numer(), b.denom())?, product(b.numer(), a.denom())?];
        Leading::compare(x, y)
    };
    by_leading_bits().unwrap_or_else(|| (a.numer() * b.denom()).cmp(&(b.numer() * a.denom())))
}

/// So many bits of a number are enough to compare most.
const LEADING: u64 = 62;

/// What is known of a product from the leading bits of its factors: it is at least `least · 2^shift` and less than `beyond · 2^shift`.
#[derive(Clone, Copy)]
struct Leading {
    least: u128,
    beyond: u128,
    shift: u64,
}

/// The leading bits of the product of two numbers greater than 0.
fn product(x: &BigInt, y: &BigInt) -> Option<Leading> {
    let leading = |number: &BigInt| {
        let bits = number.bits();
        if !number.is_positive() {
            return None;
        }
        let magnitude = number.magnitude();
        let digits = magnitude.iter_u64_digits();
        let skipped = digits.len().saturating_sub(2);
        let whole = digits
            .skip(skipped)
            .enumerate()
            .fold(0, |sum: u128, (place, digit)| sum | u128::from(digit) << (64 * place));
        let have = bits - 64 * u64::try_from(skipped).ok()?;
        let number = if have > LEADING { whole >> (have - LEADING) } else { whole << (LEADING - have) };
        Some((number, bits))
    };
    let ((x, x_bits), (y, y_bits)) = (leading(x)?, leading(y)?);
    // Each is below 2^62, so that nothing overflows, not even doubled.
    Some(Leading { least: x * y, beyond: (x + 1) * (y + 1), shift: x_bits + y_bits })
}

impl Leading {
    /// How two products compare, if their leading bits tell.
    fn compare(x: Self, y: Self) -> Option<Ordering> {
        let shift = x.shift.min(y.shift);
        let scaled = |Self { least, beyond, shift: own }: Self| {
            (own - shift <= 3).then(|| (least << (own - shift), beyond << (own - shift)))
        };
        // A product of two numbers of 62 bits has 123 or 124 bits: if it is shifted by so many more, it is greater.
        let (Some((x_least, x_beyond)), Some((y_least, y_beyond))) = (scaled(x), scaled(y)) else {
            return Some(x.shift.cmp(&y.shift));
        };
        if x_beyond <= y_least {
            Some(Ordering::Less)
        } else if y_beyond <= x_least {
            Some(Ordering::Greater)
        } else {
            None
        }
    }
}

/// 10 with so many zeros, for those that are often needed.
fn power_of_ten(zeros: u32) -> Cow<'static, BigInt> {
    static POWERS: LazyLock<Vec<BigInt>> =
        LazyLock::new(|| (0..=400).map(|zeros| BigInt::from(10).pow(zeros)).collect());
    let place = usize::try_from(zeros).expect("a small number");
    POWERS.get(place).map_or_else(|| Cow::Owned(BigInt::from(10).pow(zeros)), Cow::Borrowed)
}

/// How many digits a number greater than 0 has.
pub fn digits(number: &BigInt) -> u32 {
    // A little less than the logarithm of 2 to the base 10: too few at most, and then one more is tried.
    let bits = u32::try_from(number.bits()).expect("a number within the limits");
    let most = bits.saturating_sub(1) / 1000 * 301 + (bits.saturating_sub(1) % 1000) * 301 / 1000;
    let mut digits = most.saturating_sub(1).max(1);
    while *number >= *power_of_ten(digits) {
        digits += 1;
    }
    digits
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
/// use session::fraction::text;
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
/// use session::fraction::decimal;
/// use num_rational::BigRational;
///
/// assert_eq!(decimal(&BigRational::new((-2).into(), 3.into()), 6), "-0.666666…");
/// assert_eq!(decimal(&BigRational::new(21.into(), 32.into()), 6), "0.65625");
/// ```
pub fn decimal(number: &BigRational, places: u32) -> String {
    let (scaled, rest) = (number.numer().abs() * &*power_of_ten(places)).div_rem(number.denom());
    let more = if rest.is_zero() { "" } else { "…" };
    let sign = if number.is_negative() { "-" } else { "" };
    format!("{sign}{}{more}", point(&scaled, places, rest.is_zero()))
}

/// A number from 0 to 1 in per cent, with so many decimals, rounded down or up; zeros at the end are left out.
pub fn percent(number: &BigRational, places: u32, up: bool) -> String {
    let (mut scaled, rest) = (number.numer() * &*power_of_ten(places + 2)).div_rem(number.denom());
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

/// A fraction as it is written in a sentence; one over a power of 2 has that power beside it.
pub fn text_with_power(fraction: &BigRational) -> String {
    let denominator = fraction.denom().magnitude();
    match denominator.trailing_zeros() {
        Some(power) if power > 0 && fraction.numer().is_one() && denominator.count_ones() == 1 => {
            format!("{} = 2^-{power}", text(fraction))
        }
        _ => text(fraction),
    }
}

/// The most digits of a number that people write, and the most zeros of its power of 10.
const WRITTEN: usize = 400;

/// Reads a number as people write it, in all commands alike: `3`, `-3/2`, `0.25`, `.5`, `1e-6`; none where it is spelt otherwise.
///
/// # Examples
///
/// ```
/// use session::fraction::read;
///
/// assert_eq!(read("0.25"), read("1/4"));
/// assert_eq!(read("-1.50"), read("-3/2"));
/// assert_eq!(read("1e-3"), read("1/1000"));
/// assert!([".", "1.", "01", "1/0", "1/2/3", "+1", "1e999", "½", ""].iter().all(|text| read(text).is_none()));
/// ```
pub fn read(text: &str) -> Option<BigRational> {
    let (is_negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let is_digits = |text: &str| (1..=WRITTEN).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let natural = |text: &str| {
        let is_plain = is_digits(text) && (text == "0" || !text.starts_with('0'));
        is_plain.then(|| text.parse::<BigInt>().ok())?
    };
    let number = match text.split_once('/') {
        Some((numerator, denominator)) => {
            let denominator = natural(denominator).filter(|denominator| !denominator.is_zero())?;
            BigRational::new(natural(numerator)?, denominator)
        }
        None => {
            let (text, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
            let power: i32 = power.parse().ok().filter(|power: &i32| power.abs() <= 400)?;
            let (whole, decimals) = text.split_once('.').map_or((text, None), |(whole, more)| (whole, Some(more)));
            let whole = if whole.is_empty() && decimals.is_some() { BigInt::zero() } else { natural(whole)? };
            let decimals = decimals.unwrap_or("0");
            let part = is_digits(decimals).then(|| decimals.parse::<BigInt>().ok())??;
            let ten = |zeros: u32| BigRational::from(power_of_ten(zeros).into_owned());
            let number = BigRational::from(whole) + BigRational::from(part) / ten(u32::try_from(decimals.len()).ok()?);
            if power < 0 { number / ten(power.unsigned_abs()) } else { number * ten(power.unsigned_abs()) }
        }
    };
    Some(if is_negative { -number } else { number })
}

/// As [`read`], of a number from 0 on.
pub fn read_natural(text: &str) -> Option<Ratio<BigUint>> {
    let (numerator, denominator) = read(text)?.into_raw();
    Some(Ratio::new_raw(numerator.to_biguint()?, denominator.to_biguint()?))
}

/// As [`read`], of a share: a number from 0 to 1, of parts that are not too large.
pub fn read_share<N: TryFrom<BigUint>>(text: &str) -> Option<(N, N)> {
    let (numerator, denominator) = read_natural(text).filter(|share| *share <= Ratio::one())?.into_raw();
    Some((numerator.try_into().ok()?, denominator.try_into().ok()?))
}

/// The mean of numbers with their weights.
pub fn mean(numbers: &[(u64, BigRational)]) -> BigRational {
    let weights: u64 = numbers.iter().map(|&(weight, _)| weight).sum();
    let weighted = |(weight, number): &(u64, BigRational)| number * BigInt::from(*weight);
    let zero = BigRational::from_integer(0.into());
    numbers.iter().map(weighted).fold(zero, |sum, number| sum + number) / BigInt::from(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of all sizes, those next to powers of two and of ten among them.
    fn numbers() -> Vec<BigInt> {
        let mut all: Vec<BigInt> = (1..40).map(BigInt::from).collect();
        for power in [1, 2, 18, 19, 20, 21, 38, 60, 61, 62, 63, 64, 65, 123, 124, 125, 128, 129, 200, 457] {
            for base in [2, 3, 10] {
                let number = BigInt::from(base).pow(power);
                all.extend([&number - 1, number.clone(), number + 1]);
            }
        }
        all.retain(Signed::is_positive);
        all
    }

    #[test]
    fn counts_digits() {
        for number in numbers() {
            assert_eq!(usize::try_from(digits(&number)).unwrap(), number.to_string().len(), "{number}");
        }
    }

    #[test]
    fn leading_bits_compare_as_the_whole_does() {
        let numbers = numbers();
        let fractions: Vec<BigRational> = numbers
            .iter()
            .flat_map(|x| numbers.iter().step_by(7).map(move |y| BigRational::new(x.clone(), y.clone())))
            .collect();
        let mut told = 0;
        for a in fractions.iter().step_by(3) {
            for b in fractions.iter().step_by(11) {
                let expected = (a.numer() * b.denom()).cmp(&(b.numer() * a.denom()));
                assert_eq!(compare(a, b), expected, "{a} {b}");
                let [x, y] = [product(a.numer(), b.denom()).unwrap(), product(b.numer(), a.denom()).unwrap()];
                told += usize::from(Leading::compare(x, y).is_some_and(|order| order == expected));
            }
        }
        assert!(told > 1000);
        let [negative, zero] = [-1, 0].map(|number| BigRational::from_integer(number.into()));
        assert_eq!(compare(&negative, &zero), Ordering::Less);
        assert_eq!(compare(&zero, &zero), Ordering::Equal);
    }
}
