//! Tables: something is stated of every position of a game.
//!
//! Responsible for what the slices state, for the border (terminal values, and what imports say), for putting the theorem's two functions to
//! every position in turn, and for what makes a statement of exact values have one certificate. Left to others: the functions (`theorem`),
//! arithmetic (`numbers`), where options lead (`games`).

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use crate::certificate::{Certificate, Form, Reader};
use crate::failure::{Breach, Condition, Failure, Spelling};
use crate::games::{Table, Target};
use crate::numbers::{Exact, Fraction, Fractions, Scale, Units, at};
use crate::theorem::{Choice, INFINITE, Label, Node, Numbers, Place, Side, Turn};

/// How many positions of a slice there are at least before the next one begins.
pub const SLICE: usize = 1 << 12;
/// The most threads that share the work.
const MOST_THREADS: usize = 64;

/// What is stated of the positions, and, once [`check`] has returned it, verified.
#[derive(Debug)]
pub enum Stated {
    /// The indices of both values, with the labels T and T′.
    Exact(Arc<Fractions>, Vec<([u32; 2], [Label; 2])>),
    /// In units of 2^-k: `l` and `u′`; for listed positions, in their order, `u` and `l′`; and the labels, if there are any.
    Bounds(u8, Vec<[u64; 2]>, Vec<(u32, [u64; 2])>, Vec<[Label; 2]>),
}

/// `l`, `u`, `l′` and `u′` of a position in units.
fn in_units(near: &[[u64; 2]], listed: &[(u32, [u64; 2])], number: u32) -> [u64; 4] {
    let [l, v] = near[at(number)];
    match listed.binary_search_by_key(&number, |&(number, _)| number) {
        Ok(place) => [l, listed[place].1[0], listed[place].1[1], v],
        Err(_) => [l, v, l, v],
    }
}

impl Stated {
    /// What is known of a position as fractions.
    pub fn place(&self, number: u32) -> Place<Fraction> {
        let (bounds, labels) = match self {
            Self::Exact(values, rows) => {
                let ([x, y], labels) = rows[at(number)];
                ([x, x, y, y].map(|index| values.get(at(index))), labels)
            }
            Self::Bounds(bits, near, listed, labels) => {
                let units = Units { one: 1 << bits };
                let bounds = in_units(near, listed, number).map(|bound| units.fraction(bound));
                (bounds, if labels.is_empty() { [0; 2] } else { labels[at(number)] })
            }
        };
        let [l, u, m, v] = bounds;
        Place { alpha: [l, u], beta: [m, v], labels }
    }
}

/// The slices of a game: runs of positions.
pub fn slices(game: &impl Table) -> Vec<Range<usize>> {
    let (mut slices, mut start) = (Vec::new(), 0);
    for number in 1..=game.count() {
        if number == game.count() || (number - start >= SLICE && game.may_begin_slice(number)) {
            slices.push(start..number);
            start = number;
        }
    }
    slices
}

/// Reads the slices: what is stated of the positions, and the moves that are stated.
fn read<G: Table>(game: &G, certificate: &Certificate) -> Result<(Stated, Vec<[u32; 2]>), Failure> {
    let (slices, head) = (slices(game), &certificate.head);
    if slices.len() != certificate.slices.len() {
        return Err(Failure::Coverage(certificate.slices.len(), slices.len()));
    }
    let (mut moves, mut bounds, mut listed, mut labels) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (number, (range, bytes)) in slices.into_iter().zip(&certificate.slices).enumerate() {
        let (mut reader, count) = (Reader::new(Some(number), bytes), range.len());
        let large = |reader: &Reader| reader.wrong(Spelling::Large);
        let lower = reader.column(count)?;
        let mut upper = if let Form::Two | Form::Narrow = head.form { reader.column(count)? } else { lower.clone() };
        if head.form == Form::Narrow {
            // `u′` is stated as `u′ − l`; at a listed position `u` as `u − l`, `l′` as `l′ − u`, `u′` as `u′ − l′`.
            let flags = reader.column(count.div_ceil(8))?;
            let is_listed = |&place: &usize| flags[place / 8] >> (place % 8) & 1 == 1;
            if (count..8 * flags.len()).any(|place| is_listed(&place)) || flags.iter().any(|&flags| flags > 0xff) {
                return Err(large(&reader));
            }
            let places: Vec<usize> = (0..count).filter(is_listed).collect();
            let gaps = reader.column(places.len())?.into_iter().zip(reader.column(places.len())?);
            let add = |a: u64, b: u64| a.checked_add(b).filter(|&sum| sum <= 1 << head.bits).ok_or(large(&reader));
            upper.iter_mut().zip(&lower).try_for_each(|(upper, &l)| add(l, *upper).map(|sum| *upper = sum))?;
            for (place, (gap, width)) in places.into_iter().zip(gaps).filter(|(_, (gap, _))| *gap > 0) {
                let u = upper[place];
                listed.push((u32::try_from(range.start + place).expect("a position"), [u, add(u, gap)?]));
                upper[place] = add(add(u, gap)?, width)?;
            }
        }
        if head.form == Form::One && G::STATES_MOVES {
            let (white, black) = (reader.column32(count)?, reader.column32(count)?);
            moves.extend(white.into_iter().zip(black).map(|(white, black)| [white, black]));
        }
        if let Form::One | Form::Two | Form::Forces(_) = head.form {
            let white = reader.column32(count)?;
            let black = if let Form::Forces(_) = head.form { white.clone() } else { reader.column32(count)? };
            if white.iter().chain(&black).any(|&label| label == INFINITE) {
                return Err(large(&reader));
            }
            labels.extend(white.into_iter().zip(black).map(|(white, black)| [white, black]));
        }
        let most = if head.bits == 0 { head.values.numerators.len() } else { (1 << head.bits) + 1 };
        if lower.iter().chain(&upper).any(|&number| usize::try_from(number).is_ok_and(|number| number >= most)) {
            return Err(large(&reader));
        }
        bounds.extend(lower.into_iter().zip(upper).map(|(lower, upper)| [lower, upper]));
        reader.end()?;
    }
    if head.bits > 0 {
        return Ok((Stated::Bounds(head.bits, bounds, listed, labels), moves));
    }
    labels.resize(bounds.len(), [0; 2]);
    let row = |(number, (indices, labels)): (u32, ([u64; 2], [Label; 2]))| {
        let infinite = matches!(head.form, Form::One | Form::Two) && game.turn(&number) == Turn::Bid;
        let label = |label| if infinite && label == 0 { INFINITE } else { label };
        (indices.map(|index| u32::try_from(index).expect("an index")), labels.map(label))
    };
    let rows = (0..).zip(bounds.into_iter().zip(labels)).map(row).collect();
    Ok((Stated::Exact(Arc::new(head.values.clone()), rows), moves))
}

/// What is known beyond the positions: terminal values, or what an import says, with the colours as they are or exchanged.
type Border<'a> = Result<&'a Fractions, (&'a Stated, bool)>;

// ANCHOR: check
/// Verifies a table, or a list. `imports` are verified, and those that the game asks for; `terminal` are the terminal values of a game in a file.
pub fn check<G: Table + Sync>(
    game: &G,
    certificate: &Certificate,
    terminal: &Fractions,
    imports: &[&Stated],
    threads: usize,
) -> Result<Stated, Failure> {
    let form = certificate.head.form;
    let (stated, moves) = read(game, certificate)?;
    let borders = game.borders().into_iter();
    let border =
        |border: Option<(usize, bool)>| border.map_or(Ok(terminal), |(place, flipped)| Err((imports[place], flipped)));
    let borders: Vec<Border> = borders.map(border).collect();
    match &stated {
        Stated::Exact(values, rows) => {
            let mut lists = vec![(&**values, false)];
            lists.extend(borders.iter().map(|border| match *border {
                Ok(values) => (values, false),
                Err((Stated::Exact(values, _), flipped)) => (&**values, flipped),
                Err((Stated::Bounds(..), _)) => unreachable!("`imports` refuses it"),
            }));
            let (scale, ranks) = Scale::join(&lists)?;
            let mut used = vec![false; values.numerators.len()];
            rows.iter().flat_map(|(indices, _)| indices).for_each(|&index| used[at(index)] = true);
            let fine = ranks[0].is_sorted_by(|a, b| a < b) && ranks[0].iter().all(|&rank| rank <= scale.one);
            let exact = matches!(form, Form::One | Form::Two);
            let two = rows.iter().any(|([x, y], _)| x < y);
            if !fine || !used.into_iter().all(|used| used) || two != (form == Form::Two) {
                return Err(Failure::Spelling(None, 0, Spelling::Values));
            }
            let place = |[x, y]: [u32; 2], labels| Place { alpha: [x, x], beta: [y, y], labels };
            let see = |target: Target<u32>, _| match target {
                Target::To(number) => place(rows[at(number)].0.map(|index| ranks[0][at(index)]), rows[at(number)].1),
                Target::Won(side) => place([side.of(scale.one, 0); 2], [0; 2]),
                Target::Outside => Place { alpha: [0, scale.one], beta: [0, scale.one], labels: [0; 2] },
                Target::Known { border, number } => match borders[border] {
                    Err((Stated::Exact(_, rows), flipped)) => {
                        let ([x, y], [white, black]) = rows[at(number)];
                        let (indices, labels) =
                            if flipped { ([y, x], [black, white]) } else { ([x, y], [white, black]) };
                        place(indices.map(|index| ranks[1 + border][at(index)]), if exact { labels } else { [0; 2] })
                    }
                    _ => place([ranks[1 + border][at(number)]; 2], [0; 2]),
                },
            };
            let moves = |number: u32| exact.then(|| moves.get(at(number)).map_or([None; 2], |moves| moves.map(Some)));
            each(game, form, threads, || Exact::new(&scale), |_| true, see, |rank| scale.fraction(rank), moves)?;
        }
        Stated::Bounds(bits, near, listed, labels) => {
            let units = Units { one: 1 << bits };
            let rounded = borders.iter().map(|border| match *border {
                Ok(values) => Scale::rounded(values, *bits),
                Err((Stated::Exact(values, _), _)) => Scale::rounded(values, *bits),
                Err((Stated::Bounds(..), _)) => Ok(Vec::new()),
            });
            let rounded = rounded.collect::<Result<Vec<_>, _>>()?;
            let place = |[l, u, m, v]: [u64; 4], labels| Place { alpha: [l, u], beta: [m, v], labels };
            let see = |target: Target<u32>, wide: bool| match target {
                Target::To(number) => {
                    let bounds = in_units(near, if wide { listed } else { &[] }, number);
                    place(bounds, if labels.is_empty() { [0; 2] } else { labels[at(number)] })
                }
                Target::Won(side) => place([side.of(units.one, 0); 4], [0; 2]),
                Target::Outside => place([0, units.one, 0, units.one], [0; 2]),
                Target::Known { border, number } => {
                    let ([[l, u], [m, v]], flipped) = match borders[border] {
                        Ok(_) => ([rounded[border][at(number)]; 2], false),
                        Err((Stated::Exact(_, rows), flipped)) => {
                            (rows[at(number)].0.map(|index| rounded[border][at(index)]), flipped)
                        }
                        Err((Stated::Bounds(from, near, listed, _), flipped)) => {
                            let [l, u, m, v] = in_units(near, listed, number);
                            ([[l, u], [m, v]].map(|bounds| units.rescaled(*from, bounds)), flipped)
                        }
                    };
                    let one = units.one;
                    place(if flipped { [one - v, one - m, one - u, one - l] } else { [l, u, m, v] }, [0; 2])
                }
            };
            let is_listed = |number: u32| listed.binary_search_by_key(&number, |&(number, _)| number).is_ok();
            each(game, form, threads, || units, is_listed, see, |number| units.fraction(number), |_| None)?;
        }
    }
    Ok(stated)
}
// ANCHOR_END: check

/// What fails, in the numbers of the check.
type Fault<N> = (Condition, Side, N, Vec<(u32, N)>, [Label; 2]);

// ANCHOR: conditions
/// Puts the theorem's functions to a position: those that the form asks for. In a narrow enclosure `holds` is asked for where all four numbers
/// are stated.
fn theorem<M: Numbers>(numbers: &M, node: &Node<M::Number>, form: Form, wide: bool) -> Result<(), Fault<M::Number>> {
    for side in Side::BOTH {
        let (holds, forces) = match form {
            Form::One | Form::Two => (true, true),
            Form::Narrow => (wide, true),
            Form::Holds(one) => (one == side, false),
            Form::Forces(one) => (false, one == side),
        };
        if holds && !node.holds(numbers, side) {
            return Err((Condition::Holds, side, node.place.far(side), node.mean(|place| place.far(side)), [0; 2]));
        }
        if forces && !node.forces(numbers, side) {
            let labels = [node.place.label(side), node.evidence(side)];
            return Err((Condition::Forces, side, node.place.near(side), node.mean(|place| place.near(side)), labels));
        }
    }
    Ok(())
}

/// What makes a statement of exact values have one certificate: the label is one more than that of the least evidence, 0 where nobody bids
/// and the side has nothing; the stated move, if there is one, is the greedy one of least label, and of those the first.
fn unique<M: Numbers>(numbers: &M, node: &Node<M::Number>, moves: [Option<u32>; 2]) -> Result<(), Fault<M::Number>> {
    for (side, stated) in Side::BOTH.into_iter().zip(moves) {
        let (near, evidence) = (node.place.near(side), node.evidence(side));
        let wrong = |condition, labels| Err((condition, side, near, node.mean(|place| place.near(side)), labels));
        let required = match node.turn {
            Turn::Of(_) | Turn::Chance if near == numbers.nothing(side) => 0,
            _ if evidence == INFINITE => INFINITE,
            _ => evidence + 1,
        };
        if node.place.label(side) != required {
            return wrong(Condition::Label, [node.place.label(side), required]);
        }
        let best = node.best(side, |place| place.near(side));
        let own = node.options.iter().filter(|option| option.by == side && option.to.near(side) == best);
        let first = own.map(|option| (option.to.label(side), option.name)).min().map(|(_, name)| name);
        if let Some((stated, first)) = stated.zip(first).filter(|(stated, first)| stated != first) {
            return wrong(Condition::Greedy, [stated, first]);
        }
    }
    Ok(())
}
// ANCHOR_END: conditions

// ANCHOR: each
/// Checks every position. Of several failures, the first in the canonical order counts, however many threads there are. `exact` tells the
/// stated moves of a position in a table of exact values.
#[expect(clippy::too_many_arguments, reason = "exact numbers and units share it")]
fn each<G: Table + Sync, M: Numbers<Number: Send>>(
    game: &G,
    form: Form,
    threads: usize,
    numbers: impl Fn() -> M + Sync,
    wide: impl Fn(u32) -> bool + Sync,
    see: impl Fn(Target<u32>, bool) -> Place<M::Number> + Sync,
    show: impl Fn(M::Number) -> Fraction,
    exact: impl Fn(u32) -> Option<[Option<u32>; 2]> + Sync,
) -> Result<(), Failure> {
    let count = u32::try_from(game.count()).expect("within the limits");
    let threads = u32::try_from(threads.clamp(1, MOST_THREADS)).expect("few threads");
    let first_failed = AtomicU32::new(count);
    let check_range = |range: Range<u32>| {
        let (numbers, mut options) = (numbers(), Vec::new());
        for number in range.take_while(|&number| number < first_failed.load(Ordering::Relaxed)) {
            let wide = wide(number);
            options.clear();
            game.options(&number, |(by, weight, name, to)| {
                options.push(Choice { by, weight, name, to: see(to, wide) })
            });
            let node = Node { place: see(Target::To(number), wide), turn: game.turn(&number), options: &options };
            let unique = |()| exact(number).map_or(Ok(()), |moves| unique(&numbers, &node, moves));
            if let Err(fault) = theorem(&numbers, &node, form, wide).and_then(unique) {
                first_failed.fetch_min(number, Ordering::Relaxed);
                return Some((number, fault));
            }
        }
        None
    };
    let found = thread::scope(|scope| {
        let part = |index: u32| {
            u32::try_from(u64::from(count) * u64::from(index) / u64::from(threads)).expect("at most `count`")
        };
        let spawn = |index| scope.spawn(move || check_range(part(index)..part(index + 1)));
        let workers: Vec<_> = (0..threads).map(spawn).collect();
        let join = |worker: thread::ScopedJoinHandle<'_, _>| worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        workers.into_iter().filter_map(join).min_by_key(|(number, _): &(u32, Fault<M::Number>)| *number)
    });
    let Some((position, (condition, side, stated, mean, labels))) = found else { return Ok(()) };
    let mean = mean.into_iter().map(|(weight, number)| (weight, show(number))).collect();
    Err(Failure::At(Box::new(Breach { position, condition, side, stated: show(stated), mean, labels })))
}
// ANCHOR_END: each
