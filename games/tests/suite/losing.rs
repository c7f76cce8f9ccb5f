//! Losing Chess: rules, tables by turns, endgames under an auction, proofs. Certificates come from a second program (`world`), which shares nothing with the library
//! but the writer of bytes.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use checker::certificate::{Digest, Head, Statement};
use checker::chess::{Board, Man, Move, Piece, Placement};
use checker::failure::{Failure, Spelling};
use checker::limits::Limit;
use checker::theorem::{Best, Choice, INFINITE, Node, Place, Scale, Side, Turn};
use checker::{Verdict, Verified};
use games::losing::{self, Auction, Proof, Turns, WrongLabel};
use writer::{Writer, write};

use crate::witness::corpus::{parts, sealed};
use crate::witness::one_in;
use crate::world::{self, At, DRAW, Proofs, Size, Tables, World, bare, closure, fen, moves, read, two};
use crate::{broken, fault};

/// The ordinary board.
const FULL: Size = Size(8, 8, true);

/// Checks bytes with the certificates of some tables at hand.
fn check(tables: &Tables, bytes: &[u8]) -> Verdict {
    games::checker(1, |digest| tables.bytes.get(&digest).cloned()).check(bytes, None)
}

fn verified(tables: &Tables, bytes: &[u8]) -> Arc<Verified> {
    check(tables, bytes).unwrap_or_else(|failure| panic!("{failure:?}"))
}

fn turns(verified: &Verified) -> Arc<Turns> {
    verified.about().expect("a table by turns")
}

/// A position of the second program as the library's.
fn place_of(size: Size, at: &At) -> (Board, Placement, Side) {
    let small = |number: usize| u8::try_from(number).unwrap();
    let men: Vec<u8> = at.men.iter().map(|man| world::number(man.0)).collect();
    let board = Board::new([small(size.0), small(size.1), world::rule(size, &men)]).unwrap();
    let square = |square: usize| board.square(small(square)).unwrap();
    let piece = |&(man, at): &(char, usize)| Piece { man: Man::new(world::number(man)).unwrap(), square: square(at) };
    let mut pieces: Vec<Piece> = at.men.iter().map(piece).collect();
    pieces.sort();
    let placement = Placement { pieces, passed: at.passed.map(square) };
    (board, placement, if at.white { Side::White } else { Side::Black })
}

/// A position of the library as the second program's.
fn seen(board: Board, placement: &Placement, mover: Side) -> At {
    let number = |square| usize::from(board.number(square));
    let man = |piece: &Piece| (world::letter(piece.man.number()), number(piece.square));
    let mut men: Vec<(char, usize)> = placement.pieces.iter().map(man).collect();
    men.sort();
    At { men, white: mover == Side::White, passed: placement.passed.map(number) }
}

/// The library's perft.
fn perft(board: Board, placement: &Placement, side: Side, depth: u32) -> u64 {
    let mut all: Vec<Move> = Vec::new();
    losing::moves(board, placement, side, &mut all);
    match depth {
        0 => 1,
        1 => u64::try_from(all.len()).unwrap(),
        _ => all.iter().map(|mv| perft(board, &board.after(placement, Some(mv)), side.other(), depth - 1)).sum(),
    }
}

/// Numbers of leaves from depth 1 on, from outside: python-chess (also its published file `giveaway.perft`), shakmaty, Fairy-Stockfish, and the published tests of Cute Chess agree on
/// them, as far as each was asked. The last two rows have rights to capture *en passant*, two takers of one pawn among them.
const PERFT: [(&str, &[u64]); 8] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", &[20, 400, 8067, 153299, 2732672]),
    ("8/1p6/8/8/8/8/P7/8 w - - 0 1", &[2, 4, 4, 3, 1, 0, 0]),
    ("8/2p5/8/8/8/8/P7/8 w - - 0 1", &[2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312, 2557, 30873]),
    ("8/2b5/8/3B4/8/8/2P5/8 b - - 0 1", &[9, 135, 1197, 13195, 116051]),
    ("8/1kKP4/8/8/8/8/8/6n1 b - - 0 1", &[1, 5, 5, 0]),
    ("8/k1KP4/8/8/8/8/8/6n1 b - - 0 1", &[8, 63, 459, 4101, 33425, 351961]),
    ("8/8/8/5P2/5p1p/8/6P1/8 w - - 0 1", &[3, 6, 6, 10, 12, 36, 176, 1540]),
    ("K7/8/8/8/3pPp2/8/8/7k b - e3 0 1", &[2, 6, 30, 180, 1368, 7980]),
];

#[test]
fn counts_leaves_as_other_programs_do() {
    for (fen, counts) in PERFT {
        let (board, placement, side) = place_of(FULL, &read(FULL, fen));
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(board, &placement, side, depth), count, "{fen}, depth {depth}");
            if count < 20_000 {
                assert_eq!(
                    world::perft(FULL, &read(FULL, fen), depth),
                    count,
                    "the second program: {fen}, depth {depth}"
                );
            }
        }
    }
}

fn at(fen: &str) -> At {
    read(FULL, fen)
}

#[test]
fn verifies_all_tables_of_two_men() {
    let (world, materials, tables) = two(FULL);
    let mut entries = 0;
    for men in &materials {
        let verified = verified(&tables, tables.of(men));
        let turns = turns(&verified);
        entries += turns.labels.as_flattened().len();
        // Any placement with any side to move, in both colours: the label is that of the second program.
        for placed in world::placements(FULL, men) {
            for (placed, side) in [(placed.clone(), Side::White), (placed, Side::Black)] {
                let mut at = At { men: placed, white: side == Side::White, passed: None };
                at.men.sort();
                let (_, placement, _) = place_of(FULL, &at);
                assert_eq!(turns.stated(&placement, side), world.label(&at), "{}", fen(FULL, &at));
            }
        }
    }
    // As many as there are orbits: the second program lists them. Without pawns 15 materials, of which 5 have equal men.
    assert_eq!(entries, 2 * materials.iter().map(|men| world::canonical(FULL, men).len()).sum::<usize>());
    assert_eq!(entries, 32_916);
    // Watkins, section 2: lone bishops draw if they stand on squares of opposite colours. That is so whoever moves.
    let bishops = verified(&tables, tables.of(&[4, 9]));
    let (mut draws, mut opposite) = (0, 0);
    for placed in world::placements(FULL, &[4, 9]) {
        let at = At { men: placed, white: true, passed: None };
        let (_, placement, _) = place_of(FULL, &at);
        let colour = |square: usize| (square / 8 + square % 8) % 2;
        let is_opposite = colour(at.men[0].1) != colour(at.men[1].1);
        opposite += u32::from(is_opposite);
        for side in Side::BOTH {
            let is_draw = turns(&bishops).stated(&placement, side) == Some(DRAW);
            assert_eq!(is_draw, is_opposite, "{}", fen(FULL, &at));
        }
        draws += u32::from(is_opposite);
    }
    assert_eq!((draws, opposite), (2048, 64 * 32));
    // Watkins, section 2.4: a king on d8 against a pawn on d5 draws.
    for fen in ["3K4/8/8/3p4/8/8/8/8 w", "3K4/8/8/3p4/8/8/8/8 b"] {
        assert_eq!(world.label(&at(fen)), Some(DRAW));
        let (_, placement, side) = place_of(FULL, &at(fen));
        let verified = verified(&tables, tables.of(&world::used("Kp")));
        assert_eq!(turns(&verified).stated(&placement, side), Some(DRAW), "{fen}");
    }
}

#[test]
fn verifies_all_tables_of_two_and_three_men_on_small_boards() {
    // On 5 ranks both sides' pawns pass the middle rank when they step twice.
    for (size, expected) in [(Size(3, 5, true), 147), (Size(2, 3, false), 147), (Size(3, 3, true), 20 + 125)] {
        let roles = ["K", "Q", "R", "B", "N", "P"];
        // A double step needs 4 ranks: on 3 there is none.
        let roles = if size == Size(3, 3, true) { &roles[..5] } else { &roles[..] };
        let mut names = Vec::new();
        for a in roles {
            for b in roles {
                names.push(format!("{a}{}", b.to_lowercase()));
                names.extend(roles.iter().map(|c| format!("{a}{b}{}", c.to_lowercase())));
            }
        }
        let materials = closure(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let expected = if roles.len() == 5 { 15 + 15 * 5 } else { expected };
        assert_eq!(materials.len(), expected);
        let world = World::new(size, &materials);
        let tables = Tables::new(&world, &materials);
        let mut checker = games::checker(2, |digest| tables.bytes.get(&digest).cloned());
        for men in &materials {
            let bytes = tables.of(men);
            let verified = checker.check(bytes, None);
            let verified = verified.unwrap_or_else(|failure| panic!("{failure:?}"));
            checker.remember(&verified);
        }
    }
}

/// Changes a byte of a slice, and writes the file anew.
fn with(head: &Head, slices: &[Vec<u8>], slice: usize, place: usize, byte: u8) -> Vec<u8> {
    let mut slices = slices.to_vec();
    slices[slice][place] = byte;
    write(head, &slices)
}

/// Every single label of every table of two men on a small board, changed to every other byte.
#[test]
fn rejects_every_other_label() {
    let size = Size(3, 4, true);
    let (world, materials, tables) = two(size);
    let mut checker = games::checker(1, |digest| tables.bytes.get(&digest).cloned());
    let (mut changed, mut spelling) = (0, 0);
    for men in &materials {
        let (head, slices) = tables.parts(&world, men);
        let [slice] = &slices[..] else { panic!("one slice") };
        assert!(checker.check(&write(&head, &slices), None).is_ok());
        let half = slice.len() / 2;
        for (place, &label) in slice.iter().enumerate().step_by(one_in(7)) {
            for byte in (0..=255).filter(|byte| *byte != label) {
                let failure = checker.check(&with(&head, &slices, 0, place, byte), None).unwrap_err();
                if matches!(byte, 252 | 254 | 255) {
                    assert_eq!(failure, Failure::Spelling(Some(0), place + 1, Spelling::Unknown));
                    spelling += 1;
                    continue;
                }
                // It fails at this position, or at one that a move leads from to it and that comes before.
                let number = u64::try_from(if place < half { 2 * place } else { 2 * (place - half) + 1 }).unwrap();
                let wrong: &WrongLabel = fault(&failure);
                assert_ne!(Some(u16::from(wrong.stated)), wrong.required);
                assert!(broken(&failure).1 <= number, "{number} {failure:?}");
                changed += 1;
            }
        }
    }
    assert_eq!(spelling * 252, changed * 3);
    assert!(changed > 50_000 / one_in(7), "{changed}");
}

/// Numbers 0 and 1 alone.
struct Bits;

impl Scale for Bits {
    fn compare(&self, x: u64, mean: impl FnOnce(&mut dyn FnMut(u64, u64))) -> std::cmp::Ordering {
        let (mut sum, mut weights) = (0, 0);
        mean(&mut |weight, y| {
            sum += weight * y;
            weights += weight;
        });
        (x * weights).cmp(&sum)
    }
}

/// What a label says in the theorem's terms.
fn place(label: u8, side: Side) -> Place {
    let winner = if label.is_multiple_of(2) { side } else { side.other() };
    match label {
        DRAW => Place { alpha: [0, 0], beta: [1, 1], labels: [0, 0] },
        _ => Place { labels: winner.of([label.into(), 0], [0, label.into()]), ..Place::of(winner.of(1, 0)) },
    }
}

/// Whether the theorem's functions and the equation of labels are true of a label, as they are put to exact tables of two numbers.
fn is_exact(label: u8, side: Side, options: &[u8]) -> bool {
    let (all, mut best) = (options.iter().map(|&option| place(option, side.other())), Best::NONE);
    all.clone().for_each(|to| best.add(side, to.numbers()));
    let again =
        |tell: &mut dyn FnMut(Side, Choice)| all.clone().for_each(|to| tell(side, Choice { weight: 1, name: 0, to }));
    let node = Node::new(&Bits, place(label, side), Turn::Of(side), best, &again);
    let has_label = |one| {
        let evidence = node.evidence(one);
        let required = if node.is_better(one, one.of(0, 1)) { evidence + 1 } else { 0 };
        node.place.label(one) == required && evidence != INFINITE
    };
    Side::BOTH.iter().all(|&one| node.holds(one) && node.forces(one, one.of(0, 1)) && has_label(one))
}

/// The condition of the compact labels is the theorem: at each position of two men on a small board exactly the stated label passes its functions.
#[test]
fn says_what_the_theorem_says() {
    let size = Size(3, 5, true);
    let (world, materials, tables) = two(size);
    let mut positions = 0;
    for men in &materials {
        let verified = verified(&tables, tables.of(men));
        let turns = turns(&verified);
        for placed in world::placements(size, men) {
            for white in [true, false] {
                let mut at = At { men: placed.clone(), white, passed: None };
                at.men.sort();
                let options: Vec<u8> = moves(size, &at).iter().map(|(_, next)| world.label(next).unwrap()).collect();
                let (_, placement, side) = place_of(size, &at);
                let stated = turns.stated(&placement, side).unwrap();
                if options.is_empty() {
                    assert_eq!(stated, 0, "terminal");
                    continue;
                }
                positions += 1;
                for label in (0..=251).chain([DRAW]) {
                    assert_eq!(is_exact(label, side, &options), label == stated, "{} {label}", fen(size, &at));
                }
            }
        }
    }
    assert!(positions > 5000, "{positions}");
}

/// All tables of two and three men on small boards by the rules of FICS and of vinciperdi. Another rule's certificates are refused, if they differ.
#[test]
fn verifies_all_tables_of_two_and_three_men_by_each_rule() {
    let mut differ = [0, 0];
    for size in [Size(2, 3, false), Size(2, 4, true)] {
        let roles = ["K", "Q", "R", "B", "N", "P"];
        let pairs = roles.iter().flat_map(|a| roles.iter().map(move |b| (a, b)));
        let names: Vec<String> =
            pairs.flat_map(|(a, b)| roles.iter().map(move |c| format!("{a}{b}{}", c.to_lowercase()))).collect();
        let materials = closure(&names.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(materials.len(), 147);
        let all: Vec<(World, Tables)> = (0..3)
            .map(|rule| {
                let world = World::by(rule, size, &materials);
                let tables = Tables::new(&world, &materials);
                (world, tables)
            })
            .collect();
        for (rule, (world, tables)) in all.iter().enumerate().skip(1) {
            let mut checker = games::checker(2, |digest| tables.bytes.get(&digest).cloned());
            for men in &materials {
                let verified = checker.check(tables.of(men), None);
                let verified = verified.unwrap_or_else(|failure| panic!("{failure:?}"));
                assert_eq!(usize::from(turns(&verified).rule), rule);
                checker.remember(&verified);
                // The labels by the International rule, in a statement by this one.
                let [(_, own), (head, other)] = [tables.parts(world, men), tables.parts(&all[0].0, men)];
                if own != other {
                    differ[rule - 1] += 1;
                    let Statement::Further(4, mut body) = head.statement else { panic!("a table") };
                    body[0] = world.rule;
                    let head = Head { statement: Statement::Further(4, body), ..head };
                    let failure = checker.check(&write(&head, &other), None).unwrap_err();
                    let WrongLabel { .. } = fault(&failure);
                }
            }
        }
    }
    assert!(differ.iter().all(|&count| count > 40), "{differ:?}");
}

/// What the second program says of a stream: the number of nodes and the run, or the condition that fails.
fn walked(
    size: Size,
    rule: u8,
    winner: bool,
    root: &At,
    stream: &[u8],
    table: &dyn Fn(&At) -> Option<u8>,
) -> Result<(usize, u64), &'static str> {
    let (done, line) = (BTreeMap::new(), BTreeSet::new());
    let mut walk = world::Walk { size, rule, winner, stream, table, read: 0, done, line };
    walk.walk(root)?;
    let longest = walk.done.values().copied().max().unwrap_or_default();
    if walk.read == stream.len() { Ok((walk.done.len(), longest)) } else { Err("canonical") }
}

/// What the library says of a certificate: the number of nodes and the run, or the condition that fails.
fn judged(tables: &Tables, bytes: &[u8]) -> Result<(usize, u64), &'static str> {
    match check(tables, bytes) {
        Ok(verified) => {
            let proof: Arc<Proof> = verified.about().expect("a proof");
            let nodes = proof.nodes;
            let all = nodes.chosen + nodes.answered + nodes.without_men + nodes.stalemates + nodes.in_tables;
            Ok((usize::try_from(all).unwrap(), proof.run))
        }
        Err(failure) => Err(failure.condition().unwrap()),
    }
}

/// All bytes changed to all others, each byte left out, one more byte, other rules, the other winner, the other side to move: library and second program agree.
#[test]
fn judges_every_change_of_a_proof_as_the_second_program_does() {
    let none = Tables::default();
    let (mut accepted, mut rejected) = (0, BTreeMap::<&str, u32>::new());
    for (size, names) in [
        (Size(3, 5, true), &["KPp", "PPp", "Qkn", "RBp"][..]),
        (Size(4, 4, false), &["Kn", "Rk", "Kp", "QQk"]),
        (FULL, &["Qn", "Rp", "Kb"]),
    ] {
        let Proofs { world, roots } = Proofs::new(size, names, &|_| false);
        for (root, winner, stream) in &roots {
            let mut agree = |rule: u8, winner: bool, root: &At, stream: &[u8]| {
                let bytes = write(&bare(world::proof(size, rule, winner, root), vec![]), &[stream.to_vec()]);
                let expected = walked(size, rule, winner, root, stream, &|_| None);
                assert_eq!(judged(&none, &bytes), expected, "{} {winner} {stream:?}", fen(size, root));
                match expected {
                    // What is accepted is true, by the tables of the second program.
                    Ok(_) if rule == 0 => {
                        let label = world.label(root).unwrap();
                        assert!(label != DRAW && (label % 2 == 0) == (root.white == winner));
                        accepted += 1;
                    }
                    Ok(_) => {}
                    Err(condition) => *rejected.entry(condition).or_insert(0) += 1,
                }
                expected
            };
            assert!(agree(0, *winner, root, stream).is_ok(), "{} {winner} {stream:?}", fen(size, root));
            for rule in [1, 2] {
                let _ = agree(rule, *winner, root, stream);
            }
            assert!(agree(0, !winner, root, stream).is_err());
            let _ = agree(0, *winner, &At { white: !root.white, ..root.clone() }, stream);
            assert!(agree(0, *winner, root, &[&stream[..], &[0]].concat()).is_err());
            for place in 0..stream.len().min(60) {
                let _ = agree(0, *winner, root, &[&stream[..place], &stream[place + 1..]].concat());
                for byte in (0..40).chain([255]).filter(|byte| *byte != stream[place]) {
                    let mut changed = stream.clone();
                    changed[place] = byte;
                    let _ = agree(0, *winner, root, &changed);
                }
            }
        }
    }
    println!("{accepted} accepted, rejected: {rejected:?}");
    assert!(accepted > 100, "{accepted}");
    for condition in ["cycle", "leaf", "index", "canonical"] {
        assert!(rejected[condition] > 20, "{condition}: {rejected:?}");
    }
}

/// The file with one byte of its head changed, and the digest of the head made right again.
fn resealed(bytes: &[u8], place: usize, byte: u8) -> Vec<u8> {
    let length = usize::try_from(u32::from_le_bytes(bytes[10..14].try_into().unwrap())).unwrap();
    let (mut head, rest) = (bytes[..14 + length].to_vec(), &bytes[14 + length + 32..]);
    head[14 + place] = byte;
    [&head[..], &Digest::of(&head).0, rest].concat()
}

/// Every byte of a head, changed to every other one: nothing stops the program, and no table is verified. A proof is only where the second program says so.
#[test]
fn survives_every_change_of_a_head() {
    let (_, _, tables) = two(Size(4, 4, false));
    let table = tables.of(&[0, 11]);
    let (fen, winner, _, stream) = OPENINGS[0];
    let root = read(FULL, fen);
    let stream: Vec<u8> =
        (0..stream.len()).step_by(2).map(|place| u8::from_str_radix(&stream[place..place + 2], 16).unwrap()).collect();
    let proof = write(&bare(world::proof(FULL, 0, winner, &root), vec![]), &[stream]);
    let mut verdicts = [0; 3];
    for (file, bytes) in [table, &proof].into_iter().enumerate() {
        let length = usize::try_from(u32::from_le_bytes(bytes[10..14].try_into().unwrap())).unwrap();
        assert!(check(&tables, &resealed(bytes, 0, bytes[14])).is_ok(), "the control");
        for place in 0..length {
            for byte in (0..=255).filter(|&byte| byte != bytes[14 + place]) {
                // Digests: two values are enough.
                if place > 12 && file == 0 && byte > 1 {
                    continue;
                }
                let changed = resealed(bytes, place, byte);
                match check(&tables, &changed) {
                    // The statement is about another position, which the same stream proves: rarely, and never of a table.
                    Ok(verified) => {
                        assert_eq!(file, 1, "{place} {byte}");
                        let proof: Arc<Proof> = verified.about().expect("a proof");
                        let [files, ranks, rule] = proof.board.stated();
                        let size = Size(files.into(), ranks.into(), rule == 2);
                        let at = seen(proof.board, &proof.root, proof.mover);
                        let (rule, winner) = (proof.rule, proof.winner == Side::White);
                        let stream = &changed[changed.len() - 16..];
                        assert!(walked(size, rule, winner, &at, stream, &|_| None).is_ok(), "{place} {byte}");
                        verdicts[0] += 1;
                    }
                    Err(Failure::Bug) => panic!("{place} {byte}"),
                    Err(failure) => verdicts[if failure.is_declined() { 2 } else { 1 }] += 1,
                }
            }
        }
    }
    println!("{verdicts:?} verified, rejected, declined");
    assert!(verdicts[1] > 10_000 && verdicts[2] > 100);
}

/// Won openings: the moves that led there, who wins, how many nodes, the stream. M. Watkins, "Losing chess: 1.e3 wins for White", table 1, prints 33 nodes for each of
/// the first two.
const OPENINGS: [(&str, bool, usize, &str); 3] = [
    ("rnbqkbnr/ppp1pppp/8/3p4/8/4P3/PPPP1PPP/RNBQKBNR w - -", true, 33, "04020a00000205010300000405040000"),
    ("rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w - -", true, 33, "04020102120100100102010001020200"),
    (
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b - -",
        false,
        132,
        "08111000000d0116100c000902060000000114051b040a0302020000020d0602040002000d01050105000c00000009080001010005\
         0a01090002030d0c0c020500",
    ),
];

#[test]
fn verifies_proofs_of_openings() {
    let none = Tables::default();
    for (fen, winner, nodes, stream) in OPENINGS {
        let root = read(FULL, fen);
        let stream: Vec<u8> = (0..stream.len())
            .step_by(2)
            .map(|place| u8::from_str_radix(&stream[place..place + 2], 16).unwrap())
            .collect();
        let judge = |winner: bool, stream: &[u8]| {
            let bytes = write(&bare(world::proof(FULL, 0, winner, &root), vec![]), &[stream.to_vec()]);
            let judged = judged(&none, &bytes);
            assert_eq!(judged, walked(FULL, 0, winner, &root, stream, &|_| None), "{fen} {stream:?}");
            judged
        };
        let (found, run) = judge(winner, &stream).unwrap();
        assert!((found, run <= 1) == (nodes, true), "{fen}: {found} nodes, run {run}");
        assert!(judge(!winner, &stream).is_err());
        for place in 0..stream.len() {
            let _ = judge(winner, &[&stream[..place], &stream[place + 1..]].concat());
            for byte in (0..30).filter(|byte| *byte != stream[place]) {
                let mut changed = stream.clone();
                changed[place] = byte;
                let _ = judge(winner, &changed);
            }
        }
    }
}

/// Proofs that end in tables.
#[test]
fn ends_proofs_in_tables() {
    let size = Size(3, 5, true);
    let (_, materials, tables) = two(size);
    let is_two =
        |at: &At| at.men.len() == 2 && at.passed.is_none() && at.men[0].0.is_uppercase() && at.men[1].0.is_lowercase();
    let Proofs { world, roots } = Proofs::new(size, &["KPp", "PPp", "RBp"], &is_two);
    let mut ordered = materials.clone();
    ordered.sort();
    let mut all: Vec<Digest> = ordered.iter().map(|men| tables.digests[men]).collect();
    all.sort();
    // The tables that a walk asks for, as the second program walks.
    let asked = RefCell::new(BTreeSet::new());
    let label = |at: &At| {
        is_two(at).then(|| {
            let letters: String = at.men.iter().map(|man| man.0).collect();
            asked.borrow_mut().insert(tables.digests[&world::used(&letters)]);
            world.label(at).unwrap()
        })
    };
    let (mut in_tables, mut with_several) = (0, 0);
    for (root, winner, stream) in &roots {
        asked.borrow_mut().clear();
        let required = walked(size, 0, *winner, root, stream, &label);
        let used: Vec<Digest> = asked.borrow().iter().copied().collect();
        let proof = |imports: &[Digest]| {
            write(&bare(world::proof(size, 0, *winner, root), imports.to_vec()), std::slice::from_ref(stream))
        };
        let bytes = proof(&used);
        assert_eq!(judged(&tables, &bytes), required);
        let verified = verified(&tables, &bytes);
        let found: Arc<Proof> = verified.about().expect("a proof");
        in_tables += found.nodes.in_tables;
        // Without one of the tables the stream is too short, or too long; with a table that is not asked for, that one is refused.
        for place in 0..used.len() {
            let less = [&used[..place], &used[place + 1..]].concat();
            assert!(judged(&tables, &proof(&less)).is_err());
        }
        let unused = all.iter().position(|digest| !used.contains(digest)).expect("a table that is not asked for");
        assert_eq!(check(&tables, &proof(&all)).unwrap_err(), Failure::Unused(unused));
        // In another order, twice, or under another rule: rejected. The imports stand in the head one behind the other.
        let order = Failure::Spelling(None, 0, Spelling::Order);
        if let [first, second, ..] = &used[..] {
            let (head, slices) = parts(&bytes);
            let both = [first.0, second.0].concat();
            let place = head.windows(64).position(|window| *window == both).unwrap();
            let swapped = sealed(&[&head[..place], &both[32..], &both[..32], &head[place + 64..]].concat(), &slices);
            assert_eq!(check(&tables, &swapped).unwrap_err(), order);
            with_several += 1;
        }
        let wrong = |imports: Vec<Digest>, rule: u8| {
            let head = bare(world::proof(size, rule, *winner, root), imports);
            check(&tables, &write(&head, std::slice::from_ref(stream))).unwrap_err()
        };
        assert_eq!(wrong(vec![all[0], all[0]], 0), order);
        assert_eq!(wrong(all.clone(), 1), Failure::Statement("rule"));
        assert_eq!(wrong(vec![Digest([0; 32])], 0), Failure::MissingImport([0; 32]));
    }
    assert!(with_several > 1, "{with_several}");
    assert!(in_tables > 10, "{in_tables}");
    // A table of another board.
    let (_, _, larger) = two(Size(4, 4, false));
    let (root, winner, stream) = &roots[0];
    let head = bare(world::proof(size, 0, *winner, root), vec![larger.digests[&ordered[0]]]);
    assert_eq!(check(&larger, &write(&head, std::slice::from_ref(stream))).unwrap_err(), Failure::ImportKind(0));
}

/// Verifies all tables that some materials need, and says how many there are.
fn verifies(size: Size, names: &[&str]) -> usize {
    let materials = closure(names);
    let world = World::new(size, &materials);
    let tables = Tables::new(&world, &materials);
    let mut checker = games::checker(2, |digest| tables.bytes.get(&digest).cloned());
    for men in &materials {
        let bytes = tables.of(men);
        let verified = checker.check(bytes, None);
        let verified = verified.unwrap_or_else(|failure| panic!("{size:?} {men:?} {failure:?}"));
        checker.remember(&verified);
    }
    materials.len()
}

/// Equal men on both sides, so that a placement may be carried to itself in many ways; pawns that step twice, and promotions to all.
#[test]
fn verifies_tables_of_two_men_against_two() {
    // Either side has two of six men, or one.
    let sides = 21 + 6;
    assert_eq!(verifies(Size(2, 5, true), &["PPpp"]), sides * (sides + 1) / 2);
    assert_eq!(verifies(Size(3, 3, false), &["NNnn", "KKkk"]), 2 * 3);
    assert_eq!(verifies(Size(5, 2, false), &["RRrr", "KRkr"]), 3 + 5);
}

/// The board whose last square has the number 255.
#[test]
fn verifies_tables_of_the_largest_board() {
    assert_eq!(verifies(Size(16, 16, false), &["Kk", "Nn"]), 2);
}

/// A table has no rights, so a root with one is no place of it, though the table has its men.
#[test]
fn walks_on_where_a_table_has_the_men_but_not_the_right() {
    for (size, name, text, white_wins) in [
        (Size(3, 5, true), "Pp", "3/Pp1/3/3/3 b - a3", true),
        (Size(3, 5, true), "Pp", "3/3/3/1Pp/3 w - c3", false),
        (FULL, "Pp", "8/8/8/8/4Pp2/8/8/8 b - e3", true),
    ] {
        let (_, _, tables) = two(size);
        let root = read(size, text);
        let statement = world::proof(size, 0, white_wins, &root);
        let table = vec![tables.digests[&world::used(name)]];
        // The root, where the only move captures, and the end: nothing is read, and nothing is looked up, so that the table is one too many.
        let bytes = write(&bare(statement.clone(), table.clone()), &[Vec::new()]);
        assert_eq!(check(&tables, &bytes).unwrap_err(), Failure::Unused(0), "{text}");
        let bytes = write(&bare(statement, vec![]), &[Vec::new()]);
        let verified = verified(&tables, &bytes);
        let proof: Arc<Proof> = verified.about().expect("a proof");
        assert_eq!((proof.nodes.in_tables, proof.nodes.answered, proof.nodes.without_men), (0, 1, 1), "{text}");
        let statement = world::proof(size, 0, !white_wins, &root);
        let bytes = write(&bare(statement, table), &[vec![0]]);
        assert_eq!(judged(&tables, &bytes), Err("leaf"), "{text}");
    }
}

/// Bounds on endgames under an auction, from the second program; pawns step twice on one of the boards.
#[test]
fn encloses_endgames_under_an_auction() {
    for (size, names, sweeps) in [
        (Size(2, 4, true), &["PPp"][..], 60),
        (Size(3, 5, true), &["Pp", "KPp"], 60),
        (Size(3, 3, false), &["KRn", "QQq"], 60),
    ]
    .into_iter()
    .step_by(one_in(3))
    {
        let materials = closure(names);
        let auctions = world::Auctions::new(size, 20, &materials, sweeps);
        let mut tables = Tables::default();
        for men in &materials {
            let (head, slices) = auctions.parts(&tables, men);
            tables.add(men, write(&head, &slices));
        }
        let mut checker = games::checker(1, |digest| tables.bytes.get(&digest).cloned());
        for men in &materials {
            let bytes = tables.of(men);
            let verified = checker.check(bytes, None);
            let verified = verified.unwrap_or_else(|failure| panic!("{failure:?}"));
            assert!(verified.about::<Auction>().is_some());
            assert_eq!(verified.stated().count(), world::words(size, men).len());
        }
        // Bounds that are too good: White can force everything, or Black can.
        for men in &materials {
            let (head, _) = auctions.parts(&tables, men);
            let count = world::words(size, men).len();
            for bound in [1_u64 << 20, 0] {
                let mut writer = Writer::default();
                writer.column(&vec![bound; count]);
                writer.column(&vec![0_u64; count]);
                // Neither gaps nor labels.
                for _ in 0..2 {
                    writer.column(&vec![0_u64; count.div_ceil(8)]);
                    writer.column::<u64>(&[]);
                    writer.column::<u64>(&[]);
                }
                let bytes = write(&head, &[writer.0]);
                let failure = check(&tables, &bytes).unwrap_err();
                assert!(matches!(&failure, Failure::At(_) | Failure::Coverage(..) | Failure::Short(..)), "{failure:?}");
            }
        }
    }
}

/// All auctions of two men on a small board by each rule: the checker admits the bounds of the second program.
#[test]
fn verifies_auctions_of_two_men_by_each_rule() {
    let size = Size(3, 4, true);
    let names = world::two_men();
    let materials = closure(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for rule in 1..3 {
        let auctions = world::Auctions::by(rule, size, 20, &materials, 40);
        let mut tables = Tables::default();
        for men in &materials {
            let (head, slices) = auctions.parts(&tables, men);
            tables.add(men, write(&head, &slices));
            verified(&tables, tables.of(men));
        }
    }
}

/// A head of statement 3, 4 or 5 with this body.
fn of_body(number: u8, body: &[u8]) -> Head {
    bare(Statement::Further(number, body.to_vec()), vec![])
}

fn refused(head: &Head, slices: &[Vec<u8>]) -> Failure {
    let bytes = write(head, slices);
    check(&Tables::default(), &bytes).unwrap_err()
}

#[test]
fn declines_what_is_too_large() {
    let declined = |men: &[u8]| match refused(
        &of_body(4, &[&[0, 8, 8, 0, u8::try_from(men.len()).unwrap()], men].concat()),
        &[],
    ) {
        Failure::Limit(much) => Some(much.limit),
        _ => None,
    };
    assert_eq!(declined(&[0, 2, 3, 10]), None);
    // Five men without equal ones have 2^27 lists: as many as the limit admits, but not in so short a file.
    assert_eq!(declined(&[0, 2, 3, 9, 10]), Some(games::losing::SHORT_TURNS));
    assert_eq!(declined(&[0, 2, 3, 8, 9, 10]), Some(Limit::PLACES));
    assert_eq!(declined(&[&[5; 6][..], &[10]].concat()), Some(Limit::LISTS));
    assert_eq!(declined(&[&[5; 16][..], &[10]].concat()), Some(Limit::MEN));
    let pawns = of_body(4, &[0, 8, 8, 2, 5, 0, 2, 3, 10, 11]);
    assert!(matches!(refused(&pawns, &[]), Failure::Limit(much) if much.limit == Limit::PLACES));
    assert_eq!(refused(&of_body(3, &[0, 8, 8, 0, 5, 0, 2, 3, 9, 10]), &[]), Failure::Short(0, 518 * 62 * 61 * 60));
}
