//! How probable Left can make it, by tosses, that the mean payoff is at least a number; and the potentials that show it.
//!
//! Left's way of playing is improved against Right's best answer. Where no option has a greater probability, positions of equal probability are looked at
//! together: if Left can stay among them for ever and be paid enough, or Right must leave, Left does so from now on.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::arena::{Arena, Place, Plan, Step, components};
use super::gain;

/// What Left makes sure of.
#[derive(Clone, Debug)]
pub struct Sure {
    /// The probability at each position.
    pub probability: Vec<BigRational>,
    /// A potential at each position; it counts only where the probability is positive and play is quiet.
    pub potential: Vec<BigRational>,
    /// The least average of the parts in which Left's best play is paid enough: with it these probabilities are those of every average up to here.
    pub reach: Option<BigRational>,
}

/// A question: rewards, and what their mean shall be at least.
struct Asked<'a> {
    arena: &'a Arena,
    rewards: &'a [BigRational],
    least: &'a BigRational,
}

/// Solves.
#[must_use]
pub fn solve(arena: &Arena, rewards: &[BigRational], least: &BigRational) -> Sure {
    let asked = Asked { arena, rewards, least };
    let mut plan = arena.first();
    let (probability, reach) = loop {
        let (probability, reach) = asked.answered(&plan.choice[0]);
        if !gain::switch(arena, 0, &mut plan, &probability) && !asked.stay(&mut plan, &probability) {
            break (probability, reach);
        }
    };
    let potential = asked.potential(&probability);
    Sure { probability, potential, reach }
}

/// `F(x)` at a position, term by term.
fn terms(arena: &Arena, place: Place, x: &[BigRational]) -> Vec<BigRational> {
    let best = |list: &[Place], player: usize| {
        let numbers = list.iter().map(|&to| &x[to]);
        if player == 0 { numbers.max() } else { numbers.min() }.expect("there are options").clone()
    };
    match &arena.steps[place] {
        Step::Toss([left, right]) => vec![best(left, 0), best(right, 1)],
        Step::Turn(whose, list) => vec![best(list, *whose)],
        Step::Chance(list) => list.iter().map(|(_, to)| x[*to].clone()).collect(),
    }
}

/// Whether all terms of a position are equal to its number.
#[must_use]
pub fn is_quiet(arena: &Arena, place: Place, x: &[BigRational]) -> bool {
    terms(arena, place, x).iter().all(|term| *term == x[place])
}

/// The quiet positions of some numbers, with the options that lead to an equal number; elsewhere play stays.
pub(super) fn quiet(arena: &Arena, x: &[BigRational], counts: impl Fn(&BigRational) -> bool) -> (Vec<bool>, Arena) {
    let is_in: Vec<bool> = (0..x.len()).map(|place| counts(&x[place]) && is_quiet(arena, place, x)).collect();
    let part = arena.part(&is_in, &|place, _, to| x[to] == x[place]);
    (is_in, part)
}

impl Asked<'_> {
    /// The probabilities if Left plays so, and Right answers best; and the least average, among the parts in which Right may stay and pays enough.
    fn answered(&self, left: &[Option<Place>]) -> (Vec<BigRational>, Option<BigRational>) {
        let arena = self.arena.fixed(0, left);
        let count = arena.steps.len();
        let mut is_lost = vec![false; count];
        let mut reach: Option<BigRational> = None;
        for members in end_components(&arena, vec![true; count]) {
            let mut is_in = vec![false; count];
            members.iter().for_each(|&place| is_in[place] = true);
            let part = arena.part(&is_in, &|_, _, to| is_in[to]);
            let [average, _] = gain::solve(&part, self.rewards).pairs.swap_remove(members[0]);
            if average < *self.least {
                members.iter().for_each(|&place| is_lost[place] = true);
            } else if reach.as_ref().is_none_or(|reach| average < *reach) {
                reach = Some(average);
            }
        }
        (avoided(&arena, &is_lost), reach)
    }

    /// Improves Left's play where it stays among positions of equal probability below 1.
    fn stay(&self, plan: &mut Plan, x: &[BigRational]) -> bool {
        let (is_in, part) = quiet(self.arena, x, |x| *x < BigRational::one());
        let poor = self.least - BigRational::one();
        let reward = |place: Place| if is_in[place] { self.rewards[place].clone() } else { poor.clone() };
        let best = gain::solve(&part, &(0..x.len()).map(reward).collect::<Vec<_>>());
        let mut is_changed = false;
        for place in (0..x.len()).filter(|&place| is_in[place]) {
            let same = || (0..x.len()).filter(|&other| is_in[other] && x[other] == x[place]);
            let most = same().map(|other| &best.pairs[other][0]).max().expect("the position itself");
            if most >= self.least && best.pairs[place][0] == *most {
                plan.choice[0][place] = best.plan.choice[0][place];
                is_changed = true;
            }
        }
        is_changed
    }

    /// Potentials: of the play among quiet positions of equal probability, in which to leave them is worth what is asked for.
    fn potential(&self, x: &[BigRational]) -> Vec<BigRational> {
        let (is_in, part) = quiet(self.arena, x, |x| !x.is_zero());
        let reward = |place: Place| if is_in[place] { &self.rewards[place] } else { self.least };
        let rewards: Vec<BigRational> = (0..x.len()).map(|place| reward(place).clone()).collect();
        let best = gain::solve(&part, &rewards);
        let mut factor = BigRational::zero();
        loop {
            let potential: Vec<BigRational> = best.pairs.iter().map(|[gain, h]| h + &factor * gain).collect();
            let is_enough = |place: Place| {
                let terms = terms(&part, place, &potential);
                let mean: BigRational = match &part.steps[place] {
                    Step::Chance(list) => list.iter().zip(&terms).map(|((weight, _), term)| weight * term).sum(),
                    _ => terms.iter().sum::<BigRational>() / BigRational::from_integer(terms.len().into()),
                };
                self.least + &potential[place] <= &rewards[place] + mean
            };
            if (0..x.len()).all(is_enough) {
                return potential;
            }
            factor = if factor.is_zero() { BigRational::one() } else { factor * BigRational::from_integer(2.into()) };
        }
    }
}

/// How probable it is that play never comes to some positions, if Right alone chooses, and wants to come there.
pub(super) fn avoided(arena: &Arena, is_lost: &[bool]) -> Vec<BigRational> {
    // Right comes nearer, wherever there is a way; then takes what is better.
    let (distance, mut plan) = (distances(arena, is_lost), arena.first());
    let count = is_lost.len();
    let nearest = |list: &Vec<Place>| list.iter().copied().min_by_key(|&to| distance[to]);
    let towards = |place: Place| arena.steps[place].options(1).and_then(nearest);
    plan.choice[1] = (0..count).map(towards).collect();
    let open: Vec<Place> = (0..count).filter(|&place| !is_lost[place] && distance[place] < usize::MAX).collect();
    loop {
        let end = |place: usize| if is_lost[place] { BigRational::zero() } else { BigRational::one() };
        let mut x: Vec<BigRational> = (0..count).map(end).collect();
        gain::carried(&arena.chain(&plan), &open, &vec![BigRational::zero(); count], &mut x);
        if !gain::switch(arena, 1, &mut plan, &x) {
            return x;
        }
    }
}

/// How many steps lead at least to one of some positions, if everybody helps.
fn distances(arena: &Arena, is_goal: &[bool]) -> Vec<usize> {
    let mut distance: Vec<usize> = is_goal.iter().map(|&is_goal| if is_goal { 0 } else { usize::MAX }).collect();
    let mut before = vec![Vec::new(); is_goal.len()];
    for place in 0..is_goal.len() {
        arena.reached(place).into_iter().for_each(|to| before[to].push(place));
    }
    let mut queue: std::collections::VecDeque<Place> = (0..is_goal.len()).filter(|&place| is_goal[place]).collect();
    while let Some(place) = queue.pop_front() {
        for &from in &before[place] {
            if distance[from] == usize::MAX {
                distance[from] = distance[place] + 1;
                queue.push_back(from);
            }
        }
    }
    distance
}

/// The greatest sets of positions, of those that are in, in which Right can keep play for ever, and come from each to each other; Left's play is fixed.
pub(super) fn end_components(arena: &Arena, is_in: Vec<bool>) -> Vec<Vec<Place>> {
    let count = arena.steps.len();
    let mut number: Vec<Option<usize>> = is_in.into_iter().map(|is_in| is_in.then_some(0)).collect();
    loop {
        let stays = |place: Place, to: Place| number[to].is_some() && number[to] == number[place];
        // A position is kept if whatever is not Right's stays, and Right has an option that does.
        let is_kept = |place: Place| match &arena.steps[place] {
            Step::Chance(list) => list.iter().all(|(_, to)| stays(place, *to)),
            step => {
                let left = step.options(0).is_none_or(|list| list.iter().all(|&to| stays(place, to)));
                left && step.options(1).is_none_or(|list| list.iter().any(|&to| stays(place, to)))
            }
        };
        let kept: Vec<bool> = (0..count).map(|place| number[place].is_some() && is_kept(place)).collect();
        let next = |place: Place| match kept[place] {
            true => arena.reached(place).into_iter().filter(|&to| kept[to] && stays(place, to)).collect(),
            false => Vec::new(),
        };
        let classes: Vec<Vec<Place>> =
            components(count, &next).into_iter().filter(|members| kept[members[0]]).collect();
        let mut found = vec![None; count];
        for (class, members) in classes.iter().enumerate() {
            members.iter().for_each(|&place| found[place] = Some(class));
        }
        let is_same = kept.iter().zip(&number).all(|(kept, number)| *kept == number.is_some())
            && (0..count).all(|a| next(a).iter().all(|&b| found[a] == found[b]));
        number = found;
        if is_same {
            return classes;
        }
    }
}
