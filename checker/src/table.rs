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

/// White's and Black's stated move at each position; an empty list where none are stated.
type Moves = Vec<[u32; 2]>;

// ANCHOR: read
/// Reads all slices: what is stated of the positions, each number below `end` and converted by `number`; and the moves that are stated.
fn read<G: Table, N: Copy>(
    certificate: &Certificate,
    slices: &[Range<usize>],
    end: u64,
    number: impl Fn(u64) -> N,
) -> Result<(Vec<Place<N>>, Moves), Failure> {
    let (form, mut own, mut moves) = (certificate.head.form, Vec::new(), Vec::new());
    for (slice, (range, bytes)) in slices.iter().zip(&certificate.slices).enumerate() {
        let (mut reader, count) = (Reader::new(Some(slice), bytes), range.len());
        let mut places: Vec<Place<u64>> = reader.column(count)?.into_iter().map(Place::of).collect();
        match form {
            Form::Two => places.iter_mut().zip(reader.column(count)?).for_each(|(place, v)| place.beta = [v, v]),
            Form::Narrow => narrow(&mut reader, &mut places)?,
            _ => {}
        }
        if form == Form::One && G::STATES_MOVES {
            moves.extend(reader.pairs(count)?);
        }
        let labels = match form {
            Form::One | Form::Two => reader.pairs(count)?,
            Form::Forces(_) => reader.column32(count)?.into_iter().map(|label| [label; 2]).collect(),
            Form::Narrow | Form::Holds(_) => vec![[0; 2]; count],
        };
        if labels.iter().flatten().any(|&label| label == INFINITE)
            || places.iter().any(|place| place.alpha[0].max(place.beta[1]) >= end)
        {
            return Err(reader.wrong(Spelling::Large));
        }
        reader.end()?;
        let place = |(place, labels)| Place { labels, ..converted(&place, false, |x| [number(x), number(x)]) };
        own.extend(places.into_iter().zip(labels).map(place));
    }
    Ok((own, moves))
}

/// Reads the rest of a slice of a narrow enclosure. Stated are `l` and `u′ − l`; and at listed positions `u − l`, `l′ − u` and `u′ − l′`.
fn narrow(reader: &mut Reader, places: &mut [Place<u64>]) -> Result<(), Failure> {
    let sum = |reader: &Reader, a: u64, b| a.checked_add(b).ok_or(reader.wrong(Spelling::Large));
    let widths = reader.column(places.len())?;
    for (place, width) in places.iter_mut().zip(widths) {
        let upper = sum(reader, place.alpha[0], width)?;
        (place.alpha[1], place.beta[1]) = (upper, upper);
    }
    let flags = reader.column(places.len().div_ceil(8))?;
    let (listed, beyond): (Vec<usize>, Vec<usize>) = (0..8 * flags.len())
        .filter(|place| flags[place / 8] >> (place % 8) & 1 == 1)
        .partition(|&place| place < places.len());
    let (gaps, widths) = (reader.column(listed.len())?, reader.column(listed.len())?);
    if !beyond.is_empty() || flags.iter().any(|&flags| flags > 0xff) || gaps.contains(&0) {
        return Err(reader.wrong(Spelling::Large));
    }
    for (place, (gap, width)) in listed.into_iter().zip(gaps.into_iter().zip(widths)) {
        let lower = sum(reader, places[place].alpha[1], gap)?;
        places[place].beta = [lower, sum(reader, lower, width)?];
    }
    Ok(())
}
// ANCHOR_END: read

/// A place in other numbers, with its labels. Each number is told as two, rounded down for `l` and `l′` and up for `u` and `u′`; where the
/// colours are exchanged, as those of `1 − x`.
fn converted<A: Copy, B: Copy>(place: &Place<A>, flipped: bool, ends: impl Fn(A) -> [B; 2]) -> Place<B> {
    let Place { alpha: [l, u], beta: [m, v], labels: [white, black] } = *place;
    let ([l, u, m, v], labels) = if flipped { ([v, m, u, l], [black, white]) } else { ([l, u, m, v], [white, black]) };
    Place { alpha: [ends(l)[0], ends(u)[1]], beta: [ends(m)[0], ends(v)[1]], labels }
}

// ANCHOR: check
/// Verifies a table, or a list. `imports` are verified, and those that the game asks for; of a game in a file, its terminal values.
pub fn check<G: Table + Sync>(
    game: &G,
    certificate: &Certificate,
    imports: &[&Stated],
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
    let borders = game.borders().into_iter().map(|(place, flipped)| (imports[place], flipped));
    if head.bits > 0 {
        let units = Units { one: 1 << head.bits };
        let (own, _) = read::<G, _>(certificate, &slices, units.one + 1, |bound| bound)?;
        let borders =
            borders.map(|(stated, flipped)| rounded(stated, flipped, head.bits)).collect::<Result<Vec<_>, _>>()?;
        each(game, head.form, threads, &own, &borders, || units, |number| units.fraction(number), &[])?;
        return Ok(Stated::Bounds(head.bits, own));
    }
    let count = head.values.numerators.len();
    let index = |index: u64| u32::try_from(index).expect("below the number of values");
    let (mut own, moves) = read::<G, _>(certificate, &slices, u64::try_from(count).expect("a length"), index)?;
    let (mut lists, mut tables) = (vec![(&head.values, false)], Vec::new());
    for (stated, flipped) in borders {
        let Stated::Exact(values, places) = stated else { unreachable!("`imports` refuses it") };
        lists.push((&**values, flipped));
        tables.push(places);
    }
    let (scale, ranks) = Scale::join(&lists)?;
    let (mut used, exact) = (vec![false; count], matches!(head.form, Form::One | Form::Two));
    for (number, place) in (0..).zip(&mut own) {
        (used[at(place.alpha[0])], used[at(place.beta[1])]) = (true, true);
        if exact && game.turn(number) == Turn::Bid {
            place.labels = place.labels.map(|label| if label == 0 { INFINITE } else { label });
        }
    }
    let increasing = ranks[0].is_sorted_by(|a, b| a < b) && ranks[0].iter().all(|&rank| rank <= scale.one);
    let two = own.iter().any(|place| place.alpha != place.beta);
    if !increasing || used.contains(&false) || two != (head.form == Form::Two) {
        return Err(Failure::Spelling(None, 0, Spelling::Values));
    }
    let border = |(list, places): (usize, &Vec<Place<u32>>)| -> Vec<Place<u32>> {
        let labels = |place: Place<u32>| if exact { place } else { Place { labels: [0; 2], ..place } };
        places
            .iter()
            .map(|place| labels(converted(place, lists[list].1, |index| [ranks[list][at(index)]; 2])))
            .collect()
    };
    let borders: Vec<_> = (1..).zip(tables).map(border).collect();
    // In place: by rank while they are checked, by index before and after.
    own.iter_mut().for_each(|place| *place = converted(place, false, |index| [ranks[0][at(index)]; 2]));
    each(game, head.form, threads, &own, &borders, || Exact::new(&scale), |rank| scale.fraction(rank), &moves)?;
    let index = |rank| u32::try_from(ranks[0].binary_search(&rank).expect("an own value")).expect("a rank");
    own.iter_mut().for_each(|place| *place = converted(place, false, |rank| [index(rank); 2]));
    Ok(Stated::Exact(Arc::new(head.values.clone()), own))
}
// ANCHOR_END: check

/// What a border states, in units of 2^-bits, without labels.
fn rounded(stated: &Stated, flipped: bool, bits: u8) -> Result<Vec<Place<u64>>, Failure> {
    let units = Units { one: 1 << bits };
    let turned = |[down, up]: [u64; 2]| if flipped { [units.one - up, units.one - down] } else { [down, up] };
    let mut places: Vec<Place<u64>> = match stated {
        Stated::Exact(values, places) => {
            let ends = Scale::rounded(values, bits)?;
            places.iter().map(|place| converted(place, flipped, |index| turned(ends[at(index)]))).collect()
        }
        Stated::Bounds(other, places) => {
            places.iter().map(|place| converted(place, flipped, |x| turned(units.rescaled(*other, x)))).collect()
        }
    };
    places.iter_mut().for_each(|place| place.labels = [0; 2]);
    Ok(places)
}

// ANCHOR: conditions
/// The first condition that fails at a position: which, for which side, the label or move that is stated, and the one that is required.
///
/// First the theorem's functions: those that the form asks for. In a narrow enclosure `holds` is asked for where all four numbers are stated:
/// there `u < l′`. Then what makes a statement of exact values have one certificate: the label is one more than that of the least evidence, 0
/// where nobody bids and the side has nothing; the stated move, if there is one, is the greedy one of least label, and of those the first.
fn fault<M: Numbers>(
    numbers: &M,
    node: &Node<M::Number>,
    form: Form,
    moves: Option<&[u32; 2]>,
) -> Option<(Condition, Side, [Label; 2])> {
    for side in Side::BOTH {
        let (holds, forces) = match form {
            Form::One | Form::Two => (true, true),
            Form::Narrow => (node.place.alpha[1] < node.place.beta[0], true),
            Form::Holds(one) => (one == side, false),
            Form::Forces(one) => (false, one == side),
        };
        if holds && !node.holds(numbers, side) {
            return Some((Condition::Holds, side, [0; 2]));
        }
        if forces && !node.forces(numbers, side) {
            return Some((Condition::Forces, side, [node.place.label(side), node.evidence(side)]));
        }
    }
    for side in Side::BOTH.into_iter().filter(|_| matches!(form, Form::One | Form::Two)) {
        let (label, evidence) = (node.place.label(side), node.evidence(side));
        let required = match node.turn {
            Turn::Of(_) | Turn::Chance if node.place.near(side) == numbers.nothing(side) => 0,
            _ if evidence == INFINITE => INFINITE,
            _ => evidence + 1,
        };
        if label != required {
            return Some((Condition::Label, side, [label, required]));
        }
        let moves = moves.map(|&[white, black]| [side.of(white, black), node.first(side).name]);
        if let Some([stated, first]) = moves.filter(|[stated, first]| stated != first) {
            return Some((Condition::Greedy, side, [stated, first]));
        }
    }
    None
}
// ANCHOR_END: conditions

// ANCHOR: each
/// Checks every position. Of several failures, the first in the canonical order counts, however many threads there are: each position before
/// it has been taken by some thread, which does not stop there. `moves` are those that are stated, none in most forms.
#[expect(clippy::too_many_arguments, reason = "exact numbers and units share it")]
fn each<G: Table + Sync, M: Numbers<Number: Send + Sync>>(
    game: &G,
    form: Form,
    threads: usize,
    own: &[Place<M::Number>],
    borders: &[Vec<Place<M::Number>>],
    numbers: impl Fn() -> M + Sync,
    show: impl Fn(M::Number) -> Fraction + Sync,
    moves: &[[u32; 2]],
) -> Result<(), Failure> {
    let count = u32::try_from(own.len()).expect("within the limits");
    let (next, first_failed) = (AtomicU32::new(0), AtomicU32::new(count));
    let work = || {
        let (numbers, mut options) = (numbers(), [Vec::new(), Vec::new()]);
        let [zero, one] = Side::BOTH.map(|side| numbers.nothing(side));
        let see = |target: Target| match target {
            Target::To(number) => own[at(number)],
            Target::Known { border, number } => borders[border][at(number)],
            Target::Won(side) => Place::of(side.of(one, zero)),
            Target::Outside => Place { alpha: [zero, one], beta: [zero, one], labels: [0; 2] },
        };
        loop {
            let position = next.fetch_add(1, Ordering::Relaxed);
            if position >= first_failed.load(Ordering::Relaxed) {
                return None;
            }
            options.iter_mut().for_each(Vec::clear);
            game.options(position, |(side, weight, name, to)| {
                options[side.of(0, 1)].push(Choice { weight, name, to: see(to) });
            });
            let [white, black] = &options;
            let node = Node::new(own[at(position)], game.turn(position), [white, black]);
            if let Some((condition, side, labels)) = fault(&numbers, &node, form, moves.get(at(position))) {
                first_failed.fetch_min(position, Ordering::Relaxed);
                let x =
                    |place: &Place<_>| if condition == Condition::Holds { place.far(side) } else { place.near(side) };
                let mean = node.mean(x).into_iter().map(|(weight, number)| (weight, show(number))).collect();
                return Some(Breach { position, condition, side, stated: show(x(&node.place)), mean, labels });
            }
        }
    };
    let first = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.clamp(1, MOST_THREADS)).map(|_| scope.spawn(work)).collect();
        let breaches = workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        breaches.flatten().min_by_key(|breach| breach.position)
    });
    first.map_or(Ok(()), |breach| Err(Failure::At(Box::new(breach))))
}
// ANCHOR_END: each
