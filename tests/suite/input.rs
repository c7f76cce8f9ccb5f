//! What commands read: a file is recognised wherever it is given, `-` is standard input, a byte order mark is passed over, decimal numbers are fractions.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::console::{Session, committed};

const GAME: &str = r#"{"bidding-game": 2, "positions": [{"name": "a", "left": ["b"], "right": ["c"]}, {"name": "b", "value": "1"}, {"name": "c", "value": "1/4"}]}"#;
const DRAWING: &str = "digraph { a -> b [player=left]; a -> c [player=right]; b [value=1]; c [value=0.25] }";
const PRISM: &str = "// A coin.\nmdp\nmodule coin x : [0..1]; endmodule\n";

/// A folder with a file of each sort.
fn session() -> Session {
    let session = Session::new();
    for name in ["4x4_KNk.cert", "4x4_Kk.cert"] {
        session.committed(&format!("all/{name}"), name);
    }
    session.committed("road.umb", "models/road.umb");
    session.write("game.json", GAME.as_bytes());
    session.write("game.dot", DRAWING.as_bytes());
    session.write("coin.prism", PRISM.as_bytes());
    session.write("coin.jani", b"{ \"jani-version\": 1 }");
    session.write("text.txt", b"A text.\n");
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&committed("4x4_KNk.cert")).expect("memory");
    session.write("x.gz", &packed.finish().expect("memory"));
    session.write("x.zst", b"\x28\xb5\x2f\xfd\x04\x58");
    session
}

/// Each command says what the file is and what to do with it.
#[test]
fn what_is_given_in_the_place_of_something_else_is_recognised() {
    let mut session = session();
    let model = "this is a model: `solve model road.umb PROPERTY` asks it";
    let prism = "PRISM language";
    for (status, line, parts) in [
        (2, "check road.umb", &["declined: not a certificate: ", model][..]),
        (
            2,
            "check game.json",
            &["declined: not a certificate: this is a game in JSON: `solve graph game.json` solves it"],
        ),
        (
            2,
            "check game.dot",
            &["declined: not a certificate: this is a drawing in DOT: in Python, `bidding_games.Game.from_networkx"],
        ),
        (2, "check coin.prism", &["declined: not a certificate: ", prism, "`solve model coin.prism PROPERTY`"]),
        (
            2,
            "check x.gz",
            &["declined: not a certificate: this is a file that is compressed by gzip: unpack it", "gunzip x.gz"],
        ),
        (2, "check x.zst", &["declined: unreadable: zstd: "]),
        (2, "check text.txt", &["declined: not a certificate (sha-256"]),
        (1, "solve stats road.umb", &[model]),
        (1, "solve probe a --cert game.json", &["`solve graph game.json` solves it"]),
        (1, "solve export coin.prism --format csv", &[prism, "solve model"]),
        (1, "solve probe 3k/4/4/K2N --cert x.gz", &["compressed by gzip"]),
        (1, "solve graph road.umb", &["found a model, required a game in JSON", "`solve model road.umb PROPERTY`"]),
        (1, "solve graph coin.prism", &["found PRISM language", "`solve model coin.prism PROPERTY`"]),
        (1, "solve graph all/4x4_Kk.cert", &["found a certificate", "`check all/4x4_Kk.cert`"]),
        (
            2,
            "solve graph game.json --aim 1",
            &["found a game as a graph, required an endless game, or an endless game with --chips, or a scored game"],
        ),
        (1, "solve graph road.umb --aim parity", &["found a model"]),
        (1, "solve graph x.zst", &["compressed by zstd"]),
        (1, "solve graph road.umb --pays both --chips 2-2", &["found a model"]),
        (1, "solve graph game.dot", &["found a drawing in DOT, required a game in JSON", "Game.from_networkx"]),
        (
            1,
            "solve model game.json --reach goal",
            &["found a game in JSON, required a model", "`solve graph game.json`"],
        ),
        (1, "solve model coin.jani --reach goal", &["found a model in JANI", "from-prism coin.jani"]),
        (1, "solve model all/4x4_Kk.cert --reach goal", &["found a certificate, required a model"]),
        (1, "solve model text.txt --reach goal", &["found a text, required a model"]),
        (1, "solve model x.zst --reach goal", &["compressed by zstd"]),
        (2, "check all/4x4_Kk.cert --graph coin.prism", &[]),
        (0, "solve stats all", &["all/4x4_KNk.cert: 4x4 KNk", "2 certificates"]),
        (1, "solve probe 3k/4/4/K2N --cert all", &["found a folder with 2 certificates"]),
        (1, "solve export all --format csv", &["found a folder with 2 certificates"]),
    ] {
        session.transcript.clear();
        session.run(status, line);
        for part in parts {
            assert!(session.transcript.contains(part), "{line}: {part:?} is missing in {}", session.transcript);
        }
    }
}

#[test]
fn a_line_is_standard_input() {
    let mut session = session();
    let [knight, kings] = ["4x4_KNk.cert", "4x4_Kk.cert"].map(committed);
    session.write("4x4_Kk.cert", &kings);
    let road = committed("models/road.umb");
    for (line, input, part) in [
        ("check -", &knight[..], "-: verified: 4x4 KNk"),
        ("check - --json", &knight, "\"verdict\":\"verified\""),
        ("solve stats -", &knight, "-: verified: 4x4 KNk"),
        ("solve probe 3k/4/4/K2N --cert -", &knight, "3k/4/4/K2N"),
        ("solve export - --format csv --position 3k/4/4/K2N", &knight, "3k/4/4/K2N"),
        ("solve probe 3k/4/4/K2N --cert -", &knight, "3k/4/4/K2N"),
        ("solve probe - --cert all/4x4_KNk.cert", "\u{feff}3k/4/4/K2N\n".as_bytes(), "3k/4/4/K2N"),
        ("solve graph -", GAME.as_bytes(), "5/8"),
        ("solve model - --reach home --all", &road, "-: "),
        ("solve hex 2x2 --stones -", "\u{feff}..\n.L\n".as_bytes(), "2x2 Hex"),
    ] {
        session.transcript.clear();
        session.run_with(0, line, &[], input);
        assert!(session.transcript.contains(part), "{line}: {}", session.transcript);
    }
    session.run_with(2, "check - --graph -", &[], GAME.as_bytes());
    session.run_with(2, "solve probe - --cert -", &[], &knight);
    assert!(session.transcript.contains("found standard input twice"), "{}", session.transcript);
}

/// `0.25` is 1/4 wherever a number is given: what is said is the same.
#[test]
fn decimal_numbers_are_fractions() {
    let mut session = session();
    for (line, [a, b]) in [
        ("solve graph game.json --never #", ["1/4", "0.25"]),
        ("solve graph game.json --pays #", ["1/2", "0.5"]),
        ("solve graph game.json --pays 'taxman #'", ["1/2", ".5"]),
        ("solve bound k2/3/3/K1N --enough # --out made.cert", ["1", "1.0"]),
        ("solve model road.umb --reach home --precision #", ["1/1000", "1e-3"]),
    ] {
        let said = [a, b].map(|number| {
            session.transcript.clear();
            session.run(0, &line.replace('#', number));
            session.transcript.replace(&line.replace('#', number), "")
        });
        assert_eq!(said[0], said[1], "{line}");
    }
    for wrong in
        ["solve graph game.json --never 1.5", "solve graph game.json --never -0.5", "solve graph game.json --never 0,5"]
    {
        session.run(2, wrong);
    }
}
