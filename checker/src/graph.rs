//! The game as the conditions see it: each position a [`Node`], each move a [`Choice`].
//!
//! Responsible for: where each move leads (a terminal position, another position of this endgame, one of an imported
//! endgame), and for putting the five conditions to each position in turn. Left to others: the moves themselves (`board`),
//! the numbering of positions (`endgame`), what the conditions require (`conditions`).

use std::sync::Arc;

use crate::board::{Board, Colour, Effect, Man, Move, Piece, Placement, Role};
use crate::certificate::{Record, StatedMove};
use crate::conditions::{self, Choice, Label, Node, Options};
use crate::endgame::{Endgame, Positions};
use crate::failure::{Breach, Failure, Rejection};
use crate::notation;
use crate::values::{Rank, Scale};
use crate::verified::Verified;

/// The positions of an endgame, with what is stated of them and what is verified of those that it imports.
#[derive(Debug)]
pub(crate) struct Graph {
    /// What is played.
    pub(crate) endgame: Endgame,
    /// All its positions.
    pub(crate) positions: Positions,
    /// The endgames that captures and promotions lead to.
    pub(crate) imports: Vec<Arc<Verified>>,
    /// All values, own and imported.
    pub(crate) scale: Scale,
    /// What is stated of each position.
    pub(crate) nodes: Vec<Node>,
    /// What is verified of each position of each imported endgame.
    imported: Vec<Vec<Node>>,
}

impl Graph {
    /// Puts all values on one scale. `values` are those of the table.
    pub(crate) fn new(
        endgame: Endgame,
        positions: Positions,
        imports: Vec<Arc<Verified>>,
        values: Scale,
        records: &[Record],
    ) -> Result<Self, Failure> {
        let count = values.len();
        let others: Vec<&Scale> = imports.iter().map(|import| &import.graph().scale).collect();
        let (scale, ranks) = Scale::join(values, &others)?;
        let (own, mut ranks) = ranks.split_at_checked(count).unwrap_or_default();
        let stated: Vec<Node> = records.iter().map(stated_node).collect();
        let nodes = with_ranks(&stated, own)?;
        let mut imported = Vec::new();
        for import in &imports {
            let values = import.graph().scale.len();
            let (theirs, rest) = ranks.split_at_checked(values).unwrap_or_default();
            imported.push(with_ranks(&import.graph().nodes, theirs)?);
            ranks = rest;
        }
        Ok(Self { endgame, positions, imports, scale, nodes, imported })
    }

    /// Puts the conditions to each position, in order.
    pub(crate) fn check(&self, records: &[Record]) -> Result<(), Rejection> {
        let stated = records.iter().zip(&self.nodes);
        let mut options = Options::default();
        for (placement, (record, node)) in self.positions.placements().zip(stated) {
            let checked = self.options(&placement, &mut options);
            let checked = checked.and_then(|()| self.check_position(placement.board(), &options, node, record));
            checked.map_err(|breach| Rejection::At { fen: notation::fen(&placement), breach })?;
        }
        Ok(())
    }

    /// The conditions on one position.
    fn check_position(&self, board: Board, options: &Options, p: &Node, record: &Record) -> Result<(), Breach> {
        let scale = &self.scale;
        let (white_move, black_move) = (stated_move(board, record.white_move), stated_move(board, record.black_move));
        let white = conditions::greedy(Colour::White, options, white_move, scale)?;
        let black = conditions::greedy(Colour::Black, options, black_move, scale)?;
        conditions::richman(p.value, white, black, scale)?;
        conditions::label(Colour::White, p, options, white, scale)?;
        conditions::label(Colour::Black, p, options, black, scale)?;
        conditions::chosen_move(Colour::White, options, white, white_move)?;
        conditions::chosen_move(Colour::Black, options, black, black_move)
    }

    /// Finds all options of both players, in no particular order; `options` holds them in the place of what it held.
    pub(crate) fn options(&self, placement: &Placement, options: &mut Options) -> Result<(), Breach> {
        let code = self.positions.code(placement.squares());
        let (mut unanswered, mut pieces) = (None, Vec::new());
        options.white.clear();
        options.black.clear();
        for (place, piece) in placement.pieces().iter().enumerate() {
            let own = piece.man.colour.of(&mut options.white, &mut options.black);
            let after = self.positions.after(code, place, piece.square);
            placement.each_move(piece, self.endgame.pawn_rule(), |mv, effect| {
                let to = match (effect, mv.promotion) {
                    (Effect::Quiet, None) => after(mv.to).and_then(|number| node(&self.nodes, number)),
                    (Effect::Captures(Man { role: Role::King, colour }), _) => Some(self.terminal(colour)),
                    _ => {
                        pieces.clear();
                        pieces.extend(placement.pieces_after(mv));
                        self.in_import(&mut pieces)
                    }
                };
                match to {
                    Some(to) => own.push(Choice { mv, to }),
                    None => unanswered = Some(mv),
                }
            });
        }
        unanswered.map_or(Ok(()), |mv| Err(Breach::Unanswered { mv }))
    }

    /// The terminal position in which the king of a colour has been captured.
    fn terminal(&self, captured: Colour) -> Node {
        let value = captured.of(Rank::ZERO, self.scale.one());
        let labels = (Label::ZERO, Label::ZERO);
        Node { value, labels }
    }

    /// The position of an imported endgame with these pieces, which are put in order; none if there is no record of it, which
    /// `imports` rules out.
    fn in_import(&self, pieces: &mut [Piece]) -> Option<Node> {
        pieces.sort_unstable();
        let men = || pieces.iter().map(|piece| piece.man);
        let mut imports = self.imports.iter().zip(&self.imported);
        let (import, nodes) = imports.find(|(import, _)| import.endgame().men().iter().copied().eq(men()))?;
        let squares = pieces.iter().map(|piece| piece.square);
        node(nodes, import.graph().positions.number(squares)?)
    }
}

/// The node of the position of that number.
fn node(nodes: &[Node], number: u32) -> Option<Node> {
    nodes.get(usize::try_from(number).ok()?).copied()
}

/// What a record states; its value is still an index into the table.
fn stated_node(record: &Record) -> Node {
    let white = Label::stated(record.white_label);
    let labels = (white, Label::stated(record.black_label));
    let value = Rank(record.value);
    Node { value, labels }
}

/// The nodes with the rank of each value on another scale.
fn with_ranks(nodes: &[Node], ranks: &[Rank]) -> Result<Vec<Node>, Rejection> {
    let mut with_ranks = Vec::with_capacity(nodes.len());
    for (record, &Node { value, labels }) in nodes.iter().enumerate() {
        let rank = usize::try_from(value.0).ok().and_then(|i| ranks.get(i));
        let (found, required) = (value.0, ranks.len());
        let &value = rank.ok_or(Rejection::ValueIndex { record, found, required })?;
        with_ranks.push(Node { value, labels });
    }
    Ok(with_ranks)
}

/// What a record states as a move; it may be none of any man.
fn stated_move(board: Board, stated: StatedMove) -> Move {
    let (from, to) = (board.square(stated.from), board.square(stated.to));
    let promotion = stated.promotion;
    Move { from, to, promotion }
}
