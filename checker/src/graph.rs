//! The game as the conditions see it: each position a [`Node`], each move a [`Choice`].
//!
//! Responsible for: where each move leads (a terminal position, another position of this endgame, one of an imported
//! endgame), and for putting the five conditions to each position in turn. Left to others: the moves themselves (`board`),
//! the numbering of positions (`endgame`), what the conditions require (`conditions`).

use std::sync::Arc;

use crate::board::{Board, Colour, Move, Placement, Role};
use crate::certificate::{Record, StatedMove, StatedPromotion};
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
    /// The endgames that captures lead to.
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
        values: &Scale,
        records: &[Record],
    ) -> Result<Self, Failure> {
        let mut scales = vec![values];
        scales.extend(imports.iter().map(|import| &import.graph().scale));
        let (scale, ranks) = Scale::join(&scales)?;
        let (own, mut ranks) = ranks.split_at_checked(values.len()).unwrap_or_default();
        let stated: Vec<Node> = records.iter().map(stated_node).collect();
        let nodes = with_ranks(&stated, own)?;
        let mut imported = Vec::new();
        for import in &imports {
            let values = import.graph().scale.len();
            let (theirs, rest) = ranks.split_at_checked(values).unwrap_or_default();
            imported.push(with_ranks(&import.graph().nodes, theirs)?);
            ranks = rest;
        }
        Ok(Self {
            endgame,
            positions,
            imports,
            scale,
            nodes,
            imported,
        })
    }

    /// Puts the conditions to each position, in order.
    pub(crate) fn check(&self, records: &[Record]) -> Result<(), Rejection> {
        let stated = records.iter().zip(&self.nodes);
        for (placement, (record, node)) in self.positions.placements().zip(stated) {
            self.check_position(&placement, node, record)
                .map_err(|breach| {
                    let fen = notation::fen(&placement);
                    Rejection::At { fen, breach }
                })?;
        }
        Ok(())
    }

    /// The conditions on one position.
    fn check_position(
        &self,
        placement: &Placement,
        p: &Node,
        record: &Record,
    ) -> Result<(), Breach> {
        let (options, scale) = (self.options(placement)?, &self.scale);
        let white_move = stated_move(self.endgame.board(), record.white_move);
        let black_move = stated_move(self.endgame.board(), record.black_move);
        let white = conditions::white_greedy(&options, white_move, scale)?;
        let black = conditions::black_greedy(&options, black_move, scale)?;
        conditions::richman(p.value, white, black, scale)?;
        conditions::white_label(p, &options, scale)?;
        conditions::black_label(p, &options, scale)?;
        conditions::chosen_moves(&options, white_move, black_move)
    }

    /// All options of both players.
    pub(crate) fn options(&self, placement: &Placement) -> Result<Options, Breach> {
        let list = |colour| {
            let moves = placement.moves(colour).into_iter();
            let choices = moves.map(|mv| match self.after(placement, colour, mv) {
                Some(to) => Ok(Choice { mv, to }),
                None => Err(Breach::Unanswered { mv }),
            });
            choices.collect::<Result<Vec<Choice>, Breach>>()
        };
        Ok(Options {
            white: list(Colour::White)?,
            black: list(Colour::Black)?,
        })
    }

    /// Where a move of a colour leads; none if there is no record of that, which `coverage` and `imports` rule out.
    fn after(&self, placement: &Placement, colour: Colour, mv: Move) -> Option<Node> {
        let squares = placement.pieces_after(mv).map(|piece| piece.square);
        let (positions, nodes) = match placement.man_on(mv.to) {
            Some(king) if king.role == Role::King => return Some(self.terminal(colour)),
            Some(captured) => {
                let left = self.endgame.without(captured);
                let mut imports = self.imports.iter().zip(&self.imported);
                let (import, nodes) = imports.find(|(import, _)| *import.endgame() == left)?;
                (&import.graph().positions, nodes)
            }
            None => (&self.positions, &self.nodes),
        };
        nodes
            .get(usize::try_from(positions.number(squares)?).ok()?)
            .copied()
    }

    /// A colour has captured the king of the other.
    fn terminal(&self, winner: Colour) -> Node {
        let value = match winner {
            Colour::White => self.scale.one(),
            Colour::Black => Rank::ZERO,
        };
        let (white_label, black_label) = (Label::Finite(0), Label::Finite(0));
        Node {
            value,
            white_label,
            black_label,
        }
    }
}

/// What a record states; its value is still an index into the table.
fn stated_node(record: &Record) -> Node {
    Node {
        value: Rank(record.value),
        white_label: Label::stated(record.white_label),
        black_label: Label::stated(record.black_label),
    }
}

/// The nodes with the rank of each value on another scale.
fn with_ranks(nodes: &[Node], ranks: &[Rank]) -> Result<Vec<Node>, Rejection> {
    let with_rank = |(node, record): (&Node, usize)| {
        let (found, required) = (node.value.0, ranks.len());
        let rank = usize::try_from(found)
            .ok()
            .and_then(|index| ranks.get(index));
        let &value = rank.ok_or(Rejection::ValueIndex {
            record,
            found,
            required,
        })?;
        Ok(Node { value, ..*node })
    };
    nodes.iter().zip(0..).map(with_rank).collect()
}

/// What a record states as a move; it may be none of any man.
fn stated_move(board: Board, stated: StatedMove) -> Move {
    let promotion = stated.promotion.map(|promotion| match promotion {
        StatedPromotion::Queen => Role::Queen,
        StatedPromotion::Rook => Role::Rook,
        StatedPromotion::Bishop => Role::Bishop,
        StatedPromotion::Knight => Role::Knight,
    });
    Move {
        from: board.square(stated.from),
        to: board.square(stated.to),
        promotion,
    }
}
