//! Writes certificates: every writer here is the inverse of a reader of `certificate`.
//!
//! A verdict needs none of it; it stands here so that solver, tests and other programs share one.

use num_bigint::BigUint;
use num_traits::Zero;

use crate::certificate::{Digest, FORMS, Head, MAGIC, Statement, VERSION};
use crate::numbers::Fractions;

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

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Endgame(board, men) => {
                self.0.push(0);
                self.0.extend(board);
                self.length(men.len());
                self.0.extend(men);
            }
            Statement::Game => self.0.push(1),
            Statement::List(board, root, members) => {
                self.0.push(2);
                self.0.extend(board);
                self.length(*root);
                self.length(members.len());
                for (pieces, passed) in members {
                    self.length(pieces.len());
                    self.0.extend(pieces.as_flattened());
                    self.number(*passed);
                }
            }
            Statement::Further(number, body) => {
                self.0.push(*number);
                self.length(body.len());
                self.0.extend(body);
            }
        }
    }

    fn head(&mut self, head: &Head) {
        self.statement(&head.statement);
        let form = FORMS.iter().position(|form| *form == head.form).expect("all forms are listed");
        self.0.extend([head.bits, u8::try_from(form).expect("few forms")]);
        self.length(head.imports.len());
        head.imports.iter().for_each(|import| self.0.extend(import.0));
        if head.bits == 0 {
            let Fractions { odd_parts, numerators, odd, powers } = &head.values;
            for list in [odd_parts, numerators] {
                self.length(list.len());
                list.iter().for_each(|number| self.natural(number));
            }
            self.column(&odd.iter().map(|&odd| u32::try_from(odd).expect("few odd parts")).collect::<Vec<_>>());
            self.column(powers);
        }
    }
}

/// The bytes of a statement in a head.
pub fn statement(statement: &Statement) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.statement(statement);
    writer.0
}

/// The bytes of a certificate.
///
/// # Panics
///
/// If the head takes 4 GiB or more.
pub fn write(head: &Head, slices: &[Vec<u8>]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.head(head);
    writer.length(slices.len());
    for slice in slices {
        writer.length(slice.len());
        writer.0.extend(Digest::of(slice).0);
    }
    let length = u32::try_from(writer.0.len()).expect("a head below 4 GiB");
    let mut bytes = [&MAGIC[..], &VERSION.to_le_bytes(), &length.to_le_bytes(), &writer.0].concat();
    bytes.extend(Digest::of(&bytes).0);
    slices.iter().for_each(|slice| bytes.extend(slice));
    bytes
}
