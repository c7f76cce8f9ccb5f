//! Men and material signatures.
//!
//! Responsible for reading a signature such as `KNk`, for its one canonical spelling, for the other signatures that captures and
//! promotions lead to, and for the rule of the pawn's double step. Source of the canonical spelling: `docs/src/record/format.md`.

use std::fmt;

use checker::chess::PawnRule;

use crate::chess::board::Board;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// The player with the capital letters; wins at value 1.
    White,
    /// The player with the lower-case letters; wins at value 0.
    Black,
}

impl Colour {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// The capital letters of the roles, in the order of signatures.
pub const LETTERS: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];

/// What a man is, in the order of signatures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// King.
    King,
    /// Queen.
    Queen,
    /// Rook.
    Rook,
    /// Bishop.
    Bishop,
    /// Knight.
    Knight,
    /// Pawn.
    Pawn,
}

impl Role {
    /// All roles, in the order of signatures.
    pub const ALL: [Self; 6] = [Self::King, Self::Queen, Self::Rook, Self::Bishop, Self::Knight, Self::Pawn];
    /// What a pawn becomes on the last rank, in the order of moves.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The capital letter of the role.
    #[must_use]
    pub fn letter(self) -> char {
        LETTERS[self as usize]
    }
}

/// A man: a role of a colour; ordered by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose man.
    pub colour: Colour,
    /// Which role.
    pub role: Role,
}

impl Ord for Man {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.number().cmp(&other.number())
    }
}

impl PartialOrd for Man {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Man {
    /// The number of the man in the format, from 0 to 11: K k Q R B N P q r b n p.
    #[must_use]
    pub fn number(self) -> u8 {
        let role = self.role as u8;
        match (role, self.colour) {
            (0, Colour::White) => 0,
            (0, Colour::Black) => 1,
            (_, Colour::White) => role + 1,
            (_, Colour::Black) => role + 6,
        }
    }

    /// The letter of the man: a capital for White.
    #[must_use]
    pub fn letter(self) -> char {
        match self.colour {
            Colour::White => self.role.letter(),
            Colour::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The man that a letter stands for.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let role = Role::ALL.into_iter().find(|role| role.letter() == letter.to_ascii_uppercase())?;
        Some(Self { colour: if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black }, role })
    }
}

/// A material signature, the side with more material White. Its text is White's men and then Black's, each king first and then in the order
/// Q R B N P.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// Increasing: both kings first.
    men: Vec<Man>,
}

/// The most men that a signature may have: with more, no table fits the memory of an ordinary machine.
pub const MOST_MEN: usize = 5;

/// Why a text is not a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignatureError {
    /// A letter that names no man.
    Letter {
        /// The signature.
        text: String,
        /// The letter.
        found: char,
    },
    /// Not exactly one king of a colour.
    Kings {
        /// The signature.
        text: String,
        /// `white` or `black`.
        colour: &'static str,
        /// How many kings there are.
        found: usize,
    },
    /// The white king does not come first.
    Order {
        /// The signature.
        text: String,
    },
    /// More than [`MOST_MEN`] men.
    TooMany {
        /// The signature.
        text: String,
        /// How many men there are.
        found: usize,
    },
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Letter { text, found } => {
                write!(
                    f,
                    "material {text:?}: found the letter {found:?}, required K Q R B N P for White and k q r b n p for Black"
                )
            }
            Self::Kings { text, colour, found } => {
                write!(
                    f,
                    "material {text:?}: found {found} {colour} kings, required exactly 1: White's men are capital letters, Black's small ones, as in KNk; or write KNvK"
                )
            }
            Self::Order { text } => {
                write!(
                    f,
                    "material {text:?}: found {:?} first, required the white king first, as in KNk",
                    text.chars().next().unwrap_or(' ')
                )
            }
            Self::TooMany { text, found } => {
                write!(f, "material {text:?}: found {found} men, required at most {MOST_MEN}")
            }
        }
    }
}

impl std::error::Error for SignatureError {}

impl Signature {
    /// The canonical signature of these men, and whether the colours were exchanged for it.
    #[must_use]
    pub fn canonical(men: &[Man]) -> (Self, bool) {
        let side = |colour| {
            let mut roles: Vec<Role> = men.iter().filter(|man| man.colour == colour).map(|man| man.role).collect();
            roles.sort_unstable();
            roles
        };
        let (white, black) = (side(Colour::White), side(Colour::Black));
        // More men first; of equally many, the earlier roles in the order Q R B N P.
        let flipped = (black.len(), &white) > (white.len(), &black);
        let (white, black) = if flipped { (black, white) } else { (white, black) };
        let of = |colour: Colour, roles: Vec<Role>| roles.into_iter().map(move |role| Man { colour, role });
        let mut men: Vec<Man> = of(Colour::White, white).chain(of(Colour::Black, black)).collect();
        men.sort_unstable();
        (Self { men }, flipped)
    }

    /// Reads a signature in any spelling that begins with the white king; also `KNvK`, with White's men before the `v` and Black's behind it, all in capitals.
    /// The flag says that the colours were exchanged to make it canonical.
    ///
    /// # Errors
    ///
    /// A [`SignatureError`] for letters that name no man, a missing or second king, another man before the white king, too
    /// many men.
    pub fn parse(text: &str) -> Result<(Self, bool), SignatureError> {
        let owned = || text.to_owned();
        let mut men = Vec::new();
        let versus = text.split_once('v').filter(|(_, black)| black.starts_with('K'));
        let spelled = versus.map(|(white, black)| white.to_owned() + &black.to_ascii_lowercase());
        for letter in spelled.as_deref().unwrap_or(text).chars() {
            men.push(Man::from_letter(letter).ok_or_else(|| SignatureError::Letter { text: owned(), found: letter })?);
        }
        for (colour, name) in [(Colour::White, "white"), (Colour::Black, "black")] {
            let found = men.iter().filter(|man| **man == Man { colour, role: Role::King }).count();
            if found != 1 {
                return Err(SignatureError::Kings { text: owned(), colour: name, found });
            }
        }
        if !text.starts_with('K') {
            return Err(SignatureError::Order { text: owned() });
        }
        if men.len() > MOST_MEN {
            return Err(SignatureError::TooMany { text: owned(), found: men.len() });
        }
        Ok(Self::canonical(&men))
    }

    /// The men, in the order of their numbers.
    #[must_use]
    pub fn men(&self) -> &[Man] {
        &self.men
    }

    /// Whether there is a pawn of either colour.
    #[must_use]
    pub fn has_pawns(&self) -> bool {
        self.men.iter().any(|man| man.role == Role::Pawn)
    }

    /// What the men become in a change, and whether the colours are exchanged in it.
    #[must_use]
    pub fn after(&self, change: Change) -> (Self, bool) {
        Self::canonical(&change.men(&self.men))
    }

    /// All changes of the men that a single move can make.
    #[must_use]
    pub fn changes(&self) -> Vec<Change> {
        let all = || 0..self.men.len();
        let captured = |&man: &usize| self.men[man].role != Role::King;
        let mut changes: Vec<Change> =
            all().filter(captured).map(|man| Change { promoted: None, captured: Some(man) }).collect();
        for pawn in all().filter(|&man| self.men[man].role == Role::Pawn) {
            for role in Role::PROMOTIONS {
                let promoted = Some((pawn, role));
                changes.push(Change { promoted, captured: None });
                let enemies = all().filter(captured).filter(|&man| self.men[man].colour != self.men[pawn].colour);
                changes.extend(enemies.map(|man| Change { promoted, captured: Some(man) }));
            }
        }
        changes
    }

    /// The other signatures that a capture of a man other than a king, a promotion, or both at once lead to, in the order in
    /// which a certificate lists its imports.
    #[must_use]
    pub fn imports(&self) -> Vec<Self> {
        let mut all: Vec<Self> = self.changes().into_iter().map(|change| self.after(change).0).collect();
        all.retain(|signature| signature != self);
        all.sort_by_key(Self::import_order);
        all.dedup();
        all
    }

    /// By what imports are ordered: more men first, then man by man.
    #[must_use]
    pub fn import_order(&self) -> (std::cmp::Reverse<usize>, Vec<Man>) {
        (std::cmp::Reverse(self.men.len()), self.men.clone())
    }
}

/// What a move does to the men themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// Index of the pawn that is promoted, and what it becomes.
    pub promoted: Option<(usize, Role)>,
    /// Index of the man that is captured.
    pub captured: Option<usize>,
}

impl Change {
    /// The men after the change, in the order of before.
    fn men(self, before: &[Man]) -> Vec<Man> {
        self.kept(before.len()).map(|index| self.man(before, index)).collect()
    }

    /// The indices of the men that stay.
    pub fn kept(self, men: usize) -> impl Iterator<Item = usize> {
        (0..men).filter(move |&index| Some(index) != self.captured)
    }

    /// What the man at `index` is after the change.
    #[must_use]
    pub fn man(self, before: &[Man], index: usize) -> Man {
        match self.promoted {
            Some((pawn, role)) if pawn == index => Man { role, ..before[index] },
            _ => before[index],
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |colour| self.men.iter().filter(move |man| man.colour == colour);
        of(Colour::White).chain(of(Colour::Black)).try_for_each(|man| write!(f, "{}", man.letter()))
    }
}

/// On which boards a pawn on its second rank may go two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum DoubleStep {
    /// On boards of 8 ranks or more.
    #[default]
    Auto,
    /// On every board where it fits, from 4 ranks on.
    Always,
    /// On none.
    Never,
}

impl DoubleStep {
    /// The pawn rule of an endgame.
    #[must_use]
    pub fn rule(self, board: Board, signature: &Signature) -> PawnRule {
        let fits = board.ranks() > 3;
        let double = match self {
            Self::Auto => board.ranks() >= 8,
            Self::Always => fits,
            Self::Never => false,
        };
        match (signature.has_pawns(), double) {
            (false, _) => PawnRule::NoPawns,
            (true, false) => PawnRule::SingleStep,
            (true, true) => PawnRule::DoubleStep,
        }
    }
}
