//! The rejection matrix of further games: what `matrix.rs` does for positions that are bid for, here for each clause of the conditions of chips, for Hex, and
//! for losing cells of partitions.
//!
//! What "alone" means is tried with verifiers that stand here: written from the format chapter, on lists of numbers, with one clause left out if it is
//! named. The tables in the book, `docs/src/record/rejection-matrix-*.md`, are written by `MATRIX=write cargo test --package bidding-games-further matrix`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use checker::certificate::{Form, Head, Statement};
use checker::graph::Game;
use checker::numbers::Fractions;
use checker::write::{Writer, write};
use num_bigint::BigUint;

use crate::broken;

/// A row of the table in the book: the condition, the clause, what is changed; and the places.
type Table = BTreeMap<(&'static str, String, String), Vec<usize>>;

fn bare(number: u8, body: Vec<u8>) -> Head {
    let statement = Statement::Further(number, body);
    Head { statement, never: None, bits: 0, form: Form::One, imports: Vec::new(), values: Fractions::default() }
}

/// The condition that the library finds broken, and where.
fn judged(bytes: &[u8], game: Option<&Arc<Game>>) -> Result<(), (&'static str, usize)> {
    match games::checker(1, |_| None::<Vec<u8>>).check(&bytes, game) {
        Ok(_) => Ok(()),
        Err(failure) => {
            let (condition, place) = broken(&failure);
            Err((condition, place as usize))
        }
    }
}

// ---- Chips --------------------------------------------------------------------------------------------------------------------------

/// For each position the options of Left and of Right: positions, then the won place and the lost one.
type Options = Vec<[Vec<usize>; 2]>;
/// For each position, for White without the star and with it and for Black: chips that are needed, label, bid, guard.
type Rows = Vec<[[i64; 4]; 4]>;

/// A game under an auction.
struct Chips<'a> {
    options: &'a Options,
    all: i64,
    decides: bool,
}

/// The clauses of `wins` and of `guard`, as they stand in the format chapter. Two more, `x ≤ k` and `y ≤ r`, follow from those after them: below 0
/// nothing is enough, and above all that there is everything is.
const CLAUSES: [(&str, &str); 6] = [
    ("wins", "if x ≥ 1 then L(t − 2x)"),
    ("wins", "if x + 1 ≤ r then R(t + 2x + 2)"),
    ("wins", "if x ≤ r then E(t, x)"),
    ("guard", "if y + 1 ≤ k then not L(t − 2y − 2)"),
    ("guard", "if y ≥ 1 then not R(t + 2y)"),
    ("guard", "if y ≤ k then not E(t, y)"),
];

impl Chips<'_> {
    /// Whether `t` half units are enough for a side at an option, with a label below one if it is given.
    fn enough(&self, rows: &Rows, side: usize, to: usize, t: i64, below: Option<i64>) -> bool {
        let parity = t.rem_euclid(2);
        let [chips, label] = match to.checked_sub(self.options.len()) {
            None => [rows[to][2 * side + parity as usize][0], rows[to][2 * side + parity as usize][1]],
            Some(winner) => [if winner == side { 0 } else { self.all + 1 }, 0],
        };
        let threshold = 2 * chips + parity;
        t > threshold || (t == threshold && below.is_none_or(|below| label < below))
    }

    /// Whether each clause fails of a row with these numbers: its side and parity, and what stands at the options.
    fn fails(&self, rows: &Rows, place: usize, row: usize, [q, label, x, y]: [i64; 4]) -> [bool; 6] {
        let (side, parity) = (row / 2, (row % 2) as i64);
        let options = &self.options[place];
        let some = |t, below| options[side].iter().any(|to| self.enough(rows, side, *to, t, below));
        let every = |t, below| options[1 - side].iter().all(|to| self.enough(rows, side, *to, t, below));
        let left = |t, below| some(t, below) || (self.decides && every(t, below));
        let right = |t, below| every(t, below) && (!self.decides || some(t, below));
        let equal = |t: i64, z: i64, below| match parity {
            1 => left(t - 2 * z - 1, below) || right(t + 2 * z, below),
            _ => left(t - 2 * z, below) && right(t + 2 * z + 1, below),
        };
        let mut fails = [false; 6];
        if q <= self.all {
            let (t, r, below) = (2 * q + parity, self.all - q, Some(label));
            fails[0] = x >= 1 && !left(t - 2 * x, below);
            fails[1] = x < r && !right(t + 2 * x + 2, below);
            fails[2] = x <= r && !equal(t, x, below);
        }
        if q >= 1 {
            let (t, k) = (2 * (q - 1) + parity, q - 1);
            fails[3] = y < k && left(t - 2 * y - 2, None);
            fails[4] = y >= 1 && right(t + 2 * y, None);
            fails[5] = y <= k && equal(t, y, None);
        }
        fails
    }

    /// All that fails: the position, the side and the clause; a clause of a side may be left out.
    fn faults(&self, rows: &Rows, without: Option<(usize, usize)>) -> Vec<(usize, usize, usize)> {
        let mut faults = Vec::new();
        for (place, row) in (0..rows.len()).flat_map(|place| (0..4).map(move |row| (place, row))) {
            let fails = self.fails(rows, place, row, rows[place][row]);
            let all = (0..6).filter(|&clause| fails[clause] && without != Some((row / 2, clause)));
            faults.extend(all.map(|clause| (place, row / 2, clause)));
        }
        faults
    }

    /// The table, found by playing from the end, with the first bids and guards that no clause is against.
    fn solve(&self) -> Rows {
        let never = self.all + 1;
        let mut rows: Rows = vec![[[never, 0, 0, 0]; 4]; self.options.len()];
        for round in 1.. {
            let before = rows.clone();
            for (place, row) in (0..rows.len()).flat_map(|place| (0..4).map(move |row| (place, row))) {
                let wins = |q: i64, x: i64| !self.fails(&before, place, row, [q, round, x, 0])[..3].contains(&true);
                let found =
                    (0..before[place][row][0]).find_map(|q| Some([q, round, (0..=q).find(|&x| wins(q, x))?, 0]));
                rows[place][row] = found.unwrap_or(rows[place][row]);
            }
            if rows == before {
                break;
            }
        }
        for (place, row) in (0..rows.len()).flat_map(|place| (0..4).map(move |row| (place, row))) {
            let [q, label, x, _] = rows[place][row];
            let holds = |y: i64| !self.fails(&rows, place, row, [q, label, x, y])[3..].contains(&true);
            rows[place][row][3] = if q == 0 { 0 } else { (0..=self.all + 1 - q).find(|&y| holds(y)).expect("a guard") };
        }
        rows
    }

    fn game(&self) -> (String, Arc<Game>) {
        let list = |row: &[usize]| row.iter().map(|option| format!("\"{option}\"")).collect::<Vec<_>>().join(",");
        let position = |(number, [left, right]): (usize, &[Vec<usize>; 2])| {
            format!(r#"{{"name":"{number}","left":[{}],"right":[{}]}},"#, list(left), list(right))
        };
        let inner: String = self.options.iter().enumerate().map(position).collect();
        let [won, lost] = [self.options.len(), self.options.len() + 1];
        let text = format!(
            r#"{{"bidding-game":2,"positions":[{inner}{{"name":"{won}","value":"1"}},{{"name":"{lost}","value":"0"}}]}}"#
        );
        let game = Arc::new(Game::read(text.as_bytes()).unwrap());
        (text, game)
    }

    fn certificate(&self, rows: &Rows) -> Vec<u8> {
        let mut body = Writer(vec![self.decides.into()]);
        body.number(self.all as u64);
        body.0.push(1);
        body.0.extend(self.game().1.digest.0);
        let mut slice = Writer::default();
        for (row, column) in (0..4).flat_map(|row| (0..4).map(move |column| (row, column))) {
            slice.column(&rows.iter().map(|rows| rows[row][column] as u64).collect::<Vec<_>>());
        }
        write(&bare(6, body.0), &[slice.0])
    }
}

/// The places of three equal positions `p` in a game of six; each has a neighbour of its own, `a`.
const PLACES: [usize; 3] = [0, 2, 5];
const NEIGHBOURS: [usize; 3] = [1, 3, 4];

/// Small games: the options of `p` and of `a`, each of them to `p`, to `a`, to the won place or the lost one.
fn games() -> impl Iterator<Item = Options> {
    let rows = [vec![0], vec![1], vec![2], vec![3], vec![1, 3], vec![1, 2]];
    (0..rows.len().pow(4)).map(move |mut number| {
        let mut next = || {
            let row = rows[number % rows.len()].clone();
            number /= rows.len();
            row
        };
        let two = [[next(), next()], [next(), next()]];
        let mut options = vec![[vec![], vec![]]; 6];
        for (p, a) in PLACES.into_iter().zip(NEIGHBOURS) {
            let to = |row: &Vec<usize>| row.iter().map(|&to| [p, a, 6, 7][to]).collect::<Vec<_>>();
            options[p] = two[0].each_ref().map(to);
            options[a] = two[1].each_ref().map(to);
        }
        options
    })
}

/// The changes of one number that leave it in its range: the row, the column, and the new number.
fn changes(all: i64, row: &[[i64; 4]; 4]) -> Vec<(usize, usize, i64)> {
    let mut changes = Vec::new();
    for (number, [q, label, x, y]) in row.iter().copied().enumerate() {
        let wins = q <= all;
        let mut add = |column, new: i64, is_legal: bool| changes.extend(is_legal.then_some((number, column, new)));
        add(0, q - 1, q >= 2 && wins && x < q);
        add(0, q + 1, q < all);
        add(1, label - 1, wins && label >= 1);
        add(2, x - 1, wins && x >= 1);
        add(2, x + 1, wins && x < q);
        add(3, y - 1, q >= 1 && y >= 1);
        add(3, y + 1, q >= 1 && y < all + 1 - q);
    }
    changes
}

#[test]
fn each_clause_of_chips_alone_refuses_something() {
    let mut table = Table::new();
    let names = [["white-wins", "white-guard"], ["black-wins", "black-guard"]];
    let columns = ["chips that are needed", "label", "bid", "guard"];
    let mut open: BTreeSet<(usize, usize)> = (0..2).flat_map(|side| (0..6).map(move |clause| (side, clause))).collect();
    'search: for options in games() {
        for (all, decides) in [(1, false), (2, false), (1, true), (2, true), (3, false)] {
            let chips = Chips { options: &options, all, decides };
            let control = chips.solve();
            assert_eq!(chips.faults(&control, None), [], "the control");
            for (row, column, new) in changes(all, &control[PLACES[0]]) {
                let mutants = PLACES.map(|place| {
                    let mut mutant = control.clone();
                    mutant[place][row][column] = new;
                    mutant
                });
                let alone = |&(side, clause): &(usize, usize)| {
                    mutants.iter().zip(PLACES).all(|(mutant, place)| {
                        chips.faults(mutant, Some((side, clause))).is_empty()
                            && chips.faults(mutant, None).iter().all(|fault| fault.0 == place)
                            && !chips.faults(mutant, None).is_empty()
                    })
                };
                let Some(&(side, clause)) = open.iter().find(|one| alone(one)) else { continue };
                let (condition, (_, words)) = (names[side][clause / 3], CLAUSES[clause]);
                let (text, game) = chips.game();
                assert_eq!(judged(&chips.certificate(&control), Some(&game)), Ok(()), "{text}: the control");
                for (mutant, place) in mutants.iter().zip(PLACES) {
                    let found = judged(&chips.certificate(mutant), Some(&game));
                    assert_eq!(found, Err((condition, place)), "{condition}, {words}: {text}");
                    let star = if row % 2 == 1 { "with the star" } else { "without the star" };
                    let old = control[place][row][column];
                    let what = format!("{star}, {}: {old} becomes {new}", columns[column]);
                    table.entry((condition, words.to_owned(), what)).or_default().push(place);
                }
                open.remove(&(side, clause));
                if open.is_empty() {
                    break 'search;
                }
            }
        }
    }
    assert!(open.is_empty(), "clauses without a mutant: {open:?}");
    compare("chips", &table);
}

// ---- Hex ----------------------------------------------------------------------------------------------------------------------------

/// By going through all fillings of an empty board: in how many Left joins the first rank to the last, and in how many of those each cell is Left's.
fn fillings(files: usize, ranks: usize) -> Vec<u64> {
    let mut counts = vec![0; 1 + files * ranks];
    for filling in 0..1_u64 << (files * ranks) {
        let is_left = |cell: usize| filling >> cell & 1 == 1;
        let mut reached: Vec<bool> = (0..files * ranks).map(|cell| cell < files && is_left(cell)).collect();
        for _ in 0..files * ranks {
            for cell in 0..files * ranks {
                let (file, rank) = ((cell % files) as i32, (cell / files) as i32);
                let near = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)].map(|(x, y)| (file + x, rank + y));
                let is_near = near.iter().any(|&(file, rank)| {
                    (0..files as i32).contains(&file)
                        && (0..ranks as i32).contains(&rank)
                        && reached[rank as usize * files + file as usize]
                });
                reached[cell] |= is_left(cell) && is_near;
            }
        }
        if reached[files * (ranks - 1)..].contains(&true) {
            counts[0] += 1;
            (0..files * ranks).filter(|&cell| is_left(cell)).for_each(|cell| counts[1 + cell] += 1);
        }
    }
    counts
}

/// What is wrong with stated counts: that of all fillings, or that of a cell; one of the two may be left out.
fn hex_faults(stated: &[u64], true_counts: &[u64], without: Option<&str>) -> Vec<usize> {
    let all = stated.iter().zip(true_counts).enumerate().filter(|(_, (stated, counted))| stated != counted);
    all.map(|(place, _)| place)
        .filter(|place| without != Some(if *place == 0 { "in all" } else { "with a cell" }))
        .collect()
}

#[test]
fn each_count_of_hex_alone_refuses_something() {
    let mut table = Table::new();
    for (files, ranks) in [(2, 2), (3, 3), (4, 2)] {
        let counts = fillings(files, ranks);
        let body = [vec![files as u8, ranks as u8], vec![0; files * ranks]].concat();
        let certificate = |counts: &[u64]| {
            let mut slice = Writer::default();
            counts.iter().for_each(|count| slice.natural(&BigUint::from(*count)));
            write(&bare(8, body.clone()), &[slice.0])
        };
        assert_eq!(judged(&certificate(&counts), None), Ok(()), "the control");
        for place in [0, 1, 1 + files * ranks / 2, files * ranks] {
            for (up, word) in [(true, "more"), (false, "less")] {
                let mut mutant = counts.clone();
                mutant[place] = if up { mutant[place] + 1 } else { mutant[place] - 1 };
                let clause = if place == 0 { "in all" } else { "with a cell" };
                assert_eq!(hex_faults(&mutant, &counts, None), [place]);
                assert!(hex_faults(&mutant, &counts, Some(clause)).is_empty());
                assert_eq!(judged(&certificate(&mutant), None), Err(("count", place)), "{files}x{ranks} {place} {up}");
                let what = format!("{files}x{ranks}: one filling {word}");
                table.entry(("count", clause.to_owned(), what)).or_default().push(place);
            }
        }
    }
    compare("hex", &table);
}

// ---- Losing cells -------------------------------------------------------------------------------------------------------------------

/// What is wrong with losing cells of a rook on a rectangle, in normal play: a losing cell that leads to one (`quiet`), or another cell that leads to none
/// (`answered`). One of the two may be left out.
fn rook_faults(
    [rows, columns]: [usize; 2],
    losing: &BTreeSet<usize>,
    without: Option<&str>,
) -> Vec<(&'static str, usize)> {
    let mut faults = Vec::new();
    for cell in 0..rows * columns {
        let (row, column) = (cell / columns, cell % columns);
        let mut options =
            (row + 1..rows).map(|row| row * columns + column).chain((column + 1..columns).map(|c| row * columns + c));
        let leads = options.any(|option| losing.contains(&option));
        let name = if losing.contains(&cell) { "quiet" } else { "answered" };
        if leads == losing.contains(&cell) && without != Some(name) {
            faults.push((name, cell));
        }
    }
    faults
}

#[test]
fn each_condition_of_losing_cells_alone_refuses_something() {
    let mut table = Table::new();
    // Of a rook the cells with as many rows as columns left are lost.
    let (rows, columns) = (5, 5);
    let control: BTreeSet<usize> = (0..rows).map(|row| row * columns + row).collect();
    let certificate = |losing: &BTreeSet<usize>| {
        // No steps; two rides, along a row and along a column; normal play; one run of equal rows.
        let mut body = Writer(vec![0, 2, 0, 1, 1, 0, 0, 1]);
        body.number(columns as u64);
        body.number(rows as u64);
        let mut slice = Writer::default();
        slice.number(losing.len() as u64);
        let mut next = 0;
        for &cell in losing {
            slice.number((cell - next) as u64);
            next = cell + 1;
        }
        write(&bare(10, body.0), &[slice.0])
    };
    assert_eq!(judged(&certificate(&control), None), Ok(()), "the control");
    assert_eq!(rook_faults([rows, columns], &control, None), []);
    for (condition, cells) in [("answered", [0, 12, 24]), ("quiet", [1, 13, 23])] {
        for cell in cells {
            let mut mutant = control.clone();
            if !mutant.remove(&cell) {
                mutant.insert(cell);
            }
            let all = rook_faults([rows, columns], &mutant, None);
            assert!(!all.is_empty());
            assert_eq!(rook_faults([rows, columns], &mutant, Some(condition)), [], "{condition} {cell}");
            let found = judged(&certificate(&mutant), None).unwrap_err();
            assert!(all.contains(&(found.0, found.1)), "{found:?} {all:?}");
            assert_eq!(found.0, condition, "{cell}");
            let what = if condition == "quiet" { "a losing cell more" } else { "a losing cell less" };
            table.entry((condition, "a rook on 5x5".to_owned(), what.to_owned())).or_default().push(cell);
        }
    }
    compare("partitions", &table);
}

/// The table in the book, of one game.
fn compare(name: &str, table: &Table) {
    assert!(table.values().all(|places| !places.is_empty()));
    let mut text = "| condition | clause | what it alone refuses | at the places |\n|---|---|---|---|\n".to_owned();
    for ((condition, clause, what), places) in table {
        let places: Vec<String> = places.iter().map(usize::to_string).collect();
        let _ = writeln!(text, "| `{condition}` | {clause} | {what} | {} |", places.join(", "));
    }
    let path = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/src/record/rejection-matrix-{}.md"), name);
    if std::env::var_os("MATRIX").is_some_and(|value| value == "write") {
        std::fs::write(&path, &text).unwrap();
    }
    // Copied out alone, the checker has no book beside it.
    if let Ok(written) = std::fs::read_to_string(&path) {
        assert_eq!(written, text, "MATRIX=write writes it again");
    }
}
