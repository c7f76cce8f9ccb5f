//! Scored games: each aim makes a game as a graph of them, and those are solved as any other.
//!
//! Responsible for the graph, and for the certificate. Left to others: the file and the values that an aim makes of scores (`games::scores`), values and
//! labels (`graph_games`), words (`session::claims::scores`).

use checker::certificate::Statement;
use checker::theorem::Turn;
use games::scores::{Aim, NUMBER, Score, Scored, order};
use num_rational::Ratio;
use writer::spell;

use crate::certificates::certify::{Order, Stated, exact, narrow};
use crate::graph::enclosure::Enclosed;
use crate::graph::labels::Side;
use crate::graph::table::Table;
use crate::graph_games::{Draw, Game, GameError, Kind, Position};

/// The game as a graph whose terminal positions have the values of an aim.
///
/// # Errors
///
/// What the solver does not take: weights of chance with a common denominator of 2^61 or more.
pub fn game(scored: &Scored, aim: &Aim) -> Result<Game, GameError> {
    let graph = &scored.graph;
    let values = scored.values(aim);
    let kind = |place: &Result<u32, u32>| {
        let (_, turn, options) = match *place {
            Ok(inner) => &graph.inner[inner as usize],
            Err(value) => {
                let value = values[value as usize].clone();
                return Kind::Terminal(Ratio::new(value.numerator, value.denominator));
            }
        };
        let own = |by: Side| options.iter().filter(|option| option.0 == by).map(|option| option.2).collect();
        match *turn {
            Turn::Bid => Kind::Open { left: own(Side::White), right: own(Side::Black) },
            Turn::Of(by) => Kind::Turn { side: by, options: own(by) },
            Turn::Chance => {
                // The weights add up to their common denominator, below 2^64.
                let all: u64 = options.iter().map(|option| option.1).sum();
                let draw = |&(_, weight, to): &checker::graph::Choice| Draw { to, weight: Ratio::new(weight, all) };
                Kind::Chance(options.iter().map(draw).collect())
            }
        }
    };
    let positions = graph.names.iter().zip(&graph.places);
    let positions = positions.map(|(name, place)| Position { name: name.to_string(), kind: kind(place) });
    Game::new(graph.title.clone(), positions.collect())
}

/// All scores, each once, from the least to the greatest.
#[must_use]
pub fn distinct(scored: &Scored) -> Vec<Score> {
    let mut scores = scored.scores.clone();
    scores.sort_by(|a, b| order(*a, *b));
    scores.dedup();
    scores
}

/// The certificate with exact values.
#[must_use]
pub fn certificate(aim: &Aim, stated: Stated, table: &Table) -> Vec<u8> {
    exact(statement(aim), &Order::plain(table.lower.len()), table, stated, None)
}

/// The certificate with bounds.
#[must_use]
pub fn enclosure(aim: &Aim, stated: Stated, enclosed: &Enclosed) -> Vec<u8> {
    narrow(statement(aim), &Order::plain(enclosed.lower.len()), enclosed, stated)
}

fn statement(aim: &Aim) -> Statement {
    Statement::Further(NUMBER, spell(aim))
}
