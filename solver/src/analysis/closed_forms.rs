//! Values that are proved for all boards, as formulas: of king and bishop against king, and the greatest one of king and rook against king.
//!
//! Responsible for the formulas alone, as the chapter "All boards at once" of the record states them. They are written apart from the solver and from the
//! checker: squares are pairs of numbers here, and moves are made here. So it says something if a verified table agrees. Left to others: the comparison
//! (`boards`).

use num_bigint::BigInt;
use num_rational::BigRational;

/// A square: its file and its rank, from 0.
pub type At = (usize, usize);

/// No number of moves is enough.
pub const NEVER: u32 = u32::MAX;

/// How far two squares are apart for a king.
fn steps((file, rank): At, (other_file, other_rank): At) -> usize {
    file.abs_diff(other_file).max(rank.abs_diff(other_rank))
}

/// Of a board and a place of the black king: the least number of consecutive white moves that capture it with the bishop, the kings never touching before.
pub struct BishopAlone {
    files: usize,
    ranks: usize,
    black: At,
    /// For each square of the white king and of the bishop, in this order.
    moves: Vec<u32>,
}

impl BishopAlone {
    /// Finds them by breadth-first search from the captures: every move that is not a capture can be taken back.
    #[must_use]
    pub fn new(files: usize, ranks: usize, black: At) -> Self {
        let squares = files * ranks;
        let mut found = Self { files, ranks, black, moves: vec![NEVER; squares * squares] };
        let mut layer = Vec::new();
        for king in (0..squares).map(|number| found.at(number)).filter(|&king| steps(king, black) > 1) {
            // The squares from which a bishop sees the black king.
            found.slide(black, king, |bishop| layer.push((king, bishop)));
        }
        let mut count = 1;
        while !layer.is_empty() {
            layer.retain(|&(king, bishop)| {
                let place = found.place(king, bishop);
                let is_new = found.moves[place] == NEVER;
                found.moves[place] = found.moves[place].min(count);
                is_new
            });
            layer = layer.iter().flat_map(|&(king, bishop)| found.before(king, bishop)).collect();
            count += 1;
        }
        found
    }

    fn at(&self, number: usize) -> At {
        (number % self.files, number / self.files)
    }

    fn place(&self, king: At, bishop: At) -> usize {
        let number = |(file, rank): At| rank * self.files + file;
        number(king) * self.files * self.ranks + number(bishop)
    }

    /// From where one white move leads to this place of White's men, the kings apart.
    fn before(&self, king: At, bishop: At) -> Vec<(At, At)> {
        let all = (0..self.files * self.ranks).map(|number| self.at(number));
        let steps = all.filter(|&from| steps(from, king) == 1 && from != bishop && steps(from, self.black) > 1);
        let mut before: Vec<(At, At)> = steps.map(|from| (from, bishop)).collect();
        self.slide(bishop, king, |from| before.push((king, from)));
        before
    }

    /// The squares that a bishop reaches from a square and that are free of both kings, the nearest of each diagonal first.
    fn slide(&self, from: At, king: At, mut reach: impl FnMut(At)) {
        for (right, up) in [(true, true), (true, false), (false, true), (false, false)] {
            let next = |number: usize, more: bool| if more { Some(number + 1) } else { number.checked_sub(1) };
            let mut square = from;
            while let (Some(file), Some(rank)) = (next(square.0, right), next(square.1, up)) {
                square = (file, rank);
                if file >= self.files || rank >= self.ranks || square == king || square == self.black {
                    break;
                }
                reach(square);
            }
        }
    }

    /// The number of moves, or [`NEVER`].
    #[must_use]
    pub fn moves(&self, king: At, bishop: At) -> u32 {
        self.moves[self.place(king, bishop)]
    }

    /// The value: 1/2 if the kings touch, or the bishop never sees the colour of the black king's square, or no number of moves is enough; with j moves it is
    /// 1/2 + 1/2^(j + 1).
    #[must_use]
    pub fn value(&self, king: At, bishop: At) -> BigRational {
        let half = BigRational::new(1.into(), 2.into());
        let colour = |(file, rank): At| (file + rank) % 2;
        let moves = self.moves(king, bishop);
        if steps(king, self.black) == 1 || colour(bishop) != colour(self.black) || moves == NEVER {
            return half;
        }
        half + BigRational::new(1.into(), BigInt::from(1) << (moves + 1))
    }
}

/// The greatest value of king and rook against king where the longer side has so many squares, 3 or more: 1 - 3^(L-3)/4^(L-2).
#[must_use]
pub fn rook_greatest(longer: u32) -> BigRational {
    let one = BigRational::from_integer(1.into());
    one - BigRational::new(BigInt::from(3).pow(longer - 3), BigInt::from(4).pow(longer - 2))
}
