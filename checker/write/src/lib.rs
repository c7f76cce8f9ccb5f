//! Writes certificates: every writer here is the inverse of a reader of [`checker::certificate`].
//!
//! No verdict of the kernel needs it; it stands beside the kernel so that solver, tests and other programs share one. Losing Chess writes a draw with it.

use checker::certificate::{Digest, FORMS, Head, MAGIC, Spelt, Statement, VERSION};
use checker::numbers::Fractions;
use num_bigint::BigUint;
use num_traits::Zero as _;
use serde::Serialize;

/// Bytes that are being written. Every writer here is the inverse of a reader.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writer(pub Vec<u8>);

impl Writer {
    /// Appends a number.
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        self.0.push(number.to_le_bytes()[0]);
    }

    fn length(&mut self, length: usize) {
        self.number(u64::try_from(length).expect("a length"));
    }

    /// Appends a natural number of any size.
    pub fn natural(&mut self, number: &BigUint) {
        let bytes = if number.is_zero() { Vec::new() } else { number.to_bytes_le() };
        self.length(bytes.len());
        self.0.extend(bytes);
    }

    /// Appends a column.
    pub fn column<N: Copy + Into<u64>>(&mut self, numbers: &[N]) {
        let all = numbers.iter().fold(0, |all: u64, &number| all | number.into());
        let width = (64 - all.leading_zeros()).div_ceil(8);
        self.0.extend(width.to_le_bytes().first());
        for plane in (0..8).take_while(|&plane| plane < width) {
            self.0.extend(numbers.iter().map(|&number| (number.into() >> (8 * plane)).to_le_bytes()[0]));
        }
    }
}

/// The bytes of what is spelt as postcard spells it: the statements of further games.
///
/// # Panics
///
/// Never: what is spelt so can be written.
pub fn spell(what: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(what).expect("it can be written")
}

/// The number of a statement, and its body.
pub fn statement(statement: &Statement) -> (u8, Vec<u8>) {
    match statement {
        Statement::Endgame(board, men) => (0, spell(&(board, &men[..]))),
        Statement::Game(digest) => (1, spell(digest)),
        Statement::List(board, root, members) => (2, spell(&(board, root, members))),
        Statement::Further(number, body) => (*number, body.clone()),
    }
}

/// The bytes of a certificate. Imports are put in order.
///
/// # Panics
///
/// If the head takes 4 GiB or more.
pub fn write(head: &Head, slices: &[Vec<u8>]) -> Vec<u8> {
    let ((statement, body), Fractions { denominator, numerators }) = (statement(&head.statement), &*head.values);
    let form = FORMS.iter().position(|form| *form == head.form).expect("all forms are listed");
    let mut imports = head.imports.clone();
    imports.sort_unstable();
    let denominator = if numerators.is_empty() { Vec::new() } else { denominator.to_bytes_le() };
    let numerators: Vec<Vec<u8>> = numerators.iter().map(|numerator| wide(numerator, denominator.len())).collect();
    let numerators = numerators.concat();
    let length = |slice: &Vec<u8>| u64::try_from(slice.len()).expect("a length");
    let spelt = spell(&Spelt {
        statement,
        body: &body,
        never: head.never,
        bits: head.bits,
        form: u8::try_from(form).expect("few forms"),
        imports,
        denominator: &denominator,
        numerators: &numerators,
        slices: slices.iter().map(|slice| (length(slice), Digest::of(slice))).collect(),
    });
    let length = u32::try_from(spelt.len()).expect("a head below 4 GiB");
    let mut bytes = [&MAGIC[..], &VERSION.to_le_bytes(), &length.to_le_bytes(), &spelt].concat();
    bytes.extend(Digest::of(&bytes).0);
    slices.iter().for_each(|slice| bytes.extend(slice));
    bytes
}

/// A number in so many bytes, or in as many as it needs if these are more.
fn wide(number: &BigUint, width: usize) -> Vec<u8> {
    let mut bytes = number.to_bytes_le();
    bytes.resize(bytes.len().max(width), 0);
    bytes
}
