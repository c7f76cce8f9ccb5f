//! Auctions that pay the bank, through the whole pipeline: what the solver writes, the checker verifies; against arithmetic by hand and the auction itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use checker::Verified;
use checker::certificate::Digest;
use checker::failure::Failure;
use checker::graph;
use fastrand::Rng;
use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{One as _, Zero as _};
use pipeline_tests::{committed, sample, slices};
use session::claims::payments::{bid, mean};
use session::figures::Figures;
use solver::certificates::produce::{self, Made, Plan, Stopped};
use solver::chess::board::Board;
use solver::chess::material::{DoubleStep, Signature};
use solver::games::payments::enclose::{Paid, enclose};
use solver::games::payments::exact::{Exact, NotExact, exact};
use solver::games::payments::{Payment, certificate};
use solver::graph::exact::policy::Silent;
use solver::graph::labels::Side;
use solver::graph_games::{Game, Kind, Position, generate};
use solver::request::Auction;

fn auction(pays: &str, ties: Option<Side>) -> Payment {
    Payment::new(pays, ties).expect("an auction")
}

/// Several auctions, the bank's share 0 only with an owner of ties.
fn auctions() -> Vec<Payment> {
    let owners = [None, Some(Side::White), Some(Side::Black)];
    let all = ["bank", "1/2", "3/7", "65534/65535", "other"].into_iter();
    let all = all.flat_map(|pays| owners.map(|owner| auction(pays, owner)));
    all.filter(|auction| !auction.is_plain()).collect()
}

fn stated(game: &Game) -> Arc<graph::Game> {
    Arc::new(graph::Game::read(game.write().as_bytes()).expect("a game"))
}

fn verify(bytes: &[u8], game: &Game) -> Arc<Verified> {
    games::checker(2, |_| None::<Vec<u8>>)
        .check(bytes, Some(&stated(game)))
        .unwrap_or_else(|failure| panic!("{failure:?}"))
}

fn enclosed(game: &Game, auction: &Payment, bits: u8) -> Paid {
    enclose(&game.graph().0.with(|node| node.bounds(bits)), bits, auction, || ())
}

fn rational(numerator: u64, denominator: u64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// The bid and the value are what the auction makes of them: whoever wins, the opponent's share becomes that of the option, and bidding more or less does the bidder no good.
#[test]
fn the_mean_is_the_share_at_which_the_bid_leads_to_both_options() {
    let mut rng = Rng::with_seed(1);
    for auction in auctions() {
        let [bank, of] = auction.bank().map(BigInt::from);
        let tau = BigRational::new(bank, of);
        let one = BigRational::one();
        for _ in 0..200 {
            let of = rng.u64(1..40);
            let mut values = [rng.u64(0..=of), rng.u64(0..=of)];
            values.sort_unstable();
            let [z, y] = values.map(|value| rational(value, of));
            let (mean, bid) = (mean(&auction.stated(), &y, &z), bid(&auction.stated(), &(&y - &z)));
            // White's bid, paid out of White's share 1 − mean: what is left of both is 1 − tau·bid.
            assert!(bid <= &one - &mean);
            let rest = &one - &tau * &bid;
            if !rest.is_zero() {
                assert_eq!((&mean + (&one - &tau) * &bid) / &rest, y);
                assert_eq!((&mean - &bid) / &rest, z);
            }
            // With exchanged colours the same is said.
            let turned = Payment::new(&format!("{}/{}", auction.bank()[0], auction.bank()[1]), None).unwrap();
            assert_eq!(&one - self::mean(&turned.stated(), &(&one - &z), &(&one - &y)), mean);
            // Zugzwang: the winner decides, or the owner of ties lets the other move.
            let expected = match auction.ties() {
                None => mean,
                Some(Side::White) => y.clone(),
                Some(Side::Black) => z.clone(),
            };
            assert_eq!(self::mean(&auction.stated(), &z, &y), expected);
        }
    }
}

#[test]
fn poorman_tic_tac_toe_is_worth_the_published_fraction() {
    let share = |numerator: u64| rational(numerator, 786_688);
    for (draw, value) in [(0_u8, share(786_688 - 396_925)), (1, share(396_925))] {
        let game = generate::tic_tac_toe(&Ratio::from_integer(draw.into()));
        let found = exact(&game.graph().0, &auction("bank", None)).expect("acyclic");
        assert_eq!(found.values[0], value);
        let verified = verify(&certificate::exact_game(&auction("bank", None), stated(&game).digest, &found), &game);
        assert!(verified.stated().is_exact());
        // Exact values lie within bounds.
        let paid = enclosed(&game, &auction("bank", None), 48);
        verify(&certificate::game(&auction("bank", None), stated(&game).digest, &paid), &game);
        within(&found, &paid);
        assert!(
            committed("certs/payments")
                .values()
                .any(|bytes| *bytes == certificate::exact_game(&auction("bank", None), stated(&game).digest, &found))
        );
    }
}

/// Exact values lie within bounds.
fn within(exact: &Exact, paid: &Paid) {
    let one = 1_u64 << paid.enclosed.bits;
    for (position, value) in exact.values.iter().enumerate() {
        let [l, v] = [paid.enclosed.lower[position], paid.enclosed.upper[position]].map(|units| rational(units, one));
        assert!(l <= *value && *value <= v);
    }
}

#[test]
fn the_path_of_four_encloses_the_golden_section() {
    let game = generate::path(4);
    let paid = enclosed(&game, &auction("bank", None), 48);
    verify(&certificate::game(&auction("bank", None), stated(&game).digest, &paid), &game);
    // x = (3 − √5)/2 is the root of x² − 3x + 1 below 1, where the polynomial falls.
    let one = BigInt::one() << 48;
    let polynomial = |x: u64| BigInt::from(x) * x - BigInt::from(3) * x * &one + &one * &one;
    let (l, v) = (paid.enclosed.lower[0], paid.enclosed.upper[0]);
    assert!(polynomial(l) > BigInt::zero() && polynomial(v) < BigInt::zero() && v - l <= 3);
    assert_eq!(exact(&game.graph().0, &auction("bank", None)).unwrap_err(), NotExact::Cycle(0));
}

/// A random game of few positions without chance, with turns in half of them.
fn random(rng: &mut Rng) -> Game {
    let count = rng.u32(2..12);
    let ends = [(1_u8, 1_u8), (0, 1), (1, 2), (1, 3)];
    let all = count + ends.len() as u32;
    let turns = rng.bool();
    let mut positions: Vec<Position> = (0..count)
        .map(|number| {
            let mut row = |least: usize| (0..rng.usize(least..=3)).map(|_| rng.u32(0..all)).collect::<Vec<u32>>();
            let (left, right) = (row(1), row(0));
            let kind = match rng.u8(0..4) {
                0 if turns => Kind::Turn { side: Side::White, options: left },
                1 if turns => Kind::Turn { side: Side::Black, options: left },
                _ => Kind::Open { left, right },
            };
            Position { name: number.to_string(), kind }
        })
        .collect();
    positions.extend(ends.map(|(value, of)| Position {
        name: format!("{value}/{of}"),
        kind: Kind::Terminal(Ratio::new(value.into(), of.into())),
    }));
    Game::new(None, positions).expect("a game")
}

/// Verified, and narrow or with a gap between the two values.
#[test]
fn bounds_of_random_games_are_verified_and_close() {
    let mut rng = Rng::with_seed(7);
    let (mut narrow, mut listed, mut labelled, mut all) = (0, 0, 0, 0);
    for round in 0..sample(60, 240) {
        let game = random(&mut rng);
        for auction in [auctions()[round % 14], auctions()[(5 * round + 3) % 14]] {
            // Where values crawl, the number of sweeps grows with the square root of the units.
            let paid = enclosed(&game, &auction, [40, 30, 20][rng.usize(0..3)]);
            verify(&certificate::game(&auction, stated(&game).digest, &paid), &game);
            all += 1;
            narrow += usize::from(paid.enclosed.width() < 1_000);
            listed += paid.enclosed.listed.len();
            labelled += usize::from(paid.labels.is_some());
        }
    }
    assert!(2 * narrow > all && listed > sample(25, 100) && labelled > 0, "{narrow} of {all}, {listed} {labelled}");
}

#[test]
fn exact_values_of_random_acyclic_games_lie_within_bounds() {
    for (seed, auction) in (0..28).zip(auctions().into_iter().cycle()) {
        let game = generate::random_acyclic(seed, 30, 3);
        match exact(&game.graph().0, &auction) {
            Ok(found) => {
                verify(&certificate::exact_game(&auction, stated(&game).digest, &found), &game);
                within(&found, &enclosed(&game, &auction, 48));
            }
            // Passes and waits are cycles.
            Err(why) => assert!(matches!(why, NotExact::Cycle(_))),
        }
    }
    // Positions that lead to later ones only: exact values.
    let mut rng = Rng::with_seed(3);
    for auction in auctions() {
        let mut positions: Vec<Position> = (0..12_u32)
            .map(|number| {
                let mut row = || (0..rng.usize(1..=3)).map(|_| rng.u32(number + 1..14)).collect::<Vec<u32>>();
                Position { name: number.to_string(), kind: Kind::Open { left: row(), right: row() } }
            })
            .collect();
        positions.push(Position { name: "won".into(), kind: Kind::Terminal(Ratio::one()) });
        positions.push(Position { name: "lost".into(), kind: Kind::Terminal(Ratio::zero()) });
        let game = Game::new(None, positions).unwrap();
        let found = exact(&game.graph().0, &auction).expect("acyclic");
        verify(&certificate::exact_game(&auction, stated(&game).digest, &found), &game);
        within(&found, &enclosed(&game, &auction, 48));
    }
}

/// The endgame and what it needs, from the smallest on.
fn endgames(board: (u8, u8), signature: &str, auction: &Payment) -> Vec<(Vec<u8>, u64)> {
    let mut all = Vec::new();
    let board = Board::new(board.0, board.1).expect("a board");
    let (signature, _) = Signature::parse(signature).expect("a signature");
    let game = certificate::Endgames { auction, board, double_step: DoubleStep::Auto, bits: 48, threads: 2 };
    let mut tell = |_: &Signature, made: &Made<certificate::Solved>| {
        let enclosed = &made.solved.paid.enclosed;
        let widths = enclosed.lower.iter().zip(&enclosed.upper).map(|(l, v)| v - l);
        all.push((made.bytes.clone(), widths.max().unwrap_or(0)));
        Ok::<(), Stopped>(())
    };
    produce::all(&game, &Plan::of(&[signature]), &mut Silent, &mut tell).expect("a small endgame");
    all
}

fn verify_last(all: &[(Vec<u8>, u64)]) -> Result<Arc<Verified>, Failure> {
    let by_digest: BTreeMap<Digest, &Vec<u8>> = all.iter().map(|(bytes, _)| (Digest::of(bytes), bytes)).collect();
    let bytes = &all.last().expect("an endgame").0;
    games::checker(2, |digest| by_digest.get(&digest).map(|bytes| (*bytes).clone())).check(bytes, None)
}

#[test]
fn knight_endgames_are_enclosed_narrowly_and_are_the_committed_ones() {
    let certificates = committed("certs/payments");
    for pays in ["bank", "1/2"] {
        let all = endgames((8, 8), "KNk", &auction(pays, None));
        let verified = verify_last(&all).expect("verified");
        let paid: Arc<games::payments::Paid> = verified.about().expect("an auction");
        assert!(paid.played.downcast_ref::<checker::endgame::Positions>().is_some());
        assert_eq!(Figures::new(&verified).proved, 31_332);
        assert!(all[1].1 <= 16, "{}", all[1].1);
        let name = if pays == "bank" { "8x8_KNk_pays_bank.cert" } else { "8x8_KNk_pays_1-2.cert" };
        assert!(certificates[name] == all[1].0, "{name}");
    }
}

#[test]
fn endgames_of_all_rules_are_verified_and_import_the_same_auction_only() {
    for auction in auctions() {
        for (signature, pawns) in [("KNk", false), ("KQk", false), ("KPk", true), ("KNkn", false)] {
            let fits = Auction::Paid(auction).admit(&Signature::parse(signature).unwrap().0).is_ok();
            assert_eq!(fits, auction.ties().is_none() || signature != "KNkn");
            if fits && (!pawns || auction.ties().is_none()) {
                verify_last(&endgames((3, 4), signature, &auction)).expect("verified");
            }
        }
    }
    // Another auction's table of the same endgame, or a plain one, is no import.
    let poorman = endgames((3, 4), "KNk", &auction("bank", None));
    let other = endgames((3, 4), "Kk", &auction("1/2", None));
    let plain = pipeline_tests::solve(3, 4, &["Kk"], 1).pop().expect("solved").bytes;
    for import in [other[0].0.clone(), plain] {
        let bytes = &poorman[1].0;
        let certificate = games::certificate(bytes).expect("a certificate");
        let (mut head, slices) = (certificate.head.clone(), slices(&certificate));
        head.imports = vec![Digest::of(&import)];
        let changed = writer::write(&head, &slices);
        let failure = verify_last(&[(import, 0), (changed, 0)]).unwrap_err();
        assert_eq!(failure, Failure::Import(0, Box::new(Failure::Statement("endgame of an import"))));
    }
    // The plain endgame does not import a table under another auction.
    let mut solved = pipeline_tests::solve(3, 4, &["KNk"], 1);
    let bytes = solved.pop().expect("solved").bytes;
    let certificate = games::certificate(&bytes).expect("a certificate");
    let (mut head, slices) = (certificate.head.clone(), slices(&certificate));
    head.imports = vec![Digest::of(&poorman[0].0)];
    let changed = writer::write(&head, &slices);
    let failure = verify_last(&[(poorman[0].0.clone(), 0), (changed, 0)]).unwrap_err();
    assert_eq!(failure, Failure::Import(0, Box::new(Failure::Statement("endgame of an import"))));
}

#[test]
fn says_which_shares_there_are() {
    for pays in ["", "nobody", "2", "2/1", "1/0", "+1/2", "1/65536", "1/2/3", "-1/2", "taxman", "taxman 3/2"] {
        let error = Payment::new(pays, None).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!(
                "--pays: found {pays:?}, required who gets the winning bid: other (0), bank (1, poorman), or the share"
            )),
            "{error}"
        );
    }
    assert_eq!(auction("2/4", None).bank(), [1, 2]);
    for (name, bank) in [
        ("poorman", [1, 1]),
        ("1", [1, 1]),
        ("taxman 1/3", [1, 3]),
        ("taxman=1/3", [1, 3]),
        ("richman", [0, 1]),
        ("0", [0, 1]),
    ] {
        assert_eq!(auction(name, Some(Side::White)).bank(), bank, "{name}");
    }
    assert_eq!(auction("0/7", Some(Side::White)).bank(), [0, 1]);
    assert!(auction("other", None).is_plain() && !auction("other", Some(Side::Black)).is_plain());
}
