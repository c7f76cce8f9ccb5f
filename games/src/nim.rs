//! Nim under an auction: before each move both players bid, and the winner of the bid takes one object or more from one heap.
//!
//! Responsible for positions and moves; for one statement and its body. Left to others: the envelope (`certificate`), and what is put to the positions
//! (`table`). Source: `docs/src/record/nim.md`.
//!
//! Why the conditions suffice: they are those of the theorem. The game is acyclic, since every move makes the heaps smaller.

use std::sync::Arc;

use checker::certificate::{Certificate, Form, Head, Reader};
use checker::claim::{Checked, Claim, Given, Imports, Verified};
use checker::failure::{Failure, ensure};
use checker::limits::{Limit, TooMuch};
use checker::numbers::at;
use checker::table::{self, Step, Table, Target, Theorem};
use checker::theorem::Side;

/// Positions: 2^22, of 32 bytes each.
pub const POSITIONS: Limit = Limit { of: "positions", most: 1 << 22 };
/// Objects of all heaps together: 2^10. So no position has more options.
pub const OBJECTS: Limit = Limit { of: "objects", most: 1 << 10 };

/// Positions times objects, of which half are options at most: 2^30, about a minute.
pub const WORK: Limit = Limit { of: "for positions times objects", most: 1 << 30 };

/// The number of the statement.
pub const NUMBER: u8 = 13;

/// Heaps at the start, and all positions that can be reached from them.
#[derive(Clone, Debug)]
pub struct Nim {
    /// Whether whoever takes the last object has lost.
    pub misere: bool,
    /// The heaps at the start; none is greater than the one before it.
    pub heaps: Vec<usize>,
    /// For each heap, for each size up to that of the heap: how many lists there are of this heap and those after it, if it has this size at most.
    below: Vec<Vec<usize>>,
}

impl Nim {
    /// Reads the body of the statement.
    ///
    /// # Errors
    ///
    /// If it is not in its one spelling, or beyond a limit.
    pub fn read(body: &[u8]) -> Result<Self, Failure> {
        let mut body = Reader::new(None, body);
        let (play, mut heaps) = (body.byte()?, Vec::new());
        for _ in 0..body.length(1)? {
            heaps.push(body.number()?);
        }
        body.end()?;
        ensure(play < 2, Failure::Statement("play"))?;
        let is_in_order = heaps.is_sorted_by(|a, b| a >= b) && heaps.last().is_some_and(|&least| least > 0);
        ensure(is_in_order, Failure::Statement("heaps"))?;
        let heaps = heaps.into_iter().map(|heap| OBJECTS.admit(heap).map(at)).collect::<Result<_, _>>()?;
        Ok(Self::new(play == 1, heaps)?)
    }

    // ANCHOR: positions
    /// All positions from one heap or more, in order, each of one object or more.
    ///
    /// # Errors
    ///
    /// A limit that is passed.
    pub fn new(misere: bool, heaps: Vec<usize>) -> Result<Self, TooMuch> {
        let objects = heaps.iter().try_fold(0, |objects, &heap| OBJECTS.admit(objects + OBJECTS.admit(heap)?))?;
        let mut below: Vec<Vec<usize>> = Vec::new();
        for &heap in heaps.iter().rev() {
            let (mut sizes, mut all) = (Vec::new(), 0_usize);
            for size in 0..=heap {
                // Of what follows none is greater than this heap.
                all += below.last().map_or(1, |next| next[size.min(next.len() - 1)]);
                // With the empty list, which is no position.
                POSITIONS.admit(all - 1)?;
                sizes.push(all);
            }
            below.push(sizes);
        }
        below.reverse();
        WORK.admit((below[0][heaps[0]] - 1) * at(objects))?;
        Ok(Self { misere, heaps, below })
    }

    /// The number of a position: how many lists but the empty one come before it. None if it is no position: a list that is not in order, is longer than
    /// that of the start, or has a greater heap in some place.
    pub fn number(&self, list: &[usize]) -> Option<usize> {
        let is_in_order = list.is_sorted_by(|a, b| a >= b) && list.last().is_some_and(|&least| least > 0);
        let fits = list.len() <= self.heaps.len() && list.iter().zip(&self.heaps).all(|(heap, most)| heap <= most);
        // A list comes before this one if a heap is less, and those before that heap are the same.
        let before = || list.iter().zip(&self.below).map(|(heap, below)| below[heap - 1]).sum::<usize>() - 1;
        (is_in_order && fits).then(before)
    }

    /// The heaps of a position.
    pub fn list(&self, number: usize) -> Vec<usize> {
        let (mut list, mut left) = (Vec::new(), number + 1);
        for below in &self.below {
            let heap = below.partition_point(|&before| before <= left);
            if heap == 0 {
                break;
            }
            left -= below[heap - 1];
            list.push(heap);
        }
        list
    }
    // ANCHOR_END: positions

    // ANCHOR: moves
    /// What the moves of a position leave: a list for each, the empty one where the last object can be taken. Of equal heaps the last one is taken from.
    pub fn moves(&self, number: usize) -> Vec<Vec<usize>> {
        let list = self.list(number);
        let is_last = |place: &usize| list.get(place + 1).is_none_or(|next| *next < list[*place]);
        let taken = |place: usize| (0..list[place]).map(move |left| (place, left));
        let after = |(place, left): (usize, usize)| {
            let mut heaps = list.clone();
            heaps.remove(place);
            if left > 0 {
                heaps.insert(heaps.partition_point(|&heap| heap >= left), left);
            }
            heaps
        };
        (0..list.len()).filter(is_last).flat_map(taken).map(after).collect()
    }
    // ANCHOR_END: moves
}

// ANCHOR: table
impl Table for Nim {
    fn count(&self) -> usize {
        self.below[0][self.heaps[0]] - 1
    }

    fn options(&self, position: u32, mut tell: impl FnMut(Step)) {
        for heaps in self.moves(at(position)) {
            let to = self.number(&heaps).map(|to| to.try_into().expect("within the limit"));
            for side in Side::BOTH {
                let winner = if self.misere { side.other() } else { side };
                tell((side, 1, 0, to.map_or(Target::Won(winner), Target::To)));
            }
        }
    }
}
// ANCHOR_END: table

/// The claim, before its statement is read.
struct Unread(Vec<u8>);

/// The claim about Nim, which the theorem proves.
///
/// # Errors
///
/// None before the certificate is checked.
pub fn claim(given: Given) -> Result<Box<dyn Claim>, Failure> {
    Ok(Box::new(Unread(given.body.to_vec())))
}

impl Claim for Unread {
    fn imports(&self) -> Imports {
        Imports::All(Vec::new())
    }

    fn check(self: Box<Self>, certificate: &Certificate, _: &[Arc<Verified>], threads: usize) -> Checked {
        let Head { never, bits, form, .. } = certificate.head;
        ensure((never, bits, form) == (None, 0, Form::One), Failure::Statement("form"))?;
        let nim = Nim::read(&self.0)?;
        let stated = table::check(&nim, certificate, &[], &Theorem, threads)?;
        Ok((Arc::new(nim), stated))
    }
}
