//! Exact tables: what is stated of the positions, and the conditions put to each of them.
//!
//! Responsible for: putting the values of a table and of its imports on one scale; what the conditions see of the place that a
//! move leads to; which conditions are put to a position, in which order. Left to others: the conditions
//! themselves (`conditions`), where moves lead (`graph`), arithmetic (`values`).

use std::mem;

use crate::board::{Board, Colour, Move};
use crate::certificate::{self, Natural, PairRecord, Record, SharpTable, StatedMove, StatedValue, TwoTables};
use crate::conditions::{self, Label, Node, Options, Which};
use crate::failure::{Breach, Failure, Rejection};
use crate::game::{Game, Place};
use crate::graph::{Graph, Target, Work};
use crate::values::{Rank, Scale};

/// Values that are known already: a scale, the ranks on it that are taken, and whether `1 − x` is meant for each value `x` of it.
type Known<'a> = (&'a Scale, &'a [Rank], bool);

/// The values of all imports, one for each material of the graph. All are there: `imports` has seen to the kinds. Without them no
/// position could be seen.
fn known(graph: &Graph) -> Vec<Known<'_>> {
    let others = graph.materials.iter().map(|material| {
        let exact = material.import.table().exact()?;
        Some((&exact.scale, &*exact.ranks, material.flipped))
    });
    others.collect::<Option<_>>().unwrap_or_default()
}

/// The values and labels of all positions of an endgame, or of all that are not terminal of a game that is given as a graph.
#[derive(Debug)]
pub(crate) struct Exact {
    /// The odd parts of the denominators.
    pub(crate) odd_parts: Vec<Natural>,
    /// The values of the table, increasing.
    pub(crate) values: Vec<StatedValue>,
    /// The rank of each of them.
    pub(crate) ranks: Vec<Rank>,
    /// All values, own and imported.
    pub(crate) scale: Scale,
    /// What is stated of each position.
    pub(crate) nodes: Vec<Node>,
    /// For each material of the graph, by the ranks of its import: the rank here of each value that the import states; of `1 − x` for each
    /// such value `x` if it is flipped. None for what the import does not state itself. Of a game that is given as a graph: the same once,
    /// of its terminal values.
    imported: Vec<Vec<Option<Rank>>>,
}

impl Exact {
    /// Puts all values on one scale: those that `others` know, and `own`, those of the table. Each of the `stated` nodes has indices into
    /// the table where ranks belong.
    fn new(
        others: &[Known],
        (odd_parts, values): (Vec<Natural>, Vec<StatedValue>),
        own: Scale,
        stated: impl ExactSizeIterator<Item = Node>,
    ) -> Result<Self, Failure> {
        let count = own.len();
        let (scale, all) = Scale::join(own, others)?;
        let mut all = all.into_iter();
        let ranks: Vec<Rank> = all.by_ref().take(count).collect();
        let by_rank = |&(other, taken, _): &Known| {
            let mut by_rank = vec![None; other.len()];
            for (rank, here) in taken.iter().zip(all.by_ref()) {
                if let Some(place) = rank.of_mut(&mut by_rank) {
                    *place = Some(here);
                }
            }
            by_rank
        };
        let imported = others.iter().map(by_rank).collect();
        let mut nodes = Vec::with_capacity(stated.len());
        for (record, Node { values: (lower, upper), labels }) in stated.enumerate() {
            let rank = |value: Rank| {
                let (found, required) = (value.0, count);
                value.of(&ranks).copied().ok_or(Rejection::ValueIndex { record, found, required })
            };
            nodes.push(Node { values: (rank(lower)?, rank(upper)?), labels });
        }
        Ok(Self { odd_parts, values, ranks, scale, nodes, imported })
    }

    // ANCHOR: see
    /// What the conditions see of a place.
    pub(crate) fn see(&self, graph: &Graph, place: Target) -> Option<Node> {
        match place {
            Target::Own(number) => self.nodes.get(usize::try_from(number).ok()?).copied(),
            Target::Terminal(captured) => {
                let value = captured.of(Rank::ZERO, self.scale.one());
                Some(Node { values: (value, value), labels: (Label::ZERO, Label::ZERO) })
            }
            Target::Imported(material, number) => {
                let ranks = self.imported.get(material)?;
                let material = graph.materials.get(material)?;
                let known = material.import.table().exact()?.nodes.get(usize::try_from(number).ok()?)?;
                let ((lower, upper), (white, black)) = (known.values, known.labels);
                let (lower, upper) = ((*lower.of(ranks)?)?, (*upper.of(ranks)?)?);
                // The lower value with the colours exchanged is one less the upper value; the ranks have seen to that.
                Some(match material.flipped {
                    true => Node { values: (upper, lower), labels: (black, white) },
                    false => Node { values: (lower, upper), labels: (white, black) },
                })
            }
        }
    }
    // ANCHOR_END: see

    /// Takes a sharp table; `own` are its values.
    pub(crate) fn sharp(graph: &Graph, table: &mut SharpTable, own: Scale) -> Result<Self, Failure> {
        let values = (mem::take(&mut table.odd_parts), mem::take(&mut table.values));
        Self::new(&known(graph), values, own, table.records.iter().map(stated_node))
    }

    /// Takes two tables; `own` are the values of both.
    pub(crate) fn two(graph: &Graph, tables: &mut TwoTables, own: Scale) -> Result<Self, Failure> {
        let values = (mem::take(&mut tables.odd_parts), mem::take(&mut tables.values));
        let exact = Self::new(&known(graph), values, own, tables.records.iter().map(stated_pair))?;
        for (number, p) in exact.nodes.iter().enumerate() {
            conditions::in_order(p, &exact.scale).map_err(|breach| graph.at(number, breach))?;
        }
        Ok(exact)
    }

    /// Verifies a sharp table at the positions that are asked for.
    pub(crate) fn check_sharp(&self, graph: &Graph, records: &[Record], work: &Work) -> Result<(), Rejection> {
        let board = graph.endgame.board();
        graph.check(
            work,
            |place| self.see(graph, place),
            |number, options| {
                let stated = self.nodes.get(number).zip(records.get(number));
                let (p, record) = stated.ok_or(Breach::NoRecord)?;
                self.sharp_position(board, p, record, options)
            },
        )
    }

    // ANCHOR: sharp-position
    /// The conditions of kind 0 on one position.
    fn sharp_position(&self, board: Board, p: &Node, record: &Record, options: &Options) -> Result<(), Breach> {
        let scale = &self.scale;
        let (white_move, black_move) = (stated_move(board, record.white_move), stated_move(board, record.black_move));
        let white = conditions::greedy(Colour::White, options, white_move, scale)?;
        let black = conditions::greedy(Colour::Black, options, black_move, scale)?;
        conditions::richman(p.values.0, white, black, scale)?;
        conditions::label(Colour::White, p, options, white, scale)?;
        conditions::label(Colour::Black, p, options, black, scale)?;
        conditions::chosen_move(Colour::White, options, white, white_move)?;
        conditions::chosen_move(Colour::Black, options, black, black_move)
    }
    // ANCHOR_END: sharp-position

    /// Takes the values of a game; `own` are those that are stated.
    pub(crate) fn game(game: &Game, stated: &mut certificate::Graph, own: Scale) -> Result<Self, Failure> {
        let values = (mem::take(&mut stated.odd_parts), mem::take(&mut stated.values));
        let (scale, taken) = game.terminal_scale();
        let exact = Self::new(&[(scale, taken, false)], values, own, stated.records.iter().map(stated_pair))?;
        for (p, &number) in exact.nodes.iter().zip(game.inner()) {
            conditions::in_order(p, &exact.scale).map_err(|breach| game.at(number, breach))?;
        }
        Ok(exact)
    }

    // ANCHOR: see-place
    /// What the conditions see of a position of a game: what is stated, or, if it is terminal, its value twice; labels 0.
    pub(crate) fn see_place(&self, place: &Place) -> Option<Node> {
        match place {
            Place::Inner { record, .. } => self.nodes.get(*record).copied(),
            Place::Terminal(value) => {
                let rank = (*value.of(self.imported.first()?)?)?;
                Some(Node { values: (rank, rank), labels: (Label::ZERO, Label::ZERO) })
            }
        }
    }
    // ANCHOR_END: see-place

    /// Verifies two tables at the positions that are asked for.
    pub(crate) fn check_two(&self, graph: &Graph, work: &Work) -> Result<(), Rejection> {
        graph.check(
            work,
            |target| self.see(graph, target),
            |number, options| self.two_positions(self.nodes.get(number).ok_or(Breach::NoRecord)?, options),
        )
    }

    // ANCHOR: two-positions
    /// The conditions of kinds 1 and 4 on one position.
    pub(crate) fn two_positions<M: Copy + Ord>(&self, p: &Node, options: &Options<Node, M>) -> Result<(), Breach> {
        let scale = &self.scale;
        let of = |which| move |breach| Breach::InTable { which, breach: Box::new(breach) };
        for which in [Which::Lower, Which::Upper] {
            conditions::richman_of(which, p, options, scale).map_err(of(which))?;
        }
        for colour in [Colour::White, Colour::Black] {
            let which = Which::of_labels(colour);
            let best = options.best(colour, which).ok_or(Breach::NoOption { colour })?;
            conditions::label(colour, p, options, best, scale).map_err(of(which))?;
        }
        Ok(())
    }
    // ANCHOR_END: two-positions
}

/// What a record of two tables states; its values are still indices.
fn stated_pair(record: &PairRecord) -> Node {
    let labels = (Label::stated(record.white_label), Label::stated(record.black_label));
    Node { values: (Rank(record.lower), Rank(record.upper)), labels }
}

/// What a record states; its value is still an index into the table.
fn stated_node(record: &Record) -> Node {
    let white = Label::stated(record.white_label);
    let labels = (white, Label::stated(record.black_label));
    let value = Rank(record.value);
    Node { values: (value, value), labels }
}

/// What a record states as a move; it may be none of any man.
fn stated_move(board: Board, stated: StatedMove) -> Move {
    let (from, to) = (board.square(stated.from), board.square(stated.to));
    let promotion = stated.promotion;
    Move { from, to, promotion }
}
