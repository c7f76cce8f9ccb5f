//! Questions about the shapes themselves, and about the ends of plays: more of [`super::claims`].

use report::claims::partitions::{partition, partition_text, piece, rest};
use serde::Deserialize;

use super::claims::{PIECES, Tables, holds, truncated, wrong_at};
use crate::audit::{Answer, Found, Item, Nothing, Question, question};

/// All questions.
pub(super) fn questions() -> Vec<Question> {
    vec![
        question("left-of-left", left_of_left),
        question("staircase-parts", staircase_parts),
        question("staircase-families", staircase_families),
        question("misere-lctr", misere_lctr),
        question("truncation-beyond-corners", truncation_beyond_corners),
        question("truncation-other-values", truncation_other_values),
        question("one-losing-cell", one_losing_cell),
        question("rook-ample", rook_ample),
        question("misere-inside-staircase", misere_inside_staircase),
        question("values-at-most", values_at_most),
        question("latin-squares", latin_squares),
    ]
}

/// Numbers up to this.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UpTo {
    side: usize,
}

/// Whether deleting i rows and j columns, and then k and l, leaves what deleting i + k and j + l leaves, for all partitions and numbers up to `side`.
fn left_of_left(tables: &mut Tables, UpTo { side }: &UpTo) -> Answer {
    let mut cases = 0;
    for number in 0..tables.count() {
        let rows = tables.all.rows(number);
        for (i, j) in (0..=*side).flat_map(|i| (0..=*side).map(move |j| (i, j))) {
            let once = rest(&rows, [i, j]);
            for (k, l) in (0..=*side).flat_map(|k| (0..=*side).map(move |l| (k, l))) {
                if rest(&once, [k, l]) != rest(&rows, [i + k, j + l]) {
                    return Ok(wrong_at(format!("{}, {i}, {j}, {k}, {l}", partition_text(&rows))));
                }
                cases += 1;
            }
        }
    }
    Ok(holds(format!("{cases} cases")))
}

/// Whether part r of what is left of S(k,a,b) without i rows and j columns is a(k − ⌊(i + r − 1)/b⌋) − j, as long as that is above 0; for all numbers up to `side`.
fn staircase_parts(_: &mut (), UpTo { side }: &UpTo) -> Answer {
    let side = *side;
    let (mut cases, mut shapes) = (0, 0);
    for (k, a, b) in (1..=side).flat_map(|k| (1..=side).flat_map(move |a| (1..=side).map(move |b| (k, a, b)))) {
        let rows = partition(&format!("S({k},{a},{b})"))?;
        shapes += 1;
        for (i, j) in (0..k * b).flat_map(|i| (0..a * k).map(move |j| (i, j))) {
            let part = |r: usize| (a * k.saturating_sub((i + r) / b)).saturating_sub(j);
            let claimed: Vec<usize> = (0..).map(part).take_while(|part| *part > 0).collect();
            if rest(&rows, [i, j]) != claimed {
                return Ok(wrong_at(format!("S({k},{a},{b}), {i} rows and {j} columns")));
            }
            cases += 1;
        }
    }
    Ok(holds(format!("{cases} cases, of {shapes} staircases")))
}

/// Whether S(k,1,1) has the parts k, k − 1, …, 1, and S(1,a,b) is the rectangle of b rows of length a; for all numbers up to `side`.
fn staircase_families(_: &mut (), UpTo { side }: &UpTo) -> Answer {
    for k in 1..=*side {
        if partition(&format!("S({k},1,1)"))? != (1..=k).rev().collect::<Vec<usize>>() {
            return Ok(wrong_at(format!("S({k},1,1)")));
        }
        for b in 1..=*side {
            if partition(&format!("S(1,{k},{b})"))? != vec![k; b] {
                return Ok(wrong_at(format!("S(1,{k},{b})")));
            }
        }
    }
    Ok(holds(format!("{side} staircases and {} rectangles", side * side)))
}

/// Whether Downright is won by the same player as misère LCTR on each partition. In LCTR a row or a column is deleted, also the last one; whoever does that loses.
fn misere_lctr(tables: &mut Tables, _: &Nothing) -> Answer {
    let (pairs, _) = tables.sizes("Downright")?;
    let mut wins: Vec<bool> = Vec::with_capacity(tables.count());
    for number in 0..tables.count() {
        // The empty partition is won by the player to move: the other one has deleted the last cell.
        let is_lost = |by| tables.all.left(number, by).is_some_and(|to| !wins[to]);
        wins.push(is_lost([1, 0]) || is_lost([0, 1]));
        if wins[number] == (pairs[number][0] == 0) {
            return Ok(wrong_at(partition_text(&tables.all.rows(number))));
        }
    }
    Ok(holds(format!("{} partitions", wins.len())))
}

/// The pieces for which truncation takes more from some partition than its corners.
fn truncation_beyond_corners(tables: &mut Tables, _: &Nothing) -> Answer {
    let (mut pieces, mut examples) = (Vec::new(), Vec::new());
    for name in PIECES {
        let moves = piece(name)?;
        let takes_more = |number: &usize| {
            let rows = tables.all.rows(*number);
            // A corner is the last cell of a row that is longer than the next one.
            let is_corner = |i: usize| rows.get(i + 1).is_none_or(|next| *next < rows[i]);
            let without = (0..rows.len()).map(|i| rows[i] - usize::from(is_corner(i)));
            truncated(&moves, &rows) != without.take_while(|row| *row > 0).collect::<Vec<usize>>()
        };
        if let Some(first) = (0..tables.count()).find(takes_more) {
            pieces.push(name);
            examples.push(format!("{name} on {}", partition_text(&tables.all.rows(first))));
        }
    }
    Ok(Found::words(pieces).noting(format!("{} partitions; first {}", tables.count(), examples.join(", "))))
}

/// The pieces for which the misère value of some partition is another than the value of its truncation.
fn truncation_other_values(tables: &mut Tables, _: &Nothing) -> Answer {
    let (mut pieces, mut examples) = (Vec::new(), Vec::new());
    for name in PIECES {
        let ((pairs, _), moves) = (tables.sizes(name)?, piece(name)?);
        let differs = |number: &usize| {
            let left = tables.all.find(&truncated(&moves, &tables.all.rows(*number)));
            left.is_some_and(|left| pairs[*number][1] != pairs[left][0])
        };
        if let Some(first) = (0..tables.count()).find(differs) {
            pieces.push(name);
            examples.push(format!("{name} on {}", partition_text(&tables.all.rows(first))));
        }
    }
    Ok(Found::words(pieces).noting(format!("{} partitions; first {}", tables.count(), examples.join(", "))))
}

/// A piece.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfPiece {
    piece: String,
}

/// How many cells of the first row are losing, and how many of the first column.
fn losing_cells(tables: &Tables, pairs: &[[u16; 2]], number: usize) -> [usize; 2] {
    [[0, 1], [1, 0]].map(|by| {
        let cells = std::iter::successors(Some(number), |cell| tables.all.left(*cell, by));
        cells.filter(|cell| pairs[*cell][0] == 0).count()
    })
}

/// Whether no row and no column has two losing cells.
fn one_losing_cell(tables: &mut Tables, OfPiece { piece }: &OfPiece) -> Answer {
    let (pairs, _) = tables.sizes(piece)?;
    let two = |number: &usize| losing_cells(tables, &pairs, *number).iter().any(|count| *count > 1);
    // The other rows of a partition are first rows of what is left of it.
    let wrong = (0..tables.count()).find(two).map(|number| wrong_at(partition_text(&tables.all.rows(number))));
    Ok(wrong.unwrap_or_else(|| holds(format!("first rows and columns of {} partitions", tables.count()))))
}

/// Whether the Rook has a losing cell in every row and every column exactly if λ₁ = ℓ = n and λ_i ≥ n − i + 1 for all i; (1) is left out.
fn rook_ample(tables: &mut Tables, _: &Nothing) -> Answer {
    let (pairs, _) = tables.sizes("Rook")?;
    let mut ample = 0;
    for number in 1..tables.count() {
        let rows = tables.all.rows(number);
        let n = rows.len();
        let has = |which: usize, by: [usize; 2]| {
            let starts = std::iter::successors(Some(number), |cell| tables.all.left(*cell, by));
            starts.into_iter().all(|cell| losing_cells(tables, &pairs, cell)[which] > 0)
        };
        let is_ample = has(0, [1, 0]) && has(1, [0, 1]);
        ample += usize::from(is_ample);
        if is_ample != (rows[0] == n && (0..n).all(|i| rows[i] + i >= n)) {
            return Ok(wrong_at(partition_text(&rows)));
        }
    }
    Ok(holds(format!("{} partitions, {ample} of them ample", tables.count() - 1)))
}

/// Whether the misère value is 1 − (k − 1) for k ≤ 2 and k − 1 for greater k, if λ lies inside the staircase of k = max(λ₁, ℓ) steps.
fn misere_inside_staircase(tables: &mut Tables, OfPiece { piece }: &OfPiece) -> Answer {
    let (pairs, _) = tables.sizes(piece)?;
    let mut cases = 0;
    for number in 0..tables.count() {
        let rows = tables.all.rows(number);
        let k = rows[0].max(rows.len());
        if (0..).zip(&rows).all(|(i, row)| row + i <= k) {
            cases += 1;
            let claimed = if k <= 2 { 2 - k } else { k - 1 };
            if usize::from(pairs[number][1]) != claimed {
                return Ok(wrong_at(partition_text(&rows)));
            }
        }
    }
    Ok(holds(format!("{cases} partitions")))
}

/// The greatest normal and the greatest misère value of a piece.
fn values_at_most(tables: &mut Tables, OfPiece { piece }: &OfPiece) -> Answer {
    let (pairs, _) = tables.sizes(piece)?;
    let greatest = [0, 1].map(|play: usize| pairs.iter().map(|pair| pair[play]).max().unwrap_or(0));
    Ok(Found::list(greatest.map(Item::from)).noting(format!("{} partitions", pairs.len())))
}

/// Sides of squares.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sides {
    sides: Vec<usize>,
}

/// Whether the Rook's values on each of these squares are a Latin square: each number below the side once in each row and each column.
fn latin_squares(tables: &mut Tables, Sides { sides }: &Sides) -> Answer {
    for &side in sides {
        let (pairs, _) = tables.board("Rook", &vec![side; side])?;
        let all: Vec<u16> = (0..side).map(|value| value as u16).collect();
        for line in 0..side {
            for place in [|side, line, at| line * side + at, |side: usize, line: usize, at: usize| at * side + line] {
                let mut values: Vec<u16> = (0..side).map(|at| pairs[place(side, line, at)][0]).collect();
                values.sort_unstable();
                if values != all {
                    return Ok(wrong_at(format!("{side}x{side}, line {}", line + 1)));
                }
            }
        }
    }
    Ok(holds(format!("{} squares", sides.len())))
}
