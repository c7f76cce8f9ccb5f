//! Losing Chess: the solver's rules against outside counts, its tables and proofs before the checker, its searches, and the answers of the commands.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use crate::console::{SOLVE, Session, committed, root};
use checker::certificate::Digest;
use pipeline_tests::{nightly, slices};
use solver::games::losing::auction::{self, Endgames, Ground, Method, Solved};
use solver::games::losing::list::{self, List};
use solver::games::losing::material::Material;
use solver::games::losing::notation;
use solver::games::losing::proof;
use solver::games::losing::rules::{Board, Rule, WHITE};
use solver::games::losing::search::{Ended, Goal, INFINITE, Leaf, Search, Spend, TELL};
use solver::games::losing::table::{DRAW, Distance, Table};
use solver::games::losing::tables::{Tables, name};

/// Counts of move sequences from other programs: python-chess, shakmaty, Fairy-Stockfish, and the published tests of cutechess.
const PERFT: [(&str, &[u64]); 8] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", &[20, 400, 8067, 153_299]),
    ("8/1p6/8/8/8/8/P7/8 w - - 0 1", &[2, 4, 4, 3, 1, 0, 0]),
    ("8/2p5/8/8/8/8/P7/8 w - - 0 1", &[2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312, 2557, 30_873]),
    ("8/2b5/8/3B4/8/8/2P5/8 b - - 0 1", &[9, 135, 1197, 13_195, 116_051]),
    ("8/1kKP4/8/8/8/8/8/6n1 b - - 0 1", &[1, 5, 5, 0]),
    ("8/k1KP4/8/8/8/8/8/6n1 b - - 0 1", &[8, 63, 459, 4101, 33_425]),
    ("8/8/8/5P2/5p1p/8/6P1/8 w - - 0 1", &[3, 6, 6, 10, 12, 36, 176, 1540]),
    ("K7/8/8/8/3pPp2/8/8/7k b - e3 0 1", &[2, 6, 30, 180, 1368, 7980]),
];

#[test]
fn move_sequences_are_as_many_as_other_programs_count() {
    for (fen, counts) in PERFT {
        let board = Board::from_fen(fen).expect("a position");
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(board.perft(depth), count, "{fen}, {depth} moves");
        }
    }
    if nightly() {
        assert_eq!(Board::start().perft(7), 762_010_688);
    }
}

#[test]
fn rules_of_endings_differ_where_nobody_can_move() {
    let outcomes = |fen: &str| {
        let board = Board::from_fen(fen).expect("a position");
        [Rule::International, Rule::Fics, Rule::Draw].map(|rule| board.outcome(rule))
    };
    // White is blocked and has as many men, more, fewer; White has none.
    assert_eq!(outcomes("8/8/8/8/8/p7/P7/8 w - -"), [Some(Some(0)), Some(None), Some(None)]);
    assert_eq!(outcomes("8/8/8/p7/P7/P7/8/8 w - -"), [Some(Some(0)), Some(Some(1)), Some(None)]);
    assert_eq!(outcomes("8/8/p7/p7/P7/8/8/8 w - -"), [Some(Some(0)), Some(Some(0)), Some(None)]);
    assert_eq!(outcomes("8/8/p7/p7/8/8/8/8 w - -"), [Some(Some(0)); 3]);
    assert_eq!(outcomes("8/8/p7/p7/8/8/P7/8 w - -"), [None; 3]);
}

#[test]
fn moves_are_written_as_they_are_read() {
    for fen in ["start", "8/P6k/8/8/8/N3N3/8/N7 w - -", "K7/8/8/8/3pPp2/8/8/7k b - e3 0 1", "1n6/P7/8/8/8/8/8/8 w - -"]
    {
        let board = if fen == "start" { Board::start() } else { Board::from_fen(fen).expect("a position") };
        let moves = board.legal();
        assert!(!moves.is_empty());
        for step in moves {
            let text = notation::written(&board, step);
            assert_eq!(notation::read(&board, &text), Ok(step), "{fen}: {text}");
        }
    }
    let board = Board::from_fen("1n6/P7/8/8/8/8/8/8 w - -").expect("a position");
    assert!(notation::read(&board, "axb8=K").is_ok());
    assert!(notation::read(&board, "a8=Q").is_err(), "captures are compulsory");
}

/// By hand: a side that cannot move, and the moves that leave the other side so. By the rule of FICS a lost one has the label 1.
#[test]
fn tables_give_a_stalemate_to_whom_the_rule_gives_it() {
    let materials: Vec<Material> =
        ["PvP", "PPvP"].iter().map(|name| Material::parse(name).expect("a material")).collect();
    let tables = [Rule::International, Rule::Fics, Rule::Draw]
        .map(|rule| Tables::build(rule, &materials, None, 2, &|_| ()).expect("tables"));
    for (fen, labels) in [
        ("8/8/8/p7/P7/8/8/8 w - -", [0, DRAW, DRAW]),
        ("8/8/8/p7/P7/P7/8/8 w - -", [0, 1, DRAW]),
        // Colours exchanged: Black has more men.
        ("8/8/p7/p7/P7/8/8/8 b - -", [0, 1, DRAW]),
        ("8/8/p7/p7/P7/8/8/8 w - -", [0, 0, DRAW]),
        // The only move blocks White.
        ("8/8/p7/8/P7/P7/8/8 b - -", [1, 2, DRAW]),
        // Each side has one move, and then Black none.
        ("8/8/p7/8/8/P7/8/8 b - -", [2, DRAW, DRAW]),
    ] {
        let board = Board::from_fen(fen).expect("a position");
        assert_eq!(tables.each_ref().map(|tables| tables.label(&board).expect("a table")), labels, "{fen}");
    }
}

/// What a user reads where the rule decides, and the names of the files.
#[test]
fn probe_names_the_rule_where_it_decides() {
    let folder = tempfile::tempdir().expect("a folder");
    let probe = |fen: &str, rule: &str| {
        let run = Command::new(&*SOLVE)
            .args(["losing", "probe", fen, "--rule", rule, "--tables"])
            .arg(folder.path())
            .output()
            .expect("the program");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8_lossy(&run.stdout).lines().skip(10).map(str::to_owned).collect::<Vec<_>>()
    };
    let blocked = "8/8/8/p7/P7/8/8/8 w";
    assert_eq!(probe(blocked, "international"), ["White to move has no move, and has won, by International rules"]);
    assert_eq!(probe(blocked, "fics"), ["White to move has no move: a draw, by FICS rules"]);
    assert_eq!(probe(blocked, "draw"), ["White to move has no move: a draw, by vinciperdi rules"]);
    let step = probe("8/8/p7/8/P7/8/8/8 b", "draw");
    assert_eq!(step, ["Black to move draws, vinciperdi rules", "  a5      draws: a stalemate, by vinciperdi rules"]);
    for (rule, suffix) in [("", ""), ("_fics", ", FICS rules"), ("_draw", ", vinciperdi rules")] {
        let bytes = fs::read(folder.path().join(format!("8x8_PvP{rule}.cert"))).expect("a table");
        let find = |digest| {
            let files =
                fs::read_dir(folder.path()).expect("the folder").map(|entry| fs::read(entry.expect("a file").path()));
            files.map(|bytes| bytes.expect("a file")).find(|bytes| Digest::of(bytes) == digest)
        };
        let verified = games::checker(2, find).check(&bytes, None).expect("verified");
        let claim = ::session::words::claim(&verified);
        let start = format!("Losing Chess 8x8 PvP, double step{suffix}: all 2256 positions");
        assert!(claim.starts_with(&start), "{claim}");
    }
}

/// Numbers of the research note: 147 materials of two and three men with 12,083,944 positions; 567 of four men.
#[test]
fn materials_are_as_many_as_are_known() {
    assert_eq!([2, 3, 4].map(|units| Material::all(units).len()), [21, 126, 567]);
    let import = |text: &str| {
        Material::parse(text).expect("a material").imports().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(import("KPvN"), ["KKvN", "KQvN", "KRvN", "KBvN", "KNvN", "KvN", "NvP"]);
    assert_eq!(import("KvK"), Vec::<String>::new());
}

/// Has the checker verify a certificate that rests on those of a folder.
fn verify(folder: &Path, bytes: &[u8]) -> Result<(), String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let bytes = fs::read(entry.expect("an entry").path()).expect("a file");
        files.insert(Digest::of(&bytes), bytes);
    }

    let mut checker = ::games::checker(2, move |digest| files.get(&digest).cloned());
    checker.check(bytes, None).map(|_| ()).map_err(|failure| format!("{failure:?}"))
}

#[test]
fn checker_verifies_the_tables_of_the_solver_and_refuses_another_label() {
    let folder = tempfile::tempdir().expect("a folder");
    let material = Material::parse("KPvN").expect("a material");
    let one = Tables::build(Rule::International, std::slice::from_ref(&material), Some(folder.path()), 1, &|_| ())
        .expect("tables");
    let other = tempfile::tempdir().expect("a folder");
    let two = Tables::build(Rule::International, std::slice::from_ref(&material), Some(other.path()), 2, &|told| {
        assert!(!told.is_kept)
    })
    .expect("tables");
    assert_eq!(one.digest(&material), two.digest(&material));
    // What is there already is kept.
    Tables::build(Rule::International, std::slice::from_ref(&material), Some(folder.path()), 2, &|told| {
        assert!(told.is_kept)
    })
    .expect("tables");
    for material in one.materials() {
        let bytes = fs::read(folder.path().join(format!("8x8_{material}.cert"))).expect("a certificate");
        assert_eq!(verify(folder.path(), &bytes), Ok(()), "{material}");
    }
    let bytes = fs::read(folder.path().join("8x8_KPvN.cert")).expect("a certificate");
    let certificate = ::games::certificate(&bytes).expect("a certificate");
    let (head, mut slices) = (&certificate.head, slices(&certificate));
    slices[0][5] = if slices[0][5] == DRAW { 2 } else { DRAW };
    let wrong = writer::write(head, &slices);
    assert!(verify(folder.path(), &wrong).is_err());
}

#[test]
fn checker_verifies_endgames_under_an_auction() {
    let folder = tempfile::tempdir().expect("a folder");
    for (board, wanted, rule, method) in [
        ("3x4", "KPvP", Rule::International, Method::Choose),
        ("4x4", "BNvK", Rule::International, Method::Enclosure(30)),
        ("2x3", "KQvR", Rule::International, Method::Choose),
        ("5x8", "PvP", Rule::International, Method::Choose),
        ("3x4", "PPvP", Rule::Fics, Method::Choose),
        ("3x4", "KPvP", Rule::Draw, Method::Choose),
        ("2x3", "NNvB", Rule::Fics, Method::Enclosure(30)),
        ("5x8", "PvP", Rule::Draw, Method::Enclosure(20)),
    ] {
        let ground = Ground::parse(board).expect("a board");
        let mut solved: Vec<(Material, Solved)> = Vec::new();
        for material in Material::with_imports(&[Material::parse(wanted).expect("a material")]) {
            let find = |import: &Material| solved.iter().find(|(other, _)| other == import).map(|(_, solved)| solved);
            let imports: Vec<&Solved> = material.imports().iter().filter_map(find).collect();
            let found = auction::solve(Endgames { ground, rule, method, threads: 2 }, &material, &imports);
            fs::write(folder.path().join(found.endgame.name()), &found.bytes).expect("a file");
            assert_eq!(verify(folder.path(), &found.bytes), Ok(()), "{board} {material}");
            solved.push((material, found));
        }
    }
}

/// By turns two kings draw often; under an auction nothing is drawn but bishops on squares of opposite colours.
#[test]
fn two_men_on_4x4_draw_under_an_auction_only_with_a_bishop_or_two_pawns() {
    let ground = Ground::parse("4x4").expect("a board");
    let game = Endgames { ground, rule: Rule::International, method: Method::Choose, threads: 1 };
    let mut solved: Vec<(Material, Solved)> = Vec::new();
    for material in Material::with_imports(&Material::all(2)) {
        let find = |import: &Material| solved.iter().find(|(other, _)| other == import).map(|(_, solved)| solved);
        let imports: Vec<&Solved> = material.imports().iter().filter_map(find).collect();
        let found = auction::solve(game, &material, &imports);
        solved.push((material, found));
    }
    let drawn: Vec<String> = solved
        .iter()
        .filter(|(_, solved)| solved.figures().not_sharp > 0)
        .map(|(material, _)| material.to_string())
        .collect();
    assert_eq!(drawn, ["BvB", "BvP", "PvP"]);
}

/// Proof and disproof number.
type Numbers = (u32, u32);

/// Searches after these moves for a win of White, without tables: what it told of the root and when, how it ended, and the numbers of the root then.
fn searched(line: &str, nodes: u64) -> (Vec<(u64, Numbers)>, Ended, Numbers) {
    let (board, _) = notation::play(Board::start(), line).expect("legal moves");
    let goal = Goal { attacker: WHITE, rule: Rule::International, tables: &Tables::default(), units: 0 };
    let told = RefCell::new(Vec::new());
    let tell = |search: &Search<'_>| told.borrow_mut().push((search.nodes, search.root().expect("it has begun")));
    let (stop, spend) = (AtomicBool::new(false), Spend { memory: 64 << 20, nodes, part: 8, is_reversed: false });
    let mut search = Search::new(goal, spend, &stop, &tell);
    assert_eq!(search.root(), None);
    let ended = search.run(&board);
    let root = search.root().expect("it has ended");
    (told.into_inner(), ended, root)
}

/// After 1.e3 h5 the queen has to capture and the rook, too. With one move only a position has the numbers of the next one, so that the search goes back to
/// none of these three before it ends: what it told of the first one was all the time what it had begun with, 1 and 1.
#[test]
fn numbers_of_the_root_are_those_of_the_moment() {
    let (told, ended, _) = searched("1.e3 h5", 6 * TELL);
    assert_eq!(ended, Ended::Open);
    assert_eq!(told.iter().map(|&(nodes, _)| nodes).collect::<Vec<_>>(), (1..=6).map(|k| k * TELL).collect::<Vec<_>>());
    for (nodes, numbers) in &told {
        // A search that has to end at this node goes back to the root, and finds its numbers on the way.
        assert_eq!(searched("1.e3 h5", *nodes).2, *numbers, "after {nodes} nodes");
        assert_eq!(searched("1.e3 h5 2.Qxh5 Rxh5", nodes - 2).2, *numbers, "after {nodes} nodes");
    }
    let different: BTreeSet<_> = told.iter().map(|&(_, numbers)| numbers).collect();
    assert!(different.len() > 3 && !different.contains(&(1, 1)), "{different:?}");
    // Before anything is searched a position has the number of its moves: at the root White needs one of them, and Black all.
    let (board, _) = notation::play(Board::start(), "1.e3 h5 2.Qxh5 Rxh5").expect("legal moves");
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let goal = Goal { attacker: WHITE, rule: Rule::International, tables: &Tables::default(), units: 0 };
    let replies = moves.iter().map(|&step| match goal.leaf(&board.after(step)) {
        Leaf::Inner(replies) => replies,
        leaf => panic!("{leaf:?}"),
    });
    assert_eq!(searched("1.e3 h5 2.Qxh5 Rxh5", 1).2, (replies.min().expect("a move"), moves.len() as u32));
    // A proof was found: nothing is left to prove.
    let (_, ended, root) = searched("1.e3 d5", 1 << 20);
    assert_eq!((ended, root), (Ended::Proved, (0, INFINITE)));
}

/// The digests of all 714 tables, the list of counts, and a part of both against tables that are made here.
#[test]
fn list_of_tables_agrees_with_the_digests_and_its_small_tables_are_made_again() {
    let materials: Vec<Material> = (2..=4).flat_map(Material::all).collect();
    assert_eq!(materials.len(), 714);
    let text = fs::read_to_string(root().join("certs/losing/tables.txt")).expect("the list");
    let all = list::read(&text, Rule::International).expect("a list of tables");
    assert_eq!(list::written(&all, Rule::International), text);
    assert!(all.len() >= 649);
    // Those that the manifest names, too.
    let mut digests = pipeline_tests::digests("losing");
    digests.retain(|name, _| name.ends_with(".cert"));
    let named = all
        .iter()
        .filter_map(|(material, row)| Some((digests.get(&*name(material, Rule::International))?, &row.digest)));
    assert_eq!(named.inspect(|(manifest, list)| assert_eq!(manifest, list)).count(), digests.len());
    // A number of the research note.
    let small = all.iter().filter(|(material, _)| material.units() < 4);
    assert_eq!(2 * small.map(|(_, row)| row.figures.placements).sum::<usize>(), 12_083_944);
    for (material, row) in &all {
        let figures = row.figures;
        assert!(figures.outcomes.iter().all(|side| side.iter().sum::<usize>() == figures.placements), "{material}");
        assert!(row.full <= figures.zugzwangs, "{material}");
        // A conversion comes no later than the end.
        let plies = row.conversion.map_or(0, |moves| 2 * moves + 1);
        assert!(plies <= u32::from(figures.longest[0].max(figures.longest[1])), "{material}");
    }
    // All of two men, and of three men every tenth with what it needs.
    let wanted: Vec<Material> = Material::all(2).into_iter().chain(Material::all(3).into_iter().step_by(10)).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let mut made = List::new();
    let mut written = 0;
    let mut done = |_: &Material, _: &List| {
        written += 1;
        Ok(())
    };
    list::fill(&mut made, Rule::International, &wanted, folder.path(), 2, &|_| (), &mut done).expect("tables");
    assert_eq!(written, made.len());
    assert!(made.len() >= 34);
    for (material, row) in &made {
        assert_eq!(row, &all[material], "{material}");
    }
    // A row about another file is made anew, the others are kept.
    let first = made.keys().next().expect("a row").clone();
    let changed = made.get_mut(&first).expect("a row");
    (changed.digest, changed.bytes) = ("0".repeat(64), 0);
    let mut anew = Vec::new();
    let mut done = |material: &Material, _: &List| {
        anew.push(material.clone());
        Ok(())
    };
    list::fill(&mut made, Rule::International, &wanted, folder.path(), 2, &|_| (), &mut done).expect("tables");
    assert_eq!(anew, [first]);
    assert!(made.iter().all(|(material, row)| row == &all[material]));
}

/// Two ways to the same number: a solution by plies to the next conversion, and a look at the moves of what is lost for whoever moves.
#[test]
fn full_zugzwangs_are_those_whose_losers_need_three_plies_to_convert() {
    let wanted =
        ["KKvN", "RvBN", "KPvP", "NPvP", "PPvR"].map(|text| Material::parse(text).expect("a material").used().0);
    let tables = Tables::build(Rule::International, &wanted, None, 2, &|_| ()).expect("tables");
    let mut sum = 0;
    for material in &wanted {
        let find = |import: &Material| std::sync::Arc::clone(tables.get(import).expect("an import"));
        let conversion =
            Table::solve(material, Rule::International, Distance::Conversion, 1, &find).expect("few plies");
        let is_full = |labels: &[u8; 2]| labels.iter().all(|&label| label != DRAW && label % 2 == 1 && label >= 3);
        let expected = conversion.each().filter(is_full).count();
        assert_eq!(list::full_zugzwangs(tables.get(material).expect("a table")), expected, "{material}");
        sum += expected;
    }
    assert!(sum > 0);
}

#[cfg(unix)]
/// Begins a search that keeps its state all the time, and ends it by a signal when it has kept something; what it says.
fn interrupted(session: &Session, signal: &str) -> String {
    let arguments =
        ["losing", "prove", "1.e3 Na6", "--winner", "white", "--men", "2", "--state", "state", "--every", "0"];
    let mut command = std::process::Command::new(&*SOLVE);
    command.args(arguments).current_dir(session.path("")).stderr(std::process::Stdio::piped());
    let mut child = command.stdout(std::process::Stdio::null()).spawn().expect("a process");
    let size = || fs::metadata(session.path("state")).map_or(0, |found| found.len());
    let mut before = 0;
    // The first state is that of what it begins with, the second one has more.
    while before == 0 || size() == before {
        assert!(child.try_wait().expect("a status").is_none(), "it ends before it is interrupted");
        if before == 0 {
            before = size();
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let kill = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill");
    assert!(kill.success());
    let output = child.wait_with_output().expect("an end");
    assert!(!output.status.success());
    String::from_utf8(output.stderr).expect("text")
}

#[cfg(unix)]
#[test]
fn searches_go_on_after_an_interruption() {
    let mut session = Session::new();
    let said = interrupted(&session, "-INT");
    assert!(said.contains("not proved that White wins: the search was interrupted after"), "{said}");
    let said = interrupted(&session, "-KILL");
    assert!(said.contains("goes on after"), "{said}");
    // What a killed run leaves behind is not the state.
    let nodes = |text: &str, word: &str| -> u64 {
        let rest = text.split_once(word).expect("the word").1;
        rest.split_whitespace().next().and_then(|number| number.parse().ok()).expect("a number")
    };
    session.run(0, "solve losing prove '1.e3 Na6' --winner white --men 2 --state state --out found.cert");
    let text = session.transcript.clone();
    assert!(nodes(&text, "goes on after ") > nodes(&said, "goes on after "), "{said} {text}");
    let bytes = fs::read(session.path("found.cert")).expect("a proof");
    let (claim, ..) = proof::read(&bytes).expect("a proof");
    let (root, _) = notation::play(Board::start(), "1.e3 Na6").expect("legal moves");
    assert_eq!((claim.root, claim.winner, claim.rule), (root, WHITE, Rule::International));
    assert_eq!(verify(&session.path(""), &bytes), Ok(()));
    // The state is that of the end now: nothing is searched again.
    session.run(0, "solve losing prove '1.e3 Na6' --winner white --men 2 --state state --out again.cert");
    assert!(bytes == fs::read(session.path("again.cert")).expect("a proof"));
}

#[test]
fn states_of_searches_that_are_wrong_are_refused() {
    let mut session = Session::new();
    let search = |line: &str, rest: &str| {
        let units = if rest.is_empty() { " --men 2" } else { rest };
        format!("solve losing prove '{line}' --winner black --nodes 1 --again 0 --state state{units}")
    };
    session.run(1, &search("1.d3", ""));
    assert!(session.transcript.contains("not proved that Black wins: the search was ended"), "{}", session.transcript);
    let whole = fs::read(session.path("state")).expect("a state");
    let mut refuses = |name: &str, bytes: &[u8], line: &str, rest: &str, says: &str| {
        session.write("state", bytes);
        session.transcript.clear();
        session.run(2, &search(line, rest));
        assert!(session.transcript.contains(says), "{name}: {}", session.transcript);
        assert!(session.transcript.contains("state: found"), "{name}: {}", session.transcript);
        assert!(fs::read(session.path("state")).expect("a file") == bytes, "{name}: it is left as it is");
    };
    refuses("another root", &whole, "1.e4", "", "the state of another search");
    refuses("another rule", &whole, "1.d3", " --men 2 --rule fics", "the state of another search");
    refuses("other tables", &whole, "1.d3", " --men 0", "the state of another search");
    refuses("another file", &committed("losing/1.d4.cert"), "1.d3", "", "found another file");
    refuses("nothing", b"", "1.d3", "", "found another file");
    refuses("longer", &[&whole[..], b"x"].concat(), "1.d3", "", "the file is cut, or something follows it");
    for length in [27, 60, 100, 140, whole.len() / 2, whole.len() - 1] {
        let says = if length < 28 { "found another file" } else { "cut" };
        refuses("cut", &whole[..length], "1.d3", "", says);
    }
    // Changes of the table's size are found before memory is taken, all others by the digest.
    let head = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).expect("two lines").0 + 1;
    for place in [head, head + 33, whole.len() / 2, whole.len() - 40, whole.len() - 1] {
        let mut changed = whole.clone();
        changed[place] ^= 1;
        refuses("changed", &changed, "1.d3", "", "found another SHA-256");
    }
    let mut changed = whole.clone();
    changed[head + 15] ^= 0x81;
    refuses("a table of another size", &changed, "1.d3", "", "required a power of two");
    // As it was, it goes on to a proof.
    session.write("state", &whole);
    session.run(0, "solve losing prove 1.d3 --winner black --men 2 --state state --out found.cert");
    assert!(session.transcript.contains("goes on after "), "{}", session.transcript);
    assert!(proof::read(&fs::read(session.path("found.cert")).expect("a proof")).is_ok());
}

#[test]
fn probe_says_how_many_tables_it_needs() {
    let mut session = Session::new();
    // Two pawns against a king lead to tables of four men by no move, two pawns against two pawns to hundreds.
    session.run(0, "solve losing probe '8/8/8/8/8/8/PP6/k7 w'");
    assert!(!session.transcript.contains("needs "), "{}", session.transcript);
    let mut child = std::process::Command::new(&*SOLVE)
        .args(["losing", "probe", "8/pp6/8/8/8/8/6PP/8 w", "--tables", "tables"])
        .current_dir(session.path(""))
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("a process");
    let mut lines = BufReader::new(child.stderr.take().expect("what it says")).lines();
    let needed = Material::with_imports(&[Material::parse("PPvPP").expect("a material")]);
    let large = needed.iter().filter(|material| material.units() == 4).count();
    let line = lines.next().expect("a line").expect("text");
    assert_eq!(line, format!("needs {} tables, {large} of them of 4 men, 0 of them are in tables", needed.len()));
    assert!(needed.len() > 200);
    let line = lines.next().expect("a line").expect("text");
    assert!(line.starts_with(&format!("1/{} ", needed.len())) && line.ends_with(": solved"), "{line}");
    child.kill().expect("it is still at work");
    child.wait().expect("an end");
}
