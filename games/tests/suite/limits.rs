//! Limits of further games: what is at one is read, and what is beyond it by one is declined.

use checker::certificate::{Form, Statement};
use checker::chess::{Board, Man, Move, Piece, Placement, Square};
use checker::failure::Failure;
use checker::limits::{Limit, TooMuch};
use checker::theorem::Side;
use games::losing::proof::{BYTES, LINE, WORK, WrongStep};
use games::losing::{PROOF, moves};
use writer::{Writer, write};

use crate::witness::is_nightly;
use crate::witness::support::head;
use crate::{broken, fault};

fn check(bytes: &[u8]) -> Failure {
    games::checker(1, |_| None::<Vec<u8>>).check(bytes, None).unwrap_err()
}

fn declined(limit: Limit, found: u64) -> Failure {
    assert!(found > limit.most);
    Failure::Limit(TooMuch { limit, found })
}

#[test]
fn are_those_that_are_documented() {
    let documented = [
        (games::losing::SHORT_TURNS, 1 << 23),
        (games::losing::proof::BYTES, 1 << 31),
        (games::losing::proof::WORK, 1 << 34),
        (games::losing::proof::LINE, 1 << 22),
        (games::chips::CHIPS, 1 << 40),
        (games::chips::POSITIONS, 1 << 22),
        (games::payments::WORK, 1 << 32),
        (games::hex::BORDERS, 1 << 18),
        (games::hex::ALL_BORDERS, 1 << 25),
        (games::aims::STATED, 1 << 27),
        (games::aims::chips::WEIGHTS, 1 << 62),
        (games::models::STEPS, 1 << 22),
        (games::models::STEPS_WORK, 1 << 24),
    ];
    for (limit, most) in documented {
        assert_eq!(limit.most, most, "{limit:?}");
    }
}

/// A man of a root: its letter, and its file and rank from 0.
type At = (char, u8, u8);

/// The root on a board of 16x16 where pawns step one square.
fn root(men: &[At]) -> Placement {
    let man = |letter| Man::new("KkQRBNPqrbnp".find(letter).unwrap() as u8).unwrap();
    let mut pieces: Vec<Piece> =
        men.iter().map(|&(letter, file, rank)| Piece { man: man(letter), square: Square::new(rank, file) }).collect();
    pieces.sort();
    Placement { pieces, passed: None }
}

/// The certificate that says that White wins from a root, with this stream.
fn proof(root: &Placement, mover: Side, stream: Vec<u8>) -> Vec<u8> {
    let mut body = Writer(vec![0, 16, 16, 1, 0, mover.of(0, 1)]);
    body.number(root.pieces.len() as u64);
    root.pieces
        .iter()
        .for_each(|piece| body.0.extend([piece.man.number(), 16 * piece.square.rank() + piece.square.file()]));
    body.number(0);
    write(&head(Statement::Further(PROOF, body.0), 0, Form::One, vec![]), &[stream])
}

/// A proof of as many positions as its stream of zeros is long, all with so many men. White has two pawns on the first file, and the lower one may step so many
/// times; then White is stuck and has won. All others are black kings on the last files, too far away to meet a pawn in time. Their moves, in every order,
/// make the positions.
fn crowd(men: usize, steps: u8, length: usize) -> Vec<u8> {
    let pawns = [('P', 0, 1), ('P', 0, steps + 2), ('p', 0, steps + 3)];
    let kings = men - pawns.len();
    let first = 16 - kings.div_ceil(16) as u8;
    // They come no nearer than to the third file.
    assert!(first >= steps + 3, "{first}");
    let kings = (0..kings).map(|king| ('k', 15 - (king / 16) as u8, (king % 16) as u8));
    proof(&root(&pawns.into_iter().chain(kings).collect::<Vec<_>>()), Side::Black, vec![0; length])
}

#[test]
fn declines_a_proof_that_takes_too_much_work() {
    // The square of 128 is 2^14, so that 2^20 positions are the limit.
    // Far from it the stream ends.
    assert_eq!(broken(&check(&crowd(128, 4, 1 << 10))), ("index", 1 << 10));
    if is_nightly() {
        assert_eq!(check(&crowd(128, 4, 1 << 22)), declined(WORK, WORK.most + (1 << 14)));
    }
}

#[test]
#[ignore = "two minutes of processor time, and 2.5 GB of memory"]
fn declines_a_proof_whose_positions_take_too_many_bytes() {
    // A position of 32 men counts 64, one for the side and two for each man; more men spend the limit of work before this one.
    let most = BYTES.most;
    let each = 64 + 1 + 2 * 32;
    assert_eq!(check(&crowd(32, 8, 1 << 22)), declined(BYTES, most - most % each + each));
}

/// A proof that begins with a long line, and ends where its stream does. White has kings on five files that come to no position twice: they walk from
/// the fourth rank to the fifteenth and back, as in a reflected code, in which one digit changes by one. The black king goes to
/// the square that is the first in order, from a1 to b1 and back, with 3 moves there and 5 here; a black pawn has one move more. The rest are White's pawns.
fn long_line(men: usize, length: usize) -> Vec<u8> {
    let (files, ranks) = ([3, 5, 7, 9, 11], 3..15_u8);
    let black = [('k', 0, 0), ('p', 1, 12)];
    let pawns = (0..men - files.len() - black.len()).map(|pawn| ('P', 13 + (pawn / 14) as u8, 1 + (pawn % 14) as u8));
    let kings = files.map(|file| ('K', file, ranks.start));
    let mut placement = root(&black.into_iter().chain(kings).chain(pawns).collect::<Vec<_>>());
    let (root, board) = (placement.clone(), Board::new([16, 16, 1]).unwrap());
    let mut at = files.map(|_| (ranks.start, true));
    let mut stream = Vec::new();
    let mut all = Vec::new();
    for _ in 0..length {
        // The first king that is not at its end steps; those before it turn round.
        let end = |&(rank, up): &(u8, bool)| if up { rank + 1 == ranks.end } else { rank == ranks.start };
        let king = at.iter().position(|at| !end(at)).expect("a code that is long enough");
        at[..king].iter_mut().for_each(|at| at.1 = !at.1);
        let (rank, up) = at[king];
        at[king].0 = if up { rank + 1 } else { rank - 1 };
        let (from, to) = (Square::new(rank, files[king]), Square::new(at[king].0, files[king]));
        let mut in_order = |placement: &Placement, side| -> Vec<Move> {
            moves(board, placement, side, &mut all);
            all.sort_by_key(|mv| (mv.from, mv.to));
            all.clone()
        };
        let white = in_order(&placement, Side::White);
        let index = white.iter().position(|mv| (mv.from, mv.to) == (from, to)).unwrap();
        stream.push(index as u8);
        placement = board.after(&placement, Some(&white[index]));
        placement = board.after(&placement, in_order(&placement, Side::Black).first());
    }
    proof(&root, Side::White, stream)
}

#[test]
fn declines_one_move_too_many_in_a_line() {
    let most = LINE.most;
    // Each position counts its men. White's has one move, Black's four and six in turn: 29 + 1 + 29 + 5 is 64 on the average.
    let pairs = 1 << 16;
    assert_eq!(64 * pairs as u64, most);
    let at_it = check(&long_line(29, pairs));
    assert_eq!(broken(&at_it), ("index", pairs as u64));
    assert_eq!(fault::<WrongStep>(&at_it).line.len(), 2 * pairs);
    assert_eq!(check(&long_line(29, pairs + 1)), declined(LINE, most + 29 + 1));
    // With 40 men it is 86; after an odd number of Black's positions, one less.
    let odd = 48_771;
    assert_eq!(86 * odd as u64 - 1, most + 1);
    assert_eq!(check(&long_line(40, odd)), declined(LINE, most + 1));
}

/// One state, which one choice leaves for itself in so many branches; what is asked is a label that it has not, in so many steps. The values have a denominator of so many bits. There
/// are no slices, so that what no limit declines covers nothing.
fn steps(branches: u64, steps: u32, bits: u32) -> (Failure, u64) {
    let numbers = |numbers: &mut dyn Iterator<Item = u64>| numbers.flat_map(u64::to_le_bytes).collect::<Vec<u8>>();
    let index = format!(
        r##"{{"format-version":1,"transition-system":{{"time":"discrete","#players":0,"#states":1,"#choices":1,"#branches":{branches},
        "branch-probability-type":{{"type":"rational"}}}},"annotations":{{"aps":{{"g":{{"applies-to":["states"],"type":{{"type":"bool"}}}}}}}}}}"##
    );
    let files = [
        ("index.json", index.into_bytes()),
        ("state-to-choices.bin", numbers(&mut [0, 1].into_iter())),
        ("choice-to-branches.bin", numbers(&mut [0, branches].into_iter())),
        ("branch-to-target.bin", numbers(&mut (0..branches).map(|_| 0))),
        ("branch-to-probability.bin", numbers(&mut (0..2 * branches).map(|place| [1, branches][place as usize % 2]))),
        ("annotations/aps/g/states/values.bin", vec![0; 8]),
    ];
    let files = files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect();
    let model: std::sync::Arc<_> = games::models::Model::read(files).unwrap().into();
    let body = games::models::Question {
        model: model.digest,
        is_simplest: false,
        maximisers: vec![],
        path: games::models::Path::Until,
        stay: None,
        goal: Some(games::models::Literal { label: "g".to_owned(), negated: false }),
        steps: Some(steps),
    };
    let mut head = head(Statement::Further(games::models::NUMBER, writer::spell(&body)), 0, Form::One, vec![]);
    head.never = Some((0, 1));
    let values = std::sync::Arc::make_mut(&mut head.values);
    values.denominator = num_bigint::BigUint::from(1_u8) << (bits - 1);
    values.numerators = vec![0_u8.into(), 1_u8.into()];
    let bytes = write(&head, &[]);
    let given = checker::claim::subject(&model);
    let failure = games::checker(1, |_| None::<Vec<u8>>).check_given(&bytes, Some(&given)).unwrap_err();
    (failure, bytes.len() as u64)
}

#[test]
fn declines_one_step_too_many() {
    use games::models::{STEPS, STEPS_WORK};
    let slices = |steps: u64| Failure::Coverage(0, steps.div_ceil(4096) as usize);
    // Each step is a position, and one for each byte is free.
    let free = steps(1, 1 << 22, 1).1;
    let most = STEPS.most + free;
    assert_eq!(steps(1, most as u32, 1), (slices(most), free));
    assert_eq!(steps(1, most as u32 + 1, 1), (declined(STEPS, STEPS.most + 1), free));
    // A choice with 1,023 branches counts 1,024, and twice as much with 1,024 bits; 16 are free for each byte.
    for (bits, each) in [(1_023, 1 << 10), (1_024, 1 << 11)] {
        // A number of so many steps takes as many bytes as that at the limit.
        let free = 16 * steps(1_023, (STEPS_WORK.most / each) as u32, bits).1;
        let most = (STEPS_WORK.most + free) / each;
        assert_eq!(steps(1_023, most as u32, bits).0, slices(most));
        assert_eq!(steps(1_023, most as u32 + 1, bits).0, declined(STEPS_WORK, (most + 1) * each - free));
    }
}
