//! Bounds of all placements: what White can force, and what Black can hold White to.
//!
//! What Black can force follows from what White can: `1 − l` of the placement with the colours exchanged. So two arrays are enough, `l` for all and
//! `u` where the two are not close. Each is a least fixed point, so no order of the work changes it.

use std::collections::BTreeMap;

use super::{Board, Target};
use crate::graph::Bounds;
use crate::raise::raise;

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
        let to = |number: usize, lower: &[u32], (): &mut (), _| {
            let [best, worst] = ends(&board, number as u32, |number| lower[number as usize]);
            // At a quiet place a unit is lost, so that no label is needed.
            if best == worst { best.saturating_sub(1) } else { (best + worst) / 2 }
        };
        for (men, numbers) in by_men.into_iter().enumerate().filter(|(_, numbers)| !numbers.is_empty()) {
            told(men, raise(&mut lower, &numbers, u32::MAX, 1, to, || ()).sweeps);
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
        let board = &self.board;
        let mut far: Vec<u32> = (0..board.count()).map(|number| self.most(number)).collect();
        let wide = |&number: &u32| far[number as usize] - self.lower[number as usize] > WIDE;
        let mut list: Vec<u32> = (0..board.count()).filter(wide).collect();
        list.iter().for_each(|&number| far[number as usize] = self.lower[number as usize]);
        let to = |number: usize, far: &[u32], (): &mut (), _| {
            let [best, worst] = ends(board, number as u32, |number| far[number as usize]);
            (best + worst).div_ceil(2)
        };
        loop {
            raise(&mut far, &list, u32::MAX, 1, to, || ());
            let flipped = |number: u32| board.flipped(&board.cells(number)) as usize;
            let (kept, lost): (Vec<u32>, Vec<u32>) =
                list.iter().partition(|&&number| far[number as usize] + far[flipped(number)] < ONE);
            lost.iter().for_each(|&number| far[number as usize] = self.most(number));
            list = kept;
            if lost.is_empty() {
                break;
            }
        }
        self.upper = list.into_iter().map(|number| (number, far[number as usize])).collect();
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
