//! Auctions with chips: the checker verifies the solver's tables, and whoever follows the advice keeps what it claims.

use std::collections::BTreeMap;
use std::sync::Arc;

use checker::failure::Failure;
use checker::graph as rules;
use checker::theorem::Side;
use fastrand::Rng;
use games::poorman::Line;
use session::claims::chips as words;
use solver::certificates::produce::{self, Made, Plan, Stopped};
use solver::chess::board::Board;
use solver::chess::endgame::{Edge, Endgame};
use solver::chess::material::{Colour, DoubleStep, Signature};
use solver::games::chips::endgames::{self, Endgames};
use solver::games::chips::{ChipAuction, Solved, Winner, all, certify, solve, under};
use solver::games::poorman;
use solver::graph::exact::policy::Silent;
use solver::graph_games::{Game, Kind, Position, generate, solve as games_solve};

const RULES: [Winner; 2] = [Winner::Moves, Winner::Decides];

/// A small game: for each position Left's options and Right's; none where the game is over. The last two are lost and won for Left.
type Small = Vec<Option<[Vec<usize>; 2]>>;

fn random_game(rng: &mut Rng, open: usize) -> Small {
    let mut game: Small = Vec::new();
    for _ in 0..open {
        // Now and then a player has no option.
        let mut options = || {
            let count = *[0, 1, 1, 2, 2, 3].get(rng.usize(0..6)).unwrap();
            (0..count).map(|_| rng.usize(0..open + 2)).collect::<Vec<_>>()
        };
        let pair = [options(), options()];
        let is_empty = pair.iter().all(Vec::is_empty);
        game.push(Some(if is_empty { [vec![open], vec![open + 1]] } else { pair }));
    }
    game.extend([None, None]);
    game
}

fn as_game(small: &Small) -> Game {
    let position = |(number, options): (usize, &Option<[Vec<usize>; 2]>)| {
        let kind = match options {
            None => Kind::Terminal(u32::from(number + 1 == small.len()).into_ratio()),
            Some([left, right]) => {
                let numbers = |list: &Vec<usize>| list.iter().map(|&option| option as u32).collect();
                Kind::Open { left: numbers(left), right: numbers(right) }
            }
        };
        Position { name: format!("p{number}"), kind }
    };
    Game::new(None, small.iter().enumerate().map(position).collect()).expect("a game")
}

trait IntoRatio {
    fn into_ratio(self) -> num_rational::Ratio<num_bigint::BigUint>;
}

impl IntoRatio for u32 {
    fn into_ratio(self) -> num_rational::Ratio<num_bigint::BigUint> {
        num_rational::Ratio::from_integer(self.into())
    }
}

fn solved(game: &Game, chips: u64, winner: Winner) -> Solved {
    let auction = ChipAuction { chips, winner };
    let (graph, _) = under(game, auction).expect("terminal values 0 and 1");
    solve(&graph, auction, 1, &|_| ()).expect("a solution")
}

fn read(game: &Game) -> Arc<rules::Game> {
    Arc::new(rules::Game::read(game.write().as_bytes()).expect("a game"))
}

fn check(bytes: &[u8], game: &Arc<rules::Game>) -> Result<(), Failure> {
    games::checker(1, |_| None::<Vec<u8>>).check(bytes, Some(game)).map(|_| ())
}

/// The thresholds that are verified are the true ones: there is one such table, and the checker's tests compare it with brute force of the auction.
#[test]
fn tables_of_random_games_are_verified() {
    let mut rng = Rng::with_seed(16);
    let (mut drawn, mut differ) = (0, 0);
    for number in 0..300 {
        let small = random_game(&mut rng, 1 + number % 6);
        let (game, open) = (as_game(&small), small.len() - 2);
        let file = read(&game);
        for chips in [0, 1, 2, 5, 12] {
            let found = RULES.map(|winner| solved(&game, chips, winner));
            for found in &found {
                check(&certify::graph(file.digest, found), &file)
                    .unwrap_or_else(|failure| panic!("{small:?} {failure:?}"));
                assert_eq!(found.drawn(), (0..open).map(|place| i128::from(found.drawn_at(place))).sum());
                drawn += found.drawn();
            }
            let [moves, decides] = found.map(|found| found.lines.map(|lines| lines.chips));
            differ += u32::from(moves != decides);
        }
    }
    assert!(drawn > 1000 && differ > 20, "the games are too simple: {drawn} drawn, {differ} differ");
}

/// Two positions that lead only to each other.
fn two_cycle() -> Small {
    vec![Some([vec![1], vec![1]]), Some([vec![0], vec![0]]), None, None]
}

/// Whoever follows the advice keeps what it claims, whatever the opponent bids and wherever the opponent goes.
#[test]
fn advice_keeps_what_it_claims() {
    let mut rng = Rng::with_seed(5);
    let (mut followed, mut drawn) = (0, 0);
    for number in 0..200 {
        let small = random_game(&mut rng, 1 + number % 5);
        let (chips, winner) = (rng.u64(0..8), RULES[number % 2]);
        let (game, auction) = (as_game(&small), ChipAuction { chips, winner });
        let (file, found) = (read(&game), solved(&game, chips, winner));
        let verified = games::checker(1, |_| None::<Vec<u8>>)
            .check(&certify::graph(file.digest, &found), Some(&file))
            .expect("verified");
        let content: &games::chips::Chips = verified.subject().downcast_ref().expect("about chips");
        let all = 2 * chips + 1;
        for place in 0..small.len() - 2 {
            let entry = words::at_text(&verified, content, &format!("p{place}")).expect("a position");
            for (side, held) in
                [Side::White, Side::Black].into_iter().flat_map(|side| (0..=all).map(move |t| (side, t)))
            {
                assert!(words::text(content, &entry, Some(words::Held(held))).len() > 50);
                let line = |lines: &games::chips::Lines, side: Side, held: u64| {
                    held >= side.of(lines[0], lines[1])[(held % 2) as usize].threshold
                };
                let advice = entry.advice(certify::stated(auction), side, held);
                assert_eq!(advice.is_none(), line(&entry.lines, side.other(), all - held), "{small:?} {place} {held}");
                let Some(advice) = advice else { continue };
                assert_eq!(advice.wins, line(&entry.lines, side, held));
                followed += 1;
                drawn += u32::from(!advice.wins);
                let is_kept = |lines: &games::chips::Lines, held: u64| match advice.wins {
                    true => line(lines, side, held),
                    false => !line(lines, side.other(), all - held),
                };
                let own: Vec<usize> = (0..entry.options.len()).filter(|&one| entry.options[one].by == side).collect();
                let other: Vec<usize> = (0..entry.options.len()).filter(|&one| entry.options[one].by != side).collect();
                // The player takes an option of the advice; `usize::MAX` lets the opponent move.
                let take = |options: &[usize], held: u64| {
                    assert!(!options.is_empty(), "{small:?} {place} {held} {advice:?}");
                    for &option in options {
                        let reached = if option == usize::MAX { &other[..] } else { &[option][..] };
                        assert!(
                            reached.iter().all(|&one| is_kept(&entry.options[one].lines, held)),
                            "{small:?} {advice:?}"
                        );
                    }
                };
                // The opponent has bought: moves anywhere, or lets the player move, who then takes the best option.
                let give = |held: u64| {
                    assert!(
                        other.iter().all(|&one| is_kept(&entry.options[one].lines, held)),
                        "{small:?} {place} {advice:?}"
                    );
                    let named = own.iter().any(|&one| is_kept(&entry.options[one].lines, held));
                    assert!(winner == Winner::Moves || named, "{small:?} {place} {advice:?}");
                };
                assert!(advice.bid <= held / 2);
                for y in 0..=(all - held) / 2 {
                    let (x, star) = (advice.bid, held % 2 == 1);
                    match x.cmp(&y) {
                        std::cmp::Ordering::Greater => take(&advice.bought, held - 2 * x),
                        std::cmp::Ordering::Less => give(held + 2 * y),
                        std::cmp::Ordering::Equal if star => match advice.star.expect("the player has the star") {
                            words::Star::Use => take(&advice.with_star, held - 2 * x - 1),
                            words::Star::Keep => give(held + 2 * x),
                        },
                        std::cmp::Ordering::Equal => {
                            give(held + 2 * x + 1);
                            take(&advice.bought, held - 2 * x);
                        }
                    }
                }
            }
        }
    }
    assert!(followed > 2000 && drawn > 200, "{followed} {drawn}");
}

/// What follows from a window of totals is what the solver finds for each total, and the checker verifies it.
#[test]
fn every_number_of_chips_follows_from_a_window() {
    let mut rng = Rng::with_seed(9);
    let mut games: Vec<Game> = vec![as_game(&two_cycle()), generate::path(5)];
    games.extend((0..60).map(|number| as_game(&random_game(&mut rng, 1 + number % 4))));
    games.extend((0..20).map(|seed| generate::random_acyclic(seed, 10, 2)));
    let (mut found, mut refused, mut irregular) = (0, 0, 0);
    for game in games {
        let solution = games_solve::solve(&game, games_solve::Method::Exact, 1, &mut Silent).expect("exact values");
        let all = match all::all(&game, &solution, 1, &|_| ()) {
            Ok(all) if all.period <= 64 => all,
            Ok(_) | Err(all::NotAll::Window(_) | all::NotAll::Period(_)) => {
                refused += 1;
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        found += 1;
        irregular += all.irregular(0).len();
        let start = all.first + all.period;
        for total in (0..start + 3 * all.period).chain([start + 40 * all.period + 1]) {
            let solved = solved(&game, total, Winner::Decides);
            for side in 0..2 {
                for node in 0..solved.lines[side].chips.len() {
                    let needs = all.needs(total, side, node);
                    assert_eq!(needs, solved.lines[side].chips[node], "{} {total} {side} {node}", game.write());
                }
            }
        }
        let verified = all.verify(start..start + 2 * all.period, 1, &|_| ());
        assert_eq!(verified, Ok(2 * all.period), "{}", game.write());
        // A prediction that is wrong is refused: the one for another total.
        let mut wrong = all.predicted(start).expect("a prediction");
        wrong.auction.chips += 1;
        assert!(
            check(&certify::graph(read(&game).digest, &wrong), &read(&game)).is_err()
                || all.shares[0].iter().all(|share| share % all.period as i64 == 0)
        );
    }
    println!("{found} games, {refused} refused, {irregular} irregular totals");
    assert!(found >= 60, "{found} {refused}");
}

#[test]
fn the_endgames_have_the_drawn_states_of_the_chapter() {
    let drawn = |men: &str| {
        let board: solver::chess::board::Board = "8x8".parse().expect("a board");
        let auction = ChipAuction { chips: 200, winner: Winner::Moves };
        let mut all: Vec<(Endgame, Solved)> = Vec::new();
        for men in ["Kk", men] {
            let endgame =
                Endgame::new(board, Signature::parse(men).expect("men").0, DoubleStep::Auto).expect("an endgame");
            let imports: Vec<&Endgame> = all.iter().map(|(endgame, _)| endgame).collect();
            let graph = endgame.graph(&imports, 1).with(|edge| match *edge {
                Edge::KingCaptured(colour) => auction.won(colour == Colour::White),
                Edge::Import { import, position, flipped } => {
                    let [white, black] = all[import].1.known(position as usize);
                    if flipped { [black, white] } else { [white, black] }
                }
            });
            let solved = solve(&graph, auction, 1, &|_| ()).expect("a solution");
            all.push((endgame, solved));
        }
        all.iter().map(|(_, solved)| solved.drawn()).sum::<i128>()
    };
    assert_eq!(drawn("KQk"), 3_711);
    assert_eq!(drawn("KNk"), 12_381 + 924);
}

/// Chips that are paid to the bank: what an endgame imports it could as well play itself, on one graph with all that it leads to.
#[test]
fn endgames_that_pay_the_bank_are_verified_and_need_what_they_need_as_graphs() {
    let board: Board = "3x4".parse().expect("a board");
    for owner in [Some(Side::White), Some(Side::Black), None] {
        for (winner, men, most) in [(Winner::Moves, "KNk", 5), (Winner::Decides, "KPk", 2), (Winner::Moves, "KNkn", 2)]
        {
            let signature = Signature::parse(men).expect("men").0;
            let is_admitted = solver::request::Auction::BankChips(most, winner, owner).admit(&signature).is_ok();
            assert_eq!(is_admitted, owner.is_none() || men != "KNkn");
            if !is_admitted {
                continue;
            }
            let auction = poorman::auction(winner, owner, most);
            let game = Endgames { board, double_step: DoubleStep::Auto, auction, threads: 1, computed: &|_, _, _| () };
            let (mut files, mut apart, mut members) = (BTreeMap::new(), Vec::new(), Vec::new());
            let mut last = None;
            let mut tell = |_: &Signature, made: &Made<_>| {
                let made: &Made<endgames::Solved<poorman::Solved>> = made;
                files.insert(made.digest, made.bytes.clone());
                apart.extend(thresholds(&made.solved.lines));
                members.push(made.solved.endgame.clone());
                last = Some(made.digest);
                Ok::<(), Stopped>(())
            };
            produce::all(&game, &Plan::of(&[signature]), &mut Silent, &mut tell).expect("a small endgame");
            let bytes = &files[&last.expect("it was told of")];
            games::checker(2, |digest| files.get(&digest).cloned()).check(bytes, None).expect("verified");
            // With equal men on both sides a graph has positions of its own for exchanged colours.
            if men == "KNkn" {
                continue;
            }
            let whole = solver::graph_games::chess::endgame(&members, 1);
            let mut whole = thresholds(&poorman::solve(&whole, auction, &|_| ()).expect("solved"));
            whole.sort_unstable();
            apart.sort_unstable();
            assert!(apart == whole, "{men} {winner:?} {owner:?}");
        }
    }
}

/// What each side needs at each position.
fn thresholds(solved: &poorman::Solved) -> Vec<Vec<u64>> {
    let [white, black] = &solved.lines;
    let both =
        |(white, black): (&Vec<Line>, &Vec<Line>)| white.iter().chain(black).map(|line| line.threshold).collect();
    white.iter().zip(black).map(both).collect()
}
