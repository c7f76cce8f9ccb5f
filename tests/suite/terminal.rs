//! What people type, and what they see while they wait. A terminal is one of Python's: see `terminal.py`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use crate::console::{SOLVE, root};

#[cfg(unix)]
#[test]
fn nothing_is_drawn_over_what_is_typed_and_an_interruption_ends_what_runs() {
    let output = Command::new("python3").arg(root().join("tests/suite/terminal.py")).arg(&*SOLVE).output();
    let output = output.expect("Python");
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
}

/// The first answer is there before the second question.
#[test]
fn each_line_is_answered_when_it_is_read() {
    for more in [&["--value-only"][..], &["--json"], &[]] {
        let mut command = Command::new(&*SOLVE);
        command.args(["probe", "-", "--certs"]).arg(root().join("certs")).args(more);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a process");
        let mut input = child.stdin.take().expect("standard input");
        let mut output = BufReader::new(child.stdout.take().expect("standard output"));
        for fen in ["3k/4/4/K2N", "4/3k/4/K2N"] {
            // A line may come in two parts.
            for part in [&fen[..3], &fen[3..], "\n"] {
                input.write_all(part.as_bytes()).expect("a question");
                input.flush().expect("a question");
            }
            let mut line = String::new();
            while !line.contains('/') {
                assert!(output.read_line(&mut line).expect("an answer") > 0, "{more:?} {fen}");
            }
        }
        drop(input);
        assert!(child.wait().expect("an end").success());
    }
}
