//! Endgames of chess for whole chips, as a family.

use std::fmt;
use std::path::Path;

use checker::certificate::Digest;
use checker::endgame as rules;
use checker::theorem::Side;

use super::{ChipAuction, certify, solve};
use crate::certificates::certify::{Order, stated_board};
use crate::certificates::family;
use crate::certificates::produce::{Game, Imports};
use crate::chess::board::Board;
use crate::chess::endgame::{Edge, Endgame};
use crate::chess::material::{Colour, DoubleStep, Signature};
use crate::graph::exact::policy::Observer;
use crate::graph::{Graph, Label};

/// Bytes that a position takes: its lines, its options and those that lead to it.
const POSITION_BYTES: u64 = 600;

/// An auction for whole chips.
pub trait Family: Copy + fmt::Debug {
    /// What is known of one player at a place beyond the positions.
    type One: Clone + Send + Sync;
    /// What is found of an endgame.
    type Solved: Clone + fmt::Debug;

    /// Admits so many positions.
    ///
    /// # Errors
    ///
    /// If there are too many for these chips.
    fn admit(self, _positions: u64) -> Result<(), String> {
        Ok(())
    }
    /// What is known where a side has won.
    fn won(self, winner: Side) -> [Self::One; 2];
    /// What is known of a position for those who import it.
    fn known(solved: &Self::Solved, position: usize) -> [Self::One; 2];
    /// Solves a graph; `advance` is told of positions that were computed.
    ///
    /// # Errors
    ///
    /// If there are too many states.
    fn solve(
        self,
        graph: &Graph<[Self::One; 2]>,
        threads: usize,
        advance: &(dyn Fn(u64) + Sync),
    ) -> Result<Self::Solved, String>;
    /// The name of the certificate of an endgame.
    fn file_name(self, endgame: &rules::Endgame) -> String;
    /// The certificate of what is played, whose positions have this order.
    fn certificate(solved: &Self::Solved, inner: &[u8], order: &Order, imports: Vec<Digest>) -> Vec<u8>;
    /// What was found, in a few words, and the greatest label of each player.
    fn figures(solved: &Self::Solved) -> (String, [Label; 2]);
}

impl Family for ChipAuction {
    type One = [i64; 2];
    type Solved = super::Solved;

    fn won(self, winner: Side) -> super::Known {
        Self::won(self, winner == Side::White)
    }

    fn known(solved: &super::Solved, position: usize) -> super::Known {
        solved.known(position)
    }

    fn solve(
        self,
        graph: &Graph<super::Known>,
        threads: usize,
        advance: &(dyn Fn(u64) + Sync),
    ) -> Result<super::Solved, String> {
        solve(graph, self, threads, advance).map_err(|error| error.to_string())
    }

    fn file_name(self, endgame: &rules::Endgame) -> String {
        session::claims::chips::file_name(endgame, certify::stated(self))
    }

    fn certificate(solved: &super::Solved, inner: &[u8], order: &Order, imports: Vec<Digest>) -> Vec<u8> {
        certify::bytes(solved, inner, order, imports)
    }

    fn figures(solved: &super::Solved) -> (String, [Label; 2]) {
        let states = 2 * u128::from(solved.auction.chips + 1) * solved.lines[0].chips.len() as u128;
        let labels = solved.lines.each_ref().map(|lines| lines.labels.iter().flatten().max().copied());
        (format!("{} of {states} states drawn", solved.drawn()), labels.map(Option::unwrap_or_default))
    }
}

/// The endgames of a board under an auction.
pub struct Endgames<'a, F> {
    /// The board.
    pub board: Board,
    /// Where pawns step twice.
    pub double_step: DoubleStep,
    /// The auction.
    pub auction: F,
    /// How many threads to use.
    pub threads: usize,
    /// Is told of the work: which endgame, its positions, and how many were computed again.
    pub computed: &'a (dyn Fn(&str, usize, u64) + Sync),
}

impl<F: Family> fmt::Debug for Endgames<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endgames").field("board", &self.board).field("auction", &self.auction).finish_non_exhaustive()
    }
}

/// An endgame, solved.
#[derive(Clone, Debug)]
pub struct Solved<L> {
    /// The endgame.
    pub endgame: Endgame,
    /// The lines of both players.
    pub lines: L,
}

impl<F: Family> Endgames<'_, F> {
    /// Admits an endgame before those that it needs are solved.
    ///
    /// # Errors
    ///
    /// If it has too many positions for these chips.
    pub fn admit(&self, name: &Signature) -> Result<(), String> {
        let admitted = self.auction.admit(self.stated(name).places());
        admitted.map_err(|error| format!("{}: {error}", self.title(name)))
    }

    /// An endgame as the checker knows it.
    fn stated(&self, name: &Signature) -> rules::Endgame {
        let (board, men) = self.inner(name);
        rules::Endgame::new(board, &men).expect("an endgame of the solver is one of the checker")
    }

    /// The statement of an endgame, as its certificate spells it.
    fn inner(&self, name: &Signature) -> ([u8; 3], Vec<u8>) {
        let board = stated_board(self.board, self.double_step.rule(self.board, name));
        (board, name.men().iter().map(|man| man.number()).collect())
    }
}

impl<F: Family> Game for Endgames<'_, F> {
    type Name = Signature;
    type Solved = Solved<F::Solved>;

    fn title(&self, name: &Signature) -> String {
        format!("{} {name}", self.board)
    }

    fn file_name(&self, name: &Signature) -> String {
        self.auction.file_name(&self.stated(name))
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
    ) -> Result<(Self::Solved, Vec<u8>), String> {
        observer.phase("graph", 0);
        let title = self.title(name);
        let endgame = Endgame::new(self.board, name.clone(), self.double_step);
        let endgame = endgame.map_err(|error| format!("{title}: {error}"))?;
        let endgames: Vec<&Endgame> = imports.iter().map(|import| &import.solved.endgame).collect();
        let graph = endgame.graph(&endgames, self.threads).with(|edge| match *edge {
            Edge::KingCaptured(colour) => {
                self.auction.won(if colour == Colour::White { Side::White } else { Side::Black })
            }
            Edge::Import { import, position, flipped } => {
                let [white, black] = F::known(&imports[import].solved.lines, position as usize);
                if flipped { [black, white] } else { [white, black] }
            }
        });
        observer.phase("thresholds", 0);
        let advance = |positions| (self.computed)(&title, graph.positions(), positions);
        let lines = self.auction.solve(&graph, self.threads, &advance).map_err(|error| format!("{title}: {error}"))?;
        let digests = imports.iter().map(|import| import.digest).collect();
        let (board, men) = self.inner(name);
        let count = u8::try_from(men.len()).expect("few men");
        let inner: Vec<u8> = [&[0], &board[..], &[count], &men].concat();
        let bytes = F::certificate(&lines, &inner, &Order::of(&endgame.places()), digests);
        Ok((Solved { endgame, lines }, bytes))
    }
}
