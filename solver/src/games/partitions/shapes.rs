//! Questions about the shapes themselves: more of [`super::claims`].

use serde::Deserialize;
use session::claims::partitions::{partition, partition_text, rest};

use super::claims::{Tables, holds, wrong_at};
use crate::audit::{Answer, Question, question};

/// All questions.
pub fn questions() -> Vec<Question> {
    vec![
        question("left-of-left", left_of_left),
        question("staircase-parts", staircase_parts),
        question("staircase-families", staircase_families),
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
