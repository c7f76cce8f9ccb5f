//! The rules of bidding chess: squares, men, placements and moves.
//!
//! The moves are found with plain loops over steps, one square at a time. The solver has tables of attacks instead: the
//! same rules are written twice, by different methods and on purpose. There is no check, no pin, no castling: a man
//! goes to a square that is empty or holds a man of the other colour, which is captured. A king may be left in attack,
//! may be captured, and ends the game when it is. Pawns are promoted on the last rank; a pawn that has just stepped
//! twice may be captured on the square that it passed, *en passant*: the right to do so is a part of the placement.
//! Source: U. Larsson and J. Wästlund, *Endgames in bidding chess*, section 2; the chapter "The format".

use crate::theorem::Side;

/// What a man can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// One step in any direction.
    King,
    /// Any distance in any direction.
    Queen,
    /// Any distance along a rank or a file.
    Rook,
    /// Any distance along a diagonal.
    Bishop,
    /// Two steps along a rank or a file and one across, over whatever stands between.
    Knight,
    /// One step towards the other side, or two from its second rank if the rule says so; captures diagonally.
    Pawn,
}
use Role::{Bishop, King, Knight, Pawn, Queen, Rook};

/// What a pawn can become, in the order of the format: numbers 1 to 4.
pub const PROMOTIONS: [Role; 4] = [Queen, Rook, Bishop, Knight];
/// What it can become in Losing Chess, where kings are ordinary men: numbers 1 to 5.
pub const ALL_PROMOTIONS: [Role; 5] = [Queen, Rook, Bishop, Knight, King];
/// The roles of the men by their numbers.
const ROLES: [Role; 12] = [King, King, Queen, Rook, Bishop, Knight, Pawn, Queen, Rook, Bishop, Knight, Pawn];
/// One step in any direction, as files and ranks: those of a bishop, then those of a rook.
const NEIGHBOURS: [(i8, i8); 8] = [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, -1), (-1, 0), (1, 0), (0, 1)];
/// A knight's steps.
const KNIGHT_STEPS: [(i8, i8); 8] = [(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)];

/// A man by its number in the order of the format: K k Q R B N P q r b n p.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Man(u8);

impl Man {
    /// The man of a number from 0 to 11.
    pub fn new(number: u8) -> Option<Self> {
        (number < 12).then_some(Self(number))
    }

    /// The man of a side and role.
    pub fn of(side: Side, role: Role) -> Self {
        let man = (0..12).map(Self).find(|man| man.side() == side && man.role() == role);
        man.expect("each side has each role")
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Whose it is.
    #[inline]
    pub fn side(self) -> Side {
        if self.0 == 0 || (2..7).contains(&self.0) { Side::White } else { Side::Black }
    }

    /// What it can do.
    #[inline]
    pub fn role(self) -> Role {
        ROLES[usize::from(self.0)]
    }

    /// The same man of the other side.
    pub fn flipped(self) -> Self {
        Self::of(self.side().other(), self.role())
    }
}

/// A square of any board: 16 · rank + file. Squares are ordered a1, b1, …, a2, b2, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square of a rank and a file, both from 0 and below 16.
    pub const fn new(rank: u8, file: u8) -> Self {
        Self(16 * rank + file)
    }

    /// From 0, for the first rank.
    pub fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// From 0, for the file a.
    pub fn file(self) -> u8 {
        self.0 & 15
    }

    /// Where a table of squares of any board has its entry.
    pub fn slot(self) -> usize {
        self.0.into()
    }
}

/// A man on a square; ordered by the man, then by the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// Which man.
    pub man: Man,
    /// Where it stands.
    pub square: Square,
}

/// Which piece stands where, and the right to capture *en passant* if there is one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    /// Increasing; each on a square of its own, one king of each side.
    pub pieces: Vec<Piece>,
    /// The square that a pawn has just passed and on which it may be captured.
    pub passed: Option<Square>,
}

impl Placement {
    /// The man on a square.
    #[inline]
    pub fn man_on(&self, square: Square) -> Option<Man> {
        self.pieces.iter().find(|piece| piece.square == square).map(|piece| piece.man)
    }
}

/// A move of a man, and what it does beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The square that the man leaves.
    pub from: Square,
    /// The square that it reaches.
    pub to: Square,
    /// What a pawn becomes on the last rank.
    pub promotion: Option<Role>,
    /// What it captures, and where that stands: beside the square left if *en passant*.
    pub captured: Option<Piece>,
    /// The square that it passes if a pawn may now capture it there.
    pub passes: Option<Square>,
}

impl Move {
    /// Whether it ends the game: it captures a king.
    pub fn wins(&self) -> bool {
        self.captured.is_some_and(|captured| captured.man.role() == King)
    }
}

/// How pawns move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PawnRule {
    /// There is no pawn.
    NoPawns,
    /// Pawns only ever step one square.
    SingleStep,
    /// A pawn on its second rank may step two squares.
    DoubleStep,
}

/// The rules in the order of the format: numbers 0 to 2.
const PAWN_RULES: [PawnRule; 3] = [PawnRule::NoPawns, PawnRule::SingleStep, PawnRule::DoubleStep];

/// A board with its rule for pawns: the rules of bidding chess on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// How many files, from 2 to 16.
    pub files: u8,
    /// How many ranks, from 2 to 16.
    pub ranks: u8,
    /// How pawns move. (Whether it suits the men is seen by [`Board::suits`].)
    pub pawn_rule: PawnRule,
}

impl Board {
    /// The board of these numbers in the format: files, ranks, pawn rule. None if a size is not within 2 to 16, or
    /// there is no such rule.
    pub fn new([files, ranks, rule]: [u8; 3]) -> Option<Self> {
        let (&pawn_rule, sizes) = (PAWN_RULES.get(usize::from(rule))?, 2..=16);
        (sizes.contains(&files) && sizes.contains(&ranks)).then_some(Self { files, ranks, pawn_rule })
    }

    /// The numbers of the board in the format.
    pub fn stated(self) -> [u8; 3] {
        let rule = PAWN_RULES.into_iter().zip(0..).find(|&(rule, _)| rule == self.pawn_rule);
        [self.files, self.ranks, rule.expect("one of these").1]
    }

    /// All squares, in order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| Square::new(rank, file)))
    }

    /// The number of a square: files · rank + file, at most 255.
    pub fn number(self, square: Square) -> u8 {
        self.files * square.rank() + square.file()
    }

    /// The square of a number, if it is on the board.
    pub fn square(self, number: u8) -> Option<Square> {
        let (rank, file) = (number / self.files, number % self.files);
        (rank < self.ranks).then(|| Square::new(rank, file))
    }

    /// The square so many files and ranks away, if it is on the board.
    #[inline]
    pub fn step(self, from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
        let file = from.file().checked_add_signed(files).filter(|&file| file < self.files)?;
        let rank = from.rank().checked_add_signed(ranks).filter(|&rank| rank < self.ranks)?;
        Some(Square::new(rank, file))
    }

    /// Whether a man may stand on a square: a pawn on neither the first nor the last rank.
    pub fn has_room(self, man: Man, square: Square) -> bool {
        man.role() != Pawn || (1..self.ranks - 1).contains(&square.rank())
    }

    /// Whether pieces may stand where they do: each has room, on a square of its own.
    pub fn admits(self, pieces: &[Piece]) -> bool {
        let alone = |(place, piece): (usize, &Piece)| pieces[..place].iter().all(|other| other.square != piece.square);
        pieces.iter().all(|piece| self.has_room(piece.man, piece.square)) && pieces.iter().enumerate().all(alone)
    }

    /// Whether the board is high enough for its rule for pawns, and there is a rule exactly if one of the men is a
    /// pawn. A board without pawns has 2 ranks, for a single step it needs 3, for a double step 4.
    pub fn suits(self, men: &[Man]) -> bool {
        let [_, ranks, rule] = self.stated();
        ranks >= 2 + rule && has_pawns(men) == (rule > 0)
    }

    /// The placement with the colours exchanged and the board turned upside down: rank `j` of `r` becomes rank
    /// `r − 1 − j`.
    pub fn flipped(self, placement: &Placement) -> Placement {
        let turned = |square: Square| Square::new(self.ranks - 1 - square.rank(), square.file());
        let flip = |piece: &Piece| Piece { man: piece.man.flipped(), square: turned(piece.square) };
        let mut pieces: Vec<Piece> = placement.pieces.iter().map(flip).collect();
        pieces.sort_unstable();
        Placement { pieces, passed: placement.passed.map(turned) }
    }

    // ANCHOR: right
    /// The rights to capture *en passant* that a placement without one could have, in the order of their squares. A
    /// pawn seems to have just made a double step: put back two squares, which is no other man's square, it may make
    /// one by which it comes here and can be captured.
    pub fn rights(self, placement: &Placement) -> Vec<Square> {
        let mut rights = Vec::new();
        for (place, &Piece { man, square }) in placement.pieces.iter().enumerate() {
            let from = self.step(square, (0, man.side().of(-2, 2))).filter(|_| man.role() == Pawn);
            if let Some(from) = from.filter(|&from| placement.man_on(from).is_none()) {
                let mut before = placement.clone();
                before.pieces[place].square = from;
                self.each_move(&before, before.pieces[place], |mv| rights.extend(mv.passes));
            }
        }
        rights.sort_unstable();
        rights
    }
    // ANCHOR_END: right

    // ANCHOR: moves
    /// Tells all moves of a piece. A line goes up to the first man that stands there, which is captured if it is not
    /// one's own.
    pub fn each_move(self, placement: &Placement, piece: Piece, mut tell: impl FnMut(Move)) {
        let Piece { man, square: from } = piece;
        if man.role() == Pawn {
            return self.each_pawn_move(placement, piece, tell);
        }
        let mut taken = [0_u16; 16];
        placement.pieces.iter().for_each(|piece| taken[usize::from(piece.square.rank())] |= 1 << piece.square.file());
        let (steps, most) = steps(man.role());
        for &step in steps {
            let mut last = from;
            for _ in 0..most {
                let Some(to) = self.step(last, step) else { break };
                let mv = Move { from, to, promotion: None, captured: None, passes: None };
                if taken[usize::from(to.rank())] >> to.file() & 1 == 1 {
                    let met = placement.man_on(to).filter(|met| met.side() != man.side());
                    met.into_iter().for_each(|man| tell(Move { captured: Some(Piece { man, square: to }), ..mv }));
                    break;
                }
                tell(mv);
                last = to;
            }
        }
    }

    /// Tells all moves of a pawn: straight ahead to an empty square, diagonally to capture. One that reaches the last
    /// rank is four moves.
    fn each_pawn_move(self, placement: &Placement, Piece { man, square: from }: Piece, mut tell: impl FnMut(Move)) {
        let (forward, second, last) = man.side().of((1, 1, self.ranks - 1), (-1, self.ranks - 2, 0));
        let beside = |square, ranks| [-1, 1].into_iter().filter_map(move |files| self.step(square, (files, ranks)));
        let mut reach = |to: Square, captured, passes| {
            let mv = Move { from, to, promotion: None, captured, passes };
            match to.rank() == last {
                true => PROMOTIONS.iter().for_each(|&role| tell(Move { promotion: Some(role), ..mv })),
                false => tell(mv),
            }
        };
        let ahead = |from| self.step(from, (0, forward)).filter(|&to| placement.man_on(to).is_none());
        if let Some(once) = ahead(from) {
            reach(once, None, None);
            let is_double = self.pawn_rule == PawnRule::DoubleStep && from.rank() == second;
            if let Some(twice) = ahead(once).filter(|_| is_double) {
                let is_attacked = beside(twice, 0).any(|square| placement.man_on(square) == Some(man.flipped()));
                reach(twice, None, is_attacked.then_some(once));
            }
        }
        for to in beside(from, forward) {
            // On the passed square a pawn captures the one beside it. (For a pawn of the side that has passed nothing
            // stands there.)
            let square = if placement.passed == Some(to) { Square::new(from.rank(), to.file()) } else { to };
            if let Some(man) = placement.man_on(square).filter(|met| met.side() != man.side()) {
                reach(to, Some(Piece { man, square }), None);
            }
        }
    }

    /// The placement after a move, or after a pass, which ends a right.
    pub fn after(self, placement: &Placement, mv: Option<&Move>) -> Placement {
        let mut after = Placement { passed: mv.and_then(|mv| mv.passes), ..placement.clone() };
        if let Some(mv) = mv {
            after.pieces.retain(|piece| Some(*piece) != mv.captured);
            let moved = after.pieces.iter_mut().find(|piece| piece.square == mv.from).expect("a man moves");
            moved.square = mv.to;
            moved.man = mv.promotion.map_or(moved.man, |role| Man::of(moved.man.side(), role));
            after.pieces.sort_unstable();
        }
        after
    }
    // ANCHOR_END: moves

    /// The number of a move: promotion (0 none, 1 to 4; 5 to a king, in Losing Chess), square left, square reached, 8
    /// bits each. A pass has the number 0.
    #[inline]
    pub fn name(self, mv: Option<&Move>) -> u32 {
        let Some(mv) = mv else { return 0 };
        let promoted = |role| (1..).zip(ALL_PROMOTIONS).find(|(_, one)| *one == role).expect("a pawn becomes one").0;
        let number = |square: Square| u32::from(self.files) * u32::from(square.rank()) + u32::from(square.file());
        mv.promotion.map_or(0, promoted) << 16 | number(mv.from) << 8 | number(mv.to)
    }

    // ANCHOR: each_option
    /// Tells the options of both sides: whose, and which move. A side without a move passes, which is no move.
    pub fn options(self, placement: &Placement, mut tell: impl FnMut(Side, Option<&Move>)) {
        for side in Side::BOTH {
            let mut may_move = false;
            for &piece in placement.pieces.iter().filter(|piece| piece.man.side() == side) {
                self.each_move(placement, piece, |mv| {
                    may_move = true;
                    tell(side, Some(&mv));
                });
            }
            if !may_move {
                tell(side, None);
            }
        }
    }
    // ANCHOR_END: each_option
}

/// The steps of a man that is no pawn, and how many of them he may do in one direction: any number, but for a king or a
/// knight.
pub fn steps(role: Role) -> (&'static [(i8, i8)], usize) {
    match role {
        King => (&NEIGHBOURS, 1),
        Queen => (&NEIGHBOURS, 15),
        Bishop => (&NEIGHBOURS[..4], 15),
        Rook => (&NEIGHBOURS[4..], 15),
        Knight => (&KNIGHT_STEPS, 1),
        Pawn => (&[], 0),
    }
}

/// The men of these numbers, if they are in the order of the format: one king of each side, then the others,
/// increasing.
pub fn men(numbers: &[u8]) -> Option<Vec<Man>> {
    let in_order = numbers.is_sorted() && numbers.starts_with(&[0, 1]) && numbers[2..].iter().all(|&number| number > 1);
    if in_order { numbers.iter().map(|&number| Man::new(number)).collect() } else { None }
}

/// Whether there is a pawn of either side.
pub fn has_pawns(men: &[Man]) -> bool {
    men.iter().any(|man| man.role() == Pawn)
}
