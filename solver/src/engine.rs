//! The solver as [`session::solve`] takes it, for all doors: a game in a file or a model, and how it is asked, in; its certificate out.
//!
//! Responsible for the order of things: exact values where they are not too large, else bounds; which statement a game is solved for. Left to others: reading
//! requests ([`request`](crate::request)), solving, writing certificates, and verifying them.
//!
//! # Solve a game, verify it, ask
//!
//! ```
//! use session::{Silent, solve};
//! use solver::engine::{Engine, Request};
//!
//! let game = r#"{"bidding-game": 2, "positions": [
//!     {"name": "start", "left": ["won"], "right": ["again"]}, {"name": "again", "left": ["start"], "right": ["lost"]},
//!     {"name": "won", "value": "1"}, {"name": "lost", "value": "0"}]}"#;
//! let solved = solve(&Engine, &Request::game(game), &mut Silent)?;
//! let answer = solved.at("start")?;
//! assert!(answer.text().contains("Left wins if Right holds less than 66.66 % of the money"), "{}", answer.text());
//! // What was verified can be kept, and verified again by `check FILE.cert --graph GAME.json`.
//! assert!(solved.certificate.len() > 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solve a model
//!
//! ```
//! use session::{Silent, solve};
//! use solver::engine::{Engine, Request};
//!
//! let model = std::fs::read("../certs/models/two.umb")?;
//! let solved = solve(&Engine, &Request::model(&model, "<<one>> Pmax=? [ F \"goal\" ]"), &mut Silent)?;
//! println!("{}", solved.at("0")?.text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Mutex;

use checker::certificate::{Digest, Never};
use games::models;
use games::scores::Aim;
use session::claims::{aims as endless, scores};
use session::library::{Solver, Unmade, Watch};
use session::{archive, escape};

use crate::certificates::certify::{self, Stated};
use crate::games::aims::certificate::{Money, Unsolved, mean, parity};
use crate::games::chips::{self, ChipAuction};
use crate::games::payments::enclose::enclose as enclose_paid;
use crate::games::payments::exact::exact as exact_paid;
use crate::games::payments::{MOST_BITS, Payment, certificate};
use crate::games::scores as points;
#[cfg(feature = "files")]
use crate::games::{poorman, robin_hood};
use crate::graph::enclosure::Enclosed;
use crate::graph::rewards::{bounds, solve as collect};
use crate::graph::table::Table;
use crate::graph_games::property::{Asked, Property, Reward};
use crate::graph_games::rewards::{Rewards, game as collecting};
use crate::graph_games::solve::{Method, solve_graph_never};
use crate::graph_games::umb::{Doubles, Model, Put};
use crate::graph_games::{Game, Kind, enclose, solve};
use crate::memory::{MEGABYTE, available_memory};
use crate::request::{Auction, BITS, Chips, Form};

/// The solver.
#[derive(Clone, Copy, Debug, Default)]
pub struct Engine;

/// What is asked, and how it shall be solved.
#[derive(Clone, Debug)]
pub struct Request<What> {
    /// What is solved.
    pub what: What,
    /// Exact values, or bounds; if nobody chose exact values, or bounds where they are too large.
    pub form: Option<Form>,
    /// How exact values are found.
    pub method: Option<Method>,
    /// How many threads there are; the result is the same for any number.
    pub threads: usize,
}

/// A game in JSON: a graph, an endless one, a scored one.
#[derive(Clone, Debug)]
pub struct InJson<'a> {
    /// The file.
    pub text: &'a str,
    /// How moves are bid for.
    pub auction: Auction,
    /// What an endless play is worth, if one value is asked for.
    pub never: Option<Never>,
}

/// A question about a model in UMB.
#[derive(Clone, Debug)]
pub struct OfModel<'a> {
    /// The archive.
    pub bytes: &'a [u8],
    /// The question, in PRISM's words.
    pub property: &'a str,
    /// How numbers are read.
    pub doubles: Doubles,
    /// The discount of rewards.
    pub discount: Option<(u64, u64)>,
}

impl<What> From<What> for Request<What> {
    fn from(what: What) -> Self {
        Self { what, form: None, method: None, threads: 1 }
    }
}

impl<'a> Request<InJson<'a>> {
    /// What either player can force in a game.
    pub fn game(text: &'a str) -> Self {
        InJson { text, auction: Auction::Plain, never: None }.into()
    }
}

impl<'a> Request<OfModel<'a>> {
    /// A question about a model, with its numbers as they are written.
    pub fn model(bytes: &'a [u8], property: &'a str) -> Self {
        OfModel { bytes, property, doubles: Doubles::AsWritten, discount: None }.into()
    }
}

impl<What> Request<What> {
    /// The units of bounds, if they are asked for.
    fn bits(&self) -> Option<u8> {
        if let Some(Form::Bits(bits)) = self.form { Some(bits) } else { None }
    }

    /// Whether bounds may take the place of exact values.
    fn may_enclose(&self) -> bool {
        self.method.is_none() && self.form != Some(Form::Exact)
    }
}

fn wrong(error: impl ToString) -> Unmade {
    Unmade::Wrong(error.to_string())
}

impl Solver<Request<InJson<'_>>> for Engine {
    fn make(&self, request: &Request<InJson<'_>>, watch: &mut dyn Watch) -> Result<Vec<u8>, Unmade> {
        let InJson { text, auction, never } = &request.what;
        let (bytes, digest) = (text.as_bytes(), Digest::of(text.as_bytes()));
        let is_plain = *auction == Auction::Plain;
        if endless::is_endless(bytes) && is_plain {
            watch.phase("exact", 0);
            return endless_game(&*endless::read(bytes).map_err(wrong)?);
        }
        if scores::is_scored(bytes) && is_plain {
            let (scored, aim) = (scores::read(bytes).map_err(wrong)?, Aim::new(digest, None));
            let game = points::game(&scored, &aim).map_err(wrong)?;
            let stated = || Stated { never: *never, imports: Vec::new() };
            let exact = |table: &Table| points::certificate(&aim, stated(), table);
            return plain(request, &game, &exact, &|enclosed| points::enclosure(&aim, stated(), enclosed), watch);
        }
        let game = Game::read(text).map_err(wrong)?;
        match auction {
            Auction::Plain => {
                let exact = |table: &Table| certify::graph(digest, *never, table);
                plain(request, &game, &exact, &|enclosed| certify::graph_enclosure(digest, *never, enclosed), watch)
            }
            Auction::Paid(payment) => paid(request, &game, digest, payment, watch),
            Auction::Chips(Chips::Total(chips), winner) => {
                let auction = ChipAuction { chips: *chips, winner: *winner };
                let (graph, _) = chips::under(&game, auction).map_err(wrong)?;
                watch.phase("thresholds", 0);
                let solved = chips::solve(&graph, auction, request.threads, &told(&Mutex::new(watch)));
                Ok(chips::certify::graph(digest, &solved.map_err(wrong)?))
            }
            // The page, which has no files, does not ask for it: its module stays small.
            #[cfg(feature = "files")]
            Auction::BankChips(most, winner, owner) => {
                let auction = poorman::auction(*winner, *owner, *most);
                let solved = poorman::solve(&game, auction, &told(&Mutex::new(watch))).map_err(wrong)?;
                Ok(poorman::certificate(digest, &solved))
            }
            #[cfg(feature = "files")]
            Auction::RobinHood(tax, whole) => robin_hood::certificate(&game, digest, (*tax, *whole)).map_err(wrong),
            _ => Err(wrong("found an auction that is not solved here, required another")),
        }
    }

    fn about<'a>(&self, request: &'a Request<InJson<'_>>) -> Option<&'a [u8]> {
        Some(request.what.text.as_bytes())
    }
}

/// Tells of positions from several threads.
fn told<'a>(watch: &'a Mutex<&mut dyn Watch>) -> impl Fn(u64) + Sync + 'a {
    |positions| {
        // Whoever interrupts the work unwinds from here.
        let mut watch = watch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        watch.advance(usize::try_from(positions).unwrap_or(usize::MAX));
    }
}

/// The certificate of an endless game: priorities decide where there are no rewards.
fn endless_game(game: &games::aims::Game) -> Result<Vec<u8>, Unmade> {
    let has = |field: fn(&games::aims::Position) -> bool| game.positions.iter().any(field);
    let is_parity = has(|one| one.priority.is_some()) && !has(|one| one.reward.is_some());
    let made = if is_parity { parity(game) } else { mean(game, Money::RICHMAN) };
    let at = |number: usize, what: &str| wrong(format!("{}: {what}", escape::quoted(&game.names[number])));
    made.map_err(|unsolved| match unsolved {
        Unsolved::Reward(number) | Unsolved::Priority(number) => {
            at(number, "found neither rewards nor priorities at each position, required one of them")
        }
        Unsolved::Turn(number) => at(number, "found no auction, required one"),
        Unsolved::Large => Unmade::Unsolved("numbers are too large for a certificate".to_owned()),
    })
}

/// The certificate of exact values, or of bounds where they are asked for or numbers are too large.
fn plain(
    request: &Request<InJson<'_>>,
    game: &Game,
    exact: &dyn Fn(&Table) -> Vec<u8>,
    narrow: &dyn Fn(&Enclosed) -> Vec<u8>,
    watch: &mut dyn Watch,
) -> Result<Vec<u8>, Unmade> {
    let never = request.what.never;
    if request.bits().is_none() {
        let solved = match never {
            None => solve::solve(game, request.method.unwrap_or_default(), request.threads, watch),
            Some(worth) => solve::solve_never(game, worth, request.threads, watch),
        };
        match solved {
            Ok(solution) => return Ok(exact(&solution.table)),
            Err(_) if request.may_enclose() => {}
            Err(reason) => return Err(Unmade::Unsolved(reason.to_string())),
        }
    }
    let bits = request.bits().unwrap_or(BITS);
    let enclosure = match never {
        None => enclose::enclose(game, bits, watch),
        Some(worth) => enclose::enclose_never(game, worth, bits, watch),
    };
    Ok(narrow(&enclosure.enclosed))
}

/// The certificate of a game in which the bank is paid: exact where play cannot come back, else bounds.
fn paid(
    request: &Request<InJson<'_>>,
    game: &Game,
    digest: Digest,
    payment: &Payment,
    watch: &mut dyn Watch,
) -> Result<Vec<u8>, Unmade> {
    if let Some(chance) = game.positions().iter().find(|position| matches!(position.kind, Kind::Chance(_))) {
        let name = escape::quoted(&chance.name);
        return Err(wrong(format!("position {name}: found a move of chance, required none where the bank is paid")));
    }
    let (graph, _) = game.graph();
    if request.bits().is_none() {
        match exact_paid(&graph, payment) {
            Ok(exact) => return Ok(certificate::exact_game(payment, digest, &exact)),
            Err(_) if request.may_enclose() => {}
            Err(reason) => return Err(Unmade::Unsolved(reason.to_string())),
        }
    }
    let bits = request.bits().unwrap_or(MOST_BITS);
    watch.phase("sweeps", 0);
    let found = enclose_paid(&graph.with(|node| node.bounds(bits)), bits, payment, || watch.advance(1));
    Ok(certificate::game(payment, digest, &found))
}

/// What a state takes for each step, roughly, in bytes.
const BYTES_PER_STEP: u64 = 160;
/// So many bytes of an archive are unpacked at most: 8 GiB.
const MOST_UNPACKED: u64 = 1 << 33;

impl Solver<Request<OfModel<'_>>> for Engine {
    fn make(&self, request: &Request<OfModel<'_>>, watch: &mut dyn Watch) -> Result<Vec<u8>, Unmade> {
        let OfModel { bytes, property, discount, .. } = &request.what;
        let asked = Asked::read(property);
        let asked = asked.map_err(|error| wrong(format!("{}: {error}", crate::escape::short(property))))?;
        let is_total = matches!(&asked, Asked::Reward(Reward { goal: None, .. }));
        if discount.is_some() && !is_total {
            return Err(wrong(
                "discount: found a question without it, required all that is collected: R{\"name\"}max=? [ C ]",
            ));
        }
        let files: models::Arrays =
            archive::unpack(*bytes, bytes.len() as u64, MOST_UNPACKED).map_err(Unmade::Wrong)?;
        let model = Model::read(files, request.what.doubles).map_err(wrong)?;
        match asked {
            Asked::Probability(asked) => probable(request, model, asked, watch),
            Asked::Reward(asked) => collected(request, &model, asked, watch),
            Asked::Average(_) => Err(wrong(
                "found a long-run average, whose certificate is about a game in JSON: `solve model` finds it, and writes both",
            )),
        }
    }

    fn about<'a>(&self, request: &'a Request<OfModel<'_>>) -> Option<&'a [u8]> {
        Some(request.what.bytes)
    }
}

/// The certificate of a probability.
fn probable(
    request: &Request<OfModel<'_>>,
    mut model: Model,
    asked: Property,
    watch: &mut dyn Watch,
) -> Result<Vec<u8>, Unmade> {
    let doubles = request.what.doubles;
    let maximisers = model.coalition(&asked.coalition, asked.is_min).map_err(wrong)?;
    let Property { path, stay, goal, steps, .. } = asked;
    let is_simplest = matches!(doubles, Doubles::Simplest);
    let question = models::Question { model: model.digest, is_simplest, maximisers, path, stay, goal, steps };
    let layers = question.steps.map_or(1, u64::from);
    let needed = layers.saturating_mul(model.counts()[0] as u64).saturating_mul(BYTES_PER_STEP);
    if let Some(found) = available_memory().filter(|found| layers > 1 && needed > *found) {
        let [found, needed] = [found, needed].map(|bytes| bytes / MEGABYTE);
        return Err(Unmade::Memory(format!(
            "{layers} steps of a model: found {found} MB of memory, required about {needed} MB"
        )));
    }
    let Put { graph, nodes } = model.ask(&question).map_err(wrong)?;
    model.forget();
    let never = question.endless();
    if request.bits().is_none() {
        match solve_graph_never(&graph, &nodes, never, request.threads, watch) {
            Ok(solution) => return Ok(certify::model(&question, &solution.table)),
            Err(_) if request.may_enclose() => {}
            Err(reason) => return Err(Unmade::Unsolved(reason.to_string())),
        }
    }
    let found = enclose::enclose_graph_never(&graph, nodes, never, request.bits().unwrap_or(BITS), watch);
    Ok(certify::model_enclosure(&question, &found.enclosed))
}

/// The certificate of a reward.
fn collected(
    request: &Request<OfModel<'_>>,
    model: &Model,
    asked: Reward,
    watch: &mut dyn Watch,
) -> Result<Vec<u8>, Unmade> {
    let OfModel { doubles, discount, .. } = request.what;
    let (reward, rewards) = Rewards::read(model, asked.name.as_deref(), doubles).map_err(wrong)?;
    let maximisers = model.coalition(&asked.coalition, asked.is_min).map_err(wrong)?;
    let (goal, is_simplest) = (asked.goal, matches!(doubles, Doubles::Simplest));
    let mut question = models::rewards::Question {
        model: model.digest,
        is_simplest,
        maximisers,
        reward,
        goal,
        discount,
        scale: 0,
        is_signed: false,
    };
    let (collecting, places) = collecting(model, &rewards, &question).map_err(wrong)?;
    question.is_signed = collecting.is_signed;
    let exact = match request.bits() {
        None => collect(&collecting, request.threads, || watch.advance(1)).ok(),
        Some(_) => None,
    };
    if let Some(found) = exact {
        question.scale = found.scale;
        return Ok(certify::rewards(&question, &found));
    }
    let found = bounds(&collecting, request.bits().unwrap_or(BITS), || watch.advance(1));
    let found = found.map_err(|reason| wrong(reason.of_states(&places)))?;
    question.scale = found.scale;
    Ok(certify::rewards_bounded(&question, &found))
}
