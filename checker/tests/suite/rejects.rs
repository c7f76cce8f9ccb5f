//! Ways to fail that are no lines of the corpus: certificates of many positions, imports in many combinations, and which failure is named on many threads. That
//! a condition refuses something is the corpus's to show.

use crate::witness::{naive, support};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::witness::naive::chess::Board;
use crate::witness::naive::{Given, Place, fraction};
use crate::witness::support::games::{bid, end, json};
use crate::witness::support::{Draft, Family, R, family, men};
use checker::Checker;
use checker::certificate::{Digest, Statement, canonical};
use checker::claim::none;
use checker::failure::{Breach, Condition, Failure, Spelling};
use checker::graph::Game;
use checker::theorem::Side;

type Files = BTreeMap<[u8; 32], Vec<u8>>;

fn check(bytes: &[u8], files: &Files, game: Option<&str>) -> Result<(), Failure> {
    let read = game.map(|game| Arc::new(Game::read(game.as_bytes()).unwrap()));
    let found = Checker::new(2, none, |digest| files.get(&digest.0).cloned()).check(bytes, read.as_ref());
    let naive = naive::check(bytes, &Given { files, game: game.map(str::as_bytes) });
    let word = match &found {
        Ok(_) => "verified",
        Err(failure) if failure.is_declined() => "declined",
        Err(_) => "rejected",
    };
    assert_eq!(naive.word(), word, "{:?} {naive:?}", found.as_ref().err());
    found.map(|_| ())
}

/// 2x3 KNk, exact, with its import.
static KNIGHT: LazyLock<(Draft, Files)> = LazyLock::new(|| {
    let family = family(Board::new(2, 3, 0), "KNk");
    (family[&men("KNk")].draft.clone(), files(&family))
});

fn files(family: &Family) -> Files {
    family.values().map(|solved| (support::digest(&solved.bytes).0, solved.bytes.clone())).collect()
}

/// The breach at a position.
fn at(failure: Failure) -> Breach {
    match failure {
        Failure::At(breach) => *breach,
        other => panic!("{other:?}"),
    }
}

/// The offset where a spelling goes wrong, and how.
#[test]
fn tells_where_a_spelling_goes_wrong() {
    for (bytes, offset, what) in [
        (&[0xff; 12][..], 10, Spelling::End),
        (&[1], 1, Spelling::End),
        (&[1, 2, 3, 4], 2, Spelling::Rest),
        (&[0x81, 0, 2], 0, Spelling::Long),
        (&[1, 0x82, 0], 1, Spelling::Long),
    ] {
        assert_eq!(canonical::<(u64, u64)>(bytes), Err(Failure::Spelling(None, offset, what)), "{bytes:?}");
    }
}

/// Slices begin where they must, and nowhere else.
#[test]
fn rejects_slices_that_begin_elsewhere() {
    let count = 5_000;
    let toys: Vec<naive::game::Place> =
        (0..count).map(|_| bid(&[count], &[count + 1])).chain([end(1, 1), end(0, 1)]).collect();
    let text = json(&toys);
    let game = Arc::new(Game::read(text.as_bytes()).unwrap());
    let half = Place { labels: [Some(1); 2], ..Place::exact(fraction(1, 2)) };
    let verdict = |starts: &[usize]| {
        let draft = support::exact(Statement::Game(game.digest), &vec![half.clone(); count], &[], vec![], starts);
        Checker::new(2, none, |_| None::<Vec<u8>>).check(&draft.bytes(), Some(&game)).map(|_| ())
    };
    let other = |found, required| Err(Failure::Coverage(found, required));
    assert_eq!(verdict(&[0, 4096]), Ok(()));
    assert_eq!(verdict(&[0]), other(1, 2));
    assert_eq!(verdict(&[0, 2000, 4096]), other(3, 2));
    for start in [1, 4095, 4097, 4999] {
        let failure = verdict(&[0, start]).unwrap_err();
        assert!(matches!(failure, Failure::Spelling(Some(_), ..)), "{start} {failure:?}");
    }
}

/// An import that is about one value, for which an endless play is worth 1/2: fit where that is so of the importer, beside no other about the same.
#[test]
fn rejects_imports_for_which_an_endless_play_is_worth_something_else() {
    let family = family(Board::new(2, 3, 0), "KNk");
    let kings = &family[&men("Kk")];
    let value: Vec<R> = kings.places.iter().map(|place| place.bounds[0].clone()).collect();
    let of_one_value = |solved: &support::Solved, value: &[R], imports: Vec<Digest>, never: (u64, u64)| {
        let (arena, places) = support::with_never(&solved.arena, value, never);
        let moves = support::greedy_moves(&arena, &places);
        let mut draft = support::exact(solved.draft.head.statement.clone(), &places, &moves, imports, &[0]);
        draft.head.never = Some(never);
        draft.bytes()
    };
    let half = of_one_value(kings, &value, vec![], (1, 2));
    let mut all = files(&family);
    all.insert(support::digest(&half).0, half.clone());
    assert_eq!(check(&half, &all, None), Ok(()));
    let (both, one) = (support::digest(&kings.bytes), support::digest(&half));
    let knight = &family[&men("KNk")];
    let value: Vec<R> = knight.places.iter().map(|place| place.bounds[0].clone()).collect();
    let with = |imports: &[Digest], never| check(&of_one_value(knight, &value, imports.to_vec(), never), &all, None);
    // Both ways to have it are true, and no two at once.
    assert_eq!(with(&[both], (1, 2)), Ok(()));
    assert_eq!(with(&[one], (1, 2)), Ok(()));
    assert_eq!(with(&[one, both], (1, 2)), Err(Failure::ImportKind(1)));
    assert_eq!(with(&[both], (1, 3)), Ok(()));
    assert_eq!(with(&[one], (1, 3)), Err(Failure::ImportKind(0)));
    assert_eq!(knight.draft.head.never, None);
    let mut draft = knight.draft.clone();
    draft.head.imports = vec![one];
    assert_eq!(check(&draft.bytes(), &all, None), Err(Failure::ImportKind(0)));
}

/// Of several failures the first position's counts, and there the first condition's, on any number of threads.
#[test]
fn names_the_first_failure_on_any_number_of_threads() {
    let (mut draft, files) = KNIGHT.clone();
    let count = draft.slices[0].0[0].numbers.len();
    for place in [count - 1, count / 2, 3] {
        for column in [1, 2, 3, 4] {
            draft.slices[0].0[column].numbers[place] += 1;
        }
        let bytes = draft.bytes();
        let failures = [1, 2, 3, 7, 64].map(|threads| {
            Checker::new(threads, none, |digest| files.get(&digest.0).cloned()).check(&bytes, None).unwrap_err()
        });
        assert!(failures.iter().all(|failure| *failure == failures[0]));
        let found = at(failures[0].clone());
        // The labels of a position before it may have been one less than that of its evidence.
        assert!(found.position <= place as u32, "{found:?}");
        if found.position == place as u32 {
            assert_eq!((found.condition, found.side), (Condition::Label, Side::White));
        }
    }
}
