//! From solved games to certificates: endgames with all that they need, the bytes, and the files.

pub mod certify;
pub mod endgames;
pub mod family;
pub mod forge;
pub mod pipeline;
pub mod produce;
pub mod sharpen;
pub mod solution;
