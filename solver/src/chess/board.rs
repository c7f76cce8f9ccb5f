//! Boards, squares and the symmetries of a board.
//!
//! Responsible for the geometry that all endgames on one board share. Which men stand where is left to
//! [`crate::chess::material`] and [`crate::chess::endgame`].

use std::fmt;
use std::str::FromStr;

/// The smallest number of files and of ranks. On a narrower board a king could be left without a move.
pub const SMALLEST_SIDE: u8 = 2;
/// The largest number of files and of ranks: a square's number fits one byte.
pub const LARGEST_SIDE: u8 = 16;

/// A square, numbered rank by rank: a1 = 0, b1 = 1, …
pub type Square = u8;

/// A board of 2 to 16 files and 2 to 16 ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    files: u8,
    ranks: u8,
}

/// Why a text or a pair of numbers is not a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The text is not two numbers with an `x` between them.
    Form {
        /// The text.
        found: String,
    },
    /// A side is too short or too long.
    Side {
        /// `files` or `ranks`.
        side: &'static str,
        /// The stated length.
        found: String,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form { found } => write!(f, "board: found {found:?}, required files x ranks such as 8x8"),
            Self::Side { side, found } => {
                write!(f, "board: found {found} {side}, required {SMALLEST_SIDE} to {LARGEST_SIDE}")
            }
        }
    }
}

impl std::error::Error for BoardError {}

impl Board {
    /// A board of `files` × `ranks` squares.
    ///
    /// # Errors
    ///
    /// [`BoardError::Side`] where a side is not within 2 to 16.
    pub fn new(files: u8, ranks: u8) -> Result<Self, BoardError> {
        for (side, found) in [("files", files), ("ranks", ranks)] {
            if !(SMALLEST_SIDE..=LARGEST_SIDE).contains(&found) {
                return Err(BoardError::Side { side, found: found.to_string() });
            }
        }
        Ok(Self { files, ranks })
    }

    /// Number of files.
    #[must_use]
    pub fn files(self) -> u8 {
        self.files
    }

    /// Number of ranks.
    #[must_use]
    pub fn ranks(self) -> u8 {
        self.ranks
    }

    /// Number of squares, 4 to 256.
    #[must_use]
    pub fn squares(self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// The square on `file` and `rank`, both counted from 0; `None` off the board.
    #[must_use]
    pub fn square(self, file: i16, rank: i16) -> Option<Square> {
        let on_board = (0..i16::from(self.files)).contains(&file) && (0..i16::from(self.ranks)).contains(&rank);
        on_board.then(|| (rank * i16::from(self.files) + file) as Square)
    }

    /// File and rank of a square, counted from 0.
    #[must_use]
    pub fn file_and_rank(self, square: Square) -> (i16, i16) {
        (i16::from(square % self.files), i16::from(square / self.files))
    }

    /// The square at the same place seen from the other side of the board.
    #[must_use]
    pub fn upside_down(self, square: Square) -> Square {
        (self.ranks - 1 - square / self.files) * self.files + square % self.files
    }

    /// The name of a square, such as `e4`.
    #[must_use]
    pub fn name(self, square: Square) -> String {
        format!("{}{}", char::from(b'a' + square % self.files), square / self.files + 1)
    }

    /// The symmetries of the board, each as the list of the images of all squares: eight for a square board, four for
    /// an oblong one. The identity comes first, the reflection that exchanges left and right second.
    #[must_use]
    pub fn symmetries(self) -> Vec<Vec<Square>> {
        let (last_file, last_rank) = (self.files - 1, self.ranks - 1);
        let transpositions: &[bool] = if self.files == self.ranks { &[false, true] } else { &[false] };
        let mut all = Vec::new();
        for &transpose in transpositions {
            for mirror_ranks in [false, true] {
                for mirror_files in [false, true] {
                    let image = |square: usize| {
                        let (mut file, mut rank) = (square as u8 % self.files, square as u8 / self.files);
                        if mirror_files {
                            file = last_file - file;
                        }
                        if mirror_ranks {
                            rank = last_rank - rank;
                        }
                        if transpose {
                            (file, rank) = (rank, file);
                        }
                        rank * self.files + file
                    };
                    all.push((0..self.squares()).map(image).collect());
                }
            }
        }
        all
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let form = || BoardError::Form { found: text.to_owned() };
        let (files, ranks) = text.split_once(['x', 'X', '×']).ok_or_else(form)?;
        let side = |digits: &str, side| {
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(form());
            }
            let found = digits.to_owned();
            digits.parse::<u8>().map_err(|_| BoardError::Side { side, found })
        };
        Self::new(side(files, "files")?, side(ranks, "ranks")?)
    }
}
