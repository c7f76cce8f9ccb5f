//! Parity: how probable Left can make it that the greatest priority seen for ever is even, and the labels that show it.
//!
//! Left's way of playing is improved as for a mean payoff (`threshold`). Where Left can stay and win is found by taking away what comes to the greatest
//! priority, and then what is lost: Zielonka's recursion, in which a toss helps whoever is to come somewhere. Labels are read off Left's way of playing, one
//! priority after the other from the greatest down, in a time that grows with a small power of the number of positions.

use std::collections::BTreeSet;

use num_rational::BigRational;
use num_traits::{One as _, Signed as _};

use super::arena::{Arena, Place, Plan, Step};
use super::gain;
use super::threshold::{avoided, end_components, is_quiet, quiet};

/// A choice of Left's at each position where there is one.
type Choices = Vec<Option<Place>>;

/// The probabilities, and how Left plays for them.
#[must_use]
pub fn solve(arena: &Arena, priorities: &[u8]) -> (Vec<BigRational>, Choices) {
    let mut plan = arena.first();
    loop {
        let fixed = arena.fixed(0, &plan.choice[0]);
        let x = avoided(&fixed, &lost(&fixed, priorities));
        if !gain::switch(arena, 0, &mut plan, &x) && !stay(arena, priorities, &mut plan, &x) {
            let [left, _] = plan.choice;
            return (x, left);
        }
    }
}

/// Where Right, who alone chooses, can stay and see an odd priority as the greatest.
fn lost(arena: &Arena, priorities: &[u8]) -> Vec<bool> {
    let mut is_lost = vec![false; priorities.len()];
    for k in priorities.iter().copied().filter(|k| k % 2 == 1).collect::<BTreeSet<u8>>() {
        let is_in = priorities.iter().map(|&priority| priority <= k).collect();
        for members in end_components(arena, is_in) {
            if members.iter().any(|&place| priorities[place] == k) {
                members.iter().for_each(|&place| is_lost[place] = true);
            }
        }
    }
    is_lost
}

/// Improves Left's play where it stays among positions of equal probability below 1, and wins.
fn stay(arena: &Arena, priorities: &[u8], plan: &mut Plan, x: &[BigRational]) -> bool {
    let (is_in, part) = quiet(arena, x, |x| *x < BigRational::one());
    // To leave is to lose.
    let priorities: Vec<u8> = is_in.iter().zip(priorities).map(|(&is_in, &own)| if is_in { own } else { 1 }).collect();
    let mut sure = Sure::new(&part);
    let won = sure.won(&vec![true; x.len()], &priorities);
    let won: Vec<Place> = (0..x.len()).filter(|&place| won[place]).collect();
    for &place in won.iter().filter(|&&place| sure.choice[place].is_some()) {
        plan.choice[0][place] = sure.choice[place];
    }
    !won.is_empty()
}

/// Where Left wins with probability 1, and how.
struct Sure<'a> {
    arena: &'a Arena,
    /// From where a step leads to a position.
    before: Vec<Vec<Place>>,
    choice: Choices,
}

/// The places of the one that are not of the other.
fn without(one: &[bool], other: &[bool]) -> Vec<bool> {
    one.iter().zip(other).map(|(one, other)| *one && !other).collect()
}

impl<'a> Sure<'a> {
    fn new(arena: &'a Arena) -> Self {
        let mut before = vec![Vec::new(); arena.steps.len()];
        for place in 0..arena.steps.len() {
            arena.reached(place).into_iter().for_each(|to| before[to].push(place));
        }
        Self { arena, before, choice: vec![None; arena.steps.len()] }
    }

    /// Where Left wins for sure in a part of the game that nobody has to leave, and chance cannot. Left's choices there are noted.
    fn won(&mut self, part: &[bool], priorities: &[u8]) -> Vec<bool> {
        let own = || (0..part.len()).filter(|&place| part[place]);
        let Some(top) = own().map(|place| priorities[place]).max() else { return part.to_vec() };
        let is_top: Vec<bool> = (0..part.len()).map(|place| part[place] && priorities[place] == top).collect();
        if top % 2 == 0 {
            let won = self.reached(part, &is_top, priorities);
            for place in own().filter(|&place| won[place] && is_top[place]) {
                self.choose(place, &won, &won);
            }
            return won;
        }
        let near = self.near(part, &is_top, 1);
        let won = self.won(&without(part, &near), priorities);
        if won.contains(&true) { self.reached(part, &won, priorities) } else { won }
    }

    /// Where Left comes to a goal for sure, or wins without it.
    fn reached(&mut self, part: &[bool], is_goal: &[bool], priorities: &[u8]) -> Vec<bool> {
        let mut part = part.to_vec();
        loop {
            let goal: Vec<bool> = part.iter().zip(is_goal).map(|(part, is_goal)| *part && *is_goal).collect();
            let rest = without(&part, &self.near(&part, &goal, 0));
            let lost = without(&rest, &self.won(&rest, priorities));
            if !lost.contains(&true) {
                return part;
            }
            part = without(&part, &self.near(&part, &lost, 1));
        }
    }

    /// From where a player can come to a goal with some probability, within a part. Left's choices on the way are noted.
    fn near(&mut self, part: &[bool], is_goal: &[bool], player: usize) -> Vec<bool> {
        let mut is_near = is_goal.to_vec();
        let mut queue: Vec<Place> = (0..part.len()).filter(|&place| is_goal[place]).collect();
        while let Some(to) = queue.pop() {
            for from in 0..self.before[to].len() {
                let place = self.before[to][from];
                if !part[place] || is_near[place] || !self.comes(place, part, &is_near, player) {
                    continue;
                }
                if player == 0 {
                    self.choose(place, part, &is_near);
                }
                is_near[place] = true;
                queue.push(place);
            }
        }
        is_near
    }

    /// Whether a step may lead to a goal, if the player wants to.
    fn comes(&self, place: Place, part: &[bool], is_goal: &[bool], player: usize) -> bool {
        let by = |list: &Vec<Place>, whose: usize| match whose == player {
            true => list.iter().any(|&to| is_goal[to]),
            false => list.iter().all(|&to| is_goal[to] || !part[to]),
        };
        match &self.arena.steps[place] {
            Step::Toss(lists) => by(&lists[0], 0) || by(&lists[1], 1),
            Step::Turn(whose, list) => by(list, *whose),
            Step::Chance(list) => list.iter().any(|(_, to)| is_goal[*to]),
        }
    }

    /// Notes an option of Left's that leads to a goal, or at least stays in a part.
    fn choose(&mut self, place: Place, part: &[bool], is_goal: &[bool]) {
        let list = self.arena.steps[place].options(0).into_iter().flatten();
        self.choice[place] = list.copied().filter(|&to| part[to]).max_by_key(|&to| is_goal[to]);
    }
}

/// Left's labels, if Left plays so for the right numbers: for each odd index up to a greatest one, the least index first, a part for each position.
///
/// # Panics
///
/// Never, if the numbers are right and Left's choices bring them.
#[must_use]
pub fn labels(
    arena: &Arena,
    priorities: &[u8],
    greatest: u8,
    x: &[BigRational],
    left: &[Option<Place>],
) -> Vec<Vec<u32>> {
    let terms = |place: Place| -> Vec<Vec<Place>> {
        let by = |list: &Vec<Place>, player: usize| match player {
            0 => left[place].into_iter().collect(),
            _ => list.iter().copied().filter(|&to| x[to] == x[place]).collect(),
        };
        match &arena.steps[place] {
            Step::Toss(lists) => vec![by(&lists[0], 0), by(&lists[1], 1)],
            Step::Turn(whose, list) => vec![by(list, *whose)],
            Step::Chance(list) => list.iter().map(|(_, to)| vec![*to]).collect(),
        }
    };
    let count = x.len();
    let asked: Vec<Place> = (0..count).filter(|&place| x[place].is_positive() && is_quiet(arena, place, x)).collect();
    let mut all = vec![Vec::new(); count];
    asked.iter().for_each(|&place| all[place] = terms(place));
    let mut labels = vec![vec![0; count]; usize::from(greatest).div_ceil(2)];
    label(&all, priorities, asked, &mut labels);
    labels
}

/// Labels some positions, at which play stays or goes where labels are less from each index on; what they have of greater indices is the same.
///
/// If the greatest priority is even, its positions are safe, and the others are labelled without them. If it is odd, play comes to it finitely often. From where
/// it does not come to it any more, positions are labelled without it; from elsewhere it comes there by luck, step by step, each of which has a greater label.
fn label(terms: &[Vec<Vec<Place>>], priorities: &[u8], mut rest: Vec<Place>, labels: &mut [Vec<u32>]) {
    let Some(top) = rest.iter().map(|&place| priorities[place]).max() else { return };
    if top % 2 == 0 {
        rest.retain(|&place| priorities[place] < top);
        return label(terms, priorities, rest, labels);
    }
    let part = usize::from(top / 2);
    let (mut is_in, mut level) = (vec![false; terms.len()], 0);
    rest.iter().for_each(|&place| is_in[place] = true);
    while !rest.is_empty() {
        let calm = calm(terms, priorities, &rest, &is_in, top);
        for &place in &calm {
            (labels[part][place], is_in[place]) = (level, false);
        }
        let count = rest.len();
        rest.retain(|&place| is_in[place]);
        label(terms, priorities, calm, labels);
        loop {
            let is_lucky = |place: &Place| terms[*place].iter().any(|term| !term.iter().any(|&to| is_in[to]));
            let (lucky, other): (Vec<Place>, Vec<Place>) = rest.iter().partition(|place| is_lucky(place));
            if lucky.is_empty() {
                break;
            }
            level += 1;
            for &place in &lucky {
                (labels[part][place], is_in[place]) = (level, false);
            }
            rest = other;
        }
        assert!(rest.len() < count, "right numbers have labels");
    }
}

/// The positions from which play that stays does not come to a priority.
fn calm(terms: &[Vec<Vec<Place>>], priorities: &[u8], rest: &[Place], is_in: &[bool], top: u8) -> Vec<Place> {
    let mut before = vec![Vec::new(); terms.len()];
    for &place in rest {
        terms[place].iter().flatten().filter(|&&to| is_in[to]).for_each(|&to| before[to].push(place));
    }
    let mut comes = vec![false; terms.len()];
    let mut queue: Vec<Place> = rest.iter().copied().filter(|&place| priorities[place] == top).collect();
    while let Some(place) = queue.pop() {
        if !std::mem::replace(&mut comes[place], true) {
            queue.extend(&before[place]);
        }
    }
    rest.iter().copied().filter(|&place| !comes[place]).collect()
}
