//! Other games and other auctions, solved by the solver's library and verified before anything is given back.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use checker::certificate::Digest;
use num_bigint::BigInt;
use pyo3::prelude::*;
use session::claims::partitions::{partition, piece};
use session::judge::read_game;
use session::library::Solver as _;
use solver::certificates::pipeline;
use solver::certificates::produce::{self, Game, Made, Plan, Stopped};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Signature};
use solver::engine::{Engine, InJson, Request};
use solver::games::chips::{self, ChipAuction};
use solver::games::hex::{self, Solution, count};
use solver::games::partitions::{self, board, cells, race, sizes, staircases};
use solver::games::payments::{self, certificate};
use solver::games::poorman;
use solver::memory::available_memory;
use solver::request::{self, Auction, Chips, Form, Part, Precision, Way};

use crate::errors::{Fault, wrong};
use crate::judging::{Held, Judged, check};
use crate::solving::{Unmade, double_step, signature};
use crate::verified::PyVerified;
use crate::work::{Stop, interruptible, threads};

/// The greatest size of all partitions that are listed, as of `solve partitions sizes`.
const MOST_SIZE: usize = 50;
/// The greatest side of a step: then the layers have no more cells than those of `solve partitions staircases`.
const MOST_SIDE: usize = 181;
/// The auction of all other functions, or one that they do not solve.
const NEITHER: &str = "found neither chips nor a payment of a part to the bank, required one of them";
/// After so many layers without a return nobody goes on.
const MOST_LAYERS: usize = 500;

/// Reads an auction other than that of bidding chess: so many chips, or who is paid; who moves; who owns ties.
fn auction(
    chips: Option<BigInt>,
    payment: Option<&str>,
    winner: Option<&str>,
    ties: Option<&str>,
) -> PyResult<Auction> {
    let read = || {
        let chips = chips.map(|chips| Chips::total(&chips.to_string())).transpose()?;
        let (winner, ties) = (winner.map(request::winner).transpose()?, ties.map(str::parse).transpose()?);
        Auction::new(payment, chips.map(Chips::Total), winner, ties)
    };
    read().map_err(|refusal| wrong(refusal.by_name()))
}

/// Has bytes verified that were made just now.
fn verified(bytes: Vec<u8>, game: Option<Vec<u8>>, imports: Held, threads: usize) -> Result<Judged, Unmade> {
    check(bytes, game, imports, threads).map_err(Unmade::Fault)
}

/// Solves in a thread of its own, and gives what was verified.
fn solved(py: Python<'_>, work: impl FnOnce(Stop) -> Result<Judged, Unmade> + Send + 'static) -> PyResult<PyVerified> {
    Ok(PyVerified::new(interruptible(py, work)?.map_err(|unmade| unmade.raise(py))?))
}

impl From<Stopped> for Unmade {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Memory { .. } => Self::Memory(stopped.to_string()),
            Stopped::Folder(path, error) | Stopped::File(path, error) => Self::Unwritten(path, error),
            Stopped::Unsolved(_) | Stopped::Lacking { .. } => Self::Wrong(stopped.to_string()),
        }
    }
}

/// Makes an endgame and all that it needs, and has it verified.
fn made<G: Game<Name = Signature>>(
    game: &G,
    signature: Signature,
    (out, memory, threads): (Option<&Path>, Option<u64>, usize),
    stop: &mut Stop,
) -> Result<Judged, Unmade> {
    let asked = [signature];
    let plan = Plan { folder: out, anew: true, memory: memory.or_else(available_memory), ..Plan::of(&asked) };
    let mut held: Vec<(Digest, Arc<Vec<u8>>)> = Vec::new();
    produce::all(game, &plan, stop, &mut |_, made: &Made<G::Solved>| {
        held.push((made.digest, Arc::new(made.bytes.clone())));
        Ok::<_, Unmade>(())
    })?;
    let (_, last) = held.pop().ok_or_else(|| Unmade::Wrong(game.title(&asked[0])))?;
    verified(last.to_vec(), None, held.into_iter().collect(), threads)
}

/// An endgame under another auction, solved: with so many chips, or with a payment.
#[pyfunction]
#[pyo3(signature = (board, material, chips, payment, winner, ties, out, double_step_name, bits, threads, memory))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn solve_auction(
    py: Python<'_>,
    board: &str,
    material: &str,
    chips: Option<BigInt>,
    payment: Option<&str>,
    winner: Option<&str>,
    ties: Option<&str>,
    out: Option<PathBuf>,
    double_step_name: &str,
    bits: Option<u8>,
    threads: Option<usize>,
    memory: Option<u64>,
) -> PyResult<PyVerified> {
    let (board, signature): (Board, Signature) = signature(board, material)?;
    let auction = auction(chips, payment, winner, ties)?;
    let (found, most) = (signature.men().len(), pipeline::MOST_MEN);
    if found > most {
        return Err(wrong(format!("{board} {signature}: found {found} men, required at most {most}")));
    }
    let (double_step, threads): (DoubleStep, usize) = (double_step(double_step_name)?, self::threads(threads)?);
    auction.admit(&signature).map_err(|refusal| wrong(refusal.by_name()))?;
    let way = auction.of_endgame().map_err(|refusal| wrong(refusal.by_name()))?;
    let bits = payment_bits(bits, way)?;
    solved(py, move |mut stop| {
        let how = (out.as_deref(), memory, threads);
        let watch = stop.clone();
        let computed = |_: &str, _: usize, _: u64| watch.clone().look();
        match auction {
            Auction::Chips(Chips::Total(chips), winner) => {
                let auction = ChipAuction { chips, winner };
                let game = chips::endgames::Endgames { board, double_step, auction, threads, computed: &computed };
                made(&game, signature, how, &mut stop)
            }
            Auction::BankChips(most, winner, owner) => {
                let auction = poorman::auction(winner, owner, most);
                let game = chips::endgames::Endgames { board, double_step, auction, threads, computed: &computed };
                game.admit(&signature).map_err(Unmade::Wrong)?;
                made(&game, signature, how, &mut stop)
            }
            Auction::Paid(auction) => {
                let game = certificate::Endgames { auction: &auction, board, double_step, bits, threads };
                made(&game, signature, how, &mut stop)
            }
            _ => Err(Unmade::Wrong(NEITHER.to_owned())),
        }
    })
}

/// The units of bounds where a bank is paid: the finest, if nobody chose; with chips there are none.
fn payment_bits(asked: Option<u8>, way: Way) -> PyResult<u8> {
    let Some(bits) = asked else { return Ok(payments::MOST_BITS) };
    let admitted = way.admit(&[(Part::Precision, true)]).and_then(|()| way.precision().admit(&Precision::bits(bits)));
    admitted.map_err(|refusal| wrong(refusal.by_name()))?;
    Ok(bits)
}

/// A game in JSON under another auction, solved.
#[pyfunction]
#[pyo3(signature = (text, chips, payment, winner, ties, bits, threads))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn solve_game_auction(
    py: Python<'_>,
    text: String,
    chips: Option<BigInt>,
    payment: Option<&str>,
    winner: Option<&str>,
    ties: Option<&str>,
    bits: Option<u8>,
    threads: Option<usize>,
) -> PyResult<PyVerified> {
    let (auction, threads) = (auction(chips, payment, winner, ties)?, self::threads(threads)?);
    if !matches!(auction, Auction::Chips(Chips::Total(_), _) | Auction::Paid(_)) {
        return Err(wrong(NEITHER));
    }
    let finest = payment_bits(bits, auction.of_graph())?;
    solved(py, move |mut stop| {
        read_game(text.as_bytes()).map_err(|(fault, _)| Unmade::Wrong(fault))?;
        let form = bits.map(|_| Form::Bits(finest));
        let request = Request { what: InJson { text: &text, auction, never: None }, form, method: None, threads };
        let bytes = Engine.make(&request, &mut stop)?;
        verified(bytes, Some(text.into_bytes()), Held::new(), threads)
    })
}

/// A board of Hex, counted.
#[pyfunction]
#[pyo3(signature = (board, stones))]
pub fn solve_hex(py: Python<'_>, board: &str, stones: Option<&str>) -> PyResult<PyVerified> {
    let mut board: hex::Board = board.parse().map_err(wrong)?;
    if let Some(stones) = stones {
        board = board.with_stones(stones).map_err(wrong)?;
    }
    solved(py, move |stop| {
        let counts = count::count(&board, &mut |_| stop.clone().look());
        let counts = counts.map_err(|error| Unmade::Fault(Fault::declined(None, &error.to_string())))?;
        verified(Solution { board, counts }.certificate(), None, Held::new(), 1)
    })
}

/// What is asked about partitions.
#[derive(FromPyObject)]
pub enum Places {
    /// All partitions up to this size.
    Size(usize),
    /// The cells of this board.
    Board(String),
    /// All staircases whose steps have so many columns and rows.
    Staircases([usize; 2]),
}

impl Places {
    /// Refuses what the commands refuse.
    fn admit(&self) -> PyResult<()> {
        match self {
            Self::Size(size) if !(1..=MOST_SIZE).contains(size) => {
                Err(wrong(format!("size: found {size}, required 1 to {MOST_SIZE}")))
            }
            Self::Staircases(sides) if sides.iter().any(|side| !(1..=MOST_SIDE).contains(side)) => {
                Err(wrong(format!("staircases: found {sides:?}, required sides from 1 to {MOST_SIDE}")))
            }
            _ => Ok(()),
        }
    }
}

/// Impartial chess on partitions; with `losing` the losing cells of a board alone; with two pieces a race with bids.
#[pyfunction]
#[pyo3(signature = (pieces, places, misere, losing))]
pub fn solve_partitions(
    py: Python<'_>,
    pieces: Vec<String>,
    places: Places,
    misere: bool,
    losing: bool,
) -> PyResult<PyVerified> {
    let pieces = pieces.iter().map(|text| piece(text).map_err(wrong)).collect::<PyResult<Vec<_>>>()?;
    places.admit()?;
    let rows = if let Places::Board(text) = &places { partition(text).map_err(wrong)? } else { Vec::new() };
    solved(py, move |mut stop| {
        let bytes = match (&pieces[..], places) {
            ([piece], Places::Size(size)) => {
                partitions::sizes_certificate(piece, size, &sizes::solve(piece, &sizes::Partitions::new(size)))
            }
            ([piece], Places::Staircases(sides)) => {
                let none = || Unmade::Wrong(format!("staircases: nothing recurs within {MOST_LAYERS} layers"));
                let found = staircases::solve(piece, sides, MOST_LAYERS).ok_or_else(none)?;
                partitions::staircases_certificate(piece, sides, &found)
            }
            ([piece], Places::Board(_)) if losing => {
                partitions::losing_certificate(piece, &rows, misere, &cells::solve(piece, &rows, misere))
            }
            ([piece], Places::Board(_)) => {
                partitions::board_certificate(piece, &rows, &board::solve(piece, &rows, || stop.look()))
            }
            ([left, right], Places::Board(_)) => {
                let none = || Unmade::Wrong("found a board on which neither player can move".to_owned());
                let pieces = [left.clone(), right.clone()];
                let race = race::solve(&pieces, &rows, misere).ok_or_else(none)?;
                partitions::race_certificate(&pieces, &rows, misere, &race)
            }
            _ => return Err(Unmade::Wrong("found several pieces, required one, or two and a board".to_owned())),
        };
        verified(bytes, None, Held::new(), 1)
    })
}
