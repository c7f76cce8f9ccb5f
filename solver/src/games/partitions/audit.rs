//! Published claims about chess on partitions, put to tables that the checker has verified in the same run.
//!
//! The text of the paper is known without its formulas; each claim in `docs/partition-claims.toml` says what was reconstructed. What is counted here comes
//! from verified values only.

use std::collections::BTreeMap;
use std::rc::Rc;

use games::partitions::{CLASSES, Moves, Proved};
use report::partition::{layer_value, partition, partition_text, piece, rest};
use report::words;
use report::{Content, Contents as _};
use toml::de::{DeTable, DeValue};

use super::sizes::Partitions;
use super::{board, losing, sizes, staircases};

/// A claim.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its number.
    pub row: u32,
    /// Where the paper has it.
    pub place: String,
    /// What it says, as it is understood here.
    pub says: String,
    /// What was reconstructed or assumed.
    pub reconstructed: String,
    /// The name of the check, in this module.
    pub check: String,
    /// Numbers that the claim is about.
    pub terms: Vec<usize>,
}

/// Reads claims.
///
/// # Errors
///
/// What is wrong with the file.
pub fn parse(text: &str) -> Result<Vec<Claim>, String> {
    let file = DeTable::parse(text).map_err(|error| error.to_string().trim_end().to_owned())?;
    let file = file.get_ref();
    let claims = match file.get("claim").map(|claims| claims.get_ref()) {
        Some(DeValue::Array(claims)) if file.len() == 1 => claims,
        _ => return Err("found other tables, required [[claim]] and nothing else".to_owned()),
    };
    let claim = |(place, claim): (usize, &toml::Spanned<DeValue>)| {
        read(claim.get_ref()).map_err(|error| format!("claim {}: {error}", place + 1))
    };
    claims.iter().enumerate().map(claim).collect()
}

/// A whole number from 0 on.
fn whole(value: &DeValue) -> Option<usize> {
    match value {
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
        _ => None,
    }
}

fn read(value: &DeValue) -> Result<Claim, String> {
    let DeValue::Table(table) = value else { return Err("found no table, required one".to_owned()) };
    let known = ["row", "place", "says", "reconstructed", "check", "terms"];
    if let Some(name) = table.keys().find(|name| !known.contains(&name.get_ref().as_ref())) {
        return Err(format!("found the field {:?}, required one of {}", name.get_ref(), known.join(", ")));
    }
    let get = |name: &str| table.get(name).map(|value| value.get_ref());
    let text = |name: &str| match get(name) {
        Some(DeValue::String(text)) if !text.is_empty() => Ok(text.to_string()),
        _ => Err(format!("found no text {name}, required one")),
    };
    let row = get("row").and_then(whole).and_then(|row| u32::try_from(row).ok());
    let row = row.ok_or("found no number row, required one")?;
    let terms: Option<Vec<usize>> = match get("terms") {
        None => Some(Vec::new()),
        Some(DeValue::Array(terms)) => terms.iter().map(|term| whole(term.get_ref())).collect(),
        Some(_) => None,
    };
    let terms = terms.filter(|terms| terms.iter().all(|term| *term < 1 << 32));
    let terms = terms.ok_or("found other terms, required a list of whole numbers from 0 on")?;
    let check = text("check")?;
    let names = CHECKS.map(|(name, _)| name);
    if !names.contains(&&*check) {
        return Err(format!("found the check {check:?}, required one of {}", names.join(", ")));
    }
    Ok(Claim { row, place: text("place")?, says: text("says")?, reconstructed: text("reconstructed")?, check, terms })
}

/// What was found of a claim: in how many cases it holds, or where it does not.
pub type Found = Result<String, String>;

type Check = fn(&mut Audit, &Claim) -> Found;

/// The checks by name.
const CHECKS: [(&str, Check); 29] = [
    ("conjugation", conjugation),
    ("longest-play", longest_play),
    ("inherited", inherited),
    ("isomorphism", isomorphism),
    ("which-downright", which_downright),
    ("king-rectangles", king_rectangles),
    ("king-even", king_even),
    ("king-staircase", king_staircase),
    ("king-even-blocks", king_even_blocks),
    ("rook-rectangles", rook_rectangles),
    ("rook-losing", rook_losing),
    ("rook-powers", rook_powers),
    ("queen-rectangles", queen_rectangles),
    ("queen-stairs", queen_stairs),
    ("queen-wide", queen_wide),
    ("inside-staircase", inside_staircase),
    ("truncation", truncation),
    ("pet-forced", pet_forced),
    ("pet-returnable", pet_returnable),
    ("forced-miserable", forced_miserable),
    ("miserable-returnable", miserable_returnable),
    ("tame-family", tame_family),
    ("domestic-returnable", domestic_returnable),
    ("not-domestic", not_domestic),
    ("odd-blocks", odd_blocks),
    ("even-blocks", even_blocks),
    ("rook-staircases", rook_staircases),
    ("coefficient", coefficient),
    ("losing-counts", losing_counts),
];

type Pairs = Rc<Vec<[u16; 2]>>;
type Against = [Option<usize>; 6];

/// Verified tables, each made when it is first asked for.
pub struct Audit {
    /// All partitions up to the size of the audit.
    all: Partitions,
    tables: BTreeMap<String, (Pairs, Against)>,
    /// Blocks of staircases have sides up to this.
    blocks: usize,
}

fn named(name: &str) -> Moves {
    piece(name).expect("a piece")
}

fn board_of(text: &str) -> Vec<usize> {
    partition(text).expect("a partition")
}

fn verified<T>(bytes: &[u8], take: impl Fn(&Proved) -> Option<T>) -> Result<T, String> {
    let verdict = games::checker(1, |_| None).check(bytes, None);
    let verified = verdict.map_err(|failure| words::explain(bytes, None, &failure))?;
    let Content::Partition(proved) = verified.content() else { unreachable!("it is about partitions") };
    take(proved).ok_or_else(|| "found a certificate of another sort".to_owned())
}

fn values(proved: &Proved) -> Option<(Pairs, Against)> {
    match proved {
        Proved::Values(pairs, against) => Some((Rc::new(pairs.clone()), *against)),
        _ => None,
    }
}

/// The values of all staircases of a block, verified.
pub struct All {
    returns: [usize; 3],
    values: Vec<[u16; 1]>,
    block: [usize; 2],
}

impl All {
    /// Solves, and has the checker verify it.
    ///
    /// # Errors
    ///
    /// In words, if nothing recurs within 500 layers, or the values are not verified.
    pub fn new(name: &str, block: [usize; 2]) -> Result<Self, String> {
        let moves = named(name);
        let found = staircases::solve(&moves, block, 500);
        let found = found.ok_or_else(|| format!("{name} on S(k,{},{}): nothing recurs", block[0], block[1]))?;
        let bytes = super::staircases_certificate(&moves, block, &found);
        let take = |proved: &Proved| match proved {
            Proved::Staircases(returns, values) => Some((*returns, values.clone())),
            _ => None,
        };
        verified(&bytes, take).map(|(returns, values)| Self { returns, values, block })
    }

    /// The value of a cell of a layer, cells counted row by row.
    #[must_use]
    pub fn value(&self, layer: usize, cell: usize) -> usize {
        layer_value(self.returns, self.block[0] * self.block[1], &self.values, layer, cell)
    }

    /// That the corner of S(k, a, b) has a value for all k: `period` is a period of the formula.
    fn corner(&self, period: usize, formula: impl Fn(usize) -> usize) -> Result<(), String> {
        // Both sides repeat, up to the growth, after the product of the periods.
        let last = self.returns[0] + self.returns[1] * period + 1;
        let [a, b] = self.block;
        let wrong = (1..=last + 1).find(|&k| self.value(k - 1, 0) != formula(k));
        match (wrong, self.returns[2]) {
            (None, 0) => Ok(()),
            (None, growth) => Err(format!("S(k,{a},{b}): values grow by {growth}")),
            (Some(k), _) => Err(format!("S({k},{a},{b}): {}, claimed {}", self.value(k - 1, 0), formula(k))),
        }
    }
}

impl Audit {
    /// Tables of all partitions up to a size, and of staircases with blocks up to a size.
    #[must_use]
    pub fn new(size: usize, blocks: usize) -> Self {
        Self { all: Partitions::new(size), tables: BTreeMap::new(), blocks }
    }

    /// Looks into a claim.
    ///
    /// # Panics
    ///
    /// If the claim has not been [parsed](parse).
    pub fn look(&mut self, claim: &Claim) -> Found {
        let (_, check) = CHECKS.iter().find(|(name, _)| *name == claim.check).expect("it was parsed");
        check(self, claim)
    }

    /// All partitions up to the size.
    fn sizes(&mut self, name: &str) -> Result<(Pairs, Against), String> {
        if !self.tables.contains_key(name) {
            let bytes = super::sizes_certificate(&named(name), self.all.most(), &sizes::solve(&named(name), &self.all));
            self.tables.insert(name.to_owned(), verified(&bytes, values)?);
        }
        Ok(self.tables[name].clone())
    }

    /// Values on a board.
    fn board(&self, name: &str, rows: &[usize]) -> Result<(Pairs, Against), String> {
        let bytes = super::board_certificate(&named(name), rows, &board::solve(&named(name), rows, || ()));
        verified(&bytes, values)
    }

    fn count(&self) -> usize {
        self.all.first.len()
    }

    /// That a statement is true of all partitions: none, or the reason why not. Tells of how many.
    fn every(&self, what: &str, is_wrong: impl Fn(&Self, usize, &[usize]) -> Option<bool>) -> Found {
        let mut cases = 0;
        for number in 0..self.count() {
            let rows = self.all.rows(number);
            match is_wrong(self, number, &rows) {
                None => {}
                Some(false) => cases += 1,
                Some(true) => return Err(format!("{what}: wrong at {}", partition_text(&rows))),
            }
        }
        Ok(format!("{what}: {cases} cases"))
    }

    fn options(&self, moves: &Moves, number: usize) -> Vec<usize> {
        let steps = moves.steps.iter().filter_map(|by| self.all.left(number, *by));
        let ride = |by: &[usize; 2]| {
            let by = *by;
            std::iter::successors(self.all.left(number, by), move |to| self.all.left(*to, by))
        };
        steps.chain(moves.rides.iter().flat_map(ride)).collect()
    }

    /// That classes are as they are claimed: `+tame`, `-pet`.
    fn classes(&self, what: &str, against: &Against, claimed: &str) -> Result<(), String> {
        for word in claimed.split(' ') {
            let (sign, name) = word.split_at(1);
            let class = CLASSES.iter().position(|class| *class == name).expect("a class");
            if (sign == "+") == against[class].is_some() {
                let is = if sign == "+" { "not" } else { "indeed" };
                return Err(format!("{what}: {is} {name}, claimed otherwise"));
            }
        }
        Ok(())
    }
}

fn all_of(parts: impl IntoIterator<Item = Found>) -> Found {
    parts.into_iter().collect::<Result<Vec<_>, _>>().map(|parts| parts.join("; "))
}

fn conjugate(rows: &[usize]) -> Vec<usize> {
    (0..rows[0]).map(|column| rows.iter().filter(|row| **row > column).count()).collect()
}

fn conjugation(audit: &mut Audit, _: &Claim) -> Found {
    let mut found = Vec::new();
    for name in ["Downright", "Knight", "Bishop", "King", "Rook", "Queen", "Pawn"] {
        let (pairs, _) = audit.sizes(name)?;
        let same = audit.every(name, |audit, number, rows| {
            let other = audit.all.find(&conjugate(rows)).expect("of the same size");
            Some(pairs[number] != pairs[other])
        });
        found.push(match (name, same) {
            ("Pawn", Err(why)) => Ok(format!("as claimed not {why}")),
            ("Pawn", Ok(_)) => Err("Pawn: no difference found".to_owned()),
            (_, same) => same,
        });
    }
    all_of(found)
}

fn longest_play(audit: &mut Audit, _: &Claim) -> Found {
    let mut found = Vec::new();
    for name in ["Downright", "Pawn", "Knight", "Bishop", "King", "Rook", "Queen"] {
        let (pairs, _) = audit.sizes(name)?;
        let (moves, mut longest) = (named(name), Vec::with_capacity(audit.count()));
        for number in 0..audit.count() {
            let options = audit.options(&moves, number);
            longest.push(options.iter().map(|to| longest[*to] + 1).max().unwrap_or(0_usize));
        }
        found.push(audit.every(name, |_, number, rows| {
            Some(usize::from(pairs[number][0]) > longest[number] || longest[number] > rows[0] + rows.len() - 2)
        }));
    }
    all_of(found)
}

fn inherited(audit: &mut Audit, _: &Claim) -> Found {
    let mut found = Vec::new();
    for (name, by) in [("Downright", [1, 1]), ("Pawn", [1, 2]), ("Knight", [3, 3])] {
        let (pairs, _) = audit.sizes(name)?;
        found.push(audit.every(name, |audit, number, _| {
            let inner = audit.all.left(number, by).filter(|inner| pairs[*inner][0] == 0)?;
            Some(pairs[number][0] != 0 || pairs[inner][0] != 0)
        }));
    }
    all_of(found)
}

fn shrunk_for_pawn(rows: &[usize]) -> Vec<usize> {
    (0..).zip(rows).map_while(|(i, row)| row.checked_sub(i).filter(|row| *row > 0)).collect()
}

fn shrunk_for_knight(rows: &[usize]) -> Vec<usize> {
    let is_cell = |row: usize, column: usize| rows.get(row).is_some_and(|length| column < *length);
    let length = |i: usize| (0..).take_while(|j| is_cell(i + 2 * j, 2 * i + j)).count();
    (0..).map(length).take_while(|length| *length > 0).collect()
}

fn isomorphism(audit: &mut Audit, _: &Claim) -> Found {
    let (downright, _) = audit.sizes("Downright")?;
    let mut found = Vec::new();
    for (name, shrunk) in [("Pawn", shrunk_for_pawn as fn(&[usize]) -> Vec<usize>), ("Knight", shrunk_for_knight)] {
        let (pairs, _) = audit.sizes(name)?;
        found.push(audit.every(name, |audit, number, rows| {
            let other = audit.all.find(&shrunk(rows)).expect("it is smaller");
            Some(pairs[number] != downright[other])
        }));
    }
    all_of(found)
}

/// Up to this size it is asked whether a game of Downright is one of another piece.
const FORMS: usize = 14;

fn which_downright(audit: &mut Audit, _: &Claim) -> Found {
    let count = audit.all.of_size(FORMS).end;
    // Every Pawn game is one of Downright on parts that decrease strictly; every Knight game one on a shape whose rows, and columns, fall by at most two.
    let strict = |rows: &[usize]| rows.windows(2).all(|pair| pair[0] > pair[1]);
    let gentle = |rows: &[usize]| {
        let mut closure: Vec<usize> = Vec::new();
        for (i, length) in rows.iter().enumerate() {
            for j in 0..*length {
                let (row, width) = (i + 2 * j, 2 * i + j + 1);
                closure.resize(closure.len().max(row + 1), 0);
                closure[..=row].iter_mut().for_each(|length| *length = width.max(*length));
            }
        }
        shrunk_for_knight(&closure) == rows
    };
    let has = |number: usize, wanted: &[usize]| {
        let rows = audit.all.rows(number);
        let cells = rows.iter().enumerate().flat_map(|(row, length)| (0..*length).map(move |column| [row, column]));
        cells.into_iter().any(|cell| rest(&rows, cell) == wanted)
    };
    for number in 0..count {
        let rows = audit.all.rows(number);
        let other = conjugate(&rows);
        let is_pawn = !(has(number, &[1, 1]) && has(number, &[2]));
        let is_knight = !has(number, &[3]) && !has(number, &[1, 1, 1]);
        if (strict(&rows) || strict(&other)) != is_pawn || (gentle(&rows) || gentle(&other)) != is_knight {
            return Err(format!("wrong at {}", partition_text(&rows)));
        }
    }
    Ok(format!("{count} cases"))
}

/// A board whose cells are all rectangles up to a size, put to a formula of rows and columns.
fn rectangles(audit: &Audit, name: &str, side: usize, formula: impl Fn(usize, usize) -> u16) -> Found {
    let (pairs, _) = audit.board(name, &vec![side; side])?;
    for (cell, pair) in pairs.iter().enumerate() {
        let (rows, columns) = (side - cell / side, side - cell % side);
        if pair[0] != formula(rows, columns) {
            return Err(format!("{name} on {rows}x{columns}: {}, claimed {}", pair[0], formula(rows, columns)));
        }
    }
    Ok(format!("{name}: {} rectangles up to {side}x{side}", side * side))
}

fn king_rectangles(audit: &mut Audit, _: &Claim) -> Found {
    rectangles(audit, "King", 400, |rows, columns| match (rows % 2, columns % 2) {
        (1, 1) => 0,
        (0, 0) => 2,
        _ if rows.min(columns) % 2 == 1 => 1,
        _ => 3,
    })
}

fn king_even(audit: &mut Audit, _: &Claim) -> Found {
    let (pairs, _) = audit.sizes("King")?;
    audit.every("King", |audit, number, rows| {
        let even_runs = rows.chunk_by(|a, b| a == b).all(|run| run.len() % 2 == 0);
        let even_parts = rows.iter().all(|part| part % 2 == 0);
        if !even_runs && !even_parts {
            return None;
        }
        let cells = (0..rows.len()).flat_map(|i| (0..rows[i]).map(move |j| [i, j]));
        Some(cells.into_iter().any(|[i, j]| {
            let loses = pairs[audit.all.left(number, [i, j]).expect("a cell")][0] == 0;
            let by_runs = even_runs && loses != (i % 2 == 1 && (rows[i] - j) % 2 == 1);
            by_runs || (even_parts && j % 2 == 0 && loses)
        }))
    })
}

fn king_staircase(_: &mut Audit, _: &Claim) -> Found {
    All::new("King", [1, 1])?.corner(3, |k| (k - 1) % 3)?;
    Ok("all k".to_owned())
}

fn king_even_blocks(audit: &mut Audit, _: &Claim) -> Found {
    let sides = (2..=audit.blocks).step_by(2);
    for a in sides.clone() {
        All::new("King", [a, a])?.corner(1, |k| if k == 1 { 2 } else { 1 })?;
    }
    Ok(format!("all k, for {} values of a", sides.count()))
}

fn rook_rectangles(audit: &mut Audit, _: &Claim) -> Found {
    rectangles(audit, "Rook", 512, |rows, columns| u16::try_from((rows - 1) ^ (columns - 1)).expect("small"))
}

fn rook_losing(audit: &mut Audit, _: &Claim) -> Found {
    let (pairs, _) = audit.sizes("Rook")?;
    audit.every("Rook", |_, number, rows| {
        let n = rows.len();
        let contains = (1..n).all(|i| rows[i] + i + 1 >= n + 2);
        let claimed = n == 1 && rows[0] == 1 || n > 1 && rows[0] == n && contains;
        Some((pairs[number][0] == 0) != claimed)
    })
}

fn rook_powers(_: &mut Audit, _: &Claim) -> Found {
    for side in [1, 2, 4, 8, 16] {
        let all = All::new("Rook", [side, side])?;
        for layer in 0..all.returns[0] + 2 * all.returns[1] + 2 {
            for cell in 0..side * side {
                let claimed = layer * side + ((side - 1 - cell / side) ^ (side - 1 - cell % side));
                if all.value(layer, cell) != claimed || all.returns[2] != all.returns[1] * side {
                    return Err(format!("S(k,{side},{side}), layer {layer}, cell {cell}: claimed {claimed}"));
                }
            }
        }
    }
    Ok("all k, for blocks of 1, 2, 4, 8, 16".to_owned())
}

fn queen_rectangles(audit: &mut Audit, _: &Claim) -> Found {
    const SIDE: usize = 300;
    // Wythoff's pairs: the least number that is in no pair, and as much more as there are pairs before.
    let (mut used, mut pairs) = (vec![false; 2 * SIDE], Vec::new());
    while let Some(least) = (0..SIDE).find(|number| !used[*number]) {
        let other = least + pairs.len();
        (used[least], used[other]) = (true, true);
        pairs.push([least, other]);
    }
    let (values, _) = audit.board("Queen", &[SIDE; SIDE])?;
    for (cell, pair) in values.iter().enumerate() {
        let mut place = [SIDE - 1 - cell / SIDE, SIDE - 1 - cell % SIDE];
        place.sort_unstable();
        if (pair[0] == 0) != pairs.contains(&place) {
            return Err(format!("{}x{}", place[0] + 1, place[1] + 1));
        }
    }
    Ok(format!("Queen: {} rectangles up to {SIDE}x{SIDE}", SIDE * SIDE))
}

/// A staircase of copies of a partition that is as wide as it is high.
fn stair(rows: &[usize], k: usize) -> Vec<usize> {
    let n = rows.len();
    (0..k * n).map(|row| rows[row % n] + n * (k - 1 - row / n)).collect()
}

fn queen_stairs(audit: &mut Audit, _: &Claim) -> Found {
    let shapes: Vec<Vec<usize>> = (0..audit.all.of_size(12).end).map(|number| audit.all.rows(number)).collect();
    let shapes: Vec<&Vec<usize>> = shapes.iter().filter(|rows| rows[0] == rows.len()).collect();
    let mut loses = BTreeMap::new();
    for k in [1, 2, 3, 5, 7] {
        for rows in &shapes {
            let board = stair(rows, k);
            let losing = losing::solve(&named("Queen"), &board, false);
            let bytes = super::losing_certificate(&named("Queen"), &board, false, &losing);
            let corner = verified(&bytes, |proved| match proved {
                Proved::Losing(losing) => Some(losing[0]),
                _ => None,
            })?;
            if corner && k > 2 {
                return Err(format!("{k} copies of {} lose", partition_text(rows)));
            }
            *loses.entry(k).or_insert(0) += usize::from(corner);
        }
    }
    Ok(format!("{} shapes: k = 3, 5, 7 win; k = 1 loses in {} cases, k = 2 in {}", shapes.len(), loses[&1], loses[&2]))
}

fn queen_wide(audit: &mut Audit, _: &Claim) -> Found {
    let (pairs, _) = audit.sizes("Queen")?;
    audit.every("Queen", |_, number, rows| {
        let wide = rows[0] >= 2 * rows.len() || rows.len() >= 2 * rows[0];
        wide.then_some(pairs[number][0] == 0)
    })
}

fn inside_staircase(audit: &mut Audit, _: &Claim) -> Found {
    let mut found = Vec::new();
    for name in ["Rook", "Queen"] {
        let (pairs, _) = audit.sizes(name)?;
        found.push(audit.every(name, |_, number, rows| {
            let k = rows[0].max(rows.len());
            let inside = (0..).zip(rows).all(|(i, row)| row + i <= k);
            inside.then_some(usize::from(pairs[number][0]) != k - 1)
        }));
    }
    all_of(found)
}

fn truncation(audit: &mut Audit, _: &Claim) -> Found {
    let mut found = Vec::new();
    for name in ["Downright", "Pawn", "Knight", "Bishop", "King", "Rook", "Queen"] {
        let ((pairs, _), moves) = (audit.sizes(name)?, named(name));
        let by: Vec<[usize; 2]> = moves.steps.iter().chain(&moves.rides).copied().collect();
        found.push(audit.every(name, |audit, number, rows| {
            let can_move =
                |i: usize, j: usize| by.iter().any(|by| rows.get(i + by[0]).is_some_and(|row| j + by[1] < *row));
            let left: Vec<usize> = (0..rows.len()).map(|i| (0..rows[i]).filter(|j| can_move(i, *j)).count()).collect();
            let left: Vec<usize> = left.into_iter().take_while(|row| *row > 0).collect();
            let claimed = audit.all.find(&left).is_some_and(|other| pairs[other][0] == 0);
            Some((pairs[number][1] == 0) != claimed)
        }));
    }
    all_of(found)
}

/// The classes of a piece on all partitions, or on boards.
fn class_claims(audit: &mut Audit, claims: &[(&str, &[&str], &str)]) -> Found {
    let mut found = Vec::new();
    for (name, boards, claimed) in claims {
        let mut union: Against = [None; 6];
        let all: Vec<Against> = match boards {
            [] => vec![audit.sizes(name)?.1],
            _ => {
                let against = boards.iter().map(|board| audit.board(name, &board_of(board)));
                against.map(|found| found.map(|(_, against)| against)).collect::<Result<_, _>>()?
            }
        };
        for against in &all {
            union.iter_mut().zip(against).for_each(|(union, against)| *union = union.or(*against));
        }
        let what = if boards.is_empty() { (*name).to_owned() } else { format!("{name} on {} boards", boards.len()) };
        audit.classes(&what, &union, claimed)?;
        found.push(format!("{what}: {claimed}"));
    }
    Ok(found.join("; "))
}

/// Generalised staircases.
fn generalised() -> Vec<String> {
    (1..=10).flat_map(|a| (1..=10).map(move |b| format!("S(8,{a},{b})"))).collect()
}

const STAIRCASE: &[&str] = &["S(40,1,1)"];
const RECTANGLE: &[&str] = &["40^40"];

fn pet_forced(audit: &mut Audit, _: &Claim) -> Found {
    let claims: [(&str, &[&str], &str); 3] =
        [("Bishop", &[], "+pet +forced"), ("Rook", STAIRCASE, "+pet +forced"), ("Queen", STAIRCASE, "+pet +forced")];
    class_claims(audit, &claims)
}

fn pet_returnable(audit: &mut Audit, _: &Claim) -> Found {
    let generalised = generalised();
    let generalised: Vec<&str> = generalised.iter().map(|board| &**board).collect();
    let classes = "+pet +returnable -forced";
    class_claims(
        audit,
        &[
            ("Pawn", &[], classes),
            ("King", STAIRCASE, classes),
            ("Downright", &generalised, classes),
            ("Knight", RECTANGLE, classes),
        ],
    )
}

fn forced_miserable(audit: &mut Audit, _: &Claim) -> Found {
    let generalised = generalised();
    let generalised: Vec<&str> = generalised.iter().map(|board| &**board).collect();
    let classes = "+forced +miserable -pet";
    class_claims(audit, &[("King", RECTANGLE, classes), ("Rook", RECTANGLE, classes), ("Rook", &generalised, classes)])
}

fn miserable_returnable(audit: &mut Audit, _: &Claim) -> Found {
    let generalised = generalised();
    let generalised: Vec<&str> = generalised.iter().map(|board| &**board).collect();
    let classes = "+miserable +returnable -pet -forced";
    class_claims(audit, &[("Queen", RECTANGLE, classes), ("Queen", &generalised, classes)])
}

fn tame_family(audit: &mut Audit, claim: &Claim) -> Found {
    let mut found = Vec::new();
    for ((name, claimed), expected) in
        [("Rook", "+forced +tame -miserable"), ("Queen", "+returnable +tame -miserable -forced")]
            .into_iter()
            .zip(&claim.terms)
    {
        let mut count = 0;
        for (a, b) in (2..=14).flat_map(|a| (2..=14).map(move |b| (a, b))) {
            let (_, against) = audit.board(name, &board_of(&format!("{a}^{b},1")))?;
            count += usize::from(audit.classes("", &against, claimed).is_ok());
        }
        let text = format!("{name}: {claimed} on {count} of 169 boards a^b,1");
        found.push(if count == *expected { Ok(text) } else { Err(text) });
    }
    all_of(found)
}

/// A board whose corner alone is against a class.
fn first_against(audit: &Audit, name: &str, board: &str, class: &str) -> Found {
    let (_, against) = audit.board(name, &board_of(board))?;
    let class_number = CLASSES.iter().position(|known| *known == class).expect("a class");
    let text = format!("{name}, {board}: not {class}");
    if against[class_number] == Some(0) { Ok(text) } else { Err(format!("{text}: differs")) }
}

fn domestic_returnable(audit: &mut Audit, _: &Claim) -> Found {
    let classes = class_claims(
        audit,
        &[
            ("Downright", &[], "+domestic +returnable -tame -forced"),
            ("Knight", &[], "+domestic +returnable +tame -forced"),
        ],
    );
    all_of([
        classes,
        first_against(audit, "Downright", "4^2,2,1^2", "tame"),
        first_against(audit, "Knight", "8^6,5^3", "tame"),
    ])
}

fn not_domestic(audit: &mut Audit, _: &Claim) -> Found {
    let mut found = Vec::new();
    for (name, domestic, returnable) in
        [("King", "5^3,1", "5^4,2^2"), ("Rook", "4^4,1", "5^5,1"), ("Queen", "5^8,1", "9^5,2")]
    {
        for (board, class) in [(domestic, 0), (returnable, 4)] {
            let (pairs, against) = audit.sizes(name)?;
            let size: usize = board_of(board).iter().sum();
            // No smaller partition is against the class.
            if let Some(first) = against[class] {
                let smaller: usize = audit.all.rows(first).iter().sum();
                if smaller != size {
                    return Err(format!("{name}: {} is against {} first", smaller, CLASSES[class]));
                }
            } else if size <= audit.all.most() {
                return Err(format!("{name}: none of {} is against {}", pairs.len(), CLASSES[class]));
            }
            found.push(first_against(audit, name, board, CLASSES[class]));
        }
    }
    all_of(found)
}

fn odd_blocks(audit: &mut Audit, _: &Claim) -> Found {
    let sides = (1..=audit.blocks).step_by(2);
    for a in sides.clone() {
        let formula = |k: usize| {
            let r = (k - 1) % (a + 2);
            if r == a + 1 { 2 } else { r % 2 }
        };
        All::new("King", [a, a])?.corner(a + 2, formula)?;
    }
    Ok(format!("all k, for {} values of a", sides.count()))
}

fn even_blocks(audit: &mut Audit, _: &Claim) -> Found {
    let (mut even, mut mixed) = (0, 0);
    for a in 1..=audit.blocks {
        for b in (a + 1..=audit.blocks).filter(|b| b % 2 == 0) {
            let values = if a % 2 == 0 { [3, 2] } else { [3, 1] };
            All::new("King", [a, b])?.corner(2, |k| values[k % 2])?;
            if a % 2 == 0 { even += 1 } else { mixed += 1 }
        }
    }
    Ok(format!("all k, for {even} pairs of even sides, and {mixed} pairs of an odd and a greater even side"))
}

fn rook_staircases(_: &mut Audit, _: &Claim) -> Found {
    let (mut count, mut longest) = (0, 0);
    for a in 1..=9 {
        for b in a..=9 {
            let all = All::new("Rook", [a, b])?;
            let [from, period, growth] = all.returns;
            if growth != period * b {
                return Err(format!("S(k,{a},{b}): values grow by {growth} in {period} layers"));
            }
            longest = longest.max(from + period);
            count += 1;
        }
    }
    let mut kings = 0;
    for a in 1..=16 {
        for b in a..=16 {
            All::new("King", [a, b])?;
            kings += 1;
        }
    }
    Ok(format!(
        "all k: Rook, {count} pairs up to 9, at most {longest} layers, growth b a layer; King, {kings} pairs up to 16"
    ))
}

/// The partition of the family, for odd m.
#[must_use]
pub fn family(m: usize) -> Vec<usize> {
    let mut rows = vec![6 * m + 2];
    for q in 0..m {
        rows.extend([6 * m + 2 - 3 * q, 6 * m - 3 * q, 6 * m - 1 - 3 * q]);
    }
    rows.push(3 * m / 2 + 2);
    rows
}

fn coefficient(_: &mut Audit, _: &Claim) -> Found {
    let mut last = String::new();
    for m in (1..=41).step_by(2) {
        let rows = family(m);
        let losing = losing::solve(&named("Queen"), &rows, false);
        let bytes = super::losing_certificate(&named("Queen"), &rows, false, &losing);
        let corner = verified(&bytes, |proved| match proved {
            Proved::Losing(losing) => Some(losing[0]),
            _ => None,
        })?;
        if !corner || rows[0] != 2 * rows.len() - 2 {
            return Err(format!("m = {m}: {} wins", partition_text(&rows)));
        }
        last = format!("{} cells in {} bytes", rows.iter().sum::<usize>(), bytes.len());
    }
    Ok(format!("m = 1, 3, …, 41; the last one has {last}"))
}

fn losing_counts(_: &mut Audit, claim: &Claim) -> Found {
    // In LCTR a row or a column is deleted even if nothing is left then: the empty partition is the end.
    let all = Partitions::new(claim.terms.len());
    let mut loses = Vec::with_capacity(all.first.len());
    for number in 0..all.first.len() {
        let is_losing = |to: Option<usize>| to.is_none_or(|to| loses[to]);
        let is_won = [[1, 0], [0, 1]].iter().any(|by| is_losing(all.left(number, *by)));
        loses.push(!is_won);
    }
    for (size, claimed) in (1..).zip(&claim.terms) {
        let found = all.of_size(size).filter(|number| loses[*number]).count();
        if found != *claimed {
            return Err(format!("size {size}: {found}, claimed {claimed}"));
        }
    }
    Ok(format!("{} terms, {} partitions", claim.terms.len(), all.first.len()))
}
