//! The conditions: all that must hold before a certificate is believed.
//!
//! Responsible for: the nine conditions, one after the other, each as a formula and then as code in the same order. Left to
//! others: reading bytes (`certificate`), positions and moves (`endgame`, `board`), putting values on one scale
//! (`values`), and the order in which the conditions are tried (`verified`).
//!
//! The five conditions on one position know nothing of chess. They see the position and its options as [`Node`]s: the
//! rank of the value (values are compared as integers), T and T′. For a position of this endgame these are *stated*; for a
//! terminal position they are known, and for one of a smaller endgame they come from a verified certificate.
//!
//! Source: the chapters "The theorem" (lemmas) and "The format" (conditions).

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use num_integer::Integer;

use crate::board::Move;
use crate::certificate::{Certificate, Record, SharpTable};
use crate::endgame::{Endgame, Positions};
use crate::failure::{Breach, Failure, Rejection};
use crate::values::{self, Rank, Scale, mean};
use crate::verified::{Requirement, Verified};

/// A label T or T′. Infinity is greater than every number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// So many steps.
    Finite(u64),
    /// No number of steps.
    Infinite,
}

impl Label {
    /// The label that a record states: 0 stands for infinite.
    pub fn stated(number: u32) -> Self {
        match number {
            0 => Self::Infinite,
            _ => Self::Finite(u64::from(number)),
        }
    }

    /// One more; `1 + ∞ = ∞`. Finite labels are at most 2^32, far from overflow.
    pub fn successor(self) -> Self {
        match self {
            Self::Finite(steps) => Self::Finite(steps.saturating_add(1)),
            Self::Infinite => Self::Infinite,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(steps) => steps.fmt(f),
            Self::Infinite => f.write_str("infinite"),
        }
    }
}

/// What the conditions see of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The rank of its value x.
    pub value: Rank,
    /// Its label T.
    pub white_label: Label,
    /// Its label T′.
    pub black_label: Label,
}

/// A move, and the position that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub to: Node,
}

/// All options of a position; the checker found them itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// White's.
    pub white: Vec<Choice>,
    /// Black's.
    pub black: Vec<Choice>,
}

impl Options {
    /// `max over w(P) of x`.
    pub fn white_maximum(&self) -> Option<Rank> {
        self.white.iter().map(|w| w.to.value).max()
    }

    /// `min over b(P) of x`.
    pub fn black_minimum(&self) -> Option<Rank> {
        self.black.iter().map(|b| b.to.value).min()
    }

    /// `P_w in w(P) with x(P_w) = max over w(P) of x`.
    pub fn white_greedy(&self) -> impl Iterator<Item = &Choice> {
        let maximum = self.white_maximum();
        self.white
            .iter()
            .filter(move |w| Some(w.to.value) == maximum)
    }

    /// `P_b in b(P) with x(P_b) = min over b(P) of x`.
    pub fn black_greedy(&self) -> impl Iterator<Item = &Choice> {
        let minimum = self.black_minimum();
        self.black
            .iter()
            .filter(move |b| Some(b.to.value) == minimum)
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
/// * `gcd(n_i, 2^e_i · m_i) = 1`;
/// * `0 ≤ v_0 < v_1 < v_2 < … ≤ 1`.
///
/// The theorem needs `0 ≤ x ≤ 1`. The rest is there so that one statement has one certificate.
pub(crate) fn canonical(table: &SharpTable) -> Result<Scale, Failure> {
    let SharpTable {
        odd_parts, values, ..
    } = table;
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
    if let Some(value) = values::first_reducible(odd_parts, values)? {
        return Err(Rejection::LowestTerms { value }.into());
    }
    let scale = Scale::stated(odd_parts, values)?;
    if let Some((value, found)) = scale.first_above_one() {
        return Err(Rejection::AboveOne { value, found }.into());
    }
    if let Some((before, found)) = scale.first_not_increasing() {
        return Err(Rejection::ValueOrder { before, found }.into());
    }
    Ok(scale)
}

/// The first index below `count` that is not used.
fn first_unused(count: usize, used: impl Iterator<Item = u32>) -> Option<u32> {
    let used: BTreeSet<u32> = used.collect();
    let mut indices = (0..count).zip(0_u32..).map(|(_, index)| index);
    indices.find(|index| !used.contains(index))
}

/// `canonical`, last: each value is used by some record.
pub(crate) fn values_are_used(records: &[Record], values: usize) -> Result<(), Rejection> {
    match first_unused(values, records.iter().map(|record| record.value)) {
        Some(value) => Err(Rejection::ValueUnused { value }),
        None => Ok(()),
    }
}

/// `canonical`, of the moves: among White's options of maximal x, those of least T, and of these the first; among Black's
/// of minimal x, those of least T′, and of these the first.
pub fn chosen_moves(options: &Options, white: Move, black: Move) -> Result<(), Breach> {
    let first = options
        .white_greedy()
        .min_by_key(|w| (w.to.white_label, w.mv));
    let (found, required) = (white, first.map_or(white, |first| first.mv));
    if found != required {
        return Err(Breach::WhiteChoice { found, required });
    }
    let first = options
        .black_greedy()
        .min_by_key(|b| (b.to.black_label, b.mv));
    let (found, required) = (black, first.map_or(black, |first| first.mv));
    if found != required {
        return Err(Breach::BlackChoice { found, required });
    }
    Ok(())
}
// ANCHOR_END: canonical

// ANCHOR: imports
/// `imports`: the i-th import is the verified certificate, named by its SHA-256, of the i-th endgame to which a capture leads.
///
/// So x, T and T′ are the true ones wherever a move leaves the material, and Theorem 5 speaks of all positions together.
/// `import` finds a certificate; it can give none but a verified one.
pub(crate) fn imports(
    requirements: &[Requirement],
    mut import: impl FnMut(&Requirement) -> Result<Arc<Verified>, Failure>,
) -> Result<Vec<Arc<Verified>>, Failure> {
    let mut imports = Vec::new();
    for requirement in requirements {
        let verified = import(requirement)?;
        requirement.admit(verified.digest(), verified.endgame())?;
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
// ANCHOR_END: coverage

// ANCHOR: white-greedy
/// `white-greedy`: the move is an option of P, and `x(P_W) = max over w(P) of x`. Gives `x(P_W)`.
///
/// With `black-greedy` and `richman`: `x = F(x)`, which Theorem 5 requires.
pub fn white_greedy(options: &Options, mv: Move, scale: &Scale) -> Result<Rank, Breach> {
    let maximum = options.white_maximum();
    let reached = options
        .white
        .iter()
        .find(|w| w.mv == mv)
        .map(|w| w.to.value);
    match (reached, maximum) {
        (Some(reached), Some(maximum)) if reached == maximum => Ok(reached),
        (Some(reached), Some(maximum)) => Err(Breach::WhiteGreedy {
            found: scale.value(reached),
            required: scale.value(maximum),
        }),
        _ => Err(Breach::WhiteMove { found: mv }),
    }
}
// ANCHOR_END: white-greedy

// ANCHOR: black-greedy
/// `black-greedy`: the move is an option of P, and `x(P_B) = min over b(P) of x`. Gives `x(P_B)`.
///
/// With `white-greedy` and `richman`: `x = F(x)`, which Theorem 5 requires.
pub fn black_greedy(options: &Options, mv: Move, scale: &Scale) -> Result<Rank, Breach> {
    let minimum = options.black_minimum();
    let reached = options
        .black
        .iter()
        .find(|b| b.mv == mv)
        .map(|b| b.to.value);
    match (reached, minimum) {
        (Some(reached), Some(minimum)) if reached == minimum => Ok(reached),
        (Some(reached), Some(minimum)) => Err(Breach::BlackGreedy {
            found: scale.value(reached),
            required: scale.value(minimum),
        }),
        _ => Err(Breach::BlackMove { found: mv }),
    }
}
// ANCHOR_END: black-greedy

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
    Err(Breach::Richman {
        stated,
        white,
        black,
        mean,
    })
}
// ANCHOR_END: richman

// ANCHOR: white-label
/// `white-label`: `T(P) = 1 + min(a, b)`, where
/// `a = min of T over { P_w in w(P) : x(P_w) = max over w(P) of x }` and `b = max of T over b(P)`;
/// and `T(P)` is finite where `x(P) > 0`.
///
/// An empty set counts as infinite, lest "all options" be true of none. Lemma 4 gives `x ≤ α`.
pub fn white_label(p: &Node, options: &Options, scale: &Scale) -> Result<(), Breach> {
    let a = options.white_greedy().map(|w| w.to.white_label).min();
    let b = options.black.iter().map(|b| b.to.white_label).max();
    let (a, b) = (a.unwrap_or(Label::Infinite), b.unwrap_or(Label::Infinite));
    let required = a.min(b).successor();
    let found = p.white_label;
    if found != required {
        return Err(Breach::WhiteLabel { found, required });
    }
    if found == Label::Infinite && p.value > Rank::ZERO {
        let value = scale.value(p.value);
        return Err(Breach::WhiteInfinite { value });
    }
    Ok(())
}
// ANCHOR_END: white-label

// ANCHOR: black-label
/// `black-label`: `T′(P) = 1 + min(a, b)`, where
/// `a = min of T′ over { P_b in b(P) : x(P_b) = min over b(P) of x }` and `b = max of T′ over w(P)`;
/// and `T′(P)` is finite where `x(P) < 1`.
///
/// An empty set counts as infinite, lest "all options" be true of none. Lemma 4, colours exchanged, gives `β ≤ x`.
pub fn black_label(p: &Node, options: &Options, scale: &Scale) -> Result<(), Breach> {
    let a = options.black_greedy().map(|b| b.to.black_label).min();
    let b = options.white.iter().map(|w| w.to.black_label).max();
    let (a, b) = (a.unwrap_or(Label::Infinite), b.unwrap_or(Label::Infinite));
    let required = a.min(b).successor();
    let found = p.black_label;
    if found != required {
        return Err(Breach::BlackLabel { found, required });
    }
    if found == Label::Infinite && p.value < scale.one() {
        let value = scale.value(p.value);
        return Err(Breach::BlackInfinite { value });
    }
    Ok(())
}
// ANCHOR_END: black-label
