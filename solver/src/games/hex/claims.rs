//! What can be asked of boards of Hex: questions of [`crate::audit`], answered from the certificates in the folder `hex`.

use std::sync::Arc;

use checker::Verified;
use games::hex::Counts;
use num_bigint::BigUint;
use serde::Deserialize;
use session::claims::hex;

use super::Board;
use crate::analysis::claims::Certificates;
use crate::analysis::verified::VerifiedError;
use crate::audit::{Answer, Found, Question, Unanswered, parsed, question};

/// All questions.
pub fn questions() -> Vec<Question> {
    vec![
        question("hex-best", best),
        question("hex-pivotal", pivotal),
        question("hex-same-moves", same_moves),
        question("hex-losing", losing),
    ]
}

/// The size of a board, such as 11x11.
#[derive(Clone, Debug)]
struct Size(String);

impl std::str::FromStr for Size {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let board = text.parse::<Board>().ok().map(|_| Self(text.to_owned()));
        board.ok_or("required files x ranks from 1 to 16, such as 11x11")
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: serde::Deserializer<'de>>(field: D) -> Result<Self, D::Error> {
        parsed(field)
    }
}

/// A question about an empty board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct On {
    board: Size,
}

/// A question about several empty boards.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OnAll {
    boards: Vec<Size>,
}

/// The verified counts of an empty board.
fn with_counts<T>(
    certs: &mut Certificates,
    Size(size): &Size,
    tell: impl FnOnce(&Counts) -> T,
) -> Result<T, Unanswered> {
    let path = certs.places.certs.join("hex").join(format!("{size}.cert"));
    if !path.exists() {
        let path = session::escape::path(&path);
        return Err(format!("found no {path}, required a certificate: `solve hex {size} --out {path}` makes it").into());
    }
    let verified: Arc<Verified> = certs.library.read(&path)?;
    match verified.about::<Counts>() {
        // An empty board is told by its size alone.
        Some(counts) if hex::board(&counts.board) == format!("{size} Hex") => Ok(tell(&counts)),
        _ => Err(VerifiedError::OtherGame(path).into()),
    }
}

/// The cells that decide with the greatest probability.
fn best(certs: &mut Certificates, On { board }: &On) -> Answer {
    with_counts(certs, board, |counts| {
        Found::words(hex::best(counts).iter().map(|&cell| hex::cell(&counts.board, cell)))
    })
}

/// The greatest probability with which a cell decides.
fn pivotal(certs: &mut Certificates, On { board }: &On) -> Answer {
    let pivotal = with_counts(certs, board, |counts| hex::pivotal(counts, *hex::best(counts).first()?))?;
    Ok(Found::number(pivotal.ok_or("found a board without a free cell, required one with one")?))
}

/// Counts the cells of which something is said, and those of which it is not true.
fn cells(certs: &mut Certificates, boards: &[Size], differ: impl Fn(&Counts) -> Vec<bool>) -> Answer {
    let mut all: Vec<bool> = Vec::new();
    for board in boards {
        all.extend(with_counts(certs, board, &differ)?);
    }
    let wrong = all.iter().filter(|differs| **differs).count();
    Ok(Found::truth(wrong == 0).noting(format!("{} cells, {wrong} differ", all.len())))
}

/// Whether the best cells of Left are those of Right, and those that decide with the greatest probability.
fn same_moves(certs: &mut Certificates, OnAll { boards }: &OnAll) -> Answer {
    cells(certs, boards, |counts| {
        let own: Vec<&BigUint> = counts.with_left.iter().flatten().collect();
        let rest: Vec<BigUint> = own.iter().map(|own| &counts.wins - *own).collect();
        let (most, least) = (own.iter().max(), rest.iter().min());
        let pivotal = hex::best(counts);
        let differs = |cell: usize| {
            let best = Some(&own[cell]) == most;
            [Some(&rest[cell]) == least, pivotal.contains(&cell)] != [best; 2]
        };
        (0..own.len()).map(differs).collect()
    })
}

/// Whether, for every cell, the probability that it does not decide is twice the probability that its owner loses.
fn losing(certs: &mut Certificates, OnAll { boards }: &OnAll) -> Answer {
    cells(certs, boards, |counts| {
        // Of so many fillings of the other cells.
        let all = BigUint::from(1_u32) << (counts.board.free() - 1);
        let cells = counts.with_left.iter().enumerate();
        let known = cells.filter_map(|(cell, own)| Some((own.as_ref()?, counts.pivotal(cell)?)));
        known.map(|(own, pivotal)| &all - pivotal != (&all - own) * 2_u32).collect()
    })
}
