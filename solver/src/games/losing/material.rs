//! Materials: which men there are, without their squares.
//!
//! Responsible for: men by number in the order of the format, names such as `KRvN`, the colours that are used, and the materials that one move
//! leads to.

use std::collections::BTreeSet;
use std::fmt;

use crate::certificates::produce::in_order_of_need;
use crate::chess::material::LETTERS;

use super::rules::{BLACK, Board, Colour, KING, PAWN, PROMOTIONS, WHITE, letter, squares};

/// A man: its colour and its role.
pub type Man = (Colour, usize);

/// The number of a man in the format: `K k Q R B N P q r b n p` are 0 to 11.
pub fn number((colour, role): Man) -> u8 {
    (match (role, colour) {
        (KING, _) => colour,
        (_, WHITE) => role + 1,
        _ => role + 6,
    }) as u8
}

/// The man of this number.
fn man(number: u8) -> Man {
    let number = usize::from(number);
    match number {
        0 | 1 => (number, KING),
        2..=6 => (WHITE, number - 1),
        _ => (BLACK, number - 6),
    }
}

/// Men of both colours, in increasing order of their numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material(Vec<u8>);

impl Material {
    /// These men.
    pub fn new(men: impl IntoIterator<Item = Man>) -> Self {
        let mut numbers: Vec<u8> = men.into_iter().map(number).collect();
        numbers.sort_unstable();
        Self(numbers)
    }

    /// The men of a position.
    pub fn of(board: &Board) -> Self {
        Self::new(squares(board.men(0) | board.men(1)).filter_map(|square| board.man(square)))
    }

    /// Reads `KRvN`: White's men, `v`, Black's men.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("found {text:?}, required White's men, v, and Black's men, such as KRvN");
        let (white, black) = text.split_once('v').ok_or_else(wrong)?;
        if white.is_empty() || black.is_empty() {
            return Err(format!("found {text:?}, required one man or more on each side"));
        }
        let men = |side: &str, colour| -> Result<Vec<Man>, String> {
            let role = |letter| LETTERS.iter().position(|role| *role == letter);
            let man = |letter| role(letter).map(|role| (colour, role)).ok_or(letter);
            let men: Result<Vec<Man>, char> = side.chars().map(man).collect();
            men.map_err(|letter| format!("found {letter:?} in {text:?}, required letters of men, such as KRvN"))
        };
        Ok(Self::new([men(white, WHITE)?, men(black, BLACK)?].concat()))
    }

    /// The men by number, increasing.
    pub fn numbers(&self) -> &[u8] {
        &self.0
    }

    /// The men, in the order of their numbers.
    pub fn men(&self) -> Vec<Man> {
        self.0.iter().copied().map(man).collect()
    }

    /// How many men there are.
    pub fn units(&self) -> usize {
        self.0.len()
    }

    /// Whether there is a pawn.
    pub fn has_pawns(&self) -> bool {
        self.men().iter().any(|&(_, role)| role == PAWN)
    }

    /// How many men of a colour there are.
    pub fn count(&self, colour: Colour) -> usize {
        self.men().iter().filter(|man| man.0 == colour).count()
    }

    /// These men with the colours exchanged.
    pub fn flipped(&self) -> Self {
        Self::new(self.men().into_iter().map(|(colour, role)| (1 - colour, role)))
    }

    /// Of this material and the one with the colours exchanged the one that is used, and whether it is the other one.
    pub fn used(&self) -> (Self, bool) {
        let flipped = self.flipped();
        let own = (std::cmp::Reverse(self.count(WHITE)), &self.0);
        if own <= (std::cmp::Reverse(flipped.count(WHITE)), &flipped.0) {
            (self.clone(), false)
        } else {
            (flipped, true)
        }
    }

    /// The materials that one move leads to and in which both sides have men, with the colours that are used: more men first, then as lists.
    pub fn imports(&self) -> Vec<Self> {
        let men = self.men();
        let without = |men: &[Man], place: usize| {
            let mut men = men.to_vec();
            men.remove(place);
            men
        };
        let promoted = |men: &[Man], place: usize| {
            PROMOTIONS.map(|role| {
                let mut men = men.to_vec();
                men[place].1 = role;
                men
            })
        };
        let mut found: Vec<Vec<Man>> = (0..men.len()).map(|place| without(&men, place)).collect();
        for (place, &(colour, role)) in men.iter().enumerate().filter(|(_, man)| man.1 == PAWN) {
            for men in promoted(&men, place) {
                let taken: Vec<usize> = (0..men.len()).filter(|&other| men[other].0 != colour).collect();
                found.extend(taken.into_iter().map(|other| without(&men, other)));
                debug_assert_eq!(role, PAWN);
                found.push(men);
            }
        }
        let found: BTreeSet<Self> = found.into_iter().map(Self::new).map(|material| material.used().0).collect();
        let mut found: Vec<Self> =
            found.into_iter().filter(|material| material.count(WHITE) > 0 && material.count(BLACK) > 0).collect();
        found.sort_by_key(|material| std::cmp::Reverse(material.units()));
        found
    }

    /// All materials of so many men, with the colours that are used; those with fewer pawns first.
    pub fn all(units: usize) -> Vec<Self> {
        fn extend(men: &mut Vec<u8>, units: usize, found: &mut Vec<Material>) {
            if men.len() == units {
                found.push(Material(men.clone()));
                return;
            }
            for next in men.last().copied().unwrap_or(0)..12 {
                men.push(next);
                extend(men, units, found);
                men.pop();
            }
        }
        let mut found = Vec::new();
        extend(&mut Vec::new(), units, &mut found);
        found.retain(|material| material.count(WHITE) > 0 && material.count(BLACK) > 0 && !material.used().1);
        found.sort_by_key(|material| material.men().iter().filter(|man| man.1 == PAWN).count());
        found
    }

    /// This material and all that it leads to, in an order in which each comes after those that it needs.
    pub fn with_imports(materials: &[Self]) -> Vec<Self> {
        let used: Vec<Self> = materials.iter().map(|material| material.used().0).collect();
        in_order_of_need(&used, &Self::imports)
    }

    /// A number that tells materials of at most five men apart.
    pub fn code(men: impl IntoIterator<Item = Man>) -> u32 {
        men.into_iter().map(|man| 6_u32.pow(u32::from(number(man)))).sum()
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut men = self.men();
        men.sort_unstable();
        let side =
            |colour| -> String { men.iter().filter(|man| man.0 == colour).map(|man| letter(WHITE, man.1)).collect() };
        write!(f, "{}v{}", side(WHITE), side(BLACK))
    }
}
