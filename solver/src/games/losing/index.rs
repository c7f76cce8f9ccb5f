//! The numbers of the placements of a material, up to symmetry.

use super::material::{Man, Material};
use super::rules::{ENDS, PAWN, squares};

/// The most men of a table.
pub const MOST_UNITS: usize = 5;

/// Squares of the men, in the order of a table.
pub(super) type Squares = [u8; MOST_UNITS];

const fn symmetry(which: usize, square: usize) -> usize {
    let (mut file, mut rank) = (square % 8, square / 8);
    if which & 1 == 1 {
        file = 7 - file;
    }
    if which & 2 == 2 {
        rank = 7 - rank;
    }
    if which & 4 == 4 { file * 8 + rank } else { rank * 8 + file }
}

const fn symmetries() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut place = 0;
    while place < 512 {
        table[place / 64][place % 64] = symmetry(place / 64, place % 64) as u8;
        place += 1;
    }
    table
}

/// The symmetries of the board: bit 0 exchanges left and right, then bit 1 up and down, then bit 2 files and ranks.
pub(super) static SYMMETRIES: [[u8; 64]; 8] = symmetries();

/// Where a place of the index begins: how many squares the first man has, the place of each, and which symmetry brings a square there.
#[derive(Clone, Debug)]
struct First {
    count: usize,
    place: [u8; 64],
    bring: [u8; 64],
    squares: Vec<u8>,
}

impl First {
    /// All squares that no symmetry brings to a smaller one, in an order; pawns do not stand on the first and the last rank.
    fn new(has_pawns: bool, is_pawn: bool) -> Self {
        let is_in = |square: usize| {
            let (file, rank) = (square % 8, square / 8);
            if has_pawns { file < 4 && !(is_pawn && (rank == 0 || rank == 7)) } else { file < 4 && rank <= file }
        };
        let squares: Vec<u8> = (0..64).filter(|&square| is_in(square)).map(|square| square as u8).collect();
        let (mut place, mut bring) = ([0; 64], [0; 64]);
        for square in 0..64 {
            let found = (0..if has_pawns { 2 } else { 8 }).find(|&which| squares.contains(&SYMMETRIES[which][square]));
            if let Some(which) = found {
                let home = SYMMETRIES[which][square];
                bring[square] = which as u8;
                place[square] = squares.iter().position(|found| *found == home).expect("just found") as u8;
            }
        }
        Self { count: squares.len(), place, bring, squares }
    }
}

/// The numbers of the placements of a material.
#[derive(Clone, Debug)]
pub struct Index {
    /// The men, equal ones together; the first is the only one of its kind where there is such a man.
    pub(super) men: Vec<Man>,
    /// For each man whether the next one is equal: they are twins.
    pub(super) twins: Vec<bool>,
    /// Exchanges that sort the squares of twins, in their order: for each where a number has the second of them, right of the first.
    pub(super) exchanges: Vec<usize>,
    pub(super) has_pawns: bool,
    /// Whether the first man is the only one of its kind. Else all its 64 squares count, and the least number of all images is taken.
    pub(super) is_single: bool,
    first: First,
    pub(super) size: usize,
}

/// The squares on which a symmetry of the board can leave a man where he is.
pub(super) const DIAGONALS: u64 = 0x8142_2418_1824_4281;

impl Index {
    /// The index of a material of two to five men.
    pub fn new(material: &Material) -> Self {
        let men = material.men();
        let count = |man: &Man| men.iter().filter(|other| *other == man).count();
        let first = *men.iter().min_by_key(|man| (count(man) > 1, man.1 != PAWN, **man)).expect("two men or more");
        let mut ordered: Vec<Man> = men.iter().copied().filter(|man| *man == first).collect();
        ordered.extend(men.iter().copied().filter(|man| *man != first));
        let is_single = count(&first) == 1;
        let has_pawns = material.has_pawns();
        let twins: Vec<bool> = (0..ordered.len()).map(|k| ordered.get(k + 1) == Some(&ordered[k])).collect();
        let place = First::new(has_pawns, first.1 == PAWN);
        let size = if is_single { place.count } else { 64 } << (6 * (men.len() - 1));
        let passes = men.iter().map(count).max().unwrap_or(1) - 1;
        let exchanges = (0..passes)
            .flat_map(|_| (1..men.len()).filter(|k| twins[k - 1]).map(|k| 6 * (men.len() - 1 - k)))
            .collect();
        Self { men: ordered, twins, exchanges, has_pawns, is_single, first: place, size }
    }

    pub(super) fn group(&self) -> usize {
        if self.has_pawns { 2 } else { 8 }
    }

    /// The number of the squares under a symmetry.
    fn image(&self, which: usize, squares: &Squares) -> usize {
        let map = &SYMMETRIES[which];
        self.ordered(self.number(&squares.map(|square| map[usize::from(square)])))
    }

    /// The number in which the squares of twins are increasing.
    pub(super) fn ordered(&self, mut number: usize) -> usize {
        for &right in &self.exchanges {
            let [first, second] = [number >> (right + 6) & 63, number >> right & 63];
            if first > second {
                number ^= (first ^ second) << (right + 6) | (first ^ second) << right;
            }
        }
        number
    }

    /// The number of squares, the first of which is one of the first man's.
    pub(super) fn number(&self, squares: &Squares) -> usize {
        let first = usize::from(squares[0]);
        let first = if self.is_single { usize::from(self.first.place[first]) } else { first };
        let all = squares[1..].iter().fold(first, |number, &square| number << 6 | usize::from(square));
        // Without the squares of men that there are not.
        all >> (6 * (MOST_UNITS - self.men.len()))
    }

    /// What the other men than the first add to a number under a symmetry.
    fn others(&self, which: usize, squares: &Squares) -> usize {
        self.image(which, squares) & ((1 << (6 * (self.men.len() - 1))) - 1)
    }

    /// The same under each symmetry.
    pub(super) fn all_others(&self, squares: &Squares) -> [usize; 8] {
        std::array::from_fn(|which| if which < self.group() { self.others(which, squares) } else { 0 })
    }

    /// The number of a placement with the only man of his kind on a square, and how many symmetries fix it.
    pub(super) fn place_of_first(&self, square: usize, others: impl Fn(usize) -> usize) -> (usize, u8) {
        let which = usize::from(self.first.bring[square]);
        let first = usize::from(self.first.place[square]) << (6 * (self.men.len() - 1));
        if self.has_pawns || DIAGONALS >> square & 1 == 0 {
            return (first + others(which), 1);
        }
        // Files and ranks exchanged: the first man stays.
        let [one, other] = [which, which ^ 4].map(others);
        (first + one.min(other), 1 + u8::from(one == other))
    }

    /// What has this number; not all of these are placements.
    pub(super) fn squares(&self, number: usize) -> Squares {
        let last = self.men.len() - 1;
        let mut to = [0; MOST_UNITS];
        for (k, square) in to[..=last].iter_mut().enumerate() {
            *square = (number >> (6 * (last - k)) & 63) as u8;
        }
        if self.is_single {
            to[0] = self.first.squares[usize::from(to[0])];
        }
        to
    }

    /// The number of a placement, and how many symmetries fix it.
    pub(super) fn place(&self, squares: &Squares) -> (usize, u8) {
        if self.is_single {
            return self.place_of_first(squares[0].into(), |which| self.others(which, squares));
        }
        let (mut least, mut fixed) = (usize::MAX, 0);
        for which in 0..self.group() {
            let number = self.image(which, squares);
            if number < least {
                (least, fixed) = (number, 0);
            }
            fixed += u8::from(number == least);
        }
        (least, fixed)
    }

    /// Whether a symmetry leaves the only man of his kind where he is.
    pub(super) fn is_on_axis(&self, squares: &Squares) -> bool {
        !self.has_pawns && DIAGONALS >> squares[0] & 1 == 1
    }

    /// Whether a move of this man changes a number by that man's squares alone.
    pub(super) fn is_apart(&self, man: usize) -> bool {
        self.is_single && man > 0 && !self.twins[man] && !self.twins[man - 1]
    }

    /// The bits of a number that tell the placements of a chunk apart: those of the last two men.
    pub(super) fn bits(&self) -> usize {
        6 * (self.men.len() - 1).min(2)
    }

    /// Tells each placement of a chunk once: its squares and its number.
    pub(super) fn each(&self, chunk: usize, tell: &mut impl FnMut(Squares, usize)) {
        let given = self.men.len() - self.bits() / 6;
        let (squares, mut occupied) = (self.squares(chunk << self.bits()), 0);
        for k in 0..given {
            if self.room(k, &squares, occupied) >> squares[k] & 1 == 0 {
                return;
            }
            occupied |= 1 << squares[k];
        }
        self.rest(given, squares, occupied, tell);
    }

    /// Where a man may stand beside those before it.
    fn room(&self, k: usize, to: &Squares, occupied: u64) -> u64 {
        let room = if self.men[k].1 == PAWN { !occupied & !ENDS } else { !occupied };
        if k > 0 && self.twins[k - 1] { room & (!1_u64) << to[k - 1] } else { room }
    }

    fn rest(&self, k: usize, mut to: Squares, occupied: u64, tell: &mut impl FnMut(Squares, usize)) {
        if k == self.men.len() {
            let number = self.number(&to);
            if self.is_single && !self.is_on_axis(&to) || self.place(&to).0 == number {
                tell(to, number);
            }
            return;
        }
        for square in squares(self.room(k, &to, occupied)) {
            to[k] = square as u8;
            self.rest(k + 1, to, occupied | 1 << square, tell);
        }
    }
}
