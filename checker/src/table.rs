//! Tables: something is stated of every position of a game, or of every position of a list.
//!
//! Responsible for what the slices state, for the border (terminal values, and what imports say), for putting the theorem's two functions to
//! every position in turn, and for what makes a statement of exact values have one certificate. Left to others: the functions (`theorem`),
//! arithmetic (`numbers`), where options lead (`games`).

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use crate::certificate::{Certificate, Form, Reader, Statement};
use crate::failure::{Breach, Condition, Failure, Spelling};
use crate::games::{Table, Target};
use crate::numbers::{Exact, Fraction, Fractions, Scale, Units, at};
use crate::theorem::{Choice, INFINITE, Label, Node, Numbers, Place, Side, Turn};

/// How many positions of a slice there are at least before the next one begins.
pub const SLICE: usize = 1 << 12;
/// The most threads that share the work.
const MOST_THREADS: usize = 64;

/// What is stated of the positions, and, once [`check`] has returned it, verified. Exact numbers are indices of values.
#[derive(Debug)]
pub enum Stated {
    /// Exact values.
    Exact(Arc<Fractions>, Vec<Place<u32>>),
    /// Bounds in units of 2^-k.
    Bounds(u8, Vec<Place<u64>>),
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

// ANCHOR: read
/// Reads a slice: what is stated of so many positions, each number below `end`; and the moves that are stated.
fn read(
    mut reader: Reader,
    count: usize,
    form: Form,
    end: u64,
    moves: bool,
) -> Result<(Vec<Place<u64>>, Vec<[u32; 2]>), Failure> {
    let lower = reader.column(count)?;
    let mut upper = if let Form::Two | Form::Narrow = form { reader.column(count)? } else { lower.clone() };
    let add = |reader: &Reader, a: u64, b: u64| a.checked_add(b).ok_or(reader.wrong(Spelling::Large));
    let mut places: Vec<Place<u64>> = Vec::new();
    if form == Form::Narrow {
        // Stated is `u′ − l`; and at listed positions `u − l`, `l′ − u` and `u′ − l′`.
        upper.iter_mut().zip(&lower).try_for_each(|(upper, &l)| add(&reader, l, *upper).map(|sum| *upper = sum))?;
    }
    places.extend(lower.iter().zip(&upper).map(|(&l, &v)| match form {
        Form::Two => Place { alpha: [l, l], beta: [v, v], labels: [0; 2] },
        _ => Place { alpha: [l, v], beta: [l, v], labels: [0; 2] },
    }));
    if form == Form::Narrow {
        let flags = reader.column(count.div_ceil(8))?;
        let is_listed = |&place: &usize| flags[place / 8] >> (place % 8) & 1 == 1;
        let listed: Vec<usize> = (0..count).filter(is_listed).collect();
        let (gaps, widths) = (reader.column(listed.len())?, reader.column(listed.len())?);
        let fine = flags.iter().all(|&flags| flags <= 0xff) && gaps.iter().all(|&gap| gap > 0);
        if !fine || (count..8 * flags.len()).any(|place| is_listed(&place)) {
            return Err(reader.wrong(Spelling::Large));
        }
        for (place, (&gap, &width)) in listed.into_iter().zip(gaps.iter().zip(&widths)) {
            let low = add(&reader, upper[place], gap)?;
            places[place].beta = [low, add(&reader, low, width)?];
        }
    }
    let pairs = |reader: &mut Reader| -> Result<Vec<[u32; 2]>, Failure> {
        let (white, black) = (reader.column32(count)?, reader.column32(count)?);
        Ok(white.into_iter().zip(black).map(|(white, black)| [white, black]).collect())
    };
    let moves = if form == Form::One && moves { pairs(&mut reader)? } else { Vec::new() };
    let labels = match form {
        Form::One | Form::Two => pairs(&mut reader)?,
        Form::Forces(_) => reader.column32(count)?.into_iter().map(|label| [label; 2]).collect(),
        Form::Narrow | Form::Holds(_) => vec![[0; 2]; count],
    };
    places.iter_mut().zip(&labels).for_each(|(place, &labels)| place.labels = labels);
    if labels.iter().flatten().any(|&label| label == INFINITE)
        || places.iter().any(|place| place.alpha[0].max(place.beta[1]) >= end)
    {
        return Err(reader.wrong(Spelling::Large));
    }
    reader.end()?;
    Ok((places, moves))
}
// ANCHOR_END: read

/// Reads all slices; `number` converts what is stated.
fn read_all<G: Table, N>(
    certificate: &Certificate,
    slices: &[Range<usize>],
    end: u64,
    number: impl Fn(u64) -> N,
) -> Result<(Vec<Place<N>>, Vec<[u32; 2]>), Failure> {
    let (mut own, mut moves) = (Vec::new(), Vec::new());
    for (slice, (range, bytes)) in slices.iter().zip(&certificate.slices).enumerate() {
        let reader = Reader::new(Some(slice), bytes);
        let read = read(reader, range.len(), certificate.head.form, end, G::STATES_MOVES)?;
        own.extend(read.0.iter().map(|place| converted(place, false, true, &number, &number)));
        moves.extend(read.1);
    }
    Ok((own, moves))
}

/// A place in other numbers: `l` and `l′` by the first function, `u` and `u′` by the second, with its labels or without; where the colours
/// are exchanged, these are functions of `x` that give `1 − x`.
fn converted<A: Copy, B>(
    place: &Place<A>,
    flipped: bool,
    labels: bool,
    down: &impl Fn(A) -> B,
    up: &impl Fn(A) -> B,
) -> Place<B> {
    let Place { alpha: [l, u], beta: [m, v], labels: [white, black] } = *place;
    let ([l, u, m, v], turned) = if flipped { ([v, m, u, l], [black, white]) } else { ([l, u, m, v], [white, black]) };
    Place { alpha: [down(l), up(u)], beta: [down(m), up(v)], labels: if labels { turned } else { [0; 2] } }
}

// ANCHOR: check
/// Verifies a table, or a list. `imports` are verified, and those that the game asks for; of a game in a file, its terminal values.
pub fn check<'a, G: Table + Sync>(
    game: &G,
    certificate: &Certificate,
    imports: &[&'a Stated],
    threads: usize,
) -> Result<Stated, Failure> {
    let (head, slices) = (&certificate.head, slices(game));
    if slices.len() != certificate.slices.len() {
        return Err(Failure::Coverage(certificate.slices.len(), slices.len()));
    }
    // A true slice of a table takes a byte or more for each position: some label or some bound of it is not 0.
    let short = |(range, bytes): &(&Range<usize>, &&[u8])| {
        !matches!(head.statement, Statement::List(..)) && bytes.len() < range.len()
    };
    if let Some((range, bytes)) = slices.iter().zip(&certificate.slices).find(short) {
        return Err(Failure::Coverage(bytes.len(), range.len()));
    }
    let borders: Vec<(&Stated, bool)> =
        game.borders().into_iter().map(|(place, flipped)| (imports[place], flipped)).collect();
    if head.bits > 0 {
        let units = Units { one: 1 << head.bits };
        let (own, _) = read_all::<G, _>(certificate, &slices, units.one + 1, |bound| bound)?;
        let places = |&(stated, flipped): &(&Stated, bool)| -> Result<Vec<Place<u64>>, Failure> {
            Ok(match stated {
                Stated::Exact(values, places) => {
                    let ends = Scale::rounded(values, flipped, head.bits)?;
                    let (down, up) = (|index| ends[at(index)][0], |index| ends[at(index)][1]);
                    places.iter().map(|place| converted(place, flipped, false, &down, &up)).collect()
                }
                Stated::Bounds(bits, places) => {
                    let turned = |x: u64| if flipped { (1 << bits) - x } else { x };
                    let end = |up| move |x| units.rescaled(*bits, turned(x), up);
                    places.iter().map(|place| converted(place, flipped, false, &end(false), &end(true))).collect()
                }
            })
        };
        let borders = borders.iter().map(places).collect::<Result<Vec<_>, _>>()?;
        each(game, head.form, threads, &own, &borders, || units, |number| units.fraction(number), None)?;
        return Ok(Stated::Bounds(head.bits, own));
    }
    let count = head.values.numerators.len();
    let index = |index: u64| u32::try_from(index).expect("below the number of values");
    let (mut own, moves) = read_all::<G, _>(certificate, &slices, u64::try_from(count).expect("a length"), index)?;
    let exact_of = |&(stated, flipped): &(&'a Stated, bool)| match stated {
        Stated::Exact(values, places) => (values, places, flipped),
        Stated::Bounds(..) => unreachable!("`imports` refuses it"),
    };
    let borders: Vec<_> = borders.iter().map(exact_of).collect();
    let lists = borders.iter().map(|(values, _, flipped)| (&***values, *flipped));
    let (scale, ranks) = Scale::join(&[(&head.values, false)].into_iter().chain(lists).collect::<Vec<_>>())?;
    let (mut used, exact) = (vec![false; count], matches!(head.form, Form::One | Form::Two));
    for (number, place) in (0..).zip(&mut own) {
        (used[at(place.alpha[0])], used[at(place.beta[1])]) = (true, true);
        if exact && game.turn(&number) == Turn::Bid {
            place.labels = place.labels.map(|label| if label == 0 { INFINITE } else { label });
        }
    }
    let increasing = ranks[0].is_sorted_by(|a, b| a < b) && ranks[0].iter().all(|&rank| rank <= scale.one);
    let two = own.iter().any(|place| place.alpha != place.beta);
    if !increasing || !used.into_iter().all(|used| used) || two != (head.form == Form::Two) {
        return Err(Failure::Spelling(None, 0, Spelling::Values));
    }
    let border = |((_, places, flipped), ranks): ((_, &Vec<Place<u32>>, bool), &Vec<u32>)| -> Vec<Place<u32>> {
        let rank = |index| ranks[at(index)];
        places.iter().map(|place| converted(place, flipped, exact, &rank, &rank)).collect()
    };
    let borders: Vec<_> = borders.into_iter().zip(&ranks[1..]).map(border).collect();
    // In place: by rank while they are checked, by index before and after.
    let renumber = |own: &mut Vec<Place<u32>>, to: &dyn Fn(u32) -> u32| {
        own.iter_mut().for_each(|place| *place = converted(place, false, true, &to, &to));
    };
    renumber(&mut own, &|index| ranks[0][at(index)]);
    let moves = exact.then_some(&moves[..]);
    each(game, head.form, threads, &own, &borders, || Exact::new(&scale), |rank| scale.fraction(rank), moves)?;
    let index = |rank| u32::try_from(ranks[0].binary_search(&rank).expect("an own value")).expect("a rank");
    renumber(&mut own, &index);
    Ok(Stated::Exact(Arc::new(head.values.clone()), own))
}
// ANCHOR_END: check

/// What fails, in the numbers of the check.
type Fault<N> = (Condition, Side, N, Vec<(u32, N)>, [Label; 2]);

// ANCHOR: conditions
/// Puts the theorem's functions to a position: those that the form asks for. In a narrow enclosure `holds` is asked for where all four numbers
/// are stated: there `u < l′`.
fn theorem<M: Numbers>(numbers: &M, node: &Node<M::Number>, form: Form) -> Result<(), Fault<M::Number>> {
    for side in Side::BOTH {
        let (holds, forces) = match form {
            Form::One | Form::Two => (true, true),
            Form::Narrow => (node.place.alpha[1] < node.place.beta[0], true),
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
fn unique<M: Numbers>(numbers: &M, node: &Node<M::Number>, moves: Option<&[u32; 2]>) -> Result<(), Fault<M::Number>> {
    for side in Side::BOTH {
        let (near, label, evidence) = (node.place.near(side), node.place.label(side), node.evidence(side));
        let wrong = |condition, labels| Err((condition, side, near, node.mean(|place| place.near(side)), labels));
        let required = match node.turn {
            Turn::Of(_) | Turn::Chance if near == numbers.nothing(side) => 0,
            _ if evidence == INFINITE => INFINITE,
            _ => evidence + 1,
        };
        if label != required {
            return wrong(Condition::Label, [label, required]);
        }
        if let Some(&[white, black]) = moves {
            let (stated, first) = (side.of(white, black), node.first(side).name);
            if stated != first {
                return wrong(Condition::Greedy, [stated, first]);
            }
        }
    }
    Ok(())
}
// ANCHOR_END: conditions

// ANCHOR: each
/// Checks every position. Of several failures, the first in the canonical order counts, however many threads there are. `exact` are the
/// stated moves in a table of exact values, an empty list if none are stated.
#[expect(clippy::too_many_arguments, reason = "exact numbers and units share it")]
fn each<G: Table + Sync, M: Numbers<Number: Send + Sync>>(
    game: &G,
    form: Form,
    threads: usize,
    own: &[Place<M::Number>],
    borders: &[Vec<Place<M::Number>>],
    numbers: impl Fn() -> M + Sync,
    show: impl Fn(M::Number) -> Fraction,
    exact: Option<&[[u32; 2]]>,
) -> Result<(), Failure> {
    let count = u32::try_from(own.len()).expect("within the limits");
    let threads = u32::try_from(threads.clamp(1, MOST_THREADS)).expect("few threads");
    let first_failed = AtomicU32::new(count);
    let check_range = |range: Range<u32>| {
        let (numbers, mut options) = (numbers(), [Vec::new(), Vec::new()]);
        let [zero, one] = Side::BOTH.map(|side| numbers.nothing(side));
        let see = |target: Target<u32>| match target {
            Target::To(number) => own[at(number)],
            Target::Known { border, number } => borders[border][at(number)],
            Target::Won(side) => Place::of(side.of(one, zero)),
            Target::Outside => Place { alpha: [zero, one], beta: [zero, one], labels: [0; 2] },
        };
        for number in range.take_while(|&number| number < first_failed.load(Ordering::Relaxed)) {
            options.iter_mut().for_each(Vec::clear);
            game.options(&number, |(side, weight, name, to)| {
                options[side.of(0, 1)].push(Choice { weight, name, to: see(to) });
            });
            let [white, black] = &options;
            let node = Node { place: own[at(number)], turn: game.turn(&number), options: [white, black] };
            let unique = |()| exact.map_or(Ok(()), |moves| unique(&numbers, &node, moves.get(at(number))));
            if let Err(fault) = theorem(&numbers, &node, form).and_then(unique) {
                first_failed.fetch_min(number, Ordering::Relaxed);
                return Some((number, fault));
            }
        }
        None
    };
    let found = thread::scope(|scope| {
        let part =
            |index| u32::try_from(u64::from(count) * u64::from(index) / u64::from(threads)).expect("at most `count`");
        let check_range = &check_range;
        let spawn = |index: u32| scope.spawn(move || check_range(part(index)..part(index + 1)));
        let workers: Vec<_> = (0..threads).map(spawn).collect();
        let join = |worker: thread::ScopedJoinHandle<'_, _>| worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        workers.into_iter().filter_map(join).min_by_key(|(number, _): &(u32, Fault<M::Number>)| *number)
    });
    let Some((position, (condition, side, stated, mean, labels))) = found else { return Ok(()) };
    let mean = mean.into_iter().map(|(weight, number)| (weight, show(number))).collect();
    Err(Failure::At(Box::new(Breach { position, condition, side, stated: show(stated), mean, labels })))
}
// ANCHOR_END: each
