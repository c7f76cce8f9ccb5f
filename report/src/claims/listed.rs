//! What the first bytes of a certificate say that it is about. Nothing of it is verified.

use crate::tell::{Listed, form};
use checker::certificate::{FORMS, HEAD_START, MAGIC, Reader, VERSION};

/// So many bytes suffice for every statement but that of a very long list of men.
pub const FIRST_BYTES: u64 = 1 << 12;

/// What the numbers are, by the bits and the number of the form that come next.
pub(super) fn numbers(reader: &mut Reader) -> Option<String> {
    let (bits, number) = (reader.byte().ok()?, reader.byte().ok()?);
    let form = FORMS.get(usize::from(number)).map_or("of an unknown form", |known| form(*known));
    Some(if bits == 0 { form.to_owned() } else { format!("{form} in units of 2^-{bits}") })
}

/// The number of the statement, and what stands behind it; none if it is no certificate of this version.
pub(crate) fn statement(bytes: &[u8]) -> Option<(u8, &[u8])> {
    let version = bytes.get(HEAD_START - 6..HEAD_START - 4)?;
    let is_one = bytes.starts_with(&MAGIC) && version == VERSION.to_le_bytes();
    let (number, rest) = bytes.get(HEAD_START..)?.split_first()?;
    is_one.then_some((*number, rest))
}

/// The body of the statement about a further game, if it has a length; none within if it is cut off.
pub(crate) fn body(rest: &[u8]) -> Option<Option<&[u8]>> {
    let mut reader = Reader::new(None, rest);
    let length = usize::try_from(reader.number().ok()?).ok()?;
    Some(reader.take(length).ok())
}

/// What the first bytes of a certificate say that it is about; none if it is no certificate of this version.
pub fn listed(bytes: &[u8]) -> Option<Listed> {
    match statement(bytes)? {
        (number @ 0..=2, rest) => super::listed(number, rest),
        (number, rest) => {
            let known = body(rest)?.and_then(|body| super::listed(number, body));
            Some(known.unwrap_or_else(|| Listed::new(format!("statement {number}"), "what its game needs")))
        }
    }
}
