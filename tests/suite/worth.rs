//! What pieces are worth, and records: compared with values of a small program of this file that knows nothing of solver and checker, with
//! counts by hand, and with what papers print.

use std::collections::BTreeMap;
use std::fs;

use crate::session::{Session, root};
use num_rational::BigRational;
use num_traits::ToPrimitive as _;
use pipeline_tests::{Solved, committed_and_verified};
use solver::analysis::records::{self, Kind};
use solver::analysis::worth::{self, Worth};

/// Squares of a king, a piece and the other king, as file and rank.
type Placement = [(i8, i8); 3];

/// A material, its steps, and whether it goes any distance.
type Piece = (&'static str, &'static [(i8, i8)], bool);

/// Single steps in all directions.
const KING: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The squares that a man reaches from a square; it stops at a man of its own, and on one of the other side.
fn reached(side: i8, from: (i8, i8), steps: &[(i8, i8)], far: bool, own: (i8, i8), other: (i8, i8)) -> Vec<(i8, i8)> {
    let mut all = Vec::new();
    for (x, y) in steps {
        let mut to = (from.0 + x, from.1 + y);
        while (0..side).contains(&to.0) && (0..side).contains(&to.1) && to != own {
            all.push(to);
            if !far || to == other {
                break;
            }
            to = (to.0 + x, to.1 + y);
        }
    }
    all
}

/// The mean of the values over all placements of two kings and a white piece on a square board, minus 1/2: iterated from 0 and from 1, without
/// symmetries, labels or fractions.
fn naive_mean(side: i8, steps: &[(i8, i8)], far: bool) -> f64 {
    let squares: Vec<(i8, i8)> = (0..side).flat_map(|x| (0..side).map(move |y| (x, y))).collect();
    let mut all: Vec<Placement> = Vec::new();
    for &king in &squares {
        for &piece in squares.iter().filter(|square| **square != king) {
            all.extend(
                squares.iter().filter(|square| ![king, piece].contains(square)).map(|&black| [king, piece, black]),
            );
        }
    }
    let iterate = |start: f64| {
        let mut values: BTreeMap<Placement, f64> = all.iter().map(|placement| (*placement, start)).collect();
        for _ in 0..400 {
            for placement in &all {
                let [king, piece, black] = *placement;
                let by_king = reached(side, king, &KING, false, piece, black).into_iter().map(|to| [to, piece, black]);
                let by_piece = reached(side, piece, steps, far, king, black).into_iter().map(|to| [king, to, black]);
                let white = by_king.chain(by_piece).map(|to| if to[..2].contains(&black) { 1.0 } else { values[&to] });
                let by_black = reached(side, black, &KING, false, black, black).into_iter();
                // Bare kings are worth a half.
                let black = by_black.map(|to| match () {
                    () if to == king => 0.0,
                    () if to == piece => 0.5,
                    () => values[&[king, piece, to]],
                });
                let value = (white.fold(0.0, f64::max) + black.fold(1.0, f64::min)) / 2.0;
                values.insert(*placement, value);
            }
        }
        values.values().sum::<f64>() / all.len() as f64
    };
    let [low, high] = [0.0, 1.0].map(iterate);
    assert!(high - low < 1e-12, "{low} {high}");
    low - 0.5
}

fn of(side: u8, material: &str) -> Worth {
    worth::worth(&Solved::new(side, side, material).verified())
}

#[test]
fn pieces_are_worth_what_a_naive_program_finds() {
    let pieces: [Piece; 4] =
        [("KQk", &KING, true), ("KRk", &STRAIGHT, true), ("KBk", &DIAGONAL, true), ("KNk", &LEAPS, false)];
    for side in [3, 4] {
        for (material, steps, far) in pieces {
            let found = of(side, material);
            let [low, high] = found.ahead();
            assert_eq!(low, high, "all is sharp");
            let naive = naive_mean(side as i8, steps, far);
            assert!((low.to_f64().expect("a number") - naive).abs() < 1e-12, "{side} {material}: {low}, {naive}");
        }
    }
}

#[test]
fn every_placement_counts_once() {
    // Squares for the kings and the pieces, one after the other; two knights may stand either way round; pawns have two ranks of 4.
    assert_eq!(of(3, "KQk").placements, 9 * 8 * 7);
    assert_eq!(of(4, "KQkr").placements, 16 * 15 * 14 * 13);
    assert_eq!(of(3, "KNNk").placements, 9 * 8 * 7 * 6 / 2);
    assert_eq!(of(4, "KPk").placements, 8 * 15 * 14);
}

/// On 2×2 all squares touch: either king can be captured at once.
#[test]
fn a_queen_is_worth_nothing_where_kings_always_touch() {
    let found = of(2, "KQk");
    assert_eq!((found.placements, worth::chips(&found.ahead(), 1).as_str()), (24, "0.0"));
}

/// The same pieces on both sides: what White is ahead by in a placement, Black is in the one turned over.
#[test]
fn equal_pieces_are_worth_nothing() {
    let found = of(3, "KNkn");
    assert_eq!(worth::chips(&found.ahead(), 9), "0.000000000");
}

/// Larsson and Wästlund print the zugzwang of Figure 7 and its denominator of 138 digits. The gap of 163/3072 was found by a prototype of others.
#[test]
fn records_are_those_that_were_published() {
    let knight = &committed_and_verified("certs")["8x8_KNk.cert"];
    let all = records::records(knight, 2);
    let find = |kind: Kind| all.iter().find(|record| record.kind == kind);
    assert_eq!(find(Kind::Denominator).expect("a denominator").figure, BigRational::from_integer(138.into()));
    let zugzwang = find(Kind::Zugzwang).expect("a zugzwang");
    assert_eq!(
        (zugzwang.figure.to_string().as_str(), zugzwang.fen.as_deref()),
        ("95/32256", Some("8/8/8/8/3k4/8/8/K2N4"))
    );
    assert_eq!(find(Kind::Gap), None);

    let four = records::records(&committed_and_verified("certs/four")["4x4_KBkn.cert"], 2);
    let gap = four.iter().find(|record| record.kind == Kind::Gap).expect("a gap");
    assert_eq!((gap.figure.to_string().as_str(), gap.at_least), ("163/3072", false));
}

/// A capture at once is worth all the money: no record counts it.
#[test]
fn highest_bids_are_of_positions_without_a_capture() {
    let all = records::records(&Solved::new(2, 2, "KQk").verified(), 1);
    // On 2×2 each position has a capture, and all are worth a half.
    assert!(all.iter().all(|record| ![Kind::Price, Kind::Zugzwang, Kind::Gap].contains(&record.kind)));
    let values = all.iter().find(|record| record.kind == Kind::Values).expect("a count");
    assert_eq!(values.figure, BigRational::from_integer(1.into()));
}

/// The row of 3×3 is what a prototype of others found, and the naive program above: 9.9, 8.4, 4.4 and 4.0.
#[test]
fn commands_print_tables_and_refuse_folders_without_any() {
    let mut session = Session::new();
    for name in ["Kk", "KQk", "KRk", "KNk", "KBk"] {
        let file = format!("3x3_{name}.cert");
        let bytes = fs::read(root().join("certs/boards").join(&file)).expect("a committed file");
        session.write(&file, &bytes);
    }
    session.run(0, "solve worth . --svg worth.svg");
    assert!(session.transcript.contains("\n| 3x3 | 9.9 | 8.4 | 4.4 | 4.0 | ? |\n"), "{}", session.transcript);
    assert!(session.transcript.contains("\n| 3x3 | queen | 504 | 25/252 |\n"));
    assert!(fs::read_to_string(session.path("worth.svg")).expect("a picture").ends_with("</svg>\n"));
    session.run(0, "solve records . --boards 3x3");
    assert!(session.transcript.contains("### 3x3, three men"));
    session.run(2, "solve worth . --boards 4x4");
    session.run(2, "solve records . --boards 4x4");
    assert!(session.transcript.contains("! found no table of three or four men on these boards"));
}
