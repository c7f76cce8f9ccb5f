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
    observer.phase("sweeps", 0);
    let bounded = graph.with(|node| node.bounds(BITS));
    let approximation = match worth {
        // These are the lower values: no policies have to be tried.
        (0, _) => approximate(&bounded, BITS, || observer.advance(1)),
        _ => never::bounds(&bounded, BITS, worth, &[], || observer.advance(1)),
    };
    let solved = policy::solve_never(graph, worth, &approximation, MOST_BYTES, threads, observer);
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

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive as _;

    use super::super::{Position, generate};
    use super::*;
    use crate::graph::INFINITE;
    use crate::graph::exact::policy::Silent;

    fn solved(game: &Game) -> Solution {
        solve(game, Method::Exact, 2, &mut Silent).expect("small values")
    }

    fn ratio(numerator: u32, denominator: u32) -> Ratio<BigUint> {
        Ratio::new(numerator.into(), denominator.into())
    }

    /// LLPU, and by hand: on a path the values are equally spaced.
    #[test]
    fn a_path_has_equally_spaced_values() {
        for nodes in [2, 3, 4, 7, 30] {
            let game = generate::path(nodes);
            let solution = solved(&game);
            for place in 0..nodes {
                let known = solution.known(place);
                assert_eq!((&known.lower, &known.upper), (&ratio(place, nodes - 1), &ratio(place, nodes - 1)));
            }
        }
    }

    /// The published values of the empty board: 133/256 where a draw counts for the first player, 123/256 for the second, 1/2 for half.
    #[test]
    fn tic_tac_toe_has_the_published_values() {
        for (draw, value) in
            [(ratio(1, 1), ratio(133, 256)), (ratio(0, 1), ratio(123, 256)), (ratio(1, 2), ratio(1, 2))]
        {
            let game = generate::tic_tac_toe(&draw);
            let solution = solved(&game);
            assert_eq!((&solution.known(0).lower, solution.not_sharp()), (&value, 0));
        }
    }

    /// Where both have the same two options everywhere, one linear system is all.
    #[test]
    fn the_same_two_options_are_one_linear_system() {
        let kind = |place: u32| match place {
            0 => Kind::Terminal(ratio(0, 1)),
            50 => Kind::Terminal(ratio(1, 1)),
            _ => Kind::Open { left: vec![place - 1, place + 1], right: vec![place - 1, place + 1] },
        };
        let position = |place: u32| Position { name: place.to_string(), kind: kind(place) };
        let game = Game::new(None, (0..=50).map(position).collect()).expect("a game");
        let solution = solved(&game);
        assert_eq!((solution.effort.rounds, solution.effort.component_sizes.clone()), (1, vec![49]));
        assert!((0..=50).all(|place| solution.known[place as usize].lower == ratio(place, 50)));
    }

    /// A long path: labels up to its length, in time that does not grow with its square.
    #[test]
    fn a_long_acyclic_game_is_solved() {
        let kind = |place: u32| match place {
            0 => Kind::Terminal(ratio(1, 1)),
            1 => Kind::Terminal(ratio(0, 1)),
            _ => Kind::Open { left: vec![place - 1], right: vec![place - 1] },
        };
        let position = |place: u32| Position { name: place.to_string(), kind: kind(place) };
        let game = Game::new(None, (0..20_000).map(position).collect()).expect("a game");
        let solution = solved(&game);
        assert_eq!(solution.not_sharp(), 0);
        assert_eq!(solution.known(19_999).black_label, 19_998);
    }

    /// Two players who can wait for ever, and a way out for each: by hand, 1/4 and 3/4.
    #[test]
    fn where_both_can_wait_the_values_differ() {
        let json = r#"{ "bidding-game": 2, "positions": [
            { "name": "wait", "left": ["wait", "out left"], "right": ["wait", "out right"] },
            { "name": "out left", "value": "1/4" },
            { "name": "out right", "value": "3/4" }] }"#;
        let game = Game::read(json).expect("a game");
        let solution = solved(&game);
        let known = solution.known(0);
        assert_eq!((&known.lower, &known.upper), (&ratio(1, 4), &ratio(3, 4)));
        assert_eq!((known.white_label, known.black_label), (1, 1));
        let best = |side, upper| solution.best(&game, 0, side, upper).expect("options").options;
        assert_eq!([best(Side::White, false), best(Side::White, true)], [vec![0, 1], vec![0]]);
        assert_eq!([best(Side::Black, false), best(Side::Black, true)], [vec![0], vec![0, 2]]);
    }

    /// The bid in lowest terms, for equal and for different denominators, of both signs: by the arithmetic of rational numbers.
    #[test]
    fn bids_are_half_of_the_difference() {
        let best = |numerator, denominator| Best { value: ratio(numerator, denominator), options: Vec::new() };
        for a in 0..=12u32 {
            for b in 0..=8u32 {
                for (left, right) in [((a, 12), (b, 8)), ((b, 12), (a, 12)), ((a, 12), (a, 12))] {
                    let expected =
                        |(numerator, denominator): (u32, u32)| BigRational::new(numerator.into(), denominator.into());
                    let expected = (expected(left) - expected(right)) / BigRational::from_integer(2.into());
                    assert_eq!(bid(&best(left.0, left.1), &best(right.0, right.1)).into_raw(), expected.into_raw());
                }
            }
        }
    }

    /// Large values are cut, not rounded; 1/3 with a large denominator is 0.333333333333….
    #[test]
    fn large_values_are_shortened() {
        let power = |bits: u32| BigUint::from(1u8) << bits;
        assert_eq!(short(&BigUint::from(5u8), &BigUint::from(8u8)), "5/8");
        assert_eq!(short(&(power(321) / 3u8), &power(320)), "0.666666666666…");
        assert_eq!(short(&BigUint::from(1u8), &power(400)), "0.000000000000…");
        let best = |numerator, denominator| Best { value: Ratio::new_raw(numerator, denominator), options: Vec::new() };
        for bits in [400, 4000] {
            let (third, two_thirds) = (best(power(bits) / 3u8, power(bits)), best(power(bits + 1) / 3u8, power(bits)));
            assert_eq!(shown_bid(&two_thirds, &third), "0.166666666666…");
            assert_eq!(shown_bid(&third, &two_thirds), "-0.166666666666…");
            assert_eq!(shown_bid(&third, &third), "0");
        }
    }

    /// Nobody can end the game: White cannot win, nor can Black.
    #[test]
    fn where_nothing_ends_the_values_are_0_and_1() {
        let json = r#"{ "bidding-game": 2, "positions": [
            { "name": "here", "left": ["there"], "right": ["there"] },
            { "name": "there", "left": ["here"] },
            { "name": "elsewhere", "value": "1" }] }"#;
        let game = Game::read(json).expect("a game");
        let solution = solved(&game);
        for place in [0, 1] {
            let known = solution.known(place);
            assert_eq!((&known.lower, &known.upper), (&ratio(0, 1), &ratio(1, 1)));
            assert_eq!((known.white_label, known.black_label), (INFINITE, INFINITE));
        }
        assert_eq!(game.passes(), [(0, None), (1, Some("there"))]);
    }

    /// The limits of the iterations from 0 and from 1, in floating point, which need no theory but that they converge.
    #[test]
    fn random_games_have_the_limits_of_the_iterations() {
        let mut not_sharp = 0;
        for seed in 0..300 {
            let game = generate::random(seed, 12, 2);
            let solution = solved(&game);
            for (start, upper) in [(0.0, false), (1.0, true)] {
                let terminal = |position: &Position| match &position.kind {
                    Kind::Terminal(value) => value.to_f64().expect("a number"),
                    _ => start,
                };
                let mut values: Vec<f64> = game.positions().iter().map(terminal).collect();
                for _ in 0..200_000 {
                    let mut moved: f64 = 0.0;
                    for (place, position) in game.positions().iter().enumerate() {
                        let Kind::Open { left, right } = &position.kind else { continue };
                        let best = left.iter().map(|&option| values[option as usize]).fold(0.0, f64::max);
                        let worst = right.iter().map(|&option| values[option as usize]).fold(1.0, f64::min);
                        let new = f64::midpoint(best, worst);
                        moved = moved.max((new - values[place]).abs());
                        values[place] = new;
                    }
                    if moved < 1e-14 {
                        break;
                    }
                }
                for (place, limit) in values.iter().enumerate() {
                    let known = solution.known(place as u32);
                    let value = if upper { &known.upper } else { &known.lower };
                    let value = value.to_f64().expect("a number");
                    assert!((value - limit).abs() < 1e-6, "seed {seed}, position {place}: {value} {limit}");
                }
            }
            not_sharp += usize::from(solution.not_sharp() > 0);
        }
        assert!(not_sharp > 10, "{not_sharp} games with α < β");
    }
}
