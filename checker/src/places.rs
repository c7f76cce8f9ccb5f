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
    /// The kinds of two men or more.
    equal: Vec<Range<usize>>,
    anchor_kinds: usize,
    /// For each symmetry and each square the number of the square to which it is carried. The identity is the first symmetry.
    images: Box<[[u8; 256]; 8]>,
    /// How many squares there are.
    all: usize,
    /// What each anchor on each square adds to the number of a list; others add nothing.
    lists: Adds,
    /// For each class of blocks what the other men add to the number of a place.
    classes: Vec<Class>,
}

/// What blocks share whose anchors stand on the first rank and on ranks for pawns in the same numbers.
#[derive(Clone, Debug)]
struct Class {
    /// How many places without a right there are.
    size: u32,
    /// How many of them there are for each way in which anchors and pawns stand.
    others: u32,
    /// What each man adds to the number of a place if he stands on the square of this number, where those that are taken by men before him in the list
    /// are not counted. The anchors, and men that there are not, add nothing.
    adds: Adds,
    /// Which of these numbers there are for a man.
    numbers: Vec<Range<usize>>,
}

/// For each man and the number of each square, what is added to a number.
type Adds = Box<[[u32; 256]; MOST]>;

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
        let images = Box::new(std::array::from_fn(|symmetry| images(board, symmetry)));
        let equal = kinds.iter().map(|kind| kind.men.clone()).filter(|men| men.len() > 1).collect();
        let mut order = Self {
            board,
            slots,
            men,
            anchors,
            pawns,
            kinds,
            equal,
            anchor_kinds,
            images,
            all,
            lists: Box::new([[0; 256]; MOST]),
            classes: Vec::new(),
        };
        let mut weight = 1;
        for Kind { men, .. } in order.kinds[..anchor_kinds].iter().rev() {
            for man in men.clone() {
                let add = |square| weight * narrow(binomial(square, man - men.start + 1));
                (0..all).for_each(|square| order.lists[man][square] = add(square));
            }
            weight *= narrow(binomial(all, men.len()));
        }
        // Only pawns ask where the anchors stand.
        let most = if pawns > anchors { anchors } else { 0 };
        let class = |class| order.class_of(class / (most + 1), class % (most + 1));
        order.classes = (0..(most + 1).pow(2)).map(class).collect();
        order
    }

    /// The class of blocks with so many anchors on the first rank, and so many on ranks for pawns.
    fn class_of(&self, first: usize, inner: usize) -> Class {
        let files = usize::from(self.board.files);
        let numbers = vec![0..0; self.men.len()];
        let mut class = Class { size: 1, others: 1, adds: Box::new([[0; 256]; MOST]), numbers };
        let mut size = 1;
        for Kind { man, men } in self.kinds[self.anchor_kinds..].iter().rev() {
            // How many squares come before the first one and are not taken; and how many are free, if there are so many.
            let (start, free) = match man.role() {
                Role::Pawn => {
                    (files - first.min(files), (self.all - 2 * files).checked_sub(men.start - self.anchors + inner))
                }
                _ => (0, self.all.checked_sub(men.start)),
            };
            let last = free.and_then(|free| free.checked_sub(men.len()));
            let is_there = first + inner <= self.anchors && first <= files && self.anchors - first - inner <= files;
            let Some(last) = last.filter(|_| man.role() != Role::Pawn || is_there) else {
                return Class { size: 0, ..class };
            };
            for man in men.clone() {
                // He is the `equal`-th of his kind, and those before him are not counted either.
                let equal = man - men.start;
                let add = |rank| narrow(size * binomial(rank + equal, equal + 1));
                (0..=last).for_each(|rank| class.adds[man][start + rank] = add(rank));
                class.numbers[man] = start..start + last + 1;
            }
            size *= binomial(last + men.len(), men.len());
            class.size = narrow(size);
            class.others = if man.role() == Role::Pawn { class.others } else { class.size };
        }
        class
    }

    /// The class of a block with these anchors.
    pub fn class(&self, anchors: &Squares) -> usize {
        let (first, last) = (self.board.files, self.board.files * (self.board.ranks - 1));
        let before = |square| anchors[..self.anchors].iter().filter(|&&other| other < square).count();
        if self.classes.len() == 1 { 0 } else { before(first) * (self.anchors + 1) + before(last) - before(first) }
    }

    /// How many places without a right a block has.
    pub fn size(&self, class: usize) -> u32 {
        self.classes[class].size
    }

    /// How many of them there are for each way in which anchors and pawns stand.
    pub fn others(&self, class: usize) -> u32 {
        self.classes[class].others
    }

    /// How many lists there are for the anchors, at most.
    pub fn lists(&self) -> usize {
        let all = self.kinds[..self.anchor_kinds].iter().map(|kind| binomial(self.all, kind.men.len()));
        at(all.product::<u128>())
    }

    /// The symmetries that leave anchors where they are.
    pub fn leaving(&self, anchors: &Squares) -> impl Iterator<Item = usize> {
        (0..symmetries(self.board)).filter(|&symmetry| self.anchors_carried(anchors, symmetry) == *anchors)
    }

    // ANCHOR: lists
    /// Tells all lists of squares for the anchors, in their order; the least list to which a symmetry carries each, and the first symmetry that does.
    pub fn each_list(&self, tell: &mut impl FnMut(&Squares, &Squares, usize)) {
        self.extend(0, &mut [0; MOST], tell);
    }

    /// Tells those that begin with so many squares.
    fn extend(&self, count: usize, list: &mut Squares, tell: &mut impl FnMut(&Squares, &Squares, usize)) {
        if count == self.anchors {
            let images = (0..symmetries(self.board)).map(|symmetry| (self.anchors_carried(list, symmetry), symmetry));
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

    /// The squares to which a symmetry carries anchors, equal ones in their order.
    fn anchors_carried(&self, anchors: &Squares, symmetry: usize) -> Squares {
        let mut carried = self.carried::<MOST>(anchors, symmetry);
        carried[self.anchors..].fill(0);
        for men in self.equal.iter().filter(|men| men.start < self.anchors) {
            carried[men.clone()].sort_unstable();
        }
        carried
    }

    /// Puts equal men in the order of their squares.
    #[inline(always)]
    pub fn sort(&self, squares: &mut Squares) {
        self.equal.iter().for_each(|men| squares[men.clone()].sort_unstable());
    }

    /// The square to which a symmetry carries one.
    pub fn image(&self, square: u8, symmetry: usize) -> u8 {
        self.images[symmetry][usize::from(square)]
    }

    // ANCHOR: number
    /// Which list the squares of the anchors are, among all that there are. There are so many men at most, and equal ones are in the order of their squares.
    #[inline(always)]
    pub fn list<const MEN: usize>(&self, squares: &Squares) -> usize {
        at((0..MEN).fold(0, |number, man| number + self.lists[man][usize::from(squares[man])]))
    }

    /// The squares to which a symmetry carries men, so many at most.
    #[inline(always)]
    pub fn carried<const MEN: usize>(&self, squares: &Squares, symmetry: usize) -> Squares {
        let (mut carried, image) = ([0; MOST], &self.images[symmetry]);
        (0..MEN).for_each(|man| carried[man] = image[usize::from(squares[man])]);
        carried
    }

    /// The number in a block of this class of men on these squares, so many at most.
    #[inline(always)]
    pub fn number<const MEN: usize>(&self, mut squares: Squares, class: usize) -> u32 {
        let adds = &self.classes[class].adds;
        self.sort(&mut squares);
        let add = |man: usize| {
            let before = (0..man).fold(0, |count, other| count + u8::from(squares[other] < squares[man]));
            adds[man][usize::from(squares[man] - before)]
        };
        (0..MEN).fold(0, |number, man| number + add(man))
    }

    /// The squares of the men of a number in a block with these anchors.
    pub fn squares(&self, anchors: &Squares, class: usize, mut number: u32) -> Squares {
        let mut squares = *anchors;
        for Kind { men, .. } in &self.kinds[self.anchor_kinds..] {
            // The last man of a kind adds most.
            for man in men.clone().rev() {
                let (adds, numbers) = (&self.classes[class].adds[man], &self.classes[class].numbers[man]);
                let rank = numbers.start + adds[numbers.clone()].partition_point(|add| *add <= number) - 1;
                number -= adds[rank];
                // The equal men before him stand before him, and so do those of other kinds who stand there or before.
                let least = u8::try_from(rank + man - men.start).expect("below 2^8");
                squares[man] = least;
                loop {
                    let others =
                        squares[..men.start].iter().fold(0, |count, other| count + u8::from(*other <= squares[man]));
                    if squares[man] == least + others {
                        break;
                    }
                    squares[man] = least + others;
                }
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

/// For each square of a board the number of the square to which a symmetry carries it. Bit 0 of its number reflects files, bit 1 reflects ranks, and then
/// bit 2 exchanges files and ranks.
pub fn images(board: Board, symmetry: usize) -> [u8; 256] {
    let mut images = [0; 256];
    for square in board.squares() {
        let file = if symmetry & 1 == 0 { square.file() } else { board.files - 1 - square.file() };
        let rank = if symmetry & 2 == 0 { square.rank() } else { board.ranks - 1 - square.rank() };
        let image = if symmetry & 4 == 0 { Square::new(rank, file) } else { Square::new(file, rank) };
        images[usize::from(board.number(square))] = board.number(image);
    }
    images
}
