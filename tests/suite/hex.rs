//! Hex: the solver's counts before the checker, which counts in the other direction, against bidding games as graphs, and against published figures.

use std::sync::Arc;

use fastrand::Rng;
use num_bigint::BigUint;
use num_rational::Ratio;
use session::entry;
use solver::certificates::certify;
use solver::games::hex::count::count;
use solver::games::hex::picture::heat_map;
use solver::games::hex::{Board, Player, Solution};
use solver::graph::exact::policy::Silent;
use solver::graph_games::solve::{Method, solve};
use solver::graph_games::{Game, Kind, Position};

/// The cells of a board as bits, and the masks of its edges.
struct Cells {
    files: u32,
    first_file: u32,
    last_file: u32,
    first_rank: u32,
    last_rank: u32,
    all: u32,
}

impl Cells {
    fn new(files: usize, ranks: usize) -> Self {
        let sum = |cells: &mut dyn Iterator<Item = usize>| cells.fold(0, |sum, cell| sum | 1 << cell);
        Self {
            files: files as u32,
            first_file: sum(&mut (0..ranks).map(|rank| rank * files)),
            last_file: sum(&mut (0..ranks).map(|rank| rank * files + files - 1)),
            first_rank: sum(&mut (0..files)),
            last_rank: sum(&mut (0..files).map(|file| (ranks - 1) * files + file)),
            all: sum(&mut (0..files * ranks)),
        }
    }

    /// Whether Left's cells join the first rank to the last: what is reached from there, grown until nothing is new.
    fn left_wins(&self, left: u32) -> bool {
        let mut reached = left & self.first_rank;
        loop {
            let (from_last, from_first) = (reached & !self.last_file, reached & !self.first_file);
            let near = from_last << 1
                | from_first >> 1
                | reached << self.files
                | reached >> self.files
                | from_last << 1 >> self.files
                | from_first >> 1 << self.files;
            let next = reached | near & left & self.all;
            if next == reached {
                return reached & self.last_rank != 0;
            }
            reached = next;
        }
    }
}

fn solved(board: Board) -> Solution {
    let counts = count(&board, &mut |_| ()).expect("few frontiers");
    Solution { board, counts }
}

/// Has the checker verify what was counted.
fn verify(solution: &Solution) {
    let verified = ::games::checker(1, |_| None::<Vec<u8>>).check(&solution.certificate(), None);
    let verified = verified.unwrap_or_else(|failure| panic!("{:?}: {failure:?}", solution.board));
    let counts: Arc<::games::hex::Counts> = verified.about().expect("a board of Hex");
    assert_eq!(counts.wins, solution.counts.wins);
    assert_eq!(counts.with_left, solution.counts.with_left);
}

/// A board with random stones, and so many free cells at most.
fn random(rng: &mut Rng, most_free: usize) -> Board {
    let (files, ranks) = (rng.usize(1..=5), rng.usize(1..=5));
    let mut stones: Vec<Option<Player>> =
        (0..files * ranks).map(|_| Some(if rng.bool() { Player::Left } else { Player::Right })).collect();
    let mut cells: Vec<usize> = (0..stones.len()).collect();
    rng.shuffle(&mut cells);
    let free = rng.usize(0..=most_free.min(stones.len()));
    cells[..free].iter().for_each(|&cell| stones[cell] = None);
    Board::new(files, ranks, stones)
}

/// The checker counts in the other direction; its tests compare it with brute force over all fillings.
#[test]
fn counts_of_random_boards_are_verified() {
    let mut rng = Rng::with_seed(16);
    (0..600).for_each(|_| verify(&solved(random(&mut rng, 25))));
}

/// Every position of 3x3 as a bidding game in a graph: an exact table, verified by the theorem, has the probabilities of the count.
#[test]
fn all_positions_of_3x3_are_worth_what_bidding_hex_is_worth() {
    let cells = Cells::new(3, 3);
    let stones = |number: usize| -> Vec<usize> { (0..9).map(|cell| number / 3_usize.pow(cell) % 3).collect() };
    let name = |number: usize| -> String { stones(number).iter().map(|&stone| ['.', 'L', 'R'][stone]).collect() };
    let position = |number: usize| {
        let stones = stones(number);
        let free: Vec<u32> = (0..9).filter(|&cell| stones[cell as usize] == 0).collect();
        let kind = if free.is_empty() {
            let left = (0..9).filter(|&cell| stones[cell] == 1).fold(0, |sum, cell| sum | 1 << cell);
            Kind::Terminal(Ratio::from_integer(u32::from(cells.left_wins(left)).into()))
        } else {
            let options = |stone: usize| free.iter().map(|&cell| (number + stone * 3_usize.pow(cell)) as u32).collect();
            Kind::Open { left: options(1), right: options(2) }
        };
        Position { name: name(number), kind }
    };
    let game = Game::new(None, (0..3_usize.pow(9)).map(position).collect()).expect("a game");
    let solution = solve(&game, Method::Exact, 2, &mut Silent).expect("small values");
    let stated = Arc::new(checker::graph::Game::read(game.write().as_bytes()).expect("a game"));
    let bytes = certify::graph(stated.digest, None, &solution.table);
    let verified = ::games::checker(2, |_| None::<Vec<u8>>).check(&bytes, Some(&stated)).expect("verified");
    let owner = |&stone: &usize| [None, Some(Player::Left), Some(Player::Right)][stone];
    for number in 0..3_usize.pow(9) {
        let hex = solved(Board::new(3, 3, stones(number).iter().map(owner).collect()));
        let known = solution.known(number as u32);
        assert_eq!([&known.lower, &known.upper], [&hex.value(), &hex.value()], "{}", name(number));
        if number % 27 == 0 {
            // The same by way of the checker.
            let seen = entry::at_text(&verified, &name(number)).expect("a position").known;
            assert_eq!(seen.alpha.low.to_string(), hex.value().to_string());
            // The best cells are the options of the greatest value.
            let best = |side| {
                let options = solution.best(&game, number as u32, side, false).map(|best| best.options);
                options.into_iter().flatten().map(|option| (option as usize).abs_diff(number)).collect::<Vec<_>>()
            };
            let powers =
                |stone: usize| hex.best().iter().map(|&cell| stone * 3_usize.pow(cell as u32)).collect::<Vec<_>>();
            use solver::graph::labels::Side;
            assert_eq!((best(Side::White), best(Side::Black)), (powers(1), powers(2)), "{}", name(number));
        }
        if number % 9 == 0 {
            verify(&hex);
        }
    }
}

/// The exact figures of another program, up to 8x8; 11x11 is in `certs/hex`.
#[test]
fn has_the_pivotal_probabilities_of_another_program() {
    for (board, best, pivotal) in [
        ("3x3", "b2", "41/128"),
        ("4x4", "c2 b3", "3689/16384"),
        ("5x5", "c3", "1437677/8388608"),
        ("6x6", "d3 c4", "2359747473/17179869184"),
        ("7x7", "d4", "16155090164601/140737488355328"),
    ] {
        let solution = solved(board.parse().unwrap());
        let cells: Vec<String> = solution.best().iter().map(|&cell| solution.board.cell(cell)).collect();
        assert_eq!(cells.join(" "), best);
        assert_eq!(solution.pivotal(solution.best()[0]).unwrap().to_string(), pivotal);
        verify(&solution);
    }
}

/// Exchanging the players and reflecting the board changes Left's wins into Right's: at every cell the two counts are all fillings.
#[test]
fn both_players_together_win_every_filling() {
    for text in ["8x8", "9x9", "7x9"] {
        let board: Board = text.parse().unwrap();
        let (files, ranks) = (board.files(), board.ranks());
        let own = solved(board);
        let other = solved(Board::new(ranks, files, vec![None; files * ranks]));
        let all = BigUint::from(1_u32) << (files * ranks - 1);
        for cell in 0..files * ranks {
            let reflected = cell % files * ranks + cell / files;
            // With Left's stone here she wins so many; with Right's stone there he wins as many as she does not.
            let wins = own.counts.with_left[cell].as_ref().expect("free");
            let others = &other.counts.wins - other.counts.with_left[reflected].as_ref().expect("free");
            assert_eq!(wins + others, all, "{text} {cell}");
        }
    }
}

#[test]
fn draws_every_cell() {
    let board: Board = "4x3".parse().unwrap();
    let solution = solved(board.with_stones("....\n.R..\n....").unwrap());
    let picture = heat_map(&solution);
    assert_eq!(picture.matches("<polygon").count(), 12);
    assert_eq!(picture.matches("<circle").count(), 1);
    assert_eq!(picture.matches("stroke-width=\"3\"").count(), solution.best().len());
    assert!(!picture.contains("NaN") && picture.ends_with("</svg>\n"));
    // The four edges go along sides of cells, which are 30 units long.
    let mut edges = 0;
    for line in picture.lines().filter_map(|line| line.strip_prefix("<polyline points=\"")) {
        let points = line.split('"').next().expect("points").split(' ').map(|point| {
            let (x, y) = point.split_once(',').expect("two numbers");
            (x.parse::<f64>().unwrap(), y.parse::<f64>().unwrap())
        });
        let points: Vec<(f64, f64)> = points.collect();
        assert!(points.windows(2).all(|ends| (ends[0].0 - ends[1].0).hypot(ends[0].1 - ends[1].1) < 30.1), "{line}");
        edges += 1;
    }
    assert_eq!(edges, 4);
}

#[test]
fn reads_stones_and_says_what_is_wrong() {
    let board = || "3x2".parse::<Board>().unwrap();
    let laid = board().with_stones("L . R\n\n  . . L\n").unwrap();
    assert_eq!(laid.free(), 3);
    let error = |text: &str| board().with_stones(text).unwrap_err().to_string();
    assert_eq!(error("L.R\n"), "found 1 lines with cells, required 2, one for each rank");
    assert_eq!(error("L.R\n..\n"), "line 2: found 2 cells, required 3");
    assert_eq!(error("L.R\n.x.\n"), "line 2, letter 2: found 'x', required . for a free cell, L or R for a stone");
    for size in ["", "3", "0x3", "3x17", "3x3x3", "-1x2"] {
        assert!(size.parse::<Board>().unwrap_err().to_string().contains("required files x ranks"), "{size}");
    }
}
