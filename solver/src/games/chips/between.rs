//! A question about games in which the two values differ: with a share of the money between them, nobody wins.

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_rational::Ratio;
use num_traits::{One as _, ToPrimitive as _};
use serde::Deserialize;

use super::claims::{against, read, verified};
use super::{ChipAuction, Winner};
use crate::audit::{Answer, Question, question};
use crate::graph::exact::policy::Silent;
use crate::graph_games::generate;
use crate::graph_games::solve::{Method, solve};

/// The question.
pub fn questions() -> Vec<Question> {
    vec![question("drawn-between", drawn_between)]
}

/// Games that need more chips are left out.
const MOST_CHIPS: u64 = 240;

/// How many games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Games {
    games: u64,
}

/// Random games, each with a number of chips of which all values are even numbers: the cases in which a player can force a win although Black's chips are between α and β, with or without the star.
fn drawn_between(_: &mut (), Games { games }: &Games) -> Answer {
    let (mut cases, mut fails) = (0, 0);
    for seed in 0..*games {
        let game = generate::random(seed, 4 + (seed % 5) as u32, 2);
        let solution = solve(&game, Method::Exact, 1, &mut Silent).map_err(|error| error.to_string())?;
        if solution.is_sharp() {
            continue;
        }
        let positions = 0..game.positions().len() as u32;
        let known = |position| solution.known(position);
        let common = positions.clone().fold(BigUint::one(), |common, position| {
            common.lcm(known(position).lower.denom()).lcm(known(position).upper.denom())
        });
        // Four times as many, so that something lies between.
        let Some(chips) = (common * 8u8).to_u64().filter(|chips| *chips <= MOST_CHIPS) else { continue };
        let (solved, nodes) = verified(&game, &read(&game)?, ChipAuction { chips, winner: Winner::Decides })?;
        let share = |value: &Ratio<BigUint>| (value * BigUint::from(chips)).to_integer().to_u64().unwrap_or(0);
        for position in positions.filter(|position| known(*position).lower < known(*position).upper) {
            let [alpha, beta] = [share(&known(position).lower), share(&known(position).upper)];
            let node = nodes[position as usize] as usize;
            for black in alpha + 1..beta {
                for star in 0..2 {
                    let [white_needs, black_needs] = [0, 1].map(|line| solved.lines[line].chips[node][star]);
                    cases += 1;
                    let wins = (chips - black) as i64 >= white_needs || black as i64 >= black_needs;
                    fails += u64::from(wins);
                }
            }
        }
    }
    against((cases, fails))
}
