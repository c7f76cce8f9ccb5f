//! All moves of both colours in given placements, for comparison with outside programs.
//!
//! Reads the placement field of a FEN from each line of the standard input. Writes a line for each: the field, White's
//! moves and Black's moves as `a1b2`, between tabs. Ends with an error where the checker's move generator and the
//! solver's differ.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, BufRead, Write};

use checker::board::{Board, Colour};
use pipeline_tests::rules::{CheckerRules, Generator, SolverRules};

fn main() -> Result<(), Box<dyn Error>> {
    let mut boards: BTreeMap<Board, SolverRules> = BTreeMap::new();
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let fen = line?;
        let placement = checker::notation::parse(&fen).map_err(|error| format!("{fen}: {error}"))?;
        let board = placement.board();
        let solver = boards.entry(board).or_insert_with(|| SolverRules::new(board));
        let men = solver.position(&placement);
        write!(out, "{fen}")?;
        for colour in [Colour::White, Colour::Black] {
            let moves = CheckerRules.moves(&placement, colour);
            if moves != solver.moves(&men, colour) {
                return Err(format!("{fen}: the generators differ in {colour:?}'s moves").into());
            }
            let name = |number: u8| board.square(number).to_string();
            let texts = moves.iter().map(|step| name(step.from) + &name(step.to)).collect::<Vec<_>>();
            write!(out, "\t{}", texts.join(" "))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
