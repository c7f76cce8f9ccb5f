//! Losing cells of one board, by marking: the cells are taken from the last to the first; a losing one marks all cells that can move to it.

use games::partitions::Moves;

use super::board::starts;

/// The losing cells, increasing.
#[must_use]
pub fn solve(piece: &Moves, rows: &[usize], misere: bool) -> Vec<usize> {
    let starts = starts(rows);
    let is_cell = |row: usize, column: usize| row < rows.len() && column < rows[row];
    let (mut wins, mut losing) = (vec![false; starts[rows.len()]], Vec::new());
    for row in (0..rows.len()).rev() {
        for column in (0..rows[row]).rev() {
            let all = || piece.steps.iter().chain(&piece.rides);
            let at_end = || !all().any(|by| is_cell(row + by[0], column + by[1]));
            if wins[starts[row] + column] || misere && at_end() {
                continue;
            }
            losing.push(starts[row] + column);
            let mut mark = |by: &[usize; 2], most: usize| {
                for times in 1..=most {
                    match (row.checked_sub(times * by[0]), column.checked_sub(times * by[1])) {
                        (Some(row), Some(column)) => wins[starts[row] + column] = true,
                        _ => break,
                    }
                }
            };
            piece.steps.iter().for_each(|by| mark(by, 1));
            piece.rides.iter().for_each(|by| mark(by, usize::MAX));
        }
    }
    losing.reverse();
    losing
}
