//! `--sharp`: certificates of bounds are written again, with the positions that are sharp because of these bounds.

use std::path::PathBuf;

use report::{claims, escape};
use solver::atomic_file;
use solver::certificates::sharpen::Sharpener;

use crate::Failed;
use crate::watch::Watch;

/// Three positions are named of which nothing is known, and the rest counted.
const NAMED: usize = 3;

/// Takes the certificates in these files, each after those that it imports, and tells of each what is proved.
pub fn prove(
    paths: &[(String, PathBuf)],
    threads: u16,
    tell: &mut dyn FnMut(&str) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let mut sharpener = Sharpener::new(threads.into());
    let mut watch = Watch::new();
    for (title, path) in paths {
        let name = escape::path(path);
        let wrong = |what: &dyn std::fmt::Display| Failed::new(format!("{name}: {what}"));
        solver::graph::exact::policy::Observer::begin(&mut watch, &format!("{title}: sharp places"));
        let bytes = std::fs::read(path).map_err(|error| wrong(&error))?;
        let sharpened = sharpener.take(&bytes).map_err(|failure| {
            wrong(&format!("found {failure:?}, required a certificate that is verified: solve it again with --anew"))
        })?;
        if let Some(bytes) = &sharpened.bytes {
            atomic_file::write(path, bytes).map_err(|error| wrong(&error))?;
        }
        let told = claims::tell(&sharpened.verified);
        let first = sharpened.open.iter().filter(|place| told.is_first(**place)).take(NAMED);
        let open: Vec<String> = first.map(|place| told.name(*place)).collect();
        let open = if open.is_empty() { String::new() } else { format!("; not known: {} …", open.join(", ")) };
        let size = sharpened.bytes.as_ref().unwrap_or(&bytes).len();
        watch.line().suspend(|| tell(&format!("{name}: {}{open}, {size} bytes\n", told.claim())))?;
    }
    watch.finish();
    Ok(())
}
