//! Partitions: solver and checker against figures from elsewhere, and against each other.

use checker::Verified;
use games::partitions::Proved;
use session::claims::partitions::{at_text, partition, piece};
use solver::games::partitions::local::{self, FAMILIES, Family};
use solver::games::partitions::{board, picture, race};
use solver::graph::exact::policy::Silent;
use solver::graph_games::Game;
use solver::graph_games::solve::{Method, solve};
use std::sync::Arc;

fn check(bytes: &[u8]) -> Arc<Verified> {
    games::checker(1, |_| None::<Vec<u8>>).check(bytes, None).expect("it is verified")
}

fn told(verified: &Verified, at: &str, name: &str) -> String {
    let told = at_text(verified, at).expect("a position");
    told.into_iter().find(|(known, _)| *known == name).expect("it is told").1
}

#[test]
fn queen_on_rectangles_has_the_values_of_wyt_queens() {
    // Berlekamp, Conway and Guy, Winning Ways, chapter 3; OEIS A004481, and on the diagonal A047708.
    const TABLE: [[u16; 10]; 10] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        [1, 2, 0, 4, 5, 3, 7, 8, 6, 10],
        [2, 0, 1, 5, 3, 4, 8, 6, 7, 11],
        [3, 4, 5, 6, 2, 0, 1, 9, 10, 12],
        [4, 5, 3, 2, 7, 6, 9, 0, 1, 8],
        [5, 3, 4, 0, 6, 8, 10, 1, 2, 7],
        [6, 7, 8, 1, 9, 10, 3, 4, 5, 13],
        [7, 8, 6, 9, 0, 1, 4, 5, 3, 14],
        [8, 6, 7, 10, 1, 2, 5, 3, 4, 15],
        [9, 10, 11, 12, 8, 7, 13, 14, 15, 16],
    ];
    let (queen, rows) = (piece("Queen").expect("it"), vec![10; 10]);
    let bytes = solver::games::partitions::board_certificate(&queen, &rows, &board::solve(&queen, &rows, || ()));
    let verified = check(&bytes);
    let proved = verified.about().expect("partitions");
    let Proved::Values(pairs, _) = &*proved else { panic!("values") };
    for (cell, pair) in pairs.iter().enumerate() {
        assert_eq!(pair[0], TABLE[9 - cell / 10][9 - cell % 10], "cell {cell}");
    }
}

#[test]
fn races_have_the_values_that_are_known() {
    for (left, right, value) in
        [("Rook", "King", "247/256"), ("Queen", "Rook", "3/4"), ("King", "King", "1/2"), ("King", "Rook", "9/256")]
    {
        let pair = [piece(left).expect("it"), piece(right).expect("it")];
        let rows = vec![8; 8];
        let solved = race::solve(&pair, &rows, false).expect("a race");
        let verified = check(&solver::games::partitions::race_certificate(&pair, &rows, false, &solved));
        assert_eq!(told(&verified, "0:0", "value"), value, "{left} against {right}");
    }
}

#[test]
fn a_race_is_worth_what_its_exported_game_is() {
    for (left, right, board) in [
        ("Rook", "King", "8^8"),
        ("Queen", "Knight", "S(3,3,2)"),
        ("Pawn", "Bishop", "7,6^2,2,1"),
        ("King", "Downright", "5^4"),
    ] {
        for misere in [false, true] {
            let pair = [piece(left).expect("it"), piece(right).expect("it")];
            let rows = partition(board).expect("a board");
            let solved = race::solve(&pair, &rows, misere).expect("a race");
            let verified = check(&solver::games::partitions::race_certificate(&pair, &rows, misere, &solved));
            let game = race::game(&pair, &rows, misere, false).expect("a game");
            let game = Game::read(&game.write()).expect("its own text");
            let found = solve(&game, Method::default(), 1, &mut Silent).unwrap_or_else(|_| panic!("it is small"));
            assert!(found.is_sharp());
            for (number, position) in (0..).zip(game.positions()).filter(|(_, position)| !position.kind.is_terminal()) {
                let at = position.name.strip_prefix("cell ").expect("a cell");
                assert_eq!(told(&verified, at, "value"), found.known(number).lower.to_string(), "{board} {at}");
            }
            // By turns somebody wins.
            let turns = race::game(&pair, &rows, misere, true).expect("a game");
            let found = solve(&turns, Method::default(), 1, &mut Silent).unwrap_or_else(|_| panic!("it is small"));
            assert!(found.is_sharp() && ["0", "1"].contains(&&*found.known(0).lower.to_string()));
        }
    }
}

#[test]
fn the_finite_check_of_the_theorem_succeeds() {
    // Types and configurations as they were counted before, by another program.
    for (family, types, configurations) in
        [(Family::Odd, 168, 451), (Family::Even, 136, 287), (Family::Mixed, 136, 336)]
    {
        let checked = local::check(family).expect("it holds");
        assert_eq!([checked.values.len(), checked.configurations.len()], [types, configurations], "{family:?}");
        // The corner has the value that is claimed.
        for block in family.blocks(31) {
            let [a, b] = block;
            for layer in 0..family.layers(block) {
                let r = layer % (a + 2);
                let claimed = match family {
                    Family::Odd if r == a + 1 => 2,
                    Family::Odd => r % 2,
                    Family::Even => 2 + layer % 2,
                    Family::Mixed => 1 + 2 * (layer % 2),
                };
                let corner = family.type_of(block, local::Cell { layer, p: b, q: a });
                assert_eq!(checked.values[&corner], claimed, "S({},{a},{b})", layer + 1);
            }
        }
    }
}

#[test]
fn no_larger_block_has_another_configuration() {
    for family in FAMILIES {
        let of = |blocks: Vec<[usize; 2]>| {
            let cells = blocks.into_iter().flat_map(|block| family.cells(block).map(move |cell| (block, cell)));
            cells.map(|(block, cell)| family.configuration(block, cell)).collect::<std::collections::BTreeSet<_>>()
        };
        let small = of(family.blocks(local::SIDE));
        let large = of(family.blocks(31).into_iter().filter(|[_, b]| *b > 26).collect());
        assert!(large.is_subset(&small) && !large.is_empty(), "{family:?}");
    }
}

#[test]
fn pictures_have_a_square_and_a_number_for_each_cell() {
    let svg = picture::draw("a < b", &[2, 1], &[0, 7, 12]).expect("small");
    assert_eq!(svg.matches("<rect x=").count(), 3);
    assert!(
        svg.contains(">0</text>")
            && svg.contains(">7</text>")
            && svg.contains(">12</text>")
            && svg.contains("a &lt; b")
    );
    assert!(picture::draw("", &[101], &[0; 101]).is_err());
}
