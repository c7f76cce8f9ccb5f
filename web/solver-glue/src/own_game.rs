//! Games of one's own: of bids, by turns or with chance; endless ones; scored ones.

use checker::certificate::Digest;
use games::scores::Aim;
use session::claims::{aims as endless, scores};
use solver::certificates::certify::{self, Stated};
use solver::games::aims::certificate::{Money, Unsolved, mean, parity};
use solver::games::chips::{ChipAuction, certify as chips_certify, solve as solve_chips, under};
use solver::games::payments::enclose::enclose as enclose_paid;
use solver::games::payments::exact::exact;
use solver::games::payments::{Payment, certificate};
use solver::games::scores as points;
use solver::graph::enclosure::Enclosed;
use solver::graph::exact::policy::Observer as _;
use solver::graph::table::Table;
use solver::graph_games::solve::{Method, solve as solve_exactly, solve_never};
use solver::graph_games::{Game, Kind, enclose};
use solver::request::{Auction, BITS, Chips};

use crate::effort::Effort;
use crate::request::{Request, required};
use crate::{File, Solved, Telling};

/// Microseconds that a position takes: a rough figure, because cycles decide.
const MICROSECONDS: f64 = 300.0;
/// So many positions of an endless game are solved in a page: equations of all of them are solved exactly, in a time that grows with the cube.
const MOST_ENDLESS: usize = 120;

/// A game that was read.
enum Own {
    Bids(Game),
    Endless(std::sync::Arc<games::aims::Game>),
    Scored(std::sync::Arc<games::scores::Scored>),
}

/// The game, and the file that the certificate is going to be about.
fn read(request: &Request) -> Result<(Own, &str), String> {
    let text = required(request.text.as_ref(), "the game's text")?;
    let is_other = endless::is_endless(text.as_bytes()) || scores::is_scored(text.as_bytes());
    let is_asked = request.payment.is_some() || request.chips.is_some();
    if is_other && is_asked {
        return Err("found chips or a payment, required neither in an endless or scored game".to_owned());
    }
    let own = if endless::is_endless(text.as_bytes()) {
        Own::Endless(endless::read(text.as_bytes()).map_err(|error| error.to_string())?)
    } else if is_other {
        Own::Scored(scores::read(text.as_bytes()).map_err(|error| error.to_string())?)
    } else {
        Own::Bids(Game::read(text).map_err(|error| error.to_string())?)
    };
    Ok((own, text))
}

/// What an answer would take.
pub fn effort(request: &Request) -> Result<Effort, String> {
    request.auction()?;
    request.method()?;
    request.never()?;
    let (game, json) = read(request)?;
    let count = match &game {
        Own::Bids(game) => game.positions().len(),
        Own::Endless(game) => game.positions.len(),
        Own::Scored(scored) => scored.graph.names.len(),
    };
    let positions = count as u64;
    let is_long = matches!(game, Own::Endless(_)) && count > MOST_ENDLESS;
    Ok(Effort {
        positions,
        bytes: 10_000_000 + Game::estimated_bytes(&json),
        seconds: 0.1 + positions as f64 * MICROSECONDS / 1e6,
        command: format!("cargo run --release --bin solve -- graph GAME.json{} --out GAME.cert", request.options()),
        limit: is_long
            .then(|| format!("found {count} positions, required at most {MOST_ENDLESS} of an endless game in a page")),
        hint: None,
    })
}

/// Solves a game as `solve graph` does.
pub fn solve(request: &Request, telling: &mut Telling) -> Result<Solved, String> {
    let (game, json) = read(request)?;
    let digest = Digest::of(json.as_bytes());
    let bytes = match &game {
        Own::Bids(game) => bids(request, game, digest, telling),
        Own::Endless(game) => {
            telling.begin("the game");
            telling.phase("exact", 0);
            // As `solve graph` does: priorities decide where there are no rewards.
            let has = |field: fn(&games::aims::Position) -> bool| game.positions.iter().any(field);
            let is_parity = has(|one| one.priority.is_some()) && !has(|one| one.reward.is_some());
            let made = if is_parity { parity(game) } else { mean(game, Money::RICHMAN) };
            made.map_err(|unsolved| match unsolved {
                Unsolved::Reward(number) | Unsolved::Priority(number) => {
                    format!(
                        "{:?}: found neither rewards nor priorities at each position, required one of them",
                        game.names[number]
                    )
                }
                Unsolved::Large => "numbers are too large for a certificate".to_owned(),
            })
        }
        Own::Scored(scored) => {
            let aim = Aim::new(digest, None);
            let game = points::game(scored, &aim).map_err(|error| error.to_string())?;
            let never = request.never()?;
            let stated = || Stated { never, imports: Vec::new() };
            let exact = |table: &Table| points::certificate(&aim, stated(), table);
            let narrow = |enclosed: &Enclosed| points::enclosure(&aim, stated(), enclosed);
            plain(request, &game, telling, &exact, &narrow)
        }
    }?;
    let certificates = vec![File { name: "game.cert".to_owned(), bytes }];
    Ok(Solved { certificates, game: Some(File { name: "game.json".to_owned(), bytes: json.as_bytes().to_vec() }) })
}

/// A game of bids, by turns or with chance.
fn bids(request: &Request, game: &Game, digest: Digest, telling: &mut Telling) -> Result<Vec<u8>, String> {
    telling.begin(game.title().unwrap_or("the game"));
    match request.auction()? {
        Auction::Plain => {
            let never = request.never()?;
            let exact = |table: &Table| certify::graph(digest, never, table);
            plain(request, game, telling, &exact, &|enclosed| certify::graph_enclosure(digest, never, enclosed))
        }
        Auction::Paid(payment) => paid(request, game, digest, &payment, telling),
        Auction::Chips(Chips::Total(chips), winner) => {
            let auction = ChipAuction { chips, winner };
            let (graph, _) = under(game, auction)?;
            telling.phase("thresholds", 0);
            let advance = |positions: u64| crate::page::advance(usize::try_from(positions).unwrap_or(usize::MAX));
            let solved = solve_chips(&graph, auction, 1, &advance).map_err(|error| error.to_string())?;
            Ok(chips_certify::graph(digest, &solved))
        }
        _ => Err("found an auction that is not for a page, required another".to_owned()),
    }
}

/// The certificate of exact values, or of bounds where they are asked for or numbers are too large.
fn plain(
    request: &Request,
    game: &Game,
    telling: &mut Telling,
    exact: &dyn Fn(&Table) -> Vec<u8>,
    narrow: &dyn Fn(&Enclosed) -> Vec<u8>,
) -> Result<Vec<u8>, String> {
    let never = request.never()?;
    let bits = match request.bits {
        Some(bits) => bits,
        None => {
            let solved = match never {
                None => solve_exactly(game, Method::default(), 1, telling),
                Some(worth) => solve_never(game, worth, 1, telling),
            };
            match solved {
                Ok(solution) => return Ok(exact(&solution.table)),
                // Bounds take their place: the exact values are too large.
                Err(_) => BITS,
            }
        }
    };
    let enclosure = match never {
        None => enclose::enclose(game, bits, telling),
        Some(worth) => enclose::enclose_never(game, worth, bits, telling),
    };
    Ok(narrow(&enclosure.enclosed))
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
