//! From a statement to a verified certificate: the order in which everything is checked.
//!
//! Responsible for: [`Statement::check`], the only way to a [`Verified`]; the order of the conditions; the receipt; what is
//! verified of all positions, by their numbers. Left to others: the conditions themselves (`conditions`, `graph`), questions
//! about single positions (`entry`). Files are the caller's: this library opens none.

use std::iter;
use std::ops::Range;
use std::sync::Arc;

use num_rational::BigRational;

use crate::board::Placement;
use crate::bound::{BoundStatement, VerifiedBound, missing_import};
use crate::certificate::{
    Content, Digest, EnclosureRecord, KIND_ENCLOSURE, KIND_SHARP_TABLE, KIND_TWO_TABLES, PawnRule,
};
use crate::conditions::{self, Label, Node, Options, Which};
use crate::enclosure::{self, Bounds, Enclosed};
use crate::endgame::Endgame;
use crate::exact::Exact;
use crate::failure::{Decline, Failure, Rejection};
use crate::graph::{Graph, Target, Work};
use crate::graph_table::{GraphStatement, Stated};
use crate::limits::Limit;
use crate::receipt::Receipt;
use crate::shard::{Shard, ShardReceipt, VERSION};
use crate::values::{Interval, Rank, Value};

/// The most threads that share the work.
pub(crate) const MOST_THREADS: usize = 64;

/// What a certificate states, with nothing verified but `header`, the spelling and that the endgame is a supported one.
#[derive(Debug)]
pub struct Statement {
    digest: Digest,
    imports: Vec<Digest>,
    endgame: Endgame,
    content: Content,
    threads: usize,
}

/// What a file of any kind states.
#[derive(Debug)]
pub enum AnyStatement {
    /// A table: something of each position of an endgame.
    Table(Statement),
    /// A bound for one position.
    Bound(BoundStatement),
    /// Values or bounds of a game that is given as a graph in another file.
    Graph(GraphStatement),
}

impl AnyStatement {
    /// Reads the statement of a file.
    ///
    /// # Errors
    ///
    /// `header`, the spelling, and the endgame; of a bound, all of `canonical`; of a graph, that it has no imports.
    pub fn read(bytes: &[u8]) -> Result<Self, Failure> {
        Limit::FileBytes.admit(bytes.len())?;
        let certificate = conditions::header(bytes)?;
        let (digest, imports) = (Digest::of(bytes), certificate.imports);
        match certificate.content {
            Content::Bound(bound) => Ok(Self::Bound(BoundStatement::new(digest, imports, bound)?)),
            Content::Graph(graph) => Ok(Self::Graph(GraphStatement::new(digest, &imports, Stated::Exact(graph))?)),
            Content::GraphEnclosure(enclosure) => {
                Ok(Self::Graph(GraphStatement::new(digest, &imports, Stated::Enclosed(enclosure))?))
            }
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
    /// The kind of the importer.
    kind: u16,
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

    // ANCHOR: admit-kind
    /// Whether a certificate of a kind says enough for the one that imports it: of the tables each kind says less than the one
    /// before it.
    ///
    /// # Errors
    ///
    /// Rejected if it says less than the importer is to say.
    pub fn admit_kind(&self, found: u16) -> Result<(), Rejection> {
        let (file_name, required) = (self.file_name.clone(), self.kind);
        match found <= required {
            true => Ok(()),
            false => Err(Rejection::WeakerImport { file_name, found, required }),
        }
    }
    // ANCHOR_END: admit-kind
}

/// A verified certificate. Only [`Statement::check`] makes one.
#[derive(Debug)]
pub struct Verified {
    digest: Digest,
    graph: Graph,
    table: Table,
    receipt: Receipt,
}

/// What is verified of the positions of an endgame, or of a game that is given as a graph; that is never [`Sharp`](Self::Sharp).
#[derive(Debug)]
pub(crate) enum Table {
    /// The values and labels of positions that are all sharp.
    Sharp(Exact),
    /// Both values of each position, and labels.
    Two(Exact),
    /// Bounds on both values of each position.
    Enclosed(Enclosed),
}

impl Table {
    /// The exact values, unless it is an enclosure.
    pub(crate) fn exact(&self) -> Option<&Exact> {
        match self {
            Self::Sharp(exact) | Self::Two(exact) => Some(exact),
            Self::Enclosed(_) => None,
        }
    }

    /// The bounds, if it is an enclosure.
    pub(crate) fn enclosed(&self) -> Option<&Enclosed> {
        match self {
            Self::Sharp(_) | Self::Two(_) => None,
            Self::Enclosed(enclosed) => Some(enclosed),
        }
    }
}

/// What can be said of a position, whatever the kind of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Where its lower and its upper value lie.
    pub values: (Interval, Interval),
    /// Its labels T and T′.
    pub labels: (Label, Label),
}

impl Seen {
    /// The lower or the upper value.
    pub fn value(&self, which: Which) -> &Interval {
        match which {
            Which::Lower => &self.values.0,
            Which::Upper => &self.values.1,
        }
    }
}

impl Statement {
    /// Reads the statement of a table.
    ///
    /// # Errors
    ///
    /// `header`, the spelling, and the endgame. Declined for a bound and for a graph.
    pub fn read(bytes: &[u8]) -> Result<Self, Failure> {
        match AnyStatement::read(bytes)? {
            AnyStatement::Table(statement) => Ok(statement),
            AnyStatement::Bound(_) => Err(Decline::NotATable.into()),
            AnyStatement::Graph(graph) => Err(Decline::NoGame { found: graph.kind() }.into()),
        }
    }

    fn new(digest: Digest, imports: Vec<Digest>, content: Content) -> Result<Self, Failure> {
        let stated = match &content {
            Content::SharpTable(table) => &table.endgame,
            Content::TwoTables(tables) => &tables.endgame,
            Content::Enclosure(enclosure) => &enclosure.endgame,
            Content::Bound(_) => return Err(Decline::NotATable.into()),
            Content::Graph(_) | Content::GraphEnclosure(_) => {
                return Err(Decline::NoGame { found: content.kind() }.into());
            }
        };
        let endgame = Endgame::new(stated)?;
        Ok(Self { digest, imports, endgame, content, threads: 1 })
    }

    /// The same statement, to be checked by so many threads, from 1 to 64. The verdict does not depend on it.
    pub fn on_threads(self, threads: usize) -> Self {
        Self { threads: threads.clamp(1, MOST_THREADS), ..self }
    }

    /// The SHA-256 of the file.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The endgame that it is about.
    pub fn endgame(&self) -> &Endgame {
        &self.endgame
    }

    /// The kind of certificate that it is.
    pub fn kind(&self) -> u16 {
        self.content.kind()
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
            Requirement { digest, file_name, endgame, kind: self.kind() }
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
        self.examine(|positions| 0..positions, import)
    }

    /// Checks every condition, but those on positions only at the positions of a shard. That is not a verdict on the certificate.
    ///
    /// # Errors
    ///
    /// As [`check`](Self::check).
    pub fn check_shard(
        self,
        shard: Shard,
        import: impl FnMut(&Requirement) -> Result<Arc<Verified>, Failure>,
    ) -> Result<ShardReceipt, Failure> {
        let examined = self.examine(|positions| shard.range(positions), import)?;
        let positions = examined.positions();
        Ok(ShardReceipt {
            version: VERSION.to_owned(),
            certificate: examined.digest,
            imports: rests_on(examined.imports()),
            claim: examined.claim(),
            range: shard.range(positions),
            positions,
        })
    }

    // ANCHOR: order
    /// Checks every condition, those on positions at the ones of a range, which is chosen when their number is known. Nothing made
    /// for a part of them may leave this module as [`Verified`].
    fn examine(
        self,
        range: impl FnOnce(usize) -> Range<usize>,
        import: impl FnMut(&Requirement) -> Result<Arc<Verified>, Failure>,
    ) -> Result<Verified, Failure> {
        let requirements = self.requirements();
        let Self { digest, endgame, content, threads, .. } = self;
        let work = |graph: &Graph| Work { range: range(graph.positions.count()), threads };
        let graph = |records| -> Result<Graph, Failure> {
            let imports = conditions::imports(&requirements?, import)?;
            let positions = conditions::coverage(&endgame, records)?;
            Ok(Graph::new(endgame, positions, imports))
        };
        let (graph, table) = match content {
            Content::SharpTable(mut table) => {
                let values = conditions::canonical(&table.odd_parts, &table.values, table.records.len())?;
                let graph = graph(table.records.len())?;
                let exact = Exact::sharp(&graph, &mut table, values)?;
                exact.check_sharp(&graph, &table.records, &work(&graph))?;
                let used = table.records.iter().map(|record| record.value);
                conditions::values_are_used(used, exact.values.len())?;
                (graph, Table::Sharp(exact))
            }
            Content::TwoTables(mut tables) => {
                let most = tables.records.len().saturating_mul(2);
                let values = conditions::canonical(&tables.odd_parts, &tables.values, most)?;
                let graph = graph(tables.records.len())?;
                let exact = Exact::two(&graph, &mut tables, values)?;
                exact.check_two(&graph, &work(&graph))?;
                let used = tables.records.iter().flat_map(|record| [record.lower, record.upper]);
                conditions::values_are_used(used, exact.values.len())?;
                conditions::are_two_tables(&exact.nodes, &graph.imports)?;
                (graph, Table::Two(exact))
            }
            Content::Enclosure(enclosure) => {
                enclosure::canonical(&enclosure)?;
                let graph = graph(enclosure.records.len())?;
                let enclosed = Enclosed::new(&graph, enclosure);
                enclosed.check(&graph, &work(&graph))?;
                (graph, Table::Enclosed(enclosed))
            }
            Content::Bound(_) => return Err(Decline::NotATable.into()),
            content @ (Content::Graph(_) | Content::GraphEnclosure(_)) => {
                return Err(Decline::NoGame { found: content.kind() }.into());
            }
        };
        let receipt = Receipt::new(&graph, &table);
        Ok(Verified { digest, graph, table, receipt })
    }
    // ANCHOR_END: order
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

    /// The values that positions have, lower or upper, increasing, each once; none of an enclosure.
    pub fn values(&self) -> impl ExactSizeIterator<Item = Value<'_>> {
        let exact = self.table.exact();
        let (odd_parts, values) = exact.map(|exact| (&*exact.odd_parts, &*exact.values)).unwrap_or_default();
        values.iter().map(|value| Value::of(odd_parts, value))
    }

    /// The place in [`values`](Self::values), from 0, of the value of a position, which is named by its number in the canonical
    /// order from 0; none if the position is not sharp.
    pub fn value_number(&self, position: usize) -> Option<usize> {
        let (lower, upper) = self.value_numbers(position)?;
        (lower == upper).then_some(lower)
    }

    /// The places in [`values`](Self::values) of the lower and of the upper value of a position.
    pub fn value_numbers(&self, position: usize) -> Option<(usize, usize)> {
        let exact = self.table.exact()?;
        let (lower, upper) = exact.nodes.get(position)?.values;
        let place = |rank| exact.ranks.binary_search(&rank).ok();
        Some((place(lower)?, place(upper)?))
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

    /// The values and the labels of the position of that number; none of an enclosure.
    pub fn node(&self, position: usize) -> Option<Node> {
        self.table.exact()?.nodes.get(position).copied()
    }

    /// All options of both players, in the order of their moves; none of an enclosure, or if the placement is not of this endgame.
    pub fn options(&self, placement: &Placement) -> Option<Options> {
        self.number(placement)?;
        let exact = self.table.exact()?;
        let mut options = Options::default();
        self.graph.options(placement, |place| exact.see(&self.graph, place), &mut options).ok()?;
        options.sort();
        Some(options)
    }

    /// The value of a rank, as it stands in a [`Node`] of this certificate; 0 if there is none.
    pub fn value(&self, rank: Rank) -> BigRational {
        self.table.exact().map(|exact| exact.scale.value(rank)).unwrap_or_default()
    }

    /// The bounds and the labels of the position of that number; none of an exact table.
    pub fn bounds(&self, position: usize) -> Option<Bounds> {
        self.table.enclosed()?.bounds(position)
    }

    /// The bounds on α and on β that are verified of a position, in units of 2^-bits; the same as [`bounds`](Self::bounds), as they
    /// are written.
    pub fn record(&self, position: usize) -> Option<&EnclosureRecord> {
        self.table.enclosed()?.records.get(position)
    }

    /// Bounds are in units of 2^-bits; none of an exact table.
    pub fn bits(&self) -> Option<u8> {
        Some(self.table.enclosed()?.bits)
    }

    /// All options of both players with the bounds there, in the order of their moves; none of an exact table, or if the placement
    /// is not of this endgame.
    pub fn bounded_options(&self, placement: &Placement) -> Option<Options<Bounds>> {
        let enclosed = self.table.enclosed()?;
        self.options_as(placement, |target| enclosed.see(&self.graph, target))
    }

    /// Where the values of the position of that number lie, whatever the kind of the table.
    pub fn seen(&self, position: usize) -> Option<Seen> {
        self.see(Target::Own(u32::try_from(position).ok()?))
    }

    /// All options of both players, in the order of their moves, whatever the kind of the table.
    pub fn seen_options(&self, placement: &Placement) -> Option<Options<Seen>> {
        self.options_as(placement, |target| self.see(target))
    }

    /// What can be said of a place in fractions.
    fn see(&self, target: Target) -> Option<Seen> {
        match &self.table {
            Table::Sharp(exact) | Table::Two(exact) => {
                let Node { values: (lower, upper), labels } = exact.see(&self.graph, target)?;
                let value = |rank| Interval::exact(exact.scale.value(rank));
                Some(Seen { values: (value(lower), value(upper)), labels })
            }
            Table::Enclosed(enclosed) => {
                let Bounds { ends, labels } = enclosed.see(&self.graph, target)?;
                Some(Seen { values: (enclosed.interval(ends.alpha), enclosed.interval(ends.beta)), labels })
            }
        }
    }

    fn options_as<S>(&self, placement: &Placement, see: impl Fn(Target) -> Option<S>) -> Option<Options<S>> {
        self.number(placement)?;
        let mut options = Options::default();
        self.graph.options(placement, see, &mut options).ok()?;
        options.sort();
        Some(options)
    }

    /// What is verified, in the checker's own words.
    pub fn claim(&self) -> String {
        self.receipt.claim(&self.graph, &self.table)
    }

    /// The kind of the certificate: 0 a sharp table, 1 two tables, 2 an enclosure.
    pub fn kind(&self) -> u16 {
        match &self.table {
            Table::Sharp(_) => KIND_SHARP_TABLE,
            Table::Two(_) => KIND_TWO_TABLES,
            Table::Enclosed(_) => KIND_ENCLOSURE,
        }
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

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }
}

/// The digests of all that a certificate with these imports rests on, imports of imports among them; each once.
pub fn rests_on(imports: &[Arc<Verified>]) -> Vec<Digest> {
    let mut digests: Vec<Digest> = Vec::new();
    for import in imports {
        for digest in iter::once(import.digest).chain(rests_on(import.imports())) {
            if !digests.contains(&digest) {
                digests.push(digest);
            }
        }
    }
    digests
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
    let statement = match AnyStatement::read(bytes)? {
        AnyStatement::Bound(statement) => statement,
        AnyStatement::Table(_) => return Err(Decline::NotABound.into()),
        AnyStatement::Graph(graph) => return Err(Decline::NoGame { found: graph.kind() }.into()),
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
