//! Forged certificates: other numbers in the place of those of a true one, with right digests. Only the mathematics can tell.

use std::collections::BTreeMap;

use checker::certificate::{Head, Reader};
use checker::limits::TooMuch;
use checker::numbers::{Fraction, Fractions};
use num_rational::BigRational;
use session::fraction;
use writer::Writer;

/// The columns of each slice, without those of promised places: all have a number for each position.
pub type Columns = Vec<Vec<Vec<u64>>>;

/// A certificate whose slices have columns of so many numbers each, with other numbers there and with right digests.
///
/// # Panics
///
/// If it cannot be read so: what was verified and states exact numbers can.
pub fn with_columns(bytes: &[u8], counts: impl Iterator<Item = usize>, change: impl FnOnce(&mut Columns)) -> Vec<u8> {
    let (head, mut columns) = parts(bytes, counts);
    change(&mut columns);
    rewritten(&head, &columns)
}

/// A certificate of exact values that states another one, in 0..=1, at a place of a slice; the list of values is in its one spelling.
///
/// # Errors
///
/// If the common denominator would be too large.
///
/// # Panics
///
/// If it cannot be read so: what was verified and states one value for each position can.
pub fn with_value(
    bytes: &[u8],
    counts: impl Iterator<Item = usize>,
    (slice, place): (usize, usize),
    value: &BigRational,
) -> Result<Vec<u8>, TooMuch> {
    let (mut head, mut columns) = parts(bytes, counts);
    let values = &head.values;
    let mut all: Vec<BigRational> =
        (0..values.numerators.len()).map(|index| fraction::rational(values.get(index))).collect();
    columns[slice][0][place] = all.len() as u64;
    all.push(value.clone());
    let stated = || columns.iter().flat_map(|columns| &columns[0]).map(|&index| &all[index as usize]);
    let mut ranks: BTreeMap<&BigRational, u64> = stated().map(|value| (value, 0)).collect();
    ranks.values_mut().zip(0..).for_each(|(rank, number)| *rank = number);
    let of = |value: &&BigRational| Fraction {
        numerator: value.numer().magnitude().clone(),
        denominator: value.denom().magnitude().clone(),
    };
    head.values = Fractions::of(&ranks.keys().map(of).collect::<Vec<_>>())?.into();
    for column in columns.iter_mut().map(|columns| &mut columns[0]) {
        column.iter_mut().for_each(|index| *index = ranks[&all[*index as usize]]);
    }
    Ok(rewritten(&head, &columns))
}

/// The head of a certificate, and the columns of its slices.
fn parts(bytes: &[u8], counts: impl Iterator<Item = usize>) -> (Head, Columns) {
    let certificate = games::certificate(bytes).expect("a certificate");
    let read = |(slice, count): (usize, usize)| {
        let slice = certificate.slice(slice).expect("a slice");
        let mut reader = Reader::new(None, slice);
        let mut columns = Vec::new();
        while reader.end().is_err() {
            columns.push(reader.column(count).expect("a column"));
        }
        columns
    };
    let columns = (0..certificate.slices.len()).zip(counts).map(read).collect();
    (certificate.head, columns)
}

/// A certificate of a head and of the columns of its slices.
#[must_use]
pub fn rewritten(head: &Head, columns: &Columns) -> Vec<u8> {
    let slice = |columns: &Vec<Vec<u64>>| {
        let mut writer = Writer::default();
        columns.iter().for_each(|column| writer.column(column));
        writer.0
    };
    writer::write(head, &columns.iter().map(slice).collect::<Vec<_>>())
}
