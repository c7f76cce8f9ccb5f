//! All moves of both colours in given placements, for comparison with outside programs.
//!
//! Usage: `moves [double]`, with or without the pawn's double step. Reads the placement field of a FEN from each line of the
//! standard input. Writes a line for each: the field, White's moves and Black's moves as `a1b2` or `a7a8q`, between tabs.
//! Ends with an error where the checker's move generator and the solver's differ.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, BufRead, Write};

use checker::board::{Board, Colour};
use checker::certificate::PawnRule;
use pipeline_tests::rules::{CheckerRules, Generator, SolverRules, Step};

fn main() -> Result<(), Box<dyn Error>> {
    let pawn_rule = match std::env::args().nth(1).as_deref() {
        None => PawnRule::SingleStep,
        Some("double") => PawnRule::DoubleStep,
        Some(_) => return Err("usage: moves [double]".into()),
    };
    let mut boards: BTreeMap<Board, SolverRules> = BTreeMap::new();
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let fen = line?;
        let placement = checker::notation::parse(&fen).map_err(|error| format!("{fen}: {error}"))?;
        let board = placement.board();
        let solver = boards.entry(board).or_insert_with(|| SolverRules::new(board, pawn_rule));
        let men = solver.position(&placement);
        write!(out, "{fen}")?;
        for colour in [Colour::White, Colour::Black] {
            let moves = CheckerRules(pawn_rule).moves(&placement, colour);
            if moves != solver.moves(&men, colour) {
                return Err(format!("{fen}: the generators differ in {colour:?}'s moves").into());
            }
            let name = |number: u8| board.square(number).to_string();
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
