//! Changed certificates, each beside its unmodified control: which condition rejects which change.
//!
//! All of them have a digest that is right again, so that the conditions themselves are tried. What is changed at one
//! position is changed near the first, near a middle and near the last record: at the nearest one where nothing that
//! comes before it in the file fails too. Two stub checkers, one that accepts everything and one that rejects
//! everything, are exposed by the same corpus.
//!
//! A table with wrong values that satisfies all Richman equations and fails by its labels alone cannot be had here: a
//! sharp endgame has one Richman function only. The cycle of two positions is in the checker's own test `theorem`.

use std::sync::LazyLock;

use checker::board::{Colour, Move};
use checker::certificate::{
    Certificate, Content, Digest, Natural, PawnRule, Record, SharpTable, StatedMove, StatedPromotion, StatedValue,
};
use checker::{Condition, Entry, Failure, Rejection, Verified};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::One;
use pipeline_tests::{Solved, redigest};
use solver::chess::material::DoubleStep;

/// What a checker answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Verified,
    Rejected(Condition),
    Declined,
}

/// A checker, given the certificate that was changed (for its imports) and the bytes.
type Check = fn(&Solved, &[u8]) -> Outcome;

fn real_checker(control: &Solved, bytes: &[u8]) -> Outcome {
    match control.check(bytes) {
        Ok(_) => Outcome::Verified,
        Err(Failure::Rejected(rejection)) => Outcome::Rejected(rejection.condition()),
        Err(Failure::Declined(_)) => Outcome::Declined,
    }
}

/// A changed certificate.
struct Mutant {
    control: &'static Solved,
    change: String,
    bytes: Vec<u8>,
    expected: Outcome,
}

static SMALL_KNIGHT: LazyLock<Solved> = LazyLock::new(|| Solved::new(4, 4, "KNk"));
static LONG_KNIGHT: LazyLock<Solved> = LazyLock::new(|| Solved::new(8, 3, "KNk"));
static QUEEN: LazyLock<Solved> = LazyLock::new(|| Solved::new(5, 5, "KQk"));
static PAWN: LazyLock<Solved> = LazyLock::new(|| Solved::with(4, 5, "KPk", DoubleStep::Always));
static KINGS: LazyLock<Solved> = LazyLock::new(|| Solved::new(4, 4, "Kk"));

/// The controls whose records are changed.
fn controls() -> [&'static Solved; 4] {
    [&SMALL_KNIGHT, &LONG_KNIGHT, &QUEEN, &PAWN]
}

static CORPUS: LazyLock<Vec<Mutant>> = LazyLock::new(|| {
    let mut corpus = Vec::new();
    for control in controls() {
        whole_files(control, &mut corpus);
        endgames(control, &mut corpus);
        imports(control, &mut corpus);
        numbers_of_records(control, &mut corpus);
        values(control, &mut corpus);
        single_records(control, &mut corpus);
    }
    corpus
});

/// What a checker gets wrong of the corpus and its controls.
fn wrong_answers(check: Check) -> Vec<String> {
    let mut wrong = Vec::new();
    for control in controls() {
        let found = check(control, &control.bytes);
        if found != Outcome::Verified {
            wrong.push(format!("{}: control: {found:?}", control.name));
        }
    }
    for mutant in &*CORPUS {
        let found = check(mutant.control, &mutant.bytes);
        if found != mutant.expected {
            let (name, change, expected) = (&mutant.control.name, &mutant.change, mutant.expected);
            wrong.push(format!("{name}: {change}: {found:?}, expected {expected:?}"));
        }
    }
    wrong
}

#[test]
fn checker_answers_every_mutant_as_expected() {
    let wrong = wrong_answers(real_checker);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn corpus_tries_every_condition() {
    let all = [
        Condition::Header,
        Condition::Canonical,
        Condition::Coverage,
        Condition::Imports,
        Condition::WhiteGreedy,
        Condition::BlackGreedy,
        Condition::Richman,
        Condition::WhiteLabel,
        Condition::BlackLabel,
    ];
    for condition in all {
        for control in controls() {
            let tried = CORPUS
                .iter()
                .any(|mutant| std::ptr::eq(mutant.control, control) && mutant.expected == Outcome::Rejected(condition));
            assert!(tried, "{}: {condition}", control.name);
        }
    }
}

#[test]
fn corpus_exposes_a_checker_that_accepts_everything() {
    assert_eq!(wrong_answers(|_, _| Outcome::Verified).len(), CORPUS.len());
}

#[test]
fn corpus_exposes_checkers_that_reject_everything() {
    let wrong = wrong_answers(|_, _| Outcome::Rejected(Condition::Header));
    for control in controls() {
        assert!(wrong.iter().any(|text| text.starts_with(&format!("{}: control", control.name))));
    }
    assert!(wrong_answers(|_, _| Outcome::Declined).len() >= controls().len());
}

/// Adds a mutant that must be rejected by a condition.
fn add(
    corpus: &mut Vec<Mutant>,
    control: &'static Solved,
    change: impl Into<String>,
    bytes: Vec<u8>,
    condition: Condition,
) {
    let (change, expected) = (change.into(), Outcome::Rejected(condition));
    assert_ne!(bytes, control.bytes, "{change}");
    corpus.push(Mutant { control, change, bytes, expected });
}

/// The bytes after a change of the table.
fn changed(control: &Solved, change: impl FnOnce(&mut SharpTable)) -> Vec<u8> {
    let mut table = control.table();
    change(&mut table);
    control.with_table(table)
}

fn whole_files(control: &'static Solved, corpus: &mut Vec<Mutant>) {
    let bytes = &control.bytes;
    let length = bytes.len();
    let mut other = bytes.clone();
    other[length - 1] ^= 1;
    add(corpus, control, "a bit of the digest", other, Condition::Header);
    let mut other = bytes.clone();
    other[0] = b'B';
    redigest(&mut other);
    add(corpus, control, "another magic", other, Condition::Header);
    for cut in [0, 11, 12, 43, length - 33, length - 32, length - 1] {
        let change = format!("cut after {cut} bytes");
        add(corpus, control, change, bytes[..cut].to_vec(), Condition::Header);
    }
    let mut other = bytes.clone();
    other.push(0);
    add(corpus, control, "a byte more", other.clone(), Condition::Header);
    // The same with a digest over the old one's first 31 bytes and all: bytes left over in the body.
    redigest(&mut other);
    let change = "a byte more, digest made right";
    add(corpus, control, change, other, Condition::Canonical);
    let mut other = bytes.clone();
    other.extend(bytes);
    redigest(&mut other);
    add(corpus, control, "the file twice", other, Condition::Canonical);
    // The number of imports in two bytes.
    let mut other = bytes.clone();
    other.splice(12..13, [bytes[12] | 0x80, 0]);
    redigest(&mut other);
    add(corpus, control, "a number with a superfluous group", other, Condition::Canonical);
    for (change, place) in [("another version", 8), ("a kind that there is not", 10)] {
        let mut other = bytes.clone();
        other[place] += 100;
        redigest(&mut other);
        corpus.push(Mutant { control, change: change.to_owned(), bytes: other, expected: Outcome::Declined });
    }
}

fn endgames(control: &'static Solved, corpus: &mut Vec<Mutant>) {
    for (files, ranks) in [(1, 8), (17, 3), (0, 0), (255, 255)] {
        let change = format!("a board of {files}x{ranks}");
        let bytes = changed(control, |table| (table.endgame.files, table.endgame.ranks) = (files, ranks));
        add(corpus, control, change, bytes, Condition::Canonical);
    }
    // The import is still that of the former board.
    let bytes = changed(control, |table| table.endgame.files += 1);
    add(corpus, control, "one file more", bytes, Condition::Imports);
    let flipped = match control.table().endgame.signature.as_str() {
        "KQk" => "Kkq",
        "KPk" => "Kkp",
        _ => "Kkn",
    };
    for signature in [flipped, "kK", "KKk", "KXk", "K", ""] {
        let bytes = changed(control, |table| signature.clone_into(&mut table.endgame.signature));
        add(corpus, control, format!("signature {signature:?}"), bytes, Condition::Canonical);
    }
    // Bare kings import nothing.
    let bytes = changed(control, |table| {
        "Kk".clone_into(&mut table.endgame.signature);
        table.endgame.pawn_rule = PawnRule::NoPawns;
    });
    add(corpus, control, "signature of bare kings", bytes, Condition::Imports);
    let pawns = control.table().endgame.pawn_rule != PawnRule::NoPawns;
    let wrong: &[PawnRule] = if pawns { &[PawnRule::NoPawns] } else { &[PawnRule::SingleStep, PawnRule::DoubleStep] };
    for &rule in wrong {
        let bytes = changed(control, |table| table.endgame.pawn_rule = rule);
        add(corpus, control, format!("pawn rule {rule:?}"), bytes, Condition::Canonical);
    }
}

fn imports(control: &'static Solved, corpus: &mut Vec<Mutant>) {
    let Certificate { imports, content } = control.certificate();
    let (kings, before) = imports.split_last().expect("bare kings are imported by all others");
    let other = Digest::of(b"another file");
    let mut one_bit = *kings;
    one_bit.0[31] ^= 0x80;
    let itself = Digest::of(&control.bytes);
    let mut changes = vec![
        ("no import", vec![]),
        ("an import twice", [before, &[*kings, *kings]].concat()),
        ("an import more", [before, &[*kings, other]].concat()),
        ("another import", [before, &[other]].concat()),
        ("a bit of an import", [before, &[one_bit]].concat()),
        ("itself as import", [before, &[itself]].concat()),
    ];
    if let [first, second, rest @ ..] = imports.as_slice() {
        changes.push(("two imports exchanged", [&[*second, *first], rest].concat()));
        changes.push(("an import less", imports[1..].to_vec()));
    }
    for (change, imports) in changes {
        let content = content.clone();
        let bytes = Certificate { imports, content }.encode().expect("an encoding");
        add(corpus, control, change, bytes, Condition::Imports);
    }
}

fn numbers_of_records(control: &'static Solved, corpus: &mut Vec<Mutant>) {
    let places = places(control);
    for place in places {
        let bytes = changed(control, |table| {
            table.records.remove(place);
        });
        add(corpus, control, format!("record {place} missing"), bytes, Condition::Coverage);
        let bytes = changed(control, |table| table.records.insert(place, table.records[place]));
        add(corpus, control, format!("record {place} twice"), bytes, Condition::Coverage);
    }
    // More values than records could use: that is seen before the records are counted.
    let bytes = changed(control, |table| table.records.clear());
    add(corpus, control, "no records", bytes, Condition::Canonical);
    let nothing = |table: &mut SharpTable| {
        table.records.clear();
        table.values.clear();
        table.odd_parts.clear();
    };
    add(corpus, control, "nothing stated", changed(control, nothing), Condition::Coverage);
}

fn natural(number: u64) -> Natural {
    Natural(BigUint::from(number))
}

fn values(control: &'static Solved, corpus: &mut Vec<Mutant>) {
    let table = control.table();
    let (parts, last) = (table.odd_parts.len(), table.values.len() - 1);
    let mut reject = |change: String, mutate: &dyn Fn(&mut SharpTable)| {
        add(corpus, control, change, changed(control, mutate), Condition::Canonical);
    };
    for part in [0, parts / 2, parts - 1] {
        reject(format!("odd part {part} doubled"), &|t| t.odd_parts[part].0 *= 2_u8);
        reject(format!("odd part {part} zero"), &|t| t.odd_parts[part] = natural(0));
        let next = (part + 1) % parts;
        if next != part {
            reject(format!("odd parts {part} and {next} swapped"), &|t| t.odd_parts.swap(part, next));
        }
        reject(format!("odd part {part} twice"), &|t| t.odd_parts.insert(part, t.odd_parts[part].clone()));
    }
    reject("an odd part that is not used".to_owned(), &|t| {
        t.odd_parts.push(Natural((BigUint::one() << 200_u8) + 1_u8));
    });
    for value in [0, last / 2, last] {
        reject(format!("value {value} not in lowest terms"), &|t| {
            t.values[value].numerator.0 *= 2_u8;
            t.values[value].power_of_two += 1;
        });
        for index in [u32::try_from(parts).expect("few parts"), 1 << 31, u32::MAX] {
            reject(format!("value {value} with odd part {index}"), &|t| t.values[value].odd_part = index);
        }
        reject(format!("value {value} twice"), &|t| t.values.insert(value, t.values[value].clone()));
        reject(format!("value {value} above 1"), &|t| {
            let above = &t.odd_parts[t.values[value].odd_part as usize].0 << t.values[value].power_of_two;
            t.values[value].numerator.0 += above;
        });
    }
    for value in [0, last / 2, last - 1] {
        let next = value + 1;
        reject(format!("values {value} and {next} swapped"), &|t| t.values.swap(value, next));
    }
    reject("a value that is not used".to_owned(), &|t| {
        let unused = StatedValue { numerator: natural(0), odd_part: 0, power_of_two: 0 };
        assert_eq!(t.odd_parts[0], natural(1));
        t.values.insert(0, unused);
        t.records.iter_mut().for_each(|record| record.value += 1);
    });
    for place in places(control) {
        let values = u32::try_from(last + 1).expect("few values");
        for index in [values, values + 1, 1 << 31, u32::MAX] {
            reject(format!("record {place} with value {index}"), &|t| t.records[place].value = index);
        }
    }
}

/// The first, a middle and the last record.
fn places(control: &Solved) -> [usize; 3] {
    let last = control.table().records.len() - 1;
    [0, last / 2, last]
}

fn stated(table: &Verified, mv: Move) -> StatedMove {
    let board = table.endgame().board();
    StatedMove { from: board.number(mv.from), to: board.number(mv.to), promotion: mv.promotion }
}

/// The legal moves of a position, in order.
fn legal(table: &Verified, entry: &Entry, colour: Colour) -> Vec<StatedMove> {
    let placement = checker::notation::parse(&entry.fen).expect("a placement");
    // The only rule under which a certificate with pawns is changed here.
    placement.moves(colour, PawnRule::DoubleStep).into_iter().map(|mv| stated(table, mv)).collect()
}

fn greedy(table: &Verified, entry: &Entry, colour: Colour) -> Vec<StatedMove> {
    let best = match colour {
        Colour::White => &entry.white.to_win.moves,
        Colour::Black => &entry.black.to_win.moves,
    };
    best.iter().map(|best| stated(table, best.mv)).collect()
}

fn move_of(record: &mut Record, colour: Colour) -> &mut StatedMove {
    match colour {
        Colour::White => &mut record.white_move,
        Colour::Black => &mut record.black_move,
    }
}

fn label_of(record: &mut Record, colour: Colour) -> &mut u32 {
    match colour {
        Colour::White => &mut record.white_label,
        Colour::Black => &mut record.black_label,
    }
}

/// A change of one record; none where there is no such change.
type Change<'a> = &'a dyn Fn(&Entry, &Record) -> Option<Record>;

fn single_records(control: &'static Solved, corpus: &mut Vec<Mutant>) {
    let verified = control.verified();
    let table = control.table();
    let values = u32::try_from(table.values.len()).expect("few values");
    let mut near = |name: &str, condition: Condition, change: Change| {
        for place in places(control) {
            let (number, bytes) = nearest(control, &verified, &table, place, condition, change);
            add(corpus, control, format!("{name} at record {number}"), bytes, condition);
        }
    };
    near("the next value", Condition::Richman, &|_, record| {
        let value = record.value + 1;
        (value < values).then_some(Record { value, ..*record })
    });
    near("the value before", Condition::Richman, &|_, record| {
        let value = record.value.checked_sub(1)?;
        Some(Record { value, ..*record })
    });
    let index = |value: &BigRational| {
        let mut all = table.values.iter().map(|v| {
            let odd = &table.odd_parts[v.odd_part as usize].0;
            let denominator = odd << v.power_of_two;
            BigRational::new(v.numerator.0.clone().into(), denominator.into())
        });
        u32::try_from(all.position(|other| other == *value)?).ok()
    };
    for (name, reached) in [
        ("the value of White's move", (|e| &e.white.to_win.best.low) as fn(&Entry) -> &BigRational),
        ("the value of Black's move", |e| &e.black.to_win.best.low),
    ] {
        near(name, Condition::Richman, &|entry, record| {
            let value = index(reached(entry))?;
            (value != record.value).then_some(Record { value, ..*record })
        });
    }
    for (colour, own_greedy, own_label) in [
        (Colour::White, Condition::WhiteGreedy, Condition::WhiteLabel),
        (Colour::Black, Condition::BlackGreedy, Condition::BlackLabel),
    ] {
        let with_move = |record: &Record, mv: StatedMove| {
            let mut record = *record;
            *move_of(&mut record, colour) = mv;
            Some(record)
        };
        near("a legal move that is not greedy", own_greedy, &|entry, record| {
            let greedy = greedy(&verified, entry, colour);
            let mut legal = legal(&verified, entry, colour).into_iter();
            with_move(record, legal.find(|mv| !greedy.contains(mv))?)
        });
        near("an illegal move", own_greedy, &|entry, record| {
            let legal = legal(&verified, entry, colour);
            let from = legal.first()?.from;
            let mut moves = (0..=u8::MAX).map(|to| StatedMove { from, to, promotion: None });
            with_move(record, moves.find(|mv| !legal.contains(mv))?)
        });
        near("a move to a square off the board", own_greedy, &|_, record| {
            let mut mv = *move_of(&mut record.clone(), colour);
            mv.to = u8::MAX;
            with_move(record, mv)
        });
        near("a promotion", own_greedy, &|_, record| {
            let mut mv = *move_of(&mut record.clone(), colour);
            mv.promotion = match mv.promotion {
                Some(StatedPromotion::Knight) => None,
                _ => Some(StatedPromotion::Knight),
            };
            with_move(record, mv)
        });
        near("the opponent's move", own_greedy, &|_, record| {
            with_move(record, *move_of(&mut record.clone(), colour.other()))
        });
        near("a greedy move that is not the first", Condition::Canonical, &|entry, record| {
            let stated = *move_of(&mut record.clone(), colour);
            let mut greedy = greedy(&verified, entry, colour).into_iter();
            with_move(record, greedy.find(|mv| *mv != stated)?)
        });
        let with_label = |record: &Record, label: u32| {
            let mut record = *record;
            let own = label_of(&mut record, colour);
            let changes = *own != label;
            *own = label;
            changes.then_some(record)
        };
        near("a label one too large", own_label, &|_, record| {
            with_label(record, *label_of(&mut record.clone(), colour) + 1)
        });
        near("a label one too small", own_label, &|_, record| {
            with_label(record, label_of(&mut record.clone(), colour).checked_sub(2)? + 1)
        });
        for label in [0, 1 << 31, u32::MAX] {
            let name = format!("label {label}");
            near(&name, own_label, &|_, record| with_label(record, label));
        }
    }
}

/// The mutant nearest to a place whose own record is the first to fail, by a given condition.
fn nearest(
    control: &Solved,
    verified: &Verified,
    table: &SharpTable,
    place: usize,
    condition: Condition,
    change: Change,
) -> (usize, Vec<u8>) {
    let mut numbers: Vec<usize> = (0..table.records.len()).collect();
    numbers.sort_by_key(|number| number.abs_diff(place));
    for number in numbers {
        let entry = verified.entry(number).expect("an entry");
        let Some(record) = change(&entry, &table.records[number]) else {
            continue;
        };
        let bytes = changed(control, |table| table.records[number] = record);
        let Err(Failure::Rejected(rejection)) = control.check(&bytes) else {
            panic!("{}: record {number}: not rejected", control.name);
        };
        let Rejection::At { fen, .. } = &rejection else {
            panic!("{}: record {number}: {rejection}", control.name);
        };
        if *fen == entry.fen && rejection.condition() == condition {
            return (number, bytes);
        }
    }
    panic!("{}: no mutant fails {condition} alone", control.name)
}

/// The table of one rule for pawns under the other. The two rules have as many positions; where the better rule is used, the other
/// has no such move.
#[test]
fn tables_of_the_other_rule_for_pawns_are_rejected() {
    let single = Solved::with(4, 5, "KPk", DoubleStep::Never);
    for (control, rule) in [(&*PAWN, PawnRule::SingleStep), (&single, PawnRule::DoubleStep)] {
        let bytes = changed(control, |table| table.endgame.pawn_rule = rule);
        let Err(Failure::Rejected(Rejection::At { fen, breach })) = control.check(&bytes) else {
            panic!("{rule:?}: not rejected at a position");
        };
        assert!(fen.contains('P'), "{rule:?}: {fen}: {breach}");
    }
}

/// Every other promotion than the stated one, at the first, a middle and the last record that states one.
#[test]
fn other_promotions_are_rejected() {
    let records = PAWN.table().records;
    let promoting: Vec<usize> =
        (0..records.len()).filter(|&number| records[number].white_move.promotion.is_some()).collect();
    for number in [promoting[0], promoting[promoting.len() / 2], promoting[promoting.len() - 1]] {
        let others = [None, Some(StatedPromotion::Queen), Some(StatedPromotion::Rook), Some(StatedPromotion::Knight)];
        for promotion in others.into_iter().filter(|other| *other != records[number].white_move.promotion) {
            let bytes = changed(&PAWN, |table| table.records[number].white_move.promotion = promotion);
            let found = real_checker(&PAWN, &bytes);
            // An equally good promotion is no wrong move, but not the first one.
            let expected = [Outcome::Rejected(Condition::WhiteGreedy), Outcome::Rejected(Condition::Canonical)];
            assert!(expected.contains(&found), "record {number}, {promotion:?}: {found:?}");
        }
    }
}

/// Records in another order break some condition on a position.
#[test]
fn swapped_records_are_rejected() {
    for control in controls() {
        let records = control.table().records;
        for place in places(control) {
            let other = (place..records.len() + place)
                .map(|number| number % records.len())
                .find(|&number| records[number] != records[place]);
            let other = other.expect("another record");
            let bytes = changed(control, |table| table.records.swap(place, other));
            let failure = control.check(&bytes).expect_err("a rejection");
            let at = matches!(failure, Failure::Rejected(Rejection::At { .. }));
            assert!(at, "{}: {place} and {other}: {failure}", control.name);
        }
    }
}

/// The same value at every position. (Bare kings are worth 1/2 everywhere: there the constant is the truth.)
#[test]
fn constant_tables_are_rejected() {
    for control in controls() {
        for (numerator, power_of_two) in [(0, 0), (1, 0), (1, 1), (1, 2)] {
            let bytes = changed(control, |table| {
                table.odd_parts = vec![natural(1)];
                table.values = vec![StatedValue { numerator: natural(numerator), odd_part: 0, power_of_two }];
                table.records.iter_mut().for_each(|record| record.value = 0);
            });
            let failure = control.check(&bytes).expect_err("a rejection");
            let at = matches!(failure, Failure::Rejected(Rejection::At { .. }));
            assert!(at, "{}: {numerator}/2^{power_of_two}: {failure}", control.name);
        }
    }
}

/// The knight's records under bare kings, and those of bare kings under the knight.
#[test]
fn tables_of_other_endgames_are_rejected() {
    let (knight, kings) = (SMALL_KNIGHT.table(), KINGS.table());
    let with = |control: &Solved, other: &SharpTable| {
        let mut table = other.clone();
        table.endgame = control.table().endgame;
        let imports = control.certificate().imports;
        let content = Content::SharpTable(table);
        let bytes = Certificate { imports, content }.encode().expect("an encoding");
        real_checker(control, &bytes)
    };
    assert_eq!(with(&KINGS, &knight), Outcome::Rejected(Condition::Coverage));
    assert_eq!(with(&SMALL_KNIGHT, &kings), Outcome::Rejected(Condition::Coverage));
    assert_eq!(with(&KINGS, &kings), Outcome::Verified);
}

/// An import of another board, and an import of another endgame, under the right digest.
#[test]
fn imports_of_other_endgames_are_rejected() {
    let knight = std::sync::Arc::new(SMALL_KNIGHT.verified());
    let elsewhere = std::sync::Arc::new(Solved::new(3, 4, "Kk").verified());
    for import in [knight, elsewhere] {
        let content = SMALL_KNIGHT.certificate().content;
        let imports = vec![import.digest()];
        let bytes = Certificate { imports, content }.encode().expect("an encoding");
        let failure = checker::check(&bytes, &[import]).expect_err("a rejection");
        let Failure::Rejected(Rejection::ImportEndgame { required, .. }) = failure else {
            panic!("{failure}");
        };
        assert_eq!(required, "4x4 Kk");
    }
}
