//! The endgame: which material, on which board; all its positions, by number; where their moves lead.
//!
//! Responsible for what signatures mean and which are used; the smaller endgames that captures and promotions lead to; the symmetries; the
//! enumeration of all positions in the canonical order. The solver finds a position by the orbit of its first king; here it is known by the
//! least of its lists, and numbers are counted in a bitmap, on purpose. Losing Chess shares the numbering, for any men. Source: the chapter "The format", sections "Positions" and "Imports".

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::iter;
use std::sync::Arc;

use crate::certificate::Statement;
use crate::chess::{self, Board, Man, Move, PROMOTIONS, PawnRule, Piece, Placement, Role, Square, has_pawns};
use crate::failure::{Failure, ensure};
use crate::limits::Limit;
use crate::numbers::at;
use crate::ranked_set::RankedSet;
use crate::table::{Step, Table, Target};
use crate::theorem::Side;

/// A material on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endgame {
    /// The board; its rule for pawns is `NoPawns` exactly where there are none.
    pub board: Board,
    /// In the order of the format: increasing. In bidding chess both kings come first.
    pub men: Vec<Man>,
}

impl Endgame {
    /// The endgame that a certificate says it is about. Rejected if the format forbids it, declined if it is too large.
    pub fn new(stated: [u8; 3], men: &[u8]) -> Result<Self, Failure> {
        Self::of(stated, chess::men(men))
    }

    /// The same of men that have been read already, if they are those of an endgame.
    pub fn of(stated: [u8; 3], men: Option<Vec<Man>>) -> Result<Self, Failure> {
        let board = Board::new(stated).ok_or(Failure::Statement("board"))?;
        let men = men.ok_or(Failure::Statement("men"))?;
        ensure(board.suits(&men), Failure::Statement("pawn rule"))?;
        ensure(used(&men) == men, Failure::Statement("colours"))?;
        Limit::MEN.admit(men.len())?;
        let endgame = Self { board, men };
        Limit::SQUARES.admit(endgame.lists())?;
        Ok(endgame)
    }

    /// The same, unless it has many more positions than a certificate of so many bytes can speak of.
    pub fn admit(self, bytes: usize) -> Result<Self, Failure> {
        let room = u64::try_from(bytes).expect("a length") / 3;
        Limit::SHORT_FILE.admit(self.positions() - self.positions().min(room))?;
        Ok(self)
    }

    /// The statement about it.
    pub fn statement(&self) -> Statement {
        Statement::Endgame(self.board.stated(), self.men.iter().map(|man| man.number()).collect())
    }

    /// About how many positions there are: of the lists of squares, equal men stand for one in every order.
    pub fn positions(&self) -> u64 {
        let equal = |last: usize| self.men[..=last].iter().filter(|man| **man == self.men[last]).count();
        let orders = (0..self.men.len()).map(equal).product::<usize>();
        self.lists() / u64::try_from(orders).expect("at most 120")
    }

    /// About how many lists of squares there are up to symmetry, one square for each man: all of them divided by the number
    /// of symmetries. (There are a few more, because some symmetries leave a list as it is.)
    fn lists(&self) -> u64 {
        let squares = u64::from(self.board.files) * u64::from(self.board.ranks);
        let all = self.men.iter().fold(1, |lists, _| lists * squares);
        all / u64::try_from(images(self.board).len()).expect("at most 8")
    }

    /// The endgames of what the men become by a move that captures a man other than a king, promotes a pawn, or both; with the colours
    /// exchanged where the men are not used so; in the order in which a certificate imports them. Each has fewer men or fewer pawns.
    pub fn imports(&self) -> Vec<Self> {
        self.changes(2, &PROMOTIONS)
    }

    /// The same where so many men, the first ones, cannot be captured, and pawns become these men. A side without men has no endgame.
    pub fn changes(&self, lasting: usize, promotions: &[Role]) -> Vec<Self> {
        let mut all = BTreeSet::new();
        for side in Side::BOTH {
            let captured = (lasting..self.men.len()).filter(|&place| self.men[place].side() != side);
            let without = |place: usize| [&self.men[..place], &self.men[place + 1..]].concat();
            for left in captured.map(without).chain([self.men.clone()]) {
                // A pawn that stays one is the move without a promotion.
                for &role in [Role::Pawn].iter().chain(promotions) {
                    let mut men = left.clone();
                    let pawn = men.iter_mut().find(|man| **man == Man::of(side, Role::Pawn));
                    pawn.into_iter().for_each(|man| *man = Man::of(side, role));
                    men.sort_unstable();
                    let men = used(&men);
                    all.insert((Reverse(men.len()), men));
                }
            }
        }
        let is_whole = |men: &[Man]| Side::BOTH.iter().all(|&side| men.iter().any(|man| man.side() == side));
        let others = all.into_iter().map(|(_, men)| men).filter(|men| *men != self.men && is_whole(men));
        let rule = |men: &[Man]| if has_pawns(men) { self.board.pawn_rule } else { PawnRule::NoPawns };
        others.map(|men| Self { board: Board { pawn_rule: rule(&men), ..self.board }, men }).collect()
    }
}

/// The men with the colours exchanged.
fn flipped(men: &[Man]) -> Vec<Man> {
    let mut men: Vec<Man> = men.iter().map(|man| man.flipped()).collect();
    men.sort_unstable();
    men
}

/// The men, or those with the colours exchanged: White has more men, or as many that come first in the order Q R B N P.
pub fn used(men: &[Man]) -> Vec<Man> {
    let white = |men: &[Man]| men.iter().filter(|man| man.side() == Side::White).count();
    let both = [men.to_vec(), flipped(men)];
    both.into_iter().min_by_key(|men| (Reverse(white(men)), men.clone())).expect("two")
}

/// For each symmetry of a board and each square the number of the square to which it is carried; the identity is the first. A square board
/// has 8 symmetries: the reflections, and those after the exchange of ranks and files. An oblong one has 4; with pawns there are 2, the
/// identity and the left-right reflection.
fn images(board: Board) -> Vec<[u8; 256]> {
    let without_pawns = if board.files == board.ranks { 8 } else { 4 };
    let mut images = vec![[0; 256]; if board.pawn_rule == PawnRule::NoPawns { without_pawns } else { 2 }];
    for (symmetry, images) in images.iter_mut().enumerate() {
        for square in board.squares() {
            let file = if symmetry & 1 == 0 { square.file() } else { board.files - 1 - square.file() };
            let rank = if symmetry & 2 == 0 { square.rank() } else { board.ranks - 1 - square.rank() };
            let image = if symmetry & 4 == 0 { Square::new(rank, file) } else { Square::new(file, rank) };
            images[square.slot()] = board.number(image);
        }
    }
    images
}

/// All positions of an endgame, numbered in the canonical order.
///
/// A list of squares, one for each man in the order of the men, and then the right to capture *en passant*, 0 if there is none, is read as a
/// number, first man first: its *code*. So the order of codes is the order of lists. A position is known by the least of its codes.
#[derive(Debug)]
pub struct Positions {
    /// What is played.
    pub endgame: Endgame,
    /// The positions of the endgames that moves lead to, in the order of imports.
    pub imports: Vec<Arc<Self>>,
    /// The men with the colours exchanged.
    flipped: Vec<Man>,
    /// For each symmetry of the board, what squares of each man add to the code, and what a right to capture on a square does.
    ways: Vec<Way>,
    /// For each pair of squares of the first two men (the kings of bidding chess), the symmetries that may carry it to the beginning of the least
    /// list, a bit for each: all of those that carry the men before the first one that is equal to another to the least squares that they can reach.
    carriers: Vec<u8>,
    /// For each man, what one more in the number of its square adds to the code; 0 for men that there are not.
    weights: [usize; MOST],
    /// The places of any two equal men, ordered by the second one.
    twins: Vec<[usize; 2]>,
    /// The numbers of the squares that a pawn may have passed, if there is a right to capture it.
    passed: Vec<u8>,
    /// The codes that are the least of a position.
    codes: RankedSet,
}

/// How many men there are at most.
const MOST: usize = 5;
const _: () = assert!(Limit::MEN.most == 5, "a list has room for as many men as the limit admits");

/// The squares of the men; a1 for men that there are not.
type Squares = [Square; MOST];
/// What they add to the code, and what the right does.
type Way = ([[usize; 256]; MOST], [usize; 256]);

fn squares(placement: &Placement) -> Squares {
    let mut squares = [Square::new(0, 0); MOST];
    squares.iter_mut().zip(&placement.pieces).for_each(|(square, piece)| *square = piece.square);
    squares
}

impl Positions {
    /// Finds all positions: the placements whose codes are the least of their position, without and with each right.
    pub fn enumerate(endgame: Endgame, imports: Vec<Arc<Self>>) -> Self {
        Self::find(endgame, imports, true)
    }

    /// Finds all positions, with rights or without.
    pub fn find(endgame: Endgame, imports: Vec<Arc<Self>>, rights: bool) -> Self {
        let Endgame { board, men } = endgame.clone();
        let (images, squares): (_, Vec<Square>) = (images(board), board.squares().collect());
        // A right needs a double step, and pawns of both sides.
        let has_rights = rights
            && board.pawn_rule == PawnRule::DoubleStep
            && Side::BOTH.iter().all(|&side| men.contains(&Man::of(side, Role::Pawn)));
        let may_be_passed = |square: &Square| has_rights && (square.rank() == 2 || square.rank() + 3 == board.ranks);
        let passed: Vec<u8> = board.squares().filter(may_be_passed).map(|square| board.number(square)).collect();
        let (mut weights, mut count) = ([0; MOST], passed.len() + 1);
        for weight in weights[..men.len()].iter_mut().rev() {
            (*weight, count) = (count, count * squares.len());
        }
        let pairs = (0..men.len()).flat_map(|later| (0..later).map(move |earlier| [earlier, later]));
        let twins = pairs.filter(|&[earlier, later]| men[earlier] == men[later]).collect();
        let right = |to| passed.iter().position(|&one| one == to).map_or(0, |place| place + 1);
        let way =
            |image: &[u8; 256]| (weights.map(|weight| image.map(|to| weight * usize::from(to))), image.map(right));
        let ways = images.iter().map(way).collect();
        let (flipped, carriers, codes) = (flipped(&men), vec![0; 1 << 16], RankedSet::none(count));
        let mut all = Self { endgame, imports, flipped, ways, carriers, weights, twins, passed, codes };
        let alone = (0..2).take_while(|&place| men.get(place + 1) != Some(&men[place])).count();
        for pair in 0..squares.len().pow(2) {
            let (first, second) = (squares[pair / squares.len()].slot(), squares[pair % squares.len()].slot());
            let pairs: Vec<[u8; 2]> = images.iter().map(|image| [image[first], image[second]]).collect();
            let least = pairs.iter().map(|pair| &pair[..alone]).min();
            let carries = |all, pair: &[u8; 2]| all << 1 | u8::from(least == Some(&pair[..alone]));
            let carriers = pairs.iter().rev().fold(0, carries);
            all.carriers[first << 8 | second] = carriers;
            // The identity is the first symmetry. In the least list the first square is the least that it can be carried to, whichever man
            // stands there.
            if carriers & 1 == 1 && pairs.iter().all(|pair| pair[0] >= pairs[0][0]) {
                let codes = pair * all.weights[1]..(pair + 1) * all.weights[1];
                codes.step_by(all.passed.len() + 1).for_each(|code| all.meet(all.listed(code)));
            }
        }
        all.codes.count();
        all
    }

    /// RankedSet the code of a placement without a right, and those with each right that it could have, if they are the least of their positions.
    fn meet(&mut self, placement: Placement) {
        let board = self.endgame.board;
        if !placement.pieces.is_sorted() || !board.admits(&placement.pieces) {
            return;
        }
        let rights = if self.passed.is_empty() { Vec::new() } else { board.rights(&placement) };
        let mut squares = squares(&placement);
        for passed in iter::once(None).chain(rights.into_iter().map(Some)) {
            let code = self.code(&self.ways[0], &mut squares, passed);
            if code == self.least(squares, passed) {
                self.codes.insert(code);
            }
        }
    }

    /// The least code of the position of men on these squares, with the right to capture on one.
    #[inline(always)]
    fn least(&self, mut squares: Squares, passed: Option<Square>) -> usize {
        let mut carriers = self.carriers[squares[0].slot() << 8 | squares[1].slot()];
        let mut least = usize::MAX;
        while carriers > 0 {
            least = least.min(self.code(&self.ways[at(carriers.trailing_zeros())], &mut squares, passed));
            carriers &= carriers - 1;
        }
        least
    }

    /// Their code after a symmetry; equal men are put in the order of their squares there.
    #[inline(always)]
    fn code(&self, (codes, rights): &Way, squares: &mut Squares, passed: Option<Square>) -> usize {
        for &[earlier, later] in &self.twins {
            if codes[earlier][squares[earlier].slot()] > codes[earlier][squares[later].slot()] {
                squares.swap(earlier, later);
            }
        }
        let right = passed.map_or(0, |passed| rights[passed.slot()]);
        codes.iter().zip(&*squares).fold(right, |code, (codes, square)| code + codes[square.slot()])
    }

    /// The least placement of the position of that number, with its right.
    pub fn placement(&self, number: u32) -> Placement {
        self.listed(self.codes.select(number))
    }

    /// The placement of this code.
    fn listed(&self, code: usize) -> Placement {
        let mut rest = code;
        let square = |number: u8| self.endgame.board.square(number).expect("a code of squares");
        let piece = |(&man, &weight): (&Man, &usize)| {
            let number = u8::try_from(rest / weight).expect("at most 255");
            rest %= weight;
            Piece { man, square: square(number) }
        };
        let pieces = self.endgame.men.iter().zip(&self.weights).map(piece).collect();
        Placement { pieces, passed: rest.checked_sub(1).map(|passed| square(self.passed[passed])) }
    }

    /// The number of the position to which a placement belongs, and whether its colours are exchanged there; none if it has other men.
    pub fn number(&self, placement: &Placement) -> Option<(u32, bool)> {
        let are = |men: &[Man]| placement.pieces.iter().map(|piece| &piece.man).eq(men);
        let number = |of: &Placement| self.codes.rank(self.least(squares(of), of.passed));
        match are(&self.endgame.men) {
            true => Some((number(placement), false)),
            false => are(&self.flipped).then(|| (number(&self.endgame.board.flipped(placement)), true)),
        }
    }
}

// ANCHOR: known
/// Where a placement is looked up in some tables: the parts of the border are each table as it is, then with the colours exchanged.
pub fn known(tables: &[Arc<Positions>], placement: &Placement) -> Option<Target> {
    (0..).zip(tables).find_map(|(place, table)| {
        let (number, flipped) = table.number(placement)?;
        Some(Target::Known { border: 2 * place + usize::from(flipped), number })
    })
}

/// That imports of something on a board are on the same board, or on that without pawns.
pub fn on_board<'a>(board: Board, imports: impl Iterator<Item = &'a Endgame>) -> Result<(), Failure> {
    let boards = [board, Board { pawn_rule: PawnRule::NoPawns, ..board }];
    for (place, import) in imports.enumerate() {
        ensure(boards.contains(&import.board), Failure::ImportKind(place))?;
    }
    Ok(())
}

// ANCHOR_END: known

impl Table for Positions {
    const STATES_MOVES: bool = true;

    fn count(&self) -> usize {
        self.codes.size()
    }

    // ANCHOR: options
    fn options(&self, position: u32, mut tell: impl FnMut(Step)) {
        let (board, placement) = (self.endgame.board, self.placement(position));
        let squares = squares(&placement);
        let find = |side, mv: Option<&Move>| match mv {
            Some(mv) if mv.wins() => Target::Won(side),
            Some(&Move { from, to, promotion: None, captured: None, passes: None }) => {
                let mut after = squares;
                *after.iter_mut().find(|square| **square == from).expect("a man moves") = to;
                Target::To(self.codes.rank(self.least(after, None)))
            }
            _ => {
                let after = board.after(&placement, mv);
                match self.number(&after) {
                    Some((number, false)) => Target::To(number),
                    _ => known(&self.imports, &after).unwrap_or(Target::Outside),
                }
            }
        };
        board.options(&placement, |side, mv| tell((side, 1, board.name(mv), find(side, mv))));
    }
    // ANCHOR_END: options

    fn slice_end(&self, least: usize) -> usize {
        let pair = self.weights[1];
        let last = self.codes.select(u32::try_from(least - 1).expect("within the limits"));
        at(self.codes.rank((last / pair + 1) * pair))
    }
}
