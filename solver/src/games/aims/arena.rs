//! Where endless play takes place: positions, their options, and Markov chains that come of two ways of playing.
//!
//! Responsible for parts of a game (some positions with some of their options) and for what is closed and connected. Left to others: what is collected
//! (`gain`), who wins (`threshold`).

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use crate::graph::components::components_of;

/// A position by its number.
pub type Place = usize;

/// Who takes a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// One of two, by a toss: Left's options, and Right's.
    Toss([Vec<Place>; 2]),
    /// One player: 0 is Left, 1 is Right.
    Turn(usize, Vec<Place>),
    /// Chance, with probabilities of sum 1.
    Chance(Vec<(BigRational, Place)>),
}

impl Step {
    /// The options of a player, if the player may come to choose.
    pub fn options(&self, player: usize) -> Option<&Vec<Place>> {
        match self {
            Self::Toss(lists) => Some(&lists[player]),
            Self::Turn(whose, list) => (*whose == player).then_some(list),
            Self::Chance(_) => None,
        }
    }

    /// The same with the options of both players exchanged.
    fn mirrored(&self) -> Self {
        match self {
            Self::Toss([left, right]) => Self::Toss([right.clone(), left.clone()]),
            Self::Turn(whose, list) => Self::Turn(1 - whose, list.clone()),
            Self::Chance(list) => Self::Chance(list.clone()),
        }
    }

    /// With the options of both that are kept.
    fn kept(&self, keeps: &dyn Fn(usize, Place) -> bool) -> Self {
        let kept = |player: usize, list: &[Place]| list.iter().copied().filter(|&to| keeps(player, to)).collect();
        match self {
            Self::Toss([left, right]) => Self::Toss([kept(0, left), kept(1, right)]),
            Self::Turn(whose, list) => Self::Turn(*whose, kept(*whose, list)),
            Self::Chance(list) => Self::Chance(list.clone()),
        }
    }
}

/// A game without an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arena {
    /// What happens at each position.
    pub steps: Vec<Step>,
    /// The probability with which a toss chooses Left, if whoever is chosen decides who moves; none for a fair coin, with which whoever is chosen moves.
    pub coin: Option<BigRational>,
}

/// A way of playing of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The option of each player at each position where the player may come to choose.
    pub choice: [Vec<Option<Place>>; 2],
    /// Whether a player who is chosen by a toss lets the other one move, if that may be decided.
    pub lets: [Vec<bool>; 2],
}

impl Arena {
    /// Colours exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let coin = self.coin.as_ref().map(|coin| BigRational::one() - coin);
        Self { steps: self.steps.iter().map(Step::mirrored).collect(), coin }
    }

    /// The first option of everybody.
    #[must_use]
    pub fn first(&self) -> Plan {
        let choice = [0, 1].map(|player| {
            self.steps.iter().map(|step| step.options(player).and_then(|list| list.first().copied())).collect()
        });
        Plan { choice, lets: [0, 1].map(|_| vec![false; self.steps.len()]) }
    }

    /// The part of a game at some positions: elsewhere play stays for ever. Of options those are kept of which `keeps` says so; of each position that is not
    /// cut off at least one of each player who may come to choose must be.
    #[must_use]
    pub fn part(&self, is_in: &[bool], keeps: &dyn Fn(Place, usize, Place) -> bool) -> Self {
        let step = |(place, step): (Place, &Step)| match is_in[place] {
            true => step.kept(&|player, to| keeps(place, player, to)),
            false => Step::Chance(vec![(BigRational::one(), place)]),
        };
        Self { steps: self.steps.iter().enumerate().map(step).collect(), coin: self.coin.clone() }
    }

    /// With one player's choices made.
    #[must_use]
    pub fn fixed(&self, player: usize, plan: &[Option<Place>]) -> Self {
        let step = |(place, step): (Place, &Step)| step.kept(&|who, to| who != player || plan[place] == Some(to));
        let mut arena = Self { steps: self.steps.iter().enumerate().map(step).collect(), coin: self.coin.clone() };
        for step in &mut arena.steps {
            if let Step::Toss(lists) = step {
                lists[player].truncate(1);
            } else if let Step::Turn(whose, list) = step
                && *whose == player
            {
                list.truncate(1);
            }
        }
        arena
    }

    /// How probable it is that a toss chooses Left, and Right.
    #[must_use]
    pub fn odds(&self) -> [BigRational; 2] {
        let left = self.coin.clone().unwrap_or_else(|| BigRational::new(BigInt::one(), BigInt::from(2)));
        [left.clone(), BigRational::one() - left]
    }

    /// The chain that comes of a way of playing.
    #[must_use]
    pub fn chain(&self, plan: &Plan) -> Chain {
        let odds = self.odds();
        let chosen = |player: usize, place: Place| plan.choice[player][place].expect("whoever may choose has a choice");
        let row = |(place, step): (Place, &Step)| match step {
            Step::Toss(_) => {
                let mover = |player: usize| if plan.lets[player][place] { 1 - player } else { player };
                let [left, right] = [0, 1].map(|player| chosen(mover(player), place));
                match left == right {
                    true => vec![(BigRational::one(), left)],
                    false => odds.iter().cloned().zip([left, right]).collect(),
                }
            }
            Step::Turn(whose, _) => vec![(BigRational::one(), chosen(*whose, place))],
            Step::Chance(list) => merged(list),
        };
        Chain { rows: self.steps.iter().enumerate().map(row).collect() }
    }

    /// Where a step can lead, whoever takes it.
    #[must_use]
    pub fn reached(&self, place: Place) -> Vec<Place> {
        match &self.steps[place] {
            Step::Toss([left, right]) => left.iter().chain(right).copied().collect(),
            Step::Turn(_, list) => list.clone(),
            Step::Chance(list) => list.iter().map(|(_, to)| *to).collect(),
        }
    }
}

/// Options of chance, each once.
fn merged(list: &[(BigRational, Place)]) -> Vec<(BigRational, Place)> {
    let mut merged: Vec<(BigRational, Place)> = Vec::new();
    for (weight, to) in list {
        match merged.iter_mut().find(|(_, other)| other == to) {
            Some((sum, _)) => *sum += weight,
            None => merged.push((weight.clone(), *to)),
        }
    }
    merged
}

/// A Markov chain.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Of each position the probabilities of the next one.
    pub rows: Vec<Vec<(BigRational, Place)>>,
}

impl Chain {
    /// The classes of positions that are never left once they are entered, each in order.
    #[must_use]
    pub fn recurrent(&self) -> Vec<Vec<Place>> {
        let next = |place: Place| self.rows[place].iter().map(|(_, to)| *to).collect::<Vec<_>>();
        let components = components(self.rows.len(), &next);
        let mut number = vec![0; self.rows.len()];
        for (class, members) in components.iter().enumerate() {
            members.iter().for_each(|&place| number[place] = class);
        }
        let is_closed = |(class, members): &(usize, &Vec<Place>)| {
            members.iter().all(|&place| self.rows[place].iter().all(|(_, to)| number[*to] == *class))
        };
        components.iter().enumerate().filter(is_closed).map(|(_, members)| members.clone()).collect()
    }
}

/// The strongly connected components of a graph, each after all that it leads to; members in order.
#[must_use]
pub fn components(count: usize, next: &dyn Fn(Place) -> Vec<Place>) -> Vec<Vec<Place>> {
    let lists: Vec<Vec<Place>> = (0..count).map(next).collect();
    let found = components_of(count, |place, number| lists[place].get(number).map(|&to| to as u32));
    let in_order = |part: &[u32]| {
        let mut members: Vec<Place> = part.iter().map(|&place| place as Place).collect();
        members.sort_unstable();
        members
    };
    found.iter().map(in_order).collect()
}
