//! How far the two bounds are apart.

use num_bigint::BigUint;

/// A share of the money: `numerator / 2^power`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The numerator.
    pub numerator: BigUint,
    /// The exponent of 2.
    pub power: usize,
}
