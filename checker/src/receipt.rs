//! The receipt: what was counted while a certificate was verified, and the claim in words.
//!
//! Responsible for: counting conditions, labels and positions that are not sharp; the sentence that says what is verified. Nothing
//! is decided here: everything is read from tables that have passed. Left to others: the conditions (`conditions`,
//! `enclosure`).

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::One as _;

use crate::enclosure::Enclosed;
use crate::exact::Exact;
use crate::failure::Condition;
use crate::graph::Graph;
use crate::graph_table::GraphValues;
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
    /// Size in bits of the largest denominator of a value in lowest terms; of an enclosure, of its units.
    pub largest_denominator_bits: u64,
    /// Positions with different lower and upper values; a sharp table has none. Of an enclosure, those that it shows to be so.
    pub not_sharp: usize,
    /// The largest difference of the upper and the lower value of a position; of an enclosure, the largest that it shows.
    pub widest_gap: BigRational,
    /// The first position that has it, in the canonical order, as a FEN or by its name; none if no position counts as not sharp.
    pub widest_gap_at: Option<String>,
    /// Of an enclosure: the largest distance of two bounds on the same value.
    pub largest_width: Option<BigRational>,
}

impl Receipt {
    /// Counts what has been verified.
    pub(crate) fn new(graph: &Graph, table: &Table) -> Self {
        let fen = |number| graph.positions.placement(number).map(|placement| notation::fen(&placement));
        Self::counted(table, evaluations(table, graph.positions.count(), Some(graph.imports.len())), fen)
    }

    /// Counts what has been verified of a game that is given as a graph.
    pub(crate) fn of_game(GraphValues { game, table }: &GraphValues) -> Self {
        let name = |record| game.name(usize::try_from(*game.inner().get(record)?).ok()?).map(str::to_owned);
        Self::counted(table, evaluations(table, game.inner().len(), None), name)
    }

    fn counted(
        table: &Table,
        evaluations: Vec<(Condition, usize)>,
        name: impl FnOnce(usize) -> Option<String>,
    ) -> Self {
        let gaps = match table {
            Table::Sharp(exact) | Table::Two(exact) => Gaps::exact(exact),
            Table::Enclosed(enclosed) => Gaps::enclosed(enclosed),
        };
        let (white, black) = largest_labels(table);
        Self {
            evaluations,
            largest_white_label: white,
            largest_black_label: black,
            largest_denominator_bits: match table {
                Table::Sharp(exact) | Table::Two(exact) => values::largest_denominator(&exact.odd_parts, &exact.values),
                Table::Enclosed(enclosed) => u64::from(enclosed.bits).saturating_add(1),
            },
            not_sharp: gaps.count,
            widest_gap: gaps.widest,
            widest_gap_at: gaps.at.and_then(name),
            largest_width: match table {
                Table::Sharp(_) | Table::Two(_) => None,
                Table::Enclosed(enclosed) => Some(largest_width(enclosed)),
            },
        }
    }

    /// What is verified of a game, in words.
    pub(crate) fn claim_of_game(&self, GraphValues { game, table }: &GraphValues) -> String {
        let all = format!("{game}: all {} positions that are not terminal", game.inner().len());
        self.claim_of(&all, table, self.widest_gap_at.as_ref().map(|name| format!("{name:?}")))
    }

    /// What is verified, in words.
    pub(crate) fn claim(&self, graph: &Graph, table: &Table) -> String {
        let all = format!("{}: all {} positions", graph.endgame, graph.positions.count());
        self.claim_of(&all, table, self.widest_gap_at.clone())
    }

    /// What is verified of `all`, in words; `at` is the position with the widest gap.
    fn claim_of(&self, all: &str, table: &Table, at: Option<String>) -> String {
        let (count, gap) = (self.not_sharp, &self.widest_gap);
        match (table, at, &self.largest_width) {
            (Table::Sharp(_), ..) => format!("{all} are sharp, with these exact values and labels"),
            (Table::Two(_), None, _) => format!("{all} have these exact values and labels; all are sharp"),
            (Table::Two(_), Some(at), _) => {
                format!(
                    "{all} have these exact values and labels; {count} are not sharp, the widest gap is {gap} at {at}"
                )
            }
            (Table::Enclosed(_), at, width) => {
                let width = width.as_ref().map(with_power).unwrap_or_default();
                let gaps = match at {
                    None => "none is shown not to be sharp".to_owned(),
                    Some(at) => {
                        format!("at least {count} are not sharp, the widest gap is at least {gap} at {at}")
                    }
                };
                format!("{all} are enclosed to within {width}; {gaps}")
            }
        }
    }
}

/// How often each condition was evaluated: on so many positions, and on so many imports, unless there can be none.
fn evaluations(table: &Table, positions: usize, imports: Option<usize>) -> Vec<(Condition, usize)> {
    use Condition::{AlphaLower, AlphaUpper, BetaLower, BetaUpper};
    use Condition::{BlackGreedy, BlackLabel, Canonical, Coverage, Header, Imports, Richman, WhiteGreedy, WhiteLabel};
    let values = table.exact().map_or(0, |exact| exact.odd_parts.len().saturating_add(exact.values.len()));
    let once = [(Header, 1), (Canonical, values.saturating_add(positions)), (Coverage, positions)];
    let once = once.into_iter().chain(imports.map(|imports| (Imports, imports)));
    let on_positions = match table {
        Table::Sharp(_) => vec![(WhiteGreedy, 1), (BlackGreedy, 1), (Richman, 1)],
        Table::Two(_) => vec![(Richman, 2)],
        Table::Enclosed(_) => vec![(AlphaLower, 1), (AlphaUpper, 1), (BetaLower, 1), (BetaUpper, 1)],
    };
    let on_positions = on_positions.into_iter().chain([(WhiteLabel, 1), (BlackLabel, 1)]);
    once.chain(on_positions.map(|(condition, times)| (condition, positions.saturating_mul(times)))).collect()
}

/// The largest finite T and T′.
fn largest_labels(table: &Table) -> (u32, u32) {
    match table {
        Table::Sharp(exact) | Table::Two(exact) => {
            let labels = exact.nodes.iter().map(|p| p.labels);
            labels.map(|(t, u)| (t.steps().unwrap_or(0), u.steps().unwrap_or(0))).fold((0, 0), largest)
        }
        Table::Enclosed(enclosed) => {
            enclosed.records.iter().map(|r| (r.white_label, r.black_label)).fold((0, 0), largest)
        }
    }
}

fn largest((a, b): (u32, u32), (c, d): (u32, u32)) -> (u32, u32) {
    (a.max(c), b.max(d))
}

/// The largest distance of two bounds on the same value.
fn largest_width(enclosed: &Enclosed) -> BigRational {
    let widths = enclosed.records.iter().map(|record| record.alpha_width.max(record.beta_width));
    enclosed.fraction(widths.max().unwrap_or(0))
}

/// A fraction, also as a power of 2 if it is one.
fn with_power(fraction: &BigRational) -> String {
    let (numerator, denominator) = (fraction.numer().magnitude(), fraction.denom().magnitude());
    match denominator.trailing_zeros() {
        Some(power) if power > 0 && numerator.is_one() && denominator.count_ones() == 1 => {
            format!("{fraction} = 2^-{power}")
        }
        _ => fraction.to_string(),
    }
}

/// The positions that are not sharp.
struct Gaps {
    count: usize,
    /// The largest difference of the two values of one.
    widest: BigRational,
    /// The first that has it.
    at: Option<usize>,
}

impl Gaps {
    /// Those whose values differ.
    fn exact(exact: &Exact) -> Self {
        let gaps = exact.nodes.iter().map(|p| match p.values.0 < p.values.1 {
            true => exact.scale.excess(p.values.1, p.values.0),
            false => BigUint::ZERO,
        });
        Self::of(gaps, |gap| exact.scale.fraction(gap))
    }

    /// Those with `u < l′`: by at least the difference do their values differ.
    fn enclosed(enclosed: &Enclosed) -> Self {
        let gaps = enclosed.records.iter().map(|record| {
            let highest_alpha = record.alpha.saturating_add(record.alpha_width);
            record.beta.saturating_sub(highest_alpha)
        });
        Self::of(gaps, |gap| enclosed.fraction(gap))
    }

    /// Counts what is not 0.
    fn of<T: Default + PartialOrd>(gaps: impl Iterator<Item = T>, fraction: impl Fn(T) -> BigRational) -> Self {
        let (mut count, mut widest, mut at) = (0_usize, T::default(), None);
        for (number, gap) in gaps.enumerate().filter(|(_, gap)| *gap > T::default()) {
            count = count.saturating_add(1);
            if gap > widest {
                (widest, at) = (gap, Some(number));
            }
        }
        Self { count, widest: fraction(widest), at }
    }
}
