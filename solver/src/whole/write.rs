//! The certificates: one for each material, in the order of their men.

use std::collections::BTreeSet;

use checker::certificate::{Digest, Form, Head};
use checker::chess::{self, Man};
use checker::endgame::{self, Endgame};
use checker::numbers::Fractions;
use checker::table::SLICE;
use writer::write;

use super::solve::{BITS, Solved};
use super::{Board, Cells, KINGS, MOST_SQUARES, NOTHING};
use crate::certificates::certify::columns_of;
use crate::chess::places::Order;
use crate::graph::Bounds;

/// The numbers of the men in the format, by what stands on a square.
const NUMBERS: [u8; 11] = [0, 2, 3, 4, 5, 7, 8, 9, 10, 0, 1];

/// What is counted in the placements of a material, of both colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Placements.
    pub placements: u64,
    /// Placements with α < β.
    pub gaps: u64,
    /// The widest gap that is shown, in units, and the first place that has it.
    pub widest: Option<(u64, Cells)>,
    /// Placements in which the move is worth less than nothing to either player.
    pub zugzwangs: u64,
    /// What moving costs at the least where it costs most, in units of half of 2^-30, and the first place.
    pub costliest: Option<(u64, Cells)>,
}

/// The materials of a board without pawns: all that fit, with the colours that are used; fewer men come first.
#[must_use]
pub fn materials(board: &Board) -> Vec<Endgame> {
    let squares = board.board.squares();
    let mut all: BTreeSet<(usize, Vec<Man>)> = BTreeSet::new();
    let mut lists = vec![Vec::new()];
    for _ in 0..=squares - 2 {
        for list in &lists {
            let numbers: Vec<u8> = [&[0, 1], &list[..]].concat();
            let mut men = chess::men(&numbers).expect("men in order");
            men.sort_unstable();
            all.insert((men.len(), endgame::used(&men)));
        }
        let longer = |list: &Vec<u8>| {
            let least = list.last().copied().unwrap_or(0);
            let men: Vec<u8> = NUMBERS[1..9].iter().copied().filter(|man| *man >= least).collect();
            let list = list.clone();
            men.into_iter().map(move |man| [&list[..], &[man]].concat())
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    let stated = [board.board.files(), board.board.ranks(), 0];
    let endgame = |(_, men): (usize, Vec<Man>)| Endgame::of(stated, Some(men)).expect("men that fit");
    all.into_iter().map(endgame).collect()
}

/// The certificate of a material, and what is counted in it.
#[must_use]
pub fn certificate(solved: &Solved, endgame: &Endgame, mut imports: Vec<Digest>) -> (Vec<u8>, Figures) {
    let board = &solved.board;
    let men: Vec<u8> = endgame.men.iter().map(|man| man.number()).collect();
    let order = Order::new(board.board.squares(), usize::from(board.board.files()), &men, &board.board.symmetries());
    let codes: Vec<u8> = men.iter().map(|man| code(*man)).collect();
    let mut flipped: Vec<Man> = endgame.men.iter().map(|man| man.flipped()).collect();
    flipped.sort_unstable();
    let colours = if flipped == endgame.men { 1 } else { 2 };
    let (mut figures, mut slices, mut run) = (Figures::default(), Vec::new(), Vec::new());
    let blocks = order.blocks();
    for (number, block) in blocks.iter().enumerate() {
        order.each(block, &mut |squares| {
            let mut cells = [NOTHING; MOST_SQUARES];
            squares.iter().zip(&codes).for_each(|(square, code)| cells[usize::from(*square)] = *code);
            let place = board.number(&cells);
            run.push(solved.bounds(place));
            figures.count(solved, place, &cells, colours);
        });
        if run.len() >= SLICE || number + 1 == blocks.len() {
            let none = [vec![0; run.len()], vec![0; run.len()]];
            slices.push(columns_of(run.iter().map(|bounds: &Bounds| bounds.alpha[0]).collect(), &run, &none));
            run.clear();
        }
    }
    imports.sort_unstable();
    let (statement, form, values) = (endgame.statement(), Form::Narrow, Fractions::default());
    let head = Head { statement, never: None, bits: BITS, form, imports, values: values.into() };
    (write(&head, &slices), figures)
}

impl Figures {
    /// Counts the placements that symmetries and an exchange of the colours make of a place.
    fn count(&mut self, solved: &Solved, place: u32, cells: &Cells, colours: u64) {
        let weight = colours * solved.board.images(place);
        self.placements += weight;
        let Bounds { alpha: [_, u], beta: [m, _] } = solved.bounds(place);
        if u < m {
            self.gaps += weight;
            if self.widest.as_ref().is_none_or(|(widest, _)| m - u > *widest) {
                self.widest = Some((m - u, *cells));
            }
        }
        let [[_, most], [least, _]] = solved.ends(place);
        if most < least {
            self.zugzwangs += weight;
            let cost = u64::from(least - most);
            if self.costliest.as_ref().is_none_or(|(costliest, _)| cost > *costliest) {
                self.costliest = Some((cost, *cells));
            }
        }
    }
}

/// What stands for a man of a number in the format.
fn code(man: u8) -> u8 {
    match man {
        0 => KINGS[0],
        1 => KINGS[1],
        _ => NUMBERS[..9].iter().position(|number| *number == man).expect("a man without pawns") as u8,
    }
}
