//! `solve endgame … --pays`: auctions in which the bank takes a part of the winning bid.

use session::words;
use solver::certificates::pipeline;
use solver::certificates::produce::{self, Made, Plan};
use solver::chess::board::Board;
use solver::chess::material::Signature;
use solver::games::payments::enclose::Paid;
use solver::games::payments::{MOST_BITS, Payment, certificate};
use solver::graph::Bounds;
use solver::graph::enclosure::Enclosed;
use solver::request::{Auction, Form, Way};

use crate::how::How;
use crate::output::Failed;
use crate::watch::Watch;

/// Solves endgames under an auction, and writes their certificates.
pub fn endgame(board: &str, material: &str, auction: &Payment, how: &How) -> Result<String, Failed> {
    let board: Board = board.parse().map_err(Failed::usage)?;
    let (signature, _) = Signature::parse(material).map_err(Failed::usage)?;
    pipeline::admit(board, &signature).map_err(Failed::usage)?;
    Auction::Paid(*auction).admit(&signature).map_err(Failed::usage)?;
    let forms = Way::PaidEndgame.precision();
    let bits = match how.precision.as_ref().map(|asked| forms.admit(asked)).transpose().map_err(Failed::usage)? {
        Some(Form::Bits(bits)) => bits,
        _ => MOST_BITS,
    };
    let game =
        certificate::Endgames { auction, board, double_step: how.double_step, bits, threads: how.threads.into() };
    let mut watch = Watch::new();
    let screen = watch.line();
    let asked = [signature];
    let plan = Plan { alone: false, ..how.plan(&asked) };
    let ended =
        produce::all(&game, &plan, &mut watch, &mut |_, made| screen.suspend(|| crate::output::say(&line(made))));
    watch.finish();
    ended.map(|()| String::new())
}

/// The widest of the bounds, in units.
fn width(enclosed: &Enclosed) -> u64 {
    (0..enclosed.lower.len() as u32)
        .flat_map(|position| {
            let Bounds { alpha, beta } = enclosed.bounds(position);
            [alpha, beta].map(|[low, high]| high.saturating_sub(low))
        })
        .max()
        .unwrap_or(0)
}

fn line(made: &Made<certificate::Solved>) -> String {
    let paid = &made.solved.paid;
    let Paid { enclosed, sweeps: [first, second], .. } = paid;
    let path = made.path.as_ref().map_or_else(String::new, |path| session::escape::path(path));
    let positions = words::count(enclosed.lower.len(), "position", "positions");
    format!(
        "{}: {positions}, at least {} not sharp, enclosed within {}/2^{}, {first} + {second} sweeps{}, {} bytes\n",
        path,
        enclosed.listed.len(),
        width(enclosed),
        enclosed.bits,
        stopped(paid),
        made.bytes.len(),
    )
}

fn stopped(paid: &Paid) -> &'static str {
    if paid.settled { "" } else { ", stopped before the bounds stood still" }
}
