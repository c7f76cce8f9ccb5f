//! Certificates of small games, made by hand: values and labels are given by the tests that need them.

#![allow(dead_code, clippy::as_conversions, reason = "each program uses a part of it")]

use std::sync::Arc;

use checker::certificate::{Digest, Form, Head, Statement};
use checker::endgame::{Endgame, Positions};
use checker::numbers::{Fraction, Fractions};
use checker::table::slices;
use checker::table::{Table, Target};
use checker::theorem::Side;
use writer::{Writer, write};

/// Fractions that are written as `1/2`, increasing and in lowest terms.
pub fn fractions(texts: &[&str]) -> Fractions {
    let parse = |text: &&str| {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let [numerator, denominator] = [numerator, denominator].map(|part| part.parse::<u64>().unwrap().into());
        Fraction { numerator, denominator }
    };
    Fractions::of(&texts.iter().map(parse).collect::<Vec<_>>()).unwrap()
}

/// An endgame on a board without pawns.
pub fn endgame(files: u8, ranks: u8, signature: &str) -> Endgame {
    let mut men: Vec<u8> = signature.chars().map(|man| "KkQRBNPqrbnp".find(man).unwrap() as u8).collect();
    men.sort_unstable();
    Endgame::new([files, ranks, 0], &men).unwrap()
}

/// All positions of an endgame.
pub fn positions(endgame: &Endgame) -> Arc<Positions> {
    let imports = endgame.imports().iter().map(positions).collect();
    Arc::new(Positions::enumerate(endgame.clone(), imports))
}

/// What a head says of an endgame.
pub fn statement(endgame: &Endgame) -> Statement {
    Statement::Endgame(endgame.board.stated(), endgame.men.iter().map(|man| man.number()).collect())
}

/// The columns of a table on 2x2, where each player who may move captures the king: every value is 1/2, every label 1.
pub struct Halves {
    pub head: Head,
    pub values: Vec<u64>,
    pub moves: [Vec<u64>; 2],
    pub labels: [Vec<u64>; 2],
}

impl Halves {
    pub fn new(signature: &str, imports: &[&[u8]]) -> Self {
        let endgame = endgame(2, 2, signature);
        let positions = positions(&endgame);
        let capture = |number: u32, wanted: Side| {
            let mut first = u32::MAX;
            positions.options(number, |(by, _, name, target)| {
                if by == wanted && target == Target::Won(wanted) {
                    first = first.min(name);
                }
            });
            u64::from(first)
        };
        let count = positions.count();
        let numbers = || 0..u32::try_from(count).unwrap();
        Self {
            head: Head {
                statement: statement(&endgame),
                never: None,
                bits: 0,
                form: Form::One,
                imports: imports.iter().map(|bytes| Digest::of(bytes)).collect(),
                values: fractions(&["1/2"]).into(),
            },
            values: vec![0; count],
            moves: Side::BOTH.map(|side| numbers().map(|number| capture(number, side)).collect()),
            labels: [vec![1; count], vec![1; count]],
        }
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut slice = Writer::default();
        slice.column(&self.values);
        self.moves.iter().chain(&self.labels).for_each(|column| slice.column(column));
        write(&self.head, &[slice.0])
    }
}

/// An enclosure of an endgame or of a game: `l` and `u′` raised from below and from above until nothing moves, without listed positions.
pub fn enclosure<G: Table>(game: &G, statement: Statement, bits: u8, terminal: &[Fraction]) -> Vec<u8> {
    let one = 1_u64 << bits;
    let mut near = [vec![0; game.count()], vec![0; game.count()]];
    let step = |near: &[u64], number: usize, side: Side| {
        // Black's numbers are those of the mirror image.
        let mut steps = Vec::new();
        game.options(u32::try_from(number).unwrap(), |(by, weight, _, target)| {
            let to = match target {
                Target::To(number) => near[number as usize],
                Target::Won(winner) => {
                    if winner == side {
                        one
                    } else {
                        0
                    }
                }
                Target::Known { number, .. } => {
                    let Fraction { numerator, denominator } = terminal[number as usize].clone();
                    let numerator = if side == Side::White { numerator } else { &denominator - numerator };
                    u64::try_from((numerator << bits) / denominator).unwrap()
                }
                Target::Outside => 0,
            };
            steps.push((by == side, weight, to));
        });
        let own = steps.iter().filter(|step| step.0).map(|step| step.2).max();
        let other = steps.iter().filter(|step| !step.0).map(|step| step.2).min();
        match game.turn(u32::try_from(number).unwrap()) {
            checker::theorem::Turn::Bid => (own.unwrap() + other.unwrap()).saturating_sub(1) / 2,
            checker::theorem::Turn::Of(_) => own.or(other).unwrap().saturating_sub(1),
            checker::theorem::Turn::Chance => {
                let weights: u64 = steps.iter().map(|step| step.1).sum();
                (steps.iter().map(|step| step.1 * step.2).sum::<u64>()).saturating_sub(1) / weights
            }
        }
    };
    for (near, side) in near.iter_mut().zip(Side::BOTH) {
        loop {
            let mut moved = false;
            for number in 0..near.len() {
                let next = step(near, number, side).max(near[number]);
                moved |= next > near[number];
                near[number] = next;
            }
            if !moved {
                break;
            }
        }
    }
    let head = Head {
        statement,
        never: None,
        bits,
        form: Form::Narrow,
        imports: Vec::new(),
        values: Fractions::default().into(),
    };
    let slice = |range: std::ops::Range<usize>| {
        let mut slice = Writer::default();
        let (low, high) = (&near[0][range.clone()], &near[1][range.clone()]);
        slice.column(low);
        slice.column(&low.iter().zip(high).map(|(low, high)| one - high - low).collect::<Vec<_>>());
        slice.column(&vec![0_u64; range.len().div_ceil(8)]);
        slice.column::<u64>(&[]);
        slice.column::<u64>(&[]);
        slice.column(&vec![0_u64; range.len().div_ceil(8)]);
        slice.column::<u64>(&[]);
        slice.column::<u64>(&[]);
        slice.0
    };
    write(&head, &slices(game).into_iter().map(slice).collect::<Vec<_>>())
}

/// A walk of five places and, beside it, a turn and a die; all sharp: the values of the places that are not terminal are 1/4, 1/2, 3/4, 1, 2/3.
pub const WALK: &str = r#"{"bidding-game": 2, "title": "Walk", "positions": [
{"name": "0", "value": "0"},
{"name": "1", "left": ["2"], "right": ["0"]},
{"name": "2", "left": ["3"], "right": ["1"]},
{"name": "3", "left": ["4"], "right": ["2"]},
{"name": "4", "value": "1"},
{"name": "turn", "turn": "left", "left": ["2", "4"]},
{"name": "die", "chance": [{"to": "0", "weight": "1/3"}, {"to": "4", "weight": "2/3"}]}
]}
"#;

/// The exact table of [`WALK`], with these labels of the places in the order above.
pub fn walk(labels: [[u64; 5]; 2]) -> Vec<u8> {
    let values = fractions(&["1/4", "1/2", "2/3", "3/4", "1"]);
    let head = Head {
        statement: Statement::Game(Digest::of(WALK.as_bytes())),
        never: None,
        bits: 0,
        form: Form::One,
        imports: Vec::new(),
        values: values.into(),
    };
    let mut slice = Writer::default();
    slice.column(&[0_u64, 1, 3, 4, 2]);
    labels.iter().for_each(|labels| slice.column(labels));
    write(&head, &[slice.0])
}

/// The labels that are right.
pub const WALK_LABELS: [[u64; 5]; 2] = [[1, 2, 1, 1, 1], [1, 2, 1, 0, 1]];

/// A game of one place, where nobody can force anything: α = 0, β = 1.
pub const WAIT: &str = r#"{"bidding-game": 2, "positions": [
{"name": "wait", "left": ["wait"], "right": ["wait"]},
{"name": "end", "value": "1/2"}
]}
"#;

/// Its exact table.
pub fn wait() -> Vec<u8> {
    let values = fractions(&["0", "1"]);
    let head = Head {
        statement: Statement::Game(Digest::of(WAIT.as_bytes())),
        never: None,
        bits: 0,
        form: Form::Two,
        imports: Vec::new(),
        values: values.into(),
    };
    let mut slice = Writer::default();
    [[0_u64], [1], [0], [0]].iter().for_each(|column| slice.column(column));
    write(&head, &[slice.0])
}

/// Its enclosure, in which the place is listed: `l = u = 0`, `l′ = u′ = 1`, in units of 2^-4.
pub fn wait_enclosed() -> Vec<u8> {
    let values = Fractions::default();
    let head = Head {
        statement: Statement::Game(Digest::of(WAIT.as_bytes())),
        never: None,
        bits: 4,
        form: Form::Narrow,
        imports: Vec::new(),
        values: values.into(),
    };
    let mut slice = Writer::default();
    // l, u − l, flags, l′ − u, u′ − l′; flags, and no labels.
    [[0_u64], [0], [1], [16], [0], [0]].iter().for_each(|column| slice.column(column));
    [[0_u64; 0]; 2].iter().for_each(|column| slice.column(column));
    write(&head, &[slice.0])
}

/// A plan for one position of bare kings on 2x2, side by side: the bound 1/2, by the form, with the label where one is stated.
pub fn plan(form: Form, bound: &str, label: u64) -> Vec<u8> {
    let board = [2, 2, 0];
    let statement = Statement::List(board, 0, vec![(vec![[0, 0], [1, 1]], 0)]);
    let head = Head { statement, never: None, bits: 0, form, imports: Vec::new(), values: fractions(&[bound]).into() };
    let mut slice = Writer::default();
    slice.column(&[0_u64]);
    if let Form::Forces(_) = form {
        slice.column(&[label]);
    }
    write(&head, &[slice.0])
}
