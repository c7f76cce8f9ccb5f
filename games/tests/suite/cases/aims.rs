//! Endless games, statements 17 to 19. The numbers are worked out by hand. The bytes are written here, from the format alone.

use super::further::{Further, columns};
use crate::witness::cases::{ALONE, ANY, Corpus, Expected, With, playing, respelt};

/// Numerators and powers of 2.
type Values<'a> = &'a [(u8, u64)];

fn game(c: &mut Corpus, name: &str, positions: &[&str]) {
    let text = format!("{{\"endless-game\": 1, \"positions\": [\n{}\n]}}\n", positions.join(",\n"));
    c.files.insert(format!("games/{name}.json"), text.into_bytes());
}

pub fn games(c: &mut Corpus) {
    let here = r#"{"name": "left's", "reward": "3", "priority": 2, "left": ["left's"], "right": ["right's"]}"#;
    let there = r#"{"name": "right's", "reward": "0", "priority": 1, "left": ["left's"], "right": ["right's"]}"#;
    game(c, "houses", &[here, there]);
    let start = r#"{"name": "start", "reward": "0", "priority": 1, "left": ["a"], "right": ["b"]}"#;
    let a = r#"{"name": "a", "reward": "1", "priority": 2, "left": ["a", "start"]}"#;
    let b = r#"{"name": "b", "reward": "-1", "priority": 1, "left": [], "right": ["b", "start"]}"#;
    game(c, "own", &[start, a, b]);
    let toss = r#"{"name": "toss", "reward": "0", "priority": 0, "chance": [{"to": "a", "weight": "1/4"}, {"to": "b", "weight": "3/4"}]}"#;
    let a = r#"{"name": "a", "reward": "1/2", "priority": 3, "turn": "left", "left": ["toss", "a"]}"#;
    let b = r#"{"name": "b", "reward": "-1/2", "priority": 0, "turn": "right"}"#;
    game(c, "toss", &[toss, a, b]);
    let here = r#"{"name": "p", "priority": 2, "left": ["p"], "right": ["q"]}"#;
    let there = r#"{"name": "q", "priority": 3, "left": ["p"], "right": ["q"]}"#;
    game(c, "odd", &[here, there]);
    let here = r#"{"name": "p", "reward": "3", "left": ["q"]}"#;
    let there = r#"{"name": "q", "reward": "0", "right": ["p"]}"#;
    game(c, "away", &[here, there]);
    game(
        c,
        "poor",
        &[r#"{"name": "p", "reward": "1"}"#, r#"{"name": "q", "reward": "1", "priority": 0, "left": ["p"]}"#],
    );
}

/// One of statement 17, with the scale 2^s, the shares of the bank and of Left, and places of values.
fn banked(shares: [u8; 4], s: u8, values: Values, [g, h]: [&[u64]; 2]) -> Further {
    Further::new(17, &[&ANY[..], &[s], &shares].concat(), columns(&[g, h])).with(0, 0, values)
}

/// The same without a bank.
fn mean(s: u8, values: Values, all: [&[u64]; 2]) -> Further {
    banked([0, 1, 0, 1], s, values, all)
}

/// One of statement 18, about an average: whether it is negative, its numerator, its denominator.
fn secured(c: [u8; 3], s: u8, values: Values, all: [&[u64]; 4]) -> Further {
    Further::new(18, &[&ANY[..], &[s], &c].concat(), columns(&all)).with(0, 0, values)
}

/// One of statement 19: x, and the columns of labels, those of odd priorities first.
fn parity(values: Values, all: &[&[u64]]) -> Further {
    Further::new(19, &ANY, columns(all)).with(0, 0, values)
}

/// What is collected on average is 3/2, and `h` is 3 and 0: as parts of 4.
const HOUSES: Values = &[(0, 0), (3, 3), (3, 2)];
/// The same if it is 1.
const BANK: Values = &[(0, 0), (1, 2), (3, 2)];
/// 0, 1/2 and 1.
const HALVES: Values = &[(0, 0), (1, 1), (1, 0)];

fn mean_of_houses() -> Further {
    mean(2, HOUSES, [&[1, 1], &[2, 0]])
}

/// With values 0, 3/4, 1: `l` and `u` are places 2 and 0 everywhere.
fn average(c: [u8; 3]) -> Further {
    secured(c, 2, &[(0, 0), (3, 2), (1, 0)], [&[2, 2], &[1, 0], &[0, 0], &[1, 0]])
}

/// Left's labels for the game `houses`; the columns of even priorities are 0.
fn parity_of_houses(labels: &[u64]) -> Further {
    parity(&[(1, 0)], &[&[0, 0], labels, &[0, 0], &[0, 0]])
}

/// 1/2 at the start, 1 where Left stays, 0 where Right does.
fn own(l: &[u64], u: &[u64]) -> Further {
    secured([0, 1, 2], 0, HALVES, [l, &[0; 3], u, &[0; 3]])
}

/// Both labels of Left's of the game `toss`.
fn parity_of_toss(three: &[u64], one: &[u64]) -> Further {
    parity(&[(1, 0)], &[&[0; 3], three, one, &[0; 3], &[0; 3]])
}

pub fn good(c: &mut Corpus) {
    let mut add = |name: &str, further: Further, with: &str, why| {
        c.good(&format!("aims-{name}"), further.bytes(), playing(with), why);
    };
    let [houses, own_moves, toss] = ["houses", "own", "toss"];
    add("mean-houses", mean_of_houses(), houses, "the example of the chapter: 3/2 on average, whoever has the money");
    let why = "the same with the least scale; g and h are 3/2 and 3, 0";
    add("mean-scale", mean(3, &[(0, 0), (3, 4), (3, 3)], [&[1, 1], &[2, 0]]), houses, why);
    let why = "each player stays at home, so the means are 0, 1 and -1; what is written is one more, because -1 is the least reward";
    add("mean-own", mean(1, HALVES, [&[1, 2, 0], &[0; 3]]), own_moves, why);
    let why = "pairs are compared by g first: by h, Left would leave a, and Right b";
    add("mean-pairs", mean(1, HALVES, [&[1, 2, 0], &[1, 0, 2]]), own_moves, why);
    let why = "chance, a player's turn, and a turn of a player who passes for ever";
    add("mean-toss", mean(0, &[(0, 0), (1, 2), (1, 0)], [&[1, 2, 0], &[1, 0, 0]]), toss, why);
    let why = "the bank takes all, Left has 1/3: chosen by the coin, Left lets Right move";
    add("mean-bank", banked([1, 1, 1, 3], 2, BANK, [&[1, 1], &[2, 0]]), "away", why);
    let why = "the bank takes 1/2, Left has 1/8: a coin of 3/8";
    add("mean-half", banked([1, 2, 1, 8], 2, &[(0, 0), (9, 5), (3, 2)], [&[1, 1], &[2, 0]]), houses, why);
    let why = "both players make sure of 3/2, with any share of the money";
    add("average-houses", average([0, 3, 2]), houses, why);
    let why = "less than 3/2: Left makes sure of it; of Right nothing is said";
    add(
        "average-less",
        secured([0, 1, 1], 2, &[(0, 0), (3, 2), (1, 0)], [&[2, 2], &[1, 0], &[2, 2], &[0, 0]]),
        houses,
        why,
    );
    let why = "1/2: it depends on the money at the start alone";
    add("average-own", own(&[1, 2, 0], &[1, 2, 0]), own_moves, why);
    let why = "-1/2: it is negative, and Right makes sure of it where Right stays";
    let minus = secured([1, 1, 2], 0, HALVES, [&[1, 2, 0], &[0; 3], &[1, 2, 0], &[0; 3]]);
    add("average-negative", minus, own_moves, why);
    let why = "a part that is all 0, and one that is all 1, say nothing";
    add("average-nothing", secured([0, 9, 1], 0, &[(0, 0), (1, 0)], [&[0, 0], &[0, 0], &[1, 1], &[1, 1]]), houses, why);
    let why = "by tosses Left comes to the house of priority 2 for ever";
    add("parity-houses", parity_of_houses(&[0, 1]), houses, why);
    add("parity-label", parity_of_houses(&[4, 9]), houses, "labels that are greater than they need to be");
    let why = "all edges together connect the three positions, but nobody leaves what suits";
    add("parity-own", parity(HALVES, &[&[1, 2, 0], &[0; 3], &[0; 3], &[0; 3]]), own_moves, why);
    let why = "Left leaves a, and chance leads to b in the end: lucky at a and at the toss, for priority 3";
    add("parity-toss", parity_of_toss(&[1, 2, 0], &[0; 3]), toss, why);
    add(
        "parity-odd",
        parity(&[(0, 0)], &[&[0, 0], &[0, 0], &[0, 0], &[1, 0], &[0, 0]]),
        "odd",
        "the mirror image of houses",
    );
}

fn bad_means(c: &mut Corpus) {
    let mut fails = |at, name: &str, further: Further, with: &str, why| {
        c.fails(at, &format!("aims-{name}"), further.bytes(), playing(with), why);
    };
    let [houses, own_moves, toss] = ["houses", "own", "toss"];
    let why = "g is 3 at the first position, where the mean is between 3 and 3/2";
    fails(("white-mean", 0), "more", mean(2, HOUSES, [&[2, 1], &[2, 0]]), houses, why);
    let why = "g is 0 at the first position, but the mean is 3/4";
    fails(("black-mean", 0), "less", mean(2, HOUSES, [&[0, 1], &[2, 0]]), houses, why);
    let why = "g is 3 everywhere: right only without the second house";
    fails(("white-mean", 0), "all", mean(2, &[(0, 0), (3, 2)], [&[1, 1], &[1, 0]]), houses, why);
    fails(("black-mean", 0), "none", mean(2, &[(0, 0), (3, 2)], [&[0, 0], &[1, 0]]), houses, "g is 0 everywhere");
    let why = "h is 0 everywhere: right only if each reward were 3/2";
    fails(("black-mean", 0), "flat", mean(2, &[(0, 0), (3, 3)], [&[1, 1], &[0, 0]]), houses, why);
    let why = "h is 0 at left's and 3 at right's: right only if the rewards were exchanged";
    fails(("black-mean", 0), "turned", mean(2, HOUSES, [&[1, 1], &[0, 2]]), houses, why);
    let why = "2 everywhere, and h is 2 and 0: right at the first position alone";
    fails(("white-mean", 1), "second", mean(2, &[(0, 0), (1, 1)], [&[1, 1], &[1, 0]]), houses, why);
    let why = "1, 1, -1: right only if Left moved at the start";
    fails(("white-mean", 0), "moves", mean(1, &[(0, 0), (1, 0)], [&[1, 1, 0], &[0; 3]]), own_moves, why);
    let why = "right only if both options of chance had the same weight";
    fails(("white-mean", 0), "weights", mean(0, HALVES, [&[1, 2, 0], &[1, 0, 0]]), toss, why);
    let why = "right only with a fair coin";
    fails(("white-mean", 0), "coin", banked([1, 1, 1, 3], 2, HOUSES, [&[1, 1], &[2, 0]]), houses, why);
    let why = "right only if whoever is chosen had to move";
    fails(("black-mean", 0), "chosen", banked([1, 1, 2, 3], 2, BANK, [&[1, 1], &[2, 0]]), "away", why);
    let why = "right only if Left had to move on to the toss";
    fails(("black-mean", 0), "stay", mean(0, &[(0, 0), (1, 0)], [&[0, 0, 0], &[0, 1, 0]]), toss, why);
}

fn bad_averages(c: &mut Corpus) {
    let mut fails = |at, name: &str, further: Further, with: &str, why| {
        c.fails(at, &format!("aims-{name}"), further.bytes(), playing(with), why);
    };
    let [houses, own_moves] = ["houses", "own"];
    fails(("white-secures", 0), "more", average([0, 2, 1]), houses, "2, where 3/2 is the most that Left makes sure of");
    fails(
        ("black-secures", 0),
        "less",
        average([0, 1, 1]),
        houses,
        "1, where 3/2 is the least to which Right holds Left",
    );
    fails(("black-secures", 0), "minus", average([1, 3, 2]), houses, "-3/2: right only if the sign were not read");
    let why = "Left makes sure of 1/2 at the start with 1: right only if Left moved there";
    fails(("white-secures", 0), "start", own(&[2, 2, 0], &[1, 2, 0]), own_moves, why);
    let why = "u is 0 at the start: right only if Right moved there";
    fails(("black-secures", 0), "start", own(&[1, 2, 0], &[0, 2, 0]), own_moves, why);
    let why = "l is 1 everywhere: at b, where Right stays, -1 is collected";
    fails(("white-secures", 0), "all", own(&[2, 2, 2], &[1, 2, 0]), own_moves, why);
    let why = "u is 0 everywhere, although 1 is collected at a";
    fails(("black-secures", 1), "all", own(&[1, 2, 0], &[0; 3]), own_moves, why);
    let why = "the start has h = 1, but at a only a counts: right only if options with less l counted";
    let steep = secured([0, 3, 2], 0, HALVES, [&[1, 2, 0], &[2, 0, 0], &[1, 2, 0], &[0; 3]]);
    fails(("white-secures", 1), "counts", steep, own_moves, why);
    let why = "the start has k = 0, but at b only b counts: right only if options with greater u counted";
    let steep = secured([1, 3, 2], 0, HALVES, [&[1, 2, 0], &[0; 3], &[1, 2, 0], &[0, 2, 2]]);
    fails(("black-secures", 2), "counts", steep, own_moves, why);
    let why = "l is 1/2 at both: with the same l at all options, each step has to be right";
    let half = secured([0, 2, 1], 2, HALVES, [&[1, 1], &[0, 0], &[2, 2], &[0, 0]]);
    fails(("white-secures", 1), "half", half, houses, why);
    let why = "h is as it is for the scale 2^3, with the scale 2^2";
    let scale = secured([0, 3, 2], 2, &[(0, 0), (3, 3), (1, 0)], [&[2, 2], &[1, 0], &[0, 0], &[1, 0]]);
    fails(("black-secures", 0), "scale", scale, houses, why);
}

fn bad_parities(c: &mut Corpus) {
    let mut fails = |at, name: &str, further: Further, with: &str, why| {
        c.fails(at, &format!("aims-{name}"), further.bytes(), playing(with), why);
    };
    let [houses, own_moves, toss, odd] = ["houses", "own", "toss", "odd"];
    let why = "1 and 0: neither is the mean";
    fails(("equation", 0), "mean", parity(&[(0, 0), (1, 0)], &[&[1, 0], &[0, 1], &[0, 0], &[0, 0]]), houses, why);
    fails(("white-parity", 1), "label", parity_of_houses(&[0, 0]), houses, "the label does not fall from right's");
    let why = "labels fall to right's, whose priority is 1";
    fails(("white-parity", 1), "turned", parity_of_houses(&[1, 0]), houses, why);
    let why = "0 everywhere solves the equation; but Right cannot keep Left away from left's";
    fails(("black-parity", 1), "lost", parity(&[(0, 0)], &[&[0, 0], &[0, 1], &[1, 0], &[0, 0]]), houses, why);
    let why = "1/2 everywhere solves the equation, too, and Left's labels are right";
    fails(("black-parity", 0), "half", parity(&[(1, 1)], &[&[0, 0], &[0, 1], &[0, 0], &[0, 0]]), houses, why);
    let why = "1 everywhere: right if strong connection by all edges were enough";
    let connected = parity(&[(1, 0)], &[&[0; 3], &[1, 0, 2], &[0; 3], &[0; 3]]);
    fails(("white-parity", 2), "connected", connected, own_moves, why);
    let why = "at the toss the label of priority 3 does not fall to b";
    fails(("white-parity", 0), "chance", parity_of_toss(&[0, 2, 0], &[0; 3]), toss, why);
    let why = "the label of priority 3 falls nowhere from a; that of priority 1 says nothing there";
    fails(("white-parity", 1), "order", parity_of_toss(&[1, 1, 0], &[0, 1, 0]), toss, why);
    let why = "right only if the columns of labels came from the least priority up";
    fails(("white-parity", 1), "columns", parity_of_toss(&[0; 3], &[1, 2, 0]), toss, why);
    let why = "right only if Right's labels came before Left's";
    let first = parity(&[(0, 0)], &[&[0, 0], &[1, 0], &[0, 0], &[0, 0], &[0, 0]]);
    fails(("black-parity", 0), "first", first, odd, why);
    let why = "1 everywhere in the mirror image of houses";
    let won = parity(&[(1, 0)], &[&[0, 0], &[0, 1], &[0, 0], &[1, 0], &[0, 0]]);
    fails(("white-parity", 0), "odd", won, odd, why);
}

pub fn bad(c: &mut Corpus) {
    bad_means(c);
    bad_averages(c);
    bad_parities(c);
    let (houses, two) = (playing("houses"), With(&["good/2x2_Kk"], Some("houses")));
    let whole = [("mean", mean_of_houses()), ("average", average([0, 3, 2])), ("parity", parity_of_houses(&[0, 1]))];
    for (name, good) in whole {
        let imported = good.clone().importing(c, &["good/2x2_Kk"]).bytes();
        c.bad("imports", &format!("aims-{name}"), imported, two, "an import, where there are none");
        let mut add = |condition, part: &str, bytes, why| {
            c.bad(condition, &format!("aims-{name}-{part}"), bytes, houses, why);
        };
        add("coverage", "none", good.but(|c| c.slices.clear()), "no slice");
        add("coverage", "slices", good.but(|c| c.slices.push(vec![])), "a second slice");
        add("canonical", "rest", good.but(|c| c.slices[0].push(0)), "the slice goes on");
        add(
            "canonical",
            "short",
            good.but(|c| {
                c.slices[0].pop();
            }),
            "the slice ends too early",
        );
        add("canonical", "body", good.but(|c| c.body.push(0)), "the body goes on");
        add(
            "canonical",
            "end",
            good.but(|c| {
                c.body.pop();
            }),
            "the body ends too early",
        );
        add("canonical", "form", good.but(|c| c.form = 1), "the form of two values");
        add("canonical", "value", good.but(|c| c.values.insert(1, (1, 6))), "values of which one is stated nowhere");
        add(
            "canonical",
            "beyond",
            good.but(|c| {
                c.values.pop();
            }),
            "a place beyond the values",
        );
        let place = 2 + good.body.len();
        add("canonical", "never", respelt(&good.bytes(), place, &[0], &[1, 0, 1]), "something said of endless play");
    }
    let mut add = |name: &str, further: Further, why| {
        c.bad("canonical", &format!("aims-{name}"), further.bytes(), houses, why);
    };
    add("bits", parity_of_houses(&[0, 1]).with(4, 0, &[]), "numbers in units");
    let why = "values that do not increase";
    add("order", mean(2, &[(0, 0), (3, 2), (3, 3)], [&[2, 2], &[1, 0]]), why);
    add("more", mean(1, &[(0, 0), (3, 2), (3, 1)], [&[1, 1], &[2, 0]]), "a value above 1");
    add("large", parity(&[(1, 0)], &[&[0, 0], &[0, 1 << 32], &[0, 0], &[0, 0]]), "a label of 2^32");
    let why = "labels of odd priorities alone";
    add("even", parity(&[(1, 0)], &[&[0, 0], &[0, 1]]), why);
    let scaled = |bytes: &[u8]| Further { body: [&ANY[..], bytes].concat(), ..mean_of_houses() };
    add("scale", scaled(&[0x80, 8, 0, 1, 0, 1]), "the scale 2^1024");
    add("long", scaled(&[0x82, 0, 0, 1, 0, 1]), "a scale in more bytes than it needs");
    // But for the rule the numbers are right.
    let of_bank = |shares| banked(shares, 2, BANK, [&[1, 1], &[2, 0]]);
    add("bank", of_bank([2, 1, 1, 3]), "the bank takes more than all");
    add("share", of_bank([1, 1, 2, 6]), "Left's share is not in lowest terms");
    add("share-none", banked([1, 1, 0, 1], 2, &[(0, 0), (3, 2)], [&[0, 0], &[1, 0]]), "Left has nothing");
    add("share-all", banked([1, 1, 1, 1], 2, &[(0, 0), (3, 2)], [&[1, 1], &[1, 0]]), "Left has all");
    let why = "a share without a bank";
    add("idle", banked([0, 1, 1, 3], 2, HOUSES, [&[1, 1], &[2, 0]]), why);
    add("lowest", average([0, 6, 4]), "an average that is not in lowest terms");
    add("zero", average([1, 0, 1]), "0 with a sign");
    add("sign", average([2, 3, 2]), "a truth value of 2");
    add("nothing", average([0, 1, 0]), "an average with the denominator 0");
    let top = [0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 1];
    let big = Further { body: [&ANY[..], &[2], &top].concat(), ..average([0, 1, 1]) };
    add("big", big, "an average of 2^63");
    let poor = playing("poor");
    c.declined(
        "aims-priority",
        parity(&[(1, 0)], &[&[0, 0], &[0, 0]]).bytes(),
        poor,
        "the first position has no priority",
    );
    c.declined(
        "aims-reward",
        mean(0, &[(0, 0)], [&[0, 0], &[0, 0]]).bytes(),
        playing("odd"),
        "no position has a reward",
    );
    for name in ["mean", "average", "parity"] {
        let name = format!("good/aims-{name}-houses");
        c.line(&name, ALONE, Expected::Declined, "no game is given");
        c.line(&name, playing("own"), Expected::Declined, "another game is given");
        c.line(&name, playing("duel"), Expected::Declined, "a game that ends is given");
    }
}
