//! Limits of what is read as a model: nothing that an archive says makes a reader take more memory than a multiple of the archive, or calculate for ever.
//!
//! Responsible for the limits alone; the arrays are read by `umb`.

use games::models::PLACES;
use num_integer::Integer as _;
use num_rational::Ratio;

use super::umb::wrong::{Files, WrongModel};

/// Labels without a file are sets with no state. So many bits they have together at most: each takes a byte for each state.
const MOST_EMPTY: usize = 1 << 30;

/// The lengths of arrays, before anything of them is read: each thing without a file has the part of its own number, so that no count is above what a file has.
///
/// # Errors
///
/// The first array that has another length, or is missing.
pub fn arrays(files: &Files, [states, choices, branches]: [usize; 3]) -> Result<(), WrongModel> {
    for (name, count, parts) in
        [("choice-to-branches.bin", choices, branches), ("state-to-choices.bin", states, choices)]
    {
        match files.get(name) {
            Some(bytes) if bytes.len() == 8 * (count + 1) => {}
            Some(bytes) => return Err(WrongModel::Size(name.to_owned(), bytes.len(), 8 * (count + 1))),
            None if count == parts => {}
            None => return Err(WrongModel::Missing(name)),
        }
    }
    Ok(())
}

/// An index that is none.
#[must_use]
pub fn no_index(error: &serde_json::Error) -> WrongModel {
    WrongModel::Index(format!("found no index ({error}), required JSON with the fields of the specification of UMB"))
}

/// The labels that have no file.
///
/// # Errors
///
/// If there are too many for so many states.
pub fn labels<'a>(files: &Files, ids: impl Iterator<Item = &'a String>, states: usize) -> Result<(), WrongModel> {
    let is_there = |id: &&String| files.contains_key(&format!("annotations/aps/{id}/states/values.bin"));
    let empty = ids.filter(|id| !is_there(id)).count();
    match empty.checked_mul(states) {
        Some(bits) if bits <= MOST_EMPTY => Ok(()),
        _ => Err(WrongModel::Index(format!(
            "found {empty} labels without a file, of {states} states, required a file for each label that some state has: leave the others out"
        ))),
    }
}

/// The common denominator of the probabilities of a choice: it is below 2^64, or the sum is not calculated.
///
/// # Errors
///
/// What takes the place of the sum.
pub fn denominators(own: &[Ratio<u64>]) -> Result<u64, String> {
    let common = |common: u64, weight: &Ratio<u64>| (common / common.gcd(weight.denom())).checked_mul(*weight.denom());
    own.iter().try_fold(1, common).ok_or_else(|| "a fraction whose denominator is 2^64 or more".to_owned())
}

/// The positions of a question about a number of steps: the states once for each step.
///
/// # Errors
///
/// If there are too many.
pub fn layers(states: usize, steps: Option<u32>) -> Result<(), WrongModel> {
    let places = states as u64 * u64::from(steps.unwrap_or(1));
    match steps.is_none() || PLACES.admit(places).is_ok() {
        true => Ok(()),
        false => Err(WrongModel::TooManySteps(places)),
    }
}
