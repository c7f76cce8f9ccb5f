//! Random-turn and bidding Hex: in how many fillings of a board Left wins, how often each cell decides, and what that makes of it: a value, a best move
//! and a bid.
//!
//! Left joins the first rank to the last one, Right the first file to the last one. The cell on file `i` and rank `j` has up to six neighbours: those
//! beside it on its file and on its rank, and the two on file `i + 1`, rank `j − 1`, and on file `i − 1`, rank `j + 1`.
//!
//! Responsible for boards and their text, and for the certificate. Left to others: counting (`count`), pictures (`picture`). Source: the chapter "Hex" of the
//! book.

pub mod claims;
pub mod count;
pub mod picture;

use std::fmt;
use std::str::FromStr;

use checker::certificate::Statement;
use checker::numbers::Fractions;
use num_bigint::BigUint;
use num_rational::Ratio;
use writer::{Writer, write};

use crate::certificates::certify::in_form_one;

use count::Counts;

/// The most files, and the most ranks.
pub const LARGEST: usize = 16;
/// The number of the statement in a certificate.
const STATEMENT: u8 = 8;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Joins the first rank to the last one.
    Left,
    /// Joins the first file to the last one.
    Right,
}

/// A board with stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    files: usize,
    ranks: usize,
    /// Rank by rank.
    stones: Vec<Option<Player>>,
}

/// Why something is no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// No size of a board.
    Size(String),
    /// Another number of ranks: found, required.
    Ranks(usize, usize),
    /// Another number of cells on a rank: its line, from 1; found, required.
    Files(usize, usize, usize),
    /// A letter that means nothing: its line and its place there, from 1.
    Letter(char, usize, usize),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(found) => {
                write!(f, "board: found {found:?}, required files x ranks, from 1 to {LARGEST} each, such as 11x11")
            }
            Self::Ranks(found, required) => {
                write!(f, "found {found} lines with cells, required {required}, one for each rank")
            }
            Self::Files(line, found, required) => write!(f, "line {line}: found {found} cells, required {required}"),
            Self::Letter(found, line, place) => {
                write!(
                    f,
                    "line {line}, letter {place}: found {found:?}, required . for a free cell, L or R for a stone"
                )
            }
        }
    }
}

impl std::error::Error for BoardError {}

impl FromStr for Board {
    type Err = BoardError;

    /// An empty board from its size: `11x11`.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let side = |text: &str| text.parse().ok().filter(|side| (1..=LARGEST).contains(side));
        let sides = text.split_once('x').and_then(|(files, ranks)| Some((side(files)?, side(ranks)?)));
        let (files, ranks) = sides.ok_or_else(|| BoardError::Size(text.to_owned()))?;
        Ok(Self { files, ranks, stones: vec![None; files * ranks] })
    }
}

impl Board {
    /// A board with these stones, rank by rank.
    ///
    /// # Panics
    ///
    /// If there are not as many as cells, or no cells, or too many.
    #[must_use]
    pub fn new(files: usize, ranks: usize, stones: Vec<Option<Player>>) -> Self {
        assert!((1..=LARGEST).contains(&files) && (1..=LARGEST).contains(&ranks) && stones.len() == files * ranks);
        Self { files, ranks, stones }
    }

    /// How many files.
    #[must_use]
    pub fn files(&self) -> usize {
        self.files
    }

    /// How many ranks.
    #[must_use]
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// Whose stones lie where, rank by rank.
    #[must_use]
    pub fn stones(&self) -> &[Option<Player>] {
        &self.stones
    }

    /// How many cells are free.
    #[must_use]
    pub fn free(&self) -> usize {
        self.stones.iter().filter(|stone| stone.is_none()).count()
    }

    /// Lays the stones of a text on the board: a line for each rank from the first on, in it `.` for a free cell, `L` or `R` for a stone. Blanks and empty
    /// lines are passed over.
    ///
    /// # Errors
    ///
    /// If the text is none of this board.
    pub fn with_stones(mut self, text: &str) -> Result<Self, BoardError> {
        let mut rank = 0;
        for (number, line) in (1..).zip(text.lines()) {
            let mut stones = Vec::new();
            for (place, letter) in (1..).zip(line.chars()).filter(|(_, letter)| !letter.is_whitespace()) {
                stones.push(match letter {
                    '.' => None,
                    'L' => Some(Player::Left),
                    'R' => Some(Player::Right),
                    _ => return Err(BoardError::Letter(letter, number, place)),
                });
            }
            if stones.is_empty() {
                continue;
            }
            if stones.len() != self.files {
                return Err(BoardError::Files(number, stones.len(), self.files));
            }
            if rank < self.ranks {
                self.stones[rank * self.files..][..self.files].copy_from_slice(&stones);
            }
            rank += 1;
        }
        if rank == self.ranks { Ok(self) } else { Err(BoardError::Ranks(rank, self.ranks)) }
    }

    /// The name of a cell: `a1` is on the first file and the first rank.
    #[must_use]
    pub fn cell(&self, cell: usize) -> String {
        format!("{}{}", char::from(b'a' + (cell % self.files) as u8), cell / self.files + 1)
    }
}

/// A board with its counts: what they mean.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The board.
    pub board: Board,
    /// Its counts.
    pub counts: Counts,
}

impl Solution {
    /// The probability that Left wins a filling by the tosses of a coin; the share of the money that Right needs, in bidding Hex.
    #[must_use]
    pub fn value(&self) -> Ratio<BigUint> {
        Ratio::new(self.counts.wins.clone(), BigUint::from(1_u32) << self.board.free())
    }

    /// The probability that the other cells leave it to this one who wins; none if it has a stone. Half of it is the bid.
    #[must_use]
    pub fn pivotal(&self, cell: usize) -> Option<Ratio<BigUint>> {
        let with_left = self.counts.with_left[cell].as_ref()?;
        Some(Ratio::new(with_left * 2_u32 - &self.counts.wins, BigUint::from(1_u32) << (self.board.free() - 1)))
    }

    /// The free cells that are most likely to decide: the best moves of both players.
    #[must_use]
    pub fn best(&self) -> Vec<usize> {
        let most = self.counts.with_left.iter().flatten().max();
        let cells = self.counts.with_left.iter().enumerate();
        cells.filter(|(_, with_left)| most.is_some() && with_left.as_ref() == most).map(|(cell, _)| cell).collect()
    }

    /// The certificate.
    #[must_use]
    pub fn certificate(&self) -> Vec<u8> {
        let byte = |stone: &Option<Player>| match stone {
            None => 0,
            Some(Player::Left) => 1,
            Some(Player::Right) => 2,
        };
        let sides = [self.board.files as u8, self.board.ranks as u8];
        let body: Vec<u8> = sides.into_iter().chain(self.board.stones.iter().map(byte)).collect();
        let statement = Statement::Further(STATEMENT, body);
        let head = in_form_one(statement, Vec::new(), Fractions::default());
        let mut slice = Writer::default();
        slice.natural(&self.counts.wins);
        self.counts.with_left.iter().flatten().for_each(|wins| slice.natural(wins));
        write(&head, &[slice.0])
    }
}
