//! What claims can ask: of each game, and what needs no game.

use num_bigint::BigInt;
use serde::Deserialize;

use crate::analysis;
use crate::audit::{Answer, Found, Question, printed, question};
use crate::games;

/// All questions.
#[must_use]
pub fn questions() -> Vec<Question> {
    let own = [question("sum", sum), question("factorisation", factorisation)];
    let chess = analysis::claims::questions().into_iter().chain(analysis::boards::questions());
    chess.chain(games::questions()).chain(own).collect()
}

/// What is added.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parts {
    parts: Vec<u64>,
}

/// A sum.
fn sum(_: &mut (), Parts { parts }: &Parts) -> Answer {
    Ok(Found::count(parts.iter().map(|part| BigInt::from(*part)).sum::<BigInt>()))
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
