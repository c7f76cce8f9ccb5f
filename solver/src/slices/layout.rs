//! Where values lie: a slice for each pair of the kings' squares up to symmetry, and in it a number for each placement of the other men.
//!
//! A slice is a cube of squares: one dimension for each man beside the kings, at most three, the last man's squares lying together, in rows of
//! whole [`LANES`]. Where two men share a square the place has no meaning, is never looked at and holds 0. Kings on a diagonal of the board leave a
//! symmetry, so that some positions have two places; both hold the same number.

use crate::chess::board::{Board, Square};
use crate::chess::material::{Man, Role};

/// The most men beside the kings.
pub const MOST_OTHERS: usize = 3;
/// The most squares of a board: a set of them is a number of 64 bits.
pub const MOST_SQUARES: usize = 64;
/// So many numbers are worked on together.
pub const LANES: usize = 16;

/// So many squares in whole [`LANES`].
#[must_use]
pub fn padded(squares: usize) -> usize {
    squares.next_multiple_of(LANES)
}

/// Where the values of one material on one board lie.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Squares of the board.
    pub squares: usize,
    /// The men beside the kings, in their order.
    pub others: Vec<Man>,
    /// How many places each of three dimensions has: squares, or 1 where there is no such man.
    pub sizes: [usize; MOST_OTHERS],
    /// The symmetries of the board; the identity is the first.
    pub symmetries: Vec<Vec<Square>>,
    /// By squares of the white and of the black king: the slice, and the symmetry that brings them there.
    pub pairs: Vec<(usize, usize)>,
    /// The kings of each slice, increasing.
    pub slices: Vec<[Square; 2]>,
}

impl Layout {
    /// The layout of the men beside the kings on a board.
    pub fn new(board: Board, others: &[Man]) -> Self {
        assert!(
            others.len() <= MOST_OTHERS
                && board.squares() <= MOST_SQUARES
                && others.iter().all(|man| man.role != Role::Pawn)
        );
        let (squares, symmetries) = (board.squares(), board.symmetries());
        let sizes = std::array::from_fn(|place| if place + others.len() >= MOST_OTHERS { squares } else { 1 });
        let (mut pairs, mut slices) = (Vec::<(usize, usize)>::new(), Vec::new());
        for pair in 0..squares * squares {
            let kings = [pair / squares, pair % squares];
            let image = |symmetry: &Vec<Square>| {
                kings.iter().fold(0, |image, &king| image * squares + usize::from(symmetry[king]))
            };
            let images = symmetries.iter().enumerate().map(|(number, symmetry)| (image(symmetry), number));
            let (least, symmetry) = images.min().expect("the identity is one");
            if least < pair || kings[0] == kings[1] {
                pairs.push((if least < pair { pairs[least].0 } else { usize::MAX }, symmetry));
            } else {
                pairs.push((slices.len(), symmetry));
                slices.push(kings.map(|king| king as Square));
            }
        }
        Self { squares, others: others.to_vec(), sizes, symmetries, pairs, slices }
    }

    /// Places of a slice.
    pub fn slice_len(&self) -> usize {
        let [first, second, row] = self.sizes;
        first * second * padded(row)
    }

    /// Places of all slices.
    pub fn places(&self) -> usize {
        self.slices.len() * self.slice_len()
    }

    /// The other men's squares of a place in a slice.
    pub fn squares_of(&self, place: usize) -> [Square; MOST_OTHERS] {
        let mut squares = [0; MOST_OTHERS];
        let (mut rest, mut size) = (place, padded(self.squares));
        for man in (0..self.others.len()).rev() {
            squares[man] = (rest % size) as Square;
            (rest, size) = (rest / size, self.squares);
        }
        squares
    }

    /// Whether the men of a place stand on squares of the board, each on its own.
    pub fn is_placement(&self, kings: [Square; 2], others: &[Square]) -> bool {
        let taken = |set: u64, square: Square| set >> square & 1 == 1;
        let mut set = 1_u64 << kings[0] | 1 << kings[1];
        others.iter().all(|&square| {
            let free = usize::from(square) < self.squares && !taken(set, square);
            set |= 1 << square;
            free
        })
    }

    /// The place of the other men's squares in a slice.
    pub fn place_of(&self, others: &[Square]) -> usize {
        let last = others.len() - 1;
        let place = others[..last].iter().fold(0, |place, &square| place * self.squares + usize::from(square));
        place * padded(self.squares) + usize::from(others[last])
    }

    /// Whether the squares of a placement are those that stand for its position: equal men in the order of their squares, and no symmetry that
    /// leaves the kings leads to a lesser list.
    pub fn is_position(&self, slice: usize) -> impl Fn(&[Square]) -> bool + '_ {
        let (kings, count) = (self.slices[slice], self.others.len());
        let stays = |symmetry: &&Vec<Square>| kings.iter().all(|&king| symmetry[usize::from(king)] == king);
        let symmetries: Vec<&Vec<Square>> = self.symmetries.iter().skip(1).filter(stays).collect();
        let in_order = move |squares: &[Square]| {
            (1..count).all(|man| self.others[man] != self.others[man - 1] || squares[man - 1] < squares[man])
        };
        let is_least = move |squares: &[Square]| {
            symmetries.iter().all(|symmetry| {
                let mut image: Vec<Square> = squares.iter().map(|&square| symmetry[usize::from(square)]).collect();
                let mut start = 0;
                for end in 1..=count {
                    if end == count || self.others[end] != self.others[start] {
                        image[start..end].sort_unstable();
                        start = end;
                    }
                }
                squares <= &image[..]
            })
        };
        move |squares: &[Square]| in_order(squares) && is_least(squares)
    }

    /// The places of a slice that are positions of their own, in the order of their lists.
    pub fn positions(&self, slice: usize) -> Vec<u32> {
        let (kings, count, is_one) = (self.slices[slice], self.others.len(), self.is_position(slice));
        let is_position = |&place: &u32| {
            let squares = self.squares_of(place as usize);
            let squares = &squares[..count];
            self.is_placement(kings, squares) && is_one(squares)
        };
        (0..self.slice_len() as u32).filter(is_position).collect()
    }
}
