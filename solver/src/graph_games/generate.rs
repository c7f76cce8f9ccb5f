//! Games to play with: known ones, and random ones by seed.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One as _, Zero as _};

use super::{Draw, Game, Kind, Position};
use crate::graph::labels::Side;
use crate::random::SplitMix64;

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

/// A random game: so many positions, each with so many options for either side, and one position in ten terminal, won by either player with equal chances. The options
/// are any positions, so that there are cycles; an option may occur twice.
///
/// # Panics
///
/// For fewer than 2 positions, or no options.
#[must_use]
pub fn random(seed: u64, positions: u32, options: u32) -> Game {
    assert!(positions >= 2 && options >= 1, "two positions and an option");
    let mut numbers = SplitMix64::new(seed);
    let open = positions - terminals(positions);
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

/// How many of so many positions are terminal: one in ten, and two at least.
fn terminals(positions: u32) -> u32 {
    (positions / 10).max(2).min(positions)
}

/// Terminal positions after `open` others, with values that are multiples of 1/4; both 0 and 1 occur.
fn ends(numbers: &mut SplitMix64, open: u32, positions: u32) -> Vec<Kind> {
    let quarters = |numbers: &mut SplitMix64, place: u32| match place - open {
        0 => 4u32,
        1 => 0,
        _ => numbers.below(5),
    };
    let value = |quarters: u32| Kind::Terminal(Ratio::new(quarters.into(), 4u8.into()));
    (open..positions).map(|place| value(quarters(numbers, place))).collect()
}

/// A game of positions that are named by their numbers.
fn numbered(title: &str, kinds: Vec<Kind>) -> Game {
    let position = |(place, kind)| Position { name: format!("p{place}"), kind };
    game(title, kinds.into_iter().enumerate().map(position).collect())
}

/// A random acyclic game: every option comes later in the list. Each player has up to so many options at each position, now and then none, and may wait at one position in eight. One position in ten is terminal.
///
/// # Panics
///
/// For fewer than 2 positions, or no options.
#[must_use]
pub fn random_acyclic(seed: u64, positions: u32, options: u32) -> Game {
    assert!(positions >= 2 && options >= 1, "two positions and an option");
    let mut numbers = SplitMix64::new(seed);
    let open = positions - terminals(positions);
    let mut kinds = Vec::new();
    for place in 0..open {
        let mut side = |least: u32| {
            let count = least + numbers.below(options + 1 - least);
            let mut side: Vec<u32> = (0..count).map(|_| place + 1 + numbers.below(positions - place - 1)).collect();
            if numbers.below(8) == 0 {
                side.push(place);
            }
            side
        };
        let left = side(0);
        // One of the two moves, or waits.
        let right = side(u32::from(left.is_empty()));
        kinds.push(Kind::Open { left, right });
    }
    kinds.extend(ends(&mut numbers, open, positions));
    numbered(&format!("Random and acyclic, seed {seed}: {positions} positions, up to {options} options a side"), kinds)
}

/// A random game with at most two options for each player: at every other position both have the same two, elsewhere each has one or two of their own. One position in ten is terminal.
///
/// # Panics
///
/// For fewer than 2 positions.
#[must_use]
pub fn random_two_options(seed: u64, positions: u32) -> Game {
    assert!(positions >= 2, "two positions");
    let mut numbers = SplitMix64::new(seed);
    let open = positions - terminals(positions);
    let mut kinds = Vec::new();
    for _ in 0..open {
        let same = numbers.below(2) == 0;
        let mut side = |count: u32| (0..count).map(|_| numbers.below(positions)).collect::<Vec<u32>>();
        let kind = if same {
            let both = side(2);
            Kind::Open { left: both.clone(), right: both }
        } else {
            let counts = side(2).into_iter().map(|number| 1 + number % 2).collect::<Vec<u32>>();
            Kind::Open { left: side(counts[0]), right: side(counts[1]) }
        };
        kinds.push(kind);
    }
    kinds.extend(ends(&mut numbers, open, positions));
    numbered(&format!("Random, seed {seed}: {positions} positions, at most 2 options a side"), kinds)
}

/// A random game of all four sorts of positions: bid for, Left's turn, Right's turn, and moves of chance, whose weights are multiples of 1/2 to 1/12. Options are any positions, up to so many for a
/// player and at least two of chance's; now and then a player has none. One position in ten is terminal.
///
/// # Panics
///
/// For fewer than 2 positions, or no options.
#[must_use]
pub fn random_turns(seed: u64, positions: u32, options: u32) -> Game {
    assert!(positions >= 2 && options >= 1, "two positions and an option");
    let mut numbers = SplitMix64::new(seed);
    let open = positions - terminals(positions);
    let mut kinds = Vec::new();
    for _ in 0..open {
        let sort = numbers.below(4);
        // One list in eight may be empty.
        let mut side = |least: u32| {
            let least = least.max(u32::from(numbers.below(8) > 0));
            let count = least + numbers.below(options + 1 - least);
            (0..count).map(|_| numbers.below(positions)).collect::<Vec<u32>>()
        };
        let kind = match sort {
            0 => {
                let left = side(0);
                let right = side(u32::from(left.is_empty()));
                Kind::Open { left, right }
            }
            1 => Kind::Turn { side: Side::White, options: side(0) },
            2 => Kind::Turn { side: Side::Black, options: side(0) },
            _ => {
                let denominator = 2 + numbers.below(11);
                let mut rest = denominator;
                let mut draws = Vec::new();
                while rest > 0 {
                    // Not all at once.
                    let most = if draws.is_empty() { rest - 1 } else { rest };
                    let weight = if draws.len() as u32 > options { rest } else { 1 + numbers.below(most) };
                    rest -= weight;
                    draws.push(Draw {
                        to: numbers.below(positions),
                        weight: Ratio::new(weight.into(), denominator.into()),
                    });
                }
                Kind::Chance(draws)
            }
        };
        kinds.push(kind);
    }
    kinds.extend(ends(&mut numbers, open, positions));
    numbered(
        &format!("Random with turns and chance, seed {seed}: {positions} positions, up to {options} options"),
        kinds,
    )
}

/// A random undirected game, in which both players may move along any edge: so many edges for each position, on the average and at the least one. One position in ten is terminal.
///
/// # Panics
///
/// For fewer than 2 positions, or no edges.
#[must_use]
pub fn random_undirected(seed: u64, positions: u32, edges: u32) -> Game {
    assert!(positions >= 2 && edges >= 1, "two positions and an edge");
    let mut numbers = SplitMix64::new(seed);
    let open = positions - terminals(positions);
    let mut next: Vec<Vec<u32>> = vec![Vec::new(); positions as usize];
    for edge in 0..u64::from(open) * u64::from(edges) {
        let from = (edge % u64::from(open)) as u32;
        let to = numbers.below(positions);
        // Twice the edges asked for would be too many: every position begins one, and after that every other one is left out.
        if edge >= u64::from(open) && numbers.below(2) == 0 {
            continue;
        }
        next[from as usize].push(to);
        if to < open && to != from {
            next[to as usize].push(from);
        }
    }
    let mut kinds: Vec<Kind> =
        next[..open as usize].iter().map(|both| Kind::Open { left: both.clone(), right: both.clone() }).collect();
    kinds.extend(ends(&mut numbers, open, positions));
    numbered(&format!("Random and undirected, seed {seed}: {positions} positions, {edges} edges each"), kinds)
}
