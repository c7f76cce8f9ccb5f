//! Moves of the men by tables: for each role and square the set of squares reached on an empty board, and for each
//! pair of squares the squares that a man on the second hides from the first.
//!
//! The checker has the same rules in plain loops. They are written twice on purpose, by different methods,
//! so that a mistake in one shows as a difference from the other.

use crate::board::{Board, Square};
use crate::material::{Colour, Man, Role};

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.0[usize::from(square >> 6)] |= 1 << (square & 63);
    }

    /// Whether the set holds a square.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        self.0[usize::from(square >> 6)] >> (square & 63) & 1 == 1
    }

    /// Takes the squares of `other` out.
    pub fn remove_all(&mut self, other: &Self) {
        for (word, gone) in self.0.iter_mut().zip(other.0) {
            *word &= !gone;
        }
    }

    /// The squares of the set in increasing order.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        (0..4u8).flat_map(move |index| {
            let mut word = self.0[usize::from(index)];
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as u8)?;
                word &= word - 1;
                Some((index << 6) + bit)
            })
        })
    }
}

/// A move of one man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Index of the man that moves.
    pub man: usize,
    /// The square that it leaves.
    pub from: Square,
    /// The square that it goes to.
    pub to: Square,
    /// Index of the man that it captures.
    pub captured: Option<usize>,
}

const KING: [(i16, i16); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];
const KNIGHT: [(i16, i16); 8] = [
    (-1, -2),
    (1, -2),
    (-2, -1),
    (2, -1),
    (-2, 1),
    (2, 1),
    (-1, 2),
    (1, 2),
];

/// The tables of one board.
#[derive(Clone, Debug)]
pub struct Attacks {
    /// By role and square.
    reach: [Vec<SquareSet>; 5],
    /// By square of the slider and square of the blocker: what the blocker hides from the slider.
    hidden: Vec<SquareSet>,
    squares: usize,
}

impl Attacks {
    /// Computes the tables of a board; they take at most 2.2 MB.
    #[must_use]
    pub fn new(board: Board) -> Self {
        let squares = board.squares();
        let step = |square: usize, (file_step, rank_step): (i16, i16), distance: i16| {
            let (file, rank) = board.file_and_rank(square as Square);
            board.square(file + file_step * distance, rank + rank_step * distance)
        };
        let mut reach: [Vec<SquareSet>; 5] =
            std::array::from_fn(|_| vec![SquareSet::default(); squares]);
        let mut hidden = vec![SquareSet::default(); squares * squares];
        for from in 0..squares {
            for direction in KING {
                let ray: Vec<Square> = (1..16)
                    .map_while(|distance| step(from, direction, distance))
                    .collect();
                let line = if direction.0 == 0 || direction.1 == 0 {
                    Role::Rook
                } else {
                    Role::Bishop
                };
                for (place, &to) in ray.iter().enumerate() {
                    if place == 0 {
                        reach[Role::King as usize][from].insert(to);
                    }
                    reach[line as usize][from].insert(to);
                    reach[Role::Queen as usize][from].insert(to);
                    for &behind in &ray[place + 1..] {
                        hidden[from * squares + usize::from(to)].insert(behind);
                    }
                }
            }
            for jump in KNIGHT {
                if let Some(to) = step(from, jump, 1) {
                    reach[Role::Knight as usize][from].insert(to);
                }
            }
        }
        Self {
            reach,
            hidden,
            squares,
        }
    }

    /// Calls `each` with every move of `colour`, in the order of (from, to). `places[i]` is the square of `men[i]`.
    pub fn for_each_move(
        &self,
        men: &[Man],
        places: &[Square],
        colour: Colour,
        mut each: impl FnMut(Move),
    ) {
        let mut own = SquareSet::default();
        for (man, &place) in men.iter().zip(places) {
            if man.colour == colour {
                own.insert(place);
            }
        }
        let mut next_from = 0;
        // The movers in the order of their squares: there are at most four, so each is searched for.
        while let Some((man, from)) = (0..men.len())
            .filter(|&man| men[man].colour == colour && usize::from(places[man]) >= next_from)
            .map(|man| (man, places[man]))
            .min_by_key(|&(_, from)| from)
        {
            next_from = usize::from(from) + 1;
            let role = men[man].role;
            let mut targets = self.reach[role as usize][usize::from(from)];
            targets.remove_all(&own);
            if matches!(role, Role::Queen | Role::Rook | Role::Bishop) {
                // A man on none of the slider's lines hides only squares that the slider does not reach anyway.
                for &place in places.iter().filter(|&&place| place != from) {
                    targets.remove_all(
                        &self.hidden[usize::from(from) * self.squares + usize::from(place)],
                    );
                }
            }
            for to in targets.iter() {
                let captured = (0..men.len())
                    .find(|&other| men[other].colour != colour && places[other] == to);
                each(Move {
                    man,
                    from,
                    to,
                    captured,
                });
            }
        }
    }
}
