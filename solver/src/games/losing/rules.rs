//! The rules of Losing Chess, with bitboards.
//!
//! Responsible for: positions on the 8x8 board, all legal moves in the order of the format (from, to, promotion), how a game ends, counts of
//! move sequences. Captures are compulsory, also *en passant*. The king is an ordinary man; a pawn may become one. There is no check, and no
//! castling. The checker has rules of its own, which share nothing with these.
//!
//! Squares are numbered from a1 = 0 along the ranks; h8 is 63. A right to capture *en passant* exists only if a pawn can use it.

use std::fmt;

pub use super::lines::*;
use crate::chess::material::LETTERS;
use crate::random::SplitMix64;

/// No square.
const NONE: u8 = 64;

/// A move: from, to, promotion (0 for none, then as in [`PROMOTIONS`]), so packed that moves compare as in the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u16);

impl Move {
    /// No move.
    pub const NONE: Self = Self(u16::MAX);

    fn new(from: usize, to: usize, promotion: usize) -> Self {
        Self((from << 9 | to << 3 | promotion) as u16)
    }

    /// The square it leaves.
    pub fn from(self) -> usize {
        usize::from(self.0 >> 9)
    }

    /// The square it goes to.
    pub fn to(self) -> usize {
        usize::from(self.0 >> 3 & 63)
    }

    /// What the pawn becomes.
    pub fn promotion(self) -> Option<usize> {
        usize::from(self.0 & 7).checked_sub(1).map(|place| PROMOTIONS[place])
    }
}

/// How a game ends for a side that is to move and has no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Rule {
    /// It wins: the International rule.
    #[default]
    International,
    /// The side with fewer men wins, with equally many it is a draw: the rule of FICS.
    Fics,
    /// If it has men it is a draw, without men it wins: the rule called vinciperdi.
    Draw,
}

impl Rule {
    /// The number of the rule in the format.
    pub fn number(self) -> u8 {
        match self {
            Self::International => 0,
            Self::Fics => 1,
            Self::Draw => 2,
        }
    }

    /// The rule of this number.
    pub fn of(number: u8) -> Option<Self> {
        [Self::International, Self::Fics, Self::Draw].get(usize::from(number)).copied()
    }

    /// What the names of files have of it: nothing of the International rule.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::International => "",
            Self::Fics => "_fics",
            Self::Draw => "_draw",
        }
    }

    /// Its name, as statements have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::International => "International rules",
            Self::Fics => "FICS rules",
            Self::Draw => "vinciperdi rules",
        }
    }

    /// Its name behind that of an endgame: nothing of the International rule.
    pub fn title(self) -> String {
        if self == Self::International { String::new() } else { format!(", {}", self.name()) }
    }

    /// Who has won, where a side has to move and cannot, by the number of men of either side; `None` is a draw.
    pub fn winner(self, us: Colour, [white, black]: [usize; 2]) -> Option<Colour> {
        let (own, other) = if us == WHITE { (white, black) } else { (black, white) };
        match self {
            _ if own == 0 || self == Self::International => Some(us),
            Self::Fics if own != other => Some(if own < other { us } else { 1 - us }),
            _ => None,
        }
    }
}

const fn random(count: usize) -> [u64; 1024] {
    let mut table = [0; 1024];
    let (mut numbers, mut k) = (SplitMix64::new(0x9e37_79b9_7f4a_7c15), 0);
    while k < count {
        table[k] = numbers.number();
        k += 1;
    }
    table
}

/// Numbers for keys: 64 for each man, then 64 for the square that was passed, then one for the side to move.
static RANDOM: [u64; 1024] = random(768 + 65);

fn random_of(colour: Colour, role: usize, square: usize) -> u64 {
    RANDOM[(colour * 6 + role) * 64 + square]
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// The squares of each role, of both colours.
    roles: [u64; 6],
    colours: [u64; 2],
    key: u64,
    turn: u8,
    passed: u8,
}

impl Board {
    /// An empty board with this side to move.
    pub fn empty(turn: Colour) -> Self {
        let key = if turn == BLACK { RANDOM[832] } else { 0 };
        Self { roles: [0; 6], colours: [0; 2], key, turn: turn as u8, passed: NONE }
    }

    /// The position in which the game begins.
    pub fn start() -> Self {
        Self::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1").expect("a right FEN")
    }

    /// Puts a man on an empty square.
    pub fn put(&mut self, colour: Colour, role: usize, square: usize) {
        self.roles[role] |= 1 << square;
        self.colours[colour] |= 1 << square;
        self.key ^= random_of(colour, role, square);
    }

    fn remove(&mut self, colour: Colour, role: usize, square: usize) {
        self.roles[role] &= !(1 << square);
        self.colours[colour] &= !(1 << square);
        self.key ^= random_of(colour, role, square);
    }

    /// The side to move.
    pub fn turn(&self) -> Colour {
        usize::from(self.turn)
    }

    /// A number for this position; other positions have others but for bad luck.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether a side has no other men than pawns.
    pub fn has_only_pawns(&self, colour: Colour) -> bool {
        self.men(colour) & !self.roles[PAWN] == 0
    }

    /// The squares of the men of a colour.
    pub fn men(&self, colour: Colour) -> u64 {
        self.colours[colour]
    }

    /// How many men there are.
    pub fn count(&self) -> u32 {
        (self.colours[0] | self.colours[1]).count_ones()
    }

    /// The square that a pawn has passed and where another can capture it.
    pub fn passed(&self) -> Option<usize> {
        (self.passed != NONE).then_some(usize::from(self.passed))
    }

    fn role(&self, square: usize) -> usize {
        let bit = 1 << square;
        (0..5).find(|&role| self.roles[role] & bit != 0).unwrap_or(PAWN)
    }

    /// What stands on a square.
    pub fn man(&self, square: usize) -> Option<(Colour, usize)> {
        let colour = (0..2).find(|&colour| self.colours[colour] >> square & 1 == 1)?;
        Some((colour, self.role(square)))
    }

    fn pass(&mut self, square: u8) {
        if self.passed != NONE {
            self.key ^= RANDOM[768 + usize::from(self.passed)];
        }
        if square != NONE {
            self.key ^= RANDOM[768 + usize::from(square)];
        }
        self.passed = square;
    }

    /// Sets the right to capture *en passant* on a square, if a pawn can use it.
    fn allow(&mut self, square: usize, owner: Colour) {
        let takers = PAWNS[owner][square] & self.roles[PAWN] & self.colours[1 - owner];
        if takers != 0 {
            self.pass(square as u8);
        }
    }

    /// The squares where pawns may capture: men of the other side, and the passed one.
    fn prey(&self) -> u64 {
        let passed = if self.passed == NONE { 0 } else { 1 << self.passed };
        self.colours[1 - self.turn()] | passed
    }

    /// Says that the side that is not to move has just passed this square with a pawn; nothing if no pawn can use that.
    pub fn set_passed(&mut self, square: usize) {
        self.allow(square, 1 - self.turn());
    }

    fn has_capture(&self) -> bool {
        let us = self.turn();
        let (own, other) = (self.colours[us], self.colours[1 - us]);
        let pawns = own & self.roles[PAWN];
        let prey = self.prey();
        const A: u64 = 0x0101_0101_0101_0101;
        let hit = match us {
            WHITE => (pawns & !A) << 7 | (pawns & !(A << 7)) << 9,
            _ => (pawns & !(A << 7)) >> 7 | (pawns & !A) >> 9,
        };
        hit & prey != 0
            || squares(own & self.roles[KNIGHT]).any(|square| KNIGHTS[square] & other != 0)
            || squares(own & self.roles[KING]).any(|square| KINGS[square] & other != 0)
            || {
                let occupied = own | other;
                squares(own & (self.roles[BISHOP] | self.roles[QUEEN]))
                    .any(|square| bishop(square, occupied) & other != 0)
                    || squares(own & (self.roles[ROOK] | self.roles[QUEEN]))
                        .any(|square| rook(square, occupied) & other != 0)
            }
    }

    /// The targets of the man on a square: where it captures if captures are asked for, else where it goes without.
    fn targets(&self, role: usize, square: usize, is_capture: bool) -> u64 {
        let us = self.turn();
        let occupied = self.colours[0] | self.colours[1];
        match (role, is_capture) {
            (PAWN, true) => PAWNS[us][square] & self.prey(),
            (PAWN, false) => steps(us, square, !occupied),
            (_, true) => attacks(us, role, square, occupied) & self.colours[1 - us],
            (_, false) => attacks(us, role, square, occupied) & !occupied,
        }
    }

    /// Appends all legal moves, in the order of the format.
    pub fn moves(&self, to: &mut Vec<Move>) {
        let is_capture = self.has_capture();
        for from in squares(self.colours[self.turn()]) {
            let role = self.role(from);
            for target in squares(self.targets(role, from, is_capture)) {
                if role == PAWN && ENDS >> target & 1 == 1 {
                    to.extend((1..=5).map(|promotion| Move::new(from, target, promotion)));
                } else {
                    to.push(Move::new(from, target, 0));
                }
            }
        }
    }

    /// All legal moves, in the order of the format.
    pub fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves
    }

    /// How many legal moves there are.
    pub fn mobility(&self) -> u32 {
        let is_capture = self.has_capture();
        let own = self.colours[self.turn()];
        let mut count = 0;
        for role in 0..5 {
            for from in squares(own & self.roles[role]) {
                count += self.targets(role, from, is_capture).count_ones();
            }
        }
        for from in squares(own & self.roles[PAWN]) {
            let targets = self.targets(PAWN, from, is_capture);
            count += targets.count_ones() + 4 * (targets & ENDS).count_ones();
        }
        count
    }

    /// Whether a move takes something.
    pub fn is_capture(&self, step: Move) -> bool {
        let to = step.to();
        self.colours[1 - self.turn()] >> to & 1 == 1
            || self.passed() == Some(to) && self.role(step.from()) == PAWN && step.from() % 8 != to % 8
    }

    /// Whether the position before a move cannot come back after it: it captures, or a pawn moves.
    pub fn is_irreversible(&self, step: Move) -> bool {
        self.role(step.from()) == PAWN || self.is_capture(step)
    }

    /// The position after a legal move.
    pub fn after(&self, step: Move) -> Self {
        let mut next = *self;
        let (us, from, to) = (self.turn(), step.from(), step.to());
        let role = self.role(from);
        next.remove(us, role, from);
        if self.colours[1 - us] >> to & 1 == 1 {
            next.remove(1 - us, self.role(to), to);
        } else if role == PAWN && self.passed() == Some(to) && from % 8 != to % 8 {
            next.remove(1 - us, PAWN, if us == WHITE { to - 8 } else { to + 8 });
        }
        next.put(us, step.promotion().unwrap_or(role), to);
        next.pass(NONE);
        if role == PAWN && from.abs_diff(to) == 16 {
            next.allow(usize::midpoint(from, to), us);
        }
        next.turn ^= 1;
        next.key ^= RANDOM[832];
        next
    }

    /// Who has won, where the side to move has no move: `Some(None)` is a draw.
    pub fn outcome(&self, rule: Rule) -> Option<Option<Colour>> {
        (self.mobility() == 0).then(|| self.blocked(rule))
    }

    /// Who has won, given that the side to move has no move; `None` is a draw.
    pub fn blocked(&self, rule: Rule) -> Option<Colour> {
        rule.winner(self.turn(), self.colours.map(|men| men.count_ones() as usize))
    }

    /// How many sequences of so many moves there are.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.perft_with(depth, &mut vec![Vec::new(); depth as usize])
    }

    fn perft_with(&self, depth: u32, lists: &mut [Vec<Move>]) -> u64 {
        let Some((moves, rest)) = lists.split_first_mut().filter(|_| depth > 1) else {
            return u64::from(self.mobility());
        };
        moves.clear();
        self.moves(moves);
        moves.iter().map(|&step| self.after(step).perft_with(depth - 1, rest)).sum()
    }

    /// The position upside down with the colours exchanged.
    pub fn flipped(&self) -> Self {
        let mut next = Self::empty(1 - self.turn());
        for square in squares(self.colours[0] | self.colours[1]) {
            let (colour, role) = self.man(square).expect("a man stands there");
            next.put(1 - colour, role, square ^ 56);
        }
        if let Some(passed) = self.passed() {
            next.pass(passed as u8 ^ 56);
        }
        next
    }

    /// Reads a FEN: its first field, and, where they are there, who is to move and the square that was passed. The rest is not looked at.
    ///
    /// # Errors
    ///
    /// What is wrong, and what was expected.
    pub fn from_fen(fen: &str) -> Result<Self, String> {
        let mut fields = fen.split_whitespace();
        let placement = fields.next().unwrap_or_default();
        let turn = match fields.next() {
            None | Some("w") => WHITE,
            Some("b") => BLACK,
            Some(other) => return Err(format!("found {other} to move, required w or b")),
        };
        let mut board = Self::empty(turn);
        let rows: Vec<&str> = placement.split('/').collect();
        if rows.len() != 8 {
            return Err(format!("found {} ranks in {placement:?}, required 8", rows.len()));
        }
        for (row, text) in rows.iter().enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(skip) = letter.to_digit(10).filter(|skip| (1..=8).contains(skip)) {
                    file += skip as usize;
                    continue;
                }
                let role = LETTERS.iter().position(|role| *role == letter.to_ascii_uppercase());
                let role = role.ok_or_else(|| {
                    format!("found {letter:?} in {placement:?}, required one of KQRBNPkqrbnp or a number")
                })?;
                let square = (7 - row) * 8 + file;
                if file > 7 {
                    break;
                }
                if role == PAWN && ENDS >> square & 1 == 1 {
                    return Err(format!(
                        "found a pawn on {}, required: none on the first and the last rank",
                        name(square)
                    ));
                }
                board.put(usize::from(letter.is_ascii_lowercase()), role, square);
                file += 1;
            }
            if file != 8 {
                return Err(format!("found {} squares or more in {text:?}, required 8", file.min(9)));
            }
        }
        // The third field is about castling, which there is not.
        let castling = fields.next().unwrap_or("-");
        if castling != "-" && !castling.chars().all(|letter| "KQkq".contains(letter)) {
            return Err(format!("found {castling:?} in the third field, required -"));
        }
        match fields.next() {
            None | Some("-") => {}
            Some(text) => {
                let wrong = || {
                    format!("found {text} as the passed square, required the square that a pawn has just passed, or -")
                };
                let square = square(text).ok_or_else(wrong)?;
                let owner = 1 - turn;
                let rank = if owner == WHITE { 2 } else { 5 };
                let (pawn, start) = if owner == WHITE {
                    (square + 8, square.wrapping_sub(8))
                } else {
                    (square.wrapping_sub(8), square + 8)
                };
                let occupied = board.colours[0] | board.colours[1];
                if square / 8 != rank
                    || board.man(pawn) != Some((owner, PAWN))
                    || (occupied >> square | occupied >> start) & 1 == 1
                {
                    return Err(wrong());
                }
                board.allow(square, owner);
            }
        }
        Ok(board)
    }

    /// The placement, the side to move and the passed square, as the first four fields of a FEN.
    pub fn fen(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            let mut skip = 0;
            for file in 0..8 {
                match self.man(rank * 8 + file) {
                    None => skip += 1,
                    Some((colour, role)) => {
                        if skip > 0 {
                            text += &skip.to_string();
                            skip = 0;
                        }
                        text.push(letter(colour, role));
                    }
                }
            }
            if skip > 0 {
                text += &skip.to_string();
            }
            if rank > 0 {
                text.push('/');
            }
        }
        let turn = ["w", "b"][self.turn()];
        let passed = self.passed().map_or("-".to_owned(), name);
        format!("{text} {turn} - {passed}")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

/// The letter of a man: capitals are White's.
pub fn letter(colour: Colour, role: usize) -> char {
    if colour == WHITE { LETTERS[role] } else { LETTERS[role].to_ascii_lowercase() }
}

/// The name of a square.
pub fn name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
}

/// The square of this name.
pub fn square(name: &str) -> Option<usize> {
    match name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(usize::from(file - b'a') + 8 * usize::from(rank - b'1')),
        _ => None,
    }
}
