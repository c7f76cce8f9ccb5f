//! A board of any size on which Losing Chess is played under an auction.

use std::fmt;

use super::material::Material;
use super::rules::{Colour, WHITE};

/// The most squares of a board.
const MOST_SQUARES: usize = 64;
/// A board of so many files and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    pub(super) files: usize,
    pub(super) ranks: usize,
}

impl Ground {
    /// Reads `4x5`: files, then ranks, from 2 to 16, and at most 64 squares.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("found {text:?}, required files x ranks, from 2x2 to 64 squares, such as 4x5");
        let (files, ranks) = text.split_once('x').ok_or_else(wrong)?;
        let [files, ranks] =
            [files, ranks].map(|number| number.parse().ok().filter(|number| (2..=16).contains(number)));
        let (files, ranks): (usize, usize) = files.zip(ranks).ok_or_else(wrong)?;
        if files * ranks <= MOST_SQUARES { Ok(Self { files, ranks }) } else { Err(wrong()) }
    }

    pub(super) fn squares(self) -> usize {
        self.files * self.ranks
    }

    /// The rule for pawns: 0 without any, 2 on boards of 8 ranks or more, where they may step twice, else 1.
    pub(super) fn pawn_rule(self, material: &Material) -> u8 {
        match (material.has_pawns(), self.ranks) {
            (false, _) => 0,
            (true, 8..) => 2,
            (true, _) => 1,
        }
    }

    pub(super) fn place(self, square: usize) -> (i32, i32) {
        ((square % self.files) as i32, (square / self.files) as i32)
    }

    pub(super) fn square(self, (file, rank): (i32, i32)) -> Option<usize> {
        let is_on = (0..self.files as i32).contains(&file) && (0..self.ranks as i32).contains(&rank);
        is_on.then(|| rank as usize * self.files + file as usize)
    }

    pub(super) fn upside_down(self, square: u8) -> u8 {
        let (file, rank) = self.place(usize::from(square));
        self.square((file, self.ranks as i32 - 1 - rank)).expect("on the board") as u8
    }

    /// The rank as a colour counts it, from 0.
    pub(super) fn rank_of(self, colour: Colour, square: usize) -> usize {
        let rank = square / self.files;
        if colour == WHITE { rank } else { self.ranks - 1 - rank }
    }

    /// The symmetries, as maps of squares; the identity is the first.
    pub(super) fn symmetries(self, has_pawns: bool) -> Vec<Vec<u8>> {
        let (files, ranks) = (self.files as i32, self.ranks as i32);
        let mut maps = Vec::new();
        for which in 0..8 {
            if has_pawns && which > 1 || which >= 4 && files != ranks {
                break;
            }
            let image = |square| {
                let (mut file, mut rank) = self.place(square);
                if which & 1 == 1 {
                    file = files - 1 - file;
                }
                if which & 2 == 2 {
                    rank = ranks - 1 - rank;
                }
                let place = if which & 4 == 4 { (rank, file) } else { (file, rank) };
                self.square(place).expect("on the board") as u8
            };
            maps.push((0..self.squares()).map(image).collect());
        }
        maps
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}
