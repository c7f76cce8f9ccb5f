//! Men and material signatures.
//!
//! Responsible for reading a signature such as `KNk`, for its one canonical spelling, and for the smaller signatures
//! that captures lead to. Source of the canonical spelling: `docs/src/format.md`.

use std::fmt;

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
}

impl Role {
    /// All roles, in the order of signatures.
    pub const ALL: [Self; 5] = [Self::King, Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The capital letter of the role.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Queen => 'Q',
            Self::Rook => 'R',
            Self::Bishop => 'B',
            Self::Knight => 'N',
        }
    }
}

/// A man: a role of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Man {
    /// Whose man.
    pub colour: Colour,
    /// Which role.
    pub role: Role,
}

impl Man {
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

/// A material signature in its canonical spelling: White's men and then Black's, each king first and then in the order
/// Q R B N, the side with more material White.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    men: Vec<Man>,
}

/// The most men that a signature may have: with more, no table fits the memory of an ordinary machine.
pub const MOST_MEN: usize = 4;

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
    /// Pawns, which this version does not know.
    Pawn {
        /// The signature.
        text: String,
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
                    "material {text:?}: found the letter {found:?}, required K Q R B N for White and k q r b n for Black"
                )
            }
            Self::Pawn { text } => {
                write!(f, "material {text:?}: found a pawn, required pawnless material in this version")
            }
            Self::Kings { text, colour, found } => {
                write!(f, "material {text:?}: found {found} {colour} kings, required exactly 1")
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
    fn canonical(men: &[Man]) -> (Self, bool) {
        let side = |colour| {
            let mut roles: Vec<Role> = men.iter().filter(|man| man.colour == colour).map(|man| man.role).collect();
            roles.sort_unstable();
            roles
        };
        let (white, black) = (side(Colour::White), side(Colour::Black));
        // More men first; of equally many, the earlier roles in the order Q R B N.
        let flipped = (black.len(), &white) > (white.len(), &black);
        let (white, black) = if flipped { (black, white) } else { (white, black) };
        let of = |colour: Colour, roles: Vec<Role>| roles.into_iter().map(move |role| Man { colour, role });
        (Self { men: of(Colour::White, white).chain(of(Colour::Black, black)).collect() }, flipped)
    }

    /// Reads a signature in any spelling that begins with the white king. The flag says that the colours were exchanged
    /// to make it canonical.
    ///
    /// # Errors
    ///
    /// A [`SignatureError`] for letters that name no man, pawns, a missing or second king, another man before the white
    /// king, too many men.
    pub fn parse(text: &str) -> Result<(Self, bool), SignatureError> {
        let owned = || text.to_owned();
        let mut men = Vec::new();
        for letter in text.chars() {
            if letter.eq_ignore_ascii_case(&'p') {
                return Err(SignatureError::Pawn { text: owned() });
            }
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

    /// The men, in the order of the signature.
    #[must_use]
    pub fn men(&self) -> &[Man] {
        &self.men
    }

    /// What is left when the man at `index` is captured, and whether the colours are exchanged in it.
    #[must_use]
    pub fn without(&self, index: usize) -> (Self, bool) {
        let mut men = self.men.clone();
        men.remove(index);
        Self::canonical(&men)
    }

    /// The signatures that one capture of a man other than a king leads to, in the order in which a certificate lists
    /// its imports.
    #[must_use]
    pub fn imports(&self) -> Vec<Self> {
        let capturable = |index: &usize| self.men[*index].role != Role::King;
        let mut all: Vec<Self> = (0..self.men.len()).filter(capturable).map(|index| self.without(index).0).collect();
        let order = |signature: &Self| {
            let men = signature.men.iter().map(|man| (man.colour, man.role));
            (std::cmp::Reverse(signature.men.len()), men.collect::<Vec<_>>())
        };
        all.sort_by_key(order);
        all.dedup();
        all
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.men.iter().try_for_each(|man| write!(f, "{}", man.letter()))
    }
}
