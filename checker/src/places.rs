//! The numbers of the places of a material on a board: which squares have which number, and which number has which squares.
//!
//! Responsible for kinds of men, anchors, symmetries, and the order of blocks and of the places in a block. Nothing is kept for a place: its number is
//! computed from the squares, and the squares from the number. Left to others: rights, imports and moves (`endgame`). Source: the chapter "The format",
//! sections "Positions" and "The number of a place".

use std::iter;
use std::ops::Range;

use crate::chess::{Board, Man, PawnRule, Role, Square};
use crate::limits::Limit;
use crate::numbers::at;

/// How many men there are at most.
pub const MOST: usize = 16;
const _: () = assert!(Limit::MEN.most == 16, "a list has room for as many men as the limit admits");

/// The numbers of the squares of men: first of the anchors, then of the others, kind by kind; 0 for men that there are not.
pub type Squares = [u8; MOST];

/// Equal men.
#[derive(Clone, Debug)]
struct Kind {
    man: Man,
    /// Their places in the list of squares.
    men: Range<usize>,
}

/// The order of a material on a board.
#[derive(Debug)]
pub struct Order {
    board: Board,
    /// The men as they are ordered here: first the anchors, then the white pawns, the black ones, and the others.
    pub men: Vec<Man>,
    /// How many of them are anchors.
    pub anchors: usize,
    /// How many are anchors or pawns.
    pub pawns: usize,
    /// For each of them the place of the man in the list.
    pub slots: Vec<usize>,
    kinds: Vec<Kind>,
    anchor_kinds: usize,
    /// For each symmetry and each square the number of the square to which it is carried. The identity is the first symmetry.
    images: Vec<[u8; 256]>,
    /// How many sets of k squares can be chosen out of r: first for k = 1 each r, then for k = 2, and so on.
    binomials: Vec<[u64; 256]>,
    /// For each kind of anchors, how many sets of squares there are for it.
    lists: Vec<u64>,
    /// How many squares there are.
    all: usize,
    /// For each number of anchors that stand where a pawn could, in how many ways the men of each other kind can stand.
    choices: Vec<Vec<u64>>,
}

/// Kinds in the order of the numbering, and how many of them are anchors: the first of the list, and if that is one man, the second too.
fn kinds(men: &[Man]) -> (Vec<Kind>, usize) {
    let mut kinds: Vec<&[Man]> = men.chunk_by(|a, b| a == b).collect();
    let anchor_kinds = if kinds[0].len() == 1 { 2 } else { 1 };
    kinds[anchor_kinds..].sort_by_key(|kind| kind[0].role() != Role::Pawn);
    let mut start = 0;
    let kind = |kind: &[Man]| {
        start += kind.len();
        Kind { man: kind[0], men: start - kind.len()..start }
    };
    (kinds.into_iter().map(kind).collect(), anchor_kinds)
}

/// How many sets of so many there are out of others; none if there is not even one for each.
fn binomial(of: usize, count: usize) -> u128 {
    // Each factor is a whole number: the product so far is a binomial number.
    let factor = |product: u128, i| {
        product * u128::try_from(of - i).expect("below 2^8") / u128::try_from(i + 1).expect("below 2^8")
    };
    if count > of { 0 } else { (0..count).fold(1, factor) }
}

/// How many lists of squares there are for the anchors, at most; and how many placements without a right. Both are below 256^16.
pub fn sizes(board: Board, men: &[Man]) -> [u128; 2] {
    let all = usize::from(board.files) * usize::from(board.ranks);
    let (mut kinds, anchor_kinds) = kinds(men);
    let lists = kinds[..anchor_kinds].iter().map(|kind| binomial(all, kind.men.len())).product();
    kinds.sort_by_key(|kind| kind.man.role() != Role::Pawn);
    let (mut taken, mut placements) = (0, 1);
    for kind in kinds {
        let squares = if kind.man.role() == Role::Pawn { all - 2 * usize::from(board.files) } else { all };
        // The squares of the men before are among those of this kind.
        placements *= binomial(squares - taken.min(squares), kind.men.len());
        taken += kind.men.len();
    }
    [lists, placements]
}

/// How many symmetries a board has: 8 if it is square, else 4; with pawns there are 2, the identity and the left-right reflection.
pub fn symmetries(board: Board) -> usize {
    let without_pawns = if board.files == board.ranks { 8 } else { 4 };
    if board.pawn_rule == PawnRule::NoPawns { without_pawns } else { 2 }
}

impl Order {
    /// The order of so many men as a list has, two or more, in the order of the format.
    pub fn of(board: Board, men: &[Man]) -> Self {
        let all = usize::from(board.files) * usize::from(board.ranks);
        let (kinds, anchor_kinds) = kinds(men);
        let anchors = kinds[anchor_kinds - 1].men.end;
        let slot = |man| men.iter().position(|one| *one == man).expect("one of them");
        let slots = kinds.iter().flat_map(|kind| (slot(kind.man)..).take(kind.men.len())).collect();
        let men: Vec<Man> = kinds.iter().flat_map(|kind| iter::repeat_n(kind.man, kind.men.len())).collect();
        let pawns = anchors + men[anchors..].iter().filter(|man| man.role() == Role::Pawn).count();
        let images = (0..symmetries(board)).map(|symmetry| images(board, symmetry)).collect();
        let narrow = |number: u128| u64::try_from(number).expect("within the limits");
        let most = kinds.iter().map(|kind| kind.men.len()).max().expect("two men or more");
        let row = |count| std::array::from_fn(|of| if of < all { narrow(binomial(of, count)) } else { 0 });
        let binomials = (1..=most).map(row).collect();
        let lists = kinds[..anchor_kinds].iter().map(|kind| narrow(binomial(all, kind.men.len()))).collect();
        let choices = |inner: usize| {
            let free = |kind: &Kind| match kind.man.role() {
                Role::Pawn => (all - 2 * usize::from(board.files)).checked_sub(kind.men.start - anchors + inner),
                _ => all.checked_sub(kind.men.start),
            };
            let choices = |kind: &Kind| free(kind).map_or(0, |free| narrow(binomial(free, kind.men.len())));
            kinds[anchor_kinds..].iter().map(choices).collect()
        };
        let choices = (0..=anchors).map(choices).collect();
        Self { board, slots, men, anchors, pawns, kinds, anchor_kinds, images, binomials, lists, choices, all }
    }

    /// How many anchors stand where a pawn could.
    pub fn class(&self, squares: &Squares) -> usize {
        let (first, last) = (self.board.files, self.board.files * (self.board.ranks - 1));
        squares[..self.anchors].iter().filter(|&&square| first <= square && square < last).count()
    }

    /// How many places without a right a block has.
    pub fn size(&self, class: usize) -> u64 {
        self.choices[class].iter().product()
    }

    /// How many of them the men beside anchors and pawns make of each placement of these.
    pub fn others(&self, class: usize) -> u64 {
        let kinds = self.kinds[self.anchor_kinds..].iter().zip(&self.choices[class]);
        kinds.filter(|(kind, _)| kind.men.start >= self.pawns).map(|(_, choices)| choices).product()
    }

    /// How many lists there are for the anchors, at most.
    pub fn lists(&self) -> usize {
        at(self.lists.iter().product::<u64>())
    }

    /// The symmetries that leave anchors where they are.
    pub fn leaving(&self, anchors: &Squares) -> impl Iterator<Item = usize> {
        (0..self.images.len()).filter(|&symmetry| self.carried(anchors, self.anchors, symmetry) == *anchors)
    }

    // ANCHOR: lists
    /// Tells all lists of squares for the anchors, in their order; the least list to which a symmetry carries each, and the first symmetry that does.
    pub fn each_list(&self, tell: &mut impl FnMut(&Squares, &Squares, usize)) {
        self.extend(0, &mut [0; MOST], tell);
    }

    /// Tells those that begin with so many squares.
    fn extend(&self, count: usize, list: &mut Squares, tell: &mut impl FnMut(&Squares, &Squares, usize)) {
        if count == self.anchors {
            let images = (0..self.images.len()).map(|symmetry| (self.carried(list, count, symmetry), symmetry));
            let (least, symmetry) = images.min().expect("the identity");
            return tell(list, &least, symmetry);
        }
        for square in self.board.squares().filter(|&square| self.board.has_room(self.men[count], square)) {
            let square = self.board.number(square);
            let follows = count == 0 || self.men[count - 1] != self.men[count] || list[count - 1] < square;
            if follows && !list[..count].contains(&square) {
                list[count] = square;
                self.extend(count + 1, list, tell);
            }
        }
        list[count] = 0;
    }
    // ANCHOR_END: lists

    /// The squares to which a symmetry carries so many men, the first ones; equal men in their order.
    #[inline(always)]
    pub fn carried(&self, squares: &Squares, count: usize, symmetry: usize) -> Squares {
        let (mut carried, image) = ([0; MOST], &self.images[symmetry]);
        (0..count.min(self.men.len())).for_each(|man| carried[man] = image[usize::from(squares[man])]);
        self.sort(&mut carried, count);
        carried
    }

    /// Puts equal men in the order of their squares, of so many men, the first ones.
    #[inline(always)]
    pub fn sort(&self, squares: &mut Squares, count: usize) {
        for Kind { men, .. } in self.kinds.iter().filter(|kind| kind.men.len() > 1 && kind.men.end <= count) {
            squares[men.clone()].sort_unstable();
        }
    }

    /// The square to which a symmetry carries one.
    pub fn image(&self, square: u8, symmetry: usize) -> u8 {
        self.images[symmetry][usize::from(square)]
    }

    // ANCHOR: number
    /// Which list the squares of the anchors are, among all that there are.
    #[inline(always)]
    pub fn list(&self, squares: &Squares) -> usize {
        let mut number = 0;
        for (Kind { men, .. }, lists) in self.kinds.iter().zip(&self.lists) {
            number = number * lists + self.chosen(men, |man| squares[man]);
        }
        at(number)
    }

    /// The number of a set of squares among all sets of so many.
    #[inline(always)]
    fn chosen(&self, men: &Range<usize>, rank: impl Fn(usize) -> u8) -> u64 {
        men.clone().zip(&self.binomials).map(|(man, binomials)| binomials[usize::from(rank(man))]).sum()
    }

    /// The number of the men in their block. Equal men are in the order of their squares.
    #[inline(always)]
    pub fn number(&self, squares: &Squares, class: usize) -> u64 {
        let mut number = 0;
        for (Kind { man, men }, choices) in self.kinds[self.anchor_kinds..].iter().zip(&self.choices[class]) {
            let first = if man.role() == Role::Pawn { self.board.files } else { 0 };
            let rank = |man: usize| squares[man] - first - between(&squares[..men.start], first, squares[man]);
            number = number * choices + self.chosen(men, rank);
        }
        number
    }

    /// The squares of the men of a number in a block with these anchors.
    pub fn squares(&self, anchors: &Squares, class: usize, mut number: u64) -> Squares {
        let (mut squares, mut sets) = (*anchors, [0; MOST]);
        let kinds = &self.kinds[self.anchor_kinds..];
        for (set, choices) in sets[..kinds.len()].iter_mut().zip(&self.choices[class]).rev() {
            (*set, number) = (number % choices, number / choices);
        }
        for (Kind { man, men }, mut set) in kinds.iter().zip(sets) {
            let first = if man.role() == Role::Pawn { self.board.files } else { 0 };
            for (man, binomials) in men.clone().zip(&self.binomials).rev() {
                let rank = binomials[..self.all].partition_point(|sets| *sets <= set) - 1;
                set -= binomials[rank];
                squares[man] = first + u8::try_from(rank).expect("below 2^8");
                // Each man of a kind before that stands here or before moves it on by one.
                loop {
                    let next = first
                        + u8::try_from(rank).expect("below 2^8")
                        + between(&squares[..men.start], first, squares[man]);
                    if next == squares[man] {
                        break;
                    }
                    squares[man] = next;
                }
            }
        }
        squares
    }
    // ANCHOR_END: number
}

/// How many squares there are from a first one to a last one.
#[inline(always)]
fn between(squares: &[u8], first: u8, last: u8) -> u8 {
    squares.iter().fold(0, |count, &square| count + u8::from(first <= square && square <= last))
}

/// For each square of a board the number of the square to which a symmetry carries it. Bit 0 of its number reflects files, bit 1 reflects ranks, and then
/// bit 2 exchanges files and ranks.
fn images(board: Board, symmetry: usize) -> [u8; 256] {
    let mut images = [0; 256];
    for square in board.squares() {
        let file = if symmetry & 1 == 0 { square.file() } else { board.files - 1 - square.file() };
        let rank = if symmetry & 2 == 0 { square.rank() } else { board.ranks - 1 - square.rank() };
        let image = if symmetry & 4 == 0 { Square::new(rank, file) } else { Square::new(file, rank) };
        images[usize::from(board.number(square))] = board.number(image);
    }
    images
}
