//! Exact values, if no play comes back to a position: from the end of the game to its beginning.

use std::fmt;

use num_bigint::BigInt;
use num_rational::BigRational;
use session::claims::payments::mean;

use crate::graph::{Graph, Label, Turn};

use super::Payment;

/// Exact values of an acyclic game.
#[derive(Clone, Debug)]
pub struct Exact {
    /// By position.
    pub values: Vec<BigRational>,
    /// By position: the most moves to the end of the game. They prove that there is no cycle.
    pub heights: Vec<Label>,
}

/// Why there are no exact values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotExact {
    /// A play can come back to a position: of this number.
    Cycle(usize),
    /// A denominator has more than 2^14 bits.
    TooLarge,
}

impl fmt::Display for NotExact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cycle(_) => f.write_str("play can come back to a position"),
            Self::TooLarge => f.write_str("exact values are too large"),
        }
    }
}

/// The most bits of a denominator: they can double with each move.
const MOST_BITS: u64 = 1 << 14;

/// The values of an acyclic game in which no chance moves.
///
/// # Errors
///
/// If it is not acyclic, or values are too large.
pub fn exact(graph: &Graph, auction: &Payment) -> Result<Exact, NotExact> {
    let (positions, stated) = (graph.positions(), auction.stated());
    let number = |value: &num_rational::Ratio<num_bigint::BigUint>| {
        BigRational::new(BigInt::from(value.numer().clone()), BigInt::from(value.denom().clone()))
    };
    let border: Vec<BigRational> = graph.boundary.iter().map(|node| number(&node.lower)).collect();
    let parts = graph.components();
    if let Some(part) = parts.iter().find(|part| !graph.is_alone(part)) {
        return Err(NotExact::Cycle(part[0] as usize));
    }
    let mut values: Vec<BigRational> = vec![BigRational::from_integer(0.into()); positions];
    let mut heights = vec![0; graph.nodes()];
    for position in parts.iter().map(|part| part[0] as usize) {
        let value = |&node: &u32| values.get(node as usize).unwrap_or_else(|| &border[node as usize - positions]);
        let white = graph.white.row(position).iter().map(value).max();
        let black = graph.black.row(position).iter().map(value).min();
        let worth = match (graph.turn(position), white, black) {
            (Turn::Bid, Some(white), Some(black)) => mean(&stated, white, black),
            (_, Some(value), None) | (_, None, Some(value)) => value.clone(),
            _ => unreachable!("chance does not move"),
        };
        if worth.denom().bits() > MOST_BITS {
            return Err(NotExact::TooLarge);
        }
        let options = graph.white.row(position).iter().chain(graph.black.row(position));
        heights[position] = 1 + options.map(|&node| heights[node as usize]).max().unwrap_or(0);
        values[position] = worth;
    }
    heights.truncate(positions);
    Ok(Exact { values, heights })
}
