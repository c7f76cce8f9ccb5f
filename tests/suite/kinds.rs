//! Every kind of certificate and every question: each answers in words of its kind, or refuses in one sentence that says what can be asked. What is answered
//! stands in `tests/data/answers.snap`. What is answered for programs fits the schema `docs/src/answer.schema.json`.
//!
//! The table below has a row for each kind of the table of claims, and for each statement, form and game of it; what has no row fails the test.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use boon::{Compiler, Draft, SchemaIndex, Schemas};
use serde_json::{Map, Value};

use crate::console::{CHECK, SOLVE, root};

/// A certificate to be asked.
pub struct Row {
    /// Its kind, as the table of claims names it.
    kind: &'static str,
    /// Below `certs`, or in the folder of what was made on the spot.
    pub file: &'static str,
    /// The game in a file that it is about, below `certs` or made on the spot.
    pub game: Option<&'static str>,
    /// What it has an answer to, and what it has none to.
    pub questions: [&'static str; 2],
    /// Whether the players bid with money.
    is_for_money: bool,
}

const fn row(
    kind: &'static str,
    file: &'static str,
    game: Option<&'static str>,
    questions: [&'static str; 2],
    is_for_money: bool,
) -> Row {
    Row { kind, file, game, questions, is_for_money }
}

const KNK: [&str; 2] = ["k3/4/4/K2N", "k3/4/4/K2Q"];
const KK: [&str; 2] = ["8/8/8/8/3k4/8/8/K7", "8/8/8/8/3k4/8/8/KQ6"];

pub const ROWS: &[Row] = &[
    row("endgame", "4x4_KNk.cert", None, KNK, true),
    row("endgame", "8x8_Kk.cert", None, KK, true),
    row("endgame", "bounds/4x4_KNk.cert", None, KNK, true),
    // never, exact; never, enclosed; one side alone.
    row("endgame", "never/4x4_KNk_never-1-2.cert", None, KNK, true),
    row("endgame", "enclosed/4x4_KNk_never-1-2.cert", None, KNK, true),
    row("endgame", "never/4x4_KNk_alpha.cert", None, KNK, true),
    row("endgame", "sharp/4x4_KBkn.cert", None, ["4/3k/4/K1Bn", "k3/4/4/K2Q"], true),
    row("game", "games/path.cert", Some("games/path.json"), ["3", "nowhere"], true),
    row("game", "games/waiting.cert", Some("games/waiting.json"), ["wait", "nowhere"], true),
    row("game", "games/walk.cert", Some("games/walk.json"), ["a", "nowhere"], true),
    row("game", "turns.cert", Some("turns.json"), ["a", "nowhere"], false),
    row("game", "richer.cert", Some("games/waiting.json"), ["wait", "nowhere"], true),
    row("game", "richer-bounds.cert", Some("games/waiting.json"), ["wait", "nowhere"], true),
    row("game", "beta.cert", Some("games/walk.json"), ["a", "nowhere"], true),
    row("game", "turns-third.cert", Some("turns.json"), ["a", "nowhere"], false),
    row("list", "plans/3x4-alpha.cert", None, ["k2/1p1/1P1/K2", "k3/4/4/K2N"], true),
    row("auction", "losing/4x4_KvN_auction.cert", None, ["4/1n2/4/1K2", "4/4/4/KQ2"], true),
    row("turns", "losing/8x8_KvN.cert", None, ["8/8/8/3n4/8/8/8/K7 w", "8/8/8/3n4/8/8/8/K7"], false),
    row(
        "proof",
        "losing/1.e4.cert",
        None,
        ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - -", "8/8/8/8/3k4/8/8/K7 w"],
        false,
    ),
    row("chips", "chips/4x4_KNk_9_decides.cert", None, KNK, false),
    row("chips", "chips/star.cert", Some("chips/star.json"), ["p", "nowhere"], false),
    row("poorman", "chips/star-bank.cert", Some("chips/star.json"), ["p", "nowhere"], false),
    row("payments", "payments/8x8_Kk_pays_bank.cert", None, KK, true),
    row("payments", "payments/crawl.cert", Some("payments/crawl.json"), ["P", "nowhere"], true),
    row("robin-hood", "payments/jump.cert", Some("payments/jump.json"), ["left", "nowhere"], true),
    row("hex", "hex/3x3.cert", None, ["b2", "d4"], false),
    row("partition", "partitions/king_20.cert", None, ["3,2,1", "0:1"], false),
    row("partition", "partitions/queen_8-3.cert", None, ["0:1", "99:99"], false),
    row("partition", "partitions/knight_8-5.cert", None, ["0:1", "a1"], false),
    row("partition", "partitions/king_3x3.cert", None, ["5", "0:1"], false),
    row("partition", "partitions/race_rook-king.cert", None, ["0:1", "a1"], true),
    row("model", "models/two.cert", Some("models/two.umb"), ["0", "nowhere"], false),
    row("model", "safe.cert", Some("models/two.umb"), ["0@4", "9"], false),
    row("rewards", "models/road.cert", Some("models/road.umb"), ["2:1", "nowhere"], false),
    row("rewards", "models/slot.cert", Some("models/slot.umb"), ["0:2", "nowhere"], false),
    row("rewards", "tolls.cert", Some("models/road.umb"), ["0", "9"], false),
    row("endless", "aims/houses.cert", Some("aims/houses.json"), ["left's", "nowhere"], true),
    row("endless", "aims/houses-bank.cert", Some("aims/houses.json"), ["left's", "nowhere"], true),
    row("endless", "aims/start.cert", Some("aims/start.json"), ["start", "nowhere"], true),
    row("endless", "aims/start-parity.cert", Some("aims/start.json"), ["a", "nowhere"], true),
    // The same three without bids: nothing is said of money.
    row("endless", "walk-mean.cert", Some("endless-walk.json"), ["a", "nowhere"], false),
    row("endless", "walk-least.cert", Some("endless-walk.json"), ["a", "nowhere"], false),
    row("endless", "walk-parity.cert", Some("endless-walk.json"), ["a", "nowhere"], false),
    row("endless", "aims/again.cert", Some("aims/again.json"), ["q", "nowhere"], false),
    row("endless", "aims/purse.cert", Some("aims/purse.json"), ["q", "nowhere"], false),
    row("scores", "scores/free-kick.cert", Some("scores/free-kick.json"), ["kick-off", "nowhere"], true),
    row("scores", "scores/switches-7-2.cert", Some("scores/switches.json"), ["9 + 2 + 1/2|-3/2", "9"], true),
    // Without bids, and bounds: nothing is said of money.
    row("scores", "ladder-points.cert", Some("ladder.json"), ["a", "nowhere"], false),
    row("scores", "ladder-two.cert", Some("ladder.json"), ["b", "nowhere"], false),
    row("scores", "switches-bounds.cert", Some("scores/switches.json"), ["9 + 2 + 1/2|-3/2", "9"], true),
    row("all-pay", "all-pay/first-to-two.cert", Some("all-pay/first-to-two.json"), ["0-0", "nowhere"], false),
];

/// Words of money: not to be said where nobody bids.
const MONEY: [&str; 5] = ["money", "share", " bid", "auction", "holds any"];

/// A game without auctions and without chance: the players take turns.
const TURNS: &str = r#"{"bidding-game":2,"title":"turns","positions":[
{"name":"lost","value":"0"},{"name":"won","value":"1"},
{"name":"a","turn":"left","left":["won","b"]},{"name":"b","turn":"right","right":["lost","a"]}]}"#;

/// An endless game without auctions.
const ENDLESS: &str = r#"{"endless-game":1,"positions":[
{"name":"a","reward":"1","priority":2,"chance":[{"to":"a","weight":"1/2"},{"to":"b","weight":"1/2"}]},
{"name":"b","reward":"0","priority":1,"turn":"left","left":["a"]},
{"name":"c","reward":"2","priority":0,"turn":"right","right":["c","a"]}]}"#;

/// A scored game without auctions.
const LADDER: &str = r#"{"scored-game":1,"positions":[
{"name":"a","turn":"left","left":["b","three"]},{"name":"b","chance":[{"to":"a","weight":"1/2"},{"to":"five","weight":"1/2"}]},
{"name":"three","score":"3"},{"name":"five","score":"5"},{"name":"none","score":"-1/2"}]}"#;

/// Runs a program.
pub fn run(program: &Path, words: &[&str]) -> Output {
    Command::new(program).args(words).env_remove("SOLVE_CERTS").output().expect("a process")
}

/// Of each answer no more is kept: the first lines, and of a line the first letters.
const MOST: [usize; 2] = [4, 2000];

/// A schema of JSON.
pub struct Schema(Schemas, SchemaIndex);

impl Schema {
    /// Of this text, which refers to nothing outside.
    pub fn new(text: &str) -> Self {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.set_default_draft(Draft::V2020_12);
        compiler.add_resource("schema.json", serde_json::from_str(text).expect("JSON")).expect("a schema");
        let index = compiler.compile("schema.json", &mut schemas).expect("a schema that refers to nothing outside");
        Self(schemas, index)
    }

    /// What is wrong with JSON, if anything is.
    pub fn fault(&self, json: &Value) -> Option<String> {
        self.0.validate(json, self.1).err().map(|fault| format!("{fault:#}"))
    }
}

/// The schema of answers for programs.
static ANSWERS: LazyLock<Schema> = LazyLock::new(|| Schema::new(include_str!("../../docs/src/answer.schema.json")));

/// The keys that have been renamed, and the texts, as they are and as they stand in the snapshot.
static RENAMED: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../data/renamed.json")).expect("JSON"));

/// Takes an answer for programs as the snapshot has it: without its version, with its keys in order, as they were called.
fn as_kept(json: Value) -> Value {
    let renamed = |of: &Value, name: &str| of[name].as_str().unwrap_or(name).to_owned();
    match json {
        Value::Array(all) => all.into_iter().map(as_kept).collect(),
        Value::Object(fields) => {
            let field = |(name, value): (String, Value)| {
                let value =
                    value.as_str().map_or_else(|| as_kept(value.clone()), |text| renamed(&RENAMED[&name], text).into());
                (renamed(&RENAMED["keys"], &name), value)
            };
            Value::Object(fields.into_iter().map(field).collect::<Map<_, _>>())
        }
        other => other,
    }
}

/// A line that was printed, as the snapshot has it; and what is wrong with it, if it is an answer for programs.
fn kept(line: &str) -> (String, Option<String>) {
    let Ok(Value::Object(mut fields)) = serde_json::from_str(line) else { return (line.to_owned(), None) };
    let fault = match line.starts_with("{\"version\":1,") {
        true => ANSWERS.fault(&Value::Object(fields.clone())),
        false => Some("the version is not its first field".to_owned()),
    };
    fields.remove("version");
    (as_kept(Value::Object(fields)).to_string(), fault)
}

/// What was asked and answered, and what is wrong with it.
#[derive(Default)]
struct Heard {
    faults: Vec<String>,
    answers: String,
}

/// Asks, keeps the answer, and says what is wrong with it, if anything is. `refusal`: one of these questions may not be answered.
fn ask(program: &Path, words: &[&str], row: &Row, Heard { faults, answers }: &mut Heard) -> Option<String> {
    let output = run(program, words);
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let line = format!("{} {}", program.file_name().expect("a name").to_string_lossy(), words.join(" "));
    *answers += &format!("$ {line}\n");
    for (number, line) in out.lines().enumerate() {
        let (line, fault) = kept(line);
        faults.extend(fault.map(|fault| format!("{words:?}: {fault}\n{line}")));
        if number < MOST[0] {
            *answers += &format!("{line}\n");
        }
    }
    let mut fault = |what: &str| faults.push(format!("{line}: {what}\n{out}{err}"));
    if err.contains("panicked") || output.status.code().is_none_or(|status| status > 2) {
        fault("a panic");
    }
    let is_done = output.status.success();
    if is_done && out.trim().is_empty() {
        fault("nothing is said");
    }
    if !is_done && err.trim().is_empty() && out.trim().is_empty() {
        fault("refused without a word");
    }
    let said = format!("{out}{err}").to_lowercase();
    if !row.is_for_money
        && let Some(word) = MONEY.iter().find(|word| said.contains(**word))
    {
        // An auction with chips has bids, and is named so.
        if !["chips", "all-pay"].contains(&row.kind) || *word == "money" || *word == "share" {
            fault(&format!("a word of money, {word:?}"));
        }
    }
    is_done.then_some(out)
}

/// What is made on the spot, in a folder.
pub fn made() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    std::fs::write(path("turns.json"), TURNS).expect("a file");
    let solve = |words: &[&str]| {
        let output = run(&SOLVE, words);
        assert!(output.status.success(), "solve {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    solve(&["graph", &path("turns.json"), "--out", &path("turns.cert")]);
    std::fs::write(path("endless-walk.json"), ENDLESS).expect("a file");
    for (aim, name) in [(&[][..], "mean"), (&["--aim=1"], "least"), (&["--aim=parity"], "parity")] {
        let (game, out) = (path("endless-walk.json"), path(&format!("walk-{name}.cert")));
        solve(&[&["graph", &game, "--out", &out], aim].concat());
    }
    std::fs::write(path("ladder.json"), LADDER).expect("a file");
    solve(&["graph", &path("ladder.json"), "--out", &path("ladder-points.cert")]);
    solve(&["graph", &path("ladder.json"), "--aim", "2", "--out", &path("ladder-two.cert")]);
    let switches = format!("{}/certs/scores/switches.json", root().display());
    solve(&["graph", &switches, "--precision", "40", "--out", &path("switches-bounds.cert")]);
    solve(&["endgame", "4x4", "KNk", "--precision", "40", "--out", &path("bounds")]);
    solve(&["endgame", "4x4", "KNk", "--never", "1/2", "--out", &path("never")]);
    solve(&["endgame", "4x4", "KNk", "--value", "alpha", "--out", &path("never")]);
    solve(&["endgame", "4x4", "KNk", "--never", "1/2", "--precision", "40", "--out", &path("enclosed")]);
    let [waiting, walk] = ["waiting", "walk"].map(|name| format!("{}/certs/games/{name}.json", root().display()));
    solve(&["graph", &waiting, "--never", "richer", "--out", &path("richer.cert")]);
    solve(&["graph", &waiting, "--never", "1/2", "--precision", "40", "--out", &path("richer-bounds.cert")]);
    solve(&["graph", &walk, "--value", "beta", "--out", &path("beta.cert")]);
    solve(&["graph", &path("turns.json"), "--never", "1/3", "--out", &path("turns-third.cert")]);
    let two = format!("{}/certs/models/two.umb", root().display());
    solve(&["model", &two, "<<two>> Pmin=? [ G<=4 !\"lost\" ]", "--precision", "40", "--out", &path("safe.cert")]);
    let road = format!("{}/certs/models/road.umb", root().display());
    solve(&["model", &road, "R{\"tolls\"}max=? [ C ]", "--discount", "0.9", "--out", &path("tolls.cert")]);
    solve(&["losing", "auction", "4x4", "KvN", "--out", &path("losing")]);
    solve(&["losing", "table", "KvN", "--out", &path("losing")]);
    folder
}

/// A file that was made on the spot, or is committed.
pub fn find(made: &tempfile::TempDir, name: &str) -> String {
    let made: PathBuf = made.path().join(name);
    let path = if made.exists() { made } else { root().join("certs").join(name) };
    path.to_str().expect("text").to_owned()
}

#[test]
fn every_kind_answers_every_question() {
    let in_table: BTreeSet<&str> = session::claims::kinds().collect();
    let in_rows: BTreeSet<&str> = ROWS.iter().map(|row| row.kind).collect();
    assert_eq!(in_rows, in_table, "every kind needs a row");
    let folder = made();
    let find = |name| find(&folder, name);
    let mut heard = Heard::default();
    for row in ROWS {
        let (file, game) = (find(row.file), row.game.map(find));
        let own =
            |option: &'static str| -> Vec<&str> { game.iter().flat_map(|game| [option, game.as_str()]).collect() };
        let with = |words: &[&'static str], option: &'static str| -> Vec<&str> {
            words.iter().copied().chain([file.as_str()]).chain(own(option)).collect()
        };
        let [good, foreign] = row.questions;
        let mut check = |more: &[&'static str], is_done: bool| {
            let words = [with(&[], "--graph"), more.to_vec()].concat();
            let said = ask(&CHECK, &words, row, &mut heard);
            if said.is_some() != is_done {
                heard.faults.push(format!("check {words:?}: {}", if is_done { "refused" } else { "answered" }));
            }
        };
        check(&[], true);
        check(&["--json"], true);
        check(&["--dump"], true);
        check(&["--at", good], true);
        check(&["--at", good, "--json"], true);
        check(&["--at", foreign], false);
        // Whether the other commands have an answer depends on the kind; none may end without one word or the other.
        let mut solve = |words: Vec<&str>| ask(&SOLVE, &words, row, &mut heard);
        solve(vec!["probe", "--cert", &file]);
        solve(vec!["probe", "--cert", &file, good]);
        solve(vec!["probe", "--cert", &file, foreign]);
        solve(vec!["stats", &file]);
        solve(vec!["stats", &file, "--json"]);
        for format in ["csv", "jsonl", "latex", "svg"] {
            let words = [with(&["export"], "--game"), vec!["--format", format]].concat();
            let all = solve(words.clone());
            assert!(all.is_some() || !["csv", "jsonl"].contains(&format), "{words:?}");
            for question in row.questions {
                solve([words.clone(), vec!["--position", question]].concat());
            }
        }
        for question in row.questions {
            solve([vec!["probe", "--cert", &file], own("--game"), vec![question]].concat());
            solve([vec!["probe", "--json", "--cert", &file], own("--game"), vec![question]].concat());
        }
        // A folder with this one file.
        let alone = tempfile::tempdir().expect("a folder");
        std::fs::copy(&file, alone.path().join("one.cert")).expect("a copy");
        let output = run(&SOLVE, &["stats", alone.path().to_str().expect("text")]);
        assert!(output.status.success() && !output.stdout.is_empty(), "{file}");
    }
    let Heard { faults, answers } = heard;
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n\n"));
    // Keys, values and words stay as they are, unless somebody means it.
    let version = format!("\"version\":{:?}", env!("CARGO_PKG_VERSION"));
    let [made, certs] = [folder.path(), &root().join("certs")].map(|folder| format!("{}/", folder.display()));
    let answers = answers.replace(&made, "").replace(&certs, "").replace(&version, "");
    let answers: String = answers.lines().flat_map(|line| line.chars().take(MOST[1]).chain(['\n'])).collect();
    insta::with_settings!({ snapshot_path => "../data", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("answers", answers);
    });
}

/// What the solver says for programs when it has solved something: the version first, and what the schema knows.
#[test]
fn what_is_solved_is_told_by_the_schema() {
    let certs = root().join("certs");
    let lines = [
        "graph games/walk.json --json",
        "graph games/walk.json --precision 20 --json",
        "graph games/walk.json --never 1/2 --json",
        "graph games/walk.json --never 1/2 --precision 20 --json --at a",
        "graph payments/crawl.json --pays bank --json",
        "graph payments/crawl.json --pays bank --precision 20 --json",
        "graph chips/star.json --chips 3 --json",
        "graph chips/star.json --chips all --winner decides --json",
        "graph chips/star.json --chips 3 --pays bank --json",
        "graph chips/star.json --chips 3 --pays bank --json --at p",
        "graph aims/houses.json --json",
        "graph aims/houses.json --pays bank --json",
        "graph aims/start.json --aim all --json",
        "graph scores/free-kick.json --json --at kick-off",
        "graph scores/free-kick.json --aim all --json",
        "hex 3x3 --json",
        "stats hex --json",
        "endgame --dry-run --json 4x4 KNk",
        "probe nonsense --json",
    ];
    for line in lines {
        let mut command = Command::new(&*SOLVE);
        let output = command.args(line.split(' ')).current_dir(&certs).output().expect("a process");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(!text.is_empty(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        for answer in text.lines() {
            let (kept, fault) = kept(answer);
            assert!(answer.starts_with('{') && fault.is_none(), "{line}: {fault:?}\n{kept}");
        }
    }
}

/// What went wrong before each kind told of itself.
#[test]
fn what_one_kind_can_do_another_can() {
    let certs = root().join("certs");
    let solve = |words: &[&str]| {
        let words: Vec<String> = words
            .iter()
            .map(|word| {
                word.strip_prefix("certs/").map_or((*word).to_owned(), |name| format!("{}/{name}", certs.display()))
            })
            .collect();
        let output = run(&SOLVE, &words.iter().map(String::as_str).collect::<Vec<_>>());
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    };
    let (status, csv) = solve(&["export", "certs/partitions/king_3x3.cert", "--format", "csv"]);
    assert_eq!((status, csv.lines().next()), (Some(0), Some("layer,row,column,value")));
    let (status, csv) = solve(&["export", "certs/hex/3x3.cert", "--format", "csv"]);
    assert_eq!((status, csv.lines().count()), (Some(0), 10));
    let (status, stats) = solve(&["stats", "certs/losing/1.e4.cert"]);
    assert_eq!(status, Some(0));
    assert!(!stats.contains("plan") && stats.contains("stalemates"), "{stats}");
}
