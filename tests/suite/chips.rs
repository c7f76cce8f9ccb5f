//! Auctions with chips: the solver and the checker against brute force of the auction itself, which is written here and knows neither half
//! units nor thresholds.

use std::sync::Arc;

use checker::certificate::Digest;
use checker::failure::Failure;
use checker::graph as rules;
use checker::theorem::Side;
use checker::write::write;
use fastrand::Rng;
use report::claims::chips as words;
use report::notation;
use solver::chess::endgame::{Edge, Endgame};
use solver::chess::material::{Colour, DoubleStep, Signature};
use solver::games::chips::{ChipAuction, Solved, Winner, all, certify, solve, under};
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

/// What a player has: chips, and whether the star.
type Purse = (usize, bool);

/// The states that a player can win, by brute force: for each position, for each number of chips of that player, without the star and with it.
/// In each round every bid is tried against every bid of the opponent.
fn brute(game: &Small, chips: usize, winner: Winner, side: usize) -> Vec<Vec<[bool; 2]>> {
    let won = if side == 0 { game.len() - 1 } else { game.len() - 2 };
    let mut wins: Vec<Vec<[bool; 2]>> = (0..game.len()).map(|place| vec![[place == won; 2]; chips + 1]).collect();
    loop {
        let mut changed = false;
        for place in 0..game.len() {
            let Some(lists) = &game[place] else { continue };
            let stay = vec![place];
            let list = |of: usize| if lists[of].is_empty() { &stay } else { &lists[of] };
            let (own, other) = (list(side), list(1 - side));
            // What can come of it, by the purse after the payment, when this player moves, or the opponent.
            let table = |is_good: &dyn Fn(&Purse) -> bool| -> Vec<[bool; 2]> {
                (0..=chips).map(|chips| [false, true].map(|star| is_good(&(chips, star)))).collect()
            };
            let good_at = |to: &usize, purse: &Purse| wins[*to][purse.0][usize::from(purse.1)];
            let i_move = |purse: &Purse| own.iter().any(|to| good_at(to, purse));
            let they_move = |purse: &Purse| other.iter().all(|to| good_at(to, purse));
            let (i_bought, they_bought) = match winner {
                Winner::Moves => (table(&i_move), table(&they_move)),
                Winner::Decides => (
                    table(&|purse| i_move(purse) || they_move(purse)),
                    table(&|purse| i_move(purse) && they_move(purse)),
                ),
            };
            let look = |table: &[[bool; 2]], purse: Purse| table[purse.0][usize::from(purse.1)];
            for (mine, row) in wins[place].iter_mut().enumerate() {
                for star in [false, true] {
                    if row[usize::from(star)] {
                        continue;
                    }
                    let outcome = |x: usize, y: usize| match x.cmp(&y) {
                        std::cmp::Ordering::Greater => look(&i_bought, (mine - x, star)),
                        std::cmp::Ordering::Less => look(&they_bought, (mine + y, star)),
                        // Equal bids: who has the star buys and gives it away, or lets the other buy.
                        std::cmp::Ordering::Equal if star => {
                            look(&i_bought, (mine - x, false)) || look(&they_bought, (mine + x, true))
                        }
                        std::cmp::Ordering::Equal => {
                            look(&they_bought, (mine + x, true)) && look(&i_bought, (mine - x, false))
                        }
                    };
                    let answers = chips - mine;
                    if (0..=mine).any(|x| (0..=answers).all(|y| outcome(x, y))) {
                        row[usize::from(star)] = true;
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            return wins;
        }
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
    games::checker(1, |_| None::<Vec<u8>>).check(&bytes, Some(game)).map(|_| ())
}

#[test]
fn agrees_with_brute_force_of_the_auction() {
    let mut rng = Rng::with_seed(16);
    let (mut games, mut states, mut drawn, mut differ) = (0, 0_u64, 0_u64, 0);
    for number in 0..900 {
        let small = random_game(&mut rng, 1 + number % 6);
        let game = as_game(&small);
        let file = read(&game);
        let open = small.len() - 2;
        let mut by_rule = Vec::new();
        for winner in RULES {
            for chips in 0..=12 {
                let found = solved(&game, chips as u64, winner);
                check(&certify::graph(file.digest, &found), &file)
                    .unwrap_or_else(|failure| panic!("{small:?} {chips} {winner:?} {failure:?}"));
                let wins = [0, 1].map(|side| brute(&small, chips, winner, side));
                for (place, (left, right)) in wins[0].iter().zip(&wins[1]).enumerate().take(open) {
                    for (mine, star) in (0..=chips).flat_map(|mine| [(mine, 0), (mine, 1)]) {
                        for (side, wins) in [left, right].into_iter().enumerate() {
                            let expected = wins[mine][star];
                            let stated = mine as i64 >= found.lines[side].chips[place][star];
                            assert_eq!(stated, expected, "{small:?} {chips} {winner:?} {place} {mine} {star} {side}");
                        }
                        states += 1;
                        drawn += u64::from(!left[mine][star] && !right[chips - mine][1 - star]);
                        // A state is never won by both.
                        assert!(!(left[mine][star] && right[chips - mine][1 - star]));
                    }
                }
                assert_eq!(found.drawn(), (0..open).map(|place| i128::from(found.drawn_at(place))).sum());
                by_rule.push(found.lines.each_ref().map(|lines| lines.chips.clone()));
            }
        }
        differ += u32::from(by_rule[..13] != by_rule[13..]);
        games += 1;
    }
    println!("{games} games, {states} states, {drawn} drawn; the rules differ in {differ} games");
    assert!(drawn > 1000 && differ > 50, "the games are too simple: {drawn} drawn, {differ} differ");
}

/// Two positions that lead only to each other.
fn two_cycle() -> Small {
    vec![Some([vec![1], vec![1]]), Some([vec![0], vec![0]]), None, None]
}

#[test]
fn a_cycle_is_drawn_and_tables_with_the_average_property_are_refused() {
    let game = as_game(&two_cycle());
    let file = read(&game);
    let (mut tables, mut true_ones) = (0, 0);
    for chips in 0..=9_i64 {
        let honest = solved(&game, chips as u64, Winner::Decides);
        assert_eq!(honest.drawn(), 4 * i128::from(chips + 1));
        check(&certify::graph(file.digest, &honest), &file).expect("drawn everywhere");
        // Both positions have the same thresholds: each is then the average of its options.
        for threshold in 0..=2 * chips + 1 {
            let needs = [(threshold + 1) / 2, threshold / 2];
            for bid in 0..=chips.min(3) {
                for label in 0..2 {
                    let mut forged = honest.clone();
                    for lines in &mut forged.lines[..1] {
                        for place in 0..2 {
                            lines.chips[place] = needs;
                            lines.labels[place] = [1 + (label + place as u32) % 2; 2];
                            for (star, &k) in needs.iter().enumerate() {
                                if k > chips {
                                    (lines.labels[place][star], lines.bids[place][star]) = (0, 0);
                                } else {
                                    lines.bids[place][star] = bid.min(k);
                                }
                                lines.guards[place][star] = if k == 0 { 0 } else { bid.min(chips - k + 1) };
                            }
                        }
                    }
                    tables += 1;
                    true_ones += usize::from(check(&certify::graph(file.digest, &forged), &file).is_ok());
                }
            }
        }
    }
    assert!(tables >= 800, "{tables} tables");
    assert_eq!(true_ones, 0, "of {tables} tables");
}

/// The numbers of a table, by kind: thresholds, labels, bids, guards; then side, position, star.
fn changed(solved: &mut Solved, kind: usize, side: usize, place: usize, star: usize, new: i64) {
    let lines = &mut solved.lines[side];
    match kind {
        0 => lines.chips[place][star] = new,
        1 => lines.labels[place][star] = new as u32,
        2 => lines.bids[place][star] = new,
        _ => lines.guards[place][star] = new,
    }
}

/// So many mutants of tables: one number changed, or up to three. None is accepted that has other thresholds. Gives how many were accepted all the same, because
/// another label, bid or guard may be as good.
fn mutants(count: usize, seed: u64) -> (usize, usize) {
    let mut rng = Rng::with_seed(seed);
    let (mut tried, mut accepted, mut thresholds) = (0, 0, 0);
    while tried < count {
        let small = random_game(&mut rng, 2 + tried % 5);
        let (chips, winner) = (rng.u64(0..13), RULES[rng.usize(0..2)]);
        let game = as_game(&small);
        let (file, honest) = (read(&game), solved(&game, chips, winner));
        check(&certify::graph(file.digest, &honest), &file).expect("the unmodified control");
        for _ in 0..24 {
            let mut mutant = honest.clone();
            for _ in 0..1 + rng.usize(0..3) {
                let kind = rng.usize(0..4);
                let (side, place, star) = (rng.usize(0..2), rng.usize(0..small.len() - 2), rng.usize(0..2));
                let new = match kind {
                    0 => rng.i64(0..chips as i64 + 2),
                    1 => rng.i64(0..12),
                    _ => rng.i64(0..chips as i64 + 1),
                };
                changed(&mut mutant, kind, side, place, star, new);
            }
            if mutant.lines == honest.lines {
                continue;
            }
            tried += 1;
            let other = [0, 1].iter().any(|&side| mutant.lines[side].chips != honest.lines[side].chips);
            thresholds += usize::from(other);
            if check(&certify::graph(file.digest, &mutant), &file).is_ok() {
                accepted += 1;
                assert!(!other, "{small:?} {chips} {winner:?}: accepted with other thresholds: {:?}", mutant.lines);
            }
        }
    }
    assert!(thresholds > count / 4, "{thresholds} of {tried} mutants have other thresholds");
    (tried, accepted)
}

#[test]
fn refuses_36_000_mutants() {
    let (tried, accepted) = mutants(36_000, 2);
    println!("{tried} mutants, {accepted} accepted, none with other thresholds");
    assert!(accepted < tried / 10, "{accepted} of {tried}");
}

fn folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../certs/chips")
}

/// The committed certificates: file, game, chips, rule.
const GAMES: [(&str, &str, u64, Winner); 4] = [
    ("star.cert", "star.json", 1, Winner::Moves),
    ("rounding.cert", "rounding.json", 0, Winner::Decides),
    ("hex-1.cert", "hex.json", 1, Winner::Decides),
    ("hex-5.cert", "hex.json", 5, Winner::Decides),
];

#[test]
fn committed_certificates_are_verified_and_made_again() {
    for (name, game, chips, winner) in GAMES {
        let text = std::fs::read_to_string(folder().join(game)).expect("the game");
        let bytes = std::fs::read(folder().join(name)).expect("the certificate");
        let file = Arc::new(rules::Game::read(text.as_bytes()).expect("a game"));
        check(&bytes, &file).unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
        assert_eq!(
            bytes,
            certify::graph(file.digest, &solved(&Game::read(&text).expect("a game"), chips, winner)),
            "{name}"
        );
    }
    // Each number that is stated in a certificate is one of the game in this file alone.
    let other = std::fs::read(folder().join("rounding.json")).expect("the game");
    let star = std::fs::read(folder().join("star.cert")).expect("the certificate");
    assert!(check(&star, &Arc::new(rules::Game::read(&other).expect("a game"))).is_err());
    let mut named = 0;
    for (name, digest) in pipeline_tests::digests("certs/chips") {
        let bytes = std::fs::read(folder().join(&name)).expect("a file");
        assert_eq!(digest, notation::digest(Digest::of(&bytes)), "{name}");
        named += 1;
    }
    let there = std::fs::read_dir(folder()).expect("the folder").flatten();
    let there = there.filter(|entry| entry.path().extension().is_some_and(|end| end == "cert")).count();
    assert_eq!((named, there), (there, GAMES.len() + 4));
}

#[test]
fn committed_endgames_are_verified_with_the_drawn_states_that_were_counted() {
    // 924 of bare kings: found by others, too. The same figure was counted in another way for KQk, 3,711 with the bare kings.
    let expected = [
        ("8x8_Kk_200_moves.cert", 924),
        ("8x8_KNk_200_moves.cert", 12_381),
        ("4x4_Kk_9_decides.cert", 0),
        ("4x4_KNk_9_decides.cert", 0),
    ];
    let find = |digest: Digest| {
        let files = std::fs::read_dir(folder()).expect("the folder").flatten();
        files.filter_map(|file| std::fs::read(file.path()).ok()).find(|bytes| Digest::of(bytes) == digest)
    };
    for (name, drawn) in expected {
        let bytes = std::fs::read(folder().join(name)).expect("the certificate");
        let verified =
            games::checker(1, find).check(&bytes, None).unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
        let chips = verified.about().unwrap_or_else(|| panic!("{name}"));
        assert_eq!(words::drawn(&chips), drawn, "{name}");
        // A certificate rests on the smaller endgame under the same auction.
        let alone = games::checker(1, |_| None::<Vec<u8>>).check(&bytes, None);
        assert_eq!(alone.is_err(), name.contains("KNk"), "{name}");
    }
    // With the wrong import: bare kings under the other rule, or with another number of chips.
    let knk = std::fs::read(folder().join("4x4_KNk_9_decides.cert")).expect("the certificate");
    let kings = std::fs::read(folder().join("8x8_Kk_200_moves.cert")).expect("the certificate");
    let mut head = games::certificate(&knk).expect("a certificate").head;
    head.imports = vec![Digest::of(&kings)];
    let slices = pipeline_tests::slices(&games::certificate(&knk).expect("a certificate"));
    let verdict = games::checker(1, find).check(&write(&head, &slices), None);
    assert!(matches!(verdict, Err(Failure::Import(0, _))), "{verdict:?}");
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
