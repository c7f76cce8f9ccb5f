//! Lines of play counted by both move generators, against counts of outside programs.
//!
//! The rows of `data/perft.tsv` name their sources.

use checker::chess::{Board, PawnRule, Placement};
use checker::theorem::Side;
use pipeline_tests::rules::{CheckerRules, Generator, SolverRules, perft, with_rule};
use pipeline_tests::sample;
use session::notation;

/// A row of the table.
struct Row {
    line: &'static str,
    /// With its rule for pawns.
    board: Board,
    placement: Placement,
    /// The side that moves first where sides take turns; none where either may move at each ply.
    to_move: Option<Side>,
    /// The counts of lines of 1, 2, 3, … moves.
    counts: Vec<u64>,
}

fn rows() -> Vec<Row> {
    let lines = include_str!("../data/perft.tsv").lines();
    let rows = lines.filter(|line| !line.starts_with('#')).map(|line| {
        let [game, fen, options, counts, _sources] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("five columns: {line}");
        };
        let field = fen.split(' ').next().expect("the placement field");
        let (board, placement) = notation::parse(field).expect(line);
        let pawn_rule = if options.contains("double") { PawnRule::DoubleStep } else { PawnRule::SingleStep };
        Row {
            line,
            board: with_rule(board, pawn_rule),
            placement,
            to_move: match game {
                "kingcapture-alt" => Some(Side::White),
                "randomturn" => None,
                _ => panic!("unknown game: {line}"),
            },
            counts: counts.split(' ').map(|count| count.parse().expect(line)).collect(),
        }
    });
    rows.collect()
}

/// The first depth of a row at which a generator counts otherwise. Where there are millions of lines, they are counted at night.
fn first_difference<G: Generator>(rules: &G, row: &Row) -> Option<u32> {
    let position = rules.position(&row.placement);
    let mut counted = (1..).zip(row.counts.iter().filter(|&&count| count < sample(300_000, u64::MAX)));
    counted.find(|&(depth, &count)| perft(rules, &position, depth, row.to_move) != count).map(|(depth, _)| depth)
}

#[test]
fn checker_counts_as_outside_programs_do() {
    for row in rows() {
        let difference = first_difference(&CheckerRules(row.board), &row);
        assert_eq!(difference, None, "depth at which {:?} differs", row.line);
    }
}

#[test]
fn solver_counts_as_outside_programs_do() {
    for row in rows() {
        let rules = SolverRules::new(row.board);
        let difference = first_difference(&rules, &row);
        assert_eq!(difference, None, "depth at which {:?} differs", row.line);
    }
}

#[test]
fn table_has_rows_of_both_games_and_of_every_man() {
    let rows = rows();
    let games = |to_move| rows.iter().filter(|row| row.to_move == to_move).count();
    assert_eq!((games(Some(Side::White)), games(None)), (ALTERNATING, EITHER));
    for letter in "KQRBNPkqrbnp".chars() {
        let stands = |row: &&Row| row.placement.pieces.iter().any(|piece| notation::letter(piece.man) == letter);
        assert!(rows.iter().any(|row| stands(&row)), "{letter}");
    }
}

/// Rows of the table for sides that take turns, and for either side at each ply.
const ALTERNATING: usize = 17;
const EITHER: usize = 16;
