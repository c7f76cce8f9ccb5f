//! The audit has to find each claim wrong that is made wrong. That what papers print is as the book has it, row by row, shows `solve reproduce --only audit`.

use std::collections::BTreeSet;
use std::process::Command;

use crate::console::{SOLVE, root};
use pipeline_tests::nightly;
use solver::analysis::statistics::Category;
use solver::audit::{Audit, Claim, Places, Verdict};
use solver::games::partitions::claims::Tables;
use solver::questions::questions;

fn text(name: &str) -> String {
    std::fs::read_to_string(root().join(format!("docs/claims/{name}.toml"))).expect("the claims")
}

/// An audit of the committed certificates; those of all boards up to 6x6 are among them. The Knight is forced on all partitions below 28.
fn audit() -> Audit {
    let certs = root().join("certs");
    Audit::new(Places { made: certs.clone(), certs }, questions()).with(Tables::new(28, 7))
}

fn claims(name: &str) -> Vec<Claim> {
    audit().read(&text(name)).unwrap_or_else(|error| panic!("{name}:{error}"))
}

/// What stands in a claim, and what it is replaced by: for each question a digit, or what else it asks about. The claim is then not as expected any more.
const CHANGES: &[(&str, &str, &str)] = &[
    ("value", "\"7463/8192\"", "\"7465/8192\""),
    ("best-moves", "Kc7, Kd7, Ke7", "Kc7, Kd7, Ke8"),
    ("best-value", "\"10489/16128\"", "\"10489/16129\""),
    ("move", "\"3279/4096\"", "\"3279/4095\""),
    ("all-values", "\"1/2\"", "\"1/3\""),
    ("sharp", "kind", "printed = \"does not hold\"\nkind"),
    ("sharp-boards", "below = \"8x8\"", "below = \"3x4\"\nprinted = \"does not hold\""),
    ("labels", "≤ 2, ≤ 2", "≤ 2, ≤ 1"),
    ("quiescent", "K7/2k5/P7/8/8/8/8/8", "8/8/8/8/3k4/8/8/K2N4"),
    ("zugzwang", "8/8/8/8/3k4/8/8/K2N4", "K7/2k5/P7/8/8/8/8/8"),
    ("quiescent-categories", ", cornered king", ""),
    ("quiescent-labels", "≤ 7, ≤ 13", "≤ 7, ≤ 12"),
    ("quiescent-placements", "\"8\"", "\"6\""),
    ("denominator", "\"320\"", "\"321\""),
    ("largest-denominator", "\"268435456\"", "\"268435457\""),
    ("smallest-non-dyadic", "\"320\"", "\"640\""),
    ("denominators", "\"16\"", "\"17\""),
    ("divisors", "[251]", "[257]"),
    ("promotion", "[\"R\", \"B\"]", "[\"R\", \"N\"]"),
    ("threshold", "\"30\"", "\"31\""),
    (
        "gap",
        "[\"8x8 KQk\", \"8x8 KRk\", \"8x8 KBk\", \"8x8 KNk\", \"8x8 KPk\"]\nsteps = 1000",
        "[\"8x8 KBk\"]\nsteps = 30",
    ),
    ("survey-counts", "100, 107,348", "100, 107,349"),
    ("one-value", "\"1/2\"", "\"1/3\""),
    ("dyadic-boards", "[\"4x5\", \"5x4\"]", "[\"4x5\"]"),
    ("never-quiescent", "[\"KQk\", \"KRk\"]", "[\"KQk\", \"KBk\"]"),
    ("rook-greatest", "kind", "printed = \"does not hold\"\nkind"),
    ("bishop-formula", "\"0\"", "\"1\""),
    ("bounds", "≤ 1/4, ≥ 3/4", "≤ 1/5, ≥ 3/4"),
    ("hex-best", "\"f6\"", "\"e6\""),
    ("hex-pivotal", "44633409026062493091546366551203557", "44633409026062493091546366551203555"),
    ("hex-same-moves", "kind", "printed = \"does not hold\"\nkind"),
    ("hex-losing", "kind", "printed = \"does not hold\"\nkind"),
    ("poorman-tic-tac-toe", "396925", "396924"),
    ("chips-table", "1 1* 2* 3", "1 1* 2 3"),
    ("chips-needed", "\"1, 0*\"\nfound = \"0, 0*\"", "\"1, 0*\"\nfound = \"0, 1*\""),
    ("hex-recipe", "\"1, 1*\"", "\"1, 2*\""),
    ("tug-of-war", "\"0\"", "\"1\""),
    ("ultimatum", "\"0\"", "\"1\""),
    ("moves-in-a-row", "\"0\"", "\"1\""),
    ("centre-or-corner", "20, 22, 26", "20, 22, 25"),
    ("average-of-needs", "\"522\"", "\"523\""),
    ("star-worth-less-than-nothing", "\"0\"", "\"1\""),
    ("star-worth-more-than-a-chip", "\"836\"", "\"835\""),
    ("perft", "1,368", "1,386"),
    ("line", "2.Bxb5 Bb7", "2.Bxb5 Bc7"),
    ("stalemates", "≥ 95 %, ≤ 1 %", "≤ 95 %, ≤ 1 %"),
    ("table-bytes", "≤ 800,000,000", "≤ 700,000,000"),
    ("arithmetic", "printed = \"4\"", "printed = \"5\""),
    ("materials", "\"567\"", "\"568\""),
    ("proof-size", "89635", "59635"),
    ("long-conversions", "\"7\"", "\"8\""),
    ("long-conversions-with-pawns", "KNPvR", "KBPvR"),
    ("full-zugzwangs", "about 1,000", "about 2,000"),
    ("partitions", "Downright, Knight", "Downright, Pawn, Knight"),
    ("partitions", "≥ 2", "≥ 3"),
    ("partitions", "G(3, 3) = 0", "G(1, 1) = 0"),
    ("partitions", "downrightG(1, 2, 2, 1)", "downrightG(1, 2, 1, 1)"),
    ("which-downright", "[[1, 1], [2]]", "[[1, 1], [3]]"),
    ("rectangles", "0, 2, 1, 3", "0, 2, 3, 1"),
    ("partitions", "j mod 2 = 0 ->", "j mod 3 = 0 ->"),
    ("staircases", "(k - 1) mod 3", "k mod 3"),
    ("staircases", "1 + (k = 1)", "2"),
    ("rectangles", "(a - 1) xor (b - 1)", "a xor (b - 1)"),
    ("partitions", "(i + 2) + 2", "(i + 2) + 1"),
    ("rook-powers", "[1, 2, 4, 8, 16]", "[1, 2, 3]"),
    ("rectangles", "<= 5", "< 5"),
    ("queen-stairs", "[3, 5, 7]", "[3, 5, 1]"),
    ("partitions", "row(0) >= 2 * n", "row(0) >= n"),
    ("partitions", "G = max(row(0), n) - 1", "G = max(row(0), n) - 2"),
    ("partitions", "(M = 0) = (cutG = 0)", "M = cutG"),
    ("classes", "+pet +forced", "+pet -forced"),
    ("classes-of-family", "\"60\"", "\"61\""),
    ("first-against", "\"12\"", "\"13\""),
    ("staircases", "2 * ((k", "3 * ((k"),
    ("staircases", "2 + (k - 1) mod 2", "2 - (k - 1) mod 2"),
    ("staircases-recur", "side = 9", "side = 3\nprinted = \"does not hold\""),
    ("coefficient", "minus = 2", "minus = 1"),
    ("losing-counts", "0, 0, 1, 3, 3", "0, 0, 1, 3, 4"),
    ("king-hooks", "side = 60", "side = 12"),
    ("partitions", "play(i) <= play", "play(i) < play - 1"),
    ("partitions", "cutPlay + 1", "cutPlay + 2"),
    ("rectangles", "where = \"max(a, b) * max(a, b) > min(a, b) * (a + b)\"", "where = \"max(a, b) > min(a, b)\""),
    ("arithmetic", "printed = \"108,066,622\"", "printed = \"108,066,623\""),
    ("factorisation", "\"2^28\"", "\"2^27\""),
    ("open-or-secret", "games = 300\nprinted = \"0\"", "games = 20\nprinted = \"1\""),
    ("tie-at-threshold", "games = 300", "games = 20\nprinted = \"does not hold\""),
    ("turn-probabilities", "games = 300\nprinted = \"0\"", "games = 20\nprinted = \"1\""),
    ("steps-with-chips", "games = 300\nprinted = \"0\"", "games = 20\nprinted = \"1\""),
    ("drawn-between", "printed = \"0\"", "printed = \"1\""),
    ("impartial-sharp", "games = 3000\nprinted = \"0\"", "games = 30\nprinted = \"1\""),
    ("dyadic-if-bounded", "games = 3000\nprinted = \"0\"", "games = 30\nprinted = \"1\""),
    ("labels-decide", "games = 10000\nprinted = \"0\"", "games = 30\nprinted = \"1\""),
    ("quiescent-decide", "games = 10000\nprinted = \"0\"", "games = 30\nprinted = \"1\""),
    ("steepest-path", "printed = \"0\"", "printed = \"1\""),
    ("slopes-never-rise", "printed = \"0\"", "printed = \"1\""),
    ("left-over-next-to-one", "\"2344\"", "\"2345\""),
    ("farthest", "\"7\"", "\"8\""),
    ("distances", "\"4, 4\"", "\"4, 3\""),
    ("knight-kept-out", "3k/4/4/K2N", "k3/4/4/K2N"),
    ("one-colour-king", "\"1/2, 1/2\"", "\"1/2, 1/3\""),
    ("more-best-moves", "move = \"g2h3\"", "move = \"g2h1\""),
    ("plans-differ", "four/4x4_KBkn.cert", "four/2x3_Kk.cert"),
    ("threshold-stays", "from = 30", "from = 29"),
    ("violated-rises", "kind", "printed = \"does not hold\"\nkind"),
    ("quiescent-values", "\"1/2\"", "\"1/3\""),
    ("dyadic-share", "> 50 %, > 50 %", "> 50 %, < 50 %"),
    ("waits", "3k/4/4/K2N", "8/8/8/8/3k4/8/8/K2N4"),
    ("partitions", "lctr = (G > 0)", "lctr = (M > 0)"),
    ("left-of-left", "kind", "printed = \"does not hold\"\nkind"),
    ("staircase-families", "kind", "printed = \"does not hold\"\nkind"),
    ("staircase-parts", "kind", "printed = \"does not hold\"\nkind"),
    ("partitions", "2, 2", "2, 3"),
    ("partitions", "piece = \"Rook\"\nask.all = \"(count", "piece = \"King\"\nask.all = \"(count"),
    ("partitions", "row(i) + i >= n", "row(i) + i > n"),
    ("rectangles", "G < 32", "G < 31"),
    ("partitions", "M = max(2 -", "M = max(1 -"),
    ("partitions", "Queen", "Queens"),
    ("partitions", "Pawn, Knight, Bishop", "Pawn, Knight"),
];

/// The same where tables of three men of Losing Chess are needed: at night.
const WITH_TABLES: &[(&str, &str, &str)] = &[
    ("drawn", "\"256\"", "\"257\""),
    ("outcome", "\"draw\"", "\"win\""),
    ("longest-conversion", "\"71\"", "\"72\""),
    ("losses", "\"45, 2\"", "\"45, 3\""),
    ("opposite-bishops", "\"0\"", "\"4\""),
    ("longest-defences", "K1b2, K2b2", "K1b2"),
];

#[test]
fn audit_finds_every_wrong_claim() {
    let mut audit = audit();
    audit.all = true;
    let mut files =
        ["bidding-chess", "other", "chips", "losing-chess", "partitions", "conjectures", "survey"].map(text);
    // The boards beyond 6x6 are not committed.
    files[5] = files[5].replace("2x2 to 8x8", "2x2 to 6x6");
    for (kind, from, to) in CHANGES.iter().chain(WITH_TABLES.iter().filter(|_| nightly())) {
        let kind_line = format!("kind = \"{kind}\"\n");
        let of_kind =
            files.iter().flat_map(|file| file.split("[[claim]]\n").skip(1)).filter(|claim| claim.contains(&kind_line));
        let claim =
            of_kind.into_iter().find(|claim| claim.contains(from)).unwrap_or_else(|| panic!("{kind}: found no {from}"));
        let changed = match *from {
            "kind" => claim.replacen("\nkind", &format!("\n{to}"), 1),
            _ => claim.replace(from, to),
        };
        let changed = format!("[[claim]]\n{changed}");
        let claims = audit.read(&changed).unwrap_or_else(|error| panic!("{kind}: {error}"));
        let answered = audit.answer(&claims[0]);
        assert_eq!(answered.verdict, Verdict::Differs, "{kind}: {}", answered.answer);
    }
    let changed: BTreeSet<&str> = CHANGES.iter().chain(WITH_TABLES).map(|(kind, ..)| *kind).collect();
    assert_eq!(audit.kinds().collect::<BTreeSet<&str>>(), changed);
}

#[test]
fn every_question_is_in_the_list_of_questions() {
    let list = std::fs::read_to_string(root().join("docs/claims/README.md")).expect("the list");
    for kind in audit().kinds() {
        assert!(list.contains(&format!("`{kind}`")), "{kind}");
    }
}

/// A claim that is recorded to differ, and does not, is told like one that differs.
#[test]
fn what_is_recorded_has_to_be_found() {
    let claim = |fields: &str| {
        let text =
            format!("[[claim]]\nrow = 1\nplace = \"\"\nsays = \"\"\nkind = \"arithmetic\"\nof = [1, 2]\n{fields}");
        let mut audit = audit();
        let claims = audit.read(&text).expect("a claim");
        audit.answer(&claims[0]).verdict
    };
    assert_eq!(claim("printed = \"3\"\n"), Verdict::AsPrinted);
    assert_eq!(claim("printed = \"4\"\n"), Verdict::Differs);
    assert_eq!(claim("printed = \"4\"\nfound = \"3\"\n"), Verdict::AsRecorded);
    assert_eq!(claim("printed = \"4\"\nfound = \"5\"\n"), Verdict::Differs);
    assert_eq!(claim("printed = \"3\"\nfound = \"3\"\n"), Verdict::Differs);
    assert_eq!(claim("printed = \"3\"\nnot-run = \"why\"\n"), Verdict::NotRun);
}

/// The board of 3x2 is not worth 1/2, so that its cells do not decide twice as often as their owner loses.
#[test]
fn boards_of_hex_that_are_not_square_are_looked_into() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("hex")).expect("a folder");
    let board: solver::games::hex::Board = "3x2".parse().expect("a board");
    let counts = solver::games::hex::count::count(&board, &mut |_| ()).expect("few frontiers");
    let bytes = solver::games::hex::Solution { board, counts }.certificate();
    std::fs::write(folder.path().join("hex/3x2.cert"), bytes).expect("a file");
    let places = Places { certs: folder.path().to_owned(), made: folder.path().to_owned() };
    let mut small = Audit::new(places, questions());
    let claim =
        |kind: &str| format!("[[claim]]\nrow = 1\nplace = \"\"\nsays = \"\"\nkind = \"{kind}\"\nboards = [\"3x2\"]\n");
    for (kind, verdict) in [("hex-losing", Verdict::Differs), ("hex-same-moves", Verdict::AsPrinted)] {
        let claims = small.read(&claim(kind)).expect("a claim");
        assert_eq!(small.answer(&claims[0]).verdict, verdict);
    }
    let error = small.read(&claim("hex-losing").replace("3x2", "3x20")).expect_err("an error").to_string();
    assert!(error.contains("required files x ranks from 1 to 16"), "{error}");
}

/// A composite number among the factors is found even where the product is right.
#[test]
fn audit_tests_that_factors_are_primes() {
    let verdict = |factors: &str| {
        let text = format!(
            "[[claim]]\nrow = 1\nplace = \"\"\nsays = \"\"\nkind = \"factorisation\"\nprinted = \"561\"\nfactors = \"{factors}\"\n"
        );
        let mut audit = audit();
        let claims = audit.read(&text).expect("a claim");
        audit.answer(&claims[0]).verdict
    };
    assert_eq!(verdict("3 · 11 · 17"), Verdict::AsPrinted);
    assert_eq!(verdict("561"), Verdict::Differs);
    assert_eq!(verdict("33 · 17"), Verdict::Differs);
}

/// There are 462 placements of two kings that are no neighbours, up to symmetry, and 3612 in all: numbers that every builder of
/// endgame tables knows. A bishop on the wrong colour and two such kings can be counted by hand in the same way.
#[test]
fn quiescent_positions_without_pawns_are_as_many_as_known() {
    let mut library = solver::analysis::verified::Library::default();
    let mut group = |name: &str, category| {
        let table = library.read(&root().join("certs").join(name)).expect("a certificate");
        let figures = solver::analysis::statistics::statistics(&table);
        figures.quiescent.get(&category).map(|group| (group.positions, group.placements))
    };
    assert_eq!(group("8x8_Kk.cert", Category::BareKings), Some((462, 3612)));
    let ghosts = group("8x8_KBk.cert", Category::GhostBishop).map(|(_, placements)| placements);
    assert_eq!(ghosts, Some(ghost_bishops()));
    for name in ["8x8_KQk.cert", "8x8_KRk.cert", "8x8_KNk.cert"] {
        assert_eq!(group(name, Category::Other), None);
    }
}

/// Placements of two kings that are no neighbours and of a bishop whose squares are of the other colour than the black king's.
fn ghost_bishops() -> usize {
    let squares: Vec<(i32, i32)> = (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank))).collect();
    let mut count = 0;
    for &white in &squares {
        for &black in &squares {
            if (white.0 - black.0).abs().max((white.1 - black.1).abs()) < 2 {
                continue;
            }
            let unlike = |square: &&(i32, i32)| (square.0 + square.1 + black.0 + black.1) % 2 != 0 && **square != white;
            count += squares.iter().filter(unlike).count();
        }
    }
    count
}

#[test]
fn files_of_claims_that_are_wrong_are_refused_with_the_line() {
    let audit = audit();
    let reason = |text: &str| audit.read(text).expect_err("an error").to_string();
    let claim = |fields: &str| format!("# A comment.\n[[claim]]\nrow = 1\nplace = \"1\"\nsays = \"\"\n{fields}");
    let at_the_claim = |fields: &str, start: &str, word: &str| {
        let reason = reason(&claim(fields));
        assert!(reason.starts_with(start) && reason.contains(word), "{reason}");
    };
    at_the_claim("kind = \"rumour\"\n", "2: row 1: kind: found \"rumour\", required one of ", "best-moves");
    at_the_claim("kind = \"value\"\nposition = \"k7/8/8/8/8/8/8/9\"\n", "2: row 1: value: ", "a FEN placement field");
    at_the_claim("kind = \"value\"\n", "2: row 1: value: ", "missing field `position`");
    at_the_claim(
        "kind = \"quiescent\"\nposition = \"k1/1K\"\nvalue = \"1/2\"\n",
        "2: row 1: ",
        "unknown field `value`",
    );
    at_the_claim("kind = \"sharp\"\nendgames = [\"8x8 NKk\"]\n", "2: row 1: sharp: ", "required an endgame such as");
    at_the_claim("kind = \"sharp\"\nendgames = 8\n", "2: row 1: sharp: ", "endgames");
    at_the_claim("", "2: row 1: ", "found no kind");
    at_the_claim("not-run = \"\"\nvalue = 1\n", "2: row 1: ", "found \"value\"");
    assert!(reason("[[claim]]\nrow = \"one\"\n").contains("invalid type: string"));
    assert!(reason("[[claim]]\nrow = 1\nplace = \"\"\n").contains("missing field `says`"));
    assert!(reason("[[claim]\n").starts_with("1: "));
    assert!(reason("title = \"Claims\"\n").starts_with("1: unknown field `title`"));
    assert_eq!(reason(""), "1: found no claim, required one [[claim]] or more");
    let right = audit.read(&claim("kind = \"quiescent\"\nposition = \"k1/1K\"\n")).map(|claims| claims.len());
    assert_eq!(right, Ok(1));
}

#[test]
fn missing_certificate_is_said_with_the_command_that_makes_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let places = Places { certs: folder.path().to_owned(), made: folder.path().to_owned() };
    let answered = Audit::new(places.clone(), questions()).answer(&claims("bidding-chess")[0]);
    assert_eq!(answered.verdict, Verdict::Failed);
    assert!(
        answered.answer.contains("8x8_KRk.cert") && answered.answer.contains("`solve endgame 8x8 KRk --out "),
        "{}",
        answered.answer
    );
    let boards = claims("bidding-chess").into_iter().find(|claim| claim.row == 24).expect("a claim");
    let answered = Audit::new(places, questions()).answer(&boards);
    assert_eq!(answered.verdict, Verdict::NotRun);
    assert!(answered.answer.contains("`solve endgame --boards "), "{}", answered.answer);
}

#[test]
fn command_exits_with_1_where_a_claim_differs() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("claims.toml");
    for (value, status) in [("1/2", 0), ("1/3", 1), ("x\"\nfield = \"", 2)] {
        let claim = format!(
            "[[claim]]\nrow = 2\nplace = \"4\"\nsays = \"\"\nkind = \"value\"\nposition = \"8/8/8/5k2/8/8/2K5/8\"\nprinted = \"{value}\"\n"
        );
        std::fs::write(&file, claim).expect("a file");
        let command = Command::new(&*SOLVE).arg("audit").arg(&file).arg("--certs").arg(root().join("certs")).output();
        let output = command.expect("an output");
        assert_eq!(output.status.code(), Some(status), "{output:?}");
    }
}

/// What is said of the end of a line, and the sign of a capture where nothing is captured.
#[test]
fn line_is_compared_with_all_that_is_said_of_its_end() {
    let mut audit = audit();
    let mut of = |fields: &str| {
        let claim = format!("[[claim]]\nrow = 1\nplace = \"-\"\nsays = \"-\"\nkind = \"line\"\n{fields}");
        let claims = audit.read(&claim).unwrap_or_else(|error| panic!("{fields}: {error}"));
        audit.answer(&claims[0]).verdict
    };
    let corner = "from = \"8/8/8/8/7p/8/6P1/8 w\"\n";
    for (fields, is_so) in [
        ("line = \"1.e3 d5\"", true),
        ("line = \"1.e3 d5 2.Bb5\"\nends = \"capture\"", false),
        ("line = \"1.d4 e5\"\nends = \"capture\"", true),
        ("line = \"1.d4 e5\"\nends = \"one-move\"", true),
        ("line = \"1.d4 e5\"\nthen = [\"dxe5\"]", true),
        ("line = \"1.d4 e5\"\nthen = [\"dxe5\", \"a3\"]", false),
        ("line = \"1.d4 e5 2.de5\"", false),
        ("line = \"1.d4 exe5\"", false),
    ] {
        assert_eq!(of(fields) == Verdict::AsPrinted, is_so, "{fields}");
    }
    for (fields, is_so) in [
        ("line = \"1.g4 hxg3\"\nleaves = \"vP\"\nends = \"no-move\"", true),
        ("line = \"1.g4 hxg3\"\nleaves = \"PvP\"", false),
        ("line = \"1.g4\"\nends = \"no-move\"", false),
        ("line = \"1.g4\"\nends = \"promotion\"", false),
    ] {
        assert_eq!(of(&format!("{corner}{fields}")) == Verdict::AsPrinted, is_so, "{fields}");
    }
}
