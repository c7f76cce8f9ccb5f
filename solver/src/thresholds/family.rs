//! An endgame together with all that it imports: one graph for the method, and certificates from its values.
//!
//! Responsible for everything here that knows of chess. Values become certificates by the way that the exact method's
//! values take too, endgame by endgame: equations verified on integers, labels, policies, lowest terms, bytes.

use num_bigint::BigUint;
use num_rational::Ratio;

use crate::certificates::pipeline::{self, Counts, PipelineError, Reason, Solution};
use crate::chess::board::Board;
use crate::chess::endgame::{Endgame, closure};
use crate::chess::material::{DoubleStep, Signature};
use crate::graph::Graph;
use crate::graph::exact::evaluate::Evaluation;
use crate::graph::exact::policy::{self, Observer, Outcome, Unlabelled};
use crate::graph::table::Table;

/// An endgame and its imports, imports first.
#[derive(Clone, Debug)]
pub struct Family {
    members: Vec<Endgame>,
}

/// Why values have not become certificates: the labels do not show that they are the values of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Of which endgame, such as `8x8 KNk`.
    pub endgame: String,
    /// What is missing.
    pub reason: Unlabelled,
}

impl Family {
    /// The family of an endgame.
    ///
    /// # Errors
    ///
    /// [`PipelineError`] where this version writes no certificates of such endgames, or one cannot be set up.
    pub fn new(board: Board, signature: &Signature, double_step: DoubleStep) -> Result<Self, PipelineError> {
        pipeline::admit(board, signature)?;
        if signature.men().len() > MOST_MEN {
            let reason = Reason::Men { found: signature.men().len(), most: MOST_MEN };
            return Err(PipelineError { endgame: format!("{board} {signature}"), reason });
        }
        let order = pipeline::in_order_of_need(std::slice::from_ref(signature));
        let member = |signature: Signature| {
            let endgame = format!("{board} {signature}");
            Endgame::new(board, signature, double_step)
                .map_err(|error| PipelineError { endgame, reason: Reason::Endgame(error) })
        };
        Ok(Self { members: order.into_iter().map(member).collect::<Result<_, _>>()? })
    }

    /// The endgame itself.
    ///
    /// # Panics
    ///
    /// Never: a family has at least one member.
    #[must_use]
    pub fn endgame(&self) -> &Endgame {
        self.members.last().expect("a family has a member")
    }

    /// Number of positions of the imports, which come first.
    #[must_use]
    pub fn imported(&self) -> usize {
        self.members[..self.members.len() - 1].iter().map(|member| member.positions().len()).sum()
    }

    /// The graph of all members.
    #[must_use]
    pub fn graph(&self, threads: usize) -> Graph {
        closure(&self.members.iter().collect::<Vec<_>>(), threads)
    }

    /// The certificates of all members, from the values of the graph's positions, which satisfy every equation.
    ///
    /// # Errors
    ///
    /// [`Refused`] for the first endgame of which no certificate comes out.
    ///
    /// # Panics
    ///
    /// Where an equation is violated.
    pub fn conclude(
        &self,
        value: impl Fn(usize) -> Ratio<BigUint>,
        threads: usize,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Solution>, Refused> {
        let mut solved: Vec<Solution> = Vec::new();
        let mut first = 0;
        for member in &self.members {
            let name = || format!("{} {}", member.board(), member.signature());
            let imports: Vec<&Solution> =
                member.signature().imports().iter().map(|import| find(&solved, import)).collect();
            observer.phase("labels", 0);
            let endgames: Vec<&Endgame> = imports.iter().map(|import| &import.endgame).collect();
            let graph = member.graph(&endgames, threads);
            let used = pipeline::used(&graph, &imports);
            let graph =
                pipeline::boundary(&graph, &imports, None).unwrap_or_else(|_| unreachable!("the imports are exact"));
            let values = (first..first + graph.positions()).map(&value);
            let values: Vec<Ratio<BigUint>> =
                values.chain(graph.boundary.iter().map(|node| node.lower.clone())).collect();
            let evaluation = Evaluation::of(&values);
            let found = policy::conclude(&graph, evaluation).map_err(|reason| Refused { endgame: name(), reason })?;
            let counts = Counts {
                white_options: graph.white.options(),
                black_options: graph.black.options(),
                sweeps: 0,
                rounds: 0,
                component_sizes: Vec::new(),
            };
            first += graph.positions();
            let table = Table::new(Outcome::Sharp(found), graph.positions());
            solved.push(pipeline::write_down(member.clone(), None, table, &imports, &used, counts, observer));
        }
        Ok(solved)
    }
}

/// The most men of an endgame that the paper's method is for: with four, lower and upper values may differ, and nothing comes together.
const MOST_MEN: usize = 3;

/// The solution of an endgame.
fn find<'a>(solved: &'a [Solution], signature: &Signature) -> &'a Solution {
    solved.iter().find(|solution| solution.endgame.signature() == signature).expect("imports come first")
}
