//! Impartial chess on partitions: a piece deletes rows and columns of a partition as long as something is left.
//!
//! Responsible for moves and positions; for four statements (values, losing cells, staircases, the race) and for their conditions. All is done
//! by walking from position to position, a row or a column at a time. Left to others: the envelope (`certificate`), and what is put to the
//! positions of the race (`table`). Source: `docs/src/record/format.md`, section "Partitions".
//!
//! Why the conditions suffice: every move makes the partition smaller. So by induction on its size exactly one function has the value `mex` of
//! the options everywhere, and exactly one set of positions is `quiet` and `answered`. A layer of a staircase depends on what is seen of the
//! layers below it; where that recurs, all later layers do.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::{array, iter};

use checker::certificate::{Certificate, Form, Head, Reader, Statement};
use checker::claim::{Checked, Claim, Given, Imports, Verified};
use checker::failure::{Failure, Fault, Spelling, ensure};
use checker::limits::{Limit, TooMuch};
use checker::numbers::at;
use checker::table::{self, Stated, Step, Table, Target, Theorem};
use checker::theorem::Side;

use crate::bare::Naturals as _;

/// Positions: 2^22, of about 40 bytes each. Measured need 2.1 million (the staircases of blocks 101x101).
const POSITIONS: Limit = Limit { of: "positions", most: 1 << 22 };
/// The size of partitions that are all taken: there are 1.3 million of at most 50, of 100 bytes each.
const SIZE: Limit = Limit { of: "for the size of partitions", most: 50 };
/// Rows and columns together: 2^16, so that each value takes 2 bytes.
const SIDES: Limit = Limit { of: "rows and columns together", most: 1 << 16 };
/// Rows and columns that may have to be deleted, one by one, to look at all options: 2^33, a minute. Measured need 1.3·10^9 options (Queen on
/// 1000x1000), counted here as 6·10^9.
const OPTIONS: Limit = Limit { of: "rows and columns to be deleted, at most", most: 1 << 33 };
/// Layers of a staircase: 2^10, because each is compared with each. Measured need 448.
const LAYERS: Limit = Limit { of: "layers", most: 1 << 10 };

/// A length, or a number below one, as a number of the format.
fn size(number: usize) -> u64 {
    number.try_into().expect("64 bits or less")
}

/// That a part of the statement is one.
fn sound(what: &'static str, is_sound: bool) -> Result<(), Failure> {
    if is_sound { Ok(()) } else { Err(Failure::Statement(what)) }
}

/// That a condition holds at the place of a number: that the number that is stated there is the one that is required.
fn require(condition: &'static str, place: usize, stated: u64, required: usize) -> Result<(), Failure> {
    let (place, required) = (size(place), size(required));
    ensure(stated == required, Failure::Further(Arc::new(Wrong { condition, place, stated, required })))
}

/// A stated number is not the one that is required.
#[derive(Debug)]
pub struct Wrong {
    /// The condition.
    pub condition: &'static str,
    /// The number of the position, cell, class or layer.
    pub place: u64,
    /// What is stated.
    pub stated: u64,
    /// What is required.
    pub required: u64,
}

impl Fault for Wrong {
    fn condition(&self) -> &'static str {
        self.condition
    }

    fn place(&self) -> u64 {
        self.place
    }
}

/// The number of statements about the values of positions.
pub const VALUES: u8 = 9;
/// The number of statements about losing cells.
pub const LOSING: u8 = 10;
/// The number of statements about all staircases.
pub const STAIRCASES: u8 = 11;
/// The number of statements about a race.
pub const RACE: u8 = 12;

/// A claim about partitions, but for the race: the number of its statement, and the body.
struct Alone(u8, Vec<u8>);

/// The claim about values, losing cells or staircases.
///
/// # Errors
///
/// None before the certificate is checked.
pub fn claim(given: Given) -> Result<Box<dyn Claim>, Failure> {
    let Statement::Further(number, body) = &given.head.statement else { unreachable!("a further game") };
    Ok(Box::new(Alone(*number, body.clone())))
}

impl Claim for Alone {
    fn imports(&self) -> Imports {
        Imports::All(Vec::new())
    }

    fn check(self: Box<Self>, certificate: &Certificate, _: &[Arc<Verified>], _: usize) -> Checked {
        Ok((Arc::new(check(self.0, &self.1, certificate)?), Stated::default()))
    }
}

/// The claim about a race, before its statement is read.
struct Unread(Vec<u8>);

/// The claim about a race, which the theorem proves.
///
/// # Errors
///
/// None before the certificate is checked.
pub fn race(given: Given) -> Result<Box<dyn Claim>, Failure> {
    Ok(Box::new(Unread(given.body.to_vec())))
}

impl Claim for Unread {
    fn imports(&self) -> Imports {
        Imports::All(Vec::new())
    }

    fn check(self: Box<Self>, certificate: &Certificate, _: &[Arc<Verified>], threads: usize) -> Checked {
        let race = Race::read(&self.0, &certificate.head)?;
        let stated = table::check(&race, certificate, &[], &Theorem, threads)?;
        Ok((Arc::new(Proved::Race(race)), stated))
    }
}

/// Reads a number that is at most that of rows and columns together.
fn small(reader: &mut Reader) -> Result<usize, Failure> {
    Ok(at(SIDES.admit(reader.number()?)?))
}

/// How a piece moves: so many rows and columns are deleted. A ride may be repeated within one move, a step may not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The steps.
    pub steps: Vec<[usize; 2]>,
    /// The rides.
    pub rides: Vec<[usize; 2]>,
}

// ANCHOR: moves
impl Moves {
    /// Reads both lists: increasing, nothing of no rows and no columns, nothing that another ride reaches.
    pub fn read(reader: &mut Reader) -> Result<Self, Failure> {
        let mut lists = [Vec::new(), Vec::new()];
        for list in &mut lists {
            for _ in 0..reader.length(2)? {
                list.push([reader.byte()?, reader.byte()?].map(usize::from));
            }
            sound("moves", list.is_sorted_by(|a, b| a < b) && list.first() != Some(&[0, 0]))?;
        }
        let [steps, rides] = lists;
        OPTIONS.admit(size(rides.len()) * size(steps.len() + rides.len()) * 256)?;
        let ridden = |to: &[usize; 2], least| rides.iter().any(|by| (least..256).any(|n| by.map(|by| n * by) == *to));
        sound("moves", !steps.iter().any(|to| ridden(to, 1)) && !rides.iter().any(|to| ridden(to, 2)))?;
        Ok(Self { steps, rides })
    }
}
// ANCHOR_END: moves

/// Where no row or no column can be deleted, because nothing would be left.
const END: u32 = u32::MAX;

/// Positions by number: where the deletion of one row leads from each, and that of one column.
#[derive(Clone, Debug)]
pub struct Positions {
    /// The numbers of what is left, one pair for each position.
    pub links: Vec<[u32; 2]>,
    /// Rows and columns together: as many moves, or fewer, end every play.
    sides: usize,
}

impl Positions {
    fn link(&mut self, links: [Option<usize>; 2]) {
        self.links.push(links.map(|to| to.map_or(END, |to| to.try_into().expect("within the limit"))));
    }

    // ANCHOR: board
    /// The cells of a board, row by row; a cell is what is left when the rows above it and the columns left of it are deleted. Reads the runs of
    /// equal rows: their length and how many, the lengths decreasing.
    pub fn board(reader: &mut Reader) -> Result<Self, Failure> {
        let (mut rows, mut count) = (Vec::new(), 0);
        for _ in 0..reader.length(2)? {
            let (length, times) = (small(reader)?, small(reader)?);
            sound("partition", length > 0 && times > 0 && rows.last().is_none_or(|last| length < *last))?;
            count = POSITIONS.admit(count + size(length) * size(times))?;
            rows.extend(iter::repeat_n(length, times));
        }
        sound("partition", count > 0)?;
        let mut cells = Self { links: Vec::new(), sides: at(SIDES.admit(rows.len() + rows[0])?) };
        for (row, &length) in rows.iter().enumerate() {
            for column in 0..length {
                let cell = cells.links.len();
                let has_below = rows.get(row + 1).is_some_and(|&below| column < below);
                cells.link([has_below.then_some(cell + length), (column + 1 < length).then_some(cell + 1)]);
            }
        }
        Ok(cells)
    }
    // ANCHOR_END: board

    // ANCHOR: sizes
    /// All partitions of 1, of 2, and so on up to a size: those of a size with the greater first part first, then with the greater second part, and
    /// so on.
    fn sizes(reader: &mut Reader) -> Result<Self, Failure> {
        let most = at(SIZE.admit(reader.number()?)?);
        sound("size", most > 0)?;
        let (mut lists, mut starts) = (vec![vec![Vec::new()]], vec![0, 0]);
        for n in 1..=most {
            let parts = (1..=n).rev().flat_map(|first| lists[n - first].iter().map(move |rest| (first, rest)));
            let parts = parts.filter(|(first, rest)| rest.first().is_none_or(|next| next <= first));
            let list: Vec<Vec<usize>> = parts.map(|(first, rest)| [&[first], &rest[..]].concat()).collect();
            starts.push(starts[n] + list.len());
            lists.push(list);
        }
        let find = |rows: &[usize], columns: usize| {
            let left: Vec<usize> = rows.iter().filter(|row| **row > columns).map(|row| row - columns).collect();
            let n: usize = left.iter().sum();
            (n > 0).then(|| starts[n] + lists[n].binary_search_by(|other| left.cmp(other)).expect("it is listed"))
        };
        let mut all = Self { links: Vec::new(), sides: most + 1 };
        lists.iter().skip(1).flatten().for_each(|rows| all.link([find(&rows[1..], 0), find(rows, 1)]));
        Ok(all)
    }
    // ANCHOR_END: sizes

    // ANCHOR: layers
    /// The cells of blocks of `a` columns and `b` rows, row by row, of so many layers. Below the last row of a block, and right of its last column,
    /// begins a block of the layer before.
    pub fn layers([a, b]: [usize; 2], count: usize) -> Result<Self, Failure> {
        let mut cells = Self { links: Vec::new(), sides: at(SIDES.admit(LAYERS.admit(count)? * size(a + b))?) };
        for cell in 0..at(POSITIONS.admit(size(count) * size(a) * size(b))?) {
            let (block, row, column) = (cell - cell % (a * b), cell / a % b, cell % a);
            let down = if row + 1 < b { Some(cell + a) } else { (block + column).checked_sub(a * b) };
            let right = if column + 1 < a { Some(cell + 1) } else { (block + row * a).checked_sub(a * b) };
            cells.link([down, right]);
        }
        Ok(cells)
    }
    // ANCHOR_END: layers

    // ANCHOR: options
    /// What is left when so many rows and columns are deleted, if anything is.
    pub fn step(&self, from: usize, [down, right]: [usize; 2]) -> Option<usize> {
        let mut links = iter::repeat_n(0, down).chain(iter::repeat_n(1, right));
        links.try_fold(from, |to, link| Some(self.links[to][link]).filter(|&to| to != END).map(at))
    }

    /// What a ride reaches from a position.
    fn ride(&self, from: usize, by: [usize; 2]) -> impl Iterator<Item = usize> {
        iter::successors(self.step(from, by), move |&to| self.step(to, by))
    }

    /// The options of a position.
    pub fn options(&self, moves: &Moves, from: usize) -> impl Iterator<Item = usize> {
        let steps = moves.steps.iter().filter_map(move |by| self.step(from, *by));
        steps.chain(moves.rides.iter().flat_map(move |by| self.ride(from, *by)))
    }
    // ANCHOR_END: options

    /// Declines more than can be walked: for each step its rows and columns, for each ride at most all there are.
    fn admit(self, moves: &Moves) -> Result<Self, TooMuch> {
        let each = size(moves.steps.iter().flatten().sum()) + size(moves.rides.len()) * size(self.sides);
        OPTIONS.admit(size(self.links.len()) * each).map(|_| self)
    }
}

/// What is proved of partitions.
#[derive(Clone, Debug)]
pub enum Proved {
    /// The pair of values of each position, normal and misère; for each class, the first position that is against it.
    Values(Vec<[u16; 2]>, [Option<usize>; 6]),
    /// For each cell of a board, whether who has to move there loses.
    Losing(Vec<bool>),
    /// The values of all staircases: from which layer on what is seen below recurs, after how many layers, and by how much values have grown then;
    /// the values of the layers up to there.
    Staircases([usize; 3], Vec<[u16; 1]>),
    /// The values of a race are those of a table.
    Race(Race),
}

// ANCHOR: check
/// Verifies a statement: not that of the race, which is a table.
fn check(number: u8, body: &[u8], certificate: &Certificate) -> Result<Proved, Failure> {
    sound("form", crate::bare::is_bare(&certificate.head))?;
    ensure(certificate.slices.len() == 1, Failure::Coverage(certificate.slices.len(), 1))?;
    let mut body = Reader::new(None, body);
    let (moves, kind) = (Moves::read(&mut body)?, body.byte()?);
    let positions = match (number, kind) {
        (VALUES, 0) | (LOSING, 0 | 1) => Positions::board(&mut body)?,
        (VALUES, 1) => Positions::sizes(&mut body)?,
        (STAIRCASES, 0) => return staircases(&moves, body, certificate),
        _ => return Err(Failure::Statement("kind")),
    };
    body.end()?;
    let positions = positions.admit(&moves)?;
    let slice = crate::bare::only_slice(certificate)?;
    let slice = Reader::new(Some(0), slice);
    if number == VALUES { pairs(&positions, &moves, slice) } else { losing(&positions, &moves, kind == 1, slice) }
}
// ANCHOR_END: check

/// Values that are right, and for each position, whether it has an option with the values 0, 1, one with 1, 0, and any.
type Found<const N: usize> = Result<(Vec<[u16; N]>, Vec<[bool; 3]>), Failure>;

// ANCHOR: values
/// Verifies values, one for each play, up to the end of the slice: each is the least that no option has; in misère play that of an end is 1.
fn values<const N: usize>(all: &Positions, moves: &Moves, stated: Vec<[u64; N]>, slice: Reader) -> Found<N> {
    // A move deletes a row or a column, so every value is less than there are rows and columns.
    if stated.iter().flatten().any(|&value| value >= size(all.sides)) {
        return Err(slice.wrong(Spelling::Large));
    }
    slice.end()?;
    let value = |value: u64| u16::try_from(value).expect("below the limit of rows and columns");
    let values: Vec<[u16; N]> = stated.into_iter().map(|stated| stated.map(value)).collect();
    // For each value the last position that has an option of it.
    let (mut seen, mut near) = (vec![[END; N]; all.sides + 1], vec![[false; 3]; values.len()]);
    for (position, near) in near.iter_mut().enumerate() {
        let now = position.try_into().expect("within the limit");
        all.options(moves, position).for_each(|option| {
            let found = &values[option];
            (0..N).for_each(|play| seen[usize::from(found[play])][play] = now);
            *near = [near[0] || found[..] == [0, 1], near[1] || found[..] == [1, 0], true];
        });
        for (play, condition) in ["mex", "misere-mex"].into_iter().enumerate().take(N) {
            let mex = (0..).find(|&value| seen[value][play] != now).expect("one is not seen");
            require(condition, position, values[position][play].into(), if near[2] { mex } else { play })?;
        }
    }
    Ok((values, near))
}
// ANCHOR_END: values

/// The names of the classes, in their order.
pub const CLASSES: [&str; 6] = ["domestic", "tame", "pet", "miserable", "returnable", "forced"];

// ANCHOR: classes
/// Verifies values in both plays, and for each class the first position that is against it. A swap position is one with the values 0, 1 or 1, 0.
fn pairs(positions: &Positions, moves: &Moves, mut slice: Reader) -> Result<Proved, Failure> {
    let stated = (0..6).map(|_| slice.number()).collect::<Result<Vec<_>, _>>()?;
    let (normal, changes) = (slice.column(positions.links.len())?, slice.column(positions.links.len())?);
    let pairs = normal.into_iter().zip(changes).map(|(normal, change)| [normal, normal ^ change]).collect();
    let (pairs, near) = values(positions, moves, pairs, slice)?;
    let is_swap = |position: usize| matches!(pairs[position], [0, 1] | [1, 0]);
    let options = |position: usize| positions.options(moves, position);
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
            4 => swap && options(position).any(|to| near[to][2] && !near[to][usize::from(normal)]),
            _ => swap && options(position).any(|to| !is_swap(to)),
        }
    };
    let against = array::from_fn(|class| (0..pairs.len()).find(|&position| is_against(class, position)));
    for (class, first) in against.iter().enumerate() {
        require("class", class, stated[class], first.map_or(0, |position| position + 1))?;
    }
    Ok(Proved::Values(pairs, against))
}
// ANCHOR_END: classes

// ANCHOR: losing
/// Verifies the losing cells of a board. A cell can move to one if a step leads to one, or if a ride's first step leads to one or to a cell from which the
/// same ride reaches one; so the cells are taken from the last to the first. In misère play who cannot move has won.
fn losing(positions: &Positions, moves: &Moves, misere: bool, mut slice: Reader) -> Result<Proved, Failure> {
    let (mut losing, mut next) = (vec![false; positions.links.len()], 0);
    for _ in 0..slice.length(1)? {
        next += at(POSITIONS.admit(slice.number()?)?);
        *losing.get_mut(next).ok_or(slice.wrong(Spelling::Large))? = true;
        next += 1;
    }
    slice.end()?;
    let (mut rides, mut wins) = (vec![vec![false; moves.rides.len()]; losing.len()], Vec::new());
    for cell in (0..losing.len()).rev() {
        for (ride, by) in moves.rides.iter().enumerate() {
            rides[cell][ride] = positions.step(cell, *by).is_some_and(|to| losing[to] || rides[to][ride]);
        }
        let by_step = moves.steps.iter().filter_map(|by| positions.step(cell, *by)).any(|to| losing[to]);
        let at_end = misere && positions.options(moves, cell).next().is_none();
        wins.push(by_step || rides[cell].contains(&true) || at_end);
    }
    for (cell, wins) in wins.into_iter().rev().enumerate() {
        require(if losing[cell] { "quiet" } else { "answered" }, cell, losing[cell].into(), (!wins).into())?;
    }
    Ok(Proved::Losing(losing))
}
// ANCHOR_END: losing

// ANCHOR: staircases
/// Verifies the values of S(k, a, b) for all k: of k blocks one below the other, the i-th from below of b rows of length i·a. The value of a cell
/// depends on its row and column in its block and on the layer of the block: how many blocks the staircase reaches beyond it.
fn staircases(moves: &Moves, mut body: Reader, certificate: &Certificate) -> Result<Proved, Failure> {
    let (a, b) = (small(&mut body)?, small(&mut body)?);
    body.end()?;
    sound("block", a > 0 && b > 0)?;
    let slice = crate::bare::only_slice(certificate)?;
    let mut slice = Reader::new(Some(0), slice);
    let returns @ [from, period, growth] = [small(&mut slice)?, small(&mut slice)?, small(&mut slice)?];
    let last = from + period;
    // With the first layer of which nothing is stated.
    let positions = Positions::layers([a, b], last + 1)?.admit(moves)?;
    let stated = slice.column(last * a * b)?.into_iter().map(|value| [value]).collect();
    let (values, _) = values(&positions, moves, stated, slice)?;
    let value = |cell: usize| usize::from(values[cell][0]);
    // For each layer how many values, from 0 on, every cell sees from there on: in the rows or columns below it, if it may ride along them.
    let reach = |from: usize, by: [usize; 2], least: usize| {
        let values = positions.ride(from, by).map(value);
        values.filter_map(|value| value.checked_sub(least)).collect::<BTreeSet<usize>>()
    };
    let seen = |layer: usize| {
        let rows: Vec<_> = (1..=b).map(|row| reach(layer * a * b + row * a - 1, [0, 1], 0)).collect();
        let columns: Vec<_> = (0..a).map(|column| reach((layer * b + b - 1) * a + column, [1, 0], 0)).collect();
        let all = |sets: &[BTreeSet<_>], by, x| moves.rides.contains(&by) && sets.iter().all(|set| set.contains(&x));
        (0..).take_while(|&value| all(&rows, [0, 1], value) || all(&columns, [1, 0], value)).count()
    };
    let seen: Vec<usize> = (0..=last).map(|layer| if moves.rides.is_empty() { 0 } else { seen(layer) }).collect();
    // How many layers a move goes down that is not repeated.
    let depth = moves.steps.iter().chain(&moves.rides).map(|by| by[0].div_ceil(b) + by[1].div_ceil(a));
    let depth = depth.fold(0, usize::max);
    // Whether what is seen below layer t is what is seen below layer s, with all values greater by as much as every cell sees more: so far down, the
    // values and what each ride reaches of those that not every cell sees. The work of all comparisons is limited together.
    let mut work = 0;
    let mut recurs = |s: usize, t: usize| {
        let is_same = |back: usize| {
            let [x, y] = [s, t].map(|layer| layer * a * b - back);
            let is_value = value(x) + seen[t] == value(y) + seen[s];
            work += 1 + size(usize::from(is_value) * moves.rides.len() * 2 * t * (a + b));
            is_value && moves.rides.iter().all(|by| reach(x, *by, seen[s]) == reach(y, *by, seen[t]))
        };
        let is_same = s >= depth && (1..=depth * a * b).all(is_same);
        OPTIONS.admit(work).map(|_| is_same)
    };
    require("return", last, size(period.min(1)), 1)?;
    for t in 0..=last {
        for s in 0..t {
            require("return", t, ([s, t] == [from, last]).into(), recurs(s, t)?.into())?;
        }
    }
    require("return", last, size(growth), seen[last] - seen[from])?;
    Ok(Proved::Staircases(returns, values))
}
// ANCHOR_END: staircases

/// A race. The piece stands on the first cell of a board. Left (White) moves it in one way, Right (Black) in another. Who moves it to a cell from
/// which neither can move has won, in misère play lost. Who has to move and cannot has lost.
#[derive(Clone, Debug)]
pub struct Race {
    /// Left's moves, and Right's.
    pub moves: [Moves; 2],
    /// Whether the play is misère.
    pub misere: bool,
    /// The cells.
    pub cells: Positions,
    /// The cells from which somebody can move.
    pub open: Vec<usize>,
}

// ANCHOR: race
impl Race {
    /// Reads the statement.
    pub fn read(body: &[u8], head: &Head) -> Result<Self, Failure> {
        sound("form", (head.never, head.bits, head.form) == (None, 0, Form::One))?;
        let mut body = Reader::new(None, body);
        let moves = [Moves::read(&mut body)?, Moves::read(&mut body)?];
        let (kind, mut cells) = (body.byte()?, Positions::board(&mut body)?);
        body.end()?;
        sound("kind", kind < 2)?;
        cells = cells.admit(&moves[0])?.admit(&moves[1])?;
        let is_open = |&cell: &usize| moves.iter().any(|moves| cells.options(moves, cell).next().is_some());
        let open: Vec<usize> = (0..cells.links.len()).filter(is_open).collect();
        sound("start", open.first() == Some(&0))?;
        Ok(Self { moves, misere: kind == 1, cells, open })
    }
}

impl Table for Race {
    fn count(&self) -> usize {
        self.open.len()
    }

    fn options(&self, position: u32, mut tell: impl FnMut(Step)) {
        for side in Side::BOTH {
            let (winner, mut moved) = (if self.misere { side.other() } else { side }, false);
            for to in self.cells.options(&self.moves[side.of(0, 1)], self.open[at(position)]) {
                let open = self.open.binary_search(&to).map(|to| to.try_into().expect("within the limit"));
                tell((side, 1, 0, open.map_or(Target::Won(winner), Target::To)));
                moved = true;
            }
            if !moved {
                tell((side, 1, 0, Target::Won(side.other())));
            }
        }
    }
}
// ANCHOR_END: race
