//! `solve hex`: how likely each cell of a board of Hex decides, exactly; and a game against that.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use num_bigint::BigUint;
use num_rational::{BigRational, Ratio};
use num_traits::{One as _, Zero as _};
use report::{fraction, words};
use serde_json::json;
use solver::atomic_file;
use solver::escape::short;
use solver::games::hex::count::{Counts, count};
use solver::games::hex::picture::heat_map;
use solver::games::hex::{Board, Player, Solution};

use crate::{Failed, input};

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
    #[arg(long, value_name = "FILE.cert", value_parser = crate::file())]
    out: Option<PathBuf>,
    /// Draws the board as a heat map: the darker a cell, the more likely it decides
    #[arg(long, value_name = "FILE.svg", value_parser = crate::file())]
    svg: Option<PathBuf>,
    /// Plays bidding Hex with you, in the terminal: you are Left, and each of you begins with half of the money
    #[arg(long, conflicts_with_all = ["json", "out", "svg"])]
    play: bool,
}

/// Counts, or plays.
pub fn hex(arguments: &Arguments) -> Result<String, Failed> {
    let mut board: Board = arguments.board.parse().map_err(Failed::usage)?;
    if let Some(file) = &arguments.stones {
        board = board.with_stones(&input::text(file)?).map_err(|error| input::failed(file, error))?;
    }
    if arguments.play {
        return play(board, &mut io::stdin().lock(), &mut |text| crate::say(text));
    }
    let solution = solve(board)?;
    let write = |file: &PathBuf, bytes: &[u8]| {
        atomic_file::write(file, bytes).map_err(|error| Failed::new(format!("{}: {error}", report::escape::path(file))))
    };
    if let Some(file) = &arguments.out {
        write(file, &solution.certificate())?;
    }
    if let Some(file) = &arguments.svg {
        write(file, heat_map(&solution).as_bytes())?;
    }
    if arguments.json {
        return Ok(serde_json::to_string_pretty(&to_json(&solution)).map_err(Failed::new)? + "\n");
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
            crate::tell(&format!(
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

/// What is said before a game.
const RULES: &str = "\
You are Left (L) and join the first rank to the last one. I am Right (R) and join the first file to the last one.
Before each move both bid. Whoever bids more pays the bid to the other and moves; if the bids are equal, you win.
I bid what the move is worth. Write a bid and a cell, such as: 1/20 f6. An empty line ends the game.
";

/// A game of bidding Hex in lines of text: the player is Left, this program is Right.
fn play(
    mut board: Board,
    lines: &mut dyn io::BufRead,
    say: &mut dyn FnMut(&str) -> Result<(), Failed>,
) -> Result<String, Failed> {
    say(RULES)?;
    let mut money = Ratio::new(BigUint::one(), 2_u32.into());
    loop {
        let solution = solve(board.clone())?;
        let value = solution.value();
        say(&format!("\n{board}\n"))?;
        if board.free() == 0 || value.is_zero() || value.is_one() {
            return Ok(format!("{} have won.\n", if value.is_one() { "You" } else { "I" }));
        }
        let best = solution.best()[0];
        let own = half(&solution.pivotal(best).expect("a free cell"));
        // Right wins if Left's share of the money is less than 1 minus the value.
        let needed = Ratio::one() - &value;
        say(&format!("You have {} of the money; with more than {} you can win.\n", text(&money), text(&needed)))?;
        let (bid, cell) = loop {
            let mut line = String::new();
            let read = lines.read_line(&mut line).map_err(|error| Failed::new(format!("standard input: {error}")))?;
            if read == 0 || line.trim().is_empty() {
                return Ok("The game ends here.\n".to_owned());
            }
            match offer(&board, &money, &line) {
                Ok(offer) => break offer,
                Err(error) => say(&format!("{error}\n"))?,
            }
        };
        // Nobody bids more than there is.
        let own = own.min(Ratio::one() - &money);
        if bid >= own {
            say(&format!("I bid {}. You pay {} and play {}.\n", text(&own), text(&bid), board.cell(cell)))?;
            money -= bid;
            board.lay(cell, Player::Left);
        } else {
            say(&format!("I bid {}, pay it to you and play {}.\n", text(&own), board.cell(best)))?;
            money += own;
            board.lay(best, Player::Right);
        }
    }
}

/// A bid and a cell, from a line.
fn offer(board: &Board, money: &Ratio<BigUint>, line: &str) -> Result<(Ratio<BigUint>, usize), String> {
    let mut words = line.split_whitespace();
    let (Some(bid), Some(cell), None) = (words.next(), words.next(), words.next()) else {
        return Err(format!("found {:?}, required a bid and a cell, such as: 1/20 f6", short(line.trim())));
    };
    let required = || format!("found the bid {:?}, required a fraction from 0 to {}", short(bid), text(money));
    let share = fraction::read_natural(bid).filter(|share| share <= money).ok_or_else(required)?;
    Ok((share, board.find(cell).map_err(|error| error.to_string())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said in a game with these lines.
    fn game(board: &str, lines: &str) -> String {
        let mut said = String::new();
        let mut say = |text: &str| {
            said += text;
            Ok(())
        };
        let end = play(board.parse().unwrap(), &mut lines.as_bytes(), &mut say);
        said + &end.unwrap_or_else(|Failed(text, _)| text)
    }

    #[test]
    fn plays_a_game_to_its_end() {
        // On 2x2 half of the money is enough for whoever bids a quarter of it in the middle.
        let said = game("2x2", "1/4 b1\n1/4 a2\n");
        assert!(said.contains("I bid 1/4. You pay 1/4 and play b1."), "{said}");
        assert!(said.ends_with("You have won.\n"), "{said}");
        // Who bids nothing loses, and is paid for it.
        let said = game("2x2", "0 b1\n0 a1\n");
        assert!(said.contains("I bid 1/4, pay it to you and play b1.") && said.ends_with("I have won.\n"), "{said}");
    }

    #[test]
    fn says_what_is_wrong_with_a_line() {
        let said = game("2x2", "b1\n3/4 b1\n1/8 c1\n1/8 a3\n\n");
        for part in [
            "found \"b1\", required a bid and a cell",
            "found the bid \"3/4\", required a fraction from 0 to 1/2",
            "found \"c1\", required a cell of the board",
            "found \"a3\", required a cell of the board",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert!(said.ends_with("The game ends here.\n"));
    }
}
