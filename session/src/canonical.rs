//! The receipt that every checker can write: one spelling, the same bytes but for the field `checker`. What each field means says the book's chapter
//! on receipts. Every object has its keys in their order.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::sheet::Sheet;
use super::{claims, endless, notation};
use checker::Verified;
use checker::certificate::{Digest, FORMS, Statement};
use checker::numbers::at;

/// The version of the receipt.
const VERSION: u8 = 1;

/// The checker that a receipt is of.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Identity {
    /// The commit that it was built from, if the build says it.
    pub commit: Option<&'static str>,
    /// The name of the program.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

/// A receipt: its fields are those of the JSON, in their order.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Receipt {
    /// Of a certificate that is verified.
    Verified(Accepted),
    /// Of one that is rejected by a condition, or declined.
    Refused(Refused),
}

/// The receipt of a certificate that is verified.
#[derive(Clone, Debug, Serialize)]
pub struct Accepted {
    bits: Option<u64>,
    certificate: String,
    checker: Identity,
    claim: Claim,
    conditions: BTreeMap<&'static str, usize>,
    game: Option<String>,
    imports: BTreeSet<String>,
    labels: Labels,
    positions: usize,
    receipt: u8,
    verdict: &'static str,
}

/// What is claimed: the bytes of the statement, `bits`, form, and what an endless play is worth; of a list the root alone, and its bound.
#[derive(Clone, Debug, Serialize)]
struct Claim {
    bits: u8,
    bound: Option<String>,
    form: usize,
    never: Option<String>,
    statement: String,
}

/// The largest labels of both sides.
#[derive(Clone, Debug, Serialize)]
struct Labels {
    black: Option<u64>,
    white: Option<u64>,
}

/// The receipt of a certificate that is not verified: rejected by a condition, or declined.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    certificate: Option<String>,
    checker: Identity,
    condition: Option<&'static str>,
    receipt: u8,
    verdict: &'static str,
}

/// The receipt of a certificate that is verified; `game` is the digest of the file of its game.
pub fn verified(checker: Identity, verified: &Verified, game: Option<Digest>) -> Receipt {
    let tell = claims::tell(verified);
    // Without those that are tried before the positions.
    let mut conditions = tell.conditions();
    conditions.retain(|(name, _)| !["header", "canonical", "coverage", "imports"].contains(name));
    let mut all = BTreeSet::new();
    imports(verified, &mut all);
    let [white, black] = tell.labels();
    Receipt::Verified(Accepted {
        bits: tell.bits(),
        certificate: notation::digest(verified.digest()),
        checker,
        claim: claim(&*tell),
        conditions: conditions.into_iter().collect(),
        game: game.map(notation::digest),
        imports: all,
        labels: Labels { black, white },
        positions: tell.positions(),
        receipt: VERSION,
        verdict: "verified",
    })
}

/// The receipt of one that is not. The certificate is missing if it could not be read.
pub fn refused(checker: Identity, certificate: Option<Digest>, condition: Option<&'static str>) -> Receipt {
    Receipt::Refused(Refused {
        certificate: certificate.map(notation::digest),
        checker,
        condition,
        receipt: VERSION,
        verdict: if condition.is_some() { "rejected" } else { "declined" },
    })
}

/// What is claimed: the bytes of the statement, `bits`, form, and what an endless play is worth; of a list the root alone, and its bound.
fn claim(tell: &dyn Sheet) -> Claim {
    let head = tell.verified().head();
    let statement = match &head.statement {
        Statement::List(board, root, members) => Statement::List(*board, 0, vec![members[at(*root)].clone()]),
        statement => statement.clone(),
    };
    let (number, body) = writer::statement(&statement);
    let bytes = [vec![number], writer::spell(&body)].concat();
    Claim {
        bits: head.bits,
        bound: tell.root().and_then(|root| root.bound).map(|bound| bound.value.to_string()),
        form: FORMS.iter().position(|form| *form == head.form).expect("all forms are listed"),
        never: head.never.map(endless::text),
        statement: bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}

/// All that it rests on.
fn imports(verified: &Verified, all: &mut BTreeSet<String>) {
    for import in verified.imports() {
        if all.insert(notation::digest(import.digest())) {
            imports(import, all);
        }
    }
}
