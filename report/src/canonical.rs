//! The receipt that every checker can write: one spelling, the same bytes but for the field `checker`. What each field means says the book's chapter
//! on receipts. Every object has its keys in their order.

use std::collections::{BTreeMap, BTreeSet};

use super::receipt::{self, Object, list, quoted};
use super::{entry, notation};
use crate::{Content, Contents as _};
use checker::Verified;
use checker::certificate::{Digest, FORMS, Form, Statement};
use checker::theorem::{INFINITE, Side};
use checker::write;
use games::losing::DRAW;
use games::partitions::Proved;

/// The version of the receipt.
const VERSION: u8 = 1;

/// The checker that a receipt is of.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// The name of the program.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The commit that it was built from, if the build says it.
    pub commit: Option<&'static str>,
}

impl Identity {
    fn json(self) -> Object {
        let mut object = Object::default();
        object.text_or_null("commit", self.commit).text("name", self.name).text("version", self.version);
        object
    }
}

/// The receipt of a certificate that is verified; `game` is the digest of the file of its game.
pub fn verified(checker: Identity, verified: &Verified, game: Option<Digest>) -> Object {
    let mut counts = Object::default();
    for (condition, count) in conditions(verified) {
        counts.json(condition, count);
    }
    let mut all = BTreeSet::new();
    imports(verified, &mut all);
    let [white, black] = labels(verified);
    let mut labels = Object::default();
    labels.json_or_null("black", black).json_or_null("white", white);
    let mut object = Object::default();
    object
        .json_or_null("bits", bits(verified))
        .text("certificate", notation::digest(verified.digest()))
        .json("checker", checker.json())
        .json("claim", claim(verified))
        .json("conditions", counts)
        .text_or_null("game", game.map(notation::digest))
        .json("imports", list(all.into_iter().map(|digest| quoted(&digest))))
        .json("labels", labels)
        .json("positions", positions(verified))
        .json("receipt", VERSION)
        .text("verdict", "verified");
    object
}

/// The receipt of one that is not: rejected by a condition, or declined. The certificate is missing if it could not be read.
pub fn failed(checker: Identity, certificate: Option<Digest>, condition: Option<&str>) -> Object {
    let mut object = Object::default();
    object
        .text_or_null("certificate", certificate.map(notation::digest))
        .json("checker", checker.json())
        .text_or_null("condition", condition)
        .json("receipt", VERSION)
        .text("verdict", if condition.is_some() { "rejected" } else { "declined" });
    object
}

/// What is claimed: the bytes of the statement, `bits` and form; of a list the root alone, and its bound.
fn claim(verified: &Verified) -> Object {
    let head = verified.head();
    let statement = match &head.statement {
        Statement::List(board, root, members) => Statement::List(*board, 0, vec![members[*root].clone()]),
        statement => statement.clone(),
    };
    let bytes: String = write::statement(&statement).iter().map(|byte| format!("{byte:02x}")).collect();
    let bound = entry::root(verified).and_then(|root| root.bound).map(|bound| bound.value);
    let form = FORMS.iter().position(|form| *form == head.form).expect("all forms are listed");
    let mut object = Object::default();
    object.json("bits", head.bits).text_or_null("bound", bound).json("form", form).text("statement", bytes);
    object
}

/// All that it rests on.
fn imports(verified: &Verified, all: &mut BTreeSet<String>) {
    for import in verified.imports() {
        if all.insert(notation::digest(import.digest())) {
            imports(import, all);
        }
    }
}

/// How many positions something is proved of.
fn positions(verified: &Verified) -> usize {
    match verified.content() {
        Content::Hex(_) => 1,
        _ => super::figures::count(verified),
    }
}

/// How often each condition was put, without those that are tried before the positions.
fn conditions(verified: &Verified) -> BTreeMap<&'static str, usize> {
    match verified.content() {
        Content::Hex(counts) => [("count", 1 + counts.board.free())].into(),
        Content::Chips(chips) => {
            let lines = |side: usize| chips.lines.iter().flat_map(move |lines| lines[side].iter());
            let wins = |side| lines(side).filter(|line| line.threshold / 2 <= chips.auction.chips).count();
            let guard = |side| lines(side).filter(|line| line.threshold >= 2).count();
            let [white, black] = [0, 1].map(|side| (wins(side), guard(side)));
            [("white-wins", white.0), ("white-guard", white.1), ("black-wins", black.0), ("black-guard", black.1)]
                .into()
        }
        _ => {
            let before = ["header", "canonical", "coverage", "imports"];
            receipt::evaluations(verified).into_iter().filter(|(name, _)| !before.contains(name)).collect()
        }
    }
}

/// The greatest finite labels, White's and Black's, where the certificate states labels.
fn labels(verified: &Verified) -> [Option<u64>; 2] {
    match verified.content() {
        Content::Turns(turns) => [0, 1].map(|side| {
            let labels = turns.labels.iter().map(|both| both[side]).filter(|label| *label != DRAW);
            Some(labels.max().unwrap_or(0).into())
        }),
        Content::Chips(chips) => [0, 1].map(|side| {
            let labels = chips.lines.iter().flat_map(|lines| lines[side].iter()).map(|line| line.label);
            Some(labels.max().unwrap_or(0).into())
        }),
        content if has_numbers(content) => {
            let [white, black] = match verified.head().form {
                Form::One | Form::Two => [true, true],
                Form::Narrow | Form::Holds(_) => [false, false],
                Form::Forces(side) => side.of([true, false], [false, true]),
            };
            let largest = |side: Side| {
                let labels = verified.stated().places().map(|place| place.labels[side.of(0, 1)]);
                u64::from(labels.filter(|label| *label != INFINITE).max().unwrap_or(0))
            };
            [white.then(|| largest(Side::White)), black.then(|| largest(Side::Black))]
        }
        _ => [None, None],
    }
}

/// The length in bits of the longest number: of a denominator, or of a count of fillings.
fn bits(verified: &Verified) -> Option<u64> {
    match verified.content() {
        Content::Hex(counts) => {
            let all = counts.with_left.iter().flatten().chain([&counts.wins]);
            all.map(num_bigint::BigUint::bits).max()
        }
        content if has_numbers(content) => {
            let head = verified.head();
            let values = head.values.odd.iter().zip(&head.values.powers);
            let longest = values.map(|(&odd, &power)| head.values.odd_parts[odd].bits() + power).max().unwrap_or(0);
            Some(if head.bits > 0 { u64::from(head.bits) + 1 } else { longest })
        }
        _ => None,
    }
}

/// Whether the certificate states numbers from 0 to 1.
fn has_numbers(content: Content) -> bool {
    match content.inner() {
        Content::Endgame(_) | Content::Game(..) | Content::List(_) | Content::Auction(_) => true,
        Content::Partition(proved) => matches!(proved, Proved::Race(_)),
        _ => false,
    }
}
