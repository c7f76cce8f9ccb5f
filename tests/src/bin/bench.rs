//! Measures every limit that the project has set itself and writes the table of docs/benchmarks/limits.md.
//!
//! Each command runs as a process of its own, several times; its processor time (user and system) and its peak memory
//! are what the operating system reports for it. Compared figures come from the same run. Usage: `bench SOLVE CHECK
//! FILE GAMES`, the two programs in release builds and the two files to write: all but the games, and the games. With `-` in place of a file that
//! part is left out.

use std::fmt::Write as _;
use std::io::BufRead as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use cpu_time::ProcessTime;
use solver::atomic_file;
use solver::certificates::pipeline::{self, Method, Settings};
use solver::chess::board::Board;
use solver::chess::endgame::Endgame;
use solver::chess::material::{DoubleStep, Signature};
use solver::graph::approximate::approximate;
use solver::graph::exact::policy::Silent;
use solver::graph::values::Values;
use wait4::Wait4 as _;

/// What a command takes: seconds and MiB.
#[derive(Clone, Copy)]
struct Cost {
    processor: f64,
    mebibytes: f64,
}

/// A program and its arguments.
type Line<'a> = (&'a Path, &'a [&'a str]);

/// Measures with the two programs; the text of a file.
type Part = fn(&Path, &Path) -> Result<String, String>;

/// Runs a command `runs` times. The medians of processor time and of peak memory.
fn cost(runs: usize, program: &Path, arguments: &[&str]) -> Result<Cost, String> {
    Ok(costs(runs, [(program, arguments)])?[0])
}

/// Runs commands in turn, `runs` times each, so that what else the machine does falls on all of them.
fn costs<const N: usize>(runs: usize, lines: [Line<'_>; N]) -> Result<[Cost; N], String> {
    let mut all = [(); N].map(|()| Vec::new());
    for _ in 0..runs {
        for (found, line) in all.iter_mut().zip(lines) {
            found.push(run(line)?);
        }
    }
    Ok(all.map(|mut found| {
        found.sort_by(|a, b| a.processor.total_cmp(&b.processor));
        let processor = found[runs / 2].processor;
        found.sort_by(|a, b| a.mebibytes.total_cmp(&b.mebibytes));
        Cost { processor, mebibytes: found[runs / 2].mebibytes }
    }))
}

/// Runs a command once.
fn run(line: Line<'_>) -> Result<Cost, String> {
    run_into(line, Stdio::null())
}

/// Runs a command once; its output goes here.
fn run_into((program, arguments): Line<'_>, output: Stdio) -> Result<Cost, String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let used = child.wait4().map_err(|error| format!("{}: {error}", program.display()))?;
    if !used.status.success() {
        return Err(format!("{} {}: {}", program.display(), arguments.join(" "), used.status));
    }
    let processor: Duration = used.rusage.utime + used.rusage.stime;
    Ok(Cost { processor: processor.as_secs_f64(), mebibytes: used.rusage.maxrss as f64 / f64::from(1 << 20) })
}

/// One row of the table of limits.
fn row(text: &mut String, what: &str, bar: &str, figure: &str, reached: bool) {
    let _ = writeln!(text, "| {what} | {bar} | {figure} | {} |", if reached { "yes" } else { "**no**" });
}

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [solve, check, file, games] = arguments.as_slice() else {
        eprintln!("usage: bench SOLVE CHECK FILE GAMES, where - leaves a part out");
        return ExitCode::from(2);
    };
    let parts: [(&PathBuf, Part); 2] = [(games, measure_games), (file, measure)];
    for (file, part) in parts {
        if file.as_os_str() == "-" {
            continue;
        }
        let written = part(solve, check).and_then(|text| {
            print!("{text}");
            let written = atomic_file::write(file, text.as_bytes());
            written.map_err(|error| format!("{}: {error}", file.display()))
        });
        if let Err(error) = written {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Games as graphs: how each is made, with `GAME` for its file, and how it is solved.
const GAMES: [(&str, &str); 19] = [
    ("random any 1000", "--method exact"),
    ("random any 10000", "--method exact"),
    ("random any 100000", "--method exact"),
    ("random any 100000", "--precision 56"),
    ("random any 1000000", "--precision 56"),
    ("random any 2000", "--method exact"),
    ("random any 2000", "--method lp"),
    ("endgame 3x3 KNk", "--method lp"),
    ("endgame 3x4 KNk", "--method lp"),
    ("endgame 3x4 KPk", "--method lp"),
    ("endgame 4x4 KNk", "--method lp"),
    ("endgame 4x4 KPk", "--method exact"),
    ("endgame 4x4 KPk", "--method lp"),
    ("random acyclic 1000000", "--method exact"),
    ("random two-options 2000", "--method exact"),
    ("random undirected 2000", "--method exact"),
    ("random turns 2000", "--method exact"),
    ("random turns 100000", "--precision 56"),
    ("tic-tac-toe 1/2", "--method exact"),
];

/// The table of games.
fn measure_games(solve: &Path, check: &Path) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (game, certificate, table) = (at("game.json"), at("game.cert"), at("table"));
    let mut text = String::from(
        "| game | solved by | positions | largest component | denominator | solve, s | MiB | check, s | MiB | certificate, bytes |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for (made, how) in GAMES {
        eprintln!("{made}, {how}");
        let out = at("certificates");
        if made.starts_with("endgame") {
            let arguments: Vec<&str> = made.split(' ').chain(["--out", &out, "--export-graph", &game]).collect();
            run((solve, &arguments))?;
        } else {
            let arguments: Vec<&str> = std::iter::once("certs/games/make.py").chain(made.split(' ')).collect();
            let file = std::fs::File::create(&game).map_err(|error| error.to_string())?;
            run_into((Path::new("python3"), &arguments), Stdio::from(file))?;
        }
        let mut arguments = vec!["graph", &game, "--out", &certificate];
        arguments.extend(how.split(' '));
        // Three runs, unless one takes long.
        let (mut found, line) = (Vec::new(), (solve, arguments.as_slice()));
        while found.len() < 3 && found.iter().map(|cost: &Cost| cost.processor).sum::<f64>() < 5.0 {
            found.push(run_into(line, Stdio::from(std::fs::File::create(&table).map_err(|error| error.to_string())?))?);
        }
        found.sort_by(|a, b| a.processor.total_cmp(&b.processor));
        let solved = found[found.len() / 2];
        let checked = cost(1, check, &[&certificate, "--graph", &game])?;
        let bytes = std::fs::metadata(&certificate).map_err(|error| error.to_string())?.len();
        // The first line alone: what this process takes counts for those that it starts.
        let mut said = String::new();
        let mut table = std::io::BufReader::new(std::fs::File::open(&table).map_err(|error| error.to_string())?);
        table.read_line(&mut said).map_err(|error| error.to_string())?;
        let after = |words: &str| {
            let rest = said.split_once(words).map_or("", |(_, rest)| rest);
            rest.split([' ', ';']).next().unwrap_or_default().to_owned()
        };
        let positions = said.split_once(" positions, ").and_then(|(before, _)| before.rsplit(' ').next());
        let (component, denominator) = match how.starts_with("--precision") {
            true => ("–".to_owned(), format!("values within {} units of 2^-56", after("values within "))),
            false => (
                Some(after("largest component ")).filter(|size| !size.is_empty()).unwrap_or("–".to_owned()),
                format!("{} bits", after("largest denominator ")),
            ),
        };
        let _ = writeln!(
            text,
            "| `{made}` | `{how}` | {} | {component} | {denominator} | {:.2} | {:.0} | {:.2} | {:.0} | {bytes} |",
            positions.unwrap_or_default(),
            solved.processor,
            solved.mebibytes,
            checked.processor,
            checked.mebibytes,
        );
    }
    Ok(text)
}

/// Endgames of four pieces on 8x8: what is asked for, its limit in seconds and MB, and the options that ask for it.
const FOUR: [(&str, f64, f64, &[&str]); 12] = [
    ("KQRk", 120.0, 4000.0, &["--precision", "56"]),
    ("KQQk", 120.0, 4000.0, &["--precision", "56"]),
    ("KQkq", 120.0, 4000.0, &["--precision", "56"]),
    ("KBkn", 120.0, 4000.0, &[]),
    ("KNkn", 120.0, 4000.0, &[]),
    ("KRkr", 180.0, 4000.0, &["--precision", "exact"]),
    ("KQkq", 180.0, 4000.0, &["--precision", "exact"]),
    ("KQkr", 180.0, 4000.0, &["--precision", "exact"]),
    ("KQkb", 180.0, 4000.0, &["--precision", "exact"]),
    ("KRNk", 400.0, 6000.0, &["--precision", "exact"]),
    ("KRkb", 400.0, 6000.0, &["--precision", "exact"]),
    ("KQkn", 400.0, 6000.0, &["--precision", "exact"]),
];

/// The rows of four pieces; each with the smaller endgames that it needs.
fn four_pieces(text: &mut String, solve: &Path, check: &Path) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let out = folder.path().to_string_lossy().into_owned();
    for (men, seconds, megabytes, options) in FOUR {
        eprintln!("8x8 {men} {}", options.join(" "));
        let mut arguments = vec!["endgame", "8x8", men, "--anew", "--out", &out];
        arguments.extend(options);
        let certificate = folder.path().join(format!("8x8_{men}.cert")).to_string_lossy().into_owned();
        let [solved, checked] = costs(1, [(solve, &arguments), (check, &[&certificate])])?;
        let figure = format!("{:.1} s, {:.0} MiB", solved.processor, solved.mebibytes);
        let reached = solved.processor <= seconds && solved.mebibytes * 1.048_576 <= megabytes;
        let what = format!("`solve endgame 8x8 {men} {}`", options.join(" ")).replace(" `", "`");
        row(text, &what, &format!("{seconds} s, {} GB", megabytes / 1000.0), &figure, reached);
        let ratio = checked.processor / solved.processor;
        let figure = format!("{:.1} s, {:.0} MiB: {ratio:.2} × the solve", checked.processor, checked.mebibytes);
        let reached = ratio <= 0.25 && checked.mebibytes * 1.048_576 <= 2000.0;
        row(text, "its `check`", "0.25 × the solve, 2 GB", &figure, reached);
    }
    Ok(())
}

/// Five men on 6×6, with all that they need; 8×8 takes too long here; its rows stand in the manifest.
fn five_pieces(text: &mut String, solve: &Path, check: &Path) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let out = folder.path().to_string_lossy().into_owned();
    eprintln!("6x6 KRNkb");
    let arguments = ["endgame", "6x6", "KRNkb", "--anew", "--out", &out];
    let certificate = folder.path().join("6x6_KRNkb.cert").to_string_lossy().into_owned();
    let [solved, checked] = costs(1, [(solve, &arguments[..]), (check, &[&certificate])])?;
    let figure = format!("{:.1} s, {:.0} MiB", solved.processor, solved.mebibytes);
    let reached = solved.processor <= 60.0 && solved.mebibytes * 1.048_576 <= 500.0;
    row(text, "`solve endgame 6x6 KRNkb` with all that it needs", "60 s, 0.5 GB", &figure, reached);
    let figure = format!("{:.1} s, {:.0} MiB", checked.processor, checked.mebibytes);
    let reached = checked.processor <= 30.0 && checked.mebibytes * 1.048_576 <= 500.0;
    row(text, "its `check`", "30 s, 0.5 GB", &figure, reached);
    Ok(())
}

/// The endgame that needs the most others: king and pawn against king and pawn, with all of them, each under its usual kind.
fn pawns(text: &mut String, solve: &Path) -> Result<(), String> {
    eprintln!("8x8 KPkp");
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let out = folder.path().to_string_lossy().into_owned();
    let pawns = cost(1, solve, &["endgame", "8x8", "KPkp", "--anew", "--out", &out])?;
    let figure = format!("{:.0} s of processor time, {:.0} MiB", pawns.processor, pawns.mebibytes);
    // One core alone would take no longer than its processor time.
    let reached = pawns.processor <= 5400.0;
    row(text, "`solve endgame 8x8 KPkp` with all that it needs", "90 minutes on 2 cores", &figure, reached);
    let files = std::fs::read_dir(folder.path()).map_err(|error| error.to_string())?.count();
    let again = cost(1, solve, &["endgame", "8x8", "KPkp", "--out", &out])?;
    let figure = format!("{:.0} s", again.processor);
    let what = format!("the same again, when all {files} certificates are there");
    row(text, &what, "kept, not solved again", &figure, again.processor <= pawns.processor / 2.0);
    Ok(())
}

/// What one move costs in one sweep of the value iteration, beside a plain pass over the same list of moves, in nanoseconds of processor
/// time; for KBkn on 8x8.
fn sweeps() -> Result<String, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let board = Board::new(8, 8).map_err(|error| text(&error))?;
    let (signature, _) = Signature::parse("KBkn").map_err(|error| text(&error))?;
    let settings = Settings { double_step: DoubleStep::Auto, method: Method::Exact, never: None, threads: 2 };
    let mut solved = Vec::new();
    for import in signature.imports() {
        pipeline::solve(board, &import, &settings, &mut solved, &mut Silent).map_err(|error| text(&error))?;
    }
    let find = |import: &Signature| solved.iter().find(|solution| solution.endgame.signature() == import);
    let imports: Vec<&pipeline::Solution> = signature.imports().iter().filter_map(find).collect();
    let endgames: Vec<&Endgame> = imports.iter().map(|import| &import.endgame).collect();
    let endgame = Endgame::new(board, signature, DoubleStep::Auto).map_err(|error| text(&error))?;
    let graph = pipeline::bounded(&endgame.graph(&endgames, 2), &imports, pipeline::DEFAULT_BITS);
    let start = ProcessTime::now();
    let approximation = approximate(&graph, pipeline::DEFAULT_BITS, || ());
    let spent = start.elapsed();
    let sweeps: u32 = approximation.sweeps.iter().sum();
    let moves = graph.white.options() + graph.black.options();
    let start = ProcessTime::now();
    let mut sum = 0u32;
    for _ in 0..sweeps {
        for targets in [graph.white.targets(), graph.black.targets()] {
            sum = std::hint::black_box(targets).iter().fold(sum, |sum, &target| sum.wrapping_add(target));
        }
    }
    std::hint::black_box(sum);
    let plain = start.elapsed();
    let each = |time: Duration| time.as_secs_f64() * 1e9 / (moves as f64 * f64::from(sweeps));
    let [below, above] = approximation.sweeps;
    let sliced = |bits: u8| -> (f64, u32) {
        let start = ProcessTime::now();
        let signature = endgame.signature();
        let sweeps = if bits > 30 {
            pipeline::in_slices::<u64>(board, signature, bits, &imports).enclose(2, None, &|_| ()).sweeps
        } else {
            pipeline::in_slices::<u32>(board, signature, bits, &imports).enclose(2, None, &|_| ()).sweeps
        };
        let sweeps = sweeps.iter().sum();
        (start.elapsed().as_secs_f64() * 1e9 / (moves as f64 * f64::from(sweeps)), sweeps)
    };
    let [(small, small_sweeps), (large, large_sweeps)] = [30, 56].map(sliced);
    let in_slices = format!(
        "\nIn slices, without a stored list of moves, all four bounds in units of 2^-30 take {small_sweeps} sweeps and {small:.2} ns a move in each, what captures are worth \
         included; in units of 2^-56 {large_sweeps} sweeps and {large:.2} ns. A sweep looks only where something may rise.\n"
    );
    Ok(format!(
        "\n## Sweeps\n\nKBkn on 8x8 has {moves} moves; the iteration makes {below} sweeps from below and {above} from above. A move costs \
         {:.2} ns of processor time in each. A plain pass over the same list of moves, 4 bytes each, costs {:.2} ns a move.\n{in_slices}",
        each(spent),
        each(plain)
    ))
}

/// Measures everything; the text of the chapter.
fn measure(solve: &Path, check: &Path) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let out = folder.path().to_string_lossy().into_owned();
    let mut text = String::from(
        "# Benchmarks\n\nAfter this page you know what each command costs in time and memory.\n\nWritten by `just bench`. Processor time is user and system time of the whole process, the median of \
         several runs; memory is the peak of the process. A ratio compares figures of the same run; for ratios to 8x8 solves the two commands \
         take turns.\n\n",
    );
    let _ = writeln!(text, "Machine: {}.\n", machine());
    text.push_str("| what | limit | measured | reached |\n|---|---|---|---|\n");

    eprintln!("8x8 KNk");
    let (arguments, certificate) = (["endgame", "8x8", "KNk", "--anew", "--out", &out], [&*at("8x8_KNk.cert")]);
    let [knk, checked] = costs(15, [(solve, &arguments), (check, &certificate)])?;
    let figure = format!("{:.3} s, {:.0} MiB", knk.processor, knk.mebibytes);
    row(&mut text, "`solve endgame 8x8 KNk`", "1.0 s, 150 MB", &figure, knk.processor <= 1.0 && knk.mebibytes <= 143.0);
    let ratio = checked.processor / knk.processor;
    let figure = format!("{:.3} s, {:.0} MiB: {ratio:.2} × the solve", checked.processor, checked.mebibytes);
    row(&mut text, "`check 8x8_KNk.cert` with its import", "0.25 × the solve", &figure, ratio <= 0.25);
    eprintln!("8x8 family");
    let all = ["Kk", "KQk", "KRk", "KBk", "KNk", "KPk"].map(|men| at(&format!("8x8_{men}.cert")));
    let arguments = ["endgame", "8x8", "--men", "3", "--anew", "--out", &out];
    let [family, checked] = costs(15, [(solve, &arguments), (check, &all.each_ref().map(String::as_str))])?;
    let figure = format!("{:.3} s, {:.0} MiB", family.processor, family.mebibytes);
    row(&mut text, "`solve endgame 8x8 --men 3`, all six endgames", "8 s", &figure, family.processor <= 8.0);
    let ratio = checked.processor / family.processor;
    let figure = format!("{:.3} s, {:.0} MiB: {ratio:.2} × the solve", checked.processor, checked.mebibytes);
    row(&mut text, "`check` of these six", "0.25 × the solve", &figure, ratio <= 0.25);
    eprintln!("survey");
    let boards = at("boards");
    let survey = cost(1, solve, &["endgame", "--boards", "2x2-8x8", "--recorded", "--out", &boards])?;
    let figure = format!("{:.1} s of processor time, {:.0} MiB", survey.processor, survey.mebibytes);
    row(
        &mut text,
        "`solve endgame --boards 2x2-8x8 --recorded`",
        "15 minutes on 2 cores",
        &figure,
        survey.processor <= 900.0,
    );
    eprintln!("audit");
    let paper = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/claims/bidding-chess.toml");
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../certs");
    let audit = cost(5, solve, &["audit", paper, committed])?;
    let figure = format!("{:.2} s, {:.0} MiB", audit.processor, audit.mebibytes);
    row(&mut text, "`solve audit` of the paper, verification included", "4 s", &figure, audit.processor <= 4.0);
    let audit = cost(3, solve, &["audit", paper, committed, "--survey", &boards])?;
    let figure = format!("{:.2} s, {:.0} MiB", audit.processor, audit.mebibytes);
    row(&mut text, "the same with `--survey`, all boards verified", "4 s", &figure, audit.processor <= 4.0);
    eprintln!("10x10 KNk");
    let large = cost(3, solve, &["endgame", "10x10", "KNk", "--anew", "--out", &out])?;
    let figure = format!("{:.2} s, {:.0} MiB", large.processor, large.mebibytes);
    row(
        &mut text,
        "`solve endgame 10x10 KNk`",
        "6 s, 2 GB",
        &figure,
        large.processor <= 6.0 && large.mebibytes <= 1907.0,
    );
    let checked = cost(3, check, &[&at("10x10_KNk.cert")])?;
    let ratio = checked.processor / large.processor;
    let figure = format!("{:.2} s, {:.0} MiB: {ratio:.2} × the solve", checked.processor, checked.mebibytes);
    row(&mut text, "`check 10x10_KNk.cert` with its import", "0.5 × the solve", &figure, ratio <= 0.5);
    four_pieces(&mut text, solve, check)?;
    five_pieces(&mut text, solve, check)?;
    pawns(&mut text, solve)?;
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../checker/src");
    let [all, report, command] = ["", "report", "bin"].map(|folder| lines_of_code(&checker.join(folder)));
    let (report, command) = (report?, command?);
    let further = FURTHER.iter().map(|file| lines_of_code(&checker.join(file))).sum::<Result<usize, String>>()?;
    let library = all? - report - command - further;
    let figure = format!(
        "{library}; beside it {further} of further games, {report} of wording, which no verdict needs, and {command} of the command"
    );
    row(&mut text, "lines of code of the checker's library", "1,600", &figure, library <= 1_600);
    text.push_str(NOTES);

    text.push_str(
        "\n## Growth: KNk on square boards\n\n\
         | board | positions | moves | sweeps | largest component | denominator bits | solve, s | check, s | certificate, bytes |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    let (signature, _) = Signature::parse("KNk").map_err(|error| error.to_string())?;
    for side in 4..=11u8 {
        // The largest takes a minute for each run.
        let runs = if side > 10 { 1 } else { 3 };
        eprintln!("{side}x{side} KNk");
        let board = Board::new(side, side).map_err(|error| error.to_string())?;
        let mut solved = Vec::new();
        let settings = Settings { double_step: DoubleStep::Auto, method: Method::Exact, never: None, threads: 2 };
        let place = pipeline::solve(board, &signature, &settings, &mut solved, &mut Silent)
            .map_err(|error| error.to_string())?;
        let (solution, name) = (&solved[place], format!("{side}x{side}"));
        let spent = cost(runs, solve, &["endgame", &name, "KNk", "--anew", "--out", &out])?;
        let checked = cost(runs, check, &[&at(&format!("{name}_KNk.cert"))])?;
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {} | {} | {} | {:.3} | {:.3} | {} |",
            solution.endgame.positions().len(),
            solution.counts.white_options + solution.counts.black_options,
            solution.counts.sweeps,
            solution.counts.component_sizes.first().copied().unwrap_or(1),
            match &solution.values {
                Values::Exact(table) => table.denominator_bits(),
                Values::Enclosed(enclosed) => enclosed.bits.into(),
            },
            spent.processor,
            checked.processor,
            solution.bytes.len()
        );
    }
    text.push_str(
        "\nPositions are counted up to the symmetries of the board; moves are those of both players over all positions; the \
         denominator is the largest in lowest terms.\n",
    );
    eprintln!("sweeps");
    text.push_str(&sweeps()?);
    text.push_str(GAMES_NOTES);
    Ok(text)
}

/// What the figures were measured on.
fn machine() -> String {
    let field = |file: &str, name: &str| {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with(name)).map(str::to_owned);
        line.and_then(|line| line.split_once(':').map(|(_, value)| value.trim().to_owned()))
    };
    let processor = field("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown processor".to_owned());
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let memory = field("/proc/meminfo", "MemTotal")
        .and_then(|text| text.strip_suffix(" kB").and_then(|kibibytes| kibibytes.parse::<u64>().ok()))
        .map_or_else(String::new, |kibibytes| format!(", {} GiB of memory", (kibibytes + (1 << 19)) >> 20));
    format!("{processor}, {cores} cores{memory}, shared with other work")
}

/// The modules of the checker's library that know further games.
const FURTHER: [&str; 7] =
    ["further.rs", "games/antichess.rs", "games/partition.rs", "proof.rs", "chips.rs", "payments.rs", "hex.rs"];

/// What the figures of the first table do not say by themselves.
const NOTES: &str = "
Lines are those that are neither blank nor comments, as `cargo fmt` sets them, closing brackets included, up to the first test of a file. \
Further games are counted apart: Losing Chess and its proofs, chips, payments, Hex, partitions, and the module that leads to them.

A check is measured against what the solver takes, which has become two to ten times faster since that limit was set: so \
 some limits are missed; the last column says which.
";

/// What precedes and follows the table of games, which is in a file of its own.
const GAMES_NOTES: &str = "
## Games

Games as graphs: `python3 certs/games/make.py …` or `solve endgame … --export-graph` makes the game, `solve graph` solves it, `check --graph` verifies the certificate. \
Processor time is the median of three runs, or of fewer where these took more than 5 seconds.

The table is in `games.md`, beside this file.
";

/// Lines of the sources in a folder and in those below that are neither blank nor comments, nothing from the first test of a file on.
fn lines_of_code(path: &Path) -> Result<usize, String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", path.display());
    if path.is_dir() {
        let entries = std::fs::read_dir(path).map_err(wrong)?;
        return entries.map(|entry| lines_of_code(&entry.map_err(wrong)?.path())).sum();
    }
    if path.extension().is_none_or(|extension| extension != "rs") {
        return Ok(0);
    }
    let text = std::fs::read_to_string(path).map_err(wrong)?;
    let code = text.lines().map(str::trim).take_while(|line| *line != "#[cfg(test)]");
    Ok(code.filter(|line| !line.is_empty() && !line.starts_with("//")).count())
}
