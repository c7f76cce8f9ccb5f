//! The checker's rules and the solver's, side by side: the same moves at the same positions, and the same positions.
//!
//! Moves are compared at random placements of up to eight men. (That they are the same at each position of an endgame shows its certificate.) Positions are also counted with Burnside's lemma, and found by brute force on tiny
//! boards.

use std::collections::BTreeSet;

use checker::chess::{Board, PawnRule, Placement as Placed};
use checker::theorem::Side;
use pipeline_tests::rules::{CheckerRules, Generator, SolverRules, Step, with_rule};
use pipeline_tests::{materials, sample, solved_and_verified};

use session::{notation, words};
use solver::chess::endgame::{Endgame, Placement};
use solver::chess::material::{DoubleStep, Signature};

const OTHER_MEN: [char; 10] = ['Q', 'R', 'B', 'N', 'P', 'q', 'r', 'b', 'n', 'p'];
const PAWN_RULES: [PawnRule; 2] = [PawnRule::SingleStep, PawnRule::DoubleStep];
const SIDES: std::ops::RangeInclusive<u8> = 2..=6;

/// All boards of 2 to 6 files and ranks, and four larger ones.
fn boards() -> impl Iterator<Item = (u8, u8)> {
    let small = SIDES.flat_map(|files| SIDES.map(move |ranks| (files, ranks)));
    small.chain([(8, 8), (8, 3), (3, 8), (12, 5)])
}

fn signature(material: &str) -> Signature {
    let (signature, flipped) = Signature::parse(material).expect(material);
    assert!(!flipped, "{material} is canonical");
    signature
}

fn endgame((files, ranks): (u8, u8), material: &str) -> Endgame {
    let board = solver::chess::board::Board::new(files, ranks).expect("a board");
    Endgame::new(board, signature(material), DoubleStep::Auto).expect("an endgame that fits")
}

/// The placement field of a FEN.
fn fen((files, ranks): (u8, u8), men: &[(char, u8)]) -> String {
    let rank = |rank: u8| {
        let mut text = String::new();
        let mut empty = 0;
        for square in rank * files..=rank * files + (files - 1) {
            match men.iter().find(|man| man.1 == square) {
                Some(&(letter, _)) if empty > 0 => text += &format!("{empty}{letter}"),
                Some(&(letter, _)) => text.push(letter),
                None => {
                    empty += 1;
                    continue;
                }
            }
            empty = 0;
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    let rows: Vec<String> = (0..ranks).rev().map(rank).collect();
    rows.join("/")
}

/// The letters of a material in the order of the format: both kings, then White's men, then Black's.
fn letters(material: &str) -> Vec<char> {
    let order = "KkQRBNPqrbnp";
    let mut letters: Vec<char> = material.chars().collect();
    letters.sort_by_key(|&letter| order.find(letter));
    letters
}

/// A position of the solver's list, as FEN.
fn solver_position(size: (u8, u8), material: &str, placement: &Placement) -> String {
    let men: Vec<(char, u8)> = letters(material).into_iter().zip(placement.squares).collect();
    let name = |square: u8| format!(" {}{}", char::from(b'a' + square % size.0), square / size.0 + 1);
    fen(size, &men) + &placement.passed.map(name).unwrap_or_default()
}

/// Both generators on one board, under both rules for pawns.
struct Rules([(CheckerRules, SolverRules); 2]);

impl Rules {
    fn new((files, ranks): (u8, u8)) -> Self {
        Self(PAWN_RULES.map(|pawn_rule| {
            let board = Board { files, ranks, pawn_rule };
            (CheckerRules(board), SolverRules::new(board))
        }))
    }

    /// Puts both sides' moves side by side: the square left, the square reached, the promotion, the man captured, and the
    /// order. Returns the number of moves.
    fn compare_moves(&self, fen: &str) -> usize {
        let (_, placement) = notation::parse(fen).expect(fen);
        self.0.iter().map(|rules| compare(rules, &placement)).sum()
    }

    /// Compares the moves with each right to capture *en passant* that the placement could have; returns how many rights there are.
    fn compare_rights(&self, fen: &str) -> usize {
        let (_, placement) = notation::parse(fen).expect(fen);
        let [_, double_step] = &self.0;
        let rights = double_step.0.0.rights(&placement);
        for &right in &rights {
            let with_right = Placed { passed: Some(right), ..placement.clone() };
            let more = compare(double_step, &with_right);
            let square = notation::square(right);
            assert!(more > compare(double_step, &placement), "{fen}: more moves with the right on {square}");
        }
        rights.len()
    }
}

/// Puts both sides' moves side by side.
fn compare((checker, solver): &(CheckerRules, SolverRules), placement: &Placed) -> usize {
    let fen = notation::fen(checker.0, placement);
    let position = solver.position(placement);
    let mut compared = 0;
    for side in Side::BOTH {
        let moves = checker.moves(placement, side);
        assert_eq!(moves, solver.moves(&position, side), "{fen}: {side:?}, {checker:?}");
        for &step in &moves {
            let after = checker.after(placement, step).map(|after| solver.position(&after));
            assert_eq!(after, solver.after(&position, step), "{fen}: after {step:?}, {checker:?}");
        }
        compared += moves.len();
    }
    compared
}

#[test]
fn both_generators_agree_on_random_placements_of_up_to_eight_men() {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut placements, mut captures, mut promotions, mut rights) = (0, 0, 0, 0);
    for files in 2..=16 {
        for ranks in 2..=16 {
            let rules = Rules::new((files, ranks));
            let squares = u16::from(files) * u16::from(ranks);
            for _ in 0..100 {
                let others = random.usize(0..=6).min(usize::from(squares) - 2);
                let mut letters = vec!['K', 'k'];
                letters.extend((0..others).map(|_| OTHER_MEN[random.usize(..OTHER_MEN.len())]));
                let places = random.choose_multiple(0..squares, letters.len());
                let places = places.into_iter().map(|place| u8::try_from(place).expect("0 to 255"));
                let mut men: Vec<(char, u8)> = letters.into_iter().zip(places).collect();
                for (letter, place) in &mut men {
                    // A pawn has no place on the first and on the last rank.
                    let rank = *place / files;
                    if letter.eq_ignore_ascii_case(&'p') && (rank == 0 || rank == ranks - 1) {
                        *letter = if *letter == 'P' { 'N' } else { 'n' };
                    }
                }
                let fen = fen((files, ranks), &men);
                rules.compare_moves(&fen);
                rights += rules.compare_rights(&fen);
                placements += 1;
                captures += moves_in(&fen, |step| step.captured.is_some());
                promotions += moves_in(&fen, |step| step.promotion.is_some());
            }
        }
    }
    assert_eq!(placements, 22_500);
    assert!(captures > placements / 2, "crowded enough: {captures} captures");
    assert!(rights > 5, "pawns that may be captured en passant: {rights}");
    assert!(promotions > placements / 10, "pawns far enough: {promotions} promotions");
}

#[test]
fn both_generators_agree_on_captures_en_passant() {
    let mut random = fastrand::Rng::with_seed(2);
    let mut rights = 0;
    for (files, ranks) in [(2, 5), (3, 5), (5, 5), (4, 6), (6, 7), (8, 8), (16, 9), (3, 16)] {
        let rules = Rules::new((files, ranks));
        for _ in 0..200 {
            // A pawn that can have stepped twice and one of the other colour beside it, on squares that are numbered by rank and file.
            let white_steps = random.bool();
            let rank = if white_steps { 3 } else { ranks - 4 };
            let file = random.u8(0..files - 1);
            let mut men = vec![('P', rank * files + file), ('p', rank * files + file + 1)];
            if random.bool() {
                (men[0].0, men[1].0) = ('p', 'P');
            }
            for letter in ['K', 'k', 'N', 'p', 'q', 'P'] {
                let place = random.u8(0..=files * (ranks - 1) + (files - 1));
                let inner = (1..ranks - 1).contains(&(place / files));
                if men.iter().all(|man| man.1 != place) && (inner || !letter.eq_ignore_ascii_case(&'p')) {
                    men.push((letter, place));
                }
            }
            if "Kk".chars().all(|king| men.iter().any(|man| man.0 == king)) {
                rights += rules.compare_rights(&fen((files, ranks), &men));
            }
        }
    }
    assert!(rights > 500, "{rights}");
}

fn moves_in(fen: &str, wanted: impl Fn(&Step) -> bool) -> usize {
    let (board, placement) = notation::parse(fen).expect(fen);
    let rules = CheckerRules(with_rule(board, PawnRule::SingleStep));
    let both = Side::BOTH.into_iter().flat_map(|side| rules.moves(&placement, side));
    both.filter(|step| wanted(step)).count()
}

#[test]
fn both_enumerations_have_the_same_positions_in_the_same_order() {
    for size in boards().filter(|(files, ranks)| files * ranks <= sample(20, 64)) {
        for table in solved_and_verified(size.0, size.1, &materials(size.1), DoubleStep::Auto) {
            let material = pipeline_tests::signature(&table);
            let endgame = endgame(size, &material);
            let positions = endgame.positions();
            assert_eq!(session::claims::count(&table), positions.len(), "{size:?} {material}");
            // The checker tells of each position at its first place; other places of it come later.
            let firsts: Vec<u32> = session::sheet::firsts(&*session::claims::tell(&table)).collect();
            assert_eq!(firsts.len(), positions.len(), "{size:?} {material}");
            for (number, placement) in firsts.into_iter().zip(positions) {
                let fen = solver_position(size, &material, placement);
                assert_eq!(words::position(&table, number), fen, "{size:?} {material}: place {number}");
            }
        }
    }
}

/// The number of positions by Burnside's lemma: the mean, over the symmetries of the board, of the number of placements
/// that a symmetry leaves alone. Different men stand on different squares, so each of
/// them stands on a square that the symmetry leaves alone.
fn positions_by_burnside((files, ranks): (u8, u8), material: &str) -> usize {
    let (f, r, men) = (usize::from(files), usize::from(ranks), material.len());
    if material.contains('P') {
        // The pawn is placed first, on a rank that is neither the first nor the last.
        let placements = |files: usize| files * (r - 2) * (files * r).saturating_sub(1) * (files * r).saturating_sub(2);
        return (placements(f) + placements(f % 2)) / 2;
    }
    // Squares left alone by: nothing done, the exchange of left and right, that of top and bottom, the half turn.
    let mut fixed = vec![f * r, f % 2 * r, f * (r % 2), f % 2 * (r % 2)];
    if f == r {
        // The two diagonals; the two quarter turns.
        fixed.extend([f, f, f % 2, f % 2]);
    }
    let placements = |&squares: &usize| (0..men).map(|placed| squares.saturating_sub(placed)).product::<usize>();
    let sum: usize = fixed.iter().map(placements).sum();
    assert_eq!(sum % fixed.len(), 0, "a mean that is a whole number");
    sum / fixed.len()
}

#[test]
fn positions_are_as_many_as_burnsides_lemma_says() {
    let large = [(16, 16), (16, 15), (15, 15), (16, 2), (2, 16), (13, 7)];
    for size in boards().chain(large) {
        for material in ["Kk", "KQk", "KPk"].into_iter().filter(|material| size.1 >= 3 || !material.contains('P')) {
            let found = endgame(size, material).positions().len();
            assert_eq!(found, positions_by_burnside(size, material), "{size:?} {material}");
        }
    }
    assert_eq!(positions_by_burnside((8, 8), "KQk"), 31_332);
    assert_eq!(positions_by_burnside((8, 8), "KPk"), 93_744);
}

/// The least list of each orbit, in order, by brute force: all lists of squares, all images of each.
fn least_lists((files, ranks): (u8, u8), material: &str) -> Vec<Vec<u8>> {
    let mut lists: Vec<Vec<u8>> = vec![Vec::new()];
    for letter in letters(material) {
        let longer = |list: &Vec<u8>| {
            let edge = |square: u8| square < files || square >= files * (ranks - 1);
            let free = (0..files * ranks).filter(|&square| !list.contains(&square) && (letter != 'P' || !edge(square)));
            free.map(|square| [list.as_slice(), &[square]].concat()).collect::<Vec<_>>()
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    let letters = letters(material);
    // Equal men in increasing order: sorting pairs of the man's place in the signature and the square.
    let ordered = |list: Vec<u8>| {
        let place = |letter: &char| letters.iter().position(|other| other == letter);
        let mut men: Vec<_> = letters.iter().map(place).zip(list).collect();
        men.sort_unstable();
        men.into_iter().map(|(_, square)| square).collect::<Vec<u8>>()
    };
    let pawns = material.contains('P');
    let turns = if pawns {
        1
    } else if files == ranks {
        4
    } else {
        2
    };
    let mut least = BTreeSet::new();
    for list in lists {
        let mut images = Vec::new();
        // The corner is turned by quarters, or by halves where the board is oblong, and then mirrored or not.
        let mut points: Vec<(u8, u8)> = list.iter().map(|&s| (s % files, s / files)).collect();
        for _ in 0..turns {
            points = points
                .into_iter()
                .map(|(x, y)| match turns {
                    1 => (x, y),
                    2 => (files - 1 - x, ranks - 1 - y),
                    _ => (files - 1 - y, x),
                })
                .collect();
            for mirrored in [false, true] {
                let square = |&(x, y): &(u8, u8)| y * files + if mirrored { files - 1 - x } else { x };
                images.push(ordered(points.iter().map(square).collect()));
            }
        }
        least.extend(images.into_iter().min());
    }
    least.into_iter().collect()
}

#[test]
fn positions_are_the_least_lists_of_their_orbits() {
    let three = [("Kk", 2..=5), ("KQk", 2..=5), ("KPk", 3..=5)];
    // Two equal men, on either side, and four different ones.
    let four = [("KNNk", 2..=3), ("KQRk", 2..=3), ("KRkr", 2..=3), ("KPPk", 3..=3), ("KQPk", 3..=3)];
    for (material, sides) in three.into_iter().chain(four) {
        for (files, ranks) in sides.clone().flat_map(|f| sides.clone().map(move |r| (f, r))) {
            let endgame = endgame((files, ranks), material);
            let found: Vec<&[u8]> = endgame.positions().iter().map(|p| &p.squares[..material.len()]).collect();
            assert_eq!(found, least_lists((files, ranks), material), "{files}x{ranks} {material}");
        }
    }
}

#[test]
fn fen_of_the_tests_is_that_of_the_checker() {
    for text in ["k7/8/8/K7/7N/8/8/8", "k15/15K", "Kk/qQ", "12/1k10/10K1"] {
        let (board, placement) = notation::parse(text).expect(text);
        let men = placement.pieces.iter().map(|piece| (notation::letter(piece.man), board.number(piece.square)));
        let Board { files, ranks, .. } = board;
        assert_eq!(fen((files, ranks), &men.collect::<Vec<_>>()), text);
    }
}
