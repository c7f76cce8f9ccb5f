//! What can be asked about chess on partitions: questions of [`crate::audit`]. What is counted here comes from tables that the checker has verified in the
//! same run.
//!
//! λ has the rows λ₁ ≥ λ₂ ≥ …, ℓ of them; λ\[i,j\] is what is left when i rows and j columns are deleted. G is the normal value. S(k,a,b) has k steps, each b
//! rows high and a columns wide. "Holds" means: in all cases that are looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::rc::Rc;

use games::partitions::{CLASSES, Moves, Proved};
use report::claims::partitions::{layer_value, partition, partition_text, piece, rest};
use report::words;
use serde::Deserialize;

use super::local::Family;
use super::sizes::Partitions;
use super::{board, cells, sizes, staircases};
use crate::audit::{Answer, Found, Item, Nothing, Places, Question, State, Unanswered, question};

/// All questions.
pub fn questions() -> Vec<Question> {
    let mut all = vec![
        question("conjugation", conjugation),
        question("longest-play", longest_play),
        question("inherited", inherited),
        question("isomorphism", isomorphism),
        question("which-downright", which_downright),
        question("king-rectangles", king_rectangles),
        question("king-even", king_even),
        question("king-staircase", king_staircase),
        question("king-even-blocks", king_even_blocks),
        question("rook-rectangles", rook_rectangles),
        question("rook-losing", rook_losing),
        question("rook-powers", rook_powers),
        question("queen-rectangles", queen_rectangles),
        question("queen-stairs", queen_stairs),
        question("queen-wide", queen_wide),
        question("inside-staircase", inside_staircase),
        question("truncation", truncation),
        question("classes", classes),
        question("classes-of-family", classes_of_family),
        question("first-against", first_against),
        question("odd-blocks", odd_blocks),
        question("even-blocks", even_blocks),
        question("staircases-recur", staircases_recur),
        question("coefficient", coefficient),
        question("losing-counts", losing_counts),
    ];
    all.extend(super::hooks::questions());
    all.extend(super::shapes::questions());
    all
}

pub(super) type Pairs = Rc<Vec<[u16; 2]>>;
pub(super) type Against = [Option<usize>; 6];

/// Verified tables, each made when it is first asked for.
pub struct Tables {
    /// All partitions up to the size of the audit.
    pub(super) all: Partitions,
    tables: BTreeMap<String, (Pairs, Against)>,
    /// Blocks of staircases have sides up to this.
    blocks: usize,
}

/// All pieces.
pub(super) const PIECES: [&str; 7] = ["Downright", "Pawn", "Knight", "Bishop", "King", "Rook", "Queen"];

fn named(name: &str) -> Moves {
    piece(name).expect("a piece")
}

fn verified<T>(bytes: &[u8], take: impl Fn(&Proved) -> Option<T>) -> Result<T, String> {
    let verdict = games::checker(1, |_| None::<Vec<u8>>).check(&bytes, None);
    let verified = verdict.map_err(|failure| words::explain(bytes, None, &failure))?;
    let proved = verified.about().expect("it is about partitions");
    take(&proved).ok_or_else(|| "found a certificate of another sort".to_owned())
}

fn values(proved: &Proved) -> Option<(Pairs, Against)> {
    match proved {
        Proved::Values(pairs, against) => Some((Rc::new(pairs.clone()), *against)),
        _ => None,
    }
}

/// The values of all staircases of a block, verified.
pub struct All {
    returns: [usize; 3],
    values: Vec<[u16; 1]>,
    block: [usize; 2],
}

impl All {
    /// Solves, and has the checker verify it.
    ///
    /// # Errors
    ///
    /// In words, if nothing recurs within 500 layers, or the values are not verified.
    pub fn new(name: &str, block: [usize; 2]) -> Result<Self, String> {
        Self::with_certificate(name, block).map(|(all, _)| all)
    }

    /// Solves, and has the checker verify it; also the certificate.
    fn with_certificate(name: &str, block: [usize; 2]) -> Result<(Self, Vec<u8>), String> {
        let moves = named(name);
        let found = staircases::solve(&moves, block, 500);
        let found = found.ok_or_else(|| format!("{name} on S(k,{},{}): nothing recurs", block[0], block[1]))?;
        let bytes = super::staircases_certificate(&moves, block, &found);
        let take = |proved: &Proved| match proved {
            Proved::Staircases(returns, values) => Some((*returns, values.clone())),
            _ => None,
        };
        let (returns, values) = verified(&bytes, take)?;
        Ok((Self { returns, values, block }, bytes))
    }

    /// The certificate of the King's values on a block, verified, where they are those of the family's conjecture.
    ///
    /// # Errors
    ///
    /// In words: which value is another one, or why there is no certificate.
    pub fn conjectured(family: Family, block: [usize; 2]) -> Result<Vec<u8>, String> {
        let (all, bytes) = Self::with_certificate("King", block)?;
        let [a, _] = block;
        let wrong = match family {
            Family::Odd => all.corner(a + 2, |k| if k % (a + 2) == 0 { 2 } else { (k - 1) % (a + 2) % 2 }),
            Family::Even => all.corner(2, |k| 2 + (k - 1) % 2),
            Family::Mixed => {
                return Err("found blocks of an odd and an even side, of which no conjecture speaks".to_owned());
            }
        };
        wrong.map_or(Ok(bytes), |wrong| Err(format!("King: {wrong}, the conjecture says another value")))
    }

    /// The value of a cell of a layer, cells counted row by row.
    #[must_use]
    pub fn value(&self, layer: usize, cell: usize) -> usize {
        layer_value(self.returns, self.block[0] * self.block[1], &self.values, layer, cell)
    }

    /// Where the corner of S(k, a, b) has not the value of a formula, for all k: `period` is a period of the formula.
    fn corner(&self, period: usize, formula: impl Fn(usize) -> usize) -> Option<String> {
        // Both sides repeat, up to the growth, after the product of the periods.
        let last = self.returns[0] + self.returns[1] * period + 1;
        let [a, b] = self.block;
        match ((1..=last + 1).find(|&k| self.value(k - 1, 0) != formula(k)), self.returns[2]) {
            (None, 0) => None,
            (None, growth) => Some(format!("S(k,{a},{b}) grows by {growth}")),
            (Some(k), _) => Some(format!("S({k},{a},{b}) has {}", self.value(k - 1, 0))),
        }
    }
}

impl State for Tables {
    fn new(_: &Places) -> Result<Self, Unanswered> {
        Ok(Self::new(40, 21))
    }
}

impl Tables {
    /// Tables of all partitions up to a size, and of staircases with blocks up to a size.
    #[must_use]
    pub fn new(size: usize, blocks: usize) -> Self {
        Self { all: Partitions::new(size), tables: BTreeMap::new(), blocks }
    }

    /// All partitions up to the size.
    pub(super) fn sizes(&mut self, name: &str) -> Result<(Pairs, Against), String> {
        if !self.tables.contains_key(name) {
            let moves = piece(name)?;
            let bytes = super::sizes_certificate(&moves, self.all.most(), &sizes::solve(&moves, &self.all));
            self.tables.insert(name.to_owned(), verified(&bytes, values)?);
        }
        Ok(self.tables[name].clone())
    }

    /// Values on a board.
    pub(super) fn board(&self, name: &str, rows: &[usize]) -> Result<(Pairs, Against), String> {
        let moves = piece(name)?;
        let bytes = super::board_certificate(&moves, rows, &board::solve(&moves, rows, || ()));
        verified(&bytes, values)
    }

    pub(super) fn count(&self) -> usize {
        self.all.first.len()
    }

    /// Whether a statement is true of all partitions, or the first one where it is not. Nothing is said of those where `is_wrong` says nothing.
    fn every(&self, is_wrong: impl Fn(&Self, usize, &[usize]) -> Option<bool>) -> Found {
        let mut cases = 0;
        for number in 0..self.count() {
            let rows = self.all.rows(number);
            match is_wrong(self, number, &rows) {
                None => {}
                Some(false) => cases += 1,
                Some(true) => return wrong_at(partition_text(&rows)),
            }
        }
        holds(format!("{cases} cases"))
    }

    pub(super) fn options(&self, moves: &Moves, number: usize) -> Vec<usize> {
        let steps = moves.steps.iter().filter_map(|by| self.all.left(number, *by));
        let ride = |by: &[usize; 2]| {
            let by = *by;
            std::iter::successors(self.all.left(number, by), move |to| self.all.left(*to, by))
        };
        steps.chain(moves.rides.iter().flat_map(ride)).collect()
    }
}

pub(super) fn holds(note: impl Into<String>) -> Found {
    Found::truth(true).noting(note)
}

pub(super) fn wrong_at(place: impl Display) -> Found {
    Found::word(format!("wrong at {place}"))
}

/// Whether classes are as they are claimed: `+tame -pet`.
fn are(against: &Against, claimed: &str) -> Result<bool, String> {
    let mut so = true;
    for word in claimed.split(' ') {
        let (sign, name) = word.split_at_checked(1).unwrap_or_default();
        let class = CLASSES.iter().position(|class| *class == name).filter(|_| ["+", "-"].contains(&sign));
        let class = class
            .ok_or_else(|| format!("classes: found {word:?}, required + or - and one of {}", CLASSES.join(", ")))?;
        so &= (sign == "+") == against[class].is_none();
    }
    Ok(so)
}

fn conjugate(rows: &[usize]) -> Vec<usize> {
    (0..rows[0]).map(|column| rows.iter().filter(|row| **row > column).count()).collect()
}

/// The pieces for which λ and its conjugate have the same values.
fn conjugation(tables: &mut Tables, _: &Nothing) -> Answer {
    let (mut same, mut others) = (Vec::new(), Vec::new());
    for name in PIECES {
        let (pairs, _) = tables.sizes(name)?;
        let found = tables.every(|tables, number, rows| {
            let other = tables.all.find(&conjugate(rows)).expect("of the same size");
            Some(pairs[number] != pairs[other])
        });
        if found.note.is_empty() { others.push(format!("{name} {}", found.text())) } else { same.push(name) }
    }
    Ok(Found::words(same).noting(format!("{} cases each; {}", tables.count(), others.join("; "))))
}

/// How much less than λ₁ + ℓ the longest play of any piece is at least, where no value is greater than that.
fn longest_play(tables: &mut Tables, _: &Nothing) -> Answer {
    let mut least = usize::MAX;
    for name in PIECES {
        let (pairs, _) = tables.sizes(name)?;
        let (moves, mut longest) = (named(name), Vec::with_capacity(tables.count()));
        for number in 0..tables.count() {
            let options = tables.options(&moves, number);
            longest.push(options.iter().map(|to| longest[*to] + 1).max().unwrap_or(0_usize));
            let rows = tables.all.rows(number);
            if usize::from(pairs[number][0]) > longest[number] {
                return Ok(wrong_at(format!("{name}, {}", partition_text(&rows))));
            }
            least = least.min(rows[0] + rows.len() - longest[number]);
        }
    }
    Ok(Found::count(least).noting(format!("{} pieces on {} partitions", PIECES.len(), tables.count())))
}

/// A piece, and by how many rows and columns.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Inner {
    piece: String,
    by: [usize; 2],
}

/// Whether λ is losing if λ[i,j] is.
fn inherited(tables: &mut Tables, Inner { piece, by }: &Inner) -> Answer {
    let (pairs, _) = tables.sizes(piece)?;
    Ok(tables.every(|tables, number, _| {
        let inner = tables.all.left(number, *by)?;
        (pairs[inner][0] == 0).then_some(pairs[number][0] != 0)
    }))
}

/// The cells (i, j) for which `map` times (i, j) is a cell of a partition.
fn shrunk(rows: &[usize], map: [[usize; 2]; 2]) -> Vec<usize> {
    let is_cell = |i: usize, j: usize| {
        let [row, column] = map.map(|[a, b]| a * i + b * j);
        rows.get(row).is_some_and(|length| column < *length)
    };
    let length = |i: usize| (0..).take_while(|j| is_cell(i, *j)).count();
    (0..).map(length).take_while(|length| *length > 0).collect()
}

/// How the cells of a game of Downright stand on the board of a Knight.
const KNIGHT: [[usize; 2]; 2] = [[1, 2], [2, 1]];

/// A piece, and a matrix.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Map {
    piece: String,
    map: [[usize; 2]; 2],
}

/// Whether the game on λ is Downright on the cells (i, j) for which the matrix times (i, j) is in λ; compared are the values.
fn isomorphism(tables: &mut Tables, Map { piece, map }: &Map) -> Answer {
    if map.iter().any(|row| row[0] + row[1] == 0) || map[0][1] + map[1][1] == 0 || map[0][0] + map[1][0] == 0 {
        return Err("map: found a row or a column of zeros, required none".into());
    }
    let ((downright, _), (pairs, _)) = (tables.sizes("Downright")?, tables.sizes(piece)?);
    Ok(tables.every(|tables, number, rows| {
        let other = tables.all.find(&shrunk(rows, *map));
        Some(other.is_none_or(|other| pairs[number] != downright[other]))
    }))
}

/// Up to this size it is asked whether a game of Downright is one of another piece.
const FORMS: usize = 14;

/// Small partitions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Small {
    pawn: Vec<Vec<usize>>,
    knight: Vec<Vec<usize>>,
}

/// Whether Downright on λ is a Pawn game if and only if not all of some partitions are among the λ[i,j], and a Knight game if and only if none of others is.
fn which_downright(tables: &mut Tables, Small { pawn, knight }: &Small) -> Answer {
    let count = tables.all.of_size(FORMS).end;
    // Every Pawn game is one of Downright on parts that decrease strictly; every Knight game one on a shape whose rows, and columns, fall by at most two.
    let strict = |rows: &[usize]| rows.windows(2).all(|pair| pair[0] > pair[1]);
    let gentle = |rows: &[usize]| {
        let mut closure: Vec<usize> = Vec::new();
        for (i, length) in rows.iter().enumerate() {
            for j in 0..*length {
                let (row, width) = (i + 2 * j, 2 * i + j + 1);
                closure.resize(closure.len().max(row + 1), 0);
                closure[..=row].iter_mut().for_each(|length| *length = width.max(*length));
            }
        }
        shrunk(&closure, KNIGHT) == rows
    };
    let has = |number: usize, wanted: &[usize]| {
        let rows = tables.all.rows(number);
        let cells = rows.iter().enumerate().flat_map(|(row, length)| (0..*length).map(move |column| [row, column]));
        cells.into_iter().any(|cell| rest(&rows, cell) == wanted)
    };
    for number in 0..count {
        let rows = tables.all.rows(number);
        let other = conjugate(&rows);
        let is_pawn = !pawn.iter().all(|small| has(number, small));
        let is_knight = !knight.iter().any(|small| has(number, small));
        if (strict(&rows) || strict(&other)) != is_pawn || (gentle(&rows) || gentle(&other)) != is_knight {
            return Ok(wrong_at(partition_text(&rows)));
        }
    }
    Ok(holds(format!("{count} cases")))
}

/// The values of all rectangles up to a size, by rows and columns.
pub(super) fn rectangles(tables: &Tables, name: &str, side: usize) -> Result<Vec<([usize; 2], u16)>, String> {
    let (pairs, _) = tables.board(name, &vec![side; side])?;
    Ok(pairs.iter().enumerate().map(|(cell, pair)| ([side - cell / side, side - cell % side], pair[0])).collect())
}

/// The King's value on a×b: if both are odd, if both are even, if only the smaller one is odd, if only it is even.
fn king_rectangles(tables: &mut Tables, _: &Nothing) -> Answer {
    let mut values: [BTreeSet<u16>; 4] = Default::default();
    for ([a, b], value) in rectangles(tables, "King", 400)? {
        let kind = match (a % 2, b % 2) {
            (1, 1) => 0,
            (0, 0) => 1,
            _ => 3 - a.min(b) % 2,
        };
        values[kind].insert(value);
    }
    let item = |values: &BTreeSet<u16>| match values.first() {
        Some(value) if values.len() == 1 => Item::from(*value),
        _ => Item::Word(format!("one of {values:?}")),
    };
    Ok(Found::list(values.iter().map(item)).noting("160000 rectangles up to 400x400"))
}

/// Whether the King's λ[i,j] is losing exactly if i and λ_{i+1} − j are odd, if every part occurs an even number of times; and winning for even j if all
/// parts are even.
fn king_even(tables: &mut Tables, _: &Nothing) -> Answer {
    let (pairs, _) = tables.sizes("King")?;
    Ok(tables.every(|tables, number, rows| {
        let even_runs = rows.chunk_by(|a, b| a == b).all(|run| run.len() % 2 == 0);
        let even_parts = rows.iter().all(|part| part % 2 == 0);
        if !even_runs && !even_parts {
            return None;
        }
        let cells = (0..rows.len()).flat_map(|i| (0..rows[i]).map(move |j| [i, j]));
        Some(cells.into_iter().any(|[i, j]| {
            let loses = pairs[tables.all.left(number, [i, j]).expect("a cell")][0] == 0;
            let by_runs = even_runs && loses != (i % 2 == 1 && (rows[i] - j) % 2 == 1);
            by_runs || (even_parts && j % 2 == 0 && loses)
        }))
    }))
}

/// Values that a formula gives, in its order.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Formula<T> {
    values: T,
}

/// Whether the King's value at the corner of S(k,a,b) is that of a formula, for all k and these blocks. The formula has a period, which may depend on
/// the block.
fn corners(
    blocks: impl Iterator<Item = [usize; 2]>,
    period: impl Fn(usize) -> usize,
    formula: impl Fn([usize; 2], usize) -> usize,
) -> Answer {
    let (mut count, mut wrong) = (0, Vec::new());
    for block in blocks {
        count += 1;
        wrong.extend(All::new("King", block)?.corner(period(block[0]), |k| formula(block, k)));
    }
    Ok(Found::unless(wrong).noting(format!("all k, for {count} blocks")))
}

/// Whether the King's value on S(k,1,1) is that of k − 1 modulo 3.
fn king_staircase(_: &mut (), Formula { values }: &Formula<[usize; 3]>) -> Answer {
    corners([[1, 1]].into_iter(), |_| 3, |_, k| values[(k - 1) % 3])
}

/// Whether the King's value on S(k,a,a), a even, is the first one for k = 1, else the second one.
fn king_even_blocks(tables: &mut Tables, Formula { values }: &Formula<[usize; 2]>) -> Answer {
    corners((2..=tables.blocks).step_by(2).map(|a| [a, a]), |_| 1, |_, k| values[usize::from(k > 1)])
}

/// Whether the Rook's value on a×b is (a − 1) xor (b − 1).
fn rook_rectangles(tables: &mut Tables, _: &Nothing) -> Answer {
    let mut all = rectangles(tables, "Rook", 512)?.into_iter();
    let wrong = all.find(|([a, b], value)| usize::from(*value) != (a - 1) ^ (b - 1));
    let note = "262144 rectangles up to 512x512";
    Ok(wrong.map_or_else(|| holds(note), |([a, b], value)| wrong_at(format!("{a}x{b}, {value}"))))
}

/// A term of an inequality.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plus {
    plus: usize,
}

/// Whether the Rook's λ, other than (1), is losing if and only if λ₁ = ℓ = n, n ≥ 2, and λ_i ≥ n − i + `plus` for all i ≥ 2.
fn rook_losing(tables: &mut Tables, Plus { plus }: &Plus) -> Answer {
    let (pairs, _) = tables.sizes("Rook")?;
    Ok(tables.every(|_, number, rows| {
        let n = rows.len();
        let contains = (1..n).all(|i| rows[i] + i + 1 >= n + plus);
        let claimed = n == 1 && rows[0] == 1 || n > 1 && rows[0] == n && contains;
        Some((pairs[number][0] == 0) != claimed)
    }))
}

/// Sides of square blocks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sides {
    sides: Vec<usize>,
}

/// Whether the Rook's value on S(k,a,a) is a times the layer of the cell, plus the xor of its distances from the right side and from the bottom of its
/// block, for all k and these a.
fn rook_powers(_: &mut (), Sides { sides }: &Sides) -> Answer {
    for &side in sides {
        let all = All::new("Rook", [side, side])?;
        for layer in 0..all.returns[0] + 2 * all.returns[1] + 2 {
            for cell in 0..side * side {
                let claimed = layer * side + ((side - 1 - cell / side) ^ (side - 1 - cell % side));
                if all.value(layer, cell) != claimed || all.returns[2] != all.returns[1] * side {
                    return Ok(wrong_at(format!("S(k,{side},{side}), layer {layer}, cell {cell}")));
                }
            }
        }
    }
    Ok(holds("all k"))
}

/// Whether the Queen's losing rectangles have one more than a pair of Wythoff as sides.
fn queen_rectangles(tables: &mut Tables, _: &Nothing) -> Answer {
    const SIDE: usize = 300;
    // Wythoff's pairs: the least number that is in no pair, and as much more as there are pairs before.
    let (mut used, mut pairs) = (vec![false; 2 * SIDE], Vec::new());
    while let Some(least) = (0..SIDE).find(|number| !used[*number]) {
        let other = least + pairs.len();
        (used[least], used[other]) = (true, true);
        pairs.push([least, other]);
    }
    let mut all = rectangles(tables, "Queen", SIDE)?.into_iter();
    let wrong = all.find(|([a, b], value)| (*value == 0) != pairs.contains(&[a.min(b) - 1, a.max(b) - 1]));
    let note = format!("{} rectangles up to {SIDE}x{SIDE}", SIDE * SIDE);
    Ok(wrong.map_or_else(|| holds(note), |([a, b], _)| wrong_at(format!("{a}x{b}"))))
}

/// A staircase of copies of a partition that is as wide as it is high.
fn stair(rows: &[usize], k: usize) -> Vec<usize> {
    let n = rows.len();
    (0..k * n).map(|row| rows[row % n] + n * (k - 1 - row / n)).collect()
}

/// Whether the Queen loses in the corner of a board.
fn queen_loses(rows: &[usize]) -> Result<(bool, usize), String> {
    let queen = named("Queen");
    let bytes = super::losing_certificate(&queen, rows, false, &cells::solve(&queen, rows, false));
    let loses = verified(&bytes, |proved| match proved {
        Proved::Losing(losing) => Some(losing[0]),
        _ => None,
    })?;
    Ok((loses, bytes.len()))
}

/// Numbers of copies.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Copies {
    copies: Vec<usize>,
}

/// In how many cases the stair of so many copies of a partition with λ₁ = ℓ, of at most 12 cells, is losing for the Queen.
fn queen_stairs(tables: &mut Tables, Copies { copies }: &Copies) -> Answer {
    let shapes: Vec<Vec<usize>> = (0..tables.all.of_size(12).end).map(|number| tables.all.rows(number)).collect();
    let shapes: Vec<&Vec<usize>> = shapes.iter().filter(|rows| rows[0] == rows.len()).collect();
    let mut counts = Vec::new();
    for k in copies {
        let mut count = 0;
        for rows in &shapes {
            count += usize::from(queen_loses(&stair(rows, *k))?.0);
        }
        counts.push(count);
    }
    Ok(Found::list(counts).noting(format!("{} shapes", shapes.len())))
}

/// A coefficient.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Times {
    coefficient: usize,
}

/// Whether the Queen wins if λ₁ ≥ cℓ or ℓ ≥ cλ₁.
fn queen_wide(tables: &mut Tables, Times { coefficient }: &Times) -> Answer {
    let (pairs, _) = tables.sizes("Queen")?;
    Ok(tables.every(|_, number, rows| {
        let wide = rows[0] >= coefficient * rows.len() || rows.len() >= coefficient * rows[0];
        wide.then_some(pairs[number][0] == 0)
    }))
}

/// A piece, and a term of a formula.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Minus {
    piece: String,
    minus: usize,
}

/// Whether G = k − `minus` if λ lies inside the staircase of k = max(λ₁, ℓ) steps.
fn inside_staircase(tables: &mut Tables, Minus { piece, minus }: &Minus) -> Answer {
    let (pairs, _) = tables.sizes(piece)?;
    Ok(tables.every(|_, number, rows| {
        let k = rows[0].max(rows.len());
        let inside = (0..).zip(rows).all(|(i, row)| row + i <= k);
        inside.then_some(usize::from(pairs[number][0]) + minus != k)
    }))
}

/// A piece.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfPiece {
    piece: String,
}

/// What is left of λ without the cells from which the piece cannot move.
pub(super) fn truncated(moves: &Moves, rows: &[usize]) -> Vec<usize> {
    let by: Vec<[usize; 2]> = moves.steps.iter().chain(&moves.rides).copied().collect();
    let can_move = |i: usize, j: usize| by.iter().any(|by| rows.get(i + by[0]).is_some_and(|row| j + by[1] < *row));
    let left = (0..rows.len()).map(|i| (0..rows[i]).filter(|j| can_move(i, *j)).count());
    left.take_while(|row| *row > 0).collect()
}

/// Whether λ is losing in misère play if and only if λ without the cells from which the piece cannot move is losing in normal play.
fn truncation(tables: &mut Tables, OfPiece { piece: name }: &OfPiece) -> Answer {
    let ((pairs, _), moves) = (tables.sizes(name)?, piece(name)?);
    Ok(tables.every(|tables, number, rows| {
        let left = truncated(&moves, rows);
        let claimed = tables.all.find(&left).is_some_and(|other| pairs[other][0] == 0);
        Some((pairs[number][1] == 0) != claimed)
    }))
}

/// A piece, classes such as `+pet -forced`, and where: on boards, on S(8,a,b) with a and b up to 10, or on all partitions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Classes {
    piece: String,
    classes: String,
    #[serde(default)]
    boards: Vec<String>,
    #[serde(default)]
    staircases: bool,
}

/// Whether a piece is in some classes on all these boards together, and not in others.
fn classes(tables: &mut Tables, Classes { piece, classes, boards, staircases }: &Classes) -> Answer {
    let mut boards = boards.clone();
    if *staircases {
        boards.extend((1..=10).flat_map(|a| (1..=10).map(move |b| format!("S(8,{a},{b})"))));
    }
    let mut union: Against = [None; 6];
    if boards.is_empty() {
        union = tables.sizes(piece)?.1;
    }
    for board in &boards {
        let (_, against) = tables.board(piece, &partition(board)?)?;
        union.iter_mut().zip(against).for_each(|(union, against)| *union = union.or(against));
    }
    let where_ = if boards.is_empty() { "all partitions".to_owned() } else { format!("{} boards", boards.len()) };
    Ok(Found::truth(are(&union, classes)?).noting(format!("{piece} on {where_}: {classes}")))
}

/// A piece and classes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InClasses {
    piece: String,
    classes: String,
}

/// On how many of the 169 boards a^b,1 with 2 ≤ a, b ≤ 14 a piece is in some classes, and not in others.
fn classes_of_family(tables: &mut Tables, InClasses { piece, classes }: &InClasses) -> Answer {
    let mut count = 0;
    for (a, b) in (2..=14).flat_map(|a| (2..=14).map(move |b| (a, b))) {
        let (_, against) = tables.board(piece, &partition(&format!("{a}^{b},1"))?)?;
        count += usize::from(are(&against, classes)?);
    }
    Ok(Found::count(count).noting("of 169 boards"))
}

/// A piece, a board, and a class.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct First {
    piece: String,
    board: String,
    class: String,
}

/// The size of a board that is against a class, as no smaller partition is that was looked at.
fn first_against(tables: &mut Tables, First { piece, board, class }: &First) -> Answer {
    let class = CLASSES.iter().position(|known| known == class);
    let class = class.ok_or_else(|| format!("class: found another one, required one of {}", CLASSES.join(", ")))?;
    let (rows, (_, against)) = (partition(board)?, tables.sizes(piece)?);
    let size: usize = rows.iter().sum();
    let smaller = against[class].map(|first| tables.all.rows(first)).filter(|first| first.iter().sum::<usize>() < size);
    if let Some(smaller) = smaller {
        return Ok(
            Found::count(smaller.iter().sum::<usize>()).noting(format!("{} is smaller", partition_text(&smaller)))
        );
    }
    // The whole board is the first one that is against it, so that nothing that is left of it is.
    let is_against = tables.board(piece, &rows)?.1[class] == Some(0);
    let note = format!("{board}; no smaller one up to {}", size.min(tables.all.most() + 1) - 1);
    Ok(if is_against { Found::count(size).noting(note) } else { Found::word(format!("{board} is not against it")) })
}

/// Whether the King's value on S(k,a,a), a odd, with r = (k − 1) mod (a + 2), is the third one if r = a + 1, else the first for even and the second for odd r.
fn odd_blocks(tables: &mut Tables, Formula { values }: &Formula<[usize; 3]>) -> Answer {
    corners(
        (1..=tables.blocks).step_by(2).map(|a| [a, a]),
        |a| a + 2,
        |[a, _], k| {
            let r = (k - 1) % (a + 2);
            values[if r == a + 1 { 2 } else { r % 2 }]
        },
    )
}

/// Whether the sides of blocks are both even, or the smaller one is odd; and values that a formula gives.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EvenBlocks {
    even: bool,
    values: [usize; 2],
}

/// Whether the King's value on S(k,a,b), a < b, b even, is the first one for odd and the second for even k.
fn even_blocks(tables: &mut Tables, EvenBlocks { even, values }: &EvenBlocks) -> Answer {
    let side = tables.blocks;
    let pairs = (1..=side).flat_map(|a| (a + 1..=side).map(move |b| [a, b]));
    corners(pairs.filter(|[a, b]| b % 2 == 0 && (a % 2 == 0) == *even), |_| 2, |_, k| values[(k - 1) % 2])
}

/// A piece, and the largest side of blocks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recur {
    piece: String,
    side: usize,
}

/// Whether the values of a piece on all staircases of blocks up to a size recur; the Rook's grow by b a layer.
fn staircases_recur(_: &mut (), Recur { piece, side }: &Recur) -> Answer {
    let (mut count, mut longest) = (0, 0);
    for (a, b) in (1..=*side).flat_map(|a| (a..=*side).map(move |b| (a, b))) {
        let [from, period, growth] = All::new(piece, [a, b])?.returns;
        if piece == "Rook" && growth != period * b {
            return Ok(wrong_at(format!("S(k,{a},{b}): values grow by {growth} in {period} layers")));
        }
        longest = longest.max(from + period);
        count += 1;
    }
    Ok(holds(format!("all k, for {count} pairs, at most {longest} layers")))
}

/// The partition of the family, for odd m.
#[must_use]
pub fn family(m: usize) -> Vec<usize> {
    let mut rows = vec![6 * m + 2];
    for q in 0..m {
        rows.extend([6 * m + 2 - 3 * q, 6 * m - 3 * q, 6 * m - 1 - 3 * q]);
    }
    rows.push(3 * m / 2 + 2);
    rows
}

/// Whether the Queen loses on the partitions of the family, and λ₁ = 2ℓ − `minus`.
fn coefficient(_: &mut (), TwiceMinus { minus }: &TwiceMinus) -> Answer {
    let mut last = String::new();
    for m in (1..=41).step_by(2) {
        let rows = family(m);
        let (loses, bytes) = queen_loses(&rows)?;
        if !loses || rows[0] + minus != 2 * rows.len() {
            return Ok(wrong_at(format!("m = {m}: {}", partition_text(&rows))));
        }
        last = format!("{} cells in {bytes} bytes", rows.iter().sum::<usize>());
    }
    Ok(holds(format!("m = 1, 3, …, 41; the last one has {last}")))
}

/// A term of an equation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TwiceMinus {
    minus: usize,
}

/// Sizes up to a number.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UpTo {
    size: u8,
}

/// The numbers of losing partitions of each size in LCTR. There a row or a column is deleted even if nothing is left then: the empty partition is the end.
fn losing_counts(_: &mut (), UpTo { size }: &UpTo) -> Answer {
    let all = Partitions::new((*size).into());
    let mut loses = Vec::with_capacity(all.first.len());
    for number in 0..all.first.len() {
        let is_losing = |to: Option<usize>| to.is_none_or(|to| loses[to]);
        let is_won = [[1, 0], [0, 1]].iter().any(|by| is_losing(all.left(number, *by)));
        loses.push(!is_won);
    }
    let count = |size: usize| all.of_size(size).filter(|number| loses[*number]).count();
    Ok(Found::list((1..=(*size).into()).map(count)).noting(format!("{} partitions", all.first.len())))
}
