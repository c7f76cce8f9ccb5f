//! Scored games, statement 20. The numbers are worked out by hand. The bytes are written here, from the format alone.

use super::further::{Further, columns};
use crate::witness::cases::{ALONE, ANY, Corpus, Expected, With, playing};

fn game(c: &mut Corpus, name: &str, positions: &[&str]) {
    let text = format!("{{\"scored-game\": 1, \"positions\": [\n{}\n]}}\n", positions.join(",\n"));
    c.files.insert(format!("games/{name}.json"), text.into_bytes());
}

pub fn games(c: &mut Corpus) {
    let ends = [
        r#"{"name": "three", "score": "3"}"#,
        r#"{"name": "half", "score": "1/2"}"#,
        r#"{"name": "minus", "score": "-1"}"#,
    ];
    let start = r#"{"name": "start", "left": ["up"], "right": ["down"]}"#;
    let up = r#"{"name": "up", "left": ["three"], "right": ["half"]}"#;
    let down = r#"{"name": "down", "left": ["half"], "right": ["minus"]}"#;
    game(c, "points", &[start, up, down, ends[0], ends[1], ends[2]]);
    let p = r#"{"name": "p", "left": ["q"], "right": ["q"]}"#;
    let q = r#"{"name": "q", "left": ["five"], "right": ["five"]}"#;
    game(c, "five", &[p, q, r#"{"name": "five", "score": "5"}"#]);
    let odds =
        r#"{"name": "p", "chance": [{"to": "one", "weight": "1/65537"}, {"to": "nil", "weight": "65536/65537"}]}"#;
    game(c, "odds", &[odds, r#"{"name": "one", "score": "1"}"#, r#"{"name": "nil", "score": "0"}"#]);
    game(c, "valued", &[r#"{"name": "p", "value": "1"}"#, ends[0]]);
}

/// Numerators and powers of 2.
type Values<'a> = &'a [(u8, u64)];

/// Points; places of values, and the labels of White and of Black.
fn points(values: Values, all: [&[u64]; 3]) -> Further {
    Further::new(20, &[&ANY[..], &[0]].concat(), columns(&all)).with(0, 0, values)
}

/// A threshold: whether it is negative, its numerator, its denominator.
fn threshold(c: [u8; 3], values: Values, all: [&[u64]; 3]) -> Further {
    Further::new(20, &[&ANY[..], &[1], &c].concat(), columns(&all)).with(0, 0, values)
}

/// The scores -1, 1/2, 3 are 0, 3/8, 1. So `down` has 3/16, `start` 7/16, `up` 11/16.
const POINTS: Values = &[(3, 4), (7, 4), (11, 4)];
const PLACES: &[u64] = &[1, 2, 0];
const LABELS: &[u64] = &[2, 1, 1];
/// 1/2 or more: `down` has 1/2, `start` 3/4, `up` 1.
const HALF: Values = &[(1, 1), (3, 2), (1, 0)];

fn right() -> Further {
    points(POINTS, [PLACES, LABELS, LABELS])
}

/// Bounds in units of 1/16, without labels.
fn bounds(low: &[u64], width: &[u64]) -> Further {
    let slice = columns(&[low, width, &[0], &[], &[], &[0], &[], &[]]);
    Further::new(20, &[&ANY[..], &[0]].concat(), slice).with(4, 2, &[])
}

pub fn good(c: &mut Corpus) {
    let mut add = |name: &str, further: Further, with: &str, why| {
        c.good(&format!("scores-{name}"), further.bytes(), playing(with), why);
    };
    add("points", right(), "points", "worth 3/4, 7/4 and -1/4 points");
    let half = threshold([0, 1, 2], HALF, [PLACES, LABELS, LABELS]);
    add("half", half, "points", "1/2 or more: a score of 1/2 is enough");
    let minus = threshold([1, 1, 2], HALF, [PLACES, LABELS, LABELS]);
    add("minus", minus, "points", "-1/2 or more: the same positions are won");
    add("bounds", bounds(&[5, 10, 2], &[4, 2, 2]), "points", "the same points, as bounds");
    add("odds", bounds(&[0], &[1]), "odds", "chance with a common denominator above 2^16");
    add("five", points(&[(0, 0)], [&[0, 0], &[2, 1], &[2, 1]]), "five", "all scores are the same: all values are 0");
}

pub fn bad(c: &mut Corpus) {
    let mut fails = |at, name: &str, further: Further, with: &str, why| {
        c.fails(at, &format!("scores-{name}"), further.bytes(), playing(with), why);
    };
    let all = [PLACES, LABELS, LABELS];
    fails(("white-holds", 0), "less", points(&[(3, 4), (3, 3), (11, 4)], all), "points", "6/16 at the start");
    fails(("white-forces", 0), "more", points(&[(3, 4), (1, 1), (11, 4)], all), "points", "8/16 at the start");
    let why = "right only if more than 1/2 were required";
    let above = threshold([0, 1, 2], &[(0, 0), (1, 2), (1, 1)], all);
    fails(("white-holds", 1), "above", above, "points", why);
    let why = "right for -1/2; a score of -1 is enough here";
    fails(("white-holds", 2), "least", threshold([1, 1, 1], HALF, all), "points", why);
    let labels: &[u64] = &[1, 1, 1];
    fails(("white-label", 0), "label", points(POINTS, [PLACES, labels, LABELS]), "points", "T is 1 at the start");
    fails(("black-label", 0), "label", points(POINTS, [PLACES, LABELS, labels]), "points", "T′ is 1 at the start");
    let five = points(&[(0, 0)], [&[0, 0], &[2, 1], &[1, 1]]);
    fails(("black-forces", 0), "label", five, "five", "T′ is 1 at p, where every option has the label 1");
    let why = "l is 12/16 at up, where 11/16 is the mean";
    fails(("white-forces", 1), "bounds", bounds(&[5, 12, 2], &[4, 2, 2]), "points", why);
    let good = right();
    let (game, two) = (playing("points"), With(&["good/2x2_Kk"], Some("points")));
    let imported = good.clone().importing(c, &["good/2x2_Kk"]).bytes();
    c.bad("imports", "scores-some", imported, two, "an import, where there are none");
    c.bad("coverage", "scores-none", good.but(|c| c.slices.clear()), game, "no slice");
    let mut add = |name: &str, bytes, why| c.bad("canonical", &format!("scores-{name}"), bytes, game, why);
    let body = |bytes: &[u8]| good.but(|c| c.body = [&ANY[..], bytes].concat());
    add("aim", body(&[2]), "an aim that there is not");
    add("rest", body(&[0, 0]), "the body goes on");
    add("lowest", body(&[1, 0, 2, 4]), "a threshold that is not in lowest terms");
    add("zero", body(&[1, 1, 0, 1]), "0 with a sign");
    add("nothing", body(&[1, 0, 1, 0]), "a threshold with the denominator 0");
    add("form", good.but(|c| c.form = 5), "the form of a plan");
    add("bits", good.but(|c| c.form = 2), "bounds without units");
    let good = "good/scores-points";
    c.line(good, ALONE, Expected::Declined, "no game is given");
    c.line(good, playing("five"), Expected::Declined, "another game is given");
    c.declined("scores-value", right().bytes(), playing("valued"), "a value, where a scored game has scores");
}
