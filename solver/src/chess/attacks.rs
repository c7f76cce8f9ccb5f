//! Moves of the men by tables: for each role and square the set of squares reached on an empty board, and for each
//! pair of squares the squares that a man on the second hides from the first. Pawns have one table for the squares that
//! they advance to and one for those that they attack.
//!
//! The checker has the same rules in plain loops. They are written twice on purpose, by different methods,
//! so that a mistake in one shows as a difference from the other.

use crate::chess::board::{Board, Square};
use crate::chess::material::{Colour, Man, Role};

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

    /// Adds the squares of `other`.
    pub fn insert_all(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    /// Takes the squares out that are not in `other`.
    pub fn keep_only(&mut self, other: &Self) {
        for (word, kept) in self.0.iter_mut().zip(other.0) {
            *word &= kept;
        }
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
    /// What a pawn becomes on the last rank.
    pub promotion: Option<Role>,
    /// Index of the man that it captures.
    pub captured: Option<usize>,
    /// The square that a pawn passes in a double step that leaves it a pawn.
    pub passed: Option<Square>,
}

impl Move {
    /// Its number in the format: promotion (0 none, 1 to 4 in the order of [`Role::PROMOTIONS`]), square left, square reached, 8 bits each.
    #[must_use]
    pub fn number(self) -> u32 {
        let promotion = Role::PROMOTIONS.into_iter().zip(1u32..).find(|(role, _)| self.promotion == Some(*role));
        promotion.map_or(0, |(_, number)| number) << 16 | u32::from(self.from) << 8 | u32::from(self.to)
    }
}

/// A pawn that may be captured on the square that it has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassant {
    /// The square.
    pub passed: Square,
    /// Index of the pawn.
    pub pawn: usize,
}

/// The tables of one board.
#[derive(Clone, Debug)]
pub struct Attacks {
    /// By role other than a pawn's and square.
    reach: [Vec<SquareSet>; 5],
    /// By colour and square of a pawn: where it goes if nothing is in the way.
    advances: [Vec<SquareSet>; 2],
    /// By colour and square of a pawn: where it captures.
    captures: [Vec<SquareSet>; 2],
    /// By colour: the squares of the last rank.
    last_rank: [SquareSet; 2],
    /// By colour and square: where a pawn that reaches it by a double step comes from, and what it passes.
    double_steps: [Vec<Option<(Square, Square)>>; 2],
    /// By square of the slider and square of the blocker: what the blocker hides from the slider.
    hidden: Vec<SquareSet>,
    squares: usize,
}

impl Attacks {
    /// Computes the tables of a board; they take at most 2.2 MB. `double_step` says whether a pawn on its second rank may
    /// go two squares.
    ///
    /// Every pair of squares is asked how far apart they are: that says which roles go from the one to the other, and,
    /// on a line, which squares lie between.
    #[must_use]
    pub fn new(board: Board, double_step: bool) -> Self {
        let squares = board.squares();
        let by_square = || vec![SquareSet::default(); squares];
        let mut attacks = Self {
            reach: std::array::from_fn(|_| by_square()),
            advances: std::array::from_fn(|_| by_square()),
            captures: std::array::from_fn(|_| by_square()),
            last_rank: [SquareSet::default(); 2],
            double_steps: std::array::from_fn(|_| vec![None; squares]),
            hidden: vec![SquareSet::default(); squares * squares],
            squares,
        };
        for from in 0..squares {
            for to in (0..squares).filter(|&to| to != from) {
                attacks.relate(board, from as Square, to as Square);
                attacks.relate_pawns(board, double_step, from as Square, to as Square);
            }
        }
        for file in 0..i16::from(board.files()) {
            for (last, rank) in attacks.last_rank.iter_mut().zip([i16::from(board.ranks()) - 1, 0]) {
                board.square(file, rank).into_iter().for_each(|square| last.insert(square));
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

    /// Enters what the distance of two squares means for a pawn of each colour on the first of them.
    fn relate_pawns(&mut self, board: Board, double_step: bool, from: Square, to: Square) {
        let (from_file, from_rank) = board.file_and_rank(from);
        let (to_file, to_rank) = board.file_and_rank(to);
        let (sideways, upwards) = ((to_file - from_file).abs(), to_rank - from_rank);
        let second_ranks = [1, i16::from(board.ranks()) - 2];
        for (colour, forwards) in [upwards, -upwards].into_iter().enumerate() {
            let two = double_step && from_rank == second_ranks[colour];
            match (sideways, forwards) {
                (0, 1) => self.advances[colour][usize::from(from)].insert(to),
                (0, 2) if two => {
                    self.advances[colour][usize::from(from)].insert(to);
                    let passed = board.square(from_file, (from_rank + to_rank) / 2).map(|passed| (from, passed));
                    self.double_steps[colour][usize::from(to)] = passed;
                }
                (1, 1) => self.captures[colour][usize::from(from)].insert(to),
                _ => {}
            }
        }
    }

    /// Takes out of a set what the men hide from a square. A man on none of its lines hides only squares that are not
    /// reached from it anyway.
    fn remove_hidden(&self, targets: &mut SquareSet, from: Square, places: &[Square]) {
        for &place in places.iter().filter(|&&place| place != from) {
            targets.remove_all(&self.hidden[usize::from(from) * self.squares + usize::from(place)]);
        }
    }

    /// Where a pawn of `colour` that reaches a square by a double step comes from, and the square that it passes.
    #[must_use]
    pub fn double_step_to(&self, colour: Colour, to: Square) -> Option<(Square, Square)> {
        self.double_steps[colour as usize][usize::from(to)]
    }

    /// Whether a pawn of `colour` attacks a square.
    #[must_use]
    pub fn pawn_attacks(&self, colour: Colour, from: Square, square: Square) -> bool {
        self.captures[colour as usize][usize::from(from)].contains(square)
    }

    /// The pawn that has passed a square.
    #[must_use]
    pub fn en_passant(&self, men: &[Man], places: &[Square], passed: Square) -> Option<EnPassant> {
        let has_passed = |&pawn: &usize| {
            let double_step = self.double_step_to(men[pawn].colour, places[pawn]);
            men[pawn].role == Role::Pawn && double_step.is_some_and(|(_, square)| square == passed)
        };
        (0..men.len()).find(has_passed).map(|pawn| EnPassant { passed, pawn })
    }

    /// Calls `each` with every move of `colour`, in the order of (promotion, from, to). `places[i]` is the square of `men[i]`.
    pub fn for_each_move(
        &self,
        men: &[Man],
        places: &[Square],
        en_passant: Option<EnPassant>,
        colour: Colour,
        mut each: impl FnMut(Move),
    ) {
        let (mut own, mut others) = (SquareSet::default(), SquareSet::default());
        for (man, &place) in men.iter().zip(places) {
            if man.colour == colour { own.insert(place) } else { others.insert(place) }
        }
        let en_passant = en_passant.filter(|en_passant| men[en_passant.pawn].colour != colour);
        let mut prey = others;
        if let Some(EnPassant { passed, .. }) = en_passant {
            prey.insert(passed);
        }
        let mut next_from = 0;
        let mut promotions = Vec::new();
        // The movers in the order of their squares: they are few, so the next one is searched for.
        while let Some((man, from)) = (0..men.len())
            .filter(|&man| men[man].colour == colour && usize::from(places[man]) >= next_from)
            .map(|man| (man, places[man]))
            .min_by_key(|&(_, from)| from)
        {
            next_from = usize::from(from) + 1;
            let role = men[man].role;
            let targets = if role == Role::Pawn {
                let mut targets = self.advances[colour as usize][usize::from(from)];
                self.remove_hidden(&mut targets, from, places);
                targets.remove_all(&others);
                let mut captures = self.captures[colour as usize][usize::from(from)];
                captures.keep_only(&prey);
                targets.insert_all(&captures);
                targets.remove_all(&own);
                targets
            } else {
                let mut targets = self.reach[role as usize][usize::from(from)];
                targets.remove_all(&own);
                if matches!(role, Role::Queen | Role::Rook | Role::Bishop) {
                    self.remove_hidden(&mut targets, from, places);
                }
                targets
            };
            for to in targets.iter() {
                let mut captured = (0..men.len()).find(|&other| men[other].colour != colour && places[other] == to);
                let mut passed = None;
                if role == Role::Pawn {
                    if let Some(en_passant) =
                        en_passant.filter(|e| e.passed == to && self.pawn_attacks(colour, from, to))
                    {
                        captured = Some(en_passant.pawn);
                    }
                    if self.last_rank[colour as usize].contains(to) {
                        promotions.push(Move { man, from, to, promotion: None, captured, passed });
                        continue;
                    }
                    passed = self.double_step_to(colour, to).filter(|step| step.0 == from).map(|step| step.1);
                }
                each(Move { man, from, to, promotion: None, captured, passed });
            }
        }
        for role in Role::PROMOTIONS {
            promotions.iter().for_each(|&step| each(Move { promotion: Some(role), ..step }));
        }
    }
}
