//! Losing Chess move by move: what a verified table, or a verified proof, says of a position and of every move there.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::claims::losing as antichess;
use super::json::{Object, list};
use super::{escape, notation};
use checker::Verified;
use checker::chess::{Board, Move, Placement};
use checker::theorem::Side;
use games::losing::rule::won;
use games::losing::{ORDER, Proof, Turns, has_men, moves};

/// The positions that a proof comes to, with the winner's move where the winner is to move and goes on.
#[derive(Debug)]
pub struct Replies(BTreeMap<(Side, Placement), Option<Move>>);

impl Replies {
    /// Walks a proof that has been verified. `file` is that of its certificate; none if it is no proof, or this is another file.
    pub fn new(verified: &Verified, file: &[u8]) -> Option<Self> {
        let proof: &Proof = verified.subject().downcast_ref()?;
        let certificate = games::certificate(file).ok().filter(|read| read.digest == verified.digest())?;
        let slice = games::bare::only_slice(&certificate).ok()?;
        let mut stream = slice.iter();
        let tables = tables(verified);
        let (mut met, mut open) = (BTreeMap::new(), vec![(proof.mover, proof.root.clone())]);
        while let Some((side, placement)) = open.pop() {
            if met.contains_key(&(side, placement.clone())) {
                continue;
            }
            let mut all = Vec::new();
            let in_table = stated(&tables, &placement, side).is_some();
            if !in_table {
                moves(proof.board, &placement, side, &mut all);
                all.sort_by_key(|mv| (mv.from, mv.to, ORDER.iter().position(|&role| Some(role) == mv.promotion)));
            }
            let mut chosen = None;
            if side == proof.winner && !all.is_empty() {
                let mv = *all.get(usize::from(*stream.next()?))?;
                (chosen, all) = (Some(mv), vec![mv]);
            }
            // The last one that is put there is the next one that is taken.
            open.extend(all.iter().rev().map(|mv| (side.other(), proof.board.after(&placement, Some(mv)))));
            met.insert((side, placement), chosen);
        }
        Some(Self(met))
    }
}

/// The tables that a proof rests on.
fn tables(verified: &Verified) -> Vec<Arc<Turns>> {
    verified.imports().iter().filter_map(|import| import.about()).collect()
}

/// What one of the tables states: in how many plies the side to move wins or loses, none at a draw. `None` if it is in none of them.
fn stated(tables: &[Arc<Turns>], placement: &Placement, side: Side) -> Option<Option<u16>> {
    let table = tables.iter().find(|table| table.positions.number(placement).is_some());
    let table = table.filter(|_| placement.passed.is_none())?;
    Some(table.distance(placement, None, side, &mut Vec::new()))
}

/// A position as JSON, and every move there: where it leads, and what follows. An empty text stands for the root of a proof, or for the first position of
/// a table.
///
/// # Errors
///
/// A sentence: the text is no position, or the table or the proof says nothing of it.
pub fn json(verified: &Verified, replies: Option<&Replies>, text: &str) -> Result<Object, String> {
    if let Some(turns) = verified.about::<Turns>() {
        let text = if text.is_empty() { antichess::position(&turns, 0) } else { text.to_owned() };
        return in_table(&turns, read(&text, turns.positions.endgame.board)?);
    }
    let (Some(proof), Some(replies)) = (verified.about::<Proof>(), replies) else {
        return Err("this certificate is about no game of Losing Chess by turns".to_owned());
    };
    let at = match text {
        "" => (proof.mover, proof.root.clone()),
        text => read(text, proof.board)?,
    };
    in_proof(&proof, &tables(verified), replies, at)
}

/// Reads a position with a side to move, on a board of these sizes.
fn read(text: &str, board: Board) -> Result<(Side, Placement), String> {
    let wrong =
        || format!("found {}, required a FEN with the side to move, such as 8/8/8/8/8/8/8/K6k w", escape::quoted(text));
    let (other, placement, side) = antichess::parse(text).map_err(|_| wrong())?;
    if (other.files, other.ranks) != (board.files, board.ranks) {
        return Err(format!("found a board of {}, required {}", notation::board(other), notation::board(board)));
    }
    Ok((side, placement))
}

/// Who wins in how many plies, if a side is to move that wins (an even number) or loses (an odd one) in so many.
fn outcome(side: Side, plies: Option<u16>) -> String {
    let name = |side: Side| side.of("White", "Black");
    match plies {
        None => "a draw".to_owned(),
        Some(0) => format!("{} cannot move, and has won", name(side)),
        Some(1) => format!("{} wins in 1 ply", name(side.other())),
        Some(plies) => format!("{} wins in {plies} plies", name(if plies % 2 == 0 { side } else { side.other() })),
    }
}

/// What a table says of a placement with a side to move. Where the side has men and no move, the rule is named, because it decides.
fn says(turns: &Turns, side: Side, placement: &Placement, plies: Option<u16>) -> String {
    let mut all = Vec::new();
    moves(turns.positions.endgame.board, placement, side, &mut all);
    if !all.is_empty() || !has_men(placement, side) {
        return outcome(side, plies);
    }
    let end = match won(turns.rule, placement, side) {
        Some(winner) => {
            if winner == side {
                ", and has won"
            } else {
                ", and has lost"
            }
        }
        None => ": a draw",
    };
    format!("{} cannot move{end}, by {}", side.of("White", "Black"), antichess::RULES[usize::from(turns.rule)])
}

/// A position and its moves, each with what is known after it; the best come first. `chosen` is the move that wins by the proof.
fn object(
    board: Board,
    side: Side,
    placement: &Placement,
    says: &str,
    steps: &[(Move, String)],
    chosen: Option<Move>,
) -> Object {
    let step = |(mv, says): &(Move, String)| {
        let (name, after) = (board.name(Some(mv)), board.after(placement, Some(mv)));
        let mut object = Object::default();
        object
            .text("move", notation::move_text(board, placement, name))
            .text("squares", notation::step(board, name))
            .text("after", antichess::fen(board, &after, side.other()))
            .text("says", says)
            .json("chosen", chosen == Some(*mv));
        object
    };
    let mut object = Object::default();
    object
        .text("position", antichess::fen(board, placement, side))
        .text("mover", side.of("white", "black"))
        .text("says", says)
        .json("moves", list(steps.iter().map(step)));
    object
}

fn in_table(turns: &Turns, (side, placement): (Side, Placement)) -> Result<Object, String> {
    let board = turns.positions.endgame.board;
    if turns.positions.number(&placement).is_none() {
        let what = antichess::table(turns.rule, &turns.positions.endgame);
        return Err(format!("found {}, required a position of {what}", antichess::fen(board, &placement, side)));
    }
    let mut all = Vec::new();
    let plies = turns.distance(&placement, None, side, &mut all);
    let mut steps: Vec<(Option<u16>, Move)> =
        all.iter().map(|mv| (turns.reached(&placement, None, side, mv), *mv)).collect();
    // What loses for the other side, soonest first; draws; what wins for the other side, latest first.
    steps.sort_by_key(|(plies, _)| match plies {
        Some(plies) if plies % 2 == 1 => (0, *plies, Reverse(0)),
        None => (1, 0, Reverse(0)),
        Some(plies) => (2, 0, Reverse(*plies)),
    });
    let after = |mv: &Move| board.after(&placement, Some(mv));
    let steps = steps.into_iter().map(|(plies, mv)| (mv, says(turns, side.other(), &after(&mv), plies)));
    let steps: Vec<(Move, String)> = steps.collect();
    Ok(object(board, side, &placement, &says(turns, side, &placement, plies), &steps, None))
}

fn in_proof(
    proof: &Proof,
    tables: &[Arc<Turns>],
    Replies(replies): &Replies,
    (side, placement): (Side, Placement),
) -> Result<Object, String> {
    let name = |side: Side| side.of("White", "Black");
    let &chosen = replies.get(&(side, placement.clone())).ok_or_else(|| {
        let fen = antichess::fen(proof.board, &placement, side);
        format!("found {fen}, required a position that this proof comes to")
    })?;
    if let Some(plies) = stated(tables, &placement, side) {
        let says = format!("{}, by a verified table that this proof rests on", outcome(side, plies));
        return Ok(object(proof.board, side, &placement, &says, &[], None));
    }
    let mut all = Vec::new();
    moves(proof.board, &placement, side, &mut all);
    let (winner, other) = (name(proof.winner), name(proof.winner.other()));
    let says = match (chosen, all.len()) {
        (Some(mv), _) => {
            all = vec![mv];
            format!(
                "{winner} plays {}, and wins",
                notation::move_text(proof.board, &placement, proof.board.name(Some(&mv)))
            )
        }
        (None, 0) => format!("{} cannot move; {winner} has won", name(side)),
        (None, 1) => format!("{other} has one move, and {winner} wins after it"),
        (None, count) => format!("{other} has {count} moves, and {winner} wins after each"),
    };
    let steps: Vec<(Move, String)> = all.into_iter().map(|mv| (mv, format!("{winner} wins"))).collect();
    Ok(object(proof.board, side, &placement, &says, &steps, chosen))
}
