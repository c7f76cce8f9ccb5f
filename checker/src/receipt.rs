//! The receipt: what was counted while a certificate was verified, and the claim in words.
//!
//! Responsible for: counting conditions, labels and positions that are not sharp; the sentence that says what is verified. Nothing
//! is decided here: everything is read from tables that have passed. Left to others: the conditions (`conditions`).

use num_bigint::BigUint;
use num_rational::BigRational;

use crate::board::Colour;
use crate::exact::Exact;
use crate::failure::Condition;
use crate::graph::Graph;
use crate::notation;
use crate::values;
use crate::verified::Table;

/// What was counted while a certificate was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// How often each condition was evaluated: `header` once; `canonical` for each odd part, value and record; `imports`
    /// for each import; every other one for each position, and `richman` for both values where there are two tables.
    pub evaluations: Vec<(Condition, usize)>,
    /// The largest finite T.
    pub largest_white_label: u32,
    /// The largest finite T′.
    pub largest_black_label: u32,
    /// Size in bits of the largest denominator of a value in lowest terms.
    pub largest_denominator_bits: u64,
    /// Positions with different lower and upper values; a sharp table has none.
    pub not_sharp: usize,
    /// The largest difference of the upper and the lower value of a position.
    pub widest_gap: BigRational,
    /// The first position that has it, in the canonical order, unless all are sharp.
    pub widest_gap_at: Option<String>,
}

impl Receipt {
    /// Counts what has been verified.
    pub(crate) fn new(graph: &Graph, table: &Table) -> Self {
        let (Table::Sharp(exact) | Table::Two(exact)) = table;
        let positions = graph.positions.count();
        let canonical = exact.odd_parts.len().saturating_add(exact.values.len()).saturating_add(positions);
        let mut evaluations = vec![
            (Condition::Header, 1),
            (Condition::Canonical, canonical),
            (Condition::Coverage, positions),
            (Condition::Imports, graph.imports.len()),
        ];
        evaluations.extend(match table {
            Table::Sharp(_) => vec![
                (Condition::WhiteGreedy, positions),
                (Condition::BlackGreedy, positions),
                (Condition::Richman, positions),
            ],
            Table::Two(_) => vec![(Condition::Richman, positions.saturating_mul(2))],
        });
        evaluations.extend([(Condition::WhiteLabel, positions), (Condition::BlackLabel, positions)]);
        let largest = |colour| exact.nodes.iter().filter_map(|p| p.label(colour).steps()).max().unwrap_or(0);
        let (widest_gap, widest) = widest_gap(exact);
        let fen = |number| graph.positions.placement(number).map(|placement| notation::fen(&placement));
        Self {
            evaluations,
            largest_white_label: largest(Colour::White),
            largest_black_label: largest(Colour::Black),
            largest_denominator_bits: values::largest_denominator(&exact.odd_parts, &exact.values),
            not_sharp: exact.nodes.iter().filter(|p| p.values.0 < p.values.1).count(),
            widest_gap,
            widest_gap_at: widest.and_then(fen),
        }
    }

    /// What is verified, in words.
    pub(crate) fn claim(&self, graph: &Graph, table: &Table) -> String {
        let (endgame, positions) = (&graph.endgame, graph.positions.count());
        match table {
            Table::Sharp(_) => {
                format!("{endgame}: all {positions} positions are sharp, with these exact values and labels")
            }
            Table::Two(_) => {
                let all = format!("{endgame}: all {positions} positions have these exact values and labels");
                let (count, gap) = (self.not_sharp, &self.widest_gap);
                match &self.widest_gap_at {
                    Some(fen) => format!("{all}; {count} are not sharp, the widest gap is {gap} at {fen}"),
                    None => format!("{all}; all are sharp"),
                }
            }
        }
    }
}

/// The largest difference of the two values of a position, and the first position that has it; none if it is 0.
fn widest_gap(exact: &Exact) -> (BigRational, Option<usize>) {
    let (mut widest, mut at) = (BigUint::ZERO, None);
    for (number, p) in exact.nodes.iter().enumerate().filter(|(_, p)| p.values.0 < p.values.1) {
        let gap = exact.scale.excess(p.values.1, p.values.0);
        if gap > widest {
            (widest, at) = (gap, Some(number));
        }
    }
    (exact.scale.fraction(widest), at)
}
