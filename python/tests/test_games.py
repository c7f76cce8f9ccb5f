"""Games of your own. Expected values: docs/src/games.md and published ones, worked by hand there."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import pytest
from conftest import CERTS, run

import bidding_games
from bidding_games import Declined, Game

networkx = pytest.importorskip("networkx")

TWO_STEPS = {
    "start": {"left": ["ahead"], "right": ["behind"]},
    "ahead": {"left": ["won"], "right": ["start"]},
    "behind": {"left": ["start"], "right": ["lost"]},
    "won": {"value": "1"},
    "lost": {"value": "0"},
}


def values(solution):
    return {node: position.value for node, position in solution.items()}


def test_two_steps():
    """By hand: (3/4 + 1/4) / 2, (1 + 1/2) / 2, (1/2 + 0) / 2."""
    solution = Game(TWO_STEPS, title="Two steps").solve()
    expected = {"start": Fraction(1, 2), "ahead": Fraction(3, 4), "behind": Fraction(1, 4), "won": 1, "lost": 0}
    assert values(solution) == expected
    start = solution["start"]
    assert (start.bid, start.turn, start.exact) == (Fraction(1, 4), "bid", True)
    assert [move.name for move in start.left_moves] == ["ahead"] and start.left_moves[0].value == Fraction(3, 4)
    assert [move.name for move in start.right_moves] == ["behind"]
    assert start.meaning.startswith("Left wins if Right holds less than 50 % of the money")
    assert solution["won"].turn is None and "The game is over here" in solution["won"].meaning
    assert len(solution) == 5 and list(solution) == list(TWO_STEPS) and "nowhere" not in solution
    with pytest.raises(KeyError):
        solution["nowhere"]


def test_shorthands_are_the_same_game():
    short = Game(
        {
            "start": (["ahead"], ["behind"]),
            "ahead": (("won",), iter(["start"])),
            "behind": {"left": ("start",), "right": ["lost"]},
            "won": 1,
            "lost": Fraction(0),
        },
        title="Two steps",
    )
    assert short.json == Game(TWO_STEPS, title="Two steps").json
    assert json.loads(short.json) == {
        "bidding-game": 2,
        "title": "Two steps",
        "positions": [{"name": name, **fields} for name, fields in TWO_STEPS.items()],
    }


def test_any_object_may_be_a_position():
    """Tug-of-war on a path: the values are i / (n - 1)."""
    game = Game({n: n // 8 if n in (0, 8) else ([n + 1], [n - 1]) for n in range(9)})
    assert values(game.solve()) == {n: Fraction(n, 8) for n in range(9)}
    assert game.positions == tuple(range(9))
    grid = Game({("row", 1): ([("end", 1)], [("end", 0)]), ("end", 1): 1, ("end", 0): 0})
    assert grid.solve()[("row", 1)].value == Fraction(1, 2)


def test_turns_and_chance():
    """The gambler's ruin and the stand-off of the book."""
    ruin = Game(
        {
            0: 0,
            1: {"chance": {2: Fraction(1, 3), 0: "2/3"}},
            2: {"chance": [(3, "1/3"), {"to": 1, "weight": "2/3"}]},
            3: 1,
        }
    )
    solution = ruin.solve()
    assert values(solution) == {0: 0, 1: Fraction(1, 7), 2: Fraction(3, 7), 3: 1}
    assert [(move.name, move.probability, move.player) for move in solution[1].chance_moves] == [
        ("2", Fraction(1, 3), "chance"),
        ("0", Fraction(2, 3), "chance"),
    ]
    assert solution[1].turn == "chance" and solution[1].bid is None and "probability" in solution[1].meaning
    standoff = Game(
        {
            "a": {"turn": "left", "left": ["b", "d"]},
            "b": {"turn": "right", "right": ["a", "c"]},
            "c": {"turn": "left", "left": ["won", "lost"]},
            "d": {"turn": "right", "right": ["a", "lost"]},
            "won": 1,
            "lost": 0,
        }
    ).solve()
    found = {node: (one.lower, one.upper, one.sharp) for node, one in standoff.items()}
    assert found["a"] == found["b"] == (0, 1, False)
    assert found["c"] == (1, 1, True) and found["d"] == (0, 0, True)
    # The columns T and T′ of the book's table.
    labels = {node: (one.white_label, one.black_label) for node, one in standoff.items()}
    assert [labels[node] for node in "abcd"] == [(0, 0), (0, 0), (1, 0), (0, 1)]
    endless = Game({"a": (["b"], ["b"]), "b": (["a"], ["a"]), "w": 1}).solve()
    assert (endless["a"].white_label, endless["a"].black_label) == (math.inf, math.inf)
    assert standoff["a"].turn == "left" and standoff["b"].turn == "right"
    assert standoff.verified.not_sharp == 2 and standoff.verified.sharp is False


def test_a_player_passes():
    solution = Game({"a": {"left": ["w"]}, "b": {"turn": "left"}, "w": 1}).solve()
    assert (solution["a"].lower, solution["b"].lower, solution["b"].upper) == (1, 0, 1)


@pytest.mark.parametrize(("draw", "value"), [("1", "133/256"), ("0", "123/256"), ("1/2", "1/2")])
def test_tic_tac_toe(draw, value, tmp_path):
    """The published values of the empty board; the game made here from scratch, not by the project's generator."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    positions, waiting = {}, ["." * 9]
    while waiting:
        board = waiting.pop()
        if board in positions:
            continue
        won = [mark for mark in "xo" if any(all(board[square] == mark for square in line) for line in lines)]
        if won:
            positions[board] = 1 if won == ["x"] else 0
        elif "." not in board:
            positions[board] = draw
        else:
            free = [square for square in range(9) if board[square] == "."]
            sides = {
                side: [board[:square] + mark + board[square + 1 :] for square in free]
                for side, mark in (("left", "x"), ("right", "o"))
            }
            positions[board] = sides
            waiting += sides["left"] + sides["right"]
    solution = Game(positions).solve()
    assert solution["." * 9].value == Fraction(value)
    assert solution.verified.sharp


def test_methods_agree():
    path = {n: n // 5 if n in (0, 5) else ([n - 1, n + 1], [n - 1, n + 1]) for n in range(6)}
    game = Game(path)
    exact = game.solve()
    assert values(exact) == {n: Fraction(n, 5) for n in range(6)}
    for method in ("exact", "lp"):
        assert game.solve(method=method).certificate == exact.certificate
    with pytest.raises(ValueError, match="method: found \"guess\""):
        game.solve(method="guess")


def test_bounds_are_around_the_values():
    solution = Game(TWO_STEPS).solve(bits=30)
    position = solution["start"]
    low, high = position.lower_bounds
    assert low <= Fraction(1, 2) <= high and high - low < Fraction(1, 2**20) and not position.exact
    with pytest.raises(ValueError, match="one of them or neither"):
        Game(TWO_STEPS).solve(bits=30, method="lp")


def test_networkx_graphs():
    """The walk of the book: the same values as from its drawing."""
    walk = networkx.Graph([("lost", "a"), ("a", "b"), ("b", "c"), ("c", "a"), ("c", "won")], name="walk")
    walk.nodes["lost"]["value"] = 0
    walk.nodes["won"]["value"] = "1"
    game = Game(walk)
    solution = game.solve()
    third = Fraction(1, 3)
    assert values(solution) == {"lost": 0, "a": third, "b": Fraction(1, 2), "c": 2 * third, "won": 1}
    assert '"title": "walk"' in game.json
    committed = bidding_games.verify(CERTS / "games/walk.cert", graph=CERTS / "games/walk.json")
    for node, position in solution.items():
        assert committed.probe(node).value == position.value


WALK = 'graph walk {\n  lost [value="0"]; won [value="1"];\n  lost -- a; a -- b; b -- c; c -- a; c -- won;\n}\n'
RUIN = """digraph "Gambler's ruin" { 0 [value="0"]; 3 [value="1"]; 1 -> 2 [chance="1/3"]; 1 -> 0 [chance="2/3"]; 2 -> 3 [chance="1/3"]; 2 -> 1 [chance="2/3"]; }"""


@pytest.mark.parametrize(
    ("drawing", "values"),
    [(WALK, {"a": "1/3", "b": "1/2", "c": "2/3"}), (RUIN, {"1": "1/7", "2": "3/7"}), ('digraph { "a b" -> c -> won; won [value=1]; node [shape=box]; }', {"a b": "1"})],
)
def test_drawings(drawing, values, tmp_path):
    """DOT, and the same by GraphML and GML: values by hand."""
    file = tmp_path / "game.dot"
    file.write_text(drawing, encoding="utf-8")
    solution = Game.from_networkx(file).solve()
    assert {name: str(solution[name].value) for name in values} == values
    for ending in ("graphml", "gml"):
        other = tmp_path / f"game.{ending}"
        getattr(networkx, f"write_{ending}")(networkx.DiGraph([("a", "b")]), other)
        with pytest.raises(ValueError, match='position "b"'):
            Game.from_networkx(other)
    for name, text, words in [("game.txt", "", "required a name that ends in .dot"), ("bad.gml", "graph", "bad.gml: "), ("bad.dot", "digraph { a -> b; b [value=2]; }", 'found "2"'), ("group.dot", "digraph { a -> b; subgraph s { c } }", "found a subgraph"), ("all.dot", "digraph { node [value=1]; a }", "found value as an attribute of all")]:
        (tmp_path / name).write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=words):
            Game.from_networkx(tmp_path / name)
    with pytest.raises(OSError):
        Game.from_networkx(tmp_path / "missing.dot")


def test_directed_networkx_graphs():
    """The game of docs/src/record/game-format.md, drawn with attributes; and turns, and chance."""
    graph = networkx.DiGraph(name="Two steps")
    graph.add_node("won", value=1)
    graph.add_node("lost", value=Fraction(0))
    for start, left, right in [("start", "ahead", "behind"), ("ahead", "won", "start"), ("behind", "start", "lost")]:
        graph.add_edge(start, left, player="left")
        graph.add_edge(start, right, player="right")
    assert values(Game(graph).solve()) == values(Game(TWO_STEPS).solve())
    graph.add_node("mine", turn="left")
    graph.add_edge("mine", "start")
    graph.add_edge("mine", "ahead", player="left")
    graph.add_edge("toss", "won", chance="1/3")
    graph.add_edge("toss", "lost", chance=Fraction(2, 3))
    solution = Game(graph).solve()
    assert (solution["mine"].value, solution["toss"].value) == (Fraction(3, 4), Fraction(1, 3))
    both = networkx.MultiDiGraph()
    both.add_edge("a", "w", player="left")
    both.add_edge("a", "l", player="right")
    both.add_edge("a", "l", player="left")
    both.add_node("w", value=1)
    both.add_node("l", value=0)
    assert Game(both).solve()["a"].value == Fraction(1, 2)


def graph_of(*edges, **nodes):
    graph = networkx.DiGraph()
    graph.add_nodes_from(nodes.items())
    graph.add_edges_from(edges)
    return graph


@pytest.mark.parametrize(
    ("graph", "error"),
    [
        (graph_of(("w", "a"), ("a", "w"), w={"value": 1}), "edge 'w' to 'a': found an option of a terminal position"),
        (graph_of(("a", "w", {"player": "up"}), w={"value": 1}), "player: found 'up', required 'left' or 'right'"),
        (graph_of(("a", "w", {"player": "left"}), a={"turn": "right"}, w={"value": 1}), "found 'left', required 'right'"),
        (graph_of(("a", "w"), w={"turn": "right", "value": 0}), "node 'w': found a value and a turn"),
        (graph_of(("a", "w", {"chance": 1}), ("a", "a"), w={"value": 1}), "with chance and without"),
        (graph_of(("a", "w", {"chance": 1, "player": "left"}), w={"value": 1}), "chance beside a player"),
        (graph_of(("a", "w"), a={"turn": "up"}, w={"value": 1}), "turn: found \"up\""),
        (graph_of(("a", "w"), b={}, w={"value": 1}), "no value and no option"),
        (graph_of(), "found none with a value, required one or more"),
    ],
    ids=range(9),
)
def test_refuses_graphs_that_are_no_games(graph, error):
    with pytest.raises(ValueError, match=error):
        Game(graph)


@pytest.mark.parametrize(
    ("positions", "kind", "error"),
    [
        ({"a": (["b"], ["w"]), "w": 1}, ValueError, "position 'a': left: found 'b', required a position"),
        ({"a": (["w"], "w"), "w": 1}, TypeError, "position 'a': right: found 'w' .*required a list"),
        ({"a": ({"w"}, ["w"]), "w": 1}, TypeError, "required a list"),
        ({"w": 0.5}, TypeError, "position 'w': found 0.5 .float., required an exact number"),
        ({"w": True}, TypeError, "required an exact number"),
        ({"w": 2}, ValueError, "value: found \"2\", required a number from 0 to 1"),
        ({"w": "1/0"}, ValueError, "value: found"),
        ({"w": -1}, ValueError, "value: found"),
        ({"w": None}, TypeError, "required an exact number"),
        ({"w": {"worth": 1}}, ValueError, "found the field 'worth', required one of value, turn"),
        ({"w": {"value": 1, "left": []}}, ValueError, "beside"),
        ({"a": {}, "w": 1}, ValueError, "found no value and no option"),
        ({"a": {"turn": "up"}, "w": 1}, ValueError, "turn: found \"up\", required \"left\" or \"right\""),
        ({"a": {"chance": {"w": "1/2"}}, "w": 1}, ValueError, "with the sum 1"),
        ({"a": {"chance": ["w"]}, "w": 1}, TypeError, "required a position and its weight"),
        ({"a": {"chance": {"w": 1.0}}, "w": 1}, TypeError, "required an exact number"),
        ({1: 1, "1": 0}, ValueError, "found the name '1' twice"),
        ({"": 1}, ValueError, "name: found \"\""),
        ({"a\n": 1}, ValueError, "control character"),
        ({"x" * 201: 1}, ValueError, "1 to 200 characters"),
        ({}, ValueError, "found none with a value, required one or more"),
        ([("a", 1)], TypeError, "required a mapping"),
    ],
    ids=range(22),
)
def test_refuses_what_is_no_game(positions, kind, error):
    with pytest.raises(kind, match=error) as caught:
        Game(positions)
    assert not str(caught.value).startswith("line")


def test_saved_games_are_verified_by_the_native_checker(tmp_path):
    solution = Game(TWO_STEPS, title="Two steps").solve()
    solution.save(tmp_path / "steps.cert")
    native = run("check", tmp_path / "steps.cert", "--graph", tmp_path / "steps.json", "--json")
    receipt = json.loads(native.stdout)
    assert native.returncode == 0 and receipt["claim"] == solution.verified.claim
    assert receipt["files"][0]["sha256"] == solution.verified.sha256
    solved = run("solve", "graph", tmp_path / "steps.json", "--out", tmp_path / "native.cert")
    assert solved.returncode == 0
    assert (tmp_path / "native.cert").read_bytes() == solution.certificate
    again = Game.read(tmp_path / "steps.json")
    assert again.json == Game(TWO_STEPS, title="Two steps").json and again.positions == tuple(TWO_STEPS)
    verified = bidding_games.verify(tmp_path / "steps.cert", graph=again)
    assert verified.probe("ahead").value == Fraction(3, 4)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["native.cert", "steps.cert", "steps.json"]
    with pytest.raises(ValueError, match="ends with .cert"):
        solution.save(tmp_path / "steps.txt")
    with pytest.raises(OSError):
        solution.save(tmp_path / "nowhere/steps.cert")


def test_the_certificate_of_another_game_is_declined(tmp_path):
    solution = Game(TWO_STEPS).solve()
    solution.save(tmp_path / "steps.cert")
    other = Game({**TWO_STEPS, "won": {"value": "3/4"}})
    with pytest.raises(Declined, match="the certificate is about another game") as caught:
        bidding_games.verify(tmp_path / "steps.cert", graph=other)
    (tmp_path / "other.json").write_text(other.json, encoding="utf-8")
    native = run("check", tmp_path / "steps.cert", "--graph", tmp_path / "other.json")
    assert native.returncode == 2 and str(caught.value) == native.stdout.rstrip("\n")


def test_reading_games_that_are_none(tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_text('{"bidding-game": 2,\n"positions": [{"name": "a", "left": ["b"]}]}', encoding="utf-8")
    with pytest.raises(ValueError, match="bad.json: line 2: .*left"):
        Game.read(bad)
    with pytest.raises(OSError):
        Game.read(tmp_path / "nothing.json")


def test_limits():
    with pytest.raises(MemoryError, match="game: found 0 MB of memory"):
        Game(TWO_STEPS).solve(memory=10)
    with pytest.raises(ValueError, match="threads: found 0"):
        Game(TWO_STEPS).solve(threads=0)
    with pytest.raises(ValueError, match="bits: found 63"):
        Game(TWO_STEPS).solve(bits=63)
    huge = Game({"a": ("b",) and (["b"], ["w"]), "b": "1/" + "9" * 10_000, "w": 1})
    assert huge.solve()["a"].value == (1 + Fraction(1, int(Fraction("1e10000") - 1))) / 2
    with pytest.raises((ValueError, Declined), match="digits"):
        Game({"w": "1/" + "9" * 20_000})
