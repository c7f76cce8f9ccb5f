//! Scored games: random ones, whose points and thresholds are found from the ends on; the greatest scores; endless play; and what is refused.

use std::cmp::Ordering;
use std::sync::Arc;

use checker::Verified;
use checker::certificate::{Form, Statement};
use checker::claim::Subject;
use checker::failure::Failure;
use checker::numbers::{Fraction, Fractions};
use games::scores::{Aim, GameFault, NUMBER, Score, ScoreTable, Scored};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use writer::{Writer, spell, write};

use crate::witness::one_in;
use crate::witness::support::{Random, head};

type Q = BigRational;

fn q(numerator: i64, denominator: i64) -> Q {
    Q::new(numerator.into(), denominator.into())
}

/// A position. Options are earlier positions of the list, so that play ends.
enum Node {
    End(i64, i64),
    /// Left's options, and Right's; none is a pass, which the brute force below does not know.
    Bid([Vec<usize>; 2]),
    Turn(usize, Vec<usize>),
    /// Options with their weights.
    Chance(Vec<(usize, i64)>),
}

/// A random game: three ends or more, then positions of all sorts.
fn random(random: &mut Random) -> Vec<Node> {
    let ends = 3 + random.below(4);
    let mut nodes: Vec<Node> = Vec::new();
    for _ in 0..ends {
        nodes.push(Node::End(random.below(13) as i64 - 6, 1 + random.below(3) as i64));
    }
    for number in ends..ends + 9 {
        let some =
            |random: &mut Random| -> Vec<usize> { (0..1 + random.below(3)).map(|_| random.below(number)).collect() };
        nodes.push(match random.below(6) {
            0 => Node::Turn(0, some(random)),
            1 => Node::Turn(1, some(random)),
            2 => Node::Chance(some(random).into_iter().map(|to| (to, 1 + random.below(3) as i64)).collect()),
            _ => Node::Bid([some(random), some(random)]),
        });
    }
    nodes
}

/// The file of a game.
fn json(nodes: &[Node]) -> String {
    let names = |list: &[usize]| list.iter().map(|to| format!("\"{to}\"")).collect::<Vec<_>>().join(", ");
    let position = |(number, node): (usize, &Node)| {
        let fields = match node {
            Node::End(above, 1) => format!("\"score\": \"{above}\""),
            Node::End(above, below) => format!("\"score\": \"{above}/{below}\""),
            Node::Bid([left, right]) => format!("\"left\": [{}], \"right\": [{}]", names(left), names(right)),
            Node::Turn(player, list) => {
                let side = ["left", "right"][*player];
                format!("\"turn\": \"{side}\", \"{side}\": [{}]", names(list))
            }
            Node::Chance(draws) => {
                let all: i64 = draws.iter().map(|draw| draw.1).sum();
                let draw =
                    |(to, weight): &(usize, i64)| format!("{{\"to\": \"{to}\", \"weight\": \"{weight}/{all}\"}}");
                format!("\"chance\": [{}]", draws.iter().map(draw).collect::<Vec<_>>().join(", "))
            }
        };
        format!("{{\"name\": \"{number}\", {fields}}}")
    };
    let positions: Vec<String> = nodes.iter().enumerate().map(position).collect();
    format!("{{\"scored-game\": 1, \"positions\": [\n{}\n]}}\n", positions.join(",\n"))
}

/// What each position is worth where an end is worth this: half of the greatest and the least, the greatest or the least, the mean.
fn worth(nodes: &[Node], end: impl Fn(&Q) -> Q) -> Vec<Q> {
    let mut all: Vec<Q> = Vec::new();
    for node in nodes {
        let best = |player: usize, list: &[usize]| {
            let reached = list.iter().map(|&to| all[to].clone());
            if player == 0 { reached.max() } else { reached.min() }.unwrap()
        };
        let value = match node {
            Node::End(above, below) => end(&q(*above, *below)),
            Node::Bid([left, right]) => (best(0, left) + best(1, right)) / q(2, 1),
            Node::Turn(player, list) => best(*player, list),
            Node::Chance(draws) => {
                let sum: i64 = draws.iter().map(|draw| draw.1).sum();
                draws.iter().map(|(to, weight)| &all[*to] * q(*weight, sum)).sum()
            }
        };
        all.push(value);
    }
    all
}

/// The labels of both players, from the definition: how soon play ends if all goes well, by greedy options.
fn labels(nodes: &[Node], x: &[Q]) -> Vec<[u64; 2]> {
    let mut all: Vec<[u64; 2]> = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        let label = |player: usize| {
            let better = |a: &Q, b: &Q| if player == 0 { a.cmp(b) } else { b.cmp(a) };
            let greedy = |list: &[usize]| {
                let best = list.iter().map(|&to| &x[to]).max_by(|a, b| better(a, b)).unwrap();
                list.iter().filter(|&&to| x[to] == *best).map(|&to| all[to][player]).min().unwrap()
            };
            let others = |list: &[usize]| list.iter().map(|&to| all[to][player]).max().unwrap();
            let has_nothing = x[number] == if player == 0 { Q::zero() } else { Q::one() };
            match node {
                Node::End(..) => 0,
                Node::Bid(lists) => 1 + greedy(&lists[player]).min(others(&lists[1 - player])),
                _ if has_nothing => 0,
                Node::Turn(mover, list) => 1 + if *mover == player { greedy(list) } else { others(list) },
                Node::Chance(draws) => 1 + draws.iter().map(|(to, _)| all[*to][player]).min().unwrap(),
            }
        };
        all.push([label(0), label(1)]);
    }
    all
}

fn is_end(node: &Node) -> bool {
    matches!(node, Node::End(..))
}

/// The exact certificate of an aim: these values of the positions that are not ends, and these labels.
fn certificate(aim: &Aim, x: &[Q], labels: &[[u64; 2]]) -> Vec<u8> {
    let mut values = x.to_vec();
    values.sort();
    values.dedup();
    let fraction = |value: &Q| Fraction {
        numerator: value.numer().magnitude().clone(),
        denominator: value.denom().magnitude().clone(),
    };
    let mut slice = Writer::default();
    slice.column(&x.iter().map(|x| values.binary_search(x).unwrap() as u64).collect::<Vec<_>>());
    (0..2).for_each(|side| slice.column(&labels.iter().map(|labels| labels[side]).collect::<Vec<_>>()));
    let mut head = head(Statement::Further(NUMBER, spell(aim)), 0, Form::One, vec![]);
    head.values = Fractions::of(&values.iter().map(fraction).collect::<Vec<_>>()).unwrap().into();
    write(&head, &[slice.0])
}

fn check(bytes: &[u8], game: &Arc<Scored>) -> Result<Arc<Verified>, Failure> {
    let given = Arc::clone(game) as Subject;
    games::checker(1, |_| None::<Vec<u8>>).check_given(bytes, Some(&given))
}

fn read(text: &str) -> Arc<Scored> {
    Arc::new(Scored::read(text.as_bytes()).unwrap())
}

/// What is verified of the position of a number, which is sharp.
fn verified(verified: &Verified, number: u32) -> Q {
    let place = verified.stated().place(number);
    assert_eq!(place.alpha[0], place.beta[1]);
    let Fraction { numerator, denominator } = verified.stated().fraction(place.alpha[0]);
    Q::new(numerator.into(), denominator.into())
}

/// Whether each changed value is refused, one position at a time.
fn refuses_others(aim: &Aim, game: &Arc<Scored>, x: &[Q], labels: &[[u64; 2]]) {
    for number in 0..x.len() {
        for other in [q(0, 1), q(1, 3), q(1, 1), &x[number] / q(2, 1)] {
            if other != x[number] {
                let mut wrong = x.to_vec();
                wrong[number] = other;
                assert!(check(&certificate(aim, &wrong, labels), game).is_err(), "position {number} of {wrong:?}");
            }
        }
    }
}

#[test]
fn agrees_with_brute_force() {
    let mut source = Random(20);
    for _ in 0..120 / one_in(4) {
        let nodes = random(&mut source);
        let game = read(&json(&nodes));
        let digest = game.graph.digest;
        let inner = |all: &[Q]| -> Vec<Q> {
            all.iter().zip(&nodes).filter(|(_, node)| !is_end(node)).map(|(value, _)| value.clone()).collect()
        };
        let points = worth(&nodes, Q::clone);
        let scores: Vec<Q> = nodes
            .iter()
            .filter_map(|node| if let Node::End(above, below) = node { Some(q(*above, *below)) } else { None })
            .collect();
        let (least, greatest) = (scores.iter().min().unwrap(), scores.iter().max().unwrap());
        let width = if least == greatest { Q::one() } else { greatest - least };
        let x: Vec<Q> = points.iter().map(|points| (points - least) / &width).collect();
        let all = labels(&nodes, &x);
        let of_inner: Vec<[u64; 2]> =
            all.iter().zip(&nodes).filter(|(_, node)| !is_end(node)).map(|(labels, _)| *labels).collect();
        let aim = Aim::new(digest, None);
        let bytes = certificate(&aim, &inner(&x), &of_inner);
        let told = check(&bytes, &game).unwrap_or_else(|error| panic!("{error:?}\n{}", json(&nodes)));
        for (number, points) in (0..).zip(inner(&points)) {
            assert_eq!(verified(&told, number) * &width + least, points);
        }
        let table: Arc<ScoreTable> = told.about().unwrap();
        assert_eq!(
            table.scored.range().map(|(above, below)| q(above, below as i64)),
            [least.clone(), greatest.clone()]
        );
        refuses_others(&aim, &game, &inner(&x), &of_inner);
        let mut thresholds = scores.clone();
        thresholds.extend([q(-100, 7), q(0, 1), q(1, 5), q(100, 1)]);
        for threshold in &thresholds {
            let won = |score: &Q| if score < threshold { Q::zero() } else { Q::one() };
            let x = worth(&nodes, won);
            let all = labels(&nodes, &x);
            let of_inner: Vec<[u64; 2]> =
                all.iter().zip(&nodes).filter(|(_, node)| !is_end(node)).map(|(labels, _)| *labels).collect();
            let part = |part: &BigInt| i64::try_from(part).unwrap();
            let score = (part(threshold.numer()), part(threshold.denom()) as u64);
            let aim = Aim::new(digest, Some(score));
            assert_eq!(Aim::read(&spell(&aim)).unwrap().threshold(), Some(score));
            let told = check(&certificate(&aim, &inner(&x), &of_inner), &game).unwrap();
            for (number, x) in (0..).zip(inner(&x)) {
                assert_eq!(verified(&told, number), x);
            }
            refuses_others(&aim, &game, &inner(&x), &of_inner);
        }
    }
}

/// The same game in other units of points: the values are the same, and so are the certificates but for the digest.
#[test]
fn commutes_with_affine_maps() {
    let mut source = Random(5);
    for _ in 0..20 {
        let nodes = random(&mut source);
        let (times, plus) = (1 + source.below(9) as i64, source.below(19) as i64 - 9);
        let mapped = |node: &Node| match node {
            Node::End(above, below) => Node::End(above * times + plus * below, *below),
            Node::Bid(lists) => Node::Bid(lists.clone()),
            Node::Turn(player, list) => Node::Turn(*player, list.clone()),
            Node::Chance(draws) => Node::Chance(draws.clone()),
        };
        let games = [json(&nodes), json(&nodes.iter().map(mapped).collect::<Vec<_>>())].map(|text| read(&text));
        let values = games.map(|game| {
            let values = game.values(&Aim::new(game.graph.digest, None));
            values.into_iter().map(|value| (value.numerator, value.denominator)).collect::<Vec<_>>()
        });
        assert_eq!(values[0], values[1]);
    }
}

/// From the least score that can be written to the greatest, with the longest denominators: nothing overflows.
#[test]
fn takes_the_greatest_scores() {
    let most = i64::MAX;
    let ends = [(-most, 1), (most, 1), (most - 1, most), (1, most), (0, 1), (-1, most - 1)];
    let mut nodes: Vec<Node> = ends.iter().map(|&(above, below)| Node::End(above, below)).collect();
    nodes.push(Node::Bid([vec![2, 4], vec![5]]));
    let game = read(&json(&nodes));
    let values = game.values(&Aim::new(game.graph.digest, None));
    for ((above, below), value) in ends.into_iter().zip(values) {
        let expected = (q(above, below) + q(most, 1)) / (q(most, 1) * q(2, 1));
        assert_eq!(Q::new(value.numerator.into(), value.denominator.into()), expected);
    }
    let order = |a: Score, b: Score| games::scores::order(a, b);
    assert_eq!(order((most, 1), (-most, 1)), Ordering::Greater);
    assert_eq!(order((most - 1, most as u64), (most, most as u64)), Ordering::Less);
    let points = worth(&nodes, |score| (score + q(most, 1)) / (q(most, 1) * q(2, 1)));
    let told = check(&certificate(&Aim::new(game.graph.digest, None), &points[6..], &[[1, 1]]), &game).unwrap();
    assert_eq!(verified(&told, 0), points[6]);
}

/// Six positions in which play can go on for ever: a true slice has fewer bytes than positions.
#[test]
fn knows_endless_play() {
    let wait = |number: usize| {
        let next = (number + 1) % 6;
        format!("{{\"name\": \"w{number}\", \"left\": [\"w{next}\"], \"right\": [\"w{next}\"]}}")
    };
    let positions: Vec<String> = (0..6).map(wait).collect();
    let game = read(&format!(
        "{{\"scored-game\": 1, \"positions\": [{}, {{\"name\": \"a\", \"score\": \"-2\"}}, {{\"name\": \"b\", \"score\": \"4\"}}]}}",
        positions.join(", ")
    ));
    let aim = Aim::new(game.graph.digest, None);
    let bytes = |never: (u64, u64), form, value: Q| {
        let bytes = certificate(&aim, &[value], &[[0, 0]]);
        let read = games::certificate(&bytes).unwrap();
        let mut slice = Writer::default();
        (0..3).for_each(|_| slice.column(&[0_u64; 6]));
        write(&checker::certificate::Head { never: Some(never), form, ..read.head }, &[slice.0])
    };
    for (never, value) in [((0, 1), q(0, 1)), ((1, 3), q(1, 3)), ((1, 1), q(1, 1))] {
        let told = check(&bytes(never, Form::One, value.clone()), &game).unwrap();
        assert_eq!(verified(&told, 5), value);
        // Half of all points, which an endless play is not worth.
        assert!(check(&bytes(never, Form::One, q(1, 2)), &game).is_err());
    }
    for form in [Form::Two, Form::Narrow, Form::Holds(checker::theorem::Side::White)] {
        let failure = check(&bytes((1, 3), form, q(1, 3)), &game).unwrap_err();
        assert_eq!(failure, Failure::Statement("form"), "{form:?}");
    }
}

/// A file with this position.
fn with(position: &str) -> Result<Scored, GameFault> {
    Scored::read(
        format!(r#"{{"scored-game": 1, "positions": [{{"name": "p", "score": "1"}}, {position}]}}"#).as_bytes(),
    )
}

#[test]
fn refuses_what_is_no_scored_game() {
    use GameFault::{Empty, Fields, File, Options, SameName, Title};
    let files = [
        ("[]", File),
        (r#"{"scored-game": 2, "positions": [{"name": "p", "score": "1"}]}"#, File),
        (r#"{"bidding-game": 2, "positions": [{"name": "p", "value": "1"}]}"#, File),
        (r#"{"scored-game": 1, "bidding-game": 2, "positions": [{"name": "p", "score": "1"}]}"#, File),
        (r#"{"scored-game": 1, "scored-game": 1, "positions": [{"name": "p", "score": "1"}]}"#, File),
        (r#"{"scored-game": 1}"#, File),
        (r#"{"scored-game": 1, "positions": []}"#, Empty),
        (r#"{"scored-game": 1, "positions": [{"name": "p", "left": ["p"]}]}"#, Empty),
        (r#"{"scored-game": 1, "title": "", "positions": [{"name": "p", "score": "1"}]}"#, Title),
        (r#"{"scored-game": 1, "positions": [{"name": "p", "score": "1"}, {"name": "p", "score": "1"}]}"#, SameName),
    ];
    for (file, fault) in files {
        assert_eq!(Scored::read(file.as_bytes()).unwrap_err(), fault, "{file}");
    }
    let score = GameFault::Amount(1);
    let positions = [
        (r#"{"name": "", "score": "1"}"#, Fields(1)),
        (r#"{"name": "q", "value": "1"}"#, Fields(1)),
        (r#"{"name": "q", "score": "1", "left": []}"#, Fields(1)),
        (r#"{"name": "q", "score": "1", "turn": "left"}"#, Fields(1)),
        (r#"{"name": "q", "score": "1", "chance": []}"#, Fields(1)),
        (r#"{"name": "q", "score": "1", "reward": "1"}"#, Fields(1)),
        (r#"{"name": "q", "turn": "left", "right": ["p"]}"#, Fields(1)),
        (r#"{"name": "q", "turn": "nobody", "left": ["p"]}"#, Fields(1)),
        (r#"{"name": "q"}"#, Options(1)),
        (r#"{"name": "q", "left": [], "right": []}"#, Options(1)),
        (r#"{"name": "q", "left": null}"#, Options(1)),
        (r#"{"name": "q", "left": ["r"]}"#, Options(1)),
        (r#"{"name": "q", "chance": [{"to": "p", "weight": "1/2"}]}"#, Options(1)),
        (r#"{"name": "q", "score": 1}"#, score),
        (r#"{"name": "q", "score": null}"#, score),
        (r#"{"name": "q", "score": "-0"}"#, score),
        (r#"{"name": "q", "score": "+1"}"#, score),
        (r#"{"name": "q", "score": "1.5"}"#, score),
        (r#"{"name": "q", "score": "1/0"}"#, score),
        (r#"{"name": "q", "score": "9223372036854775808"}"#, score),
    ];
    for (position, fault) in positions {
        assert_eq!(with(position).unwrap_err(), fault, "{position}");
    }
    for position in [
        r#"{"name": "q", "score": "-9223372036854775807/9223372036854775807"}"#,
        r#"{"name": "q", "left": ["q"], "right": []}"#,
        r#"{"name": "q", "right": ["p"]}"#,
        r#"{"name": "q", "turn": "left"}"#,
        r#"{"name": "q", "turn": "right", "right": []}"#,
        r#"{"name": "q", "chance": [{"to": "p", "weight": "1/2"}, {"to": "q", "weight": "1/2"}]}"#,
    ] {
        assert!(with(position).is_ok(), "{position}");
    }
}
