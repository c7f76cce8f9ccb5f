//! Board pictures, as SVG text.
//!
//! Responsible for: one drawing style, with shapes of our own made of a few straight lines and arcs. Left to others:
//! which positions are shown (for the book the list in `tests/src/bin/pictures.rs`; else `solve export`) and everything about the rules; a picture is
//! never evidence.
//!
//! Equal arguments always give equal text.

use std::fmt;

use crate::svg::{Svg, escaped};

/// Side of a square, in the units of the picture.
const SQUARE: usize = 48;
/// Width of the frame that holds the names of files and ranks.
const FRAME: usize = 26;
/// Height of a line of caption below the board.
const CAPTION: usize = 24;
/// Largest number of files or ranks; the book shows nothing larger, and files have one-letter names.
pub const LARGEST_SIDE: usize = 16;

/// Who would make the move that an arrow shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// White: a full line.
    White,
    /// Black: a broken line.
    Black,
}

/// A move to be drawn, from the centre of one square to that of another; squares are (file, rank), from 0, so a1 is (0,
/// 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The square that the piece leaves.
    pub from: (usize, usize),
    /// The square that it goes to.
    pub to: (usize, usize),
    /// Whose move it is.
    pub mover: Mover,
}

/// Why a picture cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureError {
    /// There is no rank, or the ranks have no square.
    Empty,
    /// More than [`LARGEST_SIDE`] files or ranks.
    TooLarge {
        /// Files found.
        files: usize,
        /// Ranks found.
        ranks: usize,
    },
    /// A rank whose length differs from that of the top rank.
    Ragged {
        /// The rank, counted from the top, from 0.
        row: usize,
        /// Squares in the top rank.
        expected: usize,
        /// Squares in this one.
        found: usize,
    },
    /// A letter that names no piece.
    UnknownPiece(char),
    /// An arrow that starts or ends outside the board.
    ArrowOutside(Arrow),
    /// An arrow from a square to itself.
    ArrowWithoutLength(Arrow),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "picture: found an empty board, required at least one square"),
            Self::TooLarge { files, ranks } => {
                write!(f, "picture: found {files}×{ranks}, required at most {LARGEST_SIDE}×{LARGEST_SIDE}")
            }
            Self::Ragged { row, expected, found } => {
                write!(f, "picture: row {row} from the top: found {found} squares, required {expected}")
            }
            Self::UnknownPiece(letter) => write!(f, "picture: found piece {letter:?}, required one of KQRBNPkqrbnp"),
            Self::ArrowOutside(arrow) => {
                write!(f, "picture: arrow {:?} to {:?} leaves the board", arrow.from, arrow.to)
            }
            Self::ArrowWithoutLength(arrow) => {
                write!(f, "picture: arrow from {:?} to itself", arrow.from)
            }
        }
    }
}

impl std::error::Error for PictureError {}

/// The picture of a board as a complete SVG file.
///
/// `rows` are the ranks from the top, each with its squares from file a on: a piece by its letter (capitals are
/// White's), or nothing. The caption, if any, is one line below the board.
///
/// # Errors
///
/// [`PictureError`] says what is wrong with the arguments; nothing is drawn in part.
///
/// # Examples
///
/// ```
/// use solver::picture::{svg, Arrow, Mover};
///
/// let rows = [vec![None, Some('k')], vec![Some('K'), None]];
/// let capture = Arrow { from: (0, 0), to: (1, 1), mover: Mover::White };
/// let text = svg(&rows, &[capture], Some("White captures the king"))?;
/// assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
/// # Ok::<(), solver::picture::PictureError>(())
/// ```
pub fn svg(rows: &[Vec<Option<char>>], arrows: &[Arrow], caption: Option<&str>) -> Result<String, PictureError> {
    let (files, ranks) = size(rows)?;
    let width = files * SQUARE + 2 * FRAME;
    let board_bottom = ranks * SQUARE + 2 * FRAME;
    let height = board_bottom + if caption.is_some() { CAPTION } else { 0 };

    let mut out = Svg::in_book([width, height], caption.unwrap_or("chess position"));
    draw_squares(&mut out, files, ranks);
    draw_names(&mut out, files, ranks);
    for (row, squares) in rows.iter().enumerate() {
        for (file, letter) in squares.iter().enumerate() {
            if let Some(letter) = letter {
                draw_piece(&mut out, *letter, FRAME + file * SQUARE, FRAME + row * SQUARE)?;
            }
        }
    }
    for arrow in arrows {
        draw_arrow(&mut out, arrow, files, ranks)?;
    }
    if let Some(caption) = caption {
        let (x, y) = (width / 2, board_bottom + CAPTION / 2 - 2);
        writeln!(
            out,
            r##"<text x="{x}" y="{y}" text-anchor="middle" font-size="14" fill="#2b2b2b">{}</text>"##,
            escaped(caption)
        );
    }
    Ok(out.finish())
}

/// The squares of the placement field of a FEN, row by row from the top.
///
/// # Examples
///
/// ```
/// assert_eq!(solver::picture::rows("1k/K1"), [vec![None, Some('k')], vec![Some('K'), None]]);
/// assert_eq!(solver::picture::rows("12")[0].len(), 12);
/// ```
#[must_use]
pub fn rows(placement: &str) -> Vec<Vec<Option<char>>> {
    let row = |text: &str| {
        let (mut row, mut empty) = (Vec::new(), 0);
        for letter in text.chars() {
            match letter.to_digit(10) {
                Some(digit) => empty = empty * 10 + digit as usize,
                None => {
                    row.resize(row.len() + std::mem::take(&mut empty), None);
                    row.push(Some(letter));
                }
            }
        }
        row.resize(row.len() + empty, None);
        row
    };
    placement.split('/').map(row).collect()
}

/// Files and ranks of a board given row by row.
fn size(rows: &[Vec<Option<char>>]) -> Result<(usize, usize), PictureError> {
    let ranks = rows.len();
    let files = rows.first().map_or(0, Vec::len);
    if files == 0 {
        return Err(PictureError::Empty);
    }
    if files > LARGEST_SIDE || ranks > LARGEST_SIDE {
        return Err(PictureError::TooLarge { files, ranks });
    }
    match rows.iter().position(|row| row.len() != files) {
        Some(row) => Err(PictureError::Ragged { row, expected: files, found: rows[row].len() }),
        None => Ok((files, ranks)),
    }
}

fn draw_squares(out: &mut Svg, files: usize, ranks: usize) {
    let (width, height) = (files * SQUARE, ranks * SQUARE);
    writeln!(out, r##"<rect x="{FRAME}" y="{FRAME}" width="{width}" height="{height}" fill="#f1e4c8"/>"##);
    // One path for all dark squares; a1 is dark.
    let mut dark = String::new();
    for rank in 0..ranks {
        for file in (0..files).filter(|file| (file + rank) % 2 == 0) {
            let (x, y) = (FRAME + file * SQUARE, FRAME + (ranks - 1 - rank) * SQUARE);
            dark += &format!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z");
        }
    }
    writeln!(out, r##"<path d="{dark}" fill="#b7a07c"/>"##);
    writeln!(
        out,
        r##"<rect x="{FRAME}" y="{FRAME}" width="{width}" height="{height}" fill="none" stroke="#4a4238" stroke-width="1.5"/>"##
    );
}

fn draw_names(out: &mut Svg, files: usize, ranks: usize) {
    writeln!(out, r##"<g font-size="12" fill="#4a4238" text-anchor="middle">"##);
    for (file, name) in ('a'..='p').enumerate().take(files) {
        let (x, y) = (FRAME + file * SQUARE + SQUARE / 2, FRAME + ranks * SQUARE + 16);
        writeln!(out, r#"<text x="{x}" y="{y}">{name}</text>"#);
    }
    for rank in 0..ranks {
        let (x, y) = (FRAME / 2, FRAME + (ranks - 1 - rank) * SQUARE + SQUARE / 2 + 4);
        writeln!(out, r#"<text x="{x}" y="{y}">{}</text>"#, rank + 1);
    }
    writeln!(out, "</g>");
}

/// The outlines of a role in a square of 48 units (filled in the colour of the piece), and its details (lines in the
/// other colour).
fn shape(role: char) -> Option<(&'static str, &'static str)> {
    let both = match role {
        'k' => (
            "M22 5h4v4h4v4h-4v4h-4v-4h-4v-4h4z\
             M24 19c4-5 15-4 14 4c-.5 5-5 7-6 11h-16c-1-4-5.500-6-6-11c-1-8 10-9 14-4z\
             M13 34h22v3h-22zM11 37h26v5h-26z",
            "M24 20v10M17 30h14",
        ),
        'q' => (
            "M11 17l4.500 17h17l4.500-17l-6.500 9l-2-14l-4.500 12.500l-4.500-12.500l-2 14z\
             M8.500 14.500a2.600 2.600 0 1 1 5.200 0a2.600 2.600 0 1 1-5.200 0z\
             M16.800 9.500a2.600 2.600 0 1 1 5.200 0a2.600 2.600 0 1 1-5.200 0z\
             M26 9.500a2.600 2.600 0 1 1 5.200 0a2.600 2.600 0 1 1-5.200 0z\
             M34.300 14.500a2.600 2.600 0 1 1 5.200 0a2.600 2.600 0 1 1-5.200 0z\
             M13 34h22v3h-22zM11 37h26v5h-26z",
            "M17 30h14",
        ),
        'r' => (
            "M12 8h6v4h3v-4h6v4h3v-4h6v10l-4 3h-16l-4-3zM16 21h16l1.500 13h-19z\
             M13 34h22v3h-22zM11 37h26v5h-26z",
            "M16.500 21h15",
        ),
        'b' => (
            "M21.200 7.500a2.800 2.800 0 1 1 5.600 0a2.800 2.800 0 1 1-5.600 0z\
             M24 10.500c7 5 11 11 7.500 18.500h-15c-3.500-7.500.500-13.500 7.500-18.500z\
             M16 29h16l1.500 5h-19zM13 34h22v3h-22zM11 37h26v5h-26z",
            "M28 15.500l-5.500 7.500",
        ),
        'n' => (
            "M14.500 34c-.5-7 6-9 6.500-13.500l-4.500 2.800l-2.700 3.200l-4.300-2.800l3.300-7l5.200-5.200l.5-5l4.500 3.500c8.500 1 12.500 8 11.500 24z\
             M13 34h22v3h-22zM11 37h26v5h-26z",
            "M19.300 14.800l1.600-.8M27.500 14.500c4 3.500 5 9 4.500 15.500",
        ),
        'p' => (
            "M17.500 16.500a6.500 6.500 0 1 1 13 0a6.500 6.500 0 1 1-13 0zM17 23h14v3h-14zM20 26h8l4 11h-16zM13 37h22v5h-22z",
            "",
        ),
        _ => return None,
    };
    Some(both)
}

fn draw_piece(out: &mut Svg, letter: char, x: usize, y: usize) -> Result<(), PictureError> {
    let (outline, details) = shape(letter.to_ascii_lowercase()).ok_or(PictureError::UnknownPiece(letter))?;
    let (fill, ink) = if letter.is_ascii_uppercase() { ("#ffffff", "#1f1f1f") } else { ("#262626", "#f4f0e6") };
    // A black piece keeps a dark edge against the board; only its details are light.
    writeln!(
        out,
        r##"<g transform="translate({x} {y})" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"><path d="{outline}" fill="{fill}" stroke="#1f1f1f"/>"##
    );
    if !details.is_empty() {
        writeln!(out, r#"<path d="{details}" fill="none" stroke="{ink}"/>"#);
    }
    writeln!(out, "</g>");
    Ok(())
}

fn draw_arrow(out: &mut Svg, arrow: &Arrow, files: usize, ranks: usize) -> Result<(), PictureError> {
    let inside = |(file, rank): (usize, usize)| file < files && rank < ranks;
    if !inside(arrow.from) || !inside(arrow.to) {
        return Err(PictureError::ArrowOutside(*arrow));
    }
    if arrow.from == arrow.to {
        return Err(PictureError::ArrowWithoutLength(*arrow));
    }
    // Drawing only: decimals with two places, from whole numbers and one square root.
    let centre = |(file, rank): (usize, usize)| {
        let x = FRAME + file * SQUARE + SQUARE / 2;
        let y = FRAME + (ranks - 1 - rank) * SQUARE + SQUARE / 2;
        (x as f64, y as f64)
    };
    let ((x0, y0), (x1, y1)) = (centre(arrow.from), centre(arrow.to));
    let length = ((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)).sqrt();
    let (ux, uy) = ((x1 - x0) / length, (y1 - y0) / length);
    let at = |along: f64, aside: f64| (x0 + ux * along - uy * aside, y0 + uy * along + ux * aside);
    let (start, neck, tip) = (at(16.0, 0.0), at(length - 18.0, 0.0), at(length - 6.0, 0.0));
    let (left, right) = (at(length - 19.0, 7.0), at(length - 19.0, -7.0));
    let (colour, dashes) = match arrow.mover {
        Mover::White => ("#1565c0", ""),
        Mover::Black => ("#b3400e", r#" stroke-dasharray="6 3""#),
    };
    writeln!(
        out,
        r#"<path d="M{:.2} {:.2}L{:.2} {:.2}" fill="none" stroke="{colour}" stroke-width="4.5" stroke-opacity="0.85"{dashes}/>"#,
        start.0, start.1, neck.0, neck.1
    );
    writeln!(
        out,
        r#"<path d="M{:.2} {:.2}L{:.2} {:.2}L{:.2} {:.2}z" fill="{colour}" fill-opacity="0.9"/>"#,
        tip.0, tip.1, left.0, left.1, right.0, right.1
    );
    Ok(())
}
