//! Auctions that pay the bank: games solved by hand are verified; false tables are not, of all tables on a grid.

#![allow(clippy::float_arithmetic)]

use std::slice;
use std::sync::Arc;

use crate::witness::support::Random;
use checker::Verified;
use checker::certificate::{Form, Head, Statement};
use checker::failure::{Breach, Condition, Failure};
use checker::graph::Game;
use checker::limits::TooMuch;
use checker::numbers::Fractions;
use checker::theorem::Side;
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};
use writer::{Writer, write};

/// The body of a statement: the share of the bank, the rule, what is played.
fn body([bank, of]: [u16; 2], rule: u8, inner: &[u8]) -> Vec<u8> {
    [&bank.to_le_bytes()[..], &of.to_le_bytes(), &[rule], inner].concat()
}

fn head(body: Vec<u8>, bits: u8, form: Form) -> Head {
    Head {
        statement: Statement::Further(7, body),
        never: None,
        bits,
        form,
        imports: Vec::new(),
        values: Fractions::default().into(),
    }
}

/// The columns of a slice.
fn columns(columns: &[&[u64]]) -> Vec<u8> {
    let mut writer = Writer::default();
    columns.iter().for_each(|column| writer.column(column));
    writer.0
}

/// Bounds without labels, none of them listed.
fn narrow(l: &[u64], v: &[u64]) -> Vec<u8> {
    let widths: Vec<u64> = l.iter().zip(v).map(|(l, v)| v - l).collect();
    let none = vec![0; l.len().div_ceil(8)];
    columns(&[l, &widths, &none, &[], &[], &none, &[], &[]])
}

fn game(text: &str) -> Arc<Game> {
    Arc::new(Game::read(format!("{{\"bidding-game\":2,\"positions\":[{text}]}}").as_bytes()).expect("a game"))
}

fn check(head: &Head, slice: &[u8], game: &Arc<Game>) -> Result<Arc<Verified>, Failure> {
    let bytes = write(&about(head, game), slice::from_ref(&slice.to_vec()));
    games::checker(1, |_| None::<Vec<u8>>).check(&bytes, Some(game))
}

/// A head with the digest of the game where [`GAME`] is.
fn about(head: &Head, game: &Game) -> Head {
    let mut head = head.clone();
    if let Statement::Further(_, body) = &mut head.statement
        && let Some(start) = body.strip_suffix(&GAME)
    {
        *body = [start, &[1], &game.digest.0].concat();
    }
    head
}

/// A position where both may go to the end of the game, one to where it is won and the other to where it is lost, and more.
const ENDS: &str = r#"{"name":"won","value":"1"},{"name":"lost","value":"0"},{"name":"half","value":"1/2"}"#;

fn with_ends(text: &str) -> Arc<Game> {
    game(&format!("{text},{ENDS}"))
}

/// The inner statement about the game that is given: its number, and what stands for the digest.
const GAME: [u8; 33] = {
    let mut bytes = [0xaa; 33];
    bytes[0] = 1;
    bytes
};
const POORMAN: [u16; 2] = [1, 1];

/// A failure at a position: which condition, for which side.
fn at(failure: Failure) -> (Condition, Side, u32) {
    let Failure::At(breach) = failure else { panic!("{failure:?}") };
    let Breach { condition, side, position, .. } = *breach;
    (condition, side, position)
}

#[test]
fn accepts_bounds_of_a_walk_and_no_better_ones() {
    // Tug-of-war on a path of four under poorman bidding: (3 − √5)/2 = 0.3819… and 1 minus it; in units of 1/64 that is 24.4 and 39.6.
    let walk = with_ends(r#"{"name":"1","left":["2"],"right":["lost"]},{"name":"2","left":["won"],"right":["1"]}"#);
    let head = head(body(POORMAN, 0, &GAME), 6, Form::Narrow);
    check(&head, &narrow(&[23, 38], &[26, 41]), &walk).unwrap();
    let mut accepted = 0;
    for (l, m) in (0..=64).flat_map(|l| (0..=64).map(move |m| (l, m))) {
        match check(&head, &narrow(&[l, m], &[64, 64]), &walk) {
            Ok(_) => {
                assert!(l <= 24 && m <= 39, "{l} {m}");
                accepted += 1;
            }
            Err(failure) => assert_eq!(at(failure).0, Condition::Forces),
        }
    }
    assert!(accepted > 20, "{accepted}");
}

#[test]
fn refuses_the_game_that_refutes_the_lemma_with_the_bare_formula() {
    // From P Left goes to where half is won, and Right stays. 1/2 = y, z = 1 gives y/(1 + y − z) = 1, but P is worth 1/2.
    let game = with_ends(r#"{"name":"P","left":["half"],"right":["P"]}"#);
    for rule in 0..=2 {
        for bank in [POORMAN, [1, 2], [1, 65535]] {
            for l in 33..=64 {
                for label in [1, 2, 7] {
                    let head = head(body(bank, rule, &GAME), 6, Form::Two);
                    let failure = check(&head, &columns(&[&[l], &[64], &[label], &[1]]), &game).unwrap_err();
                    assert_eq!(at(failure), (Condition::Forces, Side::White, 0), "{rule} {bank:?} {l}");
                }
            }
        }
    }
    // If the winner decides, the label proves 1/2 itself, and without a label a unit less is proved.
    let decides = body(POORMAN, 0, &GAME);
    check(&head(decides.clone(), 6, Form::Two), &columns(&[&[32], &[32], &[1], &[1]]), &game).unwrap();
    check(&head(decides.clone(), 6, Form::Narrow), &narrow(&[31], &[33]), &game).unwrap();
    check(&head(decides, 6, Form::Narrow), &narrow(&[32], &[33]), &game).unwrap_err();
}

#[test]
fn accepts_1_at_once_where_iteration_crawls() {
    // x = 1/(2 − x) has the double root 1: from 0 on the n-th iteration is 1 − 1/(n + 1).
    let game = with_ends(r#"{"name":"P","left":["won"],"right":["P"]}"#);
    let head = head(body(POORMAN, 0, &GAME), 48, Form::Two);
    let one = 1 << 48;
    check(&head, &columns(&[&[one], &[one], &[1], &[1]]), &game).unwrap();
    // The label is needed: 0 stands for infinity, which is more than that of the end of the game; in the other form there is none.
    check(&head, &columns(&[&[one], &[one], &[0], &[1]]), &game).unwrap();
    let without = Head { form: Form::Narrow, ..head.clone() };
    assert_eq!(at(check(&without, &narrow(&[one], &[one]), &game).unwrap_err()).0, Condition::Forces);
    // An owner of ties might let the other move for ever: nothing is equal there.
    let owner = Head { statement: Statement::Further(7, body(POORMAN, 1, &GAME)), ..head };
    check(&owner, &columns(&[&[one], &[one], &[1], &[1]]), &game).unwrap_err();
}

/// What White's best and Black's best option come to, in floating point.
fn mean([bank, of]: [u16; 2], rule: u8, y: f64, z: f64) -> f64 {
    let tau = f64::from(bank) / f64::from(of);
    match rule {
        1 if y < z => z,
        2 if y < z => y,
        _ => {
            let (hi, lo) = (y.max(z), y.min(z));
            (hi + (1.0 - tau) * lo) / (2.0 - tau + tau * (hi - lo))
        }
    }
}

/// The options of positions: numbers of positions, or from the number of them on the ends 1, 0 and 1/2.
type Options = Vec<[Vec<usize>; 2]>;

fn random_game(random: &mut Random) -> Options {
    let count = 1 + random.below(3);
    let row = |random: &mut Random| (0..1 + random.below(2)).map(|_| random.below(count + 3)).collect();
    (0..count).map(|_| [row(random), row(random)]).collect()
}

fn as_game(options: &Options) -> Arc<Game> {
    let name = |&option: &usize| match option.checked_sub(options.len()) {
        None => format!("\"{option}\""),
        Some(end) => ["\"won\"", "\"lost\"", "\"half\""][end].to_owned(),
    };
    let list = |row: &[usize]| row.iter().map(name).collect::<Vec<_>>().join(",");
    let position = |(number, [left, right]): (usize, &[Vec<usize>; 2])| {
        format!(r#"{{"name":"{number}","left":[{}],"right":[{}]}}"#, list(left), list(right))
    };
    with_ends(&options.iter().enumerate().map(position).collect::<Vec<_>>().join(","))
}

/// The least fixed point, from below.
fn least(options: &Options, bank: [u16; 2], rule: u8, sweeps: u32) -> Vec<f64> {
    let mut x = vec![0.0; options.len()];
    x.extend([1.0, 0.0, 0.5]);
    for _ in 0..sweeps {
        for (position, [left, right]) in options.iter().enumerate() {
            let y = left.iter().map(|&option| x[option]).fold(0.0, f64::max);
            let z = right.iter().map(|&option| x[option]).fold(1.0, f64::min);
            x[position] = mean(bank, rule, y, z);
        }
    }
    x
}

/// Every table on a grid of eighths, without labels and with random ones: none is accepted that is not true. The same tables by the bare formula, and by labels for
/// every rule, would be: so this test could fail.
#[test]
fn accepts_no_false_table_on_a_grid() {
    let mut random = Random(7);
    let (mut accepted, mut with_labels, mut naive) = ([0_u32; 3], 0_u32, 0_u32);
    for _ in 0..1000 {
        let options = random_game(&mut random);
        let game = as_game(&options);
        let rule = random.below(3) as u8;
        let bank = *random.pick(&[POORMAN, POORMAN, [1, 2], [1, 3], [0, 1]]);
        if bank[0] == 0 && rule == 0 {
            continue;
        }
        let near = least(&options, bank, rule, 3_000);
        let count = options.len();
        let one = vec![8; count];
        for number in 1..9_usize.pow(count as u32) {
            let l: Vec<u64> = (0..count).map(|place| (number / 9_usize.pow(place as u32) % 9) as u64).collect();
            let labels: Vec<u64> = (0..count).map(|_| 1 + random.below(3) as u64).collect();
            let is_true = |values: &[f64]| l.iter().zip(values).all(|(&l, value)| l as f64 / 8.0 <= value + 1e-9);
            let without = check(&head(body(bank, rule, &GAME), 3, Form::Narrow), &narrow(&l, &one), &game);
            let labelled = check(
                &head(body(bank, rule, &GAME), 3, Form::Two),
                &columns(&[&l, &one, &labels, &vec![1; count]]),
                &game,
            );
            assert!(labelled.is_ok() || without.is_err(), "a label does no harm");
            if labelled.is_ok() {
                accepted[usize::from(rule)] += 1;
                with_labels += u32::from(without.is_err());
                // Where values near 1 crawl, more sweeps have to come nearer.
                if !is_true(&near) {
                    let gap = |values: &[f64]| {
                        l.iter().zip(values).map(|(&l, value)| l as f64 / 8.0 - value).fold(0.0, f64::max)
                    };
                    let nearer = least(&options, bank, rule, 200_000);
                    assert!(gap(&nearer) < 0.4 * gap(&near), "{options:?} {bank:?} {rule} {l:?} {labels:?} {near:?}");
                }
            }
            // The bare formula, with labels for any rule.
            let value = |option: usize| match option.checked_sub(count) {
                None => l[option] as f64 / 8.0,
                Some(end) => [1.0, 0.0, 0.5][end],
            };
            let label = |option: &usize| labels.get(*option).copied().unwrap_or(0);
            let tau = f64::from(bank[0]) / f64::from(bank[1]);
            let passes = |(position, [left, right]): (usize, &[Vec<usize>; 2])| {
                let z = right.iter().map(|&option| value(option)).fold(1.0, f64::min);
                let bare = |y: f64| (y + (1.0 - tau) * z) / (2.0 - tau + tau * (y - z));
                let mut sufficient = left.iter().filter(|&&option| value(position) <= bare(value(option)) + 1e-12);
                let all = right.iter().all(|option| label(option) < labels[position]);
                l[position] == 0 || sufficient.any(|option| all || label(option) < labels[position])
            };
            naive += u32::from(
                options.iter().enumerate().all(passes) && !is_true(&least(&options, bank, 0, 3_000)) && rule == 0,
            );
        }
    }
    println!(
        "accepted by rule {accepted:?}, {with_labels} by labels alone; the bare formula would accept {naive} more that are false"
    );
    assert!(
        accepted.iter().all(|&count| count > 2_000) && with_labels > 500 && naive > 200,
        "{accepted:?} {with_labels} {naive}"
    );
}

type R = BigRational;

fn fraction(numerator: u64, denominator: u64) -> R {
    R::new(numerator.into(), denominator.into())
}

/// One position between ends of any values, in units from the coarsest to the finest, with the plainest share of the bank and the least plain ones: what is
/// accepted is what fractions say, to the last unit.
#[test]
fn compares_as_fractions_do() {
    let mut random = Random(5);
    let (mut equal, mut accepted, mut refused) = (0, 0, 0);
    for _ in 0..3000 {
        let bits = *random.pick(&[1, 3, 16, 47, 48_u8]);
        let unit = 1_u64 << bits;
        let bank = *random.pick(&[POORMAN, [0, 1], [1, 2], [1, 65535], [65534, 65535], [32768, 65535], [65533, 65534]]);
        let rule = random.below(3) as u8;
        let mut end = || match random.below(5) {
            0 => [random.below(2) as u64, 1],
            1 => [1, 2],
            2 => [random.next() % (unit + 1), unit],
            3 => [unit - 1, unit],
            _ => {
                let of = 1 + random.next() % 1_000_000_007;
                [random.next() % (of + 1), of]
            }
        };
        let ends: Vec<[u64; 2]> = (0..4).map(|_| end()).collect();
        if bank[0] == 0 && rule == 0 {
            continue;
        }
        let named: Vec<String> =
            ends.iter().enumerate().map(|(n, [a, b])| format!(r#"{{"name":"{n}","value":"{a}/{b}"}}"#)).collect();
        let game = game(&format!(r#"{{"name":"P","left":["0","1"],"right":["2","3"]}},{}"#, named.join(",")));
        for side in Side::BOTH {
            // A lower bound of an end in units, or an upper one.
            let ends: Vec<R> = ends
                .iter()
                .map(|&[a, b]| fraction(a, b) * R::from_integer(unit.into()))
                .map(|end| side.of(end.floor(), end.ceil()))
                .collect();
            let (y, z) = (ends[0].clone().max(ends[1].clone()), ends[2].clone().min(ends[3].clone()));
            let one = R::from_integer(unit.into());
            let tau = fraction(bank[0].into(), bank[1].into());
            let two = R::from_integer(2.into());
            let (hi, lo) = (y.clone().max(z.clone()), y.clone().min(z.clone()));
            let mean = match rule {
                1 if y < z => z.clone(),
                2 if y < z => y.clone(),
                _ => (&hi + (&two - &tau - R::one()) * &lo) / (&two - &tau + &tau * (&hi - &lo) / &one),
            };
            for off in -1..=1 {
                let near = side.of(mean.floor(), mean.ceil()) + R::from_integer(off.into());
                let Some(near) = near.to_integer().to_u64().filter(|near| *near <= unit) else { continue };
                let order = side.of(1, -1) * (R::from_integer(near.into()).cmp(&mean) as i32);
                let is_nothing = near == side.of(0, unit);
                let [l, v] = side.of([near, unit], [0, near]);
                // Without labels; with a label greater than the ends'; with one that is not.
                let narrow = check(&head(body(bank, rule, &GAME), bits, Form::Narrow), &narrow(&[l], &[v]), &game);
                let two = head(body(bank, rule, &GAME), bits, Form::Two);
                let labelled = check(&two, &columns(&[&[l], &[v], &[1], &[1]]), &game);
                let may_equal = rule == 0;
                assert_eq!(narrow.is_ok(), is_nothing || order < 0 || order == 0 && may_equal && y != z, "{game:?}");
                assert_eq!(labelled.is_ok(), is_nothing || order < 0 || order == 0 && may_equal, "{game:?}");
                equal += u32::from(order == 0);
                *if narrow.is_ok() { &mut accepted } else { &mut refused } += 1;
            }
        }
    }
    println!("{accepted} accepted, {refused} refused, {equal} equal to the mean");
    assert!(accepted > 3_000 && refused > 3_000 && equal > 500, "{accepted} {refused} {equal}");
}

/// Exchanged colours, owners and numbers change no verdict: Black's conditions are White's. Some positions are one player's turn, and some are listed.
#[test]
fn is_its_own_mirror_image() {
    let mut random = Random(6);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let (options, rule) = (random_game(&mut random), random.below(3) as u8);
        let bank = *random.pick(&[POORMAN, [1, 2], [2, 65535]]);
        let count = options.len();
        let turns: Vec<usize> = (0..count).map(|_| random.below(6)).collect();
        let text = |mirrored: bool| {
            let [left, right] = if mirrored { ["right", "left"] } else { ["left", "right"] };
            let name = |&option: &usize| match option.checked_sub(count) {
                None => format!("\"{option}\""),
                Some(end) => ["\"won\"", "\"lost\"", "\"half\""][end].to_owned(),
            };
            let list = |row: &[usize]| row.iter().map(name).collect::<Vec<_>>().join(",");
            let position = |(number, rows): (usize, &[Vec<usize>; 2])| {
                let [own, other] = [list(&rows[0]), list(&rows[1])];
                let rest = match turns[number] {
                    0 => format!(r#""turn":"{left}","{left}":[{own}]"#),
                    1 => format!(r#""turn":"{right}","{right}":[{other}]"#),
                    _ => format!(r#""{left}":[{own}],"{right}":[{other}]"#),
                };
                format!(r#"{{"name":"{number}",{rest}}}"#)
            };
            let inner: Vec<String> = options.iter().enumerate().map(position).collect();
            let [won, lost] = if mirrored { [0, 1] } else { [1, 0] };
            game(&format!(
                r#"{},{{"name":"won","value":"{won}"}},{{"name":"lost","value":"{lost}"}},{{"name":"half","value":"1/2"}}"#,
                inner.join(",")
            ))
        };
        let mut numbers = || {
            let mut four = [0; 4].map(|_| *random.pick(&[0, 0, 1, 2, 3, 4, 4, 4]));
            four.sort_unstable();
            // Most often a wide bound.
            [
                if random.below(2) == 0 { 0 } else { four[0] },
                four[1],
                four[2],
                if random.below(2) == 0 { 4 } else { four[3] },
            ]
        };
        let table: Vec<[u64; 4]> = (0..count).map(|_| numbers()).collect();
        let labels: Vec<[u64; 2]> = (0..count).map(|_| [random.below(4) as u64, random.below(4) as u64]).collect();
        let listed = random.below(3);
        let judge = |mirrored: bool, form: Form| {
            let rule = if mirrored { [0, 2, 1][usize::from(rule)] } else { rule };
            let (head, game) = (head(body(bank, rule, &GAME), 2, form), text(mirrored));
            let see = |[l, u, m, v]: [u64; 4]| if mirrored { [4 - v, 4 - m, 4 - u, 4 - l] } else { [l, u, m, v] };
            let table: Vec<[u64; 4]> = table.iter().map(|&four| see(four)).collect();
            let column = |which: usize| table.iter().map(|four| four[which]).collect::<Vec<_>>();
            let slice = if form == Form::Two {
                let label =
                    |which: usize| labels.iter().map(|two| two[which ^ usize::from(mirrored)]).collect::<Vec<_>>();
                columns(&[&column(0), &column(3), &label(0), &label(1)])
            } else {
                let is_listed = |place: usize| listed == place && table[place][1] < table[place][2];
                let widths: Vec<u64> = (0..count)
                    .map(|place| table[place][if is_listed(place) { 1 } else { 3 }] - table[place][0])
                    .collect();
                let flags = (0..count).map(|place| u64::from(is_listed(place)) << place).sum();
                let rest = |a: usize, b: usize| {
                    (0..count)
                        .filter(|&place| is_listed(place))
                        .map(|place| table[place][b] - table[place][a])
                        .collect::<Vec<_>>()
                };
                columns(&[&column(0), &widths, &[flags], &rest(1, 2), &rest(2, 3), &[0], &[], &[]])
            };
            check(&head, &slice, &game).is_ok()
        };
        for form in [Form::Narrow, Form::Two] {
            let verdict = judge(false, form);
            assert_eq!(
                verdict,
                judge(true, form),
                "{options:?} {turns:?} {rule} {bank:?} {table:?} {labels:?} {form:?}"
            );
            *if verdict { &mut accepted } else { &mut refused } += 1;
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 2_000 && refused > 2_000, "{accepted} {refused}");
}

/// Many positions, all alike, between a won one and one whose value has `bits` bits.
fn alike(count: usize, bits: u32, value: bool) -> Result<Arc<Verified>, Failure> {
    let of: BigUint = (BigUint::from(1_u8) << (bits - 1)) + 1_u8;
    let positions: Vec<String> =
        (0..count).map(|number| format!(r#"{{"name":"{number}","left":["won"],"right":["z"]}}"#)).collect();
    let game = with_ends(&format!(r#"{},{{"name":"z","value":"{}/{of}"}}"#, positions.join(","), &of - 2_u8));
    // Poorman bidding between 1 and (b − 2)/b is worth 1/(1 + 2/b).
    let values = Fractions {
        denominator: if value { &of + 2_u8 } else { 3_u8.into() },
        numerators: vec![if value { of } else { 1_u8.into() }],
    };
    let head = Head { values: values.into(), ..head(body(POORMAN, 0, &GAME), 0, Form::One) };
    let slices: Vec<Vec<u8>> = (0..count)
        .step_by(4096)
        .map(|first| {
            let length = 4096.min(count - first);
            columns(&[&vec![0; length], &vec![1; length], &vec![1; length]])
        })
        .collect();
    games::checker(1, |_| None::<Vec<u8>>).check(&write(&about(&head, &game), &slices), Some(&game))
}

/// Products of long fractions, once too often; at the limit the first position is seen to be false.
#[test]
fn declines_too_much_work() {
    alike(2, 32_000, true).unwrap();
    // 3 divides 2^65533 + 1, and another value is 1/2, so that the common denominator has one bit more.
    let bits = 65_535_u64;
    let most = (games::payments::WORK.most / bits) as usize;
    assert_eq!(at(alike(most, 65_534, false).unwrap_err()), (Condition::Holds, Side::White, 0));
    let failure = alike(most + 1, 65_534, false).unwrap_err();
    let found = bits * (most as u64 + 1);
    assert!(
        failure == Failure::Limit(TooMuch { limit: games::payments::WORK, found }),
        "it is not declined for {found}"
    );
}
