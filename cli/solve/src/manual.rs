//! `solve manual`: completions for shells and man pages of both programs.

use std::path::PathBuf;

use clap::{Command, CommandFactory as _};
use clap_complete::Shell;

use crate::output::Failed;

#[path = "../../check/src/arguments.rs"]
pub mod check;

/// Where they are written.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder; made if it is not there
    folder: PathBuf,
}

/// Writes those of this command, and of `check`.
pub fn manual(arguments: &Arguments, solve: Command) -> Result<String, Failed> {
    let folder = &arguments.folder;
    let failed = |error: std::io::Error| Failed::new(format!("{}: {error}", session::escape::path(folder)));
    for part in ["completions", "man"] {
        std::fs::create_dir_all(folder.join(part)).map_err(failed)?;
    }
    for mut command in [solve, check::Arguments::command()] {
        let name = command.get_name().to_owned();
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            clap_complete::generate_to(shell, &mut command, &name, folder.join("completions")).map_err(failed)?;
        }
        clap_mangen::generate_to(command, folder.join("man")).map_err(failed)?;
    }
    Ok(format!("{}: completions for bash, zsh and fish, and man pages\n", session::escape::path(folder)))
}
