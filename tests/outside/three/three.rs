//! All of chess on a board of 3×3 under the auction, in floating point, by a program that shares nothing with the rest.
//!
//! ```text
//! rustc -O --edition 2024 -o three tests/outside/three/three.rs
//! ./three                      the table by number of men, and the set-ups
//! ./three --gaps FILE          and one line for each material, written to FILE
//! ./three 2x3                  another board of at most 9 squares
//! ```
//!
//! What the first two commands write is beside this file: `table.txt` and `materials.txt`. A line of the latter has the
//! signature, the placements, those of them with a gap wider than 2·10⁻⁶, and the sum of alpha over the placements.
//!
//! A placement has one white king, one black king, and on each other square a queen, rook, bishop or knight of either colour,
//! or nothing. On 3×3 these are 72·9⁷ = 344,373,768. The lower value alpha is the least solution of
//!
//! ```text
//! x(P) = (max x over White's options + min x over Black's options) / 2
//! ```
//!
//! and is approached from 0; the upper value beta is the greatest, and is 1 - alpha after an exchange of the colours. The black
//! king's capture is worth 1, the white king's 0; a player without a move has the placement itself as the only option.
//!
//! Placements that a symmetry of the board carries into each other have one value. So the pair of kings is brought to one of
//! the few that symmetries do not connect (12 on 3×3), which leaves 12·9⁷ numbers. A move keeps the material or takes a man
//! away from it, so the materials are solved one after the other, those of fewer men first. In each, the values grow from 0
//! and stop when no double changes any more.
//!
//! Nothing here is a proof: the numbers are as good as double precision. At the end each number is put into its equation
//! again; what misses the right-hand side by most is printed, too.
use std::env;
use std::fmt::Write;
use std::fs;
use std::process::ExitCode;

/// Cells: 0 is empty, 1 to 4 are Q R B N, 5 to 8 are q r b n.
const WHITE_KING: u8 = 9;
const BLACK_KING: u8 = 10;
const LETTERS: [char; 11] = ['1', 'Q', 'R', 'B', 'N', 'q', 'r', 'b', 'n', 'K', 'k'];
const SQUARES: usize = 9;

/// What is wider than this counts as a gap.
const GAP: f64 = 2e-6;
/// By so much a move has to be worse for both before that counts as a zugzwang.
const ZUGZWANG: f64 = 1e-9;

type Cells = [u8; SQUARES];

fn is_white(cell: u8) -> bool {
    (1..=4).contains(&cell) || cell == WHITE_KING
}

fn other_colour(cell: u8) -> u8 {
    match cell {
        0 => 0,
        1..=4 => cell + 4,
        5..=8 => cell - 4,
        WHITE_KING => BLACK_KING,
        _ => WHITE_KING,
    }
}

/// A pair of kings that stands for all that symmetries make of it.
struct Orbit {
    kings: [usize; 2],
    /// How many pairs there are.
    size: u64,
    /// The other squares, ascending; the first one has the last digit of the code.
    squares: Vec<usize>,
}

/// Where a placement with a pair of kings is in the store: `base`, and for each man its cell times the weight of its square.
#[derive(Clone, Copy, Default)]
struct Pair {
    base: u32,
    /// 0 for the squares of the kings.
    weights: [u32; SQUARES],
}

struct Board {
    files: usize,
    ranks: usize,
    squares: usize,
    /// 9 to the number of squares without kings.
    codes: usize,
    /// For each square, the squares in each direction up to the edge; straight directions first, then diagonal ones.
    rays: Vec<[Vec<usize>; 8]>,
    knight: Vec<Vec<usize>>,
    orbits: Vec<Orbit>,
    pairs: Vec<Pair>,
}

impl Board {
    fn new(files: usize, ranks: usize) -> Self {
        let squares = files * ranks;
        let at = |file: i32, rank: i32| {
            let inside = (0..files as i32).contains(&file) && (0..ranks as i32).contains(&rank);
            inside.then_some((rank * files as i32 + file) as usize)
        };
        let place = |square: usize| ((square % files) as i32, (square / files) as i32);
        let directions = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];
        let ray = |square: usize, (x, y): (i32, i32)| {
            let (file, rank) = place(square);
            (1..9).map_while(|step| at(file + step * x, rank + step * y)).collect::<Vec<_>>()
        };
        let rays = (0..squares).map(|square| directions.map(|direction| ray(square, direction))).collect();
        let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let jump = |square: usize| {
            let (file, rank) = place(square);
            jumps.iter().filter_map(|(x, y)| at(file + x, rank + y)).collect::<Vec<_>>()
        };
        let knight = (0..squares).map(jump).collect();

        let (right, top) = (files as i32 - 1, ranks as i32 - 1);
        let mut symmetries: Vec<Vec<usize>> = Vec::new();
        for turned in 0..if files == ranks { 2 } else { 1 } {
            for mirrored in 0..4 {
                let image = |square: usize| {
                    let (file, rank) = place(square);
                    let (file, rank) = if turned == 1 { (rank, file) } else { (file, rank) };
                    let file = if mirrored & 1 == 1 { right - file } else { file };
                    let rank = if mirrored & 2 == 2 { top - rank } else { rank };
                    at(file, rank).expect("a square of the board")
                };
                symmetries.push((0..squares).map(image).collect());
            }
        }

        let codes = 9_usize.pow(squares as u32 - 2);
        let mut orbits: Vec<Orbit> = Vec::new();
        let mut pairs: Vec<Option<Pair>> = vec![None; squares * squares];
        for white in 0..squares {
            for black in (0..squares).filter(|&black| black != white) {
                // Symmetries that lead here from a pair that came before, or the first pair of a new orbit.
                if pairs[white * squares + black].is_some() {
                    continue;
                }
                let others: Vec<usize> = (0..squares).filter(|&other| other != white && other != black).collect();
                let base = (orbits.len() * codes) as u32;
                let mut size = 0;
                for symmetry in &symmetries {
                    let to = symmetry[white] * squares + symmetry[black];
                    if pairs[to].is_none() {
                        let mut weights = [0; SQUARES];
                        for (digit, &other) in others.iter().enumerate() {
                            weights[symmetry[other]] = 9_u32.pow(digit as u32);
                        }
                        pairs[to] = Some(Pair { base, weights });
                        size += 1;
                    }
                }
                orbits.push(Orbit { kings: [white, black], size, squares: others });
            }
        }
        let pairs = pairs.into_iter().map(Option::unwrap_or_default).collect();
        Self { files, ranks, squares, codes, rays, knight, orbits, pairs }
    }

    fn position(&self, cells: Cells, kings: [usize; 2]) -> Position {
        let pair = self.pairs[kings[0] * self.squares + kings[1]];
        let mut index = pair.base;
        for (cell, weight) in cells.iter().zip(pair.weights) {
            index += u32::from(*cell) * weight;
        }
        Position { cells, kings, weights: pair.weights, index }
    }

    fn place(&self, cells: &Cells) -> Position {
        let find = |king| cells.iter().position(|&cell| cell == king).expect("a king");
        self.position(*cells, [find(WHITE_KING), find(BLACK_KING)])
    }

    /// The colours exchanged, the board upside down.
    fn flip(&self, position: &Position) -> Position {
        let over = |square: usize| (self.ranks - 1 - square / self.files) * self.files + square % self.files;
        let mut cells = [0; SQUARES];
        for square in 0..self.squares {
            cells[over(square)] = other_colour(position.cells[square]);
        }
        self.position(cells, [over(position.kings[1]), over(position.kings[0])])
    }

    fn parse(&self, fen: &str) -> Position {
        let mut cells = [0; SQUARES];
        for (row, line) in fen.split('/').enumerate() {
            let mut square = (self.ranks - 1 - row) * self.files;
            for letter in line.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    square += empty as usize;
                    continue;
                }
                let cell = LETTERS.iter().position(|&other| other == letter).expect("a man") as u8;
                cells[square] = cell;
                square += 1;
            }
        }
        self.place(&cells)
    }

    fn fen(&self, cells: &Cells) -> String {
        let mut text = String::new();
        for rank in (0..self.ranks).rev() {
            let mut empty = 0;
            for file in 0..self.files {
                let cell = cells[rank * self.files + file];
                if cell == 0 {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    write!(text, "{empty}").unwrap();
                }
                empty = 0;
                text.push(LETTERS[usize::from(cell)]);
            }
            if empty > 0 {
                write!(text, "{empty}").unwrap();
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    /// Writes all moves of one colour into `options`; stops at the capture of a king, next to which no other move counts.
    fn options(&self, position: &Position, white: bool, options: &mut Options) {
        options.wins = false;
        options.quiet.clear();
        options.takes.clear();
        for from in 0..self.squares {
            let man = position.cells[from];
            if man == 0 || is_white(man) != white {
                continue;
            }
            let rays = &self.rays[from];
            match man {
                WHITE_KING | BLACK_KING => {
                    for to in rays.iter().filter_map(|ray| ray.first()) {
                        self.step(position, man, from, *to, options);
                    }
                }
                4 | 8 => {
                    for to in &self.knight[from] {
                        self.step(position, man, from, *to, options);
                    }
                }
                _ => {
                    let range = [0..8, 0..4, 4..8][usize::from((man - 1) % 4)].clone();
                    for ray in &rays[range] {
                        for to in ray {
                            if !self.step(position, man, from, *to, options) {
                                break;
                            }
                        }
                    }
                }
            }
            if options.wins {
                return;
            }
        }
    }

    /// One move, if the man may go there. Whether the way goes on behind that square.
    fn step(&self, position: &Position, man: u8, from: usize, to: usize, options: &mut Options) -> bool {
        let target = position.cells[to];
        if target != 0 && is_white(target) == is_white(man) {
            return false;
        }
        if target >= WHITE_KING {
            options.wins = true;
            return false;
        }
        let index = if man >= WHITE_KING {
            let kings = if man == WHITE_KING { [to, position.kings[1]] } else { [position.kings[0], to] };
            let pair = &self.pairs[kings[0] * self.squares + kings[1]];
            let mut index = pair.base;
            for (cell, weight) in position.cells.iter().zip(pair.weights) {
                index += u32::from(*cell) * weight;
            }
            // The king is still counted on the square that it left; what it took stands on a square of weight 0.
            index - u32::from(man) * pair.weights[from]
        } else {
            position.index + u32::from(man) * position.weights[to]
                - u32::from(man) * position.weights[from]
                - u32::from(target) * position.weights[to]
        };
        if target == 0 {
            options.quiet.push(index)
        } else {
            options.takes.push(index)
        }
        target == 0
    }
}

struct Position {
    cells: Cells,
    kings: [usize; 2],
    weights: [u32; SQUARES],
    /// The place of its value in the store.
    index: u32,
}

#[derive(Default)]
struct Options {
    /// A move captures the king. Then the lists are not complete.
    wins: bool,
    quiet: Vec<u32>,
    takes: Vec<u32>,
}

impl Options {
    fn pass(&self) -> bool {
        !self.wins && self.quiet.is_empty() && self.takes.is_empty()
    }

    fn all(&self) -> impl Iterator<Item = u32> + '_ {
        self.quiet.iter().chain(&self.takes).copied()
    }

    fn max(&self, values: &[f64], here: u32) -> f64 {
        if self.wins {
            1.0
        } else if self.pass() {
            values[here as usize]
        } else {
            self.all().map(|index| values[index as usize]).fold(0.0, f64::max)
        }
    }

    fn min(&self, values: &[f64], here: u32) -> f64 {
        if self.wins {
            0.0
        } else if self.pass() {
            values[here as usize]
        } else {
            self.all().map(|index| values[index as usize]).fold(1.0, f64::min)
        }
    }
}

/// How many men of each kind there are: `counts[0]` queens of White, and so on, in the order of the cells.
#[derive(Clone)]
struct Material([u8; 8]);

impl Material {
    /// All with so many men besides the kings, by signature.
    fn all(men: u8) -> Vec<Self> {
        fn extend(counts: &mut [u8; 8], kind: usize, left: u8, found: &mut Vec<Material>) {
            if kind == 7 {
                counts[7] = left;
                found.push(Material(*counts));
                return;
            }
            for count in 0..=left {
                counts[kind] = count;
                extend(counts, kind + 1, left - count, found);
            }
        }
        let mut found = Vec::new();
        extend(&mut [0; 8], 0, men, &mut found);
        found.sort_by_key(Self::signature);
        found
    }

    fn signature(&self) -> String {
        let men = |kinds: std::ops::Range<usize>| -> String {
            kinds.flat_map(|kind| (0..self.0[kind]).map(move |_| LETTERS[kind + 1])).collect()
        };
        format!("K{}k{}", men(0..4), men(4..8))
    }

    /// All ways to put the men on so many squares.
    fn arrangements(&self, squares: usize) -> Vec<[u8; SQUARES]> {
        fn fill(digits: &mut [u8; SQUARES], square: usize, left: &mut [u8; 9], found: &mut Vec<[u8; SQUARES]>) {
            if square == 0 {
                found.push(*digits);
                return;
            }
            for cell in 0..9 {
                if left[cell] > 0 {
                    left[cell] -= 1;
                    digits[square - 1] = cell as u8;
                    fill(digits, square - 1, left, found);
                    left[cell] += 1;
                }
            }
        }
        let mut left = [0; 9];
        left[1..].copy_from_slice(&self.0);
        left[0] = squares as u8 - self.0.iter().sum::<u8>();
        let mut found = Vec::new();
        fill(&mut [0; SQUARES], squares, &mut left, &mut found);
        found
    }

    /// Calls `visit` with every position of the material, and the number of placements that it stands for.
    fn positions(&self, board: &Board, mut visit: impl FnMut(Position, u64)) {
        let arrangements = self.arrangements(board.squares - 2);
        for orbit in &board.orbits {
            for digits in &arrangements {
                let mut cells = [0; SQUARES];
                for (digit, &square) in digits.iter().zip(&orbit.squares) {
                    cells[square] = *digit;
                }
                cells[orbit.kings[0]] = WHITE_KING;
                cells[orbit.kings[1]] = BLACK_KING;
                visit(board.position(cells, orbit.kings), orbit.size);
            }
        }
    }
}

/// A position whose value depends on others of the same material.
struct Open {
    here: u32,
    /// The best capture for each side, or the worst of all values if there is none.
    top: f64,
    bottom: f64,
    /// A side that cannot move leaves the value to the other one: x = (x + y)/2 means x = y.
    passes: [bool; 2],
    /// Where White's quiet moves begin in the list, where Black's do, and where they end.
    moves: [u32; 3],
}

struct Solver<'a> {
    board: &'a Board,
    values: Vec<f64>,
    /// For each code of the present material its number among the arrangements.
    rank: Vec<u32>,
    sweeps: u32,
}

impl Solver<'_> {
    fn solve(&mut self, material: &Material) {
        let board = self.board;
        let arrangements = material.arrangements(board.squares - 2);
        let count = arrangements.len() as u32;
        for (rank, digits) in arrangements.iter().enumerate() {
            let code = digits.iter().rev().fold(0, |code, &digit| code * 9 + usize::from(digit));
            self.rank[code] = rank as u32;
        }
        // The values of this material side by side.
        let mut local = vec![0.0; board.orbits.len() * arrangements.len()];
        let mut places = Vec::with_capacity(local.len());
        let mut open = Vec::new();
        let mut moves: Vec<u32> = Vec::new();
        let (values, rank) = (&self.values, &self.rank);
        let to_local = |index: &u32| index / board.codes as u32 * count + rank[*index as usize % board.codes];
        let (mut white, mut black) = (Options::default(), Options::default());
        material.positions(board, |position, _| {
            let here = places.len();
            places.push(position.index);
            board.options(&position, true, &mut white);
            board.options(&position, false, &mut black);
            let best = |top, index: &u32| f64::max(top, values[*index as usize]);
            let worst = |bottom, index: &u32| f64::min(bottom, values[*index as usize]);
            let top = if white.wins { 1.0 } else { white.takes.iter().fold(0.0, best) };
            let bottom = if black.wins { 0.0 } else { black.takes.iter().fold(1.0, worst) };
            let passes = [white.pass(), black.pass()];
            let start = moves.len() as u32;
            if top < 1.0 {
                moves.extend(white.quiet.iter().map(to_local));
            }
            let middle = moves.len() as u32;
            if bottom > 0.0 {
                moves.extend(black.quiet.iter().map(to_local));
            }
            let end = moves.len() as u32;
            if start < end {
                open.push(Open { here: here as u32, top, bottom, passes, moves: [start, middle, end] });
            } else {
                local[here] = mean(top, bottom, passes);
            }
        });
        // From below: each value can only grow. Forth and back, until nothing changes.
        let mut changed = true;
        let mut sweeps = 0;
        while changed {
            changed = false;
            let mut visit = |place: &Open| {
                let [start, middle, end] = place.moves.map(|at| at as usize);
                let top = moves[start..middle].iter().fold(place.top, |top, &at| f64::max(top, local[at as usize]));
                let bottom = moves[middle..end].iter().fold(place.bottom, |low, &at| f64::min(low, local[at as usize]));
                let value = mean(top, bottom, place.passes);
                let old = &mut local[place.here as usize];
                if value > *old {
                    *old = value;
                    changed = true;
                }
            };
            if sweeps % 2 == 0 {
                open.iter().for_each(&mut visit)
            } else {
                open.iter().rev().for_each(&mut visit)
            }
            sweeps += 1;
        }
        self.sweeps = self.sweeps.max(sweeps);
        for (index, value) in places.iter().zip(local) {
            self.values[*index as usize] = value;
        }
    }
}

/// Where both pass, the least solution is 0.
fn mean(top: f64, bottom: f64, passes: [bool; 2]) -> f64 {
    match passes {
        [false, false] => (top + bottom) / 2.0,
        [true, false] => bottom,
        [false, true] => top,
        [true, true] => 0.0,
    }
}

/// The greatest of some numbers, how many placements have it, and the first one.
#[derive(Default)]
struct Record {
    number: f64,
    placements: u64,
    cells: Option<Cells>,
}

impl Record {
    fn see(&mut self, number: f64, position: &Position, placements: u64) {
        if self.cells.is_none() || number > self.number + 1e-12 {
            *self = Self { number, placements, cells: Some(position.cells) };
        } else if number > self.number - 1e-12 {
            self.placements += placements;
        }
    }
}

/// The figures of a number of men.
#[derive(Default)]
struct Row {
    placements: u64,
    both_attacked: u64,
    both_pass: u64,
    gaps: u64,
    /// Differences that are too small for a gap and too large for rounding: there should be none.
    doubtful: u64,
    zugzwangs: u64,
    sum: f64,
    widest: Record,
    costliest: Record,
    cheapest: Option<f64>,
    greatest: Record,
    greatest_with_move: Record,
    residual: f64,
}

/// The simplest fraction within 10⁻¹², if its denominator has at most seven digits.
fn fraction(number: f64) -> String {
    if number < 0.0 {
        return format!("-{}", fraction(-number));
    }
    let (mut p, mut q, mut rest) = ([1_i64, 0], [0_i64, 1], number);
    loop {
        let whole = rest.floor();
        p = [whole as i64 * p[0] + p[1], p[0]];
        q = [whole as i64 * q[0] + q[1], q[0]];
        if q[0] >= 10_000_000 {
            return format!("{number:.12}");
        }
        if (p[0] as f64 / q[0] as f64 - number).abs() < 1e-12 {
            return if q[0] == 1 { p[0].to_string() } else { format!("{}/{}", p[0], q[0]) };
        }
        rest = 1.0 / (rest - whole);
    }
}

/// With a comma after each three digits.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

struct Survey<'a> {
    board: &'a Board,
    values: &'a [f64],
}

impl Survey<'_> {
    fn material(&self, material: &Material, row: &mut Row) -> String {
        let (board, values) = (self.board, self.values);
        let (mut white, mut black, mut turned) = (Options::default(), Options::default(), Options::default());
        let (mut placements, mut gaps, mut sum) = (0, 0, 0.0);
        material.positions(board, |position, count| {
            placements += count;
            let alpha = values[position.index as usize];
            let flipped = board.flip(&position);
            let beta = 1.0 - values[flipped.index as usize];
            sum += alpha * count as f64;
            board.options(&position, true, &mut white);
            board.options(&position, false, &mut black);
            if white.wins && black.wins {
                row.both_attacked += count;
            }
            if white.pass() && black.pass() {
                row.both_pass += count;
            }
            if !white.wins {
                row.greatest.see(alpha, &position, count);
                if !black.pass() {
                    row.greatest_with_move.see(alpha, &position, count);
                }
            }
            let gap = beta - alpha;
            if gap > GAP {
                gaps += count;
            } else if gap.abs() > 1e-11 {
                row.doubtful += count;
            }
            row.widest.see(gap, &position, count);
            let top = white.max(values, position.index);
            let bottom = black.min(values, position.index);
            row.residual = row.residual.max((alpha - (top + bottom) / 2.0).abs());
            if !white.wins && !black.wins {
                // White's best upper value is what Black's best lower value is after the flip.
                board.options(&flipped, false, &mut turned);
                let upper = 1.0 - turned.min(values, flipped.index);
                if upper < bottom - ZUGZWANG {
                    row.zugzwangs += count;
                    let cost = (bottom - upper) / 2.0;
                    row.costliest.see(cost, &position, count);
                    row.cheapest = Some(row.cheapest.map_or(cost, |cheapest| cheapest.min(cost)));
                }
            }
        });
        row.placements += placements;
        row.gaps += gaps;
        row.sum += sum;
        format!("{} {placements} {gaps} {sum:.6}\n", material.signature())
    }

    /// Alpha, beta, the best lower value after a move of White and of Black, half the difference.
    fn about(&self, fen: &str) -> [f64; 5] {
        let position = self.board.parse(fen);
        let flipped = self.board.flip(&position);
        let mut options = Options::default();
        self.board.options(&position, true, &mut options);
        let top = options.max(self.values, position.index);
        self.board.options(&position, false, &mut options);
        let bottom = options.min(self.values, position.index);
        let alpha = self.values[position.index as usize];
        [alpha, 1.0 - self.values[flipped.index as usize], top, bottom, (top - bottom) / 2.0]
    }

    fn set_up(&self, fen: &str) -> String {
        let [alpha, beta, top, bottom, price] = self.about(fen);
        let mut value = fraction(alpha);
        if beta - alpha > GAP {
            write!(value, " to {}", fraction(beta)).unwrap();
        }
        format!("{fen:<12} {value:<12} {:<12} {:<12} {}\n", fraction(top), fraction(bottom), fraction(price))
    }
}

/// All orders of three letters, without repetition.
fn orders(letters: [char; 3]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for [a, b, c] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let text: String = [letters[a], letters[b], letters[c]].iter().collect();
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

fn set_ups(survey: &Survey) -> String {
    let mut text = String::from(
        "\nSet-ups, the same men on the first and the last rank: value, the best lower value after a move of White and of Black,\n\
         half the difference (the price of the first move). First the same order on both ranks, then all other orders.\n",
    );
    let mut others = String::new();
    for a in 1..5 {
        for b in a..5 {
            let all = orders(['K', LETTERS[a], LETTERS[b]]);
            let mut seen: Vec<[String; 2]> = Vec::new();
            for white in &all {
                for black in &all {
                    let images = [
                        [white.clone(), black.clone()],
                        [reversed(white), reversed(black)],
                        [black.clone(), white.clone()],
                        [reversed(black), reversed(white)],
                    ];
                    if images.iter().any(|image| seen.contains(image)) {
                        continue;
                    }
                    seen.push(images[0].clone());
                    let line = survey.set_up(&format!("{white}/3/{}", black.to_lowercase()));
                    if white == black { text.push_str(&line) } else { others.push_str(&line) }
                }
            }
        }
    }
    text + "\n" + &others
}

fn table(rows: &[Row], board: &Board) -> String {
    let mut text = format!("All placements on {}x{}.\n\n", board.files, board.ranks);
    text.push_str("men  placements   both kings attacked  gaps > 2e-6  zugzwangs  both pass  sum of alpha\n");
    let line = |name: &str, numbers: [u64; 5], sum: f64| {
        let [placements, attacked, gaps, zugzwangs, pass] = numbers;
        let share = 100.0 * attacked as f64 / placements as f64;
        format!(
            "{name:<4} {:>11}  {:>11} {share:>6.2}%  {:>11}  {:>9}  {:>9}  {sum:.3}\n",
            thousands(placements),
            thousands(attacked),
            thousands(gaps),
            thousands(zugzwangs),
            thousands(pass),
        )
    };
    let mut all = ([0; 5], 0.0);
    for (rest, row) in rows.iter().enumerate() {
        let numbers = [row.placements, row.both_attacked, row.gaps, row.zugzwangs, row.both_pass];
        text.push_str(&line(&(rest + 2).to_string(), numbers, row.sum));
        for (total, number) in all.0.iter_mut().zip(numbers) {
            *total += number;
        }
        all.1 += row.sum;
    }
    text.push_str(&line("all", all.0, all.1));

    let record = |record: &Record| match &record.cells {
        Some(cells) => {
            let (number, placements) = (record.number, thousands(record.placements));
            format!("{:<8} {number:.12} {placements:>7}  {}", fraction(number), board.fen(cells))
        }
        None => "none".to_owned(),
    };
    for (title, which) in [
        ("Widest gap", (|row: &Row| &row.widest) as fn(&Row) -> &Record),
        ("Costliest zugzwang: half of what a move costs", |row| &row.costliest),
        ("Greatest alpha where White cannot capture the king at once", |row| &row.greatest),
        ("The same where Black has a move", |row| &row.greatest_with_move),
    ] {
        writeln!(text, "\n{title}; how many placements have it, and the first one").unwrap();
        for (rest, row) in rows.iter().enumerate() {
            let found = which(row);
            if title.starts_with("Widest") && found.number < GAP {
                continue;
            }
            writeln!(text, "{}    {}", rest + 2, record(found)).unwrap();
        }
    }
    let cheapest = rows.iter().filter_map(|row| row.cheapest).reduce(f64::min);
    let cheapest = cheapest.map_or("there is none".to_owned(), |cost| format!("{} ({cost:.12})", fraction(cost)));
    let residual = rows.iter().map(|row| row.residual).fold(0.0, f64::max);
    let doubtful: u64 = rows.iter().map(|row| row.doubtful).sum();
    writeln!(text, "\nThe cheapest zugzwang: {cheapest}.").unwrap();
    writeln!(text, "Placements whose alpha and beta differ by more than 1e-11, but not by more than 2e-6: {doubtful}.")
        .unwrap();
    writeln!(text, "No value misses its equation by more than {residual:.1e}.").unwrap();
    text
}

fn main() -> ExitCode {
    let (mut files, mut ranks, mut gaps) = (3, 3, None);
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let size = argument.split_once('x').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        match (argument.as_str(), size) {
            ("--gaps", _) => gaps = arguments.next(),
            (_, Some((x, y))) if (1..=9).contains(&x) && (1..=9).contains(&y) && (3..=SQUARES).contains(&(x * y)) => {
                (files, ranks) = (x, y);
            }
            _ => {
                eprintln!("usage: three [FILESxRANKS] [--gaps FILE]");
                return ExitCode::from(2);
            }
        }
    }
    let board = Board::new(files, ranks);
    let rest = board.squares as u8 - 2;
    let materials: Vec<Vec<Material>> = (0..=rest).map(Material::all).collect();
    let values = vec![0.0; board.orbits.len() * board.codes];
    let mut solver = Solver { board: &board, values, rank: vec![0; board.codes], sweeps: 0 };
    for (men, materials) in materials.iter().enumerate() {
        solver.sweeps = 0;
        for material in materials {
            solver.solve(material);
        }
        eprintln!("{} men: {} materials, at most {} sweeps", men + 2, materials.len(), solver.sweeps);
    }
    let values = solver.values;
    let survey = Survey { board: &board, values: &values };
    let mut rows = Vec::new();
    let mut lines = String::new();
    for materials in &materials {
        let mut row = Row::default();
        for material in materials {
            lines.push_str(&survey.material(material, &mut row));
        }
        rows.push(row);
    }
    print!("{}", table(&rows, &board));
    if (files, ranks) == (3, 3) {
        print!("{}", set_ups(&survey));
    }
    if let Some(file) = gaps
        && let Err(error) = fs::write(&file, lines)
    {
        eprintln!("{file}: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
