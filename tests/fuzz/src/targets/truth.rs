//! Whether what is verified is true: compared with what the solver, or a second program, finds of the same statement by itself.
//!
//! Where one statement has one certificate, the bytes must be those. Bounds must enclose the exact values. Of chips the thresholds must be the same.
//! What would take long is not compared, and counted so.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex};

use ::games::all_pay::AllPay;
use ::games::chips::Chips;
use ::games::hex::Counts;
use ::games::losing::{Auction, Proof};
use ::games::partitions::Proved;
use ::games::payments::Paid;
use ::games::poorman::Poorman;
use ::games::robin_hood::RobinHood;
use checker::Verified;
use checker::certificate::{Digest, Form, Never, Statement};
use checker::chess::PawnRule;
use checker::endgame::Positions;
use checker::graph::{Game, GameFault};
use checker::numbers::Fraction;
use checker::own::GameTable;
use checker::plan::List;
use checker::theorem::Side;
use num_bigint::BigInt;
use num_rational::BigRational;
use session::claims::partitions::{self as partition, About, Shape};
use session::{entry, notation, words};
use solver::certificates::certify;
use solver::certificates::pipeline::{self, Method, Settings};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Signature};
use solver::games::{chips, hex, partitions, payments};
use solver::graph::exact::policy::Silent;
use solver::graph_games;
use writer::write;

use super::losing::{self, At, Size};
use super::{Random, WORLD, naive};

/// Whether something was compared with the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Compared {
    /// It is true.
    True,
    /// Nobody knows: to find out would take too long.
    Not,
}

/// Certificates of Losing Chess on small boards, from a second program: tables, bounds under an auction, proofs.
pub fn small_losing() -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for (size, names) in [
        (Size(2, 2, false), &["Kk", "Qr"][..]),
        (Size(2, 3, false), &["KRn", "Bb"]),
        (Size(2, 4, true), &["Pp", "PPp"]),
    ] {
        let materials = losing::closure(names);
        let world = losing::World::new(size, &materials);
        let tables = losing::Tables::new(&world, &materials);
        let auctions = losing::Auctions::new(size, 16, &materials, 60);
        let mut enclosed = losing::Tables::default();
        for men in &materials {
            let name: String = men.iter().map(|man| man.to_string()).collect::<Vec<_>>().join("-");
            all.push((format!("{}x{} {name} by turns", size.0, size.1), tables.of(men).to_vec()));
            let (head, slices) = auctions.parts(&enclosed, men);
            enclosed.add(men, write(&head, &slices));
            all.push((format!("{}x{} {name} under an auction", size.0, size.1), enclosed.of(men).to_vec()));
            // Proofs from some placements of it, without tables and with those of two men.
            let mut random = Random(7);
            for _ in 0..4 {
                let placed = losing::placements(size, men);
                let mut placed = placed[random.below(placed.len())].clone();
                placed.sort();
                let root = At { men: placed, white: random.below(2) == 0, passed: None };
                let Some(label) = world.label(&root).filter(|label| *label != losing::DRAW) else { continue };
                let winner = (label % 2 == 1) != root.white;
                let mut stream = Vec::new();
                losing::stream(&world, &root, winner, &mut BTreeSet::new(), &mut stream, &|_| false);
                let head = losing::bare(losing::proof(size, 0, winner, &root), vec![]);
                all.push((format!("{}x{} {name} proof", size.0, size.1), write(&head, &[stream])));
                if men.len() > 2 {
                    let two: Vec<&Vec<u8>> = materials.iter().filter(|men| men.len() == 2).collect();
                    let mut two: Vec<Vec<u8>> = two.into_iter().cloned().collect();
                    two.sort();
                    let is_two = |at: &At| {
                        at.men.len() == 2 && at.passed.is_none() && table_label(&tables, &world, &two, at).is_some()
                    };
                    let mut stream = Vec::new();
                    losing::stream(&world, &root, winner, &mut BTreeSet::new(), &mut stream, &is_two);
                    let imports = two.iter().map(|men| tables.digests[men]).collect();
                    let head = losing::bare(losing::proof(size, 0, winner, &root), imports);
                    all.push((format!("{}x{} {name} proof with tables", size.0, size.1), write(&head, &[stream])));
                }
            }
        }
    }
    all
}

/// The label of a placement of two men, if there is a table of it.
fn table_label(_: &losing::Tables, world: &losing::World, materials: &[Vec<u8>], at: &At) -> Option<u8> {
    let letters: String = at.men.iter().map(|man| man.0).collect();
    materials.contains(&losing::used(&letters)).then(|| world.label(at)).flatten()
}

/// A number of a table.
fn number(fraction: Fraction) -> BigRational {
    BigRational::new(BigInt::from(fraction.numerator), BigInt::from(fraction.denominator))
}

/// `l`, `u`, `l′` and `u′` of a position.
fn numbers(verified: &Verified, position: usize) -> [BigRational; 4] {
    let position = u32::try_from(position).expect("a number");
    let ([l, u], [m, v]) = (verified.stated().place(position).alpha, verified.stated().place(position).beta);
    [l, u, m, v].map(|one| number(verified.stated().fraction(one)))
}

/// What is true of a statement.
#[derive(Clone)]
enum Truth {
    /// It has one certificate.
    Bytes(Vec<u8>),
    /// Exact values of the same positions.
    Exact(Arc<Verified>),
    /// Bounds of the same positions: all that is true meets them.
    Bounds(Arc<Verified>),
    /// What each side needs, where bids and evidence may be others.
    Needed(String),
    /// Bounds of the states of an all-pay auction, in units of 2^-40: all that is true meets them.
    Mixes(Vec<[u64; 2]>),
}

/// What is known of statements, each found once; none where it would take long.
static KNOWN: LazyLock<Mutex<BTreeMap<String, Option<Truth>>>> = LazyLock::new(Mutex::default);

/// The true certificate of a verified one, checked; imports are at hand or were made beside it.
fn checked(all: &[Vec<u8>], game: Option<usize>) -> Option<Arc<Verified>> {
    let files: BTreeMap<Digest, &Vec<u8>> = all.iter().map(|bytes| (Digest::of(bytes), bytes)).collect();
    let find = |digest| files.get(&digest).copied().or_else(|| WORLD.files.get(&digest)).cloned();
    ::games::checker(1, find).check(all.last()?, game.map(|game| &WORLD.games[game].1)).ok()
}

/// The exact certificates of an endgame and of what it imports, from the solver; none if it is large.
fn endgame(stated: [u8; 3], men: &[u8], never: Option<Never>) -> Option<Vec<Vec<u8>>> {
    let endgame = checker::endgame::Endgame::new(stated, men).ok()?;
    if endgame.places() > 3_000 {
        return None;
    }
    let board = Board::new(stated[0], stated[1]).ok()?;
    let (signature, _) = Signature::parse(&notation::signature(&endgame.men)).ok()?;
    let double_step =
        if endgame.board.pawn_rule == PawnRule::DoubleStep { DoubleStep::Always } else { DoubleStep::Never };
    let mut solved = Vec::new();
    let settings = Settings { double_step, method: Method::Exact, never, threads: 1 };
    pipeline::solve(board, &signature, &settings, &mut solved, &mut Silent).ok()?;
    Some(solved.into_iter().map(|solution| solution.bytes).collect())
}

/// Finds the truth about the statement of a verified certificate.
fn find(verified: &Verified, game: Option<usize>) -> Option<Truth> {
    let own = |game: usize| graph_games::Game::read(std::str::from_utf8(&WORLD.games[game].0).ok()?).ok();
    let (statement, never) = (&verified.head().statement, verified.head().never);
    match statement {
        Statement::Endgame(board, men) => Some(Truth::Exact(checked(&endgame(*board, men, never)?, None)?)),
        Statement::Game(digest) => {
            let own = own(game?)?;
            let table = match never {
                None => graph_games::solve::solve(&own, graph_games::solve::Method::Exact, 1, &mut Silent),
                Some(worth) => graph_games::solve::solve_never(&own, worth, 1, &mut Silent),
            }
            .ok()?
            .table;
            Some(Truth::Exact(checked(&[certify::graph(*digest, never, &table)], game)?))
        }
        Statement::List(..) => None,
        Statement::Further(3, body) => {
            let size = Size(body[1].into(), body[2].into(), body[3] == 2);
            let men = body[5..].to_vec();
            if losing_positions(size, men.len()) > 3_000 {
                return None;
            }
            let materials = below(&men);
            let auctions = losing::Auctions::by(body[0], size, 30, &materials, 60);
            let mut tables = losing::Tables::default();
            for men in &materials {
                let (head, slices) = auctions.parts(&tables, men);
                tables.add(men, write(&head, &slices));
            }
            let all: Vec<Vec<u8>> = materials.iter().map(|men| tables.of(men).to_vec()).collect();
            Some(Truth::Bounds(checked(&all, None)?))
        }
        Statement::Further(4, body) => {
            let size = Size(body[1].into(), body[2].into(), body[3] == 2);
            let men = body[5..].to_vec();
            if losing_positions(size, men.len()) > 3_000 {
                return None;
            }
            let materials = below(&men);
            let world = losing::World::by(body[0], size, &materials);
            Some(Truth::Bytes(losing::Tables::new(&world, &materials).of(&men).to_vec()))
        }
        Statement::Further(6, _) => {
            let found: Arc<Chips> = verified.about()?;
            let rule = match found.auction.rule {
                ::games::chips::Rule::Moves => chips::Winner::Moves,
                ::games::chips::Rule::Decides => chips::Winner::Decides,
            };
            let auction = chips::ChipAuction { chips: found.auction.chips, winner: rule };
            // It is known of endgames that were committed alone.
            let (graph, _) = chips::under(&own(game?)?, auction).ok()?;
            if found.auction.chips > 1 << 20 {
                return None;
            }
            let solved = chips::solve::solve(&graph, auction, 1, &|_| ()).ok()?;
            let bytes = chips::certify::graph(WORLD.games[game?].1.digest, &solved);
            needed(&*checked(&[bytes], game)?).map(Truth::Needed)
        }
        Statement::Further(7, _) => {
            let auction = &verified.about::<Paid>()?.auction;
            let [bank, of] = auction.bank;
            let stated = payments::Payment::new(&format!("{bank}/{of}"), auction.owner).ok()?;
            let (graph, _) = own(game?)?.graph();
            let digest = WORLD.games[game?].1.digest;
            match payments::exact::exact(&graph, &stated) {
                Ok(exact) => {
                    Some(Truth::Exact(checked(&[payments::certificate::exact_game(&stated, digest, &exact)], game)?))
                }
                Err(_) => {
                    let paid = payments::enclose::enclose(&graph.with(|node| node.bounds(40)), 40, &stated, || ());
                    Some(Truth::Bounds(checked(&[payments::certificate::game(&stated, digest, &paid)], game)?))
                }
            }
        }
        Statement::Further(8, _) => {
            let counts: Arc<Counts> = verified.about()?;
            let player = |stone: &Option<Side>| stone.map(|side| side.of(hex::Player::Left, hex::Player::Right));
            let stones = counts.board.stones.iter().map(player).collect();
            let board = hex::Board::new(counts.board.files, counts.board.ranks, stones);
            let counts = hex::count::count(&board, &mut |_| ()).ok()?;
            Some(Truth::Bytes(hex::Solution { board, counts }.certificate()))
        }
        Statement::Further(16, _) => {
            let auction = verified.about::<AllPay>()?.auction;
            let own = own(game?)?;
            if own.positions().len() * auction.splits() > 5_000 {
                return None;
            }
            let auction = ::games::all_pay::Auction { bits: 40, weight: 40, ..auction };
            let solved = solver::games::all_pay::solve(&own, auction, 1, &|_| ()).ok()?;
            Some(Truth::Mixes(solved.states.iter().map(|[low, high]| [low.bound, high.bound]).collect()))
        }
        Statement::Further(9..=12, _) => partition_truth(verified, &*verified.about()?),
        _ => None,
    }
}

/// What the solver finds of a statement about partitions.
fn partition_truth(verified: &Verified, proved: &Proved) -> Option<Truth> {
    let About { moves, misere, shape, .. } = partition::about(verified.head())?;
    if partition::count(verified) > 3_000 {
        return None;
    }
    let bytes = match (proved, &shape) {
        (Proved::Values(..), Shape::Board(rows)) => {
            partitions::board_certificate(&moves[0], rows, &partitions::board::solve(&moves[0], rows, || ()))
        }
        (Proved::Values(..), Shape::Sizes(most)) => {
            let solved = partitions::sizes::solve(&moves[0], &partitions::sizes::Partitions::new(*most));
            partitions::sizes_certificate(&moves[0], *most, &solved)
        }
        (Proved::Losing(_), Shape::Board(rows)) => {
            let losing = partitions::cells::solve(&moves[0], rows, misere);
            partitions::losing_certificate(&moves[0], rows, misere, &losing)
        }
        (Proved::Staircases(..), Shape::Staircases(block)) => {
            let found = partitions::staircases::solve(&moves[0], *block, 2_000)?;
            partitions::staircases_certificate(&moves[0], *block, &found)
        }
        (Proved::Race(_), Shape::Board(rows)) => {
            let pieces = [moves[0].clone(), moves[1].clone()];
            let solved = partitions::race::solve(&pieces, rows, misere)?;
            partitions::race_certificate(&pieces, rows, misere, &solved)
        }
        _ => return None,
    };
    Some(Truth::Bytes(bytes))
}

/// The materials that are needed for one, smaller ones first, itself last.
fn below(men: &[u8]) -> Vec<Vec<u8>> {
    let letters: String = men.iter().map(|&man| "KkQRBNPqrbnp".chars().nth(man.into()).expect("a man")).collect();
    losing::closure(&[&letters])
}

/// About how many placements there are.
fn losing_positions(size: Size, men: usize) -> usize {
    (0..men).fold(1_usize, |product, man| product.saturating_mul((size.0 * size.1).saturating_sub(man)))
}

/// What each side needs at each position, if that is what is verified.
fn needed(verified: &Verified) -> Option<String> {
    if let Some(chips) = verified.about::<Chips>() {
        let thresholds = |lines: &::games::chips::Lines| lines.map(|side| side.map(|line| line.threshold));
        return Some(format!("{:?}", chips.lines.iter().map(thresholds).collect::<Vec<_>>()));
    }
    if let Some(poorman) = verified.about::<Poorman>() {
        let lines = poorman.lines.iter().flatten().flatten();
        return Some(format!("{:?}", lines.map(|line| line.threshold).collect::<Vec<_>>()));
    }
    let taxed = verified.about::<RobinHood>()?;
    Some(format!("{:?} {:?}", taxed.values, taxed.thresholds))
}

/// Compares what is verified with the truth. Panics where it is false.
pub fn compare(verified: &Arc<Verified>, bytes: &[u8], game: Option<usize>) -> Compared {
    // A true certificate of the same bytes is one.
    if WORLD.files.contains_key(&Digest::of(bytes)) {
        return Compared::True;
    }
    if let Some(plan) = verified.about() {
        return list(verified, &plan, bytes);
    }
    if verified.about::<Proof>().is_some() {
        return proof(bytes);
    }
    // An endgame is the same whatever game is given beside it.
    let is_of_game = words::is_game(verified);
    let game = game.filter(|_| is_of_game);
    let key = format!("{game:?} {:?} {:?}", verified.head().never, verified.head().statement);
    let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let truth = known.entry(key).or_insert_with(|| {
        // Of mixes there are many that are true, and closer bounds than what was committed.
        if verified.about::<AllPay>().is_some() {
            return find(verified, game);
        }
        // What was committed or made is true.
        let seed = WORLD.seeds.iter().find(|seed| {
            let head = ::games::certificate(&seed.bytes).expect("a certificate").head;
            let same = head.statement == verified.head().statement && head.never == verified.head().never;
            seed.game == game && same && head.bits == 0
        });
        let Some(seed) = seed else { return find(verified, game) };
        let about = verified.subject();
        let of_numbers = [about.is::<Positions>(), about.is::<GameTable>(), about.is::<Auction>(), about.is::<Paid>()];
        match needed(verified).is_some() {
            true => {
                checked(std::slice::from_ref(&seed.bytes), game).and_then(|truth| needed(&truth)).map(Truth::Needed)
            }
            false if of_numbers.contains(&true) => checked(std::slice::from_ref(&seed.bytes), game).map(Truth::Exact),
            false => Some(Truth::Bytes(seed.bytes.clone())),
        }
    });
    let Some(truth) = truth.clone() else { return Compared::Not };
    drop(known);
    let what = || format!("a false certificate is verified: {:?}", verified.head());
    match truth {
        Truth::Bytes(truth) => assert!(bytes == truth, "{}", what()),
        Truth::Exact(exact) => {
            let form = verified.head().form;
            if verified.head().bits == 0 && matches!(form, Form::One | Form::Two) {
                assert_eq!(verified.digest(), exact.digest(), "{}", what());
            }
            assert_eq!(verified.stated().count(), exact.stated().count(), "{}", what());
            for position in 0..verified.stated().count() {
                let ([l, u, m, v], [x, _, _, y]) = (numbers(verified, position), numbers(&exact, position));
                // A payment's labelled bounds are `l` and `u′` alone.
                let all = form.is_narrow() || verified.head().bits == 0;
                let is_true = l <= x && y <= v && (!all || (x <= u && m <= y));
                assert!(is_true, "{} at {position}", what());
            }
        }
        Truth::Bounds(bounds) => {
            assert_eq!(verified.stated().count(), bounds.stated().count(), "{}", what());
            for position in 0..verified.stated().count() {
                let ([l, u, m, v], [a, b, c, d]) = (numbers(verified, position), numbers(&bounds, position));
                let is_true = l <= b && a <= u && m <= d && c <= v;
                assert!(is_true, "{} at {position}", what());
            }
        }
        Truth::Mixes(truth) => {
            let found: Arc<AllPay> = verified.about().unwrap_or_else(|| panic!("{}", what()));
            assert_eq!(found.bounds.len(), truth.len(), "{}", what());
            // Both on the finer one of the units.
            let (own, other) = (40_u8.saturating_sub(found.auction.bits), found.auction.bits.saturating_sub(40));
            for (state, ([l, u], [a, b])) in found.bounds.iter().zip(&truth).enumerate() {
                let [l, u] = [l, u].map(|bound| u128::from(*bound) << own);
                let [a, b] = [a, b].map(|bound| u128::from(*bound) << other);
                assert!(l <= b && a <= u, "{} at {state}", what());
            }
        }
        Truth::Needed(truth) => assert!(needed(verified) == Some(truth), "{}", what()),
    }
    Compared::True
}

/// A plan: the bounds of each member are true by an exact table; where there is none, a second checker, plain and slow, verifies the plan too.
fn list(verified: &Verified, list: &List, bytes: &[u8]) -> Compared {
    static FILES: LazyLock<BTreeMap<[u8; 32], Vec<u8>>> =
        LazyLock::new(|| WORLD.files.iter().map(|(digest, bytes)| (digest.0, bytes.clone())).collect());
    static EXACT: LazyLock<Vec<Arc<Verified>>> = LazyLock::new(|| {
        let mut all = Vec::new();
        for seed in WORLD.seeds.iter().filter(|seed| seed.game.is_none()) {
            let head = ::games::certificate(&seed.bytes).expect("a certificate").head;
            if matches!(head.statement, Statement::Endgame(..)) && head.bits == 0 && head.never.is_none() {
                all.extend(checked(std::slice::from_ref(&seed.bytes), None));
            }
        }
        // The committed bound, and the lists of the corpus with pawns.
        for (board, men) in [([3, 4, 1], [0, 1, 6, 11]), ([2, 5, 1], [0, 1, 6, 11]), ([2, 4, 1], [0, 1, 6, 11])] {
            all.extend(endgame(board, &men, None).and_then(|all| checked(&all, None)));
        }
        all
    });
    let mut all_known = true;
    for (number, member) in list.members.iter().enumerate() {
        let found = EXACT.iter().find_map(|exact| {
            let positions: Arc<Positions> = exact.about()?;
            let board = positions.endgame.board;
            let same = (board.files, board.ranks) == (list.board.files, list.board.ranks);
            let rule = board.pawn_rule == list.board.pawn_rule || board.pawn_rule == PawnRule::NoPawns;
            (same && rule).then(|| entry::at_placement(exact, board, member).ok()).flatten()
        });
        let Some(known) = found.map(|entry| entry.known) else {
            all_known = false;
            continue;
        };
        if verified.head().never.is_some() && known.alpha.low != known.beta.low {
            all_known = false;
            continue;
        }
        let [l, u, m, v] = numbers(verified, number);
        let is_true = match verified.head().form {
            Form::Holds(Side::White) => u >= known.alpha.low,
            Form::Holds(Side::Black) => m <= known.beta.low,
            Form::Forces(Side::White) => l <= known.alpha.low,
            Form::Forces(Side::Black) => v >= known.beta.low,
            _ => unreachable!("a list has no other form"),
        };
        assert!(is_true, "a false plan is verified: member {number} of {:?}", verified.head());
    }
    if !all_known {
        let found = naive::check(bytes, &naive::Given { files: &FILES, game: None });
        assert_eq!(found.word(), "verified", "the second checker is against a plan: {:?}", verified.head());
    }
    Compared::True
}

/// A proof: a second program walks the same stream.
fn proof(bytes: &[u8]) -> Compared {
    let certificate = ::games::certificate(bytes).expect("it is verified");
    let stream = games::bare::only_slice(&certificate).expect("it is verified");
    let Statement::Further(5, body) = &certificate.head.statement else { return Compared::Not };
    let size = Size(body[1].into(), body[2].into(), body[3] == 2);
    let count = usize::from(body[6]);
    let mut men: Vec<(char, usize)> = body[7..7 + 2 * count]
        .chunks(2)
        .map(|man| ("KkQRBNPqrbnp".chars().nth(man[0].into()).expect("a man"), man[1].into()))
        .collect();
    men.sort();
    let passed = usize::from(body[7 + 2 * count]).checked_sub(1);
    let root = At { men, white: body[5] == 0, passed };
    if !certificate.head.imports.is_empty() {
        // It rests on tables: all positions of a small board, from the second program.
        if size.0 * size.1 > 8 || count > 3 {
            return Compared::Not;
        }
        type Worlds = BTreeMap<(Size, Vec<u8>), Arc<losing::World>>;
        static WORLDS: LazyLock<Mutex<Worlds>> = LazyLock::new(Mutex::default);
        let letters: String = root.men.iter().map(|man| man.0).collect();
        let materials = losing::closure(&[&letters]);
        let mut worlds = WORLDS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let world = worlds.entry((size, losing::used(&letters)));
        let label = world.or_insert_with(|| Arc::new(losing::World::new(size, &materials))).label(&root);
        let winner = label.filter(|label| *label != losing::DRAW).map(|label| (label % 2 == 0) == root.white);
        // With a right the label is not that of a table.
        assert!(root.passed.is_some() || winner == Some(body[4] == 0), "a false proof is verified: {root:?}");
        return if root.passed.is_some() { Compared::Not } else { Compared::True };
    }
    let mut walk = losing::Walk {
        size,
        rule: body[0],
        winner: body[4] == 0,
        stream,
        table: &|_| None,
        read: 0,
        done: BTreeMap::new(),
        line: BTreeSet::new(),
    };
    let found = walk.walk(&root);
    assert!(found.is_ok() && walk.read == stream.len(), "a false proof is verified: {found:?} {root:?}");
    Compared::True
}

/// Whether a game is refused for a limit, which is the checker's alone.
pub fn is_limit(fault: &GameFault) -> bool {
    matches!(fault, GameFault::Limit(_))
}

/// What the solver makes of a small game is verified.
pub fn solved(game: &Arc<Game>, other: &graph_games::Game) {
    assert_eq!(game.names.len(), other.positions().len(), "both readers see the same positions");
    let small = |bits: u64| bits < 40;
    let is_small = game.inner.len() <= 12
        && game.values.iter().all(|value| small(value.numerator.bits()) && small(value.denominator.bits()))
        && other.positions().iter().all(|position| position.kind.options().len() <= 8);
    if !is_small {
        return;
    }
    let again = graph_games::Game::read(&other.write()).expect("a game that was written");
    assert_eq!(again.positions(), other.positions());
    if let Ok(solution) = graph_games::solve::solve(other, graph_games::solve::Method::Exact, 1, &mut Silent) {
        let bytes = certify::graph(game.digest, None, &solution.table);
        let found = ::games::checker(1, |_| None::<Vec<u8>>).check(&bytes, Some(game));
        assert!(found.is_ok(), "what the solver writes is refused: {:?}", found.err());
    }
}
