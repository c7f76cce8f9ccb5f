//! All numbers of a table as columns of bytes, without a fraction: for numpy, and for whoever reads buffers.

use std::collections::BTreeMap;
use std::sync::Arc;

use checker::Verified;
use checker::certificate::Form;
use checker::numbers::Fraction;
use checker::theorem::Place;
use num_rational::BigRational;
use num_traits::ToPrimitive as _;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use session::fraction;
use session::ranked::Ranked;

use crate::errors::{guarded, wrong};
use crate::work::Stop;

/// So many positions are read between two looks whether anybody waits.
const AT_A_TIME: u32 = 1 << 12;

/// The columns of a table. Its Python side is `bidding_games.Numbers`.
#[pyclass(frozen, module = "bidding_games._native", name = "Columns")]
pub struct PyNumbers {
    verified: Arc<Verified>,
    /// `l`, `u`, `l′`, `u′`: native 64-bit numbers.
    ends: [Vec<u8>; 4],
    /// T and T′, where they are proved: native 32-bit numbers.
    labels: [Option<Vec<u8>>; 2],
    one: u64,
    /// For each number that occurs, of exact tables, the index of its value.
    values: BTreeMap<u64, u64>,
}

/// For which sides a form states labels.
fn labelled(form: Form) -> [bool; 2] {
    match form {
        Form::One | Form::Two => [true, true],
        Form::Narrow | Form::Sharp | Form::Holds(_) => [false, false],
        Form::Forces(side) => side.of([true, false], [false, true]),
    }
}

impl PyNumbers {
    /// Reads all positions of a table; nobody has the result of one that was stopped.
    pub fn new(verified: Arc<Verified>, stop: &Stop) -> Self {
        let ranked = Ranked::new(&verified);
        let (one, proves) = (ranked.one(), labelled(verified.head().form));
        let (mut ends, mut labels) = ([const { Vec::new() }; 4], [const { Vec::new() }; 2]);
        let mut values = BTreeMap::new();
        let stated = verified.stated();
        for (count, number) in (0_u32..).zip(ranked.firsts()) {
            if count.is_multiple_of(AT_A_TIME) && stop.is_set() {
                break;
            }
            let Place { alpha, beta, labels: of } = ranked.place(number);
            let numbers = [alpha, beta].concat();
            for (column, number) in ends.iter_mut().zip(&numbers) {
                column.extend(number.to_ne_bytes());
            }
            for (column, label) in labels.iter_mut().zip(of) {
                column.extend(label.to_ne_bytes());
            }
            if stated.is_exact() {
                let Place { alpha, beta, .. } = stated.place(number);
                // A plan proves 0 and 1 beside what it states. Where there is one value, each end of it is stated.
                let pairs = numbers.into_iter().zip([alpha, beta].concat());
                values.extend(pairs.filter(|&(number, _)| number != 0 && number != one));
            }
        }
        let [white, black] = labels;
        let labels = [proves[0].then_some(white), proves[1].then_some(black)];
        drop(ranked);
        Self { ends, labels, one, values, verified }
    }

    fn share(&self, number: u64) -> Option<BigRational> {
        match number {
            0 => Some(BigRational::from_integer(0.into())),
            _ if number == self.one => Some(BigRational::from_integer(1.into())),
            _ if self.verified.stated().is_exact() => {
                let &index = self.values.get(&number)?;
                Some(fraction::rational(self.verified.stated().fraction(index)))
            }
            _ if number < self.one => {
                Some(fraction::rational(Fraction { numerator: number.into(), denominator: self.one.into() }))
            }
            _ => None,
        }
    }
}

#[pymethods]
impl PyNumbers {
    /// The number of the share 1; that of the share 0 is 0.
    #[getter]
    fn one(&self) -> u64 {
        self.one
    }

    /// One of the four columns of numbers: native 64-bit numbers without sign.
    fn ends<'py>(&self, py: Python<'py>, column: usize) -> PyResult<Bound<'py, PyBytes>> {
        let column = self.ends.get(column).ok_or_else(|| wrong("required a column from 0 to 3"))?;
        Ok(PyBytes::new(py, column))
    }

    /// The labels of White, 0, or Black, 1: native 32-bit numbers without sign; None where they are not proved.
    fn labels<'py>(&self, py: Python<'py>, side: usize) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let column = self.labels.get(side).ok_or_else(|| wrong("required 0 or 1"))?;
        Ok(column.as_ref().map(|column| PyBytes::new(py, column)))
    }

    /// The share of the money that a number stands for.
    fn fraction(&self, py: Python<'_>, number: u64) -> PyResult<BigRational> {
        guarded(py, || {
            self.share(number).ok_or_else(|| wrong(format!("found {number}, required a number of this table")))
        })
    }

    /// One of the four columns as shares: native floats, each the nearest to its number.
    fn floats<'py>(&self, py: Python<'py>, column: usize) -> PyResult<Bound<'py, PyBytes>> {
        let column = self.ends.get(column).ok_or_else(|| wrong("required a column from 0 to 3"))?;
        let bytes = guarded(py, || {
            Ok(py.detach(|| {
                let mut seen: BTreeMap<u64, [u8; 8]> = BTreeMap::new();
                let mut bytes = Vec::with_capacity(column.len());
                for number in column.as_chunks().0 {
                    let number = u64::from_ne_bytes(*number);
                    let share = || self.share(number).and_then(|share| share.to_f64()).expect("a number of the table");
                    bytes.extend_from_slice(seen.entry(number).or_insert_with(|| share().to_ne_bytes()));
                }
                bytes
            }))
        })?;
        Ok(PyBytes::new(py, &bytes))
    }
}
