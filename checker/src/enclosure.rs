//! The enclosure: bounds on both values of each position from below and from above, of an endgame (kind 2) or of a game that is given
//! as a graph (kind 5).
//!
//! Responsible for: the conditions of these kinds, one after the other, each as a formula and then as code; what they see of the place
//! that a move leads to, with what the imports state, or the game's file of a terminal position, rounded outwards. Left to others: where
//! moves lead (`graph`, `graph_table`), the exact tables among the imports (`exact`).
//!
//! Of each position `l ≤ α ≤ u` and `l′ ≤ β ≤ u′` is to be shown, in units of 2^-k, where k is at most 62: all sums are of two
//! numbers of at most 2^62, so that nothing is rounded and nothing overflows. Terminal positions and the positions of imports
//! are border, in the words of Lemmas 8 and 9: nothing is left to be shown of them, and their labels are 0.
//!
//! Source: the chapters "The theorem" (section "Enclosures", Lemmas 8 and 9) and "The format" (kinds 2 and 5).

use std::fmt;

use num_rational::BigRational;

use crate::board::Colour;
use crate::certificate::{Enclosure, EnclosureRecord, GraphEnclosure};
use crate::conditions::{Label, Options, Which};
use crate::failure::{Breach, Condition, Rejection};
use crate::game::{Game, Place};
use crate::graph::{Graph, Target, Work};
use crate::values::Interval;
use crate::verified::Table;

/// One of the four bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// l, the lower bound on α.
    AlphaLower,
    /// u, the upper bound on α.
    AlphaUpper,
    /// l′, the lower bound on β.
    BetaLower,
    /// u′, the upper bound on β.
    BetaUpper,
}

impl End {
    /// All four, in the order of the conditions.
    const ALL: [Self; 4] = [Self::AlphaLower, Self::AlphaUpper, Self::BetaLower, Self::BetaUpper];

    /// The condition that it has to meet.
    pub fn condition(self) -> Condition {
        match self {
            Self::AlphaLower => Condition::AlphaLower,
            Self::AlphaUpper => Condition::AlphaUpper,
            Self::BetaLower => Condition::BetaLower,
            Self::BetaUpper => Condition::BetaUpper,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AlphaLower => "lower bound on α",
            Self::AlphaUpper => "upper bound on α",
            Self::BetaLower => "lower bound on β",
            Self::BetaUpper => "upper bound on β",
        })
    }
}

/// The four bounds on the values of a position, or on those of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// l and u, the bounds on α.
    pub alpha: (u64, u64),
    /// l′ and u′, the bounds on β.
    pub beta: (u64, u64),
}

impl Ends {
    /// One of the bounds.
    pub fn end(&self, end: End) -> u64 {
        match end {
            End::AlphaLower => self.alpha.0,
            End::AlphaUpper => self.alpha.1,
            End::BetaLower => self.beta.0,
            End::BetaUpper => self.beta.1,
        }
    }

    /// Each of the bounds here with the same one there.
    fn each(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        let both = |a: (u64, u64), b: (u64, u64)| (with(a.0, b.0), with(a.1, b.1));
        Self { alpha: both(self.alpha, other.alpha), beta: both(self.beta, other.beta) }
    }
}

/// What the conditions see of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Its bounds.
    pub ends: Ends,
    /// T and T′: White's label and Black's.
    pub labels: (Label, Label),
}

impl Bounds {
    /// What a record states. That it is within the unit is for `canonical` to verify.
    pub fn stated(record: &EnclosureRecord) -> Self {
        let &EnclosureRecord { alpha, alpha_width, beta, beta_width, white_label, black_label } = record;
        let ends =
            Ends { alpha: (alpha, alpha.saturating_add(alpha_width)), beta: (beta, beta.saturating_add(beta_width)) };
        Self { ends, labels: (Label::stated(white_label), Label::stated(black_label)) }
    }

    /// What is known of a position of the border.
    fn border(alpha: (u64, u64), beta: (u64, u64)) -> Self {
        Self { ends: Ends { alpha, beta }, labels: (Label::ZERO, Label::ZERO) }
    }

    /// T for White, T′ for Black.
    pub fn label(&self, colour: Colour) -> Label {
        colour.of(self.labels.0, self.labels.1)
    }
}

/// Of each bound the maximum over White's options and the minimum over Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// `max over w(P)`.
    pub white: Ends,
    /// `min over b(P)`.
    pub black: Ends,
}

impl Best {
    /// Those of the options of a position.
    pub fn of<M: Copy + Ord>(options: &Options<Bounds, M>) -> Result<Self, Breach> {
        let white = options.white.iter().map(|option| option.to.ends).reduce(|a, b| a.each(b, u64::max));
        let black = options.black.iter().map(|option| option.to.ends).reduce(|a, b| a.each(b, u64::min));
        let white = white.ok_or(Breach::NoOption { colour: Colour::White })?;
        let black = black.ok_or(Breach::NoOption { colour: Colour::Black })?;
        Ok(Self { white, black })
    }
}

/// The number 1 in units of 2^-bits, where bits are at most 62.
fn one(bits: u8) -> u64 {
    1_u64.checked_shl(u32::from(bits)).unwrap_or(u64::MAX)
}

// ANCHOR: enclosure-canonical
/// `canonical`: `k` is from 1 to 62; `u ≤ 2^k`, `u′ ≤ 2^k` and `l ≤ u′` at each record.
///
/// Lemma 9 needs `l` and `u′` from 0 to 1; Lemma 8 only `u ≥ 0` and, with the colours exchanged, `l′ ≤ 1`. By their spelling
/// `0 ≤ l ≤ u` and `0 ≤ l′ ≤ u′`. That `u ≤ 1` keeps sums of two numbers below 2^64; no true statement breaks `l ≤ u′`.
pub(crate) fn canonical(enclosure: &Enclosure) -> Result<(), Rejection> {
    canonical_bits(enclosure.bits)?;
    let mut records = enclosure.records.iter().enumerate();
    records.try_for_each(|(record, r)| canonical_record(record, r, enclosure.bits))
}

/// `canonical`, of the units: `k` is from 1 to 62.
pub(crate) fn canonical_bits(bits: u8) -> Result<(), Rejection> {
    match bits {
        1..=62 => Ok(()),
        found => Err(Rejection::Bits { found }),
    }
}

/// `canonical`, of the record of that number: `u ≤ 2^k`, `u′ ≤ 2^k` and `l ≤ u′`.
fn canonical_record(record: usize, r: &EnclosureRecord, bits: u8) -> Result<(), Rejection> {
    let is_within = |low: u64, width: u64| low.checked_add(width).is_some_and(|high| high <= one(bits));
    for (which, low, width) in [(Which::Lower, r.alpha, r.alpha_width), (Which::Upper, r.beta, r.beta_width)] {
        if !is_within(low, width) {
            return Err(Rejection::BoundAboveOne { record, which, low, width, bits });
        }
    }
    match (r.alpha, r.beta.saturating_add(r.beta_width)) {
        (low, high) if low > high => Err(Rejection::BoundsCross { record, low, high }),
        _ => Ok(()),
    }
}
// ANCHOR_END: enclosure-canonical

// ANCHOR: inequalities
/// `alpha-lower`: `2·l(P) ≤ max over w(P) of l + min over b(P) of l`.
/// `alpha-upper`: `2·u(P) ≥ max over w(P) of u + min over b(P) of u`.
/// `beta-lower`: `2·l′(P) ≤ max over w(P) of l′ + min over b(P) of l′`.
/// `beta-upper`: `2·u′(P) ≥ max over w(P) of u′ + min over b(P) of u′`.
///
/// That is `l ≤ F(l)` and `u ≥ F(u)`. Lemma 8 gives `α ≤ u` and, with the colours exchanged, `l′ ≤ β`. The other two are half
/// of what Lemma 9 needs for `l ≤ α` and `β ≤ u′`.
pub fn inequality(end: End, p: &Bounds, best: &Best, bits: u8) -> Result<(), Breach> {
    let (white, black) = (best.white.end(end), best.black.end(end));
    let (twice, sum) = (p.ends.end(end).saturating_mul(2), white.saturating_add(black));
    match end {
        End::AlphaLower | End::BetaLower if twice > sum => Err(Breach::TooHigh { end, twice, white, black, sum, bits }),
        End::AlphaUpper | End::BetaUpper if twice < sum => Err(Breach::TooLow { end, twice, white, black, sum, bits }),
        _ => Ok(()),
    }
}
// ANCHOR_END: inequalities

// ANCHOR: evidence
/// `white-label`: where `l(P) > 0`, `min(a, b) < T(P) < ∞`, with
/// `a = min of T over { P_w in w(P) : l(P_w) + min over b(P) of l ≥ 2·l(P) }` and `b = max of T over b(P)`.
/// `black-label`: where `u′(P) < 2^k`, `min(a, b) < T′(P) < ∞`, with
/// `a = min of T′ over { P_b in b(P) : u′(P_b) + max over w(P) of u′ ≤ 2·u′(P) }` and `b = max of T′ over w(P)`.
///
/// An empty set counts as infinite. With `alpha-lower` and `beta-upper` this is what Lemma 9 needs for `l ≤ α`, and with
/// the colours exchanged for `β ≤ u′`.
pub fn evidence<M: Copy + Ord>(
    colour: Colour,
    p: &Bounds,
    options: &Options<Bounds, M>,
    best: &Best,
    bits: u8,
) -> Result<(), Breach> {
    let (end, nothing, others) = match colour {
        Colour::White => (End::AlphaLower, 0, best.black),
        Colour::Black => (End::BetaUpper, one(bits), best.white),
    };
    let (bound, found) = (p.ends.end(end), p.label(colour));
    if bound == nothing {
        return Ok(());
    }
    if found == Label::INFINITE {
        return Err(Breach::NoEvidence { colour, end, bound, bits });
    }
    let is_sufficient = |option: &Bounds| {
        let (sum, twice) = (option.ends.end(end).saturating_add(others.end(end)), bound.saturating_mul(2));
        colour.of(sum >= twice, sum <= twice)
    };
    let sufficient = options.of(colour).iter().map(|option| &option.to).filter(|option| is_sufficient(option));
    let a = sufficient.map(|option| option.label(colour)).min().unwrap_or(Label::INFINITE);
    let b = options.of(colour.other()).iter().map(|option| option.to.label(colour)).max().unwrap_or(Label::INFINITE);
    match a.min(b) < found {
        true => Ok(()),
        false => Err(Breach::Evidence { colour, found, sufficient: a, all: b }),
    }
}
// ANCHOR_END: evidence

/// The bounds on the values of all positions of an endgame, or of all that are not terminal of a game that is given as a graph.
#[derive(Debug)]
pub(crate) struct Enclosed {
    /// Numbers are in units of 2^-bits.
    pub(crate) bits: u8,
    /// What is stated of each position.
    pub(crate) records: Vec<EnclosureRecord>,
    /// For each material of the graph whose import is exact, what each value of that becomes when it is rounded down and up. Of a game that
    /// is given as a graph: the same once, of its terminal values.
    rounded: Vec<Vec<(u64, u64)>>,
}

impl Enclosed {
    /// Rounds what the imports state.
    pub(crate) fn new(graph: &Graph, enclosure: Enclosure) -> Self {
        let Enclosure { bits, records, .. } = enclosure;
        let round = |import: &Table| import.exact().map(|exact| exact.scale.rounded(bits)).unwrap_or_default();
        let rounded = graph.materials.iter().map(|material| round(material.import.table())).collect();
        Self { bits, records, rounded }
    }

    /// What is stated of the position of that number.
    pub(crate) fn bounds(&self, number: usize) -> Option<Bounds> {
        self.records.get(number).map(Bounds::stated)
    }

    // ANCHOR: see
    /// What the conditions see of a place.
    pub(crate) fn see(&self, graph: &Graph, target: Target) -> Option<Bounds> {
        let one = one(self.bits);
        match target {
            Target::Own(number) => self.bounds(usize::try_from(number).ok()?),
            Target::Terminal(captured) => {
                let value = captured.of(0, one);
                Some(Bounds::border((value, value), (value, value)))
            }
            Target::Imported(material, number) => {
                let rounded = self.rounded.get(material)?;
                let material = graph.materials.get(material)?;
                let number = usize::try_from(number).ok()?;
                let (alpha, beta) = match material.import.table() {
                    Table::Sharp(exact) | Table::Two(exact) => {
                        let (lower, upper) = exact.nodes.get(number)?.values;
                        let ((l, u), (l2, u2)) = (lower.of(rounded)?, upper.of(rounded)?);
                        ((*l, *u), (*l2, *u2))
                    }
                    Table::Enclosed(other) => {
                        let Ends { alpha, beta } = other.bounds(number)?.ends;
                        (self.outwards(alpha, other.bits), self.outwards(beta, other.bits))
                    }
                };
                // With the colours exchanged a bound x on one value is the bound 1 − x, from the other side, on the other value.
                let turn = |(low, high): (u64, u64)| (one.saturating_sub(high), one.saturating_sub(low));
                Some(match material.flipped {
                    true => Bounds::border(turn(beta), turn(alpha)),
                    false => Bounds::border(alpha, beta),
                })
            }
        }
    }
    // ANCHOR_END: see

    // ANCHOR: outwards
    /// Bounds in units of 2^-bits as bounds in the units of this enclosure: the lower one rounded down, the upper one up.
    fn outwards(&self, (low, high): (u64, u64), bits: u8) -> (u64, u64) {
        let finer = u32::from(bits.saturating_sub(self.bits));
        let coarser = u32::from(self.bits.saturating_sub(bits));
        let less_one = 1_u64.unbounded_shl(finer).saturating_sub(1);
        let round = |number: u64| number.unbounded_shr(finer).unbounded_shl(coarser);
        (round(low), round(high.saturating_add(less_one)))
    }
    // ANCHOR_END: outwards

    // ANCHOR: game
    /// Rounds the values of a game's terminal positions, and tries `canonical` of all records, whose number is that of the other positions.
    pub(crate) fn game(game: &Game, stated: GraphEnclosure) -> Result<Self, Rejection> {
        let GraphEnclosure { bits, records } = stated;
        for ((record, r), &number) in records.iter().enumerate().zip(game.inner()) {
            let named = |rejection| Rejection::Named { name: game.quoted(number), rejection: Box::new(rejection) };
            canonical_record(record, r, bits).map_err(named)?;
        }
        let (scale, _) = game.terminal_scale();
        Ok(Self { bits, records, rounded: vec![scale.rounded(bits)] })
    }

    /// What the conditions see of a position of a game: what is stated, or, if it is terminal, its value rounded down and up, twice; labels 0.
    pub(crate) fn see_place(&self, place: &Place) -> Option<Bounds> {
        match place {
            Place::Inner { record, .. } => self.bounds(*record),
            Place::Terminal(value) => {
                let ends = *value.of(self.rounded.first()?)?;
                Some(Bounds::border(ends, ends))
            }
        }
    }
    // ANCHOR_END: game

    /// Verifies the positions that are asked for.
    pub(crate) fn check(&self, graph: &Graph, work: &Work) -> Result<(), Rejection> {
        graph.check(work, |target| self.see(graph, target), |number, options| self.position(number, options))
    }

    // ANCHOR: position
    /// The conditions on the position of one record.
    pub(crate) fn position<M: Copy + Ord>(&self, record: usize, options: &Options<Bounds, M>) -> Result<(), Breach> {
        let bits = self.bits;
        let p = self.bounds(record).ok_or(Breach::NoRecord)?;
        let best = Best::of(options)?;
        End::ALL.into_iter().try_for_each(|end| inequality(end, &p, &best, bits))?;
        evidence(Colour::White, &p, options, &best, bits)?;
        evidence(Colour::Black, &p, options, &best, bits)
    }
    // ANCHOR_END: position

    /// A number of units.
    pub(crate) fn fraction(&self, units: u64) -> BigRational {
        BigRational::new(units.into(), one(self.bits).into())
    }

    /// Where a value lies whose bounds are these.
    pub(crate) fn interval(&self, (low, high): (u64, u64)) -> Interval {
        Interval { low: self.fraction(low), high: self.fraction(high) }
    }
}
