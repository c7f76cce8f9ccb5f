//! Endgames of chess for whole chips, as a family.

use std::fmt;
use std::path::Path;

use super::{ChipAuction, certify, solve};
use crate::certificates::family;
use crate::certificates::produce::{Game, Imports};
use crate::chess::board::Board;
use crate::chess::endgame::{Edge, Endgame};
use crate::chess::material::{Colour, DoubleStep, Signature};
use crate::graph::exact::policy::Observer;

/// Bytes that a position takes: its lines, its options and those that lead to it.
const POSITION_BYTES: u64 = 600;

/// The endgames of a board under an auction.
pub struct Endgames<'a> {
    /// The board.
    pub board: Board,
    /// Where pawns step twice.
    pub double_step: DoubleStep,
    /// The auction.
    pub auction: ChipAuction,
    /// How many threads to use.
    pub threads: usize,
    /// Is told of the work: which endgame, its positions, and how many were computed again.
    pub computed: &'a (dyn Fn(&str, usize, u64) + Sync),
}

impl fmt::Debug for Endgames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endgames").field("board", &self.board).field("auction", &self.auction).finish_non_exhaustive()
    }
}

/// An endgame, solved.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The endgame.
    pub endgame: Endgame,
    /// The lines of both players.
    pub lines: super::Solved,
}

impl Game for Endgames<'_> {
    type Name = Signature;
    type Solved = Solved;

    fn title(&self, name: &Signature) -> String {
        format!("{} {name}", self.board)
    }

    fn file_name(&self, name: &Signature) -> String {
        certify::file_name(self.board, self.double_step.rule(self.board, name), name, self.auction)
    }

    fn imports(&self, name: &Signature) -> Vec<Signature> {
        name.imports()
    }

    fn least_memory(&self, name: &Signature) -> u64 {
        POSITION_BYTES * family::positions(self.board, name)
    }

    fn solve(
        &self,
        name: &Signature,
        imports: Imports<Self>,
        _path: Option<&Path>,
        observer: &mut dyn Observer,
    ) -> Result<(Solved, Vec<u8>), String> {
        observer.phase("graph", 0);
        let title = self.title(name);
        let endgame = Endgame::new(self.board, name.clone(), self.double_step);
        let endgame = endgame.map_err(|error| format!("{title}: {error}"))?;
        let endgames: Vec<&Endgame> = imports.iter().map(|import| &import.solved.endgame).collect();
        let graph = endgame.graph(&endgames, self.threads).with(|edge| match *edge {
            Edge::KingCaptured(colour) => self.auction.won(colour == Colour::White),
            Edge::Import { import, position, flipped } => {
                let [white, black] = imports[import].solved.lines.known(position as usize);
                if flipped { [black, white] } else { [white, black] }
            }
        });
        observer.phase("thresholds", 0);
        let advance = |positions| (self.computed)(&title, graph.positions(), positions);
        let lines = solve(&graph, self.auction, self.threads, &advance).map_err(|error| format!("{title}: {error}"))?;
        let digests = imports.iter().map(|import| import.digest).collect();
        let bytes = certify::endgame(&endgame, &lines, digests);
        Ok((Solved { endgame, lines }, bytes))
    }
}
