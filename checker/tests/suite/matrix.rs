//! The rejection matrix: for each condition on positions, and at the first, a middle and the last place, a certificate that this condition alone
//! refuses, by the least margin. Beside each stands its control, which differs in one number and is verified.
//!
//! What "alone" means is tried with the second checker in `naive`: without the condition it verifies the certificate, with it it does not. The
//! table in the book, `docs/src/record/rejection-matrix.md`, is written by `MATRIX=write cargo test --package bidding-games-checker matrix`.

use crate::witness::naive::chess::Board;
use crate::witness::support::family;
use crate::witness::{hand, naive};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use checker::Checker;
use checker::certificate::{Digest, Form, Head, Never, Statement};
use checker::claim::none;
use checker::failure::{Condition, Failure};
use checker::graph::Game;
use checker::numbers::{Fraction, Fractions};
use checker::table::{Table, Target};
use checker::theorem::Side;
use checker::write::{Writer, write};

/// A change of one number, and what it was and became.
struct Cell {
    condition: &'static str,
    /// The number of the form, and what an endless play is worth if that is stated.
    form: String,
    /// At which position it fails, if it is a condition on one.
    place: Option<usize>,
    game: Option<&'static str>,
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
/// Three quiet positions, to which no move leads, with α = β = 1/2.
const QUIET: &str = r#"{"bidding-game": 2, "positions": [
{"name": "p", "left": ["h"], "right": ["h"]},
{"name": "q", "left": ["h"], "right": ["h"]},
{"name": "r", "left": ["h"], "right": ["h"]},
{"name": "h", "value": "1/2"}
]}
"#;
/// The denominator of values that are almost 1/4, 1/2 or 3/4.
const FINE: u64 = 1 << 40;

/// A head about a game in a file.
fn head(game: &str, never: Option<Never>, bits: u8, form: Form, values: Fractions) -> Head {
    Head { statement: Statement::Game(Digest::of(game.as_bytes())), never, bits, form, imports: vec![], values }
}

/// The exact table of a game, in fractions of [`FINE`]: one value of each position or both, and the labels.
fn exact(game: &str, never: Option<Never>, numbers: &[Vec<u64>], labels: &[Vec<u64>; 2]) -> Vec<u8> {
    let mut values = numbers.concat();
    values.sort_unstable();
    values.dedup();
    let fraction = |value: &u64| Fraction { numerator: (*value).into(), denominator: FINE.into() };
    let common = values.iter().fold(FINE, |common, value| num_integer::gcd(common, *value));
    let lowest = |fraction: Fraction| Fraction {
        numerator: fraction.numerator / common,
        denominator: fraction.denominator / common,
    };
    let stated = Fractions::of(&values.iter().map(fraction).map(lowest).collect::<Vec<_>>()).unwrap();
    let index = |value: &u64| values.binary_search(value).unwrap() as u64;
    let form = if numbers.len() == 2 { Form::Two } else { Form::One };
    let mut slice = Writer::default();
    numbers.iter().for_each(|column| slice.column(&column.iter().map(index).collect::<Vec<_>>()));
    labels.iter().for_each(|column| slice.column(column));
    write(&head(game, never, 0, form, stated), &[slice.0])
}

/// An enclosure of a game in units of 2^-10: all four numbers of each position, and the labels where they are not both 0.
fn enclosed(game: &str, never: Option<Never>, bounds: &[[u64; 4]], labels: &[[u64; 2]]) -> Vec<u8> {
    let flags = |is_listed: &dyn Fn(usize) -> bool| {
        vec![(0..bounds.len()).filter(|place| is_listed(*place)).map(|place| 1 << place).sum::<u64>()]
    };
    let column = |number: fn([u64; 4]) -> u64| bounds.iter().copied().map(number).collect::<Vec<_>>();
    let wide: Vec<[u64; 4]> = bounds.iter().copied().filter(|[_, u, m, _]| u < m).collect();
    let stated: Vec<[u64; 2]> = labels.iter().copied().filter(|labels| *labels != [0; 2]).collect();
    let mut slice = Writer::default();
    for column in [
        column(|[l, ..]| l),
        column(|[l, u, ..]| u - l),
        flags(&|place| bounds[place][1] < bounds[place][2]),
        wide.iter().map(|[_, u, m, _]| m - u).collect(),
        wide.iter().map(|[.., m, v]| v - m).collect(),
        flags(&|place| labels[place] != [0; 2]),
        stated.iter().map(|labels| labels[0]).collect(),
        stated.iter().map(|labels| labels[1]).collect(),
    ] {
        slice.column(&column);
    }
    write(&head(game, never, 10, Form::Narrow, Fractions::default()), &[slice.0])
}

/// A plan for three positions of bare kings on 2x2, in units of 2^-10: the bounds and, where they are stated, the labels.
fn plan(form: Form, bounds: [u64; 3], labels: [u64; 3]) -> Vec<u8> {
    let members = [[0, 1], [0, 3], [1, 2]].map(|[white, black]| (vec![[0, white], [1, black]], 0));
    let statement = Statement::List([2, 2, 0], 0, members.to_vec());
    let head = Head { statement, never: None, bits: 10, form, imports: vec![], values: Fractions::default() };
    let mut slice = Writer::default();
    slice.column(&bounds);
    if let Form::Forces(_) = form {
        slice.column(&labels);
    }
    write(&head, &[slice.0])
}

/// The table of bare kings on 5x2: everywhere it is 1/2.
fn far() -> Vec<u8> {
    let family = family(Board::new(5, 2, 0), "Kk");
    let solved = &family[&vec!['K', 'k']];
    assert!(solved.places.iter().all(|place| place.bounds.iter().all(|bound| *bound == naive::fraction(1, 2))));
    solved.bytes.clone()
}

/// A plan for three positions of bare kings on 5x2, four files from each other, with the bound 1/2 and these labels; all other positions are in the import.
fn far_plan(form: Form, labels: [u64; 3]) -> Vec<u8> {
    let members = [[0, 4], [0, 9], [5, 9]].map(|[white, black]| (vec![[0, white], [1, black]], 0));
    let statement = Statement::List([5, 2, 0], 0, members.to_vec());
    let imports = vec![Digest::of(&far())];
    let head = Head { statement, never: None, bits: 10, form, imports, values: Fractions::default() };
    let mut slice = Writer::default();
    slice.column(&[512_u64; 3]);
    slice.column(&labels);
    write(&head, &[slice.0])
}

/// All cells.
fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut add = |condition, form: &str, place, what: String, game, [control, mutant]: [Vec<u8>; 2]| {
        cells.push(Cell { condition, form: form.to_owned(), place, game, what, control, mutant });
    };
    // Exact, not sharp. A value that is too low is no bound that holds, and one that is too high cannot be forced.
    let values = [[1, 0, 1, 0, 1], [3, 4, 3, 4, 3]].map(|column| column.map(|x| x * FINE / 4).to_vec());
    let labels = [vec![1, 0, 1, 0, 1], vec![1, 0, 1, 0, 1]];
    let control = exact(GAME, None, &values, &labels);
    for (condition, column, up) in
        [("white-holds", 0, false), ("white-forces", 0, true), ("black-holds", 1, true), ("black-forces", 1, false)]
    {
        for place in PLACES {
            let mut values = values.clone();
            let x = &mut values[column][place];
            *x = if up { *x + 1 } else { *x - 1 };
            let what = format!("{}/4 becomes {x}/2^40", if column == 0 { 1 } else { 3 });
            let mutant = exact(GAME, None, &values, &labels);
            add(condition, "1", Some(place), what, Some(GAME), [control.clone(), mutant]);
        }
    }
    for (condition, column) in [("white-label", 0), ("black-label", 1)] {
        for place in PLACES {
            let mut labels = labels.clone();
            labels[column][place] = 2;
            let mutant = exact(GAME, None, &values, &labels);
            add(condition, "1", Some(place), "the label 1 becomes 2".to_owned(), Some(GAME), [control.clone(), mutant]);
        }
    }
    // An endless play is worth 1/4 or 3/4, and the value is 1/2: only the label of the side that has more than that is stated.
    for (never, name, own) in [((1, 4), "0, d = 1/4", [1, 0]), ((3, 4), "0, d = 3/4", [0, 1])] {
        let (values, labels) = ([vec![FINE / 2; 3]], own.map(|label| vec![label; 3]));
        let control = exact(QUIET, Some(never), &values, &labels);
        for place in 0..3 {
            for (condition, new) in [("white-forces", FINE / 2 + 1), ("black-forces", FINE / 2 - 1)] {
                let mut values = values.clone();
                values[0][place] = new;
                let mutant = exact(QUIET, Some(never), &values, &labels);
                let what = format!("1/2 becomes {new}/2^40");
                add(condition, name, Some(place), what, Some(QUIET), [control.clone(), mutant]);
            }
            for (condition, column) in [("white-label", 0), ("black-label", 1)] {
                let mut labels = labels.clone();
                labels[column][place] += 1;
                let mutant = exact(QUIET, Some(never), &values, &labels);
                let what = format!("the label {} becomes {}", own[column], own[column] + 1);
                add(condition, name, Some(place), what, Some(QUIET), [control.clone(), mutant]);
            }
        }
    }
    // Enclosures of what is not quiet: what is forced may be the mean, and so may be what holds.
    let sharp = [[255, 256, 768, 769], [256, 257, 767, 768]];
    let wait = [0, 0, 1024, 1024];
    for (condition, number, up, own) in [
        ("white-forces", 0, true, sharp[1]),
        ("white-holds", 1, false, sharp[0]),
        ("black-holds", 2, true, sharp[0]),
        ("black-forces", 3, false, sharp[1]),
    ] {
        let bounds = [own, wait, own, wait, own];
        let control = enclosed(GAME, None, &bounds, &[[0; 2]; 5]);
        for place in PLACES {
            let mut bounds = bounds;
            let x = &mut bounds[place][number];
            let before = *x;
            *x = if up { before + 1 } else { before - 1 };
            let what = format!("{before} units become {x}");
            let mutant = enclosed(GAME, None, &bounds, &[[0; 2]; 5]);
            add(condition, "2", Some(place), what, Some(GAME), [control.clone(), mutant]);
        }
    }
    // Enclosures of what is quiet: what is forced may be the mean if there is a label, or if an endless play is worth as much.
    for (never, name, own) in
        [(None, "2", [1, 1]), (Some((1, 4)), "2, d = 1/4", [1, 0]), (Some((3, 4)), "2, d = 3/4", [0, 1])]
    {
        let (bounds, labels) = ([[512, 512, 512, 512]; 3], [own; 3]);
        let control = enclosed(QUIET, never, &bounds, &labels);
        for (condition, side) in
            [("white-forces", 0), ("black-forces", 1)].into_iter().filter(|(_, side)| own[*side] > 0)
        {
            for place in 0..3 {
                let mut labels = labels;
                labels[place][side] = 0;
                let mutant = enclosed(QUIET, never, &bounds, &labels);
                let what = "the label 1 becomes 0".to_owned();
                add(condition, name, Some(place), what, Some(QUIET), [control.clone(), mutant]);
            }
        }
    }
    // Without a label: as much as an endless play is worth, and no more than the mean.
    for (condition, old, new) in [("white-forces", [512, 513], [513, 513]), ("black-forces", [511, 512], [511, 511])] {
        let bounds = |place: usize, own: [u64; 2]| {
            let mut all = [old; 3];
            all[place] = own;
            all.map(|[l, v]| [l, v, l, v])
        };
        let never = Some((1, 2));
        let control = enclosed(QUIET, never, &bounds(0, old), &[[0; 2]; 3]);
        for place in 0..3 {
            let mutant = enclosed(QUIET, never, &bounds(place, new), &[[0; 2]; 3]);
            let what = format!("512 units become {}", if old[0] == new[0] { new[1] } else { new[0] });
            add(condition, "2, d = 1/2", Some(place), what, Some(QUIET), [control.clone(), mutant]);
        }
    }
    // Plans. Each king may capture the other one, so the mean is 1/2.
    for (form, condition, up) in [
        (Form::Holds(Side::White), "white-holds", false),
        (Form::Holds(Side::Black), "black-holds", true),
        (Form::Forces(Side::White), "white-forces", true),
        (Form::Forces(Side::Black), "black-forces", false),
    ] {
        let number = match form {
            Form::Holds(side) => side.of("3", "4"),
            Form::Forces(side) => side.of("5", "6"),
            _ => panic!("a form of plans"),
        };
        let control = plan(form, [512; 3], [1; 3]);
        for place in 0..3 {
            let mut bounds = [512; 3];
            bounds[place] = if up { 513 } else { 511 };
            let what = format!("512 units become {}", bounds[place]);
            let mutant = plan(form, bounds, [1; 3]);
            add(condition, number, Some(place), what, None, [control.clone(), mutant]);
            if let Form::Forces(_) = form {
                // Far from each other nobody captures, all moves lead to 1/2, and it is quiet.
                let mut labels = [1; 3];
                labels[place] = 0;
                let what = "the label 1 becomes 0".to_owned();
                add(condition, number, Some(place), what, None, [[1; 3], labels].map(|labels| far_plan(form, labels)));
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
            add(condition, "0", Some(place), what, None, [queen.bytes(), changed.bytes()]);
        }
    }
    // Imports: one without which a move leads nowhere, though no value rests on it; and one to which no move leads: it is about what the list itself has.
    let lacking = hand::Halves::new("KQk", &[]).bytes();
    let first = (0..=last).find(|place| {
        let mut leaves = false;
        positions.options(*place as u32, |(.., to)| leaves |= matches!(to, Target::Known { .. }));
        leaves
    });
    add("imports", "0", first, "the import is left out".to_owned(), None, [queen.bytes(), lacking]);
    let all: Vec<[u8; 2]> = (0..4)
        .flat_map(|white| (0..4).map(move |black| [white, black]))
        .filter(|[white, black]| white != black)
        .collect();
    let with = |imports: Vec<Digest>| {
        let members = all.iter().map(|[white, black]| (vec![[0, *white], [1, *black]], 0)).collect();
        let statement = Statement::List([2, 2, 0], 0, members);
        let head = Head {
            statement,
            never: None,
            bits: 10,
            form: Form::Holds(Side::White),
            imports,
            values: Fractions::default(),
        };
        let mut slice = Writer::default();
        slice.column(&[512_u64; 12]);
        write(&head, &[slice.0])
    };
    let what = "an import is added".to_owned();
    add("imports", "3", None, what, None, [with(vec![]), with(vec![Digest::of(&smaller)])]);
    cells
}

/// The table of bare kings on 2x2, which that of king and queen imports.
fn kings() -> Vec<u8> {
    hand::Halves::new("Kk", &[]).bytes()
}

/// All imports, by digest.
fn files() -> BTreeMap<[u8; 32], Vec<u8>> {
    [kings(), far()].map(|bytes| (Digest::of(&bytes).0, bytes)).into()
}

/// The name of the condition that the library finds broken, and the number of the position.
fn judged(bytes: &Vec<u8>, game: Option<&str>) -> Result<(), (&'static str, Option<usize>)> {
    let files = files();
    let mut checker = Checker::new(1, none, |digest| files.get(&digest.0).cloned());
    let game = game.map(|game| Arc::new(Game::read(game.as_bytes()).unwrap()));
    match checker.check(bytes, game.as_ref()) {
        Ok(_) => Ok(()),
        Err(failure @ (Failure::At(_) | Failure::Lacking(_) | Failure::Unused(0))) => {
            Err((failure.condition().unwrap(), failure.place().map(|place| place as usize)))
        }
        Err(failure) => panic!("{failure:?}"),
    }
}

#[test]
fn each_condition_alone_refuses_something() {
    let files = files();
    let mut rows: BTreeMap<(&str, String), BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for Cell { condition, form, place, game, what, control, mutant } in cells() {
        let given = naive::Given { files: &files, game: game.map(str::as_bytes) };
        let name = format!("{condition}, form {form}, position {place:?}");
        assert_eq!(judged(&control, game), Ok(()), "{name}: the control");
        assert_eq!(naive::check(&control, &given).word(), "verified", "{name}: the control");
        assert_eq!(judged(&mutant, game), Err((condition, place)), "{name}");
        assert_eq!(naive::check(&mutant, &given).word(), "rejected", "{name}");
        let without = naive::check_without(condition, &mutant, &given);
        assert_eq!(without.word(), "verified", "{name}: without the condition: {without:?}");
        let place = place.map_or("none".to_owned(), |place| place.to_string());
        rows.entry((condition, form)).or_default().entry(what).or_default().push(place);
    }
    let conditions: BTreeSet<&str> = rows.keys().map(|row| row.0).collect();
    let required = Side::BOTH.map(|side| {
        [Condition::Holds, Condition::Forces, Condition::Label, Condition::Greedy].map(|condition| condition.name(side))
    });
    let required = required.into_iter().flatten().chain(["imports"]).collect();
    assert_eq!(conditions, required, "conditions on positions, and on imports");
    let counts = rows.iter().map(|(row, cells)| (row.0, cells.values().map(Vec::len).sum::<usize>()));
    assert!(
        counts.into_iter().all(|(condition, count)| count >= 3 || condition == "imports"),
        "first, middle and last place"
    );
    let mut text = "| condition | form | what it alone refuses | at the positions |\n|---|---|---|---|\n".to_owned();
    for ((condition, form), cells) in rows {
        for (what, places) in cells {
            let _ = writeln!(text, "| `{condition}` | {form} | {what} | {} |", places.join(", "));
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src/record/rejection-matrix.md");
    if std::env::var_os("MATRIX").is_some_and(|value| value == "write") {
        std::fs::write(path, &text).unwrap();
    }
    // Copied out alone, the checker has no book beside it.
    if let Ok(written) = std::fs::read_to_string(path) {
        assert_eq!(written, text, "MATRIX=write writes it again");
    }
}
