//! Expressions whose names and types are known, and their exact values.

use std::cmp::Ordering;

use crate::number::Number;
use crate::program::Type;
use crate::syntax::{Expr, Function, Kind, Sign};
use crate::text::Fault;

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

    fn turned(self) -> Self {
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
    fn constant(&self) -> Option<Value> {
        match self {
            Self::Bool(value) => Some(Value::Bool(*value)),
            Self::Int(number) => Some(Value::Number(Number::whole(*number))),
            Self::Number(number) => Some(Value::Number(number.clone())),
            _ => None,
        }
    }
}

/// An expression with its type.
#[derive(Clone, Debug)]
pub(crate) struct Typed {
    pub node: Node,
    pub kind: Type,
}

/// What a name means.
pub(crate) enum Meaning<'a> {
    Value(&'a Value, Type),
    Variable(usize, Type),
    /// A formula, or a label.
    Formula(&'a Expr),
}

/// What the names in an expression mean.
pub(crate) trait Scope {
    /// The meaning of a name, and of a label.
    fn name(&self, name: &str) -> Option<Meaning<'_>>;
    fn label(&self, label: &str) -> Option<Meaning<'_>>;
}

/// So deep may formulas and operators stand in each other.
const DEPTH: usize = 1000;

/// An expression with known names and types.
pub(crate) fn typed(expr: &Expr, scope: &dyn Scope) -> Result<Typed, Fault> {
    compile(expr, scope, 0)
}

/// An expression of one type; a whole number is a number, too.
pub(crate) fn typed_as(expr: &Expr, scope: &dyn Scope, kind: Type, of: &str) -> Result<Node, Fault> {
    let found = typed(expr, scope)?;
    if found.kind == kind || (found.kind, kind) == (Type::Int, Type::Double) {
        return Ok(found.node);
    }
    let required = match kind {
        Type::Bool => "true or false",
        Type::Int => "a whole number: floor, ceil or round make one",
        Type::Double => "a number",
    };
    Err(Fault::new(expr.at, format!("found {} for {of}, required {required}", kind_name(found.kind))))
}

fn kind_name(kind: Type) -> &'static str {
    match kind {
        Type::Bool => "true or false",
        Type::Int => "a whole number",
        Type::Double => "a number that may be a fraction",
    }
}

fn compile(expr: &Expr, scope: &dyn Scope, depth: usize) -> Result<Typed, Fault> {
    if depth > DEPTH {
        return Err(Fault::new(expr.at, "found formulas in each other without end, or more than 1000, required fewer"));
    }
    let inner = |expr: &Expr| compile(expr, scope, depth + 1);
    let number = |expr: &Expr| {
        let found = inner(expr)?;
        match found.kind {
            Type::Bool => Err(Fault::new(expr.at, "found true or false, required a number")),
            _ => Ok(found),
        }
    };
    let bool = |expr: &Expr| {
        let found = inner(expr)?;
        match found.kind {
            Type::Bool => Ok(found.node),
            _ => Err(Fault::new(expr.at, "found a number, required true or false")),
        }
    };
    let is_int = |all: &[Typed]| all.iter().all(|typed| typed.kind == Type::Int);
    let numeric = |is_int: bool| if is_int { Type::Int } else { Type::Double };
    let made = |node, kind| Ok(Typed { node, kind });
    let at = expr.at as u32;
    let found = match &expr.kind {
        Kind::Bool(value) => return made(Node::Bool(*value), Type::Bool),
        Kind::Number(value, is_whole) => {
            return Ok(of_value(&Value::Number(value.clone()), numeric(*is_whole)));
        }
        Kind::Name(name) => return meant(expr, scope.name(name), scope, depth, name),
        Kind::Label(label) => return meant(expr, scope.label(label), scope, depth, &format!("{label:?}")),
        Kind::Not(inside) => Typed { node: Node::Not(Box::new(bool(inside)?)), kind: Type::Bool },
        Kind::Minus(inside) => {
            let inside = number(inside)?;
            Typed { node: Node::Minus(at, Box::new([Node::Int(0), inside.node])), kind: inside.kind }
        }
        Kind::If(parts) => {
            let [condition, yes, no] = [&parts[0], &parts[1], &parts[2]];
            let (condition, yes, no) = (bool(condition)?, inner(yes)?, inner(no)?);
            let kind = match [yes.kind, no.kind] {
                [a, b] if a == b => a,
                [Type::Bool, _] | [_, Type::Bool] => {
                    return Err(Fault::new(expr.at, "found true or false beside a number, required two of one type"));
                }
                _ => Type::Double,
            };
            let [yes, no] = [yes.node, no.node];
            match condition {
                Node::Bool(true) => return made(yes, kind),
                Node::Bool(false) => return made(no, kind),
                _ => Typed { node: Node::If(Box::new([condition, yes, no])), kind },
            }
        }
        Kind::Binary(sign, pair) => binary(*sign, at, pair, &inner)?,
        Kind::Call(function, arguments) => {
            let arguments: Vec<Typed> = arguments.iter().map(number).collect::<Result<_, _>>()?;
            let whole = is_int(&arguments);
            let nodes = arguments.into_iter().map(|typed| typed.node);
            call(*function, at, expr, whole, nodes.collect(), numeric(whole))?
        }
    };
    Ok(folded(found))
}

fn meant(expr: &Expr, found: Option<Meaning>, scope: &dyn Scope, depth: usize, name: &str) -> Result<Typed, Fault> {
    match found {
        None => {
            let shown: String = name.chars().take(60).collect();
            Err(Fault::new(
                expr.at,
                format!("found {shown}, required a variable, constant, formula or label that there is"),
            ))
        }
        Some(Meaning::Value(value, kind)) => Ok(of_value(value, kind)),
        Some(Meaning::Variable(place, kind)) => Ok(Typed { node: Node::Variable(place), kind }),
        Some(Meaning::Formula(formula)) => compile(formula, scope, depth + 1),
    }
}

fn of_value(value: &Value, kind: Type) -> Typed {
    let node = match value {
        Value::Bool(value) => Node::Bool(*value),
        Value::Number(number) => match number.as_whole() {
            Some(whole) => Node::Int(whole),
            None => Node::Number(number.clone()),
        },
    };
    Typed { node, kind }
}

/// What is known without a state is computed once. What has no value is left: perhaps nobody asks.
fn folded(found: Typed) -> Typed {
    let is_known = match &found.node {
        Node::And(pair) | Node::Or(pair) | Node::Implies(pair) => match (&found.node, &pair[0]) {
            (Node::And(_), Node::Bool(false)) => return Typed { node: Node::Bool(false), kind: Type::Bool },
            (Node::Or(_), Node::Bool(true)) => return Typed { node: Node::Bool(true), kind: Type::Bool },
            (Node::Implies(_), Node::Bool(false)) => return Typed { node: Node::Bool(true), kind: Type::Bool },
            (_, Node::Bool(_)) => return Typed { node: pair[1].clone(), kind: Type::Bool },
            _ => false,
        },
        Node::Same(pair)
        | Node::Compare(_, _, pair)
        | Node::Plus(_, pair)
        | Node::Minus(_, pair)
        | Node::Times(_, pair)
        | Node::Over(_, pair)
        | Node::Power(_, _, pair)
        | Node::Mod(_, pair)
        | Node::Log(_, pair) => pair.iter().all(|node| node.constant().is_some()),
        Node::Extreme(_, all) => all.iter().all(|node| node.constant().is_some()),
        Node::Not(inside) | Node::Floor(_, inside) | Node::Ceil(_, inside) => inside.constant().is_some(),
        _ => false,
    };
    if is_known {
        let value = match found.kind {
            Type::Bool => found.node.bool(&[]).map(Value::Bool),
            _ => found.node.number(&[]).map(Value::Number),
        };
        return value.map_or(found.clone(), |value| of_value(&value, found.kind));
    }
    match found.node {
        Node::Compare(order, true, pair) => Typed { node: simple(order, pair), kind: Type::Bool },
        node => Typed { node, kind: found.kind },
    }
}

/// A comparison of whole numbers; of a variable with a number if it is one.
fn simple(order: Order, pair: Box<[Node; 2]>) -> Node {
    match &*pair {
        [Node::Variable(place), Node::Int(number)] => Node::Is(order, *place, *number),
        [Node::Int(number), Node::Variable(place)] => Node::Is(order.turned(), *place, *number),
        _ => Node::Compare(order, true, pair),
    }
}

fn binary(
    sign: Sign,
    at: u32,
    pair: &[Expr; 2],
    inner: &dyn Fn(&Expr) -> Result<Typed, Fault>,
) -> Result<Typed, Fault> {
    let [a, b] = [inner(&pair[0])?, inner(&pair[1])?];
    let (is_bool, is_equality) =
        ([a.kind, b.kind].map(|kind| kind == Type::Bool), matches!(sign, Sign::Equal | Sign::Unequal));
    let of_bools = matches!(sign, Sign::And | Sign::Or | Sign::Implies | Sign::Iff) || is_equality && is_bool[0];
    if let Some(wrong) = [0, 1].into_iter().find(|&part| is_bool[part] != of_bools) {
        let required = ["found true or false, required a number", "found a number, required true or false"];
        return Err(Fault::new(pair[wrong].at, required[usize::from(of_bools)]));
    }
    let whole = a.kind == Type::Int && b.kind == Type::Int;
    let nodes = Box::new([a.node, b.node]);
    let node = match sign {
        Sign::And => Node::And(nodes),
        Sign::Or => Node::Or(nodes),
        Sign::Implies => Node::Implies(nodes),
        Sign::Iff => Node::Same(nodes),
        Sign::Equal if of_bools => Node::Same(nodes),
        Sign::Unequal if of_bools => Node::Not(Box::new(folded_bool(Node::Same(nodes)))),
        _ => {
            let order = match sign {
                Sign::Equal => Order::Equal,
                Sign::Unequal => Order::Unequal,
                Sign::Less => Order::Less,
                Sign::AtMost => Order::AtMost,
                Sign::More => Order::More,
                Sign::AtLeast => Order::AtLeast,
                _ => {
                    let kind = if whole && sign != Sign::Over { Type::Int } else { Type::Double };
                    let node = match sign {
                        Sign::Plus => Node::Plus(at, nodes),
                        Sign::Minus => Node::Minus(at, nodes),
                        Sign::Times => Node::Times(at, nodes),
                        Sign::Over => Node::Over(at, nodes),
                        _ => Node::Power(at, whole, nodes),
                    };
                    return Ok(Typed { node, kind });
                }
            };
            Node::Compare(order, whole, nodes)
        }
    };
    Ok(Typed { node, kind: Type::Bool })
}

fn folded_bool(node: Node) -> Node {
    folded(Typed { node, kind: Type::Bool }).node
}

fn call(
    function: Function,
    at: u32,
    expr: &Expr,
    whole: bool,
    mut nodes: Vec<Node>,
    kind: Type,
) -> Result<Typed, Fault> {
    let is_pair = matches!(function, Function::Pow | Function::Mod | Function::Log);
    let pair = is_pair.then(|| {
        let last = nodes.pop().expect("two arguments");
        Box::new([nodes.pop().expect("two arguments"), last])
    });
    let (node, kind) = match (function, pair) {
        (Function::Pow, Some(pair)) => (Node::Power(at, whole, pair), kind),
        (Function::Mod, Some(pair)) if whole => (Node::Mod(at, pair), Type::Int),
        (Function::Mod, _) => return Err(Fault::new(expr.at, "found mod of a fraction, required whole numbers")),
        (Function::Log, Some(pair)) => (Node::Log(at, pair), Type::Double),
        (Function::Min | Function::Max, _) => (Node::Extreme(function == Function::Max, nodes), kind),
        (Function::Ceil, _) => (Node::Ceil(at, Box::new(nodes.remove(0))), Type::Int),
        (Function::Round, _) => {
            let half = Node::Number(Number::Short(1, 2));
            let raised = folded(Typed { node: Node::Plus(at, Box::new([nodes.remove(0), half])), kind: Type::Double });
            (Node::Floor(at, Box::new(raised.node)), Type::Int)
        }
        _ => (Node::Floor(at, Box::new(nodes.remove(0))), Type::Int),
    };
    Ok(Typed { node, kind })
}
