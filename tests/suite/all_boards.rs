//! What the chapter "All boards at once" of the record proves of king and rook against king: its plan for White satisfies the theorem's inequalities on every
//! board that is tried, is nowhere above a verified value, and the simplest plan for Black breaks where the chapter says. Moves are made here.

use std::sync::LazyLock;

use checker::chess::{Man, Role};
use checker::theorem::Side;
use num_rational::BigRational;
use pipeline_tests::{Solved, committed_and_verified, positions, sample};
use session::ranked::Ranked;

/// A share of the money, in units of 4^-16.
type Share = i64;
const ONE: Share = 1 << 32;
const HALF: Share = ONE / 2;

/// A square: its file and its rank.
type At = (i64, i64);

fn steps(a: At, b: At) -> i64 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// (1/2)(3/4)^(count - 1).
fn survival(count: i64) -> Share {
    (1..count).fold(HALF, |share, _| share / 4 * 3)
}

/// The bound where Black has to come nearer so many times, less one: in check, and not.
fn bound(count: i64, check: bool) -> Share {
    match (count, check) {
        (..=1, _) => HALF,
        (_, true) => ONE - survival(count - 1) / 2,
        (_, false) => ONE - survival(count),
    }
}

/// A position: white king, rook, black king.
#[derive(Clone, Copy)]
struct Men {
    king: At,
    rook: At,
    black: At,
}

impl Men {
    /// Whether the rook can capture the black king.
    fn check(&self) -> bool {
        let Men { king, rook, black } = *self;
        let between = |a: i64, b: i64, c: i64| a.min(c) < b && b < a.max(c);
        let file = rook.0 == black.0 && !(king.0 == rook.0 && between(rook.1, king.1, black.1));
        let rank = rook.1 == black.1 && !(king.1 == rook.1 && between(rook.0, king.0, black.0));
        file || rank
    }

    /// The chapter's plan for White, the king in the corner a1. With the king elsewhere it claims 1/2.
    fn lower(&self) -> Share {
        let Men { king, rook, black } = *self;
        if king != (0, 0) {
            return HALF;
        }
        let to_king = match rook {
            (_, 0) => black.0,
            (0, _) => black.1,
            _ => steps(king, black),
        };
        bound(to_king.min(steps(rook, black) + 1), self.check())
    }

    /// The chapter's plan for Black on two ranks.
    fn upper_on_two_ranks(&self) -> Share {
        let apart = steps(self.king, self.black);
        match apart > 1 && !self.check() && self.rook.1 == self.black.1 {
            true => ONE - survival(apart - 1) / 16 * 11,
            false => bound(apart, self.check()),
        }
    }

    /// The simplest plan for Black: only the distance of the kings counts.
    fn upper(&self) -> Share {
        bound(steps(self.king, self.black), self.check())
    }
}

struct Board {
    files: i64,
    ranks: i64,
}

impl Board {
    fn squares(&self) -> impl Iterator<Item = At> + Clone {
        let (files, ranks) = (self.files, self.ranks);
        (0..ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)))
    }

    fn all(&self) -> impl Iterator<Item = Men> {
        let squares = self.squares();
        let two = squares.clone().flat_map({
            let squares = squares.clone();
            move |king| squares.clone().map(move |rook| (king, rook))
        });
        let three = two.flat_map(move |(king, rook)| squares.clone().map(move |black| Men { king, rook, black }));
        three.filter(|men| men.king != men.rook && men.king != men.black && men.rook != men.black)
    }

    fn beside(&self, square: At) -> impl Iterator<Item = At> {
        self.squares().filter(move |&other| steps(square, other) == 1)
    }

    /// The best that White can reach, if positions are worth so much.
    fn white(&self, men: Men, worth: fn(&Men) -> Share) -> Share {
        if men.check() || steps(men.king, men.black) == 1 {
            return ONE;
        }
        let king = self.beside(men.king).filter(|&king| king != men.rook).map(|king| Men { king, ..men });
        let rook = [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().flat_map(|(right, up)| {
            let line = (1..).map(move |far| (men.rook.0 + far * right, men.rook.1 + far * up));
            let inside = |&(file, rank): &At| (0..self.files).contains(&file) && (0..self.ranks).contains(&rank);
            line.take_while(inside).take_while(|&square| square != men.king && square != men.black)
        });
        king.chain(rook.map(|rook| Men { rook, ..men })).map(|men| worth(&men)).max().expect("a move")
    }

    /// The best that Black can reach. Without the rook the game is worth 1/2.
    fn black(&self, men: Men, worth: fn(&Men) -> Share) -> Share {
        let to = |black: At| match black {
            _ if black == men.king => 0,
            _ if black == men.rook => HALF,
            _ => worth(&Men { black, ..men }),
        };
        self.beside(men.black).map(to).min().expect("a move")
    }
}

/// Boards with so many squares on the longest side at most, smaller ones first.
fn boards(longest: i64) -> Vec<Board> {
    let sides = 2..=longest;
    let mut boards: Vec<Board> =
        sides.clone().flat_map(|files| sides.clone().map(move |ranks| Board { files, ranks })).collect();
    boards.sort_by_key(|board| (board.files * board.ranks, board.files));
    boards
}

/// White's evidence is needed where both terms are the bound: that is so at positions with the bound 1/2 alone, where White's king walks to the black one.
#[test]
fn plan_of_the_rook_forces_what_it_claims() {
    for board in boards(sample(6, 10)) {
        for men in board.all() {
            let near = men.lower();
            let [white, black] = [board.white(men, Men::lower), board.black(men, Men::lower)];
            assert!(2 * near <= white + black);
            assert!(near == HALF || white != black, "quiet above 1/2");
        }
        let longer = board.files.max(board.ranks);
        let start = match board.files >= board.ranks {
            true => Men { king: (0, 0), rook: (1, 0), black: (longer - 1, 0) },
            false => Men { king: (0, 0), rook: (0, 1), black: (0, longer - 1) },
        };
        // 1 - 3^(L-3)/4^(L-2).
        if let Ok(above) = u32::try_from(longer - 3) {
            assert_eq!(start.lower(), ONE - ONE / 4_i64.pow(above + 1) * 3_i64.pow(above));
        }
    }
}

#[test]
fn plan_of_black_on_two_ranks_holds_what_it_claims() {
    for files in 3..=sample(10, 12) {
        let board = Board { files, ranks: 2 };
        for men in board.all() {
            let [white, black] = [board.white(men, Men::upper_on_two_ranks), board.black(men, Men::upper_on_two_ranks)];
            assert!(2 * men.upper_on_two_ranks() >= white + black);
        }
        let greatest = board.all().map(|men| men.upper_on_two_ranks()).max();
        assert_eq!(greatest, Some(ONE - survival(files - 2) / 2));
    }
}

/// Below, and on 3×3, it satisfies `holds`. Up to 6×6 a check is worth no more than its bound; on 6×7 one is.
#[test]
fn simplest_plan_for_black_breaks_on_eight_squares() {
    let broken = |board: &Board| {
        let too_low = |men: &Men| 2 * men.upper() < board.white(*men, Men::upper) + board.black(*men, Men::upper);
        board.all().filter(too_low).count()
    };
    let all = boards(4);
    let found: Vec<(i64, i64, usize)> = all
        .iter()
        .map(|board| (board.files, board.ranks, broken(board)))
        .take_while(|found| found.0 * found.1 <= 9)
        .collect();
    assert_eq!(found, [(2, 2, 0), (2, 3, 0), (3, 2, 0), (2, 4, 4), (4, 2, 4), (3, 3, 0)]);
    // Not only the plan is wrong there, its bound is: 5/8 where the verified value is 21/32.
    let men = Men { king: (1, 0), rook: (0, 0), black: (3, 0) };
    assert_eq!(men.upper(), ONE / 8 * 5);
    let table = &TABLES["4x2_KRk.cert"];
    let entry = session::entry::at_text(table, "4/RK1k").expect("a position");
    assert_eq!(entry.known.alpha.low, BigRational::new(21.into(), 32.into()));
    let men = Men { king: (0, 1), rook: (5, 2), black: (5, 6) };
    assert_eq!((men.check(), men.upper()), (true, ONE / 256 * 229));
    let table = Solved::new(6, 7, "KRk").verified();
    let entry = session::entry::at_text(&table, "5k/6/6/6/5R/K5/6").expect("a position");
    assert_eq!(entry.known.alpha.low, BigRational::new(58721.into(), 65536.into()));
}

type Tables = std::collections::BTreeMap<String, std::sync::Arc<checker::Verified>>;

/// All boards up to 6×6.
static TABLES: LazyLock<Tables> = LazyLock::new(|| committed_and_verified("certs/boards"));

/// The plan is nowhere above a verified value, and apart from touching kings no value is below 9/16. Queen and rook.
#[test]
fn verified_values_are_at_least_what_is_proved() {
    let share = |share: Share| BigRational::new(share.into(), ONE.into());
    let (mut compared, mut apart) = (0, 0);
    for (name, table) in TABLES.iter().filter(|(name, _)| name.contains("_KRk") || name.contains("_KQk")) {
        let board = positions(table).endgame.board;
        let ranked = Ranked::new(table);
        for number in ranked.firsts() {
            let placement = ranked.placement(number).expect("a position");
            let value = ranked.fraction(ranked.place(number).alpha[0]);
            let at = |side, role| {
                let square = placement.pieces.iter().find(|piece| piece.man == Man::of(side, role))?.square;
                Some((i64::from(square.file()), i64::from(square.rank())))
            };
            let (king, black) =
                (at(Side::White, Role::King).expect("a king"), at(Side::Black, Role::King).expect("a king"));
            assert!(value > share(0) && value < share(ONE), "{name}");
            if steps(king, black) == 1 {
                assert_eq!(value, share(HALF), "{name}");
                continue;
            }
            apart += 1;
            assert!(value >= share(ONE / 16 * 9), "{name}");
            // Reflected so that a king in a corner is on a1.
            let (files, ranks) = (i64::from(board.files), i64::from(board.ranks));
            let image = |(file, rank): At| {
                (if king.0 == 0 { file } else { files - 1 - file }, if king.1 == 0 { rank } else { ranks - 1 - rank })
            };
            if let Some(rook) = at(Side::White, Role::Rook) {
                let men = Men { king: image(king), rook: image(rook), black: image(black) };
                assert!(!men.check() || value <= share(men.upper()), "{name}");
                compared += usize::from(men.king == (0, 0));
                assert!(value >= share(men.lower()), "{name}");
            }
        }
    }
    assert!(compared > 3_000 && apart > 10_000, "{compared} {apart}");
}
