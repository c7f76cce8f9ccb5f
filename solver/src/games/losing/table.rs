//! A table: the outcome of every placement of a material, with either side to move.
//!
//! Responsible for: the numbers of placements up to symmetry, retrograde analysis, the order of the certificate. A label is the number of plies
//! to the end of the game: even if the side to move wins, odd if it loses, [`DRAW`] if neither does.
//!
//! A place of the index is the square of the first man, brought to ten squares (32 or 24 with pawns) by a symmetry, and 64 squares for each other
//! man. Positions in which something can be captured are settled by smaller tables at once; the others wait for their moves. A position is
//! counted down once for each move; where a symmetry fixes a placement, moves count by the sizes of the groups that fix both ends, since
//! (moves to Q) / |group of P| = (moves from P, backwards) / |group of Q|.
//!
//! Labels are found in their order, each in a wave over all numbers. Numbers come in chunks, which know the labels that occur in them; threads take
//! chunks. In the wave of a label only greater ones are written, so the labels do not depend on who comes first. A number takes two bytes for each
//! side to move, and three where there are pawns: 0.7 GB for five men without pawns, 2.4 GB with them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::index::{DIAGONALS, SYMMETRIES, Squares};
pub use super::index::{Index, MOST_UNITS};
use super::material::{Man, Material};
use super::rules::{BLACK, Colour, ENDS, PAWN, PROMOTIONS, Rule, WHITE, attacks, squares, steps};
use crate::chess::places::Order;

/// The label of a draw.
pub const DRAW: u8 = 253;
/// The largest label of a win or loss.
pub const MOST: u8 = 251;
/// The label of a position without a move, by a rule: 0 if the side to move has won, 1 if it has lost, which counts the end as a ply.
fn stuck(rule: Rule, material: &Material, side: Colour) -> u8 {
    let winner = rule.winner(side, [WHITE, BLACK].map(|colour| material.count(colour)));
    winner.map_or(DRAW, |winner| u8::from(winner != side))
}

/// Not known yet.
const OPEN: u8 = 254;
/// No placement, or not the one that stands for its symmetric ones.
const NOTHING: u8 = 255;

/// A table with its labels.
pub struct Table {
    material: Material,
    rule: Rule,
    index: Index,
    /// By side to move, by number.
    labels: [Vec<u8>; 2],
}

/// Where a move leads that changes the material.
enum Link {
    /// The last man is captured: the side to move has won.
    Over,
    /// To a table: whether the colours are exchanged there, and for each man of it which man here it is.
    To(Arc<Table>, bool, [u8; MOST_UNITS]),
    /// There is no such move.
    None,
}

impl Link {
    fn label(&self, side: usize, squares: &Squares) -> u8 {
        match self {
            Self::Over => 0,
            Self::To(table, is_flipped, men) => {
                let mut to = [0; MOST_UNITS];
                let turn = if *is_flipped { 56 } else { 0 };
                for (square, &man) in to.iter_mut().zip(men) {
                    *square = squares[usize::from(man)] ^ turn;
                }
                table.labels[side ^ usize::from(*is_flipped)][table.index.place(&to).0]
            }
            Self::None => unreachable!("no move leads there"),
        }
    }
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// Plies to the end of the game.
    End,
    /// Plies to the next move that changes the material: such a move to a win leads to 1, to a loss to 0.
    Conversion,
}

/// What the moves of a position come to that are known already.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// One more than the least odd label.
    win: Option<u8>,
    is_drawn: bool,
    /// One more than the greatest even label.
    loss: u8,
    /// How many there are.
    moves: u16,
}

impl Known {
    pub(super) const NOTHING: Self = Self { win: None, is_drawn: false, loss: 0, moves: 0 };

    pub(super) fn add(&mut self, label: u8, distance: Distance) {
        self.moves += 1;
        let label = match (label, distance) {
            (DRAW, _) => {
                self.is_drawn = true;
                return;
            }
            (_, Distance::End) => label,
            (_, Distance::Conversion) => label % 2,
        };
        if label % 2 == 1 {
            self.win = Some(self.win.map_or(label + 1, |win| win.min(label + 1)));
        } else {
            self.loss = self.loss.max(label + 1);
        }
    }

    /// The label, if these are all moves; `stuck` if there is none.
    pub(super) fn label(&self, stuck: u8) -> u8 {
        match self.win {
            _ if self.moves == 0 => stuck,
            Some(win) => win,
            None if self.is_drawn => DRAW,
            None => self.loss,
        }
    }
}

struct Solver<'a> {
    index: &'a Index,
    distance: Distance,
    units: usize,
    /// By side to move, the label of a position without a move.
    stuck: [u8; 2],
    /// By moving man, promotion (0 for none), captured man (the number of men for none).
    links: Vec<Link>,
    /// By side to move, by number.
    labels: [Vec<AtomicU8>; 2],
    /// How many moves within the table are not known to lose, by the sizes of groups.
    open: [Vec<AtomicU8>; 2],
    /// With pawns, what the moves that leave the table come to: an even label is a win unless there is a sooner one, an odd one the least label of a loss;
    /// [`NOTHING`] where there cannot be a loss.
    known: [Vec<AtomicU8>; 2],
    /// By side to move, by chunk: a bit for each label that occurs, or is known.
    occurs: [Vec<[AtomicU64; 4]>; 2],
    is_too_long: AtomicBool,
}

/// A label would not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl Solver<'_> {
    fn link(&self, man: usize, promotion: usize, captured: usize) -> &Link {
        &self.links[(man * 6 + promotion) * (self.units + 1) + captured]
    }

    /// The men of each colour.
    fn sides(&self, at: &Squares) -> [u64; 2] {
        let mut sides = [0; 2];
        for k in 0..self.units {
            sides[self.index.men[k].0] |= 1 << at[k];
        }
        sides
    }

    fn man_at(&self, at: &Squares, square: usize) -> usize {
        (0..self.units).find(|&k| usize::from(at[k]) == square).expect("a man stands there")
    }

    /// Tells the label of each move of a man to a square, that captures a man or promotes a pawn.
    fn change(&self, at: &Squares, side: usize, man: usize, to: usize, captured: usize, known: &mut Known) {
        let mut next = *at;
        next[man] = to as u8;
        let is_promotion = self.index.men[man].1 == PAWN && ENDS >> to & 1 == 1;
        for promotion in if is_promotion { 1..=5 } else { 0..=0 } {
            known.add(self.link(man, promotion, captured).label(1 - side, &next), self.distance);
        }
    }

    /// All captures of a side; `passed` is a square where pawns capture the man that has passed it.
    fn captures(&self, at: &Squares, side: usize, passed: Option<(usize, usize)>) -> Known {
        let sides = self.sides(at);
        let mut known = Known::NOTHING;
        for man in (0..self.units).filter(|&man| self.index.men[man].0 == side) {
            let role = self.index.men[man].1;
            let reach = attacks(side, role, usize::from(at[man]), sides[0] | sides[1]);
            for to in squares(reach & sides[1 - side]) {
                self.change(at, side, man, to, self.man_at(at, to), &mut known);
            }
            if let Some((square, captured)) = passed.filter(|(square, _)| role == PAWN && reach >> square & 1 == 1) {
                self.change(at, side, man, square, captured, &mut known);
            }
        }
        known
    }

    /// Whether a pawn of the other side can capture the pawn of this side that has passed a square.
    fn has_taker(&self, at: &Squares, side: usize, passed: usize) -> bool {
        let reach = attacks(side, PAWN, passed, 0);
        (0..self.units).any(|k| self.index.men[k] == (1 - side, PAWN) && reach >> at[k] & 1 == 1)
    }

    /// Says that a label occurs in the chunk of a number.
    fn note(&self, side: usize, number: usize, label: u8) {
        let (word, bit) = (usize::from(label / 64), 1 << (label % 64));
        let word = &self.occurs[side][number >> self.index.bits()][word];
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Settles a position.
    fn settle(&self, side: usize, number: usize, label: u8) {
        self.is_too_long.fetch_or(label > MOST && label != DRAW, Ordering::Relaxed);
        self.labels[side][number].store(label, Ordering::Relaxed);
        self.note(side, number, label);
    }

    /// How many symmetries fix the placements to which a man moves, all together.
    fn fixed(&self, at: &Squares, man: usize, targets: u64) -> u32 {
        let others = (1..self.units).filter(|&k| k != man && DIAGONALS >> at[k] & 1 == 0).count();
        // No symmetry leaves three men where they are who do not stand on its axis; two of them could be exchanged.
        let near = match self.index.is_single {
            true if others > if self.index.exchanges.is_empty() { 0 } else { 2 } => 0,
            true if man == 0 => DIAGONALS,
            true if !self.index.is_on_axis(at) => 0,
            _ => u64::MAX,
        };
        let near = if self.index.has_pawns && self.index.is_single { 0 } else { near & targets };
        let mut next = *at;
        let fixed = squares(near).map(|to| {
            next[man] = to as u8;
            u32::from(self.index.place(&next).1)
        });
        fixed.sum::<u32>() + (targets & !near).count_ones()
    }

    /// Looks at a position for the first time.
    fn begin(&self, at: Squares, number: usize, side: usize) {
        let mut known = self.captures(&at, side, None);
        let mut open = 0;
        if known.moves == 0 {
            let sides = self.sides(&at);
            let occupied = sides[0] | sides[1];
            for man in (0..self.units).filter(|&man| self.index.men[man].0 == side) {
                let (from, role) = (usize::from(at[man]), self.index.men[man].1);
                if role != PAWN {
                    open += self.fixed(&at, man, attacks(side, role, from, occupied) & !occupied);
                    continue;
                }
                for to in squares(steps(side, from, !occupied)) {
                    if ENDS >> to & 1 == 1 {
                        self.change(&at, side, man, to, self.units, &mut known);
                        continue;
                    }
                    let mut next = at;
                    next[man] = to as u8;
                    let middle = usize::midpoint(from, to);
                    if from.abs_diff(to) == 16 && self.has_taker(&next, side, middle) {
                        let label = self.captures(&next, 1 - side, Some((middle, man))).label(self.stuck[1 - side]);
                        // This is no change of the material by itself: its label stands.
                        known.add(label, Distance::End);
                    } else {
                        open += self.fixed(&at, man, 1 << to);
                    }
                }
            }
        }
        if open == 0 {
            self.settle(side, number, known.label(self.stuck[side]));
            return;
        }
        self.labels[side][number].store(OPEN, Ordering::Relaxed);
        let open = u8::try_from(open).expect("four queens have 108 moves, few of them to placements that are fixed");
        self.open[side][number].store(open, Ordering::Relaxed);
        let label = known.win.unwrap_or(if known.is_drawn { NOTHING } else { known.loss });
        if label != 0 {
            self.known[side][number].store(label, Ordering::Relaxed);
            self.note(side, number, label);
        }
    }

    /// Tells what the positions of a label in a chunk say of those from which a quiet move leads there.
    fn wave(&self, side: usize, chunk: usize, label: u8) {
        if self.occurs[side][chunk][usize::from(label / 64)].load(Ordering::Relaxed) >> (label % 64) & 1 == 0 {
            return;
        }
        let start = chunk << self.index.bits();
        for number in start..start + (1 << self.index.bits()) {
            let found = self.labels[side][number].load(Ordering::Relaxed);
            if found == OPEN && self.known(side, number) == label && label.is_multiple_of(2) && label > 0 {
                self.settle(side, number, label);
            } else if found != label {
                continue;
            }
            self.back(self.index.squares(number), number, side, label);
        }
    }

    /// What the moves that leave the table come to; 0 for nothing.
    fn known(&self, side: usize, number: usize) -> u8 {
        self.known[side].get(number).map_or(0, |known| known.load(Ordering::Relaxed))
    }

    fn back(&self, at: Squares, number: usize, side: usize, label: u8) {
        let (before, index) = (1 - side, self.index);
        let sides = self.sides(&at);
        let occupied = sides[0] | sides[1];
        // The number with files and ranks exchanged, where the first man stays; twins as they are exchanged.
        let mirror = index.is_on_axis(&at).then(|| index.number(&at.map(|square| SYMMETRIES[4][usize::from(square)])));
        let others = if index.is_single && index.men[0].0 == before { index.all_others(&at) } else { [0; 8] };
        for man in (0..self.units).filter(|&man| index.men[man].0 == before) {
            let (to, role) = (usize::from(at[man]), index.men[man].1);
            let sources = match role {
                // Backwards a pawn steps as one of the other colour; a double step ends on the fourth rank.
                PAWN => {
                    let (one, rank) = if before == WHITE { (to.wrapping_sub(8), to / 8) } else { (to + 8, 7 - to / 8) };
                    let mut set = 0;
                    if rank >= 2 && occupied >> one & 1 == 0 {
                        set |= 1 << one;
                        let two = if before == WHITE { to.wrapping_sub(16) } else { to + 16 };
                        if rank == 3 && occupied >> two & 1 == 0 && !self.has_taker(&at, before, one) {
                            set |= 1 << two;
                        }
                    }
                    set
                }
                _ => attacks(before, role, to, occupied) & !occupied,
            };
            let (is_apart, shift) = (index.is_apart(man), 6 * (self.units - 1 - man));
            // A twin is found where he stood before his exchange.
            let mirror = if is_apart { mirror.map(|mirror| index.ordered(mirror)) } else { mirror };
            let moved = |number: usize, from: usize, to: usize| {
                let number = number + (from << shift) - (to << shift);
                if is_apart { number } else { index.ordered(number) }
            };
            for from in squares(sources) {
                let (number, fixed) = match mirror {
                    _ if !index.is_single => {
                        let mut previous = at;
                        previous[man] = from as u8;
                        index.place(&previous)
                    }
                    _ if man == 0 => index.place_of_first(from, |which| others[which]),
                    None => (moved(number, from, to), 1),
                    Some(mirror) => {
                        let exchanged = |square: usize| usize::from(SYMMETRIES[4][square]);
                        let [number, other] = [moved(number, from, to), moved(mirror, exchanged(from), exchanged(to))];
                        (number.min(other), 1 + u8::from(number == other))
                    }
                };
                self.told(before, number, fixed, label);
            }
        }
    }

    /// A position learns that a move leads to a label.
    fn told(&self, side: usize, number: usize, fixed: u8, label: u8) {
        if self.labels[side][number].load(Ordering::Relaxed) != OPEN {
            return;
        }
        if label % 2 == 1 {
            self.settle(side, number, label + 1);
        } else if self.open[side][number].fetch_sub(fixed, Ordering::Relaxed) == fixed {
            let known = self.known(side, number);
            if known == 0 || known % 2 == 1 && known != NOTHING {
                self.settle(side, number, known.max(label + 1));
            }
        }
    }

    /// Each label has its wave.
    fn run(&self, threads: usize) -> Result<(), TooLong> {
        let chunks = self.index.size >> self.index.bits();
        share(threads, chunks, &|chunk| {
            self.index.each(chunk, &mut |at, number| (0..2).for_each(|side| self.begin(at, number, side)));
        });
        for label in 0..=MOST {
            share(threads, chunks, &|chunk| (0..2).for_each(|side| self.wave(side, chunk, label)));
            if self.is_too_long.load(Ordering::Relaxed) {
                return Err(TooLong);
            }
        }
        Ok(())
    }
}

/// Does some work on each of so many chunks, by so many threads.
fn share(threads: usize, chunks: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let run = || {
        loop {
            let chunk = 64 * next.fetch_add(1, Ordering::Relaxed);
            if chunk >= chunks {
                break;
            }
            (chunk..chunks.min(chunk + 64)).for_each(work);
        }
    };
    thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(run)));
        run();
    });
}

impl Table {
    /// Solves a material by a rule, by so many threads; `find` gives the tables of smaller materials, of used colours, by the same rule.
    ///
    /// # Errors
    ///
    /// If a win takes more plies than a label can say.
    pub fn solve(
        material: &Material,
        rule: Rule,
        distance: Distance,
        threads: usize,
        find: &dyn Fn(&Material) -> Arc<Self>,
    ) -> Result<Self, TooLong> {
        let index = Index::new(material);
        let units = index.men.len();
        let mut links = Vec::new();
        for man in 0..units {
            for promotion in 0..=5 {
                for captured in 0..=units {
                    links.push(link(&index.men, man, promotion, captured, find));
                }
            }
        }
        let bytes = |byte: u8, count| [(); 2].map(|()| (0..count).map(|_| AtomicU8::new(byte)).collect::<Vec<_>>());
        let solver = Solver {
            index: &index,
            distance,
            units,
            stuck: [WHITE, BLACK].map(|side| stuck(rule, material, side)),
            links,
            labels: bytes(NOTHING, index.size),
            open: bytes(0, index.size),
            known: bytes(0, if index.has_pawns { index.size } else { 0 }),
            occurs: [(); 2].map(|()| (0..index.size >> index.bits()).map(|_| Default::default()).collect()),
            is_too_long: AtomicBool::new(false),
        };
        solver.run(threads)?;
        let label = |label: AtomicU8| match label.into_inner() {
            OPEN => DRAW,
            label => label,
        };
        let labels = solver.labels.map(|labels| labels.into_iter().map(label).collect());
        Ok(Self { material: material.clone(), rule, index, labels })
    }

    /// About how many bytes of memory the table of a material takes while it is made, and its certificate.
    pub fn memory(material: &Material) -> u64 {
        let size = Index::new(material).size as u64;
        size * if material.has_pawns() { 6 } else { 4 } + size * 3
    }

    /// A table by a rule whose labels are given in the order of [`Table::in_places`], by side to move and place.
    pub fn from_labels(material: &Material, rule: Rule, mut labels: impl FnMut(usize, usize) -> u8) -> Self {
        let index = Index::new(material);
        let mut found = [(); 2].map(|()| vec![NOTHING; index.size]);
        let mut table = Self { material: material.clone(), rule, labels: Default::default(), index };
        let mut place = 0;
        table.in_places(&mut |_, number| {
            for (side, found) in found.iter_mut().enumerate() {
                let label = labels(side, place);
                // The first place stands for the position.
                if found[number] == NOTHING {
                    found[number] = label;
                }
            }
            place += 1;
        });
        table.labels = found;
        table
    }

    /// Which material it is about.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// By which rule it is.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The label with this side to move at a number.
    pub fn at(&self, side: usize, number: usize) -> u8 {
        self.labels[side][number]
    }

    /// The labels of all placements, with White and with Black to move, in any order.
    pub fn each(&self) -> impl Iterator<Item = [u8; 2]> + '_ {
        let [white, black] = &self.labels;
        white.iter().zip(black).map(|(&white, &black)| [white, black]).filter(|labels| labels[0] != NOTHING)
    }

    /// The label of a placement, with its men in any order.
    pub fn label(&self, side: usize, men: &[(Man, usize)]) -> u8 {
        self.labels[side][self.place_of(men)]
    }

    fn place_of(&self, men: &[(Man, usize)]) -> usize {
        let mut to = [0; MOST_UNITS];
        let places = places(&self.index.men, men.iter().map(|(man, _)| *man));
        places.enumerate().for_each(|(k, place)| to[k] = men[place].1 as u8);
        self.index.place(&to).0
    }

    /// Tells the places in the order of the format: the number of the block, and the number here.
    pub fn in_places(&self, tell: &mut impl FnMut(usize, usize)) {
        let maps: Vec<Vec<u8>> = SYMMETRIES[..self.index.group()].iter().map(|map| map.to_vec()).collect();
        let all = Order::new(64, 8, self.material.numbers(), &maps);
        let order: Vec<usize> = places(&self.material.men(), self.index.men.iter().copied()).collect();
        for (block, anchors) in all.blocks().iter().enumerate() {
            all.each(anchors, &mut |list| {
                let mut at = [0; MOST_UNITS];
                order.iter().zip(list).for_each(|(&place, &square)| at[place] = square);
                tell(block, self.index.place(&at).0);
            });
        }
    }

    /// Tells each placement once: its men with their squares, and its labels with White and with Black to move.
    pub fn placements(&self, tell: &mut impl FnMut(&[(Man, usize)], [u8; 2])) {
        let mut men: Vec<(Man, usize)> = self.index.men.iter().map(|&man| (man, 0)).collect();
        for number in (0..self.index.size).filter(|&number| self.labels[0][number] != NOTHING) {
            men.iter_mut().zip(self.index.squares(number)).for_each(|(man, square)| man.1 = square.into());
            tell(&men, [0, 1].map(|side| self.labels[side][number]));
        }
    }
}

fn link(men: &[Man], man: usize, promotion: usize, captured: usize, find: &dyn Fn(&Material) -> Arc<Table>) -> Link {
    let (colour, role) = men[man];
    let is_change = promotion > 0 || captured < men.len();
    let is_possible = (promotion == 0 || role == PAWN) && (captured == men.len() || men[captured].0 != colour);
    if !is_change || !is_possible {
        return Link::None;
    }
    let mut after: Vec<(Man, usize)> = Vec::new();
    for (k, &(colour, role)) in men.iter().enumerate().filter(|(k, _)| *k != captured) {
        let role = if k == man && promotion > 0 { PROMOTIONS[promotion - 1] } else { role };
        after.push(((colour, role), k));
    }
    if after.iter().all(|((other, _), _)| *other == colour) {
        return Link::Over;
    }
    let (used, is_flipped) = Material::new(after.iter().map(|(man, _)| *man)).used();
    let table = find(&used);
    let mut order = [0; MOST_UNITS];
    let colour = |colour: Colour| if is_flipped { 1 - colour } else { colour };
    let places = places(&table.index.men, after.iter().map(|&((of, role), _)| (colour(of), role)));
    places.enumerate().for_each(|(k, place)| order[k] = after[place].1 as u8);
    Link::To(table, is_flipped, order)
}

/// For each of these men where it stands among the others, which are the same men.
fn places(men: &[Man], others: impl Iterator<Item = Man> + Clone) -> impl Iterator<Item = usize> {
    let mut taken = 0_u32;
    men.iter().map(move |man| {
        let is_it = |(place, other): &(usize, Man)| taken >> place & 1 == 0 && other == man;
        let (place, _) = others.clone().enumerate().find(is_it).expect("the same men");
        taken |= 1 << place;
        place
    })
}
