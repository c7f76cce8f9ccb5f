//! `solve nim`: Nim under an auction.
//!
//! The certificate has been verified by the checker before it is written; what is printed comes from what it verified.

use std::path::PathBuf;

use games::nim::Nim;
use report::{claims, words};
use solver::atomic_file;
use solver::games::nim;

use crate::Failed;

/// What to solve, and where the certificate goes.
#[derive(clap::Args)]
pub struct Arguments {
    /// The heaps, such as 3+4+5
    heaps: String,
    /// Whoever takes the last object loses
    #[arg(long)]
    misere: bool,
    /// The certificate
    #[arg(long, value_name = "FILE.cert", value_parser = crate::file())]
    out: Option<PathBuf>,
    /// Also prints one position, such as 3+1
    #[arg(long, value_name = "HEAPS")]
    at: Option<String>,
}

/// Solves.
pub fn nim(arguments: &Arguments) -> Result<String, Failed> {
    let heaps = claims::nim::heaps(&arguments.heaps).map_err(Failed::usage)?;
    // What the checker would decline is not solved first.
    Nim::new(arguments.misere, heaps.clone()).map_err(|limit| Failed::usage(words::too_much(limit)))?;
    let bytes = nim::certificate(&heaps, arguments.misere);
    let verified = crate::partitions::verify(&bytes)?;
    let mut text = format!("verified: {}\n", words::claim(&verified));
    if let Some(at) = &arguments.at {
        let told = claims::tell(&verified);
        let answer = told.at(at, None).map_err(|error| Failed::usage(format!("--at: {error}")))?;
        text += &answer.whole(false);
    }
    if let Some(path) = &arguments.out {
        atomic_file::write(path, &bytes)
            .map_err(|error| Failed::new(format!("{}: {error}", report::escape::path(path))))?;
        text += &format!("{}: {} bytes\n", report::escape::path(path), bytes.len());
    }
    Ok(text)
}
