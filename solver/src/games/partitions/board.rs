//! Values of all cells of a board, from the last cell to the first. Each line of a ride has a mask of the values that stand on it.

use games::partitions::Moves;

use super::{Solved, classes};

/// The number of the first cell of each row, and of all cells.
#[must_use]
pub fn starts(rows: &[usize]) -> Vec<usize> {
    let mut starts = vec![0];
    for row in rows {
        starts.push(starts[starts.len() - 1] + row);
    }
    starts
}

/// The lines of a ride.
struct Lines {
    /// For each cell, the number of its line.
    of: Vec<u32>,
    /// For each line and play, so many words of bits.
    masks: Vec<u64>,
    /// For each line, the union of the bits of its cells, for the classes.
    bits: Vec<u8>,
}

/// No line yet.
const NONE: u32 = u32::MAX;

/// Solves; `tick` is called after each row.
#[must_use]
pub fn solve(piece: &Moves, rows: &[usize], mut tick: impl FnMut()) -> Solved {
    let starts = starts(rows);
    let count = starts[rows.len()];
    // Rows and columns together bound the values.
    let words = (rows.len() + rows[0]).div_ceil(64) + 1;
    let mut lines: Vec<Lines> =
        piece.rides.iter().map(|_| Lines { of: vec![NONE; count], masks: Vec::new(), bits: Vec::new() }).collect();
    let (mut pairs, mut own_bits, mut against) = (vec![[0; 2]; count], vec![0; count], [None; 6]);
    for row in (0..rows.len()).rev() {
        for column in (0..rows[row]).rev() {
            let cell = starts[row] + column;
            let to = |[down, right]: [usize; 2]| {
                let (row, column) = (row + down, column + right);
                (row < rows.len() && column < rows[row]).then(|| starts[row] + column)
            };
            let mut options = 0;
            let mut stepped = Vec::with_capacity(piece.steps.len());
            for option in piece.steps.iter().filter_map(|by| to(*by)) {
                stepped.push(pairs[option]);
                options |= own_bits[option];
            }
            let mut ridden = Vec::with_capacity(lines.len());
            for (lines, by) in lines.iter_mut().zip(&piece.rides) {
                // The next cell of the line has been there before, and begun it.
                match to(*by) {
                    Some(next) => {
                        let line = lines.of[next];
                        lines.of[cell] = line;
                        options |= lines.bits[line as usize];
                        ridden.push(line);
                    }
                    None => {
                        lines.of[cell] = lines.bits.len() as u32;
                        lines.bits.push(0);
                        lines.masks.extend(std::iter::repeat_n(0, 2 * words));
                        ridden.push(lines.of[cell]);
                    }
                }
            }
            let mex = |play: usize| {
                (0..words)
                    .find_map(|word| {
                        let mut seen = 0;
                        for (lines, line) in lines.iter().zip(&ridden) {
                            seen |= lines.masks[(2 * *line as usize + play) * words + word];
                        }
                        for pair in &stepped {
                            let value = usize::from(pair[play]);
                            seen |= if value / 64 == word { 1 << (value % 64) } else { 0 };
                        }
                        (seen != u64::MAX).then(|| 64 * word as u16 + seen.trailing_ones() as u16)
                    })
                    .expect("not all values are seen")
            };
            let pair = if options == 0 { [0, 1] } else { [mex(0), mex(1)] };
            let bits = classes::bits(pair, options);
            classes::note(&mut against, cell, pair, options);
            (pairs[cell], own_bits[cell]) = (pair, bits);
            for (lines, line) in lines.iter_mut().zip(ridden) {
                lines.bits[line as usize] |= bits;
                for (play, value) in pair.into_iter().enumerate() {
                    let value = usize::from(value);
                    lines.masks[(2 * line as usize + play) * words + value / 64] |= 1 << (value % 64);
                }
            }
        }
        tick();
    }
    Solved { pairs, against }
}
