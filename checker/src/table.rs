//! Tables: something is stated of every position of a game, or of every position of a list.
//!
//! Responsible for what the slices state, for the border (terminal values, and what imports say), for putting the theorem's two functions to
//! every position in turn, and for what makes a statement of exact values have one certificate. Left to others: the functions (`theorem`),
//! arithmetic (`numbers`), where options lead (`games`).

use std::iter;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::certificate::{Certificate, Form, Head, Reader, Statement};
use crate::failure::{Breach, Condition, Failure, Spelling};
use crate::games::{Table, Target};
use crate::limits::TooMuch;
use crate::marks::Marks;
use crate::numbers::{Fractions, Numbers, at};
use crate::payments::{self, Auction};
use crate::theorem::{Choice, INFINITE, Label, Node, Options, Place, Scale, Side, Turn};

/// How many positions of a slice there are at least before the next one begins.
pub const SLICE: usize = 1 << 12;

/// Two numbers for each place of a list, in 4 bytes each if that suffices for all.
#[derive(Debug)]
enum Pairs {
    /// Below 2^32.
    Short(Vec<[u32; 2]>),
    /// Others.
    Long(Vec<[u64; 2]>),
}

impl Pairs {
    /// None yet, of numbers below `end`.
    fn below(end: u64) -> Self {
        if end <= INFINITE.into() { Self::Short(Vec::new()) } else { Self::Long(Vec::new()) }
    }

    fn push(&mut self, pair: [u64; 2]) {
        match self {
            Self::Short(pairs) => pairs.push(pair.map(|number| number.try_into().expect("below 2^32"))),
            Self::Long(pairs) => pairs.push(pair),
        }
    }

    #[inline(always)]
    fn get(&self, place: usize) -> [u64; 2] {
        match self {
            Self::Short(pairs) => pairs[place].map(u64::from),
            Self::Long(pairs) => pairs[place],
        }
    }
}

/// What is stated of the positions, and, once [`check`] has returned it, verified.
#[derive(Debug)]
pub struct Stated {
    /// 0 if numbers are indices of values, else k for units of 2^-k.
    pub bits: u8,
    /// The values.
    pub values: Arc<Fractions>,
    pub(crate) form: Form,
    /// Of how many positions.
    pub(crate) count: usize,
    /// Two numbers of each: `l` and `u′` in a narrow enclosure, else each is two bounds.
    numbers: Pairs,
    /// In a narrow enclosure `u` and `l′` of each listed position, else the labels of each.
    rest: Pairs,
    /// The listed positions.
    listed: Marks,
    /// White's move and Black's, where they are stated.
    moves: Vec<[u64; 2]>,
}

impl Stated {
    /// That each place has its value.
    pub fn terminal(values: &Arc<Fractions>) -> Self {
        let count = values.numerators.len();
        let numbers = Pairs::Long((0..).take(count).map(|index| [index; 2]).collect());
        let (values, rest, listed, moves) =
            (Arc::clone(values), Pairs::Short(vec![[0; 2]; count]), Marks::none(0), Vec::new());
        Self { bits: 0, values, form: Form::One, count, numbers, rest, listed, moves }
    }

    /// What is stated of the position of a number.
    #[inline(always)]
    pub fn place(&self, number: u32) -> Place {
        self.seen(number, |number| [number; 2])
    }

    /// What is stated, with each number rounded down and up: down where it is a lower bound, up where it is an upper one.
    #[inline(always)]
    fn seen(&self, number: u32, ends: impl Fn(u64) -> [u64; 2]) -> Place {
        let [[l, u], [m, v]] = self.numbers.get(at(number)).map(&ends);
        if self.form == Form::Narrow {
            let is_listed = self.listed.contains(at(number));
            let listed = is_listed.then(|| self.rest.get(at(self.listed.before(at(number)))).map(ends));
            let [u, m] = listed.map_or([v, l], |[[_, u], [m, _]]| [u, m]);
            return Place { alpha: [l, u], beta: [m, v], labels: [0; 2] };
        }
        let labels = self.rest.get(at(number)).map(|label| label.try_into().expect("32 bits"));
        // Bounds with labels: each is one on both values.
        let [u, m] = if self.form == Form::Two && self.bits > 0 { [v, l] } else { [u, m] };
        Place { alpha: [l, u], beta: [m, v], labels }
    }
}

/// The slices of a game: runs of positions.
pub fn slices(game: &impl Table) -> Vec<Range<usize>> {
    let (mut slices, mut start) = (Vec::new(), 0);
    while start < game.count() {
        let end = game.slice_end(game.count().min(start + SLICE));
        slices.push(start..end);
        start = end;
    }
    slices
}

// ANCHOR: read
/// Reads all slices: what is stated of the positions, each number below `end`.
fn read<G: Table>(game: &G, certificate: &Certificate, slices: &[Range<usize>], end: u64) -> Result<Stated, Failure> {
    let Head { bits, form, ref values, .. } = certificate.head;
    let (count, mut moves) = (game.count(), Vec::new());
    let is_narrow = form == Form::Narrow;
    let (mut numbers, mut rest) = (Pairs::below(end), Pairs::below(if is_narrow { end } else { 0 }));
    let mut listed = Marks::none(if is_narrow { count } else { 0 });
    let is_exact = matches!(form, Form::One | Form::Two);
    for (slice, (range, bytes)) in slices.iter().zip(&certificate.slices).enumerate() {
        let (mut reader, count) = (Reader::new(Some(slice), bytes), range.len());
        let columns = if is_narrow {
            narrow(&mut reader, count)?
        } else {
            let lower = reader.column(count)?;
            let upper = if form == Form::Two { reader.column(count)? } else { lower.clone() };
            if form == Form::One && G::STATES_MOVES {
                let (white, black) = (reader.column32(count)?, reader.column32(count)?);
                moves.extend(white.into_iter().zip(black).map(|(white, black)| [white, black]));
            }
            let white = if matches!(form, Form::Holds(_)) { vec![0; count] } else { reader.column32(count)? };
            let black = if is_exact { reader.column32(count)? } else { white.clone() };
            [lower, white, black, upper]
        };
        let ends = if is_narrow { [end; 4] } else { [end, INFINITE.into(), INFINITE.into(), end] };
        if columns.iter().zip(ends).any(|(column, end)| column.iter().any(|&number| number >= end)) {
            return Err(reader.wrong(Spelling::Large));
        }
        reader.end()?;
        for (place, position) in range.clone().enumerate() {
            let mut record = columns.each_ref().map(|column| column[place]);
            if is_exact && game.turn(u32::try_from(position).expect("within the limits")) == Turn::Bid {
                // Of exact values, the label 0 is infinite where the players bid.
                record[1..3].iter_mut().filter(|label| **label == 0).for_each(|label| *label = INFINITE.into());
            }
            let [l, u, m, v] = record;
            numbers.push([l, v]);
            if is_narrow && u < m {
                listed.insert(position);
            }
            if !is_narrow || u < m {
                rest.push([u, m]);
            }
        }
    }
    listed.count();
    let values = Arc::new(values.clone());
    Ok(Stated { bits, values, form, count, numbers, rest, listed, moves })
}

/// Reads the columns of a slice of a narrow enclosure. Stated are `l` and `u′ − l`; and at listed positions `u − l`, `l′ − u` and `u′ − l′`.
/// Elsewhere `u = u′` and `l′ = l`.
fn narrow(reader: &mut Reader, count: usize) -> Result<[Vec<u64>; 4], Failure> {
    let (low, widths) = (reader.column(count)?, reader.column(count)?);
    let flags = reader.column(count.div_ceil(8))?;
    let is_listed = |&place: &usize| flags[place / 8] >> (place % 8) & 1 == 1;
    let listed: Vec<usize> = (0..count).filter(is_listed).collect();
    let (gaps, rests) = (reader.column(listed.len())?, reader.column(listed.len())?);
    let large = || reader.wrong(Spelling::Large);
    if (count..8 * flags.len()).any(|place| is_listed(&place))
        || flags.iter().any(|&flags| flags > 0xff)
        || gaps.contains(&0)
    {
        return Err(large());
    }
    let sum = |a: u64, b: u64| a.checked_add(b).ok_or_else(large);
    let u = low.iter().zip(widths).map(|(&l, width)| sum(l, width)).collect::<Result<Vec<_>, _>>()?;
    let (mut m, mut v) = (low.clone(), u.clone());
    for (place, (gap, rest)) in listed.into_iter().zip(gaps.into_iter().zip(rests)) {
        m[place] = sum(u[place], gap)?;
        v[place] = sum(m[place], rest)?;
    }
    Ok([low, u, m, v])
}
// ANCHOR_END: read

/// What is stated, as the numbers of a check: ranks, or units in which lower bounds are rounded down and upper ones up.
pub(crate) struct View<'a> {
    pub(crate) stated: &'a Stated,
    /// Whether the colours are exchanged: of each number `x`, `1 − x` is seen.
    pub(crate) flipped: bool,
    /// Whether the labels are seen; else they are 0.
    labels: bool,
    /// What is seen of each value.
    pub(crate) values: Vec<[u64; 2]>,
    /// 0 for ranks, else k for units of 2^-k.
    bits: u8,
}

impl View<'_> {
    #[inline(always)]
    pub(crate) fn place(&self, number: u32) -> Place {
        if self.bits > 0 && self.bits == self.stated.bits && !self.flipped {
            return self.stated.place(number);
        }
        let Place { alpha, beta, labels } = self.stated.seen(number, |number| match self.stated.bits {
            0 => self.values[at(number)],
            bits if bits == self.bits => [number; 2],
            bits => {
                let scaled = u128::from(number) << self.bits;
                [scaled >> bits, scaled.div_ceil(1 << bits)].map(|end| u64::try_from(end).expect("at most 2^62"))
            }
        });
        let labels = if self.labels { labels } else { [0; 2] };
        if !self.flipped {
            return Place { alpha, beta, labels };
        }
        // Ranks of values are those of `1 − x` already.
        let flip = |[low, high]: [u64; 2]| [high, low].map(|x| if self.bits > 0 { (1 << self.bits) - x } else { x });
        Place { alpha: flip(beta), beta: flip(alpha), labels: [labels[1], labels[0]] }
    }
}

/// What is stated of positions and of the parts of their border, in the same numbers.
pub(crate) fn views<'a>(
    own: &'a Stated,
    borders: impl Iterator<Item = (&'a Stated, bool)>,
) -> Result<(Numbers, Vec<View<'a>>), TooMuch> {
    let seen: Vec<_> = iter::once((own, false)).chain(borders).collect();
    let lists: Vec<_> = seen.iter().map(|(stated, flipped)| (&*stated.values, *flipped)).collect();
    let (numbers, values) = Numbers::join(own.bits, &lists)?;
    let view = |((part, (stated, flipped)), values)| View {
        stated,
        flipped,
        labels: part == 0 || matches!(own.form, Form::One | Form::Two),
        values,
        bits: own.bits,
    };
    Ok((numbers, seen.into_iter().enumerate().zip(values).map(view).collect()))
}

// ANCHOR: check
/// Verifies a table, or a list; under an auction, if one is given. `imports` are verified, and those that the game asks for; of a game in a file, its
/// terminal values.
pub fn check<G: Table + Sync>(
    game: &G,
    certificate: &Certificate,
    imports: &[&Stated],
    auction: Option<&Auction>,
    threads: usize,
) -> Result<Stated, Failure> {
    let (head, slices) = (&certificate.head, slices(game));
    if slices.len() != certificate.slices.len() {
        return Err(Failure::Coverage(certificate.slices.len(), slices.len()));
    }
    for (range, bytes) in slices.iter().zip(&certificate.slices) {
        // A true slice of a table takes a byte or more for each position: some label or some bound of it is not 0.
        if !matches!(head.statement, Statement::List(..)) && bytes.len() < range.len() {
            return Err(Failure::Coverage(bytes.len(), range.len()));
        }
    }
    let count = u64::try_from(head.values.numerators.len()).expect("a length");
    let own = read(game, certificate, &slices, if head.bits > 0 { (1 << head.bits) + 1 } else { count })?;
    let borders = game.borders().into_iter().map(|(place, flipped)| (imports[place], flipped));
    let (numbers, views) = views(&own, borders)?;
    if let (Some(_), Numbers::Ranks(points, one)) = (auction, &numbers) {
        payments::WORK.admit(points[at(*one)].bits() * u64::try_from(own.count).expect("a length"))?;
    }
    if head.bits == 0 {
        let ranks = &views[0].values;
        let increasing = ranks.is_sorted_by(|a, b| a < b) && ranks.last() <= Some(&[numbers.one(); 2]);
        let mut used = vec![false; ranks.len()];
        let mut differ = false;
        for position in 0..own.count {
            let [first, .., last] = own.place(u32::try_from(position).expect("within the limits")).numbers();
            (used[at(first)], used[at(last)]) = (true, true);
            differ |= first != last;
        }
        if !increasing || used.contains(&false) || differ != (head.form == Form::Two) {
            return Err(Failure::Spelling(None, 0, Spelling::Values));
        }
    }
    each(game, &slices, threads, auction, &views, &numbers)?;
    Ok(own)
}
// ANCHOR_END: check

// ANCHOR: conditions
/// The first condition that fails at a position: which, for which side, the label or move that is stated, and the one that is required.
///
/// First the theorem's functions: those that the form asks for. In a narrow enclosure `holds` is asked for where all four numbers are stated:
/// there `u < l′`. Then what makes a statement of exact values have one certificate: the label is one more than that of the least evidence, 0
/// where nobody bids and the side has nothing; the stated move, if there is one, is the greedy one of least label, and of those the first.
fn fault(node: &Node, form: Form, moves: Option<&[u64; 2]>) -> Option<(Condition, Side, [Label; 2])> {
    for side in Side::BOTH {
        let (holds, forces) = match form {
            Form::One | Form::Two => (true, true),
            Form::Narrow => (node.place.alpha[1] < node.place.beta[0], true),
            Form::Holds(one) => (one == side, false),
            Form::Forces(one) => (false, one == side),
        };
        if holds && !node.holds(side) {
            return Some((Condition::Holds, side, [0; 2]));
        }
        if forces && !node.forces(side) {
            return Some((Condition::Forces, side, [node.place.label(side), node.evidence(side)]));
        }
    }
    for side in Side::BOTH.into_iter().filter(|_| matches!(form, Form::One | Form::Two)) {
        let (label, evidence) = (node.place.label(side), node.evidence(side));
        let required = match node.options.turn {
            Turn::Of(_) | Turn::Chance if node.has_nothing(side) => 0,
            _ if evidence == INFINITE => INFINITE,
            _ => evidence + 1,
        };
        if label != required {
            return Some((Condition::Label, side, [label, required]));
        }
        let stated = |moves: &[u64; 2]| moves[side.of(0, 1)].try_into().expect("32 bits");
        let moves = moves.map(|moves| [stated(moves), node.first(side).name]);
        if let Some(moves) = moves.filter(|[stated, first]| stated != first) {
            return Some((Condition::Greedy, side, moves));
        }
    }
    None
}
// ANCHOR_END: conditions

// ANCHOR: each
/// Checks every position, slice by slice. The first view is that of the positions, the others are the border.
fn each<G: Table + Sync>(
    game: &G,
    slices: &[Range<usize>],
    threads: usize,
    auction: Option<&Auction>,
    views: &[View],
    numbers: &Numbers,
) -> Result<(), Failure> {
    let see = |target: Target| match target {
        Target::To(number) => views[0].place(number),
        Target::Known { border, number } => views[1 + border].place(number),
        Target::Won(side) => Place::of(side.of(numbers.one(), 0)),
        Target::Outside => Place { alpha: [0, numbers.one()], beta: [0, numbers.one()], labels: [0; 2] },
    };
    let put = |position: u32| {
        let mut options = Options::new(game.turn(position));
        game.options(position, |(side, weight, name, to)| options.add(side, Choice { weight, name, to: see(to) }));
        let node = Node::new(numbers, views[0].place(position), options);
        let Stated { form, moves, .. } = views[0].stated;
        let (condition, side, labels) = match auction {
            None => fault(&node, *form, moves.get(at(position)))?,
            Some(auction) => payments::fault(auction, &node, numbers, *form)?,
        };
        let x = |place: &Place| if condition == Condition::Holds { place.far(side) } else { place.near(side) };
        let mean = node.terms.iter().map(|(weight, term)| (*weight, numbers.fraction(x(term)))).collect();
        Some(Breach { position, condition, side, stated: numbers.fraction(x(&node.place)), mean, labels })
    };
    first(slices, threads, put).map_or(Ok(()), |breach| Err(Failure::At(Box::new(breach))))
}
// ANCHOR_END: each

// ANCHOR: first
/// The first fault of a position in the canonical order, however many threads look for it: each slice before its own has been taken by some
/// thread, which found nothing there.
pub(crate) fn first<F: Send>(
    slices: &[Range<usize>],
    threads: usize,
    fault: impl Fn(u32) -> Option<F> + Sync,
) -> Option<F> {
    let (next, first_failed) = (AtomicUsize::new(0), AtomicUsize::new(slices.len()));
    let work = || {
        let taken = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let mut taken = taken.take_while(|&slice| slice < first_failed.load(Ordering::Relaxed));
        taken.find_map(|slice| {
            let mut positions = slices[slice].clone().map(|number| u32::try_from(number).expect("within the limits"));
            let found = positions.find_map(&fault)?;
            first_failed.fetch_min(slice, Ordering::Relaxed);
            Some((slice, found))
        })
    };
    // One thread is this one: a browser has no other.
    let first = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.clamp(1, 64)).map(|_| scope.spawn(work)).collect();
        let own = work();
        let others = others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        others.chain([own]).flatten().min_by_key(|(slice, _)| *slice)
    });
    first.map(|(_, found)| found)
}
// ANCHOR_END: first
