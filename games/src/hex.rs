//! Random-turn Hex: in how many ways a board can be filled so that Left wins, in all and with each free cell Left's.
//!
//! Left joins the first rank to the last one, Right the first file to the last one. Of a full board exactly one of them has a chain that does,
//! so the fillings that Left wins are those that Right does not. They are what a certificate states; this module counts Right's, file by file, with a
//! method of its own, and compares. Source: the section "Hex" of `docs/src/record/format.md`, and the chapter "Hex".
//!
//! The count goes cell by cell, and keeps one thing of what has been filled: the *border*, which is the last filled cell of each rank, and of it the chains
//! of Right's stones, each as a set of ranks. Two fillings with the same chains can be completed in the same ways.

use std::sync::Arc;

use num_bigint::BigUint;

use checker::certificate::{Certificate, Reader};
use checker::claim::{Checked, Claim, Given, Imports, Verified};
use checker::failure::{Failure, Fault, Spelling, ensure};
use checker::limits::{Limit, TooMuch};
use checker::numbers::at;
use checker::table::Stated;
use checker::theorem::Side;

use crate::bare::Naturals as _;

/// The number of this statement.
pub const NUMBER: u8 = 8;
/// The most files, and the most ranks.
pub const LARGEST: usize = 16;

/// Borders of a board of Hex after one cell: 2^18. Measured need 232,323 (13x13). One takes 100 bytes or so, and those of one file are kept together.
pub const BORDERS: Limit = Limit { of: "borders of a board of Hex after one cell", most: 1 << 18 };
/// Borders of a board of Hex after all cells together: 2^25, which take half a minute and, with those kept before each file, 400 MB, however few bytes the
/// certificate has. Measured need 32,441,680 (13x13).
pub const ALL_BORDERS: Limit = Limit { of: "borders of a board of Hex after all cells together", most: 1 << 25 };

/// A board with stones. Left is White of the chess games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// How many files, from 1 to 16.
    pub files: usize,
    /// How many ranks, from 1 to 16.
    pub ranks: usize,
    /// Whose stone lies on each cell, rank by rank, if one does.
    pub stones: Vec<Option<Side>>,
}

impl Board {
    /// Reads the body of a statement: files, ranks, and a byte for each cell: 0 if it is free, 1 with Left's stone, 2 with Right's.
    pub fn read(body: &[u8]) -> Result<Self, Failure> {
        let mut reader = Reader::new(None, body);
        let (files, ranks) = (usize::from(reader.byte()?), usize::from(reader.byte()?));
        let is_board = [files, ranks].iter().all(|side| (1..=LARGEST).contains(side));
        ensure(is_board, Failure::Statement("board of Hex"))?;
        let stone = |byte: &u8| match byte {
            0 => Ok(None),
            1 => Ok(Some(Side::White)),
            2 => Ok(Some(Side::Black)),
            _ => Err(Failure::Statement("stones")),
        };
        let stones = reader.take(files * ranks)?.iter().map(stone).collect::<Result<_, _>>()?;
        reader.end()?;
        Ok(Self { files, ranks, stones })
    }

    /// How many cells are free.
    pub fn free(&self) -> usize {
        self.stones.iter().filter(|stone| stone.is_none()).count()
    }
}

/// The claim about a board, before the body of its statement is read.
struct Unread(Vec<u8>);

/// The claim about a board.
///
/// # Errors
///
/// None before the certificate is checked.
pub fn claim(given: Given) -> Result<Box<dyn Claim>, Failure> {
    Ok(Box::new(Unread(given.body.to_vec())))
}

impl Claim for Unread {
    fn imports(&self) -> Imports {
        Imports::All(Vec::new())
    }

    fn check(self: Box<Self>, certificate: &Certificate, _: &[Arc<Verified>], _: usize) -> Checked {
        Ok((Arc::new(check(Board::read(&self.0)?, certificate)?), Stated::default()))
    }
}

/// A stated number is not the one that was counted.
#[derive(Debug)]
pub struct WrongCount {
    /// 0 for Left's wins in all, else one more than the cell.
    pub place: usize,
    /// What was counted.
    pub required: BigUint,
}

impl Fault for WrongCount {
    fn condition(&self) -> &'static str {
        "count"
    }

    fn place(&self) -> u64 {
        self.place.try_into().expect("few cells")
    }
}

/// What is verified of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The board.
    pub board: Board,
    /// In how many fillings of the free cells Left wins.
    pub wins: BigUint,
    /// For each cell that is free, in how many of those the cell is Left's.
    pub with_left: Vec<Option<BigUint>>,
}

impl Counts {
    /// In how many fillings of the other free cells this one decides who wins; none if the cell is not free.
    pub fn pivotal(&self, cell: usize) -> Option<BigUint> {
        // With Left's stone there Left wins wherever she does with Right's.
        self.with_left[cell].as_ref().map(|with_left| with_left * 2_u32 - &self.wins)
    }
}

/// The next natural number of any size.
fn natural(reader: &mut Reader) -> Result<BigUint, Failure> {
    let length = reader.length(1)?;
    let bytes = reader.take(length)?;
    ensure(bytes.last() != Some(&0), reader.wrong(Spelling::Long))?;
    let number = BigUint::from_bytes_le(bytes);
    Limit::BITS.admit(number.bits())?;
    Ok(number)
}

// ANCHOR: hex-check
/// Verifies the counts of a board: the number of Left's wins in all, and with each free cell Left's.
fn check(board: Board, certificate: &Certificate) -> Result<Counts, Failure> {
    ensure(crate::bare::is_bare(&certificate.head), Failure::Spelling(None, 0, Spelling::Unknown))?;
    let slice = crate::bare::only_slice(certificate)?;
    let mut reader = Reader::new(Some(0), slice);
    let wins = natural(&mut reader)?;
    let mut stated = |stone: &Option<Side>| stone.map_or_else(|| natural(&mut reader).map(Some), |_| Ok(None));
    let with_left: Vec<_> = board.stones.iter().map(&mut stated).collect::<Result<_, _>>()?;
    reader.end()?;
    let (all, right) = right_wins(&board)?;
    let free = board.free();
    let wrong = |place: usize, required: BigUint| Failure::Further(Arc::new(WrongCount { place, required }));
    let required = (BigUint::from(1_u32) << free) - all;
    if wins != required {
        return Err(wrong(0, required));
    }
    for (cell, (stated, right)) in with_left.iter().zip(right).enumerate() {
        let Some(stated) = stated else { continue };
        // Of the fillings of the other cells, those that Right does not win: with Left's stone here, and with Right's.
        let [required, others] = right.map(|right| (BigUint::from(1_u32) << (free - 1)) - right);
        if *stated != required || wins != stated + others {
            return Err(wrong(1 + cell, required));
        }
    }
    Ok(Counts { board, wins, with_left })
}
// ANCHOR_END: hex-check

/// Right's chains on the border, as sets of ranks: those that are joined to the first file, all in one set; then the other chains, greatest first,
/// and empty sets. Neighbours on the border are neighbours on the board, so of 16 ranks there are 8 chains at most.
type Chains = [u16; 1 + LARGEST / 2];

// ANCHOR: hex-fill
/// The border after the next cell, which lies on this rank, has been filled with a stone of this side. None if no chain can win any more:
/// no cell of the first file is left, and no chain of the border is joined to it.
fn fill(chains: &Chains, rank: usize, in_first_file: bool, side: Side) -> Option<Chains> {
    let own = 1_u16 << rank;
    // The cell before it on its own rank is leaving the border. The other neighbours are the one on the rank before, in the same file, and the one on the
    // rank after, in the file before.
    let near = own << 1 | own | own >> 1;
    let touches = |chain: &u16| side == Side::Black && chain & near != 0;
    let mut next = chains.map(|chain| if touches(&chain) { 0 } else { chain & !own });
    if side == Side::Black {
        let chain = chains.iter().filter(|chain| touches(chain)).fold(own, |sum, chain| sum | chain);
        let is_joined = in_first_file || touches(&chains[0]);
        let place = if is_joined { Some(0) } else { (1..next.len()).find(|&place| next[place] == 0) };
        next[place.expect("at most 8 chains")] |= chain;
    }
    next[1..].sort_unstable_by(|a, b| b.cmp(a));
    (in_first_file || next[0] != 0).then_some(next)
}
// ANCHOR_END: hex-fill

/// For each border before a cell, the number of the border after it, with Left's stone and with Right's: none if another stone lies there, or
/// if Right has lost.
type Leads = Vec<[Option<u32>; 2]>;

/// All borders after a cell, increasing, and how those before it lead to them.
fn step(board: &Board, [file, rank]: [usize; 2], before: &[Chains]) -> Result<(Leads, Vec<Chains>), TooMuch> {
    let stone = board.stones[rank * board.files + file];
    let filled =
        |chains: &Chains| {
            Side::BOTH.map(|side| {
                if stone.is_none_or(|stone| stone == side) { fill(chains, rank, file == 0, side) } else { None }
            })
        };
    let mut after: Vec<Chains> = before.iter().flat_map(filled).flatten().collect();
    after.sort_unstable();
    after.dedup();
    BORDERS.admit(after.len())?;
    let number = |chains: Chains| {
        let place = after.binary_search(&chains).expect("it is one of them");
        u32::try_from(place).expect("within the limit")
    };
    Ok((before.iter().map(|chains| filled(chains).map(|next| next.map(number))).collect(), after))
}

/// In how many ways each border after a cell is reached, from those before it.
fn reach(leads: &Leads, ways: &[BigUint], count: usize) -> Vec<BigUint> {
    let mut reached = vec![BigUint::ZERO; count];
    for (targets, ways) in leads.iter().zip(ways) {
        targets.iter().flatten().for_each(|&target| reached[at(target)] += ways);
    }
    reached
}

// ANCHOR: hex-count
/// In how many fillings Right wins: in all, and for each cell with Left's stone there and with Right's.
///
/// Forwards: in how many ways each border is reached. Backwards: in how many ways Right wins from there. Their products, at a cell, are the fillings
/// with one stone or the other there. Of the way forwards only the borders before each file are kept; the rest of it is gone once more.
fn right_wins(board: &Board) -> Result<(BigUint, Vec<[BigUint; 2]>), TooMuch> {
    let (mut borders, mut ways, mut kept) = (vec![Chains::default()], vec![BigUint::from(1_u32)], Vec::new());
    let mut all = 0;
    for file in 0..board.files {
        kept.push((borders.clone(), ways.clone()));
        for rank in 0..board.ranks {
            let (leads, after) = step(board, [file, rank], &borders)?;
            all += after.len();
            ALL_BORDERS.admit(all)?;
            (ways, borders) = (reach(&leads, &ways, after.len()), after);
        }
    }
    let mut counts = vec![[BigUint::ZERO; 2]; board.stones.len()];
    let mut wins: Vec<BigUint> = borders.iter().map(|chains| u32::from(chains[0] != 0).into()).collect();
    for (file, (mut borders, mut ways)) in kept.into_iter().enumerate().rev() {
        let mut steps = Vec::new();
        for rank in 0..board.ranks {
            let (leads, after) = step(board, [file, rank], &borders)?;
            let next = reach(&leads, &ways, after.len());
            steps.push((leads, std::mem::replace(&mut ways, next)));
            borders = after;
        }
        for (rank, (leads, ways)) in steps.into_iter().enumerate().rev() {
            let count = &mut counts[rank * board.files + file];
            for (targets, ways) in leads.iter().zip(&ways) {
                for (count, target) in count.iter_mut().zip(targets) {
                    *count += target.map_or(BigUint::ZERO, |target| ways * &wins[at(target)]);
                }
            }
            let won = |targets: &[Option<u32>; 2]| targets.iter().flatten().map(|&target| &wins[at(target)]).sum();
            wins = leads.iter().map(won).collect();
        }
    }
    Ok((wins.pop().expect("the empty border"), counts))
}
// ANCHOR_END: hex-count
