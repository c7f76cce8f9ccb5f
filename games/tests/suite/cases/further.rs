//! Further games, statements 3 to 7: Losing Chess, chips, payments. Numbers are worked out by hand, or they are those of the solver, which the
//! second checker in Python has verified. The bytes are written here, from the format alone.

use crate::witness::cases::{ALONE, ANY, Corpus, Expected, With, playing, sealed};
use crate::witness::naive::bytes::{column, sha256};
use crate::witness::support::digest;

/// A certificate of a further game before it is sealed.
#[derive(Clone)]
pub(super) struct Further {
    pub(super) statement: u8,
    pub(super) body: Vec<u8>,
    pub(super) bits: u8,
    pub(super) form: u8,
    pub(super) imports: Vec<[u8; 32]>,
    /// Numerators and powers of 2.
    pub(super) values: Vec<(u8, u64)>,
    pub(super) slices: Vec<Vec<u8>>,
}

/// A number below 2^14.
pub(super) fn number(value: usize) -> Vec<u8> {
    assert!(value < 1 << 14, "{value}");
    if value < 128 { vec![value as u8] } else { vec![value as u8 | 128, (value >> 7) as u8] }
}

pub(super) fn columns(columns: &[&[u64]]) -> Vec<u8> {
    columns.iter().flat_map(|numbers| column(numbers)).collect()
}

impl Further {
    /// Bits and form are 0, and there are neither imports nor values.
    pub(super) fn new(statement: u8, body: &[u8], slice: Vec<u8>) -> Self {
        let (imports, values) = (vec![], vec![]);
        Self { statement, body: body.to_vec(), bits: 0, form: 0, imports, values, slices: vec![slice] }
    }

    pub(super) fn with(self, bits: u8, form: u8, values: &[(u8, u64)]) -> Self {
        Self { bits, form, values: values.to_vec(), ..self }
    }

    pub(super) fn importing(self, c: &Corpus, names: &[&str]) -> Self {
        let of = |name: &&str| digest(&c.files[&format!("{name}.cert")]).0;
        Self { imports: names.iter().map(of).collect(), ..self }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut head = [&[self.statement], &number(self.body.len())[..], &self.body].concat();
        // α and β are stated.
        head.extend([0, self.bits, self.form]);
        head.extend(number(self.imports.len()));
        let mut imports = self.imports.clone();
        imports.sort();
        head.extend(imports.concat());
        if self.values.is_empty() {
            head.extend([0, 0]);
        } else {
            let power = self.values.iter().map(|value| value.1).max().unwrap();
            assert!(power < 8, "a denominator of one byte");
            head.extend([1, 1 << power]);
            head.extend(number(self.values.len()));
            head.extend(self.values.iter().map(|(numerator, own)| numerator << (power - own)));
        }
        head.extend(number(self.slices.len()));
        for slice in &self.slices {
            head.extend(number(slice.len()));
            head.extend(sha256(slice));
        }
        sealed(&head, &self.slices.concat())
    }

    pub(super) fn but(&self, change: impl FnOnce(&mut Self)) -> Vec<u8> {
        let mut changed = self.clone();
        change(&mut changed);
        changed.bytes()
    }
}

pub fn games(c: &mut Corpus) {
    let (won, lost) = (r#"{"name": "won", "value": "1"}"#, r#"{"name": "lost", "value": "0"}"#);
    let half = r#"{"name": "half", "value": "1/2"}"#;
    c.game("duel", &[r#"{"name": "p", "left": ["won"], "right": ["lost"]}"#, won, lost]);
    c.game("zugzwang", &[r#"{"name": "p", "left": ["lost"], "right": ["won"]}"#, won, lost]);
    c.game("bare", &[r#"{"name": "p", "left": ["half"], "right": ["p"]}"#, half]);
    c.game("crawl", &[r#"{"name": "p", "left": ["won"], "right": ["p"]}"#, won]);
    c.game("press", &[r#"{"name": "p", "left": ["p", "half"], "right": ["p"]}"#, half]);
    c.game("forced", &[r#"{"name": "p", "turn": "left", "left": ["half"]}"#, half]);
    let (p, q) = (r#"{"name": "p", "left": ["q"], "right": ["q"]}"#, r#"{"name": "q", "left": ["p"], "right": ["p"]}"#);
    c.game("wait", &[p, q, won]);
}

// --- Chips ---------------------------------------------------------------------------------------------------------------------------

/// The chapter's example: with one chip in all, who has the chip wins, so many times.
fn chip(positions: usize) -> Vec<Vec<u64>> {
    let row = [1, 1, 1, 0, 1, 1, 0, 1];
    row.iter().chain(&row).map(|number| vec![*number; positions]).collect()
}

/// With the inner statement about a game in a file, there stands for its digest what is replaced by the one of the game that goes with it.
fn chips(body: &[u8], columns_of: &[Vec<u64>]) -> Further {
    let body = if body.len() == 3 { &in_file(body) } else { body };
    Further::new(6, body, columns(&columns_of.iter().map(|numbers| &numbers[..]).collect::<Vec<_>>()))
}

/// The example with another number in a column.
fn changed(column: usize, number: u64) -> Vec<u8> {
    let mut all = chip(1);
    all[column] = vec![number];
    chips(&[0, 1, 1], &all).bytes()
}

const KINGS: &[u8] = &[0, 1, 0, 2, 2, 0, 2, 0, 1];
const KNIGHT: &[u8] = &[0, 1, 0, 2, 2, 0, 3, 0, 1, 5];
const CHIPS: With = With(&["good/chips-2x2_Kk"], None);

fn good_chips(c: &mut Corpus) {
    let duel = playing("duel");
    c.good("chips-duel", chips(&[0, 1, 1], &chip(1)).bytes(), duel, "the example of the format: one chip, which wins");
    let why = "the same, where the buyer decides who moves";
    c.good("chips-decides", chips(&[1, 1, 1], &chip(1)).bytes(), duel, why);
    c.good("chips-label", changed(1, 7), duel, "a label that is greater than it needs to be: these have no equation");
    c.good("chips-2x2_Kk", chips(KINGS, &chip(2)).bytes(), ALONE, "bare kings and one chip: two positions");
    let knight = chips(KNIGHT, &chip(4)).importing(c, &["good/chips-2x2_Kk"]);
    c.good("chips-2x2_KNk", knight.bytes(), CHIPS, "an endgame with chips imports one with as many");
}

fn bad_chips(c: &mut Corpus) {
    let duel = playing("duel");
    let good = chips(&[0, 1, 1], &chip(1));
    let why = "the label 0 is not above that of the won place, where exactly enough is left";
    c.fails(("white-wins", 0), "chips-label", changed(1, 0), duel, why);
    c.fails(("white-wins", 0), "chips-bid", changed(2, 0), duel, "Left bids nothing, and Right buys with the chip");
    c.fails(
        ("white-guard", 0),
        "chips-0",
        changed(7, 0),
        duel,
        "the guard keeps the chip, and Left buys with the star",
    );
    c.fails(("black-wins", 0), "chips-label", changed(9, 0), duel, "the mirror image of white-wins-chips-label");
    c.fails(("black-guard", 0), "chips-0", changed(15, 0), duel, "the mirror image of white-guard-chips-0");
    c.fails(("white-guard", 0), "chips-many", changed(3, 2), duel, "the guard is more than all chips of the opponent");
    let waiting: Vec<Vec<u64>> = (0..16).map(|column| vec![[1, 1, 0, 0][column % 4]; 2]).collect();
    let why =
        "every threshold is the average on two positions that lead only to each other; labels cannot fall for ever";
    c.fails(("white-wins", 0), "chips-wait", chips(&[1, 1, 1], &waiting).bytes(), playing("wait"), why);
    let mut add =
        |name: &str, bytes: Vec<u8>, why: &str| c.bad("canonical", &format!("chips-{name}"), bytes, duel, why);
    add("never", changed(0, 2), "who never wins has a bid and a label");
    add("always", changed(4, 0), "who always wins is guarded against");
    add("threshold", changed(0, 3), "a threshold above one more than all chips");
    add("rule", good.but(|c| c.body[0] = 2), "a rule that there is not");
    add("inner", good.but(|c| c.body[2] = 2), "an inner statement that there is not");
    add("rest", good.but(|c| c.body.push(0)), "the body goes on after the inner statement");
    add("bits", good.but(|c| c.bits = 1), "the head is not bare");
    add("values", good.but(|c| c.values = vec![(1, 1)]), "a value, where none is stated");
    c.bad("coverage", "chips-slices", good.but(|c| c.slices.push(vec![])), duel, "a second slice");
    c.bad("coverage", "chips-short", good.but(|c| c.slices[0].clear()), duel, "a slice without bytes");
    let knight = chips(KNIGHT, &chip(4)).importing(c, &["good/chips-2x2_Kk"]);
    let other = knight.but(|c| c.body[1] = 2);
    c.bad("imports", "chips-number", other, CHIPS, "the import is about one chip, the importer about two");
    let other = knight.but(|c| c.body[0] = 1);
    c.bad("imports", "chips-rule", other, CHIPS, "the import has the other rule");
    let none = knight.but(|c| c.imports.clear());
    c.bad("imports", "chips-none", none, ALONE, "the import is missing from the list");
    c.declined("chips-half", chips(&[0, 2, 1], &chip(1)).bytes(), playing("press"), "a terminal value of 1/2");
    c.declined("chips-turn", chips(&[0, 3, 1], &chip(7)).bytes(), playing("turns"), "positions that are not bid for");
}

// --- Payments ------------------------------------------------------------------------------------------------------------------------

/// The bank takes everything, and the winner decides who moves; a game in a file.
const BANK: &[u8] = &[1, 0, 1, 0, 0, 1];

fn in_file(body: &[u8]) -> Vec<u8> {
    [body, &ANY].concat()
}

/// With a body that ends with the number of a game in a file, as [`chips`]. In form 2 no labels are listed.
fn pays(body: &[u8], bits: u8, form: u8, values: &[(u8, u64)], of: &[&[u64]]) -> Further {
    let body = if body.len() == 6 { &in_file(body) } else { body };
    let none = vec![0; of[0].len().div_ceil(8)];
    let labels: [&[u64]; 3] = [&none, &[], &[]];
    let of = if form == 2 { [of, &labels].concat() } else { of.to_vec() };
    Further::new(7, body, columns(&of)).with(bits, form, values)
}

/// Bounds in units of 1/16, of one position: `l`, `u′`, and two labels.
fn bounds(rule: [u8; 5], l: u64, u: u64, labels: [u64; 2]) -> Vec<u8> {
    pays(&[&rule[..], &[1]].concat(), 4, 1, &[], &[&[l], &[u], &labels[..1], &labels[1..]]).bytes()
}

/// One position exactly.
fn exactly(value: (u8, u64), labels: [u64; 2]) -> Vec<u8> {
    pays(BANK, 0, 0, &[value], &[&[0], &labels[..1], &labels[1..]]).bytes()
}

/// One listed position in units of 1/4: `l`, `u`, `l′`, `u′`.
fn listed([l, u, l2, u2]: [u64; 4]) -> Vec<u8> {
    pays(BANK, 2, 2, &[], &[&[l], &[u - l], &[1], &[l2 - u], &[u2 - l2]]).bytes()
}

/// The enclosure of the tug-of-war in units of 1/16.
fn tug(l: [u64; 2], u: [u64; 2]) -> Vec<u8> {
    pays(BANK, 4, 2, &[], &[&l, &[u[0] - l[0], u[1] - l[1]], &[0], &[], &[]]).bytes()
}

fn endgame(men: &[u8], positions: usize) -> Further {
    let body = [&BANK[..5], &[0, 2, 2, 0, men.len() as u8], men].concat();
    pays(&body, 6, 2, &[], &[&vec![32; positions], &vec![0; positions], &[0], &[], &[]])
}

const POORMAN: [u8; 5] = [1, 0, 1, 0, 0];
const LEFT_OWNS: [u8; 5] = [1, 0, 2, 0, 1];
const RIGHT_OWNS: [u8; 5] = [1, 0, 2, 0, 2];
const PAID: With = With(&["good/pays-2x2_Kk"], None);

fn good_payments(c: &mut Corpus) {
    let duel = playing("duel");
    c.good("pays-duel", exactly((1, 1), [1, 1]), duel, "1/(1 + 1 − 0) = 1/2 exactly, if the bank takes the bid");
    let equal = pays(BANK, 1, 2, &[], &[&[1], &[0], &[0], &[], &[]]);
    c.good("pays-equal", equal.bytes(), duel, "equal to the mean without a label, because the two numbers differ");
    let why = "the mean of 9/16 and 0 is 9/25, above 5/16: both bounds of both positions are strict";
    c.good("pays-thirds", tug([5, 9], [7, 11]), playing("thirds"), why);
    let why = "the same bounds with labels";
    let labelled = pays(BANK, 4, 1, &[], &[&[5, 9], &[7, 11], &[1, 1], &[1, 1]]);
    c.good("pays-thirds-labels", labelled.bytes(), playing("thirds"), why);
    c.good(
        "pays-bare",
        bounds(POORMAN, 8, 8, [1, 1]),
        playing("bare"),
        "1/2, equal to the mean, and the label is evidence",
    );
    let why = "the only solution is 1: equal to the mean, and the option that wins is evidence";
    c.good("pays-crawl", bounds(POORMAN, 16, 16, [1, 1]), playing("crawl"), why);
    let why = "nobody wants to move: the winner decides, so it is the mean of 1 and 0";
    c.good("pays-zugzwang", bounds(POORMAN, 8, 8, [1, 1]), playing("zugzwang"), why);
    let why = "nobody wants to move, and Left owns ties: Right has to move, to 1";
    c.good("pays-zugzwang-left", bounds(LEFT_OWNS, 15, 16, [1, 1]), playing("zugzwang"), why);
    let why = "nobody wants to move, and Right owns ties: Left has to move, to 0";
    c.good("pays-zugzwang-right", bounds(RIGHT_OWNS, 0, 1, [1, 1]), playing("zugzwang"), why);
    c.good("pays-listed-beta", listed([0, 0, 2, 4]), playing("refuse"), "not sharp: Right need not go where it is 1/2");
    c.good("pays-listed-alpha", listed([0, 2, 4, 4]), playing("press"), "not sharp: Left need not go where it is 1/2");
    let forced = exactly((1, 1), [1, 1]);
    c.good("pays-forced", forced, playing("forced"), "the same numbers in another game, at a player's turn");
    c.good("pays-2x2_Kk", endgame(&[0, 1], 2).bytes(), ALONE, "bare kings, in units of 1/64");
    let knight = endgame(&[0, 1, 5], 4).importing(c, &["good/pays-2x2_Kk"]);
    c.good("pays-2x2_KNk", knight.bytes(), PAID, "an endgame imports one with the same payments");
}

fn bad_payments(c: &mut Corpus) {
    let duel = playing("duel");
    c.fails(("white-holds", 0), "pays-1-4", exactly((1, 2), [1, 1]), duel, "1/4 is less than the mean of 1 and 0");
    c.fails(("white-forces", 0), "pays-3-4", exactly((3, 2), [1, 1]), duel, "3/4 is more than the mean of 1 and 0");
    let label = exactly((1, 1), [2, 1]);
    c.fails(("white-label", 0), "pays-2", label, duel, "T is 2, one more than required");
    let label = exactly((1, 1), [1, 2]);
    c.fails(("black-label", 0), "pays-2", label, duel, "T′ is 2, one more than required");
    let cycle = pays(BANK, 0, 0, &[(1, 1)], &[&[0, 0], &[0, 0], &[0, 0]]).bytes();
    let why = "1/2 is equal to its mean, but the two positions lead to each other: infinity is one more than infinity";
    c.fails(("white-label", 0), "pays-cycle", cycle, playing("cycle"), why);
    let turn = exactly((1, 1), [0, 1]);
    c.fails(
        ("white-forces", 0),
        "pays-turn",
        turn,
        playing("forced"),
        "at a turn the label is asked for by forces, too",
    );
    let why = "6/16 is above the mean of 9/16 and 0, which is 9/25";
    c.fails(("white-forces", 0), "pays-thirds", tug([6, 9], [7, 11]), playing("thirds"), why);
    let why = "6/16 is below the mean of 11/16 and 0, which is 11/27";
    c.fails(("black-forces", 0), "pays-thirds", tug([5, 9], [6, 11]), playing("thirds"), why);
    let why = "1 is right only for the bare formula, which the greater and the lesser number are not put into in order";
    c.fails(("white-forces", 0), "pays-bare", bounds(POORMAN, 16, 16, [1, 1]), playing("bare"), why);
    c.line("good/pays-crawl", playing("bare"), Expected::Declined, "another game is given");
    let why = "equal to the mean: with an owner of ties that is not enough, whatever the labels are";
    c.fails(("white-forces", 0), "pays-owner", bounds(LEFT_OWNS, 16, 16, [1, 1]), playing("zugzwang"), why);
    let why = "two positions that lead only to each other: 1 is equal to the mean, both numbers are equal, and labels cannot fall for ever";
    let wait = pays(BANK, 4, 1, &[], &[&[16, 16], &[16, 16], &[1, 1], &[1, 1]]).bytes();
    c.fails(("white-forces", 0), "pays-wait", wait, playing("wait"), why);
    let why = "3/4 is above the mean of 3/4 and 1/2, which is 3/5";
    c.fails(("black-holds", 0), "pays-listed", listed([0, 0, 3, 4]), playing("refuse"), why);
    let why = "1/4 is below the mean of 1/2 and 1/4, which is 2/5";
    c.fails(("white-holds", 0), "pays-listed", listed([0, 1, 4, 4]), playing("press"), why);
    let good = pays(BANK, 1, 2, &[], &[&[1], &[0], &[0], &[], &[]]);
    let mut add = |name: &str, bytes: Vec<u8>, why: &str| c.bad("canonical", &format!("pays-{name}"), bytes, duel, why);
    add(
        "richman",
        good.but(|c| c.body[0] = 0),
        "the bank takes nothing and the winner decides: the auction of statement 1",
    );
    add("terms", good.but(|c| c.body[..3].copy_from_slice(&[2, 0, 2])), "the share is not in lowest terms");
    add("share", good.but(|c| c.body[0] = 2), "a share above 1");
    add("rule", good.but(|c| c.body[4] = 3), "a rule that there is not");
    add("inner", good.but(|c| c.body[5] = 2), "an inner statement that there is not");
    add("bits", good.but(|c| c.bits = 49), "units of 2^-49");
    add("form", good.but(|c| c.form = 3), "a form of lists");
    let slice = columns(&[&[1], &[2], &[0], &[], &[], &[0], &[], &[]]);
    add("above-1", good.but(|c| c.slices = vec![slice]), "u′ is 3/2");
    let men = endgame(&[0, 1, 5, 10], 1).but(|c| c.body[4] = 1);
    c.bad("canonical", "pays-men", men, ALONE, "a black knight, where ties have an owner");
    c.bad("coverage", "pays-slices", good.but(|c| c.slices.clear()), duel, "no slice");
    let knight = endgame(&[0, 1, 5], 4).importing(c, &["good/pays-2x2_Kk"]);
    let other = knight.but(|c| c.body[2] = 2);
    c.bad("imports", "pays-share", other, PAID, "the import has another share of the bank");
    let why = "a position where chance moves";
    c.declined(
        "pays-chance",
        pays(BANK, 2, 1, &[], &[&[1; 7], &[3; 7], &[1; 7], &[1; 7]]).bytes(),
        playing("turns"),
        why,
    );
}

// --- Losing Chess --------------------------------------------------------------------------------------------------------------------

/// The body of statements 3 and 4.
fn material([files, ranks, rule]: [u8; 3], men: &[u8]) -> Vec<u8> {
    [&[0, files, ranks, rule, men.len() as u8], men].concat()
}

/// Another rule.
fn by(rule: u8, mut further: Further) -> Further {
    further.body[0] = rule;
    further
}

fn auction(board: [u8; 3], men: &[u8], values: &[(u8, u64)], of: &[&[u64]]) -> Further {
    Further::new(3, &material(board, men), columns(of)).with(0, u8::from(of.len() == 4), values)
}

/// King against king on 2x2: whoever moves captures, and has lost.
fn kings(values: &[(u8, u64)], labels: [u64; 2]) -> Further {
    let (t, t2) = ([labels[0]; 2], [labels[1]; 2]);
    auction([2, 2, 0], &[0, 1], values, &[&[0, 0], &[1, 3], &[256, 768], &t, &t2])
}

/// King against king on 2x2, in two columns.
fn kings_twice(values: &[(u8, u64)]) -> Vec<u8> {
    auction([2, 2, 0], &[0, 1], values, &[&[0, 0], &[1, 1], &[1, 1], &[1, 1]]).bytes()
}

/// King against king on 2x3; at two of eight positions they stand apart, and nobody captures at once.
const WALK: [[u64; 8]; 3] =
    [[1, 2, 3, 2, 2, 512, 513, 515], [256, 512, 768, 1026, 1282, 2, 258, 770], [1, 1, 1, 2, 2, 1, 1, 1]];

fn walk(white: [u64; 8], black: [u64; 8]) -> Vec<u8> {
    auction([2, 3, 0], &[0, 1], &[(1, 1)], &[&[0; 8], &white, &black, &WALK[2], &WALK[2]]).bytes()
}

fn table(board: [u8; 3], men: &[u8], labels: &[u8]) -> Further {
    Further::new(4, &material(board, men), labels.to_vec())
}

/// A proof, from these pieces: man, square. Where it fails, the position is the number of bytes of the stream that were read before.
fn proof(board: [u8; 3], [rule, winner, mover]: [u8; 3], pieces: &[[u8; 2]], stream: &[u8]) -> Further {
    let head = [rule, board[0], board[1], board[2], winner, mover, pieces.len() as u8];
    Further::new(5, &[&head, &pieces.concat()[..], &[0]].concat(), stream.to_vec())
}

const SMALL: [u8; 3] = [2, 2, 0];
const FAR: [[u8; 2]; 2] = [[0, 0], [1, 15]];
const BLOCKED: [[u8; 2]; 2] = [[6, 2], [11, 4]];
const DOUBLED: [[u8; 2]; 3] = [[6, 2], [6, 4], [11, 6]];
/// Bishop against knight on 2x2, by a rule under which it is a draw that the knight never has a move: the bishop draws, too, unless it has to capture.
fn blocked_knight(rule: u8) -> Further {
    by(rule, table(SMALL, &[4, 10], &[253, 1, 253, 253]))
}

/// Two knights against a bishop on 2x2, by the rule of FICS: without a move, White has more men, and has lost.
const KNIGHTS: [u8; 8] = [1, 1, 1, 1, 253, 253, 2, 2];

fn blocked_knights(rule: u8, labels: &[u8]) -> Further {
    by(rule, table(SMALL, &[5, 5, 9], labels))
}

/// Bishop against knight on 2x2 under an auction, by a rule: with these values, and indices of α and β.
fn blocked_sold(rule: u8, values: &[(u8, u64)], alpha: &[u64; 2], beta: &[u64; 2], labels: &[u64; 2]) -> Further {
    by(rule, auction(SMALL, &[4, 10], values, &[alpha, beta, labels, labels]))
}

const TABLE: With = With(&["good/losing-2x2_KvK"], None);
const SOLD: With = With(&["good/losing-2x2_KvK_auction"], None);
const FICS: With = With(&["good/losing-2x2_BvN_fics"], None);
const VINCIPERDI: With = With(&["good/losing-2x2_BvN_draw"], None);

fn good_rules(c: &mut Corpus) {
    let why = "by the rule of FICS a draw: the knight has no move, and both sides have one man";
    c.good("losing-2x2_BvN_fics", blocked_knight(1).bytes(), ALONE, why);
    let why = "by the rule called vinciperdi a draw: the knight has no move";
    c.good("losing-2x2_BvN_draw", blocked_knight(2).bytes(), ALONE, why);
    let why = "by the rule of FICS White, who has more men and no move, has lost, which counts as one ply; Black wins in two by a quiet move";
    let knights = blocked_knights(1, &KNIGHTS).importing(c, &["good/losing-2x2_BvN_fics"]);
    c.good("losing-2x2_NNvB_fics", knights.bytes(), FICS, why);
    let knights = blocked_knights(2, &[253; 8]).importing(c, &["good/losing-2x2_BvN_draw"]);
    let why = "by the rule called vinciperdi all is drawn: White never has a move";
    c.good("losing-2x2_NNvB_draw", knights.bytes(), VINCIPERDI, why);
    let all = [(0, 0), (1, 1), (1, 0)];
    for (rule, name) in [(1, "fics"), (2, "draw")] {
        let why = "under an auction: Black draws by winning the bid without a move, so 1 is the upper value; it is 1/2 where White has to capture";
        let sold = blocked_sold(rule, &all, &[0, 0], &[2, 1], &[0, 1]);
        c.good(&format!("losing-2x2_BvN_{name}_auction"), sold.bytes(), ALONE, why);
    }
}

fn bad_rules(c: &mut Corpus) {
    for (rule, name, with) in [(1, "fics", FICS), (2, "draw", VINCIPERDI)] {
        let changed = |label: u8| blocked_knight(rule).but(|c| c.slices[0][3] = label);
        let mut fails = |what: &str, bytes: Vec<u8>, with: With, place: u32, why: &str| {
            c.fails(("label", place), &format!("{name}-{what}"), bytes, with, why);
        };
        fails("won", changed(0), ALONE, 3, "the knight without a move has won by the International rule alone");
        fails(
            "lost",
            changed(1),
            ALONE,
            3,
            "a side without a move has lost only if it has more men, and by the rule of FICS",
        );
        let knights = if rule == 1 { KNIGHTS } else { [253; 8] };
        let wrong: [(u8, &str); 2] =
            if rule == 1 { [(0, "wins"), (253, "draws")] } else { [(0, "wins"), (1, "loses")] };
        for (label, what) in wrong {
            let mut labels = knights;
            labels[0] = label;
            let digest = [format!("good/losing-2x2_BvN_{name}")];
            let bytes = blocked_knights(rule, &labels).importing(c, &[&digest[0]]).bytes();
            c.fails(
                ("label", 0),
                &format!("{name}-more-{what}"),
                bytes,
                with,
                "another outcome of two knights without a move, where Black has one man",
            );
        }
    }
    let mut labels = KNIGHTS;
    labels[6] = 1;
    let early = blocked_knights(1, &labels).importing(c, &["good/losing-2x2_BvN_fics"]).bytes();
    let why = "a move to a stalemate that is lost wins in two plies: an odd label would say that Black loses";
    c.fails(("label", 5), "fics-one", early, FICS, why);
    let other = blocked_knights(1, &KNIGHTS).importing(c, &["good/losing-2x2_BvN_draw"]).bytes();
    c.bad("imports", "losing-other-rule", other, VINCIPERDI, "the import is by another rule");
    let kings = [[5, 0], [5, 1], [9, 3]];
    let imported = proof(SMALL, [0, 0, 1], &kings, &[]).importing(c, &["good/losing-2x2_BvN_fics"]);
    c.bad(
        "imports",
        "proof-other-rule",
        imported.bytes(),
        FICS,
        "a proof by the International rule, and a table by that of FICS",
    );
    for (rule, name) in [(1, "fics"), (2, "draw")] {
        let none = by(
            rule,
            Further::new(3, &material(SMALL, &[4, 10]), columns(&[&[0, 0], &[0, 0], &[0, 0], &[0, 0], &[0, 0]])),
        );
        let none = none.with(0, 0, &[(0, 0)]).bytes();
        c.fails(
            ("black-forces", 0),
            &format!("{name}-won"),
            none,
            ALONE,
            "0 is right only if Black, who has no move, has won",
        );
        let sold = blocked_sold(rule, &[(0, 0), (1, 1), (1, 0)], &[1, 0], &[2, 1], &[0, 1]).bytes();
        c.fails(
            ("white-forces", 0),
            &format!("{name}-lost"),
            sold,
            ALONE,
            "a lower value above 0 is right only if Black, who has no move, has lost",
        );
    }
}

fn good_losing(c: &mut Corpus) {
    let why = "under an auction, king against king: who wins the bid has to capture, and has lost";
    c.good("losing-2x2_KvK_auction", kings(&[(1, 1)], [1, 1]).bytes(), ALONE, why);
    let two = auction(SMALL, &[0, 0, 1], &[(1, 2)], &[&[0; 4], &[2, 3, 1, 2], &[512, 768, 256, 512], &[1; 4], &[1; 4]]);
    let two = two.importing(c, &["good/losing-2x2_KvK_auction"]);
    c.good("losing-2x2_KKvK_auction", two.bytes(), SOLD, "two kings of one colour, and an import");
    c.good("losing-2x3_KvK_auction", walk(WALK[0], WALK[1]), ALONE, "where no capture is possible, the kings approach");
    let bishops: [[u64; 12]; 4] = [
        [0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0],
        [2, 1, 1, 2, 1, 2, 1, 2, 2, 1, 1, 2],
        [0, 2, 1, 0, 1, 0, 1, 0, 0, 2, 1, 0],
        [0, 2, 1, 0, 1, 0, 1, 0, 0, 2, 1, 0],
    ];
    let of: Vec<&[u64]> = bishops.iter().map(|column| &column[..]).collect();
    let bishops = auction([3, 3, 0], &[4, 9], &[(0, 0), (1, 1), (1, 0)], &of);
    let why = "bishops on squares of different colours: not sharp, so both values are stated";
    c.good("losing-3x3_BvB_auction", bishops.bytes(), ALONE, why);
    let units =
        Further::new(3, &material(SMALL, &[0, 1]), columns(&[&[1, 1], &[2, 2], &[0], &[], &[], &[0], &[], &[]]));
    c.good("losing-2x2_KvK_auction_k2", units.with(2, 2, &[]).bytes(), ALONE, "an enclosure in units of 1/4");
    let why = "by turns: whoever moves has to capture, and loses in one ply";
    c.good("losing-2x2_KvK", table(SMALL, &[0, 1], &[1; 4]).bytes(), ALONE, why);
    let why = "White loses in one ply by the capture; Black wins in two, because one white king is left, which has to capture";
    let two = table(SMALL, &[0, 0, 1], &[1, 1, 1, 1, 2, 2, 2, 2]).importing(c, &["good/losing-2x2_KvK"]);
    c.good("losing-2x2_KKvK", two.bytes(), TABLE, why);
    let labels = [1, 1, 1, 2, 2, 1, 1, 1];
    let why = "where the kings stand apart, whoever moves steps beside the other king, and wins in two plies";
    c.good("losing-2x3_KvK", table([2, 3, 0], &[0, 1], &[labels, labels].concat()).bytes(), ALONE, why);
    let why = "White has to capture Black's last king; nothing is read, because the moves are not the winner's";
    c.good("losing-proof", proof(SMALL, [0, 1, 0], &[[0, 0], [1, 1]], &[]).bytes(), ALONE, why);
    let kings = [[0, 0], [0, 1], [1, 2]];
    let imported = proof(SMALL, [0, 1, 1], &kings, &[0]).importing(c, &["good/losing-2x2_KvK"]);
    c.good("losing-proof-import", imported.bytes(), TABLE, "Black captures one king, and the table says the rest");
    let why = "by the International rule White wins, who has no move";
    c.good("losing-proof-blocked", proof([2, 4, 1], [0, 0, 0], &BLOCKED, &[]).bytes(), ALONE, why);
    let why = "by the rule of FICS Black wins, who has fewer men, because White has no move";
    c.good("losing-proof-fewer", proof([2, 5, 1], [1, 1, 0], &DOUBLED, &[]).bytes(), ALONE, why);
}

fn bad_losing(c: &mut Corpus) {
    let other = |value| kings(&[value], [1, 1]).bytes();
    c.fails(("white-holds", 0), "losing", other((1, 2)), ALONE, "1/4 is less than half of 0 + 1");
    c.fails(("white-forces", 0), "losing", other((3, 2)), ALONE, "3/4 is more than half of 0 + 1");
    c.fails(("white-forces", 0), "losing-wins", other((1, 0)), ALONE, "1 is right only if the last capture won");
    let twice = kings_twice(&[(1, 1), (3, 2)]);
    c.fails(("black-holds", 0), "losing", twice, ALONE, "the second number is 3/4, more than half of 0 + 1");
    let twice = auction(SMALL, &[0, 1], &[(1, 2), (1, 1)], &[&[1, 1], &[0, 0], &[1, 1], &[1, 1]]).bytes();
    c.fails(("black-forces", 0), "losing", twice, ALONE, "the second number is 1/4, less than half of 0 + 1");
    c.fails(
        ("white-label", 0),
        "losing",
        kings(&[(1, 1)], [2, 1]).bytes(),
        ALONE,
        "T is 2 where one capture ends the game",
    );
    c.fails(
        ("black-label", 0),
        "losing",
        kings(&[(1, 1)], [1, 2]).bytes(),
        ALONE,
        "T′ is 2 where one capture ends the game",
    );
    let mut moves = WALK[0];
    moves[3] = 3;
    let why = "White's king could go where that move leads, but another greedy move has a smaller number";
    c.fails(("white-greedy", 3), "losing", walk(moves, WALK[1]), ALONE, why);
    let mut moves = WALK[1];
    moves[3] = 1027;
    c.fails(("black-greedy", 3), "losing", walk(WALK[0], moves), ALONE, "the mirror image of white-greedy-losing");
    let sold = kings(&[(1, 1)], [1, 1]);
    let mut add =
        |name: &str, bytes: Vec<u8>, why: &str| c.bad("canonical", &format!("auction-{name}"), bytes, ALONE, why);
    add("rule", sold.but(|c| c.body[0] = 3), "under an auction, by a rule that there is not");
    add("men", sold.but(|c| c.body[5..].copy_from_slice(&[1, 0])), "the kings in the wrong order");
    add("pawns", sold.but(|c| c.body[3] = 1), "a rule for pawns where there are none");
    add("form", sold.but(|c| c.form = 2), "the form of enclosures with exact values");
    c.bad("coverage", "auction-slices", sold.but(|c| c.slices.clear()), ALONE, "no slice");
    c.bad("coverage", "auction-short", sold.but(|c| c.slices[0].truncate(1)), ALONE, "a slice of one byte");
    let two = auction(SMALL, &[0, 0, 1], &[(1, 2)], &[&[0; 4], &[2, 3, 1, 2], &[512, 768, 256, 512], &[1; 4], &[1; 4]]);
    c.fails(
        ("imports", 0),
        "auction-none",
        two.bytes(),
        ALONE,
        "no import is about what is left after Black's capture",
    );
    let units = two.importing(c, &["good/losing-2x2_KvK_auction_k2"]).bytes();
    let with = With(&["good/losing-2x2_KvK_auction_k2"], None);
    c.bad("imports", "auction-units", units, with, "exact values that rest on an enclosure");
    let kings = table(SMALL, &[0, 1], &[1; 4]);
    let changed = |place: usize, label: u8| kings.but(|c| c.slices[0][place] = label);
    c.fails(("label", 0), "wins", changed(0, 0), ALONE, "White has a move");
    c.fails(("label", 1), "draw", changed(2, 253), ALONE, "with Black to move: a draw, where the only move loses");
    c.fails(("label", 3), "3", changed(3, 3), ALONE, "two plies more than required");
    let labels = [1, 1, 1, 253, 253, 1, 1, 1];
    let why = "drawn is right only if nobody had to capture: the kings stand apart, and one can step beside the other";
    let draws = table([2, 3, 0], &[0, 1], &[labels, labels].concat()).bytes();
    c.fails(("label", 6), "capture", draws, ALONE, why);
    c.bad("canonical", "losing-252", changed(0, 252), ALONE, "a byte that is no label");
    c.bad("canonical", "losing-rest", kings.but(|c| c.slices[0].push(1)), ALONE, "one label too many");
    c.bad("canonical", "losing-rule", kings.but(|c| c.body[0] = 3), ALONE, "a table by a rule that there is not");
    c.bad("canonical", "losing-men", kings.but(|c| c.body[6] = 0), ALONE, "no black men");
    let queens = table(SMALL, &[1, 2], &[1; 4]).bytes();
    c.bad("canonical", "losing-used", queens, ALONE, "queen against king: king against queen is the one that is used");
    c.bad("canonical", "losing-bits", kings.but(|c| c.bits = 1), ALONE, "a table by turns with units");
    c.bad("coverage", "losing-slices", kings.but(|c| c.slices.push(vec![])), ALONE, "a second slice");
    c.bad(
        "imports",
        "losing-none",
        table(SMALL, &[0, 0, 1], &[1, 1, 1, 1, 2, 2, 2, 2]).bytes(),
        ALONE,
        "an import is missing from the list",
    );
    let sold = table(SMALL, &[0, 0, 1], &[1, 1, 1, 1, 2, 2, 2, 2]).importing(c, &["good/losing-2x2_KvK_auction"]);
    c.bad("imports", "losing-auction", sold.bytes(), SOLD, "the import is one under an auction");
    let pair = [[0, 0], [1, 1]];
    c.fails(
        ("leaf", 1),
        "capture",
        proof(SMALL, [0, 0, 0], &pair, &[0]).bytes(),
        ALONE,
        "White wins only if the last capture won",
    );
    let why = "by the rule called vinciperdi White, who has no move, has not won";
    c.fails(("leaf", 0), "vinciperdi", proof([2, 4, 1], [2, 0, 0], &BLOCKED, &[]).bytes(), ALONE, why);
    let why = "by the rule of FICS it is a draw: White has no move, and both have one man";
    c.fails(("leaf", 0), "fics", proof([2, 4, 1], [1, 0, 0], &BLOCKED, &[]).bytes(), ALONE, why);
    let why = "by the table White has lost";
    let imported = proof(SMALL, [0, 0, 0], &pair, &[]).importing(c, &["good/losing-2x2_KvK"]);
    c.fails(("leaf", 0), "import", imported.bytes(), TABLE, why);
    let why = "the kings come back to where they have been: that proves nothing";
    c.fails(("cycle", 6), "kings", proof([8, 2, 0], [0, 0, 0], &FAR, &[0, 2, 0, 0, 0, 0]).bytes(), ALONE, why);
    c.fails(
        ("index", 0),
        "above",
        proof([8, 2, 0], [0, 0, 0], &FAR, &[3]).bytes(),
        ALONE,
        "the king has three moves, 0 to 2",
    );
    c.fails(
        ("index", 0),
        "end",
        proof([8, 2, 0], [0, 0, 0], &FAR, &[]).bytes(),
        ALONE,
        "the stream ends before the first move",
    );
    let good = proof(SMALL, [0, 1, 0], &pair, &[]);
    let mut add =
        |name: &str, bytes: Vec<u8>, why: &str| c.bad("canonical", &format!("proof-{name}"), bytes, ALONE, why);
    add("rest", proof(SMALL, [0, 1, 0], &pair, &[0]).bytes(), "a byte that is not read");
    add("rule", good.but(|c| c.body[0] = 3), "a rule that there is not");
    add("winner", good.but(|c| c.body[4] = 2), "a winner of a third colour");
    add("right", good.but(|c| *c.body.last_mut().unwrap() = 3), "a right to capture en passant without pawns");
    add("order", proof(SMALL, [0, 1, 0], &[[1, 1], [0, 0]], &[]).bytes(), "the pieces are not increasing");
    add("colour", proof(SMALL, [0, 1, 0], &[[0, 0], [0, 1]], &[]).bytes(), "Black has no man");
    c.bad("coverage", "proof-slices", good.but(|c| c.slices.clear()), ALONE, "a proof without a stream");
    let imported = good.clone().importing(c, &["good/losing-2x2_KvK"]).but(|c| c.body[0] = 1);
    c.bad("canonical", "proof-import", imported, TABLE, "a table, where the rule is that of FICS");
    let sold = good.clone().importing(c, &["good/losing-2x2_KvK_auction"]).bytes();
    c.bad("imports", "proof-auction", sold, SOLD, "the import is one under an auction");
}

pub fn good(c: &mut Corpus) {
    good_losing(c);
    good_rules(c);
    good_chips(c);
    good_payments(c);
}

pub fn bad(c: &mut Corpus) {
    bad_losing(c);
    bad_rules(c);
    bad_chips(c);
    bad_payments(c);
}
