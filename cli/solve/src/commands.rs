//! The commands, each with the module that does it.

use clap::{Parser, Subcommand};
use session::words::EXIT_STATUS;

use crate::{
    audit, bound, endgame, explore, export, forge, graph_asked, hex, losing, partitions, probe, reproduce, stats,
};

/// Solve bidding-chess endgames exactly, write certificates for `check`, and show what is verified.
#[derive(Parser)]
#[command(name = "solve", version = env!("SOLVE_VERSION"), after_help = EXIT_STATUS)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    /// Solve endgames and write their certificates; the smaller ones that they need come first
    Endgame(endgame::Arguments),
    /// Search for a plan that proves a bound for one position, with any number of men
    Bound(bound::Arguments),
    /// Ask about positions: verified values and what they mean, bids, labels, all moves
    Probe(probe::Arguments),
    /// Serve the explorer for your browser: look values up, solve, play an auction, break a certificate
    Explore(explore::Arguments),
    /// Write verified positions for other programs: CSV, JSON lines, LaTeX, a picture
    Export(export::Arguments),
    /// Give the figures of a certificate: denominators, zugzwangs, labels, gaps; list the certificates of folders
    Stats(stats::Arguments),
    /// Write a false certificate: one number of a true one is changed, and the checker says where
    Forge(forge::Arguments),
    /// Make again what a manifest names, compare every byte and verify it
    Reproduce(reproduce::Arguments),
    /// Compare published statements with what is verified
    Audit(audit::Arguments),
    /// Solve a game of your own, a graph in JSON: Richman, poorman, taxman and all-pay bids, turns, chance, chips
    Graph(graph_asked::Arguments),
    /// Solve a stochastic game or MDP of others, in PRISM language or UMB: how probable it is to reach a goal
    Model(crate::model_question::Arguments),
    /// Solve bidding Hex exactly: values, best moves, bids
    Hex(hex::Arguments),
    /// Solve Losing Chess: tables of few men, proofs of lost openings, auctions
    Losing {
        #[command(subcommand)]
        command: losing::Losing,
    },
    /// Solve impartial chess on partitions: values, losing cells, staircases, the race
    Partitions {
        #[command(subcommand)]
        question: partitions::Question,
    },
    /// Write completions for shells, and man pages of both programs
    Manual(crate::manual::Arguments),
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use clap::error::ErrorKind;
    use clap::{Command, CommandFactory as _};

    use crate::manual::check;

    /// What stands for a value in the book, and such a value; other words in capitals are names of files or texts.
    const VALUES: [(&str, &str); 9] = [
        ("BOARD", "8x8"),
        ("MATERIAL", "KNk"),
        ("N", "3"),
        ("C", "3/2"),
        ("A-B", "8-7"),
        ("BITS", "20"),
        ("WIDTH", "1e-6"),
        ("WORTH", "1/2"),
        ("LIST", "3x3"),
    ];

    fn markdown(folder: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let below = entries.flat_map(|path| match path.is_dir() {
            true => markdown(&path),
            false => vec![path],
        });
        below.filter(|path| path.extension().is_some_and(|end| end == "md")).collect()
    }

    /// The texts of a page that may be command lines, each with whether it stands in a block of its own.
    fn texts(page: &str) -> Vec<(String, bool)> {
        let (mut is_fenced, mut found) = (false, Vec::new());
        for line in page.lines() {
            if line.trim_start().starts_with("```") {
                is_fenced = !is_fenced;
            } else if is_fenced || line.starts_with("    ") {
                // Of a shell, one command after the other.
                found.extend(
                    line.split(" && ").flat_map(|line| line.split(" | ")).map(|line| (line.trim().to_owned(), true)),
                );
            } else {
                found.extend(line.split('`').skip(1).step_by(2).map(|text| (text.to_owned(), false)));
            }
        }
        found
    }

    /// The words of a command line of one of the two programs: with its alternatives, without what is said of it.
    fn lines(text: &str) -> Vec<Vec<String>> {
        let text = text.strip_prefix("$ ").unwrap_or(text);
        let text =
            text.replace("cargo run --release --features lp --bin ", "").replace("cargo run --release --bin ", "");
        let text =
            text.replacen("solve -- ", "solve ", 1).replacen("check -- ", "check ", 1).replace("target/release/", "");
        if !(text.starts_with("solve ") || text.starts_with("check ")) {
            return Vec::new();
        }
        let end = ["   ", " #", " > "].iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
        let (mut words, mut quoted) = (vec![(String::new(), false)], None);
        for letter in text[..end].chars() {
            let word = words.last_mut().unwrap();
            match (letter, quoted) {
                ('\'' | '"', None) => (quoted, word.1) = (Some(letter), true),
                (letter, Some(open)) if letter == open => quoted = None,
                (' ', None) => words.push((String::new(), false)),
                (letter, _) => word.0.push(letter),
            }
        }
        let mut all = vec![Vec::new()];
        for (word, is_quoted) in words {
            let word = if is_quoted { word } else { word.replace(['[', ']', '…'], "").replace("...", "") };
            let choices: Vec<&str> = if is_quoted { vec![&word] } else { word.split('|').collect() };
            let value =
                |word: &str| VALUES.iter().find(|(name, _)| *name == word).map_or(word, |(_, value)| value).to_owned();
            all = choices
                .iter()
                .flat_map(|choice| all.iter().map(|words| words.iter().cloned().chain([value(choice)]).collect()))
                .collect();
        }
        all.iter().map(|words: &Vec<String>| words.iter().filter(|word| !word.is_empty()).cloned().collect()).collect()
    }

    /// Each command line of the README and of the book is accepted; what stands within a sentence may leave out what is required.
    #[test]
    fn the_command_lines_of_the_book_are_accepted() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut pages = markdown(&root.join("docs/src"));
        let more = [
            "README.md",
            "CONTRIBUTING.md",
            "certs/README.md",
            "workflow/README.md",
            "cli/solve/README.md",
            "cli/check/README.md",
        ];
        pages.extend(more.map(|page| root.join(page)));
        let solve = crate::groups::grouped(super::Arguments::command());
        let (mut faults, mut count) = (Vec::new(), 0);
        for page in pages {
            for (text, is_block) in texts(&std::fs::read_to_string(&page).unwrap()) {
                for words in lines(&text) {
                    let command: Command =
                        if words[0] == "solve" { solve.clone() } else { check::Arguments::command() };
                    count += 1;
                    let lacks = |error: &clap::Error| {
                        let missing = [
                            ErrorKind::MissingRequiredArgument,
                            ErrorKind::MissingSubcommand,
                            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
                        ];
                        missing.contains(&error.kind()) || error.to_string().contains("but none was supplied")
                    };
                    match command.try_get_matches_from(&words) {
                        Err(error) if error.kind() == ErrorKind::DisplayHelp => {}
                        Err(error) if is_block || !lacks(&error) => {
                            faults.push(format!("{}: {text}: {error}", page.display()));
                        }
                        _ => {}
                    }
                }
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        assert!(count > 150, "{count} command lines were found");
    }

    /// The chapter of all commands has them in the order of `solve --help`.
    #[test]
    fn all_commands_are_in_the_order_of_the_help() {
        let chapter = include_str!("../../../docs/src/all-commands.md");
        let help = crate::groups::grouped(super::Arguments::command()).render_help().to_string();
        let place = |name: &str| help.find(&format!("\n  {name} ")).unwrap_or_else(|| panic!("{name} is no command"));
        let named = chapter.lines().filter_map(|line| line.strip_prefix("    solve ")?.split(' ').next());
        let places: Vec<usize> = named.map(place).collect();
        assert!(places.is_sorted() && places.len() > 20, "{places:?}");
    }
}
