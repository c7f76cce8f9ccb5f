//! The finite part of the proof for thick hooks: the corners and rays of all configurations, and a table by a walk over options.

use std::collections::BTreeMap;

/// The linear forms of a configuration in the arm A, the leg D, and the rows i and columns j of the block.
const FORMS: [[i64; 4]; 10] = [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
    [0, 0, -1, 1],
    [-1, 0, 1, 0],
    [0, -1, 0, 1],
    [-1, 0, 0, 1],
    [0, -1, 1, 0],
    [1, -1, -1, 1],
];

/// The first four are at least 1, or at least 2; the others are from -2 to 2, or beyond.
fn greatest_bound(form: usize) -> i64 {
    if form < 4 { 2 } else { 3 }
}

fn determinant(rows: &[Vec<i64>]) -> i64 {
    let Some((first, rest)) = rows.split_first() else { return 1 };
    (0..first.len())
        .map(|column| {
            let minor: Vec<Vec<i64>> = rest.iter().map(|row| without(row, column)).collect();
            first[column] * if column.is_multiple_of(2) { determinant(&minor) } else { -determinant(&minor) }
        })
        .sum()
}

fn without(row: &[i64], column: usize) -> Vec<i64> {
    row.iter().enumerate().filter(|(number, _)| *number != column).map(|(_, entry)| *entry).collect()
}

/// All sets of so many forms.
fn sets(size: u32) -> impl Iterator<Item = Vec<usize>> {
    (0..1_u32 << FORMS.len())
        .filter(move |set| set.count_ones() == size)
        .map(|set| (0..FORMS.len()).filter(|form| set >> form & 1 == 1).collect())
}

fn divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { divisor(b, a % b) }
}

#[test]
fn corners_and_rays_of_thick_hooks_are_small() {
    let mut corner = 0;
    for set in sets(4) {
        let rows: Vec<Vec<i64>> = set.iter().map(|form| FORMS[*form].to_vec()).collect();
        let whole = determinant(&rows);
        if whole == 0 {
            continue;
        }
        // Cramer's rule, each bound with the sign that makes the number greatest.
        for unknown in 0..4 {
            let share = |place: usize| {
                let others: Vec<Vec<i64>> =
                    (0..4).filter(|row| *row != place).map(|row| without(&rows[row], unknown)).collect();
                determinant(&others).abs() * greatest_bound(set[place])
            };
            let most = (0..4).map(share).sum::<i64>();
            corner = corner.max((most + whole.abs() - 1) / whole.abs());
        }
    }
    assert_eq!(corner, 14);

    let mut entry = 0;
    for set in sets(3) {
        let rows: Vec<Vec<i64>> = set.iter().map(|form| FORMS[*form].to_vec()).collect();
        let cofactor = |column: usize| {
            let minor: Vec<Vec<i64>> = rows.iter().map(|row| without(row, column)).collect();
            if column.is_multiple_of(2) { determinant(&minor) } else { -determinant(&minor) }
        };
        let ray: Vec<i64> = (0..4).map(cofactor).collect();
        let common = ray.iter().fold(0, |common, entry| divisor(common, *entry));
        // A ray never goes below 0, for all four numbers are at least 1 on it.
        let is_ray = ray.iter().all(|entry| *entry >= 0) || ray.iter().all(|entry| *entry <= 0);
        if common > 0 && is_ray {
            entry = entry.max(ray.iter().map(|entry| entry.abs() / common).max().unwrap_or(0));
        }
    }
    assert_eq!(entry, 2);
    // So all numbers are below 14 + 4 · 2 · 2, and sums of two of them at most 58.
}

/// The King's values on all thick hooks with arm and leg, by a walk over what he reaches.
fn values(arm: usize, leg: usize, most: usize) -> BTreeMap<[usize; 2], u8> {
    let mut rectangle = BTreeMap::new();
    let mut fill = |rows: usize, columns: usize| {
        for place in (1..=rows).flat_map(|row| (1..=columns).map(move |column| [row, column])) {
            let [row, column] = place;
            let reached = [[row - 1, column], [row, column - 1], [row - 1, column - 1]];
            let seen: Vec<u8> = reached.iter().filter_map(|to| rectangle.get(to).copied()).collect();
            rectangle.insert(place, (0..).find(|value| !seen.contains(value)).expect("a number"));
        }
    };
    fill(leg.max(arm).max(most), leg.max(arm).max(most));
    let mut all: BTreeMap<[usize; 2], u8> = BTreeMap::new();
    for [row, column] in (1..=most).flat_map(|row| (1..=most).map(move |column| [row, column])) {
        let value = |[row, column]: [usize; 2]| match (row, column) {
            (0, 0) => None,
            (0, _) => Some(rectangle[&[leg, column]]),
            (_, 0) => Some(rectangle[&[row, arm]]),
            _ => Some(all[&[row, column]]),
        };
        let reached = [[row - 1, column], [row, column - 1], [row - 1, column - 1]];
        let seen: Vec<u8> = reached.into_iter().filter_map(value).collect();
        let least = (0..).find(|value| !seen.contains(value)).expect("a number");
        all.insert([row, column], least);
    }
    all
}

#[test]
fn the_king_on_thick_hooks_sees_the_type_alone() {
    let mut table = BTreeMap::new();
    for (arm, leg) in (1..=12).flat_map(|arm| (1..=12).map(move |leg| (arm, leg))) {
        for ([i, j], value) in values(arm, leg, 30) {
            let signs = [j.cmp(&i), i.cmp(&arm), j.cmp(&leg), j.cmp(&arm), i.cmp(&leg), (j + arm).cmp(&(i + leg))];
            let key = ([arm, leg, i, j].map(|number| number % 2), signs);
            assert_eq!(*table.entry(key).or_insert(value), value, "arm {arm}, leg {leg}, block {i}x{j}");
            assert_eq!(value == 0, (i + leg) % 2 == 1 && (j + arm) % 2 == 1, "arm {arm}, leg {leg}, block {i}x{j}");
        }
    }
    // What the audit finds in hooks of up to 60 rows and columns.
    assert_eq!(table.len(), 826);
}

/// The Rook's value at each cell of a partition, by a walk over the cells to the right and below.
fn rook(rows: &[usize]) -> BTreeMap<[usize; 2], usize> {
    let mut all: BTreeMap<[usize; 2], usize> = BTreeMap::new();
    for (row, column) in (0..rows.len()).rev().flat_map(|row| (0..rows[row]).rev().map(move |column| (row, column))) {
        let right = (column + 1..rows[row]).map(|to| all[&[row, to]]);
        let below = (row + 1..rows.len()).filter(|to| column < rows[*to]).map(|to| all[&[to, column]]);
        let seen: Vec<usize> = right.chain(below).collect();
        let least = (0..).find(|value| !seen.contains(value)).expect("a number");
        all.insert([row, column], least);
    }
    all
}

/// All partitions of a number into parts of at most so many.
fn partitions(number: usize, most: usize) -> Vec<Vec<usize>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let first = |part: usize| partitions(number - part, part).into_iter().map(move |rest| [vec![part], rest].concat());
    (1..=most.min(number)).flat_map(first).collect()
}

#[test]
fn squares_of_cells_scale_the_values_of_the_rook() {
    for rows in (1..=8).flat_map(|size| partitions(size, size)) {
        let small = rook(&rows);
        for side in [2, 4] {
            let large: Vec<usize> = rows.iter().flat_map(|row| std::iter::repeat_n(row * side, side)).collect();
            for ([row, column], value) in rook(&large) {
                let claimed =
                    side * small[&[row / side, column / side]] + ((side - 1 - row % side) ^ (side - 1 - column % side));
                assert_eq!(value, claimed, "{rows:?} times {side}, cell {row}, {column}");
            }
        }
    }
}

#[test]
fn the_rook_loses_on_thick_hooks_that_are_as_wide_as_high_with_a_block_longer_than_the_arm() {
    for (i, j, arm, leg) in (1..=6)
        .flat_map(|i| (1..=6).flat_map(move |j| (1..=6).flat_map(move |arm| (1..=6).map(move |leg| (i, j, arm, leg)))))
    {
        let rows = [vec![j + arm; i], vec![j; leg]].concat();
        let loses = rook(&rows)[&[0, 0]] == 0;
        assert_eq!(loses, i + leg == j + arm && i > arm, "arm {arm}, leg {leg}, block {i}x{j}");
    }
}
