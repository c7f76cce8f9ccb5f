//! `solve graph --chips all`: every number of chips at once.

use std::fmt::Write as _;

use serde_json::json;
use session::claims::chips::Held;
use session::words;
use solver::escape::escaped;
use solver::games::chips::all::{All, all};
use solver::graph::exact::policy::Observer as _;
use solver::graph_games::solve::{Method, solve};
use solver::graph_games::{Game, Kind};

use crate::output::Failed;
use crate::watch::Watch;

/// Solves a game for every number of chips, and has the checker verify what is predicted for the totals of two periods more.
pub fn graph(path: &str, game: &Game, threads: usize, is_json: bool) -> Result<String, Failed> {
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{path}: {error}"));
    let mut watch = Watch::new();
    watch.title = path.to_owned();
    let solution = solve(game, Method::Exact, threads, &mut watch).map_err(|error| failed(&error))?;
    watch.phase("totals", 0);
    let (told, done) = (std::sync::Mutex::new(std::time::Instant::now()), std::sync::atomic::AtomicU64::new(0));
    let advance = |totals: u64| {
        let all = done.fetch_add(totals, std::sync::atomic::Ordering::Relaxed) + totals;
        let mut told = told.lock().expect("nobody panics while telling");
        if told.elapsed() > std::time::Duration::from_secs(10) {
            *told = std::time::Instant::now();
            crate::output::tell(&format!("{path}: {all} totals"));
        }
    };
    let found = all(game, &solution, threads, &advance).map_err(|error| failed(&error))?;
    watch.phase("predictions", 0);
    let start = found.first + found.period;
    let verified = found.verify(start..start + 2 * found.period, threads, &advance);
    let verified = verified.map_err(|error| failed(&error))?;
    watch.finish();
    let nodes = game.graph().1;
    Ok(if is_json {
        session::json::answer(&to_json(game, &found, verified, &nodes))
    } else {
        describe(game, &found, verified, &nodes)
    })
}

/// The least that wins, as people write it: the smaller of the numbers without the star and with it.
fn least([without, with]: [i64; 2]) -> String {
    // None is negative.
    Held((2 * without).min(2 * with + 1) as u64).to_string()
}

fn describe(game: &Game, found: &All, verified: u64, nodes: &[u32]) -> String {
    let All { period, first, .. } = found;
    let title = game.title().map_or(String::new(), |title| format!("{title}: "));
    let mut text = format!(
        "{title}any number of chips, the buyer says who moves; * is the star\nproved for all totals from {first} on: {period} chips more add to what a player \
         needs the number in the table\nby tables of {period} totals, {first} to {}; the predictions for the next {verified} totals are verified\n",
        first + period - 1
    );
    let root = nodes.iter().zip(game.positions()).position(|(_, position)| !position.kind.is_terminal());
    let Some(root) = root else { return text };
    let node = nodes[root] as usize;
    for (total, positions, here) in found.irregular(node) {
        let here = if here { format!(", {} among them", escaped(game.name(root as u32))) } else { String::new() };
        let chips = words::count(total as usize, "chip", "chips");
        let positions = words::count(positions, "position", "positions");
        let _ = writeln!(text, "with {chips}: not so at {positions}{here}");
    }
    let _ = writeln!(text, "\nposition\tLeft, of {period}\tRight, of {period}");
    for (position, &node) in game.positions().iter().zip(nodes) {
        if !position.kind.is_terminal() {
            let [left, right] = found.shares.each_ref().map(|shares| shares[node as usize]);
            let _ = writeln!(text, "{}\t{left}\t{right}", escaped(&position.name));
        }
    }
    let _ = writeln!(text, "\nchips in all\tLeft wins at {} with\tRight wins with", escaped(game.name(root as u32)));
    for total in 0..first + period {
        let [left, right] = [0, 1].map(|side| found.needs(total, side, node));
        let _ = writeln!(text, "{total}\t{}\t{}", least(left), least(right));
    }
    text
}

fn to_json(game: &Game, found: &All, verified: u64, nodes: &[u32]) -> serde_json::Value {
    let position = |(position, &node): (&solver::graph_games::Position, &u32)| {
        if let Kind::Terminal(value) = &position.kind {
            return json!({ "name": position.name, "value": value.to_string() });
        }
        let node = node as usize;
        let needs = |side: usize| {
            (0..found.first + found.period).map(|total| found.needs(total, side, node)).collect::<Vec<_>>()
        };
        json!({ "name": position.name, "shares": [found.shares[0][node], found.shares[1][node]], "left": needs(0), "right": needs(1) })
    };
    json!({
        "title": game.title(),
        "winner": "decides",
        "period": found.period,
        "first": found.first,
        "verified": verified,
        "positions": game.positions().iter().zip(nodes).map(position).collect::<Vec<_>>(),
    })
}
