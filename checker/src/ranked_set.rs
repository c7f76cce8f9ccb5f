//! Sets of numbers, in which one can count: how many come before a number, and which is the n-th.
//!
//! Responsible for counting places among all numbers of an endgame (`endgame`), and listed places among all (`stated`).
//! Left to others: what is in the set.

use std::ops::Range;

use crate::numbers::at;

/// How many numbers a block has.
const BLOCK: usize = 64;

/// A set of numbers below some end. (The default is that of a set which nobody asks.)
#[derive(Debug, Default)]
pub struct RankedSet {
    /// A bit for each number of a block, and how many members come before the block. The last one is empty.
    blocks: Vec<(u64, u32)>,
}

impl RankedSet {
    /// None of the numbers below an end.
    pub fn none(end: usize) -> Self {
        Self { blocks: vec![(0, 0); end.div_ceil(BLOCK) + 1] }
    }

    /// Adds a number. Once all are there, and before anything is asked, [`RankedSet::count`] has to be called.
    pub fn insert(&mut self, number: usize) {
        self.blocks[number / BLOCK].0 |= 1 << (number % BLOCK);
    }

    /// Counts the members.
    pub fn count(&mut self) {
        let mut count = 0;
        for (members, before) in &mut self.blocks {
            *before = count;
            count += members.count_ones();
        }
    }

    /// How many members are less than a number.
    #[inline(always)]
    pub fn rank(&self, number: usize) -> u32 {
        let (members, before) = self.blocks[number / BLOCK];
        before + (members & ((1 << (number % BLOCK)) - 1)).count_ones()
    }

    /// Whether a number is a member.
    #[inline(always)]
    pub fn contains(&self, number: usize) -> bool {
        self.blocks[number / BLOCK].0 >> (number % BLOCK) & 1 == 1
    }

    /// The member before which so many come. It is one of these numbers.
    pub fn select(&self, count: u32, within: Range<usize>) -> usize {
        let first = within.start / BLOCK;
        let blocks = &self.blocks[first..within.end.div_ceil(BLOCK)];
        let block = blocks.partition_point(|(_, before)| *before <= count) - 1;
        let (mut members, before) = blocks[block];
        (before..count).for_each(|_| members &= members - 1);
        (first + block) * BLOCK + at(members.trailing_zeros())
    }
}
