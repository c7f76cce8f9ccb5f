//! Writes the certificate of a solved endgame, and files that are complete or not there at all.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use checker::certificate::{
    Certificate, Content, Digest, Enclosure, EnclosureRecord, Graph, GraphEnclosure, Natural, PairRecord, PawnRule,
    Record, SharpTable, StatedEndgame, StatedMove, StatedPromotion, StatedValue, TwoTables,
};

use crate::chess::attacks::Move;
use crate::chess::board::Board;
use crate::chess::endgame::Endgame;
use crate::chess::material::{Colour, DoubleStep, Role, Signature};
use crate::graph::enclosure::{Enclosed, Listed};
use crate::graph::table::{ReducedValue, Sharpness, Table};
use crate::graph::values::Values;
use crate::graph::{Bounds, INFINITE, Label, MOST_BITS};

/// The file name of an endgame's certificate.
#[must_use]
pub fn file_name(endgame: &Endgame) -> String {
    name(endgame.board(), endgame.signature(), endgame.pawn_rule())
}

/// The file name of a certificate, such as `8x8_KNk.cert`; a pawn rule that is not the board's usual one is named.
#[must_use]
pub fn name(board: Board, signature: &Signature, rule: PawnRule) -> String {
    let rule = match rule {
        _ if rule == DoubleStep::Auto.rule(board, signature) => "",
        PawnRule::DoubleStep => "_double",
        _ => "_single",
    };
    format!("{board}_{signature}{rule}.cert")
}

/// The values of a table and the odd parts of their denominators, as the format has them.
fn stated_values(table: &Table) -> (Vec<Natural>, Vec<StatedValue>) {
    let value = |value: &ReducedValue| StatedValue {
        numerator: Natural(value.numerator.clone()),
        odd_part: value.odd_part,
        power_of_two: value.power,
    };
    let odd_parts = table.odd_parts.iter().map(|part| Natural(part.clone())).collect();
    (odd_parts, table.values.iter().map(value).collect())
}

/// Both values and labels of a position, as the format has them.
fn stated_pair(table: &Table, position: usize) -> PairRecord {
    PairRecord {
        lower: table.lower[position],
        upper: table.upper()[position],
        white_label: stated_label(table.white_labels[position]),
        black_label: stated_label(table.black_labels[position]),
    }
}

/// The certificate of a game that is given as a graph: what is known of its positions that are not terminal, in their order.
#[must_use]
pub fn graph(table: &Table) -> Certificate {
    let (odd_parts, values) = stated_values(table);
    let records = (0..table.lower.len()).map(|position| stated_pair(table, position)).collect();
    Certificate { imports: Vec::new(), content: Content::Graph(Graph { odd_parts, values, records }) }
}

/// The certificate of a table. `imports` are the digests of the imported certificates, in their order.
#[must_use]
pub fn certificate(endgame: &Endgame, table: &Table, imports: Vec<Digest>) -> Certificate {
    let (odd_parts, values) = stated_values(table);
    let statement = statement(endgame);
    let positions = 0..endgame.positions().len();
    let content = match &table.sharpness {
        Sharpness::Sharp { white_choice, black_choice } => {
            let chosen = |position: usize, colour: Colour, choice: &[u32]| {
                let Move { from, to, promotion, .. } = endgame.moves(position, colour)[choice[position] as usize];
                StatedMove { from, to, promotion: promotion.and_then(stated_promotion) }
            };
            let record = |position: usize| Record {
                value: table.lower[position],
                white_move: chosen(position, Colour::White, white_choice),
                black_move: chosen(position, Colour::Black, black_choice),
                white_label: stated_label(table.white_labels[position]),
                black_label: stated_label(table.black_labels[position]),
            };
            Content::SharpTable(SharpTable {
                endgame: statement,
                odd_parts,
                values,
                records: positions.map(record).collect(),
            })
        }
        Sharpness::NotSharp { .. } => {
            let record = |position: usize| stated_pair(table, position);
            Content::TwoTables(TwoTables {
                endgame: statement,
                odd_parts,
                values,
                records: positions.map(record).collect(),
            })
        }
    };
    Certificate { imports, content }
}

/// The certificate of the enclosure of a game that is given as a graph.
#[must_use]
pub fn graph_enclosure(enclosed: &Enclosed) -> Certificate {
    let content = GraphEnclosure { bits: enclosed.bits, records: enclosure_records(enclosed) };
    Certificate { imports: Vec::new(), content: Content::GraphEnclosure(content) }
}

/// What is stated of the positions of an enclosure. Its bounds need no labels; the format has a place for them.
fn enclosure_records(enclosed: &Enclosed) -> Vec<EnclosureRecord> {
    let record = |position: u32| {
        let Bounds { alpha, beta } = enclosed.bounds(position);
        EnclosureRecord {
            alpha: alpha[0],
            alpha_width: alpha[1] - alpha[0],
            beta: beta[0],
            beta_width: beta[1] - beta[0],
            white_label: 0,
            black_label: 0,
        }
    };
    (0..enclosed.lower.len() as u32).map(record).collect()
}

/// The certificate of an enclosure. `imports` are the digests of the imported certificates, in their order.
#[must_use]
pub fn enclosure(endgame: &Endgame, enclosed: &Enclosed, imports: Vec<Digest>) -> Certificate {
    let records = enclosure_records(enclosed);
    let content = Content::Enclosure(Enclosure { endgame: statement(endgame), bits: enclosed.bits, records });
    Certificate { imports, content }
}

/// What a certificate states of an endgame; none where it is about something else. The moves of a sharp table are left out.
#[must_use]
pub fn read(endgame: &Endgame, content: Content) -> Option<Values> {
    let positions = endgame.positions().len();
    let table = |odd_parts: Vec<Natural>, values: Vec<StatedValue>, lower, labels: Vec<(u32, u32)>, sharpness| {
        let (white_labels, black_labels) =
            labels.into_iter().map(|(white, black)| (label(white), label(black))).unzip();
        let value = |value: StatedValue| ReducedValue {
            numerator: value.numerator.0,
            odd_part: value.odd_part,
            power: value.power_of_two,
        };
        Values::Exact(Table {
            odd_parts: odd_parts.into_iter().map(|part| part.0).collect(),
            values: values.into_iter().map(value).collect(),
            lower,
            white_labels,
            black_labels,
            sharpness,
        })
    };
    match content {
        Content::SharpTable(SharpTable { endgame: stated, odd_parts, values, records })
            if stated == statement(endgame) && records.len() == positions =>
        {
            let lower = records.iter().map(|record| record.value).collect();
            let labels = records.iter().map(|record| (record.white_label, record.black_label)).collect();
            let sharpness = Sharpness::Sharp { white_choice: Vec::new(), black_choice: Vec::new() };
            Some(table(odd_parts, values, lower, labels, sharpness))
        }
        Content::TwoTables(TwoTables { endgame: stated, odd_parts, values, records })
            if stated == statement(endgame) && records.len() == positions =>
        {
            let lower = records.iter().map(|record| record.lower).collect();
            let upper = records.iter().map(|record| record.upper).collect();
            let labels = records.iter().map(|record| (record.white_label, record.black_label)).collect();
            Some(table(odd_parts, values, lower, labels, Sharpness::NotSharp { upper }))
        }
        Content::Enclosure(Enclosure { endgame: stated, bits, records })
            if stated == statement(endgame) && records.len() == positions && bits <= MOST_BITS =>
        {
            let end = |low: u64, width: u64| low.checked_add(width).filter(|&high| high <= 1 << bits);
            let mut enclosed = Enclosed { bits, lower: Vec::new(), upper: Vec::new(), listed: Vec::new() };
            for (position, record) in (0..).zip(records) {
                let alpha_upper = end(record.alpha, record.alpha_width)?;
                enclosed.lower.push(record.alpha);
                enclosed.upper.push(end(record.beta, record.beta_width)?);
                if alpha_upper < record.beta {
                    enclosed.listed.push(Listed { position, alpha_upper, beta_lower: record.beta });
                }
            }
            Some(Values::Enclosed(enclosed))
        }
        _ => None,
    }
}

/// A label as the format spells it.
fn label(stated: u32) -> Label {
    if stated == 0 { INFINITE } else { stated }
}

/// What a table is about.
fn statement(endgame: &Endgame) -> StatedEndgame {
    let board = endgame.board();
    StatedEndgame {
        files: board.files(),
        ranks: board.ranks(),
        signature: endgame.signature().to_string(),
        pawn_rule: endgame.pawn_rule(),
    }
}

/// How the format spells a label.
fn stated_label(label: Label) -> u32 {
    if label == INFINITE { 0 } else { label }
}

/// How the format spells what a pawn becomes.
pub(crate) fn stated_promotion(role: Role) -> Option<StatedPromotion> {
    match role {
        Role::Queen => Some(StatedPromotion::Queen),
        Role::Rook => Some(StatedPromotion::Rook),
        Role::Bishop => Some(StatedPromotion::Bishop),
        Role::Knight => Some(StatedPromotion::Knight),
        Role::King | Role::Pawn => None,
    }
}

/// Writes a file under a temporary name and renames it, so that it is complete or not there. Where the path is a link, the file that it leads to is
/// written; where it is a device or a pipe, into that.
///
/// # Errors
///
/// What the file system reports.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &match path.metadata() {
        Ok(found) if found.is_file() || found.is_dir() => path.canonicalize()?,
        Ok(_) => return std::fs::write(path, bytes),
        Err(_) => path.to_owned(),
    };
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).map_or(PathBuf::from("."), PathBuf::from);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".unfinished-");
    // As any new file: readable by all whom the process's mask allows, not by its owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // Without the temporary name, which nobody knows.
    let mut file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
