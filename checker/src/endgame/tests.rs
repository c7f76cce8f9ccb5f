//! Imports and numbers of positions with pawns, against lists and counts that are made in another way.

#![allow(clippy::arithmetic_side_effects)]

use super::{Endgame, Positions};
use crate::board::{Board, Man};
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

/// All lists of squares of their own, one for each man, that are the least of their position.
fn brute_force(files: u8, ranks: u8, signature: &str) -> Vec<Vec<u8>> {
    let mut lists: Vec<Vec<u8>> = vec![Vec::new()];
    for man in signature.chars() {
        let room = if man == 'P' { files..files * (ranks - 1) } else { 0..files * ranks };
        let longer = |list: Vec<u8>| {
            let free = room.clone().filter(|square| !list.contains(square));
            free.map(|square| [list.as_slice(), &[square]].concat()).collect::<Vec<_>>()
        };
        lists = lists.into_iter().flat_map(longer).collect();
    }
    let in_order = |list: Vec<u8>| {
        let mut pairs: Vec<(Option<usize>, u8)> = signature.chars().map(|man| "KPk".find(man)).zip(list).collect();
        pairs.sort_unstable();
        pairs.into_iter().map(|(_, square)| square).collect::<Vec<u8>>()
    };
    let mirrored = |square: &u8| square / files * files + (files - 1 - square % files);
    let mirror = |list: &[u8]| list.iter().map(mirrored).collect();
    lists.retain(|list| *list == in_order(list.clone()) && *list <= in_order(mirror(list)));
    lists
}

#[test]
fn enumerates_the_positions_with_pawns() {
    for (files, ranks, signature, count) in [
        // The pawn on one of 3 squares, the kings on two of 8: 168 placements, of which 2 are their own mirror images.
        (3, 3, "KPk", (168 + 2) / 2),
        (4, 4, "KPk", 8 * 15 * 14 / 2),
        (8, 8, "KPk", 48 * 63 * 62 / 2),
        // The two pawns on one of 3 pairs, the kings on two of 7: 126 placements, of which those with the pawns on a2 and c2
        // and both kings on the middle file are their own mirror images.
        (3, 3, "KPPk", (126 + 3 * 2) / 2),
        (4, 4, "KPPk", 8 * 7 / 2 * 14 * 13 / 2),
    ] {
        let endgame = endgame(files, ranks, signature, PawnRule::SingleStep);
        let positions = Positions::enumerate(&endgame);
        assert_eq!(positions.count(), count, "{endgame}");
        let number = |square| endgame.board.number(square);
        let lists: Vec<Vec<u8>> = positions.placements().map(|p| p.squares().map(number).collect()).collect();
        assert!(lists == brute_force(files, ranks, signature), "{endgame}");
    }
}
