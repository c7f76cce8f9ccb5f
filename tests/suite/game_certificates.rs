//! Games as graphs through the whole pipeline: what the solver writes, the checker verifies for the same file and for no other; and both read the same files.

use std::sync::Arc;

use checker::Verified;
use checker::graph;
use checker::theorem;
use fastrand::Rng;
use num_bigint::BigUint;
use num_rational::{BigRational, Ratio};
use pipeline_tests::{check_with, sample};
use session::entry::{self, Interval};
use session::figures::Figures;
use session::fraction;
use solver::certificates::certify;
use solver::graph::exact::policy::Silent;
use solver::graph::{INFINITE, Label};
use solver::graph_games::enclose::enclose;
use solver::graph_games::solve::{Method, Solution, solve};
use solver::graph_games::{Game, Kind, generate};

fn half() -> Ratio<BigUint> {
    Ratio::new(1u8.into(), 2u8.into())
}

/// Games of each kind, sharp ones and others.
fn games() -> Vec<Game> {
    let random = (0..12).flat_map(|seed| {
        [
            generate::random(seed, 12, 2),
            generate::random(seed, 90, 4),
            generate::random_acyclic(seed, 60, 3),
            generate::random_two_options(seed, 50),
            generate::random_undirected(seed, 70, 2),
            generate::random_turns(seed, 60, 3),
        ]
    });
    random.chain([generate::path(2), generate::path(25), generate::tic_tac_toe(&half())]).collect()
}

fn solved(game: &Game) -> (Solution, Vec<u8>) {
    let solution = solve(game, Method::Exact, 2, &mut Silent).expect("small values");
    let bytes = certify::graph(stated(game).digest, None, &solution.table);
    (solution, bytes)
}

/// The game as the checker reads it.
fn stated(game: &Game) -> Arc<graph::Game> {
    Arc::new(graph::Game::read(game.write().as_bytes()).expect("a game"))
}

/// Verified for a game.
fn verified(bytes: &[u8], game: &Arc<graph::Game>) -> Arc<Verified> {
    check_with(bytes, &[], Some(Arc::clone(game))).unwrap_or_else(|failure| panic!("{failure:?}"))
}

/// How the checker counts a label.
fn label(label: Label) -> Option<theorem::Label> {
    Some(if label == INFINITE { theorem::INFINITE } else { label })
}

#[test]
fn the_checker_verifies_what_is_solved_and_shows_the_same_values() {
    let mut not_sharp = 0;
    for game in games() {
        let (solution, bytes) = solved(&game);
        let verified = verified(&bytes, &stated(&game));
        let value =
            |value: &Ratio<BigUint>| BigRational::new(value.numer().clone().into(), value.denom().clone().into());
        for (number, position) in (0..).zip(game.positions()) {
            let known = solution.known(number);
            let seen = entry::at_text(&verified, &position.name).expect("a position").known;
            assert!(seen.alpha.is_exact() && seen.beta.is_exact());
            let values = [&known.lower, &known.upper].map(value);
            assert_eq!([seen.alpha.low, seen.beta.low], values, "{}", position.name);
            let mut labels = [known.white_label, known.black_label].map(label);
            if let Kind::Turn { .. } | Kind::Chance(_) = position.kind {
                // Where nobody bids, a side that has nothing has no label.
                let nothing = [
                    known.lower == Ratio::new(0u8.into(), 1u8.into()),
                    known.upper == Ratio::new(1u8.into(), 1u8.into()),
                ];
                labels.iter_mut().zip(nothing).filter(|(_, nothing)| *nothing).for_each(|(label, _)| *label = Some(0));
            }
            assert_eq!(seen.labels, labels, "{:?}: {}", game.title(), position.name);
        }
        assert_eq!(Figures::new(&verified).not_sharp, solution.not_sharp());
        not_sharp += usize::from(solution.not_sharp() > 0);
    }
    assert!(not_sharp > 10, "{not_sharp} games with α < β");
}

/// The checker verifies enclosures, whatever the units, and the exact values lie in them; of a sharp game that is enclosed finely they are tight.
#[test]
fn the_checker_verifies_enclosures_and_the_exact_values_lie_in_them() {
    for game in games().into_iter().step_by(sample(5, 1)) {
        let (solution, _) = solved(&game);
        for bits in [1, 7, 20, 56, 62] {
            let enclosure = enclose(&game, bits, &mut Silent);
            let bytes = certify::graph_enclosure(stated(&game).digest, None, &enclosure.enclosed);
            let verified = verified(&bytes, &stated(&game));
            let unit = Ratio::new(BigUint::from(1u8), BigUint::from(1u64 << bits));
            for number in 0..game.positions().len() as u32 {
                let (known, bounds) = (solution.known(number), enclosure.bounds(number));
                for (value, [low, high]) in [(&known.lower, bounds.alpha), (&known.upper, bounds.beta)] {
                    let [low, high] = [low, high].map(|end| &unit * BigUint::from(end));
                    assert!(low <= *value && *value <= high, "{bits} bits, {}", game.name(number));
                }
                let seen = entry::at_text(&verified, game.name(number)).expect("a position").known;
                let ends = |value: &Interval| [value.low.to_string(), value.high.to_string()];
                if !game.positions()[number as usize].kind.is_terminal() {
                    let stated =
                        |[low, high]: [u64; 2]| [low, high].map(|end| (&unit * BigUint::from(end)).to_string());
                    assert_eq!([ends(&seen.alpha), ends(&seen.beta)], [bounds.alpha, bounds.beta].map(stated));
                }
            }
            if bits == 56 {
                assert!(enclosure.widest() < 1 << 16, "{:?}: {} units", game.title(), enclosure.widest());
                assert_eq!(enclosure.not_sharp(), solution.not_sharp(), "{:?}", game.title());
            }
        }
    }
}

/// Every method that takes the game, on any number of threads, writes the same bytes.
#[test]
fn a_game_has_one_certificate() {
    let games =
        [(generate::random_acyclic(5, 80, 3)), (generate::random_undirected(5, 80, 2)), (generate::random(5, 80, 3))];
    for game in games {
        let (_, bytes) = solved(&game);
        for threads in [1, 3] {
            let solution =
                solve(&game, Method::Proposed(lp::policies), threads, &mut Silent).expect("a game of the kind");
            assert_eq!(certify::graph(stated(&game).digest, None, &solution.table), bytes, "{threads}");
        }
    }
}

/// Seeded changes of the text of games: the two readers, which share no code, take and refuse the same ones, and see the same game in what they take.
#[test]
fn both_readers_take_the_same_files() {
    let seeds = [
        generate::path(3).write(),
        generate::random_acyclic(2, 6, 2).write(),
        r#"{"positions":[{"right":["b"],"name":"ä\u0301"},{"value":"2/4","name":"b"}],"bidding-game":2}"#.to_owned(),
        generate::random_turns(2, 8, 2).write(),
    ];
    let pieces = [
        "\"",
        ",",
        "{",
        "}",
        "[",
        "]",
        ":",
        "null",
        "1",
        "0",
        "1.0",
        "\\u0000",
        "\\n",
        "é",
        " ",
        "\n",
        "-",
        "/",
        "left",
        "right",
        "turn",
        "chance",
        "weight",
        "value",
        "\"1/2\"",
        "\"turn\": \"left\",",
        "\"left\": [],",
        "\"value\": \"1\",",
        "\"name\": \"0\",",
        "\"bidding-game\": 2,",
        "\"title\": \"\",",
        "\"title\": \"x\",",
        "\u{feff}",
        "1e0",
        "true",
        "\"1\"",
        "\\ud800",
        "\t",
        "\u{85}",
    ];
    let mut rng = Rng::with_seed(7);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..30_000 {
        let mut text = rng.choice(&seeds).expect("a seed").clone();
        for _ in 0..rng.u32(1..=3) {
            let places: Vec<usize> = text.char_indices().map(|(place, _)| place).chain([text.len()]).collect();
            let start = rng.usize(0..places.len());
            let end = (start + rng.usize(0..3)).min(places.len() - 1);
            let piece = if rng.u32(0..4) == 0 { "" } else { rng.choice(&pieces).expect("a piece") };
            text.replace_range(places[start]..places[end], piece);
        }
        match (Game::read(&text), graph::Game::read(text.as_bytes())) {
            (Ok(ours), Ok(theirs)) => {
                taken += 1;
                assert_eq!(
                    (theirs.names.len(), theirs.title.as_deref()),
                    (ours.positions().len(), ours.title()),
                    "{text}"
                );
                for (number, position) in ours.positions().iter().enumerate() {
                    assert_eq!(*theirs.names[number], *position.name, "{text}");
                    let value = theirs.places[number].err();
                    let value =
                        value.map(|index| fraction::rational(theirs.values[index as usize].clone()).to_string());
                    match &position.kind {
                        Kind::Terminal(own) => assert_eq!(value, Some(own.reduced().to_string()), "{text}"),
                        _ => assert_eq!(value, None, "{text}"),
                    }
                }
            }
            (Err(_), Err(_)) => refused += 1,
            (ours, theirs) => panic!("{text}\nsolver: {ours:?}\nchecker: {theirs:?}"),
        }
    }
    assert!(taken > 1_000 && refused > 1_000, "{taken} taken, {refused} refused");
}
