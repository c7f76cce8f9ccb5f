//! All averages at which it changes who makes sure of them: the probability of an average or more falls with the average, in steps.
//!
//! Between two averages there is a step where Left's probability of more than the one is not that of the other one or more. Halves are tried until best play
//! tells the step: it does not change while the least average that it holds anywhere is enough.

use std::collections::BTreeSet;

use num_rational::BigRational;
use num_traits::One as _;

use super::arena::Arena;
use super::threshold::{self, Sure};

/// What is found at an average.
struct Seen {
    average: BigRational,
    /// Left's probability of so much or more.
    least: Vec<BigRational>,
    /// Left's probability of more.
    more: Vec<BigRational>,
    /// Up to here, and down to here, the plays that were found hold what they hold.
    up: Option<BigRational>,
    down: Option<BigRational>,
}

impl Seen {
    fn is_step(&self) -> bool {
        self.least != self.more
    }
}

/// Between which two averages steps are looked for: Left's probability of more than the first, of the second or more.
type Between = [(BigRational, Vec<BigRational>); 2];

/// Where the probability of an average or more falls, in order; `tell` hears of each average that is tried.
pub fn solve(arena: &Arena, rewards: &[BigRational], tell: &mut dyn FnMut()) -> Vec<BigRational> {
    let (mirrored, negated) = (arena.mirrored(), rewards.iter().map(|reward| -reward).collect::<Vec<_>>());
    let mut steps = BTreeSet::new();
    let mut see = |average: &BigRational| {
        tell();
        let Sure { probability: least, reach: up, .. } = threshold::solve(arena, rewards, average);
        let Sure { probability, reach, .. } = threshold::solve(&mirrored, &negated, &-average);
        let more = probability.into_iter().map(|less| BigRational::one() - less).collect();
        let seen = Seen { average: average.clone(), least, more, up, down: reach.map(|reach| -reach) };
        if seen.is_step() {
            steps.insert(average.clone());
        }
        seen
    };
    let ends = [rewards.iter().min(), rewards.iter().max()].map(|end| see(end.expect("one position or more")));
    let [low, high] = ends;
    let mut open: Vec<Between> = vec![[(low.average, low.more), (high.average, high.least)]];
    while let Some([low, high]) = open.pop() {
        if low.0 >= high.0 || low.1 == high.1 {
            continue;
        }
        let middle = see(&((&low.0 + &high.0) / BigRational::from_integer(2.into())));
        let is_step = middle.is_step();
        // Where no step is, best play here is best play up to the first average that is out of its reach.
        let beyond = |end: Option<BigRational>| end.filter(|end| !is_step && low.0 < *end && *end < high.0);
        let up = beyond(middle.up).filter(|up| *up > middle.average).map(|up| see(&up));
        let down = beyond(middle.down).filter(|down| *down < middle.average).map(|down| see(&down));
        let from = up.map_or((middle.average.clone(), middle.more), |up| (up.average, up.more));
        let to = down.map_or((middle.average, middle.least), |down| (down.average, down.least));
        open.push([low, to]);
        open.push([from, high]);
    }
    steps.into_iter().collect()
}
