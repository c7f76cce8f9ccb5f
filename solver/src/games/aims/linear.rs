//! Linear equations with rational numbers, solved exactly. The matrices are sparse: a few numbers in a row.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

/// A row: its numbers by column, and what stands on the right side, for several systems at once.
#[derive(Clone, Debug)]
pub struct Row {
    /// The numbers that are not 0.
    pub terms: BTreeMap<usize, BigRational>,
    /// The right sides.
    pub right: Vec<BigRational>,
}

impl Row {
    /// Adds to the number of a column.
    pub fn add(&mut self, column: usize, number: &BigRational) {
        let sum = self.terms.entry(column).or_insert_with(BigRational::zero);
        *sum += number;
        if sum.is_zero() {
            self.terms.remove(&column);
        }
    }

    /// Takes away a multiple of another row.
    fn subtract(&mut self, factor: &BigRational, other: &Self) {
        for (&column, number) in &other.terms {
            self.add(column, &-(factor * number));
        }
        for (own, number) in self.right.iter_mut().zip(&other.right) {
            if !number.is_zero() {
                *own -= factor * number;
            }
        }
    }
}

/// The solutions of as many equations as unknowns, one list for each right side; none if the equations depend on each other.
#[must_use]
pub fn solve(mut rows: Vec<Row>) -> Option<Vec<Vec<BigRational>>> {
    let (count, sides) = (rows.len(), rows.first().map_or(0, |row| row.right.len()));
    let mut rest: Vec<usize> = (0..count).collect();
    let mut done = Vec::with_capacity(count);
    while !rest.is_empty() {
        // The shortest row, and of its columns the one in the fewest rows: few numbers come up.
        let (place, _) = rest.iter().enumerate().min_by_key(|(_, row)| rows[**row].terms.len())?;
        let pivot = rest.swap_remove(place);
        let uses = |column: usize| rest.iter().filter(|row| rows[**row].terms.contains_key(&column)).count();
        let column = rows[pivot].terms.keys().copied().min_by_key(|&column| uses(column))?;
        let inverse = rows[pivot].terms[&column].recip();
        if !inverse.is_one() {
            let row = &mut rows[pivot];
            row.terms.values_mut().for_each(|number| *number *= &inverse);
            row.right.iter_mut().for_each(|number| *number *= &inverse);
        }
        let row = rows[pivot].clone();
        for &other in &rest {
            if let Some(factor) = rows[other].terms.get(&column).cloned() {
                rows[other].subtract(&factor, &row);
            }
        }
        done.push((column, row));
    }
    let mut found = vec![vec![BigRational::zero(); count]; sides];
    for (column, row) in done.iter().rev() {
        for (side, found) in found.iter_mut().enumerate() {
            let known = row.terms.iter().filter(|(other, _)| *other != column);
            let sum = known.fold(row.right[side].clone(), |sum, (other, number)| sum - number * &found[*other]);
            found[*column] = sum;
        }
    }
    Some(found)
}
