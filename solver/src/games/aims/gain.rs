//! What is collected on average in a step, and what comes beside it: both players' best play, found by improving one player against the other's best.
//!
//! With a discount by `1 − ε` a way of playing is worth `g/ε + h + …`, a series in `ε`. Ways of playing are compared by the first few numbers of these series,
//! as all discounts near 1 compare them. If too few numbers were compared, the equations of `g` and `h` fail, and more are taken.

use std::cmp::Ordering;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::arena::{Arena, Chain, Place, Plan, Step, components};
use super::linear::{self, Row};

/// A series at each position: `g`, `h`, and so on.
pub type Series = Vec<Vec<BigRational>>;

/// The numbers of a chain's series, so many after `g`.
///
/// # Panics
///
/// Never: the equations of a chain have one solution.
#[must_use]
pub fn series(chain: &Chain, rewards: &[BigRational], depth: usize) -> Series {
    let count = chain.rows.len();
    let mut class = vec![None; count];
    let recurrent = chain.recurrent();
    for (number, members) in recurrent.iter().enumerate() {
        members.iter().for_each(|&place| class[place] = Some(number));
    }
    let transient: Vec<Place> = (0..count).filter(|&place| class[place].is_none()).collect();
    let stationary: Vec<Vec<BigRational>> = recurrent.iter().map(|members| stationary(chain, members)).collect();
    let mut gains = vec![BigRational::zero(); count];
    for (members, weights) in recurrent.iter().zip(&stationary) {
        let gain: BigRational = members.iter().zip(weights).map(|(&place, weight)| &rewards[place] * weight).sum();
        members.iter().for_each(|&place| gains[place] = gain.clone());
    }
    carried(chain, &transient, &vec![BigRational::zero(); count], &mut gains);
    let mut all = vec![gains];
    for _ in 0..depth {
        let before = all.last().expect("there is one");
        let right: Vec<BigRational> = match all.len() {
            1 => rewards.iter().zip(before).map(|(reward, gain)| reward - gain).collect(),
            _ => chain.rows.iter().map(|row| -mean(row, before)).collect(),
        };
        let mut next = vec![BigRational::zero(); count];
        for (members, weights) in recurrent.iter().zip(&stationary) {
            for (&place, number) in members.iter().zip(relative(chain, members, weights, &right)) {
                next[place] = number;
            }
        }
        carried(chain, &transient, &right, &mut next);
        all.push(next);
    }
    (0..count).map(|place| all.iter().map(|numbers| numbers[place].clone()).collect()).collect()
}

/// The mean of the next position's number.
fn mean(row: &[(BigRational, Place)], numbers: &[BigRational]) -> BigRational {
    row.iter().map(|(weight, to)| weight * &numbers[*to]).sum()
}

/// How often a recurrent class is at each of its members.
fn stationary(chain: &Chain, members: &[Place]) -> Vec<BigRational> {
    let column = |place: Place| members.binary_search(&place).expect("the class is closed");
    let empty = || Row { terms: Default::default(), right: vec![BigRational::zero()] };
    let mut rows: Vec<Row> = members.iter().map(|_| empty()).collect();
    for (from, &place) in members.iter().enumerate() {
        rows[from].add(from, &-BigRational::one());
        for (weight, to) in &chain.rows[place] {
            rows[column(*to)].add(from, weight);
        }
    }
    let all = Row {
        terms: (0..members.len()).map(|place| (place, BigRational::one())).collect(),
        right: vec![BigRational::one()],
    };
    *rows.last_mut().expect("a class has members") = all;
    linear::solve(rows).expect("one solution").swap_remove(0)
}

/// The numbers `y` of a recurrent class with `y = right + mean(y)`, whose mean in the long run is 0.
fn relative(chain: &Chain, members: &[Place], weights: &[BigRational], right: &[BigRational]) -> Vec<BigRational> {
    let column = |place: Place| members.binary_search(&place).expect("the class is closed");
    let row = |(own, &place): (usize, &Place)| {
        let mut row = Row { terms: [(own, BigRational::one())].into(), right: vec![right[place].clone()] };
        chain.rows[place].iter().for_each(|(weight, to)| row.add(column(*to), &-weight));
        row
    };
    let mut rows: Vec<Row> = members.iter().enumerate().map(row).collect();
    let terms = weights.iter().cloned().enumerate().collect();
    *rows.last_mut().expect("a class has members") = Row { terms, right: vec![BigRational::zero()] };
    linear::solve(rows).expect("one solution").swap_remove(0)
}

/// Carries numbers of recurrent classes to the other positions: `y = right + mean(y)`. Positions that lead to each other are solved together, and those that they
/// lead to before them.
pub(super) fn carried(chain: &Chain, transient: &[Place], right: &[BigRational], numbers: &mut [BigRational]) {
    let mut is_open = vec![false; chain.rows.len()];
    transient.iter().for_each(|&place| is_open[place] = true);
    let next = |place: Place| match is_open[place] {
        true => chain.rows[place].iter().map(|(_, to)| *to).filter(|&to| is_open[to]).collect(),
        false => Vec::new(),
    };
    for members in components(chain.rows.len(), &next).into_iter().filter(|members| is_open[members[0]]) {
        let row = |(own, &place): (usize, &Place)| {
            let mut row = Row { terms: [(own, BigRational::one())].into(), right: vec![right[place].clone()] };
            for (weight, to) in &chain.rows[place] {
                match members.binary_search(to) {
                    Ok(column) => row.add(column, &-weight),
                    Err(_) => row.right[0] += weight * &numbers[*to],
                }
            }
            row
        };
        let rows: Vec<Row> = members.iter().enumerate().map(row).collect();
        let found = linear::solve(rows).expect("one solution").swap_remove(0);
        members.iter().zip(found).for_each(|(&place, number)| numbers[place] = number);
    }
}

/// What is best for both, and how they play for it.
#[derive(Clone, Debug)]
pub struct Best {
    /// `g` and `h`, with `(g, h + g − r) = F(g, h)`.
    pub pairs: Vec<[BigRational; 2]>,
    /// A best way of playing.
    pub plan: Plan,
}

/// Solves: Left wants much, and Right little.
///
/// # Panics
///
/// Never: with as many numbers of the series as there are positions the equations hold.
#[must_use]
pub fn solve(arena: &Arena, rewards: &[BigRational]) -> Best {
    let mut depth = 3;
    loop {
        let (plan, series) = improved(arena, rewards, depth);
        let pairs = series.iter().map(|numbers| [numbers[0].clone(), numbers[1].clone()]).collect::<Vec<_>>();
        if is_solution(arena, rewards, &pairs) {
            return Best { pairs, plan };
        }
        assert!(depth <= arena.steps.len() + 3, "a series that is long enough decides");
        depth *= 2;
    }
}

/// Improves Left's way of playing against Right's best answer until nothing is better.
fn improved(arena: &Arena, rewards: &[BigRational], depth: usize) -> (Plan, Series) {
    let mut plan = arena.first();
    // Ties of the numbers that are compared could come round and round; far fewer rounds are needed.
    for _ in 0..1000 {
        let series = answered(arena, rewards, depth, &mut plan);
        if !switch(arena, 0, &mut plan, &series) {
            return (plan, series);
        }
    }
    let series = answered(arena, rewards, depth, &mut plan);
    (plan, series)
}

/// Right's best answer.
fn answered(arena: &Arena, rewards: &[BigRational], depth: usize, plan: &mut Plan) -> Series {
    for _ in 0..1000 {
        let series = series(&arena.chain(plan), rewards, depth);
        if !switch(arena, 1, plan, &series) {
            return series;
        }
    }
    series(&arena.chain(plan), rewards, depth)
}

/// Takes the best option of a player wherever it is better than the one that is played.
pub(super) fn switch<N: Ord>(arena: &Arena, player: usize, plan: &mut Plan, worth: &[N]) -> bool {
    let better = if player == 0 { Ordering::Greater } else { Ordering::Less };
    let mut is_changed = false;
    for (place, step) in arena.steps.iter().enumerate() {
        for &to in step.options(player).into_iter().flatten() {
            let chosen = plan.choice[player][place].as_mut().expect("there are options");
            if worth[to].cmp(&worth[*chosen]) == better {
                (*chosen, is_changed) = (to, true);
            }
        }
        if arena.coin.is_some() && matches!(step, Step::Toss(_)) {
            let [own, other] = [player, 1 - player].map(|who| plan.choice[who][place].expect("there are options"));
            let lets = &mut plan.lets[player][place];
            let [taken, left] = if *lets { [other, own] } else { [own, other] };
            if worth[left].cmp(&worth[taken]) == better {
                (*lets, is_changed) = (!*lets, true);
            }
        }
    }
    is_changed
}

/// Whether pairs solve the equations.
fn is_solution(arena: &Arena, rewards: &[BigRational], pairs: &[[BigRational; 2]]) -> bool {
    (0..pairs.len()).all(|place| {
        let [gain, relative] = &pairs[place];
        let [mean, next] = mean_pair(arena, place, pairs);
        mean == *gain && next == relative + gain - &rewards[place]
    })
}

/// `F(g, h)` at a position.
#[must_use]
pub fn mean_pair(arena: &Arena, place: Place, pairs: &[[BigRational; 2]]) -> [BigRational; 2] {
    let best = |list: &[Place], player: usize| {
        let pairs = list.iter().map(|&to| &pairs[to]);
        if player == 0 { pairs.max() } else { pairs.min() }.expect("there are options").clone()
    };
    match &arena.steps[place] {
        Step::Turn(whose, list) => best(list, *whose),
        Step::Toss([left, right]) => {
            let (mut left, mut right) = (best(left, 0), best(right, 1));
            // Whoever is chosen decides who moves.
            if arena.coin.is_some() && left < right {
                std::mem::swap(&mut left, &mut right);
            }
            let odds = arena.odds();
            [0, 1].map(|part| &left[part] * &odds[0] + &right[part] * &odds[1])
        }
        Step::Chance(list) => [0, 1].map(|part| list.iter().map(|(weight, to)| weight * &pairs[*to][part]).sum()),
    }
}
