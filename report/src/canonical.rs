//! The receipt that every checker can write: one spelling, the same bytes but for the field `checker`. What each field means says the book's chapter
//! on receipts. Every object has its keys in their order.

use std::collections::BTreeSet;

use super::json::{Object, list, quoted};
use super::tell::Tell;
use super::{claims, endless, notation};
use checker::Verified;
use checker::certificate::{Digest, FORMS, Statement};
use checker::numbers::at;
use checker::write;

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
    let tell = claims::tell(verified);
    // Without those that are tried before the positions.
    let mut conditions = tell.conditions();
    conditions.retain(|(name, _)| !["header", "canonical", "coverage", "imports"].contains(name));
    conditions.sort_unstable();
    let mut all = BTreeSet::new();
    imports(verified, &mut all);
    let [white, black] = tell.labels();
    let mut labels = Object::default();
    labels.json_or_null("black", black).json_or_null("white", white);
    let mut object = Object::default();
    object
        .json_or_null("bits", tell.bits())
        .text("certificate", notation::digest(verified.digest()))
        .json("checker", checker.json())
        .json("claim", claim(&*tell))
        .json("conditions", Object::numbers(conditions))
        .text_or_null("game", game.map(notation::digest))
        .json("imports", list(all.into_iter().map(|digest| quoted(&digest))))
        .json("labels", labels)
        .json("positions", tell.positions())
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

/// What is claimed: the bytes of the statement, `bits`, form, and what an endless play is worth; of a list the root alone, and its bound.
fn claim(tell: &dyn Tell) -> Object {
    let head = tell.verified().head();
    let statement = match &head.statement {
        Statement::List(board, root, members) => Statement::List(*board, 0, vec![members[at(*root)].clone()]),
        statement => statement.clone(),
    };
    let (number, body) = write::statement(&statement);
    let bytes = [vec![number], write::spell(&body)].concat();
    let bytes: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let bound = tell.root().and_then(|root| root.bound).map(|bound| bound.value);
    let form = FORMS.iter().position(|form| *form == head.form).expect("all forms are listed");
    let mut object = Object::default();
    object.json("bits", head.bits).text_or_null("bound", bound).json("form", form);
    object.text_or_null("never", head.never.map(endless::text)).text("statement", bytes);
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
