//! The list of tables: one line for each, so that somebody else can make the same ones and compare (`certs/losing/tables.txt`).
//!
//! Responsible for: what stands in a line, reading and writing the list.
//!
//! A side that loses is *forced to convert* if each of its moves captures, promotes or leaves the other side without a move. A placement that is lost for
//! whoever moves, and where neither side is forced to convert, is a full zugzwang. How long a loser can put off the conversion takes a solution of its
//! own. It is at most the distance to the end, so tables with short distances need none.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use checker::certificate::Digest;
use session::notation;

use super::material::Material;
use super::rules::{Board, Rule};
use super::table::{DRAW, MOST_UNITS, Table};
use super::tables::{Figures, Tables, name};

/// The first line of a list: what the columns are.
const HEAD: &str = "# sha-256, file, bytes, placements; wins, draws, losses of the side to move (White to move, then Black); plies of its longest win or loss (the same); lost for whoever moves, full zugzwangs, most moves of a loser before a conversion (- if no win takes long enough for more than 40)\n";

/// Ways to a conversion of at most so many moves are of no interest.
const SHORT: u32 = 40;

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// SHA-256 of the certificate, in hexadecimal digits.
    pub digest: String,
    /// Its size.
    pub bytes: u64,
    /// Counts.
    pub figures: Figures,
    /// Placements that are lost for whoever moves, and where neither side is forced to convert.
    pub full: usize,
    /// The most moves of a loser before a conversion, unless it is certain that they are 40 or fewer.
    pub conversion: Option<u32>,
}

/// The list, by material.
pub type List = BTreeMap<Material, Row>;

fn is_lost(label: u8) -> bool {
    label != DRAW && label % 2 == 1
}

/// Moves of the loser, from plies to conversion.
fn longest_loss(table: &Table) -> u32 {
    table.each().flatten().filter(|&label| is_lost(label)).max().map_or(0, |label| u32::from(label - 1) / 2)
}

/// The most moves of a loser before a conversion, without the one that converts.
///
/// # Errors
///
/// If that is more than a label can say.
pub fn conversion(material: &Material, tables: &Tables, threads: usize) -> Result<u32, String> {
    Ok(longest_loss(&tables.conversions(material, threads)?))
}

/// Whether each move of the side to move captures, promotes or leaves the other side without a move.
fn is_forced(board: &Board) -> bool {
    let moves = board.legal();
    moves.first().is_none_or(|&step| board.is_capture(step))
        || moves.into_iter().all(|step| step.promotion().is_some() || board.after(step).mobility() == 0)
}

/// How many placements are full zugzwangs.
pub fn full_zugzwangs(table: &Table) -> usize {
    let mut count = 0;
    table.placements(&mut |men, labels| {
        let is_full = |side| {
            let mut board = Board::empty(side);
            men.iter().for_each(|&((colour, role), square)| board.put(colour, role, square));
            !is_forced(&board)
        };
        count += usize::from(labels.into_iter().all(is_lost) && (0..2).all(is_full));
    });
    count
}

impl Row {
    fn of(material: &Material, tables: &Tables, folder: &Path, threads: usize) -> Result<Self, String> {
        let (Some(table), Some(digest)) = (tables.get(material), tables.digest(material)) else {
            return Err(format!("{material}: found no table, required one"));
        };
        let path = folder.join(name(material, tables.rule()));
        let bytes = path.metadata().map_err(|error| format!("{}: {error}", session::escape::path(&path)))?.len();
        let conversion = match longest_loss(table) > SHORT {
            true => Some(conversion(material, tables, threads)?),
            false => None,
        };
        let digest = notation::digest(digest);
        Ok(Self { digest, bytes, figures: Figures::of(table), full: full_zugzwangs(table), conversion })
    }

    fn written(&self, material: &Material, rule: Rule) -> String {
        let Figures { placements, outcomes: [white, black], longest, zugzwangs } = self.figures;
        let outcomes = [white, black].as_flattened().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let conversion = self.conversion.map_or("-".to_owned(), |moves| moves.to_string());
        format!(
            "{}  {} {} {placements} {outcomes} {} {} {zugzwangs} {} {conversion}\n",
            self.digest,
            name(material, rule),
            self.bytes,
            longest[0],
            longest[1],
            self.full
        )
    }

    fn read(line: &str, rule: Rule) -> Option<(Material, Self)> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [digest, file, numbers @ .., conversion] = &words[..] else { return None };
        let material =
            Material::parse(file.strip_prefix("8x8_")?.strip_suffix(".cert")?.strip_suffix(rule.suffix())?).ok()?;
        let numbers: Vec<usize> = numbers.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let [bytes, placements, a, b, c, d, e, f, white, black, zugzwangs, full] = numbers[..] else { return None };
        let longest = [u8::try_from(white).ok()?, u8::try_from(black).ok()?];
        let figures = Figures { placements, outcomes: [[a, b, c], [d, e, f]], longest, zugzwangs };
        let conversion = if *conversion == "-" { None } else { Some(conversion.parse().ok()?) };
        let row = Self { digest: (*digest).to_owned(), bytes: bytes as u64, figures, full, conversion };
        // What is written is read, and nothing else.
        let is_digest = digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        (is_digest && row.written(&material, rule).trim_end() == line).then_some((material, row))
    }
}

/// Reads a list of tables by a rule.
///
/// # Errors
///
/// The line that cannot be read.
pub fn read(text: &str, rule: Rule) -> Result<List, String> {
    let lines = text.strip_prefix(HEAD).ok_or("line 1: found another head, required that of a list of tables")?;
    let mut list = List::new();
    for (place, line) in (2..).zip(lines.lines()) {
        let (material, row) = Row::read(line, rule)
            .ok_or_else(|| format!("line {place}: found {line:?}, required a digest, a file and its numbers"))?;
        if list.insert(material, row).is_some() {
            return Err(format!("line {place}: found a table again, required each once"));
        }
    }
    Ok(list)
}

/// The text of a list: fewer men first, then fewer pawns.
pub fn written(list: &List, rule: Rule) -> String {
    let rows = (2..=MOST_UNITS).flat_map(Material::all);
    let rows = rows.filter_map(|material| list.get(&material).map(|row| row.written(&material, rule)));
    std::iter::once(HEAD.to_owned()).chain(rows).collect()
}

/// Adds what a list lacks of the tables of these materials by a rule. Rows are kept that are about the certificate in the folder; tables that are missing are
/// made. `tell` is told of tables, `done` is called after each new row and may end the work.
///
/// # Errors
///
/// What the file system reports, and what `done` says.
pub fn fill(
    list: &mut List,
    rule: Rule,
    materials: &[Material],
    folder: &Path,
    threads: usize,
    tell: &dyn Fn(&super::tables::Told),
    done: &mut dyn FnMut(&Material, &List) -> Result<(), String>,
) -> Result<(), String> {
    let wanted: HashSet<Material> = Material::with_imports(materials).into_iter().collect();
    list.retain(|material, row| {
        let bytes = std::fs::read(folder.join(name(material, rule)));
        wanted.contains(material) && bytes.is_ok_and(|bytes| notation::digest(Digest::of(&bytes)) == row.digest)
    });
    let missing = (2..=MOST_UNITS).flat_map(Material::all);
    let missing = missing.filter(|material| wanted.contains(material) && !list.contains_key(material));
    let (small, large): (Vec<Material>, Vec<Material>) = missing.partition(|material| material.units() < MOST_UNITS);
    // A table of five men takes hundreds of MB, so these are not in memory together.
    for materials in std::iter::once(small).chain(large.into_iter().map(|material| vec![material])) {
        let tables = Tables::build(rule, &materials, Some(folder), threads, tell)?;
        for material in &materials {
            list.insert(material.clone(), Row::of(material, &tables, folder, threads)?);
            done(material, list)?;
        }
    }
    Ok(())
}
