//! `solve graph … --pays` and `solve endgame … --pays`: auctions in which the bank takes a part of the winning bid.

use std::fmt::Write as _;

use checker::certificate::Digest;
use num_bigint::BigInt;
use num_rational::BigRational;
use session::{fraction, words};
use solver::certificates::pipeline;
use solver::certificates::produce::{self, Made, Plan};
use solver::chess::board::Board;
use solver::chess::material::Signature;
use solver::escape::escaped;
use solver::games::payments::enclose::{Paid, enclose};
use solver::games::payments::exact::{Exact, exact};
use solver::games::payments::{MOST_BITS, Payment, certificate};
use solver::graph::enclosure::Enclosed;
use solver::graph::exact::policy::Observer as _;
use solver::graph::{Bounds, Graph};
use solver::graph_games::{Game, Kind};
use solver::request::{Form, Precision, Way};

use crate::graph_asked::Arguments;
use crate::how::How;
use crate::output::{Failed, written};
use crate::watch::Watch;

/// Units of bounds: 2^-48, the finest, if nobody chose.
fn bits(way: Way, asked: Option<&Precision>) -> Result<(bool, u8), Failed> {
    match asked.map(|asked| way.precision().admit(asked)).transpose().map_err(Failed::usage)? {
        Some(Form::Bits(bits)) => Ok((false, bits)),
        asked => Ok((asked == Some(Form::Exact), MOST_BITS)),
    }
}

/// Solves endgames under an auction, and writes their certificates.
pub fn endgame(board: &str, material: &str, auction: &Payment, how: &How) -> Result<String, Failed> {
    let board: Board = board.parse().map_err(Failed::usage)?;
    let (signature, _) = Signature::parse(material).map_err(Failed::usage)?;
    pipeline::admit(board, &signature).map_err(Failed::usage)?;
    if !certificate::admits(auction, &signature) {
        return Err(Failed::usage(format!(
            "{signature}: found men of Black beside the king, required none with an owner of ties"
        )));
    }
    let (_, bits) = bits(Way::PaidEndgame, how.precision.as_ref())?;
    let game =
        certificate::Endgames { auction, board, double_step: how.double_step, bits, threads: how.threads.into() };
    let mut watch = Watch::new();
    let screen = watch.line();
    let asked = [signature];
    let plan = Plan { alone: false, ..how.plan(&asked) };
    let ended =
        produce::all(&game, &plan, &mut watch, &mut |_, made| screen.suspend(|| crate::output::say(&line(made))));
    watch.finish();
    ended.map(|()| String::new())
}

/// The widest of the bounds, in units.
fn width(enclosed: &Enclosed) -> u64 {
    (0..enclosed.lower.len() as u32)
        .flat_map(|position| {
            let Bounds { alpha, beta } = enclosed.bounds(position);
            [alpha, beta].map(|[low, high]| high.saturating_sub(low))
        })
        .max()
        .unwrap_or(0)
}

fn line(made: &Made<certificate::Solved>) -> String {
    let paid = &made.solved.paid;
    let Paid { enclosed, sweeps: [first, second], .. } = paid;
    let path = made.path.as_ref().map_or_else(String::new, |path| session::escape::path(path));
    let positions = words::count(enclosed.lower.len(), "position", "positions");
    format!(
        "{}: {positions}, at least {} not sharp, enclosed within {}/2^{}, {first} + {second} sweeps{}, {} bytes\n",
        path,
        enclosed.listed.len(),
        width(enclosed),
        enclosed.bits,
        stopped(paid),
        made.bytes.len(),
    )
}

fn stopped(paid: &Paid) -> &'static str {
    if paid.settled { "" } else { ", stopped before the bounds stood still" }
}

/// What was found of a game.
enum Found {
    Exact(Exact),
    Paid(Paid),
}

/// A number between two ends: the decimals in which they agree, or both.
fn between(ends: &[BigRational; 2]) -> String {
    let [low, high] = ends.each_ref().map(|end| fraction::decimal(end, 9));
    // 0 has no decimals.
    if low == high || (low == "0" && high.trim_end_matches(['0', '…']) == "0.") {
        high
    } else {
        format!("{low} to {high}")
    }
}

/// Solves a game under an auction; writes the certificate, if a file for it is named.
pub fn graph(
    (game, digest): (&Game, Digest),
    auction: &Payment,
    Arguments { game: path, precision, out, json, .. }: &Arguments,
    watch: &mut Watch,
) -> Result<String, Failed> {
    let (graph, nodes) = game.graph();
    let path = session::escape::path(path);
    if let Some(chance) = game.positions().iter().find(|position| matches!(position.kind, Kind::Chance(_))) {
        let name = &chance.name;
        return Err(Failed::new(format!(
            "{path}: position {name:?}: found a move of chance, required none with --pays"
        )));
    }
    let (is_exact, bits) = bits(Way::PaidGraph, precision.as_ref())?;
    let found = match precision {
        Some(_) if !is_exact => Err(None),
        _ => exact(&graph, auction).map_err(Some),
    };
    let found = match found {
        Ok(exact) => Found::Exact(exact),
        Err(Some(why)) if is_exact => return Err(Failed::new(format!("{path}: {why}; required exact values"))),
        Err(why) => {
            if let Some(why) = why {
                crate::output::tell(&format!("{path}: an enclosure, because {why}"));
            }
            watch.phase("sweeps", 0);
            Found::Paid(enclose(&graph.with(|node| node.bounds(bits)), bits, auction, || watch.advance(1)))
        }
    };
    if let Some(file) = out {
        let bytes = match &found {
            Found::Exact(exact) => certificate::exact_game(auction, digest, exact),
            Found::Paid(paid) => certificate::game(auction, digest, paid),
        };
        written(file, &bytes)?;
    }
    let solved = Solved { game, graph, nodes, auction, found, bits };
    if *json {
        return Ok(session::json::answer(&solved.as_json()));
    }
    Ok(solved.table())
}

/// A game that is solved.
struct Solved<'a> {
    game: &'a Game,
    graph: Graph,
    nodes: Vec<u32>,
    auction: &'a Payment,
    found: Found,
    bits: u8,
}

impl Solved<'_> {
    /// What is known of a node: the exact value, or bounds in units.
    fn value(&self, node: u32) -> Result<BigRational, Bounds> {
        match (&self.found, (node as usize).checked_sub(self.graph.positions())) {
            (_, Some(place)) => {
                let value = &self.graph.boundary[place].lower;
                Ok(BigRational::new(BigInt::from(value.numer().clone()), BigInt::from(value.denom().clone())))
            }
            (Found::Exact(exact), None) => Ok(exact.values[node as usize].clone()),
            (Found::Paid(paid), None) => Err(paid.enclosed.bounds(node)),
        }
    }

    /// The options of both players; none where play has ended.
    fn options(&self, node: u32) -> Option<[&[u32]; 2]> {
        let place = node as usize;
        (place < self.graph.positions()).then(|| [self.graph.white.row(place), self.graph.black.row(place)])
    }

    /// The bid, where exact values are known.
    fn bid(&self, node: u32) -> Option<BigRational> {
        let Found::Exact(_) = self.found else { return None };
        let of = |row: &[u32]| row.iter().map(|&node| self.value(node).ok()).collect::<Option<Vec<_>>>();
        let [white, black] = self.options(node)?.map(of);
        Some(self.auction.bid(&white?.into_iter().max()?, &black?.into_iter().min()?))
    }

    /// Where bounds are known: between which numbers the bid for the lower values lies. It depends on the gap between the best moves alone, and grows with it.
    fn bid_between(&self, node: u32) -> Option<[BigRational; 2]> {
        let Found::Paid(_) = self.found else { return None };
        let ends = |&node: &u32| match self.value(node) {
            Ok(value) => [value.clone(), value],
            Err(Bounds { alpha, .. }) => {
                alpha.map(|end| BigRational::new(end.into(), BigInt::from(1_u64 << self.bits)))
            }
        };
        let [white, black] = self.options(node)?.map(|row| row.iter().map(ends).collect::<Vec<_>>());
        let best = |end: usize| white.iter().map(|ends| &ends[end]).max();
        let worst = |end: usize| black.iter().map(|ends| &ends[end]).min();
        let [low, high] = [(best(0)?, worst(1)?), (best(1)?, worst(0)?)];
        // Where it may be below 0, each may rather have the other move: then nothing is said.
        (low.0 >= low.1).then(|| [self.auction.bid(low.0, low.1), self.auction.bid(high.0, high.1)])
    }

    fn as_json(&self) -> serde_json::Value {
        let position = |(position, &node): (&solver::graph_games::Position, &u32)| match self.value(node) {
            Ok(value) => {
                let bid = self.bid(node).map(|bid| bid.to_string());
                serde_json::json!({ "name": position.name, "value": value.to_string(), "bid": bid })
            }
            Err(Bounds { alpha, beta }) => {
                let bid = self.bid_between(node).map(|ends| ends.map(|end| end.to_string()));
                serde_json::json!({ "name": position.name, "alpha": alpha, "beta": beta, "bid_between": bid })
            }
        };
        let positions: Vec<_> = self.game.positions().iter().zip(&self.nodes).map(position).collect();
        let bits = if let Found::Exact(_) = self.found { 0 } else { self.bits };
        serde_json::json!({ "title": self.game.title(), "bits": bits, "positions": positions })
    }

    fn table(&self) -> String {
        let (game, bits) = (self.game, self.bits);
        let title = game.title().map_or(String::new(), |title| format!("{title}: "));
        let mut text = format!("{title}{} positions, {} terminal; ", self.nodes.len(), self.graph.boundary.len());
        let _ = match &self.found {
            Found::Exact(_) => writeln!(text, "exact values\n\nposition\tvalue\tbid"),
            Found::Paid(paid) => {
                let (width, listed) = (width(&paid.enclosed), paid.enclosed.listed.len());
                writeln!(
                    text,
                    "values within {} of 2^-{bits}{}; {listed} shown not to be sharp\n\nposition\tα at least\tα at most\tβ at least\tβ at most\tbid",
                    words::count(usize::try_from(width).unwrap_or(usize::MAX), "unit", "units"),
                    stopped(paid),
                )
            }
        };
        for (position, &node) in game.positions().iter().zip(&self.nodes) {
            let name = escaped(&position.name);
            let _ = match (self.value(node), self.bid(node)) {
                (Ok(value), Some(bid)) => {
                    writeln!(text, "{name}\t{}\t{}", fraction::text(&value), fraction::text(&bid))
                }
                (Ok(value), None) if position.kind.is_terminal() => {
                    writeln!(text, "{name}\t{}\tterminal", fraction::text(&value))
                }
                (Ok(value), None) => writeln!(text, "{name}\t{}\tnobody bids", fraction::text(&value)),
                (Err(Bounds { alpha, beta }), _) => {
                    let ends = [alpha, beta].map(|ends| crate::numbers::bounds(bits, ends).join("\t")).join("\t");
                    let bid = self.bid_between(node).map_or_else(|| "-".to_owned(), |ends| between(&ends));
                    writeln!(text, "{name}\t{ends}\t{bid}")
                }
            };
        }
        text
    }
}
