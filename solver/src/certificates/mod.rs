//! From solved games to certificates: endgames with all that they need, and the bytes.

pub mod certify;
pub mod family;
pub mod pipeline;
