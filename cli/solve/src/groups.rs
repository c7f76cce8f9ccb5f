//! The commands in groups, the commonest first, as `solve --help` lists them.

use std::fmt::Write as _;

use clap::Command;

/// The groups: what each is for, and its commands.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Ask, and explore", &["probe", "explore", "show", "stats", "list", "export"]),
    ("Solve bidding chess", &["endgame", "family", "bound", "needs"]),
    ("Solve games of your own", &["graph", "all-pay", "model"]),
    ("Solve other games", &["losing", "hex", "partitions"]),
    ("Audit and reproduce", &["audit", "reproduce"]),
];

/// What is said where people look for it.
const HINTS: &str = "\
Richman, poorman, taxman auctions: `--pays`. Whole chips: `--chips`. `solve help COMMAND` tells more about one.";

/// The command with its subcommands listed in groups.
pub fn grouped(command: Command) -> Command {
    let mut text = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(text, "{title}:");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {name:<11} {about}");
        }
        text.push('\n');
    }
    let template =
        format!("{{about}}\n{{usage-heading}} {{usage}}\n\n{text}{HINTS}\n\nOptions:\n{{options}}{{after-help}}");
    command.help_template(template)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn each_command_is_in_one_group_and_the_help_fits_a_screen() {
        let command = crate::Arguments::command();
        let mut all: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        all.retain(|name| *name != "manual");
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        all.sort_unstable();
        listed.sort_unstable();
        assert_eq!(all, listed);
        let help = grouped(command).render_help().to_string();
        assert!(help.lines().count() <= 50, "{help}");
        for word in ["Richman", "poorman", "taxman"] {
            assert!(help.contains(word), "{word}: {help}");
        }
        assert_eq!(help.lines().find(|line| line.chars().count() > 120), None);
    }
}
