//! The certificate: its types and its bytes, defined here and nowhere else.
//!
//! Responsible for the envelope (magic, version, head, its digest, slices with their digests), for the spelling of
//! everything in the head, for columns of numbers, and for the rule that one content has one spelling: what has been
//! read of the head, written again, gives the same bytes; columns are refused if their writer would not write them.
//! Everything here is *stated*, not verified. Source: `docs/src/record/format.md`, which is normative.

use std::sync::Arc;

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::{One as _, Zero as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::failure::{Failure, Spelling, ensure};
use crate::limits::Limit;
use crate::numbers::Fractions;
use crate::theorem::Side;

/// The first eight bytes of every certificate.
pub const MAGIC: [u8; 8] = *b"bidcert\n";
/// The format version that this module reads and writes.
pub const VERSION: u16 = 3;
/// Where the head begins: after magic, version and the length of the head.
pub const HEAD_START: usize = 14;

/// A SHA-256 digest. A file is named by the digest of all its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The digest of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

/// A position of a list: the men by number with their squares, and one more than the square that has been passed, or 0.
pub type Member = (Vec<[u8; 2]>, u64);

/// What a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// All positions of an endgame: the board (files, ranks, pawn rule), and the men by number.
    Endgame([u8; 3], Vec<u8>),
    /// All positions of the game in the file of this digest.
    Game(Digest),
    /// A list of positions on a board, one of which the claim is about: its place in the list.
    List([u8; 3], u64, Vec<Member>),
    /// Something about a further game, of this number. Its claim reads the bytes.
    Further(u8, Vec<u8>),
}

/// What an endless play is worth: a fraction from 0 to 1 in lowest terms, numerator and denominator.
pub type Never = (u64, u64);

/// Which numbers are stated of each place, and what they prove.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The value of sharp positions, with both labels.
    #[default]
    One,
    /// Both values, with both labels.
    Two,
    /// `l` and `u′`, strict; all four at listed places.
    Narrow,
    /// The same, and places that are proved to be sharp.
    Sharp,
    /// A plan of the opponent of this side for not losing: `u` against White, `l′` against Black.
    Holds(Side),
    /// A plan of this side for winning: White's `l`, Black's `u′`.
    Forces(Side),
}

impl Form {
    /// Whether `l` and `u′` are stated.
    pub fn is_narrow(self) -> bool {
        matches!(self, Narrow | Sharp)
    }
}

/// The forms in the order of their numbers.
pub const FORMS: [Form; 8] = [One, Two, Narrow, Holds(White), Holds(Black), Forces(White), Forces(Black), Sharp];
use Form::{Forces, Holds, Narrow, One, Sharp, Two};
use Side::{Black, White};

/// The head of a certificate, but for its slices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// What it is about.
    pub statement: Statement,
    /// What an endless play is worth, if the numbers are about one value; none if they are about α and β.
    pub never: Option<Never>,
    /// 0 for exact numbers, else k for numbers in units of 2^-k.
    pub bits: u8,
    /// Which numbers are stated.
    pub form: Form,
    /// The certificates on which it rests, increasing.
    pub imports: Vec<Digest>,
    /// The values that occur, strictly increasing; none where numbers are in units.
    pub values: Arc<Fractions>,
}

// ANCHOR: spelt
/// The head as it is spelt.
#[derive(Debug, Serialize, Deserialize)]
pub struct Spelt<'a> {
    /// The number of the statement.
    pub statement: u8,
    /// What it says.
    pub body: &'a [u8],
    /// As in the [`Head`].
    pub never: Option<Never>,
    /// As in the [`Head`].
    pub bits: u8,
    /// The number of the form.
    pub form: u8,
    /// As in the [`Head`].
    pub imports: Vec<Digest>,
    /// The denominator of all values, least significant byte first; empty if there are none.
    pub denominator: &'a [u8],
    /// The numerators, in as many bytes each.
    pub numerators: &'a [u8],
    /// Of each slice the length, and the digest.
    pub slices: Vec<(u64, Digest)>,
}

/// Reads what has been written so, and nothing else: no byte is left, and written again it has the same bytes.
///
/// # Errors
///
/// [`Failure::Spelling`], at the byte that was read last, or at the first one that is written otherwise.
pub fn canonical<'a, T: Serialize + Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Failure> {
    let mut reader = postcard::Deserializer::from_bytes(bytes);
    let read = T::deserialize(&mut reader);
    let rest = reader.finalize().map_or(0, <[u8]>::len);
    let wrong = |offset, what| Failure::Spelling(None, offset, what);
    let read = read.map_err(|_| wrong(bytes.len() - rest, Spelling::End))?;
    ensure(rest == 0, wrong(bytes.len() - rest, Spelling::Rest))?;
    let again = postcard::to_stdvec(&read).expect("there is room, and what was read can be written");
    let differs = again.iter().zip(bytes).position(|(again, byte)| again != byte);
    ensure(again == bytes, wrong(differs.unwrap_or(bytes.len()), Spelling::Long))?;
    Ok(read)
}
// ANCHOR_END: spelt

/// The statement of an endgame, as it is spelt.
pub(crate) type OfEndgame<'a> = ([u8; 3], &'a [u8]);
/// The statement of a list, as it is spelt.
pub(crate) type OfList = ([u8; 3], u64, Vec<Member>);

impl Statement {
    /// Reads the body of the statement of a number. `knows` says of a number whether it is that of a further game.
    fn read(number: u8, body: &[u8], knows: impl Fn(u8) -> bool) -> Result<Self, Failure> {
        Ok(match number {
            0 => {
                let (board, men) = canonical::<OfEndgame>(body)?;
                Self::Endgame(board, men.to_vec())
            }
            1 => Self::Game(canonical(body)?),
            2 => {
                let (board, root, members) = canonical::<OfList>(body)?;
                Self::List(board, root, members)
            }
            // Further games: each claim reads its body, and says which forms are legal.
            _ => {
                ensure(knows(number), Failure::Unknown("statement", number.into()))?;
                Self::Further(number, body.to_vec())
            }
        })
    }
}

/// A certificate as it is written, with nothing verified but the digest and the spelling of the head.
#[derive(Clone, Debug)]
pub struct Certificate<'a> {
    /// The digest of the whole file.
    pub digest: Digest,
    /// What stands in the head.
    pub head: Head,
    /// The bytes of each slice, and the digest that the head states.
    pub slices: Vec<(&'a [u8], Digest)>,
    /// How many bytes the file has.
    pub size: usize,
}

impl<'a> Certificate<'a> {
    /// What is stated in the slice of a number, which is one of the file's.
    ///
    /// # Errors
    ///
    /// If its digest is wrong.
    pub fn slice(&self, number: usize) -> Result<&'a [u8], Failure> {
        let (bytes, digest) = self.slices[number];
        ensure(Digest::of(bytes) == digest, Failure::Header("digest of a slice"))?;
        Ok(bytes)
    }
}

/// Bytes that are being read; `offset` counts those that have been.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// The number of the slice, unless it is the head.
    slice: Option<usize>,
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    /// Reads these bytes from the first on.
    pub fn new(slice: Option<usize>, bytes: &'a [u8]) -> Self {
        Self { slice, bytes, offset: 0 }
    }

    /// That something is wrong at the byte last read.
    pub fn wrong(&self, what: Spelling) -> Failure {
        Failure::Spelling(self.slice, self.offset, what)
    }

    /// The next so many bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Failure> {
        let taken = self.bytes[self.offset..].get(..count).ok_or(self.wrong(Spelling::End))?;
        self.offset += count;
        Ok(taken)
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, Failure> {
        Ok(self.take(1)?[0])
    }

    /// How many bytes have not been read.
    pub fn left(&self) -> usize {
        self.bytes.len() - self.offset
    }

    /// A column of so many numbers: how many bytes each of them takes, as few as suffice for all; then the least
    /// significant byte of each, then the next one of each, and so on.
    pub fn column(&mut self, count: usize) -> Result<Vec<u64>, Failure> {
        let width = self.byte()?;
        ensure(width <= 8, self.wrong(Spelling::Unknown))?;
        let mut numbers = vec![0; count];
        for plane in 0..width {
            let bytes = self.take(count)?;
            ensure(plane + 1 < width || bytes.iter().any(|&byte| byte > 0), self.wrong(Spelling::Long))?;
            numbers.iter_mut().zip(bytes).for_each(|(number, &byte)| *number |= u64::from(byte) << (8 * plane));
        }
        Ok(numbers)
    }

    /// A column of numbers of 32 bits.
    pub fn column32(&mut self, count: usize) -> Result<Vec<u32>, Failure> {
        let short = self.column(count)?.into_iter().map(u32::try_from).collect::<Result<_, _>>();
        short.map_err(|_| self.wrong(Spelling::Large))
    }

    /// That nothing is left.
    pub fn end(self) -> Result<(), Failure> {
        ensure(self.left() == 0, self.wrong(Spelling::Rest))
    }
}

/// Reads the values of a head, by the first rule.
fn values(denominator: &[u8], numerators: &[u8]) -> Result<Fractions, Failure> {
    let wrong = || Failure::Spelling(None, 0, Spelling::Values);
    if denominator.is_empty() {
        ensure(numerators.is_empty(), wrong())?;
        return Ok(Fractions::default());
    }
    let width = denominator.len();
    let is_spelt = denominator.last() != Some(&0) && numerators.len().is_multiple_of(width) && !numerators.is_empty();
    ensure(is_spelt, wrong())?;
    let count = numerators.len() / width;
    Limit::SHORT_VALUES.admit(count - count.min(numerators.len() / 8))?;
    let denominator = BigUint::from_bytes_le(denominator);
    Limit::BITS.admit(denominator.bits())?;
    let numerators: Vec<BigUint> = numerators.chunks(width).map(BigUint::from_bytes_le).collect();
    // A divisor that gets smaller: most numerators are tried by one remainder.
    let divisor = numerators.iter().fold(denominator.clone(), |divisor, numerator| {
        let rest = numerator % &divisor;
        if rest.is_zero() { divisor } else { divisor.gcd(&rest) }
    });
    ensure(divisor.is_one(), wrong())?;
    Ok(Fractions { denominator, numerators })
}

/// That a fraction from 0 to 1 is in lowest terms.
fn is_worth((numerator, denominator): Never) -> bool {
    numerator <= denominator && numerator.gcd(&denominator) == 1
}

/// Judges a head, but for what its body says: the form, and the values.
fn judged(spelt: &Spelt, knows: impl Fn(u8) -> bool) -> Result<(Form, Fractions), Failure> {
    let &Spelt { statement, never, bits, form, ref imports, denominator, numerators, .. } = spelt;
    let wrong = |what| Failure::Spelling(None, 0, what);
    ensure(statement < 3 || knows(statement), Failure::Unknown("statement", statement.into()))?;
    let form = *FORMS.get(usize::from(form)).ok_or(Failure::Unknown("form", form.into()))?;
    let legal = match (statement, form) {
        (0 | 1, One | Narrow) => (bits > 0) == (form == Narrow),
        (0 | 1, Two | Sharp) => (bits > 0) == (form == Sharp) && never.is_none(),
        (2, Holds(_)) => never.is_none(),
        (2, Forces(_)) => true,
        _ => statement > 2,
    };
    ensure(legal && bits <= 62 && never.is_none_or(is_worth), wrong(Spelling::Unknown))?;
    ensure(imports.is_sorted_by(|a, b| a < b), wrong(Spelling::Order))?;
    let values = values(denominator, numerators)?;
    ensure(bits == 0 || values.numerators.is_empty(), wrong(Spelling::Values))?;
    Ok((form, values))
}

// ANCHOR: header
impl<'a> Certificate<'a> {
    /// Reads a file: magic, version, the digest of the head, the head, and that the slices end where the file does.
    /// Each slice is hashed before anything in it is believed. `knows` says of a number whether it is that of a
    /// statement about a further game.
    ///
    /// # Errors
    ///
    /// The first condition that fails, in the order of the format.
    pub fn read(bytes: &'a [u8], knows: impl Fn(u8) -> bool) -> Result<Self, Failure> {
        let (header, mut rest, mut slices) = (Failure::Header, bytes, Vec::new());
        Limit::FILE_BYTES.admit(bytes.len())?;
        let mut take =
            |count: u64| usize::try_from(count).ok().and_then(|count| rest.split_off(..count)).ok_or(header("length"));
        ensure(take(8).is_ok_and(|magic| magic == MAGIC), header("magic"))?;
        let version = u16::from_le_bytes(take(2)?.try_into().expect("2 bytes"));
        ensure(version == VERSION, Failure::Unknown("version", version.into()))?;
        let length = u32::from_le_bytes(take(4)?.try_into().expect("4 bytes"));
        let (head, digest) = (take(length.into())?, take(32)?);
        ensure(Digest::of(&bytes[..HEAD_START + head.len()]).0 == digest, header("digest of the head"))?;
        let spelt: Spelt = canonical(head)?;
        let (form, values) = judged(&spelt, &knows)?;
        for &(length, digest) in &spelt.slices {
            slices.push((take(length)?, digest));
        }
        ensure(rest.is_empty(), header("length"))?;
        Limit::STATEMENT_BYTES.admit(spelt.body.len())?;
        let statement = Statement::read(spelt.statement, spelt.body, knows)?;
        let Spelt { never, bits, imports, .. } = spelt;
        let head = Head { statement, never, bits, form, imports, values: Arc::new(values) };
        Ok(Self { digest: Digest::of(bytes), head, slices, size: bytes.len() })
    }
}
// ANCHOR_END: header
