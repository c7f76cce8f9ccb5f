//! Positions that are placements of men: what a certificate knows of one, and what follows from each move.

use num_rational::BigRational;

use crate::position::{Brief, Entry, Leads, Reached, Shares, known, ordered, whole};
use crate::{endless, notation};
use checker::Verified;
use checker::certificate::{Form, Head};
use checker::chess::{Board, Man, Placement};
use checker::endgame::{Positions, used};
use checker::theorem::{INFINITE, Place, Side, Turn};

/// Where a certificate finds placements: its own, by number and whether the colours are exchanged, and those of its imports.
pub(crate) struct Known<'a> {
    pub(crate) verified: &'a Verified,
    pub(crate) shares: &'a AllShares<'a>,
    pub(crate) board: Board,
    pub(crate) own: &'a dyn Fn(&Placement) -> Option<(u32, bool)>,
    pub(crate) import: fn(&Verified) -> &Positions,
}

/// What a certificate and its imports state, as shares.
pub(crate) struct AllShares<'a> {
    own: Shares<'a>,
    imports: Vec<Shares<'a>>,
}

impl<'a> AllShares<'a> {
    pub(crate) fn of(verified: &'a Verified) -> Self {
        Self { own: Shares::of(verified), imports: Shares::of_imports(verified) }
    }
}

/// What is wrong with a part of a statement about men on a board: the board, if it was stated, and the men.
pub(crate) fn wrong_statement(part: &str, board: Option<[u8; 3]>, men: &[u8]) -> Option<String> {
    Some(match (part, board) {
        ("board", Some([.., rule])) if rule > 2 => format!("board: found the pawn rule {rule}, required 0, 1 or 2"),
        ("board", Some([files, ranks, _])) => {
            format!("board: found {files} files and {ranks} ranks, required 2 to 16 of each")
        }
        ("men", _) => {
            "men: found other numbers, required those of both kings, 0 and 1, and then the others from 2 to 11, in order".to_owned()
        }
        ("pawn rule", Some([_, ranks, rule])) => {
            let found = match rule {
                0 => "that of no pawns",
                1 => "the single step",
                _ => "the double step",
            };
            format!(
                "pawn rule: found {found} on {ranks} ranks, required that of no pawns where there is none; else the single step, which needs 3 ranks, or the double \
                 step, which needs 4"
            )
        }
        ("colours", Some(_)) => {
            let men: Vec<Man> = men.iter().copied().filter_map(Man::new).collect();
            let [found, required] = [&men, &used(&men)].map(|men| notation::signature(men));
            format!("colours: found {found}, required {required}, with the colours exchanged")
        }
        _ => return None,
    })
}

/// A move or a pass: whose, its number, and what is there after it; if it ends the game, who has won, or none at a draw.
pub(crate) type Move = (Side, u32, Result<Placement, Option<Side>>);

impl Known<'_> {
    /// What is known of a placement: in the certificate's own table, or in an import. The colours may be exchanged there.
    fn look(&self, placement: &Placement) -> Option<(Leads, Place<BigRational>)> {
        if let Some((leads, place, _)) = self.look_here(placement) {
            return Some((leads, place));
        }
        self.verified.imports().iter().enumerate().find_map(|(place, import)| {
            let (number, flipped) = (self.import)(import).number(placement)?;
            let mut known = self.shares.imports[place].place(number, flipped);
            let head = self.verified.head();
            // Elsewhere the labels of imports do not count.
            if !matches!(head.form, Form::One | Form::Two) || head.never.is_some() {
                known.labels = [0; 2];
            }
            Some((Leads::Import(place, number, flipped), known))
        })
    }

    /// What is known of a placement in the certificate's own table, and whether the colours are exchanged there.
    fn look_here(&self, placement: &Placement) -> Option<(Leads, Place<BigRational>, bool)> {
        let (number, flipped) = (self.own)(placement)?;
        Some((Leads::To(number), self.shares.own.place(number, flipped), flipped))
    }

    /// The values of a placement of the certificate's own.
    pub(crate) fn brief(&self, placement: &Placement) -> Option<Brief> {
        let (head, (number, flipped)) = (self.verified.head(), (self.own)(placement)?);
        let known = known(head, self.shares.own.one_place(number, flipped));
        let never = if flipped { head.never.map(endless::exchanged) } else { head.never };
        let is_settled = self.verified.stated().settled(number).is_some();
        Some(Brief { name: notation::fen(self.board, placement), known, never, is_settled })
    }

    /// What is verified of a placement of the certificate's own, with its moves.
    pub(crate) fn entry(
        &self,
        placement: &Placement,
        turn: impl FnOnce(u32) -> Turn,
        moves: impl IntoIterator<Item = Move>,
    ) -> Option<Entry> {
        let head = self.verified.head();
        let (Leads::To(number), place, flipped) = self.look_here(placement)? else { return None };
        let mut options = Vec::new();
        for (by, name, after) in moves {
            let (leads, place) = match after {
                Err(Some(winner)) => (Leads::Won(winner), Place::of(whole(winner.of(1, 0)))),
                Err(None) => (Leads::Terminal, drawn(head)),
                // A pass: the position itself, which need not be a member without its right.
                Ok(after) => self.look(&after).unwrap_or_else(|| {
                    (Leads::Outside, Place { alpha: [whole(0), whole(1)], beta: [whole(0), whole(1)], labels: [0; 2] })
                }),
            };
            let is_stuck = name == 0 && matches!(leads, Leads::Won(_) | Leads::Terminal);
            let [text, step] = match is_stuck {
                true => ["no move", "no move"].map(str::to_owned),
                false => [notation::move_text(self.board, placement, name), notation::step(self.board, name)],
            };
            let known = known(head, place);
            options.push((name, Reached { by, weight: 1, name, text, step, leads, known }));
        }
        let name = notation::fen(self.board, placement);
        let entry = ordered(head, name, turn(number), known(head, place), options);
        let never = if flipped { entry.never.map(endless::exchanged) } else { entry.never };
        let is_settled = self.verified.stated().settled(number).is_some();
        Some(Entry { never, is_settled, ..entry })
    }
}

/// A draw: nobody can force anything. Where labels count, they are infinite.
fn drawn(head: &Head) -> Place<BigRational> {
    let label = if matches!(head.form, Form::One | Form::Two) { INFINITE } else { 0 };
    Place { alpha: [whole(0), whole(0)], beta: [whole(1), whole(1)], labels: [label; 2] }
}

/// All moves of both players in bidding chess.
pub(crate) fn chess(board: Board, placement: &Placement) -> impl Iterator<Item = Move> {
    notation::options(board, placement).into_iter().map(|(by, name, after)| (by, name, after.ok_or(Some(by))))
}
