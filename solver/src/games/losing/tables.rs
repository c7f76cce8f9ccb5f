//! Tables together: solved in an order of need, kept on disk as certificates, looked up.
//!
//! Responsible for: the certificate of a table (statement 4 of the format), which finished tables are kept, work on several tables at once, the
//! label of any position with few men.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use checker::certificate::{Digest, Statement};
use checker::numbers::Fractions;
use writer::{Writer, write};

use super::material::{Man, Material};
use super::rules::{Board, Rule, WHITE, squares};
use super::table::{DRAW, Distance, Known, MOST, MOST_UNITS, Table};
use crate::certificates::certify::in_form_one;
use crate::certificates::produce::{self, Game, Imports, Plan, Stopped};
use crate::graph::exact::policy::{Observer, Silent};
use crate::memory::available_memory;

/// A slice of a certificate has so many placements at the least, but for the last one.
const LEAST_SLICE: usize = 4096;

/// The name of the certificate of a table by a rule.
pub fn name(material: &Material, rule: Rule) -> String {
    format!("8x8_{material}{}.cert", rule.suffix())
}

/// The body of a statement about a material: rule, board, men.
pub fn body(material: &Material, rule: Rule, board: [u8; 3]) -> Vec<u8> {
    let mut body = Writer(vec![rule.number()]);
    body.0.extend(board);
    body.number(material.units() as u64);
    body.0.extend(material.numbers());
    body.0
}

/// The statement of a table by turns.
fn statement(material: &Material, rule: Rule) -> Statement {
    Statement::Further(4, body(material, rule, [8, 8, if material.has_pawns() { 2 } else { 0 }]))
}

/// The slices: of some whole blocks the labels with White to move, then those with Black to move.
fn slices(table: &Table) -> Vec<Vec<u8>> {
    let (mut slices, mut last, mut labels) = (Vec::new(), 0, [Vec::new(), Vec::new()]);
    table.in_places(&mut |block, number| {
        if labels[WHITE].len() >= LEAST_SLICE && last != block {
            slices.push(labels.concat());
            labels.iter_mut().for_each(Vec::clear);
        }
        (0..2).for_each(|side| labels[side].push(table.at(side, number)));
        last = block;
    });
    slices.push(labels.concat());
    slices
}

/// The certificate of a table that rests on these certificates.
pub fn certificate(table: &Table, imports: Vec<Digest>) -> Vec<u8> {
    write(&in_form_one(statement(table.material(), table.rule()), imports, Fractions::default()), &slices(table))
}

/// Reads the certificate of a table by a rule that rests on these certificates; nothing is read from any other file.
fn read(bytes: &[u8], material: &Material, rule: Rule, imports: &[Digest]) -> Option<Table> {
    let certificate = games::certificate(bytes).ok()?;
    let mut imports = imports.to_vec();
    imports.sort_unstable();
    if certificate.head.statement != statement(material, rule) || certificate.head.imports != imports {
        return None;
    }
    let slices = (0..certificate.slices.len()).map(|slice| certificate.slice(slice));
    let slices = slices.collect::<Result<Vec<_>, _>>().ok()?;
    let labels: [Vec<u8>; 2] = [0, 1].map(|side| {
        slices.iter().flat_map(|slice| slice[side * slice.len() / 2..][..slice.len() / 2].to_vec()).collect()
    });
    let is_label = |label: &u8| *label <= MOST || *label == DRAW;
    if !labels.iter().flatten().all(is_label) {
        return None;
    }
    let mut count = 0;
    let table = Table::from_labels(material, rule, |side, place| {
        count = place + 1;
        labels[side].get(place).copied().unwrap_or(DRAW)
    });
    (count == labels[0].len()).then_some(table)
}

/// Tables by material, of used colours, all by one rule.
#[derive(Default)]
pub struct Tables {
    rule: Rule,
    tables: HashMap<Material, Arc<Table>>,
    digests: HashMap<Material, Digest>,
    /// By code, for both colours: whether they are exchanged.
    codes: HashMap<u32, (Arc<Table>, bool)>,
}

/// What is told of a table.
pub struct Told {
    /// Which one.
    pub material: Material,
    /// Whether it was found on disk.
    pub is_kept: bool,
    /// How many tables are done, of how many.
    pub done: (usize, usize),
    /// Wins, draws and losses of the side to move, White's and then Black's; longest win or loss in plies.
    pub figures: Figures,
}

/// Counts of the labels of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// How many placements there are up to symmetry.
    pub placements: usize,
    /// By side to move: how many are won, drawn, lost for it.
    pub outcomes: [[usize; 3]; 2],
    /// The greatest label of each side.
    pub longest: [u8; 2],
    /// How many placements are lost for whoever is to move.
    pub zugzwangs: usize,
}

impl Figures {
    /// The figures of a table.
    pub fn of(table: &Table) -> Self {
        let mut figures = Self::default();
        for labels in table.each() {
            figures.placements += 1;
            for (side, label) in labels.into_iter().enumerate() {
                let outcome = match label {
                    DRAW => 1,
                    label => 2 * usize::from(label % 2),
                };
                figures.outcomes[side][outcome] += 1;
                if label != DRAW {
                    figures.longest[side] = figures.longest[side].max(label);
                }
            }
            figures.zugzwangs += usize::from(labels.iter().all(|&label| label != DRAW && label % 2 == 1));
        }
        figures
    }
}

impl Tables {
    /// Solves these materials and all that they need, by a rule. With a folder, tables that are there already and rest on the same ones are kept, and the
    /// others are written there.
    ///
    /// # Errors
    ///
    /// What the file system reports; too little memory; material of more than five men.
    pub fn build(
        rule: Rule,
        materials: &[Material],
        folder: Option<&Path>,
        threads: usize,
        tell: &dyn Fn(&Told),
    ) -> Result<Self, String> {
        if let Some(material) = materials.iter().find(|material| !(2..=MOST_UNITS).contains(&material.units())) {
            return Err(format!("{material}: found {} men, required 2 to {MOST_UNITS}", material.units()));
        }
        let asked = Material::with_imports(materials);
        let plan = Plan { folder, memory: available_memory(), ..Plan::of(&asked) };
        let (mut tables, mut digests) = (HashMap::new(), HashMap::new());
        produce::all(&ByTurns { rule, threads }, &plan, &mut Silent, &mut |material, made| {
            tables.insert(material.clone(), Arc::clone(&made.solved));
            digests.insert(material.clone(), made.digest);
            let (done, figures) = ((tables.len(), asked.len()), Figures::of(&made.solved));
            tell(&Told { material: material.clone(), is_kept: made.is_kept, done, figures });
            Ok::<(), Stopped>(())
        })
        .map_err(|error| error.to_string())?;
        let mut codes = HashMap::new();
        for (material, table) in &tables {
            codes.insert(Material::code(material.flipped().men()), (Arc::clone(table), true));
        }
        for (material, table) in &tables {
            codes.insert(Material::code(material.men()), (Arc::clone(table), false));
        }
        Ok(Self { rule, tables, digests, codes })
    }

    /// By which rule they are.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The table of a material, of used colours.
    pub fn get(&self, material: &Material) -> Option<&Arc<Table>> {
        self.tables.get(material)
    }

    /// The table of a material in plies to the next move that changes it, from the tables that it needs.
    ///
    /// # Errors
    ///
    /// If that is more than a label can say.
    pub fn conversions(&self, material: &Material, threads: usize) -> Result<Table, String> {
        let find = |import: &Material| Arc::clone(&self.tables[import]);
        Table::solve(material, self.rule, Distance::Conversion, threads, &find)
            .map_err(|_| format!("{material}: found more than {MOST} plies to a conversion, required fewer"))
    }

    /// The digest of the certificate of a material, if it has been made.
    pub fn digest(&self, material: &Material) -> Option<Digest> {
        self.digests.get(material).copied()
    }

    /// All materials of which there is a table: more men first, then as lists.
    pub fn materials(&self) -> Vec<Material> {
        let mut materials: Vec<Material> = self.tables.keys().cloned().collect();
        materials.sort_by(|a, b| (b.units(), a).cmp(&(a.units(), b)));
        materials
    }

    /// The label of a position in which both sides have men, if there is a table of it.
    pub fn label(&self, board: &Board) -> Option<u8> {
        let occupied = board.men(0) | board.men(1);
        if occupied.count_ones() as usize > MOST_UNITS || board.men(0) == 0 || board.men(1) == 0 {
            return None;
        }
        let mut men = [((0, 0), 0); MOST_UNITS];
        let mut count = 0;
        for square in squares(occupied) {
            men[count] = (board.man(square)?, square);
            count += 1;
        }
        let men = &mut men[..count];
        let (table, is_flipped) = self.codes.get(&Material::code(men.iter().map(|(man, _)| *man)))?;
        if board.passed().is_some() {
            return self.after_all(board);
        }
        if *is_flipped {
            for ((colour, _), square) in men.iter_mut() {
                *colour = 1 - *colour;
                *square ^= 56;
            }
        }
        let men: &[(Man, usize)] = men;
        Some(table.label(board.turn() ^ usize::from(*is_flipped), men))
    }

    /// The label of a position with a right to capture, from those that its moves lead to: there is one at least.
    fn after_all(&self, board: &Board) -> Option<u8> {
        let mut known = Known::NOTHING;
        for step in board.legal() {
            known.add(self.value(&board.after(step))?, Distance::End);
        }
        Some(known.label(0))
    }

    /// The label of a position, also of one in which a side has no men.
    pub fn value(&self, board: &Board) -> Option<u8> {
        if board.men(board.turn()) == 0 {
            return Some(0);
        }
        if board.men(1 - board.turn()) == 0 {
            return Some(1);
        }
        self.label(board)
    }
}

/// The tables by turns by a rule, as a family. Without a folder no certificate is made.
struct ByTurns {
    rule: Rule,
    threads: usize,
}

impl Game for ByTurns {
    type Name = Material;
    type Solved = Arc<Table>;

    fn title(&self, name: &Material) -> String {
        format!("{name}{}", self.rule.title())
    }

    fn file_name(&self, material: &Material) -> String {
        name(material, self.rule)
    }

    fn imports(&self, name: &Material) -> Vec<Material> {
        name.imports()
    }

    fn least_memory(&self, material: &Material) -> u64 {
        Table::memory(material)
    }

    fn solve(
        &self,
        name: &Material,
        imports: Imports<Self>,
        path: Option<&Path>,
        _observer: &mut dyn Observer,
    ) -> Result<(Arc<Table>, Vec<u8>), String> {
        let names = name.imports();
        let find = |import: &Material| {
            let place = names.iter().position(|name| name == import).expect("one of them");
            Arc::clone(&imports[place].solved)
        };
        let table = Table::solve(name, self.rule, Distance::End, self.threads, &find)
            .map_err(|_| format!("{name}: found a win in more than {MOST} plies, required fewer"))?;
        let digests = imports.iter().map(|import| import.digest).collect();
        let bytes = path.map(|_| certificate(&table, digests)).unwrap_or_default();
        Ok((Arc::new(table), bytes))
    }

    fn read(&self, bytes: &[u8], name: &Material, imports: &Imports<Self>) -> Option<Arc<Table>> {
        let digests: Vec<Digest> = imports.iter().map(|import| import.digest).collect();
        read(bytes, name, self.rule, &digests).map(Arc::new)
    }
}
