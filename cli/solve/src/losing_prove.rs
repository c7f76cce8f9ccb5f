//! `solve losing prove`: searches for a proof that one side wins, in several ways, and writes the smallest one.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use cpu_time::ProcessTime;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use solver::games::losing::material::Material;
use solver::games::losing::notation;
use solver::games::losing::proof::{self, Choices, Claim, Extract, Proofwalk, Size, Source};
use solver::games::losing::rules::{BLACK, Board, COLOURS, Rule, WHITE};
use solver::games::losing::search::{Ended, Goal, INFINITE, Search, Spend};
use solver::games::losing::state;
use solver::games::losing::tables::Tables;

use crate::made::kept;
use crate::output::{Failed, tell};

/// A search for a proof.
#[derive(clap::Args)]
pub struct Prove {
    /// The moves from the beginning of the game, such as "1.e3 g6"
    line: String,
    /// Who is to win
    #[arg(long, value_enum)]
    winner: Side,
    /// The position in which the line begins, as a FEN
    #[arg(long, default_value = "start")]
    pub from: String,
    /// What happens to a side that has no move
    #[arg(long, value_enum, default_value = "international")]
    pub rule: Rule,
    /// The certificate; nothing is written if there is no proof
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Positions of up to so many men are looked up in tables while searching, 2 to 4; 0 for none
    #[arg(long = "men", alias = "units", value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=4))]
    units: u8,
    /// The folder of the tables; they are made if they are not there. Without it those of up to three men are made in memory
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// The proof ends at these tables and rests on them; otherwise it goes on to the end of the game and stands alone
    #[arg(long, requires = "tables")]
    rest_on_tables: bool,
    /// The memory that may be taken, in MB
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// The most nodes that are searched, in thousands
    #[arg(long, value_name = "THOUSANDS", default_value_t = 1_000_000)]
    nodes: u64,
    /// Keeps what the search has found in this file, and goes on with it if the file is there. It is written from time to time, and when the search ends
    /// or is interrupted
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// The file is written after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 300, requires = "state")]
    every: u64,
    /// After a proof, search in other ways and keep the smallest proof, as long as all searches together took fewer nodes than this, in thousands
    #[arg(long, value_name = "THOUSANDS", default_value_t = 60)]
    again: u64,
    /// The best move is searched until it is worse than the second best by one part in so many
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    part: u32,
    /// How many proofs are made of what was found; the smallest is kept
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: u16,
}

/// Who is to win.
#[derive(Clone, Copy, ValueEnum)]
enum Side {
    White,
    Black,
}

/// The searches of one position.
struct Searches<'a> {
    how: &'a Prove,
    goal: Goal<'a>,
    claim: Claim,
    /// The moves that lead to the position.
    line: String,
    stop: Arc<AtomicBool>,
    begun: ProcessTime,
    /// So many were made, and looked at so many nodes.
    count: usize,
    nodes: u64,
}

impl Searches<'_> {
    /// Searches, and gives the smallest proof of what was found. The first search is kept in the file that was asked for, and has to end with a proof.
    fn search(&mut self, part: u32, is_reversed: bool) -> Result<Option<(Size, Choices)>, Failed> {
        let Self { how, goal, claim, line, stop, .. } = &*self;
        let state = how.state.as_ref().filter(|_| self.count == 0);
        let (told, kept, unkept) = (Cell::new(Instant::now()), Cell::new(Instant::now()), RefCell::new(None));
        let keep = |search: &Search<'_>| state.map_or(Ok(()), |path| state::save(search, &claim.root, path));
        let report = |search: &Search<'_>| {
            if kept.get().elapsed() >= Duration::from_secs(how.every) {
                if let Err(error) = keep(search) {
                    *unkept.borrow_mut() = Some(error);
                    stop.store(true, Ordering::Relaxed);
                }
                kept.set(Instant::now());
            }
            if told.get().elapsed() > Duration::from_secs(10) {
                told.set(Instant::now());
                tell(&format!("{line}: {} nodes, {}", search.nodes, so_far(search)));
            }
        };
        let spend = Spend { memory: how.memory << 20, nodes: how.nodes.saturating_mul(1000), part, is_reversed };
        let mut search = Search::new(*goal, spend, stop, &report);
        if let Some(path) = state {
            if state::restore(&mut search, &claim.root, path).map_err(Failed::usage)? {
                let proved = search.proved.len();
                tell(&format!("{line}: goes on after {} nodes, {proved} positions proved", search.nodes));
            }
            // Whether the file can be written is known before the search, and not after it.
            keep(&search).map_err(Failed::new)?;
            interruptible(stop).map_err(Failed::new)?;
        }
        let ended = search.run(&claim.root);
        unkept.take().map_or(Ok(()), Err).and_then(|()| keep(&search)).map_err(Failed::new)?;
        let found = match ended {
            Ended::Proved => {
                let mut extract = Extract::new(*goal, &search.proved, how.rest_on_tables);
                Some(extract.smallest(*claim, how.rounds.into()).map_err(Failed::new)?)
            }
            _ if self.count > 0 => None,
            _ => {
                let why = match ended {
                    Ended::Exhausted => "the search found another outcome or a repetition",
                    _ if stop.load(Ordering::Relaxed) => "the search was interrupted",
                    _ => "the search was ended",
                };
                return Err(Failed::new(format!(
                    "{line}: not proved that {} wins: {why} after {} nodes, {}, {:.2} s of processor time",
                    COLOURS[claim.winner],
                    search.nodes,
                    so_far(&search),
                    self.begun.elapsed().as_secs_f64()
                )));
            }
        };
        let nodes = search.nodes;
        (self.nodes, self.count) = (self.nodes + nodes, self.count + 1);
        Ok(found)
    }
}

/// Searches from a position on, with tables of the materials of few men.
pub fn prove(
    how: &Prove,
    from: Board,
    tables: impl FnOnce(&[Material]) -> Result<Tables, Failed>,
) -> Result<String, Failed> {
    let (root, moves) = notation::play(from, &how.line).map_err(Failed::usage)?;
    let winner = match how.winner {
        Side::White => WHITE,
        Side::Black => BLACK,
    };
    if root.men(WHITE) == 0 || root.men(BLACK) == 0 {
        return Err(Failed::usage(format!("{}: found a side without men, required men on both sides", root.fen())));
    }
    // The statement admits tables in a proof by the International rule alone; without them such searches are as they were.
    let units = if how.rule == Rule::International { usize::from(how.units) } else { 0 };
    let tables = &tables(&(2..=units).flat_map(Material::all).collect::<Vec<_>>())?;
    let claim = Claim { root, winner, rule: how.rule };
    let mut searches = Searches {
        how,
        goal: Goal { attacker: winner, rule: how.rule, tables, units: units as u32 },
        claim,
        line: notation::line(from, &moves, 1),
        stop: Arc::new(AtomicBool::new(false)),
        begun: ProcessTime::now(),
        count: 0,
        nodes: 0,
    };
    let mut best = searches.search(how.part, false)?;
    // The first search is as it was asked for, the others differ from it.
    let others = std::iter::once(how.part).chain([2, 3, 4, 6, 12, 16, 24, 32]);
    for (part, is_reversed) in others.flat_map(|part| [(part, false), (part, true)]).skip(1) {
        if searches.nodes >= how.again.saturating_mul(1000) {
            break;
        }
        best = best.into_iter().chain(searches.search(part, is_reversed)?).min_by_key(|(size, _)| size.nodes);
    }
    let Searches { line, begun, count, nodes, .. } = searches;
    let (size, choices) = best.ok_or_else(|| Failed::new(format!("{line}: not proved")))?;
    let to_tables = how.rest_on_tables.then_some(tables);
    let (_, source) = Proofwalk::run(claim, to_tables, Source::Choices(&choices, Vec::new())).map_err(Failed::new)?;
    let Source::Choices(_, stream) = source else { unreachable!("it was given so") };
    let text = format!(
        "{line}: {} wins: {} positions, {} of them with moves, {} stalemates ({} not won by the rule of FICS), {} in tables; at most {} plies, {} of them in a row without a capture or a move of a pawn; {} bytes; {nodes} nodes in {}, {:.2} s of processor time\n",
        COLOURS[winner],
        size.nodes,
        size.inner,
        size.stalemates,
        size.not_fics,
        size.in_tables,
        size.depth,
        size.run,
        stream.len(),
        session::words::count(count, "search", "searches"),
        begun.elapsed().as_secs_f64()
    );
    let imports = match how.rest_on_tables {
        true => tables.materials().iter().filter_map(|material| tables.digest(material)).collect(),
        false => Vec::new(),
    };
    Ok(text + &kept(how.out.as_deref(), &proof::certificate(&claim, stream, imports))?)
}

/// How much is proved, and proof and disproof number of the position that is searched, in words.
fn so_far(search: &Search<'_>) -> String {
    let number = |number: u32| if number == INFINITE { "infinite".to_owned() } else { number.to_string() };
    let numbers = search.root().map_or_else(
        || "not begun".to_owned(),
        |(proof, disproof)| format!("proof number {}, disproof number {}", number(proof), number(disproof)),
    );
    format!("{} positions proved, {numbers}", search.proved.len())
}

/// From now on the first signal to end only stops the search; the second one ends the process.
fn interruptible(stop: &Arc<AtomicBool>) -> Result<(), String> {
    for signal in [SIGINT, SIGTERM] {
        let is_set = flag::register_conditional_shutdown(signal, 1, Arc::clone(stop))
            .and_then(|_| flag::register(signal, Arc::clone(stop)));
        is_set.map_err(|error| format!("signal {signal}: {error}"))?;
    }
    Ok(())
}
