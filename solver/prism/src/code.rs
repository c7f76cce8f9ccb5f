//! Expressions whose names and types are known, and their exact values. How they are made is in `compile`.

use std::cmp::Ordering;

use crate::number::Number;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// True or false.
    Bool(bool),
    /// A number.
    Number(Number),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

/// Why an expression has no value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Why {
    Zero,
    Divisor,
    Exponent,
    Power,
    Log,
    Large,
}

/// Where an expression has no value, and why.
pub(crate) type None_ = (u32, Why);

/// What is wrong, in words.
pub(crate) fn said(why: Why) -> &'static str {
    match why {
        Why::Zero => "found a division by zero, required another divisor",
        Why::Divisor => "found mod by a number that is not above 0, required one above 0",
        Why::Exponent => {
            "found a negative exponent of a whole number, required one from 0, or a base that may be a fraction, such as 2.0"
        }
        Why::Power => {
            "found a power whose exponent is no whole number, of zero with a negative one, or of more than 2^20 bits, \
             required one that is a fraction"
        }
        Why::Log => "found a logarithm that is no fraction, required numbers that are powers of the same number",
        Why::Large => "found a whole number of 2^63 or more, required a smaller one",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Order {
    #[inline]
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Unequal => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::More => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }

    pub fn turned(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::More => Self::Less,
            Self::AtLeast => Self::AtMost,
            same => same,
        }
    }
}

/// An expression. Variables are numbers of places among the values of a state.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Bool(bool),
    Int(i64),
    Number(Number),
    Variable(usize),
    /// A comparison of a variable with a whole number.
    Is(Order, usize, i64),
    Not(Box<Node>),
    And(Box<[Node; 2]>),
    Or(Box<[Node; 2]>),
    Implies(Box<[Node; 2]>),
    /// Whether two Booleans are the same.
    Same(Box<[Node; 2]>),
    /// Whether numbers are in an order, and whether both are whole.
    Compare(Order, bool, Box<[Node; 2]>),
    Plus(u32, Box<[Node; 2]>),
    Minus(u32, Box<[Node; 2]>),
    Times(u32, Box<[Node; 2]>),
    Over(u32, Box<[Node; 2]>),
    /// A power, and whether both are whole.
    Power(u32, bool, Box<[Node; 2]>),
    Mod(u32, Box<[Node; 2]>),
    Log(u32, Box<[Node; 2]>),
    /// The least or, if it is said, the greatest.
    Extreme(bool, Vec<Node>),
    /// The floor of a number after something is added.
    Floor(u32, Box<Node>),
    /// The ceiling.
    Ceil(u32, Box<Node>),
    If(Box<[Node; 3]>),
}

impl Node {
    /// Whether it is true.
    pub fn bool(&self, state: &[i64]) -> Result<bool, None_> {
        Ok(match self {
            Self::Bool(value) => *value,
            Self::Variable(place) => state[*place] != 0,
            Self::Is(order, place, number) => order.holds(state[*place].cmp(number)),
            Self::Not(inside) => !inside.bool(state)?,
            Self::And(pair) => pair[0].bool(state)? && pair[1].bool(state)?,
            Self::Or(pair) => pair[0].bool(state)? || pair[1].bool(state)?,
            Self::Implies(pair) => !pair[0].bool(state)? || pair[1].bool(state)?,
            Self::Same(pair) => pair[0].bool(state)? == pair[1].bool(state)?,
            Self::Compare(order, is_whole, pair) => {
                if *is_whole && let (Ok(a), Ok(b)) = (pair[0].int(state), pair[1].int(state)) {
                    return Ok(order.holds(a.cmp(&b)));
                }
                order.holds(pair[0].number(state)?.cmp(&pair[1].number(state)?))
            }
            Self::If(parts) => match parts[0].bool(state)? {
                true => parts[1].bool(state)?,
                false => parts[2].bool(state)?,
            },
            _ => unreachable!("a number in the place of a Boolean"),
        })
    }

    /// Its value as a whole number, of 64 bits.
    pub fn int(&self, state: &[i64]) -> Result<i64, None_> {
        let large = |at: u32, number: Option<i64>| number.ok_or((at, Why::Large));
        match self {
            Self::Int(number) => Ok(*number),
            Self::Variable(place) => Ok(state[*place]),
            Self::Plus(at, pair) => large(*at, pair[0].int(state)?.checked_add(pair[1].int(state)?)),
            Self::Minus(at, pair) => large(*at, pair[0].int(state)?.checked_sub(pair[1].int(state)?)),
            Self::Times(at, pair) => large(*at, pair[0].int(state)?.checked_mul(pair[1].int(state)?)),
            Self::Extreme(is_max, all) => {
                let mut best = all[0].int(state)?;
                for other in &all[1..] {
                    let other = other.int(state)?;
                    best = if *is_max { best.max(other) } else { best.min(other) };
                }
                Ok(best)
            }
            Self::If(parts) => match parts[0].bool(state)? {
                true => parts[1].int(state),
                false => parts[2].int(state),
            },
            Self::Power(at, ..) | Self::Mod(at, _) | Self::Floor(at, _) | Self::Ceil(at, _) => {
                large(*at, self.number(state)?.as_whole())
            }
            _ => large(0, self.number(state)?.as_whole()),
        }
    }

    /// Its value as a number.
    pub fn number(&self, state: &[i64]) -> Result<Number, None_> {
        let both = |pair: &[Self; 2]| Ok((pair[0].number(state)?, pair[1].number(state)?));
        Ok(match self {
            Self::Int(number) => Number::whole(*number),
            Self::Number(number) => number.clone(),
            Self::Variable(place) => Number::whole(state[*place]),
            Self::Plus(_, pair) => pair[0].number(state)?.plus(&pair[1].number(state)?),
            Self::Minus(_, pair) => pair[0].number(state)?.minus(&pair[1].number(state)?),
            Self::Times(_, pair) => pair[0].number(state)?.times(&pair[1].number(state)?),
            Self::Over(at, pair) => {
                let (a, b) = both(pair)?;
                a.over(&b).ok_or((*at, Why::Zero))?
            }
            Self::Power(at, is_whole, pair) => {
                let (a, b) = both(pair)?;
                if *is_whole && b.is_negative() {
                    return Err((*at, Why::Exponent));
                }
                a.to_the(&b).ok_or((*at, Why::Power))?
            }
            Self::Mod(at, pair) => {
                let (a, b) = both(pair)?;
                if b <= Number::ZERO {
                    return Err((*at, Why::Divisor));
                }
                let quotient = a.over(&b).ok_or((*at, Why::Divisor))?.floor();
                a.minus(&b.times(&quotient))
            }
            Self::Log(at, pair) => {
                let (a, b) = both(pair)?;
                a.log(&b).ok_or((*at, Why::Log))?
            }
            Self::Extreme(is_max, all) => {
                let mut best = all[0].number(state)?;
                for other in &all[1..] {
                    let other = other.number(state)?;
                    best = if *is_max { best.max(other) } else { best.min(other) };
                }
                best
            }
            Self::Floor(_, inside) => inside.number(state)?.floor(),
            Self::Ceil(_, inside) => inside.number(state)?.negated().floor().negated(),
            Self::If(parts) => match parts[0].bool(state)? {
                true => parts[1].number(state)?,
                false => parts[2].number(state)?,
            },
            _ => unreachable!("a Boolean in the place of a number"),
        })
    }

    /// How many of the first variables it needs.
    pub fn needs(&self) -> usize {
        let most = |all: &[Self]| all.iter().map(Self::needs).max().unwrap_or(0);
        match self {
            Self::Bool(_) | Self::Int(_) | Self::Number(_) => 0,
            Self::Variable(place) | Self::Is(_, place, _) => place + 1,
            Self::Not(inside) | Self::Floor(_, inside) | Self::Ceil(_, inside) => inside.needs(),
            Self::Extreme(_, all) => most(all),
            Self::If(parts) => most(&parts[..]),
            Self::And(pair)
            | Self::Or(pair)
            | Self::Implies(pair)
            | Self::Same(pair)
            | Self::Compare(_, _, pair)
            | Self::Plus(_, pair)
            | Self::Minus(_, pair)
            | Self::Times(_, pair)
            | Self::Over(_, pair)
            | Self::Power(_, _, pair)
            | Self::Mod(_, pair)
            | Self::Log(_, pair) => most(&pair[..]),
        }
    }

    /// Its value, if no variable occurs.
    pub fn constant(&self) -> Option<Value> {
        match self {
            Self::Bool(value) => Some(Value::Bool(*value)),
            Self::Int(number) => Some(Value::Number(Number::whole(*number))),
            Self::Number(number) => Some(Value::Number(number.clone())),
            _ => None,
        }
    }
}
