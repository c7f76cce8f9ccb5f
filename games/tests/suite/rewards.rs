//! Expected rewards of models: values by brute force, the conditions of the chapter written again, and certificates that state something false.

#![allow(clippy::float_arithmetic)]

use std::collections::BTreeMap;
use std::slice;
use std::sync::Arc;

use checker::Verified;
use checker::certificate::{Digest, Form, Head, Statement};
use checker::claim::Subject;
use checker::failure::{Failure, Spelling};
use checker::limits::TooMuch;
use checker::numbers::Fractions;
use games::models::rewards::{Collected, NUMBER, SCALE, SIGNED};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};
use writer::{Writer, write};

use crate::broken;
use crate::rewards_oracle::Value::{Finite, Infinite};
use crate::rewards_oracle::{Branch, Choice, Kind, Model, Node, Part, R, State, Turn, Value, fraction, power};
use crate::witness::is_nightly;
use crate::witness::support::{Random, fractions};

/// Both labels, White's and Black's; of an infinite position the distance and the level.
pub(crate) type Labels = [u64; 2];

/// A model and a question about it, as a certificate is about it.
pub(crate) struct Asked {
    pub(crate) model: Model,
    pub(crate) nodes: Vec<Node>,
    files: BTreeMap<String, Vec<u8>>,
    given: Subject,
    body: Vec<u8>,
    pub(crate) scale: u16,
    /// Whether amounts have any sign: then numbers stand for -2^scale to 2^scale.
    pub(crate) is_signed: bool,
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
        body.number(numerator.cast_unsigned());
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
    pub(crate) fn new(model: Model, [doubles, negated]: [bool; 2], scale: u16) -> Self {
        let files = model.files(doubles);
        Self::read(model, files, [doubles, negated], scale)
    }

    /// With files that were changed.
    fn of(model: Model, files: BTreeMap<String, Vec<u8>>, scale: u16) -> Self {
        Self::read(model, files, [false; 2], scale)
    }

    fn read(model: Model, files: BTreeMap<String, Vec<u8>>, [simplest, negated]: [bool; 2], scale: u16) -> Self {
        let given = read(&files);
        let body = body(&model, given.digest, simplest, negated, scale);
        Self { nodes: model.nodes(), files, given, body, scale, model, is_signed: false }
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
        let (number, never) = match self.is_signed {
            true => (SIGNED, (1, 2)),
            false => (NUMBER, (u64::from(self.model.kind == Kind::Goal), 1)),
        };
        let (statement, never) = (Statement::Further(number, self.body.clone()), Some(never));
        Head { statement, never, bits, form, imports: Vec::new(), values: values.into() }
    }

    /// The certificate of exact numbers.
    pub(crate) fn exact(&self, numbers: &[Value], labels: &[Labels]) -> Vec<u8> {
        let stated: Vec<R> = numbers
            .iter()
            .map(|number| match number {
                Finite(number) if self.is_signed => (number / power(self.scale) + R::one()) / R::from(BigInt::from(2)),
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
    pub(crate) fn narrow(&self, bits: u8, lower: &[u64], upper: &[u64], labels: &[Labels]) -> Vec<u8> {
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

    pub(crate) fn check(&self, bytes: &[u8]) -> Result<Arc<Verified>, Failure> {
        games::checker(1, |_| None::<Vec<u8>>).check_given(bytes, Some(&self.given))
    }

    /// What a number of units stands for.
    fn meant(&self, bits: u8, units: u64) -> Value {
        if units == 1 << bits {
            Infinite
        } else {
            Finite(R::new(units.into(), (1_u64 << bits).into()) * power(self.scale))
        }
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
        for (side, name) in [(0, "white-label"), (1, "black-label")].into_iter().filter(|_| said.is_exact) {
            let x = &numbers[side][place];
            let required = if needs(node, x, numbers[side], is_goal, side) { evidence(side).unwrap() + 1 } else { 0 };
            if *x != Infinite && said.labels[place][side] != required {
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
        let [lower, upper] =
            bounds.map(|bounds| bounds.iter().map(|units| asked.meant(bits, *units)).collect::<Vec<_>>());
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

const KINDS: [Kind; 5] = [Kind::Total, Kind::Goal, Kind::Total, Kind::Goal, Kind::Discount((1, 2))];

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

/// Every true value has labels, by their equations, and is verified, exactly and in units. So are files with doubles, and the goal said by what it is not.
#[test]
fn verifies_all_that_is_true() {
    let (mut counts, mut found, count) = (Counts::default(), [0; 3], if is_nightly() { 20_000 } else { 700 });
    for (number, (model, mut random)) in drawn(2, count, 6).enumerate() {
        let flags = [random.below(2) == 0, random.below(2) == 0];
        let (asked, values) = Asked::scaled(model, flags, [0, 1, 7][random.below(3)]);
        let labels: Option<Vec<Labels>> =
            labels(&asked, &values).into_iter().map(|[white, black]| Some([white?, black?])).collect();
        let labels = labels.unwrap_or_else(|| panic!("there are no labels: {:?}", asked.model));
        assert!(
            counts.exact(&asked, &values, &values, &labels),
            "number {number}: {:?}, {values:?} {labels:?}",
            asked.model
        );
        found[0] += usize::from(labels.iter().flatten().any(|label| *label > 1));
        found[1] += usize::from(values.contains(&Infinite));
        found[2] += usize::from(values.contains(&Infinite) && values.iter().any(|value| *value != Infinite));
        // In a few units, where there are labels for the bounds of both sides.
        let bits = 3 + random.below(4) as u8;
        let [lower, upper] = [false, true]
            .map(|up| settled(&asked, bits, values.iter().map(|value| asked.units(bits, value, up)).collect(), up));
        let both = [&lower, &upper].map(|bounds| {
            let meant: Vec<Value> = bounds.iter().map(|units| asked.meant(bits, *units)).collect();
            self::labels(&asked, &meant)
        });
        let each = |place: usize| {
            let black = if lower[place] == 1 << bits { both[0][place][1] } else { both[1][place][1] };
            Some([both[0][place][0]?, black?])
        };
        if let Some(labels) = (0..values.len()).map(each).collect::<Option<Vec<Labels>>>() {
            assert!(counts.narrow(&asked, &values, bits, [&lower, &upper], &labels), "{:?}", asked.model);
        }
    }
    assert!(found.iter().all(|found| *found > count / 20), "{found:?}");
    assert!(counts.of("verified") > count as u32 * 9 / 5 && counts.refused() == 0, "{counts:?}");
}

/// Numbers that are a fixed point and false: some positions are raised together, or said to be infinite. Only labels can refute them.
#[test]
fn accepts_no_false_fixed_point() {
    let (mut counts, mut points, count) = (Counts::default(), 0, if is_nightly() { 20_000 } else { 1_200 });
    for (model, mut random) in drawn(4, count, 4) {
        let (asked, values) = Asked::scaled(model, [false; 2], 2);
        if values.len() > 8 {
            continue;
        }
        for set in 1..1_u32 << values.len() {
            for delta in [Some((1, 2)), Some((1, 1)), None] {
                let change = |(place, value): (usize, &Value)| match (set >> place & 1, value, delta) {
                    (0, ..) => value.clone(),
                    (_, _, None) => Infinite,
                    (_, Infinite, Some(delta)) => Finite(fraction(delta)),
                    (_, Finite(value), Some(delta)) => Finite(value + fraction(delta)),
                };
                let wrong: Vec<Value> = values.iter().enumerate().map(change).collect();
                if wrong == values || asked.nodes.iter().zip(&wrong).any(|(node, x)| node.step(&wrong) != *x) {
                    continue;
                }
                points += 1;
                for _ in 0..6 {
                    let labels = filled(&labels(&asked, &wrong), &mut random);
                    assert!(!counts.exact(&asked, &values, &wrong, &labels));
                    let labels: Vec<Labels> = wrong.iter().map(|_| [0, 1].map(|_| random.below(4) as u64)).collect();
                    assert!(!counts.exact(&asked, &values, &wrong, &labels));
                }
            }
        }
    }
    assert!(points > 200, "{points} {counts:?}");
    for condition in ["white-forces", "black-forces", "infinite"] {
        assert!(counts.of(condition) > 20, "{condition}: {counts:?}");
    }
}

/// Bounds of one side that hold of one step: where they do not, they are given up, unit by unit, until they do. The greatest that are no better than these.
fn settled(asked: &Asked, bits: u8, mut bounds: Vec<u64>, up: bool) -> Vec<u64> {
    loop {
        let seen: Vec<Value> = bounds.iter().map(|units| asked.meant(bits, *units)).collect();
        let step = asked.nodes.iter().map(|node| asked.units(bits, &node.step(&seen), up));
        let next: Vec<u64> =
            step.zip(&bounds).map(|(step, own)| if up { step.max(*own) } else { step.min(*own) }).collect();
        if next == bounds {
            return bounds;
        }
        bounds = next;
    }
}

/// Models of so many positions, drawn by lot.
fn tiny(seed: u64, positions: usize) -> impl Iterator<Item = (Model, Random)> {
    drawn(seed, 100_000, 3).filter(move |(model, _)| model.nodes().len() == positions)
}

/// All lists of so many from all.
fn all<T: Clone>(each: &[T], length: usize) -> impl Iterator<Item = Vec<T>> {
    let count = each.len();
    (0..count.pow(length as u32)).map(move |mut number| {
        let mut next = || {
            let found = each[number % count].clone();
            number /= count;
            found
        };
        (0..length).map(|_| next()).collect()
    })
}

/// All exact tables with numbers 0, 1/2, 1, 3/2, 2 and infinite, and all labels up to 3, or up to 1 if there are three positions.
#[test]
fn accepts_no_false_exact_table_of_all_on_a_grid() {
    let numbers: Vec<Value> =
        [0, 1, 2, 3, 4].iter().map(|halves| Finite(fraction((*halves, 2)))).chain([Infinite]).collect();
    let mut counts = Counts::default();
    for (positions, most, games) in [(1, 3, 40), (2, 3, 14), (3, 1, 6)] {
        let pairs: Vec<Labels> = (0..=most).flat_map(|white| (0..=most).map(move |black| [white, black])).collect();
        for (model, _) in tiny(6, positions).take(if is_nightly() { 10 * games } else { games }) {
            let (values, asked) = (model.position_values(), Asked::plain(model, 2));
            for (numbers, labels) in all(&numbers, positions).flat_map(|numbers| {
                let labels = all(&pairs, positions);
                labels.map(move |labels| (numbers.clone(), labels))
            }) {
                counts.exact(&asked, &values, &numbers, &labels);
            }
        }
    }
    assert!(counts.of("verified") > 100 && counts.refused() > 100_000, "{counts:?}");
}

/// All tables of bounds of one side, on the same grid, while the other says nothing: with all labels up to 3, or up to 2 if there are three positions.
#[test]
fn accepts_no_false_bound_of_all_on_a_grid() {
    let (bits, one, mut counts) = (3, 8, Counts::default());
    for (positions, most, games) in [(1, 3, 40), (2, 3, 40), (3, 2, 8)] {
        let labels = 0..=most;
        let finite = (0..=4).flat_map(|units| labels.clone().map(move |label| (units, label)));
        let both = labels.clone().flat_map(|white| labels.clone().map(move |black| (one, [white, black])));
        let lower: Vec<(u64, Labels)> = finite.clone().map(|(units, label)| (units, [label, 0])).chain(both).collect();
        let upper: Vec<(u64, Labels)> =
            finite.map(|(units, label)| (units, [0, label])).chain([(one, [0; 2])]).collect();
        for (model, _) in tiny(7, positions).take(if is_nightly() { 10 * games } else { games }) {
            let (values, asked) = (model.position_values(), Asked::plain(model, 2));
            for stated in all(&lower, positions) {
                let (lower, labels): (Vec<u64>, Vec<Labels>) = stated.into_iter().unzip();
                counts.narrow(&asked, &values, bits, [&lower, &vec![one; positions]], &labels);
            }
            for stated in all(&upper, positions) {
                let (upper, labels): (Vec<u64>, Vec<Labels>) = stated.into_iter().unzip();
                counts.narrow(&asked, &values, bits, [&vec![0; positions], &upper], &labels);
            }
        }
    }
    assert!(counts.of("verified") > 1_000 && counts.refused() > 100_000, "{counts:?}");
}

// ---- By hand -----------------------------------------------------------------------------------------------------------------------------------------

const NOTHING: Part = (0, 1);
const ONE: Part = (1, 1);

/// A choice with these branches, and its reward.
fn choice(reward: Part, branches: &[(Part, usize)]) -> Choice {
    let branch =
        |(probability, target): &(Part, usize)| Branch { probability: *probability, reward: NOTHING, target: *target };
    Choice { reward, branches: branches.iter().map(branch).collect() }
}

fn to(target: usize) -> Choice {
    choice(NOTHING, &[(ONE, target)])
}

fn state(owner: u32, reward: Part, choices: &[Choice]) -> State {
    State { owner, is_goal: false, reward, choices: choices.to_vec() }
}

/// Player 0 is White, and player 1 Black. The last state is the goal, if there is one.
fn model(kind: Kind, mut states: Vec<State>) -> Model {
    states.last_mut().unwrap().is_goal = true;
    Model { players: 2, maximisers: vec![0], kind, states }
}

fn finite(number: i64) -> Value {
    Finite(fraction((number, 1)))
}

/// A state that pays 1 and is left with 1/2 is worth 2.
fn coin() -> Model {
    model(Kind::Total, vec![state(0, ONE, &[choice(NOTHING, &[((1, 2), 0), ((1, 2), 1)])]), state(0, NOTHING, &[])])
}

/// More positions than a slice has, in a circle that pays 1 once in a round, with or without an end; found by several threads.
#[test]
fn takes_slices() {
    let count = 5_000;
    let circle = |last: usize| {
        let next = |number: usize| state(0, NOTHING, &[to(number + 1)]);
        let pays = state(0, NOTHING, &[choice(ONE, &[(ONE, last)])]);
        let states = (0..count).map(next).chain([pays, state(0, NOTHING, &[])]).collect();
        Asked::plain(model(Kind::Total, states), 3)
    };
    let check = |asked: &Asked, numbers: &[Value], labels: &[Labels], threads| {
        let slices: Vec<_> =
            (0..numbers.len()).step_by(4096).map(|start| start..numbers.len().min(start + 4096)).collect();
        let (values, index) = match numbers[0] {
            Infinite => (vec![R::zero(), R::one()], [1, 0]),
            Finite(_) => (vec![R::zero(), fraction((1, 8))], [1, 0]),
        };
        let slice = |range: &std::ops::Range<usize>| {
            let mut slice = Writer::default();
            slice.column(&range.clone().map(|place| index[usize::from(place > count)]).collect::<Vec<u64>>());
            (0..2).for_each(|side| slice.column(&range.clone().map(|place| labels[place][side]).collect::<Vec<_>>()));
            slice.0
        };
        let head = asked.head(0, Form::One, fractions(values.iter()).0);
        let bytes = write(&head, &slices.iter().map(slice).collect::<Vec<_>>());
        let verdict = games::checker(threads, |_| None::<Vec<u8>>).check_given(&bytes, Some(&asked.given));
        verdict.err().as_ref().map(broken)
    };
    let numbers = |number: Value| [vec![number; count + 1], vec![finite(0)]].concat();
    let labels: Vec<Labels> = (0..=count as u64).rev().map(|label| [label, 0]).chain([[0; 2]]).collect();
    for threads in [1, 3] {
        assert_eq!(check(&circle(count + 1), &numbers(finite(1)), &labels, threads), None);
        assert_eq!(check(&circle(0), &numbers(Infinite), &labels, threads), None);
        // Distances end at the end of the first slice, and at another place before it.
        let mut wrong = labels.clone();
        (wrong[4095], wrong[700]) = (wrong[4096], wrong[701]);
        assert_eq!(check(&circle(0), &numbers(Infinite), &wrong, threads), Some(("infinite", 700)));
        assert_eq!(check(&circle(count + 1), &numbers(finite(1)), &wrong, threads), Some(("white-label", 699)));
        wrong[700] = labels[700];
        assert_eq!(check(&circle(0), &numbers(Infinite), &wrong, threads), Some(("infinite", 4095)));
    }
}

/// Weights, amounts and units that are as large as they can be: a state is left with so small or so great a probability, and there is one exact bound for each side.
#[test]
fn takes_large_numbers() {
    let (most, bits, mut counts) = (i64::MAX, 62, Counts::default());
    for (probability, kind) in [1, most - 1].into_iter().flat_map(|part| [(part, Kind::Total), (part, Kind::Goal)]) {
        let whole = u64::try_from(most).unwrap();
        let mut leaves = choice((most, 1), &[((probability, whole), 0), ((most - probability, whole), 1)]);
        leaves.branches[0].reward = (most, 1);
        let states = vec![state(0, NOTHING, &[leaves]), state(0, NOTHING, &[])];
        let (asked, values) = Asked::scaled(model(kind, states), [false; 2], 0);
        let [lower, upper] = [false, true].map(|up| asked.units(bits, &values[0], up));
        assert_eq!(upper - lower, 1);
        for (lower, upper, is_true) in
            [(lower, upper, true), (0, 1 << bits, true), (upper, upper, false), (lower, lower, false)]
        {
            let [lower, upper] = [lower, upper].map(|first| [first, 0]);
            let count = values.len();
            let bounds: [&[u64]; 2] = [&lower[..count], &upper[..count]];
            assert_eq!(counts.narrow(&asked, &values, bits, bounds, &[[0; 2]; 2][..count]), is_true);
        }
    }
}

/// What a check says of the coin with another body, or another head.
fn headed(change: impl FnOnce(&mut Head)) -> Option<Failure> {
    let asked = Asked::plain(coin(), 3);
    let (values, _) = fractions([R::zero(), fraction((2, 8))].iter());
    let mut head = asked.head(0, Form::One, values);
    change(&mut head);
    asked.check(&write(&head, &[vec![1, 1, 0, 0, 0]])).err()
}

/// The same with another body: digest, simplest, and the rest, which is spelt here.
fn spelt(rest: &[u8]) -> Option<Failure> {
    headed(|head| {
        let Statement::Further(_, body) = &mut head.statement else { panic!("another statement") };
        body.truncate(33);
        body.extend(rest);
    })
}

/// The coalition of player 0, and the name of the reward.
const COINS: [u8; 8] = [1, 0, 5, b'c', b'o', b'i', b'n', b's'];

#[test]
fn has_one_spelling() {
    let of = |rest: &[u8]| spelt(&[&COINS[..], rest].concat());
    assert_eq!((of(&[0, 0, 3]), headed(|_| {})), (None, None));
    // Goal, discount, scale.
    let goal = [1, 4, b'g', b'o', b'a', b'l', 0];
    for discount in [&[2, 4][..], &[1, 1], &[0, 1], &[3, 2], &[0, 0], &[1, 0]] {
        assert_eq!(of(&[&[0, 1], discount, &[3]].concat()), Some(Failure::Statement("discount")), "{discount:?}");
    }
    assert_eq!(of(&[&goal[..], &[1, 1, 2, 3]].concat()), Some(Failure::Statement("discount")));
    let limit = |found| Some(Failure::Limit(TooMuch { limit: SCALE, found }));
    assert_eq!(SCALE.most, 1023);
    assert_eq!(of(&[0, 0, 0x80, 8]), limit(1024));
    assert_eq!(of(&[0, 0, 0xff, 0xff, 3]), limit(65535));
    // On the greatest scale 1/4 is far too much.
    assert_eq!(of(&[0, 0, 0xff, 7]).as_ref().map(broken), Some(("white-forces", 0)));
    for rest in [&[0, 0, 0x80, 0x80, 4][..], &[0, 0, 0x83, 0], &[0, 0, 3, 0], &[0, 0], &[2, 0, 3], &[0, 2, 3]] {
        let failure = of(rest).unwrap();
        assert!(matches!(failure, Failure::Spelling(None, ..)), "{rest:?}: {failure:?}");
    }
    // The coalition, and names that the model has not.
    let named = |rest: &[u8]| spelt(&[rest, &COINS[2..], &[0, 0, 3]].concat());
    assert_eq!(named(&[0]), None);
    assert_eq!(named(&[2, 0, 1]), None);
    for coalition in [&[2, 1, 0][..], &[2, 0, 0], &[1, 2], &[1, 0xff, 0xff, 0xff, 0xff, 0x0f]] {
        assert_eq!(named(coalition), Some(Failure::Statement("coalition")), "{coalition:?}");
    }
    assert!(matches!(named(&[1, 0x80, 0x80, 0x80, 0x80, 0x10]), Some(Failure::Spelling(None, ..))));
    assert_eq!(spelt(&[1, 0, 1, b'r', 0, 0, 3]), Some(Failure::Statement("reward")));
    assert_eq!(spelt(&[1, 0, 0, 0, 0, 3]), Some(Failure::Statement("reward")));
    assert!(matches!(spelt(&[1, 0, 1, 0xff, 0, 0, 3]), Some(Failure::Spelling(None, ..))));
    headed(|head| head.never = Some((1, 1))).unwrap();
    let lost = [1, 4, b'l', b'o', b's', b't', 0];
    let with_goal = |goal: &[u8]| {
        headed(|head| {
            head.never = Some((1, 1));
            let Statement::Further(_, body) = &mut head.statement else { panic!("another statement") };
            body.truncate(33);
            body.extend([&COINS[..], goal, &[0, 3]].concat());
        })
    };
    assert_eq!(with_goal(&lost), Some(Failure::Statement("label")));
    // Now there is one position: what is stated has two.
    assert!(matches!(with_goal(&goal), Some(Failure::Spelling(Some(0), ..))));
}

#[test]
fn has_one_head() {
    let wrong = Some(Failure::Spelling(None, 0, Spelling::Unknown));
    for never in [None, Some((1, 1)), Some((1, 2))] {
        assert_eq!(headed(|head| head.never = never), wrong, "{never:?}");
    }
    for form in [Form::Two, Form::Narrow] {
        assert_eq!(headed(|head| head.form = form), wrong, "{form:?}");
    }
    let units =
        |bits, form| headed(|head| (head.bits, head.form, head.values) = (bits, form, Fractions::default().into()));
    for (bits, form) in [(4, Form::One), (4, Form::Two), (63, Form::Narrow), (0, Form::Narrow)] {
        assert_eq!(units(bits, form), wrong, "{bits} {form:?}");
    }
    assert_eq!(headed(|head| head.imports = vec![Digest([0; 32])]), Some(Failure::ImportCount(1, 0)));
}

/// The first state and its choice, and the branches of the coin, with these amounts as the bytes of the three files; and what the checker says of the coin's table.
fn paid(kind: &str, files: [(&str, Option<Vec<u8>>); 3]) -> Option<Failure> {
    let mut all = coin().files(false);
    let about: Vec<&str> = files.iter().filter(|(_, bytes)| bytes.is_some()).map(|(part, _)| *part).collect();
    for (part, bytes) in files {
        let name = format!("annotations/rewards/r/{part}/values.bin");
        all.remove(&name);
        all.extend(bytes.map(|bytes| (name, bytes)));
    }
    let index = String::from_utf8(all["index.json"].clone()).unwrap();
    let index = index.replace(
        r#""alias":"coins","applies-to":["states"],"type":{"type":"rational"}"#,
        &format!(r#""alias":"coins","applies-to":{about:?},"type":{{"type":"{kind}"}}"#),
    );
    all.insert("index.json".to_owned(), index.into_bytes());
    let asked = Asked::of(coin(), all, 3);
    asked.check(&asked.exact(&[finite(2), finite(0)], &[[0; 2]; 2])).err()
}

fn long(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn doubles(numbers: &[f64]) -> Option<Vec<u8>> {
    Some(long(&numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>()))
}

#[test]
fn declines_amounts_that_are_none() {
    let declined = |place| {
        let what = "a reward that is negative, or has a numerator or denominator of 2^64 or more";
        Some(Failure::Uncovered(what, place))
    };
    let none = ("states", None);
    // The whole reward may stand at the state, at its choice, or at both branches; and -0 is 0.
    assert_eq!(paid("double", [("states", doubles(&[1.0, -0.0])), ("choices", None), ("branches", None)]), None);
    assert_eq!(paid("double", [none.clone(), ("choices", doubles(&[1.0])), ("branches", None)]), None);
    assert_eq!(paid("double", [none.clone(), ("choices", None), ("branches", doubles(&[1.0, 1.0]))]), None);
    assert_eq!(paid("double", [none.clone(), ("choices", None), ("branches", doubles(&[2.0, 0.0]))]), None);
    let both = [("states", doubles(&[0.25, 0.0])), ("choices", doubles(&[0.25])), ("branches", doubles(&[0.0, 1.0]))];
    assert_eq!(paid("double", both), None);
    for wrong in [-1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 18_446_744_073_709_551_616.0, 5e-324, -5e-324] {
        let states = |amounts: [f64; 2]| [("states", doubles(&amounts)), ("choices", None), ("branches", None)];
        assert_eq!(paid("double", states([wrong, 0.0])), declined(0), "{wrong}");
        assert_eq!(paid("double", states([1.0, wrong])), declined(1), "{wrong}");
        let all = [("states", doubles(&[1.0, 0.0])), ("choices", doubles(&[wrong])), ("branches", None)];
        assert_eq!(paid("double", all), declined(0), "{wrong}");
        let all = [("states", doubles(&[1.0, 0.0])), ("choices", None), ("branches", doubles(&[0.0, wrong]))];
        assert_eq!(paid("double", all), declined(1), "{wrong}");
    }
    for wrong in [[1, 0], [1 << 63, 1], [u64::MAX, 1]] {
        let states = Some(long(&[wrong, [0, 1]].concat()));
        assert_eq!(
            paid("rational", [("states", states), ("choices", None), ("branches", None)]),
            declined(0),
            "{wrong:?}"
        );
    }
    // In any terms; and the sum has to be below 2^64.
    let sum = |branch| {
        let most = (1_u64 << 63) - 1;
        let branches = Some(long(&[branch, 1, branch, 1]));
        let all =
            [("states", Some(long(&[most, 1, 0, 9]))), ("choices", Some(long(&[most, 1]))), ("branches", branches)];
        paid("rational", all)
    };
    assert_eq!(sum(1).as_ref().map(broken), Some(("black-forces", 0)));
    assert_eq!(sum(2), declined(0));
}

/// States of the goal collect nothing, and nobody looks at what they would collect. Of other rewards nothing is tried either.
#[test]
fn tries_only_amounts_that_are_asked_for() {
    let goal = Model {
        kind: Kind::Goal,
        states: coin()
            .states
            .into_iter()
            .zip([false, true])
            .map(|(state, is_goal)| State { is_goal, ..state })
            .collect(),
        ..coin()
    };
    let mut files = goal.files(true);
    let states = "annotations/rewards/r/states/values.bin";
    files.insert(states.to_owned(), doubles(&[1.0, f64::NAN]).unwrap());
    let index = String::from_utf8(files["index.json"].clone()).unwrap();
    let index =
        index.replace(r#""rewards":{"#, r#""rewards":{"x":{"applies-to":["states"],"type":{"type":"double"}},"#);
    files.insert("index.json".to_owned(), index.into_bytes());
    files.insert("annotations/rewards/x/states/values.bin".to_owned(), doubles(&[-1.0, f64::NAN]).unwrap());
    let asked = Asked::of(goal, files, 3);
    asked.check(&asked.exact(&[finite(2)], &[[0; 2]])).unwrap();
}

/// 1/10 as a double is another number, unless the simplest fraction is asked for.
#[test]
fn reads_doubles_as_they_are_or_as_they_are_meant() {
    let tenth = model(Kind::Discount((1, 2)), vec![state(0, (1, 10), &[])]);
    let written = Finite(R::new(BigInt::from(3_602_879_701_896_397_u64), BigInt::one() << 54));
    for simplest in [false, true] {
        let mut asked = Asked::new(tenth.clone(), [true, false], 3);
        asked.body[32] = simplest.into();
        for (number, is_meant) in [(Finite(fraction((1, 5))), true), (written.clone(), false)] {
            let verdict = asked.check(&asked.exact(&[number], &[[0; 2]]));
            assert_eq!(verdict.is_ok(), is_meant == simplest);
        }
    }
}

/// Weights of chance with the discount are below 2^64.
#[test]
fn declines_a_discount_that_is_too_fine() {
    let says = |denominator: u64| {
        let thirds = choice(NOTHING, &[((1, 3), 0), ((2, 3), 1)]);
        let states = vec![state(0, NOTHING, &[]), state(0, NOTHING, &[thirds])];
        let asked = Asked::plain(model(Kind::Discount((1, denominator)), states), 0);
        asked.check(&asked.exact(&[finite(0), finite(0)], &[[0; 2]; 2])).err()
    };
    let most = u64::MAX / 3;
    assert_eq!(says(most), None);
    let what = "a choice whose weights with the discount are 2^64 or more";
    assert_eq!(says(most + 1), Some(Failure::Uncovered(what, 0)));
}

#[test]
fn is_about_the_model_that_is_given() {
    let (asked, other) = (Asked::plain(coin(), 3), Asked::plain(coin(), 3));
    let bytes = asked.exact(&[finite(2), finite(0)], &[[0; 2]; 2]);
    let digest = read(&asked.files).digest;
    let mut checker = games::checker(1, |_| None::<Vec<u8>>);
    assert_eq!(checker.check_given(&bytes, None).unwrap_err(), Failure::Game(digest.0));
    checker.check_given(&bytes, Some(&other.given)).unwrap();
    let verified = asked.check(&bytes).unwrap();
    let collected = verified.about::<Collected>().unwrap();
    assert_eq!((collected.reward(0), collected.reward(1)), ((1, 1), (0, 1)));
    // An amount that is not asked for counts for the digest, too.
    let mut files = asked.files.clone();
    files.insert("annotations/rewards/r/choices/values.bin".to_owned(), long(&[0, 1]));
    let index = String::from_utf8(files["index.json"].clone()).unwrap();
    let index = index.replace(r#"["states"]"#, r#"["states","choices"]"#);
    files.insert("index.json".to_owned(), index.into_bytes());
    let other = Asked::of(coin(), files, 3);
    assert_ne!(read(&other.files).digest, digest);
    assert_eq!(other.check(&bytes).unwrap_err(), Failure::Game(digest.0));
}

/// The text of the chapter, and its SHA-256.
#[test]
fn has_the_digest_of_the_chapter() {
    let files = coin().files(false);
    let sum = |bytes: &[u8]| Digest::of(bytes).0.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let mut text = "players 2\nstates 2\nchoices 1\nbranches 2\nprobabilities rational\n".to_owned();
    text +=
        "label \"goal\" annotations/aps/goal/states/values.bin\nlabel \"other\" annotations/aps/1/states/values.bin\n";
    text += "reward \"coins\" rational annotations/rewards/r/states/values.bin\n";
    for name in [
        "annotations/aps/1/states/values.bin",
        "annotations/aps/goal/states/values.bin",
        "annotations/rewards/r/states/values.bin",
    ]
    .into_iter()
    .chain([
        "branch-to-probability.bin",
        "branch-to-target.bin",
        "choice-to-branches.bin",
        "state-to-choices.bin",
        "state-to-player.bin",
    ]) {
        text += &format!("{}  {name}\n", sum(&files[name]));
    }
    assert_eq!(read(&files).digest, Digest::of(text.as_bytes()));
}

#[test]
fn does_not_read_a_model_whose_rewards_are_spelt_otherwise() {
    let refused = |change: &dyn Fn(&mut BTreeMap<String, Vec<u8>>)| {
        let mut files = coin().files(false);
        change(&mut files);
        games::models::Model::read(files).map(|_| ()).map_err(|wrong| wrong.file)
    };
    let index = |from: &str, to: &str| {
        refused(&|files| {
            let text = String::from_utf8(files["index.json"].clone()).unwrap();
            assert!(text.contains(from), "{from}");
            files.insert("index.json".to_owned(), text.replace(from, to).into_bytes());
        })
    };
    let kind = r#""applies-to":["states"],"type":{"type":"rational"}"#;
    assert_eq!(index(kind, r#""applies-to":["states"],"type":{"type":"rational","size":128}"#), Ok(()));
    assert!(index(kind, r#""applies-to":["states","players"],"type":{"type":"rational"}"#).is_err());
    for other in [
        r#"{"type":"int"}"#,
        r#"{"type":"rational","size":64}"#,
        r#"{"type":"double-interval"}"#,
        r#"{"type":"double","size":32}"#,
    ] {
        assert!(index(kind, &format!(r#""applies-to":["states"],"type":{other}"#)).is_err(), "{other}");
    }
    let names = r#""player-names":["player 0", "player 1"]"#;
    for wrong in [r#"["a"]"#, r#"["a","b","c"]"#, r#"["a","a"]"#, r#"["a",""]"#, r#"["a",1]"#, "null", "{}"] {
        assert!(index(names, &format!(r#""player-names":{wrong}"#)).is_err(), "{wrong}");
    }
    assert!(index(&format!(",{names}"), "").is_err(), "two players without names");
    let label = r#""goal":{}"#;
    for (note, is_read) in [
        (r#"{"applies-to":["states"],"type":{"type":"bool"}}"#, true),
        (r#"{"type":{"type":"bool","size":1}}"#, true),
        (r#"{"type":{"type":"bool","size":8}}"#, false),
        (r#"{"type":{"type":"double"}}"#, false),
        (r#"{"applies-to":["choices"]}"#, false),
        (r#"{"applies-to":["states","choices"]}"#, false),
        (r#"{"applies-to":[]}"#, false),
        (r#"{"alias":""}"#, false),
        (r#"{"alias":"other"}"#, false),
        (r#"{},"goal":{}"#, false),
    ] {
        assert_eq!(index(label, &format!(r#""goal":{note}"#)).is_ok(), is_read, "{note}");
    }
    assert!(index(r#""aps":{"#, r#""aps":{"":{"alias":"x"},"#).is_err(), "an empty identifier");
    assert!(index(r#""rewards":{"r""#, r#""rewards":{"r":{"applies-to":[],"type":{"type":"double"}},"r""#).is_err());
    assert!(index(r#""alias":"coins""#, r#""alias":"""#).is_err());
    let twice = r#""rewards":{"coins":{"applies-to":[],"type":{"type":"double"}},"#;
    assert_eq!(index(r#""rewards":{"#, twice), Err("index.json".to_owned()));
    assert_eq!(index(r#""rewards":{"#, &twice.replace("coins", "other")), Ok(()));
    for (part, count) in [("states", 2), ("choices", 1), ("branches", 2)] {
        let name = format!("annotations/rewards/r/{part}/values.bin");
        let with = |count: usize| {
            refused(&|files| {
                let index = String::from_utf8(files["index.json"].clone()).unwrap();
                let index = index.replace(r#"["states"]"#, &format!(r#"["states","{part}"]"#));
                files.insert("index.json".to_owned(), index.into_bytes());
                files.remove(&name);
                if count < 9 {
                    files.insert(name.clone(), long(&[0, 1].repeat(count)));
                }
            })
        };
        assert_eq!(with(9), Ok(()), "{part}: without a file all have 0");
        assert_eq!(with(count), Ok(()), "{part}");
        assert_eq!([with(count - 1), with(count + 1)], [Err(name.clone()), Err(name.clone())], "{part}");
    }
}

/// Else the name of a file could be taken for more lines of the text that is hashed, and another model would have the same digest.
#[test]
fn does_not_read_names_of_two_lines() {
    for name in ["a\nb.bin", "annotations/aps/goal/states/values.bin\n.bin", "\u{1b}.bin", "a\u{85}.bin"] {
        let mut files = coin().files(false);
        files.insert(name.to_owned(), Vec::new());
        assert!(games::models::Model::read(files.clone()).is_err(), "{name:?}");
        assert!(games::models::digest(&files).is_err(), "{name:?}");
    }
    for from in [r#""r":{"alias""#, r#""goal":{}"#] {
        let mut files = coin().files(false);
        let index = String::from_utf8(files["index.json"].clone()).unwrap();
        assert!(index.contains(from));
        let index = index.replace(from, &format!(r#""\n{}"#, &from[1..]));
        files.insert("index.json".to_owned(), index.into_bytes());
        assert!(games::models::digest(&files).is_err(), "{from}");
    }
}
