//! Games of one's own.

use checker::certificate::Digest;
use solver::certificates::certify;
use solver::games::chips::{ChipAuction, certify as chips_certify, solve as solve_chips, under};
use solver::games::payments::enclose::enclose as enclose_paid;
use solver::games::payments::exact::exact;
use solver::games::payments::{Payment, certificate};
use solver::graph::exact::policy::Observer as _;
use solver::graph_games::solve::{Method, solve as solve_exactly, solve_never};
use solver::graph_games::{Game, Kind, enclose};
use solver::request::{Auction, BITS, Chips};

use crate::effort::Effort;
use crate::request::{Request, required};
use crate::{File, Solved, Telling};

/// Microseconds that a position takes: a rough figure, because cycles decide.
const MICROSECONDS: f64 = 300.0;

/// The game, and the file that the certificate is going to be about.
fn read(request: &Request) -> Result<(Game, &str), String> {
    let text = required(request.text.as_ref(), "the game's text")?;
    Ok((Game::read(text).map_err(|error| error.to_string())?, text))
}

/// What an answer would take.
pub fn effort(request: &Request) -> Result<Effort, String> {
    request.auction()?;
    request.method()?;
    request.never()?;
    let (game, json) = read(request)?;
    let positions = game.positions().len() as u64;
    Ok(Effort {
        positions,
        bytes: 10_000_000 + Game::estimated_bytes(&json),
        seconds: 0.1 + positions as f64 * MICROSECONDS / 1e6,
        command: format!("cargo run --release --bin solve -- graph GAME.json{} --out GAME.cert", request.options()),
        limit: None,
        hint: None,
    })
}

/// Solves a game as `solve graph` does.
pub fn solve(request: &Request, telling: &mut Telling) -> Result<Solved, String> {
    let (game, json) = read(request)?;
    let digest = Digest::of(json.as_bytes());
    telling.begin(game.title().unwrap_or("the game"));
    let bytes = match request.auction()? {
        Auction::Plain => plain(request, &game, digest, telling),
        Auction::Paid(payment) => paid(request, &game, digest, &payment, telling),
        Auction::Chips(Chips::Total(chips), winner) => {
            let auction = ChipAuction { chips, winner };
            let (graph, _) = under(&game, auction)?;
            telling.phase("thresholds", 0);
            let advance = |positions: u64| crate::page::advance(usize::try_from(positions).unwrap_or(usize::MAX));
            let solved = solve_chips(&graph, auction, 1, &advance).map_err(|error| error.to_string())?;
            Ok(chips_certify::graph(digest, &solved))
        }
        _ => Err("found an auction that is not for a page, required another".to_owned()),
    }?;
    let certificates = vec![File { name: "game.cert".to_owned(), bytes }];
    Ok(Solved { certificates, game: Some(File { name: "game.json".to_owned(), bytes: json.as_bytes().to_vec() }) })
}

fn plain(request: &Request, game: &Game, digest: Digest, telling: &mut Telling) -> Result<Vec<u8>, String> {
    let never = request.never()?;
    let bits = match request.bits {
        Some(bits) => bits,
        None => {
            let solved = match never {
                None => solve_exactly(game, Method::default(), 1, telling),
                Some(worth) => solve_never(game, worth, 1, telling),
            };
            match solved {
                Ok(solution) => return Ok(certify::graph(digest, never, &solution.table)),
                // Bounds take their place: the exact values are too large.
                Err(_) => BITS,
            }
        }
    };
    let enclosure = match never {
        None => enclose::enclose(game, bits, telling),
        Some(worth) => enclose::enclose_never(game, worth, bits, telling),
    };
    Ok(certify::graph_enclosure(digest, never, &enclosure.enclosed))
}

fn paid(
    request: &Request,
    game: &Game,
    digest: Digest,
    payment: &Payment,
    telling: &mut Telling,
) -> Result<Vec<u8>, String> {
    if let Some(chance) = game.positions().iter().find(|position| matches!(position.kind, Kind::Chance(_))) {
        return Err(format!(
            "position {:?}: found a move of chance, required none where the bank is paid",
            chance.name
        ));
    }
    let bits = request.bits_of_payment()?;
    let (graph, _) = game.graph();
    if request.bits.is_none()
        && let Ok(exact) = exact(&graph, payment)
    {
        return Ok(certificate::exact_game(payment, digest, &exact));
    }
    telling.phase("sweeps", 0);
    let paid = enclose_paid(&graph.with(|node| node.bounds(bits)), bits, payment, || telling.advance(1));
    Ok(certificate::game(payment, digest, &paid))
}
