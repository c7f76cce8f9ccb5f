//! Prime factors of denominators.
//!
//! Responsible for an answer that is always the same and comes to an end: small primes by division, what several numbers
//! share by greatest common divisors, the rest by Pollard's ρ from fixed starting points. What withstands all of that is
//! reported as composite, not passed over.

use std::collections::BTreeSet;

use dashu_int::UBig;
use dashu_int::fast_div::ConstDivisor;
use dashu_int::modular::Reduced;
use dashu_int::ops::{BitTest as _, Gcd as _};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

/// Primes up to here are found by division.
const SMALL: u32 = 1 << 16;
/// Steps of Pollard's ρ from one starting point. It finds a prime factor `p` in about `√p` steps.
const STEPS: u32 = 1 << 16;
/// Starting points.
const STARTS: u32 = 4;
/// Numbers of up to so many bits are split completely: from further starting points, and with more steps from each.
const COMPLETE: u64 = 128;
/// So many differences are multiplied before a divisor is looked for.
const BATCH: u32 = 128;

/// The prime divisors of some numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Divisors {
    /// Primes, increasing.
    pub primes: Vec<BigUint>,
    /// Composite divisors that were not split, increasing: coprime to each other and to the primes.
    pub composites: Vec<BigUint>,
}

/// Whether a number passes the test of Baillie, Pomerance, Selfridge and Wagstaff ("Lucas pseudoprimes", 1980). No composite
/// number is known that does, and there is none below 2^64.
#[must_use]
pub fn is_prime(number: &BigUint) -> bool {
    for prime in [2_u32, 3, 5, 7, 11, 13] {
        if (number % prime).is_zero() {
            return *number == prime.into();
        }
    }
    if number.is_one() || number.sqrt().pow(2) == *number {
        return false;
    }
    let ring = ConstDivisor::new(converted(number));
    is_fermat(number, &ring) && is_lucas(number, &ring)
}

/// The strong test of Fermat to the base 2: with `n - 1 = d·2^s`, `d` odd, `2^d` is 1 or one of its first `s` squarings is -1.
fn is_fermat(number: &BigUint, ring: &ConstDivisor) -> bool {
    let (odd, twos) = odd_part(number - 1_u32);
    let power = ring.reduce(2).pow(&odd);
    power == ring.reduce(1) || squares(power, Reduced::sqr).take(twos).any(|power| power == ring.reduce(-1))
}

/// The strong test of Lucas with Selfridge's parameters: `D` is the first of 5, -7, 9, -11, … of which the number is no
/// square, and `α` a root of `x² - x + Q`, `Q = (1 - D)/4`. With `n + 1 = d·2^s`, `d` odd, `α^d` is rational or one of its
/// first `s` squarings has the trace 0.
fn is_lucas(number: &BigUint, ring: &ConstDivisor) -> bool {
    let mut discriminants = (5_i64..).step_by(2).map(|d| if d % 4 == 1 { d } else { -d });
    let found = discriminants.find_map(|d| match jacobi(d, number) {
        0 if *number != d.unsigned_abs().into() => Some(None),
        -1 => Some(Some(d)),
        _ => None,
    });
    let Some(discriminant) = found.expect("it is no square") else { return false };
    let q = ring.reduce((1 - discriminant) / 4);
    let (odd, twos) = odd_part(number + 1_u32);
    let alpha = [ring.reduce(0), ring.reduce(1)];
    let mut power = alpha.clone();
    for bit in (0..odd.bit_len() - 1).rev() {
        power = product(&power, &power, &q);
        if odd.bit(bit) {
            power = product(&power, &alpha, &q);
        }
    }
    let zero = ring.reduce(0);
    power[1] == zero || squares(power, |power| product(power, power, &q)).take(twos).any(|[a, b]| a.dbl() + b == zero)
}

/// `(a + bα)(c + dα)`, by `α² = α - Q`.
fn product<'a>([a, b]: &[Reduced<'a>; 2], [c, d]: &[Reduced<'a>; 2], q: &Reduced<'a>) -> [Reduced<'a>; 2] {
    let high = b * d;
    [a * c - q * &high, a * d + b * c + high]
}

/// A number, its square, the square of that, and so on.
fn squares<T: Clone>(first: T, square: impl Fn(&T) -> T) -> impl Iterator<Item = T> {
    std::iter::successors(Some(first), move |number| Some(square(number)))
}

/// A number without its factors 2, and how many they are.
fn odd_part(number: BigUint) -> (UBig, usize) {
    let twos = number.trailing_zeros().expect("it is not 0");
    (converted(&(number >> twos)), usize::try_from(twos).expect("so many bits are in memory"))
}

/// Jacobi's symbol of a number over another one, which is odd.
fn jacobi(upper: i64, lower: &BigUint) -> i32 {
    let mut lower = BigInt::from(lower.clone());
    let mut upper = BigInt::from(upper).mod_floor(&lower);
    let mut symbol = 1;
    let rest = |number: &BigInt, of: u32| (number % of).to_u32().expect("a small number");
    while !upper.is_zero() {
        while upper.is_even() {
            upper >>= 1;
            symbol *= if matches!(rest(&lower, 8), 3 | 5) { -1 } else { 1 };
        }
        std::mem::swap(&mut upper, &mut lower);
        symbol *= if rest(&upper, 4) == 3 && rest(&lower, 4) == 3 { -1 } else { 1 };
        upper %= &lower;
    }
    if lower.is_one() { symbol } else { 0 }
}

fn converted(number: &BigUint) -> UBig {
    UBig::from_le_bytes(&number.to_bytes_le())
}

/// The prime divisors of all these numbers, none of which is 0.
#[must_use]
pub fn divisors<'a>(numbers: impl Iterator<Item = &'a BigUint>) -> Divisors {
    let mut small: Vec<u32> = Vec::new();
    for number in 2..SMALL {
        if small.iter().take_while(|&prime| prime * prime <= number).all(|prime| !number.is_multiple_of(*prime)) {
            small.push(number);
        }
    }
    let mut found = BTreeSet::new();
    let mut rests = BTreeSet::new();
    for number in numbers {
        let mut rest = number.clone();
        for &prime in &small {
            if rest.is_one() {
                break;
            }
            while (&rest % prime).is_zero() {
                rest /= prime;
                found.insert(prime.into());
            }
        }
        rests.insert(rest);
    }
    let mut base = Vec::new();
    rests.into_iter().for_each(|rest| refine(&mut base, rest));
    let mut composites = BTreeSet::new();
    base.into_iter().for_each(|number| split(number, &mut found, &mut composites));
    Divisors { primes: found.into_iter().collect(), composites: composites.into_iter().collect() }
}

/// Adds a number to a list of coprime numbers, splitting what it shares with any of them.
fn refine(base: &mut Vec<BigUint>, number: BigUint) {
    if number.is_one() {
        return;
    }
    let shared = base.iter().map(|other| other.gcd(&number)).enumerate().find(|(_, shared)| !shared.is_one());
    let Some((place, shared)) = shared else {
        base.push(number);
        return;
    };
    let other = base.swap_remove(place);
    refine(base, other / &shared);
    refine(base, number / &shared);
    refine(base, shared);
}

/// Splits a number into primes as far as this module goes.
fn split(number: BigUint, primes: &mut BTreeSet<BigUint>, composites: &mut BTreeSet<BigUint>) {
    if number.is_one() {
        return;
    }
    if is_prime(&number) {
        primes.insert(number);
        return;
    }
    let divisor = match number.bits() <= COMPLETE {
        true => (1..).find_map(|start| divisor(&number, start, STEPS.saturating_mul(start))),
        false => (1..=STARTS).find_map(|start| divisor(&number, start, STEPS)),
    };
    match divisor {
        Some(divisor) => {
            split(&number / &divisor, primes, composites);
            split(divisor, primes, composites);
        }
        None => {
            composites.insert(number);
        }
    }
}

/// Brent's form of Pollard's ρ (R. P. Brent, "An improved Monte Carlo factorization algorithm", 1980) with `x → x² + start`.
fn divisor(number: &BigUint, start: u32, steps: u32) -> Option<BigUint> {
    let modulus = converted(number);
    let ring = ConstDivisor::new(modulus.clone());
    let offset = ring.reduce(start);
    let shared = |product: &Reduced| product.residue().gcd(&modulus);
    let mut hare = offset.clone();
    let (mut steps, mut leg) = (steps, 1);
    while steps > 0 {
        let tortoise = hare.clone();
        let mut left = leg.min(steps);
        steps -= left;
        leg = leg.saturating_mul(2);
        while left > 0 {
            let batch = left.min(BATCH);
            left -= batch;
            let before = hare.clone();
            let mut product = ring.reduce(1);
            for _ in 0..batch {
                hare = hare.sqr() + &offset;
                product *= &hare - &tortoise;
            }
            let mut found = shared(&product);
            if found == modulus {
                // More than one was found at once, or all of them.
                hare = before;
                loop {
                    hare = hare.sqr() + &offset;
                    found = shared(&(&hare - &tortoise));
                    if !found.is_one() {
                        break;
                    }
                }
            }
            if !found.is_one() {
                return (found != modulus).then(|| BigUint::from_bytes_le(&found.to_le_bytes()));
            }
        }
    }
    None
}
