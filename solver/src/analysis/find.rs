//! Where certificates are: the folders that are looked into, and the table of an endgame among them.
//!
//! Nothing that is found here is believed: the file is verified before it is shown, and what it imports is found by digest.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use checker::certificate::{Never, Statement};
use checker::chess::{Board, Placement};
use checker::endgame::{Endgame, used};
use session::files::{self, About};
use session::notation;

/// Where certificates lie if nothing else is said: the committed ones, and those that `--solve` makes.
const USUAL: [&str; 2] = ["certs", CACHE];
/// Where `--solve` puts certificates if no folder is named.
pub const CACHE: &str = "target/certs";
/// What is looked into of each folder, beside itself.
const SUBFOLDERS: [&str; 4] = ["boards", "four", "plans", "chips"];

/// The folders that are looked into, in their order.
#[derive(Clone, Debug)]
pub struct Folders {
    /// Those that are there.
    pub all: Vec<PathBuf>,
    /// Those that were named and are not there.
    pub missing: Vec<PathBuf>,
}

impl Folders {
    /// The folders that are named, those of a list with colons between them, and the usual ones; of each also `boards`, `four`, `plans` and `chips`.
    #[must_use]
    pub fn new(named: &[PathBuf], list: Option<&OsStr>) -> Self {
        let listed = list.map(|list| std::env::split_paths(list).collect::<Vec<_>>()).unwrap_or_default();
        let listed: Vec<PathBuf> = listed.into_iter().filter(|folder| !folder.as_os_str().is_empty()).collect();
        let missing = named.iter().chain(&listed).filter(|folder| !folder.is_dir()).cloned().collect();
        let mut all: Vec<PathBuf> = Vec::new();
        let usual = USUAL.map(PathBuf::from);
        for folder in named.iter().chain(&listed).chain(&usual) {
            let subfolders = SUBFOLDERS.map(|name| folder.join(name));
            for folder in [folder.clone()].into_iter().chain(subfolders).filter(|folder| folder.is_dir()) {
                if !all.contains(&folder) {
                    all.push(folder);
                }
            }
        }
        Self { all, missing }
    }

    /// The files that say that they are the table of an endgame: those with the usual name, else all others, of these last those with one value alone.
    #[must_use]
    pub fn tables(&self, endgame: &Endgame) -> Vec<PathBuf> {
        let name = notation::file_name(endgame);
        let usual = self.all.iter().map(|folder| folder.join(&name)).filter(|path| about(path, endgame).is_some());
        let usual: Vec<PathBuf> = usual.collect();
        if !usual.is_empty() {
            return usual;
        }
        let mut all = self.about(endgame);
        all.sort_by_key(|(never, _)| never.is_some());
        all.into_iter().map(|(_, path)| path).collect()
    }

    /// The files that say that they are about the one value of an endgame if an endless play has a worth, neither 0 nor 1; with that worth, of each one file.
    #[must_use]
    pub fn endless(&self, endgame: &Endgame) -> BTreeMap<Never, PathBuf> {
        let mut found = BTreeMap::new();
        for (never, path) in self.about(endgame) {
            if let Some(never @ (1.., 2..)) = never {
                found.entry(never).or_insert(path);
            }
        }
        found
    }

    /// All files that say that they are about an endgame, with the worth of an endless play if they are about the one value for that.
    fn about(&self, endgame: &Endgame) -> Vec<(Option<Never>, PathBuf)> {
        let all = self.all.iter().flat_map(|folder| certificates(folder));
        all.filter_map(|path| about(&path, endgame).map(|never| (never, path))).collect()
    }

    /// The files that say that they are a plan on a board.
    #[must_use]
    pub fn plans(&self, board: Board) -> Vec<PathBuf> {
        let is_about = |path: &PathBuf| {
            let Some(About::List(found)) = files::about(path) else { return false };
            (found.files, found.ranks) == (board.files, board.ranks)
        };
        self.all.iter().flat_map(|folder| certificates(folder)).filter(is_about).collect()
    }

    /// Where was looked, in words.
    #[must_use]
    pub fn searched(&self) -> String {
        match &self.all[..] {
            [] => "no folder of certificates was found: name one with --certs DIR".to_owned(),
            all => {
                let names: Vec<String> = all.iter().map(|folder| session::escape::path(folder)).collect();
                format!("looked into {}", names.join(", "))
            }
        }
    }
}

/// If a file says that it is about an endgame, the worth of an endless play, if it is about the one value for that.
fn about(path: &Path, endgame: &Endgame) -> Option<Option<Never>> {
    let Some(About::Endgame(found, never)) = files::about(path) else { return None };
    (found == *endgame).then_some(never)
}

/// Whether a certificate says that it is about a model of others.
#[must_use]
pub fn is_of_a_model(path: &Path) -> bool {
    let numbers = [games::models::NUMBER, games::models::rewards::NUMBER, games::models::rewards::SIGNED];
    matches!(files::about(path), Some(About::Further(Statement::Further(number, _))) if numbers.contains(&number))
}

/// The files *.cert of a folder, in the order of their names.
fn certificates(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut all: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "cert")).collect();
    all.sort();
    all
}

/// The endgame of a placement, on a board with this rule for pawns; none if there are too many men for a table.
#[must_use]
pub fn endgame(board: Board, placement: &Placement) -> Option<Endgame> {
    let men: Vec<_> = placement.pieces.iter().map(|piece| piece.man).collect();
    let men: Vec<u8> = used(&men).iter().map(|man| man.number()).collect();
    Endgame::new(notation::stated(board.files, board.ranks, board.pawn_rule), &men).ok()
}
