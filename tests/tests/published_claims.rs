//! What U. Larsson and J. Wästlund print in *Endgames in bidding chess* (LW, by section and figure), asked of the
//! checker's verified tables. The numbers are theirs, copied from the paper; nothing here is computed by the solver's
//! arithmetic.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use checker::board::{Colour, Role};
use checker::{Entry, Verified};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use pipeline_tests::Solved;

static KINGS: LazyLock<Verified> = LazyLock::new(|| Solved::new(8, 8, "Kk").verified());
static QUEEN: LazyLock<Verified> = LazyLock::new(|| Solved::new(8, 8, "KQk").verified());
static ROOK: LazyLock<Verified> = LazyLock::new(|| Solved::new(8, 8, "KRk").verified());
static BISHOP: LazyLock<Verified> = LazyLock::new(|| Solved::new(8, 8, "KBk").verified());
static KNIGHT: LazyLock<Verified> = LazyLock::new(|| Solved::new(8, 8, "KNk").verified());
static NARROW_KNIGHT: LazyLock<Verified> = LazyLock::new(|| Solved::new(3, 4, "KNk").verified());
static LONG_KNIGHT: LazyLock<Verified> = LazyLock::new(|| Solved::new(8, 3, "KNk").verified());
static SMALL_KNIGHT: LazyLock<Verified> = LazyLock::new(|| Solved::new(4, 4, "KNk").verified());

fn all() -> [&'static Verified; 8] {
    [&KINGS, &QUEEN, &ROOK, &BISHOP, &KNIGHT, &NARROW_KNIGHT, &LONG_KNIGHT, &SMALL_KNIGHT]
}

fn fraction(text: &str) -> BigRational {
    text.parse().expect("a fraction")
}

fn at(table: &Verified, fen: &str) -> Entry {
    table.at(fen).unwrap_or_else(|error| panic!("{error}"))
}

fn entries(table: &Verified) -> impl Iterator<Item = Entry> {
    (0..table.positions()).map(|number| table.entry(number).expect("an entry"))
}

/// The denominators of all values of a table.
fn denominators(table: &Verified) -> BTreeSet<BigUint> {
    let denominator = |entry: Entry| {
        let (sign, denominator) = entry.lower.denom().clone().into_parts();
        assert_eq!(sign, num_bigint::Sign::Plus);
        denominator
    };
    entries(table).map(denominator).collect()
}

/// The product of prime powers.
fn product(factors: &[(&str, u32)]) -> BigUint {
    factors.iter().fold(BigUint::one(), |product, (prime, power)| product * number(prime).pow(*power))
}

fn number(text: &str) -> BigUint {
    text.parse().expect("a number")
}

/// Whether a number passes the test of Miller and Rabin with the first 24 primes as bases: no composite number below
/// 3.3·10^24 passes it with the first 13, and of larger ones less than one in 4^24.
fn is_probably_prime(candidate: &BigUint) -> bool {
    const BASES: [u32; 24] =
        [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89];
    if BASES.iter().any(|&base| *candidate == BigUint::from(base)) {
        return true;
    }
    let one = BigUint::one();
    if *candidate <= one || BASES.iter().any(|&base| (candidate % base).is_zero()) {
        return false;
    }
    let last = candidate - &one;
    let twos = last.trailing_zeros().expect("not zero");
    let odd = &last >> twos;
    BASES.iter().all(|&base| {
        let mut power = BigUint::from(base).modpow(&odd, candidate);
        if power == one || power == last {
            return true;
        }
        (1..twos).any(|_| {
            power = &power * &power % candidate;
            power == last
        })
    })
}

#[test]
fn positions_have_the_printed_values_and_best_moves() {
    let mut asked = 0;
    for line in include_str!("../data/claims.tsv").lines() {
        if line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let &[source, board, men, fen, value, white, black] = fields.as_slice() else {
            panic!("{line}: seven fields");
        };
        let name = format!("{board} {men}");
        let table = all()
            .into_iter()
            .find(|table| table.endgame().to_string() == name)
            .unwrap_or_else(|| panic!("{line}: a table of {name}"));
        let entry = at(table, fen);
        let value = fraction(value);
        assert_eq!((&entry.lower, &entry.upper), (&value, &value), "LW {source}");
        for (printed, best) in [(white, &entry.white_moves), (black, &entry.black_moves)] {
            if printed != "-" {
                let best: BTreeSet<&str> = best.iter().map(|best| best.text.as_str()).collect();
                assert_eq!(best, printed.split(',').collect(), "LW {source}");
            }
        }
        asked += 1;
    }
    assert_eq!(asked, 10);
}

/// LW §4.
#[test]
fn bare_kings_are_worth_a_half_everywhere() {
    let half = fraction("1/2");
    assert!(entries(&KINGS).all(|entry| entry.lower == half && entry.upper == half));
}

/// LW §8: all three-piece positions have finite labels, and α = β.
#[test]
fn every_position_is_sharp_with_finite_labels() {
    for table in all() {
        for entry in entries(table) {
            assert!(entry.white_label.is_some() && entry.black_label.is_some());
            assert_eq!(entry.lower, entry.upper);
        }
    }
}

/// Whether the black king and the bishop stand on squares of opposite colours.
fn is_ghost_bishop(fen: &str) -> bool {
    let placement = checker::notation::parse(fen).expect("a placement");
    let shade = |colour, role| {
        let mut pieces = placement.pieces().iter();
        let piece = pieces.find(|piece| piece.man.colour == colour && piece.man.role == role);
        let square = piece.expect("such a man").square;
        (square.file + square.rank) % 2
    };
    shade(Colour::White, Role::Bishop) != shade(Colour::Black, Role::King)
}

/// LW §8.
#[test]
fn bare_kings_and_ghost_bishops_have_labels_up_to_7() {
    let kings = entries(&KINGS);
    let ghosts = entries(&BISHOP).filter(|entry| is_ghost_bishop(&entry.fen));
    let mut counted = 0;
    for entry in kings.chain(ghosts) {
        assert!(entry.white_label <= Some(7), "{}", entry.fen);
        assert!(entry.black_label <= Some(7), "{}", entry.fen);
        counted += 1;
    }
    assert!(counted > KINGS.positions());
}

/// LW §8: of the categories without pawns, bare kings and ghost bishops are all. There are 462 placements of two kings
/// that are no neighbours, up to symmetry: the number that every builder of endgame tables knows.
#[test]
fn only_bare_kings_and_ghost_bishops_are_quiescent() {
    let quiescent = |table| {
        let all = entries(table);
        all.filter(|entry| entry.white_maximum == entry.black_minimum)
    };
    assert_eq!(quiescent(&KINGS).count(), 462);
    assert!(quiescent(&BISHOP).all(|entry| is_ghost_bishop(&entry.fen)));
    assert!(quiescent(&BISHOP).count() > 0);
    for table in [&QUEEN, &ROOK, &KNIGHT] {
        assert_eq!(quiescent(table).count(), 0);
    }
}

/// LW §9, figure 6.
#[test]
fn smallest_denominator_that_is_no_power_of_2_is_320() {
    let tables = [&*KINGS, &QUEEN, &ROOK, &BISHOP, &KNIGHT];
    let all: BTreeSet<BigUint> = tables.into_iter().flat_map(denominators).collect();
    let smallest = all.iter().find(|denominator| denominator.count_ones() > 1);
    assert_eq!(smallest, Some(&number("320")));
}

/// LW §9.
#[test]
fn queen_has_largest_denominator_2_to_the_28_and_multiples_of_3_5_and_17() {
    let denominators = denominators(&QUEEN);
    assert_eq!(denominators.last(), Some(&product(&[("2", 28)])));
    for divisor in [3_u32, 5, 17] {
        let divides = |denominator: &BigUint| (denominator % divisor).is_zero();
        assert!(denominators.iter().any(divides), "{divisor}");
    }
}

/// LW §9.
#[test]
fn rook_has_the_printed_largest_denominator_and_a_factor_251() {
    let denominators = denominators(&ROOK);
    let largest = number("229627505902878720");
    let factors = [("2", 40), ("3", 3), ("5", 1), ("7", 1), ("13", 1), ("17", 1)];
    assert_eq!(product(&factors), largest);
    assert_eq!(denominators.last(), Some(&largest));
    let divides = |denominator: &BigUint| (denominator % 251_u32).is_zero();
    assert!(denominators.iter().any(divides));
}

/// LW §9.
#[test]
fn bishop_has_only_the_denominators_1_2_4_8_16() {
    let printed: BTreeSet<BigUint> = [1_u32, 2, 4, 8, 16].map(BigUint::from).into();
    let found = denominators(&BISHOP);
    assert!(found.is_subset(&printed), "{found:?}");
    assert_eq!(found.last(), printed.last());
}

/// LW §10, figure 7.
#[test]
fn figure_7_has_the_largest_denominator_of_all_with_the_printed_factors() {
    let value = at(&KNIGHT, "k7/8/8/K7/7N/8/8/8").lower;
    let (_, numerator) = value.numer().clone().into_parts();
    let (_, denominator) = value.denom().clone().into_parts();
    assert_eq!(numerator.to_string().len(), 138);
    assert_eq!(denominator.to_string().len(), 138);
    let factors = [
        ("2", 131),
        ("3", 4),
        ("5", 3),
        ("7", 2),
        ("17", 1),
        ("211", 1),
        ("487", 1),
        ("63587", 1),
        ("68891", 1),
        ("1894603", 1),
        ("42481581776421430245997", 1),
        ("240980537473228976453730945188262261414394247399", 1),
    ];
    for (prime, _) in factors {
        assert!(is_probably_prime(&number(prime)), "{prime}");
    }
    assert_eq!(product(&factors), denominator);
    for table in [&*KINGS, &QUEEN, &ROOK, &BISHOP, &KNIGHT] {
        assert!(denominators(table).last() <= Some(&denominator));
    }
}

#[test]
fn test_of_primes_tells_primes_from_composites() {
    // The primes below 200 by trial division; Carmichael numbers; Mersenne's 2^61 - 1 and Cole's factors of 2^67 - 1.
    let is_prime = |n: u32| n > 1 && (2..n).all(|divisor| !n.is_multiple_of(divisor));
    for n in 0..200 {
        assert_eq!(is_probably_prime(&BigUint::from(n)), is_prime(n), "{n}");
    }
    for composite in ["561", "41041", "825265", "147573952589676412927"] {
        assert!(!is_probably_prime(&number(composite)), "{composite}");
    }
    for prime in ["2305843009213693951", "193707721", "761838257287"] {
        assert!(is_probably_prime(&number(prime)), "{prime}");
    }
}

/// LW §11, figure 8: whoever moves loses by it.
#[test]
fn figure_8_is_a_zugzwang() {
    let entry = at(&KNIGHT, "8/8/8/8/3k4/8/8/K2N4");
    assert_eq!(entry.white_maximum, fraction("10489/16128"));
    assert_eq!(entry.black_minimum, fraction("21/32"));
    assert!(entry.white_maximum < entry.lower && entry.lower < entry.black_minimum);
    // The two moves, played.
    let after = at(&KNIGHT, "8/8/8/8/3k4/2N5/8/K7");
    assert_eq!(after.lower, entry.white_maximum);
    let after = at(&KNIGHT, "8/8/8/8/2k5/8/8/K2N4");
    assert_eq!(after.lower, entry.black_minimum);
}

/// LW §14, figure 11.
#[test]
fn figure_11_is_quiescent() {
    let entry = at(&NARROW_KNIGHT, "2k/3/3/K1N");
    let value = fraction("5/8");
    assert_eq!((entry.white_maximum, entry.black_minimum), (value.clone(), value));
}

/// LW §14.
#[test]
fn an_odd_denominator_occurs_on_8_files_and_3_ranks() {
    assert_eq!(product(&[("3", 2), ("7", 1), ("13", 1)]), number("819"));
    assert!(denominators(&LONG_KNIGHT).contains(&number("819")));
}

/// LW §14: a zugzwang on 4x4, out of which White can go and come back.
#[test]
fn white_can_leave_the_zugzwang_on_4x4_and_return() {
    let entry = at(&SMALL_KNIGHT, "3k/4/4/K2N");
    let left = fraction("61/96");
    assert!(entry.white_moves.iter().all(|best| best.value == left));
    assert!(entry.white_maximum < entry.lower && entry.lower < entry.black_minimum);
    for fen in ["3k/4/K3/3N", "3k/4/4/1K1N", "3k/4/1N2/K3"] {
        let after = at(&SMALL_KNIGHT, fen);
        assert_eq!(after.lower, left);
        assert_eq!(after.white_maximum, fraction("31/48"), "{fen}");
    }
}
