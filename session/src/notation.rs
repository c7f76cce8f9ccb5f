//! Notation: boards, men, FEN, moves and names of files as people write them.
//!
//! A run of digits in a FEN is one number, so that a board of 12 files writes an empty rank `12`. A right to capture *en passant* is written
//! after a space, as the square that has been passed: `4k3/8/8/8/3pP3/8/8/4K3 e3`.

use std::fmt;

use checker::certificate::Digest;
use checker::chess::{ALL_PROMOTIONS, Board, Man, Move, PawnRule, Piece, Placement, Role, Square};
use checker::endgame::Endgame;
use checker::theorem::Side;

/// The letters of the men by number.
const LETTERS: [char; 12] = ['K', 'k', 'Q', 'R', 'B', 'N', 'P', 'q', 'r', 'b', 'n', 'p'];

/// The letter of a man: a capital for White's.
pub fn letter(man: Man) -> char {
    LETTERS[usize::from(man.number())]
}

/// The man of a letter.
pub fn man(letter: char) -> Option<Man> {
    let number = LETTERS.iter().position(|&other| other == letter)?;
    Man::new(u8::try_from(number).expect("below 12"))
}

/// A square: `a1`.
pub fn square(square: Square) -> String {
    format!("{}{}", file_letter(square.file()), square.rank() + 1)
}

fn file_letter(file: u8) -> char {
    char::from(b'a' + file)
}

/// A board by its files and ranks: `8x8`.
pub fn board(board: Board) -> String {
    format!("{}x{}", board.files, board.ranks)
}

/// The signature of men in the order of the format: White's first, `KNk`.
pub fn signature(men: &[Man]) -> String {
    let of = |side| men.iter().filter(move |man| man.side() == side).map(|&man| letter(man));
    of(Side::White).chain(of(Side::Black)).collect()
}

/// The men of a signature, in the order of the format; none if a letter stands for no man.
pub fn men(signature: &str) -> Option<Vec<Man>> {
    let mut men = signature.chars().map(man).collect::<Option<Vec<_>>>()?;
    men.sort_unstable();
    Some(men)
}

/// A digest in hexadecimal digits.
pub fn digest(digest: Digest) -> String {
    digest.0.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The numbers of a board in the format.
pub fn stated(files: u8, ranks: u8, rule: PawnRule) -> [u8; 3] {
    Board { files, ranks, pawn_rule: rule }.stated()
}

/// How pawns move, after the rest of a statement.
pub fn pawn_rule(rule: PawnRule) -> &'static str {
    match rule {
        PawnRule::NoPawns => "",
        PawnRule::SingleStep => ", single step",
        PawnRule::DoubleStep => ", double step",
    }
}

/// An endgame: `8x8 KPk, single step`.
pub fn endgame(Endgame { board, men }: &Endgame) -> String {
    format!("{} {}{}", self::board(*board), signature(men), pawn_rule(board.pawn_rule))
}

/// The conventional name of the certificate's file of an endgame: `8x8_KNk.cert`. The rule for pawns stands there only where it is not the usual one: a
/// double step on boards of 8 ranks or more.
pub fn file_name(Endgame { board, men }: &Endgame) -> String {
    format!("{}_{}{}.cert", self::board(*board), signature(men), unusual(*board))
}

/// The rule for pawns in the name of a file.
pub(crate) fn unusual(board: Board) -> &'static str {
    match (board.pawn_rule, board.ranks) {
        (PawnRule::SingleStep, 8..) => "_single",
        (PawnRule::DoubleStep, ..8) => "_double",
        _ => "",
    }
}

/// Why a text is not the placement field of a FEN, alone or with the square for *en passant*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// Without a single /, it is no placement.
    NoPlacement,
    /// A letter that names no man.
    Letter(char),
    /// Something other than a square follows the placement field.
    MoreFields,
    /// Something other than the fields of a full FEN follows the placement field.
    Fields,
    /// A rank, counted from 1 at White's side, that has not as many files as the highest one: so many found, so many required.
    Files(usize, usize, usize),
    /// A board of so many files and ranks.
    Board(usize, usize),
    /// So many kings of a side.
    Kings(Side, usize),
    /// A pawn on the first or on the last rank.
    Pawn(Square),
    /// No square over which a pawn can have stepped just now, with a pawn of the other side that may capture it there.
    Passed(Square),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoPlacement => f.write_str(
                "found no FEN, required one, at least the placement field: ranks from the top with / between them, such as k7/8/8/K7/7N/8/8/8",
            ),
            Self::Letter(found) => write!(f, "found {found:?}, required one of KQRBNPkqrbnp, a number or /"),
            Self::MoreFields => f.write_str(
                "found more after a space, required the placement field alone or with the square for en passant, for nobody is to move",
            ),
            Self::Fields => f.write_str(
                "found more after a space, required the placement field of a FEN alone, with the square for en passant, or with all the fields of a full FEN",
            ),
            Self::Files(rank, found, required) => {
                write!(f, "found {found} files on rank {rank}, required {required} as on the highest rank")
            }
            Self::Board(files, ranks) => write!(f, "found {files} files and {ranks} ranks, required 2 to 16 of each"),
            Self::Kings(side, found) => {
                write!(f, "found {found} {} kings, required exactly 1", side.of("white", "black"))
            }
            Self::Pawn(square) => {
                write!(f, "found a pawn on {}, required none on the first and on the last rank", self::square(square))
            }
            Self::Passed(square) => write!(
                f,
                "found {} for en passant, required the square that a pawn has just passed: the pawn on the one before it, that one \
                 and the one behind it empty, a pawn of the other colour beside the pawn",
                self::square(square)
            ),
        }
    }
}

impl std::error::Error for FenError {}

/// Reads the placement field of a FEN, on a board of any size, and the square for *en passant* if one follows it. The rule for pawns, which
/// a FEN does not tell, is that of the double step if there can be one.
///
/// # Errors
///
/// The first letter that is wrong; then the size of the board; then the kings; then the pawns; then what follows the field.
///
/// # Examples
///
/// ```
/// use session::notation::{fen, parse};
///
/// let (board, placement) = parse("k7/8/8/K7/7N/8/8/8").unwrap();
/// assert_eq!(fen(board, &placement), "k7/8/8/K7/7N/8/8/8");
/// ```
pub fn parse(fen: &str) -> Result<(Board, Placement), FenError> {
    read(fen, true)
}

/// Reads a FEN with any men: kings are counted only if `kings` asks for it.
///
/// # Errors
///
/// What is wrong with the text.
pub fn read(fen: &str, kings: bool) -> Result<(Board, Placement), FenError> {
    let (field, passed) = fen.split_once(' ').map_or((fen, None), |(field, passed)| (field, Some(passed)));
    let (mut pieces, mut widths) = (Vec::new(), Vec::new());
    for (rank, row) in field.rsplit('/').enumerate() {
        widths.push(read_rank(row, small(rank), &mut pieces)?);
    }
    let (files, ranks) = (widths[widths.len() - 1], widths.len());
    if let Some((rank, &found)) = (1..).zip(&widths).find(|(_, found)| **found != files) {
        return Err(FenError::Files(rank, found, files));
    }
    let has_pawns = pieces.iter().any(|piece| piece.man.role() == Role::Pawn);
    let rule = match (has_pawns, ranks) {
        (false, _) => PawnRule::NoPawns,
        (true, ..4) => PawnRule::SingleStep,
        (true, _) => PawnRule::DoubleStep,
    };
    let board = Board::new(stated(small(files), small(ranks), rule));
    let board = board.ok_or(FenError::Board(files, ranks))?;
    for side in Side::BOTH.into_iter().filter(|_| kings) {
        let found = pieces.iter().filter(|piece| piece.man == Man::of(side, Role::King)).count();
        if found != 1 {
            return Err(FenError::Kings(side, found));
        }
    }
    if let Some(&Piece { square, .. }) = pieces.iter().find(|piece| !board.has_room(piece.man, piece.square)) {
        return Err(FenError::Pawn(square));
    }
    pieces.sort_unstable();
    let placement = Placement { pieces, passed: None };
    let Some(passed) = passed else { return Ok((board, placement)) };
    let passed = board.squares().find(|&square| self::square(square) == passed).ok_or(FenError::MoreFields)?;
    match board.rights(&placement).contains(&passed) {
        true => Ok((board, Placement { passed: Some(passed), ..placement })),
        false => Err(FenError::Passed(passed)),
    }
}

/// Reads one rank; gives its number of files.
fn read_rank(row: &str, rank: u8, pieces: &mut Vec<Piece>) -> Result<usize, FenError> {
    let (mut file, mut run) = (0_usize, 0_usize);
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = run.saturating_mul(10).saturating_add(usize::from(small(digit)));
            continue;
        }
        file = file.saturating_add(run);
        run = 0;
        let man = man(letter).ok_or(FenError::Letter(letter))?;
        pieces.push(Piece { man, square: Square::new(rank.min(15), small(file).min(15)) });
        file = file.saturating_add(1);
    }
    Ok(file.saturating_add(run))
}

/// A number that is at most 16 wherever it is used; one that is not becomes 255, which fits no board. (A square is not looked at until the board is
/// known to be one.)
fn small(number: impl TryInto<u8>) -> u8 {
    number.try_into().unwrap_or(u8::MAX)
}

/// Writes the placement field of a FEN, and the square for *en passant* if there is a right.
pub fn fen(board: Board, placement: &Placement) -> String {
    let Board { files, ranks, .. } = board;
    let row = |rank: u8| {
        let (mut text, mut empty) = (String::new(), 0_u8);
        for file in 0..files {
            match placement.man_on(Square::new(rank, file)) {
                None => empty += 1,
                Some(man) => {
                    text.extend(run(empty));
                    text.push(letter(man));
                    empty = 0;
                }
            }
        }
        text.extend(run(empty));
        text
    };
    let rows: Vec<String> = (0..ranks).rev().map(row).collect();
    rows.join("/") + &placement.passed.map_or(String::new(), |passed| format!(" {}", square(passed)))
}

/// A number of empty squares, unless there are none.
fn run(empty: u8) -> Option<String> {
    (empty > 0).then(|| empty.to_string())
}

/// What a number of a move says: the square left, the square reached, and what a pawn becomes. None for a pass, and for what is no move.
pub fn move_parts(board: Board, name: u32) -> Option<(Square, Square, Option<Role>)> {
    let [to, from, promotion, rest] = name.to_le_bytes();
    let promotion = match promotion {
        0 => None,
        number => Some(*ALL_PROMOTIONS.get(usize::from(number) - 1)?),
    };
    (name != 0 && rest == 0).then_some((board.square(from)?, board.square(to)?, promotion))
}

/// A move by its squares: `a1b2`, `a7a8=Q`, `pass`.
pub fn step(board: Board, name: u32) -> String {
    match move_parts(board, name) {
        Some((from, to, promotion)) => format!("{}{}{}", square(from), square(to), becomes(promotion)),
        None if name == 0 => "pass".to_owned(),
        None => format!("the number {name}, which is no move"),
    }
}

fn becomes(promotion: Option<Role>) -> String {
    promotion.map_or(String::new(), |role| format!("={}", letter(Man::of(Side::White, role))))
}

/// Writes one of the moves of a placement: `Kc7`, `Kxb2`, and `Nb1c3` where another man of the same kind could go there; of a pawn
/// `e4`, `exd5`, `d8=N`, `exd8=Q`.
pub fn move_text(board: Board, placement: &Placement, name: u32) -> String {
    let moved = move_parts(board, name).and_then(|parts| Some((parts, placement.man_on(parts.0)?)));
    let Some(((from, to, promotion), man)) = moved else { return step(board, name) };
    let captures = placement.man_on(to).is_some() || (man.role() == Role::Pawn && from.file() != to.file());
    let start = match man.role() {
        Role::Pawn if captures => file_letter(from.file()).to_string(),
        Role::Pawn => String::new(),
        role => {
            let mut is_rivalled = false;
            for &rival in placement.pieces.iter().filter(|rival| rival.man == man && rival.square != from) {
                board.each_move(placement, rival, |mv: Move| is_rivalled |= mv.to == to);
            }
            let from = if is_rivalled { square(from) } else { String::new() };
            format!("{}{from}", letter(Man::of(Side::White, role)))
        }
    };
    format!("{start}{}{}{}", if captures { "x" } else { "" }, square(to), becomes(promotion))
}

/// The options of both sides: whose, the number of the move, and the placement that it leads to; none where the side has won.
pub fn options(board: Board, placement: &Placement) -> Vec<(Side, u32, Option<Placement>)> {
    let mut options = Vec::new();
    board.options(placement, |side, mv| {
        let after = (!mv.is_some_and(Move::wins)).then(|| board.after(placement, mv));
        options.push((side, board.name(mv), after));
    });
    options
}
