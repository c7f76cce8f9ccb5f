//! Factorisation of a sparse matrix modulo a prime: sparse elimination in Markowitz's order until the rest is dense.
//!
//! Pivots are taken from the diagonal. The matrices here are `2I − A` with at most two entries of `A` to a row, where chance moves `d` and its weights in the place of the 2 and the entries, and
//! non-singular as their policy's chain ends with probability 1; every diagonal pivot is then a non-zero rational, and
//! is zero modulo a random large prime only by bad luck, in which case another prime is taken. Source of the order: H.
//! Markowitz, *The elimination form of the inverse*, 1957.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::field::{Field, PRODUCTS};

/// A row of a sparse integer matrix: columns in increasing order, with their entries.
pub type SparseRow = Vec<(u32, i64)>;

/// Sparse elimination stops when the part that is left has this share of its entries filled: one in four.
const DENSE: usize = 4;

/// `L·U` of a matrix whose rows and columns stand in the order of elimination; entries in Montgomery form.
#[derive(Clone, Debug)]
pub struct Factors {
    field: Field,
    /// By place in the elimination: the number of the row (and column).
    order: Vec<u32>,
    /// By place: what to subtract of earlier places.
    lower: Entries,
    /// By place: the later columns, already divided by the pivot.
    upper: Entries,
    /// By place: 1 over the pivot.
    inverses: Vec<u64>,
}

/// Rows of entries, one after another.
#[derive(Clone, Debug, Default)]
struct Entries {
    ends: Vec<usize>,
    entries: Vec<(u32, u64)>,
}

impl Entries {
    fn push_row(&mut self, row: impl IntoIterator<Item = (u32, u64)>) {
        self.entries.extend(row);
        self.ends.push(self.entries.len());
    }

    fn row(&self, place: usize) -> &[(u32, u64)] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.entries[start..self.ends[place]]
    }
}

/// The sum of entry × value over a row.
#[inline]
fn dot(field: Field, row: &[(u32, u64)], values: &[u64]) -> u64 {
    let mut total = 0;
    for block in row.chunks(PRODUCTS) {
        let add = |sum: u128, &(column, entry): &(u32, u64)| {
            sum.wrapping_add(u128::from(entry).wrapping_mul(u128::from(values[column as usize])))
        };
        total = field.sum(total, field.reduce(block.iter().fold(0, add)));
    }
    total
}

impl Factors {
    /// Factorises a square matrix; `None` when a pivot is zero modulo the prime.
    #[must_use]
    pub fn new(field: Field, rows: &[SparseRow]) -> Option<Self> {
        let mut work = Elimination::new(field, rows);
        while let Some(pivot) = work.next_pivot() {
            work.eliminate(pivot)?;
        }
        work.finish()
    }

    /// Entries that one solution touches.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.lower.entries.len() + self.upper.entries.len()
    }

    /// Solves `A·x = b` modulo the prime, for residues `b`; `b` and the result are in the order of the matrix.
    pub fn solve(&self, b: &[u64], scratch: &mut Vec<u64>, x: &mut [u64]) {
        let field = self.field;
        scratch.clear();
        for (place, &number) in self.order.iter().enumerate() {
            let known = dot(field, self.lower.row(place), scratch);
            let rest = field.sum(b[number as usize], field.negative(known));
            scratch.push(field.product(rest, self.inverses[place]));
        }
        for place in (0..self.order.len()).rev() {
            let known = dot(field, self.upper.row(place), scratch);
            let value = field.sum(scratch[place], field.negative(known));
            scratch[place] = value;
            x[self.order[place] as usize] = value;
        }
    }
}

/// An eliminated row.
struct Pivot {
    number: u32,
    /// The rest of the row, divided by the pivot.
    row: Vec<(u32, u64)>,
    /// 1 over the pivot.
    inverse: u64,
}

/// The state of the sparse elimination. Rows and columns carry their original numbers.
struct Elimination {
    field: Field,
    /// What is left of each row; emptied when it is the pivot.
    rows: Vec<Vec<(u32, u64)>>,
    /// By column: the rows that are left and have an entry there.
    columns: Vec<Vec<u32>>,
    /// By row: what was subtracted, as (pivot's number, factor).
    subtracted: Vec<Vec<(u32, u64)>>,
    /// In the order of elimination.
    pivots: Vec<Pivot>,
    eliminated: Vec<bool>,
    /// Candidates by cost; outdated entries are passed over.
    queue: BinaryHeap<Reverse<(usize, u32)>>,
    /// Entries in the rows that are left.
    entries: usize,
    merged: Vec<(u32, u64)>,
}

impl Elimination {
    fn new(field: Field, rows: &[SparseRow]) -> Self {
        let mut columns = vec![Vec::new(); rows.len()];
        let convert = |(number, row): (usize, &SparseRow)| {
            for &(column, _) in row {
                columns[column as usize].push(number as u32);
            }
            row.iter().map(|&(column, entry)| (column, field.form_of(entry))).collect::<Vec<_>>()
        };
        let rows: Vec<Vec<(u32, u64)>> = rows.iter().enumerate().map(convert).collect();
        let count = rows.len();
        let mut work = Self {
            field,
            entries: rows.iter().map(Vec::len).sum(),
            rows,
            columns,
            subtracted: vec![Vec::new(); count],
            pivots: Vec::new(),
            eliminated: vec![false; count],
            queue: BinaryHeap::new(),
            merged: Vec::new(),
        };
        work.queue = (0..count as u32).map(|number| Reverse((work.cost(number), number))).collect();
        work
    }

    /// How many entries the elimination of `number` can fill.
    fn cost(&self, number: u32) -> usize {
        let number = number as usize;
        self.rows[number].len().saturating_sub(1) * self.columns[number].len().saturating_sub(1)
    }

    /// The cheapest pivot; `None` when the rest is dense.
    fn next_pivot(&mut self) -> Option<u32> {
        let left = self.rows.len() - self.pivots.len();
        if self.entries * DENSE >= left * left {
            return None;
        }
        while let Some(Reverse((cost, number))) = self.queue.pop() {
            if !self.eliminated[number as usize] && cost == self.cost(number) {
                return Some(number);
            }
        }
        None
    }

    /// Eliminates one row and column; `None` when the pivot is zero.
    fn eliminate(&mut self, number: u32) -> Option<()> {
        let field = self.field;
        let mut row = std::mem::take(&mut self.rows[number as usize]);
        self.entries -= row.len();
        let place = row.binary_search_by_key(&number, |entry| entry.0).ok()?;
        let (_, pivot) = row.remove(place);
        if pivot == 0 {
            return None;
        }
        let inverse = field.inverse(pivot);
        for entry in &mut row {
            entry.1 = field.product(entry.1, inverse);
            let column = &mut self.columns[entry.0 as usize];
            let place = column.iter().position(|&other| other == number).expect("columns list their rows");
            column.swap_remove(place);
        }
        self.eliminated[number as usize] = true;
        for other in std::mem::take(&mut self.columns[number as usize]) {
            if other != number {
                self.subtract(other, number, &row);
            }
        }
        for &(column, _) in &row {
            self.queue.push(Reverse((self.cost(column), column)));
        }
        self.pivots.push(Pivot { number, row, inverse });
        Some(())
    }

    /// Subtracts a multiple of the pivot's row from another row.
    fn subtract(&mut self, other: u32, pivot: u32, pivot_row: &[(u32, u64)]) {
        let field = self.field;
        let mut row = std::mem::take(&mut self.rows[other as usize]);
        let place = row.binary_search_by_key(&pivot, |entry| entry.0).expect("columns list their rows");
        let (_, factor) = row.remove(place);
        let minus = field.negative(factor);
        self.subtracted[other as usize].push((pivot, factor));
        self.merged.clear();
        let mut own = row.iter().copied().peekable();
        for &(column, entry) in pivot_row {
            while let Some(kept) = own.next_if(|kept| kept.0 < column) {
                self.merged.push(kept);
            }
            let change = field.product(minus, entry);
            match own.next_if(|kept| kept.0 == column) {
                Some((_, kept)) => self.merged.push((column, field.sum(kept, change))),
                None => {
                    self.columns[column as usize].push(other);
                    self.merged.push((column, change));
                }
            }
        }
        self.merged.extend(own);
        self.entries += self.merged.len();
        self.entries -= row.len() + 1;
        row.clear();
        row.extend_from_slice(&self.merged);
        self.rows[other as usize] = row;
        self.queue.push(Reverse((self.cost(other), other)));
    }

    /// Factorises the dense rest and puts everything in the order of elimination.
    fn finish(self) -> Option<Factors> {
        let field = self.field;
        let rest: Vec<u32> = (0..self.rows.len() as u32).filter(|&number| !self.eliminated[number as usize]).collect();
        let mut place_of = vec![0u32; self.rows.len()];
        let order: Vec<u32> = self.pivots.iter().map(|pivot| pivot.number).chain(rest.iter().copied()).collect();
        for (place, &number) in order.iter().enumerate() {
            place_of[number as usize] = place as u32;
        }
        let moved = |row: &[(u32, u64)]| {
            let mut row: Vec<(u32, u64)> =
                row.iter().map(|&(number, entry)| (place_of[number as usize], entry)).collect();
            row.sort_unstable_by_key(|entry| entry.0);
            row
        };
        let (mut lower, mut upper, mut inverses) = (Entries::default(), Entries::default(), Vec::new());
        for Pivot { number, row, inverse } in &self.pivots {
            lower.push_row(moved(&self.subtracted[*number as usize]));
            upper.push_row(moved(row));
            inverses.push(*inverse);
        }
        let first = self.pivots.len();
        let size = rest.len();
        let mut dense = vec![0u64; size * size];
        for (index, &number) in rest.iter().enumerate() {
            for &(column, entry) in &self.rows[number as usize] {
                dense[index * size + place_of[column as usize] as usize - first] = entry;
            }
        }
        let dense_inverses = factorise_dense(field, &mut dense, size)?;
        let nonzero = |row: &[u64], columns: std::ops::Range<usize>| {
            columns
                .filter(|&column| row[column] != 0)
                .map(|column| ((first + column) as u32, row[column]))
                .collect::<Vec<_>>()
        };
        for (index, &number) in rest.iter().enumerate() {
            let row = &dense[index * size..(index + 1) * size];
            let sparse = moved(&self.subtracted[number as usize]);
            lower.push_row(sparse.into_iter().chain(nonzero(row, 0..index)));
            upper.push_row(nonzero(row, index + 1..size));
        }
        inverses.extend(dense_inverses);
        Some(Factors { field, order, lower, upper, inverses })
    }
}

/// Factorises a dense matrix in place: below the diagonal the factors of the pivots' rows, above it the rows divided by
/// their pivots. Returns the inverses of the pivots; `None` when one is zero.
///
/// Row by row, with the products of a row added up before they are reduced.
fn factorise_dense(field: Field, matrix: &mut [u64], size: usize) -> Option<Vec<u64>> {
    let mut inverses = Vec::with_capacity(size);
    let mut sums = vec![0u128; size];
    for index in 0..size {
        let (done, rest) = matrix.split_at_mut(index * size);
        let row = &mut rest[..size];
        for (sum, &entry) in sums.iter_mut().zip(row.iter()) {
            // An entry stands for itself once the sum is reduced: entry·2^64 is below 2^64·p.
            *sum = u128::from(entry) << 64;
        }
        // The shifted entry counts as one.
        let mut products = 1;
        for pivot in 0..index {
            if products == PRODUCTS {
                for sum in &mut sums[pivot..] {
                    *sum = u128::from(field.reduce(wrap(field, *sum))) << 64;
                }
                products = 1;
            }
            let factor = field.reduce(wrap(field, sums[pivot]));
            row[pivot] = factor;
            if factor == 0 {
                continue;
            }
            let minus = u128::from(field.negative(factor));
            let pivot_row = &done[pivot * size + pivot + 1..(pivot + 1) * size];
            for (sum, &entry) in sums[pivot + 1..].iter_mut().zip(pivot_row) {
                *sum = sum.wrapping_add(minus.wrapping_mul(u128::from(entry)));
            }
            products += 1;
        }
        for sum in &mut sums[index..] {
            *sum = u128::from(field.reduce(wrap(field, *sum)));
        }
        if sums[index] == 0 {
            return None;
        }
        let inverse = field.inverse(sums[index] as u64);
        inverses.push(inverse);
        row[index] = 0;
        for (entry, &sum) in row[index + 1..].iter_mut().zip(&sums[index + 1..]) {
            *entry = field.product(sum as u64, inverse);
        }
    }
    Some(inverses)
}

/// Brings a sum below 2^64·p: an entry shifted by a word and up to 63 products make less than twice that.
fn wrap(field: Field, sum: u128) -> u128 {
    let limit = u128::from(field.prime()) << 64;
    if sum >= limit { sum - limit } else { sum }
}
