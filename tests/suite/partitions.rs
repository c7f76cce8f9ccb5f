//! Partitions: solver and checker against figures from elsewhere, and against each other.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use checker::Verified;
use checker::certificate::Digest;
use checker::failure::Failure;
use checker::write::write;
use games::partitions::Proved;
use report::claims::partitions::{at_text, partition, piece, pieces};
use report::notation;
use solver::games::partitions::local::{self, FAMILIES, Family};
use solver::games::partitions::{board, cells, picture, race, sizes, staircases};
use solver::graph::exact::policy::Silent;
use solver::graph_games::Game;
use solver::graph_games::solve::{Method, solve};
use std::sync::Arc;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

fn check(bytes: &[u8]) -> Arc<Verified> {
    games::checker(1, |_| None::<Vec<u8>>).check(&bytes, None).expect("it is verified")
}

fn told(verified: &Verified, at: &str, name: &str) -> String {
    let told = at_text(verified, at).expect("a position");
    told.into_iter().find(|(known, _)| *known == name).expect("it is told").1
}

/// The digests of the certificates, by the names of the files.
fn sums() -> BTreeMap<String, String> {
    let mut digests = pipeline_tests::digests("certs/partitions");
    digests.retain(|name, _| name.ends_with(".cert"));
    digests
}

#[test]
fn committed_certificates_are_verified() {
    let sums = sums();
    let folder = root().join("certs/partitions");
    let files = fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "cert")).collect();
    assert_eq!(files.len(), sums.len());
    for path in files {
        let bytes = fs::read(&path).expect("a certificate");
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        assert_eq!(notation::digest(Digest::of(&bytes)), sums[name], "{name}");
        check(&bytes);
    }
}

#[test]
fn committed_certificates_are_made_again() {
    let sums = sums();
    let same = |name: &str, bytes: &[u8]| assert_eq!(notation::digest(Digest::of(bytes)), sums[name], "{name}");
    let all = sizes::Partitions::new(20);
    for name in pieces() {
        let moves = piece(name).expect("a piece");
        let bytes = solver::games::partitions::sizes_certificate(&moves, 20, &sizes::solve(&moves, &all));
        same(&format!("{}_20.cert", name.to_lowercase()), &bytes);
    }
    let (king, queen, rook) = (piece("King").expect("it"), piece("Queen").expect("it"), piece("Rook").expect("it"));
    let rows = partition("S(6,5,5)").expect("a board");
    same(
        "king_s6-5-5.cert",
        &solver::games::partitions::board_certificate(&king, &rows, &board::solve(&king, &rows, || ())),
    );
    let rows = partition("8^2,6,5,3").expect("a board");
    let cells = cells::solve(&queen, &rows, false);
    same("queen_8-3.cert", &solver::games::partitions::losing_certificate(&queen, &rows, false, &cells));
    for (moves, name, block) in
        [(&rook, "rook", [3, 5]), (&rook, "rook", [9, 9]), (&queen, "queen", [4, 5]), (&king, "king", [7, 10])]
    {
        let found = staircases::solve(moves, block, 100).expect("it recurs");
        let bytes = solver::games::partitions::staircases_certificate(moves, block, &found);
        same(&format!("{name}_{}x{}.cert", block[0], block[1]), &bytes);
    }
    let rows = partition("8^8").expect("a board");
    let pair = [rook, king];
    let solved = race::solve(&pair, &rows, false).expect("a race");
    same("race_rook-king.cert", &solver::games::partitions::race_certificate(&pair, &rows, false, &solved));
}

#[test]
fn no_altered_byte_of_a_slice_is_accepted() {
    let (mut tried, mut random) = (0_u64, fastrand::Rng::with_seed(12_345));
    for name in sums().keys() {
        let bytes = fs::read(root().join("certs/partitions").join(name)).expect("a certificate");
        let certificate = games::certificate(&bytes).expect("its own spelling");
        let slice = certificate.only_slice().expect("a slice");
        for round in 0..60 {
            // The first, the middle and the last byte, and then others.
            let place = match round {
                0 => 0,
                1 => slice.len() / 2,
                2 => slice.len() - 1,
                _ => random.usize(..slice.len()),
            };
            let mut mutant = slice.to_vec();
            mutant[place] ^= 1 << random.u8(..8);
            // Sealed again with right digests.
            let mutant = write(&certificate.head, &[mutant]);
            let failure = games::checker(1, |_| None::<Vec<u8>>)
                .check(&mutant, None)
                .expect_err("one statement has one certificate");
            assert_ne!(failure, Failure::Bug, "{name}, byte {place}");
            tried += 1;
        }
    }
    assert_eq!(tried, 34 * 60);
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
