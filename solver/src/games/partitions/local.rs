//! The King on all staircases of blocks a×a with a odd, and a×b with a < b and b even: the finite check of a theorem (the record's chapter "Chess on partitions", "All staircases
//! at once").
//!
//! The value of a cell is a function of its *type*: a few parities, and differences cut off at small numbers. The types of a cell and of its three
//! options are its *configuration*. Every configuration occurs in a block with sides of at most 20, because larger gaps can be shortened. So it is
//! enough to see in these blocks that the values, which the checker has verified, depend on the type alone.

use std::collections::{BTreeMap, BTreeSet};

use super::verified::All;

/// Sides up to this are looked at: four gaps of at most 5.
pub const SIDE: usize = 20;

/// What a family of blocks is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// a×a, a odd: conjecture 5.1.
    Odd,
    /// a×b, a < b, both even: conjecture 5.2.
    Even,
    /// a×b, a odd, b greater and even.
    Mixed,
}

/// All families.
pub const FAMILIES: [Family; 3] = [Family::Odd, Family::Even, Family::Mixed];

/// What the value of a cell depends on.
pub type Type = [i8; 7];

/// A cell: its layer, and how far it is from the bottom of its block and from the right side, both counted from 1.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The layer of the block.
    pub layer: usize,
    /// Rows from the cell to the bottom, its own among them.
    pub p: usize,
    /// Columns from the cell to the right side.
    pub q: usize,
}

fn cut(x: usize, y: usize, most: i64) -> i8 {
    let difference = i64::try_from(x).expect("small") - i64::try_from(y).expect("small");
    i8::try_from(difference.clamp(-most, most)).expect("small")
}

fn parity(x: usize) -> i8 {
    (x % 2) as i8
}

impl Family {
    /// The blocks with sides up to a number: columns and rows.
    #[must_use]
    pub fn blocks(self, side: usize) -> Vec<[usize; 2]> {
        let all = (1..=side).flat_map(|a| (a..=side).map(move |b| [a, b]));
        all.filter(|[a, b]| match self {
            Self::Odd => a == b && a % 2 == 1,
            Self::Even => a < b && a % 2 == 0 && b % 2 == 0,
            Self::Mixed => a < b && a % 2 == 1 && b % 2 == 0,
        })
        .collect()
    }

    /// So many layers have all configurations of a block.
    #[must_use]
    pub fn layers(self, [a, _]: [usize; 2]) -> usize {
        if self == Self::Odd { 4 * (a + 2) + 4 } else { 6 }
    }

    /// The type of a cell.
    #[must_use]
    pub fn type_of(self, [a, _]: [usize; 2], Cell { layer, p, q }: Cell) -> Type {
        if self == Self::Odd {
            let s = layer % (2 * (a + 2));
            let u = s % (a + 2);
            let class = match layer {
                0 | 1 => layer as i8,
                _ => 2 + i8::from(s >= a + 2),
            };
            return [class, parity(p), parity(q), parity(u), cut(p, q, 1), cut(p + 1, u, 1), cut(q + 1, u, 1)];
        }
        let class = if layer < 2 { layer as i8 } else { 2 + parity(layer) };
        [class, parity(p), parity(q), cut(p, q, 2), cut(p, a, 2), i8::from(q < a), 0]
    }

    /// The options of a cell: right, down, both.
    #[must_use]
    pub fn options([a, b]: [usize; 2], Cell { layer, p, q }: Cell) -> [Option<Cell>; 3] {
        let right = |cell: Cell| match cell.q {
            1 => Some(Cell { layer: cell.layer.checked_sub(1)?, q: a, ..cell }),
            q => Some(Cell { q: q - 1, ..cell }),
        };
        let down = |cell: Cell| match cell.p {
            1 => Some(Cell { layer: cell.layer.checked_sub(1)?, p: b, ..cell }),
            p => Some(Cell { p: p - 1, ..cell }),
        };
        let cell = Cell { layer, p, q };
        [right(cell), down(cell), right(cell).and_then(down)]
    }

    /// The configuration of a cell: its type, and those of its options.
    #[must_use]
    pub fn configuration(self, block: [usize; 2], cell: Cell) -> (Type, [Option<Type>; 3]) {
        let options = Self::options(block, cell).map(|option| option.map(|option| self.type_of(block, option)));
        (self.type_of(block, cell), options)
    }

    /// All cells of the layers that are looked at.
    pub fn cells(self, block: [usize; 2]) -> impl Iterator<Item = Cell> {
        let [a, b] = block;
        let layers = 0..self.layers(block);
        layers.flat_map(move |layer| (1..=b).flat_map(move |p| (1..=a).map(move |q| Cell { layer, p, q })))
    }
}

/// The certificate of the King's values on a block, verified, where they are those of the family's conjecture.
///
/// # Errors
///
/// In words: which value is another one, or why there is no certificate.
pub fn conjectured(family: Family, block: [usize; 2]) -> Result<Vec<u8>, String> {
    let (all, [a, _]) = (All::new("King", block)?, block);
    let wrong = match family {
        Family::Odd => all.corner(a + 2, |k| Some(if k % (a + 2) == 0 { 2 } else { (k - 1) % (a + 2) % 2 })),
        Family::Even => all.corner(2, |k| Some(2 + (k - 1) % 2)),
        Family::Mixed => {
            return Err("found blocks of an odd and an even side, of which no conjecture speaks".to_owned());
        }
    };
    wrong.map_or(Ok(all.bytes), |wrong| Err(format!("King: {wrong}, the conjecture says another value")))
}

/// What the finite check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// For each type its value.
    pub values: BTreeMap<Type, usize>,
    /// All configurations.
    pub configurations: BTreeSet<(Type, [Option<Type>; 3])>,
}

/// The finite check: in all blocks with sides up to [`SIDE`], the verified values depend on the type alone, and each configuration has the value that
/// its options require.
///
/// # Errors
///
/// In words, where it fails.
pub fn check(family: Family) -> Result<Checked, String> {
    let mut checked = Checked { values: BTreeMap::new(), configurations: BTreeSet::new() };
    for block in family.blocks(SIDE) {
        let [a, b] = block;
        let all = All::new("King", block)?;
        for cell in family.cells(block) {
            let Cell { layer, p, q } = cell;
            let value = all.value(layer, (b - p) * a + (a - q));
            let known = *checked.values.entry(family.type_of(block, cell)).or_insert(value);
            if known != value {
                return Err(format!(
                    "{family:?}: S(k,{a},{b}), {cell:?}: the value {value}, and {known} for the same type"
                ));
            }
            checked.configurations.insert(family.configuration(block, cell));
        }
    }
    for (own, options) in &checked.configurations {
        let options: Vec<usize> = options.iter().flatten().map(|option| checked.values[option]).collect();
        let mex = (0..).find(|value| !options.contains(value)).expect("few options");
        if checked.values[own] != mex {
            return Err(format!("{family:?}: type {own:?}: the value {}, required {mex}", checked.values[own]));
        }
    }
    Ok(checked)
}
