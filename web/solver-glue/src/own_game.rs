//! Games of one's own: of bids, by turns or with chance; endless ones; scored ones.

use session::claims::{aims as endless, scores};
use session::library::{Solver as _, Unmade};
use solver::engine::{Engine, InJson, Request as Asked};
use solver::graph::exact::policy::Observer as _;
use solver::graph_games::Game;
use solver::request::{Auction, Form};

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
    telling.begin(if let Own::Bids(game) = &game { game.title().unwrap_or("the game") } else { "the game" });
    let auction = request.auction()?;
    let bits = if let Auction::Paid(_) = auction { Some(request.bits_of_payment()?) } else { request.bits };
    let form = request.bits.and(bits).map(Form::Bits);
    let what = InJson { text: json, auction, never: request.never()? };
    let made = Engine.make(&Asked { what, form, method: None, threads: 1 }, telling);
    let certificates = vec![File { name: "game.cert".to_owned(), bytes: made.map_err(Unmade::into_words)? }];
    Ok(Solved { certificates, game: Some(File { name: "game.json".to_owned(), bytes: json.as_bytes().to_vec() }) })
}
