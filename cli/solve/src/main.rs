//! The command `solve`: solves endgames, writes their certificates, shows what is verified.
//!
//! Responsible for the command line and the exit status (0 done, 1 failed, 2 usage); each subcommand has a module of its
//! own. Results go to standard output, everything else to standard error.

mod aims;
mod all_pay;
mod allchips;
mod audit;
mod bound;
mod chips;
mod commands;
mod endgame;
mod endgames;
mod explore;
mod export;
mod forge;
mod graph;
mod graph_asked;
mod graph_table;
mod groups;
mod hex;
mod how;
mod input;
mod list;
mod losing;
mod losing_prove;
mod made;
mod manual;
mod model;
mod model_question;
mod named;
mod needs;
mod numbers;
mod old;
mod output;
mod partitions;
mod pays;
mod prism;
mod probability;
mod probe;
mod probe_chips;
mod progress;
mod quick;
mod remembered;
mod reproduce;
mod rewards;
mod scores;
mod sharp;
mod stack;
mod stats;
mod survey;
mod timings;
mod umb;
mod watch;
mod whole;

use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory as _, FromArgMatches as _};

use crate::commands::{Arguments, Command};
use crate::output::{Failed, say, tell};

/// What was typed; what people write in two words where one is meant, as one.
fn typed() -> Vec<std::ffi::OsString> {
    let mut words: Vec<std::ffi::OsString> = Vec::new();
    for word in std::env::args_os() {
        let is_share =
            word.to_str().is_some_and(|word| word.contains('/') || word.bytes().all(|byte| byte.is_ascii_digit()));
        match words.as_mut_slice() {
            [.., option, last] if option == "--pays" && last == "taxman" && is_share => {
                last.push(" ");
                last.push(word);
            }
            // PRISM's own word.
            _ if word == "-const" => words.push("--const".into()),
            _ => words.push(word),
        }
    }
    words
}

/// Reads the command line; ends the program where it asks for help, or cannot be read.
fn read() -> clap::ArgMatches {
    let words = typed();
    let command = groups::grouped(Arguments::command());
    command.clone().try_get_matches_from(&words).unwrap_or_else(|mut error| {
        if let Some(answer) = old::answer(&words, &error) {
            tell(&answer);
            std::process::exit(2);
        }
        // That a word that begins with -- could be meant as a value behind -- helps nobody here.
        if error.kind() == ErrorKind::UnknownArgument {
            error.remove(ContextKind::Suggested);
        }
        if error.kind() == ErrorKind::MissingRequiredArgument {
            // The help of each command ends with an example, which says more than that there is a help.
            let inside = |command: &clap::Command, place: usize| {
                words.get(place).and_then(|name| command.find_subcommand(name.to_str()?)).cloned()
            };
            let outer = inside(&command, 1);
            let inner = outer.as_ref().and_then(|outer| inside(outer, 2)).or(outer);
            let found = inner.as_ref().and_then(clap::Command::get_after_help);
            let said = error.render().to_string();
            tell(&match found {
                Some(example) => said.replace("For more information, try '--help'.\n", &example.to_string()),
                None => said,
            });
            std::process::exit(2);
        }
        error.exit()
    })
}

fn main() -> ExitCode {
    let arguments = Arguments::from_arg_matches(&read());
    let result = match arguments.unwrap_or_else(|error| error.exit()).command {
        Command::Endgame(arguments) => endgame::endgame(arguments),
        Command::Bound(arguments) => bound::bound(&arguments),
        Command::Probe(arguments) => probe::probe(&arguments),
        Command::Explore(arguments) => explore::explore(&arguments),
        Command::Export(arguments) => export::export(&arguments),
        Command::Forge(arguments) => forge::forge(&arguments),
        Command::Stats(arguments) => stats::stats(&arguments),
        Command::Audit(arguments) => match audit::audit(&arguments) {
            Ok((text, false)) => Ok(text),
            Ok((text, true)) => return print(&text, ExitCode::FAILURE),
            Err(error) => Err(error),
        },
        Command::Reproduce(arguments) => match reproduce::reproduce(&arguments) {
            Ok(status) => return status,
            Err(error) => Err(error),
        },
        Command::Graph(arguments) => graph::graph(&arguments),
        Command::Model(arguments) => model::model(&arguments),
        Command::Hex(arguments) => hex::hex(&arguments),
        Command::Losing { command } => losing::losing(&command),
        Command::Partitions { question } => partitions::partitions(&question),
        Command::Manual(arguments) => manual::manual(&arguments, groups::grouped(Arguments::command())),
    };
    match result {
        Ok(text) => print(&text, ExitCode::SUCCESS),
        Err(Failed(text, status)) => {
            if !text.is_empty() {
                tell(&text);
            }
            ExitCode::from(status)
        }
    }
}

/// Prints a result; the status is failure where that cannot be done.
fn print(text: &str, status: ExitCode) -> ExitCode {
    match say(text) {
        Ok(()) => status,
        Err(Failed(text, _)) => {
            tell(&text);
            ExitCode::FAILURE
        }
    }
}
