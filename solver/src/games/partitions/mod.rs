//! Impartial chess on partitions: values, losing positions, all staircases at once, the race.
//!
//! Responsible for solving by masks: along each line of a ride one set of bits says which values stand there, so a position costs a few operations
//! and not a walk over its options. Left to others: what is verified (the checker has rules and methods of its own), words (`session::claims::partitions`).

pub mod board;
pub mod cells;
pub mod claims;
pub mod classes;
pub mod hooks;
pub mod local;
pub mod picture;
pub mod race;
pub mod shapes;
pub mod sizes;
pub mod staircases;
pub mod verified;

use checker::certificate::Statement;
use checker::numbers::Fractions;
use games::partitions::Moves;
use writer::{Writer, write};

use crate::certificates::certify::in_form_one;

/// Values in both plays, and for each class the first position that is against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The normal value and the misère value of each position.
    pub pairs: Vec<[u16; 2]>,
    /// In the order of [`games::partitions::CLASSES`].
    pub against: [Option<usize>; 6],
}

/// A length as the format states it.
fn size(number: usize) -> u64 {
    u64::try_from(number).expect("64 bits or less")
}

/// Appends the moves of a piece.
fn moves(writer: &mut Writer, moves: &Moves) {
    for list in [&moves.steps, &moves.rides] {
        writer.number(size(list.len()));
        for by in list.iter().flatten() {
            writer.0.push(u8::try_from(*by).expect("at most 255"));
        }
    }
}

/// Appends a board: the runs of equal rows.
fn board(writer: &mut Writer, rows: &[usize]) {
    let runs: Vec<&[usize]> = rows.chunk_by(|a, b| a == b).collect();
    writer.number(size(runs.len()));
    for run in runs {
        writer.number(size(run[0]));
        writer.number(size(run.len()));
    }
}

/// A certificate whose only slice has a layout of its own.
fn bare(number: u8, body: Writer, slice: Writer) -> Vec<u8> {
    let statement = Statement::Further(number, body.0);
    let head = in_form_one(statement, Vec::new(), Fractions::default());
    write(&head, &[slice.0])
}

/// The slice of values: the first position against each class, the normal values, and in which bits the misère values differ.
fn values_slice(solved: &Solved) -> Writer {
    let mut slice = Writer::default();
    for against in solved.against {
        slice.number(against.map_or(0, |position| size(position) + 1));
    }
    slice.column(&solved.pairs.iter().map(|pair| pair[0]).collect::<Vec<u16>>());
    slice.column(&solved.pairs.iter().map(|pair| pair[0] ^ pair[1]).collect::<Vec<u16>>());
    slice
}

/// The certificate of the values on a board.
#[must_use]
pub fn board_certificate(piece: &Moves, rows: &[usize], solved: &Solved) -> Vec<u8> {
    let mut body = Writer::default();
    moves(&mut body, piece);
    body.0.push(0);
    board(&mut body, rows);
    bare(9, body, values_slice(solved))
}

/// The certificate of the values of all partitions up to a size.
#[must_use]
pub fn sizes_certificate(piece: &Moves, most: usize, solved: &Solved) -> Vec<u8> {
    let mut body = Writer::default();
    moves(&mut body, piece);
    body.0.push(1);
    body.number(size(most));
    bare(9, body, values_slice(solved))
}

/// The certificate of the losing cells of a board.
#[must_use]
pub fn losing_certificate(piece: &Moves, rows: &[usize], misere: bool, losing: &[usize]) -> Vec<u8> {
    let (mut body, mut slice) = (Writer::default(), Writer::default());
    moves(&mut body, piece);
    body.0.push(misere.into());
    board(&mut body, rows);
    slice.number(size(losing.len()));
    let mut next = 0;
    for cell in losing {
        slice.number(size(cell - next));
        next = cell + 1;
    }
    bare(10, body, slice)
}

/// The certificate of the values of all staircases of a block.
#[must_use]
pub fn staircases_certificate(piece: &Moves, [a, b]: [usize; 2], found: &staircases::Layers) -> Vec<u8> {
    let (mut body, mut slice) = (Writer::default(), Writer::default());
    moves(&mut body, piece);
    body.0.push(0);
    body.number(size(a));
    body.number(size(b));
    found.returns.iter().for_each(|number| slice.number(size(*number)));
    slice.column(&found.layers.concat());
    bare(11, body, slice)
}

/// The certificate of a race.
#[must_use]
pub fn race_certificate(pieces: &[Moves; 2], rows: &[usize], misere: bool, solved: &race::Solved) -> Vec<u8> {
    let mut body = Writer::default();
    pieces.iter().for_each(|piece| moves(&mut body, piece));
    body.0.push(misere.into());
    board(&mut body, rows);
    let slices: Vec<Vec<u8>> = solved.places.chunks(checker::table::SLICE).map(race::slice).collect();
    let head = in_form_one(Statement::Further(12, body.0), Vec::new(), solved.values.clone());
    write(&head, &slices)
}
