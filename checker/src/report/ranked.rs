//! All positions of a verified certificate, with numbers that are cheap to compare: for statistics.
//!
//! A number here is a rank among all the exact values that occur, or a multiple of 2^-k: [`Ranked::fraction`] says which share of the money it
//! is. Greater numbers are greater shares. What imports say is rounded outwards where numbers are multiples of 2^-k. For one position
//! alone there is `entry`.

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::BigRational;

use super::fraction;
use crate::certificate::Form;
use crate::games::chess::Placement;
use crate::games::{Table, Target};
use crate::numbers::{Fraction, Fractions, Scale, at};
use crate::table::Stated;
use crate::theorem::{Place, Side, Turn};
use crate::{Content, Verified};

/// An option of a position.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Whose option it is; at a position of chance it says nothing.
    pub by: Side,
    /// How often chance takes it, of the sum of all weights; 1 elsewhere.
    pub weight: u32,
    /// The number of the move, which [`notation::step`](super::notation::step) writes; in a game in a file, of the position that it leads to.
    pub name: u32,
    /// Where it leads.
    pub target: Target,
    /// What is known there.
    pub to: Place<u64>,
}

/// A verified certificate, ready to be read from the first position to the last.
#[derive(Debug)]
pub struct Ranked<'a> {
    verified: &'a Verified,
    own: Vec<Place<u64>>,
    borders: Vec<Vec<Place<u64>>>,
    one: u64,
    /// For each rank, the list of values and the index there; none where numbers are multiples of 2^-k.
    origins: Vec<(usize, usize)>,
    lists: Vec<(&'a Fractions, bool)>,
}

impl<'a> Ranked<'a> {
    /// Makes a certificate ready: all exact values are put in order, once more.
    pub fn new(verified: &'a Verified) -> Self {
        let borders = borders(verified);
        let mut ranked =
            Self { verified, own: Vec::new(), borders: Vec::new(), one: 0, origins: Vec::new(), lists: vec![] };
        match verified.stated() {
            Stated::Exact(values, places) => {
                ranked.lists = vec![(&**values, false)];
                ranked.lists.extend(borders.iter().map(|border| match border {
                    Border::Terminal(values) => (*values, false),
                    Border::Import(import, flipped) => match import.stated() {
                        Stated::Exact(values, _) => (&**values, *flipped),
                        Stated::Bounds(..) => unreachable!("exact certificates import exact ones"),
                    },
                }));
                let (scale, ranks) = Scale::join(&ranked.lists).expect("within the limits when it was verified");
                ranked.one = scale.one.into();
                drop(scale);
                let greatest = ranks
                    .iter()
                    .flatten()
                    .max()
                    .map_or(0, |&rank| at(rank))
                    .max(usize::try_from(ranked.one).expect("a rank"));
                ranked.origins = vec![(usize::MAX, 0); greatest + 1];
                for (list, ranks) in ranks.iter().enumerate() {
                    for (index, &rank) in ranks.iter().enumerate() {
                        ranked.origins[at(rank)] = (list, index);
                    }
                }
                let with = |places: &[Place<u32>], list: usize| {
                    places.iter().map(|place| map(place, |index| u64::from(ranks[list][at(index)]))).collect()
                };
                ranked.own = with(places, 0);
                let border = |(place, border): (usize, &Border)| match border {
                    Border::Terminal(_) => ranks[1 + place].iter().map(|&rank| Place::of(u64::from(rank))).collect(),
                    Border::Import(import, flipped) => match import.stated() {
                        Stated::Exact(_, places) => {
                            // The ranks of a list with the colours exchanged are those of `1 − x`.
                            let places: Vec<Place<u64>> = with(places, 1 + place);
                            places
                                .into_iter()
                                .map(|place| if *flipped { turned(place, |x| x) } else { place })
                                .collect()
                        }
                        Stated::Bounds(..) => unreachable!("exact certificates import exact ones"),
                    },
                };
                ranked.borders = borders.iter().enumerate().map(border).collect();
            }
            Stated::Bounds(bits, places) => {
                ranked.one = 1 << bits;
                ranked.own.clone_from(places);
                ranked.borders = borders.iter().map(|border| outwards(border, *bits)).collect();
            }
        }
        let (form, one) = (verified.head().form, ranked.one);
        ranked.own.iter_mut().for_each(|place| *place = proved(form, *place, 0, one));
        ranked
    }

    /// What is read.
    pub fn verified(&self) -> &'a Verified {
        self.verified
    }

    /// How many positions there are.
    pub fn count(&self) -> u32 {
        u32::try_from(self.own.len()).expect("fewer than 2^32 positions")
    }

    /// What is known of a position.
    pub fn place(&self, number: u32) -> Place<u64> {
        self.own[at(number)]
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
            (list, index) => {
                let (values, flipped) = self.lists[list];
                let Fraction { mut numerator, denominator } = values.get(index);
                if flipped {
                    numerator = &denominator - numerator;
                }
                fraction::rational(Fraction { numerator, denominator })
            }
        }
    }

    /// Whose turn it is.
    pub fn turn(&self, number: u32) -> Turn {
        match self.verified.content() {
            Content::Endgame(positions, _) => positions.turn(number),
            Content::Game(game, _) => game.turn(number),
            Content::List(list, _) => list.turn(number),
        }
    }

    /// Puts all options of a position into a list, in the place of what is there.
    pub fn options(&self, number: u32, steps: &mut Vec<Step>) {
        steps.clear();
        let tell = |(by, weight, name, target)| steps.push(Step { by, weight, name, target, to: self.see(target) });
        match self.verified.content() {
            Content::Endgame(positions, _) => positions.options(number, tell),
            Content::Game(game, _) => game.options(number, tell),
            Content::List(list, _) => list.options(number, tell),
        }
    }

    fn see(&self, target: Target) -> Place<u64> {
        match target {
            Target::To(number) => self.own[at(number)],
            Target::Won(side) => Place::of(side.of(self.one, 0)),
            Target::Known { border, number } => self.borders[border][at(number)],
            Target::Outside => Place { alpha: [0, self.one], beta: [0, self.one], labels: [0; 2] },
        }
    }

    /// The placement of a position, except of a game in a file.
    pub fn placement(&self, number: u32) -> Option<Placement> {
        placement(self.verified, number)
    }
}

/// The best that a side reaches of the numbers `x`: the greatest for White, the least for Black. None if the side has no option.
pub fn best(steps: &[Step], side: Side, x: impl Fn(&Place<u64>) -> u64) -> Option<u64> {
    let reached = steps.iter().filter(|step| step.by == side).map(|step| x(&step.to));
    side.of(reached.clone().max(), reached.min())
}

/// The placement of a position, except of a game in a file.
pub fn placement(verified: &Verified, number: u32) -> Option<Placement> {
    match verified.content() {
        Content::Endgame(positions, _) => Some(positions.placement(number)),
        Content::Game(..) => None,
        Content::List(list, _) => Some(list.members[at(number)].clone()),
    }
}

/// What a certificate knows beyond its positions.
pub(super) enum Border<'a> {
    /// Terminal values of a game in a file.
    Terminal(&'a Fractions),
    /// A verified import, with the colours as they are or exchanged.
    Import(&'a Verified, bool),
}

/// The parts of the border, as options name them.
pub(super) fn borders(verified: &Verified) -> Vec<Border<'_>> {
    let imports = |borders: Vec<(usize, bool)>| {
        let import = |(place, flipped): (usize, bool)| Border::Import(&verified.imports()[place], flipped);
        borders.into_iter().map(import).collect()
    };
    match verified.content() {
        Content::Endgame(positions, _) => imports(positions.borders()),
        Content::Game(game, _) => vec![Border::Terminal(&game.values)],
        Content::List(list, _) => imports(list.borders()),
    }
}

/// A place in other numbers.
pub(super) fn map<A: Copy, B>(place: &Place<A>, to: impl Fn(A) -> B) -> Place<B> {
    Place { alpha: place.alpha.map(&to), beta: place.beta.map(&to), labels: place.labels }
}

/// A place with the colours exchanged; `turn` gives `1 − x`.
pub(super) fn turned<N>(
    Place { alpha: [l, u], beta: [m, v], labels: [white, black] }: Place<N>,
    turn: impl Fn(N) -> N,
) -> Place<N> {
    let [l, u, m, v] = [v, m, u, l].map(turn);
    Place { alpha: [l, u], beta: [m, v], labels: [black, white] }
}

/// What a form proves of a place: a plan proves one bound, and what follows from `0 ≤ α ≤ β ≤ 1`.
pub(super) fn proved<N: Clone>(form: Form, place: Place<N>, zero: N, one: N) -> Place<N> {
    let Place { alpha: [l, u], beta: [m, v], labels } = place;
    let (alpha, beta) = match form {
        Form::One | Form::Two | Form::Narrow => ([l, u], [m, v]),
        Form::Holds(Side::White) => ([zero.clone(), u], [zero, one]),
        Form::Holds(Side::Black) => ([zero, one.clone()], [m, one]),
        Form::Forces(Side::White) => ([l.clone(), one.clone()], [l, one]),
        Form::Forces(Side::Black) => ([zero.clone(), v.clone()], [zero, v]),
    };
    Place { alpha, beta, labels }
}

/// What stands at a part of the border in units of 2^-bits, rounded outwards, without labels.
fn outwards(border: &Border, bits: u8) -> Vec<Place<u64>> {
    let small = |number: BigUint| u64::try_from(number).expect("at most 2^62");
    let round = |Fraction { numerator, denominator }: Fraction| {
        let numerator = numerator << bits;
        [small(&numerator / &denominator), small(numerator.div_ceil(&denominator))]
    };
    let all =
        |values: &Fractions| (0..values.numerators.len()).map(|index| round(values.get(index))).collect::<Vec<_>>();
    let ends = |[l, u]: [[u64; 2]; 2]| [l[0], u[1]];
    let bound = |place: Place<[u64; 2]>| Place { alpha: ends(place.alpha), beta: ends(place.beta), labels: [0; 2] };
    let (places, flipped): (Vec<Place<u64>>, _) = match border {
        Border::Terminal(values) => (all(values).into_iter().map(|ends| bound(Place::of(ends))).collect(), false),
        Border::Import(import, flipped) => {
            let places = match import.stated() {
                Stated::Exact(values, places) => {
                    let ends = all(values);
                    places.iter().map(|place| bound(map(place, |index| ends[at(index)]))).collect()
                }
                Stated::Bounds(from, places) => {
                    let shift = |x: u64| round(Fraction { numerator: x.into(), denominator: (1_u64 << from).into() });
                    places.iter().map(|place| bound(map(place, shift))).collect()
                }
            };
            (places, *flipped)
        }
    };
    places.into_iter().map(|place| if flipped { turned(place, |x| (1 << bits) - x) } else { place }).collect()
}
