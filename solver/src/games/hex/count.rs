//! Counting the fillings that Left wins, cell by cell along the ranks.
//!
//! Of what has been filled one thing matters: the *frontier*, which is the last filled cell of each file, and there which of Left's stones are joined to the
//! first rank, and which of the others to each other. A frontier is packed into 4 bits for each file: 0 for no stone of Left, 1 for one that is joined to the
//! first rank, then 2, 3, … for the other chains, in the order in which they appear. A frontier that has nothing joined to the first rank is lost, once
//! that rank is full.
//!
//! Forwards: in how many ways each frontier is reached. Backwards: in how many ways Left wins from there. The products at a cell give the wins with
//! that cell Left's. Of the way forwards only the frontiers at the beginning of each rank are kept, and the rest of it is gone once more: this takes
//! half as long again, and an eighth of the memory.

use std::fmt;
use std::ops::AddAssign;

use num_bigint::BigUint;

use super::{Board, Player};

/// The most frontiers after one cell: 14x14 has about 650,000.
const MOST: usize = 1 << 20;

/// In how many fillings Left wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// In all.
    pub wins: BigUint,
    /// With Left's stone on this cell; none if it is not free.
    pub with_left: Vec<Option<BigUint>>,
    /// How many frontiers were met, and how many after one cell at the most.
    pub frontiers: [usize; 2],
}

/// More frontiers than are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "found more than {MOST} ways in which stones on one rank can be joined, required at most {MOST}: the board is too large; an empty one of 14x14 is not"
        )
    }
}

impl std::error::Error for TooMany {}

/// Counts. `progress` is told after each cell how many of all there are done; each is passed twice.
///
/// # Errors
///
/// If there are too many frontiers.
pub fn count(board: &Board, progress: &mut dyn FnMut(usize)) -> Result<Counts, TooMany> {
    // A sum is never above the number of all fillings.
    if board.free() < 128 { run::<u128>(board, progress) } else { run::<Wide>(board, progress) }
}

/// A natural number that is large enough.
trait Natural: Copy + Default + AddAssign + From<u64> + Into<BigUint> {
    /// The product.
    fn times(self, other: Self) -> Self;
}

impl Natural for u128 {
    fn times(self, other: Self) -> Self {
        self * other
    }
}

/// A number below 2^256: four digits, least significant first.
#[derive(Clone, Copy, Default)]
struct Wide([u64; 4]);

impl From<u64> for Wide {
    fn from(number: u64) -> Self {
        Self([number, 0, 0, 0])
    }
}

impl From<Wide> for BigUint {
    fn from(Wide(digits): Wide) -> Self {
        let halves = digits.into_iter().flat_map(|digit| [digit as u32, (digit >> 32) as u32]);
        Self::new(halves.collect())
    }
}

impl AddAssign for Wide {
    fn add_assign(&mut self, other: Self) {
        let mut carry = 0;
        for (digit, other) in self.0.iter_mut().zip(other.0) {
            let sum = u128::from(*digit) + u128::from(other) + carry;
            (*digit, carry) = (sum as u64, sum >> 64);
        }
        assert_eq!(carry, 0, "no more than all fillings");
    }
}

impl Natural for Wide {
    fn times(self, other: Self) -> Self {
        let mut digits = [0; 4];
        for (place, digit) in self.0.into_iter().enumerate().filter(|(_, digit)| *digit > 0) {
            let mut carry = 0;
            for (other, sum) in other.0.iter().zip(&mut digits[place..]) {
                let product = u128::from(digit) * u128::from(*other) + u128::from(*sum) + carry;
                (*sum, carry) = (product as u64, product >> 64);
            }
            let is_lost = other.0[4 - place..].iter().any(|&digit| digit > 0);
            assert!(carry == 0 && !is_lost, "no more than all fillings");
        }
        Self(digits)
    }
}

/// No frontier.
const LOST: u32 = u32::MAX;

/// Frontiers by number, and their numbers: a table with open addresses.
struct Frontiers {
    all: Vec<u64>,
    slots: Vec<u32>,
}

impl Frontiers {
    fn new(expected: usize) -> Self {
        Self { all: Vec::with_capacity(expected), slots: vec![LOST; (2 * expected).next_power_of_two().max(16)] }
    }

    /// The slot of a frontier, or the free one where it belongs.
    fn slot(&self, frontier: u64) -> usize {
        let mask = self.slots.len() - 1;
        // The multiplier is 2^64 over the golden ratio; the upper half of the product is well mixed.
        let mut slot = ((u128::from(frontier) * 0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.slots[slot] != LOST && self.all[self.slots[slot] as usize] != frontier {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The number of a frontier, which is a new one if it is new.
    fn number(&mut self, frontier: u64) -> u32 {
        if 2 * self.all.len() >= self.slots.len() {
            self.slots = vec![LOST; 2 * self.slots.len()];
            for number in 0..self.all.len() {
                let slot = self.slot(self.all[number]);
                self.slots[slot] = number as u32;
            }
        }
        let slot = self.slot(frontier);
        if self.slots[slot] == LOST {
            self.slots[slot] = self.all.len() as u32;
            self.all.push(frontier);
        }
        self.slots[slot]
    }
}

/// A name that no chain has: of 16 files there are 8 chains at most.
const NEW: u64 = 15;

/// The frontier with its chains named in the order in which they appear, after the first of two chains became a part of the second.
fn in_order(frontier: u64, files: usize, joined: [u64; 2]) -> u64 {
    let (mut names, mut next, mut ordered) = ([0; 16], 2, 0);
    names[1] = 1;
    for file in 0..files {
        let mut chain = frontier >> (4 * file) & 15;
        if chain == 0 {
            continue;
        }
        if chain == joined[0] {
            chain = joined[1];
        }
        if names[chain as usize] == 0 {
            names[chain as usize] = next;
            next += 1;
        }
        ordered |= names[chain as usize] << (4 * file);
    }
    ordered
}

/// The frontier after a stone of a player on the next cell; none if Left has lost.
fn lay(frontier: u64, board: &Board, cell: usize, player: Player) -> Option<u64> {
    let (file, rank) = (cell % board.files, cell / board.files);
    let at = |file: usize| frontier >> (4 * file) & 15;
    let rest = frontier & !(15 << (4 * file));
    let next = match player {
        Player::Right => in_order(rest, board.files, [0; 2]),
        Player::Left => {
            // The neighbours that are filled: on the rank before those on this file and on the next one, on this rank the one on the file before.
            let above = at(file);
            let before = if file > 0 { at(file - 1) } else { 0 };
            let after = if file + 1 < board.files { at(file + 1) } else { 0 };
            // The cell above is a neighbour of the two others: if it is Left's, all are of one chain.
            let first = if above > 0 { above } else { before };
            let chain = match [first.min(after), first.max(after)] {
                _ if rank == 0 => 1,
                [0, 0] => NEW,
                [0, chain] | [chain, _] => chain,
            };
            in_order(rest | chain << (4 * file), board.files, [first.max(after), chain])
        }
    };
    let is_joined = (0..board.files).any(|file| next >> (4 * file) & 15 == 1);
    (rank == 0 || is_joined).then_some(next)
}

/// Where each frontier leads, with Left's stone and with Right's, and all that are reached.
fn step(board: &Board, cell: usize, frontiers: &[u64]) -> Result<(Vec<[u32; 2]>, Vec<u64>), TooMany> {
    let mut after = Frontiers::new(frontiers.len() + frontiers.len() / 2);
    let mut leads = Vec::with_capacity(frontiers.len());
    for &frontier in frontiers {
        leads.push([Player::Left, Player::Right].map(|player| {
            let may = board.stones[cell].is_none_or(|stone| stone == player);
            let next = if may { lay(frontier, board, cell, player) } else { None };
            next.map_or(LOST, |next| after.number(next))
        }));
        if after.all.len() > MOST {
            return Err(TooMany);
        }
    }
    Ok((leads, after.all))
}

/// In how many ways the next frontiers are reached.
fn reach<N: Natural>(leads: &[[u32; 2]], ways: &[N], count: usize) -> Vec<N> {
    let mut reached = vec![N::default(); count];
    for (targets, ways) in leads.iter().zip(ways) {
        for &target in targets.iter().filter(|&&target| target != LOST) {
            reached[target as usize] += *ways;
        }
    }
    reached
}

fn run<N: Natural>(board: &Board, progress: &mut dyn FnMut(usize)) -> Result<Counts, TooMany> {
    let (mut frontiers, mut ways, mut kept) = (vec![0], vec![N::from(1)], Vec::new());
    let mut met = [1, 1];
    let mut done = 0;
    let mut passed = || {
        done += 1;
        progress(done);
    };
    for rank in 0..board.ranks {
        kept.push((frontiers.clone(), ways.clone()));
        for cell in rank * board.files..(rank + 1) * board.files {
            let (leads, after) = step(board, cell, &frontiers)?;
            ways = reach(&leads, &ways, after.len());
            frontiers = after;
            met = [met[0] + frontiers.len(), met[1].max(frontiers.len())];
            passed();
        }
    }
    let has_won = |frontier: &u64| (0..board.files).any(|file| frontier >> (4 * file) & 15 == 1);
    let mut wins: Vec<N> = frontiers.iter().map(|frontier| N::from(u64::from(has_won(frontier)))).collect();
    let mut with_left = vec![None; board.stones.len()];
    while let Some((mut frontiers, mut ways)) = kept.pop() {
        let first = kept.len() * board.files;
        let mut steps = Vec::with_capacity(board.files);
        for cell in first..first + board.files {
            let (leads, after) = step(board, cell, &frontiers)?;
            let next = reach(&leads, &ways, after.len());
            steps.push((leads, std::mem::replace(&mut ways, next)));
            frontiers = after;
        }
        drop((frontiers, ways));
        for cell in (first..first + board.files).rev() {
            let (leads, ways) = steps.pop().expect("a step for each cell");
            let mut left = N::default();
            let mut before = Vec::with_capacity(leads.len());
            for ([own, other], ways) in leads.into_iter().zip(ways) {
                let mut won = N::default();
                if own != LOST {
                    left += ways.times(wins[own as usize]);
                    won += wins[own as usize];
                }
                if other != LOST {
                    won += wins[other as usize];
                }
                before.push(won);
            }
            with_left[cell] = board.stones[cell].is_none().then(|| left.into());
            wins = before;
            passed();
        }
    }
    // Before all cells there is one frontier.
    Ok(Counts { wins: wins[0].into(), with_left, frontiers: met })
}
