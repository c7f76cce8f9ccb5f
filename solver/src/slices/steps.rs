//! The steps of men on a board, as sweeps take them.

use crate::chess::board::{Board, Square};
use crate::chess::material::Role;

/// The steps of a role, and whether it goes on.
pub fn steps(role: Role) -> (&'static [(i16, i16)], bool) {
    const ALL: [(i16, i16); 8] = [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, -1), (-1, 0), (1, 0), (0, 1)];
    const KNIGHT: [(i16, i16); 8] = [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];
    match role {
        Role::King => (&ALL, false),
        Role::Queen => (&ALL, true),
        Role::Bishop => (&ALL[..4], true),
        Role::Rook => (&ALL[4..], true),
        Role::Knight => (&KNIGHT, false),
        Role::Pawn => unreachable!("the slices have no pawns"),
    }
}

/// Off the board.
pub const NONE: Square = Square::MAX;

/// One step of a role.
#[derive(Clone, Debug)]
pub struct Step {
    /// By square the next one; [`NONE`] off the board.
    pub next: Vec<Square>,
    /// From where to where, each line from its end; and whether a line begins.
    pub pairs: Vec<(Square, Square, bool)>,
}

/// The steps of all roles on a board.
#[derive(Clone, Debug)]
pub struct Steps {
    by_role: Vec<Vec<Step>>,
}

impl Steps {
    /// The steps on a board.
    pub fn new(board: Board) -> Self {
        let step = |&(files, ranks): &(i16, i16), slides: bool| {
            let to = |square: Square, sign: i16| {
                let (file, rank) = board.file_and_rank(square);
                board.square(file + sign * files, rank + sign * ranks)
            };
            let squares = 0..board.squares() as Square;
            let next = squares.clone().map(|square| to(square, 1).unwrap_or(NONE)).collect();
            let mut pairs = Vec::new();
            for end in squares.filter(|&end| to(end, 1).is_none()) {
                let (mut at, mut begins) = (end, true);
                while let Some(from) = to(at, -1) {
                    pairs.push((from, at, begins || !slides));
                    (at, begins) = (from, false);
                }
            }
            Step { next, pairs }
        };
        let of = |role: &Role| match role {
            Role::Pawn => Vec::new(),
            role => {
                let (all, slides) = steps(*role);
                all.iter().map(|one| step(one, slides)).collect()
            }
        };
        Self { by_role: Role::ALL.iter().map(of).collect() }
    }

    /// Those of a role.
    pub fn of(&self, role: Role) -> &[Step] {
        &self.by_role[Role::ALL.iter().position(|one| *one == role).expect("a role")]
    }
}
