//! Values of all partitions up to a size. The partitions form a tree, a first part before the rest; a partition knows what is left of it without its
//! first row and without its first column, and for each ride a mask of the values on it.

use games::partitions::Moves;

use super::{Solved, classes};

/// Nothing is left.
const NONE: u32 = u32::MAX;

/// All partitions up to a size, in the order of the format.
pub struct Partitions {
    /// The first part.
    pub first: Vec<u8>,
    /// The partition without its first row.
    pub down: Vec<u32>,
    /// The partition without its first column.
    pub right: Vec<u32>,
    /// For each size n the number of the first partition whose first part is f, or less; for f = 0 the number behind the last one.
    base: Vec<Vec<u32>>,
}

impl Partitions {
    /// Makes the tree.
    ///
    /// # Panics
    ///
    /// If the size is 0 or more than 120.
    #[must_use]
    pub fn new(most: usize) -> Self {
        assert!((1..=120).contains(&most), "found the size {most}, required 1 to 120");
        let mut all = Self { first: Vec::new(), down: Vec::new(), right: Vec::new(), base: Vec::new() };
        let mut size = Vec::<u8>::new();
        let mut base = vec![vec![0_u32; most + 2]; most + 1];
        for n in 1..=most {
            for f in (1..=n).rev() {
                base[n][f] = all.first.len() as u32;
                let m = n - f;
                let rests = if m == 0 { NONE..NONE } else { base[m][f.min(m)]..base[m][0] };
                let rests = rests.map(Some).chain((m == 0).then_some(None));
                for rest in rests {
                    let right_of_rest = rest.map_or(NONE, |rest| all.right[rest as usize]);
                    let right = if f == 1 {
                        NONE
                    } else if right_of_rest == NONE {
                        base[f - 1][f - 1]
                    } else {
                        let m = usize::from(size[right_of_rest as usize]);
                        base[f - 1 + m][f - 1] + right_of_rest - base[m][(f - 1).min(m)]
                    };
                    all.first.push(f as u8);
                    all.down.push(rest.unwrap_or(NONE));
                    all.right.push(right);
                    size.push(n as u8);
                }
            }
            base[n][0] = all.first.len() as u32;
        }
        all.base = base;
        all
    }

    /// The greatest size.
    #[must_use]
    pub fn most(&self) -> usize {
        self.base.len() - 1
    }

    /// The numbers of the partitions of a size.
    #[must_use]
    pub fn of_size(&self, size: usize) -> std::ops::Range<usize> {
        self.base[size][size] as usize..self.base[size][0] as usize
    }

    /// The number of a partition, if it is one of these.
    #[must_use]
    pub fn find(&self, rows: &[usize]) -> Option<usize> {
        if rows.is_empty() || rows.iter().sum::<usize>() > self.most() {
            return None;
        }
        let (mut number, mut size) = (NONE, 0);
        for &part in rows.iter().rev() {
            let rest = if number == NONE { 0 } else { number - self.base[size][part.min(size)] };
            size += part;
            number = self.base[size][part] + rest;
        }
        Some(number as usize)
    }

    /// The number of what is left when so many rows and columns are deleted, if anything is.
    #[must_use]
    pub fn left(&self, from: usize, by: [usize; 2]) -> Option<usize> {
        let to = self.go(from as u32, by);
        (to != NONE).then_some(to as usize)
    }

    /// The parts of the partition of a number.
    #[must_use]
    pub fn rows(&self, number: usize) -> Vec<usize> {
        let next = |number: &u32| Some(self.down[*number as usize]).filter(|rest| *rest != NONE);
        std::iter::successors(u32::try_from(number).ok(), next)
            .map(|number| usize::from(self.first[number as usize]))
            .collect()
    }

    fn go(&self, from: u32, [down, right]: [usize; 2]) -> u32 {
        let links = std::iter::repeat_n(&self.down, down).chain(std::iter::repeat_n(&self.right, right));
        links.fold(from, |at, link| if at == NONE { NONE } else { link[at as usize] })
    }
}

/// Solves.
#[must_use]
pub fn solve(piece: &Moves, all: &Partitions) -> Solved {
    let (count, rides) = (all.first.len(), piece.rides.len());
    let (mut pairs, mut against) = (Vec::with_capacity(count), [None; 6]);
    let mut own_bits = Vec::with_capacity(count);
    // For each ride, beginning with the position itself.
    let (mut masks, mut bits) = (vec![[0_u128; 2]; count * rides], vec![0_u8; count * rides]);
    for position in 0..count {
        let (mut seen, mut options) = ([0_u128; 2], 0);
        for by in &piece.steps {
            let to = all.go(position as u32, *by);
            if to != NONE {
                let pair: [u16; 2] = pairs[to as usize];
                (0..2).for_each(|play| seen[play] |= 1 << pair[play]);
                options |= own_bits[to as usize];
            }
        }
        for (ride, by) in piece.rides.iter().enumerate() {
            let to = all.go(position as u32, *by);
            if to != NONE {
                let (from, to) = (position * rides + ride, to as usize * rides + ride);
                (masks[from], bits[from]) = (masks[to], bits[to]);
                (0..2).for_each(|play| seen[play] |= masks[to][play]);
                options |= bits[to];
            }
        }
        let mex = seen.map(|seen| seen.trailing_ones() as u16);
        let pair = if options == 0 { [0, 1] } else { mex };
        let own = classes::bits(pair, options);
        classes::note(&mut against, position, pair, options);
        for ride in position * rides..(position + 1) * rides {
            (0..2).for_each(|play| masks[ride][play] |= 1 << pair[play]);
            bits[ride] |= own;
        }
        pairs.push(pair);
        own_bits.push(own);
    }
    Solved { pairs, against }
}
