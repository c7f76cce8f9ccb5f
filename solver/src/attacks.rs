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
    ///
    /// Every pair of squares is asked how far apart they are: that says which roles go from the one to the other, and,
    /// on a line, which squares lie between.
    #[must_use]
    pub fn new(board: Board) -> Self {
        let squares = board.squares();
        let mut attacks = Self {
            reach: std::array::from_fn(|_| vec![SquareSet::default(); squares]),
            hidden: vec![SquareSet::default(); squares * squares],
            squares,
        };
        for from in 0..squares {
            for to in (0..squares).filter(|&to| to != from) {
                attacks.relate(board, from as Square, to as Square);
            }
        }
        attacks
    }

    /// Enters what the distance of two squares means.
    fn relate(&mut self, board: Board, from: Square, to: Square) {
        let (from_file, from_rank) = board.file_and_rank(from);
        let (to_file, to_rank) = board.file_and_rank(to);
        let (files, ranks) = (to_file - from_file, to_rank - from_rank);
        let distance = files.abs().max(ranks.abs());
        let straight = files == 0 || ranks == 0;
        let diagonal = files.abs() == ranks.abs();
        let goes = [
            (Role::King, distance == 1),
            (Role::Queen, straight || diagonal),
            (Role::Rook, straight),
            (Role::Bishop, diagonal),
            (Role::Knight, (files * ranks).abs() == 2),
        ];
        for (role, _) in goes.into_iter().filter(|(_, goes)| *goes) {
            self.reach[role as usize][usize::from(from)].insert(to);
        }
        if straight || diagonal {
            for steps in 1..distance {
                let file = from_file + files / distance * steps;
                let rank = from_rank + ranks / distance * steps;
                let between = board.square(file, rank).map_or(0, usize::from);
                self.hidden[usize::from(from) * self.squares + between].insert(to);
            }
        }
    }

    /// Calls `each` with every move of `colour`, in the order of (from, to). `places[i]` is the square of `men[i]`.
    pub fn for_each_move(&self, men: &[Man], places: &[Square], colour: Colour, mut each: impl FnMut(Move)) {
        let mut own = SquareSet::default();
        for (man, &place) in men.iter().zip(places) {
            if man.colour == colour {
                own.insert(place);
            }
        }
        let mut next_from = 0;
        // The movers in the order of their squares: they are few, so the next one is searched for.
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
                    targets.remove_all(&self.hidden[usize::from(from) * self.squares + usize::from(place)]);
                }
            }
            for to in targets.iter() {
                let captured = (0..men.len()).find(|&other| men[other].colour != colour && places[other] == to);
                each(Move { man, from, to, captured });
            }
        }
    }
}
