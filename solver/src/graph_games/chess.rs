//! An endgame of bidding chess as a game of its own: every position of it, and of all that it leads to, by FEN.

use std::collections::HashMap;

use num_rational::Ratio;
use num_traits::{One as _, Zero as _};

use super::{Game, Kind, Position};
use crate::chess::endgame::{Edge, Endgame, Placement};
use crate::chess::material::Colour;
use crate::chess::position::Position as Men;
use crate::graph::Graph;

/// A position of a member of the family, perhaps with the colours exchanged; or the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Won(Colour),
    Of { member: usize, position: u32, flipped: bool },
}

/// The last of these endgames as a game; those before it are all the smaller ones that it needs. White is Left. Positions that symmetries carry into each other are one.
/// First come the positions of the endgame, in the canonical order, then those of others, as they are met.
///
/// # Panics
///
/// Where an import is missing.
#[must_use]
pub fn endgame(members: &[Endgame], threads: usize) -> Game {
    let imports: Vec<Vec<usize>> = members.iter().map(|member| places_of_imports(members, member)).collect();
    let graph = |(member, imports): (&Endgame, &Vec<usize>)| {
        let imports: Vec<&Endgame> = imports.iter().map(|&place| &members[place]).collect();
        member.graph(&imports, threads)
    };
    let graphs: Vec<Graph<Edge>> = members.iter().zip(&imports).map(graph).collect();
    let last = members.len() - 1;
    let own = (0..members[last].positions().len() as u32).map(|position| Place::Of {
        member: last,
        position,
        flipped: false,
    });
    let mut order: Vec<Place> = own.collect();
    let mut numbers: HashMap<Place, u32> = order.iter().copied().zip(0..).collect();
    let mut positions = Vec::new();
    let mut next = 0;
    while let Some(&place) = order.get(next) {
        next += 1;
        let (member, position, flipped) = match place {
            Place::Of { member, position, flipped } => (member, position, flipped),
            Place::Won(colour) => {
                let (name, value) = match colour {
                    Colour::White => ("White has won", Ratio::one()),
                    Colour::Black => ("Black has won", Ratio::zero()),
                };
                positions.push(Position { name: name.to_owned(), kind: Kind::Terminal(value) });
                continue;
            }
        };
        let graph = &graphs[member];
        let mut options = |row: &[u32]| {
            let number = |&target: &u32| {
                let to = match (target as usize).checked_sub(graph.positions()) {
                    None => Place::Of { member, position: target, flipped },
                    Some(beyond) => match graph.boundary[beyond] {
                        Edge::KingCaptured(colour) => Place::Won(if flipped { colour.other() } else { colour }),
                        Edge::Import { import, position, flipped: exchanged } => {
                            let (member, flipped) = (imports[member][import], flipped != exchanged);
                            match flipped.then(|| turned(&members[member], position)).flatten() {
                                Some(position) => Place::Of { member, position, flipped: false },
                                None => Place::Of { member, position, flipped },
                            }
                        }
                    },
                };
                *numbers.entry(to).or_insert_with(|| {
                    order.push(to);
                    order.len() as u32 - 1
                })
            };
            let mut numbers: Vec<u32> = row.iter().map(number).collect();
            // Moves that lead to the same position are one option.
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        let place = position as usize;
        let (white, black) = (options(graph.white.row(place)), options(graph.black.row(place)));
        let (left, right) = if flipped { (black, white) } else { (white, black) };
        positions.push(Position { name: fen(&members[member], position, flipped), kind: Kind::Open { left, right } });
    }
    let title = format!("{} {}", members[last].board(), members[last].signature());
    Game::new(Some(title), positions).expect("an endgame is a game")
}

/// Where the imports of a member stand.
fn places_of_imports(members: &[Endgame], member: &Endgame) -> Vec<usize> {
    let place = |signature| members.iter().position(|member| member.signature() == signature);
    member.signature().imports().iter().map(|import| place(import).expect("every import is a member")).collect()
}

/// Where the men of a position stand.
fn position(endgame: &Endgame, number: u32) -> Men {
    let placement = endgame.positions()[number as usize];
    let pieces = endgame.signature().men().iter().copied().zip(placement.squares).collect();
    Men { pieces, passed: placement.passed }
}

/// The number of a position with the colours exchanged, in an endgame of equal armies: it is one of the same endgame.
fn turned(endgame: &Endgame, number: u32) -> Option<u32> {
    let armies = [Colour::White, Colour::Black].map(|colour| {
        let men = endgame.signature().men().iter().filter(|man| man.colour == colour);
        men.map(|man| man.role).collect::<Vec<_>>()
    });
    if armies[0] != armies[1] {
        return None;
    }
    let Men { mut pieces, passed } = position(endgame, number).flipped(endgame.board());
    let mut placement = Placement { passed, ..Placement::default() };
    for (man, square) in endgame.signature().men().iter().zip(&mut placement.squares) {
        // Of equal men the one on the first square comes first.
        let place = pieces.iter().position(|piece| piece.0 == *man).expect("the armies are equal");
        *square = pieces.remove(place).1;
    }
    Some(endgame.index(&placement))
}

/// The FEN of a position, perhaps with the colours exchanged and the board turned upside down.
fn fen(endgame: &Endgame, number: u32, flipped: bool) -> String {
    let position = position(endgame, number);
    let position = if flipped { position.flipped(endgame.board()) } else { position };
    position.fen(endgame.board())
}
