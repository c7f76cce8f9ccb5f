//! Larsson and Wästlund's own way to the values, as a second one that shares nothing with [`crate::graph::exact`].
//!
//! `α_0` is 0 and `β_0` is 1 on all positions that are not terminal, of an endgame and of all that it imports, and each step applies the recursion once, exactly:
//! `α_{n+1}(P) = (max over White's options + min over Black's options of α_n) / 2`, and the same for β. `s_n(P)` is the simplest rational in the closed interval
//! from `α_n(P)` to `β_n(P)`. The method counts the equations that `s_n` violates. Where there is none, `s_n` is a Richman function. Source: LW §7.
//!
//! Options that cannot matter any more are dropped, by this lemma: if `β_n(b) ≤ α_n(a)` then for all `m ≥ n`, because α increases and β decreases,
//! `α_m(b) ≤ α_m(a)`, `β_m(b) ≤ β_m(a)`, and also `s(b) ≤ s(a)` for whatever `s` lies in the intervals. So White never needs `b` beside `a`, and Black never needs
//! `a` beside `b`.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::mem::swap;
use std::sync::Arc;

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_rational::Ratio;
use num_traits::{One as _, Zero as _};

use crate::certificates::pipeline::{self, PipelineError, Reason};
use crate::chess::board::Board;
use crate::chess::endgame::{Endgame, closure};
use crate::chess::material::{DoubleStep, Signature};
use crate::graph::{Graph, Rows};

/// How many steps lie between two searches for options that cannot matter any more. A search costs about as much as two steps.
const TIDY_EVERY: usize = 16;

/// The graph of an endgame together with all that it imports.
///
/// # Errors
///
/// [`PipelineError`] where an endgame cannot be set up.
pub fn graph(board: Board, signature: &Signature, double_step: DoubleStep) -> Result<Graph, PipelineError> {
    let member = |signature: Signature| {
        let endgame = format!("{board} {signature}");
        let failed = |error| PipelineError { endgame, reason: Reason::Endgame(error) };
        Endgame::new(board, signature, double_step).map_err(failed)
    };
    let order = pipeline::in_order_of_need(std::slice::from_ref(signature));
    let members = order.into_iter().map(member).collect::<Result<Vec<Endgame>, _>>()?;
    Ok(closure(&members.iter().collect::<Vec<_>>(), THREADS))
}

/// Threads that generate moves.
const THREADS: usize = 2;

/// Numerator and denominator.
type Fraction = [BigUint; 2];

/// The simplest rational of an interval that shrinks: the one of least denominator, and of those the one of least numerator. It is the interval's highest member in the
/// Stern–Brocot tree. While it stays inside it remains the simplest; when it falls out, the new one lies below it in the tree, so the walk down is never begun
/// again. Source: R. L. Graham, D. E. Knuth, O. Patashnik, *Concrete Mathematics* (1994), section 4.5.
#[derive(Clone, Debug)]
struct Simplest {
    here: Fraction,
    /// Its nearest ancestors to the left and to the right.
    beside: [Fraction; 2],
    /// The greatest whole number that is at most `2^n` times the rational, and what is left, times the denominator.
    floor: BigUint,
    rest: BigUint,
}

impl Simplest {
    /// The simplest rational of [0, 1] is 0. It stands outside the tree: its first step to the right, with 1/0 for an ancestor, leads to 1/1.
    fn new() -> Self {
        let fraction = |numerator: u8, denominator: u8| [numerator.into(), denominator.into()];
        let beside = [fraction(0, 1), fraction(1, 0)];
        Self { here: fraction(0, 1), beside, floor: BigUint::zero(), rest: BigUint::zero() }
    }

    /// From `n` to `n + 1`, and to the simplest rational of an interval in units of `2^-(n + 1)`; whether it is another than before.
    fn narrow(&mut self, steps: usize, [lower, upper]: [&BigUint; 2]) -> bool {
        self.floor <<= 1;
        self.rest <<= 1;
        if self.rest >= self.here[1] {
            self.rest -= &self.here[1];
            self.floor += 1_u8;
        }
        let mut moved = false;
        loop {
            let (side, end) = match (&self.floor < lower, (&self.floor, !self.rest.is_zero()) > (upper, false)) {
                (true, _) => (Ordering::Less, lower),
                (_, true) => (Ordering::Greater, upper),
                _ => return moved,
            };
            self.leap(side, end, steps);
            (self.floor, self.rest) = (&self.here[0] << steps).div_rem(&self.here[1]);
            moved = true;
        }
    }

    /// As many steps to one side as are needed to reach or pass the end of the interval.
    ///
    /// With `p/q` here, `c/d` ahead and the end `e` between them, `k` steps lead to `(p + k·c) / (q + k·d)`. The new fraction is on this side of `e` as long as
    /// `k·|c − e·d| < |p − e·q|`.
    fn leap(&mut self, side: Ordering, end: &BigUint, steps: usize) {
        let [left, right] = &mut self.beside;
        let (behind, ahead) = if side == Ordering::Less { (left, &*right) } else { (right, &*left) };
        let distance = |[numerator, denominator]: &Fraction| {
            let (a, b) = (numerator << steps, denominator * end);
            if a > b { a - b } else { b - a }
        };
        let count = distance(&self.here).div_ceil(&distance(ahead));
        for (place, ahead) in ahead.iter().enumerate() {
            let here = &self.here[place] + ahead * &count;
            behind[place] = &here - ahead;
            self.here[place] = here;
        }
    }
}

/// The method after `n` steps.
#[derive(Clone, Debug)]
pub struct Thresholds {
    steps: usize,
    /// By side and position: the options that still matter.
    options: [Vec<Vec<u32>>; 2],
    /// `α_n` and `β_n` by node, in units of `2^-n`, and room for the next step.
    bounds: [Vec<BigUint>; 2],
    next: [Vec<BigUint>; 2],
    /// By node: `s_n`, and whether it is another than `s_{n−1}`.
    simplest: Vec<Simplest>,
    changed: Vec<bool>,
    /// By position: whether its equation is violated.
    violated: Vec<bool>,
}

/// Of some options the one of greatest value, in White's eyes (0), or of least (1).
fn best(side: usize, options: &[u32], order: impl Fn(usize, usize) -> Ordering) -> &u32 {
    let order = |a: &&u32, b: &&u32| order(**a as usize, **b as usize);
    let best = if side == 0 { options.iter().max_by(order) } else { options.iter().min_by(order) };
    best.expect("each player has a move")
}

impl Thresholds {
    /// `n = 0`.
    ///
    /// # Panics
    ///
    /// Where a terminal node of the graph is not worth 0 or 1, or a player has no option.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        let row = |rows: &Rows, position: usize| rows.row(position).iter().copied().collect::<BTreeSet<u32>>();
        let options = |rows: &Arc<Rows>| (0..rows.len()).map(|place| row(rows, place).into_iter().collect()).collect();
        let bound = |open: BigUint| {
            let mut bound = vec![open; graph.positions()];
            bound.extend(graph.boundary.iter().map(|node| node.lower.to_integer()));
            bound
        };
        assert!(graph.boundary.iter().all(|node| node.lower.is_integer()), "the boundary is terminal");
        let bounds = [bound(BigUint::zero()), bound(BigUint::one())];
        let mut method = Self {
            steps: 0,
            options: [&graph.white, &graph.black].map(options),
            next: bounds.clone(),
            simplest: bounds[0].iter().map(|_| Simplest::new()).collect(),
            changed: vec![false; bounds[0].len()],
            violated: vec![false; graph.positions()],
            bounds,
        };
        for node in 0..method.changed.len() {
            method.narrow(node);
        }
        (0..method.violated.len()).for_each(|position| method.look(position));
        method
    }

    fn narrow(&mut self, node: usize) {
        let [lower, upper] = &self.bounds;
        self.changed[node] = self.simplest[node].narrow(self.steps, [&lower[node], &upper[node]]);
    }

    /// From `n` to `n + 1`.
    pub fn step(&mut self) {
        self.steps += 1;
        for (bound, next) in self.bounds.iter_mut().zip(&mut self.next) {
            for (node, next) in next.iter_mut().enumerate() {
                match self.options[0].get(node) {
                    Some(white) => {
                        let order = |a: usize, b: usize| bound[a].cmp(&bound[b]);
                        next.clone_from(&bound[*best(0, white, order) as usize]);
                        *next += &bound[*best(1, &self.options[1][node], order) as usize];
                    }
                    None => *next = &bound[node] << 1,
                }
            }
            swap(bound, next);
        }
        for node in 0..self.changed.len() {
            self.narrow(node);
        }
        for position in 0..self.violated.len() {
            let mut options = self.options.iter().flat_map(|options| &options[position]);
            if self.changed[position] || options.any(|&node| self.changed[node as usize]) {
                self.look(position);
            }
        }
        if self.steps.is_multiple_of(TIDY_EVERY) {
            self.prune();
        }
    }

    /// Drops options that cannot matter any more.
    fn prune(&mut self) {
        for (side, options) in self.options.iter_mut().enumerate() {
            let (own, other) = (&self.bounds[side], &self.bounds[1 - side]);
            for options in options.iter_mut().filter(|options| options.len() > 1) {
                let best = *best(side, options, |a, b| own[a].cmp(&own[b]));
                let (kept, beaten) = (&own[best as usize], if side == 0 { Ordering::Less } else { Ordering::Greater });
                options.retain(|&node| node == best || kept.cmp(&other[node as usize]) == beaten);
            }
        }
    }

    /// Looks at the equation `2·s(P) = max over White's options + min over Black's options of s` of a position.
    fn look(&mut self, position: usize) {
        let s = |node: usize| &self.simplest[node];
        let order = |a: usize, b: usize| {
            let ([p, q], [c, d]) = (&s(a).here, &s(b).here);
            s(a).floor.cmp(&s(b).floor).then_with(|| (p * d).cmp(&(c * q)))
        };
        let [white, black] = [0, 1].map(|side| s(*best(side, &self.options[side][position], order) as usize));
        // The floors are at most 1 too small, so that the equation is violated if they differ by more.
        let (twice, sum) = (&s(position).floor << 1, &white.floor + &black.floor);
        let near = if twice > sum { &twice - &sum } else { &sum - &twice } <= BigUint::one();
        self.violated[position] = !near || {
            let ([p, q], [pw, qw], [pb, qb]) = (&s(position).here, &white.here, &black.here);
            (p << 1) * qw * qb != q * (pw * qb + pb * qw)
        };
    }

    /// `n`.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// How many equations `s_n` violates.
    #[must_use]
    pub fn violated(&self) -> usize {
        self.violated.iter().filter(|violated| **violated).count()
    }

    /// The greatest `β_n − α_n`.
    #[must_use]
    pub fn gap(&self) -> Ratio<BigUint> {
        let [lower, upper] = &self.bounds;
        let gap = lower.iter().zip(upper).map(|(lower, upper)| upper - lower).max().unwrap_or_default();
        Ratio::new(gap, BigUint::one() << self.steps)
    }

    /// `α_n` and `β_n` of a position.
    #[must_use]
    pub fn bounds(&self, position: usize) -> [Ratio<BigUint>; 2] {
        self.bounds.each_ref().map(|bound| Ratio::new(bound[position].clone(), BigUint::one() << self.steps))
    }

    /// `s_n` of a position.
    #[must_use]
    pub fn value(&self, position: usize) -> Ratio<BigUint> {
        let [numerator, denominator] = &self.simplest[position].here;
        Ratio::new_raw(numerator.clone(), denominator.clone())
    }
}
