//! The game as the conditions see it: where each move leads.
//!
//! Responsible for: finding all options of a position, each with the place that it leads to (a terminal position, another
//! position of this endgame, one of an imported endgame), and for putting conditions to each position in turn. Left to
//! others: the moves themselves (`board`), the numbering of positions (`endgame`), what is stated or verified of a place
//! (`exact`), what the conditions require (`conditions`).

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::board::{Colour, Effect, Man, Piece, Placement, Role};
use crate::conditions::{Choice, Options};
use crate::endgame::{Endgame, Positions, used};
use crate::failure::{Breach, Rejection};
use crate::notation;
use crate::verified::Verified;

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The king of this colour has been captured.
    Terminal(Colour),
    /// The position of this endgame of that number.
    Own(u32),
    /// The position of that number of the import of a [`Material`], which is named by its index.
    Imported(usize, u32),
}

/// Which positions are to be checked, and by how many threads.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    /// Numbers of positions.
    pub(crate) range: Range<usize>,
    /// At least one.
    pub(crate) threads: usize,
}

impl Work {
    /// One range for each thread, in order.
    fn ranges(&self) -> Vec<Range<usize>> {
        let Range { start, end } = self.range;
        let shift = |part: Range<usize>| start.saturating_add(part.start)..start.saturating_add(part.end);
        (0..self.threads).map(|index| shift(part(end.saturating_sub(start), index, self.threads))).collect()
    }

    // ANCHOR: threads
    /// Checks each position that is asked for. Of several failures, the first in the canonical order counts, however many threads
    /// there are: a range is given up only when an earlier position has failed. `Room` is what `check` may write in, one for each range.
    pub(crate) fn each<Room: Default>(
        &self,
        check: impl Fn(usize, &mut Room) -> Result<(), Rejection> + Sync,
    ) -> Result<(), Rejection> {
        let first_failed = AtomicUsize::new(usize::MAX);
        let check_range = |range: Range<usize>| {
            let mut room = Room::default();
            for number in range {
                if first_failed.load(Ordering::Relaxed) < number {
                    break;
                }
                check(number, &mut room).inspect_err(|_| {
                    first_failed.fetch_min(number, Ordering::Relaxed);
                })?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for range in self.ranges() {
                let (own, check_range) = (range.clone(), &check_range);
                workers.push((range, thread::Builder::new().spawn_scoped(scope, move || check_range(own))));
            }
            workers.into_iter().try_for_each(|(range, worker)| match worker {
                Ok(worker) => worker.join().unwrap_or_else(|panic| resume_unwind(panic)),
                // There is no further thread to be had.
                Err(_) => check_range(range),
            })
        })
    }
    // ANCHOR_END: threads
}

// ANCHOR: part
/// The part of that index, from 0, when so many things are parted into equal ranges.
pub(crate) fn part(things: usize, index: usize, parts: usize) -> Range<usize> {
    // No product of two numbers of 64 bits is beyond 128 bits.
    let wide = |number: usize| u128::try_from(number).unwrap_or(u128::MAX);
    let border = |index: u128| {
        let things_before = wide(things).saturating_mul(index).checked_div(wide(parts));
        things_before.and_then(|before| usize::try_from(before).ok()).unwrap_or(things)
    };
    border(wide(index))..border(wide(index).saturating_add(1))
}
// ANCHOR_END: part

/// The men that are left after some capture or promotion, and where positions with them are looked up.
#[derive(Debug)]
pub(crate) struct Material {
    /// The men.
    men: Vec<Man>,
    /// The verified certificate of their endgame, or of that with the colours exchanged.
    pub(crate) import: Arc<Verified>,
    /// Whether the colours have to be exchanged, so that what the import says is read backwards.
    pub(crate) flipped: bool,
}

/// The positions of an endgame, and the verified certificates to which moves lead from it.
#[derive(Debug)]
pub(crate) struct Graph {
    /// What is played.
    pub(crate) endgame: Endgame,
    /// All its positions.
    pub(crate) positions: Positions,
    /// The certificates of smaller endgames, in the order of the format.
    pub(crate) imports: Vec<Arc<Verified>>,
    /// The materials that captures and promotions lead to.
    pub(crate) materials: Vec<Material>,
}

impl Graph {
    /// Says of each material by which import it is answered.
    pub(crate) fn new(endgame: Endgame, positions: Positions, imports: Vec<Arc<Verified>>) -> Self {
        let material = |men: Vec<Man>| {
            let used = used(&men);
            let import = imports.iter().find(|import| import.endgame().men() == used)?;
            Some(Material { import: Arc::clone(import), flipped: used != men, men })
        };
        let materials = endgame.changes().into_iter().filter_map(material).collect();
        Self { endgame, positions, imports, materials }
    }

    /// Puts conditions to each position that is asked for. `see` tells what is seen of a place.
    pub(crate) fn check<S>(
        &self,
        work: &Work,
        see: impl Fn(Target) -> Option<S> + Sync,
        conditions: impl Fn(usize, &Options<S>) -> Result<(), Breach> + Sync,
    ) -> Result<(), Rejection> {
        work.each(|number, options: &mut Options<S>| {
            let none = Rejection::Coverage { found: self.positions.count(), required: number };
            let placement = self.positions.placement(number).ok_or(none)?;
            let checked = self.options(&placement, &see, options);
            let checked = checked.and_then(|()| conditions(number, options));
            checked.map_err(|breach| Rejection::At { fen: notation::fen(&placement), breach })
        })
    }

    /// That the position of that number breaks a condition.
    pub(crate) fn at(&self, number: usize, breach: Breach) -> Rejection {
        let fen = self.positions.placement(number).map(|placement| notation::fen(&placement));
        Rejection::At { fen: fen.unwrap_or_default(), breach }
    }

    // ANCHOR: options
    /// Finds all options of both players, in no particular order; `options` holds them in the place of what it held.
    pub(crate) fn options<S>(
        &self,
        placement: &Placement,
        see: impl Fn(Target) -> Option<S>,
        options: &mut Options<S>,
    ) -> Result<(), Breach> {
        let code = self.positions.code(placement.squares());
        let (mut unanswered, mut pieces) = (None, Vec::new());
        options.white.clear();
        options.black.clear();
        for (place, piece) in placement.pieces().iter().enumerate() {
            let own = piece.man.colour.of(&mut options.white, &mut options.black);
            let after = self.positions.after(code, place, piece.square);
            placement.each_move(piece, self.endgame.pawn_rule(), |mv, effect| {
                let place = match (effect, mv.promotion) {
                    (Effect::Quiet, None) => after(mv.to).map(Target::Own),
                    (Effect::Passes(_), None) => {
                        let after = placement.after(mv);
                        after.and_then(|after| self.positions.number_with_right(&after)).map(Target::Own)
                    }
                    (Effect::Captures(Man { role: Role::King, colour }), _) => Some(Target::Terminal(colour)),
                    _ => {
                        pieces.clear();
                        pieces.extend(placement.pieces_after(mv));
                        self.in_import(&mut pieces)
                    }
                };
                match place.and_then(&see) {
                    Some(to) => own.push(Choice { mv, to }),
                    None => unanswered = Some(mv),
                }
            });
        }
        unanswered.map_or(Ok(()), |mv| Err(Breach::Unanswered { mv }))
    }
    // ANCHOR_END: options

    // ANCHOR: in-import
    /// The position of an imported endgame with these pieces, which are put in order; none if there is no record of it, which
    /// `imports` rules out.
    fn in_import(&self, pieces: &mut [Piece]) -> Option<Target> {
        pieces.sort_unstable();
        let men = || pieces.iter().map(|piece| piece.man);
        let material = self.materials.iter().position(|material| material.men.iter().copied().eq(men()))?;
        let Material { import, flipped, .. } = self.materials.get(material)?;
        if *flipped {
            pieces.iter_mut().for_each(|piece| *piece = piece.colour_flip(self.endgame.board()));
            pieces.sort_unstable();
        }
        let number = import.graph().positions.number(pieces.iter().map(|piece| piece.square))?;
        Some(Target::Imported(material, number))
    }
    // ANCHOR_END: in-import
}
