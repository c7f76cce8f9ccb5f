//! Tables: something is stated of every position of a game, or of every position of a list.
//!
//! Responsible for what the slices state, for the border (terminal values, and what imports say), for asking the
//! theorem's two functions at every position in turn, and for what makes a statement of exact values have one
//! certificate. Left to others: the functions (`theorem`), arithmetic (`numbers`), where options lead (`endgame`,
//! `graph`, `plan`), other rules than the theorem's ([`Rule`]).

use std::iter;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::certificate::{Certificate, Form, Head, Reader, Statement};
use crate::failure::{Breach, Condition, Failure, Spelling, ensure};
use crate::limits::TooMuch;
use crate::numbers::{Fractions, Numbers, at};
use crate::ranked_set::RankedSet;
use crate::stated::Columns;
pub use crate::stated::Stated;
use crate::theorem::{Best, Choice, INFINITE, Label, Node, Place, Side, Turn};

// ANCHOR: game
/// Where an option leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// To a position of the game.
    To(u32),
    /// To the end of the game: this side has won.
    Won(Side),
    /// To the border: a place of which something is known from elsewhere.
    Known {
        /// Which part of the border: of a game in a file there is one; else there are two for each import, the second
        /// with the colours exchanged.
        border: usize,
        /// Which place there.
        number: u32,
    },
    /// To a place of which nothing is known: in a plan for some positions it is outside; elsewhere an import is
    /// lacking.
    Outside,
}

/// An option: whose it is (White's, where chance takes it), its weight (1, unless chance takes it), which move it is,
/// and where it leads.
pub type Step = (Side, u64, u32, Target);

/// A game, or a part of one, whose places are all enumerated. (In endgames symmetry may give a position more than one
/// place.)
pub trait Table {
    /// Whether exact tables of sharp positions state a move for each player.
    const STATES_MOVES: bool = false;
    /// Whether options may lead outside.
    const IS_PART: bool = false;
    /// Whether a slice may take less than a byte for each position, because the positions of a further game stand in a
    /// file that was given.
    const IS_GIVEN: bool = false;

    /// How many positions there are.
    fn count(&self) -> usize;

    /// Whose turn it is at a position.
    fn turn(&self, _position: u32) -> Turn {
        Turn::Bid
    }

    /// Tells every option of a position, in any order. A player who may come to move and has no option passes: the
    /// position is the option.
    fn options(&self, position: u32, tell: impl FnMut(Step));

    /// Where the slice of the file ends that has to reach this number of positions at the least: a number from here on.
    fn slice_end(&self, least: usize) -> usize {
        least
    }
}
// ANCHOR_END: game

// ANCHOR: rule
/// What is asked of a position. The kernel's is the [`Theorem`]; an auction with another mean brings its own.
pub trait Rule: Sync {
    /// That numbers such as these, at so many positions, are not too much.
    ///
    /// # Errors
    ///
    /// A limit that is passed.
    fn admit(&self, _numbers: &Numbers, _positions: usize) -> Result<(), TooMuch> {
        Ok(())
    }

    /// The first condition that fails at a position.
    fn fault(&self, position: u32, node: &Node<Numbers>, numbers: &Numbers, asked: &Asked) -> Option<Fault>;
}

/// What a certificate says of its numbers, besides the numbers.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Which numbers are stated.
    pub form: Form,
    /// Whether they are about one value, that of an endless play being given.
    pub is_never: bool,
    /// What an endless play is worth, rounded down and up: as White sees it, and Black. Nothing is lost: a whole number
    /// of units is above it exactly if it is above it rounded down, and below it exactly if it is below it rounded up.
    pub endless: [u64; 2],
    /// The stated moves of White and of Black.
    pub moves: Option<[u32; 2]>,
}

/// A condition that fails at a position: which, for which side, the label or move that is stated, and the one that is
/// required.
pub type Fault = (Condition, Side, [Label; 2]);
// ANCHOR_END: rule

/// The rule of this library: the theorem's two functions.
pub struct Theorem;

/// How many places of a slice there are at least before the next one begins.
pub const SLICE: usize = 1 << 12;

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
/// Reads all slices: what is stated of the places, each number below `end`. Of a narrow enclosure `l` and `u′ − l` are
/// stated.
fn read(
    certificate: &Certificate,
    slices: &[Range<usize>],
    end: u64,
    states_moves: bool,
    turn: &dyn Fn(usize) -> Turn,
) -> Result<Stated, Failure> {
    let count = slices.last().map_or(0, |last| last.end);
    let Head { bits, form, never, ref values, .. } = certificate.head;
    let (is_exact, is_narrow) = (matches!(form, Form::One | Form::Two), form.is_narrow());
    let none = || RankedSet::none(if is_narrow { count } else { 0 });
    let (mut labelled, mut settled, mut numbers) =
        (none(), (none(), Vec::new()), Columns::below(end, count, bits > 0 && never.is_some()));
    let (mut labels, mut moves) = (Vec::new(), Vec::new());
    for (slice, range) in slices.iter().enumerate() {
        let (bytes, count) = (certificate.slice(slice)?, range.len());
        let mut reader = Reader::new(Some(slice), bytes);
        let lower = reader.column(count)?;
        let upper = if is_narrow || form == Form::Two { reader.column(count)? } else { lower.clone() };
        let with_gap = if is_narrow { listed(&mut reader, count)? } else { Vec::new() };
        let mut of_gaps = || if is_narrow { reader.column(with_gap.len()) } else { Ok(Vec::new()) };
        let (gap, rest) = (of_gaps()?, of_gaps()?);
        let with_labels = if is_narrow { listed(&mut reader, count)? } else { Vec::new() };
        ensure(!gap.contains(&0) && (never.is_none() || gap.is_empty()), reader.wrong(Spelling::Large))?;
        if form == Form::One && states_moves {
            let (white, black) = (reader.column32(count)?, reader.column32(count)?);
            moves.extend(white.into_iter().zip(black).map(|(white, black)| [white, black]));
        }
        let pairs = labels_in(&mut reader, form, if is_narrow { with_labels.len() } else { count })?;
        let sharp = if form == Form::Sharp { settled_in(&mut reader, count, &mut settled.1)? } else { Vec::new() };
        reader.end()?;
        let large = || reader.wrong(Spelling::Large);
        let sum = |a: u64, b| a.checked_add(b).filter(|sum| *sum < end).ok_or_else(large);
        // `l`, `u`, `l′` and `u′` of each place. Where no gap is listed `u` is `u′`, and `l′` is `l`; a plan's bound is
        // all four. Exact values are two, α and β, or twice the same one.
        let mut with_gap = with_gap.into_iter().zip(gap.into_iter().zip(rest)).peekable();
        for place in 0..count {
            let l = sum(lower[place], 0)?;
            let v = sum(upper[place], if is_narrow { l } else { 0 })?;
            numbers.push(match with_gap.next_if(|(listed, _)| *listed == place) {
                // What stands in the second column is `u − l` here.
                Some((_, (gap, rest))) => [l, v, sum(v, gap)?, sum(sum(v, gap)?, rest)?],
                None if is_narrow || bits > 0 => [l, v, l, v],
                None => [l, l, v, v],
            });
        }
        with_labels.iter().for_each(|place| labelled.insert(range.start + place));
        for position in sharp.iter().map(|place| range.start + place) {
            let [l, u, m, v] = numbers.get(position);
            ensure(l < v && m <= u, large())?;
            settled.0.insert(position);
        }
        let is_spelt = |labels: &[Label; 2]| !labels.contains(&INFINITE) && (!is_narrow || *labels != [0; 2]);
        ensure(pairs.iter().all(is_spelt), large())?;
        // Of the exact α and β, the label 0 is infinite where the players bid.
        let may_be_infinite = |place| is_exact && never.is_none() && turn(range.start + place) == Turn::Bid;
        let label = |place, label| if label == 0 && may_be_infinite(place) { INFINITE } else { label };
        labels.extend(pairs.into_iter().enumerate().map(|(place, pair)| pair.map(|one| label(place, one))));
    }
    [&mut labelled, &mut settled.0].into_iter().for_each(RankedSet::count);
    Ok(Stated { bits, values: Arc::clone(values), form, never, count, numbers, labelled, settled, labels, moves })
}

/// Reads the labels of so many places: White's and Black's.
fn labels_in(reader: &mut Reader, form: Form, count: usize) -> Result<Vec<[Label; 2]>, Failure> {
    let has_both = matches!(form, Form::One | Form::Two) || form.is_narrow();
    let has_labels = has_both || matches!(form, Form::Forces(_));
    let white = if has_labels { reader.column32(count)? } else { vec![0; count] };
    let black = if has_both { reader.column32(count)? } else { white.clone() };
    Ok(white.into_iter().zip(black).map(|(white, black)| [white, black]).collect())
}

/// Reads which places of a slice are settled, and adds their labels.
fn settled_in(reader: &mut Reader, count: usize, labels: &mut Vec<Label>) -> Result<Vec<usize>, Failure> {
    let settled = listed(reader, count)?;
    let own = reader.column32(settled.len())?;
    ensure(!own.contains(&INFINITE), reader.wrong(Spelling::Large))?;
    labels.extend(own);
    Ok(settled)
}

/// Reads which places of a slice are listed.
fn listed(reader: &mut Reader, count: usize) -> Result<Vec<usize>, Failure> {
    let flags = reader.column(count.div_ceil(8))?;
    let is_flags = |(place, &flags): (usize, &u64)| flags < 1 << (count - 8 * place).min(8);
    ensure(flags.iter().enumerate().all(is_flags), reader.wrong(Spelling::Large))?;
    Ok((0..count).filter(|place| flags[place / 8] >> (place % 8) & 1 == 1).collect())
}
// ANCHOR_END: read

/// What is stated, as the numbers of a check: ranks, or units in which lower bounds are rounded down and upper ones up.
pub struct View<'a> {
    /// What is seen.
    pub stated: &'a Stated,
    /// Whether the colours are exchanged: of each number `x`, `1 − x` is seen.
    pub flipped: bool,
    /// Whether the labels are seen; else they are 0.
    labels: bool,
    /// What is seen of each value.
    pub values: Vec<[u64; 2]>,
    /// What is seen of 1 in units; 0 in ranks.
    one: u64,
    /// A number in other units is multiplied by 2^up and divided by 2^down: one of them is 0.
    up: u8,
    down: u8,
}

impl View<'_> {
    /// What is seen of the position of a number.
    #[inline(always)]
    pub fn place(&self, number: u32) -> Place {
        let Place { alpha, beta, labels } = self.stated.seen(number, |number| match self.stated.bits {
            0 => self.values[at(number)],
            _ => [0, (1 << self.down) - 1].map(|rounding| ((number << self.up) + rounding) >> self.down),
        });
        let labels = if self.labels { labels } else { [0; 2] };
        // Ranks of values are those of `1 − x` already.
        let flip = |[low, high]: [u64; 2]| [high, low].map(|x| if self.one > 0 { self.one - x } else { x });
        match self.flipped {
            true => Place { alpha: flip(beta), beta: flip(alpha), labels: [labels[1], labels[0]] },
            false => Place { alpha, beta, labels },
        }
    }

    /// What is known of both values of the position of a number: `l`, and `u′`.
    pub fn bounds(&self, number: u32) -> [u64; 2] {
        let Place { alpha: [l, _], beta: [_, u], .. } = self.place(number);
        [l, u]
    }
}

/// What is stated of places and of the parts of their border, in the same numbers; and what an endless play is worth,
/// as White sees it and Black.
pub fn views<'a>(
    own: &'a Stated,
    borders: &[(&'a Stated, bool)],
) -> Result<(Numbers, Vec<View<'a>>, [u64; 2]), TooMuch> {
    let seen: Vec<_> = iter::once(&(own, false)).chain(borders).copied().collect();
    let endless = own.never.map(|(numerator, denominator)| Fractions {
        denominator: denominator.into(),
        numerators: vec![numerator.into()],
    });
    let lists = seen.iter().map(|(stated, flipped)| (&*stated.values, *flipped));
    let lists: Vec<_> = lists.chain(endless.iter().map(|endless| (endless, false))).collect();
    let (numbers, mut values) = Numbers::join(own.bits, &lists)?;
    let endless = match endless {
        Some(_) => values.pop().expect("its list is the last")[0],
        None => [0, numbers.one()],
    };
    let one = if own.bits > 0 { numbers.one() } else { 0 };
    let view = |((part, (stated, flipped)), values): ((usize, (&'a Stated, _)), _)| {
        let labels = part == 0 || matches!(own.form, Form::One | Form::Two) && own.never.is_none();
        let [up, down] = [own.bits, stated.bits].map(|bits| bits - own.bits.min(stated.bits));
        View { stated, flipped, labels, values, one, up, down }
    };
    let views = seen.into_iter().enumerate().zip(values).map(view).collect();
    Ok((numbers, views, endless))
}

/// Whether values with these ranks are increasing, at most 1 and all in use, in two columns exactly if these differ.
fn are_values(own: &Stated, ranks: &[[u64; 2]], one: u64) -> bool {
    let increasing = ranks.is_sorted_by(|a, b| a < b) && ranks.last() <= Some(&[one; 2]);
    let (mut used, mut differ) = (vec![false; ranks.len()], false);
    for [first, .., last] in (0..own.count).map(|place| own.numbers.get(place)) {
        (used[at(first)], used[at(last)]) = (true, true);
        differ |= first != last;
    }
    increasing && !used.contains(&false) && differ == (own.form == Form::Two)
}

// ANCHOR: check
/// The slices of a game, which are those of the certificate. A true slice of an endgame takes a byte or more for each
/// place: some label or some bound of it is not 0.
fn covered<G: Table>(game: &G, certificate: &Certificate) -> Result<Vec<Range<usize>>, Failure> {
    let (slices, stated) = (slices(game), &certificate.slices);
    ensure(slices.len() == stated.len(), Failure::Coverage(stated.len(), slices.len()))?;
    let is_free = G::IS_GIVEN || matches!(certificate.head.statement, Statement::Game(_) | Statement::List(..));
    for (range, (bytes, _)) in slices.iter().zip(stated) {
        ensure(is_free || bytes.len() >= range.len(), Failure::Short(bytes.len(), range.len()))?;
    }
    Ok(slices)
}

/// Verifies a table, or a list, by a rule. The border is given in parts, each with what is stated there, and whether
/// the colours are exchanged: two parts for each import, which is verified by now; for a game in a file one part, its
/// terminal values.
pub fn check<G: Table + Sync>(
    game: &G,
    certificate: &Certificate,
    borders: &[(&Stated, bool)],
    rule: &dyn Rule,
    threads: usize,
) -> Result<Stated, Failure> {
    let (head, slices) = (&certificate.head, covered(game, certificate)?);
    let count = u64::try_from(head.values.numerators.len()).expect("a length");
    let end = if head.bits > 0 { (1 << head.bits) + 1 } else { count };
    let turn = |place: usize| game.turn(u32::try_from(place).expect("within the limits"));
    let own = read(certificate, &slices, end, G::STATES_MOVES, &turn)?;
    let (numbers, views, endless) = views(&own, borders)?;
    rule.admit(&numbers, own.count)?;
    if head.bits == 0 {
        ensure(are_values(&own, &views[0].values, numbers.one()), Failure::Spelling(None, 0, Spelling::Values))?;
    }
    // ANCHOR_END: check

    // ANCHOR: each
    // Every place, slice by slice. The first view is that of the places, the others are the border.
    let used: Vec<AtomicBool> = borders.iter().map(|_| AtomicBool::new(false)).collect();
    let see = |target: Target| match target {
        Target::To(number) => views[0].place(number),
        Target::Known { border, number } => views[1 + border].place(number),
        Target::Won(side) => Place::of(side.of(numbers.one(), 0)),
        Target::Outside => Place { alpha: [0, numbers.one()], beta: [0, numbers.one()], labels: [0; 2] },
    };
    // What is told of the options is kept, in a list that is used again, where it is asked for a second time: exact
    // tables ask for all labels, chance for all numbers.
    let put = |told: &mut Vec<(Side, Choice)>, position: u32| {
        let (mut best, mut lacks, turn) = (Best::NONE, false, game.turn(position));
        let is_kept = own.bits == 0 || turn == Turn::Chance;
        told.clear();
        game.options(position, |(side, weight, name, to)| {
            lacks |= !G::IS_PART && to == Target::Outside;
            if let Target::Known { border, .. } = to {
                let _ = used[border].load(Ordering::Relaxed) || used[border].swap(true, Ordering::Relaxed);
            }
            let numbers = match to {
                // In its own units a place is seen as it is stated: the next line says the same, in more time.
                Target::To(number) if !is_kept => own.numbers.get(at(number)),
                to => {
                    let to = see(to);
                    told.extend(is_kept.then_some((side, Choice { weight, name, to })));
                    to.numbers()
                }
            };
            best.add(side, numbers);
        });
        if lacks {
            return Some(Failure::Lacking(position));
        }
        let choice = |weight, name, to| Choice { weight, name, to: see(to) };
        let again = |tell: &mut dyn FnMut(Side, Choice)| match is_kept {
            true => told.iter().for_each(|&(side, choice)| tell(side, choice)),
            false => game.options(position, |(side, weight, name, to)| tell(side, choice(weight, name, to))),
        };
        let node = Node::new(&numbers, views[0].place(position), turn, best, &again);
        let (form, is_never, moves) = (own.form, own.never.is_some(), own.moves.get(at(position)).copied());
        breach(rule, position, &node, &numbers, &Asked { form, is_never, endless, moves })
    };
    first(&slices, threads, &put).map_or(Ok(()), Err)?;
    // Of an import there are two parts; a game in a file has one part, and no import.
    let unused = used.chunks_exact(2).position(|parts| !parts.iter().any(|part| part.load(Ordering::Relaxed)));
    unused.map_or(Ok(own), |place| Err(Failure::Unused(place)))
}
// ANCHOR_END: each

/// Asks a rule about a position. If a condition fails, the failure has the numbers that it compares.
fn breach(rule: &dyn Rule, position: u32, node: &Node<Numbers>, numbers: &Numbers, asked: &Asked) -> Option<Failure> {
    let (condition, side, labels) = rule.fault(position, node, numbers, asked)?;
    let is_near = condition != Condition::Holds;
    let x = if is_near { node.place.near(side) } else { node.place.far(side) };
    let mut terms = node.terms(side, is_near);
    if node.turn == Turn::Chance {
        // What is the same is told once: there may be many options, and numbers are long.
        terms.sort_unstable_by_key(|&(_, x)| x);
        terms.dedup_by(|(weight, x), kept| *x == kept.1 && (kept.0 += *weight, true).1);
    }
    let mean = terms.into_iter().map(|(weight, x)| (weight, numbers.fraction(x))).collect();
    Some(Failure::At(Box::new(Breach { position, condition, side, stated: numbers.fraction(x), mean, labels })))
}

// ANCHOR: conditions
impl Rule for Theorem {
    /// First the theorem's functions: those that the form asks for. In a narrow enclosure `holds` is asked for where
    /// all four numbers are stated: there `u < l′`. Nowhere is it asked for if endless play has a worth of its own:
    /// `forces` of both sides says all. Then what makes a statement of exact values have one certificate: the label is
    /// one more than that of the least evidence; 0 where the side has no more than an endless play is worth, unless the
    /// players bid and the certificate is about α and β. And the stated move, if there is one, is the greedy one of
    /// least label, and of those the first.
    fn fault(&self, _: u32, node: &Node<Numbers>, _: &Numbers, asked: &Asked) -> Option<Fault> {
        let Asked { form, is_never, endless, moves } = *asked;
        let is_exact = matches!(form, Form::One | Form::Two);
        for side in Side::BOTH {
            let (holds, forces) = match form {
                Form::One | Form::Two => (!is_never, true),
                Form::Narrow | Form::Sharp => (node.place.alpha[1] < node.place.beta[0] && !is_never, true),
                Form::Holds(one) => (one == side, false),
                Form::Forces(one) => (false, one == side),
            };
            if holds && !node.holds(side) {
                return Some((Condition::Holds, side, [0; 2]));
            }
            if forces && !node.forces(side, side.of(endless[0], endless[1])) {
                return Some((Condition::Forces, side, [node.place.label(side), node.quiet_evidence(side)]));
            }
        }
        for side in Side::BOTH.into_iter().filter(|_| is_exact) {
            let (label, evidence) = (node.place.label(side), node.evidence(side));
            let has_more = node.is_better(side, side.of(endless[0], endless[1]));
            let required = match evidence {
                _ if !has_more && (is_never || node.turn != Turn::Bid) => 0,
                INFINITE => INFINITE,
                _ => evidence + 1,
            };
            if label != required {
                return Some((Condition::Label, side, [label, required]));
            }
            let moves = moves.map(|moves| [moves[side.of(0, 1)], node.first(side)]);
            if let Some(moves) = moves.filter(|[stated, first]| stated != first) {
                return Some((Condition::Greedy, side, moves));
            }
        }
        None
    }
}
// ANCHOR_END: conditions

// ANCHOR: first
/// The first fault of a position in the canonical order, however many threads look for it: each slice before its own
/// has been taken by some thread, which found nothing there.
pub fn first<F: Send, S: Default>(
    slices: &[Range<usize>],
    threads: usize,
    fault: &(impl Fn(&mut S, u32) -> Option<F> + Sync),
) -> Option<F> {
    let next = AtomicUsize::new(0);
    let work = || {
        let taken = iter::from_fn(|| slices.get(next.fetch_add(1, Ordering::Relaxed)));
        let mut positions =
            taken.flat_map(Clone::clone).map(|number| u32::try_from(number).expect("within the limits"));
        let mut kept = S::default();
        let found = positions.find_map(|position| Some((position, fault(&mut kept, position)?)))?;
        next.store(slices.len(), Ordering::Relaxed);
        Some(found)
    };
    // One thread is this one: a browser has no other.
    let first = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.clamp(1, 64)).map(|_| scope.spawn(work)).collect();
        let own = work();
        let others = others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        others.chain([own]).flatten().min_by_key(|(position, _)| *position)
    });
    first.map(|(_, found)| found)
}
// ANCHOR_END: first
