//! Rewards of any sign, where every play ends: values by brute force over all pairs of strategies, the conditions of the chapter written again, and certificates in
//! which one number is wrong.

use num_traits::{One, Zero};

use std::collections::BTreeMap;

use checker::failure::Failure;
use num_bigint::BigInt;

use crate::broken;
use crate::rewards::{Asked, Labels};
use crate::rewards_oracle::Value::Finite;
use crate::rewards_oracle::{Kind, Model, Node, R, Turn, Value, power};
use crate::witness::is_nightly;
use crate::witness::support::Random;

/// The greatest set of positions each of which passes, of which it is told which of its options are in the set; of an end nothing is.
fn greatest(nodes: &[Node], passes: impl Fn(usize, &[Option<bool>]) -> bool) -> Vec<bool> {
    let mut set = vec![true; nodes.len()];
    loop {
        let keeps = |place: usize| {
            let options: Vec<_> = nodes[place].options.iter().map(|(_, to)| to.map(|to| set[to])).collect();
            set[place] && passes(place, &options)
        };
        let next: Vec<bool> = (0..nodes.len()).map(keeps).collect();
        if next == set {
            return set;
        }
        set = next;
    }
}

/// The least whole numbers that are one more than the greatest of all options, or than their mean; 0 where nothing can be collected any more. None if some play need
/// not end.
fn longest(nodes: &[Node], is_goal: bool) -> Option<Vec<u64>> {
    let is_over =
        greatest(nodes, |place, options| !is_goal && nodes[place].reward.is_zero() && !options.contains(&Some(false)));
    let for_ever = greatest(nodes, |place, options| {
        let stays = |option: &Option<bool>| *option == Some(true);
        let mut options = options.iter();
        !is_over[place] && if nodes[place].turn == Turn::Chance { options.all(stays) } else { options.any(stays) }
    });
    if for_ever.contains(&true) {
        return None;
    }
    let mut labels = vec![0; nodes.len()];
    loop {
        let last = labels.clone();
        for place in (0..nodes.len()).filter(|place| !is_over[*place]) {
            labels[place] = required(&nodes[place], &labels, true);
        }
        if labels == last {
            return Some(labels);
        }
    }
}

/// What a label is at least.
fn required(node: &Node, labels: &[u64], is_goal: bool) -> u64 {
    let of = |to: &Option<usize>| to.map_or(0, |to| labels[to]);
    let most = node.options.iter().map(|(_, to)| of(to)).max().unwrap();
    if most == 0 && node.reward.is_zero() && !is_goal {
        return 0;
    }
    let mean = node.options.iter().map(|(weight, to)| weight * BigInt::from(of(to))).sum::<R>();
    let longest = if node.turn == Turn::Chance { mean.ceil().to_integer() } else { most.into() };
    1 + u64::try_from(longest).unwrap()
}

/// The condition that fails first, and where.
fn first_fault(asked: &Asked, [lower, upper]: [&[Value]; 2], labels: &[Labels]) -> Option<(&'static str, u64)> {
    let white: Vec<u64> = labels.iter().map(|labels| labels[0]).collect();
    (0..).zip(&asked.nodes).find_map(|(place, node): (usize, _)| {
        let required = required(node, &white, asked.model.kind == Kind::Goal);
        let is_over = required == 0 && white[place] == 0;
        let mean = |x: &[Value]| if is_over { Finite(R::zero()) } else { node.step(x) };
        let found = [
            ("white-forces", lower[place] > mean(lower)),
            ("black-forces", upper[place] < mean(upper)),
            ("white-label", white[place] < required),
            ("black-label", labels[place][1] > 0),
        ];
        let first = found.into_iter().find(|(_, fails)| *fails)?.0;
        Some((first, u64::try_from(place).unwrap()))
    })
}

/// What is found, by condition; it is what the chapter says, and what is verified is true.
fn put(asked: &Asked, truth: &[Value], bounds: [&[Value]; 2], labels: &[Labels], bytes: &[u8]) -> &'static str {
    let found = match asked.check(bytes) {
        Ok(_) => None,
        Err(failure @ Failure::Further(_)) => Some(broken(&failure)),
        Err(failure) => panic!("{failure:?}: {:?} {bounds:?} {labels:?}", asked.model),
    };
    assert_eq!(found, first_fault(asked, bounds, labels), "{:?} {bounds:?} {labels:?}", asked.model);
    let mut all = bounds[0].iter().zip(bounds[1]).zip(truth);
    let is_true = all.all(|((lower, upper), truth)| lower <= truth && truth <= upper);
    assert!(found.is_some() || is_true, "accepted, although {truth:?} is true: {:?} {bounds:?}", asked.model);
    found.map_or("verified", |found| found.0)
}

fn raised(values: &[Value], place: usize, by: &R) -> Vec<Value> {
    let mut values = values.to_vec();
    if let Finite(value) = &mut values[place] {
        *value += by;
    }
    values
}

/// A true table is verified; with one number a unit too large or too small it fails at the condition that the number is about.
fn table(asked: &Asked, values: &[Value], labels: &[Labels], counts: &mut BTreeMap<&'static str, u32>) {
    let mut exact = |values: &[Value], truth: &[Value], labels: &[Labels], required: &[&str]| {
        let found = put(asked, truth, [values; 2], labels, &asked.exact(values, labels));
        assert!(required.contains(&found), "{found}, required one of {required:?}: {:?} {labels:?}", asked.model);
        *counts.entry(found).or_default() += 1;
    };
    exact(values, values, labels, &["verified"]);
    for place in 0..values.len() {
        let unit = R::new(1.into(), 16.into());
        for by in [&unit, &-unit.clone()] {
            exact(&raised(values, place, by), values, labels, &["white-forces", "black-forces"]);
        }
        let mut wrong = labels.to_vec();
        wrong[place][1] = 1;
        exact(values, values, &wrong, &["black-label"]);
        wrong[place] = [labels[place][0].wrapping_sub(1), 0];
        if labels[place][0] > 0 {
            exact(values, values, &wrong, &["white-label", "white-forces", "black-forces"]);
        }
    }
}

/// The same of bounds in units, where each is the greatest, or the least, for the others.
fn bounds(asked: &Asked, values: &[Value], labels: &[Labels], counts: &mut BTreeMap<&'static str, u32>) {
    let bits = 6;
    let meant = |units: &[u64]| -> Vec<Value> {
        let of =
            |units: u64| R::new(BigInt::from(units) * 2 - (1 << bits), BigInt::from(1 << bits)) * power(asked.scale);
        units.iter().map(|units| Finite(of(*units))).collect()
    };
    let units = |value: &Value, up: bool| {
        let Finite(value) = value else { panic!("every play ends") };
        let units = (value / power(asked.scale) + R::one()) * BigInt::from(1 << (bits - 1));
        u64::try_from(if up { units.ceil() } else { units.floor() }.to_integer()).unwrap_or(0).min(1 << bits)
    };
    let settled = |up: bool| {
        let mut bounds: Vec<u64> = values.iter().map(|value| units(value, up)).collect();
        loop {
            let seen = meant(&bounds);
            let next = |(place, node): (usize, &Node)| {
                let step = if labels[place][0] == 0 { Finite(R::zero()) } else { node.step(&seen) };
                let step = units(&step, up);
                if up { step.max(bounds[place]) } else { step.min(bounds[place]) }
            };
            let next: Vec<u64> = asked.nodes.iter().enumerate().map(next).collect();
            if next == bounds {
                return bounds;
            }
            bounds = next;
        }
    };
    let [lower, upper] = [settled(false), settled(true)];
    let within = |bounds: &[u64], up: bool| {
        bounds
            .iter()
            .zip(values)
            .all(|(one, value)| if up { *one >= units(value, true) } else { *one <= units(value, false) && *one > 0 })
    };
    if !within(&lower, false) || !within(&upper, true) || upper.contains(&(1 << bits)) {
        return;
    }
    let mut put = |lower: &[u64], upper: &[u64]| {
        let found =
            put(asked, values, [&meant(lower), &meant(upper)], labels, &asked.narrow(bits, lower, upper, labels));
        *counts.entry(found).or_default() += 1;
        found
    };
    assert_eq!(put(&lower, &upper), "verified", "{:?}", asked.model);
    for place in 0..values.len() {
        let [mut above, mut below] = [lower.clone(), upper.clone()];
        above[place] += 1;
        below[place] -= 1;
        if above[place] <= upper[place] {
            put(&above, &upper);
            put(&lower, &below);
        }
    }
}

/// Models in which every play ends, each with its values by brute force.
#[test]
fn verifies_what_is_true_and_refuses_what_is_a_unit_off() {
    let (mut counts, mut found, mut negative, wanted) =
        (BTreeMap::new(), 0, 0, if is_nightly() { 100_000 } else { 600 });
    for number in 0.. {
        let mut random = Random(24 << 32 | number);
        let kind = [Kind::Total, Kind::Goal, Kind::Discount((1, 2)), Kind::Total, Kind::Goal][random.below(5)];
        let mut below = |below| random.below(below);
        let model = Model::drawn(6, kind, &mut below).signed(&mut below);
        let Some(labels) = longest(&model.nodes(), kind == Kind::Goal) else { continue };
        let values = model.position_values();
        let least = |scale: &u16| {
            let is_in =
                |value: &Value| matches!(value, Finite(value) if -power(*scale) < *value && *value < power(*scale));
            values.iter().all(is_in)
        };
        // A value is a share of the scale after a unit more, too.
        let scale = (1..).find(|scale| least(&(scale - 1))).unwrap();
        let mut asked = Asked::new(model, [random.below(2) == 0, false], scale);
        asked.is_signed = true;
        let labels: Vec<Labels> = labels.into_iter().map(|label| [label, 0]).collect();
        table(&asked, &values, &labels, &mut counts);
        bounds(&asked, &values, &labels, &mut counts);
        found += 1;
        negative += usize::from(values.iter().any(|value| *value < Finite(R::zero())));
        if found == wanted {
            break;
        }
    }
    assert!(negative > wanted / 4, "{negative}");
    assert!(counts.len() == 5 && counts.values().all(|count| *count > 100), "{counts:?}");
}
