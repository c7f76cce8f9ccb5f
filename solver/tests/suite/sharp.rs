//! What is settled by bounds is sharp by exact values; and all of chess on a small board is what the endgames say one by one.

use std::collections::BTreeMap;

use checker::certificate::{Digest, Form};
use checker::theorem::INFINITE;
use solver::certificates::pipeline::{self, Method, Settings, Solution};
use solver::certificates::sharpen::Sharpener;
use solver::chess::material::{DoubleStep, Signature};
use solver::graph::exact::policy::Silent;
use solver::whole::solve::{BITS, Solved};
use solver::whole::{Board, write};

fn solve(board: &str, material: &str, method: Method) -> Vec<Solution> {
    let settings = Settings { double_step: DoubleStep::Auto, method, never: None, threads: 2 };
    let mut solved = Vec::new();
    let signature = Signature::parse(material).unwrap().0;
    pipeline::solve(board.parse().unwrap(), &signature, &settings, &mut solved, &mut Silent).unwrap();
    solved
}

/// Of each place of an endgame: the exact values, verified.
fn exact(board: &str, material: &str) -> Vec<[num_rational::BigRational; 2]> {
    let solved = solve(board, material, Method::Exact);
    let files: BTreeMap<Digest, Vec<u8>> = solved.iter().map(|one| (one.digest, one.bytes.clone())).collect();
    let verified = games::checker(2, |digest| files.get(&digest).cloned()).check(&solved.last().unwrap().bytes, None);
    let verified = verified.unwrap();
    let value = |number| session::fraction::rational(verified.stated().fraction(number));
    verified.stated().places().map(|place| [value(place.alpha[0]), value(place.beta[0])]).collect()
}

#[test]
fn settled_places_are_sharp_and_those_with_a_gap_are_not() {
    // Positions that are not sharp, as exact values have them, and open ones.
    for (board, material, gaps, most_open) in
        [("4x4", "KNkn", 0, 0), ("4x4", "KPk", 0, 0), ("4x4", "KBkn", 83, 7), ("3x4", "KPkp", 11, 0)]
    {
        let mut sharpener = Sharpener::new(2);
        let solved = solve(board, material, Method::Enclosure(50));
        let last = solved.iter().map(|solution| sharpener.take(&solution.bytes).unwrap()).last().unwrap();
        let (stated, exact) = (last.verified.stated(), exact(board, material));
        assert_eq!(stated.count(), exact.len());
        for (number, [alpha, beta]) in (0..).zip(&exact) {
            let place = stated.place(number);
            match stated.sharp(number) {
                INFINITE if place.alpha[1] < place.beta[0] => assert!(alpha < beta, "{board} {material} {number}"),
                INFINITE => assert!(last.open.contains(&number)),
                _ => assert_eq!(alpha, beta, "{board} {material} {number}"),
            }
        }
        let figures = session::figures::Figures::new(&last.verified);
        assert_eq!(figures.not_sharp, gaps, "{board} {material}");
        assert!(figures.positions - figures.shown_sharp - gaps <= most_open, "{board} {material}");
        // Taken again it stays as it is.
        let again = last.bytes.unwrap();
        assert!(sharpener.take(&again).unwrap().bytes.is_none());
    }
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let solved = solve("4x4", "KBkn", Method::Enclosure(50));
    let all = [1, 2, 5].map(|threads| {
        let mut sharpener = Sharpener::new(threads);
        solved.iter().map(|solution| sharpener.take(&solution.bytes).unwrap().bytes).collect::<Vec<_>>()
    });
    assert!(all[0] == all[1] && all[1] == all[2]);
}

/// On 2×3 there are 30 places for the kings, and 9 things on each of the four other squares.
#[test]
fn all_placements_of_a_small_board_are_counted_and_enclosed() {
    let solved = Solved::new(Board::new("2x3".parse().unwrap()).unwrap(), |_, _| ());
    let (mut placements, mut gaps, mut compared) = (0, 0, 0);
    let mut sharpener = Sharpener::new(2);
    let mut digests: BTreeMap<String, Digest> = BTreeMap::new();
    for endgame in write::materials(&solved.board) {
        let name = session::notation::signature(&endgame.men);
        let imports =
            endgame.imports().iter().map(|import| digests[&session::notation::signature(&import.men)]).collect();
        let (bytes, figures) = write::certificate(&solved, &endgame, imports);
        placements += figures.placements;
        gaps += figures.gaps;
        let sharpened = sharpener.take(&bytes).unwrap();
        digests.insert(name.clone(), sharpened.verified.digest());
        assert!(matches!(sharpened.verified.head().form, Form::Narrow | Form::Sharp));
        if endgame.men.len() <= 4 {
            let stated = sharpened.verified.stated();
            let units = |number: u64| num_rational::BigRational::new(number.into(), (1_u64 << BITS).into());
            for (place, [alpha, beta]) in stated.places().zip(exact("2x3", &name)) {
                let [[l, u], [m, v]] = [place.alpha, place.beta].map(|both| both.map(units));
                assert!(l <= alpha && alpha <= u && m <= beta && beta <= v, "{name}");
                compared += 1;
            }
        }
    }
    // The gaps as a brute-force iteration over all placements counts them: tests/outside/three.
    assert_eq!((placements, gaps), (30 * 9_u64.pow(4), 760));
    assert!(compared > 1_700, "{compared}");
}

#[test]
fn a_placement_has_one_number_and_is_flipped_twice_into_itself() {
    let board = Board::new("3x3".parse().unwrap()).unwrap();
    for number in (0..board.count()).step_by(99_991) {
        let cells = board.cells(number);
        assert!(board.fen(&cells).len() >= 5);
        let there = board.flipped(&cells);
        let back = board.flipped(&board.cells(there));
        // Kings on a line of symmetry: two numbers for one placement.
        assert!(back == number || board.images(number) < 8, "{number}");
    }
    assert!(Board::new("3x4".parse().unwrap()).is_none());
}
