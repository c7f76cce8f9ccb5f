//! The receipt: what was checked, how often, and what came of it, as one JSON object.

pub use crate::json::{Object, list, quoted};
pub use crate::sheet::form;

use crate::claims;
use checker::Verified;

/// How often each condition was evaluated.
pub fn evaluations(verified: &Verified) -> Vec<(&'static str, usize)> {
    claims::tell(verified).conditions()
}

/// Adds the fields of the receipt, those of the kind of claim.
pub fn add(verified: &Verified, object: &mut Object) {
    claims::tell(verified).receipt(object);
}
