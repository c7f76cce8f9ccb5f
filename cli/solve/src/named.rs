//! Certificates by the names that people type: `8x8_KNk` for a file in one of the usual folders, with the colours either way round.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use checker::Verified;
use session::judge::Given;
use session::{escape, files};
use solver::analysis::find::Folders;
use solver::analysis::verified::{Library, VerifiedError};
use solver::certificates::family;
use solver::chess::board::Board;
use solver::chess::material::Signature;

use crate::output::Failed;

/// The environment variable with more folders.
pub const FOLDERS: &str = "SOLVE_CERTS";

/// The file that is meant: the one with this path, if it is there; else the one that has this name, or the name with the colours exchanged, in the
/// same folder or in one of the usual ones. Where there is none, the path as it is, so that what opens it says so.
pub fn certificate(path: &Path) -> Cow<'_, Path> {
    if path.exists() {
        return Cow::Borrowed(path);
    }
    let Some((name, exchanged)) = names(path) else { return Cow::Borrowed(path) };
    let above = path.parent().map(Path::to_owned);
    let mut folders: Vec<PathBuf> = above.into_iter().collect();
    // A folder that is named is meant.
    if folders.iter().all(|folder| folder.as_os_str().is_empty()) {
        folders.extend(Folders::new(&[], std::env::var_os(FOLDERS).as_deref()).all);
    }
    for (name, is_exchanged) in [(name, false), (exchanged, true)] {
        if let Some(found) = folders.iter().map(|folder| folder.join(&name)).find(|file| file.is_file()) {
            let note = if is_exchanged { ", the same with the colours the other way round" } else { "" };
            crate::output::tell(&format!("note: {} is {}{note}", escape::path(path), escape::path(&found)));
            return Cow::Owned(found);
        }
    }
    Cow::Borrowed(path)
}

/// Verifies a certificate. The values of a game in a file need the game: the one that is named, or else the file beside it with the same name in JSON; which
/// game a certificate is about is in the certificate, so that another one is declined.
pub fn verified(path: &Path, game: Option<&Path>) -> Result<Arc<Verified>, Failed> {
    read(&mut Library::default(), path, game)
}

/// The same, with what is verified already.
pub fn read(library: &mut Library, path: &Path, game: Option<&Path>) -> Result<Arc<Verified>, Failed> {
    let game = game.map(read_game).transpose()?;
    match library.read_with(path, game.as_ref()) {
        Err(_) if !path.exists() && !files::is_standard_input(path) => {
            let (name, made) = (escape::path(path), names(path).map(|(name, _)| name.replace(".cert", "")));
            let make = made.as_deref().and_then(|made| made.split_once('_')).map_or(String::new(), |(board, men)| {
                format!("; {}", family::made_with(board, men, " --out target/certs"))
            });
            Err(Failed::new(format!(
                "{name}: found no such file; `solve stats` lists the certificates that are here{make}"
            )))
        }
        Err(VerifiedError::AGame(_)) => {
            let beside = path.with_extension("json");
            if !beside.is_file() {
                let path = escape::path(path);
                return Err(Failed::new(format!(
                    "{path}: these are the values of a game in a file: say which with --game GAME.json, or put it beside the certificate as {}",
                    escape::path(&beside)
                )));
            }
            let game = read_game(&beside)?;
            crate::output::tell(&format!("note: its game is {}", escape::path(&beside)));
            library.read_with(path, Some(&game)).map_err(Failed::new)
        }
        read => read.map_err(Failed::new),
    }
}

/// Reads a game in a file, or a model.
fn read_game(path: &Path) -> Result<Given, Failed> {
    let given = Given::file(path);
    match &given.game {
        Ok(_) => Ok(given),
        Err(fault) => Err(Failed::new(format!("{}: {fault}", escape::path(path)))),
    }
}

/// The names of the files of an endgame, as it is written and with the colours exchanged; none if that is no endgame.
fn names(path: &Path) -> Option<(String, String)> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(".cert").unwrap_or(name);
    let (board, men) = name.split_once('_')?;
    let board: Board = board.parse().ok()?;
    Signature::parse(men).ok()?;
    let black = men.char_indices().skip(1).find(|(_, man)| man.eq_ignore_ascii_case(&'k'))?.0;
    let (white, black) = men.split_at(black);
    let exchanged = format!("{}{}", black.to_ascii_uppercase(), white.to_ascii_lowercase());
    Some((format!("{board}_{men}.cert"), format!("{board}_{exchanged}.cert")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_the_colours_of_a_name() {
        let found = names(Path::new("4x4_KNkb"));
        assert_eq!(found, Some(("4x4_KNkb.cert".to_owned(), "4x4_KBkn.cert".to_owned())));
        assert_eq!(names(Path::new("certs/8x8_KQk.cert")).unwrap().1, "8x8_Kkq.cert");
        for wrong in ["KNk", "8x8", "8x8_", "8x8_NNk", "x_KNk", "8x8_KNkk"] {
            assert_eq!(names(Path::new(wrong)), None, "{wrong}");
        }
    }
}
