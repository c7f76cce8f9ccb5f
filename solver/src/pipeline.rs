//! From the name of an endgame to its certificate, with all smaller endgames that it needs.

use std::fmt;
use std::time::{Duration, Instant};

use checker::certificate::Digest;
use cpu_time::ProcessTime;

use crate::approximate::approximate;
use crate::board::Board;
use crate::certify;
use crate::endgame::{Endgame, EndgameError};
use crate::exact::policy::{self, Observer, Outcome, TooLarge};
use crate::material::{DoubleStep, Signature};
use crate::table::Table;

/// The most men of an endgame that this version writes a certificate for.
pub const MOST_MEN: usize = 4;

/// An endgame, solved.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The endgame.
    pub endgame: Endgame,
    /// Its table.
    pub table: Table,
    /// The bytes of its certificate.
    pub bytes: Vec<u8>,
    /// The SHA-256 of these bytes.
    pub digest: Digest,
    /// What was counted on the way.
    pub counts: Counts,
}

/// Counts of one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Options of White, over all positions.
    pub white_options: usize,
    /// Options of Black.
    pub black_options: usize,
    /// Sweeps of the value iteration.
    pub sweeps: u32,
    /// Rounds of the policy iteration.
    pub rounds: u32,
    /// Sizes of the components of more than one position, largest first.
    pub component_sizes: Vec<usize>,
}

/// Why an endgame was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipelineError {
    /// The endgame, such as `8x8 KNk`.
    pub endgame: String,
    /// What went wrong.
    pub reason: Reason,
}

/// What can go wrong with an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// More men than this version's certificates cover.
    Men(usize),
    /// It cannot be set up.
    Endgame(EndgameError),
    /// It cannot be solved.
    Solve(TooLarge),
    /// It cannot be written down.
    Encode(String),
}

impl fmt::Display for PipelineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.endgame, self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Men(found) => write!(f, "found {found} men, required at most {MOST_MEN} in this version"),
            Self::Endgame(error) => error.fmt(f),
            Self::Solve(error) => error.fmt(f),
            Self::Encode(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for PipelineError {}

/// Refuses material that this version writes no certificate for.
///
/// # Errors
///
/// [`Reason::Men`] for more than [`MOST_MEN`] men.
pub fn admit(board: Board, signature: &Signature) -> Result<(), PipelineError> {
    match signature.men().len() {
        ..=MOST_MEN => Ok(()),
        found => Err(PipelineError { endgame: format!("{board} {signature}"), reason: Reason::Men(found) }),
    }
}

/// Solves an endgame and before it every smaller one that it needs, except those already in `solved`; appends them in
/// the order of need. Returns the place of the endgame in `solved`.
///
/// # Errors
///
/// [`PipelineError`] for the first endgame that cannot be solved.
pub fn solve(
    board: Board,
    signature: &Signature,
    double_step: DoubleStep,
    threads: usize,
    solved: &mut Vec<Solution>,
    observer: &mut dyn Observer,
) -> Result<usize, PipelineError> {
    let rule = double_step.rule(board, signature);
    let is_it =
        |endgame: &Endgame| endgame.board() == board && endgame.signature() == signature && endgame.pawn_rule() == rule;
    if let Some(place) = solved.iter().position(|solution| is_it(&solution.endgame)) {
        return Ok(place);
    }
    admit(board, signature)?;
    let failed = |reason| PipelineError { endgame: format!("{board} {signature}"), reason };
    let mut places = Vec::new();
    for import in signature.imports() {
        places.push(solve(board, &import, double_step, threads, solved, observer)?);
    }
    let imports: Vec<&Solution> = places.into_iter().map(|place| &solved[place]).collect();
    observer.phase("graph", 0);
    let endgame =
        Endgame::new(board, signature.clone(), double_step).map_err(|error| failed(Reason::Endgame(error)))?;
    let tables: Vec<(&Endgame, &Table)> = imports.iter().map(|import| (&import.endgame, &import.table)).collect();
    let graph = endgame.graph(&tables, threads);
    observer.phase("sweeps", 0);
    let approximation = approximate(&graph, |_, _| observer.advance(1));
    let sweeps = approximation.sweeps;
    let (found, effort) =
        policy::solve(&graph, approximation, threads, observer).map_err(|error| failed(Reason::Solve(error)))?;
    let counts = Counts {
        white_options: graph.white.options(),
        black_options: graph.black.options(),
        sweeps,
        rounds: effort.rounds,
        component_sizes: effort.component_sizes,
    };
    drop(graph);
    solved.push(write_down(endgame, found, &imports, counts, threads, observer)?);
    Ok(solved.len() - 1)
}

/// The certificate of an endgame with these exact values. `imports` are the solutions that it imports, in their order.
pub(crate) fn write_down(
    endgame: Endgame,
    found: Outcome,
    imports: &[&Solution],
    counts: Counts,
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<Solution, PipelineError> {
    observer.phase("lowest terms", 0);
    let table = Table::new(found, endgame.positions().len(), threads);
    observer.phase("write", 0);
    let digests = imports.iter().map(|import| import.digest).collect();
    let certificate = certify::certificate(&endgame, &table, digests);
    let bytes = certificate.encode().map_err(|error| PipelineError {
        endgame: format!("{} {}", endgame.board(), endgame.signature()),
        reason: Reason::Encode(error.to_string()),
    })?;
    let digest = Digest::of(&bytes);
    Ok(Solution { endgame, table, bytes, digest, counts })
}

/// Where the time went: wall-clock and processor time by phase, in the order of the first occurrence.
#[derive(Debug)]
pub struct Timings {
    phases: Vec<(&'static str, Duration, Duration)>,
    current: Option<(usize, Instant, ProcessTime)>,
}

impl Timings {
    /// No phase yet.
    #[must_use]
    pub fn new() -> Self {
        Self { phases: Vec::new(), current: None }
    }

    /// Ends the current phase.
    pub fn stop(&mut self) {
        if let Some((place, wall, processor)) = self.current.take() {
            self.phases[place].1 += wall.elapsed();
            self.phases[place].2 += processor.elapsed();
        }
    }

    /// Begins a phase, or takes it up again.
    pub fn start(&mut self, name: &'static str) {
        self.stop();
        let place = self.phases.iter().position(|phase| phase.0 == name).unwrap_or_else(|| {
            self.phases.push((name, Duration::ZERO, Duration::ZERO));
            self.phases.len() - 1
        });
        self.current = Some((place, Instant::now(), ProcessTime::now()));
    }

    /// The phases: name, wall-clock time, processor time.
    #[must_use]
    pub fn phases(&self) -> &[(&'static str, Duration, Duration)] {
        &self.phases
    }
}

impl Default for Timings {
    fn default() -> Self {
        Self::new()
    }
}
