//! What claims can ask: of each game, and what needs no game.

pub mod squares;
pub mod steepest;
pub mod theorems;
pub mod turns;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive as _;
use serde::Deserialize;

use crate::analysis;
use crate::audit::{Answer, Found, Question, printed, question};
use crate::games;

/// All questions.
#[must_use]
pub fn questions() -> Vec<Question> {
    let all = [
        analysis::claims::questions(),
        analysis::asked::questions(),
        analysis::boards::questions(),
        games::questions(),
        theorems::questions(),
        turns::questions(),
        squares::questions(),
        steepest::questions(),
        vec![question("arithmetic", arithmetic), question("factorisation", factorisation)],
    ];
    all.into_iter().flatten().collect()
}

/// Whole numbers of a calculation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Calculation {
    /// What is added,
    of: Vec<u64>,
    /// what is taken away,
    #[serde(default)]
    less: Vec<u64>,
    /// what the rest is divided by: the sum of these; else 1,
    #[serde(default = "one")]
    by: Vec<u64>,
    /// and the power that is taken.
    #[serde(default = "once")]
    power: u8,
}

fn one() -> Vec<u64> {
    vec![1]
}

fn once() -> u8 {
    1
}

/// (of − less) / by, to a power: differences, shares, ratios.
fn arithmetic(_: &mut (), Calculation { of, less, by, power }: &Calculation) -> Answer {
    let total = |parts: &[u64]| parts.iter().map(|part| BigInt::from(*part)).sum::<BigInt>();
    let by = total(by);
    if by == BigInt::from(0) {
        return Err("by: found 0, required something to divide by".into());
    }
    let number = BigRational::new(total(of) - total(less), by);
    // Nothing is gained by a whole number that is written twice.
    let note = if *power == 1 && !number.is_integer() {
        format!("{:.4}", number.to_f64().unwrap_or(f64::NAN))
    } else {
        String::new()
    };
    Ok(Found::number(number.pow(i32::from(*power))).noting(note))
}

/// A product of powers, such as `2^40 · 3^3 · 5`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Factors {
    factors: String,
}

/// The product of powers of primes.
fn factorisation(_: &mut (), Factors { factors }: &Factors) -> Answer {
    let required = "factors: required powers of whole numbers, such as \"2^40 · 3^3 · 5\"";
    let mut product = BigInt::from(1);
    for (base, exponent) in printed::powers(factors).ok_or(required)? {
        if !analysis::factors::is_prime(base.magnitude()) {
            return Ok(Found::word(format!("{base} is not prime")));
        }
        product *= base.pow(u32::try_from(exponent).map_err(|_| required)?);
    }
    Ok(Found::count(product).noting("every base passes the prime test"))
}
