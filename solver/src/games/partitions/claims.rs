//! What can be asked about chess on partitions: questions of [`crate::audit`]. What is counted here comes from tables that the checker has verified in the
//! same run.
//!
//! λ has the rows λ₁ ≥ λ₂ ≥ …, ℓ of them; λ\[i,j\] is what is left when i rows and j columns are deleted. G is the normal value. S(k,a,b) has k steps, each b
//! rows high and a columns wide. "Holds" means: in all cases that are looked at.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::rc::Rc;

use games::partitions::{CLASSES, Moves, Proved};
use serde::Deserialize;
use session::claims::partitions::{partition, partition_text, piece, rest};

use super::sizes::Partitions;
use super::verified::{Against, All, Pairs, named, values, verified};
use super::{board, cells, sizes};
use crate::audit::table::{self, Ask, Formula, Table};
use crate::audit::{Answer, Found, Places, Question, State, Unanswered, question};

/// All questions.
pub fn questions() -> Vec<Question> {
    vec![
        question("partitions", of_partitions),
        question("rectangles", of_rectangles),
        question("staircases", of_staircases),
        question("which-downright", which_downright),
        question("rook-powers", rook_powers),
        question("queen-stairs", queen_stairs),
        question("classes", classes),
        question("classes-of-family", classes_of_family),
        question("first-against", first_against),
        question("staircases-recur", staircases_recur),
        question("coefficient", coefficient),
        question("losing-counts", losing_counts),
    ]
}

/// Verified tables, each made when it is first asked for.
pub struct Tables {
    /// All partitions up to the size of the audit.
    pub(super) all: Partitions,
    tables: BTreeMap<String, (Pairs, Against)>,
    /// Blocks of staircases have sides up to this.
    blocks: usize,
}

/// All pieces.
const PIECES: [&str; 7] = ["Downright", "Pawn", "Knight", "Bishop", "King", "Rook", "Queen"];

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

    fn options(&self, moves: &Moves, number: usize) -> Vec<usize> {
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

/// A piece on all partitions up to the size of the audit. Of what is no such partition, as where nothing is left, every value is −1.
struct Sizes<'a> {
    tables: &'a Tables,
    moves: Moves,
    pairs: Pairs,
    downright: Pairs,
    /// The longest plays, and whether misère LCTR is won.
    plays: OnceCell<Vec<i64>>,
    lctr: OnceCell<Vec<bool>>,
}

impl<'a> Sizes<'a> {
    fn all(tables: &'a mut Tables, names: &[&str]) -> Result<Vec<Self>, String> {
        let (downright, _) = tables.sizes("Downright")?;
        let pairs = names.iter().map(|name| tables.sizes(name)).collect::<Result<Vec<_>, String>>()?;
        let tables = &*tables;
        let one = |(name, (pairs, _)): (&&str, (Pairs, Against))| {
            let (moves, downright) = (piece(name)?, Rc::clone(&downright));
            Ok(Self { tables, moves, pairs, downright, plays: OnceCell::new(), lctr: OnceCell::new() })
        };
        names.iter().zip(pairs).map(one).collect()
    }

    fn plays(&self) -> &[i64] {
        self.plays.get_or_init(|| {
            let mut longest: Vec<i64> = Vec::with_capacity(self.count());
            for number in 0..self.count() {
                let options = self.tables.options(&self.moves, number);
                longest.push(options.iter().map(|to| longest[*to] + 1).max().unwrap_or(0));
            }
            longest
        })
    }

    /// In LCTR a row or a column is deleted, also the last one; in misère play whoever does that loses.
    fn lctr(&self) -> &[bool] {
        self.lctr.get_or_init(|| {
            let mut wins: Vec<bool> = Vec::with_capacity(self.count());
            for number in 0..self.count() {
                let is_lost = |by| self.tables.all.left(number, by).is_some_and(|to| !wins[to]);
                wins.push(is_lost([1, 0]) || is_lost([0, 1]));
            }
            wins
        })
    }
}

impl Table for Sizes<'_> {
    fn count(&self) -> usize {
        self.tables.count()
    }

    fn name(&self, row: usize) -> String {
        partition_text(&self.tables.all.rows(row))
    }

    /// `n` rows, λ_{i+1} is `row(i)`; the values `G` and `M`, and those of λ\[i,j\], `G(i, j)` and `M(i, j)`; the longest `play`, and that without the last cell of a
    /// row, `play(i)`, if it is a corner. Of the conjugate `otherG`, `otherM`; of λ without the cells from which the piece cannot move `cutG`, `cutPlay`, and `cut`,
    /// how many these are; `corners`. `downrightG(a, b, c, d)` and `downrightM` are Downright's values on the cells (i, j) with (ai + bj, ci + dj) in λ. Whether
    /// misère `lctr` is won.
    fn look(&self, row: usize, name: &str, of: &[i64]) -> Option<i64> {
        let all = &self.tables.all;
        let of = of.iter().map(|number| usize::try_from(*number).ok()).collect::<Option<Vec<usize>>>()?;
        let rows = || all.rows(row);
        let play_of = usize::from(name.ends_with('M'));
        let value = |pairs: &Pairs, place: Option<usize>| place.map_or(-1, |place| pairs[place][play_of].into());
        let play = |place: Option<usize>| place.map_or(-1, |place| self.plays()[place]);
        let cut = || truncated(&self.moves, &rows());
        let size = |rows: Vec<usize>| rows.iter().sum::<usize>() as i64;
        let without_corner = |i: usize| {
            let mut rows = rows();
            let is_corner = i < rows.len() && rows.get(i + 1).is_none_or(|below| *below < rows[i]);
            is_corner.then(|| {
                rows[i] -= 1;
                rows.retain(|row| *row > 0);
                rows
            })
        };
        Some(match (name, of.as_slice()) {
            ("n", []) => rows().len() as i64,
            ("row", [i]) => all.left(row, [*i, 0]).map_or(0, |from| all.first[from].into()),
            ("G" | "M", []) => value(&self.pairs, Some(row)),
            ("G" | "M", [i, j]) => value(&self.pairs, all.left(row, [*i, *j])),
            ("play", []) => play(Some(row)),
            ("play", [i]) => play(without_corner(*i).and_then(|less| all.find(&less))),
            ("otherG" | "otherM", []) => value(&self.pairs, all.find(&conjugate(&rows()))),
            ("cutG", []) => value(&self.pairs, all.find(&cut())),
            ("cutPlay", []) => play(all.find(&cut())),
            ("cut", []) => size(rows()) - size(cut()),
            ("corners", []) => (0..rows().len()).filter(|i| without_corner(*i).is_some()).count() as i64,
            ("downrightG" | "downrightM", [a, b, c, d]) => {
                let is_finite = a + b > 0 && c + d > 0 && a + c > 0 && b + d > 0;
                value(&self.downright, is_finite.then(|| all.find(&shrunk(&rows(), [[*a, *b], [*c, *d]])))?)
            }
            ("lctr", []) => self.lctr()[row].into(),
            _ => return None,
        })
    }
}

/// A piece, or all seven, and what is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfPartitions {
    piece: Option<String>,
    #[serde(rename = "where")]
    only: Option<Formula>,
    ask: Ask,
}

/// What is asked of all partitions up to the size of the audit.
fn of_partitions(tables: &mut Tables, OfPartitions { piece, only, ask }: &OfPartitions) -> Answer {
    let names = piece.as_ref().map_or(PIECES.to_vec(), |piece| vec![piece.as_str()]);
    let sizes = Sizes::all(tables, &names)?;
    let named = names.into_iter().zip(&sizes).map(|(name, one)| (name, one as &dyn Table));
    table::ask(&named.collect::<Vec<_>>(), only.as_ref(), ask)
}

/// A piece on all rectangles up to a size.
struct Rectangles {
    side: usize,
    pairs: Pairs,
}

impl Rectangles {
    fn sides(&self, row: usize) -> [usize; 2] {
        [self.side - row / self.side, self.side - row % self.side]
    }
}

impl Table for Rectangles {
    fn count(&self) -> usize {
        self.pairs.len()
    }

    fn name(&self, row: usize) -> String {
        let [a, b] = self.sides(row);
        format!("{a}x{b}")
    }

    /// `a` rows and `b` columns; the value `G`, and that of another rectangle, `G(a, b)`.
    fn look(&self, row: usize, name: &str, of: &[i64]) -> Option<i64> {
        let [a, b] = self.sides(row);
        match (name, of) {
            ("a", []) => Some(a as i64),
            ("b", []) => Some(b as i64),
            ("G", []) => Some(self.pairs[row][0].into()),
            ("G", [a, b]) => {
                let side = 1..=self.side as i64;
                let place = |number: &i64| side.contains(number).then(|| self.side - *number as usize);
                Some(self.pairs[place(a)? * self.side + place(b)?][0].into())
            }
            _ => None,
        }
    }
}

/// A piece, the greatest side, and what is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfRectangles {
    piece: String,
    side: usize,
    #[serde(rename = "where")]
    only: Option<Formula>,
    ask: Ask,
}

/// What is asked of all rectangles up to a size.
fn of_rectangles(tables: &mut Tables, OfRectangles { piece, side, only, ask }: &OfRectangles) -> Answer {
    let (pairs, _) = tables.board(piece, &vec![*side; *side])?;
    table::ask(&[(piece, &Rectangles { side: *side, pairs })], only.as_ref(), ask)
}

/// S(k,a,b): the sides of its blocks `a` and `b`, and `k` steps.
struct Steps([usize; 3]);

impl Table for Steps {
    fn count(&self) -> usize {
        1
    }

    fn name(&self, _: usize) -> String {
        let [a, b, k] = self.0;
        format!("S({k},{a},{b})")
    }

    fn look(&self, _: usize, name: &str, of: &[i64]) -> Option<i64> {
        ["a", "b", "k"].iter().position(|known| *known == name && of.is_empty()).map(|place| self.0[place] as i64)
    }
}

/// Blocks, and a formula for the King's value at the corner of S(k,a,b), with a period of it, which may depend on the block.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfStaircases {
    blocks: Formula,
    value: Formula,
    period: Formula,
}

/// Whether the King's value at the corner of S(k,a,b), a ≤ b, is that of a formula, for all k and these blocks.
fn of_staircases(tables: &mut Tables, OfStaircases { blocks, value, period }: &OfStaircases) -> Answer {
    let (mut count, mut wrong) = (0, Vec::new());
    for (a, b) in (1..=tables.blocks).flat_map(|a| (a..=tables.blocks).map(move |b| (a, b))) {
        let first = Steps([a, b, 1]);
        if blocks.value(&first, 0)? != 0 {
            count += 1;
            let period = usize::try_from(period.value(&first, 0)?).map_err(|_| "period: required a positive number")?;
            let formula = |k| usize::try_from(value.value(&Steps([a, b, k]), 0).ok()?).ok();
            wrong.extend(All::new("King", [a, b])?.corner(period, formula));
        }
    }
    Ok(Found::unless(wrong).noting(format!("all k, for {count} blocks")))
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

/// What is left of λ without the cells from which the piece cannot move.
fn truncated(moves: &Moves, rows: &[usize]) -> Vec<usize> {
    let by: Vec<[usize; 2]> = moves.steps.iter().chain(&moves.rides).copied().collect();
    let can_move = |i: usize, j: usize| by.iter().any(|by| rows.get(i + by[0]).is_some_and(|row| j + by[1] < *row));
    let left = (0..rows.len()).map(|i| (0..rows[i]).filter(|j| can_move(i, *j)).count());
    left.take_while(|row| *row > 0).collect()
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
