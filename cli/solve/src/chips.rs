//! `solve endgame --chips` and `solve graph --chips`: auctions with whole chips.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use checker::certificate::Digest;
use serde_json::{Value, json};
use session::claims::chips::Held;
use session::words;
use solver::certificates::pipeline;
use solver::certificates::produce;
use solver::chess::board::Board;
use solver::chess::material::Signature;
use solver::escape::escaped;
use solver::games::chips::endgames::Endgames;
use solver::games::chips::{ChipAuction, Solved, Winner, certify, solve, under};
use solver::graph::exact::policy::Observer as _;
use solver::graph_games::{Game, Kind};
use solver::request::Chips;

use crate::how::How;
use crate::output::{Failed, written};
use crate::watch::Watch;

/// Solves an endgame, and before it those that it needs, and writes a certificate of each; a line for each is told to somebody.
pub fn endgame(
    board: &str,
    material: &str,
    how: &How,
    auction: ChipAuction,
    tell: &mut dyn FnMut(&str) -> Result<(), Failed>,
) -> Result<String, Failed> {
    let board: Board = board.parse().map_err(Failed::usage)?;
    let (signature, flipped) = Signature::parse(material).map_err(Failed::usage)?;
    if signature.to_string() != material {
        let colours = if flipped { ", with the colours exchanged" } else { "" };
        crate::output::tell(&format!("{material} is stored as {signature}{colours}"));
    }
    if signature.men().len() > pipeline::MOST_MEN {
        let most = pipeline::MOST_MEN;
        return Err(Failed::usage(format!("{board} {signature}: found more than {most} men, required at most {most}")));
    }
    pipeline::admit(board, &signature).map_err(Failed::usage)?;
    let computed = Computed::new();
    let told = |name: &str, count: usize, positions: u64| computed.advance(name, count, positions);
    let game = Endgames { board, double_step: how.double_step, auction, threads: how.threads.into(), computed: &told };
    let mut watch = Watch::new();
    let screen = watch.line();
    let asked = [signature];
    let ended = produce::all(&game, &how.plan(&asked), &mut watch, &mut |_, made| {
        let path = made.path.as_ref().map_or_else(String::new, |path| session::escape::path(path));
        let line = format!("{path}: {}, {} bytes\n", figures(&made.solved.lines), made.bytes.len());
        screen.suspend(|| tell(&line))
    });
    watch.finish();
    ended?;
    Ok(if how.timings {
        watch.timings.phases().iter().fold(String::new(), |text, (name, wall, processor)| {
            text + &format!(
                "{name:<14} {:>9.3} s wall {:>9.3} s processor\n",
                wall.as_secs_f64(),
                processor.as_secs_f64()
            )
        })
    } else {
        String::new()
    })
}

/// Tells, every ten seconds, how many positions were computed.
struct Computed {
    last: Mutex<Last>,
}

/// What was told last.
struct Last {
    told: Instant,
    name: String,
    positions: u64,
}

impl Computed {
    fn new() -> Self {
        Self { last: Mutex::new(Last { told: Instant::now(), name: String::new(), positions: 0 }) }
    }

    /// So many more, of a game that has so many positions.
    fn advance(&self, name: &str, count: usize, positions: u64) {
        let mut last = self.last.lock().expect("nobody panics while telling");
        if last.name != name {
            *last = Last { told: last.told, name: name.to_owned(), positions: 0 };
        }
        last.positions += positions;
        if last.told.elapsed() > Duration::from_secs(10) {
            last.told = Instant::now();
            let (all, rounds) = (last.positions, last.positions / count.max(1) as u64);
            crate::output::tell(&format!(
                "{name}: thresholds: {all} positions computed, as many as in {rounds} sweeps"
            ));
        }
    }
}

/// What was found, in a few words.
fn figures(solved: &Solved) -> String {
    let count = solved.lines[0].chips.len();
    let states = 2 * u128::from(solved.auction.chips + 1) * count as u128;
    let label = |side: usize| solved.lines[side].labels.iter().flatten().max().copied().unwrap_or_default();
    format!(
        "{}, {} of {states} states drawn, labels up to {} and {}",
        words::count(count, "position", "positions"),
        solved.drawn(),
        label(0),
        label(1)
    )
}

/// What a graph is solved for.
pub struct Question<'a> {
    /// The file, as it is named.
    pub path: String,
    /// The game.
    pub game: &'a Game,
    /// The digest of its file.
    pub digest: Digest,
    /// The chips.
    pub chips: Chips,
    /// Who moves.
    pub winner: Winner,
    /// How many threads.
    pub threads: u16,
    /// Whether JSON is written.
    pub json: bool,
    /// The certificate.
    pub out: Option<&'a Path>,
}

/// Solves a game in a file.
pub fn graph(question: &Question, total: u64) -> Result<String, Failed> {
    let auction = ChipAuction { chips: total, winner: question.winner };
    let failed = |error: &dyn std::fmt::Display| Failed::new(format!("{}: {error}", question.path));
    let (graph, nodes) = under(question.game, auction).map_err(|error| failed(&error))?;
    let mut watch = Watch::new();
    watch.title.clone_from(&question.path);
    watch.phase("thresholds", 0);
    let computed = Computed::new();
    let advance = |positions| computed.advance(&question.path, graph.positions(), positions);
    let solved = solve(&graph, auction, question.threads.into(), &advance);
    watch.finish();
    let solved = solved.map_err(|error| failed(&error))?;
    if let Some(file) = question.out {
        let bytes = certify::graph(question.digest, &solved);
        written(file, &bytes)?;
    }
    Ok(if question.json {
        session::json::answer(&to_json(question, &solved, &nodes))
    } else {
        describe(question, &solved, &nodes)
    })
}

/// Who wins in a state: Left, Right, or nobody.
fn winner(solved: &Solved, position: usize, held: Held) -> &'static str {
    let all = 2 * solved.auction.chips + 1;
    let wins = |side: usize, held: u64| {
        let half_units = Held(held);
        // None is negative.
        half_units.chips() >= solved.lines[side].chips[position][usize::from(half_units.has_star())] as u64
    };
    match (wins(0, held.0), wins(1, all - held.0)) {
        (true, _) => "Left",
        (_, true) => "Right",
        _ => "nobody",
    }
}

fn describe(question: &Question, solved: &Solved, nodes: &[u32]) -> String {
    let (game, auction) = (question.game, solved.auction);
    let title = game.title().map_or(String::new(), |title| format!("{title}: "));
    let stated = session::claims::chips::auction(certify::stated(auction));
    let mut text = format!("{title}{stated}; {}; * is the star\n\n", figures(solved));
    let split = if let Chips::Split(left, _) = question.chips { Some(left) } else { None };
    let columns = if split.is_some() { "\tLeft has the star\tRight has the star" } else { "" };
    let _ = writeln!(text, "position\tLeft wins with\tor with\tRight wins with\tor with\tdrawn states{columns}");
    for (position, &node) in game.positions().iter().zip(nodes) {
        let name = escaped(&position.name);
        if let Kind::Terminal(value) = &position.kind {
            let _ = writeln!(text, "{name}\t{value}\tterminal");
            continue;
        }
        let node = node as usize;
        let needs = |side: usize, star: usize| match solved.lines[side].chips[node][star] {
            never if never > auction.chips as i64 => "-".to_owned(),
            chips => format!("{chips}{}", if star == 1 { "*" } else { "" }),
        };
        let _ = write!(
            text,
            "{name}\t{}\t{}\t{}\t{}\t{}",
            needs(0, 0),
            needs(0, 1),
            needs(1, 0),
            needs(1, 1),
            solved.drawn_at(node)
        );
        if let Some(left) = split {
            let _ = write!(
                text,
                "\t{}\t{}",
                winner(solved, node, Held(2 * left + 1)),
                winner(solved, node, Held(2 * left))
            );
        }
        text.push('\n');
    }
    text
}

/// What each position needs, as JSON; `null` is never.
fn to_json(question: &Question, solved: &Solved, nodes: &[u32]) -> Value {
    let (game, auction) = (question.game, solved.auction);
    let position = |(position, &node): (&solver::graph_games::Position, &u32)| {
        if let Kind::Terminal(value) = &position.kind {
            return json!({ "name": position.name, "value": value.to_string() });
        }
        let node = node as usize;
        let lines = |side: usize| {
            let lines = &solved.lines[side];
            let pair = |of: &[[i64; 2]]| of[node];
            let needs = lines.chips[node].map(|chips| (chips <= auction.chips as i64).then_some(chips));
            json!({ "wins_from": needs[0], "wins_with_star_from": needs[1], "labels": lines.labels[node], "bids": pair(&lines.bids), "opponent_bids": pair(&lines.guards) })
        };
        json!({ "name": position.name, "left": lines(0), "right": lines(1), "drawn_states": solved.drawn_at(node) })
    };
    json!({
        "title": game.title(),
        "chips": auction.chips,
        "winner": if auction.winner == Winner::Moves { "moves" } else { "decides" },
        "positions": game.positions().iter().zip(nodes).map(position).collect::<Vec<_>>(),
    })
}
