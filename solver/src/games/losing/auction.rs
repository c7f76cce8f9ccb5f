//! Losing Chess under an auction: the winner of each bid moves, and must capture if that player can.
//!
//! Responsible for: positions on boards of any size up to 64 squares, the moves of both players, the graph of an endgame, its certificate
//! (statement 3 of the format). If a player who has won the bid has no move, the game ends as the rule says. Values, labels and bounds are found by
//! [`crate::graph`], which knows no chess.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use checker::certificate::{Digest, Statement};

pub use super::ground::Ground;
use super::material::{Man, Material};
use super::rules::{BISHOP, BLACK, Colour, KING, KNIGHT, PAWN, QUEEN, ROOK, Rule, WHITE, letter};
use super::tables::body;
use crate::certificates::certify::{self, Stated, first_moves};
use crate::certificates::pipeline::DEFAULT_BITS;
use crate::certificates::produce::{Game, Imports};
use crate::chess::places;
use crate::graph::enclosure::{enclose, strict};
use crate::graph::exact::policy::{self, Observer, Silent};
use crate::graph::table::Table;
use crate::graph::values::Values;
use crate::graph::{Boundary, Bounds, Graph, INFINITE, Rows};

/// Where an enclosure can take the place of exact values, these may be expected to take so many bytes at the most.
const MOST_BYTES: u64 = 1 << 25;
/// The most men under an auction.
const MOST_MEN: usize = 4;
/// What a pawn becomes, by the number of the promotion from 1 on.
const PROMOTIONS: [usize; 5] = [QUEEN, ROOK, BISHOP, KNIGHT, KING];

/// The squares of the men, in the order of their numbers, and then the square that was passed where there is a right to capture *en passant*.
pub type Placement = Vec<u8>;

fn file_name(ground: Ground, rule: Rule, material: &Material) -> String {
    format!("{ground}_{material}{}_auction.cert", rule.suffix())
}

/// An endgame: all its positions.
pub struct Endgame {
    ground: Ground,
    rule: Rule,
    material: Material,
    men: Vec<Man>,
    maps: Vec<Vec<u8>>,
    /// The positions in the order of the format.
    pub positions: Vec<Placement>,
    numbers: HashMap<Placement, u32>,
}

/// A move: its number in the format, and where it leads: the men that are left with their squares, and the passed square.
struct Step {
    number: u32,
    men: Vec<(Man, u8)>,
    passed: Option<u8>,
}

impl Endgame {
    /// All positions of a material on a board; the rule says how it ends for a player without a move.
    pub fn new(ground: Ground, rule: Rule, material: &Material) -> Self {
        let men = material.men();
        let maps = ground.symmetries(material.has_pawns());
        let mut endgame = Self {
            ground,
            rule,
            material: material.clone(),
            men,
            maps,
            positions: Vec::new(),
            numbers: HashMap::new(),
        };
        endgame.extend(&mut Vec::new());
        endgame.numbers = endgame.positions.iter().cloned().zip(0..).collect();
        endgame
    }

    /// The name of its certificate.
    pub fn name(&self) -> String {
        file_name(self.ground, self.rule, &self.material)
    }

    fn extend(&mut self, list: &mut Placement) {
        let place = list.len();
        if place == self.men.len() {
            if self.least(list) == *list {
                self.positions.push(list.clone());
                for right in self.rights(list) {
                    let with = [&list[..], &[right]].concat();
                    if self.least(&with) == with {
                        self.positions.push(with);
                    }
                }
            }
            return;
        }
        for square in 0..self.ground.squares() as u8 {
            let is_end = [0, self.ground.ranks - 1].contains(&(usize::from(square) / self.ground.files));
            let is_twin = place > 0 && self.men[place - 1] == self.men[place];
            if list.contains(&square) || self.men[place].1 == PAWN && is_end || is_twin && list[place - 1] > square {
                continue;
            }
            list.push(square);
            self.extend(list);
            list.pop();
        }
    }

    /// The squares that a pawn may just have passed, so that a pawn of the other colour stands beside it.
    fn rights(&self, list: &[u8]) -> Vec<u8> {
        if self.ground.pawn_rule(&self.material) != 2 {
            return Vec::new();
        }
        let mut rights = Vec::new();
        for (&(colour, role), &square) in self.men.iter().zip(list) {
            let square = usize::from(square);
            if role != PAWN || self.ground.rank_of(colour, square) != 3 {
                continue;
            }
            let back = if colour == WHITE { -1 } else { 1 };
            let (file, rank) = self.ground.place(square);
            let at = |file, rank| self.ground.square((file, rank)).map(|square| square as u8);
            let is_empty = |square: Option<u8>| square.is_some_and(|square| !list.contains(&square));
            let has_taker = [file - 1, file + 1].into_iter().filter_map(|file| at(file, rank)).any(|beside| {
                list.iter().position(|&found| found == beside).is_some_and(|man| self.men[man] == (1 - colour, PAWN))
            });
            let passed = at(file, rank + back);
            if has_taker && is_empty(passed) && is_empty(at(file, rank + 2 * back)) {
                rights.extend(passed);
            }
        }
        rights.sort_unstable();
        rights
    }

    /// The least image of a placement.
    fn least(&self, list: &[u8]) -> Placement {
        let images = self.maps.iter().map(|map| {
            let mut image: Placement = list.iter().map(|&square| map[usize::from(square)]).collect();
            let mut start = 0;
            while start < self.men.len() {
                let equal = self.men[start..].iter().take_while(|man| **man == self.men[start]).count();
                image[start..start + equal].sort_unstable();
                start += equal;
            }
            image
        });
        images.min().expect("the identity is one")
    }

    /// The moves of a side, by number; captures alone if there is one.
    fn steps(&self, position: &[u8], side: Colour) -> Vec<Step> {
        let (squares, passed) = position.split_at(self.men.len());
        let passed = passed.first().copied();
        let at = |square: usize| squares.iter().position(|&found| usize::from(found) == square);
        let mut found: Vec<(usize, usize, Option<usize>)> = Vec::new();
        for (man, &(colour, role)) in self.men.iter().enumerate().filter(|(_, man)| man.0 == side) {
            let from = self.ground.place(usize::from(squares[man]));
            let mut reach = |file: i32, rank: i32, captures: bool, moves: bool| -> bool {
                let Some(to) = self.ground.square((from.0 + file, from.1 + rank)) else { return false };
                match at(to) {
                    None if moves => found.push((man, to, None)),
                    Some(other) if captures && self.men[other].0 != colour => found.push((man, to, Some(other))),
                    // *En passant*: the pawn that passed stands behind the square.
                    None if captures && passed.is_some_and(|passed| usize::from(passed) == to) => {
                        let behind = self.ground.square((from.0 + file, from.1));
                        let taken = behind.and_then(at).filter(|&other| self.men[other] == (1 - colour, PAWN));
                        // The right belongs to one of the two sides.
                        if let Some(other) = taken.filter(|_| self.ground.rank_of(colour, to) == self.ground.ranks - 3)
                        {
                            found.push((man, to, Some(other)));
                        }
                    }
                    _ => {}
                }
                at(to).is_none()
            };
            let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
            let oblique = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
            match role {
                PAWN => {
                    let ahead = if side == WHITE { 1 } else { -1 };
                    let is_double = self.ground.pawn_rule(&self.material) == 2
                        && self.ground.rank_of(side, usize::from(squares[man])) == 1;
                    if reach(0, ahead, false, true) && is_double {
                        reach(0, 2 * ahead, false, true);
                    }
                    reach(-1, ahead, true, false);
                    reach(1, ahead, true, false);
                }
                KNIGHT => {
                    for (a, b) in [(1, 2), (2, 1)] {
                        for (file, rank) in [(a, b), (a, -b), (-a, b), (-a, -b)] {
                            reach(file, rank, true, true);
                        }
                    }
                }
                _ => {
                    let mut lines = Vec::new();
                    if role != BISHOP {
                        lines.extend(straight);
                    }
                    if role != ROOK {
                        lines.extend(oblique);
                    }
                    for (file, rank) in lines {
                        let most = if role == KING { 1 } else { 16 };
                        let _ = (1..=most).take_while(|&k| reach(k * file, k * rank, true, true)).count();
                    }
                }
            }
        }
        if found.iter().any(|step| step.2.is_some()) {
            found.retain(|step| step.2.is_some());
        }
        self.stepped(squares, side, found)
    }

    /// Moves, each with the man, its square and what it takes, as steps by number: a pawn that comes to the end becomes each of five men.
    fn stepped(&self, squares: &[u8], side: Colour, moves: Vec<(usize, usize, Option<usize>)>) -> Vec<Step> {
        let mut steps = Vec::new();
        for (man, to, taken) in moves {
            let from = usize::from(squares[man]);
            let is_promotion = self.men[man].1 == PAWN && self.ground.rank_of(side, to) == self.ground.ranks - 1;
            for promotion in if is_promotion { 1..=5 } else { 0..=0 } {
                let left = (0..self.men.len()).filter(|other| Some(*other) != taken);
                let men: Vec<(Man, u8)> = left
                    .map(|other| match (other == man, promotion) {
                        (false, _) => (self.men[other], squares[other]),
                        (true, 0) => (self.men[other], to as u8),
                        (true, _) => ((side, PROMOTIONS[promotion - 1]), to as u8),
                    })
                    .collect();
                let is_double = self.men[man].1 == PAWN && from.abs_diff(to) == 2 * self.ground.files;
                let passed = is_double.then(|| usize::midpoint(from, to) as u8);
                steps.push(Step { number: (promotion << 16 | from << 8 | to) as u32, men, passed });
            }
        }
        steps.sort_by_key(|step| step.number);
        steps
    }

    /// The options of a side, by the numbers of moves: a position or a node beyond. Without a move the game ends by the rule.
    fn options(
        &self,
        position: &Placement,
        side: Colour,
        names: &[Material],
        imports: &[&Solved],
    ) -> Vec<(u32, Result<u32, Edge>)> {
        let target = |step: &Step| {
            let after = Material::new(step.men.iter().map(|(man, _)| *man));
            if after == self.material {
                return Ok(self.number(&step.men, step.passed));
            }
            if let Some(winner) = [WHITE, BLACK].into_iter().find(|&colour| after.count(colour) == 0) {
                return Err(Edge::Won(winner));
            }
            let (used, is_flipped) = after.used();
            let import = names.iter().position(|name| *name == used).expect("an import");
            let turned = |&((colour, role), square): &(Man, u8)| match is_flipped {
                true => ((1 - colour, role), self.ground.upside_down(square)),
                false => ((colour, role), square),
            };
            let men: Vec<(Man, u8)> = step.men.iter().map(turned).collect();
            Err(Edge::Import { import, position: imports[import].endgame.number(&men, None), is_flipped })
        };
        let steps = self.steps(position, side);
        match steps.is_empty() {
            true => vec![(0, Err(self.stuck(side)))],
            false => steps.iter().map(|step| (step.number, target(step))).collect(),
        }
    }

    /// The end of the game for a player who has won the bid and has no move.
    fn stuck(&self, side: Colour) -> Edge {
        let men = [WHITE, BLACK].map(|colour| self.material.count(colour));
        self.rule.winner(side, men).map_or(Edge::Drawn, Edge::Won)
    }

    /// The places in the order of the certificate.
    fn order(&self) -> Places {
        let men: Vec<u8> = self.men.iter().map(|&man| super::material::number(man)).collect();
        let order = places::Order::new(self.ground.squares(), self.ground.files, &men, &self.maps);
        let (mut placements, mut block_ends) = (Vec::new(), Vec::new());
        for block in order.blocks() {
            let mut with_right = Vec::new();
            order.each(&block, &mut |squares| {
                let list = squares.to_vec();
                with_right.extend(self.rights(&list).into_iter().map(|right| [&list[..], &[right]].concat()));
                placements.push(list);
            });
            placements.extend(with_right);
            block_ends.push(placements.len());
        }
        let positions = placements.iter().map(|list| self.numbers[&self.least(list)]).collect();
        Places { order: certify::Order::new(positions, &block_ends), placements }
    }

    /// The position of these men, of this material.
    fn number(&self, men: &[(Man, u8)], passed: Option<u8>) -> u32 {
        let mut men: Vec<(u8, u8)> = men.iter().map(|&(man, square)| (super::material::number(man), square)).collect();
        men.sort_unstable();
        let mut list: Placement = men.into_iter().map(|(_, square)| square).collect();
        if let Some(passed) = passed.filter(|passed| self.rights(&list).contains(passed)) {
            list.push(passed);
        }
        self.numbers[&self.least(&list)]
    }

    /// A position as the placement field of a FEN, with the passed square if there is a right.
    pub fn fen(&self, position: u32) -> String {
        let list = &self.positions[position as usize];
        let mut rows = Vec::new();
        for rank in (0..self.ground.ranks).rev() {
            let (mut row, mut skip) = (String::new(), 0);
            for file in 0..self.ground.files {
                let square = rank * self.ground.files + file;
                match (0..self.men.len()).find(|&man| usize::from(list[man]) == square) {
                    None => skip += 1,
                    Some(man) => {
                        if skip > 0 {
                            row += &skip.to_string();
                        }
                        skip = 0;
                        row.push(letter(self.men[man].0, self.men[man].1));
                    }
                }
            }
            if skip > 0 {
                row += &skip.to_string();
            }
            rows.push(row);
        }
        rows.join("/") + if list.len() > self.men.len() { " (en passant)" } else { "" }
    }
}

/// Where an option leads that is no position of the endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Edge {
    Won(Colour),
    Drawn,
    Import { import: usize, position: u32, is_flipped: bool },
}

/// The places of an endgame.
struct Places {
    order: certify::Order,
    placements: Vec<Placement>,
}

/// An endgame, solved.
pub struct Solved {
    /// Its positions.
    pub endgame: Endgame,
    /// Their values.
    pub values: Values,
    /// Why it is an enclosure where that was not asked for.
    pub why: Option<String>,
    /// The bytes of the certificate.
    pub bytes: Vec<u8>,
    digest: Digest,
    /// For each position White's and Black's options, by number, and what is known beyond the endgame.
    graph: Graph<Bounds>,
}

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Exact values if they are not too large, else an enclosure.
    Choose,
    /// An enclosure in units of 2^-bits.
    Enclosure(u8),
}

/// Solves an endgame under an auction; the solutions of its imports are given in their order.
pub fn solve(endgames: Endgames, material: &Material, imports: &[&Solved]) -> Solved {
    let Endgames { ground, rule, method, threads } = endgames;
    let endgame = Endgame::new(ground, rule, material);
    let names = material.imports();
    let count = endgame.positions.len();
    let mut edges: BTreeMap<Edge, u32> = BTreeMap::new();
    let mut list = Vec::new();
    let mut node = |edge: Edge| {
        *edges.entry(edge).or_insert_with(|| {
            list.push(edge);
            (count + list.len() - 1) as u32
        })
    };
    let mut rows = [Rows::default(), Rows::default()];
    for position in &endgame.positions {
        for side in [WHITE, BLACK] {
            let options = endgame.options(position, side, &names, imports).into_iter();
            let targets: Vec<u32> = options.map(|(_, option)| option.unwrap_or_else(&mut node)).collect();
            let end = targets.len();
            rows[side].extend(&targets, &[end]);
        }
    }
    let [white, black] = rows;
    let graph = Graph::new(white, black, list);
    let bits = match method {
        Method::Enclosure(bits) => bits,
        Method::Choose => DEFAULT_BITS,
    };
    let bounded = graph.with(|edge| match *edge {
        Edge::Won(colour) => Bounds::terminal(colour == WHITE, bits),
        Edge::Drawn => Bounds { alpha: [0; 2], beta: [1 << bits; 2] },
        Edge::Import { import, position, is_flipped } => imports[import].values.bounds(position, bits, is_flipped),
    });
    let approximation = strict(&bounded, bits, || ());
    let body = body(material, rule, [ground.files as u8, ground.ranks as u8, ground.pawn_rule(material)]);
    let statement = Statement::Further(3, body);
    let is_used = |place: usize| {
        graph.boundary.iter().any(|edge| matches!(edge, Edge::Import { import, .. } if *import == place))
    };
    let used = (0..imports.len()).filter(|&place| is_used(place));
    let stated = Stated { never: None, imports: used.map(|place| imports[place].digest).collect() };
    let order = endgame.order();
    let beyond = |edge: Edge| match edge {
        Edge::Won(colour) => Boundary::terminal(colour == WHITE),
        Edge::Drawn => drawn(),
        Edge::Import { import, position, is_flipped } => imports[import].values.boundary(position, is_flipped),
    };
    let exact = match imports.iter().position(|import| import.values.exact().is_none()) {
        _ if method != Method::Choose => Err(None),
        Some(import) => Err(Some(format!("{} is one", names[import]))),
        None => {
            let graph = graph.with(|edge| beyond(*edge));
            let solved = policy::solve(&graph, &approximation, MOST_BYTES, threads, &mut Silent);
            solved.map(|(outcome, _)| Table::new(outcome, count)).map_err(|error| Some(error.to_string()))
        }
    };
    let (values, why, bytes) = match exact {
        Ok(table) => {
            let moves = |place: usize| {
                let options =
                    [WHITE, BLACK].map(|side| endgame.options(&order.placements[place], side, &names, imports));
                first_moves(&table, options, beyond)
            };
            let bytes = certify::exact(statement, &order.order, &table, stated, Some(&moves));
            (Values::Exact(table), None, bytes)
        }
        Err(why) => {
            let enclosed = enclose(&bounded, approximation);
            let bytes = certify::narrow(statement, &order.order, &enclosed, stated);
            (Values::Enclosed(enclosed), why, bytes)
        }
    };
    let digest = Digest::of(&bytes);
    Solved { endgame, values, why, bytes, digest, graph: bounded }
}

/// A draw: neither side can force anything, so nothing has a label.
fn drawn() -> Boundary {
    let [won, lost] = [true, false].map(Boundary::terminal);
    Boundary { lower: lost.lower, upper: won.upper, white_label: INFINITE, black_label: INFINITE }
}

/// The endgames of a board under an auction.
#[derive(Clone, Copy, Debug)]
pub struct Endgames {
    /// The board.
    pub ground: Ground,
    /// How a game ends for a player who has won the bid and has no move.
    pub rule: Rule,
    /// What is to be found.
    pub method: Method,
    /// How many threads to use.
    pub threads: usize,
}

impl Game for Endgames {
    type Name = Material;
    type Solved = Solved;

    fn title(&self, name: &Material) -> String {
        format!("{} {name}{}", self.ground, self.rule.title())
    }

    fn file_name(&self, name: &Material) -> String {
        file_name(self.ground, self.rule, name)
    }

    fn imports(&self, name: &Material) -> Vec<Material> {
        name.imports()
    }

    fn solve(
        &self,
        name: &Material,
        imports: Imports<Self>,
        _path: Option<&Path>,
        observer: &mut dyn Observer,
    ) -> Result<(Solved, Vec<u8>), String> {
        if name.units() > MOST_MEN {
            return Err(format!(
                "{}: found {} men, required at most {MOST_MEN} under an auction",
                self.title(name),
                name.units()
            ));
        }
        observer.phase("solve", 0);
        let imports: Vec<&Solved> = imports.iter().map(|import| &import.solved).collect();
        let mut solved = solve(*self, name, &imports);
        let bytes = std::mem::take(&mut solved.bytes);
        Ok((solved, bytes))
    }
}

/// What stands out in an endgame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// Positions.
    pub positions: usize,
    /// Positions that are shown not to be sharp.
    pub not_sharp: usize,
    /// Those where α = 0 and β = 1: nobody can force anything.
    pub drawn: usize,
    /// Those of value 0 and 1: decided whatever the shares are.
    pub decided: [usize; 2],
    /// Those where neither wants to move: both players would pay for it that the other has to. Negative bids.
    pub unwanted: usize,
    /// The greatest price of a move, and of not having to move, with their positions, as a share of the money.
    pub dearest: [(f64, u32); 2],
    /// Bits of the common denominator, if values are exact.
    pub bits: Option<u64>,
}

impl Solved {
    /// Its figures, by α.
    pub fn figures(&self) -> Figures {
        let count = self.endgame.positions.len();
        let bits = match &self.values {
            Values::Exact(_) => DEFAULT_BITS,
            Values::Enclosed(enclosed) => enclosed.bits,
        };
        let unit = (1_u64 << bits) as f64;
        let own: Vec<Bounds> = (0..count as u32).map(|position| self.values.bounds(position, bits, false)).collect();
        let all: Vec<Bounds> = own.iter().chain(&self.graph.boundary).copied().collect();
        let bounds = |&node: &u32| all[node as usize];
        let mut figures = Figures {
            positions: count,
            not_sharp: match &self.values {
                Values::Exact(table) => table.not_sharp(),
                Values::Enclosed(enclosed) => enclosed.not_sharp(),
            },
            bits: self.values.exact().map(Table::denominator_bits),
            ..Figures::default()
        };
        for (position, &Bounds { alpha, beta }) in own.iter().enumerate() {
            let whole = 1_u64 << bits;
            figures.drawn += usize::from(alpha[1] == 0 && beta[0] == whole);
            figures.decided[WHITE] += usize::from(alpha[0] == whole);
            figures.decided[BLACK] += usize::from(beta[1] == 0);
            let white: Vec<Bounds> = self.graph.white.row(position).iter().map(bounds).collect();
            let black: Vec<Bounds> = self.graph.black.row(position).iter().map(bounds).collect();
            // Bounds that prove the sign.
            let most = |k: usize| white.iter().map(|bounds| bounds.alpha[k]).max().expect("an option") as f64 / unit;
            let least = |k: usize| black.iter().map(|bounds| bounds.alpha[k]).min().expect("an option") as f64 / unit;
            let price = [(most(0) - least(1)) / 2.0, (least(0) - most(1)) / 2.0];
            figures.unwanted += usize::from(price[1] > 0.0);
            for (dearest, price) in figures.dearest.iter_mut().zip(price) {
                if price > dearest.0 {
                    *dearest = (price, position as u32);
                }
            }
        }
        figures
    }
}
