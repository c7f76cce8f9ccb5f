//! What the first bytes of a certificate say that it is about. Nothing of it is verified.

use crate::endless;
use crate::sheet::{Listed, form};
use checker::certificate::{FORMS, HEAD_START, MAGIC, Never, Reader, VERSION, canonical};
use checker::endgame::Endgame;
use games::bare::Naturals as _;

/// So many bytes suffice for every statement but that of a very long list of men.
pub const FIRST_BYTES: u64 = 1 << 12;

/// The beginning of a head.
pub(crate) struct First<'a> {
    /// The number of the statement.
    pub(crate) number: u8,
    /// Its body, as far as it is there.
    pub(crate) body: &'a [u8],
    /// Whether all of the body is there.
    pub(crate) is_whole: bool,
    /// What stands behind it.
    pub(crate) rest: &'a [u8],
}

/// What stands in the first bytes; none if it is no certificate of this version.
pub(crate) fn first(bytes: &[u8]) -> Option<First<'_>> {
    let version = bytes.get(HEAD_START - 6..HEAD_START - 4)?;
    let is_one = bytes.starts_with(&MAGIC) && version == VERSION.to_le_bytes();
    let (&number, after) = bytes.get(HEAD_START..).filter(|_| is_one)?.split_first()?;
    let mut reader = Reader::new(None, after);
    let length = usize::try_from(reader.number().ok()?).ok()?;
    // The number ends with the first byte whose top bit is not set.
    let end = after.iter().position(|byte| *byte < 0x80)?;
    let body = &after[end + 1..];
    let is_whole = length <= body.len();
    let (body, rest) = body.split_at(length.min(body.len()));
    Some(First { number, body, is_whole, rest })
}

/// The endgame of a statement.
pub(crate) fn endgame(body: &[u8]) -> Option<Endgame> {
    let (board, men): ([u8; 3], &[u8]) = canonical(body).ok()?;
    Endgame::new(board, men).ok()
}

/// What an endless play is worth, if one value is stated.
pub(crate) fn never(reader: &mut Reader) -> Option<Option<Never>> {
    match reader.byte().ok()? {
        0 => Some(None),
        1 => Some(Some((reader.number().ok()?, reader.number().ok()?))),
        _ => None,
    }
}

/// How many imports are listed, by what follows the statement.
pub(crate) fn imports(rest: &[u8]) -> Option<u64> {
    let mut reader = Reader::new(None, rest);
    never(&mut reader)?;
    reader.take(2).ok()?;
    reader.number().ok()
}

/// What the numbers are, by what follows the statement: the worth of endless play, the bits and the number of the form.
fn numbers(rest: &[u8]) -> Option<String> {
    let mut reader = Reader::new(None, rest);
    let never = never(&mut reader)?;
    let (bits, number) = (reader.byte().ok()?, reader.byte().ok()?);
    let form = FORMS.get(usize::from(number)).map_or("of an unknown form", |known| form(*known, never));
    let units = if bits == 0 { String::new() } else { format!(" in units of 2^-{bits}") };
    let worth = never.filter(|(_, denominator)| *denominator > 0);
    Some(format!("{form}{units}{}", worth.map_or(String::new(), |never| format!(", d = {}", endless::text(never)))))
}

/// How many bytes a file has to have whose head this is.
pub(crate) fn length(head: &[u8]) -> Option<u64> {
    let mut reader = Reader::new(None, head);
    let skip = |reader: &mut Reader, each: usize| {
        let count = usize::try_from(reader.number().ok()?).ok()?;
        reader.take(count.checked_mul(each)?).ok().map(drop)
    };
    reader.byte().ok()?;
    skip(&mut reader, 1)?;
    never(&mut reader)?;
    reader.take(2).ok()?;
    [32, 1, 1].into_iter().try_for_each(|each| skip(&mut reader, each))?;
    let mut length = u64::try_from(HEAD_START + head.len() + 32).ok()?;
    for _ in 0..reader.number().ok()? {
        length = length.checked_add(reader.number().ok()?)?;
        reader.take(32).ok()?;
    }
    Some(length)
}

/// The name of the kind of a certificate, as its first bytes say; none if it is no certificate of this version, or of no kind that is known.
pub fn kind(bytes: &[u8]) -> Option<&'static str> {
    super::named(first(bytes)?.number)
}

/// What the first bytes of a certificate say that it is about; none if it is no certificate of this version.
pub fn listed(bytes: &[u8]) -> Option<Listed> {
    let First { number, body, is_whole, rest } = first(bytes)?;
    let numbers = if is_whole { numbers(rest)? } else { String::new() };
    // Of a list the beginning is enough.
    let known = if is_whole || number == 2 { super::listed(number, body, &numbers) } else { None };
    match (known, number) {
        (None, 0..=2) => None,
        (known, _) => Some(known.unwrap_or_else(|| Listed::new(format!("statement {number}"), "what its game needs"))),
    }
}
