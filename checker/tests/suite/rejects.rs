//! Ways to fail that the corpus does not have, or not with all that a failure says: beside the unmodified control, with the failure by its name. Everything
//! is sealed again with right digests, unless the digests are what is tried. That a condition refuses something is the corpus's to show.

use crate::witness::{naive, support};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::witness::naive::chess::Board;
use crate::witness::naive::{Given, Place, fraction};
use crate::witness::support::games::{bid, by_turns, cycles, enclosed_game, end, exact_game, json};
use crate::witness::support::{Column, Draft, Family, R, Random, family, fen, head, men, plan, reached};
use checker::Checker;
use checker::certificate::{Digest, Form, Statement};
use checker::claim::none;
use checker::failure::{Breach, Condition, Failure, Spelling};
use checker::graph::Game;
use checker::numbers::Fractions;
use checker::theorem::{INFINITE, Side};
use num_bigint::BigUint;

type Files = BTreeMap<[u8; 32], Vec<u8>>;

fn check(bytes: &[u8], files: &Files, game: Option<&str>) -> Result<(), Failure> {
    let read = game.map(|game| Arc::new(Game::read(game.as_bytes()).unwrap()));
    let found = Checker::new(2, none, |digest| files.get(&digest.0).cloned()).check(&bytes, read.as_ref());
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

/// How the knight's certificate fails after a change.
fn knight(change: impl FnOnce(&mut Draft)) -> Failure {
    let (mut draft, files) = KNIGHT.clone();
    change(&mut draft);
    check(&draft.bytes(), &files, None).unwrap_err()
}

/// A game of which Two steps is the beginning, and its exact certificate.
fn steps() -> (Draft, String) {
    let toys = [bid(&[1], &[2]), bid(&[3], &[0]), bid(&[0], &[4]), end(1, 1), end(0, 1)];
    (exact_game(&toys).unwrap().0, json(&toys))
}

fn changed(control: &(Draft, String), change: impl FnOnce(&mut Draft)) -> Failure {
    let mut draft = control.0.clone();
    change(&mut draft);
    check(&draft.bytes(), &Files::new(), Some(&control.1)).unwrap_err()
}

/// The breach at a position.
fn at(failure: Failure) -> Breach {
    match failure {
        Failure::At(breach) => *breach,
        other => panic!("{other:?}"),
    }
}

fn value(fraction: &checker::numbers::Fraction) -> R {
    R::new(fraction.numerator.clone().into(), fraction.denominator.clone().into())
}

fn one(numbers: &[u64]) -> Column {
    Column { numbers: numbers.to_vec(), wider: 0 }
}

// ---- header -------------------------------------------------------------------------------------------------------------------------

#[test]
fn accepts_the_controls() {
    let (draft, files) = &*KNIGHT;
    assert_eq!(check(&draft.bytes(), files, None), Ok(()));
    let (draft, text) = steps();
    assert_eq!(check(&draft.bytes(), &Files::new(), Some(&text)), Ok(()));
}

#[test]
fn rejects_other_headers() {
    let (bytes, files) = (KNIGHT.0.bytes(), &KNIGHT.1);
    let failure = |bytes: &[u8]| check(bytes, files, None).unwrap_err();
    let length = u32::from_le_bytes(bytes[10..14].try_into().unwrap()) as usize;
    for cut in 0..bytes.len() {
        let expected = match cut {
            ..8 => "magic",
            _ if cut < 14 + length + 32 => "length",
            _ => "length",
        };
        assert_eq!(failure(&bytes[..cut]), Failure::Header(expected), "{cut}");
    }
    let flipped = |place: usize| {
        let mut bytes = bytes.clone();
        bytes[place] ^= 0x20;
        failure(&bytes)
    };
    for place in 0..8 {
        assert_eq!(flipped(place), Failure::Header("magic"));
    }
    for place in (14..14 + length).chain(14 + length..14 + length + 32) {
        assert_eq!(flipped(place), Failure::Header("digest of the head"), "{place}");
    }
    for place in 14 + length + 32..bytes.len() {
        assert_eq!(flipped(place), Failure::Header("digest of a slice"), "{place}");
    }
    assert_eq!(failure(&[&bytes[..], &[0]].concat()), Failure::Header("length"));
    let huge = [&bytes[..10], &[255; 4], &bytes[14..]].concat();
    assert_eq!(failure(&huge), Failure::Header("length"));
}

#[test]
fn declines_other_versions_statements_and_forms() {
    let bytes = KNIGHT.0.bytes();
    for version in [0_u16, 1, 2, 4, 0x0300, u16::MAX] {
        let other = [&bytes[..8], &version.to_le_bytes(), &bytes[10..]].concat();
        assert_eq!(check(&other, &KNIGHT.1, None), Err(Failure::Unknown("version", version.into())));
        assert!(Failure::Unknown("version", 1).is_declined());
    }
    for found in [3, 13, 14, 127, 128, 255] {
        let other = with_head(&[found, 0, 0, 0, 0, 0, 0, 0, 0], &[]);
        assert_eq!(check(&other, &Files::new(), None), Err(Failure::Unknown("statement", found.into())));
    }
    for form in [8, 9, 255] {
        let other = with_head(&[0, 6, 2, 2, 0, 2, 0, 1, 0, 0, form, 0, 0, 0, 0], &[]);
        assert_eq!(check(&other, &Files::new(), None), Err(Failure::Unknown("form", form.into())));
    }
    // Files of formats 1 and 2 that are nothing else.
    let old = b"bidcert\n\x01\x00\x00\x00\x00\x02\x02\x02Kk";
    assert_eq!(check(old, &Files::new(), None), Err(Failure::Unknown("version", 1)));
    let old = b"bidcert\n\x02\x00\x35\x00\x00\x00\x00\x02\x02\x00\x02\x00\x01";
    assert_eq!(check(old, &Files::new(), None), Err(Failure::Unknown("version", 2)));
}

/// A file with this head and these slices' bytes, sealed.
fn with_head(head: &[u8], slices: &[u8]) -> Vec<u8> {
    let mut bytes = b"bidcert\n\x03\x00".to_vec();
    bytes.extend((head.len() as u32).to_le_bytes());
    bytes.extend(head);
    bytes.extend(naive::bytes::sha256(&bytes));
    bytes.extend(slices);
    bytes
}

// ---- canonical: the head -------------------------------------------------------------------------------------------------------------

/// The smallest head of all, that of bare kings on 2x2, is spelt in no other way.
#[test]
fn rejects_other_spellings_of_the_head() {
    let family = family(Board::new(2, 2, 0), "Kk");
    let bytes = &family[&men("Kk")].bytes;
    let length = u32::from_le_bytes(bytes[10..14].try_into().unwrap()) as usize;
    let (head, slices) = (&bytes[14..14 + length], &bytes[14 + length + 32..]);
    assert_eq!(head[..18], [0, 6, 2, 2, 0, 2, 0, 1, 0, 0, 0, 0, 1, 2, 1, 1, 1, 15]);
    let spelt = |place: usize, with: &[u8], instead: usize| {
        let head = [&head[..place], with, &head[place + instead..]].concat();
        check(&with_head(&head, slices), &Files::new(), None).unwrap_err()
    };
    let body = |body: &[u8]| spelt(1, &[&[body.len() as u8], body].concat(), 7);
    let wrong = |offset: usize, what: Spelling| Failure::Spelling(None, offset, what);
    use Spelling::{End, Long, Order, Rest, Unknown, Values};
    let zeros = |count: usize| vec![0x80; count];
    let cases = [
        // The pawn rule.
        (body(&[2, 2, 3, 2, 0, 1]), Failure::Statement("board")),
        // The number of men, 2, in two bytes; in ten; one that never ends; one man more than there are, or one less; nothing at all.
        (body(&[2, 2, 0, 0x82, 0, 0, 1]), wrong(3, Long)),
        (body(&[&[2, 2, 0, 0x82], &zeros(8)[..], &[0, 0, 1]].concat()), wrong(3, Long)),
        (body(&[&[2, 2, 0], &[0xff; 40][..]].concat()), wrong(13, End)),
        (body(&[2, 2, 0, 3, 0, 1]), wrong(4, End)),
        (body(&[2, 2, 0, 1, 0, 1]), wrong(5, Rest)),
        (body(&[]), wrong(0, End)),
        // The length of the body, 6, in two bytes; as long as 2^63; as 2^64 or more.
        (spelt(1, &[0x86, 0], 1), wrong(1, Long)),
        (spelt(1, &[&zeros(9)[..], &[1]].concat(), 1), wrong(11, End)),
        (spelt(1, &[&zeros(9)[..], &[2]].concat(), 1), wrong(11, End)),
        // `never`: neither absent nor there; not in lowest terms; above 1; 0/0, 0/2, 1/0; 1 in two bytes; 2^64.
        (spelt(8, &[2], 1), wrong(9, End)),
        (spelt(8, &[1, 2, 4], 1), wrong(0, Unknown)),
        (spelt(8, &[1, 2, 2], 1), wrong(0, Unknown)),
        (spelt(8, &[1, 2, 1], 1), wrong(0, Unknown)),
        (spelt(8, &[1, 0, 0], 1), wrong(0, Unknown)),
        (spelt(8, &[1, 0, 2], 1), wrong(0, Unknown)),
        (spelt(8, &[1, 1, 0], 1), wrong(0, Unknown)),
        (spelt(8, &[1, 0x81, 0, 2], 1), wrong(9, Long)),
        (spelt(8, &[&[1, 1][..], &zeros(9), &[2]].concat(), 1), wrong(20, End)),
        // Numbers and forms that do not go together; two values, where an endless play has its worth.
        (spelt(9, &[1], 1), wrong(0, Unknown)),
        (spelt(9, &[63], 1), wrong(0, Unknown)),
        (spelt(10, &[2], 1), wrong(0, Unknown)),
        (spelt(10, &[3], 1), wrong(0, Unknown)),
        (spelt(9, &[63, 2], 2), wrong(0, Unknown)),
        (spelt(8, &[1, 1, 2, 0, 1], 3), wrong(0, Unknown)),
        // More imports than there is room for; one twice; two not increasing.
        (spelt(11, &[2], 1), wrong(50, End)),
        (spelt(11, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], 1), wrong(58, End)),
        (spelt(11, &[&[2][..], &[7; 64]].concat(), 1), wrong(0, Order)),
        (spelt(11, &[&[2][..], &[7; 32], &[6; 32]].concat(), 1), wrong(0, Order)),
        // The denominator: with a zero too many; 0; none; with no numerators, or with a part of one; its length in two bytes.
        (spelt(12, &[2, 2, 0, 2, 1, 0], 4), wrong(0, Values)),
        (spelt(12, &[1, 0], 2), wrong(0, Values)),
        (spelt(12, &[0, 1, 1], 4), wrong(0, Values)),
        (spelt(12, &[1, 2, 0], 4), wrong(0, Values)),
        (spelt(12, &[2, 0, 1], 2), wrong(0, Values)),
        (spelt(12, &[0x81, 0], 1), wrong(12, Long)),
        // The values: a common divisor; above 1; twice; decreasing; without use; in units.
        (spelt(12, &[1, 4, 1, 2], 4), wrong(0, Values)),
        (spelt(12, &[1, 6, 3, 0, 2, 4], 4), wrong(0, Values)),
        (spelt(15, &[3], 1), wrong(0, Values)),
        (spelt(14, &[2, 1, 1], 2), wrong(0, Values)),
        (spelt(14, &[2, 1, 0], 2), wrong(0, Values)),
        (spelt(14, &[2, 1, 2], 2), wrong(0, Values)),
        (spelt(9, &[1, 2], 2), wrong(0, Values)),
        // No slice where one line follows; a line too many; the length of the slice in two bytes.
        (spelt(16, &[0], 1), wrong(17, Rest)),
        (spelt(16, &[2], 1), wrong(50, End)),
        (spelt(17, &[0x8f, 0], 1), wrong(17, Long)),
        (spelt(head.len(), &[0], 0), wrong(50, Rest)),
    ];
    for (case, (found, expected)) in cases.into_iter().enumerate() {
        assert_eq!(found, expected, "{case}");
    }
    // Without values there is no number for an index. And 1/2 is the value if an endless play is worth less or more, but not the labels are then the same.
    assert!(matches!(spelt(12, &[0, 0], 4), Failure::Spelling(Some(0), _, Spelling::Large)));
    for never in [[1, 0, 1], [1, 1, 1], [1, 1, 2]] {
        assert!(
            matches!(spelt(8, &never, 1), Failure::At(breach) if breach.condition == Condition::Label),
            "{never:?}"
        );
    }
    // A slice longer than the file, or by one byte too short.
    assert_eq!(spelt(17, &[16], 1), Failure::Header("length"));
    assert_eq!(spelt(17, &[14], 1), Failure::Header("length"));
    assert_eq!(spelt(18, &[0], 1), Failure::Header("digest of a slice"));
    // Cut anywhere, the head ends too early or misses something.
    for cut in 0..head.len() {
        let failure = check(&with_head(&head[..cut], slices), &Files::new(), None).unwrap_err();
        assert!(matches!(failure, Failure::Spelling(None, _, End)), "{cut} {failure:?}");
    }
}

#[test]
fn rejects_boards_men_and_pawn_rules_that_are_none() {
    // The rules: 0 no pawns, 1 single step, 2 double step.
    let endgame = |files: u8, ranks: u8, rule: u8, men: &[u8]| {
        let statement = Statement::Endgame([files, ranks, rule], men.to_vec());
        // With an import that nobody has, what is right up to there ends there; bare kings may have none.
        let bytes = Draft { head: head(statement, 1, Form::Narrow, vec![Digest([0; 32])]), slices: vec![] }.bytes();
        match check(&bytes, &Files::new(), None).unwrap_err() {
            Failure::Statement(what) => what,
            Failure::MissingImport(_) if men != [0, 1] => "fine",
            Failure::ImportCount(1, 0) if men == [0, 1] => "fine",
            other => panic!("{other:?}"),
        }
    };
    for (files, ranks, expected) in [
        (2, 2, "fine"),
        (16, 16, "fine"),
        (1, 8, "board"),
        (8, 1, "board"),
        (17, 3, "board"),
        (3, 17, "board"),
        (0, 0, "board"),
        (255, 255, "board"),
    ] {
        assert_eq!(endgame(files, ranks, 0, &[0, 1]), expected, "{files}x{ranks}");
    }
    // K k Q R B N P q r b n p are 0 to 11.
    let (fine, wrong) = ("fine", "men");
    for (men, expected) in [
        (&[0, 1, 5][..], fine),
        (&[0, 1, 2, 2], fine),
        (&[0, 1, 4, 10], fine),
        (&[], wrong),
        (&[0], wrong),
        (&[1, 0], wrong),
        (&[0, 0], wrong),
        (&[0, 5], wrong),
        (&[0, 1, 1], wrong),
        (&[0, 0, 1], wrong),
        (&[0, 1, 5, 4], wrong),
        (&[0, 5, 1], wrong),
        (&[0, 1, 12], wrong),
        (&[0, 1, 255], wrong),
        // Black may not have more, nor what comes earlier in Q R B N P.
        (&[0, 1, 7], "colours"),
        (&[0, 1, 7, 7], "colours"),
        (&[0, 1, 5, 9], "colours"),
        (&[0, 1, 4, 8], "colours"),
        (&[0, 1, 2, 7], fine),
    ] {
        assert_eq!(endgame(8, 8, 0, men), expected, "{men:?}");
    }
    let cases: [(u8, &[u8], &[u8]); 7] = [
        (8, &[0, 1, 5], &[0]),
        (3, &[0, 1], &[0]),
        (2, &[0, 1, 6], &[]),
        (3, &[0, 1, 6], &[1]),
        (4, &[0, 1, 6], &[1, 2]),
        (8, &[0, 1, 5, 6], &[1, 2]),
        (8, &[0, 1, 6, 11], &[1, 2]),
    ];
    for (ranks, men, allowed) in cases {
        for rule in [0, 1, 2] {
            let expected = if allowed.contains(&rule) { "fine" } else { "pawn rule" };
            assert_eq!(endgame(4, ranks, rule, men), expected, "{ranks} {men:?} {rule:?}");
        }
    }
}

// ---- canonical: values ---------------------------------------------------------------------------------------------------------------

/// The values of the steps, 1/4, 1/2 and 3/4, are on their least common denominator and no other.
#[test]
fn rejects_values_with_a_common_divisor() {
    let control = steps();
    assert_eq!(
        control.0.head.values,
        Fractions { denominator: 4_u8.into(), numerators: [1_u8, 2, 3].map(BigUint::from).to_vec() }
    );
    for factor in [2_u8, 3, 63, 64, 127] {
        let failure = changed(&control, |draft| {
            let values = &mut draft.head.values;
            values.denominator *= factor;
            values.numerators.iter_mut().for_each(|numerator| *numerator *= factor);
        });
        assert_eq!(failure, Failure::Spelling(None, 0, Spelling::Values), "{factor}");
    }
}

#[test]
fn rejects_one_column_for_two_and_two_for_one() {
    // All sharp, in two columns.
    let control = steps();
    let two = changed(&control, |draft| {
        let again = draft.slices[0].0[0].clone();
        draft.slices[0].0.insert(1, again);
        draft.head.form = Form::Two;
    });
    assert_eq!(two, Failure::Spelling(None, 0, Spelling::Values));
    // Not sharp, in one column.
    let toys = cycles();
    let (draft, _) = exact_game(&toys).unwrap();
    let control = (draft, json(&toys));
    assert_eq!(control.0.head.form, Form::Two);
    let one = changed(&control, |draft| {
        draft.slices[0].0.remove(1);
        draft.head.form = Form::One;
    });
    // A value is without use, or the upper value is wrong.
    assert!(matches!(one, Failure::At(_) | Failure::Spelling(None, 0, Spelling::Values)), "{one:?}");
}

// ---- coverage and slices --------------------------------------------------------------------------------------------------------------

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

#[test]
fn rejects_other_spellings_of_slices() {
    let slice = |what: Spelling| {
        move |failure: Failure| {
            assert!(matches!(failure, Failure::Spelling(Some(0), _, found) if found == what), "{failure:?}")
        }
    };
    let count = KNIGHT.0.slices[0].0[0].numbers.len();
    for column in 0..5 {
        slice(Spelling::Long)(knight(|draft| draft.slices[0].0[column].wider = 1));
        slice(Spelling::Unknown)(knight(|draft| draft.slices[0].0[column].wider = 8));
        slice(Spelling::End)(knight(|draft| {
            draft.slices[0].0.truncate(column);
            draft.slices[0].1 = vec![1; count];
        }));
        slice(Spelling::Large)(knight(|draft| draft.slices[0].0[column].numbers[7] = 1 << 32));
    }
    for column in [3, 4] {
        slice(Spelling::Large)(knight(|draft| draft.slices[0].0[column].numbers[7] = INFINITE.into()));
        let label = at(knight(|draft| draft.slices[0].0[column].numbers[7] = u64::from(INFINITE) - 1));
        assert_eq!((label.condition, label.side), (Condition::Label, [Side::White, Side::Black][column - 3]));
    }
    slice(Spelling::Rest)(knight(|draft| draft.slices[0].1.push(0)));
    let values = KNIGHT.0.head.values.numerators.len() as u64;
    slice(Spelling::Large)(knight(|draft| draft.slices[0].0[0].numbers[7] = values));
}

/// An enclosure whose columns are all in use: a cycle, which is listed, and a path.
fn enclosure() -> (Draft, String) {
    let toys = [bid(&[1], &[1]), bid(&[0], &[0]), bid(&[4], &[3, 5]), bid(&[2], &[5]), end(1, 1), end(0, 1)];
    (enclosed_game(&toys, 4, true).0, json(&toys))
}

#[test]
fn rejects_other_spellings_of_enclosures() {
    let control = enclosure();
    assert_eq!(check(&control.0.bytes(), &Files::new(), Some(&control.1)), Ok(()));
    let columns = &control.0.slices[0].0;
    let none = one(&[]);
    assert_eq!(columns[2..], [one(&[0b11]), one(&[16, 16]), one(&[0, 0]), one(&[0]), none.clone(), none]);
    let large = |change: &dyn Fn(&mut Vec<Column>)| {
        let failure = changed(&control, |draft| change(&mut draft.slices[0].0));
        assert!(matches!(failure, Failure::Spelling(Some(0), _, Spelling::Large)), "{failure:?}");
    };
    // A flag of no position; flags of more than 8 bits; a gap of 0.
    large(&|columns| columns[2].numbers[0] = 0b10011);
    large(&|columns| columns[2].numbers[0] = 0b1_0000_0011);
    large(&|columns| columns[3].numbers[0] = 0);
    // Above 1: `l`, `u′`, `l′`, and sums that leave 64 bits.
    large(&|columns| columns[0].numbers[2] = 17);
    large(&|columns| columns[1].numbers[2] = 17);
    large(&|columns| columns[3].numbers[0] = 17);
    large(&|columns| columns[4].numbers[1] = 1);
    for column in [1, 3, 4] {
        large(&|columns| {
            columns[0].numbers.iter_mut().for_each(|l| *l = 1);
            columns[column].numbers.iter_mut().for_each(|x| *x = u64::MAX);
        });
    }
    // One listed position fewer, with its gap or without.
    let fewer = changed(&control, |draft| draft.slices[0].0[2].numbers[0] = 0b01);
    assert!(
        matches!(
            fewer,
            Failure::Spelling(Some(0), _, Spelling::Rest | Spelling::Long | Spelling::End | Spelling::Unknown)
        ),
        "{fewer:?}"
    );
}

/// Ten positions that each lead to themselves alone: all are listed, the last two in a second byte of flags.
#[test]
fn rejects_flags_of_no_position_in_a_later_byte() {
    let toys: Vec<_> = (0..10).map(|own| bid(&[own], &[own])).chain([end(1, 1)]).collect();
    let control = (enclosed_game(&toys, 1, true).0, json(&toys));
    assert_eq!(control.0.slices[0].0[2], one(&[0xff, 0b11]));
    assert_eq!(check(&control.0.bytes(), &Files::new(), Some(&control.1)), Ok(()));
    let failure = changed(&control, |draft| draft.slices[0].0[2].numbers[1] = 0b111);
    assert!(matches!(failure, Failure::Spelling(Some(0), _, Spelling::Large)), "{failure:?}");
    // None is listed, and the flag of the first place after the last is the only one.
    let control = (enclosed_game(&toys, 1, false).0, json(&toys));
    assert_eq!(control.0.slices[0].0[2], one(&[0, 0]));
    assert_eq!(check(&control.0.bytes(), &Files::new(), Some(&control.1)), Ok(()));
    let failure = changed(&control, |draft| draft.slices[0].0[2].numbers[1] = 0b100);
    assert!(matches!(failure, Failure::Spelling(Some(0), _, Spelling::Large)), "{failure:?}");
}

// ---- imports --------------------------------------------------------------------------------------------------------------------------

#[test]
fn rejects_other_imports_and_declines_missing_ones() {
    let other = family(Board::new(3, 2, 0), "KNk");
    let mut all = KNIGHT.1.clone();
    all.extend(files(&other));
    let right = KNIGHT.0.head.imports[0];
    let (wrong, own) = (support::digest(&other[&men("Kk")].bytes), support::digest(&KNIGHT.0.bytes()));
    let with = |imports: &[Digest], files: &Files| {
        let mut draft = KNIGHT.0.clone();
        draft.head.imports = imports.to_vec();
        check(&draft.bytes(), files, None)
    };
    assert_eq!(with(&[right], &all), Ok(()));
    // The kings side by side, and the knight beside Black's.
    assert_eq!(with(&[], &all), Err(Failure::Lacking(0)));
    assert_eq!(with(&[right, right], &all), Err(Failure::Spelling(None, 0, Spelling::Order)));
    let mut both = [right, wrong];
    both.sort();
    let place = both.iter().position(|digest| *digest == wrong).unwrap();
    let other_board = Failure::Import(place, Box::new(Failure::Statement("endgame of an import")));
    assert_eq!(with(&both, &all), Err(other_board));
    // Decreasing.
    both.reverse();
    let mut written = naive::bytes::read(&KNIGHT.0.bytes()).unwrap();
    written.imports = both.map(|digest| digest.0).to_vec();
    let failure = check(&naive::bytes::write(&written), &all, None).unwrap_err();
    assert_eq!(failure, Failure::Spelling(None, 0, Spelling::Order));
    // Not found: declined, with the digest.
    let missing = with(&[Digest([7; 32])], &all).unwrap_err();
    assert_eq!(missing, Failure::MissingImport([7; 32]));
    assert!(missing.is_declined());
    assert_eq!(with(&[right], &Files::new()), Err(Failure::MissingImport(right.0)));
    // About another endgame: other men, another board.
    let another = Failure::Import(0, Box::new(Failure::Statement("endgame of an import")));
    assert!(!another.is_declined());
    assert_eq!(with(&[own], &all), Err(another.clone()));
    assert_eq!(with(&[wrong], &all), Err(another.clone()));
    // About a game, or about a list.
    for draft in [steps().0, list(Form::Holds(Side::White), 0).0] {
        let mut all = all.clone();
        all.insert(support::digest(&draft.bytes()).0, draft.bytes());
        assert_eq!(with(&[support::digest(&draft.bytes())], &all), Err(another.clone()));
    }
    // What is found under a digest and has another one counts as not found.
    let bytes = KNIGHT.0.bytes();
    let found = Checker::new(1, none, |_| Some(other[&men("Kk")].bytes.clone())).check(&bytes, None);
    assert_eq!(found.unwrap_err(), Failure::MissingImport(right.0));
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

#[test]
fn rejects_what_rests_on_a_false_import() {
    let mut import = family(Board::new(2, 3, 0), "Kk")[&men("Kk")].draft.clone();
    import.slices[0].0[3].numbers[1] += 1;
    let bytes = import.bytes();
    let own = check(&bytes, &Files::new(), None).unwrap_err();
    assert_eq!(at(own.clone()).condition, Condition::Label);
    let mut draft = KNIGHT.0.clone();
    draft.head.imports = vec![support::digest(&bytes)];
    let files = Files::from([(support::digest(&bytes).0, bytes)]);
    let failure = check(&draft.bytes(), &files, None).unwrap_err();
    assert_eq!(failure, Failure::Import(0, Box::new(own)));
    assert!(!failure.is_declined());
    // A true one that rests on what is missing declines its importers, however far away.
    let family = family(Board::new(2, 3, 0), "KNkn");
    let mut files = self::files(&family);
    files.remove(&support::digest(&family[&men("Kk")].bytes).0);
    let failure = check(&family[&men("KNkn")].bytes, &files, None).unwrap_err();
    let missing = Failure::MissingImport(support::digest(&family[&men("Kk")].bytes).0);
    assert_eq!(failure, Failure::Import(0, Box::new(missing)));
    assert!(failure.is_declined());
}

#[test]
fn declines_a_missing_game_and_rejects_imports_of_one() {
    let (draft, text) = steps();
    assert_eq!(check(&draft.bytes(), &Files::new(), None), Err(Failure::Game(support::digest(text.as_bytes()).0)));
    assert!(Failure::Game([0; 32]).is_declined());
    let control = (draft, text);
    let failure = changed(&control, |draft| draft.head.imports.push(Digest([0; 32])));
    assert_eq!(failure, Failure::ImportCount(1, 0));
    // Another game, as large, smaller, or the same with other white space.
    let (draft, text) = &control;
    for other in [
        json(&[bid(&[1], &[2]), bid(&[2], &[0]), bid(&[0], &[4]), end(1, 1), end(0, 1)]),
        json(&[bid(&[1], &[2]), end(1, 1), end(0, 1)]),
        format!("{text}\n"),
    ] {
        let digest = support::digest(text.as_bytes()).0;
        assert_eq!(check(&draft.bytes(), &Files::new(), Some(&other)), Err(Failure::Game(digest)));
    }
    // The digest of the other game, which is given: the values are wrong.
    let other = json(&[bid(&[1], &[2]), bid(&[2], &[0]), bid(&[0], &[4]), end(1, 1), end(0, 1)]);
    let mut draft = draft.clone();
    draft.head.statement = Statement::Game(support::digest(other.as_bytes()));
    assert!(matches!(check(&draft.bytes(), &Files::new(), Some(&other)), Err(Failure::At(_))));
}

// ---- lists ----------------------------------------------------------------------------------------------------------------------------

/// A list of 12 positions with an import.
fn list(form: Form, bits: u8) -> (Draft, Files) {
    let (board, root) = fen("k1/2/KN", 0);
    let family = family(board, "KNk");
    let imports = BTreeMap::from([(men("Kk"), (family[&men("Kk")].bytes.clone(), family[&men("Kk")].places.clone()))]);
    (plan(board, &reached(board, &root, 12), form, bits, true, &imports).unwrap(), files(&family))
}

fn listed(change: impl FnOnce(&mut Draft)) -> Failure {
    let (mut draft, files) = list(Form::Holds(Side::White), 0);
    change(&mut draft);
    check(&draft.bytes(), &files, None).unwrap_err()
}

fn members(draft: &mut Draft) -> &mut Vec<checker::certificate::Member> {
    let Statement::List(_, _, members) = &mut draft.head.statement else { panic!("a list") };
    members
}

#[test]
fn rejects_members_that_are_no_positions_or_out_of_order() {
    let (draft, files) = list(Form::Holds(Side::White), 0);
    assert_eq!(check(&draft.bytes(), &files, None), Ok(()));
    for number in [0, 5, 11] {
        let failure = |change: &dyn Fn(&mut Vec<[u8; 2]>)| listed(|draft| change(&mut members(draft)[number].0));
        let own = members(&mut draft.clone())[number].0.clone();
        let last = own.len() - 1;
        for man in [12, 13, 255] {
            assert_eq!(failure(&|pieces| pieces[last][0] = man), Failure::Member(number), "{man}");
        }
        for square in [6, 7, 255] {
            assert_eq!(failure(&|pieces| pieces[last][1] = square), Failure::Member(number), "{square}");
            assert_eq!(failure(&|pieces| pieces[0][1] = square), Failure::Member(number), "{square}");
        }
        // Not increasing; a piece twice; two on a square; no king, or two; none at all.
        assert_eq!(failure(&|pieces| pieces.swap(0, 1)), Failure::Member(number));
        assert_eq!(failure(&|pieces| pieces.insert(0, pieces[0])), Failure::Member(number));
        assert_eq!(failure(&|pieces| pieces[1][1] = pieces[0][1]), Failure::Member(number));
        for king in [0, 1] {
            assert_eq!(
                failure(&|pieces| pieces.retain(|piece| usize::from(piece[0]) != king)),
                Failure::Member(number)
            );
            let free = (0..6).find(|square| own.iter().all(|piece| piece[1] != *square)).unwrap();
            assert_eq!(
                failure(&|pieces| {
                    pieces.push([king as u8, free]);
                    pieces.sort();
                }),
                Failure::Member(number)
            );
        }
        assert_eq!(failure(&|pieces| pieces.clear()), Failure::Member(number));
        // A pawn on the first or the last rank, of three.
        for (man, square) in [(6, 0), (6, 1), (6, 4), (6, 5), (11, 0), (11, 5)] {
            if own.iter().all(|piece| piece[1] != square) {
                let pawn = failure(&|pieces| {
                    pieces.push([man, square]);
                    pieces.sort();
                });
                assert_eq!(pawn, Failure::Member(number), "{man} {square}");
            }
        }
        // A right where nobody can have one; of a square that is none.
        for passed in [1, 3, 6, 7, 1 << 40] {
            assert_eq!(listed(|draft| members(draft)[number].1 = passed), Failure::Member(number));
        }
        // Out of order, and twice.
        if number > 0 {
            assert_eq!(listed(|draft| members(draft).swap(number - 1, number)), Failure::Member(number));
        }
        assert_eq!(
            listed(|draft| {
                let again = members(draft)[number].clone();
                members(draft).insert(number, again);
            }),
            Failure::Member(number + 1)
        );
    }
}

#[test]
fn rejects_rights_that_are_none() {
    // On 5 ranks Black's pawn on b4 may capture on a3, after a double step to a4.
    let (board, root) = fen("1k/Pp/2/2/1K a3", 2);
    let mut draft = plan(board, &[root], Form::Holds(Side::White), 0, false, &BTreeMap::new()).unwrap();
    let none = Files::new();
    assert_eq!(check(&draft.bytes(), &none, None), Ok(()));
    assert_eq!(members(&mut draft)[0].1, 5);
    for passed in 0..12 {
        members(&mut draft)[0].1 = passed;
        let expected = if passed == 0 || passed == 5 { Ok(()) } else { Err(Failure::Member(0)) };
        assert_eq!(check(&draft.bytes(), &none, None), expected, "{passed}");
    }
    // The same where nobody steps twice.
    members(&mut draft)[0].1 = 5;
    let Statement::List(board, ..) = &mut draft.head.statement else { panic!("a list") };
    board[2] = 1;
    assert_eq!(check(&draft.bytes(), &none, None), Err(Failure::Member(0)));
    // Without the right comes before with it.
    let (board, root) = fen("1k/Pp/2/2/1K a3", 2);
    let bare = naive::chess::Pos { passed: None, ..root.clone() };
    for (members, expected) in [(vec![bare.clone(), root.clone()], Ok(())), (vec![root, bare], Err(Failure::Member(1)))]
    {
        let draft = plan(board, &members, Form::Holds(Side::White), 0, false, &BTreeMap::new()).unwrap();
        assert_eq!(check(&draft.bytes(), &none, None), expected);
    }
}

#[test]
fn rejects_boards_pawn_rules_and_roots_of_lists() {
    let board = |files: u8, ranks: u8, rule: u8| {
        listed(|draft| {
            let Statement::List(board, ..) = &mut draft.head.statement else { panic!("a list") };
            *board = [files, ranks, rule];
            draft.head.imports.clear();
        })
    };
    for (files, ranks) in [(1, 6), (6, 1), (17, 3), (3, 17), (0, 0), (255, 255)] {
        assert_eq!(board(files, ranks, 0), Failure::Statement("board"), "{files}x{ranks}");
    }
    for rule in [1, 2] {
        assert_eq!(board(2, 3, rule), Failure::Statement("pawn rule"));
    }
    let (on, root) = fen("k1/1p/K1", 1);
    for (rule, expected) in
        [(0, Err(Failure::Statement("pawn rule"))), (1, Ok(())), (2, Err(Failure::Statement("pawn rule")))]
    {
        let mut draft =
            plan(on, std::slice::from_ref(&root), Form::Holds(Side::White), 0, false, &BTreeMap::new()).unwrap();
        let Statement::List(board, ..) = &mut draft.head.statement else { panic!("a list") };
        board[2] = rule;
        assert_eq!(check(&draft.bytes(), &Files::new(), None), expected, "{rule}");
    }
    for root in [12, 13, 1 << 31, u64::MAX >> 1, u64::MAX] {
        let failure = listed(|draft| {
            let Statement::List(_, found, _) = &mut draft.head.statement else { panic!("a list") };
            *found = root;
        });
        assert_eq!(failure, Failure::Statement("root"), "{root}");
    }
    let none = listed(|draft| {
        members(draft).clear();
        draft.slices.clear();
    });
    assert_eq!(none, Failure::Statement("root"));
    // Any other member may be the root: its bound is proved as well.
    let (mut draft, files) = list(Form::Holds(Side::White), 0);
    for other in 0..12 {
        let Statement::List(_, found, _) = &mut draft.head.statement else { panic!("a list") };
        *found = other;
        assert_eq!(check(&draft.bytes(), &files, None), Ok(()));
    }
}

#[test]
fn rejects_imports_of_lists_out_of_order_and_of_other_boards() {
    let (board, root) = fen("k2/1p1/2K", 1);
    let family = family(board, "KPk");
    let mut all = files(&family);
    let mut in_order = ["KQk", "KRk", "KBk", "KNk", "KPk", "Kk"].map(|text| support::digest(&family[&men(text)].bytes));
    in_order.sort();
    let (draft, members) = {
        let members = reached(board, &root, 6);
        (plan(board, &members, Form::Holds(Side::White), 0, false, &BTreeMap::new()).unwrap(), members)
    };
    assert!(members.len() == 6);
    // In the order in which they are told.
    let with = |imports: &[Digest], files: &Files| {
        let mut written = naive::bytes::read(&draft.bytes()).unwrap();
        written.imports = imports.iter().map(|digest| digest.0).collect();
        check(&naive::bytes::write(&written), files, None)
    };
    let wrong_order = Err(Failure::Spelling(None, 0, Spelling::Order));
    // Whatever they say, the bounds stay true or become better. Moves lead to all of them: the pawn is captured, or promoted, or stays.
    assert_eq!(with(&[], &all), Ok(()));
    for place in 0..6 {
        assert_eq!(with(&in_order[place..], &all), Ok(()), "{place}");
        let mut twice = in_order.to_vec();
        twice.insert(place, in_order[place]);
        assert_eq!(with(&twice, &all), wrong_order);
        if place > 0 {
            let mut swapped = in_order;
            swapped.swap(place - 1, place);
            assert_eq!(with(&swapped, &all), wrong_order);
        }
    }
    // From the root alone no move promotes, where the pawn has two steps to go: what is promoted is imported without use.
    let (long, far) = fen("k2/1p1/3/2K", 1);
    let promoted = self::family(Board::new(3, 4, 1), "KQk");
    let queen = support::digest(&promoted[&men("KQk")].bytes);
    let files_of_queen = files(&promoted);
    let mut draft = plan(long, &[far], Form::Holds(Side::White), 0, false, &BTreeMap::new()).unwrap();
    draft.head.imports = vec![queen];
    assert_eq!(check(&draft.bytes(), &files_of_queen, None), Err(Failure::Unused(0)));
    let (draft, _) = (self::plan(board, &members, Form::Holds(Side::White), 0, false, &BTreeMap::new()).unwrap(), ());
    let with = |imports: &[Digest], files: &Files| {
        let mut draft = draft.clone();
        draft.head.imports = imports.to_vec();
        check(&draft.bytes(), files, None)
    };
    // Another board, the other pawn rule.
    let other = self::family(Board::new(3, 4, 2), "KPk");
    all.extend(files(&other));
    for text in ["Kk", "KPk"] {
        assert_eq!(with(&[support::digest(&other[&men(text)].bytes)], &all), Err(Failure::ImportKind(0)), "{text}");
    }
    let (board, root) = fen("k2/1p1/3/2K", 2);
    let mut draft =
        plan(board, &reached(board, &root, 3), Form::Holds(Side::White), 0, false, &BTreeMap::new()).unwrap();
    draft.head.imports = vec![support::digest(&other[&men("KPk")].bytes)];
    assert_eq!(check(&draft.bytes(), &all, None), Ok(()));
    let single = self::family(Board::new(3, 4, 1), "KPk");
    all.extend(files(&single));
    draft.head.imports = vec![support::digest(&single[&men("KPk")].bytes)];
    assert_eq!(check(&draft.bytes(), &all, None), Err(Failure::ImportKind(0)));
    // A list or a game as import is not even looked into.
    let mut asked = 0;
    let (own, game) = (draft.bytes(), steps().0.bytes());
    for import in [&own, &game] {
        let mut draft = draft.clone();
        draft.head.imports = vec![support::digest(import)];
        let mut find = |_| {
            asked += 1;
            Some(import.clone())
        };
        let failure = Checker::new(1, none, &mut find).check(&draft.bytes(), None).unwrap_err();
        assert_eq!(failure, Failure::Import(0, Box::new(Failure::Statement("endgame of an import"))));
    }
    assert_eq!(asked, 2);
}

// ---- the conditions --------------------------------------------------------------------------------------------------------------------

/// Position 0 of Two steps: 1/2, between 3/4 and 1/4.
#[test]
fn names_the_condition_that_fails_in_exact_tables() {
    let control = steps();
    let breach =
        |column: usize, number: u64| at(changed(&control, |draft| draft.slices[0].0[column].numbers[0] = number));
    // Values 1/4, 1/2, 3/4 have the indices 0, 1, 2; labels are in the columns 1 and 2. The values stay in use at the other positions, and
    // 1/2 must be used: it takes the place of 3/4 at position 1, which is seen later.
    let value_at = |value: u64| {
        at(changed(&control, |draft| {
            draft.slices[0].0[0].numbers[0] = value;
            draft.slices[0].0[0].numbers[if value == 0 { 2 } else { 1 }] = 1;
        }))
    };
    let low = value_at(0);
    assert_eq!((low.position, low.condition, low.side), (0, Condition::Holds, Side::White));
    assert_eq!((value(&low.stated), low.labels), (fraction(1, 4), [0; 2]));
    let mean: Vec<(u64, R)> = low.mean.iter().map(|(weight, x)| (*weight, value(x))).collect();
    assert_eq!(mean, [(1, fraction(3, 4)), (1, fraction(1, 2))]);
    let high = value_at(2);
    assert_eq!((high.position, high.condition, high.side), (0, Condition::Forces, Side::White));
    assert_eq!(value(&high.stated), fraction(3, 4));
    for (column, side) in [(1, Side::White), (2, Side::Black)] {
        for label in [3, 4, 99] {
            let found = breach(column, label);
            assert_eq!((found.position, found.condition, found.side), (0, Condition::Label, side));
            assert_eq!((value(&found.stated), found.labels), (fraction(1, 2), [label as u32, 2]));
        }
        // The position is not quiet and needs no evidence; but a label that is too small is not that of the equation. 0 is infinite, and too large.
        let found = breach(column, 1);
        assert_eq!((found.condition, found.side, found.labels), (Condition::Label, side, [1, 2]));
        let found = breach(column, 0);
        assert_eq!((found.condition, found.side, found.labels), (Condition::Label, side, [INFINITE, 2]));
    }
}

/// At a player's turn the label is 0 where the side has nothing.
#[test]
fn names_labels_of_turns() {
    let toys = by_turns();
    let control = (exact_game(&toys).unwrap().0, json(&toys));
    let (columns, mut own_labels) = (control.0.slices[0].0.clone(), 0);
    for place in 0..columns[0].numbers.len() {
        for (column, side) in [(2, Side::White), (3, Side::Black)] {
            let own = columns[column].numbers[place];
            let found = at(changed(&control, |draft| draft.slices[0].0[column].numbers[place] = own + 1));
            // One that is looked at before may have this one as its evidence.
            assert!(found.side == side && found.position <= place as u32);
            if found.position == place as u32 {
                assert_eq!((found.condition, found.labels), (Condition::Label, [own as u32 + 1, own as u32]));
                own_labels += 1;
            }
        }
    }
    assert!(own_labels >= 15, "{own_labels}");
}

#[test]
fn names_moves_that_are_not_the_first_greedy_ones() {
    let (draft, _) = &*KNIGHT;
    let count = draft.slices[0].0[0].numbers.len();
    for place in [0, count / 2, count - 1] {
        for (column, side) in [(1, Side::White), (2, Side::Black)] {
            let own = draft.slices[0].0[column].numbers[place];
            for other in [0, own + 1, own - 1, own | 1 << 16, own ^ 0x100, u64::from(u32::MAX)] {
                let found = at(knight(|draft| draft.slices[0].0[column].numbers[place] = other));
                let expected = (place as u32, Condition::Greedy, side, [other as u32, own as u32]);
                assert_eq!((found.position, found.condition, found.side, found.labels), expected);
            }
        }
    }
}

/// At every position of the knight's endgame each other value, label and move is refused, where it stands.
#[test]
fn rejects_every_other_number_of_an_exact_table() {
    let (draft, _) = &*KNIGHT;
    let values = draft.head.values.numerators.len() as u64;
    let mut random = Random(5);
    for place in 0..draft.slices[0].0[0].numbers.len() {
        for column in 0..5 {
            let own = draft.slices[0].0[column].numbers[place];
            for other in (0..values).chain([own + 1, own ^ (1 << random.below(31)), 1 << 30]) {
                if other == own || (column == 0 && other >= values) {
                    continue;
                }
                match knight(|draft| draft.slices[0].0[column].numbers[place] = other) {
                    Failure::At(breach) if column > 0 => {
                        let side = [Side::White, Side::Black][(column + 1) % 2];
                        assert!(breach.side == side && breach.position <= place as u32, "{breach:?}");
                        let small = breach.position < place as u32;
                        let fits = match breach.condition {
                            Condition::Forces | Condition::Label => column > 2,
                            Condition::Greedy => column < 3 || small,
                            Condition::Holds | Condition::Leaves | Condition::Sharp => false,
                        };
                        assert!(fits, "{column} {breach:?}");
                    }
                    Failure::At(_) | Failure::Spelling(None, 0, Spelling::Values) if column == 0 => {}
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}

/// Each bound of a list fails by the one condition that its form asks for.
#[test]
fn names_the_condition_that_fails_in_lists() {
    use Condition::{Forces, Holds};
    use Side::{Black, White};
    for (form, condition, side, better) in [
        (Form::Holds(White), Holds, White, -1),
        (Form::Holds(Black), Holds, Black, 1),
        (Form::Forces(White), Forces, White, 1),
        (Form::Forces(Black), Forces, Black, -1),
    ] {
        let (draft, files) = list(form, 20);
        assert_eq!(check(&draft.bytes(), &files, None), Ok(()));
        let mut tight = 0;
        for place in 0..12 {
            let mut draft = draft.clone();
            let own = &mut draft.slices[0].0[0].numbers[place];
            let Some(new) = own.checked_add_signed(better).filter(|new| *new <= 1 << 20) else { continue };
            *own = new;
            let found = at(check(&draft.bytes(), &files, None).unwrap_err());
            // For not losing the member itself fails, for winning that or one whose evidence it was.
            assert_eq!((found.condition, found.side), (condition, side));
            tight += usize::from(found.position == place as u32);
        }
        assert!(tight > 3, "{form:?} {tight}");
    }
    // Labels that lead nowhere, where it is quiet: kings on 5x2, four files from each other, and no capture for two moves.
    let board = Board::new(5, 2, 0);
    let family = family(board, "Kk");
    let solved = &family[&men("Kk")];
    let imports = BTreeMap::from([(men("Kk"), (solved.bytes.clone(), solved.places.clone()))]);
    let (_, root) = fen("4k/K4", 0);
    for (form, side) in [(Form::Forces(White), White), (Form::Forces(Black), Black)] {
        let mut draft = plan(board, std::slice::from_ref(&root), form, 0, true, &imports).unwrap();
        assert_eq!(check(&draft.bytes(), &files(&family), None), Ok(()));
        assert_eq!(draft.slices[0].0[1], one(&[1]));
        draft.slices[0].0[1].numbers[0] = 0;
        let found = at(check(&draft.bytes(), &files(&family), None).unwrap_err());
        assert_eq!((found.condition, found.side, found.labels), (Forces, side, [0, 0]));
    }
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
