//! Endgames of bidding chess: values, also under a payment or with whole chips.

use std::time::Duration;

use solver::certificates::endgames::{self, Endgames};
use solver::certificates::pipeline::{self, MOST_MEN, Settings};
use solver::certificates::produce::{self, Game, Plan, Stopped};
use solver::certificates::{certify, family};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Signature};
use solver::games::chips::endgames::Endgames as WithChips;
use solver::games::payments::certificate::{self, Endgames as Paid};
use solver::graph::exact::policy::Observer;

use crate::effort::Effort;
use crate::request::{Auction, Request, required};
use crate::{File, Solved, Telling};

/// What is asked for.
struct Asked {
    board: Board,
    signature: Signature,
    double_step: DoubleStep,
    auction: Auction,
}

fn asked(request: &Request) -> Result<Asked, String> {
    let board: Board = required(request.board.as_ref(), "a board")?.parse().map_err(|error| format!("{error}"))?;
    let material = required(request.material.as_ref(), "men")?;
    let (signature, _) = Signature::parse(material).map_err(|error| error.to_string())?;
    let double_step = match request.pawns.as_deref() {
        None => DoubleStep::Auto,
        Some("single") => DoubleStep::Never,
        Some("double") => DoubleStep::Always,
        Some(other) => return Err(format!("found {other:?} as the rule for pawns, required single or double")),
    };
    let auction = request.auction()?;
    pipeline::admit(board, &signature).map_err(|error| error.to_string())?;
    if let Auction::Paid(payment) = &auction
        && !certificate::admits(payment, &signature)
    {
        return Err(format!("{signature}: found men of Black beside the king, required none with an owner of ties"));
    }
    request.method()?;
    request.never()?;
    request.bits_of_payment().map(drop).or_else(|error| match auction {
        Auction::Paid(_) => Err(error),
        _ => Ok(()),
    })?;
    Ok(Asked { board, signature, double_step, auction })
}

/// Microseconds and bytes of memory that a position takes, by how it is solved.
fn rates(request: &Request, auction: &Auction, board: Board, name: &Signature) -> (f64, f64) {
    let is_bounded = request.bits.is_some();
    match (auction, name.men().len()) {
        (Auction::Plain, _) if is_bounded => (60.0, 300.0),
        (Auction::Plain, ..=3) => (20.0 * f64::from(board.squares() as u32) / 64.0 + 20.0, 700.0),
        (Auction::Plain, _) => (100.0, 800.0),
        (Auction::Paid(_), _) => (100.0, 500.0),
        (Auction::Chips(_), _) => (100.0, 700.0),
    }
}

/// What an answer would take.
pub fn effort(request: &Request) -> Result<Effort, String> {
    let Asked { board, signature, auction, .. } = asked(request)?;
    let mut effort =
        Effort { positions: 0, bytes: 0, seconds: 0.1, command: String::new(), limit: None };
    let mut largest = 0.0_f64;
    for name in pipeline::in_order_of_need(std::slice::from_ref(&signature)) {
        let positions = family::positions(board, &name);
        let (micros, bytes) = rates(request, &auction, board, &name);
        effort.positions += positions;
        effort.seconds += positions as f64 * micros / 1e6;
        largest = largest.max(positions as f64 * bytes);
    }
    effort.bytes = 10_000_000 + largest as u64;
    effort.command = format!("cargo run --release --bin solve -- endgame {board} {signature}{}", request.options());
    if signature.men().len() > MOST_MEN {
        effort.limit = Some(format!("found {} men, required at most {MOST_MEN} in a page", signature.men().len()));
    }
    Ok(effort)
}

/// Solves an endgame, and before it those that it rests on.
pub fn solve(request: &Request, telling: &mut Telling) -> Result<Solved, String> {
    let Asked { board, signature, double_step, auction } = asked(request)?;
    let asked = [signature];
    let certificates = match &auction {
        Auction::Plain => plain(request, board, double_step, &asked, telling),
        Auction::Paid(payment) => {
            let bits = request.bits_of_payment()?;
            each(&Paid { auction: payment, board, double_step, bits, threads: 1 }, &asked, telling)
        }
        Auction::Chips(chips) => {
            let computed = |_: &str, count: usize, positions: u64| {
                // As many as positions, and then again.
                let steps = usize::try_from(positions).unwrap_or(usize::MAX).min(count);
                crate::page::advance(steps);
            };
            each(&WithChips { board, double_step, auction: *chips, threads: 1, computed: &computed }, &asked, telling)
        }
    }?;
    Ok(Solved { certificates, game: None })
}

/// The certificates of a family, in the order of need.
fn each<G: Game<Name = Signature>>(
    game: &G,
    asked: &[Signature],
    observer: &mut dyn Observer,
) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    let ended: Result<(), Stopped> = produce::all(game, &Plan::of(asked), observer, &mut |name, made| {
        files.push(File { name: game.file_name(name), bytes: made.bytes.clone() });
        Ok(())
    });
    ended.map(|()| files).map_err(|stopped| stopped.to_string())
}

/// Exact values or bounds, for what either player can force or for a worth of endless play.
fn plain(
    request: &Request,
    board: Board,
    double_step: DoubleStep,
    asked: &[Signature],
    observer: &mut dyn Observer,
) -> Result<Vec<File>, String> {
    let settings = Settings { double_step, method: request.method()?, never: request.never()?, threads: 1 };
    let game = Endgames { board, settings, asked, keep_every: Duration::MAX, sweeps: &|_, _, _| () };
    let mut files = Vec::new();
    let ended: Result<(), Stopped> = endgames::all(&game, &Plan::of(asked), observer, &mut |name, made| {
        let rule = double_step.rule(board, name);
        let never = made.solved.solution().and_then(|solution| solution.never);
        let name = certify::name_never(&certify::name(board, name, rule), never);
        files.push(File { name, bytes: made.bytes.clone() });
        Ok(())
    });
    ended.map(|()| files).map_err(|stopped| stopped.to_string())
}
