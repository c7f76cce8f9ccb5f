//! Games in a file: positions that are bid for, turns, chance. All numbers here are worked out by hand.

use super::{Corpus, Expected, GAME, Sketch, playing};

/// The exact table of a game: the columns of `x`, of `y` in form 1, and of both labels.
fn exact(values: &[&str], columns: &[&[u64]]) -> Sketch {
    Sketch::new(GAME, 0, u8::from(columns.len() == 4), values, columns)
}

/// The enclosure of a game in units of 2^-bits, nothing listed: `l`, and `u′ − l`.
fn narrow(bits: u8, l: &[u64], width: &[u64]) -> Sketch {
    Sketch::new(GAME, bits, 2, &[], &[l, width, &vec![0; l.len().div_ceil(8)], &[], &[]])
}

pub fn steps() -> Sketch {
    exact(&["1/4", "1/2", "3/4"], &[&[1, 2, 0], &[2, 1, 1], &[2, 1, 1]])
}

/// Two positions, each the only option of the other.
fn cycle() -> Sketch {
    exact(&["0", "1"], &[&[0, 0], &[1, 1], &[0, 0], &[0, 0]])
}

/// The cycle enclosed in units of 1/16, with both positions listed: `l`, `u − l`, flags, `l′ − u`, `u′ − l′`.
fn listed(u: [u64; 2], m: [u64; 2]) -> Sketch {
    let gaps: Vec<u64> = m.iter().zip(u).map(|(m, u)| m - u).collect();
    Sketch::new(GAME, 4, 2, &[], &[&[0, 0], &u, &[3], &gaps, &m.map(|m| 16 - m)])
}

/// One listed position in units of 1/4: `l`, `u`, `l′`, `u′`.
fn alone([l, u, l2, u2]: [u64; 4]) -> Sketch {
    Sketch::new(GAME, 2, 2, &[], &[&[l], &[u - l], &[1], &[l2 - u], &[u2 - l2]])
}

fn pass() -> Sketch {
    exact(&["1/2"], &[&[0, 0], &[1, 1], &[1, 1]])
}

fn turns() -> Sketch {
    let x = [2, 3, 1, 1, 0, 3, 0];
    exact(&["0", "1/3", "2/3", "1"], &[&x, &[2, 1, 2, 1, 0, 1, 0], &[1, 0, 2, 1, 1, 0, 1]])
}

/// Turns and chance that never end.
fn rest() -> Sketch {
    exact(&["0", "1"], &[&[0; 4], &[1; 4], &[0; 4], &[0; 4]])
}

/// Exact values of the book's example of an enclosure.
fn thirds() -> Sketch {
    exact(&["1/3", "2/3"], &[&[0, 1], &[1, 1], &[1, 1]])
}

fn lure() -> Sketch {
    exact(&["1/2", "1"], &[&[0, 0], &[1, 1], &[1, 2], &[0, 0]])
}

fn refuse() -> Sketch {
    exact(&["0", "1/2"], &[&[0], &[1], &[0], &[1]])
}

fn stay() -> Sketch {
    exact(&["0", "1/2", "1"], &[&[1, 0], &[2, 1], &[1, 0], &[0, 1]])
}

fn nothing() -> Sketch {
    exact(&["0", "1"], &[&[0, 1], &[1, 1], &[1, 1]])
}

pub fn fractions() -> Sketch {
    exact(&["13/30", "11/20", "2/3"], &[&[0, 1, 2], &[1, 1, 1], &[1, 1, 1]])
}

fn files(c: &mut Corpus) {
    let (won, lost) = (r#"{"name": "won", "value": "1"}"#, r#"{"name": "lost", "value": "0"}"#);
    let half = r#"{"name": "half", "value": "2/4"}"#;
    let start = r#"{"name": "start", "left": ["ahead"], "right": ["behind"]}"#;
    let behind = r#"{"name": "behind", "left": ["start"], "right": ["lost"]}"#;
    c.game("steps", &[start, r#"{"name": "ahead", "left": ["won"], "right": ["start"]}"#, behind, won, lost]);
    c.game("slips", &[start, r#"{"name": "ahead", "left": ["won"], "right": ["behind"]}"#, behind, won, lost]);
    let p = r#"{"name": "p", "left": ["q"], "right": ["q"]}"#;
    let q = r#"{"name": "q", "left": ["p"], "right": ["p"]}"#;
    c.game("cycle", &[p, q, half]);
    let next = |own: char, to: char| format!(r#"{{"name": "{own}", "left": ["{to}"], "right": ["{to}"]}}"#);
    let four = [next('p', 'q'), next('q', 'r'), next('r', 's'), next('s', 'p'), half.to_owned()];
    c.game("wait4", &four.each_ref().map(|text| &text[..]));
    let p = r#"{"name": "p", "left": ["half"]}"#;
    c.game("pass", &[p, r#"{"name": "q", "left": [], "right": ["half"]}"#, half]);
    c.game(
        "turns",
        &[
            r#"{"name": "bid", "left": ["attack"], "right": ["defence"]}"#,
            r#"{"name": "attack", "turn": "left", "left": ["won", "toss"]}"#,
            r#"{"name": "defence", "turn": "right", "right": ["attack", "toss"]}"#,
            r#"{"name": "toss", "chance": [{"to": "won", "weight": "1/3"}, {"to": "lost", "weight": "2/3"}]}"#,
            r#"{"name": "doomed", "turn": "left", "left": ["lost"]}"#,
            r#"{"name": "safe", "turn": "right", "right": ["won"]}"#,
            r#"{"name": "raffle", "chance": [{"to": "doomed", "weight": "1/2"}, {"to": "lost", "weight": "1/2"}]}"#,
            won,
            lost,
        ],
    );
    c.game(
        "rest",
        &[
            r#"{"name": "a", "turn": "left", "left": ["b"]}"#,
            r#"{"name": "b", "turn": "right", "right": ["a"]}"#,
            r#"{"name": "stuck", "turn": "right", "right": []}"#,
            r#"{"name": "spin", "chance": [{"to": "spin", "weight": "1"}]}"#,
            won,
        ],
    );
    let p = r#"{"name": "p", "left": ["q"], "right": ["lost"]}"#;
    c.game("thirds", &[p, r#"{"name": "q", "left": ["won"], "right": ["p"]}"#, won, lost]);
    c.game("lure", &[r#"{"name": "p", "left": ["q", "half"], "right": ["q"]}"#, q, half]);
    c.game("refuse", &[r#"{"name": "p", "left": ["p"], "right": ["p", "half"]}"#, half]);
    let stay = r#"{"name": "l", "turn": "left", "left": ["l", "half"]}"#;
    c.game("stay", &[stay, r#"{"name": "r", "turn": "right", "right": ["r", "half"]}"#, half]);
    let more = r#"{"name": "more", "value": "2/3"}"#;
    c.game("lean", &[r#"{"name": "p", "left": ["p"], "right": ["p", "more"]}"#, more]);
    let less = r#"{"name": "less", "value": "1/3"}"#;
    c.game("prop", &[r#"{"name": "p", "left": ["p", "less"], "right": ["p"]}"#, less]);
    let z = r#"{"name": "z", "left": ["lost"], "right": ["lost"]}"#;
    c.game("nothing", &[z, r#"{"name": "w", "left": ["won"], "right": ["won"]}"#, won, lost]);
    c.game(
        "fractions",
        &[
            r#"{"name": "a", "left": ["more"], "right": ["less"]}"#,
            r#"{"name": "b", "left": ["more"], "right": ["a"]}"#,
            r#"{"name": "c", "left": ["more"], "right": ["more", "more"]}"#,
            r#"{"name": "more", "value": "2/3"}"#,
            r#"{"name": "less", "value": "1/5"}"#,
        ],
    );
    c.game("empty", &[half]);
    c.files.insert("games/old.json".to_owned(), c.files["games/thirds.json"].clone());
    let old = String::from_utf8(c.files["games/thirds.json"].clone()).unwrap();
    c.files.insert("games/old.json".to_owned(), old.replace("\"bidding-game\": 2", "\"bidding-game\": 1").into_bytes());
}

pub fn good(c: &mut Corpus) {
    files(c);
    let mut add = |name: &str, game: &str, sketch: Sketch, why: &str| c.good(name, sketch.bytes(), playing(game), why);
    add("steps", "steps", steps(), "the worked example of the games' format: 1/2, 3/4, 1/4; labels 2, 1, 1");
    add("cycle", "cycle", cycle(), "both can wait for ever: 0 and 1, and all labels are infinite");
    add(
        "pass",
        "pass",
        pass(),
        "a player without options passes: x = (1/2 + x)/2; a terminal value not in lowest terms",
    );
    add(
        "turns",
        "turns",
        turns(),
        "a bid, turns and chance; where nobody bids, a side that has nothing has the label 0",
    );
    add(
        "rest",
        "rest",
        rest(),
        "turns, a pass at a turn and a spin of chance that never end: 0 and 1, all labels are the number 0",
    );
    add("thirds", "thirds", thirds(), "1/3 and 2/3: an odd part that is not 1");
    add(
        "lure",
        "lure",
        lure(),
        "an option as good as the evidence is none: labels 1 and 2 below 1/2, infinite below 1",
    );
    add("refuse", "refuse", refuse(), "right need not move to 1/2: the lower value is 0, the upper one 1/2");
    add("stay", "stay", stay(), "at a turn a player may stay: at left's turn 1/2 and 1, at right's 0 and 1/2");
    add("nothing", "nothing", nothing(), "bid for and worth 0, or 1: the labels are 1 by the equation, not 0");
    add("fractions", "fractions", fractions(), "odd parts 3, 5 and 15, and different powers of 2");
    let mut empty = exact(&[], &[]);
    (empty.written.form, empty.slices) = (0, vec![]);
    add("empty", "empty", empty, "all positions are terminal: no value, no slice, form 0");
    add("thirds_k4", "thirds", narrow(4, &[4, 9], &[3, 3]), "the book's enclosure: 4/16 to 7/16 and 9/16 to 12/16");
    let near = narrow(4, &[5, 10], &[1, 1]);
    add(
        "thirds_k4_equal",
        "thirds",
        near,
        "5/16 to 6/16 and 10/16 to 11/16: bounds equal to their means, which are of different numbers",
    );
    let wide = narrow(62, &thirds_62().0, &thirds_62().1);
    add("thirds_k62", "thirds", wide, "the finest units: the sum of two numbers is above 2^62");
    let enclosed = narrow(2, &[0, 0, 1], &[3, 4, 3]);
    add(
        "fractions_k2",
        "fractions",
        enclosed,
        "terminal values 2/3 and 1/5 are rounded outwards, to 2/4 and 3/4, 0/4 and 1/4",
    );
    add(
        "turns_k4",
        "turns",
        narrow(4, &[9, 15, 4, 5, 0, 15, 0], &[3, 1, 3, 1, 1, 1, 1]),
        "enclosed turns and chance, each strictly",
    );
    add("cycle_k4", "cycle", listed([0, 0], [16, 16]), "listed positions: 0 and 1");
    add(
        "lean_k2",
        "lean",
        alone([0, 0, 2, 4]),
        "listed: the upper value is 2/3, and l′ is 2/4, because 2/3 is rounded down",
    );
    add(
        "prop_k2",
        "prop",
        alone([0, 2, 4, 4]),
        "listed: the lower value is 1/3, and u is 2/4, because 1/3 is rounded up",
    );
    for (d, name) in [((0, 1), "0"), ((1, 3), "1-3"), ((1, 2), "1-2"), ((1, 1), "1")] {
        let value = format!("{}/{}", d.0, d.1);
        let sketch = worth(d, exact(&[&value], &[&[0, 0], &[0, 0], &[0, 0]]));
        let why =
            "both can wait for ever, so the value is what an endless play is worth; with 0 it is α, with 1 it is β";
        add(&format!("cycle_never_{name}"), "cycle", sketch, why);
    }
    let half = worth((1, 2), exact(&["1/3", "2/3"], &[&[0, 1], &[0, 1], &[1, 0]]));
    add(
        "thirds_never",
        "thirds",
        half,
        "sharp, so that d changes nothing; labels are 0 where a side has no more than 1/2",
    );
    let third = worth((1, 3), narrow(4, &[5, 5], &[1, 1]));
    add("cycle_never_k4", "cycle", third, "an endless play is worth 1/3: between 5/16 and 6/16, without labels");
    let labels = [&[4, 9][..], &[3, 3], &[0], &[], &[], &[1], &[0], &[7]];
    let labels = worth((1, 2), Sketch::new(GAME, 4, 2, &[], &labels));
    add("thirds_never_k4", "thirds", labels, "bounds that need no label, and one that nobody asked for");
    let short = worth((1, 2), exact(&["1/2"], &[&[0; 4], &[0; 4], &[0; 4]]));
    assert_eq!(short.slice_bytes(), [[0; 3]]);
    add("wait4_never_1-2", "wait4", short, "all numbers are 0, so that three bytes state everything of four positions");
    add("cycle_gap", "cycle", listed([8, 8], [9, 9]), "listed positions whose u is one unit below l′");
}

/// With an endless play that is worth this.
fn worth(never: (u64, u64), mut sketch: Sketch) -> Sketch {
    sketch.written.never = Some(never);
    sketch
}

/// Strict bounds in units of 2^-62: `l`, and `u′ − l`.
fn thirds_62() -> ([u64; 2], [u64; 2]) {
    // 1/3 lies between these two numbers of units, and between the next and the one before; the same of 2/3.
    let third = (1_u64 << 62) / 3;
    let (l, v) = ([third - 2, 2 * third - 2], [third + 3, 2 * third + 5]);
    (l, [v[0] - l[0], v[1] - l[1]])
}

pub fn bad(c: &mut Corpus) {
    let mut add = |at: (&'static str, u32), name: &str, game: &str, bytes: Vec<u8>, why: &str| {
        c.fails(at, name, bytes, playing(game), why);
    };
    // Values.
    let swap = |a: usize, b: usize| move |s: &mut Sketch| s.slices[0][0].swap(a, b);
    add(
        ("white-holds", 0),
        "steps",
        "steps",
        steps().but(swap(0, 2)),
        "1/4 is stated between 3/4 and 1/2: more can be forced",
    );
    add(
        ("white-forces", 0),
        "steps",
        "steps",
        steps().but(swap(0, 1)),
        "3/4 is stated between 1/2 and 1/4: so much cannot be forced",
    );
    let two =
        |x: [u64; 2], y: [u64; 2], labels: [[u64; 2]; 2]| exact(&["0", "1/2", "1"], &[&x, &y, &labels[0], &labels[1]]);
    let mirrored = exact(&["0", "1/2", "1"], &[&[1, 0], &[2, 2], &[1, 0], &[0, 0]]);
    add(
        ("black-holds", 1),
        "stay",
        "stay",
        mirrored.bytes(),
        "at right's turn the upper value 1 is stated, but right may move to 1/2",
    );
    let low = exact(&["0", "1/2", "1"], &[&[0, 0], &[2, 1], &[0, 0], &[0, 1]]);
    add(
        ("white-holds", 0),
        "stay",
        "stay",
        low.bytes(),
        "at left's turn the lower value 0 is stated, but left may move to 1/2",
    );
    let x = exact(&["0", "1/4"], &[&[0], &[1], &[0], &[1]]);
    add(
        ("black-forces", 0),
        "refuse",
        "refuse",
        x.bytes(),
        "the upper value 1/4 is equal to its mean, and has no evidence",
    );
    // Without a pass the player who cannot move would have lost.
    let lost = exact(&["1/4", "3/4"], &[&[1, 0], &[1, 1], &[1, 1]]);
    add(
        ("white-forces", 0),
        "pass",
        "pass",
        lost.bytes(),
        "3/4 is right only if a player without options loses; he passes",
    );
    let stuck = exact(&["0", "1"], &[&[0, 0, 1, 0], &[1; 4], &[0, 0, 1, 0], &[0; 4]]);
    add(
        ("white-forces", 2),
        "stuck",
        "rest",
        stuck.bytes(),
        "a player without options at his own turn does not lose: he passes",
    );
    // Evidence.
    let falling = exact(&["1/2"], &[&[0, 0], &[2, 1], &[2, 1]]);
    add(
        ("white-forces", 1),
        "cycle",
        "cycle",
        falling.bytes(),
        "around a cycle labels cannot always decrease: the second position has none below 1",
    );
    let half = two([0, 0], [1, 1], [[0, 0], [1, 2]]).but(|s| s.values(&["0", "1/2"]));
    add(
        ("black-forces", 0),
        "cycle",
        "cycle",
        half,
        "the lower values are right; nobody can force the upper value 1/2",
    );
    let lured = exact(&["3/4", "1"], &[&[0, 0], &[1, 1], &[1, 2], &[0, 0]]);
    add(
        ("white-forces", 0),
        "not-greedy",
        "lure",
        lured.bytes(),
        "the option of label 0 is not greedy, and no evidence",
    );
    let some = exact(&["1/2"], &[&[0], &[1], &[1]]);
    add(
        ("white-forces", 0),
        "some-option",
        "refuse",
        some.bytes(),
        "one of right's options has a smaller label, not every one: right can wait",
    );
    let some = exact(&["1/2", "1"], &[&[0, 0], &[1, 0], &[1, 1], &[0, 1]]);
    add(
        ("white-forces", 1),
        "some-option-of-a-turn",
        "stay",
        some.bytes(),
        "at right's turn one option has a smaller label, not every one: right can stay",
    );
    let greedy = exact(&["0", "1/2", "1"], &[&[2, 0], &[2, 1], &[1, 0], &[0, 1]]);
    add(
        ("white-forces", 0),
        "not-greedy-at-a-turn",
        "stay",
        greedy.bytes(),
        "at left's turn 1 is stated; the option of label 0 is worth 1/2 only, and not greedy",
    );
    let some = exact(&["0", "1/2"], &[&[1, 0], &[1, 1], &[1, 0], &[1, 1]]);
    add(
        ("black-forces", 0),
        "some-option-of-a-turn",
        "stay",
        some.bytes(),
        "at left's turn one option has a smaller label T′, not every one: left can stay",
    );
    let spun = exact(&["0", "1"], &[&[0, 0, 0, 1], &[1; 4], &[0, 0, 0, 1], &[0; 4]]);
    add(
        ("white-forces", 3),
        "spin",
        "rest",
        spun.bytes(),
        "where chance always leads back to the position itself there is no evidence",
    );
    let turned = exact(&["0", "1"], &[&[1, 1, 0, 0], &[1; 4], &[2, 1, 0, 0], &[0; 4]]);
    add(
        ("white-forces", 1),
        "turns",
        "rest",
        turned.bytes(),
        "two turns that lead to each other: labels cannot always decrease",
    );
    let evidence = |label: usize, place: usize, number: u64| {
        move |s: &mut Sketch| {
            let column = s.slices[0].len() - 2 + label;
            s.slices[0][column][place] = number;
        }
    };
    add(
        ("white-label", 0),
        "too-small",
        "steps",
        steps().but(evidence(0, 0, 1)),
        "T is 1, as that of all evidence; 1/2 is the mean of 3/4 and 1/4, so that no evidence is needed, but the equation gives 2",
    );
    add(
        ("black-label", 0),
        "too-small",
        "steps",
        steps().but(evidence(1, 0, 1)),
        "T′ is 1, as that of all evidence, and the equation gives 2",
    );
    // Labels.
    add(
        ("white-label", 1),
        "too-large",
        "steps",
        steps().but(evidence(0, 1, 2)),
        "T is 2, one more than required: the certificate would not be the only one",
    );
    add(("black-label", 2), "too-large", "steps", steps().but(evidence(1, 2, 2)), "T′ is 2, one more than required");
    add(("white-label", 0), "infinite", "steps", steps().but(evidence(0, 0, 0)), "T is infinite, required 2");
    add(
        ("white-label", 0),
        "finite",
        "cycle",
        cycle().but(evidence(0, 0, 5)),
        "T is 5, required infinity: worth 0, but bid for",
    );
    add(("black-label", 0), "finite", "cycle", cycle().but(evidence(1, 0, 1)), "T′ is 1, required infinity");
    add(
        ("white-label", 0),
        "bid-for",
        "nothing",
        nothing().but(evidence(0, 0, 0)),
        "worth 0, but bid for: the equation gives 1, and 0 stands for infinity",
    );
    add(
        ("white-label", 4),
        "exception",
        "turns",
        turns().but(evidence(0, 4, 1)),
        "T is 1 as the equation would say; at a turn that is worth 0 it has to be 0",
    );
    add(
        ("black-label", 5),
        "exception",
        "turns",
        turns().but(evidence(1, 5, 1)),
        "T′ is 1 as the equation would say; at a turn that is worth 1 it has to be 0",
    );
    add(
        ("white-label", 6),
        "chance",
        "turns",
        turns().but(evidence(0, 6, 1)),
        "T is 1 as the equation would say; where chance moves and the value is 0 it has to be 0",
    );
    add(
        ("white-label", 2),
        "least-option",
        "turns",
        turns().but(|s| {
            s.slices[0][1][2] = 3;
        }),
        "at right's turn T is one more than the greatest label of an option, which is 1",
    );
    // Enclosures.
    let quiet = "l is 5 of 16, and so is all that counts: evidence is needed, and no label is listed";
    add(("white-forces", 0), "quiet_k4", "cycle", narrow(4, &[5, 5], &[11, 11]).bytes(), quiet);
    let quiet = "u′ is 11 of 16, and so is all that counts: evidence is needed, and no label is listed";
    add(("black-forces", 0), "quiet_k4", "cycle", narrow(4, &[0, 0], &[11, 11]).bytes(), quiet);
    add(
        ("white-forces", 0),
        "raised_k4",
        "thirds",
        narrow(4, &[5, 9], &[2, 3]).bytes(),
        "l is raised by one unit, and above its mean",
    );
    add(
        ("black-forces", 0),
        "lowered_k4",
        "thirds",
        narrow(4, &[4, 9], &[1, 3]).bytes(),
        "u′ is lowered to 5 of 16, below its mean",
    );
    let why = "listed: l′ is 3/4, which 2/3 gives only if it is rounded up";
    add(("black-holds", 0), "rounding_k2", "lean", alone([0, 0, 3, 4]).bytes(), why);
    let why = "listed: u is 1/4, which 1/3 gives only if it is rounded down";
    add(("white-holds", 0), "rounding_k2", "prop", alone([0, 1, 4, 4]).bytes(), why);
    let inward = narrow(2, &[0, 0, 2], &[3, 4, 2]);
    add(
        ("white-forces", 2),
        "rounding_k2",
        "fractions",
        inward.bytes(),
        "2/4 is strictly below 2/3, but 2/3 is rounded down to 2/4 first",
    );
    let inward = narrow(2, &[0, 0, 1], &[3, 4, 2]);
    add(
        ("black-forces", 2),
        "rounding_k2",
        "fractions",
        inward.bytes(),
        "3/4 is strictly above 2/3, but 2/3 is rounded up to 3/4 first",
    );
    add(
        ("white-forces", 3),
        "chance_k4",
        "turns",
        narrow(4, &[9, 15, 4, 6, 0, 15, 0], &[3, 1, 3, 0, 1, 1, 1]).bytes(),
        "6/16 is stated where the mean of 1 and 0, with weights 1/3 and 2/3, is less",
    );
    add(
        ("white-holds", 1),
        "listed",
        "cycle",
        listed([5, 0], [16, 16]).bytes(),
        "u is 5 at the first position and 0 at the second: the mean is 5 there",
    );
    add(
        ("black-holds", 1),
        "listed",
        "cycle",
        listed([0, 0], [15, 16]).bytes(),
        "l′ is 15 at the first position and 16 at the second: the mean is 15 there",
    );
    let columns: [&[u64]; 5] = [&[4, 9], &[2, 3], &[1], &[1], &[0]];
    let listed_third = Sketch::new(GAME, 4, 2, &[], &columns);
    add(
        ("black-holds", 0),
        "gap",
        "thirds",
        listed_third.bytes(),
        "u is one unit below l′ at a sharp position: l′ is above its mean",
    );
    // Endless play is worth d.
    let one = |values: &[&str]| worth((1, 2), exact(values, &[&[0, 0], &[0, 0], &[0, 0]])).bytes();
    let why = "both can wait for ever, which is worth 1/2: White cannot force 3/4";
    add(("white-forces", 0), "never", "cycle", one(&["3/4"]), why);
    let why = "both can wait for ever, which is worth 1/2: Black cannot force 1/4";
    add(("black-forces", 0), "never", "cycle", one(&["1/4"]), why);
    let labelled = worth((1, 2), exact(&["1/2"], &[&[0, 0], &[0, 1], &[0, 0]])).bytes();
    add(("white-label", 1), "never", "cycle", labelled, "T is 1 where White has no more than an endless play is worth");
    let labelled = worth((1, 2), exact(&["1/2"], &[&[0, 0], &[0, 0], &[3, 0]])).bytes();
    add(
        ("black-label", 0),
        "never",
        "cycle",
        labelled,
        "T′ is 3 where Black has no more than an endless play is worth",
    );
    let unlabelled = worth((1, 2), exact(&["1/3", "2/3"], &[&[0, 1], &[0, 0], &[1, 0]])).bytes();
    let why =
        "T is 0 where White has more than an endless play is worth; it is a number, not infinity, and has to be 1";
    add(("white-label", 1), "never-zero", "thirds", unlabelled, why);
    let above = worth((1, 3), narrow(4, &[6, 6], &[0, 0])).bytes();
    add(("white-forces", 0), "never_k4", "cycle", above, "6/16 is above 1/3, which an endless play is worth");
    let below = worth((1, 3), narrow(4, &[5, 5], &[0, 0])).bytes();
    add(("black-forces", 0), "never_k4", "cycle", below, "5/16 is below 1/3, which an endless play is worth");
    // What is worth no more than an endless play is not worth nothing: it has to be forced like anything else.
    let lost = |value: &str| worth((1, 2), exact(&["0", value], &[&[1, 0], &[0, 0], &[1, 1]])).bytes();
    let why =
        "1/2 is stated where both players can only go to 0; it is what an endless play is worth, but there is none";
    let both = r#"{"name": "q", "left": ["lost"], "right": ["lost"]}"#;
    let none = r#"{"name": "p", "left": ["lost"], "right": ["lost"]}"#;
    c.game("lost", &[none, both, r#"{"name": "lost", "value": "0"}"#]);
    let mut add = |at: (&'static str, u32), name: &str, game: &str, bytes: Vec<u8>, why: &str| {
        c.fails(at, name, bytes, playing(game), why);
    };
    add(("white-forces", 0), "never-lost", "lost", lost("1/2"), why);
    let bounded = worth((1, 2), narrow(1, &[1, 0], &[0, 0])).bytes();
    add(("white-forces", 0), "never-lost_k1", "lost", bounded, why);
    // A certificate of another game.
    c.line("good/steps", playing("slips"), Expected::Declined, "a true certificate, but of another game");
    add_all(c);
}

/// The certificates of one game with the digest of another.
fn add_all(c: &mut Corpus) {
    let of = |c: &mut Corpus, at: (&'static str, u32), name: &str, game: &str, sketch: Sketch, why: &str| {
        c.fails(at, name, sketch.bytes(), playing(game), why);
    };
    let why = "a true certificate, but of another game, where right moves farther from ahead";
    of(c, ("white-forces", 1), "other-game", "slips", steps(), why);
    let why = "equal values with equal labels solve the equations of this other game, where nobody can force 1/2";
    of(c, ("white-forces", 0), "other-cycle", "cycle", pass(), why);
}
