//! From the name of an endgame to its certificate, with all smaller endgames that it needs.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use checker::certificate::{Digest, Never};
use session::notation;

use crate::certificates::certify::{self, Stated};
use crate::certificates::produce;
use crate::certificates::solution::MOST_COMMON_BYTES;
pub use crate::certificates::solution::{Counts, PipelineError, Reason, Solution};
use crate::chess::board::{Board, Square};
use crate::chess::endgame::{Edge, Endgame, Placement};
use crate::chess::material::{Colour, DoubleStep, Man, Signature};
use crate::graph::approximate::Approximation;
use crate::graph::enclosure::{Enclosed, enclose, strict};
use crate::graph::exact::policy::{self, Observer};
use crate::graph::never;
use crate::graph::table::Table;
use crate::graph::values::Values;
use crate::graph::{Boundary, Bounds, Graph};
use crate::slices::state::States;
use crate::slices::{self, sweep::Units};

/// The most men of an endgame whose graph is stored. With one more, [`BySlices`] encloses it.
pub const MOST_MEN: usize = 4;

/// Units of 2^-30 for five men, so that a number takes 4 bytes.
pub const DEFAULT_BITS_OF_FIVE: u8 = 30;

/// Units of 2^-56, of which a number takes at most 8 bytes. Measured widths are up to 2^-47 (8×8).
pub const DEFAULT_BITS: u8 = 56;

/// So many positions mostly have exact values that can be written down.
const MOSTLY_EXACT: usize = 1 << 20;
/// The most bytes that the exact values of an endgame may be expected to take where an enclosure can take their place: 512 MiB.
const CHOSEN_BYTES: u64 = 1 << 29;
/// The most bytes that exact values may be expected to take: 2 GiB.
const MOST_BYTES: u64 = 1 << 31;

/// Exact values, or bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// Exact values, unless they are too large or an import is an enclosure; then an enclosure.
    #[default]
    Choose,
    /// Exact values, or an error.
    Exact,
    /// An enclosure in units of 2^-bits; imports as chosen.
    Enclosure(u8),
}

/// How to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Where pawns step twice.
    pub double_step: DoubleStep,
    /// Exact values or bounds.
    pub method: Method,
    /// What an endless play is worth, if the one value for that is asked for.
    pub never: Option<Never>,
    /// How many threads to use.
    pub threads: usize,
}

impl Settings {
    /// How to solve an import: where bounds are asked for, an import has exact values unless they are too large.
    #[must_use]
    pub fn of_import(self) -> Self {
        let method = match self.method {
            Method::Enclosure(_) => Method::Choose,
            method => method,
        };
        Self { method, ..self }
    }

    /// How to solve for what either player can force.
    #[must_use]
    pub fn open(self) -> Self {
        Self { never: None, ..self }
    }
}

/// Refuses material that this version writes no certificate for, or that does not fit the board.
///
/// # Errors
///
/// [`Reason::Slices`] for five men that the slices do not hold, [`Reason::Endgame`] where there is no room for them.
pub fn admit(board: Board, signature: &Signature) -> Result<(), PipelineError> {
    let found = signature.men().len();
    let reason = match Endgame::admit(board, signature) {
        _ if found > MOST_MEN && !slices::fits(board, signature) => Reason::Slices,
        Err(error) => Reason::Endgame(error),
        Ok(()) => return Ok(()),
    };
    Err(PipelineError { endgame: format!("{board} {signature}"), reason })
}

/// These endgames and all smaller ones that they need, each once, in the order of need.
#[must_use]
pub fn in_order_of_need(signatures: &[Signature]) -> Vec<Signature> {
    produce::in_order_of_need(signatures, &Signature::imports)
}

/// Solves an endgame and before it every smaller one that it needs, except those already in `solved`; appends them in
/// the order of need. Returns the place of the endgame in `solved`.
///
/// # Errors
///
/// [`PipelineError`] for the first endgame that cannot be solved.
///
/// # Panics
///
/// Never: each endgame comes after those that it needs.
pub fn solve(
    board: Board,
    signature: &Signature,
    settings: &Settings,
    solved: &mut Vec<Solution>,
    observer: &mut dyn Observer,
) -> Result<usize, PipelineError> {
    let place_of = |solved: &[Solution], signature: &Signature, never: Option<Never>| {
        let rule = settings.double_step.rule(board, signature);
        solved.iter().position(|solution| {
            let endgame = &solution.endgame;
            let is_it = endgame.board() == board && endgame.signature() == signature && endgame.pawn_rule() == rule;
            is_it && solution.never == never
        })
    };
    if settings.never.is_some() {
        if let Some(place) = place_of(solved, signature, settings.never) {
            return Ok(place);
        }
        let mut imports = Vec::new();
        for import in signature.imports() {
            // A sharp table serves whatever endless play is worth.
            let open = solve(board, &import, &settings.open().of_import(), solved, observer)?;
            imports.push(match solved[open].is_sharp() {
                true => open,
                false => solve(board, &import, &settings.of_import(), solved, observer)?,
            });
        }
        let imports: Vec<&Solution> = imports.iter().map(|&place| &solved[place]).collect();
        let solution = solve_one(board, signature, settings, &imports, observer)?;
        solved.push(solution);
        return Ok(solved.len() - 1);
    }
    for member in in_order_of_need(std::slice::from_ref(signature)) {
        if place_of(solved, &member, None).is_some() {
            continue;
        }
        let settings = if member == *signature { *settings } else { settings.of_import() };
        let imports: Option<Vec<&Solution>> =
            member.imports().iter().map(|import| place_of(solved, import, None).map(|place| &solved[place])).collect();
        let imports = imports.expect("imports come first");
        let solution = solve_one(board, &member, &settings, &imports, observer)?;
        solved.push(solution);
    }
    Ok(place_of(solved, signature, None).expect("it has been solved"))
}

/// Solves an endgame, given the solutions that it imports in their order.
///
/// # Errors
///
/// [`PipelineError`] where it cannot be solved.
pub fn solve_one(
    board: Board,
    signature: &Signature,
    settings: &Settings,
    imports: &[&Solution],
    observer: &mut dyn Observer,
) -> Result<Solution, PipelineError> {
    admit(board, signature)?;
    values(board, signature, settings, imports, observer)
        .map_err(|reason| PipelineError { endgame: format!("{board} {signature}"), reason })
}

/// As [`solve_one`].
fn values(
    board: Board,
    signature: &Signature,
    settings: &Settings,
    imports: &[&Solution],
    observer: &mut dyn Observer,
) -> Result<Solution, Reason> {
    let Settings { double_step, method, never, threads } = *settings;
    if let Method::Enclosure(bits) = method
        && never.is_none()
        && slices::fits(board, signature)
    {
        return enclosed_in_slices(board, signature, bits, imports, threads, observer);
    }
    observer.phase("graph", 0);
    let endgame = Endgame::new(board, signature.clone(), double_step).map_err(Reason::Endgame)?;
    let endgames: Vec<&Endgame> = imports.iter().map(|import| &import.endgame).collect();
    let graph = endgame.graph(&endgames, threads);
    let used = used(&graph, imports);
    let bits = match method {
        Method::Enclosure(bits) => bits,
        _ => DEFAULT_BITS,
    };
    let bounded = match never {
        None => bounded(&graph, imports, bits),
        Some(_) => bounded(&graph, imports, bits).with(|bounds| bounds.joined()),
    };
    // Bounds for an enclosure; as an approximation they also propose the first policies for exact values, which do not depend on how good these are. Small
    // endgames mostly have exact values, for which cheaper bounds do.
    let has_slices = never.is_none() && slices::fits(board, signature);
    let by_slices = |observer: &mut dyn Observer| {
        observer.phase("slices", 0);
        BySlices::new(board, signature, bits, imports).bounds(threads)
    };
    let in_slices = (has_slices && endgame.positions().len() > MOSTLY_EXACT).then(|| by_slices(observer));
    observer.phase("sweeps", 0);
    let approximation = match (never, &in_slices) {
        (None, Some((enclosed, [low, high, ..]))) => {
            let (mut below, mut above) = (enclosed.lower.clone(), enclosed.upper.clone());
            below.extend(bounded.boundary.iter().map(|bounds| bounds.alpha[0]));
            above.extend(bounded.boundary.iter().map(|bounds| bounds.beta[1]));
            Approximation { bits, below, above, sweeps: [*low, *high] }
        }
        (None, None) => strict(&bounded, bits, || observer.advance(1)),
        (Some(worth), _) => never::bounds(&bounded, bits, worth, &[], || observer.advance(1)),
    };
    let mut counts = Counts {
        white_options: graph.white.options(),
        black_options: graph.black.options(),
        sweeps: approximation.sweeps.into_iter().max().unwrap_or(0),
        rounds: 0,
        component_sizes: Vec::new(),
    };
    let exact = match method {
        Method::Enclosure(_) => Err(None),
        _ => exact((&endgame, graph), settings, imports, &approximation, &mut counts, observer).map_err(Some),
    };
    match exact {
        Ok(table) => {
            drop(bounded);
            Ok(write_down(endgame, never, table, imports, &used, counts, observer))
        }
        Err(Some(reason)) if method == Method::Exact => Err(reason),
        Err(why) => {
            observer.phase("enclose", 0);
            let enclosed = match (never, in_slices) {
                (None, Some((enclosed, _))) => enclosed,
                (None, None) if has_slices => by_slices(observer).0,
                (None, None) => enclose(&bounded, approximation),
                (Some(worth), _) => never::enclosed(&bounded, approximation, worth, Vec::new()),
            };
            drop(bounded);
            let why = why.map(|why| why.to_string());
            observer.phase("write", 0);
            let bytes = certify::enclosure(&endgame, &enclosed, Stated { never, imports: digests(imports, &used) });
            let digest = Digest::of(&bytes);
            Ok(Solution { endgame, never, values: Values::Enclosed(enclosed), why, bytes, digest, counts })
        }
    }
}

/// Exact values, unless they are too large or an import is an enclosure.
fn exact(
    (endgame, graph): (&Endgame, Graph<Edge>),
    settings: &Settings,
    imports: &[&Solution],
    approximation: &Approximation,
    counts: &mut Counts,
    observer: &mut dyn Observer,
) -> Result<Table, Reason> {
    let is_asked = settings.method == Method::Exact;
    let (most_bytes, threads) = (if is_asked { MOST_BYTES } else { CHOSEN_BYTES }, settings.threads);
    let exact = boundary(&graph, imports, settings.never).map_err(|import| {
        Reason::EnclosedImport(format!("{} {}", import.endgame.board(), import.endgame.signature()))
    })?;
    drop(graph);
    let found = match settings.never {
        None => policy::solve(&exact, approximation, most_bytes, threads, observer),
        Some(worth) => policy::solve_never(&exact, worth, |_| approximation.clone(), most_bytes, threads, observer),
    };
    let (outcome, effort) = found.map_err(Reason::TooLarge)?;
    drop(exact);
    (counts.rounds, counts.component_sizes) = (effort.rounds, effort.component_sizes);
    let table = Table::new(outcome, endgame.positions().len());
    // An import with both colours of the men, where moves lead to both.
    let signature = endgame.signature();
    let needed = signature.changes().into_iter().map(|change| signature.after(change));
    let needed: BTreeSet<(String, bool)> = needed.map(|(after, flipped)| (after.to_string(), flipped)).collect();
    let import_of = |name: &str| imports.iter().find(|import| import.endgame.signature().to_string() == name);
    let tables: Vec<&Table> =
        needed.iter().filter_map(|(name, _)| import_of(name)).filter_map(|import| import.values.exact()).collect();
    // The estimate before was of single values; only now it is known what they have in common.
    let bytes = table.bits_on_common_denominator(&tables) / 8;
    if is_asked || bytes <= MOST_COMMON_BYTES { Ok(table) } else { Err(Reason::CommonDenominator(bytes)) }
}

/// Of each import whether a move leads there.
pub(crate) fn used(graph: &Graph<Edge>, imports: &[&Solution]) -> Vec<bool> {
    let mut used = vec![false; imports.len()];
    graph.boundary.iter().filter_map(Edge::import).for_each(|import| used[import] = true);
    used
}

/// The digests of the imports that are used.
fn digests(imports: &[&Solution], used: &[bool]) -> Vec<Digest> {
    imports.iter().zip(used).filter(|(_, used)| **used).map(|(import, _)| import.digest).collect()
}

/// Bounds without a stored graph, where they are asked for and there are no pawns. Gaps are looked for at every position, not only where bounds are wide, so that no fewer are
/// listed.
fn enclosed_in_slices(
    board: Board,
    signature: &Signature,
    bits: u8,
    imports: &[&Solution],
    threads: usize,
    observer: &mut dyn Observer,
) -> Result<Solution, Reason> {
    observer.phase("captures", 0);
    let solved = BySlices::new(board, signature, bits, imports);
    observer.phase("slices", 0);
    let (enclosed, sweeps) = solved.bounds(threads);
    observer.phase("write", 0);
    let endgame = Endgame::new(board, signature.clone(), DoubleStep::Auto).map_err(Reason::Endgame)?;
    // Where slices fit there is room to capture every man.
    let stated = Stated { never: None, imports: imports.iter().map(|import| import.digest).collect() };
    let bytes = certify::enclosure(&endgame, &enclosed, stated);
    let digest = Digest::of(&bytes);
    let counts = Counts { sweeps: sweeps.into_iter().max().unwrap_or(0), ..Counts::default() };
    Ok(Solution { endgame, never: None, values: Values::Enclosed(enclosed), why: None, bytes, digest, counts })
}

/// The solution that a certificate states, if it is one of this endgame that rests on these imports and could have been written with these
/// settings. It is not verified: whoever uses a wrong one writes a certificate that the checker rejects.
#[must_use]
pub fn read(
    bytes: Vec<u8>,
    board: Board,
    signature: &Signature,
    settings: &Settings,
    imports: &[&Solution],
) -> Option<Solution> {
    let certificate = games::certificate(&bytes).ok()?;
    // Some may not be used.
    let is_here = |digest: &Digest| imports.iter().any(|import| import.digest == *digest);
    if !certificate.head.imports.iter().all(is_here) || certificate.head.never != settings.never {
        return None;
    }
    let digest = certificate.digest;
    let endgame = Endgame::new(board, signature.clone(), settings.double_step).ok()?;
    let values = certify::read(&endgame, &certificate)?;
    let fits = match (&values, settings.method) {
        (Values::Exact(_), Method::Choose | Method::Exact) => true,
        (Values::Enclosed(enclosed), Method::Choose) => enclosed.bits == DEFAULT_BITS,
        (Values::Enclosed(enclosed), Method::Enclosure(bits)) => enclosed.bits == bits,
        _ => false,
    };
    let never = settings.never;
    fits.then(|| Solution { endgame, never, values, why: None, bytes, digest, counts: Counts::default() })
}

/// What is known of the smaller endgames that a capture leads to, as [`slices::Problem`] asks for it.
fn smaller<'a>(
    board: Board,
    signature: &Signature,
    imports: &'a [&Solution],
    bits: u8,
) -> impl Fn(usize, [Square; 2], &[Square]) -> Bounds + 'a {
    let men = signature.men();
    let routes: Vec<_> = (2..men.len())
        .map(|gone| {
            let rest: Vec<Man> = men.iter().enumerate().filter(|(man, _)| *man != gone).map(|(_, man)| *man).collect();
            let (signature, flipped) = Signature::canonical(&rest);
            let import = imports.iter().find(|import| *import.endgame.signature() == signature);
            let import = import.expect("all imports are there");
            let count = import.endgame.positions().len() as u32;
            let bounds: Vec<Bounds> = (0..count).map(|position| import.values.bounds(position, bits, false)).collect();
            (rest, import, flipped, bounds)
        })
        .collect();
    move |gone, kings, others| {
        let (rest, import, flipped, bounds) = &routes[gone];
        let squares = kings.iter().chain(others);
        let turned = |(&man, &square): (&Man, &Square)| match flipped {
            true => (Man { colour: man.colour.other(), ..man }, board.upside_down(square)),
            false => (man, square),
        };
        let mut pieces: Vec<(Man, Square)> = rest.iter().zip(squares).map(turned).collect();
        pieces.sort_unstable();
        let mut placement = Placement::default();
        placement.squares.iter_mut().zip(&pieces).for_each(|(square, piece)| *square = piece.1);
        let found = bounds[import.endgame.index(&placement) as usize];
        if *flipped { found.flipped(bits) } else { found }
    }
}

/// An endgame that is to be enclosed in slices. `imports` are the solutions that it imports; they are not needed any more afterwards.
#[must_use]
pub fn in_slices<T: Units>(board: Board, signature: &Signature, bits: u8, imports: &[&Solution]) -> slices::Problem<T> {
    slices::Problem::new(board, signature, bits, smaller(board, signature, imports, bits))
}

/// An endgame that is to be enclosed in slices, whatever the numbers are that hold its units.
#[derive(Debug)]
pub struct BySlices {
    board: Board,
    signature: Signature,
    bits: u8,
    imports: Vec<Digest>,
    problem: AnyProblem,
}

/// Numbers of 4 or of 8 bytes.
#[derive(Debug)]
enum AnyProblem {
    Small(slices::Problem<u32>),
    Large(slices::Problem<u64>),
}

/// An endgame that was enclosed in slices.
#[derive(Debug)]
pub struct Sliced {
    /// Its certificate.
    pub bytes: Vec<u8>,
    /// What it has.
    pub figures: certify::Figures,
    /// The sweeps of the four iterations.
    pub sweeps: [u32; 4],
}

impl BySlices {
    /// An endgame. `imports` are the solutions that it imports; they are not needed any more afterwards.
    ///
    /// # Panics
    ///
    /// If the slices do not hold it, or more than 62 bits are asked for.
    #[must_use]
    pub fn new(board: Board, signature: &Signature, bits: u8, imports: &[&Solution]) -> Self {
        assert!(slices::fits(board, signature) && bits <= 62);
        // A sum of a number and of the most has to fit the type.
        let problem = if bits <= 30 {
            AnyProblem::Small(in_slices(board, signature, bits, imports))
        } else {
            AnyProblem::Large(in_slices(board, signature, bits, imports))
        };
        let imports = imports.iter().map(|import| import.digest).collect();
        Self { board, signature: signature.clone(), bits, imports, problem }
    }

    /// Where its states are kept, beside its certificate.
    #[must_use]
    pub fn states(&self, certificate: &Path, every: Duration) -> States {
        let Self { board, signature, bits, imports, .. } = self;
        let imports: Vec<String> = imports.iter().map(|digest| notation::digest(*digest)).collect();
        let imports = imports.join(" ");
        States::new(certificate, format!("{board} {signature} in units of 2^-{bits}, imports {imports}"), every)
    }

    /// Its bounds in the canonical order, and the sweeps of the four iterations.
    fn bounds(self, threads: usize) -> (Enclosed, [u32; 4]) {
        fn run<T: Units>(enclosed: slices::Enclosed<T>) -> (Enclosed, [u32; 4]) {
            (enclosed.in_order(), enclosed.sweeps)
        }
        match self.problem {
            AnyProblem::Small(problem) => run(problem.enclose(threads, None, &|_| ())),
            AnyProblem::Large(problem) => run(problem.enclose(threads, None, &|_| ())),
        }
    }

    /// Encloses it.
    #[must_use]
    pub fn solve(self, threads: usize, states: Option<&States>, progress: slices::Progress<'_>) -> Sliced {
        fn run<T: Units>(
            (board, signature, imports): (Board, &Signature, Vec<Digest>),
            enclosed: slices::Enclosed<T>,
        ) -> Sliced {
            let sweeps = enclosed.sweeps;
            let (bytes, figures) = certify::by_slices(board, signature, enclosed, imports);
            Sliced { bytes, figures, sweeps }
        }
        let Self { board, signature, imports, problem, .. } = self;
        let claim = (board, &signature, imports);
        match problem {
            AnyProblem::Small(problem) => run(claim, problem.enclose(threads, states, progress)),
            AnyProblem::Large(problem) => run(claim, problem.enclose(threads, states, progress)),
        }
    }
}

/// The graph with the exact values of what lies beyond the endgame.
///
/// # Errors
///
/// An import that is an enclosure.
pub(crate) fn boundary<'a>(
    graph: &Graph<Edge>,
    imports: &[&'a Solution],
    never: Option<Never>,
) -> Result<Graph, &'a Solution> {
    if let Some(import) = imports.iter().find(|import| matches!(import.values, Values::Enclosed(_))) {
        return Err(import);
    }
    Ok(graph.with(|edge| beyond(*edge, imports, never)))
}

/// Exact values and labels of a node beyond the endgame. Where endless play has a worth of its own, labels count as 0 there.
fn beyond(edge: Edge, imports: &[&Solution], never: Option<Never>) -> Boundary {
    match edge {
        Edge::KingCaptured(colour) => Boundary::terminal(colour == Colour::White),
        Edge::Import { import, position, flipped } => {
            let boundary = imports[import].values.boundary(position, flipped);
            match never {
                None => boundary,
                Some(_) => Boundary { white_label: 0, black_label: 0, ..boundary },
            }
        }
    }
}

/// The graph with bounds on the values of what lies beyond the endgame.
#[must_use]
pub fn bounded(graph: &Graph<Edge>, imports: &[&Solution], bits: u8) -> Graph<Bounds> {
    graph.with(|edge| bounds(*edge, imports, bits))
}

/// Bounds on the values of a node beyond the endgame.
fn bounds(edge: Edge, imports: &[&Solution], bits: u8) -> Bounds {
    match edge {
        Edge::KingCaptured(colour) => Bounds::terminal(colour == Colour::White, bits),
        Edge::Import { import, position, flipped } => imports[import].values.bounds(position, bits, flipped),
    }
}

/// The certificate of an endgame with these exact values. `imports` are the solutions that it imports, in their order, and whether each is used.
pub(crate) fn write_down(
    endgame: Endgame,
    never: Option<Never>,
    table: Table,
    imports: &[&Solution],
    used: &[bool],
    counts: Counts,
    observer: &mut dyn Observer,
) -> Solution {
    observer.phase("write", 0);
    let endgames: Vec<&Endgame> = imports.iter().map(|import| &import.endgame).collect();
    let stated = Stated { never, imports: digests(imports, used) };
    let bytes = certify::endgame(&endgame, &table, stated, &endgames, |edge| beyond(edge, imports, never));
    let digest = Digest::of(&bytes);
    Solution { endgame, never, values: Values::Exact(table), why: None, bytes, digest, counts }
}
