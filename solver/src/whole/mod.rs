//! All of chess on a small board, without pawns: whatever men fit, in one table.
//!
//! The other engines take an endgame at a time. On a board of nine squares there are thousands of endgames, of up to nine men, and each leads to
//! smaller ones; here all of them lie in one array: a block for each pair of the kings' squares up to symmetry, and in it a number in base 9 for
//! what stands on each of the other squares. [`Board`] has the numbers and the moves, [`solve`] the bounds, [`mod@write`] the certificates, one for
//! each material. The checker verifies these as it does any other.

pub mod solve;
pub mod write;

use crate::chess::board;

/// The most squares of a board.
pub const MOST_SQUARES: usize = 9;
/// How many things may stand on a square: nothing, or a queen, rook, bishop or knight of either colour.
const BASE: u32 = 9;
/// No man.
pub const NOTHING: u8 = 0;
/// The kings, beside the men 1 to 4 of White and 5 to 8 of Black.
const KINGS: [u8; 2] = [9, 10];
/// Their letters.
const LETTERS: [char; 11] = ['1', 'Q', 'R', 'B', 'N', 'q', 'r', 'b', 'n', 'K', 'k'];

/// What stands on each square: both kings once, and other men.
pub type Cells = [u8; MOST_SQUARES];

/// Where an option leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The king of the opponent is captured.
    Won,
    /// The number of a placement.
    To(u32),
}

/// A pair of the kings' squares that no symmetry carries to a lesser one.
#[derive(Clone, Debug)]
struct Block {
    kings: [u8; 2],
    /// The other squares, in the order of their numbers.
    others: Vec<u8>,
    /// How many pairs symmetries carry here.
    images: u64,
}

/// A board with its blocks, and where men go.
#[derive(Clone, Debug)]
pub struct Board {
    /// The board.
    pub board: board::Board,
    blocks: Vec<Block>,
    /// For the kings' squares: the block, and the symmetry that brings them there.
    home: Vec<[Option<(usize, usize)>; MOST_SQUARES]>,
    /// By symmetry of the board and block: of each square the value of its digit; 0 for the kings'.
    digits: Vec<Vec<[u32; MOST_SQUARES]>>,
    /// By kind (king, queen, rook, bishop, knight) and square: the lines along which the man goes.
    lines: [Vec<Vec<Vec<u8>>>; 5],
    /// How many numbers a block has.
    size: u32,
}

/// King, queen, rook, bishop, knight: the directions, and whether the man goes on.
const STEPS: [(&[(i16, i16)], bool); 5] = {
    const STRAIGHT: [(i16, i16); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const DIAGONAL: [(i16, i16); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    const ALL: [(i16, i16); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    const LEAPS: [(i16, i16); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
    [(&ALL, false), (&ALL, true), (&STRAIGHT, true), (&DIAGONAL, true), (&LEAPS, false)]
};

/// The kind of a man, an index of [`STEPS`].
fn kind(man: u8) -> usize {
    match man {
        9 | 10 => 0,
        1..=4 => usize::from(man),
        _ => usize::from(man - 4),
    }
}

/// Whether a man is White's.
fn is_white(man: u8) -> bool {
    matches!(man, 1..=4 | 9)
}

impl Board {
    /// A board; none if it has more than nine squares.
    #[must_use]
    pub fn new(board: board::Board) -> Option<Self> {
        let squares = board.squares();
        if squares > MOST_SQUARES {
            return None;
        }
        let symmetries = board.symmetries();
        let (mut blocks, mut home) = (Vec::new(), vec![[None; MOST_SQUARES]; squares]);
        for white in 0..squares {
            for black in (0..squares).filter(|black| *black != white) {
                let image = |symmetry: &Vec<u8>| [symmetry[white], symmetry[black]];
                let least = symmetries.iter().map(image).min().expect("the identity is one");
                let symmetry = symmetries.iter().position(|symmetry| image(symmetry) == least).expect("it was found");
                let block = match blocks.iter().position(|block: &Block| block.kings == least) {
                    Some(block) => block,
                    None => {
                        let others = (0..squares as u8).filter(|square| !least.contains(square)).collect();
                        blocks.push(Block { kings: least, others, images: 0 });
                        blocks.len() - 1
                    }
                };
                blocks[block].images += 1;
                home[white][black] = Some((block, symmetry));
            }
        }
        let digit = |block: &Block, symmetry: &Vec<u8>| {
            let mut digits = [0; MOST_SQUARES];
            for (square, digit) in digits.iter_mut().enumerate().take(squares) {
                let place = block.others.iter().position(|other| *other == symmetry[square]);
                *digit = place.map_or(0, |place| BASE.pow(place as u32));
            }
            digits
        };
        let of_symmetry = |symmetry| blocks.iter().map(|block| digit(block, symmetry)).collect();
        let digits = symmetries.iter().map(of_symmetry).collect();
        let lines = STEPS.map(|(steps, goes_on)| {
            (0..squares as u8).map(|from| lines(board, from, steps, goes_on)).collect::<Vec<_>>()
        });
        Some(Self { board, blocks, home, digits, lines, size: BASE.pow(squares as u32 - 2) })
    }

    /// How many numbers there are: one for each placement whose kings stand on the squares of a block.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.size * self.blocks.len() as u32
    }

    /// How many squares.
    fn squares(&self) -> usize {
        self.board.squares()
    }

    /// What stands on each square, by number.
    #[must_use]
    pub fn cells(&self, number: u32) -> Cells {
        let block = &self.blocks[(number / self.size) as usize];
        let (mut cells, mut rest) = ([NOTHING; MOST_SQUARES], number % self.size);
        for &square in &block.others {
            cells[usize::from(square)] = (rest % BASE) as u8;
            rest /= BASE;
        }
        for (king, square) in KINGS.into_iter().zip(block.kings) {
            cells[usize::from(square)] = king;
        }
        cells
    }

    /// The number of a placement, up to the symmetries of the board.
    ///
    /// # Panics
    ///
    /// If a king is missing.
    #[must_use]
    pub fn number(&self, cells: &Cells) -> u32 {
        let square = |king: u8| cells.iter().position(|man| *man == king).expect("a king");
        let (block, symmetry) = self.home[square(KINGS[0])][square(KINGS[1])].expect("two squares");
        let digits = &self.digits[symmetry][block];
        let men = cells.iter().zip(digits).map(|(man, digit)| u32::from(*man) * digit * u32::from(*man < KINGS[0]));
        self.size * block as u32 + men.sum::<u32>()
    }

    /// The number of the same placement with the colours exchanged and the board upside down.
    #[must_use]
    pub fn flipped(&self, cells: &Cells) -> u32 {
        let mut flipped = [NOTHING; MOST_SQUARES];
        for (square, &man) in cells.iter().enumerate().take(self.squares()) {
            flipped[usize::from(self.board.upside_down(square as u8))] = match man {
                NOTHING => NOTHING,
                1..=4 => man + 4,
                5..=8 => man - 4,
                9 => 10,
                _ => 9,
            };
        }
        self.number(&flipped)
    }

    /// How many men there are.
    #[must_use]
    pub fn men(cells: &Cells) -> usize {
        cells.iter().filter(|man| **man != NOTHING).count()
    }

    /// How many placements there are for each number of its block: pairs of the kings' squares that symmetries carry there.
    #[must_use]
    pub fn images(&self, number: u32) -> u64 {
        self.blocks[(number / self.size) as usize].images
    }

    /// A placement as a FEN.
    #[must_use]
    pub fn fen(&self, cells: &Cells) -> String {
        let files = usize::from(self.board.files());
        let rank = |rank: &[u8]| {
            let mut text = String::new();
            for empty in rank.chunk_by(|one, next| *one == NOTHING && *next == NOTHING) {
                match empty[0] {
                    NOTHING => text.push_str(&empty.len().to_string()),
                    man => text.push(LETTERS[usize::from(man)]),
                }
            }
            text
        };
        let ranks: Vec<String> = cells[..self.squares()].chunks(files).rev().map(rank).collect();
        ranks.join("/")
    }

    /// Tells the options of a colour at a placement; a pass, if it has no move.
    #[inline]
    pub fn each_option(&self, cells: &Cells, number: u32, white: bool, mut tell: impl FnMut(Target)) {
        let digits = &self.digits[0][(number / self.size) as usize];
        let mut may_move = false;
        for from in 0..self.squares() {
            let man = cells[from];
            if man == NOTHING || is_white(man) != white {
                continue;
            }
            for line in &self.lines[kind(man)][from] {
                for &to in line {
                    let taken = cells[usize::from(to)];
                    if taken != NOTHING && is_white(taken) == white {
                        break;
                    }
                    may_move = true;
                    tell(if taken >= KINGS[0] {
                        Target::Won
                    } else if man >= KINGS[0] {
                        let mut after = *cells;
                        (after[from], after[usize::from(to)]) = (NOTHING, man);
                        Target::To(self.number(&after))
                    } else {
                        let (own, other) = (u32::from(man), u32::from(taken));
                        Target::To(
                            number - own * digits[from] - other * digits[usize::from(to)]
                                + own * digits[usize::from(to)],
                        )
                    });
                    if taken != NOTHING {
                        break;
                    }
                }
            }
        }
        if !may_move {
            tell(Target::To(number));
        }
    }
}

/// The lines along which a man goes from a square.
fn lines(board: board::Board, from: u8, steps: &[(i16, i16)], goes_on: bool) -> Vec<Vec<u8>> {
    let (file, rank) = board.file_and_rank(from);
    let line = |&(files, ranks): &(i16, i16)| {
        let most = if goes_on { MOST_SQUARES as i16 } else { 1 };
        let squares = (1..=most).map_while(|count| board.square(file + count * files, rank + count * ranks));
        squares.collect::<Vec<u8>>()
    };
    steps.iter().map(line).filter(|line| !line.is_empty()).collect()
}
