//! Places: their numbers, against placements that are listed as sets and orbits that are found by trying all symmetries.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::moves::{read, written};
use crate::witness::naive::chess::{After, Board, Pos, order, positions, rule_of, used};
use crate::witness::support::{Random, men, stated_board};
use checker::chess::{Man, Placement};
use checker::endgame::{Endgame, Positions};
use checker::table::{Table, Target};
use checker::theorem::Side;

/// The endgame of men in the order of their numbers.
fn endgame(board: Board, men: &[char]) -> Endgame {
    let numbers = men.iter().map(|man| Man::new(order(*man) as u8)).collect();
    Endgame::of(stated_board(rule_of(board, men)), numbers).unwrap()
}

/// All of its places, and all those that captures and promotions lead to, where these are known.
fn enumerate(endgame: Endgame, imports: bool) -> Positions {
    let changes = if imports { endgame.imports() } else { Vec::new() };
    Positions::enumerate(endgame, changes.into_iter().map(|change| Arc::new(enumerate(change, true))).collect())
}

/// The least of all images: one for each position.
fn orbit(board: Board, pos: &Pos) -> Pos {
    board.images(pos).into_iter().min().unwrap()
}

/// Every place of an endgame; how many there are, and how many have a right.
fn has_its_places(board: Board, text: &str) -> (usize, usize) {
    let men = men(text);
    let board = rule_of(board, &men);
    let (all, name) = (enumerate(endgame(board, &men), false), format!("{}x{} {text}", board.files, board.ranks));
    let expected = positions(board, &men);
    assert_eq!(all.count(), expected.len(), "{name}");
    let bare = expected.iter().filter(|pos| pos.passed.is_none()).count();
    assert_eq!(all.endgame.places(), bare as u64, "{name}");
    let mut orbits = BTreeMap::new();
    for (number, pos) in (0..).zip(&expected) {
        let placement = all.placement(number);
        assert_eq!(written(board, &placement), *pos, "{name} {number}");
        // Every image is found at a place of the same position; the identity is the first symmetry.
        for (symmetry, image) in board.images(pos).iter().enumerate() {
            let (found, flipped) = all.number(&read(board, image).1).unwrap();
            let there = written(board, &all.placement(found));
            assert_eq!((&there, flipped), (&board.canonical(image), false), "{name} {number}");
            assert!(symmetry > 0 || found == number, "{name} {number}");
        }
        let first = *orbits.entry(orbit(board, pos)).or_insert(number);
        assert_eq!(all.is_first(number), first == number, "{name} {number}");
        // With the colours exchanged it is found as well, if the men are others.
        let flipped = board.flipped(pos);
        let found = all.number(&read(board, &flipped).1).unwrap();
        let is_same = flipped.pieces.iter().map(|piece| piece.0).eq(men.iter().copied());
        let back = if is_same { board.canonical(&flipped) } else { board.canonical(pos) };
        assert_eq!((written(board, &all.placement(found.0)), found.1), (back, !is_same), "{name} {number}");
    }
    assert_eq!(all.positions(), orbits.len(), "{name}");
    // Blocks, by their first places; a slice ends with one.
    let anchors: Vec<_> = expected.iter().map(|pos| board.anchors(pos)).collect();
    let mut end = expected.len();
    for number in (0..expected.len()).rev() {
        assert_eq!(all.slice_end(number + 1), end, "{name} {number}");
        end = if number > 0 && anchors[number - 1] != anchors[number] { number } else { end };
    }
    (expected.len(), expected.len() - bare)
}

/// Men of all sorts, a rule, and how many squares the boards have at most on which all placements are tried.
const ALL: [(&str, u8, i32); 22] = [
    ("Kk", 0, 36),
    ("KQk", 0, 25),
    ("KBkn", 0, 12),
    ("KNNk", 0, 16),
    ("KNNkn", 0, 9),
    ("KNNNk", 0, 12),
    ("KBBknn", 0, 8),
    ("KNNNNk", 0, 9),
    ("KPk", 1, 25),
    ("KPPk", 1, 16),
    ("KPkp", 1, 16),
    ("KPkp", 2, 24),
    ("KNPkp", 2, 12),
    ("KPPkp", 2, 15),
    // Without kings: two anchors, two equal ones, three, one and two; pawns as anchors.
    ("Rn", 0, 25),
    ("RRn", 0, 16),
    ("RRRn", 0, 12),
    ("QRRn", 0, 12),
    ("KKqn", 0, 12),
    ("KKPp", 2, 15),
    ("PPp", 2, 24),
    ("Pp", 2, 30),
];

#[test]
fn every_place_has_its_number() {
    let (mut places, mut rights) = (0, 0);
    for (text, rule, most) in ALL {
        for (files, ranks) in (2..7).flat_map(|files| (2..7).map(move |ranks| (files, ranks))) {
            if files * ranks <= most && ranks >= 2 + i32::from(rule) {
                let found = has_its_places(Board::new(files, ranks, rule), text);
                (places, rights) = (places + found.0, rights + found.1);
            }
        }
    }
    assert!(places > 100_000 && rights > 1_000, "{places} {rights}");
}

#[test]
fn nine_men_fill_a_small_board() {
    // Two kings have 12 blocks: of 72 pairs each of four reflections leaves 6 where they are.
    for (text, expected) in [("KNNNNNNNk", 12), ("KNNNNNkbb", 12 * 21), ("KQQQkrrr", 12 * 35 * 4)] {
        assert_eq!(has_its_places(Board::new(3, 3, 0), text), (expected, 0), "{text}");
    }
    // Nobody has room where there are more men than squares, or more pawns than squares for pawns.
    assert_eq!(has_its_places(Board::new(2, 2, 0), "KNNkb"), (0, 0));
    assert_eq!(has_its_places(Board::new(2, 3, 1), "KPPPk"), (0, 0));
    assert_eq!(has_its_places(Board::new(2, 3, 1), "KPPk"), (6, 0));
}

/// How many sets of so many there are out of others.
fn choose(of: i32, count: usize) -> u64 {
    let count = count as i32;
    if count == 0 {
        1
    } else if of < count {
        0
    } else {
        choose(of - 1, count as usize - 1) + choose(of - 1, count as usize)
    }
}

/// The number of a placement in its block, as the chapter has it: `r_1 < … < r_k` among the squares that are free.
fn number_in_block(board: Board, pos: &Pos) -> u64 {
    let anchors = board.anchors(pos);
    let (mut taken, mut number) = (anchors.clone(), 0);
    for man in "PpKkQRBNqrbn".chars() {
        let own = pos.pieces.iter().filter(|piece| piece.0 == man && !anchors.contains(&board.number(piece.1)));
        let own: Vec<i32> = own.map(|piece| board.number(piece.1)).collect();
        let free = board.squares().into_iter().filter(|square| board.may_stand(man, *square));
        let free: Vec<i32> = free.map(|square| board.number(square)).filter(|square| !taken.contains(square)).collect();
        if own.is_empty() {
            continue;
        }
        let ranks = own.iter().map(|square| free.iter().position(|other| other == square).unwrap());
        let set: u64 = ranks.zip(1..).map(|(rank, count)| choose(rank as i32, count)).sum();
        number = number * choose(free.len() as i32, own.len()) + set;
        taken.extend(own);
    }
    number
}

#[test]
fn has_the_number_of_the_chapter() {
    let board = Board::new(3, 3, 0);
    let squares = [('K', 0), ('k', 4), ('N', 3), ('N', 7), ('b', 5)];
    let example = board.pos(squares.map(|(man, square)| (man, (square % 3, square / 3))).to_vec(), None);
    assert_eq!(number_in_block(board, &example), 62);
    let mut random = Random(7);
    for (files, ranks, rule, text) in [
        (3, 3, 0, "KNNkb"),
        (5, 5, 0, "KQkr"),
        (5, 3, 1, "KPPkp"),
        (5, 5, 2, "KPPkp"),
        (8, 8, 0, "KBkn"),
        (8, 8, 2, "KPkp"),
        (16, 16, 0, "KNk"),
        (15, 16, 1, "KPk"),
        (7, 6, 0, "KNNNk"),
        (4, 4, 0, "KNNNNkbb"),
        (6, 6, 0, "NNNNq"),
        (5, 5, 1, "KKPPp"),
    ] {
        let (men, board) = (men(text), Board::new(files, ranks, rule));
        let men = if men[..2] == ['P', 'P'] { panic!("{text}") } else { men };
        let all = enumerate(endgame(board, &men), false);
        let (mut block, mut start) = (Vec::new(), 0);
        for _ in 0..300 {
            let place = random.below(all.count()) as u32;
            let pos = written(board, &all.placement(place));
            assert_eq!(board.canonical(&pos), pos, "{text} {place}");
            assert_eq!(all.number(&all.placement(place)), Some((place, false)), "{text} {place}");
            if pos.passed.is_none() {
                // A block begins where its first place is: all other men on their first squares.
                let number = number_in_block(board, &pos) as u32;
                let first = written(board, &all.placement(place - number));
                assert_eq!((board.anchors(&first), number_in_block(board, &first)), (board.anchors(&pos), 0), "{text}");
                (block, start) = (board.anchors(&pos), place - number);
            } else if board.anchors(&pos) == block {
                assert!(place > start, "{text} {place}");
            }
        }
    }
}

/// The options of all places lead where a placement is found to which the naive moves lead.
#[test]
fn options_lead_where_naive_moves_lead() {
    let (mut own, mut flipped, mut rights, mut passes) = (0, 0, 0, 0);
    for (files, ranks, rule, text) in [
        (2, 2, 0, "KNk"),
        (3, 3, 0, "KBkn"),
        (4, 3, 0, "KRk"),
        (3, 4, 0, "KNNk"),
        (3, 3, 0, "KNNkb"),
        (2, 4, 0, "KNNNk"),
        (3, 3, 0, "KBBknn"),
        (3, 3, 1, "KPPk"),
        (2, 5, 2, "KPkp"),
        (3, 5, 2, "KPkp"),
        (2, 6, 2, "KPPkp"),
        (2, 4, 1, "KPPkp"),
        // With the king on a3, knights on b3 and a1, and pawns on a2 and b2, White has no move.
        (2, 3, 1, "KNNPPk"),
    ] {
        let (men, board) = (men(text), Board::new(files, ranks, rule));
        let board = rule_of(board, &men);
        let all = enumerate(endgame(board, &men), true);
        for place in 0..all.count() as u32 {
            let pos = written(board, &all.placement(place));
            let mut found = BTreeSet::new();
            let mut count = 0;
            all.options(place, |(side, weight, name, to)| {
                assert_eq!(weight, 1);
                let to = match to {
                    Target::Won(winner) => (assert_eq!(winner, side), None).1,
                    Target::To(number) => {
                        own += 1;
                        Some((false, written(board, &all.placement(number))))
                    }
                    Target::Known { border, number } => {
                        flipped += border % 2;
                        Some((border % 2 == 1, written(board, &all.imports[border / 2].placement(number))))
                    }
                    Target::Outside => panic!("{text}"),
                };
                rights += usize::from(to.as_ref().is_some_and(|(_, to)| to.passed.is_some()));
                passes += usize::from(name == 0);
                count += 1;
                found.insert((side == Side::Black, name, to));
            });
            let mut expected = BTreeSet::new();
            for white in [true, false] {
                let mut moves = board.moves(&pos, white);
                if moves.is_empty() {
                    moves.push((0, After::Pos(Pos { passed: None, ..pos.clone() })));
                }
                for (name, after) in moves {
                    let after = if let After::Pos(after) = after { Some(after) } else { None };
                    // The place that it is carried to, in the table of the men, or of those with the colours exchanged.
                    let place = |after: Pos| {
                        let (men, is_flipped) = used(&letters(&after));
                        let there = if is_flipped { board.flipped(&after) } else { after };
                        (is_flipped, rule_of(board, &men).canonical(&there))
                    };
                    expected.insert((!white, name, after.map(place)));
                }
            }
            assert_eq!(found, expected, "{text} {place}");
            assert_eq!(count, expected.len(), "{text} {place}");
        }
    }
    assert!(own > 100_000 && flipped > 1_000 && rights > 20 && passes > 0, "{own} {flipped} {rights} {passes}");
}

fn letters(pos: &Pos) -> Vec<char> {
    pos.pieces.iter().map(|piece| piece.0).collect()
}

#[test]
fn placements_without_a_place_are_not_found() {
    let board = Board::new(2, 5, 2);
    let all = enumerate(endgame(board, &men("KPkp")), false);
    let with = (0..all.count() as u32).rev().map(|place| all.placement(place)).find(|it| it.passed.is_some()).unwrap();
    let without = Placement { passed: None, ..with.clone() };
    assert!(all.number(&with).is_some() && all.number(&without).is_some());
    // A right that no pawn gives, kings on the same square, another man.
    let other = board.squares().into_iter().map(|(file, rank)| checker::chess::Square::new(rank as u8, file as u8));
    let other = other
        .filter(|square| Some(*square) != with.passed)
        .map(|square| Placement { passed: Some(square), ..with.clone() });
    assert_eq!(other.filter(|other| all.number(other).is_some()).count(), 0);
    let mut same = without.clone();
    same.pieces[0].square = same.pieces[1].square;
    assert_eq!(all.number(&same), None);
    let fewer = Placement { pieces: without.pieces[..3].to_vec(), passed: None };
    assert_eq!(all.number(&fewer), None);
    // Where rights are not counted, there is none.
    let bare = Positions::find(endgame(board, &men("KPkp")), Vec::new(), false);
    assert_eq!((bare.count() as u64, bare.number(&with)), (all.endgame.places(), None));
    assert!(all.count() > bare.count());
}
