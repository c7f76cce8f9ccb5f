//! `solve graph`: a game that somebody brings, solved.

use std::path::Path;

use checker::certificate::Digest;
use session::{Solver as _, claims};
use solver::certificates::certify;
use solver::engine::{Engine, InJson, Request};
use solver::graph_games::Game;
use solver::memory::enough_memory;
use solver::request::{Auction, BITS, Chips, Way};

use crate::graph_asked::{Arguments, Method};
use crate::graph_table::{Found, find};
use crate::output::{Failed, distinct, written};
use crate::watch::Watch;
use crate::{aims, all_pay, allchips, input, made, scores};

/// What a text is that is no game, and what to do with it.
fn what_else(text: &str, error: &str) -> String {
    match text.trim_start().starts_with('{') {
        false => {
            format!("{error}: this is no game: required JSON such as {{ \"bidding-game\": 2, \"positions\": [ … ] }}")
        }
        true => error.to_owned(),
    }
}

/// Tells what is odd about a game.
fn warn(path: &str, game: &Game) {
    for ((count, first), player) in game.passes().iter().zip(["Left", "Right"]) {
        if let Some(first) = first {
            crate::output::tell(&format!(
                "{path}: {player} has no option at {count} positions, first {first:?}, and passes there"
            ));
        }
    }
    let told = |(count, first): (usize, Option<&str>), what: &str| {
        if let Some(first) = first {
            crate::output::tell(&format!("{path}: {what}: {count}, the first {first:?}"));
        }
    };
    told(game.idle_terminals(), "terminal positions that are no option of any position");
    told(game.endless(), "positions from which no terminal one can be reached");
}

/// Whether a drawing is a picture in SVG, and not one in DOT.
fn is_svg(draw: Option<&Path>) -> Result<bool, Failed> {
    let picture = draw.and_then(|file| Some((file, file.extension()?.to_str()?)));
    if let Some((file, end)) = picture.filter(|(_, end)| ["png", "pdf", "jpg", "gif"].contains(end)) {
        let file = session::escape::path(file);
        return Err(Failed::usage(format!(
            "--draw: found {file}, required a name that ends in .svg, a picture, or in .dot, a drawing of which Graphviz makes a {end}"
        )));
    }
    Ok(picture.is_some_and(|(_, end)| end == "svg"))
}

/// Solves a game.
pub fn graph(arguments: &Arguments) -> Result<String, Failed> {
    if arguments.method == Some(Method::Lp) && cfg!(not(feature = "lp")) {
        return Err(Failed::usage(
            "the method lp was left out when this program was compiled, for it takes long to compile; this one has it: \
             cargo run --release --features lp --bin solve -- graph … --method lp",
        ));
    }
    let auction = match arguments.robin_hood {
        Some((tax, whole)) => Ok(Auction::RobinHood(tax, whole)),
        None => Auction::new(arguments.pays.as_deref(), arguments.chips, arguments.winner, arguments.ties),
    };
    let auction = auction.map_err(Failed::usage)?;
    if let Auction::Both(chips, ties) = auction {
        arguments.admit(Way::AllPay, &auction)?;
        return all_pay::all_pay(arguments, chips, ties);
    }
    if arguments.endless.worth().is_some() && arguments.method == Some(Method::Lp) {
        return Err(Failed::usage("--never: found --method lp, required --method exact, or none"));
    }
    distinct(&arguments.game, &[arguments.out.as_ref(), arguments.draw.as_ref()])?;
    let is_svg = is_svg(arguments.draw.as_deref())?;
    let path = session::escape::path(&arguments.game);
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{path}: {error}"));
    let found = arguments.memory();
    // The text itself, and then what is made of it.
    let text = input::game(&arguments.game, found)?;
    if claims::aims::is_endless(text.as_bytes()) {
        arguments.admit(auction.of_endless(), &auction)?;
        return aims::solve(arguments, &auction, &text);
    }
    enough_memory(found, Game::estimated_bytes(&text)).map_err(|error| failed(&error))?;
    if claims::scores::is_scored(text.as_bytes()) {
        arguments.admit(Way::Scored, &auction)?;
        return scores::solve(arguments, &text);
    }
    arguments.admit(auction.of_graph(), &auction)?;
    let game =
        Game::read(&text).map_err(|error| Failed::new(format!("{path}: {}", what_else(&text, &error.to_string()))))?;
    let at = arguments.number(game.positions().iter().map(|position| &*position.name))?;
    // The certificate is about the file with these bytes.
    let digest = Digest::of(text.as_bytes());
    warn(&path, &game);
    if let Auction::Chips(Chips::All, _) = auction {
        return allchips::graph(&path, &game, arguments.threads.into(), arguments.json);
    }
    let mut watch = Watch::new();
    watch.title = path.to_string();
    if auction != Auction::Plain {
        return sold(arguments, auction, &text, &mut watch);
    }
    plain(arguments, (&game, digest, at), is_svg, &mut watch)
}

/// Solves a game under another auction than that of most statements; tells what the checker has verified.
fn sold(arguments: &Arguments, auction: Auction, text: &str, watch: &mut Watch) -> Result<String, Failed> {
    let forms = auction.of_graph().precision();
    let form = arguments.precision.as_ref().map(|asked| forms.admit(asked)).transpose().map_err(Failed::usage)?;
    let (auction, split) = match auction {
        Auction::Chips(Chips::Split(left, right), winner) => {
            (Auction::Chips(Chips::Total(left + right), winner), Some(left))
        }
        other => (other, None),
    };
    let what = InJson { text, auction, never: None };
    let request = Request { form, threads: arguments.threads.into(), ..Request::from(what) };
    let made = Engine.make(&request, watch);
    watch.finish();
    let path = &watch.title;
    let bytes = made.map_err(|unmade| Failed::new(format!("{path}: {}", unmade.into_words())))?;
    let place = (arguments.at.as_deref(), arguments.out.as_deref());
    made::told((path, text), &bytes, place, arguments.json, split)
}

/// Solves a game under the auction of most statements; writes and tells what is asked for.
fn plain(
    arguments: &Arguments,
    (game, digest, at): (&Game, Digest, Option<u32>),
    is_svg: bool,
    watch: &mut Watch,
) -> Result<String, Failed> {
    let path = watch.title.clone();
    let never = arguments.endless.worth();
    if arguments.precision.is_none() {
        watch.hint(format!(
            "{path}: exact values can take long; bounds within 1/2^{BITS} take less: --precision {BITS}"
        ));
    }
    let found = find(game, arguments, watch);
    watch.finish();
    let found = found.map_err(|error| Failed::new(format!("{path}: {error}")))?;
    if let Some(file) = &arguments.out {
        let bytes = match &found {
            Found::Exact(solution) => certify::graph(digest, never, &solution.table),
            Found::Enclosed(enclosure) => certify::graph_enclosure(digest, never, &enclosure.enclosed),
        };
        written(file, &bytes)?;
    }
    if let Some(file) = &arguments.draw {
        written(file, found.drawn(game, is_svg).map_err(|error| Failed::new(format!("{path}: {error}")))?.as_bytes())?;
    }
    Ok(found.told(game, never, at, arguments.json))
}
