//! Lines of play counted by both move generators, against counts of outside programs.
//!
//! The rows of `data/perft.tsv` name their sources. Broken generators are counted too, so that it is known that a
//! mistake shows.

use checker::chess::{Board, PawnRule, Placement};
use checker::theorem::Side;
use pipeline_tests::rules::{CheckerRules, Generator, SolverRules, Step, perft, with_rule};
use pipeline_tests::sample;
use report::notation;
use solver::chess::position::Position;

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

/// One way to get the rules wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mistake {
    /// None: the control.
    None,
    /// Rooks, bishops and queens jump over men.
    SlidersJump,
    /// Knights may also stay where they are.
    KnightsStay,
    /// One's own men can be captured, the king excepted.
    OwnMenAreCaptured,
    /// The game goes on without a captured king.
    KingsAreOrdinary,
    /// Pawns also capture straight ahead.
    PawnsCaptureAhead,
    /// Pawns become queens only.
    QueensOnly,
}

/// The solver's rules with a mistake.
struct Mistaken {
    rules: SolverRules,
    squares: u8,
    mistake: Mistake,
}

impl Generator for Mistaken {
    type Position = Position;

    fn position(&self, placement: &Placement) -> Position {
        self.rules.position(placement)
    }

    fn moves(&self, position: &Position, side: Side) -> Vec<Step> {
        let mut moves = self.rules.moves(position, side);
        let letters: Vec<char> = position.pieces.iter().map(|(man, _)| man.letter()).collect();
        let own = |letter: char| letter.is_ascii_uppercase() == (side == Side::White);
        let met = |to: u8| position.pieces.iter().position(|&(_, square)| square == to);
        for (index, &(man, from)) in position.pieces.iter().enumerate() {
            let letter = letters[index];
            if !own(letter) {
                continue;
            }
            // All that the man reaches on a board where it stands alone.
            let alone = Position { pieces: vec![(man, from)], passed: None };
            let reach = self.rules.moves(&alone, side).into_iter().map(|step| step.to);
            if self.mistake == Mistake::QueensOnly {
                moves.retain(|step| step.promotion.is_none_or(|role| role == 'Q'));
                continue;
            }
            let wrong: Vec<u8> = match (self.mistake, letter.to_ascii_uppercase()) {
                (Mistake::SlidersJump, 'Q' | 'R' | 'B') => {
                    reach.filter(|&to| met(to).is_none_or(|m| !own(letters[m]))).collect()
                }
                (Mistake::KnightsStay, 'N') => vec![from],
                (Mistake::PawnsCaptureAhead, 'P') => {
                    reach.filter(|&to| met(to).is_some_and(|m| !own(letters[m]))).collect()
                }
                (Mistake::OwnMenAreCaptured, 'K' | 'N') => {
                    reach.filter(|&to| met(to).is_some_and(|m| own(letters[m]) && !"Kk".contains(letters[m]))).collect()
                }
                _ => continue,
            };
            moves.extend(wrong.into_iter().filter(|&to| to < self.squares).map(|to| Step {
                from,
                to,
                promotion: None,
                captured: met(to).filter(|_| to != from).map(|m| letters[m]),
            }));
        }
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    fn after(&self, position: &Position, step: Step) -> Option<Position> {
        if self.mistake == Mistake::KnightsStay && step.from == step.to {
            return Some(position.clone());
        }
        if self.mistake == Mistake::KingsAreOrdinary {
            let mut after = position.clone();
            after.pieces.retain(|&(_, square)| square != step.to);
            let moved = after.pieces.iter().position(|&(_, square)| square == step.from)?;
            after.pieces[moved].1 = step.to;
            after.pieces.sort_unstable();
            return Some(after);
        }
        self.rules.after(position, step)
    }
}

#[test]
fn generator_with_a_mistake_counts_otherwise() {
    let differing_rows = |mistake| {
        let differs = |row: &Row| {
            let squares = u8::try_from(row.board.squares().count()).expect("a small board");
            let rules = Mistaken { rules: SolverRules::new(row.board), squares, mistake };
            // Short lines are enough to tell.
            let counts = row.counts.iter().copied().filter(|&count| count < 100_000).collect::<Vec<u64>>();
            let row = Row { counts, placement: row.placement.clone(), ..*row };
            first_difference(&rules, &row).is_some()
        };
        rows().iter().filter(|row| differs(row)).count()
    };
    assert_eq!(differing_rows(Mistake::None), 0);
    for mistake in [
        Mistake::SlidersJump,
        Mistake::KnightsStay,
        Mistake::OwnMenAreCaptured,
        Mistake::KingsAreOrdinary,
        Mistake::PawnsCaptureAhead,
        Mistake::QueensOnly,
    ] {
        assert!(differing_rows(mistake) > 0, "{mistake:?}");
    }
}
