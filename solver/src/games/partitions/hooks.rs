//! A question about thick hooks: more of [`super::claims`].
//!
//! A thick hook has a block of b rows and c columns in its corner, an arm of A columns to the right of it and a leg of D rows below: λ = ((c + A)^b, c^D).

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::claims::{Tables, wrong_at};
use crate::audit::{Answer, Found, Question, question};

/// The question.
pub fn questions() -> Vec<Question> {
    vec![question("king-hooks", king_hooks)]
}

/// Where a cell stands in a thick hook, as far as the King cares: the parities of the arm, the leg and of the cell's distances to the end of the block, and how these compare.
type Type = ([bool; 4], [Ordering; 6]);

/// The type of a cell of the block from which i rows and j columns of the block are left, itself counted.
fn type_of([arm, leg]: [usize; 2], [i, j]: [usize; 2]) -> Type {
    let parities = [arm, leg, i, j].map(|number| number % 2 == 1);
    let orders = [(j + arm).cmp(&(i + leg)), j.cmp(&i), i.cmp(&arm), j.cmp(&leg), j.cmp(&arm), i.cmp(&leg)];
    (parities, orders)
}

/// Sides up to a number.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Side {
    side: usize,
}

/// How many types of cells there are in the thick hooks of at most so many rows and columns, if the King's value depends on the type alone; else two hooks of one type and different values.
fn king_hooks(tables: &mut Tables, Side { side }: &Side) -> Answer {
    let mut values: BTreeMap<Type, u16> = BTreeMap::new();
    let mut hooks = 0;
    for (arm, leg) in (1..*side).flat_map(|arm| (1..*side).map(move |leg| (arm, leg))) {
        // All thick hooks with this arm and leg are what is left of the largest one.
        let [rows_of_block, columns] = [side - leg, side - arm];
        let mut rows = vec![*side; rows_of_block];
        rows.resize(*side, columns);
        let (pairs, _) = tables.board("King", &rows)?;
        for (row, column) in (0..rows_of_block).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let left = [rows_of_block - row, columns - column];
            let value = pairs[row * side + column][0];
            if *values.entry(type_of([arm, leg], left)).or_insert(value) != value {
                return Ok(wrong_at(format!("arm {arm}, leg {leg}, block {}x{}", left[0], left[1])));
            }
            hooks += 1;
        }
    }
    Ok(Found::count(values.len()).noting(format!("{hooks} thick hooks up to {side} rows and columns")))
}
