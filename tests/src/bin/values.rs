//! Verified values of many placements, for comparison with outside programs.
//!
//! Usage: `values CERT`. Reads the placement field of a FEN from each line of the standard input and writes a line for each: the
//! field, the lower value and the upper value, between tabs. What the certificate imports is expected beside it.

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::path::Path;

use session::entry;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: values CERT")?;
    let verified = solver::analysis::verified::read(Path::new(&path))?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let fen = line?;
        let entry = entry::at_text(&verified, &fen).map_err(|error| format!("{fen}: {error}"))?;
        writeln!(out, "{fen}\t{}\t{}", entry.known.alpha, entry.known.beta)?;
    }
    Ok(())
}
