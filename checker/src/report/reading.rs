//! What can be read of a verified certificate.

use std::sync::Arc;

use crate::certificate::{Digest, Head};
use crate::numbers::{Fraction, Fractions, at};
use crate::table::Stated;
use crate::theorem::Place;
use crate::{Checker, Content, Verified};

impl Verified {
    /// The SHA-256 of the file.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The claim's parts.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The certificates on which it rests.
    pub fn imports(&self) -> &[Arc<Self>] {
        &self.imports
    }

    /// What is verified of the positions.
    pub fn stated(&self) -> &Stated {
        &self.stated
    }

    /// Of which positions.
    pub fn content(&self) -> &Content {
        &self.content
    }
}

impl Stated {
    /// Whether it is exact.
    pub fn is_exact(&self) -> bool {
        self.bits == 0
    }

    /// How many positions there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// What is stated of all positions.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        (0..).take(self.count()).map(|number| self.place(number))
    }

    /// A number that is stated, as a fraction.
    pub fn fraction(&self, number: u64) -> Fraction {
        match self.bits {
            0 => self.values.get(at(number)),
            bits => Fraction { numerator: number.into(), denominator: (1_u64 << bits).into() },
        }
    }
}

impl Checker<'_> {
    /// What has been verified under this digest, and need not be verified again.
    pub fn known(&self, digest: Digest) -> Option<Arc<Verified>> {
        self.verified.get(&digest).cloned()
    }

    /// Keeps a verified certificate, so that it is not verified again where it is imported.
    pub fn remember(&mut self, verified: &Arc<Verified>) {
        self.verified.insert(verified.digest, Arc::clone(verified));
    }
}

impl Fractions {
    /// The fraction of an index.
    pub fn get(&self, index: usize) -> Fraction {
        let denominator = &self.odd_parts[self.odd[index]] << self.powers[index];
        Fraction { numerator: self.numerators[index].clone(), denominator }
    }
}
