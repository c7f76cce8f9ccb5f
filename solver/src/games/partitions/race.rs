//! The race: one piece on a board, which Left moves in one way and Right in another.
//!
//! The values are found from the last cell to the first, as dyadic fractions on one denominator; labels with them. The same race can be written as a
//! game for `solve graph`, with bids or by turns.

use checker::numbers::Fractions;
use games::partitions::Moves;
use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One as _, Zero as _};
use session::claims::partitions::{cell_text, partition_text, piece_name};
use writer::Writer;

use super::board::starts;
use crate::graph::labels::Side;
use crate::graph::table::on_one_denominator;
use crate::graph_games::{Game, Kind, Position};

/// A label that is infinite.
const INFINITE: u32 = u32::MAX;

/// The value of an open cell, its index among the values, and both labels.
type Place = (u32, [u32; 2]);

/// What is found.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The values, increasing.
    pub values: Fractions,
    /// For each open cell, in order, the index of its value, and Left's and Right's label.
    pub places: Vec<Place>,
    /// The value of the first cell.
    pub corner: Ratio<BigUint>,
}

/// The columns of a slice.
#[must_use]
pub fn slice(places: &[Place]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.column(&places.iter().map(|place| place.0).collect::<Vec<u32>>());
    for side in 0..2 {
        let stated = |place: &Place| if place.1[side] == INFINITE { 0 } else { place.1[side] };
        writer.column(&places.iter().map(stated).collect::<Vec<u32>>());
    }
    writer.0
}

/// The board of a race.
struct Track<'a> {
    pieces: &'a [Moves; 2],
    rows: &'a [usize],
    starts: Vec<usize>,
}

impl Track<'_> {
    fn options(&self, piece: usize, [row, column]: [usize; 2]) -> Vec<usize> {
        let mut all = Vec::new();
        let mut add = |by: &[usize; 2], times: usize| {
            let (row, column) = (row + times * by[0], column + times * by[1]);
            let is_cell = row < self.rows.len() && column < self.rows[row];
            if is_cell {
                all.push(self.starts[row] + column);
            }
            is_cell
        };
        for by in &self.pieces[piece].steps {
            add(by, 1);
        }
        for by in &self.pieces[piece].rides {
            let mut times = 1;
            while add(by, times) {
                times += 1;
            }
        }
        all
    }

    fn cells(&self) -> Vec<[usize; 2]> {
        (0..self.rows.len()).flat_map(|row| (0..self.rows[row]).map(move |column| [row, column])).collect()
    }
}

/// What is known of a cell, or of the end: the value in units of 2^-power, and labels.
#[derive(Clone)]
struct Known {
    value: Ratio<BigUint>,
    labels: [u32; 2],
    is_end: bool,
}

/// Solves. None if neither player can move at the first cell.
#[must_use]
pub fn solve(pieces: &[Moves; 2], rows: &[usize], misere: bool) -> Option<Solved> {
    let track = Track { pieces, rows, starts: starts(rows) };
    let cells = track.cells();
    let won =
        |left: bool| Known { value: if left { Ratio::one() } else { Ratio::zero() }, labels: [0; 2], is_end: false };
    let mut known: Vec<Option<Known>> = vec![None; cells.len()];
    for (number, cell) in cells.iter().enumerate().rev() {
        let options = [0, 1].map(|piece| track.options(piece, *cell));
        if options.iter().all(Vec::is_empty) {
            known[number] = Some(Known { is_end: true, ..won(false) });
            continue;
        }
        let reached = [0, 1].map(|player: usize| {
            let reach = |to: &usize| match &known[*to] {
                Some(end) if end.is_end => won((player == 0) != misere),
                Some(other) => other.clone(),
                None => unreachable!("later cells are known"),
            };
            let all: Vec<Known> = options[player].iter().map(reach).collect();
            // Who has to move and cannot has lost.
            if all.is_empty() { vec![won(player == 1)] } else { all }
        });
        let best = [
            reached[0].iter().map(|to| &to.value).max().expect("an option"),
            reached[1].iter().map(|to| &to.value).min().expect("an option"),
        ];
        let value = (best[0] + best[1]) / BigUint::from(2_u32);
        let label = |player: usize| {
            let greedy = reached[player].iter().filter(|to| to.value == *best[player]);
            let greedy = greedy.map(|to| to.labels[player]).min().expect("some option is best");
            let other = reached[1 - player].iter().map(|to| to.labels[player]).max().expect("an option");
            let least = greedy.min(other);
            if least == INFINITE { INFINITE } else { least + 1 }
        };
        let labels = [label(0), label(1)];
        known[number] = Some(Known { value, labels, is_end: false });
    }
    let open: Vec<Known> = known.into_iter().flatten().filter(|known| !known.is_end).collect();
    let corner = open.first().filter(|_| [0, 1].iter().any(|&piece| !track.options(piece, [0, 0]).is_empty()))?;
    let corner = corner.value.clone();
    let mut values: Vec<Ratio<BigUint>> = open.iter().map(|known| known.value.clone()).collect();
    values.sort();
    values.dedup();
    let places = open
        .iter()
        .map(|known| (values.binary_search(&known.value).expect("it is there") as u32, known.labels))
        .collect();
    let fractions = on_one_denominator(values.iter().map(|value| (value.numer(), value.denom())));
    Some(Solved { values: fractions, places, corner })
}

/// A race as a game in a file; by turns, Left moves first. (Positions that no play reaches are there, too.)
///
/// # Errors
///
/// In words, if the board is too large for a game.
pub fn game(pieces: &[Moves; 2], rows: &[usize], misere: bool, turns: bool) -> Result<Game, String> {
    let track = Track { pieces, rows, starts: starts(rows) };
    let cells = track.cells();
    let options: Vec<[Vec<usize>; 2]> =
        cells.iter().map(|cell| [0, 1].map(|piece| track.options(piece, *cell))).collect();
    let is_open = |cell: usize| options[cell].iter().any(|options| !options.is_empty());
    if !is_open(0) {
        return Err("found a board on which neither player can move, required a move in the corner".to_owned());
    }
    let players: usize = if turns { 2 } else { 1 };
    let open: Vec<usize> = (0..cells.len()).filter(|&cell| is_open(cell)).collect();
    let terminals = (players * open.len()) as u32;
    let place = |cell: usize, player: usize| match open.binary_search(&cell) {
        Ok(place) => (players * place + if turns { player } else { 0 }) as u32,
        // Who has moved to an end wins, in misère play loses. It is the other one's turn.
        Err(_) => unreachable!("asked of open cells only"),
    };
    // Behind the open cells: Left wins, Right wins.
    let wins = |player: usize| terminals + player as u32;
    let of = |cell: usize, player: usize| -> Vec<u32> {
        let to = |to: &usize| match is_open(*to) {
            true => place(*to, 1 - player),
            false => wins(if misere { 1 - player } else { player }),
        };
        let mut all: Vec<u32> = options[cell][player].iter().map(to).collect();
        if all.is_empty() {
            all.push(wins(1 - player));
        }
        all.sort_unstable();
        all.dedup();
        all
    };
    let mut positions = Vec::new();
    for &cell in &open {
        let name = cell_text(cells[cell]);
        if turns {
            for (player, (side, who)) in [(Side::White, "Left"), (Side::Black, "Right")].into_iter().enumerate() {
                let name = format!("{name}, {who} to move");
                positions.push(Position { name, kind: Kind::Turn { side, options: of(cell, player) } });
            }
        } else {
            positions.push(Position { name, kind: Kind::Open { left: of(cell, 0), right: of(cell, 1) } });
        }
    }
    positions.push(Position { name: "Left wins".to_owned(), kind: Kind::Terminal(Ratio::one()) });
    positions.push(Position { name: "Right wins".to_owned(), kind: Kind::Terminal(Ratio::zero()) });
    let [left, right] = [0, 1].map(|piece| piece_name(&pieces[piece]));
    let title =
        format!("race of {left} against {right} on {}{}", partition_text(rows), if misere { ", misère" } else { "" });
    let title: String = title.chars().take(200).collect();
    Game::new(Some(title), positions).map_err(|error| error.to_string())
}
