//! A game, solved: exact lower and upper values, labels, best moves.
//!
//! Responsible for putting a game to the exact method and reading the result by the game's own numbers. Left to others: the method (`exact`).

use std::collections::HashSet;

use checker::certificate::Never;
use num_bigint::{BigInt, BigUint, Sign};
use num_rational::{BigRational, Ratio};
use num_traits::{One as _, Zero as _};

use super::{Game, Kind};
use crate::graph::approximate::{Approximation, approximate};
use crate::graph::exact::policy::{self, Effort, Observer, Outcome, TooLarge};
use crate::graph::labels::Side;
use crate::graph::table::{Sharpness, Table, common_divisor};
use crate::graph::{Boundary, Graph, never};

/// Units of the approximation: 2^-56.
const BITS: u8 = 56;
/// The most bytes that the exact values may be expected to take: 2 GiB.
const MOST_BYTES: u64 = 1 << 31;

/// The first choices of both players for the lower values of a game: nothing rests on how good they are but time.
pub type Propose = fn(&Graph, &Approximation) -> (Vec<u32>, Vec<u32>);

/// How values are found. They are the same, and verified, whichever finds them.
#[derive(Clone, Copy, Debug, Default)]
pub enum Method {
    /// Any game: policies proposed by value iteration, unless the equations are linear.
    #[default]
    Exact,
    /// Policies proposed by something else, as by the linear programs of `bidding-games-lp`.
    Proposed(Propose),
}

/// A game with its values.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The values and labels of the positions that are not terminal, in their order; none if there is no such position.
    pub table: Table,
    /// What was counted on the way.
    pub effort: Effort,
    /// By position: its values and labels.
    known: Vec<Boundary>,
}

/// The best that a player can reach, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The value that is reached.
    pub value: Ratio<BigUint>,
    /// The options that reach it, as numbers of positions, in the order of the game.
    pub options: Vec<u32>,
}

/// Solves a game exactly.
///
/// # Errors
///
/// [`TooLarge`] if the exact values can be expected to take more than 2 GiB.
pub fn solve(game: &Game, method: Method, threads: usize, observer: &mut dyn Observer) -> Result<Solution, TooLarge> {
    let (graph, nodes) = game.graph();
    observer.phase("sweeps", 0);
    let approximation = approximate(&graph.with(|node| node.bounds(BITS)), BITS, || observer.advance(1));
    let solved = match method {
        Method::Exact => policy::solve(&graph, &approximation, MOST_BYTES, threads, observer),
        Method::Proposed(first) => policy::solve_from(&graph, &approximation, first, MOST_BYTES, threads, observer),
    };
    let (outcome, effort) = solved?;
    Ok(Solution::new(&graph, &nodes, outcome, effort))
}

/// Solves a game in which an endless play has this worth.
///
/// # Errors
///
/// [`TooLarge`] if the exact values can be expected to take more than 2 GiB.
pub fn solve_never(
    game: &Game,
    worth: Never,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<Solution, TooLarge> {
    let (graph, nodes) = game.graph();
    solve_graph_never(&graph, &nodes, worth, threads, observer)
}

/// The same of a game that is a graph already, in which positions have these nodes.
///
/// # Errors
///
/// As [`solve_never`].
pub fn solve_graph_never(
    graph: &Graph,
    nodes: &[u32],
    worth: Never,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<Solution, TooLarge> {
    let approximation = |observer: &mut dyn Observer| {
        observer.phase("sweeps", 0);
        let bounded = graph.with(|node| node.bounds(BITS));
        match worth {
            // These are the lower values: no policies have to be tried.
            (0, _) => approximate(&bounded, BITS, || observer.advance(1)),
            _ => never::bounds(&bounded, BITS, worth, &[], || observer.advance(1)),
        }
    };
    let solved = policy::solve_never(graph, worth, approximation, MOST_BYTES, threads, observer);
    let (outcome, effort) = solved?;
    Ok(Solution::new(graph, nodes, outcome, effort))
}

impl Solution {
    fn new(graph: &Graph, nodes: &[u32], outcome: Outcome, effort: Effort) -> Self {
        let table = Table::new(outcome, graph.positions());
        let known = |&node: &u32| match (node as usize).checked_sub(graph.positions()) {
            None => table.lowest(node as usize),
            Some(place) => graph.boundary[place].clone(),
        };
        let known = nodes.iter().map(known).collect();
        Self { table, effort, known }
    }

    /// Bits of the largest denominator of a value in lowest terms, of positions that are not terminal.
    #[must_use]
    pub fn max_denominator_bits(&self, game: &Game) -> u64 {
        let open = self.known.iter().zip(game.positions()).filter(|(_, position)| !position.kind.is_terminal());
        let bits = |known: &Boundary| known.lower.denom().bits().max(known.upper.denom().bits());
        open.map(|(known, _)| bits(known)).max().unwrap_or(0)
    }

    /// The values and labels of a position, terminal or not.
    #[must_use]
    pub fn known(&self, position: u32) -> &Boundary {
        &self.known[position as usize]
    }

    /// The value of a position as text, or both where they differ; where a denominator has more than 96 digits, the first digits of the value and dots.
    #[must_use]
    pub fn shown(&self, position: u32) -> String {
        let Boundary { lower, upper, .. } = self.known(position);
        let [low, high] = [lower, upper].map(|value| short(value.numer(), value.denom()));
        if lower == upper { low } else { format!("{low} to {high}") }
    }

    /// Whether lower and upper values are the same everywhere.
    #[must_use]
    pub fn is_sharp(&self) -> bool {
        matches!(self.table.sharpness, Sharpness::Sharp { .. })
    }

    /// How many positions have different values.
    #[must_use]
    pub fn not_sharp(&self) -> usize {
        self.known.iter().filter(|known| known.lower < known.upper).count()
    }

    /// What a player reaches at a position at the best, by the lower values or by the upper ones; none where the player does not move. Left is White.
    #[must_use]
    pub fn best(&self, game: &Game, position: u32, side: Side, upper: bool) -> Option<Best> {
        let own = match &game.positions()[position as usize].kind {
            Kind::Open { left, right } => {
                if side == Side::White {
                    left
                } else {
                    right
                }
            }
            Kind::Turn { side: mover, options } if *mover == side => options,
            Kind::Terminal(_) | Kind::Turn { .. } | Kind::Chance(_) => return None,
        };
        let own: &[u32] = if own.is_empty() { &[position] } else { own };
        let value = |&option: &u32| {
            let known = self.known(option);
            if upper { &known.upper } else { &known.lower }
        };
        let values = own.iter().map(value);
        let best = if side == Side::White { values.max()? } else { values.min()? };
        let mut seen = HashSet::new();
        let options = own.iter().filter(|option| value(option) == best && seen.insert(**option)).copied().collect();
        Some(Best { value: best.clone(), options })
    }
}

/// Half of the difference of what Left and Right reach at the best: the bid that is best for both, a share of the money; negative where each wants the
/// other to move.
#[must_use]
pub fn bid(left: &Best, right: &Best) -> BigRational {
    let (sign, numerator, denominator) = half_difference(left, right);
    let shared = common_divisor(&numerator, &denominator);
    BigRational::new_raw(BigInt::from_biguint(sign, numerator / &shared), (denominator / shared).into())
}

/// The bid, not in lowest terms: its sign, numerator and denominator.
fn half_difference(left: &Best, right: &Best) -> (Sign, BigUint, BigUint) {
    let (a, b) = (&left.value, &right.value);
    let (left, right, denominator) = match a.denom() == b.denom() {
        true => (a.numer().clone(), b.numer().clone(), a.denom().clone()),
        false => (a.numer() * b.denom(), b.numer() * a.denom(), a.denom() * b.denom()),
    };
    let (sign, difference) = if left >= right { (Sign::Plus, left - right) } else { (Sign::Minus, right - left) };
    (sign, difference, denominator * 2u8)
}

/// Bits of the largest denominator that a table shows: 96 digits.
const MOST_SHOWN_BITS: u64 = 320;
/// Digits after the point of values that are shortened.
const SHOWN_DIGITS: usize = 12;

/// A fraction from 0 to 1 for a table: whole, or, where its denominator is large, its first decimal digits and dots.
fn short(numerator: &BigUint, denominator: &BigUint) -> String {
    if denominator.is_one() {
        numerator.to_string()
    } else if denominator.bits() <= MOST_SHOWN_BITS {
        format!("{numerator}/{denominator}")
    } else {
        let scale = BigUint::from(10u8).pow(SHOWN_DIGITS as u32);
        format!("0.{:0>SHOWN_DIGITS$}…", (numerator * scale / denominator).to_string())
    }
}

/// The bid for a table; where its denominator has more than 96 digits, its first digits and dots.
#[must_use]
pub fn shown_bid(left: &Best, right: &Best) -> String {
    let (sign, numerator, denominator) = half_difference(left, right);
    let minus = if sign == Sign::Minus { "-" } else { "" };
    // What is far too large to be shown is not brought to lowest terms, which takes long.
    if numerator.is_zero() || denominator.bits() <= 8 * MOST_SHOWN_BITS {
        let shared = common_divisor(&numerator, &denominator);
        return format!("{minus}{}", short(&(numerator / &shared), &(denominator / shared)));
    }
    format!("{minus}{}", short(&numerator, &denominator))
}
