//! The commands in groups, the commonest first, as `solve --help` lists them.

use std::fmt::Write as _;

use clap::Command;

/// A group: what it is for, and its commands, each with an example of what may be written behind it.
type Group = (&'static str, &'static [(&'static str, &'static str)]);

/// The groups.
const GROUPS: [Group; 5] = [
    (
        "Ask, and explore",
        &[
            ("probe", "k7/8/8/K7/7N/8/8/8 --solve"),
            ("explore", "--port 8000"),
            ("stats", "8x8_KNk"),
            ("export", "8x8_KNk --format csv --out KNk.csv"),
            ("manual", "target/manual"),
        ],
    ),
    (
        "Solve bidding chess",
        &[("endgame", "8x8 KNk --out certs"), ("bound", "k2/1p1/1P1/K2 --enough 1/4 --out bound.cert")],
    ),
    (
        "Solve games of your own",
        &[("graph", "game.json --pays bank --out game.cert"), ("model", "model.prism --reach goal --precision 1e-6")],
    ),
    (
        "Solve other games",
        &[
            ("losing", "auction 4x4 KRvN --out certs"),
            ("hex", "11x11 --svg hex.svg"),
            ("partitions", "board King 8^2,6,5,3"),
        ],
    ),
    (
        "Doubt",
        &[
            ("forge", "8x8_KNk --at 8/8/8/8/3k4/8/8/K2N4 --value 5/8 --out altered.cert"),
            ("audit", "bidding-chess"),
            ("reproduce", "--only games"),
        ],
    ),
];

/// Examples of what stands behind a command that has commands of its own.
const NESTED: [(&str, &str); 10] = [
    ("losing", "prove 1.d4 --winner black --out d4.cert"),
    ("losing", "show certs/losing/1.d4.cert --line 1.d4"),
    ("losing", "probe 8/8/8/3k4/8/8/8/K2N4"),
    ("losing", "stats KRvN"),
    ("losing", "table KRvN --out tables"),
    ("losing", "perft start 3"),
    ("partitions", "sizes King 8"),
    ("partitions", "losing Queen 5,4,3"),
    ("partitions", "staircases King 1 1"),
    ("partitions", "race Rook Bishop 3,2,1"),
];

/// All examples, each with its command.
fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    GROUPS.iter().flat_map(|(_, names)| names.iter()).chain(&NESTED).copied()
}

/// What is said where people look for it.
const HINTS: &str = "\
Richman, poorman, taxman auctions: `--pays`. Whole chips: `--chips`. `solve help COMMAND` tells more about one.";

/// Numbers below 0 are read as values, so that what a value can be is said of them, too.
fn with_numbers(command: Command) -> Command {
    let command =
        command.mut_args(|argument| match argument.get_action().takes_values() && !argument.is_positional() {
            true => argument.allow_negative_numbers(true),
            false => argument,
        });
    command.mut_subcommands(with_numbers)
}

/// The command with its subcommands listed in groups, and an example in the help of each.
pub fn grouped(command: Command) -> Command {
    let mut command = with_numbers(command);
    let mut text = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(text, "{title}:");
        for (name, _) in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {name:<11} {about}");
        }
        text.push('\n');
    }
    for (name, example) in examples() {
        let text = format!("Example:\n  solve {name} {example}");
        command = command.mut_subcommand(name, |mut command| {
            let first = example.split(' ').next().filter(|first| command.find_subcommand(first).is_some());
            if let Some(first) = first {
                command = command.mut_subcommand(first, |inner| inner.after_help(text.clone()));
            }
            if command.get_after_help().is_some() { command } else { command.after_help(text) }
        });
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
        let command = crate::commands::Arguments::command();
        let mut all: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().map(|(name, _)| *name)).collect();
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

    #[test]
    fn what_is_refused_says_what_is_required_here() {
        for (line, required) in [
            (
                "endgame 4x4 KNk --precision -1",
                "for '--precision <exact|BITS|sharp>': required `exact`, or 1 to 62 bits, or `sharp`",
            ),
            ("endgame 4x4 KNk --precision 1e-6", "required `exact`, or 1 to 62 bits, or `sharp`, or `sharp:BITS`"),
            (
                "graph g.json --precision sharp",
                "invalid value 'sharp' for '--precision <exact|BITS>': required `exact`, or 1 to 62 bits\n",
            ),
            (
                "model m.umb --reach a --precision sharp",
                "required `exact`, or 1 to 62 bits, or a width between 0 and 1 such as 1e-6\n",
            ),
            (
                "losing auction 4x4 KRvN --precision exact",
                "invalid value 'exact' for '--precision <BITS>': required 1 to 62 bits\n",
            ),
            ("explore --port -1", "invalid value '-1' for '--port <N>': -1 is not in "),
            ("endgame 4x4 KNk --threads -1", "invalid value '-1' for '--threads <N>': "),
            ("endgame 4x4 KNk --ties coin", "required \"left\" or \"right\""),
        ] {
            let words = std::iter::once("solve").chain(line.split(' '));
            let error = grouped(crate::commands::Arguments::command()).try_get_matches_from(words).unwrap_err();
            assert!(error.to_string().contains(required), "{line}: {error}");
        }
        let mut command = grouped(crate::commands::Arguments::command());
        let help = command.find_subcommand_mut("endgame").unwrap().render_long_help().to_string();
        assert!(!help.contains("both`") && !help.contains("--pays both") && !help.contains("coin"), "{help}");
    }

    #[test]
    fn each_command_has_an_example_in_its_help_that_can_be_read() {
        for (name, example) in examples() {
            let mut command = grouped(crate::commands::Arguments::command());
            let words = ["solve", name].into_iter().chain(example.split(' '));
            command.clone().try_get_matches_from(words).unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut found = command.find_subcommand_mut(name).expect("it is there");
            let first = example.split(' ').next().filter(|first| found.find_subcommand(first).is_some());
            if let Some(first) = first {
                found = found.find_subcommand_mut(first).expect("it is there");
            }
            let help = found.render_help().to_string();
            assert!(help.contains(&format!("Example:\n  solve {name} {example}")), "{help}");
        }
    }
}
