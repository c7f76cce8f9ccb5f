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

/// A SHA-256 digest; shown as 64 lower-case hexadecimal digits, as `sha256sum` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The digest of `bytes`. A certificate is named by the digest of its whole file.
    #[must_use]
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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Natural(pub BigUint);

impl Serialize for Natural {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.bits() == 0 {
            return serializer.serialize_bytes(&[]);
        }
        serializer.serialize_bytes(&self.0.to_bytes_le())
    }
}

impl<'de> Deserialize<'de> for Natural {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl serde::de::Visitor<'_> for Bytes {
            type Value = Natural;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the bytes of a natural number")
            }
            fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Natural, E> {
                Ok(Natural(BigUint::from_bytes_le(bytes)))
            }
        }
        deserializer.deserialize_bytes(Bytes)
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// The content, by kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Kind 0.
    SharpTable(SharpTable),
}

/// A certificate as it is written, with nothing verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The certificates that this one rests on, by the SHA-256 of their files.
    pub imports: Vec<Digest>,
    /// What is stated.
    pub content: Content,
}

/// Why bytes are not a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// Fewer bytes than a header and a digest take.
    TooShort {
        /// Bytes in the file.
        found: usize,
        /// Bytes of the shortest possible certificate.
        required: usize,
    },
    /// Other first bytes than [`MAGIC`].
    Magic {
        /// The first eight bytes.
        found: [u8; 8],
    },
    /// A format version that this checker does not know.
    Version {
        /// The stated version.
        found: u16,
    },
    /// A kind that this checker does not know.
    Kind {
        /// The stated kind.
        found: u16,
    },
    /// The digest at the end is not that of what precedes.
    Digest {
        /// The digest at the end of the file.
        stated: Digest,
        /// The digest of all that precedes it.
        computed: Digest,
    },
    /// The body ends early or holds an impossible tag, length or text.
    Body {
        /// What the decoder ran into.
        reason: postcard::Error,
    },
    /// Bytes of the body are left over.
    Trailing {
        /// How many bytes.
        bytes: usize,
    },
    /// The body is spelt otherwise than this format spells the same content.
    Spelling {
        /// Offset in the file of the first byte that differs.
        offset: usize,
    },
}

impl Certificate {
    /// The bytes of the certificate.
    ///
    /// # Errors
    ///
    /// Only what the encoder reports; for these types there is no content that it refuses.
    pub fn encode(&self) -> Result<Vec<u8>, postcard::Error> {
        let kind = match self.content {
            Content::SharpTable(_) => KIND_SHARP_TABLE,
        };
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes = postcard::to_extend(&self.imports, bytes)?;
        bytes = match &self.content {
            Content::SharpTable(table) => postcard::to_extend(table, bytes)?,
        };
        bytes.extend(Digest::of(&bytes).0);
        Ok(bytes)
    }

    /// Reads a certificate. Memory stays within a small multiple of the length of `bytes`.
    ///
    /// # Errors
    ///
    /// The first failure in file order, but the digest before the body.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let too_short = || DecodeError::TooShort { found: bytes.len(), required: HEADER_BYTES.saturating_add(DIGEST_BYTES) };
        let (magic, rest) = bytes.split_first_chunk::<8>().ok_or_else(too_short)?;
        if *magic != MAGIC {
            return Err(DecodeError::Magic { found: *magic });
        }
        let (version, rest) = rest.split_first_chunk::<2>().ok_or_else(too_short)?;
        let version = u16::from_le_bytes(*version);
        if version != VERSION {
            return Err(DecodeError::Version { found: version });
        }
        let (kind, rest) = rest.split_first_chunk::<2>().ok_or_else(too_short)?;
        let kind = u16::from_le_bytes(*kind);
        if kind != KIND_SHARP_TABLE {
            return Err(DecodeError::Kind { found: kind });
        }
        let (body, stated) = rest.split_last_chunk::<DIGEST_BYTES>().ok_or_else(too_short)?;
        let (preceding, _) = bytes.split_last_chunk::<DIGEST_BYTES>().ok_or_else(too_short)?;
        let (stated, computed) = (Digest(*stated), Digest::of(preceding));
        if stated != computed {
            return Err(DecodeError::Digest { stated, computed });
        }
        let body_error = |reason| DecodeError::Body { reason };
        let (imports, rest) = postcard::take_from_bytes::<Vec<Digest>>(body).map_err(body_error)?;
        let (table, rest) = postcard::take_from_bytes::<SharpTable>(rest).map_err(body_error)?;
        if !rest.is_empty() {
            return Err(DecodeError::Trailing { bytes: rest.len() });
        }
        let certificate = Self { imports, content: Content::SharpTable(table) };
        let respelt = certificate.encode().map_err(body_error)?;
        match respelt.iter().zip(bytes).position(|(ours, theirs)| ours != theirs) {
            Some(offset) => Err(DecodeError::Spelling { offset }),
            None if respelt.len() != bytes.len() => Err(DecodeError::Spelling { offset: respelt.len().min(bytes.len()) }),
            None => Ok(certificate),
        }
    }
}
