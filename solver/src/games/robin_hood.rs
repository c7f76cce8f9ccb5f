//! A tax before each bid: which share of the money wins, for each player.
//!
//! Responsible for thresholds, for the chains of tables that prove them, and for their certificate, statement 23. Tables are bounded integers that fall from 1,
//! rounded up; a choice of options is read off them, and thresholds are solved exactly for it. Then a direction `g` is found in which a surplus grows:
//! `g = 1 + G(g)/θ`. What comes out is tried by the checker's conditions; if nothing passes, the game is refused. Source: the chapter "A tax before each bid".

use std::collections::BTreeMap;

use checker::certificate::{Digest, Statement};
use checker::numbers::Fractions;
use games::robin_hood::{BITS, Body, Chain, NUMBER, STATED};
use num_bigint::BigUint;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One as _, ToPrimitive as _, Zero as _};
use session::escape::quoted;
use writer::{Writer, spell, write};

use super::Winner;
use super::aims::linear::{self, Row};
use super::chips::{ChipAuction, Known, flipped, under};
use crate::certificates::certify::in_form_one;

use crate::graph::Graph;
use crate::graph_games::Game;

/// So many moves are looked ahead at most.
const MOST_MOVES: usize = 1 << 14;
/// So many positions are visited at most, for tables and for a direction.
const MOST_VISITS: usize = 1 << 26;
/// 1 in units of the tables.
const ONE: u64 = 1 << BITS;

/// Thresholds of a player by position, and the chain.
type Proved = (Vec<BigRational>, Chain);

/// The certificate of the game in the file of a digest, for a tax in lowest terms below 1/2.
///
/// # Errors
///
/// If a terminal value is neither 0 nor 1, if the players do not bid somewhere, or if no exact thresholds are found.
pub fn certificate(game: &Game, digest: Digest, tax: (u32, u32)) -> Result<Vec<u8>, String> {
    let (graph, _) = under(game, ChipAuction { chips: 0, winner: Winner::Moves })?;
    let is_shared =
        |position: &usize| graph.white.row(*position).iter().any(|to| graph.black.row(*position).contains(to));
    let is_negative = !(0..graph.positions()).all(|position| is_shared(&position));
    let mut proved = Vec::new();
    for (player, graph) in [("Left", &graph), ("Right", &flipped(&graph))] {
        let seen = Seen { graph, tax };
        proved.push(seen.solve().ok_or_else(|| {
            let name = game.title().map_or("this game".to_owned(), quoted);
            format!("found no exact thresholds of {player} in {name}, required some: try a tax with smaller numbers")
        })?);
    }
    let unit = proved
        .iter()
        .flat_map(|(thresholds, _)| thresholds)
        .fold(BigUint::one(), |unit, x| unit.lcm(x.denom().magnitude()));
    let numerator = |x: &BigRational| x.numer().magnitude() * (&unit / x.denom().magnitude());
    let all = proved.iter().flat_map(|(thresholds, _)| thresholds).map(|x| (numerator(x), 0));
    let mut values: BTreeMap<BigUint, u64> = all.collect();
    values.values_mut().zip(0..).for_each(|(place, number)| *place = number);
    let mut slice = Writer::default();
    for (thresholds, chain) in &proved {
        slice.column(&thresholds.iter().map(|x| values[&numerator(x)]).collect::<Vec<_>>());
        slice.number(chain.thetas.len() as u64);
        slice.column(&chain.thetas);
        chain.tables.chunks(thresholds.len()).for_each(|table| slice.column(table));
    }
    let statement = Statement::Further(NUMBER, spell(&Body { game: digest, tax, is_negative }));
    let values = match values.is_empty() {
        true => Fractions::default(),
        false => Fractions { denominator: unit, numerators: values.into_keys().collect() },
    };
    Ok(write(&in_form_one(statement, Vec::new(), values), &[slice.0]))
}

/// A game as one player sees it, who needs nothing where she has won.
struct Seen<'a> {
    graph: &'a Graph<Known>,
    tax: (u32, u32),
}

impl Seen<'_> {
    fn solve(&self) -> Option<Proved> {
        let count = self.graph.positions();
        let (mut table, mut tables) = (vec![ONE; count], vec![vec![ONE; count]]);
        for moves in 0.. {
            let next = self.next(&table);
            let is_last = next == table || moves == MOST_MOVES.min(MOST_VISITS / count.max(1));
            if is_last || moves.is_power_of_two() {
                let found = self.exact(&table).and_then(|x| self.chain(&x, &tables).map(|chain| (x, chain)));
                if found.is_some() || is_last {
                    return found;
                }
            }
            table = next;
            if STATED.admit((tables.len() + 2) * count).is_ok() {
                tables.push(table.clone());
            }
        }
        None
    }

    /// What a node is worth, by the table of positions, with the worth of what is lost.
    fn at<T: Clone>(&self, table: &[T], node: u32, [won, lost]: [&T; 2]) -> T {
        let is_won = |known: &Known| known[0][0] == 0;
        match table.get(node as usize) {
            Some(number) => number.clone(),
            None if is_won(&self.graph.boundary[node as usize - table.len()]) => won.clone(),
            None => lost.clone(),
        }
    }

    /// The own option with the least number, and the opponent's with the greatest.
    fn best<T: Ord + Clone>(&self, position: usize, table: &[T], ends: [&T; 2]) -> [u32; 2] {
        let at = |node: &&u32| self.at(table, **node, ends);
        let own = self.graph.white.row(position).iter().min_by_key(at).expect("an option");
        let other = self.graph.black.row(position).iter().max_by_key(at).expect("an option");
        [*own, *other]
    }

    /// The table after one more move, rounded up.
    fn next(&self, table: &[u64]) -> Vec<u64> {
        let (tax, whole) = (u128::from(self.tax.0), u128::from(self.tax.1));
        let number = |position: usize| {
            let sum: u128 =
                self.best(position, table, [&0, &ONE]).map(|node| self.at(table, node, [&0, &ONE]).into()).iter().sum();
            let mean = (whole * sum).saturating_sub(2 * tax * u128::from(ONE)).div_ceil(2 * (whole - 2 * tax));
            mean.min(ONE.into()) as u64
        };
        (0..table.len()).map(number).collect()
    }

    /// Twice `whole` times the mean of a sum, less the tax, over what is left of 1.
    fn untaxed(&self, sum: &BigRational) -> BigRational {
        let [tax, whole] = [self.tax.0, self.tax.1].map(|part| BigRational::from_integer(part.into()));
        (&whole * sum - &tax - &tax) / (&whole + &whole - (&tax + &tax) * BigRational::from_integer(2.into()))
    }

    /// The thresholds for what counts in a table, if they are a fixed point.
    fn exact(&self, table: &[u64]) -> Option<Vec<BigRational>> {
        let (zero, one) = (BigRational::zero(), BigRational::one());
        let (next, known) = (self.next(table), [&Some(zero.clone()), &Some(one.clone())]);
        // A rounded number of 0 is one unit or none.
        let cut =
            |&number: &u64| (!(2..ONE).contains(&number)).then(|| if number < 2 { zero.clone() } else { one.clone() });
        let mut x: Vec<Option<BigRational>> = next.iter().map(cut).collect();
        let best: Vec<[u32; 2]> = (0..x.len()).map(|position| self.best(position, table, [&0, &ONE])).collect();
        // First those that lead to known ones; the others depend on each other.
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for position in (0..x.len()).rev().filter(|&position| next[position] >= 2) {
                let [own, other] = best[position].map(|node| self.at(&x, node, known));
                if let (None, Some(own), Some(other)) = (&x[position], own, other) {
                    (x[position], is_changed) = (Some(self.untaxed(&(own + other))), true);
                }
            }
        }
        let rest: Vec<usize> = (0..x.len()).filter(|&position| x[position].is_none()).collect();
        let column = |position: usize| rest.binary_search(&position).expect("one of the rest");
        let factor = self.untaxed(&one) - self.untaxed(&zero);
        let row = |&position: &usize| {
            let mut row = Row { terms: BTreeMap::new(), right: vec![self.untaxed(&zero)] };
            row.add(column(position), &one);
            for node in best[position] {
                match self.at(&x, node, known) {
                    Some(number) => row.right[0] += &factor * number,
                    None => row.add(column(node as usize), &-&factor),
                }
            }
            row
        };
        let rows: Vec<Row> = rest.iter().map(row).collect();
        let solved = if rows.is_empty() { Vec::new() } else { linear::solve(rows)?.pop()? };
        rest.iter().zip(solved).for_each(|(&position, number)| x[position] = Some(number));
        let x: Vec<BigRational> = x.into_iter().collect::<Option<_>>()?;
        let is_fixed = |position: usize| {
            let ends = [&zero, &one];
            let [own, other] = self.best(position, &x, ends).map(|node| self.at(&x, node, ends));
            self.untaxed(&(own + other)).clamp(zero.clone(), one.clone()) == x[position]
        };
        (0..x.len()).all(is_fixed).then_some(x)
    }

    /// The options that count at thresholds: all own ones with the least number, and all of the opponent's with the greatest; none where the threshold is 1,
    /// or 0 by the cut alone.
    fn tight(&self, x: &[BigRational]) -> Vec<[Vec<u32>; 2]> {
        let (zero, one) = (BigRational::zero(), BigRational::one());
        let ends = [&zero, &one];
        let options = |position: usize| {
            let best = self.best(position, x, ends).map(|node| self.at(x, node, ends));
            let is_cut = x[position] == one || self.untaxed(&(&best[0] + &best[1])) < zero;
            let of = |row: &[u32], best: &BigRational| -> Vec<u32> {
                let is_tight = |node: &&u32| !is_cut && self.at(x, **node, ends) == *best;
                row.iter().filter(is_tight).copied().collect()
            };
            [of(self.graph.white.row(position), &best[0]), of(self.graph.black.row(position), &best[1])]
        };
        (0..x.len()).map(options).collect()
    }

    /// Numbers with `g = 1 + G(g)/θ`, where `G` is how thresholds change; 0 where the threshold is 1.
    fn direction(&self, x: &[BigRational], tight: &[[Vec<u32>; 2]], theta: f64) -> Option<Vec<f64>> {
        let (tax, whole) = (f64::from(self.tax.0), f64::from(self.tax.1));
        let factor = whole / (2.0 * (whole - 2.0 * tax)) / theta;
        let mut g: Vec<f64> = x.iter().map(|x| if x.is_one() { 0.0 } else { 1.0 }).collect();
        for _ in 0..MOST_VISITS / x.len().max(1) {
            let mut change = 0.0_f64;
            for position in (0..x.len()).filter(|&position| !x[position].is_one()) {
                let at = |node: &u32| g.get(*node as usize).copied().unwrap_or(0.0);
                let [own, other] = &tight[position];
                let least = own.iter().map(at).reduce(f64::min).unwrap_or(0.0);
                let most = other.iter().map(at).reduce(f64::max).unwrap_or(0.0);
                let next = 1.0 + factor * (least + most);
                change = change.max((next - g[position]).abs() / next);
                g[position] = next;
            }
            if change < 1e-9 {
                return Some(g);
            }
            if !g.iter().all(|g| *g < 1e12) {
                return None;
            }
        }
        None
    }

    /// A chain that proves thresholds: tables that fall, one above the thresholds by a direction, and the thresholds.
    fn chain(&self, x: &[BigRational], tables: &[Vec<u64>]) -> Option<Chain> {
        let tight = self.tight(x);
        for bits in 1..=20 {
            let theta = ONE - (ONE >> bits);
            let Some(g) = self.direction(x, &tight, theta as f64 / ONE as f64) else { continue };
            let greatest = g.iter().copied().fold(1.0, f64::max);
            let up = |x: &BigRational| {
                (x * BigRational::from_integer(ONE.into())).ceil().to_integer().to_u64().expect("at most 1")
            };
            let ups: Vec<u64> = x.iter().map(up).collect();
            for size in 0..BITS - 8 {
                let scale = ONE as f64 / greatest / (1_u64 << size) as f64;
                let above: Vec<u64> = ups.iter().zip(&g).map(|(x, g)| x + (g * scale).ceil() as u64).collect();
                let is_above =
                    |table: &Vec<u64>| table.iter().zip(&above).all(|(table, above)| table <= above || *above >= ONE);
                let Some(moves) = tables.iter().position(is_above) else { break };
                if self.grows(x, &above, theta) {
                    let thetas = vec![0; moves + 1].into_iter().chain([theta]).collect();
                    return Some(Chain { thetas, tables: [&tables[1..=moves], &[above]].concat().concat() });
                }
            }
        }
        None
    }

    /// Whether the surplus grows between the thresholds and a table above them.
    fn grows(&self, x: &[BigRational], above: &[u64], theta: u64) -> bool {
        let unit = BigRational::from_integer(ONE.into());
        let (zero, one) = (BigRational::zero(), BigRational::one());
        let ends = [&zero, &one];
        let above: Vec<BigRational> = above.iter().map(|v| BigRational::from_integer((*v).into()) / &unit).collect();
        let theta = BigRational::from_integer(theta.into()) / unit;
        let holds = |position: usize| {
            let (u, v) = (&x[position], &above[position]);
            let left = u + &theta * (v - u);
            let most = |table: &[BigRational]| {
                self.graph.black.row(position).iter().map(|node| self.at(table, *node, ends)).max().expect("an option")
            };
            let [most_u, most_v] = [most(x), most(&above)];
            let is_fine = |node: &u32| {
                self.untaxed(&(self.at(&above, *node, ends) + &most_v)) <= left
                    && self.untaxed(&(self.at(x, *node, ends) + &most_u)) <= *u
            };
            u.is_one() || self.graph.white.row(position).iter().any(is_fine)
        };
        (0..x.len()).all(holds)
    }
}
