//! The certificate: its data types and its bytes, defined here and nowhere else.
//!
//! Responsible for: reading and writing the envelope (magic, format version, kind, SHA-256) and the body, and for the rule
//! that one certificate has one spelling. Everything in these types is *stated*, not verified; the conditions
//! decide what of it is true. Left to others: the meaning of every field (`conditions`), the rules of the game (`board`).
//! Source: `docs/src/format.md`, which is normative; the two are compared by a test with worked bytes.

use std::fmt;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::failure::{Decline, Failure, Rejection};
use crate::limits::Limit;

/// The first eight bytes of every certificate.
pub const MAGIC: [u8; 8] = *b"bidcert\n";
/// The format version that this module reads and writes.
pub const VERSION: u16 = 1;
/// Bytes before the body: magic, version, kind.
pub const HEADER_BYTES: usize = 12;
/// Bytes after the body: the SHA-256 of all that precedes.
pub const DIGEST_BYTES: usize = 32;

/// The kind number of a [`SharpTable`].
pub const KIND_SHARP_TABLE: u16 = 0;
/// The kind number of [`TwoTables`].
pub const KIND_TWO_TABLES: u16 = 1;
/// The kind number of an [`Enclosure`].
pub const KIND_ENCLOSURE: u16 = 2;
/// The kind number of a [`Bound`].
pub const KIND_BOUND: u16 = 3;
/// The kind number of a [`Graph`].
pub const KIND_GRAPH: u16 = 4;
/// The kind number of a [`GraphEnclosure`].
pub const KIND_GRAPH_ENCLOSURE: u16 = 5;

/// A SHA-256 digest; shown as 64 lower-case hexadecimal digits, as `sha256sum` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The digest of `bytes`. A certificate is named by the digest of its whole file.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A natural number of any size; in the file its bytes from the least significant on, without leading zeros.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(from = "&[u8]")]
pub struct Natural(pub BigUint);

impl From<&[u8]> for Natural {
    fn from(bytes: &[u8]) -> Self {
        Self(BigUint::from_bytes_le(bytes))
    }
}

impl Serialize for Natural {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = Vec::with_capacity(64);
        self.0.iter_u64_digits().for_each(|digit| bytes.extend(digit.to_le_bytes()));
        while bytes.last() == Some(&0) {
            bytes.pop();
        }
        serializer.serialize_bytes(&bytes)
    }
}

/// A role that a pawn can be promoted to, in the order that the format uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StatedPromotion {
    /// To a queen.
    Queen,
    /// To a rook.
    Rook,
    /// To a bishop.
    Bishop,
    /// To a knight.
    Knight,
}

/// How pawns move in the endgame; recorded only where there are pawns, so that a pawnless table serves both rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PawnRule {
    /// The signature has no pawn.
    NoPawns,
    /// Pawns only ever step one square.
    SingleStep,
    /// A pawn on its second rank may step two squares.
    DoubleStep,
}

/// The endgame that a table is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatedEndgame {
    /// Number of files, 2 to 16.
    pub files: u8,
    /// Number of ranks, 2 to 16.
    pub ranks: u8,
    /// The material signature, such as `KNk`.
    pub signature: String,
    /// The pawn rule.
    pub pawn_rule: PawnRule,
}

/// A stated value: `numerator / (2^power_of_two · odd_parts[odd_part])`, a share of the money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatedValue {
    /// The numerator, in lowest terms.
    pub numerator: Natural,
    /// Index of the odd part of the denominator in [`SharpTable::odd_parts`].
    pub odd_part: u32,
    /// The exponent of 2 in the denominator.
    pub power_of_two: u32,
}

/// A stated move. Squares are numbered a1 = 0, b1 = 1, …, rank by rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StatedMove {
    /// The square that the piece leaves.
    pub from: u8,
    /// The square that it goes to.
    pub to: u8,
    /// What a pawn becomes on the last rank.
    pub promotion: Option<StatedPromotion>,
}

/// What is stated of one position; the position itself is not written, since the checker enumerates all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Index of the value x(P) in [`SharpTable::values`].
    pub value: u32,
    /// White's move: the greedy one of least label T, and of those the first.
    pub white_move: StatedMove,
    /// Black's move: the greedy one of least label T′, and of those the first.
    pub black_move: StatedMove,
    /// T(P), at least 1; 0 stands for infinite.
    pub white_label: u32,
    /// T′(P), at least 1; 0 stands for infinite.
    pub black_label: u32,
}

/// The exact table of a sharp endgame: one Richman function with both labels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SharpTable {
    /// What the table is about.
    pub endgame: StatedEndgame,
    /// The odd parts of all denominators, strictly increasing.
    pub odd_parts: Vec<Natural>,
    /// The values that occur, strictly increasing.
    pub values: Vec<StatedValue>,
    /// One record for each position, in the canonical order.
    pub records: Vec<Record>,
}

/// What is stated of one position of an endgame that is not sharp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairRecord {
    /// Index of the lower value α(P) in [`TwoTables::values`].
    pub lower: u32,
    /// Index of the upper value β(P).
    pub upper: u32,
    /// T(P), which goes with the lower value, at least 1; 0 stands for infinite.
    pub white_label: u32,
    /// T′(P), which goes with the upper value, at least 1; 0 stands for infinite.
    pub black_label: u32,
}

/// The exact tables of an endgame that is not sharp: two Richman functions, each with its label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TwoTables {
    /// What the tables are about.
    pub endgame: StatedEndgame,
    /// The odd parts of all denominators, strictly increasing.
    pub odd_parts: Vec<Natural>,
    /// The values that occur in either table, strictly increasing.
    pub values: Vec<StatedValue>,
    /// One record for each position, in the canonical order.
    pub records: Vec<PairRecord>,
}

/// The bounds that are stated of one position, in units of 2^-bits, and the evidence for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnclosureRecord {
    /// The lower bound on α.
    pub alpha: u64,
    /// How far above it the upper bound on α is.
    pub alpha_width: u64,
    /// The lower bound on β.
    pub beta: u64,
    /// How far above it the upper bound on β is.
    pub beta_width: u64,
    /// T(P), which goes with the lower bound on α, at least 1; 0 stands for infinite.
    pub white_label: u32,
    /// T′(P), which goes with the upper bound on β, at least 1; 0 stands for infinite.
    pub black_label: u32,
}

/// Bounds on the values of an endgame whose exact values are too large to write down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Enclosure {
    /// What the bounds are about.
    pub endgame: StatedEndgame,
    /// The bounds are in units of 2^-bits, from 1 to 62.
    pub bits: u8,
    /// One record for each position, in the canonical order.
    pub records: Vec<EnclosureRecord>,
}

/// Which bound is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StatedSide {
    /// An upper bound on α: Black has a plan not to lose.
    AlphaUpper,
    /// A lower bound on β: White has a plan not to lose.
    BetaLower,
}

/// A man on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StatedPiece {
    /// K Q R B N P are 0 to 5, k q r b n p are 6 to 11.
    pub man: u8,
    /// The square.
    pub square: u8,
}

/// A position for which a bound is claimed, and the move that keeps to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The pieces, increasing by man and square.
    pub pieces: Vec<StatedPiece>,
    /// The square that may be captured on *en passant*.
    pub passed: Option<u8>,
    /// The numerator of the bound, in lowest terms.
    pub numerator: Natural,
    /// The denominator of the bound.
    pub denominator: Natural,
    /// The move of the player whose plan it is; none for a pass.
    pub reply: Option<StatedMove>,
}

/// A bound for one position: a plan for one player in a set of positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bound {
    /// Number of files, 2 to 16.
    pub files: u8,
    /// Number of ranks, 2 to 16.
    pub ranks: u8,
    /// The pawn rule.
    pub pawn_rule: PawnRule,
    /// Which bound.
    pub side: StatedSide,
    /// Index into the members of the position that the claim is about.
    pub root: u32,
    /// The positions, increasing by pieces and passed square.
    pub members: Vec<Member>,
}

/// The exact values of a game that is given as a graph in another file; nothing of that file is repeated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Graph {
    /// The odd parts of all denominators, strictly increasing.
    pub odd_parts: Vec<Natural>,
    /// The values that occur as lower or as upper ones, strictly increasing.
    pub values: Vec<StatedValue>,
    /// One record for each position that is not terminal, in the order of the game's file. Left is White.
    pub records: Vec<PairRecord>,
}

/// Bounds on the values of a game that is given as a graph in another file; nothing of that file is repeated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GraphEnclosure {
    /// The bounds are in units of 2^-bits, from 1 to 62.
    pub bits: u8,
    /// One record for each position that is not terminal, in the order of the game's file. Left is White.
    pub records: Vec<EnclosureRecord>,
}

/// The content, by kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Kind 0.
    SharpTable(SharpTable),
    /// Kind 1.
    TwoTables(TwoTables),
    /// Kind 2.
    Enclosure(Enclosure),
    /// Kind 3.
    Bound(Bound),
    /// Kind 4.
    Graph(Graph),
    /// Kind 5.
    GraphEnclosure(GraphEnclosure),
}

impl Content {
    /// The number of the kind.
    pub fn kind(&self) -> u16 {
        match self {
            Self::SharpTable(_) => KIND_SHARP_TABLE,
            Self::TwoTables(_) => KIND_TWO_TABLES,
            Self::Enclosure(_) => KIND_ENCLOSURE,
            Self::Bound(_) => KIND_BOUND,
            Self::Graph(_) => KIND_GRAPH,
            Self::GraphEnclosure(_) => KIND_GRAPH_ENCLOSURE,
        }
    }

    /// Reads the content of a kind, field by field in the order in which they are declared.
    fn read(kind: u16, body: &mut Reader) -> Result<Self, Failure> {
        let length = Limit::ListLength;
        Ok(match kind {
            KIND_SHARP_TABLE => Self::SharpTable(SharpTable {
                endgame: body.one()?,
                odd_parts: body.list(length)?,
                values: body.list(length)?,
                records: body.list(length)?,
            }),
            KIND_TWO_TABLES => Self::TwoTables(TwoTables {
                endgame: body.one()?,
                odd_parts: body.list(length)?,
                values: body.list(length)?,
                records: body.list(length)?,
            }),
            KIND_ENCLOSURE => {
                Self::Enclosure(Enclosure { endgame: body.one()?, bits: body.one()?, records: body.list(length)? })
            }
            KIND_BOUND => Self::Bound(Bound {
                files: body.one()?,
                ranks: body.one()?,
                pawn_rule: body.one()?,
                side: body.one()?,
                root: body.one()?,
                members: body.list(Limit::Members)?,
            }),
            KIND_GRAPH => Self::Graph(Graph {
                odd_parts: body.list(length)?,
                values: body.list(length)?,
                records: body.list(length)?,
            }),
            KIND_GRAPH_ENCLOSURE => {
                Self::GraphEnclosure(GraphEnclosure { bits: body.one()?, records: body.list(length)? })
            }
            found => return Err(Decline::Kind { found }.into()),
        })
    }
}

/// The bytes of a body that have not been read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// The next element.
    fn one<T: Deserialize<'a>>(&mut self) -> Result<T, Failure> {
        let (element, rest) = postcard::take_from_bytes(self.0).map_err(|found| Rejection::Body { found })?;
        self.0 = rest;
        Ok(element)
    }

    /// The next list: its length, then its elements, each of which takes a byte or more.
    fn list<T: Deserialize<'a>>(&mut self, limit: Limit) -> Result<Vec<T>, Failure> {
        let length: usize = self.one()?;
        if length > self.0.len() {
            return Err(Rejection::Body { found: postcard::Error::DeserializeUnexpectedEnd }.into());
        }
        limit.admit(length)?;
        let mut list = Vec::with_capacity(length);
        for _ in 0..length {
            list.push(self.one()?);
        }
        Ok(list)
    }
}

/// Takes bytes as they are written, and compares them with others instead of keeping them.
struct Comparison<'a> {
    /// What has not been compared yet, from the first byte that differs on.
    rest: &'a [u8],
    differs: bool,
}

impl Extend<u8> for Comparison<'_> {
    fn extend<T: IntoIterator<Item = u8>>(&mut self, written: T) {
        for byte in written {
            match self.rest.split_first() {
                Some((same, rest)) if *same == byte && !self.differs => self.rest = rest,
                _ => self.differs = true,
            }
        }
    }
}

/// A certificate as it is written, with nothing verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The certificates that this one rests on, by the SHA-256 of their files.
    pub imports: Vec<Digest>,
    /// What is stated.
    pub content: Content,
}

impl Certificate {
    /// The bytes of the certificate.
    ///
    /// # Errors
    ///
    /// Only what the encoder reports; for these types there is no content that it refuses.
    pub fn encode(&self) -> Result<Vec<u8>, postcard::Error> {
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.content.kind().to_le_bytes());
        bytes = self.write_body(bytes)?;
        bytes.extend(Digest::of(&bytes).0);
        Ok(bytes)
    }

    /// Reads a certificate, and writes it again to see that it is spelt in the one way that this format allows.
    ///
    /// # Errors
    ///
    /// The first failure in file order, but the digest before the body: declined for another version or kind, else rejected.
    pub fn decode(bytes: &[u8]) -> Result<Self, Failure> {
        let too_short =
            || Rejection::TooShort { found: bytes.len(), required: HEADER_BYTES.saturating_add(DIGEST_BYTES) };
        let (preceding, stated) = bytes.split_last_chunk().ok_or_else(too_short)?;
        let (header, body) = preceding.split_first_chunk().ok_or_else(too_short)?;
        let &[ref magic @ .., v0, v1, k0, k1]: &[u8; HEADER_BYTES] = header;
        if *magic != MAGIC {
            let found = magic.escape_ascii().to_string();
            return Err(Rejection::Magic { found }.into());
        }
        let found = u16::from_le_bytes([v0, v1]);
        if found != VERSION {
            return Err(Decline::Version { found }.into());
        }
        let kind = u16::from_le_bytes([k0, k1]);
        if kind > KIND_GRAPH_ENCLOSURE {
            return Err(Decline::Kind { found: kind }.into());
        }
        let (found, required) = (Digest(*stated), Digest::of(preceding));
        if found != required {
            return Err(Rejection::Digest { found, required }.into());
        }
        let mut reader = Reader(body);
        let imports = reader.list(Limit::ListLength)?;
        let content = Content::read(kind, &mut reader)?;
        if !reader.0.is_empty() {
            return Err(Rejection::Trailing { found: reader.0.len() }.into());
        }
        let certificate = Self { imports, content };
        let comparison = certificate.write_body(Comparison { rest: body, differs: false });
        let Comparison { rest, differs } = comparison.map_err(|found| Rejection::Body { found })?;
        if differs || !rest.is_empty() {
            let same = body.len().saturating_sub(rest.len());
            return Err(Rejection::Spelling { offset: HEADER_BYTES.saturating_add(same) }.into());
        }
        Ok(certificate)
    }

    /// Writes the body: the imports, then the content.
    fn write_body<W: Extend<u8>>(&self, writer: W) -> Result<W, postcard::Error> {
        let writer = postcard::to_extend(&self.imports, writer)?;
        match &self.content {
            Content::SharpTable(table) => postcard::to_extend(table, writer),
            Content::TwoTables(tables) => postcard::to_extend(tables, writer),
            Content::Enclosure(enclosure) => postcard::to_extend(enclosure, writer),
            Content::Bound(bound) => postcard::to_extend(bound, writer),
            Content::Graph(graph) => postcard::to_extend(graph, writer),
            Content::GraphEnclosure(enclosure) => postcard::to_extend(enclosure, writer),
        }
    }
}
