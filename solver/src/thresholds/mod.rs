//! Larsson and Wästlund's own way to the values, as a second one that shares nothing with [`crate::graph::exact`] until the
//! values are there.
//!
//! `α_0` is 0 and `β_0` is 1 on all positions that are not terminal, of an endgame and of all that it imports, and each step
//! applies the recursion once, exactly ([`bounds`]). `s_n(P)` is the simplest rational in the closed interval from `α_n(P)`
//! to `β_n(P)` ([`simplest`]). The method counts the equations that `s_n` violates ([`equations`]) and ends with the first
//! `n` for which there is none. Then `s_n` is a Richman function. That it is α and β is shown by the labels ([`family`]);
//! where they are not finite the method goes on. Source: LW §7.

pub mod bounds;
pub mod equations;
pub mod family;
pub mod gap;
pub mod limbs;
pub mod simplest;

use std::ops::{Range, RangeInclusive};

use num_bigint::BigUint;
use num_rational::Ratio;

use self::bounds::Bounds;
use self::equations::Equations;
use self::family::{Family, Refused};
use self::gap::Gap;
use self::simplest::Simplest;
use crate::certificates::pipeline::Solution;
use crate::graph::Graph;
use crate::graph::exact::policy::Observer;

/// How many steps lie between two searches for options and positions that need not be computed any more. A search costs
/// about as much as two steps.
const TIDY_EVERY: usize = 16;

/// The method after `n` steps.
#[derive(Clone, Debug)]
pub struct Thresholds {
    bounds: Bounds,
    simplest: Simplest,
    equations: Equations,
    /// By node: whether `s_n` is another than `s_{n−1}`.
    changed: Vec<bool>,
}

impl Thresholds {
    /// `n = 0`.
    ///
    /// # Panics
    ///
    /// Where a boundary node of the graph is not worth 0 or 1.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        let (positions, nodes) = (graph.positions(), graph.nodes());
        let bounds = Bounds::new(graph);
        let mut simplest = Simplest::new(nodes);
        for node in positions..nodes {
            simplest.narrow(node, bounds.lower(node), bounds.upper(node));
        }
        let mut equations = Equations::new(&simplest, positions, nodes);
        for position in 0..positions {
            equations.look(&simplest, &bounds, position);
        }
        Self { bounds, simplest, equations, changed: vec![false; nodes] }
    }

    /// From `n` to `n + 1`; whether any simplest rational is another than before.
    pub fn step(&mut self) -> bool {
        self.bounds.step();
        let mut any = false;
        for &position in self.bounds.leaders() {
            let position = position as usize;
            let (lower, upper) = (self.bounds.lower(position), self.bounds.upper(position));
            self.changed[position] = self.simplest.narrow(position, lower, upper);
            if self.changed[position] {
                self.equations.changed(&self.simplest, position);
                any = true;
            }
        }
        for &position in self.bounds.leaders() {
            let position = position as usize;
            let mut options = self.bounds.options(position).into_iter().flatten();
            if self.changed[position] || options.any(|&node| self.changed[node as usize]) {
                self.equations.look(&self.simplest, &self.bounds, position);
            }
        }
        if self.bounds.steps().is_multiple_of(TIDY_EVERY) {
            self.bounds.prune();
            self.bounds.merge();
        }
        any
    }

    /// `n`.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.bounds.steps()
    }

    /// What there is to say of this `n`. So many of the first positions are imported.
    pub fn report(&mut self, imported: usize) -> Step {
        Step {
            n: self.steps(),
            violated: self.violated(imported..self.bounds.leader().len()),
            violated_in_imports: self.violated(0..imported),
            gap: self.bounds.gap(),
        }
    }

    /// How many equations `s_n` violates at these positions.
    #[must_use]
    pub fn violated(&self, positions: Range<usize>) -> usize {
        let leader = self.bounds.leader();
        positions.filter(|&position| self.equations.violated(leader[position] as usize)).count()
    }

    /// `α_n` and `β_n` of a position.
    #[must_use]
    pub fn bounds(&self, position: usize) -> [Ratio<BigUint>; 2] {
        self.bounds.get(self.bounds.leader()[position] as usize)
    }

    /// `s_n` of a position.
    #[must_use]
    pub fn value(&self, position: usize) -> Ratio<BigUint> {
        self.simplest.get(self.bounds.leader()[position] as usize)
    }
}

/// One `n` of the method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// How many steps were made.
    pub n: usize,
    /// Equations violated at the endgame's own positions, up to symmetry.
    pub violated: usize,
    /// Equations violated at positions of the imports.
    pub violated_in_imports: usize,
    /// The greatest `β_n − α_n`.
    pub gap: Gap,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Run {
    /// Every `n`, from 0.
    pub series: Vec<Step>,
    /// The `n` without a violated equation whose labels did not show that the values are found, with what is missing.
    pub inconclusive: Vec<(usize, Refused)>,
    /// Where the values are found: the first `n` without a violated equation whose labels show it, and the certificates of
    /// the imports and the endgame.
    pub found: Option<(usize, Vec<Solution>)>,
}

/// Runs the method until the values are found and at least to the first `n` of the range, but not beyond the last.
///
/// # Panics
///
/// Only where this module is wrong: every equation is verified again.
#[must_use]
pub fn run(family: &Family, range: RangeInclusive<usize>, threads: usize, observer: &mut dyn Observer) -> Run {
    observer.phase("graph", 0);
    let graph = family.graph(threads);
    observer.phase("steps", 0);
    let mut thresholds = Thresholds::new(&graph);
    let mut run = Run { series: Vec::new(), inconclusive: Vec::new(), found: None };
    let mut untried = true;
    loop {
        let step = thresholds.report(family.imported());
        let none = step.violated + step.violated_in_imports == 0;
        run.series.push(step);
        if none && untried && run.found.is_none() {
            match family.conclude(|position| thresholds.value(position), threads, observer) {
                Ok(solved) => run.found = Some((thresholds.steps(), solved)),
                Err(refused) => run.inconclusive.push((thresholds.steps(), refused)),
            }
            observer.phase("steps", 0);
        }
        let (least, most) = (*range.start(), *range.end());
        if thresholds.steps() >= if run.found.is_some() { least.min(most) } else { most } {
            return run;
        }
        // The same rationals would be refused again.
        untried = thresholds.step() || (untried && !none);
        observer.advance(1);
    }
}
