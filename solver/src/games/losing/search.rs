//! The search for a proof that one side wins: depth-first proof-number search.
//!
//! Responsible for: proof and disproof numbers of positions, their table, the store of what is proved. Whatever is not a win of the attacker
//! counts as nothing: a draw, a loss and a repetition are alike. A search that ends without a proof says nothing of the position.
//!
//! A new node has the number of its moves as the number of the side that needs all of them, and 1 as the other one. The best child is searched until it
//! is worse than the second best by a quarter. A position that repeats one on the path counts as hard to prove, and never as
//! disproved, because that depends on the path. What is proved is never forgotten, and has a rank: the time when it was proved. The proof of a
//! position rests on positions of smaller ranks only, so that it has no circle. Source: A. Nagai; J. Pawlewicz and Ł. Lew (the
//! quarter).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

use super::rules::{Board, Colour, Move, Rule};
use super::table::DRAW;
use super::tables::Tables;

/// Proof number of what cannot be proved, disproof number of what is proved.
pub const INFINITE: u32 = 1 << 30;
/// Proof number of a repetition on the path.
const REPEATED: u32 = 1 << 20;

/// Keys are random numbers already.
#[derive(Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// A map by keys of positions.
pub type ByKey<V> = HashMap<u64, V, BuildHasherDefault<KeyHasher>>;

/// How a position is proved.
#[derive(Clone, Copy, Debug)]
pub struct Proved {
    /// When: what it rests on was proved before.
    pub rank: u32,
    /// The move of the attacker; none where the other side is to move.
    pub step: Move,
}

/// What is searched for.
#[derive(Clone, Copy)]
pub struct Goal<'a> {
    /// Who is to win.
    pub attacker: Colour,
    /// How games end.
    pub rule: Rule,
    /// Tables to look positions up in.
    pub tables: &'a Tables,
    /// The most men of a position that is looked up.
    pub units: u32,
}

/// What is known of a position without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// The attacker wins.
    Won,
    /// The attacker does not win.
    NotWon,
    /// It has to be searched; this many moves.
    Inner(u32),
}

impl Goal<'_> {
    /// What is known of a position without a search.
    pub fn leaf(&self, board: &Board) -> Leaf {
        let verdict = |won| if won { Leaf::Won } else { Leaf::NotWon };
        if board.count() <= self.units
            && let Some(label) = self.tables.label(board)
        {
            return verdict(label != DRAW && (label % 2 == 0) == (board.turn() == self.attacker));
        }
        match board.mobility() {
            0 => verdict(board.blocked(self.rule) == Some(self.attacker)),
            moves => Leaf::Inner(moves),
        }
    }
}

/// How much may be spent.
#[derive(Clone, Copy, Debug)]
pub struct Spend {
    /// Bytes of memory.
    pub memory: u64,
    /// Nodes that are searched.
    pub nodes: u64,
    /// The best child is searched until it is worse than the second best by one part in so many.
    pub part: u32,
    /// Whether moves are looked at in the opposite order, which decides between equals.
    pub is_reversed: bool,
}

/// A place of the table of numbers; free if no work went into it.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    pub key: u64,
    pub proof: u32,
    pub disproof: u32,
    pub work: u32,
}

/// How many entries are looked at for a key.
const WAYS: usize = 4;
/// Bytes of an entry, and of a proved position with its share of the empty places.
const ENTRY_BYTES: u64 = 24;
const PROVED_BYTES: u64 = 40;

/// Every so many nodes something is told.
pub const TELL: u64 = 1 << 14;

#[derive(Clone)]
struct Child {
    step: Move,
    key: u64,
    proof: u32,
    disproof: u32,
    is_repeated: bool,
}

/// A node that is being searched: where its children begin, whether the attacker is to move, and which child is searched now.
struct Open {
    base: usize,
    is_own: bool,
    place: usize,
}

/// A search.
pub struct Search<'a> {
    pub(super) goal: Goal<'a>,
    spend: Spend,
    pub(super) entries: Vec<Entry>,
    most_entries: usize,
    /// What is proved.
    pub proved: ByKey<Proved>,
    most_proved: usize,
    children: Vec<Child>,
    open: Vec<Open>,
    moves: Vec<Move>,
    /// The keys on the path, and whether the move there cannot be taken back.
    path: Vec<(u64, bool)>,
    /// How many nodes have been searched.
    pub nodes: u64,
    stop: &'a AtomicBool,
    tell: &'a dyn Fn(&Search<'_>),
    /// Proof and disproof number of the root when the search had ended.
    ended: Option<(u32, u32)>,
    is_over: bool,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The attacker wins.
    Proved,
    /// Not, as far as captured by this search: the attacker does not win, or only by what the search counts as nothing.
    Exhausted,
    /// It was stopped, or spent what it may.
    Open,
}

impl<'a> Search<'a> {
    /// A search; `tell` is called every [`TELL`] nodes.
    pub fn new(goal: Goal<'a>, spend: Spend, stop: &'a AtomicBool, tell: &'a dyn Fn(&Search<'_>)) -> Self {
        // Two thirds for numbers, one third for what is proved; a small search needs no large table.
        let most = (spend.memory / 3 * 2 / ENTRY_BYTES).max(1 << 12);
        let most_entries = (1_u64 << most.ilog2()) as usize;
        let count = most_entries.min(1 << 16);
        let most_proved =
            (spend.memory.saturating_sub(most_entries as u64 * ENTRY_BYTES) / PROVED_BYTES).max(1 << 12) as usize;
        Self {
            goal,
            spend,
            entries: vec![Entry::default(); count],
            most_entries,
            proved: ByKey::default(),
            most_proved,
            children: Vec::new(),
            open: Vec::new(),
            moves: Vec::new(),
            path: Vec::new(),
            nodes: 0,
            stop,
            tell,
            ended: None,
            is_over: false,
        }
    }

    /// Proof and disproof number of the root as they are now; `None` before the search has begun.
    ///
    /// The nodes between the root and the one that is searched get their numbers only when it goes back to them, which can take as long as the whole
    /// search: after a capture that is forced there is nothing to go back for. So the numbers are carried up anew from the node that is searched.
    pub fn root(&self) -> Option<(u32, u32)> {
        let mut end = self.children.len();
        let mut found = self.ended;
        for (depth, open) in self.open.iter().enumerate().rev() {
            let mut children = self.children[open.base..end].to_vec();
            if depth + 1 < self.open.len() {
                (children[open.place].proof, children[open.place].disproof) = found?;
            }
            let (proof, disproof, ..) = sums(&children, open.is_own);
            found = Some((proof, disproof));
            end = open.base;
        }
        found
    }

    /// Searches for a proof that the attacker wins.
    pub fn run(&mut self, board: &Board) -> Ended {
        self.path = vec![(board.key(), true)];
        let (proof, disproof) = match self.goal.leaf(board) {
            Leaf::Won => (0, INFINITE),
            Leaf::NotWon => (INFINITE, 0),
            Leaf::Inner(_) => self.node(board, REPEATED, INFINITE),
        };
        self.ended = Some((proof, disproof));
        match (proof, disproof) {
            (0, _) => Ended::Proved,
            (_, 0) => Ended::Exhausted,
            _ => Ended::Open,
        }
    }

    /// Makes room for what another search has found: the size of its table of numbers, and how many positions it has proved.
    ///
    /// # Errors
    ///
    /// A size that no table has; too little memory.
    pub(super) fn begin_with(&mut self, size: u64, proved: u64) -> Result<(), String> {
        if !size.is_power_of_two() || size < WAYS as u64 {
            return Err(format!("found a table of {size} places, required a power of two"));
        }
        if proved >= self.most_proved as u64 {
            let needed = (proved * PROVED_BYTES).saturating_mul(3) >> 20;
            return Err(format!("found {proved} proved positions, required fewer, or more memory: {needed} MB"));
        }
        let size = usize::try_from(size).unwrap_or(usize::MAX).min(self.most_entries);
        self.entries = vec![Entry::default(); size.max(self.entries.len())];
        Ok(())
    }

    /// Puts a place of another table of numbers into this one.
    pub(super) fn put(&mut self, entry: Entry) {
        self.store(entry.key, entry.proof, entry.disproof, entry.work.into());
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - WAYS)
    }

    /// Makes the table four times as large, as long as it may be.
    fn grow(&mut self) {
        let count = (self.entries.len() * 4).min(self.most_entries);
        let old = std::mem::replace(&mut self.entries, vec![Entry::default(); count]);
        for entry in old.into_iter().filter(|entry| entry.work > 0) {
            self.store(entry.key, entry.proof, entry.disproof, entry.work.into());
        }
    }

    fn find(&self, key: u64) -> Option<(u32, u32)> {
        let slot = self.slot(key);
        let found = self.entries[slot..slot + WAYS].iter().find(|entry| entry.key == key && entry.work > 0)?;
        Some((found.proof, found.disproof))
    }

    fn store(&mut self, key: u64, proof: u32, disproof: u32, work: u64) {
        let slot = self.slot(key);
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        let ways = &mut self.entries[slot..slot + WAYS];
        let place = ways.iter().position(|entry| entry.key == key && entry.work > 0);
        let place = place.unwrap_or_else(|| (0..WAYS).min_by_key(|&way| ways[way].work).expect("some ways"));
        let entry = &mut ways[place];
        let work = if entry.key == key { entry.work.saturating_add(work) } else { work };
        *entry = Entry { key, proof, disproof, work };
    }

    /// Whether a position is on the path; it was reached by a move that can be taken back.
    fn is_on_path(&self, key: u64) -> bool {
        for &(found, is_irreversible) in self.path.iter().rev() {
            if found == key {
                return true;
            }
            if is_irreversible {
                return false;
            }
        }
        false
    }

    /// The numbers of a position that a move has just led to.
    fn numbers(&self, board: &Board) -> (u32, u32) {
        let key = board.key();
        if let Some(found) = self.find(key) {
            return found;
        }
        if self.proved.contains_key(&key) {
            return (0, INFINITE);
        }
        match self.goal.leaf(board) {
            Leaf::Won => (0, INFINITE),
            Leaf::NotWon => (INFINITE, 0),
            Leaf::Inner(moves) if board.turn() == self.goal.attacker => (1, moves),
            Leaf::Inner(moves) => (moves, 1),
        }
    }

    /// Searches a position until its numbers reach these; they are given back.
    fn node(&mut self, board: &Board, most_proof: u32, most_disproof: u32) -> (u32, u32) {
        self.nodes += 1;
        let begun = self.nodes;
        if self.entries.len() < self.most_entries && begun >= self.entries.len() as u64 / 2 {
            self.grow();
        }
        if begun >= self.spend.nodes
            || self.proved.len() >= self.most_proved
            || begun.is_multiple_of(4096) && self.stop.load(Ordering::Relaxed)
        {
            self.is_over = true;
        }
        let is_own = board.turn() == self.goal.attacker;
        let (base, first) = (self.children.len(), self.moves.len());
        let mut moves = std::mem::take(&mut self.moves);
        board.moves(&mut moves);
        if self.spend.is_reversed {
            moves[first..].reverse();
        }
        for &step in &moves[first..] {
            let next = board.after(step);
            let is_repeated = !board.is_irreversible(step) && self.is_on_path(next.key());
            let (proof, disproof) = if is_repeated { (REPEATED, 0) } else { self.numbers(&next) };
            self.children.push(Child { step, key: next.key(), proof, disproof, is_repeated });
            if proof == 0 && is_own || disproof == 0 && !is_repeated && !is_own {
                break;
            }
        }
        moves.truncate(first);
        self.moves = moves;
        self.open.push(Open { base, is_own, place: 0 });
        if begun.is_multiple_of(TELL) {
            (self.tell)(self);
        }
        let (proof, disproof) = loop {
            let (proof, disproof, best, second) = sums(&self.children[base..], is_own);
            if proof >= most_proof || disproof >= most_disproof || proof == 0 || disproof == 0 || self.is_over {
                break (proof, disproof);
            }
            let child = &self.children[base + best];
            let margin = |second: u32| second.saturating_add(second / self.spend.part).saturating_add(1).min(INFINITE);
            let (next_proof, next_disproof) = if is_own {
                (
                    most_proof.min(margin(second)),
                    most_disproof.saturating_sub(disproof).saturating_add(child.disproof).min(INFINITE),
                )
            } else {
                (
                    most_proof.saturating_sub(proof).saturating_add(child.proof).min(INFINITE),
                    most_disproof.min(margin(second)),
                )
            };
            let step = child.step;
            let next = board.after(step);
            self.path.push((child.key, board.is_irreversible(step)));
            self.open.last_mut().expect("this node").place = best;
            let found = self.node(&next, next_proof, next_disproof);
            self.path.pop();
            let child = &mut self.children[base + best];
            (child.proof, child.disproof) = found;
        };
        if proof == 0 {
            let step = if is_own {
                self.children[base..].iter().find(|child| child.proof == 0).map_or(Move::NONE, |child| child.step)
            } else {
                Move::NONE
            };
            let rank = u32::try_from(self.proved.len()).unwrap_or(u32::MAX);
            self.proved.entry(board.key()).or_insert(Proved { rank, step });
        }
        self.children.truncate(base);
        self.open.pop();
        self.store(board.key(), proof, disproof, self.nodes - begun + 1);
        (proof, disproof)
    }
}

/// Proof and disproof number from those of the children, the best child, and the number of the second best.
fn sums(children: &[Child], is_own: bool) -> (u32, u32, usize, u32) {
    let (mut sum, mut best, mut least, mut second) = (0_u32, 0, INFINITE, INFINITE);
    let mut is_repeated = false;
    for (place, child) in children.iter().enumerate() {
        let (own, other) = if is_own { (child.proof, child.disproof) } else { (child.disproof, child.proof) };
        sum = sum.saturating_add(other).min(INFINITE);
        if child.is_repeated {
            is_repeated = true;
            if !is_own {
                continue;
            }
        }
        if own < least {
            (second, least, best) = (least, own, place);
        } else {
            second = second.min(own);
        }
    }
    if is_own {
        // Repetitions alone are no disproof.
        let sum = if is_repeated { sum.max(1) } else { sum };
        if least == 0 { (0, INFINITE, best, second) } else { (least, sum.min(INFINITE - 1), best, second) }
    } else if sum == 0 {
        (0, INFINITE, best, second)
    } else {
        // What is not proved is never as good as proved, even if all but repetitions are.
        (sum, if least == INFINITE { 1 } else { least }, best, second)
    }
}
