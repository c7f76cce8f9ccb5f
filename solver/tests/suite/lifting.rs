//! The linear algebra against systems whose solutions are known.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;
use solver::graph::exact::elimination::{Factors, SparseRow};
use solver::graph::exact::field::Field;
use solver::graph::exact::lifting::solve;

/// The fair random walk on a path of `n + 2` nodes whose ends have the values 0 and 1: node `i` has the value i/(n +
/// 1).
fn walk(n: u32) -> (Vec<SparseRow>, Vec<BigUint>) {
    let row = |place: u32| {
        let mut row = vec![(place, 2)];
        row.extend((place > 0).then(|| (place - 1, -1)));
        row.extend((place + 1 < n).then_some((place + 1, -1)));
        row.sort_unstable();
        row
    };
    let constants = (0..n).map(|place| BigUint::from(u8::from(place + 1 == n))).collect();
    ((0..n).map(row).collect(), constants)
}

#[test]
fn the_field_has_the_largest_prime_below_2_to_the_58() {
    // 2^58 − 27: the smallest k with 2^58 − k prime is 27 (C. Caldwell's table of primes just less than a power of
    // two).
    let field = Field::below(1 << 58);
    assert_eq!(field.prime(), (1 << 58) - 27);
    for number in [1, 2, 3, 1 << 40, (1 << 58) - 28] {
        let form = field.form(number);
        assert_eq!(field.reduce(u128::from(form)), number, "to Montgomery form and back");
        assert_eq!(field.product(field.inverse(form), form), field.form(1), "inverse of {number}");
    }
}

#[test]
fn factors_solve_the_walk_modulo_a_prime() {
    let field = Field::below(1 << 58);
    for n in [1u32, 2, 3, 10, 100, 1000] {
        let (rows, constants) = walk(n);
        let factors = Factors::new(field, &rows).expect("the walk ends");
        let b: Vec<u64> = constants.iter().map(|constant| constant.iter_u64_digits().next().unwrap_or(0)).collect();
        let mut x = vec![0; n as usize];
        factors.solve(&b, &mut Vec::new(), &mut x);
        for (place, &value) in x.iter().enumerate() {
            let product = u128::from(value) * u128::from(n + 1) % u128::from(field.prime());
            assert_eq!(product, place as u128 + 1, "node {place} of {n}");
        }
    }
}

#[test]
fn lifting_solves_the_walk() {
    for n in [1u32, 2, 3, 10, 100, 1000] {
        let (rows, constants) = walk(n);
        for threads in [1, 2] {
            let solution = solve(&rows, &constants, &BigUint::one(), threads);
            for (place, numerator) in solution.numerators.iter().enumerate() {
                let found = num_rational::Ratio::new(numerator.clone(), solution.denominator.clone());
                let expected = num_rational::Ratio::new(BigUint::from(place + 1), BigUint::from(n + 1));
                assert_eq!(found, expected, "node {place} of {n}");
            }
            assert_eq!(solution.denominator.gcd(&solution.numerators[0]), BigUint::one());
        }
    }
}
