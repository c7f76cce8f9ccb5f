//! LW's own way to the values (§7): iterate both bounds exactly, guess the simplest fraction between them, count the equations
//! that the guesses violate, until there are none.
//!
//! Nothing here is shared with [`crate::exact`]: this is a second, independent way to the same values, and the yardstick that the
//! faster one is measured with. It is written to be fair to the method. Bounds are long fixed-point numbers, so that a step is one
//! addition for each position; a guess is kept as long as it lies between its bounds, since these only close in, and is then found
//! by going on with the continued fraction where it was left; an equation is looked at again only where a guess in it has
//! changed.

mod fixed;
mod simplest;

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::graph::{Graph, Rows};
use fixed::Table;
use simplest::Prefix;

/// Limbs by which the numbers grow at a time.
const GROWTH: usize = 4;

/// The state of the method after some steps.
pub struct Thresholds<'a> {
    graph: &'a Graph,
    steps: u32,
    /// α_n and β_n of all nodes.
    bounds: [Table; 2],
    /// Where the next bounds are written.
    next: [Table; 2],
    guesses: Guesses,
    /// By node: the positions that have it as an option.
    predecessors: Rows,
    /// By position: whether an equation has to be looked at again.
    stale: Vec<bool>,
    /// By position: whether its equation is violated.
    violated: Vec<bool>,
    /// The largest `β_n − α_n`.
    gap: Gap,
}

/// The simplest fractions.
struct Guesses {
    /// By node: numerator and denominator.
    fractions: Vec<(BigUint, BigUint)>,
    /// By node: the same, cut off to fixed point.
    cut: Table,
    /// By node: whether nothing was cut off.
    exact: Vec<bool>,
    /// By node: what is known of its continued fraction.
    prefixes: Vec<Prefix>,
}

/// A difference of two numbers, to 64 binary digits: at least `mantissa / 2^(exponent + 63)`, and less than with the next
/// mantissa. The top bit of the mantissa is set, unless the difference is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    exponent: usize,
    mantissa: u64,
}

impl Gap {
    /// No difference at all.
    const NONE: Self = Self { exponent: usize::MAX, mantissa: 0 };

    /// From a difference in units of `2^-places`.
    fn new(difference: u128, places: usize) -> Self {
        let bits = 128 - difference.leading_zeros() as usize;
        match bits {
            0 => Self::NONE,
            1..=64 => Self { exponent: places + 1 - bits, mantissa: (difference << (64 - bits)) as u64 },
            _ => Self { exponent: places + 1 - bits, mantissa: (difference >> (bits - 64)) as u64 },
        }
    }

    /// The larger of two.
    fn max(self, other: Self) -> Self {
        let order = self.exponent.cmp(&other.exponent).reverse().then(self.mantissa.cmp(&other.mantissa));
        if order.is_lt() { other } else { self }
    }

    /// The difference, cut off: numerator, and the exponent of 2 in the denominator.
    #[must_use]
    pub fn value(self) -> (BigUint, usize) {
        match self.mantissa {
            0 => (BigUint::zero(), 0),
            mantissa => (mantissa.into(), self.exponent + 63),
        }
    }

    /// A number that is larger than the difference, by at most one part in 2^63, or 0 where there is none: numerator, and
    /// the exponent of 2 in the denominator.
    #[must_use]
    pub fn bound(self) -> (BigUint, usize) {
        match self.mantissa {
            0 => (BigUint::zero(), 0),
            mantissa => (BigUint::from(mantissa) + 1u32, self.exponent + 63),
        }
    }
}

/// What is known after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of steps n.
    pub steps: u32,
    /// Equations that the simplest fractions violate.
    pub violated: usize,
    /// The largest `β_n − α_n`.
    pub gap: Gap,
}

impl<'a> Thresholds<'a> {
    /// Begins with α_0 and β_0. All nodes after the positions must be terminal: won by Black, then by White.
    ///
    /// # Panics
    ///
    /// Where the boundary is another.
    #[must_use]
    pub fn new(graph: &'a Graph) -> Self {
        let positions = graph.positions();
        let [lost, won] = graph.boundary.as_slice() else { panic!("required two terminal nodes") };
        assert!(lost.value.is_zero() && won.value.is_one(), "required the terminal nodes 0 and 1");
        let nodes = graph.nodes();
        let mut bounds = [Table::new(nodes, GROWTH), Table::new(nodes, GROWTH)];
        (0..positions).for_each(|position| bounds[1].set_one(position));
        bounds.iter_mut().for_each(|bound| bound.set_one(positions + 1));
        let mut guesses = Guesses {
            fractions: vec![(BigUint::zero(), BigUint::one()); nodes],
            cut: Table::new(nodes, GROWTH),
            exact: vec![true; nodes],
            prefixes: vec![Prefix::default(); positions],
        };
        guesses.fractions[positions + 1].0 = BigUint::one();
        guesses.cut.set_one(positions + 1);
        Self {
            graph,
            steps: 0,
            next: bounds.clone(),
            bounds,
            guesses,
            predecessors: predecessors(graph),
            stale: vec![true; positions],
            violated: vec![false; positions],
            gap: Gap::NONE,
        }
    }

    /// Makes one step of the bounds alone, without guesses.
    pub fn bounds_step(&mut self) {
        self.steps += 1;
        if self.steps as usize > self.bounds[0].places() {
            self.widen();
        }
        self.iterate();
    }

    /// The largest `β_n − α_n`.
    #[must_use]
    pub fn gap(&self) -> Gap {
        let [lower, upper] = &self.bounds;
        let gap = |position| {
            let (difference, limbs) = fixed::difference(lower.row(position), upper.row(position));
            Gap::new(difference, 64 * limbs - 1)
        };
        (0..self.graph.positions()).map(gap).fold(Gap::NONE, Gap::max)
    }

    /// Makes one step, guesses, and counts.
    pub fn step(&mut self) -> Step {
        self.bounds_step();
        self.renew_guesses();
        for position in 0..self.graph.positions() {
            if std::mem::take(&mut self.stale[position]) {
                self.violated[position] = self.is_violated(position);
            }
        }
        let violated = self.violated.iter().filter(|&&violated| violated).count();
        Step { steps: self.steps, violated, gap: self.gap }
    }

    /// The simplest fractions of all nodes: numerators and denominators.
    #[must_use]
    pub fn guesses(&self) -> &[(BigUint, BigUint)] {
        &self.guesses.fractions
    }

    /// Makes room for more binary places.
    fn widen(&mut self) {
        let width = self.bounds[0].width() + GROWTH;
        for table in self.bounds.iter_mut().chain(&mut self.next) {
            *table = table.widened(width);
        }
        self.guesses.cut = Table::new(self.graph.nodes(), width);
        for node in 0..self.graph.nodes() {
            self.guesses.cut_off(node);
        }
    }

    /// `α_{n+1} = F(α_n)` and the same for β.
    fn iterate(&mut self) {
        let positions = self.graph.positions();
        for (old, new) in self.bounds.iter().zip(&mut self.next) {
            for position in 0..positions {
                let most = best(old, self.graph.white.row(position), Ordering::Greater);
                let least = best(old, self.graph.black.row(position), Ordering::Less);
                fixed::mean(old.row(most), old.row(least), new.row_mut(position));
            }
        }
        std::mem::swap(&mut self.bounds, &mut self.next);
    }

    /// Finds the simplest fraction again wherever the last one is no longer between the bounds, and measures the gap.
    fn renew_guesses(&mut self) {
        let [lower, upper] = &self.bounds;
        self.gap = Gap::NONE;
        for position in 0..self.graph.positions() {
            let (low, high) = (lower.row(position), upper.row(position));
            let (difference, limbs) = fixed::difference(low, high);
            self.gap = self.gap.max(Gap::new(difference, 64 * limbs - 1));
            if self.guesses.is_between(position, low, high) {
                continue;
            }
            self.guesses.renew(position, low, high, limbs);
            self.stale[position] = true;
            for &predecessor in self.predecessors.row(position) {
                self.stale[predecessor as usize] = true;
            }
        }
    }

    /// Whether `2·s(P)` differs from the greatest `s` of White's options and the least of Black's.
    fn is_violated(&self, position: usize) -> bool {
        let best = self.guesses.best(self.graph.white.row(position), Ordering::Greater);
        let worst = self.guesses.best(self.graph.black.row(position), Ordering::Less);
        self.guesses.is_not_mean(position, best, worst)
    }
}

/// The first option whose number no other one exceeds (or, for `Less`, falls short of).
fn best(table: &Table, options: &[u32], wanted: Ordering) -> usize {
    let mut best = options[0] as usize;
    for &option in &options[1..] {
        if table.compare(option as usize, best) == wanted {
            best = option as usize;
        }
    }
    best
}

/// For each node the positions that have it as an option.
fn predecessors(graph: &Graph) -> Rows {
    let positions = graph.positions();
    let options = |position: usize| graph.white.row(position).iter().chain(graph.black.row(position));
    let mut ends = vec![0usize; graph.nodes()];
    (0..positions).flat_map(options).for_each(|&node| ends[node as usize] += 1);
    let mut total = 0;
    let mut places: Vec<usize> = Vec::with_capacity(ends.len());
    for end in &mut ends {
        places.push(total);
        total += *end;
        *end = total;
    }
    let mut sources = vec![0u32; total];
    for position in 0..positions {
        for &node in options(position) {
            sources[places[node as usize]] = position as u32;
            places[node as usize] += 1;
        }
    }
    let mut rows = Rows::default();
    rows.extend(&sources, &ends);
    rows
}

impl Guesses {
    /// Whether the fraction of a position is within its bounds, which have no more places than the cut fraction.
    fn is_between(&self, position: usize, low: &[u64], high: &[u64]) -> bool {
        let cut = self.cut.row(position);
        match cut.cmp(high) {
            Ordering::Less => cut >= low,
            Ordering::Equal => self.exact[position],
            Ordering::Greater => false,
        }
    }

    /// Finds the simplest fraction of a position, whose bounds are told apart by their first `limbs` limbs.
    fn renew(&mut self, position: usize, low: &[u64], high: &[u64], limbs: usize) {
        let places = self.cut.places();
        // One limb more is enough as a rule. It gives a slightly larger interval; if its simplest fraction is in the
        // right one, it is the simplest there too.
        let bits = (64 * (limbs + 1) - 1).min(places);
        let slack = u32::from(bits < places);
        let outer = [fixed::leading(low, bits), fixed::leading(high, bits) + slack];
        let (p, q, prefix) = self.prefixes[position].simplest(&outer[0], &outer[1], bits);
        self.fractions[position] = (p, q);
        self.cut_off(position);
        if self.is_between(position, low, high) {
            self.prefixes[position] = prefix;
            return;
        }
        let exact = [fixed::leading(low, places), fixed::leading(high, places)];
        let (p, q, _) = self.prefixes[position].simplest(&exact[0], &exact[1], places);
        self.fractions[position] = (p, q);
        self.cut_off(position);
    }

    /// Writes a fraction as a fixed-point number.
    fn cut_off(&mut self, node: usize) {
        let (p, q) = &self.fractions[node];
        self.cut.set_fraction(node, p, q);
        let twos = q.trailing_zeros().unwrap_or(0);
        self.exact[node] = q.bits() == twos + 1 && twos <= self.cut.places() as u64;
    }

    /// The first option whose fraction no other one exceeds (or, for `Less`, falls short of).
    fn best(&self, options: &[u32], wanted: Ordering) -> usize {
        let mut best = options[0] as usize;
        for &option in &options[1..] {
            if self.compare(option as usize, best) == wanted {
                best = option as usize;
            }
        }
        best
    }

    /// Compares two fractions. Different fractions `a/b` and `c/d` are at least `1/(b·d)` apart; so if `b·d` is no more
    /// than `2^places`, they are cut off to different numbers or in the same order.
    fn compare(&self, one: usize, other: usize) -> Ordering {
        let by_cut = self.cut.compare(one, other);
        if by_cut != Ordering::Equal {
            return by_cut;
        }
        let ((a, b), (c, d)) = (&self.fractions[one], &self.fractions[other]);
        if b.bits() + d.bits() <= self.cut.places() as u64 {
            return Ordering::Equal;
        }
        (a * d).cmp(&(c * b))
    }

    /// Whether `2·x ≠ a + b`. Each number is cut off by less than one unit of the last place, so that the difference of
    /// the two sides is more than zero if that of the numbers is two units or more. If it is less, the difference is
    /// below four units; it is also a multiple of one over the product of the denominators, and so 0 if this product is at
    /// most a quarter of `2^places`.
    fn is_not_mean(&self, x: usize, a: usize, b: usize) -> bool {
        let defect = fixed::small_defect(self.cut.row(x), self.cut.row(a), self.cut.row(b));
        if defect.is_none_or(|defect| defect.abs() >= 2) {
            return true;
        }
        let [(p, q), (pa, qa), (pb, qb)] = [x, a, b].map(|node| &self.fractions[node]);
        if q.bits() + qa.bits() + qb.bits() + 2 <= self.cut.places() as u64 {
            return false;
        }
        (p * qa * qb) << 1u32 != (pa * qb + pb * qa) * q
    }
}
