//! What people ask for: a position as chess sites write it.
//!
//! A full FEN says more than counts here: nobody is to move, nobody castles, and no moves are counted. That is passed over, with a note. A square for
//! *en passant* is kept if the right exists on this board.

use super::notation::{self, FenError};
use checker::chess::{Board, Placement};

/// A position that was asked for.
#[derive(Clone, Debug)]
pub struct Question {
    /// The board, with the rule for pawns that [`notation::parse`] takes.
    pub board: Board,
    /// The placement.
    pub placement: Placement,
    /// What was passed over, in sentences.
    pub notes: Vec<String>,
}

/// The note on what a full FEN says beyond the placement.
const PASSED_OVER: &str = "side to move, castling and move counters are passed over: here both players bid for every move, and nobody castles";

/// Reads the placement field of a FEN, alone, with the square for *en passant* behind it, or with all the fields of a full FEN. Underlines may stand for the
/// spaces, as in addresses of web pages.
///
/// # Errors
///
/// As [`notation::parse`].
///
/// # Examples
///
/// ```
/// use session::{notation, question};
///
/// let asked = question::read("k7/8/8/K7/7N/8/8/8 w - - 0 1").unwrap();
/// assert_eq!(notation::fen(asked.board, &asked.placement), "k7/8/8/K7/7N/8/8/8");
/// assert_eq!(asked.notes.len(), 1);
/// ```
pub fn read(text: &str) -> Result<Question, FenError> {
    if !text.contains('/') {
        return Err(FenError::NoPlacement);
    }
    let fields: Vec<&str> = text.split([' ', '\t', '_']).filter(|field| !field.is_empty()).collect();
    let plain = |text: &str| {
        let (board, placement) = notation::parse(text)?;
        Ok(Question { board, placement, notes: Vec::new() })
    };
    let Some((placement, more)) = fields.split_first() else { return plain(text.trim()) };
    if more.is_empty() || (more.len() == 1 && is_square(more[0])) {
        return plain(&fields.join(" "));
    }
    if !is_full(more) {
        return Err(FenError::Fields);
    }
    let mut question = plain(placement)?;
    let passed = more.get(2).copied().filter(|field| *field != "-");
    if let Some(passed) = passed {
        match notation::parse(&format!("{placement} {passed}")) {
            Ok((_, with_right)) => question.placement = with_right,
            Err(_) => question.notes.push(format!("there is no right to capture en passant on {passed}: passed over")),
        }
    }
    question.notes.push(PASSED_OVER.to_owned());
    Ok(question)
}

fn is_colour(field: &str) -> bool {
    matches!(field, "w" | "b" | "-")
}

fn is_square(field: &str) -> bool {
    let mut letters = field.chars();
    letters.next().is_some_and(|file| file.is_ascii_lowercase()) && letters.as_str().parse::<u8>().is_ok()
}

/// Rights to castle: `KQkq`, or the files of the rooks.
fn is_castling(field: &str) -> bool {
    field == "-" || (field.len() <= 4 && field.chars().all(|letter| letter.is_ascii_alphabetic()))
}

fn is_number(field: &str) -> bool {
    !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word can be one of the fields that follow the placement.
pub fn is_field(word: &str) -> bool {
    is_colour(word) || is_castling(word) || is_square(word) || is_number(word)
}

/// Whether these are the fields that follow the placement in a FEN, or the first of them.
fn is_full(fields: &[&str]) -> bool {
    let fits = |(place, field): (usize, &&str)| match place {
        0 => is_colour(field),
        1 => is_castling(field),
        2 => *field == "-" || is_square(field),
        _ => is_number(field),
    };
    fields.len() <= 5 && fields.iter().enumerate().all(fits)
}
