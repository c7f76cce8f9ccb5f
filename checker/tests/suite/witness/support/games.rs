//! Toy games in JSON.

use checker::certificate::{Form, Statement};
use num_bigint::BigInt;
use num_traits::One;

use super::{
    Arena, Columns, Draft, R, Random, Step, To, digest, enclose, exact, fraction, head, in_fractions, solve, starts,
};
use crate::witness::naive::Place;
use crate::witness::naive::game::Place as Toy;

pub fn end(numerator: i64, denominator: i64) -> Toy {
    Toy::Terminal(fraction(numerator, denominator))
}

pub fn bid(left: &[usize], right: &[usize]) -> Toy {
    Toy::Inner('b', [left.to_vec(), right.to_vec()], vec![])
}

pub fn turn(of: char, options: &[usize]) -> Toy {
    let none = vec![];
    Toy::Inner(of, if of == 'l' { [options.to_vec(), none] } else { [none, options.to_vec()] }, vec![])
}

pub fn chance(options: &[(usize, i64, i64)]) -> Toy {
    let options = options.iter().map(|(to, above, below)| (*to, fraction(*above, *below))).collect();
    Toy::Inner('c', [vec![], vec![]], options)
}

/// The file of a game. Position `n` is called `pn`.
pub fn json(toys: &[Toy]) -> String {
    let list = |options: &[usize]| {
        let names: Vec<String> = options.iter().map(|option| format!("\"p{option}\"")).collect();
        format!("[{}]", names.join(", "))
    };
    let position = |(number, toy): (usize, &Toy)| match toy {
        Toy::Terminal(value) => format!(r#"{{"name": "p{number}", "value": "{}/{}"}}"#, value.numer(), value.denom()),
        Toy::Inner('b', [left, right], _) => {
            format!(r#"{{"name": "p{number}", "left": {}, "right": {}}}"#, list(left), list(right))
        }
        Toy::Inner('l', [left, _], _) => format!(r#"{{"name": "p{number}", "turn": "left", "left": {}}}"#, list(left)),
        Toy::Inner('r', [_, right], _) => {
            format!(r#"{{"name": "p{number}", "turn": "right", "right": {}}}"#, list(right))
        }
        Toy::Inner(_, _, chance) => {
            let option = |(to, weight): &(usize, R)| {
                format!(r#"{{"to": "p{to}", "weight": "{}/{}"}}"#, weight.numer(), weight.denom())
            };
            let options: Vec<String> = chance.iter().map(option).collect();
            format!(r#"{{"name": "p{number}", "chance": [{}]}}"#, options.join(", "))
        }
    };
    let positions: Vec<String> = toys.iter().enumerate().map(position).collect();
    format!("{{\"bidding-game\": 2, \"positions\": [\n{}\n]}}", positions.join(",\n"))
}

/// The positions that are not terminal.
pub fn inner(toys: &[Toy]) -> Vec<usize> {
    (0..toys.len()).filter(|number| matches!(toys[*number], Toy::Inner(..))).collect()
}

/// The game as an arena of its inner positions.
pub fn arena(toys: &[Toy]) -> Arena {
    let inner = inner(toys);
    let see = |to: usize| match &toys[to] {
        Toy::Terminal(value) => To::Border(Place::exact(value.clone())),
        Toy::Inner(..) => To::Own(inner.iter().position(|number| *number == to).unwrap()),
    };
    let node = |own: &usize| {
        let Toy::Inner(turn, lists, chance) = &toys[*own] else { unreachable!("inner") };
        let mut steps = Vec::new();
        for (white, list) in [true, false].into_iter().zip(lists) {
            if *turn == 'c' || (*turn == 'l' && !white) || (*turn == 'r' && white) {
                continue;
            }
            let pass = [*own];
            let list = if list.is_empty() { &pass[..] } else { list };
            steps.extend(list.iter().map(|to| Step { white, weight: 1, name: 0, to: see(*to) }));
        }
        let common =
            chance.iter().fold(BigInt::one(), |common, (_, weight)| num_integer::lcm(common, weight.denom().clone()));
        for (to, weight) in chance {
            let weight = u64::try_from((weight * &common).to_integer()).unwrap();
            steps.push(Step { white: true, weight, name: 0, to: see(*to) });
        }
        (*turn, steps)
    };
    Arena(inner.iter().map(node).collect())
}

/// The exact certificate of a game with its values; none if they were not found.
pub fn exact_game(toys: &[Toy]) -> Option<(Draft, Vec<Place>)> {
    let places = solve(&arena(toys))?;
    let draft =
        exact(Statement::Game(digest(json(toys).as_bytes())), &places, &[], vec![], &starts(places.len(), |_| true));
    Some((draft, places))
}

/// An enclosure of a game.
pub fn enclosed_game(toys: &[Toy], bits: u8, list: bool) -> (Draft, Vec<Place>) {
    let bounds = enclose(&arena(toys), bits, list);
    let draft = Draft::new(
        head(Statement::Game(digest(json(toys).as_bytes())), bits, Form::Narrow, vec![]),
        &Columns::narrow(&bounds),
        &starts(bounds.len(), |_| true),
    );
    let places = in_fractions(&bounds, bits);
    (draft, places)
}

/// A path whose ends are lost and won; both players may go either way.
pub fn path(count: usize) -> Vec<Toy> {
    let inner = (1..count - 1).map(|p| bid(&[p - 1, p + 1], &[p + 1, p - 1]));
    [end(0, 1)].into_iter().chain(inner).chain([end(1, 1)]).collect()
}

/// Two positions with each other as only options, twice, and a position from which one cycle or the end may be chosen.
pub fn cycles() -> Vec<Toy> {
    vec![
        bid(&[1], &[1]),
        bid(&[0], &[0]),
        bid(&[3], &[3]),
        bid(&[2], &[2]),
        bid(&[0, 6], &[5, 2]),
        end(0, 1),
        end(1, 1),
    ]
}

/// A game by turns: won, lost and drawn positions.
pub fn by_turns() -> Vec<Toy> {
    vec![
        turn('l', &[1, 2]),
        turn('r', &[0, 6]),
        turn('r', &[3, 4]),
        turn('l', &[5, 2]),
        turn('l', &[6, 0]),
        turn('r', &[4]),
        end(1, 1),
        end(0, 1),
        turn('l', &[7]),
        turn('r', &[7, 6]),
        turn('l', &[]),
    ]
}

/// A random game of up to so many inner positions, of these kinds.
pub fn random_game(random: &mut Random, most: usize, kinds: &[char]) -> Vec<Toy> {
    let (inner, ends) = (1 + random.below(most), 1 + random.below(3));
    let mut toys = Vec::new();
    for number in 0..inner {
        let kind = *random.pick(kinds);
        let mut list =
            |least: usize| -> Vec<usize> { (0..least + random.below(3)).map(|_| random.below(inner + ends)).collect() };
        toys.push(match kind {
            'b' => {
                let (left, mut right) = (list(0), list(0));
                if left.is_empty() && right.is_empty() {
                    right.push(inner);
                }
                bid(&left, &right)
            }
            'c' => {
                let options = list(1);
                let mut weights: Vec<i64> = options.iter().map(|_| 1 + random.below(3) as i64).collect();
                let sum = weights.iter().sum();
                let list: Vec<(usize, i64, i64)> = options.into_iter().map(|to| (to, weights.remove(0), sum)).collect();
                chance(&list)
            }
            side => turn(side, &list(0)),
        });
        assert_eq!(toys.len(), number + 1);
    }
    for _ in 0..ends {
        let denominator = 1 + random.below(6);
        toys.push(end(random.below(denominator + 1) as i64, denominator as i64));
    }
    toys
}
