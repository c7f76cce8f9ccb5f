//! Endgames of bidding chess: values, also under a payment or with whole chips.

use std::time::Duration;

use solver::certificates::endgames::{self, Endgames};
use solver::certificates::pipeline::{self, MOST_MEN, Settings};
use solver::certificates::produce::{self, Game, Plan, Stopped};
use solver::certificates::{certify, family};
use solver::chess::board::Board;
use solver::chess::material::{Colour, DoubleStep, Role, Signature};
use solver::games::chips::ChipAuction;
use solver::games::chips::endgames::Endgames as WithChips;
use solver::games::payments::certificate::Endgames as Paid;
use solver::graph::exact::policy::Observer;
use solver::request::{Auction, Chips};

use crate::effort::Effort;
use crate::request::{Request, required};
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
    auction.admit(&signature).map_err(|refusal| refusal.by_name())?;
    request.method()?;
    request.never()?;
    request.bits_of_payment().map(drop).or_else(|error| match auction {
        Auction::Paid(_) => Err(error),
        _ => Ok(()),
    })?;
    Ok(Asked { board, signature, double_step, auction })
}

/// Microseconds and bytes of memory that a position takes, of so many, by how it is solved. Measured with Node 20 on a processor of about 2 GHz, from 5x5 to
/// 16x16: 6 to 13 microseconds, 500 to 700 bytes.
fn rates(request: &Request, auction: &Auction, name: &Signature, is_asked: bool, positions: f64) -> (f64, f64) {
    let (micros, bytes) = if name.has_pawns() { (10.0, 460.0) } else { (12.0, 650.0) };
    match auction {
        Auction::Paid(_) => (20.0, bytes),
        Auction::Chips(..) | Auction::BankChips(..) | Auction::RobinHood(..) | Auction::Both(..) => {
            (17.0, bytes + 50.0)
        }
        // What bounds rest on has exact values.
        Auction::Plain if is_asked && request.bits.is_some() => (16.0, 200.0),
        Auction::Plain if has_large_denominators(name) => large_denominators(name, positions),
        // Two values, and the one for the worth of endless play.
        Auction::Plain if request.never.is_some() => (2.0 * micros, bytes),
        Auction::Plain if name.has_pawns() => (micros, bytes),
        Auction::Plain => (micros * (positions / 5e5).max(1.0), bytes * (positions / 1.5e6).max(1.0)),
    }
}

/// Whether numbers grow with the board, because the play can take long and come back to nearly all positions: a knight, alone or against one bishop or knight.
fn has_large_denominators(name: &Signature) -> bool {
    let others = name.men().iter().filter(|man| man.role != Role::King);
    let of = |colour| others.clone().filter(|man| man.colour == colour).count();
    let is_minor = others.clone().all(|man| [Role::Knight, Role::Bishop].contains(&man.role));
    is_minor && others.clone().any(|man| man.role == Role::Knight) && of(Colour::White) <= 1 && of(Colour::Black) <= 1
}

/// Measured: KNk on 8x8 9 microseconds and 576 bytes, 9x9 31 and 1,653, 10x10 69 and 4,331, 11x11 328 and 9,699; on 12x12 the solver takes bounds, 7 and 521.
/// KNkn on 6x6 172 and 4,609; KBkn on 7x7 54 and 3,401.
fn large_denominators(name: &Signature, positions: f64) -> (f64, f64) {
    let share = positions / 217_800.0;
    match name.men().iter().any(|man| man.role == Role::Bishop) {
        true => (60.0, 3500.0),
        false if name.men().len() == 3 && positions > 270_000.0 => (10.0, 650.0),
        false => (10.0 + 330.0 * share.powi(2), 500.0 + 9200.0 * share.powf(1.5)),
    }
}

/// Bytes that a position takes once it is solved, as long as another endgame rests on it.
const KEPT: f64 = 140.0;

/// What an answer would take.
pub fn effort(request: &Request) -> Result<Effort, String> {
    let Asked { board, signature, auction, .. } = asked(request)?;
    let mut effort = Effort {
        positions: 0,
        bytes: 0,
        seconds: 0.1,
        command: format!("cargo run --release --bin solve -- endgame {board} {signature}{}", request.options()),
        limit: None,
        hint: None,
    };
    let mut largest = 0.0_f64;
    for name in pipeline::in_order_of_need(std::slice::from_ref(&signature)) {
        let positions = family::positions(board, &name);
        effort.positions += positions;
        let positions = positions as f64;
        let (micros, bytes) = rates(request, &auction, &name, name == signature, positions);
        effort.seconds += positions * micros / 1e6;
        largest = largest.max(positions * (bytes - KEPT));
    }
    effort.bytes = 3_000_000 + (largest + KEPT * effort.positions as f64) as u64;
    let most = MOST_MEN;
    if signature.men().len() > most {
        effort.limit = Some(format!("found {} men, required at most {most} in a page", signature.men().len()));
    } else if matches!(auction, Auction::Plain) && request.bits.is_none() && !effort.is_allowed() {
        let bounds = Request { bits: Some(BITS), ..request.clone() };
        effort.hint =
            self::effort(&bounds)?.is_allowed().then(|| format!("Bounds within about 2^-{BITS} can be had here"));
    }
    Ok(effort)
}

/// The units of bounds that are proposed where exact values take too much, as `solve endgame` proposes them.
const BITS: u8 = 50;

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
        Auction::Chips(Chips::Total(chips), winner) => {
            let auction = ChipAuction { chips: *chips, winner: *winner };
            let computed = |_: &str, count: usize, positions: u64| {
                // As many as positions, and then again.
                let steps = usize::try_from(positions).unwrap_or(usize::MAX).min(count);
                crate::page::advance(steps);
            };
            each(&WithChips { board, double_step, auction, threads: 1, computed: &computed }, &asked, telling)
        }
        _ => Err("found an auction for which a page solves no endgames; `solve endgame` does, if there is a statement about them".to_owned()),
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
