//! Expressions get names and types, and what is known without a state is computed once.

use crate::code::{Node, Order, Value};
use crate::number::Number;
use crate::program::Type;
use crate::syntax::{Expr, Function, Kind, Sign};
use crate::text::Fault;

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
            if matches!(expr.kind, Kind::Name(_)) && scope.label(name).is_some() {
                return Err(Fault::new(expr.at, format!("found {shown}, required the label in quotes: \"{shown}\"")));
            }
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
