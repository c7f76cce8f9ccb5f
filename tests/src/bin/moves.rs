//! All moves of both colours in given placements, for comparison with outside programs.
//!
//! Usage: `moves [double]`, with or without the pawn's double step. Reads the placement field of a FEN from each line of the
//! standard input. Writes a line for each: the field, White's moves and Black's moves as `a1b2` or `a7a8q`, between tabs.
//! Ends with an error where the checker's move generator and the solver's differ.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, BufRead, Write};

use checker::chess::PawnRule;
use checker::theorem::Side;
use pipeline_tests::rules::{CheckerRules, Generator, SolverRules, Step, with_rule};
use session::notation;

fn main() -> Result<(), Box<dyn Error>> {
    let pawn_rule = match std::env::args().nth(1).as_deref() {
        None => PawnRule::SingleStep,
        Some("double") => PawnRule::DoubleStep,
        Some(_) => return Err("usage: moves [double]".into()),
    };
    let mut boards: BTreeMap<(u8, u8), SolverRules> = BTreeMap::new();
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let fen = line?;
        let (board, placement) = notation::parse(&fen).map_err(|error| format!("{fen}: {error}"))?;
        let board = with_rule(board, pawn_rule);
        let size = (board.files, board.ranks);
        let solver = boards.entry(size).or_insert_with(|| SolverRules::new(board));
        let men = solver.position(&placement);
        write!(out, "{fen}")?;
        for side in Side::BOTH {
            let moves = CheckerRules(board).moves(&placement, side);
            if moves != solver.moves(&men, side) {
                return Err(format!("{fen}: the generators differ in {side:?}'s moves").into());
            }
            let name = |number: u8| notation::square(board.square(number).expect("a square of the board"));
            let text = |step: &Step| {
                let promotion = step.promotion.map_or(String::new(), |role| role.to_ascii_lowercase().to_string());
                name(step.from) + &name(step.to) + &promotion
            };
            let texts = moves.iter().map(text).collect::<Vec<_>>();
            write!(out, "\t{}", texts.join(" "))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
