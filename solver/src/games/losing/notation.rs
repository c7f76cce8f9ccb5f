//! Moves and lines as people write them.
//!
//! Responsible for: standard algebraic notation with the king as an ordinary man (`Kxb3`, `e8=K`), lines such as `1.e3 b5 2.Bxb5`, each move
//! replayed by the rules.

use super::rules::{Board, COLOURS, Move, PAWN, letter, name, square};
use crate::chess::material::LETTERS;

/// A legal move in standard algebraic notation.
pub fn written(board: &Board, step: Move) -> String {
    let (from, to) = (step.from(), step.to());
    let role = board.man(from).map_or(PAWN, |(_, role)| role);
    let takes = if board.is_capture(step) { "x" } else { "" };
    let promotion = step.promotion().map_or(String::new(), |role| format!("={}", LETTERS[role]));
    if role == PAWN {
        let file = if takes.is_empty() { String::new() } else { name(from)[..1].to_owned() };
        return format!("{file}{takes}{}{promotion}", name(to));
    }
    let is_twin = |other: &Move| {
        other.to() == to && other.from() != from && board.man(other.from()).map(|(_, role)| role) == Some(role)
    };
    let twins: Vec<usize> = board.legal().into_iter().filter(is_twin).map(Move::from).collect();
    let whole = name(from);
    let place = if twins.is_empty() {
        ""
    } else if twins.iter().all(|twin| twin % 8 != from % 8) {
        &whole[..1]
    } else if twins.iter().all(|twin| twin / 8 != from / 8) {
        &whole[1..]
    } else {
        &whole
    };
    format!("{}{place}{takes}{}", LETTERS[role], name(to))
}

/// The legal move that a text names. Signs of praise and check are passed over.
///
/// # Errors
///
/// What was found, and which moves there are.
pub fn read(board: &Board, text: &str) -> Result<Move, String> {
    let fail = |what: &str| {
        let legal: Vec<String> = board.legal().into_iter().map(|step| written(board, step)).collect();
        let legal = if legal.is_empty() { "there is none".to_owned() } else { legal.join(" ") };
        format!("{what}; required a legal move of {}: {legal}", COLOURS[board.turn()])
    };
    let plain = text.trim_end_matches(['+', '#', '!', '?']).replace(['x', '-', '='], "");
    let wrong = || fail(&format!("found {text:?}, which is not legal here"));
    let mut rest = plain.as_str();
    let mut role = PAWN;
    if let Some(found) = rest.chars().next().and_then(|letter| LETTERS.iter().position(|role| *role == letter)) {
        (role, rest) = (found, &rest[1..]);
    }
    let mut promotion = None;
    if let Some(found) = rest.chars().last().and_then(|letter| LETTERS.iter().position(|role| *role == letter)) {
        (promotion, rest) = (Some(found), &rest[..rest.len() - 1]);
    }
    let place = rest.len().checked_sub(2).filter(|&place| rest.is_char_boundary(place)).ok_or_else(wrong)?;
    let (hint, target) = rest.split_at(place);
    let to = square(target).ok_or_else(wrong)?;
    let fits = |step: &Move| {
        let from = name(step.from());
        step.to() == to
            && step.promotion() == promotion
            && board.man(step.from()).map(|(_, found)| found) == Some(role)
            && hint.chars().all(|letter| from.contains(letter))
    };
    let found: Vec<Move> = board.legal().into_iter().filter(fits).collect();
    match found[..] {
        [step] => Ok(step),
        [] => Err(wrong()),
        _ => Err(fail(&format!("found {text:?}, which names {} moves", found.len()))),
    }
}

/// Plays a line from a position: moves with or without their numbers.
///
/// # Errors
///
/// Which move is not legal, and which are.
pub fn play(mut board: Board, line: &str) -> Result<(Board, Vec<Move>), String> {
    let mut moves = Vec::new();
    for word in line.split_whitespace() {
        let text = word.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start_matches(['.', '…']);
        // A word of a number and points alone, or of points.
        if text.is_empty() || text == "*" {
            continue;
        }
        let step = read(&board, text).map_err(|error| format!("move {} of the line: {error}", moves.len() + 1))?;
        moves.push(step);
        board = board.after(step);
    }
    Ok((board, moves))
}

/// A line with its numbers, from a position in which White's move has this number.
pub fn line(mut board: Board, moves: &[Move], mut number: usize) -> String {
    let mut text = String::new();
    for (place, &step) in moves.iter().enumerate() {
        if !text.is_empty() {
            text.push(' ');
        }
        match (board.turn(), place) {
            (0, _) => text += &format!("{number}."),
            (_, 0) => text += &format!("{number}…"),
            _ => {}
        }
        text += &written(&board, step);
        number += board.turn();
        board = board.after(step);
    }
    text
}

/// A board in eight lines, from the eighth rank down.
pub fn picture(board: &Board) -> String {
    let mut text = String::new();
    for (rank, row) in rows(board).iter().zip((1..=8).rev()).map(|(row, rank)| (rank, row)) {
        let row: String = row.iter().map(|man| format!(" {}", man.unwrap_or('.'))).collect();
        text += &format!("{rank} {row}\n");
    }
    text + "   a b c d e f g h\n"
}

/// The ranks from the top, each from file a on.
pub fn rows(board: &Board) -> Vec<Vec<Option<char>>> {
    let at = |square| board.man(square).map(|(colour, role)| letter(colour, role));
    (0..8).rev().map(|rank| (0..8).map(|file| at(rank * 8 + file)).collect()).collect()
}
