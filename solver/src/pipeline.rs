//! From the name of an endgame to its certificate, with all smaller endgames that it needs.

use std::fmt;
use std::time::{Duration, Instant};

use checker::certificate::Digest;
use cpu_time::ProcessTime;
use num_bigint::BigUint;

use crate::approximate::approximate;
use crate::board::Board;
use crate::certify;
use crate::endgame::{Endgame, EndgameError, closure};
use crate::exact::evaluate::Evaluation;
use crate::exact::policy::{self, Observer, SolveError, Solved};
use crate::graph::Graph;
use crate::material::{DoubleStep, Role, Signature};
use crate::table::Table;
use crate::thresholds::{Gap, Step, Thresholds};

/// The most men of an endgame that this version writes a certificate for.
pub const MOST_MEN: usize = 3;

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
    Solve(SolveError),
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
    observer.phase("graph", 0);
    let endgame =
        Endgame::new(board, signature.clone(), double_step).map_err(|error| failed(Reason::Endgame(error)))?;
    let graph = graph(&endgame, &places, solved, threads);
    observer.phase("sweeps", 0);
    let approximation = approximate(&graph, |_, _| observer.advance(1));
    let found =
        policy::solve(&graph, &approximation, threads, observer).map_err(|error| failed(Reason::Solve(error)))?;
    let counts = Counts {
        white_options: graph.white.options(),
        black_options: graph.black.options(),
        sweeps: approximation.sweeps,
        rounds: found.rounds,
        component_sizes: found.component_sizes.clone(),
    };
    drop((graph, approximation));
    let solution = finish(endgame, found, counts, &places, solved, threads, observer).map_err(failed)?;
    solved.push(solution);
    Ok(solved.len() - 1)
}

/// The graph of an endgame whose imports are solved, at these places.
fn graph(endgame: &Endgame, places: &[usize], solved: &[Solution], threads: usize) -> Graph {
    let tables: Vec<(&Endgame, &Table)> =
        places.iter().map(|&place| (&solved[place].endgame, &solved[place].table)).collect();
    endgame.graph(&tables, threads)
}

/// From exact values to the certificate.
fn finish(
    endgame: Endgame,
    found: Solved,
    counts: Counts,
    places: &[usize],
    solved: &[Solution],
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<Solution, Reason> {
    observer.phase("lowest terms", 0);
    let table = Table::new(found, threads);
    observer.phase("write", 0);
    let digests = places.iter().map(|&place| solved[place].digest).collect();
    let certificate = certify::certificate(&endgame, &table, digests);
    let bytes = certificate.encode().map_err(|error| Reason::Encode(error.to_string()))?;
    let digest = Digest::of(&bytes);
    Ok(Solution { endgame, table, bytes, digest, counts })
}

/// What the threshold method came to.
#[derive(Clone, Debug)]
pub struct Series {
    /// What was known after each step, from the first on.
    pub steps: Vec<Step>,
    /// Every endgame that is involved, smaller ones first, if in the end no equation was violated and the labels showed that
    /// the game is sharp.
    pub solutions: Option<Vec<Solution>>,
}

/// Solves an endgame, with all smaller ones that it needs, by the method of thresholds, in at most so many steps. `progress` is told
/// what is known after each step, and may end the series by answering `false`.
///
/// # Errors
///
/// [`PipelineError`] where the endgame cannot be set up or written down.
pub fn thresholds(
    board: Board,
    signature: &Signature,
    double_step: DoubleStep,
    most: u32,
    threads: usize,
    progress: &mut dyn FnMut(&Step) -> bool,
) -> Result<Series, PipelineError> {
    let failed = |reason| PipelineError { endgame: format!("{board} {signature}"), reason };
    let members = with_imports(board, signature, double_step)?;
    let graph = closure(&members.iter().collect::<Vec<_>>(), threads);
    let mut method = Thresholds::new(&graph);
    let mut steps = Vec::new();
    while steps.len() < most as usize {
        let step = method.step();
        steps.push(step);
        let go_on = progress(&step);
        if step.violated == 0
            && let Some(solutions) = certificates(&members, method.guesses(), threads).map_err(failed)?
        {
            return Ok(Series { steps, solutions: Some(solutions) });
        }
        if !go_on {
            break;
        }
    }
    Ok(Series { steps, solutions: None })
}

/// The largest `β_n − α_n` of an endgame and of all that it needs, after `n` steps.
///
/// # Errors
///
/// [`PipelineError`] where the endgame cannot be set up.
pub fn gap_after(
    board: Board,
    signature: &Signature,
    double_step: DoubleStep,
    steps: u32,
    threads: usize,
) -> Result<Gap, PipelineError> {
    let members = with_imports(board, signature, double_step)?;
    let graph = closure(&members.iter().collect::<Vec<_>>(), threads);
    let mut method = Thresholds::new(&graph);
    (0..steps).for_each(|_| method.bounds_step());
    Ok(method.gap())
}

/// An endgame, and then all that it imports, directly or not.
fn with_imports(board: Board, signature: &Signature, double_step: DoubleStep) -> Result<Vec<Endgame>, PipelineError> {
    admit(board, signature)?;
    let failed = |reason| PipelineError { endgame: format!("{board} {signature}"), reason };
    let mut signatures = vec![signature.clone()];
    let mut next = 0;
    while let Some(member) = signatures.get(next) {
        let imports = member.imports();
        signatures.extend(imports.into_iter().filter(|import| !signatures.contains(import)).collect::<Vec<_>>());
        next += 1;
    }
    let mut members = Vec::new();
    for member in signatures {
        members.push(Endgame::new(board, member, double_step).map_err(|error| failed(Reason::Endgame(error)))?);
    }
    Ok(members)
}

/// The certificates of endgames whose positions, one endgame after the other, have these values; nothing where the labels do
/// not show that they are the right ones.
fn certificates(
    members: &[Endgame],
    values: &[(BigUint, BigUint)],
    threads: usize,
) -> Result<Option<Vec<Solution>>, Reason> {
    /// Tells nothing.
    struct Silent;
    impl Observer for Silent {
        fn phase(&mut self, _: &'static str, _: usize) {}
        fn advance(&mut self, _: usize) {}
    }
    let mut firsts = vec![0];
    members.iter().for_each(|member| firsts.push(firsts[firsts.len() - 1] + member.positions().len()));
    let mut solved: Vec<Solution> = Vec::new();
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by_key(|&member| depth(members[member].signature()));
    for member in order {
        let endgame = members[member].clone();
        let place = |import: Signature| solved.iter().position(|solution| *solution.endgame.signature() == import);
        let places: Vec<usize> = endgame.signature().imports().into_iter().filter_map(place).collect();
        let graph = graph(&endgame, &places, &solved, threads);
        let own = values[firsts[member]..].iter().map(|(numerator, denominator)| (numerator, denominator));
        let Ok(found) = policy::settle(&graph, Evaluation::from_fractions(&graph, own), &mut Silent) else {
            return Ok(None);
        };
        let counts = Counts {
            white_options: graph.white.options(),
            black_options: graph.black.options(),
            sweeps: 0,
            rounds: 0,
            component_sizes: Vec::new(),
        };
        let solution = finish(endgame, found, counts, &places, &solved, threads, &mut Silent)?;
        solved.push(solution);
    }
    Ok(Some(solved))
}

/// How many captures and promotions a game can see at most: more than any of its imports can.
fn depth(signature: &Signature) -> usize {
    let pawns = signature.men().iter().filter(|man| man.role == Role::Pawn).count();
    signature.men().len() + pawns
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
