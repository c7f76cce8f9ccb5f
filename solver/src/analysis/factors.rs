//! Prime factors of denominators.
//!
//! Responsible for asking a library in a way that always gives the same answer and comes to an end: small primes by
//! division, what several numbers share by greatest common divisors, the rest by Pollard's ρ from fixed starting points. What
//! withstands all of that is reported as composite, not passed over.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use num_integer::Integer;
use num_prime::factor::pollard_rho;
use num_prime::nt_funcs::{factorize128, primes};
use num_prime::{PrimalityTestConfig, nt_funcs};
use num_traits::{One, ToPrimitive, Zero};

/// Primes up to here are found by division.
const SMALL: u64 = 1 << 16;
/// Steps of Pollard's ρ from one starting point. It finds a prime factor `p` in about `√p` steps.
const STEPS: usize = 1 << 16;
/// Starting points.
const STARTS: u32 = 4;

/// The prime divisors of some numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Divisors {
    /// Primes, increasing.
    pub primes: Vec<BigUint>,
    /// Composite divisors that were not split, increasing: coprime to each other and to the primes.
    pub composites: Vec<BigUint>,
}

/// Whether a number passes the test of Baillie, Pomerance, Selfridge and Wagstaff. No composite number is known that does,
/// and there is none below 2^64.
#[must_use]
pub fn is_prime(number: &BigUint) -> bool {
    nt_funcs::is_prime(number, Some(PrimalityTestConfig::bpsw())).probably()
}

/// The prime divisors of all these numbers, none of which is 0.
#[must_use]
pub fn divisors<'a>(numbers: impl Iterator<Item = &'a BigUint>) -> Divisors {
    let small: Vec<BigUint> = primes(SMALL).into_iter().map(BigUint::from).collect();
    let mut found = BTreeSet::new();
    let mut rests = BTreeSet::new();
    for number in numbers {
        let mut rest = number.clone();
        for prime in &small {
            if rest.is_one() {
                break;
            }
            while (&rest % prime).is_zero() {
                rest /= prime;
                found.insert(prime.clone());
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
    if let Some(small) = number.to_u128() {
        primes.extend(factorize128(small).into_keys().map(BigUint::from));
        return;
    }
    let divisor = (1..=STARTS).find_map(|start| pollard_rho(&number, start.into(), start.into(), STEPS).0);
    match divisor.filter(|divisor| !divisor.is_one() && *divisor != number) {
        Some(divisor) => {
            split(&number / &divisor, primes, composites);
            split(divisor, primes, composites);
        }
        None => {
            composites.insert(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> BigUint {
        text.parse().expect("a number")
    }

    /// By trial division below 2000; Carmichael numbers; Mersenne's 2^61 - 1 and Cole's factors of 2^67 - 1.
    #[test]
    fn tells_primes_from_composites() {
        let by_division = |n: u32| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        for n in 0..2000 {
            assert_eq!(is_prime(&BigUint::from(n)), by_division(n), "{n}");
        }
        for composite in ["561", "41041", "825265", "147573952589676412927"] {
            assert!(!is_prime(&number(composite)), "{composite}");
        }
        for prime in ["2305843009213693951", "193707721", "761838257287"] {
            assert!(is_prime(&number(prime)), "{prime}");
        }
    }

    #[test]
    fn finds_the_primes_of_several_numbers() {
        // Cole: 2^67 - 1 = 193707721 · 761838257287; 1001 = 7 · 11 · 13; 49 = 7^2.
        let numbers = ["147573952589676412927", "1001", "49", "1"].map(number);
        let found = divisors(numbers.iter());
        assert_eq!(found.primes, ["7", "11", "13", "193707721", "761838257287"].map(number));
        assert!(found.composites.is_empty());
    }

    /// Two factors of LW's Figure 7, too large to be found, are told apart where another number has one of them.
    #[test]
    fn shared_factors_split_what_is_too_large_to_be_factored() {
        let (p, q) = (number("42481581776421430245997"), number("240980537473228976453730945188262261414394247399"));
        let found = divisors([&p * &q, &q * 3u32].iter());
        assert_eq!(found.primes, [number("3"), p.clone(), q.clone()]);
        let product = &p * &q;
        assert_eq!(divisors([product.clone()].iter()).composites, [product]);
    }
}
