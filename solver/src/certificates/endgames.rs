//! Endgames of bidding chess as a family: with a stored graph, or by slices where there are five men.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::certificates::pipeline::{
    self, BySlices, DEFAULT_BITS_OF_FIVE, MOST_MEN, Method, Settings, Sliced, Solution,
};
use crate::certificates::produce::{self, Game, Imports, Made, Plan, Stopped, There};
use crate::certificates::{certify, family};
use crate::chess::board::Board;
use crate::chess::material::Signature;
use crate::graph::exact::policy::Observer;
use crate::memory::enough_memory;
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

/// What is told of each endgame once it is made or found.
pub type Tell<'a, E> = dyn FnMut(&Signature, &Made<Solved>) -> Result<(), E> + 'a;

/// Makes the certificates of endgames, and before them of all that they need, as [`produce::all`] does; also where an endless play has a worth. Then a sharp
/// table for either player serves as an import, and of others there is one for the same worth.
///
/// # Errors
///
/// As [`produce::all`].
pub fn all<E: From<Stopped>>(
    game: &Endgames<'_>,
    plan: &Plan<'_, Signature>,
    observer: &mut dyn Observer,
    tell: &mut Tell<'_, E>,
) -> Result<(), E> {
    if game.settings.never.is_none() {
        return produce::all(game, plan, observer, tell);
    }
    plan.folder.map_or(Ok(()), produce::folder)?;
    let open = Endgames { settings: game.settings.open().of_import(), asked: &[], ..*game };
    let mut made = HashMap::new();
    plan.asked.iter().try_for_each(|name| {
        let mut work = Work { games: [&open, game], plan, observer: &mut *observer, tell: &mut *tell, made: &mut made };
        work.make(name, true).map(|_| ())
    })
}

/// What is made of endgames for which an endless play has a worth.
struct Work<'a, 'b, E> {
    /// For what either player can force, and for the worth.
    games: [&'a Endgames<'b>; 2],
    plan: &'a Plan<'a, Signature>,
    observer: &'a mut dyn Observer,
    tell: &'a mut Tell<'a, E>,
    made: &'a mut HashMap<(String, bool), Arc<Made<Solved>>>,
}

impl<E: From<Stopped>> Work<'_, '_, E> {
    /// Makes an endgame, and before it what it needs.
    fn make(&mut self, name: &Signature, with_worth: bool) -> Result<Arc<Made<Solved>>, E> {
        let key = (name.to_string(), with_worth);
        if let Some(made) = self.made.get(&key) {
            return Ok(Arc::clone(made));
        }
        let mut imports = Vec::new();
        for import in name.imports() {
            let open = self.make(&import, false)?;
            let is_sharp = open.solved.solution().is_some_and(Solution::is_sharp);
            imports.push(if with_worth && !is_sharp { self.make(&import, true)? } else { open });
        }
        let game = self.games[usize::from(with_worth)];
        enough_memory(self.plan.memory, game.least_memory(name))
            .map_err(|reason| Stopped::Memory { title: game.title(name), reason })?;
        self.observer.begin(&game.title(name));
        let is_asked = with_worth && self.plan.asked.contains(name);
        let there = match is_asked {
            _ if self.plan.anew => There::Ignored,
            true if self.plan.asked.len() == 1 => There::Ignored,
            false if self.plan.alone => There::Required,
            _ => There::Kept,
        };
        let mut made = produce::one(game, name, imports, self.plan.folder, there, self.observer)?;
        (self.tell)(name, &made)?;
        made.bytes = Vec::new();
        let made = Arc::new(made);
        self.made.insert(key, Arc::clone(&made));
        Ok(made)
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
        let worth = match self.settings.never {
            None => String::new(),
            Some((numerator, denominator)) => format!(" if an endless play is worth {numerator}/{denominator}"),
        };
        format!("{} {name}{worth}", self.board)
    }

    fn file_name(&self, name: &Signature) -> String {
        let rule = self.settings.double_step.rule(self.board, name);
        certify::name_never(&certify::name(self.board, name, rule), self.settings.never)
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
        if settings.never.is_some() {
            return Err(format!(
                "{}: found five men, required four or fewer: slices know α and β only",
                self.title(name)
            ));
        }
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
