//! From a statement to a verified certificate: the order in which everything is checked.
//!
//! Responsible for: [`Statement::check`], the only way to a [`Verified`]; the order of the conditions; the receipt; what is
//! verified of all positions, by their numbers. Left to others: the conditions themselves (`conditions`, `graph`), questions
//! about single positions (`entry`). Files are the caller's: this library opens none.

use std::sync::Arc;

use num_rational::BigRational;

use crate::board::Placement;
use crate::bound::{BoundStatement, VerifiedBound, missing_import};
use crate::certificate::{Content, Digest, PawnRule, SharpTable};
use crate::conditions::{self, Node, Options, Which};
use crate::endgame::Endgame;
use crate::exact::Exact;
use crate::failure::{Condition, Decline, Failure, Rejection};
use crate::graph::Graph;
use crate::limits::Limit;
use crate::values::{self, Rank, Value};

/// What a certificate states, with nothing verified but `header`, the spelling and that the endgame is a supported one.
#[derive(Debug)]
pub struct Statement {
    digest: Digest,
    imports: Vec<Digest>,
    endgame: Endgame,
    table: SharpTable,
}

/// What a file of any kind states.
#[derive(Debug)]
pub enum AnyStatement {
    /// A table: something of each position of an endgame.
    Table(Statement),
    /// A bound for one position.
    Bound(BoundStatement),
}

impl AnyStatement {
    /// Reads the statement of a file.
    ///
    /// # Errors
    ///
    /// `header`, the spelling, and the endgame; of a bound, all of `canonical`.
    pub fn read(bytes: &[u8]) -> Result<Self, Failure> {
        Limit::FileBytes.admit(bytes.len())?;
        let certificate = conditions::header(bytes)?;
        let (digest, imports) = (Digest::of(bytes), certificate.imports);
        match certificate.content {
            Content::Bound(bound) => Ok(Self::Bound(BoundStatement::new(digest, imports, bound)?)),
            content => Ok(Self::Table(Statement::new(digest, imports, content)?)),
        }
    }
}

/// A certificate that has to be verified before another one can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// The SHA-256 of its file.
    pub digest: Digest,
    /// The conventional name of its file, such as `8x8_Kk.cert`.
    pub file_name: String,
    endgame: Endgame,
}

impl Requirement {
    /// Whether a certificate is the one that is required. What that imports in its turn has fewer men or fewer pawns, so that
    /// imports of imports come to an end whatever the files say, if each is asked this before its own imports are looked for.
    ///
    /// # Errors
    ///
    /// Rejected if it is another file, or about another endgame.
    pub fn admit(&self, digest: Digest, endgame: &Endgame) -> Result<(), Rejection> {
        let file_name = self.file_name.clone();
        if digest != self.digest {
            let (found, required) = (digest, self.digest);
            return Err(Rejection::ImportDigest { file_name, found, required });
        }
        if *endgame != self.endgame {
            let (found, required) = (endgame.to_string(), self.endgame.to_string());
            return Err(Rejection::ImportEndgame { found, required });
        }
        Ok(())
    }
}

/// What was counted while a certificate was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// How often each condition was evaluated: `header` once; `canonical` for each odd part, value and record; `imports`
    /// for each import; every other one for each position.
    pub evaluations: [(Condition, usize); 9],
    /// The largest finite T.
    pub largest_white_label: u32,
    /// The largest finite T′.
    pub largest_black_label: u32,
    /// Size in bits of the largest denominator of a value in lowest terms.
    pub largest_denominator_bits: u64,
    /// Positions with different lower and upper values; a sharp table has none.
    pub not_sharp: usize,
}

/// A verified certificate. Only [`Statement::check`] makes one.
#[derive(Debug)]
pub struct Verified {
    digest: Digest,
    graph: Graph,
    table: Table,
    receipt: Receipt,
}

/// What is verified of the positions.
#[derive(Debug)]
enum Table {
    /// Their values and labels.
    Exact(Exact),
}

impl Statement {
    /// Reads the statement of a table.
    ///
    /// # Errors
    ///
    /// `header`, the spelling, and the endgame. Declined for a bound.
    pub fn read(bytes: &[u8]) -> Result<Self, Failure> {
        match AnyStatement::read(bytes)? {
            AnyStatement::Table(statement) => Ok(statement),
            AnyStatement::Bound(_) => Err(Decline::NotATable.into()),
        }
    }

    fn new(digest: Digest, imports: Vec<Digest>, content: Content) -> Result<Self, Failure> {
        let kind = content.kind();
        let Content::SharpTable(table) = content else {
            return Err(Decline::Kind { found: kind }.into());
        };
        let endgame = Endgame::new(&table.endgame)?;
        Ok(Self { digest, imports, endgame, table })
    }

    /// The SHA-256 of the file.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The endgame that it is about.
    pub fn endgame(&self) -> &Endgame {
        &self.endgame
    }

    /// The certificates that have to be verified first, in the order of the format.
    ///
    /// # Errors
    ///
    /// Rejected if their number is not that of the endgames to which captures and promotions lead.
    pub fn requirements(&self) -> Result<Vec<Requirement>, Failure> {
        let endgames = self.endgame.imports();
        let (found, required) = (self.imports.len(), endgames.len());
        if found != required {
            return Err(Rejection::ImportCount { found, required }.into());
        }
        let pairs = self.imports.iter().zip(endgames);
        let requirement = |(&digest, endgame): (&Digest, Endgame)| {
            let file_name = endgame.file_name();
            Requirement { digest, file_name, endgame }
        };
        Ok(pairs.map(requirement).collect())
    }

    /// Checks every condition. `import` finds the certificates that are required, and is asked when their turn has come.
    ///
    /// # Errors
    ///
    /// The first failure, in the order of the chapter "The format".
    pub fn check(
        self,
        import: impl FnMut(&Requirement) -> Result<Arc<Verified>, Failure>,
    ) -> Result<Verified, Failure> {
        let values = conditions::canonical(&self.table.odd_parts, &self.table.values)?;
        let imports = conditions::imports(&self.requirements()?, import)?;
        let mut table = self.table;
        let positions = conditions::coverage(&self.endgame, table.records.len())?;
        let graph = Graph::new(self.endgame, positions, imports);
        let exact = Exact::sharp(&graph, &mut table, values)?;
        exact.check_sharp(&graph, &table.records, 0..graph.positions.count())?;
        conditions::values_are_used(table.records.iter().map(|record| record.value), exact.values.len())?;
        let receipt = Receipt::new(&table, &exact, &graph);
        Ok(Verified { digest: self.digest, graph, table: Table::Exact(exact), receipt })
    }
}

impl Receipt {
    /// Counts what has been verified.
    fn new(table: &SharpTable, exact: &Exact, graph: &Graph) -> Self {
        let (records, odd_parts, values) = (&table.records, &exact.odd_parts, &exact.values);
        let positions = records.len();
        let canonical = odd_parts.len().saturating_add(values.len()).saturating_add(positions);
        Self {
            evaluations: [
                (Condition::Header, 1),
                (Condition::Canonical, canonical),
                (Condition::Coverage, positions),
                (Condition::Imports, graph.imports.len()),
                (Condition::WhiteGreedy, positions),
                (Condition::BlackGreedy, positions),
                (Condition::Richman, positions),
                (Condition::WhiteLabel, positions),
                (Condition::BlackLabel, positions),
            ],
            largest_white_label: records.iter().map(|r| r.white_label).max().unwrap_or(0),
            largest_black_label: records.iter().map(|r| r.black_label).max().unwrap_or(0),
            largest_denominator_bits: values::largest_denominator(odd_parts, values),
            not_sharp: 0,
        }
    }
}

impl Verified {
    /// The SHA-256 of the file.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The endgame: its board, its men, its signature.
    pub fn endgame(&self) -> &Endgame {
        &self.graph.endgame
    }

    /// Number of files of the board.
    pub fn files(&self) -> u8 {
        self.endgame().board().files()
    }

    /// Number of ranks of the board.
    pub fn ranks(&self) -> u8 {
        self.endgame().board().ranks()
    }

    /// The material signature, such as `KNk`.
    pub fn signature(&self) -> String {
        self.endgame().signature()
    }

    /// Number of positions, where placements that symmetries carry into each other are one.
    pub fn positions(&self) -> usize {
        self.graph.positions.count()
    }

    /// The values that positions have, increasing, each once.
    pub fn values(&self) -> impl ExactSizeIterator<Item = Value<'_>> {
        let Table::Exact(exact) = &self.table;
        exact.values.iter().map(|value| Value::of(&exact.odd_parts, value))
    }

    /// The place in [`values`](Self::values), from 0, of the value of a position, which is named by its number in the canonical
    /// order from 0.
    pub fn value_number(&self, position: usize) -> Option<usize> {
        let exact = self.exact()?;
        exact.ranks.binary_search(&exact.nodes.get(position)?.value(Which::Lower)).ok()
    }

    /// The least placement of the position of that number.
    pub fn placement(&self, position: usize) -> Option<Placement> {
        self.graph.positions.placement(position)
    }

    /// The number of the position to which a placement belongs; none if it is not of this endgame.
    pub fn number(&self, placement: &Placement) -> Option<usize> {
        let (endgame, passed) = (self.endgame(), placement.passed());
        let men = placement.pieces().iter().map(|piece| &piece.man);
        let may_pass = passed.is_none() || endgame.pawn_rule() == PawnRule::DoubleStep;
        let is_of_this_endgame = placement.board() == endgame.board() && men.eq(endgame.men()) && may_pass;
        let number = is_of_this_endgame.then(|| self.graph.positions.number_with_right(placement))?;
        usize::try_from(number?).ok()
    }

    /// The value and the labels of the position of that number.
    pub fn node(&self, position: usize) -> Option<Node> {
        self.exact()?.nodes.get(position).copied()
    }

    /// All options of both players, in the order of their moves; none if the placement is not of this endgame.
    pub fn options(&self, placement: &Placement) -> Option<Options> {
        self.number(placement)?;
        let exact = self.exact()?;
        let mut options = Options::default();
        self.graph.options(placement, |place| exact.see(&self.graph, place), &mut options).ok()?;
        options.sort();
        Some(options)
    }

    /// The value of a rank, as it stands in a [`Node`] of this certificate; 0 if there is none.
    pub fn value(&self, rank: Rank) -> BigRational {
        self.exact().map(|exact| exact.scale.value(rank)).unwrap_or_default()
    }

    /// What is verified, in the checker's own words.
    pub fn claim(&self) -> String {
        let (endgame, positions) = (self.endgame(), self.positions());
        format!("{endgame}: all {positions} positions are sharp, with these exact values and labels")
    }

    /// The certificates that this one rests on.
    pub fn imports(&self) -> &[Arc<Self>] {
        &self.graph.imports
    }

    /// What was counted.
    pub fn receipt(&self) -> &Receipt {
        &self.receipt
    }

    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    pub(crate) fn exact(&self) -> Option<&Exact> {
        let Table::Exact(exact) = &self.table;
        Some(exact)
    }
}

/// Checks the bytes of a certificate, given verified ones among which its imports are found by their digests.
///
/// # Errors
///
/// Rejected if a condition fails; declined if a limit is passed or an import is missing.
pub fn check(bytes: &[u8], imports: &[Arc<Verified>]) -> Result<Verified, Failure> {
    Statement::read(bytes)?.check(|required| {
        let by_digest = imports.iter().find(|v| v.digest == required.digest);
        let by_endgame = imports.iter().find(|v| v.graph.endgame == required.endgame);
        match by_digest.or(by_endgame) {
            Some(verified) => Ok(Arc::clone(verified)),
            None => {
                Err(Decline::MissingImport { file_name: required.file_name.clone(), digest: required.digest }.into())
            }
        }
    })
}

/// Checks the bytes of a bound, given verified tables among which its imports are found by their digests.
///
/// # Errors
///
/// Rejected if a condition fails; declined if it is a table, if a limit is passed, or if an import is missing.
pub fn check_bound(bytes: &[u8], imports: &[Arc<Verified>]) -> Result<VerifiedBound, Failure> {
    let AnyStatement::Bound(statement) = AnyStatement::read(bytes)? else {
        return Err(Decline::NotABound.into());
    };
    let names = statement.file_names();
    statement.check(|&digest| {
        let import = imports.iter().find(|verified| verified.digest == digest);
        import.map(Arc::clone).ok_or_else(|| missing_import(&names, digest))
    })
}

/// What has to be verified before a certificate can be.
///
/// # Errors
///
/// As [`Statement::read`] and [`Statement::requirements`].
pub fn requirements(bytes: &[u8]) -> Result<Vec<Requirement>, Failure> {
    Statement::read(bytes)?.requirements()
}
