//! Each limit: a file at the limit is not declined for it, and one past it is.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used)]

mod naive;

use std::sync::Arc;

use checker::board::Colour;
use checker::certificate::{
    Bound, Certificate, Content, Member, Natural, PairRecord, PawnRule, Record, SharpTable, StatedEndgame, StatedMove,
    StatedPiece, StatedSide, StatedValue, TwoTables,
};
use checker::limits::Limit;
use checker::{Decline, Failure, Fault, Rejection, check};

use num_bigint::BigUint;

const NUMBER_BITS: u64 = Limit::BitsOfNumber.most();

/// A file of which so much was found is declined.
fn declined(limit: Limit, found: u64) -> Failure {
    Failure::Declined(Decline::Limit { limit, found, most: limit.most() })
}

fn table(files: u8, ranks: u8, signature: &str) -> SharpTable {
    let signature = signature.to_owned();
    let pawn_rule = PawnRule::NoPawns;
    SharpTable {
        endgame: StatedEndgame { files, ranks, signature, pawn_rule },
        odd_parts: vec![],
        values: vec![],
        records: vec![],
    }
}

fn failure(table: SharpTable) -> Failure {
    let content = Content::SharpTable(table);
    let bytes = Certificate { imports: vec![], content }.encode().unwrap();
    check(&bytes, &[]).unwrap_err()
}

/// So many records, of value 0.
fn records(count: usize) -> Vec<Record> {
    let mv = StatedMove { from: 0, to: 1, promotion: None };
    vec![Record { value: 0, white_move: mv, black_move: mv, white_label: 1, black_label: 1 }; count]
}

fn power(bits: u64) -> BigUint {
    BigUint::from(1_u8) << (bits - 1)
}

#[test]
fn declines_one_byte_too_many() {
    let most = usize::try_from(Limit::FileBytes.most()).unwrap();
    let mut bytes = vec![0; most];
    assert!(matches!(check(&bytes, &[]), Err(Failure::Rejected(Rejection::Magic { .. }))));
    bytes.push(0);
    assert_eq!(check(&bytes, &[]).unwrap_err(), declined(Limit::FileBytes, Limit::FileBytes.most() + 1));
}

#[test]
fn declines_a_fifth_man() {
    let missing = Failure::Rejected(Rejection::ImportCount { found: 0, required: 1 });
    assert_eq!(failure(table(2, 2, "KQQk")), missing);
    assert_eq!(failure(table(2, 2, "KQQQk")), declined(Limit::Men, 5));
}

/// A text that is no signature is told only if it is short; a long one is not even copied.
#[test]
fn declines_long_signatures() {
    let many = 1 << 20;
    for (signature, found) in [("K".repeat(many), 1 << 20), ("é".repeat(5), 5), ("\u{1b}".repeat(many), 1 << 20)] {
        let failure = failure(table(2, 2, &signature));
        assert_eq!(failure, declined(Limit::Men, found));
        assert!(failure.to_string().len() < 100);
    }
    let found = "éééé".to_owned();
    assert_eq!(failure(table(2, 2, &found)), Rejection::Signature { found }.into());
}

#[test]
fn declines_too_many_lists_of_squares() {
    let missing = Failure::Rejected(Rejection::ImportCount { found: 0, required: 1 });
    assert_eq!(failure(table(16, 16, "KNk")), missing);
    assert_eq!(failure(table(8, 8, "KNNk")), missing);
    let found = 72_u64.pow(4);
    assert_eq!(failure(table(9, 8, "KNNk")), declined(Limit::ListsOfSquares, found));
}

#[test]
fn enumerates_the_largest_board() {
    // Two kings on 16x16: 256 squares, 8 symmetries, of which the diagonal fixes 16 and the antidiagonal 16 squares.
    let required = (256 * 255 + 2 * 16 * 15) / 8;
    assert_eq!(failure(table(16, 16, "Kk")), Rejection::Coverage { found: 0, required }.into());
}

#[test]
fn counts_placements_of_equal_men_once() {
    // Two knights on 4x4: 16·15·14·13 / 2 placements, 8 symmetries. A placement that a diagonal fixes has its kings on two of
    // the 4 squares there, and its knights on the other two or on one of 6 pairs beside it. No other symmetry fixes any.
    let required = (16 * 15 * 14 * 13 / 2 + 2 * (4 * 3 * (1 + 6))) / 8;
    let kings = Arc::new(check(&naive::solve(4, 4, "Kk").bytes, &[]).unwrap());
    let knight = Arc::new(check(&naive::solve(4, 4, "KNk").bytes, &[kings]).unwrap());
    let content = Content::SharpTable(table(4, 4, "KNNk"));
    let bytes = Certificate { imports: vec![knight.digest()], content }.encode().unwrap();
    let expected = Rejection::Coverage { found: 0, required };
    assert_eq!(check(&bytes, &[knight]).unwrap_err(), expected.into());
}

#[test]
fn declines_one_bit_too_many() {
    let with = |numerator: BigUint, odd: BigUint, power_of_two: u32| {
        let mut table = table(2, 2, "Kk");
        table.odd_parts = vec![Natural(odd)];
        table.values = vec![StatedValue { numerator: Natural(numerator), odd_part: 0, power_of_two }];
        table.records = records(1);
        failure(table)
    };
    let one = || BigUint::from(1_u8);
    let declined = |found| declined(Limit::BitsOfNumber, found);
    let past = NUMBER_BITS + 1;
    let rejected = |failure| matches!(failure, Failure::Rejected(_));
    assert!(rejected(with(power(NUMBER_BITS), one(), 0)));
    assert_eq!(with(power(past), one(), 0), declined(past));
    assert!(rejected(with(one(), power(NUMBER_BITS) + one(), 0)));
    assert_eq!(with(one(), power(past) + one(), 0), declined(past));
    let most = u32::try_from(NUMBER_BITS - 1).unwrap();
    assert!(rejected(with(one(), one(), most)));
    assert_eq!(with(one(), one(), most + 1), declined(past));
    assert_eq!(with(one(), BigUint::from(3_u8), most), declined(past));
    assert_eq!(with(one(), one(), u32::MAX), declined(u64::from(u32::MAX)));
}

#[test]
fn declines_a_common_denominator_that_is_too_large() {
    // Two coprime odd parts, each within the limit.
    let mut table = table(2, 2, "Kk");
    let odd = power(NUMBER_BITS / 2 + 2) + BigUint::from(1_u8);
    table.odd_parts = vec![Natural(odd.clone()), Natural(odd + BigUint::from(2_u8))];
    let value = |odd_part| StatedValue { numerator: Natural(BigUint::from(1_u8)), odd_part, power_of_two: 0 };
    table.values = vec![value(1), value(0)];
    table.records = records(2);
    assert!(matches!(failure(table), Failure::Declined(Decline::Limit { limit: Limit::BitsOfNumber, .. })));
}

#[test]
fn declines_one_value_too_many() {
    let with = |values: u64| {
        let mut table = table(2, 2, "Kk");
        table.odd_parts = vec![Natural(BigUint::from(1_u8))];
        let power_of_two = u32::try_from(NUMBER_BITS - 1).unwrap();
        let numerators = (0..values).map(|i| Natural(BigUint::from(2 * i + 1)));
        let value = |numerator| StatedValue { numerator, odd_part: 0, power_of_two };
        table.values = numerators.map(value).collect();
        table.records = records(table.values.len());
        failure(table)
    };
    let most = Limit::BitsOfTable.most() / NUMBER_BITS;
    let found = usize::try_from(most).unwrap();
    assert_eq!(with(most), Rejection::Coverage { found, required: 2 }.into());
    let found = (most + 1) * NUMBER_BITS;
    assert_eq!(with(most + 1), declined(Limit::BitsOfTable, found));
}

/// Values that the records cannot all use are not computed with: numbers of small odd parts would soon have too large a common
/// denominator, and values that are not in lowest terms would be found.
#[test]
fn rejects_more_values_than_records_can_use() {
    let endgame = || table(2, 2, "Kk").endgame;
    let odd_parts: Vec<Natural> = (0..1 << 16).map(|i| Natural(BigUint::from(2_u32 * i + 1))).collect();
    let value = |odd_part| StatedValue { numerator: Natural(BigUint::from(9_u8)), odd_part, power_of_two: 0 };
    let values: Vec<StatedValue> = (0..1 << 16).map(value).collect();
    let (found, reducible) = (values.len(), Rejection::LowestTerms { value: 1 });
    for count in [0, 1, found - 1, found] {
        let (odd_parts, values, records) = (odd_parts.clone(), values.clone(), records(count));
        let expected = match count {
            _ if count == found => reducible.clone(),
            required => Rejection::ValueCount { found, required },
        };
        assert_eq!(failure(SharpTable { endgame: endgame(), odd_parts, values, records }), expected.into());
    }
    // Of two tables each record uses two.
    for count in [0, found / 2 - 1, found / 2] {
        let (odd_parts, values) = (odd_parts.clone(), values.clone());
        let records = vec![PairRecord { lower: 0, upper: 0, white_label: 1, black_label: 1 }; count];
        let content = Content::TwoTables(TwoTables { endgame: endgame(), odd_parts, values, records });
        let bytes = Certificate { imports: vec![], content }.encode().unwrap();
        let expected = match count {
            _ if 2 * count == found => reducible.clone(),
            _ => Rejection::ValueCount { found, required: 2 * count },
        };
        assert_eq!(check(&bytes, &[]).unwrap_err(), expected.into());
    }
    // Nor are there more odd parts than values: some is not used.
    let values = values[..found - 1].to_vec();
    let expected = Rejection::OddPartUnused { index: found - 1 };
    assert_eq!(failure(SharpTable { endgame: endgame(), odd_parts, values, records: records(0) }), expected.into());
}

#[test]
fn declines_too_much_work_on_odd_parts() {
    let with = |count: u64| {
        let mut table = table(2, 2, "Kk");
        let odd = |i: u64| power(NUMBER_BITS) + BigUint::from(2 * i + 1);
        table.odd_parts = (0..count).map(|i| Natural(odd(i))).collect();
        failure(table)
    };
    let most = Limit::OddPartWork.most() / NUMBER_BITS.pow(2);
    assert_eq!(with(most), Rejection::OddPartUnused { index: 0 }.into());
    let found = (most + 1) * NUMBER_BITS.pow(2);
    assert_eq!(with(most + 1), declined(Limit::OddPartWork, found));
}

/// A bound on 8x8 with these members.
fn bound(members: Vec<Member>) -> Failure {
    let (pawn_rule, side) = (PawnRule::NoPawns, StatedSide::AlphaUpper);
    let content = Content::Bound(Bound { files: 8, ranks: 8, pawn_rule, side, root: 0, members });
    let bytes = Certificate { imports: vec![], content }.encode().unwrap();
    checker::check_bound(&bytes, &[]).unwrap_err()
}

/// A member with so many pieces, the kings first, and a bound.
fn member(pieces: usize, numerator: BigUint, denominator: BigUint) -> Member {
    let kings = [0, 6].map(|man| StatedPiece { man, square: man });
    let others = [StatedPiece { man: 12, square: 0 }].into_iter().cycle();
    let pieces = kings.into_iter().chain(others).take(pieces).collect();
    let (numerator, denominator) = (Natural(numerator), Natural(denominator));
    Member { pieces, passed: None, numerator, denominator, reply: None }
}

#[test]
fn declines_one_member_too_many() {
    let with = |count: u64| {
        let count = usize::try_from(count).unwrap();
        bound(vec![member(0, BigUint::ZERO, BigUint::ZERO); count])
    };
    let most = Limit::Members.most();
    let fault = Fault::Kings { colour: Colour::White, found: 0 };
    assert_eq!(with(most), Rejection::Member { member: 0, fault }.into());
    assert_eq!(with(most + 1), declined(Limit::Members, most + 1));
}

#[test]
fn declines_too_much_work_on_members() {
    let with = |count: usize, pieces: usize, bits: u64| bound(vec![member(pieces, power(bits), power(1)); count]);
    let most = Limit::MemberWork.most();
    // 2^16 pieces are 2^17 bytes; but for the bound's two bytes.
    let (pieces, man) = ((1 << 16) - 1, Fault::Man { found: 12 });
    assert_eq!(with(1, pieces, 1), Rejection::Member { member: 0, fault: man }.into());
    assert_eq!(with(1, pieces + 1, 1), declined(Limit::MemberWork, (131_072 + 2_u64).pow(2)));
    // Many large numbers: 2^13 bytes, and 5 more.
    let each = ((1 << 13) + 5_u64).pow(2);
    let count = usize::try_from(most / each).unwrap();
    let fault = Fault::AboveOne;
    assert_eq!(with(count, 2, NUMBER_BITS), Rejection::Member { member: 0, fault }.into());
    let found = each * u64::try_from(count + 1).unwrap();
    assert_eq!(with(count + 1, 2, NUMBER_BITS), declined(Limit::MemberWork, found));
}

#[test]
fn declines_one_bit_too_many_of_a_bound() {
    let with = |numerator: BigUint, denominator: BigUint| bound(vec![member(2, numerator, denominator)]);
    let one = || BigUint::from(1_u8);
    assert!(matches!(with(one(), power(NUMBER_BITS)), Failure::Rejected(Rejection::At { .. })));
    let past = NUMBER_BITS + 1;
    assert_eq!(with(one(), power(past)), declined(Limit::BitsOfNumber, past));
    assert_eq!(with(power(past), one()), declined(Limit::BitsOfNumber, past));
}

/// Whoever reads of a limit need not know how it is called in the program.
#[test]
fn tells_limits_in_words() {
    let text = |limit: Limit| declined(limit, limit.most() + 1).to_string();
    let expected = [
        (Limit::FileBytes, "1073741825 bytes of a file, required at most 1073741824"),
        (Limit::ListLength, "33554433 elements of a list, required at most 33554432"),
        (Limit::Men, "5 letters of a signature, one for each man, required at most 4"),
        (Limit::ListsOfSquares, "16777217 lists of squares, one square for each man, required at most 16777216"),
        (Limit::BitsOfNumber, "65537 bits of a number or of a common denominator, required at most 65536"),
        (
            Limit::BitsOfTable,
            "12884901889 bits of all values on their common denominator, required at most 12884901888",
        ),
        (
            Limit::OddPartWork,
            "1099511627777 for the sum of the squares of the sizes in bits of all denominators, or of their odd parts, \
             required at most 1099511627776",
        ),
        (Limit::Members, "4194305 members of a bound, required at most 4194304"),
        (
            Limit::MemberWork,
            "17179869185 for the sum of the squares of the sizes in bytes of all members, required at most 17179869184",
        ),
        (Limit::GameBytes, "268435457 bytes of a game's file, required at most 268435456"),
        (Limit::GamePositions, "4194305 positions of a game, required at most 4194304"),
        (Limit::GameOptions, "33554433 options of all positions of a game together, required at most 33554432"),
        (Limit::GameDigits, "19730 digits of a number in a game's file, required at most 19729"),
    ];
    for (limit, expected) in expected {
        assert_eq!(text(limit), format!("declined: limit: found {expected}"));
    }
}
