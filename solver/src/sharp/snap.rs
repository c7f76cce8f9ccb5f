//! Bounds that enclose a dyadic number closely are set to it, where that can be proved.
//!
//! Strict bounds never meet: where α is 1/2 they say a little less. Then options of equal value cannot be told apart. Here every such bound is tried
//! at the simplest number between the two, and taken back where the theorem's `forces` does not hold any more, until it holds everywhere. Equality at
//! quiet places is carried by labels.

use checker::numbers::Numbers;
use checker::table::{Stated, Table, Target, View};
use checker::theorem::{Best, Choice, INFINITE, Label, Node, Place, Side};

use crate::parallel;

/// Numbers are tried that are multiples of 2^-k, if k is at most half of the bits.
const SIMPLE: u8 = 2;

/// Bounds of all places, `l` and `u′`, with labels for both sides; 0 where none is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapped {
    /// By place: the bounds.
    pub bounds: Vec<[u64; 2]>,
    /// By place: White's label and Black's.
    pub labels: Vec<[Label; 2]>,
    /// How many bounds are new.
    pub moved: usize,
}

/// The number with the shortest binary fraction from `low` to `high`, which are in units of 2^-bits, if it is short enough.
fn simplest([low, high]: [u64; 2], bits: u8) -> Option<u64> {
    let units = (bits - bits / SIMPLE..=bits).rev().map(|zeros| 1_u64 << zeros);
    units.map(|unit| low.div_ceil(unit) * unit).find(|number| *number <= high)
}

/// What a side is tried to force, place by place.
struct Trial<'a, G> {
    game: &'a G,
    numbers: &'a Numbers,
    views: &'a [View<'a>],
    side: Side,
    near: Vec<u64>,
    labels: Vec<Label>,
}

/// What becomes of a bound.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It stands without evidence.
    Stands,
    /// It stands if there is evidence; what there is has this label.
    Needs(Label),
    /// It does not stand.
    Falls,
}

impl<G: Table + Sync> Trial<'_, G> {
    /// A place of which only what the side forces is told.
    fn place(&self, near: u64, label: Label) -> Place {
        Place { alpha: [near; 2], beta: [near; 2], labels: [label; 2] }
    }

    fn fate(&self, position: u32) -> Fate {
        let (mut best, mut told) = (Best::NONE, Vec::new());
        self.game.options(position, |(side, weight, name, target)| {
            let to = match target {
                Target::To(number) => self.place(self.near[number as usize], self.labels[number as usize]),
                Target::Known { border, number } => {
                    let [l, u] = self.views[1 + border].bounds(number);
                    self.place(self.side.of(l, u), 0)
                }
                Target::Won(side) => Place::of(side.of(self.numbers.one(), 0)),
                Target::Outside => self.place(self.side.of(0, self.numbers.one()), 0),
            };
            best.add(side, to.numbers());
            told.push((side, Choice { weight, name, to }));
        });
        let again = |tell: &mut dyn FnMut(Side, Choice)| told.iter().for_each(|&(side, choice)| tell(side, choice));
        let (place, turn) = (self.place(self.near[position as usize], 0), self.game.turn(position));
        let node = Node::new(self.numbers, place, turn, best, &again);
        let worthless = self.side.of(0, self.numbers.one());
        match node.forces(self.side, worthless) {
            true => Fate::Stands,
            false if node.is_quiet(self.side) => Fate::Needs(node.quiet_evidence(self.side)),
            false => Fate::Falls,
        }
    }

    fn fates(&self, places: &[u32], threads: usize) -> Vec<Fate> {
        let parts = parallel::in_ranges(places.len(), threads, 1 << 8, |range| {
            places[range].iter().map(|place| self.fate(*place)).collect::<Vec<_>>()
        });
        parts.into_iter().flatten().collect()
    }

    /// Takes back what does not stand, until the rest does. `before` are the bounds that are proved.
    fn settle(&mut self, before: impl Fn(usize) -> u64, mut tried: Vec<u32>, threads: usize) {
        loop {
            let fates = self.fates(&tried, threads);
            let falls = |(_, fate): &(&u32, &Fate)| **fate == Fate::Falls;
            let mut fallen: Vec<u32> = tried.iter().zip(&fates).filter(falls).map(|(place, _)| *place).collect();
            if fallen.is_empty() {
                let needs = |(_, fate): &(&u32, &Fate)| matches!(fate, Fate::Needs(_));
                let needing: Vec<u32> = tried.iter().zip(&fates).filter(needs).map(|(place, _)| *place).collect();
                fallen = self.label(&needing, threads);
            }
            if fallen.is_empty() {
                return;
            }
            fallen.iter().for_each(|&place| self.near[place as usize] = before(place as usize));
            // What is left has no label until it is known which are needed.
            tried.iter().for_each(|&place| self.labels[place as usize] = 0);
            let mut gone = fallen.into_iter().peekable();
            tried.retain(|place| gone.next_if_eq(place).is_none());
        }
    }

    /// Gives these places their least labels; those that have none are returned.
    fn label(&mut self, needing: &[u32], threads: usize) -> Vec<u32> {
        needing.iter().for_each(|&place| self.labels[place as usize] = INFINITE);
        let mut waiting = needing.to_vec();
        loop {
            let fates = self.fates(&waiting, threads);
            let found: Vec<(u32, Label)> = waiting
                .iter()
                .zip(fates)
                .filter_map(|(place, fate)| match fate {
                    Fate::Needs(label) if label < INFINITE => Some((*place, label + 1)),
                    _ => None,
                })
                .collect();
            if found.is_empty() {
                return waiting;
            }
            found.iter().for_each(|&(place, label)| self.labels[place as usize] = label);
            let mut gone = found.into_iter().map(|(place, _)| place).peekable();
            waiting.retain(|place| gone.next_if_eq(place).is_none());
        }
    }
}

/// Sets bounds to simple numbers, where that can be proved.
pub fn snap<G: Table + Sync>(game: &G, stated: &Stated, numbers: &Numbers, views: &[View], threads: usize) -> Snapped {
    let (bits, count) = (stated.bits, stated.count());
    let before: Vec<[u64; 2]> = (0..).take(count).map(|place| views[0].bounds(place)).collect();
    let tried: Vec<(u32, u64)> = (0..)
        .zip(&before)
        .filter(|(_, [low, high])| low < high)
        .filter_map(|(place, bounds)| Some((place, simplest(*bounds, bits)?)))
        .collect();
    let of_side = |side: Side| {
        let bound = side.of(0, 1);
        let mut near: Vec<u64> = before.iter().map(|bounds| bounds[bound]).collect();
        tried.iter().for_each(|&(place, number)| near[place as usize] = number);
        let mut trial = Trial { game, numbers, views, side, near, labels: vec![0; count] };
        let moved = tried.iter().filter(|(place, number)| before[*place as usize][bound] != *number);
        trial.settle(|place| before[place][bound], moved.map(|(place, _)| *place).collect(), threads);
        (trial.near, trial.labels)
    };
    let [(low, white), (high, black)] = Side::BOTH.map(of_side);
    let bounds: Vec<[u64; 2]> = low.into_iter().zip(high).map(|(low, high)| [low, high]).collect();
    let moved = before.iter().zip(&bounds).filter(|(before, after)| before != after).count();
    Snapped { bounds, labels: white.into_iter().zip(black).map(|(white, black)| [white, black]).collect(), moved }
}
