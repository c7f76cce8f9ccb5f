//! Endgames of bidding chess as a family: with a stored graph, or by slices where there are five men.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use crate::certificates::pipeline::{
    self, BySlices, DEFAULT_BITS_OF_FIVE, MOST_MEN, Method, Settings, Sliced, Solution,
};
use crate::certificates::produce::{Game, Imports};
use crate::certificates::{certify, family};
use crate::chess::board::Board;
use crate::chess::material::Signature;
use crate::graph::exact::policy::Observer;
use crate::slices::Told;
use crate::slices::state::States;

/// The endgames of a board.
pub struct Endgames<'a> {
    /// The board.
    pub board: Board,
    /// How those are solved that are asked for.
    pub settings: Settings,
    /// Those that are asked for; others are solved because these need them.
    pub asked: &'a [Signature],
    /// Five men: how much of the sweeps may be lost to an interruption.
    pub keep_every: Duration,
    /// Is told of the sweeps of five men: which endgame, in units of 2^-bits, what.
    pub sweeps: &'a (dyn Fn(&str, u8, Told) + Sync),
}

/// An endgame, solved.
pub enum Solved {
    /// With a stored graph. The bytes of the solution are not kept.
    Graph(Box<Solution>),
    /// By slices: nothing needs it. Its bytes are not kept.
    Slices {
        /// In units of 2^-bits.
        bits: u8,
        /// What it has.
        sliced: Sliced,
        /// What was kept of the sweeps.
        states: Option<States>,
    },
}

impl fmt::Debug for Endgames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endgames").field("board", &self.board).field("asked", &self.asked).finish_non_exhaustive()
    }
}

impl Solved {
    /// The solution with a stored graph.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Graph(solution) => Some(solution),
            Self::Slices { .. } => None,
        }
    }
}

impl Endgames<'_> {
    /// How an endgame is solved.
    #[must_use]
    pub fn settings(&self, signature: &Signature) -> Settings {
        if self.asked.contains(signature) { self.settings } else { self.settings.of_import() }
    }
}

/// The solutions of imports.
fn solutions<'a>(imports: &'a Imports<Endgames<'_>>) -> Vec<&'a Solution> {
    imports.iter().filter_map(|import| import.solved.solution()).collect()
}

impl Game for Endgames<'_> {
    type Name = Signature;
    type Solved = Solved;

    fn title(&self, name: &Signature) -> String {
        format!("{} {name}", self.board)
    }

    fn file_name(&self, name: &Signature) -> String {
        certify::name(self.board, name, self.settings.double_step.rule(self.board, name))
    }

    fn imports(&self, name: &Signature) -> Vec<Signature> {
        name.imports()
    }

    fn least_memory(&self, name: &Signature) -> u64 {
        family::least_memory(self.board, name, self.settings(name).method)
    }

    fn solve(
        &self,
        name: &Signature,
        imports: Imports<Self>,
        path: Option<&Path>,
        observer: &mut dyn Observer,
    ) -> Result<(Solved, Vec<u8>), String> {
        let settings = self.settings(name);
        if name.men().len() <= MOST_MEN {
            let solved = pipeline::solve_one(self.board, name, &settings, &solutions(&imports), observer);
            let mut solution = solved.map_err(|error| error.to_string())?;
            let bytes = std::mem::take(&mut solution.bytes);
            return Ok((Solved::Graph(Box::new(solution)), bytes));
        }
        pipeline::admit(self.board, name).map_err(|error| error.to_string())?;
        let bits = match settings.method {
            Method::Enclosure(bits) => bits,
            // Exact values of five men are too many to keep.
            Method::Choose | Method::Exact => DEFAULT_BITS_OF_FIVE,
        };
        observer.phase("captures", 0);
        let problem = BySlices::new(self.board, name, bits, &solutions(&imports));
        drop(imports);
        let states = path.map(|path| problem.states(path, self.keep_every));
        observer.phase("slices", 0);
        let title = self.title(name);
        let sweeps = |told| (self.sweeps)(&title, bits, told);
        let mut sliced = problem.solve(settings.threads, states.as_ref(), &sweeps);
        let bytes = std::mem::take(&mut sliced.bytes);
        Ok((Solved::Slices { bits, sliced, states }, bytes))
    }

    fn read(&self, bytes: &[u8], name: &Signature, imports: &Imports<Self>) -> Option<Solved> {
        if name.men().len() > MOST_MEN {
            // Nothing needs it, and what it says is not read back.
            return None;
        }
        let solution = pipeline::read(bytes.to_vec(), self.board, name, &self.settings(name), &solutions(imports))?;
        Some(Solved::Graph(Box::new(Solution { bytes: Vec::new(), ..solution })))
    }

    fn written(&self, solved: &Solved) {
        if let Solved::Slices { states: Some(states), .. } = solved {
            states.remove();
        }
    }
}
