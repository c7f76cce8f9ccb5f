//! Reads a file of claims.
//!
//! Responsible for the form of the file: every claim is a table `[[claim]]` in TOML with a `row`, a `section`, a `kind` and the
//! fields of that kind, and nothing else. Whether a claim is true is left to [`super`]. Errors name the line.

use std::fmt;
use std::ops::Range;

use checker::chess::Man;
use checker::theorem::Side;
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use report::notation;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::chess::board::Board;
use crate::chess::material::{DoubleStep, Signature};
use crate::reading::audit::other::Other;
use crate::reading::statistics::Category;

/// A claim, as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The line of the file on which it begins.
    pub line: usize,
    /// Its number in the list of claims; several claims of the file may share one.
    pub row: u32,
    /// Where it is printed: section and figure.
    pub section: String,
    /// The kind, as the file names it.
    pub kind: &'static str,
    /// What is claimed.
    pub statement: Statement,
}

/// A position that a claim names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The FEN placement field.
    pub fen: String,
    /// The endgame that it belongs to.
    pub endgame: Name,
}

/// The name of an endgame: `8x8 KNk`, with pawns perhaps `8x7 KPk double`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(pub String);

impl Name {
    /// The conventional name of the certificate's file.
    #[must_use]
    pub fn file(&self) -> String {
        format!("{}.cert", self.0.replace(' ', "_"))
    }

    /// Board, material and rule of the double step.
    #[must_use]
    pub fn parts(&self) -> Option<(Board, Signature, DoubleStep)> {
        let mut words = self.0.split(' ');
        let board = words.next()?.parse().ok()?;
        let (signature, _) = Signature::parse(words.next()?).ok()?;
        let double_step = match words.next() {
            None => DoubleStep::Auto,
            Some("double") => DoubleStep::Always,
            Some(_) => DoubleStep::Never,
        };
        Some((board, signature, double_step))
    }
}

/// What is claimed, by kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Something about Hex, or about an auction that pays the bank.
    Other(Other),
    /// `value`: a position has this value.
    Value {
        /// The position.
        position: Named,
        /// Its lower and upper value.
        value: BigRational,
    },
    /// `best-moves`: these are a player's best moves, all of them, and this is the value that they lead to, as far as each is
    /// given.
    BestMoves {
        /// The position.
        position: Named,
        /// Who moves.
        player: Side,
        /// The moves, as people write them; none where only their value is claimed.
        moves: Vec<String>,
        /// The value of the positions that they lead to.
        value: Option<BigRational>,
    },
    /// `move`: a move leads to a position of this value.
    Move {
        /// The position before.
        position: Named,
        /// The move, such as `d7d8=N`.
        step: String,
        /// The value of the position after.
        value: BigRational,
    },
    /// `all-values`: every position of an endgame has this value.
    AllValues {
        /// The endgame.
        endgame: Name,
        /// The value.
        value: BigRational,
    },
    /// `sharp`: α = β at every position of these endgames, with finite labels.
    Sharp {
        /// The endgames.
        endgames: Vec<Name>,
    },
    /// `sharp-boards`: α = β at every three-piece position on every board up to a size, the largest left out.
    SharpBoards {
        /// The largest board, itself left out.
        below: Board,
    },
    /// `labels`: a position is in T_white and T′_black.
    Labels {
        /// The position.
        position: Named,
        /// Bound on T.
        white: u32,
        /// Bound on T′.
        black: u32,
    },
    /// `quiescent`: the position is quiescent.
    Quiescent {
        /// The position.
        position: Named,
    },
    /// `quiescent-categories`: every quiescent position of these endgames is in one of these categories.
    QuiescentCategories {
        /// The endgames.
        endgames: Vec<Name>,
        /// The categories.
        categories: Vec<Category>,
    },
    /// `quiescent-category`: the quiescent positions of a category are in T_white and T′_black, and are so many placements
    /// where a number is given.
    QuiescentCategory {
        /// The endgame.
        endgame: Name,
        /// The category.
        category: Category,
        /// Bound on T.
        white: u32,
        /// Bound on T′.
        black: u32,
        /// How many placements, mirrored ones counted.
        placements: Option<usize>,
    },
    /// `zugzwang`: the position is a zugzwang.
    Zugzwang {
        /// The position.
        position: Named,
    },
    /// `largest-denominator`: no position of these endgames has a larger denominator, and some position, or the one
    /// that is named, has this one.
    LargestDenominator {
        /// The endgames.
        endgames: Vec<Name>,
        /// The denominator.
        denominator: BigUint,
        /// A position that has it.
        position: Option<Named>,
    },
    /// `smallest-non-dyadic`: the smallest denominator that is not a power of 2.
    SmallestNonDyadic {
        /// The endgames.
        endgames: Vec<Name>,
        /// The denominator.
        denominator: BigUint,
        /// A position that has it.
        position: Named,
    },
    /// `denominators`: no other denominators occur.
    Denominators {
        /// The endgame.
        endgame: Name,
        /// The denominators.
        denominators: Vec<BigUint>,
    },
    /// `divisors`: each of these numbers divides some denominator.
    Divisors {
        /// The endgame.
        endgame: Name,
        /// The divisors.
        divisors: Vec<BigUint>,
    },
    /// `factorisation`: a number is the product of these powers, whose bases are primes.
    Factorisation {
        /// The number.
        number: BigUint,
        /// Primes and exponents.
        factors: Vec<(BigUint, u32)>,
    },
    /// `promotion`: promoting to one of these roles is never better than promoting to a queen.
    Promotion {
        /// The endgame.
        endgame: Name,
        /// The letters of the roles.
        never: Vec<char>,
    },
    /// `threshold`: so many steps of the threshold method are the first after which no equation is violated.
    Threshold {
        /// The endgame.
        endgame: Name,
        /// The steps.
        steps: u32,
    },
    /// `gap`: after so many steps β_n − α_n is below 10^-digits at every position.
    Gap {
        /// The endgames.
        endgames: Vec<Name>,
        /// The steps.
        steps: u32,
        /// The exponent.
        digits: u32,
    },
    /// `bounds`: a position's lower value is at most the one and its upper value at least the other, by these certificates.
    Bounds {
        /// The files, within the folder of the certificates.
        proofs: Vec<String>,
        /// The position's FEN; of any material.
        fen: String,
        /// Bound on the lower value.
        lower: BigRational,
        /// Bound on the upper value.
        upper: BigRational,
    },
}

/// What is wrong with a file of claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimsError {
    /// The line, from 1.
    pub line: usize,
    /// What was found and what is required.
    pub reason: Reason,
}

/// The ways in which a file of claims can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Not TOML.
    Toml(String),
    /// Something beside `[[claim]]`.
    Beside(String),
    /// No claim at all.
    Empty,
    /// A field is missing.
    Missing(&'static str),
    /// A field that this kind of claim does not have.
    Unknown(String),
    /// A field is not what it should be.
    Field {
        /// The field.
        field: &'static str,
        /// What is there.
        found: String,
        /// What should be.
        required: String,
    },
}

impl fmt::Display for ClaimsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.line)?;
        match &self.reason {
            Reason::Toml(message) => f.write_str(message),
            Reason::Beside(key) => write!(f, "found {key:?}, required [[claim]] and nothing beside"),
            Reason::Empty => f.write_str("found no claim, required one [[claim]] or more"),
            Reason::Missing(field) => write!(f, "found no {field:?}, required one for a claim of this kind"),
            Reason::Unknown(field) => write!(f, "found {field:?}, which a claim of this kind does not have"),
            Reason::Field { field, found, required } => write!(f, "{field}: found {found}, required {required}"),
        }
    }
}

impl std::error::Error for ClaimsError {}

/// Reads all claims of a file.
///
/// # Errors
///
/// [`ClaimsError`] for the first line that is not as it should be.
pub fn parse(text: &str) -> Result<Vec<Claim>, ClaimsError> {
    let line = |span: Range<usize>| text.bytes().take(span.start).filter(|&byte| byte == b'\n').count() + 1;
    let document = DeTable::parse(text).map_err(|error| ClaimsError {
        line: error.span().map_or(1, line),
        reason: Reason::Toml(error.message().to_owned()),
    })?;
    let mut claims = Vec::new();
    for (key, value) in document.get_ref() {
        let tables = value.get_ref().as_array().filter(|_| key.get_ref() == "claim");
        let beside = || ClaimsError { line: line(key.span()), reason: Reason::Beside(key.get_ref().to_string()) };
        for table in tables.ok_or_else(beside)? {
            let fields = table.get_ref().as_table().ok_or_else(beside)?;
            claims.push(Fields { fields, line: line(table.span()), lines: &line, asked: Vec::new() }.claim()?);
        }
    }
    if claims.is_empty() {
        return Err(ClaimsError { line: 1, reason: Reason::Empty });
    }
    // A table's keys come sorted, so the order of the file is found again by the lines.
    claims.sort_by_key(|claim| claim.line);
    Ok(claims)
}

/// The fields of one claim.
struct Fields<'a> {
    fields: &'a DeTable<'a>,
    line: usize,
    lines: &'a dyn Fn(Range<usize>) -> usize,
    /// The fields that were asked for, so that the others can be named.
    asked: Vec<&'static str>,
}

impl Fields<'_> {
    fn claim(mut self) -> Result<Claim, ClaimsError> {
        let row = self.number("row")?;
        let section = self.text("section")?;
        let kind = self.text("kind")?;
        let found = KINDS.iter().find(|(name, _)| *name == kind);
        let names: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
        let &(kind, read) =
            found.ok_or_else(|| self.wrong("kind", format!("{kind:?}"), format!("one of {}", names.join(", "))))?;
        let statement = read(&mut self)?;
        let unknown = self.fields.keys().find(|key| !self.asked.contains(&key.get_ref().as_ref()));
        if let Some(key) = unknown {
            let line = (self.lines)(key.span());
            return Err(ClaimsError { line, reason: Reason::Unknown(key.get_ref().to_string()) });
        }
        Ok(Claim { line: self.line, row, section, kind, statement })
    }

    /// The value of a field, if it is there.
    fn optional(&mut self, field: &'static str) -> Option<&Spanned<DeValue<'_>>> {
        self.asked.push(field);
        self.fields.get(field)
    }

    /// The value of a field, and the line on which it stands.
    fn value(&mut self, field: &'static str) -> Result<&DeValue<'_>, ClaimsError> {
        let missing = ClaimsError { line: self.line, reason: Reason::Missing(field) };
        self.optional(field).map(Spanned::get_ref).ok_or(missing)
    }

    /// A field that is there but wrong.
    fn wrong(&self, field: &'static str, found: String, required: impl fmt::Display) -> ClaimsError {
        let line = self.fields.get(field).map_or(self.line, |value| (self.lines)(value.span()));
        ClaimsError { line, reason: Reason::Field { field, found, required: required.to_string() } }
    }

    fn not_a_placement(&self, fen: &str, error: &notation::FenError) -> ClaimsError {
        self.wrong("position", format!("{fen:?}"), format!("a FEN placement field ({error})"))
    }

    fn text(&mut self, field: &'static str) -> Result<String, ClaimsError> {
        let value = self.value(field)?;
        let (text, found) = (value.as_str().map(str::to_owned), value.type_str());
        text.ok_or_else(|| self.wrong(field, format!("a value of type {found}"), "a text in quotes"))
    }

    fn number(&mut self, field: &'static str) -> Result<u32, ClaimsError> {
        let value = self.value(field)?;
        let (number, found) = (value.as_integer().map(ToString::to_string), value.type_str());
        let shown = number.clone().unwrap_or_else(|| format!("a value of type {found}"));
        let parsed = number.and_then(|number| number.parse().ok());
        parsed.ok_or_else(|| self.wrong(field, shown, "a natural number below 2^32"))
    }

    fn texts(&mut self, field: &'static str) -> Result<Vec<String>, ClaimsError> {
        let value = self.value(field)?;
        let list = value.as_array().map(|list| list.iter().map(|item| item.get_ref().as_str().map(str::to_owned)));
        let texts: Option<Vec<String>> = list.and_then(Iterator::collect);
        texts
            .filter(|texts| !texts.is_empty())
            .ok_or_else(|| self.wrong(field, "something else".to_owned(), "a list of one or more texts in quotes"))
    }

    /// A share of the money.
    fn fraction(&mut self, field: &'static str) -> Result<BigRational, ClaimsError> {
        let text = self.text(field)?;
        let whole = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let (numerator, denominator) = text.split_once('/').unwrap_or((&text, "1"));
        let parsed = (whole(numerator) && whole(denominator) && denominator.parse() != Ok(BigUint::zero()))
            .then(|| text.parse::<BigRational>().ok())
            .flatten();
        parsed
            .filter(|value| *value <= BigRational::one())
            .ok_or_else(|| self.wrong(field, format!("{text:?}"), "a fraction between 0 and 1, such as \"3/4\""))
    }

    fn natural(&mut self, field: &'static str) -> Result<BigUint, ClaimsError> {
        let text = self.text(field)?;
        self.natural_of(field, &text)
    }

    fn natural_of(&self, field: &'static str, text: &str) -> Result<BigUint, ClaimsError> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.then(|| text.parse::<BigUint>().ok()).flatten().filter(|number| !number.is_zero());
        number.ok_or_else(|| self.wrong(field, format!("{text:?}"), "a positive number in decimal digits"))
    }

    fn naturals(&mut self, field: &'static str) -> Result<Vec<BigUint>, ClaimsError> {
        let texts = self.texts(field)?;
        texts.iter().map(|text| self.natural_of(field, text)).collect()
    }

    /// Prime powers, such as `2^40 · 3^3 · 5`.
    fn factors(&mut self, field: &'static str) -> Result<Vec<(BigUint, u32)>, ClaimsError> {
        let text = self.text(field)?;
        let mut factors = Vec::new();
        for part in text.split('·').map(str::trim) {
            let (base, exponent) = part.split_once('^').unwrap_or((part, "1"));
            let base = self.natural_of(field, base)?;
            let exponent = exponent.parse::<u32>().ok().filter(|exponent| (1..=100_000).contains(exponent));
            let required = "prime powers, such as \"2^40 · 3^3 · 5\"";
            factors.push((base, exponent.ok_or_else(|| self.wrong(field, format!("{part:?}"), required))?));
        }
        Ok(factors)
    }

    fn board(&mut self, field: &'static str) -> Result<Board, ClaimsError> {
        let text = self.text(field)?;
        text.parse().map_err(|_| self.wrong(field, format!("{text:?}"), "files x ranks, such as 8x8"))
    }

    /// An empty board of Hex, by its size.
    fn hex_board(&mut self, field: &'static str) -> Result<String, ClaimsError> {
        let text = self.text(field)?;
        self.hex_board_of(field, text)
    }

    fn hex_boards(&mut self) -> Result<Vec<String>, ClaimsError> {
        let texts = self.texts("boards")?;
        texts.into_iter().map(|text| self.hex_board_of("boards", text)).collect()
    }

    fn hex_board_of(&self, field: &'static str, text: String) -> Result<String, ClaimsError> {
        match text.parse::<crate::games::hex::Board>() {
            Ok(_) => Ok(text),
            Err(_) => Err(self.wrong(field, format!("{text:?}"), "files x ranks from 1 to 16, such as 11x11")),
        }
    }

    fn player(&mut self) -> Result<Side, ClaimsError> {
        match self.text("player")?.as_str() {
            "white" => Ok(Side::White),
            "black" => Ok(Side::Black),
            other => Err(self.wrong("player", format!("{other:?}"), "\"white\" or \"black\"")),
        }
    }

    fn position(&mut self) -> Result<Named, ClaimsError> {
        let fen = self.text("position")?;
        let (board, placement) = notation::parse(&fen).map_err(|error| self.not_a_placement(&fen, &error))?;
        let men: Vec<Man> = placement.pieces.iter().map(|piece| piece.man).collect();
        let endgame = Name(format!("{} {}", notation::board(board), notation::signature(&men)));
        Ok(Named { fen, endgame })
    }

    fn optional_position(&mut self) -> Result<Option<Named>, ClaimsError> {
        match self.optional("position").is_some() {
            true => self.position().map(Some),
            false => Ok(None),
        }
    }

    fn name_of(&self, field: &'static str, text: &str) -> Result<Name, ClaimsError> {
        let words: Vec<&str> = text.split(' ').collect();
        let known = match *words.as_slice() {
            [board, men] | [board, men, "single" | "double"] => {
                let canonical = Signature::parse(men).is_ok_and(|(signature, _)| signature.to_string() == men);
                board.parse::<Board>().is_ok() && canonical
            }
            _ => false,
        };
        match known {
            true => Ok(Name(text.to_owned())),
            false => {
                Err(self.wrong(field, format!("{text:?}"), "an endgame such as \"8x8 KNk\" or \"8x7 KPk double\""))
            }
        }
    }

    fn endgame(&mut self) -> Result<Name, ClaimsError> {
        let text = self.text("endgame")?;
        self.name_of("endgame", &text)
    }

    fn endgames(&mut self) -> Result<Vec<Name>, ClaimsError> {
        let texts = self.texts("endgames")?;
        texts.iter().map(|text| self.name_of("endgames", text)).collect()
    }

    fn category_of(&self, field: &'static str, text: &str) -> Result<Category, ClaimsError> {
        let names: Vec<String> = Category::ALL.iter().map(ToString::to_string).collect();
        let category = Category::ALL.into_iter().find(|category| category.to_string() == text);
        category.ok_or_else(|| self.wrong(field, format!("{text:?}"), format!("one of {}", names.join(", "))))
    }
}

/// How a kind of claim is read.
type Read = fn(&mut Fields<'_>) -> Result<Statement, ClaimsError>;

/// The kinds.
const KINDS: [(&str, Read); 24] = [
    ("value", |f| Ok(Statement::Value { position: f.position()?, value: f.fraction("value")? })),
    ("best-moves", |f| {
        let value = match f.optional("value").is_some() {
            true => Some(f.fraction("value")?),
            false => None,
        };
        let moves = match f.optional("moves").is_some() || value.is_none() {
            true => f.texts("moves")?,
            false => Vec::new(),
        };
        Ok(Statement::BestMoves { position: f.position()?, player: f.player()?, moves, value })
    }),
    ("move", |f| Ok(Statement::Move { position: f.position()?, step: f.text("move")?, value: f.fraction("value")? })),
    ("all-values", |f| Ok(Statement::AllValues { endgame: f.endgame()?, value: f.fraction("value")? })),
    ("sharp", |f| Ok(Statement::Sharp { endgames: f.endgames()? })),
    ("sharp-boards", |f| Ok(Statement::SharpBoards { below: f.board("below")? })),
    ("labels", |f| {
        Ok(Statement::Labels { position: f.position()?, white: f.number("white")?, black: f.number("black")? })
    }),
    ("quiescent", |f| Ok(Statement::Quiescent { position: f.position()? })),
    ("quiescent-categories", |f| {
        let texts = f.texts("categories")?;
        let categories = texts.iter().map(|text| f.category_of("categories", text)).collect::<Result<_, _>>()?;
        Ok(Statement::QuiescentCategories { endgames: f.endgames()?, categories })
    }),
    ("quiescent-category", |f| {
        let text = f.text("category")?;
        let placements = match f.optional("placements").is_some() {
            true => Some(f.number("placements")? as usize),
            false => None,
        };
        Ok(Statement::QuiescentCategory {
            endgame: f.endgame()?,
            category: f.category_of("category", &text)?,
            white: f.number("white")?,
            black: f.number("black")?,
            placements,
        })
    }),
    ("zugzwang", |f| Ok(Statement::Zugzwang { position: f.position()? })),
    ("largest-denominator", |f| {
        Ok(Statement::LargestDenominator {
            endgames: f.endgames()?,
            denominator: f.natural("denominator")?,
            position: f.optional_position()?,
        })
    }),
    ("smallest-non-dyadic", |f| {
        Ok(Statement::SmallestNonDyadic {
            endgames: f.endgames()?,
            denominator: f.natural("denominator")?,
            position: f.position()?,
        })
    }),
    ("denominators", |f| {
        Ok(Statement::Denominators { endgame: f.endgame()?, denominators: f.naturals("denominators")? })
    }),
    ("divisors", |f| Ok(Statement::Divisors { endgame: f.endgame()?, divisors: f.naturals("divisors")? })),
    ("factorisation", |f| {
        Ok(Statement::Factorisation { number: f.natural("number")?, factors: f.factors("factors")? })
    }),
    ("promotion", |f| {
        let texts = f.texts("never")?;
        let letters: Option<Vec<char>> = texts
            .iter()
            .map(|text| text.parse::<char>().ok().filter(|letter| ['R', 'B', 'N'].contains(letter)))
            .collect();
        let never = letters.ok_or_else(|| f.wrong("never", format!("{texts:?}"), "letters among R, B, N"))?;
        Ok(Statement::Promotion { endgame: f.endgame()?, never })
    }),
    ("threshold", |f| Ok(Statement::Threshold { endgame: f.endgame()?, steps: f.number("steps")? })),
    ("gap", |f| Ok(Statement::Gap { endgames: f.endgames()?, steps: f.number("steps")?, digits: f.number("digits")? })),
    ("bounds", |f| {
        let fen = f.text("position")?;
        notation::parse(&fen).map_err(|error| f.not_a_placement(&fen, &error))?;
        let (lower, upper) = (f.fraction("lower-at-most")?, f.fraction("upper-at-least")?);
        Ok(Statement::Bounds { fen, lower, upper, proofs: f.texts("proofs")? })
    }),
    ("hex-best", |f| {
        let (board, cells, pivotal) = (f.hex_board("board")?, f.texts("cells")?, f.fraction("pivotal")?);
        Ok(Statement::Other(Other::HexBest { board, cells, pivotal }))
    }),
    ("hex-same-moves", |f| Ok(Statement::Other(Other::HexSameMoves { boards: f.hex_boards()? }))),
    ("hex-losing", |f| Ok(Statement::Other(Other::HexLosing { boards: f.hex_boards()? }))),
    ("poorman-tic-tac-toe", |f| {
        let draw = f.number("draw")?;
        if draw > 1 {
            return Err(f.wrong("draw", draw.to_string(), "0 or 1"));
        }
        Ok(Statement::Other(Other::PoormanTicTacToe { draw, value: f.fraction("value")? }))
    }),
];
