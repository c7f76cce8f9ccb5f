//! Games to play with: known ones, and random ones by seed.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One as _, Zero as _};

use super::{Game, Kind, Position};

/// A game of these positions.
fn game(title: &str, positions: Vec<Position>) -> Game {
    Game::new(Some(title.to_owned()), positions).expect("a game that is generated is one")
}

/// Tug-of-war on a path of so many nodes, 2 or more: Left pulls to the last one, Right to the first.
///
/// # Panics
///
/// For fewer than 2 nodes.
#[must_use]
pub fn path(nodes: u32) -> Game {
    assert!(nodes >= 2, "a path has two ends");
    let kind = |place: u32| match place {
        0 => Kind::Terminal(Ratio::zero()),
        _ if place == nodes - 1 => Kind::Terminal(Ratio::one()),
        _ => Kind::Open { left: vec![place + 1], right: vec![place - 1] },
    };
    let position = |place: u32| Position { name: place.to_string(), kind: kind(place) };
    game(&format!("Tug-of-war on a path of {nodes} nodes"), (0..nodes).map(position).collect())
}

/// The rows, columns and diagonals of tic-tac-toe.
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Bidding tic-tac-toe: Left sets crosses, Right noughts, and whoever has three in a line wins. A draw is worth `draw` to Left, from 0 to 1.
/// Position 0 is the empty board.
///
/// # Panics
///
/// If `draw` is above 1.
#[must_use]
pub fn tic_tac_toe(draw: &Ratio<BigUint>) -> Game {
    let mut numbers = HashMap::from([([b'.'; 9], 0)]);
    let mut boards = vec![[b'.'; 9]];
    let mut positions = Vec::new();
    let mut next = 0;
    while let Some(&board) = boards.get(next) {
        next += 1;
        let has = |mark: u8| LINES.iter().any(|line| line.iter().all(|&square| board[square] == mark));
        let kind = if has(b'X') {
            Kind::Terminal(Ratio::one())
        } else if has(b'O') {
            Kind::Terminal(Ratio::zero())
        } else if !board.contains(&b'.') {
            Kind::Terminal(draw.clone())
        } else {
            let mut options = |mark: u8| {
                let empty = (0..9).filter(|&square| board[square] == b'.');
                let after = empty.map(|square| {
                    let mut after = board;
                    after[square] = mark;
                    *numbers.entry(after).or_insert_with(|| {
                        boards.push(after);
                        boards.len() as u32 - 1
                    })
                });
                after.collect::<Vec<u32>>()
            };
            Kind::Open { left: options(b'X'), right: options(b'O') }
        };
        let rows: Vec<&str> = board.chunks(3).map(|row| std::str::from_utf8(row).expect("ASCII")).collect();
        positions.push(Position { name: rows.join("/"), kind });
    }
    game(&format!("Bidding tic-tac-toe, a draw is worth {draw}"), positions)
}

/// A small generator of numbers (SplitMix64; G. L. Steele, D. Lea, C. H. Flood, 2014): the same everywhere and for ever.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    fn below(&mut self, end: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u32
    }
}

/// A random game: so many positions, each with so many options for either side, and one position in ten terminal, won by either player with equal chances. The options
/// are any positions, so that there are cycles; an option may occur twice.
///
/// # Panics
///
/// For fewer than 2 positions, or no options.
#[must_use]
pub fn random(seed: u64, positions: u32, options: u32) -> Game {
    assert!(positions >= 2 && options >= 1, "two positions and an option");
    let mut numbers = Numbers(seed);
    let terminals = (positions / 10).max(2).min(positions);
    let open = positions - terminals;
    let mut list = Vec::new();
    for place in 0..positions {
        let kind = if place < open {
            let mut side = || (0..options).map(|_| numbers.below(positions)).collect();
            Kind::Open { left: side(), right: side() }
        } else {
            // Both outcomes occur.
            let won = if place < open + 2 { place == open } else { numbers.below(2) == 1 };
            Kind::Terminal(if won { Ratio::one() } else { Ratio::zero() })
        };
        list.push(Position { name: format!("p{place}"), kind });
    }
    game(&format!("Random, seed {seed}: {positions} positions, {options} options a side"), list)
}
