//! A table of Losing Chess by turns: who wins, in how many plies.

use std::sync::OnceLock;

use super::{COLUMNS, Outcome, by_turns, read, words};
use crate::claims::values;
use crate::escape::quoted;
use crate::figures::Figures;
use crate::json::Object;
use crate::notation;
use crate::position::{Entry, Known, Leads, PositionError, Reached, ordered};
use crate::sheet::{Row, Sheet, same_board};
use checker::Verified;
use checker::certificate::VERSION;
use checker::chess::{Board, Man, Placement};
use checker::numbers::at;
use checker::table::Table as _;
use checker::theorem::{Side, Turn};
use games::losing::{DRAW, Turns};

/// The table.
struct Table<'a> {
    verified: &'a Verified,
    turns: &'a Turns,
    count: OnceLock<usize>,
}

/// The table that was verified, if it is one.
pub(crate) fn tell(verified: &Verified) -> Option<Box<dyn Sheet + '_>> {
    Some(Box::new(Table { verified, turns: verified.subject().downcast_ref()?, count: OnceLock::new() }))
}

/// What can be asked for where players take turns.
pub(super) const QUESTION: &str = "a FEN with the side to move, such as 8/8/8/8/8/2n5/8/KR6 w";

/// Who wins if a side is to move that wins (even) or loses (odd) in so many plies; none for a draw.
fn in_plies(plies: Option<u16>, side: Side) -> Known {
    by_turns(plies.map(|plies| (if plies % 2 == 0 { side } else { side.other() }, plies.into())))
}

impl Table<'_> {
    /// A placement of the men of the table, perhaps with a right, with a side to move.
    fn of(&self, placement: &Placement, side: Side) -> Entry {
        let turns = self.turns;
        let (board, mut all) = (turns.positions.endgame.board, Vec::new());
        let plies = turns.distance(placement, None, side, &mut all);
        let mut options: Vec<(u32, Reached)> = Vec::new();
        for mv in &all {
            let (after, name) = (board.after(placement, Some(mv)), board.name(Some(mv)));
            let own = |table: &Turns| table.positions.number(&after);
            let import = || {
                let mut imports = turns.imports.iter().enumerate();
                imports.find_map(|(place, import)| {
                    own(import).map(|(number, flipped)| Leads::Import(place, number, flipped))
                })
            };
            let leads = match own(turns) {
                _ if mv.passes.is_some() => Leads::Outside,
                Some((number, _)) => Leads::To(2 * number + side.other().of(0, 1)),
                None => import().unwrap_or(Leads::Won(side.other())),
            };
            let text = notation::move_text(board, placement, name);
            let step = notation::step(board, name);
            let known = in_plies(turns.reached(placement, None, side, mv), side.other());
            options.push((name, Reached { by: side, weight: 1, name, text, step, leads, known }));
        }
        let name = words::fen(board, placement, side);
        let known = in_plies(plies, side);
        if options.is_empty() {
            return Entry::ended(name, known);
        }
        ordered(self.verified.head(), name, Turn::Of(side), known, options)
    }
}

impl Sheet for Table<'_> {
    fn verified(&self) -> &Verified {
        self.verified
    }

    fn kind(&self) -> &'static str {
        "turns"
    }

    fn about(&self) -> String {
        words::table(self.turns.rule, &self.turns.positions.endgame)
    }

    fn question(&self) -> &'static str {
        QUESTION
    }

    fn claim_with(&self, _: Option<&Figures>) -> String {
        words::claim_of_table(self.turns)
    }

    fn count(&self) -> usize {
        2 * self.count.get_or_init(|| self.turns.positions.positions())
    }

    fn places(&self) -> usize {
        2 * self.turns.positions.count()
    }

    fn is_first(&self, number: u32) -> bool {
        self.turns.positions.is_first(number / 2)
    }

    fn has_values(&self) -> bool {
        false
    }

    fn form(&self) -> &'static str {
        "outcomes by turns"
    }

    fn conditions(&self) -> Vec<(&'static str, usize)> {
        let (count, imports) = (self.count(), self.verified.head().imports.len());
        vec![("header", 1), ("canonical", count), ("coverage", count), ("imports", imports), ("label", count)]
    }

    fn receipt(&self, object: &mut Object) {
        object.text("claim", self.claim()).json("format", VERSION).text("form", self.form());
        object.json("positions", self.count()).json("conditions", Object::numbers(self.conditions()));
        let ([won, drawn, lost], most) = words::outcomes(self.turns);
        object.text("rule", words::RULES[usize::from(self.turns.rule)]);
        object.json("won", won).json("drawn", drawn).json("lost", lost).json("longest", most);
    }

    fn labels(&self) -> [Option<u64>; 2] {
        [0, 1].map(|side| {
            let labels = self.turns.labels.iter().map(|both| both[side]).filter(|label| *label != DRAW);
            Some(labels.max().unwrap_or(0).into())
        })
    }

    fn at(&self, text: &str, holds: Option<&str>) -> Result<Row<'_>, String> {
        Outcome::of(self, Some(self.turns.rule), self.entry_at(text), holds)
    }

    fn number(&self, number: u32) -> Row<'_> {
        let entry = self.entry(number).expect("its own position");
        Row::Own(Box::new(Outcome { tell: self, entry, rule: Some(self.turns.rule) }))
    }

    fn name(&self, number: u32) -> String {
        words::position(self.turns, number)
    }

    fn entry_at(&self, text: &str) -> Result<Entry, PositionError> {
        let (board, placement, side) = read(text)?;
        same_board(board, self.turns.positions.endgame.board)?;
        let plain = Placement { passed: None, ..placement.clone() };
        if self.turns.stated(&plain, side).is_none() {
            let men: Vec<Man> = placement.pieces.iter().map(|piece| piece.man).collect();
            let [found, required] = [&men, &self.turns.positions.endgame.men].map(|men| words::material(men));
            return Err(PositionError::Men(found, required));
        }
        Ok(self.of(&placement, side))
    }

    fn placed(&self, board: Board, placement: &Placement) -> Result<Entry, PositionError> {
        Err(PositionError::Turn(quoted(&notation::fen(board, placement))))
    }

    fn entry(&self, number: u32) -> Option<Entry> {
        Some(self.of(&self.turns.positions.placement(number / 2), Side::BOTH[at(number % 2)]))
    }

    fn placement(&self, number: u32) -> Option<Placement> {
        Some(self.turns.positions.placement(number / 2))
    }

    fn columns(&self) -> &'static [&'static str] {
        COLUMNS
    }

    fn dump_columns(&self) -> String {
        values::dumped(self)
    }

    fn line(&self, number: u32) -> String {
        values::line(self, &self.entry(number).expect("its own position"), number)
    }

    fn turns(&self) -> [bool; 2] {
        [false, false]
    }

    fn import(&self, place: usize) -> String {
        words::table(self.turns.rule, &self.turns.imports[place].positions.endgame)
    }
}
