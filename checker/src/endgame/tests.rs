//! Imports and numbers of positions with pawns, against lists and counts that are made in another way.

#![allow(clippy::arithmetic_side_effects)]

use super::{Endgame, Positions, used};
use crate::board::{Board, Man, Piece, Placement, Square};
use crate::certificate::PawnRule;

/// An endgame of any men.
fn endgame(files: u8, ranks: u8, signature: &str, pawn_rule: PawnRule) -> Endgame {
    let board = Board::new(files, ranks).unwrap();
    let men = signature.chars().map(|letter| Man::from_letter(letter).unwrap()).collect();
    Endgame { board, men, pawn_rule }
}

#[test]
fn imports_what_captures_and_promotions_lead_to() {
    let imports = |signature| {
        let imports = endgame(8, 8, signature, PawnRule::DoubleStep).imports();
        imports.iter().map(|import| import.signature()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(imports("Kk"), "");
    assert_eq!(imports("KNk"), "Kk");
    assert_eq!(imports("KPk"), "KQk KRk KBk KNk Kk");
    assert_eq!(imports("KPPk"), "KQPk KRPk KBPk KNPk KPk");
    assert_eq!(imports("KQPk"), "KQQk KQRk KQBk KQNk KQk KPk");
    assert_eq!(imports("KNPk"), "KQNk KRNk KBNk KNNk KNk KPk");
}

#[test]
fn imports_the_signature_that_is_used_of_each_change() {
    let imports = |signature| {
        let imports = endgame(8, 8, signature, PawnRule::DoubleStep).imports();
        imports.iter().map(|import| import.signature()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(imports("KBkn"), "KBk KNk");
    assert_eq!(imports("KQkq"), "KQk");
    // Promoted: to each role. Captured, or captured by the pawn on the last rank: the queen, and what the pawn becomes.
    assert_eq!(imports("KQkp"), "KQkq KQkr KQkb KQkn KQk KRk KBk KNk KPk");
    assert_eq!(imports("KNkp"), "KQkn KRkn KBkn KNkn KQk KRk KBk KNk KPk");
    assert_eq!(imports("KPkp"), "KQkp KRkp KBkp KNkp KQk KRk KBk KNk KPk");
    let king = Endgame { board: Board::new(8, 8).unwrap(), men: Vec::new(), pawn_rule: PawnRule::NoPawns };
    let men = |text: &str| text.chars().map(|letter| Man::from_letter(letter).unwrap()).collect::<Vec<_>>();
    // Each change as it is, before the colours are exchanged.
    assert_eq!(endgame(8, 8, "KQkq", king.pawn_rule).changes(), ["KQk", "Kkq"].map(men));
    for (found, required) in [("Kkn", "KNk"), ("KNkb", "KBkn"), ("KBkn", "KBkn"), ("KQRkn", "KQRkn"), ("Kkpp", "KPPk")]
    {
        assert_eq!(used(&men(found)), men(required));
    }
}

#[test]
fn keeps_the_pawn_rule_where_a_pawn_is_left() {
    for (pawn_rule, name) in [(PawnRule::SingleStep, "single step"), (PawnRule::DoubleStep, "double step")] {
        let imports = endgame(8, 8, "KPPk", pawn_rule).imports();
        let texts: Vec<String> = imports.iter().map(|import| import.to_string()).collect();
        assert_eq!(texts, ["KQPk", "KRPk", "KBPk", "KNPk", "KPk"].map(|men| format!("8x8 {men}, {name}")));
        let imports = endgame(8, 8, "KPk", pawn_rule).imports();
        let texts: Vec<String> = imports.iter().map(|import| import.to_string()).collect();
        assert_eq!(texts, ["8x8 KQk", "8x8 KRk", "8x8 KBk", "8x8 KNk", "8x8 Kk"]);
    }
}

#[test]
fn names_files_by_the_pawn_rule_where_it_is_not_the_usual_one() {
    let name = |ranks, pawn_rule| endgame(8, ranks, "KPk", pawn_rule).file_name();
    assert_eq!(name(8, PawnRule::DoubleStep), "8x8_KPk.cert");
    assert_eq!(name(8, PawnRule::SingleStep), "8x8_KPk_single.cert");
    assert_eq!(name(7, PawnRule::DoubleStep), "8x7_KPk_double.cert");
    assert_eq!(name(7, PawnRule::SingleStep), "8x7_KPk.cert");
    assert_eq!(name(16, PawnRule::DoubleStep), "8x16_KPk.cert");
    assert_eq!(endgame(8, 8, "KNk", PawnRule::NoPawns).file_name(), "8x8_KNk.cert");
}

/// All lists of squares of their own, one for each man, and of a passed square if there is one, that are the least of their
/// position.
fn brute_force(files: u8, ranks: u8, signature: &str, double: bool) -> Vec<Vec<u8>> {
    let mut lists: Vec<Vec<u8>> = vec![Vec::new()];
    for man in signature.chars() {
        let room = if "Pp".contains(man) { files..files * (ranks - 1) } else { 0..files * ranks };
        let longer = |list: Vec<u8>| {
            let free = room.clone().filter(|square| !list.contains(square));
            free.map(|square| [list.as_slice(), &[square]].concat()).collect::<Vec<_>>()
        };
        lists = lists.into_iter().flat_map(longer).collect();
    }
    // With each square that may have been passed, as the chapter "The format" says it.
    let has_passed = |list: &[u8], own: char, other: char, file: u8, [second, third, fourth]: [u8; 3]| {
        let man_on = |file: u8, rank: u8| {
            let place = list.iter().position(|&square| square == rank * files + file);
            place.and_then(|place| signature.chars().nth(place))
        };
        let beside = [file.checked_sub(1), Some(file + 1).filter(|&file| file < files)];
        let is_beside = beside.into_iter().flatten().any(|file| man_on(file, fourth) == Some(other));
        man_on(file, fourth) == Some(own)
            && is_beside
            && man_on(file, third).is_none()
            && man_on(file, second).is_none()
    };
    let with_rights = |list: Vec<u8>| {
        let mut all = vec![list.clone()];
        for file in (0..files).filter(|_| double && ranks > 4) {
            if has_passed(&list, 'P', 'p', file, [1, 2, 3]) {
                all.push([list.as_slice(), &[2 * files + file]].concat());
            }
            if has_passed(&list, 'p', 'P', file, [ranks - 2, ranks - 3, ranks - 4]) {
                all.push([list.as_slice(), &[(ranks - 3) * files + file]].concat());
            }
        }
        all
    };
    lists = lists.into_iter().flat_map(with_rights).collect();
    let men = signature.len();
    let in_order = |list: Vec<u8>| {
        let squares = list.iter().copied().take(men);
        let mut pairs: Vec<(Option<usize>, u8)> = signature.chars().map(|man| "KPkp".find(man)).zip(squares).collect();
        pairs.sort_unstable();
        let passed = list.iter().copied().skip(men);
        pairs.into_iter().map(|(_, square)| square).chain(passed).collect::<Vec<u8>>()
    };
    let mirrored = |square: &u8| square / files * files + (files - 1 - square % files);
    let mirror = |list: &[u8]| list.iter().map(mirrored).collect();
    lists.retain(|list| *list == in_order(list.clone()) && *list <= in_order(mirror(list)));
    lists.sort();
    lists
}

#[test]
fn enumerates_the_positions_with_pawns() {
    use PawnRule::{DoubleStep, SingleStep};
    for (files, ranks, signature, rule, count) in [
        // The pawn on one of 3 squares, the kings on two of 8: 168 placements, of which 2 are their own mirror images.
        (3, 3, "KPk", SingleStep, (168 + 2) / 2),
        (4, 4, "KPk", SingleStep, 8 * 15 * 14 / 2),
        (8, 8, "KPk", DoubleStep, 48 * 63 * 62 / 2),
        // The two pawns on one of 3 pairs, the kings on two of 7: 126 placements, of which those with the pawns on a2 and c2
        // and both kings on the middle file are their own mirror images.
        (3, 3, "KPPk", SingleStep, (126 + 3 * 2) / 2),
        (4, 4, "KPPk", SingleStep, 8 * 7 / 2 * 14 * 13 / 2),
        // No right on 4 ranks. On 5 ranks White's pawn has passed with a black one beside it in 2 ways, the kings on two of 6
        // squares, for the second and the third are empty; and the same for Black's.
        (2, 4, "KPkp", DoubleStep, 4 * 3 * 6 * 5 / 2),
        (2, 5, "KPkp", DoubleStep, 6 * 5 * 8 * 7 / 2 + 2 * 6 * 5),
        (2, 5, "KPkp", SingleStep, 6 * 5 * 8 * 7 / 2),
        // On 3 files those with all men on the middle file are their own mirror images: 3 · 2 · 3 · 2. White's pawn and a black one
        // beside it are neighbours in 4 ways, with 11 squares for the kings.
        (3, 5, "KPkp", DoubleStep, (9 * 8 * 13 * 12 + 3 * 2 * 3 * 2) / 2 + 4 * 11 * 10),
        // Five men, for the placements that are their own mirror images. Without a right: 9 · 28 · 12 · 11 placements, of which so
        // many are: the black pawns on the middle file (6), or opposite each other (3 · 3 · 12). With one: White's pawn has
        // passed on a file at the edge (5 squares for the other black pawn) or in the middle (9 pairs), or Black's has (5, or
        // 2 · 5); 10 · 9 ways for the kings; and 2 are their own mirror images, with pawns on a4, b4 and c4.
        (3, 5, "KPkpp", DoubleStep, (9 * 28 * 132 + 6 + 108) / 2 + (90 * (5 + 5 + 9 + 5 + 5 + 10) + 2) / 2),
    ] {
        let endgame = endgame(files, ranks, signature, rule);
        let positions = Positions::enumerate(&endgame);
        let number = |square| endgame.board.number(square);
        let list = |p: &Placement| p.squares().chain(p.passed()).map(number).collect::<Vec<u8>>();
        let lists: Vec<Vec<u8>> =
            (0..positions.count()).filter_map(|n| positions.placement(n)).map(|p| list(&p)).collect();
        let required = brute_force(files, ranks, signature, rule == DoubleStep);
        assert_eq!(lists.len(), count, "{endgame}: {}", required.len());
        assert!(lists == required, "{endgame}");
    }
}

#[test]
fn counts_the_rights_of_the_largest_endgame() {
    // Each pawn on one of 48 squares, then the kings; and 14 pairs of neighbours on White's fourth rank, with 60 squares left for
    // the kings. The same for Black; and no placement is its own mirror image.
    let endgame = endgame(8, 8, "KPkp", PawnRule::DoubleStep);
    let positions = Positions::enumerate(&endgame);
    assert_eq!(positions.count(), (48 * 47 * 62 * 61 + 2 * 14 * 60 * 59) / 2);
}

#[test]
fn numbers_each_placement_with_its_right_as_its_position() {
    for (files, signature) in [(2, "KPkp"), (3, "KPkp"), (3, "KPkpp")] {
        let endgame = endgame(files, 5, signature, PawnRule::DoubleStep);
        let positions = Positions::enumerate(&endgame);
        let mirror = |p: &Placement| {
            let turned = |square: Square| Square { file: files - 1 - square.file, ..square };
            let pieces = p.pieces().iter().map(|piece| Piece { square: turned(piece.square), ..*piece });
            Placement::new(endgame.board, pieces.collect()).with_right(p.passed().map(turned)).unwrap()
        };
        for number in 0..positions.count() {
            let placement = positions.placement(number).unwrap();
            let found = positions.number_with_right(&placement);
            assert_eq!(found, u32::try_from(number).ok());
            assert_eq!(positions.number_with_right(&mirror(&placement)), found);
            for right in placement.clone().with_right(None).unwrap().rights(PawnRule::DoubleStep) {
                let with_right = placement.clone().with_right(Some(right)).unwrap();
                let number = positions.number_with_right(&with_right).unwrap();
                let other = positions.placement(usize::try_from(number).unwrap()).unwrap();
                assert!(other == with_right || other == mirror(&with_right));
            }
        }
    }
}
