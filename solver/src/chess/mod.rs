//! The rules of chess as the solver has them: boards, men, moves by tables of attacks, and the positions of an endgame.

pub mod attacks;
pub mod board;
pub mod endgame;
pub mod material;
pub mod places;
pub mod position;
