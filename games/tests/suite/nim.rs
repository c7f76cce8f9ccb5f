//! Nim under an auction: hand-solved positions, brute force over heaps, and what is declined.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use checker::Verified;
use checker::certificate::{Form, Statement};
use checker::failure::Failure;
use checker::limits::TooMuch;
use checker::table::Table as _;
use checker::write::{Writer, write};
use games::nim::{NUMBER, Nim, OBJECTS, POSITIONS, WORK};
use num_bigint::BigUint;

use crate::witness::is_nightly;
use crate::witness::support::head;

type Heaps = Vec<u64>;

/// All that one move leaves, in order, each list once; the empty one if it ends the game.
fn moves(heaps: &Heaps) -> BTreeSet<Heaps> {
    let taken = |place: usize| (0..heaps[place]).map(move |left| (place, left));
    let after = |(place, left): (usize, u64)| {
        let mut after = heaps.clone();
        after[place] = left;
        after.retain(|heap| *heap > 0);
        after.sort_by_key(|heap| u64::MAX - heap);
        after
    };
    (0..heaps.len()).flat_map(taken).map(after).collect()
}

/// In quarters Left's share, and the label of each player, of all positions: the equation and the labels of the book, from the end on. Nothing of the
/// symmetry of the game is used.
fn solve(heaps: &Heaps, misere: bool, known: &mut BTreeMap<Heaps, (u64, [u64; 2])>) -> (u64, [u64; 2]) {
    if let Some(found) = known.get(heaps) {
        return *found;
    }
    let reached: [Vec<(u64, [u64; 2])>; 2] = [0, 1].map(|player| {
        let end = if (player == 0) == misere { 0 } else { 4 };
        let to = |left: &Heaps| if left.is_empty() { (end, [0; 2]) } else { solve(left, misere, known) };
        moves(heaps).iter().map(to).collect()
    });
    let best = [reached[0].iter().map(|to| to.0).max().unwrap(), reached[1].iter().map(|to| to.0).min().unwrap()];
    let label = |player: usize| {
        let greedy = reached[player].iter().filter(|to| to.0 == best[player]).map(|to| to.1[player]).min();
        let replies = reached[1 - player].iter().map(|to| to.1[player]).max();
        1 + greedy.unwrap().min(replies.unwrap())
    };
    let sum = best[0] + best[1];
    assert_eq!(sum % 2, 0);
    let found = (sum / 2, [label(0), label(1)]);
    known.insert(heaps.clone(), found);
    found
}

fn statement(heaps: &[u64], misere: bool) -> Statement {
    let mut body = Writer(vec![misere.into()]);
    body.number(heaps.len() as u64);
    heaps.iter().for_each(|heap| body.number(*heap));
    Statement::Further(NUMBER, body.0)
}

/// The certificate in which each position is worth 1/2 and has these labels.
fn certificate(heaps: &[u64], misere: bool, labels: &[[u64; 2]]) -> Vec<u8> {
    let slice = |labels: &[[u64; 2]]| {
        let mut slice = Writer::default();
        slice.column(&vec![0_u64; labels.len()]);
        (0..2).for_each(|side| slice.column(&labels.iter().map(|labels| labels[side]).collect::<Vec<_>>()));
        slice.0
    };
    let mut head = head(statement(heaps, misere), 0, Form::One, vec![]);
    (head.values.denominator, head.values.numerators) = (BigUint::from(2_u32), vec![BigUint::from(1_u32)]);
    write(&head, &labels.chunks(4096).map(slice).collect::<Vec<_>>())
}

fn check(bytes: &[u8]) -> Result<Arc<Verified>, Failure> {
    games::checker(1, |_| None::<Vec<u8>>).check(&bytes, None)
}

/// The labels of both players, by brute force, in the order of the format. Lists of numbers are compared as the format compares them.
fn labels(heaps: &Heaps, misere: bool) -> (Vec<Heaps>, Vec<[u64; 2]>) {
    let mut known = BTreeMap::new();
    solve(heaps, misere, &mut known);
    assert!(known.values().all(|(value, _)| *value == 2), "{heaps:?}: a value other than 1/2");
    known.into_iter().map(|(heaps, (_, labels))| (heaps, labels)).unzip()
}

#[test]
fn has_the_values_that_are_found_by_hand() {
    // One object: who moves has won, or lost. Two heaps of one: the first move leaves the other. A heap of two: taken whole; in misère play one is left.
    for (heaps, misere, by_hand) in
        [(&[1][..], false, &[1][..]), (&[1], true, &[1]), (&[1, 1], false, &[1, 2]), (&[1, 1], true, &[1, 2])]
            .into_iter()
            .chain([(&[2][..], false, &[1, 1][..]), (&[2], true, &[1, 2])])
    {
        let labels: Vec<[u64; 2]> = by_hand.iter().map(|label| [*label; 2]).collect();
        assert!(check(&certificate(heaps, misere, &labels)).is_ok(), "{heaps:?} {misere}");
        for (place, side) in (0..labels.len()).flat_map(|place| [(place, 0), (place, 1)]) {
            for other in (1..5).filter(|other| *other != labels[place][side]) {
                let mut wrong = labels.clone();
                wrong[place][side] = other;
                assert!(check(&certificate(heaps, misere, &wrong)).is_err(), "{heaps:?} {misere} {wrong:?}");
            }
        }
    }
}

#[test]
fn agrees_with_brute_force() {
    let most = if is_nightly() { 6 } else { 4 };
    let three = (1..=most).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| vec![a, b, c])));
    let starts = three.chain([vec![1; 9], vec![2; 6], vec![9, 1, 1], vec![40], vec![7, 7]]);
    for (mut heaps, misere) in starts.flat_map(|heaps| [(heaps.clone(), false), (heaps, true)]) {
        heaps.retain(|heap| *heap > 0);
        let (positions, labels) = labels(&heaps, misere);
        let verified =
            check(&certificate(&heaps, misere, &labels)).unwrap_or_else(|error| panic!("{heaps:?}: {error:?}"));
        let nim = verified.about::<Nim>().unwrap();
        assert_eq!(nim.count(), positions.len());
        for (number, (position, label)) in positions.iter().zip(&labels).enumerate() {
            let list: Vec<usize> = position.iter().map(|heap| *heap as usize).collect();
            assert_eq!((nim.list(number), nim.number(&list)), (list.clone(), Some(number)), "{heaps:?}");
            // What the chapter says of labels.
            let more = misere && !position.contains(&1);
            assert_eq!(*label, [list.len() as u64 + u64::from(more); 2], "{position:?} {misere}");
        }
        // The labels of the other play are wrong, unless they are the same.
        let other = self::labels(&heaps, !misere).1;
        assert_eq!(check(&certificate(&heaps, misere, &other)).is_ok(), other == labels, "{heaps:?}");
        for wrong in [vec![heaps[0] as usize + 1], vec![1; heaps.len() + 1], vec![], vec![1, 2], vec![0], vec![1, 0]] {
            assert_eq!(nim.number(&wrong), None, "{heaps:?} {wrong:?}");
        }
    }
}

#[test]
fn takes_slices() {
    let heaps = vec![5; 12];
    let (positions, labels) = labels(&heaps, true);
    assert_eq!(positions.len(), 6187);
    assert!(check(&certificate(&heaps, true, &labels)).is_ok());
}

#[test]
fn declines_one_position_too_many() {
    let declined = |heaps: &[u64]| match check(&certificate(heaps, false, &[[1; 2]])) {
        Err(Failure::Limit(TooMuch { limit, found })) => Some((limit, found)),
        Err(Failure::Coverage(..) | Failure::Short(..)) => None,
        other => panic!("{heaps:?}: {other:?}"),
    };
    assert_eq!([POSITIONS.most, OBJECTS.most, WORK.most], [1 << 22, 1 << 10, 1 << 30]);
    assert_eq!(declined(&[1 << 10]), None);
    assert_eq!(declined(&[(1 << 10) + 1]), Some((OBJECTS, (1 << 10) + 1)));
    assert_eq!(declined(&[1 << 62]), Some((OBJECTS, 1 << 62)));
    assert_eq!(declined(&[1; 1 << 10]), None);
    assert_eq!(declined(&[1; (1 << 10) + 1]), Some((OBJECTS, (1 << 10) + 1)));
    assert_eq!(declined(&[1 << 9, 1 << 9, 1]), Some((OBJECTS, (1 << 10) + 1)));
    // Lists of at most ten heaps of at most so many: 20 above 10, less the empty one; the next one is too many.
    assert_eq!(declined(&[10; 10]), None);
    assert!(declined(&[12; 12]).is_none_or(|(limit, _)| limit == POSITIONS));
    assert_eq!(declined(&[20; 20]).map(|(limit, _)| limit), Some(POSITIONS));
    assert_eq!(declined(&[290; 3]).map(|(limit, _)| limit), Some(WORK));
}
