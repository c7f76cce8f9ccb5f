"""The package and the native programs say the same: `solve probe --json`, `solve probe`, `check --json`."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import pytest
from conftest import CERTS, FIGURE_8, ROOT, made, natively_probed, run

import bidding_games


def fraction(text):
    """A value of the JSON: a text, or a list of two."""
    return tuple(map(Fraction, text)) if isinstance(text, list) else (Fraction(text),) * 2


def label(found):
    return math.inf if found == "infinite" else found


def share(text):
    return None if text is None else Fraction(text)


def agrees(position, native):
    """Whether every attribute is what the native answer says."""
    assert position.name == native["position"]
    assert position.meaning == native["meaning"]
    assert position.sharp == native["sharp"]
    assert position.lower_bounds == fraction(native["lower"])
    assert position.upper_bounds == fraction(native["upper"])
    assert position.lower == (None if isinstance(native["lower"], list) else Fraction(native["lower"]))
    assert position.upper == (None if isinstance(native["upper"], list) else Fraction(native["upper"]))
    assert position.bids == (share(native["bid_lower"]), share(native["bid_upper"]))
    assert position.kind == native["kind"]
    assert position.turn == native["turn"]
    first, second = ("left", "right") if "left_moves" in native else ("white", "black")
    assert position.white_label == label(native[f"{first}_label"])
    assert position.black_label == label(native[f"{second}_label"])
    assert (position.bound is None) == (native["bound"] is None)
    if native["bound"] is not None:
        bound = native["bound"]
        assert position.bound == (bound["relation"], Fraction(bound["value"]))
        assert (position.plan_move.name, position.plan_move.player) == (bound["move"], bound["player"])
    for player in (first, second, "chance"):
        moves = getattr(position, f"{player}_moves")
        assert len(moves) == len(native[f"{player}_moves"])
        for move, other in zip(moves, native[f"{player}_moves"]):
            assert (move.name, move.squares, move.player) == (other["move"], other["squares"], player)
            assert move.lower_bounds == fraction(other["lower"])
            assert move.upper_bounds == fraction(other["upper"])
            assert (move.best_to_win, move.best_not_to_lose) == (other["best_to_win"], other["best_not_to_lose"])


ENDGAMES = [
    ("8x8", "Kk"), ("8x8", "KQk"), ("8x8", "KRk"), ("8x8", "KBk"), ("8x8", "KNk"), ("8x8", "KPk"),
    ("8x3", "KNk"), ("3x4", "KPkp"), ("4x4", "KBkn"), ("2x3", "KNNk"),
]  # fmt: skip


@pytest.mark.parametrize("endgame", ENDGAMES, ids="_".join)
def test_positions_agree(tables, endgame):
    table = tables.table(*endgame)
    names = [table.name(number) for number in range(0, len(table), max(1, len(table) // 40))]
    natives = natively_probed(names)
    assert len(natives) == len(names)
    for name, native in zip(names, natives):
        position = tables.probe(name)
        agrees(position, native)
        assert position.json() == {key: native[key] for key in native if key not in ("version", "table", "sha256", "endless")}
        assert table.sha256 == native["sha256"]


def test_flipped_colours_agree(tables):
    names = ["8/8/8/8/3K4/8/8/k2n4", "K7/8/8/8/8/8/8/k6r"]
    for name, native in zip(names, natively_probed(names)):
        agrees(tables.probe(name), native)


@pytest.mark.parametrize("position", [FIGURE_8, "8/3P4/4k3/8/8/8/2K5/8", "k2/1p1/1P1/K2"])
def test_text_is_that_of_solve_probe(tables, position):
    for full in (False, True):
        native = run("solve", "probe", position, "--certs", CERTS, *(["--full"] if full else []))
        assert native.stdout.split("\n\n", 1)[1] == tables.probe(position).text(full=full)


def test_five_men_are_bounded():
    """Bounds: nothing is exact, and the words are the native ones."""
    file = CERTS / "five/4x4_KBBNk.cert"
    table = bidding_games.verify(file)
    assert table.form == "bounds" and table.bits == 30
    for number in range(0, len(table), 1500):
        [native] = [json.loads(run("solve", "probe", table.name(number), "--json", "--cert", file).stdout)]
        agrees(table[number], native)
    number = next(number for number in range(len(table)) if table[number].sharp is False)
    assert table[number].gap > 0 and not table[number].exact and table[number].value is None


@pytest.mark.parametrize("game", ["tic-tac-toe-1-2", "random-turns", "waiting", "random-any-enclosure", "random-acyclic"])
def test_games_agree(game, tmp_path):
    graph = CERTS / f"games/{game.replace('-enclosure', '')}.json"
    if not graph.exists():
        kind = {"tic-tac-toe-1-2": ["tic-tac-toe", "1/2"]}.get(game)
        kind = kind or ["random", game.replace("random-", "").replace("-enclosure", ""), "1000"]
        graph = tmp_path / "game.json"
        graph.write_text(made(*kind), encoding="utf-8")
    file = CERTS / f"games/{game}.cert"
    table = bidding_games.verify(file, graph=graph)
    names = [position["name"] for position in json.loads(graph.read_text(encoding="utf-8"))["positions"]]
    names = names[:: max(1, len(names) // 50)]
    ended = run("solve", "probe", "-", "--json", "--game", graph, "--cert", file, input="\n".join(names))
    natives = [json.loads(line) for line in ended.stdout.splitlines()]
    assert len(natives) == len(names)
    for name, native in zip(names, natives):
        position = table.probe(name)
        agrees(position, native)
        assert position.left_moves == () or position.left_moves[0].name == native["left_moves"][0]["move"]
        total = sum(move["weight"] for move in native["chance_moves"])
        for move, other in zip(position.chance_moves, native["chance_moves"]):
            assert move.probability == Fraction(other["weight"], total)


def committed():
    return sorted(CERTS.glob("*.cert")) + sorted(CERTS.glob("four/*.cert")) + sorted(CERTS.glob("plans/*.cert"))


def test_receipts_are_those_of_check():
    files = [file.relative_to(ROOT) for file in committed()]
    assert len(files) > 20
    for file in files:
        # One at a time: what is given together is looked into together.
        receipt = json.loads(run("check", file, "--json").stdout)
        line = run("check", file).stdout.rstrip("\n")
        found = bidding_games.verify(file)
        # The one that every checker writes is the command's alone.
        assert receipt.pop("receipt")["verdict"] == "verified"
        assert found.receipt() == receipt
        assert str(found) == line
        assert found.sha256 == receipt["files"][0]["sha256"] and len(found) == receipt["proved"]
        assert [one.sha256 for one in found.imports] == [one.sha256 for one in bidding_games.verify(file).imports]


def corpus():
    lines = (CERTS / "corpus/corpus.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_corpus_gets_its_verdicts_in_the_words_of_check(tmp_path):
    """All certificates of the corpus, good and bad: the verdict of corpus.jsonl, the sentence of the native checker."""
    counts = {"verified": 0, "rejected": 0, "declined": 0}
    for number, line in enumerate(corpus()):
        folder = tmp_path / str(number) / "corpus"
        folder.mkdir(parents=True)
        for file in [line["file"], *line["imports"], *([line["game"]] if "game" in line else [])]:
            (folder / file.rpartition("/")[2]).write_bytes((CERTS / "corpus" / file).read_bytes())
        certificate = folder / line["file"].rpartition("/")[2]
        graph = folder / line["game"].rpartition("/")[2] if "game" in line else None
        native = run("check", certificate, "--json", *([] if graph is None else ["--graph", graph]))
        native = json.loads(native.stdout)
        assert native.pop("receipt")["verdict"] == native["verdict"]
        try:
            verdict, found = "verified", bidding_games.verify(certificate, graph=graph)
            assert found.receipt() == native
        except bidding_games.CertificateError as error:
            verdict = error.verdict
            assert error.message == native["message"] and error.path == str(certificate)
            assert error.condition == native["condition"] and error.sha256 == native["files"][0]["sha256"]
            assert isinstance(error, bidding_games.Rejected) == (verdict == "rejected")
        assert verdict == native["verdict"] == line["verdict"], line["file"]
        counts[verdict] += 1
    assert min(counts.values()) > 5, counts


def test_decimals_are_cut():
    assert bidding_games.decimal(Fraction(2, 3)) == "0.666666…"
    assert bidding_games.decimal(Fraction(-2, 3), 3) == "-0.666…"
    assert bidding_games.decimal(Fraction(21, 32)) == "0.65625"
    assert bidding_games.decimal(1) == "1"
    with pytest.raises(ValueError, match="places"):
        bidding_games.decimal(Fraction(1, 3), 10**6)
