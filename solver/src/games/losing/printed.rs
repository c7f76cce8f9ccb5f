//! What can be asked about printed lines and endings of Losing Chess: questions of [`crate::audit`] beside those of [`super::claims`].
//!
//! Responsible for: lines replayed from a position to what is said of their end, and counts over committed proofs and small tables.

use num_rational::BigRational;
use serde::Deserialize;

use super::claims::Solved;
use super::material::Material;
use super::notation;
use super::proof;
use super::rules::{BISHOP, Board, COLOURS, Move, WHITE};
use super::table::DRAW;
use crate::audit::{Answer, Found, Item, Question, question};
use crate::chess::material::LETTERS;

/// All questions of this file.
pub fn questions() -> Vec<Question> {
    vec![
        question("line", line),
        question("stalemates", stalemates),
        question("opposite-bishops", opposite_bishops),
        question("table-bytes", table_bytes),
        question("longest-defences", longest_defences),
    ]
}

/// A line, from the beginning of the game or from a position, and what is said of its end.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    line: String,
    /// The FEN of the position in which it begins; else the start.
    from: Option<String>,
    /// Moves each of which is legal at the end.
    #[serde(default, rename = "then")]
    next: Vec<String>,
    /// The men that are left, such as `KRvKN`.
    leaves: Option<String>,
    ends: Option<End>,
}

/// How a line ends.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum End {
    /// The side to move has no move.
    NoMove,
    /// The side to move has to capture.
    Capture,
    /// The side to move can promote.
    Promotion,
    /// There is one legal move.
    OneMove,
}

/// Whether a line is legal, and ends as is said.
fn line(_: &mut (), asked: &Line) -> Answer {
    let start = asked.from.as_deref().map_or(Ok(Board::start()), Board::from_fen)?;
    let (board, moves) = match notation::play(start, &asked.line) {
        Ok(played) => played,
        Err(error) => return Ok(Found::truth(false).noting(error)),
    };
    if let Some(wrong) = wrong_sign(start, &asked.line, &moves) {
        return Ok(Found::truth(false).noting(wrong));
    }
    for text in &asked.next {
        if let Err(error) = notation::read(&board, text) {
            return Ok(Found::truth(false).noting(format!("after the line: {error}")));
        }
    }
    let left = men(&board);
    if let Some(men) = asked.leaves.as_ref().filter(|men| **men != left) {
        return Ok(Found::truth(false).noting(format!("found {left} at the end, required {men}")));
    }
    let legal = board.legal();
    let is_so = match asked.ends {
        None => true,
        Some(End::NoMove) => legal.is_empty(),
        Some(End::Capture) => legal.first().is_some_and(|step| board.is_capture(*step)),
        Some(End::Promotion) => legal.iter().any(|step| step.promotion().is_some()),
        Some(End::OneMove) => legal.len() == 1,
    };
    let side = COLOURS[board.turn()];
    let written: Vec<String> = legal.iter().map(|step| notation::written(&board, *step)).collect();
    Ok(match is_so {
        true => Found::truth(true).noting(format!("{} legal moves", moves.len())),
        false => Found::truth(false).noting(format!("{side} can move at the end: {}", written.join(" "))),
    })
}

/// The first move with the sign of a capture that captures nothing, or without it that captures.
fn wrong_sign(mut board: Board, line: &str, moves: &[Move]) -> Option<String> {
    let texts = line.split_whitespace().filter(|word| word.contains(char::is_alphabetic));
    for (text, &step) in texts.zip(moves) {
        if text.contains('x') != board.is_capture(step) {
            let is = if text.contains('x') { "no capture" } else { "a capture" };
            return Some(format!("found {text:?}, which is {is}: {}", notation::written(&board, step)));
        }
        board = board.after(step);
    }
    None
}

/// The men of a position, White's first.
fn men(board: &Board) -> String {
    let of = |colour: usize| -> String {
        (0..LETTERS.len())
            .flat_map(|role| {
                (0..64).filter(move |&square| board.man(square) == Some((colour, role))).map(move |_| role)
            })
            .map(|role| LETTERS[role])
            .collect()
    };
    format!("{}v{}", of(0), of(1))
}

/// Certificates of proofs, in the folder of the proofs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proofs {
    files: Vec<String>,
}

/// Of the positions of these proofs where a side with men has no move: the share where it has only pawns, and of those that the winner would not win by the
/// rule of FICS.
fn stalemates(solved: &mut Solved, Proofs { files }: &Proofs) -> Answer {
    let mut counts = [0; 3];
    for file in files {
        let path = solved.proof(file);
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", session::escape::path(&path));
        let bytes = std::fs::read(&path).map_err(|error| failed(&error))?;
        let (_, size, _) = proof::read(&bytes).map_err(|error| failed(&error))?;
        for (count, found) in counts.iter_mut().zip([size.stalemates, size.pawns_only, size.not_fics]) {
            *count += found;
        }
    }
    let [all, pawns_only, not_fics] = counts;
    if all == 0 {
        return Err("files: found no stalemate, required proofs with stalemates".into());
    }
    let share = |count: usize| Item::Number(BigRational::new(count.into(), all.into()));
    let note = format!("{all} stalemates, {pawns_only} with pawns only, {not_fics} not won by the rule of FICS");
    Ok(Found::list([share(pawns_only), share(not_fics)]).noting(note))
}

/// Materials of two or three men, one side a lone bishop.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bishops {
    materials: Vec<String>,
}

/// How often the other side wins, in all placements of these materials where it has a bishop, and the lone bishop stands on squares of the other colour only.
fn opposite_bishops(solved: &mut Solved, Bishops { materials }: &Bishops) -> Answer {
    let tables = solved.tables()?;
    let (mut wins, mut of) = (Vec::new(), 0_u64);
    for name in materials {
        let material = Material::parse(name)?;
        let lone = (0..2).find(|&colour| material.count(colour) == 1 && material.men().contains(&(colour, BISHOP)));
        let lone = lone.ok_or_else(|| format!("{material}: found no lone bishop, required one"))?;
        let mut men = material.men();
        men.sort_by_key(|&(colour, role)| (colour != lone, role != BISHOP));
        if !(2..=3).contains(&men.len()) || men[1] != (1 - lone, BISHOP) {
            return Err(format!("{material}: required a bishop against a bishop, with at most one man more").into());
        }
        for number in 0..1_usize << (6 * men.len()) {
            let squares: Vec<usize> = (0..men.len()).map(|k| number >> (6 * k) & 63).collect();
            if shade(squares[0]) == shade(squares[1]) || !fits(&men, &squares) {
                continue;
            }
            for turn in 0..2 {
                let mut board = Board::empty(turn);
                men.iter().zip(&squares).for_each(|(&(colour, role), &square)| board.put(colour, role, square));
                let label = tables.value(&board).ok_or_else(|| format!("{}: found no table", board.fen()))?;
                of += 1;
                if label != DRAW && (label % 2 == 0) == (turn != lone) {
                    wins.push(board.fen());
                }
            }
        }
    }
    let some = wins.iter().take(4).cloned().collect::<Vec<_>>().join("; ");
    Ok(Found::count(wins.len()).noting(format!("of {of} positions: {some}")))
}

fn shade(square: usize) -> usize {
    (square % 8 + square / 8) % 2
}

/// Whether all squares differ, and no pawn stands on the first or the last rank.
fn fits(men: &[(usize, usize)], squares: &[usize]) -> bool {
    (0..men.len()).all(|k| {
        let is_end = squares[k] < 8 || squares[k] >= 56;
        let is_taken = squares[..k].contains(&squares[k]);
        !(is_taken || LETTERS[men[k].1] == 'P' && is_end)
    })
}

/// Bits for each entry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bits {
    bits: usize,
}

/// Bytes of all tables of four men, with either side to move, placements up to symmetry and nothing else.
fn table_bytes(solved: &mut Solved, Bits { bits }: &Bits) -> Answer {
    let placements: usize = solved.four()?.values().map(|row| row.figures.placements).sum();
    Ok(Found::count(placements * 2 * bits / 8).noting(format!("{placements} placements")))
}

/// A placement, with the side to move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Defence {
    fen: String,
}

/// The moves of a side that loses which put off the conversion for longest.
fn longest_defences(solved: &mut Solved, Defence { fen }: &Defence) -> Answer {
    let board = Board::from_fen(fen)?;
    let mut found: Vec<(u8, String)> = Vec::new();
    for step in board.legal() {
        let next = board.after(step);
        // A conversion ends the count.
        let label = match Material::of(&next) == Material::of(&board) {
            true => solved.labels_of(&next)?[next.turn()],
            false => 0,
        };
        if label == DRAW || label % 2 == 1 {
            return Err(format!("{fen}: found a move that does not lose, required a lost position").into());
        }
        found.push((label, notation::written(&board, step)));
    }
    let longest = found.iter().map(|(label, _)| *label).max().unwrap_or(0);
    let other = found.iter().map(|(label, _)| *label).filter(|label| *label != longest).max();
    let moves = found.iter().filter(|(label, _)| *label == longest).map(|(_, text)| text);
    let side = if board.turn() == WHITE { "Black" } else { "White" };
    let note = format!("{side} needs {longest} plies, {} against other moves", other.unwrap_or(0));
    Ok(Found::words(moves).noting(note))
}
