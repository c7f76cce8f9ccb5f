//! Tables of partitions that the checker has verified just now.

use std::rc::Rc;

use games::partitions::{Moves, Proved};
use session::claims::partitions::{layer_value, piece};
use session::words;

use super::staircases;

/// The normal value and the misère value of each position.
pub type Pairs = Rc<Vec<[u16; 2]>>;
/// For each class the first position that is against it.
pub type Against = [Option<usize>; 6];

/// A piece by its name.
///
/// # Panics
///
/// If there is none of this name.
#[must_use]
pub fn named(name: &str) -> Moves {
    piece(name).expect("a piece")
}

/// Has the checker verify a certificate, and takes what is wanted from it.
///
/// # Errors
///
/// In words, if it is not verified, or about something else.
pub fn verified<T>(bytes: &[u8], take: impl Fn(&Proved) -> Option<T>) -> Result<T, String> {
    let verdict = games::checker(1, |_| None::<Vec<u8>>).check(bytes, None);
    let verified = verdict.map_err(|failure| words::explain(bytes, None, &failure))?;
    let proved = verified.about().expect("it is about partitions");
    take(&proved).ok_or_else(|| "found a certificate of another sort".to_owned())
}

/// Values on a board, or of all partitions.
#[must_use]
pub fn values(proved: &Proved) -> Option<(Pairs, Against)> {
    match proved {
        Proved::Values(pairs, against) => Some((Rc::new(pairs.clone()), *against)),
        _ => None,
    }
}

/// The values of all staircases of a block, verified.
pub struct All {
    /// From which layer on they recur, after how many layers, and by how much they grow then.
    pub returns: [usize; 3],
    values: Vec<[u16; 1]>,
    block: [usize; 2],
    /// The certificate.
    pub bytes: Vec<u8>,
}

impl All {
    /// Solves, and has the checker verify it.
    ///
    /// # Errors
    ///
    /// In words, if nothing recurs within 500 layers, or the values are not verified.
    pub fn new(name: &str, block: [usize; 2]) -> Result<Self, String> {
        let moves = named(name);
        let found = staircases::solve(&moves, block, 500);
        let found = found.ok_or_else(|| format!("{name} on S(k,{},{}): nothing recurs", block[0], block[1]))?;
        let bytes = super::staircases_certificate(&moves, block, &found);
        let take = |proved: &Proved| match proved {
            Proved::Staircases(returns, values) => Some((*returns, values.clone())),
            _ => None,
        };
        let (returns, values) = verified(&bytes, take)?;
        Ok(Self { returns, values, block, bytes })
    }

    /// The value of a cell of a layer, cells counted row by row.
    #[must_use]
    pub fn value(&self, layer: usize, cell: usize) -> usize {
        layer_value(self.returns, self.block[0] * self.block[1], &self.values, layer, cell)
    }

    /// Where the corner of S(k, a, b) has not the value of a formula, for all k: `period` is a period of the formula.
    pub fn corner(&self, period: usize, formula: impl Fn(usize) -> Option<usize>) -> Option<String> {
        // Both sides repeat, up to the growth, after the product of the periods.
        let last = self.returns[0] + self.returns[1] * period + 1;
        let [a, b] = self.block;
        match ((1..=last + 1).find(|&k| Some(self.value(k - 1, 0)) != formula(k)), self.returns[2]) {
            (None, 0) => None,
            (None, growth) => Some(format!("S(k,{a},{b}) grows by {growth}")),
            (Some(k), _) => Some(format!("S({k},{a},{b}) has {}", self.value(k - 1, 0))),
        }
    }
}
