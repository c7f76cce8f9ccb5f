//! Exact values of all positions under a fixed pair of policies.
//!
//! A position that is bid for has two successors, White's choice and Black's, and its value is the mean of theirs. At a player's turn both successors are the player's choice. Where chance moves
//! the value is the weighted mean of all options. Components of one position follow by averaging; larger ones are linear systems (see [`super::lifting`]).

use std::collections::HashMap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive, Zero};

use super::elimination::SparseRow;
use super::lifting;
use crate::graph::Graph;
use crate::graph::components::Components;

/// A value: `numerator / (2^power · odd part of the class)`. Not necessarily in lowest terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// The numerator.
    pub numerator: BigUint,
    /// The number of the odd part in [`OddParts`].
    pub class: u32,
    /// The exponent of 2; 0, or the numerator is odd.
    pub power: u32,
}

impl Value {
    /// The number 1.
    pub(crate) fn one() -> Self {
        Self { numerator: BigUint::one(), class: 0, power: 0 }
    }

    fn new(numerator: BigUint, class: u32, power: u32) -> Self {
        if numerator.is_zero() {
            return Self::default();
        }
        let shift = power.min(u32::try_from(numerator.trailing_zeros().unwrap_or(0)).unwrap_or(u32::MAX));
        let numerator = if shift == 0 { numerator } else { numerator >> shift };
        Self { numerator, class, power: power - shift }
    }
}

/// The odd parts of denominators that occur, each with a number; number 0 is the odd part 1.
#[derive(Clone, Debug)]
pub struct OddParts {
    parts: Vec<BigUint>,
    numbers: HashMap<BigUint, u32>,
    /// By pair: their least common multiple, and what each is to be multiplied by. It is emptied now and then.
    common: HashMap<(u32, u32), (u32, BigUint, BigUint)>,
    /// The bits of these factors.
    common_bits: u64,
    /// By part and factor: the number of the product.
    products: HashMap<(u32, u64), u32>,
}

/// The most bits of factors that are kept: 2^31, 256 MiB. Where only components make odd parts there are few; chance can make one at every position.
const MOST_COMMON_BITS: u64 = 1 << 31;

impl Default for OddParts {
    fn default() -> Self {
        let one = BigUint::one();
        let (parts, numbers) = (vec![one.clone()], HashMap::from([(one, 0)]));
        Self { parts, numbers, common: HashMap::new(), common_bits: 0, products: HashMap::new() }
    }
}

impl OddParts {
    /// The number of an odd part.
    pub fn number(&mut self, part: BigUint) -> u32 {
        let next = self.parts.len() as u32;
        *self.numbers.entry(part).or_insert_with_key(|part| {
            self.parts.push(part.clone());
            next
        })
    }

    /// The odd part with a number.
    #[must_use]
    pub fn part(&self, number: u32) -> &BigUint {
        &self.parts[number as usize]
    }

    /// A fraction as a value.
    fn value(&mut self, fraction: &Ratio<BigUint>) -> Value {
        let denominator = fraction.denom();
        let power = u32::try_from(denominator.trailing_zeros().unwrap_or(0)).expect("a denominator fits the memory");
        let class = self.number(denominator >> power);
        Value::new(fraction.numer().clone(), class, power)
    }

    /// The least common multiple of two odd parts and the factors that lead to it.
    fn common(&mut self, a: u32, b: u32) -> &(u32, BigUint, BigUint) {
        if !self.common.contains_key(&(a, b)) {
            let (first, second) = (self.part(a), self.part(b));
            let shared = first.gcd(second);
            let (to_first, to_second) = (second / &shared, first / &shared);
            let number = self.number(first * &to_first);
            if self.common_bits > MOST_COMMON_BITS {
                self.common.clear();
                self.common_bits = 0;
            }
            self.common_bits += to_first.bits() + to_second.bits();
            self.common.insert((a, b), (number, to_first, to_second));
        }
        &self.common[&(a, b)]
    }

    /// The sum of two values.
    fn sum(&mut self, a: &Value, b: &Value) -> Value {
        let power = a.power.max(b.power);
        let (left, right) = (&a.numerator << (power - a.power), &b.numerator << (power - b.power));
        if a.class == b.class {
            return Value::new(left + right, a.class, power);
        }
        let (class, to_left, to_right) = self.common(a.class, b.class);
        Value::new(left * to_left + right * to_right, *class, power)
    }

    /// The weighted sum of values, in units of the weights.
    fn weighted_sum<'a>(&mut self, terms: impl Iterator<Item = (&'a Value, u64)> + Clone) -> Value {
        let terms = terms.filter(|(value, _)| !value.numerator.is_zero());
        let (mut class, mut power) = (None, 0);
        for (value, _) in terms.clone() {
            power = power.max(value.power);
            class = match class {
                Some(class) if class != value.class => Some(self.common(class, value.class).0),
                _ => Some(value.class),
            };
        }
        let class = class.unwrap_or(0);
        // Most numbers are small, and need no memory of their own.
        let is_one = terms.clone().all(|(value, _)| value.class == class);
        let small = |(value, weight): (&Value, u64)| {
            let term = u128::from(value.numerator.to_u64()?) * u128::from(weight);
            let shift = power - value.power;
            (shift <= term.leading_zeros()).then(|| term << shift)
        };
        let sum = terms.clone().try_fold(0_u128, |sum, term| sum.checked_add(small(term)?));
        if let Some(sum) = sum.filter(|_| is_one) {
            let shift = power.min(sum.trailing_zeros());
            return Value { numerator: BigUint::from(sum >> shift), class, power: power - shift };
        }
        let mut sum = BigUint::zero();
        for (value, weight) in terms {
            let term = &value.numerator * weight;
            sum += match value.class == class {
                true => term << (power - value.power),
                false => (term * &self.common(value.class, class).1) << (power - value.power),
            };
        }
        Value::new(sum, class, power)
    }

    /// A value divided by a positive integer.
    fn quotient(&mut self, Value { numerator, class, power }: Value, divisor: u64) -> Value {
        let twos = divisor.trailing_zeros();
        let odd = divisor >> twos;
        if odd == 1 || numerator.is_zero() {
            return Value::new(numerator, class, power + twos);
        }
        let shared = odd.gcd(&(&numerator % odd).to_u64().expect("a rest is below the divisor"));
        let numerator = if shared == 1 { numerator } else { numerator / shared };
        Value::new(numerator, self.product(class, odd / shared), power + twos)
    }

    /// The number of the product of an odd part and an odd number.
    fn product(&mut self, class: u32, factor: u64) -> u32 {
        if factor == 1 {
            return class;
        }
        match self.products.get(&(class, factor)) {
            Some(&number) => number,
            None => {
                let number = self.number(self.part(class) * factor);
                self.products.insert((class, factor), number);
                number
            }
        }
    }

    /// The mean of two values.
    fn mean(&mut self, a: &Value, b: &Value) -> Value {
        let Value { numerator, class, power } = self.sum(a, b);
        Value::new(numerator, class, power + 1)
    }
}

/// The exact values of all nodes under a pair of policies.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// By node.
    pub values: Vec<Value>,
    /// The odd parts that the values refer to.
    pub odd_parts: OddParts,
}

impl Evaluation {
    /// The values of the boundary, and 0 at all positions.
    #[must_use]
    pub fn of_boundary(graph: &Graph) -> Self {
        let mut evaluation = Self { values: vec![Value::default(); graph.positions()], odd_parts: OddParts::default() };
        for node in &graph.boundary {
            evaluation.push(&node.lower);
        }
        evaluation
    }

    fn push(&mut self, value: &Ratio<BigUint>) {
        let value = self.odd_parts.value(value);
        self.values.push(value);
    }

    /// The mean of the values of two nodes.
    pub fn mean(&mut self, a: u32, b: u32) -> Value {
        self.odd_parts.mean(&self.values[a as usize], &self.values[b as usize])
    }

    /// The order of the values of two nodes.
    pub fn compare(&mut self, a: u32, b: u32) -> std::cmp::Ordering {
        let (a, b) = (&self.values[a as usize], &self.values[b as usize]);
        if a == b {
            return std::cmp::Ordering::Equal;
        }
        let power = a.power.max(b.power);
        let (left, right) = (&a.numerator << (power - a.power), &b.numerator << (power - b.power));
        if a.class == b.class {
            return left.cmp(&right);
        }
        let (_, to_left, to_right) = self.odd_parts.common(a.class, b.class);
        (left * to_left).cmp(&(right * to_right))
    }

    /// The value of a node, nearly: with an error of a few units in the last place, but 0 where it is too small.
    #[must_use]
    pub fn float(&self, node: u32) -> f64 {
        let Value { numerator, class, power } = &self.values[node as usize];
        let ([a, up], [b, down]) = (leading(numerator), leading(self.odd_parts.part(*class)));
        // All exponents are below 2^40, and each is exact as a double.
        a / b * (up - down - f64::from(*power)).exp2()
    }

    /// The value of a node, in lowest terms.
    #[must_use]
    pub fn ratio(&self, node: usize) -> Ratio<BigUint> {
        let value = &self.values[node];
        Ratio::new(value.numerator.clone(), self.odd_parts.part(value.class) << value.power)
    }

    /// One less each value.
    #[must_use]
    pub fn flipped(mut self) -> Self {
        for value in &mut self.values {
            let one = self.odd_parts.part(value.class) << value.power;
            *value = Value::new(one - &value.numerator, value.class, value.power);
        }
        self
    }

    /// These values, and after them the others.
    #[must_use]
    pub fn beside(mut self, others: &Self) -> Self {
        let number = |part: &BigUint| self.odd_parts.number(part.clone());
        let numbers: Vec<u32> = others.odd_parts.parts.iter().map(number).collect();
        self.values.extend(others.values.iter().map(|value| Value {
            numerator: value.numerator.clone(),
            class: numbers[value.class as usize],
            power: value.power,
        }));
        self
    }
}

/// The leading digits of a number, and the power of 2 that they are to be multiplied by.
fn leading(number: &BigUint) -> [f64; 2] {
    let digits = number.iter_u64_digits();
    let count = digits.len();
    let mut leading = digits.skip(count.saturating_sub(2));
    let (low, high) = (leading.next().unwrap_or(0), leading.next().unwrap_or(0));
    let mantissa = (high as f64) * (u64::MAX as f64) + low as f64;
    [mantissa, 64.0 * count.saturating_sub(2) as f64]
}

/// The node that stands for an endless play.
pub const NOTHING: u32 = u32::MAX;

/// Where a position leads to under policies that choose these pairs, by number, from 0; none after the last. Where chance moves these are its options, unless play does not end.
#[must_use]
pub fn successor(graph: &Graph, pairs: &[[u32; 2]], position: usize, number: usize) -> Option<u32> {
    match graph.chance(position) {
        Some(chance) if pairs[position][0] != NOTHING => chance.options.get(number).copied(),
        _ => pairs[position].get(number).copied(),
    }
}

/// Evaluates. `successors` are the two nodes that each position leads to, [`NOTHING`] where play does not end, and of no meaning else where chance moves; `components` are
/// theirs; an endless play has this worth. `progress` is told the number of positions of each component solved.
///
/// # Panics
///
/// Where a component's system is singular: under these policies the game could go on for ever.
#[must_use]
pub fn evaluate(
    graph: &Graph,
    successors: &[[u32; 2]],
    components: &Components,
    endless: &Ratio<BigUint>,
    threads: usize,
    mut progress: impl FnMut(usize),
) -> Evaluation {
    let mut evaluator = Evaluator::new(graph, endless, threads);
    for component in components.iter() {
        evaluator.settle(component, successors);
        progress(component.len());
    }
    evaluator.evaluation
}

/// Values that are found one component after the other.
pub(crate) struct Evaluator<'a> {
    graph: &'a Graph,
    /// The values of the components that are settled, and of the boundary.
    pub evaluation: Evaluation,
    endless: Value,
    /// By position: its place in the component that is being solved, else [`NOTHING`].
    places: Vec<u32>,
    threads: usize,
}

impl<'a> Evaluator<'a> {
    pub fn new(graph: &'a Graph, endless: &Ratio<BigUint>, threads: usize) -> Self {
        let mut evaluation = Evaluation::of_boundary(graph);
        let endless = evaluation.odd_parts.value(endless);
        Self { graph, evaluation, endless, places: vec![NOTHING; graph.positions()], threads }
    }

    /// Finds the values of a component, given where its positions lead.
    pub fn settle(&mut self, component: &[u32], successors: &[[u32; 2]]) {
        let Evaluation { values, odd_parts } = &mut self.evaluation;
        let place = component[0] as usize;
        let chance = self.graph.chance(place).filter(|_| successors[place][0] != NOTHING);
        let waits = match chance {
            Some(chance) => chance.options.contains(&component[0]),
            None => successors[place].contains(&component[0]),
        };
        values[place] = match (component, chance) {
            ([_], Some(chance)) if !waits => {
                let terms = chance.weighted().map(|(node, weight)| (&values[node as usize], weight));
                let sum = odd_parts.weighted_sum(terms);
                odd_parts.quotient(sum, chance.denominator)
            }
            ([_], None) if !waits => {
                let [a, b] = successors[place].map(|node| values.get(node as usize).unwrap_or(&self.endless));
                if successors[place][0] == successors[place][1] { a.clone() } else { odd_parts.mean(a, b) }
            }
            _ => {
                let known = (&mut values[..], &self.endless);
                solve_component(self.graph, component, successors, known, odd_parts, &mut self.places, self.threads);
                return;
            }
        };
    }
}

/// A weight as a number of a linear system.
fn entry(weight: u64) -> i64 {
    i64::try_from(weight).expect("weights are smaller")
}

/// Solves the linear system of a component: `2·x(P)` is the sum of the two successors, of which those outside are
/// known; where chance moves, the denominator of the weights takes the place of the 2, and their numerators stand before the successors.
fn solve_component(
    graph: &Graph,
    component: &[u32],
    successors: &[[u32; 2]],
    (values, endless): (&mut [Value], &Value),
    odd_parts: &mut OddParts,
    place_of: &mut [u32],
    threads: usize,
) {
    for (place, &position) in component.iter().enumerate() {
        place_of[position as usize] = place as u32;
    }
    let mut rows: Vec<SparseRow> = Vec::with_capacity(component.len());
    let mut known: Vec<Value> = Vec::with_capacity(component.len());
    let mut scale = Value::default();
    for (place, &position) in component.iter().enumerate() {
        let chance = graph.chance(position as usize);
        let mut row = vec![(place as u32, chance.map_or(2, |chance| entry(chance.denominator)))];
        let mut outside = Value::default();
        let mut add = |node: u32, weight: u64| match place_of.get(node as usize) {
            Some(&inside) if inside != NOTHING => match row.iter_mut().find(|entry| entry.0 == inside) {
                Some(own) => own.1 -= entry(weight),
                None => row.push((inside, -entry(weight))),
            },
            _ => {
                let value = values.get(node as usize).unwrap_or(endless);
                outside = match weight {
                    1 => odd_parts.sum(&outside, value),
                    _ => odd_parts.weighted_sum([(&outside, 1), (value, weight)].into_iter()),
                };
            }
        };
        match chance {
            Some(chance) => chance.weighted().for_each(|(node, weight)| add(node, weight)),
            None => successors[position as usize].into_iter().for_each(|node| add(node, 1)),
        }
        row.sort_unstable_by_key(|entry| entry.0);
        rows.push(row);
        scale.class = odd_parts.common(scale.class, outside.class).0;
        scale.power = scale.power.max(outside.power);
        known.push(outside);
    }
    let mut to_scale = |value: &Value| {
        let factor = &odd_parts.common(value.class, scale.class).1;
        (&value.numerator * factor) << (scale.power - value.power)
    };
    let constants: Vec<BigUint> = known.iter().map(&mut to_scale).collect();
    let odd = odd_parts.part(scale.class).clone();
    let solution = lifting::solve(&rows, &constants, &(&odd << scale.power), threads);
    let twos =
        u32::try_from(solution.denominator.trailing_zeros().unwrap_or(0)).expect("a denominator fits the memory");
    let mut odd = odd * (solution.denominator >> twos);
    let shared = solution.numerators.iter().fold(odd.clone(), |shared, numerator| {
        if shared.is_one() { shared } else { shared.gcd(&(numerator % &shared)) }
    });
    odd /= &shared;
    let class = odd_parts.number(odd);
    for (&position, numerator) in component.iter().zip(solution.numerators) {
        let numerator = if shared.is_one() { numerator } else { numerator / &shared };
        values[position as usize] = Value::new(numerator, class, scale.power + twos);
    }
    for &position in component {
        place_of[position as usize] = NOTHING;
    }
}
