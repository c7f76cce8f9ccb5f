//! The algorithms of the literature for games of a kind: each finds the lower values of its kind of games in its own way.
//!
//! Responsible for the algorithms, and for saying why a game is not of the kind. Left to others: the general method (`exact`); labels, the verification of every equation, and the
//! upper values, which are the lower ones of the game with the colours exchanged (`exact::policy::solve_by`).
//!
//! Sources: A. J. Lazarus, D. E. Loeb, J. G. Propp, D. Ullman, *Richman games* (1996), and the same with W. R. Stromquist, *Combinatorial games under
//! auction play* (1999), for games in which both players have the same options.

pub mod acyclic;
pub mod steepest_paths;
pub mod two_options;

use std::collections::BTreeSet;

use crate::graph::Graph;
use crate::graph::exact::policy::TooLarge;

/// Why a game is not of a kind. Positions are nodes of the game graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotOfKind {
    /// Not acyclic: each of these positions leads to the next one, and the last to the first.
    Cycle {
        /// Two positions or more.
        positions: Vec<u32>,
    },
    /// A position that is not bid for.
    Turn {
        /// The position.
        position: u32,
    },
    /// More than two options for one player.
    MoreThanTwo {
        /// The position.
        position: u32,
        /// How many different ones there are.
        options: usize,
    },
    /// The two players have different options.
    Partizan {
        /// The position.
        position: u32,
        /// An option of one player alone.
        option: u32,
    },
    /// There is no way back.
    Directed {
        /// The position.
        position: u32,
        /// An option that is not terminal and does not lead back.
        option: u32,
    },
}

impl NotOfKind {
    /// What is wrong, with the names of the positions.
    pub fn describe<'a>(&self, name: impl Fn(u32) -> &'a str) -> String {
        match self {
            Self::Cycle { positions } => {
                /// How many positions of a cycle are named.
                const MOST_NAMES: usize = 8;
                let names = positions.iter().take(MOST_NAMES).map(|&position| format!("{:?}", name(position)));
                let names = names.collect::<Vec<_>>().join(", ");
                let more = if positions.len() > MOST_NAMES { ", …" } else { "" };
                format!("found the cycle {names}{more} of {} positions, required an acyclic game", positions.len())
            }
            Self::Turn { position } => format!(
                "position {:?}: found a turn, or a move of chance, required a position that is bid for",
                name(*position)
            ),
            Self::MoreThanTwo { position, options } => format!(
                "position {:?}: found {options} different options of one player, required at most 2",
                name(*position)
            ),
            Self::Partizan { position, option } => format!(
                "position {:?}: found {:?} as an option of one player alone, required the same options for both (an impartial game)",
                name(*position),
                name(*option)
            ),
            Self::Directed { position, option } => format!(
                "position {:?}: found the option {:?}, which does not lead back, required an undirected game",
                name(*position),
                name(*option)
            ),
        }
    }
}

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is not of the kind that the algorithm is for.
    Kind(NotOfKind),
    /// The exact values take too many bytes.
    TooLarge(TooLarge),
}

impl From<NotOfKind> for Refused {
    fn from(reason: NotOfKind) -> Self {
        Self::Kind(reason)
    }
}

impl From<TooLarge> for Refused {
    fn from(reason: TooLarge) -> Self {
        Self::TooLarge(reason)
    }
}

/// Refuses a game in which not every position is bid for.
fn refuse_turns(graph: &Graph) -> Result<(), NotOfKind> {
    graph.first_turn().map_or(Ok(()), |position| Err(NotOfKind::Turn { position: position as u32 }))
}

/// The different options of White and of Black at a position.
fn options(graph: &Graph, position: usize) -> [BTreeSet<u32>; 2] {
    [&graph.white, &graph.black].map(|rows| rows.row(position).iter().copied().collect())
}
