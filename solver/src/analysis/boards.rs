//! What can be asked of an endgame on many boards at once: questions of [`crate::audit`], answered from tables that the checker has verified in this very run.
//!
//! Responsible for conjectures and theorems about all boards, each compared with the boards that there are. Left to others: the tables (`survey`), and
//! the formulas (`closed_forms`).

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::str::FromStr;

use checker::Verified;
use checker::chess::{Man, Role};
use checker::theorem::Side;
use num_rational::BigRational;
use serde::Deserialize;
use session::ranked::Ranked;
use session::{entry, fraction, notation};

use crate::analysis::closed_forms::{At, BishopAlone, NEVER, rook_greatest};
use crate::analysis::statistics::{self, Statistics};
use crate::analysis::verified::{self, Library};
use crate::audit::{Answer, Found, Places, Question, State, Unanswered, parsed, question};
use crate::chess::board::Board;

/// All questions.
pub fn questions() -> Vec<Question> {
    vec![
        question("survey-counts", counts),
        question("one-value", one_value),
        question("dyadic-boards", dyadic_boards),
        question("never-quiescent", never_quiescent),
        question("rook-greatest", greatest_of_the_rook),
        question("bishop-formula", bishop_formula),
    ]
}

/// A set of boards: `2x2 to 12x12` are all with a number of files and a number of ranks in these bounds, `squares 13x13 to 16x16` those with as many of both.
#[derive(Clone, Debug)]
struct Boards {
    smallest: Board,
    largest: Board,
    squares: bool,
}

impl FromStr for Boards {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (squares, bounds) = text.strip_prefix("squares ").map_or((false, text), |bounds| (true, bounds));
        let required = "required boards such as \"2x2 to 8x8\" or \"squares 9x9 to 12x12\"";
        let (smallest, largest) = bounds.split_once(" to ").ok_or(required)?;
        let board = |text: &str| text.parse::<Board>().map_err(|error| format!("{error}; {required}"));
        let boards = Self { smallest: board(smallest)?, largest: board(largest)?, squares };
        if boards.all().next().is_none() { Err(required.to_owned()) } else { Ok(boards) }
    }
}

impl<'de> Deserialize<'de> for Boards {
    fn deserialize<D: serde::Deserializer<'de>>(field: D) -> Result<Self, D::Error> {
        parsed(field)
    }
}

impl Boards {
    /// The boards, the ranks rising.
    fn all(&self) -> impl Iterator<Item = Board> {
        let (smallest, largest, squares) = (self.smallest, self.largest, self.squares);
        (smallest.ranks()..=largest.ranks())
            .flat_map(move |ranks| (smallest.files()..=largest.files()).map(move |files| (files, ranks)))
            .filter(move |(files, ranks)| !squares || files == ranks)
            .map(|(files, ranks)| Board::new(files, ranks).expect("between two boards"))
    }
}

/// A material of White against the bare king.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Material(String);

impl FromStr for Material {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = ["Kk", "KQk", "KRk", "KBk", "KNk"].contains(&text);
        if known { Ok(Self(text.to_owned())) } else { Err("required one of Kk, KQk, KRk, KBk, KNk") }
    }
}

impl<'de> Deserialize<'de> for Material {
    fn deserialize<D: serde::Deserializer<'de>>(field: D) -> Result<Self, D::Error> {
        parsed(field)
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How king and bishop differ from the formula.
#[derive(Default)]
struct Differences {
    /// At so many positions.
    positions: usize,
    /// The first of them.
    first: Option<String>,
    /// The greatest number of consecutive white moves that the formula has.
    most_moves: u32,
}

/// What is kept of a verified table, whose positions are all sharp.
struct Facts {
    figures: Statistics,
    bishop: Differences,
    /// Of king and rook: the value with the king in a corner, the rook beside it and the black king at the other end of the longer side.
    rook: Option<BigRational>,
}

/// The facts about each endgame that has been asked for: its table is verified, counted and forgotten.
pub struct Surveyed {
    places: Places,
    facts: BTreeMap<(Board, Material), Rc<Facts>>,
}

impl State for Surveyed {
    fn new(places: &Places) -> Result<Self, Unanswered> {
        Ok(Self { places: places.clone(), facts: BTreeMap::new() })
    }
}

impl Surveyed {
    /// The facts of these endgames on these boards.
    fn of(&mut self, boards: &Boards, materials: &[Material]) -> Result<Vec<(Board, Rc<Facts>)>, Unanswered> {
        let mut all = Vec::new();
        for board in boards.all() {
            // One library for each board, so that no more than a board's tables are held at once.
            let mut library = Library::default();
            for material in materials {
                all.push((board, self.one(&mut library, boards, board, material)?));
            }
        }
        Ok(all)
    }

    fn one(
        &mut self,
        library: &mut Library,
        boards: &Boards,
        board: Board,
        material: &Material,
    ) -> Result<Rc<Facts>, Unanswered> {
        let key = (board, material.clone());
        if let Some(known) = self.facts.get(&key) {
            return Ok(Rc::clone(known));
        }
        // Bare kings first: with them in the library, no folder is searched for what others import.
        let bare = Material("Kk".to_owned());
        let mut table = None;
        for material in [&bare, material] {
            let name = format!("{board}_{material}.cert");
            let folders = [&self.places.certs, &self.places.made].map(|folder| folder.join("boards"));
            let Some(path) = folders.iter().map(|folder| folder.join(&name)).find(|path| path.exists()) else {
                return Err(not_made(boards));
            };
            table = Some(library.table(&path)?);
        }
        let facts = Rc::new(Facts::new(&table.expect("two have been read"), board, material)?);
        self.facts.insert(key, Rc::clone(&facts));
        Ok(facts)
    }
}

/// What makes these boards.
fn not_made(boards: &Boards) -> Unanswered {
    let Boards { smallest, largest, squares } = boards;
    let list = match squares {
        false => format!("{smallest}-{largest}"),
        true => boards.all().map(|board| board.to_string()).collect::<Vec<_>>().join(","),
    };
    Unanswered::NotMade(format!(
        "needs the certificates of these boards in the folder `boards`: `solve endgame --boards {list} --materials Kk,KQk,KRk,KBk --recorded --out target/boards` \
         makes them, in minutes, with about 230 MB on the disk"
    ))
}

impl Facts {
    fn new(table: &Verified, board: Board, material: &Material) -> Result<Self, Unanswered> {
        let not_sharp = session::figures::Figures::new(table).not_sharp;
        if not_sharp > 0 {
            return Err(format!("{board} {material}: found {not_sharp} positions with α < β, required none").into());
        }
        let bishop = if material.0 == "KBk" { differences(table, board) } else { Differences::default() };
        let rook = match material.0 == "KRk" && longer(board) >= 3 {
            true => Some(value_at_the_end(table, board)?),
            false => None,
        };
        Ok(Self { figures: statistics::statistics(table), bishop, rook })
    }

    /// Positions whose value has a denominator that is no power of 2.
    fn not_dyadic(&self) -> usize {
        self.figures.positions - self.figures.dyadic
    }

    fn greatest(&self) -> Option<&BigRational> {
        self.figures.extremes.as_ref().map(|[_, greatest]| greatest)
    }
}

/// The longer side of a board.
fn longer(board: Board) -> u8 {
    board.files().max(board.ranks())
}

/// Compares king and bishop with the formula, at every position.
fn differences(table: &Verified, board: Board) -> Differences {
    let (ranked, positions) = (Ranked::new(table), verified::positions(table));
    let mut found = Differences::default();
    let mut alone: BTreeMap<At, BishopAlone> = BTreeMap::new();
    for number in ranked.firsts() {
        let placement = ranked.placement(number).expect("a position of an endgame");
        let at = |side, role| -> At {
            let mut pieces = placement.pieces.iter();
            let square = pieces.find(|piece| piece.man == Man::of(side, role)).expect("a man of the endgame").square;
            (square.file().into(), square.rank().into())
        };
        let (king, bishop) = (at(Side::White, Role::King), at(Side::White, Role::Bishop));
        let black = at(Side::Black, Role::King);
        let new = || BishopAlone::new(board.files().into(), board.ranks().into(), black);
        let alone = alone.entry(black).or_insert_with(new);
        let moves = alone.moves(king, bishop);
        found.most_moves = found.most_moves.max(if moves == NEVER { 0 } else { moves });
        if ranked.fraction(ranked.place(number).alpha[0]) != alone.value(king, bishop) {
            found.positions += 1;
            let fen = || notation::fen(positions.endgame.board, &placement);
            found.first.get_or_insert_with(fen);
        }
    }
    found
}

/// The value with king and rook side by side at one end of the longer side, in a corner, and the black king at the other end.
fn value_at_the_end(table: &Verified, board: Board) -> Result<BigRational, Unanswered> {
    let (files, ranks) = (board.files(), board.ranks());
    let gap = |squares: u8| if squares == 0 { String::new() } else { squares.to_string() };
    let lines: Vec<String> = match files >= ranks {
        true => {
            let empty = std::iter::repeat_n(gap(files), usize::from(ranks) - 1);
            empty.chain([format!("KR{}k", gap(files - 3))]).collect()
        }
        false => {
            let line = |man: &str| format!("{man}{}", gap(files - 1));
            let empty = std::iter::repeat_n(gap(files), usize::from(ranks) - 3);
            [line("k")].into_iter().chain(empty).chain([line("R"), line("K")]).collect()
        }
    };
    let entry = entry::at_text(table, &lines.join("/")).map_err(|error| format!("position: {error}"))?;
    Ok(entry.known.alpha.low)
}

/// A question about endgames on boards.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OnBoards {
    boards: Boards,
    materials: Vec<Material>,
}

/// How many endgames and positions there are, how many of these are not sharp, and how many are zugzwangs.
fn counts(surveyed: &mut Surveyed, OnBoards { boards, materials }: &OnBoards) -> Answer {
    let facts = surveyed.of(boards, materials)?;
    let sum = |of: fn(&Statistics) -> usize| facts.iter().map(|(_, facts)| of(&facts.figures)).sum::<usize>();
    let (positions, zugzwangs) = (sum(|figures| figures.positions), sum(|figures| figures.zugzwangs.len()));
    let infinite = sum(|figures| figures.infinite_labels);
    // Every table with α < β somewhere was refused.
    let note =
        format!("endgames, positions, α < β, zugzwangs on {} boards; {infinite} infinite labels", boards.all().count());
    Ok(Found::list([facts.len(), positions, 0, zugzwangs]).noting(note))
}

/// A question about an endgame on boards.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneOnBoards {
    boards: Boards,
    material: Material,
}

/// The value of all positions on all boards.
fn one_value(surveyed: &mut Surveyed, OneOnBoards { boards, material }: &OneOnBoards) -> Answer {
    let facts = surveyed.of(boards, std::slice::from_ref(material))?;
    let values = || facts.iter().filter_map(|(_, facts)| facts.figures.extremes.as_ref());
    let least = values().map(|[least, _]| least).min_by(|a, b| fraction::compare(a, b));
    let greatest = values().map(|[_, greatest]| greatest).max_by(|a, b| fraction::compare(a, b));
    let found = match least.zip(greatest) {
        Some((least, greatest)) if fraction::same(least, greatest) => Found::number(least.clone()),
        Some((least, greatest)) => Found::word(format!("from {least} to {greatest}")),
        None => Found::word("none"),
    };
    Ok(found.noting(on(&facts)))
}

/// So many boards, and so many positions.
fn on(facts: &[(Board, Rc<Facts>)]) -> String {
    let positions: usize = facts.iter().map(|(_, facts)| facts.figures.positions).sum();
    format!("{positions} positions in {} endgames", facts.len())
}

/// A question about the boards on which all values are dyadic.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dyadic {
    boards: Boards,
    material: Material,
    /// They are where a side is at most so long,
    side: u8,
    /// except these boards.
    #[serde(default)]
    except: Vec<One>,
}

/// A board by its name.
#[derive(PartialEq)]
struct One(Board);

impl<'de> Deserialize<'de> for One {
    fn deserialize<D: serde::Deserializer<'de>>(field: D) -> Result<Self, D::Error> {
        parsed(field).map(Self)
    }
}

/// Whether all denominators are powers of 2 exactly on the boards that are stated: those for which it is otherwise.
fn dyadic_boards(surveyed: &mut Surveyed, Dyadic { boards, material, side, except }: &Dyadic) -> Answer {
    let facts = surveyed.of(boards, std::slice::from_ref(material))?;
    let stated = |board: &Board| board.files().min(board.ranks()) <= *side && !except.contains(&One(*board));
    let otherwise = facts.iter().filter(|(board, facts)| stated(board) != (facts.not_dyadic() == 0));
    let dyadic = facts.iter().filter(|(_, facts)| facts.not_dyadic() == 0).count();
    let note = format!("dyadic on {dyadic} of {} boards", facts.len());
    Ok(Found::unless(otherwise.map(|(board, _)| board)).noting(note))
}

/// Whether no position is quiescent: the boards that have one.
fn never_quiescent(surveyed: &mut Surveyed, OnBoards { boards, materials }: &OnBoards) -> Answer {
    let facts = surveyed.of(boards, materials)?;
    let some = facts.iter().filter(|(_, facts)| !facts.figures.quiescent.is_empty());
    Ok(Found::unless(some.map(|(_, facts)| &facts.figures.endgame)).noting(on(&facts)))
}

/// A question about boards.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Alone {
    boards: Boards,
}

/// Whether the greatest value of king and rook is the formula's, and that of the position at the end of the longer side: the boards for which it is otherwise.
/// 2×2 has no longer side.
fn greatest_of_the_rook(surveyed: &mut Surveyed, Alone { boards }: &Alone) -> Answer {
    let facts = surveyed.of(boards, &[Material("KRk".to_owned())])?;
    let facts: Vec<_> = facts.into_iter().filter(|(board, _)| longer(*board) >= 3).collect();
    let otherwise = facts.iter().filter(|(board, facts)| {
        let formula = rook_greatest(longer(*board).into());
        [facts.greatest(), facts.rook.as_ref()] != [Some(&formula); 2]
    });
    Ok(Found::unless(otherwise.map(|(board, _)| board)).noting(on(&facts)))
}

/// How many positions of king and bishop differ from the formula.
fn bishop_formula(surveyed: &mut Surveyed, Alone { boards }: &Alone) -> Answer {
    let facts = surveyed.of(boards, &[Material("KBk".to_owned())])?;
    let most = facts.iter().map(|(_, facts)| facts.bishop.most_moves).max().unwrap_or_default();
    let first = facts.iter().find_map(|(_, facts)| facts.bishop.first.clone());
    let first = first.map_or_else(String::new, |fen| format!(", first {fen}"));
    let differ: usize = facts.iter().map(|(_, facts)| facts.bishop.positions).sum();
    Ok(Found::count(differ).noting(format!("of {}{first}; up to {most} moves", on(&facts))))
}
