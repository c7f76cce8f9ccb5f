//! Impartial chess on partitions: a piece deletes rows and columns of a partition as long as something is left.
//!
//! Responsible for moves, boards and partitions by number; for four statements (values, outcomes, staircases, the race) and for their
//! conditions. All is done by walking: each option of each position is looked at where it stands. Left to others: the envelope (`certificate`),
//! and what is put to the positions of the race (`table`). Source: `docs/src/format.md`, section "Partitions".
//!
//! Why the conditions suffice: every move makes the partition smaller. So by induction on its size exactly one function has the value `mex` of
//! the options everywhere, and exactly one set of positions is `quiet` and `answered`. A layer of a staircase depends on what is seen of the
//! layers below it; where that recurs, all later layers do.

use std::collections::BTreeSet;
use std::{array, iter};

use super::{Step, Table, Target};
use crate::certificate::{Certificate, Form, Head, Reader};
use crate::failure::{Failure, Spelling};
use crate::limits::Limit;
use crate::numbers::at;
use crate::table::SLICE;
use crate::theorem::{Side, Turn};

/// Cells of a board, and values of all layers: 2^24, of about ten bytes each.
const POSITIONS: Limit = Limit { of: "positions", most: 1 << 24 };
/// The size of partitions that are all taken: there are 10 million of at most 64.
const SIZE: Limit = Limit { of: "for the size of partitions", most: 64 };
/// Rows and columns together: 2^16, so that each value takes 2 bytes.
const SIDES: Limit = Limit { of: "rows and columns together", most: 1 << 16 };
/// Options that may have to be looked at: 2^33, a minute. Measured need 1.3·10^9 (Queen on 1000x1000), counted here as 6·10^9.
const OPTIONS: Limit = Limit { of: "options to be looked at, at most", most: 1 << 33 };
/// Slices of a staircase: 2^10, because each layer is compared with each. Measured need 448.
const LAYERS: Limit = Limit { of: "layers", most: 1 << 10 };

/// How a piece moves: so many rows and columns are deleted. A ride may be repeated within one move, a step may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The steps.
    pub steps: Vec<[usize; 2]>,
    /// The rides.
    pub rides: Vec<[usize; 2]>,
}

/// A length, or a number below one, as a number of the format.
fn size(number: usize) -> u64 {
    number.try_into().expect("64 bits or less")
}

/// What a part of the statement is, if it is one.
fn sound<T>(what: &'static str, part: T, is_sound: bool) -> Result<T, Failure> {
    if is_sound { Ok(part) } else { Err(Failure::Statement(what)) }
}

// ANCHOR: moves
impl Moves {
    /// Reads both lists: increasing, nothing of no rows and no columns, nothing that another ride reaches.
    fn read(reader: &mut Reader) -> Result<Self, Failure> {
        let mut lists = [Vec::new(), Vec::new()];
        for list in &mut lists {
            for _ in 0..reader.length(2)? {
                list.push([reader.byte()?, reader.byte()?].map(usize::from));
            }
        }
        let is_listed = lists.iter().all(|list| list.is_sorted_by(|a, b| a < b) && list.first() != Some(&[0, 0]));
        let [steps, rides] = lists;
        let is_ridden = |to: &[usize; 2], least| {
            rides.iter().any(|ride| (least..256).any(|times| ride.map(|by| times * by) == *to))
        };
        let is_double = steps.iter().any(|to| is_ridden(to, 1)) || rides.iter().any(|to| is_ridden(to, 2));
        sound("moves", Self { steps, rides }, is_listed && !is_double)
    }

    /// Declines more options than can be looked at: those of so many positions, with so many rows and columns together.
    fn admit(&self, positions: usize, sides: usize) -> Result<(), Failure> {
        let each = size(self.steps.len()) + size(self.rides.len()) * size(sides);
        OPTIONS.admit(size(positions) * each).map(drop).map_err(Failure::from)
    }
}
// ANCHOR_END: moves

/// A board: a partition, whose cells are the positions. The cell in row `r` and column `c` is the partition that is left when the `r` rows
/// above and the `c` columns left of it are deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The lengths of the rows, which do not increase.
    pub rows: Vec<usize>,
    /// For each row the number of its first cell; then the number of all cells.
    starts: Vec<usize>,
}

// ANCHOR: board
impl Board {
    /// Reads the runs of equal rows: length and how many, the lengths decreasing.
    fn read(reader: &mut Reader) -> Result<Self, Failure> {
        let (mut rows, mut starts, mut cells) = (Vec::new(), vec![0], 0);
        for _ in 0..reader.length(2)? {
            let [length, count] = [SIDES.admit(reader.number()?)?, SIDES.admit(reader.number()?)?];
            let is_next = rows.last().is_none_or(|last| at(length) < *last);
            sound("partition", (), length > 0 && count > 0 && is_next)?;
            SIDES.admit(rows.first().map_or(length, |first| size(*first)) + size(rows.len()) + count)?;
            POSITIONS.admit(size(cells) + length * count)?;
            for _ in 0..count {
                rows.push(at(length));
                cells += at(length);
                starts.push(cells);
            }
        }
        sound("partition", Self { rows, starts }, cells > 0)
    }

    /// The row and the column of a cell.
    pub fn cell(&self, number: usize) -> [usize; 2] {
        let row = self.starts.partition_point(|&start| start <= number) - 1;
        [row, number - self.starts[row]]
    }

    /// The number of a cell, if it is one.
    pub fn number(&self, [row, column]: [usize; 2]) -> Option<usize> {
        self.rows.get(row).filter(|length| column < **length).map(|_| self.starts[row] + column)
    }

    /// How many cells there are.
    pub fn count(&self) -> usize {
        self.starts[self.rows.len()]
    }

    /// Rows and columns together.
    fn sides(&self) -> usize {
        self.rows.len() + self.rows[0]
    }

    /// Tells each option of a cell.
    pub fn options(&self, moves: &Moves, number: usize, mut tell: impl FnMut(usize)) {
        let cell = self.cell(number);
        for [down, right] in &moves.steps {
            self.number([cell[0] + down, cell[1] + right]).into_iter().for_each(&mut tell);
        }
        for [down, right] in &moves.rides {
            let [mut row, mut column] = [cell[0] + down, cell[1] + right];
            while row < self.rows.len() && column < self.rows[row] {
                tell(self.starts[row] + column);
                (row, column) = (row + down, column + right);
            }
        }
    }

    /// Whether there is no move from a cell: neither a step nor the first step of a ride.
    fn is_end(&self, moves: &Moves, number: usize) -> bool {
        let [row, column] = self.cell(number);
        moves.steps.iter().chain(&moves.rides).all(|by| self.number([row + by[0], column + by[1]]).is_none())
    }
}
// ANCHOR_END: board

/// All partitions of 1, of 2, and so on up to a size: those of a size with the greater first part first, then with the greater second part, and
/// so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The greatest size.
    pub most: usize,
    /// How many partitions of `n` have no part above `k`.
    counts: Vec<Vec<usize>>,
    /// For each size the number of its first partition; then the number of all partitions.
    starts: Vec<usize>,
}

// ANCHOR: sizes
impl Sizes {
    fn read(reader: &mut Reader) -> Result<Self, Failure> {
        let most = at(SIZE.admit(reader.number()?)?);
        let (mut counts, mut starts) = (vec![vec![0; most + 1]; most + 1], vec![0, 0]);
        counts[0] = vec![1; most + 1];
        for n in 1..=most {
            for k in 1..=most {
                // Those without the part k, and those with it.
                counts[n][k] = counts[n][k - 1] + if k <= n { counts[n - k][k] } else { 0 };
            }
            starts.push(starts[n] + counts[n][n]);
        }
        sound("size", Self { most, counts, starts }, most > 0)
    }

    /// The number of a partition without so many columns, unless nothing is left.
    fn number(&self, rows: &[usize], columns: usize) -> Option<usize> {
        let rows = || rows.iter().take_while(|row| **row > columns).map(|row| row - columns);
        let mut left = rows().sum();
        let (mut number, mut bound) = (*self.starts.get(left).filter(|_| (1..=self.most).contains(&left))?, left);
        for row in rows() {
            number += self.counts[left][bound] - self.counts[left][row];
            (left, bound) = (left - row, row);
        }
        Some(number)
    }

    /// The number of a partition, if it is one of these.
    pub fn find(&self, rows: &[usize]) -> Option<usize> {
        self.number(rows, 0)
    }

    /// The partition of a number.
    pub fn partition(&self, number: usize) -> Vec<usize> {
        let mut left = self.starts.partition_point(|&start| start <= number) - 1;
        let (mut place, mut bound, mut rows) = (number - self.starts[left], left, Vec::new());
        while left > 0 {
            // Before it are those of a greater part.
            let before = |row: usize| self.counts[left][bound] - self.counts[left][row];
            let row = (1..=left).find(|&row| before(row) <= place).expect("less than all");
            place -= before(row);
            rows.push(row);
            (left, bound) = (left - row, row);
        }
        rows
    }

    /// Tells each option of a partition.
    fn options(&self, moves: &Moves, position: usize, mut tell: impl FnMut(usize)) {
        let rows = self.partition(position);
        let option = |down: usize, right: usize| self.number(rows.get(down..)?, right);
        moves.steps.iter().filter_map(|[down, right]| option(*down, *right)).for_each(&mut tell);
        for [down, right] in &moves.rides {
            (1..).map_while(|times| option(times * down, times * right)).for_each(&mut tell);
        }
    }
}
// ANCHOR_END: sizes

/// Of which positions values are stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Of the cells of a board.
    Board(Board),
    /// Of all partitions up to a size.
    Sizes(Sizes),
}

impl Domain {
    /// Tells each option of a position.
    pub fn options(&self, moves: &Moves, position: usize, tell: impl FnMut(usize)) {
        match self {
            Self::Board(board) => board.options(moves, position, tell),
            Self::Sizes(sizes) => sizes.options(moves, position, tell),
        }
    }
}

/// What is proved of partitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved {
    /// The pair of values of each position, normal and misère; for each class, the first position that is against it.
    Values(Moves, Domain, Vec<[u16; 2]>, [Option<usize>; 6]),
    /// For each cell of a board whether who has to move loses; whether the play is misère.
    Losing(Moves, Board, bool, Vec<bool>),
    /// The values of all staircases.
    Staircases(Staircases),
    /// The values of a race are those of a table.
    Race(Race),
}

/// Verifies a statement: not that of the race, which is a table.
pub fn check(number: u8, body: &[u8], certificate: &Certificate) -> Result<Proved, Failure> {
    sound("form", (), certificate.head.is_bare())?;
    let (mut reader, slices) = (Reader::new(None, body), &*certificate.slices);
    let moves = Moves::read(&mut reader)?;
    if number == 11 {
        return Ok(Proved::Staircases(Staircases::read(moves, reader, slices)?));
    }
    let kind = flag(&mut reader)?;
    if number == 9 {
        // A move deletes a row or a column, so values are below the number of both.
        let (domain, count, sides) = if kind {
            let sizes = Sizes::read(&mut reader)?;
            let (count, sides) = (sizes.starts[sizes.most + 1], sizes.most + 1);
            (Domain::Sizes(sizes), count, sides)
        } else {
            let board = Board::read(&mut reader)?;
            let (count, sides) = (board.count(), board.sides());
            (Domain::Board(board), count, sides)
        };
        reader.end()?;
        moves.admit(count, sides)?;
        let (pairs, classes) = values(&domain, &moves, [count, sides], slices)?;
        return Ok(Proved::Values(moves, domain, pairs, classes));
    }
    let board = Board::read(&mut reader)?;
    reader.end()?;
    let losing = losing(&board, &moves, kind, slices)?;
    Ok(Proved::Losing(moves, board, kind, losing))
}

/// Reads a choice of two.
fn flag(reader: &mut Reader) -> Result<bool, Failure> {
    let flag = reader.byte()?;
    sound("flag", flag == 1, flag < 2)
}

/// That there are so many slices.
fn coverage(slices: &[&[u8]], required: usize) -> Result<(), Failure> {
    if slices.len() == required { Ok(()) } else { Err(Failure::Coverage(slices.len(), required)) }
}

/// That a condition holds at the place of a number: that the number that is stated there is the one that is required.
fn require(condition: &'static str, place: usize, stated: usize, required: usize) -> Result<(), Failure> {
    let failure = || Failure::Further(condition, size(place), [stated, required].map(size));
    if stated == required { Ok(()) } else { Err(failure()) }
}

// ANCHOR: values
/// Verifies the values of all positions and the classes.
fn values(
    domain: &Domain,
    moves: &Moves,
    [count, sides]: [usize; 2],
    slices: &[&[u8]],
) -> Result<(Vec<[u16; 2]>, [Option<usize>; 6]), Failure> {
    coverage(slices, count.div_ceil(SLICE) + 1)?;
    let mut pairs: Vec<[u16; 2]> = Vec::with_capacity(count);
    for (slice, bytes) in slices[..slices.len() - 1].iter().enumerate() {
        let (mut reader, length) = (Reader::new(Some(slice), bytes), SLICE.min(count - pairs.len()));
        for (normal, difference) in reader.column(length)?.into_iter().zip(reader.column(length)?) {
            let pair = [normal, normal ^ difference];
            if pair.iter().any(|&value| value >= size(sides)) {
                return Err(reader.wrong(Spelling::Large));
            }
            pairs.push(pair.map(|value| value.try_into().expect("below the limit of sides")));
        }
        reader.end()?;
    }
    let mut reader = Reader::new(Some(slices.len() - 1), slices[slices.len() - 1]);
    let stated = (0..6).map(|_| reader.number()).collect::<Result<Vec<_>, _>>()?;
    reader.end()?;
    // For each value the last position that has an option of it; for each position, whether it has an option (0, 1), (1, 0), any.
    let (mut seen, mut near) = (vec![[usize::MAX; 2]; sides + 1], vec![[false; 3]; count]);
    for (position, near) in near.iter_mut().enumerate() {
        domain.options(moves, position, |option| {
            let pair = pairs[option];
            seen[usize::from(pair[0])][0] = position;
            seen[usize::from(pair[1])][1] = position;
            *near = [near[0] || pair == [0, 1], near[1] || pair == [1, 0], true];
        });
        let mex = |play: usize| (0..).find(|&value| seen[value][play] != position).expect("one is not seen");
        require("mex", position, pairs[position][0].into(), mex(0))?;
        require("misere-mex", position, pairs[position][1].into(), if near[2] { mex(1) } else { 1 })?;
    }
    let classes = classes(domain, moves, &pairs, &near);
    for (class, against) in classes.iter().enumerate() {
        require("class", class, at(stated[class]), against.map_or(0, |position| position + 1))?;
    }
    Ok((pairs, classes))
}

/// The names of the classes, in their order.
pub const CLASSES: [&str; 6] = ["domestic", "tame", "pet", "miserable", "returnable", "forced"];

/// The first position against each class. A swap position is one with the pair (0, 1) or (1, 0); `near` says to which there is a move, and
/// whether there is any.
fn classes(domain: &Domain, moves: &Moves, pairs: &[[u16; 2]], near: &[[bool; 3]]) -> [Option<usize>; 6] {
    let is_swap = |position: usize| matches!(pairs[position], [0, 1] | [1, 0]);
    let any_option = |position: usize, is_bad: &dyn Fn(usize) -> bool| {
        let mut found = false;
        domain.options(moves, position, |option| found |= is_bad(option));
        found
    };
    let is_against = |class: usize, position: usize| {
        let ([normal, misere], swap) = (pairs[position], is_swap(position));
        match class {
            // A value is 0, and the other is greater than 1.
            0 => normal.min(misere) == 0 && normal.max(misere) > 1,
            1 => !swap && normal != misere,
            2 => !swap && (normal != misere || normal < 2),
            // A move to one sort of swap positions, and none to the other.
            3 => !swap && near[position][0] != near[position][1],
            // From an option, unless it is an end, no move leads back to a position of the same pair.
            4 => swap && any_option(position, &|to| near[to][2] && !near[to][usize::from(normal)]),
            _ => swap && any_option(position, &|to| !is_swap(to)),
        }
    };
    array::from_fn(|class| (0..pairs.len()).find(|&position| is_against(class, position)))
}
// ANCHOR_END: values

// ANCHOR: losing
/// Verifies the losing cells of a board: which cells can move to one of them is marked by walking back from each.
fn losing(board: &Board, moves: &Moves, misere: bool, slices: &[&[u8]]) -> Result<Vec<bool>, Failure> {
    coverage(slices, 1)?;
    let (mut reader, mut next) = (Reader::new(Some(0), slices[0]), 0);
    let (mut losing, mut attacked) = (vec![false; board.count()], vec![false; board.count()]);
    let listed = reader.length(1)?;
    moves.admit(listed, board.sides())?;
    for _ in 0..listed {
        next += reader.number()?;
        if next >= size(board.count()) {
            return Err(reader.wrong(Spelling::Large));
        }
        losing[at(next)] = true;
        let [row, column] = board.cell(at(next));
        let mut back = |[down, right]: [usize; 2], times: usize| {
            let from = [row.checked_sub(times * down)?, column.checked_sub(times * right)?];
            attacked[board.number(from).expect("above and left of a cell")] = true;
            Some(())
        };
        moves.steps.iter().for_each(|step| drop(back(*step, 1)));
        moves.rides.iter().for_each(|ride| drop((1..).try_for_each(|times| back(*ride, times))));
        next += 1;
    }
    reader.end()?;
    for cell in 0..board.count() {
        // In misère play who cannot move has won.
        let wins = attacked[cell] || misere && board.is_end(moves, cell);
        require(if losing[cell] { "quiet" } else { "answered" }, cell, losing[cell].into(), (!wins).into())?;
    }
    Ok(losing)
}
// ANCHOR_END: losing

/// The values of S(k, a, b) for all k: of k blocks one below the other, the i-th from below of b rows of length i·a. The value of a cell depends on
/// the place in its block (row p below b, column q below a) and on the block's depth t: how many blocks the staircase reaches beyond it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staircases {
    /// The moves.
    pub moves: Moves,
    /// The columns of a block.
    pub a: usize,
    /// The rows of a block.
    pub b: usize,
    /// From which layer on what is seen below recurs, after how many layers, and by how much the values have grown then.
    pub returns: [usize; 3],
    /// The values of the layers, row by row.
    pub layers: Vec<Vec<usize>>,
}

// ANCHOR: staircases
impl Staircases {
    fn read(moves: Moves, mut reader: Reader, slices: &[&[u8]]) -> Result<Self, Failure> {
        let small = |reader: &mut Reader| SIDES.admit(reader.number()?).map(at).map_err(Failure::from);
        let (a, b) = (small(&mut reader)?, small(&mut reader)?);
        reader.end()?;
        sound("block", (), a > 0 && b > 0)?;
        let count = LAYERS.admit(slices.len())?;
        let sides = SIDES.admit(count * size(a + b))?;
        moves.admit(at(POSITIONS.admit(count * size(a) * size(b))?), at(sides))?;
        let mut reader = Reader::new(Some(0), slices.first().ok_or(Failure::Coverage(0, 1))?);
        let returns = [small(&mut reader)?, small(&mut reader)?, small(&mut reader)?];
        reader.end()?;
        coverage(slices, returns[0] + returns[1] + 1)?;
        let mut layers = Vec::new();
        for (slice, bytes) in slices.iter().enumerate().skip(1) {
            let mut reader = Reader::new(Some(slice), bytes);
            layers.push(reader.column32(a * b)?.into_iter().map(at).collect());
            reader.end()?;
        }
        let staircases = Self { moves, a, b, returns, layers };
        staircases.mex()?;
        staircases.returns()?;
        Ok(staircases)
    }

    /// The values that a ride reaches from a cell: layer, row, column.
    fn reach(&self, from: [usize; 3], [down, right]: [usize; 2]) -> impl Iterator<Item = usize> {
        let next = move |&[t, p, q]: &[usize; 3]| {
            let (p, q) = (p + down, q + right);
            Some([t.checked_sub(p / self.b + q / self.a)?, p % self.b, q % self.a])
        };
        iter::successors(Some(from), next).skip(1).map(|[t, p, q]| self.layers[t][p * self.a + q])
    }

    /// That the value of each cell is the least that no option has.
    fn mex(&self) -> Result<(), Failure> {
        for (t, layer) in self.layers.iter().enumerate() {
            for (cell, &value) in layer.iter().enumerate() {
                let from = [t, cell / self.a, cell % self.a];
                let steps = self.moves.steps.iter().flat_map(|step| self.reach(from, *step).take(1));
                let rides = self.moves.rides.iter().flat_map(|ride| self.reach(from, *ride));
                let seen: BTreeSet<usize> = steps.chain(rides).collect();
                let mex = (0..).find(|value| !seen.contains(value)).expect("one is not seen");
                require("mex", t * layer.len() + cell, value, mex)?;
            }
        }
        Ok(())
    }

    /// How many values, from 0 on, every cell sees from layer `t` on: in the rows and columns of the layers below, if it may ride along them.
    fn seen(&self, t: usize) -> usize {
        let line = |ride: [usize; 2], from: [usize; 3]| {
            let ridden = self.moves.rides.contains(&ride);
            self.reach(from, ride).filter(|_| ridden).collect::<BTreeSet<usize>>()
        };
        let rows: Vec<_> = (0..self.b).map(|p| line([0, 1], [t, p, self.a - 1])).collect();
        let columns: Vec<_> = (0..self.a).map(|q| line([1, 0], [t, self.b - 1, q])).collect();
        let all = |lines: &[BTreeSet<usize>], value| lines.iter().all(|line| line.contains(&value));
        (0..).take_while(|&value| all(&rows, value) || all(&columns, value)).count()
    }

    /// Whether the layers below layer `t` look like those below layer `s`, with all values greater by as much as is seen more. They are looked at
    /// as far down as a move that is not repeated goes: the values there, and what each ride reaches that is not below what every cell sees.
    fn recurs(&self, [s, t]: [usize; 2], seen: &[usize]) -> bool {
        let (a, b, moves) = (self.a, self.b, self.moves.steps.iter().chain(&self.moves.rides));
        let depth = moves.map(|by| (b - 1 + by[0]) / b + (a - 1 + by[1]) / a).fold(0, usize::max);
        let far = |t: usize, [below, cell]: [usize; 2], ride: [usize; 2]| {
            let reach = self.reach([t - below, cell / a, cell % a], ride);
            reach.filter_map(|value| value.checked_sub(seen[t])).collect::<BTreeSet<usize>>()
        };
        let is_same = |[below, cell]: [usize; 2]| {
            let value = |t: usize| self.layers[t - below][cell];
            value(s) + seen[t] == value(t) + seen[s]
                && self.moves.rides.iter().all(|ride| far(s, [below, cell], *ride) == far(t, [below, cell], *ride))
        };
        s >= depth && (1..=depth).all(|below| (0..a * b).all(|cell| is_same([below, cell])))
    }

    /// That what is seen below the first layer that is not stated recurs as is stated, and that nothing recurs before.
    fn returns(&self) -> Result<(), Failure> {
        let (seen, last) = ((0..=self.layers.len()).map(|t| self.seen(t)).collect::<Vec<_>>(), self.layers.len());
        let [from, period, growth] = self.returns;
        require("return", last, period.min(1), 1)?;
        for t in 0..=last {
            for s in 0..t {
                require("return", t, ([s, t] == [from, last]).into(), self.recurs([s, t], &seen).into())?;
            }
        }
        require("return", last, growth, seen[last] - seen[from])
    }
}
// ANCHOR_END: staircases

/// A race. The piece stands on the first cell of a board. Left (White) moves it in one way, Right (Black) in another. Who moves it to a cell from
/// which neither can move has won, in misère play lost. Who has to move and cannot has lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// Left's moves, and Right's.
    pub moves: [Moves; 2],
    /// The board.
    pub board: Board,
    /// Whether the play is misère.
    pub misere: bool,
    /// Whether the players take turns, instead of bidding for each move.
    pub turns: bool,
    /// The cells from which somebody can move.
    pub open: Vec<usize>,
    /// For each cell, its place among these.
    pub places: Vec<Option<u32>>,
}

// ANCHOR: race
impl Race {
    /// Reads the statement. Positions are the open cells; by turns each of them twice, with Left's turn first.
    pub fn read(body: &[u8], head: &Head) -> Result<Self, Failure> {
        sound("form", (), (head.bits, head.form) == (0, Form::One))?;
        let mut reader = Reader::new(None, body);
        let moves = [Moves::read(&mut reader)?, Moves::read(&mut reader)?];
        let (board, misere, turns) = (Board::read(&mut reader)?, flag(&mut reader)?, flag(&mut reader)?);
        reader.end()?;
        moves.iter().try_for_each(|moves| moves.admit(board.count(), board.sides()))?;
        let is_open = |&cell: &usize| moves.iter().any(|moves| !board.is_end(moves, cell));
        let (open, mut places): (Vec<_>, _) = ((0..board.count()).filter(is_open).collect(), vec![None; board.count()]);
        (0..).zip(&open).for_each(|(place, &cell)| places[cell] = Some(place));
        sound("start", (), places[0].is_some())?;
        Ok(Self { moves, board, misere, turns, open, places })
    }
}

impl Table for Race {
    fn count(&self) -> usize {
        self.open.len() * if self.turns { 2 } else { 1 }
    }

    fn turn(&self, position: u32) -> Turn {
        if self.turns { Turn::Of(Side::BOTH[at(position % 2)]) } else { Turn::Bid }
    }

    fn options(&self, position: u32, mut tell: impl FnMut(Step)) {
        let cell = self.open[at(if self.turns { position / 2 } else { position })];
        for side in Side::BOTH.into_iter().filter(|&side| self.turn(position) != Turn::Of(side.other())) {
            let (winner, mut moved) = (if self.misere { side.other() } else { side }, false);
            self.board.options(&self.moves[side.of(0, 1)], cell, |to| {
                let number = |place| if self.turns { 2 * place + side.of(1, 0) } else { place };
                tell((side, 1, 0, self.places[to].map_or(Target::Won(winner), |place| Target::To(number(place)))));
                moved = true;
            });
            if !moved {
                tell((side, 1, 0, Target::Won(side.other())));
            }
        }
    }

    fn borders(&self) -> Vec<(usize, bool)> {
        Vec::new()
    }
}
// ANCHOR_END: race
