//! Published claims about Losing Chess, compared with what is computed here.
//!
//! Responsible for: reading the claims (`docs/losing-claims.toml`), an answer to each. Printed distances count moves to the next capture or
//! promotion for the side that loses, without that move: a label of n plies to conversion is (n - 1)/2 moves.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::list;
use super::material::Material;
use super::notation;
use super::proof;
use super::rules::{BLACK, Board, Colour, ROLES, WHITE, square};
use super::table::{DRAW, Distance, Table};
use super::tables::{Figures, Tables};

/// A claim.
#[derive(Debug, Deserialize)]
pub struct Claim {
    /// The row of the list of claims.
    pub row: u32,
    /// Where it is printed.
    pub section: String,
    /// What is printed, in words.
    pub printed: String,
    /// The answer that is known to differ from what is printed.
    pub found: Option<String>,
    /// What is compared.
    #[serde(flatten)]
    pub kind: Kind,
}

/// What is compared.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Kind {
    /// Sequences of moves from a position.
    Perft {
        /// The position; `start`.
        fen: String,
        /// How many moves.
        depth: u32,
        /// How many sequences.
        count: u64,
    },
    /// The outcome of a position for the side to move, by tables and a search of at most so many plies above them.
    Outcome {
        /// The position.
        fen: String,
        /// `win`, `draw` or `loss`.
        outcome: String,
        /// Plies that are searched until tables of at most three men are reached.
        #[serde(default)]
        plies: u32,
    },
    /// How many materials of so many men there are.
    Materials {
        /// How many men.
        units: usize,
        /// How many materials.
        count: usize,
    },
    /// How many placements of a material are drawn, up to symmetry, with White to move.
    Drawn {
        /// The material.
        material: String,
        /// How many.
        count: usize,
    },
    /// The most moves to the next change of the material.
    LongestConversion {
        /// The material.
        material: String,
        /// How many moves.
        moves: u32,
        /// A position that takes so many, as pieces.
        at: Option<String>,
    },
    /// A position that is lost for whoever is to move, in so many moves of White and of Black to the next change of the material.
    Zugzwang {
        /// The pieces: `wKc5 bKa2`.
        pieces: String,
        /// The moves; the order of the two is not looked at.
        moves: [u32; 2],
    },
    /// The size of a proof.
    ProofSize {
        /// The line.
        line: String,
        /// The certificate.
        file: String,
        /// The number of positions that is printed.
        nodes: usize,
    },
    /// Endgames of four men where a loser can put off the conversion for more than 40 moves, by the list of tables.
    LongConversions {
        /// The list, in the folder of the proofs.
        list: String,
        /// Those that are not counted.
        without: Vec<String>,
        /// How many others.
        count: usize,
        /// Those with pawns among them.
        pawns: Vec<String>,
    },
    /// Full zugzwangs of four men, by the list of tables.
    FullZugzwangs {
        /// The list, in the folder of the proofs.
        list: String,
        /// Materials with these men are not counted.
        #[serde(default)]
        without: String,
        /// About how many placements, in thousands.
        thousands: usize,
    },
    /// A sum.
    Sum {
        /// What is added.
        parts: Vec<u64>,
        /// What is printed.
        total: u64,
    },
    /// A line that is replayed.
    Line {
        /// The line from the beginning of the game.
        line: String,
    },
    /// Something that is not computed here.
    NotRun {
        /// Why.
        why: String,
    },
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is as printed.
    AsPrinted,
    /// It differs, as the file of claims says.
    DiffersAsFound,
    /// It differs.
    Differs,
    /// It was not looked at.
    NotRun,
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::AsPrinted => "as printed",
            Self::DiffersAsFound => "differs, as it is known",
            Self::Differs => "differs",
            Self::NotRun => "not run",
        })
    }
}

/// Reads claims.
///
/// # Errors
///
/// What is wrong with the file, and where.
pub fn parse(text: &str) -> Result<Vec<Claim>, String> {
    #[derive(Deserialize)]
    struct File {
        claim: Vec<Claim>,
    }
    toml::from_str::<File>(text).map(|file| file.claim).map_err(|error| error.to_string())
}

/// Answers claims.
pub struct Audit<'a> {
    tables: Tables,
    proofs: &'a Path,
    /// By material, in plies to conversion.
    conversions: HashMap<Material, Arc<Table>>,
}

impl<'a> Audit<'a> {
    /// With all tables of up to three men, which are kept in a folder if there is one, and the proofs of a folder.
    ///
    /// # Errors
    ///
    /// What the file system reports.
    pub fn new(folder: Option<&Path>, proofs: &'a Path, threads: usize) -> Result<Self, String> {
        let materials: Vec<Material> = (2..=3).flat_map(Material::all).collect();
        Ok(Self { tables: Tables::build(&materials, folder, threads, &|_| ())?, proofs, conversions: HashMap::new() })
    }

    /// The table of a material whose imports have at most three men, in plies to conversion.
    ///
    /// # Errors
    ///
    /// Another material.
    pub fn conversion(&mut self, material: &Material) -> Result<Arc<Table>, String> {
        if let Some(table) = self.conversions.get(material) {
            return Ok(Arc::clone(table));
        }
        if let Some(import) = material.imports().into_iter().find(|import| self.tables.get(import).is_none()) {
            return Err(format!("{material}: needs {import}, required one that needs three men or fewer"));
        }
        let find = |import: &Material| Arc::clone(self.tables.get(import).expect("it was just looked for"));
        let table = Table::solve(material, Distance::Conversion, &find).map_err(|_| format!("{material}: too long"))?;
        let table = Arc::new(table);
        self.conversions.insert(material.clone(), Arc::clone(&table));
        Ok(table)
    }

    /// The labels to conversion of a placement, with White and with Black to move.
    ///
    /// # Errors
    ///
    /// Pieces that cannot be read, or of which there is no table.
    pub fn labels(&mut self, pieces: &str) -> Result<[u8; 2], String> {
        let board = board(pieces)?;
        let (material, is_flipped) = Material::of(&board).used();
        let table = self.conversion(&material)?;
        let board = if is_flipped { board.flipped() } else { board };
        let men: Vec<_> = (0..64).filter_map(|square| board.man(square).map(|man| (man, square))).collect();
        let labels = [WHITE, BLACK].map(|side: Colour| table.label(side, &men));
        Ok(if is_flipped { [labels[1], labels[0]] } else { labels })
    }

    /// The answer to a claim, and what is found.
    ///
    /// # Errors
    ///
    /// A claim that cannot be read.
    pub fn answer(&mut self, claim: &Claim) -> Result<(String, Verdict), String> {
        let (found, is_so) = match &claim.kind {
            Kind::NotRun { why } => return Ok((why.clone(), Verdict::NotRun)),
            Kind::Perft { fen, depth, count } => {
                let board = if fen == "start" { Board::start() } else { Board::from_fen(fen)? };
                let found = board.perft(*depth);
                (found.to_string(), found == *count)
            }
            Kind::Materials { units, count } => {
                let found = Material::all(*units).len();
                (found.to_string(), found == *count)
            }
            Kind::Drawn { material, count } => {
                let material = Material::parse(material)?;
                let table = self.tables.get(&material).ok_or("found no table, required two or three men")?;
                let found = Figures::of(table).outcomes[WHITE][1];
                (found.to_string(), found == *count)
            }
            Kind::Outcome { fen, outcome, plies } => {
                let board = Board::from_fen(fen)?;
                let found = ["loss", "draw", "win"][(self.search(&board, *plies)? + 1) as usize];
                (found.to_owned(), found == outcome)
            }
            Kind::LongestConversion { material, moves, at } => {
                let (used, _) = Material::parse(material)?.used();
                let table = self.conversion(&used)?;
                let figures = Figures::of(&table);
                let longest = figures.longest.iter().map(|&label| longest_loss(label)).max().unwrap_or(0);
                let mut found = format!("{longest} moves");
                let mut is_so = longest == *moves;
                if let Some(at) = at {
                    let labels = self.labels(at)?;
                    found += &format!("; {at}: {}", said(labels));
                    is_so &=
                        labels.iter().any(|&label| label != DRAW && label % 2 == 1 && longest_loss(label) == *moves);
                }
                (found, is_so)
            }
            Kind::Zugzwang { pieces, moves } => {
                let labels = self.labels(pieces)?;
                let mut found: Vec<u32> = labels.iter().map(|&label| longest_loss(label)).collect();
                let mut printed = moves.to_vec();
                found.sort_unstable();
                printed.sort_unstable();
                let is_lost = labels.iter().all(|&label| label != DRAW && label % 2 == 1);
                (said(labels), is_lost && found == printed)
            }
            Kind::ProofSize { line, file, nodes } => {
                let path = self.proofs.join(file);
                let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
                let bytes = std::fs::read(&path).map_err(|error| failed(&error))?;
                let (proved, size, _) = proof::read(&bytes).map_err(|error| failed(&error))?;
                let (root, _) = notation::play(Board::start(), line)?;
                if proved.root != root {
                    return Err(failed(&format!("found a proof of another position, required one of {line}")));
                }
                // A win is a win; another proof may have another size.
                let share = size.nodes as f64 / *nodes as f64;
                (
                    format!("won, by a proof of {} positions, {share:.2} of the printed number", size.nodes),
                    share <= 1.15,
                )
            }
            Kind::LongConversions { list, without, count, pawns } => {
                let without = materials(without)?;
                let mut long: Vec<(u32, Material)> = Vec::new();
                for (material, row) in self.four(list)? {
                    let moves = row.conversion.filter(|&moves| moves > 40);
                    long.extend(moves.filter(|_| !without.contains(&material)).map(|moves| (moves, material)));
                }
                long.sort_by(|a, b| b.cmp(a));
                let mut with_pawns: Vec<Material> =
                    long.iter().map(|(_, material)| material.clone()).filter(Material::has_pawns).collect();
                with_pawns.sort_unstable();
                let names: Vec<String> = long.iter().map(|(moves, material)| format!("{material} {moves}")).collect();
                let found = format!("{} others: {}", long.len(), names.join(", "));
                (found, long.len() == *count && with_pawns == materials(pawns)?)
            }
            Kind::FullZugzwangs { list, without, thousands } => {
                let roles: Vec<usize> =
                    ROLES.iter().enumerate().filter(|(_, c)| without.contains(**c)).map(|(k, _)| k).collect();
                let rows = self.four(list)?.into_iter();
                let rows = rows.filter(|(material, _)| !material.men().iter().any(|(_, role)| roles.contains(role)));
                // Up to symmetry; with pawns there are two symmetries, else eight.
                let (mut found, mut most) = (0, 0);
                for (material, row) in rows {
                    found += row.full;
                    most += row.full * if material.has_pawns() { 2 } else { 8 };
                }
                (format!("{found} up to symmetry, at most {most} placements"), (most + 500) / 1000 == *thousands)
            }
            Kind::Sum { parts, total } => {
                let found: u64 = parts.iter().sum();
                (found.to_string(), found == *total)
            }
            Kind::Line { line } => match notation::play(Board::start(), line) {
                Ok((_, moves)) => (format!("{} legal moves", moves.len()), true),
                Err(error) => (error, false),
            },
        };
        let verdict = match (is_so, &claim.found) {
            (true, _) => Verdict::AsPrinted,
            (false, Some(known)) if *known == found => Verdict::DiffersAsFound,
            (false, _) => Verdict::Differs,
        };
        Ok((found, verdict))
    }

    /// The rows of all materials of four men.
    fn four(&self, list: &str) -> Result<list::List, String> {
        let path = self.proofs.join(list);
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(&path).map_err(|error| failed(&error))?;
        let mut rows = list::read(&text).map_err(|error| failed(&error))?;
        rows.retain(|material, _| material.units() == 4);
        match Material::all(4).into_iter().find(|material| !rows.contains_key(material)) {
            Some(material) => Err(failed(&format!("found no {material}, required all materials of four men"))),
            None => Ok(rows),
        }
    }

    /// Whether the side to move wins (1), draws (0) or loses (-1): by moves until a table of three men or fewer knows.
    fn search(&self, board: &Board, plies: u32) -> Result<i32, String> {
        if let Some(label) = self.tables.value(board) {
            return Ok(if label == DRAW { 0 } else { 1 - 2 * i32::from(label % 2) });
        }
        let moves = board.legal();
        if moves.is_empty() {
            return Ok(1);
        }
        if plies == 0 {
            return Err(format!("{}: found no table, required more plies", board.fen()));
        }
        let mut best = -1;
        for step in moves {
            best = best.max(-self.search(&board.after(step), plies - 1)?);
        }
        Ok(best)
    }
}

/// Materials of used colours, in order.
fn materials(names: &[String]) -> Result<Vec<Material>, String> {
    let mut materials = Vec::new();
    for name in names {
        materials.push(Material::parse(name)?.used().0);
    }
    materials.sort_unstable();
    Ok(materials)
}

/// Moves of the loser, from plies to conversion.
fn longest_loss(label: u8) -> u32 {
    u32::from(label.saturating_sub(1)) / 2
}

/// Labels of a placement in words.
fn said(labels: [u8; 2]) -> String {
    let one = |label: u8| match label {
        DRAW => "draws".to_owned(),
        _ if label.is_multiple_of(2) => format!("wins ({label} plies)"),
        _ => format!("loses in {} moves", longest_loss(label)),
    };
    format!("White to move {}, Black to move {}", one(labels[0]), one(labels[1]))
}

/// The placement of pieces such as `wKc5 bKa2`, with White to move.
///
/// # Errors
///
/// Which piece cannot be read.
pub fn board(pieces: &str) -> Result<Board, String> {
    let mut board = Board::empty(WHITE);
    for piece in pieces.split([' ', ',']).filter(|piece| !piece.is_empty()) {
        let wrong = || format!("found {piece:?}, required a piece such as wKc5 on a square of its own");
        let (head, place) = piece.split_at_checked(2).ok_or_else(wrong)?;
        let (colour, role) = head.split_at_checked(1).ok_or_else(wrong)?;
        let colour = ["w", "b"].iter().position(|found| *found == colour).ok_or_else(wrong)?;
        let role = ROLES.iter().position(|found| role.starts_with(*found)).ok_or_else(wrong)?;
        let square = square(place).filter(|&square| board.man(square).is_none()).ok_or_else(wrong)?;
        board.put(colour, role, square);
    }
    Ok(board)
}

/// Zugzwangs of a material with these distances, in moves of White and of Black: each placement up to symmetry, as squares in the order of the material's men.
///
/// # Errors
///
/// As [`Audit::conversion`].
pub fn zugzwangs(audit: &mut Audit<'_>, material: &Material, moves: [u32; 2]) -> Result<Vec<Vec<u8>>, String> {
    let table = audit.conversion(material)?;
    let mut found = Vec::new();
    table.in_order(&mut |squares, number| {
        let labels = [table.at(0, number), table.at(1, number)];
        if labels.iter().all(|&label| label != DRAW && label % 2 == 1) && labels.map(longest_loss) == moves {
            found.push(squares.to_vec());
        }
    });
    Ok(found)
}
