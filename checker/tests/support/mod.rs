//! What several test files need beside the naive solver: verified families, and texts of its lists of squares.

#![allow(dead_code, clippy::all, clippy::as_conversions, clippy::indexing_slicing)]
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::sync::Arc;

use checker::{Failure, Rejection, Verified, check};

use crate::naive::{self, Family};

/// Verified certificates, by their signatures.
pub type Certified = BTreeMap<String, Arc<Verified>>;

/// Verifies an endgame of a family after what it imports.
pub fn verify(family: &Family, signature: &str, verified: &mut Certified) -> Arc<Verified> {
    if let Some(verified) = verified.get(signature) {
        return Arc::clone(verified);
    }
    let imports = imports(family, signature, verified);
    let checked = check(&family[signature].bytes, &imports).unwrap_or_else(|failure| panic!("{signature}: {failure}"));
    let checked = Arc::new(checked);
    verified.insert(signature.to_owned(), Arc::clone(&checked));
    checked
}

/// Verifies the imports of an endgame of a family.
pub fn imports(family: &Family, signature: &str, verified: &mut Certified) -> Vec<Arc<Verified>> {
    naive::imports(signature).iter().map(|import| verify(family, import, verified)).collect()
}

/// The FEN of a list of squares, written without the checker's help.
pub fn fen(files: i32, ranks: i32, signature: &str, list: &[u8]) -> String {
    let letter = |square: i32| {
        let man = list[..signature.len()].iter().position(|&man| i32::from(man) == square)?;
        signature.chars().nth(man)
    };
    let rank = |rank: i32| {
        let (mut text, mut empty) = (String::new(), 0);
        for letter in (0..files).map(|file| letter(rank * files + file)) {
            if let Some(letter) = letter {
                if empty > 0 {
                    text += &empty.to_string();
                }
                text.push(letter);
                empty = 0;
            } else {
                empty += 1;
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    let ranks: Vec<String> = (0..ranks).rev().map(rank).collect();
    let passed = list.get(signature.len()).map(|&square| {
        let (file, rank) = (i32::from(square) % files, i32::from(square) / files);
        format!(" {}{}", char::from(b'a' + file as u8), rank + 1)
    });
    ranks.join("/") + &passed.unwrap_or_default()
}

/// How it is rejected.
pub fn rejection(result: Result<Verified, Failure>) -> Rejection {
    match result {
        Err(Failure::Rejected(rejection)) => rejection,
        Err(Failure::Declined(decline)) => panic!("declined: {decline}"),
        Ok(verified) => panic!("verified: {}", verified.claim()),
    }
}
