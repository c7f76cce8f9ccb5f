//! Games in JSON, as whatever serde_json makes of them.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde_json::Value;

/// A position of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    Terminal(BigRational),
    /// Whose turn it is: `b`id for, `l`eft's, `r`ight's, `c`hance's; the options of left, of right, and of chance with weights.
    Inner(char, [Vec<usize>; 2], Vec<(usize, BigRational)>),
}

fn fraction(text: &str) -> Option<BigRational> {
    let parts: Vec<&str> = text.split('/').collect();
    let mut numbers = Vec::new();
    for part in &parts {
        if part.is_empty() || !part.chars().all(|c| c.is_ascii_digit()) || (part.len() > 1 && part.starts_with('0')) {
            return None;
        }
        numbers.push(part.parse::<BigInt>().ok()?);
    }
    let value = match &numbers[..] {
        [whole] => BigRational::from_integer(whole.clone()),
        [above, below] if !below.is_zero() => BigRational::new(above.clone(), below.clone()),
        _ => return None,
    };
    (value <= BigRational::one()).then_some(value)
}

/// Reads a game; none if it is none. (A field that occurs twice is not noticed.)
pub fn read(text: &[u8]) -> Option<Vec<Place>> {
    let file: Value = serde_json::from_slice(text).ok()?;
    if file.get("bidding-game")?.as_u64()? != 2 {
        return None;
    }
    let positions = file.get("positions")?.as_array()?;
    let names: Vec<&str> = positions.iter().map(|p| p.get("name")?.as_str()).collect::<Option<_>>()?;
    let number = |name: &Value| names.iter().position(|other| Some(*other) == name.as_str());
    let mut places = Vec::new();
    for (own, position) in positions.iter().enumerate() {
        if let Some(value) = position.get("value") {
            places.push(Place::Terminal(fraction(value.as_str()?)?));
            continue;
        }
        if let Some(chance) = position.get("chance") {
            let mut options = Vec::new();
            for option in chance.as_array()? {
                let weight = fraction(option.get("weight")?.as_str()?)?;
                if weight.is_zero() {
                    return None;
                }
                options.push((number(option.get("to")?)?, weight));
            }
            let sum: BigRational = options.iter().map(|(_, weight)| weight.clone()).sum();
            let common = options
                .iter()
                .fold(BigInt::one(), |common, (_, weight)| num_integer::lcm(common, weight.denom().clone()));
            if !sum.is_one() || common.bits() > 64 {
                return None;
            }
            places.push(Place::Inner('c', [vec![], vec![]], options));
            continue;
        }
        let turn = match position.get("turn").map(Value::as_str) {
            None => 'b',
            Some(Some("left")) => 'l',
            Some(Some("right")) => 'r',
            _ => return None,
        };
        let mut lists = [vec![], vec![]];
        for (list, field) in lists.iter_mut().zip(["left", "right"]) {
            if let Some(options) = position.get(field) {
                for option in options.as_array()? {
                    list.push(number(option)?);
                }
            }
            // A pass. (The list of a player who cannot move here is of no use.)
            if list.is_empty() {
                list.push(own);
            }
        }
        places.push(Place::Inner(turn, lists, vec![]));
    }
    places.iter().any(|place| matches!(place, Place::Terminal(_))).then_some(places)
}
