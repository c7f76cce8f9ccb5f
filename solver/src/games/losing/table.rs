//! A table: the outcome of every placement of a material, with either side to move.
//!
//! Responsible for: the numbers of placements up to symmetry, retrograde analysis, the order of the certificate. A label is the number of plies
//! to the end of the game: even if the side to move wins, odd if it loses, [`DRAW`] if neither does.
//!
//! A place of the index is the square of the first man, brought to ten squares (32 or 24 with pawns) by a symmetry, and 64 squares for each other
//! man. Positions in which something can be captured are settled by smaller tables at once; the others wait for their moves. A position is
//! counted down once for each move; where a symmetry fixes a placement, moves count by the sizes of the groups that fix both ends, since
//! (moves to Q) / |group of P| = (moves from P, backwards) / |group of Q|.

use std::sync::Arc;

pub use super::index::{Index, MOST_UNITS};
use super::index::{SYMMETRIES, Squares, image};
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
struct Known {
    /// One more than the least odd label.
    win: Option<u8>,
    is_drawn: bool,
    /// One more than the greatest even label.
    loss: u8,
    /// How many there are.
    moves: u16,
}

impl Known {
    const NOTHING: Self = Self { win: None, is_drawn: false, loss: 0, moves: 0 };

    fn add(&mut self, label: u8, distance: Distance) {
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
    fn label(&self, stuck: u8) -> u8 {
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
    labels: [Vec<u8>; 2],
    /// How many moves within the table are not known to lose, by the sizes of groups.
    open: [Vec<u16>; 2],
    /// The least label of a loss, or [`NOTHING`] where there cannot be one.
    floor: [Vec<u8>; 2],
    /// Positions by label: those whose label is settled, and those that have it unless they have a smaller one.
    settled: Vec<Vec<(u32, Squares)>>,
    waiting: Vec<Vec<(u32, Squares)>>,
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

    /// Looks at a position for the first time.
    fn begin(&mut self, at: Squares, number: usize, side: usize) {
        let mut known = self.captures(&at, side, None);
        let mut open = 0;
        if known.moves == 0 {
            let sides = self.sides(&at);
            let occupied = sides[0] | sides[1];
            for man in (0..self.units).filter(|&man| self.index.men[man].0 == side) {
                let (from, role) = (usize::from(at[man]), self.index.men[man].1);
                let targets = match role {
                    PAWN => steps(side, from, !occupied),
                    _ => attacks(side, role, from, occupied) & !occupied,
                };
                for to in squares(targets) {
                    if role == PAWN && ENDS >> to & 1 == 1 {
                        self.change(&at, side, man, to, self.units, &mut known);
                        continue;
                    }
                    let mut next = at;
                    next[man] = to as u8;
                    let middle = usize::midpoint(from, to);
                    if role == PAWN && from.abs_diff(to) == 16 && self.has_taker(&next, side, middle) {
                        let label = self.captures(&next, 1 - side, Some((middle, man))).label(self.stuck[1 - side]);
                        // This is no change of the material by itself: its label stands.
                        known.add(label, Distance::End);
                    } else {
                        open += self.index.place(&next).1;
                    }
                }
            }
        }
        let at = (number as u32, at);
        if open == 0 {
            let label = known.label(self.stuck[side]);
            self.labels[side][number] = label;
            if label != DRAW {
                self.settled[side + 2 * usize::from(label)].push(at);
            }
            return;
        }
        self.labels[side][number] = OPEN;
        self.open[side][number] = open;
        self.floor[side][number] = if known.is_drawn || known.win.is_some() { NOTHING } else { known.loss };
        if let Some(win) = known.win {
            self.waiting[side + 2 * usize::from(win)].push(at);
        }
    }

    /// Tells what a settled position says of those from which a quiet move leads there.
    fn back(&mut self, at: Squares, side: usize, label: usize) {
        let before = 1 - side;
        let sides = self.sides(&at);
        let occupied = sides[0] | sides[1];
        for man in (0..self.units).filter(|&man| self.index.men[man].0 == before) {
            let (to, role) = (usize::from(at[man]), self.index.men[man].1);
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
            for from in squares(sources) {
                let mut previous = at;
                previous[man] = from as u8;
                let (number, fixed) = self.index.place(&previous);
                if self.labels[before][number] != OPEN {
                    continue;
                }
                if label % 2 == 1 {
                    self.waiting[before + 2 * (label + 1)].push((number as u32, previous));
                } else {
                    let open = &mut self.open[before][number];
                    *open -= fixed;
                    let floor = self.floor[before][number];
                    if *open == 0 && floor != NOTHING {
                        let next = usize::from(floor).max(label + 1);
                        self.waiting[before + 2 * next].push((number as u32, previous));
                    }
                }
            }
        }
    }

    fn run(&mut self) -> Result<(), TooLong> {
        let index = self.index;
        index.each(&mut |at, number| {
            self.begin(at, number, 0);
            self.begin(at, number, 1);
        });
        for label in 0..=usize::from(MOST) + 2 {
            for side in 0..2 {
                let place = side + 2 * label;
                for (_, at) in std::mem::take(&mut self.settled[place]) {
                    self.back(at, side, label);
                }
                for (number, at) in std::mem::take(&mut self.waiting[place]) {
                    let stated = &mut self.labels[side][number as usize];
                    if *stated == OPEN {
                        if label > usize::from(MOST) {
                            return Err(TooLong);
                        }
                        *stated = label as u8;
                        self.back(at, side, label);
                    }
                }
            }
        }
        for label in self.labels.iter_mut().flatten().filter(|label| **label == OPEN) {
            *label = DRAW;
        }
        Ok(())
    }
}

impl Table {
    /// Solves a material by a rule; `find` gives the tables of smaller materials, of used colours, by the same rule.
    ///
    /// # Errors
    ///
    /// If a win takes more plies than a label can say.
    pub fn solve(
        material: &Material,
        rule: Rule,
        distance: Distance,
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
        let nothing = || [vec![NOTHING; index.size], vec![NOTHING; index.size]];
        let lists = || vec![Vec::new(); 2 * (usize::from(MOST) + 5)];
        let mut solver = Solver {
            index: &index,
            distance,
            units,
            stuck: [WHITE, BLACK].map(|side| stuck(rule, material, side)),
            links,
            labels: nothing(),
            open: [vec![0; index.size], vec![0; index.size]],
            floor: nothing(),
            settled: lists(),
            waiting: lists(),
        };
        solver.run()?;
        let labels = solver.labels;
        Ok(Self { material: material.clone(), rule, index, labels })
    }

    /// A table by a rule whose labels are given in the order of [`Table::in_places`], by side to move and place.
    pub fn from_labels(material: &Material, rule: Rule, mut labels: impl FnMut(usize, usize) -> u8) -> Self {
        let index = Index::new(material);
        let labels_of = || vec![NOTHING; index.size];
        let mut table =
            Self { material: material.clone(), rule, labels: [labels_of(), labels_of()], index: index.clone() };
        let mut found = [Vec::new(), Vec::new()];
        let mut place = 0;
        table.in_places(&mut |_, number| {
            for (side, found) in found.iter_mut().enumerate() {
                found.push((number, labels(side, place)));
            }
            place += 1;
        });
        for (side, found) in found.into_iter().enumerate() {
            // The first place stands for the position.
            for (number, label) in found.into_iter().rev() {
                table.labels[side][number] = label;
            }
        }
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
        let mut used = [false; MOST_UNITS];
        for (k, man) in self.index.men.iter().enumerate() {
            let found = (0..men.len()).find(|&place| !used[place] && men[place].0 == *man).expect("the same men");
            used[found] = true;
            to[k] = men[found].1 as u8;
        }
        self.index.place(&to).0
    }

    /// Tells the places in the order of the format: the number of the block, and the number here.
    pub fn in_places(&self, tell: &mut impl FnMut(usize, usize)) {
        let maps: Vec<Vec<u8>> = SYMMETRIES[..self.index.group()].iter().map(|map| map.to_vec()).collect();
        let places = Order::new(64, 8, self.material.numbers(), &maps);
        let order = self.order();
        for (block, anchors) in places.blocks().iter().enumerate() {
            places.each(anchors, &mut |list| {
                let mut at = [0; MOST_UNITS];
                order.iter().zip(list).for_each(|(&place, &square)| at[place] = square);
                tell(block, self.index.place(&at).0);
            });
        }
    }

    /// Where each man of the list stands in the index.
    fn order(&self) -> Vec<usize> {
        let men = self.material.men();
        let mut used = vec![false; men.len()];
        men.iter()
            .map(|man| {
                let place =
                    (0..men.len()).find(|&place| !used[place] && self.index.men[place] == *man).expect("the same men");
                used[place] = true;
                place
            })
            .collect()
    }

    /// Tells each placement once, with its number here: lists of squares in the order of the men's numbers, of symmetric ones the least.
    pub fn in_order(&self, tell: &mut impl FnMut(&[u8], usize)) {
        let men = self.material.men();
        let twins: Vec<bool> = (0..men.len()).map(|k| men.get(k + 1) == Some(&men[k])).collect();
        let order = self.order();
        let walk = Walk { men: &men, twins: &twins, group: self.index.group() };
        walk.extend(0, [0; MOST_UNITS], 0, &mut |list| {
            let mut at = [0; MOST_UNITS];
            for (k, &place) in order.iter().enumerate() {
                at[place] = list[k];
            }
            tell(list, self.index.place(&at).0);
        });
    }
}

/// The walk through lists of squares.
struct Walk<'a> {
    men: &'a [Man],
    twins: &'a [bool],
    group: usize,
}

impl Walk<'_> {
    fn extend(&self, k: usize, mut list: Squares, occupied: u64, tell: &mut impl FnMut(&[u8])) {
        if k == self.men.len() {
            if (1..self.group).all(|which| self.is_least(which, &list)) {
                tell(&list[..k]);
            }
            return;
        }
        let mut free = !occupied;
        if self.men[k].1 == PAWN {
            free &= !ENDS;
        }
        if k > 0 && self.twins[k - 1] {
            free &= (!1_u64) << list[k - 1];
        }
        for square in squares(free) {
            // The image of the first man must not come before it; if it is one of several, neither must that of any.
            let is_less = |which: usize| {
                usize::from(SYMMETRIES[which][square]) < if k == 0 { square } else { usize::from(list[0]) }
            };
            let is_first = k == 0 || self.men[k] == self.men[0];
            if is_first && (1..self.group).any(is_less) {
                continue;
            }
            list[k] = square as u8;
            self.extend(k + 1, list, occupied | 1 << square, tell);
        }
    }

    /// Whether the image under a symmetry does not come before the list.
    fn is_least(&self, which: usize, list: &Squares) -> bool {
        let units = self.men.len();
        let map = &SYMMETRIES[which];
        if !self.twins[0] {
            match map[usize::from(list[0])].cmp(&list[0]) {
                std::cmp::Ordering::Greater => return true,
                std::cmp::Ordering::Less => return false,
                std::cmp::Ordering::Equal => {}
            }
        }
        let image = image(self.twins, units, which, list);
        image[..units] >= list[..units]
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
    let mut taken = vec![false; after.len()];
    for (k, &(colour, role)) in table.index.men.iter().enumerate() {
        let colour = if is_flipped { 1 - colour } else { colour };
        let found = (0..after.len()).find(|&place| !taken[place] && after[place].0 == (colour, role));
        let found = found.expect("the same men");
        taken[found] = true;
        order[k] = after[found].1 as u8;
    }
    Link::To(table, is_flipped, order)
}
