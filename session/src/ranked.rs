//! All positions of a verified certificate, with numbers that are cheap to compare: for statistics.
//!
//! A number here is a rank among all the exact values that occur, or a multiple of 2^-k: [`Ranked::fraction`] says which share of the money it
//! is. Greater numbers are greater shares. What imports say is rounded outwards where numbers are multiples of 2^-k. For one position
//! alone there is `entry`.

use num_rational::BigRational;

use super::position::proved;
use super::sheet::{self, Sheet};
use super::{claims, fraction};
use checker::Verified;
use checker::chess::Placement;
use checker::numbers::{Fraction, at};
use checker::table::{Target, View, views};
use checker::theorem::{Place, Side, Turn};

/// An option of a position.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Whose option it is; at a position of chance it says nothing.
    pub by: Side,
    /// How often chance takes it, of the sum of all weights; 1 elsewhere.
    pub weight: u64,
    /// The number of the move, which [`notation::step`](super::notation::step) writes; in a game in a file, of the position that it leads to.
    pub name: u32,
    /// Where it leads.
    pub target: Target,
    /// What is known there.
    pub to: Place,
}

/// A verified certificate, ready to be read from the first place to the last.
pub struct Ranked<'a> {
    verified: &'a Verified,
    tell: Box<dyn Sheet + 'a>,
    /// The positions, and the parts of the border.
    views: Vec<View<'a>>,
    one: u64,
    /// For each rank, the part of the views and the index of the value there; none where numbers are multiples of 2^-k.
    origins: Vec<(usize, usize)>,
}

impl<'a> Ranked<'a> {
    /// Makes a certificate ready: all exact values are put in order, once more.
    pub fn new(verified: &'a Verified) -> Self {
        let tell = claims::tell(verified);
        let all = views(verified.stated(), &claims::borders(verified));
        let (numbers, views, _) = all.expect("within the limits when it was verified");
        let one = numbers.one();
        let mut origins = Vec::new();
        if verified.stated().is_exact() {
            let ranks = || {
                views.iter().enumerate().flat_map(|(part, view)| {
                    view.values
                        .iter()
                        .map(|[rank, _]| *rank)
                        .enumerate()
                        .map(move |(index, rank)| (rank, (part, index)))
                })
            };
            let greatest = ranks().map(|(rank, _)| rank).max().map_or(one, |rank| rank.max(one));
            origins = vec![(usize::MAX, 0); at(greatest) + 1];
            ranks().for_each(|(rank, origin)| origins[at(rank)] = origin);
        }
        Self { verified, tell, views, one, origins }
    }

    /// What is read.
    pub fn verified(&self) -> &'a Verified {
        self.verified
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.tell.count()
    }

    /// The numbers of all positions, each at its first place.
    pub fn firsts(&self) -> impl Iterator<Item = u32> {
        sheet::firsts(&*self.tell)
    }

    /// Whether the place of a number is the first one of its position.
    pub fn is_first(&self, number: u32) -> bool {
        self.tell.is_first(number)
    }

    /// How many places there are: numbers are below that. In endgames symmetry may give a position more than one.
    pub fn places(&self) -> u32 {
        u32::try_from(self.verified.stated().count()).expect("fewer than 2^32 places")
    }

    /// What is known of a place.
    pub fn place(&self, number: u32) -> Place {
        self.of_one(proved(self.verified.head().form, self.views[0].place(number), 0, self.one))
    }

    /// Where there is one value, it lies between what White can force and what Black can.
    fn of_one(&self, place: Place) -> Place {
        let value = [place.alpha[0], place.beta[1]];
        if self.verified.head().never.is_none() { place } else { Place { alpha: value, beta: value, ..place } }
    }

    /// The number of the share 1; the number of the share 0 is 0.
    pub fn one(&self) -> u64 {
        self.one
    }

    /// A number as a share of the money, in lowest terms.
    pub fn fraction(&self, number: u64) -> BigRational {
        if self.origins.is_empty() {
            return BigRational::new(number.into(), self.one.into());
        }
        match self.origins[usize::try_from(number).expect("a rank")] {
            (usize::MAX, _) => BigRational::from_integer(u32::from(number > 0).into()),
            (part, index) => {
                let View { stated, flipped, .. } = &self.views[part];
                let Fraction { mut numerator, denominator } = stated.values.get(index);
                if *flipped {
                    numerator = &denominator - numerator;
                }
                fraction::rational(Fraction { numerator, denominator })
            }
        }
    }

    /// Whose turn it is.
    pub fn turn(&self, number: u32) -> Turn {
        self.tell.turn(number)
    }

    /// Puts all options of a position into a list, in the place of what is there.
    pub fn options(&self, number: u32, steps: &mut Vec<Step>) {
        steps.clear();
        let mut add = |(by, weight, name, target)| steps.push(Step { by, weight, name, target, to: self.see(target) });
        self.tell.options(number, &mut add);
    }

    fn see(&self, target: Target) -> Place {
        match target {
            Target::To(number) => self.place(number),
            Target::Won(side) => Place::of(side.of(self.one, 0)),
            Target::Known { border, number } => self.of_one(self.views[1 + border].place(number)),
            Target::Outside => Place { alpha: [0, self.one], beta: [0, self.one], labels: [0; 2] },
        }
    }

    /// The placement of a position, except of a game in a file.
    pub fn placement(&self, number: u32) -> Option<Placement> {
        self.tell.placement(number)
    }
}

/// The best that a side reaches of the numbers `x`: the greatest for White, the least for Black. None if the side has no option.
pub fn best(steps: &[Step], side: Side, x: impl Fn(&Place) -> u64) -> Option<u64> {
    let reached = steps.iter().filter(|step| step.by == side).map(|step| x(&step.to));
    side.of(reached.clone().max(), reached.min())
}

/// The placement of a position, except of a game in a file.
pub fn placement(verified: &Verified, number: u32) -> Option<Placement> {
    claims::tell(verified).placement(number)
}
