//! Enclosures of graphs (kind 5): bounds that are worked out here, by hand or by rounding exact values outwards, are verified; each
//! condition is broken at the first, a middle and the last position, beside the control; whatever else is accepted is true; and no
//! bytes make anything panic.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)]

mod toys;

use std::sync::Arc;

use checker::board::Colour;
use checker::certificate::{Certificate, Content, Digest, EnclosureRecord, GraphEnclosure};
use checker::conditions::{Label, Which};
use checker::enclosure::End;
use checker::values::Interval;
use checker::{
    Condition, Decline, Failure, Game, GraphStatement, Rejection, Statement, VerifiedGraph, check_bound, check_graph,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use toys::{
    End as Terminal, Known, Moves, Random, Toy, cycles, exact, fraction, game, json, options, path, random_game,
};

type Records = Vec<EnclosureRecord>;

/// A record: both bounds on α, both on β, the labels.
fn record((l, u): (u64, u64), (l2, u2): (u64, u64), white_label: u32, black_label: u32) -> EnclosureRecord {
    EnclosureRecord { alpha: l, alpha_width: u - l, beta: l2, beta_width: u2 - l2, white_label, black_label }
}

fn bytes_of(bits: u8, records: &[EnclosureRecord]) -> Vec<u8> {
    let content = Content::GraphEnclosure(GraphEnclosure { bits, records: records.to_vec() });
    Certificate { imports: vec![], content }.encode().unwrap()
}

fn check(toys: &[Toy], bits: u8, records: &[EnclosureRecord]) -> Result<VerifiedGraph, Failure> {
    check_graph(&bytes_of(bits, records), &game(&json(toys)))
}

fn verify(toys: &[Toy], bits: u8, records: &[EnclosureRecord]) -> VerifiedGraph {
    check(toys, bits, records).unwrap_or_else(|failure| panic!("{toys:?} {records:?} {failure}"))
}

fn rejection<T: std::fmt::Debug>(result: Result<T, Failure>) -> Rejection {
    match result {
        Err(Failure::Rejected(rejection)) => rejection,
        other => panic!("{other:?}"),
    }
}

/// The digest at the end anew.
fn redigested(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - 32);
    bytes.extend(Digest::of(&bytes).0);
    bytes
}

fn is_inner(toys: &[Toy], number: usize) -> bool {
    matches!(toys[number], Moves(..))
}

/// Asserts that everything that is verified is true.
fn is_true(toys: &[Toy], known: &[Known], verified: &VerifiedGraph) {
    for (number, Known { x, y, .. }) in known.iter().enumerate() {
        let seen = verified.seen(number).unwrap();
        for (which, value) in [(Which::Lower, x), (Which::Upper, y)] {
            let Interval { low, high } = seen.value(which);
            assert!(low <= value && value <= high, "{toys:?}: p{number}: {value} is not in {low}..{high}");
        }
    }
}

/// Bounds at most `start`, which a player can bear out: `2·v ≤ max + min` everywhere, seen by the player `own`, and if `labels` are asked
/// for, a label wherever a bound is above 0.
fn borne_out(toys: &[Toy], start: Vec<u64>, own: usize, labels: bool) -> (Vec<u64>, Vec<u32>) {
    let mut v = start;
    let lists = |p: usize| {
        let lists = options(toys, p);
        (lists[own].clone(), lists[1 - own].clone())
    };
    let inner: Vec<usize> = (0..toys.len()).filter(|&p| is_inner(toys, p)).collect();
    loop {
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            for &p in &inner {
                let (own, other) = lists(p);
                let sum = own.iter().map(|&q| v[q]).max().unwrap() + other.iter().map(|&q| v[q]).min().unwrap();
                is_stable &= v[p] <= sum / 2;
                v[p] = v[p].min(sum / 2);
            }
        }
        let mut label: Vec<Option<u32>> = (0..toys.len()).map(|p| (!is_inner(toys, p)).then_some(0)).collect();
        for step in 1.. {
            let gets = |p: usize| {
                let (own, other) = lists(p);
                let least = other.iter().map(|&q| v[q]).min().unwrap();
                let sufficient = own.iter().any(|&q| v[q] + least >= 2 * v[p] && label[q].is_some());
                label[p].is_none() && (sufficient || other.iter().all(|&q| label[q].is_some()))
            };
            let new: Vec<usize> = inner.iter().copied().filter(|&p| gets(p)).collect();
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|p| label[p] = Some(step));
        }
        let missing: Vec<usize> = inner.iter().copied().filter(|&p| v[p] > 0 && label[p].is_none()).collect();
        if !labels || missing.is_empty() {
            return (v, label.into_iter().map(|label| label.unwrap_or(0)).collect());
        }
        missing.into_iter().for_each(|p| v[p] = 0);
    }
}

/// True bounds that can be verified, of all positions.
fn enclose_all(toys: &[Toy], known: &[Known], bits: u8) -> Records {
    let one = 1_u64 << bits;
    let down =
        |x: BigRational| u64::try_from((x * BigRational::from_integer(one.into())).floor().to_integer()).unwrap();
    let rounded = |value: &dyn Fn(&Known) -> BigRational| known.iter().map(|known| down(value(known))).collect();
    let rest = |v: &u64| one - v;
    let (alpha_low, white) = borne_out(toys, rounded(&|known| known.x.clone()), 0, true);
    let (beta_low, _) = borne_out(toys, rounded(&|known| known.y.clone()), 0, false);
    let (alpha_high, _) = borne_out(toys, rounded(&|known| fraction(1, 1) - &known.x), 1, false);
    let (beta_high, black) = borne_out(toys, rounded(&|known| fraction(1, 1) - &known.y), 1, true);
    let of =
        |p: usize| record((alpha_low[p], rest(&alpha_high[p])), (beta_low[p], rest(&beta_high[p])), white[p], black[p]);
    (0..toys.len()).map(of).collect()
}

/// The same of those that are not terminal.
fn enclose(toys: &[Toy], known: &[Known], bits: u8) -> Records {
    let records = enclose_all(toys, known, bits).into_iter().enumerate();
    records.filter(|(number, _)| is_inner(toys, *number)).map(|(_, record)| record).collect()
}

#[test]
fn accepts_a_path() {
    // Values 1/4, 1/2, 3/4. In quarters and finer units the bounds may be the values themselves; in halves they cannot.
    let toys = path(5);
    for bits in [2, 3, 4, 31, 61, 62] {
        let unit = 1_u64 << (bits - 2);
        let value = |n: u64| (n * unit, n * unit);
        let records =
            [(1, 3, 1), (2, 2, 2), (3, 1, 3)].map(|(n, white, black)| record(value(n), value(n), white, black));
        let verified = verify(&toys, bits, &records);
        assert!(verified.claim().ends_with(
            ": all 3 positions that are not terminal are enclosed to within 0; none is shown not to be sharp"
        ));
        let entry = verified.at("p1").unwrap();
        assert!(entry.is_sharp());
        assert_eq!((entry.lower, entry.left_label, entry.right_label), (exact(1, 4), Some(3), Some(1)));
        // Any labels will do that are above those that they rest on.
        let mut others = records;
        others.iter_mut().zip([u32::MAX, 70, 7]).for_each(|(record, label)| record.white_label = label);
        others.iter_mut().zip([4, 5, 6]).for_each(|(record, label)| record.black_label = label);
        verify(&toys, bits, &others);
    }
    let halves = [record((0, 1), (0, 1), 0, 1), record((0, 2), (0, 2), 0, 0), record((1, 2), (1, 2), 1, 0)];
    let verified = verify(&toys, 1, &halves);
    assert!(
        verified.claim().ends_with(" are enclosed to within 1; none is shown not to be sharp"),
        "{}",
        verified.claim()
    );
    for (place, change) in
        [(0, record((1, 1), (1, 1), 9, 9)), (1, record((1, 1), (1, 1), 9, 9)), (2, record((1, 1), (1, 1), 9, 9))]
    {
        let mut records = halves;
        records[place] = change;
        assert!(check(&toys, 1, &records).is_err());
    }
    // What says nothing is true of every game.
    for bits in [1, 62] {
        let all = (0, 1 << bits);
        verify(&toys, bits, &[record(all, all, 0, 0); 3]);
    }
}

/// A position that both can keep waiting: α = 0 and β = 1. From another Left moves there and Right to a half: 1/4 and 3/4.
#[test]
fn accepts_waiters() {
    let toys = [Moves(vec![1], vec![2]), Moves(vec![1], vec![1]), Terminal(1, 2)];
    let waiting = |one: u64| record((0, 0), (one, one), 0, 0);
    let verified = verify(&toys, 2, &[record((1, 1), (3, 3), 1, 1), waiting(4)]);
    let claim = verified.claim();
    assert!(claim.ends_with(": all 2 positions that are not terminal are enclosed to within 0; at least 2 are not sharp, the widest gap is at least 1 at \"p1\""), "{claim}");
    let entry = verified.at("p0").unwrap();
    assert_eq!((entry.lower.clone(), entry.upper.clone(), entry.is_sharp()), (exact(1, 4), exact(3, 4), false));
    // In halves the first is not shown not to be sharp, for u = l′.
    let verified = verify(&toys, 1, &[record((0, 1), (1, 2), 0, 0), waiting(2)]);
    assert!(
        verified
            .claim()
            .ends_with(" within 1/2 = 2^-1; at least 1 are not sharp, the widest gap is at least 1 at \"p1\"")
    );
    assert_eq!(verified.at("p0").unwrap().lower.to_string(), "0..1/2");
    // Whatever is the same all around a cycle satisfies the inequalities. There is no evidence for it.
    for toys in [
        vec![Moves(vec![1], vec![1]), Moves(vec![0], vec![0]), Terminal(1, 1)],
        vec![Moves(vec![1], vec![]), Moves(vec![0], vec![0]), Terminal(0, 1)],
    ] {
        for (a, b) in [(0, 0), (1, 1), (1, 2), (2, 1), (u32::MAX, u32::MAX - 1)] {
            let found = rejection(check(&toys, 3, &[record((5, 5), (8, 8), a, 0), record((5, 5), (8, 8), b, 0)]));
            assert_eq!(found.condition(), Condition::WhiteLabel, "{found}");
            let found = rejection(check(&toys, 3, &[record((0, 0), (5, 5), 0, a), record((0, 0), (5, 5), 0, b)]));
            assert_eq!(found.condition(), Condition::BlackLabel, "{found}");
        }
        verify(&toys, 3, &[record((0, 0), (8, 8), 0, 0); 2]);
    }
}

#[test]
fn rounds_terminal_values_outwards() {
    // Both can only go to a third, which is no number of units. Its bounds there are those that follow, and no better.
    let toys = [Moves(vec![1], vec![1]), Terminal(1, 3)];
    for bits in [1, 2, 3, 4, 33, 62] {
        let low = (1_u64 << bits) / 3;
        let third = (low, low + 1);
        let verified = verify(&toys, bits, &[record(third, third, 1, 1)]);
        let bounds = verified.bounds(1).unwrap();
        assert_eq!((bounds.ends.alpha, bounds.ends.beta, bounds.labels), (third, third, (Label::ZERO, Label::ZERO)));
        // Asked for, it is what the file of the game says.
        assert_eq!(verified.at("p1").unwrap().lower, exact(1, 3));
        for (worse, condition) in [
            (record((low + 1, low + 1), third, 1, 1), Condition::AlphaLower),
            (record((low, low), third, 1, 1), Condition::AlphaUpper),
            (record(third, (low + 1, low + 1), 1, 1), Condition::BetaLower),
            (record(third, (low, low), 1, 1), Condition::BetaUpper),
        ] {
            let found = rejection(check(&toys, bits, &[worse]));
            assert_eq!(found.condition(), condition, "{found}");
        }
    }
    // Values that are whole numbers of units are not rounded, and 1 is 2^k.
    let toys = [Moves(vec![1, 2], vec![3]), Terminal(4, 4), Terminal(0, 7), Terminal(2, 8)];
    let verified = verify(&toys, 3, &[record((5, 5), (5, 5), 1, 1)]);
    assert_eq!([1, 2, 3].map(|p| verified.bounds(p).unwrap().ends.alpha), [(8, 8), (0, 0), (2, 2)]);
    let verified = verify(&toys, 62, &[record((5 << 59, 5 << 59), (5 << 59, 5 << 59), 1, 1)]);
    assert_eq!(verified.bounds(1).unwrap().ends.alpha.1, 1 << 62);
}

#[test]
fn accepts_passes_and_games_without_records() {
    // Right must pass: Left needs patience only. Then the mirror image. Then nobody but passes, in effect.
    let toys = [Moves(vec![4], vec![]), Moves(vec![], vec![3]), Moves(vec![2], vec![]), Terminal(0, 1), Terminal(1, 1)];
    let records = [record((8, 8), (8, 8), 1, 0), record((0, 0), (0, 0), 0, 1), record((0, 0), (8, 8), 0, 0)];
    let verified = verify(&toys, 3, &records);
    let options = verified.bounded_options(0).unwrap();
    assert_eq!(options.of(Colour::Black).iter().map(|option| option.mv).collect::<Vec<_>>(), [0]);
    assert_eq!(verified.at("p0").unwrap().plans.unwrap()[1].to_win.options[0].name, "p0");
    // A pass gives no label for nothing.
    let found = rejection(check(&toys, 3, &[records[0], records[1], record((1, 8), (8, 8), 1, 0)]));
    assert_eq!(found.condition(), Condition::WhiteLabel);
    let found = rejection(check(&toys, 3, &[records[0], records[1], record((0, 0), (0, 7), 0, 1)]));
    assert_eq!(found.condition(), Condition::BlackLabel);
    // No position that is not terminal.
    let verified = verify(&[Terminal(1, 3), Terminal(1, 1)], 1, &[]);
    assert!(
        verified.claim().ends_with(
            ": all 0 positions that are not terminal are enclosed to within 0; none is shown not to be sharp"
        )
    );
}

/// The control of all rejections, in sixteenths. It has a gap, a position where both wait, a pass and a terminal value that is no number of
/// units: α = 4/9, 1/6, 0, 13/18 and β = 7/9, 2/3, 1, 8/9.
fn control() -> (Vec<Toy>, Records) {
    let toys = vec![
        Moves(vec![4], vec![1]),
        Moves(vec![2], vec![3]),
        Moves(vec![2], vec![]),
        Terminal(1, 3),
        Moves(vec![5], vec![0]),
        Terminal(1, 1),
    ];
    let records = vec![
        record((6, 8), (12, 13), 2, 2),
        record((2, 3), (10, 11), 1, 1),
        record((0, 0), (16, 16), 0, 0),
        record((11, 12), (14, 15), 1, 1),
    ];
    (toys, records)
}

#[test]
fn accepts_the_control_and_answers() {
    let (toys, records) = control();
    let known = toys::solve(&toys);
    let values: Vec<_> = known.iter().take(2).map(|known| (known.x.clone(), known.y.clone())).collect();
    assert_eq!(values, [(8, 14), (3, 12)].map(|(x, y)| (fraction(x, 18), fraction(y, 18))));
    assert_eq!(enclose(&toys, &known, 4), records);
    let bytes = bytes_of(4, &records);
    // Kind 5, no imports, sixteenths, four records, as the chapter "The format" spells them.
    let body =
        [&[5, 0, 0, 4, 4][..], &[6, 2, 12, 1, 2, 2, 2, 1, 10, 1, 1, 1], &[0, 0, 16, 0, 0, 0, 11, 1, 14, 1, 1, 1]];
    assert_eq!(bytes[10..bytes.len() - 32], body.concat());
    let verified = verify(&toys, 4, &records);
    is_true(&toys, &known, &verified);
    assert_eq!((verified.kind(), verified.bits(), verified.digest()), (5, Some(4), Digest::of(&bytes)));
    let digest = Digest::of(json(&toys).as_bytes());
    let claim = format!(
        "graph of 6 positions (sha-256 {digest}): all 4 positions that are not terminal are enclosed to within 1/8 = 2^-3; at least 4 \
         are not sharp, the widest gap is at least 1 at \"p2\""
    );
    assert_eq!(verified.claim(), claim);
    let receipt = verified.receipt();
    assert_eq!((receipt.not_sharp, receipt.largest_white_label, receipt.largest_black_label), (4, 2, 2));
    assert_eq!((receipt.largest_denominator_bits, &receipt.largest_width), (5, &Some(fraction(1, 8))));
    assert_eq!((&receipt.widest_gap, receipt.widest_gap_at.as_deref()), (&fraction(1, 1), Some("p2")));
    let conditions = [
        Condition::Canonical,
        Condition::Coverage,
        Condition::AlphaLower,
        Condition::AlphaUpper,
        Condition::BetaLower,
        Condition::BetaUpper,
        Condition::WhiteLabel,
        Condition::BlackLabel,
    ];
    let evaluations = [(Condition::Header, 1)].into_iter().chain(conditions.map(|condition| (condition, 4)));
    assert_eq!(receipt.evaluations, evaluations.collect::<Vec<_>>());
    // Positions by their numbers in the game, records by those that are not terminal.
    assert_eq!((verified.record(4), verified.record(3), verified.record(6)), (Some(&records[3]), None, None));
    assert_eq!(verified.bounds(4).unwrap().ends.end(End::BetaUpper), 15);
    assert_eq!(verified.bounds(3).unwrap().ends.alpha, (5, 6));
    assert_eq!((verified.bounds(6), verified.bounded_options(3), verified.seen(6)), (None, None, None));
    let options = verified.bounded_options(0).unwrap();
    assert_eq!((options.white.len(), options.white[0].mv, options.black[0].to.ends.beta), (1, 4, (10, 11)));
    // There are no exact values.
    assert_eq!((verified.values().len(), verified.value_numbers(0), verified.node(0)), (0, None, None));
    assert_eq!(verified.options(0), None);
    let entry = verified.at("p0").unwrap();
    assert_eq!((entry.lower.to_string(), entry.upper.to_string()), ("3/8..1/2".to_owned(), "3/4..13/16".to_owned()));
    assert_eq!((entry.left_label, entry.right_label, entry.is_sharp()), (Some(2), Some(2), false));
    let [left, _] = entry.plans.unwrap();
    assert_eq!((&*left.to_win.options[0].name, left.to_win.best.to_string()), ("p4", "11/16..3/4".to_owned()));
    assert_eq!(left.not_to_lose.options[0].value.to_string(), "7/8..15/16");
    assert!(verified.at("p9").is_err());
}

#[test]
fn tells_the_options_that_may_be_best() {
    // Left may go to 1/3, or to something between 1/4 and 1/2 as far as is known, or to 0.
    let toys = [Moves(vec![1, 2, 3], vec![3]), Moves(vec![2], vec![2]), Terminal(1, 3), Terminal(0, 1)];
    let verified = verify(&toys, 2, &[record((0, 1), (0, 1), 0, 1), record((1, 2), (1, 2), 1, 1)]);
    let [left, right] = verified.at("p0").unwrap().plans.unwrap();
    let options: Vec<_> = left.to_win.options.iter().map(|option| (&*option.name, option.value.to_string())).collect();
    assert_eq!(options, [("p1", "1/4..1/2".to_owned()), ("p2", "1/3".to_owned())]);
    assert_eq!(left.to_win.best.to_string(), "1/3..1/2");
    assert_eq!((right.to_win.best, right.to_win.options.len()), (exact(0, 1), 1));
}

fn changed(change: impl FnOnce(&mut GraphEnclosure)) -> Result<VerifiedGraph, Failure> {
    let (toys, records) = control();
    let mut stated = GraphEnclosure { bits: 4, records };
    change(&mut stated);
    check(&toys, stated.bits, &stated.records)
}

#[test]
fn rejects_what_breaks_a_condition() {
    assert!(changed(|_| {}).is_ok());
    let text = |place: usize, to: EnclosureRecord| changed(|g| g.records[place] = to).unwrap_err().to_string();
    let cases = [
        (
            0,
            record((7, 8), (12, 13), 2, 2),
            "alpha-lower: \"p0\": found 14 for twice the lower bound on α, required at most 11 + 2, that is 13, in units of 2^-4",
        ),
        (
            0,
            record((6, 7), (12, 13), 2, 2),
            "alpha-upper: \"p0\": found 14 for twice the upper bound on α, required at least 12 + 3, that is 15, in units of 2^-4",
        ),
        (
            0,
            record((6, 8), (13, 13), 2, 2),
            "beta-lower: \"p0\": found 26 for twice the lower bound on β, required at most 14 + 10, that is 24, in units of 2^-4",
        ),
        (
            0,
            record((6, 8), (12, 12), 2, 2),
            "beta-upper: \"p0\": found 24 for twice the upper bound on β, required at least 15 + 11, that is 26, in units of 2^-4",
        ),
        (
            0,
            record((6, 8), (12, 13), 0, 2),
            "white-label: \"p0\": found white's label infinite, required a finite one, for the lower bound on α is 6 in units of 2^-4",
        ),
        (
            0,
            record((6, 8), (12, 13), 1, 2),
            "white-label: \"p0\": found white's label 1, required one above 1, the least of a sufficient option of white's, or above 1, the greatest of the other player's options",
        ),
        (
            0,
            record((6, 8), (12, 13), 2, 0),
            "black-label: \"p0\": found black's label infinite, required a finite one, for the upper bound on β is 13 in units of 2^-4",
        ),
        (
            0,
            record((6, 8), (12, 13), 2, 1),
            "black-label: \"p0\": found black's label 1, required one above 1, the least of a sufficient option of black's, or above 1, the greatest of the other player's options",
        ),
        (
            1,
            record((3, 3), (10, 11), 1, 1),
            "alpha-lower: \"p1\": found 6 for twice the lower bound on α, required at most 0 + 5, that is 5, in units of 2^-4",
        ),
        (
            1,
            record((2, 2), (10, 11), 1, 1),
            "alpha-upper: \"p1\": found 4 for twice the upper bound on α, required at least 0 + 6, that is 6, in units of 2^-4",
        ),
        (
            1,
            record((2, 3), (11, 11), 1, 1),
            "beta-lower: \"p1\": found 22 for twice the lower bound on β, required at most 16 + 5, that is 21, in units of 2^-4",
        ),
        (
            1,
            record((2, 3), (10, 10), 1, 1),
            "beta-upper: \"p1\": found 20 for twice the upper bound on β, required at least 16 + 6, that is 22, in units of 2^-4",
        ),
        (
            1,
            record((2, 3), (10, 11), 0, 1),
            "white-label: \"p1\": found white's label infinite, required a finite one, for the lower bound on α is 2 in units of 2^-4",
        ),
        (
            2,
            record((0, 0), (15, 15), 0, 1),
            "black-label: \"p2\": found black's label 1, required one above 1, the least of a sufficient option of black's, or above 1, the greatest of the other player's options",
        ),
        (
            3,
            record((12, 12), (14, 15), 1, 1),
            "alpha-lower: \"p4\": found 24 for twice the lower bound on α, required at most 16 + 6, that is 22, in units of 2^-4",
        ),
        (
            3,
            record((11, 11), (14, 15), 1, 1),
            "alpha-upper: \"p4\": found 22 for twice the upper bound on α, required at least 16 + 8, that is 24, in units of 2^-4",
        ),
        (
            3,
            record((11, 12), (15, 15), 1, 1),
            "beta-lower: \"p4\": found 30 for twice the lower bound on β, required at most 16 + 12, that is 28, in units of 2^-4",
        ),
        (
            3,
            record((11, 12), (14, 14), 1, 1),
            "beta-upper: \"p4\": found 28 for twice the upper bound on β, required at least 16 + 13, that is 29, in units of 2^-4",
        ),
        (
            3,
            record((11, 12), (14, 15), 0, 1),
            "white-label: \"p4\": found white's label infinite, required a finite one, for the lower bound on α is 11 in units of 2^-4",
        ),
        (
            3,
            record((11, 12), (14, 15), 1, 0),
            "black-label: \"p4\": found black's label infinite, required a finite one, for the upper bound on β is 15 in units of 2^-4",
        ),
        (
            1,
            record((2, 3), (10, 11), 1, 0),
            "black-label: \"p1\": found black's label infinite, required a finite one, for the upper bound on β is 11 in units of 2^-4",
        ),
    ];
    let mut different = Vec::new();
    for (place, to, expected) in cases {
        let found = text(place, to);
        if found != expected {
            different.push((place, found, expected));
        }
    }
    assert!(different.is_empty(), "{different:#?}");
}

#[test]
fn rejects_what_is_not_canonical() {
    for found in [0, 63, 64, 255] {
        assert_eq!(rejection(changed(|g| g.bits = found)), Rejection::Bits { found });
    }
    let text = |change: &dyn Fn(&mut GraphEnclosure)| changed(change).unwrap_err().to_string();
    let above = "for the upper bound on the lower value, required at most 1, that is 2^4";
    assert_eq!(text(&|g| g.records[0].alpha_width = 11), format!("canonical: \"p0\": record 0: found 6 + 11 {above}"));
    let above = "for the upper bound on the upper value, required at most 1, that is 2^4";
    assert_eq!(text(&|g| g.records[3].beta_width = 3), format!("canonical: \"p4\": record 3: found 14 + 3 {above}"));
    // Sums beyond 64 bits.
    for number in [17, 1 << 62, u64::MAX - 5, u64::MAX] {
        for place in 0..4 {
            let changes: [&dyn Fn(&mut EnclosureRecord); 4] =
                [&|r| r.alpha = number, &|r| r.alpha_width = number, &|r| r.beta = number, &|r| r.beta_width = number];
            for change in changes {
                let found = rejection(changed(|g| change(&mut g.records[place])));
                let Rejection::Named { rejection, .. } = &found else { panic!("{found}") };
                assert!(matches!(**rejection, Rejection::BoundAboveOne { record, .. } if record == place), "{found}");
                assert_eq!(found.condition(), Condition::Canonical);
            }
        }
    }
    let crossed = text(&|g| (g.records[1].alpha, g.records[1].alpha_width) = (12, 0));
    let expected = "canonical: \"p1\": record 1: found 12 for the lower bound on the lower value, required at most 11, the upper bound on the upper value";
    assert_eq!(crossed, expected);
    // Units as fine as can be, and numbers that are too large for them by one.
    let toys = [Moves(vec![1], vec![1]), Terminal(1, 1)];
    let one = 1_u64 << 62;
    verify(&toys, 62, &[record((one, one), (one, one), 1, 0)]);
    assert!(matches!(
        rejection(check(&toys, 62, &[record((one, one + 1), (one, one), 1, 0)])),
        Rejection::Named { .. }
    ));
}

#[test]
fn rejects_other_numbers_of_records_and_checks_in_order() {
    let found = rejection(changed(|g| g.records.truncate(3)));
    assert_eq!((found.condition(), found), (Condition::Coverage, Rejection::GraphCoverage { found: 3, required: 4 }));
    assert_eq!(rejection(changed(|g| g.records.clear())), Rejection::GraphCoverage { found: 0, required: 4 });
    // One for each position, terminal ones among them.
    let found = rejection(changed(|g| g.records.resize(6, record((0, 16), (0, 16), 0, 0))));
    assert_eq!(found, Rejection::GraphCoverage { found: 6, required: 4 });
    let (toys, records) = control();
    let text = game(&json(&toys));
    let content = Content::GraphEnclosure(GraphEnclosure { bits: 0, records: vec![] });
    let certificate = Certificate { imports: vec![Digest([7; 32]); 2], content };
    let bytes = certificate.encode().unwrap();
    assert_eq!(Certificate::decode(&bytes).unwrap(), certificate);
    let found = rejection(check_graph(&bytes, &text));
    assert_eq!((found.condition(), found), (Condition::Canonical, Rejection::GraphImports { found: 2 }));
    type Change = Box<dyn Fn(&mut GraphEnclosure)>;
    let changes: Vec<(Change, &str)> = vec![
        (Box::new(|g| g.bits = 63), "canonical: bits: found 63"),
        (Box::new(|g| g.records.push(g.records[2])), "coverage: records: found 5"),
        (Box::new(|g| g.records[3].beta_width = 9), "canonical: \"p4\": record 3: "),
        (Box::new(|g| g.records[0].alpha += 1), "alpha-lower: \"p0\": "),
        (Box::new(|g| g.records[0].alpha_width = 0), "alpha-upper: \"p0\": "),
        (Box::new(|g| (g.records[0].beta, g.records[0].beta_width) = (13, 0)), "beta-lower: \"p0\": "),
        (Box::new(|g| g.records[0].beta_width = 0), "beta-upper: \"p0\": "),
        (Box::new(|g| g.records[0].white_label = 0), "white-label: \"p0\": "),
        (Box::new(|g| g.records[0].black_label = 0), "black-label: \"p0\": "),
        (Box::new(|g| g.records[1].alpha_width = 0), "alpha-upper: \"p1\": "),
        (Box::new(|g| g.records[3].white_label = 0), "white-label: \"p4\": "),
    ];
    for (number, (_, expected)) in changes.iter().enumerate() {
        let result = changed(|g| changes[number..].iter().rev().for_each(|(change, _)| change(g)));
        let text = result.unwrap_err().to_string();
        assert!(text.starts_with(expected), "{number}: {text}");
    }
    // The first position that fails is named, however many threads there are.
    let mut wrong = records.clone();
    (wrong[1].white_label, wrong[3].black_label) = (0, 0);
    for threads in [0, 1, 2, 3, 64, 1000] {
        let statement = |records: &Records| GraphStatement::read(&bytes_of(4, records)).unwrap().on_threads(threads);
        let found = statement(&wrong).check(Arc::clone(&text)).unwrap_err();
        assert!(found.to_string().starts_with("white-label: \"p1\": "), "{found}");
        assert!(statement(&records).check(Arc::clone(&text)).is_ok());
    }
}

#[test]
fn declines_other_kinds_and_missing_games() {
    let (toys, records) = control();
    let text = game(&json(&toys));
    let bytes = bytes_of(4, &records);
    assert_eq!(GraphStatement::read(&bytes).unwrap().kind(), 5);
    assert_eq!(Statement::read(&bytes).unwrap_err(), Decline::NoGame { found: 5 }.into());
    assert_eq!(check_bound(&bytes, &[]).unwrap_err(), Decline::NoGame { found: 5 }.into());
    // The body of one kind under the number of another.
    let of_kind = |kind: u8| {
        let mut bytes = bytes.clone();
        bytes[10] = kind;
        redigested(bytes)
    };
    for kind in 0..5 {
        assert!(matches!(check_graph(&of_kind(kind), &text), Err(Failure::Rejected(_))), "{kind}");
    }
    for kind in [6, 7, 255] {
        assert_eq!(check_graph(&of_kind(kind), &text).unwrap_err(), Decline::Kind { found: kind.into() }.into());
    }
    let kings = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/2x2_Kk.cert")).unwrap();
    let mut kings = kings;
    kings[10] = 5;
    assert!(matches!(check_graph(&redigested(kings), &text), Err(Failure::Rejected(_))));
}

/// Every other game than the one that was enclosed is judged by itself.
#[test]
fn is_about_the_game_that_is_given() {
    let (toys, records) = control();
    let mut others = 0;
    for (place, other) in [
        (3, Terminal(1, 2)),
        (3, Terminal(5, 16)),
        (5, Terminal(0, 1)),
        (0, Moves(vec![1], vec![1])),
        (2, Moves(vec![5], vec![])),
    ] {
        let mut toys = toys.clone();
        toys[place] = other;
        match check(&toys, 4, &records) {
            Ok(verified) => is_true(&toys, &toys::solve(&toys), &verified),
            Err(_) => others += 1,
        }
    }
    assert!(others >= 4, "{others}");
}

#[test]
fn accepts_random_games_and_only_what_is_true_of_them() {
    let mut random = Random(3);
    let (mut tight, mut wide, mut accepted, mut refused) = (0, 0, 0, 0);
    let mut all = vec![control().0, cycles(), path(6)];
    all.extend((0..300).map(|_| random_game(&mut random)));
    for toys in all {
        let known = toys::solve(&toys);
        let text: Arc<Game> = game(&json(&toys));
        for bits in [1, 2, 4, 9, 62] {
            let records = enclose(&toys, &known, bits);
            let verified = check_graph(&bytes_of(bits, &records), &text);
            let verified = verified.unwrap_or_else(|failure| panic!("{toys:?} {records:?} {failure}"));
            is_true(&toys, &known, &verified);
            let width = verified.receipt().largest_width.clone().unwrap();
            *if width * BigRational::from_integer(BigInt::from(1) << bits) <= fraction(8, 1) {
                &mut tight
            } else {
                &mut wide
            } += 1;
            for _ in 0..12 {
                let mut other = records.clone();
                for _ in 0..=random.below(2) {
                    shift(&mut random, bits, &mut other);
                }
                match check_graph(&bytes_of(bits, &other), &text) {
                    Ok(verified) => {
                        accepted += usize::from(other != records);
                        is_true(&toys, &known, &verified);
                    }
                    Err(Failure::Rejected(_)) => refused += 1,
                    Err(failure) => panic!("{failure}"),
                }
            }
        }
    }
    assert!(tight > 10 * wide && accepted > 1000 && refused > 5000, "{tight} {wide} {accepted} {refused}");
}

/// Changes one number: a bound by little or by much, and the other end of its interval with it or not; or a label.
fn shift(random: &mut Random, bits: u8, records: &mut Records) {
    let place = random.below(records.len());
    let r = &mut records[place];
    let size = 1_u64 << [0, 0, 1, u32::from(bits) - 1][random.below(4)];
    let up = random.below(2) == 0;
    let moved = |number: u64| if up { number.saturating_add(size) } else { number.saturating_sub(size) };
    match random.below(8) {
        0 => r.alpha = moved(r.alpha),
        1 => r.alpha_width = moved(r.alpha_width),
        2 => r.beta = moved(r.beta),
        3 => r.beta_width = moved(r.beta_width),
        4 => (r.alpha, r.alpha_width) = (r.alpha.saturating_add(size), r.alpha_width.saturating_sub(size)),
        5 => (r.beta, r.beta_width) = (r.beta.saturating_sub(size), r.beta_width.saturating_add(size)),
        6 => r.white_label = u32::try_from(random.below(5)).unwrap(),
        _ => r.black_label = u32::try_from(random.below(5)).unwrap(),
    }
}

/// All numbers at random, in units so large that some of them are accepted.
#[test]
fn accepts_only_what_is_true_among_all_statements() {
    let mut random = Random(4);
    let (mut accepted, mut telling) = (0, 0);
    for _ in 0..150 {
        let toys = random_game(&mut random);
        let known = toys::solve(&toys);
        let text = game(&json(&toys));
        let bits = u8::try_from(1 + random.below(2)).unwrap();
        let one = 1_u64 << bits;
        for _ in 0..300 {
            let mut below = |bound: u64| u64::try_from(random.below(usize::try_from(bound).unwrap() + 1)).unwrap();
            let mut any = || {
                let (l, l2) = (below(one) * below(1), below(one));
                let (u, u2) = (l + below(one - l), l2 + (one - l2) * below(1));
                let label = |label: u64| u32::try_from(label).unwrap();
                record((l, u), (l2, u2), label(below(3)), label(below(3)))
            };
            let records: Records = toys.iter().filter(|toy| matches!(toy, Moves(..))).map(|_| any()).collect();
            if let Ok(verified) = check_graph(&bytes_of(bits, &records), &text) {
                accepted += 1;
                telling += usize::from(records.iter().any(|r| r.alpha > 0 || r.beta + r.beta_width < one));
                is_true(&toys, &known, &verified);
            }
        }
    }
    assert!(accepted > 200 && telling > 50, "{accepted} {telling}");
}

#[test]
fn never_panics_on_other_bytes() {
    let (toys, records) = control();
    let (known, text, bytes) = (toys::solve(&toys), game(&json(&toys)), bytes_of(4, &records));
    let mut accepted = 0;
    for place in 8..bytes.len() - 32 {
        for byte in 0..=255 {
            let mut changed = bytes.clone();
            changed[place] = byte;
            if let Ok(verified) = check_graph(&redigested(changed), &text) {
                accepted += 1;
                is_true(&toys, &known, &verified);
            }
        }
        // A number in two bytes.
        let mut longer = bytes.clone();
        longer[place] |= 0x80;
        longer.insert(place + 1, 0);
        assert!(check_graph(&redigested(longer), &text).is_err());
        let shorter = [&bytes[..place], &[0; 32]].concat();
        assert!(check_graph(&redigested(shorter), &text).is_err());
        assert!(check_graph(&bytes[..place], &text).is_err());
    }
    assert!(accepted > 24, "{accepted}");
    let mut longer = bytes.clone();
    longer.insert(bytes.len() - 32, 0);
    assert_eq!(rejection(check_graph(&redigested(longer), &text)), Rejection::Trailing { found: 1 });
    // Lists that are said to be longer than the file, and numbers of 65 bits.
    for count in [
        &[0xff, 0xff, 0xff, 0xff, 0x0f][..],
        &[0xff; 10],
        &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
    ] {
        for place in [14, 15] {
            let changed = [&bytes[..place], count, &bytes[place + 1..]].concat();
            assert!(check_graph(&redigested(changed), &text).is_err());
        }
    }
}

/// The command, in a folder of its own.
#[cfg(feature = "binary")]
#[test]
fn the_command_checks_a_certificate_with_its_game() {
    use checker::certificate::{PawnRule, SharpTable, StatedEndgame};
    use std::process::Command;
    let folder = std::env::temp_dir().join(format!("check-graph-enclosure-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (toys, records) = control();
    let text = json(&toys);
    let mut wrong = records.clone();
    wrong[1].alpha += 1;
    std::fs::write(folder.join("game.json"), &text).unwrap();
    std::fs::write(folder.join("game.cert"), bytes_of(4, &records)).unwrap();
    std::fs::write(folder.join("wrong.cert"), bytes_of(4, &wrong)).unwrap();
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_check")).args(arguments).current_dir(&folder).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    let digest = Digest::of(text.as_bytes());
    let verdict = format!(
        "game.cert: verified: graph of 6 positions (sha-256 {digest}): all 4 positions that are not terminal are enclosed to within 1/8 = \
         2^-3; at least 4 are not sharp, the widest gap is at least 1 at \"p2\"\n"
    );
    assert_eq!(run(&["game.cert", "--graph", "game.json", "--threads", "2"]), (0, verdict.clone(), String::new()));
    let (status, text, _) = run(&["wrong.cert", "game.cert", "--graph", "game.json"]);
    assert_eq!(status, 1);
    assert!(
        text.starts_with("wrong.cert: alpha-lower: \"p1\": found 6 for twice the lower bound on α, required "),
        "{text}"
    );
    let answer = "\"p0\"\nlower value: 3/8..1/2\nupper value: 3/4..13/16\nleft label T: 2\nright label T′: 2\n\
                  Left's best options to win:\n  \"p4\" to 11/16..3/4\nLeft's best options not to lose:\n  \"p4\" to 7/8..15/16\n\
                  Right's best options to win:\n  \"p1\" to 5/8..11/16\nRight's best options not to lose:\n  \"p1\" to 1/8..3/16\n";
    let (status, text, _) = run(&["game.cert", "--graph", "game.json", "--at", "p0"]);
    assert_eq!((status, text), (0, verdict + answer));
    let (status, text, _) = run(&["game.cert", "--graph", "game.json", "--at", "p0", "--json"]);
    assert_eq!(status, 0);
    assert!(text.contains(r#""kind":5,"not_sharp":4,"widest_gap":"1","widest_gap_at":"p2","width":"1/8","#), "{text}");
    assert!(text.contains(r#""lower":["3/8","1/2"],"upper":["3/4","13/16"],"left_label":2,"#), "{text}");
    assert!(text.contains(r#""left_options_to_win":[{"option":"p4","value":["11/16","3/4"]}]"#), "{text}");
    for (arguments, expected) in [
        (
            vec!["game.cert"],
            "game.cert: declined: kind: found 5, a graph, required its game beside it, for the certificate does not repeat it: give it with --graph GAME.json\n",
        ),
        (
            vec!["game.cert", "--graph", "game.json", "--shard", "1/2"],
            "game.cert: declined: kind: found 5, a graph, required a table, for nothing else is checked in shards\n",
        ),
    ] {
        let (status, text, _) = run(&arguments);
        assert_eq!((status, text.as_str()), (2, expected));
    }
    // A table may not import it.
    let endgame = StatedEndgame { files: 2, ranks: 2, signature: "KNk".to_owned(), pawn_rule: PawnRule::NoPawns };
    let table = SharpTable { endgame, odd_parts: vec![], values: vec![], records: vec![] };
    let graph = std::fs::read(folder.join("game.cert")).unwrap();
    let importer = Certificate { imports: vec![Digest::of(&graph)], content: Content::SharpTable(table) };
    std::fs::write(folder.join("2x2_KNk.cert"), importer.encode().unwrap()).unwrap();
    std::fs::write(folder.join("2x2_Kk.cert"), graph).unwrap();
    let (status, text, _) = run(&["2x2_KNk.cert"]);
    let expected = "2x2_KNk.cert: imports: 2x2_Kk.cert: found a graph, required a table, which is about an endgame\n";
    assert_eq!((status, text.as_str()), (1, expected));
    std::fs::remove_dir_all(&folder).unwrap();
}
