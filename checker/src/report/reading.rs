//! What can be read of a verified certificate.

use std::sync::Arc;

use crate::certificate::{Digest, Head};
use crate::numbers::{Fraction, Fractions};
use crate::table::Stated;
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
        match &self.content {
            Content::Endgame(_, stated) | Content::Game(_, stated) | Content::List(_, stated) => stated,
        }
    }

    /// What is verified, and of which positions.
    pub fn content(&self) -> &Content {
        &self.content
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
