//! `solve graph … --pays` and `solve endgame … --pays`: auctions in which the bank takes a part of the winning bid.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use checker::certificate::Digest;
use num_bigint::BigInt;
use num_rational::BigRational;
use report::{fraction, words};
use solver::certificates::pipeline;
use solver::certificates::produce::{self, Made, Plan};
use solver::chess::board::Board;
use solver::chess::material::Signature;
use solver::escape::escaped;
use solver::games::Winner;
use solver::games::payments::enclose::{Paid, enclose};
use solver::games::payments::exact::{Exact, exact};
use solver::games::payments::{MOST_BITS, Payment, certificate};
use solver::graph::Bounds;
use solver::graph::enclosure::Enclosed;
use solver::graph::exact::policy::Observer as _;
use solver::graph::labels::Side;
use solver::graph_games::{Game, Kind};

use crate::how::How;
use crate::output::{Failed, written};
use crate::precision::Precision;
use crate::watch::Watch;

/// Who is paid, and who moves.
#[derive(clap::Args)]
pub struct Pays {
    /// Who takes the winning bid: `other`, the other player (Richman); `bank`, the bank (poorman); or the share that the bank takes, such as 1/2, while the other player takes the rest.
    /// `both`, of a graph with --chips A-B: both players pay what they bid, whoever has bid more moves, and bids are mixed (all-pay)
    #[arg(long, value_name = "WHO")]
    pays: Option<String>,
    /// With --chips or --pays: who moves after a bid is won; without it the buyer moves for --chips, and decides for --pays
    #[arg(long, value_enum, value_name = "RULE")]
    pub winner: Option<Winner>,
    /// With --winner moves: who owns ties, and moves or lets the other move if the bids are equal. With --pays both: who moves then; a coin decides if not said
    #[arg(long, value_enum, value_name = "WHO", requires = "pays")]
    ties: Option<Ties>,
}

/// Who has ties: of endgames Left is White.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Ties {
    /// Left, or White
    #[value(alias = "white")]
    Left,
    /// Right, or Black
    #[value(alias = "black")]
    Right,
    /// With --pays both: a fair coin
    Coin,
}

impl Pays {
    /// Whether both players pay what they bid.
    pub fn is_both(&self) -> bool {
        self.pays.as_deref() == Some("both")
    }

    /// The player who has ties, if no coin decides.
    pub fn owner(&self) -> Option<Side> {
        match self.ties? {
            Ties::Left => Some(Side::White),
            Ties::Right => Some(Side::Black),
            Ties::Coin => None,
        }
    }

    /// The auction, if another one is asked for than that of all other commands.
    pub fn auction(&self, with_chips: bool) -> Result<Option<Payment>, Failed> {
        let Some(pays) = &self.pays else {
            return match self.winner {
                Some(_) if !with_chips => {
                    Err(Failed::usage("--winner: found neither --chips nor --pays, required one of them"))
                }
                _ => Ok(None),
            };
        };
        if self.is_both() {
            return Err(Failed::usage(
                "--pays both: found an endgame, required a graph: `solve graph GAME.json --pays both`",
            ));
        }
        let ties = match (self.winner.unwrap_or(Winner::Decides), self.ties) {
            (Winner::Decides, None) => None,
            (Winner::Moves, Some(Ties::Left | Ties::Right)) => self.owner(),
            (Winner::Moves, None | Some(Ties::Coin)) => {
                return Err(Failed::usage(
                    "--winner moves: found no owner of ties, required --ties left or --ties right",
                ));
            }
            (Winner::Decides, Some(_)) => {
                return Err(Failed::usage(
                    "--ties: found an owner of ties, required none, because the winner decides who moves",
                ));
            }
        };
        let auction = Payment::new(pays, ties).map_err(Failed::usage)?;
        Ok(Some(auction).filter(|auction| !auction.is_plain()))
    }
}

/// Units that nobody chose: 2^-48, the finest.
fn bits(asked: Option<Precision>) -> Result<u8, Failed> {
    match asked {
        None => Ok(MOST_BITS),
        Some(Precision::Bits(bits)) if bits <= MOST_BITS => Ok(bits),
        Some(other) => Err(other.refused(&format!("1 to {MOST_BITS} bits with --pays"))),
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
    let bits = bits(how.precision)?;
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
    let path = made.path.as_ref().map_or_else(String::new, |path| report::escape::path(path));
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
    (game, digest, path): (&Game, Digest, &Path),
    auction: &Payment,
    precision: Option<Precision>,
    out: Option<&PathBuf>,
    json: bool,
    watch: &mut Watch,
) -> Result<String, Failed> {
    let (graph, nodes) = game.graph();
    if let Some(chance) = game.positions().iter().find(|position| matches!(position.kind, Kind::Chance(_))) {
        let (path, name) = (report::escape::path(path), &chance.name);
        return Err(Failed::new(format!(
            "{path}: position {name:?}: found a move of chance, required none with --pays"
        )));
    }
    let is_exact = precision == Some(Precision::Exact);
    let bits = bits(precision.filter(|_| !is_exact))?;
    let found = match precision {
        None | Some(Precision::Exact) => exact(&graph, auction).map_err(Some),
        Some(_) => Err(None),
    };
    let found = match found {
        Ok(exact) => Found::Exact(exact),
        Err(why) => {
            if let Some(why) = why {
                let path = report::escape::path(path);
                if is_exact {
                    return Err(Failed::new(format!("{path}: {why}; required exact values")));
                }
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
    // What is known of a node: the exact value, or bounds in units.
    let exact_value = |value: &num_rational::Ratio<num_bigint::BigUint>| {
        BigRational::new(BigInt::from(value.numer().clone()), BigInt::from(value.denom().clone()))
    };
    let value = |node: u32| match (&found, (node as usize).checked_sub(graph.positions())) {
        (_, Some(place)) => Ok(exact_value(&graph.boundary[place].lower)),
        (Found::Exact(exact), None) => Ok(exact.values[node as usize].clone()),
        (Found::Paid(paid), None) => Err(paid.enclosed.bounds(node)),
    };
    let bid = |node: u32| {
        let Found::Exact(_) = found else { return None };
        if node as usize >= graph.positions() {
            return None;
        }
        let of = |row: &[u32]| row.iter().map(|&node| value(node).ok()).collect::<Option<Vec<_>>>();
        let white = of(graph.white.row(node as usize))?.into_iter().max()?;
        let black = of(graph.black.row(node as usize))?.into_iter().min()?;
        Some(auction.bid(&white, &black))
    };
    // Where bounds are known: between which numbers the bid for the lower values lies. It depends on the gap between the best moves alone, and grows with it.
    let bid_between = |node: u32| {
        let Found::Paid(_) = found else { return None };
        let place = (node as usize) < graph.positions();
        let ends = |node: u32| match value(node) {
            Ok(value) => [value.clone(), value],
            Err(Bounds { alpha, .. }) => alpha.map(|end| BigRational::new(end.into(), BigInt::from(1_u64 << bits))),
        };
        let of = |row: &[u32]| row.iter().map(|&node| ends(node)).collect::<Vec<_>>();
        let (white, black) = (of(graph.white.row(place.then_some(node as usize)?)), of(graph.black.row(node as usize)));
        let best = |end: usize| white.iter().map(|ends| &ends[end]).max();
        let worst = |end: usize| black.iter().map(|ends| &ends[end]).min();
        let [low, high] = [(best(0)?, worst(1)?), (best(1)?, worst(0)?)];
        // Where it may be below 0, each may rather have the other move: then nothing is said.
        (low.0 >= low.1).then(|| [auction.bid(low.0, low.1), auction.bid(high.0, high.1)])
    };
    if json {
        let position = |(position, &node): (&solver::graph_games::Position, &u32)| match value(node) {
            Ok(value) => {
                serde_json::json!({ "name": position.name, "value": value.to_string(), "bid": bid(node).map(|bid| bid.to_string()) })
            }
            Err(Bounds { alpha, beta }) => {
                let bid = bid_between(node).map(|ends| ends.map(|end| end.to_string()));
                serde_json::json!({ "name": position.name, "alpha": alpha, "beta": beta, "bid_between": bid })
            }
        };
        let positions: Vec<_> = game.positions().iter().zip(&nodes).map(position).collect();
        let exact = matches!(found, Found::Exact(_));
        let value =
            serde_json::json!({ "title": game.title(), "bits": if exact { 0 } else { bits }, "positions": positions });
        return Ok(serde_json::to_string_pretty(&value).map_err(Failed::new)? + "\n");
    }
    let title = game.title().map_or(String::new(), |title| format!("{title}: "));
    let mut text = format!("{title}{} positions, {} terminal; ", nodes.len(), graph.boundary.len());
    let _ = match &found {
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
    for (position, &node) in game.positions().iter().zip(&nodes) {
        let name = escaped(&position.name);
        let _ = match (value(node), bid(node)) {
            (Ok(value), Some(bid)) => writeln!(text, "{name}\t{}\t{}", fraction::text(&value), fraction::text(&bid)),
            (Ok(value), None) if position.kind.is_terminal() => {
                writeln!(text, "{name}\t{}\tterminal", fraction::text(&value))
            }
            (Ok(value), None) => writeln!(text, "{name}\t{}\tnobody bids", fraction::text(&value)),
            (Err(Bounds { alpha, beta }), _) => {
                let ends = [alpha, beta].map(|ends| crate::numbers::bounds(bits, ends).join("\t")).join("\t");
                let bid = bid_between(node).map_or_else(|| "-".to_owned(), |ends| between(&ends));
                writeln!(text, "{name}\t{ends}\t{bid}")
            }
        };
    }
    Ok(text)
}
