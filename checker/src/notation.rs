//! Notation: the placement field of FEN, the square for *en passant*, and moves as people write them.
//!
//! Responsible for: reading and writing placements and writing moves, so that messages and answers can name them. No
//! verdict rests on this module: what is checked is never read from text. A run of digits is one number, so that a
//! board of 12 files writes an empty rank `12`. A right to capture *en passant* is written after a space, as the square that has
//! been passed: `4k3/8/8/8/3pP3/8/8/4K3 e3`. Left to others: the rules (`board`).

use crate::board::{Board, Colour, Man, Move, Piece, Placement, Role, Square};
use crate::certificate::PawnRule;
use crate::failure::ways_to_fail;

ways_to_fail! {
/// Why a text is not the placement field of a FEN, alone or with the square for *en passant*.
FenError {
    /// A letter that names no man.
    Letter { found: char } => "found {found:?}, required one of KQRBNPkqrbnp, a number or /";
    /// Something other than a square follows the placement field.
    MoreFields =>
        "found more after a space, required the placement field alone or with the square for en passant, for nobody is to move";
    /// A rank that has not as many files as the highest one. Ranks are counted from 1 at White's side.
    Files { rank: usize, found: usize, files: usize } =>
        "found {found} files on rank {rank}, required {files} as on the highest rank";
    /// A board that is not of 2 to 16 files and 2 to 16 ranks.
    Board { files: usize, ranks: usize } =>
        "found {files} files and {ranks} ranks, required 2 to 16 of each";
    /// Not exactly one king of a colour.
    Kings { colour: Colour, found: usize } => "found {found} {colour} kings, required exactly 1";
    /// A pawn where none can be.
    Pawn { square: Square } => "found a pawn on {square}, required none on the first and on the last rank";
    /// No right to capture *en passant*.
    Passed { square: Square } =>
        "found {square} for en passant, required the square that a pawn has just passed: the pawn on the one before it, that one \
         and the one behind it empty, a pawn of the other colour beside the pawn";
}}

/// Reads the placement field of a FEN, on a board of any size, and the square for *en passant* if one follows it.
///
/// # Errors
///
/// The first letter that is wrong; then the size of the board; then the kings; then the pawns; then what follows the field.
///
/// # Examples
///
/// ```
/// let placement = checker::notation::parse("k7/8/8/K7/7N/8/8/8").unwrap();
/// assert_eq!(checker::notation::fen(&placement), "k7/8/8/K7/7N/8/8/8");
/// ```
pub fn parse(fen: &str) -> Result<Placement, FenError> {
    let (field, passed) = fen.split_once(' ').map_or((fen, None), |(field, passed)| (field, Some(passed)));
    let rows: Vec<&str> = field.split('/').collect();
    let mut pieces: Vec<Piece> = Vec::new();
    let mut widths = Vec::new();
    for (rank, row) in (0..rows.len()).zip(rows.iter().rev()) {
        widths.push(read_rank(row, rank, &mut pieces)?);
    }
    let (files, ranks) = (widths.last().copied().unwrap_or(0), widths.len());
    for (rank, found) in (1..).zip(widths) {
        if found != files {
            return Err(FenError::Files { rank, found, files });
        }
    }
    let board = Board::new(small(files), small(ranks)).ok_or(FenError::Board { files, ranks })?;
    for colour in [Colour::White, Colour::Black] {
        let role = Role::King;
        let king = Man { colour, role };
        let found = pieces.iter().filter(|piece| piece.man == king).count();
        if found != 1 {
            return Err(FenError::Kings { colour, found });
        }
    }
    let placement = Placement::new(board, pieces);
    if let Some(&Piece { square, .. }) = placement.pieces().iter().find(|p| !p.man.may_stand_on(board, p.square)) {
        return Err(FenError::Pawn { square });
    }
    let Some(passed) = passed else {
        return Ok(placement);
    };
    let square = board.squares().find(|square| square.to_string() == passed).ok_or(FenError::MoreFields)?;
    placement.with_right(Some(square)).ok_or(FenError::Passed { square })
}

/// Reads one rank; gives its number of files.
fn read_rank(row: &str, rank: usize, pieces: &mut Vec<Piece>) -> Result<usize, FenError> {
    let (mut file, mut run) = (0_usize, 0_usize);
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = run.saturating_mul(10).saturating_add(usize::from(small(digit)));
            continue;
        }
        file = file.saturating_add(run);
        run = 0;
        let man = Man::from_letter(letter).ok_or(FenError::Letter { found: letter })?;
        let square = Square { rank: small(rank), file: small(file) };
        pieces.push(Piece { man, square });
        file = file.saturating_add(1);
    }
    Ok(file.saturating_add(run))
}

/// A number that is at most 16 wherever it is used; one that is not becomes 255, which fits no board.
fn small(number: impl TryInto<u8>) -> u8 {
    number.try_into().unwrap_or(u8::MAX)
}

/// Writes the placement field of a FEN, and the square for *en passant* if there is a right.
pub fn fen(placement: &Placement) -> String {
    let board = placement.board();
    let mut ranks: Vec<String> = Vec::new();
    for rank in (0..board.ranks()).rev() {
        let mut text = String::new();
        let mut empty = 0_u8;
        for file in 0..board.files() {
            let Some(man) = placement.man_on(Square { rank, file }) else {
                empty = empty.saturating_add(1);
                continue;
            };
            text.extend(run(empty));
            text.push(man.letter());
            empty = 0;
        }
        text.extend(run(empty));
        ranks.push(text);
    }
    let passed = placement.passed().map(|square| format!(" {square}"));
    ranks.join("/") + &passed.unwrap_or_default()
}

/// A number of empty squares, unless there are none.
fn run(empty: u8) -> Option<String> {
    (empty > 0).then(|| empty.to_string())
}

/// Writes one of the moves of a placement: `Kc7`, `Kxb2`, and `Nb1c3` where another man of the same kind could go there; of a pawn
/// `e4`, `exd5`, `d8=N`, `exd8=Q`.
pub fn move_text(placement: &Placement, mv: Move) -> String {
    let Move { from, to, promotion } = mv;
    let Some(man) = placement.man_on(from) else {
        return mv.to_string();
    };
    let captures = placement.man_on(to).is_some() || man.role == Role::Pawn && from.file != to.file;
    let start = match man.role {
        Role::Pawn if captures => from.file_letter().to_string(),
        Role::Pawn => String::new(),
        role => {
            let rival = |m: &Move| m.to == to && m.from != from && placement.man_on(m.from) == Some(man);
            // How pawns move does not matter here.
            let moves = placement.moves(man.colour, PawnRule::NoPawns);
            let from = moves.iter().any(rival).then(|| from.to_string());
            format!("{}{}", role.letter(), from.unwrap_or_default())
        }
    };
    let takes = if captures { "x" } else { "" };
    let becomes = promotion.map(|promotion| format!("={}", Role::from(promotion).letter()));
    format!("{start}{takes}{to}{}", becomes.unwrap_or_default())
}
