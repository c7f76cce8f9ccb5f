//! Certificates of games and endgames in which the bank is paid, and solving them in the order of need.

use std::collections::BTreeMap;
use std::ops::Range;

use checker::certificate::{Digest, Form, Head, Statement};
use checker::numbers::Fractions;
use checker::write::{Writer, write};
use num_bigint::BigUint;
use num_rational::BigRational;

use crate::certificates::certify::{columns, slices, slices_of, stated_board};
use crate::certificates::pipeline::{self, Counts, PipelineError, Reason, Solution};
use crate::chess::board::Board;
use crate::chess::endgame::Endgame;
use crate::chess::material::{Colour, DoubleStep, Signature};
use crate::graph::exact::policy::Observer;
use crate::graph::labels::Side;
use crate::graph::values::Values;

use super::Auction;
use super::enclose::{Paid, enclose};
use super::exact::Exact;

/// The number of the statement.
const STATEMENT: u8 = 7;

impl Auction {
    /// The statement about what is played.
    fn statement(&self, inner: &[u8]) -> Statement {
        let rule = match self.ties() {
            None => 0,
            Some(Side::White) => 1,
            Some(Side::Black) => 2,
        };
        let bank: Vec<u8> = self.bank().into_iter().flat_map(u16::to_le_bytes).collect();
        Statement::Further(STATEMENT, [&bank[..], &[rule], inner].concat())
    }
}

/// The body that says: a game in a file.
const GAME: [u8; 1] = [1];

/// The certificate of a game in a file, with bounds.
#[must_use]
pub fn game(auction: &Auction, paid: &Paid) -> Vec<u8> {
    let count = paid.enclosed.lower.len();
    bounded(auction.statement(&GAME), &slices(count, |_| true), paid, Vec::new())
}

/// The certificate of an endgame, with bounds. `imports` are the digests of the imported certificates, in their order.
#[must_use]
pub fn endgame(auction: &Auction, endgame: &Endgame, paid: &Paid, imports: Vec<Digest>) -> Vec<u8> {
    let men: Vec<u8> = endgame.signature().men().iter().map(|man| man.number()).collect();
    let board = stated_board(endgame.board(), endgame.pawn_rule());
    let inner = [&[0][..], &board, &[men.len() as u8], &men].concat();
    bounded(auction.statement(&inner), &slices_of(endgame), paid, imports)
}

/// A certificate of bounds.
fn bounded(statement: Statement, slices: &[Range<usize>], paid: &Paid, imports: Vec<Digest>) -> Vec<u8> {
    let Paid { enclosed, labels, .. } = paid;
    let slice = |slice: &Range<usize>| {
        let Some(labels) = labels else { return columns(enclosed, slice) };
        let mut writer = Writer::default();
        writer.column(&enclosed.lower[slice.clone()]);
        writer.column(&enclosed.upper[slice.clone()]);
        for labels in labels {
            // 0 stands for infinity, which is where a bound is worth nothing, too.
            writer.column(
                &labels[slice.clone()]
                    .iter()
                    .map(|&label| if label == u32::MAX { 0 } else { label })
                    .collect::<Vec<u32>>(),
            );
        }
        writer.0
    };
    let slices: Vec<Vec<u8>> = slices.iter().map(slice).collect();
    let form = if labels.is_some() { Form::Two } else { Form::Narrow };
    let head = Head { statement, bits: enclosed.bits, form, imports, values: Fractions::default() };
    write(&head, &slices)
}

/// The certificate of an acyclic game in a file, with exact values.
#[must_use]
pub fn exact_game(auction: &Auction, exact: &Exact) -> Vec<u8> {
    let mut sorted: Vec<&BigRational> = exact.values.iter().collect();
    sorted.sort();
    sorted.dedup();
    let index = |value: &BigRational| sorted.binary_search(&value).expect("a value") as u32;
    let power = |value: &BigRational| value.denom().magnitude().trailing_zeros().unwrap_or(0);
    let odd_part = |value: &BigRational| value.denom().magnitude() >> power(value);
    let odd_parts: BTreeMap<BigUint, usize> = sorted.iter().map(|value| (odd_part(value), 0)).collect();
    let odd_parts: BTreeMap<BigUint, usize> =
        odd_parts.into_keys().enumerate().map(|(place, odd)| (odd, place)).collect();
    let values = Fractions {
        numerators: sorted.iter().map(|value| value.numer().magnitude().clone()).collect(),
        odd: sorted.iter().map(|value| odd_parts[&odd_part(value)]).collect(),
        powers: sorted.iter().map(|value| power(value)).collect(),
        odd_parts: odd_parts.into_keys().collect(),
    };
    let slice = |slice: Range<usize>| {
        let mut writer = Writer::default();
        writer.column(&exact.values[slice.clone()].iter().map(index).collect::<Vec<u32>>());
        for _ in 0..2 {
            writer.column(&exact.heights[slice.clone()]);
        }
        writer.0
    };
    let slices: Vec<Vec<u8>> = slices(exact.values.len(), |_| true).into_iter().map(slice).collect();
    let statement = auction.statement(&GAME);
    write(&Head { statement, bits: 0, form: Form::One, imports: Vec::new(), values }, &slices)
}

/// The name of the certificate of an endgame: `8x8_KNk_pays_bank.cert`.
#[must_use]
pub fn file_name(auction: &Auction, endgame: &Endgame) -> String {
    let name = crate::certificates::certify::file_name(endgame);
    format!("{}_pays_{}.cert", name.trim_end_matches(".cert"), auction.name())
}

/// Whether an endgame can be played under an auction: with an owner of ties the opponent must not get the stronger men, because positions with the colours exchanged
/// are looked up as one.
#[must_use]
pub fn admits(auction: &Auction, signature: &Signature) -> bool {
    auction.ties().is_none() || signature.men().iter().filter(|man| man.colour == Colour::Black).count() == 1
}

/// Encloses an endgame, and before it those that it needs, in units of 2^-bits. Each is told to somebody as soon as it is there, with its width and
/// its sweeps.
///
/// # Errors
///
/// The first that cannot be set up, or what the other one says.
pub fn solve<E: From<PipelineError>>(
    auction: &Auction,
    (board, signature, double_step): (Board, &Signature, DoubleStep),
    bits: u8,
    threads: usize,
    observer: &mut dyn Observer,
    tell: &mut dyn FnMut(&Solution, &Paid) -> Result<(), E>,
) -> Result<(), E> {
    let mut solved: Vec<Solution> = Vec::new();
    for member in pipeline::in_order_of_need(std::slice::from_ref(signature)) {
        let failed = |reason| PipelineError { endgame: format!("{board} {member}"), reason };
        if member.men().len() > pipeline::MOST_MEN {
            let (found, most) = (member.men().len(), pipeline::MOST_MEN);
            return Err(failed(Reason::Men { found, most }).into());
        }
        observer.phase("graph", 0);
        let endgame =
            Endgame::new(board, member.clone(), double_step).map_err(|error| failed(Reason::Endgame(error)))?;
        let find = |import: &Signature| solved.iter().find(|solution| solution.endgame.signature() == import);
        let names = member.imports();
        let imports: Vec<&Solution> = names.iter().filter_map(find).collect();
        let endgames: Vec<&Endgame> = imports.iter().map(|import| &import.endgame).collect();
        let graph = pipeline::bounded(&endgame.graph(&endgames, threads), &imports, bits);
        observer.phase("sweeps", 0);
        let paid = enclose(&graph, bits, auction, || observer.advance(1));
        let digests = imports.iter().map(|import| import.digest).collect();
        let bytes = self::endgame(auction, &endgame, &paid, digests);
        let digest = Digest::of(&bytes);
        let values = Values::Enclosed(paid.enclosed.clone());
        let solution = Solution { endgame, values, why: None, bytes, digest, counts: Counts::default() };
        tell(&solution, &paid)?;
        solved.push(solution);
    }
    Ok(())
}
