//! Kings and knights on empty boards: questions of [`crate::audit`] that need no certificate.

use std::collections::VecDeque;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One as _, Zero as _};
use serde::Deserialize;
use session::notation;

use super::theorems::exact;
use crate::audit::{Answer, Found, Item, Question, parsed, question};
use crate::chess::board::Board;
use crate::graph_games::{Game, Kind, Position};

/// All questions.
pub fn questions() -> Vec<Question> {
    vec![
        question("distances", distances),
        question("farthest", farthest),
        question("knight-kept-out", kept_out),
        question("one-colour-king", one_colour_king),
    ]
}

/// File and rank, from 0.
type Square = [i32; 2];

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Piece {
    King,
    Knight,
}

/// The squares of a board, and how a piece moves on it.
#[derive(Clone, Copy)]
struct Squares {
    files: i32,
    ranks: i32,
}

impl Squares {
    fn of(board: Board) -> Self {
        Self { files: board.files().into(), ranks: board.ranks().into() }
    }

    fn all(self) -> impl Iterator<Item = Square> {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| [file, rank]))
    }

    fn steps(self, piece: Piece, from: Square) -> impl Iterator<Item = Square> {
        let is_step = move |to: &Square| {
            let [file, rank] = [0, 1].map(|i: usize| (to[i] - from[i]).abs());
            match piece {
                Piece::King => file.max(rank) == 1,
                Piece::Knight => file.min(rank) == 1 && file.max(rank) == 2,
            }
        };
        self.all().filter(is_step)
    }

    fn place(self, [file, rank]: Square) -> usize {
        (rank * self.files + file) as usize
    }

    /// By square, the least number of moves from one; none where it is never reached. The piece enters these squares only.
    fn moves(self, piece: Piece, from: Square, enters: impl Fn(Square) -> bool) -> Vec<Option<u32>> {
        let mut moves = vec![None; (self.files * self.ranks) as usize];
        moves[self.place(from)] = Some(0);
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((square, count)) = queue.pop_front() {
            for to in self.steps(piece, square).filter(|to| enters(*to)) {
                if moves[self.place(to)].is_none() {
                    moves[self.place(to)] = Some(count + 1);
                    queue.push_back((to, count + 1));
                }
            }
        }
        moves
    }

    fn read(self, name: &str) -> Result<Square, String> {
        let shown = |[file, rank]: &Square| format!("{}{}", char::from(b'a' + *file as u8), rank + 1);
        let square = self.all().find(|square| shown(square) == name);
        square.ok_or_else(|| format!("pairs: found {name:?}, required two squares of the board such as b2-d4"))
    }
}

/// Pairs of squares such as `b2-d4`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pairs {
    #[serde(deserialize_with = "parsed")]
    board: Board,
    piece: Piece,
    pairs: Vec<String>,
}

/// How many moves a piece needs from one square of each pair to the other, on an empty board.
fn distances(_: &mut (), Pairs { board, piece, pairs }: &Pairs) -> Answer {
    let squares = Squares::of(*board);
    let mut found = Vec::new();
    for pair in pairs {
        let (from, to) = pair.split_once('-').unwrap_or((pair, ""));
        let (from, to) = (squares.read(from)?, squares.read(to)?);
        let moves = squares.moves(*piece, from, |_| true)[squares.place(to)];
        found.push(moves.map_or_else(|| Item::Word("never".to_owned()), Item::from));
    }
    Ok(Found::list(found))
}

/// A piece on an empty board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Alone {
    #[serde(deserialize_with = "parsed")]
    board: Board,
    piece: Piece,
}

/// The most moves that a piece needs between two squares of an empty board.
fn farthest(_: &mut (), Alone { board, piece }: &Alone) -> Answer {
    let squares = Squares::of(*board);
    let mut most = 0;
    for from in squares.all() {
        for moves in squares.moves(*piece, from, |_| true) {
            let Some(moves) = moves else { return Ok(Found::word("never")) };
            most = most.max(moves);
        }
    }
    Ok(Found::count(most))
}

/// A position with a white knight and a black king.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    position: String,
}

/// Whether the knight reaches no square from which it attacks the king, if it enters no square beside the king and the king stays where it is.
fn kept_out(_: &mut (), At { position }: &At) -> Answer {
    let (board, placement) = notation::parse(position).map_err(|error| format!("position: {error}"))?;
    let squares = Squares { files: board.files.into(), ranks: board.ranks.into() };
    let find = |letter: char| {
        let piece = placement.pieces.iter().find(|piece| notation::letter(piece.man) == letter);
        let square = piece.map(|piece| [i32::from(piece.square.file()), i32::from(piece.square.rank())]);
        square.ok_or_else(|| format!("position: found no {letter}, required a white knight and a black king"))
    };
    let (knight, king) = (find('N')?, find('k')?);
    let beside = |square: Square| (0..2).all(|i: usize| (square[i] - king[i]).abs() <= 1);
    let moves = squares.moves(Piece::Knight, knight, |square| !beside(square));
    let reached: Vec<Square> = squares.all().filter(|square| moves[squares.place(*square)].is_some()).collect();
    let attacks = reached.iter().filter(|square| squares.steps(Piece::Knight, **square).any(|to| to == king)).count();
    Ok(Found::truth(attacks == 0).noting(format!("{} squares are reached, {attacks} of them attack", reached.len())))
}

/// A board for bare kings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kings {
    #[serde(deserialize_with = "parsed")]
    board: Board,
}

/// The least and the greatest value of bare kings, if Black's king keeps to the squares of the colour of a1 unless it takes.
fn one_colour_king(_: &mut (), Kings { board }: &Kings) -> Answer {
    let squares = Squares::of(*board);
    let dark = |[file, rank]: Square| (file + rank) % 2 == 0;
    let pairs: Vec<[Square; 2]> = squares
        .all()
        .flat_map(|white| squares.all().filter(|black| dark(*black)).map(move |black| [white, black]))
        .collect();
    let pairs: Vec<[Square; 2]> = pairs.into_iter().filter(|[white, black]| white != black).collect();
    let ends = pairs.len() as u32;
    let number = |pair: [Square; 2]| pairs.iter().position(|other| *other == pair).map(|number| number as u32);
    let position = |&[white, black]: &[Square; 2]| {
        let left =
            squares.steps(Piece::King, white).map(|to| if to == black { Some(ends) } else { number([to, black]) });
        let right = squares.steps(Piece::King, black).filter(|to| dark(*to) || *to == white);
        let right = right.map(|to| if to == white { Some(ends + 1) } else { number([white, to]) });
        Position {
            name: format!("{white:?} {black:?}"),
            kind: Kind::Open { left: left.flatten().collect(), right: right.flatten().collect() },
        }
    };
    let end = |name: &str, value: Ratio<BigUint>| Position { name: name.to_owned(), kind: Kind::Terminal(value) };
    let mut positions: Vec<Position> = pairs.iter().map(position).collect();
    positions.extend([end("won", Ratio::one()), end("lost", Ratio::zero())]);
    let game = Game::new(None, positions).map_err(|error| error.to_string())?;
    let solution = exact(&game)?;
    let values = || (0..ends).map(|position| solution.known(position));
    let least = values().map(|known| &known.lower).min().ok_or("found no positions, required some")?;
    let greatest = values().map(|known| &known.upper).max().ok_or("found no positions, required some")?;
    let number =
        |value: &Ratio<BigUint>| Item::Number(Ratio::new(value.numer().clone().into(), value.denom().clone().into()));
    Ok(Found::list([number(least), number(greatest)]).noting(format!("of {ends} positions")))
}
