//! Nim under an auction: all lists of heaps that can be reached, solved as an acyclic graph.
//!
//! Responsible for positions, found by listing them, and for the certificate. Left to others: values and labels (`graph`), what is verified (the checker
//! counts positions, and lists none), words (`report::claims::nim`).

use std::collections::BTreeMap;

use checker::certificate::Statement;
use checker::write::Writer;
use games::nim::NUMBER;

use crate::certificates::certify;
use crate::graph::exact::policy::{self, Silent};
use crate::graph::table::Table;
use crate::graph::{Boundary, Graph, Rows};
use crate::graph_games::classical::{Refused, acyclic};

/// The most bytes that values may take: each is 1/2.
const MOST_BYTES: u64 = 1 << 31;

/// All positions below heaps that do not increase, but the empty list, in the order of lists: the first heap that differs decides, and a list comes
/// after its beginnings.
fn positions(heaps: &[usize]) -> Vec<Vec<usize>> {
    fn extend(heaps: &[usize], list: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        let place = list.len();
        let most = heaps.get(place).map_or(0, |&heap| heap.min(list.last().copied().unwrap_or(heap)));
        for heap in 1..=most {
            list.push(heap);
            all.push(list.clone());
            extend(heaps, list, all);
            list.pop();
        }
    }
    let mut all = Vec::new();
    extend(heaps, &mut Vec::new(), &mut all);
    all
}

/// The game as a graph. Behind the positions stand the end that White has won, and the one that Black has.
fn graph(heaps: &[usize], misere: bool) -> Graph {
    let positions = positions(heaps);
    let numbers: BTreeMap<&[usize], u32> = positions.iter().map(Vec::as_slice).zip(0..).collect();
    let mut rows = [Rows::default(), Rows::default()];
    for list in &positions {
        let mut options: [Vec<u32>; 2] = Default::default();
        for place in 0..list.len() {
            for left in 0..list[place] {
                let mut after = list.clone();
                after[place] = left;
                after.sort_unstable_by(|a, b| b.cmp(a));
                after.retain(|&heap| heap > 0);
                for (player, options) in options.iter_mut().enumerate() {
                    let end = positions.len() + if misere { 1 - player } else { player };
                    options.push(numbers.get(after.as_slice()).copied().unwrap_or(end as u32));
                }
            }
        }
        for (rows, mut options) in rows.iter_mut().zip(options) {
            options.sort_unstable();
            options.dedup();
            rows.extend(&options, &[options.len()]);
        }
    }
    let [white, black] = rows;
    Graph::new(white, black, vec![Boundary::terminal(true), Boundary::terminal(false)])
}

/// The certificate of a game on heaps that do not increase, each 1 or more.
///
/// # Panics
///
/// If there are so many positions that the checker declines them by far.
#[must_use]
pub fn certificate(heaps: &[usize], misere: bool) -> Vec<u8> {
    let graph = graph(heaps, misere);
    let outcome = policy::solve_by(&graph, &mut Silent, |graph, _| acyclic::lower_values(graph, MOST_BYTES));
    let outcome =
        outcome.unwrap_or_else(|_: Refused| unreachable!("a move makes the heaps smaller, and all values are 1/2"));
    let table = Table::new(outcome, graph.positions());
    let mut body = Writer(vec![misere.into()]);
    let number = |number: usize| u64::try_from(number).expect("64 bits or less");
    body.number(number(heaps.len()));
    heaps.iter().for_each(|heap| body.number(number(*heap)));
    let order = certify::Order::plain(graph.positions());
    certify::exact(Statement::Further(NUMBER, body.0), &order, &table, certify::Stated::default(), None)
}
