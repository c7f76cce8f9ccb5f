//! What is stated of places: numbers, labels, which of them are listed, which are settled.
//!
//! Responsible for how it lies in memory, and for what is told of a place. Left to others: how it is read, and what is
//! asked of it (`table`).

use std::sync::Arc;

use crate::certificate::{Form, Never};
use crate::limits::TooMuch;
use crate::numbers::{Fraction, Fractions, at};
use crate::ranked_set::RankedSet;
use crate::theorem::{INFINITE, Label, Place};

/// `l`, `u`, `l′` and `u′` of each place of a list, in 4 bytes each if that suffices for all; of bounds on one value the
/// two that there are.
#[derive(Debug)]
pub(crate) enum Columns {
    Short(Vec<[u32; 4]>),
    Long(Vec<Four>),
    Pairs(Vec<[u64; 2]>),
}

/// Four numbers that lie in one line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Four([u64; 4]);

impl Default for Columns {
    fn default() -> Self {
        Self::Short(Vec::new())
    }
}

impl Columns {
    /// None yet, with room for so many places, of numbers below `end`; and whether `l′` is `l` everywhere, and `u′` is
    /// `u`.
    pub(crate) fn below(end: u64, places: usize, is_paired: bool) -> Self {
        match (end > 1 << 32, is_paired) {
            (true, true) => Self::Pairs(Vec::with_capacity(places)),
            (true, false) => Self::Long(Vec::with_capacity(places)),
            (false, _) => Self::Short(Vec::with_capacity(places)),
        }
    }

    pub(crate) fn push(&mut self, numbers: [u64; 4]) {
        match self {
            Self::Short(all) => all.push(numbers.map(|number| number.try_into().expect("below 2^32"))),
            Self::Long(all) => all.push(Four(numbers)),
            Self::Pairs(all) => all.push([numbers[0], numbers[1]]),
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, place: usize) -> [u64; 4] {
        match self {
            Self::Short(all) => all[place].map(u64::from),
            Self::Long(all) => all[place].0,
            Self::Pairs(all) => [0, 1, 0, 1].map(|part: usize| all[place][part]),
        }
    }
}

/// What is stated of the positions, and, once [`check`](crate::table::check) has returned it, verified.
#[derive(Debug, Default)]
pub struct Stated {
    /// 0 if numbers are indices of values, else k for units of 2^-k.
    pub bits: u8,
    /// The values.
    pub values: Arc<Fractions>,
    /// Which numbers are stated.
    pub form: Form,
    /// What an endless play is worth, if they are about one value.
    pub never: Option<Never>,
    /// Of how many places.
    pub count: usize,
    /// Four numbers of each.
    pub(crate) numbers: Columns,
    /// In a narrow enclosure the places whose labels are listed.
    pub(crate) labelled: RankedSet,
    /// The places that are proved to be sharp though their numbers differ, and the label of each.
    pub(crate) settled: (RankedSet, Vec<Label>),
    /// The labels of each place; in a narrow enclosure, of each labelled one.
    pub(crate) labels: Vec<[Label; 2]>,
    /// White's move and Black's, where they are stated.
    pub(crate) moves: Vec<[u32; 2]>,
}

impl Stated {
    /// That each place has its value; in units of 2^-bits, if there are bits, that it is between two of them.
    ///
    /// # Errors
    ///
    /// If the values, exactly, are too much on a common denominator.
    pub fn terminal(bits: u8, all: &[Fraction]) -> Result<Self, TooMuch> {
        let count = all.len();
        let mut numbers = Columns::below(if bits > 0 { (1 << bits) + 1 } else { 0 }, count, false);
        for (index, value) in (0..).zip(all) {
            let [low, high] = if bits > 0 { value.rounded(bits) } else { [index; 2] };
            numbers.push([low, high, low, high]);
        }
        let values = Arc::new(if bits > 0 { Fractions::default() } else { Fractions::of(all)? });
        // The form is that of sharp positions; between two units they are sharp all the same.
        Ok(Self { bits, values, count, numbers, labels: vec![[0; 2]; count], ..Self::default() })
    }

    /// Whether it is exact.
    pub fn is_exact(&self) -> bool {
        self.bits == 0
    }

    /// How many positions there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The label of a place that is stated to be sharp, though its bounds differ.
    pub fn settled(&self, number: u32) -> Option<Label> {
        let (settled, labels) = &self.settled;
        let is_settled = self.form == Form::Sharp && settled.contains(at(number));
        is_settled.then(|| labels[at(settled.rank(at(number)))])
    }

    /// The label of a place that is known to be sharp: 0 where its two numbers are equal, or the form says it, else as
    /// it is stated. The infinite one of other places.
    pub fn sharp(&self, number: u32) -> Label {
        let [first, .., last] = self.numbers.get(at(number));
        match self.settled(number) {
            _ if first == last || self.form == Form::One => 0,
            Some(label) => label,
            None => INFINITE,
        }
    }

    /// What is stated of all positions.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        (0..).take(self.count).map(|number| self.place(number))
    }

    /// A number that is stated, as a fraction.
    pub fn fraction(&self, number: u64) -> Fraction {
        match self.bits {
            0 => self.values.get(at(number)),
            bits => Fraction { numerator: number.into(), denominator: (1_u64 << bits).into() },
        }
    }

    /// What is stated of the position of a number.
    #[inline(always)]
    pub fn place(&self, number: u32) -> Place {
        self.seen(number, |number| [number; 2])
    }

    // ANCHOR: seen
    /// What is stated, with each number rounded down and up: down where it is a lower bound, up where it is an upper
    /// one. In the code `m` is `l′`, and `v` is `u′`.
    #[inline(always)]
    pub(crate) fn seen(&self, number: u32, ends: impl Fn(u64) -> [u64; 2]) -> Place {
        let place = at(number);
        let [[l, _], [_, u], [m, _], [_, v]] = self.numbers.get(place).map(ends);
        let labels = match self.form.is_narrow() {
            true if self.labelled.contains(place) => self.labels[at(self.labelled.rank(place))],
            true => [0; 2],
            false => self.labels[place],
        };
        Place { alpha: [l, u], beta: [m, v], labels }
    }
    // ANCHOR_END: seen
}
