//! A game, enclosed: bounds on lower and upper values, where exact values are too large to write down or are not asked for.
//!
//! Responsible for putting a game to the method of enclosures and reading the result by the game's own numbers. Left to others: the method ([`crate::graph::enclosure`]).

use checker::certificate::Never;

use super::Game;
use crate::graph::enclosure::{Enclosed, enclose as enclose_graph, strict};
use crate::graph::exact::policy::Observer;
use crate::graph::labels::{Side, sure};
use crate::graph::{Bounds, Graph, never};

/// A game with bounds on its values.
#[derive(Clone, Debug)]
pub struct Enclosure {
    /// Bounds of the positions that are not terminal, in their order.
    pub enclosed: Enclosed,
    /// By position: its node.
    nodes: Vec<u32>,
    /// Of the nodes beyond: their bounds.
    boundary: Vec<Bounds>,
}

/// Encloses a game in units of 2^-bits, from 1 to 62 bits.
///
/// # Panics
///
/// For other bits.
pub fn enclose(game: &Game, bits: u8, observer: &mut dyn Observer) -> Enclosure {
    assert!((1..=62).contains(&bits), "bits are from 1 to 62");
    let (graph, nodes) = game.graph();
    let bounded = graph.with(|node| node.bounds(bits));
    drop(graph);
    observer.phase("sweeps", 0);
    let bounds = strict(&bounded, bits, || observer.advance(1));
    observer.phase("enclose", 0);
    let enclosed = enclose_graph(&bounded, bounds);
    Enclosure { enclosed, nodes, boundary: bounded.boundary }
}

/// Encloses the values of a game in which an endless play has this worth, in units of 2^-bits, from 1 to 62 bits.
///
/// # Panics
///
/// For other bits.
pub fn enclose_never(game: &Game, worth: Never, bits: u8, observer: &mut dyn Observer) -> Enclosure {
    let (graph, nodes) = game.graph();
    enclose_graph_never(&graph, nodes, worth, bits, observer)
}

/// The same of a game that is a graph already, in which positions have these nodes.
///
/// # Panics
///
/// For other bits.
pub fn enclose_graph_never(
    graph: &Graph,
    nodes: Vec<u32>,
    worth: Never,
    bits: u8,
    observer: &mut dyn Observer,
) -> Enclosure {
    assert!((1..=62).contains(&bits), "bits are from 1 to 62");
    let bounded = graph.with(|node| node.bounds(bits).joined());
    observer.phase("sweeps", 0);
    let is_won = |side: Side, bounds: &Bounds| match side {
        Side::White => bounds.alpha[0] == 1 << bits,
        Side::Black => bounds.beta[1] == 0,
    };
    let sure = never::loser(worth).map_or_else(Vec::new, |side| sure(&bounded, side, |node| is_won(side, node)));
    let bounds = never::bounds(&bounded, bits, worth, &sure, || observer.advance(1));
    observer.phase("enclose", 0);
    let enclosed = never::enclosed(&bounded, bounds, worth, sure);
    Enclosure { enclosed, nodes, boundary: bounded.boundary }
}

impl Enclosure {
    /// Bounds of a position, terminal or not, in units.
    #[must_use]
    pub fn bounds(&self, position: u32) -> Bounds {
        self.of_node(self.nodes[position as usize])
    }

    fn of_node(&self, node: u32) -> Bounds {
        match (node as usize).checked_sub(self.enclosed.lower.len()) {
            None => self.enclosed.bounds(node),
            Some(place) => self.boundary[place],
        }
    }

    fn all(&self) -> impl Iterator<Item = Bounds> {
        self.nodes.iter().map(|&node| self.of_node(node))
    }

    /// How many positions are thereby shown to have different values.
    #[must_use]
    pub fn not_sharp(&self) -> usize {
        self.all().filter(|bounds| bounds.alpha[1] < bounds.beta[0]).count()
    }

    /// The widest of the bounds on one value, in units.
    #[must_use]
    pub fn widest(&self) -> u64 {
        let widths = |bounds: Bounds| [bounds.alpha, bounds.beta].map(|[low, high]| high - low);
        self.all().flat_map(widths).max().unwrap_or(0)
    }
}
