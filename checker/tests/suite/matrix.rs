//! The rejection matrix: for each condition on positions, and at the first, a middle and the last place, a certificate that this condition alone
//! refuses, by the least margin. Beside each stands its control, which differs in one number and is verified.
//!
//! What "alone" means is tried with the second checker in `naive`: without the condition it verifies the certificate, with it it does not. The
//! table in the book, `docs/src/rejection-matrix.md`, is written by `MATRIX=write cargo test --package checker matrix`.

use crate::witness::{hand, naive};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use checker::Checker;
use checker::certificate::{Certificate, Digest, Form, Head, Statement};
use checker::claim::none;
use checker::failure::{Condition, Failure};
use checker::graph::Game;
use checker::numbers::Fractions;
use checker::table::Table;
use checker::theorem::Side;
use checker::write::{Writer, write};

/// A change of one number, and what it was and became.
struct Cell {
    condition: &'static str,
    form: usize,
    place: usize,
    what: String,
    control: Vec<u8>,
    mutant: Vec<u8>,
}

/// Where nobody can force anything (`w`, `v`: α = 0, β = 1), and three positions (`p`, `q`, `r`), to which no move leads, with α = 1/4 and β = 3/4.
const GAME: &str = r#"{"bidding-game": 2, "positions": [
{"name": "p", "left": ["w"], "right": ["h"]},
{"name": "w", "left": ["w"], "right": ["w"]},
{"name": "q", "left": ["w"], "right": ["h"]},
{"name": "v", "left": ["v"], "right": ["v"]},
{"name": "r", "left": ["w"], "right": ["h"]},
{"name": "h", "value": "1/2"}
]}
"#;
/// The numbers of `p`, `q` and `r`.
const PLACES: [usize; 3] = [0, 2, 4];
/// The denominator of values that are almost 1/4 or 3/4.
const FINE: u64 = 1 << 40;

/// The exact table of [`GAME`], in fractions of [`FINE`]: both values, and the labels.
fn exact([x, y]: [[u64; 5]; 2], labels: [[u64; 5]; 2]) -> Vec<u8> {
    let mut values: Vec<u64> = x.iter().chain(&y).copied().collect();
    values.sort_unstable();
    values.dedup();
    let lowest = |value: &u64| {
        let shift = value.trailing_zeros().min(40);
        format!("{}/{}", value >> shift, FINE >> shift)
    };
    let texts: Vec<String> = values.iter().map(lowest).collect();
    let texts: Vec<&str> = texts.iter().map(|text| if *text == "0/1" { "0" } else { text.as_str() }).collect();
    let index = |value: &u64| values.binary_search(value).unwrap() as u64;
    let head =
        Head { statement: Statement::Game, bits: 0, form: Form::Two, imports: vec![], values: hand::fractions(&texts) };
    let mut slice = Writer::default();
    [x, y].iter().for_each(|column| slice.column(&column.iter().map(index).collect::<Vec<_>>()));
    labels.iter().for_each(|column| slice.column(column));
    write(&head, &[slice.0])
}

/// An enclosure of [`GAME`] in units of 2^-10: all four numbers of each position.
fn enclosed(bounds: [[u64; 4]; 5]) -> Vec<u8> {
    let head = Head {
        statement: Statement::Game,
        bits: 10,
        form: Form::Narrow,
        imports: vec![],
        values: Fractions::default(),
    };
    let column = |number: fn([u64; 4]) -> u64| bounds.map(number).to_vec();
    let mut slice = Writer::default();
    for column in [
        column(|[l, ..]| l),
        column(|[l, u, ..]| u - l),
        vec![0b11111],
        column(|[_, u, m, _]| m - u),
        column(|[.., m, v]| v - m),
    ] {
        slice.column(&column);
    }
    write(&head, &[slice.0])
}

/// A plan for three positions of bare kings on 2x2, in units of 2^-10: the bounds and, where they are stated, the labels.
fn plan(form: Form, bounds: [u64; 3], labels: [u64; 3]) -> Vec<u8> {
    let members = [[0, 1], [0, 3], [1, 2]].map(|[white, black]| (vec![[0, white], [1, black]], 0));
    let statement = Statement::List([2, 2, 0], 0, members.to_vec());
    let head = Head { statement, bits: 10, form, imports: vec![], values: Fractions::default() };
    let mut slice = Writer::default();
    slice.column(&bounds);
    if let Form::Forces(_) = form {
        slice.column(&labels);
    }
    write(&head, &[slice.0])
}

/// All cells.
fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut add = |condition, form, place, what: String, control: &[u8], mutant| {
        cells.push(Cell { condition, form, place, what, control: control.to_vec(), mutant });
    };
    // Exact, not sharp. A value that is too low is no bound that holds, and one that is too high cannot be forced.
    let values = [[1, 0, 1, 0, 1], [3, 4, 3, 4, 3]].map(|column| column.map(|x| x * FINE / 4));
    let labels = [[1, 0, 1, 0, 1]; 2];
    let control = exact(values, labels);
    for (condition, column, up) in
        [("white-holds", 0, false), ("white-forces", 0, true), ("black-holds", 1, true), ("black-forces", 1, false)]
    {
        for place in PLACES {
            let mut values = values;
            let x = &mut values[column][place];
            *x = if up { *x + 1 } else { *x - 1 };
            let what = format!("{}/4 becomes {x}/2^40", if column == 0 { 1 } else { 3 });
            add(condition, 1, place, what, &control, exact(values, labels));
        }
    }
    for (condition, column) in [("white-label", 0), ("black-label", 1)] {
        for place in PLACES {
            let mut labels = labels;
            labels[column][place] = 2;
            add(condition, 1, place, "the label 1 becomes 2".to_owned(), &control, exact(values, labels));
        }
    }
    // Enclosures: what is forced is strictly worse than the mean, what holds may be the mean.
    let bounds = [[255, 256, 768, 769], [0, 0, 1024, 1024]];
    let bounds = [0, 1, 0, 1, 0].map(|sort: usize| bounds[sort]);
    let control = enclosed(bounds);
    for (condition, number, up) in
        [("white-forces", 0, true), ("white-holds", 1, false), ("black-holds", 2, true), ("black-forces", 3, false)]
    {
        for place in PLACES {
            let mut bounds = bounds;
            let x = &mut bounds[place][number];
            let before = *x;
            *x = if up { before + 1 } else { before - 1 };
            let what = format!("{before} units become {x}");
            add(condition, 2, place, what, &control, enclosed(bounds));
        }
    }
    // Plans. Each king may capture the other one, so the mean is 1/2.
    for (form, condition, up) in [
        (Form::Holds(Side::White), "white-holds", false),
        (Form::Holds(Side::Black), "black-holds", true),
        (Form::Forces(Side::White), "white-forces", true),
        (Form::Forces(Side::Black), "black-forces", false),
    ] {
        let number = 3 + [Form::Holds(Side::White), Form::Holds(Side::Black), Form::Forces(Side::White)]
            .iter()
            .position(|one| *one == form)
            .unwrap_or(3);
        let control = plan(form, [512; 3], [1; 3]);
        for place in 0..3 {
            let mut bounds = [512; 3];
            bounds[place] = if up { 513 } else { 511 };
            let what = format!("512 units become {}", bounds[place]);
            add(condition, number, place, what, &control, plan(form, bounds, [1; 3]));
            if let Form::Forces(_) = form {
                let mut labels = [1; 3];
                labels[place] = 0;
                let what = "the label 1 becomes 0".to_owned();
                add(condition, number, place, what, &control, plan(form, [512; 3], labels));
            }
        }
    }
    // Stated moves: instead of the first of two captures of the king the other one; of one, a move that captures nothing.
    let (queen, smaller) = (hand::Halves::new("KQk", &[&kings()]), kings());
    let positions = hand::positions(&hand::endgame(2, 2, "KQk"));
    let last = positions.count() - 1;
    for (side, condition) in [(Side::White, "white-greedy"), (Side::Black, "black-greedy")] {
        for place in [0, last / 2, last] {
            let mut names = Vec::new();
            positions.options(place as u32, |(by, _, name, _)| names.extend((by == side).then_some(u64::from(name))));
            let column = side.of(0, 1);
            let first = queen.moves[column][place];
            let mut changed = hand::Halves::new("KQk", &[&smaller]);
            let other =
                names.into_iter().filter(|name| *name != first).min_by_key(|name| name.abs_diff(first)).unwrap();
            changed.moves[column][place] = other;
            let what = format!("the move {first} becomes {other}");
            add(condition, 0, place, what, &queen.bytes(), changed.bytes());
        }
    }
    cells
}

/// The table of bare kings on 2x2, which that of king and queen imports.
fn kings() -> Vec<u8> {
    hand::Halves::new("Kk", &[]).bytes()
}

/// The name of the condition that the library finds broken, and the number of the position.
fn judged(bytes: &[u8], game: &Arc<Game>) -> Result<(), (&'static str, usize)> {
    let kings = kings();
    let mut checker = Checker::new(1, none, |digest| (digest == Digest::of(&kings)).then(|| kings.clone()));
    let is_game = matches!(Certificate::read(bytes, |_| false).unwrap().head.statement, Statement::Game);
    match checker.check(bytes, is_game.then_some(game)) {
        Ok(_) => Ok(()),
        Err(Failure::At(breach)) => Err((breach.condition.name(breach.side), breach.position as usize)),
        Err(failure) => panic!("{failure:?}"),
    }
}

#[test]
fn each_condition_alone_refuses_something() {
    let game = Arc::new(Game::read(GAME.as_bytes()).unwrap());
    let kings = kings();
    let files = BTreeMap::from([(Digest::of(&kings).0, kings)]);
    let mut rows: BTreeMap<(&str, usize), BTreeMap<String, Vec<usize>>> = BTreeMap::new();
    for Cell { condition, form, place, what, control, mutant } in cells() {
        let is_game = matches!(Certificate::read(&control, |_| false).unwrap().head.statement, Statement::Game);
        let given = naive::Given { files: &files, game: is_game.then_some(GAME.as_bytes()) };
        let name = format!("{condition}, form {form}, position {place}");
        assert_eq!(judged(&control, &game), Ok(()), "{name}: the control");
        assert_eq!(naive::check(&control, &given).word(), "verified", "{name}: the control");
        assert_eq!(judged(&mutant, &game), Err((condition, place)), "{name}");
        assert_eq!(naive::check(&mutant, &given).word(), "rejected", "{name}");
        assert_eq!(
            naive::check_without(condition, &mutant, &given).word(),
            "verified",
            "{name}: without the condition"
        );
        rows.entry((condition, form)).or_default().entry(what).or_default().push(place);
    }
    let conditions: BTreeSet<&str> = rows.keys().map(|row| row.0).collect();
    let required = Side::BOTH.map(|side| {
        [Condition::Holds, Condition::Forces, Condition::Label, Condition::Greedy].map(|condition| condition.name(side))
    });
    assert_eq!(conditions, required.into_iter().flatten().collect(), "conditions on positions");
    assert!(rows.values().all(|row| row.values().map(Vec::len).sum::<usize>() >= 3), "first, middle and last place");
    let mut text = "| condition | form | what it alone refuses | at the positions |\n|---|---|---|---|\n".to_owned();
    for ((condition, form), cells) in rows {
        for (what, places) in cells {
            let places: Vec<String> = places.iter().map(usize::to_string).collect();
            let _ = writeln!(text, "| `{condition}` | {form} | {what} | {} |", places.join(", "));
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src/rejection-matrix.md");
    if std::env::var_os("MATRIX").is_some_and(|value| value == "write") {
        std::fs::write(path, &text).unwrap();
    }
    // Copied out alone, the checker has no book beside it.
    if let Ok(written) = std::fs::read_to_string(path) {
        assert_eq!(written, text, "MATRIX=write writes it again");
    }
}
