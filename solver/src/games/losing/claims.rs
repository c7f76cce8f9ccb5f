//! What can be asked about Losing Chess: questions of [`crate::audit`].
//!
//! Printed distances count moves to the next capture or promotion for the side that loses, without that move: a label of n plies to conversion is
//! (n - 1)/2 moves.

use std::collections::HashMap;
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Deserialize;

use super::list;
use super::material::Material;
use super::notation;
use super::proof;
use super::rules::{BLACK, Board, Colour, Rule, WHITE, square};
use super::table::{DRAW, MOST_UNITS, Table};
use super::tables::{Figures, Tables};
use crate::audit::{Answer, Found, Places, Question, State, Unanswered, question};
use crate::chess::material::LETTERS;

/// All questions.
pub fn questions() -> Vec<Question> {
    vec![
        question("perft", perft),
        question("outcome", outcome),
        question("materials", materials_of),
        question("drawn", drawn),
        question("longest-conversion", longest_conversion),
        question("losses", losses),
        question("proof-size", proof_size),
        question("long-conversions", long_conversions),
        question("long-conversions-with-pawns", long_conversions_with_pawns),
        question("full-zugzwangs", full_zugzwangs),
    ]
}

/// All tables of up to three men, made here or kept in the folder `losing` of what is made; the committed proofs and the list of tables.
pub struct Solved {
    places: Places,
    tables: Option<Tables>,
    /// By material, in plies to conversion.
    conversions: HashMap<Material, Arc<Table>>,
}

impl State for Solved {
    fn new(places: &Places) -> Result<Self, Unanswered> {
        Ok(Self { places: places.clone(), tables: None, conversions: HashMap::new() })
    }
}

impl Solved {
    /// All tables of two and three men.
    pub(super) fn tables(&mut self) -> Result<&Tables, String> {
        let tables = match self.tables.take() {
            Some(tables) => tables,
            None => {
                let materials: Vec<Material> = (2..=3).flat_map(Material::all).collect();
                let kept = Some(self.places.made.join("losing")).filter(|folder| folder.is_dir());
                Tables::build(Rule::International, &materials, kept.as_deref(), 2, &|_| ())?
            }
        };
        Ok(self.tables.insert(tables))
    }

    /// A file beside the committed proofs.
    pub(super) fn proof(&self, file: &str) -> PathBuf {
        self.places.certs.join("losing").join(file)
    }

    /// The table of a material in plies to conversion.
    fn conversion(&mut self, material: &Material) -> Result<Arc<Table>, String> {
        if let Some(table) = self.conversions.get(material) {
            return Ok(Arc::clone(table));
        }
        let (imports, folder) = (material.imports(), self.places.made.join("losing"));
        let large;
        let tables = if imports.iter().any(|import| import.units() > 3) {
            let kept = Some(&*folder).filter(|folder| folder.is_dir());
            large = Tables::build(Rule::International, &imports, kept, 2, &|_| ())?;
            &large
        } else {
            self.tables()?
        };
        let table = Arc::new(tables.conversions(material, 2)?);
        // Of those of five men, the last alone: each takes hundreds of MB.
        self.conversions.retain(|material, _| material.units() < MOST_UNITS);
        self.conversions.insert(material.clone(), Arc::clone(&table));
        Ok(table)
    }

    /// The labels to conversion of a placement, with White and with Black to move.
    fn labels(&mut self, pieces: &str) -> Result<[u8; 2], String> {
        self.labels_of(&board(pieces)?)
    }

    /// The same of a board, whoever is to move on it.
    pub(super) fn labels_of(&mut self, board: &Board) -> Result<[u8; 2], String> {
        let (material, is_flipped) = Material::of(board).used();
        let table = self.conversion(&material)?;
        let board = if is_flipped { board.flipped() } else { *board };
        let men: Vec<_> = (0..64).filter_map(|square| board.man(square).map(|man| (man, square))).collect();
        let labels = [WHITE, BLACK].map(|side: Colour| table.label(side, &men));
        Ok(if is_flipped { [labels[1], labels[0]] } else { labels })
    }

    /// The rows of all materials of four men.
    pub(super) fn four(&self) -> Result<list::List, String> {
        let path = self.proof("tables.txt");
        let failed = |error: &dyn Display| format!("{}: {error}", session::escape::path(&path));
        let text = std::fs::read_to_string(&path).map_err(|error| failed(&error))?;
        let mut rows = list::read(&text, Rule::International).map_err(|error| failed(&error))?;
        rows.retain(|material, _| material.units() == 4);
        match Material::all(4).into_iter().find(|material| !rows.contains_key(material)) {
            Some(material) => Err(failed(&format!("found no {material}, required all materials of four men"))),
            None => Ok(rows),
        }
    }

    /// Whether the side to move wins (1), draws (0) or loses (-1): by moves until a table of three men or fewer knows.
    fn search(tables: &Tables, board: &Board, plies: u32) -> Result<i32, String> {
        if let Some(label) = tables.value(board) {
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
            best = best.max(-Self::search(tables, &board.after(step), plies - 1)?);
        }
        Ok(best)
    }
}

/// A position, or `start`, and a number of moves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Perft {
    fen: String,
    depth: u32,
}

/// How many sequences of moves there are.
fn perft(_: &mut (), Perft { fen, depth }: &Perft) -> Answer {
    let board = if fen == "start" { Board::start() } else { Board::from_fen(fen)? };
    Ok(Found::count(board.perft(*depth)))
}

/// A position, and plies that are searched until tables of at most three men are reached.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Outcome {
    fen: String,
    #[serde(default)]
    plies: u32,
}

/// The outcome for the side to move: `win`, `draw` or `loss`.
fn outcome(solved: &mut Solved, Outcome { fen, plies }: &Outcome) -> Answer {
    let found = Solved::search(solved.tables()?, &Board::from_fen(fen)?, *plies)?;
    Ok(Found::word(["loss", "draw", "win"][(found + 1) as usize]))
}

/// A number of men.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Units {
    units: usize,
}

/// How many materials of so many men there are.
fn materials_of(_: &mut (), Units { units }: &Units) -> Answer {
    Ok(Found::count(Material::all(*units).len()))
}

/// A material, such as `KvKBN`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Of {
    material: String,
}

/// How many placements are drawn, up to symmetry, with White to move.
fn drawn(solved: &mut Solved, Of { material }: &Of) -> Answer {
    let table = solved.tables()?.get(&Material::parse(material)?).ok_or("found no table, required two or three men")?;
    Ok(Found::count(Figures::of(table).outcomes[WHITE][1]))
}

/// The most moves to the next change of the material.
fn longest_conversion(solved: &mut Solved, Of { material }: &Of) -> Answer {
    let (used, _) = Material::parse(material)?.used();
    let figures = Figures::of(&*solved.conversion(&used)?);
    Ok(Found::count(figures.longest.into_iter().map(longest_loss).max().unwrap_or(0)))
}

/// A placement, such as `wKc5 bKa2`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Placement {
    pieces: String,
}

/// The moves to the next change of the material of each side that loses if it is to move: two numbers where the placement is a zugzwang. The order says
/// nothing.
fn losses(solved: &mut Solved, Placement { pieces }: &Placement) -> Answer {
    let labels = solved.labels(pieces)?;
    let lost = labels.into_iter().filter(|&label| label != DRAW && label % 2 == 1);
    Ok(Found::list(lost.map(longest_loss)).as_set().noting(said(labels)))
}

/// A line and the certificate that proves it won, in the folder of the proofs; and how many positions the printed proof has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proof {
    line: String,
    file: String,
    nodes: u32,
}

/// Whether there is a proof that is not much longer: a win is a win, and another proof may have another size.
fn proof_size(solved: &mut Solved, Proof { line, file, nodes }: &Proof) -> Answer {
    let path = solved.proof(file);
    let failed = |error: &dyn Display| format!("{}: {error}", session::escape::path(&path));
    let bytes = std::fs::read(&path).map_err(|error| failed(&error))?;
    let (proved, size, _) = proof::read(&bytes).map_err(|error| failed(&error))?;
    if proved.root != notation::play(Board::start(), line)?.0 {
        return Err(failed(&format!("found a proof of another position, required one of {line}")).into());
    }
    let share = size.nodes as f64 / f64::from(*nodes);
    let note = format!("won, by a proof of {} positions, {share:.2} of the printed number", size.nodes);
    Ok(Found::truth(share <= LONGER).noting(note))
}

/// A proof is not much longer than the printed one if it has at most so many times as many positions.
const LONGER: f64 = 1.6;

/// Materials that are not counted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Without {
    without: Vec<String>,
}

/// Materials of four men where a loser can put off the conversion for more than 40 moves, longest first.
fn long(solved: &Solved, Without { without }: &Without) -> Result<Vec<(u32, Material)>, String> {
    let without = materials(without)?;
    let others = solved.four()?.into_iter().filter(|(material, _)| !without.contains(material));
    let moves = others.filter_map(|(material, row)| Some((row.conversion.filter(|&moves| moves > 40)?, material)));
    let mut long: Vec<(u32, Material)> = moves.collect();
    long.sort_by(|a, b| b.cmp(a));
    Ok(long)
}

/// How many they are.
fn long_conversions(solved: &mut Solved, without: &Without) -> Answer {
    let long = long(solved, without)?;
    let names: Vec<String> = long.iter().map(|(moves, material)| format!("{material} {moves}")).collect();
    Ok(Found::count(long.len()).noting(names.join(", ")))
}

/// Those of them with pawns.
fn long_conversions_with_pawns(solved: &mut Solved, without: &Without) -> Answer {
    let long = long(solved, without)?;
    Ok(Found::words(long.iter().map(|(_, material)| material).filter(|material| material.has_pawns())))
}

/// Materials that are left out, and how placements are counted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    /// Men, such as `NP`: materials with these are not counted.
    #[serde(default)]
    without: String,
    /// How often a placement counts, up to symmetry, without pawns and with pawns: else 8 and 2, the most placements that it can stand for.
    #[serde(default = "most")]
    times: [usize; 2],
    /// Halves for placements where both sides have the same men: 1 if the colours may be exchanged, 4 if each counts twice.
    #[serde(default = "once")]
    halves: usize,
}

fn most() -> [usize; 2] {
    [8, 2]
}

fn once() -> usize {
    2
}

/// How many placements of four men are full zugzwangs, at most.
fn full_zugzwangs(solved: &mut Solved, Counted { without, times, halves }: &Counted) -> Answer {
    let is_left_out = |role: usize| without.contains(LETTERS[role]);
    let rows = solved.four()?.into_iter();
    let rows = rows.filter(|(material, _)| !material.men().iter().any(|(_, role)| is_left_out(*role)));
    let (mut found, mut most) = (0, 0);
    for (material, row) in rows {
        let is_symmetric = material.flipped() == material;
        found += row.full;
        most += row.full * times[usize::from(material.has_pawns())] * if is_symmetric { *halves } else { 2 };
    }
    Ok(Found::count(most / 2).noting(format!("{found} up to symmetry")))
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
fn board(pieces: &str) -> Result<Board, String> {
    let mut board = Board::empty(WHITE);
    for piece in pieces.split([' ', ',']).filter(|piece| !piece.is_empty()) {
        let wrong = || format!("found {piece:?}, required a piece such as wKc5 on a square of its own");
        let (head, place) = piece.split_at_checked(2).ok_or_else(wrong)?;
        let (colour, role) = head.split_at_checked(1).ok_or_else(wrong)?;
        let colour = ["w", "b"].iter().position(|found| *found == colour).ok_or_else(wrong)?;
        let role = LETTERS.iter().position(|found| role.starts_with(*found)).ok_or_else(wrong)?;
        let square = square(place).filter(|&square| board.man(square).is_none()).ok_or_else(wrong)?;
        board.put(colour, role, square);
    }
    Ok(board)
}
