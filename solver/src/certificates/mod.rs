//! From solved games to certificates: endgames with all that they need, plans for single positions, and the bytes.

pub mod certify;
pub mod family;
pub mod pipeline;
pub mod plan;
