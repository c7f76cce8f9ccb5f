//! `solve endgame --chips`: endgames with whole chips.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use session::words;
use solver::certificates::pipeline;
use solver::certificates::produce;
use solver::chess::board::Board;
use solver::chess::material::Signature;
use solver::games::chips::endgames::{Endgames, Family};
use solver::request::Auction;

use crate::how::How;
use crate::output::Failed;
use crate::watch::Watch;

/// Solves an endgame, and before it those that it needs, and writes a certificate of each; a line for each is told to somebody.
pub fn endgame<F: Family>(
    board: &str,
    material: &str,
    how: &How,
    (asked, auction): (Auction, F),
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
    asked.admit(&signature).map_err(Failed::usage)?;
    let computed = Computed::new();
    let told = |name: &str, count: usize, positions: u64| computed.advance(name, count, positions);
    let game = Endgames { board, double_step: how.double_step, auction, threads: how.threads.into(), computed: &told };
    game.admit(&signature).map_err(Failed::new)?;
    let mut watch = Watch::new();
    let screen = watch.line();
    let asked = [signature];
    let ended = produce::all(&game, &how.plan(&asked), &mut watch, &mut |_, made| {
        let path = made.path.as_ref().map_or_else(String::new, |path| session::escape::path(path));
        let line = format!(
            "{path}: {}, {} bytes\n",
            figures::<F>(made.solved.endgame.positions().len(), &made.solved.lines),
            made.bytes.len()
        );
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
fn figures<F: Family>(count: usize, lines: &F::Solved) -> String {
    let (states, [first, second]) = F::figures(lines);
    format!("{}, {states}, labels up to {first} and {second}", words::count(count, "position", "positions"))
}
