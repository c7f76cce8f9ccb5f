//! Shards: the check of one certificate, parted among several runs, perhaps on several machines.
//!
//! Responsible for: which positions belong to a shard; the *shard receipt*, a short text that says that the conditions hold at these
//! positions and everything else as well; putting receipts together, which is a verdict only if they cover all positions. Left to
//! others: the check itself (`verified`).
//!
//! A receipt is a note of this program, not a proof: its digest tells accidents from what was written, and nothing more. Join receipts
//! only from those whom you would trust to say "verified".

use std::fmt::{self, Write as _};
use std::ops::Range;
use std::str::FromStr;

use crate::certificate::Digest;
use crate::failure::ways_to_fail;
use crate::graph::part;

// ANCHOR: lines
/// The first line of a shard receipt: format and version.
const HEAD: &str = "bidcert shard receipt 2: a part of a check, no verdict";
/// How the lines after it begin.
const CHECKER: &str = "checker ";
const CERTIFICATE: &str = "certificate sha-256 ";
const IMPORT: &str = "import, checked in full, sha-256 ";
const CLAIM: &str = "claim, if all shards hold: ";
const POSITIONS: &str = "positions ";
const LAST: &str = "sha-256 of the lines above ";
// ANCHOR_END: lines

/// One of several equal parts of the positions, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `i/n`, with `1 ≤ i ≤ n`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        let shard = numbers.map(|(index, count)| Self { index, count });
        let shard = shard.filter(|shard| (1..=shard.count).contains(&shard.index));
        shard.ok_or(format!("found {text:?}, required i/n with i from 1 to n"))
    }
}

impl Shard {
    /// Its positions, when there are so many.
    pub(crate) fn range(self, positions: usize) -> Range<usize> {
        part(positions, self.index.saturating_sub(1), self.count)
    }
}

/// What holds after a shard has been checked: the conditions at its positions, and everything that is not about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardReceipt {
    /// The version of the checker that did it, such as `0.1.0`.
    pub version: String,
    /// The SHA-256 of the certificate.
    pub certificate: Digest,
    /// All certificates that it rests on; they were checked in full.
    pub imports: Vec<Digest>,
    /// What is verified if all shards hold, in the checker's own words.
    pub claim: String,
    /// The positions at which the conditions hold, by their numbers from 0; perhaps none.
    pub range: Range<usize>,
    /// How many positions there are, at least one.
    pub positions: usize,
}

/// The version of this checker.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

// ANCHOR: text
impl fmt::Display for ShardReceipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{HEAD}\n{CHECKER}{}\n{CERTIFICATE}{}\n", self.version, self.certificate);
        for import in &self.imports {
            writeln!(text, "{IMPORT}{import}")?;
        }
        let Range { start, end } = self.range;
        writeln!(text, "{CLAIM}{}", self.claim)?;
        writeln!(text, "{POSITIONS}{start}..{end} of {}", self.positions)?;
        writeln!(f, "{text}{LAST}{}", Digest::of(text.as_bytes()))
    }
}
// ANCHOR_END: text

ways_to_fail! {
/// Why shard receipts are no verdict when they are put together. None says anything against the certificate: it is declined.
JoinError {
    /// Nothing to put together.
    Nothing => "found no receipts, required one or more";
    /// Not a shard receipt of this version.
    NoReceipt { receipt: String } => "{receipt}: first line: found another, required \"{HEAD}\"";
    /// It is not as it was written.
    Altered { receipt: String, found: String, required: String } =>
        "{receipt}: last line: found {found:?}, required {required:?}";
    /// Lines that the checker does not write.
    Lines { receipt: String } => "{receipt}: lines: found others than those of a receipt, required those";
    /// A line that says something else than in another receipt.
    Differs { receipt: String, what: &'static str, found: String, required: String, other: String } =>
        "{receipt}: {what}: found {found}, required {required} as in {other}";
    /// No receipt for some positions.
    Gap { receipt: String, found: usize, required: usize } =>
        "{receipt}: positions: found {found} as the first, required {required}, which is in no receipt";
    /// Two receipts for a position.
    Overlap { receipt: String, found: usize, required: usize, other: String } =>
        "{receipt}: positions: found {found} as the first, required {required}, for {other} has those before";
    /// No receipt for the last positions.
    End { receipt: String, found: usize, required: usize } =>
        "{receipt}: positions: found {found} as the end of the last range, required {required}";
}}

impl ShardReceipt {
    /// Reads the text of a receipt of that name.
    fn read(name: &str, text: &str) -> Result<Self, JoinError> {
        let receipt = name.to_owned();
        if text.lines().next() != Some(HEAD) {
            return Err(JoinError::NoReceipt { receipt });
        }
        let (above, found) = text.trim_end_matches('\n').rsplit_once('\n').unwrap_or((text, ""));
        let required = format!("{LAST}{}", Digest::of(format!("{above}\n").as_bytes()));
        if found != required {
            return Err(JoinError::Altered { receipt, found: short(found), required });
        }
        // What the checker itself writes has one spelling.
        let read = Self::parse(text).filter(|read| read.to_string() == text);
        read.ok_or(JoinError::Lines { receipt })
    }

    /// Reads the fields.
    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines().skip(1).peekable();
        let version = printable(lines.next()?.strip_prefix(CHECKER)?)?;
        let certificate = digest(lines.next()?.strip_prefix(CERTIFICATE)?)?;
        let mut imports = Vec::new();
        while let Some(import) = lines.peek().and_then(|line| line.strip_prefix(IMPORT)) {
            imports.push(digest(import)?);
            lines.next();
        }
        let claim = lines.next()?.strip_prefix(CLAIM).and_then(printable)?;
        let (range, positions) = lines.next()?.strip_prefix(POSITIONS)?.split_once(" of ")?;
        let (start, end) = range.split_once("..")?;
        let (start, end, positions) = (start.parse().ok()?, end.parse().ok()?, positions.parse().ok()?);
        let is_range = start <= end && end <= positions && positions > 0;
        is_range.then_some(Self { version, certificate, imports, claim, range: start..end, positions })
    }
}

/// Text that a terminal shows as it is: ASCII without control characters, which is all that the checker writes.
fn printable(text: &str) -> Option<String> {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~')).then(|| text.to_owned())
}

/// The beginning of a text that somebody else may have made as long as they liked.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(400) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}… ({} bytes)", text.get(..end).unwrap_or_default(), text.len()),
    }
}

/// A digest of 64 hexadecimal digits.
fn digest(text: &str) -> Option<Digest> {
    let mut bytes = [0; 32];
    for (place, byte) in bytes.iter_mut().enumerate() {
        let start = place.saturating_mul(2);
        *byte = u8::from_str_radix(text.get(start..start.saturating_add(2))?, 16).ok()?;
    }
    Some(Digest(bytes))
}

/// What receipts that cover all positions say together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The SHA-256 of the certificate.
    pub certificate: Digest,
    /// What is verified.
    pub claim: String,
    /// The SHA-256 of all receipts, one after the other in the order of their positions.
    pub receipts: Digest,
}

// ANCHOR: join
/// Puts receipts together, given as names and texts in any order.
///
/// # Errors
///
/// The first receipt that is not as it was written; then the first that differs from the first one in anything but its range; then
/// the first place, in the order of positions, where there is a gap or an overlap.
pub fn join(texts: &[(String, String)]) -> Result<Joined, JoinError> {
    let mut receipts = Vec::new();
    for (name, text) in texts {
        receipts.push((name, text, ShardReceipt::read(name, text)?));
    }
    let (other, first) = receipts.first().map(|(name, _, first)| (*name, first.clone())).ok_or(JoinError::Nothing)?;
    for (name, _, found) in &receipts {
        agree(name, found, other, &first)?;
    }
    receipts.sort_by_key(|(.., receipt)| (receipt.range.start, receipt.range.end));
    let (mut covered, mut by, mut all) = (0, other, String::new());
    for (name, text, ShardReceipt { range, .. }) in &receipts {
        let (receipt, found, required) = ((*name).clone(), range.start, covered);
        if found > required {
            return Err(JoinError::Gap { receipt, found, required });
        }
        if found < required {
            return Err(JoinError::Overlap { receipt, found, required, other: by.clone() });
        }
        (covered, by) = (range.end, name);
        all.push_str(text);
    }
    if covered != first.positions {
        return Err(JoinError::End { receipt: by.clone(), found: covered, required: first.positions });
    }
    let ShardReceipt { certificate, claim, .. } = first;
    Ok(Joined { certificate, claim, receipts: Digest::of(all.as_bytes()) })
}
// ANCHOR_END: join

/// That a receipt says the same as another, but for its range.
fn agree(name: &str, found: &ShardReceipt, other: &str, required: &ShardReceipt) -> Result<(), JoinError> {
    let list = |imports: &[Digest]| imports.iter().map(Digest::to_string).collect::<Vec<_>>().join(" ");
    let fields = [
        ("checker", found.version.clone(), required.version.clone()),
        ("certificate", found.certificate.to_string(), required.certificate.to_string()),
        ("imports", list(&found.imports), list(&required.imports)),
        ("claim", found.claim.clone(), required.claim.clone()),
        ("positions", found.positions.to_string(), required.positions.to_string()),
    ];
    match fields.into_iter().find(|(_, found, required)| found != required) {
        None => Ok(()),
        Some((what, found, required)) => {
            let (receipt, other) = (name.to_owned(), other.to_owned());
            Err(JoinError::Differs { receipt, what, found: short(&found), required: short(&required), other })
        }
    }
}
