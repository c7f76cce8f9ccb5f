//! The numbers of the places of a material on a board: which squares have which number, and which number has which
//! squares.
//!
//! Responsible for kinds of men, anchors, symmetries, and the order of blocks and of the numbers in a block. Nothing is
//! kept for a place: a number is a sum with a term for each man, and back again. Numbers at which two men would share a
//! square are no places. Left to others: which numbers are places, rights, imports and moves (`endgame`). Source: the
//! chapter "The format", sections "Positions" and "The number of a place".

use std::iter;
use std::ops::Range;

use crate::chess::{Board, Man, PawnRule, Role, Square};
use crate::limits::Limit;
use crate::numbers::at;

/// How many men there are at most.
pub const MOST: usize = 16;
const _: () = assert!(Limit::MEN.most == 16, "a list has room for as many men as the limit admits");

/// The squares of men: first of the anchors, then of the others, kind by kind; the first square for men that there are
/// not.
pub type Squares = [Square; MOST];
/// Of no man.
pub const NONE: Squares = [Square::new(0, 0); MOST];

/// The part of the men that are anchors: the first of the list and those equal to it; if that is one man, the second
/// and those equal to it too.
pub const ANCHORS: usize = 0;
/// The part of the other men.
pub const OTHERS: usize = 1;

/// The order of a material on a board.
#[derive(Debug)]
pub struct Order {
    board: Board,
    /// The men as they are ordered here: first the anchors, then the white pawns, the black ones, and the others.
    pub men: Vec<Man>,
    /// The men of each part.
    pub parts: [Range<usize>; 2],
    /// How many are anchors or pawns.
    pub pawns: usize,
    /// For each of them the place of the man in the list.
    pub slots: Vec<usize>,
    /// For each of them the men that are equal, he among them.
    equal: Vec<Range<usize>>,
    /// Of each part the men of each kind with two or more.
    sets: [Vec<Range<usize>>; 2],
    /// For each man the squares on which he may stand.
    rooms: Vec<Vec<Square>>,
    /// For each symmetry and each square the square to which it is carried. The identity is the first symmetry.
    images: Vec<[Square; 256]>,
    /// For each symmetry what each man on each square adds to the number of his part.
    adds: Box<[[[u32; 256]; MOST]; 8]>,
    /// How many numbers each part has.
    pub sizes: [u32; 2],
}

/// Kinds of men, of each part. Of the others pawns come first.
fn kinds(men: &[Man]) -> [Vec<&[Man]>; 2] {
    let mut anchors: Vec<&[Man]> = men.chunk_by(|a, b| a == b).collect();
    let mut others = anchors.split_off(if anchors[0].len() == 1 { 2 } else { 1 });
    others.sort_by_key(|kind| kind[0].role() != Role::Pawn);
    [anchors, others]
}

/// The squares on which a man may stand.
fn room(board: Board, man: Man) -> Vec<Square> {
    board.squares().filter(|&square| board.has_room(man, square)).collect()
}

/// How many sets of so many there are out of others; none if there is not even one for each.
fn binomial(of: usize, count: usize) -> u128 {
    // Each factor is a whole number: the product so far is a binomial number.
    let factor = |product: u128, i| {
        product * u128::try_from(of - i).expect("below 2^8") / u128::try_from(i + 1).expect("below 2^8")
    };
    if count > of { 0 } else { (0..count).fold(1, factor) }
}

/// In how many ways men of these kinds can stand beside men on these squares. Pawns come first: their squares are among
/// those of the others.
fn ways(board: Board, kinds: &[&[Man]], squares: &[Square]) -> u128 {
    let mut before = 0;
    let ways = |kind: &&[Man]| {
        let room = room(board, kind[0]);
        let taken = before + squares.iter().filter(|square| room.contains(square)).count();
        before += kind.len();
        binomial(room.len() - taken.min(room.len()), kind.len())
    };
    kinds.iter().map(ways).product()
}

/// How many numbers each part has, and how many placements without a right there are. All are below 256^16.
pub fn sizes(board: Board, men: &[Man]) -> ([u128; 2], u128) {
    let parts = kinds(men);
    let mut all = parts.concat();
    all.sort_by_key(|kind| kind[0].role() != Role::Pawn);
    let size = |kinds: Vec<&[Man]>| kinds.iter().map(|kind| binomial(room(board, kind[0]).len(), kind.len())).product();
    (parts.map(size), ways(board, &all, &[]))
}

/// How many symmetries a board has: 8 if it is square, else 4; with pawns there are 2, the identity and the left-right
/// reflection.
pub fn symmetries(board: Board) -> usize {
    let without_pawns = if board.files == board.ranks { 8 } else { 4 };
    if board.pawn_rule == PawnRule::NoPawns { without_pawns } else { 2 }
}

impl Order {
    /// The order of so many men as a list has, two or more, in the order of the format.
    pub fn of(board: Board, men: &[Man]) -> Self {
        let kinds = kinds(men);
        let slot = |man| men.iter().position(|one| *one == man).expect("one of them");
        let slots = kinds.iter().flatten().flat_map(|kind| (slot(kind[0])..).take(kind.len())).collect();
        let anchors: usize = kinds[ANCHORS].iter().map(|kind| kind.len()).sum();
        let pawns =
            kinds[OTHERS].iter().filter(|kind| kind[0].role() == Role::Pawn).map(|kind| kind.len()).sum::<usize>();
        let list: Vec<Man> = kinds.iter().flatten().flat_map(|kind| kind.iter().copied()).collect();
        let mut order = Self {
            board,
            rooms: list.iter().map(|&man| room(board, man)).collect(),
            men: list,
            parts: [0..anchors, anchors..men.len()],
            pawns: anchors + pawns,
            slots,
            equal: Vec::new(),
            sets: [const { Vec::new() }; 2],
            images: (0..symmetries(board)).map(|symmetry| images(board, symmetry)).collect(),
            adds: Box::new([[[0; 256]; MOST]; 8]),
            sizes: [1; 2],
        };
        for kind in kinds.iter().flatten() {
            let start = order.equal.len();
            let men = start..start + kind.len();
            order.sets[usize::from(start >= anchors)].extend((kind.len() > 1).then_some(men.clone()));
            order.equal.extend(iter::repeat_n(men, kind.len()));
        }
        // The first kind adds most. The men of a kind are a set: the `i`-th of them adds how many sets of `i` lie
        // before his square.
        for (part, size) in [ANCHORS, OTHERS].into_iter().zip(&mut order.sizes) {
            for man in order.parts[part].clone().rev() {
                let (equal, room) = (&order.equal[man], &order.rooms[man]);
                for (before, square) in room.iter().enumerate() {
                    order.adds[0][man][square.slot()] = *size * narrow(binomial(before, man - equal.start + 1));
                }
                if man == equal.start {
                    *size *= narrow(binomial(room.len(), equal.len()));
                }
            }
        }
        for symmetry in 1..order.images.len() {
            let carried = |man: usize, square: usize| order.adds[0][man][order.images[symmetry][square].slot()];
            order.adds[symmetry] = std::array::from_fn(|man| std::array::from_fn(|square| carried(man, square)));
        }
        order
    }

    /// In how many ways the others can stand beside these anchors.
    pub fn ways(&self, anchors: &Squares) -> u128 {
        let others: Vec<&[Man]> = self.men[self.parts[OTHERS].clone()].chunk_by(|a, b| a == b).collect();
        ways(self.board, &others, &anchors[self.parts[ANCHORS].clone()])
    }

    /// The symmetries that leave anchors where they are.
    pub fn leaving(&self, anchors: &Squares) -> impl Iterator<Item = usize> {
        let number = self.number(ANCHORS, anchors, 0);
        (0..symmetries(self.board)).filter(move |&symmetry| self.number(ANCHORS, anchors, symmetry) == number)
    }

    // ANCHOR: lists
    /// Tells all lists of squares for the anchors, in their order; the least list to which a symmetry carries each, and
    /// the first symmetry that does.
    pub fn each_list(&self, mut tell: impl FnMut(&Squares, &Squares, usize)) {
        self.each(ANCHORS, &mut NONE.clone(), &mut |list| {
            let images = (0..symmetries(self.board)).map(|symmetry| (self.carried(ANCHORS, list, symmetry), symmetry));
            let (least, symmetry) = images.min().expect("the identity");
            tell(list, &least, symmetry);
        });
    }

    /// Tells all ways in which the men of a part stand, beside the men of the part before: equal men in the order of
    /// their squares.
    pub fn each(&self, part: usize, squares: &mut Squares, tell: &mut impl FnMut(&Squares)) {
        self.extend(self.parts[part].clone(), squares, tell);
    }

    fn extend(&self, men: Range<usize>, squares: &mut Squares, tell: &mut impl FnMut(&Squares)) {
        let man = men.start;
        if men.is_empty() {
            return tell(squares);
        }
        for &square in &self.rooms[man] {
            let follows = self.equal[man].start == man || squares[man - 1] < square;
            if follows && !squares[..man].contains(&square) {
                squares[man] = square;
                self.extend(man + 1..men.end, squares, tell);
            }
        }
        squares[man] = NONE[man];
    }
    // ANCHOR_END: lists

    /// The squares to which a symmetry carries the men of a part, equal ones in their order.
    fn carried(&self, part: usize, squares: &Squares, symmetry: usize) -> Squares {
        let mut carried = NONE;
        self.parts[part].clone().for_each(|man| carried[man] = self.image(squares[man], symmetry));
        self.sets[part].iter().for_each(|men| carried[men.clone()].sort_unstable());
        carried
    }

    /// The square to which a symmetry carries one.
    pub fn image(&self, square: Square, symmetry: usize) -> Square {
        self.images[symmetry][square.slot()]
    }

    // ANCHOR: number
    /// The number of the squares to which a symmetry carries the men of a part, in whatever order equal men stand.
    #[inline(always)]
    pub fn number(&self, part: usize, squares: &Squares, symmetry: usize) -> u32 {
        match self.sets[part].is_empty() {
            true => self.sum(part, squares, symmetry),
            false => self.sum(part, &self.carried(part, squares, symmetry), 0),
        }
    }

    #[inline(always)]
    fn sum(&self, part: usize, squares: &Squares, symmetry: usize) -> u32 {
        let men = self.parts[part].clone();
        let terms = self.adds[symmetry][men.clone()].iter().zip(&squares[men]);
        terms.fold(0, |sum, (adds, square)| sum + adds[square.slot()])
    }

    /// The squares of these anchors, and of the others that have this number.
    pub fn squares(&self, mut squares: Squares, mut number: u32) -> Squares {
        for first in self.parts[OTHERS].clone().filter(|&man| self.equal[man].start == man) {
            // The last man of a kind adds most.
            for man in self.equal[first].clone().rev() {
                let (adds, room) = (&self.adds[0][man], &self.rooms[man]);
                squares[man] = match self.equal[man].len() {
                    // The terms of one man are multiples of that of his second square.
                    1 => room[at(number / adds[room[1].slot()])],
                    _ => room[room.partition_point(|square| adds[square.slot()] <= number) - 1],
                };
                number -= adds[squares[man].slot()];
            }
        }
        squares
    }
    // ANCHOR_END: number
}

/// A number of places.
pub fn narrow(number: impl TryInto<u32>) -> u32 {
    number.try_into().ok().expect("within the limits")
}

/// For each square of a board the one to which a symmetry carries it. Bit 0 of its number reflects files, bit 1
/// reflects ranks, and then bit 2 exchanges files and ranks.
fn images(board: Board, symmetry: usize) -> [Square; 256] {
    let mut images = [Square::new(0, 0); 256];
    for square in board.squares() {
        let file = if symmetry & 1 == 0 { square.file() } else { board.files - 1 - square.file() };
        let rank = if symmetry & 2 == 0 { square.rank() } else { board.ranks - 1 - square.rank() };
        images[square.slot()] = if symmetry & 4 == 0 { Square::new(rank, file) } else { Square::new(file, rank) };
    }
    images
}
