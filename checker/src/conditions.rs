//! The conditions: all that must hold before an exact table is believed.
//!
//! Responsible for: `header`, `imports` and `coverage`, which other kinds share; `canonical` of the values; and the five conditions on a
//! position of an exact table. That makes nine, one after the other, each as a formula and then as code in the same order. Left to
//! others: the five of enclosures and bounds (`enclosure`, `bound`), reading bytes (`certificate`), positions and moves (`endgame`,
//! `board`), putting values on one scale (`values`), and the order in which the conditions are tried (`verified`, `exact`).
//!
//! The conditions on one position know nothing of chess. They see the position and its options as [`Node`]s: the
//! ranks of its values (values are compared as integers), T and T′. For a position of this endgame these are *stated*; for a
//! terminal position they are known, and for one of a smaller endgame they come from a verified certificate.
//!
//! Source: the chapters "The theorem" (lemmas) and "The format" (conditions).

use std::fmt;
use std::sync::Arc;

use num_integer::Integer;

use crate::board::{Colour, Move};
use crate::certificate::{Certificate, KIND_SHARP_TABLE, Natural, StatedValue};
use crate::endgame::{Endgame, Positions};
use crate::failure::{Breach, Failure, Rejection};
use crate::game::Game;
use crate::values::{self, Rank, Scale, mean};
use crate::verified::{Requirement, Verified};

/// A label T or T′: a number of steps, or infinite, which is greater than every number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label(u64);

impl Label {
    /// No number of steps. A stated number is below 2^32.
    pub const INFINITE: Self = Self(u64::MAX);

    /// The label of a terminal position.
    pub const ZERO: Self = Self(0);

    /// The label that a record states: 0 stands for infinite.
    pub fn stated(number: u32) -> Self {
        match number {
            0 => Self::INFINITE,
            _ => Self(u64::from(number)),
        }
    }

    /// One more; `1 + ∞ = ∞`.
    pub fn successor(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The number of steps, unless infinite.
    pub fn steps(self) -> Option<u32> {
        u32::try_from(self.0).ok()
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::INFINITE => f.write_str("infinite"),
            Self(steps) => write!(f, "{steps}"),
        }
    }
}

/// One of the two values of a position. In a sharp table they are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Which {
    /// The lower value α, which the labels T go with.
    Lower,
    /// The upper value β, which the labels T′ go with.
    Upper,
}

impl Which {
    /// The value that a player's labels go with: White's with the lower value, Black's with the upper one.
    pub fn of_labels(colour: Colour) -> Self {
        colour.of(Self::Lower, Self::Upper)
    }
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lower => "lower",
            Self::Upper => "upper",
        })
    }
}

/// What the conditions see of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The ranks of its lower and its upper value.
    pub values: (Rank, Rank),
    /// Its labels T and T′: White's and Black's.
    pub labels: (Label, Label),
}

impl Node {
    /// The rank of the lower or of the upper value.
    pub fn value(&self, which: Which) -> Rank {
        match which {
            Which::Lower => self.values.0,
            Which::Upper => self.values.1,
        }
    }

    /// T for White, T′ for Black.
    pub fn label(&self, colour: Colour) -> Label {
        colour.of(self.labels.0, self.labels.1)
    }
}

/// A move, and what is seen of the position that it leads to. In a game that is given as a graph a move is the number of that position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<S = Node, M = Move> {
    /// The move.
    pub mv: M,
    /// The position after it.
    pub to: S,
}

/// All options of a position, `w(P)` and `b(P)`; the checker found them itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options<S = Node, M = Move> {
    /// White's.
    pub white: Vec<Choice<S, M>>,
    /// Black's.
    pub black: Vec<Choice<S, M>>,
}

impl<S, M> Default for Options<S, M> {
    fn default() -> Self {
        Self { white: Vec::new(), black: Vec::new() }
    }
}

impl<S, M: Copy + Ord> Options<S, M> {
    /// Those of a colour.
    pub fn of(&self, colour: Colour) -> &[Choice<S, M>] {
        colour.of(&self.white, &self.black)
    }

    /// Puts the options of each colour in the order of their moves.
    pub fn sort(&mut self) {
        self.white.sort_unstable_by_key(|option| option.mv);
        self.black.sort_unstable_by_key(|option| option.mv);
    }
}

impl<M: Copy + Ord> Options<Node, M> {
    /// `max over w(P) of x` for White, `min over b(P) of x` for Black, where x is the lower or the upper value.
    pub fn best(&self, colour: Colour, which: Which) -> Option<Rank> {
        let values = self.of(colour).iter().map(|option| option.to.value(which));
        match colour {
            Colour::White => values.max(),
            Colour::Black => values.min(),
        }
    }

    /// The x-greedy options of a colour: those that lead to the best value.
    pub fn greedy(&self, colour: Colour, which: Which) -> impl Iterator<Item = &Choice<Node, M>> {
        self.best(colour, which).into_iter().flat_map(move |best| self.worth(colour, which, best))
    }

    /// The options of a colour that lead to this value.
    fn worth(&self, colour: Colour, which: Which, value: Rank) -> impl Iterator<Item = &Choice<Node, M>> {
        self.of(colour).iter().filter(move |option| option.to.value(which) == value)
    }
}

// ANCHOR: header
/// `header`: magic, version, kind, body, and then the SHA-256 of all of that; nothing follows.
///
/// The digest says that the file is as it was written, and so by what name others import it; no lemma rests on it.
pub(crate) fn header(bytes: &[u8]) -> Result<Certificate, Failure> {
    Certificate::decode(bytes)
}
// ANCHOR_END: header

// ANCHOR: canonical
/// `canonical`, of the values `v_i = n_i / (2^e_i · m_i)`, where `m_i` is one of the odd parts `m < m′ < m″ < …`:
///
/// * the odd parts are odd, increase, and each is used;
/// * there are no more values than `most`, the number of places in the records where one can be used;
/// * `gcd(n_i, 2^e_i · m_i) = 1`;
/// * `0 ≤ v_0 < v_1 < v_2 < … ≤ 1`.
///
/// The theorem needs `0 ≤ x ≤ 1`. The rest is there so that one statement has one certificate; that values beyond `most` are not all
/// used is said before they cost memory.
pub(crate) fn canonical(odd_parts: &[Natural], values: &[StatedValue], most: usize) -> Result<Scale, Failure> {
    values::sizes(odd_parts, values)?;
    if let Some(index) = odd_parts.iter().position(|odd| odd.0.is_even()) {
        return Err(Rejection::EvenOddPart { index }.into());
    }
    let mut pairs = odd_parts.iter().zip(odd_parts.iter().skip(1));
    if let Some(index) = pairs.position(|(before, odd)| odd <= before) {
        return Err(Rejection::OddPartOrder { before: index }.into());
    }
    if let Some(index) = first_unused(odd_parts.len(), values.iter().map(|v| v.odd_part)) {
        return Err(Rejection::OddPartUnused { index }.into());
    }
    if values.len() > most {
        return Err(Rejection::ValueCount { found: values.len(), required: most }.into());
    }
    if let Some(value) = values::first_reducible(odd_parts, values)? {
        return Err(Rejection::LowestTerms { value }.into());
    }
    let scale = Scale::stated(odd_parts, values)?;
    if let Some(value) = scale.first_above_one() {
        return Err(Rejection::AboveOne { value }.into());
    }
    if let Some(before) = scale.first_not_increasing() {
        return Err(Rejection::ValueOrder { before }.into());
    }
    Ok(scale)
}

/// The first index below `count` that is not used.
fn first_unused(count: usize, used: impl Iterator<Item = u32>) -> Option<usize> {
    let mut is_used = vec![false; count];
    for index in used.filter_map(|index| usize::try_from(index).ok()) {
        if let Some(is_used) = is_used.get_mut(index) {
            *is_used = true;
        }
    }
    is_used.iter().position(|&is_used| !is_used)
}

/// `canonical`, last: each value is used by some record.
pub(crate) fn values_are_used(used: impl Iterator<Item = u32>, values: usize) -> Result<(), Rejection> {
    match first_unused(values, used) {
        Some(value) => Err(Rejection::ValueUnused { value }),
        None => Ok(()),
    }
}

// ANCHOR: two-canonical
/// `canonical`, of two tables: `x(P) ≤ y(P)` for the lower value x and the upper value y.
pub(crate) fn in_order(p: &Node, scale: &Scale) -> Result<(), Breach> {
    let (lower, upper) = p.values;
    match lower <= upper {
        true => Ok(()),
        false => Err(Breach::Exchanged { lower: scale.value(lower), upper: scale.value(upper) }),
    }
}

/// `canonical`, of two tables, last: `x(P) < y(P)` at some position, or some import is not sharp itself. Else there is a
/// certificate of kind 0 for the same statement.
pub(crate) fn are_two_tables(nodes: &[Node], imports: &[Arc<Verified>]) -> Result<(), Rejection> {
    let is_sharp = |import: &Arc<Verified>| import.kind() == KIND_SHARP_TABLE;
    match nodes.iter().all(|p| p.values.0 == p.values.1) && imports.iter().all(is_sharp) {
        true => Err(Rejection::EqualTables),
        false => Ok(()),
    }
}
// ANCHOR_END: two-canonical

/// `canonical`, of the moves: among White's options of maximal x, those of least T, and of these the first; among Black's
/// of minimal x, those of least T′, and of these the first. `best` is that maximum or minimum, as the greedy conditions found it.
pub fn chosen_move(colour: Colour, options: &Options, best: Rank, found: Move) -> Result<(), Breach> {
    let greedy =
        options.worth(colour, Which::of_labels(colour), best).map(|option| (option.to.label(colour), option.mv));
    match greedy.min() {
        Some((_, required)) if found != required => Err(Breach::Choice { colour, found, required }),
        _ => Ok(()),
    }
}
// ANCHOR_END: canonical

// ANCHOR: imports
/// `imports`: the i-th import is the verified certificate, named by its SHA-256, of the i-th endgame to which captures and
/// promotions lead.
///
/// So x, T and T′ are the true ones wherever a move leaves the material, and Theorem 5 speaks of all positions together. Sharp
/// tables import sharp tables; two tables these and two tables; an enclosure also enclosures, with Lemmas 8 and 9.
/// `import` finds a certificate; it can give none but a verified one.
pub(crate) fn imports(
    requirements: &[Requirement],
    mut import: impl FnMut(&Requirement) -> Result<Arc<Verified>, Failure>,
) -> Result<Vec<Arc<Verified>>, Failure> {
    let mut imports = Vec::new();
    for requirement in requirements {
        let verified = import(requirement)?;
        requirement.admit(verified.digest(), verified.endgame())?;
        requirement.admit_kind(verified.kind())?;
        imports.push(verified);
    }
    Ok(imports)
}
// ANCHOR_END: imports

// ANCHOR: coverage
/// `coverage`: there are as many records as positions, so that the i-th record is that of the i-th position.
///
/// The positions are the checker's own enumeration, so that none is missing: Lemmas 3 and 4 need their inequalities at
/// every position.
pub(crate) fn coverage(endgame: &Endgame, found: usize) -> Result<Positions, Rejection> {
    let positions = Positions::enumerate(endgame);
    let required = positions.count();
    if found != required {
        return Err(Rejection::Coverage { found, required });
    }
    Ok(positions)
}

/// `coverage`, of a graph: there are as many records as positions of the game that are not terminal, so that the i-th record is that
/// of the i-th of them.
pub(crate) fn graph_coverage(game: &Game, found: usize) -> Result<(), Rejection> {
    let required = game.inner().len();
    match found == required {
        true => Ok(()),
        false => Err(Rejection::GraphCoverage { found, required }),
    }
}
// ANCHOR_END: coverage

// ANCHOR: white-greedy
// ANCHOR: black-greedy
/// `white-greedy`: White's move is an option of P, and `x(P_W) = max over w(P) of x`.
/// `black-greedy`: Black's move is an option of P, and `x(P_B) = min over b(P) of x`. Gives `x(P_W)`, `x(P_B)`.
///
/// With `richman`: `x = F(x)`, which Theorem 5 requires.
pub fn greedy(colour: Colour, options: &Options, mv: Move, scale: &Scale) -> Result<Rank, Breach> {
    let which = Which::of_labels(colour);
    let mut own = options.of(colour).iter();
    let reached = own.find(|option| option.mv == mv).map(|option| option.to.value(which));
    match (reached, options.best(colour, which)) {
        (Some(reached), Some(best)) if reached == best => Ok(reached),
        (Some(reached), Some(best)) => {
            let (found, required) = (scale.value(reached), scale.value(best));
            Err(Breach::Greedy { colour, found, required })
        }
        _ => Err(Breach::Move { colour, found: mv }),
    }
}
// ANCHOR_END: black-greedy
// ANCHOR_END: white-greedy

// ANCHOR: richman
/// `richman`: `2·x(P) = x(P_W) + x(P_B)`.
///
/// With the two greedy conditions: `x = F(x)`. Then Lemma 3 gives `α ≤ x ≤ β`.
pub fn richman(x: Rank, white: Rank, black: Rank, scale: &Scale) -> Result<(), Breach> {
    if scale.is_mean(x, white, black) {
        return Ok(());
    }
    let (stated, white, black) = (scale.value(x), scale.value(white), scale.value(black));
    let mean = mean(&white, &black);
    Err(Breach::Richman { stated, white, black, mean })
}

// ANCHOR: two-richman
/// `richman`, of two tables: `2·x(P) = max over w(P) of x + min over b(P) of x` for the lower value x, and likewise for the
/// upper one. No moves are stated. Theorem 5 speaks of each table alone.
pub fn richman_of<M: Copy + Ord>(
    which: Which,
    p: &Node,
    options: &Options<Node, M>,
    scale: &Scale,
) -> Result<(), Breach> {
    let best = |colour| options.best(colour, which).ok_or(Breach::NoOption { colour });
    richman(p.value(which), best(Colour::White)?, best(Colour::Black)?, scale)
}
// ANCHOR_END: two-richman
// ANCHOR_END: richman

// ANCHOR: white-label
// ANCHOR: black-label
/// `white-label`: `T(P) = 1 + min(a, b)`, where
/// `a = min of T over { P_w in w(P) : x(P_w) = max over w(P) of x }` and `b = max of T over b(P)`;
/// and `T(P)` is finite where `x(P) > 0`.
/// `black-label`: `T′(P) = 1 + min(a, b)`, where
/// `a = min of T′ over { P_b in b(P) : x(P_b) = min over b(P) of x }` and `b = max of T′ over w(P)`;
/// and `T′(P)` is finite where `x(P) < 1`.
///
/// An empty set counts as infinite, lest "all options" be true of none. Lemma 4 gives `x ≤ α` from `white-label`, and with the
/// colours exchanged `β ≤ x` from `black-label`. Of two tables x is the lower one for T, the upper one for T′. `best` is the maximum (minimum) in `a`, as the greedy conditions found it.
pub fn label<M: Copy + Ord>(
    colour: Colour,
    p: &Node,
    options: &Options<Node, M>,
    best: Rank,
    scale: &Scale,
) -> Result<(), Breach> {
    let which = Which::of_labels(colour);
    let label = |option: &Choice<Node, M>| option.to.label(colour);
    let a = options.worth(colour, which, best).map(label).min();
    let b = options.of(colour.other()).iter().map(label).max();
    let (a, b) = (a.unwrap_or(Label::INFINITE), b.unwrap_or(Label::INFINITE));
    let required = a.min(b).successor();
    let found = p.label(colour);
    if found != required {
        return Err(Breach::Label { colour, found, required });
    }
    if found == Label::INFINITE && p.value(which) != colour.of(Rank::ZERO, scale.one()) {
        let value = scale.value(p.value(which));
        return Err(Breach::Infinite { colour, value });
    }
    Ok(())
}
// ANCHOR_END: black-label
// ANCHOR_END: white-label
