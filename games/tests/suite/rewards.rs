//! Expected rewards of models: values by brute force, the conditions of the chapter written again, and certificates that state something false.

use std::collections::BTreeMap;
use std::slice;
use std::sync::Arc;

use checker::Verified;
use checker::certificate::{Digest, Form, Head, Statement};
use checker::claim::Subject;
use checker::failure::{Failure, Spelling};
use checker::limits::TooMuch;
use checker::numbers::Fractions;
use checker::write::{Writer, write};
use games::models::rewards::{Collected, NUMBER, SCALE};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};

use crate::broken;
use crate::rewards_oracle::Value::{Finite, Infinite};
use crate::rewards_oracle::{Branch, Choice, Kind, Model, Node, Part, R, State, Turn, Value, fraction, power};
use crate::witness::support::{Random, fractions};
use crate::witness::{is_nightly, one_in};

/// Both labels, White's and Black's; of an infinite position the distance and the level.
type Labels = [u64; 2];

/// A model and a question about it, as a certificate is about it.
struct Asked {
    model: Model,
    nodes: Vec<Node>,
    files: BTreeMap<String, Vec<u8>>,
    given: Subject,
    body: Vec<u8>,
    scale: u16,
}

/// The body of the statement, from the chapter.
fn body(model: &Model, digest: Digest, simplest: bool, negated: bool, scale: u16) -> Vec<u8> {
    let mut body = Writer([&digest.0[..], &[simplest.into()]].concat());
    let text = |body: &mut Writer, text: &str| {
        body.number(text.len() as u64);
        body.0.extend(text.as_bytes());
    };
    body.number(model.maximisers.len() as u64);
    model.maximisers.iter().for_each(|player| body.number((*player).into()));
    text(&mut body, "coins");
    body.0.push((model.kind == Kind::Goal).into());
    if model.kind == Kind::Goal {
        text(&mut body, if negated { "other" } else { "goal" });
        body.0.push(negated.into());
    }
    body.0.push(matches!(model.kind, Kind::Discount(_)).into());
    if let Kind::Discount((numerator, denominator)) = model.kind {
        body.number(numerator);
        body.number(denominator);
    }
    body.number(scale.into());
    body.0
}

fn read(files: &BTreeMap<String, Vec<u8>>) -> Arc<games::models::Model> {
    Arc::new(games::models::Model::read(files.clone()).unwrap())
}

impl Asked {
    /// The flags: whether numbers are doubles, which are read as the simplest fractions then; and whether the goal is said by the other label.
    fn new(model: Model, [doubles, negated]: [bool; 2], scale: u16) -> Self {
        let (files, nodes) = (model.files(doubles), model.nodes());
        let read = read(&files);
        let body = body(&model, read.digest, doubles, negated, scale);
        Self { nodes, files, given: read, body, scale, model }
    }

    fn plain(model: Model, scale: u16) -> Self {
        Self::new(model, [false; 2], scale)
    }

    /// On the least scale for its values, or, if these are given, on a greater one.
    fn scaled(model: Model, flags: [bool; 2], more: u16) -> (Self, Vec<Value>) {
        let values = model.position_values();
        let fits = |scale: &u16| values.iter().all(|value| *value == Infinite || *value < Finite(power(*scale)));
        let scale = (0..).find(fits).unwrap() + more;
        (Self::new(model, flags, scale), values)
    }

    fn head(&self, bits: u8, form: Form, values: Fractions) -> Head {
        let never = Some((u64::from(self.model.kind == Kind::Goal), 1));
        let statement = Statement::Further(NUMBER, self.body.clone());
        Head { statement, never, bits, form, imports: Vec::new(), values }
    }

    /// The certificate of exact numbers.
    fn exact(&self, numbers: &[Value], labels: &[Labels]) -> Vec<u8> {
        let stated: Vec<R> = numbers
            .iter()
            .map(|number| match number {
                Finite(number) => number / power(self.scale),
                Infinite => R::one(),
            })
            .collect();
        let (values, index) = fractions(stated.iter());
        let mut slice = Writer::default();
        slice.column(&stated.iter().map(|number| index[number]).collect::<Vec<_>>());
        (0..2).for_each(|side| slice.column(&labels.iter().map(|labels| labels[side]).collect::<Vec<_>>()));
        self.sealed(&self.head(0, Form::One, values), slice.0)
    }

    /// The certificate of bounds, in units.
    fn narrow(&self, bits: u8, lower: &[u64], upper: &[u64], labels: &[Labels]) -> Vec<u8> {
        let flags = |is: &dyn Fn(usize) -> bool| {
            let mut flags = vec![0_u64; lower.len().div_ceil(8)];
            (0..lower.len()).for_each(|place| flags[place / 8] |= u64::from(is(place)) << (place % 8));
            flags
        };
        let mut slice = Writer::default();
        slice.column(lower);
        slice.column(&lower.iter().zip(upper).map(|(l, u)| u - l).collect::<Vec<_>>());
        slice.column(&flags(&|_| false));
        (0..2).for_each(|_| slice.column::<u64>(&[]));
        slice.column(&flags(&|place| labels[place] != [0; 2]));
        let listed = labels.iter().filter(|labels| **labels != [0; 2]);
        (0..2).for_each(|side| slice.column(&listed.clone().map(|labels| labels[side]).collect::<Vec<_>>()));
        self.sealed(&self.head(bits, Form::Narrow, Fractions::default()), slice.0)
    }

    fn sealed(&self, head: &Head, slice: Vec<u8>) -> Vec<u8> {
        write(head, if self.nodes.is_empty() { &[] } else { slice::from_ref(&slice) })
    }

    fn check(&self, bytes: &[u8]) -> Result<Arc<Verified>, Failure> {
        games::checker(1, |_| None::<Vec<u8>>).check_given(&bytes, Some(&self.given))
    }

    /// What a number of units stands for.
    fn meant(&self, bits: u8, units: u64) -> Value {
        if units == 1 << bits { Infinite } else { Finite(R::new(units.into(), (1_u64 << bits).into()) * power(self.scale)) }
    }

    /// A value in units, rounded down, or up; but infinite only if it is.
    fn units(&self, bits: u8, value: &Value, up: bool) -> u64 {
        match value {
            Finite(value) => {
                let units = value * BigInt::from(1_u64 << bits) / power(self.scale);
                let units = if up { units.ceil() } else { units.floor() }.to_integer().to_u64().unwrap();
                units.min(if up { 1 << bits } else { (1 << bits) - 1 })
            }
            Infinite => 1 << bits,
        }
    }
}

// ---- The conditions of the chapter, written again ----------------------------------------------------------------------------------------------------

/// What is stated of positions: lower and upper bounds, the same in form 0, and labels.
struct Said<'a> {
    lower: &'a [Value],
    upper: &'a [Value],
    labels: &'a [Labels],
    is_exact: bool,
}

/// The label of the least evidence at a position where one side has these numbers: of its own best options the least, of the opponent's that are worth as much
/// the greatest, of chance the least.
fn least_evidence(node: &Node, turn: Turn, x: &Value, numbers: &[Value], label: impl Fn(usize) -> u64) -> Option<u64> {
    let number = |to: &Option<usize>| to.map_or(Finite(R::zero()), |to| numbers[to].clone());
    let labels = |only: bool| {
        let options = node.options.iter().filter(move |(_, to)| !only || number(to) == *x);
        options.map(|(_, to)| to.map_or(0, &label))
    };
    match turn {
        Turn::White => labels(true).min(),
        Turn::Black => labels(true).max(),
        Turn::Chance => labels(false).min(),
    }
}

/// Whether evidence is needed of a side, if its number is the mean.
fn needs(node: &Node, x: &Value, numbers: &[Value], is_goal: bool, side: usize) -> bool {
    let number = |to: &Option<usize>| to.map_or(Finite(R::zero()), |to| numbers[to].clone());
    let has = if side == 0 { *x > Finite(R::zero()) && !is_goal } else { is_goal };
    let is_quiet = node.turn != Turn::Chance || node.options.iter().all(|(_, to)| number(to) == *x);
    *x != Infinite && has && node.reward.is_zero() && is_quiet
}

/// Whose turn it is, as a side sees it: `White` is its own.
fn seen(turn: Turn, side: usize) -> Turn {
    match (turn, side) {
        (Turn::White, 1) => Turn::Black,
        (Turn::Black, 1) => Turn::White,
        _ => turn,
    }
}

/// The condition that fails first, and where.
fn first_fault(nodes: &[Node], is_goal: bool, said: &Said) -> Option<(&'static str, u64)> {
    let numbers = [said.lower, said.upper];
    for (place, node) in nodes.iter().enumerate() {
        let evidence = |side: usize| {
            let (turn, x) = (seen(node.turn, side), &numbers[side][place]);
            least_evidence(node, turn, x, numbers[side], |to| said.labels[to][side])
        };
        for (side, name) in [(0, "white-forces"), (1, "black-forces")] {
            let (x, label) = (&numbers[side][place], said.labels[place][side]);
            let step = node.step(numbers[side]);
            let is_beyond = if side == 0 { *x > step } else { *x < step };
            let lacks = *x == step
                && needs(node, x, numbers[side], is_goal, side)
                && evidence(side).is_none_or(|evidence| evidence >= label);
            if is_beyond || lacks {
                return Some((name, place as u64));
            }
        }
        for (side, name) in [(0, "white-label"), (1, "black-label")] {
            let x = &numbers[side][place];
            let required =
                if needs(node, x, numbers[side], is_goal, side) { evidence(side).unwrap() + 1 } else { 0 };
            if said.is_exact && *x != Infinite && said.labels[place][side] != required {
                return Some((name, place as u64));
            }
        }
    }
    let is_infinite = |place: &usize| said.lower[*place] == Infinite;
    let lacks = |place: &usize| {
        let ([distance, level], node) = (said.labels[*place], &nodes[*place]);
        let of = |to: &Option<usize>| to.filter(is_infinite).map(|to| said.labels[to]);
        let is_lower = |to: &Option<usize>| of(to).is_some_and(|[_, other]| other < level);
        let stays = |to: &Option<usize>| of(to).is_some_and(|[_, other]| other <= level);
        let is_nearer =
            |to: &Option<usize>| is_lower(to) || of(to).is_some_and(|[d, other]| other == level && d < distance);
        let is_free = is_goal || !node.reward.is_zero();
        let counts = |to: &Option<usize>| is_nearer(to) || is_free && stays(to);
        let mut options = node.options.iter().map(|(_, to)| to);
        !match node.turn {
            Turn::White => options.any(counts),
            Turn::Black => options.all(counts),
            Turn::Chance => options.clone().all(stays) && options.clone().any(counts) || options.any(is_lower),
        }
    };
    let unproved = (0..nodes.len()).filter(is_infinite).find(lacks);
    unproved.map(|place| ("infinite", place as u64))
}

// ---- Labels by their equations -----------------------------------------------------------------------------------------------------------------------

/// The least labels of a side with these numbers, whether or not they prove anything; where there is none, none.
fn least_labels(nodes: &[Node], is_goal: bool, numbers: &[Value], side: usize) -> Vec<Option<u64>> {
    const NONE: u64 = u64::MAX;
    let mut labels = vec![NONE; nodes.len()];
    loop {
        let label = |place: usize| {
            let (node, x) = (&nodes[place], &numbers[place]);
            if *x != node.step(numbers) || !needs(node, x, numbers, is_goal, side) {
                return 0;
            }
            let least = least_evidence(node, seen(node.turn, side), x, numbers, |to| labels[to]);
            least.map_or(NONE, |least| least.saturating_add(1))
        };
        let next: Vec<u64> = (0..nodes.len()).map(label).collect();
        if next == labels {
            return labels.into_iter().map(|label| (label < NONE).then_some(label)).collect();
        }
        labels = next;
    }
}

/// Distances and levels for positions that are said to be infinite, as far as there are any: each level is the greatest set in which play stays, or falls.
fn infinite_labels(nodes: &[Node], is_goal: bool, numbers: &[Value]) -> Vec<Option<Labels>> {
    let mut found: Vec<Option<Labels>> = vec![None; nodes.len()];
    for level in 0.. {
        let is_lower = |to: &Option<usize>| to.is_some_and(|to| found[to].is_some());
        let mut set: Vec<usize> =
            (0..nodes.len()).filter(|place| numbers[*place] == Infinite && found[*place].is_none()).collect();
        let near = loop {
            let stays = |to: &Option<usize>| is_lower(to) || to.is_some_and(|to| set.contains(&to));
            let mut near: BTreeMap<usize, u64> = BTreeMap::new();
            for distance in 0..=nodes.len() as u64 {
                let comes = |place: &&usize| {
                    let node = &nodes[**place];
                    let is_free = is_goal || !node.reward.is_zero();
                    let nearer = |to: &Option<usize>| is_lower(to) || to.is_some_and(|to| near.contains_key(&to));
                    let counts = |to: &Option<usize>| nearer(to) || is_free && stays(to);
                    let mut options = node.options.iter().map(|(_, to)| to);
                    match node.turn {
                        Turn::White => options.any(counts),
                        Turn::Black => options.all(counts),
                        Turn::Chance => {
                            options.clone().all(stays) && options.clone().any(counts) || options.any(is_lower)
                        }
                    }
                };
                let new: Vec<usize> =
                    set.iter().filter(|place| !near.contains_key(place)).filter(comes).copied().collect();
                near.extend(new.into_iter().map(|place| (place, distance)));
            }
            if near.len() == set.len() {
                break near;
            }
            set.retain(|place| near.contains_key(place));
        };
        if near.is_empty() {
            break;
        }
        near.into_iter().for_each(|(place, distance)| found[place] = Some([distance, level]));
    }
    found
}

/// All labels that there are for exact numbers.
fn labels(asked: &Asked, numbers: &[Value]) -> Vec<[Option<u64>; 2]> {
    let is_goal = asked.model.kind == Kind::Goal;
    let [white, black] = [0, 1].map(|side| least_labels(&asked.nodes, is_goal, numbers, side));
    let infinite = infinite_labels(&asked.nodes, is_goal, numbers);
    let label = |place: usize| match numbers[place] {
        Infinite => infinite[place].map_or([None; 2], |labels| labels.map(Some)),
        Finite(_) => [white[place], black[place]],
    };
    (0..numbers.len()).map(label).collect()
}

/// Labels that there are, and others by lot.
fn filled(labels: &[[Option<u64>; 2]], random: &mut Random) -> Vec<Labels> {
    let most = labels.len() + 2;
    labels.iter().map(|labels| labels.map(|label| label.unwrap_or_else(|| random.below(most) as u64))).collect()
}

// ---- What is stated is put to both -------------------------------------------------------------------------------------------------------------------

/// How many certificates were accepted, and how many were refused, by condition.
#[derive(Debug, Default)]
struct Counts(BTreeMap<&'static str, u32>);

impl Counts {
    /// What is accepted is true, and the checker says what the chapter says.
    fn put(&mut self, asked: &Asked, truth: &[Value], said: &Said, bytes: &[u8]) -> bool {
        let what = || format!("{:?}: {:?} {:?} {:?}", asked.model, said.lower, said.upper, said.labels);
        let found = match asked.check(bytes) {
            Ok(_) => None,
            Err(failure @ Failure::Further(_)) => Some(broken(&failure)),
            Err(failure) => panic!("{failure:?}: {}", what()),
        };
        *self.0.entry(found.map_or("verified", |found| found.0)).or_default() += 1;
        if found.is_none() {
            let bounds = said.lower.iter().zip(said.upper);
            let is_true = bounds.zip(truth).all(|((lower, upper), truth)| lower <= truth && truth <= upper);
            assert!(is_true, "accepted, although {truth:?} is true of {}", what());
        }
        let required = first_fault(&asked.nodes, asked.model.kind == Kind::Goal, said);
        assert_eq!(found, required, "of {}", what());
        found.is_none()
    }

    fn exact(&mut self, asked: &Asked, truth: &[Value], numbers: &[Value], labels: &[Labels]) -> bool {
        let said = Said { lower: numbers, upper: numbers, labels, is_exact: true };
        self.put(asked, truth, &said, &asked.exact(numbers, labels))
    }

    fn narrow(&mut self, asked: &Asked, truth: &[Value], bits: u8, bounds: [&[u64]; 2], labels: &[Labels]) -> bool {
        let [lower, upper] = bounds.map(|bounds| bounds.iter().map(|units| asked.meant(bits, *units)).collect::<Vec<_>>());
        let said = Said { lower: &lower, upper: &upper, labels, is_exact: false };
        self.put(asked, truth, &said, &asked.narrow(bits, bounds[0], bounds[1], labels))
    }

    fn of(&self, name: &str) -> u32 {
        self.0.get(name).copied().unwrap_or(0)
    }

    fn refused(&self) -> u32 {
        self.0.values().sum::<u32>() - self.of("verified")
    }
}

const KINDS: [Kind; 5] =
    [Kind::Total, Kind::Goal, Kind::Total, Kind::Goal, Kind::Discount((1, 2))];

/// Models of so many states at most, drawn by lot.
fn drawn(seed: u64, count: usize, most: usize) -> impl Iterator<Item = (Model, Random)> {
    (0..count).map(move |number| {
        let mut random = Random(seed << 32 | number as u64);
        let kind = match KINDS[number % KINDS.len()] {
            Kind::Discount(_) => Kind::Discount(*random.pick(&[(1, 2), (9, 10), (1, 3)])),
            kind => kind,
        };
        let model = Model::drawn(most, kind, &mut |below| random.below(below));
        (model, random)
    })
}

/// Any change of infinite values, and of finite ones by a little: those that are asked for most.
fn changed(values: &[Value], random: &mut Random) -> Vec<Value> {
    let mut values = values.to_vec();
    for _ in 0..1 + random.below(2) {
        let [place, other] = [0, 1].map(|_| random.below(values.len()));
        let delta = fraction(*random.pick(&[(1, 1), (1, 2), (1, 64), (2, 1)]));
        values[place] = match (random.below(5), values[place].clone()) {
            (0, _) => values[other].clone(),
            (1, _) => Infinite,
            (2, _) | (_, Infinite) => Finite(delta),
            (3, Finite(value)) => Finite(value + delta),
            (_, Finite(value)) => Finite(if value > delta { value - delta } else { R::zero() }),
        };
    }
    values
}

/// What n moves bring, by floating point, with so much more where a play with a goal has not ended: the limit that the chapter defines.
fn limits(model: &Model, nodes: &[Node], moves: usize, more: f64) -> Vec<f64> {
    let rows: Vec<(Turn, f64, Vec<(f64, Option<usize>)>)> = nodes
        .iter()
        .map(|node| {
            let option = |(weight, to): &(R, Option<usize>)| (weight.to_f64().unwrap(), *to);
            (node.turn, node.reward.to_f64().unwrap(), node.options.iter().map(option).collect())
        })
        .collect();
    let mut values = vec![if model.kind == Kind::Goal { more } else { 0.0 }; nodes.len()];
    for _ in 0..moves {
        let step = |(turn, reward, options): &(Turn, f64, Vec<(f64, Option<usize>)>)| {
            let terms = options.iter().map(|(weight, to)| (weight, to.map_or(0.0, |to| values[to])));
            reward
                + match turn {
                    Turn::White => terms.map(|(_, x)| x).fold(0.0, f64::max),
                    Turn::Black => terms.map(|(_, x)| x).fold(f64::INFINITY, f64::min),
                    Turn::Chance => terms.map(|(weight, x)| weight * x).sum(),
                }
        };
        values = rows.iter().map(step).collect();
    }
    values
}

/// Brute force over strategies, and the limits that the chapter defines, are the same.
#[test]
fn is_about_the_limits_that_the_chapter_defines() {
    let mut found = [0; 2];
    for (model, _) in drawn(1, 300, 4) {
        let (nodes, values) = (model.nodes(), model.position_values());
        let [few, many] = [5_000, 10_000].map(|moves| limits(&model, &nodes, moves, 1_000.0));
        let more = limits(&model, &nodes, 10_000, 2_000.0);
        for (place, value) in values.iter().enumerate() {
            match value {
                Finite(value) => {
                    found[0] += 1;
                    let error = (value.to_f64().unwrap() - many[place]).abs();
                    assert!(error < 1e-6, "{model:?}, {place}: {value} {}", many[place]);
                }
                Infinite => {
                    found[1] += 1;
                    let grows = many[place] > few[place] + 0.5 || more[place] > many[place] + 0.5;
                    assert!(grows, "{model:?}, {place}: {} {} {}", few[place], many[place], more[place]);
                }
            }
        }
    }
    assert!(found.iter().all(|found| *found > 200), "{found:?}");
}
