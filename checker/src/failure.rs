//! The ways to fail, and what is said of each: `condition: where: what was found, what was required`.
//!
//! Responsible for: one variant for each way in which a file is rejected (it breaks a condition) or declined (this version
//! cannot say anything about it), beside its wording. Left to others: the decision itself (`conditions`, `limits`).
//! Fractions are exact, indices count from 0, and the same failure always has the same text.

use std::fmt;

use num_rational::BigRational;

use crate::board::{Board, Colour, Move, Square};
use crate::bound_entry::Reached;
use crate::certificate::{Digest, PawnRule};
use crate::conditions::{Label, Which};
use crate::enclosure::End;
use crate::game::GameFault;
use crate::limits::Limit;

/// Declares an enum of ways to fail, and what is said of each, in terms of its fields.
macro_rules! ways_to_fail {
    ($(#[$meta:meta])* $name:ident {
        $($(#[$doc:meta])* $variant:ident $({ $($field:ident: $type:ty),* })? => $text:literal;)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the fields are explained by the text")]
        pub enum $name { $($(#[$doc])* $variant $({ $($field: $type),* })?,)* }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self { $(Self::$variant { $($($field),*)? } => write!(f, $text),)* }
            }
        }

        impl std::error::Error for $name {}
    };
}
pub(crate) use ways_to_fail;

/// Why a certificate was not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It breaks a condition.
    Rejected(Rejection),
    /// Nothing can be said about it.
    Declined(Decline),
}

impl From<Rejection> for Failure {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

impl From<Decline> for Failure {
    fn from(decline: Decline) -> Self {
        Self::Declined(decline)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(rejection) => write!(f, "{}: {rejection}", rejection.condition()),
            Self::Declined(decline) => write!(f, "declined: {decline}"),
        }
    }
}

impl std::error::Error for Failure {}

ways_to_fail! {
/// The conditions that a certificate must meet; the text is the name.
#[derive(Copy, PartialOrd, Ord)]
Condition {
    Header => "header";
    Canonical => "canonical";
    Coverage => "coverage";
    Imports => "imports";
    WhiteGreedy => "white-greedy";
    BlackGreedy => "black-greedy";
    Richman => "richman";
    WhiteLabel => "white-label";
    BlackLabel => "black-label";
    Reply => "reply";
    AlphaLower => "alpha-lower";
    AlphaUpper => "alpha-upper";
    BetaLower => "beta-lower";
    BetaUpper => "beta-upper";
}}

ways_to_fail! {
/// How a certificate breaks a condition.
Rejection {
    /// Fewer bytes than a header and a digest take.
    TooShort { found: usize, required: usize } =>
        "file: found {found} bytes, required at least {required}";
    /// Other first bytes than the magic.
    Magic { found: String } => "first bytes: found \"{found}\", required \"bidcert\\n\"";
    /// The digest at the end is not that of what precedes.
    Digest { found: Digest, required: Digest } =>
        "last bytes: found sha-256 {found}, required {required}";
    /// The body ends early or holds an impossible tag, length or text.
    Body { found: postcard::Error } =>
        "body: found bytes that are not of the grammar ({found:?}), required those that are";
    /// Bytes of the body are left over.
    Trailing { found: usize } => "end of the body: found {found} more bytes, required none";
    /// Another spelling of the same content.
    Spelling { offset: usize } =>
        "byte {offset}: found another spelling of the same content, required the shortest";
    /// A board that is not of 2 to 16 files and 2 to 16 ranks.
    Board { files: u8, ranks: u8 } =>
        "board: found {files} files and {ranks} ranks, required 2 to 16 of each";
    /// Not a signature.
    Signature { found: String } =>
        "endgame: found signature {found:?}, required White's men in capitals, then Black's in \
         lower case, each with one king first and the others in the order Q R B N P";
    /// Not the one of a signature and its colour flip that is used.
    Flipped { found: String, required: String } =>
        "endgame: found signature {found}, required its colour flip {required}";
    /// A pawn on a board where it has no square to stand on.
    PawnRanks { found: u8, required: u8 } =>
        "endgame: found {found} ranks and a pawn, required at least {required}";
    /// A pawn rule that does not go with the men and the board.
    PawnRule { found: PawnRule, required: &'static [PawnRule] } =>
        "pawn rule: found {found:?}, required one of {required:?}";
    /// An odd part that is even.
    EvenOddPart { index: usize } => "odd part {index}: found an even number, required an odd one";
    /// An odd part that does not exceed the one before it.
    OddPartOrder { before: usize } =>
        "odd part after {before}: found at most the one before it, required more";
    /// An odd part that no value uses.
    OddPartUnused { index: usize } => "odd part {index}: found no value that uses it, required one";
    /// More values than the records can use.
    ValueCount { found: usize, required: usize } =>
        "values: found {found}, required at most {required}, for each is used by a record";
    /// A value with an odd part that is not there.
    OddPartIndex { value: usize, found: u32, required: usize } =>
        "value {value}: found odd part {found}, required less than {required}";
    /// A value that is not in lowest terms.
    LowestTerms { value: usize } =>
        "value {value}: found a common factor of numerator and denominator, required none";
    /// A value above 1.
    AboveOne { value: usize } => "value {value}: found more than 1, required at most 1";
    /// A value that does not exceed the one before it.
    ValueOrder { before: usize } =>
        "value after {before}: found at most the one before it, required more";
    /// A record with a value that is not there.
    ValueIndex { record: usize, found: u32, required: usize } =>
        "record {record}: found value {found}, required less than {required}";
    /// A value that no record uses.
    ValueUnused { value: usize } => "value {value}: found no record that uses it, required one";
    /// A member that is no position with a bound.
    Member { member: usize, fault: Fault } => "member {member}: {fault}";
    /// A member that does not come after the one before it.
    MemberOrder { before: usize } =>
        "member after {before}: found at most the one before it, required more";
    /// A root that is not there.
    Root { found: u32, required: usize } => "root: found member {found}, required less than {required}";
    /// Units that are none.
    Bits { found: u8 } => "bits: found {found}, required 1 to 62";
    /// An upper bound above 1.
    BoundAboveOne { record: usize, which: Which, low: u64, width: u64, bits: u8 } =>
        "record {record}: found {low} + {width} for the upper bound on the {which} value, required at most 1, that is 2^{bits}";
    /// The lower bound on α is above the upper bound on β.
    BoundsCross { record: usize, low: u64, high: u64 } =>
        "record {record}: found {low} for the lower bound on the lower value, required at most {high}, the upper bound on the upper value";
    /// Two tables that are the same, of an endgame with sharp imports.
    EqualTables =>
        "records: found equal lower and upper values in all of them, and imports of kind 0 only, required a certificate of kind 0";
    /// Another number of imports than the endgame needs.
    ImportCount { found: usize, required: usize } =>
        "list of imports: found {found}, required {required}";
    /// The certificate of the right name is not the one that is imported.
    ImportDigest { file_name: String, found: Digest, required: Digest } =>
        "{file_name}: found sha-256 {found}, required {required}";
    /// The imported certificate is about something else.
    ImportEndgame { found: String, required: String } =>
        "import: found a certificate of {found}, required one of {required}";
    /// The imported certificate is not about an endgame.
    ImportKind { file_name: String } =>
        "{file_name}: found a bound for one position, required a table, which is about an endgame";
    /// The imported certificate is about a game that is given as a graph.
    ImportGraph { file_name: String } =>
        "{file_name}: found a graph, required a table, which is about an endgame";
    /// The imported certificate says less than the importer is to say.
    WeakerImport { file_name: String, found: u16, required: u16 } =>
        "{file_name}: found a certificate of kind {found}, required one of kind {required} or less";
    /// The imported certificate is of another board, or its pawns move otherwise.
    ImportBoard { found: String, board: Board, pawn_rule: PawnRule } =>
        "import: found a certificate of {found}, required one of {board}, with pawn rule {pawn_rule:?} or without pawns";
    /// The imported certificate does not come after the one before it.
    ImportOrder { found: String, before: String } =>
        "import after {before}: found a certificate of {found}, required fewer men, or as many that come later man by man";
    /// The imported certificate was rejected itself.
    ImportRejected { file_name: String, failure: Box<Failure> } =>
        "{file_name}: found rejected ({failure}), required verified";
    /// Another number of records than there are positions.
    Coverage { found: usize, required: usize } =>
        "records: found {found}, required {required}, one for each position";
    /// Another number of records than a game has positions that are not terminal.
    GraphCoverage { found: usize, required: usize } =>
        "records: found {found}, required {required}, one for each position of the game that is not terminal";
    /// A record of an enclosure of a game is not canonical. `name` is that of the position, in quotation marks.
    Named { name: String, rejection: Box<Rejection> } => "{name}: {rejection}";
    /// Imports of a graph.
    GraphImports { found: usize } => "list of imports: found {found}, required none, for a graph has no imports";
    /// A condition on one position fails. Of a game that is given as a graph `fen` is the name of the position, in quotation marks.
    At { fen: String, breach: Breach } => "{fen}: {breach}";
}}

ways_to_fail! {
/// Why a member is no position with a bound.
Fault {
    /// A number that stands for no man.
    Man { found: u8 } => "found man {found}, required 0 to 11";
    /// A square beyond the board.
    Square { found: u8, required: usize } => "found square {found}, required less than {required}";
    /// A piece that does not come after the one before it.
    Order { before: usize } =>
        "piece after {before}: found at most the one before it, required more, by man and then by square";
    /// More than one man on a square.
    Shared { square: Square } => "found two men on {square}, required at most one";
    /// Not exactly one king of a colour.
    Kings { colour: Colour, found: usize } => "found {found} {colour} kings, required exactly 1";
    /// A pawn where none can be.
    Pawn { square: Square } => "found a pawn on {square}, required none on the first and on the last rank";
    /// No right to capture *en passant*.
    Right { square: Square, pawn_rule: PawnRule } =>
        "found {square} for en passant with pawn rule {pawn_rule:?}, required DoubleStep and the square that a pawn has just \
         passed: the pawn on the one before it, that one and the one behind it empty, a pawn of the other colour beside the pawn";
    /// A bound that is not in lowest terms.
    LowestTerms => "found a common factor of the bound's numerator and denominator, required none";
    /// A bound above 1.
    AboveOne => "found a bound of more than 1, required at most 1";
}}

ways_to_fail! {
/// How the record of one position breaks a condition.
Breach {
    /// A move leads to a position for which there is no record.
    Unanswered { mv: Move } => "after {mv}: found no record, required one";
    /// There is no record of the position.
    NoRecord => "found no record, required one";
    /// A player's move is not an option.
    Move { colour: Colour, found: Move } => "found {colour}'s move {found}, required an option";
    /// A player's move does not lead to White's maximum or to Black's minimum.
    Greedy { colour: Colour, found: BigRational, required: BigRational } =>
        "found {colour}'s move to {found}, required the best, to {required}";
    /// The value is not the mean of the two that the moves lead to.
    Richman { stated: BigRational, white: BigRational, black: BigRational, mean: BigRational } =>
        "stated {stated}, half of {white} + {black} is {mean}";
    /// The tables are exchanged here.
    Exchanged { lower: BigRational, upper: BigRational } =>
        "found lower value {lower} and upper value {upper}, required at most the upper value";
    /// A player has no option, so that there is no maximum or no minimum. A table has no record of a pass, and [`Limit::Men`] sees to it
    /// that none is needed.
    NoOption { colour: Colour } => "found no option of {colour}'s, required one";
    /// One of two tables breaks a condition.
    InTable { which: Which, breach: Box<Breach> } => "{which} table: {breach}";
    /// A lower bound that its options do not bear out.
    TooHigh { end: End, twice: u64, white: u64, black: u64, sum: u64, bits: u8 } =>
        "found {twice} for twice the {end}, required at most {white} + {black}, that is {sum}, in units of 2^-{bits}";
    /// An upper bound that its options do not bear out.
    TooLow { end: End, twice: u64, white: u64, black: u64, sum: u64, bits: u8 } =>
        "found {twice} for twice the {end}, required at least {white} + {black}, that is {sum}, in units of 2^-{bits}";
    /// T or T′ is infinite where a bound says something.
    NoEvidence { colour: Colour, end: End, bound: u64, bits: u8 } =>
        "found {colour}'s label infinite, required a finite one, for the {end} is {bound} in units of 2^-{bits}";
    /// T or T′ is not above those that it rests on.
    Evidence { colour: Colour, found: Label, sufficient: Label, all: Label } =>
        "found {colour}'s label {found}, required one above {sufficient}, the least of a sufficient option of {colour}'s, or above \
         {all}, the greatest of the other player's options";
    /// T (White's) or T′ (Black's) is not what the equation says.
    Label { colour: Colour, found: Label, required: Label } =>
        "found {colour}'s label {found}, required {required}";
    /// T is infinite where the value is not 0, or T′ where it is not 1.
    Infinite { colour: Colour, value: BigRational } =>
        "found {colour}'s label infinite, required a finite one, for the value is {value}";
    /// A player's move is not the first of the greedy ones of least label.
    Choice { colour: Colour, found: Move, required: Move } =>
        "found {colour}'s move {found}, required {required}, the first of least label";
    /// A reply is not an option.
    Reply { colour: Colour, found: Move } => "found {colour}'s reply {found}, required an option";
    /// A pass where there are moves.
    Pass { colour: Colour, option: Move } =>
        "found a pass for {colour}'s reply, required a move, such as {option}, for there is one";
    /// The upper bound on α is too low.
    AlphaUpper { twice: BigRational, sum: BigRational, white: Box<Reached>, black: Box<Reached> } =>
        "found {twice} for twice the bound, required at least {sum}, which is {white} + {black}";
    /// The lower bound on β is too high.
    BetaLower { twice: BigRational, sum: BigRational, white: Box<Reached>, black: Box<Reached> } =>
        "found {twice} for twice the bound, required at most {sum}, which is {white} + {black}";
}}

ways_to_fail! {
/// Why nothing can be said about a file.
Decline {
    /// A format version that this checker does not know.
    Version { found: u16 } => "version: found {found}, this checker reads 1";
    /// A kind that this checker does not know.
    Kind { found: u16 } => "kind: found {found}, this checker reads 0 to 5";
    /// A bound for one position, which says nothing about an endgame.
    NotATable => "kind: found 3, a bound for one position, required a table, which is about an endgame";
    /// A table, which is not about one position alone.
    NotABound => "kind: found a table, required 3, a bound for one position";
    /// A graph without the game that it is about.
    NoGame { found: u16 } =>
        "kind: found {found}, a graph, required its game beside it, for the certificate does not repeat it: give it with --graph GAME.json";
    /// A game beside a certificate that is about no game.
    NotAGraph { found: u16 } => "kind: found {found}, required 4 or 5, a graph, for a game is given with it";
    /// A graph where a part of a check is asked for.
    NoShards { found: u16 } => "kind: found {found}, a graph, required a table, for nothing else is checked in shards";
    /// A game file that is not as its chapter demands.
    Game { file: String, fault: GameFault } => "{file}: {fault}";
    /// Beyond a limit.
    Limit { limit: Limit, found: u64, most: u64 } => "limit: found {found} {limit}, required at most {most}";
    /// An imported certificate that was not given.
    MissingImport { file_name: String, digest: Digest } =>
        "imports: {file_name}: found no certificate with sha-256 {digest}, required one";
    /// An imported certificate was declined itself.
    ImportDeclined { file_name: String, failure: Box<Failure> } =>
        "imports: {file_name}: found {failure}, required verified";
}}

impl Rejection {
    /// The condition that fails.
    pub fn condition(&self) -> Condition {
        match self {
            Self::TooShort { .. } | Self::Magic { .. } | Self::Digest { .. } => Condition::Header,
            Self::ImportCount { .. }
            | Self::ImportDigest { .. }
            | Self::ImportEndgame { .. }
            | Self::ImportKind { .. }
            | Self::ImportGraph { .. }
            | Self::WeakerImport { .. }
            | Self::ImportBoard { .. }
            | Self::ImportOrder { .. }
            | Self::ImportRejected { .. } => Condition::Imports,
            Self::Coverage { .. } | Self::GraphCoverage { .. } => Condition::Coverage,
            Self::At { breach, .. } => breach.condition(),
            Self::Named { rejection, .. } => rejection.condition(),
            _ => Condition::Canonical,
        }
    }
}

impl Breach {
    /// The condition that fails.
    pub fn condition(&self) -> Condition {
        use Condition::{BlackGreedy, BlackLabel, WhiteGreedy, WhiteLabel};
        match self {
            Self::Unanswered { .. } | Self::NoRecord | Self::NoOption { .. } => Condition::Coverage,
            Self::Move { colour, .. } | Self::Greedy { colour, .. } => colour.of(WhiteGreedy, BlackGreedy),
            Self::Richman { .. } => Condition::Richman,
            Self::Label { colour, .. }
            | Self::Infinite { colour, .. }
            | Self::NoEvidence { colour, .. }
            | Self::Evidence { colour, .. } => colour.of(WhiteLabel, BlackLabel),
            Self::TooHigh { end, .. } | Self::TooLow { end, .. } => end.condition(),
            Self::Choice { .. } | Self::Exchanged { .. } => Condition::Canonical,
            Self::InTable { breach, .. } => breach.condition(),
            Self::Reply { .. } | Self::Pass { .. } => Condition::Reply,
            Self::AlphaUpper { .. } => Condition::AlphaUpper,
            Self::BetaLower { .. } => Condition::BetaLower,
        }
    }
}
