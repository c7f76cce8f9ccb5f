//! All-pay auctions on random games: their values by brute force, certificates with the best mixes of quarters, and changes of these.
//!
//! A matrix game is solved by trying all its kernels in exact fractions. Nothing of the checker or the solver is used but the reader of games.

use std::cmp::Ordering;
use std::sync::Arc;

use checker::graph::Game;
use games::all_pay::AllPay;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::all_pay::{Stated, game};
use crate::broken;
use crate::witness::is_nightly;
use crate::witness::support::Random;

type R = BigRational;

fn ratio(numerator: i64, denominator: i64) -> R {
    R::new(numerator.into(), denominator.into())
}

/// What happens at a position of a random game: it has ended; or options of Left and Right; or a turn; or chance, with equal weights.
enum Kind {
    End(R),
    Bid([Vec<usize>; 2]),
    Turn(usize, Vec<usize>),
    Chance(Vec<usize>),
}

/// Positions from which options lead to lesser ones alone.
fn draw(random: &mut Random) -> Vec<Kind> {
    let mut all = vec![Kind::End(R::zero()), Kind::End(R::one()), Kind::End(ratio(1 + random.below(5) as i64, 7))];
    for number in 3..5 + random.below(3) {
        let mut some = || (0..1 + random.below(2)).map(|_| random.below(number)).collect::<Vec<_>>();
        let (one, two) = (some(), some());
        all.push(match random.below(6) {
            0 => Kind::Turn(random.below(2), one),
            1 => Kind::Chance(one),
            _ => Kind::Bid([one, two]),
        });
    }
    all
}

/// The file: positions in the order of their numbers.
fn file(all: &[Kind]) -> String {
    let names = |list: &[usize]| list.iter().map(|to| format!("\"{to}\"")).collect::<Vec<_>>().join(", ");
    let position = |(number, kind): (usize, &Kind)| {
        let rest = match kind {
            Kind::End(value) => format!(r#""value": "{value}""#),
            Kind::Bid([left, right]) => format!(r#""left": [{}], "right": [{}]"#, names(left), names(right)),
            Kind::Turn(0, list) => format!(r#""turn": "left", "left": [{}]"#, names(list)),
            Kind::Turn(_, list) => format!(r#""turn": "right", "right": [{}]"#, names(list)),
            Kind::Chance(list) => {
                let draw = |to: &usize| format!(r#"{{"to": "{to}", "weight": "1/{}"}}"#, list.len());
                format!(r#""chance": [{}]"#, list.iter().map(draw).collect::<Vec<_>>().join(", "))
            }
        };
        format!(r#"{{"name": "{number}", {rest}}}"#)
    };
    let positions: Vec<String> = all.iter().enumerate().map(position).collect();
    format!(r#"{{"bidding-game": 2, "positions": [{}]}}"#, positions.join(", "))
}

/// The solution of linear equations, if there is exactly one: Gauss.
fn solve(mut rows: Vec<Vec<R>>) -> Option<Vec<R>> {
    let count = rows.len();
    for column in 0..count {
        let pivot = (column..count).find(|&row| !rows[row][column].is_zero())?;
        rows.swap(column, pivot);
        let lead = rows[column].clone();
        for row in (0..count).filter(|&row| row != column) {
            let factor = &rows[row][column] / &lead[column];
            rows[row] = rows[row].iter().zip(&lead).map(|(own, other)| own - &factor * other).collect();
        }
    }
    Some((0..count).map(|row| &rows[row][count] / &rows[row][row]).collect())
}

/// The mix of the rows of a kernel that makes all its columns equal, and what they are then.
fn equalise(matrix: &[Vec<R>], rows: &[usize], columns: &[usize]) -> Option<(Vec<R>, R)> {
    let mut equations: Vec<Vec<R>> = Vec::new();
    for &column in columns {
        let mut equation: Vec<R> = rows.iter().map(|&row| matrix[row][column].clone()).collect();
        equation.extend([-R::one(), R::zero()]);
        equations.push(equation);
    }
    let mut sum = vec![R::one(); rows.len()];
    sum.extend([R::zero(), R::one()]);
    equations.push(sum);
    let mut found = solve(equations)?;
    let value = found.pop()?;
    found.iter().all(|weight| !weight.is_negative()).then_some((found, value))
}

/// The value of a matrix game, by all its kernels (Shapley and Snow, 1950): square parts whose equalising mixes are optimal in the whole.
fn value(matrix: &[Vec<R>]) -> R {
    let (height, width) = (matrix.len(), matrix[0].len());
    let turned: Vec<Vec<R>> = (0..width).map(|j| matrix.iter().map(|row| row[j].clone()).collect()).collect();
    let list = |set: usize, count: usize| (0..count).filter(|i| set >> i & 1 == 1).collect::<Vec<_>>();
    for (rows, columns) in
        (1..1 << height).flat_map(|rows: usize| (1..1 << width).map(move |columns: usize| (rows, columns)))
    {
        if rows.count_ones() != columns.count_ones() {
            continue;
        }
        let (rows, columns) = (list(rows, height), list(columns, width));
        let Some((white, value)) = equalise(matrix, &rows, &columns) else { continue };
        let Some((black, other)) = equalise(&turned, &columns, &rows) else { continue };
        let sum =
            |weights: &[R], of: &mut dyn Iterator<Item = R>| weights.iter().zip(of).map(|(w, x)| w * x).sum::<R>();
        let holds = (0..width).all(|j| sum(&white, &mut rows.iter().map(|&i| matrix[i][j].clone())) >= value)
            && (0..height).all(|i| sum(&black, &mut columns.iter().map(|&j| matrix[i][j].clone())) <= value);
        if holds && value == other {
            return value;
        }
    }
    panic!("every matrix game has a kernel");
}

/// A game with its chips, and the matrix that bids make of numbers of options.
struct Oracle<'a> {
    all: &'a [Kind],
    chips: [usize; 2],
    ties: u8,
}

impl Oracle<'_> {
    fn splits(&self) -> Vec<[usize; 2]> {
        (0..=self.chips[0]).flat_map(|white| (0..=self.chips[1]).map(move |black| [white, black])).collect()
    }

    /// What the best option of each player is worth; `of` says what a position is worth with these chips.
    fn best(&self, lists: &[Vec<usize>; 2], held: [usize; 2], of: &dyn Fn(usize, [usize; 2]) -> R) -> [R; 2] {
        let all = |player: usize| lists[player].iter().map(|&to| of(to, held));
        [all(0).max().unwrap(), all(1).min().unwrap()]
    }

    fn matrix(&self, lists: &[Vec<usize>; 2], [b, c]: [usize; 2], of: &dyn Fn(usize, [usize; 2]) -> R) -> Vec<Vec<R>> {
        let entry = |i: usize, j: usize| {
            let [left, right] = self.best(lists, [b - i, c - j], of);
            match (i.cmp(&j), self.ties) {
                (Ordering::Greater, _) | (Ordering::Equal, 1) => left,
                (Ordering::Less, _) | (Ordering::Equal, 2) => right,
                _ => (left + right) / BigInt::from(2),
            }
        };
        (0..=b).map(|i| (0..=c).map(|j| entry(i, j)).collect()).collect()
    }

    /// Where nobody bids, what the position is worth.
    fn moved(&self, kind: &Kind, held: [usize; 2], of: &dyn Fn(usize, [usize; 2]) -> R) -> R {
        match kind {
            Kind::Turn(0, list) => list.iter().map(|&to| of(to, held)).max().unwrap(),
            Kind::Turn(_, list) => list.iter().map(|&to| of(to, held)).min().unwrap(),
            Kind::Chance(list) => list.iter().map(|&to| of(to, held)).sum::<R>() / BigInt::from(list.len()),
            Kind::End(_) | Kind::Bid(_) => unreachable!("it is asked of others"),
        }
    }

    /// For each position that has not ended, for each split of the chips, the value.
    fn values(&self) -> Vec<Vec<R>> {
        let mut found: Vec<Vec<R>> = Vec::new();
        for kind in self.all {
            let of = |to: usize, [b, c]: [usize; 2]| found[to][b * (self.chips[1] + 1) + c].clone();
            let one = |held: [usize; 2]| match kind {
                Kind::End(value) => value.clone(),
                Kind::Bid(lists) => value(&self.matrix(lists, held, &of)),
                other => self.moved(other, held, &of),
            };
            found.push(self.splits().into_iter().map(one).collect());
        }
        found
    }
}

/// All ways to share so many units among so many bids.
fn shares(units: u64, bids: usize) -> Vec<Vec<u64>> {
    if bids == 1 {
        return vec![vec![units]];
    }
    let with = |first: u64| shares(units - first, bids - 1).into_iter().map(move |rest| [vec![first], rest].concat());
    (0..=units).flat_map(with).collect()
}

const BITS: u8 = 5;
const WEIGHT: u8 = 2;

/// In units, rounded down or up.
fn units(x: &R, up: bool) -> u64 {
    let scaled = x * BigInt::from(1_u64 << BITS);
    u64::try_from(if up { scaled.ceil() } else { scaled.floor() }.to_integer()).unwrap()
}

/// The best certificate whose weights are quarters: of all mixes, one that guarantees most.
fn best_of_quarters(oracle: &Oracle) -> Stated {
    let [white, black] = oracle.chips.map(|chips| chips as u8);
    let mut stated = Stated {
        start: [oracle.ties, white, black, BITS, WEIGHT],
        lower: vec![],
        more: vec![],
        bids: Default::default(),
        weights: Default::default(),
    };
    // For each position and split both bounds.
    let mut known: Vec<Vec<[R; 2]>> = Vec::new();
    for kind in oracle.all {
        let mut here = Vec::new();
        for held in oracle.splits() {
            let mut bounds = [R::zero(), R::zero()];
            for end in 0..2 {
                let of = |to: usize, [b, c]: [usize; 2]| known[to][b * (oracle.chips[1] + 1) + c][end].clone();
                bounds[end] = match kind {
                    Kind::End(value) => value.clone(),
                    Kind::Bid(lists) => {
                        let matrix = oracle.matrix(lists, held, &of);
                        let (found, mix) = best_mix(&matrix, end == 1);
                        let used: Vec<usize> = (0..mix.len()).filter(|&bid| mix[bid] > 0).collect();
                        stated.bids[end].push(used.iter().map(|bid| 1 << bid).sum());
                        stated.weights[end].extend(used[..used.len() - 1].iter().map(|&bid| mix[bid]));
                        found
                    }
                    other => {
                        stated.bids[end].push(0);
                        oracle.moved(other, held, &of)
                    }
                };
            }
            let [low, high] = [units(&bounds[0], false), units(&bounds[1], true)];
            if !matches!(kind, Kind::End(_)) {
                stated.lower.push(low);
                stated.more.push(high - low);
            }
            here.push([low, high].map(|end| ratio(end as i64, 1 << BITS)));
        }
        known.push(here);
    }
    stated
}

/// Of a matrix the best mix of a player with weights in quarters, and what it guarantees.
fn best_mix(matrix: &[Vec<R>], is_black: bool) -> (R, Vec<u64>) {
    let (height, width) = (matrix.len(), matrix[0].len());
    let (own, other) = if is_black { (width, height) } else { (height, width) };
    let reached = |mix: &[u64]| {
        let against = |answer: usize| {
            let entry = |bid: usize| if is_black { &matrix[answer][bid] } else { &matrix[bid][answer] };
            (0..own).map(|bid| entry(bid) * BigInt::from(mix[bid])).sum::<R>() / BigInt::from(1_u64 << WEIGHT)
        };
        let all = (0..other).map(against);
        if is_black { all.max().unwrap() } else { all.min().unwrap() }
    };
    let all = shares(1 << WEIGHT, own).into_iter().map(|mix| (reached(&mix), mix));
    if is_black { all.min().unwrap() } else { all.max().unwrap() }
}

/// Random games, with chips and ties of all sorts; for each its values and a certificate that is right.
fn each_random_game(count: u64, mut tell: impl FnMut(&Arc<Game>, &[R], &Stated, &mut Random)) {
    let mut random = Random(16);
    for _ in 0..count {
        let all = draw(&mut random);
        let chips = [random.below(4), random.below(3)];
        let oracle = Oracle { all: &all, chips, ties: random.below(3) as u8 };
        let inner = all.iter().zip(oracle.values()).filter(|(kind, _)| !matches!(kind, Kind::End(_)));
        let values: Vec<R> = inner.flat_map(|(_, values)| values).collect();
        tell(&game(&file(&all)), &values, &best_of_quarters(&oracle), &mut random);
    }
}

#[test]
fn accepts_true_bounds_of_random_games_and_no_closer_ones() {
    let (mut states, mut mixed) = (0, 0);
    each_random_game(if is_nightly() { 2000 } else { 400 }, |game, values, stated, random| {
        let verified = stated.check(game).unwrap_or_else(|failure| panic!("{failure:?}"));
        let found = verified.about::<AllPay>().unwrap();
        assert_eq!(found.bounds.len(), values.len());
        for (bounds, value) in found.bounds.iter().zip(values) {
            let [low, high] = bounds.map(|end| ratio(end as i64, 1 << BITS));
            assert!(low <= *value && *value <= high);
        }
        states += values.len();
        mixed += found.mixes.iter().flat_map(|mixes| &mixes.bids).filter(|bids| bids.count_ones() > 1).count();
        // One unit more than the mix gives.
        let state = random.below(values.len());
        let mut closer = stated.clone();
        if closer.lower[state] < 1 << BITS {
            closer.lower[state] += 1;
            closer.more[state] = closer.more[state].saturating_sub(1);
            assert_eq!(broken(&closer.check(game).unwrap_err()), ("white-mix", state as u64));
        }
        let mut closer = stated.clone();
        if closer.lower[state] + closer.more[state] > 0 {
            match closer.more[state] {
                0 => closer.lower[state] -= 1,
                _ => closer.more[state] -= 1,
            }
            assert_eq!(broken(&closer.check(game).unwrap_err()), ("black-mix", state as u64));
        }
    });
    assert!(states > 4000 && mixed > 40, "{mixed} of {states}");
}

/// Bounds, bids and weights drawn by lot near the true ones: what is accepted is true.
#[test]
fn accepts_no_false_bound_of_random_games() {
    let (mut accepted, mut refused) = (0, 0);
    each_random_game(if is_nightly() { 1000 } else { 60 }, |game, values, stated, random| {
        for _ in 0..40 {
            let mut other = stated.clone();
            for _ in 0..1 + random.below(3) {
                let state = random.below(values.len());
                match random.below(4) {
                    0 => other.lower[state] = random.below((1 << BITS) + 1) as u64,
                    1 => other.more[state] = random.below(4) as u64,
                    2 => other.bids[random.below(2)][state] = 1 + random.below(3) as u64,
                    _ => {
                        if let Some(weight) = other.weights[random.below(2)].last_mut() {
                            *weight = 1 + random.below(3) as u64;
                        }
                    }
                }
            }
            let Ok(verified) = other.check(game) else {
                refused += 1;
                continue;
            };
            accepted += 1;
            let found = verified.about::<AllPay>().unwrap();
            for (bounds, value) in found.bounds.iter().zip(values) {
                let [low, high] = bounds.map(|end| ratio(end as i64, 1 << BITS));
                assert!(low <= *value && *value <= high);
            }
        }
    });
    assert!(accepted > 50 && refused > 50, "{accepted} accepted, {refused} refused");
}
