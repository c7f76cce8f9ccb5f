//! The certificate: its types and its bytes, defined here and nowhere else.
//!
//! Responsible for the envelope (magic, version, head, its digest, slices with their digests), for the spelling of everything in the head,
//! for columns of numbers, and for the rule that one content has one spelling: each reader below refuses what its writer would not write.
//! Everything here is *stated*, not verified. Source: `docs/src/format.md`, which is normative.

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::One as _;
use sha2::{Digest as _, Sha256};

use crate::failure::{Failure, Spelling, ensure};
use crate::limits::Limit;
use crate::numbers::{Fractions, at};
use crate::theorem::Side;

/// The first eight bytes of every certificate.
pub const MAGIC: [u8; 8] = *b"bidcert\n";
/// The format version that this module reads and writes.
pub const VERSION: u16 = 2;
/// Where the head begins: after magic, version and the length of the head.
pub const HEAD_START: usize = 14;

/// A SHA-256 digest. A file is named by the digest of all its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// All positions of a game that is given in another file.
    Game,
    /// A list of positions on a board, one of which the claim is about: its place in the list.
    List([u8; 3], usize, Vec<Member>),
    /// Something about a further game, of this number. Its claim reads the bytes.
    Further(u8, Vec<u8>),
}

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
    /// A plan of the opponent of this side for not losing: `u` against White, `l′` against Black.
    Holds(Side),
    /// A plan of this side for winning: White's `l`, Black's `u′`.
    Forces(Side),
}

/// The forms in the order of their numbers.
pub const FORMS: [Form; 7] = [One, Two, Narrow, Holds(White), Holds(Black), Forces(White), Forces(Black)];
use Form::{Forces, Holds, Narrow, One, Two};
use Side::{Black, White};

/// The head of a certificate, but for its slices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// What it is about.
    pub statement: Statement,
    /// 0 for exact numbers, else k for numbers in units of 2^-k.
    pub bits: u8,
    /// Which numbers are stated.
    pub form: Form,
    /// The certificates on which it rests.
    pub imports: Vec<Digest>,
    /// The values that occur, strictly increasing; none where numbers are in units.
    pub values: Fractions,
}

impl Head {
    /// That the slices have a layout of their own, which no form describes: `bits` and form are 0, and there are no values.
    pub fn is_bare(&self) -> bool {
        (self.bits, self.form, self.values.numerators.len()) == (0, One, 0)
    }
}

/// A certificate as it is written, with nothing verified but the digests and the spelling of the head.
#[derive(Clone, Debug)]
pub struct Certificate<'a> {
    /// The digest of the whole file.
    pub digest: Digest,
    /// What stands in the head.
    pub head: Head,
    /// What is stated of the positions, slice by slice.
    pub slices: Vec<&'a [u8]>,
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

    /// The next number below 2^63: seven bits a byte, least significant first.
    pub fn number(&mut self) -> Result<u64, Failure> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            match byte {
                0 if shift > 0 => break,
                ..0x80 => return Ok(number),
                _ => {}
            }
        }
        Err(self.wrong(Spelling::Long))
    }

    /// The next number, which this machine can count to.
    fn size(&mut self) -> Result<usize, Failure> {
        usize::try_from(self.number()?).map_err(|_| self.wrong(Spelling::Large))
    }

    /// The length of a list whose elements take so many bytes each, or more.
    pub fn length(&mut self, least: usize) -> Result<usize, Failure> {
        let length = self.size()?;
        let room = (self.bytes.len() - self.offset) / least;
        if length <= room { Ok(length) } else { Err(self.wrong(Spelling::End)) }
    }

    /// The next natural number of any size.
    pub fn natural(&mut self) -> Result<BigUint, Failure> {
        let length = self.size()?;
        let bytes = self.take(length)?;
        ensure(bytes.last() != Some(&0), self.wrong(Spelling::Long))?;
        let number = BigUint::from_bytes_le(bytes);
        Limit::BITS.admit(number.bits())?;
        Ok(number)
    }

    /// The next digest.
    fn digest(&mut self) -> Result<Digest, Failure> {
        Ok(Digest(self.take(32)?.try_into().expect("32 bytes")))
    }

    /// A column of so many numbers: how many bytes each of them takes, as few as suffice for all; then the least significant byte of each,
    /// then the next one of each, and so on.
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
        ensure(self.offset == self.bytes.len(), self.wrong(Spelling::Rest))
    }

    /// Values: odd parts, numerators, and the columns of odd parts and powers; strictly increasing odd numbers, each used; lowest terms. That
    /// the values increase is seen on the scale.
    fn values(&mut self) -> Result<Fractions, Failure> {
        let odd_parts = (0..self.length(2)?).map(|_| self.natural()).collect::<Result<Vec<_>, _>>()?;
        let count = self.length(1)?;
        Limit::SHORT_VALUES.admit(count - count.min(self.bytes.len() / 8))?;
        let numerators = (0..count).map(|_| self.natural()).collect::<Result<Vec<_>, _>>()?;
        let odd: Vec<usize> = self.column32(count)?.into_iter().map(at).collect();
        let powers: Vec<u64> = self.column32(count)?.into_iter().map(u64::from).collect();
        Limit::BITS.admit(powers.iter().copied().fold(0, u64::max))?;
        ensure(odd.iter().all(|&odd| odd < odd_parts.len()), self.wrong(Spelling::Large))?;
        let is_lowest = |(numerator, &power): (&BigUint, &u64)| power == 0 || numerator.bit(0);
        let is_increasing = odd_parts.iter().all(|odd| odd.bit(0)) && odd_parts.is_sorted_by(|a, b| a < b);
        // A product is coprime to a number exactly when each factor is, and so is its remainder: one divisor for each odd part.
        let are_coprime = || {
            let (mut products, mut used) = (vec![BigUint::one(); odd_parts.len()], vec![false; odd_parts.len()]);
            for (numerator, &odd) in numerators.iter().zip(&odd) {
                (products[odd], used[odd]) = (&products[odd] * numerator % &odd_parts[odd], true);
            }
            !used.contains(&false) && products.iter().zip(&odd_parts).all(|(product, odd)| product.gcd(odd).is_one())
        };
        let are_values = is_increasing && numerators.iter().zip(&powers).all(is_lowest) && are_coprime();
        ensure(are_values, self.wrong(Spelling::Values))?;
        Ok(Fractions { odd_parts, numerators, odd, powers })
    }

    fn member(&mut self) -> Result<Member, Failure> {
        let pieces = self.length(2)?;
        let piece = |_| Ok([self.byte()?, self.byte()?]);
        Ok(((0..pieces).map(piece).collect::<Result<_, Failure>>()?, self.number()?))
    }

    fn head(&mut self, knows: impl Fn(u8) -> bool) -> Result<Head, Failure> {
        let statement = match self.byte()? {
            0 => {
                let (board, men) = ([self.byte()?, self.byte()?, self.byte()?], self.size()?);
                Limit::MEN.admit(men)?;
                Statement::Endgame(board, self.take(men)?.to_vec())
            }
            1 => Statement::Game,
            2 => {
                let (board, root, count) = ([self.byte()?, self.byte()?, self.byte()?], self.size()?, self.length(2)?);
                Limit::MEMBERS.admit(count)?;
                Statement::List(board, root, (0..count).map(|_| self.member()).collect::<Result<_, _>>()?)
            }
            // Further games: each claim says which forms are legal.
            found => {
                ensure(knows(found), Failure::Unknown("statement", found.into()))?;
                let length = self.length(1)?;
                Statement::Further(found, self.take(length)?.to_vec())
            }
        };
        let (bits, form) = (self.byte()?, self.byte()?);
        let form = FORMS.get(usize::from(form)).ok_or(Failure::Unknown("form", form.into()))?;
        let legal = match (&statement, form) {
            (Statement::Further(..), _) | (Statement::List(..), Holds(_) | Forces(_)) => true,
            (Statement::Endgame(..) | Statement::Game, One | Two | Narrow) => (bits > 0) == (*form == Narrow),
            _ => false,
        };
        ensure(legal && bits <= 62, self.wrong(Spelling::Unknown))?;
        let imports = (0..self.length(32)?).map(|_| self.digest()).collect::<Result<_, _>>()?;
        let values = if bits == 0 { self.values()? } else { Fractions::default() };
        Ok(Head { statement, bits, form: *form, imports, values })
    }
}

// ANCHOR: header
impl<'a> Certificate<'a> {
    /// Reads a file: magic, version, the digest of the head, the head, the digests of the slices, and that nothing is left.
    /// `knows` says of a number whether it is that of a statement about a further game.
    pub fn read(bytes: &'a [u8], knows: impl Fn(u8) -> bool) -> Result<Self, Failure> {
        Limit::FILE_BYTES.admit(bytes.len())?;
        let header = Failure::Header;
        let mut rest = bytes.strip_prefix(&MAGIC).ok_or(header("magic"))?;
        let mut take = |count: usize| rest.split_off(..count).ok_or(header("length"));
        let version = u16::from_le_bytes(take(2)?.try_into().expect("2 bytes"));
        ensure(version == VERSION, Failure::Unknown("version", version.into()))?;
        let length = u32::from_le_bytes(take(4)?.try_into().expect("4 bytes"));
        let (head, digest) = (take(at(length))?, take(32)?);
        ensure(Digest::of(&bytes[..HEAD_START + head.len()]).0 == digest, header("digest of the head"))?;
        let mut reader = Reader::new(None, head);
        let (head, mut slices) = (reader.head(knows)?, Vec::new());
        for _ in 0..reader.length(33)? {
            let (length, digest) = (reader.size()?, reader.digest()?);
            let slice = take(length)?;
            ensure(Digest::of(slice) == digest, header("digest of a slice"))?;
            slices.push(slice);
        }
        reader.end()?;
        ensure(rest.is_empty(), header("length"))?;
        Ok(Self { digest: Digest::of(bytes), head, slices })
    }
}
// ANCHOR_END: header
