//! A game, solved: exact lower and upper values, labels, best moves.
//!
//! Responsible for putting a game to the exact method and reading the result by the game's own numbers. Left to others: the method (`exact`).

use num_bigint::BigUint;
use num_rational::Ratio;

use super::{Game, Kind, lp};
use crate::approximate::approximate;
use crate::exact::policy::{self, Effort, Limits, Observer, TooLarge};
use crate::graph::Boundary;
use crate::labels::Side;
use crate::table::Table;

/// Units of the approximation: 2^-56.
const BITS: u8 = 56;
/// The most bytes that the exact values may be expected to take: 2 GiB.
const MOST_BYTES: u64 = 1 << 31;

/// How policies are proposed; the values are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Method {
    /// By value iteration
    #[default]
    Exact,
    /// By linear programs, for games of a few thousand positions
    Lp,
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
/// [`TooLarge`] where the exact values can be expected to take more than 2 GiB.
pub fn solve(game: &Game, method: Method, threads: usize, observer: &mut dyn Observer) -> Result<Solution, TooLarge> {
    let (graph, nodes) = game.graph();
    observer.phase("sweeps", 0);
    let approximation = approximate(&graph.with(|node| node.bounds(BITS)), BITS, || observer.advance(1));
    let limits = Limits { may_be_sharp: true, most_bytes: MOST_BYTES };
    let (outcome, effort) = match method {
        Method::Exact => policy::solve(&graph, &approximation, limits, threads, observer)?,
        Method::Lp => policy::solve_from(&graph, &approximation, lp::policies, limits, threads, observer)?,
    };
    observer.phase("lowest terms", 0);
    let table = Table::new(outcome, graph.positions(), threads);
    let known = |&node: &u32| match (node as usize).checked_sub(graph.positions()) {
        None => table.boundary(node as usize),
        Some(place) => graph.boundary[place].clone(),
    };
    let known = nodes.iter().map(known).collect();
    Ok(Solution { table, effort, known })
}

impl Solution {
    /// The values and labels of a position, terminal or not.
    #[must_use]
    pub fn known(&self, position: u32) -> &Boundary {
        &self.known[position as usize]
    }

    /// How many positions have different values.
    #[must_use]
    pub fn not_sharp(&self) -> usize {
        self.known.iter().filter(|known| known.lower < known.upper).count()
    }

    /// What a player reaches at a position at the best, by the lower values or by the upper ones; none at a terminal position. Left is White.
    #[must_use]
    pub fn best(&self, game: &Game, position: u32, side: Side, upper: bool) -> Option<Best> {
        let Kind::Open { left, right } = &game.positions()[position as usize].kind else { return None };
        let own = if side == Side::White { left } else { right };
        let own: &[u32] = if own.is_empty() { &[position] } else { own };
        let value = |&option: &u32| {
            let known = self.known(option);
            if upper { &known.upper } else { &known.lower }
        };
        let values = own.iter().map(value);
        let best = if side == Side::White { values.max()? } else { values.min()? };
        let mut options: Vec<u32> = Vec::new();
        for option in own.iter().filter(|option| value(option) == best) {
            if !options.contains(option) {
                options.push(*option);
            }
        }
        Some(Best { value: best.clone(), options })
    }
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive as _;

    use super::super::{Position, generate};
    use super::*;
    use crate::graph::INFINITE;

    struct Silent;
    impl Observer for Silent {
        fn phase(&mut self, _: &'static str, _: usize) {}
        fn advance(&mut self, _: usize) {}
    }

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

    /// Two players who can wait for ever, and a way out for each: by hand, 1/4 and 3/4.
    #[test]
    fn where_both_can_wait_the_values_differ() {
        let json = r#"{ "bidding-game": 1, "positions": [
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

    /// Nobody can end the game: White cannot win, nor can Black.
    #[test]
    fn where_nothing_ends_the_values_are_0_and_1() {
        let json = r#"{ "bidding-game": 1, "positions": [
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
                    Kind::Open { .. } => start,
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
