//! Certificates of games and endgames in which the bank is paid, and solving them in the order of need.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use checker::certificate::{Digest, Form, Head, Statement};
use checker::numbers::Fractions;
use num_rational::BigRational;
use writer::{Writer, write};

use crate::certificates::certify::{self, Order, columns, in_form_one, slices, stated_board};
use crate::certificates::pipeline::{MOST_MEN, Reason};
use crate::certificates::produce::{Game, Imports};
use crate::chess::board::Board;
use crate::chess::endgame::{Edge, Endgame};
use crate::chess::material::{Colour, DoubleStep, Signature};
use crate::graph::Bounds;
use crate::graph::exact::policy::Observer;
use crate::graph::table::on_one_denominator;

use super::Payment;
use super::enclose::{Paid, enclose};
use super::exact::Exact;

/// The number of the statement.
const STATEMENT: u8 = 7;

impl Payment {
    /// The statement about what is played.
    fn statement(&self, inner: &[u8]) -> Statement {
        let rule = self.ties().map_or(0, |owner| owner.of(1, 2));
        let bank: Vec<u8> = self.bank().into_iter().flat_map(u16::to_le_bytes).collect();
        Statement::Further(STATEMENT, [&bank[..], &[rule], inner].concat())
    }
}

/// The body that says: the game in the file of a digest.
fn in_file(game: Digest) -> Vec<u8> {
    [&[1], &game.0[..]].concat()
}

/// The certificate of the game in the file of a digest, with bounds.
#[must_use]
pub fn game(auction: &Payment, game: Digest, paid: &Paid) -> Vec<u8> {
    let count = paid.enclosed.lower.len();
    bounded(auction.statement(&in_file(game)), &Order::plain(count), paid, Vec::new())
}

/// The certificate of an endgame, with bounds. `imports` are the digests of the imported certificates, in their order.
#[must_use]
pub fn endgame(auction: &Payment, endgame: &Endgame, paid: &Paid, imports: Vec<Digest>) -> Vec<u8> {
    let men: Vec<u8> = endgame.signature().men().iter().map(|man| man.number()).collect();
    let board = stated_board(endgame.board(), endgame.pawn_rule());
    let inner = [&[0][..], &board, &[men.len() as u8], &men].concat();
    bounded(auction.statement(&inner), &Order::of(&endgame.places()), paid, imports)
}

/// A certificate of bounds.
fn bounded(statement: Statement, order: &Order, paid: &Paid, imports: Vec<Digest>) -> Vec<u8> {
    let Paid { enclosed, labels, .. } = paid;
    let slice = |slice: &Range<usize>| {
        let Some(labels) = labels else { return columns(enclosed, &order.positions[slice.clone()]) };
        let mut writer = Writer::default();
        writer.column(&order.column(slice, &enclosed.lower));
        writer.column(&order.column(slice, &enclosed.upper));
        for labels in labels {
            // 0 stands for infinity, which is where a bound is worth nothing, too.
            writer.column(
                &order
                    .column(slice, labels)
                    .iter()
                    .map(|&label| if label == u32::MAX { 0 } else { label })
                    .collect::<Vec<u32>>(),
            );
        }
        writer.0
    };
    let slices: Vec<Vec<u8>> = order.slices.iter().map(slice).collect();
    let form = if labels.is_some() { Form::Two } else { Form::Narrow };
    let head = Head { statement, never: None, bits: enclosed.bits, form, imports, values: Fractions::default().into() };
    write(&head, &slices)
}

/// The certificate of the acyclic game in the file of a digest, with exact values.
#[must_use]
pub fn exact_game(auction: &Payment, game: Digest, exact: &Exact) -> Vec<u8> {
    let mut sorted: Vec<&BigRational> = exact.values.iter().collect();
    sorted.sort();
    sorted.dedup();
    let index = |value: &BigRational| sorted.binary_search(&value).expect("a value") as u32;
    let values = on_one_denominator(sorted.iter().map(|value| (value.numer().magnitude(), value.denom().magnitude())));
    let slice = |slice: Range<usize>| {
        let mut writer = Writer::default();
        writer.column(&exact.values[slice.clone()].iter().map(index).collect::<Vec<u32>>());
        for _ in 0..2 {
            writer.column(&exact.heights[slice.clone()]);
        }
        writer.0
    };
    let slices: Vec<Vec<u8>> = slices(exact.values.len(), |_| true).into_iter().map(slice).collect();
    let statement = auction.statement(&in_file(game));
    write(&in_form_one(statement, Vec::new(), values), &slices)
}

/// The endgames of a board under an auction, enclosed.
#[derive(Clone, Copy, Debug)]
pub struct Endgames<'a> {
    /// The auction.
    pub auction: &'a Payment,
    /// The board.
    pub board: Board,
    /// Where pawns step twice.
    pub double_step: DoubleStep,
    /// In units of 2^-bits.
    pub bits: u8,
    /// How many threads to use.
    pub threads: usize,
}

/// An endgame, enclosed.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The endgame.
    pub endgame: Endgame,
    /// Its bounds and labels.
    pub paid: Paid,
}

impl Game for Endgames<'_> {
    type Name = Signature;
    type Solved = Solved;

    fn title(&self, name: &Signature) -> String {
        format!("{} {name}", self.board)
    }

    /// Such as `8x8_KNk_pays_bank.cert`.
    fn file_name(&self, name: &Signature) -> String {
        let name = certify::name(self.board, name, self.double_step.rule(self.board, name));
        format!("{}_pays_{}.cert", name.trim_end_matches(".cert"), self.auction.name())
    }

    fn imports(&self, name: &Signature) -> Vec<Signature> {
        name.imports()
    }

    fn solve(
        &self,
        name: &Signature,
        imports: Imports<Self>,
        _path: Option<&Path>,
        observer: &mut dyn Observer,
    ) -> Result<(Solved, Vec<u8>), String> {
        let failed = |reason: Reason| format!("{}: {reason}", self.title(name));
        let (found, most) = (name.men().len(), MOST_MEN);
        if found > most {
            return Err(failed(Reason::Men { found, most }));
        }
        observer.phase("graph", 0);
        let endgame = Endgame::new(self.board, name.clone(), self.double_step);
        let endgame = endgame.map_err(|error| failed(Reason::Endgame(error)))?;
        let endgames: Vec<&Endgame> = imports.iter().map(|import| &import.solved.endgame).collect();
        let graph = endgame.graph(&endgames, self.threads);
        let used: HashSet<usize> = graph.boundary.iter().filter_map(Edge::import).collect();
        let graph = graph.with(|edge| match *edge {
            Edge::KingCaptured(colour) => Bounds::terminal(colour == Colour::White, self.bits),
            Edge::Import { import, position, flipped } => {
                let bounds = imports[import].solved.paid.enclosed.bounds(position);
                if flipped { bounds.flipped(self.bits) } else { bounds }
            }
        });
        observer.phase("sweeps", 0);
        let paid = enclose(&graph, self.bits, self.auction, || observer.advance(1));
        let is_used = |(place, _): &(usize, _)| used.contains(place);
        let digests = imports.iter().enumerate().filter(is_used).map(|(_, import)| import.digest).collect();
        let bytes = self::endgame(self.auction, &endgame, &paid, digests);
        Ok((Solved { endgame, paid }, bytes))
    }
}
