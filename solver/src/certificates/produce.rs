//! The one way from a family of endgames to files: each in the order of need, solved from those that it rests on, its certificate written.
//!
//! A game says what its endgames are called, which others each of them needs, and how one is solved; the rest is here: what is in the folder already
//! and fits is kept, a file is complete or not there, memory is asked for before the work begins and given back as soon as nobody needs it.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use checker::certificate::Digest;

use crate::atomic_file;
use crate::graph::exact::policy::Observer;
use crate::memory::enough_memory;

/// A family of endgames, of which each has a certificate that rests on those of others.
pub trait Game {
    /// What tells its endgames apart, such as `KNk`.
    type Name: Clone + PartialEq;
    /// What is kept of a solved endgame for those that need it, and told of.
    type Solved;

    /// What an endgame is called in messages, such as `8x8 KNk`.
    fn title(&self, name: &Self::Name) -> String;

    /// The name of its certificate's file.
    fn file_name(&self, name: &Self::Name) -> String;

    /// The endgames that it needs, in the order in which its certificate names theirs.
    fn imports(&self, name: &Self::Name) -> Vec<Self::Name>;

    /// About how many bytes of memory it takes; 0 where nobody has measured it.
    fn least_memory(&self, _name: &Self::Name) -> u64 {
        0
    }

    /// Solves an endgame from those that it needs: what was found, and its certificate, which is going to be written to `path`. The imports are the
    /// last ones where no other endgame needs them: their memory is given back with them.
    ///
    /// # Errors
    ///
    /// Why it cannot be solved, in a sentence that names it.
    fn solve(
        &self,
        name: &Self::Name,
        imports: Imports<Self>,
        path: Option<&Path>,
        observer: &mut dyn Observer,
    ) -> Result<(Self::Solved, Vec<u8>), String>;

    /// What a certificate says, if it is one of this endgame that rests on these imports, and could have been written now. It is not verified: whoever
    /// uses a wrong one writes a certificate that the checker rejects. None where certificates of the game are not read back.
    fn read(&self, _bytes: &[u8], _name: &Self::Name, _imports: &Imports<Self>) -> Option<Self::Solved> {
        None
    }

    /// The certificate is in its file now.
    fn written(&self, _solved: &Self::Solved) {}
}

/// The endgames that another one needs, in their order.
pub type Imports<G> = Vec<Arc<Made<<G as Game>::Solved>>>;

/// A solved endgame with its certificate.
#[derive(Debug)]
pub struct Made<S> {
    /// What was found.
    pub solved: S,
    /// Its certificate; empty as soon as it has been told of.
    pub bytes: Vec<u8>,
    /// The SHA-256 of its certificate.
    pub digest: Digest,
    /// The file; none without a folder.
    pub path: Option<PathBuf>,
    /// Whether the file was there already.
    pub is_kept: bool,
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a, N> {
    /// These, and before them all that they need.
    pub asked: &'a [N],
    /// Where certificates are kept. Without a folder nothing is read or written.
    pub folder: Option<&'a Path>,
    /// Solves everything anew. Without it, certificates in the folder that fit are kept, except that of a single endgame that is asked for.
    pub anew: bool,
    /// Solves what is asked for alone: whatever it needs must be in the folder.
    pub alone: bool,
    /// The bytes of memory that may be taken; none where nobody knows.
    pub memory: Option<u64>,
}

impl<'a, N> Plan<'a, N> {
    /// These, in memory alone.
    #[must_use]
    pub fn of(asked: &'a [N]) -> Self {
        Self { asked, folder: None, anew: false, alone: false, memory: None }
    }
}

/// What becomes of a certificate that is in the folder already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum There {
    /// It is written anew.
    Ignored,
    /// It is kept if it fits.
    Kept,
    /// It has to be there, and to fit.
    Required,
}

/// Why the work ended.
#[derive(Debug)]
pub enum Stopped {
    /// An endgame cannot be solved: why, with its name.
    Unsolved(String),
    /// An endgame can be expected not to fit into the memory.
    Memory {
        /// Which one.
        title: String,
        /// What was found and required.
        reason: String,
    },
    /// There is no such folder, and it cannot be made.
    Folder(PathBuf, io::Error),
    /// A file cannot be written.
    File(PathBuf, io::Error),
    /// The certificate of a smaller endgame cannot be read, or does not fit.
    Lacking {
        /// Of which one.
        title: String,
        /// Where it should be.
        path: PathBuf,
        /// Why it cannot be read; none if it does not fit.
        error: Option<io::Error>,
    },
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsolved(reason) => f.write_str(reason),
            Self::Memory { title, reason } => write!(f, "{title}: {reason}"),
            Self::Folder(path, error) => write!(f, "{}: {error}; required: a folder", session::escape::path(path)),
            Self::File(path, error) => write!(f, "{}: {error}", session::escape::path(path)),
            Self::Lacking { title, path, error } => {
                let found = error.as_ref().map_or("found another file".to_owned(), ToString::to_string);
                write!(
                    f,
                    "{}: {found}, required a whole certificate of {title} that rests on those in this folder: solve it first",
                    session::escape::path(path)
                )
            }
        }
    }
}

impl std::error::Error for Stopped {}

/// These and all that they need, each once, in the order of need.
pub fn in_order_of_need<N: Clone + PartialEq>(asked: &[N], imports: &dyn Fn(&N) -> Vec<N>) -> Vec<N> {
    fn append<N: Clone + PartialEq>(name: &N, imports: &dyn Fn(&N) -> Vec<N>, order: &mut Vec<N>) {
        if !order.contains(name) {
            imports(name).iter().for_each(|import| append(import, imports, order));
            order.push(name.clone());
        }
    }
    let mut order = Vec::new();
    asked.iter().for_each(|name| append(name, imports, &mut order));
    order
}

/// Makes a folder, unless it is there.
///
/// # Errors
///
/// [`Stopped::Folder`].
pub fn folder(path: &Path) -> Result<(), Stopped> {
    std::fs::create_dir_all(path).map_err(|error| Stopped::Folder(path.to_owned(), error))
}

/// What is told of each endgame once it is made or found.
pub type Tell<'a, G, E> = dyn FnMut(&<G as Game>::Name, &Made<<G as Game>::Solved>) -> Result<(), E> + 'a;

/// An endgame with what was made of it.
type Named<'a, G> = (&'a <G as Game>::Name, Arc<Made<<G as Game>::Solved>>);

/// Makes the certificates of endgames, and before them of all that they need. Each is told of as soon as it is there.
///
/// # Errors
///
/// Why the work ended, or what `tell` says.
///
/// # Panics
///
/// Never: each endgame comes after those that it needs.
pub fn all<G: Game, E: From<Stopped>>(
    game: &G,
    plan: &Plan<'_, G::Name>,
    observer: &mut dyn Observer,
    tell: &mut Tell<G, E>,
) -> Result<(), E> {
    let order = in_order_of_need(plan.asked, &|name| game.imports(name));
    plan.folder.map_or(Ok(()), folder)?;
    let largest = order.iter().map(|name| (game.least_memory(name), name)).max_by_key(|(bytes, _)| *bytes);
    if let Some((bytes, name)) = largest {
        enough_memory(plan.memory, bytes).map_err(|reason| Stopped::Memory { title: game.title(name), reason })?;
    }
    let mut solved: Vec<Named<G>> = Vec::new();
    for (place, name) in order.iter().enumerate() {
        observer.begin(&game.title(name));
        let find = |import: &G::Name| {
            let found = solved.iter().find(|(name, _)| *name == import).expect("imports come first");
            Arc::clone(&found.1)
        };
        let imports = game.imports(name).iter().map(find).collect();
        // Only what others need stays in memory beside the imports.
        let needed: Vec<G::Name> = order[place + 1..].iter().flat_map(|name| game.imports(name)).collect();
        solved.retain(|(name, _)| needed.contains(name));
        let there = match plan.asked {
            _ if plan.anew => There::Ignored,
            [asked] if asked == name => There::Ignored,
            asked if plan.alone && !asked.contains(name) => There::Required,
            _ => There::Kept,
        };
        let mut made = one(game, name, imports, plan.folder, there, observer)?;
        tell(name, &made)?;
        made.bytes = Vec::new();
        solved.push((name, Arc::new(made)));
    }
    Ok(())
}

/// Makes the certificate of one endgame from those that it needs.
///
/// # Errors
///
/// Why it is not there.
pub fn one<G: Game>(
    game: &G,
    name: &G::Name,
    imports: Imports<G>,
    folder: Option<&Path>,
    there: There,
    observer: &mut dyn Observer,
) -> Result<Made<G::Solved>, Stopped> {
    let path = folder.map(|folder| folder.join(game.file_name(name)));
    let is_read = cfg!(feature = "files") && there != There::Ignored;
    if let Some(path) = path.as_ref().filter(|_| is_read) {
        let error = match std::fs::read(path) {
            Ok(bytes) => match game.read(&bytes, name, &imports) {
                Some(solved) => {
                    let (digest, path) = (Digest::of(&bytes), Some(path.clone()));
                    return Ok(Made { solved, bytes, digest, path, is_kept: true });
                }
                None => None,
            },
            Err(error) => Some(error),
        };
        if there == There::Required {
            return Err(Stopped::Lacking { title: game.title(name), path: path.clone(), error });
        }
    }
    let (solved, bytes) = game.solve(name, imports, path.as_deref(), observer).map_err(Stopped::Unsolved)?;
    observer.phase("write", 0);
    if let Some(path) = &path {
        atomic_file::write(path, &bytes).map_err(|error| Stopped::File(path.clone(), error))?;
        game.written(&solved);
    }
    Ok(Made { solved, digest: Digest::of(&bytes), bytes, path, is_kept: false })
}
