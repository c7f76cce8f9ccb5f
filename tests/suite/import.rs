//! Games from drawings in DOT: what a drawing means, what comes back from a drawing, and what is refused.

use num_bigint::BigUint;
use num_rational::Ratio;
use solver::graph::exact::policy::Silent;
use solver::graph_games::solve::Method;
use solver::graph_games::{Game, Kind, Position, draw, generate, import, solve};

/// The JSON of a drawing, or what is wrong with it.
fn json(dot: &str) -> Result<serde_json::Value, String> {
    let game = import::dot(dot).map_err(|error| error.to_string())?;
    Ok(serde_json::from_str(&game.write()).expect("JSON"))
}

/// Positions as `name=value` or `name:left,left/right,right`.
fn positions(dot: &str) -> String {
    let game = json(dot).unwrap_or_else(|error| panic!("{dot}: {error}"));
    let position = |position: &serde_json::Value| {
        let name = position["name"].as_str().expect("a name");
        let names = |side: &str| {
            let options = position[side].as_array().cloned().unwrap_or_default();
            options.iter().map(|name| name.as_str().expect("a name").to_owned()).collect::<Vec<_>>().join(",")
        };
        match position["value"].as_str() {
            Some(value) => format!("{name}={value}"),
            None => format!("{name}:{}/{}", names("left"), names("right")),
        }
    };
    game["positions"].as_array().expect("positions").iter().map(position).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_drawing_is_a_game() {
    for (dot, expected) in [
        // Edges of both and of one; the order of the first appearance.
        (
            "digraph { s -> w [player=left]; s -> l [player=\"right\"]; s -> s; w [value=1]; l [value=\"0\"] }",
            "s:w,s/l,s w=1 l=0",
        ),
        // An undirected edge has both directions; into a terminal position only one; between two of them none.
        ("graph { a -- b -- c -- d; a [value=0]; d [value=1]; a -- d }", "a=0 b:a,c/a,c c:b,d/b,d d=1"),
        ("graph { a -- a; a -- b; b [value=\"1/3\"] }", "a:a,b/a,b b=1/3"),
        ("graph { a -- b [player=left]; b -- c [player=right]; c [value=0] }", "a:b/ b:a/c c=0"),
        // Chains, groups, subgraphs within an edge.
        (
            "digraph { a -> b -> c [player=left]; c [value=1]; a -> c [player=right] b -> c [player=right] }",
            "a:b/c b:c/c c=1",
        ),
        ("digraph { a -> { b c } [player=left]; {b c} -> d; d [value=1] }", "a:b,c/ b:d/d c:d/d d=1"),
        ("digraph { a -> subgraph s { b -> c } -> d; d [value=1] }", "a:b,c/b,c b:c,d/c,d c:d/d d=1"),
        // Defaults hold for what appears after them, in their subgraph; an empty one is none; an attribute of one's own goes before.
        (
            "digraph { { node [value=1]; w v } a -> w; subgraph x { edge [player=left] a -> v; b -> v [player=\"\"] } b -> a }",
            "w=1 v=1 a:w,v/w b:v,a/v,a",
        ),
        (
            "digraph { a -> b; node [value=1]; a -> c; d [value=0]; e [value=\"\"]; {b e} -> c }",
            "a:b,c/b,c b:c/c c=1 d=0 e:c/c",
        ),
        // Comments, lists of attributes, keywords of any case, joined texts, numbers and other alphabets as names, labels that are no names.
        (
            "# a line\n// another\nSTRICT DiGraph \"T\" { /* no\n# edge */ graph [x=y]; rankdir=LR\n# line\n -1.5 -> größe [color=red, player=left; label=<a<b>c>][x=1 y=2]\n größe [label=\"win\" value=\"1\" + \"/2\"]; -1.5 -> .5; .5 [value=\"0\"] }",
            "-1.5:größe,.5/.5 größe=1/2 .5=0",
        ),
        (
            "\u{feff}digraph { \"a b\" -> \"node\"; \"node\" [value=\"2/4\"]; \"node\" [value=\"1/2\"] }",
            "a b:node/node node=1/2",
        ),
        ("graph{1--2;2[value=1]}", "1:2/2 2=1"),
        // Backslashes and quotation marks, a line that goes on.
        (
            r#"digraph { "a\"b\\c\d" -> "e\
f"; ef [value="1"] }"#,
            r#"a"b\c\d:ef/ef ef=1"#,
        ),
    ] {
        assert_eq!(positions(dot), expected, "{dot}");
    }
    let title = |dot: &str| json(dot).expect("a game")["title"].clone();
    assert_eq!(title("digraph \"My game\" { a [value=1] }"), "My game");
    assert_eq!(title("digraph { a [value=1] }"), serde_json::Value::Null);
}

#[test]
fn what_is_no_game_is_refused_with_its_line() {
    for (dot, expected) in [
        // No DOT.
        ("", "line 1, column 1: found the end of the file, required graph or digraph"),
        ("digraph {\n  a -> \n}", "line 3, column 1: found }, required a name, subgraph or {"),
        (
            "digraph {\n  ä -> b; é =",
            "line 2, column 14: found the end of the file, required the value of an attribute",
        ),
        (
            "digraph { a",
            "line 1, column 12: found the end of the file, required a name, graph, node, edge, subgraph, { or }",
        ),
        ("digraph { a [value=1] } b", "line 1, column 25: found \"b\", required the end of the file"),
        ("digraph {\n a -- b }", "line 2, column 4: found --, required -> in a digraph"),
        ("graph {\n a -> b }", "line 2, column 4: found ->, required -- in a graph"),
        ("graph { a [value] }", "line 1, column 17: found ], required ="),
        ("graph { a -- b, c }", "line 1, column 15: found ,, required a name"),
        ("graph { node -- b }", "line 1, column 14: found --, required ["),
        ("graph { a \"b }", "line 1, column 11: found a quotation mark without its second"),
        ("graph { a <b }", "line 1, column 11: found an angle bracket without its second"),
        ("graph { a /* b }", "line 1, column 11: found a comment without its end"),
        ("graph { 1a -- b }", "line 1, column 9: found a number that goes over into a name"),
        ("graph { a % b }", "line 1, column 11: found '%'"),
        ("graph { <b>i</b> -- b }", "line 1, column 9: found <b>, required a name"),
        // DOT that is no game.
        (
            "digraph {\n a:n -> b }",
            "line 2: node \"a\": found a port, required none; a name with a colon stands in quotation marks",
        ),
        (
            "digraph { a [value=1]\n x -> a [player=up] }",
            "line 2: edge \"x\" -> \"a\": player: found \"up\", required left or right",
        ),
        ("digraph { edge [player=Left] }", "line 1: defaults of edges: player: found \"Left\""),
        (
            "digraph {\n\n a [value=\"3/2\"] }",
            "line 3: node \"a\": value: found \"3/2\", required a fraction from 0 to 1",
        ),
        ("digraph { a [value=0.5] }", "node \"a\": value: found \"0.5\""),
        ("digraph { a [value=<1>] }", "found <1>, required the value of an attribute"),
        (
            "digraph { a -> b [value=1] }",
            "line 1: edge \"a\" -> \"b\": value: found \"1\", required this attribute at nodes only",
        ),
        ("digraph { a -> {b c} -> d [value=1] }", "edge \"a\" -> { … } -> \"d\": value"),
        ("digraph { a [player=left] }", "node \"a\": player: found \"left\", required this attribute at edges only"),
        ("digraph { value=1 }", "graph: value: found \"1\", required this attribute at nodes only"),
        ("digraph { a [value=1]\n a [value=0] }", "line 2: node \"a\": value: found 0, and 1 in line 1, required one"),
        ("digraph { a [value=1, value=0] }", "node \"a\": value: found \"0\" after another, required one"),
        ("digraph { a -> b [player=left][player=right] }", "player: found \"right\" after another"),
        (
            "digraph { a [value=1];\n a -> b;\n b -> a }",
            "line 2: edge \"a\" -> \"b\": found an option of a terminal position, \"a\"",
        ),
        (
            "digraph { a -> b\n b -> c; a [value=1] b -> a }",
            "line 1: edge \"a\" -> \"b\": found an option of a terminal",
        ),
        ("digraph { a [value=1]\n b -> a; \n a; c }", "line 3: position \"c\": found neither a value nor an option"),
        ("digraph { a -> b }", "position \"b\": found neither a value nor an option"),
        ("graph { a -- b }", "positions: found no terminal one"),
        ("graph { }", "positions: found 0, required 1"),
        ("digraph { a [value=1]\n \"\" -> a }", "line 2: position 2: name: found 0 characters"),
        ("digraph { a [value=1]\n \"x\ny\" -> a }", "line 2: position 2: name: found a control character in "),
        (
            "digraph { \"a\\b\" [value=1]\n \"a\\\\b\" [value=1] }",
            "line 2: position 2: found the name \"a\\\\b\" of position 1",
        ),
        (
            "strict digraph { a -> b [player=left]\n a -> b [player=right]; b [value=1] }",
            "line 2: edge \"a\" -> \"b\": found another player than in line 1",
        ),
        (
            "strict graph { a -- b [player=left]\n b -- a; b [value=1] }",
            "line 2: edge \"b\" -- \"a\": found another player",
        ),
        (
            "graph { subgraph s {a}\n subgraph s {b} }",
            "line 2: subgraph \"s\": found the name of that of line 1, required another",
        ),
    ] {
        let found = json(dot).expect_err(dot);
        assert!(
            found.starts_with(expected) || (!expected.starts_with("line") && found.contains(expected)),
            "{dot}\n{found}"
        );
    }
    let deep = format!("graph {{ {}", "{".repeat(100_000));
    assert_eq!(json(&deep), Err("line 1: subgraph: found more than 100 in each other, required fewer".to_owned()));
    let names: String = (0..20_000).map(|name| format!("n{name} ")).collect();
    let many = format!("graph {{ {{ {names} }} -- {{ {names} }} }}");
    assert_eq!(json(&many), Err("line 1: edges: found 400000000 after 0, required 100000000 at most".to_owned()));
}

/// Names, values and options, each option once and in order of their numbers.
fn plain(game: &Game) -> Vec<Position> {
    let plain = |position: &Position| {
        let mut position = position.clone();
        if let Kind::Open { left, right } = &mut position.kind {
            for options in [left, right] {
                options.sort_unstable();
                options.dedup();
            }
        }
        position
    };
    game.positions().iter().map(plain).collect()
}

fn drawn(game: &Game) -> String {
    let solution = solve::solve(game, Method::Exact, 2, &mut Silent).expect("small values");
    draw::dot(game, |position| solution.shown(position))
}

#[test]
fn a_game_that_is_drawn_comes_back() {
    let ratio = |numerator: u8, denominator: u8| Ratio::<BigUint>::new(numerator.into(), denominator.into());
    let mut games: Vec<Game> = (0..60).map(|seed| generate::random(seed, 30, 1 + seed as u32 % 4)).collect();
    games.extend([2, 3, 17].map(generate::path));
    games.extend([ratio(0, 1), ratio(1, 2), ratio(2, 7)].map(|draw| generate::tic_tac_toe(&draw)));
    // All that can stand in a name, and what has a meaning in DOT, in labels and in JSON.
    let names = [
        "\"",
        "\\",
        "\\\"",
        "a\\",
        "\\\\",
        "\\\\\\",
        "\\n",
        "\\N",
        "a\\\"b\\\\\"",
        "&amp;",
        "&lt;<b>&",
        "<a>",
        "node",
        "Graph",
        "a -> b",
        "a:n",
        "#",
        "// no",
        "/* no",
        "1a",
        "größer ½ 棋 🜁",
        " ",
        "a + b",
        ";",
        "]",
        "-1",
        "\u{2028}",
        "\u{a0}",
    ];
    let position = |(number, name): (u32, &&str)| {
        let kind = match number {
            0 => Kind::Terminal(ratio(1, 3)),
            _ if number % 3 == 1 => Kind::Open { left: vec![number - 1], right: vec![] },
            _ if number % 3 == 2 => Kind::Open { left: vec![], right: vec![number, 0] },
            _ => Kind::Open { left: vec![0, 1], right: vec![number - 1, 0] },
        };
        Position { name: (*name).to_owned(), kind }
    };
    let list: Vec<Position> = (0..).zip(&names).map(position).collect();
    games.push(Game::new(None, list.clone()).expect("a game"));
    games.extend(names.iter().map(|name| Game::new(Some((*name).to_owned()), list[..2].to_vec()).expect("a game")));
    for game in &games {
        let again = import::dot(&drawn(game)).unwrap_or_else(|error| panic!("{error}\n{}", drawn(game)));
        assert_eq!(again.title(), game.title());
        assert_eq!(plain(&again), plain(game), "{:?}", game.title());
    }
}
