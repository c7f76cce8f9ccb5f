//! Colours, roles and squares of Losing Chess, and where men reach on the board.

/// A colour: 0 is White, 1 is Black.
pub type Colour = usize;
/// White.
pub const WHITE: Colour = 0;
/// Black.
pub const BLACK: Colour = 1;

/// The names of the colours in texts.
pub const COLOURS: [&str; 2] = ["White", "Black"];

/// The roles by number, in the order of `LETTERS`.
pub const KING: usize = 0;
/// Queen.
pub const QUEEN: usize = 1;
/// Rook.
pub const ROOK: usize = 2;
/// Bishop.
pub const BISHOP: usize = 3;
/// Knight.
pub const KNIGHT: usize = 4;
/// Pawn.
pub const PAWN: usize = 5;

/// What a pawn can become, in the order of the format.
pub const PROMOTIONS: [usize; 5] = [KNIGHT, BISHOP, ROOK, QUEEN, KING];

const fn leaps(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut k = 0;
        while k < steps.len() {
            let (file, rank) = (square as i8 % 8 + steps[k].0, square as i8 / 8 + steps[k].1);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[square] |= 1 << (rank * 8 + file);
            }
            k += 1;
        }
        square += 1;
    }
    table
}

/// The squares of a line through each square, without it.
const fn lines(step: (i8, i8)) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut sign = -1;
        while sign <= 1 {
            let (mut file, mut rank) = (square as i8 % 8, square as i8 / 8);
            loop {
                file += sign * step.0;
                rank += sign * step.1;
                if file < 0 || file > 7 || rank < 0 || rank > 7 {
                    break;
                }
                table[square] |= 1 << (rank * 8 + file);
            }
            sign += 2;
        }
        square += 1;
    }
    table
}

/// The squares of a rank that are attacked from a file, by the six inner squares of the rank that are occupied.
const fn ranks() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = (inner as u8) << 1;
            let mut sign = -1;
            while sign <= 1 {
                let mut at = file as i8 + sign;
                while at >= 0 && at < 8 {
                    table[file][inner] |= 1 << at;
                    if occupied >> at & 1 == 1 {
                        break;
                    }
                    at += sign;
                }
                sign += 2;
            }
            inner += 1;
        }
        file += 1;
    }
    table
}

pub(super) static KNIGHTS: [u64; 64] = leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
pub(super) static KINGS: [u64; 64] = leaps(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
pub(super) static PAWNS: [[u64; 64]; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];
static FILES: [u64; 64] = lines((0, 1));
static RISING: [u64; 64] = lines((1, 1));
static FALLING: [u64; 64] = lines((1, -1));
static RANKS: [[u8; 64]; 8] = ranks();

/// The squares of a line that a slider sees: the subtraction of the slider runs up to the first man, once in each direction.
fn slide(square: usize, occupied: u64, line: u64) -> u64 {
    let bit = 1_u64 << square;
    let up = (occupied & line).wrapping_sub(bit);
    let down = (occupied & line).swap_bytes().wrapping_sub(bit.swap_bytes());
    (up ^ down.swap_bytes()) & line
}

pub(super) fn rook(square: usize, occupied: u64) -> u64 {
    let rank = square & 56;
    let row = RANKS[square & 7][(occupied >> rank >> 1 & 63) as usize];
    slide(square, occupied, FILES[square]) | u64::from(row) << rank
}

pub(super) fn bishop(square: usize, occupied: u64) -> u64 {
    slide(square, occupied, RISING[square]) | slide(square, occupied, FALLING[square])
}

/// The squares that a man attacks; of a pawn those where it captures.
pub fn attacks(colour: Colour, role: usize, square: usize, occupied: u64) -> u64 {
    match role {
        KING => KINGS[square],
        QUEEN => rook(square, occupied) | bishop(square, occupied),
        ROOK => rook(square, occupied),
        BISHOP => bishop(square, occupied),
        KNIGHT => KNIGHTS[square],
        _ => PAWNS[colour][square],
    }
}

/// The squares of a set, in increasing order.
pub fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}

/// The first and the last rank.
pub const ENDS: u64 = 0xff00_0000_0000_00ff;
const THIRD: [u64; 2] = [0xff << 16, 0xff << 40];

/// The empty squares to which a pawn steps.
pub fn steps(colour: Colour, square: usize, empty: u64) -> u64 {
    let bit = 1_u64 << square;
    match colour {
        WHITE => {
            let one = bit << 8 & empty;
            one | (one & THIRD[WHITE]) << 8 & empty
        }
        _ => {
            let one = bit >> 8 & empty;
            one | (one & THIRD[BLACK]) >> 8 & empty
        }
    }
}
