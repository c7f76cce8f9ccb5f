//! `solve hex`: how likely each cell of a board of Hex decides, exactly.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use num_bigint::BigUint;
use num_rational::{BigRational, Ratio};
use serde_json::json;
use session::{fraction, words};
use solver::games::hex::count::{Counts, count};
use solver::games::hex::picture::heat_map;
use solver::games::hex::{Board, Solution};

use crate::input;
use crate::output::{Failed, written};

/// What to count, and what to write.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files x ranks, from 1 to 16 each, such as 11x11. Left joins the first rank to the last, Right the first file to the last
    board: String,
    /// Stones that lie already: a line for each rank, in it . for a free cell, L or R for a stone
    #[arg(long, value_name = "FILE")]
    stones: Option<PathBuf>,
    /// Writes JSON
    #[arg(long)]
    json: bool,
    /// Writes the certificate, for `check FILE.cert`
    #[arg(long, value_name = "FILE.cert", value_parser = crate::output::file())]
    out: Option<PathBuf>,
    /// Draws the board as a heat map: the darker a cell, the more likely it decides
    #[arg(long, value_name = "FILE.svg", value_parser = crate::output::file())]
    svg: Option<PathBuf>,
}

/// Counts, and writes what is asked for.
pub fn hex(arguments: &Arguments) -> Result<String, Failed> {
    let mut board: Board = arguments.board.parse().map_err(Failed::usage)?;
    if let Some(file) = &arguments.stones {
        board = board.with_stones(&input::text(file)?).map_err(|error| input::failed(file, error))?;
    }
    let solution = solve(board)?;
    if let Some(file) = &arguments.out {
        written(file, &solution.certificate())?;
    }
    if let Some(file) = &arguments.svg {
        written(file, heat_map(&solution).as_bytes())?;
    }
    if arguments.json {
        return Ok(session::json::answer(&to_json(&solution)));
    }
    Ok(describe(&solution))
}

/// Counts, and shows on a terminal how far it is.
fn solve(board: Board) -> Result<Solution, Failed> {
    let bar = ProgressBar::new(2 * (board.files() * board.ranks()) as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len} cells") {
        bar.set_style(style);
    }
    bar.set_message(format!("{}x{} Hex", board.files(), board.ranks()));
    // Lines for whoever reads them later; the work grows from cell to cell, so these are few.
    let told = std::cell::Cell::new(std::time::Instant::now());
    let is_shown = io::stderr().is_terminal();
    let counts = count(&board, &mut |done| {
        bar.set_position(done as u64);
        if !is_shown && told.get().elapsed().as_secs() >= 10 {
            told.set(std::time::Instant::now());
            crate::output::tell(&format!(
                "{}x{} Hex: {done} of {} cells",
                board.files(),
                board.ranks(),
                2 * board.files() * board.ranks()
            ));
        }
    });
    bar.finish_and_clear();
    let counts = counts.map_err(|error| Failed::new(format!("{}x{}: {error}", board.files(), board.ranks())))?;
    Ok(Solution { board, counts })
}

/// A fraction, in words.
fn text(fraction: &Ratio<BigUint>) -> String {
    fraction::text(&BigRational::new(fraction.numer().clone().into(), fraction.denom().clone().into()))
}

/// The half of a fraction.
fn half(fraction: &Ratio<BigUint>) -> Ratio<BigUint> {
    fraction / BigUint::from(2_u32)
}

/// The table.
fn describe(solution: &Solution) -> String {
    let Solution { board, counts, .. } = solution;
    let Counts { frontiers: [all, widest], .. } = counts;
    let mut said =
        format!("{}x{} Hex, {}\n", board.files(), board.ranks(), words::count(board.free(), "free cell", "free cells"));
    let _ = writeln!(said, "value to Left: {}", text(&solution.value()));
    if let Some(&first) = solution.best().first() {
        let cells: Vec<String> = solution.best().iter().map(|&cell| board.cell(cell)).collect();
        let pivotal = solution.pivotal(first).expect("a free cell");
        let _ = writeln!(said, "best move of both players: {}", cells.join(", "));
        let _ = writeln!(said, "it decides with probability {}", text(&pivotal));
        let _ = writeln!(said, "bid: {} of the money", text(&half(&pivotal)));
    }
    let _ = writeln!(said, "frontiers: {all} in all, at most {widest} after one cell\n");
    let _ = writeln!(said, "cell\twins of Left with her stone there\twith Right's\tpivotal probability");
    for (cell, with_left) in counts.with_left.iter().enumerate() {
        if let Some((with_left, pivotal)) = with_left.as_ref().zip(solution.pivotal(cell)) {
            let with_right = &counts.wins - with_left;
            let _ = writeln!(said, "{}\t{with_left}\t{with_right}\t{}", board.cell(cell), text(&pivotal));
        }
    }
    said
}

/// The value of the board and of each cell as JSON; exact numbers are texts.
fn to_json(solution: &Solution) -> serde_json::Value {
    let Solution { board, counts } = solution;
    let cell = |cell: usize| {
        let pivotal = solution.pivotal(cell)?;
        Some(json!({
            "cell": board.cell(cell),
            "left_wins_with_left": counts.with_left[cell].as_ref()?.to_string(),
            "pivotal": pivotal.to_string(),
            "bid": half(&pivotal).to_string(),
        }))
    };
    json!({
        "files": board.files(),
        "ranks": board.ranks(),
        "free": board.free(),
        "left_wins": counts.wins.to_string(),
        "value": solution.value().to_string(),
        "best": solution.best().into_iter().map(|best| board.cell(best)).collect::<Vec<_>>(),
        "cells": (0..board.files() * board.ranks()).filter_map(cell).collect::<Vec<_>>(),
    })
}
