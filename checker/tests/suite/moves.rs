//! Moves, rights and positions: against numbers from outside, against what was found by hand, and against the naive checker's rules.

use crate::witness::naive;
use crate::witness::naive::chess::{After, LETTERS, Pos};
use crate::witness::support::{Random, fen, men, stated_board};
use checker::chess::{Board, Man, Move, PawnRule, Piece, Placement, Square};
use checker::endgame::{Endgame, Positions};
use checker::theorem::Side;

/// The library's board and placement for those of the naive checker.
pub fn read(board: naive::chess::Board, pos: &Pos) -> (Board, Placement) {
    let own = Board::new(stated_board(board)).unwrap();
    let square = |(file, rank): naive::chess::Square| Square::new(rank as u8, file as u8);
    let man = |letter: char| Man::new(naive::chess::order(letter) as u8).unwrap();
    let pieces = pos.pieces.iter().map(|piece| Piece { man: man(piece.0), square: square(piece.1) }).collect();
    (own, Placement { pieces, passed: pos.passed.map(square) })
}

pub fn written(board: naive::chess::Board, placement: &Placement) -> Pos {
    let square = |square: Square| (i32::from(square.file()), i32::from(square.rank()));
    let letter = |man: Man| LETTERS.chars().nth(man.number().into()).unwrap();
    let pieces = placement.pieces.iter().map(|piece| (letter(piece.man), square(piece.square))).collect();
    board.pos(pieces, placement.passed.map(square))
}

/// The options that the library tells of a placement: whose, number, where to, by number.
fn options(board: Board, placement: &Placement) -> Vec<(Side, u32, Option<Placement>)> {
    let mut found = Vec::new();
    board.options(placement, |side, mv| {
        let after = (!mv.is_some_and(Move::wins)).then(|| board.after(placement, mv));
        found.push((side, board.name(mv), after));
    });
    found.sort_by_key(|option| (option.0, option.1));
    found
}

/// Leaf counts where colours take turns (a colour is to move), or where either may move at each ply (none is).
fn perft(board: Board, placement: &Placement, depth: usize, to_move: Option<Side>) -> u64 {
    let mut leaves = 0;
    for (side, name, target) in options(board, placement) {
        if name > 0 && to_move.is_none_or(|to_move| to_move == side) {
            leaves += match target {
                _ if depth == 1 => 1,
                Some(after) => perft(board, &after, depth - 1, to_move.map(Side::other)),
                _ => 0,
            };
        }
    }
    leaves
}

#[test]
fn agrees_with_outside_programs() {
    let mut rows = 0;
    for line in include_str!("perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [game, text, options, counts, _] = columns.as_slice() else { panic!("{line}") };
        let rule = if options.contains("double") { 2 } else { 1 };
        let (board, pos) = fen(text.split(' ').next().unwrap(), rule);
        let (board, placement) = read(board, &pos);
        let to_move = match *game {
            "kingcapture-alt" => Some(Side::White),
            "randomturn" => None,
            _ => panic!("{line}"),
        };
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().unwrap();
            if count < 200_000 {
                assert_eq!(perft(board, &placement, depth, to_move), count, "{line} at depth {depth}");
            }
        }
        rows += 1;
    }
    assert_eq!(rows, 16);
}

#[test]
fn counts_moves_that_are_known_by_hand() {
    let count = |text: &str, side: Side| {
        let (board, pos) = fen(text, 0);
        let (board, placement) = read(board, &pos);
        options(board, &placement).iter().filter(|option| option.0 == side).count()
    };
    // On d4 of 8x8: queen 27, rook 14, knight 8; the kings stand out of the way, White's in the corner with 3 moves.
    for (piece, moves) in [("Q", 27), ("R", 14), ("N", 8)] {
        assert_eq!(count(&format!("8/8/8/8/3{piece}4/8/k7/7K"), Side::White), moves + 3, "{piece}");
    }
    // A bishop on d4 sees h8 and a1 among others; the white king on h1 is on none of its squares.
    assert_eq!(count("8/8/8/8/3B4/k7/8/7K", Side::White), 13 + 3);
    // On 2x2 a king reaches every other square.
    assert_eq!(count("1k/K1", Side::White), 3);
    assert_eq!((count("Nk/K1", Side::White), count("Nk/K1", Side::Black)), (2, 3));
    // On 16x16 a queen on a1 takes the king on a2, and goes 15 squares to the right and 15 cornerwise; the king on i2 has 8.
    assert_eq!(count(&format!("16/{}k7K7/Q15", "16/".repeat(13)), Side::White), 1 + 15 + 15 + 8);
}

/// The moves of a side without those of the king and the knights, by the squares left and reached, and the promotions.
fn pawn_moves(text: &str, rule: u8, side: Side) -> Vec<String> {
    let (naive, pos) = fen(text, rule);
    let (board, placement) = read(naive, &pos);
    let name = |square: u32| {
        let square = board.square(square as u8).unwrap();
        format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1)
    };
    let own = options(board, &placement).into_iter().filter(|option| option.0 == side);
    let pawns = own.filter(|(_, number, _)| {
        let from = board.square((number >> 8 & 255) as u8).unwrap();
        let man = placement.pieces.iter().find(|piece| piece.square == from).unwrap().man;
        [6, 11].contains(&man.number())
    });
    let text = |number: u32| {
        let promotion = ["", "=Q", "=R", "=B", "=N"][(number >> 16) as usize];
        format!("{}{}{promotion}", name(number >> 8 & 255), name(number & 255))
    };
    pawns.map(|(_, number, _)| text(number)).collect()
}

const ALL: [&str; 4] = ["=Q", "=R", "=B", "=N"];

/// Placement; the pawn's moves in single steps; those that the double step adds; whether each is four promotions.
const PAWN_MOVES: [(&str, &[&str], &[&str], bool); 13] = [
    // On its second rank; blocked on the square before it, and on the one behind that; past its second rank.
    ("k7/8/8/8/8/8/4P3/K7", &["e2e3"], &["e2e4"], false),
    ("k7/8/8/8/8/4n3/4P3/K7", &[], &[], false),
    ("k7/8/8/8/4n3/8/4P3/K7", &["e2e3"], &[], false),
    ("k7/8/8/8/8/4P3/8/K7", &["e3e4"], &[], false),
    // Captures to both sides, none of one's own, none over the edge.
    ("k7/8/8/3n1b2/4P3/8/8/K7", &["e4d5", "e4e5", "e4f5"], &[], false),
    ("k7/8/8/3N1b2/4P3/8/N7/K7", &["e4e5", "e4f5"], &[], false),
    ("k7/8/n6n/P6P/7r/8/8/K7", &[], &[], false),
    ("k7/8/1n4n1/P6P/7r/8/8/K7", &["a5a6", "a5b6", "h5g6", "h5h6"], &[], false),
    // Promotion, straight, by capture, and by capture of the king.
    ("k7/4P3/8/8/8/8/8/K7", &["e7e8"], &[], true),
    ("3kn3/3P4/8/8/8/8/8/K7", &["d7e8"], &[], true),
    ("3k4/4P3/8/8/8/8/8/K7", &["e7d8", "e7e8"], &[], true),
    // On 4 ranks the double step promotes; on 3 there is none to make.
    ("k2/2P/K2", &["c2c3"], &[], true),
    ("k2/2P/3/K2", &["c3c4"], &[], true),
];

#[test]
fn moves_pawns() {
    let upside_down = |text: &str| -> String {
        let flip = |letter: char| {
            if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
        };
        text.split('/').rev().map(|rank| rank.chars().map(flip).collect::<String>()).collect::<Vec<_>>().join("/")
    };
    for (text, single, more, promotes) in PAWN_MOVES {
        let ranks = text.split('/').count();
        let turned = |mv: &str| -> String {
            let turn = |digit: char| {
                digit.to_digit(10).map_or(digit, |rank| char::from_digit(ranks as u32 + 1 - rank, 10).unwrap())
            };
            mv.chars().map(turn).collect()
        };
        for rule in [1, 2] {
            let moves = single.iter().chain(more.iter().filter(|_| rule == 2));
            let mut expected: Vec<String> = match promotes {
                true => moves.flat_map(|mv| ALL.map(|promotion| format!("{mv}{promotion}"))).collect(),
                false => moves.map(|mv| mv.to_string()).collect(),
            };
            expected.sort();
            let mut found = pawn_moves(text, rule, Side::White);
            found.sort();
            assert_eq!(found, expected, "{text} {rule}");
            // Black's pawns move as White's upside down.
            let mut found: Vec<String> =
                pawn_moves(&upside_down(text), rule, Side::Black).iter().map(|mv| turned(mv)).collect();
            found.sort();
            assert_eq!(found, expected, "{text} {rule}");
        }
    }
    // On 4 ranks the double step reaches the last rank.
    let mut found = pawn_moves("k2/3/2P/K2", 2, Side::White);
    found.sort();
    assert_eq!(found, ["c2c3", "c2c4=B", "c2c4=N", "c2c4=Q", "c2c4=R"]);
    assert_eq!(pawn_moves("k2/3/2P/K2", 1, Side::White), ["c2c3"]);
}

/// Placements without a right, and the rights that they could have.
const RIGHTS: [(&str, &str); 27] = [
    // Attackers on both sides, on one, on none; of the wrong role, of the wrong colour, on the wrong rank.
    ("4k3/8/8/8/3pPp2/8/8/4K3", "e3"),
    ("4k3/8/8/8/3pP3/8/8/4K3", "e3"),
    ("4k3/8/8/8/4Pp2/8/8/4K3", "e3"),
    ("4k3/8/8/8/4P3/8/8/4K3", ""),
    ("4k3/8/8/8/3rP3/8/8/4K3", ""),
    ("4k3/8/8/8/3PP3/8/8/4K3", ""),
    ("4k3/8/8/3p4/4P3/8/8/4K3", ""),
    ("4k3/8/8/8/2p1P1p1/8/8/4K3", ""),
    // On the edge files, and not over the edge: h4 and a5, a4 and h3 follow each other as numbers of squares.
    ("4k3/8/8/8/Pp6/8/8/4K3", "a3"),
    ("4k3/8/8/8/6pP/8/8/4K3", "h3"),
    ("4k3/8/8/p7/7P/8/8/4K3", ""),
    ("4k3/8/8/8/P7/7p/8/4K3", ""),
    // The pawn not on its fourth square; a man on the second, a man on the third, whatever its colour.
    ("4k3/8/8/3pP3/8/8/8/4K3", "d6"),
    ("4k3/8/8/8/8/3pP3/8/4K3", ""),
    ("4k3/8/8/8/3pP3/8/4N3/4K3", ""),
    ("8/8/8/8/3pP3/8/4k3/4K3", ""),
    ("4k3/8/8/8/3pP3/4n3/8/4K3", ""),
    ("8/8/8/8/3pP3/4K3/8/4k3", ""),
    // Black's, with each hindrance once.
    ("4k3/8/8/Pp6/8/8/8/4K3", "b6"),
    ("4k3/1n6/8/Pp6/8/8/8/4K3", ""),
    ("4k3/8/1N6/Pp6/8/8/8/4K3", ""),
    // Several at once, in the order of the squares.
    ("4k3/8/8/PpP5/3pPpP1/8/8/4K3", "e3 g3 b6"),
    ("k7/3pP3/8/Pp6/K7", "b3 e3"),
    // On 7 ranks the fourth rank is that of both colours; on 6 neither is the other's.
    ("4k3/8/8/3pP3/8/8/4K3", "e3 d5"),
    ("4k3/2p1p3/3P1P2/8/4K3", ""),
    // On 4 ranks a double step ends on the last; on 3 there is none.
    ("4k3/3pP3/8/4K3", ""),
    ("4k3/3pP3/4K3", ""),
];

#[test]
fn lists_the_rights_that_there_can_be() {
    for (text, expected) in RIGHTS {
        for (rule, expected) in [(2, expected), (1, "")] {
            let (board, pos) = fen(text, rule);
            let (board, placement) = read(board, &pos);
            let name = |square: Square| format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1);
            let found: Vec<String> = board.rights(&placement).into_iter().map(name).collect();
            assert_eq!(found.join(" "), expected, "{text}");
        }
    }
}

/// What captures *en passant* are there, and what comes after each: placement, whose, move, placement after.
const EN_PASSANT: [(&str, Side, &str, &str); 11] = [
    ("4k3/8/8/8/3pP3/8/8/4K3 e3", Side::Black, "d4e3", "4k3/8/8/8/8/4p3/8/4K3"),
    ("4k3/8/8/8/3pPp2/8/8/4K3 e3", Side::Black, "d4e3", "4k3/8/8/8/5p2/4p3/8/4K3"),
    ("4k3/8/8/8/3pPp2/8/8/4K3 e3", Side::Black, "f4e3", "4k3/8/8/8/3p4/4p3/8/4K3"),
    ("4k3/8/8/8/Pp6/8/8/4K3 a3", Side::Black, "b4a3", "4k3/8/8/8/8/p7/8/4K3"),
    ("4k3/8/8/8/6pP/8/8/4K3 h3", Side::Black, "g4h3", "4k3/8/8/8/8/7p/8/4K3"),
    ("4k3/8/8/3pP3/8/8/8/4K3 d6", Side::White, "e5d6", "4k3/8/3P4/8/8/8/8/4K3"),
    // Two rights, of which one is had: on 7 ranks White's, then Black's.
    ("4k3/8/8/3pP3/8/8/4K3 e3", Side::Black, "d4e3", "4k3/8/8/8/4p3/8/4K3"),
    ("4k3/8/8/3pP3/8/8/4K3 d5", Side::White, "e4d5", "4k3/8/3P4/8/8/8/4K3"),
    // On 5 ranks White's own pawns attack the square that White has passed, and so do Black's; only Black's capture on it.
    ("7k/3pP3/8/3P1P2/7K e3", Side::Black, "d4e3", "7k/8/4p3/3P1P2/7K"),
    ("7k/8/3pP3/2N5/8/7K e3", Side::Black, "d4e3", "7k/8/8/2N1p3/8/7K"),
    ("k2/1Pp/3/3/2K b3", Side::Black, "c4b3", "k2/3/1p1/3/2K"),
];

#[test]
fn captures_en_passant_and_nothing_else_with_a_right() {
    for (text, side, mv, after) in EN_PASSANT {
        let (naive, pos) = fen(text, 2);
        let (board, placement) = read(naive, &pos);
        assert!(board.rights(&placement).contains(&placement.passed.unwrap()), "{text}");
        let bare = Placement { passed: None, ..placement.clone() };
        let without = options(board, &bare);
        let more: Vec<_> = options(board, &placement).into_iter().filter(|option| !without.contains(option)).collect();
        let number = |text: &[u8]| u32::from(board.number(Square::new(text[1] - b'1', text[0] - b'a')));
        let number = number(&mv.as_bytes()[..2]) << 8 | number(&mv.as_bytes()[2..]);
        let found = more.iter().find(|option| option.1 == number).unwrap_or_else(|| panic!("{text} {mv}"));
        let (_, expected) = read(naive, &fen(after, 2).1);
        assert_eq!((found.0, &found.2), (side, &Some(expected)), "{text} {mv}");
        let attackers = EN_PASSANT.iter().filter(|row| row.0 == text).count();
        assert_eq!(more.len(), attackers, "{text}");
    }
}

#[test]
fn steps_twice_into_a_right() {
    for (before, mv, after) in [
        ("4k3/8/8/8/3p4/8/4P3/4K3", "e2e4", "4k3/8/8/8/3pP3/8/8/4K3 e3"),
        ("4k3/8/8/8/3p4/8/4P3/4K3", "e2e3", "4k3/8/8/8/3p4/4P3/8/4K3"),
        ("4k3/8/8/8/2p5/8/4P3/4K3", "e2e4", "4k3/8/8/8/2p1P3/8/8/4K3"),
        ("4k3/8/8/8/8/3p4/4P3/4K3", "e2e4", "4k3/8/8/8/4P3/3p4/8/4K3"),
        ("4k3/8/8/8/3n4/8/4P3/4K3", "e2e4", "4k3/8/8/8/3nP3/8/8/4K3"),
        ("4k3/1p6/8/P7/8/8/8/4K3", "b7b5", "4k3/8/8/Pp6/8/8/8/4K3 b6"),
        ("4k3/p7/8/7P/8/8/8/4K3", "a7a5", "4k3/8/8/p6P/8/8/8/4K3"),
        // One right goes, another comes.
        ("4k3/1p6/8/P7/3pP3/8/8/4K3 e3", "b7b5", "4k3/8/8/Pp6/3pP3/8/8/4K3 b6"),
        ("4k3/1p6/8/P7/3pP3/8/8/4K3 e3", "e1e2", "4k3/1p6/8/P7/3pP3/8/4K3/8"),
        ("4k3/1p6/8/P7/3pP3/8/8/4K3 e3", "e8e7", "8/1p2k3/8/P7/3pP3/8/8/4K3"),
        // On 5 ranks a pawn passes a pawn that has not moved; on 7 both have moved twice.
        ("7k/3p4/8/4P3/7K", "e2e4", "7k/3pP3/8/8/7K e3"),
        ("7k/3p4/8/4P3/7K", "d4d2", "7k/8/8/3pP3/7K d3"),
        ("7k/3p4/8/4P3/8/8/7K", "d6d4", "7k/8/8/3pP3/8/8/7K d5"),
    ] {
        let (naive, pos) = fen(before, 2);
        let (board, placement) = read(naive, &pos);
        let number = |text: &[u8]| u32::from(board.number(Square::new(text[1] - b'1', text[0] - b'a')));
        let number = number(&mv.as_bytes()[..2]) << 8 | number(&mv.as_bytes()[2..]);
        let found = options(board, &placement).into_iter().find(|option| option.1 == number).unwrap();
        assert_eq!(found.2, Some(read(naive, &fen(after, 2).1).1), "{before} {mv}");
    }
}

/// A side without any move passes, and the right is gone: White's king, rook and bishops stand behind their own pawns, which are blocked.
#[test]
fn passes_where_there_is_no_move() {
    for (text, after) in [("k2/Pp1/1P1/1PB/BRK a3", "k2/Pp1/1P1/1PB/BRK"), ("k2/Pp1/1P1/1PB/BRK", "k2/Pp1/1P1/1PB/BRK")]
    {
        let (naive, pos) = fen(text, 2);
        let (board, placement) = read(naive, &pos);
        let (_, after) = read(naive, &fen(after, 2).1);
        let white: Vec<_> = options(board, &placement).into_iter().filter(|option| option.0 == Side::White).collect();
        assert_eq!(white, [(Side::White, 0, Some(after))], "{text}");
    }
}

/// Random placements on boards of all sizes: the library and the naive checker tell the same moves, and where they lead.
#[test]
fn agrees_with_the_naive_rules_everywhere() {
    let mut random = Random(3);
    let (mut moves, mut rights, mut wins) = (0, 0, 0);
    for round in 0..1500 {
        let (files, ranks, rule, letters) = match round % 3 {
            0 => (2 + random.below(15), 2 + random.below(15), 1, "PpPpPpQRBNqrbn"),
            1 => (2 + random.below(3), 4 + random.below(4), 2, "PpPpPpQRBNqrbn"),
            _ => (2 + random.below(3), 5 + random.below(3), 2, "PpPpPpPp"),
        };
        let rule = if ranks < 3 { 0 } else { rule };
        let naive = naive::chess::Board::new(files as i32, ranks as i32, rule);
        let letters: Vec<char> = letters.chars().collect();
        let squares = naive.squares();
        let mut pieces: Vec<(char, naive::chess::Square)> = Vec::new();
        for number in 0..2 + random.below(squares.len().min(14) - 1) {
            let man = ['K', 'k'].get(number).copied().unwrap_or_else(|| *random.pick(&letters));
            let mut square = *random.pick(&squares);
            if round % 3 == 2 && number > 1 && random.below(3) > 0 {
                square.1 = *random.pick(&[3, ranks as i32 - 4]);
            }
            if naive.may_stand(man, square) && pieces.iter().all(|piece| piece.1 != square) {
                pieces.push((man, square));
            }
        }
        if ['K', 'k'].iter().any(|king| pieces.iter().all(|piece| piece.0 != *king)) {
            continue;
        }
        let mut pos = naive.pos(pieces, None);
        let all = naive.rights(&pos);
        let (board, placement) = read(naive, &pos);
        let squares: Vec<naive::chess::Square> =
            board.rights(&placement).iter().map(|square| (square.file().into(), square.rank().into())).collect();
        assert_eq!(squares, all);
        if !all.is_empty() {
            pos.passed = Some(*random.pick(&all));
            rights += 1;
        }
        let (board, placement) = read(naive, &pos);
        let found = options(board, &placement);
        for (side, white) in [(Side::White, true), (Side::Black, false)] {
            let own = found.iter().filter(|option| option.0 == side);
            let own = own.map(|(_, name, target)| match target {
                None => (*name, true, None),
                Some(after) => (*name, false, Some(written(naive, after))),
            });
            let own: Vec<_> = own.collect();
            let mut expected: Vec<_> = naive
                .moves(&pos, white)
                .into_iter()
                .map(|(name, after)| match after {
                    After::Won => (name, true, None),
                    After::Pos(after) => (name, false, Some(after)),
                })
                .collect();
            if expected.is_empty() {
                expected.push((0, false, Some(Pos { passed: None, ..pos.clone() })));
            }
            moves += expected.len();
            wins += expected.iter().filter(|option| option.1).count();
            assert_eq!(own, expected, "{pos:?}");
        }
        let flipped = read(naive, &naive.flipped(&pos)).1;
        assert_eq!(board.flipped(&placement), flipped);
    }
    assert!(moves > 20_000 && rights > 50 && wins > 500, "{moves} {rights} {wins}");
}

fn enumerate(files: u8, ranks: u8, rule: u8, text: &str) -> Positions {
    let men: Vec<u8> = men(text).into_iter().map(|man| naive::chess::order(man) as u8).collect();
    add(Endgame::new([files, ranks, rule], &men).unwrap())
}

fn add(endgame: Endgame) -> Positions {
    let imports = endgame.imports().into_iter().map(|import| std::sync::Arc::new(add(import))).collect();
    Positions::enumerate(endgame, imports)
}

#[test]
fn has_as_many_positions_as_counted_by_hand() {
    // One pawn: f·(r − 2) squares, then any two others for the kings. The reflection fixes no placement where f is even; where it
    // is odd, those with all men on the middle file.
    let count = |f: usize, r: usize| {
        let placements = f * (r - 2) * (f * r - 1) * (f * r - 2);
        let fixed = if f.is_multiple_of(2) { 0 } else { (r - 2) * (r - 1) * (r - 2) };
        (placements + fixed) / 2
    };
    assert_eq!((count(3, 3), count(8, 8)), (85, 93_744));
    for (files, ranks) in [(2, 3), (3, 3), (4, 3), (3, 4), (4, 4)] {
        assert_eq!(enumerate(files, ranks, 1, "KPk").positions(), count(files.into(), ranks.into()));
    }
    // Known numbers.
    assert_eq!(enumerate(4, 4, 0, "KBk").positions(), 426);
    assert_eq!(enumerate(4, 4, 0, "KBkn").positions(), 5466);
}

/// The signatures of the imports, in order.
#[test]
fn imports_captures_and_promotions_in_order() {
    let required = |files: u8, ranks: u8, rule: u8, text: &str| -> Vec<(String, PawnRule)> {
        let numbers: Vec<u8> = men(text).into_iter().map(|man| naive::chess::order(man) as u8).collect();
        let endgame = Endgame::new([files, ranks, rule], &numbers).unwrap();
        let name = |import: &Endgame| {
            let letters = import.men.iter().map(|man| LETTERS.chars().nth(man.number().into()).unwrap());
            let mut letters: Vec<char> = letters.collect();
            letters.sort_by_key(|man| man.is_lowercase());
            assert_eq!((import.board.files, import.board.ranks), (files, ranks));
            (letters.into_iter().collect(), import.board.pawn_rule)
        };
        endgame.imports().iter().map(name).collect()
    };
    for (rule, text, expected) in [
        (0, "Kk", ""),
        (0, "KNk", "Kk"),
        (0, "KNNk", "KNk"),
        (0, "KBkn", "KBk KNk"),
        (0, "KQkq", "KQk"),
        (2, "KPk", "KQk KRk KBk KNk Kk"),
        (1, "KPPk", "KQPk KRPk KBPk KNPk KPk"),
        (1, "KQPk", "KQQk KQRk KQBk KQNk KQk KPk"),
        (2, "KNPk", "KQNk KRNk KBNk KNNk KNk KPk"),
        (1, "KPkp", "KQkp KRkp KBkp KNkp KQk KRk KBk KNk KPk"),
        (2, "KNkp", "KQkn KRkn KBkn KNkn KQk KRk KBk KNk KPk"),
    ] {
        let found = required(8, 7, rule, text);
        let names: Vec<&str> = found.iter().map(|import| import.0.as_str()).collect();
        assert_eq!(names.join(" "), expected, "{text}");
        for (name, found) in &found {
            let expected = if name.to_lowercase().contains('p') { rule } else { 0 };
            assert_eq!(*found, [PawnRule::NoPawns, PawnRule::SingleStep, PawnRule::DoubleStep][usize::from(expected)]);
        }
        let naive: Vec<String> = naive::chess::imports(&men(text))
            .into_iter()
            .map(|mut men| {
                men.sort_by_key(|man| man.is_lowercase());
                men.into_iter().collect()
            })
            .collect();
        assert_eq!(names, naive);
    }
}
