//! Changed certificates, each beside its unmodified control: which condition rejects which change.
//!
//! The matrix is conditions × controls: every statement, with every kind of numbers, in every form. All mutants but the header's have digests
//! that are right again, so that the conditions themselves are tried. What is changed at one position is changed near the first, near a middle
//! and near the last one: at the nearest where the condition in question is the first to fail, and at that position. Enclosures and plans leave
//! choices: mutants of them that verify are compared with exact values. Two stub checkers, one that accepts everything and one that rejects
//! everything, are exposed by the same corpus.
//!
//! In tables of one number, `black-holds` is unreachable: what breaks it, a value greater than the mean, breaks `white-forces` before.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use checker::Verified;
use checker::certificate::{Digest, Form, Statement};
use checker::endgame::Positions;
use checker::failure::Failure;
use checker::numbers::Fractions;
use checker::table::Table;
use checker::theorem::Side;
use checker::write::Writer;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use pipeline_tests::corpus::{CONTROLS, Control, Draft, Value, endgame, exact, opened, sealed, slice_table};
use solver::certificates::pipeline::Method;
use solver::chess::material::DoubleStep;

/// What a checker answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Verified,
    Rejected(&'static str),
    Declined,
}

/// A checker, given the certificate that was changed (for its imports and its game) and the bytes.
type Check = fn(&Control, &[u8]) -> Outcome;

/// Tables that mutants import though they do not fit: of another board, of other men, with bounds only.
static OTHERS: LazyLock<Vec<Arc<Verified>>> = LazyLock::new(|| {
    let bounded = endgame(4, 4, "Kk", DoubleStep::Auto, Method::Enclosure(20));
    [exact(6, 3, "Kk").verified(), exact(4, 4, "KBk").verified(), bounded.verified()].to_vec()
});

fn judged(control: &Control, threads: usize, bytes: &[u8]) -> Result<Arc<Verified>, Failure> {
    let mut checker = ::games::checker(threads, |_| None::<Vec<u8>>);
    control.imports.iter().chain(&*OTHERS).for_each(|table| checker.remember(table));
    checker.check(&bytes, control.game.as_ref().map(|(game, _)| game))
}

fn outcome(judged: &Result<Arc<Verified>, Failure>) -> Outcome {
    match judged {
        Ok(_) => Outcome::Verified,
        Err(Failure::Bug) => panic!("a bug of the checker"),
        Err(failure) => failure.condition().map_or(Outcome::Declined, Outcome::Rejected),
    }
}

fn real_checker(control: &Control, bytes: &[u8]) -> Outcome {
    let found = [1, 3].map(|threads| judged(control, threads, bytes));
    let failures: Vec<Option<&Failure>> = found.iter().map(|found| found.as_ref().err()).collect();
    assert!(failures.iter().all(|failure| *failure == failures[0]), "{}: {failures:?}", control.name);
    outcome(&found[0])
}

/// A changed certificate.
struct Mutant {
    control: &'static Control,
    change: String,
    bytes: Vec<u8>,
    expected: Outcome,
}

/// The mutants, and how many changes of enclosures and plans verified, with how many of their positions compared.
#[derive(Default)]
struct Corpus {
    mutants: Vec<Mutant>,
    accepted: AtomicUsize,
    compared: AtomicUsize,
}

static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
    let mut corpus = Corpus::default();
    for control in &*CONTROLS {
        files(control, &mut corpus);
        statements(control, &mut corpus);
        values(control, &mut corpus);
        columns(control, &mut corpus);
        coverage(control, &mut corpus);
        imports(control, &mut corpus);
        numbers(control, &mut corpus);
        labels(control, &mut corpus);
        moves(control, &mut corpus);
    }
    corpus
});

impl Corpus {
    /// Adds a mutant with what is expected.
    fn add(&mut self, control: &'static Control, change: impl Into<String>, bytes: Vec<u8>, expected: Outcome) {
        let change = change.into();
        assert_ne!(bytes, control.bytes, "{}: {change}", control.name);
        self.mutants.push(Mutant { control, change, bytes, expected });
    }

    /// Adds a mutant that a condition rejects.
    fn reject(
        &mut self,
        control: &'static Control,
        change: impl Into<String>,
        bytes: Vec<u8>,
        condition: &'static str,
    ) {
        self.add(control, change, bytes, Outcome::Rejected(condition));
    }

    /// Adds mutants that change a position near the first, a middle and the last one, where the condition is the first that fails, there. A change
    /// that verifies must be true; none is expected where one statement has one certificate.
    fn near(
        &mut self,
        control: &'static Control,
        name: &str,
        condition: &'static str,
        change: impl Fn(&Draft, usize) -> Option<Draft>,
    ) {
        let draft = Draft::read(control);
        let last = draft.count() - 1;
        let mut done = BTreeSet::new();
        for place in [0, last / 2, last] {
            let mut positions: Vec<usize> = (0..=last).collect();
            positions.sort_by_key(|number| number.abs_diff(place));
            for number in positions.into_iter().take(80) {
                let Some(changed) = change(&draft, number) else { continue };
                let bytes = changed.bytes();
                if bytes == control.bytes {
                    continue;
                }
                match judged(control, 2, &bytes) {
                    Ok(mutant) => {
                        assert!(!control.is_unique(), "{}: {name} at {number} verifies", control.name);
                        self.accepted.fetch_add(1, Ordering::Relaxed);
                        self.compared.fetch_add(control.compare(&mutant), Ordering::Relaxed);
                    }
                    Err(failure @ Failure::At(_)) => {
                        let Failure::At(breach) = &failure else { unreachable!() };
                        if breach.position as usize == number && failure.condition() == Some(condition) {
                            if done.insert(number) {
                                self.reject(control, format!("{name} at {number}"), bytes, condition);
                            }
                            break;
                        }
                    }
                    Err(failure) => panic!("{}: {name} at {number}: {failure:?}", control.name),
                }
            }
        }
    }
}

/// What a checker gets wrong of the corpus and its controls.
fn wrong_answers(check: Check) -> Vec<String> {
    let mut wrong = Vec::new();
    for control in &*CONTROLS {
        let found = check(control, &control.bytes);
        if found != Outcome::Verified {
            wrong.push(format!("{}: control: {found:?}", control.name));
        }
    }
    for mutant in &CORPUS.mutants {
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
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), CORPUS.mutants.len(), wrong.join("\n"));
    let (accepted, compared) = (CORPUS.accepted.load(Ordering::Relaxed), CORPUS.compared.load(Ordering::Relaxed));
    println!(
        "{} mutants; of enclosures and plans {accepted} more verify: true at {compared} positions",
        CORPUS.mutants.len()
    );
    assert!(accepted > 50 && compared > 500, "{accepted} accepted, {compared} positions compared");
}

/// The conditions that a certificate can break.
fn conditions(control: &Control) -> BTreeSet<&'static str> {
    let draft = Draft::read(control);
    let both = ["white-holds", "white-forces", "black-holds", "black-forces"];
    let labels = ["white-label", "black-label"];
    let moves = ["white-greedy", "black-greedy"];
    let mut all = match draft.head.form {
        Form::One if draft.columns.len() == 5 => {
            [&["white-holds", "white-forces", "black-forces"], &labels[..], &moves].concat()
        }
        Form::One => [&["white-holds", "white-forces", "black-forces"], &labels[..]].concat(),
        Form::Two => [&both[..], &labels].concat(),
        Form::Narrow | Form::Sharp => both.to_vec(),
        Form::Holds(side) => vec![side.of("white-holds", "black-holds")],
        Form::Forces(side) => vec![side.of("white-forces", "black-forces")],
    };
    all.extend(["header", "canonical", "coverage", "imports"]);
    all.into_iter().collect()
}

#[test]
fn corpus_tries_every_condition_that_a_certificate_can_break() {
    let (mut wrong, mut evidence) = (Vec::new(), 0);
    for control in &*CONTROLS {
        let of_control = CORPUS.mutants.iter().filter(|mutant| std::ptr::eq(mutant.control, control));
        let tried: BTreeSet<&str> = of_control
            .filter_map(|mutant| match mutant.expected {
                Outcome::Rejected(condition) => Some(condition),
                _ => None,
            })
            .collect();
        let possible = conditions(control);
        // Where the value is the mean, Black's is about evidence alone, which only quiet positions need.
        let is_one = matches!(Draft::read(control).head.form, Form::One);
        let possible: BTreeSet<&str> =
            possible.into_iter().filter(|name| !is_one || *name != "black-forces" || tried.contains(name)).collect();
        evidence += usize::from(is_one && tried.contains("black-forces"));
        if tried != possible {
            wrong.push(format!("{}: tried {tried:?}, possible {possible:?}", control.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(evidence > 0, "black-forces of one value");
}

#[test]
fn corpus_has_every_statement_number_and_form() {
    let mut met = BTreeMap::new();
    for control in &*CONTROLS {
        let draft = Draft::read(control);
        let statement = match draft.head.statement {
            Statement::Endgame(..) => "endgame",
            Statement::Game(_) => "game",
            Statement::List(..) => "list",
            Statement::Further(..) => panic!("further games have mutants of their own"),
        };
        let exact = draft.head.bits == 0;
        let gaps = !draft.listed.is_empty();
        *met.entry(format!("{statement} {:?} exact {exact} listed {gaps}", draft.head.form)).or_insert(0) += 1;
    }
    for required in ["endgame One exact true", "endgame Two exact true", "game One exact true", "game Two exact true"] {
        assert!(met.contains_key(&format!("{required} listed false")), "{required}: {met:?}");
    }
    for required in [
        "endgame Narrow exact false listed true",
        "endgame Narrow exact false listed false",
        "game Narrow exact false listed true",
    ] {
        assert!(met.contains_key(required), "{required}: {met:?}");
    }
    for side in ["White", "Black"] {
        for form in ["Holds", "Forces"] {
            for exact in [true, false] {
                let required = format!("list {form}({side}) exact {exact} listed false");
                assert!(met.contains_key(&required), "{required}: {met:?}");
            }
        }
    }
}

#[test]
fn corpus_exposes_a_checker_that_accepts_everything() {
    assert_eq!(wrong_answers(|_, _| Outcome::Verified).len(), CORPUS.mutants.len());
}

#[test]
fn corpus_exposes_checkers_that_reject_everything() {
    let wrong = wrong_answers(|_, _| Outcome::Rejected("header"));
    for control in &*CONTROLS {
        assert!(wrong.iter().any(|text| text.starts_with(&format!("{}: control", control.name))));
    }
    assert!(wrong_answers(|_, _| Outcome::Declined).len() >= CONTROLS.len());
}

/// Mutants of the file: magic, lengths, digests, versions.
fn files(control: &'static Control, corpus: &mut Corpus) {
    let bytes = &control.bytes;
    let (head, slices) = opened(bytes);
    let length = bytes.len();
    let body: usize = slices.iter().map(Vec::len).sum();
    let flipped = |place: usize| {
        let mut other = bytes.clone();
        other[place] ^= 1;
        other
    };
    for (name, place) in [
        ("magic", 0),
        ("magic", 7),
        ("length of the head", 10),
        ("first bit of the head", 14),
        ("last byte of the head", length - body - 33),
        ("digest of the head", length - body - 32),
        ("digest of the head", length - body - 1),
        ("first slice", length - body),
        ("slice", length - body / 2 - 1),
        ("last slice", length - 1),
    ] {
        corpus.reject(control, format!("a bit of: {name}, byte {place}"), flipped(place), "header");
    }
    for cut in [0, 7, 8, 13, length - body - 33, length - body, length - 1] {
        corpus.reject(control, format!("cut after {cut} bytes"), bytes[..cut].to_vec(), "header");
    }
    corpus.reject(control, "a byte more", [&bytes[..], &[0]].concat(), "header");
    corpus.reject(control, "the file twice", [&bytes[..], bytes].concat(), "header");
    // A digest in the table of slices, and a length there, with the head sealed again.
    let whole: Vec<&[u8]> = slices.iter().map(Vec::as_slice).collect();
    let mut table = slice_table(&slices);
    let last = table.len() - 1;
    table[last] ^= 1;
    corpus.reject(control, "the digest of the last slice", sealed(&[&head[..], &table].concat(), &whole), "header");
    let mut other = slices.clone();
    other[0].push(0);
    let table = slice_table(&other);
    corpus.reject(control, "the length of the first slice", sealed(&[&head[..], &table].concat(), &whole), "header");
    for (name, place, more) in [("version", 8, 1_u8), ("version", 9, 1), ("statement", 14, 100)] {
        let mut head = [&head[..], &slice_table(&slices)].concat();
        let mut other = bytes.clone();
        if place < 14 {
            other[place] += more;
        } else {
            head[0] += more;
            other = sealed(&head, &whole);
        }
        corpus.add(control, format!("another {name}"), other, Outcome::Declined);
    }
    // A number in one byte more than it needs: the number of slices.
    let mut long = slice_table(&slices);
    assert!(long[0] < 0x80);
    long.splice(0..1, [long[0] | 0x80, 0]);
    corpus.reject(control, "a number too long", sealed(&[&head[..], &long].concat(), &whole), "canonical");
    let table = slice_table(&slices);
    corpus.reject(control, "a byte behind the head", sealed(&[&head[..], &table, &[0]].concat(), &whole), "canonical");
}

fn changed(control: &Control, change: impl FnOnce(&mut Draft)) -> Vec<u8> {
    let mut draft = Draft::read(control);
    change(&mut draft);
    draft.bytes()
}

/// Mutants of what the certificate is about.
fn statements(control: &'static Control, corpus: &mut Corpus) {
    let draft = Draft::read(control);
    let mut canonical = |name: &str, statement: Statement| {
        let bytes = changed(control, |draft| draft.head.statement = statement);
        corpus.reject(control, name, bytes, "canonical");
    };
    match draft.head.statement.clone() {
        Statement::Endgame(board, men) => {
            for (files, ranks) in [(0, 4), (1, 4), (4, 1), (17, 4), (4, 17), (255, 255)] {
                let board = [files, ranks, board[2]];
                canonical(
                    &format!("a board of {files} files and {ranks} ranks"),
                    Statement::Endgame(board, men.clone()),
                );
            }
            let other = [board[0], board[1], u8::from(board[2] == 0)];
            canonical("a rule for pawns that does not fit", Statement::Endgame(other, men.clone()));
            let mut lists =
                vec![vec![], vec![0], vec![1, 0], vec![0, 0, 1], vec![0, 1, 1], vec![0, 1, 12], vec![0, 1, 255]];
            lists.push(vec![0, 1, 7]);
            for men in lists {
                canonical(&format!("the men {men:?}"), Statement::Endgame(board, men));
            }
            let mut other = men;
            other.reverse();
            canonical("the men the other way round", Statement::Endgame(board, other));
        }
        Statement::Game(_) => {
            let bytes = changed(control, |draft| draft.head.statement = Statement::Game(Digest([7; 32])));
            corpus.add(control, "another game", bytes, Outcome::Declined);
        }
        Statement::Further(..) => {}
        Statement::List(board, root, members) => {
            let list = |members: Vec<_>| Statement::List(board, root, members);
            canonical("a root that is no member", Statement::List(board, members.len() as u64, members.clone()));
            for place in [0, members.len() / 2, members.len() - 1] {
                let mut change = |name: &str, change: &dyn Fn(&mut checker::certificate::Member)| {
                    let mut other = members.clone();
                    change(&mut other[place]);
                    canonical(&format!("{name} in member {place}"), list(other));
                };
                change("no piece", &|member| member.0.clear());
                change("a piece less, the king", &|member| {
                    member.0.remove(0);
                });
                change("a piece twice", &|member| member.0.insert(0, member.0[0]));
                change("pieces in another order", &|member| member.0.swap(0, 1));
                change("a man that there is not", &|member| member.0.last_mut().expect("a piece")[0] = 12);
                change("a square off the board", &|member| member.0.last_mut().expect("a piece")[1] = 200);
                change("two men on a square", &|member| member.0[1][1] = member.0[0][1]);
                change("a square that no pawn has passed", &|member| member.1 = 1);
                change("a passed square off the board", &|member| member.1 = 1 << 40);
            }
            for place in [0, members.len() / 2, members.len() - 2] {
                let mut other = members.clone();
                other.swap(place, place + 1);
                canonical(&format!("members {place} and the next exchanged"), list(other));
                let mut other = members.clone();
                other[place + 1] = other[place].clone();
                canonical(&format!("member {place} twice"), list(other));
            }
        }
    }
    for never in [(2, 4), (0, 2), (3, 2), (1, 0)] {
        let bytes = changed(control, |draft| draft.head.never = Some(never));
        corpus.reject(control, format!("an endless play that is worth {never:?}"), bytes, "canonical");
    }
    if matches!(draft.head.form, Form::Two | Form::Holds(_)) {
        let bytes = changed(control, |draft| draft.head.never = Some((1, 2)));
        corpus.reject(control, "an endless play with a worth, in this form", bytes, "canonical");
    }
    let forms = [Form::One, Form::Two, Form::Narrow, Form::Holds(Side::White), Form::Forces(Side::Black)];
    for form in forms {
        for bits in [0, 1, 62, 63, 255] {
            let is_list = matches!(draft.head.statement, Statement::List(..));
            let legal = match form {
                Form::One | Form::Two => !is_list && bits == 0,
                Form::Narrow => !is_list && (1..=62).contains(&bits),
                _ => is_list && bits <= 62,
            };
            if !legal {
                let bytes = changed(control, |draft| (draft.head.form, draft.head.bits) = (form, bits));
                corpus.reject(control, format!("{form:?} with {bits} bits"), bytes, "canonical");
            }
        }
    }
}

/// Mutants of the list of exact values: all ways to spell it otherwise, and values that mean nothing.
fn values(control: &'static Control, corpus: &mut Corpus) {
    let draft = Draft::read(control);
    if draft.head.bits > 0 {
        return;
    }
    let last = draft.head.values.numerators.len() - 1;
    let mut reject = |name: String, change: &dyn Fn(&mut Fractions)| {
        let bytes = changed(control, |draft| change(&mut draft.head.values));
        corpus.reject(control, name, bytes, "canonical");
    };
    let times = |v: &mut Fractions, factor: u32| {
        v.denominator *= factor;
        v.numerators.iter_mut().for_each(|numerator| *numerator *= factor);
    };
    for factor in [2, 3, 1 << 20] {
        reject(format!("values not in lowest terms, by {factor}"), &|v| times(v, factor));
    }
    for value in BTreeSet::from([0, last / 2, last]) {
        reject(format!("value {value} above 1"), &|v| {
            times(v, 1 << 10);
            v.numerators[value] = &v.denominator + 1_u8;
        });
        reject(format!("value {value} twice"), &|v| v.numerators.insert(value, v.numerators[value].clone()));
        if value > 0 {
            reject(format!("value {value} and the one before exchanged"), &|v| v.numerators.swap(value - 1, value));
        }
    }
    reject("a value that is not used".to_owned(), &|v| {
        // It is less than the others, but for 0.
        times(v, 3);
        let place = v.numerators.iter().take_while(|numerator| numerator.is_zero()).count();
        v.numerators.insert(place, BigUint::one());
    });
    // The bytes of both: where the head ends, but for the slices.
    let (head, slices) = opened(&control.bytes);
    let Fractions { denominator, numerators } = &draft.head.values;
    let denominator = denominator.to_bytes_le();
    let width = denominator.len();
    let padded = |numerator: &BigUint, width: usize| {
        let mut bytes = numerator.to_bytes_le();
        bytes.resize(width, 0);
        bytes
    };
    let all = |width: usize| numerators.iter().flat_map(|numerator| padded(numerator, width)).collect::<Vec<u8>>();
    let spelt = |denominator: &[u8], numerators: &[u8]| {
        let mut writer = Writer::default();
        for bytes in [denominator, numerators] {
            writer.number(bytes.len() as u64);
            writer.0.extend(bytes);
        }
        writer.0
    };
    let before = head.strip_suffix(&*spelt(&denominator, &all(width))).expect("the values stand last");
    let longer = [&denominator[..], &[0]].concat();
    let one_less = &all(width)[1..];
    for (name, denominator, numerators) in [
        ("a denominator of a byte too many", &longer[..], &all(width + 1)[..]),
        ("a denominator of zeros", &vec![0; width], &all(width)),
        ("no denominator", &[], &all(width)),
        ("no numerators", &denominator, &[]),
        ("a numerator in more bytes", &denominator, &[&all(width)[..], &[0]].concat()),
        ("a numerator in less bytes", &denominator, if width > 1 { one_less } else { &[] }),
    ] {
        let head = [before, &spelt(denominator, numerators)].concat();
        let whole: Vec<&[u8]> = slices.iter().map(Vec::as_slice).collect();
        let bytes = sealed(&[&head[..], &slice_table(&slices)].concat(), &whole);
        corpus.reject(control, name, bytes, "canonical");
    }
}

/// Mutants of the columns' spelling, and of numbers that mean nothing.
fn columns(control: &'static Control, corpus: &mut Corpus) {
    let draft = Draft::read(control);
    let (head, slices) = opened(&control.bytes);
    for place in BTreeSet::from([0, slices.len() / 2, slices.len() - 1]) {
        let mut reject = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
            let mut other = slices.clone();
            change(&mut other[place]);
            let table = slice_table(&other);
            let whole: Vec<&[u8]> = other.iter().map(Vec::as_slice).collect();
            corpus.reject(
                control,
                format!("slice {place}: {name}"),
                sealed(&[&head[..], &table].concat(), &whole),
                "canonical",
            );
        };
        let (count, width) = (draft.ranges[place].len(), usize::from(slices[place][0]));
        reject("a byte more", &|slice| slice.push(0));
        if slices[place].len() > count || matches!(draft.head.statement, Statement::List(..)) {
            reject("a byte less", &|slice| slice.truncate(slice.len() - 1));
        }
        reject("numbers of nine bytes", &|slice| slice[0] = 9);
        reject("numbers of 255 bytes", &|slice| slice[0] = 255);
        reject("a column wider than it needs to be", &|slice| {
            slice[0] += 1;
            slice.splice(1 + width * count..1 + width * count, vec![0; count]);
        });
    }
    let last = draft.count() - 1;
    let exact = draft.value_columns() > 0;
    let most = if exact { draft.head.values.numerators.len() as u64 } else { (1 << draft.head.bits) + 1 };
    let mut reject = |name: String, change: &dyn Fn(&mut Draft)| {
        corpus.reject(control, name, changed(control, change), "canonical");
    };
    for place in BTreeSet::from([0, last / 2, last]) {
        for column in 0..draft.value_columns().max(1) {
            for number in [most, most + 1, 1 << 63, u64::MAX] {
                reject(format!("number {number} in column {column} at {place}"), &|draft| {
                    draft.columns[column][place] = number
                });
            }
        }
        let narrow = draft.head.form == Form::Narrow;
        if narrow {
            for number in [most, u64::MAX] {
                reject(format!("width {number} at {place}"), &|draft| draft.columns[1][place] = number);
            }
            reject(format!("an empty gap at {place}"), &|draft| draft.listed.extend([(place, [0, 0])]));
            reject(format!("labels of 0 at {place}"), &|draft| draft.labelled.extend([(place, [0, 0])]));
            for label in [u64::from(u32::MAX), 1 << 32, u64::MAX] {
                reject(format!("a label of {label} at {place}"), &|draft| draft.labelled.extend([(place, [1, label])]));
            }
            for both in [[most, 0], [1, most], [u64::MAX, 1], [1, u64::MAX]] {
                reject(format!("a gap of {both:?} at {place}"), &|draft| draft.listed.extend([(place, both)]));
            }
        } else {
            // Labels, and moves before them, have 32 bits; the greatest number is no label.
            for column in draft.value_columns().max(1)..draft.columns.len() {
                for number in [1 << 32, u64::MAX] {
                    reject(format!("number {number} in column {column} at {place}"), &|draft| {
                        draft.columns[column][place] = number
                    });
                }
                if column + 2 >= draft.columns.len() {
                    reject(format!("the greatest label in column {column} at {place}"), &|draft| {
                        draft.columns[column][place] = u32::MAX.into();
                    });
                }
            }
        }
    }
    if draft.head.form == Form::One {
        reject("two numbers for each position".to_owned(), &|draft| {
            draft.head.form = Form::Two;
            let labels = draft.columns.split_off(draft.columns.len() - 2);
            draft.columns.truncate(1);
            draft.columns.push(draft.columns[0].clone());
            draft.columns.extend(labels);
        });
    }
    let count = draft.ranges[slices.len() - 1].len();
    if draft.head.form == Form::Narrow && !count.is_multiple_of(8) {
        let mut other = slices;
        let slice = other.last_mut().expect("a slice");
        let width = |slice: &[u8], place: usize| usize::from(slice[place]);
        let second = 1 + width(slice, 0) * count;
        let flags = second + 1 + width(slice, second) * count;
        if slice[flags] == 0 {
            slice.splice(flags..flags + 1, [&[1][..], &vec![0; count.div_ceil(8)]].concat());
        }
        slice[flags + count.div_ceil(8)] |= 0x80;
        let whole: Vec<&[u8]> = other.iter().map(Vec::as_slice).collect();
        let bytes = sealed(&[&head[..], &slice_table(&other)].concat(), &whole);
        corpus.reject(control, "a flag beyond the last position", bytes, "canonical");
    }
}

/// Mutants of the slices: as many as there are, no more, none less, each of its own positions.
fn coverage(control: &'static Control, corpus: &mut Corpus) {
    let (head, slices) = opened(&control.bytes);
    let mut reject = |name: &str, slices: &[Vec<u8>]| {
        let whole: Vec<&[u8]> = slices.iter().map(Vec::as_slice).collect();
        let bytes = sealed(&[&head[..], &slice_table(slices)].concat(), &whole);
        corpus.reject(control, name, bytes, "coverage");
    };
    reject("no slice", &[]);
    reject("an empty slice more", &[&slices[..], &[Vec::new()]].concat());
    reject("the last slice twice", &[&slices[..], &slices[slices.len() - 1..]].concat());
    reject("an empty slice before", &[&[Vec::new()][..], &slices].concat());
    if slices.len() > 1 {
        reject("the last slice less", &slices[..slices.len() - 1]);
        reject("the first slice less", &slices[1..]);
        reject("all slices in one", &[slices.concat()]);
    }
    let draft = Draft::read(control);
    if matches!(draft.head.statement, Statement::Endgame(..)) {
        for place in BTreeSet::from([0, slices.len() - 1]) {
            let mut other = slices.clone();
            other[place].truncate(draft.ranges[place].len() - 1);
            reject(&format!("slice {place} with less bytes than positions"), &other);
        }
    }
    // All positions in one slice more.
    let half = draft.ranges[0].len() / 2;
    if half > 0 {
        let mut draft = draft;
        let first = draft.ranges[0].clone();
        draft.ranges.splice(0..1, [first.start..first.start + half, first.start + half..first.end]);
        reject("the first slice in two", &draft.slices());
    }
    // In games a true slice may be as short.
    if matches!(Draft::read(control).head.statement, Statement::Game(_)) {
        let mut other = slices;
        other[0].truncate(Draft::read(control).ranges[0].len() - 1);
        let whole: Vec<&[u8]> = other.iter().map(Vec::as_slice).collect();
        let bytes = sealed(&[&head[..], &slice_table(&other)].concat(), &whole);
        corpus.reject(control, "a slice with less bytes than positions", bytes, "canonical");
    }
}

/// Mutants of the list of imports.
fn imports(control: &'static Control, corpus: &mut Corpus) {
    let draft = Draft::read(control);
    let own = draft.head.imports.clone();
    let with = |imports: Vec<Digest>| changed(control, |draft| draft.head.imports = imports);
    let unknown = Digest([7; 32]);
    let is_list = matches!(draft.head.statement, Statement::List(..));
    // A game has no imports; the others have those that they need, of which nothing is known here.
    let is_game = matches!(draft.head.statement, Statement::Game(_));
    let expected = if is_game { Outcome::Rejected("imports") } else { Outcome::Declined };
    corpus.add(control, "an import more that is not known", with([&own[..], &[unknown]].concat()), expected);
    for other in &*OTHERS {
        let name = format!("an import more, {:?}", other.head().statement);
        corpus.reject(control, name, with([&own[..], &[other.digest()]].concat()), "imports");
    }
    for place in 0..own.len() {
        let mut other = own.clone();
        other[place] = unknown;
        corpus.add(control, format!("import {place} is not known"), with(other), Outcome::Declined);
        for table in &*OTHERS {
            let mut other = own.clone();
            if other[place] != table.digest() {
                other[place] = table.digest();
                let name = format!("import {place} is {:?}", table.head().statement);
                corpus.reject(control, name, with(other), "imports");
            }
        }
        let mut other = own.clone();
        other.insert(place, other[place]);
        corpus.reject(control, format!("import {place} twice"), with(other), "canonical");
        if !is_list {
            let mut other = own.clone();
            other.remove(place);
            corpus.reject(control, format!("import {place} is not there"), with(other), "imports");
        }
        if place > 0 {
            // They are put in order where they are written.
            let (mut head, slices) = opened(&control.bytes);
            let both = [own[place - 1].0, own[place].0].concat();
            let start = head.windows(64).position(|bytes| bytes == both).expect("imports are in the head");
            head[start..start + 64].rotate_left(32);
            let whole: Vec<&[u8]> = slices.iter().map(Vec::as_slice).collect();
            let bytes = sealed(&[&head[..], &slice_table(&slices)].concat(), &whole);
            corpus.reject(control, format!("imports {place} and the one before exchanged"), bytes, "canonical");
        }
    }
}

/// As small a change of a value as can be thought of.
fn margin(value: &Value) -> Value {
    Value::new(BigUint::one(), value.denom() << 70_u8)
}

/// Mutants of one number: by the smallest margin, and by more.
fn numbers(control: &'static Control, corpus: &mut Corpus) {
    let form = Draft::read(control).head.form;
    let raised = |value: &Value| Some(value + margin(value)).filter(|value| *value <= Value::one());
    let lowered = |value: &Value| (!value.is_zero()).then(|| value - margin(value));
    let exact = Draft::read(control).value_columns();
    let sides: &[(usize, bool, &'static str)] = match form {
        Form::One => &[(0, true, "white-forces"), (0, false, "white-holds")],
        Form::Two => &[
            (0, true, "white-forces"),
            (0, false, "white-holds"),
            (1, true, "black-holds"),
            (1, false, "black-forces"),
        ],
        Form::Narrow | Form::Sharp => &[],
        Form::Holds(Side::White) => &[(0, false, "white-holds")],
        Form::Holds(Side::Black) => &[(0, true, "black-holds")],
        Form::Forces(Side::White) => &[(0, true, "white-forces")],
        Form::Forces(Side::Black) => &[(0, false, "black-forces")],
    };
    for &(column, up, condition) in sides {
        let direction = if up { "up" } else { "down" };
        if exact > 0 {
            let values = Draft::read(control).values();
            corpus.near(control, &format!("number {column} {direction} by the least"), condition, |draft, place| {
                let old = &values[draft.columns[column][place] as usize];
                let value = if up { raised(old) } else { lowered(old) }?;
                let mut draft = draft.clone();
                draft.state(column, place, value);
                Some(draft)
            });
            corpus.near(
                control,
                &format!("number {column} {direction} to the next value"),
                condition,
                |draft, place| {
                    let old = draft.columns[column][place] as usize;
                    let new = if up { old + 1 } else { old.checked_sub(1)? };
                    let value = values.get(new)?.clone();
                    let mut draft = draft.clone();
                    draft.state(column, place, value);
                    (draft.head.form != Form::Two || draft.columns[0] != draft.columns[1]).then_some(draft)
                },
            );
            corpus.near(control, &format!("number {column} {direction} to the end"), condition, |draft, place| {
                let mut draft = draft.clone();
                draft.state(column, place, if up { Value::one() } else { Value::zero() });
                (draft.head.form != Form::Two || draft.columns[0] != draft.columns[1]).then_some(draft)
            });
        } else {
            for step in [1, 2, 1 << 30] {
                corpus.near(control, &format!("number {direction} by {step} units"), condition, |draft, place| {
                    let old = draft.columns[0][place];
                    let new = if up { old + step } else { old.checked_sub(step)? };
                    let mut other = draft.clone();
                    other.columns[0][place] = new;
                    (new <= 1 << draft.head.bits).then_some(other)
                });
            }
        }
        // The other way: weaker bounds, which are as true as the stated ones where they verify.
        if !control.is_unique() && exact == 0 {
            let weaker = if up { "down" } else { "up" };
            corpus.near(control, &format!("number {weaker} by one unit"), condition, |draft, place| {
                let old = draft.columns[0][place];
                let new = if up { old.checked_sub(1)? } else { old + 1 };
                let mut other = draft.clone();
                other.columns[0][place] = new;
                (new <= 1 << draft.head.bits).then_some(other)
            });
        }
    }
    if form == Form::Narrow {
        narrow(control, corpus);
    }
}

/// Mutants of one bound of an enclosure.
fn narrow(control: &'static Control, corpus: &mut Corpus) {
    for step in [1, 2, 1 << 8, 1 << 16] {
        corpus.near(control, &format!("l up by {step}"), "white-forces", |draft, place| {
            let mut draft = draft.clone();
            draft.columns[0][place] += step;
            draft.columns[1][place] = draft.columns[1][place].checked_sub(step)?;
            Some(draft)
        });
        corpus.near(control, &format!("u′ down by {step}"), "black-forces", |draft, place| {
            let mut draft = draft.clone();
            let width = match draft.listed.get_mut(&place) {
                Some([_, width]) => width,
                None => &mut draft.columns[1][place],
            };
            *width = width.checked_sub(step)?;
            Some(draft)
        });
        corpus.near(control, &format!("u down by {step}"), "white-holds", |draft, place| {
            let mut draft = draft.clone();
            draft.columns[1][place] = draft.columns[1][place].checked_sub(step)?;
            draft.listed.get_mut(&place)?[0] += step;
            Some(draft)
        });
        corpus.near(control, &format!("l′ up by {step}"), "black-holds", |draft, place| {
            let mut draft = draft.clone();
            let [gap, width] = draft.listed.get_mut(&place)?;
            (*gap, *width) = (*gap + step, width.checked_sub(step)?);
            Some(draft)
        });
        // Wider bounds.
        corpus.near(control, &format!("l down by {step}"), "white-forces", |draft, place| {
            let mut draft = draft.clone();
            draft.columns[0][place] = draft.columns[0][place].checked_sub(step)?;
            draft.columns[1][place] += step;
            Some(draft)
        });
        corpus.near(control, &format!("u up by {step}"), "white-holds", |draft, place| {
            let mut draft = draft.clone();
            draft.columns[1][place] += step;
            let [gap, _] = draft.listed.get_mut(&place)?;
            *gap = gap.checked_sub(step).filter(|gap| *gap > 0)?;
            Some(draft)
        });
    }
    corpus.near(control, "a gap that is not there, near l", "white-holds", |draft, place| {
        let mut draft = draft.clone();
        let width = std::mem::take(&mut draft.columns[1][place]);
        (width > 0 && draft.listed.insert(place, [width, 0]).is_none()).then_some(draft)
    });
    corpus.near(control, "a gap that is not there, near u′", "black-holds", |draft, place| {
        let mut draft = draft.clone();
        draft.columns[1][place] = draft.columns[1][place].checked_sub(1)?;
        draft.listed.insert(place, [1, 0]).is_none().then_some(draft)
    });
    corpus.near(control, "a gap that is not there, above u′", "black-holds", |draft, place| {
        let mut draft = draft.clone();
        let above = draft.columns[0][place] + draft.columns[1][place] < 1 << draft.head.bits;
        (above && draft.listed.insert(place, [1, 0]).is_none()).then_some(draft)
    });
    corpus.near(control, "a gap that is not listed", "white-holds", |draft, place| {
        let mut draft = draft.clone();
        let [gap, width] = draft.listed.remove(&place)?;
        draft.columns[1][place] += gap + width;
        Some(draft)
    });
    corpus.near(control, "labels that are not listed", "white-forces", |draft, place| {
        let mut draft = draft.clone();
        draft.labelled.remove(&place)?;
        Some(draft)
    });
    for (side, condition) in [(0, "white-forces"), (1, "black-forces")] {
        corpus.near(control, &format!("label {side} one less"), condition, |draft, place| {
            let mut draft = draft.clone();
            let labels = draft.labelled.get_mut(&place)?;
            labels[side] = labels[side].checked_sub(1)?;
            (*labels != [0, 0]).then_some(draft)
        });
    }
    corpus.near(control, "nothing known", "white-forces", |draft, place| {
        let mut draft = draft.clone();
        draft.listed.remove(&place);
        (draft.columns[0][place], draft.columns[1][place]) = (0, 1 << draft.head.bits);
        Some(draft)
    });
    // All bounds without content are an enclosure, too.
    let bytes = changed(control, |draft| {
        draft.listed.clear();
        draft.columns[0].fill(0);
        let one = 1 << draft.head.bits;
        draft.columns[1].fill(one);
    });
    let mutant = judged(control, 2, &bytes).unwrap_or_else(|failure| panic!("{}: {failure:?}", control.name));
    corpus.accepted.fetch_add(1, Ordering::Relaxed);
    corpus.compared.fetch_add(control.compare(&mutant), Ordering::Relaxed);
}

/// Mutants of one label.
fn labels(control: &'static Control, corpus: &mut Corpus) {
    let draft = Draft::read(control);
    let many = draft.columns.len();
    let columns: Vec<(usize, &'static str, &'static str)> = match draft.head.form {
        Form::One | Form::Two => {
            vec![(many - 2, "white-forces", "white-label"), (many - 1, "black-forces", "black-label")]
        }
        Form::Forces(side) => vec![(1, side.of("white-forces", "black-forces"), "")],
        _ => return,
    };
    for (column, forces, label) in columns {
        let with = |draft: &Draft, place: usize, label: u64| {
            let mut draft = draft.clone();
            draft.columns[column][place] = label;
            draft
        };
        corpus.near(control, &format!("label {column} one less"), forces, |draft, place| {
            let old = draft.columns[column][place];
            // In exact tables 0 stands for infinite where the players bid.
            let least = if label.is_empty() { 1 } else { 2 };
            (old >= least).then(|| with(draft, place, old - 1))
        });
        if label.is_empty() {
            corpus.near(control, "no label", forces, |draft, place| Some(with(draft, place, 0)));
            for other in [1_u64 << 20, u64::from(u32::MAX) - 1] {
                corpus.near(control, &format!("label {other}"), forces, |draft, place| Some(with(draft, place, other)));
            }
            continue;
        }
        corpus.near(control, &format!("label {column} one more"), label, |draft, place| {
            let old = draft.columns[column][place];
            (old > 0).then(|| with(draft, place, old + 1))
        });
        for other in [0, 1, 1 << 20, u64::from(u32::MAX) - 1] {
            corpus.near(control, &format!("label {column} of {other}"), label, |draft, place| {
                (draft.columns[column][place] != other).then(|| with(draft, place, other))
            });
        }
    }
}

/// Mutants of one stated move.
fn moves(control: &'static Control, corpus: &mut Corpus) {
    if Draft::read(control).columns.len() < 5 {
        return;
    }
    let verified = control.verified();
    let positions: Arc<Positions> = verified.about().expect("only endgames state moves");
    assert_eq!(positions.count(), Draft::read(control).count());
    for (column, side, condition) in [(1, Side::White, "white-greedy"), (2, Side::Black, "black-greedy")] {
        let legal = |place: usize| {
            let mut names = Vec::new();
            positions.options(place as u32, |(by, _, name, _)| {
                if by == side {
                    names.push(u64::from(name));
                }
            });
            names.sort_unstable();
            names
        };
        let mut change = |name: &str, to: &dyn Fn(&Draft, usize, u64) -> Option<u64>| {
            corpus.near(control, name, condition, |draft, place| {
                let old = draft.columns[column][place];
                let new = to(draft, place, old)?;
                let mut draft = draft.clone();
                draft.columns[column][place] = new;
                (new != old).then_some(draft)
            });
        };
        change("the first legal move that is not stated", &|_, place, old| {
            legal(place).into_iter().find(|&mv| mv != old)
        });
        change("the last legal move that is not stated", &|_, place, old| {
            legal(place).into_iter().rev().find(|&mv| mv != old)
        });
        change("an illegal move", &|_, place, old| (old..).find(|mv| !legal(place).contains(mv)));
        change("a pass", &|_, place, _| (!legal(place).contains(&0)).then_some(0));
        change("a promotion", &|_, _, old| Some(old ^ 1 << 16));
        change("an unknown promotion", &|_, _, old| Some(old | 9 << 16));
        change("a move to a square off the board", &|_, _, old| Some(old | 0xff));
        change("a move from a square off the board", &|_, _, old| Some(old | 0xff00));
        change("the opponent's move", &|draft, place, _| Some(draft.columns[3 - column][place]));
        change("the greatest number", &|_, _, _| Some(u32::MAX.into()));
    }
}

/// Whether the failure is one at a position.
fn at_a_position(control: &Control, bytes: &[u8]) -> bool {
    matches!(judged(control, 2, bytes), Err(Failure::At(_)))
}

/// A table under the other rule for pawns. The two rules have as many positions here; where the better rule is used, the other has no such move.
#[test]
fn tables_of_the_other_rule_for_pawns_are_rejected() {
    for (step, rule) in [(DoubleStep::Always, 1), (DoubleStep::Never, 2)] {
        let control = endgame(4, 5, "KPk", step, Method::Exact);
        let bytes = changed(&control, |draft| {
            let Statement::Endgame(board, _) = &mut draft.head.statement else { unreachable!("an endgame") };
            board[2] = rule;
        });
        assert!(at_a_position(&control, &bytes), "{rule:?}");
    }
}

/// What is stated of two positions exchanged breaks some condition on a position, where the statement has one certificate; elsewhere it may
/// verify if it is true.
#[test]
fn positions_that_are_exchanged_are_rejected_or_true() {
    for control in CONTROLS.iter() {
        let draft = Draft::read(control);
        let last = draft.count() - 1;
        let at = |draft: &Draft, place: usize| draft.columns.iter().map(|column| column[place]).collect::<Vec<_>>();
        for place in [0, last / 2, last] {
            let others = (place..=last).chain(0..place).filter(|&other| at(&draft, other) != at(&draft, place));
            for other in others.take(5) {
                let bytes = changed(control, |draft| {
                    draft.columns.iter_mut().for_each(|column| column.swap(place, other));
                    let both = [draft.listed.remove(&place), draft.listed.remove(&other)];
                    for (number, both) in [other, place].into_iter().zip(both) {
                        draft.listed.extend(both.map(|both| (number, both)));
                    }
                    let both = [draft.labelled.remove(&place), draft.labelled.remove(&other)];
                    for (number, both) in [other, place].into_iter().zip(both) {
                        draft.labelled.extend(both.map(|both| (number, both)));
                    }
                });
                match judged(control, 2, &bytes) {
                    Ok(mutant) => {
                        assert!(!control.is_unique(), "{}: {place} and {other}", control.name);
                        control.compare(&mutant);
                    }
                    Err(failure) => {
                        assert!(
                            matches!(failure, Failure::At(_)),
                            "{}: {place} and {other}: {failure:?}",
                            control.name
                        );
                    }
                }
            }
        }
    }
}

/// One value at every position. (Bare kings are worth 1/2 everywhere: there the constant is the truth.)
#[test]
fn constant_tables_are_rejected() {
    for control in CONTROLS.iter().filter(|control| control.is_unique()) {
        for (numerator, power) in [(0_u8, 0_u8), (1, 0), (1, 1), (1, 2)] {
            let bytes = changed(control, |draft| {
                let many = draft.value_columns();
                draft.columns[..many].iter_mut().for_each(|column| column.fill(0));
                draft.spell(&[Value::new(numerator.into(), BigUint::one() << power)]);
            });
            let failure = judged(control, 2, &bytes).expect_err("a constant");
            // Two columns that are equal everywhere are stated in the wrong form.
            let fine = matches!(failure, Failure::At(_)) || failure.condition() == Some("canonical");
            assert!(fine, "{}: {numerator}/2^{power}: {failure:?}", control.name);
        }
    }
}

/// A list with a member less: what verifies is true.
#[test]
fn plans_without_a_member_are_rejected_or_true() {
    let (mut rejected, mut accepted) = (0, 0);
    for control in CONTROLS.iter().filter(|control| matches!(Draft::read(control).head.statement, Statement::List(..)))
    {
        let Statement::List(.., members) = &Draft::read(control).head.statement else { unreachable!("a list") };
        for place in 0..members.len().min(60) {
            let bytes = changed(control, |draft| {
                let Statement::List(_, root, members) = &mut draft.head.statement else { unreachable!("a list") };
                members.remove(place);
                *root = 0;
                for column in &mut draft.columns {
                    column.remove(place);
                }
                draft.ranges = std::iter::once(0..members.len()).collect();
                if draft.value_columns() > 0 {
                    let values = draft.values();
                    draft.spell(&values);
                }
            });
            match judged(control, 2, &bytes) {
                Ok(mutant) => {
                    control.compare(&mutant);
                    accepted += 1;
                }
                Err(Failure::At(_)) => rejected += 1,
                Err(failure) => panic!("{}: without member {place}: {failure:?}", control.name),
            }
        }
    }
    println!("{rejected} rejected, {accepted} verify");
    assert!(rejected > 20);
}

/// Imports that are found but are not what their digests promise, or are false themselves.
#[test]
fn imports_that_are_not_found_or_are_false_do_not_verify() {
    let kings = exact(4, 4, "Kk");
    let knight = CONTROLS.iter().find(|control| control.name == "4x4 KNk").expect("a control");
    let found = ::games::checker(2, |_| Some(kings.bytes.clone())).check(&knight.bytes, None);
    assert!(found.is_ok());
    for other in [Vec::new(), vec![0; 100], exact(3, 3, "Kk").bytes, knight.bytes.clone()] {
        let found = ::games::checker(2, |_| Some(other.clone())).check(&knight.bytes, None);
        assert!(matches!(found, Err(Failure::MissingImport(_))), "{found:?}");
    }
    // A false table under its own digest.
    let mut draft = Draft::read(&kings);
    let last = draft.count() - 1;
    let columns = draft.columns.len();
    draft.columns[columns - 1][last] += 1;
    let lie = draft.bytes();
    let bytes = changed(knight, |draft| draft.head.imports = vec![Digest::of(&lie)]);
    let failure = ::games::checker(2, |_| Some(lie.clone())).check(&bytes, None).expect_err("a false import");
    assert!(matches!(failure, Failure::Import(0, _)) && failure.condition() == Some("imports"), "{failure:?}");
    // A certificate that imports itself cannot be made; one that imports a list or a game can be stated.
    for control in CONTROLS.iter().filter(|control| !control.name.contains('x')) {
        let bytes = changed(knight, |draft| draft.head.imports = vec![Digest::of(&control.bytes)]);
        let failure = ::games::checker(2, |_| Some(control.bytes.clone())).check(&bytes, None).expect_err("no table");
        assert_eq!(failure.condition(), Some("imports"), "{}: {failure:?}", control.name);
    }
}
