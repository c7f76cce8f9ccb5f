//! An endgame on a board: its positions up to symmetry, their canonical order, and its game graph.
//!
//! Responsible for turning rules into a [`Graph`]; everything after that knows nothing of chess. A position is found by
//! its white king first: the symmetries that bring the king to the smallest square of its orbit are tabulated, so that
//! most positions need one look-up. (The checker enumerates differently, on purpose.) Positions are in the order of their least
//! lists of squares, the kings first. Certificates have another order, by places: [`Endgame::places`].

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use checker::chess::PawnRule;

use crate::chess::attacks::{Attacks, Move};
use crate::chess::board::{Board, Square};
use crate::chess::material::{Change, Colour, DoubleStep, MOST_MEN, Man, Role, Signature};
use crate::chess::places::Order;
use crate::graph::{Boundary, Graph, Rows};
use crate::parallel;

/// Where the men stand, and the right to capture *en passant* if there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    /// The squares of the men, in the order of their numbers (both kings first); those beyond its length are 0.
    pub squares: [Square; MOST_MEN],
    /// The square that a pawn has passed and may be captured on.
    pub passed: Option<Square>,
}

/// The most cells that the table from placements to positions may have: 2^26, of four bytes each. 16×16 with three men
/// needs 36·2^16, about 2^21; 8×8 with four men 10·2^18.
const MOST_CELLS: usize = 1 << 26;
/// The cell of a placement that is not the smallest of its images.
const EMPTY: u32 = u32::MAX;

/// An endgame with its positions.
#[derive(Clone, Debug)]
pub struct Endgame {
    board: Board,
    signature: Signature,
    pawn_rule: PawnRule,
    attacks: Attacks,
    symmetries: Vec<Vec<Square>>,
    /// By square of the first king: the number of its orbit, and the symmetries that bring it to the orbit's smallest
    /// square.
    king_orbit: Vec<(usize, Vec<usize>)>,
    /// By orbit of the first king and squares of the other men: the number of the position.
    cells: Vec<u32>,
    /// By cell and passed square: the number of the position with that right.
    rights: HashMap<(usize, Square), u32>,
    positions: Vec<Placement>,
}

/// Why an endgame cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndgameError {
    /// More men than squares.
    Crowded {
        /// How many men.
        men: usize,
        /// The board.
        board: Board,
    },
    /// A pawn on a board where the first and the last rank leave no other.
    NoRankForPawns {
        /// The board.
        board: Board,
    },
    /// More placements than fit the table.
    TooLarge {
        /// The board.
        board: Board,
        /// The material.
        signature: Signature,
    },
}

impl fmt::Display for EndgameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crowded { men, board } => {
                write!(f, "{men} men do not fit the {} squares of {board}", board.squares())
            }
            Self::NoRankForPawns { board } => {
                write!(
                    f,
                    "pawns stand on neither the first nor the last rank: found {} ranks on {board}, required 3 or more",
                    board.ranks()
                )
            }
            Self::TooLarge { board, signature } => {
                write!(f, "{signature} on {board} needs a table of more than {MOST_CELLS} cells, the limit")
            }
        }
    }
}

impl std::error::Error for EndgameError {}

impl Endgame {
    /// Refuses material that does not fit a board.
    ///
    /// # Errors
    ///
    /// [`EndgameError`] where the men outnumber the squares or pawns have no rank to stand on.
    pub fn admit(board: Board, signature: &Signature) -> Result<(), EndgameError> {
        let men = signature.men().len();
        if men > board.squares() {
            return Err(EndgameError::Crowded { men, board });
        }
        if signature.has_pawns() && board.ranks() < 3 {
            return Err(EndgameError::NoRankForPawns { board });
        }
        Ok(())
    }

    /// Enumerates the positions of `signature` on `board`.
    ///
    /// # Errors
    ///
    /// [`EndgameError`] where the men outnumber the squares, pawns have no rank to stand on, or the table would exceed its
    /// limit.
    pub fn new(board: Board, signature: Signature, double_step: DoubleStep) -> Result<Self, EndgameError> {
        Self::admit(board, &signature)?;
        let (squares, men) = (board.squares(), signature.men().len());
        let mut symmetries = board.symmetries();
        if signature.has_pawns() {
            // Pawns know up from down: the identity and the reflection that exchanges left and right stay.
            symmetries.truncate(2);
        }
        let pawn_rule = double_step.rule(board, &signature);
        let (king_orbit, orbits) = king_orbits(squares, &symmetries);
        let cells = (1..men)
            .try_fold(orbits, |cells, _| cells.checked_mul(squares).filter(|&cells| cells <= MOST_CELLS))
            .ok_or_else(|| EndgameError::TooLarge { board, signature: signature.clone() })?;
        let mut endgame = Self {
            board,
            attacks: Attacks::new(board, pawn_rule == PawnRule::DoubleStep),
            signature,
            pawn_rule,
            symmetries,
            king_orbit,
            cells: vec![EMPTY; cells],
            rights: HashMap::new(),
            positions: Vec::new(),
        };
        endgame.enumerate();
        Ok(endgame)
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// The material.
    #[must_use]
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// How pawns move.
    #[must_use]
    pub fn pawn_rule(&self) -> PawnRule {
        self.pawn_rule
    }

    /// The positions, each by its smallest placement, in the order of these.
    #[must_use]
    pub fn positions(&self) -> &[Placement] {
        &self.positions
    }

    /// The places of the positions, in the order of the certificate.
    #[must_use]
    pub fn places(&self) -> Places {
        let men: Vec<u8> = self.signature.men().iter().map(|man| man.number()).collect();
        let order = Order::new(self.board.squares(), usize::from(self.board.files()), &men, &self.symmetries);
        let mut places = Places::default();
        for block in order.blocks() {
            let mut with_right = Vec::new();
            order.each(&block, &mut |squares| {
                let mut placement = Placement::default();
                placement.squares[..squares.len()].copy_from_slice(squares);
                places.push(placement, self.index(&placement));
                for passed in self.rights_of(&placement) {
                    with_right.push(Placement { passed: Some(passed), ..placement });
                }
            });
            with_right.into_iter().for_each(|placement| places.push(placement, self.index(&placement)));
            places.block_ends.push(places.positions.len());
        }
        places
    }

    /// The squares of the men of a position.
    fn men_of<'a>(&self, placement: &'a Placement) -> &'a [Square] {
        &placement.squares[..self.signature.men().len()]
    }

    /// Fills `positions` and `cells`.
    fn enumerate(&mut self) {
        let men = self.signature.men().len();
        for king in 0..self.board.squares() {
            let image_is_smaller = self.symmetries.iter().any(|symmetry| usize::from(symmetry[king]) < king);
            if image_is_smaller {
                continue;
            }
            let mut placement = Placement::default();
            placement.squares[0] = king as Square;
            self.place_from(1, men, &mut placement);
        }
    }

    /// Puts the men from `man` on, on every square, in order.
    fn place_from(&mut self, man: usize, men: usize, placement: &mut Placement) {
        if man == men {
            let (cell, _) = self.smallest_cell(placement);
            if cell == self.cell(self.king_orbit[usize::from(placement.squares[0])].0, placement) {
                self.cells[cell] = self.positions.len() as u32;
                self.positions.push(*placement);
                self.add_rights(cell, placement);
            }
            return;
        }
        let squares = match self.signature.men()[man].role {
            Role::Pawn => usize::from(self.board.files())..self.board.squares() - usize::from(self.board.files()),
            _ => 0..self.board.squares(),
        };
        for square in squares {
            let square = square as Square;
            let equal_to_previous = self.signature.men()[man] == self.signature.men()[man - 1];
            let before = &placement.squares[..man];
            if before.contains(&square) || (equal_to_previous && square < before[man - 1]) {
                continue;
            }
            placement.squares[man] = square;
            self.place_from(man + 1, men, placement);
        }
        placement.squares[man] = 0;
    }

    /// Adds the positions with this placement and a right.
    fn add_rights(&mut self, cell: usize, placement: &Placement) {
        for square in self.rights_of(placement) {
            let with_right = Placement { passed: Some(square), ..*placement };
            if self.smallest_cell(&with_right) == (cell, Some(square)) {
                self.rights.insert((cell, square), self.positions.len() as u32);
                self.positions.push(with_right);
            }
        }
    }

    /// The squares of the rights that a placement may have, increasing: for each pawn that stands as after a double step, with an enemy pawn that
    /// attacks the square it passed.
    fn rights_of(&self, placement: &Placement) -> Vec<Square> {
        let men = self.signature.men();
        if self.pawn_rule != PawnRule::DoubleStep || men.iter().filter(|man| man.role == Role::Pawn).count() < 2 {
            return Vec::new();
        }
        let mut passed: Vec<Square> = Vec::new();
        for (pawn, man) in men.iter().enumerate().filter(|(_, man)| man.role == Role::Pawn) {
            let start = self.attacks.double_step_to(man.colour, placement.squares[pawn]);
            let Some((start, between)) = start else { continue };
            let is_free = |square| !self.men_of(placement).contains(&square);
            if is_free(start) && is_free(between) && self.is_attacked_by_pawn(placement, man.colour.other(), between) {
                passed.push(between);
            }
        }
        passed.sort_unstable();
        passed
    }

    /// Whether a pawn of `colour` attacks a square.
    fn is_attacked_by_pawn(&self, placement: &Placement, colour: Colour, square: Square) -> bool {
        let pawn = Man { colour, role: Role::Pawn };
        let mut men = self.signature.men().iter().zip(&placement.squares);
        men.any(|(&man, &from)| man == pawn && self.attacks.pawn_attacks(colour, from, square))
    }

    /// The cell of a placement whose first king stands on the smallest square of the given orbit.
    fn cell(&self, orbit: usize, placement: &Placement) -> usize {
        let squares = self.board.squares();
        self.men_of(placement)[1..].iter().fold(orbit, |cell, &square| cell * squares + usize::from(square))
    }

    /// The least cell of the images of a placement, and the passed square of the image that has it.
    fn smallest_cell(&self, placement: &Placement) -> (usize, Option<Square>) {
        let (orbit, symmetries) = &self.king_orbit[usize::from(placement.squares[0])];
        let cell_of_image = |&symmetry: &usize| {
            let symmetry = &self.symmetries[symmetry];
            let image = |square: Square| symmetry[usize::from(square)];
            let mut image = Placement { squares: placement.squares.map(image), passed: placement.passed.map(image) };
            self.sort_equal_men(&mut image);
            (self.cell(*orbit, &image), image.passed)
        };
        symmetries.iter().map(cell_of_image).min().expect("the identity or another symmetry brings the king home")
    }

    /// Puts the squares of equal men in increasing order.
    fn sort_equal_men(&self, placement: &mut Placement) {
        for equal in self.signature.men().chunk_by(|one, next| one == next) {
            // They lie together: the chunk's place is known by its address among the men.
            let start = self.signature.men().iter().position(|man| *man == equal[0]).expect("one of the men");
            placement.squares[start..start + equal.len()].sort_unstable();
        }
    }

    /// The number of the position that a placement stands for.
    #[must_use]
    pub fn index(&self, placement: &Placement) -> u32 {
        match self.smallest_cell(placement) {
            (cell, None) => self.cells[cell],
            (cell, Some(passed)) => self.rights[&(cell, passed)],
        }
    }

    /// Calls `each` with every move of `colour`, in the order of their numbers.
    pub fn for_each_move(&self, placement: &Placement, colour: Colour, each: impl FnMut(Move)) {
        let en_passant = placement
            .passed
            .and_then(|passed| self.attacks.en_passant(self.signature.men(), self.men_of(placement), passed));
        self.attacks.for_each_move(self.signature.men(), self.men_of(placement), en_passant, colour, each);
    }

    /// The game graph: node `i` is position `i`, the options are in the order of the moves, the boundary says where the moves lead that leave the
    /// endgame. `imports` are the smaller endgames, in the order of [`Signature::imports`].
    #[must_use]
    pub fn graph(&self, imports: &[&Self], threads: usize) -> Graph<Edge> {
        let positions = self.positions.len() as u32;
        let mut numbers: HashMap<Edge, u32> = HashMap::new();
        let mut boundary = Vec::new();
        let mut sides = [Rows::default(), Rows::default()];
        for part in self.parts(imports, threads) {
            part.join(&mut sides, 0, |edge| {
                *numbers.entry(edge).or_insert_with(|| {
                    boundary.push(edge);
                    positions + boundary.len() as u32 - 1
                })
            });
        }
        let [white, black] = sides;
        Graph::new(white, black, boundary)
    }

    /// The options of all positions, in as many parts as there are threads.
    fn parts(&self, imports: &[&Self], threads: usize) -> Vec<Part> {
        let positions = self.positions.len();
        let routes = Routes::new(self, imports);
        parallel::in_ranges(positions, threads, 1, |range| self.options(range, imports, &routes))
    }

    /// The options of a range of positions, with boundary nodes in a numbering of this range's own.
    fn options(&self, range: Range<usize>, imports: &[&Self], routes: &Routes) -> Part {
        let mut part = Part::default();
        for placement in &self.positions[range] {
            for (colour, side) in [(Colour::White, 0), (Colour::Black, 1)] {
                self.for_each_option(placement, colour, imports, routes, |_, option| {
                    let target = match option {
                        Ok(position) => Target::Position(position),
                        Err(edge) => part.boundary(edge),
                    };
                    part.targets[side].push(target);
                });
                let end = part.targets[side].len();
                part.row_ends[side].push(end);
            }
        }
        part
    }

    /// Calls `each` with every option of `colour`: the move, and the position or the node beyond that it leads to.
    fn for_each_option(
        &self,
        placement: &Placement,
        colour: Colour,
        imports: &[&Self],
        routes: &Routes,
        mut each: impl FnMut(Move, Result<u32, Edge>),
    ) {
        self.for_each_move(placement, colour, |step| {
            let mut after = Placement { passed: None, ..*placement };
            after.squares[step.man] = step.to;
            let king = step.captured.is_some_and(|man| self.signature.men()[man].role == Role::King);
            let option = if king {
                Err(Edge::KingCaptured(colour))
            } else if step.captured.is_none() && step.promotion.is_none() {
                after.passed = step.passed.filter(|&passed| self.is_attacked_by_pawn(&after, colour.other(), passed));
                self.sort_equal_men(&mut after);
                Ok(self.index(&after))
            } else {
                let route = routes.of(step);
                let smaller = route.follow(imports[route.import], &after);
                Err(Edge::Import { import: route.import, position: smaller, flipped: route.flipped })
            };
            each(step, option);
        });
    }

    /// The options of both players at a placement, White's first: the number of the move, and the position or the node beyond that it leads to; a pass where there is no move.
    #[must_use]
    pub fn options_at(&self, placement: &Placement, imports: &[&Self]) -> [Vec<(u32, Result<u32, Edge>)>; 2] {
        let routes = Routes::new(self, imports);
        [Colour::White, Colour::Black].map(|colour| {
            let mut options = Vec::new();
            self.for_each_option(placement, colour, imports, &routes, |step, option| {
                options.push((step.number(), option));
            });
            if options.is_empty() {
                options.push((0, Ok(self.index(&Placement { passed: None, ..*placement }))));
            }
            options
        })
    }

    /// The moves of `colour` at a position, in the order of the graph's options.
    #[must_use]
    pub fn moves(&self, position: usize, colour: Colour) -> Vec<Move> {
        let mut moves = Vec::new();
        self.for_each_move(&self.positions[position], colour, |step| moves.push(step));
        moves
    }
}

/// The places of an endgame: in this order a certificate states its positions.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// By place: the placement.
    pub placements: Vec<Placement>,
    /// By place: the number of the position.
    pub positions: Vec<u32>,
    /// Where blocks end.
    pub block_ends: Vec<usize>,
}

impl Places {
    fn push(&mut self, placement: Placement, position: u32) {
        self.placements.push(placement);
        self.positions.push(position);
    }
}

/// A node beyond the positions of the endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// This player has captured the king.
    KingCaptured(Colour),
    /// A position of an import.
    Import {
        /// Which of the imports.
        import: usize,
        /// The number of the position there.
        position: u32,
        /// Whether its colours are exchanged.
        flipped: bool,
    },
}

impl Edge {
    /// Which import it belongs to, if to any.
    #[must_use]
    pub fn import(&self) -> Option<usize> {
        match self {
            Self::KingCaptured(_) => None,
            Self::Import { import, .. } => Some(*import),
        }
    }
}

/// An option while the boundary has no common numbering yet.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// A position of the endgame.
    Position(u32),
    /// A boundary node in the part's numbering.
    Boundary(u32),
}

/// The options of a range of positions: White's at 0, Black's at 1.
#[derive(Debug, Default)]
struct Part {
    targets: [Vec<Target>; 2],
    row_ends: [Vec<usize>; 2],
    edges: Vec<Edge>,
    numbers: HashMap<Edge, u32>,
}

impl Part {
    /// The part's number of a boundary node.
    fn boundary(&mut self, edge: Edge) -> Target {
        let next = self.edges.len() as u32;
        let number = *self.numbers.entry(edge).or_insert(next);
        if number == next {
            self.edges.push(edge);
        }
        Target::Boundary(number)
    }

    /// Appends the part to the rows of a graph in which the endgame's first position is node `first`, and `node` gives
    /// the nodes beyond the endgame.
    fn join(self, sides: &mut [Rows; 2], first: u32, node: impl FnMut(Edge) -> u32) {
        let nodes: Vec<u32> = self.edges.into_iter().map(node).collect();
        for (rows, (targets, ends)) in sides.iter_mut().zip(self.targets.into_iter().zip(self.row_ends)) {
            let number = |target| match target {
                Target::Position(position) => first + position,
                Target::Boundary(local) => nodes[local as usize],
            };
            let targets: Vec<u32> = targets.into_iter().map(number).collect();
            rows.extend(&targets, &ends);
        }
    }
}

/// Where captures and promotions lead.
#[derive(Debug)]
struct Routes(HashMap<Change, Route>);

/// The way into a smaller endgame.
#[derive(Debug)]
struct Route {
    /// Which of the imports.
    import: usize,
    /// Whether its colours are exchanged.
    flipped: bool,
    /// For each of its men: the index among the men of before.
    sources: Vec<usize>,
}

impl Routes {
    /// The routes from an endgame to those that it imports.
    fn new(from: &Endgame, imports: &[&Endgame]) -> Self {
        let route = |change: Change| {
            let (signature, flipped) = from.signature.after(change);
            let import = imports.iter().position(|endgame| endgame.signature == signature);
            let before = from.signature.men();
            let mut left: Vec<usize> = change.kept(before.len()).collect();
            let source = |man: &Man| {
                let colour = if flipped { man.colour.other() } else { man.colour };
                let wanted = Man { colour, role: man.role };
                let place = left.iter().position(|&index| change.man(before, index) == wanted);
                left.remove(place.expect("the smaller endgame has the men that are left"))
            };
            let sources = signature.men().iter().map(source).collect();
            let import = import.expect("every smaller endgame is among the imports");
            (change, Route { import, flipped, sources })
        };
        Self(from.signature.changes().into_iter().map(route).collect())
    }

    /// The route of a move.
    fn of(&self, step: Move) -> &Route {
        let promoted = step.promotion.map(|role| (step.man, role));
        &self.0[&Change { promoted, captured: step.captured }]
    }
}

impl Route {
    /// The number of the position in the smaller endgame `to` that a placement becomes.
    fn follow(&self, to: &Endgame, after: &Placement) -> u32 {
        let mut smaller = Placement::default();
        for (place, &source) in smaller.squares.iter_mut().zip(&self.sources) {
            // With the colours exchanged the board is turned round, so that pawns go the right way.
            let square = after.squares[source];
            *place = if self.flipped { to.board.upside_down(square) } else { square };
        }
        to.sort_equal_men(&mut smaller);
        to.index(&smaller)
    }
}

/// The graph of several endgames together, each of which has its imports among them: their positions, one endgame after the
/// other, then the two terminal positions, won by Black and by White.
///
/// # Panics
///
/// Where an import is missing or is met with the colours exchanged.
#[must_use]
pub fn closure(members: &[&Endgame], threads: usize) -> Graph {
    let mut firsts = vec![0u32];
    for member in members {
        firsts.push(firsts[firsts.len() - 1] + member.positions.len() as u32);
    }
    let positions = firsts[members.len()];
    let mut sides = [Rows::default(), Rows::default()];
    for (&first, member) in firsts.iter().zip(members) {
        let place = |signature: &Signature| members.iter().position(|member| member.signature == *signature);
        let places: Vec<usize> =
            member.signature.imports().iter().map(|import| place(import).expect("every import is a member")).collect();
        let imports: Vec<&Endgame> = places.iter().map(|&place| members[place]).collect();
        for part in member.parts(&imports, threads) {
            part.join(&mut sides, first, |edge| match edge {
                Edge::KingCaptured(colour) => positions + u32::from(colour == Colour::White),
                Edge::Import { import, position, flipped } => {
                    assert!(!flipped, "no colours are exchanged");
                    firsts[places[import]] + position
                }
            });
        }
    }
    let [white, black] = sides;
    Graph::new(white, black, vec![Boundary::terminal(false), Boundary::terminal(true)])
}

/// The orbit of each square, with the symmetries that bring the square to the smallest of its orbit; and the number of
/// orbits.
fn king_orbits(squares: usize, symmetries: &[Vec<Square>]) -> (Vec<(usize, Vec<usize>)>, usize) {
    let smallest = |square: usize| symmetries.iter().map(|symmetry| symmetry[square]).min().unwrap_or(0);
    let mut homes: Vec<Square> = (0..squares).map(smallest).collect();
    let by_square = homes.clone();
    homes.sort_unstable();
    homes.dedup();
    let orbit_of = |square: usize| {
        let home = by_square[square];
        let orbit = homes.binary_search(&home).expect("every home is listed");
        let bring = (0..symmetries.len()).filter(|&index| symmetries[index][square] == home).collect();
        (orbit, bring)
    };
    ((0..squares).map(orbit_of).collect(), homes.len())
}
