//! Questions about thick hooks, and three about plays of all partitions: more of [`super::claims`].
//!
//! A thick hook has a block of b rows and c columns in its corner, an arm of A columns to the right of it and a leg of D rows below: λ = ((c + A)^b, c^D).

use std::cmp::Ordering;
use std::collections::BTreeMap;

use games::partitions::Moves;
use report::claims::partitions::{partition_text, piece};
use serde::Deserialize;

use super::claims::{PIECES, Tables, holds, rectangles, wrong_at};
use crate::audit::{Answer, Found, Nothing, Question, question};

/// All questions.
pub(super) fn questions() -> Vec<Question> {
    vec![
        question("king-hooks", king_hooks),
        question("smaller-plays", smaller_plays),
        question("truncation-shortens", truncation_shortens),
        question("queen-golden", queen_golden),
    ]
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

/// The longest plays of a piece on all partitions.
fn longest(tables: &Tables, moves: &Moves) -> Vec<usize> {
    let mut longest: Vec<usize> = Vec::with_capacity(tables.count());
    for number in 0..tables.count() {
        let options = tables.options(moves, number);
        longest.push(options.iter().map(|to| longest[*to] + 1).max().unwrap_or(0));
    }
    longest
}

/// Whether no play on a partition gets longer when a cell at a corner is taken away, with any piece.
fn smaller_plays(tables: &mut Tables, _: &Nothing) -> Answer {
    let mut cases = 0;
    for name in PIECES {
        let longest = longest(tables, &piece(name)?);
        for number in 0..tables.count() {
            let rows = tables.all.rows(number);
            for corner in (0..rows.len()).filter(|row| rows.get(row + 1).is_none_or(|below| below < &rows[*row])) {
                let mut less = rows.clone();
                less[corner] -= 1;
                less.retain(|row| *row > 0);
                let Some(other) = tables.all.find(&less) else { continue };
                cases += 1;
                if longest[other] > longest[number] {
                    return Ok(wrong_at(format!("{name}, {}", partition_text(&rows))));
                }
            }
        }
    }
    Ok(holds(format!("{cases} pairs, {} pieces", PIECES.len())))
}

/// Whether the longest play on λ, where somebody can move, is one move longer than that on λ without the cells from which the piece cannot move.
fn truncation_shortens(tables: &mut Tables, _: &Nothing) -> Answer {
    let mut cases = 0;
    for name in PIECES {
        let moves = piece(name)?;
        let longest = longest(tables, &moves);
        for number in (0..tables.count()).filter(|number| longest[*number] > 0) {
            let rows = tables.all.rows(number);
            let left = super::claims::truncated(&moves, &rows);
            let Some(other) = tables.all.find(&left) else {
                return Ok(wrong_at(format!("{name}, {}: nothing is left", partition_text(&rows))));
            };
            if longest[other] + 1 != longest[number] {
                return Ok(wrong_at(format!("{name}, {}", partition_text(&rows))));
            }
            cases += 1;
        }
    }
    Ok(holds(format!("{cases} cases, {} pieces", PIECES.len())))
}

/// Whether the Queen wins on each rectangle whose longer side is at least the golden ratio times the shorter one.
fn queen_golden(tables: &mut Tables, _: &Nothing) -> Answer {
    const SIDE: usize = 300;
    let mut cases = 0;
    for ([a, b], value) in rectangles(tables, "Queen", SIDE)? {
        let [short, long] = [a.min(b), a.max(b)];
        // long / short is greater than the golden ratio if and only if its square is greater than itself and 1.
        if long * long > short * (long + short) {
            cases += 1;
            if value == 0 {
                return Ok(wrong_at(format!("{a}x{b}")));
            }
        }
    }
    Ok(holds(format!("{cases} rectangles up to {SIDE}x{SIDE}")))
}
