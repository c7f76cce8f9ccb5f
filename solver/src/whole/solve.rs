//! Bounds of all placements: what White can force, and what Black can hold White to.
//!
//! What Black can force follows from what White can: `1 − l` of the placement with the colours exchanged. So two arrays are enough, `l` for all and
//! `u` where the two are not close. Each is a least fixed point, so no order of the work changes it.

use std::collections::BTreeMap;

use super::{Board, Target};
use crate::graph::Bounds;

/// Units of 2^-30.
pub const BITS: u8 = 30;
const ONE: u32 = 1 << BITS;
/// Where `u′ − l` is more than so many units, a gap between α and β is looked for.
const WIDE: u32 = 32;

/// Bounds of all placements.
#[derive(Debug)]
pub struct Solved {
    /// The board.
    pub board: Board,
    /// By number: what White can force, in units.
    lower: Vec<u32>,
    /// Where a gap is shown: `u`.
    upper: BTreeMap<u32, u32>,
}

/// What the options of a placement come to, in some column: the best of White's and the worst of Black's.
fn ends(board: &Board, number: u32, column: impl Fn(u32) -> u32) -> [u32; 2] {
    let cells = board.cells(number);
    let (mut best, mut worst) = (0, ONE);
    board.each_option(&cells, number, true, |target| {
        best = best.max(match target {
            Target::Won => ONE,
            Target::To(number) => column(number),
        });
    });
    board.each_option(&cells, number, false, |target| {
        worst = worst.min(match target {
            Target::Won => 0,
            Target::To(number) => column(number),
        });
    });
    [best, worst]
}

impl Solved {
    /// Finds all bounds. `told` hears of each number of men, and of the sweeps it took.
    pub fn new(board: Board, mut told: impl FnMut(usize, u32)) -> Self {
        let mut by_men: Vec<Vec<u32>> = vec![Vec::new(); super::MOST_SQUARES + 1];
        (0..board.count()).for_each(|number| by_men[Board::men(&board.cells(number))].push(number));
        let mut lower = vec![0; board.count() as usize];
        for (men, numbers) in by_men.iter().enumerate().filter(|(_, numbers)| !numbers.is_empty()) {
            let mut sweeps = 0;
            let mut moves = true;
            while moves {
                moves = false;
                let mut raise = |number: u32| {
                    let [best, worst] = ends(&board, number, |number| lower[number as usize]);
                    // At a quiet place a unit is lost, so that no label is needed.
                    let mean = if best == worst { best.saturating_sub(1) } else { (best + worst) / 2 };
                    moves |= mean > lower[number as usize];
                    lower[number as usize] = lower[number as usize].max(mean);
                };
                // Up and down by turns.
                match sweeps % 2 {
                    0 => numbers.iter().for_each(|number| raise(*number)),
                    _ => numbers.iter().rev().for_each(|number| raise(*number)),
                }
                sweeps += 1;
            }
            told(men, sweeps);
        }
        let mut solved = Self { board, lower, upper: BTreeMap::new() };
        solved.find_gaps();
        solved
    }

    /// What Black can force: an upper bound on β.
    fn most(&self, number: u32) -> u32 {
        ONE - self.lower[self.board.flipped(&self.board.cells(number)) as usize]
    }

    /// Raises `u` where bounds are wide, and keeps it where it stays below what Black can hold: `1 − u` with the colours exchanged.
    fn find_gaps(&mut self) {
        let wide = (0..self.board.count()).filter(|number| self.most(*number) - self.lower[*number as usize] > WIDE);
        self.upper = wide.map(|number| (number, self.lower[number as usize])).collect();
        loop {
            let numbers: Vec<u32> = self.upper.keys().copied().collect();
            let mut moves = true;
            while moves {
                moves = false;
                for &number in &numbers {
                    let [best, worst] = ends(&self.board, number, |number| self.far(number));
                    let mean = (best + worst).div_ceil(2);
                    let upper = self.upper.get_mut(&number).expect("one of them");
                    moves |= mean > *upper;
                    *upper = mean.max(*upper);
                }
            }
            let has_gap = |number: &u32| self.upper[number] < self.least(*number);
            let kept: BTreeMap<u32, u32> =
                numbers.iter().filter(|number| has_gap(number)).map(|number| (*number, self.upper[number])).collect();
            let is_settled = kept.len() == self.upper.len();
            self.upper = kept;
            if is_settled {
                return;
            }
        }
    }

    /// What Black can hold White to: `u` where it is known, else what Black can force.
    fn far(&self, number: u32) -> u32 {
        self.upper.get(&number).copied().unwrap_or_else(|| self.most(number))
    }

    /// What White can hold Black to: a lower bound on β.
    fn least(&self, number: u32) -> u32 {
        ONE - self.far(self.board.flipped(&self.board.cells(number)))
    }

    /// The bounds of a placement.
    #[must_use]
    pub fn bounds(&self, number: u32) -> Bounds {
        let [l, v] = [self.lower[number as usize], self.most(number)].map(u64::from);
        match self.upper.get(&number) {
            Some(&u) => Bounds { alpha: [l, u.into()], beta: [self.least(number).into(), v] },
            None => Bounds { alpha: [l, v], beta: [l, v] },
        }
    }

    /// What White's best move leads to and Black's: bounds on α of the one and on β of the other, `max l`, `max u′`, `min l`, `min u′`.
    #[must_use]
    pub fn ends(&self, number: u32) -> [[u32; 2]; 2] {
        let [best, worst] = ends(&self.board, number, |number| self.lower[number as usize]);
        let [most, least] = ends(&self.board, number, |number| self.most(number));
        [[best, most], [worst, least]]
    }
}
